"""Grenades, bottles and charges: who has them, getting them ready, throwing, placing, dropping.

    ready (an action) -> next activation: throw 2d6 -> point | off it | the opening -> burst

Rules: NUT-GREN-01 to -08, NUT-ACT-04, NUT-ATW-06, NUT-VINF-10.
"""

from __future__ import annotations

import functools
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from wargame.board import closest_points, snap_point, within
from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    blast,
    charges,
    data,
    fires,
    geometry,
    lines,
    looking,
    penetration,
    rooms,
    smoke,
    throws,
    vehicles,
)
from wargame.rulesets.clash_of_titans.blast import HAND_GRENADE, Burst
from wargame.rulesets.clash_of_titans.causes import FireOrder, Toll
from wargame.rulesets.clash_of_titans.lines import Point, state_of
from wargame.rulesets.clash_of_titans.penetration import Strike
from wargame.rulesets.clash_of_titans.plans import Opening
from wargame.rulesets.clash_of_titans.rooms import Room
from wargame.rulesets.clash_of_titans.state import DEAD, OUT, STUNNED, ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle
    from wargame.rulesets.clash_of_titans.chain import Chain, Steps
    from wargame.rulesets.clash_of_titans.volley import Landed

MOLOTOV = "Molotov cocktail"
SMOKE = "smoke grenade"
SATCHEL = "satchel charge"
BUNDLE = "stick bundle"
AT_GRENADE = "AT hand grenade (RPG-40/43)"
THROWN = (HAND_GRENADE, MOLOTOV, SMOKE, BUNDLE, AT_GRENADE)
OVER_IN = 2.0
"""A throw goes over obstacles up to this high (NUT-GREN-02)."""
FUMBLE_IN = 1.0
"""A throw at an opening that fails altogether falls so near (NUT-GREN-04)."""
GOES_OFF_ON = 6
"""A dropped grenade explodes on this face (NUT-ACT-04)."""


# ---------------------------------------------------------------- having one, getting it ready


@functools.cache
def has_one_up_to(class_: str) -> int:
    """Highest face of 1d6 on which a soldier of this class has a grenade (table `who_has_grenade`)."""
    named = next((r for r in data.rows("who_has_grenade") if class_ in str(r["class"]).split(", ")), None)
    row = named or data.rows("who_has_grenade")[0]
    return int(str(row["has_on"]).split("-")[-1])


def left(stand: ClashStand, name: str) -> int:
    """How many of a counted thing a man has."""
    return dict(stand.rounds).get(name, 0)


def may_have(stand: ClashStand) -> bool:
    """May a man who was not checked yet find a grenade in his pocket? Rule: NUT-GREN-01."""
    return not stand.grenade_checked and HAND_GRENADE not in dict(stand.rounds) and not stand.medic


def things(stand: ClashStand) -> tuple[str, ...]:
    """What a man could get ready: what he has, and a hand grenade if nobody knows yet.

    Rules: NUT-GREN-01, NUT-ACT-04.
    """
    known = tuple(n for n in (*THROWN, SATCHEL, *_others(stand)) if left(stand, n) > 0)
    if may_have(stand) and HAND_GRENADE not in known:
        return (HAND_GRENADE, *known)
    return tuple(dict.fromkeys(known))


def _others(stand: ClashStand) -> tuple[str, ...]:
    """Things for close assault that have to be got ready too."""
    return tuple(n for n, _ in stand.rounds if n in data.blast_weapons() and n not in (*THROWN, SATCHEL))


def check_for_grenade(battle: Battle, stand: ClashStand, cause: Event | None = None) -> bool:
    """Dice whether a man has a hand grenade; asked once in a mission. Rule: NUT-GREN-01."""
    rules = (cite("NUT-GREN-01"),)
    limit = has_one_up_to(stand.class_)
    die = throws.read_die(battle, "has_grenade", stand=stand, needed=data.up_to(limit), rules=rules, cause=cause)
    found = die.passed <= limit
    rounds = (*stand.rounds, (HAND_GRENADE, 1)) if found else stand.rounds
    _change(battle, stand, "grenade_checked", rules, die.event, ("grenade_checked", True), ("rounds", rounds))
    return found


def is_ready(scene: Scene, stand: ClashStand) -> bool:
    """Can what a man has in his fist be thrown or placed: was it got ready in an earlier activation?

    Rule: NUT-ACT-04.
    """
    cite("NUT-ACT-04")
    return bool(stand.readied) and stand.readied_turn < state_of(scene).turn


