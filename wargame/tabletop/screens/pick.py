"""The question for some of several things within limits: how many, how much, of what kind."""

from __future__ import annotations

from collections import Counter

import pygame

from wargame.tabletop.kit import Ui, button, label
from wargame.tabletop.screens.dialogs import ListQuestion, Option
from wargame.tabletop.theme import Ink, Size


class PickScreen(ListQuestion):
    """Some of several within limits; answers a tuple of (id, how many) in the order of the options, or None.

    A press on a line takes one more, and none again after the most; Left and Right take one less or more.
    """

    name = "pick"
    radio = False

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw the question, its options, how many and how much is marked, and the button."""
        foot = ui.px(Size.BUTTON + 14 + (22 if self.question.kind_limits else 0))
        room = self._open(ui, self._list_height(ui) + foot)
        self._draw_list(ui, pygame.Rect(room.x, room.y, room.w, room.h - foot))
        refusal = self.refusal()
        tally = pygame.Rect(room.x, room.bottom - ui.px(Size.BUTTON), room.w - ui.px(320), ui.px(Size.BUTTON))
        if self.question.kind_limits:
            kinds = pygame.Rect(room.x, tally.y - ui.px(26), room.w, ui.px(20))
            label(ui, kinds, self.kinds_tally(), Size.DENSE, Ink.DIM, "regular")
        label(ui, tally, self.tally(), 15, Ink.WARNING if refusal else Ink.TEXT, "bold")
        if self._buttons(ui, room, "Done", refusal):
            self.confirm()

    def _draw_count(self, ui: Ui, option: Option, row: pygame.Rect, right: int) -> int:
        side = ui.px(22)
        plus = pygame.Rect(right - side, 0, side, side)
        plus.centery = row.centery
        number = pygame.Rect(plus.x - ui.px(30), row.y, ui.px(30), row.h)
        minus = plus.move(-side - ui.px(30), 0)
        count = self.counts[option.id]
        none = "" if count else "There is none to take away."
        full = "" if count < option.most else f"At most {option.most} of these."
        less = button(ui, f"pick/{option.id}/less", minus, "", icon="minus", reason=none, focusable=False)
        label(ui, number, str(count), 15, Ink.TEXT, "bold", "centre")
        more = button(ui, f"pick/{option.id}/more", plus, "", icon="plus", reason=full, focusable=False)
        if less or more:
            self.add(option, 1 if more else -1)
            self.cursor = self.shown().index(option)
        return minus.x - ui.px(10)

    def mark(self, option_id: str) -> None:
        """Take one more of it, or none again after the most."""
        option = next(option for option in self.question.options if option.id == option_id)
        count = self.counts[option_id]
        self.add(option, 1 if count < option.most else -count)

    def add(self, option: Option, change: int) -> None:
        """Take so many more (or fewer) of an option, from none to the most."""
        self.counts[option.id] = max(0, min(option.most, self.counts[option.id] + change))

    def _side_key(self, key: int) -> None:
        options = self.shown()
        if key == pygame.K_RETURN:
            self.confirm()
        elif options and not options[self.cursor].reason:
            option = options[self.cursor]
            if key == pygame.K_SPACE:
                self.mark(option.id)
            else:
                self.add(option, -1 if key == pygame.K_LEFT else 1)

    def count(self) -> int:
        """How many things are marked."""
        return self.counts.total()

    def cost(self) -> float:
        """What the marked options cost together."""
        return sum(option.cost * self.counts[option.id] for option in self.question.options)

    def kinds(self) -> Counter[str]:
        """How many of each kind are marked."""
        found: Counter[str] = Counter()
        for option in self.question.options:
            found[option.kind] += self.counts[option.id]
        return found

    def tally(self) -> str:
        """How many are marked, and what they cost: `3 of 4 · 12 of 20 points`."""
        asked = self.question
        count = f"{self.count()} of {asked.at_most}" if asked.at_most is not None else f"{self.count()} marked"
        if asked.cost_at_most is None:
            return count
        return f"{count} · {self.cost():g} of {asked.cost_at_most:g} {asked.cost_word}"

    def kinds_tally(self) -> str:
        """How many of each limited kind: `tanks 1 of 2 · guns 0 of 3`."""
        kinds = self.kinds()
        return " · ".join(f"{kind} {kinds[kind]} of {most}" for kind, most in self.question.kind_limits)

    def refusal(self) -> str:
        """Why the marks are not yet an answer; "" when they are."""
        asked, count = self.question, self.count()
        if count < asked.at_least:
            return f"Mark {asked.at_least - count} more."
        if asked.at_most is not None and count > asked.at_most:
            return f"{count - asked.at_most} too many are marked."
        if asked.cost_at_most is not None and self.cost() > asked.cost_at_most:
            return f"{self.cost() - asked.cost_at_most:g} {asked.cost_word} too many."
        kinds = self.kinds()
        over = next((kind for kind, most in asked.kind_limits if kinds[kind] > most), "")
        return f"Too many of {over}." if over else ""

    def confirm(self) -> None:
        """Answer the marked options, if they keep the limits."""
        if not self.refusal():
            self.answer(tuple((option_id, self.counts[option_id]) for option_id in self.marked))
