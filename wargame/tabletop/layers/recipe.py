"""What lies under the stands as one kept picture: the strokes are noted first, and laid only when they have changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from wargame.tabletop.kit import Canvas
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.ground import round_about
from wargame.tabletop.theme import Colour

Point = tuple[float, float]
FINENESS = 8
"""Places that differ by less than a part of so many of a pixel count as the same."""
NEARLY = 0.02
KEPT_TO_PX = 48
"""A picture that has slid farther than this is kept anew where it is."""


class Recipe(Brush):
    """A brush that only notes its strokes. Equal recipes make the same picture on the same ground."""

    def __init__(self, surface: pygame.Surface, bold: float = 1.0) -> None:
        super().__init__(surface, bold)
        self.steps: list[tuple[str, tuple[Any, ...]]] = []
        self.slides = True
        """Whether the picture only moves when all its places move by whole pixels."""
        self._places: list[Point] = []
        self._rest: list[tuple[Any, ...]] = []

    def outline(self, origin: Point) -> object:
        """What tells recipes apart wherever they are: the places from an origin, and all the rest."""
        ox, oy = origin
        return self._rest, [(round((x - ox) * FINENESS), round((y - oy) * FINENESS)) for x, y in self._places]

    def _note(self, name: str, args: tuple[Any, ...], places: Sequence[Point], rest: tuple[Any, ...]) -> None:
        self.steps.append((name, args))
        self._places.extend(places)
        self._rest.append((name, len(places), *rest))

    def line(self, a: Point, b: Point, colour: Colour, width: float = 2.0, casing: bool = True) -> None:
        """Noted."""
        rest = (colour, width, casing)
        self._note("line", (a, b, *rest), (a, b), rest)

    def path(self, points: Sequence[Point], colour: Colour, width: float = 2.0, closed: bool = False) -> None:
        """Noted."""
        rest = (colour, width, closed)
        self._note("path", (points, *rest), points, rest)

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
        rest = (colour, width, pattern, closed, casing)
        self._note("dashes", (points, *rest), points, rest)

    def ring(self, centre: Point, radius: float, colour: Colour, width: float = 1.6, style: str = "solid") -> None:
        """Noted."""
        rest = (radius, colour, width, style)
        self._note("ring", (centre, *rest), (centre,), rest)

    def area(self, polygons: Iterable[Sequence[Point]], colour: Colour, alpha: int) -> None:
        """Noted."""
        shapes, rest = list(polygons), (colour, alpha)
        lengths = tuple(len(shape) for shape in shapes)
        self._note("area", (shapes, *rest), [point for shape in shapes for point in shape], (*rest, lengths))

    def disc(self, centre: Point, radius: float, colour: Colour, alpha: int) -> None:
        """Noted."""
        rest = (radius, colour, alpha)
        self._note("disc", (centre, *rest), (centre,), rest)

    def hatched(self, shape: Sequence[Point], colour: Colour, alpha: int, step: float = 9.0) -> None:
        """Noted; hatching keeps to the screen, so that it cannot slide."""
        self.slides = False
        rest = (colour, alpha, step)
        self._note("hatched", (shape, *rest), shape, rest)

    def arrow_head(self, tip: Point, towards_deg: float, size: float, colour: Colour) -> None:
        """Noted."""
        rest = (towards_deg, size, colour)
        self._note("arrow_head", (tip, *rest), (tip,), rest)

    def brackets(self, centre: Point, radius: float, colour: Colour, width: float = 2.6) -> None:
        """Noted."""
        rest = (radius, colour, width)
        self._note("brackets", (centre, *rest), (centre,), rest)

    def lay(self, image: pygame.Surface, place: tuple[int, int]) -> None:
        """Noted."""
        self._note("lay", (image, place), (place,), (image,))


@dataclass(frozen=True, slots=True)
class Underneath:
    """What has to be painted: view and table in px, the recipe, all that the ground depends on but its place, where
    the table's corner lies, and how the ground is painted."""

    view: pygame.Rect
    table: pygame.Rect
    recipe: Recipe
    key: object
    origin: Point
    ground: Callable[[], None]


class Underlay:
    """The kept picture of the ground and all strokes of a recipe. It slides along when the view pans."""

    def __init__(self) -> None:
        self._last: object = None
        self._kept: tuple[object, Point, pygame.Surface] | None = None

    def draw(self, canvas: Canvas, scene: Underneath) -> None:
        """Fill the view from the kept picture as far as it goes and paint the rest; what was the same twice is kept."""
        here = (scene.key, tuple(scene.view), scene.recipe.outline(scene.origin))
        slide = self._slide(here, scene)
        if slide is None:
            _paint(canvas, scene)
        elif self._kept is not None:
            place = scene.view.move(slide)
            with canvas.clipped(scene.view):
                canvas.surface.blit(self._kept[2], place)
            for strip in round_about(scene.view, place):
                with canvas.clipped(strip):
                    _paint(canvas, scene)
        far = slide is None or max(abs(slide[0]), abs(slide[1])) > KEPT_TO_PX
        if far and (self._last == here or slide is not None) and scene.view.w and scene.view.h:
            self._kept = (here, scene.origin, canvas.surface.subsurface(scene.view).copy())
        self._last = here

    def _slide(self, here: object, scene: Underneath) -> tuple[int, int] | None:
        """How far the kept picture has to be moved; None when it cannot be used."""
        if self._kept is None or self._kept[0] != here:
            return None
        dx, dy = scene.origin[0] - self._kept[1][0], scene.origin[1] - self._kept[1][1]
        slide = (round(dx), round(dy))
        if slide != (0, 0) and not scene.recipe.slides:
            return None
        whole = abs(dx - slide[0]) < NEARLY and abs(dy - slide[1]) < NEARLY
        near = abs(slide[0]) < scene.view.w // 2 and abs(slide[1]) < scene.view.h // 2
        return slide if whole and near else None


def _paint(canvas: Canvas, scene: Underneath) -> None:
    """Ground and strokes, these cut to the table, inside the present clip."""
    scene.ground()
    brush = Brush(canvas.surface, scene.recipe.bold)
    with canvas.clipped(scene.table):
        for name, args in scene.recipe.steps:
            getattr(brush, name)(*args)
