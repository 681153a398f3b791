"""The worked cases of vehicles, guns, penetration and close assault, with every die of cases.toml."""

from __future__ import annotations

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import worked_case
from tests.rulesets.clash_of_titans.duels import (
    PANZER_IV_G,
    STUG,
    T34,
    T34_85,
    T60,
    TIGER,
    TIGER_II,
    duel,
    fires,
    german,
    no_dice_left,
    purposes,
    resolve,
    resolve_written,
    russian,
    sees,
    thrown,
    with_dice,
)
from wargame.engine.orders import Confirmed
from wargame.rulesets.clash_of_titans import machine_guns, penetration, vehicle_data, vehicles
from wargame.rulesets.clash_of_titans.causes import Toll
from wargame.rulesets.clash_of_titans.penetration import Strike

PIERCED, HELD = penetration.KNOCKED_OUT, penetration.HELD


class Lots:
    """Written dice for d6; choices by lot take the first."""

    def __init__(self, faces):
        self.faces = list(faces)

    def face(self, n, sides):
        return self.faces.pop(0) if sides == 6 and self.faces else 2


def wreck_of(battle, name):
    stand = battle.stand(name)
    return stand.gone == "destroyed", stand.burning


def crew_of(battle, name):
    return [s for s in battle.state.stands.values() if s.id.startswith(f"{name}.")]


def test_case_10_plunging_fire(request):
    worked_case(request, "CASE-10")
    assert vehicles.plunges(6.0, 6.0) and not vehicles.plunges(6.0, 7.0)
    high = build.area("house", "building", 20, 20, 26, 26, height=4.0)
    battle = duel(german("tiger", TIGER, 30, 23), build.blue("man", 25, 23, floor=3), features=[high])
    from wargame.rulesets.clash_of_titans import targets

    drop = targets.drop(battle, battle.stand("man"), battle.stand("tiger"))
    assert drop == 6.0
    tiger = battle.stand("tiger")
    assert vehicles.struck_face(tiger, (24.0, 23.0), drop) == "top"
    assert vehicles.struck_face(tiger, (23.0, 23.0), drop) == "rear"


def test_case_66_fast_moving_halftrack(request):
    dice = worked_case(request, "CASE-66")
    battle = duel(russian("t34", T34, 20, 24, facing=0.0), german("track", "sdkfz_251_1", 50, 24), dice=[*dice, 6, 6])
    battle.stand("track").fast_moving = True
    resolve(battle, fires("t34", "track"))
    assert purposes(battle) == ["main_gun", "vehicle_in_sight"] and no_dice_left(battle)
    assert not battle.stand("track").knocked_out and battle.stand("t34").loaded == ""


def panzer_before_t34(dice):
    return duel(russian("t34", T34, 20, 24, facing=0.0), german("panzer", PANZER_IV_G, 50, 24, facing=180.0), dice=dice)


def test_case_67_knocked_out(request):
    dice = worked_case(request, "CASE-67")
    battle = panzer_before_t34([*dice, *[2] * 10])
    resolve(battle, fires("t34", "panzer", location="hull"))
    assert thrown(battle, "main_gun") == [(2, 4)] and thrown(battle, "penetration") == [(2, 3)]
    assert wreck_of(battle, "panzer") == (True, False)
    men = crew_of(battle, "panzer")
    assert len(thrown(battle, "recover_from_knock_down")) == 5 and no_dice_left(battle)
    assert all(m.in_play and m.status == "ducked_back" and m.carrier is None for m in men)


def test_case_68_turret_hit_burns_the_crew(request):
    dice = worked_case(request, "CASE-68")
    battle = panzer_before_t34(dice)
    resolve(battle, fires("t34", "panzer"))
    assert thrown(battle, "location") == [(2,)] and no_dice_left(battle)
    rolled = next(e for e in build.rolls(battle, "penetration"))
    assert rolled.needed == "1"
    assert wreck_of(battle, "panzer") == (True, True)
    assert all(m.gone == "dead" for m in crew_of(battle, "panzer"))
    assert any(f.kind == "smoke" for f in battle.board.features)


def test_case_69_the_tiger_answers(request):
    dice = worked_case(request, "CASE-69")
    battle = duel(
        russian("t34", T34, 20, 24, facing=0.0),
        german("tiger", TIGER, 50, 24, facing=180.0, crew_rep=5),
        dice=[1, 1, *dice, 6, 6],
    )
    resolve_written(battle, fires("t34", "tiger", location="hull"))
    assert thrown(battle, "clank") == [(3, 6)]
    assert [e.stand for e in battle.events if type(e).__name__ == "Fired"] == ["t34", "tiger"]


