"""The shape of the ground: terraces at the contours, or slopes between them as a triangulated surface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from wargame.board import layers
from wargame.board.features import Feature

if TYPE_CHECKING:
    from wargame.board.board import Board

Floats = NDArray[np.float64]
_HILLS = frozenset({"hill", "ridge"})
_PEAK_IN = 0.005
"""Half the width of the flat top that stands for a peak or a ridge line."""


class Contour(NamedTuple):
    """One contour in the tree of contours: its feature, the one round it (index, -1 = none), those next inside it."""

    feature: Feature
    parent: int
    children: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Surface:
    """Sloped ground as triangles that do not overlap: corners (n, 3, 2) in inches, heights (n, 3) in levels. Where no
    triangle lies the ground is at level 0."""

    corners: Floats
    levels: Floats
    tree: shapely.STRtree


def levels(board: Board, points: Floats) -> Floats:
    """Gives the height of the ground in levels at points (n, 2)."""
    if not any(feature.kind == "hill" for feature in board.features):
        return np.zeros(len(points))
    if board.profile.relief == "sloped":
        return _sloped(surface(board), points)
    hills = layers.hill_layers(board)
    heights = np.array([board.features[i].height for i in hills.feature] + [0.0])
    return heights[layers.top_entries(hills, points)]


def contours(board: Board) -> tuple[Contour, ...]:
    """Gives the tree of contours, the lowest level first."""
    return board.part("contours", _contours, frozenset({"hill"}))


def surface(board: Board) -> Surface:
    """Gives the triangulated surface of sloped ground.

    The outline of a contour of level k lies at the level of the contour round it (k-1, or 0), so the ground rises from
    there to k at the next contour inside. Inside the innermost one it rises to k at the ridge line drawn there or, if
    none is, at the centre of its largest inscribed circle.
    """
    return board.part("surface", _surface, _HILLS)


def crests(board: Board) -> tuple[tuple[str, shapely.Geometry], ...]:
    """Gives for each highest contour its id and its crest: the ridge line drawn on it or, if none is, its outline."""
    return board.part("crests", _crests, _HILLS)


def _contours(board: Board) -> tuple[Contour, ...]:
    hills = sorted((f for f in board.features if f.kind == "hill"), key=lambda f: (f.height, f.order))
    areas = [board.area(f.id) for f in hills]
    parents = []
    for i, hill in enumerate(hills):
        inner = areas[i].representative_point()
        around = [j for j in range(i) if hills[j].height < hill.height and areas[j].covers(inner)]
        parents.append(max(around, key=lambda j: (hills[j].height, -areas[j].area), default=-1))
    nested = [tuple(j for j, parent in enumerate(parents) if parent == i) for i in range(len(hills))]
    return tuple(Contour(*row) for row in zip(hills, parents, nested, strict=True))


def _ridges(board: Board) -> shapely.Geometry:
    lines = [shapely.LineString(f.rings[0]) for f in board.features if f.kind == "ridge" and f.geometry == "line"]
    return shapely.union_all(lines) if lines else shapely.LineString()


def _crests(board: Board) -> tuple[tuple[str, shapely.Geometry], ...]:
    ridges = _ridges(board)
    rows = []
    for contour in contours(board):
        if contour.children:
            continue
        area = board.area(contour.feature.id)
        drawn = ridges.intersection(area)
        rows.append((contour.feature.id, area.exterior if drawn.length == 0.0 else drawn))
    return tuple(rows)


def _surface(board: Board) -> Surface:
    tree, ridges = contours(board), _ridges(board)
    pieces: list[tuple[Floats, Floats]] = []
    for contour in tree:
        area = board.area(contour.feature.id)
        low = tree[contour.parent].feature.height if contour.parent >= 0 else 0.0
        if contour.children:
            top = shapely.union_all([board.area(tree[i].feature.id) for i in contour.children])
        else:
            top = _peak(area, ridges)
            pieces.append(_triangles(top, top, contour.feature.height, contour.feature.height))
        pieces.append(_triangles(area.difference(top), top, low, contour.feature.height))
    corners = np.concatenate([piece[0] for piece in pieces]) if pieces else np.zeros((0, 3, 2))
    heights = np.concatenate([piece[1] for piece in pieces]) if pieces else np.zeros((0, 3))
    return Surface(corners, heights, shapely.STRtree(shapely.polygons(corners)))


def _peak(area: shapely.Polygon, ridges: shapely.Geometry) -> shapely.Geometry:
    drawn = ridges.intersection(area.buffer(-2 * _PEAK_IN))
    if drawn.length > 0.0:
        return drawn.buffer(_PEAK_IN, cap_style="square", join_style="mitre")
    radius = shapely.maximum_inscribed_circle(area, tolerance=0.01)
    centre = shapely.Point(shapely.get_coordinates(radius)[0])
    return centre.buffer(_PEAK_IN, quad_segs=1)


def _triangles(region: shapely.Geometry, top: shapely.Geometry, low: float, high: float) -> tuple[Floats, Floats]:
    """Triangles of a region whose corners lie at `high` where they belong to `top`, else at `low`."""
    found = []
    for polygon in shapely.get_parts(region):
        if polygon.geom_type == "Polygon" and polygon.area > 1e-9:
            found.extend(shapely.get_parts(shapely.constrained_delaunay_triangles(polygon)))
    if not found:
        return np.zeros((0, 3, 2)), np.zeros((0, 3))
    corners = np.array([shapely.get_coordinates(triangle)[:3] for triangle in found])
    near = shapely.distance(top, shapely.points(corners.reshape(-1, 2))) < 1e-7
    return corners, np.where(near, high, low).reshape(-1, 3)


def _sloped(ground: Surface, points: Floats) -> Floats:
    heights = np.zeros(len(points))
    where, which = ground.tree.query(shapely.points(points), predicate="intersects")
    a, b, c = (ground.corners[which, i] for i in range(3))
    p = points[where]
    area = _cross(b - a, c - a)
    u, v = _cross(p - a, c - a) / area, _cross(b - a, p - a) / area
    z = ground.levels[which]
    np.maximum.at(heights, where, z[:, 0] + u * (z[:, 1] - z[:, 0]) + v * (z[:, 2] - z[:, 0]))
    return heights


def _cross(a: Floats, b: Floats) -> Floats:
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
