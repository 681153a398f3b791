"""Objectives, victory points, the end."""

from __future__ import annotations

import pytest

from tests.rulesets.lightning_war.sketch import (
    SQUAD,
    battle_in,
    battle_of,
    blue,
    move,
    objective,
    order,
    red,
    setup_of,
    stand,
    state_of,
    worked_case,
)
from wargame.engine.setup import ClockSetup
from wargame.rulesets.lightning_war import damage, points


def take(battle):
    points.look_for_the_end(battle)


def test_points_for_objectives_are_provisional(request):
    worked_case(request, "C16")
    names = ("o1", "o2", "o3")
    battle = battle_of(
        *(red(f"s{n}", SQUAD, 10, 6 + 12 * n, group=f"red-{n}") for n in range(1, 4)),
        *(blue(f"b{n}", SQUAD, 40 + 2 * n, 6, group=f"blue-{n}") for n in range(8)),
        objectives=[objective(name, 10, 18 + 12 * n) for n, name in enumerate(names)],
        selected="red-1",
    )
    take(battle)
    for n in range(4):
        damage.disable(battle, stand(battle, f"b{n}"), None)
    take(battle)
    assert battle.state.scores["red"] == 19
    damage.disable(battle, stand(battle, "s1"), None)
    take(battle)
    assert battle.state.scores["red"] == 14
    for n in (4, 5):
        damage.disable(battle, stand(battle, f"b{n}"), None)
    take(battle)
    assert battle.state.scores["red"] == 16 and not battle.over
    stand(battle, "s2").x, stand(battle, "s2").y = 10, 18
    take(battle)
    assert battle.state.scores["red"] == 21 and battle.over


def test_the_larger_force_needs_the_difference_as_well(request):
    worked_case(request, "C17")
    units = [red(f"r{n}", SQUAD, 2 + 2 * (n % 9), 5 + 3 * (n // 9)) for n in range(18)]
    units += [blue(f"b{n}", SQUAD, 40 + 2 * n, 5) for n in range(13)]
    setup = setup_of(*units)
    state = state_of(setup, turn=0, step="before_play", selected="")
    battle = battle_in(state, setup, [5, 1])
    assert points.needed(battle, "red") == 25 and points.needed(battle, "blue") == 20
    assert battle.state.scores == {"red": -5.0, "blue": 0.0}


@pytest.mark.rule("LW2-VP-01", "LW2-VP-02")
def test_twenty_points_win_at_once():
    battle = battle_of(red("a", SQUAD, 5, 10), blue("b", SQUAD, 40, 10), options={"points_to_win": 1})
    damage.disable(battle, stand(battle, "b"), None)
    take(battle)
    assert battle.over and battle.state.result.ended_by == "victory"


@pytest.mark.rule("LW2-OBJ-04", "LW2-OBJ-05", "LW2-VP-04")
def test_who_stands_alone_within_three_inches_occupies():
    battle = battle_of(
        red("a", SQUAD, 5, 10), blue("b", SQUAD, 40, 10), objectives=[objective("o", 12, 10, holder="blue")]
    )
    assert battle.state.objectives["o"].holder == "blue"
    order(battle, move("a", (10, 10)))
    assert battle.state.objectives["o"].holder == "red" and battle.state.scores["red"] == 5


@pytest.mark.rule("LW2-VP-05")
def test_without_twenty_points_the_clock_ends_the_battle():
    clock = ClockSetup(minutes_per_phase=60, minutes=60)
    setup = setup_of(red("a", SQUAD, 5, 10), blue("b", SQUAD, 40, 10), clock=clock)
    state = state_of(setup, step="command")
    battle = battle_in(state, setup)
    assert battle.over and battle.state.result.ended_by == "limit"


@pytest.mark.rule("LW2-VP-04")
def test_what_is_held_from_the_start_may_count_at_the_end_only():
    options = {"held_objectives_count_at_the_end": True}
    battle = battle_of(
        red("a", SQUAD, 5, 10),
        blue("b", SQUAD, 40, 10),
        objectives=[objective("o", 40, 10, holder="blue")],
        options=options,
    )
    take(battle)
    assert battle.state.scores["blue"] == 0
    points.finish(battle, "limit", "")
    assert battle.state.scores["blue"] == 5
