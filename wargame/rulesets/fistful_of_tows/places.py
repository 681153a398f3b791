"""How good it is for a stand to be somewhere: the computer's field, many points at once.

The scale is points of the lists (a tenth of them, see `worth`); objectives are brought to it by what losses score.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wargame.board import CostField, field
from wargame.engine.view import View
from wargame.rulesets.fistful_of_tows import cohesion, movement, targets, threat, units, worth
from wargame.rulesets.fistful_of_tows.ground import row
from wargame.rulesets.fistful_of_tows.state import FistStand, state_of

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
NO_WAY = 120.0
COVER, ON_IT, ALONE = 0.5, 3.5, 1.2
FIRE = 0.6
"""Share of a volley's worth that a field of fire is worth."""
SHARED = 0.25
"""Each comrade of the unit draws so much of the fire."""
WATCH = 0.9
"""What a stand that lies in wait gives up by moving."""
CLOSE_IN = 2.2
CELL_IN = 1.0
BEHIND_IN = 12.0
"""Inches from the goal at which whoever fires over the others stays."""
PULL_LEAST, PULL_MOST = 1.5, 5.0
RUSH = 0.6
"""Share of the battle after which an attacker waits no more for others to cover him."""
IN_REACH_IN = 32.0
VALUE_OF_A_POINT = {"stands": 8.0, "pv": 0.1, "none": 4.0}
"""What one victory point is worth, by what losses score."""


def worth_of_places(view: View, stand_id: str, points: Floats) -> Floats:
    """Worth of places (n, 2): the way to the goal, holding it, fire, danger, cover, keeping together."""
    stand = state_of(view).stands[stand_id]
    if not len(points):
        return np.zeros(0)
    found = _way(view, stand, points) + _holding(view, stand, points)
    saves = saves_at(view, points)
    found += COVER * (saves > 0) + _fight(view, stand, points, saves) + _waiting(view, stand, points)
    return np.asarray(found + _together(view, stand, points))


def goal_of(view: View, stand: FistStand) -> tuple[float, float, float, bool] | None:
    """The objective that its unit goes for: place, radius, whether it has to be taken."""
    key = ("goal", stand.group)
    if key not in view.kept:
        view.kept[key] = _choose_goal(view, stand)
    found: tuple[float, float, float, bool] | None = view.kept[key]
    return found


def _choose_goal(view: View, stand: FistStand) -> tuple[float, float, float, bool] | None:
    goals = list(view.state.objectives.values())
    if not goals:
        return None
    mates = [s for s in units.on_table(view, stand.side) if s.group == stand.group] or [stand]
    x, y = float(np.mean([s.x for s in mates])), float(np.mean([s.y for s in mates]))
    groups = [g for g in view.state.groups.values() if g.side == stand.side]
    number = [g.id for g in groups].index(stand.group) if any(g.id == stand.group for g in groups) else 0
    attacks = view.state.sides[stand.side].role != "defender"

    def rank(n: int) -> float:
        one = goals[n]
        away = float(np.hypot(one.x - x, one.y - y))
        mine = one.holder == stand.side
        need = one.points * (0.4 if mine else 1.6 if attacks else 1.0)
        return need * 6.0 - away + (4.0 if (number + n) % len(goals) == 0 else 0.0)

    best = goals[max(range(len(goals)), key=rank)]
    return best.x, best.y, best.radius_in, best.holder != stand.side


def way_field(view: View, stand: FistStand, goal: tuple[float, float]) -> CostField:
    """Allowance from everywhere to a goal."""
    return field(view.board, (goal,), units.move_class(stand), CELL_IN)


def progress(view: View) -> float:
    """Share of the battle that is over."""
    return min(1.0, view.state.turn / max(1, view.setup.turn_limit))


def attacks(view: View, side: str) -> bool:
    """Has this side to come forward?"""
    return view.state.sides[side].role != "defender"


def pull(view: View, stand: FistStand) -> float:
    """What a whole move nearer to the goal is worth: more for a great goal, less for whoever covers the others."""
    goal = goal_of(view, stand)
    if goal is None:
        return 0.0
    x, y, _, take = goal
    stake = next((o.points for o in view.state.objectives.values() if (o.x, o.y) == (x, y)), 1.0)
    point = VALUE_OF_A_POINT.get(str(view.state.options.get("losses", "pv")), 4.0)
    strong = min(PULL_MOST, max(PULL_LEAST, stake * point / 8.0)) * (0.6 + progress(view))
    if not take:
        return 0.35 * strong
    if not attacks(view, stand.side):
        return strong * (1.0 if progress(view) > RUSH else 0.4)
    return strong * (1.0 if not _covers(view, stand) else 0.35)


