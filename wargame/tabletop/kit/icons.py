"""Icons as drawn shapes, so that no icon depends on a letter that a font may lack.

Each icon is a list of strokes in a square from -1 to 1: ("fill", points), ("hole", points), ("line", width, points),
("disc", x, y, radius), ("pit", x, y, radius) and ("ring", x, y, radius, width). "hole" and "pit" cut out.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

import pygame

from wargame.tabletop.theme import Colour

Painter = Callable[[pygame.Surface], None]
Stroke = tuple[Any, ...]
_CLEAR: Final = (0, 0, 0, 0)


def _oval(w: float, h: float, n: int = 28) -> tuple[tuple[float, float], ...]:
    return tuple((w * math.cos(2 * math.pi * i / n), h * math.sin(2 * math.pi * i / n)) for i in range(n))


def _almond(w: float, h: float) -> tuple[tuple[float, float], ...]:
    top = tuple((-w + 2 * w * i / 16, -h * math.sin(math.pi * i / 16)) for i in range(17))
    return top + tuple((-x, -y) for x, y in top)


def _star(points: int, inner: float) -> tuple[tuple[float, float], ...]:
    def corner(i: int) -> tuple[float, float]:
        r, a = (0.98 if i % 2 == 0 else inner), math.pi * i / points - math.pi / 2
        return r * math.cos(a), r * math.sin(a)

    return tuple(corner(i) for i in range(2 * points))


def _gear() -> tuple[Stroke, ...]:
    teeth = tuple(
        ("line", 0.34, ((0.0, 0.0), (0.92 * math.cos(math.pi * i / 4), 0.92 * math.sin(math.pi * i / 4))))
        for i in range(8)
    )
    return (*teeth, ("disc", 0, 0, 0.68), ("pit", 0, 0, 0.30))


_EYE: Final[tuple[Stroke, ...]] = (
    ("fill", _almond(0.98, 0.66)),
    ("hole", _almond(0.76, 0.44)),
    ("disc", 0, 0, 0.32),
)
_FLAG: Final[tuple[Stroke, ...]] = (
    ("fill", ((-0.62, -0.92), (-0.42, -0.92), (-0.42, 0.95), (-0.62, 0.95))),
    ("fill", ((-0.42, -0.86), (0.85, -0.45), (-0.42, 0.05))),
)
_LOCK: Final[tuple[Stroke, ...]] = (
    ("ring", 0, -0.30, 0.55, 0.20),
    ("fill", ((-0.75, -0.20), (0.75, -0.20), (0.75, 0.90), (-0.75, 0.90))),
    ("pit", 0, 0.25, 0.17),
    ("hole", ((-0.08, 0.25), (0.08, 0.25), (0.08, 0.62), (-0.08, 0.62))),
)
_SPEAKER: Final[tuple[Stroke, ...]] = (
    ("fill", ((-0.95, -0.30), (-0.55, -0.30), (-0.05, -0.75), (-0.05, 0.75), (-0.55, 0.30), (-0.95, 0.30))),
)

_SHAPES: Final = MappingProxyType(
    {
        "arrow_right": (
            ("fill", ((-0.9, -0.18), (0.1, -0.18), (0.1, -0.62), (0.9, 0), (0.1, 0.62), (0.1, 0.18), (-0.9, 0.18))),
        ),
        "arrow_left": (
            ("fill", ((0.9, -0.18), (-0.1, -0.18), (-0.1, -0.62), (-0.9, 0), (-0.1, 0.62), (-0.1, 0.18), (0.9, 0.18))),
        ),
        "result": (("line", 0.20, ((-0.7, 0), (0.5, 0))), ("line", 0.20, ((0.15, -0.42), (0.62, 0), (0.15, 0.42)))),
        "double_arrow": (
            ("fill", ((-0.9, -0.62), (-0.1, 0), (-0.9, 0.62), (-0.9, 0.2), (-0.62, 0), (-0.9, -0.2))),
            ("fill", ((-0.1, -0.62), (0.75, 0), (-0.1, 0.62), (-0.1, 0.2), (0.2, 0), (-0.1, -0.2))),
        ),
        "open": (("fill", ((-0.8, -0.4), (0.8, -0.4), (0, 0.6))),),
        "closed": (("fill", ((-0.4, -0.8), (-0.4, 0.8), (0.6, 0))),),
        "up": (("line", 0.24, ((-0.7, 0.35), (0, -0.4), (0.7, 0.35))),),
        "down": (("line", 0.24, ((-0.7, -0.35), (0, 0.4), (0.7, -0.35))),),
        "check": (("line", 0.30, ((-0.75, 0.05), (-0.22, 0.6), (0.8, -0.6))),),
        "cross": (("line", 0.28, ((-0.65, -0.65), (0.65, 0.65))), ("line", 0.28, ((0.65, -0.65), (-0.65, 0.65)))),
        "plus": (("line", 0.26, ((-0.8, 0), (0.8, 0))), ("line", 0.26, ((0, -0.8), (0, 0.8)))),
        "minus": (("line", 0.26, ((-0.8, 0), (0.8, 0))),),
        "menu": tuple(("line", 0.20, ((-0.8, y), (0.8, y))) for y in (-0.55, 0.0, 0.55)),
        "dot": (("disc", 0, 0, 0.55),),
        "target": (
            ("ring", 0, 0, 0.70, 0.18),
            *(
                ("line", 0.18, (a, b))
                for a, b in (((-1, 0), (-0.4, 0)), ((1, 0), (0.4, 0)), ((0, -1), (0, -0.4)), ((0, 1), (0, 0.4)))
            ),
        ),
        "eye": _EYE,
        "eye_off": (
            *_EYE,
            ("cut", 0.46, ((-0.85, 0.85), (0.85, -0.85))),
            ("line", 0.2, ((-0.85, 0.85), (0.85, -0.85))),
        ),
        "blade": (
            ("fill", ((-0.55, 0.30), (0.6, -0.9), (0.92, -0.92), (0.9, -0.6), (-0.30, 0.55))),
            ("line", 0.22, ((-0.75, 0.15), (-0.15, 0.75))),
            ("line", 0.26, ((-0.5, 0.5), (-0.85, 0.85))),
        ),
        "cloud": (("disc", -0.42, 0.25, 0.46), ("disc", 0.40, 0.28, 0.44), ("disc", 0, -0.2, 0.52)),
        "flag": _FLAG,
        "white_flag": (*_FLAG, ("hole", ((-0.30, -0.62), (0.45, -0.42), (-0.30, -0.14)))),
        "spade": (
            ("fill", ((-0.9, 0.3), (-0.4, 0.9), (0.3, 0.2), (-0.2, -0.3))),
            ("line", 0.24, ((0, 0), (0.8, -0.8))),
        ),
        "lock": _LOCK,
        "speaker": (*_SPEAKER, ("arc", 0.45), ("arc", 0.80)),
        "mute": (
            *_SPEAKER,
            ("line", 0.18, ((0.28, -0.35), (0.92, 0.35))),
            ("line", 0.18, ((0.92, -0.35), (0.28, 0.35))),
        ),
        "star": (("fill", _star(5, 0.42)),),
        "burst": (("fill", _star(8, 0.45)),),
        "pinned": (("line", 0.26, ((0, -0.8), (0, 0.55))), ("line", 0.26, ((-0.55, 0.05), (0, 0.65), (0.55, 0.05)))),
        "gear": _gear(),
        "save": (
            ("fill", ((-0.85, -0.85), (0.6, -0.85), (0.85, -0.6), (0.85, 0.85), (-0.85, 0.85))),
            ("hole", ((-0.45, -0.72), (0.35, -0.72), (0.35, -0.28), (-0.45, -0.28))),
            ("hole", ((-0.5, 0.12), (0.5, 0.12), (0.5, 0.72), (-0.5, 0.72))),
        ),
        "play": (("fill", ((-0.6, -0.85), (0.85, 0), (-0.6, 0.85))),),
        "pause": tuple(
            ("fill", ((x - 0.22, -0.8), (x + 0.22, -0.8), (x + 0.22, 0.8), (x - 0.22, 0.8))) for x in (-0.42, 0.42)
        ),
        "undo": (
            ("line", 0.24, tuple((0.62 * math.cos(a / 10), 0.1 - 0.62 * math.sin(a / 10)) for a in range(-12, 27))),
            ("fill", ((-0.98, -0.05), (-0.25, -0.15), (-0.70, -0.78))),
        ),
        "copy": (
            ("line", 0.18, ((-0.35, -0.8), (0.75, -0.8), (0.75, 0.35))),
            ("fill", ((-0.8, -0.4), (0.35, -0.4), (0.35, 0.85), (-0.8, 0.85))),
        ),
        "search": (("ring", -0.18, -0.18, 0.58, 0.20), ("line", 0.26, ((0.28, 0.28), (0.85, 0.85)))),
        "die": (
            ("fill", ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85))),
            *(("pit", x, y, 0.2) for x, y in ((-0.42, -0.42), (0, 0), (0.42, 0.42))),
        ),
        "tape": (
            ("line", 0.16, ((-0.95, -0.35), (0.95, -0.35), (0.95, 0.45), (-0.95, 0.45), (-0.95, -0.35))),
            *(("line", 0.13, ((x, -0.35), (x, 0.08 if x else 0.2))) for x in (-0.48, 0.0, 0.48)),
        ),
        "hand": (
            ("fill", ((-0.5, -0.1), (-0.5, 0.4), (-0.1, 0.95), (0.6, 0.95), (0.8, 0.2), (0.8, -0.4), (0.55, -0.4))),
            *(
                ("line", 0.24, ((x, 0.2), (x, y)))
                for x, y in ((-0.38, -0.6), (-0.05, -0.85), (0.28, -0.85), (0.62, -0.5))
            ),
        ),
        "book": (
            ("fill", ((-0.95, -0.7), (-0.08, -0.5), (-0.08, 0.85), (-0.95, 0.65))),
            ("fill", ((0.95, -0.7), (0.08, -0.5), (0.08, 0.85), (0.95, 0.65))),
        ),
        "question": (
            ("line", 0.26, tuple((0.46 * math.cos(a / 10), -0.4 + 0.46 * math.sin(a / 10)) for a in range(-31, 13))),
            ("line", 0.26, ((0.12, 0.06), (0, 0.18), (0, 0.38))),
            ("disc", 0, 0.76, 0.17),
        ),
        "door": (
            ("line", 0.18, ((0.05, -0.8), (-0.8, -0.8), (-0.8, 0.8), (0.05, 0.8))),
            ("line", 0.18, ((-0.25, 0), (0.8, 0))),
            ("line", 0.18, ((0.42, -0.40), (0.85, 0), (0.42, 0.40))),
        ),
        "circle": (("fill", _oval(0.9, 0.9)),),
        "triangle": (("fill", ((0, -0.9), (0.95, 0.8), (-0.95, 0.8))),),
    }
)


def names() -> tuple[str, ...]:
    """Every icon there is."""
    return tuple(_SHAPES)


def paint(big: pygame.Surface, name: str, ink: Colour) -> None:
    """Paint an icon over the whole of a square surface. Raises ValueError naming an unknown icon."""
    if name not in _SHAPES:
        raise ValueError(f"no icon {name!r}; there are {', '.join(sorted(_SHAPES))}")
    m = big.get_width() / 2
    for stroke in _SHAPES[name]:
        _stroke(big, m, stroke, ink)


def _stroke(big: pygame.Surface, m: float, stroke: Stroke, ink: Colour) -> None:
    def at(x: float, y: float) -> tuple[float, float]:
        return m + x * m, m + y * m

    kind = stroke[0]
    if kind in ("fill", "hole"):
        pygame.draw.polygon(big, ink if kind == "fill" else _CLEAR, [at(*p) for p in stroke[1]])
    elif kind in ("line", "cut"):
        _round_line(big, ink if kind == "line" else _CLEAR, [at(*p) for p in stroke[2]], stroke[1] * m)
    elif kind in ("disc", "pit"):
        pygame.draw.circle(big, ink if kind == "disc" else _CLEAR, at(stroke[1], stroke[2]), stroke[3] * m)
    elif kind == "ring":
        pygame.draw.circle(big, ink, at(stroke[1], stroke[2]), stroke[3] * m, round(stroke[4] * m))
    else:
        span = [math.radians(a) for a in range(-42, 43, 6)]
        _round_line(big, ink, [at(stroke[1] * math.cos(a), stroke[1] * math.sin(a)) for a in span], 0.17 * m)


def _round_line(big: pygame.Surface, ink: tuple[int, ...], points: list[tuple[float, float]], width: float) -> None:
    """A line of that width in px with round joints and ends; pygame's own thick lines have neither."""
    half = width / 2
    for (x, y), (u, v) in pairwise(points):
        length = math.hypot(u - x, v - y) or 1.0
        nx, ny = -(v - y) / length * half, (u - x) / length * half
        pygame.draw.polygon(big, ink, [(x + nx, y + ny), (u + nx, v + ny), (u - nx, v - ny), (x - nx, y - ny)])
    for point in points:
        pygame.draw.circle(big, ink, point, half)
