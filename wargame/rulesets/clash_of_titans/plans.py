"""The floor plan that an outline gives: areas of at most 6in by 6in, and where doors, windows and stairs are.

Geometry only; `rooms` says which building has which plan. Rules: NUT-BLDG-02, -03, -12.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargame.board import shapes, snap, turn_between
from wargame.engine.rules import cite

Point = tuple[float, float]
Floats = NDArray[np.float64]

LARGEST_IN = 6.0
"""Longest side of an area (NUT-BLDG-02)."""
WINDOW_EVERY_IN = 3.0
"""Outer wall that gives one window (NUT-BLDG-03)."""
OPENING_IN = 1.0
"""Width of every opening (NUT-BLDG-12)."""
_SMALLEST = 0.5
"""Corners of an outline with less ground than this (square inches) are no area of their own."""
_EPS = 1e-3


class Wall(NamedTuple):
    """A straight piece of wall: its ends, outward direction in degrees."""

    a: Point
    b: Point
    normal_deg: float

    @property
    def length(self) -> float:
        """Inches from end to end."""
        return math.dist(self.a, self.b)

    @property
    def middle(self) -> Point:
        """The point half way."""
        return self.at(0.5)

    def at(self, share: float) -> Point:
        """A point on it, 0 at one end and 1 at the other."""
        return self.a[0] + share * (self.b[0] - self.a[0]), self.a[1] + share * (self.b[1] - self.a[1])


@dataclass(frozen=True, slots=True)
class Area:
    """A room: its number and outline, the same on every storey."""

    number: int
    shape: shapes.Outline

    def holds(self, x: float, y: float) -> bool:
        """Does a point lie in it? The border belongs to it."""
        return shapes.near(self.shape, shapes.spot(x, y), _EPS)

    @property
    def centre(self) -> Point:
        """A point well inside."""
        middle = self.shape.centroid
        inner = middle if self.shape.covers(middle) else self.shape.representative_point()
        return snap(inner.x), snap(inner.y)


@dataclass(frozen=True, slots=True)
class Opening:
    """A window, door, breach or doorway: middle, outward direction (a doorway: from `area` to `beyond`), width."""

    floor: int
    area: int
    kind: str
    """window, door, breach or doorway."""
    x: float
    y: float
    normal_deg: float
    width_in: float = OPENING_IN
    beyond: int | None = None

    @property
    def ends(self) -> tuple[Point, Point]:
        """Its two jambs."""
        angle = math.radians(self.normal_deg)
        dx, dy = -math.sin(angle) * self.width_in / 2, math.cos(angle) * self.width_in / 2
        return (self.x - dx, self.y - dy), (self.x + dx, self.y + dy)

    def distance_to(self, x: float, y: float) -> float:
        """Inches from a point to the opening."""
        angle = math.radians(self.normal_deg)
        c, s = math.cos(angle), math.sin(angle)
        out, along = (x - self.x) * c + (y - self.y) * s, (y - self.y) * c - (x - self.x) * s
        return math.hypot(out, max(0.0, abs(along) - self.width_in / 2))

    def distances_to(self, points: Floats) -> Floats:
        """Inches from points (n, 2) to the opening."""
        angle = math.radians(self.normal_deg)
        c, s = math.cos(angle), math.sin(angle)
        x, y = points[:, 0] - self.x, points[:, 1] - self.y
        return np.hypot(x * c + y * s, np.maximum(0.0, np.abs(y * c - x * s) - self.width_in / 2))


def cross(p: Point, q: Point, a: Point, b: Point) -> bool:
    """Do two segments meet? A touch counts."""

    def turn(u: Point, v: Point, w: Point) -> float:
        return (v[0] - u[0]) * (w[1] - u[1]) - (v[1] - u[1]) * (w[0] - u[0])

    return turn(p, q, a) * turn(p, q, b) <= 0.0 and turn(a, b, p) * turn(a, b, q) <= 0.0


def whole(found: Iterable[Area]) -> shapes.Shape:
    """The outline of areas together."""
    return shapes.joined(area.shape for area in found)


class Plan(NamedTuple):
    """Areas, openings of all storeys, and the foot of the staircase."""

    areas: tuple[Area, ...]
    openings: tuple[Opening, ...]
    stair: Point


def plan(shape: shapes.Shape, front_deg: float, storeys: int) -> Plan:
    """The floor plan of an outline whose front looks in this direction. Rules: NUT-BLDG-02, -03, -12."""
    found = areas(shape)
    walls = {area.number: outer_walls(area.shape, shape) for area in found}
    doors = _doors(found, walls, front_deg)
    openings: list[Opening] = list(doors)
    for floor in range(storeys):
        for area in found:
            openings += _windows(floor, area, walls[area.number], doors if floor == 0 else ())
        openings += _doorways(floor, found)
    return Plan(found, tuple(openings), found[0].centre)


def areas(shape: shapes.Shape) -> tuple[Area, ...]:
    """The areas of a storey: the outline cut by a grid along its own axes, row by row. Rule: NUT-BLDG-02."""
    cite("NUT-BLDG-02")
    angle = shapes.long_axis(shape)
    upright = shapes.turned(shape, -angle)
    x0, y0, x1, y1 = upright.bounds
    columns = max(1, math.ceil((x1 - x0) / LARGEST_IN - _EPS))
    lines = max(1, math.ceil((y1 - y0) / LARGEST_IN - _EPS))
    found: list[shapes.Outline] = []
    for j in range(lines):
        for i in range(columns):
            w, h = (x1 - x0) / columns, (y1 - y0) / lines
            cell = shapes.box(x0 + i * w, y0 + j * h, x0 + (i + 1) * w, y0 + (j + 1) * h)
            kept = shapes.pieces(upright.intersection(cell), _SMALLEST)
            found += sorted(kept, key=lambda p: (round(p.centroid.y, 3), round(p.centroid.x, 3)))
    found = found or [upright]
    turned = (shapes.turned(part, angle) for part in found)
    return tuple(Area(n, shapes.tidied(part, _EPS)) for n, part in enumerate(turned))


def sides(shape: shapes.Shape) -> tuple[Wall, ...]:
    """The straight walls of an outline, all round."""
    return walls_of(shapes.pieces(shape)[0])


def outer_walls(area: shapes.Outline, shape: shapes.Shape) -> tuple[Wall, ...]:
    """The walls of an area that are walls of the building, pieces in one line joined."""
    border = shapes.border(shape)
    found = [w for w in walls_of(area) if w.length > _EPS and border.distance(shapes.spot(*w.middle)) < 5 * _EPS]
    return tuple(found)


def walls_of(shape: shapes.Outline) -> tuple[Wall, ...]:
    """The straight walls of one outline, with their outward directions."""
    found: list[Wall] = []
    for a, b in pairwise(shapes.round_left(shape)):
        normal = math.degrees(math.atan2(a[0] - b[0], b[1] - a[1])) % 360.0
        if found and turn_between(found[-1].normal_deg, normal) < 0.05:
            found[-1] = Wall(found[-1].a, b, found[-1].normal_deg)
        else:
            found.append(Wall(a, b, round(normal, 3)))
    return tuple(found)


def _doors(found: tuple[Area, ...], walls: dict[int, tuple[Wall, ...]], front_deg: float) -> tuple[Opening, ...]:
    """A front door in the area nearest the middle of the front, and one for each further ground floor area that has an
    outer wall: in its front wall if it has one, else in its longest. Rules: NUT-BLDG-03, -12."""
    cite("NUT-BLDG-12")
    fronts = {n: [w for w in own if turn_between(w.normal_deg, front_deg) <= 45.0] for n, own in walls.items()}
    middle = _middle(wall for own in fronts.values() for wall in own)
    having = [area for area in found if fronts[area.number]]
    first = min(having, key=lambda area: (round(area.shape.distance(shapes.spot(*middle)), 3), area.number))
    order = [first, *(area for area in found if area is not first)]
    doors = []
    for area in order:
        choice = fronts[area.number] if area is first else (fronts[area.number] or list(walls[area.number]))
        if choice:
            wall = max(choice, key=lambda w: (round(w.length, 3), -w.normal_deg))
            doors.append(_opening(0, area.number, "door", wall, 0.5))
    return tuple(doors)


def _middle(walls: Iterable[Wall]) -> Point:
    kept = list(walls)
    total = sum(w.length for w in kept)
    return sum(w.middle[0] * w.length for w in kept) / total, sum(w.middle[1] * w.length for w in kept) / total


def _windows(floor: int, area: Area, walls: tuple[Wall, ...], doors: Iterable[Opening]) -> list[Opening]:
    """Windows spaced evenly along each outer wall; a door takes the place of a window. Rules: NUT-BLDG-03, -12."""
    found = []
    for wall in walls:
        count = int(wall.length / WINDOW_EVERY_IN + _EPS)
        for k in range(count):
            window = _opening(floor, area.number, "window", wall, (k + 0.5) / count)
            if all(math.dist((d.x, d.y), (window.x, window.y)) >= OPENING_IN for d in doors):
                found.append(window)
    return found


def _doorways(floor: int, found: tuple[Area, ...]) -> list[Opening]:
    """A doorway in the middle of the wall between any two neighbours. Rules: NUT-BLDG-03, -12."""
    doorways = []
    for one in found:
        for other in found[one.number + 1 :]:
            wall = _shared(one, other)
            if wall is not None:
                made = _opening(floor, one.number, "doorway", wall, 0.5, other.number)
                doorways.append(made)
    return doorways


def _shared(one: Area, other: Area) -> Wall | None:
    """The longest wall of an area behind which the other lies, if it holds a doorway."""
    best: Wall | None = None
    for wall in walls_of(one.shape):
        strip = shapes.strip(wall.a, wall.b, 5 * _EPS)
        touching = strip.intersection(other.shape.buffer(2 * _EPS))
        if touching.is_empty:
            continue
        along = sorted(_along(wall, p) for p in shapes.points(touching))
        piece = Wall(wall.at(along[0]), wall.at(along[-1]), wall.normal_deg)
        if piece.length >= OPENING_IN / 2 and (best is None or piece.length > best.length):
            best = piece
    return best


def _along(wall: Wall, point: Point) -> float:
    (ax, ay), (bx, by) = wall.a, wall.b
    share = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / wall.length**2
    return min(1.0, max(0.0, share))


def _opening(floor: int, area: int, kind: str, wall: Wall, share: float, beyond: int | None = None) -> Opening:
    x, y = wall.at(share)
    return Opening(floor, area, kind, snap(x), snap(y), round(wall.normal_deg, 1), OPENING_IN, beyond)