def get_ready(battle: Battle, stand: ClashStand, name: str, cause: Event | None = None) -> bool:
    """Take a grenade, bottle or charge into the fist; False if he turns out to have none.

    Rules: NUT-ACT-04, NUT-GREN-01.
    """
    if name == HAND_GRENADE and may_have(stand) and not check_for_grenade(battle, stand, cause):
        return False
    rules = (cite("NUT-ACT-04"),)
    turn = state_of(battle).turn
    _change(battle, stand, "readied", rules, cause, ("readied", name), ("readied_turn", turn))
    return True


def use_up(battle: Battle, stand: ClashStand, name: str, cause: Event | None = None) -> None:
    """One of a counted thing is gone, out of the fist if it was there. Rule: NUT-AMMO-04."""
    rows = tuple((n, count - (n == name)) for n, count in stand.rounds)
    fist = (("readied", ""),) if stand.readied == name else ()
    _change(battle, stand, "used", (cite("NUT-AMMO-04"),), cause, ("rounds", rows), *fist)


def _change(
    battle: Battle, stand: ClashStand, why: str, rules: tuple[str, ...], cause: Event | None, *changes: tuple[str, Any]
) -> Event:
    seen = knowledge.seen_by_for(battle.state, stand.id)
    event = StandChanged(stand=stand.id, changes=changes, why=why, rules=rules, seen_by=seen)
    return cast(Event, battle.happen(event, cause=cause))


# ---------------------------------------------------------------- throwing


def refusal(scene: Scene, stand: ClashStand, name: str, at: Point, floor: int = 0) -> Refusal | None:
    """Why a man cannot throw what he has ready at a place, or None. Rules: NUT-GREN-02, NUT-ACT-04."""
    rules = (cite("NUT-GREN-02"),)
    if stand.readied != name or not is_ready(scene, stand):
        text = f"{stand.name} has no {name} ready; it takes an activation."
        return Refusal(text=text, rules=(cite("NUT-ACT-04"),), about=stand.id)
    limit = data.blast_weapons()[name].range_in
    away = geometry.distance_to(scene, stand, at)
    if not within(away, limit):
        return Refusal(text=f"Too far: {away:.1f} in, it is thrown {limit:g} in.", rules=rules, at=at)
    if opening_to(scene, stand, at, floor) is not None or _same_room(scene, stand, at, floor):
        return None
    if not can_reach(scene, stand, at, floor):
        return Refusal(text="Something is in the way of the throw.", rules=rules, at=at)
    return None


def room_of(scene: Scene, at: Point, floor: int) -> Room | None:
    """The building area at a place, or None."""
    return rooms.room_at(scene.board, at[0], at[1], floor) if rooms.is_built(scene.board) else None


def _same_room(scene: Scene, stand: ClashStand, at: Point, floor: int) -> bool:
    one, other = room_of(scene, (stand.x, stand.y), stand.floor), room_of(scene, at, floor)
    return one is not None and other is not None and (one.name, one.floor) == (other.name, other.floor)


def can_reach(scene: Scene, stand: ClashStand, at: Point, floor: int = 0) -> bool:
    """Is the way of a throw free, over obstacles up to 2in high? Rule: NUT-GREN-02."""
    cite("NUT-GREN-02")
    if geometry.sees_place(scene, stand, at, floor):
        return True
    pose = lines.pose_of(scene, stand)
    start = looking.end_of(scene, stand, pose._replace(tall_in=max(pose.tall_in, OVER_IN)))
    room = room_of(scene, at, floor)
    end = looking.End(lines.pose_at(scene, at, OVER_IN, floor), True, False, stand.side, room)
    look = looking.Look(start, end, geometry.distance_to(scene, stand, at), False)
    return bool(looking.are_open(scene, [look])[0])


def opening_to(scene: Scene, stand: ClashStand, at: Point, floor: int) -> Opening | None:
    """The window, door or breach through which a throw at a place in a building goes: the nearest that he can reach;
    None if the place is not in another room. Rule: NUT-GREN-04."""
    room = room_of(scene, at, floor)
    if room is None or _same_room(scene, stand, at, floor):
        return None
    mine = room_of(scene, (stand.x, stand.y), stand.floor)
    doors = room.building.openings_of(floor, room.area, outer=False)
    if mine is not None and mine.building.feature == room.building.feature:
        ways = [o for o in doors if mine.floor == floor and mine.area in (o.area, o.beyond)]
    else:
        ways = [o for o in room.building.openings_of(floor, room.area) if _can_see(scene, stand, o)]
    limit = data.blast_weapons()[HAND_GRENADE].range_in
    near = [o for o in ways if within(o.distance_to(stand.x, stand.y), limit)]
    return min(near, key=lambda o: (round(o.distance_to(stand.x, stand.y), 3), o.x, o.y), default=None)