def test_case_70_an_undergunned_crew_retires(request):
    dice = worked_case(request, "CASE-70")
    battle = duel(
        german("panzer", "panzer_iii_j", 20, 24),
        russian("t60", T60, 45, 24),
        features=[build.area("wood", "woods_heavy", 52, 10, 70, 40, height=2.0)],
        dice=[1, 1, *dice],
    )
    before = battle.stand("t60").x
    resolve_written(battle, fires("panzer", "t60", location="hull"))
    assert thrown(battle, "penetration") == [(5, 6)] and thrown(battle, "clank") == [(1, 2)]
    assert battle.stand("t60").status == "ducked_back" and battle.stand("t60").x > before


def test_case_72_buttoned_crews(request):
    dice = worked_case(request, "CASE-72")
    for line, needed, outcome in ((T34_85, "3", "pass_2"), (T34, "2", "pass_1")):
        battle = duel(
            german("panzer", PANZER_IV_G, 20, 24), russian("tank", line, 50, 24, buttoned=True), dice=[*dice, 6, 6]
        )
        resolve_written(battle, sees(("tank", "panzer")))
        rolled = build.rolls(battle, "vehicle_in_sight")[0]
        assert (rolled.needed, rolled.outcome) == (needed, outcome)
        hasty = [m.reason for m in build.rolls(battle, "main_gun")[0].modifiers]
        assert ("Vehicle In Sight pass 1d6" in hasty) == (line == T34)


def test_case_74_a_hull_down_stug(request):
    dice = worked_case(request, "CASE-74")
    wall = build.strip("wall", "wall", (47, 20), (47, 28))
    battle = duel(
        russian("t34", T34, 20, 24, facing=0.0),
        german("stug", STUG, 50, 24, facing=180.0),
        features=[wall],
        dice=[4, 6, 6, 6],
    )
    assert dice == [5]
    resolve(battle, fires("t34", "stug"))
    assert purposes(battle) == ["main_gun", "clank"]
    battle = duel(
        german("stug", STUG, 20, 24), russian("t34", T34, 50, 24), features=[wall], dice=[4, 6, *dice, 2, 2, 6, 6]
    )
    resolve_written(battle, fires("stug", "t34"))
    assert purposes(battle)[:3] == ["main_gun", "location", "clank"] and not thrown(battle, "penetration")


def test_case_79_a_truck_under_fire(request):
    dice = worked_case(request, "CASE-79")
    riders = [build.aboard(f"rider-{n}", "truck", "blue", line="SU_rifleman") for n in range(2)]
    battle = duel(
        russian("truck", "truck", 40, 24),
        *riders,
        build.red("gunner", 20, 24, line="GE_mg34"),
        dice=[*dice],
        active="gunner",
    )
    from wargame.rulesets.clash_of_titans import softskins
    from wargame.rulesets.clash_of_titans.shooting import Hit

    toll = Toll()
    battle.dice = Lots(dice)
    softskins.struck(battle, toll, battle.stand("truck"), [Hit("truck", 3, 0, "gunner"), Hit("truck", 3, 0, "gunner")])
    assert thrown(battle, "softskin") == [(3,), (5,)] and battle.stand("truck").immobilised
    assert (
        build.rolls(battle, "damage")[0].who.startswith("rider")
        and build.rolls(battle, "damage")[0].needed == "Impact 3"
    )


def test_case_81_under_the_guns(request):
    worked_case(request, "CASE-81")
    battle = duel(german("panzer", PANZER_IV_G, 30, 24, buttoned=True), build.blue("man", 30 - 2.25 - 0.8, 24))
    tank, man = battle.stand("panzer"), battle.stand("man")
    assert all(vehicles.is_under_the_guns(tank, man, w) for w in ("main gun", "coax", "hull"))
    sherman = duel(german("panzer", "sherman_m4", 30, 24), build.blue("man", 30 - 2.25 - 0.8, 24))
    assert not vehicles.is_under_the_guns(sherman.stand("panzer"), sherman.stand("man"), "aa")


