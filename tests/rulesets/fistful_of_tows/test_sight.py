"""Lines of sight, cover, spotting, smoke and thermal sights."""

from __future__ import annotations

import pytest

from tests.rulesets.fistful_of_tows.sketch import M1, M60, MEN, RIFLES, T55, area, battle_of, blue, line, red, stand
from wargame.board import Footprint
from wargame.rulesets.fistful_of_tows import cover, lines, spotting, units

WOOD = area("w", "woods_light", 20, 10, 30, 30)
HIND, RECON = "su_mi24v", "su_brdm2"


def sees(battle, a, b):
    return spotting.has_sight(battle, stand(battle, a), stand(battle, b))


def spots(battle, a, b):
    return spotting.spots(battle, stand(battle, a), stand(battle, b))


@pytest.mark.rule("FFT-LOS-01", "FFT-LOS-02", "FFT-LOS-15")
def test_open_ground_is_seen_over_and_a_wood_is_not_seen_through():
    battle = battle_of(red("r", T55, 10, 20), blue("b", M60, 40, 20), blue("c", M60, 15, 44), features=[WOOD])
    assert not sees(battle, "r", "b")
    assert sees(battle, "r", "c")


@pytest.mark.rule("FFT-LOS-10", "FFT-GEN-09")
def test_a_stand_at_the_edge_of_a_wood_sees_out_of_it_on_that_side():
    battle = battle_of(red("r", T55, 29.5, 20), blue("east", M60, 36, 20), blue("west", M60, 14, 20), features=[WOOD])
    assert cover.area_row(battle, stand(battle, "r")) == "light_woods"
    assert sees(battle, "r", "east") and not sees(battle, "r", "west")


@pytest.mark.rule("FFT-LOS-07", "FFT-LOS-13")
def test_within_a_wood_sight_reaches_two_inches():
    battle = battle_of(
        red("a", RIFLES, 28.6, 20),
        red("b", RIFLES, 28.6, 22.25),
        red("c", RIFLES, 28.6, 17.0),
        blue("d", M60, 33, 20),
        features=[WOOD],
    )
    assert sees(battle, "a", "b")
    assert not sees(battle, "a", "c")
    assert not sees(battle, "a", "d") and not sees(battle, "d", "a")


@pytest.mark.rule("FFT-LOS-08")
def test_touching_the_edge_of_cover():
    battle = battle_of(red("a", T55, 29.5, 20), red("b", T55, 28.0, 20), blue("c", M60, 60, 40), features=[WOOD])
    assert lines.touches_edge(battle.board, units.footprint(stand(battle, "a")))
    assert not lines.touches_edge(battle.board, units.footprint(stand(battle, "b")))


@pytest.mark.rule("FFT-LOS-05", "FFT-LOS-11", "FFT-LOS-16")
def test_a_ridge_hides_whoever_does_not_touch_it_from_any_height():
    ridge = line("ridge", "ridge", (30.0, 0.0), (30.0, 48.0), width=0.3)
    hill = area("h", "hill", 2, 10, 18, 30, height=2.0)
    battle = battle_of(
        red("r", T55, 10, 20), blue("near", M60, 30.4, 20), blue("far", M60, 33.5, 20), features=[hill, ridge]
    )
    assert sees(battle, "r", "near") and not sees(battle, "r", "far")


@pytest.mark.rule("FFT-LOS-04", "FFT-LOS-06", "FFT-LOS-14")
def test_from_a_hill_one_sees_over_woods_at_what_is_far_behind():
    hill = area("h", "hill", 5.9, 19.9, 6.1, 20.1, height=2.0)
    wood = area("w", "woods_light", 12, 10, 14, 30)
    battle = battle_of(
        red("r", RIFLES, 6, 20), blue("at10", MEN, 16, 20), blue("at20", MEN, 26, 20), features=[hill, wood]
    )
    assert sees(battle, "r", "at20")
    assert not sees(battle, "r", "at10")


@pytest.mark.rule("FFT-SPOT-09", "FFT-GEN-10", "FFT-SPOT-07")
def test_a_ridge_covers_whoever_touches_it_against_fire_across_it():
    ridge = line("ridge", "ridge", (30.0, 0.0), (30.0, 48.0), width=0.3)
    battle = battle_of(red("r", T55, 30.3, 20, 180.0), blue("w", M60, 20, 20), blue("e", M60, 40, 20), features=[ridge])
    target = stand(battle, "r")
    assert cover.obstacles(battle, target, units.footprint(stand(battle, "w"))) == ["ridge"]
    assert cover.obstacles(battle, target, units.footprint(stand(battle, "e"))) == []


