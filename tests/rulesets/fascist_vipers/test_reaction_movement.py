"""CFV-REAC-10 to -20, -28, -38, -39: what a shaken group's units may and must do in their own go."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, group, order, red, stand
from wargame.engine import knowledge
from wargame.engine.orders import Done, Fire, Move, Shot
from wargame.rulesets.fascist_vipers import compliance, compulsory, lines, reaction

MAXIM = "SU_maxim_mmg_platoon_41"


def shaken(state, *units, **more):
    """A battle in blue's go whose group blue-1 is in this state."""
    setup = sketch.setup_of(*units, blue("idle-blue", RUSSIANS, 71, 1, group="blue-idle"), **more)
    begun = sketch.state_of(setup, step="go_b", phasing="blue")
    found = begun.groups["blue-1"]
    found.state, found.compulsory = state, True
    return sketch.battle_in(begun, setup)


def end_of_go(battle):
    reaction.after_go(battle)


def move(name, *path):
    return Move(stand=name, path=tuple(path))


@pytest.mark.rule("CFV-REAC-14", "CFV-REAC-12")
def test_a_group_gone_to_ground_goes_to_cover_and_never_nearer_to_the_enemy():
    forest = sketch.wood("forest", 43, 0, 50, 48)
    battle = shaken("go_to_ground", red("e", RIFLES, 20, 24), blue("a", RUSSIANS, 40, 24), features=[forest])
    assert "CFV-REAC-14" in sketch.refusal(battle, move("a", (37.0, 24.0))).rules
    assert "CFV-REAC-14" in sketch.refusal(battle, move("a", (40.0, 27.9))).rules
    order(battle, move("a", (43.7, 24.0)))
    assert stand(battle, "a").x == 43.7


@pytest.mark.rule("CFV-REAC-39", "CFV-REAC-11")
def test_going_to_ground_ends_with_the_groups_own_go():
    forest = sketch.wood("forest", 43, 0, 50, 48)
    battle = shaken("go_to_ground", red("e", RIFLES, 20, 24), blue("a", RUSSIANS, 40, 24), features=[forest])
    order(battle, move("a", (43.7, 24.0)))
    end_of_go(battle)
    assert group(battle, "blue-1").state == "" and not group(battle, "blue-1").compulsory


@pytest.mark.rule("CFV-REAC-12", "CFV-REAC-38")
def test_units_that_their_owner_does_not_move_move_by_themselves():
    forest = sketch.wood("forest", 43, 0, 50, 48)
    battle = shaken("falter", red("e", RIFLES, 20, 24), blue("a", RUSSIANS, 40, 24), features=[forest])
    end_of_go(battle)
    assert compulsory.has_complied(battle, stand(battle, "a"))
    assert stand(battle, "a").x >= 43.0
    assert group(battle, "blue-1").state == ""


@pytest.mark.rule("CFV-REAC-16")
def test_a_faltering_unit_may_not_advance():
    battle = shaken("falter", red("e", RIFLES, 20, 24), blue("a", RUSSIANS, 40, 24))
    assert "CFV-REAC-16" in sketch.refusal(battle, move("a", (38.0, 24.0))).rules


@pytest.mark.rule("CFV-REAC-17", "CFV-REAC-38")
def test_without_cover_a_faltering_unit_leaves_the_range_of_the_enemy():
    tank = red("tank", "GE_panzer_iv_f2_h_with_long_7_5_cm_42", 24, 24)
    battle = shaken("falter", tank, blue("a", RUSSIANS, 40, 24))
    assert reaction.movement_limits(battle, stand(battle, "a")).away
    end_of_go(battle)
    assert stand(battle, "a").x > 43.0
    assert group(battle, "blue-1").state == "falter", "still in range: the retreat goes on"
    stand(battle, "a").x = 60.0
    end_of_go(battle)
    assert group(battle, "blue-1").state == ""


@pytest.mark.rule("CFV-REAC-38")
def test_cover_nearer_to_the_enemy_is_no_refuge():
    front, rear = sketch.wood("front", 36, 20, 38, 28), sketch.wood("rear", 50, 20, 54, 28)
    battle = shaken("falter", red("e", RIFLES, 20, 24), blue("a", RUSSIANS, 40, 24), features=[front, rear])
    goal = reaction.movement_limits(battle, stand(battle, "a")).goal
    assert goal is not None and goal[0] >= 50.0


@pytest.mark.rule("CFV-REAC-38")
def test_cover_farther_off_than_three_full_moves_is_no_refuge():
    forest = sketch.wood("forest", 53, 20, 60, 28)
    battle = shaken("falter", red("e", RIFLES, 20, 24), blue("a", RUSSIANS, 40, 24), features=[forest])
    assert not reaction.movement_limits(battle, stand(battle, "a")).must_move
    end_of_go(battle)
    assert group(battle, "blue-1").state == "", "out of range of every enemy"


@pytest.mark.rule("CFV-REAC-20")
def test_a_falter_ends_when_all_units_are_in_cover():
    forest = sketch.wood("forest", 39, 0, 50, 48)
    battle = shaken(
        "falter", red("e", RIFLES, 20, 24), blue("a", RUSSIANS, 40, 24), blue("b", RUSSIANS, 40, 28), features=[forest]
    )
    end_of_go(battle)
    assert group(battle, "blue-1").state == ""


