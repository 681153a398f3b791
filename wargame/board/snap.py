"""The one place where coordinates and angles are rounded, and the one policy for touching and grazing."""

from __future__ import annotations

GRID = 0.001
"""Coordinates in a state are whole thousandths of an inch."""
TOUCH = 1e-6
"""Obstacles are shrunk by this many inches: a line that only touches one is clear."""
HALF = 0.0005
"""Slack of every comparison of distances: half a thousandth of an inch."""


def snap(value: float) -> float:
    """Rounds inches to thousandths (round half even on the decimal grid); never gives -0.0.

    >>> snap(1.23449), snap(-0.0002)
    (1.234, 0.0)
    """
    return round(float(value), 3) + 0.0


def snap_point(x: float, y: float) -> tuple[float, float]:
    """Rounds a point to thousandths of an inch."""
    return snap(x), snap(y)


def snap_facing(facing_deg: float) -> float:
    """Rounds a facing to tenths of a degree in [0, 360).

    >>> snap_facing(-90), snap_facing(359.97)
    (270.0, 0.0)
    """
    tenths = round(float(facing_deg) % 360.0, 1)
    return 0.0 if tenths >= 360.0 else tenths + 0.0


def within(distance_in: float, limit_in: float) -> bool:
    """Says whether a distance counts as within a limit: up to half a thousandth of an inch more is allowed.

    >>> within(6.0004, 6), within(6.001, 6)
    (True, False)
    """
    return distance_in <= limit_in + HALF
