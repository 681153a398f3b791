"""The rulebook in our own words: search it, read a rule, see where it comes from."""

from __future__ import annotations

from typing import Any

import pygame

from wargame.engine.rules import Catalogue, Rule
from wargame.tabletop.keys import ANYWHERE, DIALOG
from wargame.tabletop.kit import Ui, button, dialog, label, scroll_to, text_field, virtual_list
from wargame.tabletop.screen import Screen
from wargame.tabletop.theme import Ink, Size

_ORIGINS = {
    "seed": "From the rulebook.",
    "garbled": "The rulebook is unclear here; this is our reading.",
    "public": "From published material beside the rulebook.",
    "house": "A house rule of this program.",
}


class RulesScreen(Screen):
    """A window with the list of rules at the left and the chosen rule at the right."""

    name = "rules"
    opaque = False
    contexts = (DIALOG, ANYWHERE)

    def __init__(self, title: str, catalogue: Catalogue, rule: str = "") -> None:
        self.title, self.catalogue = title, catalogue
        self.words = ""
        self.rule = rule if rule in catalogue else (catalogue.rules[0].id if catalogue.rules else "")
        self._show = bool(rule)

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw the window."""
        room = dialog(ui, "rules", (ui.px(860), ui.px(560)), f"RULES · {self.title.upper()}")
        found = self.catalogue.search(self.words)
        left = pygame.Rect(room.x, room.y, ui.px(330), room.h - ui.px(46))
        field = pygame.Rect(left.x, left.y, left.w, ui.px(28))
        self.words, _ = text_field(ui, "rules/search", field, self.words, hint="Search the rules", first=not self._show)
        body = pygame.Rect(left.x, field.bottom + ui.px(8), left.w, left.bottom - field.bottom - ui.px(8))
        self._draw_list(ui, body, found)
        right = pygame.Rect(left.right + ui.px(18), room.y, room.right - left.right - ui.px(18), room.h - ui.px(46))
        if self.rule in self.catalogue:
            self._draw_rule(ui, right, self.catalogue[self.rule])
        place = pygame.Rect(room.right - ui.px(140), room.bottom - ui.px(34), ui.px(140), ui.px(34))
        if button(ui, "rules/close", place, "Close", key="back"):
            self.app.pop(self)

    def _draw_list(self, ui: Ui, body: pygame.Rect, found: list[Rule]) -> None:
        ui.canvas.box(body, Ink.WELL, Ink.LINE, 4)
        height = ui.px(Size.ROW + 2)
        ids = [rule.id for rule in found]
        cursor = ids.index(self.rule) if self.rule in ids else -1
        if self._show and cursor >= 0:
            scroll_to(ui, "rules/list", cursor, height, body.h)
            self._show = False

        def draw(n: int, row: pygame.Rect) -> None:
            rule = found[n]
            touch = ui.spot(f"rules/{rule.id}", row, text=rule.title, focusable=False)
            if rule.id == self.rule or touch.hot:
                ui.canvas.surface.fill(Ink.CHOSEN if rule.id == self.rule else Ink.HOVER, row)
            wide = ui.canvas.width(rule.id, Size.CAPTION) + ui.px(16)
            label(ui, pygame.Rect(row.x + ui.px(8), row.y, wide, row.h), rule.id, Size.CAPTION, Ink.LINK)
            label(ui, pygame.Rect(row.x + wide, row.y, row.w - wide - ui.px(6), row.h), rule.title, Size.DENSE)
            if touch.clicked:
                self.rule = rule.id

        moved = virtual_list(ui, "rules/list", body, len(found), height, draw, cursor=cursor, text="Rules")
        if moved is not None and found:
            self.rule = found[moved].id
            scroll_to(ui, "rules/list", moved, height, body.h)

    def _draw_rule(self, ui: Ui, room: pygame.Rect, rule: Rule) -> None:
        y = room.y
        y += ui.canvas.paragraph(pygame.Rect(room.x, y, room.w, 0), rule.title, 18, Ink.BRASS, "semi")
        ui.canvas.text((room.x, y + ui.px(2)), f"§ {rule.id}", Size.DENSE, Ink.LINK, "semi")
        y += ui.px(28)
        y += ui.canvas.paragraph(pygame.Rect(room.x, y, room.w, 0), rule.text, 16, Ink.TEXT) + ui.px(14)
        origin = _ORIGINS.get(rule.origin, rule.origin)
        y += ui.canvas.paragraph(pygame.Rect(room.x, y, room.w, 0), origin, Size.DENSE, Ink.DIM) + ui.px(4)
        if rule.why:
            ui.canvas.paragraph(pygame.Rect(room.x, y, room.w, 0), rule.why, Size.DENSE, Ink.DIM)

    def ui_map(self) -> dict[str, Any]:
        """The rule that is shown."""
        return {"rule": self.rule}
