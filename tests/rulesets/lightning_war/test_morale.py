"""Ratings, tests, flight, suppression, the initiative."""

from __future__ import annotations

import pytest

from tests.rulesets.lightning_war.sketch import (
    HQ,
    MAXIM,
    SEEN,
    SQUAD,
    battle_in,
    battle_of,
    blue,
    box,
    fire,
    group,
    is_gone,
    move,
    order,
    red,
    rolls,
    setup_of,
    stand,
    state_of,
    strip,
    with_dice,
    worked_case,
)
from wargame.engine.orders import Chosen, Done
from wargame.rulesets.lightning_war import clock, damage, initiative, morale, points

GROUPS = {"red-1": {"quality": "battle_hardened"}}


def platoon(*, dice=(), quality="battle_hardened", **more):
    """Three red squads and their headquarters under fire, and a machine gun that fires at them."""
    return battle_of(
        red("s1", SQUAD, 20, 10),
        red("s2", SQUAD, 20, 13),
        red("s3", SQUAD, 20, 16),
        red("hq", HQ, 18, 13),
        blue("mg", MAXIM, 28, 13),
        groups={"red-1": {"quality": quality}},
        dice=dice,
        **more,
    )


def lose(battle, *names):
    for name in names:
        morale.mark_loss(battle, stand(battle, name))


@pytest.mark.rule("LW2-MOR-01")
@pytest.mark.parametrize(
    ("quality", "needed"), [("elite", 5), ("battle_hardened", 6), ("replacement", 7), ("militia", 8)]
)
def test_the_grades_have_their_ratings(quality, needed):
    assert morale.rating(group(platoon(quality=quality), "red-1")) == needed


def test_two_losses_raise_a_six_to_an_eight(request):
    battle = platoon(dice=worked_case(request, "C04"))
    lose(battle, "s1", "s2")
    assert morale.test_platoon(battle, group(battle, "red-1"), None)
    assert rolls(battle, "morale")[0].needed == "8+"


def test_in_a_prepared_position_three_dice_are_thrown(request):
    dice = worked_case(request, "C05")
    trench = box("trench", "trench", 17, 8, 23, 18)
    for faces, passed in ((dice[:3], True), (dice[3:], False)):
        battle = platoon(dice=faces, features=[trench])
        lose(battle, "s1", "s2")
        assert morale.test_platoon(battle, group(battle, "red-1"), None) is passed


@pytest.mark.rule("LW2-MOR-22")
def test_half_of_the_squads_have_to_be_in_the_works():
    battle = platoon(features=[box("farm", "town", 17, 8, 23, 11)])
    assert not morale.occupies_works(battle, "red-1")
    battle = platoon(features=[box("farm", "town", 17, 8, 23, 14)])
    assert morale.occupies_works(battle, "red-1")


def test_a_sub_unit_counts_once(request):
    worked_case(request, "C59")
    battle = platoon(dice=[6, 6])
    squad = stand(battle, "s1")
    damage.suppress(battle, squad, None)
    assert morale.rating(group(battle, "red-1")) == 7
    squad.suppressed_turn = 0
    assert morale.rating(group(battle, "red-1")) == 7
    damage.disable(battle, squad, None)
    assert morale.rating(group(battle, "red-1")) == 7


def test_one_salvo_one_test(request):
    battle = platoon(quality="elite", dice=worked_case(request, "C60"))
    tests = damage.Tests()
    damage.disable(battle, stand(battle, "s1"), tests)
    damage.disable(battle, stand(battle, "s2"), tests)
    tests.take(battle, None)
    assert len(rolls(battle, "morale")) == 1 and rolls(battle, "morale")[0].needed == "7+"
    assert group(battle, "red-1").in_flight


