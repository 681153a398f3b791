"""Dice as pictures: faces with pips or numbers, told apart by frame and brightness, not by hue."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import pygame

from wargame.tabletop.theme import Colour, Ink, mix, rgb

ROLLED, SUCCESS, FAILURE, REPLACED = "rolled", "success", "failure", "replaced"

_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)),
}
_FRAME: Final = rgb("#46423A")
_EDGE: Final = rgb("#0A0A0A")


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it fell: `sides` 3, 4, 6, 8, 10, 12, 20 or 100; `state` "rolled", "success", "failure" or "replaced".

    "replaced" is a die that was rolled again; it stays shown, struck through.
    """

    value: int
    sides: int = 6
    state: str = ROLLED

    def share_of_text(self) -> float:
        """Height of the number on the face as a share of the die's size."""
        narrow = self.sides in (4, 8, 10, 12)
        return 0.42 if self.value > 99 else (0.44 if narrow else 0.54) if self.value > 9 else 0.62

    def share_of_size(self) -> float:
        """How much larger than a cube it is drawn, so that its number can be read."""
        return 1.0 if self.sides in (3, 6) else 1.28

    def spoken(self) -> str:
        """The die in words, for the text line, the clipboard and tests: `d6: 5 (success)`."""
        tail = "" if self.state == ROLLED else f" ({self.state})"
        return f"d{self.sides}: {self.value}{tail}"


def _regular(corners: int, turn: float, squash: float = 1.0) -> tuple[tuple[float, float], ...]:
    step = 2 * math.pi / corners
    return tuple((0.98 * squash * math.cos(turn + i * step), 0.98 * math.sin(turn + i * step)) for i in range(corners))


_OUTLINES: Final = {
    4: ((0.0, -0.95), (0.98, 0.80), (-0.98, 0.80)),
    8: _regular(4, -math.pi / 2, 0.92),
    10: ((0.0, -1.0), (0.92, -0.12), (0.92, 0.22), (0.0, 1.0), (-0.92, 0.22), (-0.92, -0.12)),
    12: _regular(5, -math.pi / 2),
    20: _regular(6, -math.pi / 2),
    100: _regular(10, 0.0),
}


def paint(big: pygame.Surface, die: Die, font: pygame.font.Font) -> None:
    """Paint the die over the whole of a square surface; `font` sets the number of a die without pips."""
    n = big.get_width()
    dull = die.state in (FAILURE, REPLACED)
    face, ink = (Ink.ASH, Ink.ASH_INK) if dull else (Ink.BONE, Ink.BONE_INK)
    frame = Ink.SUCCESS if die.state == SUCCESS else _FRAME
    if die.sides in _OUTLINES:
        _faceted(big, n, die.sides, frame, face)
    else:
        _cube(big, n, frame, face)
    if die.sides == 6 and die.value in _PIPS:
        for x, y in _PIPS[die.value]:
            pygame.draw.circle(big, ink, (n / 2 + x * n * 0.22, n / 2 + y * n * 0.22), n * 0.085)
    else:
        image = font.render(str(die.value), True, ink)
        low = 0.14 if die.sides == 4 else 0.0
        big.blit(image, image.get_rect(center=(n / 2, n / 2 + low * n)))
    if die.state == REPLACED:
        pygame.draw.line(big, Ink.REFUSAL, (n * 0.12, n * 0.88), (n * 0.88, n * 0.12), max(2, n // 9))


def _cube(big: pygame.Surface, n: int, frame: Colour, face: Colour) -> None:
    border = 0.13 if frame == Ink.SUCCESS else 0.075
    pygame.draw.rect(big, _EDGE, (0, 0, n, n), border_radius=n // 5)
    pygame.draw.rect(big, frame, _inset(n, 0.03), border_radius=n // 5)
    pygame.draw.rect(big, mix(face, _EDGE, 0.22), _inset(n, border), border_radius=n // 7)
    light = _inset(n, border)
    light.h -= round(n * 0.05)
    pygame.draw.rect(big, face, light, border_radius=n // 7)


def _faceted(big: pygame.Surface, n: int, sides: int, frame: Colour, face: Colour) -> None:
    width = 0.15 if frame == Ink.SUCCESS else 0.10
    for share, colour in ((1.0, _EDGE), (0.94, frame), (0.94 - width, face)):
        points = [(n / 2 + x * share * n / 2, n / 2 + y * share * n / 2) for x, y in _OUTLINES[sides]]
        pygame.draw.polygon(big, colour, points)
    shade = mix(face, _EDGE, 0.16)
    if sides == 10:
        share = (0.94 - width) * n / 2
        for x in (0.92, -0.92):
            a, b, c = (x, -0.12), (x, 0.22), (0.0, 1.0)
            d = (x * 0.62, 0.30)
            pygame.draw.polygon(big, shade, [(n / 2 + px * share, n / 2 + py * share) for px, py in (a, b, c, d)])


def _inset(n: int, share: float) -> pygame.Rect:
    edge = round(n * share)
    return pygame.Rect(edge, edge, n - 2 * edge, n - 2 * edge)
