"""CFV-MOVE: who halts whom, what a path costs, and the words in which a move is refused."""

from __future__ import annotations

import dataclasses

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import (
    HALF_TRACK,
    PAK_40,
    PANZER_IV,
    STUG,
    TRUCK,
    area,
    at,
    move,
    strip,
)
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, red, refusal, stand
from wargame.board import gap
from wargame.engine.orders import Move
from wargame.rulesets import ruleset
from wargame.rulesets.fascist_vipers import movement, units

ROAD = strip("road", "road", (10, 24), (60, 24), width=0.4)


def go(name, *path, facing=None, mode=""):
    return Move(stand=name, path=path, facing_deg=facing, mode=mode)


def price(battle, name, *path, mode=""):
    return ruleset("fascist_vipers").price(battle.view("red"), name, path, mode)


# ---------------------------------------------------------------- enemies on the way


@pytest.mark.rule("CFV-MOVE-08")
@pytest.mark.parametrize("order", [("near", "far"), ("far", "near")])
def test_the_first_of_two_enemies_on_the_path_halts_the_move(order):
    places = {"near": (26.0, 24.0), "far": (27.5, 22.6)}
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), *(blue(n, T34, *places[n]) for n in order))
    refused = refusal(battle, go("tank", (27.9, 24)))
    assert "within 1 in of near" in refused.text and refused.at == pytest.approx((24.0, 24.0), abs=0.02)
    move(battle, "tank", refused.at)
    assert 0.99 < gap(units.footprint(stand(battle, "tank")), units.footprint(stand(battle, "near"))) <= 1.0005


@pytest.mark.rule("CFV-MOVE-08")
def test_the_price_of_a_move_that_is_cut_short_rests_on_its_rule():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("t34", T34, 26, 24))
    assert price(battle, "tank", (24.05, 24.0)).cost == pytest.approx(4.0, abs=0.01)


@pytest.mark.rule("CFV-MOVE-08")
def test_a_path_drawn_a_little_past_the_halt_ends_at_the_halt():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("t34", T34, 26, 24))
    assert refusal(battle, go("tank", (24.15, 24))).at == pytest.approx((24.0, 24.0), abs=0.02)
    move(battle, "tank", (24.05, 24))
    assert at(battle, "tank") == pytest.approx((24.0, 24.0), abs=0.01)
    assert stand(battle, "tank").spent == pytest.approx(4.0, abs=0.01)


@pytest.mark.rule("CFV-MOVE-08")
def test_an_enemy_beside_the_way_halts_only_within_an_inch():
    for beside, halted in ((1.7, True), (1.8, False)):
        battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("t34", T34, 24, 24 + beside, facing=0.0))
        width = stand(battle, "tank").base.width_in / 2 + stand(battle, "t34").base.width_in / 2
        assert (beside - width < 1.0) == halted
        assert (price(battle, "tank", (28.0, 24.0)).refusal is not None) == halted


@pytest.mark.rule("CFV-MOVE-04", "CFV-MOVE-07")
@pytest.mark.parametrize(
    ("mover", "enemy", "passes"),
    [
        (PANZER_IV, RUSSIANS, True),
        (PANZER_IV, T34, False),
        (PANZER_IV, "SU_truck_41", True),
        (STUG, RUSSIANS, True),
        (TRUCK, RUSSIANS, False),
        (RIFLES, RUSSIANS, False),
        (HALF_TRACK, RUSSIANS, True),
    ],
)
def test_only_armed_armour_drives_through_soft_enemies(mover, enemy, passes):
    battle = sketch.battle_of(
        red("tank", PANZER_IV, 5, 5),
        red("ours", mover, 20, 24),
        blue("there", RUSSIANS, 40, 5),
        blue("e", enemy, 30, 24),
    )
    assert movement.passes(stand(battle, "tank"), stand(battle, "there"))
    assert movement.passes(stand(battle, "ours"), stand(battle, "e")) == passes
    assert not movement.passes(stand(battle, "there"), stand(battle, "ours"))


def test_enemies_that_halt_it_are_obstacles_of_its_reach_and_those_it_drives_through_are_not():
    wall = [blue(f"e{n}", T34, 24, 21 + 0.9 * n, facing=0.0) for n in range(8)]
    book = ruleset("fascist_vipers")
    battle = sketch.battle_of(red("tank", PANZER_IV, 22, 24), *wall)
    assert not book.reach(battle.view("red"), "tank").contains(26.0, 24.0)
    soft = [blue(f"e{n}", RUSSIANS, 24, 21 + 0.9 * n, facing=0.0) for n in range(8)]
    battle = sketch.battle_of(red("tank", PANZER_IV, 22, 24), *soft)
    assert book.reach(battle.view("red"), "tank").contains(26.0, 24.0)


# ---------------------------------------------------------------- what it costs


