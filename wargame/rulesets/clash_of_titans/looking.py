"""Which of two pieces see each other: the lines, area terrain, crops, folds, rooms, men who dropped behind cover.

Everything is worked out for many looks at once. Facing, hiding and the length of sight at night are not counted here
(`geometry` does). Rules: NUT-GEO-03, -04, NUT-TERR-05, -07, -08, NUT-STAT-15, NUT-BLDG-02, -06, -07.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargame.board import HALF, Board, crossed, within
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import rooms, status, terrain
from wargame.rulesets.clash_of_titans.lines import (
    LINES,
    Block,
    Bundle,
    Pose,
    behind_blocks,
    blocks_of,
    bundle,
    clear_of_ground,
    columns,
    level_in,
    state_of,
)
from wargame.rulesets.clash_of_titans.plans import Opening, cross
from wargame.rulesets.clash_of_titans.solids import solids_near
from wargame.rulesets.clash_of_titans.state import DUCKED, HUNKERED, STUNNED, ClashStand
from wargame.rulesets.clash_of_titans.terrain import cover_file

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Point = tuple[float, float]

DROPPED = (DUCKED, HUNKERED, STUNNED)
"""States of men who keep their heads down (NUT-STAT-15)."""
WINDOW_ARC_DEG = 90.0
"""45 degrees either side of the wall's normal (NUT-BLDG-06)."""
USERS_OF_A_WINDOW = 2
_SILL_IN = 0.01
"""How far outside its wall the eye at a window is put, so that the wall itself does not block."""
_KEPT = 40000


@dataclass(frozen=True, slots=True)
class End:
    """One end of a look: the pose, where it is indoors, and what counts for it."""

    pose: Pose
    is_man: bool
    dropped: bool
    side: str
    room: rooms.Room | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """A viewer and a target as they would be seen. dark: the night limits of area terrain count."""

    a: End
    b: End
    distance_in: float
    dark: bool

    @property
    def enemies(self) -> bool:
        """True between pieces of different sides."""
        return self.a.side != self.b.side


class _Row(NamedTuple):
    """One set of three lines: of which look, from which pose to which."""

    look: int
    a: Pose
    b: Pose


def end_of(scene: Scene, stand: ClashStand, pose: Pose) -> End:
    """A stand as one end of a look, standing at this pose."""
    room = None
    if not stand.carrier and rooms.is_built(scene.board):
        room = rooms.room_at(scene.board, pose.x, pose.y, stand.floor)
    dropped = stand.is_man and not stand.carrier and stand.status in DROPPED
    return End(pose, not stand.is_vehicle and not stand.carrier, dropped, stand.side, room)


def are_open(scene: Scene, looks: Sequence[Look], keep: bool = True) -> Bools:
    """Says for each look whether at least one line between the two is open; answers are kept with the board.

    keep: False for looks that nobody will ask for again. Rule: NUT-GEO-03.
    """
    out = np.zeros(len(looks), np.bool_)
    rows: list[_Row] = []
    poses: _Poses = {}
    for n, look in enumerate(looks):
        if _share_room(look) or _through_opening(look):
            out[n] = True
        else:
            rows += (_Row(n, a, b) for a, b in _ways(scene, look, poses))
    if rows:
        answer = _kept_lines if keep else _lines
        for row, open_ in zip(rows, answer(scene, looks, rows, blocks_of(scene)), strict=True):
            out[row.look] |= open_
    return out


