"""States of groups in the words of conditions, and the rows of the result screen. Rules: CFV-INIT-08, CFV-AMMO-04."""

from __future__ import annotations

from wargame.rulesets.fascist_vipers import initiative, units
from wargame.rulesets.fascist_vipers.state import VipersState

LOST = frozenset({"destroyed", "surrendered", "dispersed"})
_BROKEN = frozenset({"destroyed", "surrendered", "off_table", "crisis"})


def group_states(state: VipersState, group: str) -> tuple[str, ...]:
    """States of a command group: its own, and destroyed, off_table, crisis, faltering, broken. Rule: CFV-INIT-08."""
    found = state.root(group)
    members = [s for s in state.command(found.id) if not units.is_aircraft(s)]
    words = {found.state} if found.state else set()
    teeth = [s for s in members if units.is_teeth(s)]
    if teeth and all(s.gone in LOST for s in teeth):
        words.add("destroyed")
    if teeth and found.arrived and not any(s.on_table or s.carrier or s.off_board for s in members if not s.gone):
        words.add("off_table")
    if initiative.in_crisis(state, found):
        words.add("crisis")
    if found.state == "falter":
        words.add("faltering")
    if words & _BROKEN:
        words.add("broken")
    return tuple(sorted(words))


def tally(state: VipersState) -> tuple[tuple[str, str], ...]:
    """Units lost by each side, of how many."""
    rows = []
    for side in state.sides.values():
        mine = [s for s in state.stands.values() if s.side == side.id and not s.off_board]
        lost = sum(s.gone in LOST for s in mine)
        rows.append((f"{side.name}: units lost", f"{lost} of {len(mine)}"))
    return tuple(rows)
