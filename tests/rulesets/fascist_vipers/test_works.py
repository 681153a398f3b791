"""Works of a scenario, states of groups, odds of moves, and what the tabletop asks of the rulebook."""

from __future__ import annotations

import dataclasses

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import PANZER_IV, PIONEERS, act, at, end_go, fire, move, shot, strip
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, red, refusal, stand, with_dice
from wargame.engine.appraisal import duel
from wargame.engine.orders import Act, Chosen, Move
from wargame.engine.setup import Action
from wargame.rulesets import ruleset
from wargame.rulesets.fascist_vipers import acts, losses_tally

BOOK = ruleset("fascist_vipers")


def with_barricade(*units, turns=1, not_before=0):
    changes = ({"change": "remove_feature", "id": "wall"},)
    action = Action(
        id="clear-bridge",
        act="work",
        text="Clear the barricade",
        x=30.0,
        y=24.0,
        radius_in=2.0,
        classes=("engineer",),
        data={"turns": turns, "not_before": not_before, "changes": changes},
    )
    idle = red("idle-red", RIFLES, 1, 1, group="x"), blue("idle-blue", RUSSIANS, 71, 1, group="y")
    setup = sketch.setup_of(*units, *idle, features=[strip("wall", "wall", (31, 20), (31, 28))])
    setup = dataclasses.replace(setup, actions=(action,))
    return sketch.battle_in(sketch.state_of(setup), setup)


def test_engineers_near_the_place_change_the_ground():
    battle = with_barricade(red("pioneers", PIONEERS, 29, 24))
    assert battle.board.has_feature("wall")
    act(battle, "pioneers", "clear-bridge")
    assert not battle.board.has_feature("wall")
    assert stand(battle, "pioneers").activated


@pytest.mark.rule("CFV-SOFT-02")
def test_others_far_ones_and_early_ones_cannot():
    battle = with_barricade(red("pioneers", PIONEERS, 25, 24), red("rifles", RIFLES, 29, 24))
    refusal(battle, Act(stand="pioneers", act="clear-bridge"))
    refusal(battle, Act(stand="rifles", act="clear-bridge"))
    early = with_barricade(red("pioneers", PIONEERS, 29, 24), not_before=4)
    assert "turn 4" in refusal(early, Act(stand="pioneers", act="clear-bridge")).text
    refusal(early, Act(stand="pioneers", act="sing"))


@pytest.mark.rule("CFV-SOFT-02")
def test_what_is_done_is_not_done_again():
    battle = with_barricade(red("pioneers", PIONEERS, 29, 24), red("others", PIONEERS, 28, 23))
    assert acts.places_to_work(battle.view("red"), stand(battle, "others")) == [(30.0, 24.0, 2.0)]
    act(battle, "pioneers", "clear-bridge")
    assert "done already" in refusal(battle, Act(stand="others", act="clear-bridge")).text
    assert acts.places_to_work(battle.view("red"), stand(battle, "others")) == []


def test_works_of_two_turns_are_done_after_two_goes():
    battle = with_barricade(red("pioneers", PIONEERS, 29, 24), turns=2)
    act(battle, "pioneers", "clear-bridge")
    assert battle.board.has_feature("wall")
    end_go(battle)
    with_dice(battle, 20, 1)
    end_go(battle)
    sketch.order(battle, Chosen(option="first"))
    act(battle, "pioneers", "clear-bridge")
    assert not battle.board.has_feature("wall")


def test_acts_that_never_fit_a_unit_are_not_offered():
    battle = with_barricade(red("pioneers", PIONEERS, 29, 24), red("tank", PANZER_IV, 20, 24))
    assert "clear-bridge" in {row.id for row in acts.rows(battle, stand(battle, "pioneers"))}
    assert acts.rows(battle, stand(battle, "tank")) == ()


@pytest.mark.rule("CFV-MOVE-05")
def test_a_move_over_infantry_is_priced_in_blood_and_names_who_reacts():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("theirs", RUSSIANS, 23, 24))
    order = Move(stand="tank", path=((27.0, 24.0),))
    found = BOOK.appraise(battle.view("red"), order)
    assert found.outcomes[1].chance == pytest.approx(duel(1, 1)[0])
    reaction = BOOK.reactions(battle.view("red"), order)[0]
    assert reaction.stand == "theirs" and reaction.chance == pytest.approx(duel(1, 1)[0])
    assert reaction.at == pytest.approx((23 - 0.875, 24.0), abs=0.01)
    harmless = BOOK.appraise(battle.view("red"), Move(stand="tank", path=((20.0, 28.0),)))
    assert (
        harmless.outcomes == () and BOOK.reactions(battle.view("red"), Move(stand="tank", path=((20.0, 28.0),))) == ()
    )


@pytest.mark.rule("CFV-INIT-08")
def test_states_of_groups_in_the_words_of_conditions():
    battle = sketch.battle_of(
        red("a", RIFLES, 20, 24), blue("b", RUSSIANS, 50, 24), blue("c", RUSSIANS, 50, 28, group="blue-2")
    )
    state = battle.state
    assert losses_tally.group_states(state, "blue-1") == ()
    state.groups["blue-1"].state = "run_away"
    assert set(losses_tally.group_states(state, "blue-1")) == {"run_away", "crisis", "broken"}
    state.groups["blue-1"].state = "falter"
    assert set(losses_tally.group_states(state, "blue-1")) == {"falter", "faltering"}
    stand(battle, "c").gone, stand(battle, "c").on_table = "destroyed", False
    assert {"destroyed", "off_table", "broken"} <= set(losses_tally.group_states(state, "blue-2"))
    assert ("Blues: units lost", "1 of 3") in losses_tally.tally(state)


def test_the_card_shows_what_a_unit_has_and_choices_what_it_may_do():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("t34", T34, 35, 24))
    view = battle.view("red")
    card = BOOK.card(view, "tank")
    assert dict(card.boxes)["MOVE"] == "8" and dict(card.sides)["FRONT"] == "Tank"
    choices = BOOK.choices(view, battle.request, "tank")
    assert [w.id for w in choices.weapons] == ["gun"] and choices.modes[0].allowance == 8.0
    assert [r.radius_in for r in BOOK.rings(view, "tank")] == [22.0]
    assert BOOK.targets(view, "tank")[0].range_in == 14.0
    assert BOOK.sight(view, "tank", "t34").clear


def test_every_event_of_a_fight_is_told_with_names():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("t34", T34, 35, 24))
    move(battle, "tank", (22, 24))
    events = fire(battle, "tank", "t34", *[1] * 4, *[6] * 5)
    told = [BOOK.words(battle, e) for e in events]
    texts = [t.text for t in told if t is not None]
    assert "tank fires at t34, 12.0 in" in texts and "t34 is out of the battle" in texts
    assert at(battle, "tank") == (22.0, 24.0) and shot("a", "b").weapon == "gun"
