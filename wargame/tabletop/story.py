"""What one viewer has seen of a battle: events numbered anew, so that no gap betrays a secret."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wargame.engine.events import AnyEvent, seen


class Story:
    """The events of a battle as one side saw them (`viewer` None: all of them), kept up to date bit by bit."""

    def __init__(self, viewer: str | None) -> None:
        self.viewer = viewer
        self.events: list[AnyEvent] = []
        self.read = 0
        """How many of them have been handed out to be shown."""
        self._taken = 0
        self._numbers: dict[int, int] = {}
        self._sources: list[int] = []

    def follow(self, events: Sequence[AnyEvent]) -> None:
        """Take in what is new in the battle's events, and let go of what was taken back."""
        if len(events) < self._taken:
            self._rewind(len(events))
        for place in range(self._taken, len(events)):
            self._take(place, events[place])
        self._taken = len(events)

    def unread(self) -> list[AnyEvent]:
        """The events not yet handed out; they count as read from now on."""
        fresh = self.events[self.read :]
        self.read = len(self.events)
        return fresh

    def _take(self, place: int, event: AnyEvent) -> None:
        shown = seen(event, self.viewer)
        if shown is None:
            return
        number = len(self.events) + 1
        self._numbers[event.n] = number
        cause = self._numbers.get(event.cause, 0)
        self._sources.append(place)
        self.events.append(msgspec.structs.replace(shown, n=number, cause=cause, seen_by=None, instead=None))

    def _rewind(self, length: int) -> None:
        while self._sources and self._sources[-1] >= length:
            self._sources.pop()
            self.events.pop()
        kept = len(self.events)
        self._numbers = {old: new for old, new in self._numbers.items() if new <= kept}
        self.read = min(self.read, kept)
