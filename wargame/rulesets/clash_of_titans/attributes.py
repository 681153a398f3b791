"""What single men are like: the advantages and disadvantages of table `attributes`. Rules: NUT-ATTR-01 to -06.

Each is applied where it matters; here stand the questions that others ask, and who has which.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from wargame.engine import knowledge
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, StandChanged
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import data, ladder, throws
from wargame.rulesets.clash_of_titans.ladder import DUCK_BACK, HUNKER_DOWN, RETIRE, RUN_AWAY, SNAP_FIRE, Reading
from wargame.rulesets.clash_of_titans.state import OUT, ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

CANCELLING = (
    ("Quick Reflexes", "Slow to React"),
    ("Steely Nerves", "Nervous"),
    ("Fast", "Slow"),
    ("Crack Shot", "Poor Shot"),
    ("Marksman", "Poor Shot"),
    ("Resilient", "Frail"),
    ("Initiative", "Dim"),
    ("Stealthy", "Loud"),
    ("Lucky", "Unlucky"),
    ("Plucky", "Cowardly"),
)
"""Pairs that nobody holds together (NUT-ATTR-06)."""
_DICE = {
    "in_sight": (("Quick Reflexes", "quick"), ("Slow to React", "slow")),
    "being_charged": (("Quick Reflexes", "quick"), ("Slow to React", "slow")),
    "received_fire": (("Steely Nerves", "steady"), ("Nervous", "nervous")),
    "wanting_to_charge": (("Fanatic", "fanatic"),),
    "hero": (("Fanatic", "fanatic"),),
}


def has(stand: ClashStand, name: str) -> bool:
    """Has he this attribute?"""
    return name in stand.attributes


def dice(stand: ClashStand, test: str) -> tuple[Modifier, ...]:
    """His own extra or missing dice in a test; one more and one less cancel. Rules: NUT-ATTR-03, -05."""
    found = tuple(ladder.modifier(test, row) for name, row in _DICE.get(test, ()) if has(stand, name))
    cite("NUT-ATTR-03")
    return limited(found)


def limited(found: Sequence[Modifier]) -> tuple[Modifier, ...]:
    """Dice of attributes come to +1d6 or -1d6 at most, and cancel one for one. Rule: NUT-ATTR-03."""
    cite("NUT-ATTR-03")
    total = sum(m.dice for m in found)
    if total == 0:
        return tuple(m for m in found if m.add)
    sign = 1 if total > 0 else -1
    kept = next(m for m in found if m.dice * sign > 0)
    return (kept, *(m for m in found if m.add))


def cancel(a: str, b: str) -> bool:
    """Can nobody hold these two together? Rule: NUT-ATTR-06."""
    cite("NUT-ATTR-06")
    return (a, b) in CANCELLING or (b, a) in CANCELLING


# ---------------------------------------------------------------- results


def reading(stand: ClashStand, found: Reading) -> Reading:
    """A result as it is for this man: Fanatics hunker down, Cowards duck instead of firing. Rule: NUT-ATTR-05."""
    if has(stand, "Fanatic") and found.result in (RUN_AWAY, RETIRE):
        return Reading(HUNKER_DOWN, (*found.rules, cite("NUT-ATTR-05")))
    if has(stand, "Cowardly") and found.result == SNAP_FIRE:
        return Reading(DUCK_BACK, (*found.rules, cite("NUT-ATTR-02")))
    return found


def would_pluck(stand: ClashStand, result: str) -> bool:
    """Is it his first bad result of the mission, and is he Plucky? Rule: NUT-ATTR-02."""
    bad = result in (RUN_AWAY, RETIRE, HUNKER_DOWN)
    return bad and has(stand, "Plucky") and "Plucky" not in stand.spent


def plucked(battle: Battle, stand: ClashStand, found: Reading, cause: Event | None = None) -> Reading:
    """Once a mission a Plucky man ducks instead of running, retiring or hunkering down. Rule: NUT-ATTR-02."""
    if not would_pluck(stand, found.result):
        return found
    use(battle, stand, "Plucky", cause)
    return Reading(DUCK_BACK, (*found.rules, cite("NUT-ATTR-02")))


# ---------------------------------------------------------------- damage


def impact_modifiers(stand: ClashStand) -> tuple[Modifier, ...]:
    """What his body adds to the Impact of a hit: a Frail man takes one more. Rule: NUT-ATTR-02."""
    return (Modifier("Frail", 1, 0, cite("NUT-ATTR-02")),) if has(stand, "Frail") else ()


def spared(battle: Battle, stand: ClashStand, found: str, cause: Event | None = None) -> str:
    """A Resilient man's first Out of the Fight of a mission counts as Knocked Down. Rule: NUT-ATTR-02."""
    if not would_spare(stand, found):
        return found
    use(battle, stand, "Resilient", cause)
    return "knocked_down"


