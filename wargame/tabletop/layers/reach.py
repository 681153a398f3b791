"""Where a stand may go, the way it is planned to take, and its ghost at the end of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pygame

from wargame.board import along, path_length
from wargame.engine.state import Stand
from wargame.tabletop.desk import Desk
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.labels import Label, Labels, Line
from wargame.tabletop.layers.motion import Pose
from wargame.tabletop.layers.shelf import Shelf
from wargame.tabletop.theme import Colour, Ink, Overlay

Point = tuple[float, float]
WHITE = (255, 255, 255)
FILL_ALPHA, FARTHER_ALPHA = 62, 34
MOST_EDGE_PX, EDGE_PAD = 700_000, 8


class ReachLayer:
    """The area of a move: filled and edged for the ordinary way, paler and dashed for the farther ones."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._fill: tuple[object, pygame.Surface] | None = None

    def draw(self, brush: Brush, stand: str, mode: str, farther: Sequence[str] = ()) -> None:
        """Draw the reach of `mode`, and those of farther modes behind it."""
        for other in farther:
            reach = self.desk.reach(stand, other)
            if reach is not None:
                self._area(brush, reach, FARTHER_ALPHA, key=(stand, other))
                for ring in self._rings(reach, (stand, other)):
                    brush.dashes(ring, Overlay.MOVE, 1.6, (5, 4), closed=True)
        reach = self.desk.reach(stand, mode)
        if reach is not None:
            self._area(brush, reach, FILL_ALPHA, key=(stand, mode))
            self._edge(brush, reach, (stand, mode))

    def _outline(self, reach: Any, key: object) -> list[list[Point]]:
        return self.desk.kept(("outline", key), lambda: [ring for ring in reach.outline() if len(ring) > 3])

    def _rings(self, reach: Any, key: object) -> list[list[Point]]:
        to = self.desk.camera.to_screen
        return [[to(p) for p in ring] for ring in self._outline(reach, key)]

    def _edge(self, brush: Brush, reach: Any, key: object) -> None:
        """The edge as a kept picture; stroke by stroke where that would be too large."""
        rows, columns = reach.costs.shape
        ppi = self.desk.camera.ppi
        corner = (reach.x0, reach.y0 + rows * reach.cell)
        size = (round(columns * reach.cell * ppi), round(rows * reach.cell * ppi))
        if size[0] * size[1] > MOST_EDGE_PX:
            for ring in self._rings(reach, key):
                brush.path(ring, Overlay.MOVE, 2.0, closed=True)
            return
        rings = self._outline(reach, key)
        facts = ("reach edge", key, ppi, brush.bold)
        image = self.desk.kept(facts, lambda: _edge_picture(rings, corner, ppi, size, brush.bold))
        x, y = self.desk.camera.to_screen(corner)
        brush.lay(image, (round(x) - EDGE_PAD, round(y) - EDGE_PAD))

    def _area(self, brush: Brush, reach: Any, alpha: int, key: object) -> None:
        rows, columns = reach.costs.shape
        ppi, cell = self.desk.camera.ppi, reach.cell
        size = (max(1, round(columns * cell * ppi)), max(1, round(rows * cell * ppi)))
        if size[0] * size[1] > 6_000_000:
            return
        image = self.desk.kept(("reach picture", key, size, alpha), lambda: _picture(reach.costs, size, alpha))
        x, y = self.desk.camera.to_screen((reach.x0, reach.y0 + rows * cell))
        brush.lay(image, (round(x), round(y)))


def _picture(costs: Any, size: tuple[int, int], alpha: int) -> pygame.Surface:
    inside = np.isfinite(costs)[::-1]
    pixels = np.zeros((*inside.shape, 4), np.uint8)
    share = alpha / 255
    pixels[inside] = [round(c * share) for c in Overlay.MOVE] + [alpha]
    image = pygame.image.frombuffer(pixels.tobytes(), (inside.shape[1], inside.shape[0]), "RGBA")
    return pygame.transform.smoothscale(image.convert_alpha(), size)


