"""Bases on the table: distances edge to edge in closed form, arcs, sectors. A round base is a centre and a radius."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from wargame.board.gap_kernel import (
    Columns,
    Placed,
    all_gaps,
    all_gaps_compiled,
    facing_axes,
    one_gap,
    one_gap_compiled,
    shared_width,
    to_rectangle,
)
from wargame.board.kernels import chosen
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
        x, y, facing, half_w, half_d = np.ascontiguousarray(np.array(rows, np.float64).reshape(-1, 5).T)
        round_ones = np.array([f.base.shape == "circle" for f in placed], np.bool_)
        return Footprints(x, y, facing, half_w, half_d, round_ones)

    def __len__(self) -> int:
        return len(self.x)

    @property
    def columns(self) -> Columns:
        """Gives the arrays in the order that kernels take."""
        return self.x, self.y, self.facing_deg, self.half_d, self.half_w, self.is_circle

    def near(self, x: float, y: float, reach_in: float) -> Footprints:
        """Gives those that may have a part within a distance of a point; none that has is left out."""
        radius = np.where(self.is_circle, self.half_w, np.hypot(self.half_w, self.half_d))
        kept = np.hypot(self.x - x, self.y - y) - radius <= reach_in
        xs, ys, facing = self.x[kept], self.y[kept], self.facing_deg[kept]
        return Footprints(xs, ys, facing, self.half_w[kept], self.half_d[kept], self.is_circle[kept])

    def base(self, index: int) -> Base:
        """Gives the base of one of them."""
        shape: Literal["circle", "rectangle"] = "circle" if self.is_circle[index] else "rectangle"
        return Base(shape, 2 * float(self.half_w[index]), 2 * float(self.half_d[index]))


def axes(facing_deg: float) -> tuple[float, float]:
    """Gives cosine and sine of a facing, exact at the quarter turns."""
    return facing_axes(facing_deg)


def corners(footprint: Footprint) -> Floats:
    """Gives the four corners (4, 2) of a rectangle, or of the square round a circle, counter-clockwise from the front
    right one."""
    c, s = axes(footprint.facing_deg)
    d, w = footprint.base.depth_in / 2, footprint.base.width_in / 2
    local = np.array([(d, -w), (d, w), (-d, w), (-d, -w)])
    return local @ np.array([(c, s), (-s, c)]) + (footprint.x, footprint.y)


def gap_to_point(footprint: Footprint, x: float, y: float) -> float:
    """Gives the inches from the edge of a base to a point, 0 inside it."""
    if footprint.base.shape == "circle":
        distance = math.sqrt((footprint.x - x) ** 2 + (footprint.y - y) ** 2)
        return max(0.0, distance - footprint.base.width_in / 2)
    return float(to_rectangle(x, y, _placed(footprint)))


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
    return float(chosen("compiled", one_gap, one_gap_compiled)(_placed(a), _placed(b)))


def overlaps(a: Footprint, b: Footprint) -> bool:
    """Says whether two bases share more than a touch (by over a millionth of an inch)."""
    one, other = _placed(a), _placed(b)
    if one[6] and other[6]:
        return math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2) < one[5] + other[5] - TOUCH
    if one[6]:
        return to_rectangle(a.x, a.y, other) < one[5] - TOUCH
    if other[6]:
        return to_rectangle(b.x, b.y, one) < other[5] - TOUCH
    return shared_width(one, other) > TOUCH


def _placed(footprint: Footprint) -> Placed:
    c, s = axes(footprint.facing_deg)
    base = footprint.base
    x, y = float(footprint.x), float(footprint.y)  # a kernel is compiled once more for whole numbers
    return x, y, float(c), float(s), base.depth_in / 2, base.width_in / 2, base.shape == "circle"


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
    """The middle of what two rectangles that meet have in common."""
    common = shapely.Polygon(corners(a)).intersection(shapely.Polygon(corners(b)))
    if common.is_empty:
        return nearest_point(a, *nearest_point(b, a.x, a.y))
    return common.centroid.x, common.centroid.y


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


def in_arc(place: Footprint | tuple[float, float, float], point: Point, arc_deg: float, inclusive: bool = True) -> bool:
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


def gaps(a: Footprints, b: Footprints, kernels: str = "compiled") -> Floats:
    """Gives all distances (n, m) edge to edge, 0 where bases touch or overlap."""
    out = np.empty((len(a), len(b)))
    chosen(kernels, all_gaps, all_gaps_compiled)(a.columns, b.columns, out)
    return out


def sweep_gap(moving: Footprint, start: Point, end: Point, other: Footprint) -> float:
    """Gives the smallest gap between a base that slides straight from start to end, keeping its facing, and another
    base; 0 if they touch on the way. Exact: the swept shape of a rectangle is convex, that of a circle a capsule."""
    if moving.base.shape == "circle" and other.base.shape == "circle":
        reach = moving.base.width_in / 2 + other.base.width_in / 2
        return max(0.0, _to_segment((other.x, other.y), start, end) - reach)
    sum_of_edges = _difference_shape(moving, other)
    rounding = sum(f.base.width_in / 2 for f in (moving, other) if f.base.shape == "circle")
    middle = (other.x, other.y)
    relative = [(p[0] - middle[0], p[1] - middle[1]) for p in (start, end)]
    return max(0.0, _segment_to_convex(relative[0], relative[1], sum_of_edges) - rounding)


def _difference_shape(moving: Footprint, other: Footprint) -> list[Point]:
    """Corners, in order round, of all offsets of the moving centre from the other centre at which the two (circles
    as points) touch or overlap."""
    sides: list[Point] = []
    corner = [0.0, 0.0]
    for footprint in (moving, other):
        if footprint.base.shape == "circle":
            continue
        c, s = axes(footprint.facing_deg)
        for ux, uy, half in ((c, s, footprint.base.depth_in / 2), (-s, c, footprint.base.width_in / 2)):
            if uy < 0.0 or (uy == 0.0 and ux < 0.0):
                ux, uy = -ux, -uy
            sides.append((2 * half * ux, 2 * half * uy))
            corner = [corner[0] - half * ux, corner[1] - half * uy]
    sides.sort(key=lambda side: math.atan2(side[1], side[0]))
    points = []
    for ux, uy in sides + [(-ux, -uy) for ux, uy in sides]:
        points.append((corner[0], corner[1]))
        corner = [corner[0] + ux, corner[1] + uy]
    return points


def _segment_to_convex(a: Point, b: Point, shape: list[Point]) -> float:
    """Distance from a segment to a convex polygon given counter-clockwise, 0 if they meet."""
    if _in_convex(a, shape) or _in_convex(b, shape):
        return 0.0
    best = math.inf
    for p, q in zip(shape, shape[1:] + shape[:1], strict=True):
        if _cross_each_other(a, b, p, q):
            return 0.0
        best = min(best, _to_segment(p, a, b), _to_segment(a, p, q), _to_segment(b, p, q))
    return best


def _in_convex(point: Point, shape: list[Point]) -> bool:
    x, y = point
    pairs = zip(shape, shape[1:] + shape[:1], strict=True)
    return all((q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]) >= 0.0 for p, q in pairs)


def _cross_each_other(a: Point, b: Point, p: Point, q: Point) -> bool:
    def side(u: Point, v: Point, w: Point) -> float:
        return (v[0] - u[0]) * (w[1] - u[1]) - (v[1] - u[1]) * (w[0] - u[0])

    return side(a, b, p) * side(a, b, q) < 0.0 and side(p, q, a) * side(p, q, b) < 0.0


def _to_segment(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = 0.0 if square == 0.0 else ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square
    share = min(1.0, max(0.0, share))
    return math.sqrt((a[0] + dx * share - point[0]) ** 2 + (a[1] + dy * share - point[1]) ** 2)
