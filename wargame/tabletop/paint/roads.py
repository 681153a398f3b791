"""Roads, paths, railways and the bridges that carry them."""

from collections.abc import Sequence

import numpy as np

from wargame.tabletop.paint.canvas import Canvas, Stroke, blurred, bump, smooth
from wargame.tabletop.paint.noise import Array
from wargame.tabletop.paint.palettes import rgb
from wargame.tabletop.paint.shapes import Shape

PAVED = {"paved", "asphalt", "cobble", "cobbles", "concrete", "metalled"}
UNPAVED = {"dirt", "gravel", "sand", "earth"}


def is_paved(c: Canvas, shape: Shape) -> bool:
    """A hard road: its `surface` says so, else the palette's usual street."""
    surface = shape.says("surface")
    if shape.kind == "path" or surface in UNPAVED:
        return False
    return surface in PAVED or c.palette.street != "dirt"


def lay_roads(c: Canvas, roads: Sequence[Shape]) -> None:
    """Paths first, then dirt roads, then all pavements and all carriageways as one."""
    paved = [r for r in roads if is_paved(c, r)]
    dirt = [r for r in roads if r.kind == "road" and r not in paved]
    paths = [r for r in roads if r.kind == "path"]
    for group in (paths, dirt):
        if group:
            _dirt(c, c.stroke(group, 0.6))
    if paved:
        _pave(c, c.stroke(paved, 0.5))


def _dirt(c: Canvas, s: Stroke) -> None:
    w, n = s.window, c.noise
    wander = (n.fbm(0.55, 400, 3, w) - 0.5) * 0.38 + (n.fbm(2.5, 404, 3, w) - 0.5) * 0.25
    away = s.away + wander * np.minimum(1, s.half * 2.2)
    ratio = away / s.half
    mask = 1 - smooth(0.74, 1.14, ratio)
    dark = rgb(c.palette.dark_earth)
    verge = bump((ratio - 1.15) * s.half, 0.13) * smooth(0.35, 0.6, wander + 0.5)
    c.blend(w, dark * np.float32(0.9), verge * 0.38)
    colour = rgb(c.palette.earth) * (1.06 + (n.fbm(0.8, 410, 4, w) - 0.5) * 0.37)[..., None]
    rut = bump(ratio - 0.52, 0.19) * smooth(0.25, 0.6, n.fbm(1.7, 420, 3, w) + 0.18)
    colour += (dark - colour) * (rut * 0.75)[..., None]
    middle = bump(ratio, 0.20) * smooth(0.42, 0.6, n.fbm(0.7, 430, 3, w))
    colour += (rgb(c.palette.tuft) * 1.15 - colour) * (middle * 0.55)[..., None]
    c.blend(w, colour, mask)
    c.z[w] -= mask * 0.035


def _pave(c: Canvas, s: Stroke) -> None:
    w, n = s.window, c.noise
    city = c.palette_name == "rubble"
    if city:
        walk = 1 - smooth(0.20, 0.25, s.edge)
        slab = (np.abs((s.along / 0.5) % 1 - 0.5) > 0.47).astype(np.float32) * 0.12
        c.blend(w, rgb("#85807A") * (1 - slab + (n.value(0.12, 433, w) - 0.5) * 0.14)[..., None], walk * 0.9)
    else:
        verge = (1 - smooth(0.0, 0.35, s.edge + (n.fbm(0.55, 400, 3, w) - 0.5) * 0.4)) * 0.55
        c.blend(w, c.palette.earth, verge)
    mask = 1 - smooth(-0.02, 0.03, s.edge + (n.fbm(0.55, 400, 3, w) - 0.5) * 0.04)
    tone = 1 + (n.fbm(1.2, 412, 4, w) - 0.5) * 0.26 + (n.value(0.07, 413, w) - 0.5) * 0.13
    colour = rgb("#5A5854" if city else "#6B6963") * tone[..., None]
    wheel = bump(s.away / s.half - 0.45, 0.2) * 0.10
    colour *= (1 - wheel)[..., None]
    cracks = n.fbm(0.9, 440, 4, w)
    colour += (rgb("#3D3B37") - colour) * (bump(cracks - 0.5, 0.012) * 0.5)[..., None]
    kerb = bump(s.edge + 0.05, 0.05) * (0.45 if city else 0.25)
    colour += (rgb("#A29D95") - colour) * kerb[..., None]
    dust = smooth(0.56, 0.74, n.fbm(1.9, 445, 4, w)) * 0.4
    colour += (rgb(c.palette.earth) - colour) * dust[..., None]
    c.blend(w, colour, mask)


def lay_ways(c: Canvas, railways: Sequence[Shape], ways: Sequence[Shape]) -> None:
    """Railways, then roads over them, then the rails again: they run on through level crossings."""
    bank = lay_railways(c, railways)
    lay_roads(c, ways)
    if bank:
        rails(c, bank, np.clip(bank.half * 0.9, 0.22, 0.44))


def lay_railways(c: Canvas, lines: Sequence[Shape]) -> Stroke | None:
    """A bank of ballast with sleepers, whatever its width on the map; the rails come after the roads."""
    if not lines:
        return None
    s = c.stroke(lines, 0.7)
    n, w = c.noise, s.window
    ragged = (n.fbm(0.5, 450, 3, w) - 0.5) * 0.22
    bed = np.clip(s.half * 0.9, 0.22, 0.44)
    bank = 1 - smooth(-0.1, 0.55, s.edge + ragged)
    c.z[w] += 0.20 * bank
    c.blend(w, c.palette.dark_earth, bank * 0.35)
    ballast = 1 - smooth(-0.05, 0.08, s.away - bed + ragged * 0.7)
    colour = rgb("#77706A") * (1 + (n.value(0.08, 455, w) - 0.5) * 0.5)[..., None]
    c.blend(w, colour, ballast * 0.92)
    sleepers(c, s, bed)
    return s


