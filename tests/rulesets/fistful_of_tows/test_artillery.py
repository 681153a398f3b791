"""Barrages, observers, smoke, mortars, rockets, lasers, counterbattery, gas, guided shells."""

from __future__ import annotations

import msgspec
import pytest

from tests.rulesets.fistful_of_tows.sketch import (
    BMP2,
    M60,
    RIFLES,
    T55,
    T72B,
    area,
    battle_of,
    behind,
    blue,
    order,
    red,
    refusal,
    rolls,
    stand,
    with_dice,
)
from wargame.engine.events import Said
from wargame.engine.orders import Done, Picked, Placed, Placement
from wargame.engine.state import Marker
from wargame.rulesets.fistful_of_tows import (
    barrage,
    counterbattery,
    gas,
    guns,
    landing,
    precision,
    shells,
    smoke,
    spotting,
    targets,
)
from wargame.rulesets.fistful_of_tows.shells import Salvo
from wargame.rulesets.fistful_of_tows.state import Mission

FAR = blue("far", M60, 70, 46)
GUNS = ("g", "h")


def observed(*more, step="barrage_b", **extra):
    """An American observer who sees a Soviet platoon, with two 155 mm guns."""
    return battle_of(
        red("men", RIFLES, 30, 20),
        blue("fo", "us_fo", 39, 20),
        blue("b", M60, 45, 20),
        behind("g", "us_m109a2", "blue"),
        behind("h", "us_m109a2", "blue"),
        *more,
        step=step,
        **extra,
    )


def put(thing, x, y, **choices):
    return Placement(thing=thing, x=x, y=y, choices=tuple(choices.items()))


@pytest.mark.rule("FFT-ARTY-03", "FFT-ARTY-04", "FFT-ARTY-05", "FFT-MARK-02", "FFT-FO-04", "FFT-FO-05", "FFT-OFFB-01")
def test_an_observer_puts_a_marker_where_he_sees_and_the_enemy_knows_not_what():
    battle = observed()
    order(
        battle,
        Placed(placements=(put("fo#1", 30, 20, guns="g", shell="he", sheaf="converged"), put("decoy#1", 28, 20))),
    )
    shown = [m for m in battle.view("red").state.markers.values() if m.kind == "barrage"]
    assert [m.text for m in shown] == ["Barrage marker", "Barrage marker"]
    assert len(battle.view("red").state.missions) == 0 and len(battle.state.missions) == 2
    assert stand(battle, "g").mission


@pytest.mark.rule("FFT-ARTY-04", "FFT-FO-01")
def test_no_marker_where_nobody_sees():
    battle = observed(features=[area("w", "woods_light", 32, 10, 36, 30)])
    refusal(battle, Placed(placements=(put("fo#1", 28, 20, guns="g"),)))


@pytest.mark.rule("FFT-SELF-02", "FFT-SELF-01", "FFT-FO-06")
def test_guns_on_the_table_mind_their_range():
    battle = battle_of(red("men", RIFLES, 30, 20), blue("g", "us_m109a2", 45, 20), FAR, step="barrage_b")
    assert [x.id for x in guns.artillery(battle, "blue")] == ["g"]
    assert guns.reaches(battle, stand(battle, "g"), (30.0, 20.0))
    assert (
        barrage.check(battle, battle.request, Placed(placements=(put("blue-1#1", 31, 20, guns="g", shell="he"),)))
        is None
    )


def landed(mission_shell="he", dice=(), sheaf="converged", **extra):
    battle = observed(step="move_a", **extra)
    state = battle.state
    state.missions = (
        Mission(
            id="blue-1x",
            side="blue",
            x=30.0,
            y=20.0,
            observer="fo",
            guns=GUNS,
            sheaf=sheaf,
            shell=mission_shell,
            turn=2,
            player_turn=state.player_turn,
        ),
    )
    for name in GUNS:
        stand(battle, name).mission = "blue-1x"
    state.step = "land_a"
    return with_dice(battle, *dice)


