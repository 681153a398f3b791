"""A volley: every shooter allots his dice, all To Hit dice are rolled, then all damage. Rules: NUT-CHAIN-03, -07, -13.

orders -> settled (allotment) -> Fired, To Hit -> damage target by target -> Toll
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from wargame.engine import knowledge
from wargame.engine.events import Event, Fired, StandChanged, StandTurned
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    allotment,
    damage,
    geometry,
    groups,
    guns,
    hidden,
    lines,
    machine_guns,
    main_gun,
    penetration,
    rockets,
    shooting,
    softskins,
    spots,
    status,
    targets,
    throws,
    vehicles,
)
from wargame.rulesets.clash_of_titans.causes import VOLUNTARY, Aftermath, FireOrder, Incoming, Toll, Volley
from wargame.rulesets.clash_of_titans.chain import Chain, Steps
from wargame.rulesets.clash_of_titans.damage import Blow
from wargame.rulesets.clash_of_titans.penetration import Strike
from wargame.rulesets.clash_of_titans.shooting import Gunner, Hit
from wargame.rulesets.clash_of_titans.state import ClashStand


@dataclass(slots=True)
class Landed:
    """What the To Hit dice of a volley struck, until all have been rolled.

    hits: dice that struck men, guns and vehicles; later: what else happens at the moment of damage (a shell that
    bursts), in the order of the dice.
    """

    hits: list[Hit] = field(default_factory=list)
    later: list[Callable[[Toll], Steps]] = field(default_factory=list)


Roller = Callable[[Chain, FireOrder, Toll, Landed, Event], Steps]
"""Rolls the dice of one order that is not simply fired at men: a main gun, a flamethrower, a thrown grenade."""


def resolve(chain: Chain, cause: Volley) -> Steps:
    """One volley of the queue. Rules: NUT-CHAIN-03, -08."""
    toll = Toll()
    yield from fire(chain, cause.orders, toll, cause.event)
    if not toll.empty:
        cite("NUT-CHAIN-08")
        chain.add(Aftermath(event=toll.event or cause.event, toll=toll))


def fire(chain: Chain, orders: Iterable[FireOrder], toll: Toll, cause: Event | None) -> Steps:
    """Allot, roll all To Hit, then all damage; what targets owe is noted in the toll.

    Rules: NUT-CHAIN-03, NUT-DICE-11.
    """
    cite("NUT-CHAIN-03")
    settled = yield from allotment.settle(chain.battle, in_turn(chain, guns.merge(chain.battle, orders)))
    if not settled:
        return
    chain.volleys += 1
    landed = Landed()
    for name in dict.fromkeys(order.stand for order in settled if order.why != VOLUNTARY):
        if not chain.stand(name).is_man:
            chain.count_shot(chain.stand(name))
    for order in settled:
        yield from _shoot(chain, order, toll, landed, cause)
    yield from _damage(chain, toll, landed, cause)


def in_turn(chain: Chain, orders: Iterable[FireOrder]) -> list[FireOrder]:
    """Shooters as declared; reactions the acting side first, then by leader's Rep, then as listed.

    Rule: NUT-DICE-11.
    """
    found = list(orders)
    if all(order.why == VOLUNTARY for order in found):
        cite("NUT-CHAIN-13")
        return found
    place = {name: number for number, name in enumerate(chain.state.stands)}

    def key(order: FireOrder) -> tuple[bool, int, int]:
        stand = chain.stand(order.stand)
        return stand.side != chain.state.phasing, -leader_rep(chain, stand), place[order.stand]

    return sorted(found, key=key)


def leader_rep(chain: Chain, stand: ClashStand) -> int:
    """Rep of the leader of a stand's group; its own if it has none."""
    leader = groups.leader(chain.state, stand.group) if stand.group in chain.state.groups else None
    return leader.rep if leader is not None else stand.rep


# ---------------------------------------------------------------- To Hit


