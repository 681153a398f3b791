"""Orders of non-player forces, where they lead, and what losses do to them."""

from __future__ import annotations

import math

import pytest

from tests.rulesets.clash_of_titans import build, solo_play
from tests.rulesets.clash_of_titans.build import red, squad, worked_case
from tests.rulesets.clash_of_titans.solo_play import blues, reds
from wargame.engine.events import GroupChanged
from wargame.rulesets.clash_of_titans import np_control, np_morale, np_orders, pef
from wargame.rulesets.clash_of_titans.state import Mission


@pytest.mark.rule("NUT-NP-02")
@pytest.mark.parametrize(
    ("face", "order"), [(1, "PATROL"), (2, "PATROL"), (3, "HOLD"), (4, "HOLD"), (5, "ATTACK"), (6, "ATTACK")]
)
def test_on_patrol_missions_the_order_is_rolled(face, order):
    battle = solo_play.battle_of(*reds(10, 20), *blues(60, 20), dice=(face,))
    assert np_orders.of_mission(battle, "red", "patrol_missions") == order


@pytest.mark.rule("NUT-NP-02")
@pytest.mark.parametrize(("column", "order"), [("enemy_attacks", "ATTACK"), ("enemy_defends", "HOLD")])
def test_in_other_missions_nothing_is_rolled(column, order):
    battle = solo_play.battle_of(*reds(10, 20), *blues(60, 20))
    assert np_orders.of_mission(battle, "red", column) == order


@pytest.mark.rule("NUT-SOLO-03")
@pytest.mark.parametrize(
    ("face", "attacker", "order"),
    [
        (1, True, "ATTACK"),
        (3, True, "ATTACK"),
        (5, True, "ATTACK"),
        (6, True, "HOLD"),
        (1, False, "HOLD"),
        (5, False, "PATROL"),
    ],
)
def test_a_computer_side_draws_scenario_orders(face, attacker, order):
    battle = solo_play.battle_of(*reds(10, 20), *blues(60, 20), dice=(face,))
    assert np_orders.of_scenario(battle, "red-1", attacker).order == order


@pytest.mark.rule("NUT-SOLO-03")
def test_flank_reserve_and_ambush_are_read_from_the_table():
    battle = solo_play.battle_of(*reds(10, 20), *blues(60, 20), dice=(4, 5, 6))
    assert np_orders.of_scenario(battle, "red-1", True).flank
    assert np_orders.of_scenario(battle, "red-1", False).reserve
    last = np_orders.of_scenario(battle, "red-1", False)
    assert last.ambush and last.forward


@pytest.mark.rule("NUT-SOLO-03")
def test_teams_with_heavy_weapons_always_hold():
    battle = solo_play.battle_of(red("gunner", 10, 20, line="GE_mmg"), *blues(60, 20))
    assert np_orders.of_scenario(battle, "red-1", True).order == "HOLD"


@pytest.mark.rule("NUT-NP-01", "NUT-SOLO-01")
def test_the_rules_run_what_is_no_players():
    battle = solo_play.battle_of(*reds(10, 20), *blues(60, 20))
    assert np_orders.runs(build.state(battle), "red-1")
    assert not np_orders.runs(build.state(battle), "blue-1")


# ---------------------------------------------------------------- losses


@pytest.mark.rule("NUT-NP-15")
@pytest.mark.parametrize(
    ("order", "passed", "after"),
    [
        ("ATTACK", 2, "ATTACK"),
        ("ATTACK", 1, "HOLD"),
        ("PATROL", 1, "HOLD"),
        ("HOLD", 1, "WITHDRAW"),
        ("ATTACK", 0, "WITHDRAW"),
        ("HOLD", 0, "WITHDRAW"),
    ],
)
def test_what_losses_make_of_an_order(order, passed, after):
    assert np_orders.change_after_losses(order, passed) == after


def with_losses(number: int, *dice: int):
    battle = solo_play.battle_of(*reds(10, 20, 6, rep=4), *blues(60, 20), dice=dice)
    for n in range(6, 6 - number, -1):
        build.stand(battle, f"red-1-{n}").status = "out_of_the_fight"
    np_morale.check(battle)
    return battle


