"""What main guns, gun crews and vehicle machine guns can be fired at, and what they would rather fire at.

Rules: NUT-VGUN-01, -03, -04, NUT-VEH-06, NUT-VINF-09, NUT-FIRE-01, -07, NUT-GEO-08, NUT-CLNK-08. A weapon is "main
gun", "second gun" or the id of a mount.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast

import numpy as np

from wargame.board import crossed, within
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import crew, data, geometry, lines, looking, penetration, rooms, status, vehicles
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState
from wargame.rulesets.clash_of_titans.vehicle_data import (
    Barrel,
    armour,
    machine_guns,
    main_gun,
    number,
    numbers,
    second_gun,
)
from wargame.rulesets.clash_of_titans.vehicles import MAIN_GUN, SECOND_GUN

Point = tuple[float, float]
AP, HE, EMPTY = "AP", "HE", ""
WALL_IN = 0.05
"""How far before a wall the point lies to which a sight line is drawn."""
HURTS, CREWED, SOFT, MAN, HOPELESS = 0, 1, 2, 3, 4
"""How a main gun values a target: an AFV it can hurt, a gun, a softskin, a man, an AFV it cannot hurt."""


# ---------------------------------------------------------------- guns and rounds


def gun_of(body: ClashStand, weapon: str) -> Barrel | None:
    """The gun behind "main gun" or "second gun"; None if it has none."""
    if weapon == SECOND_GUN:
        found = second_gun(body.spec) if body.spec is not None else None
        return found[0] if found is not None else None
    return main_gun(body) if weapon == MAIN_GUN else None


def is_single(body: ClashStand, weapon: str) -> bool:
    """Is this a gun loaded round by round and fired with the gunner's test? Rule: NUT-VGUN-04."""
    gun = gun_of(body, weapon)
    return gun is not None and gun.single


def is_mortar(body: ClashStand, weapon: str) -> bool:
    """Is this a mortar, which never fires as a reaction? Rule: NUT-HE-08."""
    gun = gun_of(body, weapon)
    if gun is None or not gun.mortar:
        return False
    cite("NUT-HE-08")
    return True


def loaded_with(body: ClashStand, weapon: str = MAIN_GUN) -> str:
    """AP, HE or "" (empty); a gun fed by clip or belt is always loaded. Rule: NUT-VGUN-01."""
    cite("NUT-VGUN-01")
    gun = gun_of(body, weapon)
    if gun is None or body.gun_out:
        return EMPTY
    if not gun.single:
        return AP
    return body.second_loaded if weapon == SECOND_GUN else body.loaded


def is_loaded(body: ClashStand, weapon: str = MAIN_GUN) -> bool:
    """Is a round in the breech? Rule: NUT-VGUN-01."""
    return loaded_with(body, weapon) != EMPTY


def is_ready(body: ClashStand, weapon: str = MAIN_GUN) -> bool:
    """Can it be fired at once: loaded, or a machine gun that is not dry? Rules: NUT-VGUN-01, NUT-AMMO-03."""
    if vehicles.mount_of(body, weapon) is not None:
        return weapon not in body.dry
    return loaded_with(body, weapon) != EMPTY and weapon not in body.dry


def reach_in(body: ClashStand, weapon: str) -> float:
    """Range in inches; guns that are loaded round by round reach as far as one sees. Rule: NUT-FIRE-01."""
    cite("NUT-FIRE-01")
    mount = vehicles.mount_of(body, weapon)
    if mount is not None:
        return data.weapon(mount.weapon).range_in
    gun = gun_of(body, weapon)
    return gun.range_in if gun is not None and gun.range_in else float("inf")


def apr_of(body: ClashStand, weapon: str) -> int:
    """Armour piercing rating of a weapon."""
    gun = gun_of(body, weapon)
    if gun is not None:
        return gun.apr
    mount = vehicles.mount_of(body, weapon)
    if mount is None:
        return 0
    return data.weapon(mount.weapon).apr


