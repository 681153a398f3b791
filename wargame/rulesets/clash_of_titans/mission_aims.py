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
    """The edge that a group leaves by as soon as it is there: in an assault, of the player's side, be all of it or only
    this group run by the rules; "" for none. Rule: NUT-MISN-05."""
    state = cast(ClashState, scene.state)
    mine = group.side == state.mission.player and group.np
    return reinforcements.grid_of(scene).near if mine and state.mission.mission == missions.ASSAULT else ""


def place_for_friends(scene: Scene, group: ClashGroup, here: Point) -> Point | None:
    """Where a friendly unit of the player goes that is told to attack: over the edge in an assault, to what a raid has
    to hold, else to the nearest enemy it knows of or the far sections. None: it is no such unit, or not told to.

    Rules: NUT-NP-16, NUT-MISN-02 to -05.
    """
    state = cast(ClashState, scene.state)
    mission, side = state.mission.mission, state.mission.player
    if not mission or group.side != side or side in state.ruled or not group.np:
        return None
    cite("NUT-NP-16")
    if group.intention != np_orders.ATTACK:
        return None
    if mission == missions.ASSAULT:
        return edges.inside(scene.board.table, reinforcements.grid_of(scene).near, here, INSIDE_IN)
    if mission == missions.RAID:
        return mission_place(scene)
    found = [e.at for e in np_situation.remembered(state, side)]
    return _nearest(found, here) or (missions.goal(scene) if mission != missions.DEFENCE else None)


def mission_place(scene: Scene) -> Point:
    """What a raid has to hold: the scenario's objective in section 2, else the middle of that section."""
    state = cast(ClashState, scene.state)
    grid = reinforcements.grid_of(scene)
    return next(((o.x, o.y) for o in state.objectives.values() if grid.at(o.x, o.y) == FAR[1]), grid.centre(FAR[1]))
