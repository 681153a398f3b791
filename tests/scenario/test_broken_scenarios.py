# ruff: noqa: E501 - tables of cases
"""Kinds of broken scenario: each has its own sentence with place, finding and what was expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenario.plain_rules import plain_rulesets
from tests.scenario.specimens import Specimen
from wargame.scenario import ScenarioFault, load_scenario

OTHERWISE = 'level = "draw"\nside = "draw"\notherwise = true'
CASES = {
    "missing field": ('title = "A skirmish"\n', "", "title: missing; expected a text"),
    "unknown field": ("[turns]\nlimit", "[turns]\nlimits = 3\nlimit", "turns.limits: unknown field 'limits'; nearest: 'limit'"),
    "wrong type": ("limit = 8", 'limit = "eight"', "turns.limit: found the text 'eight'; expected a whole number"),
    "yes for true": ("primary = true", 'primary = "yes"', "objective[0].primary: found the text 'yes'; expected true or false"),
    "out of bounds": ("limit = 8", "limit = 800", "turns.limit: found the number 800; expected at most 60"),
    "not a number": ("x = 28", "x = nan", "objective[0].x: nan is no ordinary number; expected a finite number"),
    "wrong word": ('kind = "invented"', 'kind = "historic"', "kind: found 'historic'; expected 'tutorial', 'historical', "),
    "wrong format": ("scenario/1", "scenario/9", "format: found 'scenario/9'; expected 'scenario/1'"),
    "name is not the file's": ('name = "skirmish"', 'name = "battle"', "name: found 'battle'; expected 'skirmish', the name"),
    "unknown ruleset": ('"plain"', '"plane"', "ruleset: unknown ruleset 'plane'"),
    "unknown unit line": ("RED_tank_42", "RED_tnak_42", "side[0].group[0].stands[1].line: unknown unit line 'RED_tnak_42'; nearest: 'RED_tank_42'"),
    "unit line of another year": ("1943-07-05", "1941-07-05", "side[0].group[0].stands[1].line: 'RED_tank_42' is of 1942 to 1945; the battle is of 1941"),
    "unit line of the enemy": ("RED_tank_42", "BLUE_gun_40", "stands[1].line: 'BLUE_gun_40' is a line of BLUE; the side is RED"),
    "group without stands": ('stands = [{ line = "RED_rifles_40", count = 2 }]', "", "side[0].group[1]: the group 'red-2' has no stand"),
    "group that never comes": ('groups = ["red-2"]\nzones', 'groups = ["red-1"]\nzones', "side[0].group[1].zones: the group has no zone and no arrival"),
    "unknown formation": ('name = "Late company"', 'name = "Late"\nformation = "lost"', "side[0].group[1].formation: unknown formation 'lost'; there is none"),
    "two rows of one id": ('id = "ford"', 'id = "farm"', "objective[1].id: 'farm' stands twice; an id names one objective"),
    "two stands of one id": ('id = "blue-truck"', 'id = "blue-rifles"', "a second stand 'blue-rifles-1'; also in group 'blue-1'"),
    "unknown zone": ('zones = ["west"]', 'zones = ["wets"]', "side[0].group[0].zones: unknown zone 'wets'; nearest: 'west'"),
    "zone of the enemy": ('zones = ["west"]', 'zones = ["east"]', "side[0].group[0].zones: zone 'east' is of blue; the row is of red"),
    "arrival of an unknown group": ('groups = ["red-2"]', 'groups = ["red-2", "red-9"]', "arrival[0].groups: unknown group 'red-9'; nearest: 'red-2'"),
    "arrival after the end": ("earliest = 2\nlatest = 4", "earliest = 12", "arrival[0].earliest: turn 12; the battle ends after turn 8"),
    "last turn before the first": ("latest = 4", "latest = 1", "arrival[0].latest: turn 1; not before turn 2"),
    "unknown side": ('first_player = "red"', 'first_player = "rot"', "turns.first_player: unknown side 'rot'; nearest: 'red'"),
    "unknown objective in a condition": ('["farm", "ford"]', '["farm", "fort"]', "victory.level[0].condition.all[0].holds.objectives: unknown objective 'fort'; nearest: 'ford'"),
    "two conditions in one table": ("{ turn = { at_least = 2 } }", "{ turn = { at_least = 2 }, score = { side = \"red\", at_least = 1 } }", "trigger[0].condition.any[0]: found"),
    "unknown condition": ("{ turn = { at_least = 2 } }", "{ trun = { at_least = 2 } }", "trigger[0].condition.any[0].trun: unknown field 'trun'; nearest: 'turn'"),
    "unknown kind of event": ("{ turn = { at_least = 2 } }", '{ event = { kind = "Fire" } }', "condition.any[0].event.kind: unknown kind of event 'Fire'; nearest: 'Fired'"),
    "ladder without an end": (OTHERWISE, OTHERWISE.replace("otherwise = true", 'condition = { turn = {} }'), "victory.level[2]: the last row has no otherwise = true"),
    "ladder that ends too early": ('condition = { holds = { objective = "farm", side = "red" } }\ntext = "The', 'otherwise = true\ntext = "The', "victory.level[1]: otherwise = true above the last row"),
    "row without a condition": ('condition = { holds = { objective = "farm", side = "red" } }\ntext = "The', 'text = "The', "victory.level[1]: no condition; expected one of condition and otherwise"),
    "objective off the table": ("x = 28", "x = 48", "objective[0]: the point (48, 12) is off the table; the table is 36 by 24 inches"),
    "zone off the table": ("[35, 23]", "[35, 33]", "zone[1].polygon: the point (35, 33) is off the table"),
    "zone that crosses itself": ("[[1, 1], [9, 1], [9, 23], [1, 23]]", "[[1, 1], [9, 23], [9, 1], [1, 23]]", "zone[0].polygon: zone 'west': Self-intersection"),
    "zones of enemies overlap": ("[[24, 1], [35, 1], [35, 23], [24, 23]]", "[[5, 1], [35, 1], [35, 23], [5, 23]]", "zone (west): overlaps zone 'east' of the enemy by 88 square inches"),
    "zone too small": ("[[1, 1], [9, 1], [9, 23], [1, 23]]", "[[1, 1], [2, 1], [2, 2], [1, 2]]", "zone (west): 1 square inches for 4 stands; expected at least 4"),
    "minefield without an owner": ('feature = "mines-1"\nowner = "blue"', 'feature = "mines-1"', "area[0].owner: missing; a hidden area has an owner"),
    "minefield that is not on the map": ('feature = "mines-1"', 'feature = "mines-2"', "area[0].feature: unknown minefield of the map 'mines-2'; nearest: 'mines-1'"),
    "effect on a feature that is not there": ('feature = "bridge", fields = { state = "blown" }', 'feature = "brigde", fields = { state = "blown" }', "trigger[0].then[1].feature: unknown feature of the map 'brigde'; nearest: 'bridge'"),
    "unknown effect": ('do = "say"', 'do = "shout"', "trigger[0].then[0]: found 'shout'; expected 'say', "),
    "unknown option": ("fog = true", "frog = true", "options.frog: unknown option 'frog'; nearest: 'fog'"),
    "unknown rule": ('field = "move"', 'rule = "PLN-MOVE-02"', "override[0].rule: unknown rule 'PLN-MOVE-02'; nearest: 'PLN-MOVE-01'"),
    "carrier that is not there": ('aboard = "blue-truck"', 'aboard = "blue-lorry"', "side[1].group[0].stands[0].aboard: unknown stand 'blue-lorry-1'"),
    "carrier that carries itself": ('aboard = "blue-truck"', 'aboard = "blue-rifles"', "side.group: the carriers of 'blue-rifles-1' lead in a circle"),
    "carrier of the enemy": ('aboard = "blue-truck"', 'aboard = "red-1"', "side.group: 'blue-rifles-1' is aboard 'red-1-1' of the enemy"),
    "parents in a circle": ('zones = ["east"]', 'zones = ["east"]\nparent = "blue-1"', "the parents of 'blue-1' lead in a circle"),
    "a side called draw": ('id = "blue"', 'id = "draw"', "a side is called 'draw'; that word has a meaning of its own"),
    "field that the ruleset refuses": ('fields = { quality = "elite" }', 'fields = { speed = "fast" }', "side: stand 'red-tank': speed: expected a number"),
    "map in another folder": ('"skirmish.geojson"', '"../skirmish.geojson"', "map: found '../skirmish.geojson'; expected the name of a file in the same folder"),
    "map that is not there": ('"skirmish.geojson"', '"other.geojson"', "there is no such file"),
    "day that there never was": ("1943-07-05", "1943-02-30", "date: found '1943-02-30'; expected a day that there was"),
    "date for a number": ("limit = 8", "limit = 07:32:00", "turns.limit: found 07:32:00, a date or time; expected a text or a number"),
    "table in a field": ("fog = true", "fog = { a = 1 }", "options.fog: found a table of 1; expected a text, a number, true, false, or a list of them"),
    "letters that nothing can show": ('title = "A ', 'title = "\\u0000\\u001b[31m', "title: found '\\x00\\x1b[31mskirmish'; expected letters only: no control characters"),
    "key of a thousand parts": ('place = "Somewhere"', 'place = "Somewhere"\n' + "a." * 1000 + "b = 1", "tables are nested too deep; at most 40 levels"),
    "double key": ('place = "Somewhere"', 'place = "Somewhere"\nplace = "Here"', "not TOML: Cannot overwrite a value"),
    "broken syntax": ("[history]", "[history", "not TOML:"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_broken_scenario_is_told_in_its_own_sentence(case: str, tmp_path: Path) -> None:
    old, new, sentence = CASES[case]
    faults = Specimen(tmp_path).change(old, new).faults()
    assert any(sentence in fault for fault in faults), faults


def test_there_are_enough_kinds_and_no_two_read_alike() -> None:
    assert len(CASES) >= 25
    assert len({sentence for _, _, sentence in CASES.values()}) == len(CASES)


def test_all_faults_come_in_one_pass(tmp_path: Path) -> None:
    broken = Specimen(tmp_path).change("RED_tank_42", "x").change('zones = ["west"]', 'zones = ["y"]')
    broken.change("x = 28", "x = 48").change('first_player = "red"', 'first_player = "z"')
    broken.map["features"][0]["properties"]["kind"] = "hil"
    assert len(broken.faults()) == 4
    broken.map["features"][0]["properties"]["kind"] = "hill"
    assert any("off the table" in fault for fault in broken.faults())


def test_faults_of_types_and_of_the_map_come_together(tmp_path: Path) -> None:
    broken = Specimen(tmp_path).change("limit = 8", "limit = true").change("x = 28", 'x = "28"')
    broken.map["features"][0]["properties"]["kind"] = "hil"
    assert [f.split(":")[0] for f in broken.faults()] == [
        "turns.limit",
        "objective[0].x",
        "features[0] (hill).properties.kind",
    ]


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"", "the file is empty"),
        (b"\xff\xfe", "byte 0xff is not UTF-8; save it as UTF-8"),
        ("place = 'Müncheberg'".encode("latin-1"), "line 1: byte 0xfc is not UTF-8"),
        (b"a = 1\x00", "the file holds zero bytes"),
        (b"# " + b"x" * 300_000, "the file is longer than 256 KiB"),
        (b"a = " + b"[" * 5000, "nested too deep"),
        (b"a = " + b"[" * 60 + b"]" * 60, "nested too deep; at most 40 levels"),
        (b"a = 9223372036854775807", "is no ordinary number"),
    ],
)
def test_bytes_that_are_no_scenario(raw: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_bytes(raw)
    with pytest.raises(ScenarioFault, match=sentence):
        load_scenario(path, plain_rulesets)


def test_folder_and_missing_file(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(ScenarioFault, match=r"folder\.toml: this is a folder"):
        load_scenario(tmp_path / "folder.toml", plain_rulesets)
    with pytest.raises(ScenarioFault, match=r"none\.toml: there is no such file"):
        load_scenario(tmp_path / "none.toml", plain_rulesets)


def test_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    specimen = Specimen(inside)
    specimen.write()
    (inside / "skirmish.geojson").rename(tmp_path / "secret.geojson")
    (inside / "skirmish.geojson").symlink_to(tmp_path / "secret.geojson")
    with pytest.raises(ScenarioFault, match="expected the name of a file in the same folder"):
        load_scenario(inside / "skirmish.toml", plain_rulesets)
