"""Squads, teams and the Reps of the nations."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rulesets.clash_of_titans.referee import faces, lines
from wargame.rulesets.clash_of_titans import data, lists, teams


@pytest.mark.rule("NUT-LIST-01")
def test_german_squad_of_1941_is_ten_men_with_an_mg34():
    unit = lists.squad("GE", 1941, faces())
    assert Counter(lines(unit.men)) == {"nco_smg": 1, "nco": 1, "mg34": 1, "rifleman": 7}
    assert [man.nco for man in unit.men] == [True] + [False] * 9
    assert unit.men[1].junior_nco


@pytest.mark.rule("NUT-LIST-01")
@pytest.mark.parametrize(
    ("nation", "year", "men", "has"),
    [
        ("GE", 1944, 9, "mg42"),
        ("GE", 1945, 9, "assault_rifleman"),
        ("SU", 1941, 11, "nco_semi"),
        ("SU", 1943, 9, "smg"),
        ("FI", 1942, 9, "drum_smg"),
        ("HU", 1943, 10, "lmg_magazine"),
        ("IT", 1942, 10, "lmg_magazine"),
        ("RO", 1942, 9, "lmg_magazine"),
    ],
)
def test_squads_of_the_nations(nation: str, year: int, men: int, has: str):
    unit = lists.squad(nation, year, faces())
    assert len(unit.men) == men
    assert has in lines(unit.men)


@pytest.mark.rule("NUT-LIST-01")
def test_italians_have_two_light_machine_guns():
    assert lines(lists.squad("IT", 1942, faces()).men).count("lmg_magazine") == 2


@pytest.mark.rule("NUT-LIST-01")
def test_half_squad_is_half_the_men_rounded_down_with_one_nco():
    unit = lists.squad("SU", 1941, faces(), half=True)
    assert len(unit.men) == 5
    assert sum(man.nco for man in unit.men) == 1
    assert "lmg_pan" in lines(unit.men)


@pytest.mark.rule("NUT-LIST-01")
@pytest.mark.parametrize(("face", "has_gun"), [(3, True), (4, False)])
def test_partisans_have_a_machine_gun_on_one_to_three(face: int, has_gun: bool):
    unit = lists.squad("PA", 1943, faces(face))
    assert ("lmg_pan" in lines(unit.men)) is has_gun
    assert len(unit.men) == 8


@pytest.mark.rule("NUT-LIST-02")
@pytest.mark.parametrize(
    ("nation", "year", "troops", "face", "rep", "nco"),
    [
        ("GE", 1941, "line", 1, 3, 4),
        ("GE", 1941, "line", 4, 4, 5),
        ("GE", 1941, "line", 6, 5, 5),
        ("SU", 1941, "line", 4, 3, 4),
        ("SU", 1945, "guards", 5, 5, 5),
        ("SU", 1942, "militia", 6, 3, 4),
        ("PA", 1943, "partisan", 6, 4, 4),
    ],
)
def test_one_die_gives_the_rep_of_a_whole_unit_and_its_nco_has_one_more(
    nation: str, year: int, troops: str, face: int, rep: int, nco: int
):
    unit = lists.with_unit_rep(lists.squad(nation, year, faces(1), troops), year, faces(face))
    assert [man.rep for man in unit.men] == [nco] + [rep] * (len(unit.men) - 1)


@pytest.mark.rule("NUT-LIST-03")
@pytest.mark.parametrize(
    ("troops", "line"),
    [
        ("assault", "elite"),
        ("SS", "elite"),
        ("naval infantry", "elite"),
        ("Volkssturm", "militia"),
        ("penal", "militia"),
    ],
)
def test_kinds_of_troops_use_the_elite_or_the_militia_line(troops: str, line: str):
    assert lists.troops_row(troops)["rep"] == line


@pytest.mark.rule("NUT-LIST-03")
def test_penal_troops_have_no_machine_gun():
    assert "lmg_pan" not in lines(lists.squad("SU", 1943, faces(), "penal").men)


@pytest.mark.rule("NUT-LIST-04")
def test_engineers_have_a_charge_per_three_men_and_a_flamethrower():
    unit = lists.squad("GE", 1943, faces(), "engineer")
    assert sum("satchel charge" in man.extra for man in unit.men) == 3
    assert lines(unit.men).count("flamethrower") == 1


@pytest.mark.rule("NUT-LIST-04")
def test_assault_squads_have_submachine_guns_for_half_the_men_and_half_a_die_of_charges():
    unit = lists.squad("GE", 1943, faces(5), "assault")
    assert sum("smg" in line for line in lines(unit.men)) == 5
    assert sum("satchel charge" in man.extra for man in unit.men) == 3


@pytest.mark.rule("NUT-LIST-05")
@pytest.mark.parametrize(
    ("kind", "men", "first"),
    [
        ("LMG", 2, "mg34"),
        ("MMG", 3, "mmg"),
        ("mortar", 3, "mortar"),
        ("FO", 4, "radio_operator"),
        ("communications", 5, "radio_operator"),
        ("sniper", 1, "sniper"),
    ],
)
def test_strength_and_weapon_of_teams(kind: str, men: int, first: str):
    unit = teams.team("GE", 1943, kind, faces())
    assert len(unit.men) == men
    assert lines(unit.men)[0] == first


@pytest.mark.rule("NUT-LIST-05")
@pytest.mark.parametrize(
    ("nation", "year", "dice", "weapon"),
    [
        ("GE", 1942, (), "atr_light"),
        ("GE", 1943, (3,), "atr_light"),
        ("GE", 1943, (4,), "panzerschreck"),
        ("GE", 1944, (), "panzerschreck"),
        ("SU", 1944, (), "atr_heavy"),
        ("IT", 1943, (), "atr_heavy"),
    ],
)
def test_weapon_of_an_anti_tank_team(nation: str, year: int, dice: tuple[int, ...], weapon: str):
    assert lines(teams.team(nation, year, "AT weapon", faces(*dice)).men)[0] == weapon


@pytest.mark.rule("NUT-LIST-05")
@pytest.mark.parametrize(("face", "last"), [(2, "atr_light"), (3, "panzerfaust"), (5, "panzerschreck")])
def test_weapon_that_comes_with_a_squad_of_1943(face: int, last: str):
    unit = teams.with_anti_tank_weapon(lists.squad("GE", 1943, faces()), 1943, faces(face))
    assert last in lines(unit.men[10:])


@pytest.mark.rule("NUT-CREW-03")
@pytest.mark.parametrize(
    ("nation", "year", "face", "rep"), [("GE", 1942, 1, 4), ("SU", 1941, 6, 4), ("SU", 1944, 6, 5)]
)
def test_one_die_gives_the_rep_of_a_crew(nation: str, year: int, face: int, rep: int):
    assert lists.crew_rep(nation, year, faces(face)) == rep


@pytest.mark.rule("NUT-LIST-05")
def test_crew_of_a_gun_is_that_of_its_list():
    assert len(teams.gun_crew("GE", 1943, "pak_38").men) == 5


@pytest.mark.rule("NUT-LIST-07")
def test_vehicles_repeat_the_values_of_the_vehicle_list():
    listed = data.vehicle_csv()
    wrong = []
    for spec in data.vehicles().values():
        row = listed.get(spec.id)
        if row is None:
            assert spec.name == "Truck"
            continue
        same = (
            (spec.name, row["name"]),
            (spec.road_in, float(row["speed"])),
            (spec.ar_front, int(row["front_ar"])),
            (spec.ar_side, int(row["side_ar"])),
            (spec.crew, int(row["crew"])),
        )
        wrong += [(spec.id, ours, theirs) for ours, theirs in same if ours != theirs]
    assert not wrong
    teams.vehicle_crew("SU", "t_34_76", 4)


def test_every_nation_has_squads_and_teams_in_every_year_of_the_war():
    for nation in data.NATIONS.values():
        for year in range(1941, 1946):
            for troops in ("line", "engineer", "assault", "militia"):
                assert lists.squad(nation, year, faces(1, 1), troops).men
            for kind in ("LMG", "MMG", "AT weapon", "ATR", "mortar", "light mortar", "FO", "medic", "sniper"):
                assert teams.team(nation, year, kind, faces(1)).men


def test_tanks_and_vehicles_of_a_year():
    assert "t_34_76" in {spec.id for spec in teams.vehicles_for("SU", 1943, "tank")}
    assert not {spec.id for spec in teams.vehicles_for("SU", 1941, "tank")} & {"t_34_85", "is_2"}
    assert all(spec.soft or "tank" not in spec.kind for spec in teams.vehicles_for("GE", 1943, "vehicle"))
