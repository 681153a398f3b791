"""Small arms, quality checks, pins, losses."""

from __future__ import annotations

import pytest

from tests.rulesets.fistful_of_tows.gunnery import numbers
from tests.rulesets.fistful_of_tows.sketch import (
    BMP2,
    M1A1,
    M60,
    MEN,
    RIFLES,
    T55,
    aboard,
    area,
    battle_of,
    blue,
    red,
    rolls,
    stand,
)
from wargame.rulesets.fistful_of_tows import checks, losses
from wargame.rulesets.fistful_of_tows.state import Owed

# ---------------------------------------------------------------- small arms and checks


@pytest.mark.rule("FFT-SA-01", "FFT-SA-02", "FFT-SA-09", "FFT-SA-10", "FFT-SA-11", "FFT-VEH-06")
def test_small_arms_mind_cover_and_movement():
    wood, town = area("w", "woods_light", 30, 10, 34, 19), area("t", "town", 30, 20, 34, 30)
    battle = battle_of(
        red("r", BMP2, 20, 20),
        blue("w", MEN, 30.3, 15),
        blue("t", MEN, 30.3, 25),
        blue("m", MEN, 26, 33),
        features=[wood, town],
        prepare={"m": {"moved": True}},
    )
    assert [numbers(battle, "r", "gun", n).add for n in ("w", "t", "m")] == [-1, -2, 2]


@pytest.mark.rule("FFT-SA-03", "FFT-SA-04", "FFT-SA-05", "FFT-SA-06", "FFT-SA-12", "FFT-QC-01", "FFT-QC-04")
def test_hits_add_up_to_one_check_and_who_passes_is_pinned():
    battle = battle_of(
        red("r", RIFLES, 20, 20),
        blue("b", MEN, 30, 20),
        blue("x", M60, 60, 40),
        step="result_a",
        prepare={"b": {"small_hits": 2}},
        dice=[6],
    )
    assert stand(battle, "b").pinned
    checks.owe_small(battle, stand(battle, "b"), 1)
    checks.owe(battle, stand(battle, "b"), Owed(checks.FIRE, 0))


@pytest.mark.rule("FFT-QC-02", "FFT-SA-03")
def test_who_fails_is_removed_for_half_its_points():
    battle = battle_of(
        red("r", RIFLES, 20, 20),
        blue("b", MEN, 30, 20),
        blue("x", M60, 60, 40),
        step="result_a",
        prepare={"b": {"small_hits": 2}},
        dice=[5],
    )
    assert stand(battle, "b").gone == "dispersed"


@pytest.mark.rule("FFT-QC-05", "FFT-QC-06", "FFT-QC-08", "FFT-QC-18")
def test_a_passed_fire_check_covers_the_rest_of_the_player_turn():
    owed = (Owed(checks.FIRE, 0, "hit"),)
    battle = battle_of(
        red("r", T55, 20, 20),
        blue("b", M60, 30, 20),
        step="result_a",
        prepare={"b": {"owes": owed, "passed": ("fire",)}},
    )
    assert not rolls(battle, "check") and not stand(battle, "b").owes
    stand(battle, "b").owes = owed
    assert checks.owed_now(stand(battle, "b"), checks.FIRE) is not None


@pytest.mark.rule("FFT-QC-09", "FFT-QC-10", "FFT-ARTY-12")
def test_light_shells_frighten_armour_less():
    light = (Owed(checks.ARTILLERY, 0, "shells", True),)
    battle = battle_of(
        red("r", T55, 20, 20), blue("b", M60, 30, 20), step="check_shell_a", prepare={"b": {"owes": light}}, dice=[3]
    )
    assert not stand(battle, "b").gone and rolls(battle, "check")[0].total == 5


@pytest.mark.rule("FFT-STRAT-05")
def test_who_moved_strategically_checks_at_one_less():
    battle = battle_of(
        red("r", T55, 20, 20),
        blue("b", MEN, 30, 20),
        blue("x", M60, 60, 40),
        step="result_a",
        prepare={"b": {"small_hits": 1, "strategic": True}},
        dice=[5],
    )
    assert stand(battle, "b").gone == "dispersed"


@pytest.mark.rule("FFT-CBT-03", "FFT-CBT-05")
def test_men_get_out_of_a_destroyed_carrier_if_they_pass():
    battle = battle_of(
        red("bmp", BMP2, 20, 20),
        aboard("men", RIFLES, "red", "bmp"),
        red("z", T55, 5, 5),
        blue("b", M1A1, 30, 20),
        step="result_a",
        prepare={"bmp": {"doomed": True}},
        dice=[5],
    )
    assert stand(battle, "bmp").gone == "destroyed" and stand(battle, "men").in_play


@pytest.mark.rule("FFT-CBT-04")
def test_men_go_with_a_carrier_that_fails_its_check():
    owed = (Owed(checks.FIRE, 0, "hit"),)
    battle = battle_of(
        red("bmp", BMP2, 20, 20),
        aboard("men", RIFLES, "red", "bmp"),
        red("z", T55, 5, 5),
        blue("b", M1A1, 30, 20),
        step="result_a",
        prepare={"bmp": {"owes": owed}},
        dice=[2],
    )
    assert stand(battle, "men").gone == "dispersed"


# ---------------------------------------------------------------- losses


def company(lost, step="loss_a", dice=()):
    tanks = [red(f"t{n}", T55, 10 + 2 * n, 20) for n in range(6)]
    battle = battle_of(
        *tanks,
        red("other", M60, 60, 5, group="red-2"),
        blue("b", M60, 40, 20),
        step="move_a",
        groups={"red-1": {"cohesive": True}},
        dice=dice,
    )
    for n in range(lost):
        losses.destroy(battle, stand(battle, f"t{n}"), None)
    return battle


@pytest.mark.rule("FFT-QC-11", "FFT-QC-16", "FFT-QC-17", "FFT-UNIT-02", "FFT-VIC-01")
def test_two_thirds_lost_is_a_check_for_the_unit():
    battle = company(4)
    assert losses.owes_loss_check(battle.state, battle.state.groups["red-1"]) == "FFT-QC-11"
    assert losses.owes_loss_check(company(3).state, company(3).state.groups["red-1"]) == ""


@pytest.mark.rule("FFT-QC-12")
def test_every_further_loss_is_another_check():
    battle = company(5)
    battle.state.groups["red-1"].lost_now = 1
    assert losses.owes_loss_check(battle.state, battle.state.groups["red-1"]) == "FFT-QC-12"


@pytest.mark.rule("FFT-QC-13", "FFT-QC-20")
def test_the_last_stand_checks_once():
    battle = battle_of(
        red("a", T55, 10, 20),
        red("b", T55, 12, 20),
        red("z", T55, 40, 40, group="red-2"),
        blue("x", M60, 60, 20),
        groups={"red-1": {"cohesive": True}},
    )
    losses.destroy(battle, stand(battle, "a"), None)
    assert losses.owes_loss_check(battle.state, battle.state.groups["red-1"]) == "FFT-QC-13"


@pytest.mark.rule("FFT-QC-19", "FFT-QC-11")
def test_a_unit_that_fails_leaves():
    battle = company(4, dice=[4])
    losses.loss_checks(battle)
    assert all(stand(battle, f"t{n}").gone for n in range(6))
