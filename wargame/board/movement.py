"""What a path costs: each leg of a polyline priced exactly on the polygons it crosses. The centre of the stand pays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from wargame.board import layers
from wargame.board.board import Board
from wargame.board.kernels import chosen
from wargame.board.leg_kernel import (
    BLOCKED,
    SKIPPED,
    SLIVER,
    legs,
    legs_compiled,
    many_costs,
    many_costs_compiled,
    room,
)
from wargame.board.profile import IMPASSABLE

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Point = tuple[float, float]
EDGE = "edge of the table"
_ROADS = frozenset({"road", "path", "bridge", "ford"})


class Part(NamedTuple):
    """A stretch of a path over one kind of ground: terrain row, map kind ("" on open ground), inches, cost."""

    row: str
    kind: str
    inches: float
    cost: float


class Stretch(NamedTuple):
    """A stretch of a path over one piece of ground.

    start_in, end_in: inches along the path. feature_id: None on open ground. rate: points per inch, -1 = impassable.
    leg: which leg of the path it belongs to.
    """

    start_in: float
    end_in: float
    row: str
    kind: str
    feature_id: str | None
    rate: float
    leg: int


@dataclass(frozen=True, slots=True)
class Price:
    """What a path costs. If it meets impassable ground, cost, inches and parts count up to there, blocked_at is the
    point and blocked_by the id of the feature (or "edge of the table"). legs: the cost of each leg walked."""

    cost: float
    inches: float
    parts: tuple[Part, ...]
    blocked_at: Point | None = None
    blocked_by: str | None = None
    legs: tuple[float, ...] = ()

    @property
    def passable(self) -> bool:
        """Says whether the whole path can be walked."""
        return self.blocked_at is None


class Ground(NamedTuple):
    """What an entry of the ground is called: terrain row, map kind, id of the feature; points per inch."""

    row: str
    kind: str
    feature_id: str | None
    rate: float


@dataclass(frozen=True, slots=True)
class Walk:
    """The ground as one movement class with one clearance meets it: layers, points per inch and names of each entry
    (no names where only costs are asked for)."""

    ground: layers.Layers
    cost: Floats
    names: tuple[Ground, ...] = ()


def price(
    board: Board,
    path: Sequence[Point],
    movement_class: str,
    clearance_in: float = 0.0,
    start_free: bool = False,
) -> Price:
    """Prices a path exactly: the inches of each leg over each terrain row times the row's points per inch.

    Which ground counts is said in `layers`. A leg exactly along a border pays for the later drawn of the two grounds if
    it may be entered, else for the other; touching impassable ground does not stop. clearance_in: impassable ground
    reaches so much farther, except over roads and crossings. start_free: impassable ground round the start (a stand
    on which a house fell) costs 1 per inch until the path first leaves it. Points that repeat cost nothing.
    """
    return price_of(path, stretches(board, path, movement_class, clearance_in, start_free))


def price_of(path: Sequence[Point], made: Sequence[Stretch]) -> Price:
    """Prices a path whose stretches are known already."""
    cost, inches, leg_costs = 0.0, 0.0, [0.0] * max(0, len(path) - 1)
    parts: list[Part] = []
    for stretch in made:
        if stretch.rate == IMPASSABLE:
            where = along(path, stretch.start_in)
            return Price(cost, inches, _joined(parts), where, stretch.feature_id or EDGE, tuple(leg_costs))
        length = stretch.end_in - stretch.start_in
        cost, inches = cost + length * stretch.rate, inches + length
        leg_costs[stretch.leg] += length * stretch.rate
        parts.append(Part(stretch.row, stretch.kind, length, length * stretch.rate))
    return Price(cost, inches, _joined(parts), legs=tuple(leg_costs))


def stretches(
    board: Board,
    path: Sequence[Point],
    movement_class: str,
    clearance_in: float = 0.0,
    start_free: bool = False,
) -> tuple[Stretch, ...]:
    """Gives the ground along a path, stretch by stretch, to its end. A stretch off the table has the rate -1 and no
    feature. Pieces of impassable ground no longer than a touch are left out."""
    if len(path) < 2:
        return ()
    walk = walk_for(board, movement_class, clearance_in)
    made = _raw_stretches(board, walk, path)
    made = _cut_at_edge(board, path, made)
    return tuple(_freed(made) if start_free else made)


def walk_for(board: Board, movement_class: str, clearance_in: float = 0.0) -> Walk:
    """Gives the ground as a movement class meets it, kept with the board."""
    clearance = round(clearance_in, 3)
    source = layers.ground_source(board)
    return source.part(("walk", movement_class, clearance), lambda one: _build_walk(one, movement_class, clearance))


def leg_costs(board: Board, starts: Floats, ends: Floats, movement_class: str, clearance_in: float = 0.0) -> Floats:
    """Gives the points that straight legs cost (n), from starts (n, 2) to ends (n, 2); infinite where a leg meets
    impassable ground or leaves the table."""
    walk = walk_for(board, movement_class, clearance_in)
    a, b = layers.to_units(starts).reshape(-1, 2), layers.to_units(ends).reshape(-1, 2)
    out = np.empty(len(a))
    kernel = chosen(board.kernels, many_costs, many_costs_compiled)
    kernel(a, b, *walk_arrays(walk), *room(len(walk.cost), len(walk.ground.edges)), out)
    size = np.array([board.table.width_in, board.table.height_in]) * layers.UNIT
    on_table = ((a >= 0.0) & (a <= size) & (b >= 0.0) & (b <= size)).all(axis=1)
    return np.where(on_table, out / layers.UNIT, np.inf)


def point_at_cost(board: Board, path: Sequence[Point], movement_class: str, points: float) -> Point:
    """Gives the point of a path at which so many points are spent; its end if it costs less, and the last point before
    impassable ground if it runs into some."""
    left = points
    for stretch in stretches(board, path, movement_class):
        if stretch.rate == IMPASSABLE:
            return along(path, stretch.start_in)
        cost = (stretch.end_in - stretch.start_in) * stretch.rate
        if cost > left:
            return along(path, stretch.start_in + left / stretch.rate)
        left -= cost
    return (float(path[-1][0]), float(path[-1][1]))


def along(path: Sequence[Point], inches: float) -> Point:
    """Gives the point so many inches along a path; its ends if that lies outside it."""
    left = inches
    for (ax, ay), (bx, by) in pairwise(path):
        length = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
        if left <= length and length > 0.0:
            share = max(0.0, left) / length
            return ax + (bx - ax) * share, ay + (by - ay) * share
        left -= length
    return (float(path[-1][0]), float(path[-1][1]))


def path_length(path: Sequence[Point]) -> float:
    """Gives the length of a path in inches."""
    return sum(math.sqrt((bx - ax) ** 2 + (by - ay) ** 2) for (ax, ay), (bx, by) in pairwise(path))


def road_inches(board: Board, path: Sequence[Point], movement_class: str = "") -> float:
    """Gives the inches of a path that run on roads, paths, bridges and fords."""
    return sum(s.end_in - s.start_in for s in stretches(board, path, movement_class) if s.kind in _ROADS)


def walk_arrays(walk: Walk) -> tuple[Floats, Ints, Floats, Ints, Bools, Floats]:
    """Gives the arrays that the kernels of movement take, in their order, without room to work in."""
    ground = walk.ground
    return ground.edges, ground.offsets, ground.bounds, ground.code, ground.hill, walk.cost


def _raw_stretches(board: Board, walk: Walk, path: Sequence[Point]) -> list[Stretch]:
    points = [(layers.to_unit(x), layers.to_unit(y)) for x, y in path]
    flags, whole, parts = room(len(walk.cost), len(walk.ground.edges))
    counts = np.zeros(len(points), np.int64)
    kernel = chosen(board.kernels, legs, legs_compiled)
    corners = np.array(points, np.float64)
    size = 64 + 16 * len(points)
    while True:
        ends, entries = np.empty(size), np.empty(size, np.int64)
        if kernel(corners, *walk_arrays(walk), flags, whole, parts, ends, entries, counts) == len(points) - 1:
            break
        size *= 4
    numbers = counts.tolist()
    used = sum(numbers)
    return _named(board, walk, points, ends[:used].tolist(), entries[:used].tolist(), numbers)


def _named(
    board: Board, walk: Walk, points: list[Point], ends: list[float], entries: list[int], counts: list[int]
) -> list[Stretch]:
    made: list[Stretch] = []
    names, nothing = walk.names, Ground(board.profile.open_row, "", None, 1.0)
    start, k = 0.0, 0
    for leg, ((ax, ay), (bx, by)) in enumerate(pairwise(points)):
        dx, dy = bx - ax, by - ay
        length = math.sqrt(dx * dx + dy * dy) / layers.UNIT
        last = 0.0
        for _ in range(counts[leg]):
            ground = nothing if entries[k] < 0 else names[entries[k]]
            made.append(Stretch(start + last * length, start + ends[k] * length, *ground, leg))
            last = ends[k]
            k += 1
        start += length
    return [s for s in made if s.rate != IMPASSABLE or s.end_in - s.start_in > SLIVER / layers.UNIT]


def _cut_at_edge(board: Board, path: Sequence[Point], made: list[Stretch]) -> list[Stretch]:
    width, height = board.table.width_in, board.table.height_in
    if all(0.0 <= x <= width and 0.0 <= y <= height for x, y in path):
        return made
    inches = min(_leaves_at(path, width, height), path_length(path))
    kept = [s._replace(end_in=min(s.end_in, inches)) for s in made if s.start_in < inches]
    leg = kept[-1].leg if kept else 0
    return [*kept, Stretch(inches, path_length(path), EDGE, "", None, IMPASSABLE, leg)]


def _leaves_at(path: Sequence[Point], width: float, height: float) -> float:
    """Inches along the path at which it first leaves the table."""
    done = 0.0
    for (ax, ay), (bx, by) in pairwise(path):
        length = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
        share = 1.0
        for a, b, high in ((ax, bx, width), (ay, by, height)):
            if b < 0.0 or a < 0.0:
                share = min(share, 0.0 if a < 0.0 else a / (a - b))
            if b > high or a > high:
                share = min(share, 0.0 if a > high else (high - a) / (b - a))
        if share < 1.0:
            return done + share * length
        done += length
    return done


def _freed(made: list[Stretch]) -> list[Stretch]:
    """Makes the impassable ground that the path starts in cost 1 until it is left."""
    free = list(made)
    for i, stretch in enumerate(free):
        if stretch.rate != IMPASSABLE or stretch.row == EDGE:
            break
        free[i] = stretch._replace(rate=1.0)
    return free


def _joined(parts: list[Part]) -> tuple[Part, ...]:
    joined: list[Part] = []
    for part in parts:
        if joined and joined[-1].row == part.row and joined[-1].kind == part.kind:
            last = joined.pop()
            part = Part(part.row, part.kind, last.inches + part.inches, last.cost + part.cost)
        joined.append(part)
    return tuple(joined)


def _build_walk(board: Board, movement_class: str, clearance_in: float) -> Walk:
    pieces = layers.ground_pieces(board)
    if clearance_in > 0.0:
        pieces = pieces + [
            piece._replace(
                sort=(float(layers.RING_RANK), 0.0, piece.feature),
                hill=False,
                area=shapely.set_precision(piece.area.buffer(clearance_in, quad_segs=8), 0.001),
            )
            for piece in pieces
            if board.profile.cost_of(piece.row, movement_class) == IMPASSABLE
        ]
    ground = layers.gather(board, pieces)
    rates = [_rate(board, ground, i, movement_class) for i in range(len(ground.code))]
    return Walk(ground, np.array(rates, np.float64), tuple(_ground(board, ground, i, r) for i, r in enumerate(rates)))


def _ground(board: Board, ground: layers.Layers, entry: int, rate: float) -> Ground:
    feature = board.features[ground.feature[entry]]
    return Ground(ground.rows[ground.code[entry]], feature.kind, feature.id, float(rate))


def _rate(board: Board, ground: layers.Layers, entry: int, movement_class: str) -> float:
    feature = board.features[ground.feature[entry]]
    foot_only = feature.kind in ("bridge", "ford") and feature.props.get("carries") == "foot"
    if foot_only and movement_class not in board.profile.foot_classes:
        return SKIPPED
    rate = board.profile.cost_of(ground.rows[ground.code[entry]], movement_class)
    return BLOCKED if rate < 0.0 else rate
