"""A battle waits until the table is prepared: how far it is, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import pygame

from wargame.tabletop.keys import ANYWHERE, PLANNING
from wargame.tabletop.kit import Ui, button
from wargame.tabletop.screen import Screen
from wargame.tabletop.theme import Ink, Size


class Work(Protocol):
    """What is waited for."""

    @property
    def total(self) -> int:
        """Steps in all."""
        ...

    @property
    def finished(self) -> bool:
        """Whether nothing is left to wait for."""
        ...

    @property
    def done(self) -> int:
        """Steps done."""
        ...

    @property
    def step(self) -> str:
        """The step being taken."""
        ...

    def update(self) -> None:
        """Look how far it is."""
        ...


class LoadingScreen(Screen):
    """Shows the work; calls `then` in place of itself as soon as it is finished."""

    name = "loading"
    contexts = (PLANNING, ANYWHERE)

    def __init__(
        self,
        work: Work,
        then: Callable[[], None],
        back: Callable[[], None] | None = None,
        title: str = "Preparing the table",
        words: str = "This takes a moment only the first time, and after an update.",
    ) -> None:
        self.work, self.then, self.back = work, then, back
        self.title, self.words = title, words

    @property
    def busy(self) -> bool:
        """It is what everybody waits for."""
        return True

    def update(self, dt: float) -> None:
        """Go on when everything is ready."""
        self.work.update()
        if self.work.finished and self.app.top is self:
            self.then()
            self.app.pop(self)

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw the name of the step, a bar with a tick for each step, and the way back."""
        surface.fill(Ink.BACK)
        middle, canvas = surface.get_rect().center, ui.canvas
        canvas.text((middle[0], middle[1] - ui.px(70)), self.title, 30, Ink.BRASS, "title", "center")
        canvas.text((middle[0], middle[1] - ui.px(32)), self.words, Size.DENSE, Ink.DIM, "regular", "center")
        bar = pygame.Rect(0, 0, ui.px(420), ui.px(8))
        bar.center = middle
        canvas.box(bar, Ink.WELL, Ink.LINE, 2)
        share = self.work.done / max(1, self.work.total)
        surface.fill(Ink.BRASS, (bar.x, bar.y, round(bar.w * share), bar.h))
        told = f"{self.work.done} of {self.work.total}" + (f" · {self.work.step}" if self.work.step else "")
        canvas.text((middle[0], bar.bottom + ui.px(22)), told, Size.DENSE, Ink.TEXT, "regular", "center")
        if self.back is None:
            return
        place = pygame.Rect(0, 0, ui.px(140), ui.px(36))
        place.midtop = (middle[0], bar.bottom + ui.px(52))
        if button(ui, "loading/back", place, "Back", key="back"):
            self.back()

    def ui_map(self) -> dict[str, Any]:
        """How far it is."""
        return {"done": self.work.done, "total": self.work.total}
