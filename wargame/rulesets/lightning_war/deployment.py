"""Where stands may be put, and a sensible way to put them. Rules: LW2-FORCE-21, LW2-MOVE-08 to -11."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from wargame.board import Footprint, bearing, inside_table, overlaps, region_contains, snap
from wargame.board import snap_facing as rounded
from wargame.engine import opening
from wargame.engine.opening import Floats, Polygon
from wargame.engine.orders import Placed, Placement, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import flight, units
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import ground, state_of
from wargame.rulesets.lightning_war.ground import OPEN, terrain_rows
from wargame.rulesets.lightning_war.standing_ground import may_stand, standing
from wargame.rulesets.lightning_war.state import Point, WarStand


def regions_of(scene: Scene, stand: WarStand) -> tuple[Polygon, ...]:
    """Where a stand may be put: its zones, or (in a battle with mustered forces) the strip of its role.

    Rules: LW2-FORCE-21, -22.
    """
    given = opening.zones_of(scene.setup, stand.group, stand.side)
    if given or not state_of(scene).mustered:
        return given
    cite("LW2-FORCE-21")
    rows, table = tables()["force"], scene.board.table
    edge = flight.edge_of(scene, stand.side)
    across = table.height_in if edge in ("top", "bottom") else table.width_in
    role = scene.state.sides[stand.side].role
    deep = {"attacker": float(rows["deploy_attacker_inches"]), "defender": across / 2}.get(
        role, float(rows["deploy_meeting_inches"])
    )
    w, h = table.width_in, table.height_in
    box = {"left": (0.0, 0.0, deep, h), "right": (w - deep, 0.0, w, h), "bottom": (0.0, 0.0, w, deep)}
    x0, y0, x1, y1 = box.get(edge, (0.0, h - deep, w, h))
    return (((x0, y0), (x1, y0), (x1, y1), (x0, y1)),)


def facing_of(scene: Scene, stand: WarStand, placement: Placement) -> float:
    """The facing of a placement; without one, towards the enemy."""
    if placement.facing_deg is not None:
        return rounded(placement.facing_deg)
    return rounded(bearing(placement.x, placement.y, *enemy_ground(scene, stand.side)))


def enemy_ground(scene: Scene, side: str) -> Point:
    """Where the enemy is to be looked for: the middle of his zones, else of the table."""
    table = scene.board.table
    return opening.enemy_ground(scene, side) or (table.width_in / 2, table.height_in / 2)


def check(scene: Scene, stands: Iterable[WarStand], order: Placed) -> Refusal | None:
    """Why these placements are not legal, or None. Rule: LW2-FORCE-21."""
    by_id = {s.id: s for s in stands}
    placed: list[tuple[str, Footprint]] = []
    for p in order.placements:
        stand = by_id[p.thing]
        facing = facing_of(scene, stand, p)
        regions = regions_of(scene, stand)
        if regions and not any(region_contains(region, p.x, p.y) for region in regions):
            text = f"{stand.name} has to stand in its zone."
            return Refusal(text=text, rules=(cite("LW2-FORCE-21"),), at=(p.x, p.y), about=stand.id)
        refusal = may_stand(scene, stand, snap(p.x), snap(p.y), facing)
        if refusal is not None:
            return refusal
        base = Footprint(stand.base, p.x, p.y, facing)
        other = next((name for name, there in placed if overlaps(base, there)), None)
        if other is not None:
            text = f"{stand.name} would stand on {by_id[other].name}."
            return Refusal(text=text, at=(p.x, p.y), about=stand.id)
        placed.append((stand.id, base))
    return None


# ---------------------------------------------------------------- suggestion


@dataclass(slots=True)
class _Field:
    """Places that may be taken, with what is known of them."""

    points: Floats
    cover: Floats
    place: Floats
    goal_in: Floats
    enemy_in: Floats
    free: dict[str, Floats] = field(default_factory=dict)


def suggest(scene: Scene, stands: Sequence[WarStand]) -> Placed:
    """A legal, sensible deployment: platoons together, a defender in cover near objectives, facing the enemy. Who has
    no room is left out."""
    if not stands:
        return Placed()
    taken = [units.footprint(s) for s in standing(scene)]
    enemy = enemy_ground(scene, stands[0].side)
    fields: dict[tuple[Polygon, ...], _Field] = {}
    home: dict[str, Point] = {}
    found = []
    for stand in sorted(stands, key=lambda s: (s.group, units.is_staff(s), s.id)):
        regions = regions_of(scene, stand) or (opening.whole_table(scene),)
        if regions not in fields:
            fields[regions] = _field(scene, regions, enemy)
        spot = _best(scene, stand, fields[regions], taken, home.get(stand.group), enemy)
        if spot is not None:
            taken.append(spot)
            home.setdefault(stand.group, (spot.x, spot.y))
            found.append(Placement(thing=stand.id, x=spot.x, y=spot.y, facing_deg=spot.facing_deg))
    return Placed(placements=tuple(found))


def _field(scene: Scene, regions: tuple[Polygon, ...], enemy: Point) -> _Field:
    points = opening.places_in(regions)
    codes, rows = opening.ground_at(scene, points, OPEN)
    grades = {"none": 0.0, "partial": 0.5, "hard": 1.0}
    worth = [
        grades[terrain_rows()[row]["cover_inside"]] if row in terrain_rows() and row != OPEN else 0.0 for row in rows
    ]
    costs = scene.board.profile.costs
    found = _Field(
        points=points,
        cover=np.array(worth)[codes],
        place=ground(scene.board).index.at_many(points).astype(np.float64),
        goal_in=opening.inches_to_goals(scene, points, enemy),
        enemy_in=np.hypot(points[:, 0] - enemy[0], points[:, 1] - enemy[1]),
    )
    for name in ("foot", "vehicle"):
        found.free[name] = np.array([costs.get(row, {}).get(name, 1.0) >= 0.0 for row in rows])[codes]
    return found


def _best(
    scene: Scene, stand: WarStand, field_: _Field, taken: list[Footprint], home: Point | None, enemy: Point
) -> Footprint | None:
    if not len(field_.points):
        return None
    score = _scores(scene, stand, field_, home)
    for there in taken:
        away = np.hypot(field_.points[:, 0] - there.x, field_.points[:, 1] - there.y)
        score = score - (0.3 if home is not None else 1.5) * np.exp(-away / (1.5 if home is not None else 5.0))
    for n in np.argsort(-score, kind="stable").tolist():
        if score[n] == -np.inf:
            return None
        x, y = snap(field_.points[n, 0]), snap(field_.points[n, 1])
        base = Footprint(stand.base, x, y, rounded(bearing(x, y, *enemy)))
        if not inside_table(base, scene.board.table.width_in, scene.board.table.height_in):
            continue
        if any(math.dist((x, y), (t.x, t.y)) < 3.5 and overlaps(base, t) for t in taken):
            continue
        if may_stand(scene, stand, x, y, base.facing_deg) is None:
            return base
    return None


def _scores(scene: Scene, stand: WarStand, field_: _Field, home: Point | None) -> Floats:
    defends = state_of(scene).sides[stand.side].role == "defender"
    if defends:
        score = 2.0 * field_.cover - 0.08 * field_.goal_in
    else:
        score = 1.0 * field_.cover - 0.05 * field_.enemy_in - 0.02 * field_.goal_in
    if units.is_staff(stand):
        score = score + 0.06 * field_.enemy_in
    if home is not None:
        away = np.hypot(field_.points[:, 0] - home[0], field_.points[:, 1] - home[1])
        score = score - 0.25 * np.maximum(0.0, away - 3.0)
    return np.where(field_.free[units.movement_class(stand)], score, -np.inf)
