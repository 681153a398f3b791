"""Clank: what the crew of an AFV does that was struck and held.

Rules: NUT-CLNK-01 to -10, NUT-CHAIN-15, NUT-STAT-08.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    crew,
    crew_loss,
    geometry,
    gun_targets,
    involuntary,
    ladder,
    lines,
    results,
    throws,
    vehicle_sight,
    vehicles,
)
from wargame.rulesets.clash_of_titans.causes import RETURN_FIRE
from wargame.rulesets.clash_of_titans.chain import Chain, Steps
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.state import DUCKED, READY, ClashStand
from wargame.rulesets.clash_of_titans.vehicle_causes import Clanked
from wargame.rulesets.clash_of_titans.vehicle_data import armour, reaction_dice
from wargame.rulesets.clash_of_titans.vehicles import MAIN_GUN, SECOND_GUN

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

TEST = "clank"
RETIRE, LEAVE, FIRE, CARRY_ON, ABANDON = "retire", "leave", "return_fire", "carry_on", "abandon"


# ---------------------------------------------------------------- what counts


def guns_of(vehicle: ClashStand) -> list[str]:
    """Its main weapons: guns, loaded or not, that still work."""
    return [w for w in (MAIN_GUN, SECOND_GUN) if gun_targets.gun_of(vehicle, w) is not None and not vehicle.gun_out]


def is_undergunned(scene: Scene, vehicle: ClashStand, attacker: ClashStand | None, by_foot: bool) -> bool:
    """Can the crew's own main weapon not exceed the AR of the face that the attacker shows?

    Against men and gun teams: only without any weapon that could fire at them. Rules: NUT-CLNK-01, -06.
    """
    if attacker is None:
        return False
    if by_foot or not attacker.is_vehicle or attacker.spec is None:
        cite("NUT-CLNK-06")
        return not gun_targets.weapons_of(vehicle)
    cite("NUT-CLNK-01")
    best = max((gun_targets.apr_of(vehicle, w) for w in guns_of(vehicle)), default=-1)
    shown = armour(attacker.spec, vehicles.face_towards(attacker, lines.pose_of(scene, vehicle).at))
    return best <= shown


def answering_weapons(vehicle: ClashStand) -> list[str]:
    """What may answer: the main weapons, or the machine guns of a vehicle that has none."""
    return guns_of(vehicle) or list(gun_targets.weapons_of(vehicle))


def facts_of(scene: Scene, vehicle: ClashStand, cause: Clanked) -> list[str]:
    """What is read on table `clank`: undergunned, loaded, bearing, pierceable. Rules: NUT-CLNK-01 to -04, -06."""
    attacker = state_of(scene).stands.get(cause.attacker) if cause.attacker else None
    found = []
    if is_undergunned(scene, vehicle, attacker, cause.by_foot):
        found.append("undergunned")
    ready = [w for w in answering_weapons(vehicle) if gun_targets.is_ready(vehicle, w)]
    if attacker is not None and ready:
        found.append("loaded")
        at = lines.pose_of(scene, attacker).at
        if any(vehicles.bears(vehicle, weapon, at) for weapon in ready):
            found.append("bearing")
    if cause.pierceable:
        found.append("pierceable")
    return found


def is_stuck_fast(vehicle: ClashStand) -> bool:
    """Can it not move at all any more? Rule: NUT-CLNK-05."""
    return vehicle.immobilised or vehicle.bogged


def result_of(scene: Scene, vehicle: ClashStand, cause: Clanked, passed: int) -> ladder.Reading:
    """What so many passed dice mean for this crew. Rules: NUT-CLNK-02 to -06."""
    facts = facts_of(scene, vehicle, cause)
    if not is_stuck_fast(vehicle):
        return ladder.read(TEST, passed, facts)
    cite("NUT-CLNK-05")
    if passed < reaction_dice(TEST):
        return ladder.Reading(ABANDON, ("NUT-CLNK-05",))
    found = ladder.read(TEST, passed, [fact for fact in facts if fact != "undergunned"])
    return ladder.Reading(found.result, (*found.rules, "NUT-CLNK-05"))


# ---------------------------------------------------------------- the test


def resolve(chain: Chain, cause: Clanked) -> Steps:
    """The commander tests, and the crew does what comes of it. Rules: NUT-CLNK-01, -09, NUT-CHAIN-15."""
    vehicle = chain.stand(cause.vehicle)
    if not vehicles.fights(vehicle) or vehicle.leaving:
        return
    man = crew.commander(chain.state, vehicle.id) or next(iter(crew.crew(chain.state, vehicle.id)), None)
    if man is None:
        return
    rules = (cite("NUT-CLNK-01"),)
    rolled = throws.passes(chain.battle, reaction_dice(TEST), man.rep, TEST, stand=man, rules=rules, cause=cause.event)
    reading = result_of(chain.battle, vehicle, cause, rolled.row)
    if reading.result == FIRE:
        yield from _answer(chain, vehicle, cause)
    elif reading.result == CARRY_ON:
        cite("NUT-CLNK-09")
    elif reading.result == RETIRE:
        retire(chain, vehicle, rolled.event, reading.rules)
    elif reading.result == LEAVE:
        leave(chain, vehicle, rolled.event, reading.rules)
    elif reading.result == ABANDON:
        chain.stop(vehicle, rolled.event)
        crew_loss.abandon(chain, vehicle, (cause.attacker,) if cause.attacker else (), rolled.event)


def _answer(chain: Chain, vehicle: ClashStand, cause: Clanked) -> Steps:
    """Return fire at the attacker; an active crew goes on afterwards. Rules: NUT-CLNK-02, -03, -09."""
    cite("NUT-CLNK-09")
    if chain.is_committed(vehicle.id) or not cause.attacker:
        return
    enemies = vehicle_sight.eligible(chain, vehicle, [chain.stand(cause.attacker)])
    if enemies:
        yield from vehicle_sight.fire_at(chain, vehicle, enemies, RETURN_FIRE, ())


# ---------------------------------------------------------------- getting away


def retire(chain: Chain, vehicle: ClashStand, cause: Event | None, rules: tuple[str, ...]) -> None:
    """Drive out of sight, over men in the way if need be; its activation is over.

    Rules: NUT-STAT-08, NUT-CLNK-06, -09.
    """
    cite("NUT-CLNK-09")
    chain.stop(vehicle, cause)
    watch = results.Watch(chain)
    watch.during(vehicle, lambda: involuntary.retire(chain.battle, vehicle, cause, rules))
    watch.queue(cause)


def leave(chain: Chain, vehicle: ClashStand, cause: Event | None, rules: tuple[str, ...]) -> None:
    """Leave the board by the own edge, now and at the end of its side's part of each turn. Rules: NUT-CLNK-04, -10."""
    cite("NUT-CLNK-09")
    cite("NUT-CLNK-10")
    chain.stop(vehicle, cause)
    watch = results.Watch(chain)
    watch.during(vehicle, lambda: involuntary.run_away(chain.battle, vehicle, cause, (*rules, "NUT-CLNK-10")))
    watch.queue(cause)


