"""Where a man who has to get away from enemies can go: out of their sight, in cover from them, by the shortest way.

Rules: NUT-STAT-05, -08, -09, NUT-MOVE-09, -12.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from wargame.board import Footprint, bearing, clear_pairs, crossed, snap, snap_facing, turn_between
from wargame.board.routes import Reach, reach, route
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    cover,
    geometry,
    lines,
    looking,
    movement,
    night,
    passages,
    standing,
    terrain,
)
from wargame.rulesets.clash_of_titans.looking import Look
from wargame.rulesets.clash_of_titans.state import ClashStand

Point = tuple[float, float]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
CELL_IN = 0.5
SOLID_IN = 2.5
MOST_EXACT = 24
"""Places, the nearest first, that are looked at line by line."""


def reach_of(scene: Scene, stand: ClashStand, inches: float, cell_in: float = CELL_IN) -> Reach:
    """Where involuntary movement of so many inches can lead: enemies are in the way. Rule: NUT-MOVE-09."""
    cite("NUT-MOVE-09")
    enemies = standing.blocking(scene, stand)
    bases = [movement.grown(s, stand.base.radius) for s in enemies]
    wide = standing.footprints([*bases, *_walls(scene, stand, inches)])
    kind = standing.movement_class(stand)
    return reach(scene.board, stand.x, stand.y, inches, kind, cell_in, obstacles=wide, start_free=True)


def _walls(scene: Scene, stand: ClashStand, inches: float) -> list[Footprint]:
    """The walls of houses near by, as thick as the grid of a quick look needs them. Rule: NUT-BLDG-04."""
    return passages.walls(scene, (stand.x, stand.y), inches, stand.floor, CELL_IN) if stand.is_man else []


def places(scene: Scene, stand: ClashStand, found: Reach) -> tuple[Floats, Floats]:
    """Free places in reach (n, 2) and what the way to each costs, the cheapest first. Rule: NUT-MOVE-12."""
    rows, columns = np.nonzero(np.isfinite(found.costs))
    points = np.stack([found.x0 + (columns + 0.5) * found.cell, found.y0 + (rows + 0.5) * found.cell], axis=1).astype(
        np.float64
    )
    costs = found.costs[rows, columns].astype(np.float64)
    cite("NUT-MOVE-12")
    free = standing.free_many(scene, stand, points, stand.floor) & ~near_enemies(scene, stand, points)
    points, costs = points[free], costs[free]
    order = np.lexsort((points[:, 1], points[:, 0], np.round(costs, 3)))
    return points[order], costs[order]


def near_enemies(scene: Scene, stand: ClashStand, points: Floats) -> Bools:
    """At which points it would be in contact with an enemy. Rule: NUT-MOVE-12."""
    found = np.zeros(len(points), np.bool_)
    for enemy in standing.blocking(scene, stand):
        reach_in = stand.base.radius + enemy.base.radius + 0.11
        found |= np.hypot(points[:, 0] - enemy.x, points[:, 1] - enemy.y) <= reach_in
    return found


# ---------------------------------------------------------------- safe places


def looks_at(scene: Scene, stand: ClashStand, at: Point, enemies: Sequence[ClashStand]) -> list[Look]:
    """The looks of enemies at a man who stood somewhere else."""
    end = looking.end_of(scene, stand, lines.pose_of(scene, stand, at, facing_at(stand, at)))
    found = []
    for enemy in enemies:
        apart = geometry.between(stand, at, enemy, geometry_place(scene, enemy))
        if not night.too_far(scene, stand, apart):
            other = looking.end_of(scene, enemy, lines.pose_of(scene, enemy))
            found.append(looking.Look(other, end, apart, night.is_dark_for(scene, stand)))
    return found


def facing_at(stand: ClashStand, at: Point) -> float | None:
    """How a vehicle faces after driving straight to a place, reversing if that is behind it; None for men.

    Rule: NUT-STAT-14.
    """
    if not stand.is_vehicle or math.dist(at, (stand.x, stand.y)) < 1e-6:
        return None
    ahead = bearing(stand.x, stand.y, *at)
    if turn_between(ahead, stand.facing_deg) > 90.0:
        return snap_facing((ahead + 180.0) % 360.0)
    return snap_facing(ahead)


def geometry_place(scene: Scene, stand: ClashStand) -> Point:
    """Where a stand, or what carries it, is."""
    body = lines.body_of(lines.state_of(scene), stand)
    return body.x, body.y


def is_seen(scene: Scene, stand: ClashStand, at: Point, enemies: Sequence[ClashStand]) -> bool:
    """Would any of these enemies see him if he stood there?"""
    looks = looks_at(scene, stand, at, enemies)
    return bool(looks) and bool(looking.are_open(scene, looks).any())


def is_covered(scene: Scene, stand: ClashStand, at: Point, enemies: Sequence[ClashStand]) -> bool:
    """Would he be in cover from all of these enemies if he stood there?"""
    moved = copy.copy(stand)
    moved.x, moved.y = at
    return all(cover.cover(scene, moved, enemy).in_cover for enemy in enemies)


def is_safe(scene: Scene, stand: ClashStand, at: Point, enemies: Sequence[ClashStand]) -> bool:
    """Out of the sight of all of these, or (men) in cover from all of them. Rules: NUT-STAT-05, -14."""
    if stand.is_vehicle:
        return not is_seen(scene, stand, at, enemies)
    return not is_seen(scene, stand, at, enemies) or is_covered(scene, stand, at, enemies)


def nearest_safe(scene: Scene, stand: ClashStand, inches: float, enemies: Sequence[ClashStand]) -> Point | None:
    """The cheapest place to get to that is safe from these enemies, None if none is in reach. Rule: NUT-STAT-05."""
    cite("NUT-STAT-05")
    points, _ = places(scene, stand, reach_of(scene, stand, inches))
    for at in _promising(scene, stand, points, enemies):
        if is_safe(scene, stand, at, enemies):
            return at
    return None


def _promising(scene: Scene, stand: ClashStand, points: Floats, enemies: Sequence[ClashStand]) -> Iterator[Point]:
    """Places in order that a quick look finds hidden, or near something that may be cover."""
    if not len(points):
        return
    hidden = unseen_many(scene, stand, points, enemies)
    if stand.is_vehicle:
        reach_in = stand.base.radius * 0.7
        for dx, dy in ((reach_in, 0.0), (-reach_in, 0.0), (0.0, reach_in), (0.0, -reach_in)):
            hidden &= unseen_many(scene, stand, points + np.array([dx, dy]), enemies)
        covered = np.zeros(len(points), np.bool_)
    else:
        covered = sheltered_many(scene, points, enemies)
    for n in np.nonzero(hidden | covered)[0].tolist()[:MOST_EXACT]:
        yield snap(float(points[n, 0])), snap(float(points[n, 1]))


def unseen_many(scene: Scene, stand: ClashStand, points: Floats, enemies: Sequence[ClashStand]) -> Bools:
    """At which of these places no line from the middle of an enemy reaches the middle of the place (a quick look)."""
    found = np.ones(len(points), np.bool_)
    if not len(points) or not enemies:
        return found
    board = scene.board
    ground = board.ground_many(points)
    here = np.column_stack([points, ground + lines.own_height(stand)])
    there = [lines.pose_of(scene, enemy) for enemy in enemies]
    for row in np.array([(p.x, p.y, p.top_in) for p in there], np.float64):
        other = np.tile(row, (len(points), 1))
        found &= ~clear_pairs(board, here, other)
    return found


def sheltered_many(scene: Scene, points: Floats, enemies: Sequence[ClashStand]) -> Bools:
    """Which places may be in cover: on ground that covers all round, or with something solid close by on the line to
    each enemy (a quick look)."""
    board = scene.board
    area, solid = frozenset(terrain.cover_file()["area"]), frozenset(terrain.cover_file()["solid"])
    kinds = {f.kind for f in board.features}
    found = np.zeros(len(points), np.bool_)
    if kinds & area:
        spots = np.column_stack([points - 0.01, points + 0.01])
        found[crossed(board, area, spots).line] = True
    if kinds & solid and enemies:
        behind = np.ones(len(points), np.bool_)
        for enemy in enemies:
            x, y = geometry_place(scene, enemy)
            away = np.maximum(1e-6, np.hypot(x - points[:, 0], y - points[:, 1]))[:, None]
            ends = points + (np.array([x, y]) - points) / away * np.minimum(away, SOLID_IN)
            hit = np.zeros(len(points), np.bool_)
            hit[crossed(board, solid, np.column_stack([points, ends])).line] = True
            behind &= hit
        found |= behind
    return found


# ---------------------------------------------------------------- ways


def way(scene: Scene, stand: ClashStand, to: Point) -> tuple[Point, ...]:
    """The way to a place, beginning where he stands; straight if no other is found."""
    enemies = standing.blocking(scene, stand)
    bases = [movement.grown(s, stand.base.radius) for s in enemies]
    wide = standing.footprints([*bases, *_walls(scene, stand, math.dist((stand.x, stand.y), to))])
    kind = standing.movement_class(stand)
    start = (stand.x, stand.y)
    found = route(scene.board, start, to, kind, obstacles=wide, cell_in=CELL_IN, start_free=True)
    return (start, to) if found is None else (start, *found.points[1:-1], to)
