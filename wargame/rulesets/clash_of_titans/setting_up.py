"""How a computer player deploys: groups on the ground that they have to hold or cross, men in shelter that sees far.

Rules that it keeps to: NUT-GEO-01, NUT-GRP-01.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from wargame.board import Footprint, contains_many, overlaps, snap, snap_facing
from wargame.engine.orders import Placed, Placement
from wargame.engine.requests import Place, Thing
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import aims, data, deployment, exposure, foes, rooms, worth
from wargame.rulesets.clash_of_titans.aims import Aim
from wargame.rulesets.clash_of_titans.foes import COVERED, Floats
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState
from wargame.rulesets.clash_of_titans.ways import shelters

Bools = NDArray[np.bool_]
Polygon = tuple[tuple[float, float], ...]
STEP_IN = 1.5
WATCHED = 26
"""Points of the enemy's ground that a place is compared with."""
SHELTER, SEES, NEAR, AHEAD = 5.0, 3.0, 0.18, 0.35
"""Weights: shelter from that ground, sight of it, nearness to the aim, and (attackers) every inch of the way."""
SEEN_OUT = 6.0
"""What it costs an attacker to begin in sight of it."""
SPREAD_IN, SPREAD = 9.0, 2.5
MAN_IN = 1.35
ROOM_IN = {True: 0.55, False: 2.4}
"""Between the middle of a man, or of a vehicle, and the base of a vehicle."""
TOGETHER = 0.35
NEAR_LEADER = 1.0
"""Loss for each inch that a friendly unit run by the rules is farther from its leader than he can order it."""
IN_CHAIN_IN = 3.7
"""A little less than the distance that keeps a chain together (NUT-GRP-01)."""
TRIES = 60


@dataclass(frozen=True, slots=True)
class _Ground:
    """Places of a region with their worth: for men, for those who shoot far, for vehicles."""

    points: Floats
    man: Floats
    far: Floats
    vehicle: Floats


def deploy(view: View, request: Place) -> Placed | None:
    """Places for the stands of a side, or None if some of them find none."""
    state = cast(ClashState, view.state)
    grounds: dict[tuple[Polygon, ...], _Ground] = {}
    taken: list[Footprint] = []
    anchors: list[tuple[float, float]] = []
    found: list[Placement] = []
    star: tuple[float, float] | None = None
    for things in _by_group(state, request.things):
        regions = things[0].regions
        if regions not in grounds:
            grounds[regions] = _ground(view, request.side, regions)
        ground = grounds[regions]
        own: list[tuple[float, float]] = []
        for thing in sorted(things, key=lambda t: -worth.value(state.stands[t.id])):
            stand = state.stands[thing.id]
            led = star if state.groups[stand.group].np else None
            spot = _spot(view, stand, ground, taken, anchors, own, led)
            if spot is None and thing.must:
                return None
            if spot is not None:
                star = (spot.x, spot.y) if stand.star and star is None else star
                own.append((spot.x, spot.y))
                taken += deployment.bases_of(view, state.stands[thing.id], spot.x, spot.y, spot.facing_deg or 0.0)
                found.append(spot)
        anchors += own[:1]
    return Placed(placements=tuple(found))


def _by_group(state: ClashState, things: Sequence[Thing]) -> list[list[Thing]]:
    """The things of each group: vehicles and guns first, then men; friendly units run by the rules follow the others,
    for they stay near who leads them."""
    groups: dict[str, list[Thing]] = {}
    for thing in things:
        groups.setdefault(state.stands[thing.id].group, []).append(thing)

    def rank(row: list[Thing]) -> tuple[bool, bool]:
        stands = [state.stands[t.id] for t in row]
        return state.groups[stands[0].group].np, min(s.is_man for s in stands)

    return sorted(groups.values(), key=rank)


# ---------------------------------------------------------------- ground


def _ground(view: View, side: str, regions: tuple[Polygon, ...]) -> _Ground:
    points = _points(view, regions)
    enemy = _enemy_ground(view, side)
    board = view.board
    eye = data.height("standing man, gun")
    away = np.hypot(points[:, None, 0] - enemy[None, :, 0], points[:, None, 1] - enemy[None, :, 1])
    clear = exposure.between(board, points, enemy, eye, away)
    shelter = (exposure.shelter_from(view, points, enemy, away) == COVERED).mean(axis=1)
    seen = (clear & (away < 48.0)).mean(axis=1)
    attacks = _attacks(view, side)
    way = _way(view, side, points)
    if attacks:
        base = -AHEAD * way + SHELTER * 0.4 * shelter - SEEN_OUT * seen
        return _Ground(points, base, base + 0.5 * seen, base)
    base = SHELTER * shelter - NEAR * np.minimum(way, 60.0)
    return _Ground(points, base + SEES * np.sqrt(seen), base + 2.0 * SEES * np.sqrt(seen), base + SEES * seen)


