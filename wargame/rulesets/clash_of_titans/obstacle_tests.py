"""Driving through walls, fences, wire and houses, and what is left of them.

Rules: NUT-VMOV-08, -09, NUT-COLL-01, -02.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from wargame.board import AddFeature, Board, Change, Feature, RemoveFeature, snap
from wargame.board.movement import along, stretches
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, GroundChanged
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    chain,
    collapse,
    control,
    data,
    movement,
    penetration,
    rooms,
    throws,
    vehicle_ground,
    vehicle_moves,
)
from wargame.rulesets.clash_of_titans.activation import Activation
from wargame.rulesets.clash_of_titans.causes import Aftermath, Toll
from wargame.rulesets.clash_of_titans.rooms import Room
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.steering import spec_of
from wargame.rulesets.clash_of_titans.vehicle_data import numbers, whole

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Point = tuple[float, float]
Way = tuple[Point, ...]
THROUGH, SLOWED, STOPPED = 2, 1, 0


def modifiers(stand: ClashStand, dv: int) -> tuple[Modifier, ...]:
    """What changes the driver's Rep against an obstacle: the weight of the vehicle, its DV. Rule: NUT-VMOV-08."""
    rule = cite("NUT-VMOV-08")
    bonus = vehicle_moves.class_value(stand, "rep_bonus")
    return Modifier(f"{spec_of(stand).class_} vehicle", bonus, 0, rule), Modifier(f"DV {dv}", -dv, 0, rule)


def over_run(
    battle: Battle, active: Activation, stand: ClashStand, ahead: Sequence[Point], feature: str, dv: int
) -> Generator[AnyRequest, Any, Way]:
    """The driver drives at an obstacle: through, through at half, or stopped in front. Gives the way that is left.

    Rules: NUT-VMOV-08, -09.
    """
    rules = (cite("NUT-VMOV-08"),)
    rolled = control.driver_test(battle, stand, 2, "over_run", rules, modifiers(stand, dv))
    if rolled.row == STOPPED:
        die = throws.read_die(battle, "over_run_stop", stand=stand, needed="1", rules=rules, cause=rolled.event)
        if die.passed <= whole("move", "bridge_of_obstacle_on"):
            penetration.immobilise(battle, stand, die.event, rules)
        return tuple(ahead[:1])
    way = tuple(ahead)
    if rolled.row == SLOWED:
        spare = vehicle_moves.allowance(battle, stand, "", ahead) / 2
        inches = vehicle_moves.inches_for(battle, stand, ahead, spare)
        way = movement.cut(ahead, inches) if inches > 0.01 else tuple(ahead[:1])
    yield from _leave_behind(battle, active, stand, ahead, feature, dv, rolled.event)
    return way


def _leave_behind(
    battle: Battle, active: Activation, stand: ClashStand, ahead: Sequence[Point], feature: str, dv: int, cause: Event
) -> Generator[AnyRequest, Any, None]:
    """Flatten a low obstacle on the width of the tracks; an area of a house may fall. Rule: NUT-VMOV-09."""
    found = vehicle_ground.feature_of(battle.board, feature)
    if found is None:
        return
    if found.kind in rooms.KINDS:
        toll = Toll()
        _shake_house(battle, toll, feature, ahead, cause)
        if not toll.empty:
            yield from chain.resolve(battle, [Aftermath(event=cause, toll=toll)], active.active)
    elif 0 < dv <= whole("move", "flattened_dv") and found.geometry == "line":
        changes = flattened(found, ahead, stand.base.width_in)
        if changes:
            rules = (cite("NUT-VMOV-09"),)
            battle.happen(GroundChanged(added=changes, why="flattened", rules=rules), cause)


