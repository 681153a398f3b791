"""Main guns: who may fire, the gunner's test, where a hit lands, loading again.

    order -> aim (Rep and everything that changes it) -> 2d6 -> location -> penetration, burst or a man hit

Rules: NUT-VGUN-01 to -07, -09, NUT-CREW-02, -04, NUT-GUNS-01, -04, NUT-VEH-08.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from wargame.board import Base, Footprint, bearing, gap, gap_to_point, snap_facing, within
from wargame.engine import knowledge
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, StandChanged, StandTurned
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import crew, data, gun_targets, guns, hull_down, lines, throws, vehicles
from wargame.rulesets.clash_of_titans.causes import VOLUNTARY, FireOrder
from wargame.rulesets.clash_of_titans.crew import Worker
from wargame.rulesets.clash_of_titans.gun_targets import AP, EMPTY
from wargame.rulesets.clash_of_titans.penetration import Strike
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState
from wargame.rulesets.clash_of_titans.vehicle_data import Barrel, armour, number, of_die
from wargame.rulesets.clash_of_titans.vehicles import MAIN_GUN, SECOND_GUN, Face

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Point = tuple[float, float]
HULL, TURRET = "hull", "turret"
HIT, RANDOM, MISSED, SCATTERS = "hit", "random", "missed", "scatters"
DICE = 2


@dataclass(frozen=True, slots=True)
class Aim:
    """A shot of a main gun as it is laid: whose test it is, and what will count for a hit."""

    body: ClashStand
    weapon: str
    gun: Barrel
    man: ClashStand
    modifiers: tuple[Modifier, ...]
    round: str
    target: ClashStand | None
    at: Point
    fast: bool
    """Shooter or target is fast moving."""
    hull_down: bool = False
    face: Face = "front"
    location: str = HULL
    """Where a hit goes that the gunner may choose."""
    floor: int = 0
    """Storey that is aimed at, in a building."""

    @property
    def rep(self) -> int:
        """Number that the two dice must not exceed."""
        return throws.target_number(self.man.rep, self.modifiers)


# ---------------------------------------------------------------- aiming


def _gunner(scene: Scene, body: ClashStand, order: FireOrder) -> Worker | None:
    """Who fires the gun: the man whom the order names (what changes his Rep is in it), or who is at the gun.

    Rule: NUT-CREW-02.
    """
    state = _state(scene)
    if order.by:
        return Worker(state.stands[order.by], crew.GUNNER)
    if body.is_gun:
        return guns.gunner(state, body)
    return crew.shooter(state, body, order.weapon, fresh=order.why != VOLUNTARY)


def aim(scene: Scene, order: FireOrder) -> Aim | None:
    """How a main gun's shot is laid; None if nobody can fire it. Rules: NUT-VGUN-04, -05, NUT-CREW-04."""
    state = _state(scene)
    body = state.stands[order.stand]
    worker = _gunner(scene, body, order)
    gun = gun_targets.gun_of(body, order.weapon)
    if worker is None or gun is None:
        return None
    target = state.stands[order.targets[0][0]] if order.targets else None
    at = order.at if order.at is not None else lines.pose_of(scene, target).at if target is not None else (0.0, 0.0)
    shown = hull_down.vehicle_cover(scene, target, body) if target is not None and target.is_vehicle else None
    changes = [*order.modifiers, *worker.modifiers, *_range(scene, body, order.weapon, target, at)]
    if shown is not None and shown.concealed:
        changes.append(_change("target concealed"))
    if target is not None and _is_laid(body, target):
        changes.append(_change("second shot at the same target, neither has moved"))
    fast = body.fast_moving or (target is not None and target.fast_moving)
    floor = target.floor if target is not None else order.floor
    laid = Aim(body, order.weapon, gun, worker.man, tuple(changes), _round(body, order), target, at, fast, floor=floor)
    if target is None or not target.is_vehicle:
        return laid
    face = vehicles.struck_face(target, vehicles.muzzle(body, order.weapon), _drop(scene, body, target))
    hidden = hull_down.is_hull_down(scene, target, body)
    return replace(laid, hull_down=hidden, face=face, location=order.location or best_location(target, face, hidden))


