"""CFV-ASLT: close assaults."""

from __future__ import annotations

import math

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import (
    BIKES,
    HALF_TRACK,
    HQ,
    MMG,
    PANZER_IV,
    PIONEERS,
    RUSSIAN_GUN,
    RUSSIAN_TRUCK,
    STUG,
    TIGER,
    advance,
    area,
    assault,
    at,
    counts,
    dice_thrown,
    fire,
    move,
    reasons,
    strip,
)
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, order, red, refusal, stand
from wargame.board import gap
from wargame.engine.appraisal import duel
from wargame.engine.events import Rolled
from wargame.engine.orders import Assault, Done, Move
from wargame.engine.state import Known
from wargame.rulesets import ruleset
from wargame.rulesets.fascist_vipers import units

NEAR = 1.6
"""Centres of two platoons of foot that stand 0.85 in apart."""


def platoons(*more, **ground):
    return sketch.battle_of(red("ours", RIFLES, 20, 24), blue("theirs", RUSSIANS, 20 + NEAR, 24), *more, **ground)


def dice_against(battle, *, lead="ours", target="theirs", supports=()):
    """Numbers of dice of defender and attacker, and the reasons for them."""
    order_ = Assault(stand=lead, target=target, supports=supports)
    from wargame.rulesets.fascist_vipers import assault as rules

    found = rules.pools(battle, order_)
    why = ({m.rule for m in found.defence.modifiers}, {m.rule for m in found.attack.modifiers})
    return (found.defence.dice, found.attack.dice), why


@pytest.mark.rule("CFV-ASLT-01")
def test_a_gap_of_one_inch_allows_an_assault_and_a_larger_one_does_not():
    near = sketch.battle_of(red("ours", RIFLES, 20, 24), blue("theirs", RUSSIANS, 21.75, 24))
    assault(near, "ours", "theirs", 1, 6)
    far = sketch.battle_of(red("ours", RIFLES, 20, 24), blue("theirs", RUSSIANS, 21.76, 24))
    assert "CFV-ASLT-01" in refusal(far, Assault(stand="ours", target="theirs")).rules


@pytest.mark.rule("CFV-ASLT-02")
def test_fire_is_still_allowed_at_assault_range():
    battle = platoons()
    fire(battle, "ours", "theirs", 1, 1, 6, 6, 6)
    assert stand(battle, "theirs").gone


@pytest.mark.rule("CFV-ASLT-03", "CFV-ASLT-04", "CFV-ASLT-18", "CFV-ASLT-28")
def test_the_defender_rolls_first_and_the_higher_total_wins():
    battle = platoons()
    events = assault(battle, "ours", "theirs", 2, 5)
    assert [e.who for e in events if isinstance(e, Rolled)][:2] == ["theirs", "ours"]
    assert dice_thrown(events)[:2] == [(2,), (5,)]
    assert stand(battle, "theirs").gone == "destroyed"


@pytest.mark.rule("CFV-ASLT-18")
def test_the_losing_attacker_is_removed():
    battle = platoons()
    assault(battle, "ours", "theirs", 5, 2)
    assert stand(battle, "ours").gone == "destroyed" and not stand(battle, "theirs").gone


@pytest.mark.rule("CFV-ASLT-05", "CFV-ASLT-24")
def test_an_enemy_shelled_this_turn_gives_a_die_and_one_shelled_earlier_none():
    battle = platoons()
    stand(battle, "theirs").shelled_turn = battle.state.turn
    assert dice_against(battle)[0] == (1, 2)
    stand(battle, "theirs").shelled_turn = battle.state.turn - 1
    assert dice_against(battle)[0] == (1, 1)


@pytest.mark.rule("CFV-ASLT-06", "CFV-ASLT-24")
def test_an_enemy_attacked_from_the_air_this_turn_gives_a_die():
    battle = platoons()
    stand(battle, "ours").air_attacked_turn = battle.state.turn
    assert dice_against(battle)[0] == (2, 1)


@pytest.mark.rule("CFV-ASLT-07")
def test_the_better_quality_has_a_die():
    battle = sketch.battle_of(red("ours", RIFLES, 20, 24, quality="elite"), blue("theirs", RUSSIANS, 20 + NEAR, 24))
    assert dice_against(battle) == ((1, 2), (set(), {"CFV-ASLT-07"}))


@pytest.mark.rule("CFV-ASLT-08", "CFV-ASLT-23")
def test_infantry_and_armour_together_have_a_die_and_the_support_is_used_up():
    battle = platoons(red("stug", STUG, 20.6, 25.7, facing=270.0))
    assert dice_against(battle, supports=("stug",)) == ((1, 2), (set(), {"CFV-ASLT-08"}))
    assault(battle, "ours", "theirs", 6, 1, 1, supports=("stug",))
    assert stand(battle, "ours").gone and not stand(battle, "stug").gone
    assert "stug" not in battle.request.subjects


