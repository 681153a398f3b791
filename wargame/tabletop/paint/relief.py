"""Hills, gullies, banks and craters go into the height field; one light over it all; contours drawn exactly."""

from collections.abc import Sequence

import numpy as np
import pygame

from wargame.tabletop.paint.canvas import LIGHT, Canvas, blurred, bump, enlarged, smooth
from wargame.tabletop.paint.noise import Array, mixed
from wargame.tabletop.paint.palettes import rgb
from wargame.tabletop.paint.shapes import Shape

STEP_IN = 0.92
COARSE = 8


def raise_hills(c: Canvas, hills: Sequence[Shape]) -> None:
    """Every contour adds a step whose slope straddles the line; rolling ground everywhere else.

    Worked out at 8 px per inch whatever the picture, since it is blurred anyway.
    """
    coarse = c if c.ppi <= COARSE else Canvas(c.width_in, c.height_in, COARSE, c.palette, c.palette_name, 0)
    z = np.zeros((coarse.rows, coarse.cols), np.float32)
    for hill in hills:
        w, depth = coarse.depth(hill, 2.0)
        if depth.size:
            wobble = (coarse.noise.fbm(1.6, 300 + int(hill.levels), 3, w) - 0.5) * 0.35
            z[w] += STEP_IN * smooth(-1.35, 1.70, depth + wobble)
    z = blurred(z, coarse.ppi * 0.35)
    c.z += enlarged(z, c.rows, c.cols) + (c.noise.fbm(5, 330, 4) - 0.5) * 0.34


def dig_gullies(c: Canvas, gullies: Sequence[Shape]) -> None:
    """Ditches and balkas: a cut with one lit and one shaded bank. An anti-tank ditch is sharp and has a spoil bank."""
    balkas = [g for g in gullies if g.says("subtype") not in ("at_ditch", "flooded_ditch")]
    sharp = [g for g in gullies if g.says("subtype") == "at_ditch"]
    if balkas:
        s = c.stroke(balkas, 0.8)
        ragged = (c.noise.fbm(0.9, 350, 3, s.window) - 0.5) * 0.35
        cut = 1 - smooth(-0.38, 0.42, s.edge + ragged)
        c.z[s.window] -= 0.34 * cut
        floor = 1 - smooth(-0.30, 0.0, s.edge + ragged)
        c.blend(s.window, c.palette.tuft, floor * 0.45)
        bare = smooth(0.46, 0.6, c.noise.fbm(0.6, 355, 3, s.window)) * bump(s.edge + 0.05, 0.22)
        c.blend(s.window, c.palette.dark_earth, bare * 0.75)
    if sharp:
        s = c.stroke(sharp, 0.7)
        ragged = (c.noise.fbm(0.5, 360, 3, s.window) - 0.5) * 0.12
        cut = 1 - smooth(-0.10, 0.06, s.edge + ragged)
        spoil = (1 - smooth(0.05, 0.55, s.edge + ragged)) * (s.side > 0)
        c.blend(s.window, c.palette.earth, np.maximum(cut, spoil) * 0.85)
        c.blend(s.window, "#3A2C1E", (1 - smooth(-0.35, -0.05, s.edge + ragged)) * 0.6)
        c.z[s.window] += 0.22 * spoil * (1 - cut) - 0.55 * cut


def raise_ridges(c: Canvas, ridges: Sequence[Shape]) -> None:
    """Low linear banks and berms."""
    if not ridges:
        return
    s = c.stroke(ridges, 0.8)
    ragged = (c.noise.fbm(0.8, 370, 3, s.window) - 0.5) * 0.25
    swell = 1 - smooth(-0.15, 0.5, s.edge + ragged)
    c.z[s.window] += 0.34 * swell
    c.blend(s.window, c.palette.earth, swell * smooth(0.4, 0.6, c.noise.fbm(0.7, 371, 3, s.window)) * 0.55)


