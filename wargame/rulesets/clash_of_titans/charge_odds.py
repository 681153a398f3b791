"""Exact chances of a charge at one man: wanting to, his answer, his fire, the first round hand to hand.

Counted with the functions of `charge`, `being_charged`, `shooting`, `melee_dice` and `damage`. Onlookers' fire is told
of but not counted.
"""

from __future__ import annotations

import copy
import functools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb
from typing import cast

from wargame.engine.battle import Battle
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    allot,
    answers,
    attributes,
    being_charged,
    charge,
    eyes,
    geometry,
    groups,
    ladder,
    leaders,
    melee_dice,
    nerve_odds,
    shooting,
    stars,
    throws,
    trigger_points,
    wound_odds,
    wounds,
)
from wargame.rulesets.clash_of_titans.causes import CHARGED_FIRE, SNAP_FIRE, ChargeMade
from wargame.rulesets.clash_of_titans.chain import Chain
from wargame.rulesets.clash_of_titans.damage import DEAD
from wargame.rulesets.clash_of_titans.ladder import FIRING, HUNKER_DOWN, RUN_AWAY
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.melee_dice import EVEN, Facts
from wargame.rulesets.clash_of_titans.nerve import ROWS
from wargame.rulesets.clash_of_titans.state import OUT, STUNNED, ClashStand
from wargame.rulesets.clash_of_titans.throws import TOP_ROW
from wargame.rulesets.clash_of_titans.wound_odds import MISSED, Die

TAKEN, ROUTED, LOST, GOES_ON, STOPPED, DARED_NOT = "taken", "routed", "lost", "goes_on", "stopped", "dared_not"
"""The enemy is killed, captured or out; he runs; the man who struck is lost; undecided; shot down; did not charge."""


@dataclass(frozen=True, slots=True)
class Charge:
    """Who charges whom."""

    scene: Scene
    men: tuple[ClashStand, ...]
    target: ClashStand


def odds(scene: Scene, men: Sequence[ClashStand], target: ClashStand) -> dict[str, float]:
    """Chance of each way in which a charge of these men at one enemy can end."""
    found: dict[str, float] = defaultdict(float)
    for going, chance in wanting(scene, men).items():
        if not going:
            found[DARED_NOT] += chance
            continue
        able = tuple(s for s in men if s.id in going)
        for word, share in _against(Charge(scene, able, target)).items():
            found[word] += chance * share
    return dict(found)


def leader_rep(scene: Scene, stand: ClashStand) -> int:
    """Rep of the leader whose die steadies him, 0 without one."""
    state = state_of(scene)
    leader = groups.leader(state, stand.group)
    return leader.rep if leader is not None and leaders.steadies(state, stand.group, stand) else 0


# ---------------------------------------------------------------- wanting to


def wanting(scene: Scene, men: Sequence[ClashStand]) -> dict[frozenset[str], float]:
    """Chance of each set of these men to charge: one roll of the group, read by each.

    Rules: NUT-CHRG-02, NUT-CHAR-05.
    """
    found: dict[frozenset[str], float] = defaultdict(float)
    rolling = [s for s in men if not s.star]
    sure = frozenset(s.id for s in men if s.star)
    leads = max((leader_rep(scene, s) for s in rolling), default=0)
    steadied = {s.id: leader_rep(scene, s) > 0 for s in rolling}
    own = [s for s in rolling if attributes.dice(s, charge.TEST)]
    for faces in product(range(1, 7), repeat=2 + len(own)):
        for led in (True, False):
            share = nerve_odds.share(leads) if led else 1.0 - nerve_odds.share(leads)
            if share <= 0.0:
                continue
            extra = {s.id: face for s, face in zip(own, faces[2:], strict=True)}
            going = {s.id for s in rolling if _charges(s, faces[:2], extra.get(s.id), led and steadied[s.id])}
            found[sure | frozenset(going)] += share / 6 ** len(faces)
    return dict(found)


