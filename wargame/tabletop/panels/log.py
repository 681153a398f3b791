"""The event log panel: a head line per action, below it one row per roll with its dice, result and rule."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from wargame.engine.rules import Catalogue
from wargame.tabletop.kit import Die, Run, Ui, button, inset, label, rich_line, tabs, text_field, virtual_list
from wargame.tabletop.panels.log_details import INDENT, details, draw_detail
from wargame.tabletop.panels.log_model import (
    DETAIL,
    FILTERS,
    HEAD,
    Intent,
    LogEntry,
    LogModel,
    LogRow,
    ShowMoment,
    ShowRule,
)
from wargame.tabletop.theme import ColourPair, Ink, Size

__all__ = ["Intent", "LogEntry", "LogModel", "LogRow", "ShowMoment", "ShowRule", "draw_log", "draw_roll", "story"]

ROW_HEIGHT = 23
_DICE_AT = 196
_RESULT_AT = 286
_MODIFIERS_AT = 478
_SEARCH_FROM = 760
UNFOLD = "Dice, modifiers and the text of the rules"


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where the parts of a row begin, in px."""

    purpose_right: int
    dice: int
    result: int
    modifiers: int
    right: int


def draw_log(
    ui: Ui,
    rect: pygame.Rect,
    model: LogModel,
    pair: ColourPair,
    unit: str = "",
    catalogue: Catalogue | None = None,
) -> list[Intent]:
    """Draw the log in `rect` and act on it; what the player asked of the table.

    `unit` is the id of the selected unit for the filter "This unit"; `catalogue` holds the rules that rows unfold into.
    """
    intents: list[Intent] = []
    with ui.region("log"):
        ui.shield("log/panel", rect)
        ui.canvas.surface.fill(Ink.BACK, rect)
        head = pygame.Rect(rect.x, rect.y, rect.w, ui.px(34))
        _draw_head(ui, head, model, unit)
        body = pygame.Rect(rect.x, head.bottom, rect.w, rect.bottom - head.bottom)
        if not model.lines:
            label(ui, inset(body, ui.px(12), 0), _nothing(model), ink=Ink.DIM, face="regular")
        height = ui.px(ROW_HEIGHT)
        folds: list[int] = []
        unfolds: list[tuple[int, int]] = []

        def draw(n: int, row: pygame.Rect) -> None:
            number, row_number = model.lines[n]
            entry = model.entries[number]
            if row_number == HEAD:
                intents.extend(_draw_entry(ui, row, model, number, entry, pair, folds))
            elif row_number >= DETAIL:
                draw_detail(ui, row, model.detail(number, row_number))
            else:
                is_open = (number, row_number) in model.details
                intents.extend(_draw_row(ui, row, (number, row_number), entry, is_open, unfolds))

        virtual_list(ui, "log", body, len(model.lines), height, draw, follow=True, text="Event log")
        for number in folds:
            model.fold(number)
        for number, n in unfolds:
            width = body.w - ui.px(INDENT + 24)
            model.unfold_row(number, n, details(ui, model.entries[number].rows[n], width, catalogue))
    return intents


def _nothing(model: LogModel) -> str:
    if not model.entries:
        return "Nothing has happened yet."
    return (
        "Select a unit to see its own story." if model.filter == "unit" and not model.unit else "Nothing of that kind."
    )


def _draw_head(ui: Ui, head: pygame.Rect, model: LogModel, unit: str) -> None:
    title = ui.canvas.text((head.x + ui.px(12), head.centery), "EVENT LOG", 15, Ink.BRASS, "title", "midleft", box=head)
    row = pygame.Rect(title.right + ui.px(20), 0, head.right - title.right - ui.px(30), ui.px(22))
    row.centery = head.centery
    chosen = tabs(ui, "log/filter", row, FILTERS, model.filter)
    side = ui.px(28)
    copy_at = pygame.Rect(head.right - side - ui.px(8), row.y, side, row.h)
    fold_at = copy_at.move(-side - ui.px(6), 0)
    open_heads = any(not model.is_folded(n) for n, row_n in model.lines[-40:] if row_n == HEAD)
    if button(
        ui, "log/copy", copy_at, "", icon="copy", tip="Copy what is shown as text. With Shift: as a table (CSV)."
    ):
        shifted = bool(ui.held_keys.mods & pygame.KMOD_SHIFT)
        ui.clipboard.copy(model.as_csv() if shifted else model.as_text())
    icon, tip = ("up", "Fold every action") if open_heads else ("down", "Unfold every action")
    if button(ui, "log/fold", fold_at, "", icon=icon, tip=tip):
        model.fold_all(open_heads)
    search = model.search
    if head.w >= ui.px(_SEARCH_FROM):
        field = pygame.Rect(fold_at.x - ui.px(176), row.y - ui.px(1), ui.px(168), row.h + ui.px(2))
        search, _ = text_field(ui, "log/search", field, search, hint="Search the log")
    model.show_only(chosen, unit, search)


