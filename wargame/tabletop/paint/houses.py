"""Buildings: floors on the ground, shadows, and roofs on a layer of their own so that they can fade."""

from collections.abc import Sequence

import numpy as np
import pygame

from wargame.tabletop.paint.canvas import LIGHT, Canvas, blurred, bump, smooth
from wargame.tabletop.paint.noise import Array, Window, mixed, scattered
from wargame.tabletop.paint.palettes import ROOFS, rgb
from wargame.tabletop.paint.relief import coverage
from wargame.tabletop.paint.shapes import Shape, area_of, frame_of

RUINED = {"ruin", "ruined", "burnt", "destroyed", "collapsed", "rubble"}


LARGE_IN = 2.2
"""Houses broader than so many inches stand on a table of a larger scale: tiles, chimneys and hutches grow with them."""


def roof_of(c: Canvas, shape: Shape) -> str:
    """Which roof a building carries: its `roof` or `state`, else the palette's mix by id; great halls differ."""
    if shape.says("roof") in ROOFS:
        return shape.says("roof")
    if shape.says("state") in RUINED or shape.says("subtype") in RUINED:
        return "ruin"
    roofs = c.palette.roofs
    pick = roofs[mixed(shape.seed) % len(roofs)]
    big = area_of(shape.line) > 7
    if big and pick in ("thatch", "wood"):
        return "tin"
    return "flat" if big and pick == "slate" and mixed(shape.seed + 3) % 2 else pick


def stands_in(shape: Shape) -> float:
    """How high a building looks, in inches: by its levels, but never out of proportion to its plan."""
    return min(0.24 + 0.30 * max(1.0, shape.levels), 0.72 * frame_of(shape.line)[5] + 0.12)


def raise_houses(c: Canvas, houses: Sequence[Shape]) -> None:
    """One shadow pass for all, floors beneath, then the roofs."""
    if not houses:
        return
    _cast(c, houses)
    for house in houses:
        w, depth = c.depth(house, 0.45, c.window_of(house, 0.12))
        if depth.size:
            solid = smooth(-0.5, 0.5, depth * c.ppi)
            _floor(c, house, w, depth, solid)
            name = roof_of(c, house)
            colour = _ruin(c, house, w, depth) if name == "ruin" else _roof(c, house, name, w, depth)
            outline = (1 - smooth(0.0, 1.4, np.abs(depth) * c.ppi)) * 0.55
            colour = colour + (rgb("#2B241D") - colour) * outline[..., None]
            c.over(c.roofs, w, np.clip(colour, 0, 1), solid)
            c.blend(w, "#2B241D", outline)


def _cast(c: Canvas, houses: Sequence[Shape]) -> None:
    """Plans swept along the light, drawn into one mask so that shadows never darken twice."""
    k = c.ppi * 2
    sheet = pygame.Surface((c.cols * 2, c.rows * 2), 0, 24)
    for house in houses:
        far = stands_in(house) * 0.75 * k
        ring = house.line * k
        moved = ring + far
        pygame.draw.polygon(sheet, (255, 255, 255), moved.tolist())
        for a, b, p, q in zip(ring, np.roll(ring, -1, axis=0), moved, np.roll(moved, -1, axis=0)):
            pygame.draw.polygon(sheet, (255, 255, 255), [tuple(a), tuple(b), tuple(q), tuple(p)])
    c.darken(c.whole, blurred(coverage(sheet, c.cols, c.rows), c.ppi * 0.045) * 0.46)


def _floor(c: Canvas, house: Shape, w: Window, depth: Array, solid: Array) -> None:
    """What shows when the roof fades: boards, inner walls, outer walls with a dark inside edge."""
    x0, y0, ax, ay, length, _ = frame_of(house.line)
    x, y = c.grid(w)
    u, v = (x - x0) * ax + (y - y0) * ay, -(x - x0) * ay + (y - y0) * ax
    colour = rgb("#8A7350") * (1 + (c.noise.value(0.12, 21, w) - 0.5) * 0.3)[..., None]
    colour *= (1 - 0.28 * (np.abs((v / 0.14) % 1 - 0.5) > 0.40))[..., None]
    colour *= (1 - 0.45 * bump(depth - 0.16, 0.10))[..., None]
    wall = max(0.09, 1.5 / c.ppi)
    inner = np.zeros_like(depth)
    rooms = max(1, int(length / 1.3))
    for i in range(1, rooms):
        at = -length / 2 + length * i / rooms
        inner = np.maximum(inner, (np.abs(u - at) < wall * 0.4) * (np.abs(v) > 0.16).astype(np.float32))
    walls = np.maximum(inner, 1 - smooth(wall - 0.5 / c.ppi, wall + 0.5 / c.ppi, depth))
    colour += (rgb("#B7AA93") - colour) * walls[..., None]
    c.blend(w, colour, solid)


