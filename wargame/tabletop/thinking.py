"""Computer players at work: in a process of their own, so that the window never waits, or inline."""

from __future__ import annotations

import functools
import multiprocessing
import pickle
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Protocol

from wargame.ai.players import Player, player
from wargame.board import Board
from wargame.engine.events import AnyEvent
from wargame.engine.orders import AnyOrder
from wargame.engine.requests import AnyRequest
from wargame.engine.setup import Setup
from wargame.engine.state import State
from wargame.engine.view import View


@dataclass(frozen=True, slots=True)
class Errand:
    """A question to a computer player, with all it may know: nothing but plain data.

    `field` is the pickled pair of ruleset and set-up, the same for the whole battle.
    """

    field: bytes
    side: str
    grade: str
    seed: int
    request: AnyRequest
    state: State
    events: tuple[AnyEvent, ...]
    at_round_start: bool


class Thinker(Protocol):
    """Somebody who works on one errand at a time."""

    def begin(self, errand: Errand) -> None:
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


def field_of(ruleset: Any, setup: Setup) -> bytes:
    """Ruleset and set-up as bytes that another process can read."""
    return pickle.dumps((ruleset, setup))


class Mind:
    """The computer players of one battle; each is kept, so that plans outlast a question."""

    def __init__(self) -> None:
        self._ground: tuple[bytes, Any, Setup, Board] | None = None
        self._players: dict[tuple[str, int, str], Player] = {}

    def decide(self, errand: Errand) -> AnyOrder:
        """The player's answer."""
        if self._ground is None or self._ground[0] != errand.field:
            ruleset, setup = pickle.loads(errand.field)
            self._ground = (errand.field, ruleset, setup, Board.build(setup.table, setup.features, ruleset.profile))
        _, ruleset, setup, ground = self._ground
        view = View(ruleset, setup, errand.side, errand.state, ground, errand.events, errand.at_round_start)
        key = (errand.grade, errand.seed, errand.side)
        if key not in self._players:
            self._players[key] = player(*key)
        order: Any = self._players[key].decide(errand.request, view)
        return order


@functools.lru_cache(maxsize=1)
def _worker_mind() -> Mind:
    return Mind()


def decide_in_worker(errand: Errand) -> AnyOrder:
    """The answer of this process's own players; a worker process serves one battle."""
    return _worker_mind().decide(errand)


class InlineThinker:
    """Thinks at once, in the caller's own time (tests, and where no process can be started)."""

    def __init__(self) -> None:
        self._answer: AnyOrder | None = None
        self._mind = Mind()

    def begin(self, errand: Errand) -> None:
        """Think now."""
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
        self._mind = Mind()

    def begin(self, errand: Errand) -> None:
        """Hand the errand to the worker."""
        self.drop()
        self._errand = errand
        if self._broken:
            return
        try:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
            self._waiting = self._pool.submit(decide_in_worker, errand)
        except (OSError, BrokenProcessPool):
            self._break()

    def result(self) -> AnyOrder | None:
        """The worker's answer if it is there; without a worker, think now."""
        if self._errand is None:
            return None
        if self._waiting is None:
            errand, self._errand = self._errand, None
            return self._mind.decide(errand)
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

    def _break(self) -> None:
        errand = self._errand
        self.close()
        self._errand, self._broken = errand, True