@pytest.mark.rule("CFV-MOVE-01", "CFV-MOVE-02")
def test_what_has_been_spent_in_this_go_is_gone():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24))
    stand(battle, "tank").spent = 5.0
    assert price(battle, "tank", (23.0, 24.0)).refusal is None
    refused = price(battle, "tank", (23.2, 24.0)).refusal
    assert refused.text == "The path costs 3.2, 3.0 may be spent." and refused.at == pytest.approx((23.0, 24.0))
    stand(battle, "tank").spent = 9.0
    assert movement.left(stand(battle, "tank")) == 0.0


@pytest.mark.rule("CFV-ASLT-22")
def test_a_breakthrough_begins_with_nothing_spent():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24))
    assert movement.left(stand(battle, "tank"), "breakthrough") == 8.0


@pytest.mark.rule("CFV-ASLT-22")
def test_a_breakthrough_has_the_allowance_of_a_move_and_says_so():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24))
    view = battle.view("red")
    assert movement.plan(view, stand(battle, "tank"), ((28.0, 24.0),), "breakthrough").price.refusal is None
    refused = movement.plan(view, stand(battle, "tank"), ((28.5, 24.0),), "breakthrough").price.refusal
    assert refused.rules == ("CFV-ASLT-22",)


@pytest.mark.rule("CFV-MOVE-14", "CFV-MOVE-15", "CFV-MOVE-02")
def test_a_price_tells_inches_points_and_which_ground_costs_them():
    ground = [area("copse", "woods_light", 22, 20, 24, 28), strip("brook", "stream", (25, 20), (25, 28), width=1.0)]
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), features=ground)
    found = price(battle, "tank", (26.0, 24.0))
    assert (found.cost, found.inches) == pytest.approx((3 + 2 * 2 + 1 * 3, 6.0))
    assert found.notes == ("2.0 in of woods", "1.0 in of stream") and found.allowance == 8.0
    on_road = sketch.battle_of(red("tank", PANZER_IV, 20, 24), features=[ROAD])
    assert price(on_road, "tank", (26.0, 24.0)).notes == ()


@pytest.mark.rule("CFV-MOVE-02")
def test_forbidden_ground_is_named():
    named = dataclasses.replace(area("a1", "woods_light", 22, 20, 40, 28), name="Birch Wood")
    nameless = dataclasses.replace(area("a1", "woods_light", 22, 20, 40, 28), name="")
    for feature, words in ((named, "Birch Wood"), (nameless, "woods")):
        battle = sketch.battle_of(red("truck", TRUCK, 20, 24), features=[feature])
        assert refusal(battle, go("truck", (23, 24))).text == f"truck may not enter {words}."
    assert sketch.battle_of(red("men", RIFLES, 20, 24), features=[named]).answer(go("men", (23, 24)))


@pytest.mark.rule("CFV-MOVE-02")
def test_a_unit_that_stands_in_ground_it_may_not_enter_may_drive_out_and_not_on():
    battle = sketch.battle_of(red("truck", TRUCK, 23, 24), features=[area("wood", "woods_light", 22, 20, 40, 28)])
    assert price(battle, "truck", (20.0, 24.0)).refusal is None
    assert price(battle, "truck", (26.0, 24.0)).refusal is not None


@pytest.mark.rule("CFV-MOVE-09", "CFV-MOVE-02")
def test_a_base_ends_on_the_table_on_nobody_and_on_ground_it_may_enter():
    battle = sketch.battle_of(red("tank", PANZER_IV, 3, 24), red("men", RIFLES, 5, 24))
    over = refusal(battle, go("tank", (0.3, 24)))
    assert over.text == "The base would stand over the edge of the table." and over.rules == ("CFV-MOVE-09",)
    onto = refusal(battle, go("tank", (5.2, 24)))
    assert onto.text.startswith("The base would stand on men") and onto.about == "men"


# ---------------------------------------------------------------- turns in place


@pytest.mark.rule("CFV-MOVE-10", "CFV-MOVE-09")
def test_a_turn_in_place_costs_nothing_and_needs_room():
    alone = sketch.battle_of(red("tank", PANZER_IV, 20, 24))
    move(alone, "tank", facing=90.0)
    assert stand(alone, "tank").facing_deg == 90.0 and stand(alone, "tank").spent == 0.0
    tight = sketch.battle_of(red("tank", PANZER_IV, 20, 24), red("other", PANZER_IV, 20, 24.8))
    refused = refusal(tight, go("tank", facing=90.0))
    assert refused.rules == ("CFV-MOVE-09",) and refused.about == "other"
    assert price(tight, "tank").refusal is None


@pytest.mark.rule("CFV-MOVE-10", "CFV-REAC-25")
def test_whoever_may_not_move_may_turn():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24))
    battle.state.groups["red-1"].state = "reordering"
    assert "does not move" in refusal(battle, go("tank", (21, 24))).text
    move(battle, "tank", facing=90.0)
    assert stand(battle, "tank").facing_deg == 90.0