def _kept_lines(scene: Scene, looks: Sequence[Look], rows: Sequence[_Row], blocks: tuple[Block, ...]) -> list[bool]:
    """As `_lines`, but what was asked before is looked up: the key holds all that the answer depends on."""
    kept: dict[tuple[object, ...], bool] = scene.board.part("open lines", lambda _: {})
    numbers: dict[tuple[Block, ...], int] = scene.board.part("blocks of open lines", lambda _: {})
    number = numbers.setdefault(blocks, len(numbers))
    keys = [_key(row, looks[row.look], number) for row in rows]
    new = [n for n, key in enumerate(keys) if key not in kept]
    if new:
        if len(kept) + len(new) > _KEPT:
            kept.clear()
            numbers.clear()
            number = numbers.setdefault(blocks, 0)
            keys = [_key(row, looks[row.look], number) for row in rows]
            new = list(range(len(rows)))
        for n, open_ in zip(new, _lines(scene, looks, [rows[n] for n in new], blocks), strict=True):
            kept[keys[n]] = open_
    return [kept[key] for key in keys]


def _key(row: _Row, look: Look, blocks: int) -> tuple[object, ...]:
    low = (look.a.dropped, look.b.dropped) if look.enemies else (False, False)
    inside = look.a.room is not None, look.b.room is not None
    return row.a, row.b, look.a.is_man, look.b.is_man, low, inside, look.dark, round(look.distance_in, 3), blocks


# ---------------------------------------------------------------- rooms


def _share_room(look: Look) -> bool:
    """Are both in one area, or both at the doorway between two? Rule: NUT-BLDG-02."""
    one, other = look.a.room, look.b.room
    if one is None or other is None or one.building.feature != other.building.feature or one.floor != other.floor:
        return False
    if one.area == other.area:
        cite("NUT-BLDG-02")
        return True
    for doorway in one.building.openings_of(one.floor, one.area, outer=False):
        if other.area in (doorway.area, doorway.beyond) and _uses(doorway, look.a) and _uses(doorway, look.b):
            cite("NUT-BLDG-02")
            return True
    return False


def _uses(opening: Opening, end: End) -> bool:
    return within(opening.distance_to(*end.pose.at), rooms.USES_OPENING_IN)


def _through_opening(look: Look) -> bool:
    """Does one outside stand so near to an opening that it sees the other anywhere in the area behind it?

    Rule: NUT-BLDG-07.
    """
    for inner, outer in ((look.a, look.b), (look.b, look.a)):
        if inner.room is None or outer.room is not None or not _level_with(inner, outer):
            continue
        for opening in inner.room.building.openings_of(inner.room.floor, inner.room.area):
            near = within(opening.distance_to(*outer.pose.at), rooms.SEES_IN_IN)
            if near and cross(outer.pose.at, inner.pose.at, *opening.ends):
                cite("NUT-BLDG-07")
                return True
    return False


def _level_with(inner: End, outer: End) -> bool:
    return abs(inner.pose.foot_in - outer.pose.foot_in) < level_in()


_Poses = dict[int, list[tuple[Pose, Opening | None]]]
"""Poses of the ends of some looks, by `id` of the end."""


def _ways(scene: Scene, look: Look, kept: _Poses) -> Iterator[tuple[Pose, Pose]]:
    """The pairs of poses between which lines are drawn: through every window that faces the other.

    Rules: NUT-BLDG-06, -07.
    """
    for end in (look.a, look.b):
        if id(end) not in kept:
            kept[id(end)] = _poses(scene, end)
    for a, way_out in kept[id(look.a)]:
        for b, way_in in kept[id(look.b)]:
            fits = way_out is None or rooms.faces(way_out, b.at, WINDOW_ARC_DEG)
            if fits and (way_in is None or rooms.faces(way_in, a.at, WINDOW_ARC_DEG)):
                yield a, b


def _poses(scene: Scene, end: End) -> list[tuple[Pose, Opening | None]]:
    if end.room is None:
        return [(end.pose, None)]
    cite("NUT-BLDG-06")
    used = openings_used(scene, end)
    if not used:
        cite("NUT-BLDG-07")
    return [(at_window(end.pose, opening), opening) for opening in used]


def poses_of(scene: Scene, end: End) -> list[Pose]:
    """From where an end's lines may start: its own place, or the openings it uses."""
    return [pose for pose, _ in _poses(scene, end)]


