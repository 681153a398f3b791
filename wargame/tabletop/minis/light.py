"""Light and shadow for miniatures: two turned sheets become a picture, a cast shadow and a solid outline."""

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
import pygame

from wargame.tabletop.minis.nations import Livery
from wargame.tabletop.minis.pen import PAINT, PAINT_LIGHT, TURF, Pen, hexed, to_screen_order
from wargame.tabletop.paint.canvas import LIGHT, blur_steps, smooth
from wargame.tabletop.paint.noise import Array, lattice, stretched
from wargame.tabletop.paint.palettes import Palette, rgb

SLICES = ((0.15, 0.07), (0.20, 0.13), (0.42, 0.20), (0.50, 0.27), (0.62, 0.34), (0.75, 0.40))
LARGE = 60_000
"""Pictures of more pixels than this are made in finer steps."""
SNOW = np.array((222, 226, 226), np.float32)


@dataclass(frozen=True, eq=False, slots=True)
class Baked:
    """Pictures of one miniature with premultiplied alpha, and where it is solid (barrels and aerials left out)."""

    sprite: pygame.Surface
    shadow: pygame.Surface
    solid: Array


@dataclass(frozen=True, slots=True)
class Finish:
    """How it is painted: livery, the ground on its base, whitewash, burnt out, and a seed for the blotches.

    `detail` from 0 (so small that blotches would only be noise) to 1.
    """

    livery: Livery
    ground: Palette
    winter: bool
    wreck: bool
    seed: int
    detail: float = 1.0


def _array(surface: pygame.Surface) -> Array:
    return pygame.surfarray.array3d(surface).transpose(1, 0, 2).astype(np.float32)


def _is(a: Array, colour: tuple[int, int, int]) -> Array:
    return (a[..., 0] == colour[0]) & (a[..., 1] == colour[1]) & (a[..., 2] == colour[2])


def colouring(pen: Pen, finish: Finish) -> Generator[int, None, None]:
    """Replace the key colours on the pen's sheet by paint, camouflage and turf; whitewash; burn. In steps."""
    box = _drawn(pen)
    a = _array(pen.colour.subsurface(box))
    size = (a.shape[0], a.shape[1])
    units = max(size) / pen.px
    light = _is(a, PAINT_LIGHT)
    paint = _is(a, PAINT) | light
    if paint.any():
        yield from _if_large(paint.size)
        a[paint] = _camouflage(finish, size, units)[paint]
        a[light] *= 1.17
    turf = _is(a, TURF)
    if turf.any():
        yield from _if_large(turf.size)
        a[turf] = _turf(finish, size, units)[turf]
    yield from _if_large(turf.size)
    if finish.winter and not finish.wreck:
        patch = stretched(lattice(16, 16, finish.seed + 3), *size)
        white = 0.80 * smooth(0.32, 0.52, patch) * paint
        a += (SNOW - a) * white[..., None]
    if finish.wreck:
        a = _burnt(a, finish.seed)
    pixels = np.clip(a, 0, 255).astype(np.uint8).transpose(1, 0, 2)
    pygame.surfarray.blit_array(pen.colour.subsurface(box), pixels)


def _if_large(pixels: int) -> Generator[int, None, None]:
    """A step of its own for a large picture only."""
    if pixels > LARGE:
        yield pixels // 2


def _blurring(a: Array, radius_px: float) -> Generator[int, None, Array]:
    for step in blur_steps(a.size, radius_px):
        yield from _if_large(a.size)
        a = step(a)
    return a


def _drawn(pen: Pen) -> pygame.Rect:
    """The part of the sheet that has anything on it."""
    cover = pygame.surfarray.pixels_blue(pen.relief)
    xs, ys = np.flatnonzero(cover.any(axis=1)), np.flatnonzero(cover.any(axis=0))
    if not len(xs):
        return pygame.Rect(0, 0, 4, 4)
    return pygame.Rect(int(xs[0]), int(ys[0]), int(xs[-1] - xs[0] + 1), int(ys[-1] - ys[0] + 1))


def _camouflage(finish: Finish, size: tuple[int, int], units: float) -> Array:
    a = np.zeros((*size, 3), np.float32) + np.array(finish.livery.tone("paint"), np.float32)
    cells = max(4, round(units * (1.5 + 1.2 * finish.detail)) + 2)
    strength = np.float32(0.5 + 0.45 * finish.detail)
    for i, blotch in enumerate(finish.livery.camouflage):
        cover = smooth(0.56, 0.66, stretched(lattice(cells, cells, finish.seed * 31 + i), *size)) * strength
        a += (np.array(hexed(blotch), np.float32) - a) * cover[..., None]
    return a


def _turf(finish: Finish, size: tuple[int, int], units: float) -> Array:
    dark, mid, light = (rgb(t) * 255 * np.float32(1.0) for t in finish.ground.tones[:3])
    fine, broad = max(8, round(units * 13)), max(4, round(units * 4))
    q = stretched(lattice(fine, fine, finish.seed + 1), *size) * 0.75
    q = np.clip(q + stretched(lattice(broad, broad, finish.seed + 2), *size) * 0.75 - 0.25, 0, 1)[..., None]
    return np.where(q < 0.5, dark + (mid - dark) * q * 2, mid + (light - mid) * (q * 2 - 1))


def _burnt(a: Array, seed: int) -> Array:
    scorch = stretched(lattice(10, 10, seed + 4), a.shape[0], a.shape[1])[..., None]
    drawn = a.max(axis=2, keepdims=True) > 0
    rust = 42 * np.clip(scorch - 0.62, 0, 1) * np.array((1.5, 0.8, 0.45), np.float32)
    return np.where(drawn, a * 0.22 + a.mean(axis=2, keepdims=True) * 0.10 + 14 + rust, a)


