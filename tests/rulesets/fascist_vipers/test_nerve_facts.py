"""CFV-REAC: flight off the table, lines lost, compelled moves that meet something, and the words of limits."""

from __future__ import annotations

import math

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import area
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, group, order, red, stand
from tests.rulesets.fascist_vipers.test_reaction_movement import end_of_go, shaken
from wargame.engine import knowledge
from wargame.engine.events import GroupChanged, StandMoved, StandRemoved
from wargame.engine.orders import Done, Move
from wargame.rulesets.fascist_vipers import compliance, compulsory, enemies, lines, losses, reaction, refuge, units

GUN = "SU_45_mm_m1942_anti_tank_gun_42"
TRUCK = "SU_truck_41"


def off_the_table(*parts):
    """Blue's group runs off the table by the right edge."""
    battle = shaken("run_away", red("e", RIFLES, 20, 24), *parts)
    group(battle, "blue-1").line = lines.OFF
    return battle


def gone(battle):
    return {s.id: s.gone for s in battle.state.stands.values() if s.group == "blue-1" and s.gone}


# ---------------------------------------------------------------- off the table


@pytest.mark.rule("CFV-REAC-27")
def test_guns_pushed_by_hand_leave_with_the_last_unit_that_can_move():
    battle = off_the_table(blue("a", T34, 71, 10), blue("b", T34, 40, 20), blue("gun", GUN, 50, 30))
    end_of_go(battle)
    assert gone(battle) == {"a": "withdrawn"}
    stand(battle, "b").x, stand(battle, "b").moved, stand(battle, "b").spent = 71.0, False, 0.0
    end_of_go(battle)
    assert gone(battle) == {"a": "withdrawn", "b": "withdrawn", "gun": "withdrawn"}
    rules = {e.rules for e in battle.events if isinstance(e, StandRemoved)}
    assert rules == {("CFV-REAC-27",)}


@pytest.mark.rule("CFV-REAC-24")
def test_an_attacker_leaves_by_the_rule_of_attackers():
    battle = off_the_table(blue("a", T34, 71, 10))
    group(battle, "blue-1").attacker = True
    end_of_go(battle)
    assert [e.rules for e in battle.events if isinstance(e, StandRemoved)] == [("CFV-REAC-24",)]


def test_passengers_leave_once_with_their_carrier():
    battle = off_the_table(blue("truck", TRUCK, 71, 10), blue("men", RUSSIANS, 30, 10), blue("gun", GUN, 60, 30))
    stand(battle, "men").carrier, stand(battle, "men").on_table = "truck", False
    end_of_go(battle)
    left = [e.stand for e in battle.events if isinstance(e, StandRemoved)]
    assert sorted(left) == ["gun", "men", "truck"]


def test_whoever_runs_to_a_line_does_not_leave_at_the_edge():
    battle = shaken(
        "run_away",
        red("e", RIFLES, 20, 24),
        blue("a", T34, 71.3, 10),
        lines=[sketch.line("blue", "defence_line", 60.0)],
    )
    group(battle, "blue-1").line = "blue-defence_line-1"
    end_of_go(battle)
    assert gone(battle) == {} and group(battle, "blue-1").state == ""


def test_the_edge_is_reached_with_the_base_beside_it():
    battle = off_the_table(blue("a", T34, 60, 10))
    reach = 72.0 - stand(battle, "a").base.radius - compulsory.AT_EDGE_IN
    stand(battle, "a").x = reach - 0.05
    assert not compulsory.at_own_edge(battle, stand(battle, "a"))
    stand(battle, "a").x = reach + 0.05
    assert (
        compulsory.at_own_edge(battle, stand(battle, "a"))
        and compulsory.own_edge(battle, stand(battle, "a")) == "right"
    )


# ---------------------------------------------------------------- lines


@pytest.mark.rule("CFV-REAC-24", "CFV-REAC-40")
def test_a_start_line_that_is_lost_during_the_flight_is_given_up_and_one_that_holds_is_not():
    def flight(enemy_x):
        battle = shaken(
            "run_away",
            red("e", RIFLES, enemy_x, 10),
            blue("a", RUSSIANS, 50, 10),
            lines=[sketch.line("blue", "start_line", 64.0)],
        )
        own = group(battle, "blue-1")
        own.attacker, own.line = True, "blue-start_line-1"
        end_of_go(battle)
        return own, [e.why for e in battle.events if isinstance(e, GroupChanged)]

    lost, told = flight(66.0)
    assert (lost.line, lost.state, told) == (lines.OFF, "run_away", ["line lost"])
    held, told = flight(20.0)
    assert (held.line, held.state, told) == ("blue-start_line-1", "run_away", [])


