"""How good it is for a unit to be somewhere: the computer's field, many points at once.

The worth of a place counts the shot that the unit may still have from it in this go, so it compares with the worth of
an attack that it might make instead of moving.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wargame.board import CostField, field
from wargame.engine.view import View
from wargame.rulesets.fascist_vipers import acts, compulsory, goals, movement, places_fight, units, worth
from wargame.rulesets.fascist_vipers.exchange_odds import cover_at
from wargame.rulesets.fascist_vipers.goals import Goal
from wargame.rulesets.fascist_vipers.observation import is_hidden, known_enemies, on_table, state_of
from wargame.rulesets.fascist_vipers.state import VipersStand

Floats = NDArray[np.float64]
COVER = 0.6
PER_TURN = 4.0
"""What a turn of the way to something that has to be taken is worth; and to something that is held."""
PER_TURN_HOLDING = 1.4
NO_WAY = 200.0
ON_IT = {True: 9.0, False: 4.0}
"""Worth of the first teeth-arm unit on a primary, and on another objective."""
SHARE = (1.0, 0.45, 0.2, 0.08)
"""Of which the next ones get less."""
CROWDED = 0.5
"""Loss for each friend so near that one burst covers both."""
UNSEEN = 2.5
"""Worth of still being on the map only: who moves may be seen."""
MUST = 40.0
"""Worth of the whole of a move that the rulebook demands."""
WELL_WITHIN = 0.7
"""A unit that has work to do goes so near to the middle of the place, in parts of its radius."""
OWN_SHELLS = 0.3
STRAY_IN = 2.5
"""Chance, about, of being lost to one's own planned fire, and how far it strays from its aim."""
HQ_BEHIND_IN = 5.0


def worth_of_places(view: View, stand_id: str, points: Floats) -> Floats:
    """Worth of places (n, 2): the way to the goal, holding it, cover, the shot from there, and the danger."""
    stand = state_of(view).stands[stand_id]
    if not len(points):
        return np.zeros(0)
    limits = compulsory.limits(view, stand)
    if limits.goal is not None:
        return _demanded(stand, limits.goal, points)
    plan = goals.goals(view, stand.side)
    goal = plan.get(state_of(view).root(stand.group).id)
    covered = cover_at(view, stand, points)
    late = state_of(view).turn / max(1, view.setup.turn_limit)
    caution = places_fight.CAUTION * _odds_against(view, stand)
    if goal is not None and goal.take:
        caution *= 1.15 - 0.75 * late
    work = _work(view, stand, points)
    found = _way(view, stand, goal, points, late) if work is None else work
    found += _holding(view, stand, points, late)
    found += places_fight.fight(view, stand, points, covered, caution)
    found += COVER * covered - CROWDED * _friends(view, stand, points)
    found -= _own_shells(view, stand, points)
    if is_hidden(view, stand):
        here = np.hypot(points[:, 0] - stand.x, points[:, 1] - stand.y) < places_fight.HERE_IN
        found += UNSEEN * here
    return found


def _odds_against(view: View, stand: VipersStand) -> float:
    """Known enemies for each unit of one's own: each of them has but one shot a go."""
    key = ("odds against", stand.side)
    if key not in view.kept:
        mine = sum(units.is_armed(s) for s in on_table(view, stand.side))
        theirs = sum(units.is_armed(e) for e in known_enemies(view, stand.side))
        view.kept[key] = min(1.2, max(0.3, theirs / max(1, mine)))
    return float(view.kept[key])


def _demanded(stand: VipersStand, goal: tuple[float, float], points: Floats) -> Floats:
    away = np.hypot(points[:, 0] - goal[0], points[:, 1] - goal[1])
    return np.asarray(-MUST * away / max(1.0, movement.allowance(stand)))


# ---------------------------------------------------------------- the way


def _way(view: View, stand: VipersStand, goal: Goal | None, points: Floats, late: float) -> Floats:
    if goal is None:
        return np.zeros(len(points))
    costs = way_costs(view, stand, goal, np.vstack([points, _comrades(view, stand)]))
    there, comrades = costs[: len(points)], costs[len(points) :]
    stop = _stop(stand, goal, comrades)
    pace = max(1.0, movement.allowance(stand))
    per_turn = (PER_TURN if goal.take else PER_TURN_HOLDING) * (0.75 + late)
    found = -per_turn * np.maximum(0.0, there - stop) / pace
    if units.is_hq(stand):
        found -= per_turn * np.maximum(0.0, stop - there) / pace
    elif goal.take and len(comrades):
        found -= 0.5 * per_turn * np.maximum(0.0, np.median(comrades) - 1.5 * pace - there) / pace
    return np.asarray(found)


