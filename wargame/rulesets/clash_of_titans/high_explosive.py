"""High explosive: shells of guns at a point, a man, a house; mortars; rockets that burst among men.

    gunner's test (main_gun) -> point or scatter -> at the moment of damage: house struck, or burst

Rules: NUT-HE-01, -03 to -08, NUT-BLDG-09 to -11, NUT-ATW-05.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wargame.board import off_table, snap_point, within
from wargame.engine.dice import Modifier
from wargame.engine.events import Event
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    ammunition,
    blast,
    buildings,
    charts,
    data,
    geometry,
    lines,
    main_gun,
    rooms,
    shooting,
    status,
    throws,
    to_hit,
    vehicles,
)
from wargame.rulesets.clash_of_titans.blast import Burst
from wargame.rulesets.clash_of_titans.causes import FireOrder, Toll
from wargame.rulesets.clash_of_titans.lines import Point, state_of
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.vehicle_causes import Missed
from wargame.rulesets.clash_of_titans.vehicle_data import armour

if TYPE_CHECKING:
    from wargame.engine.battle import Battle
    from wargame.rulesets.clash_of_titans.chain import Chain, Steps
    from wargame.rulesets.clash_of_titans.main_gun import Aim
    from wargame.rulesets.clash_of_titans.volley import Landed

MORTARS = ("light mortar 50mm", "medium mortar 81/82mm")
LEAST_IN = 12.0
"""Minimum range of a mortar on the table (NUT-HE-08)."""
VOICE_IN = 12.0
"""How far an observer's voice carries (NUT-HE-08)."""
ROCKET = "rocket or Panzerfaust on men"
"""Row of table `blast_weapons` for rockets that burst among men (NUT-ATW-05)."""


# ---------------------------------------------------------------- shells of guns


def burst_of(laid: Aim) -> Burst:
    """The shell of a gun as a burst. Rules: NUT-HE-01, -06."""
    made = blast.of_shell(laid.gun.he_circle_in, laid.gun.he_impact, "HE", laid.body.id)
    return replace(
        made,
        name=laid.weapon,
        origin=vehicles.muzzle(laid.body, laid.weapon) if laid.body.is_vehicle else (laid.body.x, laid.body.y),
        from_afv=laid.body.is_afv,
        rank=laid.gun.rank,
        face=laid.face,
    )


def shell(chain: Chain, laid: Aim, found: str, toll: Toll, landed: Landed, event: Event) -> Steps:
    """The gunner has rolled: the shell strikes its point or scatters, and bursts with the damage of the volley.

    Rules: NUT-HE-04, -05, -06.
    """
    burst = burst_of(laid)
    if found == main_gun.MISSED:
        _missed(laid, burst, toll, event)
        return
    cite("NUT-HE-04")
    at, direct = laid.at, found in (main_gun.HIT, main_gun.RANDOM)
    if found == main_gun.SCATTERS:
        at = scatter(chain.battle, burst, laid, event)
    if direct and laid.target is not None and laid.target.is_afv:
        burst = replace(burst, target=laid.target.id)
    landed.later.append(functools.partial(_lands, chain, laid, burst, at, event))
    yield from ()


def _missed(laid: Aim, burst: Burst, toll: Toll, event: Event) -> None:
    """A shell that goes past an AFV: its crew answers if the shell could have gone through. Rule: NUT-VEH-08."""
    target = laid.target
    if target is not None and target.spec is not None and burst.apr > armour(target.spec, laid.face):
        cite("NUT-VEH-08")
        toll.vehicles.append(Missed(event=event, vehicle=target.id, attacker=laid.body.id))


def scatter(battle: Battle, burst: Burst, laid: Aim, cause: Event) -> Point:
    """Where a shell that goes astray strikes: short of the point, to the left or right of it. Rule: NUT-HE-05."""
    rules = (cite("NUT-HE-05"),)
    die = throws.read_die(battle, "he_scatter", stand=laid.man, rules=rules, cause=cause)
    return scattered(burst.origin or laid.at, laid.at, die.passed)


def scattered(origin: Point, at: Point, face: int) -> Point:
    """The point that a die of table `he_scatter` gives, as seen from the gun. Rule: NUT-HE-05."""
    cite("NUT-HE-05")
    words = str(charts.die_row("he_scatter", face)["where"])
    inches, way = float(words.split("in")[0]), words.split()[-1]
    return moved(origin, at, inches, way)


def moved(origin: Point, at: Point, inches: float, way: str) -> Point:
    """A point shifted as seen from an origin: long, short, left or right."""
    length = math.dist(origin, at) or 1.0
    ux, uy = (at[0] - origin[0]) / length, (at[1] - origin[1]) / length
    dx, dy = {"long": (ux, uy), "short": (-ux, -uy), "left": (-uy, ux), "right": (uy, -ux)}[way]
    return snap_point(at[0] + inches * dx, at[1] + inches * dy)


