"""The session: seats, curtain, standing orders, undo, keeping; no picture in it."""

from __future__ import annotations

import multiprocessing
import time
from typing import Any

import pytest

from tests.tabletop.toy_field import battle
from wargame.engine.dice import ScriptedDice
from wargame.engine.events import StandMoved
from wargame.engine.orders import Act, Concede, Done, Fire, Move, Placed, Placement, Refusal, Shot
from wargame.engine.requests import Command, Place
from wargame.engine.standing import StandingOrder
from wargame.tabletop.session import Session
from wargame.tabletop.thinking import WorkerThinker

HOTSEAT = {"blue": "person", "grey": "person"}
SOLO = {"blue": "person", "grey": "random"}


class Notes:
    def __init__(self, fails: bool = False) -> None:
        self.answers: list[Any] = []
        self.saves: list[str] = []
        self.fails = fails

    def refused(self, session: Any) -> None: ...

    def journal(self, session: Session, entry: Any) -> None:
        self.answers.append(entry.order)

    def keep(self, session: Session, name: str) -> str:
        if self.fails:
            raise OSError(28, "No space left on device")
        self.saves.append(name)
        return "Saved."

    def fault(self, session: Session, report: Any) -> str:
        return "Fault written."


def test_a_person_is_asked_and_answers() -> None:
    session = Session(battle(), SOLO)
    assert isinstance(session.asked, Command) and session.viewer == "blue"
    assert session.answer(Move(stand="rifles-1", path=((10, 8),))) is None
    assert any(isinstance(e, StandMoved) for e in session.fresh_events())
    assert session.fresh_events() == []


def test_an_illegal_order_is_refused_and_changes_nothing() -> None:
    session = Session(battle(), SOLO)
    before = session.battle.state.digest()
    refusal = session.answer(Move(stand="rifles-1", path=((30, 8),)))
    assert refusal is not None and "6″" in refusal.text
    assert session.battle.state.digest() == before


def test_the_computer_answers_for_its_side() -> None:
    session = Session(battle(), SOLO)
    session.answer(Done())
    assert session.asked is None
    for _ in range(20):
        if session.asked is None:
            session.advance()
    assert session.asked is not None and session.battle.state.turn == 2


def test_watching_shows_everything_and_plays_to_the_end() -> None:
    session = Session(battle(hidden=("gun",)), {"blue": "random", "grey": "random"})
    assert session.viewer is None
    assert "gun" in session.scene.state.stands
    for _ in range(500):
        if not session.advance():
            break
    assert session.over


def test_a_worker_process_gives_the_same_answers() -> None:
    inline, worker = (
        Session(battle(), {"blue": "random", "grey": "random"}, thinker=t) for t in (None, WorkerThinker())
    )
    for session in (inline, worker):
        limit = time.monotonic() + 60
        while len(session.battle.answers) < 6 and not session.over and time.monotonic() < limit:
            if not session.advance():
                time.sleep(0.01)
    worker.close()
    n = min(len(inline.battle.answers), 6)
    assert [a.order for a in worker.battle.answers[:n]] == [a.order for a in inline.battle.answers[:n]]


def test_a_killed_worker_loses_no_answer() -> None:
    thinker = WorkerThinker()
    session = Session(battle(), {"blue": "random", "grey": "random"}, thinker=thinker)
    session.advance()
    for process in multiprocessing.active_children():
        process.kill()
    limit = time.monotonic() + 60
    while len(session.battle.answers) < 3 and time.monotonic() < limit:
        if not session.advance():
            time.sleep(0.01)
    thinker.close()
    assert len(session.battle.answers) == 3 and not session.stuck


def test_open_battle_changes_seats_without_a_curtain() -> None:
    session = Session(battle(), HOTSEAT)
    session.answer(Done())
    assert session.curtain == "" and session.viewer == "grey"


def test_hidden_stands_bring_the_curtain_down() -> None:
    session = Session(battle(hidden=("gun",)), HOTSEAT)
    session.answer(Done())
    assert session.curtain == "grey" and session.asked is None
    assert session.viewer == "blue" and not session.undo_offer().possible
    session.take_seat()
    assert session.viewer == "grey" and isinstance(session.asked, Command)


