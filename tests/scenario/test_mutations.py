"""Valid files, changed at random: either a sentence or a good load, nothing else."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.scenario.plain_rules import LINES, PlainRules, plain_rulesets
from tests.scenario.records import a_record
from tests.scenario.specimens import TOML, a_map
from tests.scenario.test_formations import TOML as FORMATIONS
from wargame.scenario import ScenarioFault, scenario_from_texts
from wargame.scenario.formations import read_formations
from wargame.scenario.load import load_scenario
from wargame.scenario.resume import state_of
from wargame.scenario.save import read_save, write_save

FEW = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
MANY = settings(max_examples=2000, deadline=None, suppress_health_check=list(HealthCheck))
ODD: list[Any] = [None, True, -1, 0, 10**30, 1e308, "", "x" * 5000, [], {}, [[]], {"a": []}, "\u0000", "../x", "draw"]
SCRAPS = [
    "[",
    "]",
    "{",
    "}",
    '"',
    "=",
    "\n",
    "0",
    "-",
    "nan",
    "inf",
    "true",
    "[[side]]\n",
    "[victory]\n",
    "ü",
    "\\",
    "'''",
    "#",
]
MAP_TEXT = json.dumps(a_map())


def one_sentence(act: Callable[[], object]) -> None:
    """It works, or it is refused with sentences that name the file."""
    try:
        act()
    except ScenarioFault as fault:
        assert fault.faults
        assert all(one.file and one.found and "\n" not in str(one) for one in fault.faults)


def damaged(text: str, seed: int) -> str:
    """The text with some pieces cut out, doubled, replaced or moved."""
    chance = random.Random(seed)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text) + 1)
        to = min(len(text), at + chance.choice([0, 1, 3, 20, 200]))
        other = chance.randrange(len(text) + 1)
        scrap = chance.choice([*SCRAPS, text[other : other + chance.choice([1, 5, 40])]])
        text = text[:at] + scrap + text[to:]
    return text


def spoiled(data: Any, seed: int) -> Any:
    """Plain data with one of its values replaced, taken out or doubled."""
    chance = random.Random(seed)
    data = json.loads(json.dumps(data))
    place = data
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = chance.choice(keys)
        inner = place[key]
        if isinstance(inner, dict | list) and inner and chance.random() < 0.8:
            place = inner
            continue
        what = chance.randrange(4)
        if what == 0:
            del place[key]
        elif what == 1 and isinstance(place, list):
            place.append(inner)
        else:
            place[key] = chance.choice(ODD)
        return data


def load_texts(scenario: str, ground: str) -> None:
    scenario_from_texts(scenario, ground, "a file", plain_rulesets)


def read_saved(raw: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.save"
        path.write_text(raw)
        record = read_save(path)
        state_of(path, record, PlainRules())  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def save_text(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("s") / "x.save"
    write_save(path, a_record(path.parent / "s"))
    return path.read_text()


def check_all(seed: int, save: str) -> None:
    """One damage to each kind of file."""
    one_sentence(lambda: load_texts(damaged(TOML, seed), MAP_TEXT))
    one_sentence(lambda: load_texts(TOML, damaged(MAP_TEXT, seed)))
    one_sentence(lambda: load_texts(TOML, json.dumps(spoiled(a_map(), seed))))
    one_sentence(lambda: read_formations(damaged(FORMATIONS, seed), "toe.toml", LINES))
    one_sentence(lambda: read_saved(damaged(save, seed)))
    one_sentence(lambda: read_saved(json.dumps(spoiled(json.loads(save), seed))))


@FEW
@given(seed=st.integers(0, 2**40))
def test_changed_files_load_or_are_refused_in_sentences(save_text: str, seed: int) -> None:
    check_all(seed, save_text)


@pytest.mark.fuzz
@MANY
@given(seed=st.integers(0, 2**40))
def test_changed_files_load_or_are_refused_in_sentences_for_long(save_text: str, seed: int) -> None:
    check_all(seed, save_text)


@FEW
@given(raw=st.binary(max_size=300))
def test_any_bytes_are_refused_in_sentences(raw: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.toml"
        path.write_bytes(raw)
        one_sentence(lambda: load_scenario(path, plain_rulesets))
        save = Path(folder) / "x.save"
        save.write_bytes(raw)
        one_sentence(lambda: read_save(save))
