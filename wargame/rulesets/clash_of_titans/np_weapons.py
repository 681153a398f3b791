"""Guns, mortars, flamethrowers and the weapons of vehicles, as non-player crews use them.

Each weapon is fired by an order such as a player gives, one after another. Rules: NUT-NP-10, -11, -12, NUT-VEH-11.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, cast

from wargame.board import within
from wargame.engine.orders import Fire, Shot
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    charts,
    crew,
    geometry,
    gun_targets,
    guns,
    np_situation,
    np_targets,
    orders,
    shooting,
    shots,
    special_fire,
    targets,
    throws,
    vehicles,
)
from wargame.rulesets.clash_of_titans.activation import Activation, takes_orders
from wargame.rulesets.clash_of_titans.causes import FireOrder
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Steps = Generator[AnyRequest, Any, None]


# ---------------------------------------------------------------- what could be fired


def shot(scene: Scene, body: ClashStand, weapon: str) -> Fire | None:
    """The shot that the crew of a vehicle or gun chooses for a weapon; None: it does not fire.

    Rules: NUT-NP-10, -11.
    """
    if shots.may_shoot(scene, body) is not None or not gun_targets.is_ready(body, weapon):
        return None
    if not shots.has_gunner(scene, body, weapon):
        return None
    if special_fire.kind_of(scene, body, weapon, None):
        found = (order for order in special_fire.samples(scene, body) if order.weapon == weapon)
        return next(found, None)
    able = [enemy for enemy in targets.enemies(scene, body.side) if _may_hit(scene, body, weapon, enemy)]
    if not able:
        return None
    if gun_targets.is_single(body, weapon):
        return _round(scene, body, weapon, able)
    return _burst(scene, body, weapon, able)


def _may_hit(scene: Scene, body: ClashStand, weapon: str, enemy: ClashStand) -> bool:
    return gun_targets.refusal(scene, body, weapon, enemy, gun_targets.pivot_deg(body)) is None


def _round(scene: Scene, body: ClashStand, weapon: str, able: Sequence[ClashStand]) -> Fire | None:
    """One round: armour that it can pierce first, the nearest; else a gun, a lorry, men; kept if it is better kept."""
    cite("NUT-NP-11")
    best = gun_targets.best(scene, body, weapon, able)
    if keeps_round(scene, body, best):
        return None
    order = Fire(stand=body.id, weapon=weapon, targets=(Shot(best.id, 1),))
    return order if shots.check(scene, order) is None else None


def keeps_round(scene: Scene, body: ClashStand, target: ClashStand) -> bool:
    """Does a crew keep its loaded gun: men beyond 12 in, and an enemy AFV is known? Rule: NUT-VEH-11."""
    cite("NUT-VEH-11")
    state = cast(ClashState, scene.state)
    if gun_targets.deserves_a_round(target) or target.is_vehicle:
        return False
    armour = any(state.stands[name].is_afv for name in np_situation.known_enemies(state, body.side))
    near = within(geometry.distance(scene, body, target), charts.number("fire_from_in"))
    return armour and not near


def _burst(scene: Scene, body: ClashStand, weapon: str, able: Sequence[ClashStand]) -> Fire | None:
    """A machine gun: the best target by the table, all dice at another machine gun or a leader. Rule: NUT-NP-10."""
    cite("NUT-NP-10")
    state = cast(ClashState, scene.state)
    worker = guns.gunner(state, body) if body.is_gun else crew.shooter(state, body, weapon)
    by = worker.man.id if worker is not None else ""
    gunner = shooting.gunner_of(scene, FireOrder(stand=body.id, weapon=weapon, by=by))
    dice = max(1, shooting.dice_of(scene, gunner))
    near = sorted(able, key=lambda e: (round(geometry.distance(scene, body, e), 3), e.id))
    sure = [enemy for enemy in near if np_targets.hits_surely(scene, gunner, enemy)]
    ranked = sorted(sure, key=lambda e: np_targets.rank(scene, body, e))
    first = (ranked or near)[0]
    one = np_targets.is_machine_gun(first) or np_targets.is_leader(state, first)
    for count in (dice, 1) if one else (1, dice):
        order = Fire(stand=body.id, weapon=weapon, targets=(Shot(first.id, count),))
        if shots.check(scene, order) is None:
            return order
    return None


def special_shot(scene: Scene, man: ClashStand) -> Fire | None:
    """A flamethrower, mortar or rocket in a man's hands, at the nearest enemy that it can be used on."""
    if shots.may_shoot(scene, man) is not None or man.readied:
        return None
    return next(iter(special_fire.samples(scene, man)), None)


def can_fire(scene: Scene, body: ClashStand) -> bool:
    """Has the crew of a vehicle or gun anything to fire at?"""
    return any(shot(scene, body, weapon) is not None for weapon in gun_targets.weapons_of(body))


# ---------------------------------------------------------------- firing


def fire(battle: Battle, active: Activation, body: ClashStand, machine_guns_only: bool = False) -> Steps:
    """A crew fires all its weapons that have a target, the main gun first. Rules: NUT-NP-10, -11, -12."""
    cite("NUT-NP-12")
    for weapon in gun_targets.weapons_of(body):
        if not takes_orders(cast(ClashState, battle.state), body):
            return
        if machine_guns_only and vehicles.mount_of(body, weapon) is None:
            continue
        order = shot(battle, body, weapon)
        if order is not None and not _waits(battle, body, order):
            yield from orders.carry_out(battle, active, order)


def _waits(battle: Battle, body: ClashStand, order: Fire) -> bool:
    """Does a hidden gun let an AFV come on until it is within 24 in, if its gunner passes 1d6? Rule: NUT-NP-11."""
    if not body.is_gun or not order.targets:
        return False
    state = cast(ClashState, battle.state)
    target = state.stands[order.targets[0].target]
    made = FireOrder(stand=body.id, weapon=order.weapon, targets=((target.id, 1),))
    if not target.is_afv or not np_targets.waits_in_ambush(battle, body, made, True):
        return False
    worker = guns.gunner(state, body)
    if worker is None:
        return False
    rules = (cite("NUT-NP-11"),)
    return throws.passes(battle, 1, worker.man.rep, "np_wait", stand=worker.man, rules=rules).passed > 0
