"""The resolution card: the action being told, its dice large, beside the stand that acts. Esc puts it away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from wargame.engine.dice import noise
from wargame.engine.events import Rolled
from wargame.tabletop.kit import Die, Ui, label, rich_line
from wargame.tabletop.layers.motion import Beat
from wargame.tabletop.panels.chronicle import Chronicle
from wargame.tabletop.panels.log import die_step, draw_dice, draw_rules
from wargame.tabletop.panels.log_model import LogEntry, LogRow
from wargame.tabletop.theme import ColourPair, Ink, Size

ROW, LINE, FOOT, WIDTH, MOST_ROWS = 28, 19, 26, 430, 7
PURPOSE, DIE = 104, 21
TUMBLE_FACES_PER_S = 14
MOST_RULES = 4


@dataclass(frozen=True, slots=True)
class Told:
    """A row set in lines: `left` is where the result begins, `beside` whether its first line stands by the dice."""

    row: LogRow
    lines: tuple[str, ...]
    below: tuple[str, ...]
    left: int
    beside: bool
    height: int


def draw_resolution(
    ui: Ui,
    view: pygame.Rect,
    chronicle: Chronicle,
    beat: Beat | None,
    near: tuple[float, float] | None,
    pair: ColourPair,
    taken: Sequence[pygame.Rect] = (),
) -> str:
    """Draw the card if an action is being told; the rule clicked, or "". It keeps clear of `taken` as far as it can."""
    entry = chronicle.action
    if entry is None:
        return ""
    rows = rows_shown(entry, beat, MOST_ROWS)
    if not any(row.dice for row in rows):
        return ""
    told = set_rows(ui, view, rows)
    rules = list(dict.fromkeys(rule for row in rows for rule in row.rules))
    height = ui.px(42) + sum(t.height for t in told) + (ui.px(FOOT) if rules else 0)
    rect = place_card(ui, view, near, height, taken)
    clicked = ""
    with ui.region("resolution"):
        ui.shield("resolution/panel", rect)
        ui.canvas.shadow(rect, 10)
        ui.canvas.box(rect, Ink.PANEL, Ink.BRASS, 4)
        _draw_head(ui, rect, entry, pair)
        y = rect.y + ui.px(36)
        for one in told:
            draw_told(ui, pygame.Rect(rect.x, y, rect.w, one.height), one)
            y += one.height
        if rules:
            foot = pygame.Rect(rect.x + ui.px(8), y + ui.px(2), rect.w - ui.px(8), ui.px(FOOT - 4))
            _, clicked = draw_rules(ui, "resolution", foot, tuple(rules[-MOST_RULES:]), foot.x)
    return clicked


def rows_shown(entry: LogEntry, beat: Beat | None, most: int) -> list[LogRow]:
    """The last rows of an action, with the dice that are still falling."""
    rows = list(entry.rows[-most:])
    tumbling = beat.event if beat is not None and isinstance(beat.event, Rolled) and beat.event.dice else None
    if tumbling is not None and beat is not None:
        rows = [*rows[max(0, len(rows) - most + 1) :], _tumbling(tumbling, beat)]
    return rows


def set_rows(ui: Ui, view: pygame.Rect, rows: Sequence[LogRow]) -> list[Told]:
    """Rows broken into lines for a card on this part of the screen."""
    return [_set(ui, row, min(ui.px(WIDTH), view.w - ui.px(20))) for row in rows]


def _set(ui: Ui, row: LogRow, width: int) -> Told:
    """Break a row into lines: dice and result side by side where there is room, else one below the other."""
    words = f"{row.total} {row.result}".strip()
    step = die_step(ui, row.dice, DIE)
    first = ui.px(PURPOSE) + step * len(row.dice) + ui.px(16) if row.dice or row.purpose else ui.px(14)
    room = width - first - ui.px(36)
    beside = ui.canvas.width(words, Size.BODY, "bold") <= room or not (row.dice or row.purpose)
    left = first if beside else ui.px(14)
    lines = ui.canvas.wrap(words, width - left - ui.px(36), Size.BODY, "bold") if words else []
    below = ui.canvas.wrap(row.modifiers, width - ui.px(36), Size.DENSE, "regular") if row.modifiers else []
    shared = 1 if beside and (row.dice or row.purpose) else 0
    extra = max(0, len(lines) - shared) + len(below)
    height = (ui.px(ROW) if shared or row.dice or row.purpose else ui.px(6)) + extra * ui.px(LINE)
    return Told(row, tuple(lines), tuple(below), left, bool(shared), height)


def draw_told(ui: Ui, rect: pygame.Rect, told: Told) -> None:
    row, x, y = told.row, rect.x, rect.y
    head = pygame.Rect(x + ui.px(10), y, ui.px(PURPOSE - 18), ui.px(ROW))
    if row.dice or row.purpose:
        label(ui, head, f"{row.purpose} {row.need}".strip(), Size.DENSE, Ink.TEXT, "regular", "right")
        draw_dice(ui, (x + ui.px(PURPOSE), head.centery), row.dice, DIE, rect.w - ui.px(PURPOSE + 20))
        y = head.y if told.beside else head.bottom
    for n, text in enumerate(told.lines):
        tall = ui.px(ROW) if told.beside and n == 0 else ui.px(LINE)
        line = pygame.Rect(x + told.left + ui.px(18), y, rect.right - x - told.left - ui.px(24), tall)
        if n == 0:
            ui.canvas.icon("result", (line.x - ui.px(11), line.centery), 13, Ink.TEXT if row.dice else Ink.DIM)
        label(ui, line, text, Size.BODY, Ink.TEXT, "bold")
        y = line.bottom
    for text in told.below:
        label(ui, pygame.Rect(x + ui.px(14), y, rect.w - ui.px(28), ui.px(LINE)), text, Size.DENSE, Ink.DIM, "regular")
        y += ui.px(LINE)


def place_card(
    ui: Ui, view: pygame.Rect, near: tuple[float, float] | None, height: int, taken: Sequence[pygame.Rect]
) -> pygame.Rect:
    """Beside the stand or in a corner of the view: where it covers least of what is shown."""
    size = (min(ui.px(WIDTH), view.w - ui.px(20)), height)
    x, y = near or view.center
    free = pygame.Rect(view.x + ui.px(8), view.y + ui.px(50), view.w - ui.px(16), view.h - ui.px(112))
    away = ui.px(44)
    spots: list[tuple[str, tuple[float, float]]] = [
        ("midtop", (x, y + away)),
        ("midbottom", (x, y - away)),
        ("midleft", (x + away, y)),
        ("midright", (x - away, y)),
        ("bottomleft", free.bottomleft),
        ("bottomright", free.bottomright),
        ("topleft", free.topleft),
        ("topright", free.topright),
    ]
    best, least = pygame.Rect(free.topleft, size), float("inf")
    for rank, (anchor, place) in enumerate(spots):
        rect = pygame.Rect((0, 0), size)
        setattr(rect, anchor, (round(place[0]), round(place[1])))
        rect.clamp_ip(free)
        covered = sum(_shared(rect, other) for other in taken) + rank * 60
        if covered < least:
            best, least = rect, covered
    return best


def _shared(a: pygame.Rect, b: pygame.Rect) -> int:
    common = a.clip(b)
    return common.w * common.h


def _draw_head(ui: Ui, rect: pygame.Rect, entry: LogEntry, pair: ColourPair) -> None:
    head = pygame.Rect(rect.x + ui.px(14), rect.y + ui.px(4), rect.w - ui.px(24), ui.px(28))
    if entry.side is not None:
        ui.canvas.surface.fill(pair.side(entry.side).colour, (rect.x + 1, rect.y + ui.px(5), ui.px(4), ui.px(26)))
    rich_line(ui, "resolution/head", head, entry.head)
    ui.canvas.surface.fill(Ink.LINE, (rect.x + ui.px(8), head.bottom + ui.px(1), rect.w - ui.px(16), 1))


def _tumbling(event: Rolled, beat: Beat) -> LogRow:
    """The roll while its dice still fall: faces that change, and settle one after the other."""
    settled = max(0.0, beat.share - 0.45) / 0.55 * len(event.dice)
    step = int(beat.done_s * TUMBLE_FACES_PER_S)
    dice = []
    for n, face in enumerate(event.dice):
        shown = face if n < settled else 1 + int(noise(event.n, n, step) * event.sides)
        dice.append(Die(shown, event.sides))
    row = LogRow(purpose=event.purpose.capitalize(), need=event.needed, dice=tuple(dice))
    return replace(row, result="" if beat.share < 1 else event.outcome)
