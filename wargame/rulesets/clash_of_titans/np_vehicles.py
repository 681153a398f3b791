"""Vehicles of non-player forces: how they stand, their tactics test, and what its result gives them to do.

Rules: NUT-NP-12, NUT-NP-18.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from wargame.board import within
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    charts,
    crew,
    geometry,
    gun_targets,
    lines,
    np_tactics,
    penetration,
    status,
    targets,
    vehicle_acts,
    vehicle_data,
    vehicles,
)
from wargame.rulesets.clash_of_titans.np_situation import Situation
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState, NpTask

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

V1, V2, V3, V4 = "V1", "V2", "V3", "V4"
ABANDON_OR_FIRE = "abandon_or_fire"


# ---------------------------------------------------------------- how it stands


def letter(scene: Scene, vehicle: ClashStand, in_los: Sequence[ClashStand]) -> str:
    """V1: no enemy in sight. V2: one that can penetrate it. V3: others. V4, before the rest: it cannot drive or fire.

    Rule: NUT-NP-12.
    """
    cite("NUT-NP-12")
    if is_crippled(scene, vehicle):
        return V4
    if not in_los:
        return V1
    return V2 if any(can_penetrate(scene, enemy, vehicle) for enemy in in_los) else V3


def is_crippled(scene: Scene, vehicle: ClashStand) -> bool:
    """Is it immobilised or bogged, or has it lost half of its crew, or all who can drive it?"""
    state = cast(ClashState, scene.state)
    if vehicle.immobilised or vehicle.bogged or vehicle.stuck:
        return True
    men = [s for s in crew.crew(state, vehicle.id) if status.able(s)]
    full = vehicle.spec.crew if vehicle.spec is not None else len(men)
    return (2 * len(men) <= full and len(men) < full) or crew.holder(state, vehicle.id, crew.DRIVER) is None


def can_penetrate(scene: Scene, enemy: ClashStand, vehicle: ClashStand) -> bool:
    """Has an enemy a weapon in range that can pierce the facing it shows him? Rule: NUT-NP-12."""
    if vehicle.spec is None or not status.able(enemy):
        return False
    face = vehicles.face_towards(vehicle, lines.pose_of(scene, enemy).at)
    rating = vehicle_data.armour(vehicle.spec, face)
    apart = geometry.distance(scene, enemy, vehicle)
    return any(
        penetration.difference(apr, rating) > 0 and within(apart, reach) for apr, reach in _ratings(scene, enemy)
    )


def _ratings(scene: Scene, enemy: ClashStand) -> list[tuple[int, float]]:
    """Armour piercing rating and range of everything that an enemy fires."""
    if enemy.is_vehicle or enemy.is_gun:
        return [(gun_targets.apr_of(enemy, w), gun_targets.reach_in(enemy, w)) for w in gun_targets.weapons_of(enemy)]
    weapons = [targets.weapon_of(enemy, name) for name in enemy.weapons]
    return [(w.apr, w.range_in) for w in weapons if w is not None]


# ---------------------------------------------------------------- what it does


@functools.cache
def steps() -> Mapping[str, tuple[str, ...]]:
    """Words of table `np_vehicle_tactics`, each with the things it means, in order. Rule: NUT-NP-18."""
    return {str(words): tuple(found) for words, found in charts.file("solo.toml")["vehicle_steps"].items()}


def steps_of(words: str) -> tuple[str, ...]:
    """The things that a cell of the table means. Raises KeyError for words that are no cell. Rule: NUT-NP-18."""
    cite("NUT-NP-18")
    return steps()[words]


def draw(
    battle: Battle, vehicle: ClashStand, order: str, situation: Situation
) -> tuple[np_tactics.Tactics, tuple[NpTask, ...]] | None:
    """Roll a vehicle's tactics test; what came of it, and its tasks. None: nobody commands it. Rule: NUT-NP-12."""
    state = cast(ClashState, battle.state)
    commander = crew.commander(state, vehicle.id)
    if commander is None or not status.able(commander):
        return None
    in_los = seen_by(battle, vehicle, situation)
    drawn = np_tactics.vehicle_test(battle, commander, order, letter(battle, vehicle, in_los))
    words = [*_hatch(battle, vehicle, situation), *steps_of(drawn.result), "front"]
    return drawn, tuple(NpTask(do="vehicle", stands=(vehicle.id,), word=word) for word in words)


def seen_by(scene: Scene, vehicle: ClashStand, situation: Situation) -> list[ClashStand]:
    """Known enemies that the vehicle itself has in sight."""
    state = cast(ClashState, scene.state)
    known = [state.stands[name] for name in situation.known]
    return [enemy for enemy in known if status.in_fight(enemy) and geometry.sees(scene, vehicle, enemy)]


def _hatch(scene: Scene, vehicle: ClashStand, situation: Situation) -> list[str]:
    """Hatches are closed when an enemy is within 24 in, unless the commander has to fire the gun on the roof.

    Rules: NUT-NP-14, NUT-VEH-05.
    """
    if not vehicles.is_enclosed(vehicle):
        return []
    cite("NUT-NP-14")
    state = cast(ClashState, scene.state)
    reach = charts.number("button_in")
    near = any(within(geometry.distance(scene, vehicle, state.stands[name]), reach) for name in situation.known)
    shut = near and not (situation.in_los and needs_roof_gun(vehicle))
    if shut == vehicle.buttoned:
        return []
    return [vehicle_acts.BUTTON if shut else vehicle_acts.UNBUTTON]


def needs_roof_gun(vehicle: ClashStand) -> bool:
    """Is the machine gun on the roof the only one it has?"""
    if vehicle.spec is None:
        return False
    mounts = vehicle_data.machine_guns(vehicle.spec)
    return bool(mounts) and all(mount.exposed for mount in mounts)


def front_in_danger(scene: Scene, vehicle: ClashStand, enemies: Sequence[ClashStand]) -> ClashStand | None:
    """The most dangerous of these enemies: what pierces it by most, the nearest of equals. Rule: NUT-NP-12."""
    cite("NUT-NP-12")
    rated = [(max((apr for apr, _ in _ratings(scene, e)), default=0), e) for e in enemies]
    worst = [(-apr, round(geometry.distance(scene, vehicle, e), 3), e.id, e) for apr, e in rated if apr > 0]
    return min(worst)[3] if worst else None
