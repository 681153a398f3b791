"""CFV-FIRE: fire exchanges."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import (
    MMG,
    PAK_38,
    PAK_40,
    PANZER_IV,
    STUG,
    TIGER,
    area,
    counts,
    fire,
    move,
    reasons,
    shot,
    strip,
)
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, order, red, refusal, stand
from wargame.engine.appraisal import duel
from wargame.engine.orders import Fire
from wargame.rulesets import ruleset
from wargame.rulesets.fascist_vipers import fire as rules
from wargame.rulesets.fascist_vipers import units
from wargame.rulesets.fascist_vipers.data import units as unit_list


def facing_tanks(distance: float, **ground):
    return sketch.battle_of(red("panzer", PANZER_IV, 20, 24), blue("t34", T34, 20 + distance + 1.0, 24), **ground)


@pytest.mark.rule("CFV-FIRE-05", "CFV-FIRE-06", "CFV-FIRE-14", "CFV-FIRE-15", "CFV-FIRE-16", "CFV-FIRE-27")
def test_the_higher_attack_score_removes_the_target():
    battle = facing_tanks(10)
    events = fire(battle, "panzer", "t34", 1, 1, 1, 1, 6, 6, 6, 6, 6)
    assert counts(events)[:2] == [4, 5]
    assert stand(battle, "t34").gone == "destroyed"


@pytest.mark.rule("CFV-FIRE-17")
def test_the_higher_defence_score_removes_the_firer():
    battle = facing_tanks(10)
    fire(battle, "panzer", "t34", 6, 6, 6, 6, 1, 1, 1, 1, 1)
    assert stand(battle, "panzer").gone == "destroyed"


@pytest.mark.rule("CFV-FIRE-18")
def test_equal_scores_remove_nobody():
    battle = facing_tanks(10)
    fire(battle, "panzer", "t34", 2, 2, 2, 1, 1, 1, 1, 2, 2)
    assert not stand(battle, "panzer").gone and not stand(battle, "t34").gone


@pytest.mark.rule("CFV-FIRE-05")
def test_one_target_is_named_before_the_dice():
    battle = facing_tanks(10)
    assert "CFV-FIRE-05" in refusal(battle, Fire(stand="panzer", weapon="gun")).rules


@pytest.mark.rule("CFV-FIRE-25", "CFV-FIRE-28", "CFV-FIRE-32")
def test_a_target_exactly_at_the_limit_is_in_range_and_one_beyond_is_not():
    in_range = facing_tanks(22)
    fire(in_range, "panzer", "t34", 1, 1, 1, 1, 6, 6, 6, 6, 6)
    assert stand(in_range, "t34").gone
    assert "CFV-FIRE-01" in refusal(facing_tanks(22.01), shot("panzer", "t34")).rules


@pytest.mark.rule("CFV-FIRE-01", "CFV-FIRE-26", "CFV-FIRE-32")
def test_armour_that_cannot_be_penetrated_may_not_be_fired_at():
    battle = sketch.battle_of(red("pak", PAK_38, 20, 24), blue("kv", "SU_kv_1_42", 30, 24), year=1942)
    assert "CFV-FIRE-26" in refusal(battle, shot("pak", "kv")).rules


@pytest.mark.rule("CFV-FIRE-02", "CFV-FIRE-06")
@pytest.mark.parametrize(
    ("line", "dice"), [("SU_truck_41", 2), ("SU_ba_64_armoured_car_42", 3), (T34, 4), ("SU_kv_85_43", 5)]
)
def test_defence_dice_follow_the_armour_class(line, dice):
    battle = sketch.battle_of(red("panzer", PANZER_IV, 20, 24), blue("target", line, 31, 24))
    target = stand(battle, "target")
    assert rules.defence(battle, target, "elite", (20, 24)).dice == dice


@pytest.mark.rule("CFV-FIRE-07")
def test_a_target_never_rolls_fewer_than_one_die():
    battle = sketch.battle_of(
        red("panzer", PANZER_IV, 20, 24), blue("truck", "SU_truck_41", 31, 24, facing=0.0, obsolete=True)
    )
    assert rules.defence(battle, stand(battle, "truck"), "elite", (20, 24)).dice == 1


@pytest.mark.rule("CFV-FIRE-08", "CFV-FIRE-33")
def test_a_vehicle_in_cover_adds_one_die():
    battle = facing_tanks(10, features=[area("wood", "woods_light", 30, 22, 34, 26)])
    events = fire(battle, "panzer", "t34", *[1] * 5, *[6] * 5)
    assert counts(events)[0] == 5 and "CFV-FIRE-08" in reasons(events)


@pytest.mark.rule("CFV-FIRE-09", "CFV-FIRE-33")
def test_infantry_and_guns_in_cover_add_two_dice_behind_a_wall_too():
    battle = sketch.battle_of(
        red("panzer", PANZER_IV, 20, 24),
        blue("rifles", RUSSIANS, 30, 24),
        features=[strip("wall", "wall", (29.2, 20), (29.2, 28))],
    )
    events = fire(battle, "panzer", "rifles", *[1] * 4, *[6] * 3)
    assert counts(events)[0] == 4 and "CFV-FIRE-09" in reasons(events)


@pytest.mark.rule("CFV-FIRE-33")
def test_a_wall_more_than_an_inch_away_is_no_cover_and_orchards_do_not_hide_tanks():
    far_wall = sketch.battle_of(
        red("panzer", PANZER_IV, 20, 24),
        blue("rifles", RUSSIANS, 30, 24),
        features=[strip("wall", "wall", (28.0, 20), (28.0, 28))],
    )
    assert counts(fire(far_wall, "panzer", "rifles", 1, 1, 6, 6, 6))[0] == 2
    orchard = [area("orchard", "orchard", 29, 22, 34, 26)]
    tank = facing_tanks(10, features=orchard)
    assert counts(fire(tank, "panzer", "t34", *[1] * 4, *[6] * 5))[0] == 4
    rifles = sketch.battle_of(red("panzer", PANZER_IV, 20, 24), blue("rifles", RUSSIANS, 31, 24), features=orchard)
    assert counts(fire(rifles, "panzer", "rifles", *[1] * 4, *[6] * 3))[0] == 4


@pytest.mark.rule("CFV-FIRE-10")
def test_a_fearsome_target_adds_one_die():
    battle = sketch.battle_of(red("panzer", PANZER_IV, 20, 24), blue("t34", T34, 31, 24, fearsome=True))
    events = fire(battle, "panzer", "t34", *[1] * 5, *[6] * 5)
    assert counts(events)[0] == 5 and "CFV-FIRE-10" in reasons(events)


@pytest.mark.rule("CFV-FIRE-11", "CFV-FIRE-29")
def test_a_better_target_adds_one_die_and_a_worse_one_none():
    better = sketch.battle_of(red("panzer", PANZER_IV, 20, 24), blue("t34", T34, 31, 24, quality="elite"))
    assert counts(fire(better, "panzer", "t34", *[1] * 5, *[6] * 5))[0] == 5
    worse = sketch.battle_of(red("panzer", PANZER_IV, 20, 24), blue("t34", T34, 31, 24, quality="green"))
    assert counts(fire(worse, "panzer", "t34", *[1] * 4, *[6] * 5))[0] == 4


@pytest.mark.rule("CFV-FIRE-12", "CFV-FIRE-23")
def test_a_shot_into_the_flank_costs_one_die():
    battle = sketch.battle_of(red("panzer", PANZER_IV, 20, 24), blue("t34", T34, 31, 24, facing=90.0))
    events = fire(battle, "panzer", "t34", *[1] * 3, *[6] * 5)
    assert counts(events)[0] == 3 and "CFV-FIRE-12" in reasons(events)


@pytest.mark.rule("CFV-FIRE-23")
def test_men_have_no_flank():
    battle = sketch.battle_of(red("panzer", PANZER_IV, 20, 24), blue("rifles", RUSSIANS, 31, 24, facing=0.0))
    assert counts(fire(battle, "panzer", "rifles", 1, 1, 6, 6, 6))[0] == 2


@pytest.mark.rule("CFV-FIRE-13")
def test_an_obsolete_target_loses_two_dice():
    battle = sketch.battle_of(red("panzer", PANZER_IV, 20, 24), blue("t34", T34, 31, 24, obsolete=True))
    events = fire(battle, "panzer", "t34", 1, 1, *[6] * 5)
    assert counts(events)[0] == 2 and "CFV-FIRE-13" in reasons(events)


@pytest.mark.rule("CFV-FIRE-03", "CFV-FIRE-12", "CFV-FIRE-21", "CFV-FIRE-22")
def test_heavy_armour_in_flank_is_tank_for_dice_and_for_penetration():
    battle = sketch.battle_of(
        red("pak", PAK_38, 20, 24), blue("kv", "SU_kv_1_42", 30, 24, facing=90.0, quality="green"), year=1942
    )
    events = fire(battle, "pak", "kv", 1, 1, 1, 6, 6, 6, 6)
    assert counts(events)[0] == 3
    assert stand(battle, "kv").gone


@pytest.mark.rule("CFV-FIRE-19")
def test_a_firer_out_of_the_targets_range_is_never_lost():
    battle = facing_tanks(20)
    fire(battle, "panzer", "t34", 6, 6, 6, 6, 1, 1, 1, 1, 1)
    assert not stand(battle, "panzer").gone


@pytest.mark.rule("CFV-FIRE-19")
def test_a_target_that_has_lost_sight_cannot_be_named_and_one_that_cannot_penetrate_does_no_harm():
    battle = sketch.battle_of(red("tiger", TIGER, 20, 24), blue("t34", T34, 31, 24))
    fire(battle, "tiger", "t34", 6, 6, 6, 6, 1, 1, 1, 1, 1, 1)
    assert not stand(battle, "tiger").gone


@pytest.mark.rule("CFV-FIRE-24")
def test_direct_fire_needs_a_clear_line():
    battle = facing_tanks(10, features=[area("wood", "forest", 24, 20, 27, 28)])
    assert "CFV-FIRE-24" in refusal(battle, shot("panzer", "t34")).rules


@pytest.mark.rule("CFV-FIRE-27")
def test_a_weapon_without_dice_against_armour_does_not_fire_at_armour():
    battle = sketch.battle_of(red("mmg", MMG, 20, 24), blue("t34", T34, 28, 24))
    assert "CFV-FIRE-27" in refusal(battle, shot("mmg", "t34")).rules


@pytest.mark.rule("CFV-FIRE-30", "CFV-FIRE-34")
def test_a_tank_that_stood_still_at_a_contour_is_hull_down():
    hill = [area("hill", "hill", 31.2, 20, 40, 28, height=1.0)]
    battle = sketch.battle_of(red("panzer", PANZER_IV, 20, 24), blue("t34", T34, 32, 24), features=hill)
    events = fire(battle, "panzer", "t34", *[1] * 5, *[6] * 5)
    assert counts(events)[0] == 5 and "CFV-FIRE-08" in reasons(events)


@pytest.mark.rule("CFV-FIRE-30")
def test_behind_a_wall_a_tank_that_stood_still_has_one_die_for_cover_or_hull_down_not_two():
    battle = facing_tanks(10, features=[strip("wall", "wall", (30.2, 20), (30.2, 28))])
    t34 = stand(battle, "t34")
    assert rules.cover.hull_down(battle, t34, (20.0, 24.0))
    assert counts(fire(battle, "panzer", "t34", *[1] * 5, *[6] * 5))[0] == 5


@pytest.mark.rule("CFV-FIRE-34")
def test_a_tank_that_moved_is_not_hull_down():
    hill = [area("hill", "hill", 31.2, 20, 40, 28, height=1.0)]
    battle = sketch.battle_of(red("panzer", PANZER_IV, 20, 24), blue("t34", T34, 32, 24), features=hill)
    assert rules.cover.hull_down(battle, stand(battle, "t34"), (20.0, 24.0))
    stand(battle, "t34").moved = True
    assert not rules.cover.hull_down(battle, stand(battle, "t34"), (20.0, 24.0))


@pytest.mark.rule("CFV-FIRE-31")
def test_a_bunker_is_heavy_and_has_no_flank():
    battle = sketch.battle_of(
        red("tower", "GE_flak_tower_battery_44", 20, 24, facing=90.0),
        blue("t34", "SU_t_34_85_44", 31, 24),
        year=1945,
        step="go_b",
    )
    tower = stand(battle, "tower")
    assert rules.defence(battle, tower, "veteran", (31, 24)).armour == "heavy"
    assert rules.cover.struck_side(tower, (31.0, 24.0)) == "front"


@pytest.mark.rule("CFV-FIRE-20")
def test_a_burst_costs_its_battery_nothing():
    battle = sketch.battle_of(
        red("eyes", RIFLES, 20, 24), blue("target", RUSSIANS, 30, 24), sketch.behind("guns", sketch.BATTERY, "red")
    )
    sketch.with_dice(battle, 1, 1, 1, 1, 1, 1, 6, 6)
    order(battle, Fire(stand="guns", weapon="burst", at=(30.0, 24.0)))
    assert not stand(battle, "guns").gone


def test_the_odds_are_those_of_the_resolution():
    battle = facing_tanks(10)
    higher, equal, lower = duel(5, 4)
    found = ruleset("fascist_vipers").appraise(battle.view("red"), shot("panzer", "t34"))
    assert [round(o.chance, 9) for o in found.outcomes] == [round(c, 9) for c in (higher, equal, lower)]
    safe = ruleset("fascist_vipers").appraise(facing_tanks(20).view("red"), shot("panzer", "t34"))
    assert safe.outcomes[2].chance == 0.0


def test_the_number_of_dice_of_every_family_is_read_from_the_list():
    assert unit_list()[PAK_40].dice_armour == 5 and unit_list()[STUG].arc == 90
    assert [units.rank(c) for c in ("soft", "light", "tank", "heavy", "superheavy")] == [0, 1, 2, 3, 4]


def test_a_unit_that_has_fired_is_used_up():
    battle = facing_tanks(10)
    fire(battle, "panzer", "t34", 2, 2, 2, 1, 1, 1, 1, 2, 2)
    assert "panzer" not in battle.request.subjects
    with pytest.raises(AssertionError):
        move(battle, "panzer", (21, 24))
