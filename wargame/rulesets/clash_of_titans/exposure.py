"""Which places are seen by enemies, and how they shelter from them: many places and enemies at once, a little coarsely.

The rules ask `geometry` and `cover`; this is the quick look of a computer player that compares hundreds of places.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargame.board import Board, clear_pairs, crossed
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import looking, rooms, solids, terrain
from wargame.rulesets.clash_of_titans.foes import CONCEALED, COVERED, OPEN, Floats, Foes, state_of
from wargame.rulesets.clash_of_titans.plans import Opening
from wargame.rulesets.clash_of_titans.state import DUCKED, HUNKERED, STUNNED, ClashStand
from wargame.rulesets.clash_of_titans.terrain import cover_file

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
SOLID_IN = 2.4
"""Two inches from the outline of a man (NUT-COVR-01)."""
CROPS_IN = 1.2
FOLD_IN = 3.0
OUTSIDE_IN = 0.05
_SPOT = 0.02
_CELL_IN = 0.5


class Exposure(NamedTuple):
    """For each place and enemy (n, m): whether they see each other, how far apart they are, and the shelter of the
    place from the enemy and of the enemy from the place (OPEN, CONCEALED or COVERED)."""

    clear: Bools
    away: Floats
    shelter: Ints
    theirs: Ints


class _Posts(NamedTuple):
    """Where some enemies are: what does not hang on the places that they are looked at from."""

    spots: Floats
    outlook: Outlook
    in_fold: Bools
    in_crops: Bools
    ground: Ints


def _posts(view: View, foes: Foes) -> _Posts:
    """The posts of enemies, kept with the view; a running battle, where they change, keeps nothing."""
    kept = view.kept if isinstance(view, View) else {}
    key = ("posts", tuple(s.id for s in foes.stands), foes.x.tobytes(), foes.y.tobytes())
    if key not in kept:
        board, spots = view.board, np.column_stack([foes.x, foes.y])
        kept[key] = _Posts(
            spots,
            look_out(board, spots, [s.floor for s in foes.stands]),
            _inside(board, spots, _fold_kinds()),
            _inside(board, spots, terrain.crop_kinds()),
            area_shelter(view, spots),
        )
    found: _Posts = kept[key]
    return found


def exposure(view: View, stand: ClashStand, points: Floats, foes: Foes, eye_in: float) -> Exposure:
    """The quick look from places (n, 2) at enemies. A man who keeps his head down behind cover is not seen.

    One place that was looked at before, among others or alone, is looked up: answers are kept with a view.
    """
    if not isinstance(view, View):
        return _exposure(view, stand, points, foes, eye_in)
    key = ("looks", stand.is_man, eye_in, tuple(s.id for s in foes.stands), foes.x.tobytes(), foes.y.tobytes())
    rows: dict[tuple[float, float], tuple[Exposure, int]] = view.kept.setdefault(key, {})
    places = [(x, y) for x, y in points.tolist()]
    if len(places) == 1 and places[0] in rows:
        made, n = rows[places[0]]
        one = slice(n, n + 1)
        return Exposure(made.clear[one], made.away[one], made.shelter[one], made.theirs[one])
    made = _exposure(view, stand, points, foes, eye_in)
    rows.update((place, (made, n)) for n, place in enumerate(places))
    return made


def _exposure(view: View, stand: ClashStand, points: Floats, foes: Foes, eye_in: float) -> Exposure:
    n, m = len(points), len(foes)
    if not n or not m:
        none = np.zeros((n, m))
        return Exposure(none.astype(np.bool_), none, none.astype(np.int64), none.astype(np.int64))
    board = view.board
    away = np.hypot(points[:, None, 0] - foes.x[None, :], points[:, None, 1] - foes.y[None, :])
    posts = _posts(view, foes)
    spots, there = posts.spots, posts.outlook
    here = look_out(board, points, 0)
    a = np.column_stack([here.eyes, board.ground_many(here.eyes) + eye_in])
    b = np.column_stack([there.eyes, foes.top])
    clear = _clear(board, a, b, away) & _in_arc(here, spots) & _in_arc(there, points).T
    fold_here = _inside(board, points, _fold_kinds())
    clear &= ~((fold_here[:, None] != posts.in_fold[None, :]) & (away > FOLD_IN))
    shelter = shelter_from(view, points, spots, away)
    theirs = shelter_from(view, spots, points, away.T, posts.ground).T
    low = np.array([s.status in (DUCKED, HUNKERED, STUNNED) for s in foes.stands])
    clear &= ~(low[None, :] & (theirs == COVERED) & (away > 2.0))
    in_crops = _inside(board, points, terrain.crop_kinds())
    clear &= ~_deep_in_crops(board, points, in_crops, spots, foes.armoured, away)
    clear &= ~_deep_in_crops(board, spots, posts.in_crops, points, np.full(n, not stand.is_man), away.T).T
    return Exposure(clear, away, shelter, theirs)


def _clear(board: Board, here: Floats, there: Floats, away: Floats) -> Bools:
    """Lines from every place to every enemy; area terrain does not count within its limit of sight."""
    n, m = away.shape
    rows, columns = np.divmod(np.arange(n * m), m)
    clear = clear_pairs(board, here[rows], there[columns])
    near = frozenset(kind for depth in terrain.depths() for kind in depth.kinds) & terrain.kinds_on(board)
    if near:
        blocked = np.nonzero(~clear & (away.ravel() <= terrain.depths()[0].day_in))[0]
        if len(blocked):
            clear[blocked] = clear_pairs(board, here[rows[blocked]], there[columns[blocked]], near)
    return np.asarray(clear.reshape(n, m))


def between(board: Board, points: Floats, others: Floats, eye_in: float, away: Floats) -> Bools:
    """Says which places (n, 2) and others (m, 2) of men on the ground see each other by the ground alone."""
    here, there = look_out(board, points, 0), look_out(board, others, 0)
    a = np.column_stack([here.eyes, board.ground_many(here.eyes) + eye_in])
    b = np.column_stack([there.eyes, board.ground_many(there.eyes) + eye_in])
    return _clear(board, a, b, away) & _in_arc(here, others) & _in_arc(there, points).T


class Outlook(NamedTuple):
    """From where places look out: themselves, or the window beside them; `normal` of that window in degrees, `half` of
    its arc (180 in the open, below 0 for who is indoors and at no window)."""

    eyes: Floats
    normal: Floats
    half: Floats


def look_out(board: Board, points: Floats, floors: Sequence[int] | int) -> Outlook:
    """How places look out: who is indoors looks out of the opening beside him, or not at all (NUT-BLDG-06, -07)."""
    eyes, normal, half = points.copy(), np.zeros(len(points)), np.full(len(points), 180.0)
    if not rooms.is_built(board):
        return Outlook(eyes, normal, half)
    for n in np.nonzero(_inside(board, points, frozenset(rooms.KINDS)))[0].tolist():
        x, y = float(points[n, 0]), float(points[n, 1])
        opening = window_at(board, x, y, floors if isinstance(floors, int) else floors[n])
        if opening is None:
            half[n] = -1.0
            continue
        angle = math.radians(opening.normal_deg)
        eyes[n] = opening.x + OUTSIDE_IN * math.cos(angle), opening.y + OUTSIDE_IN * math.sin(angle)
        normal[n], half[n] = opening.normal_deg, looking.WINDOW_ARC_DEG / 2
    return Outlook(eyes, normal, half)


def window_at(board: Board, x: float, y: float, floor: int) -> Opening | None:
    """The outer opening that a man at a place indoors uses, or None; kept with the board."""
    kept: dict[tuple[float, float, int], Opening | None] = board.part("window at", lambda _: {})
    key = (x, y, floor)
    if key not in kept:
        room = rooms.room_at(board, x, y, floor)
        found = room.building.openings_of(floor, room.area) if room is not None else ()
        near = [o for o in found if o.distance_to(x, y) <= rooms.USES_OPENING_IN]
        kept[key] = min(near, key=lambda o: o.distance_to(x, y), default=None)
    return kept[key]


def _in_arc(places: Outlook, targets: Floats) -> Bools:
    """Does each place look towards each target?"""
    found = np.ones((len(places.half), len(targets)), np.bool_)
    some = np.nonzero(places.half < 180.0)[0]
    if len(some):
        dx = targets[None, :, 0] - places.eyes[some, None, 0]
        dy = targets[None, :, 1] - places.eyes[some, None, 1]
        off = np.abs((np.degrees(np.arctan2(dy, dx)) - places.normal[some, None] + 180.0) % 360.0 - 180.0)
        found[some] = off <= places.half[some, None] + 1e-9
    return found


def _fold_kinds() -> frozenset[str]:
    return frozenset(cover_file()["folds"]["kinds"])


def _inside(board: Board, points: Floats, kinds: frozenset[str]) -> Bools:
    """Does a place lie in a feature of these kinds?"""
    found = np.zeros(len(points), np.bool_)
    if not kinds & terrain.kinds_on(board) or not len(points):
        return found
    across = crossed(board, kinds, np.column_stack([points, points + np.array([_SPOT, 0.0])]))
    found[across.line[across.enter <= 0.5]] = True
    return found


def area_shelter(view: View, points: Floats) -> Ints:
    """How the ground of a place shelters who stands there, from whatever side."""
    board = view.board
    found = np.full(len(points), OPEN)
    concealing = frozenset(cover_file()["concealing"]["kinds"])
    found[_inside(board, points, concealing)] = CONCEALED
    found[_inside(board, points, frozenset(cover_file()["area"]) | frozenset(rooms.KINDS))] = COVERED
    return found


def shelter_from(view: View, points: Floats, origins: Floats, away: Floats, ground: Ints | None = None) -> Ints:
    """Shelter of each place from each origin: its ground (`ground`, where it is known), or something solid close
    before it."""
    found = np.repeat((area_shelter(view, points) if ground is None else ground)[:, None], len(origins), axis=1)
    kinds = solids.solid_kinds() & terrain.kinds_on(view.board)
    if not kinds:
        return found
    beside = _near_solids(view.board, kinds, points)
    rows, columns = np.nonzero(beside[:, None] & (found != COVERED) & (away > 0.5))
    if len(rows):
        gap = away[rows, columns]
        reach = np.minimum(SOLID_IN, gap) / gap
        ends = points[rows] + (origins[columns] - points[rows]) * reach[:, None]
        across = crossed(view.board, kinds, np.column_stack([points[rows], ends]))
        hit = np.unique(across.line)
        found[rows[hit], columns[hit]] = COVERED
    return found


def _near_solids(board: Board, kinds: frozenset[str], points: Floats) -> Bools:
    """Which places may be near enough to something solid to be covered by it."""
    near = board.part(("near solids", kinds), functools.partial(_cells_near, kinds), kinds)
    cells = np.clip((points / _CELL_IN).astype(np.int64), 0, np.array(near.shape) - 1)
    return np.asarray(near[cells[:, 0], cells[:, 1]])


def _cells_near(kinds: frozenset[str], board: Board) -> Bools:
    """The cells of a grid over the table that come near the box of any side of something solid."""
    table = board.table
    near = np.zeros((math.ceil(table.width_in / _CELL_IN) + 1, math.ceil(table.height_in / _CELL_IN) + 1), np.bool_)
    for feature in board.features:
        if feature.kind not in kinds:
            continue
        reach = SOLID_IN + feature.width_in / 2 + _CELL_IN
        for ring in feature.rings:
            for (ax, ay), (bx, by) in itertools.pairwise(ring) if len(ring) > 1 else [(ring[0], ring[0])]:
                low = int(max(0.0, (min(ax, bx) - reach) / _CELL_IN)), int(max(0.0, (min(ay, by) - reach) / _CELL_IN))
                high = int((max(ax, bx) + reach) / _CELL_IN) + 1, int((max(ay, by) + reach) / _CELL_IN) + 1
                near[low[0] : high[0], low[1] : high[1]] = True
    return near


def _deep_in_crops(
    board: Board, points: Floats, in_crops: Bools, origins: Floats, by_vehicle: Bools, away: Floats
) -> Bools:
    """Are places so deep in crops that they are not seen from the origins? in_crops: which of them lie in crops."""
    hidden = np.zeros(away.shape, np.bool_)
    kinds = terrain.crop_kinds() & terrain.kinds_on(board)
    rows_in = np.nonzero(in_crops)[0]
    if not len(rows_in):
        return hidden
    for vehicle in (False, True):
        columns_in = np.nonzero(by_vehicle == vehicle)[0]
        if not len(columns_in):
            continue
        rows, columns = np.repeat(rows_in, len(columns_in)), np.tile(columns_in, len(rows_in))
        depth = terrain.crop_depth(vehicle)
        gap = np.maximum(away[rows, columns], 0.01)
        ends = points[rows] + (origins[columns] - points[rows]) * np.minimum(1.0, depth / gap)[:, None]
        across = crossed(board, kinds, np.column_stack([points[rows], ends]))
        whole = across.line[(across.enter <= 1e-6) & (across.leave >= 1.0 - 1e-6)]
        hidden[rows[whole], columns[whole]] = away[rows[whole], columns[whole]] > 1.0
    return hidden


def seen_men(view: View, side: str, foes: Foes, eye_in: float) -> Floats:
    """How many of the side's stands each enemy sees: his fire is shared among them; kept with the view."""
    key = ("seen men", side)
    if key not in view.kept:
        own = [s for s in state_of(view).stands.values() if s.side == side and s.in_play and not s.gone]
        points = np.array([(s.x, s.y) for s in own]).reshape(-1, 2)
        if len(own) and len(foes):
            view.kept[key] = exposure(view, own[0], points, foes, eye_in).clear.sum(axis=0).astype(np.float64)
        else:
            view.kept[key] = np.zeros(len(foes))
    found: Floats = view.kept[key]
    return found
