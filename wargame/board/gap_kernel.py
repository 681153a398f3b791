"""Bases in closed form: distances of one pair and of all, and what templates hold. Circles are never polygons."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wargame.board.kernels import compiled, inline

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Placed = tuple[float, float, float, float, float, float, bool]
"""Centre x and y, cosine and sine of the facing, half depth, half frontage (the radius twice), is it a circle."""
Columns = tuple[Floats, Floats, Floats, Floats, Floats, Bools]
"""Many bases: x, y, facing in degrees, half depth, half frontage, is it a circle."""


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


@inline
def facing_axes(facing_deg: float) -> tuple[float, float]:
    """Gives cosine and sine of a facing, exact at the quarter turns."""
    quarter = facing_deg / 90.0
    if quarter == math.floor(quarter):
        turn = int(quarter) % 4
        return (1.0, 0.0, -1.0, 0.0)[turn], (0.0, 1.0, 0.0, -1.0)[turn]
    angle = facing_deg * (math.pi / 180.0)
    return math.cos(angle), math.sin(angle)


def all_gaps(a: Columns, b: Columns, out: Floats) -> None:
    """Writes all distances from bases a to bases b."""
    axes_b = np.empty((len(b[0]), 2))
    for j in range(len(b[0])):
        axes_b[j, 0], axes_b[j, 1] = facing_axes(b[2][j])
    for i in range(len(a[0])):
        c, s = facing_axes(a[2][i])
        one = (a[0][i], a[1][i], c, s, a[3][i], a[4][i], a[5][i])
        for j in range(len(b[0])):
            other = (b[0][j], b[1][j], axes_b[j, 0], axes_b[j, 1], b[3][j], b[4][j], b[5][j])
            out[i, j] = gap_between(one, other)


def circle_hits(radius: float, slack: float, x: float, y: float, bases: Columns, out: Bools) -> None:
    """Writes for each base whether a circle touches it, holds its centre, holds all of it (out: 3, n)."""
    px, py, facing, half_d, half_w, is_circle = bases
    reach = radius + slack
    for i in range(len(px)):
        dx, dy = x - px[i], y - py[i]
        square = dx * dx + dy * dy
        out[1, i] = square <= reach * reach
        if is_circle[i]:
            distance = math.sqrt(square)
            out[0, i] = distance <= reach + half_w[i]
            out[2, i] = distance + half_w[i] <= reach
            continue
        c, s = facing_axes(facing[i])
        along, across = abs(dx * c + dy * s), abs(dy * c - dx * s)
        near_d, near_w = max(along - half_d[i], 0.0), max(across - half_w[i], 0.0)
        far_d, far_w = along + half_d[i], across + half_w[i]
        out[0, i] = near_d * near_d + near_w * near_w <= reach * reach
        out[2, i] = far_d * far_d + far_w * far_w <= reach * reach


def rectangle_hits(
    half_along: float, half_across: float, facing_deg: float, x: float, y: float, bases: Columns, out: Bools
) -> None:
    """Writes for each base whether a rectangle touches it, holds its centre, holds all of it (out: 3, n)."""
    px, py, facing, half_d, half_w, is_circle = bases
    d, w = half_along, half_across
    c, s = facing_axes(facing_deg)
    for i in range(len(px)):
        dx, dy, bd, bw = px[i] - x, py[i] - y, half_d[i], half_w[i]
        along, across = abs(dx * c + dy * s), abs(dy * c - dx * s)
        out[1, i] = along <= d and across <= w
        if is_circle[i]:
            corner_d, corner_w = max(along - d, 0.0), max(across - w, 0.0)
            out[0, i] = corner_d * corner_d + corner_w * corner_w <= bw * bw
            out[2, i] = along + bd <= d and across + bw <= w
            continue
        cb, sb = facing_axes(facing[i])
        dot, cross = abs(c * cb + s * sb), abs(c * sb - s * cb)
        extent_d, extent_w = bd * dot + bw * cross, bd * cross + bw * dot
        own_along, own_across = abs(dx * cb + dy * sb), abs(dy * cb - dx * sb)
        out[0, i] = (
            along <= d + extent_d
            and across <= w + extent_w
            and own_along <= bd + d * dot + w * cross
            and own_across <= bw + d * cross + w * dot
        )
        out[2, i] = along + extent_d <= d and across + extent_w <= w


def one_gap(a: Placed, b: Placed) -> float:
    """Gives the distance of one pair."""
    return gap_between(a, b)


all_gaps_compiled = compiled(all_gaps)
one_gap_compiled = compiled(one_gap)
circle_hits_compiled = compiled(circle_hits)
rectangle_hits_compiled = compiled(rectangle_hits)
