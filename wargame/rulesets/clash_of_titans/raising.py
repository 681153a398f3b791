"""Bringing units of the lists into a battle: their figures, their group, and places for them on the table.

Rules: NUT-CONT-03, NUT-LIST-02, NUT-REIN-04, NUT-VEH-04.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from wargame.board import bearing, clear_pairs, snap, snap_facing
from wargame.engine import knowledge
from wargame.engine.events import Event, GroupChanged, Rolled, StandPlaced
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import data, edges, leaders, np_ground, setup, standing
from wargame.rulesets.clash_of_titans.lists import Figure, Roll, Unit
from wargame.rulesets.clash_of_titans.np_ground import Enemy
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState, Point

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Floats = NDArray[np.float64]
APART_IN = 1.2
"""Men of a group that is found stand at least so far apart."""
CHAIN_IN, STRAY = 3.8, 6.0
"""They stay within the distance of a chain (NUT-GRP-01); an inch farther from the nearest comrade costs so much."""
VIEW_CELL_IN = 4.0


def roller(battle: Battle, side: str, rules: tuple[str, ...] = (), cause: Event | None = None) -> Roll:
    """Dice of the battle for the lists, told as rolls of a side that only it sees."""

    def roll(purpose: str, count: int) -> tuple[int, ...]:
        faces = battle.throw(count)
        added = faces[0] if count == 1 else None
        told = Rolled(purpose=purpose, side=side, dice=faces, total=added, rules=rules, seen_by=(side,))
        battle.happen(told, cause=cause)
        return faces

    return roll


# ---------------------------------------------------------------- the group


def raise_group(
    battle: Battle,
    side: str,
    unit: Unit,
    *,
    name: str = "",
    np_group: bool = False,
    intention: str = "",
    own_squad: bool = False,
    star: str = "",
    rules: tuple[str, ...] = (),
    cause: Event | None = None,
) -> str:
    """Make a group of a unit; its id. Its stands are not on the table yet. `star`: number of the figure that is one.

    Rules: NUT-LIST-02, NUT-REIN-04.
    """
    state = cast(ClashState, battle.state)
    state.next_id += 1
    group = f"{side}-{unit.kind.replace(' ', '-')}-{state.next_id}"
    stands = stands_of(unit, side, group, star)
    men = [s for s in stands if s.is_man]
    leader = leaders.best(men)
    changes: tuple[tuple[str, Any], ...] = (
        ("name", _unlike(state, name or unit.name)),
        ("side", side),
        ("kind", unit.kind),
        ("strength", len(men)),
        ("leader", leader.id if leader else None),
        ("start_leader", leader.id if leader else ""),
        ("np", np_group),
        ("intention", intention),
        ("own_squad", own_squad),
    )
    formed = tuple(msgspec.to_builtins(stand) for stand in stands)
    event = GroupChanged(group=group, changes=changes, why="raised", formed=formed, rules=rules, seen_by=(side,))
    battle.happen(event, cause=cause)
    return group


def _unlike(state: ClashState, name: str) -> str:
    """A name that no other group bears: with the next number, if there is one of that name already."""
    taken = {g.name for g in state.groups.values()}
    return next(n for k in range(1, len(taken) + 2) if (n := name if k == 1 else f"{name} {k}") not in taken)


def stands_of(unit: Unit, side: str, group: str, star: str = "") -> list[ClashStand]:
    """The stands of a unit: its men, or a gun or vehicle with its crew."""
    if unit.serves in data.vehicles():
        return setup.vehicle(f"{group}-1", unit.name, side, group, unit.serves, {"crew_rep": unit.rep})
    if unit.serves in data.towed_guns():
        return setup.gun(f"{group}-1", unit.name, side, group, unit.serves, {"crew_rep": unit.rep})
    twins, seen = Counter(man.name for man in unit.men), Counter[str]()
    found = []
    for n, man in enumerate(unit.men, start=1):
        seen[man.name] += 1
        called = man.name if twins[man.name] == 1 else f"{man.name} {seen[man.name]}"
        found.append(_man(man, f"{group}-{n}", called, side, group, star == str(n)))
    return found


def _man(man: Figure, id: str, name: str, side: str, group: str, star: bool) -> ClashStand:
    fields: dict[str, Any] = {
        "rep": man.rep or 4,
        "class_": man.class_,
        "nco": man.nco,
        "junior_nco": man.junior_nco,
        "radio": man.radio,
        "attributes": man.attributes,
        "star": star,
    }
    if man.extra:
        fields["also"] = man.extra
    return setup.man(id, name, side, group, man.line, fields)


# ---------------------------------------------------------------- places


def place_near(
    battle: Battle,
    group: str,
    at: Point,
    enemies: Sequence[Enemy],
    within_in: float,
    why: str,
    rules: tuple[str, ...] = (),
    cause: Event | None = None,
) -> list[ClashStand]:
    """Put a group in or behind the cover nearest to a place: machine guns and the leader where they see most, all
    facing the nearest enemy. Those for whom there is no room within the distance go beside it. Rule: NUT-CONT-03."""
    state = cast(ClashState, battle.state)
    rules = (*rules, cite("NUT-CONT-03"))
    leader = state.groups[group].leader
    waiting = [s for s in state.stands.values() if s.group == group and not s.on_table and not s.carrier and not s.mans]
    placed: list[ClashStand] = []
    for stand in sorted(waiting, key=lambda s: (s.is_man, not _looks_out(s, leader))):
        mates = [(s.x, s.y) for s in placed]
        spot = _spot(battle, stand, at, enemies, within_in, _looks_out(stand, leader), mates)
        facing = _facing(battle, spot, enemies, stand.side)
        put(battle, stand, spot, facing, why, rules, cause)
        placed.append(stand)
        placed += _crew(battle, stand, facing, why, rules, cause)
    return placed


def put(
    battle: Battle,
    stand: ClashStand,
    at: Point,
    facing_deg: float,
    why: str,
    rules: tuple[str, ...] = (),
    cause: Event | None = None,
) -> None:
    """Put a stand on the table."""
    seen = knowledge.seen_by_for(battle.state, stand.id)
    x, y = snap(at[0]), snap(at[1])
    event = StandPlaced(
        stand=stand.id, x=x, y=y, facing_deg=snap_facing(facing_deg), why=why, rules=rules, seen_by=seen
    )
    battle.happen(event, cause=cause)


def _crew(
    battle: Battle, gun: ClashStand, facing: float, why: str, rules: tuple[str, ...], cause: Event | None
) -> list[ClashStand]:
    if not gun.is_gun:
        return []
    men = [s for s in battle.state.stands.values() if cast(ClashStand, s).mans == gun.id and not s.on_table]
    for man, at in zip(men, setup.crew_places(gun, len(men)), strict=False):
        put(battle, cast(ClashStand, man), at, facing, why, rules, cause)
    return [cast(ClashStand, man) for man in men]


def _looks_out(stand: ClashStand, leader: str | None) -> bool:
    return stand.id == leader or any("MG" in weapon and "SMG" not in weapon for weapon in stand.weapons)


def _spot(
    battle: Battle,
    stand: ClashStand,
    at: Point,
    enemies: Sequence[Enemy],
    within_in: float,
    looks_out: bool,
    mates: Sequence[Point] = (),
) -> Point:
    """The place for one stand: covered places first, near the marker and within the chain of its mates; who looks out
    takes the one that sees most. Rules: NUT-CONT-03, NUT-GRP-01."""
    points = _round_about(battle, stand, at, within_in)
    if not len(points):
        points = _round_about(battle, stand, at, 3 * within_in)
    if not len(points):
        return at
    found = np_ground.judged(battle, stand, points, np.zeros(len(points)), enemies)
    away = np.hypot(points[:, 0] - at[0], points[:, 1] - at[1])
    worth = 10.0 * found.covered - away
    if looks_out:
        worth = worth + 0.02 * views(battle, points)
    if mates:
        cite("NUT-GRP-01")
        gaps = np.min([np.hypot(points[:, 0] - x, points[:, 1] - y) for x, y in mates], axis=0)
        worth = worth - STRAY * np.maximum(0.0, gaps - CHAIN_IN)
    n = int(np.argmax(np.round(worth, 6)))
    return float(points[n, 0]), float(points[n, 1])


def _round_about(battle: Battle, stand: ClashStand, at: Point, within_in: float) -> Floats:
    """Free and passable places round a point, on cells of half an inch."""
    steps = np.arange(-within_in, within_in + 0.01, 0.5)
    grid: Floats = np.column_stack([np.tile(at[0] + steps, len(steps)), np.repeat(at[1] + steps, len(steps))])
    grid = grid[np.hypot(grid[:, 0] - at[0], grid[:, 1] - at[1]) <= within_in + 1e-9]
    table = battle.board.table
    room = max(stand.base.width_in, stand.base.depth_in) / 2
    inside = (grid[:, 0] >= room) & (grid[:, 0] <= table.width_in - room)
    inside &= (grid[:, 1] >= room) & (grid[:, 1] <= table.height_in - room)
    grid = np.round(grid[inside], 3)
    codes, names = battle.board.terrain_many(grid)
    costs = np.array([battle.board.profile.cost_of(name, standing.movement_class(stand)) for name in names])
    grid = grid[(costs >= 0.0)[codes]] if len(grid) else grid
    free = standing.free_many(battle, stand, grid)
    for other in standing.on_table(battle, stand.id):
        near = APART_IN if stand.is_man and other.is_man else stand.base.radius + other.base.radius
        free &= np.hypot(grid[:, 0] - other.x, grid[:, 1] - other.y) >= near
    return np.asarray(grid[free])


def views(scene: Scene, points: Floats) -> Floats:
    """How many cells of the table are seen from each place."""
    board = scene.board
    xs = np.arange(VIEW_CELL_IN / 2, board.table.width_in, VIEW_CELL_IN)
    ys = np.arange(VIEW_CELL_IN / 2, board.table.height_in, VIEW_CELL_IN)
    cells = np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))])
    here = np.column_stack([points, board.ground_many(points) + np_ground.eye_in()])
    there = np.column_stack([cells, board.ground_many(cells) + np_ground.eye_in()])
    n, m = len(here), len(there)
    clear = clear_pairs(board, np.repeat(here, m, axis=0), np.tile(there, (n, 1)))
    return np.asarray(clear.reshape(n, m).sum(axis=1), np.float64)


def _facing(battle: Battle, at: Point, enemies: Sequence[Enemy], side: str) -> float:
    """Towards the nearest enemy; without one, away from the own edge."""
    nearest = min(enemies, key=lambda e: math.dist(e.at, at), default=None)
    if nearest is not None and math.dist(nearest.at, at) > 1e-6:
        return bearing(*at, *nearest.at)
    own = cast(ClashState, battle.state).edges.get(side, "left")
    return (edges.outward_deg(own) + 180.0) % 360.0