@pytest.mark.rule("FFT-SPOT-08")
def test_behind_a_stream_is_cover_for_whoever_touches_it():
    stream = line("s", "stream", (30.0, 0.0), (30.0, 48.0))
    battle = battle_of(red("r", T55, 30.4, 20), red("q", T55, 31.2, 24), blue("b", M60, 20, 20), features=[stream])
    west = units.footprint(stand(battle, "b"))
    assert cover.in_cover_from(battle, stand(battle, "r"), west)
    assert not cover.in_cover_from(battle, stand(battle, "q"), west)


# ---------------------------------------------------------------- spotting ranges


@pytest.mark.rule("FFT-SPOT-04", "FFT-SPOT-01")
def test_vehicles_in_the_open_are_spotted_at_forty_inches_and_infantry_at_ten():
    battle = battle_of(
        red("tank", T55, 10, 20), red("men", RIFLES, 10, 24), blue("b", M60, 50.9, 20), blue("c", M60, 20, 24)
    )
    assert spots(battle, "b", "tank") and not spots(battle, "b", "men")
    assert spots(battle, "c", "men")
    battle.state.stands["b"].x = 52.0
    assert not spots(battle, "b", "tank")
    spotting.spot(battle, stand(battle, "tank"), None)


@pytest.mark.rule("FFT-SPOT-05")
def test_a_stand_that_has_fired_is_spotted_farther_until_the_phase_ends():
    battle = battle_of(red("r", RIFLES, 10, 20), blue("b", M60, 25, 20), step="fire_a")
    assert not spots(battle, "b", "r")
    battle.state.stands["r"].fired_in = f"{battle.state.player_turn}:firing"
    assert spots(battle, "b", "r")


@pytest.mark.rule("FFT-SPOT-06", "FFT-THERM-01")
def test_thermal_sights_see_farther_into_cover():
    wood = area("w", "woods_light", 5, 10, 10, 30)
    battle = battle_of(red("r", T55, 9.5, 20), blue("eye", M60, 22, 20), blue("hot", M1, 22, 24), features=[wood])
    assert not spots(battle, "eye", "r") and spots(battle, "hot", "r")
    spotting.through_smoke(battle, units.footprint(stand(battle, "hot")), units.footprint(stand(battle, "r")))
    battle2 = smoky()
    assert spotting.has_sight(battle2, stand(battle2, "hot"), stand(battle2, "near"))


@pytest.mark.rule("FFT-SPOT-10")
def test_recon_spots_half_as_far_again():
    wood = area("w", "woods_light", 30, 10, 40, 30)
    battle = battle_of(red("r", RECON, 18.2, 20), blue("b", M60, 30.5, 20), features=[wood])
    assert spotting.spotting_range(battle, stand(battle, "r"), stand(battle, "b")) == 12


@pytest.mark.rule("FFT-SPOT-11")
def test_a_visibility_limit_caps_the_eye_but_not_thermal_sights():
    battle = battle_of(red("r", T55, 10, 20), blue("eye", M60, 26, 20), blue("hot", M1, 26, 24), visibility=10.0)
    assert not spots(battle, "eye", "r") and spots(battle, "hot", "r")


@pytest.mark.rule("FFT-SPOT-03")
def test_who_is_seen_by_nobody_is_lost_at_the_start_of_a_phase():
    battle = battle_of(red("r", T55, 10, 20), blue("b", M60, 40, 20), features=[WOOD])
    spotting.begin_phase(battle)
    assert not stand(battle, "r").spotted and not stand(battle, "b").spotted


@pytest.mark.rule("FFT-SPOT-02", "FFT-SPOT-12")
def test_whoever_one_stand_spots_is_known_to_its_whole_side():
    battle = battle_of(red("r", T55, 10, 20), blue("b", M60, 30, 20), options={"hidden": True})
    assert "b" not in battle.view("red").state.stands or stand(battle, "b").spotted
    for one in ("r", "b"):
        stand(battle, one).spotted = False
    spotting.look_round(battle)
    assert stand(battle, "b").spotted and battle.state.known("red", "b") == "identified"


# ---------------------------------------------------------------- smoke


