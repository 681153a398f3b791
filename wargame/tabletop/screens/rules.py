"""The rulebook in our own words: search it, read a rule, see where it comes from."""

from __future__ import annotations

from typing import Any

import pygame

from wargame.engine.rules import Catalogue, Rule
from wargame.tabletop.keys import ANYWHERE, DIALOG
from wargame.tabletop.kit import Node, TreeState, Ui, button, dialog, label, scroll_to, text_field, tree
from wargame.tabletop.kit.lists import visible_nodes
from wargame.tabletop.screen import Screen
from wargame.tabletop.theme import Ink, Size

CHAPTER = "chapter:"
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
        self.chapters = chapters_of(catalogue)
        here = chapter_of(self.rule)
        self.folded = frozenset(f"{CHAPTER}{name}" for name in self.chapters if name != here)
        self._show = bool(rule)

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw the window."""
        room = dialog(ui, "rules", (ui.px(980), ui.px(640)), f"RULES · {self.title.upper()}")
        left = pygame.Rect(room.x, room.y, room.w * 2 // 5, room.h - ui.px(46))
        field = pygame.Rect(left.x, left.y, left.w, ui.px(28))
        self.words, _ = text_field(ui, "rules/search", field, self.words, hint="Search the rules", first=not self._show)
        body = pygame.Rect(left.x, field.bottom + ui.px(8), left.w, left.bottom - field.bottom - ui.px(8))
        self._draw_tree(ui, body)
        right = pygame.Rect(left.right + ui.px(18), room.y, room.right - left.right - ui.px(18), room.h - ui.px(46))
        if self.rule in self.catalogue:
            self._draw_rule(ui, right, self.catalogue[self.rule])
        place = pygame.Rect(room.right - ui.px(140), room.bottom - ui.px(34), ui.px(140), ui.px(34))
        if button(ui, "rules/close", place, "Close", key="back"):
            self.app.pop(self)
        count = f"{len(self.catalogue.rules)} rules in {len(self.chapters)} chapters"
        note = pygame.Rect(room.x, place.y, place.x - room.x - ui.px(10), place.h)
        label(ui, note, count, Size.DENSE, Ink.DIM, "regular")

    def nodes(self) -> list[Node]:
        """Chapters with their rules; while something is searched for only what was found."""
        found = self.catalogue.search(self.words)
        nodes: list[Node] = []
        for name, title in self.chapters.items():
            rules = [rule for rule in found if chapter_of(rule.id) == name]
            if rules:
                nodes.append(Node(f"{CHAPTER}{name}", f"{name} · {title}", 0, True, str(len(rules))))
                nodes += [Node(rule.id, rule.title, 1) for rule in rules]
        return nodes

    def _draw_tree(self, ui: Ui, body: pygame.Rect) -> None:
        ui.canvas.box(body, Ink.WELL, Ink.LINE, 4)
        nodes = self.nodes()
        folded: frozenset[str] = frozenset() if self.words.strip() else self.folded
        if self._show:
            shown = [node.id for node in visible_nodes(nodes, folded)]
            if self.rule in shown:
                scroll_to(ui, "rules/tree", shown.index(self.rule), ui.px(Size.ROW), body.h)
            self._show = False
        if not nodes:
            label(ui, body, "No rule holds these words.", Size.BODY, Ink.DIM, "regular", "centre")
        after = tree(ui, "rules/tree", body, nodes, TreeState(self.rule, folded))
        if not self.words.strip():
            self.folded = after.folded
        if after.chosen.startswith(CHAPTER) and after.chosen != self.rule:
            self.folded ^= {after.chosen}
        elif after.chosen in self.catalogue:
            self.rule = after.chosen

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


def chapter_of(rule: str) -> str:
    """The chapter that a rule's id belongs to: all of it but its number."""
    return rule.rpartition("-")[0] or rule


def chapters_of(catalogue: Catalogue) -> dict[str, str]:
    """Chapters in the order of the book, with the title of their first rule."""
    found: dict[str, str] = {}
    for rule in catalogue.rules:
        found.setdefault(chapter_of(rule.id), rule.title)
    return found
