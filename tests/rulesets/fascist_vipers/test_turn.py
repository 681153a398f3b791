"""CFV-TURN: the sequence of play."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import PANZER_IV, end_go, fire, move, shot
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, order, red, refusal, stand, with_dice
from wargame.engine.dice import Chance
from wargame.engine.events import PhaseBegan, TurnBegan
from wargame.engine.orders import Chosen, Done, Move, Refusal, Wait
from wargame.engine.setup import Zone
from wargame.rulesets import names, ruleset
from wargame.rulesets.fascist_vipers import turn


def whole_battle(seed=1, **more):
    """A battle from its very beginning: two platoons a side and a zone each."""
    import dataclasses

    from wargame.engine.battle import Battle

    units = [
        sketch.Unit("r1", RIFLES, "red", None, group="red-1"),
        sketch.Unit("r2", PANZER_IV, "red", None, group="red-1"),
        sketch.Unit("b1", RUSSIANS, "blue", None, group="blue-1"),
        sketch.Unit("b2", T34, "blue", None, group="blue-1"),
    ]
    setup = sketch.setup_of(*units, **more)
    groups = tuple(
        dataclasses.replace(g, stands=tuple(dataclasses.replace(s, off_board=False) for s in g.stands), zones=(g.side,))
        for g in setup.groups
    )
    zones = (
        Zone(id="red", name="west", side="red", polygon=((0, 10), (12, 10), (12, 38), (0, 38))),
        Zone(id="blue", name="east", side="blue", polygon=((50, 10), (70, 10), (70, 38), (50, 38))),
    )
    setup = dataclasses.replace(setup, groups=groups, zones=zones)
    return Battle(ruleset("fascist_vipers"), setup, seed=seed, kernels="plain", digests=False)


def answer_all(battle, most=400, stop=lambda battle: False):
    """Answers everything with the suggestion or the first sample until told to stop."""
    for _ in range(most):
        if battle.over or stop(battle):
            return
        view = battle.view(battle.request.side)
        given = battle.request.suggestion
        if given is None:
            kind = battle.ruleset.sample_kinds(view, battle.request)[-1]
            given = battle.ruleset.samples(view, battle.request, kind)[0]
        outcome = battle.answer(given)
        assert not isinstance(outcome, Refusal), outcome.text


@pytest.mark.rule("CFV-TURN-01")
def test_a_turn_has_five_steps_in_a_fixed_order():
    battle = whole_battle()
    answer_all(battle, stop=lambda b: b.state.turn == 2 and b.state.step == "initiative")
    steps = [e.step for e in battle.events if isinstance(e, PhaseBegan)]
    wanted = ["initiative", "go_a", "tests_a", "go_b", "tests_b"]
    assert [s for s in steps if s in wanted][:6] == [*wanted, "initiative"]
    for name in ("tests_a", "tests_b"):
        assert next(s for s in turn.SEQUENCE if s.name == name).run is turn.reaction.test_one_group


@pytest.mark.rule("CFV-TURN-03")
def test_both_sides_test_after_a_go_the_non_phasing_side_first():
    battle = sketch.battle_of(red("a", RIFLES, 20, 24), blue("b", RUSSIANS, 50, 24))
    for name in ("red-1", "blue-1"):
        group = sketch.group(battle, name)
        group.owes_test, group.losses_this_go, group.original_teeth = True, 1, 4
    with_dice(battle, 20, 20)
    end_go(battle)
    assert [r.who for r in sketch.rolls(battle, "reaction")] == ["blue-1", "red-1"]


@pytest.mark.rule("CFV-TURN-02")
def test_as_many_or_as_few_units_as_one_likes_act_in_any_order():
    battle = sketch.battle_of(red("a", RIFLES, 20, 24), red("b", RIFLES, 20, 28), red("c", RIFLES, 20, 32))
    move(battle, "c", (22, 32))
    move(battle, "a", (22, 24))
    assert battle.state.step == "go_a"
    end_go(battle)
    assert battle.state.step == "go_b"


@pytest.mark.rule("CFV-TURN-04")
def test_a_unit_moves_once_and_then_attacks_once():
    battle = sketch.battle_of(red("panzer", PANZER_IV, 20, 24), blue("t34", T34, 35, 24))
    move(battle, "panzer", (22, 24))
    assert battle.request.purpose == "attack"
    assert battle.request.orders == ("fire", "assault", "wait")
    fire(battle, "panzer", "t34", 2, 2, 2, 1, 1, 1, 1, 2, 2)
    assert battle.request.purpose == "activate" and "panzer" not in battle.request.subjects
    outcome = battle.answer(Move(stand="panzer", path=((24.0, 24.0),)))
    assert isinstance(outcome, Refusal)


@pytest.mark.rule("CFV-TURN-05")
def test_in_the_enemy_go_only_the_phasing_sides_units_are_ordered():
    battle = sketch.battle_of(red("panzer", PANZER_IV, 20, 24), blue("t34", T34, 35, 24))
    assert battle.request.side == "red"
    assert "t34" not in battle.request.subjects
    assert isinstance(battle.answer(shot("t34", "panzer")), Refusal)


@pytest.mark.rule("CFV-TURN-07")
def test_the_battle_ends_when_a_side_has_no_teeth_arm_left():
    battle = sketch.battle_of(red("panzer", PANZER_IV, 20, 24), blue("t34", T34, 35, 24))
    stand(battle, "idle-blue").gone = "destroyed"
    fire(battle, "panzer", "t34", 1, 1, 1, 1, 6, 6, 6, 6, 6)
    assert battle.over and battle.state.result.ended_by == "annihilation"


@pytest.mark.rule("CFV-TURN-02")
def test_waiting_uses_a_unit_up_for_this_go_only():
    battle = sketch.battle_of(red("a", RIFLES, 20, 24), red("b", RIFLES, 20, 28))
    order(battle, Wait(stand="a"))
    assert "a" not in battle.request.subjects
    order(battle, Done())
    with_dice(battle, 20, 1)
    order(battle, Done())
    order(battle, Chosen(option="first"))
    assert battle.state.turn == 4 and "a" in battle.request.subjects


def test_the_same_seed_and_answers_give_the_same_battle():
    one, two = whole_battle(7), whole_battle(7)
    answer_all(one, most=60)
    answer_all(two, most=60)
    assert one.state.digest() == two.state.digest()
    assert [e.turn for e in one.events if isinstance(e, TurnBegan)]


def test_a_battle_can_be_imagined_from_a_view_and_played_on():
    battle = whole_battle(3)
    answer_all(battle, stop=lambda b: b.state.step == "go_a")
    imagined = battle.view(battle.request.side).imagine(Chance(5))
    answer_all(imagined, most=20)
    assert imagined.answers


def test_the_rulebook_is_found_by_name():
    assert "fascist_vipers" in names()
    with pytest.raises(KeyError, match="nearest: 'fascist_vipers'"):
        ruleset("fascist_viper")


def test_an_order_to_a_unit_that_is_not_asked_is_refused():
    battle = sketch.battle_of(red("a", RIFLES, 20, 24))
    assert refusal(battle, Move(stand="nobody", path=())).kind == "malformed"
