"""The battle screen on which a played battle is watched: play, pause, a step either way, any moment at once."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from wargame.tabletop.film import FilmSession
from wargame.tabletop.keys import ANYWHERE, BATTLE, FILM
from wargame.tabletop.modes.base import Mode
from wargame.tabletop.modes.film import FilmMode, moment_of
from wargame.tabletop.screens.battle import BattleScreen, Painting


class FilmScreen(BattleScreen):
    """Shows a FilmSession. `on_fork` begins a practice battle after so many answers."""

    name = "film"
    contexts = (FILM, BATTLE, ANYWHERE)

    def __init__(
        self,
        session: FilmSession,
        *,
        on_leave: Callable[[], None],
        on_fork: Callable[[int], None],
        painting: Painting | None = None,
    ) -> None:
        super().__init__(session, on_leave=on_leave, on_result=lambda _: None, painting=painting)
        self.film_session = session
        self.on_fork = on_fork
        self._jumps = session.jumps

    def resting_mode(self) -> Mode:
        """There is nothing to be planned: the bar of the film is there."""
        return FilmMode(self.stage, self.film_session, self.go, self.fork)

    def idle_mode(self) -> Mode:
        """The same while something is being shown."""
        return self.resting_mode()

    def resting_name(self) -> str:
        """The name of that mode."""
        return FilmMode.name

    def handle(self, event: pygame.event.Event) -> bool:
        """The replay's keys come before those of the battle."""
        if event.type == pygame.KEYDOWN:
            action = self.app.keymap.action(event, (FILM,))
            if action is not None:
                self.go(action)
                return True
        return super().handle(event)

    def go(self, action: str) -> None:
        """An action of the replay's keys."""
        session = self.film_session
        if action == "film_play":
            self.skip()
        elif action == "film_eyes":
            self._next_eyes()
        elif action == "film_on":
            session.playing = False
            if self.motion.busy:
                self.motion.skip(self.desk.state)
            session.step()
        else:
            self._jump(moment_of(action, session))

    def skip(self) -> None:
        """Play or pause; at the end it begins again."""
        session = self.film_session
        if session.at_end and not self.motion.busy:
            self._jump(0)
            session.playing = True
        else:
            session.playing = not session.playing

    @property
    def busy(self) -> bool:
        """Whether it plays, or something is still being shown."""
        session = self.film_session
        return self.motion.busy or self.shelf.bare or (session.playing and not session.at_end)

    def fork(self) -> None:
        """Go on playing from the moment that is shown."""
        self.on_fork(len(self.film_session.film.answers))

    def _jump(self, event: int | None) -> None:
        if event is not None:
            self.film_session.playing = False
            self.film_session.seek(event)

    def _next_eyes(self) -> None:
        session = self.film_session
        eyes = [None, *session.film.state.sides]
        session.look_as(eyes[(eyes.index(session.viewer) + 1) % len(eyes)])

    def update(self, dt: float) -> None:
        """After a jump nothing is still being shown, and the log tells what had happened until then."""
        if self.film_session.jumps != self._jumps:
            self._jumps = self.film_session.jumps
            self.shown_to = self.session.viewer
            self.motion.clear(self.desk.state)
            self.retell()
        super().update(dt)