def _charges(stand: ClashStand, faces: tuple[int, ...], own: int | None, led: bool) -> bool:
    change = sum(m.dice for m in attributes.dice(stand, charge.TEST))
    used = faces if change >= 0 else faces[:1]
    passed = throws.count_passed(used + ((own,) if own is not None and change > 0 else ()), stand.rep) + led
    return ladder.read(charge.TEST, min(TOP_ROW, passed)).result == ladder.CHARGE


# ---------------------------------------------------------------- his answer


def _against(made: Charge) -> dict[str, float]:
    """How the charge ends once it is made."""
    target = made.target
    if wounds.is_helpless(target):
        return {TAKEN: 1.0}
    found: dict[str, float] = defaultdict(float)
    for result, chance in answers_of(made).items():
        if result == HUNKER_DOWN:
            found[TAKEN] += chance
        elif result == RUN_AWAY:
            found[ROUTED] += chance
        else:
            for word, share in _through_fire(made, result).items():
                found[word] += chance * share
    return dict(found)


def answers_of(made: Charge) -> dict[str, float]:
    """Chance of each result of Being Charged; he fights without a test if he may take none.

    Rules: NUT-CHRG-03, -04, -06.
    """
    scene, target = made.scene, made.target
    chain = Chain(cast(Battle, scene), [s.id for s in made.men])
    pairs = tuple((s.id, target.id) for s in made.men)
    behind = tuple(s.id for s in made.men if charge.is_surprise(target, (s.x, s.y)))
    if not being_charged.takes_test(chain, target, ChargeMade(pairs=pairs, from_behind=behind)):
        return {ladder.CARRY_ON: 1.0}
    readings = {n: being_charged.reading(chain, target, [s.id for s in made.men], n) for n in ROWS}
    if target.star and being_charged.TEST in stars.TESTS_OF_WILL:
        return {readings[TOP_ROW].result: 1.0}
    rows = nerve_odds.rows_of(target, (being_charged.TEST,), leader_rep(scene, target))
    found: dict[str, float] = defaultdict(float)
    for (row,), chance in rows.items():
        found[readings[row].result] += chance
    return dict(found)


def _through_fire(made: Charge, result: str) -> dict[str, float]:
    """His fire at the chargers, then the melee with those who come through. Rules: NUT-CHRG-04, -05."""
    if result not in FIRING:
        return melee(made, [s.id for s in made.men])
    found: dict[str, float] = defaultdict(float)
    stops = _stops(made, result)
    for row in product((True, False), repeat=len(made.men)):
        chance = 1.0
        for stand, stopped in zip(made.men, row, strict=True):
            chance *= stops[stand.id] if stopped else 1.0 - stops[stand.id]
        if chance <= 0.0:
            continue
        through = [s.id for s, stopped in zip(made.men, row, strict=True) if not stopped]
        if not through:
            found[STOPPED] += chance
            continue
        for word, share in melee(made, through).items():
            found[word] += chance * share
    return dict(found)


def _stops(made: Charge, result: str) -> dict[str, float]:
    """Chance that each charger is shot down, dice spread as the plain allotment spreads them."""
    scene, target = made.scene, made.target
    why = SNAP_FIRE if result == SNAP_FIRE else CHARGED_FIRE
    order = answers.order(scene, target, why, [s.id for s in made.men])
    gunner = shooting.gunner_of(scene, order)
    given = dict(allot.spread(shooting.dice_of(scene, gunner), [s.id for s in made.men]))
    found = {}
    for number, stand in enumerate(made.men, start=1):
        shot = shooting.aim(scene, gunner, running(stand), given.get(stand.id, 0), number)
        die = Die(shot.chance, shot.impact, target.rep)
        found[stand.id] = 1.0 - wound_odds.wounds(scene, stand, [die] * shot.dice).get(MISSED, 0.0)
    return found


