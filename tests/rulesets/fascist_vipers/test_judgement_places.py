"""What the computer thinks of places: directions and comparisons that any sensible judgement keeps."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import HQ, MMG, PAK_40, PANZER_IV, area
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, blue, red, stand
from wargame.engine import knowledge
from wargame.engine.setup import ObjectiveSetup
from wargame.rulesets import ruleset

BOOK = ruleset("fascist_vipers")
ZIS_3 = "SU_76_mm_zis_3_direct_fire_43"


def goal(id="o", x=50.0, y=24.0, radius=3.0, primary=True, holder="blue"):
    return ObjectiveSetup(id=id, name=id, x=x, y=y, radius_in=radius, points=1, primary=primary, holder=holder)


def scene(*parts, turn=3, far=True, **more):
    """A battle without the idle units of the other sketches, so that nothing but the parts is weighed."""
    parts = (*parts, blue("nobody", "SU_truck_41", 71, 47, group="x")) if far else parts
    setup = sketch.setup_of(*parts, **more)
    return sketch.battle_in(sketch.state_of(setup, turn), setup)


def worths(battle, name, *points):
    """Worth of places for a unit, from what its side knows now."""
    battle._view_cache.clear()
    view = battle.view(stand(battle, name).side)
    return BOOK.worth_of_places(view, name, np.array(points, np.float64)).tolist()


def rises(values):
    return all(a < b for a, b in itertools.pairwise(values))


# ---------------------------------------------------------------- the way to the goal


def test_without_goal_and_enemy_all_open_places_are_alike():
    battle = scene(red("a", RIFLES, 20, 24))
    assert worths(battle, "a", (20, 24), (24, 24), (20, 40)) == [0.0, 0.0, 0.0]
    assert worths(battle, "a") == []


def test_nearer_to_what_has_to_be_taken_is_better_until_one_is_there():
    battle = scene(red("a", RIFLES, 20, 24), objectives=[goal(radius=5.0)])
    steps = worths(battle, "a", *((x, 24.0) for x in (20, 24, 28, 32, 36, 40, 44)))
    assert rises(steps)
    gains = [b - a for a, b in itertools.pairwise(steps)]
    assert gains == pytest.approx([gains[0]] * 6, rel=0.01), "each inch is worth the same"
    inside = worths(battle, "a", (46.6, 24.0), (48.0, 24.0), (50.0, 24.0))
    assert inside[1] == inside[2] and inside[0] < inside[1]


def test_a_turn_of_the_way_is_worth_as_much_to_a_slow_unit_as_to_a_fast_one():
    battle = scene(
        red("men", RIFLES, 20, 24), red("tank", PANZER_IV, 20, 30, group="g"), objectives=[goal(), goal("p", y=30)]
    )
    men = worths(battle, "men", (20, 24), (24, 24))
    tank = worths(battle, "tank", (20, 30), (28, 30))
    assert men[1] - men[0] == pytest.approx(tank[1] - tank[0], rel=0.01)


def test_the_way_counts_as_it_is_walked_and_not_as_the_crow_flies():
    river = area("river", "river", 30, 0, 31, 40)
    battle = scene(red("a", RIFLES, 20, 24), objectives=[goal(x=36.0)], features=[river])
    at_the_bank, round_it = worths(battle, "a", (29.0, 24.0), (29.0, 39.0))
    assert at_the_bank < round_it
    island = scene(
        red("a", RIFLES, 20, 24), objectives=[goal(x=36.0)], features=[area("river", "river", 30, 0, 31, 48)]
    )
    cut_off = worths(island, "a", (22.0, 24.0), (29.0, 24.0), (33.0, 24.0))
    assert rises(cut_off) and cut_off[1] - cut_off[0] < 0.2 * (cut_off[2] - cut_off[1])


def test_taking_hurries_more_than_holding_and_the_more_the_later_it_is():
    battle = scene(red("a", RIFLES, 20, 24), objectives=[goal()])

    def slope(holder, turn):
        battle.state.objectives["o"].holder, battle.state.turn = holder, turn
        near, far = worths(battle, "a", (24, 24), (20, 24))
        return near - far

    assert slope("blue", 3) > 2 * slope("red", 3) > 0.0
    assert slope("blue", 11) > slope("blue", 3) and slope("red", 11) > slope("red", 3)


def test_headquarters_follow_a_little_behind_their_units():
    men = [red(f"m{n}", RIFLES, 30, 20 + 2 * n) for n in range(3)]
    battle = scene(red("hq", HQ, 20, 24), *men, objectives=[goal(radius=1.0)])
    xs = [x / 2 for x in range(30, 90)]
    found = worths(battle, "hq", *((x, 24.0) for x in xs))
    assert 24.0 <= xs[int(np.argmax(found))] <= 27.0
    assert worths(battle, "hq", (36.0, 24.0))[0] < max(found) > worths(battle, "hq", (16.0, 24.0))[0]
    alone = scene(red("hq", HQ, 20, 24), objectives=[goal(radius=1.0)])
    found = worths(alone, "hq", *((x, 24.0) for x in xs))
    assert xs[int(np.argmax(found))] == pytest.approx(40.0, abs=1.0)


def test_a_unit_that_is_far_ahead_of_its_group_gains_less_by_going_on():
    comrades = [red(f"m{n}", RIFLES, 10, 10 + 2 * n) for n in range(3)]
    battle = scene(red("a", RIFLES, 36, 24), *comrades, objectives=[goal()])

    def gain(comrade_x, holder="blue"):
        battle.state.objectives["o"].holder = holder
        for one in comrades:
            stand(battle, one.id).x = comrade_x
        back, on = worths(battle, "a", (36, 24), (40, 24))
        return on - back

    assert 0.0 < gain(10.0) < gain(38.0)
    assert gain(10.0, "red") == pytest.approx(gain(38.0, "red")), "who holds need not wait for anybody"


def test_comrades_are_teeth_arm_units_of_the_group_on_the_table():
    battle = scene(
        red("a", RIFLES, 36, 24), red("m", RIFLES, 10, 10), red("mg", MMG, 10, 14),
        red("x", RIFLES, 10, 18, group="o"), objectives=[goal()],
    )  # fmt: skip

    def gain():
        back, on = worths(battle, "a", (36, 24), (40, 24))
        return on - back

    waits = gain()
    stand(battle, "m").on_table = False
    assert waits < gain()


def test_support_weapons_stay_where_their_range_suffices():
    battle = scene(red("gun", PAK_40, 20, 24), red("m", RIFLES, 48, 24), objectives=[goal()])
    xs = (20.0, 30.0, 36.0, 38.0, 44.0)
    found = worths(battle, "gun", *((x, 20.0) for x in xs))
    assert found[0] < found[1] < found[2] and found[3] == pytest.approx(found[4])


# ---------------------------------------------------------------- holding, cover, crowds


def test_standing_on_an_objective_is_worth_most_on_a_primary_and_to_the_first():
    others = [red(f"f{n}", RIFLES, 20, 23 + n, group="other") for n in range(4)]
    here = goal(x=20.0, holder="red")
    battle = scene(red("a", RIFLES, 10, 24), red("hq", HQ, 10, 30, group="staff"), *others, objectives=[here])

    def on_it(friends=0, primary=True, name="a", turn=3):
        battle.state.objectives["o"].primary, battle.state.turn = primary, turn
        for n in range(4):
            stand(battle, f"f{n}").on_table = n < friends
        inside, outside = worths(battle, name, (22.0, 24.0), (24.0, 24.0))
        return inside - outside

    assert on_it() > on_it(primary=False) > 0.0
    shares = [on_it(friends=n) for n in range(5)]
    assert rises(shares[::-1])
    assert on_it(turn=11) > on_it(turn=3)
    assert on_it(name="hq") < shares[3]


def test_on_an_objective_means_with_some_part_of_the_base():
    battle = scene(red("a", PANZER_IV, 10, 24), objectives=[goal(x=20.0, holder="red")])
    near, on_it, middle = worths(battle, "a", (23.6, 24.0), (23.3, 24.0), (21.0, 25.0))
    assert on_it == pytest.approx(middle) and on_it > near + 1.0
    other = worths(battle, "a", (20.0, 27.3), (20.0, 27.6))
    assert other[0] == pytest.approx(on_it) and other[1] < other[0]


def test_friends_beyond_an_objective_do_not_hold_it():
    parts = (red("a", RIFLES, 10, 24), red("f", RIFLES, 30, 24, group="o"))
    battle = scene(*parts, objectives=[goal(x=20.0, holder="red")])

    def first(x, y):
        stand(battle, "f").x, stand(battle, "f").y = x, y
        return worths(battle, "a", (20.0, 24.0))[0]

    assert first(23.4, 24.0) > first(22.9, 24.0) and first(20.0, 27.4) > first(20.0, 26.9)
    assert first(20.0, 20.6) > first(20.0, 21.1) and first(16.6, 24.0) > first(17.1, 24.0)


@pytest.mark.parametrize("line", [RIFLES, PANZER_IV])
def test_cover_is_better_than_open_ground(line):
    ground = [area("wood", "woods_light", 20, 20, 24, 28), area("ruin", "rubble", 26, 20, 30, 28)]
    battle = scene(red("a", line, 10, 24), features=ground)
    bare, wood, ruin = worths(battle, "a", (12.0, 24.0), (22.0, 24.0), (28.0, 24.0))
    assert bare < wood < ruin


def test_a_place_close_to_friends_is_worse_one_burst_covers_both():
    battle = scene(
        red("a", RIFLES, 10, 24), red("f", RIFLES, 14, 24), red("g", RIFLES, 14, 26), blue("e", RUSSIANS, 71, 1)
    )
    alone, one, two = worths(battle, "a", (20.0, 24.0), (14.0, 22.9), (14.0, 25.0))
    assert alone > one > two
    assert worths(battle, "a", (14.0, 22.6)) == [alone]
    assert worths(battle, "a", (10.0, 24.0)) == [alone], "one is not one's own crowd"


def test_a_unit_on_the_map_likes_to_stay_there():
    battle = scene(blue("a", RUSSIANS, 40, 24), red("e", RIFLES, 1, 1), far=False)
    assert worths(battle, "a", (40.0, 24.0), (41.0, 24.0), (40.0, 25.0)) == [0.0] * 3
    knowledge.hide(battle, "a", "red")
    battle._view_cache.clear()
    stays, *moves = worths(battle, "a", (40.0, 24.0), (41.0, 24.0), (40.0, 25.0))
    assert stays > 0.0 and moves == [0.0, 0.0]


@pytest.mark.rule("CFV-REAC-28")
def test_what_the_rulebook_demands_goes_before_everything_else():
    line = sketch.line("blue", "defence_line", 60.0)
    battle = scene(
        blue("a", RUSSIANS, 40, 24),
        red("e", RIFLES, 1, 1),
        far=False,
        lines=[line],
        objectives=[goal(x=30.0, holder="red")],
    )
    group = battle.state.groups["blue-1"]
    group.state, group.compulsory, group.line = "run_away", True, line.id
    found = worths(battle, "a", (36.0, 24.0), (40.0, 24.0), (42.0, 24.0), (44.0, 24.0))
    assert rises(found) and found[3] - found[2] == pytest.approx(found[1] - found[0] / 2 - found[1] / 2)
    assert worths(battle, "a", (44.0, 28.0))[0] < found[3]
