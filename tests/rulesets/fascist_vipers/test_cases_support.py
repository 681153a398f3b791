"""Worked cases of bursts, ammunition, aircraft, nerve and mines: the dice of cases.toml give what it expects."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.sketch import (
    BATTERY,
    RIFLES,
    RUSSIANS,
    T34,
    behind,
    blue,
    group,
    minefield,
    order,
    red,
    rolls,
    stand,
    with_dice,
    worked_case,
)
from tests.rulesets.fascist_vipers.test_air_attacks import AA, JU87G, QUAD, guns, raid, umbrella
from tests.rulesets.fascist_vipers.test_air_roles import FW190, PE2, YAK, roles, sky
from wargame.engine.events import StandRemoved, TemplateLanded
from wargame.engine.orders import Act, Chosen, Confirmed, Done, Fire, Move
from wargame.rulesets.fascist_vipers import (
    air_targets,
    burst_attack,
    clearing,
    dogfight,
    losses,
    mines,
    reaction,
    shooting,
)
from wargame.rulesets.fascist_vipers.data import units
from wargame.rulesets.fascist_vipers.reaction_table import crisis_faces, read_crisis

LIGHT = next(u.unit_id for u in units().values() if u.nation == "SU" and u.armour_class == "light")
ON_TARGET = (1, 1)


def burst(battle, *dice, aim=(30.0, 24.0)):
    """An observed burst of the battery `guns` that lands on its aim."""
    with_dice(battle, *ON_TARGET, *dice)
    order(battle, Fire(stand="guns", weapon="burst", at=aim))


def gunners(*targets, **more):
    return sketch.battle_of(red("eyes", RIFLES, 20, 24), behind("guns", BATTERY, "red"), *targets, **more)


def landed(battle):
    last = [e for e in battle.events if isinstance(e, TemplateLanded)][-1]
    return last.x, last.y


def test_c28(request):
    dice = worked_case(request, "CFV-C28")
    battle = gunners()
    with_dice(battle, *dice, 1, 1, 1, 1)
    order(battle, Fire(stand="guns", weapon="burst", at=(30.0, 24.0)))
    assert landed(battle) == (30.0, 24.0)


def test_c29(request):
    dice = worked_case(request, "CFV-C29")
    battle = sketch.battle_of(red("a", RIFLES, 5, 5), behind("guns", BATTERY, "red", programmed=True))
    with_dice(battle, *dice, 1, 1, 1, 1)
    shooting.shoot(battle, stand(battle, "guns"), (30.0, 24.0), observed=False)
    assert landed(battle) == (36.0, 28.0)


def test_c32(request):
    dice = worked_case(request, "CFV-C32")
    battle = gunners(
        blue("open", RUSSIANS, 30, 24.1, quality="veteran"),
        blue("wood", RUSSIANS, 30, 24.6, quality="veteran"),
        blue("truck", _truck(), 30, 25.2, quality="veteran"),
        features=[sketch.wood("copse", 29, 24.4, 31, 25.0)],
    )
    burst(battle, *dice)
    assert [(r.who, r.total) for r in rolls(battle, "defence")] == [("open", 11), ("wood", 14), ("truck", 12)]
    assert sketch.is_gone(battle, "open", "truck")
    assert not sketch.is_gone(battle, "wood") and not sketch.is_gone(battle, "guns")


def _truck():
    found = units().values()
    return next(u.unit_id for u in found if u.nation == "SU" and u.troop_type == "truck" and u.armour_class == "soft")


def test_c33(request):
    dice = worked_case(request, "CFV-C33")
    battle = gunners(blue("track", LIGHT, 30, 24, quality="veteran"))
    burst(battle, *dice)
    assert sum(dice[:2]) == 8 and rolls(battle, "defence")[0].total == 7
    assert sketch.is_gone(battle, "track")


def test_c34(request):
    dice = worked_case(request, "CFV-C34")
    battle = gunners(blue("target", RUSSIANS, 30, 24))
    burst(battle, *dice, 6, 6)
    removed = [(e.stand, e.why) for e in battle.events if isinstance(e, StandRemoved)]
    assert removed[0] == ("target", "destroyed") and removed[-1] == ("guns", "spent")


def test_c35(request):
    worked_case(request, "CFV-C35")
    battle = gunners()
    burst(battle, 1, 1, 1, 1)
    for turn, aim, dice in ((4, (30.0, 24.0), (1, 1, 1, 1)), (5, (31.0, 24.0), (3, 3, 1, 1, 1, 1))):
        battle.state.turn = turn
        with_dice(battle, *dice)
        shooting.shoot(battle, stand(battle, "guns"), aim, observed=True)
    assert len(rolls(battle, "deviation")) == 2


def test_c64(request):
    dice = worked_case(request, "CFV-C64")
    battle = gunners(blue("far", RUSSIANS, 50, 24))
    with_dice(battle, 6, 2, *dice)
    order(battle, Fire(stand="guns", weapon="burst", at=(30.0, 24.0)))
    assert rolls(battle, "attack")[0].total == 20
    assert stand(battle, "guns").gone == "spent"


# ---------------------------------------------------------------- aircraft


def flights(dice, named, *defenders):
    """Aircraft one after another against a tank under these guns; what became of each roll."""
    aircraft = [behind(f"s{n}", JU87G, "red") for n in range(len(dice))]
    script = [face for die in dice for face in ((die,) if die <= named else (die, 6, 6, 6, 1, 1, 1, 1, 1))]
    battle = raid(*aircraft, blue("t", T34, 30, 28), *defenders, dice=script)
    for n in range(len(dice)):
        order(battle, guns(f"s{n}", "t", facing=0.0))
        umbrella(battle, *(d.id for d in defenders))
    return battle


def test_c36(request):
    dice = worked_case(request, "CFV-C36")
    singles = [blue("a", AA, 28, 32), blue("b", AA, 30, 32), blue("quad", QUAD, 32, 32), blue("37", AA, 34, 32)]
    battle = flights(dice, 5, *singles)
    assert [r.outcome for r in rolls(battle, "penetration")] == ["through", "abort", "abort", "shot_down"]
    assert rolls(battle, "penetration")[0].needed == "more than 5"
    assert stand(battle, "s3").gone == "destroyed"


def test_c37(request):
    dice = worked_case(request, "CFV-C37")
    battle = flights(dice, 9, *(blue(f"q{n}", QUAD, 26 + 2 * n, 32) for n in range(6)))
    assert [r.outcome for r in rolls(battle, "penetration")] == ["through", "abort", "shot_down"]


def test_c40(request):
    dice = worked_case(request, "CFV-C40")
    battle = sky(
        behind("fw", FW190, "red"), behind("b17", "UK_lancaster_formation_43", "blue"), dice=dice, plotted=["b17"]
    )
    roles(battle, "fw>dogfight")
    order(battle, Chosen(option="b17"))
    assert [r.total for r in rolls(battle, "dogfight")] == [16, 17]
    assert stand(battle, "fw").gone == "destroyed"


def test_c41(request):
    dice = worked_case(request, "CFV-C41")
    battle = raid(behind("s", JU87G, "red"), blue("t", T34, 30, 24, quality="veteran"), dice=dice)
    order(battle, guns("s", "t", facing=0.0))
    assert (rolls(battle, "defence")[0].total, rolls(battle, "attack")[0].total) == (11, 10)
    assert not sketch.is_gone(battle, "t") and not sketch.is_gone(battle, "s")


def test_c65(request):
    dice = worked_case(request, "CFV-C65")
    battle = raid(behind("s", JU87G, "red"), blue("car", LIGHT, 30, 24, quality="veteran"), dice=dice)
    order(battle, guns("s", "car", facing=0.0))
    assert (rolls(battle, "defence")[0].total, rolls(battle, "attack")[0].total) == (12, 13)
    assert sketch.is_gone(battle, "car")


def test_c43(request):
    worked_case(request, "CFV-C43")
    woods, field = sketch.wood("woods", 20, 20, 34, 26), sketch.wood("field", 38, 20, 44, 26, kind="field")
    battle = raid(
        behind("s", JU87G, "red"),
        blue("halted", RUSSIANS, 24, 24),
        blue("fields", RUSSIANS, 40, 24),
        blue("tank", T34, 31, 24),
        features=[woods, field],
    )
    stand(battle, "tank").moved = True
    answers = [air_targets.check_air(battle, guns("s", name, facing=0.0)) for name in ("halted", "fields", "tank")]
    assert [answer is None for answer in answers] == [False, True, True]


def test_c44(request):
    dice = worked_case(request, "CFV-C44")
    battle = sky(
        *(behind(f"f{n}", FW190, "red") for n in (1, 2)),
        behind("escort", YAK, "blue"),
        behind("bomber", PE2, "blue"),
        plotted=["bomber"],
        dice=[*dice, 1, 1, 1, 1, 2, 2],
    )
    roles(battle, "f1>dogfight", "f2>dogfight")
    roles(battle, "escort>escort:bomber")
    order(battle, Chosen(option="bomber"))
    assert [r.total for r in rolls(battle, "dogfight")] == [8, 11]
    assert sketch.is_gone(battle, "f1")
    assert dogfight.free_escorts(battle, stand(battle, "bomber")) == []
    order(battle, Chosen(option="bomber"))
    assert [r.who for r in rolls(battle, "dogfight")] == ["f1", "escort", "f2", "bomber"]


# ---------------------------------------------------------------- nerve


def platoons(count, quality, x=40.0):
    return [blue(f"b{n}", RUSSIANS, x, 3 + 3 * n, quality=quality) for n in range(count)]


def after_losses(battle, lost, *dice):
    """These units are lost in red's go; the tests that follow throw these faces."""
    for name in lost:
        losses.remove(battle, stand(battle, name), "destroyed")
    with_dice(battle, *dice)
    order(battle, Done())


