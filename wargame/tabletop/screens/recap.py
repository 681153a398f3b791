"""The recap behind the curtain: what the player who sits down could see happen meanwhile, and no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from wargame.engine.events import AnyEvent
from wargame.tabletop.desk import Desk
from wargame.tabletop.keys import ANYWHERE, DIALOG
from wargame.tabletop.kit import Ui, button, dialog, label, plain, virtual_list
from wargame.tabletop.panels.chronicle import Chronicle
from wargame.tabletop.panels.log_model import LogEntry
from wargame.tabletop.screen import Screen
from wargame.tabletop.theme import ColourPair, Ink, Size

WIDTH, ROW, MOST_ROWS = 620, 26, 12


def recap_of(desk: Desk, unread: Sequence[AnyEvent]) -> list[LogEntry]:
    """The heads of what has happened, as the log will tell it; phases and turns are left out."""
    chronicle = Chronicle(desk)
    for event in unread:
        chronicle.tell(event)
    chronicle.flush()
    return [entry for entry in chronicle.model.entries if entry.units]


class Recap(Screen):
    """A list of what happened. `on_show` plays it on the table, `on_skip` goes on at once."""

    name = "recap"
    opaque = False
    contexts = (DIALOG, ANYWHERE)

    def __init__(
        self,
        side: str,
        pair: ColourPair,
        entries: Sequence[LogEntry],
        on_show: Callable[[], None],
        on_skip: Callable[[], None],
    ) -> None:
        self.side, self.pair, self.entries = side, pair, list(entries)
        self.on_show, self.on_skip = on_show, on_skip

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw the list and the two buttons."""
        shown = min(MOST_ROWS, len(self.entries))
        height = ui.px(44 + 28 + 28 + ROW * shown + 16 + 40)
        room = dialog(ui, "recap", (ui.px(WIDTH), height), f"MEANWHILE · {self.side.upper()}")
        words = "What you could see since you left the table:"
        label(ui, pygame.Rect(room.x, room.y, room.w, ui.px(22)), words, Size.BODY, Ink.DIM)
        body = pygame.Rect(room.x, room.y + ui.px(26), room.w, room.h - ui.px(26 + 48))
        ui.canvas.box(body, Ink.WELL, Ink.LINE, 4)

        def draw(n: int, row: pygame.Rect) -> None:
            self._draw_entry(ui, self.entries[n], row)

        virtual_list(ui, "recap/list", body.inflate(-2, -2), len(self.entries), ui.px(ROW), draw, text="Meanwhile")
        show = pygame.Rect(room.right - ui.px(200), room.bottom - ui.px(34), ui.px(200), ui.px(34))
        if button(ui, "recap/show", show, "Show it on the table", key="commit", primary=True):
            self.app.pop(self)
            self.on_show()
            return
        skip = pygame.Rect(show.x - ui.px(150), show.y, ui.px(140), show.h)
        if button(ui, "recap/skip", skip, "Skip", key="back"):
            self.app.pop(self)
            self.on_skip()

    def _draw_entry(self, ui: Ui, entry: LogEntry, row: pygame.Rect) -> None:
        if entry.side is not None:
            ui.canvas.surface.fill(self.pair.side(entry.side).colour, (row.x, row.y + 1, ui.px(4), row.h - 2))
        inner = pygame.Rect(row.x + ui.px(12), row.y, row.w - ui.px(20), row.h)
        result = next((r.result for r in reversed(entry.rows) if r.result), "")
        if result:
            most = min(ui.canvas.width(result, Size.DENSE, "semi"), inner.w // 2)
            place = pygame.Rect(inner.right - most, inner.y, most, inner.h)
            inner.w = label(ui, place, result, Size.DENSE, Ink.DIM, "semi", "right").x - inner.x - ui.px(8)
        label(ui, inner, plain(entry.head), Size.BODY)

    def ui_map(self) -> dict[str, Any]:
        """The lines."""
        return {"recap": [plain(entry.head) for entry in self.entries], "stands": {}, "log": []}
