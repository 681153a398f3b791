"""Hash noise for the painter: the same seed gives the same pattern on every machine and at every scale.

Cells are measured in inches, so a clump of grass keeps its place when the picture is painted finer.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]  # float32 throughout; numpy widens in its stubs where the arrays do not
Window = tuple[slice, slice]
_MASK = 0xFFFFFFFF


def mixed(number: int) -> int:
    """A well-stirred 32-bit number out of any whole number (plain Python twin of `lattice`)."""
    x = (number ^ 0x9E3779B9) & _MASK
    x ^= x >> 15
    x = (x * 0x2C1B3C6D) & _MASK
    x ^= x >> 12
    x = (x * 0x297A2D39) & _MASK
    return x ^ (x >> 15)


def seed_of(text: str) -> int:
    """A number that stands for a feature's id, equal in every run."""
    x = 2166136261
    for byte in text.encode():
        x = ((x ^ byte) * 16777619) & _MASK
    return x


def lattice(rows: int, cols: int, seed: int) -> Array:
    """Random numbers in [0, 1), one per cell of a grid, a pure function of row, column and seed."""
    iy = np.arange(rows, dtype=np.uint32)[:, None] * np.uint32(0x85EBCA77)
    ix = np.arange(cols, dtype=np.uint32)[None, :] * np.uint32(0x9E3779B1)
    x = iy ^ ix ^ np.uint32(mixed(seed))
    x ^= x >> np.uint32(15)
    x *= np.uint32(0x2C1B3C6D)
    x ^= x >> np.uint32(12)
    x *= np.uint32(0x297A2D39)
    x ^= x >> np.uint32(15)
    return (x >> np.uint32(8)).astype(np.float32) / np.float32(1 << 24)


def scattered(count: int, seed: int) -> Array:
    """`count` random numbers in [0, 1)."""
    return lattice(1, max(1, count), seed)[0][:count]


def _taps(size: int, cells: int) -> tuple[NDArray[np.intp], list[Array]]:
    """For every pixel its lattice cell and the four cubic weights."""
    place = (np.arange(size, dtype=np.float32) + 0.5) * (cells / size) - 0.5
    cell = np.floor(place).astype(np.intp)
    t = (place - cell).astype(np.float32)
    weights = [
        -0.5 * t + t * t - 0.5 * t**3,
        1 - 2.5 * t * t + 1.5 * t**3,
        0.5 * t + 2 * t * t - 1.5 * t**3,
        -0.5 * t * t + 0.5 * t**3,
    ]
    return cell, weights


def stretched(grid: Array, height: int, width: int) -> Array:
    """A small grid enlarged bicubically; wraps round at the edges."""
    cell, weights = _taps(height, grid.shape[0])
    tall = sum(w[:, None] * grid[(cell + k - 1) % grid.shape[0]] for k, w in enumerate(weights))
    cell, weights = _taps(width, grid.shape[1])
    wide = np.zeros((height, width), np.float32)
    for k, w in enumerate(weights):
        wide += w[None, :] * np.take(tall, (cell + k - 1) % grid.shape[1], axis=1)
    return wide


class NoiseBank:
    """Tileable noise over one table, kept per cell size; a seed only rolls what is kept."""

    def __init__(self, width_in: float, height_in: float, size: tuple[int, int], seed: int) -> None:
        """`size` is (rows, columns) of the picture in pixels."""
        self._inches = (height_in, width_in)
        self._size = size
        self._seed = seed
        self._kept: dict[tuple[int, int], Array] = {}

    def value(self, cell_in: float, seed: int, window: Window | None = None) -> Array:
        """Smooth value noise in about [0, 1] with cells of `cell_in` inches."""
        return self._rolled(self._plain(cell_in), seed, window)

    def fbm(self, cell_in: float, seed: int, octaves: int = 4, window: Window | None = None) -> Array:
        """Several octaves of value noise, each half as strong as the last."""
        key = (round(cell_in * 10000), octaves)
        if key not in self._kept:
            self._kept[key] = self._summed(cell_in, octaves)
        return self._rolled(self._kept[key], seed, window)

    def _plain(self, cell_in: float) -> Array:
        key = (round(cell_in * 10000), 0)
        if key not in self._kept:
            self._kept[key] = self._sampled(cell_in, *self._size)
        return self._kept[key]

    def _sampled(self, cell_in: float, rows: int, cols: int) -> Array:
        """The noise of one cell size over the whole table, at any number of pixels."""
        cells = [max(4, round(inches / cell_in)) for inches in self._inches]
        stir = self._seed * 1000003 + round(cell_in * 10000)
        if cells[0] * 1.5 > rows:
            return lattice(rows, cols, stir)
        return stretched(lattice(cells[0], cells[1], stir), rows, cols)

    def _summed(self, cell_in: float, octaves: int) -> Array:
        """Broad octaves are summed on a coarse grid and enlarged once, fine ones pixel by pixel."""
        rows, cols = self._size
        px_per_in = rows / self._inches[0]
        coarse: Array = np.zeros((max(4, rows // 4), max(4, cols // 4)), np.float32)
        fine: Array | None = None
        weight, sum_of_weights = 1.0, 0.0
        for octave in range(octaves):
            cell = cell_in / 2**octave
            if octave and cell * px_per_in < 1.2:
                break
            if cell * px_per_in >= 8:
                coarse += np.float32(weight) * self._sampled(cell, *coarse.shape)
            else:
                part = np.float32(weight) * self._plain(cell)
                fine = part if fine is None else fine + part
            sum_of_weights += weight
            weight /= 2
        total = stretched(coarse, rows, cols) if fine is None or coarse.any() else fine * 0
        return (total if fine is None else total + fine) / np.float32(sum_of_weights)

    def _rolled(self, kept: Array, seed: int, window: Window | None) -> Array:
        rows, cols = self._size
        down, right = (seed * 7919 % 997) * rows // 997, (seed * 104729 % 991) * cols // 991
        if window is None:
            return np.roll(kept, (down, right), (0, 1)) if seed else kept
        ys = (np.arange(window[0].start, window[0].stop) - down) % rows
        xs = (np.arange(window[1].start, window[1].stop) - right) % cols
        return kept[ys[:, None], xs[None, :]]
