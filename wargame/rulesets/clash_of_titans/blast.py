"""A blast circle: who is in it, one die for all of them, damage man by man, what it does to vehicles and guns.

    Burst -> inside -> one die + Base To-Hit -> each man with his own cover -> damage -> Toll

The functions of numbers are used by the odds too. Rules: NUT-GEO-10, NUT-HE-01, -02, -03, -06, -07, NUT-GREN-05, -06,
NUT-COVR-05, -10, NUT-DMG-04, NUT-RFIRE-01.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wargame.board import within
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, Rolled, TemplateLanded
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    cover,
    crew,
    damage,
    data,
    geometry,
    guns,
    lines,
    outgunned,
    penetration,
    rooms,
    softskins,
    status,
    to_hit,
    vehicles,
)
from wargame.rulesets.clash_of_titans.causes import Aftermath, Cause, Incoming, Toll
from wargame.rulesets.clash_of_titans.lines import Point, state_of
from wargame.rulesets.clash_of_titans.penetration import Strike
from wargame.rulesets.clash_of_titans.rooms import Room
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.to_hit import Conditions

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

HAND_GRENADE = "hand grenade"
ALL_AFV_IN = 8.0
"""A circle of this size also attacks AFVs that it did not hit directly (NUT-HE-06)."""
HEAVY_IN = 5.0
"""Circles of this size outgun men on foot, but for a hand grenade's (NUT-HE-03, NUT-OGUN-04)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Burst:
    """What bursts. `by`: who can be answered for it, "" for nobody (artillery, mines); `origin`: where it came from."""

    name: str
    circle_in: float
    """Diameter."""
    impact: int
    apr: int
    base: int
    """Base To-Hit; 0: no To Hit die, everyone in the circle is hit."""
    by: str = ""
    origin: Point | None = None
    from_afv: bool = False
    rank: int = 0
    """Outgunned rank of what fired it."""
    target: str = ""
    """AFV that it hit directly."""
    face: vehicles.Face = "front"
    """Facing of that AFV that it struck."""
    top_apr: int | None = None
    """Off-table artillery: APR against the top armour of every AFV in the circle."""

    @property
    def is_heavy(self) -> bool:
        """Does it outgun all men on foot? Rules: NUT-HE-03, NUT-OGUN-04."""
        cite("NUT-OGUN-04")
        return self.circle_in >= HEAVY_IN and self.name != HAND_GRENADE


# ---------------------------------------------------------------- numbers


@functools.cache
def by_circle(circle_in: float) -> tuple[int, int]:
    """Base To-Hit and APR against DV of a shell by the diameter of its circle (table `he_by_circle`)."""
    found = next(r for r in data.rows("he_by_circle") if r["circle_min"] <= circle_in <= r["circle_max"])
    return int(found["base"]), int(found["apr"])


def of_weapon(name: str, by: str = "", origin: Point | None = None) -> Burst:
    """The burst of a row of table `blast_weapons`. Rules: NUT-GREN-05, -07, -08, NUT-HE-01."""
    row = data.blast_weapons()[name]
    if name == HAND_GRENADE:
        cite("NUT-GREN-05")
    return Burst(
        name=name,
        circle_in=row.circle_in,
        impact=row.impact,
        apr=row.apr,
        base=row.base,
        by=by,
        origin=origin,
        rank=outgunned.rank_of(name),
    )


def of_shell(circle_in: float, impact: int, name: str = "HE", by: str = "", origin: Point | None = None) -> Burst:
    """A shell a/b: circle of diameter a, Impact b; Base To-Hit and APR follow from the circle. Rule: NUT-HE-01."""
    cite("NUT-HE-01")
    base, apr = by_circle(circle_in)
    return Burst(name=name, circle_in=circle_in, impact=impact, apr=apr, base=base, by=by, origin=origin)


# ---------------------------------------------------------------- who is inside


def inside(
    scene: Scene, at: Point, diameter_in: float, room: Room | None = None, among: Iterable[ClashStand] | None = None
) -> list[ClashStand]:
    """Men whose centre lies in a circle, and vehicles and guns of which any part does, from its middle outwards; in a
    building all who are in the area, and nobody else. among: only these. Rules: NUT-GEO-10, NUT-GREN-05."""
    cite("NUT-GEO-10")
    found = []
    for stand in state_of(scene).stands.values() if among is None else among:
        if not stand.in_play or not status.in_fight(stand) or stand.kind == "pef":
            continue
        away = geometry.distance_to(scene, stand, at)
        if room is not None:
            here = stand.is_man and is_in(scene, stand, room)
        else:
            here = within(away, diameter_in / 2)
        if here:
            found.append((round(away, 3), stand.id, stand))
    return [stand for _, _, stand in sorted(found, key=lambda row: row[:2])]


