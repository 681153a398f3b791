"""Hitting and disabling vehicles. Rules: LW2-GUN-01 to -10, LW2-PEN-01 to -10, LW2-IAT-02, -04, LW2-HE-06."""

from __future__ import annotations

import math
from typing import NamedTuple

from wargame.board import bearing, turn_between, within
from wargame.engine.dice import Modifier
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import firing
from wargame.rulesets.lightning_war.cover import HULL_DOWN, PARTIAL, Cover, cover
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.state import WarStand
from wargame.rulesets.lightning_war.weapons import HEAT, Weapon

NEVER, ALWAYS = 0, 1


class ToHit(NamedTuple):
    """Score of the accuracy die and what is added to it; an unmodified 6 always hits."""

    needed: int
    modifiers: tuple[Modifier, ...]
    beyond: bool
    cover: Cover

    @property
    def plus(self) -> int:
        """Sum of the modifiers."""
        return int(sum(m.add for m in self.modifiers))

    def hits(self, face: int) -> bool:
        """Does this face hit?"""
        return face == 6 or face + self.plus >= self.needed

    @property
    def chance(self) -> float:
        """Chance of a hit."""
        return sum(self.hits(face) for face in range(1, 7)) / 6


class Disabling(NamedTuple):
    """What a hit does: AP, DEF, their difference, the face that disables (0 never, 1 always), and whether a hit that
    does not disable makes the crew test."""

    ap: int
    defence: int
    difference: int
    score: int
    crew_tests: bool
    side: bool

    @property
    def chance(self) -> float:
        """Chance that a hit disables."""
        return 0.0 if self.score == NEVER else 1.0 if self.score == ALWAYS else (7 - self.score) / 6


def is_beyond_half(scene: Scene, firer: WarStand, target: WarStand) -> bool:
    """Is the target beyond half the table, along its length or across its width? Rule: LW2-GUN-08."""
    cite("LW2-GUN-08")
    table = scene.board.table
    long, wide = max(table.width_in, table.height_in), min(table.width_in, table.height_in)
    dx, dy = abs(firer.x - target.x), abs(firer.y - target.y)
    along, across = (dx, dy) if table.width_in >= table.height_in else (dy, dx)
    return not (within(along, long / 2) and within(across, wide / 2))


def to_hit(scene: Scene, firer: WarStand, weapon: Weapon, target: WarStand, mode: str = "") -> ToHit:
    """The accuracy roll against a vehicle. Rules: LW2-GUN-01 to -03, -06, -09, -10, LW2-IAT-02, -04."""
    table = tables()["at_accuracy"]
    beyond = is_beyond_half(scene, firer, target)
    shelter = cover(scene, target, firer)
    rows = firing.modifiers(scene, firer, weapon, mode, (target.x, target.y))
    cite("LW2-GUN-10")
    if weapon.kind == HEAT:
        cite("LW2-IAT-04")
        if shelter.why in ("buildings", "the works"):
            cite("LW2-IAT-02")
            shelter = Cover("none", "", "LW2-IAT-02")
    if shelter.grade == HULL_DOWN:
        cite("LW2-GUN-03")
        return ToHit(int(table["hull_down"]), tuple(rows), beyond, shelter)
    if shelter.grade == PARTIAL:
        rule = cite("LW2-GUN-09")
        rows.append(Modifier(f"partial cover: {shelter.why}", int(table["partial_cover_modifier"]), rule=rule))
    cite("LW2-GUN-02" if beyond else "LW2-GUN-01")
    return ToHit(int(table["beyond_half" if beyond else "within_half"]), tuple(rows), beyond, shelter)


def shows_side(target: WarStand, x: float, y: float) -> bool:
    """Is a firer behind the line through the front corners of the hull? Rules: LW2-PEN-06, -08."""
    cite("LW2-PEN-08")
    away = math.dist((x, y), (target.x, target.y))
    if away < 1e-9:
        return True
    turn = math.radians(turn_between(target.facing_deg, bearing(target.x, target.y, x, y)))
    return away * math.cos(turn) < target.base.depth_in / 2 - 0.0005


def disabling(scene: Scene, firer: WarStand, weapon: Weapon, target: WarStand) -> Disabling:
    """What a hit of this weapon does where both stand. Rules: LW2-GUN-04, -05, LW2-PEN-06, -08, -10."""
    beyond = is_beyond_half(scene, firer, target)
    cite("LW2-GUN-05" if beyond else "LW2-GUN-04")
    ap = weapon.ap_far if beyond else weapon.ap
    side = shows_side(target, firer.x, firer.y)
    if not side:
        cite("LW2-PEN-10")
    return against(ap, target, side, heat=weapon.kind == HEAT)


def against(ap: int, target: WarStand, side: bool, *, heat: bool = False) -> Disabling:
    """AP against the armour of a target. Rules: LW2-PEN-01 to -07, LW2-ABAN-04."""
    front, flank = target.ratings.def_front or 0, target.ratings.def_side
    cite("LW2-PEN-01")
    defence, shift = front, 0
    if side:
        cite("LW2-PEN-06")
        cite("LW2-PEN-07")
        defence, shift = (flank, 0) if flank is not None else (front, 2)
    difference = ap - defence + shift
    cite("LW2-ABAN-04")
    return Disabling(ap, defence, difference, score_for(difference), heat or ap >= defence, side)


def score_for(difference: int) -> int:
    """The face that disables at this difference of AP and DEF: 0 never, 1 always. Rules: LW2-PEN-02 to -05."""
    table = tables()["at_penetration"]
    if difference >= int(table["automatic_if_difference_at_least"]):
        cite("LW2-PEN-02" if difference > int(table["automatic_if_difference_at_least"]) else "LW2-PEN-04")
        return ALWAYS
    if difference <= int(table["impossible_if_difference_at_most"]):
        cite("LW2-PEN-05")
        return NEVER
    cite("LW2-PEN-03")
    return max(ALWAYS, 6 - difference)
