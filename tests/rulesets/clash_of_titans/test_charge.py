"""Charges and melee beside the worked cases."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import (
    area,
    blue,
    dice_left,
    order,
    red,
    refusal,
    rolls,
    stand,
    state,
    with_dice,
)
from tests.rulesets.clash_of_titans.firefight import answering, statuses, told, wall
from wargame.engine.orders import Act, Assault, Chosen, Picked
from wargame.rulesets.clash_of_titans import activation, charge, charge_targets, legal, melee, melee_dice, wounds
from wargame.rulesets.clash_of_titans.causes import Toll
from wargame.rulesets.clash_of_titans.melee_dice import Facts


def charges(battle, who, target, *supports, **answers):
    active = activation.of_state(state(battle))
    return answering(charge.carry_out(battle, active, Assault(stand=who, target=target, supports=supports)), answers)


def why_not(battle, who, target):
    found = charge.check(battle, Assault(stand=who, target=target))
    return found.rules if found is not None else ()


@pytest.mark.rule("NUT-CHRG-01")
def test_an_enemy_within_a_normal_move_may_be_charged():
    battle = build.battle_of(red("r", 20, 24), blue("near", 28.9, 24), blue("far", 33, 30))
    assert why_not(battle, "r", "near") == ()
    assert "NUT-CHRG-01" in why_not(battle, "r", "far")
    assert [row.stand for row in charge.targets(battle, stand(battle, "r")) if row.refusal is None] == ["near"]


@pytest.mark.rule("NUT-CHRG-01")
def test_a_way_that_cannot_be_crossed_forbids_the_charge():
    battle = build.battle_of(red("r", 20, 24), blue("b", 26, 24), features=[area("river", "river", 22, 0, 24, 48)])
    assert "NUT-CHRG-01" in why_not(battle, "r", "b")


@pytest.mark.rule("NUT-WND-03")
def test_a_medic_never_charges():
    battle = build.battle_of(red("medic", 20, 24, line="GE_medic"), blue("b", 26, 24))
    stand(battle, "medic").medic = True
    assert "NUT-WND-03" in why_not(battle, "medic", "b")


@pytest.mark.rule("NUT-ACT-01")
def test_who_has_begun_with_something_else_does_not_charge():
    battle = build.battle_of(red("r", 20, 24), blue("b", 26, 24))
    stand(battle, "r").shot = True
    assert "NUT-ACT-01" in refusal(battle, Assault(stand="r", target="b")).rules


@pytest.mark.rule("NUT-CHRG-02", "NUT-CHRG-11")
def test_those_who_do_not_dare_stay_and_fire_before_the_others_charge():
    battle = build.battle_of(
        red("brave", 34, 24, rep=5), red("timid", 34, 22, rep=3), blue("b", 40, 24), dice=[3, 5, 2, 6, 6]
    )
    battle.state.groups["red-1"].leader = None
    charges(battle, "brave", "b", "timid")
    assert told(battle)[:2] == ["wanting_to_charge", "to_hit"]
    first = next(e for e in battle.events if type(e).__name__ == "Fired")
    assert first.stand == "timid" and stand(battle, "timid").finished


@pytest.mark.rule("NUT-CHRG-02")
def test_who_passes_nothing_halts():
    battle = build.battle_of(red("r", 34, 24), blue("b", 40, 24), dice=[6, 6])
    charges(battle, "r", "b")
    assert stand(battle, "r").finished and told(battle) == ["wanting_to_charge"]
    assert (stand(battle, "r").x, stand(battle, "r").tested_charge) == (34, 0)


@pytest.mark.rule("NUT-CHRG-07", "NUT-CHRG-04")
def test_if_the_target_runs_the_charger_stops_where_it_stood_and_is_done():
    battle = build.battle_of(red("r", 33, 24), blue("b", 40, 24), dice=[1, 1, 6, 6])
    charges(battle, "r", "b")
    assert statuses(battle, ["b"]) == ["running"]
    assert stand(battle, "r").finished and stand(battle, "r").charges == ""
    assert stand(battle, "r").x == pytest.approx(39, abs=0.2)


@pytest.mark.rule("NUT-CHRG-05", "NUT-CHRG-07")
def test_a_charger_who_is_knocked_down_stops_even_if_he_is_up_again():
    battle = build.battle_of(
        red("r", 33, 24), blue("b", 40, 24), features=[wall(39.2, 22, 26)], dice=[1, 1, 1, 1, 5, 6, 1, 1]
    )
    charges(battle, "r", "b")
    assert statuses(battle, ["r"]) == ["ready"] and stand(battle, "r").finished
    assert stand(battle, "r").x < 35 and rolls(battle, "melee") == []


@pytest.mark.rule("NUT-CHRG-08", "NUT-MELE-01")
def test_three_at_most_go_for_one_enemy():
    men = [red(f"r{n}", 34, 21 + 1.6 * n) for n in range(4)]
    battle = build.battle_of(*men, blue("b", 40, 24), blue("c", 40, 20))
    found = charge_targets.share_out(battle, {f"r{n}": ["b", "c"] for n in range(4)}, "b")
    assert [target for _, target in found] == ["b", "b", "b", "c"]
    request = charge_targets._request(battle, "red", {f"r{n}": ["b", "c"] for n in range(4)}, found)
    four = Picked(items=tuple((f"r{n}>b", 1) for n in range(4)))
    assert "NUT-CHRG-08" in legal.check(battle, request, four).rules
    stand(battle, "b").melee_with = ("x", "y", "z")
    assert "NUT-CHRG-08" in charge_targets.refusal(battle, stand(battle, "r0"), stand(battle, "b")).rules


@pytest.mark.rule("NUT-CHRG-03")
def test_the_target_tests_when_the_charger_is_six_inches_off():
    battle = build.battle_of(red("r", 32, 24), blue("b", 40, 24), dice=[1, 1, 6, 6])
    charges(battle, "r", "b")
    moved = [e for e in battle.events if type(e).__name__ == "StandMoved" and e.stand == "r"]
    tested = next(e for e in rolls(battle, "being_charged"))
    assert moved[0].n < tested.n and moved[0].path[-1][0] == pytest.approx(34, abs=0.01)


@pytest.mark.rule("NUT-FIRE-16", "NUT-CHRG-06")
@pytest.mark.parametrize(("answer", "status"), [("capture", "captured"), ("kill", "dead")])
def test_a_helpless_man_is_killed_or_captured_at_the_end_of_a_charge(answer, status):
    battle = build.battle_of(red("r", 34, 24), blue("b", 40, 24), dice=[1, 1])
    stand(battle, "b").status = "hunkered_down"
    charges(battle, "r", "b", finish_off=Chosen(option=answer))
    assert statuses(battle, ["b"]) == [status] and dice_left(battle) == 0


@pytest.mark.rule("NUT-ACT-04")
def test_a_man_with_a_grenade_ready_may_throw_it_at_those_who_charge_him():
    battle = build.battle_of(red("r", 35, 24), blue("b", 40, 24), dice=[1, 1, 1, 1, 1, 1, 6])
    man = stand(battle, "b")
    man.rounds, man.readied, man.readied_turn = (("hand grenade", 1),), "hand grenade", 1
    from wargame.engine.orders import Confirmed

    with pytest.raises(ValueError):
        charges(battle, "r", "b", throw_or_fire=Confirmed(yes=True))
    assert "grenade_throw" in told(battle) and man.readied == ""


# ---------------------------------------------------------------- melee


def dice(battle, who, **facts):
    count, modifiers = melee_dice.dice_of(battle, stand(battle, who), Facts(**facts))
    return count + sum(m.dice for m in modifiers)


@pytest.mark.rule("NUT-MELE-02", "NUT-MELE-12", "NUT-MELE-10")
def test_melee_dice():
    battle = build.battle_of(
        red("rifle", 20, 24),
        red("smg", 20, 27, line="GE_smg"),
        red("bare", 20, 30, line="GE_unarmed"),
        red("brawler", 20, 33, attributes=["Brawler"]),
        blue("b", 60, 24),
    )
    assert dice(battle, "rifle") == 5 and dice(battle, "rifle", first_round=True, charging=True) == 6
    assert dice(battle, "smg", first_round=True) == 5 and dice(battle, "smg") == 4
    assert dice(battle, "bare") == 3 and dice(battle, "brawler") == 6
    assert dice(battle, "rifle", beset=True) == 4 and dice(battle, "rifle", helpers=2) == 7
    assert dice(battle, "rifle", first_round=True, behind_obstacle=True) == 6
    stand(battle, "rifle").status = "ducked_back"
    assert dice(battle, "rifle", first_round=True, behind_obstacle=True) == 4
    stand(battle, "rifle").status, stand(battle, "rifle").melee_recovered = "ready", True
    assert dice(battle, "rifle") == 4


@pytest.mark.rule("NUT-MELE-08")
def test_impact_of_melee_weapons():
    battle = build.battle_of(
        red("rifle", 20, 24),
        red("smg", 20, 27, line="GE_smg"),
        red("bare", 20, 30, line="GE_unarmed"),
        blue("b", 60, 24),
    )
    assert [melee_dice.impact(stand(battle, name)) for name in ("rifle", "smg", "bare")] == [3, 2, 1]
    stand(battle, "rifle").bayonet = False
    assert melee_dice.impact(stand(battle, "rifle")) == 2


@pytest.mark.rule("NUT-MELE-02")
def test_what_a_man_defends():
    battle = build.battle_of(
        red("r", 39, 24),
        blue("walled", 40.05, 24),
        blue("wooded", 50, 24),
        features=[wall(39.5, 20, 28), area("woods", "woods_light", 48, 20, 60, 30)],
    )
    assert melee_dice.defends_obstacle(battle, stand(battle, "walled"), (39, 24))
    assert not melee_dice.defends_obstacle(battle, stand(battle, "wooded"), (49, 24))


def brawl(*faces):
    """Two attackers on one man, all with clubs."""
    battle = build.battle_of(
        red("one", 39, 24, line="GE_pistol", rep=3),
        red("two", 40, 22.95, line="GE_pistol", rep=4),
        blue("man", 40.05, 24, line="SU_pistol", rep=3),
        dice=faces,
    )
    melee.engage(battle, [("one", "man"), ("two", "man")])
    return battle


@pytest.mark.rule("NUT-MELE-06")
def test_one_of_several_attackers_strikes_with_a_die_more():
    battle = brawl(1, 1, 1, 1, 6, 6, 6, 6, 2)
    answering(melee.later_round(battle, state(battle).melees[0].id), {})
    assert [r.who for r in rolls(battle, "melee")] == ["two", "man"]
    assert [len(r.dice) for r in rolls(battle, "melee")] == [5, 3]


@pytest.mark.rule("NUT-MELE-06")
def test_the_lone_man_strikes_the_one_who_fought_him():
    battle = brawl(6, 6, 6, 6, 6, 1, 1, 1, 2)
    answering(melee.later_round(battle, state(battle).melees[0].id), {})
    assert statuses(battle, ["one", "two", "man"]) == ["ready", "out_of_the_fight", "ready"]
    assert stand(battle, "man").melee_with == ("one",)


@pytest.mark.rule("NUT-MELE-04")
def test_a_loser_who_gets_up_again_fights_on_worse():
    battle = brawl(1, 1, 1, 1, 6, 6, 6, 6, 6, 1, 1)
    answering(melee.later_round(battle, state(battle).melees[0].id), {})
    assert stand(battle, "man").melee_recovered and set(stand(battle, "man").melee_with) == {"one", "two"}


@pytest.mark.rule("NUT-MELE-07")
@pytest.mark.parametrize(("die", "free"), [(3, True), (4, False)])
def test_breaking_off_is_an_act(die, free):
    battle = brawl(die)
    order(battle, Act(stand="one", act="break_off"))
    assert (stand(battle, "one").melee_with == ()) is free
    assert stand(battle, "one").finished is not free
    assert stand(battle, "man").melee_with == (("two",) if free else ("one", "two"))


@pytest.mark.rule("NUT-MELE-09")
def test_a_victor_may_go_on_four_inches_or_into_his_enemys_place():
    battle = build.battle_of(
        red("r", 34, 24),
        blue("b", 40, 24, line="SU_pistol", rep=2),
        dice=[1, 1, 1, 6, 1, 1, 1, 1, 1, 1, 6, 6, 1],
    )
    charges(battle, "r", "b", after_melee=Chosen(option="place"))
    assert statuses(battle, ["b"]) == ["dead"]
    assert (stand(battle, "r").x, stand(battle, "r").y) == (40, 24)
    assert not stand(battle, "r").shot and stand(battle, "r").finished


@pytest.mark.rule("NUT-MELE-11")
def test_a_trap_strikes_with_the_dice_of_its_rep():
    battle = with_dice(build.battle_of(blue("man", 40, 24), red("r", 10, 24)), 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 4)
    assert melee.attack_from_nowhere(battle, Toll(), stand(battle, "man"), 4, 1, 3)
    assert statuses(battle, ["man"]) == ["out_of_the_fight"]
    spared = with_dice(build.battle_of(blue("man", 40, 24), red("r", 10, 24)), 6, 6, 6, 6, 6, 1, 1, 1, 1, 1)
    assert not melee.attack_from_nowhere(spared, Toll(), stand(spared, "man"), 4, 1, 3)


@pytest.mark.rule("NUT-MELE-05")
def test_men_in_melee_do_nothing_but_break_off():
    battle = brawl()
    assert "NUT-MELE-05" in refusal(battle, Assault(stand="one", target="man")).rules
    assert wounds.is_helpless(stand(battle, "man")) is False
