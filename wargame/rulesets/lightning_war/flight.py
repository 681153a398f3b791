"""Platoons in flight: recovery, and falling back to the base line.

Rules: LW2-MOR-10, -11, -13, -15, -17, -20, LW2-STAT-09, LW2-FORCE-22.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from wargame.board import bearing, path_length, price, route, snap, snap_facing
from wargame.engine import knowledge, opening
from wargame.engine.events import GroupChanged, StandChanged, StandMoved, StandRemoved
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.force import read as read_form
from wargame.rulesets.lightning_war import force, location, morale, movement, points, units
from wargame.rulesets.lightning_war.features import Spot, ground, spot_of, state_of, ways_from
from wargame.rulesets.lightning_war.standing_ground import may_stand
from wargame.rulesets.lightning_war.state import Point, WarGroup, WarStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

AT_EDGE_IN = 0.6


def recover_or_fall_back(battle: Battle) -> None:
    """At a Command Phase: every platoon in flight tests; it stays if it passes, else it falls back.

    Rules: LW2-MOR-11, -15, LW2-INIT-11.
    """
    state = state_of(battle)
    for group in [g for g in state.groups.values() if g.in_flight]:
        if not morale.squads(battle, group.id, staff=True) or battle.over:
            continue
        cite("LW2-INIT-11")
        cite("LW2-MOR-15")
        if morale.throw(battle, group, "recovery", group.id, None, cite("LW2-MOR-11")):
            rules = (cite("LW2-MOR-11"),)
            battle.happen(GroupChanged(group=group.id, changes=(("in_flight", False),), why="recovered", rules=rules))
            morale.mark_flight(battle, group)
            continue
        for _ in range(group.falls_back):
            _fall_back(battle, group)
        morale.mark_flight(battle, group)


def _fall_back(battle: Battle, group: WarGroup) -> None:
    """One feature towards the base line, pinned and suppressed squads too. Rules: LW2-MOR-10, LW2-STAT-09."""
    cite("LW2-STAT-09")
    for stand in morale.squads(battle, group.id, staff=True):
        if stand.in_play:
            fall_back(battle, stand, (cite("LW2-MOR-10"), cite("LW2-MOR-13")))


def fall_back(battle: Battle, stand: WarStand, rules: tuple[str, ...]) -> bool:
    """One stand goes one place back, or leaves the table; False if it stays. Rules: LW2-MOR-17, -20."""
    cite("LW2-MOR-20")
    here = spot_of(battle, stand)
    chain = way_back(battle, stand.side, here)
    if chain is None or movement.needs_tow(stand):
        return False
    if not chain:
        leave(battle, stand)
        return True
    return retire_to(battle, stand, chain[0], rules)


def leave(battle: Battle, stand: WarStand) -> None:
    """Off the table for good; it counts as eliminated. Rule: LW2-MOR-17."""
    seen = knowledge.seen_by_for(battle.state, stand.id)
    gone = battle.happen(StandRemoved(stand=stand.id, why="withdrawn", rules=(cite("LW2-MOR-17"),), seen_by=seen))
    points.note_kill(battle, stand, gone)
    for rider in [s for s in state_of(battle).stands.values() if s.carrier == stand.id and not s.gone]:
        leave(battle, rider)


def retire_to(battle: Battle, stand: WarStand, spot: Spot, rules: tuple[str, ...]) -> bool:
    """Moves a stand to a free point of an adjoining place; False if there is none."""
    found = free_point(battle, stand, spot, base_line_point(battle, stand.side, (stand.x, stand.y)))
    if found is None:
        return False
    path = found
    facing = snap_facing(bearing(*path[-2], *path[-1]))
    seen = knowledge.seen_by_for(battle.state, stand.id)
    event = StandMoved(
        stand=stand.id,
        path=path,
        facing_deg=facing,
        mode="falls_back",
        inches=round(path_length(path), 3),
        rules=rules,
        seen_by=seen,
    )
    moved = battle.happen(event)
    stand.moved_cycle = max(1, state_of(battle).cycle)
    location.note_activity(battle, stand, "LW2-LOS-06", moved)
    return True


def free_point(scene: Scene, stand: WarStand, spot: Spot, towards: Point) -> tuple[Point, ...] | None:
    """A way to a point of a place where the base may stand, the nearest to where it wants to go; None without one."""
    made = ground(scene.board)
    points_ = made.index.near(spot.place, *towards)
    ordered = sorted(points_, key=lambda p: math.dist(p, towards))
    for x, y in ordered[:12]:
        end = (snap(x), snap(y))
        facing = snap_facing(bearing(stand.x, stand.y, *end))
        if made.spot(*end) != spot or may_stand(scene, stand, *end, facing) is not None:
            continue
        way = route(scene.board, (stand.x, stand.y), end, units.movement_class(stand))
        if way is None:
            continue
        path = tuple((snap(px), snap(py)) for px, py in way.points)
        if len(path) > 1 and price(scene.board, path, units.movement_class(stand), start_free=True).passable:
            return path
    return None


# ---------------------------------------------------------------- the base line


def edge_of(scene: Scene, side: str) -> str:
    """The base line of a side: what the scenario says, else the long edge nearest to its zones. Rule: LW2-FORCE-22."""
    cite("LW2-FORCE-22")
    row = next(s for s in scene.setup.sides if s.id == side)
    given = read_form(force.SideLine, row.fields, f"side {side!r}").get("edge")
    if given:
        return str(given)
    table = scene.board.table
    enemy = opening.enemy_ground(scene, side) or (table.width_in / 2, table.height_in / 2)
    if table.width_in >= table.height_in:
        return "bottom" if enemy[1] > table.height_in / 2 else "top"
    return "left" if enemy[0] > table.width_in / 2 else "right"


def base_line_point(scene: Scene, side: str, here: Point) -> Point:
    """The point of the base line nearest to a place."""
    table = scene.board.table
    edges = {
        "left": (0.0, here[1]),
        "right": (table.width_in, here[1]),
        "bottom": (here[0], 0.0),
        "top": (here[0], table.height_in),
    }
    return edges[edge_of(scene, side)]


def touches_base_line(scene: Scene, side: str, spot: Spot) -> bool:
    """Does a place reach the base line?"""
    x0, y0, x1, y1 = ground(scene.board).graph.places[spot.place].banks[spot.bank].bounds
    table = scene.board.table
    edge = edge_of(scene, side)
    at = {"left": x0, "right": table.width_in - x1, "bottom": y0, "top": table.height_in - y1}
    return bool(at[edge] <= AT_EDGE_IN)


def way_back(scene: Scene, side: str, start: Spot) -> Sequence[Spot] | None:
    """The shortest chain of adjoining places to one that touches the base line, out of places that hold enemies; empty
    where the next step leaves the table, None without a way. Rules: LW2-MOR-13, -20."""
    held = {spot_of(scene, e).place for e in location.known_enemies(scene, side)}
    if touches_base_line(scene, side, start):
        return ()
    before: dict[Spot, Spot] = {}
    queue = deque([start])
    seen = {start}
    while queue:
        here = queue.popleft()
        for way in ways_from(scene, here):
            if way.spot in seen or way.spot.place in held:
                continue
            seen.add(way.spot)
            before[way.spot] = here
            if touches_base_line(scene, side, way.spot):
                return _chain(before, start, way.spot)
            queue.append(way.spot)
    return None


def _chain(before: dict[Spot, Spot], start: Spot, end: Spot) -> list[Spot]:
    found = [end]
    while before[found[-1]] != start:
        found.append(before[found[-1]])
    return found[::-1]


def leave_for_cover(battle: Battle, stand: WarStand) -> None:
    """A tank that lost its riders and its nerve withdraws to cover that is free of enemies. Rule: LW2-RIDE-04."""
    rule = cite("LW2-RIDE-04")
    held = {spot_of(battle, e).place for e in location.known_enemies(battle, stand.side)}
    places = ground(battle.board).graph.places
    rows = [w.spot for w in ways_from(battle, spot_of(battle, stand)) if w.spot.place not in held]
    rows.sort(key=lambda spot: places[spot.place].is_field)
    battle.happen(StandChanged(stand=stand.id, changes=(("must_leave", False),), why="leaves", rules=(rule,)))
    for spot in rows:
        if retire_to(battle, stand, spot, (rule,)):
            return
