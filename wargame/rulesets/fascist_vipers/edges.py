"""A side's own edge of the table: where its guns stand behind, and where its troops leave. Rule: CFV-BRST-11."""

from __future__ import annotations

from collections.abc import Iterable

from wargame.engine.setup import Setup

Point = tuple[float, float]
OUTWARD = {"left": (-1.0, 0.0), "right": (1.0, 0.0), "bottom": (0.0, -1.0), "top": (0.0, 1.0)}
"""Direction off the table over each edge."""


def home_edge(setup: Setup, side: str) -> str:
    """The owner's edge: left, right, bottom or top.

    The scenario may name it (`edge` of the side); else it is the edge towards which the side's ground (its deployment
    zones, else where its stands begin) lies from the enemy's.
    """
    named = next((s.fields.get("edge") for s in setup.sides if s.id == side), None)
    if named in OUTWARD:
        return str(named)
    mine, theirs = _ground_of(setup, (side,)), _ground_of(setup, tuple(s.id for s in setup.sides if s.id != side))
    if mine is None or theirs is None or mine == theirs:
        return "left" if setup.sides[0].id == side else "right"
    dx = (mine[0] - theirs[0]) / setup.table.width_in
    dy = (mine[1] - theirs[1]) / setup.table.height_in
    if abs(dx) >= abs(dy):
        return "left" if dx < 0 else "right"
    return "bottom" if dy < 0 else "top"


def edge_middle(setup: Setup, side: str) -> Point:
    """The middle of the owner's edge, from which guns off the table and aircraft come."""
    width, height = setup.table.width_in, setup.table.height_in
    middle = {
        "left": (0.0, height / 2),
        "right": (width, height / 2),
        "bottom": (width / 2, 0.0),
        "top": (width / 2, height),
    }
    return middle[home_edge(setup, side)]


def nearest_edge_point(setup: Setup, side: str, at: Point) -> Point:
    """The point of the owner's edge nearest to a place."""
    width, height = setup.table.width_in, setup.table.height_in
    edge = home_edge(setup, side)
    return {"left": (0.0, at[1]), "right": (width, at[1]), "bottom": (at[0], 0.0), "top": (at[0], height)}[edge]


def _ground_of(setup: Setup, sides: tuple[str, ...]) -> Point | None:
    """The middle of what belongs to these sides at the start."""
    corners = [p for zone in setup.zones if zone.side in sides and zone.kind == "deploy" for p in zone.polygon]
    if not corners:
        placed = [s.place for g in setup.groups if g.side in sides for s in g.stands if s.place is not None]
        corners = [(place[0], place[1]) for place in placed]
    return _mean(corners)


def _mean(points: Iterable[Point]) -> Point | None:
    found = list(points)
    if not found:
        return None
    return sum(p[0] for p in found) / len(found), sum(p[1] for p in found) / len(found)
