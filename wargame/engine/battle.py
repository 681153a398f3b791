"""A battle: the loop of steps and rounds that is asked and answers.

`battle.request` is the open request; `battle.answer(order)` checks it, runs to the next request and returns the new
events, or a refusal and no change. Between rounds only the state exists: there the loop keeps a waypoint.
"""

from __future__ import annotations

import traceback
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from wargame.board import Board, Change
from wargame.engine import form, triggers, victory
from wargame.engine.conditions import Judge
from wargame.engine.dice import Dice, Stream
from wargame.engine.events import AnyEvent, Event, PhaseBegan, TurnBegan
from wargame.engine.faults import FaultReport, LeftOver, Stall
from wargame.engine.orders import AnyOrder, Concede, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.sequence import AGAIN, Directive, GoTo, Round, Step
from wargame.engine.setup import Setup
from wargame.engine.state import State
from wargame.engine.undo import undo_offer
from wargame.engine.waypoints import Answer, Past, UndoOffer, Waypoint, thin

if TYPE_CHECKING:
    from wargame.engine.ruleset import Ruleset
    from wargame.engine.view import Story, View

IDLE_ROUNDS = 2000
"""Rounds in a row that may pass within a turn without a question before the sequence is called stalled."""

VAIN_ANSWERS = 40
"""Times that the same answer may come to nothing, one after another, before this is called a stall."""