def land(battle, *placements):
    generator = landing.land_one(battle)
    request = generator.send(None)
    answer = Placed(placements=tuple(placements))
    assert landing.check(battle, request, answer) is None
    with pytest.raises(StopIteration):
        generator.send(answer)


@pytest.mark.rule(
    "FFT-ARTY-01",
    "FFT-ARTY-09",
    "FFT-ARTY-10",
    "FFT-ARTY-11",
    "FFT-ARTY-12",
    "FFT-ARTY-14",
    "FFT-BATT-01",
    "FFT-SHEAF-01",
    "FFT-MARK-01",
    "FFT-SEQ-13",
)
def test_a_barrage_lands_and_hits_owe_a_check():
    battle = landed(dice=[4])
    land(battle, put("blue-1x", 30.0, 20.0))
    assert stand(battle, "men").owes and not battle.state.missions
    assert not stand(battle, "g").mission


@pytest.mark.rule("FFT-ARTY-06", "FFT-ARTY-16")
def test_a_barrage_may_be_corrected_by_six_inches():
    battle = landed()
    generator = landing.land_one(battle)
    request = generator.send(None)
    assert landing.check(battle, request, Placed(placements=(put("blue-1x", 30, 26.1),))) is not None
    assert landing.check(battle, request, Placed(placements=(put("blue-1x", 30, 25.9),))) is None


@pytest.mark.rule("FFT-ARTY-07")
def test_without_its_observer_it_falls_on_the_marker():
    battle = landed()
    stand(battle, "fo").gone = "destroyed"
    assert landing.correction(battle, battle.state.missions[0]) == 0.0


@pytest.mark.rule("FFT-ARTY-08")
def test_the_observer_may_cancel():
    battle = landed()
    land(battle, put("blue-1x", 30.0, 20.0, fire="cancel"))
    assert not rolls(battle, "shells") and not battle.state.missions


@pytest.mark.rule("FFT-ARTY-15")
def test_decoys_go_when_they_would_land():
    battle = landed()
    battle.state.missions = (
        Mission(
            id="d",
            side="blue",
            x=1.0,
            y=1.0,
            observer="",
            guns=(),
            sheaf="",
            shell="",
            turn=2,
            player_turn=battle.state.player_turn,
            decoy=True,
        ),
    )
    with pytest.raises(StopIteration):
        landing.land_one(battle).send(None)
    assert battle.state.missions == ()


@pytest.mark.rule("FFT-ARTY-13")
def test_improved_munitions():
    battle = observed()
    salvo = Salvo("blue", 2, False, 2, 2, "improved")
    assert shells.effect(battle, stand(battle, "b"), salvo)[:2] == (7, 1)
    assert shells.effect(battle, stand(battle, "men"), salvo)[:2] == (5, 1)


@pytest.mark.rule("FFT-UNSP-01", "FFT-UNSP-02")
def test_unspotted_stands_may_be_missed():
    battle = landed(dice=[4])
    stand(battle, "men").spotted = False
    land(battle, put("blue-1x", 30.0, 20.0))
    assert len(rolls(battle, "unspotted")) == 1 and not rolls(battle, "shells")
    known = observed(red("more", RIFLES, 30.8, 20), dice=[6, 6])
    stand(known, "more").spotted = False
    event = known.happen(Said(key="x"))
    shells.strike(known, Salvo("blue", 4, False, 3, 3), 30.2, 20, 0.0, event)
    assert not rolls(known, "unspotted")


@pytest.mark.rule("FFT-UNSP-03")
def test_with_hidden_stands_shells_ask_no_leave():
    battle = landed(dice=[4], options={"hidden": True})
    stand(battle, "men").spotted = False
    land(battle, put("blue-1x", 30.0, 20.0))
    assert rolls(battle, "shells") and not rolls(battle, "unspotted")


