"""What the computer thinks of orders that are no shots: marches under fire, getting out, leaving by the right edge."""

from __future__ import annotations

import math

import numpy as np

from wargame.board import along, path_length
from wargame.engine.conditions import Stands
from wargame.engine.orders import Act, Move
from wargame.engine.ruleset import Scene
from wargame.engine.view import View
from wargame.rulesets.fistful_of_tows import acts, movement, places, threat, units, worth
from wargame.rulesets.fistful_of_tows.state import FistStand, Point, state_of

STEP_IN = 2.0
"""How far apart the places of a path are that are looked at."""
COLUMN = 0.12
"""Share of a column's worth that the hurry costs in sight of an enemy."""
IN_REACH_IN = 30.0
OUT = 0.9
"""Worth of men who get out where they are needed."""


def march(view: View, order: Move) -> float:
    """Worth, none or less, of going this way: fire on the way that its end does not show.

    Rules: FFT-STRAT-03, -06, FFT-OW-09.
    """
    stand = state_of(view).stands[order.stand]
    if not order.path:
        return 0.0
    watchers = [e for e in places.foes_of(view, stand) if e.marker == "overwatch"]
    loss = places.caution(view, stand) * worth.value(view, stand) * _on_the_way(view, stand, order.path, watchers)
    return -loss - (_hurry(view, stand, order.path[-1]) if order.mode == movement.STRATEGIC else 0.0)


def _hurry(view: View, stand: FistStand, end: Point) -> float:
    """A column in sight is easier to hit and cannot fire."""
    near = [e for e in places.foes_of(view, stand) if math.dist((e.x, e.y), end) < IN_REACH_IN]
    if not near:
        return 0.0
    seen = threat.sees(view.board, np.array([end]), np.array([(e.x, e.y) for e in near]))[0]
    return COLUMN * worth.value(view, stand) * min(3, int(seen.sum()))


def _on_the_way(view: View, stand: FistStand, path: tuple[Point, ...], watchers: list[FistStand]) -> float:
    """Share of itself that it would lose on the way more than at its end."""
    full = ((stand.x, stand.y), *path)
    whole = path_length(full)
    if not watchers or whole < STEP_IN:
        return 0.0
    marks = [n * STEP_IN for n in range(1, int(whole / STEP_IN) + 1) if n * STEP_IN < whole - 0.5]
    points = np.array([*(along(full, m) for m in marks), full[-1]])
    there = np.array([(e.x, e.y) for e in watchers])
    away = np.hypot(points[:, None, 0] - there[None, :, 0], points[:, None, 1] - there[None, :, 1])
    clear = threat.sees(view.board, points, there)
    costs = places.danger(view, stand, watchers, away, clear, places.saves_at(view, points))
    return max(0.0, float(costs.max()) - float(costs[-1]))


# ---------------------------------------------------------------- acts


def act(scene: Scene, order: Act) -> float:
    """Worth of an act of the Movement Phase."""
    stand = state_of(scene).stands.get(order.stand)
    if stand is None or not isinstance(scene, View):
        return 0.0
    if order.act == acts.UNLOAD:
        return _get_out(scene, stand)
    if order.act == acts.EXIT:
        return leaving(scene, stand)
    return 0.3 if order.act == acts.PUSH else 0.0


def _get_out(view: View, stand: FistStand) -> float:
    """Men get out at their goal, in cover, or when the enemy is near enough to be fought from the ground."""
    men = [r for r in units.riders(view, stand) if units.is_infantry(r)]
    if not men or units.is_heli(stand):
        return 0.3 if men and _at_goal(view, stand, 0.0) else 0.0
    if _at_goal(view, stand, 0.5):
        return OUT
    near = [e for e in places.foes_of(view, stand) if math.dist((e.x, e.y), (stand.x, stand.y)) < 10.0]
    covered = bool(places.saves_at(view, np.array([(stand.x, stand.y)]))[0])
    return OUT if near and covered else 0.0


def _at_goal(view: View, stand: FistStand, spare: float) -> bool:
    goal = places.goal_of(view, stand)
    return goal is not None and math.dist(goal[:2], (stand.x, stand.y)) <= goal[2] + spare


def leaving(view: View, stand: FistStand) -> float:
    """What the scenario pays for a stand that leaves by this edge; the last third of the battle is time enough."""
    edge = acts.edge_of(view, stand)
    rows = [r for r in view.setup.victory.scores if isinstance(r.condition, Stands)]
    points = sum(
        r.points
        for r in rows
        if isinstance(r.condition, Stands) and r.condition.side == stand.side == r.side and r.condition.left_by == edge
    )
    if not points or not edge:
        return 0.0
    scale = places.VALUE_OF_A_POINT.get(str(view.state.options.get("losses", "pv")), 4.0)
    return float(points) * scale * (1.0 if places.progress(view) > 0.5 else 0.3)
