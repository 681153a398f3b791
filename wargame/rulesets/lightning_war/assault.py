"""Who may assault whom, and who is drawn in. Rules: LW2-ASLT-01, -02, -17, -19 to -21, -25, LW2-CAS-04."""

from __future__ import annotations

import math

from wargame.board import bearing, snap, snap_facing
from wargame.engine.orders import Assault, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene, Target
from wargame.rulesets.lightning_war import assault_dice, features, morale, movement, units
from wargame.rulesets.lightning_war.features import kind_of, spot_of, state_of
from wargame.rulesets.lightning_war.ground import TOWN, WOODS
from wargame.rulesets.lightning_war.location import kept_by, known_enemies, on_table
from wargame.rulesets.lightning_war.movement import Plan
from wargame.rulesets.lightning_war.state import Point, WarStand

DIRECTIONS = 24
CONTACT_IN = 0.1
"""Bases in contact are brought so near to each other."""


def may_assault(scene: Scene, stand: WarStand) -> Refusal | None:
    """Why a stand may not assault anybody now, or None: men on foot that may still move. Rule: LW2-CAS-04."""
    if not units.is_on_foot(stand):
        return Refusal(text=f"{stand.name} does not assault; armour supports by fire.", rules=(cite("LW2-ASLT-17"),))
    if units.is_staff(stand):
        cite("LW2-CAS-04")
    return movement.may_move(scene, stand)


def check(scene: Scene, order: Assault) -> Refusal | None:
    """Why an assault may not be made, or None."""
    state = state_of(scene)
    stand, target = state.stands[order.stand], state.stands.get(order.target)
    if target is None or target.side == stand.side or not target.in_play:
        return Refusal(text="Name an enemy on the table.", kind="malformed")
    refusal = may_assault(scene, stand) or against_target(scene, stand, target)
    if refusal is not None:
        return refusal
    for name in order.supports:
        helper = state.stands.get(name)
        if helper is None or helper.group != stand.group or not units.is_afv(helper) or not helper.in_play:
            text = "Only armour of the platoon supports an assault by fire."
            return Refusal(text=text, rules=(cite("LW2-ASLT-17"),))
    return None


def against_target(scene: Scene, stand: WarStand, target: WarStand) -> Refusal | None:
    """Why this enemy may not be assaulted by this stand, or None. Rules: LW2-ASLT-19, LW2-MOVE-01."""
    escort = next(iter(escorts(scene, target)), None)
    if escort is not None:
        text = f"{escort.name} covers {target.name} in the same feature; troops come first."
        return Refusal(text=text, rules=(cite("LW2-ASLT-19"),), about=escort.id)
    allowed = movement.goals(scene, stand)
    if spot_of(scene, target).place not in allowed:
        text = f"{target.name} is not in an adjoining feature."
        return Refusal(text=text, rules=(cite("LW2-MOVE-01"), cite("LW2-ASLT-01")), about=target.id)
    if way_to_contact(scene, stand, target) is None:
        return Refusal(text=f"No way leads {stand.name} up to {target.name}.", rules=(cite("LW2-ASLT-01"),))
    return None


def escorts(scene: Scene, target: WarStand) -> list[WarStand]:
    """Troops that stand in the same feature as an armoured target. Rule: LW2-ASLT-19."""
    if not units.is_afv(target):
        return []
    cite("LW2-ASLT-19")
    place = spot_of(scene, target).place
    return [
        s
        for s in on_table(scene, target.side)
        if s.id != target.id and units.is_infantry(s) and spot_of(scene, s).place == place
    ]


def way_to_contact(scene: Scene, stand: WarStand, target: WarStand) -> Plan | None:
    """The shortest legal way into contact with an enemy's base; kept with a view. Rules: LW2-ASLT-01, LW2-MOVE-11."""
    kept, key = kept_by(scene), ("contact", stand.id, target.id)
    if key not in kept:
        kept[key] = _way_to_contact(scene, stand, target)
    found: Plan | None = kept[key]
    return found


def _way_to_contact(scene: Scene, stand: WarStand, target: WarStand) -> Plan | None:
    contact = frozenset(e.id for e in known_enemies(scene, stand.side) if e.group == target.group)
    for x, y in _round(stand, target):
        facing = snap_facing(bearing(x, y, target.x, target.y))
        made = movement.plan(scene, stand, ((x, y),), facing, contact)
        if made.price.refusal is None:
            return made
    return None


