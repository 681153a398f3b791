"""The picture behind the title: a staff map by lamp light on a wooden table with its inch marks."""

from __future__ import annotations

import itertools
import math
from typing import Final

import numpy as np
import numpy.typing as npt
import pygame

from wargame.tabletop.fonts import Fonts
from wargame.tabletop.kit import Die, dice
from wargame.tabletop.theme import Colour, ColourPair, Ink, Overlay, mix, rgb

Field = npt.NDArray[np.float32]
Points = list[tuple[float, float]]
_LOW: Final = rgb("#4A5233")
_HIGH: Final = rgb("#9C8F60")
_WATER: Final = rgb("#3A555C")
_WATER_EDGE: Final = rgb("#7D8A72")
_WOOD_TONE: Final = rgb("#34431F")
_LINE: Final = rgb("#2A2014")
_CONTOURS: Final = 13
_PPI: Final = 18


def paint_backdrop(size: tuple[int, int], pair: ColourPair) -> pygame.Surface:
    """The whole picture for a window of `size` px; the same size always gives the same picture."""
    scale = max(1, round(size[1] / 1100))
    work = (size[0] // scale, size[1] // scale)
    picture = pygame.surfarray.make_surface(_ground(work).swapaxes(0, 1))
    if work != size:
        picture = pygame.transform.smoothscale(picture, size)
    _lamp(picture)
    _staff_marks(picture, pair)
    _dice(picture)
    _frame(picture)
    return picture


def _value_noise(size: tuple[int, int], cell: float, seed: int) -> Field:
    """Smooth noise around 0.5 whose bumps are about `cell` px wide; no generator, only a hash of the lattice.

    Cubic B-splines, first along x on the small lattice, then along y: soft round bumps, and cheap.
    """
    w, h = size
    gx, gy = np.arange(int(w / cell) + 5), np.arange(int(h / cell) + 5)
    lattice = np.sin(gx[None, :] * 127.1 + gy[:, None] * 311.7 + seed * 74.7) * 43758.5453
    lattice = (lattice - np.floor(lattice)).astype(np.float32)
    across = np.zeros((lattice.shape[0], w), np.float32)
    for ix, weight in _taps(w, cell):
        across += lattice[:, ix] * weight[None, :]
    found = np.zeros((h, w), np.float32)
    for iy, weight in _taps(h, cell):
        found += across[iy] * weight[:, None]
    return found


def _taps(length: int, cell: float) -> list[tuple[npt.NDArray[np.int64], Field]]:
    """The four lattice places and weights that make up each pixel along one axis."""
    at = np.arange(length) / cell
    first = at.astype(np.int64)
    t: Field = (at - first).astype(np.float32)
    weights = ((1 - t) ** 3, 3 * t**3 - 6 * t**2 + 4, -3 * t**3 + 3 * t**2 + 3 * t + 1, t**3)
    return [(first + n, np.asarray(weight / 6, np.float32)) for n, weight in enumerate(weights)]


def _heights(size: tuple[int, int]) -> Field:
    """Rolling hills from about 0 to 1, stretched to use the whole range."""
    cell = size[1] / 4.2
    height = np.zeros((size[1], size[0]), np.float32)
    for octave, gain in enumerate((1.0, 0.42, 0.16, 0.05)):
        height += gain * (_value_noise(size, cell / 2.1**octave, octave + 21) - 0.5)
    return height * 0.85 + 0.5


def _ground(size: tuple[int, int]) -> npt.NDArray[np.uint8]:
    """Height tints, woods, a river, light from the upper left and contour lines of even width; (height, width, 3)."""
    height = _heights(size)
    slope_y, slope_x = np.gradient(height * size[1] / 3.6)
    light = (np.tanh(-(slope_x + slope_y) * 1.3) * 0.36 + 1)[..., None]
    share = np.clip((height - 0.2) / 0.6, 0, 1)[..., None]
    colour = np.array(_LOW, np.float32) * (1 - share) + np.array(_HIGH, np.float32) * share
    grain = _value_noise(size, 2.3, 5) * 0.14 + _value_noise(size, 1.1, 8) * 0.14 + 0.86
    edge = _value_noise(size, size[1] / 60, 32) * 0.35 + _value_noise(size, size[1] / 150, 36) * 0.2
    wooded = _value_noise(size, size[1] / 11, 31) * 1.2 + edge
    woods = np.clip((wooded - 0.99) * 18, 0, 1)
    crowns = _value_noise(size, size[1] / 190, 33)
    woods = woods[..., None]
    trees = np.array(_WOOD_TONE, np.float32) * (0.45 + 1.1 * crowns[..., None])
    colour = (colour * (1 - woods * 0.8) + trees * woods * 0.8) * light * grain[..., None]
    colour = np.asarray(colour, np.float32)
    colour = _contours(colour, height, np.hypot(slope_x, slope_y) / (size[1] / 3.6))
    colour = _river(colour, size)
    result: npt.NDArray[np.uint8] = np.clip(colour, 0, 255).astype(np.uint8)
    return result


def _contours(colour: Field, height: Field, steep: Field) -> Field:
    """Lines every 1/26 of the height range; every fourth is stronger. The width is even because the slope is known."""
    levels = height * _CONTOURS * 2
    off = np.abs(levels - np.round(levels)) / np.maximum(steep * _CONTOURS * 2, 1e-4)
    strong = np.round(levels) % 4 == 0
    ink = np.where(strong, np.clip(1.5 - off, 0, 1) * 0.75, np.clip(1.1 - off, 0, 1) * 0.42)[..., None]
    return colour * (1 - ink) + np.array(_LINE, np.float32) * ink


def _river(colour: Field, size: tuple[int, int]) -> Field:
    w, h = size
    x, y = (np.arange(n, dtype=np.float32) / h for n in (w, h))
    x, y = x[None, :], y[:, None]
    bend = 0.60 + 0.11 * np.sin(x * 2.1 + 0.6) + 0.045 * np.sin(x * 5.3 + 2.0) + 0.012 * np.sin(x * 17)
    away = np.abs(y - bend) / (0.019 + 0.004 * np.sin(x * 4))
    bank = np.clip(2.6 - away * 1.9, 0, 1)[..., None]
    water = np.clip(6 - away * 6.5, 0, 1)[..., None]
    ripples = 1 + 0.10 * np.sin(away * 7 + x * 60)[..., None] * (_value_noise(size, 9, 3)[..., None] - 0.3)
    shore = colour * (1 - bank * 0.75) + np.array(_WATER_EDGE, np.float32) * 0.8 * bank * 0.75
    return np.asarray(shore * (1 - water) + np.array(_WATER, np.float32) * ripples * water, np.float32)


def _staff_marks(picture: pygame.Surface, pair: ColourPair) -> None:
    """The plan on the map: two advances, a line held, a wood to be taken, and how far its guns reach."""
    w, h = picture.get_size()
    layer = pygame.Surface((w, h), pygame.SRCALPHA)
    goal = (w * 0.70, h * 0.40)
    _dashed_ring(layer, goal, h * 0.235, Overlay.NEUTRAL, 30, 2.2)
    _dashed_ring(layer, goal, h * 0.12, Overlay.NEUTRAL, 1, 2.0)
    for start, bend, end, width in (
        ((0.50, 0.90), (0.52, 0.66), (0.645, 0.465), 0.020),
        ((0.86, 0.93), (0.90, 0.66), (0.775, 0.46), 0.017),
        ((0.66, 0.94), (0.70, 0.74), (0.70, 0.545), 0.012),
    ):
        _arrow(layer, [(x * w, y * h) for x, y in (start, bend, end)], width * h, pair.second, pair.second_dark)
    _held_line(layer, [(0.585, 0.31), (0.63, 0.39), (0.70, 0.435), (0.77, 0.405), (0.835, 0.30)], pair.first)
    for x, y, kind in ((0.60, 0.22, "foot"), (0.715, 0.30, "armour"), (0.83, 0.205, "foot"), (0.745, 0.155, "gun")):
        _symbol(layer, (x * w, y * h), h * 0.046, kind, pair.first)
    for x, y, kind in ((0.485, 0.80, "armour"), (0.595, 0.865, "foot"), (0.80, 0.87, "armour"), (0.92, 0.80, "foot")):
        _symbol(layer, (x * w, y * h), h * 0.046, kind, pair.second)
    layer.set_alpha(225)
    picture.blit(layer, (0, 0))


def _curve(points: Points, n: int = 40) -> Points:
    (a, b), (c, d), (e, f) = points
    steps = [i / n for i in range(n + 1)]
    return [
        ((1 - t) ** 2 * a + 2 * t * (1 - t) * c + t * t * e, (1 - t) ** 2 * b + 2 * t * (1 - t) * d + t * t * f)
        for t in steps
    ]


def _arrow(layer: pygame.Surface, points: Points, width: float, ink: Colour, dark: Colour) -> None:
    """A broad arrow that widens from a fading tail to its head, as drawn on staff maps."""
    line = _curve(points)
    left: Points = []
    right: Points = []
    for (x, y), (u, v), n in zip(line, line[1:], range(len(line))):
        if n > len(line) - 8:
            break
        half, length = width * (0.30 + 0.35 * n / len(line)), math.hypot(u - x, v - y) or 1
        nx, ny = -(v - y) / length, (u - x) / length
        left.append((x + nx * half, y + ny * half))
        right.append((x - nx * half, y - ny * half))
    (x, y), tip = line[-8], line[-1]
    length = math.hypot(tip[0] - x, tip[1] - y)
    nx, ny = -(tip[1] - y) / length * width * 1.25, (tip[0] - x) / length * width * 1.25
    shape = [*left, (x + nx, y + ny), tip, (x - nx, y - ny), *reversed(right)]
    _smooth_polygon(layer, shape, (*mix(dark, ink, 0.42), 190), ink, max(1.5, width * 0.13))


def _smooth_polygon(layer: pygame.Surface, shape: Points, fill: tuple[int, ...], edge: Colour, width: float) -> None:
    """Fill and outline in the shape's own window, painted at three times the size and reduced."""
    pad, fine = round(width + 4), 3
    x0, y0 = (round(min(p[i] for p in shape)) - pad for i in (0, 1))
    x1, y1 = (round(max(p[i] for p in shape)) + pad for i in (0, 1))
    big = pygame.Surface(((x1 - x0) * fine, (y1 - y0) * fine), pygame.SRCALPHA)
    scaled = [((x - x0) * fine, (y - y0) * fine) for x, y in shape]
    pygame.draw.polygon(big, fill, scaled)
    for ink, extra in ((Overlay.CASING, 2.2), (edge, 0.0)):
        for a, b in zip(scaled, [*scaled[1:], scaled[0]]):
            pygame.draw.line(big, ink, a, b, round((width + extra) * fine))
            pygame.draw.circle(big, ink, a, (width + extra) * fine / 2)
    layer.blit(pygame.transform.smoothscale(big, (x1 - x0, y1 - y0)), (x0, y0))


def _dashed_ring(
    layer: pygame.Surface, centre: tuple[float, float], radius: float, ink: Colour, dashes: int, width: float
) -> None:
    pieces = 360
    for n in range(pieces):
        if dashes > 1 and n * dashes * 2 // pieces % 2:
            continue
        a, b = (2 * math.pi * (n + e) / pieces for e in (0, 1.15))
        ends = [(centre[0] + radius * math.cos(t), centre[1] + radius * math.sin(t)) for t in (a, b)]
        pygame.draw.line(layer, (*Overlay.CASING, 170), ends[0], ends[1], round(width + 2.5))
    for n in range(pieces):
        if dashes > 1 and n * dashes * 2 // pieces % 2:
            continue
        a, b = (2 * math.pi * (n + e) / pieces for e in (0, 1.15))
        ends = [(centre[0] + radius * math.cos(t), centre[1] + radius * math.sin(t)) for t in (a, b)]
        pygame.draw.aaline(layer, ink, ends[0], ends[1], round(width))


def _held_line(layer: pygame.Surface, shares: Points, ink: Colour) -> None:
    """A line that is held, with teeth towards the enemy below it."""
    w, h = layer.get_size()
    points = [(x * w, y * h) for x, y in shares]
    path = [p for a, b, c in zip(points, points[1:], points[2:]) for p in _curve([_mid(a, b), b, _mid(b, c)], 18)]
    path = [points[0], *path, points[-1]]
    width = max(2.0, h * 0.004)
    for colour, extra in ((Overlay.CASING, 2.5), (ink, 0.0)):
        for a, b in itertools.pairwise(path):
            pygame.draw.line(layer, colour, a, b, round(width + extra))
        for a, b in list(itertools.pairwise(path))[2::4]:
            length = math.hypot(b[0] - a[0], b[1] - a[1]) or 1
            nx, ny = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
            tooth = (a[0] + nx * h * 0.014, a[1] + ny * h * 0.014)
            pygame.draw.line(layer, colour, a, tooth, round(width + extra))


def _mid(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _symbol(layer: pygame.Surface, centre: tuple[float, float], width: float, kind: str, ink: Colour) -> None:
    """A unit's box: crossed for foot, an oval for armour, a dot for guns."""
    fine = 4
    w, h = round(width * fine), round(width * 0.66 * fine)
    edge = max(fine, w // 22)
    big = pygame.Surface((w, h), pygame.SRCALPHA)
    pygame.draw.rect(big, Overlay.CASING, big.get_rect(), border_radius=edge * 2)
    body = big.get_rect().inflate(-edge, -edge)
    pygame.draw.rect(big, mix(ink, Ink.BONE, 0.12), body, border_radius=edge)
    box = body.inflate(-edge * 3, -edge * 3)
    dark = Overlay.CASING
    pygame.draw.rect(big, dark, box, edge)
    if kind == "foot":
        pygame.draw.line(big, dark, box.topleft, box.bottomright, edge)
        pygame.draw.line(big, dark, box.bottomleft, box.topright, edge)
    elif kind == "armour":
        pygame.draw.rect(big, dark, box.inflate(-box.w // 3, -box.h // 2.2), edge, border_radius=box.h // 3)
    else:
        pygame.draw.circle(big, dark, box.center, box.h // 5)
    small = pygame.transform.smoothscale(big, (w // fine, h // fine))
    layer.blit(small, small.get_rect(center=(round(centre[0]), round(centre[1]))))


def _dice(picture: pygame.Surface) -> None:
    """Three dice left lying on the map, each turned its own way, with their shadows."""
    w, h = picture.get_size()
    size = round(h * 0.052)
    font = Fonts().font("bold", round(size * 4 * 0.5))
    for die, x, y, turn in (
        (Die(6), 0.865, 0.665, 17),
        (Die(4), 0.905, 0.725, -28),
        (Die(8, 10), 0.850, 0.745, 9),
    ):
        n = round(size * 4 * die.share_of_size())
        big = pygame.Surface((n, n), pygame.SRCALPHA)
        dice.paint(big, die, font)
        turned = pygame.transform.rotozoom(big, turn, 0.25)
        shadow = pygame.mask.from_surface(turned).to_surface(setcolor=(0, 0, 0, 190), unsetcolor=(0, 0, 0, 0))
        pad = size // 4
        soft = pygame.Surface((shadow.get_width() + 2 * pad, shadow.get_height() + 2 * pad), pygame.SRCALPHA)
        soft.blit(shadow, (pad, pad))
        soft = pygame.transform.gaussian_blur(soft, max(1, size // 9))
        place = (round(x * w), round(y * h))
        picture.blit(soft, soft.get_rect(center=(place[0] + size // 6, place[1] + size // 6)))
        picture.blit(turned, turned.get_rect(center=place))


def _lamp(picture: pygame.Surface) -> None:
    """Warm light falls on the plan; the left, where the menu stands, and the corners lie in the dark."""
    w, h = picture.get_size()
    small = (96, 60)
    x = np.linspace(0, 1, small[0])[:, None]
    y = np.linspace(0, 1, small[1])[None, :]
    glow = np.exp(-(((x - 0.70) / 0.42) ** 2 + ((y - 0.48) / 0.55) ** 2))
    glow *= np.clip((x - 0.06) / 0.48, 0, 1) ** 1.3 * 0.92 + 0.08
    light = 0.13 + 1.02 * glow
    warm = np.stack([light, light * (0.95 + 0.03 * glow), light * (0.93 - 0.07 * glow)], -1)
    veil = pygame.surfarray.make_surface(np.clip(warm * 255, 0, 255).astype(np.uint8))
    picture.blit(pygame.transform.smoothscale(veil, (w, h)), (0, 0), special_flags=pygame.BLEND_MULT)


def _frame(picture: pygame.Surface) -> None:
    """The wooden edge of the table with ticks each inch and a number each foot."""
    w, h = picture.get_size()
    edge = max(18, round(h / 42))
    wood = mix(Ink.WOOD, (0, 0, 0), 0.35)
    for side in ((0, 0, w, edge), (0, h - edge, w, edge), (0, 0, edge, h), (w - edge, 0, edge, h)):
        picture.fill(wood, side)
        for n in range(1, edge, 3):
            shade = mix(wood, Ink.WOOD_EDGE, 0.18 + 0.14 * ((n * 7) % 5) / 4)
            line = (side[0], side[1] + n, side[2], 1) if side[2] > side[3] else (side[0] + n, side[1], 1, side[3])
            picture.fill(shade, line)
    pygame.draw.rect(picture, Ink.WOOD_EDGE, (edge - 2, edge - 2, w - 2 * edge + 4, h - 2 * edge + 4), 2)
    pygame.draw.rect(picture, (0, 0, 0), (edge, edge, w - 2 * edge, h - 2 * edge), 1)
    ppi = max(_PPI, round(h / 50))
    font = Fonts().font("semi", max(12, round(edge * 0.58)))
    for n in range(1, (w - 2 * edge) // ppi):
        length = round(edge * (0.55 if n % 12 == 0 else 0.36 if n % 6 == 0 else 0.2))
        x = edge + n * ppi
        picture.fill(Ink.TICK, (x, edge - 3 - length, 1, length))
        picture.fill(Ink.TICK, (x, h - edge + 3, 1, length))
        if n % 12 == 0:
            number = font.render(f"{n}″", True, Ink.TICK)
            picture.blit(number, (x + 4, (edge - number.get_height()) // 2 - 1))
    for n in range(1, (h - 2 * edge) // ppi):
        length = round(edge * (0.55 if n % 12 == 0 else 0.36 if n % 6 == 0 else 0.2))
        picture.fill(Ink.TICK, (edge - 3 - length, edge + n * ppi, length, 1))
        picture.fill(Ink.TICK, (w - edge + 3, edge + n * ppi, length, 1))
