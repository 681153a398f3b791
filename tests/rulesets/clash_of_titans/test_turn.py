"""The turn: Activation dice, who acts, stages of an activation, running men. Rules: NUT-TURN-01 to -11."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.clash_of_titans.build import (
    Unit,
    battle_in,
    blue,
    group,
    order,
    red,
    rolls,
    setup_of,
    squad,
    stand,
    state,
    state_of,
)
from wargame.engine.battle import Battle
from wargame.engine.events import GroupChanged, Said
from wargame.engine.orders import Chosen, Done, Wait
from wargame.engine.requests import Choose, Command
from wargame.rulesets.clash_of_titans import turn


def at_dice(*units: Unit, dice: tuple[int, ...], options: dict[str, Any] | None = None, eal: int = 0) -> Battle:
    """A battle that is about to roll the Activation dice of turn 3."""
    setup = setup_of(*units, options=options or {})
    start = state_of(setup)
    start.step, start.phasing, start.active_group, start.stage = "pre_activation", "", "", ""
    for one in start.stands.values():
        one.active_turn = start.turn - 1
    if eal:
        from msgspec.structs import replace

        start.mission = replace(start.mission, eal=eal)
    return battle_in(start, setup, dice)


def two_sides(rep: int = 4) -> list[Unit]:
    """A man of each side, out of sight of each other."""
    return [red("r", 2, 2, rep=rep), blue("b", 70, 46, rep=rep)]


def acted(battle: Battle) -> list[str]:
    """Groups that have begun an activation, in order."""
    return [e.group for e in battle.events if isinstance(e, GroupChanged) and e.why == "activates"]


@pytest.mark.rule("NUT-TURN-02", "NUT-TURN-03")
def test_the_higher_die_goes_first_and_each_side_matches_its_own() -> None:
    """Red 4, blue 2: red first. Rep 4 matches a 4."""
    battle = at_dice(*two_sides(), dice=(4, 2))
    assert battle.state.phasing == "red"
    assert acted(battle) == ["red-1"]
    assert state(battle).activation_dice == {"red": 4, "blue": 2}


@pytest.mark.rule("NUT-TURN-03")
def test_a_group_whose_leader_does_not_match_the_die_stays_inactive() -> None:
    """Red rolls 5 with Rep 4: only blue acts."""
    battle = at_dice(*two_sides(), dice=(5, 2))
    assert battle.state.phasing == "blue"
    assert acted(battle) == ["blue-1"]


@pytest.mark.rule("NUT-TURN-04")
def test_groups_act_from_the_highest_rep_down_and_the_owner_chooses_among_equals() -> None:
    """Rep 5 before Rep 4; of two groups of Rep 4 the owner says which."""
    units = [
        red("a", 2, 2, rep=4, group="ra"),
        red("b", 2, 20, rep=5, group="rb"),
        red("c", 2, 40, rep=4, group="rc"),
        blue("x", 70, 46),
    ]
    battle = at_dice(*units, dice=(4, 2))
    assert acted(battle) == ["rb"]
    order(battle, Done())
    assert isinstance(battle.request, Choose)
    order(battle, Chosen(option="rc"))
    order(battle, Done())
    assert acted(battle)[:3] == ["rb", "rc", "ra"]


@pytest.mark.rule("NUT-TURN-05")
def test_doubles_are_rolled_again_and_nobody_activates_on_them() -> None:
    """3 and 3, then 2 and 4: blue first."""
    battle = at_dice(*two_sides(), dice=(3, 3, 2, 4))
    assert acted(battle) == ["blue-1"]
    assert [r.outcome for r in rolls(battle, "activation")] == ["doubles", "first_blue"]


@pytest.mark.rule("NUT-TURN-05")
def test_in_the_city_doubles_up_to_the_eal_are_a_random_event_instead_of_activations() -> None:
    """EAL 3, doubles of 2: no group acts this turn."""
    battle = at_dice(*two_sides(), dice=(2, 2, 1, 2), options={"urban_chaos": True}, eal=3)
    told = [e for e in battle.events if isinstance(e, Said) and e.key == "random_event"]
    assert len(told) == 1
    assert battle.state.turn == 4, "the turn went by without an activation"


@pytest.mark.rule("NUT-TURN-06")
def test_three_equal_faces_set_off_a_trap_and_count_as_doubles() -> None:
    """Unknown traps: a third die; 4, 4, 4 is a trap and then doubles."""
    battle = at_dice(*two_sides(), dice=(4, 4, 4, 4, 2, 1), options={"unknown_traps": True})
    assert [e.key for e in battle.events if isinstance(e, Said)] == ["triples"]
    assert [r.outcome for r in rolls(battle, "activation")] == ["doubles", "first_red"]


@pytest.mark.rule("NUT-TURN-07", "NUT-TURN-10")
def test_a_natural_one_checks_for_aircraft_once_a_turn() -> None:
    """Doubles of 1 check once; a 1 on the dice rolled again does not check again."""
    battle = at_dice(*two_sides(), dice=(1, 1, 1, 4), options={"aircraft": True})
    assert [e.side for e in battle.events if isinstance(e, Said) and e.key == "air_check"] == ["red", "blue"]
    assert acted(battle) == ["blue-1"]


@pytest.mark.rule("NUT-TURN-08", "NUT-TURN-11")
def test_a_group_is_active_only_in_its_own_activation() -> None:
    """While red's first group acts no other group is active, and none after it is done."""
    units = [red("a", 2, 2, rep=5, group="ra"), red("b", 2, 40, rep=4, group="rb"), blue("x", 70, 46)]
    battle = at_dice(*units, dice=(4, 2))
    assert state(battle).active_group == "ra"
    order(battle, Done())
    assert state(battle).active_group == "rb"
    assert "ra" in state(battle).done_groups


