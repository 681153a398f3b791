"""Moves from feature to feature, and the other side's fire on the way."""

from __future__ import annotations

import pytest

from tests.rulesets.lightning_war.sketch import (
    HQ,
    MAXIM,
    PAK,
    SQUAD,
    battle_of,
    blue,
    box,
    fire,
    group,
    move,
    order,
    red,
    refusal,
    rolls,
    stand,
    strip,
)
from wargame.engine.events import StandMoved
from wargame.engine.orders import Done
from wargame.rulesets.lightning_war import movement

WOODS = [
    box("a", "woods_light", 10, 20, 16, 26),
    box("b", "woods_light", 28, 20, 34, 26),
    box("c", "woods_light", 46, 20, 52, 26),
]


@pytest.mark.rule("LW2-MOVE-01", "LW2-MOVE-04", "LW2-GEN-06")
def test_a_move_leads_to_an_adjoining_feature_and_no_farther():
    battle = battle_of(red("s", SQUAD, 13, 23), features=WOODS)
    assert "LW2-MOVE-01" in refusal(battle, move("s", (49, 23))).rules
    order(battle, move("s", (30, 23)))
    assert (stand(battle, "s").x, stand(battle, "s").y) == (30, 23)
    assert "LW2-GEN-06" in movement.may_move(battle, stand(battle, "s")).rules


@pytest.mark.rule("LW2-MOVE-05", "LW2-MOVE-18")
def test_a_move_may_end_in_the_field_or_shift_within_the_place():
    battle = battle_of(red("s", SQUAD, 13, 23), red("t", SQUAD, 12, 21), features=WOODS)
    order(battle, move("s", (20, 23)))
    order(battle, move("t", (14, 24.5)))
    assert stand(battle, "s").x == 20 and stand(battle, "t").x == 14


@pytest.mark.rule("LW2-MOVE-19")
def test_a_path_runs_through_open_ground_only():
    ground = [
        box("a", "woods_light", 10, 20, 16, 26),
        box("b", "woods_light", 18, 20, 21, 26),
        box("c", "woods_light", 24, 12, 30, 18),
    ]
    battle = battle_of(red("s", SQUAD, 13, 25.5), features=ground)
    assert "LW2-MOVE-19" in refusal(battle, move("s", (19, 24), (19, 30))).rules
    ends = movement.plan(battle, stand(battle, "s"), ((13, 40), (20, 40), (20, 27), (13, 27))).price
    assert "LW2-MOVE-19" in ends.refusal.rules


@pytest.mark.rule("LW2-MOVE-10")
def test_nobody_walks_through_a_river():
    river = strip("river", "river", (24, -0.5), (24, 48.5), width=2.0)
    battle = battle_of(red("s", SQUAD, 13, 23), features=[*WOODS, river])
    assert "LW2-MOVE-10" in refusal(battle, move("s", (30, 23))).rules


@pytest.mark.rule("LW2-MOVE-09")
def test_vehicles_enter_dense_wood_by_road_only():
    wood = box("wood", "woods_heavy", 20, 16, 30, 30)
    road = strip("road", "road", (5, 20), (40, 20), width=1.5)
    battle = battle_of(
        red("tank", "GE_pzkw_iv_h_j", 15, 23), red("t2", "GE_pzkw_iv_h_j", 15, 20), features=[wood, road]
    )
    assert "LW2-MOVE-09" in refusal(battle, move("tank", (24, 24))).rules
    order(battle, move("t2", (24, 20)))


@pytest.mark.rule("LW2-MOVE-11")
def test_nobody_comes_within_an_inch_of_an_enemy():
    battle = battle_of(red("s", SQUAD, 20, 23), blue("e", SQUAD, 30, 23), features=[])
    assert "LW2-MOVE-11" in refusal(battle, move("s", (28.6, 23))).rules


