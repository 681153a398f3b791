"""The canvas: colour, height and the exact distances that every brush works from. Picture inches, y down."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from wargame.tabletop.paint.noise import Array, NoiseBank, Window, stretched
from wargame.tabletop.paint.palettes import Palette, rgb
from wargame.tabletop.paint.shapes import Ring, Shape

LIGHT = np.array((-0.62, -0.62, 0.48), np.float32) / np.float32(np.sqrt(0.62**2 * 2 + 0.48**2))
FAR = np.float32(9.0)
SMALL = 120_000


def smooth(low: float, high: float, x: Array) -> Array:
    """0 below `low`, 1 above `high`, an S between."""
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def bump(x: Array, width: float) -> Array:
    """A bell over x = 0."""
    return np.exp(-((x / width) ** 2))


def blurred(a: Array, radius_px: float) -> Array:
    """A Gaussian of that sigma: tap by tap for small pictures, three box sums for large ones."""
    for step in blur_steps(a.size, radius_px):
        a = step(a)
    return a


def blur_steps(pixels: int, radius_px: float) -> list[Callable[[Array], Array]]:
    """What `blurred` does to a picture of so many pixels, one pass after the other."""
    if radius_px < 0.3:
        return []
    if pixels < 250_000 and radius_px < 7:
        return [partial(_tapped, sigma=radius_px, axis=axis) for axis in (0, 1)]
    k = max(1, round(radius_px * 1.02))
    return [partial(_boxed, k=k, axis=axis) for axis in (0, 1, 0, 1, 0, 1)]


def _tapped(a: Array, sigma: float, axis: int) -> Array:
    k = max(1, int(np.ceil(sigma * 2.2)))
    weights = np.exp(-0.5 * (np.arange(-k, k + 1) / sigma) ** 2)
    weights = (weights / weights.sum()).astype(np.float32)
    pad = [(k, k), (0, 0)] if axis == 0 else [(0, 0), (k, k)]
    wide, n = np.pad(a, pad, mode="edge"), a.shape[axis]
    out = np.zeros_like(a)
    for i, weight in enumerate(weights):
        out += weight * (wide[i : i + n] if axis == 0 else wide[:, i : i + n])
    return out


def _boxed(a: Array, k: int, axis: int) -> Array:
    pad = [(0, 0), (0, 0)]
    pad[axis] = (k + 1, k)
    total = np.cumsum(np.pad(a, pad, mode="edge"), axis=axis, dtype=np.float64)
    n = a.shape[axis]
    n, wide = a.shape[axis], 2 * k + 1
    total = total[wide : wide + n] - total[:n] if axis == 0 else total[:, wide : wide + n] - total[:, :n]
    return (total / wide).astype(np.float32)


@dataclass(frozen=True, eq=False)
class Stroke:
    """How pixels in a window lie to the nearest polyline: inches away, inches to the side, inches along it."""

    window: Window
    away: Array
    side: Array
    along: Array
    half: Array

    @cached_property
    def edge(self) -> Array:
        """Inches outside the strip (negative within)."""
        return self.away - self.half


class Canvas:
    """The picture in the making. `img` is 0..1, `z` inches above the table, lit once by `relief.shade`."""

    def __init__(self, width_in: float, height_in: float, ppi: int, palette: Palette, name: str, seed: int) -> None:
        self.width_in, self.height_in, self.ppi = width_in, height_in, ppi
        self.palette, self.palette_name = palette, name
        self.rows, self.cols = round(height_in * ppi), round(width_in * ppi)
        self.img = np.zeros((self.rows, self.cols, 3), np.float32)
        self.z = np.zeros((self.rows, self.cols), np.float32)
        self.roofs = np.zeros((self.rows, self.cols, 4), np.float32)
        self.crowns = np.zeros((self.rows, self.cols, 4), np.float32)
        self.xs = ((np.arange(self.cols) + 0.5) / ppi).astype(np.float32)
        self.ys = ((np.arange(self.rows) + 0.5) / ppi).astype(np.float32)
        self.noise = NoiseBank(width_in, height_in, (self.rows, self.cols), seed)

    # ---- places
    def window(self, x0: float, y0: float, x1: float, y1: float) -> Window:
        """The pixels of a box of inches, clipped to the table (may be empty)."""
        cols, rows = self.cols, self.rows
        left, top = min(cols, max(0, int(x0 * self.ppi))), min(rows, max(0, int(y0 * self.ppi)))
        right, low = max(left, min(cols, int(x1 * self.ppi) + 1)), max(top, min(rows, int(y1 * self.ppi) + 1))
        return slice(top, low), slice(left, right)

    def window_of(self, shape: Shape, margin: float) -> Window:
        """The pixels a shape can touch, with a margin in inches."""
        return self.window(*shape.bounds(margin))

    def grid(self, window: Window) -> tuple[Array, Array]:
        """x (1, w) and y (h, 1) in inches of a window's pixel centres."""
        return self.xs[None, window[1]], self.ys[window[0], None]

    @property
    def whole(self) -> Window:
        return slice(0, self.rows), slice(0, self.cols)

    # ---- colour
    def blend(self, window: Window, colour: str | Array, alpha: Array) -> None:
        """Lay a colour (or a picture) over a window."""
        paint = rgb(colour) if isinstance(colour, str) else colour
        view = self.img[window]
        view += (paint - view) * alpha[..., None]

    def darken(self, window: Window, amount: Array) -> None:
        """Cast shadow: towards a cool dark by `amount` 0..1."""
        view = self.img[window]
        view *= 1 - (1 - rgb("#46506A") * 1.05) * np.clip(amount * 1.5, 0, 0.8)[..., None]

    def over(self, layer: Array, window: Window, paint: Array, alpha: Array) -> None:
        """Lay a picture over a premultiplied layer."""
        view = layer[window]
        view *= 1 - alpha[..., None]
        view[..., :3] += paint * alpha[..., None]
        view[..., 3] += alpha

    # ---- distances
    def inside(self, rings: Sequence[Ring], window: Window) -> NDArray[np.bool_]:
        """Pixel centres inside the rings (even-odd, so holes are holes), by scan lines."""
        ys, xs = self.ys[window[0]], self.xs[window[1]]
        turns = np.zeros((len(ys), len(xs) + 1), np.int32)
        if not len(ys) or not len(xs):
            return np.zeros((len(ys), len(xs)), np.bool_)
        edges = _edges(rings)
        if len(edges) * len(ys) * len(xs) < SMALL:
            return _inside_at_once(edges, ys, xs)
        for ring in rings:
            for (ax, ay), (bx, by) in zip(ring, np.roll(ring, -1, axis=0)):
                low, high = (ay, by) if ay < by else (by, ay)
                first, last = np.searchsorted(ys, (low, high))
                if first < last:
                    x = ax + (ys[first:last] - ay) * ((bx - ax) / (by - ay))
                    np.add.at(turns, (np.arange(first, last), np.searchsorted(xs, x)), 1)
        return (np.cumsum(turns, axis=1)[:, :-1] & 1).astype(np.bool_)

    def depth(self, shape: Shape, reach: float, window: Window | None = None) -> tuple[Window, Array]:
        """Signed distance to a polygon's edge in inches, + inside, exact up to `reach`, flat beyond."""
        window = window or self.window_of(shape, reach)
        edges = _edges(shape.rings)
        x, y = self.grid(window)
        if len(edges) * x.size * y.size < SMALL:
            away = _away_at_once(edges, x, y, reach)
        else:
            away = self._away([np.vstack((ring, ring[:1])) for ring in shape.rings], window, reach)
        return window, np.where(self.inside(shape.rings, window), away, -away)

    def _away(self, lines: Sequence[Ring], window: Window, reach: float) -> Array:
        out = np.full((window[0].stop - window[0].start, window[1].stop - window[1].start), reach * reach, np.float32)
        for line in lines:
            for a, b in pairwise(line):
                part, dx, dy = self._near(a, b, window, reach)
                if part is not None:
                    _, square, _ = _to_segment(a, b, dx, dy)
                    np.minimum(out[part], square, out=out[part])
        return np.sqrt(out)

    def _near(self, a: Ring, b: Ring, window: Window, reach: float) -> tuple[Window | None, Array, Array]:
        """The part of a window near a segment, with the offsets of its pixels from the segment's start."""
        box = self.window(
            min(a[0], b[0]) - reach, min(a[1], b[1]) - reach, max(a[0], b[0]) + reach, max(a[1], b[1]) + reach
        )
        top, left = window[0].start, window[1].start
        rows = slice(max(box[0].start, top) - top, min(box[0].stop, window[0].stop) - top)
        cols = slice(max(box[1].start, left) - left, min(box[1].stop, window[1].stop) - left)
        if rows.start >= rows.stop or cols.start >= cols.stop:
            return None, self.xs[:0, None], self.ys[None, :0]
        dx = self.xs[None, cols.start + left : cols.stop + left] - np.float32(a[0])
        dy = self.ys[rows.start + top : rows.stop + top, None] - np.float32(a[1])
        return (rows, cols), dx, dy

    def stroke(self, shapes: Sequence[Shape], reach: float, widen: float = 1.0) -> Stroke:
        """Distances to several lines at once: each pixel belongs to the strip whose edge is nearest.

        `reach` is how far beyond the strip's edge it is worked out, `widen` scales every width.
        """
        boxes = np.array([s.bounds(s.width_in * widen / 2 + reach) for s in shapes])
        window = self.window(*boxes[:, :2].min(axis=0), *boxes[:, 2:].max(axis=0))
        size = (window[0].stop - window[0].start, window[1].stop - window[1].start)
        edge = np.full(size, FAR, np.float32)
        side, along = np.full(size, FAR, np.float32), np.zeros(size, np.float32)
        half = np.full(size, 0.1, np.float32)
        for shape in shapes:
            self._stroke_one(shape, reach, widen, window, (edge, side, along, half))
        return Stroke(window, edge + half, side, along, half)

    def _stroke_one(
        self, shape: Shape, reach: float, widen: float, window: Window, kept: tuple[Array, Array, Array, Array]
    ) -> None:
        edge, side, along, half = kept
        hw, start = np.float32(shape.width_in * widen / 2), 0.0
        for a, b in pairwise(shape.line):
            part, dx, dy = self._near(a, b, window, reach + float(hw))
            length = float(np.hypot(*(b - a)))
            if part is None or length == 0:
                continue
            t, square, cross = _to_segment(a, b, dx, dy)
            mine = np.sqrt(square) - hw
            better = mine < edge[part]
            edge[part] = np.where(better, mine, edge[part])
            side[part] = np.where(better, cross, side[part])
            along[part] = np.where(better, start + t * length, along[part])
            half[part] = np.where(better, hw, half[part])
            start += length


