"""Possible enemy forces: markers that come on, creep or wait, and are turned over when they are seen.

Rules: NUT-PEF-01 to -06, NUT-CAMP-13.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

import msgspec
import numpy as np

from wargame.board import Base, bearing, snap
from wargame.engine.events import Event, GroupChanged, Said, StandMoved
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.rulesets.clash_of_titans import (
    charts,
    contact,
    geometry,
    movement,
    np_ground,
    raising,
    reinforcements,
    status,
    throws,
)
from wargame.rulesets.clash_of_titans.np_ground import Enemy
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState, Point

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

LINE = ""
"""A marker has no line: it is shown as a contact of which nothing is known."""
WALK_STEP_IN = 0.5
LOOKS = 40
"""So many of the best places for a marker are looked at by the three lines of sight."""


def rep() -> int:
    """The Rep of a marker. Rule: NUT-PEF-02."""
    cite("NUT-PEF-02")
    return int(charts.number("pef_rep"))


# ---------------------------------------------------------------- setting up


def set_up(battle: Battle, count: int, sections: Sequence[int], plus: int = 0, halved: bool = False) -> None:
    """Place so many markers, each in a section by 1d6 (`halved` or with `plus`), rolled again if taken or without a
    place out of the player's sight, while others are free and have one. Rules: NUT-PEF-01, NUT-CAMP-13."""
    cite("NUT-CAMP-13")
    taken: list[int] = []
    for _ in range(count):
        free = [s for s in sections if s not in taken]
        if not free:
            taken, free = [], list(sections)
        free = [s for s in free if is_hidden(battle, place_in(battle, s))] or free
        section = _section(battle, free, plus, halved)
        taken.append(section)
        _add(battle, place_in(battle, section))


def _section(battle: Battle, free: Sequence[int], plus: int, halved: bool) -> int:
    side = cast(ClashState, battle.state).mission.enemy
    while True:
        die = throws.read_die(battle, "pef_section", side=side, rules=(cite("NUT-PEF-01"),))
        face = throws.halved(die.passed) if halved else die.passed
        if face + plus in free:
            return face + plus


def _add(battle: Battle, at: Point, listed: str | None = None) -> None:
    """Put a marker on the table: a group of its own, so that no other waits for it."""
    state = cast(ClashState, battle.state)
    side = state.mission.enemy
    number = 1 + max((s.pef for s in state.stands.values()), default=0)
    name = f"PEF {number}"
    marker = ClashStand(
        id=f"pef-{number}",
        name=name,
        side=side,
        group=f"pef-{number}",
        line=LINE,
        base=Base.circle(1.0),
        kind="pef",
        rep=rep(),
        pef=number,
    )
    if listed is not None:
        state.notes[f"pef.{number}"] = listed
    changes = (("name", name), ("side", side), ("kind", "pef"), ("held", True), ("np", True))
    rules = (cite("NUT-PEF-01"),)
    formed = (msgspec.to_builtins(marker),)
    battle.happen(GroupChanged(group=marker.group, changes=changes, why="pef", formed=formed, rules=rules))
    raising.put(battle, state.stands[marker.id], at, 0.0, "pef", rules)


def place_in(battle: Battle, section: int) -> Point:
    """Behind or in the best cover of a section, out of LOS and more than 12 in from the player's figures.

    Rule: NUT-PEF-01.
    """
    grid = reinforcements.grid_of(battle)
    u0, v0, u1, v1 = grid.own_box(section)
    us, vs = np.arange(u0 + 1.0, u1 - 0.5, 1.0), np.arange(v0 + 1.0, v1 - 0.5, 1.0)
    points = np.array([grid.place(float(u), float(v)) for v in vs for u in us])
    return _best_place(battle, points, grid.centre(section))


def is_hidden(battle: Battle, at: Point) -> bool:
    """Is a place out of LOS and more than 12 in from the player's figures? Rule: NUT-PEF-01."""
    away = min((math.dist(p.at, at) for p in player_figures(battle)), default=math.inf)
    return away > charts.number("pef_apart_in") and not _is_met_at(battle, _marker_like(battle), at)


def _is_met_at(battle: Battle, marker: ClashStand, at: Point) -> bool:
    """Would the player's figures see a marker at a place, or be within 6 in of it? Rule: NUT-PEF-05."""
    there = msgspec.structs.replace(marker, x=at[0], y=at[1])
    return contact.is_met(battle, there) is not None


