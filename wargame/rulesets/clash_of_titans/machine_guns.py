"""Machine guns: moving and firing, setting up, the second crewman, and the guns of vehicles as weapons.

Rules: NUT-MGUN-01 to -05, NUT-VGUN-01, -08, NUT-GEO-08. A weapon is named by its short name for a man, by the id of
its mount or "main gun" for a vehicle or gun.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, cast

import msgspec

from wargame.board import bearing, snap_facing, turn_between, within
from wargame.engine import knowledge
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, StandChanged, StandTurned
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import data, groups, riders, status, throws, vehicles
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState
from wargame.rulesets.clash_of_titans.vehicle_data import main_gun, number, numbers, second_gun, whole

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Point = tuple[float, float]
SET_UP, PACK = "set_up", "pack"


def _words(name: str) -> tuple[str, ...]:
    return tuple(numbers()["machine_gun"][name])


def is_light(weapon: str) -> bool:
    """An LMG: fired from a bipod, without setting up. Rule: NUT-MGUN-01."""
    return weapon in _words("light")


def is_heavy(weapon: str) -> bool:
    """An MMG or HMG on its mount. Rule: NUT-MGUN-02."""
    return weapon in _words("heavy")


def needs_setting_up(weapon: str) -> bool:
    """Does it fire only when it is set up: MMG, HMG, mortar? Rules: NUT-MGUN-02, NUT-ACT-03."""
    return is_heavy(weapon) or weapon in _words("also_set_up")


def team_size(kind: str) -> int:
    """Men of a team: LMG, MMG or AT weapon. Rule: NUT-MGUN-05."""
    cite("NUT-MGUN-05")
    return int(data.row("teams", kind)["men"])


# ---------------------------------------------------------------- weapons of vehicles and guns


def weapon_row(body: ClashStand, weapon: str) -> data.Weapon:
    """The direct fire weapon behind a vehicle's mount or an automatic gun, with its Target Rating there.

    Raises KeyError for a gun that is loaded round by round and for a weapon that it does not have. Rules: NUT-VGUN-01,
    -08.
    """
    mount = vehicles.mount_of(body, weapon)
    if mount is not None:
        cite("NUT-VGUN-08")
        return _rated(mount.weapon, mount.rating)
    gun = main_gun(body)
    if weapon == vehicles.SECOND_GUN and body.spec is not None:
        found = second_gun(body.spec)
        gun = found[0] if found is not None else None
    if gun is None or gun.single or gun.mortar:
        raise KeyError(f"{weapon!r} of {body.name!r} rolls no To Hit dice")
    cite("NUT-VGUN-01")
    return data.weapon(numbers()["automatic"].get(gun.name, gun.name))


@functools.cache
def _rated(weapon: str, rating: int) -> data.Weapon:
    return msgspec.structs.replace(data.weapon(weapon), targets=rating)


# ---------------------------------------------------------------- who helps


def helper(scene: Scene, stand: ClashStand) -> ClashStand | None:
    """The second crewman of a man's weapon: a fit member of his group in contact with free hands. Rule: NUT-MGUN-03."""
    cite("NUT-MGUN-03")
    tolerance = float(data.meta()["contact_tolerance"])
    state = cast(ClashState, scene.state)
    for friend in groups.members(state, stand.group):
        if friend.id == stand.id or not friend.is_man or not friend.in_play or not status.ready(friend):
            continue
        if friend.carrying or friend.mans or _is_crewed(friend.in_hand):
            continue
        apart = math.dist((friend.x, friend.y), (stand.x, stand.y)) - friend.base.radius - stand.base.radius
        if within(apart, tolerance):
            return friend
    return None


def _is_crewed(weapon: str) -> bool:
    found = data.weapons().get(weapon)
    return found is not None and found.loader


def belongs_to_crew(stand: ClashStand) -> bool:
    """Is he one of a crew by his unit line, or is the gun his own? Rule: NUT-MGUN-04."""
    line = data.men().get(stand.line)
    if line is None:
        return True
    return line.role in _words("crew_roles") or stand.in_hand in line.weapons


# ---------------------------------------------------------------- firing


def rating(scene: Scene, stand: ClashStand, name: str, weapon: data.Weapon) -> int:
    """Target Rating of a shooting now: halved for an LMG that moved far, and for a heavy gun served by one man.

    Rules: NUT-MGUN-01, -04.
    """
    if not stand.is_man:
        return weapon.targets
    if is_light(weapon.name) and moved_far(scene, stand):
        cite("NUT-MGUN-01")
        return throws.halved(weapon.targets)
    if is_heavy(weapon.name) and helper(scene, stand) is None:
        cite("NUT-MGUN-04")
        return throws.halved(weapon.targets)
    return weapon.targets


def moved_far(scene: Scene, stand: ClashStand) -> bool:
    """Has he moved more than half his normal move in the activation that is going on? Rule: NUT-MGUN-01."""
    cite("NUT-MGUN-01")
    state = cast(ClashState, scene.state)
    if state.active_group != stand.group:
        return False
    normal = float(data.row("movement", "foot")["normal"])
    return not within(stand.moved_in, normal / whole("machine_gun", "lmg_share_of_move"))


def rep_modifiers(scene: Scene, stand: ClashStand, name: str) -> tuple[Modifier, ...]:
    """-1 Rep for a man who serves a heavy machine gun that is not his, or shoots from a vehicle that moved.

    Rules: NUT-MGUN-04, NUT-TRAN-03.
    """
    if stand.is_man and stand.carrier:
        return riders.shooting_modifiers(scene, stand)
    if stand.is_man and is_heavy(data.short_name(name)) and not belongs_to_crew(stand):
        return (Modifier("not of the crew", whole("machine_gun", "stranger_rep"), 0, cite("NUT-MGUN-04")),)
    return ()