def _draw_entry(
    ui: Ui,
    row: pygame.Rect,
    model: LogModel,
    number: int,
    entry: LogEntry,
    pair: ColourPair,
    folds: list[int],
) -> list[Intent]:
    """The head line of an action: stripe, time, who and what; a click shows the moment, its mark asks to fold."""
    touch = ui.spot(f"log/{number}", row, text=entry.text(), focusable=False)
    ui.canvas.surface.fill(Ink.HOVER if touch.hot else Ink.RAISED, (row.x, row.y, row.w, row.h - 1))
    if entry.side is not None:
        _stripe(ui, row, entry.side, pair)
    mark_at = row.x + ui.px(18)
    if entry.rows:
        mark = "closed" if model.is_folded(number) else "open"
        ui.canvas.icon(mark, (mark_at, row.centery), 9, Ink.BRASS)
    time = pygame.Rect(row.x + ui.px(30), row.y, ui.px(44), row.h)
    label(ui, time, entry.time, Size.DENSE, Ink.DIM, "regular")
    show = pygame.Rect(row.right - ui.px(30), row.y, ui.px(26), row.h)
    inner = pygame.Rect(time.right, row.y, show.x - time.right - ui.px(6), row.h)
    rule = rich_line(ui, f"log/{number}/head", inner, entry.head)
    if rule:
        return [ShowRule(rule)]
    pressed = ui.spot(f"log/{number}/show", show, text="Show me", tip="Show me: on the table", focusable=False)
    ui.canvas.icon("eye", show.center, 14, Ink.BRASS if pressed.hot else Ink.OFF)
    if pressed.clicked:
        return [ShowMoment(entry.moment, number, HEAD)]
    if touch.clicked and entry.rows and ui.mouse[0] < time.x:
        folds.append(number)
        return []
    return [ShowMoment(entry.moment, number, HEAD)] if touch.clicked else []


def _stripe(ui: Ui, row: pygame.Rect, side: int, pair: ColourPair) -> None:
    """The side's colour at the left edge; the second side's stripe is notched, so that hue alone says nothing."""
    look = pair.side(side)
    stripe = pygame.Rect(row.x, row.y, ui.px(5), row.h - 1)
    ui.canvas.surface.fill(look.colour, stripe)
    if look.pattern == "notched":
        step = max(3, ui.px(5))
        for y in range(stripe.y + step - 1, stripe.bottom - 1, step):
            ui.canvas.surface.fill(look.dark, (stripe.x, y, stripe.w, max(1, ui.px(1.5))))


def _draw_row(
    ui: Ui, row: pygame.Rect, place: tuple[int, int], entry: LogEntry, is_open: bool, unfolds: list[tuple[int, int]]
) -> list[Intent]:
    """One roll; its mark unfolds dice, modifiers and rules, a click elsewhere shows the moment on the table."""
    number, row_number = place
    data = entry.rows[row_number]
    row_id = f"log/{number}/{row_number}"
    touch = ui.spot(row_id, row, text=data.text(), focusable=False)
    if touch.hot or is_open:
        ui.canvas.surface.fill(Ink.PANEL, row)
    mark = pygame.Rect(row.x + ui.px(24), row.y, ui.px(20), row.h)
    pressed = ui.spot(f"{row_id}/unfold", mark, text="Unfold", tip=UNFOLD, focusable=False)
    ui.canvas.icon("open" if is_open else "closed", mark.center, 8, Ink.BRASS if pressed.hot or is_open else Ink.OFF)
    if pressed.clicked:
        unfolds.append(place)
        return []
    rule = draw_roll(ui, row_id, row, data)
    if rule:
        return [ShowRule(rule)]
    return [ShowMoment(entry.moment, number, row_number)] if touch.clicked else []


