"""What a good scenario file becomes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenario.plain_rules import plain_rulesets
from tests.scenario.specimens import Specimen
from wargame.engine.conditions import All, Any, Holds, Lead, Not, Turn
from wargame.scenario import ScenarioFault, browse, faults_in, load, load_scenario, scenario_from_texts


@pytest.fixture
def skirmish(tmp_path: Path) -> Specimen:
    return Specimen(tmp_path)


def test_stands_are_numbered_and_named_by_row_or_group(skirmish: Specimen) -> None:
    setup = skirmish.load().setup
    assert [s.id for s in setup.group("red-1").stands] == ["red-1-1", "red-1-2", "red-1-3", "red-tank"]
    assert [s.name for s in setup.group("red-1").stands] == ["Rifles 1", "Rifles 2", "Rifles 3", "Tank"]
    assert [s.name for s in setup.group("red-2").stands] == ["Rifle platoon 1", "Rifle platoon 2"]


def test_passengers_and_carriers_of_two_rows_are_paired(skirmish: Specimen) -> None:
    rifles = skirmish.load().setup.group("blue-1").stands[:2]
    assert [s.aboard for s in rifles] == ["blue-truck-1", "blue-truck-2"]


def test_fields_of_every_stand_give_way_to_its_own(skirmish: Specimen) -> None:
    stands = skirmish.load().setup.group("red-1").stands
    assert [s.fields["quality"] for s in stands] == ["green", "green", "green", "elite"]


def test_support_is_a_group_behind_the_table(skirmish: Specimen) -> None:
    guns = skirmish.load().setup.group("red-guns")
    assert [(s.id, s.off_board) for s in guns.stands] == [("red-guns-1", True), ("red-guns-2", True)]


def test_support_may_belong_to_a_group(skirmish: Specimen) -> None:
    skirmish.change('line = "RED_battery_40"', 'line = "RED_battery_40"\ngroup = "red-1"')
    assert [s.id for s in skirmish.load().setup.group("red-1").stands][-2:] == ["red-guns-1", "red-guns-2"]


def test_a_minefield_of_the_map_is_an_area_that_only_its_owner_knows(skirmish: Specimen) -> None:
    setup = skirmish.load().setup
    assert [f.id for f in setup.features] == ["hill", "wood", "river", "bridge"]
    assert [f.order for f in setup.features] == [0, 1, 2, 3]
    (area,) = setup.areas
    assert area.known_to == ("blue",)
    assert area.polygon == ((20.0, 4.0), (23.0, 4.0), (23.0, 7.0), (20.0, 7.0))
    assert dict(area.data) == {"density": "thin"}


def test_conditions_become_the_engines(skirmish: Specimen) -> None:
    first, second, last = skirmish.load().setup.victory.ladder
    assert first.condition == All(
        of=(Holds(objectives=("farm", "ford"), side="red"), Not(of=Lead(side="blue", at_least=1)))
    )
    assert second.condition == Holds(objectives=("farm",), side="red")
    assert last.condition is None


def test_weather_of_later_turns_is_a_trigger(skirmish: Specimen) -> None:
    weather, alarm = skirmish.load().setup.triggers
    assert weather.condition == Turn(at_least=3)
    assert [(e.kind, e.data.get("inches"), e.data.get("weather")) for e in weather.effects] == [
        ("visibility", 12, None),
        ("weather", None, "rain"),
    ]
    assert [e.data["text"] for e in weather.effects] == ["It rains.", ""], "told once"
    assert isinstance(alarm.condition, Any)
    assert alarm.effects[1].kind == "ground"
    assert alarm.effects[1].data["changes"] == [
        {"change": "alter_feature", "id": "bridge", "props": [("state", "blown")]}
    ]


def test_an_action_carries_what_it_changes(skirmish: Specimen) -> None:
    (action,) = skirmish.load().setup.actions
    assert action.data["changes"][0]["props"] == [("state", "intact")]


def test_an_arrival_without_a_last_turn_and_with_a_roll_is_never_certain(skirmish: Specimen) -> None:
    assert skirmish.load().setup.arrivals[0].latest == 4
    skirmish.change("latest = 4\n", "")
    assert skirmish.load().setup.arrivals[0].latest > 8


def test_rows_named_by_overrides_mean_all_their_stands(skirmish: Specimen) -> None:
    setup = skirmish.load().setup
    assert setup.overrides[0].stands == ("blue-truck-1", "blue-truck-2")
    assert setup.hidden[0].stands == ("blue-rifles-1", "blue-rifles-2")


def test_clock_and_first_player(skirmish: Specimen) -> None:
    setup = skirmish.load().setup
    assert (setup.clock_start_min, setup.minutes_per_turn, setup.first_player) == (510, 15, "red")


def test_briefing_lists_forces_and_every_special_rule(skirmish: Specimen) -> None:
    briefing = skirmish.load().briefing
    late = next(group for group in briefing.forces if group.id == "red-2")
    assert late.comes == "from turn 2 on 4+ of a d6, turn 4 at the latest"
    assert [(row.count, row.name) for row in briefing.forces[0].rows] == [(3, "Rifles"), (1, "Tank")]
    kinds = {rule.kind for rule in briefing.special_rules}
    assert kinds == {"note", "option", "override", "trigger", "action", "hidden", "left_out"}


def test_stands_are_counted_without_what_stays_behind_the_table(skirmish: Specimen) -> None:
    assert skirmish.load().meta.stands == {"red": 6, "blue": 5}


def test_mustered_group_may_list_no_stands(skirmish: Specimen) -> None:
    skirmish.change('stands = [{ line = "RED_rifles_40", count = 2 }]', "muster = true")
    scenario = skirmish.load()
    assert scenario.meta.stands == {"red": None, "blue": 5}
    assert scenario.setup.group("red-2").fields == {"muster": True}


def test_verdicts_are_known_for_the_plain_endings(skirmish: Specimen) -> None:
    found = {name: (row.level, row.side) for name, row in skirmish.load().verdicts.items()}
    assert found["nobody moves"] == ("draw", "draw")
    assert found["all dead on turn 1"] == ("draw", "draw")
    assert found["Reds alone on the table"] == ("decisive", "red")


def test_thorough_check_finds_a_good_scenario_good(skirmish: Specimen) -> None:
    assert skirmish.load(thorough=True).warnings == ()


def test_row_that_no_ending_reaches_is_a_warning(skirmish: Specimen) -> None:
    skirmish.change(
        '[[victory.level]]\nlevel = "draw"',
        '[[victory.level]]\nlevel = "huge"\nside = "red"\ntext = "x"\n'
        'condition = { holds = { objectives = ["farm", "ford"], side = "red" } }\n\n[[victory.level]]\nlevel = "draw"',
    )
    (warning,) = skirmish.load(thorough=True).warnings
    assert "no ending reaches the row 'huge' for red" in str(warning)


def test_texts_of_a_save_give_the_same_setup(skirmish: Specimen) -> None:
    loaded = skirmish.load()
    again = scenario_from_texts(loaded.scenario_text, loaded.map_text, "a save", plain_rulesets)
    assert again.setup == loaded.setup


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm(skirmish: Specimen) -> None:
    plain = skirmish.load()
    path = skirmish.write()
    path.write_bytes(b"\xef\xbb\xbf" + skirmish.toml.replace("\n", "\r\n").encode())
    assert load_scenario(path, plain_rulesets).setup == plain.setup


def test_one_bad_file_does_not_hide_the_others(
    skirmish: Specimen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    skirmish.write()
    (tmp_path / "broken.toml").write_text("format = ")
    monkeypatch.setattr(load, "user_folder", lambda: tmp_path)
    entries = {entry.name: entry for entry in browse(plain_rulesets)}
    assert entries["skirmish"].scenario is not None
    assert entries["broken"].scenario is None
    assert "not TOML" in str(entries["broken"].faults[0])


def test_unknown_name_is_answered_with_the_nearest(
    skirmish: Specimen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    skirmish.write()
    monkeypatch.setattr(load, "folders", lambda: [tmp_path])
    assert load_scenario("skirmish", plain_rulesets).name == "skirmish"
    with pytest.raises(ScenarioFault, match="there is no such scenario; nearest: 'skirmish'"):
        load_scenario("skirmich", plain_rulesets)


def test_validate_tells_files_apart_by_their_ending(skirmish: Specimen, tmp_path: Path) -> None:
    path = skirmish.write()
    assert faults_in(path, plain_rulesets) == ()
    assert faults_in(tmp_path / "skirmish.geojson", plain_rulesets) == ()
    other = tmp_path / "x.doc"
    other.write_text("x")
    (fault,) = faults_in(other, plain_rulesets)
    assert "expected .toml, .geojson or .save" in str(fault)