def way_costs(view: View, stand: VipersStand, goal: Goal, points: Floats) -> Floats:
    """Points of movement from places to a goal; very many where there is no way."""
    costs = way_field(view, stand, goal).cost_many(points)
    away = np.hypot(points[:, 0] - goal.x, points[:, 1] - goal.y)
    return np.asarray(np.where(np.isfinite(costs), costs, NO_WAY + away))


def way_field(view: View, stand: VipersStand, goal: Goal) -> CostField:
    """Points of movement from everywhere to a goal, for a unit's way of moving."""
    return field(view.board, ((goal.x, goal.y),), units.movement_class(stand), goals.WAY_CELL_IN)


def _comrades(view: View, stand: VipersStand) -> Floats:
    rows = state_of(view).command(stand.group)
    return np.array([(s.x, s.y) for s in rows if s.in_play and s.id != stand.id and units.is_teeth(s)]).reshape(-1, 2)


def _stop(stand: VipersStand, goal: Goal, comrades: Floats) -> float:
    """How near to the goal, in points of movement, it has no need to go nearer."""
    if units.is_hq(stand):
        return float(np.median(comrades)) + HQ_BEHIND_IN if len(comrades) else 10.0
    if units.is_teeth(stand):
        return 0.6 * goal.radius_in if goal.take else goal.radius_in + 2.0
    reach = max(stand.ratings.range_soft, stand.ratings.range_armour, 0.8 * stand.ratings.indirect_range)
    return max(goal.radius_in, 0.6 * reach)


def _work(view: View, stand: VipersStand, points: Floats) -> Floats | None:
    """The way to where the scenario wants something done that this unit can do; None: there is no such place."""
    there = acts.places_to_work(view, stand)
    if not there:
        return None
    x, y, radius = min(there, key=lambda one: (one[0] - stand.x) ** 2 + (one[1] - stand.y) ** 2)
    away = np.hypot(points[:, 0] - x, points[:, 1] - y)
    return np.asarray(-PER_TURN * np.maximum(0.0, away - WELL_WITHIN * radius) / max(1.0, movement.allowance(stand)))


# ---------------------------------------------------------------- holding


def _holding(view: View, stand: VipersStand, points: Floats, late: float) -> Floats:
    """Being on an objective: much for the first teeth-arm unit, little for the fourth."""
    found = np.zeros(len(points))
    if not units.is_teeth(stand):
        return found
    friends = [s for s in on_table(view, stand.side) if units.is_teeth(s) and s.id != stand.id]
    for one in view.state.objectives.values():
        there = np.hypot(points[:, 0] - one.x, points[:, 1] - one.y) <= one.radius_in + stand.base.depth_in / 2 - 0.05
        if there.any():
            others = sum((s.x - one.x) ** 2 + (s.y - one.y) ** 2 <= (one.radius_in + 0.3) ** 2 for s in friends)
            share = SHARE[others] if others < len(SHARE) else 0.0
            found += np.where(there, ON_IT[one.primary] * share * (0.6 + late), 0.0)
    return found


def _own_shells(view: View, stand: VipersStand, points: Floats) -> Floats:
    """The danger of what one's own batteries have been told to fire next turn."""
    found, state = np.zeros(len(points)), state_of(view)
    for plot in state.plots:
        if plot.side == stand.side and not plot.done and plot.turn == state.turn + 1 and plot.stand in state.stands:
            near = state.stands[plot.stand].ratings.burst / 2 + STRAY_IN
            away = np.hypot(points[:, 0] - plot.x, points[:, 1] - plot.y)
            found += OWN_SHELLS * worth.loss(view, stand) * np.clip(1.5 - away / near, 0.0, 1.0)
    return found


def _friends(view: View, stand: VipersStand, points: Floats) -> Floats:
    near = [s for s in on_table(view, stand.side) if s.id != stand.id and abs(s.x - stand.x) + abs(s.y - stand.y) < 30]
    if not near:
        return np.zeros(len(points))
    places = np.array([(s.x, s.y) for s in near])
    away = np.hypot(points[:, None, 0] - places[None, :, 0], points[:, None, 1] - places[None, :, 1])
    return np.asarray((away < 1.3).sum(axis=1), np.float64)
