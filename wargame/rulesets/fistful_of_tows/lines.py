"""Lines of sight between bases: any part to any part, free outside the two bases. Rules: FFT-LOS-02 to -16.

Nine points of each base are joined. What lies under the bases does not count, so a base that touches the edge of a
wood sees out of it, and one that does not is blind. Answers are kept with the board.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wargame.board import Base, Board, Eye, Footprint, clear_pairs, contains_many, crossed, gap, sweep_gap
from wargame.engine.rules import cite
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.ground import kinds_that

Floats = NDArray[np.float64]
Point = tuple[float, float]
KEPT = 200_000
POINT = Base.circle(0.0)
SEEN_THROUGH_IN = 0.0105
"""Gaps in cover that are smaller are rounding."""


def touch_in() -> float:
    """Two things so near to each other touch. Rule: FFT-GEN-10."""
    return float(tables()["game"]["touch_tolerance"])


def point_base(x: float, y: float) -> Footprint:
    """A stand without size at a place. Rule: FFT-ARTY-17."""
    cite("FFT-ARTY-17")
    return Footprint(POINT, x, y, 0.0)


@functools.lru_cache(maxsize=64)
def _outline(base: Base) -> Floats:
    d, w = base.depth_in / 2, base.width_in / 2
    if d == 0.0:
        return np.zeros((1, 2))
    return np.array([(0.0, 0.0), (d, -w), (d, 0.0), (d, w), (0.0, w), (-d, w), (-d, 0.0), (-d, -w), (0.0, -w)])


def nine_points(place: Footprint) -> Floats:
    """Centre, corners and middles of the sides (9, 2); one point for a base without size. Rule: FFT-LOS-15."""
    local = _outline(place.base)
    c, s = np.cos(np.radians(place.facing_deg)), np.sin(np.radians(place.facing_deg))
    turned = np.column_stack([local[:, 0] * c - local[:, 1] * s, local[:, 0] * s + local[:, 1] * c])
    return np.round(turned + np.array([place.x, place.y]), 6)


def points_of(board: Board, place: Footprint) -> Floats:
    """The nine points of a base with the heights of their eyes (9, 3), kept with the board."""
    kept: dict[Footprint, Floats] = board.part("eyes of bases", lambda _: {})
    found = kept.get(place)
    if found is None:
        if len(kept) > KEPT // 4:
            kept.clear()
        points = nine_points(place)
        found = kept[place] = np.column_stack([points, board.ground_many(points) + board.profile.eye_in])
    return found


def visible(
    board: Board,
    a: Footprint,
    b: Footprint,
    ignore: frozenset[str] = frozenset(),
    up: tuple[float, float] = (0.0, 0.0),
    edge_in: float = 0.0,
) -> bool:
    """Can some point of A be joined to some point of B? `up`: levels that A and B are raised; `edge_in`: so far
    into and out of cover everybody sees (FFT-LOS-09).

    Rules: FFT-LOS-02, -05, -07, -08, -10, -11, -12, -15, -16.
    """
    kept = answers(board)
    key = key_of(a, b, ignore, up, edge_in)
    found = kept.get(key)
    if found is None:
        if len(kept) > KEPT:
            kept.clear()
        found = kept[key] = _visible(board, a, b, ignore, up, edge_in)
    return found


def answers(board: Board) -> dict[object, bool]:
    """What has been asked of a board before, by `key_of`."""
    kept: dict[object, bool] = board.part("free lines", lambda _: {})
    return kept


def key_of(
    a: Footprint,
    b: Footprint,
    ignore: frozenset[str] = frozenset(),
    up: tuple[float, float] = (0.0, 0.0),
    edge_in: float = 0.0,
) -> object:
    """Sight goes both ways: one key for both orders."""
    one, other = (a.x, a.y, a.facing_deg, a.base, up[0]), (b.x, b.y, b.facing_deg, b.base, up[1])
    return (one, other, ignore, edge_in) if one[:3] <= other[:3] else (other, one, ignore, edge_in)


def _visible(
    board: Board, a: Footprint, b: Footprint, ignore: frozenset[str], up: tuple[float, float], edge_in: float
) -> bool:
    for rule in ("FFT-LOS-02", "FFT-LOS-04", "FFT-LOS-06", "FFT-LOS-12", "FFT-LOS-14", "FFT-LOS-15"):
        cite(rule)
    first, last = _trimmed(a, b, points_of(board, a)[:1], points_of(board, b)[:1], up, edge_in)
    if _any_clear(board, a, b, first, last, ignore, up):
        return True
    first, last = _trimmed(a, b, points_of(board, a), points_of(board, b), up, edge_in)
    if _any_clear(board, a, b, first, last, ignore, up):
        return True
    return _within_cover(board, a, b, first, last, ignore, up)


def best_line(board: Board, a: Footprint, b: Footprint) -> tuple[Eye, Eye]:
    """Ends of the line that the sight tool shows: the first clear one outside the two bases, else that of the centres.

    Rules: FFT-LOS-02, -15.
    """
    cite("FFT-LOS-02")
    first, last = _trimmed(a, b, points_of(board, a), points_of(board, b), (0.0, 0.0), 0.0)
    apart = np.hypot(*(last[:, :2] - first[:, :2]).T) > 1e-6
    free = apart & past_ridges(board, a, b, first, last, (0.0, 0.0))
    free[free] = clear_pairs(board, first[free], last[free])
    n = int(np.argmax(free)) if free.any() else 0
    one, other = first[n].tolist(), last[n].tolist()
    return Eye(*one), Eye(*other)


def _any_clear(
    board: Board,
    a: Footprint,
    b: Footprint,
    first: Floats,
    last: Floats,
    ignore: frozenset[str],
    up: tuple[float, float],
) -> bool:
    apart = np.hypot(*(last[:, :2] - first[:, :2]).T) > 1e-6
    if not apart.all():
        return True
    cite("FFT-LOS-10")
    free = past_ridges(board, a, b, first, last, up)
    if not free.any():
        return False
    return bool(clear_pairs(board, first[free], last[free], ignore).any())


def _trimmed(
    a: Footprint, b: Footprint, pa: Floats, pb: Floats, up: tuple[float, float], edge_in: float
) -> tuple[Floats, Floats]:
    """Ends (n, 3) of all lines between the points (n, 3), cut off where they leave A and enter B."""
    p = np.repeat(pa, len(pb), axis=0)
    q = np.tile(pb, (len(pa), 1))
    if up != (0.0, 0.0):
        p[:, 2] += up[0]
        q[:, 2] += up[1]
    leaves = _exit(a, p[:, :2], q[:, :2], edge_in)
    enters = 1.0 - _exit(b, q[:, :2], p[:, :2], edge_in)
    enters = np.maximum(enters, leaves)
    return p + (q - p) * leaves[:, None], p + (q - p) * enters[:, None]


def _exit(place: Footprint, start: Floats, end: Floats, edge_in: float = 0.0) -> Floats:
    """Share of each line, from a start inside the base, at which it leaves the base and what it touches."""
    if place.base.depth_in == 0.0:
        return np.zeros(len(start))
    margin = max(touch_in(), edge_in)
    box = (*turning(place), place.base.depth_in / 2 + margin, place.base.width_in / 2 + margin)
    return leaving(start - (place.x, place.y), end - start, box)


def turning(place: Footprint) -> tuple[float, float]:
    """Cosine and sine of a base's heading."""
    return float(np.cos(np.radians(place.facing_deg))), float(np.sin(np.radians(place.facing_deg)))