def _can_see(scene: Scene, stand: ClashStand, opening: Opening) -> bool:
    """Is he before the wall of an opening, with nothing between?"""
    if not rooms.faces(opening, (stand.x, stand.y), 180.0):
        return False
    out = outside_of(opening)
    return geometry.sees_place(scene, stand, out)


def outside_of(opening: Opening, inches: float = 0.05) -> Point:
    """A place just outside an opening."""
    angle = math.radians(opening.normal_deg)
    return snap_point(opening.x + inches * math.cos(angle), opening.y + inches * math.sin(angle))


def roll(chain: Chain, order: FireOrder, toll: Toll, landed: Landed, shown: Event) -> Steps:
    """A throw: 2d6 against Rep say where it lands; it bursts with the damage of the volley.

    Rules: NUT-GREN-02 to -04.
    """
    battle, stand = chain.battle, chain.stand(order.stand)
    name = order.weapon
    target = chain.stand(order.targets[0][0]) if order.targets else None
    at = order.at or (lines.pose_of(battle, target).at if target is not None else (stand.x, stand.y))
    floor = target.floor if target is not None else order.floor
    use_up(battle, stand, name, shown)
    rules = (cite("NUT-GREN-02"), cite("NUT-GREN-03"))
    test = throws.passes(battle, 2, stand.rep, "grenade_throw", stand=stand, rules=rules, cause=shown)
    burst = blast.of_weapon(name, by=stand.id, origin=lines.pose_of(battle, stand).at)
    if target is not None and target.is_vehicle:
        landed.later.append(functools.partial(_at_vehicle, battle, burst, stand, target, test.row, test.event))
        return
    point, room = lands(battle, stand, at, floor, test.row, test.event)
    landed.later.append(functools.partial(_bursts, battle, burst, at, point, room, floor, test.event))
    yield from ()


def lands(
    battle: Battle, stand: ClashStand, at: Point, floor: int, passed: int, cause: Event | None = None
) -> tuple[Point, Room | None]:
    """Where a throw lands after so many passed dice, and in which area. Rules: NUT-GREN-03, -04, NUT-ATTR-02."""
    opening = opening_to(battle, stand, at, floor)
    if opening is not None:
        cite("NUT-GREN-04")
        if passed >= 2:
            return at, room_of(battle, at, floor)
        return (outside_of(opening), None) if passed == 1 else (_near(battle, stand), own_room(battle, stand))
    if passed >= 2:
        return at, room_of(battle, at, floor)
    if "Clumsy" in stand.attributes and passed == 0:
        cite("NUT-ATTR-02")
        return _near(battle, stand), own_room(battle, stand)
    inches = float(throws.half_die(battle, "grenade_off", stand=stand, cause=cause)) if passed == 1 else 0.0
    if passed == 0:
        inches = float(throws.read_die(battle, "grenade_off", stand=stand, cause=cause).passed)
    return stays_inside(battle, at, off(at, inches, throws.direction(battle)), floor)


def off(at: Point, inches: float, degrees: float) -> Point:
    """A place so far from another in a direction."""
    angle = math.radians(degrees)
    return snap_point(at[0] + inches * math.cos(angle), at[1] + inches * math.sin(angle))


def stays_inside(scene: Scene, at: Point, point: Point, floor: int) -> tuple[Point, Room | None]:
    """What goes astray in a room stays in it; what goes astray outside does not go through walls."""
    room = room_of(scene, at, floor)
    if room is not None:
        return at, room
    if room_of(scene, point, 0) is None:
        return point, None
    for share in range(19, -1, -1):
        part = share / 20
        short = snap_point(at[0] + part * (point[0] - at[0]), at[1] + part * (point[1] - at[1]))
        if room_of(scene, short, 0) is None:
            return short, None
    return at, None


def _near(battle: Battle, stand: ClashStand) -> Point:
    """An inch from the thrower, anywhere. Rule: NUT-GREN-04."""
    return off((stand.x, stand.y), FUMBLE_IN, throws.direction(battle))


