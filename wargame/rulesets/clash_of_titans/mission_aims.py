"""Where a mission leads the side of the player when the rules run it too.

Rules: NUT-NP-02, NUT-SOLO-03, NUT-MISN-01 to -05.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    charts,
    contact,
    edges,
    missions,
    np_aims,
    np_orders,
    np_situation,
    reinforcements,
)
from wargame.rulesets.clash_of_titans.sections import FAR, Grid
from wargame.rulesets.clash_of_titans.state import ClashGroup, ClashState, Point

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

INSIDE_IN = 1.0


def lead_on(battle: Battle, home: bool) -> None:
    """At the end of a turn: the next place for each group; `home`: its work is done, it goes back.

    Rule: NUT-SOLO-03.
    """
    state = cast(ClashState, battle.state)
    side = state.mission.player
    if side not in state.ruled:
        return
    cite("NUT-SOLO-03")
    for group in [g for g in state.groups.values() if g.side == side and g.np]:
        here = np_aims.middle(state, group.id)
        if here is None:
            continue
        if home and group.intention != np_orders.WITHDRAW:
            np_orders.give(battle, group.id, np_orders.Drawn(np_orders.WITHDRAW), "mission", (cite("NUT-NP-02"),))
        elif group.intention == np_orders.ATTACK:
            group.objective = next_place(battle, group, here)


def next_place(scene: Scene, group: ClashGroup, here: Point) -> Point | None:
    """Where a group goes next: a far section not yet seen, a marker, an enemy, the way out."""
    state = cast(ClashState, scene.state)
    grid = reinforcements.grid_of(scene)
    mission = state.mission.mission
    if mission == missions.RECON:
        left = [s for s in FAR if f"visited.{s}" not in state.notes]
        return _nearest([_far_place(grid, s) for s in left], here)
    if mission == missions.COMBAT:
        found = [(m.x, m.y) for m in contact.markers(state)]
        found = found or [e.at for e in np_situation.remembered(state, group.side)]
        return _nearest(found, here) or missions.goal(scene)
    if mission == missions.ASSAULT:
        return edges.inside(scene.board.table, grid.near, here, INSIDE_IN)
    return group.objective


def _nearest(found: list[Point], here: Point) -> Point | None:
    return min(found, key=lambda p: (round(math.dist(p, here), 3), p), default=None)


def _far_place(grid: Grid, section: int) -> Point:
    """A place in a far section well within 12 in of the far edge."""
    u0, _, u1, v1 = grid.own_box(section)
    return grid.place((u0 + u1) / 2, v1 - charts.file("solo.toml")["mission"]["far_edge_in"] / 2)


def way_out(scene: Scene, group: ClashGroup) -> str:
    """The edge that a group leaves by as soon as it is there: of an assault run by the rules; "" for none."""
    state = cast(ClashState, scene.state)
    mine = group.side == state.mission.player and group.side in state.ruled
    return reinforcements.grid_of(scene).near if mine and state.mission.mission == missions.ASSAULT else ""
