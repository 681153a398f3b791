"""Watching a battle that has been played: the bar below the table that leads to any of its moments."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from wargame.tabletop.armies import army_name
from wargame.tabletop.film import FilmSession
from wargame.tabletop.kit import Ui, button
from wargame.tabletop.modes.rest import Watching
from wargame.tabletop.theme import Ink, Size

if TYPE_CHECKING:
    from wargame.tabletop.modes.stage import Stage

MOST_STEPS = 2000
HEIGHT, MARGIN, BUTTON = 62, 10, 34
EVERYBODY = "Everything is shown"


class FilmMode(Watching):
    """`go` takes an action of the replay's keys; `fork` goes on playing from here, where that is possible."""

    name = "film"
    hint = "Space plays and pauses · the bar leads anywhere"

    def __init__(self, stage: Stage, session: FilmSession, go: Callable[[str], None], fork: Callable[[], None]) -> None:
        super().__init__(stage)
        self.session, self.go, self.fork = session, go, fork

    @property
    def title(self) -> str:  # type: ignore[override]
        """Where the film is."""
        if self.session.stuck:
            return self.session.stuck
        state = self.desk.state
        where = f"Turn {state.turn}" if state.turn else "Before play"
        return " · ".join(word for word in (where, state.phase, "the end" if self.session.at_end else "") if word)

    def covers(self, ui: Ui) -> pygame.Rect | None:
        """Where the bar is."""
        return self._place(ui)

    def _place(self, ui: Ui) -> pygame.Rect:
        view = self.desk.camera.view
        width = min(view.w - ui.px(2 * MARGIN), ui.px(860))
        place = pygame.Rect(0, 0, width, ui.px(HEIGHT))
        place.midbottom = (view.centerx, view.bottom - ui.px(MARGIN))
        return place

    def draw_panel(self, ui: Ui) -> None:
        """Draw the bar: buttons, the line of time with a tick for each turn, whose eyes, and going on from here."""
        place = self._place(ui)
        with ui.region("film"):
            ui.shield("film/panel", place)
            ui.canvas.box(place, Ink.PANEL, Ink.LINE, 6)
            inner = place.inflate(-ui.px(20), -ui.px(10))
            time = pygame.Rect(inner.x, inner.y, inner.w, ui.px(16))
            self._draw_time(ui, time)
            row = pygame.Rect(inner.x, inner.bottom - ui.px(30), inner.w, ui.px(30))
            self._draw_buttons(ui, row)
            self._draw_choices(ui, row)

    def _draw_time(self, ui: Ui, rect: pygame.Rect) -> None:
        film = self.session.film
        touch = ui.spot("film/time", rect, text="Moment of the battle", wheels=True, presses=frozenset())
        bar = pygame.Rect(rect.x, rect.centery - ui.px(2), rect.w, ui.px(4))
        ui.canvas.box(bar, Ink.WELL, Ink.LINE, 2)
        share = film.at / max(1, film.length)
        ui.canvas.box(pygame.Rect(bar.x, bar.y, round(bar.w * share), bar.h), Ink.BRASS, None, 2)
        self._draw_ticks(ui, bar)
        x = bar.x + round(bar.w * share)
        ui.canvas.icon("circle", (x, bar.centery), 15, Ink.TEXT if touch.hot or touch.held else Ink.BRASS)
        if touch.shows_focus:
            ui.canvas.ring(rect)
        if touch.held or touch.clicked:
            self._seek_share((ui.mouse[0] - bar.x) / max(1, bar.w))
        elif touch.wheel:
            self.go("film_on" if touch.wheel > 0 else "film_back")

    def _seek_share(self, share: float) -> None:
        film = self.session.film
        wanted = round(max(0.0, min(1.0, share)) * film.length)
        if abs(wanted - film.at) > max(0, film.length // MOST_STEPS):
            self.session.playing = False
            self.session.seek(wanted)

    def _draw_ticks(self, ui: Ui, bar: pygame.Rect) -> None:
        film = self.session.film
        last = -ui.px(40)
        for turn, event in film.turns():
            x = bar.x + round(bar.w * event / max(1, film.length))
            ui.canvas.surface.fill(Ink.BRASS, (x, bar.y - ui.px(3), max(1, ui.px(1)), bar.h + ui.px(6)))
            if x - last >= ui.px(26):
                text = (x + ui.px(3), bar.y - ui.px(8))
                ui.canvas.text(text, str(turn), Size.CAPTION, Ink.DIM, "regular", "midleft")
                last = x

    def _draw_buttons(self, ui: Ui, row: pygame.Rect) -> None:
        playing = self.session.playing and not self.session.at_end
        x = row.x
        for action, icon, caption, tip in (
            ("film_turn_back", "", "«", "To the turn before"),
            ("film_back", "", "‹", "One answer back"),
            ("film_play", "pause" if playing else "play", "", "Pause" if playing else "Play"),
            ("film_on", "", "›", "One answer on"),
            ("film_turn_on", "", "»", "To the next turn"),
        ):
            place = pygame.Rect(x, row.y, ui.px(BUTTON), row.h)
            if button(ui, f"film/{action}", place, caption, icon=icon, tip=_tip(ui, tip, action), centred=True):
                self.go(action)
            x = place.right + ui.px(4)

    def _draw_choices(self, ui: Ui, row: pygame.Rect) -> None:
        fork = pygame.Rect(row.right - ui.px(150), row.y, ui.px(150), row.h)
        why = "The battle ends here." if self.session.at_end and self.session.over else ""
        tip = "A practice battle begins at this moment"
        if button(ui, "film/fork", fork, "Play on from here", reason=why, tip=tip, centred=True):
            self.fork()
        eyes = pygame.Rect(fork.x - ui.px(178), row.y, ui.px(170), row.h)
        why = "" if self.session.open_to_all else "The battle is not over: the other side's secrets stay hidden."
        caption = self._eyes()
        tip = _tip(ui, "Through whose eyes", "film_eyes")
        if button(ui, "film/eyes", eyes, caption, reason=why, tip=tip, centred=True):
            self.go("film_eyes")

    def _eyes(self) -> str:
        viewer = self.session.viewer
        return EVERYBODY if viewer is None else f"{army_name(viewer)}'s eyes"


def _tip(ui: Ui, words: str, action: str) -> str:
    return f"{words} ({ui.keymap.caption(action)})"


def moment_of(action: str, session: FilmSession) -> int | None:
    """The event that an action of the replay's keys leads to; None if it leads nowhere."""
    film = session.film
    turns = [event for _, event in film.turns()]
    places: dict[str, Callable[[], int]] = {
        "film_back": film.before_answer,
        "film_turn_back": lambda: _before(turns, film.at),
        "film_turn_on": lambda: _after(turns, film.at, film.length),
        "film_phase_back": lambda: _before(film.phases(), film.at),
        "film_phase_on": lambda: _after(film.phases(), film.at, film.length),
    }
    place = places.get(action)
    return place() if place is not None else None


def _before(places: Sequence[int], here: int) -> int:
    """The place before this one; a place shown has its own first event behind it."""
    n = bisect.bisect_left(places, here - 1)
    return places[n - 1] + 1 if n > 0 else 0


def _after(places: Sequence[int], here: int, end: int) -> int:
    n = bisect.bisect_left(places, here)
    return places[n] + 1 if n < len(places) else end
