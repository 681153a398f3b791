"""Whole small battles: they end, in order, the same from a copied state and without compiled kernels."""

from __future__ import annotations

import functools

import pytest

from tests.battles import test_views as views
from tests.battles.games import decide, give, play, players, turn
from tests.rulesets.clash_of_titans.skirmish import SkirmishFuzz, begin
from wargame.engine.battle import Battle
from wargame.engine.waypoints import Past


@pytest.mark.parametrize("seed", [1, 2])
def test_battles_of_random_players_end(seed: int) -> None:
    """By the turn limit or because nobody is left."""
    battle = begin(seed)
    play(battle, players(battle, seed))
    assert battle.over and not battle.faults


@pytest.mark.parametrize("seed", [3, 4])
def test_a_battle_with_mischief_keeps_all_in_order(seed: int) -> None:
    """Wrong orders are refused with words and change nothing; after every event all is where it should be."""
    fuzz = SkirmishFuzz(seed, hidden=seed == 4, turn_limit=4)
    assert fuzz.run() == []
    assert fuzz.refused > 100


def test_going_on_from_a_copied_waypoint_is_the_living_battle() -> None:
    """At each waypoint once on from the living battle and once from the copied state."""
    battle = begin(5, turn_limit=5)
    by = players(battle, 5)
    twin: Battle | None = None
    while not battle.over:
        give(battle, decide(battle, by))
        if twin is not None:
            twin.repeat(battle.answers[-1])
            assert twin.request == battle.request
            assert twin.state.digest() == battle.state.digest()
        here = battle.waypoints[-1]
        if here.answers == len(battle.answers) and not battle.over:
            past = Past(answers=tuple(battle.answers), events=tuple(battle.events[: here.events]))
            state, ground = here.state.copy(), battle.ground
            twin = Battle(battle.ruleset, battle.setup, battle.seed, state=state, past=past, ground=ground)
            assert twin.request == battle.request


def test_a_battle_without_compiled_kernels_is_the_same() -> None:
    """Plain and compiled kernels give the same events."""
    found = []
    for kernels in ("compiled", "plain"):
        battle = begin(6, kernels)
        play(battle, players(battle, 6), turn(3))
        found.append(battle.events)
    assert found[0] == found[1]


@functools.cache
def hidden_moments() -> tuple[Battle, ...]:
    """Moments of a battle in which red is asked while Russians are hidden from it."""
    found: list[Battle] = []
    living, last = begin(8, hidden=True), -6
    by = players(living, 8)
    while not living.over and len(found) < 3 and len(living.answers) < 80:
        request = living.request
        assert request is not None
        if views.may_look(living) and len(living.answers) >= last + 6:
            found.append(views.variant(living, living.waypoints[-1].state))
            last = len(living.answers)
        hides = request.purpose == "hide" and request.suggestion is not None
        give(living, request.suggestion if hides and request.suggestion else decide(living, by))
    return tuple(found)


@pytest.mark.parametrize("change", ["moved", "added", "removed"])
def test_what_a_side_has_not_seen_changes_nothing_it_is_asked_or_shown(change: str) -> None:
    """Hidden Russians elsewhere, more, or fewer: the same requests, samples, refusals, prices, odds and cards."""
    assert hidden_moments()
    for battle in hidden_moments():
        request = views.asked_of(battle)
        other = views.variant(battle, views.CHANGES[change](battle, request.side))
        assert other.state.digest() != battle.state.digest()
        assert views.asked_of(other) == request
        ours, theirs = views.shown(battle), views.shown(other)
        assert [key for key in ours if ours[key] != theirs[key]] == []
