"""Bare table, crops and bog: everything that lies flat before the roads come."""

from collections.abc import Sequence

import numpy as np

from wargame.tabletop.paint.canvas import Canvas, bump, smooth
from wargame.tabletop.paint.noise import Array, mixed
from wargame.tabletop.paint.palettes import CROPS, Crop, rgb
from wargame.tabletop.paint.shapes import Shape, long_axis


def lay_ground(c: Canvas) -> None:
    """Four tones by slow noise, patches of earth, then the fine flock of static grass."""
    pal, noise = c.palette, c.noise
    tone = np.clip((noise.fbm(9, 1, 5) - 0.5) * 2.3 + 0.5 + (noise.fbm(2.2, 60, 4) - 0.5) * 0.9, 0, 1)
    steps = np.linspace(0, 3, 256, dtype=np.float32)
    ramp = np.zeros((256, 3), np.float32) + rgb(pal.tones[0])
    for i in range(3):
        ramp += (rgb(pal.tones[i + 1]) - rgb(pal.tones[i])) * smooth(i, i + 1, steps)[:, None]
    c.img[:] = ramp[(tone * 255).astype(np.uint8)]
    c.blend(c.whole, pal.earth, smooth(0.60, 0.72, noise.fbm(4.4, 120, 5)) * 0.45)
    flock = (noise.value(0.10, 200) - 0.5) * 3.0 + (noise.value(0.055, 201) - 0.5) * 2.2
    flock += (noise.value(0.25, 202) - 0.5) * 1.6
    c.img *= (1 + flock * pal.grain)[..., None]
    clumps = noise.fbm(1.6, 211, 3)
    c.blend(c.whole, pal.tuft, smooth(0.74, 0.86, noise.value(0.16, 210)) * smooth(0.45, 0.6, clumps) * 0.55)
    c.blend(c.whole, pal.tip, smooth(0.78, 0.9, noise.value(0.13, 215)) * smooth(0.45, 0.62, 1 - clumps) * 0.5)


def crop_of(c: Canvas, shape: Shape) -> str:
    """Which crop a field carries: its kind says so, the palette may know better, the rest by its id."""
    seasonal = dict(c.palette.crops)
    if shape.kind in seasonal and (c.palette_name == "snow" or shape.kind != "field" or mixed(shape.seed) % 3):
        return seasonal[shape.kind]
    if shape.kind == "crops":
        return ("green", "green", "stubble")[mixed(shape.seed) % 3]
    if shape.kind == "field":
        return ("plough", "stubble", "fallow", "green")[mixed(shape.seed + 1) % 4]
    return shape.kind


def lay_fields(c: Canvas, shapes: Sequence[Shape]) -> None:
    """All crops; the light and dark of the soil run on from field to field."""
    if not shapes:
        return
    noise = c.noise
    soil = 1 + (noise.fbm(2.6, 1009, 4) - 0.5) * 0.34 + (noise.fbm(6, 1013, 3) - 0.5) * 0.22
    soil *= 1 + (noise.value(0.06, 1041) - 0.5) * 0.20 + (noise.value(0.11, 1042) - 0.5) * 0.14
    warp = (noise.fbm(3.5, 1005, 3) - 0.5) * 0.30
    for shape in shapes:
        _field(c, shape, soil, warp)


def _field(c: Canvas, shape: Shape, soil: Array, warp: Array) -> None:
    """Rows along the longest edge, soft headlands, tramlines every 2.4 in, and a height that catches the light."""
    w, depth = c.depth(shape, 0.25)
    if not depth.size:
        return
    name = crop_of(c, shape)
    crop = CROPS[name]
    ragged = c.noise.fbm(0.7, shape.seed % 900, 3, w)
    mask = smooth(-0.03, 0.05, depth + (ragged - 0.5) * 0.16)
    ax, ay = long_axis(shape.line)
    x, y = c.grid(w)
    across = -x * np.float32(ay) + y * np.float32(ax)
    colour, rows = _rows(c, crop, across, warp[w])
    if name == "sunflower":
        heads = smooth(0.66, 0.8, c.noise.value(0.11, 1050, w)) * smooth(0.35, 0.7, rows)
        colour += (rgb("#C9AA3E") - colour) * (heads * 0.55)[..., None]
    tint = np.float32(1 + (mixed(shape.seed + 5) % 100 - 50) / 700)
    c.blend(w, colour * (soil[w] * tint)[..., None], mask)
    c.z[w] += crop.stands_in * mask
    edge = (1 - smooth(0, 0.12, np.abs(depth))) * smooth(0.3, 0.6, ragged)
    c.blend(w, c.palette.tuft, edge * 0.42)


def _rows(c: Canvas, crop: Crop, across: Array, warp: Array) -> tuple[Array, Array]:
    """The crop's colours and the row wave (0 furrow, 1 crest); rows fade out below 7 px."""
    wave = 0.5 + 0.5 * np.cos((across + warp) * np.float32(2 * np.pi / crop.spacing_in))
    row_px = crop.spacing_in * c.ppi
    if row_px < 7:
        wave = 0.5 + (wave - 0.5) * max(0.12, (row_px - 2.2) / 4.8)
    base = rgb(crop.base)
    colour = base + (rgb(crop.crest) - base) * smooth(0.35, 0.95, wave)[..., None]
    colour += (rgb(crop.furrow) - colour) * (smooth(0.65, 1.0, 1 - wave) * 0.8)[..., None]
    tramline = 1 - bump((np.abs((across / 2.4) % 1 - 0.5)) * 2.4, 0.06) * 0.22
    return colour * tramline[..., None], wave


