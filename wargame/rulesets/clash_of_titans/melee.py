"""Hand to hand: rounds, what they do, who goes on fighting, breaking off. Rules: NUT-MELE-01 to -11, NUT-DOWN-04.

A melee is a set of men in contact; in each round they fall into bouts of one against one to three.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import msgspec

from wargame.engine import knowledge
from wargame.engine.events import Event, Fired, StandChanged
from wargame.engine.orders import Chosen
from wargame.engine.requests import AnyRequest, Choose, Option
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import chain, damage, melee_dice, status, throws, wounds
from wargame.rulesets.clash_of_titans.causes import Aftermath, Toll
from wargame.rulesets.clash_of_titans.damage import Blow
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.melee_dice import EVEN, Facts
from wargame.rulesets.clash_of_titans.state import READY, STUNNED, ClashStand, ClashState, Melee

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Asking = Generator[AnyRequest, Any, Any]
MOST_ATTACKERS = 3
"""A figure may be fought by so many enemies (NUT-MELE-01)."""
CHAMPION = "champion"


@dataclass(frozen=True, slots=True)
class Bout:
    """One fight of a round: the attackers (one of them strikes, the others give him dice) against one man."""

    attackers: tuple[str, ...]
    defender: str
    facts: Facts
    """What counts for the one who strikes."""
    against: Facts
    """What counts for the defender."""


# ---------------------------------------------------------------- who fights whom


def engage(battle: Battle, pairs: Iterable[tuple[str, str]], cause: Event | None = None) -> None:
    """Men in contact begin to fight: they are in one melee from now on. Rule: NUT-MELE-01."""
    state = state_of(battle)
    cite("NUT-MELE-01")
    for one, other in pairs:
        for name, foe in ((one, other), (other, one)):
            stand = state.stands[name]
            if foe not in stand.melee_with:
                _change(battle, stand, (("melee_with", (*stand.melee_with, foe)),), "melee", cause)
    _sort(state)


def _sort(state: ClashState) -> None:
    """Put the melees of the state in order: one for each set of men who are linked by contact."""
    fighting = [s for s in state.stands.values() if s.melee_with]
    old = list(state.melees)
    found: list[Melee] = []
    left = [s.id for s in fighting]
    while left:
        linked = [left.pop(0)]
        for name in linked:
            new = [n for n in state.stands[name].melee_with if n in left]
            linked += new
            left = [n for n in left if n not in new]
        was = next((m for m in old if set(m.stands) & set(linked)), None)
        names = tuple(s.id for s in fighting if s.id in linked)
        if was is not None:
            bonus = tuple(row for row in was.bonus if row[0] in names)
            found.append(msgspec.structs.replace(was, stands=names, bonus=bonus))
            old.remove(was)
        else:
            state.next_id += 1
            found.append(Melee(id=f"melee-{state.next_id}", stands=names, since_turn=state.turn))
    state.melees = tuple(found)


def tidy(battle: Battle, cause: Event | None = None) -> None:
    """Take out of all melees who fights no more: men lost, captured, fled, stunned."""
    state = state_of(battle)
    for stand in state.stands.values():
        if not stand.melee_with:
            continue
        fights = _fights(stand)
        left = tuple(n for n in stand.melee_with if fights and _fights(state.stands[n]))
        if left != stand.melee_with:
            changes: list[tuple[str, object]] = [("melee_with", left)]
            if not left and stand.melee_recovered:
                changes.append(("melee_recovered", False))
            _change(battle, stand, tuple(changes), "melee_over", cause)
    _sort(state)


def _fights(stand: ClashStand) -> bool:
    return status.able(stand) and stand.in_play


def bouts(state: ClashState, melee: Melee) -> list[Bout]:
    """The fights of one later round: as many as can be man against man, the rest help a comrade. Rule: NUT-MELE-06."""
    order = in_order(state, melee.stands)
    partner: dict[str, str] = {}
    for name in sorted(order, key=lambda n: len(state.stands[n].melee_with)):
        free = [n for n in state.stands[name].melee_with if n not in partner and n in order]
        if name not in partner and free:
            partner[name], partner[free[0]] = free[0], name
    helpers: dict[str, list[str]] = {}
    for name in order:
        if name not in partner:
            foe = next((n for n in state.stands[name].melee_with if n in partner), None)
            if foe is not None:
                helpers.setdefault(foe, []).append(name)
    found, done = [], set()
    for name in order:
        foe = partner.get(name)
        if foe is None or name in done:
            continue
        done |= {name, foe}
        ours, theirs = helpers.get(foe, []), helpers.get(name, [])
        if theirs and not ours:
            found.append(_plain((foe, *theirs[: MOST_ATTACKERS - 1]), name))
        else:
            found.append(_plain((name, *ours[: MOST_ATTACKERS - 1]), foe))
    return found


def _plain(attackers: tuple[str, ...], defender: str) -> Bout:
    return Bout(attackers, defender, Facts(helpers=len(attackers) - 1), Facts())


def in_order(state: ClashState, names: Iterable[str]) -> list[str]:
    """Men in the order in which they roll: acting side, leader's Rep, list. Rule: NUT-DICE-11."""
    place = {name: number for number, name in enumerate(state.stands)}

    def key(name: str) -> tuple[bool, int, int]:
        stand = state.stands[name]
        return stand.side != state.phasing, -stand.rep, place[name]

    return sorted(names, key=key)


