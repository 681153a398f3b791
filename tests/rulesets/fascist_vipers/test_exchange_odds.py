"""The quick odds of the computer agree with the dice of the resolution, unit by unit, front and flank, in any cover."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import HALF_TRACK, MMG, PAK_40, PANZER_IV, STUG, TIGER, TRUCK, area
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, red, stand
from wargame.engine.appraisal import duel
from wargame.rulesets.fascist_vipers import cover, exchange_odds, fire, units, worth

ZIS_3 = "SU_76_mm_zis_3_direct_fire_43"
GROUND = ("", "woods_light", "orchard", "rubble")
LEVEL = {"": 0, "woods_light": 1, "orchard": 1, "rubble": 2}
OURS = (RIFLES, PANZER_IV, TIGER, PAK_40, TRUCK, STUG, MMG, HALF_TRACK, "GE_flak_tower_battery_44")
THEIRS = (RUSSIANS, T34, "SU_js_2_44", ZIS_3, "SU_bt_7_41", "SU_truck_41")


def by_the_dice(battle, firer, target):
    """Chances that the target, and that the firer, scores less: the pools of the resolution."""
    if fire.has_effect(firer, target) is not None:
        return 0.0, 0.0
    pool = fire.defence(battle, target, firer.ratings.quality, (firer.x, firer.y))
    higher, _, lower = duel(fire.attack_dice(firer, target).dice, pool.dice)
    return higher, lower


def facing_each_other(our_line, their_line, kind="", our_facing=0.0, their_facing=180.0, **fields):
    """Two units four inches apart, both on this ground."""
    patches = [area(n, kind, x, 20, x + 2, 28) for n, x in (("a", 19.0), ("b", 23.0))] if kind else []
    return sketch.battle_of(
        red("ours", our_line, 20, 24, our_facing),
        blue("theirs", their_line, 24, 24, their_facing, **fields),
        features=patches,
        year=1944,
    )


def quick(battle):
    return exchange_odds.foes_of(battle.view("red"), stand(battle, "ours"), [stand(battle, "theirs")])


@pytest.mark.parametrize(("ours", "theirs"), list(itertools.product(OURS, THEIRS)))
def test_quick_odds_are_the_odds_of_the_dice(ours, theirs):
    for kind in GROUND:
        for flank in (False, True):
            turn = 90.0 if flank else 0.0
            battle = facing_each_other(ours, theirs, kind, turn, 180.0 + turn)
            found = quick(battle)
            us, them = stand(battle, "ours"), stand(battle, "theirs")
            expected = by_the_dice(battle, us, them)
            assert (found.win[0, int(flank)], found.lose[0, int(flank)]) == pytest.approx(expected), (kind, flank)
            level = exchange_odds.cover_at(battle.view("red"), us, np.array([(us.x, us.y)]))[0]
            hurt = found.hurt[0, int(flank), level]
            assert hurt == pytest.approx(by_the_dice(battle, them, us)[0]), (kind, flank)


@pytest.mark.parametrize("quality", ["reservist", "green", "veteran", "elite"])
def test_the_better_target_is_harder_in_the_quick_odds_too(quality):
    battle = facing_each_other(RIFLES, RUSSIANS, quality=quality)
    found = quick(battle)
    us, them = stand(battle, "ours"), stand(battle, "theirs")
    assert (found.win[0, 0], found.lose[0, 0]) == pytest.approx(by_the_dice(battle, us, them))
    assert found.hurt[0, 0, 0] == pytest.approx(by_the_dice(battle, them, us)[0])


def test_the_fearsome_and_the_obsolete_count():
    for fields in ({"fearsome": True}, {"obsolete": True}, {"fearsome": True, "obsolete": True}):
        battle = facing_each_other(PANZER_IV, T34, **fields)
        expected = by_the_dice(battle, stand(battle, "ours"), stand(battle, "theirs"))
        assert quick(battle).win[0, 0] == pytest.approx(expected[0])


def test_a_limbered_or_carried_weapon_hurts_nobody():
    for fields in ({"limbered": True, "tow": "truck"},):
        battle = facing_each_other(PANZER_IV, ZIS_3, **fields)
        assert quick(battle).hurt.max() == 0.0
    carried = facing_each_other(PANZER_IV, RUSSIANS)
    assert quick(carried).lose.max() > 0.0
    stand(carried, "ours").carrier = "x"
    assert quick(carried).win.max() == 0.0


def test_what_is_known_of_each_enemy():
    battle = sketch.battle_of(
        red("ours", PANZER_IV, 20, 24), blue("tank", T34, 30, 20, 170.0), blue("men", RUSSIANS, 31, 25),
        blue("gun", ZIS_3, 32, 30), blue("towed", ZIS_3, 40, 30, tow="truck", limbered=True),
    )  # fmt: skip
    us, names = stand(battle, "ours"), ("tank", "men", "gun", "towed")
    enemies = [stand(battle, n) for n in names]
    found = exchange_odds.foes_of(battle.view("red"), us, enemies)
    assert len(found) == 4 and [e.id for e in found.stands] == list(names)
    assert found.x.tolist() == [30, 31, 32, 40] and found.facing.tolist() == [170, 180, 180, 180]
    assert found.room.tolist() == pytest.approx([0.875] * 4)
    assert found.has_flank.tolist() == [True, False, True, True]
    assert found.half_arc.tolist() == [units.arc_of(e) / 2 for e in enemies]
    assert found.pace.tolist() == [enemies[0].ratings.move, 0.0, 0.0, 0.0]
    assert found.prize.tolist() == [worth.prize(battle, e) for e in enemies]
    assert found.reach.tolist() == [us.ratings.range_armour, *[us.ratings.range_soft] * 3]
    assert found.their_reach.tolist() == [e.ratings.range_armour for e in enemies]


def test_nobody_near_is_no_odds():
    battle = sketch.battle_of(red("ours", PANZER_IV, 20, 24))
    found = exchange_odds.foes_of(battle.view("red"), stand(battle, "ours"), [])
    assert len(found) == 0 and found.win.shape == (0, 2) and found.hurt.shape == (0, 2, 3)


@pytest.mark.parametrize("line", [RIFLES, PAK_40, PANZER_IV, TRUCK])
def test_cover_of_many_places_is_the_cover_of_each(line):
    ground = [area(kind, kind, x, 20, x + 4, 28) for kind, x in (("woods_light", 10), ("orchard", 20), ("rubble", 30))]
    battle = sketch.battle_of(red("ours", line, 5, 24), features=ground)
    us = stand(battle, "ours")
    points = np.array([(x, 24.0) for x in (5.0, 12.0, 22.0, 32.0, 50.0)])
    levels = []
    for x, _ in points.tolist():
        us.x = x
        levels.append({"": 0, "cover": 1, "strong": 2}[cover.shelter(battle, us, None)])
    assert exchange_odds.cover_at(battle.view("red"), us, points).tolist() == levels
    assert exchange_odds.cover_levels(battle.view("red"), points, [us] * 5) == levels
    assert exchange_odds.cover_levels(battle.view("red"), points[:0], []) == []


def test_a_position_rated_strong_is_strong_anywhere():
    battle = sketch.battle_of(red("ours", RIFLES, 5, 24), blue("fort", RUSSIANS, 30, 24, strong=True))
    places = np.array([(30.0, 24.0)])
    assert exchange_odds.cover_levels(battle.view("red"), places, [stand(battle, "fort")]) == [2]
