"""Exact chances of a volley: what becomes of each man it can touch, from To Hit through damage, recovery and nerve.

The functions are those of the resolution: `shooting.aim` for what counts, `damage` and `recover` for what dice do,
`received_fire` and `man_down` for what nerves make of it. The next volley is not looked at.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple, cast

from wargame.engine.battle import Battle
from wargame.engine.ruleset import Scene
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import (
    attributes,
    damage,
    groups,
    leaders,
    man_down,
    nerve,
    nerve_odds,
    received_fire,
    shooting,
    to_hit,
    volley,
    wound_odds,
)
from wargame.rulesets.clash_of_titans.causes import FireOrder, Incoming, Loss, Toll
from wargame.rulesets.clash_of_titans.chain import Chain
from wargame.rulesets.clash_of_titans.damage import DEAD
from wargame.rulesets.clash_of_titans.ladder import Reading
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.nerve import LEADER_LOST, MAN_DOWN, RECEIVED_FIRE, ROWS, Due
from wargame.rulesets.clash_of_titans.shooting import Gunner, Shot
from wargame.rulesets.clash_of_titans.state import OUT, STUNNED, ClashStand
from wargame.rulesets.clash_of_titans.wound_odds import MISSED, RECOVERED, Die

FINE, STUN, LOST = "fine", "stunned", "lost"
_CLASS = {MISSED: FINE, RECOVERED: FINE, STUNNED: STUN, OUT: LOST, DEAD: LOST}
MOST_FRIENDS = 5
"""Other targets whose fates are followed one by one for a man's nerve."""


@dataclass(slots=True)
class Known:
    """What does not hang on the dice, worked out once for a whole count: cover, readings of Received Fire."""

    covered: dict[tuple[str, tuple[str, ...]], bool] = field(default_factory=dict)
    readings: dict[tuple[str, tuple[Incoming, ...], frozenset[str]], dict[int, Reading]] = field(default_factory=dict)

    @staticmethod
    def of(scene: Scene) -> Known:
        """What is known of a scene: kept with a view, which never changes; else nothing yet."""
        if not isinstance(scene, View):
            return Known()
        found: Known = scene.kept.setdefault("known of nerve", Known())
        return found

    def is_covered(self, scene: Scene, stand: ClashStand, enemies: tuple[str, ...]) -> bool:
        """As `nerve.is_covered`."""
        key = stand.id, enemies
        if key not in self.covered:
            self.covered[key] = nerve.is_covered(scene, stand, enemies)
        return self.covered[key]

    def received(self, chain: Chain, stand: ClashStand, incoming: tuple[Incoming, ...]) -> dict[int, Reading]:
        """As `received_fire.readings`."""
        key = stand.id, incoming, chain.active
        if key not in self.readings:
            self.readings[key] = received_fire.readings(chain, stand, incoming)
        return self.readings[key]


@dataclass(slots=True)
class Fire:
    """A volley as it is counted: dice by target, what each target would remember of it."""

    scene: Scene
    chain: Chain
    dice: dict[str, list[Die]] = field(default_factory=dict)
    incoming: dict[str, list[Incoming]] = field(default_factory=dict)
    shots: list[tuple[Gunner, Shot]] = field(default_factory=list)
    losses: dict[str, Loss] = field(default_factory=dict)
    known: Known = field(default_factory=Known)


def odds(scene: Scene, orders: Sequence[FireOrder], active: Iterable[str] = ()) -> dict[str, dict[str, float]]:
    """For each man that the volley can touch: chance of each thing that can become of him.

    Words: dead, out_of_the_fight, stunned, carry_on, return_fire, snap_fire, halt, duck_back, hunker_down, retire,
    run_away. Targets are men; what armour does is told elsewhere.
    """
    return of_fire(counted(scene, orders, active))


def of_fire(fire: Fire) -> dict[str, dict[str, float]]:
    """The same for a volley that is counted already."""
    total: dict[str, dict[str, float]] = {}
    for chance, dice in _scenarios(fire.scene, fire):
        part = of_dice(fire, dice)
        for name, row in part.items():
            mine = total.setdefault(name, defaultdict(float))
            for word, share in row.items():
                mine[word] += chance * share
    return {name: dict(row) for name, row in total.items()}


def counted(scene: Scene, orders: Sequence[FireOrder], active: Iterable[str] = ()) -> Fire:
    """The dice of a volley by target, as `volley` would roll them."""
    fire = Fire(scene, Chain(cast(Battle, scene), active), known=Known.of(scene))
    state = state_of(scene)
    for order in orders:
        gunner = shooting.gunner_of(scene, order)
        for number, (name, dice) in enumerate(order.targets, start=1):
            shot = shooting.aim(scene, gunner, state.stands[name], dice, number)
            shot = shooting.against_spot(shot) if order.at is not None else shot
            fire.shots.append((gunner, shot))
            rep = wound_odds.rep_of(scene, gunner.body.id)
            fire.dice.setdefault(name, []).extend([Die(shot.chance, shot.impact, rep)] * dice)
            fire.incoming.setdefault(name, []).append(volley.incoming(fire.chain, gunner, hit=False))
    for name in fire.dice:
        fire.losses[name] = damage.loss_of(cast(Battle, scene), state.stands[name])
    return fire