def _shake_house(battle: Battle, toll: Toll, feature: str, ahead: Sequence[Point], cause: Event) -> None:
    """Each ground floor area that is driven through may collapse with all above it. Rules: NUT-VMOV-09, NUT-COLL-01."""
    rules = (cite("NUT-VMOV-09"),)
    building = rooms.building(battle.board, feature)
    for area in areas_on(building, ahead):
        if not battle.board.has_feature(feature):
            return
        now = rooms.building(battle.board, feature)
        if not now.stands(0, area):
            continue
        die = throws.read_die(battle, "collapse", needed=data.up_to(collapse.REST_FALLS_ON), rules=rules, cause=cause)
        if die.passed <= collapse.REST_FALLS_ON:
            collapse.area(battle, toll, Room(now, 0, area), die.event)


def areas_on(building: rooms.Building, path: Sequence[Point]) -> list[int]:
    """Numbers of the areas of a building that a path runs through, in the order of the path."""
    total = vehicle_ground.length(path)
    found: list[int] = []
    for n in range(int(total / 0.25) + 1):
        area = building.area_at(*along(path, min(total, n * 0.25)))
        if area is not None and area.number not in found:
            found.append(area.number)
    return found


# ---------------------------------------------------------------- what is left


def flattened(feature: Feature, path: Sequence[Point], width_in: float) -> tuple[Change, ...]:
    """A wall, hedge, fence or wire with a gap as wide as the vehicle where a path crosses it. Rule: NUT-VMOV-09."""
    cite("NUT-VMOV-09")
    at = _crossing(feature, path)
    if at is None:
        return ()
    line = feature.rings[0]
    total = vehicle_ground.length(line)
    low, high = max(0.0, at - width_in / 2), min(total, at + width_in / 2)
    changes: list[Change] = [RemoveFeature(id=feature.id)]
    for n, (start, end) in enumerate(((0.0, low), (high, total))):
        if end - start > 0.1:
            piece = movement.cut(movement.rest(line, start), end - start)
            changes.append(_part(feature, piece, n))
    return tuple(changes)


def _part(feature: Feature, piece: Sequence[Point], n: int) -> AddFeature:
    props = tuple((k, v) for k, v in feature.props.items() if k != "added")
    return AddFeature(
        id=f"{feature.id}~{n + 1}",
        kind=feature.kind,
        rings=(tuple((snap(x), snap(y)) for x, y in piece),),
        geometry="line",
        name=feature.name,
        width_in=feature.width_in,
        height=feature.height,
        props=props,
    )


def _crossing(feature: Feature, path: Sequence[Point]) -> float | None:
    """Inches along a line feature at which a path first crosses it."""
    done = 0.0
    for c, d in pairwise(feature.rings[0]):
        for a, b in pairwise(path):
            share = _meet(c, d, a, b)
            if share is not None:
                return done + share * math.dist(c, d)
        done += math.dist(c, d)
    return None


def _meet(c: Point, d: Point, a: Point, b: Point) -> float | None:
    """Share of c-d at which a-b crosses it, None if it does not."""
    ux, uy, vx, vy = d[0] - c[0], d[1] - c[1], b[0] - a[0], b[1] - a[1]
    cross = ux * vy - uy * vx
    if abs(cross) < 1e-12:
        return None
    t = ((a[0] - c[0]) * vy - (a[1] - c[1]) * vx) / cross
    s = ((a[0] - c[0]) * uy - (a[1] - c[1]) * ux) / cross
    return t if 0.0 <= t <= 1.0 and 0.0 <= s <= 1.0 else None


def inside_so_far(board: Board, stand: ClashStand) -> float:
    """Inches that it has driven in this activation inside the bad ground on which it stands. Rule: NUT-VMOV-05."""
    if len(stand.walked) < 2 or stand.spec is None:
        return 0.0
    cite("NUT-VMOV-05")
    inches, name = 0.0, ""
    for s in reversed(stretches(board, stand.walked, vehicle_ground.going_of(stand.spec), start_free=True)):
        if s.row not in numbers()["ground"]["stuck"] or (name and s.feature_id != name):
            break
        name, inches = s.feature_id or "", inches + s.end_in - s.start_in
    return inches
