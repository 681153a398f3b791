"""How a battle begins, for every rulebook: objectives and areas of the scenario, zones to deploy in, places in them.

Places are inches on the table, polygons tuples of such places.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from wargame.board import Board, contains_many, price
from wargame.engine.ruleset import Scene
from wargame.engine.setup import Setup
from wargame.engine.state import Area, Objective, State

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Floats = NDArray[np.float64]
EDGE_IN = 0.6
"""A zone that comes this near to an edge of the table lies at it."""
FINE_SQIN = 60.0
"""Zones smaller than this are searched in steps of a quarter of an inch, larger ones of half an inch."""


def lay_ground(state: State, setup: Setup) -> None:
    """Puts the objectives and areas of the scenario into the first state."""
    for o in setup.objectives:
        state.objectives[o.id] = Objective(
            id=o.id,
            name=o.name,
            x=o.x,
            y=o.y,
            radius_in=o.radius_in,
            points=o.points,
            primary=o.primary,
            holder=o.holder,
        )
    for a in setup.areas:
        facts = tuple(sorted(a.data.items()))
        state.areas[a.id] = Area(
            id=a.id, kind=a.kind, polygon=a.polygon, owner=a.owner, known_to=a.known_to, name=a.name, data=facts
        )


def zones_of(setup: Setup, group: str, side: str) -> tuple[Polygon, ...]:
    """The zones of a group: those of its arrival, else its own, else all deployment zones of its side."""
    arrival = setup.arrival_of(group)
    known = any(g.id == group for g in setup.groups)
    names = arrival.zones if arrival is not None else setup.group(group).zones if known else ()
    if not names:
        names = tuple(z.id for z in setup.zones if z.side == side and z.kind == "deploy")
    return tuple(setup.zone(name).polygon for name in names)


def enemy_ground(scene: Scene, side: str) -> Point | None:
    """Where the enemy is to be looked for: the middle of his zones, else of his stands; None where nothing tells."""
    points = [p for z in scene.setup.zones if z.side and z.side != side for p in z.polygon]
    if not points:
        points = [(s.x, s.y) for s in scene.state.stands.values() if s.side != side and s.on_table]
    if not points:
        return None
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def whole_table(scene: Scene) -> Polygon:
    """The table as a zone."""
    width, height = scene.board.table.width_in, scene.board.table.height_in
    return ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))


def way_in(board: Board, zones: Iterable[Polygon], x: float, y: float, movement_class: str) -> float:
    """Price of the straight way from the edge of the table that a zone lies at; infinite without a way, 0 where no zone
    lies at an edge."""
    best, found = math.inf, False
    for zone in zones:
        for start in _edge_points(zone, x, y, board.table.width_in, board.table.height_in):
            found = True
            priced = price(board, (start, (x, y)), movement_class, start_free=True)
            if priced.passable:
                best = min(best, priced.cost)
    return round(best, 3) if found else 0.0


def _edge_points(zone: Polygon, x: float, y: float, width: float, height: float) -> Iterator[Point]:
    xs, ys = [p[0] for p in zone], [p[1] for p in zone]
    if min(xs) <= EDGE_IN:
        yield 0.0, y
    if max(xs) >= width - EDGE_IN:
        yield width, y
    if min(ys) <= EDGE_IN:
        yield x, 0.0
    if max(ys) >= height - EDGE_IN:
        yield x, height


def places_in(zones: Iterable[Polygon]) -> Floats:
    """A lattice of places in the zones, shape (n, 2)."""
    found = [_lattice(zone) for zone in zones]
    return np.vstack(found) if found else np.empty((0, 2))


def _lattice(zone: Polygon) -> Floats:
    xs, ys = [p[0] for p in zone], [p[1] for p in zone]
    step = 0.25 if (max(xs) - min(xs)) * (max(ys) - min(ys)) < FINE_SQIN else 0.5
    gx = np.arange(math.floor(min(xs) / step) * step + step / 2, max(xs), step)
    gy = np.arange(math.floor(min(ys) / step) * step + step / 2, max(ys), step)
    points = np.array([(x, y) for y in gy.tolist() for x in gx.tolist()]).reshape(-1, 2)
    return points[contains_many(zone, points)] if len(points) else points


def ground_at(scene: Scene, points: Floats, otherwise: str) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """Row of the terrain table at each place, as index (n,) into the names; `otherwise` is the row of bare table."""
    codes, names = scene.board.terrain_many(points)
    return np.where((codes >= 0) & (codes < len(names)), codes, len(names)).astype(np.int64), (*names, otherwise)


def inches_to_goals(scene: Scene, points: Floats, otherwise: Point) -> Floats:
    """Distance of each place to the nearest objective, shape (n,); to `otherwise` where the battle has none."""
    goals = [(o.x, o.y) for o in scene.state.objectives.values()] or [otherwise]
    away: Floats = np.min([np.hypot(points[:, 0] - x, points[:, 1] - y) for x, y in goals], axis=0)
    return away
