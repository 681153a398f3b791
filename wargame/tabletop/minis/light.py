"""Light and shadow for miniatures: two turned sheets become a picture, a cast shadow and a solid outline."""

from dataclasses import dataclass

import numpy as np
import pygame

from wargame.tabletop.minis.nations import Livery
from wargame.tabletop.minis.pen import PAINT, PAINT_LIGHT, TURF, Pen, hexed
from wargame.tabletop.paint.canvas import LIGHT, blurred
from wargame.tabletop.paint.noise import Array, lattice, stretched
from wargame.tabletop.paint.palettes import Palette, rgb

SLICES = ((0.15, 0.07), (0.20, 0.13), (0.42, 0.20), (0.50, 0.27), (0.62, 0.34), (0.75, 0.40))
SNOW = np.array((222, 226, 226), np.float32)


@dataclass(frozen=True, eq=False, slots=True)
class Baked:
    """Pictures of one miniature with premultiplied alpha, and where it is solid (barrels and aerials left out)."""

    sprite: pygame.Surface
    shadow: pygame.Surface
    solid: Array


@dataclass(frozen=True, slots=True)
class Finish:
    """How it is painted: livery, the ground on its base, whitewash, burnt out, and a seed for the blotches."""

    livery: Livery
    ground: Palette
    winter: bool
    wreck: bool
    seed: int


def _array(surface: pygame.Surface) -> Array:
    return pygame.surfarray.array3d(surface).transpose(1, 0, 2).astype(np.float32)


def _is(a: Array, colour: tuple[int, int, int]) -> Array:
    return (a[..., 0] == colour[0]) & (a[..., 1] == colour[1]) & (a[..., 2] == colour[2])


def coloured(pen: Pen, finish: Finish) -> None:
    """Replace the key colours on the pen's sheet by paint, camouflage and turf; whitewash; burn."""
    a = _array(pen.colour)
    n = pen.n
    light = _is(a, PAINT_LIGHT)
    paint = _is(a, PAINT) | light
    if paint.any():
        a[paint] = _camouflage(finish, n, n / pen.px)[paint]
        a[light] *= 1.08
    turf = _is(a, TURF)
    if turf.any():
        a[turf] = _turf(finish, n, n / pen.px)[turf]
    if finish.winter and not finish.wreck:
        patch = stretched(lattice(16, 16, finish.seed + 3), n, n)
        white = 0.80 / (1 + np.exp(-(patch - 0.42) * 22)) * paint
        a += (SNOW - a) * white[..., None]
    if finish.wreck:
        a = _burnt(a, finish.seed, n)
    pygame.surfarray.blit_array(pen.colour, np.clip(a, 0, 255).astype(np.uint8).transpose(1, 0, 2))


def _camouflage(finish: Finish, n: int, units: float) -> Array:
    a = np.zeros((n, n, 3), np.float32) + np.array(finish.livery.tone("paint"), np.float32)
    cells = max(4, round(units * 2.9) + 3)
    for i, blotch in enumerate(finish.livery.camouflage):
        noise = stretched(lattice(cells, cells, finish.seed * 31 + i), n, n)
        cover = 1 / (1 + np.exp(np.clip(-(noise - 0.60) * 60, -40, 40)))
        a += (np.array(hexed(blotch), np.float32) - a) * cover[..., None]
    return a


def _turf(finish: Finish, n: int, units: float) -> Array:
    dark, mid, light = (rgb(t) * 255 * np.float32(0.86) for t in finish.ground.tones[:3])
    fine, broad = max(8, round(units * 13)), max(4, round(units * 4))
    q = stretched(lattice(fine, fine, finish.seed + 1), n, n) * 0.75
    q = np.clip(q + stretched(lattice(broad, broad, finish.seed + 2), n, n) * 0.75 - 0.25, 0, 1)[..., None]
    return np.where(q < 0.5, dark + (mid - dark) * q * 2, mid + (light - mid) * (q * 2 - 1))


def _burnt(a: Array, seed: int, n: int) -> Array:
    scorch = stretched(lattice(10, 10, seed + 4), n, n)[..., None]
    drawn = a.max(axis=2, keepdims=True) > 0
    rust = 42 * np.clip(scorch - 0.62, 0, 1) * np.array((1.5, 0.8, 0.45), np.float32)
    return np.where(drawn, a * 0.22 + a.mean(axis=2, keepdims=True) * 0.10 + 14 + rust, a)


