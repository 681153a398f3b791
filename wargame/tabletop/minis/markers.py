"""Small marks beside and on stands: a shape and a glyph each, drawn, never a font's luck or a hue alone."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

import pygame

from wargame.tabletop.minis.pen import Colour, Point
from wargame.tabletop.minis.rims import SideStyle, side_style

INK: Colour = (20, 18, 15)
WHITE: Colour = (245, 241, 228)
OVERSAMPLED = 4


class _Sheet:
    """A square drawn at four times its size; coordinates from -1 to 1."""

    def __init__(self, px: int) -> None:
        self.px = max(6, px)
        self.n = self.px * OVERSAMPLED
        self.surface = pygame.Surface((self.n, self.n), pygame.SRCALPHA)

    def _to(self, p: Point) -> Point:
        return (p[0] + 1) * self.n / 2, (p[1] + 1) * self.n / 2

    def poly(self, points: Sequence[Point], colour: Colour) -> None:
        pygame.draw.polygon(self.surface, colour, [self._to(p) for p in points])

    def disc(self, r: float, colour: Colour, x: float = 0.0, y: float = 0.0) -> None:
        pygame.draw.circle(self.surface, colour, self._to((x, y)), r * self.n / 2)

    def bar(self, a: Point, b: Point, width: float, colour: Colour) -> None:
        length = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
        nx, ny = -(b[1] - a[1]) / length * width / 2, (b[0] - a[0]) / length * width / 2
        self.poly(
            [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)], colour
        )

    def plate(self, points: Sequence[Point], colour: Colour) -> None:
        """An inked shape with a coloured face."""
        self.poly(points, INK)
        self.poly([(x * 0.82, y * 0.82) for x, y in points], colour)

    def coin(self, colour: Colour) -> None:
        self.disc(1.0, INK)
        self.disc(0.84, colour)

    def done(self) -> pygame.Surface:
        return pygame.transform.smoothscale(self.surface.premul_alpha(), (self.px, self.px))


def _ring(n: int, radius: float = 1.0, turn: float = 0.0) -> list[Point]:
    return [(radius * math.cos(turn + i * math.tau / n), radius * math.sin(turn + i * math.tau / n)) for i in range(n)]


def _star(points: int, inner: float, radius: float = 1.0) -> list[Point]:
    return [
        (r * math.cos(i * math.pi / points - math.pi / 2), r * math.sin(i * math.pi / points - math.pi / 2))
        for i in range(2 * points)
        for r in (radius if i % 2 == 0 else radius * inner,)
    ]


def _arrow(s: _Sheet, lift: float = 0.0, size: float = 1.0) -> None:
    points = [(-0.5, -0.14), (0.05, -0.14), (0.05, -0.42), (0.58, 0.0), (0.05, 0.42), (0.05, 0.14), (-0.5, 0.14)]
    s.poly([(x * size, y * size + lift) for x, y in points], INK)


def _moved(s: _Sheet) -> None:
    s.coin((120, 200, 130))
    _arrow(s)


def _running(s: _Sheet) -> None:
    s.coin((150, 214, 236))
    for x in (-0.42, 0.02):
        s.poly([(x, -0.46), (x + 0.46, 0), (x, 0.46), (x + 0.02, 0.16), (x + 0.16, 0), (x + 0.02, -0.16)], INK)


def _fired(s: _Sheet) -> None:
    s.coin((226, 216, 190))
    s.poly(_star(6, 0.45, 0.64), INK)


def _pinned(s: _Sheet) -> None:
    s.plate(_ring(4), (255, 214, 64))
    s.poly([(-0.12, -0.52), (0.12, -0.52), (0.12, 0), (0.36, 0), (0, 0.34), (-0.36, 0), (-0.12, 0)], INK)
    s.poly([(-0.34, 0.40), (0.34, 0.40), (0.34, 0.53), (-0.34, 0.53)], INK)


def _faltering(s: _Sheet) -> None:
    s.plate(_ring(8, 1.0, math.pi / 8), (240, 120, 50))
    for y in (-0.44, 0.06):
        s.poly([(-0.48, y), (0, y + 0.34), (0.48, y), (0.48, y + 0.2), (0, y + 0.54), (-0.48, y + 0.2)], INK)


def _broken(s: _Sheet) -> None:
    s.plate([(-0.95, -0.95), (0.95, -0.95), (0.95, 0.95), (-0.95, 0.95)], (190, 52, 48))
    s.poly([(-0.42, -0.6), (-0.28, -0.6), (-0.28, 0.62), (-0.42, 0.62)], (255, 255, 255))
    s.poly([(-0.28, -0.6), (0.52, -0.46), (0.40, -0.2), (0.52, 0.06), (-0.28, 0.1)], (255, 255, 255))


def _gone_to_ground(s: _Sheet) -> None:
    s.plate([(-1, -0.2), (0, -0.98), (1, -0.2), (1, 0.8), (-1, 0.8)], (168, 142, 100))
    body = [(-0.62, 0.46), (-0.62, 0.16), (-0.3, 0.16), (-0.22, 0.0), (0.2, 0.0), (0.3, 0.16), (0.64, 0.16)]
    s.poly([*body, (0.64, 0.46)], INK)
    s.disc(0.19, INK, 0.36, -0.12)


def _fanatic(s: _Sheet) -> None:
    s.plate(_ring(6, 1.0, math.pi / 6), (206, 60, 70))
    s.poly([(-0.12, -0.66), (0.34, -0.66), (0.08, -0.12), (0.38, -0.12), (-0.22, 0.70), (-0.04, 0.08), (-0.36, 0.08)],
           (255, 244, 214))  # fmt: skip


def _eye(s: _Sheet, iris: Colour) -> None:
    lens = [(math.cos(i * math.tau / 24) * 0.70, math.sin(i * math.tau / 24) * 0.42) for i in range(24)]
    s.poly(lens, INK)
    s.poly([(x * 0.80, y * 0.72) for x, y in lens], (236, 244, 250))
    s.disc(0.22, iris)


def _hidden(s: _Sheet) -> None:
    s.coin((150, 156, 160))
    _eye(s, INK)
    s.bar((-0.62, 0.62), (0.62, -0.62), 0.30, INK)
    s.bar((-0.58, 0.58), (0.58, -0.58), 0.14, (255, 255, 255))


def _overwatch(s: _Sheet) -> None:
    s.coin((236, 244, 250))
    _eye(s, (20, 90, 160))


def _hq(s: _Sheet) -> None:
    s.disc(0.92, INK)
    s.poly(_star(5, 0.50), INK)
    s.poly(_star(5, 0.50, 0.82), (250, 226, 120))


def _hit(s: _Sheet) -> None:
    s.coin((196, 46, 46))
    s.poly(_star(4, 0.30, 0.70), (255, 240, 224))


def _smoke(s: _Sheet) -> None:
    for x, y, r in ((-0.42, 0.26, 0.5), (0.40, 0.28, 0.52), (0.0, -0.22, 0.62)):
        s.disc(r, INK, x, y)
    for x, y, r in ((-0.42, 0.26, 0.36), (0.40, 0.28, 0.38), (0.0, -0.22, 0.48)):
        s.disc(r, (214, 214, 208), x, y)


def _out(s: _Sheet) -> None:
    s.coin((226, 216, 190))
    s.bar((-0.46, -0.46), (0.46, 0.46), 0.24, INK)
    s.bar((-0.46, 0.46), (0.46, -0.46), 0.24, INK)


MARKERS: dict[str, Callable[[_Sheet], None]] = {
    "moved": _moved, "running": _running, "fired": _fired, "pinned": _pinned, "faltering": _faltering,
    "suppressed": _faltering, "broken": _broken, "gone_to_ground": _gone_to_ground, "fanatic": _fanatic,
    "hidden": _hidden, "overwatch": _overwatch, "hq": _hq, "hit": _hit, "smoke": _smoke, "out_of_ammunition": _out,
}  # fmt: skip


@lru_cache(maxsize=256)
def marker(kind: str, px: int = 15) -> pygame.Surface:
    """A status mark `px` pixels across, premultiplied; an unknown kind gives a plain coin with a dot."""
    sheet = _Sheet(px)
    draw = MARKERS.get(kind)
    if draw:
        draw(sheet)
    else:
        sheet.coin((226, 216, 190))
        sheet.disc(0.28, INK)
    return sheet.done()


@lru_cache(maxsize=32)
def badge(side_index: int, px: int = 11) -> pygame.Surface:
    """The side's tail badge: circle, triangle, or a square for nobody."""
    style = side_style(side_index)
    sheet = _Sheet(px)
    if style.badge == "circle":
        sheet.disc(1.0, INK)
        sheet.disc(0.70, style.bright)
    else:
        sheet.plate(_triangle() if style.badge == "triangle" else _ring(4, 1.0, math.pi / 4), style.bright)
    return sheet.done()


