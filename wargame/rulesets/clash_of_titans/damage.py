"""What a hit does to a man: damage dice against Impact, only the worst counts. Rules: NUT-DMG-01 to -05, NUT-CHAR-07.

`result` reads a die; the odds use it too. `hits` rolls for all hits of a volley, a blast or a blow on one man and puts
the worst into force; what follows (recovery, tests of friends) is noted in the toll.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from wargame.engine import knowledge
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, Rolled
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import attributes, geometry, groups, stars, status
from wargame.rulesets.clash_of_titans.causes import Loss, Toll
from wargame.rulesets.clash_of_titans.state import OUT, STUNNED, ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

UNHURT = "carry_on"
KNOCKED_DOWN = "knocked_down"
DEAD = "dead"
SEVERITY = {UNHURT: 0, KNOCKED_DOWN: 1, STUNNED: 2, OUT: 3, DEAD: 4}
NATURAL_DEAD = 1
"""The face that kills whatever the Impact."""
MAN_DOWN_IN = 4.0
"""Friends this near to a loss take Man Down (NUT-DOWN-01)."""


@dataclass(frozen=True, slots=True)
class Blow:
    """One hit: its Impact, and the enemy who dealt it ("" for artillery, mines, falls)."""

    impact: int
    by: str = ""


def result(face: int, impact: int) -> str:
    """What one damage die does: dead, out_of_the_fight or knocked_down. Rules: NUT-DMG-01, -03."""
    cite("NUT-DMG-01")
    if face == NATURAL_DEAD:
        return DEAD
    if impact >= 6:
        cite("NUT-DMG-03")
    return OUT if face <= impact else KNOCKED_DOWN


def worst(results: Sequence[str]) -> str:
    """The worst of several results. Rule: NUT-DMG-02."""
    cite("NUT-DMG-02")
    return max(results, key=lambda found: SEVERITY[found])


def hits(battle: Battle, toll: Toll, target: ClashStand, blows: Sequence[Blow], cause: Event | None = None) -> str:
    """Roll damage for every hit on a man and put the worst result into force; gives it.

    Knocked Down men and losses are noted in the toll; a Star's protections and attributes have been applied. A man who
    is out already is rolled for no more. Rules: NUT-DMG-01, -02, -04, NUT-CHAR-03, -06, -07, NUT-STAT-13.
    """
    if not status.in_fight(target) or not blows:
        return UNHURT
    found = worst([_one(battle, target, blow, cause) for blow in blows])
    found = attributes.spared(battle, target, found, cause)
    cite("NUT-CHAR-07")
    if SEVERITY[found] > SEVERITY[KNOCKED_DOWN]:
        found = stars.star_power(battle, target, found, cause)
    put_into_force(battle, toll, target, found, tuple(b.by for b in blows if b.by), cause)
    return found


def hit(battle: Battle, toll: Toll, target: ClashStand, impact: int, by: str = "", cause: Event | None = None) -> str:
    """One hit at this Impact, without a To Hit roll. Rule: NUT-DMG-04."""
    cite("NUT-DMG-04")
    return hits(battle, toll, target, (Blow(impact, by),), cause)


def put_into_force(
    battle: Battle, toll: Toll, target: ClashStand, found: str, by: Sequence[str], cause: Event | None
) -> None:
    """Give a man the result of damage or recovery, and note what others owe for it.

    Rules: NUT-STAT-10 to -13, NUT-DMG-05.
    """
    if found == KNOCKED_DOWN:
        cite("NUT-STAT-13")
        toll.knock_down(target.id)
    elif found == STUNNED:
        stun(battle, toll, target, by, cause)
    elif found in (OUT, DEAD):
        lose(battle, toll, target, found, by, cause)


def stun(battle: Battle, toll: Toll, target: ClashStand, by: Sequence[str], cause: Event | None) -> None:
    """Stun a man; one who is Stunned still is Out of the Fight. Rule: NUT-STAT-10."""
    if target.status == STUNNED:
        lose(battle, toll, target, OUT, by, cause, (cite("NUT-STAT-10"),))
        return
    status.set_status(battle, target, STUNNED, cause)
    _falls_from_his_hands(battle, toll, target, STUNNED, cause)


def lose(
    battle: Battle,
    toll: Toll,
    target: ClashStand,
    how: str,
    by: Sequence[str],
    cause: Event | None,
    rules: tuple[str, ...] = (),
) -> None:
    """Take a man out of the fight and remember who saw it. His things stay with him. Rules: NUT-DOWN-01, NUT-DMG-05."""
    toll.losses.append(loss_of(battle, target, by))
    cite("NUT-DMG-05")
    status.lose(battle, target, how, cause, rules)
    if how == DEAD and target.star:
        toll.killed_stars.append(target.id)
    _falls_from_his_hands(battle, toll, target, how, cause)


def _falls_from_his_hands(battle: Battle, toll: Toll, target: ClashStand, how: str, cause: Event | None) -> None:
    """A grenade that he had ready, the tank of a flamethrower. Rules: NUT-ACT-04, NUT-FLAM-03."""
    if not target.readied and "flamethrower" not in target.weapons:
        return
    # What bursts does damage in its turn; those modules know this one.
    from wargame.rulesets.clash_of_titans import flame, grenades

    grenades.dropped(battle, toll, target, how, cause)
    if how == DEAD:
        flame.tank_bursts(battle, toll, target, cause)


def loss_of(battle: Battle, target: ClashStand, by: Sequence[str] = ()) -> Loss:
    """What his friends will know of his loss; asked before it happens. Rule: NUT-DOWN-01."""
    state = cast(ClashState, battle.state)
    cite("NUT-DOWN-01")
    friends = groups.friends(state, target, MAN_DOWN_IN + 0.0005)
    near = tuple(f.id for f in friends if f.is_man and status.in_fight(f) and geometry.sees(battle, f, target))
    leader = groups.leader(state, target.group)
    return Loss(
        stand=target.id,
        group=target.group,
        side=target.side,
        at=groups.place(state, target),
        by=tuple(dict.fromkeys(by)),
        near=near,
        leader=leader is not None and leader.id == target.id,
    )


def _one(battle: Battle, target: ClashStand, blow: Blow, cause: Event | None) -> str:
    """One damage die with what is special to this man and the one who hit him."""
    added = attributes.impact_modifiers(target)
    impact = blow.impact + round(sum(m.add for m in added))
    face = battle.throw(1)[0]
    found = result(face, impact)
    _tell(battle, target, face, impact, found, added, cause)
    if attributes.takes_again(target, SEVERITY[found] >= SEVERITY[OUT]):
        attributes.use(battle, target, "Lucky", cause)
        face = battle.throw(1)[0]
        found = result(face, impact)
        _tell(battle, target, face, impact, found, added, cause)
    return stars.larger_than_life(battle, target, found, blow.by)


def _tell(
    battle: Battle,
    target: ClashStand,
    face: int,
    impact: int,
    found: str,
    added: tuple[Modifier, ...],
    cause: Event | None,
) -> None:
    battle.happen(
        Rolled(
            purpose="damage",
            who=target.id,
            side=target.side,
            dice=(face,),
            modifiers=added,
            needed=f"Impact {impact}",
            outcome=found,
            rules=(cite("NUT-DMG-01"),),
            seen_by=knowledge.seen_by_for(battle.state, target.id),
        ),
        cause,
    )
