"""What kind of unit each line of the list is."""

from __future__ import annotations

import dataclasses

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import (
    BIKES,
    HALF_TRACK,
    HQ,
    MMG,
    PAK_40,
    PANZER_IV,
    STUG,
    TIGER,
    TRUCK,
)
from tests.rulesets.fascist_vipers.sketch import (
    BATTERY,
    RIFLES,
    RUSSIANS,
    behind,
    blue,
    red,
    stand,
)
from tests.rulesets.fascist_vipers.test_air_roles import STUKA
from wargame.rulesets import ruleset
from wargame.rulesets.fascist_vipers import (
    data,
    units,
)

BOOK = ruleset("fascist_vipers")
CAVALRY = "SU_cavalry_squadron_troop_41"
TANK_HQ = "SU_tank_hq_41"
BUNKER = "GE_flak_tower_battery_44"


# ---------------------------------------------------------------- kinds of units


KINDS = {
    RIFLES: "infantry foot teeth", MMG: "infantry foot support", HQ: "foot hq", PAK_40: "gun flank support deployed",
    PANZER_IV: "vehicle afv flank teeth tank", STUG: "vehicle afv flank teeth tank", TANK_HQ: "vehicle flank hq",
    TRUCK: "vehicle flank transport soft_transport", HALF_TRACK: "vehicle afv flank apc",
    BIKES: "rider", CAVALRY: "rider", STUKA: "aircraft off", BATTERY: "gun flank support off",
}  # fmt: skip
TESTS = {
    "infantry": units.is_infantry, "foot": units.is_on_foot, "teeth": units.is_teeth, "support": units.is_support,
    "hq": units.is_hq, "gun": units.is_gun, "flank": units.has_flank, "vehicle": units.is_vehicle, "afv": units.is_afv,
    "tank": units.is_tank_or_sp_gun, "transport": units.is_transport, "soft_transport": units.is_soft_transport,
    "apc": units.is_apc, "rider": units.is_rider, "aircraft": units.is_aircraft, "off": units.is_off_table,
    "deployed": units.is_deployed_gun,
}  # fmt: skip


@pytest.mark.parametrize("line", list(KINDS))
def test_what_kind_of_unit_a_line_is(line):
    unit = behind("u", line, "red") if "off" in KINDS[line] else red("u", line, 20, 24)
    battle = sketch.battle_of(unit, blue("e", RUSSIANS, 60, 24))
    found = {name for name, test in TESTS.items() if test(stand(battle, "u"))}
    ignored = {"teeth", "support", "afv"} if line in (TANK_HQ, BIKES, CAVALRY, HALF_TRACK) else set()
    assert found - ignored == set(KINDS[line].split()) - ignored


def test_every_vehicle_gun_and_man_of_the_list_is_one_of_them_only():
    seen = set()
    for line, ratings in data.units().items():
        unit = dataclasses.replace(red("u", RIFLES, 20, 24), line=line)
        kinds = {"air": ratings.category == "aircraft"}
        battle = sketch.battle_of(behind("u", line, "red") if ratings.move_type in ("air", "off_table") else unit)
        one = stand(battle, "u")
        kinds |= {
            "vehicle": units.is_vehicle(one),
            "gun": units.is_gun(one),
            "foot": units.is_on_foot(one),
            "rider": units.is_rider(one),
        }
        named = [k for k, fits in kinds.items() if fits]
        assert len(named) == 1, (line, named)
        assert units.is_armed(one) == (ratings.dice_soft > 0 or ratings.dice_armour > 0)
        assert not units.is_afv(one) or (
            units.is_vehicle(one) and ratings.armour_class != "soft" and units.is_armed(one)
        )
        seen.add((named[0], ratings.move_type))
    assert {kind for kind, _ in seen} == {"air", "vehicle", "gun", "foot", "rider"}


def test_flags_of_the_list_are_read():
    rows = data.units().values()
    for flag in ("obsolete", "fearsome", "self_propelled", "tentacle"):
        assert {getattr(r, flag) for r in rows} == {True, False}, flag
    assert data.units()[TIGER].fearsome or data.units()[TIGER].quality == "elite"
    assert all(r.tentacle == ("controls one fighter-bomber" in r.notes) for r in rows)


def test_what_only_hurts_armour_is_armed_and_what_has_no_dice_is_not():
    battle = sketch.battle_of(
        red("a", PANZER_IV, 20, 24, dice_soft=0), red("b", PANZER_IV, 20, 30, dice_soft=0, dice_armour=0)
    )
    assert units.is_armed(stand(battle, "a")) and not units.is_armed(stand(battle, "b"))
    assert units.is_afv(stand(battle, "a")) and not units.is_afv(stand(battle, "b"))


@pytest.mark.parametrize(("line", "limbered", "column"), [
    (RIFLES, False, "foot"), (PAK_40, False, "foot"), (PAK_40, True, "wheels"), (CAVALRY, False, "cavalry"),
    (BIKES, False, "wheels"),
    (TRUCK, False, "wheels"), (HALF_TRACK, False, "half_track"), (PANZER_IV, False, "track"), (TIGER, False, "track"),
])  # fmt: skip
def test_the_column_of_the_terrain_table_that_a_unit_pays_by(line, limbered, column):
    battle = sketch.battle_of(red("u", line, 20, 24))
    stand(battle, "u").limbered = limbered
    assert units.movement_class(stand(battle, "u")) == column