@pytest.mark.rule("FFT-FO-03", "FFT-HELO-12")
def test_shells_pass_helicopters_and_safe_observers_by():
    battle = battle_of(red("h", "su_mi24v", 30, 20), red("fo", "ussr_fo", 30, 23), red("t", T55, 32, 23), FAR)
    salvo = Salvo("blue", 4, False, 2, 2)
    assert shells.is_immune(battle, stand(battle, "h"), salvo) and shells.is_immune(battle, stand(battle, "fo"), salvo)


@pytest.mark.rule("FFT-SMK-01", "FFT-SMK-04", "FFT-SMK-07")
def test_smoke_blocks_sight_once_it_lies():
    battle = landed("smoke")
    assert spotting.has_sight(battle, stand(battle, "b"), stand(battle, "men"))
    land(battle, Placement(thing="blue-1x", x=34.0, y=20.0, facing_deg=90.0))
    assert any(f.kind == "smoke" for f in battle.board.features)
    assert not spotting.has_sight(battle, stand(battle, "b"), stand(battle, "men"))


@pytest.mark.rule("FFT-SMK-05", "FFT-SMK-08")
def test_burning_smoke_attacks_men_once():
    battle = landed("incendiary", dice=[5])
    land(battle, put("blue-1x", 30.0, 20.0))
    assert stand(battle, "men").owes


@pytest.mark.rule("FFT-SMK-03")
def test_smoke_blows_away_on_a_one():
    battle = landed("smoke")
    land(battle, put("blue-1x", 34.0, 20.0))
    with_dice(battle, 1)
    smoke.disperse(battle)
    assert not any(f.kind == "smoke" for f in battle.board.features)


@pytest.mark.rule("FFT-CHEM-01", "FFT-CHEM-02", "FFT-VEH-07")
def test_gas_stays_and_nbc_vehicles_do_not_care():
    battle = battle_of(red("bmp", BMP2, 30, 20), red("men", RIFLES, 30, 21.2), FAR, step="fire_b")
    salvo = Salvo("blue", 4, False, 3, 3, "chemical")
    assert shells.is_immune(battle, stand(battle, "bmp"), salvo)
    assert shells.effect(battle, stand(battle, "men"), salvo)[0] == 4
    gas.lay(battle, salvo, (30.0, 20.5), 0.0)
    gas.touch(battle)
    assert stand(battle, "men").owes and not stand(battle, "bmp").owes
    battle.state.turn += 3
    gas.drift_away(battle)
    assert not battle.state.areas


# ---------------------------------------------------------------- counterbattery, guided shells


@pytest.mark.rule("FFT-CB-02", "FFT-CB-03", "FFT-CB-04")
def test_waiting_guns_find_a_battery_that_has_fired():
    battle = battle_of(
        red("r", T55, 20, 20),
        behind("s", "su_2s1", "red"),
        behind("g", "us_m109a2", "blue"),
        behind("h", "us_m109a2", "blue"),
        FAR,
        step="move_b",
    )
    state = battle.state
    mission = Mission(
        id="x",
        side="red",
        x=1.0,
        y=1.0,
        observer="r",
        guns=("s",),
        sheaf="converged",
        shell="he",
        turn=2,
        player_turn=5,
    )
    state.fired_missions, state.counterbattery = (mission,), ("g", "h")
    with_dice(battle, 4, 6, 1)
    counterbattery.counter_one(battle)
    assert rolls(battle, "counterbattery")[0].outcome == "found"
    assert stand(battle, "s").gone == "dispersed"
    battle.answer(Done())


@pytest.mark.rule("FFT-MRL-01", "FFT-ARTR-04")
def test_rocket_launchers_fire_dispersed_and_are_corrected_little():
    battle = battle_of(red("r", T55, 20, 20), behind("m", "su_bm21", "red"), FAR, step="move_a")
    sheaf = shells.sheaf_of(stand(battle, "m"), "converged")
    assert sheaf == stand(battle, "m").ratings.battery.dispersed
    mission = Mission(
        id="x",
        side="red",
        x=22.0,
        y=20.0,
        observer="red-1",
        guns=("m",),
        sheaf="dispersed",
        shell="he",
        turn=2,
        player_turn=5,
    )
    battle.state.groups["red-1"].cohesive = True
    assert landing.correction(battle, mission) == 3.0