def _round(body: ClashStand, order: FireOrder) -> str:
    return order.round or gun_targets.loaded_with(body, order.weapon)


def _change(case: str) -> Modifier:
    """A row of table main_gun_mods. Rule: NUT-VGUN-05."""
    return Modifier(case, data.row("main_gun_mods", case)["rep"], rule=cite("NUT-VGUN-05"))


def hasty() -> Modifier:
    """What Vehicle In Sight with one passed die costs. Rule: NUT-VGUN-05."""
    return _change("Vehicle In Sight pass 1d6")


def _range(scene: Scene, body: ClashStand, weapon: str, target: ClashStand | None, at: Point) -> list[Modifier]:
    x, y = vehicles.muzzle(body, weapon)
    far = gap_to_point(vehicles.footprint(target), x, y) if target is not None else gap_to_point(_point(at), x, y)
    return [] if within(far, number("main_gun", "far_in")) else [_change("range over 48in")]


def _point(at: Point) -> Footprint:
    return Footprint(Base.circle(0.0), *at)


def _is_laid(body: ClashStand, target: ClashStand) -> bool:
    """Did the gun last fire at this target, and has neither moved since? Rule: NUT-VGUN-05."""
    return body.last_target == target.id and body.last_aim == (body.x, body.y, target.x, target.y)


def _drop(scene: Scene, body: ClashStand, target: ClashStand) -> float:
    return lines.pose_of(scene, body).foot_in - lines.pose_of(scene, target).foot_in


def best_location(target: ClashStand, face: Face, hidden: bool) -> str:
    """Where a gunner with a choice aims: the turret of a hull down vehicle, else the weaker armour, the hull if equal.

    Rule: NUT-VGUN-04.
    """
    cite("NUT-VGUN-04")
    if target.spec is None or not target.spec.turreted:
        return HULL
    if hidden:
        return TURRET
    return TURRET if armour(target.spec, face, TURRET) < armour(target.spec, face, HULL) else HULL


# ---------------------------------------------------------------- the test


def outcome(passed: int, fast: bool, at_afv: bool) -> str:
    """What so many passed dice do: hit, random (location), missed or scatters. Rules: NUT-VGUN-04, NUT-HE-04."""
    cite("NUT-VGUN-04")
    if passed >= DICE:
        return HIT
    if passed == 1:
        if not fast:
            return RANDOM
        return MISSED if at_afv else SCATTERS
    return MISSED if at_afv else SCATTERS


def location(battle: Battle, target: ClashStand, cause: Event | None) -> str:
    """Random location of a hit; without a turret the hull, without a die. Rule: NUT-VGUN-06."""
    rule = cite("NUT-VGUN-06")
    if target.spec is None or not target.spec.turreted:
        return HULL
    read = functools.partial(of_die, "hit_location", "location")
    return read(throws.read_die(battle, "location", stand=target, outcome=read, rules=(rule,), cause=cause).passed)


def test(battle: Battle, laid: Aim, cause: Event | None) -> tuple[str, str, Event]:
    """Roll the gunner's test: outcome, location of a hit on a vehicle, and the event. Rules: NUT-VGUN-04 to -06."""
    rules = (cite("NUT-VGUN-04"), *((cite("NUT-GUNS-04"),) if laid.body.is_gun else ()))
    rolled = throws.passes(
        battle, DICE, laid.man.rep, "main_gun", stand=laid.man, modifiers=laid.modifiers, rules=rules, cause=cause
    )
    solid = laid.target is not None and (laid.target.is_afv or (laid.round == AP and not laid.target.is_man))
    found = outcome(rolled.row, laid.fast, solid)
    where = laid.location
    if found == RANDOM and laid.target is not None and laid.target.is_vehicle:
        where = location(battle, laid.target, rolled.event)
    return found, where, rolled.event


def strike_of(laid: Aim, where: str) -> Strike:
    """The hit of an armour piercing round as penetration takes it. Rules: NUT-VGUN-06, -07."""
    if laid.target is None:
        raise ValueError("an armour piercing round has struck nothing")
    if laid.hull_down:
        cite("NUT-VGUN-07")
    return Strike(
        target=laid.target.id,
        apr=laid.gun.apr,
        face=laid.face,
        location=where,
        shooter=laid.body.id,
        by_foot=not laid.body.is_vehicle,
        on_cover=laid.hull_down and where == HULL,
    )


