"""The tactics test of a non-player group: 2d6 against its leader's Rep, read by order and situation.

Rules: NUT-NP-03, -12, -17, -18.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wargame.engine.dice import Modifier
from wargame.engine.events import Event
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import data, throws
from wargame.rulesets.clash_of_titans.np_orders import ATTACK
from wargame.rulesets.clash_of_titans.np_situation import Situation
from wargame.rulesets.clash_of_titans.state import ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

ADVANCE, BOUNDS, FLANK, ASSAULT = "ADVANCE", "BOUNDS", "FLANK", "ASSAULT"
HOLD, FIRE, AMBUSH = "HOLD", "FIRE", "AMBUSH"
FALL_BACK, WITHDRAW, RETREAT = "FALL BACK", "WITHDRAW", "RETREAT"
PROCEDURES = (ADVANCE, BOUNDS, FLANK, ASSAULT, HOLD, FIRE, AMBUSH, FALL_BACK, WITHDRAW, RETREAT)


@dataclass(frozen=True, slots=True)
class Tactics:
    """What a tactics test gave: the procedure (or the words of a vehicle's cell), and the dice passed."""

    result: str
    passed: int
    event: Event


def cell(table: str, order: str, situation: str, passed: int) -> str:
    """A cell of `np_tactics` or `np_vehicle_tactics`. Raises KeyError for an order or situation without a row."""
    row = next((r for r in data.rows(table) if r["order"] == order and r["situation"] == situation), None)
    if row is None:
        raise KeyError(f"table {table!r} has no row {order} {situation}")
    return str(row[f"pass{min(passed, throws.TOP_ROW)}"])


def modifiers(situation: Situation) -> tuple[Modifier, ...]:
    """What changes the leader's Rep: odds of two to one either way, armour that the group cannot hurt.

    Rule: NUT-NP-03.
    """
    rule = cite("NUT-NP-03")
    outnumbers, outnumbered, armour = data.rows("np_tactics_mods")
    found = []
    if situation.outnumbers:
        found.append(Modifier(outnumbers["case"], outnumbers["rep"], rule=rule))
    if situation.outnumbered:
        found.append(Modifier(outnumbered["case"], outnumbered["rep"], rule=rule))
    if situation.armour_unhurt:
        found.append(Modifier(armour["case"], armour["rep"], rule=rule))
    return tuple(found)


def test(battle: Battle, leader: ClashStand, order: str, situation: Situation, cause: Event | None = None) -> Tactics:
    """Roll the tactics test of a group of men or a gun. Rule: NUT-NP-03."""
    rules = (cite("NUT-NP-03"),)
    mods = modifiers(situation)
    found = throws.passes(battle, 2, leader.rep, "np_tactics", stand=leader, modifiers=mods, rules=rules, cause=cause)
    return Tactics(cell("np_tactics", order, situation.letter, found.row), found.row, found.event)


def vehicle_test(
    battle: Battle, commander: ClashStand, order: str, situation: str, cause: Event | None = None
) -> Tactics:
    """Roll the tactics test of a vehicle against its commander's Rep. Rules: NUT-NP-12, -18."""
    rules = (cite("NUT-NP-12"), cite("NUT-NP-18"))
    found = throws.passes(battle, 2, commander.rep, "np_vehicle_tactics", stand=commander, rules=rules, cause=cause)
    return Tactics(cell("np_vehicle_tactics", order, situation, found.row), found.row, found.event)


_INSTEAD = {
    ASSAULT: FIRE,
    FLANK: ADVANCE,
    BOUNDS: ADVANCE,
    AMBUSH: HOLD,
    ADVANCE: HOLD,
    WITHDRAW: FALL_BACK,
    RETREAT: FALL_BACK,
    FALL_BACK: HOLD,
}


def instead(result: str, order: str) -> str:
    """What a result that cannot be carried out becomes; HOLD stays HOLD. Rule: NUT-NP-17."""
    cite("NUT-NP-17")
    if result == FIRE:
        return ADVANCE if order == ATTACK else HOLD
    return _INSTEAD.get(result, HOLD)