def tracks(c: Canvas, s: Stroke, bed: Array) -> None:
    """Sleepers and rails along a stroke."""
    sleepers(c, s, bed)
    rails(c, s, bed)


def sleepers(c: Canvas, s: Stroke, bed: Array) -> None:
    """Cross-ties, never closer than the pixels can show."""
    phase = np.abs((s.along / max(0.21, 3.6 / c.ppi)) % 1 - 0.5)
    sleeper = smooth(0.20, 0.30, phase) * (1 - smooth(0, 1 / c.ppi, np.abs(s.side) - bed * 0.80))
    c.blend(s.window, "#4B3D2E", sleeper * (s.away < bed * 1.4) * np.float32(0.85))


def rails(c: Canvas, s: Stroke, bed: Array) -> None:
    """Two bright rails with a dark edge on the side away from the light."""
    gauge = np.maximum(bed * 0.46, 1.4 / c.ppi)
    rail = (1 - smooth(0.4, 1.3, np.abs(np.abs(s.side) - gauge) * c.ppi)) * (s.away < bed * 1.4)
    c.blend(s.window, "#2B2724", np.roll(rail, (1, 1), (0, 1)) * np.float32(0.55))
    c.blend(s.window, "#B8B4AA", rail * np.float32(0.8))


def build_bridges(c: Canvas, bridges: Sequence[Shape]) -> None:
    """Decks above the water with a shadow; foot bridges are planks, blown ones end in the air."""
    for bridge in bridges:
        w, deck, s = _deck(c, bridge)
        if not deck.size:
            continue
        shift = max(1, round(0.16 * c.ppi))
        shadow = np.zeros_like(deck)
        shadow[shift:, shift:] = deck[:-shift, :-shift]
        c.darken(w, blurred(shadow, c.ppi * 0.05) * (1 - deck) * 0.5)
        c.blend(w, _deck_colour(c, bridge, s), deck)
        outline = bump(np.abs(s.side) - s.half, 0.6 / c.ppi) * deck
        c.blend(w, "#2B241D", outline * 0.7)
        if bridge.says("carries") == "railway":
            tracks(c, s, s.half * 0.75)
        if bridge.says("state") == "blown":
            _wreckage(c, bridge, s)


def _deck(c: Canvas, bridge: Shape) -> tuple[tuple[slice, slice], Array, Stroke]:
    """Coverage of the deck: square ends, and a ragged gap when it is blown."""
    s = c.stroke([bridge], 0.5)
    length = float(np.hypot(*np.diff(bridge.line, axis=0).T).sum())
    over = np.sqrt(np.maximum(0, s.away**2 - s.side**2))
    deck = (1 - smooth(-0.5, 0.5, s.edge * c.ppi)) * (1 - smooth(0.02, 0.06, over))
    if bridge.says("state") == "blown":
        ragged = (c.noise.fbm(0.4, bridge.seed % 500, 3, s.window) - 0.5) * 0.9
        deck = deck * smooth(0.0, 0.05, np.abs(s.along - length / 2) - length * 0.24 + ragged)
    return s.window, deck, s


def _deck_colour(c: Canvas, bridge: Shape, s: Stroke) -> Array:
    w, n = s.window, c.noise
    stone = bridge.width_in >= 1.0 or (is_paved(c, bridge) and bridge.says("carries") == "road")
    foot = bridge.says("carries") == "foot"
    rail_in = np.float32(max(0.06, 1.6 / c.ppi))
    if stone and not foot:
        colour = (
            rgb("#7E7A72") * (1 + (n.fbm(0.8, 870, 3, w) - 0.5) * 0.3 + (n.value(0.08, 871, w) - 0.5) * 0.2)[..., None]
        )
        parapet = "#ABA496"
        joint = np.abs((s.along / 0.6) % 1 - 0.5) > 0.47
    else:
        colour = rgb("#8D7A5C") * (1 + (n.value(0.1, 870, w) - 0.5) * 0.35)[..., None]
        parapet = "#5B4A35"
        joint = np.abs((s.along / max(0.18, 4.5 / c.ppi)) % 1 - 0.5) > 0.40
    colour *= (1 - 0.30 * joint)[..., None]
    rail = (np.abs(s.side) > s.half - rail_in * (1 if foot else 1.6)).astype(np.float32)
    return colour + (rgb(parapet) - colour) * rail[..., None]


def _wreckage(c: Canvas, bridge: Shape, s: Stroke) -> None:
    """Broken spans lying in the water under the gap."""
    n = c.noise
    length = float(np.hypot(*np.diff(bridge.line, axis=0).T).sum())
    gap = 1 - smooth(0, 0.3, np.abs(s.along - length / 2) - length * 0.2)
    lumps = smooth(0.58, 0.70, n.value(0.2, bridge.seed % 400, s.window)) * gap * (s.edge < 0.1)
    c.blend(s.window, rgb("#7C766C") * (0.8 + n.value(0.1, 3, s.window) * 0.4)[..., None], lumps * 0.9)
