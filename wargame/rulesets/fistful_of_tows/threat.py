"""What stands would do to each other from places they might go to: the measure of danger and of fields of fire.

It knows what its side knows: spotted enemies, the rulebook's numbers, ranges read off the table to the inch.
"""

from __future__ import annotations

import copy
import functools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wargame.board import Board, clear_pairs
from wargame.engine.ruleset import Scene
from wargame.rulesets.fistful_of_tows import attack, lines, odds, targets, units
from wargame.rulesets.fistful_of_tows.attack import Attack
from wargame.rulesets.fistful_of_tows.data import quality, tables
from wargame.rulesets.fistful_of_tows.state import FistStand, Ratings, Weapon, state_of

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
FARTHEST = 64
"""Inches up to which a curve goes."""
FAILED = 0.6
"""A stand that leaves by a failed check is worth so much of one that is destroyed."""
REST_IN = 0.5
"""From its centre a stand looks past so much of the cover that it touches."""


@functools.lru_cache(maxsize=4096)
def _curve(
    firer: Ratings, skill: str, weapons: tuple[str, ...], target: Ratings, nerve: str, save: int, front: bool
) -> Floats:
    """Share of the target that one volley costs at each inch of distance, 0 to FARTHEST."""
    found = np.zeros(FARTHEST + 1)
    probe = _probe(target)
    for weapon in (w for w in firer.weapons if w.id in weapons):
        kind = targets.kind_of_fire(weapon, probe)
        if not kind:
            continue
        for away in range(FARTHEST + 1):
            band = attack.band_of(weapon, float(away))
            if band != attack.OUT:
                found[away] = max(found[away], _cost(weapon, skill, probe, nerve, kind, band, save, front))
    found.setflags(write=False)
    return found


def _probe(ratings: Ratings) -> FistStand:
    return FistStand(
        id="probe", name="", side="", group="", line=ratings.id, base=units.base_of(ratings.kind), ratings=ratings
    )


def _cost(
    weapon: Weapon, skill: str, target: FistStand, nerve: str, kind: str, band: str, save: int, front: bool
) -> float:
    fails = 1.0 - odds.passes(int(quality(nerve)["number"]), 0)
    add = int(quality(skill)["to_hit"])
    if kind == attack.MEN:
        if band == attack.LONG and target.ratings.kind != "infantry":
            return 0.0
        hit = odds.chance_to_hit(weapon.to_hit, add - (1 if band == attack.LONG else 0))
        return FAILED * fails * (1.0 - (1.0 - hit) ** weapon.rof)
    if units.is_heli(target):
        add -= 0 if weapon.is_missile else 2
    armour, flags = attack.armour_of(target, front=front and not weapon.top)
    dice, minus, _ = attack.penetration(weapon, band, armour, flags)
    made = Attack(weapon, kind, band, attack.need_of(weapon, band), (), save, dice, minus)
    hit = odds.chance_to_hit(made.need, add)
    stays = 1.0 - (max(0, 7 - max(2, save)) / 6 if save else 0.0)
    kill, check, _ = odds.penetrates(dice, minus)
    killed = 1.0 - (1.0 - hit * stays * kill) ** weapon.rof
    harmed = 1.0 - (1.0 - hit * stays * (kill + check)) ** weapon.rof
    return killed + FAILED * fails * (harmed - killed)


def curve(firer: FistStand, target: FistStand, *, save: int = 0, front: bool = True) -> Floats:
    """What a volley of one stand costs the other, as a share of it, by whole inches of distance (65 numbers)."""
    armed = tuple(w.id for w in targets.weapons_of(firer) if targets.missiles_left(firer, w) != 0)
    return _curve(firer.ratings, firer.quality, armed, target.ratings, target.quality, save, front)


def curves(firers: Sequence[FistStand], target: FistStand, away: Floats, *, save: int = 0) -> Floats:
    """Costs (n, m) to one target at n places of a volley of each of m firers at these distances (n, m)."""
    index = _inches(away)
    rows = [curve(f, target, save=save)[index[:, n]] for n, f in enumerate(firers)]
    return np.stack(rows, axis=1) if rows else np.zeros(away.shape)


