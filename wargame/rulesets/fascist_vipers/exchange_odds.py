"""Quick odds of fire exchanges between many units: the dice of `fire`, with the ground only under the target.

The resolution looks along each sight line; a plan that compares a hundred places looks at the ground alone.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wargame.engine.appraisal import duel
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import units, worth
from wargame.rulesets.fascist_vipers.data import die_row, tables
from wargame.rulesets.fascist_vipers.ground import rows_that, terrain_rows
from wargame.rulesets.fascist_vipers.state import VipersStand

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
NO_HIT = (0.0, 0.0)
LEVELS = 3
"""Open, cover, strong cover."""


@dataclass(frozen=True, slots=True)
class Foes:
    """Enemies near a unit as arrays (m). win/lose: chances of our shot at front and flank (m, 2); hurt: chance that its
    shot removes us at front and flank, by cover (m, 2, 3)."""

    stands: tuple[VipersStand, ...]
    x: Floats
    y: Floats
    room: Floats
    """Half of both bases: what lies between centres when the gap is nothing."""
    facing: Floats
    half_arc: Floats
    has_flank: Bools
    prize: Floats
    reach: Floats
    """Our range against it, and its against us."""
    their_reach: Floats
    pace: Floats
    """Inches that it may move and still fire; 0 if it has to stand still for that."""
    win: Floats
    lose: Floats
    hurt: Floats

    def __len__(self) -> int:
        return len(self.stands)


def foes_of(scene: Scene, stand: VipersStand, enemies: list[VipersStand]) -> Foes:
    """Enemies with the odds between them and a unit."""
    covers = cover_levels(scene, np.array([(e.x, e.y) for e in enemies]).reshape(-1, 2), enemies)
    shots = [(_shot(stand, e, False, c), _shot(stand, e, True, c)) for e, c in zip(enemies, covers, strict=True)]
    hurt = [[[_shot(e, stand, flank, c)[0] for c in range(LEVELS)] for flank in (False, True)] for e in enemies]
    radius = _half(stand)
    return Foes(
        stands=tuple(enemies),
        x=np.array([e.x for e in enemies]),
        y=np.array([e.y for e in enemies]),
        room=np.array([radius + _half(e) for e in enemies]),
        facing=np.array([e.facing_deg for e in enemies]),
        half_arc=np.array([units.arc_of(e) / 2 for e in enemies]),
        has_flank=np.array([units.has_flank(e) for e in enemies], np.bool_),
        prize=np.array([worth.prize(scene, e) for e in enemies]),
        reach=np.array([_reach(stand, e) for e in enemies]),
        their_reach=np.array([_reach(e, stand) for e in enemies]),
        pace=np.array([e.ratings.move if e.ratings.self_propelled and not e.limbered else 0.0 for e in enemies]),
        win=np.array([[one[0] for one in pair] for pair in shots]).reshape(-1, 2),
        lose=np.array([[one[1] for one in pair] for pair in shots]).reshape(-1, 2),
        hurt=np.array(hurt).reshape(-1, 2, LEVELS),
    )


def cover_levels(scene: Scene, points: Floats, stands: list[VipersStand]) -> list[int]:
    """Cover by the ground at each place for the unit of that place: 0 open, 1 cover, 2 strong."""
    if not len(points):
        return []
    codes, names = scene.board.terrain_many(points)
    rows = [names[code] if 0 <= code < len(names) else "open" for code in codes.tolist()]
    return [2 if s.ratings.strong else _level(row, units.is_vehicle(s)) for row, s in zip(rows, stands, strict=True)]


def cover_at(scene: Scene, stand: VipersStand, points: Floats) -> Ints:
    """Cover by the ground for one unit at many places: 0 open, 1 cover, 2 strong."""
    codes, names = scene.board.terrain_many(points)
    vehicle = units.is_vehicle(stand)
    table = np.array([*(_level(row, vehicle) for row in names), 0])
    return np.asarray(table[np.where(codes < 0, len(names), codes)], np.int64)


@functools.lru_cache(maxsize=512)
def _level(row: str, vehicle: bool) -> int:
    found = terrain_rows().get(row, {}).get("cover", "none")
    if found == "none" or (vehicle and row in rows_that("foot_and_guns_rows")):
        return 0
    return 2 if found == "strong" else 1


def _half(stand: VipersStand) -> float:
    return (stand.base.width_in + stand.base.depth_in) / 4


def _reach(firer: VipersStand, target: VipersStand) -> float:
    soft = target.ratings.armour_class == "soft"
    return firer.ratings.range_soft if soft else firer.ratings.range_armour


def _shot(firer: VipersStand, target: VipersStand, flank: bool, covered: int) -> tuple[float, float]:
    """Chances that the target, and that the firer, scores less; nothing where the shot has no effect."""
    a, t = firer.ratings, target.ratings
    if firer.limbered or firer.carrier:
        return NO_HIT
    bunker = t.move_type == "fixed"
    soft = t.armour_class == "soft" and not bunker
    dice = a.dice_soft if soft else a.dice_armour
    if flank and not units.has_flank(target):
        flank = False
    key = (t.armour_class, bunker, flank, t.obsolete, t.fearsome, units.is_vehicle(target), covered)
    return _odds(dice, a.penetrates, units.grade(t.quality) > units.grade(a.quality), *key)


@functools.lru_cache(maxsize=8192)
def _odds(
    dice: int,
    penetrates: str,
    better: bool,
    armour: str,
    bunker: bool,
    flank: bool,
    obsolete: bool,
    fearsome: bool,
    vehicle: bool,
    covered: int,
) -> tuple[float, float]:
    table = tables()["armour"]
    if bunker:
        armour = str(table["bunker_treated_as"])
    if flank:
        armour = str(table["flank_treated_as"][armour])
    if dice <= 0 or (armour != "soft" and units.rank(penetrates) < units.rank(armour)):
        return NO_HIT
    defence = int(table["defence_dice"][armour]) + _modifiers(better, flank, obsolete, fearsome)
    if covered and not bunker:
        defence += die_row(
            "defence_modifier", "vehicle_in_cover_or_hull_down" if vehicle else "gun_or_infantry_in_cover"
        )[0]
    higher, _, lower = duel(dice, max(int(table["minimum_dice"]), defence))
    return higher, lower


def _modifiers(better: bool, flank: bool, obsolete: bool, fearsome: bool) -> int:
    rows = (
        (better, "target_of_higher_quality_than_firer"),
        (flank, "attacked_in_flank_or_rear"),
        (obsolete, "obsolete"),
        (fearsome, "fearsome"),
    )
    return sum(die_row("defence_modifier", row)[0] for holds, row in rows if holds)
