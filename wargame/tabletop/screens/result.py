"""How the battle ended: level and winner, why, the scores and the tally; the seed of the dice is shown now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pygame

from wargame.tabletop.keys import ANYWHERE, DIALOG
from wargame.tabletop.kit import Ui, button, dialog, label
from wargame.tabletop.screen import Screen
from wargame.tabletop.session import Session
from wargame.tabletop.theme import Ink, Size


@dataclass(frozen=True, slots=True)
class ResultCalls:
    """What the buttons do; None leaves a button out."""

    on_title: Callable[[], None]
    on_replay: Callable[[], None] | None = None


class ResultScreen(Screen):
    """The result above the table of the last moment."""

    name = "result"
    opaque = False
    contexts = (DIALOG, ANYWHERE)

    def __init__(self, session: Session, calls: ResultCalls) -> None:
        self.session, self.calls = session, calls

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw the result."""
        state = self.session.battle.state
        result = state.result
        if result is None:
            self.app.pop(self)
            return
        sides = list(state.sides.values())
        index = next((n for n, side in enumerate(sides) if side.id == result.winner), None)
        colour = self.app.pair.side(index).colour if index is not None else Ink.BRASS
        rows = [(side.name, f"{dict(result.scores).get(side.id, 0):g} points") for side in sides]
        rows += [(caption, figure) for caption, figure in result.tally]
        why = ui.canvas.wrap(result.reason, ui.px(560), 16, "regular")
        height = ui.px(44 + 28 + 84 + 22 * len(why) + 24 * len(rows) + 30 + 64)
        room = dialog(ui, "result", (ui.px(620), height), self.session.battle.setup.title, accent=colour)
        name = state.sides[result.winner].name if result.winner in state.sides else ""
        level = self._level(result.level, result.winner)
        middle = room.centerx
        ui.canvas.text((middle, room.y + ui.px(16)), level, 32, colour, "title", "center", room=room.w)
        words = f"{self._who_wins(result.winner, name)} · {state.turn} turns"
        ui.canvas.text((middle, room.y + ui.px(52)), words, 17, Ink.TEXT, "bold", "center", room=room.w)
        y = room.y + ui.px(78)
        for line in why:
            ui.canvas.text((middle, y), line, 16, Ink.DIM, "regular", "midtop", room=room.w)
            y += ui.px(22)
        self._draw_rows(ui, pygame.Rect(room.x, y + ui.px(8), room.w, 0), rows)
        self._draw_buttons(ui, room)

    def _level(self, level: str, winner: str) -> str:
        """`MARGINAL VICTORY`; for the one person who lost it, `MARGINAL DEFEAT`."""
        words = level.replace("_", " ").upper()
        if winner not in self.session.battle.state.sides or "VICTORY" in words or "DEFEAT" in words:
            return words
        persons = self.session.persons
        return f"{words} DEFEAT" if len(persons) == 1 and winner not in persons else f"{words} VICTORY"

    def _who_wins(self, winner: str, name: str) -> str:
        """`You win`, `You lose to …`; with two persons or none the name of the winner."""
        persons = self.session.persons
        if not name:
            return "Nobody wins"
        if len(persons) != 1:
            return f"{name} wins"
        return "You win" if winner in persons else f"You lose to {name}"

    def _draw_rows(self, ui: Ui, room: pygame.Rect, rows: list[tuple[str, str]]) -> None:
        y = room.y
        for n, (caption, figure) in enumerate(rows):
            row = pygame.Rect(room.x, y, room.w, ui.px(24))
            if n % 2 == 0:
                ui.canvas.surface.fill(Ink.RAISED, row)
            inner = row.inflate(-ui.px(20), 0)
            right = label(ui, inner, figure, Size.BODY, Ink.TEXT, "bold", "right").x
            label(ui, pygame.Rect(inner.x, inner.y, right - inner.x - ui.px(8), inner.h), caption, Size.BODY)
            y = row.bottom
        seed = f"Seed of the dice: {self.session.battle.seed}"
        label(
            ui, pygame.Rect(room.x, y + ui.px(4), room.w, ui.px(20)), seed, Size.CAPTION, Ink.DIM, "regular", "centre"
        )

    def _draw_buttons(self, ui: Ui, room: pygame.Rect) -> None:
        width, gap = ui.px(176), ui.px(10)
        place = pygame.Rect(room.right - width, room.bottom - ui.px(36), width, ui.px(36))
        if button(ui, "result/leave", place, "To the title", key="commit", primary=True):
            self.calls.on_title()
            return
        place = place.move(-width - gap, 0)
        if self.calls.on_replay is not None:
            if button(ui, "result/replay", place, "Watch it again", icon="play"):
                self.calls.on_replay()
                return
            place = place.move(-width - gap, 0)
        if button(ui, "result/table", place, "Look at the table", key="back"):
            self.app.pop(self)

    def ui_map(self) -> dict[str, Any]:
        """Level and winner."""
        result = self.session.battle.state.result
        return {"level": result.level if result else "", "winner": result.winner if result else ""}
