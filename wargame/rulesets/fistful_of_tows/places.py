"""How good it is for a stand to be somewhere: the computer's field, many points at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wargame.board import CostField, eyes, field, sight_matrix
from wargame.engine.view import View
from wargame.rulesets.fistful_of_tows import cohesion, movement, units, worth
from wargame.rulesets.fistful_of_tows.attack import long_range
from wargame.rulesets.fistful_of_tows.ground import row
from wargame.rulesets.fistful_of_tows.state import FistStand, state_of

Floats = NDArray[np.float64]
PER_TURN = 2.2
NO_WAY = 120.0
COVER, ON_IT, ALONE = 0.5, 3.5, 1.2
FIRE, DANGER = 0.35, 0.3
CLOSE_IN = 2.2
CELL_IN = 1.0


def worth_of_places(view: View, stand_id: str, points: Floats) -> Floats:
    """Worth of places (n, 2): the way to the goal, holding it, fire, danger, cover, keeping together."""
    stand = state_of(view).stands[stand_id]
    if not len(points):
        return np.zeros(0)
    found = _way(view, stand, points) + _holding(view, stand, points)
    covered = _covered(view, points)
    found += COVER * covered + _fight(view, stand, points, covered)
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


def _way(view: View, stand: FistStand, points: Floats) -> Floats:
    goal = goal_of(view, stand)
    if goal is None:
        return np.zeros(len(points))
    x, y, radius, take = goal
    costs = way_field(view, stand, (x, y)).cost_many(points)
    away = np.hypot(points[:, 0] - x, points[:, 1] - y)
    costs = np.where(np.isfinite(costs), costs, NO_WAY + away)
    stop = radius * 0.6 if take and units.is_armed(stand) else radius + 3.0
    late = 0.6 + view.state.turn / max(1, view.setup.turn_limit)
    pace = max(2.0, units.allowance(stand))
    return np.asarray(-(PER_TURN if take else 0.8) * late * np.maximum(0.0, costs - stop) / pace)


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


def _covered(view: View, points: Floats) -> Floats:
    codes, names = view.board.terrain_many(points)
    table = np.array([float(row(name).get("save", 0) > 0) for name in (*names, "clear")])
    return np.asarray(table[np.where((codes >= 0) & (codes < len(names)), codes, len(names))])


def _fight(view: View, stand: FistStand, points: Floats, covered: Floats) -> Floats:
    """Enemies that could be fired at from there, and that could fire there."""
    foes = [e for e in units.enemies(view, stand.side) if not units.is_heli(e)]
    if not foes:
        return np.zeros(len(points))
    places = np.array([(e.x, e.y) for e in foes])
    away = np.hypot(points[:, None, 0] - places[None, :, 0], points[:, None, 1] - places[None, :, 1])
    clear = sight_matrix(view.board, eyes(view.board, points), eyes(view.board, places)) < 0
    reach = _reach(stand)
    prizes = np.array([worth.value(view, e) for e in foes])
    mine = np.where(clear & (away <= reach), prizes[None, :] * _hurts(stand, foes)[None, :], 0.0).max(axis=1)
    theirs = np.array([_reach(e) for e in foes])
    danger = np.where(clear & (away <= theirs[None, :]), _hurt_by(stand, foes)[None, :], 0.0)
    own = worth.value(view, stand)
    risk = DANGER * own * np.minimum(2.0, danger.sum(axis=1)) * (1.0 - 0.4 * covered)
    near = np.where(away < CLOSE_IN + 0.9, 1.0, 0.0).max(axis=1)
    return np.asarray(FIRE * mine - risk - near * own * (0.5 if units.is_vehicle(stand) else 0.1))


def _reach(stand: FistStand) -> float:
    found = [float(w.rng if w.is_missile else long_range(w.rng)) for w in stand.ratings.weapons if w.id != "rockets"]
    return max(found, default=0.0)


def _hurts(stand: FistStand, foes: list[FistStand]) -> Floats:
    return np.array([_power(stand, e) for e in foes])


def _hurt_by(stand: FistStand, foes: list[FistStand]) -> Floats:
    return np.array([_power(e, stand) for e in foes])


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