@pytest.mark.rule("CFV-REAC-10", "CFV-REAC-26")
def test_losses_on_the_run_are_tested_for_when_the_line_is_reached():
    battle = shaken(
        "run_away", red("e", RIFLES, 20, 24), *(blue(n, RUSSIANS, 62, 8 + 4 * k) for k, n in enumerate("abc")),
        lines=[sketch.line("blue", "defence_line", 60.0)],
    )  # fmt: skip
    own = group(battle, "blue-1")
    own.line = "blue-defence_line-1"
    losses.remove(battle, stand(battle, "a"), "destroyed")
    assert (own.owes_test, own.postponed_losses) == (False, 1)
    end_of_go(battle)
    assert (own.state, own.owes_test, own.losses_this_go, own.postponed_losses, own.line) == ("", True, 1, 0, "")


# ---------------------------------------------------------------- compelled moves


@pytest.mark.rule("CFV-REAC-12", "CFV-OBS-04")
def test_a_compelled_move_that_finds_a_hidden_enemy_halts_there():
    wood = area("copse", "woods_light", 47, 24.7, 49.5, 28)
    battle = shaken(
        "run_away", red("e", RIFLES, 20, 24), red("h", RIFLES, 47.4, 25.9), blue("a", T34, 40, 24),
        lines=[sketch.line("blue", "defence_line", 60.0)], features=[wood],
    )  # fmt: skip
    group(battle, "blue-1").line = "blue-defence_line-1"
    knowledge.hide(battle, "h", "blue")
    end_of_go(battle)
    assert battle.state.known("blue", "h") == "identified"
    assert 40.0 < stand(battle, "a").x < 47.0 and group(battle, "blue-1").state == "run_away"


def test_only_groups_of_the_side_whose_go_it_was_move_by_themselves():
    battle = shaken("run_away", red("e", RIFLES, 20, 24), blue("a", T34, 40, 24))
    group(battle, "blue-1").line = lines.OFF
    battle.state.phasing = "red"
    end_of_go(battle)
    assert stand(battle, "a").x == 40.0
    battle.state.phasing = "blue"
    group(battle, "blue-1").parent = "blue-idle"
    end_of_go(battle)
    assert stand(battle, "a").x == 40.0, "the command group above it decides"


@pytest.mark.rule("CFV-REAC-28", "CFV-REAC-35")
def test_who_has_attacked_instead_stays_and_who_has_moved_moves_no_more():
    battle = shaken("run_away", red("e", RIFLES, 34, 24), blue("a", RUSSIANS, 40, 24), blue("b", RUSSIANS, 40, 30))
    group(battle, "blue-1").line = lines.OFF
    stand(battle, "a").attacked, stand(battle, "b").moved = True, True
    end_of_go(battle)
    assert [stand(battle, n).x for n in "ab"] == [40, 40]
    assert (stand(battle, "a").compelled_stay, stand(battle, "b").compelled_stay) == (3, 0)
    assert not [e for e in battle.events if isinstance(e, StandMoved)]


@pytest.mark.rule("CFV-REAC-28")
def test_infantry_may_stay_and_fire_but_not_in_two_goes_running():
    battle = shaken("run_away", red("e", RIFLES, 34, 24), blue("a", RUSSIANS, 40, 24))
    group(battle, "blue-1").line = lines.OFF
    one = stand(battle, "a")
    assert compliance.may_attack(battle, one) is None
    one.compelled_stay = 2
    refused = compliance.may_attack(battle, one)
    assert refused.rules == ("CFV-REAC-28", "CFV-REAC-28") and "now it has to move" in refused.text
    one.compelled_stay = 1
    assert compliance.may_attack(battle, one) is None
    one.compelled_stay, one.moved = 2, True
    assert compliance.may_attack(battle, one) is None
    one.moved, group(battle, "blue-1").compulsory = False, False
    assert compliance.may_attack(battle, one) is None
    battle.state.turn, one.compelled_stay, group(battle, "blue-1").compulsory = 1, 0, True
    assert compliance.may_attack(battle, one) is None, "nobody stayed in a turn before the first"


# ---------------------------------------------------------------- limits in words


def refused(battle, *path):
    return sketch.refusal(battle, Move(stand="a", path=path))


@pytest.mark.rule("CFV-REAC-28")
def test_a_runaway_is_told_where_to():
    off = off_the_table(blue("a", T34, 40, 24))
    assert refused(off, (41.0, 24.0)).text == "a runs away: it has to move off the table by the shortest way."
    line = shaken(
        "run_away", red("e", RIFLES, 20, 24), blue("a", T34, 40, 24), lines=[sketch.line("blue", "defence_line", 60.0)]
    )
    group(line, "blue-1").line = "blue-defence_line-1"
    text = refused(line, (41.0, 24.0)).text
    assert text == "a runs away: it has to move back by the shortest way at its best rate."
    assert refused(line, (41.0, 24.0)).at == (60.0, 24.0)


