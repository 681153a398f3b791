"""How good it is for a stand to be at a place, in victory points: objectives, cover, danger, and what it could hit."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from wargame.board import bearing, snap_facing
from wargame.engine.view import View
from wargame.rulesets.lightning_war import morale, points, sightlines, units
from wargame.rulesets.lightning_war.cover import shelters_at
from wargame.rulesets.lightning_war.deployment import enemy_ground
from wargame.rulesets.lightning_war.features import ground, spot_of, state_of, steps
from wargame.rulesets.lightning_war.location import known_enemies
from wargame.rulesets.lightning_war.state import WarStand
from wargame.rulesets.lightning_war.weapons import weapons

Floats = npt.NDArray[np.float64]
SHELTER = 0.5
NEAR = 0.9
"""What it is worth to be one step nearer to an objective that the enemy holds, fading with distance."""
DANGER = 0.35
SHARED = 0.45
"""What is left of the worth of an objective that a friend sits on."""
STAFF_SHARE = 0.3
PREY = 0.3


def worth_of_places(view: View, stand_id: str, places: Floats) -> Floats:
    """How good it is for a stand to be at each of these places (n, 2)."""
    stand = state_of(view).stands[stand_id]
    if not isinstance(stand, WarStand):
        return np.zeros(len(places))
    made = ground(view.board)
    found = np.zeros(len(places))
    for n, (x, y) in enumerate(places.tolist()):
        place = made.spot(x, y).place
        found[n] = _goals(view, stand, x, y, place) + _shelter(view, stand, x, y) + _enemies(view, stand, x, y, place)
    return found


def _goals(view: View, stand: WarStand, x: float, y: float, place: int) -> float:
    made = ground(view.board)
    total = 0.0
    defends = view.state.sides[stand.side].role == "defender"
    for objective in view.state.objectives.values():
        mine = objective.holder == stand.side
        away = steps(view, place, made.spot(objective.x, objective.y).place)
        inches = math.dist((x, y), (objective.x, objective.y))
        value = points.worth(objective) / 5.0 * (0.5 if mine and not defends else 0.9 if mine else 1.0)
        if any(s.id != stand.id for s in points.near(view, objective, stand.side)):
            value *= SHARED
        total = max(total, value * (NEAR * 3.0 / (1.0 + away) - 0.01 * inches))
        if inches <= points.radius(objective) and not units.is_staff(stand):
            total = max(total, value * (4.5 if not mine else 3.4))
    return STAFF_SHARE * total + _with_the_platoon(view, stand, x, y) if units.is_staff(stand) else total


def _with_the_platoon(view: View, stand: WarStand, x: float, y: float) -> float:
    """A headquarters belongs behind the middle of its squads."""
    squads = [s for s in morale.squads(view, stand.group) if s.in_play]
    if not squads:
        return 0.0
    middle = sum(s.x for s in squads) / len(squads), sum(s.y for s in squads) / len(squads)
    return -0.12 * math.dist((x, y), middle)


def _shelter(view: View, stand: WarStand, x: float, y: float) -> float:
    return SHELTER * shelters_at(view, x, y)


def _enemies(view: View, stand: WarStand, x: float, y: float, place: int) -> float:
    """Enemies that could fire at the place, less those that could be fired at from it."""
    total = 0.0
    reach = max((99 if arm.reach is None else arm.reach for arm in weapons(stand)), default=-1)
    staff = units.is_staff(stand)
    for enemy in known_enemies(view, stand.side):
        away = steps(view, place, spot_of(view, enemy).place)
        theirs = max((99 if arm.reach is None else arm.reach for arm in weapons(enemy)), default=-1)
        if away > max(reach, theirs) or not sightlines.line(view.board, (x, y), (enemy.x, enemy.y)).is_open:
            continue
        if away <= theirs and not staff:
            total -= DANGER * (1.0 - 0.6 * shelters_at(view, x, y))
        if away <= reach and not staff:
            total += PREY
    return total


def facing_at(view: View, stand: WarStand, x: float, y: float) -> float | None:
    """Towards the nearest known enemy, else to where he is looked for."""
    enemies = known_enemies(view, stand.side)
    if enemies:
        nearest = min(enemies, key=lambda e: math.dist((e.x, e.y), (x, y)))
        return snap_facing(bearing(x, y, nearest.x, nearest.y))
    return snap_facing(bearing(x, y, *enemy_ground(view, stand.side)))
