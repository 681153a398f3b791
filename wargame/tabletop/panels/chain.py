"""The card of a chain: what one order set off, who reacted to what, step by step, with the dice of the last step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from wargame.tabletop.kit import Ui, button, evenly, label, plain
from wargame.tabletop.layers.motion import Beat, Motion
from wargame.tabletop.panels.chronicle import Chronicle, Link
from wargame.tabletop.panels.resolution import Told, draw_told, place_card, rows_shown, set_rows
from wargame.tabletop.theme import ColourPair, Ink, Size

WIDTH, LINK, HEAD, FOOT = 430, 23, 34, 42
MOST_LINKS, MOST_ROWS, MOST_DEPTH, INDENT = 6, 3, 4, 14


@dataclass(frozen=True, slots=True)
class ChainCalls:
    """What the three buttons do."""

    step: Callable[[], None]
    play: Callable[[], None]
    all: Callable[[], None]


def is_chain(chronicle: Chronicle) -> bool:
    """Whether what is told is more than one action: something has set something off."""
    return len(chronicle.links) > 1 and any(link.depth > 0 for link in chronicle.links)


def draw_chain(
    ui: Ui,
    view: pygame.Rect,
    chronicle: Chronicle,
    motion: Motion,
    near: tuple[float, float] | None,
    pair: ColourPair,
    calls: ChainCalls,
    taken: Sequence[pygame.Rect] = (),
) -> None:
    """Draw the card and act on its buttons."""
    links = chronicle.links[-MOST_LINKS:]
    left_out = len(chronicle.links) - len(links)
    told = _told(ui, view, chronicle, motion.beat)
    lines = len(links) + bool(left_out)
    height = ui.px(HEAD + 8) + ui.px(LINK) * lines + sum(t.height for t in told)
    height += ui.px(FOOT) if motion.busy else ui.px(4)
    rect = place_card(ui, view, near, height, taken)
    with ui.region("chain"):
        ui.shield("chain/panel", rect)
        ui.canvas.shadow(rect, 10)
        ui.canvas.box(rect, Ink.PANEL, Ink.BRASS, 4)
        head = pygame.Rect(rect.x + ui.px(14), rect.y + ui.px(2), rect.w - ui.px(28), ui.px(HEAD - 4))
        count = f"{len(chronicle.links)} steps" + (", paused" if motion.held else "")
        right = label(ui, head, count, Size.DENSE, Ink.WARNING if motion.held else Ink.DIM, "semi", "right").x
        label(ui, pygame.Rect(head.x, head.y, right - head.x - ui.px(8), head.h), "CHAIN", 15, Ink.BRASS, "title")
        y = head.bottom
        if left_out:
            row = pygame.Rect(rect.x + ui.px(14), y, rect.w - ui.px(28), ui.px(LINK))
            label(ui, row, f"{left_out} earlier, see the log", Size.DENSE, Ink.DIM, "italic")
            y = row.bottom
        for link in links:
            _draw_link(ui, pygame.Rect(rect.x, y, rect.w, ui.px(LINK)), link, link is links[-1], pair)
            y += ui.px(LINK)
        for one in told:
            draw_told(ui, pygame.Rect(rect.x, y, rect.w, one.height), one)
            y += one.height
        if motion.busy:
            _draw_foot(
                ui, pygame.Rect(rect.x + ui.px(10), rect.bottom - ui.px(38), rect.w - ui.px(20), ui.px(30)), calls
            )


def _told(ui: Ui, view: pygame.Rect, chronicle: Chronicle, beat: Beat | None) -> list[Told]:
    entry = chronicle.links[-1].entry
    return set_rows(ui, view, rows_shown(entry, beat, MOST_ROWS))


def _draw_link(ui: Ui, row: pygame.Rect, link: Link, last: bool, pair: ColourPair) -> None:
    """One action of the chain, moved in under what set it off."""
    x = row.x + ui.px(12 + INDENT * min(MOST_DEPTH, link.depth))
    if link.depth:
        ui.canvas.icon("result", (x + ui.px(4), row.centery), 11, Ink.DIM)
        x += ui.px(14)
    if link.entry.side is not None:
        ui.canvas.surface.fill(pair.side(link.entry.side).colour, (x, row.y + ui.px(3), ui.px(4), row.h - ui.px(6)))
    room = pygame.Rect(x + ui.px(10), row.y, row.right - x - ui.px(22), row.h)
    result = next((r.result for r in reversed(link.entry.rows) if r.result), "")
    if result and not last:
        shown = ui.canvas.width(result, Size.DENSE, "semi")
        place = pygame.Rect(room.right - min(shown, room.w // 2), room.y, min(shown, room.w // 2), room.h)
        room.w = label(ui, place, result, Size.DENSE, Ink.DIM, "semi", "right").x - room.x - ui.px(8)
    label(ui, room, plain(link.entry.head), Size.BODY if last else Size.DENSE, Ink.TEXT, "bold" if last else "semi")


def _draw_foot(ui: Ui, rect: pygame.Rect, calls: ChainCalls) -> None:
    places = evenly(rect, 3, ui.px(8))
    if button(ui, "chain/step", places[0], "Step", key="chain_step", tip="The next shot, die or move, then pause"):
        calls.step()
    if button(ui, "chain/play", places[1], "Play", key="chain_play", icon="play", tip="On without pauses"):
        calls.play()
    if button(ui, "chain/all", places[2], "All", key="skip", tip="To the end of the chain at once"):
        calls.all()