@pytest.mark.rule("CFV-REAC-35", "CFV-REAC-28")
def test_no_result_stops_an_exchange_of_fire_but_every_second_go_is_a_move():
    battle = shaken("falter", red("e", RIFLES, 34, 24), blue("maxim", MAXIM, 40, 24), blue("a", RUSSIANS, 60, 24))
    sketch.with_dice(battle, 2, 2, 1, 1, 2)
    order(battle, Fire(stand="maxim", targets=(Shot("e"),)))
    assert stand(battle, "maxim").attacked
    end_of_go(battle)
    assert group(battle, "blue-1").state == "falter"
    battle.state.turn += 1
    stand(battle, "maxim").attacked = False
    assert compliance.may_attack(battle, stand(battle, "maxim")) is not None


@pytest.mark.rule("CFV-REAC-28")
def test_a_withdrawal_takes_the_shortest_way_and_faces_the_enemy():
    battle = shaken(
        "run_away", red("e", RIFLES, 20, 24), blue("a", T34, 40, 24), lines=[sketch.line("blue", "defence_line", 60.0)]
    )
    group(battle, "blue-1").line = "blue-defence_line-1"
    assert "CFV-REAC-28" in sketch.refusal(battle, move("a", (41.0, 24.0))).rules
    assert "CFV-REAC-28" in sketch.refusal(battle, move("a", (38.0, 24.0))).rules
    best = reaction.complying_moves(battle, stand(battle, "a"))[0]
    order(battle, best)
    moved = stand(battle, "a")
    assert (moved.x, moved.y) == pytest.approx((50.0, 24.0), abs=0.05)
    assert moved.facing_deg == pytest.approx(180.0)


@pytest.mark.rule("CFV-REAC-34")
def test_fanatics_go_to_cover_within_a_move_and_then_halt():
    forest = sketch.wood("forest", 43, 0, 50, 48)
    battle = shaken(
        "fanatic", red("e", RIFLES, 20, 24), blue("a", RUSSIANS, 40, 24), blue("b", RUSSIANS, 60, 24), features=[forest]
    )
    assert "CFV-REAC-34" in sketch.refusal(battle, move("b", (58.0, 24.0))).rules
    end_of_go(battle)
    assert stand(battle, "a").x >= 43.0 and stand(battle, "b").x == 60.0
    assert not group(battle, "blue-1").compulsory
    assert reaction.movement_limits(battle, stand(battle, "a")).pinned


@pytest.mark.rule("CFV-REAC-36")
def test_a_hidden_enemy_is_not_a_known_one():
    battle = shaken("falter", red("e", RIFLES, 38, 24), blue("a", RUSSIANS, 40, 24))
    knowledge.hide(battle, "e", "blue")
    assert not reaction.movement_limits(battle, stand(battle, "a")).away


def test_behind_and_before_a_line():
    setup = sketch.setup_of(
        red("a", RIFLES, 5, 5),
        blue("b", RUSSIANS, 60, 5),
        lines=[sketch.line("red", "start_line", 8.0, low=10.0, high=30.0)],
    )
    found = setup.lines[0]
    assert lines.is_behind(setup, found, (4.0, 20.0)) and lines.is_behind(setup, found, (4.0, 45.0))
    assert not lines.is_behind(setup, found, (12.0, 20.0)) and not lines.is_behind(setup, found, (12.0, 2.0))


def test_the_whole_go_with_a_faltering_group_ends():
    forest = sketch.wood("forest", 43, 0, 50, 48)
    battle = shaken("falter", red("e", RIFLES, 20, 24), blue("a", RUSSIANS, 40, 24), features=[forest])
    sketch.with_dice(battle, 10, 5)
    order(battle, Done())
    assert group(battle, "blue-1").state == ""


def running(*units):
    """Blue's group runs back to a line in the rear."""
    battle = shaken("run_away", red("e", RIFLES, 20, 24), *units, lines=[sketch.line("blue", "defence_line", 60.0)])
    group(battle, "blue-1").line = "blue-defence_line-1"
    return battle


@pytest.mark.rule("CFV-REAC-12")
def test_a_gun_moved_by_hand_holds_nobody_up():
    battle = running(blue("a", T34, 61, 24), blue("gun", "SU_45_mm_m1942_anti_tank_gun_42", 40, 24))
    end_of_go(battle)
    assert stand(battle, "gun").x > 40.0, "it goes back as it can"
    assert group(battle, "blue-1").state == ""


@pytest.mark.rule("CFV-REAC-12")
def test_a_group_of_nothing_but_guns_has_to_get_there():
    battle = running(blue("gun", "SU_45_mm_m1942_anti_tank_gun_42", 40, 24))
    end_of_go(battle)
    assert group(battle, "blue-1").state == "run_away"


@pytest.mark.rule("CFV-REAC-28")
def test_whose_place_on_the_line_is_taken_stands_beside_it():
    battle = running(blue("first", T34, 59.9, 24), blue("late", T34, 58.7, 24))
    end_of_go(battle)
    assert compulsory.has_complied(battle, stand(battle, "late"))
    assert group(battle, "blue-1").state == ""


@pytest.mark.rule("CFV-REAC-12", "CFV-REAC-28")
def test_a_tank_that_has_to_move_does_not_shoot_its_way_out_of_it():
    battle = running(blue("a", T34, 30, 24))
    refused = sketch.refusal(battle, Fire(stand="a", targets=(Shot("e"),)))
    assert "CFV-REAC-12" in refused.rules
    order(battle, reaction.complying_moves(battle, stand(battle, "a"))[0])
    assert compliance.may_attack(battle, stand(battle, "a")) is None
