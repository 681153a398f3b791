"""Inner loop of movement: which ground counts along a straight leg, exactly, from border to border.

The two ends are put in a fixed order before any arithmetic, so a leg and its reverse get the same intervals. A leg
that runs exactly along a border is looked at from both sides: the later drawn of the two grounds counts if it may be
entered, else the other. Coordinates are thousandths of an inch.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wargame.board.kernels import compiled, inline

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

BLOCKED = -1.0
SKIPPED = -2.0
SLIVER = 1e-3
"""Pieces of a leg of up to this length (thousandths of an inch) are touches: they never stop a mover."""
_INSIDE = 1 << 20
_EXACT = 1 << 21


@inline
def crossings(
    ax: float, ay: float, bx: float, by: float, edges: Floats, first: int, last: int, side: int, found: Floats
) -> int:
    """Writes where (0 < t < 1) the leg crosses the border of an area into `found` and gives their number; with _INSIDE
    added if the leg starts inside, with _EXACT added if a corner lies exactly on the line of the leg."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    count = 0
    inside = False
    touched = False
    for i in range(first, last):
        px, py = edges[i, 0] - ax, edges[i, 1] - ay
        qx, qy = edges[i, 2] - ax, edges[i, 3] - ay
        sp = dx * py - dy * px
        sq = dx * qy - dy * qx
        if sp == 0.0 or sq == 0.0:
            touched = True
        if side == 0:
            if (sp > 0.0) == (sq > 0.0):
                continue
        elif (sp >= 0.0) == (sq >= 0.0):
            continue
        u = sp / (sp - sq)
        t = ((px + u * (qx - px)) * dx + (py + u * (qy - py)) * dy) / square
        if t <= 0.0:
            inside = not inside
        elif t < 1.0:
            found[count] = t
            count += 1
    if inside:
        count += _INSIDE
    if touched:
        count += _EXACT
    return count


@inline
def top_of(touched: Ints, number: int, on: Bools, code: Ints, hill: Bools) -> int:
    """Gives the entry that counts among those that are on, -1 on open ground (the rule of `ground_kernel.top_at`)."""
    found = -1
    for k in range(number - 1, -1, -1):
        f = touched[k]
        if not on[f] or (found >= 0 and not hill[f]):
            continue
        if not hill[f] and code[f] == 0:
            found = f
            continue
        if hill[f] and code[f] == 0 and found >= 0:
            return found
        return f
    return found


@inline
def insert(times: Floats, entries: Ints, number: int, time: float, entry: int) -> None:
    """Puts an event among so many events sorted by time."""
    while number > 0 and times[number - 1] > time:
        times[number] = times[number - 1]
        entries[number] = entries[number - 1]
        number -= 1
    times[number] = time
    entries[number] = entry


@inline
def one_side(
    leg: tuple[float, float, float, float],
    edges: Floats,
    offsets: Ints,
    bounds: Floats,
    code: Ints,
    hill: Bools,
    cost: Floats,
    side: int,
    on: Bools,
    whole: Ints,
    parts: Floats,
    ends: Floats,
    entries: Ints,
) -> int:
    """Writes the intervals of the leg seen from one side: where each ends (t) and the entry that counts in it. Gives
    their number, with _EXACT added if some corner lies exactly on the line of the leg."""
    ax, ay, bx, by = leg
    left, right, low, high = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    touched, event_f, event_t, found = whole[0], whole[1], parts[0], parts[1]
    number, events, intervals = 0, 0, 0
    exact = False
    for f in range(len(code)):
        if bounds[f, 0] > right or bounds[f, 2] < left or bounds[f, 1] > high or bounds[f, 3] < low:
            continue
        if cost[f] == SKIPPED:
            continue
        count = crossings(ax, ay, bx, by, edges, offsets[f], offsets[f + 1], side, found)
        exact = exact or count >= _EXACT
        inside = count & _INSIDE != 0
        count &= _INSIDE - 1
        if count == 0 and not inside:
            continue
        touched[number] = f
        number += 1
        on[f] = inside
        for c in range(count):
            insert(event_t, event_f, events, found[c], f)
            events += 1
    for e in range(events + 1):
        t = event_t[e] if e < events else 1.0
        if t > (ends[intervals - 1] if intervals > 0 else 0.0):
            entry = top_of(touched, number, on, code, hill)
            if intervals == 0 or entries[intervals - 1] != entry:
                entries[intervals] = entry
                intervals += 1
            ends[intervals - 1] = t
        if e < events:
            on[event_f[e]] = not on[event_f[e]]
    for k in range(number):
        on[touched[k]] = False
    return intervals + _EXACT if exact else intervals


@inline
def better_of(a: int, b: int, cost: Floats) -> int:
    """Gives the entry that counts on a border between two: the later drawn if it may be entered, else the other."""
    later, other = max(a, b), min(a, b)
    if later >= 0 and cost[later] == BLOCKED:
        return other
    return later


