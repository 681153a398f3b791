"""CFV-REAC-21 to -34: flight, surrender, last stands."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, blue, group, order, red, stand
from wargame.engine import knowledge
from wargame.engine.events import StandRemoved
from wargame.engine.orders import Chosen, Confirmed, Done
from wargame.engine.requests import Choose, Confirm
from wargame.rulesets.fascist_vipers import lines, losses, reaction


def in_crisis(*units, dice, lost="b0", **more):
    """Red's go ends after blue lost a unit; the test fails with a 1, then these faces."""
    battle = sketch.battle_of(*units, **more)
    losses.remove(battle, stand(battle, lost), "destroyed")
    sketch.with_dice(battle, 1, *dice)
    order(battle, Done())
    return battle


def greens(count=4, x=40.0, **fields):
    return [blue(f"b{n}", RUSSIANS, x, 6 + 3 * n, quality="green", **fields) for n in range(count)]


@pytest.mark.rule("CFV-REAC-29", "CFV-REAC-30", "CFV-REAC-32", "CFV-REAC-41")
def test_an_accepted_surrender_takes_group_and_escort_away():
    battle = in_crisis(red("near", RIFLES, 34, 9), red("far", RIFLES, 30, 9), *greens(), dice=[7])
    assert isinstance(battle.request, Confirm) and battle.request.side == "red"
    assert battle.request.suggestion == Confirmed(yes=True)
    order(battle, Confirmed(yes=True))
    assert [stand(battle, f"b{n}").gone for n in range(1, 4)] == ["surrendered"] * 3
    assert stand(battle, "near").gone == "escort" and not stand(battle, "far").gone
    assert not group(battle, "red-1").owes_test
    assert group(battle, "blue-1").state == "surrendered"


@pytest.mark.rule("CFV-REAC-31")
def test_a_refused_surrender_makes_the_comrades_fight_to_the_end():
    others = [blue(f"c{n}", RUSSIANS, 60, 6 + 3 * n, group="blue-2", quality="green") for n in range(4)]
    battle = in_crisis(red("near", RIFLES, 34, 9), *greens(), *others, dice=[7, 1, 7])
    losses.remove(battle, stand(battle, "c0"), "destroyed")
    order(battle, Confirmed(yes=False))
    assert stand(battle, "b1").gone == "surrendered" and not stand(battle, "near").gone
    assert battle.state.no_quarter == ("blue",)
    assert group(battle, "blue-2").state == "fanatic"


@pytest.mark.rule("CFV-REAC-33")
def test_with_nobody_near_a_surrender_is_flight():
    battle = in_crisis(red("far", RIFLES, 10, 9), *greens(), dice=[7])
    assert group(battle, "blue-1").state == "run_away"


@pytest.mark.rule("CFV-REAC-41")
def test_the_surrendering_player_chooses_among_equally_near_takers():
    battle = in_crisis(red("one", RIFLES, 34, 9), red("two", RIFLES, 34, 12), *greens(), dice=[7])
    assert isinstance(battle.request, Choose) and battle.request.side == "blue"
    order(battle, Chosen(option="two"))
    assert battle.request is not None and battle.request.about[0] == "two"


@pytest.mark.rule("CFV-REAC-21", "CFV-REAC-34")
def test_a_low_second_die_is_a_last_stand():
    battle = in_crisis(red("near", RIFLES, 34, 9), *greens(), dice=[4])
    assert group(battle, "blue-1").state == "fanatic"


@pytest.mark.rule("CFV-REAC-26")
def test_a_defender_runs_to_the_next_line_behind_it():
    both = [sketch.line("blue", "defence_line", 35.0, 1), sketch.line("blue", "defence_line", 55.0, 2)]
    battle = in_crisis(red("near", RIFLES, 10, 9), *greens(), dice=[15], lines=both)
    assert group(battle, "blue-1").line == "blue-defence_line-2"


@pytest.mark.rule("CFV-REAC-27")
def test_a_defender_without_a_further_line_leaves_the_table():
    battle = in_crisis(red("a", RIFLES, 10, 9), *greens(), dice=[15], lines=[sketch.line("blue", "defence_line", 35.0)])
    assert group(battle, "blue-1").line == lines.OFF


def reds_run(start_x=8.0, enemy_x=60.0, dice=(15,), **more):
    """A red group in crisis; blue stands far off."""
    reds = [red(f"r{n}", RIFLES, 30, 6 + 3 * n, quality="green") for n in range(4)]
    battle = sketch.battle_of(
        *reds, blue("e", RUSSIANS, enemy_x, 9), lines=[sketch.line("red", "start_line", start_x)], **more
    )
    losses.remove(battle, stand(battle, "r0"), "destroyed")
    sketch.with_dice(battle, 1, *dice)
    order(battle, Done())
    return battle


