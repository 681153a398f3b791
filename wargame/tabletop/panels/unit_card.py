"""The unit card: portrait on the real ground, armour, boxes, weapons, status, and what the plan in hand would bring."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from wargame.engine.appraisal import Appraisal, Reaction
from wargame.engine.ruleset import Card, WeaponRow
from wargame.engine.state import Stand
from wargame.tabletop.armies import army_name
from wargame.tabletop.desk import Desk
from wargame.tabletop.kit import Ui, label
from wargame.tabletop.layers.ground import GroundLayer
from wargame.tabletop.layers.shelf import Shelf
from wargame.tabletop.minis import marker
from wargame.tabletop.theme import Ink, Size, mix, rgb

PREVIEW_GROUND, PREVIEW_EDGE = rgb("#24211A"), rgb("#5C4B22")


@dataclass(frozen=True, slots=True)
class Preview:
    """The plan in hand: a heading, the readout, its chances and who may react."""

    title: str
    text: str
    odds: Appraisal | None = None
    reactions: tuple[Reaction, ...] = ()
    refused: bool = False


class UnitCard:
    """Draws the card of one stand; says which weapon was clicked."""

    def __init__(self, desk: Desk, shelf: Shelf) -> None:
        self.desk, self.shelf = desk, shelf

    def draw(
        self, ui: Ui, rect: pygame.Rect, stand_id: str | None, ground: GroundLayer, preview: Preview | None
    ) -> str:
        """Draw the panel; the id of the weapon that was clicked, or ""."""
        with ui.region("unit card"):
            ui.shield("card/panel", rect)
            ui.canvas.surface.fill(Ink.PANEL, rect)
            ui.canvas.surface.fill(Ink.LINE, (rect.x, rect.y, 1, rect.h))
            stand = self.desk.stand(stand_id)
            with ui.canvas.clipped(rect):
                if stand is None:
                    return self._draw_empty(ui, rect, preview)
                return self._draw_stand(ui, rect, stand, ground, preview)

    def _draw_empty(self, ui: Ui, rect: pygame.Rect, preview: Preview | None) -> str:
        room = rect.inflate(-ui.px(24), -ui.px(20))
        setup = self.desk.scene.setup
        title = pygame.Rect(room.x, room.y, room.w, 0)
        y = room.y + ui.canvas.paragraph(title, setup.title, 18, Ink.BRASS, "title") + ui.px(8)
        texts = [setup.place, setup.victory.text, "Select a stand to see its card."]
        viewer = self.desk.session.viewer
        aim = next((s.aim for s in setup.sides if s.id == viewer), "")
        for text in (texts[0], aim or texts[1], texts[2]):
            if text:
                y += ui.canvas.paragraph(pygame.Rect(room.x, y, room.w, 0), text, Size.BODY, Ink.DIM) + ui.px(8)
        y = self._draw_scores(ui, room, y)
        if preview is not None:
            self._draw_preview(ui, pygame.Rect(room.x, y + ui.px(8), room.w, room.bottom - y), preview)
        return ""

    def _draw_scores(self, ui: Ui, room: pygame.Rect, y: int) -> int:
        state = self.desk.state
        if not any(state.scores.values()) and not state.objectives:
            return y
        caption(ui, room.x, y, "OBJECTIVES AND POINTS")
        y += ui.px(20)
        for side in state.sides.values():
            row = pygame.Rect(room.x, y, room.w, ui.px(22))
            points = state.scores.get(side.id, 0)
            words = f"{points:g} point" if points == 1 else f"{points:g} points"
            right = label(ui, row, words, Size.DENSE, Ink.TEXT, "semi", "right").x
            name = pygame.Rect(row.x, row.y, right - row.x - ui.px(8), row.h)
            label(ui, name, army_name(side.id), Size.BODY, self.desk.look_of_side(side.id).colour, "bold")
            y += row.h
            y += ui.canvas.paragraph(pygame.Rect(room.x, y, room.w, 0), side.name, Size.DENSE, Ink.DIM) + ui.px(5)
        return self._draw_objectives(ui, room, y + ui.px(3))

    def _draw_objectives(self, ui: Ui, room: pygame.Rect, y: int) -> int:
        """A row for each place worth holding: its points, its name, and whose it is."""
        for o in self.desk.state.objectives.values():
            row = pygame.Rect(room.x, y, room.w, ui.px(20))
            if row.bottom > room.bottom:
                break
            held = o.holder in self.desk.state.sides
            whose = "contested" if o.contested else army_name(o.holder) if held else "nobody's"
            ink = self.desk.look_of_side(o.holder).colour if held and not o.contested else Ink.DIM
            right = label(ui, row, whose, Size.DENSE, ink, "semi", "right").x
            label(ui, pygame.Rect(row.x, row.y, ui.px(20), row.h), f"{o.points:g}", Size.DENSE, Ink.BRASS, "bold")
            name = pygame.Rect(row.x + ui.px(20), row.y, right - row.x - ui.px(28), row.h)
            label(ui, name, o.name, Size.DENSE, Ink.TEXT, "regular")
            y = row.bottom
        return y

    def _draw_stand(self, ui: Ui, rect: pygame.Rect, stand: Stand, ground: GroundLayer, preview: Preview | None) -> str:
        card = self.desk.card(stand.id)
        y = self._draw_head(ui, rect, stand, card)
        pad = ui.px(10)
        room = pygame.Rect(rect.x + pad, y, rect.w - 2 * pad, rect.bottom - y)
        y = self._draw_portrait(ui, room, stand, card, ground)
        y = self._draw_boxes(ui, pygame.Rect(room.x, y, room.w, 0), card)
        y, weapon = self._draw_weapons(ui, pygame.Rect(room.x, y, room.w, 0), stand, card)
        y = self._draw_chips(ui, pygame.Rect(room.x, y, room.w, 0), card)
        for line in card.lines:
            y += ui.canvas.paragraph(pygame.Rect(room.x + ui.px(2), y, room.w, 0), line, Size.DENSE, Ink.DIM)
        y += ui.px(6)
        if preview is not None:
            self._draw_preview(ui, pygame.Rect(room.x, y, room.w, rect.bottom - y), preview)
        return weapon

    def _draw_head(self, ui: Ui, rect: pygame.Rect, stand: Stand, card: Card) -> int:
        look = self.desk.look_of_side(stand.side)
        head = pygame.Rect(rect.x + 1, rect.y, rect.w - 1, ui.px(46))
        ui.canvas.surface.fill(look.dark, head)
        stripe = pygame.Rect(head.x, head.y, ui.px(5), head.h)
        ui.canvas.surface.fill(look.colour, stripe)
        if look.pattern == "notched":
            for y in range(stripe.y + ui.px(4), stripe.bottom, ui.px(8)):
                ui.canvas.surface.fill(look.dark, (stripe.x, y, stripe.w, ui.px(2)))
        inner = pygame.Rect(head.x + ui.px(14), head.y, head.w - ui.px(22), head.h)
        quality = ui.canvas.width(card.quality, Size.CAPTION, "bold") + ui.px(8) if card.quality else 0
        top = pygame.Rect(inner.x, inner.y + ui.px(3), inner.w - quality, ui.px(24))
        label(ui, top, card.title.upper(), 17, Ink.TEXT, "title")
        label(
            ui,
            pygame.Rect(inner.x, inner.y + ui.px(26), inner.w, ui.px(16)),
            card.subtitle,
            Size.CAPTION,
            Ink.TEXT,
            "regular",
        )
        if card.quality:
            right = pygame.Rect(inner.x, top.y, inner.w, top.h)
            label(ui, right, card.quality.upper(), Size.CAPTION, look.colour, "bold", "right")
        return head.bottom + ui.px(10)

    def _draw_portrait(self, ui: Ui, room: pygame.Rect, stand: Stand, card: Card, ground: GroundLayer) -> int:
        box = pygame.Rect(room.x, room.y, room.w, ui.px(104))
        look = self.desk.look(stand.id)
        longest = max(look.length_in, look.width_in, 0.4)
        ppi = round(min(box.w * 0.50, box.h * 0.92) / longest, 1)
        picture = self.desk.kept(
            ("portrait", round(stand.x), round(stand.y), box.size, ground.version),
            lambda: ground.portrait((stand.x, stand.y), box.size, 30.0),
        )
        surface = ui.canvas.surface
        surface.blit(picture, box)
        pictures = self.shelf.portrait(stand, ppi) if stand.line else None
        if pictures is not None:
            sprite, shadow = pictures
            with ui.canvas.clipped(box):
                for image in (shadow, sprite):
                    spot = image.get_rect(center=box.center)
                    surface.blit(image, spot, special_flags=pygame.BLEND_PREMULTIPLIED)
        pygame.draw.rect(surface, Ink.LINE, box, 1)
        for (name, value), place in zip(card.sides, _corners(box, ui.px(4)), strict=False):
            _plate(ui, f"{name} {value}", *place)
        return box.bottom + ui.px(8)

    def _draw_boxes(self, ui: Ui, room: pygame.Rect, card: Card) -> int:
        boxes = card.boxes[:10]
        if not boxes:
            return room.y
        a_row = 5 if len(boxes) > 4 else len(boxes)
        gap, height = ui.px(5), ui.px(44)
        width = (room.w - gap * (a_row - 1)) // a_row
        for n, (name, value) in enumerate(boxes):
            box = pygame.Rect(
                room.x + (n % a_row) * (width + gap), room.y + (n // a_row) * (height + gap), width, height
            )
            ui.canvas.box(box, Ink.RAISED, Ink.LINE, 4)
            label(
                ui,
                pygame.Rect(box.x, box.y + ui.px(2), box.w, ui.px(16)),
                name.upper(),
                Size.CAPTION,
                Ink.DIM,
                "semi",
                "centre",
            )
            size = 17 if ui.canvas.width(value, 17, "bold") < box.w - ui.px(4) else Size.DENSE
            value_at = pygame.Rect(box.x + 1, box.y + ui.px(18), box.w - 2, ui.px(24))
            label(ui, value_at, value, size, Ink.TEXT, "bold", "centre")
        rows = (len(boxes) + a_row - 1) // a_row
        return room.y + rows * (height + gap) + ui.px(4)

    def _draw_weapons(self, ui: Ui, room: pygame.Rect, stand: Stand, card: Card) -> tuple[int, str]:
        live = {w.id: w for w in self.desk.choices(self.desk.subject_of(stand.id)).weapons}
        rows = [live.get(w.id, w) for w in card.weapons] or list(live.values())
        if not rows:
            return room.y, ""
        width = ui.px(46)
        texts = [text for row in rows for cell in row.cells for text in cell]
        wide = any(ui.canvas.width(text, Size.DENSE) > width - ui.px(4) for text in texts)
        columns = [] if wide else [name for name, _ in max(rows, key=lambda w: len(w.cells)).cells][:4]
        head = pygame.Rect(room.x, room.y, room.w, ui.px(20))
        caption(ui, room.x + ui.px(4), head.y, "WEAPON")
        for n, name in enumerate(reversed(columns)):
            place = pygame.Rect(room.right - (n + 1) * width, head.y, width - ui.px(4), head.h)
            label(ui, place, name, Size.CAPTION, Ink.DIM, "semi", "right")
        y, clicked = head.bottom, ""
        for number, row in enumerate(rows):
            cells = " · ".join(f"{name.lower()} {value}" for name, value in row.cells) if wide else ""
            below = ui.canvas.wrap(cells, room.w - ui.px(10), Size.DENSE) if cells else []
            place = pygame.Rect(room.x, y, room.w, ui.px(24) + len(below) * ui.px(17))
            if self._draw_weapon(ui, place, row, number, columns, row.id in live):
                clicked = row.id
            for n, text in enumerate(below):
                line = pygame.Rect(place.x + ui.px(5), y + ui.px(22) + n * ui.px(17), place.w - ui.px(10), ui.px(17))
                label(ui, line, text, Size.DENSE, Ink.DIM, "regular")
            y = place.bottom + ui.px(2)
        return y + ui.px(8), clicked

    def _draw_weapon(
        self, ui: Ui, place: pygame.Rect, row: WeaponRow, number: int, columns: list[str], live: bool
    ) -> bool:
        reason = row.refusal.text if row.refusal is not None else "" if live else "No order is asked of it now."
        on = live and row.id == self.desk.weapon
        facts = {"text": row.name, "enabled": not reason, "reason": reason, "on": on, "focusable": not reason}
        touch = ui.spot(f"card/weapon/{row.id}", place, **facts)
        if on or touch.hot:
            ui.canvas.box(place, Ink.HOVER if not on else Ink.WELL, Ink.BRASS, 3)
        elif number % 2 == 0:
            ui.canvas.surface.fill(mix(Ink.PANEL, Ink.RAISED, 0.6), place)
        ink, width = Ink.TEXT if not row.refusal else Ink.OFF, ui.px(46)
        first = pygame.Rect(place.x, place.y, place.w, ui.px(24))
        name = pygame.Rect(first.x + ui.px(5), first.y, first.w - width * len(columns) - ui.px(6), first.h)
        label(ui, name, row.name, Size.BODY, ink, "bold" if on else "semi")
        cells = dict(row.cells)
        for n, column in enumerate(reversed(columns)):
            cell = pygame.Rect(first.right - (n + 1) * width, first.y, width - ui.px(4), first.h)
            label(ui, cell, cells.get(column, ""), Size.BODY, ink, "bold" if on else "semi", "right")
        if touch.shows_focus:
            ui.canvas.ring(place, gap=0)
        return touch.clicked

    def _draw_chips(self, ui: Ui, room: pygame.Rect, card: Card) -> int:
        if not card.chips:
            return room.y
        x, y = room.x, room.y
        height, size = ui.px(24), ui.px(15)
        for chip in card.chips:
            width = ui.canvas.width(chip.text, Size.DENSE) + size + ui.px(20)
            if x + width > room.right and x > room.x:
                x, y = room.x, y + height + ui.px(4)
            box = pygame.Rect(x, y, min(width, room.right - x), height)
            ui.canvas.box(box, Ink.RAISED, Ink.REFUSAL if chip.bad else Ink.LINE, 11)
            image = marker(chip.marker, size)
            spot = image.get_rect(center=(box.x + ui.px(14), box.centery))
            ui.canvas.surface.blit(image, spot, special_flags=pygame.BLEND_PREMULTIPLIED)
            label(ui, pygame.Rect(box.x + ui.px(25), box.y, box.w - ui.px(30), box.h), chip.text, Size.DENSE)
            x = box.right + ui.px(5)
        return y + height + ui.px(8)

    def _draw_preview(self, ui: Ui, room: pygame.Rect, preview: Preview) -> None:
        inner_w = room.w - ui.px(18)
        lines: list[tuple[str, str, tuple[int, int, int]]] = []
        ink = Ink.REFUSAL if preview.refused else Ink.TEXT
        for line in ui.canvas.wrap(preview.text, inner_w, Size.BODY, "semi") if preview.text else ():
            lines.append((line, "semi", ink))
        odds = preview.odds
        if odds is not None:
            for text in odds.lines:
                lines += [(line, "regular", Ink.DIM) for line in ui.canvas.wrap(text, inner_w, Size.DENSE, "regular")]
        outcomes = [o for o in (odds.outcomes if odds is not None else ()) if o.chance >= 0.0005]
        height = (
            ui.px(30)
            + ui.px(18) * len(lines)
            + ui.px(21) * len(outcomes)
            + ui.px(18) * len(preview.reactions[:4])
            + ui.px(8)
        )
        box = pygame.Rect(room.x, room.y, room.w, min(height, max(ui.px(40), room.h)))
        ui.canvas.box(box, PREVIEW_GROUND, Ink.REFUSAL if preview.refused else PREVIEW_EDGE, 4)
        with ui.canvas.clipped(box):
            head = pygame.Rect(box.x + ui.px(9), box.y + ui.px(4), inner_w, ui.px(22))
            label(ui, head, preview.title, Size.BODY, Ink.WARNING, "bold")
            y = head.bottom
            for text, face, colour in lines:
                label(ui, pygame.Rect(head.x, y, inner_w, ui.px(18)), text, Size.DENSE, colour, face)
                y += ui.px(18)
            for outcome in outcomes:
                self._draw_outcome(
                    ui, pygame.Rect(head.x, y, inner_w, ui.px(20)), outcome.text, outcome.chance, outcome.good
                )
                y += ui.px(21)
            for reaction in preview.reactions[:4]:
                chance = f" {reaction.chance:.0%}" if reaction.chance else ""
                label(
                    ui, pygame.Rect(head.x, y, inner_w, ui.px(18)), f"{reaction.text}{chance}", Size.DENSE, Ink.REFUSAL
                )
                y += ui.px(18)

    def _draw_outcome(self, ui: Ui, row: pygame.Rect, text: str, chance: float, good: bool | None) -> None:
        """A bar as long as the chance, its words and its figure; good teal with a check, bad grey."""
        colour = Ink.SUCCESS if good else Ink.ASH if good is False else Ink.BRASS
        bar = pygame.Rect(row.x, row.bottom - ui.px(4), max(1, round(row.w * chance)), ui.px(3))
        ui.canvas.surface.fill(mix(colour, Ink.PANEL, 0.25), bar)
        label(ui, pygame.Rect(row.x, row.y, row.w - ui.px(46), row.h - ui.px(3)), text, Size.DENSE)
        figure = f"{chance:.0%}" if chance >= 0.095 or chance == 0 else f"{chance:.1%}"
        label(ui, pygame.Rect(row.x, row.y, row.w, row.h - ui.px(3)), figure, Size.BODY, Ink.TEXT, "bold", "right")


def caption(ui: Ui, x: int, y: int, text: str) -> None:
    """A small heading inside a panel."""
    ui.canvas.text((x, y + ui.px(2)), text, Size.CAPTION, Ink.DIM, "semi")


def _corners(box: pygame.Rect, pad: int) -> tuple[tuple[str, tuple[int, int]], ...]:
    return (
        ("topright", (box.right - pad, box.y + pad + box.h // 8)),
        ("midtop", (box.centerx, box.y + pad)),
        ("bottomleft", (box.x + pad, box.bottom - pad)),
        ("bottomright", (box.right - pad, box.bottom - pad)),
    )


def _plate(ui: Ui, text: str, anchor: str, place: tuple[int, int]) -> None:
    """A dark plate with an armour value."""
    width = ui.canvas.width(text, Size.DENSE, "bold") + ui.px(12)
    box = pygame.Rect(0, 0, width, ui.px(20))
    setattr(box, anchor, place)
    ui.canvas.shade(box, Ink.WELL, 210)
    label(ui, box, text, Size.DENSE, Ink.TEXT, "bold", "centre")
