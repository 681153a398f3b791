"""Exact chances of what bursts and burns: what becomes of each man and vehicle in every circle that it can draw.

Damage, recovery, nerve and penetration are counted with the functions of the resolution and of `fire_odds`. What
follows from the loss of a vehicle or gun, the fall of the rest of a house, and fires are not looked at.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from wargame.board import within
from wargame.engine.battle import Battle
from wargame.engine.orders import Fire
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    blast,
    buildings,
    collapse,
    crew,
    damage,
    data,
    fire_odds,
    flame,
    geometry,
    gun_targets,
    landings,
    main_gun,
    penetration,
    shots,
    special_fire,
    status,
    to_hit,
    wound_odds,
)
from wargame.rulesets.clash_of_titans.causes import FireOrder, Incoming
from wargame.rulesets.clash_of_titans.chain import Chain
from wargame.rulesets.clash_of_titans.landings import Landing
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.penetration import Strike
from wargame.rulesets.clash_of_titans.special_fire import FLAME, MORTAR, ROCKET, THROWN
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.to_hit import Conditions
from wargame.rulesets.clash_of_titans.wound_odds import MISSED, RECOVERED, Die

Rows = dict[str, dict[str, float]]
"""For each stand: chance of each thing that can become of it; what is left to 1 is that it is not touched at all."""
STEP_DEG = 15
"""Directions of a throw gone astray are taken so far apart; 1 is exact."""


def handles(scene: Scene, order: Fire) -> bool:
    """Is this an order whose odds are counted here: a special weapon, or a shell of high explosive?"""
    return special_fire.handles(scene, order) or _is_shell(scene, order)


def _is_shell(scene: Scene, order: Fire) -> bool:
    body = state_of(scene).stands[order.stand]
    if body.is_man or not gun_targets.is_single(body, order.weapon):
        return False
    laid = main_gun.aim(scene, shots.fire_order(scene, order))
    return laid is not None and laid.round == gun_targets.HE and laid.gun.he_circle_in > 0


def odds(scene: Scene, order: Fire, step_deg: int = STEP_DEG, counts: type[Count] | None = None) -> Rows:
    """What can become of each whom an order of one of these weapons can touch.

    Words: dead, out_of_the_fight, stunned, carry_on, return_fire … for men; destroyed, knocked_out, held, harmless for
    vehicles; hit for guns. counts: who adds up, exactly by default.
    """
    given = shots.fire_order(scene, order)
    body = state_of(scene).stands[order.stand]
    active = [s.id for s in state_of(scene).stands.values() if s.group == body.group]
    count = (counts or Count)(scene, Chain(cast(Battle, scene), active))
    target = given.targets[0][0] if given.targets else ""
    kind = special_fire.kind_of(scene, body, given.weapon, given.at, target)
    if kind == FLAME:
        return count.flame(given)
    return count.of(ways(scene, given, kind, step_deg))


def ways(scene: Scene, given: FireOrder, kind: str, step_deg: int = STEP_DEG) -> list[Landing]:
    """Everything that a shot of this kind ("" for a shell of a gun) can strike."""
    if kind == THROWN:
        return landings.thrown(scene, given, step_deg)
    if kind == MORTAR:
        return landings.mortar(scene, given)
    if kind == ROCKET:
        return landings.rocket(scene, given)
    laid = main_gun.aim(scene, given)
    return landings.shell(scene, laid) if laid is not None else []


class Count:
    """Adds up what becomes of everybody; `burst_guess` has one that does it roughly."""

    def __init__(self, scene: Scene, chain: Chain) -> None:
        self.scene = scene
        self.chain = chain
        self.rows: dict[str, dict[str, float]] = {}
        self._known = fire_odds.Known.of(scene)
        self._kept: dict[tuple[tuple[str, Die, Incoming | None], ...], Rows] = {}

    # ------------------------------------------------------------ kinds

    def of(self, found: Sequence[Landing]) -> Rows:
        """What these ways to end do, all together."""
        near = self._near(found)
        for one in found:
            if one.misses:
                self._men(one.chance, [(one.misses, Die(0.0, 0), self._missed(one))])
            elif one.strike is not None:
                self._penetrates(one.strike, one.chance)
            elif one.among:
                self._aboard(one)
            elif one.room is not None and one.wall_apr is not None:
                self._wall(one)
            elif one.burst.impact > 0:
                self._bursts(one, near)
        return self._total()

    def flame(self, given: FireOrder) -> Rows:
        """A jet of flame: each in the strip for himself. Rules: NUT-FLAM-01, -02, -04."""
        jet = flame.jet_of(self.scene, given)
        weapon = data.weapons()[jet.weapon]
        rep = wound_odds.rep_of(self.scene, jet.body.id)
        in_it = {stand.id: stand for stand in flame.struck(self.scene, jet)}
        afraid = {man.id: man for man in flame.afraid(self.scene, jet)}
        dice = []
        for name, stand in (in_it | afraid).items():
            hit = flame.chance(self.scene, jet, stand) if name in in_it else 0.0
            if stand.is_man:
                missed = flame.incoming(jet, hit=False) if name in afraid else None
                dice.append((name, Die(hit, weapon.impact, rep), missed))
            elif stand.is_vehicle:
                foot = not jet.body.is_afv
                self._penetrates(Strike(target=name, apr=weapon.apr, face="top", by_foot=foot), hit)
        self._men(1.0, dice)
        return self._total()

    def _total(self) -> Rows:
        return {name: dict(row) for name, row in self.rows.items()}

    # ------------------------------------------------------------ one way to end

    def _near(self, found: Sequence[Landing]) -> list[ClashStand]:
        """Stands that any of the circles can reach."""
        if not found:
            return []
        first = found[-1].at
        far = max(math.dist(first, one.at) + one.burst.circle_in for one in found)
        stands = [s for s in state_of(self.scene).stands.values() if s.in_play and status.in_fight(s)]
        return [s for s in stands if within(geometry.distance_to(self.scene, s, first), far)]

    def _missed(self, one: Landing) -> Incoming:
        return blast.incoming(self.scene, one.burst, one.at, hit=False)

    def _bursts(self, one: Landing, near: Iterable[ClashStand]) -> None:
        """A circle on the ground or in a room: one die for all. Rules: NUT-GREN-06, NUT-HE-02, -06, -07."""
        burst = one.burst
        stands = blast.inside(self.scene, one.at, burst.circle_in, one.room, near if one.room is None else None)
        men = {s.id: s for s in stands if s.is_man}
        for vehicle in (s for s in stands if s.is_vehicle):
            men |= {m.id: m for m in blast.aboard_open(self.scene, vehicle)}
        at = {name: blast.conditions(self.scene, burst, man, one.at, one.room) for name, man in men.items()}
        for chance, struck in self._faces(one, at):
            self._all_or_missed(one, chance, men, struck)
        self._metal(one, [s for s in stands if not s.is_man])

    def _faces(self, one: Landing, at: Mapping[str, Conditions]) -> list[tuple[float, frozenset[str]]]:
        """Chances that just these men are hit by the die of the circle."""
        base = one.burst.base
        if base <= 0:
            return [(one.chance, frozenset(at))]
        found: dict[frozenset[str], float] = defaultdict(float)
        for face in to_hit.FACES:
            hit = frozenset(name for name, read in at.items() if to_hit.read(face + base, read).hit)
            found[hit] += one.chance / len(to_hit.FACES)
        return [(chance, hit) for hit, chance in found.items()]

    def _all_or_missed(self, one: Landing, chance: float, men: Iterable[str], struck: Iterable[str]) -> None:
        rep = wound_odds.rep_of(self.scene, one.burst.by)
        missed = self._missed(one)
        hit = set(struck)
        self._men(chance, [(name, Die(float(name in hit), one.burst.impact, rep), missed) for name in men])

    def _metal(self, one: Landing, stands: Iterable[ClashStand]) -> None:
        burst = one.burst
        hit = sum(blast.softskin_hit(face, burst) for face in to_hit.FACES) / len(to_hit.FACES)
        for stand in stands:
            if stand.is_gun:
                self._add(stand.id, {"hit": hit, "carry_on": 1.0 - hit}, one.chance)
            elif not stand.is_afv:
                soft = Strike(target=stand.id, apr=burst.apr, face="side", difference=burst.impact)
                self._penetrates(soft, one.chance * hit)
            else:
                struck = blast.afv_strike(burst, stand)
                if struck is not None:
                    self._penetrates(struck, one.chance)

    def _aboard(self, one: Landing) -> None:
        """A grenade among the men of an open vehicle: all or none. Rule: NUT-VINF-10."""
        men = [m.id for m in crew.aboard(state_of(self.scene), one.among) if status.in_fight(m)]
        rep = wound_odds.rep_of(self.scene, one.burst.by)
        for chance, struck in self._faces(one, dict.fromkeys(men, Conditions(blast=True))):
            self._men(chance, [(name, Die(1.0, one.burst.impact, rep), None) for name in men if name in struck])

    def _wall(self, one: Landing) -> None:
        """An area of a building is struck from outside. Rules: NUT-BLDG-09, -10, -11, NUT-COLL-01."""
        room, apr = one.room, one.wall_apr
        if room is None or apr is None:
            return
        found = buildings.chances(apr, room.building.dv if one.dv is None else one.dv)
        falling = collapse.above(room.building, room.floor, room.area)
        impact = collapse.impact(room.building.storeys)
        under = [man.id for man in collapse.under(self.scene, room.building, falling)]
        self._men(one.chance * found[buildings.COLLAPSES], [(name, Die(1.0, impact), None) for name in under])
        inside = buildings.occupants(self.scene, room)
        for man in inside:
            self._add(man.id, wound_odds.recovery(man), one.chance * found[buildings.SHAKES])
        self._all_or_missed(one, one.chance * found[buildings.RATTLES], [man.id for man in inside], ())

    # ------------------------------------------------------------ men and vehicles

    def _men(self, share: float, dice: Sequence[tuple[str, Die, Incoming | None]]) -> None:
        """Men at whom these dice fall at once, each with what he remembers if it misses (None: nothing to fear)."""
        if share <= 0.0 or not dice:
            return
        key = tuple((name, die, self._alike(name, missed)) for name, die, missed in dice)
        if key not in self._kept:
            self._kept[key] = self.settled(dice)
        for name, row in self._kept[key].items():
            self._add(name, row, share)

    def _alike(self, name: str, missed: Incoming | None) -> Incoming | None:
        """What a man remembers, the same for all places from which it means the same to him: of a burst whose thrower
        can be answered it only counts whether it was behind him. Rules: NUT-RFIRE-03, -07."""
        stands = state_of(self.scene).stands
        shooter = stands.get(missed.shooter) if missed is not None and missed.shooter else None
        if missed is None or shooter is None or shooter.gone:
            return missed
        return replace(missed, origin=(float(geometry.is_flanked(stands[name], missed.origin)), 0.0))

    def settled(self, dice: Sequence[tuple[str, Die, Incoming | None]]) -> Rows:
        """What becomes of men at whom these dice fall at once, and of those who mind them."""
        stands = state_of(self.scene).stands
        fire = fire_odds.Fire(self.scene, self.chain, known=self._known)
        for name, die, missed in dice:
            if missed is None and die.chance < 1.0:
                continue
            fire.dice[name] = [die]
            fire.incoming[name] = [missed] if missed is not None else []
            fire.losses[name] = damage.loss_of(cast(Battle, self.scene), stands[name])
        found = fire_odds.of_dice(fire, fire.dice)
        for name, die, missed in dice:
            if missed is None and die.chance < 1.0:
                found[name] = wound_odds.wounds(self.scene, stands[name], [die])
        return found

    def _add(self, name: str, row: Mapping[str, float], share: float) -> None:
        mine = self.rows.setdefault(name, defaultdict(float))
        for word, chance in row.items():
            mine["carry_on" if word in (RECOVERED, MISSED) else word] += share * chance

    def _penetrates(self, hit: Strike, share: float) -> None:
        self._add(hit.target, dict(_armour(state_of(self.scene).stands[hit.target], hit)), share)


def _armour(stand: ClashStand, hit: Strike) -> Iterator[tuple[str, float]]:
    """Chances of a strike on a vehicle. Rules: NUT-PEN-01 to -05, -08, NUT-CLNK-08."""
    if stand.spec is None:
        return
    rating = penetration.rating_struck(stand.spec, hit)
    ahead = hit.difference if hit.difference is not None else penetration.difference(hit.apr, rating)
    if ahead <= 0:
        yield (penetration.HARMLESS if penetration.is_harmless(hit.apr, rating) else penetration.HELD), 1.0
        return
    p = penetration.needed(ahead) / len(to_hit.FACES)
    yield penetration.DESTROYED, p * p
    yield penetration.KNOCKED_OUT, 2 * p * (1 - p)
    yield penetration.HELD, (1 - p) ** 2
