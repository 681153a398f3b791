"""Own edges of the table, and places in a stand's own frame. Rule: NUT-GEO-16."""

from __future__ import annotations

import math
from typing import Protocol

from wargame.board import Base, Table, snap
from wargame.engine.rules import cite
from wargame.engine.setup import Setup, SideSetup

Point = tuple[float, float]
OPPOSITE = {"left": "right", "right": "left", "bottom": "top", "top": "bottom"}


class Placed(Protocol):
    """Something with a place and a facing."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def facing_deg(self) -> float: ...
    @property
    def base(self) -> Base: ...


def of_side(setup: Setup, side: SideSetup, given: str | None) -> str:
    """The own edge of a side: what the scenario says, else the edge behind its set-up area, else the one farthest from
    the enemy's. Rule: NUT-GEO-16."""
    cite("NUT-GEO-16")
    if given:
        return given
    mine = _middle(setup, side.id)
    if mine is not None:
        distances = {edge: distance(setup.table, edge, mine) for edge in OPPOSITE}
        nearest = min(distances, key=lambda edge: distances[edge])
        if distances[nearest] < distances[OPPOSITE[nearest]] - 1.0:
            return nearest
    for enemy in setup.sides:
        theirs = _middle(setup, enemy.id) if enemy.id != side.id else None
        if theirs is not None:
            return max(OPPOSITE, key=lambda edge: distance(setup.table, edge, theirs))
    return "left" if side.id == setup.sides[0].id else "right"


def _middle(setup: Setup, side: str) -> Point | None:
    """The middle of where a side is set up: its zones, or its placed stands."""
    points = [p for z in setup.zones if z.side == side and z.kind in ("deploy", "entry") for p in z.polygon]
    if not points:
        rows = [row for group in setup.groups if group.side == side for row in group.stands]
        points = [(row.place[0], row.place[1]) for row in rows if row.place is not None]
    if not points:
        return None
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def distance(table: Table, edge: str, point: Point) -> float:
    """Inches from a point to an edge of the table."""
    x, y = point
    return {"left": x, "right": table.width_in - x, "bottom": y, "top": table.height_in - y}[edge]


def nearest_point(table: Table, edge: str, point: Point) -> Point:
    """The point of an edge nearest to a place on the table."""
    x, y = point
    return {"left": (0.0, y), "right": (table.width_in, y), "bottom": (x, 0.0), "top": (x, table.height_in)}[edge]


def inside(table: Table, edge: str, point: Point, margin_in: float) -> Point:
    """The last place on the way over an edge where a base of this radius is still on the table."""
    x, y = nearest_point(table, edge, point)
    room_x, room_y = min(margin_in, table.width_in / 2), min(margin_in, table.height_in / 2)
    return snap(min(max(x, room_x), table.width_in - room_x)), snap(min(max(y, room_y), table.height_in - room_y))


TOUCH_IN = 0.1
"""How near to an edge the outline of a vehicle has to be to drive over it (NUT-MOVE-10, NUT-GEO-12: contact)."""


def half_across(body: Placed, edge: str) -> float:
    """Inches from a stand's middle to the side of its outline that is nearest to an edge."""
    return half_at(body.base, edge, body.facing_deg)


def half_at(base: Base, edge: str, facing_deg: float) -> float:
    """The same for a base that faces so."""
    if base.shape == "circle":
        return base.radius
    turn = math.radians(facing_deg)
    along, across = abs(math.cos(turn)), abs(math.sin(turn))
    if edge in ("top", "bottom"):
        along, across = across, along
    return (base.depth_in * along + base.width_in * across) / 2


def last_place(table: Table, edge: str, body: Placed, beside: Point) -> Point:
    """Where a vehicle that drives straight there touches the edge, at the height of a place beside it.

    Its direction decides how much of it lies before its middle: two steps come near enough.
    """
    facing, found = outward_deg(edge), beside
    for _ in range(3):
        found = inside(table, edge, beside, half_at(body.base, edge, facing) + TOUCH_IN / 2)
        facing = math.degrees(math.atan2(found[1] - body.y, found[0] - body.x))
    return found


def outward_deg(edge: str) -> float:
    """The direction that leads over an edge."""
    return {"left": 180.0, "right": 0.0, "bottom": 270.0, "top": 90.0}[edge]


def at(body: Placed, ahead_in: float, left_in: float) -> Point:
    """A place in a stand's own frame: inches ahead of its centre and to its left."""
    angle = math.radians(body.facing_deg)
    c, s = math.cos(angle), math.sin(angle)
    return snap(body.x + ahead_in * c - left_in * s), snap(body.y + ahead_in * s + left_in * c)
