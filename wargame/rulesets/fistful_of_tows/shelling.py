"""Where a sensible player puts his barrage markers: on enemies who stand still, smoke between him and their guns.

Rules: FFT-ARTY-03, -05, FFT-SMK-02, FFT-UNSP-01.
"""

from __future__ import annotations

import math

from wargame.board import snap
from wargame.engine.orders import Placed, Placement
from wargame.engine.requests import Thing
from wargame.engine.ruleset import Scene
from wargame.rulesets.fistful_of_tows import guns, units
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.state import FistStand, Point

WORTHWHILE = 0.5
UNSEEN = 0.5
"""Half of what is not spotted escapes."""
BEFORE_IN = 2.5
"""Smoke lies so far in front of those whom it blinds."""
BLINDED = 0.12
"""Share of its worth that blinding an enemy on overwatch is worth to an attacker."""


def aims(scene: Scene, side: str) -> list[tuple[float, Point]]:
    """Places worth shelling: enemies that stand still, those in a crowd first; worth and place."""
    found = []
    foes = [e for e in units.enemies(scene, side) if not units.is_heli(e)]
    for enemy in foes:
        near = [e for e in foes if math.dist((e.x, e.y), (enemy.x, enemy.y)) < 2.0]
        worth = sum(
            0.1 * units.points(e) * (1.5 if units.is_foot(e) else 1.0) * (1.0 if e.spotted else UNSEEN) for e in near
        )
        worth *= 1.5 if enemy.marker or not enemy.moved else 1.0
        found.append((worth, (snap(enemy.x), snap(enemy.y))))
    return sorted(found, key=lambda row: (-row[0], row[1]))


def suggest(scene: Scene, side: str, things: tuple[Thing, ...]) -> Placed:
    """A marker on the best place that each observer sees, as long as there are guns; decoys near the enemy."""
    rows, screens = aims(scene, side), _screens(scene, side)
    free = [b for b in guns.batteries(scene, side) if all(guns.is_free(scene, g) for g in b)]
    placements: list[Placement] = []
    for thing in things:
        if thing.id.startswith("decoy#"):
            if placements and len(rows) > 1:
                x, y = rows.pop()[1]
                placements.append(Placement(thing=thing.id, x=x, y=y))
            continue
        observer = thing.id.split("#")[0]
        for battery in free:
            made = _smoke(scene, thing, observer, battery, screens) or _fire(scene, thing, observer, battery, rows)
            if made is not None:
                placements.append(made)
                free.remove(battery)
                rows = [r for r in rows if math.dist(r[1], (made.x, made.y)) > 1.5]
                screens = [r for r in screens if math.dist(r[1], (made.x, made.y)) > 3.0]
                break
    return Placed(placements=tuple(placements))


def _fire(
    scene: Scene, thing: Thing, observer: str, battery: tuple[FistStand, ...], rows: list[tuple[float, Point]]
) -> Placement | None:
    shells = guns.shells_of(scene, battery)
    shell = "improved" if "improved" in shells else "he"
    for worth, at in rows[:5]:
        if worth > WORTHWHILE and _fits(scene, observer, battery, at):
            return _marker(thing, battery, at, shell)
    return None


def _smoke(
    scene: Scene, thing: Thing, observer: str, battery: tuple[FistStand, ...], rows: list[tuple[float, Point]]
) -> Placement | None:
    """A screen, where it is worth more than shells would be."""
    if "smoke" not in guns.shells_of(scene, battery):
        return None
    at = next((place for _, place in rows[:3] if _fits(scene, observer, battery, place)), None)
    return None if at is None else _marker(thing, battery, at, "smoke")


def _screens(scene: Scene, side: str) -> list[tuple[float, Point]]:
    """Places in front of enemies on overwatch whom smoke would blind, for a side that has to come forward.

    Thermal sights look through it up to 20 inches: those so near are left. Rule: FFT-THERM-02.
    """
    mine = [s for s in units.on_table(scene, side) if units.is_afv(s)]
    if scene.state.sides[side].role == "defender" or not mine:
        return []
    x, y = sum(s.x for s in mine) / len(mine), sum(s.y for s in mine) / len(mine)
    limit = float(tables()["spotting"]["thermal_limit"])
    found = []
    for enemy in units.enemies(scene, side):
        away = math.dist((enemy.x, enemy.y), (x, y))
        if enemy.marker != "overwatch" or units.is_foot(enemy) or away < 8.0 or away > 34.0:
            continue
        if units.has_thermal(scene, enemy) and away < limit:
            continue
        share = BEFORE_IN / away
        at = (snap(enemy.x + (x - enemy.x) * share), snap(enemy.y + (y - enemy.y) * share))
        found.append((BLINDED * units.points(enemy), at))
    return sorted(found, key=lambda row: (-row[0], row[1]))[:1]


def _fits(scene: Scene, observer: str, battery: tuple[FistStand, ...], at: Point) -> bool:
    return all(guns.reaches(scene, g, at) for g in battery) and guns.observes(scene, observer, at)


def _marker(thing: Thing, battery: tuple[FistStand, ...], at: Point, shell: str) -> Placement:
    choices = (("guns", battery[0].id), ("sheaf", "converged"), ("shell", shell))
    return Placement(thing=thing.id, x=at[0], y=at[1], choices=choices)
