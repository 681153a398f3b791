"""Which places of the ground points lie in and paths run through, for many at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from wargame.board.adjoining import Places

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Point = tuple[float, float]
_SEAM_IN = 1e-6


class Passage(NamedTuple):
    """A stretch of a path inside one place: number, bank, from where to where in inches along the path."""

    place: int
    bank: int
    start_in: float
    end_in: float


class PlaceIndex:
    """Answers for the places of one board; made once and kept with it."""

    def __init__(self, made: Places) -> None:
        self.made = made
        shapes = np.array([p.shape for p in made.places], dtype=object)
        shapely.prepare(shapes)
        self._tree = shapely.STRtree(shapes)
        self._rank = [(p.is_field, p.number) for p in made.places]
        self._borders = shapely.boundary(shapes)

    def at_many(self, points: Floats) -> Ints:
        """Gives the number of the place of points (n, 2), a counted feature before a field."""
        flat = np.asarray(points, np.float64).reshape(-1, 2)
        found = np.full(len(flat), -1, np.int64)
        hits, places = self._tree.query(shapely.points(flat), predicate="intersects")
        for hit, place in zip(hits.tolist(), places.tolist()):
            before = found[hit]
            if before < 0 or self._rank[place] < self._rank[before]:
                found[hit] = place
        for n in np.flatnonzero(found < 0).tolist():
            found[n] = self.made.at(*flat[n].tolist())[0]
        return found

    def away_many(self, place: int, points: Floats) -> Floats:
        """Gives the inches from points (n, 2) to a place, 0 inside it."""
        spots = shapely.points(np.asarray(points, np.float64).reshape(-1, 2))
        return np.asarray(shapely.distance(self.made.places[place].shape, spots), np.float64)

    def passages(self, path: Sequence[Point]) -> tuple[Passage, ...]:
        """Gives the places that a path runs through, in order; neighbouring stretches in one bank are one."""
        line = shapely.LineString(path)
        if line.length <= _SEAM_IN:
            return (Passage(*self.made.at(*path[0]), 0.0, 0.0),)
        met = shapely.intersection(line, self._borders)
        marks = shapely.get_coordinates(met[~shapely.is_empty(met)])
        cuts = shapely.line_locate_point(line, shapely.points(marks)).tolist() if len(marks) else []
        ends = [0.0, line.length]
        stops = sorted({round(c, 6) for c in (*cuts, *ends)})
        runs = [(start, end) for start, end in pairwise(stops) if end - start > 2 * _SEAM_IN]
        middles = shapely.line_interpolate_point(line, [(start + end) / 2 for start, end in runs])
        points = shapely.get_coordinates(middles)
        found: list[Passage] = []
        for (start, end), place, spot in zip(runs, self.at_many(points).tolist(), points.tolist()):
            here = place, self._bank(place, *spot)
            if found and found[-1][:2] == here:
                found[-1] = found[-1]._replace(end_in=end)
            else:
                found.append(Passage(*here, start, end))
        return tuple(found)

    def _bank(self, place: int, x: float, y: float) -> int:
        banks = self.made.places[place].banks
        if len(banks) == 1:
            return 0
        away = [shapely.distance(bank, shapely.Point(x, y)) for bank in banks]
        return away.index(min(away))

    def spot(self, x: float, y: float) -> tuple[int, int]:
        """Gives the place and bank of one point."""
        place = int(self.at_many(np.array([(x, y)]))[0])
        return place, self._bank(place, x, y)

    def near(self, place: int, x: float, y: float, most: int = 24) -> tuple[Point, ...]:
        """Gives points of a place worth a thought for somebody who comes from (x, y): the nearest one, just inside the
        border all round, and within; at most so many."""
        shape = self.made.places[place].shape
        inner = shapely.buffer(shape, -0.7)
        if inner.is_empty:
            inner = shape
        found = [shapely.get_coordinates(shapely.shortest_line(inner, shapely.Point(x, y)))[0]]
        rim = shapely.boundary(inner)
        count = max(4, most // 2)
        found += [
            shapely.get_coordinates(shapely.line_interpolate_point(rim, rim.length * i / count))[0]
            for i in range(count)
        ]
        found += _lattice(inner, most - len(found))
        return tuple((float(px), float(py)) for px, py in found[:most])


def _lattice(shape: shapely.Geometry, most: int) -> list[Floats]:
    """Points inside a shape on a square lattice, no more than so many."""
    x0, y0, x1, y1 = shape.bounds
    step = max(1.0, float(np.sqrt(max((x1 - x0) * (y1 - y0), 0.01) / max(most, 1))))
    xs, ys = np.arange(x0 + step / 2, x1, step), np.arange(y0 + step / 2, y1, step)
    grid = np.array([(x, y) for y in ys.tolist() for x in xs.tolist()]).reshape(-1, 2)
    if not len(grid):
        return []
    kept = grid[shapely.intersects_xy(shape, grid[:, 0], grid[:, 1])]
    return [np.asarray(row) for row in kept[:most]]