def test_c46(request):
    dice = worked_case(request, "CFV-C46")
    battle = sketch.battle_of(red("e", RIFLES, 10, 10), *platoons(10, "reservist"))
    for name in ("b0", "b1", "b2"):
        stand(battle, name).gone = "destroyed"
        stand(battle, name).on_table = False
    after_losses(battle, ["b3", "b4", "b5"], *dice)
    found = rolls(battle, "reaction")[0]
    assert (found.total, found.outcome) == (9, "falter")


def test_c47(request):
    dice = worked_case(request, "CFV-C47")
    battle = sketch.battle_of(red("e", RIFLES, 10, 10), *platoons(6, "green"))
    group(battle, "blue-1").last_result = "falter"
    after_losses(battle, ["b0"], *dice)
    assert rolls(battle, "reaction")[0].outcome == "crisis"
    assert "CFV-REAC-19" in rolls(battle, "reaction")[0].rules
    assert group(battle, "blue-1").state == "fanatic"


def test_c48(request):
    worked_case(request, "CFV-C48")
    battle = sketch.battle_of(
        red("e", RIFLES, 32, 9), *platoons(6, "veteran"), features=[sketch.wood("wood", 49, 0, 60, 48)]
    )
    after_losses(battle, ["b0"], 8)
    assert rolls(battle, "reaction")[0].outcome == "press_on"


