"""Being Charged: what the targets of a charge do when it comes within 6 inches.

Rules: NUT-CHRG-03 to -06, NUT-ACT-04.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from wargame.engine.events import Event
from wargame.engine.orders import Confirmed
from wargame.engine.requests import AnyRequest, Confirm
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    ammunition,
    answers,
    attributes,
    geometry,
    grenades,
    ladder,
    nerve,
    results,
    stars,
    status,
    throws,
)
from wargame.rulesets.clash_of_titans.causes import CHARGED_FIRE, SNAP_FIRE, ChargeMade, FireOrder
from wargame.rulesets.clash_of_titans.chain import Chain, Steps
from wargame.rulesets.clash_of_titans.ladder import CARRY_ON, FIRING, Reading
from wargame.rulesets.clash_of_titans.nerve import ROWS, Due, Result
from wargame.rulesets.clash_of_titans.state import DUCKED, HUNKERED, RUNNING, STUNNED, ClashStand

TEST = "being_charged"
THROW = "throw_or_fire"


def resolve(chain: Chain, cause: ChargeMade) -> Steps:
    """Targets test group by group; their fire is one volley, those who run are gone before contact.

    Rules: NUT-CHRG-03, -04, -05, -06.
    """
    testers = [chain.stand(name) for name in dict.fromkeys(foe for _, foe in cause.pairs)]
    testers = [stand for stand in testers if takes_test(chain, stand, cause)]
    found: list[Result] = []
    for name in nerve.in_order(chain.state, [s.group for s in testers]):
        found += yield from _test(chain, [s for s in testers if s.group == name], cause)
    fights = [r for r in found if r.result in FIRING]
    for result in fights:
        foes = seen_chargers(cause, result.stand)
        why = SNAP_FIRE if result.result == SNAP_FIRE else CHARGED_FIRE
        throws_it = yield from _throws(chain, result.stand, foes)
        if throws_it:
            chain.order_fire(grenade(chain, result.stand, foes, why, result.event))
        else:
            chain.order_fire(answers.order(chain.battle, result.stand, why, foes, event=result.event))
    yield from results.put(chain, [r for r in found if r not in fights], cause.event)


def _throws(chain: Chain, stand: ClashStand, foes: Sequence[str]) -> Generator[AnyRequest, Any, bool]:
    """Does he throw the grenade that he has ready instead of firing, as his owner likes? Rule: NUT-ACT-04."""
    battle = chain.battle
    nearest = _nearest(chain, stand, foes)
    if not stand.readied or not grenades.is_ready(battle, stand):
        return False
    if grenades.refusal(battle, stand, stand.readied, (nearest.x, nearest.y), nearest.floor) is not None:
        return False
    cite("NUT-ACT-04")
    wise = len(foes) > 1
    if chain.state.groups[stand.group].np:
        return wise
    order = yield Confirm(
        side=stand.side,
        purpose=THROW,
        prompt=f"{stand.name} is charged and has a {stand.readied} ready. Throw it?",
        yes="Throw",
        no="Fire",
        about=(stand.id, nearest.id),
        rules=("NUT-ACT-04",),
        interrupt=THROW,
        suggestion=Confirmed(yes=wise),
    )
    return bool(order.yes)


def grenade(chain: Chain, stand: ClashStand, foes: Sequence[str], why: str, event: Event | None) -> FireOrder:
    """The throw at the nearest charger."""
    target = _nearest(chain, stand, foes)
    return FireOrder(stand=stand.id, weapon=stand.readied, why=why, targets=((target.id, 1),), event=event)


def _nearest(chain: Chain, stand: ClashStand, foes: Sequence[str]) -> ClashStand:
    found = geometry.nearest(chain.battle, stand, [chain.stand(name) for name in foes])
    return found if found is not None else stand


def takes_test(chain: Chain, stand: ClashStand, cause: ChargeMade) -> bool:
    """Does a target test: not if all its chargers started outside its front, nor if it is helpless or fighting already?

    Rules: NUT-CHRG-03, -06.
    """
    cite("NUT-CHRG-06")
    if not stand.is_man or not status.in_fight(stand) or stand.status in (STUNNED, HUNKERED, RUNNING):
        return False
    if stand.melee_with:
        return False
    foes = chargers_of(cause, stand)
    return not all(name in cause.from_behind for name in foes)


def chargers_of(cause: ChargeMade, stand: ClashStand) -> tuple[str, ...]:
    """Who charges it."""
    return tuple(name for name, foe in cause.pairs if foe == stand.id)


def seen_chargers(cause: ChargeMade, stand: ClashStand) -> tuple[str, ...]:
    """Those who charge it and whom it may fire at: in a building only whom it saw before the opening.

    Rule: NUT-BLDG-08.
    """
    cite("NUT-BLDG-08")
    return tuple(name for name in chargers_of(cause, stand) if name not in cause.unseen)


def _test(chain: Chain, men: Sequence[ClashStand], cause: ChargeMade) -> Generator[AnyRequest, Any, list[Result]]:
    """One group's roll. Rules: NUT-CHRG-03, -04, NUT-CHAR-05, NUT-ATTR-03."""
    cite("NUT-CHRG-03")
    dues = [Due(s, [TEST], enemies=chargers_of(cause, s)) for s in men]
    chosen: dict[str, int] = {}
    for due in dues:
        due.readings[TEST] = {n: reading(chain, due.stand, due.enemies, n, cause) for n in ROWS}
        outcomes = {n: due.readings[TEST][n].result for n in ROWS}
        will = yield from stars.free_will(chain.battle, due.stand, (TEST,), outcomes, cause.event)
        if will is not None:
            chosen[due.stand.id] = will
    event: Event | None = cause.event
    passed = dict(chosen)
    if len(chosen) < len(men):
        extra = {TEST: {s.id: attributes.dice(s, TEST) for s in men}}
        roll = throws.group_roll(chain.battle, (TEST,), men, extra=extra, chosen=chosen, cause=cause.event)
        event = roll.event
        passed = {s.id: roll.passed(TEST, s.id) for s in men}
    return [Result(due, due.readings[TEST][passed[due.stand.id]], event) for due in dues]


def reading(
    chain: Chain, stand: ClashStand, foes: Sequence[str], passed: int, cause: ChargeMade | None = None
) -> Reading:
    """What a number of passed dice means for one target. Rules: NUT-CHRG-04, NUT-CHAIN-09, NUT-RFIRE-08."""
    facts = ["covered" if nerve.is_covered(chain.battle, stand, foes) else "open"]
    found = attributes.reading(stand, ladder.read(TEST, passed, facts))
    if found.result not in FIRING:
        return found
    if stand.status == DUCKED:
        return Reading(CARRY_ON, found.rules)
    dry = ammunition.why_not(stand, stand.in_hand) is not None
    if dry or stand.id in chain.halted or not chain.may_fire_again(stand):
        return Reading(CARRY_ON, (*found.rules, cite("NUT-CHAIN-09")))
    seen = foes if cause is None else seen_chargers(cause, stand)
    if not any(answers.can_answer(chain.battle, stand, chain.stand(name)) for name in seen):
        return Reading(CARRY_ON, found.rules)
    return found