def test_turns_without_an_activation_do_not_count() -> None:
    """A group acts once in a turn, and only the turn in which it did is noted."""
    battle = at_dice(*two_sides(), dice=(5, 2))
    assert group(battle, "red-1").activated_turn == 0
    assert group(battle, "blue-1").activated_turn == 3


@pytest.mark.rule("NUT-TURN-11", "NUT-STAT-06", "NUT-STAT-10")
def test_ducked_back_ends_when_the_group_acts_and_stunned_men_recover_at_its_end() -> None:
    """The ducked man may act at once, the stunned one after the activation."""
    units = [*squad("red", "red-1", 2, 2, men=3), blue("b", 70, 46)]
    setup = setup_of(*units)
    start = state_of(setup)
    start.step, start.phasing, start.active_group = "pre_activation", "", ""
    for one in start.stands.values():
        one.active_turn = start.turn - 1
    start.stands["red-1-2"].status = "ducked_back"
    start.stands["red-1-3"].status = "stunned"
    battle = battle_in(start, setup, (4, 2))
    assert isinstance(battle.request, Command)
    assert battle.request.subjects == ("red-1-1", "red-1-2")
    assert stand(battle, "red-1-3").status == "stunned"
    order(battle, Done())
    assert stand(battle, "red-1-3").status == "ready"


def test_the_steps_of_a_turn_are_in_the_order_of_the_rule() -> None:
    """Rolls, dice, melees, first side and its runners, second side and its runners, end."""
    names = [s.name for s in turn.SEQUENCE if not s.before_play]
    wanted = ["pre_activation", "activation_dice", "melee_rounds", "first_side", "first_running", "second_side"]
    wanted += ["second_running", "end_of_turn"]
    assert [n for n in names if n in wanted] == wanted


@pytest.mark.rule("NUT-TURN-01", "NUT-STAT-09")
def test_running_men_run_at_the_end_of_their_sides_part_whatever_its_die() -> None:
    """CASE-97: red's die is too high for anybody, but he still runs, and leaves the table."""
    units = [red("r", 20, 20, rep=3), blue("b", 70, 46, rep=3)]
    setup = setup_of(*units)
    start = state_of(setup)
    start.step, start.phasing, start.active_group = "pre_activation", "", ""
    for one in start.stands.values():
        one.active_turn = start.turn - 1
    start.stands["r"].status, start.stands["r"].ran_turn = "running", 2
    battle = battle_in(start, setup, (6, 5, 4, 2, 5, 6))
    assert stand(battle, "r").gone == "ran_off"


def test_a_waiting_figure_is_not_asked_again() -> None:
    """Wait ends a figure's activation."""
    units = [*squad("red", "red-1", 2, 2, men=2), blue("b", 70, 46)]
    battle = at_dice(*units, dice=(4, 2))
    order(battle, Wait(stand="red-1-1"))
    assert isinstance(battle.request, Command)
    assert battle.request.subjects == ("red-1-2",)
