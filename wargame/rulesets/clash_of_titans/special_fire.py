"""Weapons that are no simple shot: what is thrown, flamethrowers, mortars, rockets among men. One table of all of them.

`shots` asks here whether an order may be given, the table of rollers who rolls for it. Rules: NUT-GREN-02, NUT-FLAM-01,
-05, NUT-HE-08, NUT-ATW-05.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wargame.board import within
from wargame.engine.orders import Fire, Refusal, Shot
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    data,
    flame,
    geometry,
    grenades,
    gun_targets,
    high_explosive,
    lines,
    rooms,
    status,
    targets,
    vehicles,
)
from wargame.rulesets.clash_of_titans.causes import FireOrder
from wargame.rulesets.clash_of_titans.lines import Point, state_of
from wargame.rulesets.clash_of_titans.state import ClashStand

if TYPE_CHECKING:
    from wargame.rulesets.clash_of_titans.volley import Roller

THROWN, FLAME, MORTAR, ROCKET = "thrown", "flame", "mortar", "rocket"
MOST_TARGETS = 3
"""Targets, the nearest first, that samples are made for."""


def kind_of(scene: Scene, body: ClashStand, weapon: str, at: Point | None, target: str = "") -> str:
    """What kind of special weapon this order fires, "" for a plain one: a rocket is special only at men and houses."""
    name = weapon or body.in_hand
    if body.is_vehicle or body.is_gun:
        gun = gun_targets.gun_of(body, name)
        if gun is None:
            return ""
        return FLAME if gun.flame else MORTAR if gun.mortar else ""
    if name in grenades.THROWN:
        return THROWN
    if name == flame.PORTABLE:
        return FLAME
    if name in high_explosive.MORTARS:
        return MORTAR
    if not high_explosive.is_rocket(name):
        return ""
    aimed = state_of(scene).stands.get(target) if target else None
    if aimed is not None:
        return ROCKET if aimed.is_man and not aimed.carrier else ""
    return ROCKET if at is not None else ""


def roller_of(scene: Scene, order: FireOrder) -> Roller | None:
    """Who rolls the dice of an order of these weapons; None for a plain one."""
    body = state_of(scene).stands[order.stand]
    target = order.targets[0][0] if order.targets else ""
    kind = kind_of(scene, body, order.weapon, order.at, target)
    found: dict[str, Roller] = {
        THROWN: grenades.roll,
        FLAME: flame.roll,
        MORTAR: high_explosive.mortar,
        ROCKET: high_explosive.rocket,
    }
    return found.get(kind)


def handles(scene: Scene, order: Fire) -> bool:
    """Is this a player's order for one of these weapons?"""
    body = state_of(scene).stands[order.stand]
    return bool(kind_of(scene, body, order.weapon, order.at, order.targets[0].target if order.targets else ""))


# ---------------------------------------------------------------- may it be given


def check(scene: Scene, order: Fire) -> Refusal | None:
    """Why such an order may not be given, or None; that its stand may shoot at all has been asked.

    Rules: NUT-GREN-02, NUT-FLAM-01, NUT-HE-08, NUT-ATW-05.
    """
    body = state_of(scene).stands[order.stand]
    weapon = order.weapon or body.in_hand
    target = state_of(scene).stands.get(order.targets[0].target) if order.targets else None
    at = order.at if order.at is not None else lines.pose_of(scene, target).at if target is not None else None
    if at is None:
        return Refusal(text="Name a target, or a place.", kind="malformed", about=body.id)
    kind = kind_of(scene, body, weapon, order.at, target.id if target is not None else "")
    if kind == THROWN:
        return unfit(body) or grenades.refusal(scene, body, weapon, at, floor_at(scene, body, at, target))
    if kind == MORTAR:
        return _ready(scene, body, weapon) or high_explosive.mortar_refusal(scene, body, _mortar(body, weapon), at)
    if kind == FLAME:
        return _check_flame(scene, body, weapon, target, at)
    return _check_rocket(scene, body, weapon, target, at)


def unfit(body: ClashStand) -> Refusal | None:
    """Why a man cannot throw anything, or None."""
    if status.ready(body) and not body.melee_with and not body.carrying:
        return None
    return Refusal(text=f"{body.name} cannot throw now.", rules=(cite("NUT-GREN-02"),), about=body.id)


def _ready(scene: Scene, body: ClashStand, weapon: str) -> Refusal | None:
    return targets.unfit(scene, body, weapon) if body.is_man else None


