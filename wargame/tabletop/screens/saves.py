"""The list of saved battles: go on, or watch one from the beginning; damaged files say what is wrong with them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pygame

from wargame.scenario.save import SaveEntry
from wargame.tabletop.keys import ANYWHERE, MENU
from wargame.tabletop.kit import Ui, button, label, scroll_to, virtual_list
from wargame.tabletop.screen import Screen
from wargame.tabletop.session import PERSON
from wargame.tabletop.theme import Ink, Size

ROW = 50


class SavesScreen(Screen):
    """`titles` gives the title of a scenario by its name, where it is known."""

    name = "saves"
    contexts = (MENU, ANYWHERE)

    def __init__(
        self,
        entries: Sequence[SaveEntry],
        titles: dict[str, str],
        on_continue: Callable[[Path], None],
        on_watch: Callable[[Path], None],
        on_back: Callable[[], None],
    ) -> None:
        self.entries, self.titles = list(entries), titles
        self.on_continue, self.on_watch, self.on_back = on_continue, on_watch, on_back
        self.chosen = 0

    @property
    def entry(self) -> SaveEntry | None:
        """The line that is marked."""
        return self.entries[self.chosen] if 0 <= self.chosen < len(self.entries) else None

    def _why_not(self, watch: bool) -> str:
        entry = self.entry
        if entry is None:
            return "There is no saved battle."
        if entry.fault:
            return "This file cannot be read."
        if watch and not entry.over and list((entry.players or {}).values()).count(PERSON) > 1:
            return "Two persons still play this battle: watching it would show each the other's secrets."
        return "This battle is over; it can be watched." if entry.over and not watch else ""

    def go_on(self) -> None:
        """Continue the battle that is marked."""
        entry = self.entry
        if entry is not None and not self._why_not(False):
            self.on_continue(entry.path)

    def handle(self, event: pygame.event.Event) -> bool:
        """Enter goes on, Esc goes back."""
        if event.type != pygame.KEYDOWN:
            return False
        action = self.app.keymap.action(event, self.contexts)
        if action == "back":
            self.on_back()
        elif action == "commit":
            self.go_on()
        else:
            return False
        return True

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw list and buttons."""
        surface.fill(Ink.BACK)
        window = ui.window
        head = pygame.Rect(ui.px(24), ui.px(10), window.w - ui.px(48), ui.px(44))
        label(ui, head, "SAVED BATTLES", 22, Ink.BRASS, "title")
        surface.fill(Ink.BRASS, (0, head.bottom + ui.px(4), window.w, 1))
        body = pygame.Rect(0, head.bottom + ui.px(20), min(window.w - ui.px(48), ui.px(980)), 0)
        body.h = window.h - body.y - ui.px(80)
        body.centerx = window.centerx
        with ui.region("list"):
            self._draw_list(ui, body)
        foot = pygame.Rect(body.x, body.bottom + ui.px(18), body.w, ui.px(40))
        with ui.region("buttons"):
            self._draw_buttons(ui, foot)

    def _draw_list(self, ui: Ui, rect: pygame.Rect) -> None:
        ui.canvas.box(rect, Ink.WELL, Ink.LINE, 5)
        inner, height = rect.inflate(-2, -2), ui.px(ROW)
        if not self.entries:
            label(ui, rect, "No battle has been saved yet.", ink=Ink.DIM, align="centre")

        def draw(n: int, row: pygame.Rect) -> None:
            self._draw_entry(ui, n, row)

        moved = virtual_list(
            ui,
            "saves/list",
            inner,
            len(self.entries),
            height,
            draw,
            cursor=self.chosen,
            first=True,
            text="Saved battles",
            other_keys=lambda key: self.go_on() if key == pygame.K_RETURN else None,
        )
        if moved is not None and self.entries:
            self.chosen = moved
            scroll_to(ui, "saves/list", moved, height, inner.h)

    def _draw_entry(self, ui: Ui, n: int, row: pygame.Rect) -> None:
        entry, on = self.entries[n], n == self.chosen
        touch = ui.spot(f"save/{entry.path.stem}", row, text=entry.path.stem, focusable=False, on=on)
        if on or touch.hot:
            ui.canvas.surface.fill(Ink.CHOSEN if on else Ink.HOVER, row)
        inner = row.inflate(-ui.px(24), -ui.px(8))
        upper = pygame.Rect(inner.x, inner.y, inner.w, inner.h // 2)
        lower = pygame.Rect(inner.x, inner.centery, inner.w, inner.h // 2)
        when = time.strftime("%d %b %Y, %H:%M", time.localtime(entry.changed)) if entry.changed else ""
        right = (
            label(ui, upper, when, Size.DENSE, Ink.TEXT if on else Ink.DIM, "regular", "right").x
            if when
            else upper.right
        )
        upper.w = right - upper.x - ui.px(10)
        if entry.fault:
            label(ui, upper, entry.path.stem, Size.BODY, Ink.OFF, "bold")
            label(ui, lower, entry.fault, Size.CAPTION, Ink.REFUSAL, "regular")
        else:
            mark = " · practice" if entry.practice else ""
            label(ui, upper, self.titles.get(entry.scenario, entry.scenario) + mark, Size.BODY, Ink.TEXT, "bold")
            end = "over" if entry.over else f"turn {entry.turn}" if entry.turn else "set-up"
            players = ", ".join(f"{side}: {who}" for side, who in (entry.players or {}).items())
            words = " · ".join(w for w in (end, players, entry.path.stem) if w)
            label(ui, lower, words, Size.CAPTION, Ink.TEXT if on else Ink.DIM, "regular")
        if touch.clicked:
            self.chosen = n
            if touch.double:
                self.go_on()

    def _draw_buttons(self, ui: Ui, rect: pygame.Rect) -> None:
        width, gap = ui.px(170), ui.px(12)
        place = pygame.Rect(rect.right - width, rect.y, width, rect.h)
        if button(ui, "continue", place, "Go on", key="commit", primary=True, reason=self._why_not(False)):
            self.go_on()
            return
        place = place.move(-width - gap, 0)
        if button(ui, "watch", place, "Watch", icon="play", reason=self._why_not(True)) and self.entry is not None:
            self.on_watch(self.entry.path)
            return
        if button(ui, "back", pygame.Rect(rect.x, rect.y, ui.px(120), rect.h), "Back", key="back"):
            self.on_back()

    def ui_map(self) -> dict[str, Any]:
        """Which save is marked."""
        return {"save": self.entry.path.name if self.entry is not None else ""}
