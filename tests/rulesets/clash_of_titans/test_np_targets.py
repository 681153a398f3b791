"""Whom non-player men shoot at, which choices they make, what they get ready, who goes for a tank."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build, solo_play
from tests.rulesets.clash_of_titans.build import blue, red
from tests.rulesets.clash_of_titans.solo_play import blues, draft, reds
from wargame.engine.orders import Chosen, Confirmed
from wargame.engine.requests import Choose, Confirm, Option
from wargame.engine.state import Known
from wargame.rulesets.clash_of_titans import np_choices, np_close, np_targets, np_weapons, stars
from wargame.rulesets.clash_of_titans.causes import FireOrder
from wargame.rulesets.clash_of_titans.np_ground import Enemy

ROCKET = "GE_panzerschreck"


@pytest.mark.rule("NUT-NP-10")
def test_a_man_who_threatens_a_charge_comes_before_all_others():
    battle = solo_play.battle_of(red("man", 10, 20), blue("near", 17, 20), blue("far", 40, 22))
    man = build.stand(battle, "man")
    assert np_targets.rank(battle, man, build.stand(battle, "near")) == 1
    assert np_targets.rank(battle, man, build.stand(battle, "far")) > 1


@pytest.mark.rule("NUT-NP-10")
def test_then_machine_guns_then_leaders():
    battle = solo_play.battle_of(red("man", 10, 20), *blues(30, 18, 3))
    build.stand(battle, "blue-1-3").in_hand = "LMG"
    man = build.stand(battle, "man")
    ranks = [np_targets.rank(battle, man, build.stand(battle, f"blue-1-{n}")) for n in (1, 2, 3)]
    assert ranks[2] < ranks[0] < ranks[1]


@pytest.mark.rule("NUT-NP-10")
def test_if_nobody_is_hit_on_a_9_he_takes_the_nearest():
    battle = solo_play.battle_of(red("man", 10, 20, rep=1), blue("near", 50, 20), blue("mg", 52, 24))
    build.stand(battle, "mg").in_hand = "LMG"
    found = np_targets.best(battle, build.stand(battle, "man"), build.stand(battle, "man").in_hand)
    assert found is not None


@pytest.mark.rule("NUT-NP-10", "NUT-FIRE-08")
def test_all_dice_go_at_a_machine_gun():
    battle = solo_play.battle_of(red("gun", 10, 20, line="GE_mg34"), blue("one", 24, 20), blue("mg", 24, 21.5))
    build.stand(battle, "mg").in_hand = "LMG"
    order = np_targets.fire_order(battle, build.stand(battle, "gun"))
    assert order is not None
    assert {name for name, _ in order.targets} == {"mg"}


@pytest.mark.rule("NUT-NP-10")
def test_otherwise_they_are_spread_from_the_nearest():
    battle = solo_play.battle_of(red("gun", 10, 20, line="GE_mg34"), *blues(24, 20, 3, rep=4))
    for n in (1, 2, 3):
        build.stand(battle, f"blue-1-{n}").nco = False
    build.group(battle, "blue-1").leader = None
    order = np_targets.fire_order(battle, build.stand(battle, "gun"))
    assert order is not None
    assert len(order.targets) > 1


@pytest.mark.rule("NUT-NP-11")
def test_an_anti_tank_weapon_is_for_armour_that_it_can_pierce():
    battle = solo_play.battle_of(red("rocket", 10, 20, line=ROCKET), blue("tank", 18, 20, line="t_34_76"))
    order = np_targets.anti_tank_order(battle, build.stand(battle, "rocket"))
    assert order is not None and order.targets == (("tank", 1),)


@pytest.mark.rule("NUT-NP-11")
@pytest.mark.parametrize(("x", "waits"), [(30, True), (20, False)])
def test_a_hidden_rocket_waits_until_the_tank_is_within_12_in(x, waits):
    battle = solo_play.battle_of(red("rocket", 10, 20, line=ROCKET), blue("tank", x, 20, line="t_34_76"))
    man = build.stand(battle, "rocket")
    order = FireOrder(stand="rocket", weapon="Panzerschreck", targets=(("tank", 1),))
    build.state(battle).knowledge = {"blue": {"rocket": Known("unknown")}}
    assert np_targets.waits_in_ambush(battle, man, order, True) is waits
    assert not np_targets.waits_in_ambush(battle, man, order, False)


# ---------------------------------------------------------------- choices


@pytest.mark.rule("NUT-NP-14", "NUT-NP-01")
def test_free_will_is_never_used_and_death_never_cheated():
    battle = solo_play.battle_of(*reds(10, 20), *blues(60, 20))
    will = Choose(side="red", purpose=stars.FREE_WILL, prompt="?", options=(Option(id="will", text="will"),))
    death = Confirm(side="red", purpose="cheat_death", prompt="?", suggestion=Confirmed(yes=True))
    assert np_choices.answer(build.state(battle), will) == Chosen(option="roll")
    assert np_choices.answer(build.state(battle), death) == Confirmed(yes=False)


@pytest.mark.rule("NUT-NP-14", "NUT-NP-01")
def test_other_questions_take_what_is_suggested():
    battle = solo_play.battle_of(*reds(10, 20), *blues(60, 20))
    asked = Confirm(side="red", purpose="keep", prompt="?", suggestion=Confirmed(yes=True))
    assert np_choices.answer(build.state(battle), asked) == Confirmed(yes=True)


@pytest.mark.rule("NUT-NP-14")
@pytest.mark.parametrize(("cover", "answers"), [(False, True), (True, False)])
def test_an_active_man_shoots_back_if_he_can_hit_on_a_9(cover, answers):
    wall = [solo_play.in_cover(23, 18, 25, 22)] if cover else []
    battle = solo_play.battle_of(red("man", 10, 20, rep=5), blue("foe", 24, 20), features=wall)
    assert np_choices.shoots_back(battle, build.stand(battle, "man"), ["foe"]) is answers


# ---------------------------------------------------------------- close quarters


@pytest.mark.rule("NUT-NP-11")
@pytest.mark.parametrize(("x", "goes"), [(16, True), (26, False)])
def test_men_with_a_charge_ready_go_for_a_tank_within_6_in(x, goes):
    battle = solo_play.battle_of(*reds(10, 20, 2), blue("tank", x, 20, line="t_34_76"))
    man = build.stand(battle, "red-1-2")
    man.readied, man.readied_turn = "satchel charge", 1
    found = draft(battle)
    tasks = np_close.heroes(found, "FIRE")
    assert [t.stands for t in tasks] == ([("red-1-2",)] if goes else [])
    assert ("red-1-2" in {m.id for m in found.men}) is not goes


@pytest.mark.rule("NUT-NP-11")
def test_infantry_beside_the_tank_keeps_them_away():
    battle = solo_play.battle_of(
        *reds(10, 20, 2), blue("tank", 16, 20, line="t_34_76", group="t"), blue("escort", 18, 22, group="t")
    )
    man = build.stand(battle, "red-1-2")
    man.readied, man.readied_turn = "satchel charge", 1
    assert np_close.heroes(draft(battle), "FIRE") == ()


@pytest.mark.rule("NUT-ACT-04")
def test_men_without_a_target_get_a_grenade_ready_when_men_are_near():
    house = build.area("house", "building", 12, 12, 14, 28, 3.0)
    battle = solo_play.battle_of(*reds(10, 20, 1), blue("foe", 16.5, 20), features=[house])
    found = draft(battle)
    found.enemies = [Enemy(build.stand(battle, "foe"), (16.5, 20.0))]
    assert [task.word for task in np_close.ready(found, "FIRE")] == ["ready.hand grenade"]
    assert np_close.ready(found, "RETREAT") == ()


# ---------------------------------------------------------------- guns


@pytest.mark.rule("NUT-VEH-11")
@pytest.mark.parametrize(("x", "kept"), [(40, True), (20, False)])
def test_a_loaded_gun_is_kept_for_armour_if_men_are_far(x, kept):
    battle = solo_play.battle_of(
        red("pz", 10, 20, line="panzer_iv_g"), blue("man", x, 20), blue("tank", 60, 30, line="t_34_76", group="t")
    )
    assert np_weapons.keeps_round(battle, build.stand(battle, "pz"), build.stand(battle, "man")) is kept
