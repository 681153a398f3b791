"""Finding a way on the area of a move: back from the goal along falling costs, then pulled tight."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wargame.tabletop.desk import Desk

Point = tuple[float, float]
_STEPS = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if (dx, dy) != (0, 0) and math.gcd(dx, dy) == 1]


def traced(reach: Any, goal: Point) -> list[Point]:
    """Cell centres from the start of the reach to the goal, along the steepest fall of the costs; empty if none."""
    column, row = (math.floor((goal[0] - reach.x0) / reach.cell), math.floor((goal[1] - reach.y0) / reach.cell))
    rows, columns = reach.costs.shape
    if not (0 <= row < rows and 0 <= column < columns) or not math.isfinite(reach.costs[row, column]):
        return []
    found = [(row, column)]
    for _ in range(rows * columns):
        here = float(reach.costs[row, column])
        best, least = None, 0.0
        for dx, dy in _STEPS:
            r, c = row + dy, column + dx
            if not (0 <= r < rows and 0 <= c < columns):
                continue
            cost = float(reach.costs[r, c])
            fall = (here - cost) / math.hypot(dx, dy) if math.isfinite(cost) else 0.0
            if fall > least + 1e-9:
                best, least = (r, c), fall
        if best is None:
            break
        row, column = best
        found.append(best)
    centre = [(reach.x0 + (c + 0.5) * reach.cell, reach.y0 + (r + 0.5) * reach.cell) for r, c in reversed(found)]
    return [(round(x, 3), round(y, 3)) for x, y in centre]


def tightened(points: Sequence[Point], cost: Callable[[Sequence[Point]], float]) -> list[Point]:
    """As few corners as possible: a corner goes if the leg across it costs no more (`cost` is infinite if refused).

    The first point is where the stand is; the last is the goal.
    """
    kept = list(_thinned(points))
    n = 1
    while n < len(kept) - 1:
        without = kept[:n] + kept[n + 1 :]
        if cost(without[1:]) <= cost(kept[1:]) + 0.02:
            kept = without
        else:
            n += 1
    return kept


def _thinned(points: Sequence[Point]) -> Sequence[Point]:
    """At most a dozen of the points, ends included, where the way turns most."""
    if len(points) <= 12:
        return points
    step = (len(points) - 1) / 11
    return [points[round(i * step)] for i in range(12)]


def way_to(desk: Desk, stand: str, mode: str, goal: Point) -> tuple[Point, ...]:
    """A stand's way to a place, without its start: straight; where that is not allowed, round what is in the way."""
    return desk.kept(("way", stand, mode, goal), lambda: _worked_out(desk, stand, mode, goal))


def _worked_out(desk: Desk, stand: str, mode: str, goal: Point) -> tuple[Point, ...]:
    def cost(path: Sequence[Point]) -> float:
        return cost_of(desk, stand, mode, path)

    reach = desk.reach(stand, mode)
    straight = cost((goal,))
    if reach is None or math.isfinite(straight) or not reach.contains(*goal):
        return (goal,)
    cells = traced(reach, goal)
    here = desk.stand(stand)
    if len(cells) < 3 or here is None:
        return (goal,)
    points = tightened([(here.x, here.y), *cells[1:-1], goal], cost)
    found = tuple(points[1:])
    return found if cost(found) < straight else (goal,)


def cost_of(desk: Desk, stand: str, mode: str, path: Sequence[Point]) -> float:
    """What a path costs; infinite where it is refused."""
    price = desk.price(stand, tuple(path), mode)
    return math.inf if price is None or price.refusal is not None else price.cost