def leaving(start: Floats, way: Floats, box: tuple[Floats | float, ...]) -> Floats:
    """Share of each way (..., 2) at which it leaves a box round 0: cosine and sine of its heading, half its depth and
    half its width, numbers or arrays that go with the ways. It starts inside."""
    c, s, deep, wide = box
    x, y = start[..., 0], start[..., 1]
    dx, dy = way[..., 0], way[..., 1]
    ahead, aside = dx * c + dy * s, dy * c - dx * s
    along, across = x * c + y * s, y * c - x * s
    first = np.where(ahead < 0.0, deep + along, deep - along) / np.maximum(np.abs(ahead), 1e-300)
    other = np.where(aside < 0.0, wide + across, wide - across) / np.maximum(np.abs(aside), 1e-300)
    return np.asarray(np.clip(np.minimum(first, other), 0.0, 1.0))


# ---------------------------------------------------------------- ridge lines


Box = tuple[float, float, float, float]


def _segments(board: Board, kinds: frozenset[str]) -> tuple[tuple[Box, Floats], ...]:
    """Lines of these kinds: the box round each and its segments (n, 4)."""

    def make(made: Board) -> tuple[tuple[Box, Floats], ...]:
        rows = []
        for feature in made.features:
            if feature.kind in kinds and feature.geometry == "line":
                ring = np.array(feature.rings[0], np.float64)
                low, high = ring.min(axis=0).tolist(), ring.max(axis=0).tolist()
                rows.append(((low[0], low[1], high[0], high[1]), np.hstack([ring[:-1], ring[1:]])))
        return tuple(rows)

    return board.part(("segments", kinds), make, kinds)


