"""Small plane geometry that the board has no question for: a ring shrunk, points and lines against a ring."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

Point = tuple[float, float]
Ring = tuple[Point, ...]


def centroid(ring: Sequence[Point]) -> Point:
    """The centre of area of a closed ring (first point repeated at the end)."""
    area = x = y = 0.0
    for (x0, y0), (x1, y1) in pairwise(ring):
        cross = x0 * y1 - x1 * y0
        area += cross
        x += (x0 + x1) * cross
        y += (y0 + y1) * cross
    return x / (3.0 * area), y / (3.0 * area)


def shrunk(ring: Sequence[Point], scale: float) -> Ring:
    """The ring made smaller about its centroid."""
    cx, cy = centroid(ring)
    return tuple((cx + (x - cx) * scale, cy + (y - cy) * scale) for x, y in ring)


def is_in(ring: Sequence[Point], x: float, y: float) -> bool:
    """Is a point inside a closed ring?"""
    inside = False
    for (x0, y0), (x1, y1) in pairwise(ring):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
    return inside


def runs(ring: Sequence[Point], a: Point, b: Point) -> list[tuple[float, float]]:
    """Stretches of the line from a to b inside a closed ring, in inches from a."""
    length = math.dist(a, b)
    if length < 1e-9:
        return []
    cuts = sorted({0.0, 1.0, *_cuts(ring, a, b)})
    found: list[tuple[float, float]] = []
    for s, t in pairwise(cuts):
        middle = (s + t) / 2
        if is_in(ring, a[0] + (b[0] - a[0]) * middle, a[1] + (b[1] - a[1]) * middle):
            if found and abs(found[-1][1] - s * length) < 1e-9:
                found[-1] = (found[-1][0], t * length)
            else:
                found.append((s * length, t * length))
    return found


def _cuts(ring: Sequence[Point], a: Point, b: Point) -> list[float]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    found = []
    for (x0, y0), (x1, y1) in pairwise(ring):
        ex, ey = x1 - x0, y1 - y0
        across = dx * ey - dy * ex
        if abs(across) < 1e-12:
            continue
        t = ((x0 - a[0]) * ey - (y0 - a[1]) * ex) / across
        u = ((x0 - a[0]) * dy - (y0 - a[1]) * dx) / across
        if 0.0 <= t <= 1.0 and 0.0 <= u <= 1.0:
            found.append(t)
    return found


def to_ring(ring: Sequence[Point], x: float, y: float) -> float:
    """Inches from a point to the border of a ring."""
    return min(to_leg(p, q, x, y) for p, q in pairwise(ring))


def to_leg(p: Point, q: Point, x: float, y: float) -> float:
    """Inches from a point to a straight leg."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = dx * dx + dy * dy
    t = 0.0 if length == 0.0 else min(1.0, max(0.0, ((x - p[0]) * dx + (y - p[1]) * dy) / length))
    return math.hypot(p[0] + t * dx - x, p[1] + t * dy - y)
