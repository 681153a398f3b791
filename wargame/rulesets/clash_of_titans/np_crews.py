"""What the plan of a non-player vehicle means when its turn comes: drive, fire, hide, retire, get out.

Rules: NUT-NP-12, -18, NUT-CREW-06, NUT-STAT-08.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, cast

from wargame.board import snap
from wargame.engine.orders import Act, Move
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    act_table,
    activation,
    chain,
    edges,
    involuntary,
    mission_aims,
    np_drives,
    np_situation,
    np_vehicles,
    np_weapons,
    orders,
    status,
    vehicle_acts,
    vehicle_moves,
)
from wargame.rulesets.clash_of_titans import geometry as geo
from wargame.rulesets.clash_of_titans.activation import Activation
from wargame.rulesets.clash_of_titans.causes import Newcomers
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState, Point
from wargame.rulesets.clash_of_titans.steering import FORWARD

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Steps = Generator[AnyRequest, Any, None]
HALF = 0.5
FULL = 1.0
AHEAD = ("advance", "half", "careful")
OVER_IN = 0.1
"""So far over the edge the bow is of what leaves by it."""


def perform(battle: Battle, active: Activation, vehicle: ClashStand, word: str, goal: Point) -> Steps:
    """One thing of a vehicle's plan. Rules: NUT-NP-12, -18."""
    cite("NUT-NP-12")
    state = cast(ClashState, battle.state)
    enemies = np_situation.remembered(state, vehicle.side)
    in_sight = [e.stand for e in enemies if status.in_fight(e.stand) and geo.sees(battle, vehicle, e.stand)]
    if word in ("fire", "machine_guns"):
        yield from np_weapons.fire(battle, active, vehicle, machine_guns_only=word == "machine_guns")
    elif word in (vehicle_acts.BUTTON, vehicle_acts.UNBUTTON):
        yield from _act(battle, active, vehicle, word)
    elif word == "retire":
        yield from retire(battle, active, vehicle)
    elif word in ("abandon", np_vehicles.ABANDON_OR_FIRE):
        yield from _abandon(battle, active, vehicle, in_sight, word)
    elif word == "home":
        yield from _home(battle, active, vehicle)
    else:
        yield from _drive(battle, active, _move(battle, vehicle, word, goal, in_sight))
        if word in AHEAD:
            yield from _off(battle, active, vehicle)


def _move(battle: Battle, vehicle: ClashStand, word: str, goal: Point, in_sight: Sequence[ClashStand]) -> Move | None:
    """The drive that a word of the plan means now; None: there is none."""
    state = cast(ClashState, battle.state)
    enemies = np_situation.remembered(state, vehicle.side)
    threats = [e for e in in_sight if np_vehicles.can_penetrate(battle, e, vehicle)]
    if word == "advance":
        return np_drives.forward(battle, vehicle, goal, enemies, FULL)
    if word in ("half", "careful"):
        return np_drives.forward(battle, vehicle, goal, enemies, HALF, careful=word == "careful")
    if word == "approach":
        return np_drives.approach(battle, vehicle, enemies)
    if word == "overrun":
        return np_drives.overrun(battle, vehicle, enemies)
    if word == "hide":
        return np_drives.hide(battle, vehicle, threats)
    if word == "change":
        return np_drives.change_position(battle, vehicle, in_sight)
    danger = np_vehicles.front_in_danger(battle, vehicle, [e.stand for e in enemies])
    if danger is None:
        return None
    return np_drives.turn_front(battle, vehicle, np_situation.last_place(state, vehicle.side, danger.id))


def _drive(battle: Battle, active: Activation, order: Move | None) -> Steps:
    if order is None:
        return
    vehicle = cast(ClashState, battle.state).stands[order.stand]
    if vehicle_moves.plan(battle, vehicle, order.path, order.mode, order.facing_deg).refusal is None:
        yield from orders.carry_out(battle, active, order)


def _off(battle: Battle, active: Activation, vehicle: ClashStand) -> Steps:
    """Over the edge that the mission leads to, if it lies ahead within the move. Rules: NUT-MISN-05, NUT-MOVE-10."""
    group = cast(ClashState, battle.state).groups[vehicle.group]
    edge = mission_aims.way_out(battle, group)
    if not edge or not vehicle.in_play:
        return
    half = edges.half_across(vehicle, edge) - OVER_IN
    x, y = edges.nearest_point(battle.board.table, edge, (vehicle.x, vehicle.y))
    angle = math.radians(edges.outward_deg(edge) + 180.0)
    end = (snap(x + half * math.cos(angle)), snap(y + half * math.sin(angle)))
    if vehicle_moves.may_move(battle, vehicle) is None:
        last = np_drives.legal_part(battle, vehicle, (end,), FORWARD)
        yield from _drive(battle, active, last.order(vehicle) if last is not None else None)
    yield from _act(battle, active, vehicle, vehicle_acts.DRIVE_OFF)


def _act(battle: Battle, active: Activation, vehicle: ClashStand, word: str) -> Steps:
    order = Act(stand=vehicle.id, act=word)
    if act_table.check(battle, order) is None:
        yield from orders.carry_out(battle, active, order)


def _abandon(
    battle: Battle, active: Activation, vehicle: ClashStand, in_sight: Sequence[ClashStand], word: str
) -> Steps:
    """Get out; with "else fire" only if an enemy in sight can penetrate it. Rules: NUT-NP-18, NUT-CREW-06."""
    cite("NUT-NP-18")
    danger = any(np_vehicles.can_penetrate(battle, e, vehicle) for e in in_sight)
    if word == np_vehicles.ABANDON_OR_FIRE and not danger:
        yield from np_weapons.fire(battle, active, vehicle)
        return
    yield from _act(battle, active, vehicle, vehicle_acts.BAIL_OUT)


def retire(battle: Battle, active: Activation, vehicle: ClashStand) -> Steps:
    """The Retire move; whoever newly sees it reacts. Rules: NUT-NP-18, NUT-STAT-08."""
    cite("NUT-NP-18")
    if vehicle_moves.may_move(battle, vehicle) is not None:
        return
    moved = involuntary.retire(battle, vehicle)
    if vehicle.in_play:
        activation.finish(battle, vehicle)
    pairs = tuple(pair for m in moved for pair in involuntary.new_eyes(battle, m))
    if pairs:
        yield from chain.resolve(battle, [Newcomers(event=moved[0].event, pairs=pairs)], active.active)


def _home(battle: Battle, active: Activation, vehicle: ClashStand) -> Steps:
    """Drive to the own edge, and leave by it. Rule: NUT-NP-09."""
    cite("NUT-NP-09")
    state = cast(ClashState, battle.state)
    table = battle.board.table
    edge = state.edges[vehicle.side]
    here = (vehicle.x, vehicle.y)
    if edges.distance(table, edge, here) <= involuntary.full_move(battle, vehicle):
        yield from retire(battle, active, vehicle)
        return
    x, y = edges.nearest_point(table, edge, here)
    at = min(max(x, 1.0), table.width_in - 1.0), min(max(y, 1.0), table.height_in - 1.0)
    enemies = np_situation.remembered(state, vehicle.side)
    yield from _drive(battle, active, np_drives.forward(battle, vehicle, at, enemies))
