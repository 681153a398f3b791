"""Taking a unit off: the one way in which this rulebook removes a stand. Rule: CFV-FIRE-16."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.engine import knowledge
from wargame.engine.events import Event, StandRemoved
from wargame.engine.rules import cite
from wargame.rulesets.fascist_vipers import reaction
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def remove(
    battle: Battle,
    stand: VipersStand,
    why: str,
    *,
    by: str | None = None,
    cause: Event | None = None,
    rules: tuple[str, ...] = (),
) -> Event:
    """Takes a stand off the table and whoever it carries, and lets the group feel it.

    why: destroyed, surrendered, escort, spent, withdrawn, "left EDGE", dispersed. Only "destroyed" and "surrendered"
    are losses (CFV-AMMO-04, CFV-REAC-32); `reaction.note_loss` decides what follows. A side that does not know of the
    stand is not told. Rule: CFV-MOVE-11 (passengers).
    """
    seen = knowledge.seen_by_for(battle.state, stand.id)
    gone = battle.happen(StandRemoved(stand=stand.id, why=why, by=by, rules=rules, seen_by=seen), cause)
    for passenger in [s for s in state_of(battle).stands.values() if s.carrier == stand.id and not s.gone]:
        aboard = (*rules, cite("CFV-MOVE-11"))
        seen = knowledge.seen_by_for(battle.state, passenger.id)
        battle.happen(StandRemoved(stand=passenger.id, why=why, by=by, rules=aboard, seen_by=seen), gone)
        reaction.note_loss(battle, passenger)
    reaction.note_loss(battle, stand)
    return gone
