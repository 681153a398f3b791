"""Teaching hints of a scenario: a paper note at the moment of use, put away with a click."""

from __future__ import annotations

import pygame

from wargame.engine.setup import Hint
from wargame.tabletop.desk import Desk
from wargame.tabletop.kit import Ui, button, label
from wargame.tabletop.theme import Ink, Size


class Hints:
    """Shows the first hint that fits and has not been put away."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.read: set[str] = set()
        self.opened = ""
        """The hint that was opened again while it was folded."""

    def due(self) -> Hint | None:
        """The hint to show now."""
        return self.desk.kept(("hint", frozenset(self.read)), self._due)

    def _due(self) -> Hint | None:
        request, viewer, scene = self.desk.request, self.desk.session.viewer, self.desk.scene
        if request is None:
            return None
        for hint in scene.setup.hints:
            fits = hint.purpose in ("", request.purpose) and hint.side in ("", viewer)
            if hint.id in self.read or not fits:
                continue
            if hint.condition is None or hint.condition.holds(scene):
                return hint
        return None

    def draw(self, ui: Ui, panel: pygame.Rect, folded: bool = False) -> None:
        """Draw the note at the foot of a panel; folded to a strip while the panel shows what is planned."""
        hint = self.due()
        if hint is None or panel.w < ui.px(160):
            return
        if not folded:
            self.opened = ""
        elif self.opened != hint.id:
            self._draw_strip(ui, panel, hint)
            return
        text = " ".join(hint.text.split())
        width = panel.w - ui.px(16)
        lines = ui.canvas.wrap(text, width - ui.px(28), Size.BODY, "regular")
        height = len(lines) * ui.canvas.line_height(Size.BODY, "regular") + ui.px(58)
        rect = pygame.Rect(panel.x + ui.px(8), 0, width, min(height, panel.h - ui.px(20)))
        rect.bottom = panel.bottom - ui.px(8)
        with ui.region("hint"):
            ui.shield("hint/panel", rect)
            ui.canvas.shadow(rect, 8)
            ui.canvas.box(rect, Ink.PAPER, Ink.PAPER_EDGE, 4)
            room = pygame.Rect(rect.x + ui.px(14), rect.y + ui.px(10), rect.w - ui.px(28), rect.h)
            ui.canvas.paragraph(room, text, Size.BODY, Ink.PAPER_INK, "regular")
            place = pygame.Rect(rect.right - ui.px(110), rect.bottom - ui.px(38), ui.px(98), ui.px(28))
            if button(ui, "hint/read", place, "Got it", centred=True):
                self.read.add(hint.id)

    def _draw_strip(self, ui: Ui, panel: pygame.Rect, hint: Hint) -> None:
        rect = pygame.Rect(panel.x + ui.px(8), 0, panel.w - ui.px(16), ui.px(30))
        rect.bottom = panel.bottom - ui.px(6)
        with ui.region("hint"):
            touch = ui.spot("hint/open", rect, text="Hint", tip="Read the hint")
            ui.canvas.box(rect, Ink.PAPER, Ink.BRASS if touch.hot else Ink.PAPER_EDGE, 4)
            room = pygame.Rect(rect.x + ui.px(14), rect.y, rect.w - ui.px(28), rect.h)
            label(ui, room, "A hint: click to read it", Size.BODY, Ink.PAPER_INK, "semi")
            if touch.shows_focus:
                ui.canvas.ring(rect)
            if touch.clicked:
                self.opened = hint.id
