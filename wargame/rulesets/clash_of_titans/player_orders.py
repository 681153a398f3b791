"""Orders that the player's leader gives to friendly units that are not his own to move. Rule: NUT-NP-16."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, cast

from wargame.engine.orders import Chosen
from wargame.engine.requests import AnyRequest, Choose, Option
from wargame.engine.rules import cite
from wargame.engine.sequence import NEXT, Directive
from wargame.rulesets.clash_of_titans import groups, np_orders
from wargame.rulesets.clash_of_titans.np_orders import Drawn
from wargame.rulesets.clash_of_titans.state import ClashGroup, ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE = "np_order"
KEEP = "keep"
_WORDS = {
    np_orders.PATROL: "Patrol: feel forward",
    np_orders.HOLD: "Hold where they are",
    np_orders.ATTACK: "Attack",
    np_orders.WITHDRAW: "Withdraw and leave the table",
}


def of_the_rules(state: ClashState, side: str) -> bool:
    """Are new units of a side run by the rules: all but the own squad of a player who fights them alone?

    Rule: NUT-NP-16.
    """
    if side in state.ruled:
        return True
    cite("NUT-NP-16")
    alone = bool(state.mission.mission) and state.mission.enemy in state.ruled
    return alone and side == state.mission.player


def give_orders(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: at the start of the turn each friendly unit in reach of the senior leader may get a new order.

    Rule: NUT-NP-16.
    """
    state = cast(ClashState, battle.state)
    for name in list(state.groups):
        group = state.groups[name]
        if group.side in state.ruled or not groups.members(state, name, able_only=True):
            continue
        leader = np_orders.may_order(state, name) if group.np and group.kind != "pef" else None
        if leader is None:
            continue
        order = yield _request(group, leader, groups.members(state, name, able_only=True)[0])
        if order.option != KEEP:
            np_orders.give(battle, name, Drawn(order.option), "player", (cite("NUT-NP-16"),))
            group.objective = None
    return NEXT


def is_briefed(state: ClashState, group: ClashGroup) -> bool:
    """Is it a friendly unit of a mission, which gets its first order from the player? Rule: NUT-NP-16."""
    return group.side not in state.ruled and group.side == state.mission.player and bool(state.mission.mission)


def brief(battle: Battle, group: ClashGroup) -> Generator[AnyRequest, Any, None]:
    """The first order of a friendly unit is the player's, wherever it stands. Rule: NUT-NP-16."""
    state = cast(ClashState, battle.state)
    rules = (cite("NUT-NP-16"),)
    man = groups.members(state, group.id)[0]
    stays = state.sides[group.side].role == "defender" or np_orders.is_base_of_fire(state, group.id)
    order = yield Choose(
        side=group.side,
        purpose=PURPOSE,
        prompt=f"Your plan: what is {group.name} to do?",
        options=tuple(Option(id=name, text=text) for name, text in _WORDS.items()),
        about=(man.id,),
        suggestion=Chosen(option=np_orders.HOLD if stays else np_orders.ATTACK),
        rules=rules,
    )
    np_orders.give(battle, group.id, Drawn(order.option), "player", rules)


def _request(group: ClashGroup, leader: ClashStand, man: ClashStand) -> Choose:
    now = group.intention or np_orders.HOLD
    options = [Option(id=KEEP, text=f"Keep the order: {now}")]
    options += [Option(id=order, text=text) for order, text in _WORDS.items() if order != now]
    return Choose(
        side=group.side,
        purpose=PURPOSE,
        prompt=f"{leader.name} can order {group.name}. What are they to do?",
        options=tuple(options),
        about=(leader.id, man.id),
        suggestion=Chosen(option=KEEP),
        rules=(cite("NUT-NP-16"),),
    )
