"""A battle that is saved and taken up again stands where it stood."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from wargame.engine.battle import Battle
from wargame.lab.game import Game
from wargame.rulesets import ruleset
from wargame.scenario import (
    Journal,
    SaveFault,
    load_scenario,
    read_save,
    recover,
    resume,
    take_up,
    write_record,
    write_save,
)

NAME = "first-shots"


@pytest.fixture(scope="module")
def game() -> Game:
    """The tutorial, played at random for a while."""
    scenario = load_scenario(NAME)
    return Game(scenario, {side.id: "random" for side in scenario.setup.sides}, seed=3)


def same(ours: Battle, theirs: Battle) -> bool:
    """Same state, same question, same answers."""
    return (ours.state.digest(), ours.request, ours.answers) == (theirs.state.digest(), theirs.request, theirs.answers)


def test_saved_at_every_open_question_it_asks_the_same_again(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "battle.save"
    players = {side.id: "random" for side in game.setup.sides}
    for n in range(60):
        if game.battle.over:
            break
        game.step()
        if n < 6 or n % 5 == 0:
            write_record(path, game.battle, game.scenario, players)
            assert same(resume(path, read_save(path)), game.battle)


def test_killed_battle_is_recovered_answer_for_answer(tmp_path: Path) -> None:
    scenario = load_scenario(NAME)
    battle = Battle(ruleset(scenario.setup.ruleset), scenario.setup, 5)
    path = tmp_path / "battle.save"
    record = write_record(path, battle, scenario, {side.id: "person" for side in scenario.setup.sides})
    journal = Journal(path, record)
    play = Game(scenario, {side.id: "random" for side in scenario.setup.sides}, seed=5)
    for _ in range(12):
        play.step()
        journal.append(play.battle.answers[-1])
    assert same(resume(path, recover(path)), play.battle)


def test_answers_of_a_journal_that_do_not_fit_are_left_out_and_told(tmp_path: Path) -> None:
    scenario = load_scenario(NAME)
    battle = Battle(ruleset(scenario.setup.ruleset), scenario.setup, 5)
    path = tmp_path / "battle.save"
    journal = Journal(path, write_record(path, battle, scenario, {side.id: "person" for side in scenario.setup.sides}))
    play = Game(scenario, {side.id: "random" for side in scenario.setup.sides}, seed=5)
    for _ in range(4):
        play.step()
        journal.append(play.battle.answers[-1])
    journal.append(msgspec.structs.replace(play.battle.answers[-1], side="nobody"))
    journal.append(play.battle.answers[0])
    _, taken_up, told = take_up(path)
    assert same(taken_up, play.battle)
    assert told == "2 answers of the journal did not fit and had to be left out."


def test_answers_that_fit_nothing_are_a_fault_of_the_save(tmp_path: Path) -> None:
    scenario = load_scenario(NAME)
    play = Game(scenario, {side.id: "random" for side in scenario.setup.sides}, seed=5)
    for _ in range(8):
        play.step()
    path = tmp_path / "battle.save"
    record = write_record(path, play.battle, scenario, {side.id: "person" for side in scenario.setup.sides})
    odd = msgspec.structs.replace(play.battle.answers[0], side="nobody")
    answers, since = [*record.answers, odd], [*record.since, odd]
    players = {**record.players, "nobody": "person"}
    record = msgspec.structs.replace(record, answers=answers, since=since, players=players)
    write_save(path, record)
    with pytest.raises(SaveFault, match="answer 9 is nobody's"):
        resume(path, read_save(path))
