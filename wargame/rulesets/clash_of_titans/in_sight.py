"""In Sight: an enemy is newly seen, and those who see him fire before anybody else does. Rules: NUT-SIGHT-01 to -14.

newcomers -> groups by leader's Rep -> 2d6 -> fire, snap fire, halt -> volley to damage -> the next group … -> aftermath
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from wargame.board import within
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, Said
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    ammunition,
    answers,
    attributes,
    cover,
    eyes,
    geometry,
    groups,
    holding,
    ladder,
    leaders,
    nerve,
    results,
    status,
    throws,
    trigger_points,
    volley,
)
from wargame.rulesets.clash_of_titans.causes import IN_SIGHT_FIRE, SNAP_FIRE, Aftermath, FireOrder, Newcomers, Toll
from wargame.rulesets.clash_of_titans.chain import Chain, Steps
from wargame.rulesets.clash_of_titans.ladder import CARRY_ON, DUCK_BACK, FIRING, HALT, Reading
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.nerve import Due, Result
from wargame.rulesets.clash_of_titans.state import ClashStand, Pair

TEST = "in_sight"
FAR_IN = 12.0
"""Beyond this, newcomers at night or in falling snow are harder to spot in time (NUT-SIGHT-06)."""
SNOW = ("snow", "falling snow", "snowfall", "blizzard", "snowstorm")
ARMOUR_IN = 12.0
"""An AFV so near makes men who cannot hurt it duck (NUT-VINF-01)."""


@dataclass(frozen=True, slots=True)
class Watcher:
    """A figure (or vehicle) that takes the test, and the newcomers that it sees in its front."""

    stand: ClashStand
    seen: tuple[ClashStand, ...]


def resolve(chain: Chain, cause: Newcomers) -> Steps:
    """All groups that may test do, tier by tier of their leaders' Rep, each volley to damage before the next tier.

    Rules: NUT-SIGHT-05, -07, -13, NUT-CHAIN-02.
    """
    toll = Toll()
    names = dict.fromkeys(chain.stand(watcher).group for watcher, _ in cause.pairs)
    order = nerve.in_order(chain.state, [name for name in names if name in chain.state.groups])
    for _, tier in groupby(order, key=lambda name: leader_rep(chain, name)):
        cite("NUT-SIGHT-07")
        for name in tier:
            yield from _test_group(chain, cause, testers(chain, cause, name, toll))
        orders, chain.next_volley = chain.next_volley, []
        yield from volley.fire(chain, orders, toll, cause.event)
    if not toll.empty:
        chain.add(Aftermath(event=toll.event or cause.event, toll=toll))


def leader_rep(chain: Chain, group: str) -> int:
    """Rep of a group's leader."""
    leader = groups.leader(chain.state, group) or leaders.best(groups.members(chain.state, group))
    return leader.rep if leader is not None else 0


# ---------------------------------------------------------------- who tests


def testers(chain: Chain, cause: Newcomers, group: str, toll: Toll | None = None) -> list[Watcher]:
    """Members of a group who may take the test, each with the standing newcomers that it sees in its front.

    Rules: NUT-SIGHT-01, -02, -07, -14.
    """
    state, found = chain.state, []
    down = set(toll.knocked_down) if toll is not None else set()
    cite("NUT-SIGHT-07")
    for name in dict.fromkeys(watcher for watcher, _ in cause.pairs):
        stand = chain.stand(name)
        if stand.group != group or not may_test(chain, stand):
            continue
        tested = {pair.mover for pair in state.pairs if pair.watcher == name}
        cite("NUT-SIGHT-14")
        movers = [chain.stand(m) for w, m in cause.pairs if w == name and m not in tested and m not in down]
        seen = {m.id: m for m in movers if is_in_view(chain, stand, m)}
        if seen:
            found.append(Watcher(stand, tuple(seen.values())))
    return found


def may_test(chain: Chain, stand: ClashStand) -> bool:
    """Is a figure inactive and fit to take In Sight? For a crew its vehicle tests.

    Rules: NUT-SIGHT-02, NUT-TURN-08, NUT-CHRG-09, NUT-VEH-07.
    """
    cite("NUT-SIGHT-02")
    cite("NUT-TURN-08")
    if stand.carrier and stand.station not in ("rider", "passenger"):
        cite("NUT-VEH-07")
        return False
    if chain.is_active(stand) or stand.id in chain.halted or chain.is_committed(stand.id):
        return False
    return not stand.charges and trigger_points.watches(chain.state, stand)


def is_in_view(chain: Chain, stand: ClashStand, mover: ClashStand) -> bool:
    """Does it see a newcomer that is still standing, in its front? Rules: NUT-SIGHT-02, -07."""
    if not status.in_fight(mover):
        cite("NUT-SIGHT-07")
        return False
    return geometry.sees(chain.battle, stand, mover) and eyes.is_before(stand, mover)


