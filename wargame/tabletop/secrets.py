"""Two small questions about secrets: does a battle have any, and which answer gives nothing away."""

from __future__ import annotations

from typing import Any

from wargame.engine.battle import Battle
from wargame.engine.orders import AnyOrder, Confirmed, Done
from wargame.engine.requests import AnyRequest, Command, Confirm


def has_secrets(battle: Battle) -> bool:
    """Whether anything in a battle is, or was, hidden from one of its sides."""
    state = battle.state
    if battle.setup.hidden or any(known for known in state.knowledge.values()):
        return True
    things: list[Any] = [*state.areas.values(), *state.markers.values()]
    if any(thing.known_to is not None for thing in things) or any(e.seen_by is not None for e in battle.events):
        return True
    whole = state.digest()
    for side in state.sides:
        twin = state.copy()
        battle.ruleset.conceal(twin, side)
        if twin.digest() != whole:
            return True
    return False


def holds(request: AnyRequest) -> AnyOrder:
    """The answer that does nothing, else the one that is suggested."""
    if isinstance(request, Command) and request.may_be_done:
        return Done()
    if isinstance(request, Confirm):
        return Confirmed(yes=False)
    return request.suggestion or Done()
