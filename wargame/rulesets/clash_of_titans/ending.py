"""The end of a turn: main guns are reloaded, fires spread, smoke ages, orders are checked, the battle may end.

Rules: NUT-TURN-01, NUT-GEO-16.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine.events import ObjectiveTaken
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    chain,
    fires,
    groups,
    mission_end,
    night,
    np_morale,
    reloading,
    smoke,
    status,
    wounds,
)
from wargame.rulesets.clash_of_titans.standing import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def end_of_turn(battle: Battle) -> Generator[AnyRequest, Any, None]:
    """All that a turn ends with, in the order of the rule. Rule: NUT-TURN-01."""
    cite("NUT-TURN-01")
    yield from reloading.reload_guns(battle)
    reloading.end_of_turn(battle)
    causes = fires.end_of_turn(battle)
    if causes:
        yield from chain.resolve(battle, causes)
    smoke.age(battle)
    night.burn_down(battle)
    np_morale.check(battle)
    wounds.check_guards(battle)
    take_objectives(battle)
    mission_end.check(battle)
    look_for_the_end(battle)


def take_objectives(battle: Battle) -> None:
    """An objective belongs to the side that alone has men able to fight within its circle."""
    import math

    state = state_of(battle)
    for objective in state.objectives.values():
        there = [
            s
            for s in state.stands.values()
            if holds_ground(state, s)
            and math.dist(groups.place(state, s), (objective.x, objective.y)) <= objective.radius_in + 1e-6
        ]
        sides = list(dict.fromkeys(s.side for s in there))
        contested = len(sides) > 1
        holder = sides[0] if len(sides) == 1 else objective.holder
        if (holder, contested) != (objective.holder, objective.contested):
            battle.happen(ObjectiveTaken(objective=objective.id, side=holder, contested=contested))


def holds_ground(state: ClashState, stand: ClashStand) -> bool:
    """Can it hold ground: a man or vehicle on the table, able to fight and not hidden down?"""
    return stand.kind in ("man", "vehicle") and status.able(stand) and groups.is_here(state, stand)


def look_for_the_end(battle: Battle) -> None:
    """A side without anybody able to fight, on the table or still to come, has lost the battle."""
    state = state_of(battle)
    if battle.over or state.mission.mission:
        return
    for side in state.sides:
        left = [s for s in state.stands.values() if s.side == side and s.is_man and status.in_fight(s)]
        if not left:
            battle.end("annihilation", f"{state.sides[side].name}: nobody is left to fight.")
            return
