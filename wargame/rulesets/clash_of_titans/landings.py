"""Everywhere that a throw, a mortar shell, a rocket or a shell of high explosive can come down, each with its chance.

The functions of the resolution say where; here are only the distributions of its dice. For odds: nothing happens.

Rules: NUT-GREN-03, -04, NUT-HE-04, -05, -08, NUT-ATW-05, -06.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from wargame.board import off_table, snap_point
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    blast,
    buildings,
    charts,
    grenades,
    high_explosive,
    lines,
    main_gun,
    rooms,
    shooting,
    throws,
    vehicles,
)
from wargame.rulesets.clash_of_titans.blast import HAND_GRENADE, Burst
from wargame.rulesets.clash_of_titans.causes import FireOrder
from wargame.rulesets.clash_of_titans.grenades import AT_GRENADE, MOLOTOV
from wargame.rulesets.clash_of_titans.lines import Point, state_of
from wargame.rulesets.clash_of_titans.main_gun import Aim
from wargame.rulesets.clash_of_titans.penetration import Strike
from wargame.rulesets.clash_of_titans.rooms import Room
from wargame.rulesets.clash_of_titans.state import ClashStand

FACES = range(1, 7)
CIRCLE_DEG = 360


@dataclass(frozen=True, slots=True, kw_only=True)
class Landing:
    """One way it can end. A burst with a `wall_apr` strikes the building area `room` and does not burst in it."""

    chance: float
    at: Point
    burst: Burst
    room: Room | None = None
    wall_apr: int | None = None
    dv: int | None = None
    """Of what is struck, if not of the walls of `room`."""
    strike: Strike | None = None
    """It strikes this vehicle and nothing else."""
    among: str = ""
    """It bursts among the men aboard this vehicle."""
    misses: str = ""
    """It goes past this man and does nothing."""


def merged(found: Sequence[Landing]) -> list[Landing]:
    """Ways that end alike as one."""
    kept: dict[Landing, float] = {}
    for one in found:
        key = replace(one, chance=0.0)
        kept[key] = kept.get(key, 0.0) + one.chance
    return [replace(key, chance=chance) for key, chance in kept.items() if chance > 0.0]


def _place(scene: Scene, order: FireOrder) -> tuple[ClashStand | None, Point, int]:
    """What an order aims at: a stand or None, the place, the storey."""
    state = state_of(scene)
    target = state.stands[order.targets[0][0]] if order.targets else None
    body = state.stands[order.stand]
    at = order.at or (lines.pose_of(scene, target).at if target is not None else (body.x, body.y))
    return target, at, target.floor if target is not None else order.floor


# ---------------------------------------------------------------- throws


def thrown(scene: Scene, order: FireOrder, step_deg: int = 1) -> list[Landing]:
    """Where a throw can land. Directions are taken every `step_deg` degrees; 1 is exact. Rules: NUT-GREN-03, -04."""
    stand = state_of(scene).stands[order.stand]
    target, at, floor = _place(scene, order)
    burst = blast.of_weapon(order.weapon, by=stand.id, origin=lines.pose_of(scene, stand).at)
    found: list[Landing] = []
    for passed, chance in enumerate(grenades.chance_to_land(stand.rep)):
        if chance <= 0.0:
            continue
        if target is not None and target.is_vehicle:
            found += _at_vehicle(scene, burst, stand, target, passed, chance, step_deg)
            continue
        for share, point, room in _lands(scene, stand, at, floor, passed, step_deg):
            made = _on_metal(scene, burst, point)
            found.append(Landing(chance=chance * share, at=point, burst=made, room=room))
    return merged(found)


def _on_metal(scene: Scene, burst: Burst, at: Point) -> Burst:
    return grenades.on_top(scene, burst, at) if burst.name == MOLOTOV else burst


def _lands(
    scene: Scene, stand: ClashStand, at: Point, floor: int, passed: int, step_deg: int
) -> Iterator[tuple[float, Point, Room | None]]:
    """Shares, places and areas of a throw that passes so many dice. Rules: NUT-GREN-03, -04, NUT-ATTR-02."""
    if passed >= 2:
        yield 1.0, at, grenades.room_of(scene, at, floor)
        return
    opening = grenades.opening_to(scene, stand, at, floor)
    if opening is not None and passed == 1:
        yield 1.0, grenades.outside_of(opening), None
        return
    turns = range(0, CIRCLE_DEG, step_deg)
    if passed == 0 and (opening is not None or "Clumsy" in stand.attributes):
        room = grenades.own_room(scene, stand)
        for degrees in turns:
            yield 1.0 / len(turns), grenades.off((stand.x, stand.y), grenades.FUMBLE_IN, degrees), room
        return
    for face in FACES:
        inches = float(throws.half(face) if passed == 1 else face)
        for degrees in turns:
            point, room = grenades.stays_inside(scene, at, grenades.off(at, inches, degrees), floor)
            yield 1.0 / len(FACES) / len(turns), point, room


def _at_vehicle(
    scene: Scene, burst: Burst, stand: ClashStand, target: ClashStand, passed: int, chance: float, step_deg: int
) -> Iterator[Landing]:
    """Something thrown at a vehicle. Rules: NUT-ATW-06, NUT-VINF-10, NUT-GREN-07."""
    at = lines.pose_of(scene, target).at
    if burst.name == AT_GRENADE:
        if passed >= 2:
            yield Landing(chance=chance, at=at, burst=burst, strike=grenades.strike_of(burst, stand, target))
    elif burst.name == HAND_GRENADE and vehicles.is_open(target):
        if passed >= 2:
            yield Landing(chance=chance, at=at, burst=burst, among=target.id)
            return
        place = snap_point(stand.x, stand.y) if passed == 0 else grenades.beside(stand, target)
        yield Landing(chance=chance, at=place, burst=burst)
    elif passed >= 2:
        face = "top" if burst.name == MOLOTOV else vehicles.face_towards(target, (stand.x, stand.y))
        yield Landing(chance=chance, at=at, burst=_on_metal(scene, replace(burst, target=target.id, face=face), at))
    else:
        for share, point, _ in _lands(scene, stand, at, 0, passed, step_deg):
            yield Landing(chance=chance * share, at=point, burst=_on_metal(scene, burst, point))


# ---------------------------------------------------------------- mortars


def mortar(scene: Scene, order: FireOrder) -> list[Landing]:
    """Where the shell of a mortar can fall; off the table it is lost. Rules: NUT-HE-06, -08, NUT-BLDG-11."""
    stand = state_of(scene).stands[order.stand]
    _, at, _ = _place(scene, order)
    watching = high_explosive.observers(scene, stand, at)
    if not watching:
        return []
    burst = blast.of_weapon(high_explosive.mortar_of(stand, order.weapon))
    origin = lines.pose_of(scene, stand).at
    good = min(max(watching[0].man.rep, 0), len(FACES)) / len(FACES)
    found = []
    for passed, chance in ((True, good), (False, 1.0 - good)):
        inches = high_explosive.deviation_in(burst.circle_in, passed)
        for face in FACES:
            way = str(charts.die_row("artillery_deviation", face)["where"])
            point = high_explosive.moved(origin, at, inches, way) if way else at
            if not off_table(scene.board.table, point):
                found.append(_falls(scene, burst, point, chance / len(FACES)))
    return merged(found)


def _falls(scene: Scene, burst: Burst, at: Point, chance: float) -> Landing:
    under = buildings.roof_over(scene, at) if rooms.is_built(scene.board) else None
    if under is not None:
        return Landing(chance=chance, at=at, burst=burst, room=under, wall_apr=burst.apr, dv=buildings.ROOF_DV)
    hit = high_explosive.vehicle_under(scene, at)
    made = burst if hit is None else replace(burst, target=hit.id, face="top")
    return Landing(chance=chance, at=at, burst=made)


# ---------------------------------------------------------------- rockets


def rocket(scene: Scene, order: FireOrder) -> list[Landing]:
    """Where a rocket at men or a building bursts: on a hit only. Rules: NUT-ATW-05, NUT-BLDG-10."""
    target, at, floor = _place(scene, order)
    gunner = shooting.gunner_of(scene, order)
    burst = high_explosive.rocket_burst(scene, gunner)
    hit = (
        shooting.aim(scene, gunner, target).chance if target is not None else high_explosive.wall_chance(scene, gunner)
    )
    room = rooms.room_at(scene.board, at[0], at[1], floor) if rooms.is_built(scene.board) else None
    apr = buildings.charge_apr(gunner.weapon.apr, rocket=True) if room is not None else None
    found = [Landing(chance=hit, at=at, burst=burst, room=room, wall_apr=apr)]
    if target is not None:
        found.append(Landing(chance=1.0 - hit, at=at, burst=burst, misses=target.id))
    return merged(found)


# ---------------------------------------------------------------- shells of guns


def shell(scene: Scene, laid: Aim) -> list[Landing]:
    """Where a shell of high explosive can strike. Rules: NUT-VGUN-04, NUT-HE-04, -05."""
    cite("NUT-HE-04")
    burst = high_explosive.burst_of(laid)
    p = min(max(throws.target_number(laid.man.rep, laid.modifiers), 0), len(FACES)) / len(FACES)
    at_afv = laid.target is not None and laid.target.is_afv
    found = []
    for passed, chance in enumerate(((1 - p) ** 2, 2 * p * (1 - p), p * p)):
        result = main_gun.outcome(passed, laid.fast, at_afv)
        if result == main_gun.SCATTERS:
            for face in FACES:
                point = high_explosive.scattered(burst.origin or laid.at, laid.at, face)
                found.append(_strikes(scene, laid, burst, point, chance / len(FACES)))
        elif result != main_gun.MISSED:
            direct = replace(burst, target=laid.target.id) if at_afv and laid.target is not None else burst
            found.append(_strikes(scene, laid, direct, laid.at, chance))
    return merged(found)


def _strikes(scene: Scene, laid: Aim, burst: Burst, at: Point, chance: float) -> Landing:
    room = rooms.room_at(scene.board, at[0], at[1], laid.floor) if rooms.is_built(scene.board) else None
    apr = buildings.shell_apr(burst.apr, laid.gun.apr) if room is not None else None
    return Landing(chance=chance, at=at, burst=burst, room=room, wall_apr=apr)
