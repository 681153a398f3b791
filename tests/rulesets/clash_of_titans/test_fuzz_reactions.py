"""Random fire fights: every chain of reactions ends, within the bound that the rules promise."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import area, blue, red, strip
from tests.rulesets.clash_of_titans.firefight import shot, volley
from wargame.engine.dice import Dice
from wargame.engine.orders import Chosen, Confirmed, Picked
from wargame.engine.requests import Choose, Confirm, Pick
from wargame.rulesets.clash_of_titans import chain, eyes, shooting, targets
from wargame.rulesets.clash_of_titans.causes import FireOrder, Newcomers

WEAPONS = ("rifleman", "smg", "semi_rifleman", "pistol", "nco_smg", "sniper")
GUNS = {"red": "GE_mg42", "blue": "SU_lmg_pan"}
TRAITS = (
    "Fanatic",
    "Nervous",
    "Steely Nerves",
    "Plucky",
    "Cowardly",
    "Crack Shot",
    "Frail",
    "Resilient",
    "Lucky",
    "Unlucky",
    "Quick Reflexes",
    "Slow to React",
)
WORSE = {"ready": 0, "ducked_back": 1, "hunkered_down": 2, "running": 3}


def fight(seed: int):
    """A random fight on a little ground, with red's first group acting."""
    r = random.Random(seed)
    units = []
    for side, make, x in (("red", red, 14.0), ("blue", blue, 36.0)):
        for group in range(r.randint(1, 2)):
            for n in range(r.randint(1, 4)):
                line = GUNS[side] if r.random() < 0.15 else f"{'GE' if side == 'red' else 'SU'}_{r.choice(WEAPONS)}"
                units.append(
                    make(
                        f"{side[0]}{group}{n}",
                        round(x + r.uniform(-6, 6), 2),
                        round(14 + 10 * group + 2.1 * n + r.uniform(0, 0.9), 2),
                        line=line,
                        group=f"{side}-{group}",
                        rep=r.randint(2, 6),
                        nco=n == 0 and r.random() < 0.6,
                        star=n == 0 and r.random() < 0.1,
                        attributes=[r.choice(TRAITS)] if r.random() < 0.3 else [],
                    )
                )
    ground = [
        strip("wall", "wall", (30.0, 10), (30.0, 40)),
        area("woods", "woods_light", 33, 12, 44, 22),
        area("hut", "building", 24, 26, 28, 31),
        area("crops", "crops", 8, 20, 18, 30),
    ]
    battle = build.battle_of(*units, features=[f for f in ground if r.random() < 0.5])
    battle.dice = Dice(seed)
    for stand in battle.state.stands.values():
        if r.random() < 0.1:
            stand.status = r.choice(["ducked_back", "hunkered_down", "stunned", "running"])
    return battle, r


def cause_of(battle, r):
    """A voluntary volley of some men of the acting group, or a man newly seen."""
    active = [s for s in battle.state.stands.values() if s.group == "red-0" and targets.unfit(battle, s) is None]
    orders = []
    for stand in active:
        able = targets.able_targets(battle, stand)
        if able and r.random() < 0.7:
            dice = shooting.dice_of(battle, shooting.gunner_of(battle, FireOrder(stand=stand.id, weapon=stand.in_hand)))
            orders.append(shot(stand.id, (r.choice(able).id, dice), weapon=stand.in_hand))
    if orders and r.random() < 0.6:
        return volley(*orders)
    pairs = tuple(pair for s in active for pair in eyes.newly_seen(battle, s))
    return Newcomers(pairs=pairs) if pairs else (volley(*orders) if orders else None)


def answer(request, r):
    """The suggestion, or any other answer that is no allotment."""
    if r.random() < 0.5 or request.purpose.startswith("allot"):
        return request.suggestion
    if isinstance(request, Choose):
        return Chosen(option=r.choice(request.options).id)
    if isinstance(request, Confirm):
        return Confirmed(yes=r.random() < 0.5)
    assert isinstance(request, Pick)
    return Picked(items=tuple((item.id, 1) for item in request.items if r.random() < 0.5))


def run(seed: int):
    """One chain; its outcome and the number of figures in play, or None where nobody can do anything."""
    battle, r = fight(seed)
    cause = cause_of(battle, r)
    if cause is None:
        return None
    figures = [s.id for s in battle.state.stands.values() if s.in_play]
    before = {name: battle.state.stands[name].status for name in figures}
    active = [s.id for s in battle.state.stands.values() if s.group == "red-0"]
    steps = chain.resolve(battle, [cause], active)
    try:
        request = next(steps)
        while True:
            request = steps.send(answer(request, r))
    except StopIteration as stop:
        outcome = stop.value
    check(battle, outcome, before, seed)
    return outcome, len(figures)


def check(battle, outcome, before, seed):
    """What has to be so after any chain."""
    assert outcome.volleys <= 3 * len(before) + 1, seed
    assert all(count <= 3 for _, count in outcome.shots), seed
    pairs = Counter((p.watcher, p.mover) for p in build.state(battle).pairs)
    assert not pairs or max(pairs.values()) == 1, seed
    for name, was in before.items():
        stand = battle.state.stands[name]
        if was in WORSE and stand.status in WORSE and not stand.gone:
            assert WORSE[stand.status] >= WORSE[was], (seed, name)


@pytest.mark.rule("NUT-CHAIN-08", "NUT-CHAIN-09", "NUT-CHAIN-14")
def test_every_chain_ends_within_its_bound():
    found = [run(seed) for seed in (1022, 1229, *range(10))]
    assert sum(row is not None for row in found) >= 8
    assert max(outcome.volleys for outcome, _ in filter(None, found)) >= 3


@pytest.mark.fuzz
def test_every_chain_of_many_ends_within_its_bound(capsys):
    volleys, tightest = Counter(), 0.0
    for seed in range(1000, 3000):
        row = run(seed)
        if row is not None:
            volleys[row[0].volleys] += 1
            tightest = max(tightest, row[0].volleys / (3 * row[1] + 1))
    total = sum(volleys.values())
    mean = sum(n * count for n, count in volleys.items()) / total
    with capsys.disabled():
        print(f"\n{total} chains: mean {mean:.2f} volleys, longest {max(volleys)}, nearest to the bound {tightest:.0%}")
