"""Who may be shot at, by whom, with what, and why not. Rules: NUT-FIRE-01, -07, -15, -17, NUT-GEO-06, -08, NUT-ACT-06.

One set of questions serves the check of an order, the lists on the screen, the computer and the reactions themselves.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from wargame.board import bearing, turn_between, within
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene, Target
from wargame.rulesets.clash_of_titans import (
    ammunition,
    crew,
    data,
    geometry,
    lines,
    machine_guns,
    penetration,
    riders,
    status,
    vehicles,
)
from wargame.rulesets.clash_of_titans.lines import body_of, state_of
from wargame.rulesets.clash_of_titans.state import DUCKED, ClashStand
from wargame.rulesets.clash_of_titans.vehicle_data import armour

Point = tuple[float, float]
MOUNTS, ONE_HANDED = "mounts", "pistol"
"""Who holds mounts has a hand free for a pistol (NUT-ACT-06)."""
BUSY_HANDS = ("push", "climb", "swim")
"""Acts of this activation that leave a man no ready weapon (NUT-ACT-06)."""


# ---------------------------------------------------------------- weapons


def weapon_of(stand: ClashStand, name: str = "") -> data.Weapon | None:
    """The direct fire weapon that a man fires: the named one or the one in hand. None: it is none of table `weapons`.

    Rule: NUT-FIRE-15.
    """
    cite("NUT-FIRE-15")
    return data.weapons().get(data.short_name(name or stand.in_hand))


def has_ready_weapon(stand: ClashStand) -> bool:
    """Are his hands free for a weapon: he carries nobody and nothing, and is no bearer or gun pusher?

    Rule: NUT-ACT-06.
    """
    cite("NUT-ACT-06")
    if stand.carrying == MOUNTS:
        return stand.in_hand == ONE_HANDED
    return not stand.carrying and stand.acted not in BUSY_HANDS


def reach_of(scene: Scene, stand: ClashStand, weapon: data.Weapon) -> float:
    """Range of a weapon in inches; a fast moving mount halves its rider's. Rule: NUT-FIRE-01."""
    cite("NUT-FIRE-01")
    if stand.mounted and stand.fast_moving:
        return weapon.range_in / 2
    return weapon.range_in


def is_vehicle_weapon(stand: ClashStand) -> bool:
    """Does this stand fire weapons that crewmen serve (a vehicle or a gun)?"""
    return stand.is_vehicle or stand.is_gun


# ---------------------------------------------------------------- the shooter


def unfit(scene: Scene, stand: ClashStand, name: str = "") -> Refusal | None:
    """Why a man cannot shoot with a weapon at all at this moment, or None.

    Rules: NUT-FIRE-01, NUT-AMMO-03, NUT-MGUN-02.
    """
    weapon = name or stand.in_hand
    if not status.in_fight(stand) or not (stand.in_play or stand.carrier):
        return Refusal(text=f"{stand.name} is out of the fight.", rules=(cite("NUT-STAT-11"),), about=stand.id)
    if not status.ready(stand):
        rule = cite("NUT-STAT-06") if stand.status == DUCKED else cite("NUT-STAT-07")
        words = stand.status.replace("_", " ")
        return Refusal(text=f"{stand.name} is {words} and does not shoot.", rules=(rule,), about=stand.id)
    if stand.melee_with:
        return Refusal(text=f"{stand.name} is in melee.", rules=(cite("NUT-MELE-05"),), about=stand.id)
    if not has_ready_weapon(stand):
        return Refusal(text=f"{stand.name} has no ready weapon.", rules=(cite("NUT-ACT-06"),), about=stand.id)
    if data.short_name(weapon) not in {data.short_name(w) for w in stand.weapons} | {data.short_name(stand.in_hand)}:
        return Refusal(text=f"{stand.name} has no {weapon}.", rules=(cite("NUT-FIRE-01"),), kind="malformed")
    aboard = riders.cannot_shoot(scene, stand)
    return aboard or ammunition.why_not(stand, weapon) or machine_guns.not_ready(scene, stand, weapon)


# ---------------------------------------------------------------- one target


