"""Carrying out one order of the active group, with all that it sets off. Rules: NUT-ACT-01, NUT-MOVE-02, -07."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine.orders import Act, Assault, Fire, Move, Order, Wait
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    act_table,
    activation,
    acts,
    chain,
    fast_moves,
    gun_moves,
    movement,
    obstacles,
    shots,
    walk,
    wounds,
)
from wargame.rulesets.clash_of_titans.activation import Activation
from wargame.rulesets.clash_of_titans.causes import Volley
from wargame.rulesets.clash_of_titans.standing import state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Steps = Generator[AnyRequest, Any, None]
FREE_ACTS = ("split", "join")
"""Acts of the first stage of an activation."""


def carry_out(battle: Battle, active: Activation, order: Order) -> Steps:
    """One order to one of the group."""
    state = state_of(battle)
    cite("NUT-ACT-01")
    if isinstance(order, Wait):
        activation.finish(battle, state.stands[order.stand])
        return
    if isinstance(order, Act):
        yield from _act(battle, active, order)
    elif isinstance(order, Move):
        activation.set_stage(battle, activation.ACT)
        happened = len(battle.events)
        yield from _move(battle, active, order)
        if len(battle.events) == happened:
            # nobody gets anywhere this way: he has tried, and does not try for ever
            activation.finish(battle, state.stands[order.stand])
    elif isinstance(order, Fire):
        activation.set_stage(battle, activation.ACT)
        yield from chain.resolve(battle, [Volley(orders=(shots.fire_order(battle, order),))], active.active)
    elif isinstance(order, Assault):
        activation.set_stage(battle, activation.ACT)
        from wargame.rulesets.clash_of_titans import charge, ramming

        rams = state.stands[order.stand].is_vehicle
        yield from (ramming if rams else charge).carry_out(battle, active, order)
    subject = state.stands.get(getattr(order, "stand", ""))
    if subject is not None and state.active_group == active.group:
        acts.finish_if_done(battle, subject)


def _act(battle: Battle, active: Activation, order: Act) -> Steps:
    if acts.word(order.act) not in (*FREE_ACTS, "rally"):
        activation.set_stage(battle, activation.ACT)
    yield from act_table.carry_out(battle, active, order)


def _move(battle: Battle, active: Activation, order: Move) -> Steps:
    """A move, with the test that it calls for before it. Rules: NUT-MOVE-02, -07."""
    stand = state_of(battle).stands[order.stand]
    if stand.is_vehicle:
        # Driving knows everything that happens to vehicles, and most of that knows the activation.
        from wargame.rulesets.clash_of_titans import driving

        yield from driving.drive(battle, active, order)
        return
    if stand.is_gun:
        plan = movement.plan(battle, stand, order.path, order.mode, order.facing_deg)
        yield from gun_moves.pushed(battle, active, stand, plan)
        return
    path, mode = order.path, order.mode
    if stand.is_man and mode == movement.FAST and stand.fast_passed is None:
        fast_moves.test(battle, [stand])
        path = movement.as_far_as(battle, stand, path)
    elif stand.is_man and mode == movement.WIRE:
        inches = fast_moves.through_wire(battle, stand)
        path = obstacles.into_wire(battle, stand, path, inches)
    if (order.path and not path) or stand.finished:
        return
    plan = movement.plan(battle, stand, path, mode, order.facing_deg)
    outcome = yield from walk.walk(battle, active, plan)
    wounds.follow(battle, stand, outcome.event)