class Battle:
    """One battle under one rulebook. `side` is None: a battle is the umpire's, it sees all."""

    side = None

    def __init__(
        self,
        ruleset: Ruleset,
        setup: Setup,
        seed: int = 1,
        *,
        dice: Stream | None = None,
        kernels: Any = "compiled",
        state: State | None = None,
        ground: Board | None = None,
        past: Past | None = None,
        digests: bool = True,
    ) -> None:
        """Set up and run to the first request; with `state`, go on from that waypoint instead.

        `past` is what had happened before that waypoint; `digests` False leaves the digests of waypoints out.
        """
        self._keeps_digests = digests
        self.ruleset, self.setup, self.seed = ruleset, setup, seed
        self.dice: Stream = dice or Dice(seed)
        self.ground = ground or Board.build(setup.table, setup.features, ruleset.profile, kernels)
        past = past or Past()
        self.events: list[AnyEvent] = list(past.events)
        self.answers: list[Answer] = list(past.answers)
        self.waypoints: list[Waypoint] = []
        self.digests: list[tuple[int, str, str]] = [row for row in past.digests if row[0] <= len(past.answers)]
        self.faults: list[FaultReport] = []
        self.request: AnyRequest | None = None
        self._round: Round | None = None
        self._vain = 0
        self._board: tuple[tuple[Change, ...], Board] | None = None
        self._view_cache: dict[str, tuple[tuple[int, int], View]] = {}
        self._stories: dict[str, Story] = {}
        self.state: State = state.copy() if state is not None else ruleset.set_up(setup)
        self.steps = ruleset.sequence(self.state)
        if state is None:
            self._enter(self.steps[0])
        self._run(None)

    # -- questions

    @property
    def judge(self) -> Judge:
        """The ruleset's words for conditions."""
        return self.ruleset.judge

    @property
    def board(self) -> Board:
        """The ground as it is now."""
        if self._board is None or self._board[0] is not self.state.ground:
            self._board = (self.state.ground, self.ground.with_changes(self.state.ground))
        return self._board[1]

    @property
    def over(self) -> bool:
        """True when there is a result."""
        return self.state.result is not None

    @property
    def at_round_start(self) -> bool:
        """True if nothing has happened in the round of the open request: look-ahead is possible there."""
        last = self.waypoints[-1] if self.waypoints else None
        return last is not None and (last.answers, last.events) == (len(self.answers), len(self.events))

    def view(self, side: str) -> View:
        """What a side may know now."""
        from wargame.engine.view import View

        key = (len(self.answers), self.state.event_count)
        kept = self._view_cache.get(side)
        if kept is None or kept[0] != key:
            kept = (key, View.of(self, side))
            self._view_cache[side] = kept
        return kept[1]

    def story_of(self, side: str) -> Story:
        """The teller of what a side has seen so far."""
        from wargame.engine.view import Story

        return self._stories.setdefault(side, Story(side))

    # -- for players

    def answer(self, order: AnyOrder, by: str = "person") -> Refusal | list[AnyEvent]:
        """Give the answer to the open request. A refusal leaves everything as it was."""
        request = self.request
        if request is None:
            return Refusal(text="The battle is over; nothing is asked any more.", kind="malformed")
        try:
            order = form.with_true_names(self.state, request.side, order)
            refusal = self._refusal(request, order)
        except Exception:
            self._report(traceback.format_exc())
            return Refusal(text="This order hit a fault in the program; give another.", kind="fault")
        if refusal is not None:
            return refusal
        before = len(self.events)
        entry = Answer(order=order, by=by, side=request.side, request=request.number, purpose=request.purpose)
        try:
            self._accept(entry)
        except Exception:
            return self._take_back_fault(traceback.format_exc())
        return self.events[before:]

    def undo_offer(self, side: str) -> UndoOffer:
        """Whether the side may take its last order back."""
        return undo_offer(self, side)

    def undo(self, side: str) -> Refusal | None:
        """Go back to the moment before the side's last order, with all that it set off."""
        offer = self.undo_offer(side)
        if not offer.possible:
            return Refusal(text=offer.reason)
        self.rewind(offer.answer)
        return None

    def rewind(self, answers: int) -> None:
        """Go back to when this many answers had been given (a practice battle may go back to anywhere).

        Raises ValueError if the waypoint before it was not kept.
        """
        index = next((i for i in reversed(range(len(self.waypoints))) if self.waypoints[i].answers <= answers), None)
        if index is None:
            raise ValueError(f"no waypoint at or before answer {answers} was kept")
        waypoint = self.waypoints[index]
        again = self.answers[waypoint.answers : answers]
        del self.waypoints[index:]
        del self.events[waypoint.events :]
        del self.answers[waypoint.answers :]
        self.digests = [row for row in self.digests if row[0] < waypoint.answers]
        self._go_on_from(waypoint.state, again)

    def repeat(self, entry: Answer) -> None:
        """Give a recorded answer again. Raises LeftOver if nothing, or something else, is asked here."""
        request = self.request
        if request is None or request.side != entry.side:
            asked = "nothing" if request is None else f"a question to {request.side}"
            raise LeftOver(f"answer {len(self.answers) + 1} is {entry.side}'s, but {asked} is open")
        outcome = self.answer(entry.order, entry.by)
        if isinstance(outcome, Refusal):
            raise LeftOver(f"answer {len(self.answers) + 1} is refused now: {outcome.text}")

    # -- for rules, while a round runs

    def happen(self, event: Any, cause: Event | None = None) -> Any:
        """Number an event, apply it to the state, keep it; returns the numbered event."""
        self.state.event_count += 1
        event = msgspec.structs.replace(
            event,
            n=self.state.event_count,
            cause=cause.n if cause is not None else event.cause,
            answer=len(self.answers),
        )
        event.apply(self.state)
        self.events.append(event)
        form.count_event(self.state, event)
        return event

    def throw(self, count: int, sides: int = 6) -> tuple[int, ...]:
        """Throw dice of the battle's stream: natural faces, in the order thrown."""
        first = self.state.dice_count
        self.state.dice_count += count
        return tuple(self.dice.face(first + i, sides) for i in range(count))

    def end(self, ended_by: str, reason: str = "") -> None:
        """End the battle now and judge the ladder. `ended_by`: victory, limit, annihilation."""
        if not self.over:
            victory.finish(self, ended_by, reason)

    # -- the loop

    def _refusal(self, request: AnyRequest, order: AnyOrder) -> Refusal | None:
        refusal = form.check(self.state, request, order)
        if refusal is None and not isinstance(order, Concede):
            refusal = self.ruleset.check(self.view(request.side), request, order)
        return refusal

    def _accept(self, entry: Answer) -> None:
        self.answers.append(entry)
        self.request = None
        happened = len(self.events)
        if isinstance(entry.order, Concede):
            victory.concede(self, entry.side)
            self._close()
            return
        self._run(entry.order)
        self._count_vain(entry, len(self.events) > happened)

    def _count_vain(self, entry: Answer, happened: bool) -> None:
        """An order to a stand that changes nothing, given again and again, would go on for ever."""
        again = len(self.answers) > 1 and self.answers[-2].order == entry.order
        self._vain = self._vain + 1 if again and not happened and hasattr(entry.order, "stand") else 0
        if self._vain >= VAIN_ANSWERS:
            raise Stall(f"the same order {VAIN_ANSWERS} times, and nothing comes of it: {entry.order}")

    def _run(self, order: AnyOrder | None) -> None:
        """Run to the next request or to the end; `order` answers the request that was open."""
        idle, turn = 0, self.state.turn
        while not self.over:
            if self._round is None:
                idle, turn = (idle + 1 if turn == self.state.turn else 0), self.state.turn
                if idle > IDLE_ROUNDS:
                    raise Stall(f"step {self.state.step!r} of turn {self.state.turn} went round {idle} times")
                self._begin_round()
                order = None
                continue
            try:
                request = self._round.send(order)
            except StopIteration as stop:
                self._round = None
                self._follow(stop.value)
                continue
            if not self.over:
                self.request = msgspec.structs.replace(request, number=len(self.answers) + 1)
                return
        self._close()

    def _close(self) -> None:
        if self._round is not None:
            self._round.close()
        self._round, self.request = None, None

    def _begin_round(self) -> None:
        step = self._step()
        self._mark(step)
        started = step.run(self)
        if isinstance(started, Generator):
            self._round = started
        else:
            self._follow(started)

    def _mark(self, step: Step) -> None:
        """Keep a waypoint: the state before the round, and its digest for replays."""
        last = self.waypoints[-1].state if self.waypoints else None
        fresh = last is None or (last.step, last.turn) != (self.state.step, self.state.turn)
        copied = self.state.copy()
        here = Waypoint(state=copied, answers=len(self.answers), events=len(self.events), first_of_phase=fresh)
        if self.waypoints and self.waypoints[-1].answers == here.answers and not self.waypoints[-1].first_of_phase:
            self.waypoints.pop()
        self.waypoints.append(here)
        if self._keeps_digests:
            self._keep_digest(copied)
        if fresh:
            thin(self.waypoints, self.state.turn)

    def _keep_digest(self, state: State) -> None:
        entry = (len(self.answers), state.step, state.digest())
        if self.digests and self.digests[-1][:2] == entry[:2]:
            self.digests.pop()
        self.digests.append(entry)

    def _follow(self, directive: Directive) -> None:
        if self.over or directive is AGAIN:
            return
        if isinstance(directive, GoTo):
            self._enter(next(s for s in self.steps if s.name == directive.step))
            return
        place = self.steps.index(self._step()) + 1
        if place < len(self.steps) and (self.steps[place].before_play or self.state.turn > 0):
            self._enter(self.steps[place])
            return
        self._next_turn()

    def _next_turn(self) -> None:
        if self.state.turn > 0:
            victory.score_rows(self, "turn")
            self._look_for_the_end()
            if not self.over and self.state.turn >= self.setup.turn_limit:
                self.end("limit", f"Turn {self.setup.turn_limit} was the last.")
        if self.over:
            return
        turn = self.state.turn + 1
        clock = self.setup.clock_start_min
        if not self.setup.minutes_per_turn:
            clock = clock if self.state.clock_min is None else self.state.clock_min
        elif clock is not None:
            clock = (clock + (turn - 1) * self.setup.minutes_per_turn) % 1440
        self.happen(TurnBegan(turn=turn, clock_min=clock))
        self._enter(next(s for s in self.steps if not s.before_play))

    def _enter(self, step: Step) -> None:
        side = step.side(self.state) if step.side is not None else ""
        self.happen(PhaseBegan(step=step.name, phase=step.phase or self.state.phase, side=side))
        if self.state.turn > 0:
            triggers.pull(self)
            victory.score_rows(self, "once")
            self._look_for_the_end()

    def _look_for_the_end(self) -> None:
        ends_when = self.setup.victory.ends_when
        if ends_when is not None and not self.over and ends_when.holds(self):
            self.end("victory")

    def _step(self) -> Step:
        return next(step for step in self.steps if step.name == self.state.step)

    # -- going back

    def _go_on_from(self, state: State, answers: Sequence[Answer]) -> None:
        self._close()
        self.state = state.copy()
        self.steps = self.ruleset.sequence(self.state)
        self._view_cache.clear()
        self._run(None)
        for entry in answers:
            if self.request is None:
                raise LeftOver(f"answer {len(self.answers) + 1} was recorded, but nothing is asked there")
            self._accept(entry)

    def _take_back_fault(self, trace: str) -> Refusal:
        """Put the round back to its waypoint, give all its answers but the last again, and refuse the last."""
        self._report(trace)
        self.rewind(len(self.answers) - 1)
        return Refusal(text="This order hit a fault in the program and was taken back; give another.", kind="fault")

    def _report(self, trace: str) -> None:
        name, answers = self.ruleset.name, tuple(self.answers)
        self.faults.append(
            FaultReport(scenario=self.setup.name, ruleset=name, seed=self.seed, answers=answers, traceback=trace)
        )