def running(stand: ClashStand) -> ClashStand:
    """The man as he will be when he charges."""
    twin = copy.copy(stand)
    twin.charges, twin.prone = "somebody", False
    return twin


# ---------------------------------------------------------------- hand to hand


def facts(made: Charge, through: Sequence[str]) -> tuple[Facts, Facts]:
    """What counts in the first round for the one who strikes, and for the defender."""
    scene, target = made.scene, made.target
    men = [s for s in made.men if s.id in through]
    behind = all(melee_dice.is_behind(target, (s.x, s.y)) for s in men)
    defends = all(melee_dice.defends_obstacle(scene, target, (s.x, s.y)) for s in men)
    fights = bool(target.melee_with)
    return (
        Facts(first_round=True, charging=True, helpers=len(men) - 1),
        Facts(first_round=not fights, beset=behind or fights, behind_obstacle=defends),
    )


def melee(made: Charge, through: Sequence[str]) -> dict[str, float]:
    """Chances of the first round: taken, lost, goes on. Rules: NUT-MELE-02, -03, -04, -06."""
    ours, theirs = facts(made, through)
    men = [s for s in made.men if s.id in through]
    striker = max(men, key=lambda s: dice_of(made.scene, s, ours))
    n, m = dice_of(made.scene, striker, ours), dice_of(made.scene, made.target, theirs)
    found: dict[str, float] = defaultdict(float)
    for (a, b), chance in _scores(n, m):
        outcome, _ = melee_dice.verdict(a, b)
        if outcome == EVEN:
            found[GOES_ON] += chance
            continue
        winner, loser = (striker, made.target) if a > b else (made.target, striker)
        impact = melee_dice.blow(melee_dice.impact(winner), outcome)
        fates = wound_odds.wounds(made.scene, loser, [Die(1.0, impact, winner.rep)])
        gone = sum(fates.get(word, 0.0) for word in (OUT, DEAD, STUNNED))
        found[TAKEN if a > b else LOST] += chance * gone
        found[GOES_ON] += chance * (1.0 - gone)
    return dict(found)


def dice_of(scene: Scene, stand: ClashStand, given: Facts) -> int:
    """Dice that a man rolls."""
    dice, modifiers = melee_dice.dice_of(scene, stand, given)
    return max(0, dice + sum(m.dice for m in modifiers))


def _scores(n: int, m: int) -> Iterator[tuple[tuple[int, int], float]]:
    ours, theirs = successes(n), successes(m)
    for a, chance_a in enumerate(ours):
        for b, chance_b in enumerate(theirs):
            yield (a, b), chance_a * chance_b


@functools.lru_cache(maxsize=64)
def successes(dice: int) -> tuple[float, ...]:
    """Chance of each number of successes of so many dice. Rule: NUT-DICE-03."""
    p = sum(face <= throws.SUCCESS for face in range(1, 7)) / 6
    return tuple(comb(dice, k) * p**k * (1.0 - p) ** (dice - k) for k in range(dice + 1))


def onlookers(scene: Scene, men: Sequence[ClashStand], target: ClashStand) -> list[ClashStand]:
    """Other enemies who see a charger now and may fire before contact. Rule: NUT-CHRG-09."""
    state = state_of(scene)
    tested = {pair.watcher for pair in state.pairs if pair.mover in {s.id for s in men}}
    found = {}
    for man in men:
        for enemy in geometry.seen_by(scene, man):
            fresh = enemy.id != target.id and enemy.is_man and enemy.id not in tested
            if fresh and trigger_points.watches(state, enemy) and eyes.is_before(enemy, man):
                found[enemy.id] = enemy
    return [enemy for enemy in found.values() if state.known(men[0].side, enemy.id) != "unknown"]


def told(found: Mapping[str, float]) -> str:
    """The odds in a few words."""
    good = found.get(TAKEN, 0.0) + found.get(ROUTED, 0.0)
    return f"{good:.0%} / {found.get(LOST, 0.0) + found.get(STOPPED, 0.0):.0%}"
