"""Legs of a way that a watcher cannot see at all: proved from a few bounds, so that nobody has to look place by place.

What is not proved is looked at by `path_views`, with the same answers. Rules: NUT-GEO-03, -06, NUT-BLDG-06, -07,
NUT-NITE-01, NUT-SIGHT-11.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from wargame.board import HALF, TOUCH, Board, bearing, crossed, out_of_sight
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import geometry, looking, night, rooms, terrain
from wargame.rulesets.clash_of_titans.lines import (
    Point,
    Pose,
    body_of,
    columns,
    corners_of,
    ground_in,
    pose_of,
    state_of,
)
from wargame.rulesets.clash_of_titans.plans import Opening
from wargame.rulesets.clash_of_titans.polyline import Way
from wargame.rulesets.clash_of_titans.state import ClashStand

if TYPE_CHECKING:
    from wargame.rulesets.clash_of_titans.hidden import Secret

Floats = NDArray[np.float64]
_SPARE_IN = 0.01
"""Bounds are drawn so much wider than they need be."""
_ROUND = 8
"""Corners of the outline drawn round a disc."""
_PIECE_IN = 2.5
"""Legs are looked at in pieces of this length."""
_HILLS = frozenset({"hill"})


class Watch:
    """A watcher on the look-out, for all legs of one way: its eyes, and openings through which it sees who is close."""

    def __init__(self, scene: Scene, watcher: ClashStand, facing: bool) -> None:
        self.stand = watcher
        self.body = body_of(state_of(scene), watcher)
        self.turns = facing and watcher.is_man and not watcher.carrier
        self.eye = pose_of(scene, watcher)
        self.eyes: list[tuple[Pose, Opening | None]] = [(self.eye, None)]
        self.near: tuple[Opening, ...] = ()
        end = looking.end_of(scene, watcher, self.eye)
        self.room = end.room
        if end.room is not None:
            used = looking.openings_used(scene, end)
            self.eyes = [(looking.at_window(self.eye, opening), opening) for opening in used]
            self.near = end.room.building.openings_of(end.room.floor, end.room.area)

    def looks_away(self, a: Point, b: Point) -> bool:
        """Does all of a leg lie behind its shoulders?"""
        if not self.turns:
            return False
        cite("NUT-GEO-06")
        angle = math.radians(self.body.facing_deg)
        return all(_ahead(self.eye.at, angle, at) < -_SPARE_IN for at in (a, b))

    def opens_on(self, a: Point, b: Point) -> bool:
        """Does a leg come so near to one of its openings that all of the room may be seen through it?"""
        reach = rooms.SEES_IN_IN + _SPARE_IN
        return any(to_leg((o.x, o.y), a, b) <= reach + o.width_in / 2 for o in self.near)

    def before(self, a: Point, b: Point) -> list[Pose]:
        """Its eyes but for windows that look the other way."""
        return [
            eye
            for eye, opening in self.eyes
            if opening is None
            or any(_ahead(eye.at, math.radians(opening.normal_deg), at) > -_SPARE_IN for at in (a, b))
        ]


def blind_legs(
    scene: Scene,
    mover: ClashStand,
    way: Way,
    watchers: Sequence[ClashStand],
    secret: Secret | None,
    facing: bool = True,
) -> list[set[int]]:
    """For each watcher the numbers of the legs on all of which it is proved not to see the mover.

    Rules: NUT-GEO-03, -06, NUT-NITE-01, NUT-SIGHT-11.
    """
    found: list[set[int]] = [set() for _ in watchers]
    looks = [Watch(scene, watcher, facing) for watcher in watchers]
    for n in range(len(way.points) - 1):
        left = list(range(len(looks)))
        indoors = _goes_indoors(scene.board, mover, way.points[n], way.points[n + 1])
        for piece in _pieces(scene, mover, way, n):
            left = piece.unseen_by(looks, left, secret, indoors)
            if not left:
                break
        for number in left:
            found[number].add(n)
    return found


def _pieces(scene: Scene, mover: ClashStand, way: Way, n: int) -> Iterator[_Piece]:
    """One leg in short pieces: each for itself is easier to hide."""
    (ax, ay), (bx, by) = way.points[n], way.points[n + 1]
    heading = bearing(ax, ay, bx, by)
    length = way.starts[n + 1] - way.starts[n]
    count = max(1, math.ceil(length / _PIECE_IN))
    ends = [(ax + k / count * (bx - ax), ay + k / count * (by - ay)) for k in range(count + 1)]
    for k in range(count):
        yield _Piece(scene, mover, ends[k], ends[k + 1], heading, way.starts[n] + (k + 1) / count * length)


class _Piece:
    """A piece of a leg with the bounds of all that the mover may be on it."""

    def __init__(self, scene: Scene, mover: ClashStand, a: Point, b: Point, heading_deg: float, end_in: float) -> None:
        self.scene, self.mover, self.a, self.b, self.end_in = scene, mover, a, b, end_in
        self.pose = pose_of(scene, mover, a, heading_deg)

    def unseen_by(
        self, looks: Sequence[Watch], numbers: Sequence[int], secret: Secret | None, indoors: bool
    ) -> list[int]:
        """Those of some watchers, by number, who are proved to see nothing of it. indoors: the leg enters a house."""
        away = [n for n in numbers if looks[n].looks_away(self.a, self.b) or self.is_too_far(looks[n], secret)]
        if indoors:
            return away
        rest = [n for n in numbers if n not in away]
        return sorted([*away, *self.hidden_by_ground(looks, rest)])

    def is_too_far(self, watch: Watch, secret: Secret | None) -> bool:
        """Is all of it farther off than one sees, or than a hidden mover is found?"""
        least = self.least_in(watch)
        if least > night.limit_of(state_of(self.scene), dark=False) + _SPARE_IN:
            return True
        return secret is not None and secret.open_at > self.end_in + _SPARE_IN and least > secret.found_in + _SPARE_IN

    def least_in(self, watch: Watch) -> float:
        """No place of it is nearer to a watcher than this."""
        sizes = [_reach(pose) for pose, stand in ((watch.eye, watch.body), (self.pose, self.mover)) if has_size(stand)]
        return to_leg((watch.body.x, watch.body.y), self.a, self.b) - sum(sizes)

    def hidden_by_ground(self, looks: Sequence[Watch], numbers: Sequence[int]) -> list[int]:
        """Those of some watchers, by number, before all of whose eyes one piece of ground hides all of it."""
        hull, rest = self._hull(), []
        by_board: dict[frozenset[str], list[tuple[int, Pose]]] = defaultdict(list)
        for number in numbers:
            if looks[number].opens_on(self.a, self.b):
                continue
            rest.append(number)
            kinds = self._seen_through(looks[number])
            by_board[kinds] += [(number, eye) for eye in looks[number].before(self.a, self.b)]
        seen: set[int] = set()
        for kinds, rows in by_board.items():
            board = terrain.without_kinds(self.scene, self.scene.board, kinds) if kinds else self.scene.board
            proved = out_of_sight(board, np.array([_outline(eye) for _, eye in rows]).reshape(-1, _ROUND, 3), hull)
            seen |= {number for (number, _), is_hidden in zip(rows, proved.tolist(), strict=True) if not is_hidden}
        return [number for number in rest if number not in seen]

    def _seen_through(self, watch: Watch) -> frozenset[str]:
        """Kinds of ground that may not block, at the least distance."""
        least = max(0.0, self.least_in(watch) - _SPARE_IN)
        kinds = terrain.ignored_kinds(least, night=False)
        if state_of(self.scene).night:
            kinds |= terrain.ignored_kinds(least, night=True)
        return kinds & terrain.kinds_on(self.scene.board)

    def _hull(self) -> Floats:
        board = self.scene.board
        own = self.pose.top_in - ground_in(board, *self.a)
        outline = np.array(_outline(self.pose))
        outline[:, 2] = own + _highest(board, self.a, self.b)
        step = np.array([self.b[0] - self.a[0], self.b[1] - self.a[1], 0.0])
        return np.vstack([outline, outline + step])


# ---------------------------------------------------------------- bounds


def has_size(stand: ClashStand) -> bool:
    """Is it measured from its outline?"""
    return geometry.has_outline(stand)


def to_leg(at: Point, a: Point, b: Point) -> float:
    """Inches from a point to a leg."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / square if square > 0.0 else 0.0
    share = min(1.0, max(0.0, share))
    return math.hypot(a[0] + share * dx - at[0], a[1] + share * dy - at[1])


