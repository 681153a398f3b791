"""What lies under the stands as one kept picture: the strokes are noted first, and laid only when they have changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pygame

from wargame.tabletop.kit import Canvas
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.theme import Colour

Point = tuple[float, float]


class Recipe(Brush):
    """A brush that only notes its strokes. Two recipes with equal `steps` make the same picture on the same ground."""

    def __init__(self, surface: pygame.Surface, bold: float = 1.0) -> None:
        super().__init__(surface, bold)
        self.steps: list[tuple[str, tuple[Any, ...]]] = []

    def line(self, a: Point, b: Point, colour: Colour, width: float = 2.0, casing: bool = True) -> None:
        """Noted."""
        self.steps.append(("line", (a, b, colour, width, casing)))

    def path(self, points: Sequence[Point], colour: Colour, width: float = 2.0, closed: bool = False) -> None:
        """Noted."""
        self.steps.append(("path", (points, colour, width, closed)))

    def dashes(
        self,
        points: Sequence[Point],
        colour: Colour,
        width: float = 2.0,
        pattern: tuple[float, float] = (6, 4),
        closed: bool = False,
        casing: bool = True,
    ) -> None:
        """Noted."""
        self.steps.append(("dashes", (points, colour, width, pattern, closed, casing)))

    def ring(self, centre: Point, radius: float, colour: Colour, width: float = 1.6, style: str = "solid") -> None:
        """Noted."""
        self.steps.append(("ring", (centre, radius, colour, width, style)))

    def area(self, polygons: Iterable[Sequence[Point]], colour: Colour, alpha: int) -> None:
        """Noted."""
        self.steps.append(("area", (list(polygons), colour, alpha)))

    def disc(self, centre: Point, radius: float, colour: Colour, alpha: int) -> None:
        """Noted."""
        self.steps.append(("disc", (centre, radius, colour, alpha)))

    def hatched(self, shape: Sequence[Point], colour: Colour, alpha: int, step: float = 9.0) -> None:
        """Noted."""
        self.steps.append(("hatched", (shape, colour, alpha, step)))

    def arrow_head(self, tip: Point, towards_deg: float, size: float, colour: Colour) -> None:
        """Noted."""
        self.steps.append(("arrow_head", (tip, towards_deg, size, colour)))

    def brackets(self, centre: Point, radius: float, colour: Colour, width: float = 2.6) -> None:
        """Noted."""
        self.steps.append(("brackets", (centre, radius, colour, width)))

    def lay(self, image: pygame.Surface, place: tuple[int, int]) -> None:
        """Noted."""
        self.steps.append(("lay", (image, place)))


class Underlay:
    """The kept picture of the ground and all strokes of a recipe."""

    def __init__(self) -> None:
        self._last: object = None
        self._kept: tuple[object, pygame.Surface] | None = None

    def draw(
        self,
        canvas: Canvas,
        rects: tuple[pygame.Rect, pygame.Rect],
        recipe: Recipe,
        key: object,
        ground: Callable[[], None],
    ) -> None:
        """Fill the view from the kept picture, else with `ground` and the strokes, these cut to the table.

        `rects` are view and table; `key` is all that the ground depends on. A picture that was the same twice is kept.
        """
        view, table = rects
        here = (key, recipe.steps)
        if self._kept is not None and self._kept[0] == here:
            canvas.surface.blit(self._kept[1], view)
            return
        ground()
        brush = Brush(canvas.surface, recipe.bold)
        with canvas.clipped(table):
            for name, args in recipe.steps:
                getattr(brush, name)(*args)
        if self._last == here and view.w and view.h:
            self._kept = (here, canvas.surface.subsurface(view).copy())
        self._last = here
