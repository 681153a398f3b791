"""Trees and hedges: crowns made of lit lobes, one shadow for all, crowns on a layer of their own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pygame

from wargame.tabletop.paint.canvas import LIGHT, Canvas, blurred, smooth
from wargame.tabletop.paint.noise import Array, lattice, mixed, scattered, stretched
from wargame.tabletop.paint.palettes import TREES, rgb
from wargame.tabletop.paint.relief import coverage
from wargame.tabletop.paint.shapes import Shape, long_axis
from wargame.tabletop.paint.works import points_along

WOODS = ("woods_light", "woods_heavy", "forest", "orchard", "brush")
KINDS_OF_CROWN = 10
CONIFERS = ("conifer", "snowed")


@dataclass(frozen=True, slots=True)
class Tree:
    """One tree to plant: where (inches), what, how wide its crown (radius in inches), which picture."""

    x: float
    y: float
    kind: str
    radius_in: float
    pick: int


def crown(kind: str, radius_in: float, ppi: int, seed: int) -> Array:
    """One crown as straight RGBA floats, lit from the upper left."""
    oversample = 3 if ppi <= 24 else 2
    px = max(8, int(radius_in * 2.5 * ppi))
    n = px * oversample
    axis = (np.arange(n, dtype=np.float32) + 0.5) * np.float32(2.5 / n) - np.float32(1.25)
    x, y = axis[None, :], axis[:, None]
    rough = stretched(lattice(14, 14, seed), n, n)
    fine = stretched(lattice(30, 30, seed + 1), n, n)
    height, rim = (_conifer if kind in CONIFERS else _lobes)(x, y, rough, seed)
    height = height + (rough - 0.5) * 0.22 + (fine - 0.5) * 0.20
    gy, gx = np.gradient(blurred(height, n * 0.012), np.float32(2.5 / n))
    lit = 0.5 + 0.5 * np.tanh((-gx * LIGHT[0] - gy * LIGHT[1]) * 0.55)
    lit = lit * 0.75 + 0.25 * np.clip(0.5 - (x + y) * 0.5, 0, 1)
    low, mid, high = (rgb(t) for t in TREES[kind])
    colour = low + (mid - low) * smooth(0.12, 0.5, lit)[..., None]
    colour += (high - colour) * smooth(0.52, 0.95, lit)[..., None]
    colour *= (1 + (fine - 0.5) * 0.28)[..., None]
    colour += (colour.mean(axis=2, keepdims=True) - colour) * np.float32(0.16)
    alpha = 1 - smooth(-0.02, 0.05, np.hypot(x, y) - rim)
    if kind == "bare":
        alpha *= 0.30 + 0.55 * (fine > 0.5)
    return _reduced(np.clip(colour, 0, 1), alpha, px, oversample)


def _reduced(colour: Array, alpha: Array, px: int, k: int) -> Array:
    whole = np.concatenate((colour * alpha[..., None], alpha[..., None]), axis=2)
    small = whole.reshape(px, k, px, k, 4).mean(axis=(1, 3), dtype=np.float32)
    small[..., :3] /= np.maximum(small[..., 3:], 1e-4)
    return small


def _lobes(x: Array, y: Array, rough: Array, seed: int) -> tuple[Array, Array]:
    """Height and rim (radius by direction) of a leafy crown: eleven domes under one cap."""
    turn, away = np.arctan2(y, x), np.hypot(x, y)
    k, phase = 5 + mixed(seed) % 3, mixed(seed + 1) % 60 / 10
    rim = 0.80 + 0.10 * np.cos(turn * k + phase) + 0.06 * np.cos(turn * (2 * k - 1) + phase * 2) + 0.05 * (rough - 0.5)
    height = np.zeros_like(away)
    for a, b, r in scattered(33, seed + 2).reshape(11, 3):
        far, size = 0.62 * np.sqrt(b), 0.28 + 0.24 * r
        dome = (x - far * np.cos(a * 6.283)) ** 2 + (y - far * np.sin(a * 6.283)) ** 2
        height = np.maximum(height, np.sqrt(np.clip(1 - dome / size**2, 0, 1)) * size + 0.55 * (1 - far))
    return height + np.sqrt(np.clip(1 - (away / rim) ** 2, 0, 1)) * 0.55, rim


def _conifer(x: Array, y: Array, rough: Array, seed: int) -> tuple[Array, Array]:
    """Tiers of boughs round a spire: three rings of points, each turned against the next."""
    turn, away = np.arctan2(y, x), np.hypot(x, y)
    k, phase = 9 + mixed(seed) % 4, mixed(seed + 1) % 60 / 10
    ragged = (rough - 0.5) * 0.30
    rim = 0.78 + 0.07 * np.cos(turn * k + phase) + ragged
    height = np.zeros_like(away)
    for tier, reach in enumerate((1.0, 0.66, 0.36)):
        edge = rim * reach * (1 + 0.12 * np.cos(turn * (k - tier) + phase * (tier + 1)))
        height = np.maximum(height, tier * 0.38 + np.clip(1 - away / edge, 0, 1) * 0.75)
        height = height + 0.10 * (away < edge) * (1 - away)
    return height, rim


def woods_of(c: Canvas, shape: Shape) -> tuple[tuple[str, ...], float, float]:
    """Kinds of tree, spacing and crown radius (inches) of one kind of wood."""
    trees = c.palette.trees
    evergreen = "snowed" if c.palette_name == "snow" else "conifer"
    if shape.kind == "forest":
        return (evergreen, evergreen, evergreen, "dark" if evergreen == "conifer" else "snowed"), 0.74, 0.60
    if shape.kind == "woods_heavy":
        return (*trees, evergreen), 0.70, 0.64
    if shape.kind == "orchard":
        fruit = trees[0] if c.palette_name in ("snow", "rubble") else "fruit"
        return (fruit,), 0.95, 0.40
    if shape.kind == "brush":
        return ("snowed" if c.palette_name == "snow" else "hedge", trees[-1]), 0.52, 0.25
    return trees, 0.92, 0.60


def lay_wood_floor(c: Canvas, shape: Shape) -> None:
    """Shade and leaf mould under the trees, dappled; thin in orchards."""
    w, depth = c.depth(shape, 0.6)
    if not depth.size:
        return
    mask = smooth(-0.35, 0.35, depth + (c.noise.fbm(0.8, shape.seed % 700, 3, w) - 0.5) * 0.8)
    c.blend(w, c.palette.wood_floor, mask * (0.30 if shape.kind in ("orchard", "brush") else 0.78))
    dapple = smooth(0.55, 0.75, c.noise.value(0.3, shape.seed % 500, w)) * mask * 0.35
    c.blend(w, "#8D8F80" if c.palette_name == "snow" else "#6A6338", dapple)


def _spots(c: Canvas, shape: Shape, spacing: float) -> Iterator[tuple[float, float, int]]:
    """Places for trees: a jittered triangular grid in woods, straight rows in orchards."""
    x0, y0, x1, y1 = shape.bounds()
    ax, ay = long_axis(shape.line) if shape.kind == "orchard" else (1.0, 0.0)
    jitter = 0.10 if shape.kind == "orchard" else 0.62
    reach = np.hypot(x1 - x0, y1 - y0) / 2 + spacing
    count = int(reach / spacing) + 1
    mx, my = (x0 + x1) / 2, (y0 + y1) / 2
    rows, cols = np.mgrid[-count : count + 1, -count : count + 1].astype(np.float32)
    noise = [lattice(rows.shape[0], rows.shape[1], shape.seed + k) - 0.5 for k in (11, 12)]
    shift = 0.0 if shape.kind == "orchard" else 0.5
    u = (cols + shift * (rows % 2) + noise[0] * jitter) * spacing
    v = (rows * (1.0 if shape.kind == "orchard" else 0.87) + noise[1] * jitter) * spacing
    x, y = (mx + u * ax - v * ay).ravel(), (my + u * ay + v * ax).ravel()
    picks = (lattice(rows.shape[0], rows.shape[1], shape.seed + 13).ravel() * 1000).astype(int)
    keep = (x >= x0) & (x < x1) & (y >= y0) & (y < y1)
    yield from zip(x[keep].tolist(), y[keep].tolist(), picks[keep].tolist())


def trees_of(c: Canvas, shape: Shape) -> list[Tree]:
    """The trees of one wood, kept inside its edge by half a crown."""
    kinds, spacing, radius = woods_of(c, shape)
    w, depth = c.depth(shape, 0.6)
    if not depth.size:
        return []
    found: list[Tree] = []
    for x, y, pick in _spots(c, shape, spacing):
        row, col = int(y * c.ppi) - w[0].start, int(x * c.ppi) - w[1].start
        if 0 <= row < depth.shape[0] and 0 <= col < depth.shape[1] and depth[row, col] > radius * 0.5:
            found.append(Tree(x, y, kinds[pick % len(kinds)], radius, pick))
    return found


def hedge_trees(c: Canvas, shape: Shape) -> list[Tree]:
    """Bushes shoulder to shoulder along a hedge."""
    radius = min(0.30, max(0.17, shape.width_in * 0.62))
    kind = "snowed" if c.palette_name == "snow" else "hedge"
    found: list[Tree] = []
    for i, (x, y, ax, ay) in enumerate(points_along(shape.line, radius * 0.95, False)):
        a, b = scattered(2, shape.seed + i)
        slip = (float(a) - 0.5) * 0.09
        found.append(Tree(x - ay * slip, y + ax * slip, kind, radius, int(b * 1000)))
    return found


def plant(c: Canvas, trees: Sequence[Tree]) -> None:
    """All shadows first, then the crowns from back to front."""
    if not trees:
        return
    _tree_shadows(c, trees)
    pictures: dict[tuple[str, float, int], Array] = {}
    for tree in sorted(trees, key=lambda t: (t.y, t.x)):
        key = (tree.kind, round(tree.radius_in, 2), tree.pick // 7 % KINDS_OF_CROWN)
        if key not in pictures:
            size = tree.radius_in * (0.80 + 0.42 * mixed(key[2] + 50) / 2**32)
            pictures[key] = crown(tree.kind, size, c.ppi, 9000 + key[2] * 17 + len(tree.kind))
        _stamp(c, pictures[key], tree.x, tree.y)


def _tree_shadows(c: Canvas, trees: Sequence[Tree]) -> None:
    sheet = pygame.Surface((c.cols, c.rows), 0, 24)
    for tree in trees:
        drop = min(0.45, tree.radius_in * 0.72)
        centre = ((tree.x + drop) * c.ppi, (tree.y + drop) * c.ppi)
        pygame.draw.circle(sheet, (255, 255, 255), centre, tree.radius_in * 0.86 * c.ppi)
    c.darken(c.whole, blurred(coverage(sheet, c.cols, c.rows), c.ppi * 0.10) * 0.40)


def _stamp(c: Canvas, picture: Array, x: float, y: float) -> None:
    px = picture.shape[0]
    left, top = round(x * c.ppi - px / 2), round(y * c.ppi - px / 2)
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(c.cols, left + px), min(c.rows, top + px)
    if x0 < x1 and y0 < y1:
        part = picture[y0 - top : y1 - top, x0 - left : x1 - left]
        c.over(c.crowns, (slice(y0, y1), slice(x0, x1)), part[..., :3], part[..., 3])
