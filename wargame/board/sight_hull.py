"""All places that a base passes over before many watchers: is it proved that one piece of ground hides all of them?

The lines from an outline to the hull of a swept base lie between two tangents. A chord of one piece from one tangent to
the other, with all of the outline on one side and all of the hull on the other, is crossed by every line.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wargame.board.board import Board
from wargame.board.kernels import chosen, compiled
from wargame.board.sight_arrays import sight_arrays
from wargame.board.sight_corridor import blocked_whole
from wargame.board.sight_kernel import Obstacles, room

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


def hulls(o: Obstacles, eyes: Floats, hull: Floats) -> Bools:
    """Says for each of some outlines (n, k, 3) whether no line from it to the hull (m, 3) is clear for certain."""
    ts, _, _ = room(o)
    tl, tr = np.empty_like(ts), np.empty_like(ts)
    near = np.empty(o.area.shape[0], np.int64)
    out = np.zeros(eyes.shape[0], np.bool_)
    hx0, hx1, hy0, hy1 = hull[:, 0].min(), hull[:, 0].max(), hull[:, 1].min(), hull[:, 1].max()
    for i in range(eyes.shape[0]):
        eye = eyes[i]
        ex0, ex1, ey0, ey1 = eye[:, 0].min(), eye[:, 0].max(), eye[:, 1].min(), eye[:, 1].max()
        low = min(eye[0, 2], hull[0, 2])
        n = 0
        for p in range(o.area.shape[0]):
            left, bottom, right, top = o.boxes[p, 0], o.boxes[p, 1], o.boxes[p, 2], o.boxes[p, 3]
            if o.high[p] <= low or left > max(ex1, hx1) or right < min(ex0, hx0):
                continue
            if bottom > max(ey1, hy1) or top < min(ey0, hy0):
                continue
            if o.inside[p] > o.through[p]:  # whoever is in it may see out of it
                if left <= hx1 and right >= hx0 and bottom <= hy1 and top >= hy0:
                    continue
                if left <= ex1 and right >= ex0 and bottom <= ey1 and top >= ey0:
                    continue
            near[n] = p
            n += 1
        out[i] = blocked_whole(o, eye, hull, near[:n], tl, tr, ts)
    return out


fast_hulls = compiled(hulls)


def plain_hulls(o: Obstacles, eyes: Floats, hull: Floats) -> Bools:
    """Proves nothing: everything is looked at, with the same answers."""
    return np.zeros(len(eyes), np.bool_)


def out_of_sight(board: Board, eyes: Floats, hull: Floats) -> Bools:
    """Says for each of some outlines (n, k, 3) whether it is proved that one piece of ground blocks all lines from any
    place inside it to any place inside the hull of some points (m, 3); False: it is not known.

    The points of one outline, and of the hull, have one height: for the hull the greatest that the mover can have.
    """
    if not len(eyes):
        return np.zeros(0, np.bool_)
    run = chosen(board.kernels, plain_hulls, fast_hulls)
    return np.asarray(run(sight_arrays(board).obstacles, np.ascontiguousarray(eyes), np.ascontiguousarray(hull)))
