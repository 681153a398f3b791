"""Cover, hull down and flanks. Rules: CFV-FIRE-08, -09, -23, -30, -33, -34, CFV-ASLT-27."""

from __future__ import annotations

import itertools
import math

import numpy as np
from numpy.typing import NDArray

from wargame.board import Board, gap_to_point, sector, within
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import units
from wargame.rulesets.fascist_vipers.ground import rows_that, terrain_rows
from wargame.rulesets.fascist_vipers.observation import crossings
from wargame.rulesets.fascist_vipers.state import Point, VipersStand

NEAR_IN = 1.0
"""How near to the base a wall or crest must lie to shelter it (CFV-FIRE-30, -33)."""
Floats = NDArray[np.float64]


def shelter(scene: Scene, stand: VipersStand, origin: Point | None) -> str:
    """Cover of a stand against an attack from a place: "", "cover" or "strong".

    origin None: a burst or an aircraft, against which only the ground under the base and works touching it count.
    Rule: CFV-FIRE-33.
    """
    if stand.ratings.strong:
        return "strong"
    found = _under(scene.board, stand)
    if found != "strong" and origin is None:
        found = max(found, _touching_works(scene.board, stand), key=_WORTH.index)
    elif found == "" and origin is not None:
        found = _behind(scene, stand, origin)
    return found


def in_cover(scene: Scene, stand: VipersStand) -> bool:
    """Is the stand in cover by the ground it stands on? Rule: CFV-FIRE-33."""
    return shelter(scene, stand, None) != ""


def ground_gives_cover(board: Board, stand: VipersStand, x: float, y: float) -> bool:
    """Would this stand be in cover with its base centre here?"""
    return _row_cover(board.terrain_at(x, y)[0], stand) != ""


def hull_down(scene: Scene, stand: VipersStand, origin: Point) -> bool:
    """Is a vehicle hull down to a line from this place? Rules: CFV-FIRE-30, -34."""
    if stand.moved or not units.is_vehicle(stand):
        return False
    if _crosses_near(scene, stand, origin, rows_that("pit_rows")):
        cite("CFV-FIRE-30")
        return True
    if _crest_near(scene.board, stand, origin):
        cite("CFV-FIRE-30")
        cite("CFV-FIRE-34")
        return True
    return False


def struck_side(stand: VipersStand, origin: Point) -> str:
    """Front, flank or rear, by the bearing of the attacker; always front for units without a flank.

    Rule: CFV-FIRE-23.
    """
    cite("CFV-FIRE-23")
    if not units.has_flank(stand):
        return "front"
    return sector(units.footprint(stand), origin, units.front_sector())


def behind_obstacle(scene: Scene, stand: VipersStand, origin: Point) -> bool:
    """Does the line to this place cross a river, ditch or wall within 1 inch of the base? Rule: CFV-ASLT-27."""
    return _crosses_near(scene, stand, origin, rows_that("obstacle_rows"), occupied=True)


def is_uphill(scene: Scene, stand: VipersStand, other: VipersStand) -> bool:
    """Is the ground under its base centre higher? Rule: CFV-ASLT-27."""
    return scene.board.ground_in(stand.x, stand.y) > scene.board.ground_in(other.x, other.y) + 1e-9


_WORTH = ("", "cover", "strong")


def _row_cover(row: str, stand: VipersStand) -> str:
    found = terrain_rows().get(row, {}).get("cover", "none")
    if found == "none":
        return ""
    if row in rows_that("foot_and_guns_rows") and units.is_vehicle(stand):
        return ""
    return str(found)


def _under(board: Board, stand: VipersStand) -> str:
    return _row_cover(board.terrain_at(stand.x, stand.y)[0], stand)


def _touching_works(board: Board, stand: VipersStand) -> str:
    near = board.kinds_within(stand.x, stand.y, ("trench", "bunker"), stand.base.radius)
    if near is None or near[1] > min(stand.base.width_in, stand.base.depth_in) / 2:
        return ""
    return _row_cover(board.row_of(near[0]) or "open", stand)


def _behind(scene: Scene, stand: VipersStand, origin: Point) -> str:
    if not _crosses_near(scene, stand, origin, rows_that("cover_rows")):
        return ""
    return "cover"


def _crosses_near(
    scene: Scene, stand: VipersStand, origin: Point, rows: frozenset[str], *, occupied: bool = False
) -> bool:
    """Does the line from `origin` to the base centre run through such ground within 1 inch of the base?

    Ground that the other end stands in counts only if `occupied`: nobody shelters behind the enemy's own trench.
    """
    found = crossings(scene.board, stand.x, stand.y, origin[0], origin[1])
    length = math.dist((stand.x, stand.y), origin)
    for crossing in found:
        if crossing.row in rows and length > 0.0 and (occupied or crossing.leave_in < length - 1e-6):
            share = crossing.enter_in / length
            x, y = stand.x + (origin[0] - stand.x) * share, stand.y + (origin[1] - stand.y) * share
            if within(gap_to_point(units.footprint(stand), x, y), NEAR_IN):
                return True
    return False


def _crest_near(board: Board, stand: VipersStand, origin: Point) -> bool:
    edges: Floats = board.part("contour edges", _contour_edges, frozenset({"hill"}))
    if not len(edges):
        return False
    reach = NEAR_IN + stand.base.radius
    near = edges[
        (np.minimum(edges[:, 0], edges[:, 2]) <= stand.x + reach)
        & (np.maximum(edges[:, 0], edges[:, 2]) >= stand.x - reach)
        & (np.minimum(edges[:, 1], edges[:, 3]) <= stand.y + reach)
        & (np.maximum(edges[:, 1], edges[:, 3]) >= stand.y - reach)
    ]
    for ax, ay, bx, by in near.tolist():
        point = _meeting((stand.x, stand.y), origin, (ax, ay), (bx, by))
        if point is not None and within(gap_to_point(units.footprint(stand), *point), NEAR_IN):
            return True
    return False


def _contour_edges(board: Board) -> Floats:
    rows = [
        (*a, *b)
        for feature in board.features
        if feature.kind == "hill"
        for ring in feature.rings
        for a, b in itertools.pairwise(ring)
    ]
    return np.array(rows, np.float64).reshape(-1, 4)


def _meeting(p: Point, q: Point, a: Point, b: Point) -> Point | None:
    """Where two segments cross, or None."""
    rx, ry, sx, sy = q[0] - p[0], q[1] - p[1], b[0] - a[0], b[1] - a[1]
    cross = rx * sy - ry * sx
    if abs(cross) < 1e-12:
        return None
    t = ((a[0] - p[0]) * sy - (a[1] - p[1]) * sx) / cross
    u = ((a[0] - p[0]) * ry - (a[1] - p[1]) * rx) / cross
    if not (0.0 <= t <= 1.0 and 0.0 <= u <= 1.0):
        return None
    return p[0] + t * rx, p[1] + t * ry
