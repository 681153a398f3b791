"""The way of a charger to contact with an enemy: by the shortest way, within his move.

Rules: NUT-CHRG-01, -08, NUT-GEO-12.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Sequence

from wargame.board import HALF, Footprint, bearing, snap
from wargame.board.routes import route
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import geometry, movement, passages, rooms, standing
from wargame.rulesets.clash_of_titans.ground import INDOORS
from wargame.rulesets.clash_of_titans.lines import Point
from wargame.rulesets.clash_of_titans.planned import Plan
from wargame.rulesets.clash_of_titans.state import ClashStand

TOUCH_IN = 0.05
"""Gap between the bases of men who have closed; contact is up to 0.1 (NUT-GEO-12)."""
ROUND_DEG = (0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180)
MOST_TRIED = 6


def free_spots(
    scene: Scene, stand: ClashStand, at: Point, radius_in: float, towards_deg: float = 0.0
) -> Iterator[Point]:
    """Free places in contact with a disc, the one nearest to a direction first."""
    reach = radius_in + stand.base.radius + TOUCH_IN
    for turn in ROUND_DEG:
        angle = math.radians(towards_deg + turn)
        spot = snap(at[0] + reach * math.cos(angle)), snap(at[1] + reach * math.sin(angle))
        if standing.may_stand(scene, stand, *spot, stand.facing_deg) is None:
            yield spot


def way(scene: Scene, stand: ClashStand, target: ClashStand) -> Plan | None:
    """The cheapest plan to contact with a man that his normal move allows, or None. Rules: NUT-CHRG-01, -08."""
    cite("NUT-CHRG-08")
    body = geometry.footprint(scene, target)
    reach = movement.allowance(scene, stand, movement.WALK)
    straight = math.dist((stand.x, stand.y), (body.x, body.y)) - stand.base.radius - target.base.radius
    if straight > reach + 0.2:
        return None
    towards = bearing(body.x, body.y, stand.x, stand.y)
    best: Plan | None = None
    for tried, spot in enumerate(free_spots(scene, stand, (body.x, body.y), target.base.radius, towards)):
        if tried >= MOST_TRIED or (best is not None and tried >= 1):
            break
        found = _plan_to(scene, stand, spot, target)
        if (
            found is not None
            and (best is None or found.cost < best.cost)
            and _touches_there(scene, stand, found, target)
        ):
            best = found
    return best


def _touches_there(scene: Scene, stand: ClashStand, plan: Plan, target: ClashStand) -> bool:
    """Is there no wall between his target and the end of a way? Rule: NUT-GEO-12."""
    if not rooms.is_built(scene.board):
        return True
    there = copy.copy(stand)
    there.x, there.y = plan.path[-1]
    there.floor = stand.floor if plan.floor is None else plan.floor
    return geometry.can_touch(scene, there, target)


def _plan_to(scene: Scene, stand: ClashStand, spot: Point, target: ClashStand) -> Plan | None:
    spare = movement.allowance(scene, stand, movement.WALK) + movement.SLACK
    if math.dist((stand.x, stand.y), spot) > spare + HALF:  # no ground costs less than its inches
        return None
    facing = bearing(*spot, target.x, target.y)
    direct = movement.plan(scene, stand, (spot,), movement.WALK, facing)
    if direct.refusal is None:
        return direct
    enemies = [s for s in standing.blocking(scene, stand) if s.id != target.id]
    bases = [movement.grown(s, stand.base.radius) for s in enemies]
    walls = passages.walls(scene, (stand.x, stand.y), math.dist((stand.x, stand.y), spot))
    wide = standing.footprints([base for base in (*bases, *walls) if _within_reach(stand, base, spare)])
    found = route(scene.board, (stand.x, stand.y), spot, INDOORS, obstacles=wide, cell_in=0.25, start_free=True)
    if found is None:
        return None
    plan = movement.plan(scene, stand, found.points[1:], movement.WALK, facing)
    return plan if plan.refusal is None else None


def _within_reach(stand: ClashStand, base: Footprint, inches: float) -> bool:
    """Could a man who walks so far come to a base? What he cannot come to is in nobody's way."""
    away = math.dist((stand.x, stand.y), (base.x, base.y))
    return away <= inches + math.hypot(base.base.width_in, base.base.depth_in) / 2 + HALF


def reach_in(scene: Scene, stand: ClashStand, target: ClashStand) -> float:
    """Centre to centre inches at which a charger touches a man."""
    return stand.base.radius + target.base.radius + TOUCH_IN


def touches(scene: Scene, stand: ClashStand, targets: Sequence[ClashStand]) -> list[ClashStand]:
    """Which of these a man is in contact with."""
    return [target for target in targets if geometry.in_contact(scene, stand, target)]


def way_to_hull(scene: Scene, stand: ClashStand, target: ClashStand) -> Plan | None:
    """The cheapest plan to contact with the hull of a vehicle that his normal move allows, or None.

    Rules: NUT-VINF-04, NUT-GEO-12.
    """
    cite("NUT-VINF-04")
    reach = movement.allowance(scene, stand, movement.WALK)
    if geometry.distance(scene, stand, target) - stand.base.radius > reach + 0.2:
        return None
    best: Plan | None = None
    for spot in hull_spots(scene, stand, target):
        found = _plan_to(scene, stand, spot, target)
        if found is not None and (best is None or found.cost < best.cost - 1e-6):
            best = found
        if best is not None:
            break
    return best


def hull_spots(scene: Scene, stand: ClashStand, target: ClashStand) -> list[Point]:
    """Free places in contact with the outline of a vehicle, the nearest to a man first."""
    half_w, half_d = target.base.width_in / 2, target.base.depth_in / 2
    off = stand.base.radius + TOUCH_IN
    local = [(x, s * (half_w + off)) for x in (-half_d, -half_d / 2, 0.0, half_d / 2, half_d) for s in (-1, 1)]
    local += [(s * (half_d + off), y) for y in (-half_w / 2, 0.0, half_w / 2) for s in (-1, 1)]
    angle = math.radians(target.facing_deg)
    c, s = math.cos(angle), math.sin(angle)
    spots = [(snap(target.x + x * c - y * s), snap(target.y + x * s + y * c)) for x, y in local]
    free = [p for p in spots if standing.may_stand(scene, stand, *p, stand.facing_deg) is None]
    return sorted(free, key=lambda p: (round(math.dist(p, (stand.x, stand.y)), 3), p))