def ones_to_run_dry(scene: Scene, stand: ClashStand, name: str) -> int:
    """Natural ones that make the weapon dry: three for a vehicle's, and with a loader in contact.

    Rules: NUT-MGUN-03, NUT-VGUN-08, NUT-AMMO-01.
    """
    more, normal = whole("machine_gun", "dry_on_ones"), whole("machine_gun", "dry_alone")
    if not stand.is_man:
        cite("NUT-VGUN-08")
        return more
    if _is_crewed(data.short_name(name)) and helper(scene, stand) is not None:
        cite("NUT-MGUN-03")
        return more
    return normal


def not_ready(scene: Scene, stand: ClashStand, name: str) -> Refusal | None:
    """Why a weapon that has to be set up cannot fire, or None. Rule: NUT-MGUN-02."""
    weapon = data.short_name(name) if name not in data.blast_weapons() else name
    if not stand.is_man or stand.mans or stand.carrier or not needs_setting_up(weapon) or stand.set_up:
        return None
    text = f"The {weapon} is not set up."
    return Refusal(text=text, rules=(cite("NUT-MGUN-02"),), about=stand.id)


# ---------------------------------------------------------------- arcs of set-up guns


def has_narrow_arc(stand: ClashStand, name: str) -> bool:
    """Does the man's weapon fire into a narrow arc: a heavy machine gun that is set up? Rule: NUT-GEO-08."""
    return stand.is_man and not stand.carrier and stand.set_up and is_heavy(data.short_name(name))


def free_pivot(scene: Scene, stand: ClashStand) -> float:
    """Degrees that a set-up gun may still be turned: 45 once in its own activation. Rule: NUT-MGUN-02."""
    cite("NUT-MGUN-02")
    active = cast(ClashState, scene.state).active_group == stand.group
    return number("machine_gun", "pivot_deg") if active and not stand.turned else 0.0


def can_bear(scene: Scene, stand: ClashStand, name: str, point: Point) -> bool:
    """May he aim at a point with this weapon, turning as he may? Only set-up guns are bound.

    Rules: NUT-GEO-08, NUT-MGUN-02.
    """
    if not has_narrow_arc(stand, name):
        return True
    cite("NUT-GEO-08")
    return turn_between(_towards(stand, point), stand.facing_deg) <= _half_arc() + free_pivot(scene, stand) + 0.05


def bring_to_bear(battle: Battle, stand: ClashStand, name: str, point: Point, cause: Event | None = None) -> None:
    """Turn a set-up gun as far as is needed to aim at a point; his free pivot is used. Rule: NUT-MGUN-02."""
    wanted = _towards(stand, point)
    if not has_narrow_arc(stand, name) or turn_between(wanted, stand.facing_deg) <= _half_arc():
        return
    sign = 1.0 if (wanted - stand.facing_deg) % 360.0 < 180.0 else -1.0
    facing = snap_facing(wanted - sign * _half_arc())
    seen = knowledge.seen_by_for(battle.state, stand.id)
    rules = (cite("NUT-MGUN-02"),)
    battle.happen(StandTurned(stand=stand.id, facing_deg=facing, rules=rules, seen_by=seen), cause)
    battle.happen(StandChanged(stand=stand.id, changes=(("turned", 1),), why="pivot", rules=rules, seen_by=seen), cause)


def _half_arc() -> float:
    return number("machine_gun", "arc_deg") / 2


def _towards(stand: ClashStand, point: Point) -> float:
    return bearing(stand.x, stand.y, *point)


# ---------------------------------------------------------------- setting up and packing


def set_up_refusal(scene: Scene, stand: ClashStand, act: str) -> Refusal | None:
    """Why he cannot set his weapon up, or pack it, in this activation, or None. Rules: NUT-MGUN-02, NUT-ACT-03."""
    rules = (cite("NUT-MGUN-02"), cite("NUT-ACT-03"))
    if not needs_setting_up(stand.in_hand):
        return Refusal(text=f"{stand.name} has nothing to set up.", rules=rules, kind="malformed")
    if stand.set_up == (act == SET_UP):
        text = "It is set up already." if stand.set_up else "It is packed already."
        return Refusal(text=text, rules=rules, about=stand.id)
    if stand.moved_in or stand.shot:
        return Refusal(text="Setting up or packing takes a whole activation without a move.", rules=rules)
    return None


def work(battle: Battle, stand: ClashStand, act: str, cause: Event | None = None) -> ClashStand | None:
    """Spend an activation on setting up or packing; two men do it in one, one man in two.

    Gives the second man, whose activation it takes as well, or None. Rule: NUT-MGUN-02.
    """
    second = helper(battle, stand)
    if second is not None and (second.finished or second.acted or second.moved_in or second.shot):
        second = None
    spent = stand.setting_up + 1
    done = second is not None or spent >= whole("machine_gun", "set_up_alone")
    changes: tuple[tuple[str, object], ...] = (("setting_up", 0 if done else spent),)
    if done:
        changes += (("set_up", act == SET_UP), ("turned", 0))
    seen = knowledge.seen_by_for(battle.state, stand.id)
    rules = (cite("NUT-MGUN-02"),)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why=act, rules=rules, seen_by=seen), cause)
    return second
