"""How a man in a house gets out of it: by which door, window or breach, how far it is. The computer's look.

Rules that it follows: NUT-BLDG-04, NUT-BLDG-05.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from wargame.board import Board, snap
from wargame.rulesets.clash_of_titans import passages, rooms
from wargame.rulesets.clash_of_titans.plans import Opening
from wargame.rulesets.clash_of_titans.rooms import Building
from wargame.rulesets.clash_of_titans.state import ClashStand

Floats = NDArray[np.float64]
Point = tuple[float, float]
Way = tuple[Point, ...]
CLEAR_IN = 0.8
"""So far from a wall a man's base is clear of it."""
STEP_IN = 4.0
"""So far beyond the opening he looks for a place to go on to."""


def house_of(board: Board, stand: ClashStand, goal: Point) -> Building | None:
    """The house that a man has to leave on his way to a place; None if he is in none, or goes to one in it."""
    if not stand.is_man or stand.floor:
        return None
    house = rooms.building_at(board, stand.x, stand.y)
    if house is None or rooms.building_at(board, *goal) is house:
        return None
    return house


def costs(
    board: Board, house: Building, points: Floats, outside: Floats, way: Callable[[Floats], Floats], full_in: float
) -> Floats:
    """Inches of movement from places: `outside`, and for those in the house by its best opening and on from there.

    `way`: inches from places in the open; `full_in`: a normal move, half of which a window costs.
    """
    inside = np.array([rooms.building_at(board, x, y) is house for x, y in points.tolist()], np.bool_)
    doors = _openings(house)
    if not inside.any() or not doors:
        return outside
    on = way(np.array([_beside(o, CLEAR_IN) for o in doors]))
    found = outside.copy()
    found[inside] = np.min(
        [o.distances_to(points[inside]) + _cost(o, full_in) + on[n] for n, o in enumerate(doors)], axis=0
    )
    return found


def ways(board: Board, stand: ClashStand, goal: Point, allowance: float) -> Iterator[Way]:
    """Paths through each opening of his room and on towards a place, as far as so many inches may lead."""
    house = house_of(board, stand, goal)
    area = house.area_at(stand.x, stand.y) if house is not None else None
    if house is None or area is None:
        return
    for opening in house.openings_of(0, area.number):
        inner, outer = _beside(opening, -CLEAR_IN), _beside(opening, CLEAR_IN)
        left = allowance - math.dist((stand.x, stand.y), inner) - 2 * CLEAR_IN - _cost(opening, allowance)
        away = math.dist(outer, goal)
        if left > 0.0 and away > 1e-6:
            far = min(left, away, STEP_IN) / away
            yield inner, outer, (snap(_on(outer[0], goal[0], far)), snap(_on(outer[1], goal[1], far)))
        yield inner, outer


def _on(start: float, end: float, share: float) -> float:
    return start + (end - start) * share


def _openings(house: Building) -> list[Opening]:
    return [o for o in house.openings if o.floor == 0 and house.is_outer(o)]


def _cost(opening: Opening, full_in: float) -> float:
    """What getting through costs besides the way. Rule: NUT-BLDG-04."""
    return full_in / 2 if opening.kind == "window" else 0.0 if opening.kind == "door" else passages.BREACH_IN


def _beside(opening: Opening, out_in: float) -> Point:
    angle = math.radians(opening.normal_deg)
    return snap(opening.x + out_in * math.cos(angle)), snap(opening.y + out_in * math.sin(angle))
