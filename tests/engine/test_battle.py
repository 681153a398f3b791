"""The loop: rounds, directives, refusals, waypoints, undo, faults, the end."""

from __future__ import annotations

import msgspec
import pytest

from tests.engine.toy import Toy, toy_battle, toy_setup
from wargame.engine.battle import Battle
from wargame.engine.conditions import Holds, Stands, Turn
from wargame.engine.dice import ScriptedDice
from wargame.engine.events import Rolled, StandMoved, TurnBegan
from wargame.engine.faults import LeftOver, Stall
from wargame.engine.orders import Act, AnyOrder, Chosen, Concede, Confirmed, Done, Move, Refusal
from wargame.engine.requests import Command
from wargame.engine.sequence import AGAIN, Step
from wargame.engine.setup import Effect, LevelRow, ObjectiveSetup, ScoreRow, Trigger, Victory


def give(battle: Battle, *orders: AnyOrder) -> None:
    """Give these orders, all of which have to be accepted."""
    for order in orders:
        outcome = battle.answer(order)
        assert not isinstance(outcome, Refusal), outcome


def test_again_repeats_the_round_and_next_goes_on() -> None:
    battle = toy_battle()
    assert battle.request is not None
    assert (battle.request.side, battle.request.subjects) == ("red", ("red-1", "red-2"))
    give(battle, Move(stand="red-1", path=((6.0, 5.0),)))
    assert battle.request.subjects == ("red-2",)
    give(battle, Done())
    assert battle.request.side == "blue"


def test_go_to_returns_to_a_named_step_and_the_turn_goes_on_after_it() -> None:
    battle = toy_battle()
    give(battle, Done(), Done())
    assert (battle.state.turn, battle.state.step) == (1, "red")
    give(battle, Done(), Done())
    assert (battle.state.turn, battle.state.step) == (2, "red")


def test_refused_order_leaves_no_trace() -> None:
    battle = toy_battle()
    before = battle.state.digest()
    outcome = battle.answer(Move(stand="red-1", path=((23.0, 5.0),)))
    assert isinstance(outcome, Refusal)
    assert (outcome.text, outcome.rules) == ("Too far: 6 in at most.", ("TOY-01",))
    assert battle.state.digest() == before
    assert battle.answers == []


@pytest.mark.parametrize(
    "order",
    [
        Confirmed(yes=True),
        Chosen(option="x"),
        Move(stand="blue-1", path=((6.0, 5.0),)),
        Move(stand="nobody", path=((6.0, 5.0),)),
        Move(stand="red-1", path=((float("nan"), 5.0),)),
        Move(stand="red-1", path=((1.0, 1.0),) * 401),
    ],
)
def test_what_is_no_answer_is_called_malformed(order: AnyOrder) -> None:
    outcome = toy_battle().answer(order)
    assert isinstance(outcome, Refusal)
    assert outcome.kind == "malformed"


def test_events_are_numbered_and_name_their_cause_and_answer() -> None:
    battle = toy_battle()
    give(battle, Move(stand="red-1", path=((11.0, 5.0),)), Done(), Move(stand="blue-1", path=((13.0, 5.0),)))
    give(battle, Confirmed(yes=True))
    numbers = [e.n for e in battle.events]
    assert numbers == list(range(1, len(numbers) + 1))
    moved = next(e for e in battle.events if isinstance(e, StandMoved) and e.stand == "blue-1")
    rolled = next(e for e in battle.events if isinstance(e, Rolled))
    assert (rolled.cause, moved.answer, rolled.answer) == (moved.n, 3, 4)


def test_interrupt_asks_the_other_side_and_then_the_activation_goes_on() -> None:
    battle = toy_battle()
    give(battle, Move(stand="red-1", path=((11.0, 5.0),)), Done(), Move(stand="blue-1", path=((13.0, 5.0),)))
    assert battle.request is not None
    assert (battle.request.side, battle.request.interrupt) == ("red", "challenge")
    give(battle, Confirmed(yes=False))
    assert battle.request.side == "blue"


