"""Whom a moving base runs into, and where on its path. Rule: NUT-GEO-01."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from wargame.board import Footprint, gap
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import standing
from wargame.rulesets.clash_of_titans.state import ClashStand

Point = tuple[float, float]
LEAST_STEP_IN = 0.01


def first_met(scene: Scene, stand: ClashStand, full: Sequence[Point]) -> tuple[float, ClashStand] | None:
    """The first piece that the moving base would run into, and where (inches along the path). Rule: NUT-GEO-01."""
    best: tuple[float, ClashStand] | None = None
    xs, ys = [p[0] for p in full], [p[1] for p in full]
    low_x, high_x, low_y, high_y = min(xs), max(xs), min(ys), max(ys)
    for other in standing.blocking(scene, stand):
        reach = stand.base.radius + other.base.radius
        if not (low_x - reach < other.x < high_x + reach and low_y - reach < other.y < high_y + reach):
            continue
        inches = meets_at(stand, full, other)
        if inches is not None and (best is None or inches < best[0]):
            best = inches, other
    return best


def meets_at(stand: ClashStand, full: Sequence[Point], other: ClashStand) -> float | None:
    """Inches along a path at which a man's base first overlaps another piece, None: never. It may move away from one
    that it touches."""
    reach = stand.base.radius + other.base.radius - standing.SLACK_IN
    done = 0.0
    for a, b in pairwise(full):
        length = math.dist(a, b)
        if not _passes_far(a, b, (other.x, other.y), reach):
            found = _on_leg(stand, a, b, length, other, reach)
            if found is not None:
                return done + found
        done += length
    return None


def _on_leg(stand: ClashStand, a: Point, b: Point, length: float, other: ClashStand, reach: float) -> float | None:
    if other.is_man:
        return _circle_entry(a, b, length, (other.x, other.y), reach)
    box, inches = standing.footprint(other), 0.0
    while inches < length:
        share = inches / length
        here = Footprint(stand.base, a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, 0.0)
        free = gap(here, box)
        if free <= 0.0:
            leaves = inches == 0.0 and math.dist(b, box[1:3]) > math.dist(a, box[1:3])
            return None if leaves else inches
        inches += max(free, LEAST_STEP_IN)
    return None


def _passes_far(a: Point, b: Point, c: Point, reach: float) -> bool:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else max(0.0, min(1.0, ((c[0] - a[0]) * dx + (c[1] - a[1]) * dy) / square))
    return math.dist((a[0] + t * dx, a[1] + t * dy), c) >= reach


def _circle_entry(a: Point, b: Point, length: float, c: Point, reach: float) -> float | None:
    """Inches along a leg at which a point first comes nearer than `reach` to c; None: never, or only moving away."""
    if length <= 0.0:
        return None
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    px, py = a[0] - c[0], a[1] - c[1]
    along_leg = px * ux + py * uy
    square = along_leg * along_leg - (px * px + py * py - reach * reach)
    if square <= 0.0:
        return None
    first = -along_leg - math.sqrt(square)
    if first < 0.0:
        return None if along_leg >= 0.0 or -along_leg + math.sqrt(square) < 0.0 else 0.0
    return first if first < length else None
