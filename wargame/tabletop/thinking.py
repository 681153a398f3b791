"""Computer players at work: in a process of their own, so that the window never waits, or inline."""

from __future__ import annotations

import functools
import multiprocessing
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from wargame.ai.players import Player, player
from wargame.board import Board
from wargame.engine.events import AnyEvent
from wargame.engine.orders import AnyOrder
from wargame.engine.requests import AnyRequest
from wargame.engine.setup import Setup
from wargame.engine.state import State
from wargame.engine.view import View
from wargame.lab.workers import follow_parent

if TYPE_CHECKING:
    from wargame.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """What stays the same for all questions of one battle."""

    ruleset: Ruleset
    setup: Setup


@dataclass(frozen=True, slots=True)
class Errand:
    """A question to a computer player, with all it may know: nothing but plain data."""

    side: str
    grade: str
    seed: int
    request: AnyRequest
    state: State
    events: tuple[AnyEvent, ...]
    at_round_start: bool


class Thinker(Protocol):
    """Somebody who works on one errand at a time."""

    def begin(self, errand: Errand, field: Field) -> None:
        """Start to think; an errand still open is dropped."""
        ...

    def result(self) -> AnyOrder | None:
        """The answer once it is there; None while thinking or idle. Raises what the player raised."""
        ...

    def drop(self) -> None:
        """Forget the open errand."""
        ...

    def close(self) -> None:
        """Let the worker go."""
        ...


class Mind:
    """The computer players of one battle; each is kept, so that plans outlast a question."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self._players: dict[tuple[str, int, str], Player] = {}

    @functools.cached_property
    def _ground(self) -> Board:
        setup = self.field.setup
        return Board.build(setup.table, setup.features, self.field.ruleset.profile)

    def decide(self, errand: Errand) -> AnyOrder:
        """The player's answer."""
        ruleset, setup = self.field.ruleset, self.field.setup
        view = View(ruleset, setup, errand.side, errand.state, self._ground, errand.events, errand.at_round_start)
        key = (errand.grade, errand.seed, errand.side)
        if key not in self._players:
            self._players[key] = player(*key)
        order: Any = self._players[key].decide(errand.request, view)
        return order


class _Worker:
    """What a worker process keeps from one errand to the next; it serves one battle."""

    mind: Mind | None = None


@functools.lru_cache(maxsize=1)
def _worker() -> _Worker:
    return _Worker()


def begin_work(field: Field) -> None:
    """The first thing that a worker process does: seat the players of its battle."""
    follow_parent()
    _worker().mind = Mind(field)


def decide_in_worker(errand: Errand) -> AnyOrder:
    """The answer of this process's own players. Raises RuntimeError before `begin_work`."""
    mind = _worker().mind
    if mind is None:
        raise RuntimeError("this process has been given no battle")
    return mind.decide(errand)


class InlineThinker:
    """Thinks at once, in the caller's own time (tests, and where no process can be started)."""

    def __init__(self) -> None:
        self._answer: AnyOrder | None = None
        self._mind: Mind | None = None

    def begin(self, errand: Errand, field: Field) -> None:
        """Think now."""
        self._mind = _mind_for(field, self._mind)
        self._answer = self._mind.decide(errand)

    def result(self) -> AnyOrder | None:
        """The answer, once."""
        answer, self._answer = self._answer, None
        return answer

    def drop(self) -> None:
        """Forget the answer."""
        self._answer = None

    def close(self) -> None:
        """Nothing to let go."""


class WorkerThinker:
    """Thinks in a worker process; goes on inline when none can be started or the worker dies."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._waiting: Future[AnyOrder] | None = None
        self._errand: Errand | None = None
        self._broken = False
        self._field: Field | None = None
        self._mind: Mind | None = None

    def begin(self, errand: Errand, field: Field) -> None:
        """Hand the errand to the worker; another battle gets a worker of its own."""
        self.drop()
        if field is not self._field:
            self.close()
        self._errand, self._field = errand, field
        if self._broken:
            return
        try:
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(1, context, initializer=begin_work, initargs=(field,))
            self._waiting = self._pool.submit(decide_in_worker, errand)
        except (OSError, BrokenProcessPool):
            self._break()

    def result(self) -> AnyOrder | None:
        """The worker's answer if it is there; without a worker, think now."""
        if self._errand is None:
            return None
        if self._waiting is None:
            return self._think_here()
        if not self._waiting.done():
            return None
        waiting, self._waiting = self._waiting, None
        try:
            answer = waiting.result()
        except (OSError, BrokenProcessPool):
            self._break()
            return self.result()
        self._errand = None
        return answer

    def drop(self) -> None:
        """Forget the errand; what the worker still says of it is not listened to."""
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = self._errand = None

    def close(self) -> None:
        """Let the worker go without waiting for it."""
        self.drop()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _think_here(self) -> AnyOrder | None:
        errand, self._errand = self._errand, None
        if errand is None or self._field is None:
            return None
        self._mind = _mind_for(self._field, self._mind)
        return self._mind.decide(errand)

    def _break(self) -> None:
        errand = self._errand
        self.close()
        self._errand, self._broken = errand, True


def _mind_for(field: Field, mind: Mind | None) -> Mind:
    return mind if mind is not None and mind.field is field else Mind(field)
