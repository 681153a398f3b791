# ruff: noqa: E501 - tables of cases
"""Kinds of broken save: each has its own sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.scenario.plain_rules import PlainRules
from tests.scenario.records import a_record
from wargame.scenario import SaveFault, read_save, write_save
from wargame.scenario.resume import state_of

Save = dict[str, Any]


def put(*path: str | int, value: Any) -> Callable[[Save], None]:
    """Puts a value somewhere into a save."""

    def change(data: Save) -> None:
        inner: Any = data
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value

    return change


CASES: dict[str, tuple[Callable[[Save], Any], str]] = {
    "no format": (lambda data: data.pop("format"), "format: found no format; expected 1: this is no saved battle"),
    "format in words": (put("format", value="one"), "this is no saved battle"),
    "newer version": (put("format", value=9), "format: the save is of a newer version of the program (format 9); this one reads up to 1"),
    "older version": (put("format", value=0), "format: format 0 is not read any more"),
    "part missing": (lambda data: data.pop("answers"), "answers: this part is missing"),
    "seed of text": (put("seed", value="7"), "seed: expected int, got str"),
    "order of no kind": (put("answers", 0, "order", "type", value="Dance"), "answers[0].order.type: invalid value 'Dance'"),
    "path of text": (put("answers", 0, "order", "path", value=[["a", 1]]), "answers[0].order.path[0][0]: expected float, got str"),
    "event of no kind": (put("events", 0, "type", value="Danced"), "events[0].type: invalid value 'Danced'"),
    "other last answers": (put("since", 0, "by", value="somebody"), "since: the answers since the last waypoint are not the last answers"),
    "waypoint after the end": (put("digests", 1, 0, value=44), "digests[1]: a waypoint after 44 of 4 answers (step 'go')"),
    "waypoints out of order": (put("digests", 0, 0, value=4), "digests[1]: a waypoint after 3 of 4 answers"),
    "events out of order": (put("events", 1, "n", value=1), "events[1]: event 1 follows event 1"),
    "answer of a stranger": (put("players", value={"blue": "person"}), "answers[0].side: side 'red' has no player"),
}  # fmt: skip

STATES: dict[str, tuple[Callable[[Save], Any], str]] = {
    "state of another ruleset": (put("state", "ruleset", value="fancy"), "state.ruleset: a state of 'fancy' in a save of 'plain'"),
    "turn of text": (put("state", "turn", value="two"), "state.turn: expected int, got str"),
    "unit line that is gone": (put("state", "stands", "red-tank", "line", value="RED_tnak_42"), "state.stands.red-tank.line: unknown unit line 'RED_tnak_42'; nearest: 'RED_tank_42'"),
    "group that is gone": (put("state", "stands", "red-tank", "group", value="red-7"), "state.stands.red-tank.group: unknown group 'red-7'; nearest: 'red-2'"),
    "side that is gone": (put("state", "groups", "red-1", "side", value="green"), "state.groups.red-1.side: unknown side 'green'"),
    "carrier that is gone": (put("state", "stands", "red-tank", "carrier", value="horse"), "state.stands.red-tank.carrier: unknown stand 'horse'"),
    "stand under another id": (put("state", "stands", "red-tank", "id", value="x"), "state.stands.red-tank: a stand 'x' under the id 'red-tank'"),
    "step that is gone": (put("state", "step", value="nowhere"), "state.step: unknown step 'nowhere'"),
    "turn before the first": (put("state", "turn", value=-5), "state.turn: found -5; expected 0 to 10000000"),
    "stand beyond everything": (put("state", "stands", "red-tank", "x", value=1e308), "state.stands.red-tank.x: found 1e+308; expected a number within 10000"),
    "carrier of itself": (put("state", "stands", "red-tank", "carrier", value="red-tank"), "state.stands.red-tank: what is above 'red-tank' leads in a circle"),
    "parent of itself": (put("state", "groups", "red-1", "parent", value="red-1"), "state.groups.red-1: what is above 'red-1' leads in a circle"),
    "holder that is gone": (put("state", "objectives", "farm", "holder", value="green"), "state.objectives.farm.holder: unknown side 'green'"),
}  # fmt: skip


def saved(tmp_path: Path) -> tuple[Path, Save]:
    """A good save and its contents."""
    path = tmp_path / "battle.save"
    write_save(path, a_record(tmp_path / "s"))
    return path, json.loads(path.read_text())


@pytest.mark.parametrize("case", CASES)
def test_broken_save_is_told_in_its_own_sentence(case: str, tmp_path: Path) -> None:
    path, data = saved(tmp_path)
    change, sentence = CASES[case]
    change(data)
    path.write_text(json.dumps(data))
    with pytest.raises(SaveFault) as caught:
        read_save(path)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("case", STATES)
def test_broken_state_is_told_in_its_own_sentence(case: str, tmp_path: Path) -> None:
    path, data = saved(tmp_path)
    change, sentence = STATES[case]
    change(data)
    path.write_text(json.dumps(data))
    with pytest.raises(SaveFault) as caught:
        state_of(path, read_save(path), PlainRules())  # type: ignore[arg-type]
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"", "the file is empty"),
        (b"[]", "this is no saved battle"),
        (b"hello", "not JSON"),
        (b'{"format": 1, "seed', "the file is cut off before its end"),
        (b"\xff\xfe\x00", "not JSON|no text"),
        (b"[" * 100_000, "cut off|nested|no saved battle"),
        (b'{"format": NaN}', "not JSON"),
    ],
)
def test_bytes_that_are_no_save(raw: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.save"
    path.write_bytes(raw)
    with pytest.raises(SaveFault, match=sentence):
        read_save(path)


def test_every_shorter_file_is_refused(tmp_path: Path) -> None:
    path, _ = saved(tmp_path)
    raw = path.read_bytes()
    for length in range(0, len(raw), max(1, len(raw) // 97)):
        path.write_bytes(raw[:length])
        with pytest.raises(SaveFault):
            read_save(path)