@pytest.mark.rule("CFV-REAC-28")
@pytest.mark.parametrize(("x", "enough"), [(44.8, False), (45.1, True), (50.0, True)])
def test_a_withdrawal_gains_at_least_half_of_what_it_could(x, enough):
    battle = off_the_table(blue("a", T34, 40, 24))
    limits = compulsory.limits(battle, stand(battle, "a"))
    found = limits.check(battle, stand(battle, "a"), ((40.0, 24.0), (x, 24.0)))
    assert (found is None) == enough


@pytest.mark.rule("CFV-REAC-14")
def test_who_has_gone_to_ground_gets_nearer_to_cover_and_stays_in_it():
    wood = area("wood", "woods_light", 46, 20, 52, 28)
    battle = shaken("go_to_ground", red("e", RIFLES, 20, 24), blue("a", RUSSIANS, 40, 24), features=[wood])
    assert "to the nearest cover, or towards it" in refused(battle, (40.0, 27.0)).text
    order(battle, Move(stand="a", path=((43.0, 24.0),)))
    inside = shaken("go_to_ground", red("e", RIFLES, 20, 24), blue("a", RUSSIANS, 51, 24), features=[wood])
    assert refused(inside, (53.0, 24.0)).text == "a has gone to ground: it stays in cover."
    order(inside, Move(stand="a", path=((51.0, 26.0),)))


@pytest.mark.rule("CFV-REAC-17")
def test_a_faltering_unit_under_threat_moves_away():
    tank = red("tank", "GE_panzer_iv_f2_h_with_long_7_5_cm_42", 24, 24)
    battle = shaken("falter", tank, blue("a", RUSSIANS, 40, 24))
    limits = compulsory.limits(battle, stand(battle, "a"))
    assert limits.away and limits.must_move
    assert (
        "it has to move away from the enemy"
        in limits.check(battle, stand(battle, "a"), ((40.0, 24.0), (40.0, 24.0))).text
    )
    assert limits.check(battle, stand(battle, "a"), ((40.0, 24.0), (40.5, 24.0))) is None


@pytest.mark.rule("CFV-REAC-23")
def test_who_defends_its_start_line_stays_on_it_or_behind_it():
    line = sketch.line("blue", "start_line", 60.0)
    battle = shaken("", red("e", RIFLES, 20, 24), blue("a", RUSSIANS, 62, 24), lines=[line])
    own = group(battle, "blue-1")
    own.compulsory, own.line = False, line.id
    assert compulsory.limits(battle, stand(battle, "a")) is compulsory.FREE
    own.on_line = True
    limits = compulsory.limits(battle, stand(battle, "a"))
    assert not limits.must_move and limits.line == line.id
    assert limits.check(battle, stand(battle, "a"), ((62.0, 24.0), (59.1, 24.0))) is None
    assert "does not go beyond that line" in limits.check(battle, stand(battle, "a"), ((62.0, 24.0), (58.9, 24.0))).text
    assert limits.check(battle, stand(battle, "a"), ((62.0, 24.0), (66.0, 24.0))) is None
    own.line = ""
    assert compulsory.limits(battle, stand(battle, "a")) is compulsory.FREE


def test_moves_that_comply_are_legal_few_and_the_best_first():
    river = area("river", "river", 43, 20, 46, 28)
    battle = off_the_table(blue("a", RUSSIANS, 42, 24), blue("bunker", "SU_rifle_platoon_43", 60, 40, move=0))
    blocked = shaken("run_away", red("e", RIFLES, 20, 24), blue("a", RUSSIANS, 42, 24), features=[river])
    group(blocked, "blue-1").line = lines.OFF
    for one in (battle, blocked):
        moves = compulsory.complying_moves(one, stand(one, "a"), 3)
        assert 1 <= len(moves) <= 3 and len(compulsory.complying_moves(one, stand(one, "a"), 1)) == 1
        for move in moves:
            assert math.dist(move.path[-1], (42.0, 24.0)) <= 4.01
            assert not isinstance(one.ruleset.check(one, one.request, move), sketch.Refusal)
    ends = [m.path[-1] for m in compulsory.complying_moves(battle, stand(battle, "a"), 3)]
    assert ends[0] == pytest.approx((46.0, 24.0), abs=0.01) and [x for x, _ in ends] == sorted(
        (x for x, _ in ends), reverse=True
    )
    assert compulsory.complying_moves(battle, stand(battle, "bunker")) == []
    assert compulsory.has_complied(battle, stand(battle, "bunker"))
    stand(battle, "a").busy = "mounting"
    assert compulsory.complying_moves(battle, stand(battle, "a")) == []
    stand(battle, "a").on_table = False
    assert compulsory.has_complied(battle, stand(battle, "a"))


