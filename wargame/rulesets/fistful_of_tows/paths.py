"""Bases along a path: where they come near to something. A moving base faces along each leg. Inches along the path."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence

from wargame.board import Base, Footprint, along, bearing, gap

Point = tuple[float, float]
STEP_IN = 0.02
CLOSE_IN = 1e-4


def legs(path: Sequence[Point]) -> Iterator[tuple[float, Point, Point, float, float]]:
    """Gives (inches before it, start, end, length, facing) for each leg that is longer than nothing."""
    before = 0.0
    for a, b in itertools.pairwise(path):
        length = math.dist(a, b)
        if length > 1e-9:
            yield before, a, b, length, bearing(*a, *b)
            before += length


def cut(path: Sequence[Point], inches: float) -> tuple[Point, ...]:
    """The path up to so many inches."""
    done: list[Point] = [path[0]]
    for before, _, b, length, _ in legs(path):
        if before + length >= inches - 1e-9:
            break
        done.append(b)
    end = along(path, inches)
    return (*done, end) if math.dist(done[-1], end) > 1e-9 else tuple(done)


def rest(path: Sequence[Point], inches: float) -> tuple[Point, ...]:
    """The path from so many inches on."""
    start = along(path, inches)
    return (start, *(b for before, _, b, length, _ in legs(path) if before + length > inches + 1e-9))


def place_at(base: Base, path: Sequence[Point], inches: float, heading: float | None = None) -> Footprint:
    """The moving base so many inches along its path; `heading` where it keeps one."""
    facing = heading or 0.0
    for before, a, b, length, way in legs(path):
        facing = way if heading is None else heading
        if inches <= before + length + 1e-9:
            share = min(1.0, max(0.0, (inches - before) / length))
            return Footprint(base, a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, facing)
    return Footprint(base, *path[-1], facing)


def station(
    base: Base, path: Sequence[Point], other: Footprint, limit: float, heading: float | None = None
) -> float | None:
    """Inches at which the gap to a base that stands still first is no more than `limit`; None: never, or only while
    it moves away from a place that is that near already."""
    reach = limit + base.radius + other.base.radius
    for before, a, b, length, way in legs(path):
        if _passes_far(a, b, (other.x, other.y), reach):
            continue
        facing = way if heading is None else heading

        def spare(inches: float, a: Point = a, b: Point = b, length: float = length, facing: float = facing) -> float:
            share = inches / length
            here = Footprint(base, a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, facing)
            return gap(here, other) - limit

        if spare(0.0) <= 0.0 and _leaves(a, b, other):
            continue
        found = _trace(spare, length)
        if found is not None:
            return before + found
    return None


def _leaves(a: Point, b: Point, other: Footprint) -> bool:
    return (a[0] - other.x) * (b[0] - a[0]) + (a[1] - other.y) * (b[1] - a[1]) >= -1e-9


def _passes_far(a: Point, b: Point, c: Point, reach: float) -> bool:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else max(0.0, min(1.0, ((c[0] - a[0]) * dx + (c[1] - a[1]) * dy) / square))
    return math.dist((a[0] + t * dx, a[1] + t * dy), c) > reach + 1e-6


def _trace(spare: Callable[[float], float], length: float) -> float | None:
    """Steps along by what the gap leaves free, so that nothing is stepped over, and closes in on the first place."""
    last = here = 0.0
    while True:
        free = spare(here)
        if free <= 0.0:
            return _close_in(lambda s: spare(s) <= 0.0, last, here)
        if here >= length:
            return None
        last, here = here, min(length, here + max(free, STEP_IN))


def _close_in(holds: Callable[[float], bool], low: float, high: float) -> float:
    while high - low > CLOSE_IN:
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
