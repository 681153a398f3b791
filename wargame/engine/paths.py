"""Bases along a path: where they come near to something. A moving base faces along each leg, or keeps a heading.

Places on a path are inches from its start.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence

from wargame.board import Base, Footprint, along, bearing, gap, path_length

Point = tuple[float, float]
LEAST_STEP_IN = 0.02
SAMPLE_IN = 0.1
PRECISION_IN = 1e-4
TOUCHING_IN = 0.0005
Test = Callable[[Footprint], bool]


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
    kept = [b for before, _, b, length, _ in legs(path) if before + length > inches + 1e-9]
    return (start, *kept)


def at(base: Base, a: Point, b: Point, length: float, facing: float, inches: float) -> Footprint:
    """The base so many inches along a leg."""
    share = inches / length
    return Footprint(base, a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, facing)


def comes_within(
    base: Base, path: Sequence[Point], other: Footprint, limit: float, heading: float | None = None
) -> float | None:
    """Inches at which the gap to a base that stands still first is no more than `limit`; None: never.

    A base that is that near already must move away: its centre may not come nearer while the gap lasts; else the place
    where it would is given. Legs that lie on one line count as one.
    """
    reach = limit + base.radius + other.base.radius
    for before, a, b, length, ahead in legs(path):
        if _passes_far(a, b, (other.x, other.y), reach):
            continue
        facing = ahead if heading is None else heading
        first = gap(at(base, a, b, length, facing, 0.0), other)
        if first <= limit:
            if _leaves(a, b, other):
                continue
            return before
        found = _trace(base, a, b, length, facing, other, limit)
        if found is not None:
            return before + found
    return None


def touches(base: Base, path: Sequence[Point], other: Footprint) -> float | None:
    """Inches at which the moving base first touches another; None: never."""
    reach = base.radius + other.base.radius
    for before, a, b, length, facing in legs(path):
        if not _passes_far(a, b, (other.x, other.y), reach):
            found = _trace(base, a, b, length, facing, other, TOUCHING_IN)
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


def _trace(
    base: Base, a: Point, b: Point, length: float, facing: float, other: Footprint, limit: float
) -> float | None:
    """Steps along a leg by what the gap leaves free, so that nothing is stepped over, and closes in on the first
    place."""
    last, here = 0.0, 0.0
    while True:
        spare = gap(at(base, a, b, length, facing, here), other) - limit
        if spare <= 0.0:
            return _close_in(lambda s: gap(at(base, a, b, length, facing, s), other) <= limit, last, here)
        if here >= length:
            return None
        last, here = here, min(length, here + max(spare, LEAST_STEP_IN))


def _close_in(holds: Callable[[float], bool], low: float, high: float) -> float:
    while high - low > PRECISION_IN:
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def first_time(base: Base, path: Sequence[Point], test: Test) -> float | None:
    """Inches at which a test of the moving base first holds, looked for every tenth of an inch and closed in on."""
    last: float | None = None
    for inches in stations(path):
        if test(place_at(base, path, inches)):
            if last is None:
                return inches
            return _close_in(lambda s: test(place_at(base, path, s)), last, inches)
        last = inches
    return None


def stations(path: Sequence[Point]) -> list[float]:
    """Every tenth of an inch along a path, and its end."""
    total = path_length(path)
    return [n * SAMPLE_IN for n in range(math.ceil(total / SAMPLE_IN - 1e-9))] + [total]


def place_at(base: Base, path: Sequence[Point], inches: float, heading: float | None = None) -> Footprint:
    """The moving base so many inches along its path; `heading` where it keeps one."""
    facing = heading or 0.0
    for before, a, b, length, ahead in legs(path):
        facing = ahead if heading is None else heading
        if inches <= before + length + 1e-9:
            return at(base, a, b, length, facing, min(length, max(0.0, inches - before)))
    x, y = path[-1]
    return Footprint(base, x, y, facing)