def test_undo_takes_one_order_back_with_all_that_it_set_off() -> None:
    battle = toy_battle()
    give(battle, Move(stand="red-1", path=((6.0, 5.0),)))
    before = battle.state.digest()
    for _ in range(10):
        give(battle, Move(stand="red-2", path=((7.0, 10.0),)))
        assert battle.undo("red") is None
        assert battle.state.digest() == before
    assert battle.request is not None and battle.request.subjects == ("red-2",)


def test_undo_is_closed_after_dice() -> None:
    battle = toy_battle()
    give(battle, Act(stand="red-1", act="roll"))
    refusal = battle.undo("red")
    assert refusal is not None and refusal.text == "Dice were thrown since then."


def test_undo_is_closed_after_the_other_side_moved() -> None:
    battle = toy_battle()
    give(battle, Done(), Move(stand="blue-1", path=((14.0, 5.0),)))
    refusal = battle.undo("red")
    assert refusal is not None and refusal.text == "The other side has acted since then."


def test_undo_reaches_back_over_a_declined_interrupt() -> None:
    battle = toy_battle()
    give(battle, Move(stand="red-1", path=((11.0, 5.0),)), Done())
    before = battle.state.digest()
    give(battle, Move(stand="blue-1", path=((13.0, 5.0),)), Confirmed(yes=False))
    assert battle.undo("blue") is None
    assert battle.state.digest() == before


def test_a_check_that_hits_a_fault_refuses_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise KeyError("crashed on purpose")

    battle = toy_battle()
    before = battle.state.digest()
    with monkeypatch.context() as broken:
        broken.setattr(battle.ruleset, "check", crash)
        outcome = battle.answer(Done())
    assert isinstance(outcome, Refusal) and outcome.kind == "fault"
    assert "crashed on purpose" in battle.faults[0].traceback
    assert (battle.state.digest(), battle.answers) == (before, [])
    give(battle, Done())


def test_an_order_that_hits_a_fault_is_refused_and_reported() -> None:
    battle = toy_battle()
    give(battle, Move(stand="red-1", path=((6.0, 5.0),)))
    before = battle.state.digest()
    outcome = battle.answer(Act(stand="red-2", act="crash"))
    assert isinstance(outcome, Refusal) and outcome.kind == "fault"
    assert "crashed on purpose" in battle.faults[0].traceback
    assert (battle.state.digest(), len(battle.answers)) == (before, 1)
    give(battle, Move(stand="red-2", path=((6.0, 10.0),)))


def test_a_sequence_that_never_asks_is_called_stalled() -> None:
    class Mute(Toy):
        def sequence(self, state):  # type: ignore[no-untyped-def]
            return (Step("spin", lambda battle: AGAIN),)

    with pytest.raises(Stall, match="went round"):
        Battle(Mute(), toy_setup(), kernels="plain")


def test_the_same_order_that_changes_nothing_is_not_taken_for_ever() -> None:
    def ask(battle: Battle):  # type: ignore[no-untyped-def]
        while True:
            yield Command(side="red", purpose="act", prompt="Act", subjects=("red-1",), orders=("act",))

    class Idle(Toy):
        def sequence(self, state):  # type: ignore[no-untyped-def]
            return (Step("idle", ask),)

    battle = Battle(Idle(), toy_setup(), kernels="plain")
    outcomes = [battle.answer(Act(stand="red-1", act="nothing")) for _ in range(60)]
    assert outcomes[5] == []
    assert isinstance(outcomes[-1], Refusal) and "Stall" in battle.faults[0].traceback
    assert battle.answer(Act(stand="red-1", act="something else")) == []


def test_conceding_is_always_possible_and_gives_the_battle_away() -> None:
    battle = toy_battle()
    give(battle, Concede())
    assert battle.request is None
    assert battle.state.result is not None
    assert (battle.state.result.winner, battle.state.result.ended_by) == ("blue", "concession")
    outcome = battle.answer(Done())
    assert isinstance(outcome, Refusal) and "over" in outcome.text


