"""Widgets that hold a value: text field, slider and drop-down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from wargame.tabletop.kit.buttons import label
from wargame.tabletop.kit.layout import inset
from wargame.tabletop.kit.ui import LIST_KEYS, ROW_KEYS, Touch, Ui
from wargame.tabletop.theme import Ink, Size

LONGEST_TEXT = 200
MOST_CHOICES = 16
"""Rows of an open list; longer ones scroll."""
_ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


@dataclass(frozen=True, slots=True)
class Typing:
    """A text being typed: the caret stands before letter `caret`, the selection reaches from `anchor` to it.

    `composing` is what an input method shows before it commits; it is not yet part of the text.
    """

    text: str
    caret: int
    anchor: int
    composing: str = ""

    @property
    def selection(self) -> tuple[int, int]:
        """Start and end of the selection; equal when nothing is selected."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    def insert(self, piece: str) -> Typing:
        """The text with `piece` in the place of the selection; control characters are dropped."""
        piece = "".join(c for c in piece if c.isprintable())
        start, end = self.selection
        text = (self.text[:start] + piece + self.text[end:])[:LONGEST_TEXT]
        place = min(len(text), start + len(piece))
        return Typing(text, place, place)

    def move(self, place: int, keep: bool) -> Typing:
        """The caret at `place`; with `keep` the selection grows or shrinks with it."""
        place = max(0, min(len(self.text), place))
        return Typing(self.text, place, self.anchor if keep else place)

    def word(self, step: int) -> int:
        """The place one word before (-1) or after (1) the caret."""
        place = self.caret + (step if step < 0 else 0)
        while 0 <= place < len(self.text) and self.text[place] == " ":
            place += step
        while 0 <= place < len(self.text) and self.text[place] != " ":
            place += step
        return place + (1 if step < 0 else 0)


def text_field(
    ui: Ui, field_id: str, rect: pygame.Rect, text: str, *, hint: str = "", first: bool = False
) -> tuple[str, bool]:
    """One line of text to type in: the text now, and whether Enter was pressed.

    Understands Ctrl+A, C, X, V, word steps with Ctrl, selection with Shift, and input methods. `hint` shows in an
    empty field.
    """
    touch = ui.spot(field_id, rect, text=text or hint, takes_text=True, first=first)
    typing = ui.memory(f"{field_id}/typing", Typing(text, len(text), len(text)))
    if typing.text != text:
        typing = Typing(text, len(text), len(text))
    submitted = False
    for event in touch.texts:
        composing = event.type == pygame.TEXTEDITING
        typing = (
            Typing(typing.text, typing.caret, typing.anchor, event.text) if composing else typing.insert(event.text)
        )
    for event in touch.keys:
        submitted = submitted or event.key in _ENTER
        typing = typing if typing.composing else _edited(ui, typing, event)
    _draw_field(ui, rect, typing, touch, hint)
    ui.remember(f"{field_id}/typing", typing)
    return typing.text, submitted and not typing.composing


def _edited(ui: Ui, typing: Typing, event: pygame.event.Event) -> Typing:
    if event.mod & pygame.KMOD_CTRL and event.key in (pygame.K_a, pygame.K_c, pygame.K_x, pygame.K_v):
        return _clipboard(ui, typing, event.key)
    keep, by_word = bool(event.mod & pygame.KMOD_SHIFT), bool(event.mod & pygame.KMOD_CTRL)
    start, end = typing.selection
    places = {
        pygame.K_LEFT: typing.word(-1) if by_word else typing.caret - 1 if keep or start == end else start,
        pygame.K_RIGHT: typing.word(1) if by_word else typing.caret + 1 if keep or start == end else end,
        pygame.K_HOME: 0,
        pygame.K_END: len(typing.text),
    }
    if event.key in places:
        return typing.move(places[event.key], keep)
    if event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
        if start == end:
            step = -1 if event.key == pygame.K_BACKSPACE else 1
            typing = typing.move(typing.word(step) if by_word else typing.caret + step, True)
        return typing.insert("")
    return typing


