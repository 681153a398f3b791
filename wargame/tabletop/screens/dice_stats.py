"""Dice so far: expected against rolled, for each side, of all rolls that the viewer has seen."""

from __future__ import annotations

import hashlib
from typing import Any

import pygame

from wargame.tabletop.armies import army_name
from wargame.tabletop.desk import Desk
from wargame.tabletop.dice_tally import Tally, tallies
from wargame.tabletop.keys import ANYWHERE, DIALOG
from wargame.tabletop.kit import Ui, button, dialog, evenly, label, tabs
from wargame.tabletop.screen import Screen
from wargame.tabletop.theme import Ink, Size

WIDTH, CHART, LINE = 760, 190, 21
MOST_BARS = 20


class DiceStats(Screen):
    """The window. One kind of die at a time, the commonest first."""

    name = "dice"
    opaque = False
    contexts = (DIALOG, ANYWHERE)

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.found = tallies(desk.session.story.events, desk.state)
        counts: dict[int, int] = {}
        for kinds in self.found.values():
            for die, tally in kinds.items():
                counts[die] = counts.get(die, 0) + tally.count
        self.kinds = sorted(counts, key=lambda die: -counts[die])
        self.die = self.kinds[0] if self.kinds else 6

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw a chart and its words for each side."""
        sides = [side for side in self.desk.state.sides if self.die in self.found.get(side, {})]
        rows = 44 + 28 + 34 + 24 + CHART + 4 * LINE + 44 + 36
        room = dialog(ui, "dice", (ui.px(WIDTH), ui.px(rows)), "DICE SO FAR")
        choices = [(str(die), f"d{die}") for die in self.kinds]
        if choices:
            self.die = int(
                tabs(ui, "dice/kind", pygame.Rect(room.x, room.y, room.w, ui.px(24)), choices, str(self.die))
            )
        body = pygame.Rect(room.x, room.y + ui.px(34), room.w, ui.px(24 + CHART + 4 * LINE))
        if not sides:
            label(ui, body, "No dice have been thrown yet.", Size.BODY, Ink.DIM, "regular", "centre")
        for side, place in zip(sides, evenly(body, max(1, len(sides)), ui.px(24)), strict=False):
            self._draw_side(ui, place, side, self.found[side][self.die])
        self._draw_foot(ui, room)

    def _draw_side(self, ui: Ui, room: pygame.Rect, side: str, tally: Tally) -> None:
        look = self.desk.look_of_side(side)
        head = pygame.Rect(room.x, room.y, room.w, ui.px(24))
        count = label(ui, head, f"{tally.count} dice", Size.DENSE, Ink.DIM, "regular", "right")
        name = pygame.Rect(head.x, head.y, count.x - head.x - ui.px(8), head.h)
        label(ui, name, army_name(side), Size.BODY, look.colour, "bold")
        chart = pygame.Rect(room.x, head.bottom, room.w, ui.px(CHART))
        self._draw_bars(ui, chart, tally, look.colour)
        y = chart.bottom + ui.px(4)
        for words, ink in self._words(tally):
            label(ui, pygame.Rect(room.x, y, room.w, ui.px(LINE)), words, Size.DENSE, ink, "regular")
            y += ui.px(LINE)

    def _draw_bars(self, ui: Ui, chart: pygame.Rect, tally: Tally, colour: tuple[int, int, int]) -> None:
        faces = range(1, min(tally.sides, MOST_BARS) + 1)
        fair = tally.count / tally.sides
        top = max([fair, *(tally.faces[face] for face in faces)]) or 1.0
        ground = pygame.Rect(chart.x, chart.y + ui.px(18), chart.w, chart.h - ui.px(40))
        ui.canvas.box(ground, Ink.WELL, Ink.LINE, 3)
        for face, place in zip(faces, evenly(ground.inflate(-ui.px(12), 0), len(faces), ui.px(6)), strict=True):
            height = round((ground.h - ui.px(4)) * tally.faces[face] / top)
            bar = pygame.Rect(place.x, ground.bottom - height - 1, place.w, height)
            ui.canvas.surface.fill(colour, bar)
            below = pygame.Rect(place.x, ground.bottom + ui.px(2), place.w, ui.px(18))
            label(ui, below, str(face), Size.CAPTION, Ink.TEXT, "bold", "centre")
            above = pygame.Rect(place.x - ui.px(3), max(chart.y, bar.y - ui.px(18)), place.w + ui.px(6), ui.px(17))
            label(ui, above, str(tally.faces[face]), Size.CAPTION, Ink.TEXT, "semi", "centre")
        y = ground.bottom - round((ground.h - ui.px(4)) * fair / top)
        for x in range(ground.x, ground.right, max(4, ui.px(8))):
            ui.canvas.surface.fill(Ink.WARNING, (x, y, max(2, ui.px(4)), max(1, ui.px(1.5))))

    def _words(self, tally: Tally) -> list[tuple[str, tuple[int, int, int]]]:
        fair = tally.count / tally.sides
        found = [
            (f"Dashed line: {fair:.1f} of each face expected", Ink.DIM),
            (f"Average {tally.mean:.2f}, expected {tally.expected_mean:.2f}", Ink.TEXT),
            (f"Fair dice are so far off in {tally.chance_of_such:.0%} of battles", Ink.TEXT),
        ]
        if tally.wanted:
            words = f"Reached what was needed: {tally.reached} of {tally.wanted}, expected {tally.expected:.1f}"
            found.append((words, Ink.TEXT))
        return found

    def _draw_foot(self, ui: Ui, room: pygame.Rect) -> None:
        done = pygame.Rect(room.right - ui.px(130), room.bottom - ui.px(34), ui.px(130), ui.px(34))
        note = pygame.Rect(room.x, done.y, done.x - room.x - ui.px(12), done.h)
        label(ui, note, self._seed(), Size.DENSE, Ink.DIM, "regular")
        if button(ui, "dice/done", done, "Close", key="back", primary=True):
            self.app.pop(self)

    def _seed(self) -> str:
        """The seed once the battle is over; before that only its hash, so that nobody reads the dice to come."""
        battle = self.desk.session.battle
        if self.desk.session.over:
            return f"Seed of the dice: {battle.seed}"
        mark = hashlib.blake2b(str(battle.seed).encode(), digest_size=4).hexdigest()
        return f"Hash of the seed: {mark} (the seed is shown when the battle is over)"

    def ui_map(self) -> dict[str, Any]:
        """Dice by side and kind."""
        return {"dice": {side: {die: t.count for die, t in kinds.items()} for side, kinds in self.found.items()}}
