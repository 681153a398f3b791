"""Sight lines with numpy alone: the answers of `sight_kernel`, bit for bit, for machines without compiled kernels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wargame.board.sight_corridor import CENTRES, NOWHERE
from wargame.board.sight_edges import MIN_RUN, SHORTEST
from wargame.board.sight_kernel import (
    BOTH_ENDS,
    CLEAR,
    GROUND,
    NAMED,
    Obstacles,
    ground_runs,
    room,
    standing_below,
)
from wargame.board.snap import HALF

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_AT_ONCE = 400_000
"""How many pairs of line and edge are looked at together."""


def pairs(o: Obstacles, a: Floats, b: Floats, skip: NDArray[np.uint8], mode: int) -> Ints:
    """Gives the answer codes of the lines a[i] to b[i], in every mode."""
    out = np.full(len(a), CLEAR, np.int64)
    step = max(1, _AT_ONCE // max(1, len(o.edges), len(o.patch_edges)))
    for first in range(0, len(a), step):
        part = slice(first, first + step)
        out[part] = _some(o, *_ordered(a[part], b[part]), skip)
    return out


def _ordered(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Puts the ends of each line in canonical order."""
    less = (b[:, 0] < a[:, 0]) | ((b[:, 0] == a[:, 0]) & (b[:, 1] < a[:, 1]))
    less |= (b[:, 0] == a[:, 0]) & (b[:, 1] == a[:, 1]) & (b[:, 2] < a[:, 2])
    turn = less[:, None]
    return np.where(turn, b, a), np.where(turn, a, b)


def _some(o: Obstacles, a: Floats, b: Floats, skip: NDArray[np.uint8]) -> Ints:
    out = np.full(len(a), CLEAR, np.int64)
    d = b - a
    ll = d[:, 0] * d[:, 0] + d[:, 1] * d[:, 1]
    long = np.nonzero(np.sqrt(ll) >= SHORTEST)[0]
    a, d, ll = a[long], d[long], ll[long]
    codes = _pieces(o, a, d, ll, skip)
    if o.sloped:
        slope = _slopes(o, a, d, ll)
        codes = np.where(slope == CLEAR, codes, slope)
    out[long] = codes
    return out


def _runs(
    edges: Floats, starts: Ints, a: Floats, d: Floats, ll: Floats
) -> tuple[Ints, Ints, Floats, Floats, NDArray[np.bool_], NDArray[np.bool_]]:
    """Gives every stretch of a line inside a ring: line, ring, from, to, and whether A and B lie in the ring."""
    empty = np.empty(0, np.int64)
    if len(edges) == 0:
        return empty, empty, np.empty(0), np.empty(0), np.empty(0, bool), np.empty(0, bool)
    ax, ay, dx, dy = a[:, :1], a[:, 1:2], d[:, :1], d[:, 1:2]
    sp = dx * (edges[:, 1] - ay) - dy * (edges[:, 0] - ax)
    sq = dx * (edges[:, 3] - ay) - dy * (edges[:, 2] - ax)
    i, e = np.nonzero((sp > 0.0) != (sq > 0.0))
    u = sp[i, e] / (sp[i, e] - sq[i, e])
    px, py = edges[e, 0] - a[i, 0], edges[e, 1] - a[i, 1]
    qx, qy = edges[e, 2] - a[i, 0], edges[e, 3] - a[i, 1]
    t = ((px + u * (qx - px)) * d[i, 0] + (py + u * (qy - py)) * d[i, 1]) / ll[i]
    ring = np.searchsorted(starts, e, side="right") - 1
    order = np.lexsort((t, ring, i))
    i, ring, t = i[order], ring[order], t[order]
    # every ring is crossed an even number of times, so crossings pair up to stretches inside it
    t0, t1, i, ring = t[0::2], t[1::2], i[0::2], ring[0::2]
    kept = (t1 >= 0.0) & (t0 < 1.0)
    t0, t1, i, ring = t0[kept], t1[kept], i[kept], ring[kept]
    return i, ring, np.maximum(t0, 0.0), np.minimum(t1, 1.0), t0 < 0.0, t1 >= 1.0


