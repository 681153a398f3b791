"""The same answers by shapely, one by one: oracle of the tests, baseline of the benchmark. Nothing in play uses it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray

from wargame.board import layers
from wargame.board.bases import Footprint, Footprints, corners
from wargame.board.board import Board
from wargame.board.profile import IMPASSABLE
from wargame.board.sight_edges import MIN_RUN, allowed, below
from wargame.board.sight_record import Eye
from wargame.board.snap import GRID, HALF

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Point = tuple[float, float]
_HILL = "hill"
_ROUND = 16
"""Segments of a quarter of a circle where shapely needs a polygon."""


# ---------------------------------------------------------------- sight


@dataclass(frozen=True)
class Block:
    """Ground of one kind that hangs together: its parts with what they rise above the ground, and its limits. level:
    the top of a contour above the table; above_both: it blocks only if higher than both ends."""

    whole: shapely.Geometry
    parts: tuple[tuple[shapely.Geometry, float], ...]
    through: float
    inside: float
    level: float | None = None
    above_both: bool = False


class SightOracle:
    """Sight on terraced ground, line by line and shape by shape. Raises ValueError for sloped ground."""

    def __init__(self, board: Board) -> None:
        if board.profile.relief != "terraced":
            raise ValueError(f"relief {board.profile.relief!r}, expected 'terraced'")
        self.hills = [(f.height * board.profile.inches_per_level, board.area(f.id)) for f in _of(board, _HILL)]
        self.blocks = [*_contours(board), *(block for kind in board.profile.sight for block in _standing(board, kind))]
        for block in self.blocks:
            shapely.prepare(block.whole)

    def clear(self, a: Eye | Floats, b: Eye | Floats) -> bool:
        """Says whether the line from A to B is clear: the first block that stops it ends the search."""
        line = shapely.LineString([(a[0], a[1]), (b[0], b[1])])
        if line.length < 1e-9:
            return True
        return not any(self._stops(block, line, float(a[2]), float(b[2])) for block in self.blocks)

    def _stops(self, block: Block, line: shapely.LineString, za: float, zb: float) -> bool:
        if block.level is not None and block.level <= (max(za, zb) if block.above_both else min(za, zb)):
            return False
        if not block.whole.intersects(line):
            return False
        run = sum(self._run(block, shape, rise, line, za, zb) for shape, rise in block.parts)
        ends = line.coords
        within = any(block.whole.intersects(shapely.Point(end)) for end in (ends[0], ends[-1]))
        return run > allowed(block.through, block.inside, within)

    def _run(
        self, block: Block, shape: shapely.Geometry, rise: float, line: shapely.LineString, za: float, zb: float
    ) -> float:
        """How many inches of the line run through a part below its top."""
        total = 0.0
        for t0, t1 in _inside(line, shape):
            if block.above_both or math.isinf(rise):
                total += t1 - t0
            elif block.level is not None:
                total += below(t0, t1, za, zb - za, block.level, block.level)
            else:
                for u, v, ground in self._ground(line, t0, t1):
                    total += below(u, v, za, zb - za, ground + rise, ground + rise)
        return total * line.length

    def _ground(self, line: shapely.LineString, t0: float, t1: float) -> list[tuple[float, float, float]]:
        """The stretches of t0..t1 over level ground, with its height in inches."""
        marks = {t0, t1}
        for _, hill in self.hills:
            marks.update(t for pair in _inside(line, hill) for t in pair if t0 < t < t1)
        found = []
        for u, v in pairwise(sorted(marks)):
            middle = line.interpolate(0.5 * (u + v), normalized=True)
            found.append((u, v, max((top for top, hill in self.hills if hill.intersects(middle)), default=0.0)))
        return found


def _of(board: Board, kind: str) -> list:  # type: ignore[type-arg]
    return [feature for feature in board.features if feature.kind == kind]


def _inside(line: shapely.LineString, shape: shapely.Geometry) -> list[tuple[float, float]]:
    """The stretches of a line inside a shape as shares of it."""
    found = []
    for piece in shapely.get_parts(line.intersection(shape)).tolist():
        if piece.geom_type == "LineString" and not piece.is_empty:
            ends = (line.project(shapely.Point(end), normalized=True) for end in (piece.coords[0], piece.coords[-1]))
            u, v = sorted(ends)
            found.append((u, v))
    return found


def _joined(shapes: list[shapely.Geometry]) -> list[shapely.Geometry]:
    """The areas that shapes form, gaps of up to a thousandth of an inch closed."""
    wide = shapely.union_all([shape.buffer(HALF, join_style="mitre") for shape in shapes])
    parts = shapely.get_parts(wide.buffer(-HALF, join_style="mitre"))
    return [part for part in parts.tolist() if not part.is_empty]


def _contours(board: Board) -> list[Block]:
    row = board.profile.sight.get(_HILL)
    through, inside = (0.0, 0.0) if row is None else (row.through_in, row.inside_in)
    if through is None and inside is None:
        return []
    found = []
    for height in sorted({feature.height for feature in _of(board, _HILL)}):
        level = height * board.profile.inches_per_level
        for area in _joined([board.area(f.id) for f in _of(board, _HILL) if f.height == height]):
            limits = _limit(through), _limit(inside)
            both = board.profile.hill_rule == "both_ends"
            found.append(Block(area, ((area, level),), *limits, level, both))
    return found


def _standing(board: Board, kind: str) -> list[Block]:
    row = board.profile.sight[kind]
    features = _of(board, kind)
    if kind == _HILL or not features or (row.through_in is None and row.inside_in is None):
        return []
    rises = {
        f.id: math.inf if row.top == "infinite" else f.height * board.profile.inches_per_level
        for f in features
        if row.top == "infinite" or f.height > 0.0
    }
    above: shapely.Geometry = shapely.Polygon()
    cut: list[tuple[shapely.Geometry, float]] = []
    for rise in sorted(set(rises.values()), reverse=True):
        here = shapely.union_all([board.area(name) for name, value in rises.items() if value == rise])
        cut.append((here.difference(above), rise))
        above = above.union(here)
    found = []
    for area in _joined([shape for shape, _ in cut]):
        parts = tuple((shape.intersection(area), rise) for shape, rise in cut if shape.intersects(area))
        found.append(Block(area, parts, _limit(row.through_in), _limit(row.inside_in)))
    return found


def _limit(value: float | None) -> float:
    return math.inf if value is None else value


# ---------------------------------------------------------------- what a point can see


class ShadowOracle:
    """What can be seen from an eye on the plan: the table less the shadows of all that is opaque and higher than it."""

    def __init__(self, board: Board) -> None:
        self.table = shapely.box(0.0, 0.0, board.table.width_in, board.table.height_in)
        self.far = 4.0 * (board.table.width_in + board.table.height_in)
        oracle = SightOracle(board)
        self.opaque: list[tuple[shapely.Polygon, float]] = []
        for block in oracle.blocks:
            for shape, rise in block.parts if math.isfinite(block.through) else ():
                for part in shapely.get_parts(shape).tolist():
                    under = max((top for top, hill in oracle.hills if hill.covers(part)), default=0.0)
                    self.opaque.append((part, rise if block.level is not None else under + rise))

    def walls(self, eye: Eye) -> list[shapely.Polygon]:
        """Gives what is opaque, higher than the eye and does not hold it."""
        spot = shapely.Point(eye[0], eye[1])
        return [part for part, low in self.opaque if low > eye[2] and not part.intersects(spot)]

    def polygon(self, eye: Eye) -> shapely.Geometry:
        """Gives the part of the table in sight."""
        rings = [ring for wall in self.walls(eye) for ring in _rings(wall)]
        shadows = [self._shadow(eye, p, q) for ring in rings for p, q in pairwise(ring)]
        return self.table.difference(shapely.union_all([s for s in shadows if s is not None]))

    def seen(self, eye: Eye, points: Floats) -> Bools:
        """Says for points (n, 2) whether nothing opaque lies on the way."""
        ends = np.empty((len(points), 2, 2))
        ends[:, 0], ends[:, 1] = (eye[0], eye[1]), points
        walls = self.walls(eye)
        hit = shapely.STRtree(walls).query(shapely.linestrings(ends), predicate="intersects")
        seen = np.ones(len(points), np.bool_)
        seen[hit[0]] = False
        return seen

    def _shadow(self, eye: Eye, p: Point, q: Point) -> shapely.Geometry | None:
        if (p[0] - eye[0]) * (q[1] - eye[1]) - (p[1] - eye[1]) * (q[0] - eye[0]) == 0.0:
            return None
        return shapely.Polygon([p, q, self._away(eye, q), self._away(eye, p)])

    def _away(self, eye: Eye, p: Point) -> Point:
        scale = self.far / math.hypot(p[0] - eye[0], p[1] - eye[1])
        return p[0] + (p[0] - eye[0]) * scale, p[1] + (p[1] - eye[1]) * scale


def _rings(part: shapely.Polygon) -> list[list[Point]]:
    return [list(ring.coords) for ring in (part.exterior, *part.interiors)]


def points_in_ring(ring: Floats, points: Floats, margin_in: float) -> tuple[Bools, Bools]:
    """Says for points (n, 2) whether they lie in a ring, and whether they are farther than a margin from its border."""
    area = shapely.Polygon(ring).buffer(0.0)
    border = shapely.boundary(area)
    shapely.prepare(area)
    shapely.prepare(border)
    spots = shapely.points(points)
    return shapely.contains_xy(area, points[:, 0], points[:, 1]), ~shapely.dwithin(border, spots, margin_in)


# ---------------------------------------------------------------- movement


def price_by_shapely(board: Board, path: list[Point], movement_class: str) -> float:
    """Gives what a path costs, ground by ground from the topmost; infinite through impassable ground."""
    pieces = sorted(layers.ground_pieces(board), key=lambda piece: piece.sort, reverse=True)
    total = 0.0
    for a, b in pairwise(path):
        rest: shapely.Geometry = shapely.LineString([a, b])
        for piece in pieces:
            if rest.is_empty or not rest.intersects(piece.area):
                continue
            length = rest.intersection(piece.area).length
            rate = board.profile.cost_of(piece.row, movement_class)
            if rate == IMPASSABLE and length > MIN_RUN:
                return math.inf
            total += length * max(rate, 0.0)
            rest = rest.difference(piece.area)
        total += rest.length
    return total


class ShortestOracle:
    """The exact shortest way round impassable ground: the graph of its corners that see each other, one table of all
    distances. What the rest of the ground costs does not count."""

    def __init__(self, board: Board, movement_class: str, clearance_in: float = 0.0) -> None:
        shut = [
            shapely.set_precision(shapely.set_precision(piece.area.buffer(clearance_in, quad_segs=8), GRID), 0.0)
            for piece in layers.ground_pieces(board)
            if board.profile.cost_of(piece.row, movement_class) == IMPASSABLE
        ]
        shut_area = shapely.union_all(shut)
        table = shapely.box(0.0, 0.0, board.table.width_in, board.table.height_in)
        spots = shapely.get_coordinates(shut_area)
        self.spots = np.unique(spots[shapely.intersects_xy(table, spots[:, 0], spots[:, 1])], axis=0)
        self.shut = shut_area.buffer(-1e-6)
        shapely.prepare(self.shut)
        self.spots = self.spots[~shapely.intersects_xy(self.shut, self.spots[:, 0], self.spots[:, 1])]
        self.lengths = self._all_lengths()

    def shortest(self, start: Point, goal: Point) -> float:
        """Gives the inches of the shortest way, infinite if there is none."""
        direct = shapely.LineString([start, goal])
        if not self.shut.intersects(direct):
            return float(direct.length)
        from_start, from_goal = self._to_spots(start), self._to_spots(goal)
        return float(((from_start[:, None] + self.lengths).min(axis=0) + from_goal).min(initial=math.inf))

    def is_open(self, point: Point) -> bool:
        """Says whether a point lies outside impassable ground."""
        return not self.shut.intersects(shapely.Point(point))

    def _to_spots(self, point: Point) -> Floats:
        ends = np.empty((len(self.spots), 2, 2))
        ends[:, 0], ends[:, 1] = point, self.spots
        return self._lengths(ends)

    def _lengths(self, ends: Floats) -> Floats:
        lines = shapely.linestrings(ends)
        return np.where(shapely.intersects(self.shut, lines), math.inf, shapely.length(lines))

    def _all_lengths(self) -> Floats:
        count = len(self.spots)
        first, second = np.triu_indices(count, 1)
        best = np.full((count, count), math.inf)
        best[first, second] = self._lengths(np.stack([self.spots[first], self.spots[second]], axis=1))
        best = np.minimum(best, best.T)
        np.fill_diagonal(best, 0.0)
        for k in range(count):
            np.minimum(best, best[:, k : k + 1] + best[k : k + 1], out=best)
        return best


# ---------------------------------------------------------------- bases and templates


def base_shapes(bases: Footprints) -> NDArray[np.object_]:
    """Gives bases as polygons; a circle becomes one of 64 corners."""
    return np.array([_base_shape(bases, i) for i in range(len(bases))], np.object_)


def _base_shape(bases: Footprints, i: int) -> shapely.Polygon:
    x, y = float(bases.x[i]), float(bases.y[i])
    if bases.is_circle[i]:
        return shapely.Point(x, y).buffer(float(bases.half_w[i]), quad_segs=_ROUND)
    return shapely.Polygon(corners(Footprint(bases.base(i), x, y, float(bases.facing_deg[i]))))


def gaps_by_shapely(shapes: NDArray[np.object_]) -> Floats:
    """Gives all distances between bases made by `base_shapes`, pair by pair."""
    return np.array([[shapely.distance(one, other) for other in shapes] for one in shapes], np.float64)


def hits_by_shapely(outline: Floats, shapes: NDArray[np.object_], centres: Floats) -> tuple[Bools, Bools, Bools]:
    """Says which bases a template (its outline) touches, holds by the centre, holds wholly."""
    template = shapely.Polygon(outline)
    shapely.prepare(template)
    touched = shapely.intersects(template, shapes)
    return touched, shapely.intersects_xy(template, centres[:, 0], centres[:, 1]), shapely.covers(template, shapes)