@pytest.mark.rule("NUT-NP-15")
def test_case_91(request):
    battle = with_losses(2, *worked_case(request, "CASE-91"))
    assert build.group(battle, "red-1").intention == "WITHDRAW"


@pytest.mark.rule("NUT-NP-15")
def test_a_third_in_one_turn_is_tested_once():
    battle = with_losses(2, 1, 1)
    assert build.group(battle, "red-1").intention == "ATTACK"
    np_morale.check(battle)
    assert len(build.rolls(battle, "np_morale")) == 1


@pytest.mark.rule("NUT-NP-15")
def test_a_group_of_which_nobody_is_left_gets_no_order():
    """Two squads of one force: the order of those who are left changes."""
    units = [*squad("red", "red-1", 10, 20, 3, rep=4), *squad("red", "red-2", 10, 30, 3, rep=4), *blues(60, 20)]
    battle = solo_play.battle_of(*units, dice=(6, 6))
    for n in (1, 2, 3):
        build.stand(battle, f"red-1-{n}").status = "out_of_the_fight"
    np_morale.check(battle)
    told = [e.group for e in battle.events if isinstance(e, GroupChanged) and e.why == "morale"]
    assert told == ["red-2"]


@pytest.mark.rule("NUT-NP-15")
def test_when_reinforcements_arrive_only_groups_with_men_get_an_order():
    """Neither a marker nor a squad of which nobody is left."""
    units = [*reds(10, 20, 3), *squad("red", "red-2", 10, 30, 3), *blues(60, 20)]
    battle = solo_play.battle_of(*units, order="WITHDRAW", dice=(1,))
    for n in (1, 2, 3):
        build.stand(battle, f"red-2-{n}").status = "out_of_the_fight"
    state = build.state(battle)
    state.mission = Mission(player="blue", enemy="red")
    pef._add(battle, (30.0, 30.0))
    np_orders.after_arrival(battle, "red")
    told = [e.group for e in battle.events if isinstance(e, GroupChanged) and e.why == "mission"]
    assert told == ["red-1"]


@pytest.mark.rule("NUT-NP-15")
def test_a_lost_vehicle_is_tested_and_one_that_has_left_the_table_is_none():
    """A wreck is a loss; who has withdrawn over the edge is away."""
    for wrecked in (True, False):
        units = [*reds(10, 20, 6, rep=4), red("tank", 20, 30, "panzer_iv_g", group="red-2"), *blues(60, 20)]
        battle = solo_play.battle_of(*units, dice=(1, 1))
        tank = build.stand(battle, "tank")
        tank.knocked_out, tank.gone, tank.on_table = wrecked, "" if wrecked else "left left", wrecked
        np_morale.check(battle)
        assert bool(build.rolls(battle, "np_morale")) == wrecked


@pytest.mark.rule("NUT-NP-15")
def test_a_leader_who_is_stunned_still_has_his_rep():
    battle = solo_play.battle_of(*reds(10, 20, 6, rep=4), *blues(60, 20), dice=(2, 3))
    build.stand(battle, "red-1-1").status = "stunned"
    for n in (5, 6):
        build.stand(battle, f"red-1-{n}").status = "out_of_the_fight"
    np_morale.check(battle)
    assert build.group(battle, "red-1").intention == "ATTACK"


def test_fewer_losses_are_not_tested():
    assert not build.rolls(with_losses(1), "np_morale")


# ---------------------------------------------------------------- where to


@pytest.mark.rule("NUT-NP-05")
def test_without_an_objective_a_group_goes_for_the_nearest_enemy_it_knows():
    battle = solo_play.battle_of(*reds(10, 20), *blues(40, 20, 1))
    assert math.dist(np_control.goal_of(battle, build.group(battle, "red-1")), (40, 20)) < 0.1


@pytest.mark.rule("NUT-NP-05")
def test_without_a_known_enemy_it_goes_for_his_edge():
    wall = build.area("wall", "building", 30, 2, 34, 46, 3.0)
    battle = solo_play.battle_of(*reds(10, 20), *blues(66, 20), features=[wall])
    x, _ = np_control.goal_of(battle, build.group(battle, "red-1"))
    assert x > 70
