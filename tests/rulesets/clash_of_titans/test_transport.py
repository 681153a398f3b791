"""Getting in and out, riding, shooting from vehicles, towing, wagons."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.duels import (
    PANZER_IV_G,
    T60,
    TRUCK,
    crewed,
    duel,
    german,
)
from wargame.engine.orders import Act
from wargame.rulesets.clash_of_titans import (
    involuntary,
    riders,
    softskins,
    targets,
    transport,
    vehicle_acts,
    vehicle_data,
    vehicle_moves,
)
from wargame.rulesets.clash_of_titans.causes import Toll
from wargame.rulesets.clash_of_titans.shooting import Hit
from wargame.rulesets.clash_of_titans.state import DUCKED

RIFLE = "bolt action rifle"


def rider(name, vehicle, station="rider", **fields):
    return build.aboard(name, vehicle, "red", "GE_rifleman", group="riders", station=station, **fields)


@pytest.mark.rule("NUT-TRAN-01")
def test_mounting_and_dismounting():
    battle = build.battle_of(
        build.red("man", 30, 24 - 0.5 - 1.75 / 2, group="squad"),
        german("track", "sdkfz_251_1", 30, 24),
        build.blue("b", 68, 4),
    )
    man, track = build.stand(battle, "man"), build.stand(battle, "track")
    assert transport.seats_left(build.state(battle), track) == track.spec.seats
    build.order(battle, Act(stand="man", act="mount", target="track"))
    assert man.carrier == "track" and man.station == riders.PASSENGER and not man.on_table
    refused = vehicle_moves.may_move(battle, track)
    assert refused is not None and refused.rules == ("NUT-TRAN-01",)
    assert transport.dismount_refusal(battle, man) is not None, "not in the turn in which he got in"
    build.state(battle).turn += 1
    assert transport.dismount_refusal(battle, man) is None
    assert transport.dismount(battle, man)
    assert man.in_play and man.carrier is None
    assert vehicle_moves.may_go_fast(battle, track).rules == ("NUT-TRAN-01",)


@pytest.mark.rule("NUT-TRAN-01")
def test_who_cannot_get_in():
    battle = duel(build.red("man", 20, 24), german("track", "sdkfz_251_1", 30, 24), build.red("near", 30, 22))
    track = battle.stand("track")
    assert "contact" in transport.mount_refusal(battle, battle.stand("man"), track).text
    track.fast_moving = True
    assert transport.mount_refusal(battle, battle.stand("near"), track) is not None


@pytest.mark.rule("NUT-TRAN-02")
def test_getting_out_under_fire():
    battle = duel(german("track", "sdkfz_251_1", 30, 24), rider("r", "track", "passenger"), build.blue("b", 50, 24))
    man = battle.stand("r")
    involuntary.duck_back(battle, man, [battle.stand("b")])
    assert man.in_play and man.status == DUCKED and man.x < 30.0


@pytest.mark.rule("NUT-TRAN-03")
def test_shooting_from_vehicles():
    battle = duel(
        german("truck", TRUCK, 30, 24), rider("r", "truck", "passenger"), german("track", PANZER_IV_G, 30, 34)
    )
    man, truck = battle.stand("r"), battle.stand("truck")
    assert targets.unfit(battle, man, RIFLE) is None and riders.shooting_modifiers(battle, man) == ()
    truck.active_turn, truck.moved_in = battle.state.turn, 4.0
    assert [m.add for m in riders.shooting_modifiers(battle, man)] == [-1]
    crewman = battle.stand("track.3")
    assert riders.cannot_shoot(battle, crewman).rules == ("NUT-TRAN-03",)


@pytest.mark.rule("NUT-TRAN-04")
@pytest.mark.parametrize(("line", "room"), [(PANZER_IV_G, 8), (T60, 4), ("sdkfz_251_1", 0)])
def test_room_on_the_deck(line, room):
    battle = duel(german("tank", line, 30, 24))
    assert transport.deck_left(battle.state, battle.stand("tank")) == room


@pytest.mark.rule("NUT-TRAN-04")
def test_riders_fall_off_a_fast_tank_and_get_off_when_they_duck():
    battle = duel(german("tank", PANZER_IV_G, 30, 24), rider("r", "tank"), rider("s", "tank"))
    involuntary.duck_back(battle, battle.stand("s"), [])
    assert battle.stand("s").in_play
    fallen = transport.thrown_off(battle, battle.stand("tank"))
    assert fallen.toll.knocked_down == ["r"] or set(fallen.toll.knocked_down) == {"r"}
    assert battle.stand("r").in_play


@pytest.mark.rule("NUT-TRAN-05")
def test_towing():
    battle = duel(*crewed(men=3), german("truck", "sdkfz_251_1", 34.6, 24))
    gun, truck = battle.stand("gun"), battle.stand("truck")
    truck.x = gun.x + gun.base.depth_in / 2 + truck.base.depth_in / 2 + 0.01
    assert transport.hitch_refusal(battle, gun, truck) is None
    before = vehicle_moves.speed(battle, truck)
    transport.hitch(battle, gun, truck)
    assert gun.towed_by == "truck" and not gun.in_play
    assert vehicle_moves.speed(battle, truck) == before - 2.0
    assert vehicle_moves.may_go_fast(battle, truck).rules == ("NUT-TRAN-05",)
    truck.x += 8.0
    assert transport.unhitch(battle, gun)
    assert gun.in_play and gun.x < truck.x and gun.facing_deg == 180.0
    truck.moved_in, truck.active_turn = 3.0, battle.state.turn
    assert transport.hitch_refusal(battle, gun, truck) is not None


@pytest.mark.rule("NUT-TRAN-05")
def test_what_is_too_heavy_to_tow():
    battle = duel(german("truck", TRUCK, 30, 24), german("track", "sdkfz_251_1", 30, 34))
    assert 0 < transport.tows_mm(battle.stand("truck")) < 200


@pytest.mark.rule("NUT-TRAN-06")
@pytest.mark.parametrize("face", [3, 4])
def test_wagons(face):
    wagons = [vehicle_data.vehicle(name) for name in ("wagon_horse", "wagon_mule")]
    assert {v.road_in for v in wagons} == {10.0, 6.0} and all(v.turns == 1 and v.soft for v in wagons)
    battle = duel(german("wagon", wagons[0].id, 30, 24), dice=[face, 1])
    wagon = battle.stand("wagon")
    hit = Hit(target="wagon", impact=3, apr=0, by="x", weapon="rifle")
    softskins.struck(battle, Toll(), wagon, [hit])
    assert [e.purpose for e in build.rolls(battle, "team_animal")] == ["team_animal"] and wagon.immobilised
    assert vehicle_moves.class_value(wagon, "bash") == 2


@pytest.mark.rule("NUT-MOVE-10", "NUT-TRAN-05", "NUT-WND-04")
def test_a_truck_drives_off_the_table_with_its_passengers_and_the_gun_it_tows():
    battle = build.battle_of(
        german("truck", TRUCK, 1.55, 24, facing=180.0),
        rider("man", "truck", station="passenger"),
        rider("hurt", "truck", station="passenger"),
        *crewed(x=30.0, y=40.0),
        build.blue("b", 68, 4),
    )
    build.stand(battle, "gun").towed_by = "truck"
    build.stand(battle, "hurt").status = "out_of_the_fight"
    assert "leave" in {row.id for row in vehicle_acts.rows(battle, build.stand(battle, "truck"))}
    build.order(battle, Act(stand="truck", act="leave"))
    gone = {name: build.stand(battle, name).gone for name in ("truck", "truck.1", "man", "hurt", "gun")}
    assert set(gone.values()) == {"left left"}
    assert build.stand(battle, "hurt").evacuated and not build.stand(battle, "man").evacuated


@pytest.mark.rule("NUT-MOVE-10")
def test_a_vehicle_that_cannot_move_or_is_not_at_the_edge_does_not_leave():
    battle = build.battle_of(
        german("near", PANZER_IV_G, 1.6, 24, facing=180.0), german("far", PANZER_IV_G, 6.0, 40), build.blue("b", 68, 4)
    )
    offered = {row.id: row.refusal for row in vehicle_acts.rows(battle, build.stand(battle, "near"))}
    assert offered["leave"] is None
    build.stand(battle, "near").immobilised = True
    offered = {row.id: row.refusal for row in vehicle_acts.rows(battle, build.stand(battle, "near"))}
    assert offered["leave"].rules == ("NUT-VMOV-11",)
    assert "leave" not in {row.id for row in vehicle_acts.rows(battle, build.stand(battle, "far"))}