# ---------------------------------------------------------------- Crack Shots


def _scenarios(scene: Scene, fire: Fire) -> list[tuple[float, dict[str, list[Die]]]]:
    """The volley with the dice of each Crack Shot settled, in every way they can fall. Others' dice stay dice.

    Rule: NUT-ATTR-02.
    """
    found = [(1.0, fire.dice)]
    crack = [g for g in {id(g): g for g, _ in fire.shots}.values() if attributes.has(g.man, "Crack Shot")]
    for gunner in crack:
        shots = [shot for g, shot in fire.shots if g is gunner]
        rep = wound_odds.rep_of(scene, gunner.body.id)
        made = []
        for chance, hits in _hits_of(shots):
            for before, dice in found:
                made.append((before * chance, _settled(dice, shots, hits, rep)))
        found = made
    return found


def _settled(
    dice: Mapping[str, list[Die]], shots: Sequence[Shot], hits: Sequence[int], rep: int
) -> dict[str, list[Die]]:
    settled = {name: list(rows) for name, rows in dice.items()}
    for shot, count in zip(shots, hits, strict=True):
        for _ in range(shot.dice):
            settled[shot.target].remove(Die(shot.chance, shot.impact, rep))
        settled[shot.target] += [Die(1.0, shot.impact, rep)] * count
    return settled


def _hits_of(shots: Sequence[Shot]) -> list[tuple[float, tuple[int, ...]]]:
    """Chances of so many hits on each target, one missed die rolled again where it has the best chance."""
    found: dict[tuple[int, ...], float] = defaultdict(float)
    for kept, missed, chance in _first_throws(shots):
        again = [(shots[n].chance, -n) for n in range(len(shots)) if missed[n]]
        if not again or max(again)[0] <= 0.0:
            found[kept] += chance
            continue
        best = -max(again)[1]
        p = shots[best].chance
        found[tuple(k + (n == best) for n, k in enumerate(kept))] += chance * p
        found[kept] += chance * (1.0 - p)
    return [(chance, hits) for hits, chance in found.items()]


def _first_throws(shots: Sequence[Shot]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], float]]:
    """Every first throw: hits and missed dice by target. A six of a pitiful shot is no missed die."""
    rows = []
    for shot in shots:
        p = shot.chance
        lost = sum(shooting.is_missed(face, shot) for face in wound_odds.FACES) / wound_odds.SIDES
        rows.append([kind for kind in (("hit", p), ("missed", lost), ("spent", 1.0 - p - lost)) if kind[1] > 1e-12])
    places = [n for n, shot in enumerate(shots) for _ in range(shot.dice)]
    for faces in product(*(rows[n] for n in places)):
        chance, hits, missed = 1.0, [0] * len(shots), [0] * len(shots)
        for n, (kind, share) in zip(places, faces, strict=True):
            chance *= share
            hits[n] += kind == "hit"
            missed[n] += kind == "missed"
        yield tuple(hits), tuple(missed), chance


# ---------------------------------------------------------------- fates and nerve


def of_dice(fire: Fire, dice: Mapping[str, Sequence[Die]]) -> dict[str, dict[str, float]]:
    """What becomes of each whom these dice touch, and of those who mind his fate."""
    state = state_of(fire.scene)
    fates = {name: wound_odds.wounds(fire.scene, state.stands[name], rows) for name, rows in dice.items()}
    found: dict[str, dict[str, float]] = {}
    for name in _touched(fire):
        own = fates.get(name, {RECOVERED: 1.0})
        row: dict[str, float] = defaultdict(float)
        for fate, chance in own.items():
            if fate in (MISSED, RECOVERED):
                for word, share in _nerve(fire, state.stands[name], fate, fates).items():
                    row[word] += chance * share
            else:
                row[fate] += chance
        found[name] = dict(row)
    return found


def _touched(fire: Fire) -> list[str]:
    """Targets, friends near them, and the group of a leader among them."""
    state = state_of(fire.scene)
    found = list(fire.dice)
    for loss in fire.losses.values():
        found += loss.near
        if loss.leader:
            found += [s.id for s in groups.members(state, loss.group) if s.is_man]
    return list(dict.fromkeys(found))


