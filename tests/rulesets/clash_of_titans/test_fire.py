"""Fire: who may shoot at whom with what, dice, damage and ammunition."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import area, blue, dice_left, red, rolls, stand, with_dice
from tests.rulesets.clash_of_titans.firefight import (
    MG34,
    SMG,
    allot,
    everybody,
    hits,
    resolve,
    rifle,
    shot,
    statuses,
    told,
    volley,
    wall,
)
from wargame.engine.orders import Fire, Picked, Shot
from wargame.rulesets.clash_of_titans import allotment, ammunition, damage, data, shooting, shots, targets
from wargame.rulesets.clash_of_titans.causes import FireOrder, Toll
from wargame.rulesets.clash_of_titans.damage import Blow


def rule_against(battle, who, target, weapon=""):
    """The rules of the refusal of a shot, () if it is allowed."""
    man = stand(battle, who)
    row = targets.weapon_of(man, weapon)
    found = targets.unfit(battle, man, weapon) or targets.refusal(battle, man, row, stand(battle, target))
    return found.rules if found is not None else ()


def duel(distance=20.0, line=build.RIFLE, **more):
    units = more.pop("units", ())
    return build.battle_of(red("r", 10, 24, line=line, **more), blue("b", 10 + distance, 24), *units)


# ---------------------------------------------------------------- may it be fired


@pytest.mark.rule("NUT-FIRE-01")
def test_a_weapon_reaches_exactly_its_range():
    assert rule_against(duel(48.0), "r", "b") == ()
    assert "NUT-FIRE-01" in rule_against(duel(48.01), "r", "b")


@pytest.mark.rule("NUT-FIRE-01")
def test_a_fast_mount_halves_its_riders_range():
    battle = duel(30.0)
    stand(battle, "r").mounted = stand(battle, "r").fast_moving = True
    assert "NUT-FIRE-01" in rule_against(battle, "r", "b")


@pytest.mark.rule("NUT-FIRE-01")
def test_what_is_not_seen_is_not_shot_at():
    battle = build.battle_of(red("r", 10, 24), blue("b", 30, 24), features=[area("hut", "building", 18, 20, 22, 28)])
    assert "NUT-FIRE-01" in rule_against(battle, "r", "b")


@pytest.mark.rule("NUT-FIRE-07")
def test_a_friend_on_the_line_may_not_be_shot_past():
    battle = duel(units=(red("friend", 15, 24.3),))
    assert "NUT-FIRE-07" in rule_against(battle, "r", "b")
    stand(battle, "friend").prone = True
    assert rule_against(battle, "r", "b") == ()
    stand(battle, "friend").prone = False
    stand(battle, "friend").dug_in = True
    assert rule_against(battle, "r", "b") == ()
    stand(battle, "friend").dug_in = False
    assert "NUT-FIRE-07" in rule_against(battle, "r", "b")
    stand(battle, "friend").x = 11.05
    assert rule_against(battle, "r", "b") == ()
    stand(battle, "friend").x, stand(battle, "friend").y = 15.0, 24.5
    assert rule_against(battle, "r", "b") == ()


@pytest.mark.rule("NUT-FIRE-07", "NUT-GEO-05")
def test_who_stands_a_level_higher_fires_over_friends():
    battle = build.battle_of(
        red("r", 10, 24), red("friend", 15, 24), blue("b", 30, 24), features=[area("hill", "hill", 5, 18, 12, 30)]
    )
    assert "NUT-FIRE-07" not in rule_against(battle, "r", "b")


@pytest.mark.rule("NUT-FIRE-08")
def test_targets_are_listed_nearest_first_with_the_reason_against_them():
    battle = duel(units=(blue("far", 60, 24), blue("near", 20, 30)))
    rows = targets.legal(battle, stand(battle, "r"))
    assert [row.stand for row in rows] == ["near", "b", "far"]
    assert [row.refusal is None for row in rows] == [True, True, False]


@pytest.mark.rule("NUT-FIRE-17")
def test_rifles_do_not_fire_at_armour_but_at_exposed_crew():
    battle = build.battle_of(red("r", 10, 24), blue("tank", 30, 24, line=_a_tank()))
    assert "NUT-FIRE-17" in rule_against(battle, "r", "tank")
    assert rule_against(battle, "r", "tank.1") == ()
    assert "NUT-FIRE-17" in rule_against(battle, "r", "tank.2")
    stand(battle, "tank").buttoned = True
    assert "NUT-FIRE-17" in rule_against(battle, "r", "tank.1")


def _a_tank():
    return next(name for name, spec in data.vehicles().items() if not spec.soft and not spec.open and spec.turreted)


@pytest.mark.rule("NUT-FIRE-15")
def test_one_weapon_is_used_and_stays_in_hand():
    battle = build.battle_of(red("r", 20, 24, line="GE_panzerfaust"), blue("b", 30, 24), dice=[2, 6, 6])
    assert stand(battle, "r").in_hand == "bolt action rifle"
    assert targets.weapon_of(stand(battle, "r")).name == "bolt action rifle"
    assert targets.weapon_of(stand(battle, "r"), "Panzerfaust 30").name == "Panzerfaust 30"
    resolve(battle, [volley(shot("r", "b"))])
    assert stand(battle, "r").in_hand == "bolt action rifle"


@pytest.mark.rule("NUT-ACT-06")
def test_who_carries_has_no_ready_weapon_and_ducks_when_fired_on():
    battle = build.battle_of(red("r", 10, 24), blue("b", 30, 24), dice=[2, 1, 1])
    stand(battle, "b").carrying = "bicycle"
    assert not targets.has_ready_weapon(stand(battle, "b"))
    resolve(battle, [volley(shot("r", "b"))])
    assert statuses(battle, ["b"]) == ["ducked_back"]


# ---------------------------------------------------------------- the shot


@pytest.mark.rule("NUT-FIRE-10")
def test_a_long_shot_costs_a_point_of_rep():
    battle = build.battle_of(red("r", 5, 24, line="GE_sniper"), blue("b", 54, 24))
    gunner = shooting.gunner_of(battle, FireOrder(stand="r"))
    assert shooting.aim(battle, gunner, stand(battle, "b")).rep == 3
    stand(battle, "b").x = 53.0
    assert shooting.aim(battle, gunner, stand(battle, "b")).rep == 4


@pytest.mark.rule("NUT-FIRE-09")
def test_a_sniper_who_did_not_move_does_not_mind_prone_men():
    battle = build.battle_of(red("r", 5, 24, line="GE_sniper"), blue("b", 30, 24))
    stand(battle, "b").prone = True
    gunner = shooting.gunner_of(battle, FireOrder(stand="r"))
    assert shooting.aim(battle, gunner, stand(battle, "b")).chance == pytest.approx(0.5)
    stand(battle, "r").moved_in = 3.0
    assert shooting.aim(battle, gunner, stand(battle, "b")).chance == pytest.approx(2 / 6)


@pytest.mark.rule("NUT-COVR-02")
def test_cover_of_less_dv_than_the_weapons_apr_is_no_cover():
    features = [build.strip("hedge", "hedge", (29, 20), (29, 28))]
    rifle_shot = build.battle_of(red("r", 10, 24), blue("b", 30, 24), features=features)
    atr_shot = build.battle_of(red("r", 10, 24, line="SU_atr_heavy"), blue("b", 30, 24), features=features)
    for battle, covered in ((rifle_shot, True), (atr_shot, False)):
        gunner = shooting.gunner_of(battle, FireOrder(stand="r"))
        assert shooting.aim(battle, gunner, stand(battle, "b")).at.cover is covered


@pytest.mark.rule("NUT-FIRE-13")
def test_hits_on_a_man_in_melee_strike_any_who_fight_there():
    battle = build.battle_of(red("r", 10, 24), red("friend", 30, 25.05), blue("b", 30, 24), dice=[4, 2, 3])
    stand(battle, "b").melee_with, stand(battle, "friend").melee_with = ("friend",), ("b",)
    battle.dice._faces = (4, 2, 3, 2, 2)
    resolve(battle, [volley(shot("r", "b"))])
    assert statuses(battle, ["friend"]) == ["out_of_the_fight"]


@pytest.mark.rule("NUT-FIRE-13")
def test_no_reaction_is_fired_into_a_melee():
    battle = duel()
    gunner = shooting.gunner_of(battle, FireOrder(stand="r"))
    assert allotment.may_aim(battle, gunner, stand(battle, "b"))
    stand(battle, "b").melee_with = ("x",)
    assert not allotment.may_aim(battle, gunner, stand(battle, "b"))


@pytest.mark.rule("NUT-FIRE-14")
def test_fire_at_a_spot_hits_on_ten_and_suppresses_all_who_are_there():
    battle = build.battle_of(
        red("r", 10, 24, line=MG34),
        red("loader", 9, 24),
        blue("a", 30, 24),
        blue("b", 30, 25.2),
        features=[wall(29, 20, 28)],
        dice=[5, 5, 5, 5, 5, 6, 6],
    )
    for name in "ab":
        stand(battle, name).status = "ducked_back"
    order = Fire(stand="r", weapon="MG34 on bipod", at=(30, 24.6))
    assert shots.check(battle, order) is None
    resolve(battle, [volley(shots.fire_order(battle, order))])
    assert sum(hits(battle)) == 0 and told(battle)[-1] == "received_fire"
    assert statuses(battle, "ab") == ["hunkered_down", "hunkered_down"]


@pytest.mark.rule("NUT-FIRE-14")
def test_only_a_spot_where_an_enemy_is_known_to_hide_is_fired_at():
    battle = duel()
    assert shots.check(battle, Fire(stand="r", weapon="bolt action rifle", at=(20, 30))) is not None


# ---------------------------------------------------------------- allotting


def swath(**more):
    return build.battle_of(
        red("mg", 10, 24, line=MG34), red("loader", 9, 24), blue("a", 30, 24), blue("b", 30, 25.5), **more
    )


@pytest.mark.rule("NUT-FIRE-06", "NUT-GEO-09")
def test_an_owner_may_put_all_dice_on_one_target_or_spread_them():
    battle = swath()
    choice = allotment.choice_of(battle, FireOrder(stand="mg", weapon="MG34 on bipod", candidates=("a", "b")))
    request = allotment.request_of(battle, "red", [choice], allotment.automatic(battle, [choice]))
    mg = "mg:MG34 on bipod"
    assert allotment.check(battle, request, allot((mg, "a", 5))) is None
    assert allotment.check(battle, request, allot((mg, "b", 2), (mg, "a", 3))) is None
    assert allotment.check(battle, request, allot((mg, "a", 4))).kind == "malformed"
    assert allotment.read([choice], allot((mg, "b", 2), (mg, "a", 3))) == {mg: (("b", 2), ("a", 3))}


@pytest.mark.rule("NUT-CHAIN-07")
def test_return_fire_has_to_go_first_to_the_nearest_who_shot():
    battle = swath()
    order = FireOrder(stand="mg", weapon="MG34 on bipod", candidates=("a", "b"), first=("b",))
    choice = allotment.choice_of(battle, order)
    request = allotment.request_of(battle, "red", [choice], allotment.automatic(battle, [choice]))
    mg = "mg:MG34 on bipod"
    assert request.purpose == allotment.ANSWER
    assert "NUT-CHAIN-07" in allotment.check(battle, request, allot((mg, "a", 5))).rules
    assert allotment.check(battle, request, allot((mg, "a", 2), (mg, "b", 3))) is None
    assert allotment.read([choice], allot((mg, "a", 2), (mg, "b", 3))) == {mg: (("b", 3), ("a", 2))}
    assert allotment.check(battle, request, Picked()).rules == ("NUT-CHAIN-07",)


@pytest.mark.rule("NUT-CHAIN-13")
def test_men_named_together_shoot_as_one_volley():
    battle = build.battle_of(red("one", 10, 24), red("two", 10, 27), blue("b", 30, 24), dice=[2, 2, 6, 6])
    resolve(battle, [volley(shot("one", "b"), shot("two", "b"))])
    assert told(battle) == ["to_hit", "to_hit", "received_fire"]
    assert stand(battle, "one").shot and stand(battle, "two").shot


@pytest.mark.rule("NUT-CHAIN-15")
def test_a_crewmans_shots_count_for_his_vehicle():
    from wargame.rulesets.clash_of_titans import chain

    battle = build.battle_of(red("tank", 10, 24, line=_a_tank()), blue("b", 30, 24))
    made = chain.Chain(battle)
    for _ in range(3):
        made.count_shot(stand(battle, "tank.1"))
    assert not made.may_fire_again(stand(battle, "tank"))


# ---------------------------------------------------------------- damage


@pytest.mark.rule("NUT-DMG-01", "NUT-DMG-03")
def test_damage_dice():
    assert [damage.result(face, 3) for face in (1, 2, 3, 4, 6)] == [
        "dead",
        "out_of_the_fight",
        "out_of_the_fight",
        "knocked_down",
        "knocked_down",
    ]
    assert damage.result(6, 6) == "out_of_the_fight" and damage.result(1, 0) == "dead"


@pytest.mark.rule("NUT-DMG-02")
def test_only_the_worst_of_several_hits_counts_and_recovery_is_rolled_once():
    battle = with_dice(build.battle_of(blue("man", 30, 24), red("r", 10, 24)), 5, 6)
    toll = Toll()
    assert damage.hits(battle, toll, stand(battle, "man"), [Blow(3, "r"), Blow(3, "r")]) == "knocked_down"
    assert toll.knocked_down == ["man"]
    with_dice(battle, 5, 2)
    assert damage.hits(battle, toll, stand(battle, "man"), [Blow(3, "r"), Blow(3, "r")]) == "out_of_the_fight"


@pytest.mark.rule("NUT-DMG-04", "NUT-DMG-05")
def test_damage_without_a_to_hit_roll_leaves_his_things_with_him():
    battle = with_dice(build.battle_of(blue("man", 30, 24), red("r", 10, 24)), 3)
    assert damage.hit(battle, Toll(), stand(battle, "man"), 3) == "out_of_the_fight"
    assert stand(battle, "man").weapons == ("bolt action rifle",)


# ---------------------------------------------------------------- ammunition


@pytest.mark.rule("NUT-AMMO-01", "NUT-AMMO-03")
def test_two_ones_run_a_weapon_dry_after_the_shots_have_counted():
    battle = build.battle_of(red("r", 20, 24, line=SMG), blue("b", 30, 24), dice=[1, 1, 5, 2])
    resolve(battle, [volley(shot("r", ("b", 3)))])
    assert statuses(battle, ["b"]) == ["out_of_the_fight"]
    assert stand(battle, "r").dry == ("SMG",)
    assert "NUT-AMMO-03" in targets.unfit(battle, stand(battle, "r")).rules


@pytest.mark.rule("NUT-AMMO-02")
@pytest.mark.parametrize(("check", "dry"), [(1, ("bolt action rifle",)), (2, ())])
def test_a_rifle_that_rolls_a_one_rolls_a_check_die(check, dry):
    battle = build.battle_of(red("r", 20, 24), blue("b", 30, 24), dice=[1, check, 6, 6])
    resolve(battle, [volley(shot("r", "b"))])
    assert stand(battle, "r").dry == dry


@pytest.mark.rule("NUT-AMMO-04")
def test_a_reload_cancels_running_dry_and_counted_rounds_are_never_dry():
    battle = build.battle_of(red("r", 20, 24), blue("b", 30, 24), dice=[1, 1, 6, 6])
    stand(battle, "r").reloads = 1
    resolve(battle, [volley(shot("r", "b"))])
    assert stand(battle, "r").dry == () and stand(battle, "r").reloads == 0
    assert ammunition.is_counted("Panzerfaust 30") and ammunition.is_counted("hand grenade")
    assert not ammunition.is_counted("bolt action rifle")


@pytest.mark.rule("NUT-AMMO-03")
def test_under_low_ammo_a_man_needs_some_from_a_friend_before_he_reloads():
    battle = build.battle_of(red("r", 20, 24), red("friend", 20, 25.05, rep=3), blue("b", 30, 24), dice=[3])
    man = stand(battle, "r")
    man.dry = ("bolt action rifle",)
    assert ammunition.may_reload(battle, man) is None
    build.state(battle).notes["low_ammo.red"] = True
    assert "NUT-AMMO-03" in ammunition.may_reload(battle, man).rules
    assert ammunition.get_some(battle, man, stand(battle, "friend"))
    assert ammunition.may_reload(battle, man) is None
    ammunition.reload(battle, man, "bolt action rifle")
    assert man.dry == () and "NUT-AMMO-03" in ammunition.may_reload(battle, man).rules


@pytest.mark.rule("NUT-CHAIN-09")
def test_a_dry_weapon_turns_return_fire_into_carrying_on():
    battle = build.battle_of(red("r", 20, 24), blue("b", 30, 24), dice=[2, 1, 1])
    stand(battle, "b").dry = ("bolt action rifle",)
    outcome = resolve(battle, [volley(shot("r", "b"))])
    assert outcome.volleys == 1 and dice_left(battle) == 0


def test_a_volunteer_who_is_hit_in_the_volley_still_completes_his_share():
    battle = build.battle_of(red("one", 10, 24), red("two", 10, 27), blue("b", 30, 24), dice=[5, 5, 2, 2])
    resolve(battle, [volley(shot("one", "b"), shot("two", "b"))], {"answer_fire": everybody()})
    assert len(rolls(battle, "to_hit")) == 2 and rifle("x", "y")[2] == 1


def test_plain_shots_name_all_dice():
    battle = swath()
    order = shots.plain(battle, stand(battle, "mg"), "MG34 on bipod", stand(battle, "a"))
    assert order.targets == (Shot("a", 3), Shot("b", 2))