def _shoot(chain: Chain, order: FireOrder, toll: Toll, landed: Landed, cause: Event | None) -> Steps:
    battle, stand = chain.battle, chain.stand(order.stand)
    if order.why != VOLUNTARY and stand.is_man:
        chain.count_shot(stand)
    hidden.reveal_shooter(battle, stand, order.event or cause)
    _face(chain, stand, order, order.event or cause)
    shown = battle.happen(_fired(chain, order), order.event or cause or toll.event)
    toll.event = toll.event or shown
    _mark_shot(chain, stand, order, shown)
    rockets.fired(battle, toll, stand, order.weapon, shown)
    # The table knows who rolls for what is no simple shot; those modules know volleys.
    from wargame.rulesets.clash_of_titans.chain_table import roller_of

    roller = roller_of(battle, order)
    if roller is not None:
        yield from roller(chain, order, toll, landed, shown)
    else:
        bullets(chain, order, toll, landed, shown)


def bullets(chain: Chain, order: FireOrder, toll: Toll, landed: Landed, cause: Event) -> None:
    """The To Hit dice of one direct fire weapon. Rules: NUT-FIRE-02, NUT-RFIRE-01."""
    battle = chain.battle
    gunner = shooting.gunner_of(battle, order)
    shots = []
    for number, (name, dice) in enumerate(order.targets, start=1):
        shot = shooting.aim(battle, gunner, chain.stand(name), dice, number)
        shots.append(shooting.against_spot(shot) if order.at is not None else shot)
    hits = shooting.roll(battle, gunner, shots, cause)
    hits = _in_melee(chain, order, hits)
    struck = {hit.target for hit in hits if not hit.on_mount}
    for name in dict.fromkeys((*(shot.target for shot in shots), *struck, *_seen_at(chain, order))):
        _note(chain, toll, chain.stand(name), incoming(chain, gunner, name in struck))
    landed.hits += hits


def incoming(chain: Chain, gunner: Gunner, hit: bool) -> Incoming:
    """What a target remembers of one weapon's dice. Rules: NUT-OGUN-01, -04."""
    body = gunner.body
    return Incoming(
        shooter=body.id,
        weapon=gunner.name,
        rank=gunner.weapon.rank,
        origin=origin_of(chain, body, gunner.name),
        apr=gunner.weapon.apr,
        hit=hit,
        from_afv=body.is_afv,
    )


def _note(chain: Chain, toll: Toll, target: ClashStand, one: Incoming) -> None:
    """Who has to answer for dice at a target: the man, the driver of a truck, the men at a gun, the crew of an AFV.

    Rules: NUT-RFIRE-01, NUT-VEH-08, -09, NUT-GUNS-04.
    """
    if target.is_man:
        toll.note(target.id, one)
    elif target.is_gun:
        for man in guns.serving(chain.state, target):
            toll.note(man.id, replace(one, hit=False))
    elif not target.is_afv:
        softskins.note(chain.state, toll, target, one)
    else:
        toll.note(target.id, one)


def origin_of(chain: Chain, body: ClashStand, weapon: str) -> tuple[float, float]:
    """Where a shot comes from: the man, or the mounting point of a vehicle's weapon. Rule: NUT-GEO-02."""
    return vehicles.muzzle(body, weapon) if body.is_vehicle else lines.pose_of(chain.battle, body).at


def _in_melee(chain: Chain, order: FireOrder, hits: list[Hit]) -> list[Hit]:
    """Hits on a man in melee strike one of those who fight there, by lot. Rule: NUT-FIRE-13."""
    found = []
    for hit in hits:
        there = (hit.target, *chain.stand(hit.target).melee_with)
        if len(there) > 1:
            cite("NUT-FIRE-13")
            hit = replace(hit, target=throws.any_of(chain.battle, there))
        found.append(hit)
    return found


def _seen_at(chain: Chain, order: FireOrder) -> tuple[str, ...]:
    """Enemies at a spot that is fired at take Received Fire, allotted dice or not. Rule: NUT-FIRE-14."""
    if order.at is None:
        return ()
    return tuple(stand.id for stand in spots.men_at(chain.battle, chain.stand(order.stand).side, order.at))


