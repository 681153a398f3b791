"""CFV-MOVE: movement, overruns, transport."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import (
    HALF_TRACK,
    PAK_40,
    PANZER_IV,
    STUG,
    TIGER,
    TRUCK,
    act,
    area,
    assault,
    at,
    blues_go,
    end_go,
    fire,
    move,
    shot,
    strip,
)
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, order, red, refusal, stand, with_dice
from wargame.board import gap
from wargame.engine.events import Fired, StandMoved
from wargame.engine.orders import Act, Done, Fire, Move, Placed, Placement
from wargame.engine.setup import Arrival, Zone
from wargame.rulesets import ruleset
from wargame.rulesets.fascist_vipers import movement, units


def go(name, *path, facing=None, mode=""):
    return Move(stand=name, path=path, facing_deg=facing, mode=mode)


@pytest.mark.rule("CFV-MOVE-01")
@pytest.mark.parametrize(("line", "inches"), [(RIFLES, 4), (PANZER_IV, 8), (TIGER, 6), (TRUCK, 8), (PAK_40, 1)])
def test_a_unit_moves_up_to_its_allowance(line, inches):
    battle = sketch.battle_of(red("ours", line, 20, 24))
    assert "CFV-MOVE-01" in refusal(battle, go("ours", (20 + inches + 0.01, 24))).rules
    move(battle, "ours", (20 + inches, 24))
    assert at(battle, "ours") == (20 + inches, 24.0)


@pytest.mark.rule("CFV-MOVE-02", "CFV-MOVE-14")
def test_each_inch_costs_the_points_of_its_ground_by_the_centre_of_the_base():
    battle = sketch.battle_of(red("ours", PANZER_IV, 20, 24), features=[area("wood", "woods_light", 22, 20, 40, 28)])
    price = ruleset("fascist_vipers").price(battle.view("red"), "ours", ((25.0, 24.0),))
    assert price.cost == pytest.approx(2 + 3 * 2) and price.refusal is None
    assert refusal(battle, go("ours", (25.1, 24))).at == pytest.approx((25.0, 24.0))


@pytest.mark.rule("CFV-MOVE-02", "CFV-MOVE-14")
def test_ground_of_minus_one_may_not_be_entered():
    battle = sketch.battle_of(red("truck", TRUCK, 20, 24), features=[area("wood", "woods_light", 22, 20, 40, 28)])
    refused = refusal(battle, go("truck", (23, 24)))
    assert "CFV-MOVE-02" in refused.rules and refused.at == pytest.approx((22.0, 24.0), abs=0.01)


@pytest.mark.rule("CFV-MOVE-15")
def test_a_line_is_a_strip_of_its_width():
    battle = sketch.battle_of(
        red("ours", PANZER_IV, 20, 24), features=[strip("brook", "stream", (22, 20), (22, 28), width=1.0)]
    )
    assert ruleset("fascist_vipers").price(battle.view("red"), "ours", ((24.0, 24.0),)).cost == pytest.approx(3 + 3)


@pytest.mark.rule("CFV-MOVE-03")
def test_a_march_by_road_is_farther_and_forbids_attacks():
    road = [strip("road", "road", (10, 24), (60, 24), width=0.4)]
    battle = sketch.battle_of(red("ours", PANZER_IV, 20, 24), blue("t34", T34, 45, 24), features=road)
    move(battle, "ours", (31, 24), mode="road")
    assert at(battle, "ours") == (31.0, 24.0)
    assert stand(battle, "ours").road_move and battle.request.purpose == "activate"


@pytest.mark.rule("CFV-MOVE-03")
def test_a_march_keeps_to_the_road_and_away_from_observed_enemies():
    road = [strip("road", "road", (10, 24), (60, 24), width=0.4)]
    battle = sketch.battle_of(red("ours", PANZER_IV, 20, 24), blue("t34", T34, 36, 24), features=road)
    assert "CFV-MOVE-03" in refusal(battle, go("ours", (30, 24), mode="road")).rules
    assert "CFV-MOVE-03" in refusal(battle, go("ours", (24, 26), mode="road")).rules
    move(battle, "ours", (28.4, 24), mode="road")


@pytest.mark.rule("CFV-MOVE-04", "CFV-MOVE-05", "CFV-MOVE-07", "CFV-MOVE-06")
def test_a_tank_drives_through_infantry_which_attacks_it_before_it_goes_on():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("theirs", RUSSIANS, 23, 24))
    with_dice(battle, 4, 3)
    events = move(battle, "tank", (27, 24))
    kinds = [type(e).__name__ for e in events if isinstance(e, StandMoved | Fired)]
    assert kinds == ["StandMoved", "Fired", "StandMoved"]
    contact = next(e for e in events if isinstance(e, StandMoved)).path[-1]
    assert contact[0] == pytest.approx(23 - 0.375 - 0.5, abs=0.01)
    assert at(battle, "tank") == (27.0, 24.0) and not stand(battle, "theirs").gone


@pytest.mark.rule("CFV-MOVE-06")
def test_an_overrun_unit_that_totals_more_stops_the_tank_for_good_and_earns_no_breakthrough():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("theirs", RUSSIANS, 23, 24))
    with_dice(battle, 3, 4)
    move(battle, "tank", (27, 24))
    assert stand(battle, "tank").gone == "destroyed" and stand(battle, "tank").x < 23
    assert battle.request.side == "red"


@pytest.mark.rule("CFV-MOVE-05")
def test_each_unit_passed_attacks_once_however_the_path_is_cut():
    for path in (((28.0, 24.0),), ((22.0, 24.0), (24.0, 24.0), (26.5, 24.0), (28.0, 24.0))):
        battle = sketch.battle_of(
            red("tank", PANZER_IV, 20, 24), blue("one", RUSSIANS, 23, 24), blue("two", RUSSIANS, 25.5, 24)
        )
        with_dice(battle, 6, 1, 6, 1)
        events = move(battle, "tank", *path)
        assert [e.stand for e in events if isinstance(e, Fired)] == ["one", "two"]


@pytest.mark.rule("CFV-MOVE-08")
def test_a_move_ends_within_an_inch_of_an_enemy_and_an_assault_is_in_reach_there():
    battle = sketch.battle_of(red("ours", RIFLES, 20, 24), blue("theirs", RUSSIANS, 23, 24))
    refused = refusal(battle, go("ours", (23.5, 24)))
    assert "CFV-MOVE-08" in refused.rules
    move(battle, "ours", refused.at)
    assert 0.99 < gap(units.footprint(stand(battle, "ours")), units.footprint(stand(battle, "theirs"))) <= 1.0005
    assert battle.request.purpose == "attack"
    assault(battle, "ours", "theirs", 1, 6)
    assert stand(battle, "theirs").gone


@pytest.mark.rule("CFV-MOVE-08")
def test_a_unit_that_starts_near_an_enemy_may_only_move_away_from_it():
    battle = sketch.battle_of(red("ours", RIFLES, 20, 24), blue("theirs", RUSSIANS, 21.6, 24))
    assert "CFV-MOVE-08" in refusal(battle, go("ours", (20.5, 26))).rules
    move(battle, "ours", (18, 25))
    assert at(battle, "ours") == (18.0, 25.0)


@pytest.mark.rule("CFV-MOVE-08")
def test_a_tank_halts_for_armour():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("t34", T34, 25, 24))
    assert "CFV-MOVE-08" in refusal(battle, go("tank", (27, 24))).rules


@pytest.mark.rule("CFV-MOVE-09")
def test_friends_may_be_passed_but_not_stood_upon():
    battle = sketch.battle_of(red("ours", PANZER_IV, 20, 24), red("friend", RIFLES, 23, 24))
    assert "CFV-MOVE-09" in refusal(battle, go("ours", (23.2, 24))).rules
    move(battle, "ours", (26, 24))
    assert at(battle, "ours") == (26.0, 24.0)


@pytest.mark.rule("CFV-MOVE-10")
def test_a_unit_faces_along_its_last_leg_or_pivots_at_the_end():
    battle = sketch.battle_of(red("one", PANZER_IV, 20, 24), red("two", PANZER_IV, 20, 30))
    move(battle, "one", (22, 24), (22, 27))
    assert stand(battle, "one").facing_deg == 90.0
    move(battle, "two", (24, 30), facing=215.0)
    assert stand(battle, "two").facing_deg == 215.0


@pytest.mark.rule("CFV-MOVE-10", "CFV-GEN-03")
def test_a_stationary_gun_turns_up_to_forty_five_degrees_before_it_fires():
    near = sketch.battle_of(red("gun", PAK_40, 20, 24, facing=60.0), blue("t34", T34, 30, 24))
    fire(near, "gun", "t34", *[1] * 4, *[6] * 5)
    assert stand(near, "gun").facing_deg == 45.0
    far = sketch.battle_of(red("gun", PAK_40, 20, 24, facing=91.0), blue("t34", T34, 30, 24))
    assert "CFV-GEN-03" in refusal(far, shot("gun", "t34")).rules


@pytest.mark.rule("CFV-MOVE-10", "CFV-GEN-05")
def test_turning_farther_is_the_move_of_a_gun():
    battle = sketch.battle_of(red("gun", PAK_40, 20, 24, facing=180.0), blue("t34", T34, 30, 24))
    move(battle, "gun", facing=0.0)
    assert stand(battle, "gun").moved and battle.request.purpose == "activate"


@pytest.mark.rule("CFV-MOVE-11")
def test_mounting_takes_the_passengers_move_and_half_of_the_carriers():
    battle = sketch.battle_of(red("ours", RIFLES, 20, 24), red("track", HALF_TRACK, 21.5, 24))
    act(battle, "ours", "mount", "track")
    assert stand(battle, "ours").carrier == "track" and not stand(battle, "ours").in_play
    assert "CFV-MOVE-01" in refusal(battle, go("track", (26.1, 24))).rules
    move(battle, "track", (26, 24))


@pytest.mark.rule("CFV-MOVE-11")
def test_a_passenger_neither_fires_nor_survives_its_carrier():
    battle = blues_go(red("ours", RIFLES, 20, 20), red("track", HALF_TRACK, 21.5, 24), blue("t34", T34, 32, 24))
    riders = stand(battle, "ours")
    riders.carrier, riders.on_table = "track", False
    assert movement.may_move(battle, riders) is not None
    fire(battle, "t34", "track", *[1] * 4, *[6] * 4)
    assert stand(battle, "track").gone and stand(battle, "ours").gone


@pytest.mark.rule("CFV-MOVE-11")
def test_men_dismount_beside_their_carrier_and_have_moved():
    battle = sketch.battle_of(red("ours", RIFLES, 20, 20), red("track", HALF_TRACK, 21.5, 24))
    riders = stand(battle, "ours")
    riders.carrier, riders.on_table = "track", False
    act(battle, "ours", "dismount")
    out = stand(battle, "ours")
    assert out.in_play and out.moved and gap(units.footprint(out), units.footprint(stand(battle, "track"))) <= 1.0
    assert stand(battle, "track").spent == pytest.approx(4.5)


@pytest.mark.rule("CFV-MOVE-12")
def test_limbering_takes_the_whole_go_of_gun_and_tow():
    battle = sketch.battle_of(red("gun", PAK_40, 20, 24), red("truck", TRUCK, 21.5, 24), blue("t34", T34, 35, 24))
    act(battle, "gun", "limber", "truck")
    assert stand(battle, "gun").limbered and stand(battle, "gun").carrier == "truck"
    assert "truck" not in battle.request.subjects


@pytest.mark.rule("CFV-MOVE-12")
def test_a_limbered_gun_has_no_attack_and_is_soft_transport():
    battle = sketch.battle_of(red("gun", PAK_40, 20, 24, tow="truck", limbered=True), blue("t34", T34, 35, 24))
    assert "CFV-MOVE-12" in refusal(battle, shot("gun", "t34")).rules
    assert units.is_soft_transport(stand(battle, "gun"))
    act(battle, "gun", "unlimber")
    assert not stand(battle, "gun").limbered and not units.is_soft_transport(stand(battle, "gun"))


@pytest.mark.rule("CFV-MOVE-13")
def test_reinforcements_enter_from_their_edge_and_pay_for_the_way_from_it():
    zone = Zone(id="west", name="west", polygon=((0, 20), (6, 20), (6, 28), (0, 28)), side="red", kind="entry")
    arrival = Arrival(id="reserve", side="red", groups=("red-2",), zones=("west",), earliest=3, latest=3)
    later = sketch.Unit("late", PANZER_IV, "red", (9.0, 9.0), 0.0, "red-2")
    setup = sketch.setup_of(red("ours", RIFLES, 20, 24), later, blue("t34", T34, 60, 24), arrivals=(arrival,))
    import dataclasses

    setup = dataclasses.replace(setup, zones=(zone,))
    battle = sketch.battle_in(sketch.state_of(setup, step="begin_a"), setup)
    assert battle.request.purpose == "enter"
    outside = Placed(placements=(Placement(thing="late", x=8.0, y=24.0),))
    assert "CFV-MOVE-13" in refusal(battle, outside).rules
    order(battle, Placed(placements=(Placement(thing="late", x=2.0, y=24.0, facing_deg=0.0),)))
    assert "CFV-MOVE-01" in refusal(battle, go("late", (8.1, 24))).rules
    move(battle, "late", (8, 24))


def test_a_move_is_offered_an_attack_only_if_there_is_one():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("t34", T34, 35, 24))
    move(battle, "tank", (24, 24))
    assert battle.request.purpose == "attack"
    order(battle, Done())
    assert battle.request.purpose == "activate"


def test_a_stug_that_has_moved_faces_where_it_went_and_cannot_turn_to_fire():
    battle = sketch.battle_of(red("stug", STUG, 20, 24), blue("t34", T34, 35, 24))
    move(battle, "stug", (20, 28))
    assert battle.request.purpose == "activate"


def test_no_reach_goes_beyond_the_allowance():
    battle = sketch.battle_of(red("ours", RIFLES, 20, 24))
    reach = ruleset("fascist_vipers").reach(battle.view("red"), "ours")
    assert reach.contains(23.5, 24) and not reach.contains(25, 24)
    end_go(battle)
    assert isinstance(Fire(stand="x"), Fire) and isinstance(Act(stand="x", act="y"), Act)
