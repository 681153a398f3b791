"""Vehicles on the table: what shots strike, what the crew sees, what it does about newcomers and near misses."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.duels import (
    PANZER_IV_G,
    STUG,
    T34,
    T60,
    TIGER,
    TIGER_II,
    TRUCK,
    duel,
    fires,
    german,
    purposes,
    resolve_written,
    russian,
    sees,
)
from wargame.engine.orders import Confirmed
from wargame.rulesets.clash_of_titans import (
    cover,
    crew,
    gun_targets,
    standing,
    transport,
    vehicle_acts,
    vehicle_sight,
    vehicles,
)
from wargame.rulesets.clash_of_titans.causes import IN_SIGHT_FIRE
from wargame.rulesets.clash_of_titans.chain import Chain

KEEPS, FIRES = Confirmed(yes=True), Confirmed(yes=False)


def fired(battle):
    return [(e.stand, e.weapon) for e in battle.events if type(e).__name__ == "Fired"]


@pytest.mark.rule("NUT-VEH-03")
@pytest.mark.parametrize(
    ("drop", "away", "face"), [(4.0, 4.0, "top"), (4.0, 4.1, "front"), (0.0, 1.0, "front"), (9.0, 2.0, "top")]
)
def test_plunging_fire_strikes_the_top(drop, away, face):
    battle = duel(german("tiger", TIGER, 30, 24))
    assert vehicles.struck_face(battle.stand("tiger"), (30 + away, 24.0), drop) == face


@pytest.mark.rule("NUT-GEO-07")
@pytest.mark.parametrize(
    ("x", "y", "face"), [(50, 24, "front"), (50, 43, "front"), (40, 44, "side"), (30, 44, "side"), (10, 24, "rear")]
)
def test_the_facing_struck(x, y, face):
    battle = duel(german("tiger", TIGER, 30, 24))
    assert vehicles.face_towards(battle.stand("tiger"), (float(x), float(y))) == face


@pytest.mark.rule("NUT-VEH-04")
def test_the_crew_is_one_group_and_passengers_are_another():
    battle = duel(
        german("track", "sdkfz_251_1", 30, 24), build.aboard("p", "track", "red", "GE_rifleman", station="passenger")
    )
    state = battle.state
    men = crew.crew(state, "track")
    assert men and {m.group for m in men} == {battle.stand("track").group}
    assert battle.stand("p").group != battle.stand("track").group
    assert [m.id for m in transport.may_get_out(state, battle.stand("track"))] == ["p"]
    state.done_groups = (battle.stand("p").group,)
    assert transport.may_get_out(state, battle.stand("track")) == []


@pytest.mark.rule("NUT-VEH-05")
def test_the_hatches():
    battle = duel(
        german("panzer", PANZER_IV_G, 30, 24),
        german("track", "sdkfz_251_1", 30, 34),
        build.blue("b", 45, 24),
        dice=[2, 6],
    )
    panzer = battle.stand("panzer")
    assert [m.station for m in crew.exposed(battle.state, panzer)] == ["commander"]
    assert not vehicles.is_enclosed(battle.stand("track"))
    words = [row.id for row in vehicle_acts.rows(battle, panzer)]
    assert "button" in words and "button" not in [r.id for r in vehicle_acts.rows(battle, battle.stand("track"))]
    resolve_written(battle, fires("b", "panzer.1", weapon="bolt action rifle"))
    assert panzer.buttoned and crew.exposed(battle.state, panzer) == []
    panzer.moved_in = 3.0
    row = next(row for row in vehicle_acts.rows(battle, panzer) if row.id == "unbutton")
    assert row.refusal is not None and "NUT-VEH-05" in row.refusal.rules


@pytest.mark.rule("NUT-VEH-05", "NUT-CREW-02")
def test_a_machine_gun_on_the_roof_needs_an_open_hatch():
    battle = duel(german("stug", STUG, 30, 24))
    tank = battle.stand("stug")
    roof = next(w for w in gun_targets.weapons_of(tank) if crew.needs_open_hatch(tank, w))
    assert crew.shooter(battle.state, tank, roof).station == "commander"
    tank.buttoned = True
    assert crew.shooter(battle.state, tank, roof) is None


@pytest.mark.rule("NUT-VEH-06")
def test_a_buttoned_crew_sees_ahead_of_its_turret():
    battle = duel(german("panzer", PANZER_IV_G, 30, 24), build.blue("behind", 20, 24), build.blue("ahead", 40, 24))
    panzer = battle.stand("panzer")
    chain = Chain(battle, ())
    men = [battle.stand("behind"), battle.stand("ahead")]
    assert vehicle_sight.eligible(chain, panzer, men) == men
    panzer.buttoned = True
    assert [e.id for e in vehicle_sight.eligible(chain, panzer, men)] == ["ahead"]
    panzer.turret_deg = 180.0
    assert [e.id for e in vehicle_sight.eligible(chain, panzer, men)] == ["behind"]
    assert sum(m.add for m in vehicle_sight.modifiers(chain, panzer)) == -1
    assert gun_targets.refusal(battle, panzer, "main gun", men[1]).rules == ("NUT-VEH-06",)


@pytest.mark.rule("NUT-VEH-07")
@pytest.mark.parametrize(("dice", "shots", "hasty"), [((1, 2), 2, False), ((3, 6), 2, True), ((6, 6), 0, False)])
def test_vehicle_in_sight(dice, shots, hasty):
    battle = duel(
        german("panzer", PANZER_IV_G, 20, 24), russian("t60", T60, 50, 24, crew_rep=5), dice=[*dice, *[6] * 20]
    )
    resolve_written(battle, sees(("t60", "panzer")))
    rolled = build.rolls(battle, "vehicle_in_sight")[0]
    assert [m.reason for m in rolled.modifiers] == ["commander is gunner"] and rolled.needed == "4"
    assert len([s for s, _ in fired(battle) if s == "t60"]) == (1 if shots else 0)
    if shots:
        reasons = [m.reason for m in build.rolls(battle, "to_hit")[0].modifiers]
        assert ("Vehicle In Sight pass 1d6" in reasons) == hasty


@pytest.mark.rule("NUT-VEH-08")
@pytest.mark.parametrize(("line", "answers"), [(T34, True), (TIGER_II, False)])
def test_missed_by_a_gun_that_could_have_gone_through(line, answers):
    enemy = russian("enemy", T34, 20, 24, facing=0.0)
    mine = german("mine", line if line != T34 else PANZER_IV_G, 50, 24, facing=180.0)
    battle = duel(enemy, mine, dice=[6, 6, 6, 6])
    resolve_written(battle, fires("enemy", "mine"))
    assert ("vehicle_in_sight" in purposes(battle)) == answers
    if answers:
        assert build.rolls(battle, "vehicle_in_sight")[0].who.startswith("mine")


@pytest.mark.rule("NUT-VEH-08")
@pytest.mark.parametrize(("y", "warned"), [(34.0, True), (47.0, False)])
def test_a_friend_that_burns_warns_those_within_a_foot(y, warned):
    battle = duel(
        german("panzer", PANZER_IV_G, 20, 24, facing=0.0),
        russian("t34", T34, 50, 24),
        russian("other", T34, 50, y),
        dice=[1, 1, 1, 1, 6, 6],
    )
    resolve_written(battle, fires("panzer", "t34", location="hull"))
    assert battle.stand("t34").burning
    tests = [e.who for e in build.rolls(battle, "vehicle_in_sight")]
    assert tests == (["other.1"] if warned else [])


@pytest.mark.rule("NUT-VEH-09")
@pytest.mark.parametrize(("dice", "fate"), [((6, 6), "runs"), ((1, 1), "fires")])
def test_the_driver_of_a_truck_tests_for_all(dice, fate):
    battle = duel(
        build.red("r", 20, 24),
        russian("truck", TRUCK, 45, 24, facing=180.0),
        build.aboard("p", "truck", "blue", "SU_rifleman", station="passenger"),
        dice=[6, 6, *dice, 6, 6, 6],
    )
    resolve_written(battle, fires("r", "truck", weapon="bolt action rifle"))
    rolled = build.rolls(battle, "received_fire")[0]
    assert rolled.who == "truck.1"
    truck = battle.stand("truck")
    if fate == "fires":
        assert ("p", "bolt action rifle") in fired(battle) and truck.x == 45.0
    else:
        assert truck.x > 45.0 and ("p", "bolt action rifle") not in fired(battle)


@pytest.mark.rule("NUT-VEH-10")
def test_a_wreck_blocks_and_covers():
    battle = duel(german("panzer", PANZER_IV_G, 30, 24), build.red("r", 31, 22, facing=90.0), build.blue("b", 31, 40))
    panzer = battle.stand("panzer")
    vehicles.knock_out(battle, panzer, False, None, ())
    vehicles.clear_away(battle, panzer)
    assert panzer.gone and vehicles.is_wreck(panzer)
    man = battle.stand("r")
    assert panzer in standing.on_table(battle) and panzer in standing.blocking(battle, man)
    found = cover.cover(battle, man, battle.stand("b"))
    assert found.in_cover and found.dv == 3
    assert standing.may_stand(battle, man, 30.0, 24.0, 0.0) is not None


@pytest.mark.rule("NUT-VEH-11")
def test_a_crew_may_keep_its_round_for_better_targets():
    found = []
    for answer in (KEEPS, FIRES):
        battle = duel(
            russian("t34", T34, 20, 24, facing=0.0, loaded="HE"), build.red("r", 40, 24, facing=180.0), dice=[1, 1]
        )
        chain = Chain(battle, ())
        steps = vehicle_sight.fire_at(chain, battle.stand("t34"), [battle.stand("r")], IN_SIGHT_FIRE, ())
        request = next(steps)
        assert request.purpose == "keep_round"
        with pytest.raises(StopIteration):
            steps.send(answer)
        found.append([o.weapon for o in chain.next_volley])
    assert "main gun" not in found[0] and "hull" in found[0]
    assert "main gun" in found[1]
    battle = duel(russian("t34", T34, 20, 24, facing=0.0), german("p", PANZER_IV_G, 40, 24, facing=180.0))
    steps = vehicle_sight.fire_at(Chain(battle, ()), battle.stand("t34"), [battle.stand("p")], IN_SIGHT_FIRE, ())
    with pytest.raises(StopIteration):
        next(steps)


def test_enemies_are_listed_as_targets_of_each_weapon():
    battle = build.battle_of(
        german("panzer", PANZER_IV_G, 20, 24), russian("t34", T34, 50, 24), build.blue("behind", 8, 24)
    )
    gun = {row.stand: row.refusal for row in battle.ruleset.targets(battle.view("red"), "panzer", "main gun")}
    hull = {row.stand: row.refusal for row in battle.ruleset.targets(battle.view("red"), "panzer", "hull")}
    assert list(gun)[:2] == ["behind", "t34"] and gun["t34"] is None and gun["behind"] is None
    assert hull["t34"] is not None and "NUT-GEO-08" in hull["behind"].rules
    assert battle.ruleset.reach(battle.view("red"), "panzer").contains(29.0, 24.0)


@pytest.mark.rule("NUT-VEH-07", "NUT-HE-08")
def test_a_mortar_carrier_answers_with_its_machine_gun_and_never_with_the_mortar():
    """Vehicle In Sight passed; the mortar fires only as voluntary shooting."""
    carrier = german("carrier", "sdkfz_250_7", 20, 24, facing=0.0)
    battle = duel(build.blue("man", 50, 24), carrier, dice=[1, 1, *[2] * 20])
    resolve_written(battle, sees(("carrier", "man")))
    assert {order for name, order in fired(battle) if name == "carrier"} == {"pintle"}
