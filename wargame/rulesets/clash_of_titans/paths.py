"""Pieces of paths: cut short, what is left of them, their length. Inches along the path."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from wargame.board.movement import along, path_length

Point = tuple[float, float]


def cut(path: Sequence[Point], inches: float) -> tuple[Point, ...]:
    """The path up to so many inches."""
    done: list[Point] = [path[0]]
    gone = 0.0
    for a, b in pairwise(path):
        length = math.dist(a, b)
        if gone + length >= inches - 1e-9:
            break
        done.append(b)
        gone += length
    end = along(path, inches)
    return (*done, end) if math.dist(done[-1], end) > 1e-9 else tuple(done)


def rest(path: Sequence[Point], inches: float) -> tuple[Point, ...]:
    """The path from so many inches on."""
    gone, kept = 0.0, []
    for a, b in pairwise(path):
        gone += math.dist(a, b)
        if gone > inches + 1e-9:
            kept.append(b)
    return (along(path, inches), *kept)


def without_repeats(points: Sequence[Point]) -> tuple[Point, ...]:
    """The points without those that repeat the one before."""
    kept = [points[0]]
    for point in points[1:]:
        if math.dist(kept[-1], point) > 1e-9:
            kept.append(point)
    return tuple(kept)


def cut_at(path: Sequence[Point], at: Point) -> tuple[Point, ...]:
    """The path up to a point that lies on it."""
    done: list[Point] = [path[0]]
    for a, b in pairwise(path):
        if math.dist(a, at) + math.dist(at, b) <= math.dist(a, b) + 1e-6:
            return (*done, at)
        done.append(b)
    return tuple(done)


def length(path: Sequence[Point]) -> float:
    """Inches of a path."""
    return path_length(path)
