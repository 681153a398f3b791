"""Where on a path something starts or stops to be true: sight, range, arc. The places do not depend on how the path is
cut into legs: every place where an answer can change is worked out from the geometry and then narrowed down."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from wargame.board.bases import Base, Footprint, bearing, gap, in_arc
from wargame.board.board import Board
from wargame.board.kernels import chosen, compiled
from wargame.board.sight import NONE, clear_pairs
from wargame.board.sight_arrays import arrays_without
from wargame.board.sight_fan import UNKNOWN, fast_fans, plain_fans
from wargame.board.sight_kernel import Obstacles
from wargame.board.sight_record import Eye
from wargame.board.snap import HALF, snap

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Point = tuple[float, float]
What = Literal["sight", "range", "arc"]

_STEP_IN = 0.1
"""Between two places where edges come in line, the answer is looked at least this often."""
_HALVINGS = 20
_MIDDLE = np.array([0.5])
_APART = 1e-7
"""Places on a leg (as shares of it) nearer to each other than this are one."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A place on a path where an answer changes. inches_along: from the start, in thousandths; watcher: the number of
    the watcher, or of the limit for a range; becomes: the answer from here on."""

    inches_along: float
    x: float
    y: float
    what: What
    watcher: int
    becomes: bool


def sight_changes(
    board: Board, path: Sequence[Point], watchers: Sequence[Eye], up_in: float = 0.0, ignore: frozenset[str] = NONE
) -> tuple[Moment, ...]:
    """Gives where along a path each watcher starts or stops to see the mover (its centre, at the height of the ground
    there plus the profile's eye height plus `up_in`), in order of the path."""
    found: list[Moment] = []
    eyes = np.array([tuple(watcher) for watcher in watchers], np.float64).reshape(-1, 3)
    before: Bools | None = None
    for a, b, done in _legs(path) if watchers else []:
        look = _Look(board, a, b, eyes, up_in, frozenset(ignore))
        who, places = _looks(look)
        states = look.sees(who, places)
        first = np.searchsorted(who, np.arange(len(eyes)))
        if before is not None:
            turned = np.nonzero(before != states[first])[0].tolist()
            found += [_moment(a, b, 0.0, done, "sight", w, bool(states[first[w]])) for w in turned]
        changed = np.nonzero((who[1:] == who[:-1]) & (states[1:] != states[:-1]))[0]
        spots = _narrow(look, who[changed], places[changed], places[changed + 1], states[changed])
        for k, t in zip(changed.tolist(), spots.tolist()):
            found.append(_moment(a, b, t, done, "sight", int(who[k]), bool(states[k + 1])))
        before = states[np.r_[first[1:], len(who)] - 1]
    return tuple(sorted(found, key=lambda moment: (moment.inches_along, moment.watcher)))


def range_changes(
    path: Sequence[Point],
    base: Base,
    other: Footprint,
    limits_in: Sequence[float],
    facing_deg: float | None = None,
) -> tuple[Moment, ...]:
    """Gives where along a path the gap from the moving base to another comes within or leaves each limit ("within"
    includes the limit). facing_deg: of the moving base; None = along each leg. watcher is the number of the limit."""
    found: list[Moment] = []
    before: list[bool] = []
    for a, b, done in _legs(path):
        facing = bearing(*a, *b) if facing_deg is None else facing_deg

        def apart(t: float, a: Point = a, b: Point = b, facing: float = facing) -> float:
            x, y = _at(a, b, t)
            return gap(Footprint(base, x, y, facing), other)

        lowest = _lowest(apart)
        now = [apart(0.0) <= limit + HALF for limit in limits_in]
        for number, limit in enumerate(limits_in):
            if before and before[number] != now[number]:  # the base turned at the corner
                found.append(_moment(a, b, 0.0, done, "range", number, now[number]))
            for t, inside in _within_changes(apart, lowest, limit + HALF):
                found.append(_moment(a, b, t, done, "range", number, inside))
        before = [apart(1.0) <= limit + HALF for limit in limits_in]
    return tuple(sorted(found, key=lambda m: (m.inches_along, m.watcher)))


def arc_changes(path: Sequence[Point], watcher: Footprint, arc_deg: float) -> tuple[Moment, ...]:
    """Gives where along a path the centre of the mover enters or leaves the arc (full width) of a standing base."""
    found: list[Moment] = []
    before: bool | None = None
    for a, b, done in _legs(path):
        cuts = [0.0, *sorted(_ray_places(a, b, watcher, arc_deg)), 1.0]
        for t0, t1 in pairwise(cuts):
            if t1 - t0 < _APART:
                continue
            now = in_arc(watcher, _at(a, b, 0.5 * (t0 + t1)), arc_deg)
            if before is not None and now != before:
                found.append(_moment(a, b, t0, done, "arc", 0, now))
            before = now
    return tuple(found)


# ---------------------------------------------------------------- legs


def _legs(path: Sequence[Point]) -> list[tuple[Point, Point, float]]:
    """Gives the legs that have a length, with the inches of the path before each."""
    legs: list[tuple[Point, Point, float]] = []
    done = 0.0
    for (ax, ay), (bx, by) in pairwise(path):
        length = math.hypot(bx - ax, by - ay)
        if length > 0.0:
            legs.append(((ax, ay), (bx, by), done))
            done += length
    return legs


def _at(a: Point, b: Point, t: float) -> Point:
    return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])


