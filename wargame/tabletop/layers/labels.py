"""Labels and pills: collected while the table is drawn, placed last, away from stands, flags and each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from wargame.tabletop.kit import Canvas
from wargame.tabletop.theme import Colour, Ink

Point = tuple[float, float]
Edges = dict[tuple[str, str, int], pygame.Surface]
_AROUND = ((0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a label."""

    text: str
    size: float = 12
    face: str = "semi"
    ink: Colour = Ink.TEXT


@dataclass(frozen=True, slots=True)
class Label:
    """Text for a place on the screen. `away` is how far (px) it keeps from that place; `border` None draws no box.

    Higher `rank` is placed first. `fixed` labels stay where they are told to.
    """

    place: Point
    lines: tuple[Line, ...]
    border: Colour | None = None
    boxed: bool = True
    away: float = 10
    rank: int = 0
    fixed: bool = False


class Labels:
    """The placement pass of one frame."""

    def __init__(self, view: pygame.Rect, edges: Edges | None = None) -> None:
        self.view = view
        self.edges = edges if edges is not None else {}
        self.taken: list[pygame.Rect] = []
        self._waiting: list[Label] = []

    def keep_free(self, rect: pygame.Rect) -> None:
        """Nothing shall be put over this."""
        self.taken.append(rect)

    def add(self, label: Label) -> None:
        """Put a label on the list."""
        self._waiting.append(label)

    def say(self, place: Point, text: str, border: Colour | None = None, rank: int = 0, away: float = 10) -> None:
        """Add a boxed label of one line."""
        self.add(Label(place, (Line(text),), border, rank=rank, away=away))

    def draw(self, canvas: Canvas) -> None:
        """Place and draw everything."""
        for label in sorted(self._waiting, key=lambda each: -each.rank):
            size = _size(canvas, label)
            rect = _centred(label.place, size) if label.fixed else self._free_place(label, size)
            rect.clamp_ip(self.view)
            self.taken.append(rect)
            _draw(canvas, label, rect, self.edges)

    def _free_place(self, label: Label, size: tuple[int, int]) -> pygame.Rect:
        best, least = _centred(label.place, size), float("inf")
        for reach in (1.0, 1.7, 2.6):
            for dx, dy in _AROUND:
                x = label.place[0] + dx * (size[0] / 2 + label.away * reach)
                y = label.place[1] + dy * (size[1] / 2 + label.away * reach)
                rect = _centred((x, y), size)
                over = sum(_shared(rect, self.taken[n]) for n in rect.collidelistall(self.taken))
                over += 4 * (size[0] * size[1] - _shared(rect, self.view))
                if over == 0:
                    return rect
                if over < least:
                    best, least = rect, over
        return best


def _centred(place: Point, size: tuple[int, int]) -> pygame.Rect:
    rect = pygame.Rect((0, 0), size)
    rect.center = (round(place[0]), round(place[1]))
    return rect


def _shared(a: pygame.Rect, b: pygame.Rect) -> int:
    common = a.clip(b)
    return common.w * common.h


def _size(canvas: Canvas, label: Label) -> tuple[int, int]:
    pad = canvas.px(8 if len(label.lines) > 1 else 6) if label.boxed else 1
    width = max(canvas.width(line.text, line.size, line.face) for line in label.lines)
    height = sum(_step(canvas, line) for line in label.lines)
    return width + 2 * pad, height + (canvas.px(5) if label.boxed else 0)


def _step(canvas: Canvas, line: Line) -> int:
    return canvas.size_px(line.size) + canvas.px(4)


def _draw(canvas: Canvas, label: Label, rect: pygame.Rect, edges: Edges) -> None:
    if label.boxed:
        canvas.shade(rect, Ink.WELL, 216)
        border = label.border or Ink.LINE
        pygame.draw.rect(
            canvas.surface, border, rect, max(1, canvas.px(2 if len(label.lines) > 1 else 1)), border_radius=3
        )
    y = rect.y + (canvas.px(2) if label.boxed else 0)
    for line in label.lines:
        step = _step(canvas, line)
        place = (rect.centerx, y + step / 2)
        if not label.boxed:
            outline(canvas, place, line, edges)
        canvas.text(place, line.text, line.size, line.ink, line.face, "center", box=rect)
        y += step


def outline(canvas: Canvas, place: Point, line: Line, edges: Edges) -> None:
    """The dark edge round letters that stand on the ground; each is made once and kept in `edges`."""
    size = canvas.size_px(line.size)
    key = (line.text, line.face, size)
    edge = edges.get(key)
    if edge is None:
        if len(edges) > 800:
            edges.clear()
        shown, face = canvas.fonts.drawable(line.text, line.face)
        image = canvas.fonts.font(face, size).render(shown, True, (16, 15, 12))
        edge = pygame.Surface((image.get_width() + 2, image.get_height() + 2), pygame.SRCALPHA)
        for dx, dy in ((0, 1), (2, 1), (1, 0), (1, 2), (0, 0), (2, 2), (0, 2), (2, 0)):
            edge.blit(image, (dx, dy))
        edges[key] = edge
    canvas.surface.blit(edge, edge.get_rect(center=(round(place[0]), round(place[1]))))


def lines_of(texts: Sequence[str], first_size: float = 17) -> tuple[Line, ...]:
    """A big first line and small ones below: the card on a target line."""
    big = Line(texts[0], first_size, "bold", (255, 255, 255))
    return (big, *(Line(text, 12, "semi", (236, 226, 206)) for text in texts[1:] if text))