def _face(chain: Chain, stand: ClashStand, order: FireOrder, cause: Event | None) -> None:
    """A man turns to what he fires at, a set-up gun no farther than it must.

    Rules: NUT-GEO-06, NUT-STAT-02, NUT-MGUN-02.
    """
    if not stand.is_man:
        main_gun.turn_to(chain.battle, stand, order, cause)
        return
    if stand.carrier:
        return
    at = order.at or lines.pose_of(chain.battle, chain.stand(order.targets[0][0])).at
    if machine_guns.has_narrow_arc(stand, order.weapon or stand.in_hand):
        machine_guns.bring_to_bear(chain.battle, stand, order.weapon or stand.in_hand, at, cause)
        return
    wanted = targets.facing_to(stand, at)
    if wanted != stand.facing_deg:
        rules = (cite("NUT-GEO-06"), cite("NUT-STAT-02"))
        seen = knowledge.seen_by_for(chain.state, stand.id)
        chain.battle.happen(StandTurned(stand=stand.id, facing_deg=wanted, rules=rules, seen_by=seen), cause)


def _fired(chain: Chain, order: FireOrder) -> Fired:
    stand = chain.stand(order.stand)
    first = chain.stand(order.targets[0][0]) if order.targets else None
    distance = geometry.distance(chain.battle, stand, first) if first is not None else 0.0
    return Fired(
        stand=order.stand,
        targets=tuple(name for name, _ in order.targets),
        weapon=order.weapon or stand.in_hand,
        at=order.at,
        range_in=round(distance, 3),
        data=(("why", order.why),),
        rules=(cite("NUT-CHAIN-03"),),
    )


def _mark_shot(chain: Chain, stand: ClashStand, order: FireOrder, cause: Event) -> None:
    """Voluntary shooting is used up by itself alone; whoever shoots has the weapon in hand.

    Rules: NUT-ACT-02, NUT-STAT-02.
    """
    changes: list[tuple[str, object]] = []
    if order.why == VOLUNTARY:
        cite("NUT-ACT-02")
        changes.append(("shot", True))
    if stand.shot_turn != chain.state.turn:
        changes.append(("shot_turn", chain.state.turn))
    if order.weapon and stand.is_man and order.weapon in stand.weapons and order.weapon != stand.in_hand:
        cite("NUT-FIRE-15")
        changes.append(("in_hand", order.weapon))
    if changes:
        seen = knowledge.seen_by_for(chain.state, stand.id)
        chain.battle.happen(StandChanged(stand=stand.id, changes=tuple(changes), why="shot", seen_by=seen), cause)
    if order.why == VOLUNTARY and not stand.is_man:
        main_gun.crew_has_worked(chain.battle, stand, order, cause)


# ---------------------------------------------------------------- damage


def _damage(chain: Chain, toll: Toll, landed: Landed, cause: Event | None) -> Steps:
    """All damage of a volley, target by target in the order of the dice. Rules: NUT-CHAIN-03, NUT-DMG-02."""
    for name in dict.fromkeys(hit.target for hit in landed.hits):
        hits = [hit for hit in landed.hits if hit.target == name and not hit.on_mount]
        target = chain.stand(name)
        if not hits or not status.in_fight(target):
            continue
        if target.is_man:
            blows = [Blow(hit.impact, hit.by) for hit in hits]
            damage.hits(chain.battle, toll, target, blows, hits[0].event or cause)
        else:
            _on_metal(chain, toll, target, hits, hits[0].event or cause)
    for later in landed.later:
        yield from later(toll)


def _on_metal(chain: Chain, toll: Toll, target: ClashStand, hits: Sequence[Hit], cause: Event | None) -> None:
    """Hits of men's weapons on a vehicle or gun. Rules: NUT-FIRE-17, NUT-PEN-06, -07."""
    if not target.is_afv:
        softskins.struck(chain.battle, toll, target, hits, cause)
        return
    found = []
    for hit in hits:
        by = chain.stand(hit.by)
        face = vehicles.struck_face(target, lines.pose_of(chain.battle, by).at, targets.drop(chain.battle, by, target))
        found.append(Strike(target=target.id, apr=hit.apr, face=face, shooter=hit.by, by_foot=not by.is_afv))
    penetration.strikes(chain.battle, toll, found, cause)


def voluntary(stand: str, weapon: str = "", **more: Any) -> FireOrder:
    """A shot that its owner orders."""
    return FireOrder(stand=stand, weapon=weapon, why=VOLUNTARY, **more)


def shoot(chain: Chain, orders: Sequence[FireOrder]) -> Generator[AnyRequest, Any, Toll]:
    """Fire orders as one volley and give what it did; for rules that go on with the toll themselves."""
    toll = Toll()
    yield from fire(chain, orders, toll, None)
    return toll