def test_the_view_of_the_seat_shows_no_hidden_enemy() -> None:
    session = Session(battle(hidden=("gun",)), HOTSEAT)
    assert "gun" not in session.scene.state.stands


def test_undo_takes_a_move_back_and_is_refused_after_dice() -> None:
    session = Session(battle(dice=ScriptedDice([1, 1])), SOLO)
    session.answer(Move(stand="rifles-1", path=((10, 8),)))
    assert session.undo() is None
    assert session.battle.state.stands["rifles-1"].x == 6
    session.battle.state.stands["grey-1"].x = 14
    session.answer(Fire(stand="rifles-1", weapon="main", targets=(Shot("grey-1"),)))
    refusal = session.undo()
    assert refusal is not None and "Dice" in refusal.text


def test_after_a_refused_undo_a_practice_battle_can_go_back() -> None:
    notes = Notes()
    session = Session(battle(dice=ScriptedDice([1, 1])), SOLO, keeping=notes)
    session.answer(Move(stand="rifles-1", path=((12, 8),)))
    session.answer(Fire(stand="mortar", weapon="main", at=(20, 20)))
    assert session.fork_back() and session.practice
    assert len(session.battle.answers) == 1 and "before practice" in notes.saves


def test_standing_orders_answer_interrupts() -> None:
    session = Session(battle(dice=ScriptedDice([1, 1])), HOTSEAT, standing={"grey": (StandingOrder(do="act"),)})
    session.battle.state.stands["grey-1"].watch = True
    session.answer(Move(stand="rifles-1", path=((12, 8),)))
    assert session.battle.request is not None and session.battle.request.interrupt == "watch"
    assert session.advance()
    assert session.battle.answers[-1].by == "standing order" and isinstance(session.battle.answers[-1].order, Fire)


def test_hold_for_the_rest_of_the_move() -> None:
    session = Session(battle(), HOTSEAT)
    session.battle.state.stands["grey-2"].x = 22
    for name in ("grey-1", "grey-2"):
        session.battle.state.stands[name].watch = True
    session.answer(Move(stand="rifles-1", path=((12, 8),)))
    while session.curtain:
        session.take_seat()
    assert session.asked is not None and session.asked.interrupt
    assert session.hold_for_this_move() is None
    assert session.battle.request is not None and not session.battle.request.interrupt


def test_every_answer_is_journalled_and_each_phase_saved() -> None:
    notes = Notes()
    session = Session(battle(), SOLO, keeping=notes)
    session.answer(Act(stand="rifles-1", act="watch"))
    session.answer(Done())
    assert notes.answers == [Act(stand="rifles-1", act="watch"), Done()]
    assert notes.saves == [""]


def test_a_full_disk_is_told_and_the_battle_goes_on() -> None:
    session = Session(battle(), SOLO, keeping=Notes(fails=True))
    session.answer(Done())
    assert any("No space left" in text for text in session.fetch_notices())
    assert "could not be saved" in session.keep("quick")


def test_conceding_ends_the_battle() -> None:
    notes = Notes()
    session = Session(battle(), SOLO, keeping=notes)
    assert session.answer(Concede()) is None
    assert session.over and session.battle.state.result.winner == "grey"
    assert notes.saves == [""], "a battle that is over is saved as over"


def test_deployment_is_a_place_request() -> None:
    session = Session(battle(placed=False), SOLO)
    assert isinstance(session.asked, Place)
    outside = tuple(
        Placement(thing=t.id, x=20, y=3 + 3 * n, facing_deg=0.0) for n, t in enumerate(session.asked.things)
    )
    refusal = session.answer(Placed(placements=outside))
    assert isinstance(refusal, Refusal) and "outside your zone" in refusal.text


@pytest.mark.parametrize("grade", ["random"])
def test_a_failing_computer_stops_the_battle_with_a_sentence(grade: str) -> None:
    session = Session(battle(), SOLO)

    class Broken:
        def begin(self, errand: Any, field: Any) -> None:
            raise ValueError("no idea")

        def drop(self) -> None: ...
        def close(self) -> None: ...
        def result(self) -> None: ...

    session.thinker = Broken()  # type: ignore[assignment]
    session.answer(Done())
    for _ in range(4):
        session.advance()
    assert "no idea" in session.stuck