@pytest.mark.rule("CFV-ASLT-23")
def test_a_support_more_than_an_inch_from_the_target_is_refused():
    battle = platoons(red("stug", STUG, 20.6, 28))
    given = Assault(stand="ours", target="theirs", supports=("stug",))
    assert "CFV-ASLT-23" in refusal(battle, given).rules


@pytest.mark.rule("CFV-ASLT-29")
def test_a_supporting_unit_lends_neither_reputation_nor_quality():
    battle = platoons(red("tiger", TIGER, 20.6, 25.7, facing=270.0))
    assert dice_against(battle, supports=("tiger",))[0] == (1, 2)


@pytest.mark.rule("CFV-ASLT-09", "CFV-GEN-18")
def test_infantry_against_a_deployed_gun_has_a_die():
    battle = sketch.battle_of(red("ours", RIFLES, 20, 24), blue("gun", RUSSIAN_GUN, 20 + NEAR, 24))
    assert dice_against(battle, target="gun") == ((1, 2), (set(), {"CFV-ASLT-09"}))


@pytest.mark.rule("CFV-ASLT-10")
def test_the_better_armour_has_a_die_between_vehicles():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("car", "SU_ba_64_armoured_car_42", 21.5, 24))
    assert dice_against(battle, lead="tank", target="car") == ((1, 2), (set(), {"CFV-ASLT-10"}))


@pytest.mark.rule("CFV-ASLT-11", "CFV-ASLT-12", "CFV-ASLT-13")
def test_cover_strong_defences_and_machine_guns_give_the_defender_dice():
    battle = sketch.battle_of(
        red("ours", RIFLES, 20, 24), blue("theirs", "SU_maxim_mmg_platoon_41", 20 + NEAR, 24, strong=True)
    )
    assert dice_against(battle) == ((4, 1), ({"CFV-ASLT-11", "CFV-ASLT-12", "CFV-ASLT-13"}, set()))


@pytest.mark.rule("CFV-ASLT-14")
def test_anybody_has_a_die_against_soft_transport():
    battle = sketch.battle_of(red("bikes", BIKES, 20, 24), blue("truck", RUSSIAN_TRUCK, 21.5, 24))
    assert dice_against(battle, lead="bikes", target="truck") == ((1, 2), (set(), {"CFV-ASLT-14"}))


@pytest.mark.rule("CFV-ASLT-15", "CFV-ASLT-26")
def test_infantry_in_a_wood_has_a_die_against_a_lone_tank_and_none_if_it_is_escorted():
    wood = [area("wood", "woods_light", 20.7, 22, 26, 26)]
    lone = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("theirs", RUSSIANS, 21.6, 24), features=wood)
    assert dice_against(lone, lead="tank")[1][0] == {"CFV-ASLT-11", "CFV-ASLT-15"}
    friend = red("friend", RIFLES, 20, 25.3)
    escorted = sketch.battle_of(
        red("tank", PANZER_IV, 20, 24), friend, blue("theirs", RUSSIANS, 21.6, 24), features=wood
    )
    assert dice_against(escorted, lead="tank")[1][0] == {"CFV-ASLT-11"}


@pytest.mark.rule("CFV-ASLT-16", "CFV-ASLT-27")
def test_uphill_gives_a_die_and_an_obstacle_only_to_the_defender():
    hill = [area("hill", "hill", 20.8, 20, 40, 28, height=1.0)]
    assert dice_against(platoons(features=hill)) == ((2, 1), ({"CFV-ASLT-16"}, set()))
    stream = [strip("brook", "stream", (20.8, 20), (20.8, 28), width=0.3)]
    assert dice_against(platoons(features=stream)) == ((2, 1), ({"CFV-ASLT-16"}, set()))


@pytest.mark.rule("CFV-ASLT-17")
def test_a_fearsome_unit_has_a_die():
    battle = sketch.battle_of(red("ours", RIFLES, 20, 24, fearsome=True), blue("theirs", RUSSIANS, 20 + NEAR, 24))
    assert dice_against(battle) == ((1, 2), (set(), {"CFV-ASLT-17"}))


@pytest.mark.rule("CFV-ASLT-19")
def test_a_drawn_assault_sets_the_attacker_back_along_its_path():
    battle = sketch.battle_of(red("ours", RIFLES, 18, 26, facing=315.0), blue("theirs", RUSSIANS, 22, 24))
    advance(battle, "ours", 20.5, 24.0)
    assault(battle, "ours", "theirs", 3, 3)
    assert 1.0 < gap(units.footprint(stand(battle, "ours")), units.footprint(stand(battle, "theirs"))) < 1.2
    assert stand(battle, "ours").y > 24.0


@pytest.mark.rule("CFV-ASLT-19")
def test_an_attacker_that_had_not_moved_is_set_back_straight_away():
    battle = platoons()
    assault(battle, "ours", "theirs", 3, 3)
    x, y = at(battle, "ours")
    assert y == 24.0 and x < 20.0


