"""What is on disk while a battle is played: nothing refused, nothing lost, each trouble told once."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

from wargame.engine.battle import Battle
from wargame.engine.orders import Chosen, Refusal
from wargame.rulesets import ruleset
from wargame.scenario import Scenario, load_scenario, read_save, recover, take_up
from wargame.tabletop.keeping import SaveKeeper
from wargame.tabletop.session import PERSON, Session


@functools.cache
def scenario() -> Scenario:
    return load_scenario("first-shots")


def begin(folder: Path) -> tuple[Session, SaveKeeper]:
    setup = scenario().setup
    battle = Battle(ruleset(setup.ruleset), setup, 1)
    keeper = SaveKeeper(scenario(), 1, "test", folder)
    return Session(battle, dict.fromkeys(battle.state.sides, PERSON), keeping=keeper), keeper


def answer(session: Session) -> Refusal | None:
    session.take_seat()
    request = session.battle.request
    assert request is not None and request.suggestion is not None
    return session.answer(request.suggestion)


def test_refused_answer_is_not_in_the_journal(tmp_path: Path) -> None:
    session, keeper = begin(tmp_path)
    assert answer(session) is None
    session.take_seat()
    assert session.answer(Chosen(option="nothing of the kind")) is not None
    assert recover(keeper.path).answers == session.battle.answers


def test_journal_that_broke_off_is_begun_anew_with_a_save(tmp_path: Path) -> None:
    session, keeper = begin(tmp_path)
    assert answer(session) is None
    full: Any = keeper._journal
    full._file.close()
    full._file = open("/dev/full", "wb", buffering=0)  # noqa: SIM115 - the journal closes it
    assert answer(session) is None
    assert len(session.fetch_notices()) == 1
    assert answer(session) is None
    assert not session.fetch_notices()
    assert recover(keeper.path).answers == session.battle.answers


@pytest.mark.parametrize("place", ["file", "file/saves"])
def test_battle_goes_on_where_nothing_can_be_written_and_says_so_once(place: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    session, _ = begin(tmp_path / place)
    assert [answer(session) for _ in range(3)] == [None] * 3
    assert len(session.battle.answers) == 3
    assert len(session.fetch_notices()) == 1


def test_saved_battle_is_taken_up_where_it_was(tmp_path: Path) -> None:
    session, keeper = begin(tmp_path)
    assert [answer(session) for _ in range(3)] == [None] * 3
    record, battle, lost = take_up(keeper.path)
    assert (battle.answers, lost) == (session.battle.answers, "")
    assert battle.request == session.battle.request
    assert read_save(keeper.path).seed == record.seed == 1


def test_two_programs_with_one_battle_keep_it_each_for_itself(tmp_path: Path) -> None:
    first, kept = begin(tmp_path)
    assert answer(first) is None
    second, beside = begin(tmp_path)
    assert [answer(second) for _ in range(2)] == [None] * 2
    assert kept.path != beside.path
    assert recover(kept.path).answers == first.battle.answers
    assert recover(beside.path).answers == second.battle.answers
    kept.let_go()
    third, again = begin(tmp_path)
    assert answer(third) is None
    assert again.path == kept.path
