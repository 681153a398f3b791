"""Events alone tell a battle: places, statuses, knowledge, markers, ground, holders, points change in no other way."""

from __future__ import annotations

import functools
from typing import Any

import msgspec
import pytest

from tests.battles.games import EACH, SMALLEST, begin, play, players, turn
from wargame.engine.battle import Battle
from wargame.engine.events import AnyEvent, Fired, Rolled
from wargame.engine.state import Group, Stand, State
from wargame.engine.view import View

TOLD = [
    "turn",
    "step",
    "phase",
    "phasing",
    "markers",
    "areas",
    "ground",
    "objectives",
    "scores",
    "clock_min",
    "visibility_in",
    "weather",
    "knowledge",
    "result",
]


@functools.cache
def fought(name: str) -> Battle:
    """A battle between a random and a better player, which fight more."""
    battle = begin(name, 11)
    by = players(battle, 11)
    return play(battle, by, turn(5 if name == SMALLEST else 2))


def told(state: State) -> dict[str, Any]:
    """What an onlooker can see of a state."""
    shown = {field: msgspec.to_builtins(getattr(state, field)) for field in TOLD}
    shown["knowledge"] = {side: rows for side, rows in shown["knowledge"].items() if rows}
    shown["scores"] = {side: points for side, points in shown["scores"].items() if points}
    fields = [f for f in Stand.__struct_fields__ if f != "base"]
    shown["stands"] = {s.id: {f: getattr(s, f) for f in fields} for s in state.stands.values()}
    shown["groups"] = {g.id: {f: getattr(g, f) for f in Group.__struct_fields__} for g in state.groups.values()}
    return shown


@pytest.mark.parametrize("name", EACH)
def test_battle_can_be_scrubbed_by_its_events_without_rules_or_dice(name: str) -> None:
    battle = fought(name)
    state = battle.ruleset.set_up(battle.setup)
    for event in battle.events:
        event.apply(state)
    ours, theirs = told(state), told(battle.state)
    for key in theirs:
        assert ours[key] == theirs[key], key


@pytest.mark.parametrize("name", EACH)
def test_every_event_of_a_battle_is_told_in_words_or_left_out_without_fault(name: str) -> None:
    battle = fought(name)
    scenes: list[Battle | View] = [battle, *(battle.view(side) for side in battle.state.sides)]
    for scene in scenes:
        lines = [(event, battle.ruleset.words(scene, event)) for event in scene.events]
        for event, telling in lines:
            assert telling is None or (telling.text.strip() and "{" not in telling.text), event
        assert sum(telling is not None for _, telling in lines) >= len(lines) / 4
        untold = [e for e, telling in lines if telling is None and isinstance(e, Rolled | Fired)]
        assert not untold


@pytest.mark.parametrize("name", EACH)
def test_total_of_a_roll_is_its_dice_and_the_lines_shown(name: str) -> None:
    for event in fought(name).events:
        if isinstance(event, Rolled):
            assert_adds_up(event)


def assert_adds_up(event: AnyEvent) -> None:
    """The total is the faces and the numbers added, or (a burst, a score to beat) the first so many faces."""
    assert isinstance(event, Rolled)
    if event.total is None:
        return
    possible: set[float] = {sum(event.dice[:n]) for n in range(1, len(event.dice) + 1)}
    possible.add(sum(event.dice) + sum(m.add for m in event.modifiers))
    assert event.total in possible, event
    reasons = [(m.reason, m.rule) for m in event.modifiers if m.dice]
    assert len(set(reasons)) == len(reasons), event
