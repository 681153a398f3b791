"""What comes up in play, painted into a finished picture where it lies: smoke, fire, craters, wrecks, works, ruins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from wargame.tabletop.paint import open_ground, relief, smoke, works
from wargame.tabletop.paint.canvas import Canvas, smooth
from wargame.tabletop.paint.noise import Array
from wargame.tabletop.paint.painter import GroundPicture, Pixels, name_of, paint_ground
from wargame.tabletop.paint.palettes import palette_named
from wargame.tabletop.paint.shapes import Ground, Shape, shapes_of

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""
_Brush = Callable[[Canvas, Shape], None]
_AIRY: Mapping[str, tuple[_Brush, float]] = MappingProxyType({"smoke": (smoke.smoke, 1.6), "fire": (smoke.fire, 3.4)})
_SOLID: Mapping[str, tuple[_Brush, float]] = MappingProxyType({
    "crater": (lambda c, s: relief.dig_craters(c, [s]), 1.6), "wreck": (works.hull_wreck, 2.6),
    "rubble": (open_ground.lay_rubble, 0.8), "barricade": (lambda c, s: works.build_barricades(c, [s]), 0.8),
    "lane": (lambda c, s: works.clear_lanes(c, [s]), 0.5), "trench": (lambda c, s: works.dig_trenches(c, [s]), 0.9),
    "wire": (lambda c, s: works.string_wire(c, [s]), 0.5), "minefield": (works.post_mines_in, 0.6),
    "wall": (lambda c, s: works.build_walls(c, [s]), 0.7), "bunker": (lambda c, s: works.build_bunkers(c, [s]), 0.9),
})  # fmt: skip
"""Brush and how far, in inches, what it paints may reach beyond the shape."""
AIRY, SOLID = frozenset(_AIRY), frozenset(_SOLID)
FEATHER_IN, AROUND_IN = 0.7, 1.6


@dataclass(frozen=True, eq=False, slots=True)
class Layer:
    """A premultiplied picture and where it lies."""

    box: Box
    pixels: Pixels


def airy_layer(feature: Ground, like: GroundPicture, palette: str, seed: int) -> Layer | None:
    """Smoke or fire by itself, to be laid over the crowns; None where it lies beside the table."""
    brush, reach = _AIRY[feature.kind]
    for shape in shapes_of((feature,), like.width_in, like.height_in):
        box = _box_of(shape, like, reach)
        if box is not None:
            c, moved = _canvas(box, like, palette, seed, shape)
            brush(c, moved)
            return Layer(box, _bytes(c.crowns))
    return None


def with_layers(picture: GroundPicture, layers: Iterable[Layer]) -> GroundPicture:
    """The picture with smoke and fire over its crowns."""
    crowns = picture.crowns.copy()
    for layer in layers:
        left, top, right, low = layer.box
        view = crowns[top:low, left:right]
        over = layer.pixels.astype(np.uint16)
        view[:] = np.minimum(255, over + view * (255 - over[..., 3:]) // 255)
    return _like(picture, picture.ground, picture.roofs, crowns)


def with_solid(
    picture: GroundPicture, features: Sequence[Ground], palette: str, seed: int
) -> tuple[GroundPicture, list[Box]]:
    """The picture with craters, wrecks and works painted into its ground, and the boxes that changed."""
    ground, boxes = picture.ground.copy(), []
    for shape in shapes_of(features, picture.width_in, picture.height_in):
        brush, reach = _SOLID[shape.kind]
        box = _box_of(shape, picture, reach)
        if box is None:
            continue
        left, top, right, low = box
        c, moved = _canvas(box, picture, palette, seed, shape)
        c.img[:] = ground[top:low, left:right].astype(np.float32) / np.float32(255)
        brush(c, moved)
        relief.shade(c)
        ground[top:low, left:right] = _bytes(c.img)
        boxes.append(box)
    return _like(picture, ground, picture.roofs, picture.crowns), boxes


def repainted(
    picture: GroundPicture, features: Sequence[Ground], changed: Sequence[Ground], palette: str, seed: int
) -> tuple[GroundPicture, list[Box]]:
    """The picture painted anew round what has changed on the map, with soft edges; and the boxes that changed.

    The ground's grain is another than before in there: a stopgap until the whole has been painted anew.
    """
    ground, roofs, crowns = picture.ground.copy(), picture.roofs.copy(), picture.crowns.copy()
    boxes: list[Box] = []
    for shape in shapes_of(changed, picture.width_in, picture.height_in):
        box = _box_of(shape, picture, AROUND_IN + shape.width_in / 2)
        if box is None:
            continue
        left, top, right, low = box
        px = picture.px_per_in
        x0, y1 = left / px, picture.height_in - low / px
        size = ((right - left) / px, (low - top) / px)
        near = [_shifted(f, x0, y1) for f in features if _touches(f, (x0, y1, x0 + size[0], y1 + size[1]))]
        new = paint_ground(near, *size, palette, px, seed)
        share = _feathered(low - top, right - left, px)
        for old, fresh in ((ground, new.ground), (roofs, new.roofs), (crowns, new.crowns)):
            view = old[top:low, left:right].astype(np.float32)
            old[top:low, left:right] = (view + (fresh - view) * share + np.float32(0.5)).astype(np.uint8)
        boxes.append(box)
    return _like(picture, ground, roofs, crowns), boxes


@dataclass(frozen=True, slots=True)
class _Near:
    """A feature as seen from the corner of a window."""

    id: str
    kind: str
    geometry: str
    rings: tuple[tuple[tuple[float, float], ...], ...]
    width_in: float
    height: float
    props: Mapping[str, object]
    order: int


def _shifted(f: Ground, x0: float, y0: float) -> _Near:
    rings = tuple(tuple((x - x0, y - y0) for x, y in ring) for ring in f.rings)
    return _Near(f.id, f.kind, f.geometry, rings, float(f.width_in or 0), float(f.height), f.props, f.order)


def _touches(f: Ground, window: tuple[float, float, float, float]) -> bool:
    points = np.asarray(f.rings[0], np.float64).reshape(-1, 2)
    low, high = points.min(axis=0), points.max(axis=0)
    reach = 1.5 + float(f.width_in or 0) / 2
    return bool(
        low[0] - reach < window[2] and high[0] + reach > window[0]
        and low[1] - reach < window[3] and high[1] + reach > window[1]
    )  # fmt: skip


def _feathered(rows: int, cols: int, px: int) -> Array:
    """1 in the middle, 0 at the rim."""
    y, x = np.arange(rows, dtype=np.float32) + 0.5, np.arange(cols, dtype=np.float32) + 0.5
    away = np.minimum(np.minimum(x, cols - x)[None, :], np.minimum(y, rows - y)[:, None]) / np.float32(px)
    return smooth(0.0, FEATHER_IN, away)[..., None]


def _box_of(shape: Shape, picture: GroundPicture, reach: float) -> Box | None:
    radius = float(shape.props.get("radius") or 0)
    x0, y0, x1, y1 = shape.bounds(reach + radius * 2)
    px, (rows, cols) = picture.px_per_in, picture.ground.shape[:2]
    left, top = max(0, int(x0 * px)), max(0, int(y0 * px))
    right, low = min(cols, int(x1 * px) + 1), min(rows, int(y1 * px) + 1)
    return (left, top, right, low) if right - left > 3 and low - top > 3 else None


def _canvas(box: Box, like: GroundPicture, palette: str, seed: int, shape: Shape) -> tuple[Canvas, Shape]:
    """An empty canvas for a box, and the shape as it lies on it."""
    px = like.px_per_in
    size = ((box[2] - box[0]) / px, (box[3] - box[1]) / px)
    c = Canvas(*size, px, palette_named(palette), name_of(palette), seed)
    corner = np.array((box[0] / px, box[1] / px))
    rings = tuple(ring - corner for ring in shape.rings)
    return c, Shape(shape.id, shape.kind, rings, shape.width_in, shape.levels, shape.props, shape.seed)


def _bytes(a: Array) -> Pixels:
    return (np.clip(a, 0, 1) * 255 + 0.5).astype(np.uint8)


def _like(old: GroundPicture, ground: Pixels, roofs: Pixels, crowns: Pixels) -> GroundPicture:
    return GroundPicture(old.width_in, old.height_in, old.px_per_in, ground, roofs, crowns)