def _best_place(battle: Battle, points: np.ndarray[Any, np.dtype[np.float64]], middle: Point) -> Point:
    players = player_figures(battle)
    stand = _marker_like(battle)
    codes, names = battle.board.terrain_many(points)
    costs = np.array([battle.board.profile.cost_of(name, "foot") for name in names])
    found = np_ground.judged(battle, stand, points, np.zeros(len(points)), players)
    worth = 20.0 * (found.seen == 0) + 5.0 * np_ground.shelters(battle, points)
    worth = worth + 40.0 * (found.away > charts.number("pef_apart_in")) - 100.0 * (costs < 0.0)[codes]
    worth = worth - 0.05 * np.hypot(points[:, 0] - middle[0], points[:, 1] - middle[1])
    for other in contact.markers(cast(ClashState, battle.state)):
        worth = worth - 50.0 * (np.hypot(points[:, 0] - other.x, points[:, 1] - other.y) < 2.0)
    best = np.argsort(-np.round(worth, 6), kind="stable")[:LOOKS].tolist()
    spots = [(snap(float(points[n, 0])), snap(float(points[n, 1]))) for n in best]
    # The quick look knows one line of sight of three: the best place that is really out of sight, else the best.
    return next((at for at in spots if not _is_met_at(battle, stand, at)), spots[0])


def _marker_like(battle: Battle) -> ClashStand:
    """A figure as a marker is for the eye: a man standing there."""
    side = cast(ClashState, battle.state).mission.enemy
    return ClashStand(id="pef", name="PEF", side=side, group="", line=LINE, base=Base.circle(1.0))