def _points(view: View, regions: tuple[Polygon, ...]) -> Floats:
    table = view.board.table
    regions = regions or (
        ((0.0, 0.0), (table.width_in, 0.0), (table.width_in, table.height_in), (0.0, table.height_in)),
    )
    found = [shelters(view.board)]
    for region in regions:
        xs, ys = [p[0] for p in region], [p[1] for p in region]
        gx, gy = np.arange(min(xs) + 0.3, max(xs), STEP_IN), np.arange(min(ys) + 0.3, max(ys), STEP_IN)
        found.append(np.array([(x, y) for y in gy for x in gx]).reshape(-1, 2))
    bare = np.vstack(found[1:])
    found[1:] = [bare[[rooms.building_at(view.board, x, y) is None for x, y in bare.tolist()]]]
    points = np.vstack(found)
    inside = np.logical_or.reduce([contains_many(region, points) for region in regions])
    return np.round(points[inside], 3)


def _enemy_ground(view: View, side: str) -> Floats:
    """Points spread over the zones of the enemy, or where he is."""
    zones = [z for z in view.setup.zones if z.side not in ("", side) and z.kind == "deploy"]
    found: list[tuple[float, float]] = []
    for zone in zones:
        xs, ys = [p[0] for p in zone.polygon], [p[1] for p in zone.polygon]
        across = max(2, round(math.sqrt(WATCHED / len(zones))))
        for i in range(across):
            for j in range(across):
                x = min(xs) + (i + 0.5) / across * (max(xs) - min(xs))
                found.append((x, min(ys) + (j + 0.5) / across * (max(ys) - min(ys))))
    known = [(e.x, e.y) for e in foes.enemies(view, side)]
    return np.array(found + known or [deployment.enemy_ground(view, side)]).reshape(-1, 2)


def _attacks(view: View, side: str) -> bool:
    return view.state.sides[side].role != "defender"


def _way(view: View, side: str, points: Floats) -> Floats:
    """Inches to the nearest of the side's aims."""
    choices = aims.choices(view, side)
    if not choices:
        return np.zeros(len(points))
    return np.asarray(np.min([_to(aim, points) for aim in choices], axis=0))


def _to(aim: Aim, points: Floats) -> Floats:
    room = 0.0 if aim.take else aim.radius_in
    return np.asarray(np.maximum(0.0, np.hypot(points[:, 0] - aim.x, points[:, 1] - aim.y) - room))


# ---------------------------------------------------------------- one stand


def _spot(
    view: View,
    stand: ClashStand,
    ground: _Ground,
    taken: list[Footprint],
    anchors: list[tuple[float, float]],
    own: list[tuple[float, float]],
    led: tuple[float, float] | None = None,
) -> Placement | None:
    """The best free place for one stand; `led`: the leader who gives it orders. Rules: NUT-GRP-01, NUT-NP-16."""
    points = ground.points
    score = (ground.vehicle if not stand.is_man else ground.far if _shoots_far(stand) else ground.man).copy()
    if own:
        gaps = np.array([np.hypot(points[:, 0] - x, points[:, 1] - y) for x, y in own])
        score -= TOGETHER * np.maximum(0.0, gaps[0] - 3.0) + 0.02 * gaps[0]
        if stand.is_man:
            score[gaps.min(axis=0) > IN_CHAIN_IN] = -np.inf
    elif led is not None:
        away = np.hypot(points[:, 0] - led[0], points[:, 1] - led[1])
        score -= NEAR_LEADER * np.maximum(0.0, away - IN_CHAIN_IN)
    else:
        for x, y in anchors:
            score -= SPREAD * np.maximum(0.0, 1.0 - np.hypot(points[:, 0] - x, points[:, 1] - y) / SPREAD_IN)
    for there in taken:
        room = MAN_IN if stand.is_man and there.base.shape == "circle" else ROOM_IN[stand.is_man] + there.base.radius
        score[np.hypot(points[:, 0] - there.x, points[:, 1] - there.y) < room] = -np.inf
    for n in np.argsort(-score, kind="stable")[:TRIES].tolist():
        if not np.isfinite(score[n]):
            break
        x, y = snap(float(points[n, 0])), snap(float(points[n, 1]))
        facing = _facing(view, stand, x, y)
        if deployment.check_one(view, stand, x, y, facing, entering=False) is None and not any(
            overlaps(base, there) for base in deployment.bases_of(view, stand, x, y, facing) for there in taken
        ):
            return Placement(thing=stand.id, x=x, y=y, facing_deg=facing)
    return None


def _shoots_far(stand: ClashStand) -> bool:
    weapon = data.weapons().get(data.short_name(stand.in_hand))
    return stand.is_gun or (weapon is not None and weapon.targets >= 3 and weapon.range_in >= 36.0)


def _facing(view: View, stand: ClashStand, x: float, y: float) -> float:
    """Attackers' vehicles look along their way, everybody else at the enemy."""
    goal = deployment.enemy_ground(view, stand.side)
    if stand.is_vehicle and _attacks(view, stand.side):
        choices = aims.choices(view, stand.side)
        if choices:
            nearest = min(choices, key=lambda aim: math.dist((x, y), aim.at))
            goal = nearest.at
    return snap_facing(math.degrees(math.atan2(goal[1] - y, goal[0] - x)) % 360.0)