def _clipboard(ui: Ui, typing: Typing, key: int) -> Typing:
    start, end = typing.selection
    if key == pygame.K_a:
        return Typing(typing.text, len(typing.text), 0)
    if key == pygame.K_v:
        return typing.insert(ui.clipboard.paste())
    if start < end:
        ui.clipboard.copy(typing.text[start:end])
    return typing.insert("") if key == pygame.K_x and start < end else typing


def _draw_field(ui: Ui, rect: pygame.Rect, typing: Typing, touch: Touch, hint: str) -> None:
    canvas = ui.canvas
    canvas.box(rect, Ink.WELL, Ink.BRASS if touch.hot or touch.focused else Ink.LINE, 4)
    inner = inset(rect, ui.px(8), ui.px(3))
    before = typing.text[: typing.caret] + typing.composing
    shift = max(0, canvas.width(before, face="regular") - inner.w + ui.px(4))
    left = inner.x - shift
    with canvas.clipped(inner):
        start, end = typing.selection
        if touch.focused and start < end:
            a, b = (left + canvas.width(typing.text[:n], face="regular") for n in (start, end))
            canvas.surface.fill(Ink.CHOSEN, (a, inner.y, b - a, inner.h))
        whole = before + typing.text[typing.caret :]
        canvas.text(
            (left, rect.centery), whole or hint, ink=Ink.TEXT if whole else Ink.DIM, face="regular", anchor="midleft"
        )
        if touch.focused:
            x = left + canvas.width(before, face="regular")
            canvas.surface.fill(Ink.BRASS, (x, inner.y + ui.px(2), max(1, ui.px(1)), inner.h - ui.px(4)))
    if touch.shows_focus:
        canvas.ring(rect)


def slider(ui: Ui, slider_id: str, rect: pygame.Rect, value: float, steps: Sequence[float], *, text: str = "") -> float:
    """A bar to set one of `steps` (ascending) by dragging, clicking, wheel or arrows; the value now."""
    touch = ui.spot(slider_id, rect, text=text, wants=ROW_KEYS, wheels=True, presses=frozenset())
    here = min(range(len(steps)), key=lambda n: abs(steps[n] - value))
    last = len(steps) - 1
    bar = pygame.Rect(rect.x + ui.px(8), rect.centery - ui.px(2), rect.w - ui.px(16), ui.px(4))
    if touch.held or touch.clicked:
        here = round((ui.mouse[0] - bar.x) / max(1, bar.w) * last)
    here += touch.wheel
    for event in touch.keys:
        jump = {pygame.K_LEFT: here - 1, pygame.K_RIGHT: here + 1, pygame.K_HOME: 0, pygame.K_END: last}
        here = jump[event.key]
    here = max(0, min(last, here))
    x = bar.x + bar.w * here // max(1, last)
    ui.canvas.box(bar, Ink.WELL, Ink.LINE, 2)
    ui.canvas.box(pygame.Rect(bar.x, bar.y, x - bar.x, bar.h), Ink.BRASS, None, 2)
    ui.canvas.icon("circle", (x, bar.centery), 17, Ink.WELL)
    ui.canvas.icon("circle", (x, bar.centery), 14, Ink.TEXT if touch.hot or touch.held else Ink.BRASS)
    if touch.shows_focus:
        ui.canvas.ring(rect)
    return steps[here]


