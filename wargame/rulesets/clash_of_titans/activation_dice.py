"""Activation dice and what they trigger: who goes first, doubles, ones, triples.

Rules: NUT-TURN-02, -05, -06, -07, -10.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, cast

from wargame.engine.events import Event, Rolled, Said
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.rulesets.clash_of_titans import membership
from wargame.rulesets.clash_of_titans.state import ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

TRAPS = "unknown_traps"
"""Option of a scenario with unknown booby traps: a third die is rolled."""
CHAOS = "urban_chaos"
AIRCRAFT = "aircraft"


def roll(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: both sides roll; doubles are followed up and rolled again. Rules: NUT-TURN-02, -05, -06, -07, -10."""
    state = cast(ClashState, battle.state)
    sides = list(state.sides)
    with_traps = bool(state.options.get(TRAPS, False))
    if with_traps:
        cite("NUT-TURN-06")
    faces = battle.throw(len(sides) + with_traps)
    rules = (cite("NUT-TURN-02"), *((cite("NUT-TURN-06"),) if with_traps else ()))
    double = faces[0] == faces[1]
    outcome = "doubles" if double else f"first_{sides[0] if faces[0] > faces[1] else sides[1]}"
    event = battle.happen(Rolled(purpose="activation", dice=faces, outcome=outcome, rules=rules))
    state.activation_dice = dict(zip(sides, faces, strict=False))
    yield from _air(battle, dict(zip(sides, faces, strict=False)), event)
    if with_traps and len(set(faces)) == 1:
        _follow(battle, "triples", event, (cite("NUT-TURN-06"),))
    if double:
        return (yield from _doubles(battle, faces[0], event))
    state.first_side = sides[0] if faces[0] > faces[1] else sides[1]
    membership.read_all(battle)
    return NEXT


def _air(battle: Battle, dice: dict[str, int], event: Event) -> Generator[AnyRequest, Any, None]:
    """A side that rolls a natural 1 checks for air support, once a turn. Rules: NUT-TURN-07, -10."""
    state = cast(ClashState, battle.state)
    ones = [side for side, face in dice.items() if face == 1]
    if not ones or not state.options.get(AIRCRAFT, False) or state.air_checked:
        return
    state.air_checked = True
    for side in ones:
        rules = (cite("NUT-TURN-07"), cite("NUT-TURN-10"))
        battle.happen(Said(key="air_check", side=side, rules=rules), cause=event)
    yield from ()


def _doubles(battle: Battle, face: int, event: Event) -> Generator[AnyRequest, Any, Directive]:
    """A random event in the city, else reinforcements and another roll; nobody activates. Rule: NUT-TURN-05."""
    state = cast(ClashState, battle.state)
    state.doubles += 1
    rules = (cite("NUT-TURN-05"),)
    if state.options.get(CHAOS, False) and face <= state.mission.eal and state.doubles == 1:
        state.no_activation = True
        state.first_side = next(iter(state.sides))
        _follow(battle, "random_event", event, rules)
        membership.read_all(battle)
        return NEXT
    if state.doubles == 1 and (state.mission.eal or state.mission.sl):
        yield from _reinforcements(battle, face, event)
    return AGAIN


def _reinforcements(battle: Battle, face: int, event: Event) -> Generator[AnyRequest, Any, None]:
    # Imported here: reinforcements set up men, who know the turn.
    from wargame.rulesets.clash_of_titans import reinforcements

    yield from reinforcements.check(battle, face, event)


def _follow(battle: Battle, key: str, event: Event, rules: tuple[str, ...]) -> None:
    """Tell what the dice call for; a chapter that knows it takes it from there."""
    battle.happen(Said(key=key, rules=rules), cause=event)
