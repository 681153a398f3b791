"""The smoke of a burning wreck as a picture to be laid over it: flames at the foot, a column down the wind."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pygame

from wargame.tabletop.minis.pen import to_screen_order
from wargame.tabletop.paint import smoke
from wargame.tabletop.paint.canvas import Canvas, smooth
from wargame.tabletop.paint.palettes import palette_named, rgb

VARIANTS = 5
ACROSS_IN = 6.0
"""Side of the picture for a wreck of 1 inch; the wreck lies in its middle."""
STRENGTH = 0.86


@lru_cache(maxsize=48)
def plume(length_px: int, variant: int) -> pygame.Surface:
    """Premultiplied, its middle on the middle of a wreck `length_px` long; there are `VARIANTS` of them."""
    px = max(4, min(40, length_px))
    c = Canvas(ACROSS_IN, ACROSS_IN, px, palette_named("steppe"), "steppe", 1)
    x = y = ACROSS_IN / 2
    seed = 7100 + variant * 31
    smoke.column(c, x, y, 0.62 + 0.06 * variant, seed)
    w = c.window(x - 1, y - 1, x + 1, y + 1)
    gx, gy = c.grid(w)
    flicker = c.noise.fbm(0.4, seed % 500, 3, w) - 0.5
    away = np.hypot(gx - x + 0.08, (gy - y) * 1.2) + flicker * 0.5
    for colour, reach in (("#E65C1E", 0.30), ("#FFB03C", 0.20), ("#FFEC96", 0.10)):
        glow = (1 - smooth(reach * 0.4, reach, away)) * np.float32(0.9)
        c.over(c.crowns, w, np.broadcast_to(rgb(colour), (*glow.shape, 3)), glow.astype(np.float32))
    pixels = (np.clip(c.crowns * np.float32(STRENGTH), 0, 1) * 255 + 0.5).astype(np.uint8)
    image = pygame.image.frombuffer(pixels.tobytes(), (c.cols, c.rows), "RGBA")
    if length_px != px:
        size = round(ACROSS_IN * length_px)
        image = pygame.transform.smoothscale(image.convert_alpha(), (size, size))
    return to_screen_order(image)