def _triangle() -> list[Point]:
    return [(0.0, -0.95), (1.0, 0.80), (-1.0, 0.80)]


def badge_at(facing_deg: float, depth_in: float, px_per_in: float) -> Point:
    """Pixels from a stand's middle to its tail badge (y down): just behind the base."""
    a = math.radians(facing_deg)
    away = depth_in / 2 * px_per_in + 3
    return -math.cos(a) * away, math.sin(a) * away


@lru_cache(maxsize=64)
def contact(side_index: int, px: int = 20) -> pygame.Surface:
    """A reported but unseen enemy: a dark disc in the side's colour with a question mark."""
    style = side_style(side_index)
    sheet = _Sheet(px)
    sheet.disc(1.0, INK)
    sheet.disc(0.90, style.bright)
    sheet.disc(0.74, (24, 30, 36))
    turns = [math.radians(200 + i * 250 / 12) for i in range(13)]
    curve = [(0.25 * math.cos(t), -0.20 + 0.25 * math.sin(t)) for t in turns]
    for a, b in pairwise(curve):
        sheet.bar(a, b, 0.17, WHITE)
        sheet.disc(0.085, WHITE, *b)
    sheet.bar(curve[-1], (0.0, 0.24), 0.17, WHITE)
    sheet.disc(0.11, WHITE, 0.0, 0.46)
    return sheet.done()


