"""Vehicles that see enemies or are missed by them: the commander's test and the fire of all weapons that bear.

Rules: NUT-VEH-05 to -08, -11, NUT-CREW-04, NUT-VGUN-03, -08, NUT-CHAIN-15.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace
from typing import Any

from wargame.board import bearing, turn_between, within
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, Said
from wargame.engine.orders import Confirmed
from wargame.engine.requests import AnyRequest, Confirm
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import crew, geometry, gun_targets, ladder, main_gun, status, throws, vehicles
from wargame.rulesets.clash_of_titans.causes import IN_SIGHT_FIRE, RETURN_FIRE, Cause, FireOrder, Newcomers, Toll
from wargame.rulesets.clash_of_titans.chain import Chain, Steps
from wargame.rulesets.clash_of_titans.crew import Worker
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.vehicle_causes import Missed
from wargame.rulesets.clash_of_titans.vehicle_data import armour, number, reaction_dice
from wargame.rulesets.clash_of_titans.vehicles import MAIN_GUN

TEST = "vehicle_in_sight"
FIRE, HASTY = "fire", "fire_hastily"
KEEP = "keep_round"
KEEP_BEYOND_IN = 12.0
"""Against men farther off a crew with an enemy AFV about is advised to keep its round (table np_choices)."""


# ---------------------------------------------------------------- the test


def eligible(chain: Chain, vehicle: ClashStand, enemies: Iterable[ClashStand]) -> list[ClashStand]:
    """The enemies that an armed crew, fit to react, sees now. Rules: NUT-VEH-06, -07, NUT-SIGHT-02."""
    cite("NUT-VEH-07")
    if not vehicles.fights(vehicle) or not status.ready(vehicle) or vehicle.id in chain.halted or vehicle.leaving:
        return []
    if crew.commander(chain.state, vehicle.id) is None or not gun_targets.weapons_of(vehicle):
        return []
    found = []
    for enemy in enemies:
        body = chain.state.stands[enemy.carrier] if enemy.carrier else enemy
        known = status.in_fight(enemy) and vehicles.looks_at(vehicle, (body.x, body.y))
        if known and geometry.sees(chain.battle, vehicle, enemy):
            found.append(enemy)
    return found


def modifiers(chain: Chain, vehicle: ClashStand) -> tuple[Modifier, ...]:
    """-1 Rep buttoned up, -1 if the commander is the gunner too. Rules: NUT-VEH-06, -07."""
    found = []
    if vehicle.buttoned and vehicles.is_enclosed(vehicle):
        found.append(ladder.modifier(TEST, "buttoned"))
    if crew.commander_is_gunner(chain.state, vehicle):
        found.append(ladder.modifier(TEST, "two_jobs"))
    return tuple(found)


def in_sight(chain: Chain, vehicle: ClashStand, seen: Sequence[ClashStand], cause: Newcomers) -> Steps:
    """An AFV or armed vehicle sees newcomers; surprise fire needs no roll. Rules: NUT-VEH-07, NUT-SIGHT-13."""
    enemies = eligible(chain, vehicle, seen)
    if not enemies:
        return
    if cause.surprise:
        cite("NUT-SIGHT-13")
        yield from fire_at(chain, vehicle, enemies, IN_SIGHT_FIRE, ())
        return
    yield from _test(chain, vehicle, enemies, IN_SIGHT_FIRE, cause.event)


def missed(chain: Chain, cause: Missed) -> Steps:
    """An AFV was missed by a weapon that could have gone through, or warned: the test is its Received Fire.

    Rule: NUT-VEH-08.
    """
    cite("NUT-VEH-08")
    vehicle = chain.stand(cause.vehicle)
    enemies = eligible(chain, vehicle, [chain.stand(cause.attacker)])
    if enemies and not chain.is_committed(vehicle.id):
        yield from _test(chain, vehicle, enemies, RETURN_FIRE, cause.event)


def _test(chain: Chain, vehicle: ClashStand, enemies: Sequence[ClashStand], why: str, event: Event | None) -> Steps:
    man = crew.commander(chain.state, vehicle.id)
    if man is None:
        return
    rules = (cite("NUT-VEH-07"),)
    rolled = throws.passes(
        chain.battle,
        reaction_dice(TEST),
        man.rep,
        TEST,
        stand=man,
        modifiers=modifiers(chain, vehicle),
        rules=rules,
        cause=event,
    )
    result = ladder.read(TEST, rolled.row).result
    if result in (FIRE, HASTY):
        changes = (main_gun.hasty(),) if result == HASTY else ()
        yield from fire_at(chain, vehicle, enemies, why, changes, rolled.event)


# ---------------------------------------------------------------- fire


def fire_at(
    chain: Chain,
    vehicle: ClashStand,
    enemies: Sequence[ClashStand],
    why: str,
    changes: tuple[Modifier, ...],
    event: Event | None = None,
) -> Steps:
    """Every loaded weapon that bears, or can be turned to bear, fires at one of these: the main gun at the best target
    (its crew may keep the round), machine guns at what they see. Rules: NUT-VEH-07, -11, NUT-CREW-04, NUT-CHAIN-09."""
    if not chain.may_fire_again(vehicle):
        return
    keeps = yield from _keeps_round(chain, vehicle, enemies)
    found = orders(chain, vehicle, enemies, why, changes, keeps)
    chain.order_fire(*found)
    if not found:
        _tell_why(chain, vehicle, enemies, keeps, event)


def _tell_why(
    chain: Chain, vehicle: ClashStand, enemies: Sequence[ClashStand], keeps: bool, event: Event | None
) -> None:
    """Why a crew that was to fire does not; only its own side is told. Rule: NUT-VEH-07."""
    weapon = next(iter(gun_targets.weapons_of(vehicle)), "")
    if not weapon:
        return
    rules: tuple[str, ...]
    if keeps:
        rules, why = (cite("NUT-VEH-11"),), "the crew keeps its round"
    elif not gun_targets.is_ready(vehicle, weapon):
        rules, why = (cite("NUT-VGUN-01"),), "the gun is not loaded"
    else:
        pivot = number("main_gun", "pivot_deg") if gun_targets.is_single(vehicle, weapon) else 0.0
        refused = gun_targets.refusal(chain.battle, vehicle, weapon, enemies[0], pivot)
        if refused is None:
            return
        rules, why = refused.rules, refused.text.rstrip(".")
    told = Said(
        key="cannot_fire",
        about=(vehicle.id,),
        side=vehicle.side,
        data=(("why", why),),
        rules=(cite("NUT-VEH-07"), *rules),
        seen_by=(vehicle.side,),
    )
    chain.battle.happen(told, event)


def orders(
    chain: Chain,
    vehicle: ClashStand,
    enemies: Sequence[ClashStand],
    why: str,
    changes: tuple[Modifier, ...] = (),
    keeps: bool = False,
) -> list[FireOrder]:
    """The shots of one reaction, weapon by weapon; a man with two stations pays for firing from both. A mortar fires
    only as its crew's voluntary shooting. Rules: NUT-VEH-07, NUT-CREW-04, NUT-VGUN-03, -08, NUT-HE-08.
    """
    found: list[tuple[FireOrder, Worker]] = []
    turret: float | None = None
    for weapon in gun_targets.weapons_of(vehicle):
        if (weapon == MAIN_GUN and keeps) or gun_targets.is_mortar(vehicle, weapon):
            continue
        done = [(w.man.id, w.station) for _, w in found]
        worker = crew.shooter(chain.state, vehicle, weapon, done, fresh=True)
        if worker is None or not gun_targets.is_ready(vehicle, weapon):
            continue
        if _lays_the_gun(found, worker):
            continue
        able = [e for e in enemies if _may_fire(chain, vehicle, weapon, e) and _follows(vehicle, weapon, e, turret)]
        if not able:
            continue
        order = _order(chain, vehicle, weapon, able, why, changes, worker)
        if vehicles.turns_freely(vehicle, weapon) and vehicles.place_of(vehicle, weapon) == "turret":
            first = chain.stand(order.targets[0][0] if order.targets else order.candidates[0])
            turret = bearing(vehicle.x, vehicle.y, first.x, first.y)
        found.append((order, worker))
    return [_with_price(order, worker, [w for _, w in found]) for order, worker in found]


def _lays_the_gun(found: Sequence[tuple[FireOrder, Worker]], worker: Worker) -> bool:
    """Has this man the main gun to lay, which is worth more than a second weapon at -1 each?"""
    return any(order.weapon == MAIN_GUN and other.man.id == worker.man.id for order, other in found)


def _may_fire(chain: Chain, vehicle: ClashStand, weapon: str, enemy: ClashStand) -> bool:
    if enemy.melee_with:
        return False
    pivot = number("main_gun", "pivot_deg") if gun_targets.is_single(vehicle, weapon) else 0.0
    return gun_targets.refusal(chain.battle, vehicle, weapon, enemy, pivot) is None


def _follows(vehicle: ClashStand, weapon: str, enemy: ClashStand, turret: float | None) -> bool:
    """Does a weapon of a turret that is turned to another target bear on this one? Rule: NUT-GEO-14."""
    place = vehicles.place_of(vehicle, weapon)
    if turret is None or place not in ("turret", "rear"):
        return True
    cite("NUT-GEO-14")
    middle = turret if place == "turret" else turret + 180.0
    return turn_between(bearing(vehicle.x, vehicle.y, enemy.x, enemy.y), middle % 360.0) <= 45.0


def _order(
    chain: Chain,
    vehicle: ClashStand,
    weapon: str,
    able: Sequence[ClashStand],
    why: str,
    changes: tuple[Modifier, ...],
    worker: Worker,
) -> FireOrder:
    near = sorted(able, key=lambda e: (round(geometry.distance(chain.battle, vehicle, e), 3), e.id))
    order = FireOrder(stand=vehicle.id, weapon=weapon, why=why, modifiers=changes, by=worker.man.id)
    if gun_targets.is_single(vehicle, weapon):
        best = gun_targets.best(chain.battle, vehicle, weapon, near)
        return replace(order, targets=((best.id, 1),))
    return replace(order, candidates=tuple(e.id for e in near))


def _with_price(order: FireOrder, worker: Worker, all_of: Sequence[Worker]) -> FireOrder:
    """The order with what its man pays: a second station, a station taken over. Rule: NUT-CREW-04."""
    doing = [w.station for w in all_of if w.man.id == worker.man.id]
    return replace(order, modifiers=(*order.modifiers, *crew.changes_of(worker.man, worker.station, doing)))


# ---------------------------------------------------------------- keeping a round


def _keeps_round(chain: Chain, vehicle: ClashStand, enemies: Sequence[ClashStand]) -> Generator[AnyRequest, Any, bool]:
    """Does the crew keep its loaded gun instead of firing it at men or trucks? Rule: NUT-VEH-11."""
    if not gun_targets.is_single(vehicle, MAIN_GUN) or not gun_targets.is_ready(vehicle, MAIN_GUN):
        return False
    able = [e for e in enemies if _may_fire(chain, vehicle, MAIN_GUN, e)]
    if not able or crew.shooter(chain.state, vehicle, MAIN_GUN, fresh=True) is None:
        return False
    best = gun_targets.best(chain.battle, vehicle, MAIN_GUN, able)
    if gun_targets.deserves_a_round(best):
        return False
    advice = advises_to_keep(chain, vehicle, best)
    if chain.state.groups[vehicle.group].np:
        return advice
    order = yield Confirm(
        side=vehicle.side,
        purpose=KEEP,
        prompt=f"{vehicle.name} may fire its main gun at {best.name}. Keep the round?",
        yes="Keep it",
        no="Fire",
        about=(vehicle.id, best.id),
        interrupt=KEEP,
        suggestion=Confirmed(yes=advice),
        rules=(cite("NUT-VEH-11"),),
    )
    return bool(order.yes)


def advises_to_keep(chain: Chain, vehicle: ClashStand, target: ClashStand) -> bool:
    """Keep it if what is loaded does little to men, or for an enemy AFV that is about while the men are far off.

    Rule: NUT-VEH-11.
    """
    if gun_targets.loaded_with(vehicle) == gun_targets.AP and target.is_man:
        return True
    armoured = [
        s
        for s in chain.state.stands.values()
        if s.side != vehicle.side and s.is_afv and s.in_play and chain.state.known(vehicle.side, s.id) != "unknown"
    ]
    far = not within(geometry.distance(chain.battle, vehicle, target), KEEP_BEYOND_IN)
    return bool(armoured) and far


# ---------------------------------------------------------------- after a volley


def missed_vehicles(chain: Chain, toll: Toll) -> list[Cause]:
    """AFVs that To Hit dice were allotted to and that could have been pierced; crews fired on close their hatches.

    Rules: NUT-VEH-05, -08.
    """
    found: list[Cause] = []
    struck = {getattr(cause, "vehicle", "") for cause in toll.vehicles}
    for name, incoming in toll.incoming.items():
        stand = chain.stand(name)
        vehicle = chain.stand(stand.carrier) if stand.carrier else stand
        if not vehicle.is_vehicle or not vehicle.in_play:
            continue
        vehicles.button(chain.battle, vehicle, True)
        if vehicle is not stand or not vehicle.is_afv or name in struck or vehicle.spec is None:
            continue
        shooter = next((i for i in incoming if i.shooter and i.apr > armour(vehicle.spec, _face(vehicle, i))), None)
        if shooter is not None:
            cite("NUT-VEH-08")
            found.append(Missed(vehicle=name, attacker=shooter.shooter))
    for name in dict.fromkeys(struck):
        if name and chain.stand(name).in_play:
            vehicles.button(chain.battle, chain.stand(name), True)
    return found


def _face(vehicle: ClashStand, incoming: Any) -> vehicles.Face:
    return vehicles.face_towards(vehicle, incoming.origin)
