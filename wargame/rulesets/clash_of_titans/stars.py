"""What only Stars have: Larger Than Life, Star Power, Free Will and cheating death. Rules: NUT-CHAR-02 to -09."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, Any, cast

from wargame.engine import knowledge
from wargame.engine.events import Event, Rolled, Said, StandChanged, StandRemoved
from wargame.engine.orders import Chosen, Confirmed
from wargame.engine.requests import AnyRequest, Choose, Confirm, Option
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans.state import OUT, STUNNED, ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

LEVELS = ("carry_on", STUNNED, OUT, "dead")
"""What Star Power lowers one by one."""
HELPS, USED_UP = 3, 6
"""Highest face that lowers a result by a level; the face of a die that is lost."""
LEAST_REP = 3
"""A Star may not cheat death below this Rep."""
CHEATED = "cheated_death"
FREE_WILL = "free_will"
TESTS_OF_WILL = (
    "received_fire",
    "being_charged",
    "wanting_to_charge",
    "man_down",
    "leader_lost",
    "rally",
    "hero",
    "being_overrun",
)
"""Tests on which a Star may choose how many dice he passes (NUT-CHAR-05)."""


def larger_than_life(battle: Battle, stand: ClashStand, found: str, by: str) -> str:
    """A Star killed by the fire or hand of a man of lower Rep is Out of the Fight instead. Rule: NUT-CHAR-03."""
    state = cast(ClashState, battle.state)
    enemy = state.stands.get(by) if by else None
    rep = rep_of(state, enemy) if enemy is not None else 0
    return OUT if is_too_lowly(stand, found, rep) else found


def is_too_lowly(stand: ClashStand, found: str, rep: int) -> bool:
    """Is a Star killed by somebody of a lower Rep (0: nobody did it)? Rule: NUT-CHAR-03."""
    if found != "dead" or not stand.star:
        return False
    cite("NUT-CHAR-03")
    return 0 < rep < stand.rep


def rep_of(state: ClashState, stand: ClashStand) -> int:
    """Rep of a man, or of the one who fires a gun or vehicle: the best man aboard or serving. Rule: NUT-CHAR-03."""
    cite("NUT-CHAR-03")
    if stand.is_man:
        return stand.rep
    crew = [s for s in state.stands.values() if stand.id in (s.carrier, s.mans) and not s.gone and s.status != OUT]
    return max((s.rep for s in crew), default=stand.rep)


def lowered(found: str, levels: int) -> str:
    """A result lowered by so many levels: dead, out of the fight, stunned, carry on. Rule: NUT-CHAR-06."""
    cite("NUT-CHAR-06")
    return LEVELS[max(0, LEVELS.index(found) - levels)]


def star_power(battle: Battle, stand: ClashStand, found: str, cause: Event | None = None) -> str:
    """Roll all Star Power dice that are left against a result that would stun a Star or worse. Rule: NUT-CHAR-06."""
    if not stand.star or found not in LEVELS[1:] or stand.star_power <= 0:
        return found
    faces = battle.throw(stand.star_power)
    left = stand.star_power - sum(face == USED_UP for face in faces)
    after = lowered(found, sum(face <= HELPS for face in faces))
    rules = (cite("NUT-CHAR-06"),)
    rolled = battle.happen(
        Rolled(
            purpose="star_power",
            who=stand.id,
            side=stand.side,
            dice=faces,
            needed=f"{HELPS}-",
            outcome=after,
            rules=rules,
            seen_by=knowledge.seen_by_for(battle.state, stand.id),
        ),
        cause,
    )
    if left != stand.star_power:
        changes = (("star_power", left),)
        battle.happen(StandChanged(stand=stand.id, changes=changes, why="star_power", rules=rules), rolled)
    return after


# ---------------------------------------------------------------- choices


def free_will(
    battle: Battle, stand: ClashStand, tests: tuple[str, ...], results: Mapping[int, str], cause: Event | None = None
) -> Generator[AnyRequest, Any, int | None]:
    """Ask a Star how many dice he passes on this roll: 0 to 2, or None: he rolls.

    results: what each number of passed dice would give him. Not asked where all are the same. Rule: NUT-CHAR-05.
    """
    rule = cite("NUT-CHAR-05")
    if not stand.star or not set(tests) <= set(TESTS_OF_WILL):
        return None
    if len(set(results.values())) == 1:
        return max(results)
    options = (
        *(Option(id=f"pass_{n}", text=f"Pass {n}d6", consequence=results[n]) for n in sorted(results, reverse=True)),
        Option(id="roll", text="Roll", consequence="as the dice fall"),
    )
    order = yield Choose(
        side=stand.side,
        purpose=FREE_WILL,
        prompt=f"{stand.name}: how many dice does he pass ({', '.join(tests).replace('_', ' ')})?",
        options=options,
        about=(stand.id,),
        rules=(rule,),
        interrupt=FREE_WILL,
        suggestion=Chosen(option=f"pass_{max(results)}"),
    )
    if order.option == "roll":
        return None
    passed = int(order.option.removeprefix("pass_"))
    data = (("tests", "+".join(tests)), ("passed", passed), ("result", results[passed]))
    seen = knowledge.seen_by_for(battle.state, stand.id)
    told = Said(key=FREE_WILL, side=stand.side, about=(stand.id,), data=data, rules=(rule,), seen_by=seen)
    battle.happen(told, cause)
    return passed


def limited(rep: int, mount: bool = False) -> int:
    """A permanent Rep within its limits: 2 to 6 for soldiers, 3 to 5 for mounts. Rule: NUT-CHAR-08."""
    cite("NUT-CHAR-08")
    least, most = (3, 5) if mount else (2, 6)
    return max(least, min(most, rep))


def may_cheat(stand: ClashStand) -> bool:
    """May this dead Star cheat death: his Rep stays at 3 or more? Rule: NUT-CHAR-04."""
    return stand.star and stand.gone == "dead" and stand.rep - 1 >= LEAST_REP


def cheat_death(battle: Battle, stand: ClashStand, cause: Event | None = None) -> Generator[AnyRequest, Any, None]:
    """Ask whether a Star just killed cheats death: he leaves, and comes back next mission with one Rep less.

    Rule: NUT-CHAR-04.
    """
    rule = cite("NUT-CHAR-04")
    if not may_cheat(stand):
        return
    order = yield Confirm(
        side=stand.side,
        purpose="cheat_death",
        prompt=f"{stand.name} would be dead. Does he cheat death? He leaves the table; his Rep is one lower for good.",
        about=(stand.id,),
        rules=(rule,),
        interrupt="cheat_death",
        suggestion=Confirmed(yes=True),
    )
    if not order.yes:
        return
    changes = (("rep", limited(stand.rep - 1)),)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why=CHEATED, rules=(rule,)), cause)
    battle.happen(StandRemoved(stand=stand.id, why=CHEATED, rules=(rule,)), cause)
