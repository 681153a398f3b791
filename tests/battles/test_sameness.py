"""Same seed and same answers: the same battle, twice, saved and taken up again, in another process, without kernels."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.battles import golden
from tests.battles.games import (
    EACH,
    EACH_LARGE,
    LARGE,
    NAMES,
    SLOW,
    SMALLEST,
    begin,
    levels,
    play,
    players,
    scenario,
    turn,
)
from wargame.engine import record as records
from wargame.engine.battle import Battle
from wargame.engine.record import Record
from wargame.engine.waypoints import Answer, Past
from wargame.lab.batch import simulate
from wargame.lab.replays import check_save
from wargame.scenario import read_save, resume, write_record

WHOLE = 1000


@functools.cache
def recorded(name: str, level: str, until: int) -> Battle:
    """A battle that computer players fought until a turn began, kept for all tests of this file."""
    battle = begin(name, 5)
    return play(battle, players(battle, 5, level), turn(until))


def saved(battle: Battle) -> Record:
    """The battle's record through JSON and back."""
    by = dict.fromkeys(battle.state.sides, "random")
    text = scenario(battle.setup.name)
    record = records.save(battle, by, text.scenario_text, text.map_text)
    return msgspec.json.decode(msgspec.json.encode(record), type=Record)


def retrace(battle: Battle) -> Iterator[tuple[Battle, list[Answer]]]:
    """The battle again from its answers: at each open request, the battle and the answers still to come."""
    again = begin(battle.setup.name, battle.seed)
    for n, entry in enumerate(battle.answers):
        yield again, battle.answers[n:]
        again.repeat(entry)
    assert again.state.digest() == battle.state.digest()


def assert_same(ours: Battle, theirs: Battle, where: str) -> None:
    """Same question, same state, same dice, same events."""
    assert ours.request == theirs.request, where
    assert ours.state.digest() == theirs.state.digest(), where
    assert ours.events == theirs.events, where
    assert ours.digests == theirs.digests, where


def pairs() -> Iterator[Any]:
    """Scenarios and grades; the slow ones are for the batch."""
    for level in levels():
        for name in (*NAMES, *SLOW):
            slow = name in SLOW or (name != SMALLEST and level != "random")
            yield pytest.param(name, level, marks=[pytest.mark.batch] if slow else [])


@pytest.mark.parametrize(("name", "level"), list(pairs()))
def test_same_seed_twice_is_the_same_battle(name: str, level: str) -> None:
    until = 2 if name != SMALLEST else 4 if level != "random" else WHOLE
    first = recorded(name, level, until)
    second = begin(name, 5)
    play(second, players(second, 5, level), turn(until))
    assert second.answers == first.answers
    assert_same(second, first, name)


def test_other_seed_is_another_battle() -> None:
    battle = begin(SMALLEST, 6)
    play(battle, players(battle, 5), turn(3))
    assert battle.state.digest() != recorded(SMALLEST, "random", 3).state.digest()


@pytest.mark.parametrize("name", [SMALLEST, *(pytest.param(n, marks=pytest.mark.batch) for n in LARGE)])
def test_battle_without_compiled_kernels_is_the_same(name: str) -> None:
    battle = begin(name, 5, kernels="plain")
    until = 4 if name == SMALLEST else 2
    play(battle, players(battle, 5), turn(until))
    assert_same(battle, recorded(name, "random", until), name)


@pytest.mark.parametrize("name", EACH)
def test_going_on_from_a_copied_waypoint_is_the_living_battle(name: str) -> None:
    battle = recorded(name, "random", WHOLE if name == SMALLEST else 2)
    twin: Battle | None = None
    for living, to_come in retrace(battle):
        where = f"{name}, answer {len(living.answers)}"
        if twin is not None:
            twin.repeat(living.answers[-1])
            assert twin.request == living.request, where
            assert twin.state.digest() == living.state.digest(), where
        if living.waypoints[-1].answers == len(living.answers):
            twin = from_waypoint(living)
            assert twin.request == living.request, where
            assert twin.waypoints[-1].state.digest() == living.waypoints[-1].state.digest(), where
        assert to_come


