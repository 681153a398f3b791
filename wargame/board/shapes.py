"""Outlines as values: made, joined, cut, turned. For rules that lay out ground of their own, such as rooms and rubble.

A `Shape` is what `Board.area` gives; its methods (`covers`, `intersection`, `difference` …) may be called. Inches,
degrees counter-clockwise from east.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

import shapely
from shapely import affinity

from wargame.board.snap import snap_point

Point = tuple[float, float]
Shape: TypeAlias = shapely.Geometry
Outline: TypeAlias = shapely.Polygon
Ring = tuple[Point, ...]
_ROUND = 16
"""Straight sides of a quarter of a circle."""


# ---------------------------------------------------------------- made


def spot(x: float, y: float) -> Shape:
    """A point."""
    return shapely.Point(x, y)


def line(points: Sequence[Point]) -> Shape:
    """A line through points, at least two of them."""
    return shapely.LineString(points)


def outline(points: Sequence[Sequence[float]]) -> Outline:
    """The area inside a ring of points, closed or not."""
    return shapely.Polygon(points)


def box(x0: float, y0: float, x1: float, y1: float) -> Outline:
    """An upright rectangle."""
    return shapely.box(x0, y0, x1, y1)


def circle(x: float, y: float, radius: float) -> Outline:
    """A circle, drawn with straight sides."""
    return shapely.Point(x, y).buffer(radius, quad_segs=_ROUND)


def strip(a: Point, b: Point, reach: float) -> Shape:
    """What lies within `reach` beside a segment, cut off square at its ends."""
    return shapely.LineString([a, b]).buffer(reach, cap_style="flat")


# ---------------------------------------------------------------- joined and cut


def joined(shapes: Iterable[Shape]) -> Shape:
    """All of them as one."""
    return shapely.union_all(list(shapes))


def grouped(outlines: Sequence[Outline]) -> Shape:
    """Outlines that do not overlap, as one shape."""
    return shapely.multipolygons(outlines)


def pieces(shape: Shape, least: float = 0.0) -> list[Outline]:
    """The outlines that a shape consists of and that cover more than `least` square inches; points and lines are left
    out."""
    return [part for part in shapely.get_parts(shape).tolist() if part.geom_type == "Polygon" and part.area > least]


def tidied(shape: Outline, grid: float) -> Outline:
    """An outline whose corners lie on a grid."""
    return shapely.set_precision(shape, grid)


def turned(shape: Shape, degrees: float) -> Shape:
    """A shape turned about the corner (0, 0) of the table."""
    return affinity.rotate(shape, degrees, origin=(0.0, 0.0))


def border(shape: Shape) -> Shape:
    """The lines round a shape, holes too."""
    return shapely.boundary(shape)


# ---------------------------------------------------------------- asked


def near(shape: Shape, other: Shape, inches: float) -> bool:
    """Do two shapes come within a distance of each other? Inside each other they are at 0."""
    return bool(shapely.dwithin(shape, other, inches))


def points(shape: Shape) -> list[Point]:
    """All corners of a shape, in order."""
    return [(float(x), float(y)) for x, y in shapely.get_coordinates(shape).tolist()]


def rings(shape: Outline) -> tuple[Ring, ...]:
    """The border of an outline and of its holes as a feature of the map keeps them: closed, on the grid of points."""
    return tuple(tuple(snap_point(x, y) for x, y in points(ring)) for ring in (shape.exterior, *shape.interiors))


def round_left(shape: Outline) -> list[Point]:
    """The closed border of an outline with its ground on the left, from a corner that only its form decides."""
    plain = shapely.normalize(shape).exterior
    corners = points(plain)
    return corners if shapely.is_ccw(plain) else corners[::-1]


def long_axis(shape: Shape) -> float:
    """Direction of the longer side of the smallest rectangle round a shape, in [0, 180); of a square in [0, 90)."""
    corners = points(shapely.oriented_envelope(shape))
    sides = sorted(
        (-round(math.dist(p, q), 3), round(math.degrees(math.atan2(q[1] - p[1], q[0] - p[0])) % 180.0, 4) % 180.0)
        for p, q in pairwise(corners[:3])
    )
    return sides[0][1]


def first_outside(way: Sequence[Point], shape: Shape, least: float = 1e-3) -> float:
    """Inches along a way until it first runs outside a shape for more than `least`; infinite if it never does."""
    path = shapely.LineString(way)
    runs = [part for part in shapely.get_parts(path.difference(shape)).tolist() if part.length > least]
    return min((float(path.project(shapely.Point(end))) for part in runs for end in part.coords), default=math.inf)


def crossings(a: Point, b: Point, shape: Outline) -> list[float]:
    """Shares of a segment, 0 to 1 from a to b, at which it meets the outer border of an outline; both ends of what they
    have in common where it runs along it."""
    square = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    if square == 0.0:
        return []
    met = points(shapely.LineString([a, b]).intersection(shape.exterior))
    return sorted(((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / square for x, y in met)