def _ahead(eye: Point, angle: float, at: Point) -> float:
    """Inches that a place lies before an eye that looks in a direction (radians)."""
    return (at[0] - eye[0]) * math.cos(angle) + (at[1] - eye[1]) * math.sin(angle)


def _reach(pose: Pose) -> float:
    return pose.half_w if pose.is_disc else math.hypot(pose.half_w, pose.half_d)


def _outline(pose: Pose) -> list[tuple[float, float, float]]:
    """Points round a piece: lines begin and end inside them."""
    if not pose.is_disc:
        corners = corners_of(columns([pose]))[0].tolist()
        return [(x, y, pose.top_in) for x, y in corners for _ in range(_ROUND // len(corners))]
    radius = (pose.half_w + TOUCH) / math.cos(math.pi / _ROUND)
    turns = (2.0 * math.pi * k / _ROUND for k in range(_ROUND))
    return [(pose.x + radius * math.cos(t), pose.y + radius * math.sin(t), pose.top_in) for t in turns]


def _goes_indoors(board: Board, mover: ClashStand, a: Point, b: Point) -> bool:
    if not rooms.is_built(board):
        return False
    if mover.floor > 0 or any(rooms.building_at(board, *at) is not None for at in (a, b)):
        return True
    return len(crossed(board, rooms.KINDS, np.array([(*a, *b)])).line) > 0


def _highest(board: Board, a: Point, b: Point) -> float:
    """No ground on a leg is higher than this, in inches: of all contours whose box the leg comes near to."""
    x0, x1, y0, y1 = min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])
    found = 0.0
    for left, bottom, right, top, high in board.part("hill tops", _hill_tops, _HILLS):
        if left <= x1 + HALF and right >= x0 - HALF and bottom <= y1 + HALF and top >= y0 - HALF:
            found = max(found, high)
    return found


def _hill_tops(board: Board) -> tuple[tuple[float, float, float, float, float], ...]:
    """The box of each contour, and how high the ground in it is."""
    high = board.profile.inches_per_level
    hills = [feature for feature in board.features if feature.kind in _HILLS]
    return tuple((*board.area(hill.id).bounds, hill.height * high) for hill in hills)
