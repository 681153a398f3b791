"""Odds of what bursts and burns: the same chances as running the resolution over every combination of dice."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build, oracle
from tests.rulesets.clash_of_titans.build import area, blue, red
from tests.rulesets.clash_of_titans.duels import T34, duel, german, russian
from wargame.engine.orders import Fire, Shot
from wargame.rulesets.clash_of_titans import appraise, burst_odds, fires, shots, special_fire
from wargame.rulesets.clash_of_titans.causes import Volley
from wargame.rulesets.clash_of_titans.state import HUNKERED

NEAR = 1e-9
MORTAR, GRENADE, ROCKET = "medium mortar 81/82mm", "hand grenade", "Panzerfaust 30"


@pytest.fixture(autouse=True)
def quiet(monkeypatch):
    """Nobody moves and nothing catches fire."""
    oracle.without_moves(monkeypatch)
    monkeypatch.setattr(fires, "try_ignite", lambda *given, **more: None)


def compare(battle, order, *names):
    """The odds of an order against every combination of dice, for these men."""
    assert special_fire.check(battle, order) is None
    counted = burst_odds.odds(battle, order)
    active = [order.stand]
    exact = oracle.fates(battle, Volley(orders=(shots.fire_order(battle, order),)), active, list(names))
    for name in names:
        mine = dict(counted.get(name, {}))
        mine["duck_back"] = mine.get("duck_back", 0.0) + mine.pop("retire", 0.0)
        standing = oracle.WORDS.get(build.stand(battle, name).status, "carry_on")
        mine[standing] = mine.pop("carry_on", 0.0) + mine.get(standing, 0.0) * (standing != "carry_on")
        mine[standing] += max(0.0, 1.0 - sum(mine.values()))
        for word in {*mine, *exact[name]}:
            assert mine.get(word, 0.0) == pytest.approx(exact[name].get(word, 0.0), abs=NEAR), (name, word)
    return counted


def still(battle, *names):
    """These men take no test when they are missed."""
    for name in names:
        build.stand(battle, name).status = HUNKERED
    return battle


def mortar(*men):
    """A mortar and these men, who take no test when they are missed."""
    battle = still(build.battle_of(red("m", 10, 20, "GE_mortar", rep=4), *men), *(man.id for man in men))
    build.stand(battle, "m").set_up = True
    return battle


@pytest.mark.rule("NUT-HE-08")
def test_a_mortar_shell_deviates_and_bursts():
    found = compare(mortar(blue("b", 41, 20)), Fire(stand="m", weapon=MORTAR, at=(40.0, 20.0)), "b")
    assert 0.0 < found["b"]["dead"] < sum(found["b"].values()) < 1.0


@pytest.mark.fuzz
def test_one_die_is_read_for_all_in_the_circle():
    battle = mortar(blue("b", 40, 20), blue("c", 41.5, 20))
    compare(battle, Fire(stand="m", weapon=MORTAR, at=(40.0, 20.0)), "b", "c")


@pytest.mark.rule("NUT-ATW-05")
def test_a_rocket_among_men_frightens_who_is_missed():
    battle = build.battle_of(red("r", 10, 20, "GE_panzerfaust", rep=3), blue("b", 15, 20, rep=3))
    compare(battle, Fire(stand="r", weapon=ROCKET, targets=(Shot("b", 1),)), "b")


@pytest.mark.rule("NUT-BLDG-10", "NUT-COLL-01")
def test_a_rocket_at_a_house_shakes_or_fells_it():
    house = area("house", "building", 14, 17, 19, 23, type="wooden")
    battle = still(
        build.battle_of(red("r", 10, 20, "GE_panzerfaust", rep=4), blue("b", 16, 20, rep=4), features=[house]), "b"
    )
    compare(battle, Fire(stand="r", weapon=ROCKET, at=(16.0, 20.0)), "b")


@pytest.mark.rule("NUT-FLAM-01", "NUT-FLAM-02")
def test_a_flame_strikes_each_for_himself():
    battle = build.battle_of(red("f", 10, 20, "GE_flamethrower", rep=4), blue("b", 14, 20, rep=3))
    compare(battle, Fire(stand="f", weapon="flamethrower", targets=(Shot("b", 1),)), "b")


@pytest.mark.rule("NUT-HE-04", "NUT-HE-06")
def test_a_shell_at_a_tank_strikes_its_armour_or_misses():
    """Who is not hit by it is not touched; men near the tank are, when it strikes."""
    battle = duel(
        german("pz", "panzer_iv_g", 20, 24, facing=0), russian("t", T34, 40, 24, facing=180), blue("m", 41, 25)
    )
    battle.stand("pz").loaded = "HE"
    order = Fire(stand="pz", weapon="main gun", targets=(Shot("t", 1),), mode="HE")
    assert burst_odds.handles(battle, order)
    found = burst_odds.odds(battle, order)
    gunner = next(s for s in battle.state.stands.values() if s.carrier == "pz" and s.station == "gunner")
    p = gunner.rep / 6
    assert sum(found["t"].values()) == pytest.approx(1 - (1 - p) ** 2)
    assert sum(found["m"].values()) == pytest.approx(1 - (1 - p) ** 2)


def test_a_throw_at_a_friend_is_worth_less_than_nothing():
    battle = build.battle_of(red("g", 10, 20), red("friend", 15.5, 20), blue("b", 30, 20))
    thrower = build.stand(battle, "g")
    thrower.readied, thrower.rounds = GRENADE, ((GRENADE, 1),)
    assert appraise.appraise(battle, Fire(stand="g", weapon=GRENADE, at=(15.0, 20.0))).worth < 0.0
