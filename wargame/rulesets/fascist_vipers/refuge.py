"""Where a shaken unit goes: the nearest cover, or out of range. Rules: CFV-REAC-15, -17, -37, -38."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wargame.board import HALF, Board, within
from wargame.board.movement import along, path_length
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import cover, fire, standing_ground, units
from wargame.rulesets.fascist_vipers.enemies import distance_to_nearest
from wargame.rulesets.fascist_vipers.ground import rows_that, terrain_rows
from wargame.rulesets.fascist_vipers.state import Point, VipersStand

Floats = NDArray[np.float64]
GRID_IN = 0.5
_TRIES = 60


def cover_distance(scene: Scene, stand: VipersStand) -> float:
    """Inches to the nearest cover for a unit, 0 in cover, infinite where the table has none. Rule: CFV-REAC-37."""
    cite("CFV-REAC-37")
    if cover.in_cover(scene, stand):
        return 0.0
    board = scene.board
    shelters = [f for f in board.features if _shelters(board, stand, board.row_of(f))]
    return min((board.distance_to(f.id, stand.x, stand.y) for f in shelters), default=math.inf)


def nearest_cover(
    scene: Scene, stand: VipersStand, enemies: list[VipersStand], limit_in: float = math.inf
) -> Point | None:
    """The nearest place in cover that lies no closer to a known enemy than the unit itself and where it may stand.

    Rule: CFV-REAC-38.
    """
    points = _cover_points(scene.board, stand)
    if not len(points):
        return None
    away = np.hypot(points[:, 0] - stand.x, points[:, 1] - stand.y)
    allowed = (away <= limit_in + HALF) & _no_closer(points, (stand.x, stand.y), enemies)
    order = np.argsort(away[allowed], kind="stable")[:_TRIES]
    for x, y in points[allowed][order].tolist():
        if standing_ground.may_stand(scene, stand, x, y, stand.facing_deg) is None:
            return x, y
    return None


def approaches(path: tuple[Point, ...], enemies: list[VipersStand]) -> bool:
    """Does a path come nearer to the nearest of these enemies than where it begins? Rules: CFV-REAC-14, -16."""
    start = distance_to_nearest(path[0], enemies)
    return any(not within(start, distance_to_nearest(p, enemies)) for p in _stations(path))


def threats(scene: Scene, stand: VipersStand, enemies: list[VipersStand]) -> list[VipersStand]:
    """Known enemies that could affect a unit and have the range to it. Rule: CFV-REAC-38."""
    cite("CFV-REAC-38")
    return [enemy for enemy in enemies if fire.is_able(enemy) and fire.has_effect(enemy, stand) is None]


def _stations(path: tuple[Point, ...]) -> list[Point]:
    length = path_length(path)
    return [along(path, n * 0.25) for n in range(math.ceil(length / 0.25))] + [path[-1]]


def _no_closer(points: Floats, at: Point, enemies: list[VipersStand]) -> NDArray[np.bool_]:
    if not enemies:
        return np.ones(len(points), np.bool_)
    places = np.array([(e.x, e.y) for e in enemies], np.float64)
    nearest = np.hypot(points[:, None, 0] - places[:, 0], points[:, None, 1] - places[:, 1]).min(axis=1)
    return np.asarray(nearest >= distance_to_nearest(at, enemies) - HALF)


def _shelters(board: Board, stand: VipersStand, row: str | None) -> bool:
    if row is None or terrain_rows().get(row, {}).get("cover", "none") == "none":
        return False
    if row in rows_that("foot_and_guns_rows") and units.is_vehicle(stand):
        return False
    return board.profile.cost_of(row, units.movement_class(stand)) >= 0.0


def _cover_points(board: Board, stand: VipersStand) -> Floats:
    """Places in cover all over the table: a half-inch grid, and along narrow works. Kept with the board."""
    rows = tuple(sorted(row for row in terrain_rows() if _shelters(board, stand, row)))
    return board.part(("cover points", rows), lambda one: _find_points(one, rows))


def _find_points(board: Board, rows: tuple[str, ...]) -> Floats:
    width, height = board.table.width_in, board.table.height_in
    xs, ys = np.arange(GRID_IN, width, GRID_IN), np.arange(GRID_IN, height, GRID_IN)
    grid = np.array([(x, y) for y in ys for x in xs], np.float64).reshape(-1, 2)
    narrow = [p for f in board.features if board.row_of(f) in rows and f.geometry == "line" for p in _beads(f.rings)]
    points = np.round(np.concatenate([grid, np.array(narrow, np.float64).reshape(-1, 2)]), 3)
    codes, names = board.terrain_many(points)
    wanted = [i for i, name in enumerate(names) if name in rows]
    return np.asarray(points[np.isin(codes, wanted)])


def _beads(rings: tuple[tuple[Point, ...], ...]) -> list[Point]:
    return [along(ring, n * GRID_IN) for ring in rings for n in range(math.ceil(path_length(ring) / GRID_IN) + 1)]