def _moment(a: Point, b: Point, t: float, done: float, what: What, watcher: int, becomes: bool) -> Moment:
    x, y = _at(a, b, t)
    inches = done + t * math.hypot(b[0] - a[0], b[1] - a[1])
    return Moment(snap(inches), snap(x), snap(y), what, watcher, becomes)


# ---------------------------------------------------------------- sight


@dataclass(frozen=True)
class _Look:
    """The mover on one leg before the watchers' eyes (n, 3)."""

    board: Board
    a: Point
    b: Point
    eyes: Floats
    up_in: float
    ignore: frozenset[str]

    def sees(self, who: Ints, places: Floats) -> Bools:
        """Says for watchers by number and places (shares of the leg) whether the one sees the mover at the other."""
        (ax, ay), (bx, by) = self.a, self.b
        points = np.column_stack([ax + places * (bx - ax), ay + places * (by - ay)])
        heights = self.board.ground_many(points) + self.board.profile.eye_in + self.up_in
        return clear_pairs(self.board, self.eyes[who], np.column_stack([points, heights]), self.ignore)


def _looks(look: _Look) -> tuple[Ints, Floats]:
    """Gives for each watcher in turn the places to look at: one in each interval between the places where the mover
    crosses an edge or comes in line with the watcher and a corner, and between steps of a tenth of an inch; a single
    one where it is proved that the watcher sees all of the leg, or nothing of it."""
    arrays, skip = arrays_without(look.board, look.ignore)
    o = arrays.obstacles
    edges = np.vstack([o.edges, o.patch_edges])
    run = chosen(look.board.kernels, in_line, fast_in_line)
    prove = chosen(look.board.kernels, plain_fans, fast_fans)
    leg, lowest = _ends(look, o)
    steps = math.ceil(math.dist(look.a, look.b) / _STEP_IN)
    even = np.arange(steps + 1) / steps
    who, places = [], []
    for number, (eye, proved) in enumerate(zip(look.eyes, prove(o, look.eyes, leg, lowest, skip).tolist())):
        if proved == UNKNOWN:
            cuts = np.sort(np.concatenate([run(*look.a, *look.b, eye[0], eye[1], edges), even]))
            middles = 0.5 * (cuts[1:] + cuts[:-1])[np.diff(cuts) > _APART]
        else:
            middles = _MIDDLE
        who.append(np.full(len(middles), number, np.int64))
        places.append(middles)
    return np.concatenate(who), np.concatenate(places)


def _ends(look: _Look, o: Obstacles) -> tuple[Floats, float]:
    """Gives the ends of the leg (2, 3) with the greatest height that the mover can have on it, and the least."""
    boxes, up = o.patch_boxes, look.board.profile.eye_in + look.up_in
    (ax, ay), (bx, by) = look.a, look.b
    beside = (boxes[:, 0] > max(ax, bx)) | (boxes[:, 2] < min(ax, bx))
    beside |= (boxes[:, 1] > max(ay, by)) | (boxes[:, 3] < min(ay, by))
    highest = up + float(o.patch_planes[~beside, 3].max(initial=0.0))
    return np.array([(ax, ay, highest), (bx, by, highest)], np.float64), up


