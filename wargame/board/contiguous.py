"""When two features of the ground are contiguous: near, with nothing standing between."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely

_SLACK = 1e-9
_BLUR_IN = 2e-3


def are_contiguous(
    a: shapely.Geometry, b: shapely.Geometry, others: Sequence[shapely.Geometry], touch_in: float, gap_in: float
) -> bool:
    """Says whether two shapes are contiguous: up to `touch_in` apart, or up to `gap_in` with no third one nearer to the
    middle of their shortest line than half its length."""
    line = shapely.shortest_line(a, b)
    gap = float(line.length)
    if gap <= touch_in + _SLACK:
        return True
    if gap > gap_in + _SLACK:
        return False
    if not others:
        return True
    away = shapely.distance(np.array(others, object), middle_between(a, b, line))
    return bool(away.min() >= gap / 2 - _BLUR_IN)


def middle_between(a: shapely.Geometry, b: shapely.Geometry, line: shapely.Geometry) -> shapely.Geometry:
    """Gives the middle of the shortest line between two shapes; of several (parallel outlines) that one whose middle
    lies nearest to the middle of the two centroids."""
    half = line.length / 2 + _BLUR_IN / 2
    zone = shapely.intersection(shapely.buffer(a, half, quad_segs=32), shapely.buffer(b, half, quad_segs=32))
    if zone.is_empty:
        return line.interpolate(0.5, normalized=True)
    one, other = a.centroid, b.centroid
    between = shapely.Point((one.x + other.x) / 2, (one.y + other.y) / 2)
    return shapely.Point(shapely.get_coordinates(shapely.shortest_line(zone, between))[0])
