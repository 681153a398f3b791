"""The editor of standing orders: a list read from the top, the first line that fits answers an interrupt."""

from __future__ import annotations

from typing import Any

import msgspec
import pygame

from wargame.engine.standing import StandingOrder
from wargame.tabletop import orders_kept
from wargame.tabletop.desk import Desk
from wargame.tabletop.keys import ANYWHERE, DIALOG
from wargame.tabletop.kit import Ui, button, dialog, drop_down, evenly, label, toggle, virtual_list
from wargame.tabletop.orders_kept import ANY
from wargame.tabletop.screen import Screen
from wargame.tabletop.theme import Ink, Size

WIDTH, ROW, FIELD, ROWS = 700, 34, 32, 5
EXPLAINED = "The first line that fits answers for you, before a card asks. What no line fits is asked."


class StandingScreen(Screen):
    """Edits the viewer's standing orders; every change counts at once. `first` is a line to begin with."""

    name = "standing"
    opaque = False
    contexts = (DIALOG, ANYWHERE)

    def __init__(self, desk: Desk, first: StandingOrder | None = None) -> None:
        self.desk = desk
        self.side = desk.session.viewer or ""
        self.lines = list(desk.session.standing.get(self.side, ()))
        if first is not None:
            self.lines.insert(0, first)
        self.chosen = 0 if self.lines else -1
        rules = desk.scene.ruleset.name
        self.remember = bool(orders_kept.remembered(desk.settings, rules))
        self._keep()

    @property
    def line(self) -> StandingOrder | None:
        """The line being edited."""
        return self.lines[self.chosen] if 0 <= self.chosen < len(self.lines) else None

    # -- changes

    def _keep(self) -> None:
        self.desk.session.set_standing(self.side, tuple(self.lines))

    def _change(self, **facts: Any) -> None:
        line = self.line
        if line is not None:
            changed = msgspec.structs.replace(line, **facts)
            if changed != line:
                self.lines[self.chosen] = changed
                self._keep()

    def _add(self) -> None:
        self.lines.append(StandingOrder(do="hold"))
        self.chosen = len(self.lines) - 1
        self._keep()

    def _remove(self) -> None:
        if self.line is not None:
            del self.lines[self.chosen]
            self.chosen = min(self.chosen, len(self.lines) - 1)
            self._keep()

    def _shift(self, step: int) -> None:
        there = self.chosen + step
        if self.line is not None and 0 <= there < len(self.lines):
            self.lines[self.chosen], self.lines[there] = self.lines[there], self.lines[self.chosen]
            self.chosen = there
            self._keep()

    def close(self) -> None:
        """Put the window away; what shall be remembered is kept with the settings."""
        rules = self.desk.scene.ruleset.name
        kept = orders_kept.with_remembered(self.desk.settings, rules, tuple(self.lines) if self.remember else None)
        if kept != self.desk.settings:
            self.app.change(kept)
        self.app.pop(self)

    # -- pictures

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw list, fields and buttons."""
        colour = self.desk.look_of_side(self.side).colour
        height = 44 + 28 + 24 + ROWS * ROW + 12 + 40 + 3 * (FIELD + 8) + 10 + 34
        room = dialog(ui, "standing", (ui.px(WIDTH), ui.px(height)), "STANDING ORDERS", accent=colour)
        label(ui, pygame.Rect(room.x, room.y, room.w, ui.px(20)), EXPLAINED, Size.DENSE, Ink.DIM, "regular")
        body = pygame.Rect(room.x, room.y + ui.px(24), room.w, ui.px(ROWS * ROW))
        self._draw_list(ui, body)
        buttons = pygame.Rect(room.x, body.bottom + ui.px(8), room.w, ui.px(30))
        self._draw_list_buttons(ui, buttons)
        self._draw_fields(ui, pygame.Rect(room.x, buttons.bottom + ui.px(10), room.w, 0))
        self._draw_foot(ui, room)

    def _draw_list(self, ui: Ui, body: pygame.Rect) -> None:
        ui.canvas.box(body, Ink.WELL, Ink.LINE, 4)
        height = ui.px(ROW)
        count = len(self.lines) + 1

        def draw(n: int, row: pygame.Rect) -> None:
            self._draw_line(ui, n, row)

        inner = body.inflate(-2, -2)
        moved = virtual_list(
            ui, "standing/list", inner, count, height, draw, cursor=self.chosen, text="Standing orders"
        )
        if moved is not None and self.lines:
            self.chosen = min(moved, len(self.lines) - 1)

    def _draw_line(self, ui: Ui, n: int, row: pygame.Rect) -> None:
        inner = pygame.Rect(row.x + ui.px(40), row.y, row.w - ui.px(50), row.h)
        if n == len(self.lines):
            label(ui, inner, "Otherwise: ask me", Size.BODY, Ink.DIM, "italic")
            return
        on = n == self.chosen
        text = orders_kept.told(self.desk, self.lines[n])
        touch = ui.spot(f"standing/line/{n}", row, text=text, tip=text, focusable=False, on=on)
        if on or touch.hot:
            ui.canvas.surface.fill(Ink.CHOSEN if on else Ink.HOVER, row)
        number = pygame.Rect(row.x + ui.px(10), row.y, ui.px(24), row.h)
        label(ui, number, str(n + 1), Size.BODY, Ink.TEXT if on else Ink.BRASS, "bold")
        label(ui, inner, text, Size.BODY, Ink.TEXT, "semi" if on else "regular")
        if touch.clicked:
            self.chosen = n

    def _draw_list_buttons(self, ui: Ui, row: pygame.Rect) -> None:
        none = "" if self.line is not None else "There is no line yet."
        first = none or ("" if self.chosen > 0 else "It is the first line.")
        last = none or ("" if self.chosen < len(self.lines) - 1 else "It is the last line.")
        places = evenly(row, 4, ui.px(8))
        if button(ui, "standing/add", places[0], "New line", icon="plus"):
            self._add()
        if button(ui, "standing/up", places[1], "Earlier", icon="up", reason=first):
            self._shift(-1)
        if button(ui, "standing/down", places[2], "Later", icon="down", reason=last):
            self._shift(1)
        if button(ui, "standing/remove", places[3], "Remove", icon="cross", reason=none):
            self._remove()

    def _draw_fields(self, ui: Ui, room: pygame.Rect) -> None:
        line = self.line
        if line is None:
            note = pygame.Rect(room.x, room.y, room.w, ui.px(FIELD))
            label(
                ui, note, "You are asked each time. A new line lets your stands act by themselves.", Size.BODY, Ink.DIM
            )
            return
        lines, desk = tuple(self.lines), self.desk
        who = orders_kept.choices_of_who(desk)
        chosen_who = line.who[0] if line.who else ANY
        if chosen_who not in dict(who):
            who.append((chosen_who, desk.name(chosen_who)))
        range_in = f"{line.range_at_most_in:g}" if line.range_at_most_in is not None else ANY
        odds = str(line.odds_at_least) if line.odds_at_least is not None else ANY
        fields = (
            ("who", who, chosen_who),
            ("interrupt", orders_kept.choices_of_interrupt(desk, lines), line.interrupt[0] if line.interrupt else ANY),
            ("against", orders_kept.choices_of_against(desk, lines), line.against[0] if line.against else ANY),
            ("range", orders_kept.choices_of_range(), range_in),
            ("odds", orders_kept.choices_of_odds(), odds),
            ("do", list(orders_kept.DEEDS), line.do),
        )
        for n, (field, options, now) in enumerate(fields):
            row = pygame.Rect(room.x, room.y + (n // 2) * ui.px(FIELD + 8), room.w, ui.px(FIELD))
            place = evenly(row, 2, ui.px(12))[n % 2]
            picked = drop_down(ui, f"standing/{field}", place, options, now)
            if picked != now:
                self._set(field, picked)

    def _set(self, field: str, value: str) -> None:
        some = () if value == ANY else (value,)
        if field == "do":
            self._change(do=value)
        elif field in ("who", "interrupt", "against"):
            self._change(**{field: some})
        else:
            name = "range_at_most_in" if field == "range" else "odds_at_least"
            self._change(**{name: None if value == ANY else float(value)})

    def _draw_foot(self, ui: Ui, room: pygame.Rect) -> None:
        done = pygame.Rect(room.right - ui.px(130), room.bottom - ui.px(34), ui.px(130), ui.px(34))
        if len(self.desk.session.persons) == 1:
            place = pygame.Rect(room.x, done.y, done.x - room.x - ui.px(12), done.h)
            tip = "Lines that name a group or a stand are for this battle only."
            words = "Also in my later battles under this rulebook"
            self.remember = toggle(ui, "standing/remember", place, words, self.remember, tip=tip)
        if button(ui, "standing/done", done, "Done", key="back", primary=True):
            self.close()

    def ui_map(self) -> dict[str, Any]:
        """The lines as they read."""
        return {"lines": [orders_kept.told(self.desk, line) for line in self.lines], "chosen": self.chosen}