def test_case_106_a_duel_of_tanks(request):
    dice = worked_case(request, "CASE-106")
    battle = duel(
        german("panzer", PANZER_IV_G, 20, 24),
        russian("t34", T34, 50, 24, buttoned=True),
        dice=dice,
    )
    battle.stand("panzer.1").rep = 5
    outcome = resolve(battle, sees(("t34", "panzer")))
    assert purposes(battle) == ["vehicle_in_sight", "main_gun", "penetration", "clank", "main_gun", "penetration"]
    assert build.rolls(battle, "vehicle_in_sight")[0].needed == "2" and build.rolls(battle, "main_gun")[0].needed == "3"
    assert no_dice_left(battle) and wreck_of(battle, "t34") == (True, True)
    assert all(m.gone == "dead" for m in crew_of(battle, "t34"))
    assert outcome.may_go_on("panzer") and battle.stand("panzer").loaded == ""


def test_case_107_an_anti_tank_rifle_at_a_tiger(request):
    dice = worked_case(request, "CASE-107")
    front = duel(
        build.blue("rifle", 20, 24, line="SU_atr_heavy", facing=0.0),
        german("tiger", TIGER, 40, 24, facing=180.0),
        dice=dice[:1],
        active="rifle",
    )
    resolve(front, fires("rifle", "tiger", weapon="ATR heavy"))
    assert purposes(front) == ["to_hit"] and no_dice_left(front)
    side = duel(
        build.blue("rifle", 20, 24, line="SU_atr_heavy", facing=0.0),
        german("tiger", TIGER, 40, 24, facing=90.0),
        dice=dice[1:],
        active="rifle",
    )
    resolve(side, fires("rifle", "tiger", weapon="ATR heavy"))
    assert purposes(side) == ["to_hit", "track", "clank"] and no_dice_left(side)
    assert not side.stand("tiger").immobilised and side.stand("tiger").status == "ready"


def test_case_108_a_six_never_penetrates(request):
    dice = worked_case(request, "CASE-108")
    for n, written in ((1, dice[:4]), (2, dice[4:])):
        battle = duel(
            german("tiger", TIGER_II, 20, 24),
            russian("t34", T34_85, 50, 24),
            features=[build.area("wood", "woods_heavy", 58, 10, 70, 40, height=2.0)],
            dice=[*written, *([2] * 10 if n == 1 else [])],
        )
        resolve(battle, fires("tiger", "t34", location="hull"))
        assert build.rolls(battle, "penetration")[0].needed == "5"
        if n == 1:
            assert wreck_of(battle, "t34") == (True, False) and battle.stand("t34.1").in_play
        else:
            assert thrown(battle, "clank") == [(2, 2)] and battle.stand("t34").status == "ducked_back"
        assert no_dice_left(battle)


def test_case_118_the_crew_keeps_its_round(request):
    dice = worked_case(request, "CASE-118")
    battle = duel(build.red("man", 20, 24), russian("t34", T34, 42, 24), dice=dice)
    resolve(battle, sees(("t34", "man")), answers={"keep_round": Confirmed(yes=True)})
    assert build.rolls(battle, "vehicle_in_sight")[0].needed == "3"
    assert thrown(battle, "to_hit") == [(4, 2, 1, 3), (5, 1, 2, 2)] and thrown(battle, "damage") == [(4,), (2,)]
    assert battle.stand("man").status == "out_of_the_fight" and battle.stand("t34").loaded == "AP"
    assert no_dice_left(battle)


def test_case_37_an_lmg_on_the_move(request):
    worked_case(request, "CASE-37")
    battle = duel(build.red("gunner", 20, 24, line="GE_mg34"), build.blue("man", 40, 24))
    gunner = battle.stand("gunner")
    from wargame.rulesets.clash_of_titans import data

    row = data.weapon("MG34 on bipod")
    assert machine_guns.rating(battle, gunner, "MG34 on bipod", row) == 5
    gunner.moved_in = 6.0
    assert machine_guns.rating(battle, gunner, "MG34 on bipod", row) == 3
    gunner.moved_in = 4.0
    assert machine_guns.rating(battle, gunner, "MG34 on bipod", row) == 5


def test_strikes_on_numbers():
    assert vehicle_data.armour(vehicle_data.vehicle(TIGER), "front") == 7
    battle = panzer_before_t34([6, 6])
    toll = Toll()
    found = penetration.strike(with_dice(battle, 6, 6), toll, Strike(target="panzer", apr=6))
    assert found == HELD and toll.vehicles
