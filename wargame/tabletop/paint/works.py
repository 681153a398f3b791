"""What soldiers and farmers build: trenches, wire, walls, barricades, bunkers, mine signs and cleared lanes."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from wargame.tabletop.paint.canvas import Canvas, blurred, bump, smooth
from wargame.tabletop.paint.noise import Array, mixed, scattered
from wargame.tabletop.paint.palettes import rgb
from wargame.tabletop.paint.shapes import Ring, Shape, frame_of


def dig_trenches(c: Canvas, trenches: Sequence[Shape]) -> None:
    """Parapet of thrown earth, a dark cut with a lit far wall, duckboards across."""
    if not trenches:
        return
    s = c.stroke(trenches, 0.7)
    w, n = s.window, c.noise
    ragged = n.fbm(0.35, 650, 3, w) - 0.5
    half = np.clip(s.half, 0.13, 0.3)
    edge = s.away - half
    parapet = 1 - smooth(0.10, 0.34, edge + ragged * 0.22)
    c.blend(w, rgb(c.palette.earth) * np.float32(1.04), parapet * 0.88)
    c.z[w] += 0.19 * bump(edge - 0.13, 0.12)
    cut = 1 - smooth(-0.03, 0.03, edge + ragged * 0.04)
    c.z[w] -= 0.30 * cut
    c.blend(w, "#3A2C1E", cut * 0.88)
    boards = (np.abs((s.along / 0.17) % 1 - 0.5) < 0.30) & (s.away < half * 0.62)
    c.blend(w, "#6B5436", boards * np.float32(0.6))


def string_wire(c: Canvas, wires: Sequence[Shape]) -> None:
    """Two looping coils with pickets, on a strip of trampled ground."""
    if not wires:
        return
    s = c.stroke(wires, 0.25)
    w, px = s.window, 1 / c.ppi
    half = np.maximum(s.half * 0.85, 0.12)
    c.blend(w, c.palette.dark_earth, (1 - smooth(-0.1, 0.2, s.edge)) * 0.30)
    thick = max(0.75 / c.ppi, 0.022)
    for phase in (0.0, np.pi):
        coil = half * np.sin(s.along * np.float32(2 * np.pi / 0.34) + phase)
        slope = np.sqrt(1 + (half * 18 * np.cos(s.along * np.float32(2 * np.pi / 0.34) + phase)) ** 2)
        near = np.abs(s.side - coil) / slope
        wire = (1 - smooth(thick * 0.6, thick * 1.6, near)) * (s.away < half * 1.1)
        c.blend(w, "#1E1B18", np.roll(wire, 1, 0) * 0.35)
        c.blend(w, "#5E5A55", wire * 0.9)
    step = np.abs((s.along / 0.9) % 1 - 0.5) * 0.9
    picket = 1 - smooth(0.045, 0.045 + 1.2 * px, np.hypot(step, np.abs(s.side) - half * 0.9))
    c.blend(w, "#2C2119", picket * 0.95)


def build_walls(c: Canvas, walls: Sequence[Shape]) -> None:
    """Stone walls: lit top, joints, a shadow; never thinner than 2.5 px."""
    if not walls:
        return
    s = c.stroke(walls, 0.5)
    w = s.window
    half = np.maximum(np.minimum(s.half, 0.16), 1.25 / c.ppi)
    sheen = max(0.05, 0.6 / c.ppi)
    top = 1 - smooth(-0.5, 0.5, (s.away - half) * c.ppi)
    _shadow(c, w, top, 0.16, 0.45)
    joint = (np.abs((s.along / 0.30) % 1 - 0.5) > 0.42) * np.float32(0.35)
    colour = rgb("#A59E8F") * (1 + (c.noise.value(0.12, 800, w) - 0.5) * 0.35)[..., None]
    colour += (rgb("#4D473E") - colour) * joint[..., None]
    c.blend(w, colour, top)
    c.blend(w, "#2B241D", bump(s.away - half - 0.4 / c.ppi, 0.7 / c.ppi) * 0.55)
    c.blend(w, "#E4DDCC", bump(s.away, sheen) * top * 0.35)


def build_fences(c: Canvas, fences: Sequence[Shape]) -> None:
    """Garden fences of wattle or boards: grey-brown rods between stakes, with a thin shadow."""
    if not fences:
        return
    s = c.stroke(fences, 0.4)
    w = s.window
    half = max(0.055, 0.9 / c.ppi)
    rods = 1 - smooth(-0.5, 0.5, (s.away - half) * c.ppi)
    stake = 1 - smooth(-0.5, 0.5, (np.hypot((s.along / 0.8 % 1 - 0.5) * 0.8, s.side) - half * 1.7) * c.ppi)
    _shadow(c, w, np.maximum(rods, stake), 0.20, 0.42)
    weave = np.sin(s.along * np.float32(2 * np.pi / 0.14)) * 0.10 + (c.noise.value(0.10, 805, w) - 0.5) * 0.4
    c.blend(w, rgb("#8C7A5C") * (1 + weave)[..., None], rods)
    c.blend(w, "#5A4A36", bump(s.away - half, 0.6 / c.ppi) * 0.6)
    c.blend(w, "#5E4D38", stake * 0.9)


def build_barricades(c: Canvas, barricades: Sequence[Shape]) -> None:
    """Paving, beams and furniture piled across a street."""
    for shape in barricades:
        s = c.stroke([shape], 0.5)
        w, n = s.window, c.noise
        half = np.maximum(s.half, 1.6 / c.ppi)
        pile = 1 - smooth(-0.05, 0.06, s.away - half + (n.value(0.16, 811, w) - 0.5) * 0.18)
        _shadow(c, w, pile, 0.22, 0.45)
        plank = np.sin(s.along * 21 + s.side * 9 + n.value(0.3, 812, w) * 9)
        colour = rgb("#6E5A41") + (rgb("#9A8A6C") - rgb("#6E5A41")) * smooth(-0.6, 0.8, plank)[..., None]
        stones = smooth(0.52, 0.62, n.value(0.15, 813, w))
        colour += (rgb("#8C867B") - colour) * stones[..., None]
        lit = np.clip(1 - s.side / half * 0.25, 0.6, 1.4)
        c.blend(w, colour * lit[..., None], pile)
        c.blend(w, "#2B241D", bump(s.away - half, 0.8 / c.ppi) * 0.6)


def _shadow(c: Canvas, w: tuple[slice, slice], mask: Array, length_in: float, strength: float) -> None:
    """A mask's shadow slid down the light, not under itself."""
    shift = max(1, round(length_in * c.ppi))
    cast = np.zeros_like(mask)
    for k in range(1, shift + 1):
        if mask.shape[0] > k and mask.shape[1] > k:
            np.maximum(cast[k:, k:], mask[:-k, :-k], out=cast[k:, k:])
    c.darken(w, blurred(cast, c.ppi * 0.03) * (1 - mask) * strength)


