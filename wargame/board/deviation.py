"""Where a round lands that misses its aim point: along and across the line of fire."""

from __future__ import annotations

import math

from wargame.board.features import Table
from wargame.board.snap import snap_point

Point = tuple[float, float]


def deviate(aim: Point, axis_from: Point, along_in: float, right_in: float) -> Point:
    """Gives the point that lies `along_in` inches beyond the aim point (negative: short) and `right_in` to its right
    (negative: left), as seen from `axis_from`, snapped. If both points coincide the axis runs along +y.

    >>> deviate((10, 10), (10, 0), 2, 1)
    (11.0, 12.0)
    """
    dx, dy = aim[0] - axis_from[0], aim[1] - axis_from[1]
    length = math.sqrt(dx * dx + dy * dy)
    ux, uy = (dx / length, dy / length) if length > 0.0 else (0.0, 1.0)
    return snap_point(aim[0] + ux * along_in + uy * right_in, aim[1] + uy * along_in - ux * right_in)


def off_table(table: Table, point: Point) -> bool:
    """Says whether a point lies off the table; its edge belongs to the table."""
    return not (0.0 <= point[0] <= table.width_in and 0.0 <= point[1] <= table.height_in)


def clipped(table: Table, aim: Point, landed: Point) -> Point:
    """Gives where the line from the aim point to a point off the table crosses its edge, snapped; the point itself if
    it lies on the table."""
    if not off_table(table, landed):
        return landed
    share = 1.0
    for a, b, high in ((aim[0], landed[0], table.width_in), (aim[1], landed[1], table.height_in)):
        if b < 0.0:
            share = min(share, max(0.0, a / (a - b)))
        elif b > high:
            share = min(share, max(0.0, (high - a) / (b - a)))
    return snap_point(aim[0] + (landed[0] - aim[0]) * share, aim[1] + (landed[1] - aim[1]) * share)
