"""Where units may be put, and a sensible way to put them. Rules: CFV-MOVE-09, -13, CFV-OBS-08."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wargame.board import Footprint, bearing, inside_table, overlaps, region_contains, snap
from wargame.board import snap_facing as rounded
from wargame.engine import opening
from wargame.engine.opening import Floats, Polygon
from wargame.engine.orders import Placed, Placement, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.setup import Setup
from wargame.rulesets.fascist_vipers import movement, standing_ground, units
from wargame.rulesets.fascist_vipers.ground import rows_that, terrain_rows
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import Point, VipersStand


def regions_of(setup: Setup, stand: VipersStand) -> tuple[Polygon, ...]:
    """The zones that a unit may be put in: those of its arrival, else of its group, else all of its side."""
    return opening.zones_of(setup, stand.group, stand.side)


def facing_of(scene: Scene, stand: VipersStand, placement: Placement) -> float:
    """The facing of a placement; without one, towards the enemy."""
    if placement.facing_deg is not None:
        return rounded(placement.facing_deg)
    return rounded(bearing(placement.x, placement.y, *enemy_ground(scene, stand.side)))


def enemy_ground(scene: Scene, side: str) -> Point:
    """Where the enemy is to be looked for: the middle of his zones, else of his stands, else of the table."""
    table = scene.board.table
    return opening.enemy_ground(scene, side) or (table.width_in / 2, table.height_in / 2)


# ---------------------------------------------------------------- legality


def check(scene: Scene, stands: Iterable[VipersStand], order: Placed, *, entering: bool) -> Refusal | None:
    """Why these placements are not legal, or None. Rules: CFV-MOVE-02, -09, -13."""
    by_id = {s.id: s for s in stands}
    placed: list[tuple[str, Footprint]] = []
    for p in order.placements:
        stand = by_id[p.thing]
        facing = facing_of(scene, stand, p)
        refusal = check_one(scene, stand, p.x, p.y, facing, entering=entering)
        if refusal is not None:
            return refusal
        base = Footprint(stand.base, p.x, p.y, facing)
        other = next((name for name, there in placed if overlaps(base, there)), None)
        if other is not None:
            text = f"{stand.name} would stand on {by_id[other].name}."
            return Refusal(text=text, rules=(cite("CFV-MOVE-09"),), at=(p.x, p.y), about=stand.id)
        placed.append((stand.id, base))
    return None


def check_one(scene: Scene, stand: VipersStand, x: float, y: float, facing: float, *, entering: bool) -> Refusal | None:
    """Why a unit may not be put here, or None."""
    regions = regions_of(scene.setup, stand)
    if regions and not any(region_contains(region, x, y) for region in regions):
        text = f"{stand.name} has to stand in its zone."
        return Refusal(text=text, rules=(cite("CFV-MOVE-13"),) if entering else (), at=(x, y), about=stand.id)
    refusal = standing_ground.may_stand(scene, stand, x, y, facing)
    if refusal is None and entering and way_in(scene, stand, x, y) > movement.allowance(stand):
        text = f"{stand.name} cannot come so far from the edge in one go."
        refusal = Refusal(text=text, rules=(cite("CFV-MOVE-13"),), at=(x, y), about=stand.id)
    return refusal


def way_in(scene: Scene, stand: VipersStand, x: float, y: float) -> float:
    """Points from the edge of the table, where its entry zone lies at one; infinite without a way.

    Rule: CFV-MOVE-13.
    """
    cite("CFV-MOVE-13")
    return opening.way_in(scene.board, regions_of(scene.setup, stand), x, y, units.movement_class(stand))


# ---------------------------------------------------------------- suggestion


@dataclass(slots=True)
class _Field:
    """Places that were found free, with what is known of them."""

    points: Floats
    codes: NDArray[np.int64]
    rows: tuple[str, ...]
    goal_in: Floats
    enemy_in: Floats
    edge_in: Floats


def suggest(scene: Scene, stands: Sequence[VipersStand], *, entering: bool = False) -> Placed:
    """A legal, sensible deployment: guns and infantry of a defender in cover near objectives, all spread over the zone,
    facing the enemy. Stands for which there is no room are left out."""
    taken = [units.footprint(s) for s in standing_ground.standing(scene)]
    placements: list[Placement] = []
    enemy = enemy_ground(scene, stands[0].side) if stands else (0.0, 0.0)
    fields: dict[tuple[Polygon, ...], _Field] = {}
    for stand in sorted(stands, key=_first_placed):
        regions = regions_of(scene.setup, stand) or (opening.whole_table(scene),)
        if regions not in fields:
            fields[regions] = _field(scene, stand, regions, enemy)
        spot = _best(scene, stand, fields[regions], taken, enemy, entering)
        if spot is not None:
            taken.append(spot)
            placements.append(Placement(thing=stand.id, x=spot.x, y=spot.y, facing_deg=spot.facing_deg))
    return Placed(placements=tuple(placements))


def _first_placed(stand: VipersStand) -> tuple[int, str]:
    order = (units.is_gun(stand), units.is_infantry(stand), units.is_afv(stand))
    return next((n for n, fits in enumerate(order) if fits), len(order)), stand.id


def _field(scene: Scene, stand: VipersStand, regions: tuple[Polygon, ...], enemy: Point) -> _Field:
    points = opening.places_in(regions)
    known, rows = opening.ground_at(scene, points, "open")
    away = opening.inches_to_goals(scene, points, enemy)
    table = scene.board.table
    edges = np.minimum(
        np.minimum(points[:, 0], table.width_in - points[:, 0]),
        np.minimum(points[:, 1], table.height_in - points[:, 1]),
    )
    to_enemy = np.hypot(points[:, 0] - enemy[0], points[:, 1] - enemy[1])
    return _Field(points, known, rows, away, to_enemy, edges)


def _best(
    scene: Scene, stand: VipersStand, field: _Field, taken: list[Footprint], enemy: Point, entering: bool
) -> Footprint | None:
    if not len(field.points):
        return None
    score = _scores(scene, stand, field, entering)
    for there in taken:
        distance = np.hypot(field.points[:, 0] - there.x, field.points[:, 1] - there.y)
        score = score - np.exp(-distance / 2.0)
    for n in np.argsort(-score, kind="stable").tolist():
        if score[n] == -np.inf:
            return None
        x, y = snap(field.points[n, 0]), snap(field.points[n, 1])
        base = Footprint(stand.base, x, y, rounded(bearing(x, y, *enemy)))
        if not inside_table(base, scene.board.table.width_in, scene.board.table.height_in):
            continue
        if any(math.dist((x, y), (t.x, t.y)) < 2.0 and overlaps(base, t) for t in taken):
            continue
        if entering and way_in(scene, stand, x, y) > movement.allowance(stand):
            continue
        return base
    return None


def _scores(scene: Scene, stand: VipersStand, field: _Field, entering: bool) -> Floats:
    costs = scene.board.profile.costs
    kind = units.movement_class(stand)
    free = np.array([costs.get(row, {}).get(kind, 1.0) >= 0.0 for row in field.rows])[field.codes]
    covered = np.array([_shelters(row, stand) for row in field.rows], np.float64)[field.codes]
    if entering:
        score = -0.5 * field.edge_in - 0.02 * field.goal_in
    elif scene.state.sides[stand.side].role == "defender":
        back = units.is_hq(stand) or stand.ratings.burst > 0
        score = 2.0 * covered - 0.12 * field.goal_in + (0.05 if back else 0.0) * field.enemy_in
    else:
        forward = -0.03 if units.is_hq(stand) or units.is_gun(stand) else 0.06
        score = 0.5 * covered - forward * field.enemy_in - 0.02 * field.goal_in
    return np.where(free, score, -np.inf)


def _shelters(row: str, stand: VipersStand) -> bool:
    if row in rows_that("foot_and_guns_rows") and units.is_vehicle(stand):
        return False
    return terrain_rows().get(row, {}).get("cover", "none") != "none"


def state_stands(scene: Scene, ids: Iterable[str]) -> list[VipersStand]:
    """These stands, in order."""
    return [state_of(scene).stands[name] for name in ids]
