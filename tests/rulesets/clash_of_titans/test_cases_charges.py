"""The worked cases of charges, melee, recovery and Stars, with the dice of cases.toml."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import blue, dice_left, red, rolls, stand, state, worked_case
from tests.rulesets.clash_of_titans.firefight import SMG, answering, resolve, shot, statuses, told, volley, wall
from wargame.engine.orders import Assault
from wargame.rulesets.clash_of_titans import activation, charge, melee, melee_dice, recover, turn_parts
from wargame.rulesets.clash_of_titans import chain as chains
from wargame.rulesets.clash_of_titans.causes import Toll
from wargame.rulesets.clash_of_titans.melee import Bout
from wargame.rulesets.clash_of_titans.melee_dice import Facts


def charges(battle, who, target, *supports, **answers):
    """Carry a charge out."""
    active = activation.of_state(state(battle))
    order = Assault(stand=who, target=target, supports=supports)
    return answering(charge.carry_out(battle, active, order), answers)


def test_case_39(request):
    battle = build.battle_of(blue("man", 40, 24), red("other", 10, 24), dice=worked_case(request, "CASE-39"))
    man, toll = stand(battle, "man"), Toll()
    assert recover.take(battle, toll, man) == "stunned"
    assert recover.take(battle, toll, man) == "out_of_the_fight"
    assert man.status == "out_of_the_fight" and [loss.stand for loss in toll.losses] == ["man"]


@pytest.mark.rule("NUT-DOWN-04")
@pytest.mark.parametrize(
    ("faces", "status"), [((1, 4), "ready"), ((4, 5), "stunned"), ((6, 1), "stunned"), ((5, 6), "out_of_the_fight")]
)
def test_a_man_knocked_down_rolls_two_dice_against_his_rep(faces, status):
    battle = build.battle_of(blue("man", 40, 24, rep=4), red("other", 10, 24), dice=faces)
    recover.take(battle, Toll(), stand(battle, "man"))
    assert stand(battle, "man").status == status and dice_left(battle) == 0


def test_case_40(request):
    dice = worked_case(request, "CASE-40")
    battle = build.battle_of(red("rifle", 20, 24), blue("star", 40, 24, rep=5, star=True), dice=[4, *dice])
    assert stand(battle, "star").star_power == 5
    resolve(battle, [volley(shot("rifle", "star"))])
    assert statuses(battle, ["star"]) == ["ready"] and stand(battle, "star").star_power == 4
    assert dice_left(battle) == 0


def test_case_50(request):
    dice = worked_case(request, "CASE-50")
    battle = build.battle_of(red("rifle", 20, 24), blue("man", 40, 24), dice=[2, *dice])
    chain = chains.Chain(battle, ["rifle"])
    for _ in range(3):
        chain.count_shot(stand(battle, "man"))
    chain.add(volley(shot("rifle", "man")))
    answering(chains.run(chain), {})
    assert dice_left(battle) == 0 and chain.volleys == 1


@pytest.mark.rule("NUT-MELE-03")
def test_case_56(request):
    dice = worked_case(request, "CASE-56")
    battle = build.battle_of(
        red("leader", 30, 22, nco=True, facing=180.0),
        red("charger", 33, 24),
        blue("lone", 40, 24, facing=180.0),
        dice=dice,
    )
    charges(battle, "charger", "lone")
    assert dice_left(battle) == 0
    assert statuses(battle, ["charger", "lone"]) == ["ready", "out_of_the_fight"]
    assert [len(r.dice) for r in rolls(battle, "melee")] == [6, 5]
    assert rolls(battle, "damage")[0].needed == "Impact 3"


def test_case_57(request):
    dice = worked_case(request, "CASE-57")
    battle = clubs(dice, rep=(5, 3))
    answering(melee.fight(battle, [Bout(("one",), "two", Facts(), Facts())], ["one"]), {})
    assert dice_left(battle) == 0 and statuses(battle, ["two"]) == ["out_of_the_fight"]
    assert rolls(battle, "damage")[0].needed == "Impact 3"


def clubs(dice, rep=(3, 3), **more):
    """Two men with clubs in contact."""
    battle = build.battle_of(
        red("one", 39, 24, line="GE_pistol", rep=rep[0]),
        blue("two", 40.05, 24, line="SU_pistol", rep=rep[1]),
        dice=dice,
        **more,
    )
    melee.engage(battle, [("one", "two")])
    return battle


def test_case_58(request):
    battle = clubs(worked_case(request, "CASE-58"))
    answering(melee.later_round(battle, state(battle).melees[0].id), {})
    assert dice_left(battle) == 0 and statuses(battle, ["one", "two"]) == ["ready", "ready"]
    assert state(battle).melees[0].rounds == 1 and stand(battle, "one").melee_with == ("two",)


def test_case_59(request):
    battle = clubs(worked_case(request, "CASE-59"))
    assert not melee.break_off(battle, stand(battle, "one"))
    assert stand(battle, "one").melee_with == ("two",)
    assert dict(state(battle).melees[0].bonus) == {"two": 1}
    bout = melee.with_bonus(melee.bouts(state(battle), state(battle).melees[0])[0], dict(state(battle).melees[0].bonus))
    dice, modifiers = melee_dice.dice_of(battle, stand(battle, "two"), bout.against)
    assert dice + sum(m.dice for m in modifiers) == 4


@pytest.mark.rule("NUT-CHRG-09")
def test_case_104(request):
    dice = worked_case(request, "CASE-104")
    battle = build.battle_of(
        red("sergeant", 32.5, 25, line=SMG, rep=5, nco=True),
        red("private", 32.6, 23),
        blue("P", 39.5, 24, group="alone"),
        blue("Q", 39.5, 30, rep=3, group="on", facing=200.0),
        features=[wall(38.7, 22, 26)],
        dice=dice,
    )
    charges(battle, "sergeant", "P", "private")
    assert dice_left(battle) == 0
    assert statuses(battle, ["sergeant", "private", "P", "Q"]) == ["stunned", "ready", "out_of_the_fight", "ready"]
    assert told(battle)[:4] == ["wanting_to_charge", "in_sight", "to_hit", "second_die"]
    assert [len(r.dice) for r in rolls(battle, "melee")] == [6, 6]


def test_case_105(request):
    dice = worked_case(request, "CASE-105")
    battle = build.battle_of(red("charger", 34, 24), blue("man", 40, 24), features=[wall(39.2, 22, 26)], dice=dice)
    stand(battle, "man").status = "ducked_back"
    charges(battle, "charger", "man")
    assert dice_left(battle) == 0
    assert statuses(battle, ["man"]) == ["captured"] and stand(battle, "man").captor == "charger"
    assert [len(r.dice) for r in rolls(battle, "melee")] == [6, 4]


def test_case_119(request):
    dice = worked_case(request, "CASE-119")
    battle = clubs(dice)
    answering(melee.fight(battle, [Bout(("one",), "two", Facts(), Facts())], ["one"]), {})
    assert statuses(battle, ["one", "two"]) == ["ready", "ready"]
    battle.throw(2)
    state(battle).turn += 1
    answering(turn_parts.fight_one_melee(battle), {})
    assert dice_left(battle) == 0 and statuses(battle, ["two"]) == ["dead"]
    assert state(battle).melees == ()


@pytest.mark.rule("NUT-CHRG-06")
def test_a_charge_from_behind_gives_no_test():
    battle = build.battle_of(red("charger", 34, 24), blue("man", 40, 24, facing=0.0), dice=[1, 1, *[6] * 6, *[6] * 4])
    charges(battle, "charger", "man")
    assert told(battle) == ["wanting_to_charge", "melee", "melee"]
    assert [len(r.dice) for r in rolls(battle, "melee")] == [6, 4]
