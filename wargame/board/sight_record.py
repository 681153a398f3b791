"""The record of a sight line: clear or not, blocked by what, why and where, and what it crosses."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargame.board import sight_kernel
from wargame.board.board import Board
from wargame.board.kernels import chosen
from wargame.board.sight_arrays import Piece, SightArrays, feature_edges
from wargame.board.sight_edges import MIN_RUN, allowed, below
from wargame.board.sight_ground import HILL, patches
from wargame.board.sight_kernel import GROUND, ground_runs, room, standing_below

Floats = NDArray[np.float64]
Reason = Literal["", "through", "depth", "height", "ground"]


class Eye(NamedTuple):
    """A point that sees and is seen: inches on the table, and z_in inches above it."""

    x: float
    y: float
    z_in: float


@dataclass(frozen=True, slots=True)
class Crossing:
    """A feature on the line: from where to where it runs inside it, in inches from A, and its top above the table."""

    feature_id: str
    kind: str
    row: str | None
    enter_in: float
    leave_in: float
    top_in: float


@dataclass(frozen=True)
class Sight:
    """The answer for the line from A to B. The same both ways, except that places are counted from A.

    code, board, arrays: where the rest is worked out from when it is asked for.
    """

    a: Eye
    b: Eye
    clear: bool
    code: int = field(repr=False, compare=False)
    board: Board = field(repr=False, compare=False)
    arrays: SightArrays = field(repr=False, compare=False)

    @property
    def distance_in(self) -> float:
        """Gives the inches from A to B on the table."""
        return math.hypot(self.b[0] - self.a[0], self.b[1] - self.a[1])

    @cached_property
    def blocker(self) -> str | None:
        """Gives the id of the feature that blocks; of merged ground the one with most of the line in it."""
        if self.clear:
            return None
        if self.code <= GROUND:
            return patches(self.board).owners(self.board)[GROUND - self.code]
        members = [name for piece in self._area for name in piece.members]
        if len(set(members)) == 1:
            return members[0]
        inches = dict.fromkeys(members, 0.0)
        for crossing in self.crossings:
            if crossing.feature_id in inches:
                inches[crossing.feature_id] += crossing.leave_in - crossing.enter_in
        return max(inches, key=lambda name: (round(inches[name], 6), -self.board.index_of(name)))

    @cached_property
    def reason(self) -> Reason:
        """Gives why the line is blocked: "ground" rises above it; something stands higher than it ("height"); too much
        of an area in which an end lies ("depth"), or in which none lies ("through")."""
        if self.clear:
            return ""
        if self.code <= GROUND or self._area[0].group[0] == HILL:
            return "ground"
        if self._within:
            return "depth"
        piece = self._area[0]
        return "height" if piece.through == 0.0 and math.isfinite(piece.rise) else "through"

    @cached_property
    def blocked_at(self) -> tuple[float, float] | None:
        """Gives the point, coming from A, at which the line is blocked; None if it is clear."""
        if self.clear:
            return None
        t = self._slope_at() if self.code <= GROUND else self._depth_at()
        return self.a[0] + t * (self.b[0] - self.a[0]), self.a[1] + t * (self.b[1] - self.a[1])

    @cached_property
    def crossings(self) -> tuple[Crossing, ...]:
        """Gives every feature on the line whose kind has a row for sight or whose terrain row is in `covers`, as drawn,
        in order from A; a feature that is crossed twice stands there twice."""
        known = feature_edges(self.board)
        found = _stretches(self.board, known.edges, known.starts, known.boxes, self.a, self.b, known.capacity)
        length = self.distance_in
        rows = [(t0 * length, t1 * length, int(i)) for i, t0, t1 in found.tolist()]
        return tuple(self._crossing(known.features[i].id, enter, leave) for enter, leave, i in sorted(rows))

    def inches_in(self, feature_id: str) -> float:
        """Gives how many inches of the line lie in a feature."""
        return sum(c.leave_in - c.enter_in for c in self.crossings if c.feature_id == feature_id)

    def _crossing(self, feature_id: str, enter: float, leave: float) -> Crossing:
        board, profile = self.board, self.board.profile
        feature = board.feature(feature_id)
        row = profile.sight.get(feature.kind)
        top = feature.height * profile.inches_per_level
        if row is not None and feature.kind != HILL:
            top = row.rise(feature, profile.inches_per_level)
        if math.isfinite(top) and feature.kind != HILL:
            t = 0.5 * (enter + leave) / self.distance_in
            x, y = self.a[0] + t * (self.b[0] - self.a[0]), self.a[1] + t * (self.b[1] - self.a[1])
            top += board.ground_in(x, y)
        return Crossing(feature_id, feature.kind, board.row_of(feature), enter, leave, top)

    @property
    def _numbers(self) -> tuple[int, int]:
        area = self.arrays.obstacles.area
        return int(np.searchsorted(area, area[self.code])), int(np.searchsorted(area, area[self.code], side="right"))

    @property
    def _area(self) -> tuple[Piece, ...]:
        first, last = self._numbers
        return self.arrays.pieces[first:last]

    @cached_property
    def _runs(self) -> Floats:
        """The stretches of the line inside the area that blocks, in order from A: (piece, from, to)."""
        o = self.arrays.obstacles
        first, last = self._numbers
        starts, boxes = o.starts[first : last + 1], o.boxes[first:last]
        found = _stretches(self.board, o.edges, starts, boxes, self.a, self.b, o.capacity)
        return found[np.argsort(found[:, 1], kind="stable")]

    @property
    def _within(self) -> bool:
        runs = self._runs
        return bool(len(runs) and (runs[:, 1].min() <= 0.0 or runs[:, 2].max() >= 1.0))

    def _depth_at(self) -> float:
        """Where, coming from A, the run that the area allows is used up, by halving."""
        piece = self._area[0]
        limit = allowed(piece.through, piece.inside, self._within) / max(self.distance_in, 1e-12)
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = 0.5 * (low + high)
            if self._run_up_to(middle) > limit:
                high = middle
            else:
                low = middle
        return high

    def _run_up_to(self, end: float) -> float:
        az, bz = self.a[2], self.b[2]
        total = 0.0
        for number, t0, t1 in self._runs.tolist():
            piece, t1 = self._area[int(number)], min(t1, end)
            if t1 <= t0:
                continue
            if piece.rule == sight_kernel.BOTH_ENDS:
                total += t1 - t0
            elif piece.low == piece.high:
                total += below(t0, t1, az, bz - az, piece.high, piece.high)
            else:
                runs, n, marks = self._ground
                total += standing_below(t0, t1, az, bz - az, piece.rise, runs, n, marks)
        return total

    @cached_property
    def _ground(self) -> tuple[Floats, int, Floats]:
        o = self.arrays.obstacles
        ts, runs, marks = room(o)
        dx, dy = self.b[0] - self.a[0], self.b[1] - self.a[1]
        planes = o.patch_edges, o.patch_starts, o.patch_boxes, o.patch_planes
        return runs, ground_runs(*planes, self.a[0], self.a[1], dx, dy, dx * dx + dy * dy, ts, runs), marks

    def _slope_at(self) -> float:
        """Where, coming from A, the ground first rises above the line."""
        runs, n, _ = self._ground
        az, dz = self.a[2], self.b[2] - self.a[2]
        places = []
        for t0, t1, h0, h1 in runs[:n].tolist():
            if self.arrays.obstacles.both_ends:
                u, v = h0 - max(az, az + dz), h1 - max(az, az + dz)
            else:
                u, v = h0 - (az + t0 * dz), h1 - (az + t1 * dz)
            if u > MIN_RUN:
                places.append(t0)
            elif v > MIN_RUN:
                places.append(t0 + max(-u, 0.0) / (v - u) * (t1 - t0) if v > u else t1)
        return min(places, default=0.0)


def _stretches(
    board: Board, edges: Floats, starts: NDArray[np.int64], boxes: Floats, a: Eye, b: Eye, capacity: int
) -> Floats:
    run = chosen(board.kernels, sight_kernel.stretches, sight_kernel.fast_stretches)
    line = np.array([(a[0], a[1], b[0], b[1])], np.float64)
    return np.asarray(run(edges, starts, boxes, line, capacity))[:, 1:]
