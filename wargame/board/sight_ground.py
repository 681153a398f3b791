"""The planes of the ground under sight lines: contours with a level top, or the triangles of a slope."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from wargame.board import relief
from wargame.board.board import Board
from wargame.board.snap import TOUCH

Floats = NDArray[np.float64]

HILL = "hill"
SLIVER = 1e-8
"""Areas below this (square inches) are rounding."""


def ground_under(board: Board, part: shapely.Geometry) -> tuple[float, float]:
    """Gives bounds of the height of the ground under a shape, in inches above the table."""
    planes = patches(board)
    low = high = 0.0
    flat = board.profile.relief == "terraced"
    for i in planes.tree.query(part, predicate="intersects").tolist():
        shape, bottom, top = planes.shapes[i], planes.bottoms[i], planes.planes[i, 3]
        if shapely.intersection(shape, part).area <= SLIVER:
            continue
        high = max(high, top)
        if flat and shapely.covers(shape, part):
            low = max(low, top)
        elif not flat and planes.hull is not None and shapely.covers(planes.hull, part):
            low = bottom if low == 0.0 else min(low, bottom)
    return float(low), float(high)


@dataclass(frozen=True)
class Patches:
    """The planes of the ground: contours on terraced ground, triangles on sloped ground."""

    shapes: tuple[shapely.Polygon, ...]
    tree: shapely.STRtree
    planes: Floats
    bottoms: tuple[float, ...]
    hull: shapely.Geometry | None

    def owners(self, board: Board) -> tuple[str, ...]:
        """Gives for each patch the id of the contour it belongs to (the highest one round it), worked out once."""
        return board.part("patch owners", self._owners, frozenset({HILL, "ridge"}))

    def _owners(self, board: Board) -> tuple[str, ...]:
        hills = [feature for feature in board.features if feature.kind == HILL]
        tree = shapely.STRtree([board.area(hill.id) for hill in hills])
        best = [-1] * len(self.shapes)
        middles = np.array([shape.point_on_surface() for shape in self.shapes], object)
        for i, j in tree.query(middles, predicate="intersects").T.tolist():
            if best[i] < 0 or hills[j].height > hills[best[i]].height:
                best[i] = j
        return tuple(hills[j].id for j in best)


def patches(board: Board) -> Patches:
    """Gives the planes of the ground of a board, made once."""
    return board.part("sight patches", _patches, frozenset({HILL, "ridge"}))


def _patches(board: Board) -> Patches:
    if board.profile.relief == "sloped":
        return _triangles(board)
    hills = [feature for feature in board.features if feature.kind == HILL]
    shapes = tuple(board.area(hill.id) for hill in hills)
    tops = [hill.height * board.profile.inches_per_level for hill in hills]
    planes = np.array([(0.0, 0.0, top, top) for top in tops]).reshape(-1, 4)
    return Patches(shapes, shapely.STRtree(shapes), planes, tuple(tops), None)


def _triangles(board: Board) -> Patches:
    ground = relief.surface(board)
    heights = ground.levels * board.profile.inches_per_level
    points = np.concatenate([ground.corners, heights[:, :, None]], axis=2)
    shapes = tuple(shapely.polygons(points[:, :, :2]).tolist()) if len(points) else ()
    planes = np.array([_plane(triangle) for triangle in points]).reshape(-1, 4)
    bottoms = tuple(points[:, :, 2].min(1).tolist()) if len(points) else ()
    hull = shapely.union_all(list(shapes)).buffer(TOUCH) if shapes else None
    return Patches(shapes, shapely.STRtree(shapes), planes, bottoms, hull)


def _plane(triangle: Floats) -> tuple[float, float, float, float]:
    (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) = triangle.tolist()
    det = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    gx = ((z1 - z0) * (y2 - y0) - (z2 - z0) * (y1 - y0)) / det
    gy = ((z2 - z0) * (x1 - x0) - (z1 - z0) * (x2 - x0)) / det
    return gx, gy, z0 - gx * x0 - gy * y0, max(z0, z1, z2)
