"""Ground as a non-player group looks at it: places in reach, who sees them, which are in cover, the least exposed way.

A quick look over many places; what is done there is settled by the rules' own geometry. Rules: NUT-NP-05, -09.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from wargame.board import Board, clear_pairs
from wargame.engine.ruleset import Scene
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import charts, data, exposure, movement, standing, status
from wargame.rulesets.clash_of_titans.foes import COVERED, Foes
from wargame.rulesets.clash_of_titans.state import ClashStand, Point

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
CELL_IN = 1.0
AVOIDED = 8.0
"""An inch of ground to be avoided counts as so many."""
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))


@dataclass(frozen=True, slots=True)
class Enemy:
    """An enemy as it is remembered: who, where."""

    stand: ClashStand
    at: Point


@dataclass(frozen=True, slots=True)
class Places:
    """Where a stand may go now. cost: inches of move; seen: by how many enemies; covered: from all that see it;
    away: inches to the nearest enemy (infinite without any)."""

    points: Floats
    cost: Floats
    seen: NDArray[np.int64]
    covered: Bools
    away: Floats

    def __len__(self) -> int:
        return len(self.points)

    def best(self, worth: Floats, allowed: Bools) -> int | None:
        """The allowed place that is worth most, the cheapest of equals; None if none is allowed."""
        if not allowed.any():
            return None
        score = np.where(allowed, np.round(worth, 6), -np.inf)
        top = np.nonzero(score >= score.max() - 1e-9)[0]
        return int(top[np.argmin(np.round(self.cost[top], 3))])


def eye_in() -> float:
    """Height of a standing man's eye above his level."""
    return data.height("standing man, gun")


def places(scene: Scene, stand: ClashStand, enemies: Sequence[Enemy], mode: str = "") -> Places:
    """The places that a man can reach now, on cells of an inch, his own place first."""
    found = movement.reach_of(scene, stand, mode, CELL_IN)
    rows, columns = np.nonzero(np.isfinite(found.costs))
    points = np.column_stack([found.x0 + (columns + 0.5) * CELL_IN, found.y0 + (rows + 0.5) * CELL_IN])
    cost = found.costs[rows, columns].astype(np.float64)
    free = standing.free_many(scene, stand, points, stand.floor)
    here = np.array([[stand.x, stand.y]])
    points, cost = np.vstack([here, points[free]]), np.concatenate([[0.0], cost[free]])
    return judged(scene, stand, points, cost, enemies)


def judged(scene: Scene, stand: ClashStand, points: Floats, cost: Floats, enemies: Sequence[Enemy]) -> Places:
    """These places as enemies see them."""
    if not len(enemies):
        none = np.zeros(len(points), np.int64)
        return Places(points, cost, none, shelters(scene, points), np.full(len(points), np.inf))
    look = exposure.exposure(cast(View, scene), stand, points, _foes(scene, enemies), eye_in())
    hides = look.shelter == COVERED
    return Places(
        points,
        cost,
        look.clear.sum(axis=1).astype(np.int64),
        np.asarray((hides | ~look.clear).all(axis=1)),
        look.away.min(axis=1),
    )


def shelters(scene: Scene, points: Floats) -> Bools:
    """Which places are in cover all round, from nobody in particular."""
    return np.asarray(exposure.area_shelter(cast(View, scene), points) == COVERED)


def _foes(scene: Scene, enemies: Sequence[Enemy]) -> Foes:
    """Enemies as the quick look wants them; what they can do does not matter here."""
    x = np.array([e.at[0] for e in enemies], np.float64)
    y = np.array([e.at[1] for e in enemies], np.float64)
    n = len(enemies)
    ground = scene.board.ground_many(np.column_stack([x, y]))
    none: Any = np.zeros(n)
    return Foes(
        stands=tuple(e.stand for e in enemies),
        x=x,
        y=y,
        top=np.asarray(ground + eye_in(), np.float64),
        reach=none,
        ready=none,
        later=none,
        harm=np.zeros((n, 3)),
        kills=np.zeros((n, 2)),
        facing=none,
        half_arc=none,
        armoured=np.array([e.stand.is_afv for e in enemies], np.bool_),
    )


def sees_place(board: Board, viewer: Point, place: Point) -> bool:
    """Is there a clear line between the eyes of two men at these places?"""
    points = np.array([viewer, place], np.float64)
    tops = board.ground_many(points) + eye_in()
    ends = np.column_stack([points, tops])
    return bool(clear_pairs(board, ends[:1], ends[1:])[0])


# ---------------------------------------------------------------- ways