def set_up_listed(battle: Battle, groups: Iterable[str]) -> None:
    """In a set scenario each listed enemy unit is a marker, with one blank for each two units, shuffled.

    Rule: NUT-PEF-06.
    """
    cite("NUT-PEF-06")
    state = cast(ClashState, battle.state)
    cards = list(groups)
    cards += [""] * (len(cards) // int(charts.number("units_per_blank")))
    while cards:
        listed = throws.any_of(battle, cards)
        cards.remove(listed)
        if listed:
            away = GroupChanged(group=listed, changes=(("arrived", False),), why="pef", seen_by=(state.mission.enemy,))
            battle.happen(away)
        _add(battle, _place_in_zone(battle, listed), listed)


def _place_in_zone(battle: Battle, group: str) -> Point:
    """Where the marker of a listed unit goes: into its zones, or any of its side's."""
    side = cast(ClashState, battle.state).mission.enemy
    own = next((g.zones for g in battle.setup.groups if g.id == group), ())
    zones = [z for z in battle.setup.zones if (z.id in own if own else z.side == side and z.kind == "deploy")]
    table = battle.board.table
    polygon = zones[0].polygon if zones else ((0.0, 0.0), (table.width_in, table.height_in))
    xs, ys = [p[0] for p in polygon], [p[1] for p in polygon]
    gx, gy = np.arange(min(xs) + 0.75, max(xs) - 0.5, 1.0), np.arange(min(ys) + 0.75, max(ys) - 0.5, 1.0)
    points = np.column_stack([np.tile(gx, len(gy)), np.repeat(gy, len(gx))])
    return _best_place(battle, points, (sum(xs) / len(xs), sum(ys) / len(ys)))


# ---------------------------------------------------------------- moving


def player_figures(battle: Battle) -> list[Enemy]:
    """The player's figures that can see."""
    side = cast(ClashState, battle.state).mission.enemy
    found = [s for s in geometry.enemies_here(battle, side) if status.in_fight(s) and s.kind != "pef" and not s.carrier]
    return [Enemy(s, (s.x, s.y)) for s in found]


def act_one(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: the next marker moves, the nearest to the player first, if the enemy's die allows it.

    Rule: NUT-PEF-02.
    """
    state = cast(ClashState, battle.state)
    if state.no_activation or state.phasing != state.mission.enemy or not contact.markers(state):
        return NEXT
    if state.activation_dice.get(state.phasing, 7) > rep():
        return NEXT
    players = player_figures(battle)
    left = [m for m in contact.markers(state) if m.active_turn < state.turn]
    if not left or not players:
        return NEXT
    marker = min(left, key=lambda m: (round(_away(m, players), 3), m.pef))
    marker.active_turn = state.turn
    yield from _act(battle, marker, players)
    return AGAIN


def _away(marker: ClashStand, players: Sequence[Enemy]) -> float:
    return min(math.dist((marker.x, marker.y), p.at) for p in players)


def _act(battle: Battle, marker: ClashStand, players: Sequence[Enemy]) -> Generator[AnyRequest, Any, None]:
    """The marker rolls 2d6 against its Rep: it comes on, creeps or stays. Rules: NUT-PEF-03, -04, NUT-MISN-04."""
    state = cast(ClashState, battle.state)
    rules = (cite("NUT-PEF-02"), cite("NUT-PEF-03"))
    roll = throws.passes(battle, 2, marker.rep, "pef_movement", stand=marker, rules=rules)
    passed = roll.row
    if passed == 1 and state.mission.mission == "perimeter defence":
        cite("NUT-MISN-04")
        passed = throws.TOP_ROW
    path: tuple[Point, ...] = ()
    if passed >= throws.TOP_ROW:
        path = come_on(battle, marker, players)
    elif passed:
        path = creep(battle, marker, players)
    if len(path) <= 1:
        battle.happen(Said(key="pef_stays", about=(marker.id,)), cause=roll.event)
    else:
        moved = _go(battle, marker, path, roll.event)
        if contact.is_met(battle, marker) is not None:
            yield from contact.resolve_marker(battle, marker, None, frozenset(), moved)


def come_on(battle: Battle, marker: ClashStand, players: Sequence[Enemy]) -> tuple[Point, ...]:
    """Up to 16 in toward the nearest group of the player by ways out of sight; it stops before it would be seen unless
    the player is near. Rules: NUT-PEF-03, -04."""
    cite("NUT-PEF-03")
    nearest = min(players, key=lambda p: (round(math.dist(p.at, (marker.x, marker.y)), 3), p.stand.id))
    ways = np_ground.ways_to(battle, _as_man(marker), nearest.at, players)
    path = movement.cut(ways.path((marker.x, marker.y)), charts.number("pef_fast_in"))
    cite("NUT-PEF-04")
    if _away(marker, players) <= charts.number("pef_comes_on_in") + 0.0005:
        return path
    return _unseen_part(battle, marker, path, players)


def creep(battle: Battle, marker: ClashStand, players: Sequence[Enemy]) -> tuple[Point, ...]:
    """Up to 8 in to the nearest cover that is nearer to the player or to his flank, out of sight.

    Rules: NUT-PEF-03, -04.
    """
    cite("NUT-PEF-03")
    cite("NUT-PEF-04")
    here = (marker.x, marker.y)
    limit = charts.number("pef_creep_in")
    steps = np.arange(-limit, limit + 0.01, 1.0)
    points = np.column_stack([here[0] + np.tile(steps, len(steps)), here[1] + np.repeat(steps, len(steps))])
    table = battle.board.table
    inside = (points[:, 0] > 0.5) & (points[:, 0] < table.width_in - 0.5)
    inside &= (points[:, 1] > 0.5) & (points[:, 1] < table.height_in - 0.5)
    points = points[inside]
    far = np.hypot(points[:, 0] - here[0], points[:, 1] - here[1])
    found = np_ground.judged(battle, _as_man(marker), points, far, players)
    nearer = found.away < _away(marker, players) - 0.5
    allowed = (far <= limit) & (far > 0.5) & nearer & (found.seen == 0) & np_ground.shelters(battle, points)
    n = found.best(-far, allowed)
    if n is None:
        return (here,)
    path = (here, (snap(float(points[n, 0])), snap(float(points[n, 1]))))
    return _unseen_part(battle, marker, path, players)


def _unseen_part(
    battle: Battle, marker: ClashStand, path: Sequence[Point], players: Sequence[Enemy]
) -> tuple[Point, ...]:
    """The path up to the last point, on steps of half an inch, before the player would see the marker."""
    total = movement.length(path)
    steps = np.append(np.arange(0.0, total, WALK_STEP_IN), total)
    points = np.array([movement.cut(path, float(d))[-1] if d > 0 else path[0] for d in steps])
    seen = np_ground.judged(battle, _as_man(marker), points, steps, players).seen > 0
    first = int(np.argmax(seen[1:])) + 1 if seen[1:].any() else len(steps)
    last = first - 1
    while last > 0 and _is_met_at(battle, marker, (float(points[last, 0]), float(points[last, 1]))):
        last -= 1
    return movement.cut(path, float(steps[last])) if last > 0 else (path[0],)


def _as_man(marker: ClashStand) -> ClashStand:
    twin = msgspec.structs.replace(marker)
    twin.kind = "man"
    return twin


def _go(battle: Battle, marker: ClashStand, path: Sequence[Point], cause: Event) -> Event:
    facing = round(bearing(*path[-2], *path[-1]), 1) % 360.0
    places = tuple((snap(x), snap(y)) for x, y in path)
    inches = round(movement.length(path), 3)
    moved: Event = battle.happen(
        StandMoved(
            stand=marker.id, path=places, facing_deg=facing, mode="pef", inches=inches, rules=(cite("NUT-PEF-03"),)
        ),
        cause=cause,
    )
    return moved
