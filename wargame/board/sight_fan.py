"""Whole legs of a mover before a watcher: is it proved that all of the leg is in sight, or that none of it is?

The lines from an eye to a leg fill a triangle. Nothing high enough in it: all is in sight. A chord of one piece from
one side of it to the other, under all the lines: nothing is. What is not proved has to be looked at place by place.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wargame.board.kernels import compiled, inline
from wargame.board.sight_corridor import holds_any, proves, tangent
from wargame.board.sight_edges import allowed, crossings
from wargame.board.sight_kernel import BOTH_ENDS, Obstacles, room

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
UNKNOWN, ALL_CLEAR, ALL_BLOCKED = 0, 1, 2


@inline
def outside(boxes: Floats, k: int, ax: float, ay: float, bx: float, by: float, cx: float, cy: float) -> bool:
    """Says whether a box lies outside a triangle: beyond its box, or beyond the line of one of its sides."""
    left, bottom, right, top = boxes[k, 0], boxes[k, 1], boxes[k, 2], boxes[k, 3]
    if left > max(ax, bx, cx) or right < min(ax, bx, cx) or bottom > max(ay, by, cy) or top < min(ay, by, cy):
        return True
    for side in range(3):
        px, py, qx, qy, rx, ry = ax, ay, bx, by, cx, cy
        if side == 1:
            px, py, qx, qy, rx, ry = bx, by, cx, cy, ax, ay
        elif side == 2:
            px, py, qx, qy, rx, ry = cx, cy, ax, ay, bx, by
        dx, dy = qx - px, qy - py
        within = dx * (ry - py) - dy * (rx - px)
        half = 0.5 * ((right - left) * abs(dy) + (top - bottom) * abs(dx))
        middle = dx * (0.5 * (bottom + top) - py) - dy * (0.5 * (left + right) - px)
        if (within > 0.0 and middle < -half - 1e-9) or (within < 0.0 and middle > half + 1e-9):
            return True
    return False


@inline
def blocks_leg(
    o: Obstacles, p: int, eye: Floats, leg: Floats, sides: Floats, tl: Floats, tr: Floats, ts: Floats
) -> bool:
    """Says whether a piece is proved to block every line from the eye to the leg. sides: the two tangents."""
    limit = allowed(o.through[p], 0.0, False)
    if limit == math.inf or (o.rule[p] == BOTH_ENDS and o.low[p] <= max(eye[0, 2], leg[0, 2])):
        return False
    first, last = o.starts[p], o.starts[p + 1]
    left = (sides[0, 0], sides[0, 1], sides[0, 2], sides[0, 3])
    right = (sides[1, 0], sides[1, 1], sides[1, 2], sides[1, 3])
    if not proves(o.edges, first, last, o.low[p], limit, eye, leg, left, right, tl, tr, ts):
        return False
    if o.inside[p] <= o.through[p]:
        return True
    dx, dy = leg[1, 0] - leg[0, 0], leg[1, 1] - leg[0, 1]
    n, within = crossings(o.edges, first, last, leg[0, 0], leg[0, 1], dx, dy, dx * dx + dy * dy, ts)
    return n == 0 and not within and not holds_any(o.edges, first, last, eye)


def fans(o: Obstacles, eyes: Floats, leg: Floats, lowest_in: float, skip: Bytes) -> Ints:
    """Gives for each eye (n, 3) what is proved of the leg, (2, 3) with the greatest height of the mover on it.

    lowest_in: the least height of the mover on the leg.
    """
    ts, _, _ = room(o)
    tl, tr = np.empty_like(ts), np.empty_like(ts)
    sides = np.empty((2, 4))
    near = np.empty(o.area.shape[0], np.int64)
    out = np.zeros(eyes.shape[0], np.int64)
    ax, ay, bx, by = leg[0, 0], leg[0, 1], leg[1, 0], leg[1, 1]
    for i in range(eyes.shape[0]):
        eye = eyes[i : i + 1]
        ex, ey, ez = eye[0, 0], eye[0, 1], eye[0, 2]
        low = min(ez, lowest_in)
        n = 0
        for p in range(o.area.shape[0]):
            if not skip[p] and o.high[p] > low and not outside(o.boxes, p, ex, ey, ax, ay, bx, by):
                near[n] = p
                n += 1
        hidden = False
        if o.sloped:
            for k in range(o.patch_boxes.shape[0]):
                if o.patch_planes[k, 3] > low and not outside(o.patch_boxes, k, ex, ey, ax, ay, bx, by):
                    hidden = True
        if n == 0 and not hidden:
            out[i] = ALL_CLEAR
            continue
        j, left = tangent(eye, leg, 1.0)
        k, right = tangent(eye, leg, -1.0)
        if j < 0 or k < 0 or left == right:
            continue
        for side in range(2):
            end = left if side == 0 else right
            sides[side, 0], sides[side, 1] = ex, ey
            sides[side, 2], sides[side, 3] = leg[end, 0] - ex, leg[end, 1] - ey
        for c in range(n):
            if blocks_leg(o, near[c], eye, leg, sides, tl, tr, ts):
                out[i] = ALL_BLOCKED
                break
    return out


fast_fans = compiled(fans)


def plain_fans(o: Obstacles, eyes: Floats, leg: Floats, lowest_in: float, skip: Bytes) -> Ints:
    """Proves nothing: everything is looked at, with the same answers."""
    return np.zeros(len(eyes), np.int64)