def _roof(c: Canvas, house: Shape, name: str, w: Window, depth: Array) -> Array:
    if name in ("flat", "concrete"):
        return _flat(c, house, name, w, depth)
    frame = frame_of(house.line)
    x, y = c.grid(w)
    u = (x - frame[0]) * frame[2] + (y - frame[1]) * frame[3]
    v = -(x - frame[0]) * frame[3] + (y - frame[1]) * frame[2]
    gable = len(house.line) <= 5 and area_of(house.line) > 0.86 * frame[4] * frame[5]
    if gable:
        slope, run = (frame[2] * LIGHT[1] - frame[3] * LIGHT[0]) * np.sign(v), v
        ridge = bump(v, max(0.045, 0.7 / c.ppi))
    else:
        gy, gx = np.gradient(blurred(depth, 0.8), np.float32(1 / c.ppi))
        steep = np.maximum(np.hypot(gx, gy), 1e-3)
        slope, run = -(gx * LIGHT[0] + gy * LIGHT[1]) / steep, depth
        ridge = (1 - smooth(0.35, 0.85, np.hypot(gx, gy))) * smooth(0.12, 0.2, depth)
    colour = _tiled(c, house, name, w, (slope, run, u))
    colour += (rgb(ROOFS[name][1]) * 1.25 - colour) * (ridge * 0.6)[..., None]
    colour *= (1 - (1 - smooth(0, 0.10, depth)) * 0.30)[..., None]
    if gable and frame[5] > 0.45 and name != "tin":
        size = max(1.0, frame[5] / LARGE_IN)
        colour = _chimney(c, colour, (u - frame[4] * 0.22, v - frame[5] * 0.14), (frame[2], frame[3]), size)
    if c.palette_name == "rubble":
        colour += (rgb("#6A655F") - colour) * np.float32(0.22)
    return colour


def _tiled(c: Canvas, house: Shape, name: str, w: Window, lie: tuple[Array, Array, Array]) -> Array:
    """Courses of tiles or straw, lit by the plane they lie in."""
    slope, run, u = lie
    dark, light = (rgb(t) for t in ROOFS[name])
    large = max(1.0, frame_of(house.line)[5] / LARGE_IN)
    spacing = (0.09 if name == "thatch" else 0.12) * large
    strength = min(1.0, spacing * c.ppi / 3)
    seed = house.seed % 400
    mixed_tone = c.noise.fbm(0.6, seed, 3, w) + (c.noise.value(0.09, seed, w) - 0.5) * 0.5
    colour = dark + (light - dark) * np.clip(mixed_tone, 0, 1)[..., None]
    course = 0.5 + 0.5 * np.cos(run * np.float32(2 * np.pi / spacing))
    stagger = 0.5 + 0.5 * np.cos(u * np.float32(2 * np.pi / spacing / 1.3) + np.floor(run / spacing) % 2 * np.pi)
    grain = 1 + ((course - 0.5) * 0.16 + (stagger - 0.5) * 0.08) * strength
    tint = 1 + (mixed(house.seed + 9) % 100 - 50) / 420
    if large > 1.5:
        grain *= 1 + (c.noise.value(spacing * 1.2, seed + 3, w) - 0.5) * 0.22
        grain *= 1 - bump(np.abs((run / spacing) % 1 - 0.5) - 0.5, 0.09) * 0.22
    colour *= ((0.86 + 0.30 * slope) * grain * tint)[..., None]
    if name in ("tile", "slate") and mixed(house.seed + 4) % 3 == 0:
        hole = smooth(0.66, 0.70, c.noise.fbm(0.7, seed + 60, 3, w))
        colour += (rgb("#2A221C") - colour) * (hole * 0.8)[..., None]
    return colour