def may_be_rallied_by(scene: Scene, vehicle: ClashStand, leader: ClashStand) -> bool:
    """May a platoon leader rally a vehicle that is leaving: by radio, or within the distance of voices?

    Rule: NUT-CLNK-07.
    """
    cite("NUT-CLNK-07")
    if not vehicle.leaving or leader.side != vehicle.side or vehicle.id in (leader.id, leader.carrier):
        return False
    state = state_of(scene)
    rank = leader.officer or leader.nco
    own = state.stands.get(leader.carrier) if leader.carrier else None
    by_radio = leader.radio or (own is not None and own.is_afv)
    return rank and (by_radio or geometry.sees(scene, leader, vehicle))


def rally(battle: Battle, vehicle: ClashStand, passed: int, cause: Event | None = None) -> None:
    """A crew that was leaving is rallied: two passed dice make it ready, one ducks it, none changes nothing.

    Rules: NUT-CLNK-07, NUT-DOWN-07.
    """
    rules = (cite("NUT-CLNK-07"), cite("NUT-DOWN-07"))
    if not passed:
        return
    state = READY if passed >= throws.TOP_ROW else DUCKED
    seen = knowledge.seen_by_for(battle.state, vehicle.id)
    changes = (("leaving", False), ("status", state))
    battle.happen(StandChanged(stand=vehicle.id, changes=changes, why="rallied", rules=rules, seen_by=seen), cause)
