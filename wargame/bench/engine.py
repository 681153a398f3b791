"""The engine on real parts: battles of random players, copies of the state, replays, late turns, look-ahead."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy as np

from wargame.ai.players import player
from wargame.bench.goals import GOALS
from wargame.bench.rows import Row, Size, alone, beside, once
from wargame.engine import record
from wargame.engine.battle import Battle
from wargame.engine.dice import Chance
from wargame.engine.events import StandMoved
from wargame.engine.orders import Refusal
from wargame.engine.requests import Command
from wargame.engine.ruleset import Ruleset
from wargame.engine.state import State
from wargame.engine.view import View
from wargame.engine.waypoints import Past
from wargame.lab.game import Game
from wargame.scenario import Scenario, load_scenario

TOPIC = "engine"
SCENARIO = "first-shots"
STANDS = 80
LATE = 20
CANDIDATES = 2000


def run(size: Size) -> Iterator[Row]:
    """The rows of goals 8 to 10."""
    scenario = load_scenario(SCENARIO)
    battle = _played(scenario, 1, size)
    yield _battles(scenario, size)
    yield from _state(battle, size)
    yield _replay(scenario, battle.ruleset, size)
    yield _late(scenario, size)
    yield from _ahead(scenario, size)


def _game(scenario: Scenario, seed: int, kernels: str = "compiled") -> Game:
    return Game(scenario, {side.id: "random" for side in scenario.setup.sides}, seed, kernels)


def _played(scenario: Scenario, seed: int, size: Size, kernels: str = "compiled") -> Battle:
    """A battle of random players to its end, or for as many turns as the size allows."""
    game = _game(scenario, seed, kernels)
    game.play(until=(lambda battle: battle.state.turn > size.turns) if size.turns else None)
    return game.battle


def _battles(scenario: Scenario, size: Size) -> Row:
    took, answers = 0.0, 0
    count = max(1, min(size.battles, 10))
    for seed in range(1, count + 1):
        seconds, battle = once(functools.partial(_played, scenario, seed, size))
        took, answers = took + seconds, answers + len(battle.answers)
    plain, _ = once(lambda: _played(scenario, 1, size, "plain"))
    fast, _ = once(lambda: _played(scenario, 1, size))
    now = count / took
    return Row(
        topic=TOPIC,
        goal=8,
        name=f"random battles of {SCENARIO}",
        wanted=GOALS[8],
        now=now,
        unit="a second",
        baseline=1.0 / plain,
        beside="plain kernels (numpy), one battle",
        ratio=plain / fast,
        met=now >= 60.0,
        note=f"{answers / count:.0f} answers a battle, {took / answers * 1e3:.2f} ms an answer",
    )


# ---------------------------------------------------------------- state


def crowded(state: State) -> State:
    """A copy of a state with its stands repeated to 80."""
    twin = state.copy()
    rows = list(twin.stands.values())
    every = [msgspec.structs.replace(rows[i % len(rows)], id=f"{rows[i % len(rows)].id}-{i}") for i in range(STANDS)]
    twin.stands = {stand.id: stand for stand in every}
    return twin


def _state(battle: Battle, size: Size) -> Iterator[Row]:
    state = crowded(battle.waypoints[0].state)
    found = beside(state.copy, lambda: copy.deepcopy(state), size.repeats)
    now = found.now * 1e6
    yield Row(
        topic=TOPIC,
        goal=9,
        name=f"copy of a state of {STANDS} stands",
        wanted=GOALS[9],
        now=now,
        unit="us",
        baseline=found.baseline * 1e6,
        beside="copy.deepcopy",
        ratio=found.ratio,
        met=now <= 30.0 and found.ratio >= 40.0,
    )
    yield _plain_row("digest of that state", alone(state.digest, size.repeats))
    stand = next(iter(battle.state.stands.values()))
    moved = StandMoved(stand=stand.id, path=((stand.x, stand.y), (stand.x, stand.y)), facing_deg=stand.facing_deg)
    length = len(battle.events)
    yield _plain_row("an event numbered, applied and kept", alone(lambda: battle.happen(moved), size.repeats))
    del battle.events[length:]


def _plain_row(name: str, seconds: float) -> Row:
    return Row(topic=TOPIC, goal=9, name=name, wanted=GOALS[9], now=seconds * 1e6, unit="us")


def _replay(scenario: Scenario, rules: Ruleset, size: Size) -> Row:
    setup = scenario.setup
    saved = record.save(_played(scenario, 2, size), {}, "", "")
    again: list[Any] = []
    found = beside(
        lambda: again.append(record.replay(saved, rules, setup)),
        lambda: _played(scenario, 2, size),
        1,
    )
    replayed, difference = again[-1]
    same = difference is None and len(replayed.answers) == len(saved.answers)
    return Row(
        topic=TOPIC,
        goal=9,
        name=f"replay of {len(saved.answers)} answers, {len(saved.digests)} digests",
        wanted=GOALS[9],
        now=found.now * 1e3,
        unit="ms",
        baseline=found.baseline * 1e3,
        beside="the battle with its players",
        ratio=found.ratio,
        met=same,
        note="every digest the same" if same else f"DIFFERENT: {difference}",
    )


# ---------------------------------------------------------------- late turns


def _late(scenario: Scenario, size: Size) -> Row:
    """The same answers with the history of one turn behind them, and with that of twenty."""
    game = _game(scenario, 3)
    game.play(until=lambda battle: battle.state.turn >= 2 and battle.at_round_start)
    battle = game.battle
    here = battle.waypoints[-1]
    events, answers = battle.events[: here.events], battle.answers[: here.answers]
    count = 10 if size.repeats < 3 else 60

    def turn(times: int) -> Callable[[], None]:
        past = Past(answers=tuple(answers * times), events=tuple(events * times))
        return lambda: _go_on(scenario, battle, here.state, past, count)

    found = beside(turn(1), turn(LATE), max(1, size.repeats // 3))
    return Row(
        topic=TOPIC,
        goal=9,
        name=f"{count} answers in turn 2; beside it with a history {LATE} times as long",
        wanted=GOALS[9],
        now=found.now * 1e3,
        unit="ms",
        baseline=found.baseline * 1e3,
        beside=f"{len(events) * LATE} events before it",
        ratio=found.ratio,
        met=found.ratio <= 1.5,
    )


def _go_on(scenario: Scenario, source: Battle, state: State, past: Past, count: int) -> None:
    battle = Battle(source.ruleset, scenario.setup, 3, state=state, ground=source.ground, past=past)
    minds = {side: player("random", 5, side) for side in state.sides}
    for _ in range(count):
        request = battle.request
        if request is None:
            return
        order: Any = minds[request.side].decide(request, battle.view(request.side))
        if isinstance(battle.answer(order, by="computer"), Refusal):
            return


# ---------------------------------------------------------------- look-ahead


def _moment(scenario: Scenario) -> tuple[View, Command]:
    """A view in the middle of a battle in which a side may give orders and look ahead."""
    game = _game(scenario, 4)
    game.play(
        until=lambda battle: battle.state.turn >= 2 and battle.at_round_start and isinstance(battle.request, Command)
    )
    request = game.battle.request
    assert isinstance(request, Command)
    return game.battle.view(request.side), request


def _ahead(scenario: Scenario, size: Size) -> Iterator[Row]:
    view, request = _moment(scenario)
    found = beside(lambda: view.imagine(Chance(1)), lambda: copy.deepcopy(view.state), size.repeats)
    now = 1.0 / found.now
    yield Row(
        topic=TOPIC,
        goal=10,
        name="battles imagined from a view",
        wanted=GOALS[10],
        now=now,
        unit="a second",
        baseline=1.0 / found.baseline,
        beside="copy.deepcopy of the state alone",
        ratio=found.ratio,
        met=now >= 20_000,
        note="a guessed state, and a battle run to its first request",
    )
    side, ruleset = view.side, view.ruleset
    stand = next(s for s in view.state.in_play(side) if s.id in request.subjects or s.group in request.subjects)
    table = view.setup.table
    chance = Chance(8)
    spots = np.array(
        [
            (chance.die(1000) / 1000 * table.width_in, chance.die(1000) / 1000 * table.height_in)
            for _ in range(CANDIDATES)
        ]
    )
    many = alone(lambda: ruleset.worth_of_places(view, stand.id, spots), size.repeats) / CANDIDATES
    one = alone(lambda: ruleset.worth_of_places(view, stand.id, spots[:1]), size.repeats)
    yield Row(
        topic=TOPIC,
        goal=10,
        name=f"places valued, {CANDIDATES} at once",
        wanted=GOALS[10],
        now=1.0 / many,
        unit="a second",
        baseline=1.0 / one,
        beside="one at a time",
        ratio=one / many,
        met=1.0 / many >= 200_000,
    )