_DIGITS = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc", "7": "abc",
    "8": "abcdefg", "9": "abcdfg",
}  # fmt: skip
_STROKES: dict[str, tuple[Point, Point]] = {
    "a": ((0, 0), (1, 0)), "b": ((1, 0), (1, 1)), "c": ((1, 1), (1, 2)), "d": ((0, 2), (1, 2)), "e": ((0, 1), (0, 2)),
    "f": ((0, 0), (0, 1)), "g": ((0, 1), (1, 1)),
}  # fmt: skip


@lru_cache(maxsize=64)
def flag(side_index: int, value: int = 0, px: int = 30) -> pygame.Surface:
    """An objective's flag with its worth (0 shows none). The foot of the pole is at .23, .90 of the picture."""
    style = side_style(side_index)
    sheet = _Sheet(px)
    pole, foot = -0.54, 0.80
    pygame.draw.ellipse(sheet.surface, (12, 12, 14, 130), _rect(sheet.n, -0.74, 0.70, 0.66, 0.22))
    sheet.bar((pole, -0.92), (pole, foot), 0.18, INK)
    sheet.bar((pole, -0.86), (pole, foot - 0.05), 0.09, (226, 214, 186))
    cloth = [(pole, -0.90), (0.88, -0.74), (0.66, -0.38), (0.88, -0.02), (pole, 0.14)]
    sheet.poly([(x + (0.06 if x > 0 else 0), y * 1.04 - 0.01) for x, y in cloth], style.deep)
    sheet.poly([(pole + 0.04, -0.80), (0.76, -0.66), (0.56, -0.38), (0.76, -0.10), (pole + 0.04, 0.04)], style.bright)
    _stripes(sheet, style, pole)
    if value:
        _number(sheet, value, 0.02, -0.40)
    return sheet.done()


def _stripes(sheet: _Sheet, style: SideStyle, pole: float) -> None:
    if style.notched:
        for y in (-0.66, -0.10):
            sheet.bar((pole + 0.04, y), (0.62, y + 0.02), 0.07, style.deep)


def _rect(n: int, x: float, y: float, w: float, h: float) -> pygame.Rect:
    return pygame.Rect(int((x + 1) * n / 2), int((y + 1) * n / 2), int(w * n / 2), int(h * n / 2))


def _number(sheet: _Sheet, value: int, x: float, y: float) -> None:
    """Digits of straight strokes, so that no font is needed at any size."""
    text = str(abs(value))[:2]
    w, h = 0.22, 0.23
    left = x - (len(text) * (w + 0.16) - 0.16) / 2
    for i, digit in enumerate(text):
        for stroke in _DIGITS[digit]:
            (ax, ay), (bx, by) = _STROKES[stroke]
            x0 = left + i * (w + 0.16)
            a, b = (x0 + ax * w, y + (ay - 1) * h), (x0 + bx * w, y + (by - 1) * h)
            sheet.bar(a, b, 0.13, INK)
            sheet.disc(0.065, INK, *a)
            sheet.disc(0.065, INK, *b)
