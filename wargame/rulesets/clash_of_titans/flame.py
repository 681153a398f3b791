"""Flamethrowers: who is in the strip of fire, the dice, the fuel, what catches. Rules: NUT-FLAM-01 to -05."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wargame.board import within
from wargame.engine import knowledge
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, Rolled, StandChanged
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    blast,
    damage,
    data,
    fires,
    geometry,
    lines,
    outgunned,
    penetration,
    shooting,
    standing,
    status,
    swath,
    throws,
    to_hit,
    vehicles,
)
from wargame.rulesets.clash_of_titans.causes import FireOrder, Incoming, Toll
from wargame.rulesets.clash_of_titans.lines import Point, state_of
from wargame.rulesets.clash_of_titans.penetration import Strike
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.to_hit import Conditions

if TYPE_CHECKING:
    from wargame.engine.battle import Battle
    from wargame.rulesets.clash_of_titans.chain import Chain, Steps
    from wargame.rulesets.clash_of_titans.volley import Landed

PORTABLE, MOUNTED = "flamethrower", "vehicle flamethrower"
WIDTH_IN = {PORTABLE: 2.0, MOUNTED: 3.0}
"""Width of the strip (NUT-FLAM-01, -05)."""
BURSTS = {PORTABLE: 6, MOUNTED: 12}
"""Fuel (NUT-FLAM-03, -05)."""
FEAR_IN = 2.0
"""Men this near to the strip are afraid (NUT-FLAM-02)."""
EMPTY_ON_ONES = 2
TANK_CIRCLE_IN, TANK_IMPACT = 3.0, 3
"""Of a tank that bursts (NUT-FLAM-03)."""


@dataclass(frozen=True, slots=True)
class Jet:
    """A burst of flame: from where, towards where, by whom, how wide and long."""

    body: ClashStand
    man: ClashStand
    weapon: str
    origin: Point
    towards: Point

    @property
    def width_in(self) -> float:
        """Width of the strip."""
        return WIDTH_IN[self.weapon]

    @property
    def range_in(self) -> float:
        """Length of the strip."""
        return data.weapons()[self.weapon].range_in


def weapon_of(body: ClashStand, weapon: str) -> str:
    """The kind of flamethrower: a man's, or a vehicle's. Rule: NUT-FLAM-05."""
    if body.is_vehicle:
        cite("NUT-FLAM-05")
        return MOUNTED
    return PORTABLE


def bursts_left(body: ClashStand, weapon: str) -> int:
    """Fuel that is left. Rules: NUT-FLAM-03, -05."""
    cite("NUT-FLAM-03")
    return dict(body.rounds).get(weapon, BURSTS[weapon])


def refusal(scene: Scene, body: ClashStand, weapon: str, at: Point, target: ClashStand | None = None) -> Refusal | None:
    """Why a flamethrower cannot strike a place, or a target there by its nearest part; or None.

    Rules: NUT-FLAM-01, -03, NUT-GEO-02.
    """
    limit = data.weapons()[weapon].range_in
    away = geometry.distance_to(scene, body, at) if target is None else geometry.distance(scene, body, target)
    if bursts_left(body, weapon) <= 0:
        return Refusal(text="The flamethrower is empty.", rules=(cite("NUT-FLAM-03"),), about=body.id)
    if not within(away, limit):
        text = f"Out of range: {away:.1f} in, the flame reaches {limit:g} in."
        return Refusal(text=text, rules=(cite("NUT-FLAM-01"),), at=at)
    return None


# ---------------------------------------------------------------- who is struck


def struck(scene: Scene, jet: Jet) -> list[ClashStand]:
    """Men whose centre, and vehicles and guns of which a part, lies in the strip and is not wholly behind a wall,
    friends too, from the nozzle outwards. Rules: NUT-FLAM-01, NUT-GEO-09."""
    cite("NUT-FLAM-01")
    found = []
    for stand in state_of(scene).stands.values():
        if stand.id in (jet.body.id, jet.man.id) or not stand.in_play or not status.in_fight(stand):
            continue
        strip = jet.width_in, jet.range_in
        if stand.is_man:
            away = swath.distance_from(jet.origin, jet.towards, (stand.x, stand.y), *strip)
        else:
            away = swath.gap_to(jet.origin, jet.towards, standing.footprint(stand), *strip)
        if away <= 0.0005 and geometry.sees(scene, jet.body, stand):
            found.append((round(math.dist(jet.origin, (stand.x, stand.y)), 3), stand.id, stand))
    return [stand for _, _, stand in sorted(found, key=lambda row: row[:2])]


def afraid(scene: Scene, jet: Jet) -> list[ClashStand]:
    """Men in the strip or within 2in of it. Rule: NUT-FLAM-02."""
    found = []
    for stand in state_of(scene).stands.values():
        if stand.id == jet.body.id or not stand.is_man or not stand.in_play or not status.in_fight(stand):
            continue
        away = swath.distance_from(jet.origin, jet.towards, (stand.x, stand.y), jet.width_in, jet.range_in)
        if within(away, FEAR_IN) and stand.side != jet.body.side:
            found.append(stand)
    return found


def conditions(jet: Jet, target: ClashStand) -> Conditions:
    """What counts for a man in the flame: not cover, not concealment, not his number. Rule: NUT-FLAM-01."""
    return Conditions(
        prone=status.is_low(target),
        fast_moving=target.fast_moving,
        charging=bool(target.charges),
        shooter_fast=jet.body.fast_moving,
    )


def rep_of(scene: Scene, jet: Jet, order: FireOrder | None = None) -> tuple[int, tuple[Modifier, ...]]:
    """The operator's Rep as changed for this shot."""
    given = order.modifiers if order is not None else ()
    own = shooting.own_modifiers(scene, _gunner(jet, given), None)
    modifiers = (*given, *own)
    return throws.target_number(jet.man.rep, modifiers), modifiers


