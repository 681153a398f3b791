"""A battle that has been played, seen from any of its moments: events put into effect again, no dice, no rules.

What events do not tell (a ruleset's private notes) stays as it was at the beginning; nothing of it is ever shown.
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence

from wargame.engine import form
from wargame.engine.battle import Battle
from wargame.engine.events import AnyEvent, PhaseBegan, TurnBegan
from wargame.engine.faults import LeftOver
from wargame.engine.state import State

KEPT_EVERY = 250
"""A copy of the state is kept each so many events, to go back from."""


class Film(Battle):
    """Looks like a battle in which nothing is asked. `at` is the number of events that have happened so far."""

    def __init__(self, played: Battle) -> None:
        self.ruleset, self.setup, self.seed = played.ruleset, played.setup, played.seed
        self.dice, self.ground = played.dice, played.ground
        self.whole: Sequence[AnyEvent] = tuple(played.events)
        self._all_answers = tuple(played.answers)
        self._ends = _ends_of_answers(self.whole)
        self.answers, self.events, self.waypoints, self.digests, self.faults = [], [], [], [], []
        self.request = None
        self._round = None
        self._board = None
        self._view_cache, self._stories = {}, {}
        self.state: State = self.ruleset.set_up(self.setup)
        self.steps = self.ruleset.sequence(self.state)
        self._kept: dict[int, State] = {0: self.state.copy()}

    @property
    def at(self) -> int:
        """Events so far."""
        return len(self.events)

    @property
    def length(self) -> int:
        """Events of the whole battle."""
        return len(self.whole)

    def go_to(self, event: int) -> None:
        """Show the moment after so many events. Raises LeftOver if the events do not fit the scenario."""
        event = max(0, min(self.length, event))
        start = max(n for n in self._kept if n <= event)
        if start > self.at or event < self.at:
            self.state = self._kept[start].copy()
        else:
            start = self.at
        for n in range(start, event):
            self._put_into_effect(self.whole[n])
            if (n + 1) % KEPT_EVERY == 0 and n + 1 not in self._kept:
                self._kept[n + 1] = self.state.copy()
        self.events = list(self.whole[:event])
        answered = self.whole[event - 1].answer if event else 0
        self.answers = list(self._all_answers[:answered])
        self._view_cache.clear()

    def after_answer(self) -> int:
        """The moment at which the answer is carried out that the next event belongs to."""
        return self._ends[min(len(self._ends) - 1, bisect.bisect_right(self._ends, self.at))] if self._ends else 0

    def before_answer(self) -> int:
        """The moment one answer back."""
        n = bisect.bisect_left(self._ends, self.at)
        return self._ends[n - 1] if n > 0 else 0

    def turns(self) -> tuple[tuple[int, int], ...]:
        """Where each turn begins: (turn, events before it)."""
        return tuple((e.turn, n) for n, e in enumerate(self.whole) if isinstance(e, TurnBegan))

    def phases(self) -> tuple[int, ...]:
        """Events before each beginning of a phase."""
        return tuple(n for n, e in enumerate(self.whole) if isinstance(e, PhaseBegan))

    def _put_into_effect(self, event: AnyEvent) -> None:
        try:
            event.apply(self.state)
        except (KeyError, ValueError, AttributeError) as error:
            raise LeftOver(f"event {event.n} ({type(event).__name__}) does not fit: {error}") from None
        self.state.event_count = event.n
        form.count_event(self.state, event)


def _ends_of_answers(events: Sequence[AnyEvent]) -> list[int]:
    """How many events there are when an answer has been carried out, for each answer that made any."""
    last = {event.answer: n for n, event in enumerate(events, start=1)}
    return sorted(last.values())