def _lands(chain: Chain, laid: Aim, burst: Burst, at: Point, event: Event, toll: Toll) -> Steps:
    """The shell strikes, at the moment of damage: a building area, or the ground. Rules: NUT-HE-04, NUT-BLDG-09."""
    battle = chain.battle
    room = rooms.room_at(battle.board, at[0], at[1], laid.floor) if rooms.is_built(battle.board) else None
    if room is not None:
        apr = buildings.shell_apr(burst.apr, laid.gun.apr)
        buildings.struck(battle, toll, room, apr, blast.incoming(battle, burst, at, hit=False), event)
    else:
        blast.resolve(battle, toll, burst, at, event, aim=laid.at)
    yield from ()


# ---------------------------------------------------------------- mortars on the table


@dataclass(frozen=True, slots=True)
class Observer:
    """Who directs the fire of a mortar, and how he speaks with it: his own eyes, voice or radio."""

    man: ClashStand
    by: str


def observers(scene: Scene, mortar: ClashStand, at: Point) -> list[Observer]:
    """Who may direct a mortar's fire at a point: itself if it sees it, friends who do in voice or radio contact; the
    best Rep first. Rule: NUT-HE-08."""
    cite("NUT-HE-08")
    found = []
    for man in state_of(scene).stands.values():
        if man.side != mortar.side or not man.is_man or not status.ready(man) or not (man.in_play or man.carrier):
            continue
        near = geometry.distance(scene, man, mortar)
        how = "eyes" if man.id == mortar.id else "voice" if within(near, VOICE_IN) else ""
        how = how or ("radio" if man.radio and _has_radio(scene, mortar) else "")
        if how and geometry.sees_place(scene, man, at):
            found.append(Observer(man, how))
    return sorted(found, key=lambda o: (-o.man.rep, o.by != "eyes", o.man.id))


def _has_radio(scene: Scene, mortar: ClashStand) -> bool:
    """Is there a radio with the team?"""
    team = [s for s in state_of(scene).stands.values() if s.group == mortar.group and status.in_fight(s)]
    return any(s.radio for s in team)


def mortar_refusal(scene: Scene, stand: ClashStand, weapon: str, at: Point) -> Refusal | None:
    """Why a mortar cannot fire at a point, or None. Rules: NUT-HE-08, NUT-FIRE-01."""
    rules = (cite("NUT-HE-08"),)
    away = geometry.distance_to(scene, stand, at)
    limit = data.blast_weapons()[weapon].range_in
    if stand.is_man and not stand.set_up:
        return Refusal(text=f"The mortar of {stand.name} is not set up.", rules=rules, about=stand.id)
    if not within(away, limit):
        return Refusal(text=f"Out of range: {away:.1f} in, the mortar reaches {limit:g} in.", rules=rules, at=at)
    if away < LEAST_IN - 0.0005:
        return Refusal(text=f"Too near: {away:.1f} in, the mortar fires from {LEAST_IN:g} in on.", rules=rules, at=at)
    if not observers(scene, stand, at):
        text = "Nobody who sees that place can speak with the mortar."
        return Refusal(text=text, rules=rules, at=at)
    return None


def mortar(chain: Chain, order: FireOrder, toll: Toll, landed: Landed, shown: Event) -> Steps:
    """A mortar fires one shell at a point: the observer's die, the deviation roll, the burst with the damage.

    Rule: NUT-HE-08.
    """
    battle, stand = chain.battle, chain.stand(order.stand)
    weapon = mortar_of(stand, order.weapon)
    at = order.at or lines.pose_of(battle, chain.stand(order.targets[0][0])).at
    found = observers(battle, stand, at)
    rules = (cite("NUT-HE-08"),)
    passed, event = False, shown
    if found:
        test = throws.passes(battle, 1, found[0].man.rep, "observer", stand=found[0].man, rules=rules, cause=shown)
        passed, event = test.passed > 0, test.event
    # Without: something that his side knows nothing of stands in the way, and nobody sees where the shell goes.
    burst = blast.of_weapon(weapon)
    way, event = deviation(battle, stand.side, event)
    inches = deviation_in(burst.circle_in, passed) if way else 0.0
    point = moved(lines.pose_of(battle, stand).at, at, inches, way) if way else at
    landed.later.append(functools.partial(shell_falls, battle, burst, at, point, event))
    yield from ()


def mortar_of(stand: ClashStand, weapon: str) -> str:
    """Row of table `blast_weapons` of a mortar: a man's own, or that of a vehicle."""
    if weapon in MORTARS:
        return weapon
    return stand.spec.gun if stand.spec is not None and stand.spec.gun in MORTARS else MORTARS[-1]


def deviation(battle: Battle, side: str, cause: Event | None = None) -> tuple[str, Event]:
    """The deviation roll of a round: long, left, right, short, or "" on target (table `artillery_deviation`)."""
    rules = (cite("NUT-HE-08"),)
    die = throws.read_die(battle, "deviation", side=side, rules=rules, cause=cause)
    return str(charts.die_row("artillery_deviation", die.passed)["where"]), die.event


def deviation_in(circle_in: float, passed: bool) -> float:
    """How far a round deviates: half a circle if its observer passed, double if he failed. Rule: NUT-HE-08."""
    cite("NUT-HE-08")
    return circle_in / 2 if passed else circle_in * 2