def in_line(ax: float, ay: float, bx: float, by: float, ex: float, ey: float, edges: Floats) -> Floats:
    """Gives where on the leg (0..1) it crosses an edge, or stands in line with the eye and the first end of one."""
    dx, dy = bx - ax, by - ay
    out = np.empty(2 * edges.shape[0])
    n = 0
    for i in range(edges.shape[0]):
        px, py, qx, qy = edges[i, 0], edges[i, 1], edges[i, 2], edges[i, 3]
        s = dx * (py - ay) - dy * (px - ax)
        r = dx * (qy - ay) - dy * (qx - ax)
        if (s > 0.0) != (r > 0.0):
            u = s / (s - r)
            t = ((px + u * (qx - px) - ax) * dx + (py + u * (qy - py) - ay) * dy) / (dx * dx + dy * dy)
            if 0.0 < t < 1.0:
                out[n] = t
                n += 1
        wx, wy = px - ex, py - ey
        den = dx * wy - dy * wx
        if den != 0.0:
            t = ((ex - ax) * wy - (ey - ay) * wx) / den
            if 0.0 < t < 1.0 and (ax + t * dx - px) * wx + (ay + t * dy - py) * wy >= 0.0:
                out[n] = t
                n += 1
    return out[:n]


fast_in_line = compiled(in_line)


def _narrow(look: _Look, who: Ints, low: Floats, high: Floats, before: Bools) -> Floats:
    """Halves all intervals in which an answer changes, together, and gives the places of the changes."""
    for _ in range(_HALVINGS if len(who) else 0):
        middle = 0.5 * (low + high)
        same = look.sees(who, middle) == before
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return high


# ---------------------------------------------------------------- range and arc


def _lowest(apart: Callable[[float], float]) -> float:
    """Gives the place (0..1) where a convex distance is smallest, by golden section; 1 part in 10 million."""
    low, high = 0.0, 1.0
    share = (math.sqrt(5.0) - 1.0) / 2.0
    u, v = high - share * (high - low), low + share * (high - low)
    at_u, at_v = apart(u), apart(v)
    for _ in range(40):
        if at_u <= at_v:
            high, v, at_v = v, u, at_u
            u = high - share * (high - low)
            at_u = apart(u)
        else:
            low, u, at_u = u, v, at_v
            v = low + share * (high - low)
            at_v = apart(v)
    best = min((apart(t), t) for t in (0.0, 0.5 * (low + high), 1.0))
    return best[1]


def _within_changes(apart: Callable[[float], float], lowest: float, limit: float) -> list[tuple[float, bool]]:
    """Gives where a convex distance comes within a limit (True) and leaves it (False)."""
    if apart(lowest) > limit:
        return []
    found = []
    if apart(0.0) > limit:
        found.append((_cross(apart, 0.0, lowest, limit), True))
    if apart(1.0) > limit:
        found.append((_cross(apart, 1.0, lowest, limit), False))
    return found


def _cross(apart: Callable[[float], float], outside: float, inside: float, limit: float) -> float:
    for _ in range(40):
        middle = 0.5 * (outside + inside)
        if apart(middle) > limit:
            outside = middle
        else:
            inside = middle
    return inside


def _ray_places(a: Point, b: Point, watcher: Footprint, arc_deg: float) -> list[float]:
    """Gives where a leg crosses the two borders of an arc."""
    found = []
    dx, dy = b[0] - a[0], b[1] - a[1]
    for turn in (-arc_deg / 2.0, arc_deg / 2.0):
        angle = math.radians(watcher.facing_deg + turn)
        ux, uy = math.cos(angle), math.sin(angle)
        den = dx * uy - dy * ux
        if arc_deg >= 360.0 or abs(den) < 1e-12:
            continue
        wx, wy = watcher.x - a[0], watcher.y - a[1]
        t = (wx * uy - wy * ux) / den
        along = (wx * dy - wy * dx) / den
        if 0.0 < t < 1.0 and along >= -HALF:
            found.append(t)
    return found
