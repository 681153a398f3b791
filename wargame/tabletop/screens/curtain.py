"""The curtain between two players at one screen: nothing of either side is drawn, written or sounded behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from wargame.tabletop.keys import ANYWHERE
from wargame.tabletop.kit import Ui, button
from wargame.tabletop.screen import Screen
from wargame.tabletop.theme import Ink, SideLook

FADE_S = 0.2
BACK = (18, 20, 22)


class Curtain(Screen):
    """Asks the players to change seats; `on_ready` is called when the new one sits."""

    name = "handover"
    contexts = (ANYWHERE,)

    def __init__(self, side: str, look: SideLook, turn: int, phase: str, on_ready: Callable[[], None]) -> None:
        self.side, self.look, self.turn, self.phase = side, look, turn, phase
        self.on_ready = on_ready
        self._age_s = 0.0

    def update(self, dt: float) -> None:
        """The colour comes up."""
        self._age_s += dt

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw the curtain and its one button."""
        surface.fill(BACK)
        band = pygame.Rect(0, 0, surface.get_width(), ui.px(250))
        band.centery = surface.get_rect().centery
        share = 1.0 if self.app.settings.reduce_motion else min(1.0, self._age_s / FADE_S)
        ui.canvas.shade(band, self.look.dark, round(255 * share))
        surface.fill(self.look.colour, (0, band.y, band.w, ui.px(4)))
        middle = band.centerx
        ui.canvas.text((middle, band.y + ui.px(46)), "Please change seats", 18, Ink.TEXT, "regular", "center")
        ui.canvas.text((middle, band.y + ui.px(96)), self.side.upper(), 40, self.look.colour, "title", "center")
        where = f"Turn {self.turn} · {self.phase}." if self.turn else f"{self.phase or 'Set-up'}."
        words = f"{where} Table, minimap, log and cards are hidden."
        ui.canvas.text((middle, band.y + ui.px(146)), words, 16, Ink.TEXT, "regular", "center")
        place = pygame.Rect(0, 0, ui.px(200), ui.px(40))
        place.midtop = (middle, band.y + ui.px(178))
        if button(ui, "ready", place, "I am ready", key="commit", primary=True, first=True):
            self.app.pop(self)
            self.on_ready()

    def closing(self) -> bool:
        """Closing the window behind the curtain saves like anywhere else."""
        return all(screen.closing() for screen in self.app.screens if screen is not self)

    def ui_map(self) -> dict[str, Any]:
        """Who is asked to sit down, and nothing else."""
        return {"side": self.side, "selected": None, "stands": {}, "log": []}
