"""The board of a mission as nine sections: 1-2-3 along the far edge, 4-5-6 across, 7-8-9 along the player's edge.

Left and right are the player's. Rules: NUT-GEO-11, NUT-GEO-16.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from wargame.board import Table, snap, snap_point
from wargame.engine.rules import cite

Edge = Literal["bottom", "top", "left", "right"]
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, lower, right and upper border."""
ALL = tuple(range(1, 10))
FAR, MIDDLE, NEAR = (1, 2, 3), (4, 5, 6), (7, 8, 9)
_OPPOSITE: dict[Edge, Edge] = {"bottom": "top", "top": "bottom", "left": "right", "right": "left"}


@dataclass(frozen=True, slots=True)
class Grid:
    """Nine equal sections of a table. `near` is the player's edge.

    Besides table coordinates there are the player's own: u inches from his left, v inches from his edge.
    """

    width_in: float
    height_in: float
    near: Edge = "bottom"

    @staticmethod
    def of(table: Table, near: Edge = "bottom") -> Grid:
        """The grid of a table. Rule: NUT-GEO-11."""
        cite("NUT-GEO-11")
        return Grid(table.width_in, table.height_in, near)

    @property
    def far(self) -> Edge:
        """The enemy's edge."""
        return _OPPOSITE[self.near]

    @property
    def span(self) -> float:
        """Inches along the player's edge."""
        return self.width_in if self.near in ("bottom", "top") else self.height_in

    @property
    def depth(self) -> float:
        """Inches from the player's edge to the enemy's."""
        return self.height_in if self.near in ("bottom", "top") else self.width_in

    def place(self, u: float, v: float) -> Point:
        """The table coordinates of a place given as the player sees it."""
        w, h = self.width_in, self.height_in
        points = {"bottom": (u, v), "top": (w - u, h - v), "left": (v, h - u), "right": (w - v, u)}
        return snap_point(*points[self.near])

    def seen(self, x: float, y: float) -> Point:
        """A place of the table as the player sees it: inches from his left and from his edge."""
        w, h = self.width_in, self.height_in
        return {"bottom": (x, y), "top": (w - x, h - y), "left": (h - y, x), "right": (y, w - x)}[self.near]

    def at(self, x: float, y: float) -> int:
        """The section of a point of the table; a border belongs to the section farther right or farther away."""
        u, v = self.seen(x, y)
        column = min(2, max(0, int(3 * u / self.span + 1e-9)))
        row = 2 - min(2, max(0, int(3 * v / self.depth + 1e-9)))
        return 3 * row + column + 1

    def own_box(self, section: int) -> Box:
        """The borders of a section as the player sees it."""
        row, column = divmod(section - 1, 3)
        w, d = self.span / 3, self.depth / 3
        return snap(column * w), snap((2 - row) * d), snap((column + 1) * w), snap((3 - row) * d)

    def polygon(self, section: int) -> tuple[Point, ...]:
        """The corners of a section on the table."""
        u0, v0, u1, v1 = self.own_box(section)
        return tuple(self.place(u, v) for u, v in ((u0, v0), (u1, v0), (u1, v1), (u0, v1)))

    def centre(self, section: int) -> Point:
        """The middle of a section on the table."""
        u0, v0, u1, v1 = self.own_box(section)
        return self.place((u0 + u1) / 2, (v0 + v1) / 2)

    def edge_of(self, section: int) -> Edge | None:
        """The edge behind a section of the far or the near row, None for the middle. Rule: NUT-GEO-16."""
        if section in MIDDLE:
            return None
        cite("NUT-GEO-16")
        return self.far if section in FAR else self.near

    def neighbours(self, section: int) -> tuple[int, ...]:
        """The sections that share a side with this one."""
        row, column = divmod(section - 1, 3)
        places = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return tuple(3 * r + c + 1 for r, c in places if 0 <= r < 3 and 0 <= c < 3)


def edge_distance(edge: str, width_in: float, height_in: float, x: float, y: float) -> float:
    """Inches from a point to an edge of the table."""
    return {"bottom": y, "top": height_in - y, "left": x, "right": width_in - x}[edge]


def opposite(edge: Edge) -> Edge:
    """The edge across the table."""
    return _OPPOSITE[edge]
