"""Free places next to a stand, for men who get out. Rule: FFT-CARRY-09."""

from __future__ import annotations

import math

from wargame.board import Footprint, inside_table, overlaps, snap
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fistful_of_tows import units
from wargame.rulesets.fistful_of_tows.course import is_shut
from wargame.rulesets.fistful_of_tows.state import FistStand, Point, state_of

TURNS = 16
FARTHEST_IN = 2.5


def free_place(
    scene: Scene, stand: FistStand, middle: Point, *, first_deg: float = 0.0, near_in: float = 0.0
) -> Point | None:
    """The nearest place round a point where a base may stand, or None. `first_deg`: the direction tried first."""
    cite("FFT-CARRY-09")
    away = near_in
    while away <= FARTHEST_IN:
        for n in range(TURNS if away else 1):
            turn = math.radians(first_deg + (n + 1) // 2 * (360.0 / TURNS) * (1 if n % 2 else -1))
            x, y = snap(middle[0] + math.cos(turn) * away), snap(middle[1] + math.sin(turn) * away)
            if fits(scene, stand, x, y):
                return x, y
        away += 0.125
    return None


def fits(scene: Scene, stand: FistStand, x: float, y: float) -> bool:
    """May the base stand here: on the table, on nobody, on ground of its class?"""
    placed = Footprint(stand.base, x, y, stand.facing_deg)
    if not inside_table(placed, scene.board.table.width_in, scene.board.table.height_in):
        return False
    if is_shut(scene.board, x, y, units.move_class(stand)):
        return False
    return not any(
        overlaps(placed, units.footprint(o)) for o in state_of(scene).stands.values() if o.in_play and o.id != stand.id
    )
