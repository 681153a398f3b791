"""Where a stand can go and by which way: reach, routes, cost-to-go. The grid proposes, exact prices decide."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from wargame.board import layers
from wargame.board.bases import Footprints
from wargame.board.board import Board
from wargame.board.cost_grid import CostGrid, cost_grid, freed, rates_at, with_obstacles
from wargame.board.kernels import chosen
from wargame.board.leg_kernel import BLOCKED, SKIPPED, room
from wargame.board.movement import walk_arrays
from wargame.board.outline import contour_rings
from wargame.board.search_kernel import Ground, pull, pull_compiled, search, search_compiled

Floats = NDArray[np.float64]
Point = tuple[float, float]
Ring = tuple[Point, ...]
EVERYTHING = 1e9
"""A reach, in thousandths of an inch, that no table exceeds."""
_AROUND = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


@dataclass(frozen=True, slots=True)
class Route:
    """A way: its points (start and goal as given, snapped between) and its cost."""

    points: tuple[Point, ...]
    cost: float


@dataclass(frozen=True, slots=True)
class Reach:
    """Where an allowance suffices to go. costs: points to each cell (rows from y0), infinite where it does not; cell
    and corner (x0, y0) in inches. margin: allowance less cost, for the outline."""

    costs: NDArray[np.float32]
    cell: float
    x0: float
    y0: float
    margin: NDArray[np.float32]

    def cost(self, x: float, y: float) -> float:
        """Gives the points to the cell of a point, infinite if out of reach."""
        column, row = math.floor((x - self.x0) / self.cell), math.floor((y - self.y0) / self.cell)
        if not (0 <= row < self.costs.shape[0] and 0 <= column < self.costs.shape[1]):
            return math.inf
        return float(self.costs[row, column])

    def contains(self, x: float, y: float) -> bool:
        """Says whether the cell of a point can be reached."""
        return self.cost(x, y) < math.inf

    def outline(self) -> tuple[Ring, ...]:
        """Gives the border of the reach as closed rings of points, for drawing."""
        return contour_rings(self.margin, self.x0 + self.cell / 2, self.y0 + self.cell / 2, self.cell)


@dataclass(frozen=True, slots=True)
class CostField:
    """Points from everywhere to the nearest goal. costs: rows from y = 0, infinite where there is no way.

    next_cell: the cell to which the way of each cell leads straight, itself at the goals; nodes: the point of each
    cell (rows, columns, 2), inches.
    """

    costs: Floats
    cell: float
    next_cell: NDArray[np.int64]
    nodes: Floats

    def cost_many(self, points: Floats) -> Floats:
        """Gives the points to the nearest goal from points (n, 2): between cell centres interpolated over those that
        have a way, infinite if none of the four has."""
        ny, nx = self.costs.shape
        place = np.asarray(points, np.float64).reshape(-1, 2) / self.cell - 0.5
        column = np.clip(np.floor(place[:, 0]).astype(np.int64), 0, max(nx - 2, 0))
        row = np.clip(np.floor(place[:, 1]).astype(np.int64), 0, max(ny - 2, 0))
        u, v = np.clip(place[:, 0] - column, 0.0, 1.0), np.clip(place[:, 1] - row, 0.0, 1.0)
        left, below = 1 - u, 1 - v
        up, right = np.minimum(row + 1, ny - 1), np.minimum(column + 1, nx - 1)
        values = self.costs[np.stack((row, row, up, up)), np.stack((column, right, column, right))]
        open_way = np.isfinite(values)
        shares = np.where(open_way, np.stack((left * below, u * below, left * v, u * v)) + 1e-9, 0.0)
        total = (shares * np.where(open_way, values, 0.0)).sum(axis=0)
        weight = shares.sum(axis=0)
        return np.where(weight > 0.0, total / np.where(weight > 0.0, weight, 1.0), np.inf)

    def cost(self, x: float, y: float) -> float:
        """Gives the points to the nearest goal from one point."""
        return float(self.cost_many(np.array([(x, y)]))[0])

    def way(self, x: float, y: float) -> tuple[Point, ...]:
        """Gives the corners of a cheap way from a point (not repeated) to the nearest goal; empty where none leads
        there. A proposal: `price` decides."""
        ny, nx = self.costs.shape
        row, column = min(max(int(y / self.cell), 0), ny - 1), min(max(int(x / self.cell), 0), nx - 1)
        around = [(min(max(row + dy, 0), ny - 1), min(max(column + dx, 0), nx - 1)) for dx, dy in _AROUND]
        if np.isinf(self.costs[around[0]]):
            around = [min(around, key=lambda at: (float(self.costs[at]), at))]
        if np.isinf(self.costs[around[0]]):
            return ()
        found: list[Point] = []
        cell = around[0][0] * nx + around[0][1]
        while True:
            node_x, node_y = self.nodes[cell // nx, cell % nx].tolist()
            found.append((node_x, node_y))
            after = int(self.next_cell.flat[cell])
            if after in (-1, cell):
                return tuple(found)
            cell = after


def reach(
    board: Board,
    x: float,
    y: float,
    allowance: float,
    movement_class: str,
    cell_in: float = 0.25,
    clearance_in: float = 0.0,
    obstacles: Footprints | None = None,
    start_free: bool = False,
) -> Reach:
    """Gives where a stand at a point can go for an allowance of points, any-angle on a grid of cells.

    clearance_in: impassable ground and obstacles (bases that may not be entered) reach so much farther. start_free: the
    impassable ground round the start costs 1 per inch. A proposal: `price` decides.
    """
    start = _units(x, y)
    plain = cost_grid(board, movement_class, clearance_in, cell_in)
    farthest = (allowance + 2.0 * cell_in * _greatest_rate(plain)) / _least_rate(plain)
    if obstacles is not None:
        obstacles = obstacles.near(x, y, farthest + clearance_in + 4.0 * cell_in)
    grid = _grid(board, movement_class, clearance_in, cell_in, obstacles, (x, y), start_free)
    limit = (allowance + 2.0 * cell_in * _greatest_rate(grid)) * layers.UNIT
    extent = allowance / _least_rate(grid) * layers.UNIT + 3.0 * grid.cell
    grid = grid.window(*start, extent)
    costs, _, _, _ = _search(board, grid, [start], limit, None)
    points = costs / layers.UNIT
    margin = np.where(np.isfinite(points), allowance - points, -cell_in)
    inside = np.where(points <= allowance + 1e-9, points, np.inf)
    corner = (grid.corner[0] / layers.UNIT, grid.corner[1] / layers.UNIT)
    return Reach(inside.astype(np.float32), cell_in, *corner, margin.astype(np.float32))


def route(
    board: Board,
    start: Point,
    goal: Point,
    movement_class: str,
    clearance_in: float = 0.0,
    obstacles: Footprints | None = None,
    cell_in: float = 0.25,
    start_free: bool = False,
) -> Route | None:
    """Gives a cheap way that `price` finds passable, or None if there is none: any-angle on a grid, then pulled tight
    with exact costs (within about one per cent of the cheapest)."""
    grid = _grid(board, movement_class, clearance_in, cell_in, obstacles, start, start_free)
    grid = grid.window(0.0, 0.0, EVERYTHING)
    a, b = _units(*start), _units(*goal)
    size = (board.table.width_in * layers.UNIT, board.table.height_in * layers.UNIT)
    if not all(0.0 <= x <= size[0] and 0.0 <= y <= size[1] for x, y in (a, b)):
        return None
    if _shut_in(board, grid, b):
        return None
    for attempt in (grid, replace(grid, tight=np.ones_like(grid.tight))):
        chain = _chain(board, attempt, a, b)
        if chain is None:
            return None
        out = np.empty((len(chain), 2))
        kernel = chosen(board.kernels, pull, pull_compiled)
        count, cost = kernel(chain, size, _ground(attempt), out)
        if count:
            inner = [(px, py) for px, py in (out[1 : count - 1] / layers.UNIT).round(3).tolist()]
            ends = [(float(px), float(py)) for px, py in (start, goal)]
            return Route((ends[0], *inner, ends[1]), float(cost) / layers.UNIT)
    return None


def field(
    board: Board,
    goals: Iterable[Point],
    movement_class: str,
    cell_in: float = 1.0,
    clearance_in: float = 0.0,
) -> CostField:
    """Gives the points from everywhere on the table to the nearest of the goals, kept with the board."""
    wanted = tuple(goals)
    key = ("field", wanted, movement_class, cell_in, clearance_in)
    source = layers.ground_source(board)
    return source.part(key, lambda one: _build_field(one, wanted, movement_class, cell_in, clearance_in))


def _build_field(
    board: Board, goals: Sequence[Point], movement_class: str, cell_in: float, clearance_in: float
) -> CostField:
    grid = cost_grid(board, movement_class, clearance_in, cell_in).window(0.0, 0.0, EVERYTHING)
    costs, parents, _, _ = _search(board, grid, [_units(*goal) for goal in goals], math.inf, None)
    nodes = np.stack([grid.node_x, grid.node_y], axis=2) / layers.UNIT
    return CostField(costs / layers.UNIT, cell_in, parents, nodes)


def _grid(
    board: Board,
    movement_class: str,
    clearance_in: float,
    cell_in: float,
    obstacles: Footprints | None,
    start: Point,
    start_free: bool,
) -> CostGrid:
    grid = cost_grid(board, movement_class, clearance_in, cell_in)
    if start_free:
        grid = freed(board, grid, *_units(*start))
    if obstacles is not None and len(obstacles):
        grid = with_obstacles(grid, start, obstacles, clearance_in)
    return grid


def _shut_in(board: Board, grid: CostGrid, goal: Point) -> bool:
    """Says whether a goal lies within impassable ground, so that no search is needed."""
    around = np.array(_AROUND, np.float64) + goal
    return bool(np.isinf(rates_at(board, grid.walk, around)).all())


def _search(
    board: Board, grid: CostGrid, sources: Sequence[Point], limit: float, goal: Point | None
) -> tuple[Floats, NDArray[np.int64], float, int]:
    """Runs the search from these points (thousandths); the grid's arrays are changed at the sources."""
    shape = grid.rates.shape
    cells = []
    for x, y in sources:
        row, column = grid.cell_of(x, y)
        grid.node_x[row, column], grid.node_y[row, column] = x, y
        if np.isinf(grid.rates[row, column]):
            grid.rates[row, column], grid.tight[row, column] = 1.0, True
        cells.append(row * shape[1] + column)
    tree = (np.full(shape, np.inf), np.full(shape, -1, np.int64), np.zeros(shape, np.bool_))
    heap = (np.empty(8 * grid.rates.size + 8), np.empty(8 * grid.rates.size + 8, np.int64))
    aim = (*goal, _least_rate(grid)) if goal is not None else (0.0, 0.0, 0.0)
    kernel = chosen(board.kernels, search, search_compiled)
    best, last = kernel(
        (grid.rates, grid.tight, grid.node_x, grid.node_y),
        (float(grid.corner[0]), float(grid.corner[1]), float(grid.cell), _least_rate(grid)),
        np.array(cells, np.int64),
        float(limit),
        aim,
        _ground(grid),
        tree,
        heap,
    )
    return tree[0], tree[1], best, last


def _chain(board: Board, grid: CostGrid, start: Point, goal: Point) -> Floats | None:
    """Nodes of the way that the search finds, in thousandths."""
    _, parents, best, last = _search(board, grid, [start], math.inf, goal)
    if best == math.inf:
        return None
    columns = grid.rates.shape[1]
    points = [goal]
    while last >= 0:
        row, column = last // columns, last % columns
        points.append((float(grid.node_x[row, column]), float(grid.node_y[row, column])))
        above = int(parents[row, column])
        last = -1 if above == last else above
    return np.array(points[::-1], np.float64)


def _ground(grid: CostGrid) -> Ground:
    return (*walk_arrays(grid.walk), *room(len(grid.walk.cost), len(grid.walk.ground.edges)))


def _least_rate(grid: CostGrid) -> float:
    costs = grid.walk.cost[(grid.walk.cost != BLOCKED) & (grid.walk.cost != SKIPPED)]
    return max(0.05, min(1.0, float(costs.min(initial=1.0))))


def _greatest_rate(grid: CostGrid) -> float:
    return max(1.0, float(grid.walk.cost.max(initial=1.0)))


def _units(x: float, y: float) -> Point:
    return layers.to_unit(x), layers.to_unit(y)
