"""The grid that route finding searches: points per inch at each cell's node, for one movement class and clearance."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import shapely
from numpy.typing import NDArray

from wargame.board import layers
from wargame.board.bases import Footprint, Footprints, gap_to_point
from wargame.board.board import Board
from wargame.board.features import Feature
from wargame.board.ground_kernel import top_many, top_many_compiled
from wargame.board.kernels import chosen
from wargame.board.leg_kernel import BLOCKED, SKIPPED
from wargame.board.movement import Walk, walk_for

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

GROWTH = 0.35
"""Impassable ground is grown by this share of a cell, so that ways between cell centres are truly passable."""
_WAYS = frozenset({"road", "path", "bridge", "ford", "lane"})


@dataclass(frozen=True, slots=True)
class CostGrid:
    """rates (rows from y = 0): points per inch, infinite where blocked. tight: a road through blocked ground. nodes:
    the point of each cell in thousandths of an inch. corner: of the first cell; cell: its side; both in thousandths.
    walk: the exact ground, which legs through tight cells are priced on."""

    rates: Floats
    tight: Bools
    node_x: Floats
    node_y: Floats
    corner: tuple[float, float]
    cell: float
    walk: Walk

    def cell_of(self, x: float, y: float) -> tuple[int, int]:
        """Gives row and column of the cell of a point in thousandths, the nearest cell for points outside."""
        ny, nx = self.rates.shape
        column = int((x - self.corner[0]) / self.cell)
        row = int((y - self.corner[1]) / self.cell)
        return min(max(row, 0), ny - 1), min(max(column, 0), nx - 1)

    def window(self, x: float, y: float, reach: float) -> CostGrid:
        """Gives the part of the grid within `reach` of a point (thousandths), as copies."""
        low = self.cell_of(x - reach, y - reach)
        high = self.cell_of(x + reach, y + reach)
        rows, columns = slice(low[0], high[0] + 1), slice(low[1], high[1] + 1)
        part = (rows, columns)
        corner = (self.corner[0] + low[1] * self.cell, self.corner[1] + low[0] * self.cell)
        return CostGrid(
            self.rates[part].copy(),
            self.tight[part].copy(),
            self.node_x[part].copy(),
            self.node_y[part].copy(),
            corner,
            self.cell,
            self.walk,
        )


def cost_grid(board: Board, movement_class: str, clearance_in: float, cell_in: float) -> CostGrid:
    """Gives the grid of the whole table, kept with the board."""
    key = ("cost grid", movement_class, round(clearance_in, 3), round(cell_in, 3))
    return layers.ground_source(board).part(key, lambda one: _build(one, movement_class, clearance_in, cell_in))


def with_obstacles(grid: CostGrid, start: tuple[float, float], obstacles: Footprints, clearance_in: float) -> CostGrid:
    """Gives the grid with bases on it that may not be entered, each grown by the clearance; a base nearer to the start
    than that is grown by a little less than its distance, so that stands in contact can part."""
    grown = [_ring(obstacles, i, start, clearance_in) for i in range(len(obstacles))]
    rings = [ring for ring in grown if ring is not None]
    if not rings:
        return grid
    blocks = [layers.ring_edges(ring) for ring in rings]
    ground, n = grid.walk.ground, len(rings)
    offsets = ground.offsets[-1] + np.cumsum([len(block) for block in blocks])
    ground = replace(
        ground,
        edges=np.concatenate([ground.edges, *blocks]),
        offsets=np.concatenate([ground.offsets, offsets]),
        bounds=np.concatenate([ground.bounds, [layers.box_of(block) for block in blocks]]),
        feature=np.concatenate([ground.feature, np.full(n, -1)]),
        code=np.concatenate([ground.code, np.full(n, len(ground.rows))]),
        hill=np.concatenate([ground.hill, np.zeros(n, np.bool_)]),
        rows=(*ground.rows, "base"),
    )
    rates = grid.rates.copy()
    for ring in rings:
        _block(grid, rates, ring.buffer(GROWTH * grid.cell / layers.UNIT))
    return replace(grid, rates=rates, walk=Walk(ground, np.concatenate([grid.walk.cost, np.full(n, BLOCKED)])))


def freed(board: Board, grid: CostGrid, x: float, y: float) -> CostGrid:
    """Gives the grid with the impassable ground that covers a point (thousandths) costing 1 per inch."""
    ground, cost = grid.walk.ground, grid.walk.cost.copy()
    rates = grid.rates.copy()
    for entry in layers.covering_entries(ground, x, y):
        if cost[entry] == BLOCKED:
            cost[entry] = 1.0
            inside = _inside(grid, board.area(board.features[ground.feature[entry]].id).buffer(0.01))
            rates[inside & np.isinf(rates)] = 1.0
    return replace(grid, rates=rates, walk=Walk(ground, cost))


def _build(board: Board, movement_class: str, clearance_in: float, cell_in: float) -> CostGrid:
    exact = walk_for(board, movement_class, clearance_in)
    grown = walk_for(board, movement_class, clearance_in + GROWTH * cell_in)
    cell = cell_in * layers.UNIT
    columns = int(np.ceil(board.table.width_in / cell_in - 1e-9))
    rows = int(np.ceil(board.table.height_in / cell_in - 1e-9))
    node_x, node_y = np.meshgrid((np.arange(columns) + 0.5) * cell, (np.arange(rows) + 0.5) * cell)
    node_x = np.minimum(node_x, board.table.width_in * layers.UNIT)
    node_y = np.minimum(node_y, board.table.height_in * layers.UNIT)
    rates = rates_at(board, grown, np.stack([node_x.ravel(), node_y.ravel()], axis=1)).reshape(rows, columns)
    grid = CostGrid(rates, np.zeros_like(rates, np.bool_), node_x, node_y, (0.0, 0.0), cell, exact)
    blocked = _rates_of(grown, BLOCKED)
    for feature in board.features:
        if blocked and feature.kind in _WAYS and feature.geometry == "line":
            _lead_through(board, grid, feature)
    return grid


def _rates_of(walk: Walk, rate: float) -> bool:
    return bool((walk.cost == rate).any())


def rates_at(board: Board, walk: Walk, points: Floats) -> Floats:
    """Gives the points per inch at points (n, 2) in thousandths, infinite where blocked."""
    kernel = chosen(board.kernels, top_many, top_many_compiled)
    ground = walk.ground
    out = np.full(len(points), -1, np.int64)
    skip = walk.cost == SKIPPED
    kernel(points, ground.edges, ground.offsets, ground.bounds, ground.code, ground.hill, skip, out)
    rates = np.append(walk.cost, 1.0)[out]
    return np.where(rates == BLOCKED, np.inf, rates)


def _lead_through(board: Board, grid: CostGrid, feature: Feature) -> None:
    """Opens the blocked cells that a road or bridge leads through: their node lies on its middle line."""
    line = layers.lengthened(feature.rings[0], grid.cell / layers.UNIT)
    steps = np.arange(0.0, line.length * layers.UNIT, grid.cell / 4) / layers.UNIT
    points = np.rint(shapely.get_coordinates(shapely.line_interpolate_point(line, steps)) * layers.UNIT)
    size = np.array([board.table.width_in, board.table.height_in]) * layers.UNIT
    points = points[((points >= 0.0) & (points <= size)).all(axis=1)]
    for (x, y), rate in zip(points.tolist(), rates_at(board, grid.walk, points).tolist(), strict=True):
        row, column = grid.cell_of(x, y)
        if not np.isinf(grid.rates[row, column]) or np.isinf(rate):
            if grid.tight[row, column] and np.isfinite(rate) and _nearer(grid, row, column, x, y):
                grid.node_x[row, column], grid.node_y[row, column] = x, y
            continue
        grid.rates[row, column], grid.tight[row, column] = rate, True
        grid.node_x[row, column], grid.node_y[row, column] = x, y


def _nearer(grid: CostGrid, row: int, column: int, x: float, y: float) -> bool:
    middle_x, middle_y = (column + 0.5) * grid.cell, (row + 0.5) * grid.cell
    old = max(abs(grid.node_x[row, column] - middle_x), abs(grid.node_y[row, column] - middle_y))
    return bool(max(abs(x - middle_x), abs(y - middle_y)) < old)


def _ring(obstacles: Footprints, i: int, start: tuple[float, float], clearance_in: float) -> shapely.Polygon | None:
    """One base grown by the clearance, None if the start lies in it."""
    d, w = float(obstacles.half_d[i]), float(obstacles.half_w[i])
    fp = Footprint(obstacles.base(i), float(obstacles.x[i]), float(obstacles.y[i]), float(obstacles.facing_deg[i]))
    gap = gap_to_point(fp, *start)
    grow = min(clearance_in, gap - 0.01)
    if grow < 0.0:
        return None
    if obstacles.is_circle[i]:
        return shapely.Point(fp.x, fp.y).buffer((w + grow) / np.cos(np.pi / 32), quad_segs=8)
    shape = shapely.box(-d, -w, d, w)
    shape = shapely.affinity.rotate(shape, fp.facing_deg, origin=(0, 0))
    return shapely.affinity.translate(shape, fp.x, fp.y).buffer(grow, quad_segs=8)


def _inside(grid: CostGrid, area: shapely.Geometry) -> Bools:
    shapely.prepare(area)
    return np.asarray(shapely.intersects_xy(area, grid.node_x / layers.UNIT, grid.node_y / layers.UNIT))


def _block(grid: CostGrid, rates: Floats, area: shapely.Polygon) -> None:
    x1, y1, x2, y2 = (value * layers.UNIT for value in area.bounds)
    low, high = grid.cell_of(x1, y1), grid.cell_of(x2, y2)
    part = (slice(low[0], high[0] + 1), slice(low[1], high[1] + 1))
    shapely.prepare(area)
    inside = shapely.contains_xy(area, grid.node_x[part] / layers.UNIT, grid.node_y[part] / layers.UNIT)
    rates[part] = np.where(inside, np.inf, rates[part])