def weapons_of(body: ClashStand) -> tuple[str, ...]:
    """All weapons of a vehicle or gun by id: guns first, then machine guns as their crews call fire."""
    found = [name for name in (MAIN_GUN, SECOND_GUN) if gun_of(body, name) is not None]
    if body.spec is not None:
        order = list(numbers()["machine_gun"]["order"])
        found += [m.id for m in sorted(machine_guns(body.spec), key=lambda m: order.index(m.kind))]
    return tuple(found)


# ---------------------------------------------------------------- one target


def refusal(scene: Scene, body: ClashStand, weapon: str, target: ClashStand, pivot_deg: float = 0.0) -> Refusal | None:
    """Why a weapon of a vehicle or gun may not be fired at an enemy, or None. `pivot_deg`: how far the hull may turn.

    Rules: NUT-FIRE-01, -07, -17, NUT-VGUN-03, NUT-VEH-05, -06, NUT-VINF-09, NUT-GEO-08.
    """
    if target.side == body.side or not status.in_fight(target):
        return _no(f"{target.name} is no target.", "NUT-FIRE-01", target)
    if scene.state.known(body.side, target.id) == "unknown":
        return _no("That enemy is hidden.", "NUT-SIGHT-11", target)
    if target.carrier and is_single(body, weapon):
        return _no(f"{target.name} is aboard: shells are aimed at what he rides in.", "NUT-VEH-05", target)
    at = lines.pose_of(scene, target).at
    distance = geometry.distance(scene, body, target)
    if not within(distance, reach_in(body, weapon)):
        return _no(f"Out of range: {distance:.1f} in, {reach_in(body, weapon):g} in allowed.", "NUT-FIRE-01", target)
    if vehicles.is_under_the_guns(body, target, weapon):
        return _no(f"{target.name} is under the guns.", "NUT-VINF-09", target)
    if body.is_vehicle and not vehicles.looks_at(body, at):
        return _no(f"{target.name} is behind a crew that is buttoned up.", "NUT-VEH-06", target)
    if not vehicles.can_bear(body, weapon, at, pivot_deg):
        return _no(f"{target.name} is outside the arc.", "NUT-GEO-08", target)
    if not can_hurt(scene, body, weapon, target):
        return _no(f"That cannot hurt {target.name}.", "NUT-FIRE-17", target)
    if not geometry.sees(scene, body, target):
        return _no(f"No line of sight to {target.name}.", "NUT-FIRE-01", target)
    friend = _in_the_way(scene, body, target)
    if friend is not None:
        return _no(f"{friend.name} stands in the line of fire.", "NUT-FIRE-07", friend)
    return None


def spot_refusal(scene: Scene, body: ClashStand, weapon: str, at: Point, pivot_deg: float = 0.0) -> Refusal | None:
    """Why a gun may not be fired at a place, or None: HE at what is seen, AP at a building.

    Rules: NUT-FIRE-01, NUT-HE-04.
    """
    gun = gun_of(body, weapon)
    if gun is None or not gun.single:
        return _no("Only a gun with shells is fired at a place.", "NUT-HE-04", body)
    if loaded_with(body, weapon) == HE and not gun.has_he:
        return _no(f"The {gun.name} has no HE shells.", "NUT-HE-01", body)
    if body.is_vehicle and not vehicles.looks_at(body, at):
        return _no("That place is behind a crew that is buttoned up.", "NUT-VEH-06", body)
    if not vehicles.can_bear(body, weapon, at, pivot_deg):
        return _no("That place is outside the arc.", "NUT-GEO-08", body)
    if not sees_place(scene, body, at):
        return _no("No line of sight to that place.", "NUT-FIRE-01", body)
    return None


def sees_place(scene: Scene, body: ClashStand, at: Point) -> bool:
    """Is there a line of sight to a place on the ground, or to the wall of the building that it lies in?

    Rule: NUT-GEO-03.
    """
    cite("NUT-GEO-03")
    start = lines.pose_of(scene, body)
    end = lines.pose_at(scene, _outer_wall(scene, start.at, at), data.height("prone or crouching man"))
    apart = math.dist(start.at, end.at)
    look = looking.Look(
        looking.end_of(scene, body, start), looking.End(end, False, False, body.side), apart, bool(_state(scene).night)
    )
    return bool(looking.are_open(scene, [look], keep=False)[0])