def _mortar(body: ClashStand, weapon: str) -> str:
    return high_explosive.mortar_of(body, weapon)


def _check_flame(scene: Scene, body: ClashStand, weapon: str, target: ClashStand | None, at: Point) -> Refusal | None:
    refusal = _ready(scene, body, weapon) or flame.refusal(scene, body, flame.weapon_of(body, weapon), at, target)
    if refusal is not None:
        return refusal
    if body.is_vehicle and not vehicles.can_bear(body, weapon, at, 0.0):
        return Refusal(text="That place is outside the arc.", rules=(cite("NUT-GEO-08"),), about=body.id)
    seen = geometry.sees(scene, body, target) if target is not None else geometry.sees_place(scene, body, at)
    if not seen:
        return Refusal(text="No line of sight to that place.", rules=(cite("NUT-FLAM-01"),), at=at)
    return None


def _check_rocket(scene: Scene, body: ClashStand, weapon: str, target: ClashStand | None, at: Point) -> Refusal | None:
    refusal = targets.unfit(scene, body, weapon)
    row = data.weapon(weapon)
    if refusal is not None:
        return refusal
    if target is not None:
        return targets.refusal(scene, body, row, target)
    away = geometry.distance_to(scene, body, at)
    rules = (cite("NUT-ATW-05"),)
    if not within(away, row.range_in):
        return Refusal(text=f"Out of range: {away:.1f} in.", rules=rules, at=at)
    if rooms.building_at(scene.board, *at) is None:
        return Refusal(text="A rocket is fired at a vehicle, men or a building.", rules=rules, at=at)
    return None


def floor_at(scene: Scene, body: ClashStand, at: Point, target: ClashStand | None) -> int:
    """Storey that is aimed at: the target's, or the ground floor."""
    return target.floor if target is not None else body.floor if _same_house(scene, body, at) else 0


def _same_house(scene: Scene, body: ClashStand, at: Point) -> bool:
    if not rooms.is_built(scene.board):
        return False
    one, other = rooms.building_at(scene.board, body.x, body.y), rooms.building_at(scene.board, *at)
    return one is not None and other is not None and one.feature == other.feature


def fire_order(scene: Scene, order: Fire) -> FireOrder:
    """A player's order as the volley takes it: one target, or a place."""
    body = state_of(scene).stands[order.stand]
    weapon = order.weapon or body.in_hand
    target = state_of(scene).stands.get(order.targets[0].target) if order.targets else None
    at = order.at
    return FireOrder(
        stand=body.id,
        weapon=weapon,
        targets=((target.id, 1),) if target is not None and at is None else (),
        at=at,
        floor=floor_at(scene, body, at, target) if at is not None else 0,
    )


# ---------------------------------------------------------------- samples


def samples(scene: Scene, body: ClashStand) -> Iterator[Fire]:
    """Orders that may be given with these weapons: at the nearest enemies, and at the houses they are in."""
    for weapon in weapons(scene, body):
        found = 0
        for enemy in sorted(targets.enemies(scene, body.side), key=lambda e: (_far(scene, body, e), e.id)):
            for order in _at(scene, body, weapon, enemy):
                if handles(scene, order) and check(scene, order) is None:
                    found += 1
                    yield order
                    break
            if found >= MOST_TARGETS:
                break


def _at(scene: Scene, body: ClashStand, weapon: str, enemy: ClashStand) -> list[Fire]:
    direct = Fire(stand=body.id, weapon=weapon, targets=(Shot(enemy.id, 1),))
    place = Fire(stand=body.id, weapon=weapon, at=lines.pose_of(scene, enemy).at)
    return [place] if weapon in high_explosive.MORTARS else [direct, place]


def _far(scene: Scene, body: ClashStand, enemy: ClashStand) -> float:
    return round(geometry.distance(scene, body, enemy), 3)


def weapons(scene: Scene, body: ClashStand) -> tuple[str, ...]:
    """The weapons of this chapter that a stand could fire now."""
    if not body.is_man:
        return tuple(w for w in gun_targets.weapons_of(body) if kind_of(scene, body, w, None) in (FLAME, MORTAR))
    own = [w for w in dict.fromkeys(body.weapons) if kind_of(scene, body, w, None) or high_explosive.is_rocket(w)]
    ready = [body.readied] if body.readied in grenades.THROWN and grenades.is_ready(scene, body) else []
    return (*ready, *(w for w in own if w not in grenades.THROWN))