def raise_cliffs(c: Canvas, cliffs: Sequence[Shape]) -> None:
    """Bare rock with hatched faces; scree on both sides."""
    if not cliffs:
        return
    s = c.stroke(cliffs, 0.7, widen=1.3)
    n = c.noise
    ragged = (n.fbm(0.5, 380, 3, s.window) - 0.5) * 0.35
    rock = 1 - smooth(-0.02, 0.12, s.edge + ragged)
    grit = n.value(0.13, 381, s.window)
    scree = (1 - smooth(0.0, 0.6, s.edge + ragged)) * smooth(0.55, 0.7, grit)
    c.blend(s.window, "#8C8371", scree * 0.7)
    ribs = 0.5 + 0.5 * np.sin(s.along * 17 + n.fbm(0.5, 384, 3, s.window) * 18)
    colour = rgb("#6F675B") + (rgb("#A39B89") - rgb("#6F675B")) * (ribs * 0.6 + grit * 0.4)[..., None]
    c.blend(s.window, colour, rock * 0.95)
    c.z[s.window] += rock * (0.5 + 0.25 * ribs + 0.2 * (grit - 0.5))
    c.blend(s.window, "#2B241D", bump(s.side - 0.16, 0.07) * rock * 0.6)


def dig_craters(c: Canvas, craters: Sequence[Shape]) -> None:
    """Shell holes: a raised lip, thrown earth in rays, a dark hole."""
    for shape in craters:
        centre = shape.line.mean(axis=0) if len(shape.line) > 2 else shape.line[0]
        radius = float(shape.props.get("radius") or 0) or max(0.3, shape.width_in / 2)
        if len(shape.line) > 2:
            radius = float(np.hypot(*(shape.line - centre).T).mean())
        _crater(c, float(centre[0]), float(centre[1]), radius * 0.62, shape.seed)


def _crater(c: Canvas, x: float, y: float, r: float, seed: int) -> None:
    w = c.window(x - 3 * r, y - 3 * r, x + 3 * r, y + 3 * r)
    gx, gy = c.grid(w)
    dx, dy = gx - x, gy - y
    if not (dx.size and dy.size):
        return
    turn, phase = np.arctan2(dy, dx), mixed(seed) % 63 / 10
    q = np.hypot(dx, dy) / (r * (1 + 0.12 * np.sin(turn * 5 + phase) + 0.08 * np.sin(turn * 9 + phase * 3)))
    thrown = 1 - smooth(0.8, 2.4, q + (c.noise.value(0.2, seed % 600, w) - 0.5) * 0.9 + 0.25 * np.sin(turn * 7 + phase))
    c.blend(w, rgb(c.palette.dark_earth) * np.float32(0.85), thrown * 0.72)
    c.blend(w, "#2A231C", (1 - smooth(0.15, 0.85, q)) * 0.72)
    c.z[w] += 0.20 * r * bump(q - 1.05, 0.22) - 0.42 * r * (1 - smooth(0.2, 1.0, q))


def shade(c: Canvas) -> None:
    """Light the whole table once from the upper left; higher ground is a little paler."""
    z = blurred(c.z, c.ppi * 0.10)
    gy, gx = np.gradient(z, np.float32(1 / c.ppi))
    lit = (-gx * LIGHT[0] - gy * LIGHT[1] + LIGHT[2]) / np.sqrt(gx * gx + gy * gy + 1)
    tone = np.tanh((lit / LIGHT[2] - 1) * np.float32(1.15))
    dark, light = np.clip(-tone, 0, 1), np.clip(tone, 0, 1)
    c.img *= ((1 - dark * 0.50) * (1 + np.clip(c.z, -0.3, 2) * 0.085))[..., None]
    c.img += (rgb("#FFF2CF") - c.img) * (light * 0.34)[..., None]
    c.img += (rgb("#26304A") - c.img) * (dark * 0.16)[..., None]


def coverage(surface: pygame.Surface, cols: int, rows: int) -> Array:
    """A drawing at twice the size as 0..1 coverage at the picture's size."""
    small = pygame.transform.smoothscale(surface, (cols, rows))
    return pygame.surfarray.array3d(small)[..., 0].T.astype(np.float32) / np.float32(255)


def draw_contours(c: Canvas, hills: Sequence[Shape]) -> None:
    """The rules' edge of every level, drawn exactly, .07 in wide and never under 1.3 px."""
    if not hills:
        return
    k = c.ppi * 2
    sheet = pygame.Surface((c.cols * 2, c.rows * 2), 0, 24)
    width = max(2, round(0.07 * k))
    for hill in hills:
        for ring in hill.rings:
            pygame.draw.lines(sheet, (255, 255, 255), True, (ring * k).tolist(), width)
    c.blend(c.whole, "#4A3418", coverage(sheet, c.cols, c.rows) * 0.55)
