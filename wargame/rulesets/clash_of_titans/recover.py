"""Recover From Knock Down: at once, alone, 2d6 against Rep. Rules: NUT-DOWN-04, -05, NUT-STAT-10, -13, NUT-GRP-04."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wargame.engine.dice import Modifier
from wargame.engine.events import Event
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import attributes, damage, ladder, stars, status, throws
from wargame.rulesets.clash_of_titans.causes import Toll
from wargame.rulesets.clash_of_titans.data import reaction_test
from wargame.rulesets.clash_of_titans.state import OUT, STUNNED, ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

TEST = "recover_from_knock_down"
VERY_LARGE = "very large animal"


def take(battle: Battle, toll: Toll, stand: ClashStand, by: Sequence[str] = (), cause: Event | None = None) -> str:
    """One figure's recovery: carry_on, stunned or out_of_the_fight, put into force; further losses go into the toll.

    Rules: NUT-DOWN-04, NUT-STAT-10, NUT-CHAR-06, -07.
    """
    if not status.in_fight(stand):
        return OUT
    passed = _roll(battle, stand, cause)
    found = ladder.read(TEST, passed).result
    cite("NUT-GRP-04")
    if found == STUNNED and stand.status == STUNNED:
        cite("NUT-STAT-10")
        found = OUT
    if found != damage.UNHURT:
        cite("NUT-CHAR-07")
        found = stars.star_power(battle, stand, found, cause)
    damage.put_into_force(battle, toll, stand, found, by, cause)
    return found


def _roll(battle: Battle, stand: ClashStand, cause: Event | None) -> int:
    """Passed dice; a Lucky man rolls a bad result again, an Unlucky one his first good one. Rule: NUT-ATTR-02."""
    modifiers = (Modifier("very large", 0, 1, cite("NUT-DOWN-04")),) if stand.class_ == VERY_LARGE else ()
    dice = int(reaction_test(TEST)["dice"])

    def once() -> int:
        rules = (cite("NUT-DOWN-04"),)
        return throws.passes(
            battle, dice, stand.rep, TEST, stand=stand, modifiers=modifiers, rules=rules, cause=cause
        ).row

    row = once()
    if attributes.takes_again(stand, row == 0):
        attributes.use(battle, stand, "Lucky", cause)
        return once()
    if attributes.is_spoiled(stand, row):
        attributes.use(battle, stand, "Unlucky", cause)
        return once()
    return row