def test_a_base_that_has_to_go_stays_on_the_table_at_its_corner():
    battle = shaken(
        "falter", red("tank", "GE_panzer_iv_f2_h_with_long_7_5_cm_42", 55, 40), blue("a", RUSSIANS, 70.5, 46.5)
    )
    moves = compulsory.complying_moves(battle, stand(battle, "a"), 3)
    radius = stand(battle, "a").base.radius
    for move in moves:
        x, y = move.path[-1]
        assert x <= 72 - radius + 0.01 and y <= 48 - radius + 0.01


# ---------------------------------------------------------------- refuges and results


def test_the_nearest_cover_is_found_along_narrow_works_in_any_direction():
    trench = sketch.Feature(
        id="t", kind="trench", name="t", geometry="line", rings=(((40.0, 10.0), (46.0, 18.0)),), width_in=0.3,
        height=0.0, props={}, order=0,
    )  # fmt: skip
    battle = sketch.battle_of(red("foot", RIFLES, 47, 14), blue("b", RUSSIANS, 60, 10), features=[trench])
    found = refuge.nearest_cover(battle, stand(battle, "foot"), [])
    foot = (44.44, 15.92)
    assert math.dist(found, foot) < 0.5
    assert refuge.cover_distance(battle, stand(battle, "foot")) == pytest.approx(3.2 - 0.15, abs=0.05)
    assert refuge.nearest_cover(battle, stand(battle, "foot"), [], 2.5) is None
    near = refuge.nearest_cover(battle, stand(battle, "foot"), [], 3.4)
    assert near == found


def test_cover_is_no_refuge_if_the_enemy_is_nearer_there():
    wood = area("wood", "woods_light", 43, 20, 46, 28)
    battle = sketch.battle_of(red("e", RIFLES, 52, 24), blue("a", RUSSIANS, 40, 24), features=[wood])
    foes = enemies.known_enemies(battle, "blue")
    assert refuge.nearest_cover(battle, stand(battle, "a"), foes) is None
    stand(battle, "e").x = 30.0
    assert refuge.nearest_cover(battle, stand(battle, "a"), foes) is not None


@pytest.mark.rule("CFV-REAC-15", "CFV-REAC-37")
def test_cover_is_near_as_long_as_it_is_no_farther_than_the_enemy():
    wood = area("wood", "woods_light", 46, 20, 50, 28)
    battle = sketch.battle_of(red("e", RIFLES, 20, 24), blue("a", RUSSIANS, 40, 24), features=[wood])
    own = group(battle, "blue-1")
    apart = units.apart(stand(battle, "e"), stand(battle, "a"))
    for closer, near in ((0.0, True), (apart - 6.01, True), (apart - 5.99 + 0.1, False)):
        stand(battle, "e").x = 20.0 + closer
        assert reaction.cover_is_near(battle, own) == near
    for name in ("e", "idle-red"):
        stand(battle, name).on_table = False
    assert reaction.cover_is_near(battle, own), "no enemy in sight, and there is cover"
    bare = sketch.battle_of(red("e", RIFLES, 20, 24), blue("a", RUSSIANS, 40, 24))
    for name in ("e", "idle-red"):
        stand(bare, name).on_table = False
    assert not reaction.cover_is_near(bare, group(bare, "blue-1"))


@pytest.mark.rule("CFV-REAC-13")
@pytest.mark.parametrize(("before", "after"), [("falter", ""), ("go_to_ground", ""), ("reordering", "reordering")])
def test_press_on_ends_what_shook_a_group_but_not_its_wait_for_orders(before, after):
    battle = sketch.battle_of(red("e", RIFLES, 10, 10), *(blue(f"b{n}", RUSSIANS, 40, 4 + 3 * n) for n in range(8)))
    own = group(battle, "blue-1")
    own.state, own.owes_test, own.losses_this_go = before, True, 1
    sketch.with_dice(battle, 18)
    order(battle, Done())
    assert (own.state, own.owes_test, own.last_result) == (after, False, "press_on")


@pytest.mark.rule("CFV-REAC-02", "CFV-GEN-11")
def test_a_group_that_has_lost_everything_is_destroyed_and_owes_nothing():
    battle = sketch.battle_of(
        red("e", RIFLES, 10, 10), blue("a", RUSSIANS, 40, 10), blue("mg", "SU_maxim_mmg_platoon_41", 40, 14)
    )
    own = group(battle, "blue-1")
    own.owes_test, own.losses_this_go = True, 1
    losses.remove(battle, stand(battle, "a"), "destroyed")
    assert (own.state, own.owes_test, own.losses_this_go, own.postponed_losses) == ("destroyed", False, 0, 0)
    assert stand(battle, "mg").gone == "dispersed"
