"""How near the enemy is. Rules: CFV-REAC-36, -41."""

from __future__ import annotations

import math
from collections.abc import Iterable

from wargame.board import gap
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import observation, units
from wargame.rulesets.fascist_vipers.state import Point, VipersStand


def known_enemies(scene: Scene, side: str) -> list[VipersStand]:
    """Enemy units on the table whose position the side knows. Rule: CFV-REAC-36."""
    cite("CFV-REAC-36")
    return observation.known_enemies(scene, side)


def base_gap(a: VipersStand, b: VipersStand) -> float:
    """Inches between two bases."""
    return gap(units.footprint(a), units.footprint(b))


def nearest_pair(
    ours: Iterable[VipersStand], theirs: Iterable[VipersStand]
) -> tuple[float, VipersStand, VipersStand] | None:
    """The shortest gap between any of ours and any of theirs, with the two units; None if there is no pair.

    Rule: CFV-REAC-41.
    """
    cite("CFV-REAC-41")
    enemies = list(theirs)
    pairs = ((round(base_gap(a, b), 3), a.id, b.id, a, b) for a in ours for b in enemies)
    best = min(pairs, key=lambda row: row[:3], default=None)
    return None if best is None else (best[0], best[3], best[4])


def distance_to_nearest(at: Point, enemies: list[VipersStand]) -> float:
    """Inches from a place to the centre of the nearest of these; infinite without any."""
    return min((math.hypot(e.x - at[0], e.y - at[1]) for e in enemies), default=math.inf)


def nearest(at: Point, enemies: list[VipersStand]) -> VipersStand | None:
    """The nearest of these to a place, ties in order of id."""
    return min(enemies, key=lambda e: (round(math.hypot(e.x - at[0], e.y - at[1]), 3), e.id), default=None)