def build_bunkers(c: Canvas, bunkers: Sequence[Shape]) -> None:
    """A mound with a sunken concrete or log roof and a dark slit round its rim."""
    for shape in bunkers:
        w, depth = c.depth(shape, 0.7)
        if not depth.size:
            continue
        n = c.noise
        mound = smooth(-0.45, 0.05, depth + (n.fbm(0.5, 820, 3, w) - 0.5) * 0.3)
        c.blend(w, c.palette.earth, mound * 0.8)
        roof = smooth(-0.5, 0.5, depth * c.ppi)
        _shadow(c, w, roof, 0.20, 0.45)
        x0, y0, ax, ay, _, _ = frame_of(shape.line)
        x, y = c.grid(w)
        across = -(x - x0) * ay + (y - y0) * ax
        logs = c.palette_name in ("steppe", "grass", "snow", "mud")
        seam = np.abs((across / 0.17) % 1 - 0.5) > 0.40 if logs else np.abs((across / 0.5) % 1 - 0.5) > 0.47
        colour = rgb("#7C6A4C" if logs else "#97938A") * (1 + (n.fbm(0.5, 821, 3, w) - 0.5) * 0.4)[..., None]
        colour = colour * (1 - 0.38 * seam)[..., None]
        gy, gx = np.gradient(depth, np.float32(1 / c.ppi))
        bevel = bump(depth - 0.07, 0.07) * (gx + gy)
        colour = colour * (1 + 0.42 * np.clip(bevel, -1, 1))[..., None]
        c.blend(w, colour, roof)
        c.blend(w, "#1D1814", bump(depth + 0.5 / c.ppi, 1.0 / c.ppi) * 0.85)
        moss = smooth(0.52, 0.66, n.fbm(0.6, 825, 3, w)) * smooth(0.05, 0.2, depth)
        c.blend(w, c.palette.tuft, moss * 0.55)


def points_along(line: Ring, step_in: float, closed: bool) -> Iterator[tuple[float, float, float, float]]:
    """x, y and unit direction every `step_in` inches of a line."""
    path = np.vstack((line, line[:1])) if closed else line
    left = step_in / 2
    for a, b in pairwise(path):
        length = float(np.hypot(*(b - a)))
        while length > 0 and left <= length:
            at = a + (b - a) * (left / length)
            yield float(at[0]), float(at[1]), float((b - a)[0] / length), float((b - a)[1] / length)
            left += step_in
        left -= length


