"""Questions to the player: choose one, pick some, yes or no. Plain data in, the answer out through a callback."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pygame

from wargame.tabletop.keys import ANYWHERE, DIALOG
from wargame.tabletop.kit import (
    Ui,
    button,
    check_mark,
    dialog,
    key_cap,
    label,
    scroll_to,
    text_field,
    virtual_list,
)
from wargame.tabletop.screen import Screen
from wargame.tabletop.theme import Colour, Ink, Size

WIDTH = 560
FILTER_ABOVE = 20
MOST_ROWS = 12


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose: its name, what follows from it, a figure at the right, and its price where there is one.

    `reason` says why it cannot be chosen now. In a pick it may be taken `most` times, and options of one `kind` may
    share a limit.
    """

    id: str
    text: str
    note: str = ""
    figure: str = ""
    cost: float = 0
    reason: str = ""
    most: int = 1
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. `rules` are the rule ids behind it, `accent` the colour of the side that is asked.

    `at_least`, `at_most`, `cost_at_most` and `kind_limits` (kind, at most) bound a pick; `suggestion` holds the ids
    marked at first, an id twice for two of it. `may_cancel` lets Esc answer None.
    """

    title: str
    prompt: str
    options: tuple[Option, ...] = ()
    detail: str = ""
    rules: tuple[str, ...] = ()
    accent: Colour = Ink.BRASS
    at_least: int = 0
    at_most: int | None = None
    cost_at_most: float | None = None
    cost_word: str = "points"
    kind_limits: tuple[tuple[str, int], ...] = ()
    suggestion: tuple[str, ...] = ()
    may_cancel: bool = False
    yes: str = "Yes"
    no: str = "No"


class QuestionScreen(Screen):
    """What the three kinds of question share: the window, the prompt, the rules, the answer."""

    name = "question"
    opaque = False
    contexts = (DIALOG, ANYWHERE)
    lets_view = True

    def __init__(
        self, question: Question, on_answer: Callable[[Any], None], on_rule: Callable[[str], None] | None = None
    ) -> None:
        self.question = question
        self.on_answer = on_answer
        self.on_rule = on_rule or (lambda rule: None)

    def answer(self, answer: Any) -> None:
        """Close the window and hand the answer over."""
        self.app.pop(self)
        self.on_answer(answer)

    def _open(self, ui: Ui, inner_height: int, width: int = WIDTH) -> pygame.Rect:
        """Draw window, prompt, detail and rules; the room left below them, buttons included."""
        asked, canvas = self.question, ui.canvas
        room = ui.px(width) - ui.px(36)
        prompt = canvas.wrap(asked.prompt, room, 16, "semi")
        detail = canvas.wrap(asked.detail, room, Size.BODY, "regular") if asked.detail else []
        height = len(prompt) * canvas.line_height(16, "semi") + len(detail) * canvas.line_height(Size.BODY, "regular")
        height += ui.px(10) + (ui.px(26) if asked.rules else 0)
        frame = ui.px(44 + 28)
        inner = dialog(ui, self.name, (ui.px(width), frame + height + inner_height), asked.title, accent=asked.accent)
        y = inner.y + canvas.paragraph(inner, asked.prompt, 16, Ink.TEXT, "semi")
        if detail:
            y += canvas.paragraph(pygame.Rect(inner.x, y, inner.w, 0), asked.detail, Size.BODY, Ink.DIM)
        if asked.rules:
            self._draw_rules(ui, pygame.Rect(inner.x, y + ui.px(4), inner.w, ui.px(20)))
            y += ui.px(26)
        y += ui.px(10)
        return pygame.Rect(inner.x, y, inner.w, inner.bottom - y)

    def _draw_rules(self, ui: Ui, row: pygame.Rect) -> None:
        x = row.x
        for rule in self.question.rules:
            caption = f"§ {rule}"
            chip = pygame.Rect(x, row.y, ui.canvas.width(caption, Size.CAPTION) + ui.px(12), row.h)
            touch = ui.spot(f"{self.name}/rule/{rule}", chip, text=caption, tip="Read this rule")
            ui.canvas.box(chip, Ink.HOVER if touch.hot else Ink.WELL, Ink.LINK if touch.hot else Ink.LINE, 3)
            label(ui, chip, caption, Size.CAPTION, Ink.LINK, "semi", "centre")
            if touch.shows_focus:
                ui.canvas.ring(chip)
            if touch.clicked:
                self.on_rule(rule)
            x = chip.right + ui.px(6)

    def _buttons(self, ui: Ui, rect: pygame.Rect, yes: str, reason: str) -> bool:
        """The row of buttons at the foot; whether the answer was confirmed."""
        width = ui.px(150)
        place = pygame.Rect(rect.right - width, rect.bottom - ui.px(Size.BUTTON), width, ui.px(Size.BUTTON))
        if self.question.may_cancel:
            cancel = place.move(-width - ui.px(10), 0)
            if button(ui, f"{self.name}/cancel", cancel, "Cancel", key="back"):
                self.answer(None)
                return False
        return button(ui, f"{self.name}/ok", place, yes, key="commit", primary=True, reason=reason)

    def ui_map(self) -> dict[str, Any]:
        """The question and the ids that can be chosen, for tests and the text line."""
        return {"question": self.question.prompt, "options": [o.id for o in self.question.options if not o.reason]}


class ConfirmScreen(QuestionScreen):
    """Yes (Enter) or no (Esc); answers True or False."""

    name = "confirm"

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw the question with its odds and its two buttons."""
        room = self._open(ui, ui.px(Size.BUTTON + 12), 460)
        place = pygame.Rect(room.right - ui.px(140), room.bottom - ui.px(34), ui.px(140), ui.px(34))
        no = button(ui, "confirm/no", place.move(-ui.px(150), 0), self.question.no, key="back")
        yes = button(ui, "confirm/yes", place, self.question.yes, key="commit", primary=True)
        if yes or no:
            self.answer(yes)