def draw_roll(ui: Ui, row_id: str, row: pygame.Rect, data: LogRow, die_size: float = 17) -> str:
    """One roll: purpose and need, dice, result, modifiers, rules; the rule clicked, or "".

    The resolution card sets the same rows in lines of its own.
    """
    places = _columns(ui, row)
    right = draw_rules(ui, row_id, row, data.rules, row.centerx)
    purpose = pygame.Rect(row.x + ui.px(46), row.y, places.purpose_right - row.x - ui.px(46), row.h)
    label(ui, purpose, f"{data.purpose} {data.need}".strip(), Size.DENSE, Ink.TEXT, "regular", "right")
    x = draw_dice(ui, (places.dice, row.centery), data.dice, die_size, (places.right - places.dice) * 2 // 5)
    x = max(places.result, x + ui.px(8))
    x = _draw_result(ui, pygame.Rect(x, row.y, right[0] - x, row.h), data)
    x = max(places.modifiers, x + ui.px(14))
    room = pygame.Rect(x, row.y, right[0] - x - ui.px(10), row.h)
    if data.modifiers:
        if room.w > ui.px(24):
            label(ui, room, data.modifiers, Size.DENSE, Ink.DIM, "regular")
        if ui.canvas.width(data.modifiers, Size.DENSE, "regular") > room.w and row_id in ui.spots:
            ui.add_tip(row_id, data.text())
    return right[1]


def _columns(ui: Ui, row: pygame.Rect) -> _Columns:
    share = min(1.0, row.w / ui.px(760))
    at = [row.x + round(ui.px(length) * share) for length in (_DICE_AT, _RESULT_AT, _MODIFIERS_AT)]
    return _Columns(at[0] - ui.px(10), at[0], at[1], at[2], row.right)


def die_step(ui: Ui, dice: tuple[Die, ...], size: float) -> int:
    """How far the middles of two dice are apart, in px."""
    return ui.px(size * max((die.share_of_size() for die in dice), default=1) + 4)


def draw_dice(ui: Ui, left: tuple[int, int], dice: tuple[Die, ...], size: float, room: int) -> int:
    """The natural dice side by side, as many as have room, then how many more; the right end in px."""
    step = die_step(ui, dice, size)
    most = max(4, room // step)
    shown = dice if len(dice) <= most else dice[: most - 1]
    x, y = left
    for die in shown:
        ui.canvas.die(die, (x + step // 2 - ui.px(2), y), size)
        x += step
    if len(shown) < len(dice):
        x = ui.canvas.text((x, y), f"+{len(dice) - len(shown)}", Size.DENSE, Ink.DIM, "semi", "midleft").right
    return x


def _draw_result(ui: Ui, room: pygame.Rect, data: LogRow) -> int:
    """An arrow, the total where there is one, and the result in words; the right end in px."""
    if not data.result and not data.total:
        return room.x
    ui.canvas.icon("result", (room.x + ui.px(7), room.centery), 13, Ink.DIM if not data.dice else Ink.TEXT)
    rest = pygame.Rect(room.x + ui.px(19), room.y, max(0, room.w - ui.px(25)), room.h)
    words = f"{data.total} {data.result}".strip()
    return label(ui, rest, words, Size.BODY, Ink.TEXT, "bold").right


def draw_rules(ui: Ui, row_id: str, row: pygame.Rect, rules: tuple[str, ...], least_x: int) -> tuple[int, str]:
    """The rule ids as links at the right edge, not left of `least_x`; where they begin in px, and the one clicked."""
    right, clicked = row.right - ui.px(8), ""
    for rule in reversed(rules):
        caption = f"§ {rule}"
        width = ui.canvas.width(caption, Size.CAPTION) + ui.px(12)
        chip = pygame.Rect(right - width, 0, width, ui.px(18))
        chip.centery = row.centery
        if chip.x < least_x:
            break
        touch = ui.spot(f"{row_id}/{rule}", chip, text=caption, tip="Read this rule", focusable=False)
        ui.canvas.box(chip, Ink.HOVER if touch.hot else Ink.WELL, Ink.LINK if touch.hot else Ink.LINE, 3)
        label(ui, chip, caption, Size.CAPTION, Ink.LINK, "semi", "centre")
        clicked = rule if touch.clicked else clicked
        right = chip.x - ui.px(6)
    return right, clicked


def story(
    actor: str, action: str, note: str = "", side: int | None = None, pair: ColourPair | None = None
) -> tuple[Run, ...]:
    """The runs of a usual head line: who in the side's colour, what, and a dim note."""
    ink = pair.side(side).colour if pair is not None and side is not None else Ink.TEXT
    runs = (Run(actor, "bold", ink), Run(action, "bold"), Run(note, "regular", Ink.DIM, Size.DENSE))
    return tuple(run for run in runs if run.text)