def test_c49(request):
    worked_case(request, "CFV-C49")
    scout = next(u.unit_id for u in units().values() if u.nation == "SU" and u.category == "reconnaissance")
    battle = sketch.battle_of(
        red("e", RIFLES, 10, 10),
        *platoons(3, "veteran"),
        blue("cars", scout, 50, 30),
        blue("mmg", "SU_maxim_mmg_platoon_41", 50, 34),
    )
    after_losses(battle, ["cars", "mmg"])
    assert not rolls(battle, "reaction")


def test_c51(request):
    dice = worked_case(request, "CFV-C51")
    others = [blue(f"c{n}", RUSSIANS, 60, 3 + 3 * n, group="blue-2", quality="green") for n in range(4)]
    battle = sketch.battle_of(red("near", RIFLES, 34, 9), *platoons(4, "green"), *others)
    losses.remove(battle, stand(battle, "c0"), "destroyed")
    group(battle, "blue-2").owes_test = False
    after_losses(battle, ["b0"], 1, 7, 1, *dice)
    group(battle, "blue-2").owes_test = True
    order(battle, Confirmed(yes=False))
    assert sketch.is_gone(battle, "b1", "b2", "b3") and not sketch.is_gone(battle, "near")
    assert group(battle, "blue-2").state == "fanatic"


def test_c52(request):
    dice = worked_case(request, "CFV-C52")
    assert crisis_faces("elite", 3) == (10, 0)
    assert [read_crisis("elite", face, 3, False).result for face in dice] == ["fanatic", "run_away"]


def test_c59(request):
    worked_case(request, "CFV-C59")
    village = sketch.ObjectiveSetup(id="village", name="village", x=50, y=30, radius_in=3, points=3, primary=True)
    battle = sketch.battle_of(
        red("e", RIFLES, 10, 10),
        blue("last", RUSSIANS, 40, 10),
        blue("mortars", _mortar(), 50, 31),
        blue("mmg", "SU_maxim_mmg_platoon_41", 44, 20),
        objectives=[village],
        features=[sketch.wood("wood", 42, 18, 46, 22)],
    )
    losses.remove(battle, stand(battle, "last"), "destroyed")
    assert sketch.is_gone(battle, "mmg") and not sketch.is_gone(battle, "mortars")