class _Case(NamedTuple):
    """What of all that can happen round a man bears on his nerve: facts of his Man Down (None: he takes none), whether
    his leader falls, the Rep of a leader whose die steadies him."""

    down: tuple[str, ...] | None
    led: bool
    leader_rep: int


def _nerve(fire: Fire, stand: ClashStand, fate: str, fates: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """What he does who was missed (or recovered, or was no target), over all fates of those he minds."""
    tested = fate == MISSED and received_fire.takes_test(fire.chain, stand, Toll())
    shaken = man_down.takes_test(fire.chain, stand)
    cases: dict[_Case, float] = defaultdict(float)
    for chance, fallen in _falls(fire, stand, fates) if shaken else ():
        cases[_case(fire, stand, tested, fallen)] += chance
    found: dict[str, float] = defaultdict(float)
    for case, chance in (cases or {_Case(None, False, 0): 1.0}).items():
        for word, share in _results(fire, stand, tested, case).items():
            found[word] += chance * share
    return dict(found)


def _falls(
    fire: Fire, stand: ClashStand, fates: Mapping[str, Mapping[str, float]]
) -> Iterator[tuple[float, dict[str, str]]]:
    """How those whom he minds may fall. Of all but his leader it only counts whether they are lost."""
    leader = groups.leader(state_of(fire.scene), stand.group)
    rows = []
    for name in _minded(fire, stand):
        shares = dict.fromkeys((FINE, STUN, LOST), 0.0)
        for fate, chance in fates[name].items():
            word = _CLASS[fate]
            is_leader = leader is not None and leader.id == name
            shares[FINE if word == STUN and not is_leader else word] += chance
        rows.append([(name, word, chance) for word, chance in shares.items() if chance > 0.0])
    for row in product(*rows):
        yield math.prod(chance for _, _, chance in row), {name: word for name, word, _ in row}


def _minded(fire: Fire, stand: ClashStand) -> list[str]:
    """Other targets whose fates bear on a man: near him, his leader, men of his group."""
    state = state_of(fire.scene)
    found = [
        name
        for name, loss in fire.losses.items()
        if name != stand.id and (stand.id in loss.near or state.stands[name].group == stand.group)
    ]
    return found[:MOST_FRIENDS]


def _case(fire: Fire, stand: ClashStand, tested: bool, fallen: Mapping[str, str]) -> _Case:
    """What it means to him that these have fallen so. tested: he takes Received Fire himself."""
    state = state_of(fire.scene)
    lost = [name for name, word in fallen.items() if word == LOST]
    near = [name for name in lost if stand.id in fire.losses[name].near]
    led = [name for name in lost if fire.losses[name].leader and fire.losses[name].group == stand.group]
    if not near:
        return _Case(None, bool(led), 0)
    by = (stand.id,) if tested else dict.fromkeys((*near, *led))
    enemies = dict.fromkeys(i.shooter for name in by for i in fire.incoming[name] if i.shooter)
    fewer = sum(state.stands[name].group == stand.group for name in lost)
    covered = fire.known.is_covered(fire.scene, stand, tuple(enemies))
    facts = man_down.facts_of(fire.scene, stand, (), fewer, covered)
    return _Case(facts, bool(led), _leader_rep(fire, stand, fallen))


def _results(fire: Fire, stand: ClashStand, tested: bool, case: _Case) -> dict[str, float]:
    """Chances of what he has to do in one case."""
    due = Due(stand)
    if tested:
        due.tests.append(RECEIVED_FIRE)
        due.incoming = tuple(fire.incoming[stand.id])
        due.readings[RECEIVED_FIRE] = fire.known.received(fire.chain, stand, due.incoming)
    if case.down is not None:
        due.tests.append(MAN_DOWN)
        due.readings[MAN_DOWN] = {n: man_down.readings(stand, MAN_DOWN, n, case.down) for n in ROWS}
    if case.led:
        due.tests.append(LEADER_LOST)
        due.readings[LEADER_LOST] = {n: man_down.readings(stand, LEADER_LOST, n, ()) for n in ROWS}
    return nerve_odds.results(due, case.leader_rep) if due.tests else {"carry_on": 1.0}


def _leader_rep(fire: Fire, stand: ClashStand, fallen: Mapping[str, str]) -> int:
    """Rep of the leader whose die steadies him at Man Down, 0 without one. Rules: NUT-LDR-02, -03."""
    state = state_of(fire.scene)
    leader = groups.leader(state, stand.group)
    if leader is None or fallen.get(leader.id, FINE) != FINE:
        return 0
    left = len(groups.members(state, stand.group)) - sum(
        word == LOST and state.stands[name].group == stand.group for name, word in fallen.items()
    )
    return leader.rep if left >= 2 and leaders.steadies(state, stand.group, stand) else 0


def needed(shot: Shot) -> str:
    """What one die of a shot has to show."""
    return to_hit.needed(shot.rep, shot.at)
