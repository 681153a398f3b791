"""The strip of a weapon: who stands in it. Inches. Rules: NUT-GEO-09, NUT-FLAM-01."""

from __future__ import annotations

import math

from wargame.board import HALF, Base, Footprint, bearing, gap
from wargame.engine.rules import cite

Point = tuple[float, float]


def place_in(origin: Point, towards: Point, point: Point) -> tuple[float, float]:
    """How far a point lies along the line from an origin towards another point, and how far to its left (negative: to
    its right)."""
    dx, dy = towards[0] - origin[0], towards[1] - origin[1]
    length = math.hypot(dx, dy)
    if length == 0.0:
        return math.dist(origin, point), 0.0
    px, py = point[0] - origin[0], point[1] - origin[1]
    return (px * dx + py * dy) / length, (dx * py - dy * px) / length


def holds(origin: Point, towards: Point, point: Point, width_in: float, range_in: float) -> bool:
    """Does a strip of this width, from an origin through another point to the weapon's range, hold a point?

    Rule: NUT-GEO-09.
    """
    cite("NUT-GEO-09")
    along, aside = place_in(origin, towards, point)
    return -HALF <= along <= range_in + HALF and abs(aside) <= width_in / 2 + HALF


def distance_from(origin: Point, towards: Point, point: Point, width_in: float, range_in: float) -> float:
    """Inches from a point to a strip, 0 inside it."""
    along, aside = place_in(origin, towards, point)
    out = max(0.0, -along, along - range_in)
    return math.hypot(out, max(0.0, abs(aside) - width_in / 2))


def gap_to(origin: Point, towards: Point, body: Footprint, width_in: float, range_in: float) -> float:
    """Inches from the outline of a body to a strip, 0 where a part of it lies inside."""
    end = end_of(origin, towards, range_in)
    middle = (origin[0] + end[0]) / 2, (origin[1] + end[1]) / 2
    strip = Footprint(Base.rectangle(width_in, range_in), *middle, bearing(*origin, *end) if end != origin else 0.0)
    return gap(strip, body)


def end_of(origin: Point, towards: Point, range_in: float) -> Point:
    """The far end of a strip's middle line."""
    length = math.dist(origin, towards)
    if length == 0.0:
        return origin
    share = range_in / length
    return origin[0] + share * (towards[0] - origin[0]), origin[1] + share * (towards[1] - origin[1])
