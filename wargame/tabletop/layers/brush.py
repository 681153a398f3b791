"""Lines, dashes, rings and areas over the table: every line has a dark casing, so that it shows on any ground.

All places and widths are pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import pygame

from wargame.tabletop.theme import Colour, Overlay

Point = tuple[float, float]
CASING_PX = 1.5


class Brush:
    """Draws on one surface. `bold` multiplies every width (interface scale, high contrast)."""

    def __init__(self, surface: pygame.Surface, bold: float = 1.0) -> None:
        self.surface = surface
        self.bold = bold

    def line(self, a: Point, b: Point, colour: Colour, width: float = 2.0, casing: bool = True) -> None:
        """A straight line with its casing."""
        width *= self.bold
        if casing:
            _stroke(self.surface, Overlay.CASING, a, b, width + _casing(width))
        _stroke(self.surface, colour, a, b, width)

    def path(self, points: Sequence[Point], colour: Colour, width: float = 2.0, closed: bool = False) -> None:
        """Joined lines with one casing."""
        pairs = _pairs(points, closed)
        for a, b in pairs:
            _stroke(self.surface, Overlay.CASING, a, b, width * self.bold + _casing(width))
        for a, b in pairs:
            _stroke(self.surface, colour, a, b, width * self.bold)

    def dashes(
        self,
        points: Sequence[Point],
        colour: Colour,
        width: float = 2.0,
        pattern: tuple[float, float] = (6, 4),
        closed: bool = False,
        casing: bool = True,
    ) -> None:
        """Joined lines in dashes: `pattern` is how long it is drawn and how long it pauses."""
        scale = max(1.0, self.bold)
        pieces = list(_dashed(points, pattern[0] * scale, pattern[1] * scale, closed, self.surface.get_clip()))
        if casing:
            for a, b in pieces:
                _stroke(self.surface, Overlay.CASING, a, b, width * self.bold + _casing(width))
        for a, b in pieces:
            _stroke(self.surface, colour, a, b, width * self.bold)

    def ring(self, centre: Point, radius: float, colour: Colour, width: float = 1.6, style: str = "solid") -> None:
        """A circle: solid, dashed (12/6) or dotted (2.4/6)."""
        if style == "solid":
            w = max(1, round(width * self.bold))
            pygame.draw.aacircle(self.surface, Overlay.CASING, centre, radius + w / 2 + CASING_PX, w + 3)
            pygame.draw.aacircle(self.surface, colour, centre, radius + w / 2, w)
            return
        pattern = (12.0, 6.0) if style == "dashed" else (2.4, 6.0)
        self.dashes(circle(centre, radius), colour, width, pattern, closed=True)

    def area(self, polygons: Iterable[Sequence[Point]], colour: Colour, alpha: int) -> None:
        """See-through polygons; where they overlap they do not darken twice."""
        shapes = [p for p in polygons if len(p) >= 3]
        box = _box(shapes, self.surface.get_clip())
        if box.w <= 0 or box.h <= 0:
            return
        veil = pygame.Surface(box.size, pygame.SRCALPHA)
        for shape in shapes:
            pygame.draw.polygon(veil, (*colour, alpha), [(x - box.x, y - box.y) for x, y in shape])
        self.surface.blit(veil, box)

    def disc(self, centre: Point, radius: float, colour: Colour, alpha: int) -> None:
        """A see-through disc."""
        self.area([circle(centre, radius)], colour, alpha)

    def hatched(self, shape: Sequence[Point], colour: Colour, alpha: int, step: float = 9.0) -> None:
        """A polygon filled with slanting lines."""
        box = _box([shape], self.surface.get_clip())
        if box.w <= 0 or box.h <= 0:
            return
        lines = pygame.Surface(box.size, pygame.SRCALPHA)
        first = -((box.x - box.y) % step)
        for n in range(int((box.w + box.h) / step) + 2):
            x = first + n * step
            pygame.draw.line(lines, (*colour, alpha), (x, 0), (x - box.h, box.h), 1)
        mask = pygame.Surface(box.size, pygame.SRCALPHA)
        pygame.draw.polygon(mask, (255, 255, 255, 255), [(x - box.x, y - box.y) for x, y in shape])
        lines.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self.surface.blit(lines, box)

    def lay(self, image: pygame.Surface, place: tuple[int, int]) -> None:
        """A picture with premultiplied alpha, its upper left corner at a place."""
        self.surface.blit(image, place, special_flags=pygame.BLEND_PREMULTIPLIED)

    def arrow_head(self, tip: Point, towards_deg: float, size: float, colour: Colour) -> None:
        """A filled head that points along `towards_deg` (screen, clockwise from right)."""
        a = math.radians(towards_deg)
        dx, dy = math.cos(a), math.sin(a)

        def corner(along: float, across: float) -> Point:
            return tip[0] - dx * along - dy * across, tip[1] - dy * along + dx * across

        s = size * max(1.0, self.bold)
        outer = [corner(-2, 0), corner(s * 1.2, s * 0.75), corner(s * 1.2, -s * 0.75)]
        pygame.draw.polygon(self.surface, Overlay.CASING, outer)
        pygame.draw.polygon(self.surface, colour, [tip, corner(s, s * 0.5), corner(s, -s * 0.5)])

    def brackets(self, centre: Point, radius: float, colour: Colour, width: float = 2.6) -> None:
        """Four corner brackets round a target."""
        arm = radius * 0.5
        for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            x, y = centre[0] + sx * radius, centre[1] + sy * radius
            self.path([(x - sx * arm, y), (x, y), (x, y - sy * arm)], colour, width)


def circle(centre: Point, radius: float) -> list[Point]:
    """A circle as a polygon that looks round at any size."""
    n = max(32, min(360, round(radius * 0.9)))
    step = 2 * math.pi / n
    return [(centre[0] + radius * math.cos(i * step), centre[1] + radius * math.sin(i * step)) for i in range(n)]


def sector(centre: Point, radius: float, facing_deg: float, arc_deg: float) -> list[Point]:
    """A slice of a circle; facing as on the table (0 right, counter-clockwise), pixels grow downward."""
    n = max(8, round(arc_deg / 3))
    start = facing_deg - arc_deg / 2
    found = [centre]
    for i in range(n + 1):
        a = math.radians(start + arc_deg * i / n)
        found.append((centre[0] + radius * math.cos(a), centre[1] - radius * math.sin(a)))
    return found


def _casing(width: float) -> float:
    """What the casing adds to the width of a line: little for thin ones, which it would drown."""
    return 2 * CASING_PX if width >= 2 else 2.0


def _stroke(surface: pygame.Surface, colour: Colour, a: Point, b: Point, width: float) -> None:
    pygame.draw.aaline(surface, colour, a, b, max(1, math.floor(width + 0.7)))


def _pairs(points: Sequence[Point], closed: bool) -> list[tuple[Point, Point]]:
    ring = [*points, points[0]] if closed and points else list(points)
    return list(pairwise(ring))


def _dashed(
    points: Sequence[Point], on: float, off: float, closed: bool, clip: pygame.Rect
) -> Iterable[tuple[Point, Point]]:
    period, walked = on + off, 0.0
    wide = clip.inflate(40, 40)
    for a, b in _pairs(points, closed):
        length = math.dist(a, b)
        if length < 1e-6:
            continue
        if not wide.clipline(a, b):
            walked += length
            continue
        t = 0.0
        while t < length:
            phase = (walked + t) % period
            left = on - phase if phase < on else period - phase
            end = min(length, t + left)
            if phase < on:
                yield _between(a, b, t / length), _between(a, b, end / length)
            t = end + 1e-6
        walked += length


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _box(shapes: Iterable[Sequence[Point]], clip: pygame.Rect) -> pygame.Rect:
    xs = [x for shape in shapes for x, _ in shape]
    ys = [y for shape in shapes for _, y in shape]
    if not xs:
        return pygame.Rect(0, 0, 0, 0)
    low = (math.floor(min(xs)) - 1, math.floor(min(ys)) - 1)
    box = pygame.Rect(*low, math.ceil(max(xs)) - low[0] + 2, math.ceil(max(ys)) - low[1] + 2)
    return box.clip(clip)