@pytest.mark.rule("CFV-ASLT-20", "CFV-ASLT-22", "CFV-MOVE-08")
def test_the_winner_takes_the_ground_and_may_break_through_up_to_its_allowance():
    battle = platoons()
    assault(battle, "ours", "theirs", 1, 6)
    assert at(battle, "ours") == (20 + NEAR, 24.0)
    assert battle.request.purpose == "breakthrough"
    too_far = Move(stand="ours", path=((26.0, 24.0),))
    assert "CFV-ASLT-22" in refusal(battle, too_far).rules
    move(battle, "ours", (25.0, 24.0))
    assert battle.request.purpose == "activate"


@pytest.mark.rule("CFV-ASLT-21", "CFV-ASLT-22")
def test_a_breakthrough_may_end_in_one_more_assault_and_no_third():
    battle = platoons(blue("next", RUSSIANS, 25, 24))
    assault(battle, "ours", "theirs", 1, 6)
    move(battle, "ours", (23.3, 24.0))
    assert battle.request.purpose == "breakthrough_assault"
    assault(battle, "ours", "next", 1, 6)
    assert stand(battle, "next").gone and battle.request.purpose == "activate"


@pytest.mark.rule("CFV-ASLT-20")
def test_the_breakthrough_may_be_left_out():
    battle = platoons()
    assault(battle, "ours", "theirs", 1, 6)
    order(battle, Done())
    assert battle.request.purpose == "activate" and "ours" not in battle.request.subjects


@pytest.mark.rule("CFV-ASLT-25")
@pytest.mark.parametrize("line", [HQ, "GE_truck_39", "GE_8_cm_mortar_section_39", "GE_5_cm_pak_38_41"])
def test_some_units_may_only_defend(line):
    battle = sketch.battle_of(red("ours", line, 20, 24), blue("theirs", RUSSIANS, 21.2, 24))
    given = Assault(stand="ours", target="theirs")
    outcome = battle.answer(given)
    assert getattr(outcome, "kind", "") in ("illegal", "malformed")
    if outcome.kind == "illegal":
        assert "CFV-ASLT-25" in outcome.rules
    from wargame.rulesets.fascist_vipers.assault import may_assault

    assert may_assault(battle, stand(battle, "ours")) is not None


@pytest.mark.rule("CFV-ASLT-25")
@pytest.mark.parametrize("line", [PIONEERS, MMG, BIKES, PANZER_IV])
def test_penetration_is_no_matter_and_these_may_start_an_assault(line):
    battle = sketch.battle_of(red("ours", line, 20, 24), blue("tank", T34, 21.5, 24))
    from wargame.rulesets.fascist_vipers.assault import may_assault

    assert may_assault(battle, stand(battle, "ours")) is None


@pytest.mark.rule("CFV-ASLT-30", "CFV-ASLT-09")
def test_infantry_aboard_rolls_for_its_carrier_and_both_are_lost():
    battle = sketch.battle_of(
        red("track", HALF_TRACK, 20, 24), red("riders", RIFLES, 30, 30), blue("theirs", RUSSIANS, 21.5, 24)
    )
    riders = stand(battle, "riders")
    riders.carrier, riders.on_table = "track", False
    events = assault(battle, "track", "theirs", 6, 1, 2)
    assert counts(events)[:2] == [1, 2]
    assert stand(battle, "track").gone and stand(battle, "riders").gone


def test_the_odds_of_an_assault_are_those_of_its_dice():
    battle = platoons()
    found = ruleset("fascist_vipers").appraise(battle.view("red"), Assault(stand="ours", target="theirs"))
    assert math.isclose(found.outcomes[0].chance, duel(1, 1)[0])
    assert "CFV-ASLT-03" in found.rules


def test_reasons_are_told_with_the_roll():
    battle = sketch.battle_of(red("ours", RIFLES, 20, 24, quality="elite"), blue("theirs", RUSSIANS, 20 + NEAR, 24))
    assert reasons(assault(battle, "ours", "theirs", 1, 6, 6)) == {"CFV-ASLT-07"}


@pytest.mark.rule("CFV-OBS-04")
def test_a_winner_that_takes_the_ground_finds_whoever_hides_there():
    battle = platoons(blue("lurker", RUSSIANS, 26, 24), features=[area("copse", "woods_light", 25, 23, 28, 25)])
    battle.state.knowledge.setdefault("red", {})["lurker"] = Known(level="unknown")
    battle._view_cache.clear()
    assault(battle, "ours", "theirs", 1, 6)
    assert battle.state.known("red", "lurker") == "identified"


@pytest.mark.rule("CFV-REAC-16", "CFV-ASLT-20")
def test_a_faltering_unit_breaks_through_away_from_the_enemy_only():
    battle = platoons(blue("next", RUSSIANS, 30, 24))
    sketch.group(battle, "red-1").state = "falter"
    assault(battle, "ours", "theirs", 1, 6)
    assert "CFV-REAC-16" in refusal(battle, Move(stand="ours", path=((24.0, 24.0),))).rules
