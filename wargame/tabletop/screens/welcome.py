"""The word of welcome: which rulebook to learn first. Leads straight to a teaching battle with hints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from wargame.scenario import Scenario
from wargame.tabletop.keys import ANYWHERE, DIALOG
from wargame.tabletop.kit import Ui, button, dialog, label, virtual_list
from wargame.tabletop.screen import Screen
from wargame.tabletop.screens.choose_scenario import Choice
from wargame.tabletop.theme import Ink, Size

WIDTH, ROW = 640, 66
FIRST = "You command one side, the computer the other. A paper note tells you what to do at each moment."
OPPONENT = "recruit"


class Welcome(Screen):
    """Teaching battles in a list; `titles` are the names of rulebooks by id. Esc leaves it for the title."""

    name = "welcome"
    opaque = False
    contexts = (DIALOG, ANYWHERE)

    def __init__(
        self,
        tutorials: Sequence[Scenario],
        titles: dict[str, str],
        on_begin: Callable[[Choice], None],
        first_time: bool = False,
    ) -> None:
        self.tutorials, self.titles = list(tutorials), titles
        self.on_begin = on_begin
        self.first_time = first_time
        self.chosen = 0

    def begin(self) -> None:
        """Begin the teaching battle that is marked, on the side that it suggests."""
        scenario = self.tutorials[self.chosen]
        sides = [side.id for side in scenario.setup.sides]
        mine = scenario.meta.suggested_side if scenario.meta.suggested_side in sides else sides[0]
        self.app.pop(self)
        self.on_begin(Choice(scenario, {side: "person" if side == mine else OPPONENT for side in sides}))

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw the greeting, the list and the buttons."""
        rows = len(self.tutorials)
        title = "WELCOME TO THE TABLE" if self.first_time else "LEARN TO PLAY"
        greeting = ui.canvas.wrap(FIRST, ui.px(WIDTH - 36), 16, "regular")
        height = ui.px(44 + 28 + 40 + ROW * rows + 16 + 44) + len(greeting) * ui.canvas.line_height(16, "regular")
        room = dialog(ui, "welcome", (ui.px(WIDTH), height), title)
        y = room.y + ui.canvas.paragraph(pygame.Rect(room.x, room.y, room.w, 0), FIRST, 16, Ink.TEXT) + ui.px(6)
        ask = pygame.Rect(room.x, y, room.w, ui.px(24))
        label(ui, ask, "Which rulebook do you want to learn first?", Size.BODY, Ink.BRASS, "bold")
        body = pygame.Rect(room.x, ask.bottom + ui.px(6), room.w, room.bottom - ui.px(46) - ask.bottom - ui.px(6))
        self._draw_list(ui, body)
        done = pygame.Rect(room.right - ui.px(190), room.bottom - ui.px(36), ui.px(190), ui.px(36))
        reason = "" if self.tutorials else "There is no teaching battle."
        if button(ui, "welcome/begin", done, "Begin", key="commit", primary=True, reason=reason):
            self.begin()
            return
        words = "Look round by myself" if self.first_time else "Back"
        other = pygame.Rect(done.x - ui.px(250), done.y, ui.px(240), done.h)
        if button(ui, "welcome/leave", other, words, key="back"):
            self.app.pop(self)

    def _draw_list(self, ui: Ui, body: pygame.Rect) -> None:
        ui.canvas.box(body, Ink.WELL, Ink.LINE, 4)

        def draw(n: int, row: pygame.Rect) -> None:
            self._draw_row(ui, n, row)

        def enter(key: int) -> None:
            if key == pygame.K_RETURN:
                self.begin()

        inner, count = body.inflate(-2, -2), len(self.tutorials)
        facts: dict[str, Any] = {"cursor": self.chosen, "first": True, "text": "Teaching battles", "other_keys": enter}
        moved = virtual_list(ui, "welcome/list", inner, count, ui.px(ROW), draw, **facts)
        if moved is not None and self.tutorials:
            self.chosen = max(0, min(count - 1, moved))

    def _draw_row(self, ui: Ui, n: int, row: pygame.Rect) -> None:
        scenario, on = self.tutorials[n], n == self.chosen
        meta = scenario.meta
        touch = ui.spot(f"welcome/{scenario.name}", row, text=meta.title, focusable=False, on=on)
        if on or touch.hot:
            ui.canvas.surface.fill(Ink.CHOSEN if on else Ink.HOVER, row)
        if on:
            ui.canvas.surface.fill(Ink.BRASS, (row.x, row.y, ui.px(3), row.h))
        inner = pygame.Rect(row.x + ui.px(16), row.y + ui.px(5), row.w - ui.px(30), ui.px(20))
        minutes = f"{meta.playing_time_min} min" if meta.playing_time_min else ""
        right = label(ui, inner, minutes, Size.DENSE, Ink.TEXT, "semi", "right").x if minutes else inner.right
        name = self.titles.get(meta.ruleset, meta.ruleset)
        label(ui, pygame.Rect(inner.x, inner.y, right - inner.x - ui.px(8), inner.h), name, 16, Ink.BRASS, "title")
        ink = Ink.TEXT if on else Ink.DIM
        label(ui, inner.move(0, ui.px(20)), meta.title, Size.BODY, Ink.TEXT, "bold")
        words = " · ".join(w for w in (meta.place, meta.date, meta.difficulty) if w)
        label(ui, inner.move(0, ui.px(38)), words, Size.CAPTION, ink, "regular")
        if touch.clicked:
            self.chosen = n
            if touch.double:
                self.begin()

    def ui_map(self) -> dict[str, Any]:
        """The teaching battle that is marked."""
        return {"tutorial": self.tutorials[self.chosen].name if self.tutorials else ""}
