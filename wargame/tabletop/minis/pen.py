"""The pen: every stroke goes into a colour sheet, a height sheet and (unless it is thin) the solid outline.

Drawing units: x forward (to the right on the sheet), y to the right-hand side of the model, origin at its middle.
"""

import math
from collections.abc import Sequence

import pygame

Colour = tuple[int, int, int]
Point = tuple[float, float]
PAINT: Colour = (255, 0, 255)
PAINT_LIGHT: Colour = (250, 0, 250)
TURF: Colour = (255, 255, 0)


def hexed(text: str) -> Colour:
    """`#rrggbb` as three bytes."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """`share` of the way from a to b."""
    return tuple(int(p + (q - p) * share) for p, q in zip(a, b))  # type: ignore[return-value]


def shade(a: Colour, share: float) -> Colour:
    """Darkened by a share of 1."""
    return mix(a, (0, 0, 0), share)


class Pen:
    """Draws on two sheets of `units` x `units` drawing units at `px` pixels per unit.

    `colour` is RGB; `relief` carries height, solidity and coverage in its three channels.
    """

    def __init__(self, units: float, px: float) -> None:
        self.px = px
        self.n = max(8, int(math.ceil(units * px)))
        self.colour = pygame.Surface((self.n, self.n), 0, 24)
        self.relief = pygame.Surface((self.n, self.n), 0, 24)
        self._at: Point = (0.0, 0.0)
        self._turn = 0.0
        self._size = 1.0
        self.thin = False
        self.least = 0.0
        """Width in drawing units below which a gun or a rifle is not drawn: thinner things would not be seen."""

    def wide(self, width: float) -> float:
        """A width that can be seen at the size in the making."""
        return max(width, self.least / self._size)

    def place(self, x: float = 0.0, y: float = 0.0, turn_deg: float = 0.0, size: float = 1.0) -> None:
        """Everything drawn next is turned (clockwise on the sheet), enlarged and moved there."""
        self._at, self._turn, self._size = (x, y), math.radians(turn_deg), size

    def _to(self, p: Point) -> Point:
        x, y = p[0] * self._size, p[1] * self._size
        c, s = math.cos(self._turn), math.sin(self._turn)
        x, y = x * c - y * s + self._at[0], x * s + y * c + self._at[1]
        return x * self.px + self.n / 2, y * self.px + self.n / 2

    def _z(self, z: float) -> Colour:
        return max(0, min(255, int(z))), 0 if self.thin else 255, 255

    def poly(self, points: Sequence[Point], colour: Colour, z: float) -> None:
        """A filled polygon at height z (0-255)."""
        where = [self._to(p) for p in points]
        pygame.draw.polygon(self.colour, colour, where)
        if not self.thin:
            pygame.draw.polygon(self.relief, self._z(z), where)
            return
        self._keep_solid(where, z)

    def _keep_solid(self, where: Sequence[Point], z: float) -> None:
        """Thin parts raise the height but leave the outline as it was."""
        xs, ys = [p[0] for p in where], [p[1] for p in where]
        box = pygame.Rect(int(min(xs)) - 1, int(min(ys)) - 1, int(max(xs) - min(xs)) + 3, int(max(ys) - min(ys)) + 3)
        box = box.clip(self.relief.get_rect())
        if box.w <= 0 or box.h <= 0:
            return
        before = self.relief.subsurface(box).copy()
        before.fill((0, 255, 0), special_flags=pygame.BLEND_RGB_MULT)
        pygame.draw.polygon(self.relief, self._z(z), where)
        self.relief.blit(before, box, special_flags=pygame.BLEND_RGB_MAX)

    def keep_base_only(self, points: Sequence[Point]) -> None:
        """The outline becomes this polygon, whatever stands on it or hangs over its edge."""
        only = pygame.Surface(self.relief.get_size(), 0, 24)
        only.fill((255, 0, 255))
        pygame.draw.polygon(only, (255, 255, 255), [self._to(p) for p in points])
        self.relief.blit(only, (0, 0), special_flags=pygame.BLEND_RGB_MIN)

    def box(self, x0: float, y0: float, x1: float, y1: float, colour: Colour, z: float, cut: float = 0.0) -> None:
        """A rectangle, its corners cut."""
        if cut <= 0:
            self.poly([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], colour, z)
            return
        ring = [(x0 + cut, y0), (x1 - cut, y0), (x1, y0 + cut), (x1, y1 - cut)]
        ring += [(x1 - cut, y1), (x0 + cut, y1), (x0, y1 - cut), (x0, y0 + cut)]
        self.poly(ring, colour, z)

    def bar(self, x0: float, y0: float, x1: float, y1: float, width: float, colour: Colour, z: float) -> None:
        """A straight bar between two points."""
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        nx, ny = -(y1 - y0) / length * width / 2, (x1 - x0) / length * width / 2
        self.poly([(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)], colour, z)

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        colour: Colour,
        z: float,
        *,
        turn: float = 0.0,
        dome: float = 0.0,
    ) -> None:
        """An ellipse turned by radians, domed by that much height."""
        c, s = math.cos(turn), math.sin(turn)
        for i in range(6 if dome else 1):
            t = i / 6
            k, high = 1 - t * 0.95, z + dome * math.sqrt(1 - (1 - t) ** 2)
            ring = []
            for j in range(20):
                a, b = rx * k * math.cos(j * 0.31416), ry * k * math.sin(j * 0.31416)
                ring.append((x + a * c - b * s, y + a * s + b * c))
            self.poly(ring, colour, high)

    def disc(self, x: float, y: float, r: float, colour: Colour, z: float, dome: float = 0.0) -> None:
        """A circle, domed by that much height."""
        self.oval(x, y, r, r, colour, z, dome=dome)

    def steps(
        self, points: Sequence[Point], colour: Colour, z: tuple[float, float], shrink: float, count: int = 5
    ) -> None:
        """A polygon that rises in steps while it shrinks towards the origin: sloped armour."""
        for i in range(count):
            t = i / count
            k = 1 - shrink * t
            self.poly([(x * k, y * k) for x, y in points], colour, z[0] + (z[1] - z[0]) * t)


def to_screen_order(image: pygame.Surface) -> pygame.Surface:
    """The picture with its colour bytes as the window has them: such pictures are laid down many times faster."""
    return image.convert_alpha() if pygame.display.get_surface() is not None else image
