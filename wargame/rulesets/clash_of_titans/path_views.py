"""On which stretches of a way a watcher sees the mover. Inches along the way.

Between two places where a corner comes in line with one of the three sight lines nothing changes suddenly, so it is
enough to look once between any two of them; where the answer changes the place is narrowed down. Rule: NUT-GEO-13.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from wargame.board import HALF, Board, bearing, crossed, snap
from wargame.board.outer_lines import over_corners
from wargame.board.sight_arrays import sight_arrays
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import geometry, looking, night, rooms, terrain
from wargame.rulesets.clash_of_titans.lines import (
    Bundle,
    Point,
    Pose,
    blocks_of,
    body_of,
    bundle,
    clear_of_blocks,
    columns,
    corners_of,
    ground_in,
    level_in,
    pose_of,
    state_of,
)
from wargame.rulesets.clash_of_titans.looking import Facts, Look
from wargame.rulesets.clash_of_titans.plans import Opening, cross
from wargame.rulesets.clash_of_titans.polyline import Way
from wargame.rulesets.clash_of_titans.state import ClashStand

if TYPE_CHECKING:
    from wargame.rulesets.clash_of_titans.hidden import Secret

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_GRID_IN = 0.25
_PARTS, _ROUNDS = 16, 4
_APART = 1e-7
_STEPS = (0.0, 0.001, 0.002, 0.004, 0.008, 0.016)
"""Inches past the exact place at which a place on the grid of the state is looked for."""


def stretches(
    scene: Scene,
    mover: ClashStand,
    way: Way,
    watcher: ClashStand,
    secret: Secret | None,
    facing: bool = True,
    blind: Collection[int] = (),
) -> tuple[tuple[float, float], ...]:
    """The stretches of a way (from, to) on which a watcher sees the mover. facing: only in its front. blind: numbers of
    legs on which it is known not to (`blind.blind_legs`).

    Rules: NUT-GEO-03, -06, -13, NUT-SIGHT-11.
    """
    found: list[tuple[float, float]] = []
    for n in range(len(way.points) - 1):
        if n in blind:
            continue
        look = _Leg(scene, mover, way, n, watcher, secret, facing)
        for a, b in look.stretches():
            if found and a - found[-1][1] < _APART:
                found[-1] = (found[-1][0], b)
            else:
                found.append((a, b))
    return tuple(found)


class _Leg:
    """One straight leg before the eyes of one watcher. Places are shares of the leg, 0 to 1."""

    def __init__(
        self,
        scene: Scene,
        mover: ClashStand,
        way: Way,
        n: int,
        watcher: ClashStand,
        secret: Secret | None,
        facing: bool,
    ) -> None:
        self.scene, self.mover, self.watcher, self.secret = scene, mover, watcher, secret
        self.a, self.b = way.points[n], way.points[n + 1]
        self.start, self.length = way.starts[n], way.starts[n + 1] - way.starts[n]
        self.state = state_of(scene)
        body = body_of(self.state, watcher)
        self.body = body
        self.turns = facing and watcher.is_man and not watcher.carrier
        self.facing_deg = body.facing_deg
        self.mover_deg = bearing(*self.a, *self.b)
        self.eye = pose_of(scene, watcher)
        self.pose = pose_of(scene, mover, self.a, self.mover_deg)
        self.board: Board = scene.board
        own = (self.eye.who, self.pose.who)
        self.blocks = [block for block in blocks_of(scene) if block.who not in own]
        self.indoors = self._goes_indoors()
        self.eyes: list[tuple[Pose, Opening | None]] = [(self.eye, None)]
        self.through: tuple[Opening, ...] = ()
        self._look_out()

    def stretches(self) -> list[tuple[float, float]]:
        """Where the watcher sees the mover, in inches along the way."""
        cuts = self._cuts()
        middles = 0.5 * (cuts[1:] + cuts[:-1])
        seen = self.sees(middles)
        changes = np.nonzero(seen[1:] != seen[:-1])[0]
        places = self._narrow(middles[changes], middles[changes + 1], seen[changes])
        borders = [0.0, *places.tolist(), 1.0]
        now = bool(seen[0])
        found = []
        for t0, t1 in pairwise(borders):
            a, b = self.start + t0 * self.length, self.start + t1 * self.length
            a = a if t0 == 0.0 else self._on_grid(a, b)
            if now and b > a:
                found.append((a, b))
            now = not now
        return found

    def _on_grid(self, a: float, b: float) -> float:
        """The first whole thousandth from `a` on at whose place, snapped as the state does, the mover is seen."""
        tried = [math.ceil((a + step) * 1000.0 - 1e-6) / 1000.0 for step in _STEPS]
        shares = [(inches - self.start) / self.length for inches in tried]
        fits = [n for n, inches in enumerate(tried) if inches <= b and shares[n] <= 1.0]
        if fits:
            places = self._points(np.array(shares[: len(fits)])).tolist()
            snapped = np.array([(snap(x), snap(y)) for x, y in places])
            seen = np.nonzero(self._seen(snapped, np.array(tried[: len(fits)])))[0]
            if len(seen):
                return tried[int(seen[0])]
        return a

    # -- one place

    def sees(self, shares: Floats) -> Bools:
        """Says for places whether the watcher sees the mover there."""
        return self._seen(self._points(shares), self.start + shares * self.length)

    def _seen(self, points: Floats, inches: Floats) -> Bools:
        apart = self._apart(points)
        far, dark = self._light(points, apart)
        seen = ~far
        if self.turns:
            cite("NUT-GEO-06")
            ways = np.degrees(np.arctan2(points[:, 1] - self.eye.y, points[:, 0] - self.eye.x))
            seen &= np.abs((ways - self.facing_deg + 180.0) % 360.0 - 180.0) <= geometry.MEN_ARC_DEG / 2 + 1e-6
        if self.secret is not None:
            known = inches >= self.secret.open_at - 1e-9
            seen &= known | (apart <= self.secret.found_in + HALF)
        some = np.nonzero(seen)[0]
        if len(some):
            seen[some] = self._open(points[some], apart[some], dark[some])
        return seen

    def _points(self, shares: Floats) -> Floats:
        (ax, ay), (bx, by) = self.a, self.b
        return np.column_stack([ax + shares * (bx - ax), ay + shares * (by - ay)])

    def _apart(self, points: Floats) -> Floats:
        if not geometry.has_outline(self.mover) and not geometry.has_outline(self.body):
            return np.hypot(points[:, 0] - self.eye.x, points[:, 1] - self.eye.y)
        return geometry.between_many(self.mover, points, self.body, (self.body.x, self.body.y))

    def _light(self, points: Floats, apart: Floats) -> tuple[Bools, Bools]:
        """Says whether each place is too far off to be seen, and whether it is dark. Rules: NUT-NITE-01, -03."""
        if not self.state.night:
            limit = night.limit_of(self.state, dark=False)
            return apart > limit + HALF, np.zeros(len(points), np.bool_)
        shines = night.is_lit(self.scene, self.mover, anywhere=True)
        lit = np.array([shines or night.is_lit_at(self.state, (x, y)) for x, y in points.tolist()], np.bool_)
        limits = np.where(lit, night.limit_of(self.state, dark=False), night.limit_of(self.state, dark=True))
        return apart > limits + HALF, ~lit

    def _open(self, points: Floats, apart: Floats, dark: Bools) -> Bools:
        if self.indoors:
            looks = [self._look((x, y), d, bool(n)) for (x, y), d, n in zip(points.tolist(), apart.tolist(), dark)]
            return looking.are_open(self.scene, looks, keep=False)
        found = self._through(points)
        for eye, opening in self.eyes:
            some = np.nonzero(~found & self._before(opening, points))[0]
            if len(some):
                found[some] = self._clear(eye, points[some], apart[some], dark[some])
        return found

    def _through(self, points: Floats) -> Bools:
        """Says for places whether they are so near to an opening that the watcher, in the room behind it, is seen."""
        found = np.zeros(len(points), np.bool_)
        for opening in self.through:
            for n in np.nonzero(opening.distances_to(points) <= rooms.SEES_IN_IN + HALF)[0].tolist():
                x, y = points[n].tolist()
                found[n] |= cross((x, y), self.eye.at, *opening.ends)
        return found

    def _before(self, opening: Opening | None, points: Floats) -> Bools:
        """Says for places whether they lie in the arc of an opening. Rule: NUT-BLDG-06."""
        if opening is None:
            return np.ones(len(points), np.bool_)
        ways = np.degrees(np.arctan2(points[:, 1] - opening.y, points[:, 0] - opening.x)) - opening.normal_deg
        return np.asarray(np.abs((ways + 180.0) % 360.0 - 180.0) <= looking.WINDOW_ARC_DEG / 2 + 1e-6)

    def _clear(self, eye: Pose, points: Floats, apart: Floats, dark: Bools) -> Bools:
        lines = self._bundle(eye, points)
        men = np.full(len(points), not self.watcher.is_vehicle and not self.watcher.carrier)
        facts = Facts(apart, dark, men, np.full(len(points), not self.mover.is_vehicle))
        clear = looking.clear_lines(self.scene, lines, facts) & clear_of_blocks(self.board, lines, self.blocks)
        return np.asarray(clear.any(axis=1), np.bool_)

    def _look(self, at: Point, apart: float, dark: bool) -> Look:
        a = looking.end_of(self.scene, self.watcher, self.eye)
        b = looking.end_of(self.scene, self.mover, pose_of(self.scene, self.mover, at, self.mover_deg))
        return Look(a, b, apart, dark)

    def _bundle(self, eye: Pose, points: Floats) -> Bundle:
        mover = np.repeat(columns([self.pose]), len(points), axis=0)
        mover[:, :2] = points
        if not self._flat:
            mover[:, 6] = self.board.ground_many(points) + self.pose.top_in - ground_in(self.board, *self.a)
        return bundle(self.board, np.repeat(columns([eye]), len(points), axis=0), mover)

    @property
    def _flat(self) -> bool:
        return "hill" not in terrain.kinds_on(self.board)

    def _goes_indoors(self) -> bool:
        if not rooms.is_built(self.board):
            return False
        leg = np.array([(*self.a, *self.b)])
        inside = any(rooms.building_at(self.board, *at) is not None for at in (self.a, self.b))
        return inside or self.mover.floor > 0 or len(crossed(self.board, rooms.KINDS, leg).line) > 0

    def _look_out(self) -> None:
        """A watcher in a building looks out of the openings it uses; who comes close to one sees all of the room.

        Rules: NUT-BLDG-06, -07.
        """
        if self.indoors or not rooms.is_built(self.board):
            return
        end = looking.end_of(self.scene, self.watcher, self.eye)
        if end.room is None:
            return
        cite("NUT-BLDG-06")
        used = looking.openings_used(self.scene, end)
        self.eyes = [(looking.at_window(self.eye, opening), opening) for opening in used]
        if abs(self.eye.foot_in - self.pose.foot_in) < level_in():
            self.through = end.room.building.openings_of(end.room.floor, end.room.area)

    # -- where to look

    def _cuts(self) -> Floats:
        """Places between any two of which one look is enough."""
        even = np.linspace(0.0, 1.0, max(1, math.ceil(self.length / _GRID_IN)) + 1)
        corners = self._corners()
        found = [even, self._steps(), self._limits(even)]
        if len(corners):
            found += [self._in_line(eye, even, corners) for eye, _ in self.eyes]
        cuts = np.sort(np.concatenate(found))
        cuts = cuts[(cuts > _APART) & (cuts < 1.0 - _APART)]
        cuts = np.concatenate([[0.0], cuts, [1.0]])
        return cuts[np.r_[True, np.diff(cuts) > _APART]]

    def _corners(self) -> Floats:
        """The corners (k, 2) of what may stand between the watcher and the leg."""
        every = self.board.part("corners of what stops sight", _all_corners)
        if self.blocks:
            rows = [Pose(b.x, b.y, b.facing_deg, b.half_w, b.half_d, False, 0.0, 0.0) for b in self.blocks]
            every = np.vstack([every, corners_of(columns(rows)).reshape(-1, 2)])
        reach = 0.05 + max(self.eye.half_w, self.eye.half_d) + max(self.pose.half_w, self.pose.half_d)
        xs, ys = (self.eye.x, self.a[0], self.b[0]), (self.eye.y, self.a[1], self.b[1])
        near = (every[:, 0] > min(xs) - reach) & (every[:, 0] < max(xs) + reach)
        near &= (every[:, 1] > min(ys) - reach) & (every[:, 1] < max(ys) + reach)
        return every[near]

    def _in_line(self, eye: Pose, even: Floats, corners: Floats) -> Floats:
        """Where one of the three lines passes over a corner."""
        still, moving = columns([eye, self.pose])
        return over_corners(self.board.kernels, still, moving, np.array([*self.a, *self.b]), even, corners)

    def _steps(self) -> Floats:
        """Where the leg itself crosses the edge of ground that matters: contours, woods, crops, houses, folds."""
        leg = np.array([(*self.a, *self.b)])
        kinds = terrain.kinds_on(self.board) & (terrain.mattering_kinds() | rooms.KINDS)
        found = crossed(self.board, frozenset(kinds), leg)
        return np.concatenate([found.enter, found.leave])

    def _limits(self, even: Floats) -> Floats:
        """Where the distance passes a limit, or the leg the border of the watcher's front."""
        points = self._points(even)
        apart = self._apart(points)
        values = [apart - limit for limit in self._distances()]
        if self.turns:
            angle = math.radians(self.facing_deg)
            values.append((points[:, 0] - self.eye.x) * math.cos(angle) + (points[:, 1] - self.eye.y) * math.sin(angle))
        found = []
        for value in values:
            for k in np.nonzero((value[1:] > 0.0) != (value[:-1] > 0.0))[0].tolist():
                share = value[k] / (value[k] - value[k + 1])
                found.append(even[k] + share * (even[k + 1] - even[k]))
        return np.array(found, np.float64)

    def _distances(self) -> list[float]:
        found = [night.limit_of(self.state, dark) for dark in (False, True)]
        found += [limit for depth in terrain.depths() for limit in (depth.day_in, depth.night_in)]
        found += [terrain.crop_limit(False), terrain.crop_limit(True)]
        if self.secret is not None:
            found.append(self.secret.found_in)
        return [limit for limit in dict.fromkeys(found) if math.isfinite(limit)]

    def _narrow(self, low: Floats, high: Floats, before: Bools) -> Floats:
        """Cuts the intervals in which the answer changes into many parts, again and again, and gives the places from
        which the new answer holds."""
        parts = np.arange(1, _PARTS) / _PARTS
        for _ in range(_ROUNDS if len(low) else 0):
            places = low[:, None] + parts * (high - low)[:, None]
            same = (self.sees(places.ravel()) == np.repeat(before, _PARTS - 1)).reshape(places.shape)
            first = np.where(same.all(axis=1), _PARTS - 1, (~same).argmax(axis=1))
            low, high = low + first / _PARTS * (high - low), low + (first + 1) / _PARTS * (high - low)
        return high


def _all_corners(board: Board) -> Floats:
    """The corners (n, 2) of all ground on the board that stops sight or hides, each once."""
    points = [sight_arrays(board).obstacles.edges[:, :2]]
    kinds = (terrain.crop_kinds() | terrain.area_kinds()) & terrain.kinds_on(board)
    for feature in board.features:
        if feature.kind in kinds:
            points += [np.array(ring, np.float64) for ring in feature.rings]
    return np.unique(np.vstack(points), axis=0)
