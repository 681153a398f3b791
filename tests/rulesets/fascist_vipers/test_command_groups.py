"""CFV-GEN: command groups, arcs, fire priority."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import (
    HQ,
    MMG,
    PAK_38,
    PAK_40,
    PANZER_IV,
    RUSSIAN_GUN,
    RUSSIAN_TRUCK,
    STUG,
    advance,
    area,
    fire,
    move,
    shot,
)
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, red, refusal, stand
from wargame.engine.orders import Fire
from wargame.rulesets import ruleset
from wargame.rulesets.fascist_vipers import fire as guns
from wargame.rulesets.fascist_vipers import targets, units
from wargame.rulesets.fascist_vipers.data import units as unit_list


@pytest.mark.rule("CFV-GEN-01")
def test_a_command_group_is_all_units_under_one_hq_attached_groups_included():
    import dataclasses

    setup = sketch.setup_of(
        red("a", RIFLES, 20, 24), red("b", RIFLES, 20, 28, group="red-2"), blue("c", RUSSIANS, 60, 24)
    )
    groups = tuple(dataclasses.replace(g, parent="red-1") if g.id == "red-2" else g for g in setup.groups)
    state = sketch.state_of(dataclasses.replace(setup, groups=groups))
    assert [s.id for s in state.command("red-2")] == ["a", "b"] and state.groups["red-1"].original_teeth == 2


@pytest.mark.rule("CFV-GEN-02")
def test_turrets_fire_in_any_direction():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24, facing=180.0), blue("t34", T34, 30, 24))
    fire(battle, "tank", "t34", *[1] * 4, *[6] * 5)
    assert stand(battle, "t34").gone


@pytest.mark.rule("CFV-GEN-03", "CFV-GEN-17")
def test_other_weapons_have_a_ninety_degree_arc():
    battle = sketch.battle_of(red("stug", STUG, 20, 24, facing=180.0), blue("t34", T34, 30, 24))
    assert "CFV-GEN-03" in refusal(battle, shot("stug", "t34")).rules
    assert units.arc_of(stand(battle, "stug")) == 90.0


@pytest.mark.rule("CFV-GEN-04")
def test_a_self_propelled_unit_moves_and_fires():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("t34", T34, 35, 24))
    move(battle, "tank", (24, 24))
    fire(battle, "tank", "t34", *[1] * 4, *[6] * 5)
    assert stand(battle, "t34").gone


@pytest.mark.rule("CFV-GEN-05")
def test_a_gun_moves_or_fires():
    battle = sketch.battle_of(red("gun", PAK_40, 20, 24), blue("t34", T34, 35, 24))
    move(battle, "gun", (20.8, 24))
    refused = targets.may_fire(battle, stand(battle, "gun"))
    assert refused is not None and "CFV-GEN-05" in refused.rules
    assert battle.request.purpose == "activate"


@pytest.mark.rule("CFV-GEN-06")
def test_infantry_that_has_moved_may_assault_but_not_fire():
    battle = sketch.battle_of(red("ours", RIFLES, 20, 24), blue("theirs", RUSSIANS, 23, 24))
    advance(battle, "ours", 23, 24)
    assert battle.request.purpose == "attack"
    assert "CFV-GEN-06" in refusal(battle, shot("ours", "theirs")).rules
    assert ruleset("fascist_vipers").sample_kinds(battle.view("red"), battle.request)[0] == "assault"


@pytest.mark.rule("CFV-GEN-07", "CFV-GEN-08")
def test_integral_support_fires_only_to_help_its_group():
    wood = [area("wood", "forest", 24, 26, 60, 34)]
    lonely = sketch.battle_of(
        red("mmg", MMG, 20, 24), red("friend", RIFLES, 40, 40), blue("theirs", RUSSIANS, 30, 24), features=wood
    )
    assert "CFV-GEN-08" in refusal(lonely, shot("mmg", "theirs")).rules
    helped = sketch.battle_of(
        red("mmg", MMG, 20, 24), red("friend", RIFLES, 30, 36.5), blue("theirs", RUSSIANS, 30, 24), features=wood
    )
    fire(helped, "mmg", "theirs", 1, 1, 6, 6, 6)


@pytest.mark.rule("CFV-GEN-09", "CFV-GEN-10")
def test_the_closest_threat_comes_first():
    battle = sketch.battle_of(
        red("tank", PANZER_IV, 20, 24),
        blue("truck", RUSSIAN_TRUCK, 25, 24),
        blue("t34", T34, 35, 24),
        blue("far", T34, 40, 28),
    )
    assert "CFV-GEN-10" in refusal(battle, shot("tank", "truck")).rules
    assert "CFV-GEN-09" in refusal(battle, shot("tank", "far")).rules
    fire(battle, "tank", "t34", *[1] * 4, *[6] * 5)


@pytest.mark.rule("CFV-GEN-10")
def test_without_a_threat_the_closest_that_can_be_affected_is_the_target():
    battle = sketch.battle_of(
        red("tank", PANZER_IV, 20, 24), blue("near", RUSSIAN_TRUCK, 25, 24), blue("far", RUSSIAN_TRUCK, 30, 24)
    )
    refusal(battle, shot("tank", "far"))
    fire(battle, "tank", "near", 1, 1, 6, 6, 6)


@pytest.mark.rule("CFV-GEN-10")
def test_a_gun_that_faces_away_is_no_threat():
    battle = sketch.battle_of(
        red("tank", PANZER_IV, 20, 24), blue("gun", RUSSIAN_GUN, 30, 24, facing=0.0), blue("t34", T34, 35, 27)
    )
    assert [t.stand for t in targets.targets(battle, stand(battle, "tank")) if t.refusal is None] == ["t34"]


@pytest.mark.rule("CFV-GEN-10")
def test_a_gun_that_moved_in_its_last_go_may_turn_in_its_next_and_is_a_threat():
    battle = sketch.battle_of(
        red("tank", PANZER_IV, 20, 24), blue("gun", RUSSIAN_GUN, 30, 24, facing=120.0), blue("t34", T34, 35, 27)
    )
    stand(battle, "gun").moved = True
    assert [t.stand for t in targets.targets(battle, stand(battle, "tank")) if t.refusal is None] == ["gun"]


@pytest.mark.rule("CFV-GEN-11")
def test_support_without_teeth_leaves_at_once():
    battle = sketch.battle_of(
        red("tank", PANZER_IV, 20, 24),
        blue("t34", T34, 35, 24, group="blue-9"),
        blue("mmg", "SU_maxim_mmg_platoon_41", 50, 40, group="blue-9"),
    )
    fire(battle, "tank", "t34", *[1] * 4, *[6] * 5)
    assert stand(battle, "mmg").gone == "dispersed"


@pytest.mark.rule("CFV-GEN-12")
def test_categories_follow_the_kind_of_unit():
    lines = unit_list()
    assert lines[RIFLES].category == lines[PANZER_IV].category == "teeth_arm"
    assert lines[PAK_38].category == lines[MMG].category == "support"
    battle = sketch.battle_of(red("a", RIFLES, 20, 24), red("b", MMG, 20, 28))
    assert units.is_teeth(stand(battle, "a")) and units.is_support(stand(battle, "b"))
    for line in lines.values():
        if line.troop_type in ("infantry", "tank", "assault_gun", "engineer", "cavalry") and line.category == "support":
            raise AssertionError(line.unit_id)


@pytest.mark.rule("CFV-GEN-13")
def test_an_hq_attacks_with_one_die_and_its_loss_ends_its_calls():
    assert unit_list()[HQ].dice_soft == 1
    battle = sketch.battle_of(
        red("hq", HQ, 20, 24),
        red("eyes", RIFLES, 20, 27),
        blue("t", RUSSIANS, 30, 24),
        sketch.behind("guns", sketch.BATTERY, "red"),
    )
    stand(battle, "hq").gone, stand(battle, "hq").on_table = "destroyed", False
    stand(battle, "idle-red").gone, stand(battle, "idle-red").on_table = "destroyed", False
    battle._view_cache.clear()
    refusal(battle, Fire(stand="guns", weapon="burst", at=(30.0, 24.0)))


@pytest.mark.rule("CFV-GEN-14", "CFV-GEN-15")
def test_quality_comes_from_the_line_unless_the_scenario_says_otherwise():
    battle = sketch.battle_of(
        red("a", RIFLES, 20, 24),
        red("b", RIFLES, 20, 28, group="red-2"),
        red("c", RIFLES, 20, 32, group="red-2", quality="elite"),
        groups={"red-2": {"quality": "green"}},
    )
    assert [stand(battle, n).ratings.quality for n in "abc"] == ["veteran", "green", "elite"]


@pytest.mark.rule("CFV-GEN-18")
def test_machine_guns_and_mortars_count_as_infantry_and_guns_as_guns():
    battle = sketch.battle_of(
        red("mmg", MMG, 20, 24), red("gun", PAK_40, 20, 28), red("mortar", "GE_8_cm_mortar_section_39", 20, 32)
    )
    assert not units.is_deployed_gun(stand(battle, "mmg")) and units.is_infantry(stand(battle, "mmg"))
    assert units.is_deployed_gun(stand(battle, "gun")) and units.has_flank(stand(battle, "gun"))
    assert units.is_infantry(stand(battle, "mortar")) and not units.has_flank(stand(battle, "mortar"))


def test_a_field_that_does_not_exist_is_named_with_its_nearest():
    with pytest.raises(ValueError, match="nearest: 'fearsome'"):
        sketch.battle_of(red("a", RIFLES, 20, 24, fearsom=True))


@pytest.mark.rule("CFV-GEN-03")
def test_after_its_turn_a_gun_has_its_target_in_its_arc():
    for y in (8.13, 11.37, 14.29, 33.31, 36.77, 39.91):
        battle = sketch.battle_of(red("gun", "GE_7_5_cm_pak_40_42", 30, 24), blue("t34", T34, 37, y))
        gun, target = stand(battle, "gun"), stand(battle, "t34")
        gun.facing_deg = guns.facing_to_fire(gun, (target.x, target.y))
        assert guns.bears(gun, target), y