@pytest.mark.rule("CFV-MOVE-10")
@pytest.mark.parametrize(("turn", "free"), [(45.0, True), (45.2, False), (-45.0, True), (-60.0, False), (180.0, False)])
def test_a_gun_that_turns_farther_than_forty_five_degrees_has_moved(turn, free):
    battle = sketch.battle_of(red("gun", PAK_40, 20, 24, facing=90.0))
    assert movement.is_free_pivot(stand(battle, "gun"), (90.0 + turn) % 360.0) == free
    move(battle, "gun", facing=(90.0 + turn) % 360.0)
    assert stand(battle, "gun").moved == (not free)


@pytest.mark.rule("CFV-MOVE-10")
def test_without_a_word_about_it_a_unit_faces_along_the_last_leg_that_has_a_length():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24))
    move(battle, "tank", (22, 24), (22, 24), (22, 26), (22, 26))
    assert stand(battle, "tank").facing_deg == 90.0 and stand(battle, "tank").spent == 4.0


# ---------------------------------------------------------------- who may move at all


@pytest.mark.parametrize(
    ("fields", "may"),
    [
        ({}, True),
        ({"moved": True}, True),
        ({"activated": True}, True),
        ({"moved": True, "activated": True}, False),
        ({"attacked": True}, False),
        ({"busy": "clearing mines"}, False),
    ],
)
def test_a_unit_that_has_been_used_in_this_go_moves_no_more(fields, may):
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24))
    for name, value in fields.items():
        setattr(stand(battle, "tank"), name, value)
    refused = movement.may_move(battle, stand(battle, "tank"))
    assert (refused is None) == may
    assert may or refused.rules == ("CFV-TURN-04",)


@pytest.mark.rule("CFV-SOFT-02")
def test_orders_of_the_scenario_hold_a_group_and_the_groups_attached_to_it():
    units_ = (red("tank", PANZER_IV, 20, 24, group="head"), red("men", RIFLES, 20, 30, group="tail"))
    for held, stays in (("head", {"tank", "men"}), ("tail", {"men"}), ("", set())):
        battle = sketch.battle_of(*units_)
        battle.state.groups["tail"].parent = "head"
        if held:
            battle.state.groups[held].held = True
        assert {n for n in ("tank", "men") if movement.may_move(battle, stand(battle, n)) is not None} == stays


@pytest.mark.rule("CFV-MOVE-01", "CFV-MOVE-03")
def test_a_limbered_gun_moves_as_its_tow():
    battle = sketch.battle_of(red("gun", PAK_40, 20, 24, tow="truck", limbered=True), red("by_hand", PAK_40, 20, 30))
    assert (movement.allowance(stand(battle, "gun")), movement.allowance(stand(battle, "gun"), "road")) == (8.0, 16.0)
    assert (movement.allowance(stand(battle, "by_hand")), movement.allowance(stand(battle, "by_hand"), "road")) == (
        1,
        1,
    )
    stand(battle, "gun").limbered = False
    assert movement.allowance(stand(battle, "gun")) == 1.0


# ---------------------------------------------------------------- roads


@pytest.mark.rule("CFV-MOVE-03", "CFV-MOVE-01")
def test_a_march_is_offered_on_a_road_to_whoever_gains_by_it():
    battle = sketch.battle_of(
        red("on", PANZER_IV, 20, 24), red("off", PANZER_IV, 20, 30), red("gun", PAK_40, 30, 24), features=[ROAD]
    )
    offered = {n: [(m.id, m.allowance) for m in movement.modes(battle, stand(battle, n))] for n in ("on", "off", "gun")}
    assert offered == {"on": [("", 8.0), ("road", 11.0)], "off": [("", 8.0)], "gun": [("", 1.0)]}
    stand(battle, "on").attacked = True
    assert all(m.refusal is not None for m in movement.modes(battle, stand(battle, "on")))


@pytest.mark.rule("CFV-MOVE-03")
def test_a_march_keeps_six_inches_from_enemies_in_view_at_its_start_too():
    def refused(enemy, *ground):
        battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("t34", T34, *enemy), features=[ROAD, *ground])
        found = price(battle, "tank", (30.0, 24.0), mode="road").refusal
        return found.text if found else None

    assert refused((14.0, 30.7)) is None
    assert refused((20.0, 30.7)) == "A road move may neither start nor end within 6 in of t34."
    assert refused((30.0, 30.7)) == "A road move may neither start nor end within 6 in of t34."
    assert refused((25.0, 30.7)) is None, "it may pass by"
    assert refused((20.0, 30.7), area("wood", "woods_light", 8, 26, 36, 29)) is None, "nobody sees it"