def baking(
    pen: Pen, facing_deg: float, px_per_unit: float, finish: Finish, scale: float
) -> Generator[int, None, Baked]:
    """Turn the sheets (facing counter-clockwise from right), light them, add outline and shadow.

    `px_per_unit` is the final size; `scale` inches per drawing unit (shadows shrink with the model). The work is done
    in steps: before each it yields how many pixels that will touch.
    """
    size = 2 * max(4, int(np.ceil(pen.n / pen.px * px_per_unit / 2 * 1.02)) + 2)
    pixels = 4 * size * size
    sheets = []
    for sheet in (pen.colour, pen.relief):
        yield pixels
        turned = yield from _turned(sheet, facing_deg, pen, px_per_unit, size * 2)
        sheets.append(_array(turned) / 255)
    c, r = sheets
    yield pixels
    alpha = r[..., 2]
    c /= np.maximum(alpha, 1e-3)[..., None]
    high = r[..., 0] / np.maximum(alpha, 1e-3) * (alpha > 0.02)
    lit = yield from _lit(c, high * alpha, px_per_unit)
    yield pixels
    edge = yield from _blurring(alpha, 1.25 if px_per_unit > 8 else 0.9)
    outline = np.clip(edge * 2.6, 0, 1) * np.float32(0.80)
    ink = np.array((0.085, 0.075, 0.06), np.float32)
    cover = np.maximum(alpha, outline)
    yield from _if_large(pixels)
    shown = np.clip(lit, 0, 1) * alpha[..., None] + ink * (cover - alpha)[..., None]
    yield pixels
    sprite = _surface(np.minimum(shown, cover[..., None]), cover)
    yield pixels
    shadow = yield from _shadow(alpha, high, px_per_unit)
    return Baked(sprite, shadow, _halved(r[..., 1]))


def _turned(
    sheet: pygame.Surface, facing_deg: float, pen: Pen, px_per_unit: float, size: int
) -> Generator[int, None, pygame.Surface]:
    """The sheet rotated, cut or padded to a square, and brought to `size` pixels."""
    turned = pygame.transform.rotate(sheet, facing_deg) if facing_deg % 360 else sheet
    yield from _if_large(size * size)
    side = round(size / 2 / px_per_unit * pen.px)
    square = pygame.Surface((side, side), 0, 24)
    square.blit(turned, turned.get_rect(center=(side / 2, side / 2)))
    small = pygame.transform.smoothscale(square, (size, size))
    yield from _if_large(size * size)
    return small


def _lit(c: Array, height: Array, px_per_unit: float) -> Generator[int, None, Array]:
    """Slopes towards the light, occlusion in hollows, dry-brushed edges, grain; in steps."""
    z = height * np.float32(1.05 * px_per_unit * 2 * 0.62)
    near = yield from _blurring(z, 0.55 * max(1.0, px_per_unit / 24))
    yield z.size
    gy, gx = np.gradient(near)
    lean = (-gx * LIGHT[0] - gy * LIGHT[1] + LIGHT[2]) / np.sqrt(gx * gx + gy * gy + 1) / LIGHT[2]
    light = np.clip(0.35 + 0.68 * lean, 0.30, 1.62)
    yield z.size
    wide = yield from _blurring(z, px_per_unit * 0.16)
    hollow = np.clip((wide - near) / (px_per_unit * 0.30), 0, 1)
    yield z.size
    narrow = yield from _blurring(z, px_per_unit * 0.07)
    raised = np.clip((near - narrow) / (px_per_unit * 0.12), 0, 1)
    yield z.size
    grain = 1 + (lattice(z.shape[0], z.shape[1], 77) - 0.5) * 0.14
    yield from _if_large(z.size)
    out = c * (light * (1 - 0.55 * hollow) * grain)[..., None]
    yield from _if_large(z.size)
    return out + (np.array((1, 0.95, 0.80), np.float32) - out) * (raised * 0.30)[..., None]


def _shadow(alpha: Array, high: Array, px_per_unit: float) -> Generator[int, None, pygame.Surface]:
    """Slices of the silhouette slid along the light: the higher, the farther."""
    cast = np.zeros_like(alpha)
    for level, off in SLICES:
        k = round(off * px_per_unit * 2)
        part = alpha if level <= 0.2 else (high > level) * alpha
        if k < len(alpha):
            np.maximum(cast[k:, k:], part[: len(part) - k, : len(part) - k], out=cast[k:, k:])
    soft = yield from _blurring(cast, 0.035 * px_per_unit * 2)
    cast = np.clip(soft * np.float32(0.66), 0, 1)
    yield from _if_large(cast.size)
    ink = np.zeros((*cast.shape, 3), np.float32) + np.array((14, 16, 26), np.float32) / 255
    return _surface(ink * cast[..., None], cast)


def _halved(a: Array) -> Array:
    n = a.shape[0] // 2 * 2
    return (a[:n:2, :n:2] + a[1:n:2, :n:2] + a[:n:2, 1:n:2] + a[1:n:2, 1:n:2]) * np.float32(0.25)


def _surface(premultiplied: Array, alpha: Array) -> pygame.Surface:
    """A surface at half the arrays' size."""
    four = np.concatenate((premultiplied, alpha[..., None]), axis=2)
    small = _halved(four)
    n = small.shape[0]
    pixels = (np.clip(small, 0, 1) * 255 + 0.5).astype(np.uint8)
    return to_screen_order(pygame.image.frombuffer(pixels.tobytes(), (n, n), "RGBA"))
