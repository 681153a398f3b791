"""Whom non-player figures shoot at of their own will. Rules: NUT-NP-10, -11, NUT-FIRE-08, NUT-WND-03."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from wargame.board import within
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    allot,
    charts,
    cover,
    data,
    geometry,
    groups,
    lines,
    penetration,
    shooting,
    status,
    targets,
    to_hit,
    vehicle_data,
    vehicles,
)
from wargame.rulesets.clash_of_titans.causes import FireOrder
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

NEAREST, SOFT, MEDIC = 7, 8, 9
"""Rows of table `np_targets` that are not looked for but left over."""


def is_machine_gun(stand: ClashStand) -> bool:
    """Is the weapon in his hands a machine gun?"""
    return "MG" in stand.in_hand and "SMG" not in stand.in_hand


def is_leader(state: ClashState, stand: ClashStand) -> bool:
    """Does he lead his group, as an officer, NCO or Star?"""
    group = state.groups.get(stand.group)
    return group is not None and group.leader == stand.id and (stand.officer or stand.nco or stand.star)


def is_anti_tank(stand: ClashStand) -> bool:
    """Is he of the crew of a gun, or has he a weapon against armour?"""
    rated = [data.weapons().get(data.short_name(name)) for name in stand.weapons]
    return bool(stand.mans) or any(weapon is not None and weapon.apr > 0 for weapon in rated)


def rank(scene: Scene, stand: ClashStand, enemy: ClashStand) -> int:
    """The row of table `np_targets` for an enemy, 1 the most wanted. Rule: NUT-NP-10."""
    cite("NUT-NP-10")
    state = cast(ClashState, scene.state)
    if enemy.medic:
        cite("NUT-WND-03")
        return MEDIC
    if enemy.carrier or enemy.is_vehicle:
        return SOFT
    apart = geometry.distance(scene, stand, enemy)
    if status.ready(enemy) and within(apart, charts.number("charge_threat_in")):
        return 1
    fit = status.ready(enemy) and enemy.in_hand not in enemy.dry
    if fit and (is_machine_gun(enemy) or enemy.in_hand in ("flamethrower", "scoped rifle")):
        return 2
    if is_anti_tank(enemy) and _friendly_armour_near(scene, enemy):
        return 3
    if is_leader(state, enemy) and within(apart, charts.number("leader_seen_in")):
        return 4
    if not cover.cover(scene, enemy, stand).any:
        return 5
    return 6 if enemy.shot_turn == state.turn else NEAREST


def _friendly_armour_near(scene: Scene, enemy: ClashStand) -> bool:
    near = charts.number("friend_near_in")
    others = geometry.enemies_here(scene, enemy.side)
    return any(s.is_afv and within(geometry.distance(scene, s, enemy), near) for s in others)


def best(scene: Scene, stand: ClashStand, weapon: str, among: Sequence[ClashStand] = ()) -> ClashStand | None:
    """The highest ranked target that he hits on a total of 9 or less, ties the nearest; if none, the nearest.

    Rule: NUT-NP-10.
    """
    cite("NUT-NP-10")
    able = targets.able_targets(scene, stand, weapon)
    if among:
        names = {s.id for s in among}
        able = [s for s in able if s.id in names]
    if not able:
        return None
    gunner = shooting.gunner_of(scene, FireOrder(stand=stand.id, weapon=weapon))
    sure = [enemy for enemy in able if hits_surely(scene, gunner, enemy)]
    if not sure:
        return able[0]
    return min(sure, key=lambda e: (rank(scene, stand, e), round(geometry.distance(scene, stand, e), 3), e.id))


def hits_surely(scene: Scene, gunner: shooting.Gunner, enemy: ClashStand) -> bool:
    """Does a total of 9 hit this enemy? Rule: NUT-NP-10."""
    shot = shooting.aim(scene, gunner, enemy)
    return to_hit.read(int(charts.number("hit_on_or_less")), shot.at).hit


def fire_order(scene: Scene, stand: ClashStand, among: Sequence[ClashStand] = ()) -> FireOrder | None:
    """A man's voluntary shooting: his target, his dice over the swath from the nearest unless the first target is a
    machine gun or a leader. None: he has nobody to shoot at. Rules: NUT-NP-10, NUT-FIRE-06, -08."""
    cite("NUT-FIRE-08")
    if targets.unfit(scene, stand) is not None or targets.weapon_of(stand) is None:
        return None
    weapon = stand.in_hand
    first = best(scene, stand, weapon, among)
    if first is None:
        return None
    gunner = shooting.gunner_of(scene, FireOrder(stand=stand.id, weapon=weapon))
    dice = shooting.dice_of(scene, gunner)
    state = cast(ClashState, scene.state)
    if dice <= 1 or is_machine_gun(first) or is_leader(state, first):
        return FireOrder(stand=stand.id, weapon=weapon, targets=((first.id, max(1, dice)),))
    able = targets.able_targets(scene, stand, weapon)
    start = first if first.is_vehicle else able[0]
    origin = lines.pose_of(scene, stand).at
    reach = targets.reach_of(scene, stand, gunner.weapon)
    places = {s.id: lines.pose_of(scene, s).at for s in able}
    inside = {
        name: at
        for name, at in places.items()
        if name == start.id or allot.in_swath(origin, places[start.id], at, dice, reach)
    }
    given = allot.spread(dice, allot.numbered(origin, start.id, inside))
    return FireOrder(stand=stand.id, weapon=weapon, targets=tuple((n, d) for n, d in given if d > 0))


# ---------------------------------------------------------------- armour


def anti_tank_order(scene: Scene, stand: ClashStand) -> FireOrder | None:
    """A shot at the nearest enemy AFV whose facing he can penetrate with a weapon he carries. Rule: NUT-NP-11."""
    cite("NUT-NP-11")
    found: list[tuple[float, str, str]] = []
    for name in dict.fromkeys(stand.weapons):
        weapon = targets.weapon_of(stand, name)
        if weapon is None or weapon.apr <= 0 or targets.unfit(scene, stand, name) is not None:
            continue
        for enemy in targets.able_targets(scene, stand, name):
            if enemy.is_afv and penetrates(scene, stand, weapon.apr, enemy):
                found.append((round(geometry.distance(scene, stand, enemy), 3), enemy.id, name))
    if not found:
        return None
    _, enemy_id, name = min(found)
    return FireOrder(stand=stand.id, weapon=name, targets=((enemy_id, 1),))


def penetrates(scene: Scene, stand: ClashStand, apr: int, enemy: ClashStand) -> bool:
    """Does the rating exceed the armour of the facing that a vehicle shows him?"""
    if enemy.spec is None:
        return False
    face = vehicles.struck_face(enemy, lines.pose_of(scene, stand).at, targets.drop(scene, stand, enemy))
    return penetration.difference(apr, vehicle_data.armour(enemy.spec, face)) > 0


def waits_in_ambush(scene: Scene, stand: ClashStand, order: FireOrder, passed: bool) -> bool:
    """Does a hidden man let an AFV come on: beyond 12 in for rockets, 24 in for guns and rifles, if he passed?

    Rule: NUT-NP-11.
    """
    cite("NUT-NP-11")
    if not passed or scene.state.known(_other(scene, stand.side), stand.id) != "unknown":
        return False
    enemy = cast(ClashState, scene.state).stands[order.targets[0][0]]
    rocket = data.short_name(order.weapon).startswith(("bazooka", "Panzer"))
    limit = charts.number("rockets_wait_in" if rocket else "guns_wait_in")
    return not within(geometry.distance(scene, stand, enemy), limit)


def _other(scene: Scene, side: str) -> str:
    return scene.state.enemies_of(side)[0]


def members_who_can_fire(scene: Scene, group: str) -> list[ClashStand]:
    """Men of a group with somebody to shoot at now."""
    state = cast(ClashState, scene.state)
    men = [s for s in groups.members(state, group, able_only=True) if s.is_man and s.in_play and not s.mans]
    return [s for s in men if targets.unfit(scene, s) is None and targets.able_targets(scene, s)]