# ---------------------------------------------------------------- a round


def later_round(battle: Battle, melee: str) -> Generator[AnyRequest, Any, None]:
    """One round of a melee that goes on from an earlier turn. Rules: NUT-MELE-05, NUT-TURN-01."""
    state = state_of(battle)
    cite("NUT-MELE-05")
    tidy(battle)
    found = next((m for m in state.melees if m.id == melee), None)
    if found is None:
        return
    bonus = dict(found.bonus)
    made = [with_bonus(bout, bonus) for bout in bouts(state, found)]
    state.melees = tuple(
        msgspec.structs.replace(m, rounds=m.rounds + 1, bonus=()) if m.id == melee else m for m in state.melees
    )
    yield from fight(battle, made, ())


def with_bonus(bout: Bout, bonus: dict[str, int]) -> Bout:
    """A bout of a later round, with the dice that somebody's failed attempt to break off gives. Rule: NUT-MELE-07."""
    ours = sum(bonus.get(name, 0) for name in bout.attackers)
    theirs = bonus.get(bout.defender, 0)
    return replace(bout, facts=replace(bout.facts, bonus=ours), against=replace(bout.against, bonus=theirs))


def fight(
    battle: Battle, found: Sequence[Bout], active: Iterable[str], cause: Event | None = None
) -> Generator[AnyRequest, Any, chain.Outcome]:
    """One round of these bouts, damage and all that it sets off. Rules: NUT-MELE-02, -03, -04."""
    toll = Toll(melee=True)
    for bout in found:
        yield from _bout(battle, bout, toll, cause)
    active = tuple(active)
    outcome = chain.Outcome()
    if not toll.empty:
        outcome = yield from chain.resolve(battle, [Aftermath(event=toll.event or cause, toll=toll)], active)
    yield from _after(battle, found, toll)
    tidy(battle, toll.event)
    return outcome


def _bout(battle: Battle, bout: Bout, toll: Toll, cause: Event | None) -> Generator[AnyRequest, Any, None]:
    """The opposed roll of one bout. Rules: NUT-MELE-02, -03, -06."""
    state = state_of(battle)
    striker = state.stands[(yield from _champion(battle, bout))]
    defender = state.stands[bout.defender]
    names = (striker.id, defender.id)
    shown = battle.happen(Fired(stand=striker.id, targets=(defender.id,), weapon="melee", manner="assault"), cause)
    toll.event = toll.event or shown
    scores = []
    for stand, facts in ((striker, bout.facts), (defender, bout.against)):
        dice, modifiers = melee_dice.dice_of(battle, stand, facts)
        rules = (cite("NUT-MELE-02"),)
        test = throws.successes(battle, dice, "melee", stand=stand, modifiers=modifiers, rules=rules, cause=shown)
        scores.append(test.passed)
    outcome, rule = melee_dice.verdict(*scores)
    for name in names:
        _change(battle, state.stands[name], (("melee_rounds", state.stands[name].melee_rounds + 1),), outcome, shown)
    if outcome == EVEN:
        return
    winner, loser = (striker, defender) if scores[0] > scores[1] else (defender, striker)
    if winner is defender:
        cite("NUT-MELE-06")
    impact = melee_dice.blow(melee_dice.impact(winner), outcome)
    cite(rule)
    damage.hits(battle, toll, loser, (Blow(impact, winner.id),), shown)