@pytest.mark.rule("CFV-REAC-23")
def test_an_attacker_runs_to_its_start_line():
    battle = reds_run()
    assert group(battle, "red-1").line == "red-start_line-1"
    assert group(battle, "red-1").compulsory


@pytest.mark.rule("CFV-REAC-24", "CFV-REAC-40")
def test_an_attacker_whose_start_line_is_overrun_leaves_the_table():
    assert group(reds_run(enemy_x=6.0), "red-1").line == lines.OFF


@pytest.mark.rule("CFV-REAC-40")
def test_a_lone_enemy_far_along_the_line_does_not_count():
    battle = reds_run()
    stand(battle, "e").x, stand(battle, "e").y = 6.0, 40.0
    found = lines.line_of(battle.setup, "red-start_line-1")
    ours = [s for s in battle.state.stands.values() if s.group == "red-1"]
    assert not lines.is_overrun(battle, found, ours)
    stand(battle, "e").y = 18.0
    assert lines.is_overrun(battle, found, ours)


def reach_line(battle):
    """The reds stand on their line at the end of their next go."""
    for n in range(1, 4):
        stand(battle, f"r{n}").x = 7.0
    battle.state.phasing = "red"
    battle.state.turn = 4
    reaction.after_go(battle)


@pytest.mark.rule("CFV-REAC-23")
def test_on_its_start_line_an_attacker_defends_it():
    battle = reds_run()
    reach_line(battle)
    reds = group(battle, "red-1")
    assert (reds.state, reds.on_line, reds.compulsory) == ("", True, False)
    limits = reaction.movement_limits(battle, stand(battle, "r1"))
    assert limits.check(battle, stand(battle, "r1"), ((7.0, 9.0), (11.0, 9.0))) is not None
    assert limits.check(battle, stand(battle, "r1"), ((7.0, 9.0), (8.5, 9.0))) is None


@pytest.mark.rule("CFV-REAC-25")
def test_americans_are_free_again_after_sitting_out_a_turn():
    battle = reds_run(nation="US")
    reach_line(battle)
    reds = group(battle, "red-1")
    assert (reds.state, reds.free_turn) == ("reordering", 6)
    assert reaction.movement_limits(battle, stand(battle, "r1")).pinned
    battle.state.turn = 5
    reaction.after_go(battle)
    assert reds.state == "" and not reds.on_line


@pytest.mark.rule("CFV-REAC-26", "CFV-REAC-11")
def test_a_defender_on_its_new_line_is_free():
    both = [sketch.line("blue", "defence_line", 35.0, 1), sketch.line("blue", "defence_line", 55.0, 2)]
    battle = in_crisis(red("a", RIFLES, 10, 9), *greens(), dice=[15], lines=both)
    for n in range(1, 4):
        stand(battle, f"b{n}").x = 56.0
    battle.state.phasing = "blue"
    reaction.after_go(battle)
    assert group(battle, "blue-1").state == "" and not group(battle, "blue-1").on_line


@pytest.mark.rule("CFV-REAC-27")
def test_units_that_reach_their_edge_leave():
    battle = in_crisis(red("a", RIFLES, 10, 9), *greens(), dice=[15])
    for n in range(1, 4):
        stand(battle, f"b{n}").x = 71.0
    battle.state.phasing = "blue"
    reaction.after_go(battle)
    assert [stand(battle, f"b{n}").gone for n in range(1, 4)] == ["withdrawn"] * 3


def leaves_from(hidden):
    """Blue's riders and their truck run off the table; the truck is known to red or not. The events of leaving."""
    parts = (blue("truck", "SU_truck_41", 71, 9), blue("men", RUSSIANS, 68, 12), blue("b1", RUSSIANS, 71, 20))
    battle = in_crisis(red("a", RIFLES, 10, 9), *greens(1), *parts, dice=[15])
    stand(battle, "men").carrier, stand(battle, "men").on_table = "truck", False
    if hidden:
        for name in ("truck", "men"):
            knowledge.hide(battle, name, "red")
    battle.state.phasing = "blue"
    reaction.after_go(battle)
    return {e.stand: e for e in battle.events if isinstance(e, StandRemoved) and e.why == "withdrawn"}


@pytest.mark.rule("CFV-REAC-27", "CFV-MOVE-11")
def test_a_unit_that_the_enemy_does_not_know_of_leaves_the_table_unseen_and_so_do_its_passengers():
    gone = leaves_from(hidden=True)
    assert {name: e.seen_by for name, e in gone.items()} == {"truck": ("blue",), "men": ("blue",), "b1": None}
    assert {e.seen_by for e in leaves_from(hidden=False).values()} == {None}
