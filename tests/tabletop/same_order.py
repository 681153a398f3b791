"""Whether an order that the battle took is the one that was meant: a place by mouse is never the same to the hair."""

from __future__ import annotations

import math
from typing import Any

from wargame.engine.orders import Act, Assault, Fire, Move, Picked, Placed, Placement

NEAR_IN = 0.35
"""A pixel is up to 0.1 in, and at a limit one steps back."""
NEAR_DEG = 8.0
"""Keys turn by 15 and by 5 degrees."""


def same_order(meant: Any, given: Any) -> bool:
    """The same kind for the same stand with the same things named, places as near as a mouse gives them."""
    if type(meant) is not type(given):
        return False
    if isinstance(meant, Move):
        same = (meant.stand, meant.mode, meant.assault) == (given.stand, given.mode, given.assault)
        return same and _same_way(meant, given)
    if isinstance(meant, Assault):
        same_pair = (meant.stand, meant.target) == (given.stand, given.target)
        return same_pair and set(meant.supports) == set(given.supports)
    if isinstance(meant, Fire | Act) and meant.at is not None and given.at is not None:
        names = ("stand", "weapon", "targets", "act", "target")
        same_rest = all(getattr(meant, n, None) == getattr(given, n, None) for n in names)
        return same_rest and math.dist(meant.at, given.at) <= NEAR_IN
    if isinstance(meant, Placed):
        return all(_same_place(place, given.placements) for place in meant.placements)
    if isinstance(meant, Picked):
        return sorted(meant.items) == sorted(given.items)
    return bool(meant == given)


def _same_way(meant: Move, given: Move) -> bool:
    if bool(meant.path) != bool(given.path):
        return False
    return not meant.path or math.dist(meant.path[-1], given.path[-1]) <= NEAR_IN


def turned_otherwise(meant: Any, given: Any) -> bool:
    """Whether a stand was given another facing than meant, because the table turns in steps only."""
    if not isinstance(meant, Move) or meant.facing_deg is None:
        return False
    return given.facing_deg is None or abs((meant.facing_deg - given.facing_deg + 180) % 360 - 180) > NEAR_DEG


def _same_place(meant: Placement, given: tuple[Placement, ...]) -> bool:
    found = next((place for place in given if place.thing == meant.thing), None)
    if found is None or sorted(found.choices) != sorted(meant.choices):
        return False
    return math.dist((found.x, found.y), (meant.x, meant.y)) <= NEAR_IN
