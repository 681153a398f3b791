"""Mortars, rockets, lasers, popping up."""

from __future__ import annotations

import pytest

from tests.rulesets.fistful_of_tows.sketch import (
    M60,
    MEN,
    T55,
    T72B,
    area,
    battle_of,
    blue,
    order,
    red,
    rolls,
    stand,
)
from wargame.engine.orders import Act, Move
from wargame.rulesets.fistful_of_tows import (
    attack,
    cover,
    direct_acts,
    overwatch,
    spotting,
    targets,
    watch_acts,
)

FAR = blue("far", M60, 70, 46)


# ---------------------------------------------------------------- direct acts


@pytest.mark.rule("FFT-MORT-01", "FFT-MORT-02", "FFT-MORT-03", "FFT-TGT-06", "FFT-SA-08")
def test_battalion_mortars_fire_in_the_firing_phase_at_what_others_see():
    battle = battle_of(
        red("m", "su_120", 20, 20),
        red("eye", T55, 24, 32),
        blue("b", MEN, 33, 32),
        FAR,
        step="fire_a",
        groups={"red-1": {"cohesive": True}},
        features=[area("w", "woods_light", 22, 15, 30, 28)],
        dice=[5],
    )
    order(battle, Act(stand="m", act="mortar", target="b"))
    assert rolls(battle, "shells")[0].needed == "4+"


@pytest.mark.rule("FFT-IAT-02", "FFT-IAT-03")
def test_a_light_mortar_fires_if_its_men_stood_still():
    line_id = next(r.id for r in _lines() if r.weapon("mortar"))
    battle = battle_of(red("r", T55, 5, 5), red("m", line_id, 20, 20), blue("b", MEN, 28, 20), FAR, step="fire_a")
    assert direct_acts.check(battle, Act(stand="m", act="mortar", target="b")) is None
    stand(battle, "m").moved = True
    assert direct_acts.check(battle, Act(stand="m", act="mortar", target="b")) is not None


def _lines():
    from wargame.rulesets.fistful_of_tows import data

    return list(data.lines().values())


@pytest.mark.rule("FFT-RKT-01", "FFT-RKT-02")
def test_a_helicopter_has_two_rocket_attacks():
    battle = battle_of(red("h", "su_mi24v", 20, 20), blue("b", MEN, 30, 20), FAR, step="fire_a", dice=[6, 6])
    assert stand(battle, "h").rockets == 2
    order(battle, Act(stand="h", act="rockets", target="b"))
    assert stand(battle, "h").rockets == 1 and rolls(battle, "shells")


@pytest.mark.rule("FFT-LAS-01", "FFT-LAS-02", "FFT-LAS-03")
def test_a_designator_serves_missiles_of_others():
    battle = battle_of(
        red("t", T72B, 20, 20),
        blue("h", "us_ah64a", 50, 30),
        blue("fo", "us_fo_laser", 35, 20),
        FAR,
        step="fire_b",
        features=[area("w", "woods_light", 40, 20, 44, 40)],
    )
    missile = stand(battle, "h").ratings.weapon("missile")
    assert targets.check_target(battle, stand(battle, "h"), missile, stand(battle, "t")) is not None
    order(battle, Act(stand="fo", act="designate", target="t"))
    assert targets.check_target(battle, stand(battle, "h"), missile, stand(battle, "t")) is None


@pytest.mark.rule("FFT-HELO-06", "FFT-HELO-07")
def test_a_helicopter_pops_up_over_the_wood_in_front_of_it():
    wood = area("w", "woods_light", 22, 10, 23, 30)
    battle = battle_of(red("h", "su_mi24v", 21.4, 20), blue("b", M60, 45, 20), FAR, step="fire_a", features=[wood])
    assert not spotting.has_sight(battle, stand(battle, "h"), stand(battle, "b"))
    order(battle, Act(stand="h", act="pop_up"))
    assert spotting.has_sight(battle, stand(battle, "h"), stand(battle, "b"))


@pytest.mark.rule("FFT-HELO-11")
def test_a_low_helicopter_saves_on_five_and_against_missiles_on_four():
    battle = battle_of(red("h", "su_mi24v", 20, 20), blue("b", M60, 30, 20), FAR)
    here = cover.units.footprint(stand(battle, "b"))
    assert cover.save_number(battle, stand(battle, "h"), here, missile=False, top=False)[0] == 5
    assert cover.save_number(battle, stand(battle, "h"), here, missile=True, top=False)[0] == 4


@pytest.mark.rule("FFT-IAT-01", "FFT-IAT-04")
def test_a_light_anti_tank_weapon_needs_a_six_at_long_range():
    battle = battle_of(red("men", "su_mr", 20, 20), blue("b", M60, 30, 20), FAR)
    law = stand(battle, "men").ratings.weapon("law")
    band = attack.band_of(law, law.rng * 1.5)
    assert band == attack.LONG and attack.need_of(law, band) == 6


@pytest.mark.rule("FFT-MORT-01", "FFT-OW-06")
def test_mortars_that_neither_moved_nor_fired_answer_a_move_on_overwatch():
    battle = battle_of(
        red("r", "su_mr_85", 20, 20), blue("m", "us_m106", 30, 20), prepare={"m": {"marker": "overwatch"}}, dice=[6] * 9
    )
    order(battle, Move(stand="r", path=((22.0, 20.0),)))
    assert battle.request.purpose == "overwatch" and battle.request.subjects == ("m",)
    order(battle, Act(stand="m", act="mortar", target="r"))
    assert rolls(battle, "shells") and stand(battle, "m").marker == ""
    assert battle.request is None or battle.request.purpose != "overwatch"


@pytest.mark.rule("FFT-MORT-01")
def test_mortars_that_moved_have_no_overwatch_fire():
    battle = battle_of(
        red("r", "su_mr_85", 20, 20), blue("m", "us_m106", 30, 20), prepare={"m": {"marker": "overwatch"}}
    )
    assert watch_acts.orders(battle, stand(battle, "m"))
    stand(battle, "m").moved = True
    assert not watch_acts.orders(battle, stand(battle, "m"))


@pytest.mark.rule("FFT-HELO-06")
def test_a_helicopter_on_overwatch_pops_up_fires_and_goes_down_again():
    wood = area("w", "woods_light", 22, 10, 23, 30)
    battle = battle_of(
        red("r", T55, 40, 20, 180.0),
        red("far", T55, 66, 40),
        blue("h", "us_ah1s", 21.4, 20, 0.0),
        features=[wood],
        prepare={"h": {"marker": "overwatch"}},
        dice=[1] * 6,
    )
    order(battle, Move(stand="r", path=((38.0, 20.0),)))
    assert battle.request.purpose == "overwatch"
    order(battle, Act(stand="h", act="pop_up"))
    assert stand(battle, "h").popped and battle.request.purpose == "overwatch"
    order(battle, overwatch.legal_orders(battle, stand(battle, "h"), scoots=False)[0])
    assert not stand(battle, "h").popped
