"""The border of what lies above zero on a grid of numbers, as rings for drawing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
_SIDES = {  # which sides of a square the border enters and leaves by, for each pattern of corners above zero
    1: ((3, 0),), 2: ((0, 1),), 3: ((3, 1),), 4: ((1, 2),), 5: ((3, 0), (1, 2)), 6: ((0, 2),), 7: ((3, 2),),
    8: ((2, 3),), 9: ((2, 0),), 10: ((0, 1), (2, 3)), 11: ((2, 1),), 12: ((1, 3),), 13: ((1, 0),), 14: ((0, 3),),
}  # fmt: skip


def contour_rings(values: NDArray[np.float32], x0: float, y0: float, cell: float) -> tuple[tuple[Point, ...], ...]:
    """Gives the rings round all that is above zero, what is above lying on the left. values: at points x0 + column *
    cell, y0 + row * cell; outside the grid everything is below zero."""
    grid = np.pad(np.asarray(values, np.float64), 1, constant_values=-cell)
    above = grid > 0.0
    pattern = above[:-1, :-1] + 2 * above[:-1, 1:] + 4 * above[1:, 1:] + 8 * above[1:, :-1]
    links: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    rows, columns = np.nonzero((pattern > 0) & (pattern < 15))
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        for enters, leaves in _SIDES[int(pattern[row, column])]:
            links[_edge(row, column, leaves)] = _edge(row, column, enters)
    rings = []
    while links:
        first, at = links.popitem()
        ring = [first]
        while at != first:
            ring.append(at)
            at = links.pop(at)
        points = [_crossing(grid, edge, x0 - cell, y0 - cell, cell) for edge in reversed(ring)]
        rings.append((*points, points[0]))
    return tuple(rings)


def _edge(row: int, column: int, side: int) -> tuple[int, int, int]:
    """Names a side of a square (0 below, 1 right, 2 above, 3 left) the same from both squares: row, column, 0 for a
    horizontal side or 1 for an upright one, of its lower left end."""
    return ((row, column, 0), (row, column + 1, 1), (row + 1, column, 0), (row, column, 1))[side]


def _crossing(grid: NDArray[np.float64], edge: tuple[int, int, int], x0: float, y0: float, cell: float) -> Point:
    row, column, upright = edge
    a = grid[row, column]
    b = grid[row + 1, column] if upright else grid[row, column + 1]
    share = float(a / (a - b))
    x, y = (column, row + share) if upright else (column + share, row)
    return x0 + x * cell, y0 + y * cell