# ---------------------------------------------------------------- before and after


def turn_to(battle: Battle, body: ClashStand, order: FireOrder, cause: Event | None) -> None:
    """Before any weapon of a vehicle or gun fires its mount is turned to the target. Rules: NUT-GEO-14, NUT-VGUN-03."""
    state = _state(battle)
    at = order.at or lines.pose_of(battle, state.stands[order.targets[0][0]]).at
    if body.is_vehicle and vehicles.place_of(body, order.weapon) == "turret":
        if not vehicles.bears(body, order.weapon, at) or order.weapon in (MAIN_GUN, SECOND_GUN):
            vehicles.turn_turret(battle, body, bearing(body.x, body.y, *at), cause)
        return
    if vehicles.turns_freely(body, order.weapon):
        return
    before = body.facing_deg
    pivot_to(battle, body, order.weapon, at, cause)
    if body.facing_deg != before and order.why == VOLUNTARY and body.is_vehicle:
        cite("NUT-VGUN-03")
        _spend(battle, body, (("moved_in", max(body.moved_in, spent_move(body))),), cause)


def spent_move(body: ClashStand) -> float:
    """More inches than it can move: its move is spent."""
    return 4 * body.spec.road_in if body.spec is not None else 0.0


def crew_has_worked(battle: Battle, body: ClashStand, order: FireOrder, cause: Event | None) -> None:
    """Who fired a weapon of a vehicle has done that job; at a gun its two men have shot.

    Rules: NUT-CREW-04, NUT-ACT-02.
    """
    state = _state(battle)
    man = state.stands.get(order.by)
    if man is None:
        return
    if body.is_vehicle:
        crew.note_job(battle, man, crew.station_of_weapon(body, order.weapon, man), cause)
        return
    for one in [man, *(m for m in guns.serving(state, body) if m.id != man.id)][:2]:
        cite("NUT-ACT-02")
        seen = knowledge.seen_by_for(battle.state, one.id)
        battle.happen(StandChanged(stand=one.id, changes=(("shot", True),), why="shot", seen_by=seen), cause)


def _spend(battle: Battle, body: ClashStand, changes: tuple[tuple[str, Any], ...], cause: Event | None) -> None:
    seen = knowledge.seen_by_for(battle.state, body.id)
    battle.happen(StandChanged(stand=body.id, changes=changes, why="pivot", seen_by=seen), cause)


def pivot_to(battle: Battle, body: ClashStand, weapon: str, at: Point, cause: Event | None) -> None:
    """Turn the hull of a casemate, or a gun, straight at a point, if it does not bear yet. Rule: NUT-VGUN-03."""
    if vehicles.bears(body, weapon, at):
        return
    facing = snap_facing(bearing(body.x, body.y, *at))
    seen = knowledge.seen_by_for(battle.state, body.id)
    battle.happen(StandTurned(stand=body.id, facing_deg=facing, rules=(cite("NUT-VGUN-03"),), seen_by=seen), cause)


def fired(battle: Battle, laid: Aim, cause: Event | None) -> None:
    """The gun is empty; what it was laid on is remembered. Rules: NUT-VGUN-01, -05."""
    body = laid.body
    changes: list[tuple[str, Any]] = [("last_target", laid.target.id if laid.target is not None else "")]
    target = laid.target
    changes.append(("last_aim", (body.x, body.y, target.x, target.y) if target is not None else ()))
    if laid.gun.single:
        changes.append(("second_loaded" if laid.weapon == SECOND_GUN else "loaded", EMPTY))
    seen = knowledge.seen_by_for(battle.state, body.id)
    rules = (cite("NUT-VGUN-01"),)
    battle.happen(StandChanged(stand=body.id, changes=tuple(changes), why="fired", rules=rules, seen_by=seen), cause)


def distance(a: ClashStand, b: ClashStand) -> float:
    """Inches between two outlines."""
    return gap(vehicles.footprint(a), vehicles.footprint(b))


def _state(scene: Scene) -> ClashState:
    return cast(ClashState, scene.state)
