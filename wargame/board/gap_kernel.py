"""Distances between bases in closed form, for one pair and for all pairs. Circles are never made into polygons."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wargame.board.kernels import compiled, inline

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Placed = tuple[float, float, float, float, float, float, bool]
"""Centre x and y, cosine and sine of the facing, half depth, half frontage (the radius twice), is it a circle."""


@inline
def to_rectangle(px: float, py: float, b: Placed) -> float:
    """Gives the distance from a point to a rectangle, 0 inside it."""
    x, y, c, s, d, w, _ = b
    along = max(abs((px - x) * c + (py - y) * s) - d, 0.0)
    across = max(abs((py - y) * c - (px - x) * s) - w, 0.0)
    return math.sqrt(along * along + across * across)


@inline
def shared_width(a: Placed, b: Placed) -> float:
    """Gives the narrowest strip two rectangles share over all separating axes; negative if some axis parts them."""
    ax, ay, ca, sa, da, wa, _ = a
    bx, by, cb, sb, db, wb, _ = b
    dx, dy = bx - ax, by - ay
    cross, dot = abs(ca * sb - sa * cb), abs(ca * cb + sa * sb)
    first = min(
        da + db * dot + wb * cross - abs(dx * ca + dy * sa), wa + db * cross + wb * dot - abs(dy * ca - dx * sa)
    )
    second = min(
        db + da * dot + wa * cross - abs(dx * cb + dy * sb), wb + da * cross + wa * dot - abs(dy * cb - dx * sb)
    )
    return min(first, second)


@inline
def corners_to(a: Placed, b: Placed) -> float:
    """Gives the least distance from the corners of one rectangle to another."""
    x, y, c, s, d, w, _ = a
    best = math.inf
    for i in range(4):
        along = d if i < 2 else -d
        across = w if i % 2 == 0 else -w
        best = min(best, to_rectangle(x + along * c - across * s, y + along * s + across * c, b))
    return best


@inline
def gap_between(a: Placed, b: Placed) -> float:
    """Gives the distance edge to edge, 0 where the bases touch or overlap; the same both ways, bit for bit."""
    if a[6] and b[6]:
        dx, dy = a[0] - b[0], a[1] - b[1]
        return max(0.0, math.sqrt(dx * dx + dy * dy) - (a[5] + b[5]))
    if a[6]:
        return max(0.0, to_rectangle(a[0], a[1], b) - a[5])
    if b[6]:
        return max(0.0, to_rectangle(b[0], b[1], a) - b[5])
    if shared_width(a, b) >= -1e-12:
        return 0.0
    return min(corners_to(a, b), corners_to(b, a))


def all_gaps(a: Floats, a_round: Bools, b: Floats, b_round: Bools, out: Floats) -> None:
    """Writes all distances; a and b hold rows of x, y, cosine, sine, half depth, half frontage."""
    for i in range(len(a)):
        one = (a[i, 0], a[i, 1], a[i, 2], a[i, 3], a[i, 4], a[i, 5], a_round[i])
        for j in range(len(b)):
            other = (b[j, 0], b[j, 1], b[j, 2], b[j, 3], b[j, 4], b[j, 5], b_round[j])
            out[i, j] = gap_between(one, other)


all_gaps_compiled = compiled(all_gaps)