def _edge_picture(
    rings: Sequence[Sequence[Point]], corner: Point, ppi: float, size: tuple[int, int], bold: float
) -> pygame.Surface:
    """Lines with their casing, drawn at twice the size; `corner` (inches) is the upper left one of the area."""
    whole = (size[0] + 2 * EDGE_PAD, size[1] + 2 * EDGE_PAD)
    big = pygame.Surface((2 * whole[0], 2 * whole[1]), pygame.SRCALPHA)
    lines = [
        [(2 * ((x - corner[0]) * ppi + EDGE_PAD), 2 * ((corner[1] - y) * ppi + EDGE_PAD)) for x, y in ring]
        for ring in rings
    ]
    for colour, width in ((Overlay.CASING, 5.0), (Overlay.MOVE, 2.0)):
        thick = round(2 * width * max(1.0, bold))
        for line in lines:
            pygame.draw.lines(big, colour, True, line, thick)
            for point in line:
                pygame.draw.circle(big, colour, point, thick / 2)
    return pygame.transform.smoothscale(big.premul_alpha(), whole)


@dataclass(frozen=True, slots=True)
class Way:
    """A planned move as it is drawn: from the stand through all corners to its end, and what the pill says."""

    stand: str
    points: tuple[Point, ...]
    facing_deg: float
    text: str
    refused: bool = False
    legal_to: Point | None = None
    rule: str = ""
    planned: bool = False


def draw_way(desk: Desk, brush: Brush, labels: Labels, shelf: Shelf, way: Way) -> None:
    """Draw path, inch ticks, ghost and pill."""
    to = desk.camera.to_screen
    ink = Ink.REFUSAL if way.refused else WHITE
    brush.dashes([to(p) for p in way.points], ink, 2.2, (6, 3.5))
    _draw_ticks(desk, brush, way.points, ink)
    stand = desk.stand(way.stand)
    end = way.legal_to if way.refused and way.legal_to is not None else way.points[-1]
    if stand is not None:
        draw_ghost(desk, brush, shelf, stand, Pose(end[0], end[1], way.facing_deg, 0.6), way)
    if way.refused:
        _cross(brush, to(way.points[-1]))
    place = to(way.points[-1])
    border = Ink.REFUSAL if way.refused else Overlay.MOVE
    text = f"{way.text} · {way.rule}" if way.rule else way.text
    lines = [Line(text, 13, "bold", Ink.REFUSAL if way.refused else Ink.TEXT)]
    radius = stand.base.radius * desk.camera.ppi if stand else 8
    labels.add(Label(place, tuple(lines), border, rank=9, away=radius + 10))


def draw_ghost(
    desk: Desk,
    brush: Brush,
    shelf: Shelf,
    stand: Stand,
    pose: Pose,
    way: Way | None = None,
    colour: Colour = Overlay.MOVE,
) -> None:
    """The stand (`pose.fade` of it) where it would be, with its facing."""
    found = shelf.take(stand, pose)
    x, y = desk.camera.to_screen((pose.x, pose.y))
    for image in (found.rim, found.sprite):
        if image is None:
            continue
        faint = shelf.faded(image, pose.fade)
        place = faint.get_rect(center=(round(x), round(y)))
        brush.surface.blit(faint, place, special_flags=pygame.BLEND_PREMULTIPLIED)
    radius = stand.base.radius * desk.camera.ppi + 4
    colour = Ink.REFUSAL if way is not None and way.refused else colour
    if way is None or way.planned:
        brush.ring((x, y), radius, colour, 1.8)
    a = math.radians(pose.facing_deg)
    tip = (x + math.cos(a) * (radius + 9), y - math.sin(a) * (radius + 9))
    brush.arrow_head(tip, -pose.facing_deg, 8, colour)


def _draw_ticks(desk: Desk, brush: Brush, points: Sequence[Point], ink: tuple[int, int, int]) -> None:
    to = desk.camera.to_screen
    length = path_length(points)
    for inch in range(1, int(length + 1e-6) + 1):
        x, y = along(points, float(inch))
        u, v = along(points, max(0.0, inch - 0.05))
        dx, dy = x - u, y - v
        norm = math.hypot(dx, dy) or 1.0
        half = 0.34 if inch % 5 == 0 else 0.2
        nx, ny = -dy / norm * half, dx / norm * half
        brush.line(to((x - nx, y - ny)), to((x + nx, y + ny)), ink, 1.6)


def _cross(brush: Brush, place: Point, size: float = 6) -> None:
    for sign in (1, -1):
        a, b = (place[0] - size, place[1] - size * sign), (place[0] + size, place[1] + size * sign)
        brush.line(a, b, Ink.REFUSAL, 2.4)
