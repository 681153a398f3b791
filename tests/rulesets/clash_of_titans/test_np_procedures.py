"""ADVANCE, BOUNDS, FLANK, ASSAULT, FIRE, HOLD, AMBUSH, FALL BACK, WITHDRAW, RETREAT as plans."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.rulesets.clash_of_titans import build, solo_play
from tests.rulesets.clash_of_titans.build import area, blue
from tests.rulesets.clash_of_titans.solo_play import blues, draft, in_cover, moves, reds
from wargame.rulesets.clash_of_titans import (
    np_assault,
    np_back,
    np_forward,
    np_ground,
    np_plans,
    np_static,
    np_tactics,
    refuge,
)
from wargame.rulesets.clash_of_titans.np_ground import Enemy

WALL = area("block", "building", 30, 5, 34, 43, 3.0)


def kinds(found) -> list[str]:
    return [task.do for task in found.tasks]


# ---------------------------------------------------------------- forward


@pytest.mark.rule("NUT-NP-05")
def test_advance_goes_toward_the_objective():
    battle = solo_play.battle_of(*reds(10, 20), *blues(66, 20), features=[WALL])
    found = draft(battle)
    found.goal = (28.0, 22.0)
    assert np_forward.advance(found)
    ends = moves(found)
    assert len(ends) == 4
    assert all(x > 14 for x, _ in ends.values())


@pytest.mark.rule("NUT-NP-05")
def test_advance_ends_in_cover_that_is_in_reach():
    battle = solo_play.battle_of(*reds(10, 22, 1), *blues(60, 22, 2), features=[in_cover(14, 20, 17, 26)])
    found = draft(battle)
    assert np_forward.advance(found)
    ((x, y),) = moves(found).values()
    assert 14 <= x <= 17 and 20 <= y <= 26


def test_an_inch_in_enemy_sight_counts_as_several():
    screen = area("screen", "building", 22, 22, 25, 40, 3.0)
    battle = solo_play.battle_of(*reds(10, 21, 1), blue("eye", 60, 14), features=[screen])
    man = build.stand(battle, "red-1-1")
    enemies = [Enemy(build.stand(battle, "eye"), (60.0, 14.0))]
    free, careful = (np_ground.ways_to(battle, man, (30.0, 30.0), known) for known in ([], enemies))
    here = np.array([(10.0, 21.0)])
    assert careful.cost(here)[0] > free.cost(here)[0]


@pytest.mark.rule("NUT-NP-05")
def test_in_bounds_the_half_nearest_the_enemy_stays_and_they_take_turns():
    battle = solo_play.battle_of(*reds(10, 20), *blues(50, 18))
    for n, x in enumerate((16, 15, 10, 9), start=1):
        build.stand(battle, f"red-1-{n}").x = float(x)
    found = draft(battle)
    assert np_forward.bounds(found)
    assert set(moves(found)) <= {"red-1-3", "red-1-4"}
    (fired,) = [task.stands for task in found.tasks if task.do == "volley"]
    assert set(fired) == {"red-1-1", "red-1-2"}
    again = draft(battle)
    again.group.bound = 1
    assert np_forward.bounds(again)
    assert set(moves(again)) <= {"red-1-1", "red-1-2"}


@pytest.mark.rule("NUT-NP-06")
def test_a_flank_leaves_the_machine_gun_and_half_of_the_others_as_base_of_fire():
    battle = solo_play.battle_of(*reds(10, 16, 7), *blues(50, 18))
    build.stand(battle, "red-1-4").in_hand = "MG34 on bipod"
    base, rest = np_forward.split_for_flank(draft(battle))
    assert "red-1-4" in {m.id for m in base}
    assert len(base) == 3
    assert len(rest) == 4
    assert "red-1-1" in {m.id for m in rest}


def test_the_flank_is_12_in_from_the_enemy_and_square_to_the_line_of_fire():
    battle = solo_play.battle_of(*reds(10, 20), blue("one", 40, 20))
    found = draft(battle)
    at = np_forward.flank_point(found, [build.stand(battle, "red-1-1")])
    assert at is not None
    assert math.dist(at, (40, 20)) == pytest.approx(12.0)
    assert at[0] == pytest.approx(40.0)


@pytest.mark.rule("NUT-NP-06")
def test_those_who_go_round_try_to_run_and_the_base_fires():
    battle = solo_play.battle_of(*reds(10, 18, 6), *blues(46, 20, 2))
    found = draft(battle)
    assert np_forward.flank(found)
    assert {"volley", "fast", "move"} <= set(kinds(found))


# ---------------------------------------------------------------- assault


@pytest.mark.rule("NUT-NP-07")
def test_an_assault_charges_weaker_defenders_within_8_in():
    battle = solo_play.battle_of(*reds(20, 18, 5), *blues(26, 19, 2))
    found = draft(battle)
    assert np_assault.assault(found)
    charge = next(task for task in found.tasks if task.do == "charge")
    assert len(charge.stands) > 2
    assert set(charge.word.split(",")) == {"blue-1-1", "blue-1-2"}


@pytest.mark.rule("NUT-NP-07")
def test_a_machine_gun_that_is_not_suppressed_forbids_the_charge():
    battle = solo_play.battle_of(*reds(20, 18, 5), *blues(26, 19, 2))
    gunner = build.stand(battle, "blue-1-2")
    gunner.in_hand = "LMG"
    assert "charge" not in kinds_of_assault(battle)
    gunner.status = "ducked_back"
    assert "charge" in kinds_of_assault(battle)


def kinds_of_assault(battle) -> list[str]:
    found = draft(battle)
    np_assault.assault(found)
    return kinds(found)


@pytest.mark.rule("NUT-NP-07")
def test_readied_grenades_are_thrown_within_6_in():
    battle = solo_play.battle_of(*reds(20, 18, 2), *blues(25, 18, 3))
    build.stand(battle, "red-1-1").readied = "hand grenade"
    found = draft(battle)
    assert np_assault.assault(found)
    thrown = next(task for task in found.tasks if task.do == "grenade")
    assert thrown.stands == ("red-1-1",)


@pytest.mark.rule("NUT-NP-07")
@pytest.mark.parametrize(("down", "able", "expected"), [(0, 4, False), (2, 4, True), (1, 4, False), (0, 8, True)])
def test_fire_superiority(down, able, expected):
    battle = solo_play.battle_of(*reds(10, 12, able), *blues(40, 14, 4))
    for n in range(1, down + 1):
        build.stand(battle, f"blue-1-{n}").status = "ducked_back"
    assert np_assault.has_fire_superiority(draft(battle)) is expected


@pytest.mark.rule("NUT-NP-07", "NUT-NP-17")
def test_without_it_the_assault_becomes_fire():
    battle = solo_play.battle_of(*reds(10, 18, 4), *blues(40, 18, 4))
    result, _ = np_plans.make(draft(battle), np_tactics.ASSAULT)
    assert result == np_tactics.FIRE


@pytest.mark.rule("NUT-NP-07")
def test_with_it_they_go_on_to_cover_near_the_enemy_and_shoot():
    battle = solo_play.battle_of(*reds(20, 20, 4), *blues(40, 20, 2), features=[in_cover(25, 16, 27, 28)])
    for n in (1, 2):
        build.stand(battle, f"blue-1-{n}").status = "hunkered_down"
    found = draft(battle)
    assert np_assault.assault(found)
    assert all(25 <= x <= 27 for x, _ in moves(found).values())
    assert kinds(found)[-1] == "volley"


# ---------------------------------------------------------------- staying


@pytest.mark.rule("NUT-NP-08")
def test_hold_faces_the_enemy_and_nothing_more():
    battle = solo_play.battle_of(*reds(10, 20), *blues(40, 30), order="HOLD")
    found = draft(battle)
    assert np_static.hold(found)
    assert set(kinds(found)) == {"face"}


@pytest.mark.rule("NUT-NP-08")
def test_men_in_the_open_go_to_cover_within_4_in_before_they_fire():
    battle = solo_play.battle_of(
        *reds(10, 22, 1), *blues(40, 22, 1), features=[in_cover(12.5, 20, 15, 25)], order="HOLD"
    )
    found = draft(battle)
    assert np_static.fire(found)
    assert kinds(found) == ["move", "volley"]
    ((x, _),) = moves(found).values()
    assert math.dist((x, 22), (10, 22)) <= 4.5


@pytest.mark.rule("NUT-NP-08")
def test_fire_without_a_target_is_no_plan():
    battle = solo_play.battle_of(*reds(10, 20), *blues(66, 20), features=[WALL], order="HOLD")
    assert not np_static.fire(draft(battle))


@pytest.mark.rule("NUT-NP-17")
@pytest.mark.parametrize(("order", "result"), [("ATTACK", "ADVANCE"), ("HOLD", "HOLD"), ("PATROL", "HOLD")])
def test_it_becomes_advance_under_attack_and_hold_otherwise(order, result):
    battle = solo_play.battle_of(*reds(10, 20), *blues(66, 20), features=[WALL], order=order)
    assert np_plans.make(draft(battle), np_tactics.FIRE)[0] == result


@pytest.mark.rule("NUT-NP-08")
def test_an_ambush_moves_nobody_and_shoots_nobody():
    battle = solo_play.battle_of(*reds(10, 20), *blues(40, 20), order="HOLD")
    found = draft(battle)
    assert np_static.ambush(found)
    assert set(kinds(found)) == {"face"}


# ---------------------------------------------------------------- back


@pytest.mark.rule("NUT-NP-09")
def test_fall_back_goes_to_cover_out_of_sight_and_farther_away():
    block = area("shed", "building", 12, 16, 15, 28, 3.0)
    battle = solo_play.battle_of(*reds(18, 20, 2), *blues(40, 20, 2), features=[block], order="HOLD")
    found = draft(battle)
    assert np_back.fall_back(found)
    assert all(math.dist(at, (40, 20)) > math.dist((18, 20), (40, 20)) for at in moves(found).values())
    enemies = [build.stand(battle, f"blue-1-{n}") for n in (1, 2)]
    for name, at in moves(found).items():
        assert not refuge.is_seen(battle, build.stand(battle, name), at, enemies)


@pytest.mark.rule("NUT-NP-09")
def test_who_is_in_cover_and_finds_none_ducks():
    battle = solo_play.battle_of(*reds(3, 20, 1), *blues(30, 20, 2), features=[in_cover(2, 18, 4, 22)], order="HOLD")
    found = draft(battle)
    assert np_back.fall_back(found)
    assert kinds(found)[0] in ("duck", "move")


@pytest.mark.rule("NUT-NP-09")
def test_withdraw_half_fires_and_half_goes():
    battle = solo_play.battle_of(*reds(20, 18, 4), *blues(40, 18, 2), order="WITHDRAW")
    found = draft(battle)
    assert np_back.withdraw(found)
    (fired,) = [task.stands for task in found.tasks if task.do == "volley"]
    assert len(fired) == 2
    assert not set(fired) & set(moves(found))


@pytest.mark.rule("NUT-NP-09")
def test_withdraw_with_nobody_in_sight_goes_home_and_leaves():
    battle = solo_play.battle_of(*reds(12, 18, 2), *blues(66, 18, 2), features=[WALL], order="WITHDRAW")
    found = draft(battle)
    assert np_back.withdraw(found)
    assert all(x < 12 for x, _ in moves(found).values())
    assert kinds(found).count("leave") == 2


@pytest.mark.rule("NUT-NP-09")
def test_in_a_retreat_all_retire():
    battle = solo_play.battle_of(*reds(20, 18, 3), *blues(40, 18, 3))
    found = draft(battle)
    assert np_back.retreat(found)
    assert kinds(found) == ["retire"] * 3