def openings_used(scene: Scene, end: End) -> list[Opening]:
    """The outer openings of its area that a figure sees out of: within 1in, and not taken by two nearer figures.

    Rule: NUT-BLDG-06.
    """
    if end.room is None:
        return []
    mine = end.room.building.openings_of(end.room.floor, end.room.area)
    return [o for o in mine if _uses(o, end) and _has_room(scene, o, end)]


def _has_room(scene: Scene, opening: Opening, end: End) -> bool:
    here = (round(opening.distance_to(*end.pose.at), 3), end.pose.who)
    before = 0
    for other in state_of(scene).stands.values():
        if abs(other.x - opening.x) > 2.0 or abs(other.y - opening.y) > 2.0 or other.floor != opening.floor:
            continue
        if other.id == end.pose.who or not other.in_play or not other.is_man or not status.in_fight(other):
            continue
        there = (round(opening.distance_to(other.x, other.y), 3), other.id)
        inside = rooms.room_at(scene.board, other.x, other.y, other.floor)
        if there < here and there[0] <= rooms.USES_OPENING_IN and inside is not None:
            before += 1
    return before < USERS_OF_A_WINDOW


def at_window(pose: Pose, opening: Opening) -> Pose:
    """A figure at a window: its lines start from the opening's middle and jambs, just outside the wall."""
    angle = math.radians(opening.normal_deg)
    x, y = opening.x + _SILL_IN * math.cos(angle), opening.y + _SILL_IN * math.sin(angle)
    return Pose(x, y, opening.normal_deg, opening.width_in / 2, 0.0, False, pose.foot_in, pose.tall_in, pose.who)


# ---------------------------------------------------------------- lines


def _lines(scene: Scene, looks: Sequence[Look], rows: Sequence[_Row], blocks: tuple[Block, ...]) -> list[bool]:
    """Says for each row whether one of its lines is open."""
    lines = bundle(scene.board, columns([row.a for row in rows]), columns([row.b for row in rows]))
    owners = [looks[row.look] for row in rows]
    facts = Facts(
        np.array([look.distance_in for look in owners]),
        np.array([look.dark for look in owners], np.bool_),
        np.array([look.a.is_man for look in owners], np.bool_),
        np.array([look.b.is_man for look in owners], np.bool_),
    )
    clear = clear_lines(scene, lines, facts)
    if blocks:
        own = np.array([[block.who in (row.a.who, row.b.who) for block in blocks] for row in rows])
        clear &= ~(behind_blocks(scene.board, lines, blocks) & ~own[:, None, :]).any(axis=2)
    for n, (row, look) in enumerate(zip(rows, owners, strict=True)):
        if look.enemies and (look.a.dropped or look.b.dropped):
            one = Bundle(lines.a[n : n + 1], lines.b[n : n + 1])
            if look.b.dropped:
                clear[n] &= _over_the_top(scene, one, look.b, row.b, row.a, look, blocks)
            if look.a.dropped:
                clear[n] &= _over_the_top(scene, Bundle(one.b, one.a), look.a, row.a, row.b, look, blocks)
    return [bool(open_.any()) for open_ in clear]


class Facts(NamedTuple):
    """What of n looks matters for the ground between: inches apart, night limits, whether the ends are men (n,)."""

    distance_in: Floats
    dark: Bools
    a_man: Bools
    b_man: Bools

    def of(self, some: NDArray[np.int64]) -> Facts:
        """Those of some of the looks."""
        return Facts(self.distance_in[some], self.dark[some], self.a_man[some], self.b_man[some])


