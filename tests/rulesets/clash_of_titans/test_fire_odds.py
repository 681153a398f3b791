"""Odds of fire: the same chances as running the resolution over every combination of dice."""

from __future__ import annotations

import random

import pytest

from tests.rulesets.clash_of_titans import build, oracle
from tests.rulesets.clash_of_titans.build import area, blue, red
from tests.rulesets.clash_of_titans.firefight import shot, volley, wall
from wargame.engine.orders import Fire, Shot
from wargame.rulesets.clash_of_titans import fire_odds, shots

NEAR = 1e-9
SINGLES = ("GE_rifleman", "GE_rifleman", "GE_carbineer", "GE_sniper")
DOUBLES = ("GE_pistol", "GE_semi_rifleman")
TRAITS = ("Frail", "Resilient", "Fanatic", "Nervous", "Steely Nerves", "Plucky", "Cowardly", "Unlucky", "")
MARKSMEN = ("Poor Shot", "Marksman", "")
STATUSES = ("stunned", "ducked_back", "running", "hunkered_down")
GROUND = (
    lambda r: wall(r.uniform(37.9, 39.4), 20, 28),
    lambda r: area("woods", "woods_light", 39.0, 10, 60, 40),
    lambda r: area("crops", "crops", 39.2, 10, 60, 40),
)


def position(seed: int):
    """A random small fight: one man fires at one or two, who may have a friend near and cover."""
    r = random.Random(seed)
    double = r.random() < 0.1
    line = r.choice(DOUBLES if double else SINGLES)
    x = r.uniform(30.0, 37.0) if line == "GE_pistol" else r.uniform(5.0, 34.0)
    units = [red("shooter", x, 24, line=line, rep=r.randint(2, 6), attributes=_traits(r, MARKSMEN))]
    two = double and r.random() < 0.3
    for n in range(2 if two else 1):
        units.append(blue(f"target-{n}", 40, 24 + 0.9 * n, nco=r.random() < 0.2, **_man(r)))
    if not double and r.random() < 0.4:
        units.append(blue("friend", 41.2, r.uniform(21.5, 27.5), nco=r.random() < 0.2, **_man(r)))
    if r.random() < 0.5:
        units.append(blue("far", 60, 40, nco=True))
    ground = [make(r) for make in GROUND if r.random() < 0.3]
    battle = build.battle_of(*units, features=ground[:1])
    men = [u.id for u in units[1:] if u.id != "far"]
    for name in men:
        build.stand(battle, name).star_power = min(1, build.stand(battle, name).star_power)
        chance = 0.9 if two else 0.15
        if r.random() < chance:
            build.stand(battle, name).status = r.choice(["stunned", "hunkered_down"] if two else STATUSES)
    return battle, ["target-0", "target-1"][: 2 if two else 1], men


def _man(r):
    return {
        "rep": r.randint(2, 5),
        "star": r.random() < 0.08,
        "attributes": _traits(r, TRAITS) if r.random() < 0.4 else [],
        "facing": r.choice([180.0, 180.0, 180.0, 20.0]),
    }


def _traits(r, among):
    return [name for name in [r.choice(among)] if name]


def compare(seed: int) -> bool:
    """Compare one position; False if nothing can be fired at there."""
    battle, names, everybody = position(seed)
    shooter = build.stand(battle, "shooter")
    rating = {"GE_pistol": 2, "GE_semi_rifleman": 2}.get(shooter.line, 1)
    if rating > len(names):
        rows = ((names[0], rating),)
    else:
        rows = tuple((name, 1) for name in names)
    order = Fire(stand="shooter", weapon=shooter.in_hand, targets=tuple(Shot(n, d) for n, d in rows))
    if shots.check(battle, order) is not None:
        return False
    fired = shot("shooter", *rows, weapon=shooter.in_hand)
    counted = fire_odds.odds(battle, [fired], ["shooter"])
    exact = oracle.fates(battle, volley(fired), ["shooter"], everybody)
    for name in everybody:
        mine = dict(counted.get(name, {}))
        mine["duck_back"] = mine.get("duck_back", 0.0) + mine.pop("retire", 0.0)
        standing = oracle.WORDS.get(build.stand(battle, name).status)
        if standing:
            mine[standing] = mine.get(standing, 0.0) + mine.pop("carry_on", 0.0 if mine else 1.0)
        elif not mine:
            mine = {build.stand(battle, name).status.replace("ready", "carry_on"): 1.0}
        if build.stand(battle, name).status == "stunned":
            mine["stunned"] = mine.get("stunned", 0.0) + mine.pop("carry_on", 0.0)
        for word in {*mine, *exact[name]}:
            assert mine.get(word, 0.0) == pytest.approx(exact[name].get(word, 0.0), abs=NEAR), (seed, name, word)
    return True


@pytest.mark.parametrize("seed", [1004, 1009, 1016, 1025, 1028])
def test_odds_are_those_of_the_resolution(seed, monkeypatch):
    oracle.without_moves(monkeypatch)
    compare(seed)


@pytest.mark.fuzz
def test_odds_are_those_of_the_resolution_in_many_positions(monkeypatch):
    oracle.without_moves(monkeypatch)
    assert sum(compare(seed) for seed in range(1000, 1280)) >= 200