def shell_falls(battle: Battle, burst: Burst, aim: Point, at: Point, event: Event, toll: Toll) -> Steps:
    """A shell of indirect fire comes down: on a roof against DV 1 for the top storey, on a vehicle on its top, else
    as a burst. A shell off the table is lost. Rules: NUT-BLDG-11, NUT-HE-06."""
    if off_table(battle.board.table, at):
        return
    under = buildings.roof_over(battle, at) if rooms.is_built(battle.board) else None
    if under is not None:
        cite("NUT-BLDG-11")
        incoming = blast.incoming(battle, burst, at, hit=False)
        buildings.struck(battle, toll, under, burst.apr, incoming, event, dv=buildings.ROOF_DV)
        return
    hit = vehicle_under(battle, at)
    if hit is not None:
        burst = replace(burst, target=hit.id, face="top")
    blast.resolve(battle, toll, burst, at, event, aim=aim)
    yield from ()


def vehicle_under(scene: Scene, at: Point) -> ClashStand | None:
    """The vehicle on which a shell falls, or None. Rule: NUT-HE-06."""
    found = (s for s in state_of(scene).stands.values() if s.is_vehicle and s.in_play)
    return next((s for s in found if geometry.distance_to(scene, s, at) <= 0.0005), None)


# ---------------------------------------------------------------- rockets on men and houses


def is_rocket(weapon: str) -> bool:
    """Does this weapon burst among men? Rule: NUT-ATW-05."""
    row = data.weapons().get(data.short_name(weapon))
    return row is not None and ("HE 3/3" in row.notes or row.name.startswith("Panzerfaust"))


def rocket(chain: Chain, order: FireOrder, toll: Toll, landed: Landed, shown: Event) -> Steps:
    """A rocket or Panzerfaust at men or a building: on a hit it bursts. Rules: NUT-ATW-05, NUT-BLDG-10."""
    battle = chain.battle
    cite("NUT-ATW-05")
    gunner = shooting.gunner_of(battle, order)
    burst = rocket_burst(battle, gunner)
    if order.targets:
        target = chain.stand(order.targets[0][0])
        hits = shooting.roll(battle, gunner, [shooting.aim(battle, gunner, target)], shown)
        at, floor, event = lines.pose_of(battle, target).at, target.floor, hits[0].event if hits else shown
        if not hits:
            toll.note(target.id, blast.incoming(battle, burst, at, hit=False))
            return
    else:
        hit, event = _at_a_wall(battle, gunner, shown)
        if not hit or order.at is None:
            return
        at, floor = order.at, order.floor
    apr = buildings.charge_apr(gunner.weapon.apr, rocket=True)
    landed.later.append(functools.partial(_rocket_bursts, battle, burst, at, floor, apr, event or shown))
    yield from ()


def rocket_burst(scene: Scene, gunner: shooting.Gunner) -> Burst:
    """A rocket that bursts among men. Rule: NUT-ATW-05."""
    burst = blast.of_weapon(ROCKET, by=gunner.body.id, origin=lines.pose_of(scene, gunner.body).at)
    return replace(burst, rank=gunner.weapon.rank)


def _rep_at_a_wall(scene: Scene, gunner: shooting.Gunner) -> tuple[int, to_hit.Conditions]:
    modifiers: tuple[Modifier, ...] = (*gunner.modifiers, *shooting.own_modifiers(scene, gunner, None))
    at = to_hit.Conditions(shooter_fast=gunner.body.fast_moving)
    return throws.target_number(gunner.man.rep, modifiers), at


def wall_chance(scene: Scene, gunner: shooting.Gunner) -> float:
    """Exact chance that a rocket hits a building. Rule: NUT-ATW-05."""
    rep, at = _rep_at_a_wall(scene, gunner)
    return sum(to_hit.read(face + rep, at).hit for face in to_hit.FACES) / len(to_hit.FACES)


def _at_a_wall(battle: Battle, gunner: shooting.Gunner, shown: Event) -> tuple[bool, Event]:
    """The To Hit die at a building: nothing counts for it. Rule: NUT-ATW-05."""
    rep, at = _rep_at_a_wall(battle, gunner)
    rules = (cite("NUT-ATW-05"),)
    die = throws.read_die(
        battle, "to_hit_wall", stand=gunner.body, modifiers=(Modifier("Rep", rep),), rules=rules, cause=shown
    )
    ammunition.after_shooting(battle, gunner.body, gunner.name, die.faces, cause=shown)
    return to_hit.read(die.passed, at).hit, die.event


def _rocket_bursts(battle: Battle, burst: Burst, at: Point, floor: int, apr: int, event: Event, toll: Toll) -> Steps:
    room = rooms.room_at(battle.board, at[0], at[1], floor) if rooms.is_built(battle.board) else None
    if room is not None:
        incoming = blast.incoming(battle, burst, at, hit=False)
        buildings.charge(battle, toll, room, apr, burst.origin or at, incoming, event)
    else:
        blast.resolve(battle, toll, burst, at, event)
    yield from ()
