"""Undo: back to the moment before one's own last order, unless dice fell or something became known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.engine.events import AnyEvent, Rolled, Sighted, StandMoved, StandPlaced, StandRemoved, seen
from wargame.engine.waypoints import UndoOffer

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def undo_offer(battle: Battle, side: str) -> UndoOffer:
    """Whether the side's last answer can be taken back. The reasons tell no secret: they speak of what the side saw."""
    index = _last_answer(battle, side)
    if index is None:
        return UndoOffer(False, "You have given no order that could be taken back.")
    if not any(w.answers <= index for w in battle.waypoints):
        return UndoOffer(False, "The order lies too far back.")
    for event in battle.events:
        if event.answer > index:
            reason = _closes(battle, side, event)
            if reason:
                return UndoOffer(False, reason, index)
    return UndoOffer(True, "", index)


def _last_answer(battle: Battle, side: str) -> int | None:
    mine = (i for i in reversed(range(len(battle.answers))) if battle.answers[i].side == side)
    return next((i for i in mine if battle.answers[i].by != "standing order"), None)


def _closes(battle: Battle, side: str, event: AnyEvent) -> str:
    """Why undo is closed by this event, or an empty text."""
    shown = seen(event, side)
    if isinstance(event, Rolled):
        return "Dice were thrown since then." if shown is not None else "Since then undo is closed by the rulebook."
    if isinstance(event, Sighted) and side in (event.side, ""):
        return "Since then you have seen something new."
    if shown is None or not isinstance(event, StandMoved | StandPlaced | StandRemoved):
        return ""
    owner = battle.state.stands[event.stand].side
    return "The other side has acted since then." if owner != side else ""
