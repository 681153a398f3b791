"""Sight lines against flat arrays of obstacles, compiled.

Four habits make the answers exact: the end points are put in canonical order before any arithmetic (the same answer bit
for bit both ways), obstacles are shrunk by TOUCH when the arrays are made, an edge counts by the half-open rule
`(s_p > 0) != (s_q > 0)`, and no fast-math. `sight_plain` answers the same with numpy alone.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargame.board.kernels import compiled, inline
from wargame.board.sight_edges import MIN_RUN, SHORTEST, allowed, below, beside, crossings, far_from, ordered, swapped

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]

Work = tuple[Bytes, Ints, Ints, Floats, Floats, Floats]
"""Pieces that do not count; pieces and patches to look at, in order; room for crossings, ground runs, marks."""
CLEAR = -1
GROUND = -2
"""Answer code of the first patch of sloped ground; the next is GROUND - 1, and so on."""
NAMED, CLEAR_ONLY, FIRST_CLEAR = 0, 1, 2
"""What is asked for: the first area that blocks each line; only which lines are clear (what blocked the line before is
tried first); the first clear line, which ends the work."""
STANDING, BOTH_ENDS = 0, 1
"""How the top of a piece is compared: with the line, or with the higher of both ends."""


class Obstacles(NamedTuple):
    """What may block, as flat arrays.

    Pieces (P) are rings of edges; pieces of one area stand together, and the runs of a line through them are added up.
    A piece reaches from the ground to `rise` inches above it; `low` and `high` bound its top above the table. Patches
    (T) are the planes of the ground: contours (the highest counts) or triangles of a slope; if `sloped`, the line is
    tested against them.
    """

    edges: Floats  # (E, 4): x1, y1, x2, y2
    starts: Ints  # (P + 1): first edge of each piece
    boxes: Floats  # (P, 4): left, bottom, right, top
    area: Ints  # (P,)
    low: Floats
    high: Floats
    rise: Floats
    through: Floats  # limits in inches, infinite = never blocks
    inside: Floats
    rule: Ints
    pieces: Ints  # 0 .. P - 1
    nothing: NDArray[np.uint8]  # (P,) zeros: nothing is ignored
    patch_edges: Floats
    patch_starts: Ints
    patch_boxes: Floats
    patch_planes: Floats  # (T, 4): height = 0 * x + 1 * y + 2; 3 = highest point
    patches: Ints  # 0 .. T - 1
    sloped: int
    both_ends: int  # the slope is compared with the higher of both ends
    capacity: int  # room for the crossings of one piece


@inline
def ground_runs(
    edges: Floats,
    starts: Ints,
    boxes: Floats,
    planes: Floats,
    ax: float,
    ay: float,
    dx: float,
    dy: float,
    ll: float,
    ts: Floats,
    runs: Floats,
) -> int:
    """Writes (from, to, height there, height there) for each stretch of the line over a patch; gives how many."""
    n = 0
    x0, x1 = min(ax, ax + dx), max(ax, ax + dx)
    y0, y1 = min(ay, ay + dy), max(ay, ay + dy)
    for k in range(boxes.shape[0]):
        if far_from(boxes, k, x0, y0, x1, y1, ax, ay, dx, dy):
            continue
        m, within = crossings(edges, starts[k], starts[k + 1], ax, ay, dx, dy, ll, ts)
        last = 0.0
        for j in range(m + 1):
            t = ts[j] if j < m else 1.0
            if within and t > last:
                gx, gy, g0 = planes[k, 0], planes[k, 1], planes[k, 2]
                runs[n, 0] = last
                runs[n, 1] = t
                runs[n, 2] = gx * (ax + last * dx) + gy * (ay + last * dy) + g0
                runs[n, 3] = gx * (ax + t * dx) + gy * (ay + t * dy) + g0
                n += 1
            within = not within
            last = t
    return n


@inline
def standing_below(
    t0: float, t1: float, z0: float, dz: float, rise: float, runs: Floats, n: int, marks: Floats
) -> float:
    """Gives how much of t0..t1 the line lies below `rise` inches over the ground of n runs (the highest counts)."""
    m = 2
    marks[0] = t0
    marks[1] = t1
    for k in range(n):
        for c in range(2):
            t = runs[k, c]
            if t0 < t < t1:
                j = m
                while marks[j - 1] > t:
                    marks[j] = marks[j - 1]
                    j -= 1
                marks[j] = t
                m += 1
    total = 0.0
    for i in range(m - 1):
        u = marks[i]
        v = marks[i + 1]
        mid = 0.5 * (u + v)
        best = 0.0
        left = 0.0
        right = 0.0
        for k in range(n):
            if runs[k, 0] <= mid <= runs[k, 1] and runs[k, 1] > runs[k, 0]:
                slope = (runs[k, 3] - runs[k, 2]) / (runs[k, 1] - runs[k, 0])
                height = runs[k, 2] + (mid - runs[k, 0]) * slope
                if height > best:
                    best = height
                    left = runs[k, 2] + (u - runs[k, 0]) * slope
                    right = runs[k, 2] + (v - runs[k, 0]) * slope
        if v > u:
            total += below(u, v, z0, dz, left + rise, right + rise)
    return total


@inline
def slope_blocks(
    edges: Floats,
    starts: Ints,
    boxes: Floats,
    planes: Floats,
    both_ends: int,
    ax: float,
    ay: float,
    az: float,
    dx: float,
    dy: float,
    dz: float,
    ll: float,
    ts: Floats,
    patches: Ints,
    hint: int,
) -> int:
    """Gives the first of these patches of sloped ground that rises above the line, as an answer code, or CLEAR. hint: a
    patch to look at before the others, or -1."""
    x0, x1 = min(ax, ax + dx), max(ax, ax + dx)
    y0, y1 = min(ay, ay + dy), max(ay, ay + dy)
    highest = max(az, az + dz)
    level = highest if both_ends else min(az, az + dz)
    for c in range(-1 if hint >= 0 else 0, patches.shape[0]):
        k = hint if c < 0 else patches[c]
        if planes[k, 3] <= level or far_from(boxes, k, x0, y0, x1, y1, ax, ay, dx, dy):
            continue
        m, within = crossings(edges, starts[k], starts[k + 1], ax, ay, dx, dy, ll, ts)
        last = 0.0
        gx, gy, g0 = planes[k, 0], planes[k, 1], planes[k, 2]
        for j in range(m + 1):
            t = ts[j] if j < m else 1.0
            if within and t > last:
                u = gx * (ax + last * dx) + gy * (ay + last * dy) + g0 - (highest if both_ends else az + last * dz)
                v = gx * (ax + t * dx) + gy * (ay + t * dy) + g0 - (highest if both_ends else az + t * dz)
                if u > MIN_RUN or v > MIN_RUN:
                    return GROUND - k
            within = not within
            last = t
    return CLEAR


@inline
def run_below(
    n: int,
    ina: bool,
    ts: Floats,
    az: float,
    dz: float,
    flat: int,
    top: float,
    rise: float,
    runs: Floats,
    n_runs: int,
    marks: Floats,
) -> float:
    """Gives how much of the line (0..1) runs through a piece below its top: flat 0 = a level top, 1 = all of it counts,
    2 = the top follows the ground."""
    total = 0.0
    last = 0.0
    for k in range(n + 1):
        t = ts[k] if k < n else 1.0
        if ina and t > last:
            if flat == 0:
                total += below(last, t, az, dz, top, top)
            elif flat == 1:
                total += t - last
            else:
                total += standing_below(last, t, az, dz, rise, runs, n_runs, marks)
        ina = not ina
        last = t
    return total


@inline
def room(o: Obstacles) -> tuple[Floats, Floats, Floats]:
    """Makes the room to work in: crossings (two halves), runs over the ground, marks."""
    stretch = o.patch_edges.shape[0] // 2 + o.patch_boxes.shape[0] + 4
    return np.empty(2 * o.capacity), np.empty((stretch, 4)), np.empty(2 * stretch + 2)


@inline
def trace(o: Obstacles, a: Floats, b: Floats, work: Work, mode: int, out: Ints) -> int:
    """Writes for the lines a[i] to b[i] into out: CLEAR, the first piece of the first area that blocks, or the code of
    a patch of ground; gives the number of lines that were looked at. mode: how much is asked for (NAMED,
    CLEAR_ONLY, FIRST_CLEAR).
    """
    skip, chosen, patches, ts, runs, marks = work
    edges, starts, boxes, areas, low, high, rule = o.edges, o.starts, o.boxes, o.area, o.low, o.high, o.rule
    rises, through, inside, slopes, ends = o.rise, o.through, o.inside, o.sloped, o.both_ends
    p_edges, p_starts, p_boxes, planes = o.patch_edges, o.patch_starts, o.patch_boxes, o.patch_planes
    spare = ts[ts.shape[0] // 2 :]
    hint, hint_first, hint_last = -1, 0, 0
    for i in range(a.shape[0]):
        ax, ay, az, bx, by, bz = ordered(a[i, 0], a[i, 1], a[i, 2], b[i, 0], b[i, 1], b[i, 2])
        dx, dy, dz = bx - ax, by - ay, bz - az
        ll = dx * dx + dy * dy
        length = math.sqrt(ll)
        out[i] = CLEAR
        if slopes and length >= SHORTEST:
            out[i] = slope_blocks(
                p_edges, p_starts, p_boxes, planes, ends, ax, ay, az, dx, dy, dz, ll, ts, patches, hint
            )
            hint = GROUND - out[i] if mode != NAMED and out[i] != CLEAR else -1
        if length < SHORTEST or out[i] != CLEAR:
            if mode == FIRST_CLEAR and out[i] == CLEAR:
                return i + 1
            continue
        y0, y1, lowest, highest = min(ay, by), max(ay, by), min(az, bz), max(az, bz)
        area, first, total, within, n_runs = -1, -1, 0.0, False, -1
        ahead = hint_last - hint_first
        for c in range(chosen.shape[0] + ahead + 1):
            end = c == chosen.shape[0] + ahead
            p = chosen[hint_first + c if c < ahead else c - ahead] if not end else 0
            if end or areas[p] != area or c == ahead:
                if total > 0.0 and total > allowed(through[first], inside[first], within):
                    out[i] = first
                    break
                area, total, within = -1, 0.0, False
            if end or skip[p] or high[p] <= (highest if rule[p] == BOTH_ENDS else lowest):
                continue
            if beside(boxes[p, 0], boxes[p, 1], boxes[p, 2], boxes[p, 3], ax, y0, bx, y1, ax, ay, dx, dy):
                continue
            n, ina = crossings(edges, starts[p], starts[p + 1], ax, ay, dx, dy, ll, ts)
            if n == 0 and not ina:
                continue
            if area < 0:
                area, first = areas[p], p
            within = within or ina or (ina ^ ((n & 1) == 1))
            flat = 1 if rule[p] == BOTH_ENDS else 0
            if low[p] < high[p] and low[p] < highest and high[p] > lowest:
                flat = 2
                if n_runs < 0:
                    n_runs = ground_runs(p_edges, p_starts, p_boxes, planes, ax, ay, dx, dy, ll, spare, runs)
            total += run_below(n, ina, ts, az, dz, flat, high[p], rises[p], runs, n_runs, marks) * length
        if out[i] != CLEAR and mode != NAMED:
            hint_first, hint_last = hinted(areas, chosen, out[i])
        elif out[i] == CLEAR and mode == FIRST_CLEAR:
            return i + 1
    return a.shape[0]


@inline
def hinted(areas: Ints, chosen: Ints, piece: int) -> tuple[int, int]:
    """Gives from where to where the pieces of the same area stand in `chosen`."""
    first = 0
    while areas[chosen[first]] != areas[piece]:
        first += 1
    last = first
    while last < chosen.shape[0] and areas[chosen[last]] == areas[piece]:
        last += 1
    return first, last


def pairs(o: Obstacles, a: Floats, b: Floats, skip: Bytes, mode: int) -> Ints:
    """Gives the answer codes of the lines a[i] to b[i]. mode: NAMED or CLEAR_ONLY."""
    ts, runs, marks = room(o)
    out = np.empty(a.shape[0], np.int64)
    trace(o, a, b, (skip, o.pieces, o.patches, ts, runs, marks), mode, out)
    return out


def stretches(edges: Floats, starts: Ints, boxes: Floats, lines: Floats, capacity: int) -> Floats:
    """Gives (line, ring, from, to) for every stretch of the lines (n, 4: ax, ay, bx, by) inside a ring, 0 at A and 1 at
    B, lines in order and for each line the rings in order."""
    out = np.empty((16, 4))
    count = 0
    ts = np.empty(capacity)
    for i in range(lines.shape[0]):
        ax, ay, bx, by = lines[i, 0], lines[i, 1], lines[i, 2], lines[i, 3]
        turned = swapped(ax, ay, 0.0, bx, by, 0.0)
        if turned:
            ax, ay, bx, by = bx, by, ax, ay
        dx, dy = bx - ax, by - ay
        ll = dx * dx + dy * dy
        if ll < SHORTEST * SHORTEST:
            continue
        y0, y1 = min(ay, by), max(ay, by)
        for p in range(boxes.shape[0]):
            if far_from(boxes, p, ax, y0, bx, y1, ax, ay, dx, dy):
                continue
            n, within = crossings(edges, starts[p], starts[p + 1], ax, ay, dx, dy, ll, ts)
            last = 0.0
            for k in range(n + 1):
                t = ts[k] if k < n else 1.0
                if within and t > last:
                    if count == out.shape[0]:
                        more = np.empty((2 * count, 4))
                        more[:count] = out
                        out = more
                    out[count, 0] = i
                    out[count, 1] = p
                    out[count, 2] = 1.0 - t if turned else last
                    out[count, 3] = 1.0 - last if turned else t
                    count += 1
                within = not within
                last = t
    return out[:count]


fast_pairs = compiled(pairs)
fast_stretches = compiled(stretches)
