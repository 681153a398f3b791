"""CFV-INIT: who goes first."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, blue, order, red
from wargame.engine.orders import Chosen
from wargame.engine.setup import ObjectiveSetup, Zone
from wargame.rulesets.fascist_vipers import initiative


def goal(name, *, primary=True, holder="blue", x=40.0):
    return ObjectiveSetup(id=name, name=name, x=x, y=24.0, radius_in=3.0, points=1.0, primary=primary, holder=holder)


def before_the_roll(*dice, objectives=(), units=(), **more):
    setup = sketch.setup_of(
        red("ours", RIFLES, 10, 24), blue("theirs", RUSSIANS, 60, 24), *units, objectives=objectives, **more
    )
    return sketch.battle_in(sketch.state_of(setup, step="initiative", phasing=""), setup, dice)


def added(battle, side):
    return {m.rule: m.add for m in initiative.modifiers(battle, side)}


@pytest.mark.rule("CFV-INIT-01")
def test_the_higher_total_chooses_who_goes_first():
    battle = before_the_roll(15, 4)
    assert battle.request.side == "red" and [o.id for o in battle.request.options] == ["first", "second"]
    order(battle, Chosen(option="second"))
    assert battle.state.player_a == "blue" and battle.state.player_b == "red"


@pytest.mark.rule("CFV-INIT-02")
def test_a_tie_is_thrown_again_without_modifiers():
    battle = before_the_roll(10, 9, 5, 6, objectives=(goal("one"),))
    assert battle.request.side == "blue"
    rolls = sketch.rolls(battle, "initiative")
    assert [r.total for r in rolls] == [10, 10, 5, 6]


@pytest.mark.rule("CFV-INIT-03", "CFV-INIT-04")
def test_captured_objectives_help_the_attacker():
    battle = before_the_roll(15, 4, objectives=(goal("a", holder="red"), goal("b", primary=False, holder="red")))
    assert added(battle, "red") == {"CFV-INIT-03": 3, "CFV-INIT-04": 1}


@pytest.mark.rule("CFV-INIT-05")
def test_objectives_still_held_help_the_defender():
    battle = before_the_roll(15, 4, objectives=(goal("a"), goal("b", primary=False), goal("c", holder="red")))
    assert added(battle, "blue") == {"CFV-INIT-05": 2}


@pytest.mark.rule("CFV-INIT-06", "CFV-INIT-07", "CFV-INIT-08")
def test_shaken_enemy_groups_help():
    battle = before_the_roll(
        15, 4, units=(blue("b2", RUSSIANS, 60, 30, group="blue-2"), blue("b3", RUSSIANS, 60, 34, group="blue-3"))
    )
    sketch.group(battle, "blue-1").state = "falter"
    sketch.group(battle, "blue-2").state = "run_away"
    sketch.group(battle, "blue-3").state = "fanatic"
    assert added(battle, "red") == {"CFV-INIT-06": 1, "CFV-INIT-07": 2}
    sketch.group(battle, "blue-2").on_line = True
    assert added(battle, "red") == {"CFV-INIT-06": 1}


@pytest.mark.rule("CFV-INIT-08")
def test_a_group_that_has_left_the_table_is_no_longer_in_crisis():
    battle = before_the_roll(15, 4)
    sketch.group(battle, "blue-1").state = "run_away"
    assert "CFV-INIT-07" in added(battle, "red")
    sketch.stand(battle, "theirs").gone = "withdrawn"
    assert "CFV-INIT-07" not in added(battle, "red")


@pytest.mark.rule("CFV-INIT-09")
def test_in_an_encounter_each_side_defends_its_own_half():
    import dataclasses

    setup = sketch.setup_of(
        red("ours", RIFLES, 10, 24),
        blue("theirs", RUSSIANS, 60, 24),
        objectives=(goal("west", holder="red", x=20.0), goal("east", holder="red", x=55.0)),
    )
    sides = tuple(dataclasses.replace(s, role="meeting") for s in setup.sides)
    zones = (
        Zone(id="w", name="w", side="red", polygon=((0, 0), (10, 0), (10, 48), (0, 48))),
        Zone(id="e", name="e", side="blue", polygon=((62, 0), (72, 0), (72, 48), (62, 48))),
    )
    setup = dataclasses.replace(setup, sides=sides, zones=zones)
    battle = sketch.battle_in(sketch.state_of(setup, step="initiative", phasing=""), setup, (15, 4))
    assert added(battle, "red") == {"CFV-INIT-03": 3, "CFV-INIT-05": 1}


def test_the_scenario_may_say_who_begins_the_first_turn():
    import dataclasses

    setup = dataclasses.replace(
        sketch.setup_of(red("ours", RIFLES, 10, 24), blue("theirs", RUSSIANS, 60, 24)), first_player="blue"
    )
    battle = sketch.battle_in(sketch.state_of(setup, turn=1, step="initiative", phasing=""), setup)
    assert battle.state.player_a == "blue" and not sketch.rolls(battle, "initiative")
