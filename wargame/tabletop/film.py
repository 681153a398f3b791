"""Watching a battle that has been played: running its answers again once, then going to any of its moments."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.engine.battle import Battle
from wargame.engine.faults import LeftOver
from wargame.engine.film import Film
from wargame.engine.waypoints import Answer
from wargame.tabletop.session import Session

ANSWERS_A_FRAME = 12


class Rerun:
    """The work of giving recorded answers again, some each frame. `fault`: where the record stopped to fit."""

    def __init__(self, battle: Battle, answers: Sequence[Answer]) -> None:
        self.battle, self._answers = battle, answers
        self.total = len(answers)
        self.fault = ""
        self._done = 0

    @property
    def done(self) -> int:
        """Answers given."""
        return self._done

    @property
    def finished(self) -> bool:
        """Nothing is left to be given."""
        return self._done >= self.total or bool(self.fault)

    @property
    def step(self) -> str:
        """The turn that it has come to."""
        return f"turn {self.battle.state.turn}" if self.battle.state.turn else "set-up"

    def update(self) -> None:
        """Give some more."""
        for entry in self._answers[self._done : self._done + ANSWERS_A_FRAME]:
            try:
                self.battle.repeat(entry)
            except LeftOver as error:
                self.fault = f"The record does not fit any more: {error}."
                return
            self._done += 1


class FilmSession(Session):
    """A session in which everything has happened. `viewer` None: everything is shown."""

    why_waiting = "This battle has been played; the bar below leads to any of its moments."

    def __init__(self, film: Film, viewer: str | None = None, open_to_all: bool = True) -> None:
        super().__init__(film, dict.fromkeys(film.state.sides, "film"))
        self.film = film
        self.viewer = viewer
        self.open_to_all = open_to_all
        """Whether one may look through anybody's eyes: the battle is over."""
        self.playing = True
        self.jumps = 0
        """Grows whenever another moment is shown without what lies between."""
        self.story.unread()

    @property
    def at_end(self) -> bool:
        """Whether the last event has been shown."""
        return self.film.at >= self.film.length

    def advance(self) -> bool:
        """Let the next answer be carried out, while it plays."""
        if not self.playing or self.at_end:
            self.playing = self.playing and not self.at_end
            return False
        return self.step()

    def step(self) -> bool:
        """One answer on, to be shown as it happened."""
        return self._go(self.film.after_answer())

    def seek(self, event: int) -> None:
        """Another moment, at once; nothing of the way there is shown."""
        if self._go(event):
            self.story.unread()
            self.jumps += 1

    def look_as(self, viewer: str | None) -> None:
        """Look through the eyes of a side, or of the umpire."""
        if self.open_to_all and viewer != self.viewer:
            self.viewer = viewer
            self.story.unread()
            self.changed += 1
            self.jumps += 1

    def _go(self, event: int) -> bool:
        try:
            self.film.go_to(event)
        except LeftOver as error:
            self.stuck = f"The record does not fit any more: {error}."
            self.playing = False
            return False
        self.changed += 1
        return True
