"""What every mode can do; the default of everything is nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from wargame.engine.orders import AnyOrder
from wargame.tabletop.kit import Ui
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.labels import Labels

if TYPE_CHECKING:
    from wargame.tabletop.modes.stage import Stage

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Click:
    """A click on the table: the place in inches, the stands under it, whether Shift was held."""

    place: Point
    stands: tuple[str, ...] = ()
    shift: bool = False


class Mode:
    """One thing that the player can be doing. `name` is told to tests, `title` and `hint` to the player."""

    name = "mode"
    title = ""
    hint = ""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.desk = stage.desk

    @property
    def order(self) -> AnyOrder | None:
        """The order that is planned as far as it goes, for the preview; None when there is none."""
        return None

    @property
    def ready(self) -> bool:
        """Whether `commit` would give an order now."""
        return False

    @property
    def readout(self) -> str:
        """What is planned, in one line: `7.4″ of 9″ · road`."""
        return ""

    @property
    def eye(self) -> tuple[Point, int] | None:
        """Place and floor from which sight is shown, if not the selected stand's own."""
        return None

    def entered(self) -> None:
        """The mode begins."""

    def left(self) -> None:
        """The mode ends."""

    def point(self, place: Point | None) -> None:
        """The pointer is at this table place now (None: not on the table)."""

    def click(self, click: Click) -> None:
        """A left click on the table."""

    def grab(self, click: Click) -> bool:
        """The left button went down and moves: whether the mode drags something."""
        return False

    def drop(self, click: Click) -> None:
        """What was dragged is let go."""

    def action(self, action: str) -> bool:
        """An action of the key table; whether it meant something here."""
        return False

    def turn(self, degrees: float) -> bool:
        """Turn the ghost; whether there is one."""
        return False

    def commit(self) -> None:
        """Do what is planned."""

    def back(self) -> bool:
        """One step back; False when nothing is left to step back from."""
        return False

    def draw_under(self, brush: Brush, labels: Labels) -> None:
        """Draw below the stands."""

    def draw_over(self, brush: Brush, labels: Labels) -> None:
        """Draw above the stands."""

    def covers(self, ui: Ui) -> pygame.Rect | None:
        """Where `draw_panel` will draw, so that labels keep clear of it."""
        return None

    def draw_panel(self, ui: Ui) -> None:
        """Draw widgets of one's own above the table."""
