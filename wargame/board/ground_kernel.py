"""Inner loops over the edge arrays of `layers`: which area covers a point. Coordinates in whole thousandths."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wargame.board.kernels import compiled, inline

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@inline
def covers(edges: Floats, first: int, last: int, px: float, py: float) -> bool:
    """Says whether the area with these edges covers a point; its border belongs to it."""
    inside = False
    for i in range(first, last):
        x1, y1, x2, y2 = edges[i, 0], edges[i, 1], edges[i, 2], edges[i, 3]
        if (y1 < py and y2 < py) or (y1 > py and y2 > py) or (x1 < px and x2 < px):
            continue
        side = (x2 - x1) * (py - y1) - (y2 - y1) * (px - x1)
        if side == 0.0 and min(x1, x2) <= px <= max(x1, x2) and min(y1, y2) <= py <= max(y1, y2):
            return True
        if (y1 > py) != (y2 > py) and (side > 0.0) == (y2 > y1):
            inside = not inside
    return inside


@inline
def top_at(
    px: float, py: float, near: Ints, number: int, edges: Floats, offsets: Ints, bounds: Floats, code: Ints, hill: Bools
) -> int:
    """Gives the entry that counts at a point, -1 on open ground, among the first `number` of `near` (in rising order).
    Contours stand first in the arrays; an entry of the open row (code 0) gives way to a slope."""
    found = -1
    for k in range(number - 1, -1, -1):
        i = near[k]
        if found >= 0 and not hill[i]:
            continue
        if px < bounds[i, 0] or px > bounds[i, 2] or py < bounds[i, 1] or py > bounds[i, 3]:
            continue
        if not covers(edges, offsets[i], offsets[i + 1], px, py):
            continue
        if not hill[i] and code[i] == 0:
            found = i
            continue
        if hill[i] and code[i] == 0 and found >= 0:
            return found
        return i
    return found


def top_many(
    points: Floats,
    edges: Floats,
    offsets: Ints,
    bounds: Floats,
    code: Ints,
    hill: Bools,
    skip: Bools,
    out: Ints,
) -> None:
    """Writes for each point the entry that counts there into `out`; entries with `skip` set are left out. Points that
    follow each other at one height (the rows of a grid) share the work of finding what is near."""
    near = np.empty(len(code), np.int64)
    number = 0
    for k in range(len(points)):
        py = points[k, 1]
        if k == 0 or py != points[k - 1, 1]:
            number = 0
            for i in range(len(code)):
                if not skip[i] and bounds[i, 1] <= py <= bounds[i, 3]:
                    near[number] = i
                    number += 1
        out[k] = top_at(points[k, 0], py, near, number, edges, offsets, bounds, code, hill)


def cover_flags(px: float, py: float, edges: Floats, offsets: Ints, bounds: Floats, out: Bools) -> None:
    """Writes for each entry whether it covers a point."""
    for i in range(len(bounds)):
        near = bounds[i, 0] <= px <= bounds[i, 2] and bounds[i, 1] <= py <= bounds[i, 3]
        out[i] = near and covers(edges, offsets[i], offsets[i + 1], px, py)


top_many_compiled = compiled(top_many)
cover_flags_compiled = compiled(cover_flags)
