"""A vehicle on the table: what it shows, where its weapons sit and point, what it hides behind.

Rules: NUT-VEH-02, -03, -05, -06, -10, NUT-GEO-02, -07, -08, -14, NUT-VINF-09.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from wargame.board import Footprint, bearing, gap_to_point, in_arc, sector, snap_facing, turn_between, within
from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged, StandRemoved
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import smoke, status
from wargame.rulesets.clash_of_titans.state import OUT, ClashStand
from wargame.rulesets.clash_of_titans.vehicle_data import Mount, machine_guns, number, numbers

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Point = tuple[float, float]
Face = Literal["front", "side", "rear", "top", "bottom"]
MAIN_GUN = "main gun"
SECOND_GUN = "second gun"
FULL_CIRCLE = 360.0


def footprint(stand: ClashStand) -> Footprint:
    """Its base where it stands."""
    return Footprint(stand.base, stand.x, stand.y, stand.facing_deg)


def is_enclosed(stand: ClashStand) -> bool:
    """An AFV with a roof: it can be buttoned up. Rule: NUT-VEH-05."""
    cite("NUT-VEH-05")
    return stand.is_afv and stand.spec is not None and not stand.spec.open


def is_open(stand: ClashStand) -> bool:
    """A vehicle without a roof, trucks included."""
    return stand.spec is not None and stand.spec.open


def is_wreck(stand: ClashStand) -> bool:
    """Knocked out or destroyed."""
    return stand.is_vehicle and (stand.knocked_out or bool(stand.gone))


def fights(stand: ClashStand) -> bool:
    """A vehicle with a crew that still takes part."""
    return stand.is_vehicle and status.in_fight(stand) and not stand.abandoned


# ---------------------------------------------------------------- faces


def face_towards(stand: ClashStand, origin: Point) -> Face:
    """The face of the hull that looks at a point; on an exact border front or rear. Rule: NUT-GEO-07."""
    cite("NUT-GEO-07")
    found = sector(footprint(stand), origin, number("vehicle", "front_arc_deg"))
    return "side" if found == "flank" else found


def plunges(drop_in: float, distance_in: float) -> bool:
    """Does a shot from so much higher, so far away, fall at 45 degrees or more? Rule: NUT-VEH-03."""
    cite("NUT-VEH-03")
    return drop_in > 0.0 and within(distance_in, drop_in)


def struck_face(stand: ClashStand, origin: Point, drop_in: float = 0.0) -> Face:
    """The face that a shot from a point strikes; `drop_in`: inches of level that the point is higher.

    Rules: NUT-GEO-07, NUT-VEH-03, NUT-ATW-02.
    """
    cite("NUT-ATW-02")
    if plunges(drop_in, math.dist(origin, (stand.x, stand.y))):
        return "top"
    return face_towards(stand, origin)


# ---------------------------------------------------------------- weapons


def mount_of(stand: ClashStand, weapon: str) -> Mount | None:
    """A machine gun of the vehicle by its id; None for a main gun or a name it does not have."""
    if stand.spec is None:
        return None
    return next((mount for mount in machine_guns(stand.spec) if mount.id == weapon), None)


def place_of(stand: ClashStand, weapon: str) -> str:
    """Where a weapon sits: turret, casemate, hull, rear or open (an all-round mount of its own)."""
    spec = stand.spec
    if spec is None:
        return "open" if stand.gun in numbers()["gun"]["all_round"] else "casemate"
    if weapon == MAIN_GUN:
        return spec.mount
    if weapon == SECOND_GUN:
        return "turret"
    mount = mount_of(stand, weapon)
    if mount is None:
        raise KeyError(f"{spec.name} has no weapon {weapon!r}")
    if mount.kind == "coax":
        return "turret" if spec.turreted else spec.mount or "hull"
    return {"turret MG": "turret", "rear MG": "rear", "hull": "hull"}.get(mount.kind, "open")


def turret_facing(stand: ClashStand) -> float:
    """Where the turret points, in degrees on the table; straight ahead unless it was turned. Rule: NUT-GEO-14."""
    cite("NUT-GEO-14")
    return stand.facing_deg if stand.turret_deg is None else stand.turret_deg


def muzzle(stand: ClashStand, weapon: str) -> Point:
    """The point that a weapon fires from: turret centre, or the middle of the front edge (of the rear edge).

    Rule: NUT-GEO-02.
    """
    cite("NUT-GEO-02")
    place = place_of(stand, weapon)
    if place in ("turret", "open") or (place == "rear" and _has_turret(stand)):
        return stand.x, stand.y
    half = stand.base.depth_in / 2 * (-1 if place == "rear" else 1)
    angle = math.radians(stand.facing_deg)
    return stand.x + half * math.cos(angle), stand.y + half * math.sin(angle)


def _has_turret(stand: ClashStand) -> bool:
    return stand.spec is not None and stand.spec.turreted


def arc(stand: ClashStand, weapon: str) -> tuple[float, float]:
    """Middle of the arc that a weapon bears on now, and its full width, in degrees. Rules: NUT-GEO-08, -14."""
    cite("NUT-GEO-08")
    place = place_of(stand, weapon)
    if place == "open":
        return stand.facing_deg, FULL_CIRCLE
    if place == "turret":
        return turret_facing(stand), number("main_gun", "turret_bears_deg")
    if place == "rear":
        back = turret_facing(stand) if _has_turret(stand) else stand.facing_deg
        return (back + 180.0) % FULL_CIRCLE, number("main_gun", "hull_mg_arc_deg")
    width = "casemate_arc_deg" if place == "casemate" or weapon == MAIN_GUN else "hull_mg_arc_deg"
    return stand.facing_deg, number("main_gun", width)


def bears(stand: ClashStand, weapon: str, point: Point) -> bool:
    """Does a weapon bear on a point as it points now? Rules: NUT-GEO-08, -14."""
    middle, width = arc(stand, weapon)
    x, y = muzzle(stand, weapon)
    return in_arc((x, y, middle), point, width)


def turn_needed(stand: ClashStand, weapon: str, point: Point) -> float:
    """Degrees that the weapon (turret or hull) has to turn before it bears on a point; 0 if it bears."""
    middle, width = arc(stand, weapon)
    x, y = muzzle(stand, weapon)
    return max(0.0, turn_between(bearing(x, y, *point), middle) - width / 2)


def turns_freely(stand: ClashStand, weapon: str) -> bool:
    """May the weapon be turned to any direction without the hull? Rules: NUT-GEO-08, NUT-VGUN-03."""
    cite("NUT-GEO-08")
    place = place_of(stand, weapon)
    return place in ("turret", "open") or (place == "rear" and _has_turret(stand))


def can_bear(stand: ClashStand, weapon: str, point: Point, pivot_deg: float = 0.0) -> bool:
    """Can it be brought to bear: turrets turn freely, a hull by up to `pivot_deg` if it can move? Rule: NUT-VGUN-03."""
    cite("NUT-VGUN-03")
    if turns_freely(stand, weapon) or bears(stand, weapon, point):
        return True
    return can_pivot(stand) and turn_needed(stand, weapon, point) <= pivot_deg


def can_pivot(stand: ClashStand) -> bool:
    """Can the hull turn in place at all?"""
    return not (stand.immobilised or stand.bogged or stand.stuck or stand.knocked_out)


def turn_turret(battle: Battle, stand: ClashStand, facing_deg: float, cause: Event | None = None) -> None:
    """Turn the turret to a direction on the table. Rule: NUT-GEO-14."""
    wanted = snap_facing(facing_deg)
    if turret_facing(stand) == wanted:
        return
    rules = (cite("NUT-GEO-14"),)
    seen = knowledge.seen_by_for(battle.state, stand.id)
    changes = (("turret_deg", wanted),)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why="turret", rules=rules, seen_by=seen), cause)


def is_under_the_guns(vehicle: ClashStand, figure: ClashStand, weapon: str) -> bool:
    """Is the figure so near that turret weapons and hull machine guns cannot reach it? Rule: NUT-VINF-09."""
    if not vehicle.is_afv or not figure.is_man or place_of(vehicle, weapon) == "open":
        return False
    cite("NUT-VINF-09")
    return within(gap_to_point(footprint(vehicle), figure.x, figure.y), number("infantry", "under_guns_in"))


# ---------------------------------------------------------------- view


def looks_along(stand: ClashStand) -> tuple[float, float]:
    """Middle and width of what the crew sees: all round, or half buttoned up. Rule: NUT-VEH-06."""
    cite("NUT-VEH-06")
    if not stand.buttoned or not is_enclosed(stand):
        return stand.facing_deg, FULL_CIRCLE
    middle = turret_facing(stand) if _has_turret(stand) else stand.facing_deg
    return middle, number("vehicle", "buttoned_view_deg")


def looks_at(stand: ClashStand, point: Point) -> bool:
    """Does the point lie where the crew can see? Rule: NUT-VEH-06."""
    middle, width = looks_along(stand)
    return in_arc((stand.x, stand.y, middle), point, width)


def button(battle: Battle, stand: ClashStand, buttoned: bool, cause: Event | None = None) -> None:
    """Close or open the hatches of an enclosed AFV. Rule: NUT-VEH-05."""
    if not is_enclosed(stand) or stand.buttoned == buttoned:
        return
    rules = (cite("NUT-VEH-05"),)
    seen = knowledge.seen_by_for(battle.state, stand.id)
    why = "buttoned" if buttoned else "unbuttoned"
    battle.happen(
        StandChanged(stand=stand.id, changes=(("buttoned", buttoned),), why=why, rules=rules, seen_by=seen), cause
    )


# ---------------------------------------------------------------- wrecks


def knock_out(battle: Battle, stand: ClashStand, burning: bool, cause: Event | None, rules: tuple[str, ...]) -> Event:
    """Mark a vehicle as knocked out for good, burning or not; `clear_away` makes the wreck. Rule: NUT-VEH-10."""
    changes = (("knocked_out", True), ("burning", burning))
    why = "destroyed" if burning else "knocked_out"
    event: Event = battle.happen(StandChanged(stand=stand.id, changes=changes, why=why, rules=rules), cause)
    return event


def clear_away(battle: Battle, stand: ClashStand, cause: Event | None = None) -> None:
    """Take a knocked out vehicle out of the battle, with whoever lies in it: its wreck stays as a block, and smokes if
    it burns. Rules: NUT-VEH-10, NUT-COVR-08."""
    rules = (cite("NUT-VEH-10"),)
    for man in list(battle.state.stands.values()):
        if man.carrier == stand.id and not man.gone:
            battle.happen(StandRemoved(stand=man.id, why=OUT, rules=rules), cause)
    battle.happen(StandRemoved(stand=stand.id, why="destroyed", rules=rules), cause)
    if stand.burning:
        smoke.put(battle, (stand.x, stand.y), number("vehicle", "wreck_smoke_in"), cause, lasting=True)