@pytest.mark.rule("LW2-INIT-06", "LW2-INIT-05", "LW2-MOR-10", "LW2-MOR-12", "LW2-MOR-03", "LW2-TURN-16", "LW2-INIT-10")
def test_a_failed_test_of_the_initiating_side_ends_the_game_turn():
    battle = platoon(dice=[6, 1, 1, 3, 2, 1, 1])
    order(battle, move("s1", (22, 10)))
    order(battle, fire("mg", "s1"))
    assert is_gone(battle, "s1") and group(battle, "red-1").in_flight
    assert "flight-red-1" in battle.state.markers
    assert battle.state.turn == 2 and battle.state.initiative == "red"


@pytest.mark.rule("LW2-INIT-07")
def test_a_failed_test_of_the_other_side_leaves_the_initiative():
    battle = battle_of(
        red("a", SQUAD, 5, 10), blue("b", SQUAD, 13, 10), blue("b2", SQUAD, 14, 13), dice=[6, 1, 1], as_of={"b": SEEN}
    )
    order(battle, fire("a", "b"))
    assert group(battle, "blue-1").in_flight and battle.state.turn == 1


def test_flight_goes_on_when_recovery_fails_and_the_turn_with_it(request):
    dice = worked_case(request, "C77")
    battle = battle_in(_fleeing(), _setup(), dice)
    assert rolls(battle, "recovery")[0].needed == "8+"
    assert stand(battle, "s1").x < 20
    assert battle.request.purpose == "select" and battle.state.turn == 1


def _setup():
    return setup_of(
        red("s1", SQUAD, 20, 10),
        red("hq", HQ, 18, 13),
        red("o", SQUAD, 30, 30, group="red-2"),
        blue("b", SQUAD, 60, 40),
    )


def _fleeing():
    state = state_of(_setup(), step="command")
    state.groups["red-1"].in_flight, state.groups["red-1"].raised_by = True, ("x", "y")
    return state


@pytest.mark.rule("LW2-MOR-11", "LW2-MOR-15")
def test_a_platoon_that_passes_its_test_stays():
    battle = battle_in(_fleeing(), _setup(), [4, 4])
    assert not group(battle, "red-1").in_flight and stand(battle, "s1").x == 20


@pytest.mark.rule("LW2-MOR-17", "LW2-MOR-20", "LW2-MOR-13", "LW2-STAT-09", "LW2-FORCE-22")
def test_from_the_base_line_the_next_step_leaves_the_table():
    setup = setup_of(red("s1", SQUAD, 5, 10), red("o", SQUAD, 30, 30, group="red-2"), blue("b", SQUAD, 60, 40))
    state = state_of(setup, step="command")
    state.groups["red-1"].in_flight = True
    state.stands["s1"].pinned = True
    battle = battle_in(state, setup, [1, 1])
    assert stand(battle, "s1").gone == "withdrawn"
    assert battle.state.scores["blue"] == 1


def test_suppression_ends_with_the_enemys_next_game_turn(request):
    worked_case(request, "C68")
    battle = platoon()
    squad = stand(battle, "s1")
    squad.suppressed_turn = 3
    for turn, holder, ends in ((3, "blue", False), (4, "red", False), (5, "blue", True)):
        battle.state.turn, battle.state.initiative = turn, holder
        assert initiative.suppression_ends(battle, squad) is ends or turn == 5
    battle.state.turn, battle.state.initiative = 4, "blue"
    assert initiative.suppression_ends(battle, squad)


def test_suppression_never_lasts_beyond_the_second_game_turn(request):
    worked_case(request, "C79")
    battle = platoon()
    squad = stand(battle, "s1")
    squad.suppressed_turn = 3
    battle.state.initiative = "red"
    battle.state.turn = 4
    assert not initiative.suppression_ends(battle, squad)
    battle.state.turn = 5
    assert initiative.suppression_ends(battle, squad)


# ---------------------------------------------------------------- initiative and clock


def _armies(dice):
    quality = {"r1": "elite", "r2": "battle_hardened", "r3": "battle_hardened", "r4": "replacement"}
    quality |= {"b1": "replacement", "b2": "replacement", "b3": "militia", "b4": "replacement"}
    units = [red(f"{n}s", SQUAD, 5, 5 + 3 * i, group=n) for i, n in enumerate(["r1", "r2", "r3", "r4"])]
    units += [blue(f"{n}s", SQUAD, 60, 5 + 3 * i, group=n) for i, n in enumerate(["b1", "b2", "b3", "b4"])]
    setup = setup_of(*units, groups={name: {"quality": word} for name, word in quality.items()})
    return battle_in(state_of(setup, turn=2, step="initiative", selected=""), setup, dice)


