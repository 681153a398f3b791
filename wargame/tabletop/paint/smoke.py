"""Smoke and fire as pictures: a column down the wind, a screen with its exact outline, flames."""

from functools import lru_cache

import numpy as np

from wargame.tabletop.paint.canvas import LIGHT, Canvas, blurred, smooth
from wargame.tabletop.paint.noise import Array, lattice, mixed, scattered, stretched
from wargame.tabletop.paint.palettes import rgb
from wargame.tabletop.paint.shapes import Shape

PUFF_PX = 64
PUFFS = 22


@lru_cache(maxsize=8)
def puff(seed: int) -> tuple[Array, Array]:
    """Opacity and light of one ball of smoke, `PUFF_PX` across."""
    axis = np.linspace(-1, 1, PUFF_PX, dtype=np.float32)
    x, y = axis[None, :], axis[:, None]
    height = np.zeros((PUFF_PX, PUFF_PX), np.float32)
    for a, b, r in scattered(27, seed).reshape(9, 3):
        far, size = 0.42 * b, 0.34 + 0.26 * r
        gone = np.hypot(x - far * np.cos(a * 6.283), y - far * np.sin(a * 6.283)) / size
        height = np.maximum(height, np.clip(1 - gone, 0, 1))
    rough = stretched(lattice(9, 9, seed + 5), PUFF_PX, PUFF_PX)
    alpha = np.clip(height * 1.5 - 0.1, 0, 1) ** 1.2 * (0.75 + 0.5 * (rough - 0.5))
    gy, gx = np.gradient(blurred(height, 2.0))
    return np.clip(alpha, 0, 1), np.clip(0.55 - (gx * LIGHT[0] + gy * LIGHT[1]) * 14, 0, 1)


def stamp_puff(c: Canvas, x: float, y: float, radius_in: float, tone: Array, alpha: float, seed: int) -> None:
    """One puff over the topmost layer."""
    px = max(6, int(radius_in * 2 * c.ppi))
    cover, light = puff(mixed(seed) % 6)
    pick = (np.arange(px) * PUFF_PX // px)[:, None], (np.arange(px) * PUFF_PX // px)[None, :]
    left, top = round(x * c.ppi - px / 2), round(y * c.ppi - px / 2)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(c.cols, left + px), min(c.rows, top + px)
    if x0 >= x1 or y0 >= y1:
        return
    part = slice(y0 - top, y1 - top), slice(x0 - left, x1 - left)
    colour = np.clip(tone + (light[pick][part][..., None] - 0.4) * 0.24, 0, 1)
    c.over(c.crowns, (slice(y0, y1), slice(x0, x1)), colour, cover[pick][part] * np.float32(alpha))


def column(c: Canvas, x: float, y: float, size_in: float, seed: int) -> None:
    """Puffs along the wind: small and dark at the foot, large and pale at the top."""
    for i in range(PUFFS):
        q = i / PUFFS
        a, b = scattered(2, seed + i) - 0.5
        px, py = x + (1.9 * q + 0.34 * float(a)) * size_in, y + (-2.2 * q + 0.34 * float(b)) * size_in
        tone = np.array((30, 27, 26), np.float32) / 255 + np.float32(q * 0.30)
        stamp_puff(c, px, py, size_in * (0.30 + 0.85 * q), tone, 0.82 * (1.0 - 0.55 * q), seed + i)


def screen(c: Canvas, shape: Shape) -> None:
    """A smoke screen: pale puffs filling the polygon, its exact outline dashed."""
    w, depth = c.depth(shape, 0.6)
    if not depth.size:
        return
    x0, y0, x1, y1 = shape.bounds()
    snow = c.palette_name == "snow"
    pale, haze, ink = ("#8F959B", "#9AA0A6", "#4A5058") if snow else ("#CFCFCA", "#B9BAB6", "#EDEDE8")
    rag = c.noise.fbm(0.9, shape.seed % 400, 3, w) - 0.5
    veil = smooth(-0.05, 0.55, depth + rag * 0.5) * np.float32(0.50)
    c.over(c.crowns, w, np.broadcast_to(rgb(haze), (*veil.shape, 3)), veil.astype(np.float32))
    count = min(90, max(12, int((x1 - x0) * (y1 - y0) * 2.2)))
    for i in range(count):
        a, b, r = (float(v) for v in scattered(3, shape.seed + i * 3))
        x, y = x0 + a * (x1 - x0), y0 + b * (y1 - y0)
        row, col = int(y * c.ppi) - w[0].start, int(x * c.ppi) - w[1].start
        if 0 <= row < depth.shape[0] and 0 <= col < depth.shape[1] and depth[row, col] > 0.1:
            stamp_puff(c, x, y, 0.55 + 0.6 * r, rgb(pale), 0.55, shape.seed + i)
    _outline(c, shape, w, depth, ink)


def _outline(c: Canvas, shape: Shape, w: tuple[slice, slice], depth: Array, ink: str) -> None:
    """The exact edge that the rules ask for, dashed."""
    x0, y0, x1, y1 = shape.bounds()
    gx, gy = c.grid(w)
    dash = np.sin(np.arctan2(gy - (y0 + y1) / 2, gx - (x0 + x1) / 2) * 30) > -0.3
    line = ((1 - smooth(0.4, 1.3, np.abs(depth) * c.ppi)) * dash * 0.85).astype(np.float32)
    c.over(c.crowns, w, np.broadcast_to(rgb(ink), (*line.shape, 3)), line)


def smoke(c: Canvas, shape: Shape) -> None:
    """A smoke feature: an area is a screen, a point (with `radius`) a column or a round screen."""
    if len(shape.line) > 2:
        screen(c, shape)
        return
    x, y = (float(v) for v in shape.line[0])
    radius = float(shape.props.get("radius") or 0)
    if radius <= 0:
        column(c, x, y, 1.0, shape.seed)
        return
    turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    ring = np.column_stack((x + radius * np.cos(turns), y + radius * np.sin(turns)))
    screen(c, Shape(shape.id, shape.kind, (ring,), shape.width_in, shape.levels, shape.props, shape.seed))


def fire(c: Canvas, shape: Shape) -> None:
    """Flames over scorched ground, with a column of dark smoke."""
    x0, y0, x1, y1 = shape.bounds()
    x, y, size = (x0 + x1) / 2, (y0 + y1) / 2, max(0.5, min(1.6, (x1 - x0) / 2))
    w = c.window(x - size * 2, y - size * 2, x + size * 2, y + size * 2)
    gx, gy = c.grid(w)
    away = np.hypot(gx - x, gy - y) / size
    if not away.size:
        return
    flicker = c.noise.fbm(0.5, shape.seed % 500, 3, w) - 0.5
    c.blend(w, "#1C1815", (1 - smooth(0.5, 1.5, away + flicker)) * 0.75)
    column(c, x, y, size, shape.seed)
    for colour, reach in (("#E65C1E", 0.75), ("#FFB03C", 0.5), ("#FFEC96", 0.26)):
        glow = 1 - smooth(reach * 0.5, reach, away + flicker * 1.3)
        c.over(c.crowns, w, np.broadcast_to(rgb(colour), (*glow.shape, 3)), glow * np.float32(0.85))
