"""The card of a queue of orders: how far it is, whose turn it is, why it stopped, and the way out of it."""

from __future__ import annotations

import pygame

from wargame.tabletop.kit import Ui, button, label
from wargame.tabletop.modes.stage import Stage
from wargame.tabletop.theme import Ink, Size

WIDTH, HEAD, LINE, FOOT = 380, 32, 19, 44


def queue_rect(ui: Ui, view: pygame.Rect, stage: Stage) -> pygame.Rect:
    """Where the card is: below the prompt, in the middle of the table's upper edge."""
    width = min(ui.px(WIDTH), view.w - ui.px(20))
    height = ui.px(HEAD + FOOT) + ui.px(LINE) * len(_lines(ui, stage, width))
    rect = pygame.Rect(0, view.y + ui.px(50), width, height)
    rect.centerx = view.centerx
    return rect


def _lines(ui: Ui, stage: Stage, width: int) -> list[str]:
    queue = stage.queue
    text = queue.stopped or (f"Next: {queue.next_name}" if queue.waiting else "")
    return ui.canvas.wrap(text, width - ui.px(28), Size.BODY, "regular") if text else []


def draw_queue(ui: Ui, view: pygame.Rect, stage: Stage) -> None:
    """Draw the card while there is a queue, and act on it."""
    queue = stage.queue
    if not queue.shown:
        return
    rect = queue_rect(ui, view, stage)
    with ui.region("queue"):
        ui.shield("queue/panel", rect)
        ui.canvas.shadow(rect, 10)
        ui.canvas.box(rect, Ink.PANEL, Ink.WARNING if queue.stopped else Ink.BRASS, 5)
        head = pygame.Rect(rect.x + ui.px(14), rect.y + ui.px(4), rect.w - ui.px(28), ui.px(HEAD - 4))
        words = f"Stopped after {queue.words}" if queue.stopped else f"Orders carried out: {queue.words}"
        label(ui, head, words, 15, Ink.WARNING if queue.stopped else Ink.TEXT, "bold")
        y = head.bottom
        for line in _lines(ui, stage, rect.w):
            label(ui, pygame.Rect(head.x, y, head.w, ui.px(LINE)), line, Size.BODY, Ink.TEXT, "regular")
            y += ui.px(LINE)
        _draw_foot(ui, rect, stage)


def _draw_foot(ui: Ui, rect: pygame.Rect, stage: Stage) -> None:
    queue = stage.queue
    place = pygame.Rect(rect.right - ui.px(12 + 150), rect.bottom - ui.px(38), ui.px(150), ui.px(30))
    if button(ui, "queue/cancel", place, "Cancel the rest", key="back"):
        queue.cancel()
        stage.relax()
        return
    if queue.stopped and queue.waiting:
        place = place.move(-place.w - ui.px(8), 0)
        reason = "" if stage.desk.request is not None else "Nothing is asked of you now."
        if button(ui, "queue/go_on", place, "Go on", icon="play", reason=reason):
            queue.go_on()
            stage.relax()
