"""What lies above the rest: the frame of a dialog and the tooltip."""

from __future__ import annotations

import pygame

from wargame.tabletop.kit.ui import Ui
from wargame.tabletop.theme import Colour, Ink, Size

TIP_WIDTH = 300


def dialog(
    ui: Ui, dialog_id: str, size: tuple[int, int], title: str, *, accent: Colour = Ink.BRASS, veil: int = 120
) -> pygame.Rect:
    """Open a layer with a titled window of `size` px that can be moved by its title; the room inside, in px.

    What is drawn below stays in sight under a `veil` (0 to 255) and answers nothing.
    """
    ui.new_layer()
    window = ui.window
    if veil:
        ui.canvas.shade(window, Ink.WELL, veil)
    ui.shield(f"{dialog_id}/outside", window, through=True)
    rect = pygame.Rect(0, 0, min(size[0], window.w - ui.px(16)), min(size[1], window.h - ui.px(16)))
    rect.center = window.center
    _drag(ui, dialog_id, rect)
    rect.clamp_ip(window)
    ui.canvas.shadow(rect, 14)
    ui.canvas.box(rect, Ink.PANEL, Ink.LINE, 6)
    head = pygame.Rect(rect.x, rect.y, rect.w, ui.px(44))
    ui.shield(dialog_id, rect)
    ui.spot(f"{dialog_id}/title", head, text=title, focusable=False)
    ui.canvas.surface.fill(accent, (rect.x + ui.px(1), head.bottom - 1, rect.w - ui.px(2), 1))
    ui.canvas.surface.fill(accent, (rect.x, rect.y + ui.px(8), ui.px(4), head.h - ui.px(16)))
    room = head.w - ui.px(36)
    ui.canvas.text((rect.x + ui.px(18), head.centery), title, 19, accent, "title", "midleft", room=room, box=head)
    pad = ui.px(18)
    return pygame.Rect(rect.x + pad, head.bottom + ui.px(14), rect.w - 2 * pad, rect.bottom - head.bottom - ui.px(28))


def _drag(ui: Ui, dialog_id: str, rect: pygame.Rect) -> None:
    """Move the window with its title while that is held."""
    moved, grip = ui.memory(f"{dialog_id}/moved", ((0, 0), None))
    if ui.is_held(f"{dialog_id}/title"):
        grip = grip or (ui.mouse[0] - moved[0], ui.mouse[1] - moved[1])
        moved = (ui.mouse[0] - grip[0], ui.mouse[1] - grip[1])
    else:
        grip = None
    ui.remember(f"{dialog_id}/moved", (moved, grip))
    rect.move_ip(moved)


def draw_tooltip(ui: Ui) -> None:
    """Draw the tooltip that is due, if any, beside what it belongs to and inside the window."""
    found = ui.tip()
    if found is None:
        return
    text, about = found
    canvas = ui.canvas
    lines = canvas.wrap(text, ui.px(TIP_WIDTH), Size.DENSE, "semi")
    step = canvas.line_height(Size.DENSE, "semi")
    width = max(canvas.width(line, Size.DENSE, "semi") for line in lines) + ui.px(18)
    rect = pygame.Rect(about.x, about.bottom + ui.px(6), width, step * len(lines) + ui.px(12))
    if about.w > ui.px(TIP_WIDTH) and about.collidepoint(ui.mouse):
        rect.topleft = (ui.mouse[0] + ui.px(10), ui.mouse[1] + ui.px(20))
        about = pygame.Rect(ui.mouse, (1, 1))
    if rect.bottom > ui.window.bottom:
        rect.bottom = about.y - ui.px(6)
    rect.clamp_ip(ui.window.inflate(-ui.px(8), -ui.px(8)))
    canvas.shadow(rect, 6)
    canvas.box(rect, Ink.PAPER, Ink.PAPER_EDGE, 3)
    for n, line in enumerate(lines):
        place = (rect.x + ui.px(9), rect.y + ui.px(6) + n * step)
        canvas.text(place, line, Size.DENSE, Ink.PAPER_INK, "semi", box=rect)
