"""Outlines of generated ground: woods and hills as rounded blobs, ravines as strips, houses as rectangles. Inches.

A shape follows from one number (thrown by the caller), so the same number gives the same outline for ever.
"""

from __future__ import annotations

import math

from wargame.board import snap_point
from wargame.engine.dice import noise

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Ring = tuple[Point, ...]


def blob(box: Box, share: float, key: int, corners: int, rough: float) -> Ring:
    """A rounded area in a box (left, lower, right, upper) that fills about this share of it, open ring."""
    x0, y0, x1, y1 = box
    w, h = x1 - x0, y1 - y0
    scale = math.sqrt(min(0.95, share) / math.pi)
    rx, ry = scale * w, scale * h
    cx = (x0 + x1) / 2 + (noise(key, 1) - 0.5) * max(0.0, w - 2 * rx * (1 + rough))
    cy = (y0 + y1) / 2 + (noise(key, 2) - 0.5) * max(0.0, h - 2 * ry * (1 + rough))
    turn = noise(key, 3)
    ring = []
    for i in range(corners):
        angle = 2 * math.pi * (i + turn) / corners
        swing = 1 + rough * (2 * noise(key, 4, i) - 1)
        x, y = cx + rx * swing * math.cos(angle), cy + ry * swing * math.sin(angle)
        ring.append(snap_point(min(x1, max(x0, x)), min(y1, max(y0, y))))
    return tuple(ring)


def strip(centre: Point, direction_deg: float, length_in: float, width_in: float, box: Box) -> Ring:
    """A rectangle along a direction, cut to a box: the open ring of a ravine."""
    ux, uy = math.cos(math.radians(direction_deg)), math.sin(math.radians(direction_deg))
    a, b = length_in / 2, width_in / 2
    corners = [
        (centre[0] + s * a * ux - t * b * uy, centre[1] + s * a * uy + t * b * ux)
        for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return tuple(snap_point(*point) for point in clip(corners, box))


def clip(ring: list[Point], box: Box) -> list[Point]:
    """A convex ring cut to a box (Sutherland and Hodgman)."""
    x0, y0, x1, y1 = box
    for axis, bound, keep_above in ((0, x0, True), (0, x1, False), (1, y0, True), (1, y1, False)):
        found: list[Point] = []
        for i, here in enumerate(ring):
            before = ring[i - 1]
            inside = here[axis] >= bound if keep_above else here[axis] <= bound
            was_inside = before[axis] >= bound if keep_above else before[axis] <= bound
            if inside != was_inside:
                t = (bound - before[axis]) / (here[axis] - before[axis])
                found.append((before[0] + t * (here[0] - before[0]), before[1] + t * (here[1] - before[1])))
            if inside:
                found.append(here)
        ring = found
    return ring


def rectangle(x: float, y: float, width_in: float, depth_in: float) -> Ring:
    """A rectangle with its lower left corner at a point, open ring."""
    return (
        snap_point(x, y),
        snap_point(x + width_in, y),
        snap_point(x + width_in, y + depth_in),
        snap_point(x, y + depth_in),
    )


def overlap(a: Box, b: Box, apart_in: float = 0.0) -> bool:
    """Do two boxes touch or come nearer to each other than so many inches?"""
    return not (
        a[2] + apart_in <= b[0] or b[2] + apart_in <= a[0] or a[3] + apart_in <= b[1] or b[3] + apart_in <= a[1]
    )


def box_of(ring: Ring) -> Box:
    """The box round a ring."""
    xs, ys = [p[0] for p in ring], [p[1] for p in ring]
    return min(xs), min(ys), max(xs), max(ys)


def middle(ring: Ring) -> Point:
    """The middle of the box round a ring."""
    x0, y0, x1, y1 = box_of(ring)
    return (x0 + x1) / 2, (y0 + y1) / 2


def nearest_on(ring: Ring, at: Point) -> Point:
    """The point of a ring nearest to a place."""
    best, found = math.inf, ring[0]
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        dx, dy = b[0] - a[0], b[1] - a[1]
        square = dx * dx + dy * dy
        t = 0.0 if square == 0.0 else max(0.0, min(1.0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / square))
        point = (a[0] + t * dx, a[1] + t * dy)
        apart = math.dist(point, at)
        if apart < best:
            best, found = apart, point
    return found
