"""Vehicles that run into each other, on purpose or not. Rules: NUT-VMOV-07, -10, NUT-VMOV-08 (Bash by class).

order -> drives straight at it -> 2d6: full, glancing, passes by -> successes on Bash dice -> wreck, track, nothing
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from wargame.board import bearing, snap, snap_facing, turn_between
from wargame.engine.events import Event, Fired
from wargame.engine.orders import Assault, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene, Target
from wargame.rulesets.clash_of_titans import (
    chain,
    geometry,
    movement,
    penetration,
    standing,
    steering,
    throws,
    vehicle_moves,
    vehicles,
    walk,
)
from wargame.rulesets.clash_of_titans.activation import Activation, finish
from wargame.rulesets.clash_of_titans.causes import Aftermath, Toll
from wargame.rulesets.clash_of_titans.planned import Plan
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState
from wargame.rulesets.clash_of_titans.vehicle_causes import BailOut
from wargame.rulesets.clash_of_titans.vehicle_data import number, whole

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Point = tuple[float, float]
Steps = Generator[AnyRequest, Any, None]
FULL, GLANCING, PASSES_BY = 2, 1, 0
CRUSHED, LAMED, NOTHING = "crushed", "lamed", "nothing"
SHAKEN_CLASSES = ("softskin car", "softskin truck", "motorcycle", "wagon", "bicycle", "light")
"""Classes whose men are shaken even when the vehicle is only lamed (table ramming)."""
SWERVES_DEG = (15.0, -15.0, 30.0, -30.0, 45.0, -45.0)


# ---------------------------------------------------------------- numbers


def dice_of(bash: int, contact: int, square: bool) -> int:
    """Dice of the rammer: his Bash, three more for a square side hit, half his Bash less if glancing.

    Rule: NUT-VMOV-10.
    """
    cite("NUT-VMOV-10")
    dice = bash + (whole("ramming", "square_dice") if square else 0)
    return dice - (throws.halved(bash) if contact == GLANCING else 0)


def result(ahead: int) -> str:
    """What the loser suffers for so many successes less. Rule: NUT-VMOV-10."""
    cite("NUT-VMOV-10")
    if ahead >= 2:
        return CRUSHED
    return LAMED if ahead == 1 else NOTHING


def is_square(rammer: ClashStand, other: ClashStand) -> bool:
    """Does it strike a side within 30 degrees of a right angle? Rule: NUT-VMOV-10."""
    cite("NUT-VMOV-10")
    if vehicles.face_towards(other, (rammer.x, rammer.y)) != "side":
        return False
    across = turn_between(rammer.facing_deg, other.facing_deg)
    return abs(across - 90.0) <= number("ramming", "square_deg") + 0.05


# ---------------------------------------------------------------- the order


def way_to(scene: Scene, stand: ClashStand, target: ClashStand) -> Plan | None:
    """The straight drive at a vehicle, up to contact, if its move and one turn suffice. Rules: NUT-VMOV-01, -10."""
    aim = bearing(stand.x, stand.y, target.x, target.y)
    if turn_between(aim, stand.facing_deg) > number("move", "turn_deg") + 0.05:
        return None
    full = ((stand.x, stand.y), (target.x, target.y))
    at = steering.contact_at(stand, full, steering.FORWARD, target)
    if at is None:
        return None
    path = movement.cut(full, at) if at > 0.01 else full[:1]
    others = [s for s in standing.blocking(scene, stand) if s.id != target.id]
    if any(steering.contact_at(stand, path, steering.FORWARD, s) is not None for s in others if len(path) > 1):
        return None
    if vehicle_moves.may_move(scene, stand) is not None or stand.went == vehicle_moves.BACK:
        return None
    plan = vehicle_moves.plan(scene, stand, path[1:], steering.FORWARD, None)
    blocked = plan.refusal is not None and plan.refusal.about != target.id
    return None if blocked else replace(plan, path=path, facing_deg=snap_facing(aim))


def refusal(scene: Scene, stand: ClashStand, target: ClashStand) -> Refusal | None:
    """Why a vehicle may not ram this enemy, or None. Rule: NUT-VMOV-10."""
    rules = (cite("NUT-VMOV-10"),)
    if not target.is_vehicle or target.side == stand.side or vehicles.is_wreck(target):
        return Refusal(text="Only enemy vehicles are rammed.", rules=rules, about=target.id)
    if scene.state.known(stand.side, target.id) == "unknown":
        return Refusal(text="That enemy is hidden.", rules=(cite("NUT-SIGHT-11"),), about=target.id)
    reason = vehicle_moves.may_move(scene, stand)
    if reason is not None:
        return reason
    if way_to(scene, stand, target) is None:
        text = f"{target.name} cannot be driven at from here."
        return Refusal(text=text, rules=rules, about=target.id)
    return None


def check(scene: Scene, order: Assault) -> Refusal | None:
    """Why an order to ram may not be given, or None. Rule: NUT-VMOV-10."""
    state = cast(ClashState, scene.state)
    target = state.stands.get(order.target)
    if target is None:
        return Refusal(text="There is no such enemy.", kind="malformed")
    return refusal(scene, state.stands[order.stand], target)


def targets(scene: Scene, stand: ClashStand) -> list[Target]:
    """Enemy vehicles near enough to think of ramming, nearest first. Rule: NUT-VMOV-10."""
    state = cast(ClashState, scene.state)
    reach = vehicle_moves.allowance(scene, stand) + 1.0
    rows = []
    for enemy in state.stands.values():
        if enemy.side != stand.side and enemy.is_vehicle and enemy.in_play and not enemy.knocked_out:
            away = geometry.distance(scene, stand, enemy)
            if away <= reach and state.known(stand.side, enemy.id) != "unknown":
                why = refusal(scene, stand, enemy)
                rows.append(Target(stand=enemy.id, range_in=round(away, 3), refusal=why))
    return sorted(rows, key=lambda row: (row.range_in, row.stand))


def carry_out(battle: Battle, active: Activation, order: Assault) -> Steps:
    """Drive at an enemy vehicle and ram it. Rule: NUT-VMOV-10."""
    from wargame.rulesets.clash_of_titans import control

    state = cast(ClashState, battle.state)
    stand, target = state.stands[order.stand], state.stands[order.target]
    plan = way_to(battle, stand, target)
    if plan is None:
        return
    if len(plan.path) > 1:
        outcome = yield from walk.walk(battle, active, plan)
        if not outcome.arrived or not stand.in_play or stand.finished or vehicles.is_wreck(target):
            return
    rolled = control.driver_test(battle, stand, 2, "ramming", (cite("NUT-VMOV-10"),))
    if rolled.row == PASSES_BY:
        yield from _pass_by(battle, active, stand, target)
    else:
        yield from collide(battle, active, stand, target, rolled.event, rolled.row)
    finish(battle, stand, rolled.event)


def _pass_by(battle: Battle, active: Activation, stand: ClashStand, target: ClashStand) -> Steps:
    """It misses and passes by at half of what is left of its move. Rule: NUT-VMOV-10."""
    inches = vehicle_moves.allowance(battle, stand) / 2
    for turn in SWERVES_DEG:
        facing = snap_facing(stand.facing_deg + turn)
        angle = math.radians(facing)
        end = snap(stand.x + inches * math.cos(angle)), snap(stand.y + inches * math.sin(angle))
        plan = vehicle_moves.plan(battle, stand, (end,), steering.FORWARD, None)
        met = vehicle_moves.first_met(battle, stand, plan.path, steering.FORWARD) if len(plan.path) > 1 else None
        if plan.refusal is None and met is None and len(plan.path) > 1:
            yield from walk.walk(battle, active, plan)
            return


# ---------------------------------------------------------------- the crash


def collide(
    battle: Battle, active: Activation, rammer: ClashStand, other: ClashStand, cause: Event | None, contact: int = FULL
) -> Steps:
    """Both count successes on their Bash dice, and suffer for it. Rules: NUT-VMOV-07, -10."""
    rules = (cite("NUT-VMOV-10"),)
    shown: Event = battle.happen(
        Fired(stand=rammer.id, targets=(other.id,), weapon="ram", manner="assault", rules=rules), cause
    )
    square = is_square(rammer, other)
    dice = dice_of(vehicle_moves.class_value(rammer, "bash"), contact, square)
    ours = throws.successes(battle, dice, "bash", stand=rammer, rules=rules, cause=shown)
    bash = vehicle_moves.class_value(other, "bash") if other.spec is not None else 0
    theirs = throws.successes(battle, bash, "bash", stand=other, rules=rules, cause=shown)
    ahead = ours.passed - theirs.passed
    loser, winner = (other, rammer) if ahead > 0 else (rammer, other)
    toll = Toll()
    suffered = result(abs(ahead))
    _suffer(battle, toll, loser, suffered, winner, shown)
    if not toll.empty:
        yield from chain.resolve(battle, [Aftermath(event=shown, toll=toll)], active.active)
    if suffered == CRUSHED and winner is rammer and rammer.in_play and not rammer.gone:
        yield from _drives_on(battle, active, rammer)


def _suffer(battle: Battle, toll: Toll, loser: ClashStand, suffered: str, winner: ClashStand, cause: Event) -> None:
    rules = (cite("NUT-VMOV-10"),)
    if suffered == CRUSHED:
        vehicles.knock_out(battle, loser, False, cause, rules)
        penetration.shake_all(battle, toll, loser)
        toll.vehicles.append(BailOut(event=cause, vehicle=loser.id, enemies=(winner.id,)))
    elif suffered == LAMED:
        if not loser.immobilised:
            penetration.immobilise(battle, loser, cause, rules)
        if loser.spec is not None and loser.spec.class_ in SHAKEN_CLASSES:
            penetration.shake_all(battle, toll, loser)


def _drives_on(battle: Battle, active: Activation, rammer: ClashStand) -> Steps:
    """The winner moves on at half of what is left, as far as the wreck lets it. Rule: NUT-VMOV-10."""
    inches = vehicle_moves.allowance(battle, rammer) / 2
    angle = math.radians(rammer.facing_deg)
    end = snap(rammer.x + inches * math.cos(angle)), snap(rammer.y + inches * math.sin(angle))
    plan = vehicle_moves.plan(battle, rammer, (end,), steering.FORWARD, None)
    if plan.refusal is None and len(plan.path) > 1:
        yield from walk.walk(battle, active, plan)