def _pieces(o: Obstacles, a: Floats, d: Floats, ll: Floats, skip: NDArray[np.uint8]) -> Ints:
    i, p, t0, t1, at_a, at_b = _runs(o.edges, o.starts, a, d, ll)
    out = np.full(len(a), CLEAR, np.int64)
    lowest, highest = np.minimum(a[:, 2], a[:, 2] + d[:, 2]), np.maximum(a[:, 2], a[:, 2] + d[:, 2])
    both = o.rule[p] == BOTH_ENDS
    counts = (o.high[p] > np.where(both, highest[i], lowest[i])) & (skip[p] == 0)
    i, p, t0, t1, at_a, at_b, both = (v[counts] for v in (i, p, t0, t1, at_a, at_b, both))
    if len(i) == 0:
        return out
    length = np.sqrt(ll)[i]
    lower = np.where(both, t1 - t0, _below(t0, t1, a[i, 2], d[i, 2], o.high[p]))
    varies = (o.low[p] < o.high[p]) & (o.low[p] < highest[i]) & (o.high[p] > lowest[i])
    for k in np.nonzero(varies & (t1 > t0))[0]:
        lower[k] = _over_ground(o, a[i[k]], d[i[k]], ll[i[k]], t0[k], t1[k], o.rise[p[k]])
    piece_key = i * len(o.area) + p
    start = np.r_[True, piece_key[1:] != piece_key[:-1]]
    lower = np.bincount(np.cumsum(start) - 1, weights=lower) * length[start]
    within_piece = np.bincount(np.cumsum(start) - 1, weights=at_a | at_b)
    i, p = i[start], p[start]
    key = i * (int(o.area.max()) + 1) + o.area[p]
    first = np.r_[True, key[1:] != key[:-1]]
    number = np.cumsum(first) - 1
    total = np.bincount(number, weights=lower)
    within = np.bincount(number, weights=within_piece) > 0
    head = p[first]
    limit = np.where(within, o.inside[head], o.through[head])
    blocked = (total > 0.0) & (total > np.where(limit > 0.0, limit + HALF, MIN_RUN))
    lines, heads = i[first][blocked], head[blocked]
    out[lines[::-1]] = heads[::-1]
    return out


def _below(t0: Floats, t1: Floats, z0: Floats, dz: Floats, top: Floats) -> Floats:
    u = z0 + t0 * dz - top
    v = z0 + t1 * dz - top
    with np.errstate(divide="ignore", invalid="ignore"):
        share = u / (u - v) * (t1 - t0)
    part = np.where(u < 0.0, share, (t1 - t0) - share)
    return np.where((u < 0.0) & (v < 0.0), t1 - t0, np.where((u >= 0.0) & (v >= 0.0), 0.0, part))


def _over_ground(o: Obstacles, a: Floats, d: Floats, ll: float, t0: float, t1: float, rise: float) -> float:
    ts, runs, marks = room(o)
    (ax, ay, az), (dx, dy, dz) = a.tolist(), d.tolist()
    n = ground_runs(o.patch_edges, o.patch_starts, o.patch_boxes, o.patch_planes, ax, ay, dx, dy, float(ll), ts, runs)
    return standing_below(float(t0), float(t1), az, dz, float(rise), runs, n, marks)


def _slopes(o: Obstacles, a: Floats, d: Floats, ll: Floats) -> Ints:
    out = np.full(len(a), CLEAR, np.int64)
    i, k, t0, t1, _, _ = _runs(o.patch_edges, o.patch_starts, a, d, ll)
    lowest, highest = np.minimum(a[:, 2], a[:, 2] + d[:, 2]), np.maximum(a[:, 2], a[:, 2] + d[:, 2])
    counts = (t1 > t0) & (o.patch_planes[k, 3] > (highest if o.both_ends else lowest)[i])
    i, k, t0, t1 = i[counts], k[counts], t0[counts], t1[counts]
    blocked = np.zeros(len(i), bool)
    for t in (t0, t1):
        z = highest[i] if o.both_ends else a[i, 2] + t * d[i, 2]
        plane = o.patch_planes[k]
        height = plane[:, 0] * (a[i, 0] + t * d[i, 0]) + plane[:, 1] * (a[i, 1] + t * d[i, 1]) + plane[:, 2]
        blocked |= height > z + MIN_RUN
    out[i[blocked][::-1]] = GROUND - k[blocked][::-1]
    return out


def matrix(o: Obstacles, a: Floats, b: Floats, skip: NDArray[np.uint8]) -> Ints:
    """Gives the answer codes of all lines from a[i] to b[j]."""
    return pairs(o, np.repeat(a, len(b), axis=0), np.tile(b, (len(a), 1)), skip, NAMED).reshape(len(a), len(b))


def any_part(
    o: Obstacles,
    eyes_a: Floats,
    points_a: Floats,
    reach_a: Floats,
    eyes_b: Floats,
    points_b: Floats,
    reach_b: Floats,
    skip: NDArray[np.uint8],
    proof: bool,
    mode: int,
) -> Ints:
    """Gives for each pair of bases the points of a clear line, CENTRES or NOWHERE, as `sight_corridor.any_part`."""
    out = np.full((len(eyes_a), len(eyes_b), 2), CENTRES, np.int64)
    blocked = np.argwhere(matrix(o, eyes_a, eyes_b, skip) != CLEAR)
    k = points_b.shape[1]
    for i, j in blocked.tolist():
        clear = np.nonzero(matrix(o, points_a[i], points_b[j], skip).ravel() == CLEAR)[0]
        out[i, j] = divmod(int(clear[0]), k) if len(clear) else (NOWHERE, NOWHERE)
    return out