def _edges(rings: Sequence[Ring]) -> Array:
    """Every edge of closed rings as (ax, ay, bx, by)."""
    return np.concatenate([np.hstack((ring, np.roll(ring, -1, axis=0))) for ring in rings])


def _inside_at_once(edges: Array, ys: Array, xs: Array) -> NDArray[np.bool_]:
    """`Canvas.inside` for small windows: all edges against all pixels in one go."""
    ax, ay, bx, by = (edges[:, k, None] for k in range(4))
    rise = np.where(by == ay, 1.0, by - ay)
    at = ax + (ys[None, :] - ay) * ((bx - ax) / rise)
    meets = (np.minimum(ay, by) <= ys) & (ys < np.maximum(ay, by))
    turns = (meets[:, :, None] & (at[:, :, None] <= xs[None, None, :])).sum(axis=0)
    return (turns & 1).astype(np.bool_)


def _away_at_once(edges: Array, x: Array, y: Array, reach: float) -> Array:
    """Distance to the nearest edge for small windows, cut off at `reach`."""
    ax, ay, bx, by = (edges[:, k, None, None].astype(np.float32) for k in range(4))
    ex, ey, dx, dy = bx - ax, by - ay, x[None] - ax, y[None] - ay
    t = np.clip((dx * ex + dy * ey) / np.maximum(ex * ex + ey * ey, 1e-12), 0, 1)
    square = ((dx - t * ex) ** 2 + (dy - t * ey) ** 2).min(axis=0)
    return np.minimum(np.sqrt(square), np.float32(reach))


def _to_segment(a: Ring, b: Ring, dx: Array, dy: Array) -> tuple[Array, Array, Array]:
    """Fraction along, squared distance and signed side (+ to the right in the picture) of a segment."""
    ex, ey = np.float32(b[0] - a[0]), np.float32(b[1] - a[1])
    square = ex * ex + ey * ey
    if square == 0:
        return np.zeros((1, 1), np.float32), dx * dx + dy * dy, np.zeros((1, 1), np.float32)
    t = np.clip((dx * ex + dy * ey) / square, 0, 1)
    cross = (dy * ex - dx * ey) / np.sqrt(square)
    return t, (dx - t * ex) ** 2 + (dy - t * ey) ** 2, cross


def enlarged(a: Array, rows: int, cols: int) -> Array:
    """A coarse field brought to the picture's size (edges do not wrap)."""
    if a.shape == (rows, cols):
        return a
    factor = rows / a.shape[0]
    big = stretched(np.pad(a, 2, mode="edge"), round((a.shape[0] + 4) * factor), round((a.shape[1] + 4) * factor))
    edge = round(2 * factor)
    return np.ascontiguousarray(big[edge : edge + rows, edge : edge + cols])
