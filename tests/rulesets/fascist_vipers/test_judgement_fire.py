"""What the computer thinks of places under fire, of places to shoot from, and of close assaults."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from tests.rulesets.fascist_vipers.duels import HQ, MMG, PAK_40, PANZER_IV, TIGER, area, shot
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, red, stand
from tests.rulesets.fascist_vipers.test_judgement_places import goal, scene, worths
from wargame.engine.appraisal import duel
from wargame.engine.orders import Assault
from wargame.rulesets import ruleset
from wargame.rulesets.fascist_vipers import assault, exchange_odds, places_fight, places_storm, places_worth, worth

BOOK = ruleset("fascist_vipers")
KV_1 = "SU_kv_1_42"
MORTAR = "GE_8_cm_mortar_section_39"
ZIS_3 = "SU_76_mm_zis_3_direct_fire_43"


# ---------------------------------------------------------------- under fire


def test_a_place_in_reach_of_a_gun_that_it_cannot_hurt_is_worse():
    battle = scene(red("a", RIFLES, 30, 24), blue("t34", T34, 60, 24))
    far, edge, near = worths(battle, "a", (38.0, 24.0), (40.5, 24.0), (42.0, 24.0))
    assert far == pytest.approx(edge) and near < far - 0.5


def test_an_enemy_that_can_come_is_feared_beyond_its_range_but_less():
    battle = scene(red("a", RIFLES, 20, 24), blue("t34", T34, 50, 24))
    safe, comes, shoots = worths(battle, "a", (20.0, 24.0), (26.0, 24.0), (33.0, 24.0))
    assert safe > comes > shoots
    assert safe == pytest.approx(worths(battle, "a", (15.0, 24.0))[0])


def test_cover_counts_for_more_under_fire():
    ground = [area("wood", "woods_light", 34, 20, 36, 23)]
    quiet = scene(red("a", RIFLES, 30, 24), features=ground)
    fire = scene(red("a", RIFLES, 30, 24), blue("gun", ZIS_3, 48, 24), features=ground)
    calm = worths(quiet, "a", (35.0, 22.0), (35.0, 24.0))
    shot_at = worths(fire, "a", (35.0, 22.0), (35.0, 24.0))
    assert shot_at[0] - shot_at[1] > calm[0] - calm[1] + 0.3


def test_out_of_sight_is_out_of_danger():
    ground = [area("town", "town", 38, 18, 42, 24)]
    battle = scene(red("a", RIFLES, 30, 24), blue("gun", ZIS_3, 48, 21), features=ground)
    hidden, seen = worths(battle, "a", (35.0, 21.0), (35.0, 28.0))
    assert hidden > seen
    foggy = scene(red("a", RIFLES, 30, 24), blue("gun", ZIS_3, 48, 21))
    foggy.state.visibility_in = 10.0
    assert worths(foggy, "a", (35.0, 21.0), (39.5, 21.0))[1] < worths(foggy, "a", (35.0, 21.0))[0] == 0.0


def test_a_place_outside_the_arc_of_a_gun_even_if_it_turns_is_safe():
    battle = scene(red("a", RIFLES, 20, 24), blue("gun", ZIS_3, 40, 24, 180.0))
    before, aside, behind = worths(battle, "a", (31.0, 24.0), (40.0, 33.0), (49.0, 24.0))
    assert before < behind and aside == pytest.approx(before)
    turned = scene(red("a", RIFLES, 20, 24), blue("gun", ZIS_3, 40, 24, 90.0))
    below, left, above = worths(turned, "a", (40.0, 15.0), (31.0, 24.0), (40.0, 33.0))
    assert below > above and left == pytest.approx(above)


def test_headquarters_fear_the_same_gun_more():
    losses = []
    for category in ("support", "hq"):
        battle = scene(red("a", MMG, 20, 24), blue("gun", ZIS_3, 45, 24))
        found = stand(battle, "a")
        found.ratings = msgspec.structs.replace(found.ratings, category=category, dice_soft=0)
        danger, safe = worths(battle, "a", (33.0, 24.0), (20.0, 24.0))
        view = battle.view("red")
        losses.append((safe - danger) / places_fight.worth.loss(view, found))
    assert losses[1] > 1.3 * losses[0] > 0.0


def test_more_guns_are_more_danger_and_the_more_so_the_fewer_we_are():
    def lost(enemies, friends=0):
        guns = [blue(f"g{n}", ZIS_3, 45, 20 + 2 * n) for n in range(enemies)]
        mates = [red(f"f{n}", RIFLES, 2, 2 + 2 * n, group="o") for n in range(friends)]
        battle = scene(red("a", PANZER_IV, 20, 24, dice_armour=1), *guns, *mates)
        found = stand(battle, "a")
        found.ratings = msgspec.structs.replace(found.ratings, dice_soft=1, range_soft=1.0, range_armour=1.0)
        danger, safe = worths(battle, "a", (32.0, 24.0), (5.0, 40.0))
        return safe - danger

    assert lost(3, 3) > lost(1, 3) > 0.0
    assert lost(2, 0) > lost(2, 4)


def test_who_has_to_take_something_fears_less_and_less():
    far_off = [goal(x=70.0, y=1.0)]
    battle = scene(red("a", RIFLES, 25, 24), blue("gun", ZIS_3, 45, 24), objectives=far_off)

    def lost(turn, holder):
        battle.state.turn, battle.state.objectives["o"].holder = turn, holder
        under_fire = []
        for there in (True, False):
            stand(battle, "gun").on_table = there
            danger, safe = worths(battle, "a", (33.0, 24.0), (20.0, 24.0))
            under_fire.append(safe - danger)
        return under_fire[0] - under_fire[1]

    assert lost(11, "blue") < lost(2, "blue") and lost(11, "blue") < lost(11, "red")
    assert lost(11, "red") == pytest.approx(lost(2, "red"))


# ---------------------------------------------------------------- shots


def test_a_place_to_shoot_from_at_what_cannot_answer_is_better():
    battle = scene(red("tank", PANZER_IV, 20, 24), blue("men", RUSSIANS, 50, 24))
    out_of_range, in_range = worths(battle, "tank", (24.0, 24.0), (30.0, 24.0))
    assert in_range > out_of_range
    used = scene(red("tank", PANZER_IV, 20, 24), blue("men", RUSSIANS, 50, 24))
    stand(used, "tank").attacked = True
    less = worths(used, "tank", (24.0, 24.0), (30.0, 24.0))
    assert 0.0 < less[1] - less[0] < in_range - out_of_range


def test_a_gun_that_may_not_move_and_fire_stays_where_it_can_shoot():
    battle = scene(red("gun", PAK_40, 40, 24), blue("t34", T34, 58, 24))
    stays, moves = worths(battle, "gun", (40.0, 24.0), (40.0, 25.0))
    assert stays > moves
    assert worths(battle, "gun", (40.0, 24.04))[0] == pytest.approx(stays, rel=0.05)
    assert worths(battle, "gun", (40.0, 24.5))[0] < stays


def test_behind_the_flank_of_a_tank_is_a_better_place_than_before_its_front():
    fields = {"self_propelled": False, "range_armour": 1.0, "range_soft": 1.0, "move": 0}
    battle = scene(red("tank", PANZER_IV, 40, 40), blue("t34", T34, 50, 24, 180.0))
    found = stand(battle, "t34")
    found.ratings = msgspec.structs.replace(found.ratings, **fields)
    front, flank, rear = worths(battle, "tank", (40.0, 24.0), (50.0, 34.0), (60.0, 24.0))
    assert flank == pytest.approx(rear) and flank > front
    slant = worths(
        battle,
        "tank",
        (50 - 8 * math.cos(0.7), 24 + 8 * math.sin(0.7)),
        (50 - 8 * math.cos(0.9), 24 + 8 * math.sin(0.9)),
    )
    assert slant == pytest.approx([front, flank])


def test_a_better_prize_makes_a_better_place():
    def shoots_at(line):
        battle = scene(red("tank", PANZER_IV, 20, 24), blue("e", line, 45, 24))
        found = stand(battle, "e")
        found.ratings = msgspec.structs.replace(found.ratings, range_soft=1.0, range_armour=1.0, move=0.0)
        far, near = worths(battle, "tank", (20.0, 24.0), (30.0, 24.0))
        return near - far

    assert shoots_at(RUSSIANS) > shoots_at("SU_truck_41") > 0.0


def test_the_worth_of_the_shot_at_hand():
    battle = scene(red("tank", PANZER_IV, 35, 24), blue("men", RUSSIANS, 50, 24))
    view = battle.view("red")
    tank = stand(battle, "tank")
    worth = BOOK.appraise(view, shot("tank", "men"))
    assert places_fight.strike(view, tank) == pytest.approx(worth.worth)
    far = scene(red("tank", PANZER_IV, 20, 24), blue("men", RUSSIANS, 50, 24))
    assert places_fight.strike(far.view("red"), stand(far, "tank")) == 0.0
    gone = scene(red("tank", PANZER_IV, 35, 24), blue("men", RUSSIANS, 50, 24))
    stand(gone, "tank").on_table = False
    assert places_fight.strike(gone.view("red"), stand(gone, "tank")) == 0.0
    nobody = scene(red("tank", PANZER_IV, 35, 24))
    assert places_fight.strike(nobody.view("red"), stand(nobody, "tank")) == 0.0
    walled = scene(
        red("tank", PANZER_IV, 35, 24), blue("men", RUSSIANS, 50, 24), features=[area("t", "town", 40, 20, 44, 28)]
    )
    assert places_fight.strike(walled.view("red"), stand(walled, "tank")) == 0.0


@pytest.mark.parametrize(("x", "y"), [(30.0, 24.0), (44.0, 10.0), (58.0, 30.0)])
def test_a_tank_faces_what_it_has_most_to_fear(x, y):
    battle = scene(
        red("tank", PANZER_IV, 30, 24),
        blue("gun", ZIS_3, 44, 24),
        blue("men", RUSSIANS, 34, 20),
        blue("far", T34, 70, 44),
    )
    facing = BOOK.facing_at(battle.view("red"), "tank", x, y)
    assert facing == pytest.approx(math.degrees(math.atan2(24 - y, 44 - x)) % 360.0)
    alone = scene(red("tank", PANZER_IV, 30, 24), red("men", RIFLES, 30, 30))
    assert BOOK.facing_at(alone.view("red"), "tank", x, y) is None
    assert BOOK.facing_at(battle.view("red"), "tank", x, y) is not None
    with_men = scene(red("men", RIFLES, 30, 30), blue("gun", ZIS_3, 44, 24))
    assert BOOK.facing_at(with_men.view("red"), "men", x, y) is None, "men have no flank"


def test_showing_the_flank_to_a_second_gun_is_worse_than_having_both_before_one():
    together = scene(red("tank", PANZER_IV, 10, 24), blue("g", ZIS_3, 44, 22), blue("h", ZIS_3, 44, 26))
    apart = scene(red("tank", PANZER_IV, 10, 24), blue("g", ZIS_3, 44, 24), blue("h", ZIS_3, 30, 38, 270.0))
    for battle in (together, apart):
        found = stand(battle, "tank")
        found.ratings = msgspec.structs.replace(found.ratings, dice_soft=0, dice_armour=0)
    assert worths(apart, "tank", (30.0, 24.0))[0] < worths(together, "tank", (30.0, 24.0))[0]


def test_of_many_targets_the_nearest_that_threatens_has_to_be_shot_at():
    parts = (red("tank", PANZER_IV, 30, 24), blue("men", RUSSIANS, 42, 24), blue("t34", T34, 46, 24))
    battle = scene(*parts)
    view = battle.view("red")
    assert places_fight.strike(view, stand(battle, "tank")) == pytest.approx(
        max(0.0, BOOK.appraise(view, shot("tank", "t34")).worth)
    )
    assert places_worth.worth_of_places(view, "tank", np.array([(30.0, 24.0)])).shape == (1,)


# ---------------------------------------------------------------- close assaults


def by_the_dice(battle, attacker, defender):
    """Chances of an assault between two units: won, even, lost."""
    dice = assault.pools(battle, Assault(stand=attacker, target=defender))
    return duel(dice.attack.dice, dice.defence.dice)


def harmless(battle, name):
    """A unit that cannot shoot, so that only assaults are weighed."""
    found = stand(battle, name)
    found.ratings = msgspec.structs.replace(found.ratings, range_soft=0.1, range_armour=0.1)


def stormed(ours, theirs, kind="", *more, quality="veteran", **fields):
    """(chance of being lost to an assault as the computer sees it, the same by the dice) one inch from an enemy."""
    ground = [area("g", kind, 18, 20, 21, 28)] if kind else []
    battle = scene(
        red("ours", ours, 20, 24, **fields), blue("e", theirs, 21.6, 24, quality=quality), *more, features=ground
    )
    view, us = battle.view("red"), stand(battle, "ours")
    foes = exchange_odds.foes_of(view, us, [stand(battle, "e")])
    points = np.array([(20.0, 24.0)])
    covered = exchange_odds.cover_at(view, us, points)
    seen = places_storm.danger(view, us, points, foes, np.array([[0.9]]), covered)
    return seen[0] / places_storm.RIPOSTE, by_the_dice(battle, "e", "ours")[0]


PAIRS = [
    (RIFLES, RUSSIANS), (PAK_40, RUSSIANS), (HQ, RUSSIANS), (PANZER_IV, T34), (TIGER, T34), (PANZER_IV, KV_1),
    (PANZER_IV, RUSSIANS), (RIFLES, T34), (TIGER, RUSSIANS), (MORTAR, T34),
]  # fmt: skip


@pytest.mark.parametrize("quality", ["green", "veteran", "elite"])
@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_the_fear_of_an_assault_is_its_odds_by_the_dice(ours, theirs, quality):
    alike = PAIRS.index((ours, theirs)) < 6
    for kind in ("", "orchard", "woods_light", "rubble") if alike else ("", "orchard"):
        seen, thrown = stormed(ours, theirs, kind, quality=quality)
        assert seen == pytest.approx(thrown), kind


def test_infantry_beside_a_tank_in_a_wood_keeps_the_assault_off():
    def fear(*more):
        return stormed(PANZER_IV, RUSSIANS, "woods_light", *more)[0]

    alone = fear()
    assert fear(red("men", RIFLES, 20, 25.5)) < alone and fear(red("men", RIFLES, 18.5, 24)) < alone
    for nobody in (red("men", RIFLES, 20, 30), red("men", RIFLES, 17, 24), blue("men", RUSSIANS, 20, 25.5)):
        assert fear(nobody) == alone
    assert fear(red("tank", PANZER_IV, 20, 25.5)) == alone
    assert stormed(PANZER_IV, RUSSIANS, "")[0] == pytest.approx(duel(1, 1)[0])
    assert alone == pytest.approx(duel(2, 2)[0]), "its cover and their die"


def test_the_fearsome_are_feared_in_an_assault_too():
    plain, _ = stormed(RIFLES, RUSSIANS)
    ours, thrown = stormed(RIFLES, RUSSIANS, fearsome=True)
    assert ours == pytest.approx(thrown) and ours < plain


def test_a_limbered_gun_is_stormed_as_any_soft_unit():
    towed, _ = stormed(PAK_40, RUSSIANS, tow="truck", limbered=True)
    ready, _ = stormed(PAK_40, RUSSIANS)
    assert towed < ready


@pytest.mark.parametrize("line", [ZIS_3, "SU_rifle_hq_41", "SU_truck_41", "SU_82_mm_mortar_platoon_41"])  # fmt: skip
def test_who_assaults_nobody_is_not_feared_at_close_quarters(line):
    assert stormed(RIFLES, line)[0] == 0.0


def test_assaults_are_feared_as_far_as_the_enemy_comes_in_a_go():
    battle = scene(red("ours", PAK_40, 20, 24), blue("e", RUSSIANS, 40, 24))
    harmless(battle, "e")
    found = stand(battle, "ours")
    found.ratings = msgspec.structs.replace(found.ratings, dice_soft=0, dice_armour=0)
    far, edge, near = worths(battle, "ours", (30.0, 24.0), (34.5, 24.0), (35.5, 24.0))
    assert far == pytest.approx(edge) and near < edge - 0.5


def test_two_who_may_come_are_worse_than_one():
    def lost(*names):
        battle = scene(red("ours", PAK_40, 20, 24), *(blue(n, RUSSIANS, 37, 22 + 2 * k) for k, n in enumerate(names)))
        found = stand(battle, "ours")
        found.ratings = msgspec.structs.replace(found.ratings, dice_soft=0, dice_armour=0)
        for name in names:
            harmless(battle, name)
        view = battle.view("red")
        foes = exchange_odds.foes_of(view, found, [stand(battle, n) for n in names])
        away = np.full((1, len(names)), 2.0)
        return places_storm.danger(view, found, np.array([(34.0, 24.0)]), foes, away, np.array([0]))[0]

    assert 0.0 < lost("a") < lost("a", "b") == pytest.approx(lost("a", "b", "c"))


def storm_gain(ours, theirs, *, x=20.0, at=(25.1, 24.0), e=(26.9, 24.0), more=(), **fields):
    """What an assault from a place is worth to a unit, as the computer sees it."""
    battle = scene(red("ours", ours, x, 24), blue("e", theirs, *e), *more)
    for name, value in fields.items():
        setattr(stand(battle, "ours"), name, value)
    view, us = battle.view("red"), stand(battle, "ours")
    foes = exchange_odds.foes_of(view, us, [stand(battle, "e")])
    points = np.array([at, (at[0] - 1.0, at[1])])
    away = np.hypot(points[:, 0] - e[0], points[:, 1] - e[1])[:, None] - foes.room[None, :]
    return battle, places_storm.gains(view, us, points, foes, away).tolist()


@pytest.mark.parametrize(
    ("ours", "theirs"), [(RIFLES, ZIS_3), (RIFLES, RUSSIANS), (PANZER_IV, "SU_truck_41"), (TIGER, RUSSIANS)]
)
def test_a_place_to_assault_from_is_worth_what_the_dice_of_the_assault_are(ours, theirs):
    battle, (beside, short) = storm_gain(ours, theirs, x=23.0)
    there = stand(battle, "ours")
    there.x, there.moved = 25.1, True
    won, _, lost = by_the_dice(battle, "ours", "e")
    view = battle.view("red")
    stake = won * worth.prize(view, stand(battle, "e")) - lost * worth.loss(view, there)
    assert beside == pytest.approx(max(0.0, places_storm.WEIGHT * stake)) and short == 0.0
    assert beside > 0.0 or ours == RIFLES


def test_no_assault_is_looked_forward_to_by_those_who_cannot_make_it():
    assert storm_gain(RIFLES, ZIS_3, x=22.0)[1][0] > 0.0
    assert storm_gain(RIFLES, ZIS_3, x=19.0)[1] == [0.0, 0.0], "too far for this go"
    assert storm_gain(RIFLES, ZIS_3, x=22.0, spent=3.0)[1] == [0.0, 0.0]
    assert storm_gain(RIFLES, ZIS_3, x=22.0, attacked=True)[1] == [0.0, 0.0]
    assert storm_gain(RIFLES, ZIS_3, x=22.0, busy="limbering")[1] == [0.0, 0.0]
    assert storm_gain(HQ, ZIS_3, x=22.0)[1] == [0.0, 0.0]
    assert storm_gain(MORTAR, ZIS_3, x=24.0)[1] == [0.0, 0.0]


def test_a_tank_at_the_side_of_infantry_makes_its_assault_better():
    alone = storm_gain(RIFLES, RUSSIANS, x=23.0)[1][0]
    together = storm_gain(RIFLES, RUSSIANS, x=23.0, more=(red("tank", PANZER_IV, 26.9, 25.7),))[1][0]
    friends = storm_gain(RIFLES, RUSSIANS, x=23.0, more=(red("men", RIFLES, 26.9, 25.7),))[1][0]
    assert together > alone == friends


def test_the_best_of_storm_and_shot_makes_the_place():
    battle = scene(red("ours", RIFLES, 22, 24), blue("gun", ZIS_3, 26.9, 24, 0.0))
    beside, short, behind = worths(battle, "ours", (25.1, 24.0), (24.6, 24.0), (22.0, 24.0))
    assert beside > short and beside > behind
