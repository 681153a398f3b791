"""How far a man can about go straight to many places at once: the computer's look before any path is priced exactly.

Ground that is slow or closed, walls without an opening and enemies in the way are counted; what is got over by a lump
of move (hedges, ditches, wire) is left to the exact price.
"""

from __future__ import annotations

import numpy as np

from wargame.board import Board, crossed
from wargame.board.movement import leg_costs
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import data, movement, moves_worth, passages, rooms, standing
from wargame.rulesets.clash_of_titans.foes import Floats, state_of
from wargame.rulesets.clash_of_titans.ground import INDOORS
from wargame.rulesets.clash_of_titans.state import ClashStand

SHARES = np.arange(8, 0, -1) / 8.0
"""Parts of a way that are looked at."""
SHORT_IN = 0.06
"""He stops so far before what stops him."""
OPENING_IN = 0.05
BACK = 0.8
"""A way that would end on somebody is cut to this part of it."""


def shares(view: View, stand_id: str, mode: str, allowance: float, ends: Floats) -> Floats | None:
    """The part (0 to 1) of each straight way to a place (n, 2) that can about be gone; None: not known, as for who is
    in a house."""
    stand = state_of(view).stands[stand_id]
    if not stand.is_man or not len(ends):
        return None
    if mode == movement.FAST and moves_worth.runs_alone(view, stand):
        return np.zeros(len(ends))
    board = view.board
    if rooms.is_built(board) and (stand.floor > 0 or rooms.building_at(board, stand.x, stand.y) is not None):
        return None
    here = np.array([stand.x, stand.y])
    length = np.hypot(ends[:, 0] - stand.x, ends[:, 1] - stand.y)
    walls, tolls = _to_walls(board, here, ends, movement.full_move(state_of(view), stand))
    found = _by_ground(board, here, ends, allowance - tolls - _climbs(board, here, ends))
    inches = np.minimum(walls * length, _to_enemies(view, stand, ends, length))
    stopped = inches < length
    most = np.where(stopped, np.maximum(0.0, inches - SHORT_IN), length)
    return _off_others(view, stand, ends, np.minimum(found, most / np.maximum(length, 1e-9)))


def _off_others(view: View, stand: ClashStand, ends: Floats, found: Floats) -> Floats:
    """The parts of the ways that do not end on anybody: a little less where they would."""
    here = np.array([stand.x, stand.y])
    for _ in range(2):
        taken = ~standing.free_many(view, stand, here + found[:, None] * (ends - here))
        if not taken.any():
            break
        found = np.where(taken, found * BACK, found)
    return np.where(taken, 0.0, found)


def _climbs(board: Board, here: Floats, ends: Floats) -> Floats:
    """What contours that the ways go up over cost besides. Rule: NUT-TERR-06."""
    across = crossed(board, frozenset({"hill"}), np.column_stack([np.tile(here, (len(ends), 1)), ends]))
    up = np.bincount(across.line[across.enter > 1e-6], minlength=len(ends))
    return np.asarray(up * float(data.meta()["level_height"]))


def _by_ground(board: Board, here: Floats, ends: Floats, allowance: Floats) -> Floats:
    """The most of each way whose ground the allowance pays for."""
    n = len(ends)
    tried = (here + SHARES[:, None, None] * (ends - here)).reshape(-1, 2)
    costs = leg_costs(board, np.tile(here, (len(tried), 1)), tried, INDOORS).reshape(len(SHARES), n)
    paid = costs <= allowance + movement.SLACK
    return np.where(paid.any(axis=0), SHARES[paid.argmax(axis=0)], 0.0)


def _to_walls(board: Board, here: Floats, ends: Floats, full_move_in: float) -> tuple[Floats, Floats]:
    """The part of each way before it runs into a wall: into a house elsewhere than at an opening; and what the openings
    cost by which it goes in. Rule: NUT-BLDG-04."""
    found, tolls = np.full(len(ends), np.inf), np.zeros(len(ends))
    if not rooms.is_built(board):
        return found, tolls
    across = crossed(board, rooms.KINDS, np.column_stack([np.tile(here, (len(ends), 1)), ends]))
    if not len(across.line):
        return found, tolls
    at = here + across.enter[:, None] * (ends[across.line] - here)
    costs = _of_openings(board, at, full_move_in)
    walls = np.isinf(costs)
    np.minimum.at(found, across.line[walls], across.enter[walls])
    np.add.at(tolls, across.line[~walls], costs[~walls])
    return found, tolls


def _of_openings(board: Board, points: Floats, full_move_in: float) -> Floats:
    """What the opening costs that lies at each place, infinite without one."""
    found = np.full(len(points), np.inf)
    costs = {"door": 0.0, "window": full_move_in / 2, "breach": passages.BREACH_IN, "doorway": passages.DOORWAY_IN}
    for house in rooms.buildings(board):
        for opening in house.openings:
            if opening.floor == 0 and house.is_outer(opening):
                near = np.hypot(points[:, 0] - opening.x, points[:, 1] - opening.y) <= opening.width_in
                if near.any():
                    found[near & (opening.distances_to(points) <= OPENING_IN)] = costs[opening.kind]
    return found


def _to_enemies(view: View, stand: ClashStand, ends: Floats, length: Floats) -> Floats:
    """Inches of each way before the base runs into a piece that may not be run over."""
    others = standing.blocking(view, stand)
    if not others:
        return np.full(len(ends), np.inf)
    reach = np.array([s.base.radius + stand.base.radius - standing.SLACK_IN for s in others])
    there = np.array([(s.x - stand.x, s.y - stand.y) for s in others])
    way = (ends - np.array([stand.x, stand.y])) / np.maximum(length, 1e-9)[:, None]
    along = way @ there.T
    square = along**2 - ((there**2).sum(axis=1) - reach**2)[None, :]
    first = along - np.sqrt(np.maximum(square, 0.0))
    meets = (square > 0.0) & (along > 0.0) & (first < length[:, None])
    return np.asarray(np.where(meets, np.maximum(first, 0.0), np.inf).min(axis=1))