def _mortar():
    return next(u.unit_id for u in units().values() if u.nation == "SU" and u.troop_type == "mortar" and u.move > 0)


def test_c66(request):
    worked_case(request, "CFV-C66")
    battle = sketch.battle_of(
        red("e", RIFLES, 33, 6), *platoons(6, "veteran"), features=[sketch.wood("wood", 39, 5, 48, 7)]
    )
    after_losses(battle, ["b0"], 8)
    assert rolls(battle, "reaction")[0].outcome == "go_to_ground"
    limits = reaction.movement_limits(battle, stand(battle, "b3"))
    assert limits.goal is not None and limits.must_move


# ---------------------------------------------------------------- mines


def mined(*units_, kind, density, dice=()):
    battle = sketch.battle_of(*units_, blue("foe", RUSSIANS, 60, 40), areas=[minefield(kind, density, 20, 10, 26, 30)])
    return with_dice(battle, *dice)


def drive(battle, name, x):
    order(battle, Move(stand=name, path=((x, stand(battle, name).y),)))


PANZER = "GE_panzer_iv_f2_h_with_long_7_5_cm_42"


def test_c54(request):
    dice = worked_case(request, "CFV-C54")
    battle = mined(red("one", PANZER, 18, 15), red("two", PANZER, 18, 25), kind="anti_tank", density="thin", dice=dice)
    drive(battle, "one", 25.0)
    drive(battle, "two", 25.0)
    assert [r.total for r in rolls(battle, "mine_defence")] == [10, 12]
    assert sketch.is_gone(battle, "one") and not sketch.is_gone(battle, "two")


def test_c55(request):
    dice = worked_case(request, "CFV-C55")
    battle = mined(
        red("foot", RIFLES, 18, 15), red("tank", PANZER, 18, 25), kind="anti_infantry", density="thick", dice=dice
    )
    drive(battle, "foot", 22.0)
    drive(battle, "tank", 24.0)
    assert [(r.who, r.total) for r in rolls(battle, "mine_defence")] == [("foot", 9)]
    assert not sketch.is_gone(battle, "foot") and not sketch.is_gone(battle, "tank")


@pytest.mark.parametrize(
    ("unit", "turns"), [("GE_pioneer_platoon_39", 6), ("GE_borgward_or_goliath_demolition_carrier_43", 2)]
)
def test_c56(unit, turns):
    battle = mined(red("c", unit, 20, 20), kind="mixed", density="thin")
    area = battle.state.areas["mixed-field"]
    through = ((19.0, 20.0), (27.0, 20.0))
    for _ in range(turns):
        assert mines.first_inside(battle, area, through) is not None
        ahead = Act(stand="c", act="clear_mines", at=(40.0, 20.0))
        assert clearing.check(battle, ahead) is None
        clearing.clear(battle, ahead)
        for field, value in (("activated", False), ("moved", False), ("busy", ""), ("spent", 0.0)):
            setattr(stand(battle, "c"), field, value)
    assert mines.first_inside(battle, area, through) is None


def test_c56_cites_its_rules(request):
    worked_case(request, "CFV-C56")
    battle = mined(
        red("p", "GE_pioneer_platoon_39", 20, 20), red("g", _goliath(), 20, 25), kind="mixed", density="thin"
    )
    rates = [clearing.clearing_rate(stand(battle, name))[0] for name in ("p", "g")]
    assert rates == [1.0, 3.0]


def _goliath():
    return "GE_borgward_or_goliath_demolition_carrier_43"


def test_c67(request):
    dice = worked_case(request, "CFV-C67")
    assert dice == []
    battle = mined(red("one", PANZER, 18, 15), red("two", PANZER, 18, 25), kind="anti_tank", density="thick")
    with_dice(battle, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4)
    drive(battle, "one", 23.0)
    drive(battle, "two", 23.0)
    assert [r.total for r in rolls(battle, "mine_attack")] == [12]
    assert len(rolls(battle, "mine_defence")) == 2
    battle.state.turn += 1
    with_dice(battle, 1, 1, 1, 1, 6, 6, 6, 6, 6, 6, 6, 6)
    mines.end_of_go(battle)
    assert [r.total for r in rolls(battle, "mine_attack")] == [12, 4]


def test_the_shell_of_the_battery_is_that_of_the_list():
    assert burst_attack.shell_of(stand(gunners(), "guns")).dice_soft == 4
