"""Main guns: loading, bearing, the gunner's test and what changes it, where a hit lands, machine guns beside it."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.duels import (
    IS_2,
    PANZER_IV_G,
    STUG,
    T34,
    T60,
    TIGER,
    duel,
    fires,
    german,
    purposes,
    resolve_written,
    russian,
    thrown,
    with_dice,
)
from wargame.engine.orders import Act, Chosen, Fire, Shot
from wargame.rulesets.clash_of_titans import guess, gun_targets, hull_down, main_gun, reloading, vehicle_data, vehicles
from wargame.rulesets.clash_of_titans.causes import FireOrder


def loads(battle, *answers):
    build.run(reloading.reload_guns(battle), *answers)


@pytest.mark.rule("NUT-VGUN-01")
def test_a_gun_is_loaded_until_it_is_fired():
    battle = duel(russian("t34", T34, 20, 24, facing=0.0), german("p", PANZER_IV_G, 50, 24), dice=[6, 6, 6, 6])
    tank = battle.stand("t34")
    assert gun_targets.is_loaded(tank)
    resolve_written(battle, fires("t34", "p"))
    assert not gun_targets.is_loaded(tank)
    assert gun_targets.is_loaded(duel(russian("t60", T60, 20, 24)).stand("t60"))


@pytest.mark.rule("NUT-VEH-05")
def test_a_shell_is_not_aimed_at_the_commander_in_his_hatch():
    battle = duel(russian("t34", T34, 20, 24, facing=0.0), german("p", PANZER_IV_G, 50, 24, facing=180.0))
    tank, man = battle.stand("t34"), battle.stand("p.1")
    battle.stand("p").buttoned = False
    tank.buttoned = False
    assert gun_targets.refusal(battle, tank, "main gun", man).rules == ("NUT-VEH-05",)
    assert gun_targets.refusal(battle, tank, "main gun", battle.stand("p")) is None
    mount = next(w for w in gun_targets.weapons_of(tank) if w != "main gun")
    assert gun_targets.refusal(battle, tank, mount, man) is None


@pytest.mark.rule("NUT-SOLO-04")
@pytest.mark.parametrize("loaded", [("AP", ""), ("", "AP"), ("HE", "HE"), ("", "")])
def test_the_enemy_knows_of_each_gun_whether_it_is_loaded_but_not_with_what(loaded):
    battle = duel(russian("t34", T34, 20, 24), german("p", PANZER_IV_G, 50, 24))
    tank = battle.stand("p")
    tank.loaded, tank.second_loaded = loaded
    guess.conceal(battle.state, "blue")
    assert (tank.loaded, tank.second_loaded) == tuple("AP" if round_ else "" for round_ in loaded)


@pytest.mark.rule("NUT-VGUN-02")
@pytest.mark.parametrize(("line", "dice", "loaded"), [(T34, [], True), (IS_2, [2], True), (IS_2, [4], False)])
def test_loading_at_the_end_of_a_turn(line, dice, loaded):
    battle = duel(russian("t", line, 20, 24, loaded="", crew_rep=5), dice=dice)
    loads(battle, *([Chosen(option="HE")] if loaded else []))
    assert battle.stand("t").loaded == ("HE" if loaded else "")
    assert purposes(battle) == ["reload"] * len(dice)


@pytest.mark.rule("NUT-VGUN-02")
def test_swapping_a_round_takes_gunner_and_loader():
    battle = build.battle_of(german("panzer", PANZER_IV_G, 20, 24), russian("t34", T34, 60, 44))
    build.order(battle, Act(stand="panzer", act="swap_round.HE"))
    panzer = build.stand(battle, "panzer")
    assert panzer.loaded == "HE"
    assert {m for m in ("panzer.2", "panzer.3") if build.stand(battle, m).jobs} == {"panzer.2", "panzer.3"}
    build.refusal(battle, Fire(stand="panzer", weapon="main gun", targets=(Shot("t34"),)))
    build.refusal(battle, Act(stand="panzer", act="swap_round.AP"))


@pytest.mark.rule("NUT-VGUN-03", "NUT-GEO-08", "NUT-GEO-14")
def test_turrets_turn_and_casemates_pivot():
    battle = duel(
        german("panzer", PANZER_IV_G, 30, 24), german("stug", STUG, 30, 34), russian("back", T34, 10, 24, facing=0.0)
    )
    panzer, stug, behind = battle.stand("panzer"), battle.stand("stug"), (10.0, 24.0)
    assert vehicles.can_bear(panzer, "main gun", behind) and not vehicles.bears(panzer, "main gun", behind)
    assert not vehicles.can_bear(stug, "main gun", behind, 45.0)
    aside = (40.0, 46.0)
    assert not vehicles.can_bear(stug, "main gun", aside) and vehicles.can_bear(stug, "main gun", aside, 45.0)
    stug.immobilised = True
    assert not vehicles.can_bear(stug, "main gun", aside, 45.0)
    with_dice(battle, 6, 6, 6, 6)
    resolve_written(battle, fires("panzer", "back"))
    assert panzer.turret_deg == 180.0 and panzer.facing_deg == 0.0


@pytest.mark.rule("NUT-VGUN-03")
def test_a_casemate_that_pivots_of_its_own_will_spends_its_move():
    battle = build.battle_of(german("stug", STUG, 30, 24), russian("t34", T34, 45, 40, facing=225.0), dice=[6] * 6)
    outcome = battle.answer(Fire(stand="stug", weapon="main gun", targets=(Shot("t34"),)))
    stug = build.stand(battle, "stug")
    assert outcome and 40.0 < stug.facing_deg < 52.0
    assert stug.moved_in >= stug.spec.road_in


@pytest.mark.rule("NUT-VGUN-04")
@pytest.mark.parametrize(
    ("passed", "fast", "afv", "found"),
    [
        (2, False, True, "hit"),
        (2, True, True, "hit"),
        (1, False, True, "random"),
        (1, True, True, "missed"),
        (0, False, True, "missed"),
        (0, False, False, "scatters"),
    ],
)
def test_what_the_gunners_dice_do(passed, fast, afv, found):
    assert main_gun.outcome(passed, fast, afv) == found


@pytest.mark.rule("NUT-VGUN-05")
def test_what_changes_the_gunners_test():
    battle = duel(russian("t34", T34, 10, 24, facing=0.0), german("far", PANZER_IV_G, 62, 24), dice=[6] * 8)
    tank, far = battle.stand("t34"), battle.stand("far")
    order = FireOrder(stand="t34", weapon="main gun", targets=(("far", 1),))

    def reasons():
        return {m.reason: m.add for m in main_gun.aim(battle, order).modifiers}

    assert reasons() == {"range over 48in": -1}
    resolve_written(battle, fires("t34", "far"))
    tank.loaded = "AP"
    assert reasons() == {"range over 48in": -1, "second shot at the same target, neither has moved": 1}
    far.x = 40.0
    assert reasons() == {}
    assert main_gun.hasty().add == -1
    battle = duel(
        russian("t34", T34, 10, 24, facing=0.0),
        german("far", PANZER_IV_G, 40, 24),
        features=[build.area("w", "woods_light", 35, 20, 45, 28, height=2.0)],
    )
    assert reasons() == {"target concealed": -1}


@pytest.mark.rule("NUT-VGUN-06")
@pytest.mark.parametrize(("die", "where"), [(1, "turret"), (2, "turret"), (3, "hull"), (6, "hull")])
def test_random_location(die, where):
    battle = duel(german("tiger", TIGER, 30, 24), german("stug", STUG, 30, 34), dice=[die])
    assert main_gun.location(battle, battle.stand("stug"), None) == "hull" and purposes(battle) == []
    assert main_gun.location(battle, battle.stand("tiger"), None) == where
    spec = battle.stand("tiger").spec
    assert vehicle_data.armour(spec, "side", "turret") - vehicle_data.armour(spec, "side", "hull") == spec.turret_ar


@pytest.mark.rule("NUT-VGUN-07", "NUT-VMOV-12")
@pytest.mark.parametrize(("die", "pierced"), [(3, False), (1, True)])
def test_a_hull_hit_on_a_hull_down_tank_strikes_the_cover(die, pierced):
    wall = build.strip("wall", "wall", (37.0, 15), (37.0, 33))
    battle = duel(
        russian("t34", T34, 10, 24, facing=0.0),
        german("panzer", PANZER_IV_G, 40, 24, facing=180.0),
        features=[wall],
        dice=[1, 6, die, 1, 1, 6, 6],
    )
    target, shooter = battle.stand("panzer"), battle.stand("t34")
    assert hull_down.is_hull_down(battle, target, shooter)
    assert main_gun.best_location(target, "front", True) == "turret"
    resolve_written(battle, fires("t34", "panzer"))
    assert thrown(battle, "location") == [(die,)]
    assert ("penetration" in purposes(battle)) == pierced and ("clank" in purposes(battle)) == (not pierced)


@pytest.mark.rule("NUT-VGUN-08")
@pytest.mark.parametrize(("faces", "dry"), [((1, 1, 2, 2), False), ((1, 1, 1, 2), True)])
def test_machine_guns_of_vehicles(faces, dry):
    battle = duel(german("panzer", PANZER_IV_G, 20, 24), build.blue("b", 50, 24), dice=[*faces, 1, 1, 6, 6])
    panzer = battle.stand("panzer")
    resolve_written(battle, fires("panzer", "b", "hull", dice=4, by="panzer.5"))
    assert thrown(battle, "to_hit")[0] == faces
    assert ("hull" in panzer.dry) == dry
    mount = vehicles.mount_of(panzer, "hull")
    assert (mount.rating, mount.arc_deg) == (4, 90.0)
    assert gun_targets.reach_in(panzer, "hull") == 48.0


@pytest.mark.rule("NUT-VGUN-09")
def test_a_solid_shot_at_men_hits_one_of_them():
    battle = duel(
        russian("t34", T34, 20, 24, facing=0.0),
        build.red("a", 40, 24, facing=180.0),
        build.red("b", 40, 25.2, facing=180.0),
        dice=[4, 5, 6, 6],
    )
    resolve_written(battle, fires("t34", "a"))
    assert purposes(battle)[:2] == ["to_hit", "damage"]
    rolled = build.rolls(battle, "damage")[0]
    assert rolled.needed == "Impact 5" and rolled.who == "a"
    assert battle.stand("a").gone == "dead" or battle.stand("a").status != "ready"
    assert len(build.rolls(battle, "damage")) == 1
