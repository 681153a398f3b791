"""Which places are seen by enemies, and how they shelter from them: many places and enemies at once, a little coarsely.

The rules ask `geometry` and `cover`; this is the quick look of a computer player that compares hundreds of places.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargame.board import Board, clear_pairs, crossed
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import rooms, solids, terrain
from wargame.rulesets.clash_of_titans.foes import CONCEALED, COVERED, OPEN, Floats, Foes, state_of
from wargame.rulesets.clash_of_titans.state import DUCKED, HUNKERED, STUNNED, ClashStand
from wargame.rulesets.clash_of_titans.terrain import cover_file

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
SOLID_IN = 2.4
"""Two inches from the outline of a man (NUT-COVR-01)."""
CROPS_IN = 1.2
FOLD_IN = 3.0
_SPOT = 0.02


class Exposure(NamedTuple):
    """For each place and enemy (n, m): whether they see each other, how far apart they are, and the shelter of the
    place from the enemy and of the enemy from the place (OPEN, CONCEALED or COVERED)."""

    clear: Bools
    away: Floats
    shelter: Ints
    theirs: Ints


def exposure(view: View, stand: ClashStand, points: Floats, foes: Foes, eye_in: float) -> Exposure:
    """The quick look from places (n, 2) at enemies. A man who keeps his head down behind cover is not seen."""
    n, m = len(points), len(foes)
    if not n or not m:
        none = np.zeros((n, m))
        return Exposure(none.astype(np.bool_), none, none.astype(np.int64), none.astype(np.int64))
    board = view.board
    away = np.hypot(points[:, None, 0] - foes.x[None, :], points[:, None, 1] - foes.y[None, :])
    here = np.column_stack([points, board.ground_many(points) + eye_in])
    there = np.column_stack([foes.x, foes.y, foes.top])
    clear = _clear(board, here, there, away)
    spots = np.column_stack([foes.x, foes.y])
    fold_here, fold_there = _inside(board, points, _fold_kinds()), _inside(board, spots, _fold_kinds())
    clear &= ~((fold_here[:, None] != fold_there[None, :]) & (away > FOLD_IN))
    shelter = shelter_from(view, points, spots, away)
    theirs = shelter_from(view, spots, points, away.T).T
    low = np.array([s.status in (DUCKED, HUNKERED, STUNNED) for s in foes.stands])
    clear &= ~(low[None, :] & (theirs == COVERED) & (away > 2.0))
    clear &= ~_deep_in_crops(board, points, spots, foes.armoured, away)
    clear &= ~_deep_in_crops(board, spots, points, np.full(n, not stand.is_man), away.T).T
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


def shelter_from(view: View, points: Floats, origins: Floats, away: Floats) -> Ints:
    """Shelter of each place from each origin: its ground, or something solid close before it."""
    found = np.repeat(area_shelter(view, points)[:, None], len(origins), axis=1)
    kinds = solids.solid_kinds() & terrain.kinds_on(view.board)
    if not kinds:
        return found
    rows, columns = np.nonzero((found != COVERED) & (away > 0.5))
    if len(rows):
        gap = away[rows, columns]
        reach = np.minimum(SOLID_IN, gap) / gap
        ends = points[rows] + (origins[columns] - points[rows]) * reach[:, None]
        across = crossed(view.board, kinds, np.column_stack([points[rows], ends]))
        hit = np.unique(across.line)
        found[rows[hit], columns[hit]] = COVERED
    return found


def _deep_in_crops(board: Board, points: Floats, origins: Floats, by_vehicle: Bools, away: Floats) -> Bools:
    """Are places so deep in crops that they are not seen from the origins?"""
    hidden = np.zeros(away.shape, np.bool_)
    kinds = terrain.crop_kinds() & terrain.kinds_on(board)
    rows_in = np.nonzero(_inside(board, points, kinds))[0] if kinds else np.zeros(0, np.int64)
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
