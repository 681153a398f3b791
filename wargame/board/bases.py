"""Bases on the table: distances edge to edge in closed form, arcs, sectors. A round base is a centre and a radius."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from wargame.board.snap import GRID, TOUCH

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Point = tuple[float, float]
_ANGLE_SLACK = 1e-6


class Base(msgspec.Struct, frozen=True):
    """The shape of a base. width_in: frontage, across the facing (diameter of a circle); depth_in: along the facing."""

    shape: Literal["circle", "rectangle"]
    width_in: float
    depth_in: float

    @staticmethod
    def circle(diameter_in: float) -> Base:
        """Makes a round base."""
        return Base("circle", diameter_in, diameter_in)

    @staticmethod
    def rectangle(width_in: float, depth_in: float) -> Base:
        """Makes a rectangular base of this frontage and depth."""
        return Base("rectangle", width_in, depth_in)

    @property
    def radius(self) -> float:
        """Gives the radius of the smallest circle round the base."""
        if self.shape == "circle":
            return self.width_in / 2
        return math.sqrt(self.width_in**2 + self.depth_in**2) / 2


class Footprint(NamedTuple):
    """A base where it stands: centre in inches, facing in degrees (0 = +x, counter-clockwise)."""

    base: Base
    x: float
    y: float
    facing_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Footprints:
    """Many placed bases as arrays. half_w: half the frontage, half_d: half the depth; both the radius of a circle."""

    x: Floats
    y: Floats
    facing_deg: Floats
    half_w: Floats
    half_d: Floats
    is_circle: Bools

    @staticmethod
    def of(footprints: Iterable[Footprint]) -> Footprints:
        """Collects placed bases."""
        placed = list(footprints)
        rows = [(f.x, f.y, f.facing_deg, f.base.width_in / 2, f.base.depth_in / 2) for f in placed]
        columns = np.ascontiguousarray(np.array(rows, np.float64).reshape(-1, 5).T)
        return Footprints(*columns, np.array([f.base.shape == "circle" for f in placed], np.bool_))

    def __len__(self) -> int:
        return len(self.x)


def axes(facing_deg: float) -> tuple[float, float]:
    """Gives cosine and sine of a facing, exact at the quarter turns."""
    quarter = facing_deg / 90.0
    if quarter == math.floor(quarter):
        return _QUARTERS[int(quarter) % 4]
    angle = math.radians(facing_deg)
    return math.cos(angle), math.sin(angle)


_QUARTERS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def corners(footprint: Footprint) -> Floats:
    """Gives the four corners (4, 2) of a rectangle, or of the square round a circle, counter-clockwise from the front
    right one."""
    c, s = axes(footprint.facing_deg)
    d, w = footprint.base.depth_in / 2, footprint.base.width_in / 2
    local = np.array([(d, -w), (d, w), (-d, w), (-d, -w)])
    return local @ np.array([(c, s), (-s, c)]) + (footprint.x, footprint.y)


def gap_to_point(footprint: Footprint, x: float, y: float) -> float:
    """Gives the inches from the edge of a base to a point, 0 inside it."""
    px, py = nearest_point(footprint, x, y)
    return math.sqrt((px - x) ** 2 + (py - y) ** 2)


def nearest_point(footprint: Footprint, x: float, y: float) -> Point:
    """Gives the point of a base nearest to a point; the point itself where it lies in the base."""
    dx, dy = x - footprint.x, y - footprint.y
    if footprint.base.shape == "circle":
        distance, radius = math.sqrt(dx * dx + dy * dy), footprint.base.width_in / 2
        if distance <= radius:
            return x, y
        return footprint.x + dx * radius / distance, footprint.y + dy * radius / distance
    c, s = axes(footprint.facing_deg)
    along, across = dx * c + dy * s, dy * c - dx * s
    d, w = footprint.base.depth_in / 2, footprint.base.width_in / 2
    if abs(along) <= d and abs(across) <= w:
        return x, y
    along, across = min(max(along, -d), d), min(max(across, -w), w)
    return footprint.x + along * c - across * s, footprint.y + along * s + across * c


def gap(a: Footprint, b: Footprint) -> float:
    """Gives the inches from base edge to base edge, 0 when they touch or overlap. The same both ways."""
    if a.base.shape == "circle" or b.base.shape == "circle":
        if a.base.shape != "circle" or (b.base.shape == "circle" and tuple(b)[1:] < tuple(a)[1:]):
            a, b = b, a
        if b.base.shape == "circle":
            distance = math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2)
            return max(0.0, distance - a.base.width_in / 2 - b.base.width_in / 2)
        return max(0.0, gap_to_point(b, a.x, a.y) - a.base.width_in / 2)
    if _rectangles_meet(a, b, 0.0):
        return 0.0
    from_a = min(gap_to_point(b, x, y) for x, y in corners(a).tolist())
    return min(from_a, min(gap_to_point(a, x, y) for x, y in corners(b).tolist()))


def overlaps(a: Footprint, b: Footprint) -> bool:
    """Says whether two bases share more than a touch (by over a millionth of an inch)."""
    if a.base.shape == "rectangle" and b.base.shape == "rectangle":
        return _rectangles_meet(a, b, TOUCH)
    round_one, other = (a, b) if a.base.shape == "circle" else (b, a)
    if other.base.shape == "circle":
        reach = round_one.base.width_in / 2 + other.base.width_in / 2
        return math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2) < reach - TOUCH
    return gap_to_point(other, round_one.x, round_one.y) < round_one.base.width_in / 2 - TOUCH


def _rectangles_meet(a: Footprint, b: Footprint, least: float) -> bool:
    """Separating axes: do the rectangles share a strip of more than `least` on every axis."""
    dx, dy = b.x - a.x, b.y - a.y
    ca, sa = axes(a.facing_deg)
    cb, sb = axes(b.facing_deg)
    cross, dot = abs(ca * sb - sa * cb), abs(ca * cb + sa * sb)
    da, wa, db, wb = a.base.depth_in / 2, a.base.width_in / 2, b.base.depth_in / 2, b.base.width_in / 2
    spare = min(
        da + db * dot + wb * cross - abs(dx * ca + dy * sa),
        wa + db * cross + wb * dot - abs(dy * ca - dx * sa),
        db + da * dot + wa * cross - abs(dx * cb + dy * sb),
        wb + da * cross + wa * dot - abs(dy * cb - dx * sb),
    )
    return spare > least if least > 0.0 else spare >= -1e-12


def closest_points(a: Footprint, b: Footprint) -> tuple[Point, Point]:
    """Gives the two points between which a tape measures the gap; twice the same point where the bases overlap."""
    if a.base.shape == "circle":
        pb = nearest_point(b, a.x, a.y)
        if b.base.shape == "circle":
            pb = nearest_point(b, *nearest_point(a, b.x, b.y))
        pa = nearest_point(a, *pb)
        return pa, (pa if gap(a, b) == 0.0 else pb)
    if b.base.shape == "circle":
        pb, pa = closest_points(b, a)
        return pa, pb
    if gap(a, b) == 0.0:
        middle = _shared_point(a, b)
        return middle, middle
    pairs = [((x, y), nearest_point(b, x, y)) for x, y in corners(a).tolist()]
    pairs += [(nearest_point(a, x, y), (x, y)) for x, y in corners(b).tolist()]
    return min(pairs, key=lambda pair: math.dist(*pair))


def _shared_point(a: Footprint, b: Footprint) -> Point:
    """A point of both rectangles (alternating projections, which converge for convex shapes that meet)."""
    point = nearest_point(a, b.x, b.y)
    for _ in range(60):
        point = nearest_point(a, *nearest_point(b, *point))
    return point


def inside_table(footprint: Footprint, width_in: float, height_in: float) -> bool:
    """Says whether a base stands on the table with all of itself (half a thousandth of an inch may hang over)."""
    if footprint.base.shape == "circle":
        radius = footprint.base.width_in / 2 - GRID / 2
        return radius <= footprint.x <= width_in - radius and radius <= footprint.y <= height_in - radius
    points = corners(footprint)
    low, high = points.min(axis=0), points.max(axis=0)
    slack = GRID / 2
    return bool(low.min() >= -slack and high[0] <= width_in + slack and high[1] <= height_in + slack)


def bearing(ax: float, ay: float, bx: float, by: float) -> float:
    """Gives the direction from A to B in degrees, [0, 360); 0 where they coincide."""
    return math.degrees(math.atan2(by - ay, bx - ax)) % 360.0


def turn_between(a_deg: float, b_deg: float) -> float:
    """Gives the smaller angle between two directions, 0 to 180.

    >>> turn_between(350, 10)
    20.0
    """
    difference = abs(float(a_deg) - float(b_deg)) % 360.0
    return min(difference, 360.0 - difference)


def in_arc(
    place: Footprint | tuple[float, float, float], point: Point, arc_deg: float, inclusive: bool = True
) -> bool:
    """Says whether a point lies in the arc of this full width about the facing. The border belongs to the arc if
    inclusive; the apex itself is always in. place: a placed base (its centre counts) or (x, y, facing)."""
    x, y, facing = (place.x, place.y, place.facing_deg) if isinstance(place, Footprint) else place
    if (x, y) == (point[0], point[1]) or arc_deg >= 360.0:
        return True
    turn = turn_between(bearing(x, y, point[0], point[1]), facing)
    return turn <= arc_deg / 2 + _ANGLE_SLACK if inclusive else turn < arc_deg / 2 - _ANGLE_SLACK


def sector(target: Footprint, point: Point, front_deg: float = 90.0) -> Literal["front", "flank", "rear"]:
    """Says which side of a base a point faces: front and rear are sectors of `front_deg` about the facing and its
    opposite, borders inclusive, the front going first."""
    if in_arc(target, point, front_deg):
        return "front"
    back = (target.x, target.y, target.facing_deg + 180.0)
    return "rear" if in_arc(back, point, front_deg) else "flank"