class ListQuestion(QuestionScreen):
    """A question whose answers are rows of a list: marks, numbers 1 to 9, what follows, figures."""

    radio = True

    def entered(self, app: Any) -> None:
        """Start with what is suggested, or with the first row that can be chosen."""
        super().entered(app)
        open_ids = [option.id for option in self.question.options if not option.reason]
        self.counts = Counter(option_id for option_id in self.question.suggestion if option_id in open_ids)
        self.cursor = 0
        self.search = ""
        if self.radio and not self.counts and open_ids:
            self.counts = Counter(open_ids[:1])
        if self.marked:
            self.cursor = [option.id for option in self.question.options].index(self.marked[0])

    @property
    def marked(self) -> list[str]:
        """The ids that are marked, in the order of the options."""
        return [option.id for option in self.question.options if self.counts[option.id] > 0]

    def shown(self) -> list[Option]:
        """The options that the search leaves."""
        wanted = self.search.casefold()
        return [o for o in self.question.options if wanted in f"{o.text} {o.note}".casefold()]

    def _draw_list(self, ui: Ui, rect: pygame.Rect) -> None:
        options = self.shown()
        if len(self.question.options) > FILTER_ABOVE:
            field = pygame.Rect(rect.x, rect.y, rect.w, ui.px(28))
            self.search, _ = text_field(ui, f"{self.name}/search", field, self.search, hint="Search")
            rect = pygame.Rect(rect.x, field.bottom + ui.px(6), rect.w, rect.bottom - field.bottom - ui.px(6))
        height = self._row_height(ui)
        list_id = f"{self.name}/options"

        def draw(n: int, row: pygame.Rect) -> None:
            self._draw_option(ui, n, options[n], row)

        ui.canvas.box(rect, Ink.WELL, Ink.LINE, 4)
        inside = pygame.Rect(rect.x + 1, rect.y + 1, rect.w - 2, rect.h - 2)
        moved = virtual_list(
            ui, list_id, inside, len(options), height, draw, cursor=self.cursor, first=True, other_keys=self._side_key
        )
        if moved is not None and options:
            self.cursor = moved
            if self.radio and not options[moved].reason:
                self.counts = Counter([options[moved].id])
            scroll_to(ui, list_id, moved, height, inside.h)

    def _side_key(self, key: int) -> None:
        if key == pygame.K_RETURN:
            self.confirm()

    def _row_height(self, ui: Ui) -> int:
        return ui.px(48 if any(option.note for option in self.question.options) else 32)

    def _list_height(self, ui: Ui) -> int:
        search = ui.px(34) if len(self.question.options) > FILTER_ABOVE else 0
        return search + self._row_height(ui) * min(MOST_ROWS, max(1, len(self.question.options))) + 2

    def _draw_option(self, ui: Ui, n: int, option: Option, row: pygame.Rect) -> None:
        on, under_cursor = option.id in self.marked, n == self.cursor
        touch = ui.spot(
            f"{self.name}/{option.id}",
            row,
            text=option.text,
            enabled=not option.reason,
            reason=option.reason,
            action=f"option_{n + 1}" if n < 9 else "",
            focusable=False,
            on=on,
        )
        if on or touch.hot or under_cursor:
            ui.canvas.surface.fill(Ink.CHOSEN if on else Ink.HOVER, row)
        if under_cursor:
            ui.canvas.surface.fill(Ink.BRASS, (row.x, row.y, ui.px(3), row.h))
        check_mark(ui, (row.x + ui.px(22), row.centery), on, touch.hot, self.radio)
        self._option_texts(ui, n, option, row, on)
        if touch.clicked:
            self.cursor = n
            self.mark(option.id)
            if touch.double and self.radio:
                self.confirm()

    def _option_texts(self, ui: Ui, n: int, option: Option, row: pygame.Rect, on: bool) -> None:
        ink = Ink.OFF if option.reason else Ink.TEXT
        left, right = row.x + ui.px(42), row.right - ui.px(10)
        if n < 9:
            right = key_cap(ui, (right, row.centery), str(n + 1), Ink.OFF if option.reason else Ink.BRASS).x - ui.px(10)
        if option.figure:
            place = (right, row.centery)
            right = ui.canvas.text(place, option.figure, 15, ink, "bold", "midright", box=row).x - ui.px(10)
        if option.most > 1 and not option.reason:
            right = self._draw_count(ui, option, row, right)
        line = pygame.Rect(left, row.y, right - left, row.h)
        note = option.reason or option.note
        if not note:
            label(ui, line, option.text, Size.BODY, ink, "bold")
            return
        upper = pygame.Rect(left, row.y + ui.px(4), line.w, row.h // 2 - ui.px(2))
        lower = pygame.Rect(left, row.centery, line.w, row.h // 2 - ui.px(4))
        label(ui, upper, option.text, Size.BODY, ink, "bold")
        label(ui, lower, note, Size.DENSE, Ink.TEXT if on else Ink.DIM, "regular")

    def _draw_count(self, ui: Ui, option: Option, row: pygame.Rect, right: int) -> int:
        """How many of it, for a pick; where it begins in px."""
        return right

    def mark(self, option_id: str) -> None:
        """Mark one option, or take its mark away."""
        raise NotImplementedError

    def confirm(self) -> None:
        """Answer with what is marked, if that is allowed."""
        raise NotImplementedError

    def ui_map(self) -> dict[str, Any]:
        """Also which options are marked."""
        return {**super().ui_map(), "marked": list(self.marked)}


class ChooseScreen(ListQuestion):
    """One of several; answers the id of the option, or None when cancelled."""

    name = "choose"

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw the question, its options with their consequences, and the button."""
        foot = ui.px(Size.BUTTON + 14)
        room = self._open(ui, self._list_height(ui) + foot)
        self._draw_list(ui, pygame.Rect(room.x, room.y, room.w, room.h - foot))
        if self._buttons(ui, room, "Choose", "" if self.marked else "None of these can be chosen now."):
            self.confirm()

    def mark(self, option_id: str) -> None:
        """Choose this one instead."""
        self.counts = Counter([option_id])

    def confirm(self) -> None:
        """Answer the option that is marked."""
        if self.marked:
            self.answer(self.marked[0])