def _round(stand: WarStand, target: WarStand) -> list[Point]:
    """Places where the base would touch that of the enemy, the nearest first."""
    found = []
    for n in range(DIRECTIONS):
        turn = 2.0 * math.pi * n / DIRECTIONS
        reach = _half(target, math.degrees(turn)) + stand.base.depth_in / 2 + CONTACT_IN
        found.append((snap(target.x + math.cos(turn) * reach), snap(target.y + math.sin(turn) * reach)))
    return sorted(found, key=lambda p: math.dist(p, (stand.x, stand.y)))


def _half(target: WarStand, bearing_deg: float) -> float:
    """Inches from the centre of a base to its rim in a direction."""
    turn = math.radians(bearing_deg - target.facing_deg)
    c, s = abs(math.cos(turn)), abs(math.sin(turn))
    d, w = target.base.depth_in / 2, target.base.width_in / 2
    return min(d / c if c > 1e-9 else math.inf, w / s if s > 1e-9 else math.inf)


# ---------------------------------------------------------------- who fights


def engaged_attackers(scene: Scene, stand: WarStand, target: WarStand) -> list[WarStand]:
    """The leading stand and all squads of its platoon near enough that may still move. Rules: LW2-ASLT-02, -25."""
    cite("LW2-ASLT-02")
    cite("LW2-ASLT-25")
    near = _places_near(scene, target)
    rest = [
        s
        for s in morale.squads(scene, stand.group)
        if s.id != stand.id
        and s.in_play
        and units.is_on_foot(s)
        and spot_of(scene, s).place in near
        and movement.may_move(scene, s) is None
    ]
    return [stand, *sorted(rest, key=lambda s: math.dist((s.x, s.y), (target.x, target.y)))]


def engaged_defenders(scene: Scene, target: WarStand, side: str) -> list[WarStand]:
    """The target and the known squads of its platoon near enough; armour only where armour is the target.

    Rules: LW2-ASLT-02, -25, LW2-CAS-04.
    """
    near = _places_near(scene, target)
    if units.is_staff(target):
        cite("LW2-CAS-04")
    rest = [
        s
        for s in known_enemies(scene, side)
        if s.group == target.group
        and s.id != target.id
        and not units.is_staff(s)
        and units.is_vehicle(s) == units.is_vehicle(target)
        and spot_of(scene, s).place in near
    ]
    return [target, *sorted(rest, key=lambda s: math.dist((s.x, s.y), (target.x, target.y)))]


def _places_near(scene: Scene, target: WarStand) -> set[int]:
    here = spot_of(scene, target).place
    graph = features.ground(scene.board).graph
    return {here} | {p.number for p in graph.places if graph.are_contiguous(p.number, here)}


def plus_of_attacker(scene: Scene, stand: WarStand, target: WarStand) -> int:
    """What an attacker adds to its die. Rules: LW2-ASLT-20, -21."""
    plus = stand.assault_bonus
    if units.is_afv(target):
        cite("LW2-ASLT-21")
        if not is_in_close_country(scene, target):
            plus += assault_dice.against_armour_in_open()
    return plus


def plus_of_defender(stand: WarStand) -> int:
    """What a defender adds to its die. Rule: LW2-ASLT-06."""
    return assault_dice.defender_bonus() + stand.assault_bonus


def is_in_close_country(scene: Scene, stand: WarStand) -> bool:
    """Does it stand in a built-up area or woods?"""
    return kind_of(scene, stand) in TOWN | WOODS


def targets(scene: Scene, stand: WarStand) -> list[Target]:
    """Known enemies that could be assaulted, nearest first, refused ones with the reason."""
    if may_assault(scene, stand) is not None:
        return []
    allowed = set(movement.goals(scene, stand))
    rows = []
    for enemy in known_enemies(scene, stand.side):
        if spot_of(scene, enemy).place not in allowed:
            continue
        away = round(math.dist((enemy.x, enemy.y), (stand.x, stand.y)), 3)
        rows.append(Target(stand=enemy.id, range_in=away, refusal=against_target(scene, stand, enemy)))
    return sorted(rows, key=lambda row: row.range_in)
