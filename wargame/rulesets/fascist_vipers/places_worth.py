"""How good it is for a unit to be somewhere: the computer's field, many points at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wargame.board import field
from wargame.board.sight import eyes, sight_matrix
from wargame.engine.view import View
from wargame.rulesets.fascist_vipers import fire, movement, units, worth
from wargame.rulesets.fascist_vipers.ground import rows_that, terrain_rows
from wargame.rulesets.fascist_vipers.observation import known_enemies, state_of
from wargame.rulesets.fascist_vipers.state import VipersStand

Floats = NDArray[np.float64]
COVER = 1.5
PER_TURN_OF_WAY = -1.2
"""Worth of each turn of movement between a place and the objective that matters."""
DANGER = 0.25
CHANCE_TO_HIT = 0.15


def worth_of_places(view: View, stand_id: str, points: Floats) -> Floats:
    """Worth of places (n, 2): the way to the objective, cover, what could be shot at from there and what could shoot
    back."""
    stand = state_of(view).stands[stand_id]
    found = _way(view, stand, points) + COVER * _cover(view, stand, points)
    return found + _shooting(view, stand, points)


def _way(view: View, stand: VipersStand, points: Floats) -> Floats:
    goals = _goals(view, stand)
    if not goals:
        return np.zeros(len(points))
    pace = max(1.0, movement.allowance(stand))
    costs = field(view.board, goals, units.movement_class(stand)).cost_many(points)
    costs = np.where(np.isfinite(costs), costs, 200.0)
    return np.asarray(PER_TURN_OF_WAY * costs / pace)


def _goals(view: View, stand: VipersStand) -> tuple[tuple[float, float], ...]:
    """The group's own objective, else those that the side has to take, else those that it has to keep."""
    state = state_of(view)
    group = state.groups.get(stand.group)
    if group is not None and group.objective in state.objectives:
        own = state.objectives[group.objective]
        return ((own.x, own.y),)
    rows = sorted(state.objectives.values(), key=lambda o: o.id)
    wanted = [(o.x, o.y) for o in rows if o.holder != stand.side] or [(o.x, o.y) for o in rows]
    if state.sides[stand.side].role == "defender":
        wanted = [(o.x, o.y) for o in rows if o.holder == stand.side] or wanted
    return tuple(wanted)


def _cover(view: View, stand: VipersStand, points: Floats) -> Floats:
    codes, names = view.board.terrain_many(points)
    worths = []
    for row in names:
        kind = terrain_rows().get(row, {}).get("cover", "none")
        barred = row in rows_that("foot_and_guns_rows") and units.is_vehicle(stand)
        worths.append(0.0 if barred else {"cover": 1.0, "strong": 1.6}.get(str(kind), 0.0))
    table = np.array([*worths, 0.0])
    return np.asarray(table[np.where(codes < 0, len(worths), codes)])


def _shooting(view: View, stand: VipersStand, points: Floats) -> Floats:
    """Best target in range and sight from each place, less the danger of those that could hit back."""
    enemies = known_enemies(view, stand.side)
    if not enemies or not len(points):
        return np.zeros(len(points))
    places = np.array([(e.x, e.y) for e in enemies])
    clear = sight_matrix(view.board, eyes(view.board, points), eyes(view.board, places)) < 0
    away = np.hypot(points[:, None, 0] - places[None, :, 0], points[:, None, 1] - places[None, :, 1])
    ours = np.array([_hits(stand, e) for e in enemies])
    theirs = np.array([_hits(e, stand) for e in enemies])
    reach = np.array([fire.reach_of(stand, e.ratings.armour_class) for e in enemies]) + 0.8
    their_reach = np.array([fire.reach_of(e, stand.ratings.armour_class) for e in enemies]) + 0.8
    gain = np.where(clear & (away <= reach), ours, 0.0).max(axis=1)
    risk = np.where(clear & (away <= their_reach), theirs, 0.0).sum(axis=1)
    return np.asarray(gain - DANGER * risk)


def _hits(firer: VipersStand, target: VipersStand) -> float:
    """Rough worth of a shot: nothing where it cannot penetrate from the front."""
    armour = target.ratings.armour_class
    if armour != "soft" and units.rank(firer.ratings.penetrates) < units.rank(armour):
        return 0.0
    dice = firer.ratings.dice_soft if armour == "soft" else firer.ratings.dice_armour
    return CHANCE_TO_HIT * dice * worth.value(target) / 4.0