def _outer_wall(scene: Scene, start: Point, at: Point) -> Point:
    """The place itself, or the point before the wall that a line from here to it meets first, if it lies indoors."""
    inside = {f.id for f in scene.board.features_at(*at) if f.kind in rooms.KINDS}
    if not inside:
        return at
    runs = crossed(scene.board, frozenset(rooms.KINDS), np.array([(*start, *at)], np.float64))
    shares = [
        enter
        for index, enter in zip(runs.feature.tolist(), runs.enter.tolist(), strict=True)
        if scene.board.features[index].id in inside
    ]
    share = max(0.0, min(shares, default=1.0) - WALL_IN / max(0.1, math.dist(start, at)))
    return start[0] + share * (at[0] - start[0]), start[1] + share * (at[1] - start[1])


def _state(scene: Scene) -> ClashState:
    return cast(ClashState, scene.state)


def pivot_deg(body: ClashStand) -> float:
    """Degrees that gun or casemate may be turned before a voluntary shot; a vehicle spends its move on it.

    Rule: NUT-VGUN-03.
    """
    cite("NUT-VGUN-03")
    if body.is_vehicle and (body.moved_in or not vehicles.can_pivot(body)):
        return 0.0
    return number("main_gun", "pivot_deg")


def _in_the_way(scene: Scene, body: ClashStand, target: ClashStand) -> ClashStand | None:
    from wargame.rulesets.clash_of_titans import targets

    return targets.in_the_way(scene, body, target)


def _no(text: str, rule: str, about: ClashStand) -> Refusal:
    return Refusal(text=text, rules=(cite(rule),), about=about.id)


def can_hurt(scene: Scene, body: ClashStand, weapon: str, target: ClashStand) -> bool:
    """Has the weapon any effect: not machine guns on armour, nor rounds of less than half the AR.

    Rules: NUT-FIRE-17, NUT-CLNK-08.
    """
    if target.carrier:
        state = _state(scene)
        return crew.is_exposed(state, state.stands[target.carrier], target)
    if not target.is_afv or target.spec is None:
        return True
    cite("NUT-FIRE-17")
    if loaded_with(body, weapon) == HE:
        return True
    apr = apr_of(body, weapon)
    face = vehicles.struck_face(target, vehicles.muzzle(body, weapon), drop_in(scene, body, target))
    weakest = min(armour(target.spec, face, location) for location in ("hull", "turret"))
    return apr > 0 and not penetration.is_harmless(apr, weakest)


def drop_in(scene: Scene, body: ClashStand, target: ClashStand) -> float:
    """Inches of level that a shooter stands above a target (NUT-VEH-03)."""
    return lines.pose_of(scene, body).foot_in - lines.pose_of(scene, target).foot_in


# ---------------------------------------------------------------- choosing


def value(scene: Scene, body: ClashStand, weapon: str, target: ClashStand) -> int:
    """What a main gun makes of a target, the lowest the best."""
    if target.is_gun:
        return CREWED
    if not target.is_vehicle:
        return MAN
    if not target.is_afv:
        return SOFT
    return HURTS if can_hurt(scene, body, weapon, target) else HOPELESS


def best(scene: Scene, body: ClashStand, weapon: str, found: Sequence[ClashStand]) -> ClashStand:
    """The target that a gun takes first: an AFV that it can hurt, then guns, softskins, men; the nearest of equals."""
    return min(
        found,
        key=lambda t: (value(scene, body, weapon, t), round(geometry.distance(scene, body, t), 3), t.id),
    )


def deserves_a_round(target: ClashStand) -> bool:
    """Is it an AFV or a gun, for which a loaded main gun is not kept? Rule: NUT-VEH-11."""
    cite("NUT-VEH-11")
    return target.is_afv or target.is_gun
