"""Rivers, streams, flooded ditches and the fords through them."""

from collections.abc import Sequence

import numpy as np

from wargame.tabletop.paint.canvas import Canvas, Stroke, bump, smooth
from wargame.tabletop.paint.noise import Array
from wargame.tabletop.paint.palettes import rgb
from wargame.tabletop.paint.shapes import Shape


def is_water(shape: Shape) -> bool:
    """Rivers and streams, and gullies that stand full of water."""
    return shape.kind in ("river", "stream") or (shape.kind == "gully" and shape.says("subtype") == "flooded_ditch")


def run_water(c: Canvas, waters: Sequence[Shape]) -> None:
    """All waters in one go, so that a brook runs into its river without a seam."""
    quays = [s for s in waters if c.palette_name == "rubble" and s.kind == "river"]
    banks = [s for s in waters if s not in quays]
    for group, walled in ((banks, False), (quays, True)):
        if group:
            _run(c, c.stroke(group, 1.2), walled)


def _run(c: Canvas, s: Stroke, walled: bool) -> None:
    w, n = s.window, c.noise
    scale = np.clip(s.half, 0.12, 0.8)
    edge = s.edge + (n.fbm(1.1, 500, 4, w) - 0.5) * (0.04 if walled else 0.62 * np.minimum(scale, 0.7))
    if walled:
        _quay(c, s, edge)
    else:
        _banks(c, s, edge, scale)
    wet = 1 - smooth(-0.06, 0.03, edge)
    deep = smooth(0.05, 0.9, -edge / scale)
    ripple = np.sin((c.grid(w)[1] + c.grid(w)[0] * 0.25) * np.float32(2 * np.pi / 0.33) + n.fbm(1.2, 510, 3, w) * 14)
    colour = _water_colour(c, walled, deep) * (1 + ripple * 0.035 * deep * smooth(0.15, 0.6, s.half))[..., None]
    glint = (
        smooth(0.80, 0.95, 0.5 + 0.5 * ripple)
        * smooth(0.5, 0.62, n.fbm(1.3, 515, 3, w))
        * deep
        * 0.30
        * smooth(0.22, 0.6, s.half)
    )
    colour += (rgb("#D8E8EA") - colour) * glint[..., None]
    c.blend(w, colour, wet)
    c.z[w] = np.where(edge < 0.5, c.z[w] - 0.22 * (1 - smooth(-0.15, 0.35, edge)) * np.minimum(1, scale * 2), c.z[w])


def _water_colour(c: Canvas, walled: bool, deep: Array) -> Array:
    shallow, bed = ("#66706A", "#46565A") if walled else ("#7D8A72", "#47646A")
    if c.palette_name == "snow":
        shallow, bed = "#B9CDD6", "#9DB7C6"
    if c.palette_name == "desert":
        shallow, bed = "#9C9672", "#6E8079"
    return rgb(shallow) + (rgb(bed) - rgb(shallow)) * deep[..., None]


def _banks(c: Canvas, s: Stroke, edge: Array, scale: Array) -> None:
    w, n = s.window, c.noise
    bank = 1 - smooth(0.0, 0.75, edge / scale)
    c.blend(w, c.palette.dark_earth, bank * 0.72)
    reeds = smooth(0.55, 0.75, n.value(0.14, 505, w)) * bump(edge - 0.14, 0.18)
    c.blend(w, "#8A8468" if c.palette_name in ("snow", "desert") else "#45552C", reeds * 0.85)
    c.blend(w, "#A08D68", (1 - smooth(-0.02, 0.14, edge)) * 0.8)


def _quay(c: Canvas, s: Stroke, edge: Array) -> None:
    """Dressed stone: coping, joints and a dark wall face on the shaded side."""
    w = s.window
    coping = 1 - smooth(0.20, 0.24, edge)
    joint = (np.abs((s.along / 0.42) % 1 - 0.5) > 0.46).astype(np.float32)
    stone = rgb("#8B867C") * (1 + (c.noise.value(0.12, 800, w) - 0.5) * 0.25 - joint * 0.28)[..., None]
    c.blend(w, stone, coping * 0.9)
    c.blend(w, "#2F3030", bump(edge + 0.02, 0.08) * 0.8)
    c.blend(w, "#C4BEB0", bump(edge - 0.06, 0.03) * 0.4)


def ford(c: Canvas, fords: Sequence[Shape]) -> None:
    """A gravel bar under shallow water, banks trodden down on both sides."""
    if not fords:
        return
    s = c.stroke(fords, 0.4, widen=1.15)
    w, n = s.window, c.noise
    mask = 1 - smooth(-0.12, 0.10, s.edge + (n.fbm(0.6, 540, 3, w) - 0.5) * 0.25)
    stones = smooth(0.50, 0.72, n.value(0.15, 541, w))
    colour = rgb("#A49A7A") + (rgb("#C3B994") - rgb("#A49A7A")) * stones[..., None]
    c.blend(w, colour, mask * (0.55 + 0.3 * stones))
    foam = smooth(0.74, 0.86, n.value(0.10, 544, w)) * bump(s.edge + 0.05, 0.16)
    c.blend(w, "#E4ECE8", foam * 0.75)
    rut = bump(s.away - s.half * 0.5, 0.07) * mask
    c.blend(w, c.palette.dark_earth, rut * 0.45)
    c.z[w] += 0.10 * mask
