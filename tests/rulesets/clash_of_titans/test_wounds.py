"""Wounded and their bearers, medics, prisoners, surrender, weapons of the fallen, looking for hidden men."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import area, blue, group, order, red, refusal, rolls, stand, state
from tests.rulesets.clash_of_titans.firefight import answering, resolve, shot, statuses, told, volley
from wargame.engine.orders import Act, Chosen
from wargame.engine.state import Known
from wargame.rulesets.clash_of_titans import ammunition, movement, rally, wound_acts, wounds

OUT = "out_of_the_fight"


def beside(*units, dice=(), status=OUT, side="red", features=(), **fields):
    """Man "a" of the red side with "hurt" in contact, and an enemy far away."""
    make = red if side == "red" else blue
    battle = build.battle_of(
        red("a", 20, 24, **fields), make("hurt", 21, 24), *units, blue("far", 60, 24), dice=dice, features=features
    )
    stand(battle, "hurt").status = status
    group(battle, "blue-1").leader = None
    return battle


def offered(battle, who):
    return [row.id for row in wound_acts.rows(battle, stand(battle, who)) if row.refusal is None]


def act(battle, who, what, target=""):
    return order(battle, Act(stand=who, act=what, target=target or None))


# ---------------------------------------------------------------- carrying


@pytest.mark.rule("NUT-WND-01")
def test_a_bearer_has_lifted_with_his_action_and_moves_at_half_rate():
    battle = beside()
    act(battle, "a", "lift", "hurt")
    bearer = stand(battle, "a")
    assert bearer.carrying == "hurt" and stand(battle, "hurt").carrier == "a" and bearer.acted == "lift"
    assert movement.full_move(state(battle), bearer) == 4
    assert refusal(battle, Act(stand="a", act="lift", target="hurt"))


@pytest.mark.rule("NUT-WND-01", "NUT-MOVE-08")
def test_with_a_second_bearer_he_moves_at_full_rate():
    battle = beside(red("b", 20, 25))
    act(battle, "a", "lift", "hurt")
    assert wounds.lift_refusal(battle, stand(battle, "b"), stand(battle, "hurt")) is None
    act(battle, "b", "lift", "hurt")
    assert [s.id for s in wounds.bearers(state(battle), stand(battle, "hurt"))] == ["a", "b"]
    assert movement.full_move(state(battle), stand(battle, "a")) == 8
    stand(battle, "b").x = 40
    assert movement.full_move(state(battle), stand(battle, "a")) == 4


@pytest.mark.rule("NUT-WND-01")
def test_two_men_are_enough_and_only_a_friend_out_of_the_fight_is_carried():
    battle = beside(red("b", 20, 25), red("c", 19, 24))
    for name in ("a", "b"):
        wounds.lift(battle, stand(battle, name), stand(battle, "hurt"))
    stand(battle, "c").x = 20.5
    assert wounds.lift_refusal(battle, stand(battle, "c"), stand(battle, "hurt")) is not None
    stunned = beside(status="stunned")
    assert wounds.lift_refusal(stunned, stand(stunned, "a"), stand(stunned, "hurt")) is not None
    enemy = beside(side="blue")
    assert wounds.lift_refusal(enemy, stand(enemy, "a"), stand(enemy, "hurt")) is not None
    away = beside()
    stand(away, "hurt").x = 24
    assert wounds.lift_refusal(away, stand(away, "a"), stand(away, "hurt")) is not None


@pytest.mark.rule("NUT-WND-01")
def test_a_casualty_is_laid_down_beside_his_bearers():
    battle = beside(red("b", 20, 25))
    for name in ("a", "b"):
        act(battle, name, "lift", "hurt")
    stand(battle, "a").x = 30
    act(battle, "a", "put_down")
    hurt = stand(battle, "hurt")
    assert hurt.carrier is None and hurt.status == OUT and hurt.x == pytest.approx(30, abs=1.5)
    assert stand(battle, "a").carrying == "" and stand(battle, "b").carrying == ""


@pytest.mark.rule("NUT-WND-01")
def test_a_second_bearer_may_let_go_alone():
    battle = beside(red("b", 20, 25))
    for name in ("a", "b"):
        act(battle, name, "lift", "hurt")
    act(battle, "b", "put_down")
    assert stand(battle, "hurt").carrier == "a" and stand(battle, "b").carrying == ""


# ---------------------------------------------------------------- medics and the way station


@pytest.mark.rule("NUT-WND-02")
@pytest.mark.parametrize(("dice", "treated"), [((1, 1), True), ((1, 6), True), ((6, 6), False)])
@pytest.mark.parametrize("status", [OUT, "stunned"])
def test_a_medic_treats_one_casualty(dice, treated, status):
    battle = beside(dice=dice, status=status, line="GE_medic", medic=True)
    act(battle, "a", "treat", "hurt")
    hurt = stand(battle, "hurt")
    assert hurt.treated is treated
    assert hurt.status == ("ready" if status == "stunned" and dice == (1, 1) else status)
    assert offered(battle, "a").count("treat") == 0


@pytest.mark.rule("NUT-WND-02")
def test_nobody_is_treated_twice_and_only_by_a_medic():
    battle = beside(line="GE_medic", medic=True)
    medic, hurt = stand(battle, "a"), stand(battle, "hurt")
    assert wounds.treat_refusal(battle, medic, hurt) is None
    hurt.treated = True
    assert wounds.treat_refusal(battle, medic, hurt) is not None
    soldier = beside()
    assert wounds.treat_refusal(soldier, stand(soldier, "a"), stand(soldier, "hurt")) is not None


@pytest.mark.rule("NUT-WND-04")
@pytest.mark.parametrize(("edge", "evacuated"), [("left", True), ("right", False)])
def test_who_is_carried_over_his_own_edge_is_in_safety(edge, evacuated):
    battle = beside()
    wounds.lift(battle, stand(battle, "a"), stand(battle, "hurt"))
    wounds.bring_off(battle, stand(battle, "a"), edge)
    assert stand(battle, "hurt").evacuated is evacuated and stand(battle, "hurt").gone == f"left {edge}"


@pytest.mark.rule("NUT-WND-04")
def test_a_building_may_be_the_way_station():
    battle = beside(features=[area("house", "building", 10, 20, 18, 28), area("hut", "building", 10, 2, 18, 8)])
    state(battle).notes["way_station.red"] = "house"
    hurt = stand(battle, "hurt")
    assert not wounds.is_at_way_station(battle, hurt)
    wounds.lift(battle, stand(battle, "a"), hurt)
    stand(battle, "a").x = 14
    wounds.put_down(battle, stand(battle, "a"))
    assert hurt.evacuated


# ---------------------------------------------------------------- helpless enemies


@pytest.mark.rule("NUT-FIRE-16", "NUT-WND-05")
@pytest.mark.parametrize("status", [OUT, "stunned", "hunkered_down"])
def test_a_helpless_enemy_in_contact_is_captured_or_killed(status):
    taken = beside(side="blue", status=status)
    answering(
        wounds.finish_off(taken, stand(taken, "a"), stand(taken, "hurt")), {"finish_off": Chosen(option="capture")}
    )
    prisoner = stand(taken, "hurt")
    assert (prisoner.status, prisoner.captor, prisoner.wounded) == ("captured", "a", status == OUT)
    killed = beside(side="blue", status=status)
    answering(
        wounds.finish_off(killed, stand(killed, "a"), stand(killed, "hurt")), {"finish_off": Chosen(option="kill")}
    )
    assert statuses(killed, ["hurt"]) == ["dead"]


@pytest.mark.rule("NUT-FIRE-16")
def test_to_finish_off_is_the_action_of_the_activation():
    battle = beside(side="blue")
    assert "finish_off" in offered(battle, "a")
    order(battle, Act(stand="a", act="finish_off", target="hurt"))
    order(battle, Chosen(option="capture"))
    assert stand(battle, "a").finished and stand(battle, "hurt").status == "captured"
    able = beside(side="blue", status="ready")
    assert "finish_off" not in offered(able, "a")


@pytest.mark.rule("NUT-FIRE-16")
@pytest.mark.parametrize(
    ("class_", "dice", "end"), [("ss", [3], "dead"), ("ss", [4], "captured"), ("", [], "captured")]
)
def test_non_player_captors_take_prisoners_unless_they_are_ruthless(class_, dice, end):
    battle = beside(side="blue", dice=dice)
    group(battle, "red-1").np = True
    stand(battle, "a").class_ = class_
    answering(wounds.finish_off(battle, stand(battle, "a"), stand(battle, "hurt")), {})
    assert (stand(battle, "hurt").gone or stand(battle, "hurt").status) == end


@pytest.mark.rule("NUT-WND-05")
def test_one_captor_guards_four_prisoners():
    others = [blue(f"p{n}", 20, 25 + n) for n in range(4)]
    battle = beside(*others, side="blue")
    for other in others:
        wounds.capture(battle, stand(battle, other.id), stand(battle, "a"))
    asked = next(wounds.finish_off(battle, stand(battle, "a"), stand(battle, "hurt")))
    assert [option.id for option in asked.options] == ["kill"]


@pytest.mark.rule("NUT-WND-05")
@pytest.mark.parametrize(("distance", "free"), [(4.0, False), (4.1, True)])
def test_without_a_captor_within_four_inches_prisoners_rejoin_unarmed(distance, free):
    battle = beside(side="blue", status="stunned")
    prisoner = stand(battle, "hurt")
    wounds.capture(battle, prisoner, stand(battle, "a"))
    prisoner.x = 20 + distance
    wounds.check_guards(battle)
    assert (prisoner.status == "ready" and prisoner.weapons == ("unarmed",)) is free


@pytest.mark.rule("NUT-WND-05")
def test_a_wounded_prisoner_left_behind_is_out_of_the_fight_still():
    battle = beside(side="blue")
    wounds.capture(battle, stand(battle, "hurt"), stand(battle, "a"))
    stand(battle, "a").x = 40
    wounds.check_guards(battle)
    assert (stand(battle, "hurt").status, stand(battle, "hurt").captor) == (OUT, "")


@pytest.mark.rule("NUT-WND-05", "NUT-STAT-16")
def test_prisoners_walk_with_their_captor():
    battle = beside(side="blue", status="stunned")
    wounds.capture(battle, stand(battle, "hurt"), stand(battle, "a"))
    stand(battle, "a").x = 30
    wounds.follow(battle, stand(battle, "a"))
    assert stand(battle, "hurt").x == pytest.approx(30, abs=1.6)


# ---------------------------------------------------------------- surrender

RIVER = area("river", "river", 35, 0, 37, 48)
HUT = area("hut", "building", 41.5, 20, 42.5, 28)


def trapped(dice=(), strength=4, features=(RIVER,)):
    """One man left of four in the open, with his back to nothing and an enemy before him."""
    battle = build.battle_of(
        red("r", 33, 24), blue("last", 40, 24), blue("x", 70, 46, group="rest"), features=features, dice=dice
    )
    group(battle, "blue-1").strength = strength
    return battle


@pytest.mark.rule("NUT-WND-06")
def test_a_quarter_of_a_group_near_enemies_without_a_way_out_is_trapped():
    assert wounds.is_trapped(trapped(), "blue-1")
    assert not wounds.is_trapped(trapped(strength=3), "blue-1")
    assert not wounds.is_trapped(trapped(features=(RIVER, HUT)), "blue-1")
    away = trapped()
    stand(away, "r").x = 30
    assert not wounds.is_trapped(away, "blue-1")


@pytest.mark.rule("NUT-WND-06")
@pytest.mark.parametrize(("dice", "gives_up"), [([1, 6], False), ([6, 6], True)])
def test_a_trapped_group_surrenders_if_it_passes_nothing_on_rally(dice, gives_up):
    battle = trapped(dice=dice)
    stand(battle, "last").status = "hunkered_down"
    for _ in rally.test(battle, [stand(battle, "last")], None):
        raise AssertionError("nothing is asked")
    assert (stand(battle, "last").status == "captured") is gives_up
    if gives_up:
        assert stand(battle, "last").captor == "r"


@pytest.mark.rule("NUT-WND-06")
def test_a_trapped_group_surrenders_if_it_passes_nothing_on_man_down():
    battle = trapped(strength=8)
    extra = build.battle_of(
        red("r", 33, 24),
        blue("last", 40, 24),
        blue("falls", 40, 26),
        features=(RIVER,),
        dice=[5, 1, 6, 6],
    )
    group(extra, "blue-1").strength = 8
    group(extra, "blue-1").leader = None
    assert wounds.is_trapped(battle, "blue-1")
    resolve(extra, [volley(shot("r", "falls"))])
    assert told(extra) == ["to_hit", "damage", "man_down"]
    assert statuses(extra, ["falls", "last"]) == ["dead", "captured"]


# ---------------------------------------------------------------- the fallen and the hidden


@pytest.mark.rule("NUT-DMG-05")
def test_the_weapon_of_a_fallen_man_may_be_picked_up():
    battle = build.battle_of(red("a", 20, 24), blue("body", 21, 24, line="SU_smg"), blue("far", 60, 24))
    stand(battle, "body").gone = "dead"
    weapon = wound_acts.weapon_of_fallen(stand(battle, "body"))
    act(battle, "a", "pick_up", "body")
    assert stand(battle, "a").in_hand == weapon and weapon in stand(battle, "a").weapons
    assert weapon not in stand(battle, "body").weapons
    assert wound_acts.targets(battle, stand(battle, "a"), "pick_up") == []


@pytest.mark.rule("NUT-AMMO-03")
def test_a_friend_or_a_body_in_contact_lends_ammunition():
    battle = beside()
    man = stand(battle, "a")
    man.dry = (man.in_hand,)
    assert "scrounge" not in offered(battle, "a")
    state(battle).notes["low_ammo.red"] = 1
    assert ammunition.is_low(battle, "red") and "scrounge" in offered(battle, "a")


@pytest.mark.rule("NUT-SIGHT-11", "NUT-ACT-03")
@pytest.mark.parametrize(("dice", "x", "found"), [((1, 1), 31, True), ((1, 6), 31, False), ((1, 1), 34, False)])
def test_looking_for_hidden_enemies_within_twelve_inches(dice, x, found):
    battle = build.battle_of(
        red("a", 20, 24), blue("b", x, 24), features=[area("wood", "woods_light", 29, 18, 45, 30)], dice=dice
    )
    stand(battle, "b").hidden = True
    battle.state.knowledge = {"red": {"b": Known(level="unknown")}}
    act(battle, "a", "spot")
    assert rolls(battle, "spot")
    assert stand(battle, "b").hidden is not found
