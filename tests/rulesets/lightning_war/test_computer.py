"""What the computer values: the initiative, ambushes, side shots, who leads an assault."""

from __future__ import annotations

import numpy as np

from tests.rulesets.lightning_war.sketch import (
    GUN45,
    HQ,
    PANZER3,
    PANZER4,
    SEEN,
    SQUAD,
    T34,
    battle_of,
    blue,
    box,
    move,
    objective,
    order,
    red,
)
from wargame.engine.orders import Assault, Done
from wargame.rulesets.lightning_war import advice, appraise, command, places_worth, situation

WOODS = [box("a", "woods_light", 10, 20, 16, 26), box("b", "woods_light", 28, 20, 34, 26)]


def selection(**more):
    """What red thinks of each platoon, and of passing, at the Command Phase."""
    battle = battle_of(
        red("s", SQUAD, 13, 23),
        blue("e", SQUAD, 28.7, 23),
        features=WOODS,
        step="command",
        objectives=[objective("o", 31, 23, holder="blue")],
        **more,
    )
    rows = advice.worth_of_answers(battle.view("red"), battle.request)
    return {row[0].option: row[1] for row in rows}


def test_who_has_something_to_gain_presses_the_initiative():
    found = selection()
    assert found["red-1"] > found[command.PASS]
    assert found["red-1"] > found["red-idle"]


def test_a_platoon_that_would_not_stand_a_test_is_rested():
    shaken = selection(as_of={"red-1": {"raised_by": ("x", "y", "z", "v")}})
    assert shaken["red-1"] < selection()["red-1"]


def test_who_is_ahead_risks_less_than_who_is_behind():
    battle = battle_of(red("s", SQUAD, 13, 23), blue("e", SQUAD, 31, 23), features=WOODS)
    battle.state.scores = {"red": 9.0, "blue": 0.0}
    battle._view_cache.clear()
    ahead = situation.boldness(battle.view("red"), "red"), situation.boldness(battle.view("blue"), "blue")
    assert ahead[0] < ahead[1]


def reaction(*, tank):
    """What a hidden gun thinks of firing at a squad that moves in front of it."""
    others = (red("t", PANZER3, 8, 30, group="red-2"),) if tank else ()
    battle = battle_of(
        red("s", SQUAD, 13, 23),
        *others,
        blue("g", GUN45, 31, 23),
        features=[WOODS[1]],
        hidden=("g",),
        as_of={"t": SEEN} if tank else {},
    )
    order(battle, move("s", (18, 23)))
    assert battle.request.interrupt == "counter_fire"
    rows = advice.worth_of_answers(battle.view("blue"), battle.request)
    return max(worth for given, worth, _ in rows if not isinstance(given, Done))


def test_a_hidden_gun_for_armour_lets_the_bait_pass_while_tanks_are_about():
    assert reaction(tank=True) < reaction(tank=False)


def test_a_place_beside_a_tank_is_better_than_one_in_front_of_it():
    battle = battle_of(red("p", PANZER4, 10, 10), blue("t", T34, 30, 24, facing=180.0), as_of={"t": SEEN})
    front, flank = places_worth.worth_of_places(battle.view("red"), "p", np.array([(18.0, 24.0), (30.0, 12.0)]))
    assert flank > front


def test_a_squad_leads_an_assault_and_not_the_headquarters():
    battle = battle_of(
        red("hq", HQ, 13, 21), red("s", SQUAD, 13, 23), blue("e", SQUAD, 28.7, 23), features=WOODS, as_of={"e": SEEN}
    )
    view = battle.view("red")
    worths = {name: appraise.appraise(view, Assault(stand=name, target="e")).worth for name in ("hq", "s")}
    assert worths["s"] > worths["hq"]