@pytest.mark.rule("FFT-ARTR-01", "FFT-ARTR-03", "FFT-ARTR-05", "FFT-ARTR-02")
def test_factors_of_mortars_and_light_guns():
    battle = battle_of(
        red("r", T55, 20, 20), behind("d", "su_2s1", "red"), behind("m", "gen_82_foot", "red"), FAR, step="move_a"
    )
    light = shells.salvo_of([stand(battle, "d")], "converged", "he")
    assert (light.factors, light.light, light.width_in) == (2, True, 1.0)
    assert shells.salvo_of([stand(battle, "m")], "dispersed", "he").factors == 1
    assert "smoke" in guns.shells_of(battle, (stand(battle, "d"),))


@pytest.mark.rule("FFT-HT-01", "FFT-HT-04", "FFT-HT-05")
def test_shells_that_look_for_armour():
    battle = observed(
        red("t", T72B, 30, 23), blue("eye", "us_fo_laser", 40, 22), options={"technology": "sadarm guided_shells"}
    )
    assert "sadarm" in guns.shells_of(battle, (stand(battle, "g"),))
    made = precision.sadarm_attack(battle, stand(battle, "t"), 6)
    assert made.need == 4 and made.face == "flank"
    mission = Mission(
        id="x",
        side="blue",
        x=30.0,
        y=22.0,
        observer="eye",
        guns=GUNS,
        sheaf="converged",
        shell="guided",
        turn=2,
        player_turn=6,
    )
    assert precision.designated(battle, mission, (30.0, 23.0)).id == "t"
    with_dice(battle, 1, 1)
    precision.guided(
        battle, [stand(battle, "g"), stand(battle, "h")], mission, (30.0, 23.0), battle.happen(Said(key="x"))
    )
    assert rolls(battle, "to_hit")
    nobody = Mission(
        id="y",
        side="blue",
        x=60.0,
        y=2.0,
        observer="eye",
        guns=GUNS,
        sheaf="converged",
        shell="guided",
        turn=2,
        player_turn=6,
    )
    precision.guided(battle, [stand(battle, "g")], nobody, (60.0, 2.0), battle.happen(Said(key="x")))


@pytest.mark.rule("FFT-HT-06")
def test_digital_fire_control_may_be_quick_and_serves_two_markers():
    battle = observed(options={"technology": "afatds"}, dice=[4])
    things = [t.id for t in battle.request.things]
    assert "fo#1" in things and "fo#2" in things
    order(battle, Placed(placements=(put("fo#1", 30, 20, guns="g", shell="he", sheaf="converged"),)))
    assert battle.state.missions[0].player_turn == battle.state.player_turn


@pytest.mark.rule("FFT-HT-03", "FFT-AV-09")
def test_a_citv_is_a_thermal_sight_where_it_is_in_force():
    from wargame.rulesets.fistful_of_tows import units

    battle = battle_of(
        red("r", T55, 20, 20), blue("b", "us_m1a2", 30, 20), FAR, year=1995, options={"technology": "citv"}
    )
    one = stand(battle, "b")
    one.ratings = msgspec.structs.replace(one.ratings, equip=("v",))
    assert units.has_thermal(battle, one)
    assert targets.shots_for(battle, one, one.ratings.weapons[0], 3, 3) == 3


@pytest.mark.rule("FFT-CB-01")
def test_idle_guns_may_wait_for_enemy_batteries():
    battle = observed()
    order(battle, Placed())
    assert battle.request is None or battle.request.purpose != "counterbattery"
    shown = Marker(id="red-9", kind="barrage", side="red", x=40.0, y=20.0)
    again = observed()
    again.state.markers["red-9"] = shown
    order(again, Placed())
    assert again.request.purpose == "counterbattery"
    order(again, Picked(items=(("g", 1),)))
    assert again.state.counterbattery == ("g",)
