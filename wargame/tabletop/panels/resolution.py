"""The resolution card: the action being told, its dice large, beside the stand that acts. Esc puts it away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from wargame.engine.dice import noise
from wargame.engine.events import Rolled
from wargame.tabletop.kit import Die, Ui, rich_line
from wargame.tabletop.layers.motion import Beat
from wargame.tabletop.panels.chronicle import Chronicle
from wargame.tabletop.panels.log import draw_roll
from wargame.tabletop.panels.log_model import LogEntry, LogRow
from wargame.tabletop.theme import ColourPair, Ink

ROW, WIDTH, MOST_ROWS = 28, 430, 7
TUMBLE_FACES_PER_S = 14


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
    rows = list(entry.rows[-MOST_ROWS:])
    tumbling = beat.event if beat is not None and isinstance(beat.event, Rolled) and beat.event.dice else None
    if tumbling is not None and beat is not None:
        rows = [*rows[-MOST_ROWS + 1 :], _tumbling(tumbling, beat)]
    if not rows:
        return ""
    rect = _place(ui, view, near, len(rows), taken)
    clicked = ""
    with ui.region("resolution"):
        ui.shield("resolution/panel", rect)
        ui.canvas.shadow(rect, 10)
        ui.canvas.box(rect, Ink.PANEL, Ink.BRASS, 4)
        _draw_head(ui, rect, entry, pair)
        y = rect.y + ui.px(36)
        for n, row in enumerate(rows):
            place = pygame.Rect(rect.x + ui.px(4), y, rect.w - ui.px(8), ui.px(ROW))
            clicked = draw_roll(ui, f"resolution/{n}", place, row, 21) or clicked
            y += ui.px(ROW)
    return clicked


def _place(
    ui: Ui, view: pygame.Rect, near: tuple[float, float] | None, rows: int, taken: Sequence[pygame.Rect]
) -> pygame.Rect:
    """Beside the stand or in a corner of the view: where it covers least of what is shown."""
    size = (min(ui.px(WIDTH), view.w - ui.px(20)), ui.px(42 + ROW * rows))
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