def _champion(battle: Battle, bout: Bout) -> Generator[AnyRequest, Any, str]:
    """Which of several attackers strikes, as their owner likes. Rule: NUT-MELE-06."""
    if len(bout.attackers) == 1:
        return bout.attackers[0]
    state = state_of(battle)
    cite("NUT-MELE-06")

    def dice(name: str) -> int:
        count, modifiers = melee_dice.dice_of(battle, state.stands[name], bout.facts)
        return count + sum(m.dice for m in modifiers)

    best = max(bout.attackers, key=lambda name: (dice(name), -bout.attackers.index(name)))
    first = state.stands[bout.attackers[0]]
    if state.groups[first.group].np:
        return best
    order = yield Choose(
        side=first.side,
        purpose=CHAMPION,
        prompt=f"Several fight {state.stands[bout.defender].name}. Who strikes, with the others' dice?",
        options=tuple(Option(id=n, text=state.stands[n].name, consequence=f"{dice(n)} dice") for n in bout.attackers),
        about=(bout.defender,),
        rules=("NUT-MELE-06",),
        interrupt=CHAMPION,
        suggestion=Chosen(option=best),
    )
    return str(order.option)


def _after(battle: Battle, found: Sequence[Bout], toll: Toll) -> Generator[AnyRequest, Any, None]:
    """Losers who got up again fight on worse; the stunned are killed or captured at once. Rule: NUT-MELE-04."""
    state = state_of(battle)
    for bout in found:
        for name in (*bout.attackers, bout.defender):
            stand = state.stands[name]
            if name not in toll.knocked_down or stand.gone:
                continue
            foes = [state.stands[n] for n in stand.melee_with if _fights(state.stands[n])]
            if stand.status == STUNNED and foes:
                cite("NUT-MELE-04")
                yield from wounds.finish_off(battle, foes[0], stand, toll.event)
            elif stand.status == READY and not stand.melee_recovered:
                cite("NUT-MELE-04")
                _change(battle, stand, (("melee_recovered", True),), "recovered", toll.event)


# ---------------------------------------------------------------- breaking off, blows from nowhere


def break_off(battle: Battle, stand: ClashStand, cause: Event | None = None) -> bool:
    """An active man tries to leave his melee, 1d6 against Rep; a failure gives his opponent a die.

    Rule: NUT-MELE-07.
    """
    state = state_of(battle)
    rules = (cite("NUT-MELE-07"),)
    test = throws.passes(battle, 1, stand.rep, "break_off", stand=stand, rules=rules, cause=cause)
    if test.passed:
        for foe in [state.stands[name] for name in stand.melee_with]:
            left = tuple(n for n in foe.melee_with if n != stand.id)
            _change(battle, foe, (("melee_with", left),), "melee_over", test.event)
        changes = (("melee_with", ()), ("melee_recovered", False))
        _change(battle, stand, changes, "broke_off", test.event)
        tidy(battle, test.event)
        return True
    foes = stand.melee_with[:1]
    state.melees = tuple(
        msgspec.structs.replace(m, bonus=(*m.bonus, *((name, 1) for name in foes))) if stand.id in m.stands else m
        for m in state.melees
    )
    return False


def attack_from_nowhere(
    battle: Battle, toll: Toll, victim: ClashStand, rep: int, dice: int, impact: int, cause: Event | None = None
) -> bool:
    """A hand-to-hand attack by a trap or the like: one round with the dice of this Rep; True if it strikes.

    dice: more for its weapon. Rule: NUT-MELE-11.
    """
    rules = (cite("NUT-MELE-11"),)
    theirs = throws.successes(battle, rep + dice, "melee", side=victim.side, rules=rules, cause=cause)
    count, modifiers = melee_dice.dice_of(battle, victim, Facts())
    ours = throws.successes(battle, count, "melee", stand=victim, modifiers=modifiers, rules=rules, cause=cause)
    outcome, _ = melee_dice.verdict(theirs.passed, ours.passed)
    if outcome == EVEN or ours.passed > theirs.passed:
        return False
    damage.hits(battle, toll, victim, (Blow(melee_dice.blow(impact, outcome)),), theirs.event)
    return True


def _change(
    battle: Battle, stand: ClashStand, changes: tuple[tuple[str, object], ...], why: str, cause: Event | None
) -> None:
    seen = knowledge.seen_by_for(battle.state, stand.id)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why=why, seen_by=seen), cause)
