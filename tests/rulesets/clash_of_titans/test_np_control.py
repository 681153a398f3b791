"""A whole activation of non-player groups: what comes first, what is done, nobody is asked."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build, solo_play
from tests.rulesets.clash_of_titans.build import blue, red, run
from tests.rulesets.clash_of_titans.solo_play import blues, draft, in_cover, reds, tasks
from wargame.engine.events import GroupChanged, StandMoved
from wargame.engine.orders import Chosen
from wargame.rulesets.clash_of_titans import np_close, np_control, np_doing, np_guns, np_tactics, player_orders
from wargame.rulesets.clash_of_titans.activation import Activation
from wargame.rulesets.clash_of_titans.state import NpTask

WALL = build.area("wall", "building", 30, 2, 34, 46, 3.0)


def active(battle, group: str = "red-1") -> Activation:
    state = build.state(battle)
    return Activation(group, "red", frozenset(s.id for s in state.stands.values() if s.group == group))


@pytest.mark.rule("NUT-NP-13")
@pytest.mark.parametrize(("down", "rallies"), [(2, True), (1, False)])
def test_a_leader_rallies_first_if_two_can_profit(down, rallies):
    battle = solo_play.battle_of(*reds(10, 20, 4), *blues(66, 20), features=[WALL], dice=(1, 1, 1, 1))
    for n in range(2, 2 + down):
        build.stand(battle, f"red-1-{n}").status = "hunkered_down"
    np_control.begin(battle, build.group(battle, "red-1"))
    first = build.group(battle, "red-1").tasks[0]
    assert (first.word == "rally") is rallies


@pytest.mark.rule("NUT-NP-13")
def test_a_machine_gun_is_set_up_when_the_group_stays():
    battle = solo_play.battle_of(red("gun", 10, 20, line="GE_mmg"), red("two", 10, 21.5), *blues(40, 20), order="HOLD")
    (task,) = np_guns.set_up(draft(battle), np_tactics.FIRE)
    assert (task.do, task.word) == ("act", "set_up")
    build.stand(battle, "gun").set_up = True
    (task,) = np_guns.set_up(draft(battle), np_tactics.ADVANCE)
    assert task.word == "pack"


@pytest.mark.rule("NUT-NP-01")
def test_the_tactics_are_drawn_once_and_then_carried_out():
    battle = solo_play.battle_of(*reds(10, 20, 2), *blues(66, 20), features=[WALL], dice=[1] * 30)
    run(np_control.act(battle, active(battle)))
    assert len(build.rolls(battle, "np_tactics")) == 1
    assert tasks(battle)
    while tasks(battle):
        run(np_control.act(battle, active(battle)))
    assert len(build.rolls(battle, "np_tactics")) == 1
    assert any(isinstance(e, StandMoved) for e in battle.events)


@pytest.mark.rule("NUT-SOLO-04")
def test_the_procedure_is_told_to_its_own_side_alone():
    battle = solo_play.battle_of(*reds(10, 20, 2), *blues(66, 20), features=[WALL], dice=(1, 1))
    np_control.begin(battle, build.group(battle, "red-1"))
    (told,) = [e for e in battle.events if isinstance(e, GroupChanged) and e.why == "procedure"]
    assert told.seen_by == ("red",)


@pytest.mark.rule("NUT-NP-14")
def test_a_man_who_ends_in_the_open_and_in_view_lies_down():
    battle = solo_play.battle_of(*reds(10, 20, 1), *blues(50, 20), dice=[6] * 20)
    man = build.stand(battle, "red-1-1")
    man.moved_in = 4.0
    build.group(battle, "red-1").drawn_turn = build.state(battle).turn
    run(np_control.act(battle, active(battle)))
    assert man.prone


@pytest.mark.rule("NUT-NP-08")
def test_men_who_hold_out_of_sight_hide():
    battle = solo_play.battle_of(
        *reds(10, 20, 1), *blues(66, 20), features=[WALL, in_cover(8, 18, 12, 22)], order="HOLD", dice=[6] * 20
    )
    group = build.group(battle, "red-1")
    np_control.begin(battle, group)
    group.tasks, group.procedure = (), np_tactics.HOLD
    run(np_control.act(battle, active(battle)))
    assert build.state(battle).known("blue", "red-1-1") == "unknown"


@pytest.mark.rule("NUT-NP-10", "NUT-CHAIN-13")
def test_all_who_can_shoot_do_so_in_one_volley():
    battle = solo_play.battle_of(*reds(10, 20, 3), *blues(30, 20, 2), order="HOLD", dice=[1] * 60)
    task = NpTask(do="volley", stands=("red-1-1", "red-1-2", "red-1-3"))
    run(np_doing.perform(battle, active(battle), task, (60.0, 20.0)))
    assert [build.stand(battle, f"red-1-{n}").shot for n in (1, 2, 3)] == [True, True, True]


@pytest.mark.rule("NUT-NP-09")
def test_who_ducks_of_his_own_will_is_done():
    battle = solo_play.battle_of(*reds(10, 20, 1), *blues(40, 20, 1), order="HOLD", dice=[6] * 20)
    run(np_doing.perform(battle, active(battle), NpTask(do="duck", stands=("red-1-1",)), (60.0, 20.0)))
    assert build.stand(battle, "red-1-1").status == "ducked_back"


@pytest.mark.rule("NUT-NP-14")
@pytest.mark.parametrize(("order", "comes"), [("ATTACK", True), ("PATROL", False)])
def test_under_attack_the_others_come_on_with_who_is_seen(order, comes):
    battle = solo_play.battle_of(*reds(10, 20, 2), *blues(66, 20), features=[WALL], order=order)
    build.group(battle, "red-1").tasks = (NpTask(do="move", stands=("red-1-2",), path=((14.0, 21.5),)),)
    tried: set[str] = set()
    found = np_close.comes_on(battle, "red-1", [build.stand(battle, "red-1-2")], tried)
    assert (found is not None) is comes
    assert np_close.comes_on(battle, "red-1", [build.stand(battle, "red-1-2")], tried) is None


@pytest.mark.rule("NUT-NP-16", "NUT-NP-01")
def test_friends_under_orders_act_by_the_tables():
    battle = solo_play.battle_of(*reds(10, 20, 1), red("star", 10, 22, group="own", star=True), blue("foe", 66, 20))
    build.group(battle, "own").np = False
    build.group(battle, "red-1").intention = "HOLD"
    run(player_orders.give_orders(battle), Chosen(option="ATTACK"))
    build.with_dice(battle, *[1] * 20)
    run(np_control.act(battle, active(battle)))
    assert tasks(battle)