def refusal(
    scene: Scene, stand: ClashStand, weapon: data.Weapon, target: ClashStand, may_turn: bool = True
) -> Refusal | None:
    """Why a man may not fire this weapon at this enemy now, or None; whether he is fit to shoot asks `unfit`.

    Rules: NUT-FIRE-01, -07, -17, NUT-GEO-06, -08.
    """
    found = _out_of_reach(scene, stand, weapon, target, may_turn)
    return found or _behind_something(scene, stand, target, geometry.sees(scene, stand, target))


def _out_of_reach(
    scene: Scene, stand: ClashStand, weapon: data.Weapon, target: ClashStand, may_turn: bool
) -> Refusal | None:
    """What stands against a shot before anybody looks along the line of sight."""
    if target.side == stand.side or not status.in_fight(target):
        return Refusal(text=f"{target.name} is no target.", rules=(cite("NUT-FIRE-01"),), about=target.id)
    if is_unknown(scene, stand.side, target):
        return Refusal(text="That enemy is hidden.", rules=(cite("NUT-SIGHT-11"),), about=target.id)
    distance = geometry.distance(scene, stand, target)
    limit = reach_of(scene, stand, weapon)
    if not within(distance, limit):
        text = f"Out of range: {distance:.1f} in, the {weapon.name} reaches {limit:g} in."
        return Refusal(text=text, rules=(cite("NUT-FIRE-01"),), about=target.id)
    if not may_turn and not geometry.in_front(stand, target):
        return Refusal(text=f"{target.name} is behind him.", rules=(cite("NUT-GEO-06"),), about=target.id)
    if not machine_guns.can_bear(scene, stand, weapon.name, lines.pose_of(scene, target).at):
        return Refusal(text=f"{target.name} is outside the arc.", rules=(cite("NUT-GEO-08"),), about=target.id)
    if not can_hurt(scene, stand, weapon, target):
        text = f"The {weapon.name} cannot hurt {target.name}."
        return Refusal(text=text, rules=(cite("NUT-FIRE-17"),), about=target.id)
    return None


def _behind_something(scene: Scene, stand: ClashStand, target: ClashStand, sees: bool) -> Refusal | None:
    if not sees:
        return Refusal(text=f"No line of sight to {target.name}.", rules=(cite("NUT-FIRE-01"),), about=target.id)
    friend = in_the_way(scene, stand, target)
    if friend is not None:
        text = f"{friend.name} stands in the line of fire."
        return Refusal(text=text, rules=(cite("NUT-FIRE-07"),), about=friend.id)
    return None


def is_unknown(scene: Scene, side: str, target: ClashStand) -> bool:
    """Is it hidden from a side? Rule: NUT-SIGHT-11."""
    cite("NUT-SIGHT-11")
    return scene.state.known(side, target.id) == "unknown"


def can_hurt(scene: Scene, stand: ClashStand, weapon: data.Weapon, target: ClashStand) -> bool:
    """Has the weapon any effect on this target? Small arms do nothing to an AFV and its sheltered crew.

    Rule: NUT-FIRE-17.
    """
    if weapon.targets <= 0 and weapon.apr <= 0:
        return False
    cite("NUT-FIRE-17")
    if target.carrier:
        vehicle = state_of(scene).stands[target.carrier]
        return crew.is_exposed(state_of(scene), vehicle, target)
    if not target.is_afv or target.spec is None:
        return True
    if weapon.apr <= 0:
        return False
    face = vehicles.struck_face(target, lines.pose_of(scene, stand).at, drop(scene, stand, target))
    return not penetration.is_harmless(weapon.apr, armour(target.spec, face))


def drop(scene: Scene, stand: ClashStand, target: ClashStand) -> float:
    """Inches of level that a shooter stands above a target (NUT-VEH-03)."""
    return lines.pose_of(scene, stand).foot_in - lines.pose_of(scene, target).foot_in