def baked(pen: Pen, facing_deg: float, px_per_unit: float, finish: Finish, scale: float) -> Baked:
    """Turn the sheets (facing counter-clockwise from right), light them, add outline and shadow.

    `px_per_unit` is the final size; `scale` inches per drawing unit (shadows shrink with the model).
    """
    size = 2 * max(4, int(np.ceil(pen.n / pen.px * px_per_unit / 2 * 1.02)) + 2)
    colour, relief = (_turned(sheet, facing_deg, pen, px_per_unit, size * 2) for sheet in (pen.colour, pen.relief))
    c, r = _array(colour) / 255, _array(relief) / 255
    alpha = r[..., 2]
    c /= np.maximum(alpha, 1e-3)[..., None]
    high = r[..., 0] / np.maximum(alpha, 1e-3) * (alpha > 0.02)
    lit = _lit(c, high * alpha, px_per_unit)
    edge_px = 1.25 if px_per_unit > 8 else 0.9
    outline = np.clip(blurred(alpha, edge_px) * 2.6, 0, 1) * np.float32(0.80)
    ink = np.array((0.085, 0.075, 0.06), np.float32)
    cover = np.maximum(alpha, outline)
    shown = lit * alpha[..., None] + ink * (cover - alpha)[..., None]
    sprite = _surface(np.clip(shown, 0, 1), cover, size)
    return Baked(sprite, _shadow(alpha, high, px_per_unit, size), _halved(r[..., 1]))


def _turned(sheet: pygame.Surface, facing_deg: float, pen: Pen, px_per_unit: float, size: int) -> pygame.Surface:
    """The sheet rotated, cut or padded to a square, and brought to `size` pixels."""
    turned = pygame.transform.rotate(sheet, facing_deg) if facing_deg % 360 else sheet
    side = round(size / 2 / px_per_unit * pen.px)
    square = pygame.Surface((side, side), 0, 24)
    square.blit(turned, turned.get_rect(center=(side / 2, side / 2)))
    return pygame.transform.smoothscale(square, (size, size))


def _lit(c: Array, height: Array, px_per_unit: float) -> Array:
    """Slopes towards the light, occlusion in hollows, dry-brushed edges, grain."""
    z = height * np.float32(1.05 * px_per_unit * 2 * 0.62)
    near = blurred(z, 0.55 * max(1.0, px_per_unit / 24))
    gy, gx = np.gradient(near)
    lean = (-gx * LIGHT[0] - gy * LIGHT[1] + LIGHT[2]) / np.sqrt(gx * gx + gy * gy + 1) / LIGHT[2]
    light = np.clip(0.35 + 0.68 * lean, 0.30, 1.62)
    hollow = np.clip((blurred(z, px_per_unit * 0.16) - near) / (px_per_unit * 0.30), 0, 1)
    raised = np.clip((near - blurred(z, px_per_unit * 0.07)) / (px_per_unit * 0.12), 0, 1)
    grain = 1 + (lattice(z.shape[0], z.shape[1], 77) - 0.5) * 0.14
    out = c * (light * (1 - 0.55 * hollow) * grain)[..., None]
    return out + (np.array((1, 0.95, 0.80), np.float32) - out) * (raised * 0.30)[..., None]


def _shadow(alpha: Array, high: Array, px_per_unit: float, size: int) -> pygame.Surface:
    """Slices of the silhouette slid along the light: the higher, the farther."""
    cast = np.zeros_like(alpha)
    for level, off in SLICES:
        k = round(off * px_per_unit * 2)
        part = alpha if level <= 0.2 else (high > level) * alpha
        if k < len(alpha):
            np.maximum(cast[k:, k:], part[: len(part) - k, : len(part) - k], out=cast[k:, k:])
    cast = np.clip(blurred(cast, 0.035 * px_per_unit * 2) * np.float32(0.66), 0, 1)
    ink = np.zeros((*cast.shape, 3), np.float32) + np.array((14, 16, 26), np.float32) / 255
    return _surface(ink * cast[..., None], cast, size)


def _halved(a: Array) -> Array:
    n = a.shape[0] // 2
    return a[: 2 * n, : 2 * n].reshape(n, 2, n, 2).mean(axis=(1, 3))


def _surface(premultiplied: Array, alpha: Array, size: int) -> pygame.Surface:
    """A surface at half the arrays' size."""
    four = np.concatenate((premultiplied, alpha[..., None]), axis=2)
    n = four.shape[0] // 2
    small = four[: 2 * n, : 2 * n].reshape(n, 2, n, 2, 4).mean(axis=(1, 3))
    pixels = (np.clip(small, 0, 1) * 255 + 0.5).astype(np.uint8)
    return pygame.image.frombuffer(pixels.tobytes(), (n, n), "RGBA")