def _chimney(c: Canvas, colour: Array, at: tuple[Array, Array], axis: tuple[float, float], size: float) -> Array:
    u, v = at
    half = max(0.09 * size, 1.0 / c.ppi)
    du, dv = 0.10 * size * (axis[0] + axis[1]), 0.10 * size * (axis[0] - axis[1])
    cast = (np.maximum(np.abs(u - du), np.abs(v - dv)) < half) * np.float32(0.45)
    colour = colour * (1 - cast)[..., None]
    stack = (np.maximum(np.abs(u), np.abs(v)) < half).astype(np.float32)
    colour = colour + (rgb("#7A6A5C") - colour) * stack[..., None]
    flue = (np.maximum(np.abs(u), np.abs(v)) < half * 0.5).astype(np.float32)
    return colour + (rgb("#1D1814") - colour) * flue[..., None]


def _flat(c: Canvas, house: Shape, name: str, w: Window, depth: Array) -> Array:
    """Parapet, its inner shadow, a few hutches and vents."""
    base = rgb(ROOFS[name][1])
    seed = house.seed % 400
    large = max(1.0, frame_of(house.line)[5] / LARGE_IN)
    tone = 1 + (c.noise.fbm(1.0 * large, seed, 4, w) - 0.5) * 0.3 + (c.noise.value(0.07, seed, w) - 0.5) * 0.12
    colour = base * tone[..., None]
    rim = min(0.16 * large, frame_of(house.line)[5] * 0.14)
    gy, gx = np.gradient(depth, np.float32(1 / c.ppi))
    inward = np.clip(gx * -LIGHT[0] + gy * -LIGHT[1], 0, 1)
    colour = colour * (1 - bump(depth - rim - 0.07, 0.07) * inward * 0.6)[..., None]
    parapet = 1 - smooth(rim, rim + 0.04, depth)
    colour += (base * 1.2 * (1 - 0.25 * inward[..., None]) - colour) * parapet[..., None]
    x0, y0, ax, ay, length, width = frame_of(house.line)
    x, y = c.grid(w)
    u, v = (x - x0) * ax + (y - y0) * ay, -(x - x0) * ay + (y - y0) * ax
    for i in range(min(4, int(length * width / 4))):
        a, b, p, q = scattered(4, house.seed + i)
        du, dv = (a - 0.5) * length * 0.66, (b - 0.5) * width * 0.5
        half_u, half_v = (0.12 + 0.16 * p) * large, (0.10 + 0.12 * q) * large
        inside = smooth(0.1, 0.2, depth)
        cast = (np.abs(u - du - 0.1 * (ax + ay)) < half_u) & (np.abs(v - dv - 0.1 * (ax - ay)) < half_v)
        colour = colour * (1 - 0.4 * cast * inside)[..., None]
        box = ((np.abs(u - du) < half_u) & (np.abs(v - dv) < half_v)) * inside
        colour += (rgb("#8B867C") - colour) * box[..., None]
    return colour


def _ruin(c: Canvas, house: Shape, w: Window, depth: Array) -> Array:
    """No roof left: rubble and beams inside, outer walls broken at differing heights."""
    n, seed = c.noise, house.seed
    lumps, grit = n.fbm(0.35, seed % 400, 3, w), n.value(0.12, seed % 333, w)
    colour = rgb("#4D4740") + (rgb("#6F675D") - rgb("#4D4740")) * smooth(0.3, 0.7, lumps)[..., None]
    colour *= (1 + (grit - 0.5) * 0.42)[..., None]
    brick = smooth(0.58, 0.76, n.value(0.2, seed % 500, w)) * 0.5
    colour += (rgb("#74503F") - colour) * brick[..., None]
    x, y = c.grid(w)
    angle = (mixed(seed) % 314) / 100
    lie = np.sin((x * np.cos(angle) + y * np.sin(angle)) * 3.1 + seed % 9)
    beam = bump(lie, 0.09) * smooth(0.45, 0.55, lumps)
    colour += (rgb("#241E19") - colour) * (beam * 0.8)[..., None]
    wall = max(0.13, 1.6 / c.ppi)
    gy, gx = np.gradient(depth, np.float32(1 / c.ppi))
    shaded = np.clip(gx * -LIGHT[0] + gy * -LIGHT[1], -1, 1)
    colour *= (1 - bump(depth - wall - 0.10, 0.12) * (0.35 + 0.35 * np.clip(shaded, 0, 1)))[..., None]
    stands = (1 - smooth(wall, wall + 0.05, depth)) * smooth(0.36, 0.44, n.fbm(0.9, seed % 600, 3, w))
    masonry = rgb("#B8AB97") * (1 + (grit - 0.5) * 0.3 - 0.18 * shaded)[..., None]
    return colour + (masonry - colour) * stands[..., None]