@pytest.mark.rule("LW2-MOVE-08")
def test_squads_stay_within_a_feature_of_their_headquarters():
    battle = battle_of(red("hq", HQ, 12, 23), red("s", SQUAD, 30, 23), features=WOODS)
    assert "LW2-MOVE-08" in refusal(battle, move("s", (48, 23))).rules


@pytest.mark.rule("LW2-MOVE-13")
def test_guns_do_not_walk():
    battle = battle_of(red("gun", PAK, 13, 23), red("s", SQUAD, 12, 21), features=WOODS)
    assert "LW2-MOVE-13" in refusal(battle, move("gun", (30, 23))).rules


@pytest.mark.rule("LW2-STAT-04", "LW2-STAT-06")
def test_suppressed_and_pinned_squads_do_not_move():
    battle = battle_of(red("s", SQUAD, 13, 23), red("t", SQUAD, 12, 21), red("u", SQUAD, 15, 25), features=WOODS)
    stand(battle, "s").suppressed_turn, stand(battle, "t").pinned = 1, True
    assert "LW2-STAT-04" in movement.may_move(battle, stand(battle, "s")).rules
    assert "LW2-STAT-06" in movement.may_move(battle, stand(battle, "t")).rules


@pytest.mark.rule("LW2-TURN-04", "LW2-TURN-06", "LW2-TURN-12", "LW2-TURN-11")
def test_the_other_side_may_fire_at_entries_edges_and_every_three_inches():
    battle = battle_of(red("s", SQUAD, 6, 23), red("hq", HQ, 5, 20), blue("mg", MAXIM, 30, 23), dice=[2])
    order(battle, move("s", (20, 23)))
    asked = battle.request
    assert asked.purpose == "counter_fire" and asked.about == ("s",)
    at = stand(battle, "s").x
    assert 6 < at < 20
    order(battle, fire("mg", "s"))
    assert rolls(battle, "small_arms")[0].outcome == "missed"
    assert stand(battle, "s").x == 20, "one shot is all the gun has in this cycle"
    legs = [e for e in battle.events if isinstance(e, StandMoved)]
    assert len(legs) >= 4


@pytest.mark.rule("LW2-TURN-12", "LW2-STAT-02")
def test_who_is_suppressed_on_the_way_stops_there():
    battle = battle_of(red("s", SQUAD, 6, 23), red("t", SQUAD, 6, 20), blue("mg", MAXIM, 30, 23), dice=[3, 6, 6])
    order(battle, move("s", (20, 23)))
    order(battle, fire("mg", "s"))
    assert stand(battle, "s").suppressed_turn == 1
    assert stand(battle, "s").x < 20


@pytest.mark.rule("LW2-TURN-12")
def test_declining_holds_for_the_rest_of_the_move():
    battle = battle_of(red("s", SQUAD, 6, 23), red("t", SQUAD, 6, 20), blue("mg", MAXIM, 30, 23))
    order(battle, move("s", (20, 23)))
    order(battle, Done())
    assert battle.request.purpose == "act"


@pytest.mark.rule("LW2-NIGHT-01", "LW2-NIGHT-02")
def test_by_night_a_platoon_makes_one_move_in_a_game_turn():
    battle = battle_of(red("s", SQUAD, 13, 23), red("t", SQUAD, 12, 21), features=WOODS, start=22 * 60)
    order(battle, move("s", (30, 23)))
    order(battle, Done())
    assert group(battle, "red-1").night_turn == 1
    assert "LW2-NIGHT-01" in movement.may_move(battle, stand(battle, "t")).rules


@pytest.mark.rule("LW2-MOVE-11")
def test_a_move_that_comes_upon_a_hidden_enemy_stops_and_finds_him():
    battle = battle_of(red("s", SQUAD, 6, 23), red("hq", HQ, 5, 20), blue("staff", HQ, 14, 23), hidden=["staff"])
    order(battle, move("s", (20, 23)))
    assert stand(battle, "s").x < 13
    assert battle.state.known("red", "staff") == "identified"
