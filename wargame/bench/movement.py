"""Movement: reach, routes beside the exact shortest, prices beside shapely."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from wargame.bench import grid8, ground
from wargame.bench.goals import GOALS
from wargame.bench.ground import FOOT
from wargame.bench.rows import Beside, Row, Size, beside
from wargame.board import Board, price, reach, route
from wargame.board.oracle import ShortestOracle, price_by_shapely

TOPIC = "movement"
CLEARANCE_IN = 0.5
Point = tuple[float, float]


def run(size: Size) -> Iterator[Row]:
    """The rows of goal 6."""
    board = ground.reference()
    yield _reach(board, size)
    yield from _routes(size)
    yield from _prices(board, size)


def _reach(board: Board, size: Size) -> Row:
    starts = [(f.x, f.y) for f in ground.stands(board, 7, 21)][: max(1, size.repeats // 2)]
    times = [_reach_from(board, start, size) for start in starts]
    now = float(np.median([t.now for t in times])) * 1e3
    return Row(
        topic=TOPIC,
        goal=6,
        name="12 in reach, 0.25 in cells",
        wanted=GOALS[6],
        now=now,
        unit="ms",
        baseline=float(np.median([t.baseline for t in times])) * 1e3,
        beside="eight neighbours in plain Python",
        ratio=float(np.median([t.ratio for t in times])),
        met=now <= 6.0,
        note=f"slowest of {len(times)} places: {max(t.now for t in times) * 1e3:.1f} ms",
    )


def _reach_from(board: Board, start: Point, size: Size) -> Beside:
    x, y = start
    return beside(
        lambda: reach(board, x, y, 12.0, FOOT, clearance_in=CLEARANCE_IN),
        lambda: grid8.costs_from(board, start, FOOT, CLEARANCE_IN, 12.0),
        size.slow_repeats,
    )


def _routes(size: Size) -> Iterator[Row]:
    board = ground.houses(16 if size.trips > 10 else 6)
    oracle = ShortestOracle(board, FOOT, CLEARANCE_IN)
    ours, eight = [], []
    for start, goal in _trips(board, oracle, size.trips):
        exact = oracle.shortest(start, goal)
        if math.isinf(exact):
            continue
        found = route(board, start, goal, FOOT, clearance_in=CLEARANCE_IN)
        grid = grid8.costs_from(board, start, FOOT, CLEARANCE_IN, 1.12 * exact + 0.5)
        cell = int(goal[1] / 0.25), int(goal[0] / 0.25)
        ours.append(found.cost / exact - 1.0 if found is not None else math.inf)
        eight.append(grid.get(cell, math.inf) / exact - 1.0)
    worst, theirs = max(ours), max(eight)
    yield Row(
        topic=TOPIC,
        goal=6,
        name=f"longest detour of {len(ours)} trips",
        wanted=GOALS[6],
        now=100.0 * worst,
        unit="%",
        baseline=100.0 * theirs,
        beside="eight neighbours, 0.25 in cells",
        ratio=theirs / max(worst, 1e-9),
        met=worst <= 0.01,
        note=f"mean {100 * float(np.mean(ours)):.2f} %, beside it {100 * float(np.mean(eight)):.2f} %",
    )


def _trips(board: Board, oracle: ShortestOracle, count: int) -> Iterator[tuple[Point, Point]]:
    draw = ground.Draw(31)
    while count:
        start, goal = draw.spot(board.table, 1.0), draw.spot(board.table, 1.0)
        if math.dist(start, goal) > 12.0 and oracle.is_open(start) and oracle.is_open(goal):
            count -= 1
            yield start, goal


def _prices(board: Board, size: Size) -> Iterator[Row]:
    draw = ground.Draw(41)
    paths = [[draw.spot(board.table, 1.0) for _ in range(4)] for _ in range(max(5, size.samples // 50))]
    worst = 0.0
    for path in paths:
        ours, theirs = price(board, path, FOOT), price_by_shapely(board, path, FOOT)
        if ours.passable != math.isfinite(theirs):
            worst = math.inf
        elif ours.passable:
            worst = max(worst, abs(ours.cost - theirs))
    yield Row(
        topic=TOPIC,
        goal=6,
        name=f"greatest error of {len(paths)} prices",
        wanted=GOALS[6],
        now=worst,
        unit="points",
        baseline=0.0,
        beside="shapely, ground by ground",
        met=worst <= 1e-6,
    )
    path = next(p for p in paths if price(board, p, FOOT).passable)
    found = beside(lambda: price(board, path, FOOT), lambda: price_by_shapely(board, path, FOOT), size.repeats)
    yield Row(
        topic=TOPIC,
        goal=6,
        name="price of a path of three legs",
        wanted=GOALS[6],
        now=found.now * 1e6,
        unit="us",
        baseline=found.baseline * 1e6,
        beside="shapely, ground by ground",
        ratio=found.ratio,
    )