def in_the_way(scene: Scene, stand: ClashStand, target: ClashStand) -> ClashStand | None:
    """A friend who stands on the centre line to the target and may not be shot past, or None. Rule: NUT-FIRE-07."""
    cite("NUT-FIRE-07")
    state = state_of(scene)
    here, there = lines.pose_of(scene, stand), lines.pose_of(scene, target)
    a, b = here.at, there.at
    low_x, high_x = min(a[0], b[0]) - 1.0, max(a[0], b[0]) + 1.0
    low_y, high_y = min(a[1], b[1]) - 1.0, max(a[1], b[1]) + 1.0
    body = body_of(state, stand).id
    for friend in state.stands.values():
        if friend.side != stand.side or not friend.is_man or not friend.in_play or friend.id in (stand.id, body):
            continue
        if not (low_x < friend.x < high_x and low_y < friend.y < high_y) or status.is_low(friend):
            continue
        if friend.dug_in:
            continue
        if not _crosses(a, b, (friend.x, friend.y), friend.base.radius):
            continue
        if is_touching(here, lines.pose_of(scene, friend)):
            continue
        if here.foot_in >= lines.pose_of(scene, friend).foot_in + lines.level_in():
            continue
        return friend
    return None


def is_touching(a: lines.Pose, b: lines.Pose) -> bool:
    """Are two discs in contact? Rule: NUT-GEO-12."""
    cite("NUT-GEO-12")
    return within(math.dist(a.at, b.at) - a.half_w - b.half_w, float(data.meta()["contact_tolerance"]))


def _crosses(a: Point, b: Point, centre: Point, radius: float) -> bool:
    """Does the line from a to b run over a disc that lies between them? Touching it is no crossing."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    if length == 0.0:
        return False
    t = ((centre[0] - a[0]) * dx + (centre[1] - a[1]) * dy) / length
    if not 0.0 < t < length:
        return False
    return abs((centre[0] - a[0]) * dy - (centre[1] - a[1]) * dx) / length < radius - 0.0005


# ---------------------------------------------------------------- many targets


def enemies(scene: Scene, side: str) -> Iterator[ClashStand]:
    """Enemies that a side knows of and could shoot at: men and guns on the table, vehicles, men exposed aboard."""
    state = state_of(scene)
    for stand in state.stands.values():
        if stand.side == side or not status.in_fight(stand) or stand.kind == "pef":
            continue
        if stand.carrier:
            carrier = state.stands.get(stand.carrier)
            if carrier is None or not carrier.in_play or not crew.is_exposed(state, carrier, stand):
                continue
        elif not stand.in_play:
            continue
        if not is_unknown(scene, side, stand):
            yield stand


def legal(scene: Scene, stand: ClashStand, name: str = "") -> list[Target]:
    """Known enemies as targets of a man's direct fire, nearest first, refused ones with the reason.

    Rule: NUT-FIRE-08.
    """
    cite("NUT-FIRE-08")
    weapon = weapon_of(stand, name)
    if weapon is None:
        return []
    unable = unfit(scene, stand, name)
    whys = {e.id: unable or _out_of_reach(scene, stand, weapon, e, may_turn=True) for e in enemies(scene, stand.side)}
    near = [state_of(scene).stands[name] for name, why in whys.items() if why is None]
    for enemy, sees in zip(near, geometry.seen_among(scene, stand, near), strict=True):
        whys[enemy.id] = _behind_something(scene, stand, enemy, sees)
    rows = []
    for name, why in whys.items():
        enemy = state_of(scene).stands[name]
        rows.append(Target(stand=enemy.id, range_in=round(geometry.distance(scene, stand, enemy), 3), refusal=why))
    return sorted(rows, key=lambda row: (row.range_in, row.stand))


def able_targets(scene: Scene, stand: ClashStand, name: str = "") -> list[ClashStand]:
    """Enemies that a man may shoot at now, nearest first."""
    state = state_of(scene)
    return [state.stands[row.stand] for row in legal(scene, stand, name) if row.refusal is None]


def facing_to(stand: ClashStand, target: Point) -> float:
    """Facing of a man who looks straight at a point, in whole tenths of a degree."""
    return round(bearing(stand.x, stand.y, target[0], target[1]), 1) % 360.0


def needs_turn(stand: ClashStand, target: Point) -> bool:
    """Does a man have to turn to have a point in his front? Rule: NUT-GEO-06."""
    cite("NUT-GEO-06")
    return turn_between(facing_to(stand, target), stand.facing_deg) > 90.0
