"""Where stands may be put, and a sensible way to put them. Rules: FFT-SET-01, -02, FFT-COH-01."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from wargame.board import Footprint, bearing, inside_table, overlaps, region_contains, snap, snap_facing
from wargame.engine import opening
from wargame.engine.opening import Floats, Polygon
from wargame.engine.orders import Placed, Placement, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.setup import Setup
from wargame.rulesets.fistful_of_tows import cohesion, sites, units
from wargame.rulesets.fistful_of_tows.ground import kinds_that
from wargame.rulesets.fistful_of_tows.state import FistStand, Point, state_of

ROOM_IN = 0.08
EDGE_IN = 0.05


def regions_of(setup: Setup, stand: FistStand) -> tuple[Polygon, ...]:
    """The zones that a stand may be put in."""
    return opening.zones_of(setup, stand.group, stand.side)


def enemy_ground(scene: Scene, side: str) -> Point:
    """Where the enemy is to be looked for."""
    table = scene.board.table
    return opening.enemy_ground(scene, side) or (table.width_in / 2, table.height_in / 2)


def facing_of(scene: Scene, stand: FistStand, placement: Placement) -> float:
    """The facing of a placement; without one, towards the enemy."""
    if placement.facing_deg is not None:
        return snap_facing(placement.facing_deg)
    return snap_facing(bearing(placement.x, placement.y, *enemy_ground(scene, stand.side)))


def check(scene: Scene, stands: Iterable[FistStand], order: Placed, *, entering: bool = False) -> Refusal | None:
    """Why these placements are not legal, or None. Rules: FFT-SET-01, -02."""
    by_id = {s.id: s for s in stands}
    placed: list[tuple[str, Footprint]] = []
    for p in order.placements:
        stand = by_id[p.thing]
        base = Footprint(stand.base, p.x, p.y, facing_of(scene, stand, p))
        refusal = check_one(scene, stand, base, entering=entering)
        if refusal is not None:
            return refusal
        other = next((name for name, there in placed if overlaps(base, there)), None)
        if other is not None:
            text = f"{stand.name} would stand on {by_id[other].name}."
            return Refusal(text=text, rules=(cite("FFT-MOVE-08"),), at=(p.x, p.y), about=stand.id)
        placed.append((stand.id, base))
    return None


def check_one(scene: Scene, stand: FistStand, base: Footprint, *, entering: bool) -> Refusal | None:
    """Why a stand may not be put here, or None."""
    rule = "FFT-SET-02" if entering else "FFT-SET-01"
    regions = regions_of(scene.setup, stand)
    at = (base.x, base.y)
    if regions and not any(region_contains(region, base.x, base.y) for region in regions):
        return Refusal(text=f"{stand.name} has to stand in its zone.", rules=(cite(rule),), at=at, about=stand.id)
    if not inside_table(base, scene.board.table.width_in, scene.board.table.height_in):
        return Refusal(text="The base would stand over the edge of the table.", rules=(cite(rule),), at=at)
    if not _ground_ok(scene, stand, base.x, base.y):
        text = f"{stand.name} may not stand on this ground."
        return Refusal(text=text, rules=(cite("FFT-MOVE-04"),), at=at, about=stand.id)
    for other in state_of(scene).stands.values():
        if other.in_play and other.id != stand.id and overlaps(base, units.footprint(other)):
            return Refusal(text=f"{stand.name} would stand on {other.name}.", rules=(cite("FFT-MOVE-08"),), at=at)
    return None


def _ground_ok(scene: Scene, stand: FistStand, x: float, y: float) -> bool:
    if scene.board.profile.cost_of(scene.board.terrain_at(x, y)[0], units.move_class(stand)) >= 0.0:
        return True
    near = scene.board.kinds_within(x, y, kinds_that("roads") | kinds_that("paths"), 0.3)
    return near is not None


def state_stands(scene: Scene, ids: Iterable[str]) -> list[FistStand]:
    """These stands, in order."""
    return [state_of(scene).stands[name] for name in ids]


# ---------------------------------------------------------------- suggestion


def suggest(scene: Scene, stands: Sequence[FistStand], *, entering: bool = False) -> Placed:
    """A legal, sensible deployment: units together, cover for a defender, everybody facing the enemy."""
    if not stands:
        return Placed()
    taken = [units.footprint(s) for s in state_of(scene).stands.values() if s.in_play]
    enemy = enemy_ground(scene, stands[0].side)
    placements: list[Placement] = []
    fields: dict[object, tuple[Floats, Floats]] = {}
    mates: dict[str, list[Footprint]] = {}
    for stand in stands:
        regions = regions_of(scene.setup, stand) or (opening.whole_table(scene),)
        key = (regions, units.move_class(stand), max((w.rng for w in stand.ratings.weapons), default=0))
        if key not in fields:
            points = opening.places_in(regions)
            fields[key] = (points, sites.scores(scene, stand, points, enemy, entering=entering))
        spot = _best(scene, stand, *fields[key], taken, mates.get(stand.group, []), enemy)
        if spot is None:
            continue
        taken.append(spot)
        mates.setdefault(stand.group, []).append(spot)
        placements.append(Placement(thing=stand.id, x=spot.x, y=spot.y, facing_deg=spot.facing_deg))
    return Placed(placements=tuple(placements))


def _best(
    scene: Scene,
    stand: FistStand,
    points: Floats,
    scores: Floats,
    taken: list[Footprint],
    mates: list[Footprint],
    enemy: Point,
) -> Footprint | None:
    if not len(points):
        return None
    score = scores.copy()
    for there in taken:
        away = np.hypot(points[:, 0] - there.x, points[:, 1] - there.y)
        score = score - 0.6 * np.exp(-away / 1.2)
    if mates and not cohesion.exempt(scene, stand):
        reach = cohesion.distance(scene, stand)
        away = np.min([np.hypot(points[:, 0] - m.x, points[:, 1] - m.y) for m in mates], axis=0)
        score = score - 2.0 * np.maximum(0.0, away - reach - 0.5)
    table = scene.board.table
    for n in np.argsort(-score, kind="stable").tolist():
        if score[n] == -np.inf:
            return None
        x, y = snap(float(points[n, 0])), snap(float(points[n, 1]))
        base = Footprint(stand.base, x, y, snap_facing(bearing(x, y, *enemy)))
        if not inside_table(base, table.width_in, table.height_in):
            continue
        near = [t for t in taken if math.dist((x, y), (t.x, t.y)) < 2.0]
        if not any(overlaps(base, t) for t in near):
            return base
    return None