def test_turn_limit_ends_the_battle_by_the_first_row_of_the_ladder_that_holds() -> None:
    ladder = (
        LevelRow(level="decisive", side="red", condition=Stands(side="red", at_least=3), text="three reds"),
        LevelRow(level="marginal", side="red", condition=Stands(side="red", at_least=2), text="two reds"),
        LevelRow(level="draw", side="draw", condition=None, text="otherwise"),
    )
    battle = toy_battle(victory=Victory(ladder=ladder), turn_limit=1)
    give(battle, *[Done()] * 4)
    result = battle.state.result
    assert result is not None
    assert (result.level, result.winner, result.ended_by) == ("marginal", "red", "limit")
    assert result.reason == "Turn 1 was the last. two reds"


def test_scores_are_given_once_each_turn_at_the_end_and_by_the_stand() -> None:
    rows = (
        ScoreRow(side="red", points=1, when="turn", condition=Turn(), text="each turn"),
        ScoreRow(side="red", points=10, when="once", condition=Turn(at_least=1), text="once"),
        ScoreRow(side="blue", points=100, when="end", condition=Turn(), text="end"),
        ScoreRow(side="blue", points=0.25, when="stand", condition=Stands(side="blue"), text="stands"),
    )
    battle = toy_battle(victory=Victory(ladder=toy_setup().victory.ladder, scores=rows), turn_limit=2)
    give(battle, *[Done()] * 8)
    assert battle.state.scores == {"red": 12, "blue": 100.5}


def test_battle_ends_at_once_when_the_scenario_says_so() -> None:
    goal = ObjectiveSetup(id="o", name="O", x=1, y=1, radius_in=2, points=1, primary=True, holder="blue")
    victory = Victory(ladder=toy_setup().victory.ladder, ends_when=Holds(objectives=("o",), side="red"))
    battle = toy_battle(objectives=(goal,), victory=victory)
    battle.state.objectives["o"].holder = "red"
    give(battle, Done())
    assert battle.state.result is not None and battle.state.result.ended_by == "victory"


def test_trigger_happens_once_at_the_next_step() -> None:
    trigger = Trigger(
        id="rain", condition=Turn(at_least=2), effects=(Effect(kind="visibility", data={"inches": 12}),), text="Rain."
    )
    battle = toy_battle(triggers=(trigger,))
    give(battle, *[Done()] * 4)
    assert battle.state.visibility_in == 12
    give(battle, Done())
    assert sum(getattr(e, "key", "") == "visibility" for e in battle.events) == 1


def test_clock_advances_with_the_turn() -> None:
    battle = toy_battle(clock_start_min=23 * 60 + 30, minutes_per_turn=20)
    give(battle, *[Done()] * 8)
    assert [e.clock_min for e in battle.events if isinstance(e, TurnBegan)] == [1410, 1430, 10]


def test_scripted_dice_are_thrown_in_order() -> None:
    battle = toy_battle(dice=ScriptedDice([3, 5]))
    give(battle, Act(stand="red-1", act="roll"), Act(stand="red-2", act="roll"))
    assert [e.dice for e in battle.events if isinstance(e, Rolled)] == [(3,), (5,)]


def test_same_seed_and_answers_give_the_same_digest() -> None:
    orders = [Act(stand="red-1", act="roll"), Move(stand="red-2", path=((7.0, 7.0),)), Done()]
    first, second = toy_battle(seed=7), toy_battle(seed=7)
    give(first, *orders)
    give(second, *orders)
    assert first.state.digest() == second.state.digest()
    assert first.digests == second.digests


def test_going_on_from_a_copied_waypoint_is_the_same_battle() -> None:
    battle = toy_battle(seed=3)
    for order in [Act(stand="red-1", act="roll"), Done(), Done(), Act(stand="red-2", act="roll"), Done(), Done()]:
        waypoint = battle.waypoints[-1].state
        again = Battle(Toy(), battle.setup, 3, kernels="plain", state=waypoint)
        assert msgspec.structs.replace(again.request, number=0) == msgspec.structs.replace(battle.request, number=0)
        give(battle, order)
        give(again, order)
        assert again.state.digest() == battle.state.digest()


def test_record_that_does_not_fit_is_noticed() -> None:
    battle = toy_battle()
    other = toy_battle()
    give(other, Done())
    give(battle, Done(), Done())
    with pytest.raises(LeftOver):
        other.repeat(battle.answers[0])