def from_waypoint(living: Battle) -> Battle:
    """A battle that goes on from a copy of the last waypoint."""
    here = living.waypoints[-1]
    past = Past(
        answers=tuple(living.answers[: here.answers]),
        events=tuple(living.events[: here.events]),
        digests=tuple(living.digests),
    )
    return Battle(living.ruleset, living.setup, living.seed, state=here.state.copy(), past=past, ground=living.ground)


def test_tutorial_saved_at_every_waypoint_ends_the_same() -> None:
    battle = recorded(SMALLEST, "random", WHOLE)
    for n, (living, to_come) in enumerate(retrace(battle)):
        if living.waypoints[-1].answers != len(living.answers):
            continue
        again = records.go_on(saved(living), living.ruleset, living.setup)
        assert_same(again, living, f"answer {n}")
        if n % 12 == 0:
            for entry in to_come:
                again.repeat(entry)
            assert_same(again, battle, f"from answer {n} to the end")


@pytest.mark.batch
def test_tutorial_saved_at_every_open_request_ends_the_same() -> None:
    battle = recorded(SMALLEST, "random", WHOLE)
    for n, (living, to_come) in enumerate(retrace(battle)):
        again = records.go_on(saved(living), living.ruleset, living.setup)
        for entry in to_come:
            again.repeat(entry)
        assert_same(again, battle, f"from answer {n} to the end")


@pytest.mark.parametrize("name", EACH_LARGE)
def test_battle_saved_at_every_open_request_of_the_first_turn_goes_on_the_same(name: str) -> None:
    battle = recorded(name, "random", 2)
    for n, (living, to_come) in enumerate(retrace(battle)):
        again = records.go_on(saved(living), living.ruleset, living.setup)
        assert_same(again, living, f"{name}, answer {n}")
        if n % 30 == 0:
            for entry in to_come:
                again.repeat(entry)
            assert_same(again, battle, f"{name}, from answer {n}")


@pytest.mark.batch
@pytest.mark.parametrize("name", LARGE)
def test_battle_saved_at_every_open_request_of_two_turns_ends_the_same(name: str) -> None:
    battle = recorded(name, "random", WHOLE)
    for n, (living, to_come) in enumerate(retrace(battle)):
        if living.state.turn > 2:
            break
        again = records.go_on(saved(living), living.ruleset, living.setup)
        for entry in to_come:
            again.repeat(entry)
        assert_same(again, battle, f"{name}, from answer {n} to the end")


def test_saved_file_of_a_whole_battle_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    battle = recorded(SMALLEST, "random", WHOLE)
    path = tmp_path / "battle.save"
    write_record(path, battle, scenario(SMALLEST), dict.fromkeys(battle.state.sides, "random"))
    record = read_save(path)
    assert check_save(record)
    assert "The same" in capsys.readouterr().out
    over = resume(path, record)
    assert over.over and over.request is None
    assert over.state.digest() == battle.state.digest()


def test_replay_stops_at_the_first_answer_that_goes_another_way() -> None:
    record = saved(recorded(SMALLEST, "random", WHOLE))
    answers, step, _ = record.digests[20]
    record.digests[20] = (answers, step, "0" * 24)
    battle, difference = records.replay(record, recorded(SMALLEST, "random", WHOLE).ruleset, scenario(SMALLEST).setup)
    assert difference is not None
    assert (difference.answer, difference.step) == (answers, step)
    assert len(battle.answers) == answers


@pytest.mark.batch
def test_two_processes_give_the_battles_of_one() -> None:
    for name in NAMES:
        by = dict.fromkeys(begin(name).state.sides, "random")
        one = [r.digest for r in simulate(name, by, range(1, 5), jobs=1)]
        two = [r.digest for r in simulate(name, by, range(1, 5), jobs=2)]
        assert one == two, name


@pytest.mark.parametrize("name", NAMES)
def test_golden_battle_changes_only_with_the_version_of_the_rules(name: str) -> None:
    kept = golden.read().get(name)
    assert kept is not None, "run python tests/battles/golden.py --refresh"
    now = golden.fought(name)
    if now != kept:
        assert now["rules_version"] > kept["rules_version"], (
            f"the golden battle of {name} goes another way ({kept} -> {now}): if that is meant, raise RULES_VERSION"
            " and run python tests/battles/golden.py --refresh"
        )
        pytest.fail(
            f"the rules are newer than the golden battle of {name}: run python tests/battles/golden.py --refresh"
        )