# ---------------------------------------------------------------- the test


def _test_group(chain: Chain, cause: Newcomers, found: Sequence[Watcher]) -> Steps:
    """One group's roll, what it does, and what vehicles among it do. Rules: NUT-SIGHT-05, -06, -12, -13, NUT-VEH-07."""
    if not found:
        return
    chain.state.pairs += tuple(Pair(t.stand.id, mover.id) for t in found for mover in t.seen)
    men = [t for t in found if t.stand.is_man]
    if men:
        passed, event = _roll(chain, cause, men)
        yield from _obey(chain, men, passed, event)
    # The table knows every handler, and every handler knows the chain.
    from wargame.rulesets.clash_of_titans.chain_table import vehicle_in_sight

    for tester in found:
        if not tester.stand.is_man:
            yield from vehicle_in_sight(chain, tester.stand, tester.seen, cause)


def _roll(chain: Chain, cause: Newcomers, men: Sequence[Watcher]) -> tuple[dict[str, int], Event | None]:
    if cause.surprise:
        cite("NUT-SIGHT-13")
        return {t.stand.id: throws.TOP_ROW for t in men}, cause.event
    cite("NUT-SIGHT-05")
    extra = {TEST: {t.stand.id: modifiers(chain.battle, t) for t in men}}
    members = [t.stand for t in men]
    roll = throws.group_roll(chain.battle, (TEST,), members, extra=extra, cause=cause.event)
    passed = {}
    for stand in members:
        row = roll.passed(TEST, stand.id)
        if attributes.is_spoiled(stand, row) or attributes.takes_again(stand, row == 0):
            attributes.use(chain.battle, stand, "Unlucky" if row else "Lucky", roll.event)
            again = throws.group_roll(chain.battle, (TEST,), [stand], extra=extra, cause=roll.event)
            row = again.passed(TEST, stand.id)
        passed[stand.id] = row
    return passed, roll.event


def modifiers(scene: Scene, tester: Watcher) -> tuple[Modifier, ...]:
    """What changes one figure's In Sight test. Rules: NUT-SIGHT-06, NUT-ATTR-03."""
    found = []
    stand, seen = tester.stand, tester.seen
    cite("NUT-SIGHT-06")
    covers = [cover.cover(scene, mover, stand) for mover in seen]
    if all(c.concealed and not c.in_cover for c in covers):
        found.append(ladder.modifier(TEST, "concealed"))
    far = all(not within(geometry.distance(scene, stand, mover), FAR_IN) for mover in seen)
    if far and (state_of(scene).night or state_of(scene).weather in SNOW):
        found.append(ladder.modifier(TEST, "dark_or_snow"))
    own = [*attributes.dice(stand, TEST)]
    if all(attributes.has(mover, "Stealthy") for mover in seen):
        own.append(ladder.modifier(TEST, "stealthy"))
    if any(attributes.has(mover, "Loud") for mover in seen):
        own.append(ladder.modifier(TEST, "loud"))
    if has_dog(scene, stand):
        own.append(ladder.modifier(TEST, "dog"))
    return (*found, *attributes.limited(own))


def has_dog(scene: Scene, stand: ClashStand) -> bool:
    """Has a dog of his group barked at the enemy in this activation? Rule: NUT-SIGHT-06."""
    return bool(state_of(scene).notes.get(f"dog.{stand.group}"))


# ---------------------------------------------------------------- what they do


def _obey(chain: Chain, men: Sequence[Watcher], passed: dict[str, int], event: Event | None) -> Steps:
    """Fire, snap fire or halt; men who cannot hurt any newcomer may duck; hidden men may hold their fire.

    Rules: NUT-SIGHT-05, -08, -12, NUT-VINF-01.
    """
    silent = yield from holding.who_holds(chain, men, passed)
    idle: list[Watcher] = []
    halted: list[Watcher] = []
    ducking: list[Result] = []
    for tester in men:
        stand = tester.stand
        if stand.id in silent:
            continue
        found = reading(chain, tester, passed[stand.id])
        if found.result == DUCK_BACK:
            ducking.append(_ducks(tester, found, event))
        elif found.result == HALT:
            chain.halt(stand, event)
            halted.append(tester)
        elif found.result == CARRY_ON:
            idle.append(tester)
        elif found.result in FIRING:
            chain.order_fire(order_of(chain.battle, tester, found.result, event))
    _tell_who_waits(chain, [t.stand for t in men if t.stand.id in silent], event)
    _tell_why(chain, idle, event)
    wanted = yield from holding.who_ducks(chain, idle)
    ducking += [_ducks(t, Reading(DUCK_BACK, ("NUT-SIGHT-08",)), event) for t in idle if t.stand.id in wanted]
    if halted:
        _tell_own_side(chain, "halts", [t.stand for t in halted], "", (cite("NUT-STAT-04"),), event)
    yield from holding.lie_down(chain, halted, event)
    if ducking:
        yield from _put_aside(chain, ducking, event)