def test_better_morale_adds_its_difference_and_ties_are_rolled_again(request):
    battle = _armies(worked_case(request, "C10"))
    assert [initiative.army_rating(battle, side) for side in ("red", "blue")] == [6, 7]
    assert [r.total for r in rolls(battle, "initiative")] == [4, 4, 3, 2]
    assert battle.state.initiative == "red"


@pytest.mark.rule("LW2-INIT-08", "LW2-TURN-01", "LW2-TURN-02")
def test_the_initiating_player_may_pass():
    battle = platoon(step="command", dice=[3, 2])
    order(battle, Chosen(option="pass"))
    assert battle.state.turn == 2


@pytest.mark.rule("LW2-TURN-09", "LW2-MOVE-02", "LW2-MOVE-03", "LW2-TIME-04")
def test_every_selection_is_a_new_command_phase_and_an_hour():
    battle = platoon()
    order(battle, Done())
    assert battle.request.purpose == "select" and battle.state.cycle == 4
    assert battle.state.clock_min == 11 * 60


def test_at_dusk_the_game_turn_ends(request):
    worked_case(request, "C13")
    setup = setup_of(red("a", SQUAD, 5, 10), blue("b", SQUAD, 60, 10), start=16 * 60)
    state = state_of(setup, step="command")
    state.phases = state.cycle = 0
    battle = battle_in(state, setup, [3, 2])
    hours = []
    while battle.state.turn == 1:
        hours.append(battle.state.clock_min // 60)
        order(battle, Chosen(option="red-1"))
        order(battle, Done())
    assert hours == [16, 17, 18]
    assert battle.state.clock_min == 19 * 60 and clock.is_night(battle)
    assert battle.request.purpose == "select"


def test_four_dice_give_the_starting_hour(request):
    dice = worked_case(request, "C12")
    for n, (hour, night) in enumerate(((12, False), (20, True), (0, True))):
        setup = setup_of(red("a", SQUAD, 5, 10), blue("b", SQUAD, 60, 10), start=None)
        state = state_of(setup, turn=0, step="before_play", selected="")
        state.phases = state.cycle = 0
        battle = battle_in(state, setup, [*dice[4 * n : 4 * n + 4], 5, 2])
        assert battle.state.clock_min == hour * 60
        assert clock.night_at(battle, hour * 60) is night


@pytest.mark.rule("LW2-TIME-02", "LW2-TIME-05")
def test_night_ends_at_five():
    battle = platoon()
    assert clock.night_at(battle, 4 * 60 + 59) and not clock.night_at(battle, 5 * 60)


@pytest.mark.rule("LW2-CAS-05")
def test_a_headquarters_goes_with_its_last_squad_for_no_points():
    battle = battle_of(red("a", SQUAD, 5, 10), red("hq", HQ, 4, 12), blue("b", SQUAD, 30, 10))
    damage.disable(battle, stand(battle, "a"), None)
    assert stand(battle, "hq").gone == "dispersed"
    assert battle.state.scores["blue"] == 1
    assert points.strength(battle.state, "red") == 1


@pytest.mark.rule("LW2-STAT-05", "LW2-STAT-08", "LW2-MOR-19", "LW2-MOR-21")
def test_a_pinning_test_is_by_the_platoons_rating():
    battle = platoon(dice=[2, 3])
    assert not morale.pinning_test(battle, stand(battle, "s1"), "riders", None)
    morale.pin(battle, stand(battle, "s1"), "LW2-STAT-05")
    assert stand(battle, "s1").pinned and morale.rating(group(battle, "red-1")) == 7
    with_dice(battle)
    assert strip("x", "wall", (0, 0), (1, 1)).geometry == "line"