def fires(firer: FistStand, foes: Sequence[FistStand], away: Floats, saves: Sequence[int]) -> Floats:
    """Costs (n, m) that a volley of one stand at n places does to each of m enemies at these distances (n, m)."""
    index = _inches(away)
    rows = [curve(firer, e, save=s)[index[:, n]] for n, (e, s) in enumerate(zip(foes, saves, strict=True))]
    return np.stack(rows, axis=1) if rows else np.zeros(away.shape)


def _inches(away: Floats) -> NDArray[np.int64]:
    between = np.ceil(np.maximum(0.0, away - 0.9))
    return np.clip(between, 0, FARTHEST).astype(np.int64)


# ---------------------------------------------------------------- sight


def sees(board: Board, points: Floats, there: Floats) -> Bools:
    """Which places (n, 2) see which others (m, 2): the line of the centres, free of the cover that both touch."""
    n, m = len(points), len(there)
    if not n or not m:
        return np.zeros((n, m), np.bool_)
    eye = board.profile.eye_in
    a = np.repeat(np.column_stack([points, board.ground_many(points) + eye]), m, axis=0)
    b = np.tile(np.column_stack([there, board.ground_many(there) + eye]), (n, 1))
    way = b - a
    length = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)
    cut = np.minimum(0.49, REST_IN / length)[:, None]
    first, last = a + way * cut, b - way * cut
    free = ~_behind_ridges(board, first, last)
    free[free] = clear_pairs(board, first[free], last[free])
    return free.reshape(n, m)


def _behind_ridges(board: Board, first: Floats, last: Floats) -> Bools:
    """Which lines (n) cross a ridge that neither end touches."""
    found = np.zeros(len(first), np.bool_)
    ends = np.hstack([first[:, :2], last[:, :2]])
    for _, segments in lines.ridges(board):
        found |= lines.crosses(segments, ends)
    return found


def spotting_inches(scene: Scene, viewer: FistStand, target: FistStand, *, covered: bool, fired: bool = False) -> float:
    """Inches at which a viewer spots a target in cover, or in the open."""
    chart = tables()["spotting"]
    kind = "heli_noe" if units.is_heli(target) else "infantry" if units.is_foot(target) else "vehicle"
    name = ("cover" if covered else "open") + ("_fired" if fired else "")
    recon = float(chart["recon_factor"]) if units.is_recon(viewer) else 1.0
    reach = math.ceil(float(chart["optical"][kind][name]) * recon - 1e-9)
    limit = scene.state.visibility_in
    if limit is not None:
        reach = min(reach, int(limit * (2 if fired else 1)))
    if units.has_thermal(scene, viewer):
        heat = math.ceil(float(chart["thermal"][kind][name]) * recon - 1e-9)
        reach = max(reach, min(heat, int(chart["thermal_limit"])))
    return float(reach)


def ready(scene: Scene, enemy: FistStand) -> float:
    """How surely an enemy fires at whoever comes into his sight now: 1 on overwatch, less if he has to wait."""
    if enemy.pinned or enemy.stuck:
        return 0.5
    if enemy.marker == "overwatch":
        return 1.0
    if enemy.marker == "hold":
        return 0.8
    return 0.35 if enemy.strategic else 0.6


def at(stand: FistStand, x: float, y: float, facing_deg: float | None = None) -> FistStand:
    """The stand as if it stood elsewhere."""
    ghost = copy.copy(stand)
    ghost.x, ghost.y = x, y
    if facing_deg is not None:
        ghost.facing_deg = facing_deg
    return ghost


def still_to_move(scene: Scene, enemy: FistStand) -> bool:
    """May this enemy still move in the Movement Phase that is being played?"""
    state = state_of(scene)
    return enemy.side == state.phasing and not (enemy.moved or enemy.move_done or enemy.pinned)
