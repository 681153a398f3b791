"""What the player's men come to see in a mission: sections of the table not scouted before, markers.

Rules: NUT-TERR-11, NUT-PEF-05.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from wargame.board import clear_pairs
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import contact, geometry, missions, np_ground, reinforcements, status, terrain_gen
from wargame.rulesets.clash_of_titans.sections import ALL, Grid
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

LOOKS = 5
"""A section is looked into at a grid of so many places each way."""


def after_round(battle: Battle) -> Generator[AnyRequest, Any, None] | None:
    """What a round has uncovered, to be carried out; None if there is nothing."""
    state = cast(ClashState, battle.state)
    if state.mission.mission:
        reveal(battle)
    return contact.sweep(battle) if contact.markers(state) else None


def unrevealed(state: ClashState) -> list[int]:
    """Sections of generated ground that have not been rolled yet."""
    rolled = [s for s in ALL if f"terrain.{s}" in state.notes]
    return [s for s in ALL if s not in rolled] if rolled else []


def reveal(battle: Battle) -> None:
    """Roll the sections into which a figure of the player now has a line of sight. Rule: NUT-TERR-11."""
    state = cast(ClashState, battle.state)
    hidden = unrevealed(state)
    if not hidden:
        return
    cite("NUT-TERR-11")
    grid = reinforcements.grid_of(battle)
    watchers = [s for s in geometry.enemies_here(battle, state.mission.enemy) if status.able(s) and s.kind != "pef"]
    for section in hidden:
        if any(looks_into(battle, grid, section, man) for man in watchers):
            terrain_gen.lay_out(battle, grid, missions.region(state), (section,))


def looks_into(scene: Scene, grid: Grid, section: int, man: ClashStand) -> bool:
    """Has a man a line of sight into a section?"""
    u0, v0, u1, v1 = grid.own_box(section)
    us, vs = np.linspace(u0 + 0.5, u1 - 0.5, LOOKS), np.linspace(v0 + 0.5, v1 - 0.5, LOOKS)
    points = np.array([grid.place(float(u), float(v)) for u in us for v in vs])
    board = scene.board
    there = np.column_stack([points, board.ground_many(points) + np_ground.eye_in()])
    here = np.array([[man.x, man.y, board.ground_in(man.x, man.y) + np_ground.eye_in()]])
    return bool(clear_pairs(board, np.repeat(here, len(there), axis=0), there).any())
