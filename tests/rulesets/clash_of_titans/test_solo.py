"""Sides that the rules run: nobody is asked, the dice decide, orders are drawn, new ground is found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rulesets.clash_of_titans import build, solo_play
from tests.rulesets.clash_of_titans.build import blue, red
from tests.rulesets.clash_of_titans.solo_play import blues, reds
from wargame.engine.battle import Battle
from wargame.engine.events import GroupChanged
from wargame.engine.orders import Chosen
from wargame.rulesets import ruleset
from wargame.rulesets.clash_of_titans import scouting, solo
from wargame.rulesets.clash_of_titans.sections import Grid
from wargame.rulesets.clash_of_titans.state import Mission

GRID = Grid(72.0, 48.0)


def skirmish(seed: int, *ruled: str) -> Battle:
    setup = build.setup_of(*reds(24, 20, 3), *blues(44, 20, 3), turn_limit=2)
    return Battle(ruleset("clash_of_titans"), replace(setup, ruled=ruled), seed, kernels="plain")


@pytest.mark.rule("NUT-NP-01", "NUT-SOLO-01", "NUT-SOLO-03")
def test_with_both_sides_ruled_the_battle_is_fought_without_a_question():
    battle = skirmish(3, "red", "blue")
    assert battle.over
    assert not battle.faults
    assert any(isinstance(e, GroupChanged) and e.why == "procedure" for e in battle.events)


def test_the_same_seed_gives_the_same_battle():
    one, other = (skirmish(4, "red", "blue").state.digest() for _ in range(2))
    assert one == other


def test_a_ruled_side_is_not_asked_the_other_is():
    battle = skirmish(6, "blue")
    assert battle.request is not None
    assert battle.request.side == "red"


def test_head_to_head_no_group_obeys_the_tables():
    assert not any(g.np for g in build.state(skirmish(5)).groups.values())


@pytest.mark.rule("NUT-SOLO-03")
def test_an_order_is_drawn_once_for_each_group_that_has_none():
    battle = solo_play.battle_of(*reds(10, 20), *blues(60, 20), order="", dice=(1,))
    assert build.run(solo.draw_orders(battle)) == solo.AGAIN
    assert build.group(battle, "red-1").intention == "ATTACK"
    assert build.run(solo.draw_orders(battle)) == solo.NEXT


@pytest.mark.rule("NUT-NP-16")
def test_the_first_order_of_a_friendly_unit_is_the_players_plan():
    battle = solo_play.battle_of(*reds(10, 20), *blues(60, 20), order="")
    state = build.state(battle)
    state.mission = Mission(eal=3, sl=2, player="red", enemy="blue", mission="attack")
    assert build.run(solo.draw_orders(battle), Chosen(option="PATROL")) == solo.AGAIN
    assert build.group(battle, "red-1").intention == "PATROL"


# ---------------------------------------------------------------- new ground


def explored(at: tuple[float, float], *dice: int):
    battle = build.battle_of(red("man", *at), blue("foe", 70, 46), dice=dice or [3] * 60)
    state = build.state(battle)
    state.mission = Mission(eal=3, sl=2, player="red", enemy="blue", mission="reconnaissance patrol")
    state.edges = {"red": "bottom", "blue": "top"}
    return battle


@pytest.mark.rule("NUT-TERR-11")
def test_a_section_is_rolled_when_a_man_first_sees_into_it():
    battle = explored((36, 10))
    state = build.state(battle)
    for section in (4, 5, 6, 7, 8, 9):
        state.notes[f"terrain.{section}"] = "clear"
    assert scouting.unrevealed(state) == [1, 2, 3]
    scouting.reveal(battle)
    assert scouting.unrevealed(state) == []


def test_ground_that_was_not_generated_has_nothing_to_reveal():
    battle = explored((36, 10))
    assert scouting.unrevealed(build.state(battle)) == []


def test_nobody_sees_behind_a_house_as_wide_as_the_table():
    house = build.area("house", "building", 0.5, 14, 71.5, 15.5, 4.0)
    battle = build.battle_of(red("man", 36, 8), blue("foe", 70, 46), features=[house])
    man = build.stand(battle, "man")
    assert not scouting.looks_into(battle, GRID, 2, man)
    assert scouting.looks_into(battle, GRID, 8, man)