def _covers(view: View, stand: FistStand) -> bool:
    """Is it the turn of this stand to watch while the others bound? Every second one does, near the enemy."""
    if progress(view) > RUSH or not units.is_armed(stand) or units.is_heli(stand):
        return False
    near = any(
        e.spotted and math.dist((e.x, e.y), (stand.x, stand.y)) < IN_REACH_IN for e in units.enemies(view, stand.side)
    )
    mates = [s.id for s in units.on_table(view, stand.side) if s.group == stand.group]
    return near and len(mates) > 1 and (mates.index(stand.id) + view.state.turn) % 2 == 0


def _way(view: View, stand: FistStand, points: Floats) -> Floats:
    goal = goal_of(view, stand)
    if goal is None:
        return np.zeros(len(points))
    x, y, radius, take = goal
    costs = way_field(view, stand, (x, y)).cost_many(points)
    away = np.hypot(points[:, 0] - x, points[:, 1] - y)
    costs = np.where(np.isfinite(costs), costs, NO_WAY + away)
    stop = radius * 0.6 if take and units.is_armed(stand) else radius + 3.0
    if stand.ratings.battery is not None or units.is_soft(stand):
        stop = radius + BEHIND_IN  # mortars and lorries follow, they do not lead
    pace = max(2.0, units.allowance(stand))
    return np.asarray(-pull(view, stand) * np.maximum(0.0, costs - stop) / pace)


def _holding(view: View, stand: FistStand, points: Floats) -> Floats:
    found = np.zeros(len(points))
    if units.is_heli(stand):
        return found
    late = 0.4 + view.state.turn / max(1, view.setup.turn_limit)
    mates = [s for s in units.on_table(view, stand.side) if s.id != stand.id]
    for one in view.state.objectives.values():
        there = np.hypot(points[:, 0] - one.x, points[:, 1] - one.y) <= one.radius_in
        others = sum(np.hypot(s.x - one.x, s.y - one.y) <= one.radius_in for s in mates)
        found += np.where(there, ON_IT * late * max(1.0, one.points) / (1 + 2 * others), 0.0)
    return found


def saves_at(view: View, points: Floats) -> Floats:
    """Saving throw of the ground at each place (n), 0 in the open."""
    codes, names = view.board.terrain_many(points)
    table = np.array([float(row(name).get("save", 0)) for name in (*names, "clear")])
    return np.asarray(table[np.where((codes >= 0) & (codes < len(names)), codes, len(names))])


def foes_of(view: View, stand: FistStand) -> list[FistStand]:
    """Known enemies on the ground."""
    return [e for e in units.enemies(view, stand.side) if not units.is_heli(e)]


def _fight(view: View, stand: FistStand, points: Floats, saves: Floats) -> Floats:
    """Enemies that could be fired at from there, and that could fire there."""
    foes = foes_of(view, stand)
    if not foes:
        return np.zeros(len(points))
    there = np.array([(e.x, e.y) for e in foes])
    away = np.hypot(points[:, None, 0] - there[None, :, 0], points[:, None, 1] - there[None, :, 1])
    clear = threat.sees(view.board, points, there)
    own = worth.value(view, stand)
    risk = caution(view, stand) * own * danger(view, stand, foes, away, clear, saves)
    near = np.where(away < CLOSE_IN + 0.9, 1.0, 0.0).max(axis=1)
    near *= own * (0.5 if units.is_vehicle(stand) else 0.1)
    return np.asarray(FIRE * _prize(view, stand, points, foes, away, clear) - risk - near)


def caution(view: View, stand: FistStand) -> float:
    """Weight of danger: an attacker that runs out of time takes more of it."""
    if not attacks(view, stand.side):
        return 0.9
    return 1.8 - 1.5 * progress(view)


