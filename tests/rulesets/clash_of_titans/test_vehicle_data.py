"""The lists of vehicles and guns: what they say, and that both lists agree."""

from __future__ import annotations

import pytest

from wargame.rulesets.clash_of_titans import data
from wargame.rulesets.clash_of_titans import vehicle_data as vd

COLUMNS = {
    "vehicle": "name",
    "road": "speed",
    "turns": "turns",
    "ar_front": "front_ar",
    "ar_side": "side_ar",
    "ar_top": "top_ar",
    "crew": "crew",
    "seats": "seats",
}


@pytest.mark.rule("NUT-LIST-07")
def test_both_lists_of_vehicles_agree():
    assert vd.vehicle("tiger_i").name == "Tiger I E"
    listed = data.vehicle_csv()
    shared = [row for row in data.rows("vehicles") if row["id"] in listed]
    assert len(shared) > 120 and set(data.vehicles()) >= {row["id"] for row in shared}
    for row in shared:
        other = listed[row["id"]]
        for ours, theirs in COLUMNS.items():
            assert str(row[ours]) == other[theirs], (row["id"], ours)
        if other["speed_off"]:
            assert str(row["off"]) == other["speed_off"], row["id"]
        assert row["open"] == (other["open_topped"] == "yes"), row["id"]


@pytest.mark.rule("NUT-VGUN-01")
def test_guns_of_both_lists_agree():
    for spec in data.vehicles().values():
        listed = data.vehicle_csv().get(spec.id)
        if listed is None or not spec.gun:
            continue
        gun = vd.barrel(spec.gun)
        assert str(gun.apr) == listed["apr"], spec.id
        if gun.single or gun.mortar:
            assert (f"{gun.he_circle_in:g}/{gun.he_impact}" if gun.has_he else "") == listed["he"], spec.id
        if gun.auto and "Target Rating" in listed["notes"]:
            assert f"Target Rating {gun.rating}, Impact {gun.impact}" in listed["notes"], spec.id


@pytest.mark.rule("NUT-VEH-01")
def test_every_vehicle_is_described():
    for spec in map(vd.vehicle, data.vehicles()):
        assert spec.drive in ("tracked", "half-tracked", "wheeled", "skis", "drawn", "pedalled")
        assert vd.outline(spec.class_) and vd.class_row(spec.class_)
        assert spec.road_in >= spec.off_in > 0 and spec.crew > 0
        assert len(vd.machine_guns(spec)) == len({m.id for m in vd.machine_guns(spec)})


@pytest.mark.rule("NUT-VEH-02")
def test_top_armour_is_two_below_the_side_and_at_least_one():
    assert [vd.top_by_side(side) for side in (0, 1, 2, 3, 4, 6)] == [0, 1, 1, 1, 2, 4]
    for spec in data.vehicles().values():
        assert spec.ar_top == vd.top_by_side(spec.ar_side), spec.id
        assert vd.armour(spec, "bottom") == vd.armour(spec, "top") == spec.ar_top


@pytest.mark.rule("NUT-VGUN-06")
def test_the_turret_changes_the_armour_of_the_face_struck():
    panzer, t34, panther = (data.vehicles()[i] for i in ("panzer_iv_g", "t_34_76", "panther"))
    assert (vd.armour(panzer, "front"), vd.armour(panzer, "front", "turret")) == (4, 5)
    assert (vd.armour(t34, "front", "turret"), vd.armour(t34, "side", "turret")) == (6, 4)
    assert vd.armour(panther, "front", "turret") == 7
    stug = data.vehicles()["stug_iii_g"]
    assert vd.armour(stug, "front", "turret") == vd.armour(stug, "front") == 5


@pytest.mark.rule("NUT-VGUN-01")
def test_small_guns_on_belts_are_always_loaded():
    auto = vd.barrel("20mm")
    assert auto.auto and (auto.rating, auto.impact, auto.apr, auto.range_in) == (3, 4, 3, 60)
    assert vd.barrel("40mm Bofors").auto and not vd.barrel("40mm 2pdr").auto
    assert vd.barrel("45mm 20K").single and vd.barrel("122mm A-19").two_piece
    assert vd.barrel("vehicle flamethrower").flame and vd.barrel("medium mortar 81/82mm").mortar
    with pytest.raises(KeyError):
        vd.barrel("99mm")


@pytest.mark.rule("NUT-VGUN-08")
def test_machine_guns_of_a_vehicle():
    def guns(name):
        return [(m.id, m.rating, m.weapon) for m in vd.machine_guns(data.vehicles()[name])]

    assert guns("t_34_76") == [("coax", 4, "vehicle MG"), ("hull", 4, "vehicle MG")]
    assert guns("panzer_i") == [("turret_mg", 6, "vehicle MG")]
    assert guns("l3_33") == [("hull", 6, "vehicle MG")]
    assert guns("sdkfz_251_1") == [("pintle", 4, "vehicle MG"), ("pintle_2", 4, "vehicle MG")]
    assert guns("isu_152") == [("pintle", 5, "HMG 12.7mm")]
    assert guns("t_28")[1:3] == [("turret_mg", 4, "vehicle MG"), ("turret_mg_2", 4, "vehicle MG")]
    assert guns("tachanka") == [("rear_mg", 6, "MMG")]


@pytest.mark.rule("NUT-CREW-01")
def test_stations_by_crew_size_and_exceptions():
    def men(name):
        return ["+".join(stations) for stations in vd.crew_stations(data.vehicles()[name])]

    assert men("panzer_iv_g") == ["commander", "gunner", "loader", "driver", "hull_gunner"]
    assert men("stug_iii_g") == ["commander", "gunner", "loader", "driver"]
    assert men("t_26") == ["commander+gunner", "loader", "driver"]
    assert men("t_70") == ["commander+gunner+loader", "driver"]
    assert men("t_34_76") == ["commander+gunner", "loader", "driver", "hull_gunner"]
    assert men("m3_lee") == ["commander", "second_gunner", "gunner", "loader", "loader", "driver"]
    assert men("kv_2") == ["commander", "gunner", "loader", "loader", "driver", "hull_gunner"]
    assert men("panzer_i") == ["commander+gunner", "driver"]
    for spec in data.vehicles().values():
        assert len(vd.crew_stations(spec)) == spec.crew
        filled = {station for stations in vd.crew_stations(spec) for station in stations}
        assert {"commander", "driver"} <= filled, spec.id
        if spec.gun:
            assert "gunner" in filled, spec.id


@pytest.mark.rule("NUT-GUNS-01")
def test_guns_on_wheels():
    guns = data.towed_guns()
    for row in map(vd.towed_gun, guns):
        assert 3 <= row.crew <= 6 and vd.barrel(row.gun) and vd.outline(row.size)
        listed = data.vehicle_csv().get(row.id)
        if listed is not None:
            assert str(vd.barrel(row.gun).apr) == listed["apr"] and str(row.crew) == listed["crew"]
            assert listed["name"] == row.name
    assert guns["pak_40"].years[0] == 1942
    assert vd.outline(guns["pak_38"].size) == (2.0, 1.5)