def crossings_of(segments: Floats, start: Point, end: Point) -> list[float]:
    """Shares of a line at which it crosses segments (n, 4); touching an end is no crossing. Rule: FFT-LOS-16."""
    t, u = _meet(segments, np.array([[*start, *end]]))
    hit = (t > 1e-9) & (t < 1 - 1e-9) & (u > 1e-9) & (u <= 1 - 1e-9)
    return sorted(float(value) for value in t[hit])


def crosses(segments: Floats, ends: Floats) -> NDArray[np.bool_]:
    """Which lines (n, 4) cross one of these segments (m, 4)."""
    t, u = _meet(segments, ends)
    return np.asarray(((t > 1e-9) & (t < 1 - 1e-9) & (u > 1e-9) & (u < 1 - 1e-9)).any(axis=1))


def _meet(segments: Floats, lines: Floats) -> tuple[Floats, Floats]:
    """Shares along each line (n, 4) and each segment (m, 4) at which they meet, as arrays (n, m)."""
    p, d = lines[:, None, :2], lines[:, None, 2:] - lines[:, None, :2]
    q, e = segments[None, :, :2], segments[None, :, 2:] - segments[None, :, :2]
    cross = d[..., 0] * e[..., 1] - d[..., 1] * e[..., 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        r = q - p
        t = (r[..., 0] * e[..., 1] - r[..., 1] * e[..., 0]) / cross
        u = (r[..., 0] * d[..., 1] - r[..., 1] * d[..., 0]) / cross
    bad = np.abs(cross) < 1e-12
    return np.where(bad, -1.0, t), np.where(bad, -1.0, u)


def ridges(board: Board) -> tuple[tuple[Box, Floats], ...]:
    """Every ridge line with the box round it."""
    return _segments(board, kinds_that("ridges"))


def box_round(a: Footprint, b: Footprint) -> Box:
    """The box round two bases."""
    return (
        min(a.x, b.x) - a.base.radius,
        min(a.y, b.y) - a.base.radius,
        max(a.x, b.x) + b.base.radius,
        max(a.y, b.y) + b.base.radius,
    )


def past_ridges(
    board: Board, a: Footprint, b: Footprint, first: Floats, last: Floats, up: tuple[float, float]
) -> NDArray[np.bool_]:
    """Which lines no ridge stops. Rules: FFT-LOS-05, -11, -16."""
    free = np.ones(len(first), np.bool_)
    reach = box_round(a, b)
    for box, segments in ridges(board):
        if not meets(box, reach):
            continue
        if touches(a, segments) or touches(b, segments):
            cite("FFT-LOS-05")
            continue
        lines = np.hstack([first[:, :2], last[:, :2]])
        t, u = _meet(segments, lines)
        hit = (t > 1e-9) & (t < 1 - 1e-9) & (u > 1e-9) & (u < 1 - 1e-9)
        if not hit.any():
            continue
        cite("FFT-LOS-11")
        cite("FFT-LOS-16")
        if up == (0.0, 0.0):
            free &= ~hit.any(axis=1)
        else:
            free &= ~_above(board, first, last, t, hit).any(axis=1)
    return free


def _above(board: Board, first: Floats, last: Floats, t: Floats, hit: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Where a ridge of its half level rises above the lines of a popped-up helicopter. Rule: FFT-LOS-11."""
    high = float(tables()["los"]["ridge_height_levels"])
    out = np.zeros_like(hit)
    for i, j in np.argwhere(hit).tolist():
        x, y, z = first[i] + (last[i] - first[i]) * t[i, j]
        out[i, j] = board.ground_in(float(x), float(y)) + high > z + 1e-9
    return out


def touches(place: Footprint, segments: Floats) -> bool:
    """Does the base touch one of these segments (n, 4)? Rule: FFT-GEN-10."""
    cite("FFT-GEN-10")
    reach = place.base.radius + touch_in()
    for x0, y0, x1, y1 in segments.tolist():
        if (
            min(x0, x1) - reach <= place.x <= max(x0, x1) + reach
            and min(y0, y1) - reach <= place.y <= max(y0, y1) + reach
        ):
            probe = Footprint(POINT, x0, y0, 0.0)
            if sweep_gap(probe, (x0, y0), (x1, y1), place) <= touch_in() + 1e-9:
                return True
    return False


def meets(a: Box, b: Box) -> bool:
    """Do two boxes overlap or touch?"""
    return a[0] <= b[2] and a[2] >= b[0] and a[1] <= b[3] and a[3] >= b[1]


def touched_lines(board: Board, place: Footprint, kinds: frozenset[str]) -> list[Floats]:
    """Segments of each line of these kinds that the base touches."""
    reach = place.base.radius + touch_in()
    near = (place.x - reach, place.y - reach, place.x + reach, place.y + reach)
    return [segments for box, segments in _segments(board, kinds) if meets(box, near) and touches(place, segments)]


def lines_of(board: Board, kinds: frozenset[str], a: Point | None = None, b: Point | None = None) -> list[Floats]:
    """Segments of all lines of these kinds, or of those that may meet the line from A to B."""
    if a is None or b is None:
        return [segments for _, segments in _segments(board, kinds)]
    leg = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
    return [segments for box, segments in _segments(board, kinds) if meets(box, leg)]


# ---------------------------------------------------------------- within cover


def in_area(board: Board, x: float, y: float, kinds: frozenset[str]) -> str:
    """Kind of the topmost area of these kinds in which a point lies, or "". Rule: FFT-GEN-09."""
    cite("FFT-GEN-09")
    return next((f.kind for f in board.features_at(x, y) if f.kind in kinds), "")


def _within_cover(
    board: Board,
    a: Footprint,
    b: Footprint,
    first: Floats,
    last: Floats,
    ignore: frozenset[str],
    up: tuple[float, float],
) -> bool:
    """Two stands in the same cover see each other at up to 2 inches, as long as the line stays in it.

    Rules: FFT-LOS-07, -13, FFT-SMK-01.
    """
    limit = float(tables()["los"]["sight_inside_cover"])
    kinds = kinds_that("cover") | {"smoke"}
    if gap(a, b) > limit + 0.0005 or not (in_area(board, a.x, a.y, kinds) and in_area(board, b.x, b.y, kinds)):
        return False
    cite("FFT-LOS-07")
    cite("FFT-LOS-13")
    found = crossed(board, kinds, np.hstack([first[:, :2], last[:, :2]]))
    inside = [_covers_whole(found.enter[found.line == n], found.leave[found.line == n]) for n in range(len(first))]
    kept = np.array(inside, np.bool_)
    if not kept.any():
        return False
    every = frozenset(f.id for f in board.features if f.kind in kinds) | ignore
    return _any_clear(board, a, b, first[kept], last[kept], every, up)


def _covers_whole(enter: Floats, leave: Floats) -> bool:
    done = 0.0
    for start, end in sorted(zip(enter.tolist(), leave.tolist(), strict=True)):
        if start > done + SEEN_THROUGH_IN:
            return False
        done = max(done, end)
    return done >= 1.0 - SEEN_THROUGH_IN


def touches_edge(board: Board, place: Footprint) -> bool:
    """Does a base reach the edge of the cover that its centre lies in? Rule: FFT-LOS-08."""
    cite("FFT-LOS-08")
    base = place.base
    wide = Base.rectangle(base.width_in + 2 * touch_in(), base.depth_in + 2 * touch_in())
    points = nine_points(Footprint(wide, place.x, place.y, place.facing_deg))
    return any(not in_area(board, float(x), float(y), kinds_that("cover")) for x, y in points.tolist())


def in_polygons(points: Sequence[Point], polygon: Sequence[Point]) -> NDArray[np.bool_]:
    """Which of some places lie in a polygon."""
    return contains_many(polygon, np.array(points, np.float64).reshape(-1, 2))
