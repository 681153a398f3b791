"""What a point can see: the polygon beside shapely's shadows, its truth, the viewshed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from wargame.bench import ground
from wargame.bench.goals import GOALS
from wargame.bench.rows import Row, Size, beside
from wargame.board import Board, Eye, clear_pairs, eyes, viewshed, visible_polygon
from wargame.board.oracle import ShadowOracle, points_in_ring

TOPIC = "visibility"
MARGIN_IN = 0.001
"""Samples nearer to the border of the polygon than this are left out."""


def run(size: Size) -> Iterator[Row]:
    """The rows of goal 5."""
    board = ground.reference()
    lookers = [Eye(*row) for row in ground.stand_eyes(board, ground.stands(board, 8, 6)).tolist()]
    oracle = ShadowOracle(board)
    eye = lookers[0]
    found = beside(lambda: visible_polygon(board, eye), lambda: oracle.polygon(eye), size.slow_repeats)
    now = found.now * 1e3
    yield Row(
        topic=TOPIC,
        goal=5,
        name="visible polygon",
        wanted=GOALS[5],
        now=now,
        unit="ms",
        baseline=found.baseline * 1e3,
        beside="shapely, table less shadows",
        ratio=found.ratio,
        met=now <= 1.0 and found.ratio >= 20.0,
    )
    yield _samples(board, oracle, lookers, size)
    cell = 0.5 if size.big else 3.0
    shed = beside(lambda: viewshed(board, eye, cell), lambda: _cell_by_cell(board, eye, cell), size.slow_repeats)
    yield Row(
        topic=TOPIC,
        goal=5,
        name=f"viewshed, {cell:g} in cells",
        wanted=GOALS[5],
        now=shed.now * 1e3,
        unit="ms",
        baseline=shed.baseline * 1e3,
        beside="plain kernels (numpy)",
        ratio=shed.ratio,
        met=shed.now * 1e3 <= 6.0,
    )


def _samples(board: Board, oracle: ShadowOracle, lookers: list[Eye], size: Size) -> Row:
    each = 4 * size.samples // len(lookers)
    draw = ground.Draw(77)
    wrong = checked = 0
    for eye in lookers:
        spots = np.array([draw.spot(board.table, 0.01) for _ in range(each)])
        inside, clear_of_border = points_in_ring(visible_polygon(board, eye), spots, MARGIN_IN)
        seen = oracle.seen(eye, spots)
        wrong += int(((inside != seen) & clear_of_border).sum())
        checked += int(clear_of_border.sum())
    return Row(
        topic=TOPIC,
        goal=5,
        name=f"wrong of {checked} samples",
        wanted=GOALS[5],
        now=wrong,
        unit="samples",
        baseline=0.0,
        beside="shapely, sample by sample",
        met=wrong == 0,
    )


def _cell_by_cell(board: Board, eye: Eye, cell: float) -> int:
    """The viewshed with the plain kernels."""
    plain = ground.reference("plain")
    columns, rows = round(board.table.width_in / cell), round(board.table.height_in / cell)
    x, y = np.meshgrid((np.arange(columns) + 0.5) * cell, (np.arange(rows) + 0.5) * cell)
    targets = eyes(plain, np.column_stack([x.ravel(), y.ravel()]))
    return int(clear_pairs(plain, np.tile(np.array(eye), (len(targets), 1)), targets).sum())