def is_in(scene: Scene, stand: ClashStand, room: Room) -> bool:
    """Is a man in this area of this storey?"""
    there = rooms.room_at(scene.board, stand.x, stand.y, stand.floor) if stand.in_play else None
    return there is not None and (there.name, there.floor) == (room.name, room.floor)


def aboard_open(scene: Scene, vehicle: ClashStand) -> list[ClashStand]:
    """Crew and riders of an open-topped vehicle, and riders of any: a blast near it reaches them. Rule: NUT-HE-07."""
    men = [m for m in crew.aboard(state_of(scene), vehicle.id) if status.in_fight(m)]
    return men if vehicles.is_open(vehicle) else [m for m in men if m.station == "rider"]


def conditions(scene: Scene, burst: Burst, target: ClashStand, at: Point, room: Room | None = None) -> Conditions:
    """What counts for a man when the die of a blast is read. Rules: NUT-HE-02, NUT-GREN-06, NUT-COVR-05, -10."""
    if target.carrier:
        cite("NUT-HE-07")
        return Conditions(cover=target.station != "rider", blast=True)
    found = cover.blast_cover(scene, target, at, exterior=room is None)
    return Conditions(
        cover=found.stops_blast(burst.apr),
        concealed=found.concealed,
        prone=status.is_low(target),
        blast=True,
    )


def chance(scene: Scene, burst: Burst, target: ClashStand, at: Point, room: Room | None = None) -> float:
    """Exact chance that a burst at a place hits a man who is in its circle (0 if he is not)."""
    if room is None and not within(geometry.distance_to(scene, target, at), burst.circle_in / 2):
        return 0.0
    if burst.base <= 0:
        return 1.0
    read = conditions(scene, burst, target, at, room)
    return sum(to_hit.read(face + burst.base, read).hit for face in to_hit.FACES) / len(to_hit.FACES)


def softskin_hit(face: int, burst: Burst) -> bool:
    """Is a softskin or gun in the circle hit by this die: as a figure in the open? Rule: NUT-HE-07."""
    cite("NUT-HE-07")
    return burst.base <= 0 or to_hit.read(face + burst.base, Conditions(blast=True)).hit


# ---------------------------------------------------------------- resolution


def explode(
    battle: Battle, burst: Burst, at: Point, cause: Event | None = None, room: Room | None = None
) -> list[Cause]:
    """A burst outside a volley (a mine, artillery, a dropped grenade): what it causes, for the queue of a chain."""
    toll = Toll()
    event = resolve(battle, toll, burst, at, cause, room)
    return [] if toll.empty else [Aftermath(event=event, toll=toll)]


def resolve(
    battle: Battle,
    toll: Toll,
    burst: Burst,
    at: Point,
    cause: Event | None = None,
    room: Room | None = None,
    aim: Point | None = None,
) -> Event:
    """A burst at a place: one die for the circle, damage for all who are hit; who is missed is noted in the toll.

    room: the building area that it bursts in. Gives the event that the rest hangs on.

    Rules: NUT-GREN-06, NUT-HE-02, -03.
    """
    targets = inside(battle, at, burst.circle_in, room)
    landed = battle.happen(_landing(burst, at, aim or at, targets, room), cause=cause)
    face = _die(battle, burst, landed)
    men = [s for s in targets if s.is_man]
    for vehicle in [s for s in targets if s.is_vehicle]:
        men += [m for m in aboard_open(battle, vehicle) if m not in men]
    struck = [m for m in men if _is_hit(battle, burst, m, at, room, face)]
    for man in men:
        toll.note(man.id, incoming(battle, burst, at, hit=man in struck))
    for man in struck:
        damage.hits(battle, toll, man, (damage.Blow(burst.impact, burst.by),), landed)
    for stand in targets:
        if not stand.is_man:
            _on_metal(battle, toll, burst, stand, at, face, landed)
    return landed  # type: ignore[no-any-return]


