"""Features turned into what a painter needs: picture inches (y down), a number to seed with, rings as arrays."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from wargame.tabletop.paint.noise import seed_of

Ring = NDArray[np.float64]
WIDTHS = {
    "road": 0.6, "path": 0.35, "railway": 0.7, "stream": 0.4, "river": 1.6, "gully": 0.8, "ridge": 0.4, "cliff": 0.35,
    "bridge": 0.7, "ford": 0.7, "trench": 0.3, "wall": 0.2, "hedge": 0.35, "wire": 0.3, "barricade": 0.4, "lane": 0.6,
}  # fmt: skip


class Ground(Protocol):
    """What the painter reads of a feature. Inches, y up; rings outer first, or one polyline, or one point."""

    @property
    def id(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def geometry(self) -> str: ...
    @property
    def rings(self) -> Sequence[Any]: ...
    @property
    def width_in(self) -> float: ...
    @property
    def height(self) -> float: ...
    @property
    def props(self) -> Mapping[str, Any]: ...
    @property
    def order(self) -> int: ...


@dataclass(frozen=True, eq=False, slots=True)
class Shape:
    """A feature in picture inches: origin at the top left, y down."""

    id: str
    kind: str
    rings: tuple[Ring, ...]
    width_in: float
    levels: float
    props: Mapping[str, Any]
    seed: int

    @property
    def line(self) -> Ring:
        """The polyline, or the outer ring."""
        return self.rings[0]

    def says(self, key: str) -> str:
        """A property as plain lower-case text, empty when it is not there."""
        return str(self.props.get(key) or "").lower()

    def bounds(self, margin: float = 0.0) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 of the first ring, grown by `margin` inches."""
        low, high = self.line.min(axis=0), self.line.max(axis=0)
        return float(low[0]) - margin, float(low[1]) - margin, float(high[0]) + margin, float(high[1]) + margin


def _rings(feature: Ground, table_h_in: float) -> tuple[Ring, ...]:
    rings = feature.rings
    if rings and np.ndim(rings[0]) == 1:
        rings = (rings,)
    out = []
    for ring in rings:
        points = np.array(ring, np.float64).reshape(-1, 2)
        out.append(np.column_stack((points[:, 0], table_h_in - points[:, 1])))
    return tuple(ring for ring in out if len(ring))


def _past_the_edge(rings: tuple[Ring, ...], table: tuple[float, float]) -> tuple[Ring, ...]:
    """Borders that run along the table's edge pushed outwards: the table is cut there, the ground goes on."""
    out = []
    for ring in rings:
        moved = ring.copy()
        for axis in (0, 1):
            moved[ring[:, axis] <= 0.02, axis] -= 4.0
            moved[ring[:, axis] >= table[axis] - 0.02, axis] += 4.0
        out.append(moved)
    return tuple(out)


def shapes_of(features: Iterable[Ground], table_w_in: float, table_h_in: float) -> list[Shape]:
    """Every paintable feature, in drawing order."""
    found: list[Shape] = []
    for feature in sorted(features, key=lambda f: f.order):
        rings = _rings(feature, table_h_in)
        if feature.kind in ("hill", "woods_light", "woods_heavy", "forest", "brush", "swamp"):
            rings = _past_the_edge(rings, (table_w_in, table_h_in))
        if rings:
            width = float(feature.width_in or 0) or WIDTHS.get(feature.kind, 0.4)
            seed = seed_of(feature.id)
            found.append(Shape(feature.id, feature.kind, rings, width, float(feature.height), feature.props, seed))
    return found


def long_axis(ring: Ring) -> tuple[float, float]:
    """Unit vector along the longest edge: rows, ridges and rugs of trees follow it."""
    steps = np.diff(np.vstack((ring, ring[:1])), axis=0)
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    k = int(np.argmax(lengths))
    if lengths[k] == 0:
        return 1.0, 0.0
    return float(steps[k, 0] / lengths[k]), float(steps[k, 1] / lengths[k])


def frame_of(ring: Ring) -> tuple[float, float, float, float, float, float]:
    """Centre x, y, unit axis x, y, length along the axis and width across it, of the box round a ring."""
    ax, ay = long_axis(ring)
    u, v = ring[:, 0] * ax + ring[:, 1] * ay, -ring[:, 0] * ay + ring[:, 1] * ax
    cu, cv = (u.min() + u.max()) / 2, (v.min() + v.max()) / 2
    length, width = float(np.ptp(u)), float(np.ptp(v))
    x, y = float(cu * ax - cv * ay), float(cu * ay + cv * ax)
    if width > length:
        return x, y, -ay, ax, width, length
    return x, y, ax, ay, length, width


def area_of(ring: Ring) -> float:
    """Area of a ring in square inches."""
    x, y = ring[:, 0], ring[:, 1]
    return abs(float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))) / 2
