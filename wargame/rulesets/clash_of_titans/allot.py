"""Whom the dice of one shooting go to: the swath, the numbers of the targets, and the allotting of dice.

Rules: NUT-FIRE-06, NUT-GEO-09. Pure geometry of points; who may be a target at all says `targets`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from wargame.board import within
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite

Point = tuple[float, float]
Allotment = tuple[tuple[str, int], ...]
"""Targets in number order with their dice."""


def offset(origin: Point, first: Point, other: Point) -> tuple[float, float]:
    """Where a point lies as seen along the line to the first target: (inches along it, inches to the side)."""
    dx, dy = first[0] - origin[0], first[1] - origin[1]
    length = math.hypot(dx, dy)
    ox, oy = other[0] - origin[0], other[1] - origin[1]
    if length == 0.0:
        return 0.0, math.hypot(ox, oy)
    return (ox * dx + oy * dy) / length, abs(ox * dy - oy * dx) / length


def in_swath(origin: Point, first: Point, other: Point, width_in: float, range_in: float) -> bool:
    """Is the centre of a target in the strip? Rule: NUT-GEO-09."""
    cite("NUT-GEO-09")
    ahead, aside = offset(origin, first, other)
    return ahead >= 0.0 and within(ahead, range_in) and within(aside, width_in / 2)


def numbered(origin: Point, first: str, places: Mapping[str, Point]) -> tuple[str, ...]:
    """Targets in number order: the first, then by sideways distance from the line to it, ties by range.

    Rule: NUT-FIRE-06.
    """
    cite("NUT-FIRE-06")

    def key(name: str) -> tuple[float, float, str]:
        aside = offset(origin, places[first], places[name])[1]
        return round(aside, 3), round(math.dist(origin, places[name]), 3), name

    return (first, *sorted((name for name in places if name != first), key=key))


def spread(dice: int, targets: Sequence[str]) -> Allotment:
    """One die for each target in number order, then what is left from the first on again. Rule: NUT-FIRE-06."""
    cite("NUT-FIRE-06")
    chosen = targets[:dice]
    if not chosen:
        return ()
    each, left = divmod(dice, len(chosen))
    return tuple((name, each + (number < left)) for number, name in enumerate(chosen))


def in_order(origin: Point, wanted: Mapping[str, int], first: str, places: Mapping[str, Point]) -> Allotment:
    """An owner's allotment in number order. Rule: NUT-FIRE-06."""
    order = numbered(origin, first, {name: places[name] for name in wanted})
    return tuple((name, wanted[name]) for name in order)


def refusal(
    dice: int, origin: Point, wanted: Sequence[tuple[str, int]], places: Mapping[str, Point], reach_in: float
) -> Refusal | None:
    """Why an allotment (the first target first) is against the rules, or None. Rules: NUT-FIRE-06, NUT-GEO-09."""
    total = sum(count for _, count in wanted)
    if not wanted or total > dice:
        text = f"{total} dice are allotted; the weapon rolls {dice}."
        return Refusal(text=text, rules=(cite("NUT-FIRE-02"), cite("NUT-FIRE-06")), kind="malformed")
    if total < dice:
        text = f"Allot all {dice} dice; {total} are allotted."
        return Refusal(text=text, rules=(cite("NUT-FIRE-06"),), kind="malformed")
    first = wanted[0][0]
    for name, _ in wanted[1:]:
        if not in_swath(origin, places[first], places[name], dice, reach_in):
            aside = offset(origin, places[first], places[name])[1]
            text = f"Outside the swath: {aside:.1f} in from the line to the first target, {dice / 2:g} in allowed."
            return Refusal(text=text, rules=(cite("NUT-GEO-09"),), about=name)
    return None