@inline
def along_leg(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    edges: Floats,
    offsets: Ints,
    bounds: Floats,
    code: Ints,
    hill: Bools,
    cost: Floats,
    flags: Bools,
    whole: Ints,
    parts: Floats,
    ends: Floats,
    entries: Ints,
) -> int:
    """Writes the intervals of a leg from A to B: where each ends (t from A) and the entry that counts in it; gives
    their number. The other arrays are room to work in (see `room`)."""
    if ax == bx and ay == by:
        return 0
    turned = bx < ax or (bx == ax and by < ay)
    if turned:
        ax, ay, bx, by = bx, by, ax, ay
    leg = (ax, ay, bx, by)
    n = one_side(leg, edges, offsets, bounds, code, hill, cost, 0, flags, whole, parts, ends, entries)
    if n >= _EXACT:
        n -= _EXACT
        m = one_side(leg, edges, offsets, bounds, code, hill, cost, 1, flags, whole, parts, parts[2], whole[2])
        n = merge(n, m & (_INSIDE - 1), cost, parts, whole, ends, entries)
    if turned:
        for k in range(n):
            parts[0, k] = ends[k]
            whole[0, k] = entries[k]
        for k in range(n):
            ends[k] = 1.0 - parts[0, n - 2 - k] if k < n - 1 else 1.0
            entries[k] = whole[0, n - 1 - k]
    return n


@inline
def merge(n: int, m: int, cost: Floats, parts: Floats, whole: Ints, ends: Floats, entries: Ints) -> int:
    """Joins the intervals seen from one side (ends, entries) with those seen from the other (parts[2], whole[2])."""
    for k in range(n):
        parts[3, k] = ends[k]
        whole[3, k] = entries[k]
    i, j, count = 0, 0, 0
    while i < n and j < m:
        entry = whole[3, i]
        if whole[2, j] != entry:
            entry = better_of(entry, whole[2, j], cost)
        t = min(parts[3, i], parts[2, j])
        if count > 0 and entries[count - 1] == entry:
            ends[count - 1] = t
        else:
            ends[count] = t
            entries[count] = entry
            count += 1
        if parts[3, i] <= t:
            i += 1
        if parts[2, j] <= t:
            j += 1
    return count


@inline
def leg_cost(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    edges: Floats,
    offsets: Ints,
    bounds: Floats,
    code: Ints,
    hill: Bools,
    cost: Floats,
    flags: Bools,
    whole: Ints,
    parts: Floats,
) -> float:
    """Gives the cost of a leg (points times thousandths of an inch), infinite if it runs through impassable ground."""
    n = along_leg(
        ax, ay, bx, by, edges, offsets, bounds, code, hill, cost, flags, whole, parts, parts[4], whole[4]
    )  # fmt: skip
    length = math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    total, last = 0.0, 0.0
    for k in range(n):
        span = (parts[4, k] - last) * length
        last = parts[4, k]
        entry = whole[4, k]
        if entry < 0:
            total += span
        elif cost[entry] == BLOCKED:
            if span > SLIVER:
                return math.inf
        else:
            total += span * cost[entry]
    return total


def legs(
    points: Floats,
    edges: Floats,
    offsets: Ints,
    bounds: Floats,
    code: Ints,
    hill: Bools,
    cost: Floats,
    flags: Bools,
    whole: Ints,
    parts: Floats,
    ends: Floats,
    entries: Ints,
    counts: Ints,
) -> int:
    """Writes the intervals of all legs of a polyline one after another and how many each leg has; gives the number of
    legs done (fewer than all when the arrays are full)."""
    done = 0
    for k in range(len(points) - 1):
        n = along_leg(
            points[k, 0], points[k, 1], points[k + 1, 0], points[k + 1, 1], edges, offsets, bounds, code, hill, cost,
            flags, whole, parts, parts[4], whole[4],
        )  # fmt: skip
        if done + n > len(ends):
            return k
        for i in range(n):
            ends[done + i] = parts[4, i]
            entries[done + i] = whole[4, i]
        done += n
        counts[k] = n
    return len(points) - 1


def many_costs(
    starts: Floats,
    ends: Floats,
    edges: Floats,
    offsets: Ints,
    bounds: Floats,
    code: Ints,
    hill: Bools,
    cost: Floats,
    flags: Bools,
    whole: Ints,
    parts: Floats,
    out: Floats,
) -> None:
    """Writes the cost of each leg from a start to an end (see `leg_cost`)."""
    for k in range(len(starts)):
        out[k] = leg_cost(
            starts[k, 0], starts[k, 1], ends[k, 0], ends[k, 1], edges, offsets, bounds, code, hill, cost, flags, whole,
            parts,
        )  # fmt: skip


legs_compiled = compiled(legs)
many_costs_compiled = compiled(many_costs)


def room(entries: int, edges: int) -> tuple[Bools, Ints, Floats]:
    """Gives the arrays that the kernels work in, for so many entries and edges."""
    width = max(entries, edges) + 2
    return np.zeros(entries + 1, np.bool_), np.empty((5, width), np.int64), np.empty((5, width), np.float64)
