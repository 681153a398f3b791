"""Where the computer sends its groups, what units are worth to it, and what it answers to questions."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import HALF_TRACK, MMG, PAK_40, PANZER_IV, PIONEERS, TIGER, TRUCK
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, behind, blue, group, red, stand
from tests.rulesets.fascist_vipers.test_air_roles import STUKA
from tests.rulesets.fascist_vipers.test_judgement_places import goal, scene
from wargame.engine.orders import Act, Chosen, Confirmed
from wargame.engine.requests import Choose, Confirm, Option, Pick
from wargame.rulesets import ruleset
from wargame.rulesets.fascist_vipers import acts_worth, goals, places_fight, worth

BOOK = ruleset("fascist_vipers")


def plan(battle, side="red"):
    battle._view_cache.clear()
    return {name: one.id for name, one in goals.goals(battle.view(side), side).items()}


# ---------------------------------------------------------------- goals


def test_an_attacker_goes_for_the_nearest_that_is_not_his():
    battle = scene(
        red("a", RIFLES, 20, 24), objectives=[goal("near", x=30), goal("far", x=60), goal("own", x=21, holder="red")]
    )
    assert plan(battle) == {"red-1": "near"}
    found = goals.goals(battle.view("red"), "red")["red-1"]
    assert (found.x, found.y, found.radius_in, found.primary, found.take) == (30.0, 24.0, 3.0, True, True)
    battle.state.objectives["near"].holder = "red"
    assert plan(battle) == {"red-1": "far"}
    battle.state.objectives["far"].holder = "red"
    assert plan(battle) == {"red-1": "own"}
    battle._view_cache.clear()
    assert not goals.goals(battle.view("red"), "red")["red-1"].take
    battle.state.objectives["near"].contested = True
    assert plan(battle) == {"red-1": "near"} and goals.goals(battle.view("red"), "red")["red-1"].take


def test_without_objectives_or_units_there_is_no_plan():
    assert plan(scene(red("a", RIFLES, 20, 24))) == {}
    battle = scene(red("a", RIFLES, 20, 24), red("b", RIFLES, 20, 30, group="later"), objectives=[goal()])
    stand(battle, "b").on_table = False
    assert plan(battle) == {"red-1": "o"}


def test_a_primary_objective_may_lie_farther_off():
    near, far = goal("near", x=32, primary=False), goal("far", x=44)
    assert plan(scene(red("a", RIFLES, 20, 24), objectives=[near, far])) == {"red-1": "far"}
    distant = goal("far", x=70)
    assert plan(scene(red("a", RIFLES, 20, 24), objectives=[near, distant])) == {"red-1": "near"}


def test_groups_share_out_objectives_that_lie_alike():
    parts = [red(n, RIFLES, 20, y, group=n) for n, y in (("a", 20), ("b", 24), ("c", 28))]
    spots = [goal("north", x=50, y=30), goal("south", x=50, y=18)]
    found = plan(scene(*parts, objectives=spots))
    assert set(found.values()) == {"north", "south"} and set(found) == {"a", "b", "c"}
    one = plan(scene(*parts, objectives=[goal("north", x=50, y=30), goal("south", x=68, y=2)]))
    assert list(one.values()).count("north") > list(one.values()).count("south")


def test_the_scenario_may_send_a_group_somewhere_and_attached_groups_go_along():
    parts = (red("a", RIFLES, 20, 24), red("t", PANZER_IV, 20, 30, group="tanks"))
    battle = scene(*parts, objectives=[goal("near", x=30), goal("far", x=60)])
    battle.state.groups["red-1"].objective = "far"
    battle.state.groups["tanks"].parent = "red-1"
    assert plan(battle) == {"red-1": "far"}
    battle.state.groups["red-1"].objective = "nowhere"
    assert plan(battle) == {"red-1": "near"}


def test_where_a_group_is_depends_mostly_on_its_teeth_arm():
    spots = [goal("west", x=20, y=40), goal("east", x=50, y=40)]
    parts = (red("a", RIFLES, 46, 24), red("t1", TRUCK, 20, 24), red("t2", TRUCK, 21, 24))
    assert plan(scene(*parts, objectives=spots)) == {"red-1": "east"}
    parts = (red("a", RIFLES, 42, 24), *(red(f"m{n}", RIFLES, 20 + n, 24) for n in range(2)))
    assert plan(scene(*parts, objectives=spots)) == {"red-1": "west"}


def test_a_defender_stays_with_what_he_holds_and_strikes_back_at_what_is_near():
    def sent(*spots, x=50.0):
        return plan(scene(red("r", RIFLES, 1, 1), blue("b", RUSSIANS, x, 24), objectives=spots), "blue")["blue-1"]

    held = goal("held", x=64, holder="blue")
    assert sent(held, goal("lost", x=58, holder="red")) == "lost"
    assert sent(held, goal("lost", x=32, holder="red")) == "held"
    assert sent(held, goal("lost", x=34.5, holder="red")) == "lost"
    assert sent(held, goal("lost", x=58, holder="red", primary=False)) == "held"
    assert sent(goal("lost", x=10, holder="red"), goal("l2", x=20, holder="red")) == "l2"


# ---------------------------------------------------------------- what units are worth


def test_more_dice_more_armour_and_more_quality_are_worth_more():
    def value(line=RIFLES, **fields):
        ratings = msgspec.structs.replace(sketch.data.units()[line], **fields)
        found = stand(scene(red("a", RIFLES, 20, 24)), "a")
        found.ratings = ratings
        return worth.value(found)

    for name, rising in (
        ("dice_soft", (1, 2, 5)), ("dice_armour", (4, 5, 9)), ("bomb_dice_soft", (4, 6)),
        ("armour_class", ("soft", "light", "tank", "heavy", "superheavy")),
        ("quality", ("reservist", "green", "veteran", "elite")),
    ):  # fmt: skip
        found = [value(**{name: v}) for v in rising]
        assert all(a < b for a, b in itertools.pairwise(found)), name
    assert value(category="transport") < value(category="support") < value() < value(category="hq")
    assert value(TIGER) > value(PANZER_IV) > value(HALF_TRACK) > value(TRUCK)
    assert value(armour_class="none") == value(armour_class="soft")


def nerve(of="a", count=4, state="", **fields):
    """What losing a unit costs beyond its own value, in a group of so many rifle platoons."""
    battle = scene(
        *(blue(n, RUSSIANS, 50, 4 + 2 * k) for k, n in enumerate("abcdefgh"[:count])), blue("mg", MMG, 50, 40)
    )
    own = group(battle, "blue-1")
    own.state, own.original_teeth = state, fields.pop("teeth", count)
    for name, value in fields.items():
        setattr(own, name, value)
    found = stand(battle, of)
    return worth.loss(battle.view("blue"), found) - worth.value(found), battle, found


def test_losing_a_teeth_arm_unit_costs_the_nerve_of_its_group_too():
    cost, battle, found = nerve()
    assert cost > 0.0 and worth.prize(battle.view("red"), found) == pytest.approx(worth.value(found) + cost)
    assert nerve(of="mg")[0] == 0.0
    assert nerve(state="fanatic")[0] == 0.0
    assert 0.0 < nerve(owes_test=True)[0] < cost
    assert nerve(count=6)[0] > cost, "more comrades would run"
    for state in ("run_away", "reordering", "surrendered"):
        less, _, one = nerve(state=state)
        assert less < 0.0 and less > -worth.value(one)


def test_the_loss_that_brings_a_group_to_half_costs_more():
    costs = {}
    for left in (6, 5, 4, 3):
        cost, battle, found = nerve(count=left, teeth=8)
        others = (left - 1) * worth.value(found) + worth.value(stand(battle, "mg"))
        costs[left] = cost / others
    assert costs[5] > costs[6] == pytest.approx(costs[4]) == pytest.approx(costs[3])


def test_raw_units_break_sooner():
    costs = []
    for quality in ("reservist", "green", "veteran", "elite"):
        battle = scene(*(blue(n, RUSSIANS, 50, 4 + 2 * k, quality=quality) for k, n in enumerate("abcd")))
        found = stand(battle, "a")
        others = 3 * worth.value(found)
        costs.append((worth.loss(battle.view("blue"), found) - worth.value(found)) / others)
    assert all(a > b > 0.0 for a, b in itertools.pairwise(costs))


def test_a_unit_without_a_group_is_worth_itself():
    battle = scene(red("a", RIFLES, 20, 24))
    found = stand(battle, "a")
    found.group = "none"
    assert worth.loss(battle, found) == worth.value(found)


# ---------------------------------------------------------------- answers


def choose(purpose, *options, side="red"):
    return Choose(side=side, purpose=purpose, prompt="", options=tuple(Option(id=o, text=o) for o in options))


def advised(battle, request):
    battle._view_cache.clear()
    return {
        (o.option if isinstance(o, Chosen) else o.yes): w
        for o, w, _ in BOOK.worth_of_answers(battle.view(request.side), request)
    }


def test_whoever_has_something_to_shoot_at_goes_first_and_in_the_last_turn_nobody_does():
    asked = choose("initiative", "first", "second")
    quiet = scene(red("a", RIFLES, 20, 24))
    assert advised(quiet, asked)["first"] < 0.0 < advised(quiet, asked)["second"]
    ready = scene(
        red("t", PANZER_IV, 35, 24),
        red("u", PANZER_IV, 35, 28),
        blue("m", RUSSIANS, 50, 24),
        blue("n", RUSSIANS, 50, 28),
    )
    found = advised(ready, asked)
    shots = sum(places_fight.strike(ready.view("red"), stand(ready, n)) for n in ("t", "u"))
    assert found["first"] == pytest.approx(shots - 2.0) and found["first"] > 0.0 and found["second"] == -found["first"]
    ready.state.turn = 12
    assert advised(ready, asked)["first"] < 0.0
    ready.state.turn = 11
    assert advised(ready, asked)["first"] > 0.0


def test_shaken_enemies_are_worth_going_first_for():
    battle = scene(red("a", RIFLES, 20, 24), blue("m", RUSSIANS, 60, 24), blue("n", RUSSIANS, 60, 28, group="g"))
    asked = choose("initiative", "first", "second")
    calm = advised(battle, asked)["first"]
    battle.state.groups["g"].state = "falter"
    one = advised(battle, asked)["first"]
    battle.state.groups["blue-1"].state = "run_away"
    two = advised(battle, asked)["first"]
    assert calm < one < two and two - one == pytest.approx(one - calm)
    reason = BOOK.worth_of_answers(battle.view("red"), asked)[0][2]
    assert "2 shaken groups" in reason


def test_a_surrender_is_offered_to_the_enemy_who_will_be_missed_most():
    battle = scene(red("tiger", TIGER, 30, 24), red("truck", TRUCK, 30, 26), blue("m", RUSSIANS, 33, 25))
    found = advised(battle, choose("surrender_to", "truck", "tiger", "ghost", side="blue"))
    assert set(found) == {"truck", "tiger"} and found["tiger"] > found["truck"]


def prisoners(taker, *others, mine=(), turn=3):
    battle = scene(
        red("t", taker, 30, 24), *(red(f"m{n}", line, 20, 4 + 2 * n, group="m") for n, line in enumerate(mine)),
        blue("p", RUSSIANS, 33, 25, group="prisoners"),
        *(blue(f"o{n}", RUSSIANS, 60, 4 + 3 * n, group=f"o{n}") for n in range(*others)), turn=turn, far=False,
    )  # fmt: skip
    asked = Confirm(side="red", purpose="surrender", prompt="", yes="y", no="n", about=("t", "prisoners"))
    return advised(battle, asked), battle


def test_prisoners_are_taken_where_the_escort_is_cheap_or_many_enemies_are_left():
    assert prisoners(TRUCK, 1, mine=(RIFLES,))[0][True] == pytest.approx(
        -worth.value(stand(prisoners(TRUCK, 1, mine=(RIFLES,))[1], "t")) + 12.0
    )
    assert prisoners(TIGER, 0, mine=(RIFLES,))[0][True] < 0.0 == prisoners(TIGER, 0, mine=(RIFLES,))[0][False]
    few, many = prisoners(PANZER_IV, 1, mine=(RIFLES,))[0][True], prisoners(PANZER_IV, 3, mine=(RIFLES,))[0][True]
    assert few < many
    assert prisoners(RIFLES, 3)[0][True] < 0.0, "the last teeth-arm unit does not leave"
    assert prisoners(RIFLES, 3, mine=(RIFLES,))[0][True] > 0.0
    assert prisoners(TRUCK, 3)[0][True] > 0.0


def test_other_choices_are_taken_in_their_order_and_other_questions_have_no_opinion():
    battle = scene(red("a", RIFLES, 20, 24))
    found = advised(battle, choose("test_order", "x", "y", "z"))
    assert found["x"] > found["y"] > found["z"]
    nothing = Confirm(side="red", purpose="overrides", prompt="", yes="y", no="n", suggestion=Confirmed(yes=True))
    assert advised(battle, nothing) == {}
    assert advised(battle, Pick(side="red", purpose="roles", prompt="", items=())) == {}


# ---------------------------------------------------------------- acts


GOOD, FAIR, BAD = acts_worth.GOOD, acts_worth.FAIR, acts_worth.BAD


def judged(act, line, *, tow="", limbered=False, aboard=False):
    """A question: what is an act worth to a unit so far from its goal, and from an enemy?"""
    battle = scene(
        red("a", line, 20, 24), red("track", HALF_TRACK, 20, 26), blue("e", RUSSIANS, 1, 1), far=False,
        objectives=[goal(x=60.0)],
    )  # fmt: skip
    found = stand(battle, "a")
    found.tow, found.limbered = tow, limbered
    if aboard:
        found.carrier, found.on_table = "track", False

    def ask(to_goal=40.0, enemy=None):
        for name in ("a", "track"):
            stand(battle, name).x, stand(battle, name).y = 60.0 - to_goal, 24.0
        foe = stand(battle, "e")
        foe.on_table, foe.x, foe.y = enemy is not None, 60.0 - to_goal, 24.0 + (enemy or 0.0)
        battle._view_cache.clear()
        appraised = BOOK.appraise(battle.view("red"), Act(stand="a", act=act))
        assert appraised.outcomes[0].chance == 1.0 and appraised.outcomes[0].worth == appraised.worth
        return appraised.worth

    return ask


def test_good_is_better_than_fair_and_fair_than_bad():
    assert GOOD > FAIR > 0.0 > BAD


def test_men_get_off_near_the_enemy_or_near_their_goal():
    ask = judged("dismount", RIFLES, aboard=True)
    assert (ask(), ask(enemy=8.5), ask(enemy=11.0)) == (BAD, GOOD, BAD)
    assert (ask(to_goal=5.0), ask(to_goal=9.0), ask(to_goal=9.0, enemy=8.5)) == (GOOD, BAD, GOOD)


def test_men_get_on_for_a_long_way_without_an_enemy():
    ask = judged("mount", RIFLES)
    assert (ask(), ask(enemy=15.0), ask(enemy=18.0)) == (FAIR, BAD, FAIR)
    assert (ask(to_goal=13.0), ask(to_goal=17.0), ask(to_goal=13.0, enemy=15.0)) == (BAD, FAIR, BAD)


def test_a_gun_is_unlimbered_where_it_can_shoot_or_has_arrived():
    ask = judged("unlimber", PAK_40, tow="truck", limbered=True)
    assert (ask(), ask(enemy=23.9), ask(enemy=27.0)) == (BAD, GOOD, BAD)
    assert (ask(to_goal=13.0), ask(to_goal=17.0), ask(to_goal=17.0, enemy=23.9)) == (GOOD, BAD, GOOD)


def test_a_gun_is_limbered_for_a_way_that_is_too_long_to_push_it():
    ask = judged("limber", PAK_40, tow="truck")
    assert (ask(to_goal=24.0), ask(to_goal=24.0, enemy=-23.0)) == (FAIR, BAD)
    assert ask(to_goal=14.0) == BAD and ask(to_goal=14.0, enemy=23.0) == BAD
    assert ask(enemy=-23.0) == BAD


def test_whoever_has_no_goal_has_arrived():
    battle = scene(red("a", RIFLES, 20, 24), red("track", HALF_TRACK, 20, 26))
    stand(battle, "a").carrier, stand(battle, "a").on_table = "track", False
    assert BOOK.appraise(battle.view("red"), Act(stand="a", act="dismount")).worth == GOOD


def test_works_are_done_before_mines_are_cleared():
    works, mines = judged("blow the bridge", PIONEERS), judged("clear_mines", PIONEERS)
    assert works() == acts_worth.WORK > mines() == FAIR
    battle = scene(red("a", RIFLES, 20, 24), behind("s", STUKA, "red"), blue("t", T34, 60, 24))
    assert BOOK.appraise(battle, Act(stand="a", act="mount")).worth == 0.0, "only a view judges"
    assert worth.value(stand(battle, "s")) > 0.0
