"""Solo play: sides and groups that the rulebook runs itself, as steps of the battle with its dice.

Rules: NUT-SOLO-01 to -04, NUT-NP-01, -02, -16.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.sequence import AGAIN, NEXT, Directive, Round, Step
from wargame.rulesets.clash_of_titans import np_choices, np_orders, player_orders, scouting
from wargame.rulesets.clash_of_titans.state import ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


# ---------------------------------------------------------------- nobody is asked


def by_rules(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps, so that what they ask of sides and groups that the rules run is answered by the rules."""
    return tuple(replace(step, run=functools.partial(_run, step.run)) for step in steps)


def _run(run: Callable[[Battle], Round | Directive], battle: Battle) -> Round | Directive:
    started = run(battle)
    return _round(battle, started) if isinstance(started, Generator) else started


def _round(battle: Battle, round_: Round) -> Round:
    """A round, and what it uncovers: sections of the table and markers that the player's men see now."""
    directive: Directive = yield from _answered(battle, round_)
    if battle.state.turn > 0 and not battle.over:
        found = scouting.after_round(battle)
        if found is not None:
            yield from _answered(battle, found)
    return directive


def _answered(battle: Battle, asked: Generator[AnyRequest, Any, Any]) -> Generator[AnyRequest, Any, Any]:
    reply: Any = None
    while True:
        try:
            request = asked.send(reply)
        except StopIteration as stop:
            return stop.value
        state = cast(ClashState, battle.state)
        if np_choices.is_ours(state, request):
            reply = np_choices.answer(state, request)
        else:
            reply = yield request


# ---------------------------------------------------------------- orders


def draw_orders(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: a non-player group without an order draws one from the aims of its scenario; friendly units of a
    mission are briefed by the player. Rules: NUT-SOLO-03, NUT-NP-16."""
    from wargame.rulesets.clash_of_titans import np_aims

    state = cast(ClashState, battle.state)
    manned = {s.group for s in state.stands.values()}
    waiting = [g for g in state.groups.values() if g.np and not g.intention and g.kind != "pef" and g.id in manned]
    if not waiting:
        return NEXT
    cite("NUT-SOLO-01")
    group = waiting[0]
    if player_orders.is_briefed(state, group):
        yield from player_orders.brief(battle, group)
        return AGAIN
    attacker = state.sides[group.side].role != "defender"
    drawn = np_orders.of_scenario(battle, group.id, attacker)
    rules = (cite("NUT-SOLO-03"), cite("NUT-NP-02"))
    np_orders.give(battle, group.id, drawn, "scenario", rules)
    np_aims.set_aim(battle, group, drawn)
    return AGAIN
