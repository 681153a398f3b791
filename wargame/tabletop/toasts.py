"""Short notes that appear at the top of the window and go away by themselves."""

from __future__ import annotations

from typing import Final

import pygame

from wargame.tabletop.kit import Ui
from wargame.tabletop.kit.layout import inset
from wargame.tabletop.theme import Colour, Ink, Size

LASTS_S: Final = 2.5
MOST: Final = 3


class Toasts:
    """At most three notes, the newest below; each lasts 2.5 s."""

    def __init__(self) -> None:
        self._notes: list[tuple[str, Colour, float]] = []

    def say(self, text: str, ink: Colour = Ink.BRASS) -> None:
        """Show a note; the same note again only lasts longer."""
        self._notes = [note for note in self._notes if note[0] != text][-(MOST - 1) :]
        self._notes.append((text, ink, LASTS_S))

    def update(self, dt: float) -> None:
        """Let the notes grow older."""
        self._notes = [(text, ink, left - dt) for text, ink, left in self._notes if left > dt]

    def clear(self) -> None:
        """Drop all notes (at hand-over)."""
        self._notes = []

    def draw(self, ui: Ui) -> None:
        """Draw the notes in the middle, below the top bar and the prompt of a battle."""
        y = ui.px(Size.TOP_BAR + 52)
        for text, ink, _ in self._notes:
            width = min(ui.canvas.width(text) + ui.px(32), ui.window.w - ui.px(40))
            rect = pygame.Rect((ui.window.w - width) // 2, y, width, ui.px(32))
            ui.canvas.shadow(rect, 6)
            ui.canvas.box(rect, Ink.PANEL, ink, 4)
            room = inset(rect, ui.px(14), 0)
            ui.canvas.text(rect.center, text, anchor="center", room=room.w, box=rect)
            y = rect.bottom + ui.px(8)
