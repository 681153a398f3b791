"""The order of battle: formations and their stands with what is left of them, never re-sorted under the hand."""

from __future__ import annotations

from dataclasses import replace

import pygame

from wargame.engine.state import Group, Stand
from wargame.tabletop.desk import Desk
from wargame.tabletop.kit import Node, TreeState, Ui, label, text_field, tree
from wargame.tabletop.layers.shelf import Shelf
from wargame.tabletop.minis import marker
from wargame.tabletop.theme import Ink, Size

FILTER_ABOVE = 20
MARKER_PX = 16
GONE = (176, 108, 98)
FOLDED_ABOVE = 2
"""A stand that carries more than so many begins with them folded away: crews fill the panel otherwise."""


class OrderOfBattle:
    """The panel. `chosen` was clicked this frame, `opened` double-clicked."""

    def __init__(self, desk: Desk, shelf: Shelf) -> None:
        self.desk, self.shelf = desk, shelf
        self.state = TreeState()
        self.group = ""
        """The group whose heading was clicked in this frame, "" for none."""
        self.filter = ""
        self.met: frozenset[str] = frozenset()
        """Carriers that were folded once and are the player's to fold from then on."""

    @property
    def shown(self) -> tuple[object, ...]:
        """What the panel shows besides the battle."""
        return self.state, self.filter, self.shelf.version

    def draw(self, ui: Ui, rect: pygame.Rect) -> tuple[str, str]:
        """Draw the panel; the stand clicked and the stand double-clicked in this frame ("" for none)."""
        with ui.region("order of battle"):
            ui.shield("oob/panel", rect)
            ui.canvas.surface.fill(Ink.PANEL, rect)
            ui.canvas.surface.fill(Ink.LINE, (rect.right - 1, rect.y, 1, rect.h))
            nodes = self.desk.kept("oob", self._nodes)
            self._fold_crews(nodes)
            body = self._draw_head(ui, rect)
            shown = [n for n in nodes if self._passes(n)]
            selected = self.desk.selected or ""
            before = replace(self.state, chosen=selected, opened="")
            after = tree(ui, "oob", body, shown, before, lambda n, r, on: self._draw_node(ui, n, r, on))
        self.state = after
        clicked = after.chosen if after.chosen != selected else ""
        stands = self.desk.state.stands
        self.group = clicked.removeprefix("group:") if clicked.startswith("group:") else ""
        return (clicked if clicked in stands else ""), (after.opened if after.opened in stands else "")

    def forget(self) -> None:
        """Drop filter and folds (hand-over)."""
        self.state, self.filter, self.met = TreeState(), "", frozenset()

    def _draw_head(self, ui: Ui, rect: pygame.Rect) -> pygame.Rect:
        head = pygame.Rect(rect.x + ui.px(12), rect.y + ui.px(4), rect.w - ui.px(22), ui.px(30))
        label(ui, head, "ORDER OF BATTLE", 15, Ink.BRASS, "title")
        left, whole = self.desk.kept("strength", self._strength)
        label(ui, head, f"{left} of {whole}", Size.DENSE, Ink.DIM, "regular", "right")
        y = head.bottom + ui.px(2)
        if whole > FILTER_ABOVE:
            field = pygame.Rect(rect.x + ui.px(10), y, rect.w - ui.px(20), ui.px(24))
            self.filter, _ = text_field(ui, "oob/filter", field, self.filter, hint="Find a stand")
            y = field.bottom + ui.px(5)
        return pygame.Rect(rect.x, y, rect.w - 1, rect.bottom - y)

    def _passes(self, node: Node) -> bool:
        wanted = self.filter.casefold()
        return not wanted or (not _is_heading(node) and wanted in node.text.casefold())

    def _fold_crews(self, nodes: list[Node]) -> None:
        """Fold away what is carried, the first time it is met."""
        carriers = {n.id for n in nodes if n.branch and not _is_heading(n)} - self.met
        if not carriers:
            return
        carried = [s.carrier for s in self.desk.state.stands.values()]
        many = {c for c in carriers if carried.count(c) > FOLDED_ABOVE}
        self.met |= carriers
        self.state = replace(self.state, folded=self.state.folded | many)

    def _sides(self) -> list[str]:
        """The viewer's side first; the others as far as they are known."""
        viewer, sides = self.desk.session.viewer, list(self.desk.state.sides)
        return sorted(sides, key=lambda side: side != viewer) if viewer else sides

    def _strength(self) -> tuple[int, int]:
        viewer = self.desk.session.viewer
        mine = [s for s in self.desk.state.stands.values() if viewer is None or s.side == viewer]
        return sum(not s.gone for s in mine), len(mine)

    def _nodes(self) -> list[Node]:
        state = self.desk.state
        by_group: dict[str, list[Stand]] = {}
        for stand in state.stands.values():
            by_group.setdefault(stand.group, []).append(stand)
        nodes: list[Node] = []
        for side in self._sides():
            foreign = self.desk.session.viewer is not None and side != self.desk.session.viewer
            groups = [g for g in state.groups.values() if g.side == side and by_group.get(g.id)]
            contacts = [s for s in by_group.get("", []) if s.side == side]
            if not groups and not contacts:
                continue
            if foreign or self.desk.session.viewer is None:
                nodes.append(Node(f"side:{side}", state.sides[side].name.upper(), 0, True, "seen" if foreign else ""))
            for group in groups:
                nodes += self._group(group, by_group[group.id])
            nodes += [Node(s.id, "Contact", 1) for s in contacts]
        return nodes

    def _group(self, group: Group, stands: list[Stand]) -> list[Node]:
        left = sum(not s.gone for s in stands)
        note = f"{left}/{len(stands)}" if group.arrived else "to come"
        nodes = [Node(f"group:{group.id}", group.name, 0, True, note)]
        here = {s.id for s in stands}
        for stand in stands:
            if stand.carrier not in here:
                aboard = [s for s in stands if s.carrier == stand.id]
                nodes.append(Node(stand.id, stand.name, 1, bool(aboard)))
                nodes += [Node(s.id, s.name, 2) for s in aboard]
        return nodes

    def _draw_node(self, ui: Ui, node: Node, rect: pygame.Rect, chosen: bool) -> None:
        if _is_heading(node):
            self._draw_branch(ui, node, rect)
            return
        stand = self.desk.stand(node.id)
        if stand is None:
            return
        left = rect.x - ui.px(10 if node.depth > 1 else 2 if node.branch else 26)
        icon = self.shelf.icon(stand, ui.px(26), ui.px(17)) if stand.line else None
        if icon is not None:
            image = icon
            if stand.gone:
                image = icon.copy()
                image.fill((90, 90, 90, 150), special_flags=pygame.BLEND_RGBA_MULT)
            spot = image.get_rect(center=(left + ui.px(16), rect.centery))
            ui.canvas.surface.blit(image, spot, special_flags=pygame.BLEND_PREMULTIPLIED)
        text = pygame.Rect(left + ui.px(34), rect.y, 0, rect.h)
        text.w = self._draw_right(ui, stand, rect) - text.x - ui.px(4)
        ink = GONE if stand.gone else Ink.TEXT if stand.on_table or stand.carrier else Ink.DIM
        drawn = label(ui, text, stand.name, Size.BODY, ink, "semi")
        if stand.gone:
            pygame.draw.line(ui.canvas.surface, ink, drawn.midleft, drawn.midright)

    def _draw_branch(self, ui: Ui, node: Node, rect: pygame.Rect) -> None:
        note = ui.canvas.width(node.note, Size.CAPTION, "regular") if node.note else 0
        is_side = node.id.startswith("side:")
        ink = self.desk.look_of_side(node.id.removeprefix("side:")).colour if is_side else Ink.TEXT
        place = pygame.Rect(rect.x, rect.y, rect.w - note - ui.px(6), rect.h)
        label(ui, place, node.text, Size.BODY, ink, "title" if is_side else "bold")
        if node.note:
            label(ui, rect, node.note, Size.CAPTION, Ink.DIM, "regular", "right")

    def _draw_right(self, ui: Ui, stand: Stand, rect: pygame.Rect) -> int:
        """Status at the right edge; where it begins."""
        if stand.gone:
            return label(ui, rect, stand.gone.replace("_", " "), Size.CAPTION, GONE, "semi", "right").x
        x = rect.right
        if stand.id in self.desk.actors:
            ui.canvas.icon("dot", (x - ui.px(5), rect.centery), 11, Ink.BRASS)
            x -= ui.px(13)
        size = ui.px(MARKER_PX)
        for chip in reversed(self.desk.chips(stand.id)[:3]):
            image = marker(chip.marker, size)
            spot = image.get_rect(midright=(x, rect.centery))
            ui.canvas.surface.blit(image, spot, special_flags=pygame.BLEND_PREMULTIPLIED)
            x -= size + ui.px(3)
        if not stand.on_table and stand.carrier is None:
            x = label(
                ui, pygame.Rect(rect.x, rect.y, x - rect.x, rect.h), "off", Size.CAPTION, Ink.DIM, "regular", "right"
            ).x
        return x


def _is_heading(node: Node) -> bool:
    """Is this line a side's or a group's, not a stand's?"""
    return node.id.startswith(("side:", "group:"))