def clear_lines(scene: Scene, lines: Bundle, facts: Facts) -> Bools:
    """Says for each line (n, 3) whether nothing of the ground blocks it: solids, depth of area terrain, crops, folds.

    Rules: NUT-GEO-04, NUT-TERR-05, -07, -08.
    """
    board = scene.board
    clear = _clear_of_ground(scene, board, lines, facts)
    if not clear.any():
        return clear
    if terrain.crop_kinds() & terrain.kinds_on(board):
        some = np.nonzero(clear.any(axis=1))[0]
        clear[some] &= _clear_of_crops(board, Bundle(lines.a[some], lines.b[some]), facts.of(some))
    if terrain.has_folds(board):
        cite("NUT-TERR-07")
        some = np.nonzero(clear.any(axis=1))[0]
        clear[some] &= ~terrain.hidden_in_folds(board, lines.a[some, 0, :2], lines.b[some, 0, :2])[:, None]
    return clear


def _clear_of_ground(scene: Scene, board: Board, lines: Bundle, facts: Facts) -> Bools:
    """Rules: NUT-GEO-04, NUT-TERR-05."""
    if not terrain.area_kinds() & terrain.kinds_on(board):
        return clear_of_ground(board, lines)
    cite("NUT-TERR-05")
    if "sunflower" in terrain.kinds_on(board):
        cite("NUT-TERR-08")
    if facts.dark.any():
        cite("NUT-NITE-02")
    alike = terrain.depths_met(facts.distance_in, facts.dark)
    clear = np.empty(lines.a.shape[:2], np.bool_)
    for group in np.unique(alike).tolist():
        some = np.nonzero(alike == group)[0]
        first = some[0]
        seen_through = terrain.near_board(scene, board, float(facts.distance_in[first]), bool(facts.dark[first]))
        clear[some] = clear_of_ground(seen_through, Bundle(lines.a[some], lines.b[some]))
    return clear


def _clear_of_crops(board: Board, lines: Bundle, facts: Facts) -> Bools:
    """Says for each line whether no crops hide an end of it: a man deep in them is unseen from outside, and inside one
    sees so far. Crops hide nobody who stands behind them. Rule: NUT-TERR-08."""
    cite("NUT-TERR-08")
    clear = np.ones(lines.a.shape[:2], np.bool_)
    across = crossed(board, terrain.crop_kinds(), lines.flat)
    lengths = np.hypot(*(lines.b - lines.a)[:, :, :2].reshape(-1, 2).T)
    depths: dict[int, list[float]] = {}
    for line, enter, leave in zip(across.line.tolist(), across.enter.tolist(), across.leave.tolist(), strict=True):
        depth = depths.setdefault(line, [0.0, 0.0])
        run = (leave - enter) * float(lengths[line])
        if enter <= 1e-9:
            depth[0] += run
        if leave >= 1.0 - 1e-9:
            depth[1] += run
    for line, (at_a, at_b) in depths.items():
        n = line // LINES
        if at_a > 0.0 and at_b > 0.0 and within(float(facts.distance_in[n]), terrain.crop_limit(bool(facts.dark[n]))):
            continue
        hidden = facts.b_man[n] and at_b >= terrain.crop_depth(from_vehicle=not facts.a_man[n]) - HALF
        hidden |= facts.a_man[n] and at_a >= terrain.crop_depth(from_vehicle=not facts.b_man[n]) - HALF
        if hidden:
            clear[n, line % LINES] = False
    return clear


def _over_the_top(
    scene: Scene,
    lines: Bundle,
    end: End,
    target: Pose,
    origin: Pose,
    look: Look,
    blocks: Sequence[Block],
) -> Bools:
    """Says for each of three lines to a man who keeps his head down whether an enemy sees him along it.

    Rule: NUT-STAT-15.
    """
    cite("NUT-STAT-15")
    board = scene.board
    if end.room is not None or _in_area_cover(board, end.pose):
        near = within(look.distance_in, float(cover_file()["near"]["dropped_in"]))
        return np.full(3, near, np.bool_)
    solids = solids_near(scene, board, lines, target, origin, blocks)
    return np.array([not line for line in solids], np.bool_)


def _in_area_cover(board: Board, pose: Pose) -> bool:
    return any(f.kind in cover_file()["area"] for f in board.features_at(pose.x, pose.y))