def _landing(burst: Burst, at: Point, aim: Point, targets: Sequence[ClashStand], room: Room | None) -> TemplateLanded:
    rules = (cite("NUT-GEO-10"), cite("NUT-GREN-06"), *((cite("NUT-GREN-05"),) if room is not None else ()))
    return TemplateLanded(
        shape="circle",
        width_in=burst.circle_in,
        depth_in=burst.circle_in,
        x=at[0],
        y=at[1],
        aim_x=aim[0],
        aim_y=aim[1],
        hits=tuple(stand.id for stand in targets),
        rules=rules,
    )


def _die(battle: Battle, burst: Burst, landed: Event) -> int:
    """The one die of a blast; none where everybody is hit. Rules: NUT-GREN-06, NUT-HE-02."""
    if burst.base <= 0:
        cite("NUT-DMG-04")
        return 0
    faces = battle.throw(1)
    battle.happen(
        Rolled(
            purpose="blast",
            who=burst.by,
            dice=faces,
            modifiers=(Modifier("Base To-Hit", burst.base),),
            total=faces[0] + burst.base,
            outcome="read",
            rules=(cite("NUT-GREN-06"), cite("NUT-HE-02")),
        ),
        cause=landed,
    )
    return faces[0]


def _is_hit(battle: Battle, burst: Burst, target: ClashStand, at: Point, room: Room | None, face: int) -> bool:
    if burst.base <= 0:
        return True
    return to_hit.read(face + burst.base, conditions(battle, burst, target, at, room)).hit


def incoming(scene: Scene, burst: Burst, at: Point, hit: bool) -> Incoming:
    """What a man in the circle remembers of it. Rules: NUT-RFIRE-01, NUT-HE-03, NUT-OGUN-04."""
    cite("NUT-HE-03")
    origin = burst.origin
    if origin is None:
        by = state_of(scene).stands.get(burst.by) if burst.by else None
        origin = lines.pose_of(scene, by).at if by is not None else at
    return Incoming(
        shooter=burst.by,
        weapon=burst.name,
        rank=burst.rank,
        origin=origin,
        apr=burst.apr,
        hit=hit,
        from_afv=burst.from_afv,
        heavy=burst.is_heavy,
    )


# ---------------------------------------------------------------- vehicles and guns


def _on_metal(battle: Battle, toll: Toll, burst: Burst, stand: ClashStand, at: Point, face: int, landed: Event) -> None:
    """A vehicle or gun of which a part lies in the circle. Rules: NUT-HE-06, -07, NUT-GUNS-02."""
    if stand.is_gun:
        if softskin_hit(face, burst):
            guns.struck(battle, toll, stand, incoming(battle, burst, at, hit=True), landed)
        return
    if not stand.is_afv:
        _on_softskin(battle, toll, burst, stand, at, face, landed)
        return
    hit = afv_strike(burst, stand)
    if hit is not None:
        penetration.strike(battle, toll, hit, landed)


def afv_strike(burst: Burst, stand: ClashStand) -> Strike | None:
    """How a burst attacks an AFV in its circle; None if it does not. Rule: NUT-HE-06."""
    cite("NUT-HE-06")
    foot = not burst.from_afv
    if burst.top_apr is not None:
        return Strike(target=stand.id, apr=burst.top_apr, face="top", shooter=burst.by, by_foot=foot)
    if stand.id == burst.target:
        return Strike(target=stand.id, apr=burst.apr, face=burst.face, shooter=burst.by, by_foot=foot)
    if burst.circle_in >= ALL_AFV_IN:
        return Strike(target=stand.id, apr=burst.apr, face="side", shooter=burst.by, by_foot=foot)
    return None


def _on_softskin(
    battle: Battle, toll: Toll, burst: Burst, stand: ClashStand, at: Point, face: int, landed: Event
) -> None:
    """A hit is a penetration with a difference equal to the Impact; else its driver tests.

    Rules: NUT-HE-07, NUT-VEH-09.
    """
    if softskin_hit(face, burst):
        hit = Strike(target=stand.id, apr=burst.apr, face="side", shooter=burst.by, difference=burst.impact)
        penetration.strike(battle, toll, hit, landed)
        return
    softskins.note(state_of(battle), toll, stand, incoming(battle, burst, at, hit=False))


def spread(burst: Burst, at: Point, places: Sequence[Point]) -> int:
    """How many of some places a burst at a point covers; for choosing where to throw."""
    return sum(within(math.dist(at, place), burst.circle_in / 2) for place in places)
