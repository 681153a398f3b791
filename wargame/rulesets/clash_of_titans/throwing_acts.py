"""Acts of this chapter: getting a grenade, bottle or charge ready, placing a charge.

Rules: NUT-ACT-04, NUT-GREN-01, -08.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.board import snap_point
from wargame.engine.orders import Act, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import ActRow, Scene
from wargame.rulesets.clash_of_titans import acts, chain, grenades, placed_charges, plans, rooms
from wargame.rulesets.clash_of_titans.activation import Activation
from wargame.rulesets.clash_of_titans.grenades import SATCHEL
from wargame.rulesets.clash_of_titans.lines import Point, state_of
from wargame.rulesets.clash_of_titans.state import ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Steps = Generator[AnyRequest, Any, None]
READY = "ready."
PLACE = "place_charge"
_NEAR_IN = 2.0
_STAND_OFF_IN = 0.55
"""Samples place a charge a little more than half an inch from the middle of the man, outside its own small circle."""


def rows(scene: Scene, stand: ClashStand) -> list[ActRow]:
    """What a man may get ready, and his charge if he has one ready. Rules: NUT-ACT-04, NUT-GREN-08."""
    if not stand.is_man or stand.carrier or not stand.in_play:
        return []
    found = []
    for name in grenades.things(stand):
        if name != stand.readied:
            refusal = acts.free_hands(stand, READY + name) or acts.moved_too_far(scene, stand, READY + name)
            found.append(acts.made(READY + name, refusal, name=f"Get a {name} ready"))
    if stand.readied == SATCHEL:
        found.append(acts.made(PLACE, acts.blocked(scene, stand, PLACE) or _not_yet(scene, stand)))
    return found


def _not_yet(scene: Scene, stand: ClashStand) -> Refusal | None:
    if grenades.is_ready(scene, stand):
        return None
    text = f"{stand.name} has only just got it ready."
    return Refusal(text=text, rules=(cite("NUT-ACT-04"),), about=stand.id)


def check(scene: Scene, order: Act) -> Refusal | None:
    """Why a charge may not be placed at a point, or None."""
    if order.act != PLACE or order.at is None:
        return None
    return placed_charges.refusal(scene, state_of(scene).stands[order.stand], order.at)


def points(scene: Scene, stand: ClashStand, act: str) -> list[Point]:
    """Places for a charge: the walls and wires close by. Rule: NUT-GREN-08."""
    if act != PLACE:
        return []
    board, found = scene.board, []
    for building in rooms.buildings(board) if rooms.is_built(board) else ():
        for area in building.areas:
            for wall in plans.outer_walls(area.shape, plans.whole(building.areas)):
                found.append(_towards(stand, wall.middle))
    for feature in board.features:
        if feature.kind == "wire" and board.distance_to(feature.id, stand.x, stand.y) <= _NEAR_IN:
            near = board.area(feature.id).centroid
            found.append(_towards(stand, (near.x, near.y)))
    return [at for at in dict.fromkeys(found) if placed_charges.refusal(scene, stand, at) is None]


def _towards(stand: ClashStand, at: Point) -> Point:
    away = math.dist((stand.x, stand.y), at)
    if away <= _STAND_OFF_IN:
        return at
    share = min(1.0, (_STAND_OFF_IN + 0.4) / away)
    return snap_point(stand.x + share * (at[0] - stand.x), stand.y + share * (at[1] - stand.y))


def carry_out(battle: Battle, active: Activation, order: Act) -> Steps:
    """Do one of these acts. Rules: NUT-ACT-04, NUT-GREN-01, -08."""
    stand = state_of(battle).stands[order.stand]
    if order.act.startswith(READY):
        if grenades.get_ready(battle, stand, order.act[len(READY) :]):
            acts.note(battle, stand, order.act)
        return
    assert order.at is not None
    event = acts.note(battle, stand, order.act)
    causes = placed_charges.place(battle, stand, order.at, event)
    if causes:
        yield from chain.resolve(battle, causes, active.active)