def _gunner(jet: Jet, modifiers: tuple[Modifier, ...]) -> shooting.Gunner:
    return shooting.Gunner(jet.man, jet.body, jet.weapon, data.weapons()[jet.weapon], modifiers)


def chance(scene: Scene, jet: Jet, target: ClashStand) -> float:
    """Exact chance that the flame hits a man or vehicle in its strip."""
    rep, _ = rep_of(scene, jet)
    at = conditions(jet, target) if target.is_man else Conditions()
    return sum(to_hit.read(face + rep, at).hit for face in to_hit.FACES) / len(to_hit.FACES)


# ---------------------------------------------------------------- the burst


def jet_of(scene: Scene, order: FireOrder) -> Jet:
    """The jet of a fire order. Rules: NUT-FLAM-01, -05."""
    state = state_of(scene)
    body = state.stands[order.stand]
    man = state.stands[order.by] if order.by else body
    weapon = weapon_of(body, order.weapon)
    target = state.stands[order.targets[0][0]] if order.targets else None
    at = order.at or (lines.pose_of(scene, target).at if target is not None else (body.x, body.y))
    origin = vehicles.muzzle(body, order.weapon) if body.is_vehicle else lines.pose_of(scene, body).at
    return Jet(body, man, weapon, origin, at)


def roll(chain: Chain, order: FireOrder, toll: Toll, landed: Landed, shown: Event) -> Steps:
    """A burst of flame: one die plus Rep for each in the strip; who is missed or near is afraid; what can burn catches.

    Rules: NUT-FLAM-01 to -05.
    """
    battle = chain.battle
    jet = jet_of(battle, order)
    rep, modifiers = rep_of(battle, jet, order)
    hits, faces = [], []
    for target in struck(battle, jet):
        face = battle.throw(1)
        faces.append(face[0])
        at = conditions(jet, target) if target.is_man else Conditions()
        hit = to_hit.read(face[0] + rep, at).hit
        event = _tell(battle, jet, face, rep, modifiers, at, hit, shown)
        if hit:
            hits.append((target, event))
    burnt = {target.id for target, _ in hits}
    for man in afraid(battle, jet):
        toll.note(man.id, incoming(jet, hit=man.id in burnt))
    _use_fuel(battle, jet, faces, shown)
    for target, event in hits:
        landed.later.append(functools.partial(_burns, battle, jet, target, event))
    landed.later.append(functools.partial(_ignites, battle, jet, order.floor, shown))
    yield from ()


