"""Main guns in a volley: the gunner's test when To Hit dice are rolled, the round's effect with the damage.

Rules: NUT-VGUN-04, -07, -09, NUT-VEH-08, NUT-HE-04, NUT-CHAIN-03, NUT-GUNS-02, -04.
"""

from __future__ import annotations

import functools

from wargame.engine.events import Event
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    data,
    guns,
    main_gun,
    penetration,
    rooms,
    shooting,
    softskins,
    status,
    throws,
    vehicles,
)
from wargame.rulesets.clash_of_titans.causes import FireOrder, Incoming, Toll
from wargame.rulesets.clash_of_titans.chain import Chain, Steps
from wargame.rulesets.clash_of_titans.gun_targets import AP
from wargame.rulesets.clash_of_titans.main_gun import Aim
from wargame.rulesets.clash_of_titans.shooting import Gunner
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.vehicle_causes import Missed
from wargame.rulesets.clash_of_titans.vehicle_data import armour, whole
from wargame.rulesets.clash_of_titans.volley import Landed

SHOT = "AP shot"


def roll(chain: Chain, order: FireOrder, toll: Toll, landed: Landed, shown: Event) -> Steps:
    """One shot of a main gun or gun on wheels: laid, tested, and its round kept for the moment of damage.

    Rules: NUT-VGUN-01, -04, NUT-CHAIN-03.
    """
    battle = chain.battle
    laid = main_gun.aim(battle, order)
    if laid is None:
        return
    main_gun.fired(battle, laid, shown)
    if laid.round != AP:
        yield from _shell(chain, laid, toll, landed, shown)
    elif laid.target is None:
        _into_a_house(chain, laid, order, toll, landed, shown)
    elif laid.target.is_man:
        _at_a_man(chain, laid, laid.target, toll, landed, shown)
    else:
        _at_metal(chain, laid, laid.target, toll, landed, shown)


# ---------------------------------------------------------------- armour piercing


def _at_metal(chain: Chain, laid: Aim, target: ClashStand, toll: Toll, landed: Landed, shown: Event) -> None:
    """An AP round at a vehicle or gun. Rules: NUT-VGUN-04, -06, -07, NUT-VEH-08, NUT-GUNS-02."""
    found, where, event = main_gun.test(chain.battle, laid, shown)
    if found in (main_gun.HIT, main_gun.RANDOM):
        landed.later.append(functools.partial(_strikes, chain, laid, target, where, event))
        return
    _misses(chain, laid, target, toll, event)


def _strikes(chain: Chain, laid: Aim, target: ClashStand, where: str, event: Event, toll: Toll) -> Steps:
    """What the round does where it struck, at the moment of damage."""
    if not status.in_fight(target):
        return
    if target.is_gun:
        guns.struck(chain.battle, toll, target, incoming(laid, hit=True), event)
        return
    result = penetration.strike(chain.battle, toll, main_gun.strike_of(laid, where), event)
    if result == penetration.HELD and not target.is_afv:
        softskins.note(chain.state, toll, target, incoming(laid, hit=False))
    yield from ()


def _misses(chain: Chain, laid: Aim, target: ClashStand, toll: Toll, event: Event) -> None:
    """An AFV that was missed by a round that could have gone through answers; men at guns and in trucks test."""
    if target.is_gun:
        for man in guns.serving(chain.state, target):
            toll.note(man.id, incoming(laid, hit=False))
    elif not target.is_afv:
        softskins.note(chain.state, toll, target, incoming(laid, hit=False))
    elif could_pierce(laid, target):
        toll.vehicles.append(Missed(event=event, vehicle=target.id, attacker=laid.body.id))


def could_pierce(laid: Aim, target: ClashStand) -> bool:
    """Does the gun's APR exceed the AR of the face that it was fired at? Rule: NUT-VEH-08."""
    cite("NUT-VEH-08")
    return target.spec is not None and laid.gun.apr > armour(target.spec, laid.face)


def incoming(laid: Aim, hit: bool) -> Incoming:
    """What men remember of the round. Rules: NUT-OGUN-01, -04."""
    return Incoming(
        shooter=laid.body.id,
        weapon=laid.weapon,
        rank=laid.gun.rank,
        origin=vehicles.muzzle(laid.body, laid.weapon),
        apr=laid.gun.apr,
        hit=hit,
        from_afv=laid.body.is_afv,
    )


def solid_shot(laid: Aim) -> Gunner:
    """The round as a shot at one man: a rifle shot at the gunner's Rep with Impact 5. Rule: NUT-VGUN-09."""
    cite("NUT-VGUN-09")
    row = data.Weapon(
        name=SHOT,
        range_in=float("inf"),
        targets=1,
        impact=whole("main_gun", "ap_on_men_impact"),
        apr=laid.gun.apr,
        rank=laid.gun.rank,
        loader=False,
    )
    return Gunner(laid.man, laid.body, laid.weapon, row, laid.modifiers)


def _at_a_man(chain: Chain, laid: Aim, target: ClashStand, toll: Toll, landed: Landed, shown: Event) -> None:
    """An AP round at men hits one of them only. Rule: NUT-VGUN-09."""
    shot = shooting.aim(chain.battle, solid_shot(laid), target)
    hits = shooting.roll(chain.battle, solid_shot(laid), [shot], shown, ammunition_counts=False)
    toll.note(target.id, incoming(laid, hit=bool(hits)))
    landed.hits += hits


def _into_a_house(chain: Chain, laid: Aim, order: FireOrder, toll: Toll, landed: Landed, shown: Event) -> None:
    """An AP round at a building may harm one figure of the area struck, drawn by lot. Rule: NUT-VGUN-09."""
    cite("NUT-VGUN-09")
    room = rooms.room_at(chain.battle.board, *laid.at, order.floor)
    if room is None:
        return
    inside = [
        s
        for s in chain.state.stands.values()
        if s.is_man and s.in_play and s.side != laid.body.side and status.in_fight(s) and s.floor == order.floor
        if (there := rooms.room_at(chain.battle.board, s.x, s.y, s.floor)) is not None and there.name == room.name
    ]
    if inside:
        _at_a_man(chain, laid, throws.any_of(chain.battle, inside), toll, landed, shown)


# ---------------------------------------------------------------- high explosive


def _shell(chain: Chain, laid: Aim, toll: Toll, landed: Landed, shown: Event) -> Steps:
    """An HE round: the gunner's test says where it strikes; it bursts with the damage. Rules: NUT-HE-04, -05, -06."""
    from wargame.rulesets.clash_of_titans import high_explosive

    found, _, event = main_gun.test(chain.battle, laid, shown)
    yield from high_explosive.shell(chain, laid, found, toll, landed, event)
