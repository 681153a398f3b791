"""One line against one ring of edges: the steps from which the kernels of sight are made."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wargame.board.kernels import inline
from wargame.board.snap import HALF, TOUCH

Floats = NDArray[np.float64]

MIN_RUN = TOUCH
"""Shorter runs inside an opaque area (inches) are a touch."""
SHORTEST = 1e-9
"""Ends nearer to each other than this (inches) always see each other."""


@inline
def swapped(ax: float, ay: float, az: float, bx: float, by: float, bz: float) -> bool:
    """Says whether the ends must change places to stand in canonical order (by x, then y, then z)."""
    return (bx < ax) or (bx == ax and by < ay) or (bx == ax and by == ay and bz < az)


@inline
def below(t0: float, t1: float, z0: float, dz: float, top0: float, top1: float) -> float:
    """Gives how much of the stretch t0..t1 the line z0 + t dz lies below a top that goes from top0 to top1."""
    u = z0 + t0 * dz - top0
    v = z0 + t1 * dz - top1
    if u < 0.0 and v < 0.0:
        return t1 - t0
    if u >= 0.0 and v >= 0.0:
        return 0.0
    share = u / (u - v) * (t1 - t0)
    return share if u < 0.0 else (t1 - t0) - share


@inline
def allowed(through: float, inside: float, within: bool) -> float:
    """Gives the longest run in inches that does not block."""
    limit = inside if within else through
    return limit + HALF if limit > 0.0 else MIN_RUN


@inline
def crossings(
    edges: Floats, first: int, last: int, ax: float, ay: float, dx: float, dy: float, ll: float, ts: Floats
) -> tuple[int, bool]:
    """Writes the sorted places (0..1) where the line crosses the ring into ts; gives how many, and if A is inside."""
    n = 0
    inside = False
    for i in range(first, last):
        px = edges[i, 0] - ax
        py = edges[i, 1] - ay
        qx = edges[i, 2] - ax
        qy = edges[i, 3] - ay
        sp = dx * py - dy * px
        sq = dx * qy - dy * qx
        if (sp > 0.0) != (sq > 0.0):
            u = sp / (sp - sq)
            t = ((px + u * (qx - px)) * dx + (py + u * (qy - py)) * dy) / ll
            if t < 0.0:
                inside = not inside
            elif t < 1.0:
                j = n
                while j > 0 and ts[j - 1] > t:
                    ts[j] = ts[j - 1]
                    j -= 1
                ts[j] = t
                n += 1
    return n, inside


@inline
def ordered(
    ax: float, ay: float, az: float, bx: float, by: float, bz: float
) -> tuple[float, float, float, float, float, float]:
    """Puts the ends in canonical order."""
    if swapped(ax, ay, az, bx, by, bz):
        return bx, by, bz, ax, ay, az
    return ax, ay, az, bx, by, bz


@inline
def beside(
    left: float,
    bottom: float,
    right: float,
    top: float,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    ax: float,
    ay: float,
    dx: float,
    dy: float,
) -> bool:
    """Says whether a box lies beside the line: outside the box of the line (0, 1), or wholly on one side of it."""
    if left > x1 or right < x0 or bottom > y1 or top < y0:
        return True
    reach = 0.5 * ((right - left) * abs(dy) + (top - bottom) * abs(dx))
    off = (0.5 * (left + right) - ax) * dy - (0.5 * (bottom + top) - ay) * dx
    return abs(off) > reach * (1.0 + 1e-9) + 1e-9


@inline
def far_from(
    boxes: Floats, k: int, x0: float, y0: float, x1: float, y1: float, ax: float, ay: float, dx: float, dy: float
) -> bool:
    """Says whether box k lies beside the line."""
    return beside(boxes[k, 0], boxes[k, 1], boxes[k, 2], boxes[k, 3], x0, y0, x1, y1, ax, ay, dx, dy)