def _tell_who_waits(chain: Chain, waiting: Sequence[ClashStand], event: Event | None) -> None:
    """Hidden men who stay so; only their own side is told. Rule: NUT-SIGHT-12."""
    if waiting:
        _tell_own_side(chain, "stays_hidden", waiting, "", (cite("NUT-SIGHT-12"),), event)


def _tell_why(chain: Chain, idle: Sequence[Watcher], event: Event | None) -> None:
    """Why men who were to fire do not, those of one reason together; only their own side is told.

    Rules: NUT-SIGHT-08, NUT-CHAIN-09.
    """
    found: dict[tuple[tuple[str, ...], str], list[ClashStand]] = {}
    texts: dict[str, str] = {}
    for tester in idle:
        rules, why = _why_not(chain, tester)
        if why:
            texts[tester.stand.id] = why
            found.setdefault((rules, why.partition(":")[0].replace(tester.stand.name, "they")), []).append(tester.stand)
    for (rules, why), stands in found.items():
        _tell_own_side(
            chain,
            "cannot_fire",
            stands,
            texts[stands[0].id] if len(stands) == 1 else why[:1].lower() + why[1:],
            rules,
            event,
        )


def _why_not(chain: Chain, tester: Watcher) -> tuple[tuple[str, ...], str]:
    """Rules and words of why a man cannot fire; no words if nothing but the table keeps him from it."""
    if not chain.may_fire_again(tester.stand):
        return (cite("NUT-CHAIN-09"),), "three shots in this chain are the most"
    refused = answers.why_not(chain.battle, tester.stand, tester.seen[0])
    if refused is None:
        return (), ""
    return (cite("NUT-SIGHT-08"), *refused.rules), refused.text.rstrip(".")


def _tell_own_side(
    chain: Chain, key: str, stands: Sequence[ClashStand], why: str, rules: tuple[str, ...], event: Event | None
) -> None:
    side, about = stands[0].side, tuple(s.id for s in stands)
    told = Said(key=key, about=about, side=side, data=(("why", why),), rules=rules, seen_by=(side,))
    chain.battle.happen(told, cause=event)


def _put_aside(chain: Chain, ducking: Sequence[Result], event: Event | None) -> Steps:
    """Men duck now; the fire of their comrades is a volley of this event, not the next one."""
    waiting, chain.next_volley = chain.next_volley, []
    yield from results.put(chain, ducking, event)
    chain.next_volley = waiting


def _ducks(tester: Watcher, found: Reading, event: Event | None) -> Result:
    return Result(Due(tester.stand, enemies=tuple(mover.id for mover in tester.seen)), found, event)


def reading(chain: Chain, tester: Watcher, passed: int) -> Reading:
    """What a number of passed dice means for one figure.

    Rules: NUT-SIGHT-05, -08, NUT-RFIRE-07, -08, NUT-CHAIN-09, NUT-VINF-01.
    """
    scene, stand = chain.battle, tester.stand
    facts = ["covered" if all(cover.cover(scene, stand, mover).any for mover in tester.seen) else "open"]
    cite("NUT-RFIRE-08")
    if is_hopeless(scene, tester):
        cite("NUT-VINF-01")
        facts.append("hopeless_against_armour")
    found = attributes.reading(stand, ladder.read(TEST, passed, facts))
    if found.result not in FIRING:
        return found
    if not chain.may_fire_again(stand) or ammunition.why_not(stand, stand.in_hand) is not None:
        return Reading(CARRY_ON, (*found.rules, cite("NUT-CHAIN-09")))
    if not any(answers.can_answer(scene, stand, mover) for mover in tester.seen):
        return Reading(CARRY_ON, (*found.rules, cite("NUT-SIGHT-08")))
    return found


def is_hopeless(scene: Scene, tester: Watcher) -> bool:
    """Does he see an AFV within 12 inches that he cannot hurt? Rule: NUT-VINF-01."""
    near = [
        mover
        for mover in tester.seen
        if mover.is_afv and within(geometry.distance(scene, tester.stand, mover), ARMOUR_IN)
    ]
    return bool(near) and not any(answers.can_answer(scene, tester.stand, mover) for mover in near)


def order_of(scene: Scene, tester: Watcher, result: str, event: Event | None = None) -> FireOrder:
    """In Sight fire: at newcomers of this event only. Rule: NUT-SIGHT-08."""
    cite("NUT-SIGHT-08")
    near = sorted(tester.seen, key=lambda m: (round(geometry.distance(scene, tester.stand, m), 3), m.id))
    why = SNAP_FIRE if result == SNAP_FIRE else IN_SIGHT_FIRE
    return answers.order(scene, tester.stand, why, tuple(m.id for m in near), event=event)
