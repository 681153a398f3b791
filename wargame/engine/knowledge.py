"""What a side knows of enemy stands: hiding, revealing, and who may see an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.engine.events import Event, Lost, Sighted
from wargame.engine.state import State

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def is_hidden(state: State, stand: str, from_side: str) -> bool:
    """True if the side knows nothing of the stand."""
    return state.known(from_side, stand) == "unknown"


def seen_by_for(state: State, stand: str) -> tuple[str, ...] | None:
    """Sides that may see what a stand does: None (everybody), or those that know of it."""
    if not any(stand in known for known in state.knowledge.values()):
        return None
    return tuple(side for side in state.sides if state.known(side, stand) != "unknown")


def hide(battle: Battle, stand: str, from_side: str, rules: tuple[str, ...] = ()) -> Event:
    """Make a stand unknown to a side. Only the others are told."""
    others = tuple(side for side in battle.state.sides if side != from_side)
    return battle.happen(Lost(side=from_side, stand=stand, seen_by=others, rules=rules))


def reveal(
    battle: Battle,
    stand: str,
    to_side: str,
    by: str | None = None,
    rules: tuple[str, ...] = (),
    cause: Event | None = None,
) -> Event | None:
    """Make a stand fully known to a side; None if it was already."""
    if battle.state.known(to_side, stand) == "identified":
        return None
    return battle.happen(Sighted(side=to_side, stand=stand, by=by, rules=rules), cause=cause)


def reveal_to_all(battle: Battle, stand: str, rules: tuple[str, ...] = (), cause: Event | None = None) -> None:
    """Make a stand known to every enemy."""
    for side in battle.state.enemies_of(battle.state.stands[stand].side):
        reveal(battle, stand, side, rules=rules, cause=cause)


def aliases(state: State, side: str) -> dict[str, str]:
    """Alias -> true id of what a side knows only by another name."""
    return {entry.alias: stand for stand, entry in state.knowledge.get(side, {}).items() if entry.alias}