def smoky(kind="normal"):
    smoke = area("smoke", "smoke", 20, 10, 24, 30, smoke=kind)
    return battle_of(
        red("near", T55, 32.5, 20),
        red("far", T55, 33.6, 24),
        blue("eye", M60, 12, 28),
        blue("hot", M1, 12, 20),
        features=[smoke],
    )


@pytest.mark.rule("FFT-SMK-02", "FFT-THERM-02")
def test_thermal_sights_see_through_smoke_to_twenty_inches():
    battle = smoky()
    assert sees(battle, "hot", "near") and not sees(battle, "hot", "far")
    assert not sees(battle, "eye", "near")


@pytest.mark.rule("FFT-SMK-06")
def test_multispectral_smoke_stops_thermal_sights():
    assert not sees(smoky("spectral"), "hot", "near")


@pytest.mark.rule("FFT-THERM-03")
def test_beyond_burning_smoke_every_inch_counts_double():
    smoke = area("smoke", "smoke", 20, 10, 24, 30, smoke="incendiary")
    battle = battle_of(red("a", T55, 26.0, 20), red("b", T55, 31.5, 24), blue("hot", M1, 12, 22), features=[smoke])
    assert sees(battle, "hot", "a") and not sees(battle, "hot", "b")


@pytest.mark.rule("FFT-SMK-09")
def test_a_stand_in_smoke_is_in_cover_for_the_eye():
    battle = smoky()
    battle.state.stands["near"].x = 22.0
    battle.state.stands["near"].y = 28.0
    battle.state.ground = battle.state.ground
    there = units.footprint(stand(battle, "eye"))
    target = stand(battle, "near")
    if not battle.state.ground:
        from wargame.board import AddFeature
        from wargame.engine.events import GroundChanged

        ring = ((40.0, 40.0), (42.0, 40.0), (42.0, 42.0), (40.0, 42.0), (40.0, 40.0))
        battle.happen(GroundChanged(added=(AddFeature(id="more", kind="smoke", rings=(ring,), height=1.0),)))
    assert spotting.column(battle, target, there, optical=True) == "cover"
    assert spotting.column(battle, target, there, optical=False) == "open"


@pytest.mark.rule("FFT-HELO-03", "FFT-HELO-14")
def test_a_high_helicopter_sees_over_everything_but_into_no_cover():
    battle = battle_of(
        red("h", HIND, 10, 20, high=True), blue("b", M60, 40, 20), blue("in", MEN, 25, 20), features=[WOOD]
    )
    assert sees(battle, "h", "b") and not sees(battle, "h", "in")


@pytest.mark.rule("FFT-ARTY-17")
def test_a_place_is_seen_as_a_stand_without_size():
    battle = battle_of(red("r", T55, 10, 20), blue("b", M60, 40, 20), features=[WOOD])
    here = units.footprint(stand(battle, "r"))
    assert lines.visible(battle.board, here, lines.point_base(20.0, 20.0))
    assert not lines.visible(battle.board, here, lines.point_base(31.0, 20.0))
    assert isinstance(here, Footprint)


@pytest.mark.rule("FFT-LOS-12")
def test_stands_do_not_block_the_line():
    battle = battle_of(red("r", T55, 10, 20), red("mate", T55, 20, 20), blue("b", M60, 40, 20))
    assert sees(battle, "r", "b")


@pytest.mark.rule("FFT-LOS-14", "FFT-LOS-04")
def test_a_hill_rises_evenly_from_its_foot_to_its_ridge():
    hill = area("h", "hill", 10, 10, 14, 30, height=2.0)
    ridge = line("ridge", "ridge", (12.0, 11.0), (12.0, 29.0), width=0.1)
    battle = battle_of(red("r", T55, 5, 20), blue("b", M60, 40, 20), features=[hill, ridge])
    levels = [round(battle.board.level(x, 20.0), 2) for x in (10.0, 11.5, 12.0)]
    assert levels == [0.0, pytest.approx(1.5, abs=0.02), 2.0]
    assert sees(battle, "r", "b") is False


def test_the_sight_tool_shows_the_line_that_the_rules_use():
    battle = battle_of(red("r", T55, 29.5, 20), blue("east", M60, 36, 20), blue("west", M60, 14, 20), features=[WOOD])
    book = battle.ruleset
    assert book.sight(battle, "r", "east").clear and not book.sight(battle, "r", "west").clear
