"""Any part of a base to any part of another: lines between points round both, after a proof that one piece blocks all.

The proof: a chord inside one piece that runs from one outer tangent of the two bases to the other is crossed by every
line between them; where a depth is allowed, two chords with only the piece between them, further apart than that depth.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargame.board.kernels import compiled, inline
from wargame.board.sight_edges import MIN_RUN, allowed, crossings
from wargame.board.sight_kernel import BOTH_ENDS, CLEAR, Obstacles, room, trace

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Tangent = tuple[float, float, float, float]
CENTRES, NOWHERE = -1, -2
"""Answers beside a number of a point: the line between the centres is clear; no line is."""
_INSET = 1e-7


@inline
def tangent(a: Floats, b: Floats, side: float) -> tuple[int, int]:
    """Gives the points of a and b on their outer tangent on one side (1 = everything lies right of it), or -1."""
    i, j = 0, 0
    for _ in range(8):
        changed = False
        for k in range(a.shape[0]):
            if side * ((b[j, 0] - a[i, 0]) * (a[k, 1] - a[i, 1]) - (b[j, 1] - a[i, 1]) * (a[k, 0] - a[i, 0])) > 0.0:
                i, changed = k, True
        for k in range(b.shape[0]):
            if side * ((b[j, 0] - a[i, 0]) * (b[k, 1] - a[i, 1]) - (b[j, 1] - a[i, 1]) * (b[k, 0] - a[i, 0])) > 0.0:
                j, changed = k, True
        if not changed:
            return i, j
    return -1, -1


@inline
def between(px: float, py: float, qx: float, qy: float, a: Floats, b: Floats) -> bool:
    """Says whether the line through P and Q has all of a on one side and all of b on the other."""
    sign = 1.0 if (qx - px) * (a[0, 1] - py) - (qy - py) * (a[0, 0] - px) > 0.0 else -1.0
    for k in range(a.shape[0]):
        if sign * ((qx - px) * (a[k, 1] - py) - (qy - py) * (a[k, 0] - px)) <= 1e-9:
            return False
    for k in range(b.shape[0]):  # noqa: SIM110 - compiled
        if sign * ((qx - px) * (b[k, 1] - py) - (qy - py) * (b[k, 0] - px)) >= -1e-9:
            return False
    return True


@inline
def chord(edges: Floats, first: int, last: int, px: float, py: float, qx: float, qy: float, ts: Floats) -> bool:
    """Says whether the piece holds the whole of PQ."""
    dx, dy = qx - px, qy - py
    ll = dx * dx + dy * dy
    if ll < 1e-18:
        return False
    n, inside = crossings(edges, first, last, px, py, dx, dy, ll, ts)
    return inside and n == 0


@inline
def to_segment(x: float, y: float, px: float, py: float, qx: float, qy: float) -> float:
    """Gives the distance of a point from PQ."""
    dx, dy = qx - px, qy - py
    t = ((x - px) * dx + (y - py) * dy) / (dx * dx + dy * dy)
    t = min(max(t, 0.0), 1.0)
    return math.sqrt((px + t * dx - x) ** 2 + (py + t * dy - y) ** 2)


@inline
def reaches(a: Floats, px: float, py: float, qx: float, qy: float) -> tuple[float, float]:
    """Gives bounds of the distance from the points to any point of PQ."""
    near, far = 1e30, 0.0
    for k in range(a.shape[0]):
        near = min(near, to_segment(a[k, 0], a[k, 1], px, py, qx, qy))
        far = max(far, (a[k, 0] - px) ** 2 + (a[k, 1] - py) ** 2, (a[k, 0] - qx) ** 2 + (a[k, 1] - qy) ** 2)
    return near, math.sqrt(far)


@inline
def under(low: float, px: float, py: float, qx: float, qy: float, a: Floats, b: Floats) -> bool:
    """Says whether every line from a to b passes below the top of the piece where it crosses PQ."""
    za, zb = a[0, 2], b[0, 2]
    if low >= max(za, zb):
        return True
    if low <= min(za, zb):
        return False
    near_a, far_a = reaches(a, px, py, qx, qy)
    near_b, far_b = reaches(b, px, py, qx, qy)
    t = near_a / (near_a + far_b) if za > zb else far_a / (far_a + near_b)
    return za + t * (zb - za) < low - 1e-6


@inline
def deep(
    edges: Floats,
    first: int,
    last: int,
    px: float,
    py: float,
    qx: float,
    qy: float,
    rx: float,
    ry: float,
    sx: float,
    sy: float,
    limit: float,
    ts: Floats,
) -> bool:
    """Says whether PQ and RS are chords with only the piece between them and lie further apart than the limit."""
    apart = min(to_segment(px, py, rx, ry, sx, sy), to_segment(qx, qy, rx, ry, sx, sy))
    apart = min(apart, to_segment(rx, ry, px, py, qx, qy), to_segment(sx, sy, px, py, qx, qy))
    if apart <= limit + 1e-6 or not chord(edges, first, last, px, py, qx, qy, ts):
        return False
    if not chord(edges, first, last, rx, ry, sx, sy, ts):
        return False
    side = 1.0 if (qx - px) * (ry - py) - (qy - py) * (rx - px) > 0.0 else -1.0
    for i in range(first, last):
        x, y = edges[i, 0], edges[i, 1]
        one = side * ((qx - px) * (y - py) - (qy - py) * (x - px))
        two = side * ((sx - qx) * (y - qy) - (sy - qy) * (x - qx))
        three = side * ((rx - sx) * (y - sy) - (ry - sy) * (x - sx))
        four = side * ((px - rx) * (y - ry) - (py - ry) * (x - rx))
        if one > 0.0 and two > 0.0 and three > 0.0 and four > 0.0:
            return False
    return True


@inline
def proves(
    edges: Floats,
    first: int,
    last: int,
    low: float,
    limit: float,
    a: Floats,
    b: Floats,
    left: Tangent,
    right: Tangent,
    tl: Floats,
    tr: Floats,
    ts: Floats,
) -> bool:
    """Says whether the piece with these edges, this lowest top and this limit blocks every line from a to b."""
    ll = left[2] * left[2] + left[3] * left[3]
    rr = right[2] * right[2] + right[3] * right[3]
    n, wl = crossings(edges, first, last, left[0], left[1], left[2], left[3], ll, tl)
    if n == 0 and not wl:
        return False
    m, wr = crossings(edges, first, last, right[0], right[1], right[2], right[3], rr, tr)
    for i in range(-1 if wl else 0, n, 2):
        u, v = tl[i] if i >= 0 else 0.0, tl[i + 1] if i + 1 < n else 1.0
        for j in range(-1 if wr else 0, m, 2):
            s, t = tr[j] if j >= 0 else 0.0, tr[j + 1] if j + 1 < m else 1.0
            if limit <= MIN_RUN:
                u = v = 0.5 * (u + v)
                s = t = 0.5 * (s + t)
            else:
                u, v, s, t = u + _INSET, v - _INSET, s + _INSET, t - _INSET
            px, py, qx, qy = (
                left[0] + u * left[2],
                left[1] + u * left[3],
                right[0] + s * right[2],
                right[1] + s * right[3],
            )
            rx, ry, sx, sy = (
                left[0] + v * left[2],
                left[1] + v * left[3],
                right[0] + t * right[2],
                right[1] + t * right[3],
            )
            if u > v or s > t or not between(px, py, qx, qy, a, b):
                continue
            if limit <= MIN_RUN:
                if chord(edges, first, last, px, py, qx, qy, ts) and under(low, px, py, qx, qy, a, b):
                    return True
            elif (
                low >= max(a[0, 2], b[0, 2])
                and between(rx, ry, sx, sy, a, b)
                and deep(edges, first, last, px, py, qx, qy, rx, ry, sx, sy, limit, ts)
            ):
                return True
    return False


@inline
def holds_any(edges: Floats, first: int, last: int, points: Floats) -> bool:
    """Says whether one of the points lies in the piece."""
    for k in range(points.shape[0]):
        x, y = points[k, 0], points[k, 1]
        within = False
        for i in range(first, last):
            x0, y0, x1, y1 = edges[i, 0], edges[i, 1], edges[i, 2], edges[i, 3]
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
                within = not within
        if within:
            return True
    return False


@inline
def near_corridor(
    boxes: Floats,
    k: int,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    reach: float,
) -> bool:
    """Says whether a box comes near the corridor: its box, and the strip along the line of centres."""
    if boxes[k, 0] > x1 or boxes[k, 2] < x0 or boxes[k, 1] > y1 or boxes[k, 3] < y0:
        return False
    dx, dy = bx - ax, by - ay
    cx, cy = 0.5 * (boxes[k, 0] + boxes[k, 2]) - ax, 0.5 * (boxes[k, 1] + boxes[k, 3]) - ay
    half = 0.5 * ((boxes[k, 2] - boxes[k, 0]) * abs(dy) + (boxes[k, 3] - boxes[k, 1]) * abs(dx))
    return abs(cx * dy - cy * dx) <= half + reach * math.hypot(dx, dy) + 1e-9


@inline
def gather(
    o: Obstacles,
    ax: float,
    ay: float,
    za: float,
    bx: float,
    by: float,
    zb: float,
    reach: float,
    skip: Bytes,
    pieces: Ints,
    patches: Ints,
) -> tuple[int, int]:
    """Fills in the pieces and patches near the corridor that reach high enough; gives their numbers."""
    x0, x1 = min(ax, bx) - reach, max(ax, bx) + reach
    y0, y1 = min(ay, by) - reach, max(ay, by) + reach
    lowest, highest = min(za, zb), max(za, zb)
    n, m = 0, 0
    for p in range(o.boxes.shape[0]):
        if skip[p] or o.high[p] <= (highest if o.rule[p] == BOTH_ENDS else lowest):
            continue
        if near_corridor(o.boxes, p, x0, y0, x1, y1, ax, ay, bx, by, reach):
            pieces[n] = p
            n += 1
    if o.sloped:
        for k in range(o.patch_boxes.shape[0]):
            high = o.patch_planes[k, 3] > (highest if o.both_ends else lowest)
            if high and near_corridor(o.patch_boxes, k, x0, y0, x1, y1, ax, ay, bx, by, reach):
                patches[m] = k
                m += 1
    return n, m


@inline
def blocked_whole(o: Obstacles, a: Floats, b: Floats, pieces: Ints, tl: Floats, tr: Floats, ts: Floats) -> bool:
    """Says whether one of the pieces is proved to block every line from a to b."""
    edges, starts, low, rule, through, inside = o.edges, o.starts, o.low, o.rule, o.through, o.inside
    i, j = tangent(a, b, 1.0)
    k, m = tangent(a, b, -1.0)
    if i < 0 or k < 0:
        return False
    left = (a[i, 0], a[i, 1], b[j, 0] - a[i, 0], b[j, 1] - a[i, 1])
    right = (a[k, 0], a[k, 1], b[m, 0] - a[k, 0], b[m, 1] - a[k, 1])
    for c in range(pieces.shape[0]):
        p = pieces[c]
        limit = allowed(through[p], 0.0, False)
        if limit == math.inf or (rule[p] == BOTH_ENDS and low[p] <= max(a[0, 2], b[0, 2])):
            continue
        first, last = starts[p], starts[p + 1]
        if proves(edges, first, last, low[p], limit, a, b, left, right, tl, tr, ts):
            if inside[p] <= through[p]:
                return True
            if not (holds_any(edges, first, last, a) or holds_any(edges, first, last, b)):
                return True
    return False


@inline
def parts(
    o: Obstacles,
    ca: Floats,
    a: Floats,
    ra: float,
    cb: Floats,
    b: Floats,
    rb: float,
    skip: Bytes,
    space: tuple[Any, ...],
    proof: bool,
    mode: int,
) -> tuple[int, int]:
    """Gives the numbers of two points with a clear line between them, CENTRES, or NOWHERE."""
    ts, runs, marks, tl, tr, pieces, patches, out, first = space
    n, m = gather(
        o, ca[0, 0], ca[0, 1], ca[0, 2], cb[0, 0], cb[0, 1], cb[0, 2], max(ra, rb) + 1e-6, skip, pieces, patches
    )
    near = pieces[:n]
    work = skip, near, patches[:m], ts, runs, marks
    trace(o, ca, cb, work, mode, out)
    if out[0] == CLEAR:
        return CENTRES, CENTRES
    if proof and blocked_whole(o, a, b, near, tl, tr, ts):
        return NOWHERE, NOWHERE
    for i in range(a.shape[0]):
        for k in range(b.shape[0]):
            first[k, 0], first[k, 1], first[k, 2] = a[i, 0], a[i, 1], a[i, 2]
        last = trace(o, first, b, work, mode, out) - 1
        if out[last] == CLEAR:
            return i, last
    return NOWHERE, NOWHERE


def any_part(
    o: Obstacles,
    eyes_a: Floats,
    points_a: Floats,
    reach_a: Floats,
    eyes_b: Floats,
    points_b: Floats,
    reach_b: Floats,
    skip: Bytes,
    proof: bool,
    mode: int,
) -> Ints:
    """Gives for each base of A (n) and each of B (m) the points of a clear line as (n, m, 2), CENTRES or NOWHERE.

    eyes: centre and height (n, 3); points: round the base at the same height (n, k, 3); reach: radius of the circle
    round the base (n,). proof: whether the proof is tried first (it changes nothing but the time);
    mode: FIRST_CLEAR.
    """
    ts, runs, marks = room(o)
    pieces, patches = np.empty(o.area.shape[0], np.int64), np.empty(o.patches.shape[0], np.int64)
    count = points_b.shape[1]
    rest = np.empty(count, np.int64), np.empty((count, 3))
    space = ts, runs, marks, np.empty_like(ts), np.empty_like(ts), pieces, patches, *rest
    out = np.empty((eyes_a.shape[0], eyes_b.shape[0], 2), np.int64)
    for i in range(eyes_a.shape[0]):
        for j in range(eyes_b.shape[0]):
            ca, cb = eyes_a[i : i + 1], eyes_b[j : j + 1]
            one, two = parts(o, ca, points_a[i], reach_a[i], cb, points_b[j], reach_b[j], skip, space, proof, mode)
            out[i, j, 0], out[i, j, 1] = one, two
    return out


fast_any_part = compiled(any_part)
