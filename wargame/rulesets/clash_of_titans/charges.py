"""Grenades, satchels, mines and bottles against vehicles at arm's length. Rules: NUT-VINF-02, -08, -10, NUT-ATW-06,
NUT-ACT-04, NUT-GREN-07, -08, NUT-PEN-01."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from wargame.engine import knowledge
from wargame.engine.events import Event, Fired, StandChanged
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import crew, damage, data, penetration, status, throws, to_hit, vehicles
from wargame.rulesets.clash_of_titans.causes import Toll
from wargame.rulesets.clash_of_titans.penetration import Strike
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState
from wargame.rulesets.clash_of_titans.vehicle_data import armour, numbers, whole
from wargame.rulesets.clash_of_titans.vehicles import Face

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def is_readied(man: ClashStand) -> bool:
    """Has he a grenade, charge or bottle in the fist? Rule: NUT-ACT-04."""
    cite("NUT-ACT-04")
    return man.readied in data.blast_weapons()


def is_anti_tank(man: ClashStand) -> bool:
    """Has he what counts for Who Wants To Be A Hero: a readied charge, AT grenade, mine or bottle, or an AT weapon?

    Rule: NUT-VINF-05.
    """
    cite("NUT-VINF-05")
    if man.readied in _words("assault"):
        return True
    weapon = data.weapons().get(man.in_hand)
    return weapon is not None and weapon.apr > 0


def _words(name: str) -> tuple[str, ...]:
    return tuple(numbers()["charges"][name])


def face_of(weapon: str, wanted: Face) -> Face:
    """The armour that a charge reaches: bottles and flames the top, the others where it is put. Rule: NUT-VINF-08."""
    cite("NUT-VINF-08")
    return "top" if weapon in _words("top_only") else wanted


def apr_of(weapon: str) -> int:
    """Armour piercing rating of a charge; 0 for none."""
    found = data.blast_weapons().get(weapon)
    return found.apr if found is not None else 0


def difference(man: ClashStand, vehicle: ClashStand, wanted: Face) -> int:
    """APR of what he has readied minus the AR that it reaches. Rules: NUT-PEN-01, NUT-VINF-08."""
    if vehicle.spec is None:
        return 0
    return penetration.difference(apr_of(man.readied), armour(vehicle.spec, face_of(man.readied, wanted)))


def can_hurt(man: ClashStand, vehicle: ClashStand, wanted: Face) -> bool:
    """May his charge go through there, or burst among men without a roof? Rules: NUT-PEN-01, NUT-VINF-10."""
    return difference(man, vehicle, wanted) > 0 or (vehicles.is_open(vehicle) and bool(man.readied))


def use(
    battle: Battle, toll: Toll, man: ClashStand, vehicle: ClashStand, wanted: Face, cause: Event | None = None
) -> str:
    """He puts his readied charge to the vehicle; what it does is noted in the toll. Gives the result of penetration.

    Rules: NUT-VINF-08, -10, NUT-PEN-01 to -05.
    """
    weapon = man.readied
    fired: Event = battle.happen(
        Fired(stand=man.id, targets=(vehicle.id,), weapon=weapon, manner="charge", rules=(cite("NUT-VINF-08"),)), cause
    )
    spend(battle, man, fired)
    if weapon in _words("thrown_in") and vehicles.is_open(vehicle):
        bursts_inside(battle, toll, man, vehicle, weapon, fired)
        return penetration.HARMLESS
    hit = Strike(target=vehicle.id, apr=apr_of(weapon), face=face_of(weapon, wanted), shooter=man.id, by_foot=True)
    return penetration.strike(battle, toll, hit, fired)


def spend(battle: Battle, man: ClashStand, cause: Event | None = None) -> None:
    """The readied charge is gone. Rules: NUT-ACT-04, NUT-AMMO-04."""
    cite("NUT-AMMO-04")
    rows = tuple((name, left - (name == man.readied)) for name, left in man.rounds)
    seen = knowledge.seen_by_for(battle.state, man.id)
    changes = (("rounds", rows), ("readied", ""))
    rules = (cite("NUT-ACT-04"),)
    battle.happen(StandChanged(stand=man.id, changes=changes, why="used", rules=rules, seen_by=seen), cause)


def spend_shot(battle: Battle, man: ClashStand, cause: Event | None = None) -> None:
    """A counted shot of the weapon in hand is gone. Rule: NUT-AMMO-04."""
    cite("NUT-AMMO-04")
    rows = tuple((name, left - (name == man.in_hand)) for name, left in man.rounds)
    if rows != man.rounds:
        seen = knowledge.seen_by_for(battle.state, man.id)
        battle.happen(StandChanged(stand=man.id, changes=(("rounds", rows),), why="fired", seen_by=seen), cause)


def bursts_inside(
    battle: Battle, toll: Toll, man: ClashStand, vehicle: ClashStand, weapon: str, cause: Event | None
) -> None:
    """A grenade among the men of an open vehicle: everyone aboard is hit on Base 4 without cover. Rule: NUT-VINF-10."""
    rules = (cite("NUT-VINF-10"),)
    state = cast(ClashState, battle.state)
    impact = data.blast_weapons()[weapon].impact
    die = throws.read_die(battle, "blast", stand=vehicle, rules=rules, cause=cause)
    reading = to_hit.read(die.passed + whole("infantry", "grenade_base"), to_hit.Conditions(blast=True))
    if not reading.hit:
        return
    for victim in crew.aboard(state, vehicle.id):
        if status.in_fight(victim):
            damage.hit(battle, toll, victim, impact, man.id, die.event)