def danger(view: View, stand: FistStand, foes: list[FistStand], away: Floats, clear: Bools, saves: Floats) -> Floats:
    """Share of itself that the stand would lose at each place (n) to one volley of every enemy who sees it."""
    covered = saves > 0
    reach = np.array([[threat.spotting_inches(view, e, stand, covered=c) for e in foes] for c in (False, True)])
    found = clear & (away <= reach[covered.astype(np.int64)])
    exposed = clear & np.asarray(found.any(axis=1)).reshape(-1, 1)
    mates = sum(s.group == stand.group for s in units.on_table(view, stand.side)) - 1
    weight = np.array([threat.ready(view, e) for e in foes]) / (1.0 + SHARED * min(6, mates))
    left = np.ones(len(away))
    for save in sorted(set(saves.tolist())):
        here = saves == save
        costs = threat.curves(foes, stand, away[here], save=int(save))
        left[here] = np.prod(1.0 - np.where(exposed[here], costs * weight[None, :], 0.0), axis=1)
    return np.asarray(1.0 - left)


def _prize(view: View, stand: FistStand, points: Floats, foes: list[FistStand], away: Floats, clear: Bools) -> Floats:
    """Worth of the best volley from each place (n)."""
    if not targets.weapons_of(stand):
        return np.zeros(len(points))
    guarded = saves_at(view, np.array([(e.x, e.y) for e in foes]))
    reach = np.array(
        [threat.spotting_inches(view, stand, e, covered=bool(g)) for e, g in zip(foes, guarded, strict=True)]
    )
    known = np.array([e.spotted for e in foes])
    seen = clear & (known[None, :] | (away <= reach[None, :]))
    values = np.array([worth.value(view, e) for e in foes])
    costs = threat.fires(stand, foes, away, [int(g) for g in guarded])
    best = np.where(seen, costs * values[None, :], 0.0).max(axis=1)
    far = np.hypot(points[:, 0] - stand.x, points[:, 1] - stand.y) > units.half_move(stand) + 0.05
    steady = units.has(stand, "s") or units.has(stand, "ss") or units.is_infantry(stand) or units.is_heli(stand)
    return np.asarray(np.where(far & (not steady), 0.25 * best, best))


def _waiting(view: View, stand: FistStand, points: Floats) -> Floats:
    """Whoever stands still may lie in wait: a defender gives that up for something better only."""
    if not targets.weapons_of(stand) or units.is_heli(stand) or not foes_of(view, stand):
        return np.zeros(len(points))
    here = np.hypot(points[:, 0] - stand.x, points[:, 1] - stand.y) < 0.05
    return np.where(here, WATCH * (1.0 if not attacks(view, stand.side) else 0.3), 0.0)


def _power(firer: FistStand, target: FistStand) -> float:
    """About how well one stand hurts another, 0 to 1."""
    best = 0.0
    for weapon in firer.ratings.weapons:
        if units.is_foot(target) or units.is_soft(target):
            best = max(best, 0.12 * weapon.rof if weapon.to_hit else 0.0)
        elif weapon.pen is not None:
            dice = max(
                0.3,
                weapon.pen * (0.5 if weapon.h and "c" in target.ratings.front_flags else 1.0) - target.ratings.front,
            )
            best = max(best, min(1.0, 0.5 * weapon.rof * (1.0 - 0.83 ** min(10.0, dice))))
    return best


def _together(view: View, stand: FistStand, points: Floats) -> Floats:
    """A stand that strays from its unit has to come back."""
    if cohesion.exempt(view, stand):
        return np.zeros(len(points))
    mates = [s for s in cohesion.members(view, stand) if s.id != stand.id]
    if not mates:
        return np.zeros(len(points))
    places = np.array([(s.x, s.y) for s in mates])
    away = np.hypot(points[:, None, 0] - places[None, :, 0], points[:, None, 1] - places[None, :, 1]).min(axis=1)
    spare = cohesion.distance(view, stand) + 0.8
    slack = 0.15 if any(movement.left(s) > 1.0 and not s.move_done for s in mates) else 1.0
    return np.asarray(-ALONE * slack * np.minimum(3.0, np.maximum(0.0, away - spare) / 2.0))


def facing_at(view: View, stand: FistStand, x: float, y: float) -> float | None:
    """The heading that shows the front to the worst enemy."""
    foes = [e for e in units.enemies(view, stand.side) if e.ratings.weapons and not units.is_heli(e)]
    if not units.is_afv(stand) or not foes:
        return None
    from wargame.board import bearing

    near = max(foes, key=lambda e: _power(e, stand) / (4.0 + float(np.hypot(e.x - x, e.y - y))))
    return bearing(x, y, near.x, near.y)
