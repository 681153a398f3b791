"""The baseline of movement: steps to eight neighbours over a grid of cells, with a heap in plain Python."""

from __future__ import annotations

import heapq
import math

import numpy as np
from numpy.typing import NDArray

from wargame.board import Board
from wargame.board.cost_grid import cost_grid

Floats = NDArray[np.float64]
Point = tuple[float, float]
_STEPS = tuple((dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx)


def costs_from(
    board: Board, start: Point, movement_class: str, clearance_in: float, limit: float, cell_in: float = 0.25
) -> dict[tuple[int, int], float]:
    """Gives the points to each cell (row, column) that can be reached for at most `limit`."""
    rates = cost_grid(board, movement_class, clearance_in, cell_in).rates.tolist()
    rows, columns = len(rates), len(rates[0])
    first = int(start[1] / cell_in), int(start[0] / cell_in)
    best, heap = {first: 0.0}, [(0.0, first)]
    while heap:
        cost, (y, x) = heapq.heappop(heap)
        if cost > best[y, x]:
            continue
        for dy, dx in _STEPS:
            v, u = y + dy, x + dx
            if not (0 <= v < rows and 0 <= u < columns) or rates[v][u] == math.inf:
                continue
            total = cost + math.hypot(dy, dx) * cell_in * 0.5 * (rates[y][x] + rates[v][u])
            if total <= limit and total < best.get((v, u), math.inf):
                best[v, u] = total
                heapq.heappush(heap, (total, (v, u)))
    return best