def own_room(scene: Scene, stand: ClashStand) -> Room | None:
    """The building area that a man is in, or None."""
    return room_of(scene, (stand.x, stand.y), stand.floor)


# ---------------------------------------------------------------- bursting


def _bursts(
    battle: Battle, burst: Burst, aim: Point, at: Point, room: Room | None, floor: int, event: Event, toll: Toll
) -> Steps:
    """What was thrown goes off where it lies. Rules: NUT-GREN-05, -07, NUT-COVR-08."""
    if burst.name == SMOKE:
        smoke.put(battle, at, burst.circle_in, event)
        return
    if burst.name == MOLOTOV:
        cite("NUT-GREN-07")
        burst = on_top(battle, burst, at)
    landed = blast.resolve(battle, toll, burst, at, event, room, aim)
    if burst.name == MOLOTOV:
        fires.try_ignite(battle, at, floor if room is not None else 0, landed, "NUT-GREN-07")
    yield from ()


def on_top(scene: Scene, burst: Burst, at: Point) -> Burst:
    """A bottle that breaks on a vehicle attacks its top. Rule: NUT-GREN-07."""
    touched = (s for s in state_of(scene).stands.values() if s.is_vehicle and s.in_play)
    hit = next(
        (s for s in touched if geometry.distance_to(scene, s, at) <= float(data.meta()["contact_tolerance"])), None
    )
    return burst if hit is None else replace(burst, target=hit.id, face="top")


def _at_vehicle(
    battle: Battle, burst: Burst, stand: ClashStand, target: ClashStand, passed: int, event: Event, toll: Toll
) -> Steps:
    """Something thrown at a vehicle: into an open one, on its top or at the face that looks at the thrower.

    Rules: NUT-ATW-06, NUT-VINF-10, NUT-GREN-07.
    """
    at = lines.pose_of(battle, target).at
    if burst.name == AT_GRENADE:
        cite("NUT-ATW-06")
        if passed >= 2:
            penetration.strike(battle, toll, strike_of(burst, stand, target), event)
        return
    if burst.name == HAND_GRENADE and vehicles.is_open(target):
        if passed >= 2:
            charges.bursts_inside(battle, toll, stand, target, burst.name, event)
            return
        at = snap_point(stand.x, stand.y) if passed == 0 else beside(stand, target)
        blast.resolve(battle, toll, burst, at, event)
        return
    if passed < 2:
        at = lands(battle, stand, at, 0, passed, event)[0]
    direct = passed >= 2
    face = "top" if burst.name == MOLOTOV else vehicles.face_towards(target, (stand.x, stand.y))
    made = replace(burst, target=target.id, face=face) if direct else burst
    yield from _bursts(battle, made, at, at, None, 0, event, toll)


def strike_of(burst: Burst, stand: ClashStand, target: ClashStand) -> Strike:
    """What a man throws strikes the face that looks at him. Rule: NUT-ATW-06."""
    face = vehicles.face_towards(target, (stand.x, stand.y))
    return Strike(target=target.id, apr=burst.apr, face=face, shooter=stand.id, by_foot=True)


def beside(stand: ClashStand, target: ClashStand) -> Point:
    """The place outside a vehicle nearest to the thrower."""
    return snap_point(*closest_points(vehicles.footprint(stand), vehicles.footprint(target))[1])


# ---------------------------------------------------------------- what falls from a fist


def dropped(battle: Battle, toll: Toll, stand: ClashStand, how: str, cause: Event | None = None) -> None:
    """A man with something ready is Stunned, out or dead: it falls unarmed, or on a 6 goes off where he lies.

    Rule: NUT-ACT-04.
    """
    if not stand.readied or how not in (STUNNED, OUT, "dead", DEAD):
        return
    name = stand.readied
    rules = (cite("NUT-ACT-04"),)
    die = throws.read_die(battle, "dropped", stand=stand, needed=f"{GOES_OFF_ON}", rules=rules, cause=cause)
    use_up(battle, stand, name, die.event)
    if die.passed >= GOES_OFF_ON and data.blast_weapons()[name].impact > 0:
        room = own_room(battle, stand)
        blast.resolve(battle, toll, blast.of_weapon(name), (stand.x, stand.y), die.event, room)


def chance_to_land(rep: int) -> tuple[float, float, float]:
    """Exact chances that a throw passes 0, 1 and 2 dice. Rule: NUT-GREN-03."""
    cite("NUT-GREN-03")
    p = min(max(rep, 0), 6) / 6
    return (1 - p) ** 2, 2 * p * (1 - p), p * p
