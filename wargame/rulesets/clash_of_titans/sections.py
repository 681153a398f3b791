"""The board of a mission as nine sections: 1-2-3 along the far edge, 4-5-6 across, 7-8-9 along the player's edge.

Left and right are the player's. Rules: NUT-GEO-11, NUT-GEO-16.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from wargame.board import Table, snap
from wargame.engine.rules import cite

Edge = Literal["bottom", "top", "left", "right"]
Point = tuple[float, float]
Box = tuple[float, float, float, float]
ALL = tuple(range(1, 10))
FAR, MIDDLE, NEAR = (1, 2, 3), (4, 5, 6), (7, 8, 9)
_OPPOSITE: dict[Edge, Edge] = {"bottom": "top", "top": "bottom", "left": "right", "right": "left"}


@dataclass(frozen=True, slots=True)
class Grid:
    """Nine equal sections of a table. `near` is the player's edge."""

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

    def at(self, x: float, y: float) -> int:
        """The section of a point; a point on a border belongs to the section with the higher coordinate."""
        column, row = self._column_row(x / self.width_in, y / self.height_in)
        return 3 * row + column + 1

    def box(self, section: int) -> Box:
        """Left, lower, right and upper border of a section in inches."""
        row, column = divmod(section - 1, 3)
        i, j = self._cell(column, row)
        w, h = self.width_in / 3, self.height_in / 3
        return snap(i * w), snap(j * h), snap((i + 1) * w), snap((j + 1) * h)

    def polygon(self, section: int) -> tuple[Point, ...]:
        """The corners of a section, counter-clockwise."""
        x0, y0, x1, y1 = self.box(section)
        return (x0, y0), (x1, y0), (x1, y1), (x0, y1)

    def centre(self, section: int) -> Point:
        """The middle of a section."""
        x0, y0, x1, y1 = self.box(section)
        return snap((x0 + x1) / 2), snap((y0 + y1) / 2)

    def edge_of(self, section: int) -> Edge | None:
        """The edge behind a section of the far or the near row, None for the middle. Rule: NUT-GEO-16."""
        if section in MIDDLE:
            return None
        cite("NUT-GEO-16")
        return self.far if section in FAR else self.near

    def border(self, section: int, edge: Edge) -> tuple[Point, Point]:
        """The side of a section that faces this edge of the table, from its lower coordinates to the higher."""
        x0, y0, x1, y1 = self.box(section)
        lines: dict[Edge, tuple[Point, Point]] = {
            "bottom": ((x0, y0), (x1, y0)),
            "top": ((x0, y1), (x1, y1)),
            "left": ((x0, y0), (x0, y1)),
            "right": ((x1, y0), (x1, y1)),
        }
        return lines[edge]

    def neighbours(self, section: int) -> tuple[tuple[int, Edge], ...]:
        """The sections that share a side with this one, and in which direction they lie."""
        x0, y0, x1, y1 = self.box(section)
        cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
        w, h = x1 - x0, y1 - y0
        places: tuple[tuple[Edge, float, float], ...] = (
            ("bottom", cx, cy - h),
            ("top", cx, cy + h),
            ("left", cx - w, cy),
            ("right", cx + w, cy),
        )
        inside = ((e, x, y) for e, x, y in places if 0 < x < self.width_in and 0 < y < self.height_in)
        return tuple((self.at(x, y), edge) for edge, x, y in inside)

    def _column_row(self, u: float, v: float) -> tuple[int, int]:
        """Column from the player's left and row from the far edge, of a place given in shares of the table."""
        i, j = min(2, max(0, int(u * 3 + 1e-9))), min(2, max(0, int(v * 3 + 1e-9)))
        return {"bottom": (i, 2 - j), "top": (2 - i, j), "left": (2 - j, 2 - i), "right": (j, i)}[self.near]

    def _cell(self, column: int, row: int) -> tuple[int, int]:
        """The inverse: steps from the left and from the bottom of the table."""
        return {
            "bottom": (column, 2 - row),
            "top": (2 - column, row),
            "left": (2 - row, 2 - column),
            "right": (row, column),
        }[self.near]


def edge_distance(edge: Edge, width_in: float, height_in: float, x: float, y: float) -> float:
    """Inches from a point to an edge of the table."""
    return {"bottom": y, "top": height_in - y, "left": x, "right": width_in - x}[edge]


def opposite(edge: Edge) -> Edge:
    """The edge across the table."""
    return _OPPOSITE[edge]