def would_spare(stand: ClashStand, found: str) -> bool:
    """Would it be his first Out of the Fight of the mission, and is he Resilient? Rule: NUT-ATTR-02."""
    return found == OUT and has(stand, "Resilient") and "Resilient" not in stand.spent


def takes_again(stand: ClashStand, bad: bool) -> bool:
    """Does a Lucky man use his one new roll of the mission here: at the first result that is really bad?

    Rule: NUT-ATTR-02.
    """
    return bad and has(stand, "Lucky") and "Lucky" not in stand.spent


def is_spoiled(stand: ClashStand, passed: int) -> bool:
    """Must an Unlucky man roll this test again: the first of the mission that he passes with 2d6? Rule: NUT-ATTR-02."""
    return passed >= throws.TOP_ROW and has(stand, "Unlucky") and "Unlucky" not in stand.spent


def use(battle: Battle, stand: ClashStand, name: str, cause: Event | None = None) -> None:
    """Mark an attribute that works once a mission as used."""
    changes = (("spent", (*stand.spent, name)),)
    seen = knowledge.seen_by_for(battle.state, stand.id)
    rules = (cite("NUT-ATTR-02"),)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why=name.lower(), rules=rules, seen_by=seen), cause)


# ---------------------------------------------------------------- handing out


def of_list(kind: str) -> dict[tuple[str, int], str]:
    """One list of the table ("advantage" or "disadvantage") by half and row. Rule: NUT-ATTR-02."""
    cite("NUT-ATTR-02")
    return {(r["half"], r["row"]): r["name"] for r in data.rows("attributes") if r["list"] == kind}


def draw(battle: Battle, stand: ClashStand, kind: str, cause: Event | None = None) -> str:
    """Roll one attribute of a list: a die for the half, a die for the row; duplicates and pairs that cancel are rolled
    again. Rules: NUT-ATTR-02, -06."""
    table = of_list(kind)
    rules = (cite("NUT-ATTR-02"),)
    while True:
        half = throws.read_die(battle, "attribute_half", stand=stand, rules=rules, cause=cause).passed
        row = throws.read_die(battle, "attribute_row", stand=stand, rules=rules, cause=cause).passed
        name = table["A" if half <= 3 else "B", row]
        if name not in stand.attributes and not any(cancel(name, other) for other in stand.attributes):
            return name


def give(battle: Battle, stand: ClashStand, names: Iterable[str], cause: Event | None = None) -> None:
    """Give a man attributes. Rule: NUT-ATTR-01."""
    changes = (("attributes", (*stand.attributes, *names)),)
    rules = (cite("NUT-ATTR-01"),)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why="attributes", rules=rules), cause)


def roll_for_member(battle: Battle, stand: ClashStand, cause: Event | None = None) -> str:
    """What a member of the player's own squad is like: 1-2 an advantage, 3-4 a disadvantage, 5-6 nothing.

    Rule: NUT-ATTR-01.
    """
    die = throws.read_die(battle, "attribute", stand=stand, rules=(cite("NUT-ATTR-01"),), cause=cause).passed
    if die > 4:
        return ""
    name = draw(battle, stand, "advantage" if die <= 2 else "disadvantage", cause)
    give(battle, stand, (name,), cause)
    return name


def roll_for_star(battle: Battle, stand: ClashStand, picked: str, cause: Event | None = None) -> str:
    """A Star has the advantage he picked and one more: 1-3 an advantage, 4-6 a disadvantage; gives the second.

    Rule: NUT-ATTR-01.
    """
    give(battle, stand, (picked,), cause)
    die = throws.read_die(battle, "attribute", stand=stand, rules=(cite("NUT-ATTR-01"),), cause=cause).passed
    name = draw(battle, stand, "advantage" if die <= 3 else "disadvantage", cause)
    give(battle, stand, (name,), cause)
    return name
