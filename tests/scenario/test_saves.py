"""Saves are whole or absent, and nothing that was answered is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import msgspec
import pytest

from tests.scenario.plain_rules import PlainRules, plain_rulesets
from tests.scenario.records import a_record, an_answer
from wargame.engine.events import Rolled
from wargame.scenario import (
    Journal,
    SaveFault,
    changed_since,
    is_interrupted,
    list_saves,
    read_save,
    recover,
    scenario_of,
    write_save,
)
from wargame.scenario.resume import state_of


def test_record_comes_back_as_it_was_written(tmp_path: Path) -> None:
    record = a_record(tmp_path / "s")
    write_save(tmp_path / "battle.save", record)
    again = read_save(tmp_path / "battle.save")
    assert msgspec.json.encode(again) == msgspec.json.encode(record)
    assert scenario_of(again, plain_rulesets).name == "skirmish"
    assert state_of(tmp_path / "battle.save", again, PlainRules()).stands["red-tank"].side == "red"  # type: ignore[arg-type]


def test_counts_that_older_saves_wrote_as_totals_are_left_out(tmp_path: Path) -> None:
    record = a_record(tmp_path / "s")
    dice = {"passes": ((2, 5), 0), "successes": ((4, 5), 2), "added": ((4, 5), 9), "none": ((4, 5), None)}
    first = len(record.events) + 1
    for n, (purpose, (faces, total)) in enumerate(dice.items(), start=first):
        record.events.append(Rolled(n=n, purpose=purpose, dice=faces, total=total))
    write_save(tmp_path / "battle.save", record)
    rolls = [e for e in read_save(tmp_path / "battle.save").events if isinstance(e, Rolled)]
    assert {e.purpose: e.total for e in rolls} == {"passes": None, "successes": None, "added": 9, "none": None}


def test_three_files_are_kept_newest_first(tmp_path: Path) -> None:
    path = tmp_path / "battle.save"
    for answers in (2, 3, 4, 5):
        write_save(path, a_record(tmp_path / "s", answers))
    kept = [path, tmp_path / "battle.save.1", tmp_path / "battle.save.2"]
    assert [len(read_save(file).answers) for file in kept] == [5, 4, 3]
    assert sorted(file.name for file in tmp_path.glob("battle*")) == sorted(file.name for file in kept)


def test_failed_save_leaves_the_old_one_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "battle.save"
    write_save(path, a_record(tmp_path / "s", 2))

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SaveFault, match=r"could not be saved \(no space left on device\); the older save is untouched"):
        write_save(path, a_record(tmp_path / "s", 3))
    assert len(read_save(path).answers) == 2
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("pause", [0.03, *(pytest.param(n / 100, marks=pytest.mark.fuzz) for n in range(4, 20))])
def test_kill_during_saving_leaves_a_whole_file(pause: float, tmp_path: Path) -> None:
    write_save(tmp_path / "battle.save", a_record(tmp_path / "s", 4))
    program = """
        import sys
        from pathlib import Path
        from wargame.scenario import read_save, write_save
        path = Path(sys.argv[1])
        record = read_save(path)
        record.scenario_text += "#" * 3_000_000
        print("ready", flush=True)
        while True:
            write_save(path, record)
    """
    arguments = [sys.executable, "-c", textwrap.dedent(program), str(tmp_path / "battle.save")]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(pause)
        child.send_signal(signal.SIGKILL)
    assert len(read_save(tmp_path / "battle.save").answers) == 4


def test_journal_brings_back_every_answer_after_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "battle.save"
    record = a_record(tmp_path / "s", 4)
    write_save(path, record)
    journal = Journal(path, record)
    for n in (4, 5, 6):
        journal.append(an_answer(n))
    found = recover(path)
    assert [a.request for a in found.answers] == [1, 2, 3, 4, 5, 6, 7]
    assert [a.request for a in found.since] == [4, 5, 6, 7]
    assert is_interrupted(path)


def test_answer_cut_off_by_the_kill_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "battle.save"
    record = a_record(tmp_path / "s", 4)
    write_save(path, record)
    journal = Journal(path, record)
    journal.append(an_answer(4))
    journal.append(an_answer(5))
    journal.close()
    file = tmp_path / "battle.save.journal"
    file.write_bytes(file.read_bytes()[:-9])
    assert len(recover(path).answers) == 5


def test_undone_answers_stay_undone(tmp_path: Path) -> None:
    path = tmp_path / "battle.save"
    record = a_record(tmp_path / "s", 4)
    write_save(path, record)
    journal = Journal(path, record)
    journal.append(an_answer(4))
    journal.append(an_answer(5))
    journal.rewind(4)
    journal.append(an_answer(8))
    assert [a.request for a in recover(path).answers] == [1, 2, 3, 4, 9]


def test_journal_of_before_the_save_adds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "battle.save"
    journal = Journal(path, a_record(tmp_path / "s", 4))
    journal.append(an_answer(4))
    write_save(path, a_record(tmp_path / "s", 5))
    assert len(recover(path).answers) == 5
    assert not is_interrupted(path)


def test_journal_of_another_battle_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "battle.save"
    other = msgspec.structs.replace(a_record(tmp_path / "s", 4), seed=99)
    journal = Journal(path, other)
    journal.append(an_answer(4))
    write_save(path, a_record(tmp_path / "s", 4))
    assert len(recover(path).answers) == 4


def test_older_save_serves_if_the_newest_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "battle.save"
    write_save(path, a_record(tmp_path / "s", 3))
    write_save(path, a_record(tmp_path / "s", 4))
    path.write_bytes(path.read_bytes()[:200])
    assert len(recover(path).answers) == 3


def test_list_shows_damaged_saves_with_their_fault(tmp_path: Path) -> None:
    write_save(tmp_path / "good.save", a_record(tmp_path / "s"))
    (tmp_path / "bad.save").write_text("{")
    (tmp_path / "empty.save").write_text("")
    entries = {entry.path.name: entry for entry in list_saves(tmp_path)}
    assert entries["good.save"].scenario == "skirmish"
    assert entries["good.save"].fault == ""
    assert "damaged" in entries["bad.save"].fault
    assert "the file is empty" in entries["empty.save"].fault
    assert list_saves(tmp_path / "nowhere") == []


def test_other_rules_or_tables_are_said_in_one_sentence(tmp_path: Path) -> None:
    record = a_record(tmp_path / "s")
    rules = PlainRules()
    assert changed_since(record, rules) == ""  # type: ignore[arg-type]
    older = msgspec.structs.replace(record, rules_version=0)
    assert "saved under version 0 of the rules, this is version 1" in changed_since(older, rules)  # type: ignore[arg-type]
    other = msgspec.structs.replace(record, data_hash="x")
    assert "tables have changed" in changed_since(other, rules)  # type: ignore[arg-type]