def drop_down(
    ui: Ui, drop_id: str, rect: pygame.Rect, options: Sequence[tuple[str, str]], chosen: str, *, tip: str = ""
) -> str:
    """A closed list of (id, caption) that opens on a press; the id chosen now. Arrows, Enter and Esc work inside."""
    captions = dict(options)
    touch = ui.spot(drop_id, rect, text=captions.get(chosen, ""), tip=tip)
    ui.canvas.box(rect, Ink.HOVER if touch.hot else Ink.RAISED, Ink.BRASS if touch.hot else Ink.LINE, 4)
    inner = inset(rect, ui.px(10), 0)
    label(ui, pygame.Rect(inner.x, inner.y, inner.w - ui.px(18), inner.h), captions.get(chosen, ""))
    ui.canvas.icon("down", (inner.right - ui.px(5), inner.centery), 12, Ink.BRASS)
    if touch.shows_focus:
        ui.canvas.ring(rect)
    if touch.clicked:
        ui.remember(f"{drop_id}/open", True)
        ui.remember(f"{drop_id}/cursor", chosen)
    picked = str(ui.memory(f"{drop_id}/picked", "") or "")
    ui.remember(f"{drop_id}/picked", "")
    if ui.memory(f"{drop_id}/open", False):
        ui.later(lambda: _menu(ui, drop_id, rect, options))
    return picked or chosen


def _menu(ui: Ui, drop_id: str, rect: pygame.Rect, options: Sequence[tuple[str, str]]) -> None:
    """The open list, on a layer of its own; a press outside closes it."""
    ui.new_layer()
    row_height = ui.px(Size.ROW + 4)
    most = min(len(options), MOST_CHOICES, max(3, (ui.window.h - ui.px(40)) // row_height))
    menu = pygame.Rect(rect.x, rect.bottom + ui.px(3), rect.w, row_height * most + ui.px(6))
    if menu.bottom > ui.window.bottom:
        menu.bottom = rect.y - ui.px(3)
    menu.clamp_ip(ui.window)
    outside = ui.spot(f"{drop_id}/outside", ui.window, focusable=False, action="back").clicked
    ui.canvas.shadow(menu)
    ui.canvas.box(menu, Ink.PANEL, Ink.BRASS, 4)
    ids = [option_id for option_id, _ in options]
    presses = frozenset({*_ENTER, pygame.K_SPACE})
    keys = ui.spot(f"{drop_id}/menu", menu, wants=LIST_KEYS, presses=presses, first=True, wheels=len(ids) > most)
    cursor = str(ui.memory(f"{drop_id}/cursor", ids[0]))
    for event in keys.keys:
        cursor = _next(ids, cursor, event.key)
    picked = cursor if keys.clicked else ""
    first = _first_shown(ui, drop_id, ids.index(cursor) if cursor in ids else 0, (len(ids), most), keys)
    for n, (option_id, caption) in enumerate(options[first : first + most]):
        row = pygame.Rect(menu.x + ui.px(3), menu.y + ui.px(3) + n * row_height, menu.w - ui.px(6), row_height)
        touch = ui.spot(f"{drop_id}/{option_id}", row, text=caption, focusable=False)
        cursor = option_id if touch.hot and ui.mouse_moved else cursor
        if option_id == cursor:
            ui.canvas.box(row, Ink.CHOSEN, None, 3)
        label(ui, inset(row, ui.px(8), 0), caption)
        picked = option_id if touch.clicked else picked
    ui.remember(f"{drop_id}/cursor", cursor)
    if picked or outside:
        ui.remember(f"{drop_id}/open", False)
        ui.remember(f"{drop_id}/picked", picked)


def _first_shown(ui: Ui, drop_id: str, cursor: int, size: tuple[int, int], touch: Touch) -> int:
    """The first row shown of an open list that is longer than its room (`size`: rows in all, rows shown)."""
    rows, most = size
    first: int = ui.memory(f"{drop_id}/first", max(0, cursor - most + 1)) - touch.wheel * 2
    if touch.keys or not 0 <= first <= rows - most:
        first = min(max(first, cursor - most + 1), cursor)
    first = max(0, min(rows - most, first))
    ui.remember(f"{drop_id}/first", first)
    return first


def _next(ids: Sequence[str], here: str, key: int) -> str:
    place = ids.index(here) if here in ids else 0
    back = key in (pygame.K_UP, pygame.K_PAGEUP)
    if key in (pygame.K_HOME, pygame.K_END):
        return ids[0 if key == pygame.K_HOME else -1]
    return ids[max(0, min(len(ids) - 1, place + (-1 if back else 1)))]
