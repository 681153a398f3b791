"""CFV-AMMO: shells that run out."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.sketch import BATTERY, RIFLES, RUSSIANS, behind, blue, order, red, stand, with_dice
from wargame.engine.orders import Fire
from wargame.rulesets.fascist_vipers import ammunition, losses_tally
from wargame.rulesets.fascist_vipers.data import tables, units


def firing(*dice, **fields):
    battle = sketch.battle_of(
        red("eyes", RIFLES, 20, 24), blue("target", RUSSIANS, 30, 24), behind("guns", BATTERY, "red", **fields)
    )
    with_dice(battle, *dice)
    order(battle, Fire(stand="guns", weapon="burst", at=(30.0, 24.0)))
    return battle


@pytest.mark.rule("CFV-AMMO-01", "CFV-AMMO-02")
def test_the_salvo_that_empties_a_battery_is_resolved_and_the_battery_leaves():
    battle = firing(1, 1, 5, 6, 4, 4, 6, 6)
    assert stand(battle, "target").gone == "destroyed"
    assert stand(battle, "guns").gone == "spent"


@pytest.mark.rule("CFV-AMMO-01")
def test_one_less_keeps_it():
    assert not stand(firing(1, 1, 5, 5, 4, 4, 6, 6), "guns").gone


@pytest.mark.rule("CFV-AMMO-05")
def test_an_empty_burst_uses_shells_too():
    battle = firing(6, 2, 5, 6, 4, 4)
    assert not stand(battle, "target").gone
    assert stand(battle, "guns").gone == "spent"


@pytest.mark.rule("CFV-AMMO-04")
def test_spent_guns_are_no_casualties():
    battle = firing(6, 2, 5, 6, 4, 4)
    assert not sketch.group(battle, "red-support").owes_test
    rows = dict(losses_tally.tally(battle.state))
    assert all("1" not in text for caption, text in rows.items() if "Reds" in caption and "lost" in caption.lower())


@pytest.mark.rule("CFV-AMMO-03")
def test_the_numbers_give_the_printed_chances():
    chances = tables()["out_of_ammo"]["tube_chance_percent"]
    for name, line in (("d3", "UK_25_pdr_battery_40"), ("d4", BATTERY), ("d5", "GE_15_cm_field_howitzer_battery_39")):
        battle = sketch.battle_of(red("a", RIFLES, 5, 5), behind("guns", line, "red"))
        guns = stand(battle, "guns")
        assert units()[line].out_of_ammo == tables()["out_of_ammo"]["tube"][name]
        assert 100 * ammunition.supply(guns).chance == pytest.approx(chances[name], abs=0.06)


def test_granted_fire_missions_are_counted_down():
    battle = firing(6, 2, 1, 1, 1, 1, rounds=1)
    assert stand(battle, "guns").gone == "spent"
    assert stand(firing(6, 2, 1, 1, 1, 1, rounds=2), "guns").rounds == 1
