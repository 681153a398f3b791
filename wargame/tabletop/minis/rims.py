"""The side's rim round a miniature: solid for the first side, notched for the second; hue is never alone."""

from dataclasses import dataclass

import numpy as np
import pygame

from wargame.tabletop.minis.pen import Colour, hexed, mix, to_screen_order
from wargame.tabletop.paint.noise import Array

MOST_NOTCHES, LEAST_NOTCHES, PX_A_NOTCH = 14, 7, 9.0


@dataclass(frozen=True, slots=True)
class SideStyle:
    """How a side is told apart: colour, its dark, rim pattern and badge shape."""

    colour: str
    dark: str
    notched: bool
    badge: str

    @property
    def bright(self) -> Colour:
        return hexed(self.colour)

    @property
    def deep(self) -> Colour:
        return hexed(self.dark)

    @property
    def casing(self) -> Colour:
        """The line round the bright band: nearly black, since no hue stands out from every ground."""
        return mix(self.deep, (4, 5, 6), CASING_DARK)


CASING_ALPHA, CASING_DARK = 0.94, 0.78
SIDES = (SideStyle("#58B0F0", "#0E3A5E", False, "circle"), SideStyle("#F2A33A", "#5C3203", True, "triangle"))
NEUTRAL = SideStyle("#D6D0C2", "#3C3A36", False, "square")


def side_style(index: int) -> SideStyle:
    """The style of side 0 or 1; anything else is nobody's."""
    return SIDES[index] if 0 <= index < len(SIDES) else NEUTRAL


def rim_width(length_px: float) -> float:
    """Pixels of side colour round a miniature of that length on the screen: thin round small ones."""
    return max(1.6, min(3.2, 0.07 * length_px))


def rim_of(solid: Array, style: SideStyle, width_px: float) -> pygame.Surface:
    """The rim as a premultiplied picture of the same size as the outline it surrounds."""
    n = solid.shape[0]
    away = _away(solid > 0.5, int(np.ceil(width_px + 3.3)))
    away = np.maximum(0, away - np.float32(0.8))
    band = np.clip(width_px + 0.5 - away, 0, 1)
    casing = np.clip(width_px + 1.9 - away, 0, 1) * np.float32(CASING_ALPHA)
    if style.notched:
        y, x = np.mgrid[0:n, 0:n].astype(np.float32) - np.float32((n - 1) / 2)
        notches = max(LEAST_NOTCHES, min(MOST_NOTCHES, round(float(_round_about(solid)) / PX_A_NOTCH)))
        band = band * (np.cos(np.arctan2(y, x) * notches) > (-0.72 if notches > 10 else -0.82))
    deep, bright = (np.array(c, np.float32) for c in (style.casing, style.bright))
    colour = deep + (bright - deep) * band[..., None]
    alpha = np.maximum(band, casing)
    pixels = np.concatenate((colour * alpha[..., None], alpha[..., None] * 255), axis=2)
    return to_screen_order(pygame.image.frombuffer((pixels + 0.5).astype(np.uint8).tobytes(), (n, n), "RGBA"))


def _round_about(solid: Array) -> float:
    """Pixels round a compact outline of that area."""
    return 2.2 * float(np.sqrt(np.pi * (solid > 0.5).sum()))


def _away(inside: Array, reach: int) -> Array:
    """Pixels from the outline, exact up to `reach`."""
    away = np.full(inside.shape, reach + 1, np.float32)
    n, m = inside.shape
    padded = np.pad(inside, reach)
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            gone = np.float32(np.hypot(dx, dy))
            if gone <= reach:
                moved = padded[reach + dy : reach + dy + n, reach + dx : reach + dx + m]
                np.copyto(away, gone, where=moved & (away > gone))
    return away
