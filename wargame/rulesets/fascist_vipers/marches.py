"""Paths along roads, for marches. Rule: CFV-MOVE-03."""

from __future__ import annotations

import itertools
import math

from wargame.board import path_length, snap_point
from wargame.engine import paths
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import movement
from wargame.rulesets.fascist_vipers.state import Point, VipersStand

ROADS = frozenset({"road", "path"})
_SHARES = (1.0, 0.6)


def road_paths(scene: Scene, stand: VipersStand) -> list[tuple[Point, ...]]:
    """Legal marches from where a unit stands: along each road under it, both ways, far and half as far."""
    if movement.left(stand, movement.ROAD) <= movement.left(stand):
        return []
    found = []
    for ring in _roads_under(scene, stand):
        for way in (ring, tuple(reversed(ring))):
            ahead = _ahead(way, (stand.x, stand.y))
            for share in _SHARES:
                path = _march(ahead, movement.left(stand, movement.ROAD) * share - 0.01)
                if path and movement.plan(scene, stand, path, movement.ROAD).price.refusal is None:
                    found.append(path)
                    break
    return found


def _roads_under(scene: Scene, stand: VipersStand) -> list[tuple[Point, ...]]:
    if scene.board.terrain_at(stand.x, stand.y)[0] != scene.board.profile.road_row:
        return []
    return [f.rings[0] for f in scene.board.features_at(stand.x, stand.y) if f.kind in ROADS and f.geometry == "line"]


def _ahead(way: tuple[Point, ...], at: Point) -> tuple[Point, ...]:
    """The road from the point of it that is nearest to a place, to its end."""
    best, left = math.inf, way
    for n, (a, b) in enumerate(itertools.pairwise(way)):
        dx, dy = b[0] - a[0], b[1] - a[1]
        square = dx * dx + dy * dy
        t = 0.0 if square == 0.0 else max(0.0, min(1.0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / square))
        foot = (a[0] + t * dx, a[1] + t * dy)
        if math.dist(foot, at) < best:
            best, left = math.dist(foot, at), (foot, *way[n + 1 :])
    return (at, *left)


def _march(ahead: tuple[Point, ...], inches: float) -> tuple[Point, ...]:
    if path_length(ahead) < 0.5 or inches < 0.5:
        return ()
    return tuple(snap_point(*point) for point in paths.cut(ahead, min(inches, path_length(ahead)))[1:])