def lay_swamp(c: Canvas, shape: Shape) -> None:
    """Dark wet floor, pools with a pale rim where the noise is low, reeds in clumps. In a desert: soft sand."""
    w, depth = c.depth(shape, 1.0)
    if not depth.size:
        return
    n = c.noise
    mask = smooth(-0.25, 0.25, depth + (n.fbm(1.1, shape.seed % 900, 3, w) - 0.5) * 0.7)
    if c.palette_name == "desert":
        ripple = 0.5 + 0.5 * np.sin(c.grid(w)[1] * 26 + n.fbm(1.1, 90, 3, w) * 16)
        c.blend(w, "#D8C093", mask * (0.35 + 0.35 * ripple))
        return
    snow = c.palette_name == "snow"
    c.blend(w, "#9FA9A4" if snow else "#4F5934", mask * 0.72)
    pools = n.fbm(1.3, shape.seed % 700, 4, w)
    water = smooth(0.53, 0.57, pools) * smooth(0.05, 0.35, depth)
    c.blend(w, c.palette.dark_earth, smooth(0.48, 0.54, pools) * mask * 0.6)
    deep = smooth(0.56, 0.70, pools)[..., None]
    colour = rgb("#B9CDD6" if snow else "#6F7C63") * (1 - deep) + rgb("#9DB7C6" if snow else "#46605F") * deep
    c.blend(w, colour, water * 0.92)
    glint = bump(pools - 0.585, 0.012) * smooth(0.5, 0.62, n.fbm(1.3, 515, 3, w)) * water
    c.blend(w, "#D8E8EA", glint * 0.45)
    c.z[w] -= 0.10 * water
    clumps = smooth(0.46, 0.6, n.fbm(0.9, 77, 3, w)) * (1 - water * 0.8) * mask
    spikes = n.value(0.12, 81, w)
    c.blend(w, "#3B4A25" if not snow else "#8A8468", smooth(0.56, 0.72, spikes) * clumps * 0.9)
    c.blend(w, "#9C9A5C", smooth(0.70, 0.84, n.value(0.09, 84, w)) * clumps * 0.75)
    c.z[w] += smooth(0.6, 0.75, spikes) * clumps * 0.07


def lay_town(c: Canvas, shape: Shape) -> None:
    """Trodden yards and gardens between the houses; in a ruined city the grey of pavements and dust."""
    w, depth = c.depth(shape, 0.6)
    if not depth.size:
        return
    n = c.noise
    city = c.palette_name == "rubble"
    ragged = (n.fbm(0.9, 31, 3, w) - 0.5) * (0.1 if city else 0.9)
    mask = smooth(-0.18, 0.28, depth + ragged) if not city else smooth(-0.03, 0.03, depth + ragged)
    blotch = n.fbm(1.2, 37, 4, w)
    c.blend(w, c.palette.yard, mask * (0.30 + 0.5 * smooth(0.35, 0.65, blotch)))
    c.blend(w, c.palette.dark_earth, mask * smooth(0.58, 0.72, n.fbm(0.7, 41, 3, w)) * 0.35)
    if city:
        kerb = bump(depth - 0.05, 0.045)
        c.blend(w, "#A29D95", kerb * 0.55)
        c.z[w] += mask * 0.02


def lay_rubble(c: Canvas, shape: Shape) -> None:
    """A heap of broken masonry: bricks, plaster and beams, rough enough to catch the light."""
    w, depth = c.depth(shape, 0.5)
    if not depth.size:
        return
    n = c.noise
    mask = smooth(-0.16, 0.22, depth + (n.fbm(0.6, shape.seed % 800, 3, w) - 0.5) * 0.55)
    lumps, grit = n.value(0.17, shape.seed % 300, w), n.value(0.09, 882, w)
    colour = rgb("#655E56") + (rgb("#8D8477") - rgb("#655E56")) * smooth(0.3, 0.7, lumps)[..., None]
    brick = smooth(0.56, 0.74, n.value(0.21, shape.seed % 500, w)) * 0.55
    colour += (rgb("#7D5544") - colour) * brick[..., None]
    plaster = smooth(0.74, 0.82, n.value(0.13, 887, w)) * 0.6
    colour += (rgb("#B8AB97") - colour) * plaster[..., None]
    ax, ay = long_axis(shape.line)
    x, y = c.grid(w)
    beam = bump(np.sin((x * ax + y * ay) * 2.1 + (y * ax - x * ay) * 0.7 + shape.seed % 7), 0.05)
    colour += (rgb("#332B24") - colour) * (beam * smooth(0.52, 0.6, n.fbm(0.9, 889, 3, w)) * 0.7)[..., None]
    colour *= (1 + (grit - 0.5) * 0.5)[..., None]
    c.blend(w, colour, mask * 0.94)
    heap = smooth(-0.1, 0.7, depth)
    c.z[w] += mask * (0.06 + 0.16 * heap + 0.20 * (lumps - 0.5) + 0.12 * (grit - 0.5))
    halo = smooth(-0.5, 0.0, depth) * (1 - mask) * smooth(0.55, 0.7, n.value(0.14, 891, w))
    c.blend(w, "#8D8477", halo * 0.7)
