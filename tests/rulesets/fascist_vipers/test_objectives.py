"""CFV-OBJ and CFV-SOFT-01, -02: objectives, ladders and historical imperative."""

from __future__ import annotations

import dataclasses

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import HQ, end_go, move
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, order, red, stand
from wargame.engine.events import Said, StandChanged
from wargame.engine.orders import Chosen, Confirmed
from wargame.engine.setup import ObjectiveSetup, Override
from wargame.rulesets.fascist_vipers import fire, objectives

HILL = ObjectiveSetup(id="hill", name="Hill", x=30.0, y=24.0, radius_in=3.0, points=3.0, primary=True, holder="blue")


@pytest.mark.rule("CFV-OBJ-01", "CFV-OBJ-02")
def test_a_teeth_arm_unit_alone_near_the_marker_takes_it_at_the_end_of_the_go():
    battle = sketch.battle_of(red("ours", RIFLES, 25, 24), objectives=(HILL,))
    move(battle, "ours", (27, 24))
    assert battle.state.objectives["hill"].holder == "blue"
    end_go(battle)
    assert battle.state.objectives["hill"].holder == "red"


@pytest.mark.rule("CFV-OBJ-02")
def test_two_sides_near_the_marker_contest_it_and_an_hq_takes_nothing():
    battle = sketch.battle_of(red("ours", RIFLES, 28, 24), blue("theirs", RUSSIANS, 32, 24), objectives=(HILL,))
    end_go(battle)
    assert battle.state.objectives["hill"].contested and battle.state.objectives["hill"].holder == "blue"
    hq = sketch.battle_of(red("ours", HQ, 28, 24), objectives=(HILL,))
    end_go(hq)
    assert hq.state.objectives["hill"].holder == "blue"


@pytest.mark.rule("CFV-OBJ-03")
def test_without_a_ladder_points_are_counted_for_objectives():
    setup = sketch.setup_of(red("ours", RIFLES, 10, 24), blue("theirs", RUSSIANS, 60, 24), objectives=(HILL,))
    low = dataclasses.replace(HILL, id="farm", name="Farm", primary=False, holder="red")
    victory = objectives.default_victory(setup.sides, (HILL, low))
    setup = dataclasses.replace(setup, objectives=(HILL, low), victory=victory, turn_limit=3)
    battle = sketch.battle_in(sketch.state_of(setup, step="end_of_turn", phasing=""), setup)
    assert battle.over
    assert dict(battle.state.scores) == {"red": 1.0, "blue": 3.0}
    assert battle.state.result.winner == "blue" and battle.state.result.ended_by == "limit"


@pytest.mark.rule("CFV-SOFT-01", "CFV-SOFT-02")
def test_overrides_are_agreed_to_before_play_and_logged_when_they_begin_and_end():
    override = Override(
        id="reputation",
        text="The T-34 is feared",
        reason="first meetings, 1941",
        field="fearsome",
        value=True,
        stands=("t34",),
        turns=(3, 3),
    )
    setup = sketch.setup_of(red("ours", RIFLES, 28, 24), blue("t34", T34, 60, 24))
    setup = dataclasses.replace(setup, overrides=(override,))
    state = sketch.state_of(setup, step="consent", turn=0, phasing="")
    state.consented = ()
    asked = sketch.battle_in(state, setup)
    assert asked.request.purpose == "consent" and "first meetings" in asked.request.prompt
    order(asked, Confirmed(yes=True))
    assert asked.request.purpose == "consent"

    battle = sketch.battle_in(sketch.state_of(setup, step="initiative", phasing=""), setup, (15, 4, 15, 4))
    assert stand(battle, "t34").ratings.fearsome
    assert any(isinstance(e, Said) and e.key == "override_begins" for e in battle.events)
    assert fire.defence(battle, stand(battle, "t34"), "veteran", (50.0, 24.0)).dice == 5
    order(battle, Chosen(option="first"))
    end_go(battle)
    end_go(battle)
    assert battle.state.turn == 4 and not stand(battle, "t34").ratings.fearsome
    assert any(isinstance(e, StandChanged) and e.stand == "t34" and "CFV-SOFT-02" in e.rules for e in battle.events)