@dataclass(frozen=True, slots=True)
class Ways:
    """How far it is from every cell to a goal, an inch in enemy sight counting as several; and the way itself."""

    costs: Floats
    after: NDArray[np.int64]
    """Index of the next cell on the way; -1 at the goal and where there is no way."""
    goal: Point
    cell: float

    def cost(self, points: Floats) -> Floats:
        """The weighed inches from these places (n, 2)."""
        rows, columns = self._cells(points)
        return np.asarray(self.costs[rows, columns])

    def path(self, start: Point) -> list[Point]:
        """The way from a place to the goal: middles of cells, corners only, the goal last."""
        rows, columns = self._cells(np.array([start]))
        width = self.costs.shape[1]
        here = int(rows[0]) * width + int(columns[0])
        chain: list[Point] = [start]
        while here >= 0 and len(chain) < self.costs.size:
            chain.append(((here % width + 0.5) * self.cell, (here // width + 0.5) * self.cell))
            here = int(self.after.flat[here])
        chain.append(self.goal)
        return corners_only(chain)

    def _cells(self, points: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        rows = np.clip((points[:, 1] / self.cell).astype(np.int64), 0, self.costs.shape[0] - 1)
        columns = np.clip((points[:, 0] / self.cell).astype(np.int64), 0, self.costs.shape[1] - 1)
        return rows, columns


def ways_to(
    scene: Scene,
    stand: ClashStand,
    goal: Point,
    enemies: Sequence[Enemy],
    going: str = "",
    avoid: Collection[str] = (),
) -> Ways:
    """The least exposed ways to a goal: inches in enemy sight weigh most, then length. `going`: a movement class other
    than the stand's own; `avoid`: rows of ground to go round if at all possible. Rule: NUT-NP-05."""
    cell = charts.number("step_in")
    table = scene.board.table
    shape = max(1, round(table.height_in / cell)), max(1, round(table.width_in / cell))
    xs, ys = (np.arange(shape[1]) + 0.5) * cell, (np.arange(shape[0]) + 0.5) * cell
    points = np.column_stack([np.tile(xs, shape[0]), np.repeat(ys, shape[1])])
    rate = _rates(scene.board, points, going or standing.movement_class(stand), avoid)
    if enemies:
        seen = judged(scene, stand, points, np.zeros(len(points)), enemies).seen > 0
        rate = np.where(seen, rate * charts.number("exposed_weight"), rate)
    costs, after = _spread(rate.reshape(shape), goal, cell)
    return Ways(costs, after, goal, cell)


def _rates(board: Board, points: Floats, movement_class: str, avoid: Collection[str]) -> Floats:
    """Points per inch at these places, infinite where nobody goes, many where one had better not."""
    codes, names = board.terrain_many(points)
    rates = np.array([board.profile.cost_of(name, movement_class) for name in names], np.float64)
    rates = np.where(rates < 0.0, np.inf, np.maximum(rates, 0.05))
    weights = np.array([AVOIDED if name in avoid else 1.0 for name in names])
    return np.asarray((rates * weights)[codes])


def _spread(rates: Floats, goal: Point, cell: float) -> tuple[Floats, NDArray[np.int64]]:
    """Dijkstra from the goal over the cells."""
    height, width = rates.shape
    plain = rates.ravel().tolist()
    costs = [math.inf] * len(plain)
    after = [-1] * len(plain)
    start = min(height - 1, max(0, int(goal[1] / cell))) * width + min(width - 1, max(0, int(goal[0] / cell)))
    costs[start] = 0.0
    steps = [(dy, dx, cell * math.hypot(dx, dy) / 2) for dy, dx in _STEPS]
    heap = [(0.0, start)]
    while heap:
        cost, here = heapq.heappop(heap)
        if cost > costs[here]:
            continue
        row, column = divmod(here, width)
        own = plain[here] if plain[here] < math.inf else 1.0
        for dy, dx, half in steps:
            y, x = row + dy, column + dx
            if not (0 <= y < height and 0 <= x < width):
                continue
            there = y * width + x
            total = cost + half * (own + plain[there])
            if total < costs[there]:
                costs[there], after[there] = total, here
                heapq.heappush(heap, (total, there))
    shape = (height, width)
    return np.array(costs).reshape(shape), np.array(after, np.int64).reshape(shape)


def corners_only(points: Sequence[Point]) -> list[Point]:
    """The points without those that lie on the straight between their neighbours, and without repeats."""
    kept: list[Point] = []
    for point in points:
        if kept and math.dist(kept[-1], point) < 1e-9:
            continue
        if len(kept) >= 2 and _straight(kept[-2], kept[-1], point):
            kept[-1] = point
        else:
            kept.append(point)
    return kept


def _straight(a: Point, b: Point, c: Point) -> bool:
    cross = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
    ahead = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])
    return abs(cross) < 1e-9 and ahead > 0.0


# ---------------------------------------------------------------- cover


def is_covered(scene: Scene, stand: ClashStand, enemies: Sequence[Enemy]) -> bool:
    """Is a man in cover where he stands, from all remembered enemies that could see him?"""
    here = np.array([[stand.x, stand.y]])
    return bool(judged(scene, stand, here, np.zeros(1), enemies).covered[0])


def able_to_fire(stand: ClashStand) -> bool:
    """Is a man fit to fire: ready, with a weapon that is not dry?"""
    return status.ready(stand) and stand.in_hand not in ("", "unarmed") and stand.in_hand not in stand.dry