def incoming(jet: Jet, hit: bool) -> Incoming:
    """What a man remembers of the flame: one passed die less, and it outguns him. Rules: NUT-FLAM-02, NUT-OGUN-04."""
    cite("NUT-FLAM-02")
    return Incoming(
        shooter=jet.body.id,
        weapon=jet.weapon,
        rank=outgunned.rank_of(jet.weapon),
        origin=jet.origin,
        apr=data.weapons()[jet.weapon].apr,
        hit=hit,
        from_afv=jet.body.is_afv,
        heavy=True,
        passes_less=1,
    )


def _tell(
    battle: Battle,
    jet: Jet,
    face: tuple[int, ...],
    rep: int,
    modifiers: tuple[Modifier, ...],
    at: Conditions,
    hit: bool,
    cause: Event,
) -> Event:
    event: Event = battle.happen(
        Rolled(
            purpose="flame",
            who=jet.man.id,
            side=jet.man.side,
            dice=face,
            modifiers=(Modifier("Rep", jet.man.rep), *modifiers),
            total=face[0] + rep,
            needed=to_hit.needed(rep, at),
            outcome="hit" if hit else "miss",
            rules=(cite("NUT-FLAM-01"),),
            seen_by=knowledge.seen_by_for(battle.state, jet.body.id),
        ),
        cause=cause,
    )
    return event


def _use_fuel(battle: Battle, jet: Jet, faces: list[int], cause: Event) -> None:
    """Six bursts, or twelve; two natural ones in one burst empty the tank. Rules: NUT-FLAM-03, -05."""
    left = bursts_left(jet.body, jet.weapon) - 1
    if sum(face == 1 for face in faces) >= EMPTY_ON_ONES:
        left = 0
    others = tuple((n, count) for n, count in jet.body.rounds if n != jet.weapon)
    changes = (("rounds", (*others, (jet.weapon, left))),)
    rules = (cite("NUT-FLAM-03"),)
    seen = knowledge.seen_by_for(battle.state, jet.body.id)
    event = StandChanged(stand=jet.body.id, changes=changes, why="fuel", rules=rules, seen_by=seen)
    battle.happen(event, cause=cause)


def _burns(battle: Battle, jet: Jet, target: ClashStand, event: Event, toll: Toll) -> Steps:
    """A man takes damage at the weapon's Impact; a vehicle is attacked on its top. Rules: NUT-FLAM-01, -04."""
    weapon = data.weapons()[jet.weapon]
    if not status.in_fight(target):
        return
    if target.is_man:
        damage.hits(battle, toll, target, (damage.Blow(weapon.impact, jet.body.id),), event)
    elif target.is_vehicle:
        cite("NUT-FLAM-04")
        hit = Strike(target=target.id, apr=weapon.apr, face="top", shooter=jet.body.id, by_foot=not jet.body.is_afv)
        penetration.strike(battle, toll, hit, event)
    yield from ()


def _ignites(battle: Battle, jet: Jet, floor: int, event: Event, toll: Toll) -> Steps:
    """What the flame strikes catches: crops always, a building area or the edge of woods on 4-6. Rule: NUT-FLAM-04."""
    fires.try_ignite(battle, jet.towards, floor, event, "NUT-FLAM-04", crops_always=True)
    yield from ()


# ---------------------------------------------------------------- the tank


def tank_bursts(battle: Battle, toll: Toll, stand: ClashStand, cause: Event | None = None) -> None:
    """The operator is Obviously Dead: the tank on his back bursts. Rule: NUT-FLAM-03."""
    if PORTABLE not in stand.weapons or bursts_left(stand, PORTABLE) <= 0:
        return
    cite("NUT-FLAM-03")
    burst = blast.of_shell(TANK_CIRCLE_IN, TANK_IMPACT, "flamethrower tank")
    blast.resolve(battle, toll, burst, (stand.x, stand.y), cause)
