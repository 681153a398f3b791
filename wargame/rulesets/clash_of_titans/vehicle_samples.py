"""Drives and pushes to draw from, for vehicles and guns."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from wargame.board import bearing, snap, snap_facing
from wargame.engine.dice import Chance
from wargame.engine.orders import Move
from wargame.engine.ruleset import Mode
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import gun_moves, movement, vehicle_moves, ways
from wargame.rulesets.clash_of_titans.foes import enemies
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.steering import PIVOT, REVERSE

Point = tuple[float, float]
Way = tuple[Point, ...]
MOST = 6
"""Ways of one mode, when they are drawn."""
SLANTS = (0.0, 30.0, -30.0)
PIVOTS = (45.0, -45.0, 90.0, -90.0, 180.0)
ROUND = (0.0, 90.0, 180.0, 270.0)


def moves(view: View, stand: ClashStand, chance: Chance | None) -> Iterator[Move]:
    """Legal moves of a vehicle or gun in all its modes; with `chance` a few of each are drawn."""
    found = gun_moves.modes(view, stand) if stand.is_gun else vehicle_moves.modes(view, stand)
    for mode in found:
        if mode.refusal is not None:
            continue
        if mode.id == PIVOT or stand.is_gun:
            yield from _turns(view, stand, mode)
        if mode.allowance > 0.1 and mode.id != PIVOT:
            yield from _ways(view, stand, mode, chance)


def _turns(view: View, stand: ClashStand, mode: Mode) -> Iterator[Move]:
    """Turns on the spot: at the nearest enemy and some round numbers."""
    here = (stand.x, stand.y)
    foe = min(enemies(view, stand.side), key=lambda e: (math.dist((e.x, e.y), here), e.id), default=None)
    wanted = [bearing(*here, foe.x, foe.y)] if foe is not None and (foe.x, foe.y) != here else []
    for facing in dict.fromkeys(snap_facing(f) for f in (*wanted, *(stand.facing_deg + by for by in PIVOTS))):
        if facing != stand.facing_deg and movement.plan(view, stand, (), mode.id, facing).refusal is None:
            yield Move(stand=stand.id, path=(), facing_deg=facing, mode=mode.id)


def _ways(view: View, stand: ClashStand, mode: Mode, chance: Chance | None) -> Iterator[Move]:
    if stand.is_gun:
        tried: list[Way] = [(_off(stand, by, mode.allowance * 0.95),) for by in ROUND]
    elif mode.id == REVERSE:
        tried = [(_off(stand, 180.0 + by, mode.allowance * 0.95),) for by in SLANTS]
    else:
        tried = list(ways.ways(view, stand.id, mode.id, mode.allowance * 0.99))
    for way in _some(tried, chance):
        path = legal_part(view, stand, way, mode.id)
        if path:
            facing = stand.facing_deg if stand.is_gun else None
            yield Move(stand=stand.id, path=path, mode=mode.id, facing_deg=facing)


def _some(tried: Sequence[Way], chance: Chance | None) -> list[Way]:
    left = list(tried)
    if chance is None:
        return left
    return [left.pop(chance.index(len(left))) for _ in range(min(MOST, len(left)))]


def _off(stand: ClashStand, by_deg: float, inches: float) -> Point:
    angle = math.radians(stand.facing_deg + by_deg)
    return snap(stand.x + inches * math.cos(angle)), snap(stand.y + inches * math.sin(angle))


def legal_part(view: View, stand: ClashStand, way: Way, mode: str) -> Way:
    """A way as far as it may be gone; empty if not at all."""
    facing = stand.facing_deg if stand.is_gun else None
    for _ in range(3):
        plan = movement.plan(view, stand, way, mode, facing)
        if plan.refusal is None:
            return plan.path[1:]
        if plan.price.legal_to is None:
            return ()
        cut = movement.cut_at(plan.path, (snap(plan.price.legal_to[0]), snap(plan.price.legal_to[1])))
        way = cut[1:]
    return ()
