"""What a point can see: a polygon to follow the mouse, an exact map of cells where heights and woods count."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wargame.board.board import Board
from wargame.board.kernels import chosen, compiled, inline
from wargame.board.sight import NONE, clear_pairs
from wargame.board.sight_arrays import arrays_without
from wargame.board.sight_kernel import BOTH_ENDS
from wargame.board.sight_record import Eye

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_BUCKETS = 256
_BESIDE = 1e-7
"""Rays go this far (radians) to either side of each corner."""
_FULL = 2.0 * math.pi


def visible_polygon(board: Board, eye: Eye, radius_in: float | None = None, ignore: frozenset[str] = NONE) -> Floats:
    """Gives the ring (n, 2) of what can be seen from an eye on the plan, within a radius if one is given.

    Walls of sight are the edges of everything opaque that is higher than the eye and does not contain it. Ground that
    may be seen into (edges of woods) counts as opaque, and what is lower than the eye hides nothing: for the exact
    answer with heights and depths take `viewshed`.
    """
    arrays, skip = arrays_without(board, frozenset(ignore))
    o = arrays.obstacles
    high = np.where(o.rule == BOTH_ENDS, o.low, np.minimum(o.low, o.high)) > eye[2]
    walls = np.nonzero(high & (skip == 0) & np.isfinite(o.through))[0]
    box = o.boxes[walls]
    round_eye = (box[:, 0] < eye[0]) & (box[:, 2] > eye[0]) & (box[:, 1] < eye[1]) & (box[:, 3] > eye[1])
    edges = [(o.edges[o.starts[p] : o.starts[p + 1]], near) for p, near in zip(walls.tolist(), round_eye.tolist())]
    seen = [ring for ring, near in edges if not (near and _contains(ring, eye[0], eye[1]))]
    ring = np.ascontiguousarray(np.vstack([*seen, _frame(board, eye, radius_in)]))
    run = chosen(board.kernels, _sweep_plain, fast_sweep)
    return np.asarray(run(float(eye[0]), float(eye[1]), ring))


def viewshed(
    board: Board, eye: Eye, cell_in: float = 0.5, up_in: float = 0.0, ignore: frozenset[str] = NONE
) -> NDArray[np.bool_]:
    """Says for each cell of the table, rows from y = 0, whether its centre is seen from the eye by all rules of sight.

    up_in: height of what is looked for above the usual height of a target.
    """
    cells, shape = board.part(("cells", cell_in), lambda made: _cells(made, cell_in))
    targets = cells + np.array([0.0, 0.0, up_in]) if up_in else cells
    start = np.tile(np.array(eye, np.float64), (len(targets), 1))
    return clear_pairs(board, start, targets, ignore).reshape(shape)


def _cells(board: Board, cell_in: float) -> tuple[Floats, tuple[int, int]]:
    columns, rows = (max(1, round(side / cell_in)) for side in (board.table.width_in, board.table.height_in))
    x, y = (np.arange(columns) + 0.5) * cell_in, (np.arange(rows) + 0.5) * cell_in
    points = np.column_stack([np.tile(x, rows), np.repeat(y, columns)])
    return np.column_stack([points, board.ground_many(points) + board.profile.eye_in]), (rows, columns)


def _frame(board: Board, eye: Eye, radius_in: float | None) -> Floats:
    """The edges at which the view ends: the table (moved out to hold the eye), or a ring of 96 points."""
    x, y = eye[0], eye[1]
    if radius_in is None:
        w, h = board.table.width_in, board.table.height_in
        left, bottom, right, top = min(0.0, x - 0.01), min(0.0, y - 0.01), max(w, x + 0.01), max(h, y + 0.01)
        points = np.array([(left, bottom), (right, bottom), (right, top), (left, top)])
    else:
        angles = np.arange(96) * (_FULL / 96)
        points = np.column_stack([x + radius_in * np.cos(angles), y + radius_in * np.sin(angles)])
    return np.hstack([points, np.roll(points, -1, axis=0)])


def _contains(ring: Floats, x: float, y: float) -> bool:
    over = (ring[:, 1] > y) != (ring[:, 3] > y)
    x0, y0, x1, y1 = ring[over].T
    return bool(np.count_nonzero(x < x0 + (y - y0) / (y1 - y0) * (x1 - x0)) & 1)


@inline
def nearest(x: float, y: float, ux: float, uy: float, edges: Floats, numbers: Ints, first: int, last: int) -> float:
    """Gives how far a ray runs until it meets one of the edges numbers[first:last]."""
    best = 1e30
    for j in range(first, last):
        i = numbers[j]
        wx, wy = edges[i, 0] - x, edges[i, 1] - y
        ex, ey = edges[i, 2] - edges[i, 0], edges[i, 3] - edges[i, 1]
        den = ux * ey - uy * ex
        if den == 0.0:
            continue
        r = (wx * ey - wy * ex) / den
        if 0.0 < r < best:
            u = (wx * uy - wy * ux) / den
            if -1e-12 <= u <= 1.0 + 1e-12:
                best = r
    return best


def sweep(x: float, y: float, edges: Floats) -> Floats:
    """Gives the ring of points that rays from (x, y) beside every end of an edge meet first. The edges close the view.

    Edges are sorted into buckets by angle, so a ray is tested against those of its own bucket only.
    """
    n = edges.shape[0]
    begin, sweep_to = np.empty(n), np.empty(n)
    starts = np.zeros(_BUCKETS + 1, np.int64)
    angles = np.empty(2 * n)
    for i in range(n):
        p, q = math.atan2(edges[i, 1] - y, edges[i, 0] - x), math.atan2(edges[i, 3] - y, edges[i, 2] - x)
        turn = q - p
        turn -= _FULL * math.floor(turn / _FULL + 0.5)
        first = p if turn >= 0.0 else q
        first -= _FULL * math.floor(first / _FULL)
        begin[i], sweep_to[i] = first, first + abs(turn)
        angles[2 * i] = first
        angles[2 * i + 1] = sweep_to[i] - _FULL * math.floor(sweep_to[i] / _FULL)
        b0, b1 = bucket(begin[i] - 2 * _BESIDE), bucket(sweep_to[i] + 2 * _BESIDE)
        for b in range(b0, b1 + 1):
            starts[b % _BUCKETS + 1] += 1
    for b in range(_BUCKETS):
        starts[b + 1] += starts[b]
    numbers, fill = np.empty(starts[_BUCKETS], np.int64), starts.copy()
    for i in range(n):
        for b in range(bucket(begin[i] - 2 * _BESIDE), bucket(sweep_to[i] + 2 * _BESIDE) + 1):
            numbers[fill[b % _BUCKETS]] = i
            fill[b % _BUCKETS] += 1
    sort_angles(angles)
    out = np.empty((4 * n, 2))
    m, before = 0, -1.0
    for k in range(2 * n):
        if angles[k] - before < 1e-9:
            continue
        before = angles[k]
        for side in (-_BESIDE, _BESIDE):
            angle = angles[k] + side
            ux, uy = math.cos(angle), math.sin(angle)
            b = bucket(angle) % _BUCKETS
            r = nearest(x, y, ux, uy, edges, numbers, starts[b], starts[b + 1])
            if r < 1e30:
                out[m, 0], out[m, 1] = x + ux * r, y + uy * r
                m += 1
    return out[:m]


@inline
def bucket(angle: float) -> int:
    """Gives the bucket of an angle, below 0 and above the last for angles beyond the full circle."""
    return int(math.floor(angle / _FULL * _BUCKETS))


@inline
def sort_angles(angles: Floats) -> None:
    """Sorts angles of one circle in place: into the order of buckets, then each to its place among its neighbours."""
    fill, given = np.zeros(_BUCKETS + 3, np.int64), angles.copy()
    for k in range(len(angles)):
        fill[bucket(given[k]) + 2] += 1
    for b in range(_BUCKETS + 2):
        fill[b + 1] += fill[b]
    for k in range(len(angles)):
        b = bucket(given[k]) + 1
        angles[fill[b]] = given[k]
        fill[b] += 1
    for k in range(1, len(angles)):
        angle, j = angles[k], k
        while j > 0 and angles[j - 1] > angle:
            angles[j] = angles[j - 1]
            j -= 1
        angles[j] = angle


fast_sweep = compiled(sweep)


def _sweep_plain(x: float, y: float, edges: Floats) -> Floats:
    """The sweep with numpy: every ray against every edge."""
    angles = np.arctan2(edges[:, [1, 3]].ravel() - y, edges[:, [0, 2]].ravel() - x) % _FULL
    angles = np.unique(angles)
    rays = (angles[:, None] + (-_BESIDE, _BESIDE)).ravel()
    ux, uy = np.cos(rays)[:, None], np.sin(rays)[:, None]
    wx, wy = edges[:, 0] - x, edges[:, 1] - y
    ex, ey = edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        den = ux * ey - uy * ex
        r = (wx * ey - wy * ex) / den
        u = (wx * uy - wy * ux) / den
        r = np.where((r > 0.0) & (u >= -1e-12) & (u <= 1.0 + 1e-12), r, np.inf)
    best = r.min(axis=1)
    kept = np.isfinite(best)
    return np.column_stack([x + ux[kept, 0] * best[kept], y + uy[kept, 0] * best[kept]])
