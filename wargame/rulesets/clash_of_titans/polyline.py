"""A path without needless points, and the first place on it that is near enough to something. Rule: NUT-GEO-13."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from wargame.board import HALF
from wargame.rulesets.clash_of_titans.lines import Point

STRAIGHT_IN = 0.0015
"""A point this near to the straight line between its neighbours is no corner of a way (points are thousandths)."""
_NEAREST_IN = 0.001


@dataclass(frozen=True, slots=True)
class Way:
    """A path without points that are no corners. starts: inches before each point."""

    points: tuple[Point, ...]
    starts: tuple[float, ...]

    @staticmethod
    def of(path: Sequence[Point]) -> Way:
        """The way of a path, however it is cut into legs. Rule: NUT-GEO-13."""
        points = [p for n, p in enumerate(path) if n == 0 or math.dist(p, path[n - 1]) > 1e-9]
        kept, first = [points[0]], 0
        while first < len(points) - 1:
            last = first + 1
            while last + 1 < len(points) and _is_straight(points[first : last + 2]):
                last += 1
            kept.append(points[last])
            first = last
        starts = [0.0]
        for a, b in pairwise(kept):
            starts.append(starts[-1] + math.dist(a, b))
        return Way(tuple(kept), tuple(starts))

    @property
    def length(self) -> float:
        """Inches from end to end."""
        return self.starts[-1]

    def at(self, inches: float) -> Point:
        """The point so many inches from the start."""
        for n in range(len(self.points) - 1):
            if inches <= self.starts[n + 1] or n == len(self.points) - 2:
                share = (inches - self.starts[n]) / (self.starts[n + 1] - self.starts[n])
                (ax, ay), (bx, by) = self.points[n], self.points[n + 1]
                return ax + share * (bx - ax), ay + share * (by - ay)
        return self.points[0]


def _is_straight(points: Sequence[Point]) -> bool:
    """Do all points between the first and the last lie on the straight way from the one to the other?"""
    (ax, ay), (bx, by) = points[0], points[-1]
    length = math.hypot(bx - ax, by - ay)
    if length == 0.0:
        return False
    last = 0.0
    for x, y in points[1:-1]:
        along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
        aside = abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length
        if aside > STRAIGHT_IN or along < last or along > length:
            return False
        last = along
    return True


def first_in(way: Way, start: float, end: float, apart: Callable[[Point], float], limit: float) -> float | None:
    """The first place from `start` to `end` where a distance is within a limit, or None. Along a way no distance
    changes faster than the way itself, so one may go on by what is still missing."""
    s = start
    while True:
        missing = apart(way.at(s)) - limit
        if missing <= HALF:
            return s
        if s >= end:
            return None
        s = min(end, s + max(missing, _NEAREST_IN))