def post_mines(c: Canvas, fields: Sequence[Shape]) -> None:
    """Turned earth where mines lie and small red-edged boards round the field."""
    for shape in fields:
        w, depth = c.depth(shape, 0.4)
        if not depth.size:
            continue
        x, y = c.grid(w)
        spot = np.cos(x * 5.7 + np.sin(y * 1.3)) * np.cos(y * 5.7 + np.sin(x * 1.7))
        c.blend(w, c.palette.dark_earth, smooth(0.80, 0.95, spot) * smooth(0.1, 0.3, depth) * 0.55)
        line = 1 - smooth(0.3, 1.2, np.abs(depth) * c.ppi)
        c.blend(w, "#2E2620", line * 0.35)
        for px, py, _, _ in points_along(shape.line, 2.4, True):
            _board(c, px, py)


def post_mines_in(c: Canvas, field: Shape) -> None:
    """One minefield."""
    post_mines(c, [field])


def _board(c: Canvas, x: float, y: float) -> None:
    """A warning board on a post, upright in the picture so that it reads."""
    half_w, half_h = max(0.20, 2.4 / c.ppi), max(0.15, 1.9 / c.ppi)
    w = c.window(x - 0.6, y - 0.6, x + 0.6, y + 0.6)
    gx, gy = c.grid(w)
    box = np.maximum(np.abs(gx - x) - half_w, np.abs(gy - y) - half_h) * c.ppi
    if not box.size:
        return
    cast = np.maximum(np.abs(gx - x - 0.1) - half_w, np.abs(gy - y - 0.12) - half_h) * c.ppi
    c.darken(w, (1 - smooth(-0.5, 1.5, cast)) * 0.5)
    c.blend(w, "#241A14", 1 - smooth(0.4, 1.4, box))
    c.blend(w, "#B8402E", 1 - smooth(-0.6, 0.4, box))
    c.blend(w, "#F0E6D0", 1 - smooth(-1.6, -0.6, box))
    skull = np.hypot(gx - x, (gy - y) * 1.1) * c.ppi
    c.blend(w, "#241A14", 1 - smooth(half_h * c.ppi * 0.28, half_h * c.ppi * 0.28 + 1, skull))


def clear_lanes(c: Canvas, lanes: Sequence[Shape]) -> None:
    """A gap through mines or wire: swept ground between white tapes."""
    if not lanes:
        return
    s = c.stroke(lanes, 0.3)
    c.blend(s.window, c.palette.earth, (1 - smooth(-0.1, 0.1, s.edge)) * 0.7)
    dash = (np.abs((s.along / 0.5) % 1 - 0.5) < 0.36).astype(np.float32)
    open_end = np.sqrt(np.maximum(0, s.away**2 - s.side**2)) < 0.03
    tape = (1 - smooth(0.5, 1.4, np.abs(s.edge + 0.03) * c.ppi)) * open_end
    c.blend(s.window, "#F2EEDF", tape * dash * 0.95)


def hull_wreck(c: Canvas, shape: Shape) -> None:
    """A burnt-out hull where a map or a change puts one: scorched ground, black box, thrown turret."""
    x0, y0, x1, y1 = shape.bounds()
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    length, width = (2.0, 1.0) if len(shape.line) < 3 else frame_of(shape.line)[4:]
    turn = np.radians(mixed(shape.seed) % 360) if len(shape.line) < 3 else 0.0
    ax, ay = (np.cos(turn), np.sin(turn)) if len(shape.line) < 3 else frame_of(shape.line)[2:4]
    w = c.window(x - length, y - length, x + length, y + length)
    gx, gy = c.grid(w)
    u, v = (gx - x) * ax + (gy - y) * ay, -(gx - x) * ay + (gy - y) * ax
    if not (gx.size and gy.size):
        return
    scorch = 1 - smooth(0.5, 1.25, np.hypot(u / length, v / width / 1.4) * 1.4 + c.noise.fbm(0.6, 830, 3, w) - 0.5)
    c.blend(w, "#1C1815", scorch * 0.6)
    _hull(c, w, u, v, (length, width), shape.seed)


def _hull(c: Canvas, w: tuple[slice, slice], u: Array, v: Array, size: tuple[float, float], seed: int) -> None:
    body = 1 - smooth(-0.5, 0.5, np.maximum(np.abs(u) - size[0] / 2, np.abs(v) - size[1] / 2) * c.ppi)
    _shadow(c, w, body, 0.25, 0.5)
    rust = smooth(0.5, 0.7, c.noise.fbm(0.4, 831, 3, w))
    colour = rgb("#2A2725") + (rgb("#5A3A28") - rgb("#2A2725")) * rust[..., None]
    track = (np.abs(v) > size[1] * 0.34) * np.float32(0.45)
    colour = colour * (1 - track)[..., None]
    off = scattered(2, seed) - 0.5
    turret = np.hypot(u - off[0] * 0.4, v - off[1] * 0.3) - size[1] * 0.27
    colour = colour * (1 + 0.5 * bump(turret, 0.05) * np.sign(-(u + v)))[..., None]
    c.blend(w, colour, body)
