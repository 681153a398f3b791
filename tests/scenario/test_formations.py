# ruff: noqa: E501 - a table of cases
"""TO&E files: what they give a group, and five kinds of broken ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenario.plain_rules import LINES
from tests.scenario.specimens import Specimen
from wargame.rulesets import names, ruleset
from wargame.scenario import ScenarioFault, load
from wargame.scenario.formations import formations_of, read_formations

TOML = """\
format = "formations/1"

[[formation]]
id = "red-company"
name = "Company"
nation = "RED"
years = [1942, 1945]
stands = [
  { line = "RED_rifles_40", count = 2, id = "men", aboard = "wheels" },
  { line = "RED_tank_42", count = 2, id = "wheels" },
]

[[formation]]
id = "blue-company"
name = "Company"
nation = "BLUE"
years = [1940, 1943]
stands = [{ line = "BLUE_gun_40" }]
"""

CASES = {
    "unknown line": ("RED_tank_42", "RED_tnak_42", "formation[0].stands[1].line: unknown unit line 'RED_tnak_42'; nearest: 'RED_tank_42'"),
    "line of another nation": ("BLUE_gun_40", "RED_tank_42", "formation[1].stands[0].line: 'RED_tank_42' is a line of RED; expected BLUE"),
    "line too short-lived": ("[1940, 1943]", "[1940, 1945]", "formation[1].stands[0].line: 'BLUE_gun_40' is of 1940 to 1943; the formation lasts 1940 to 1945"),
    "double id": ('id = "blue-company"', 'id = "red-company"', "formation[1].id: 'red-company' stands twice"),
    "years upside down": ("[1942, 1945]", "[1945, 1942]", "formation[0].years: 1945 to 1942; expected first and last year"),
    "count of none": ("count = 2, id = \"wheels\"", "count = 0, id = \"wheels\"", "formation[0].stands[1].count: found the number 0; expected at least 1"),
    "carrier that is not in it": ('aboard = "wheels"', 'aboard = "wings"', "formation[0].stands[0].aboard: unknown row of this formation 'wings'; nearest: 'wheels'"),
    "another format": ("formations/1", "formations/2", "format: found 'formations/2'; expected 'formations/1'"),
    "no stands": ('stands = [{ line = "BLUE_gun_40" }]', "stands = []", "formation[1].stands: found a list of 0; expected at least 1"),
}  # fmt: skip


def test_good_file_gives_its_formations() -> None:
    found = read_formations(TOML, "toe.toml", LINES)
    assert list(found) == ["red-company", "blue-company"]
    assert found["red-company"].years == (1942, 1945)


@pytest.mark.parametrize("case", CASES)
def test_broken_file_is_told_in_its_own_sentence(case: str) -> None:
    old, new, sentence = CASES[case]
    assert old in TOML
    with pytest.raises(ScenarioFault) as caught:
        read_formations(TOML.replace(old, new, 1), "toe.toml", LINES)
    assert sentence in str(caught.value)


def test_groups_of_one_formation_have_stands_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    formations = read_formations(TOML, "toe.toml", LINES)
    monkeypatch.setattr(load, "formations_of", lambda name: formations)
    specimen = Specimen(tmp_path).change('name = "Late company"', 'name = "Late"\nformation = "red-company"')
    specimen.change('leader = "Captain Red"', 'formation = "red-company"')
    setup = specimen.load().setup
    late = setup.group("red-2").stands
    assert [s.id for s in late] == [
        "red-2-men-1",
        "red-2-men-2",
        "red-2-wheels-1",
        "red-2-wheels-2",
        "red-2-5",
        "red-2-6",
    ]
    assert [s.aboard for s in late[:2]] == ["red-2-wheels-1", "red-2-wheels-2"]
    assert setup.group("red-1").stands[0].id == "red-1-men-1"


def test_formation_of_another_nation_or_year_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    formations = read_formations(TOML, "toe.toml", LINES)
    monkeypatch.setattr(load, "formations_of", lambda name: formations)
    specimen = Specimen(tmp_path).change('leader = "Captain Red"', 'formation = "blue-company"')
    specimen.change("1943-07-05", "1945-07-05")
    faults = specimen.faults()
    assert "side[0].group[0].formation: 'blue-company' is of BLUE; the side is RED" in faults
    assert "side[0].group[0].formation: 'blue-company' is of 1940 to 1943; the battle is of 1945" in faults


@pytest.mark.parametrize("name", names())
def test_shipped_formations_use_lines_of_their_nation_and_years(name: str) -> None:
    lines = {line.id: line for line in ruleset(name).unit_lines()}
    for formation in formations_of(name).values():
        for row in formation.stands:
            line = lines[row.line]
            assert line.nation in ("", formation.nation)
            assert line.years[0] <= formation.years[0] <= formation.years[1] <= line.years[1]
