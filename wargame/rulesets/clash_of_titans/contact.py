"""Contact: is there an enemy behind a marker or in a feature, and how is he placed.

Rules: NUT-CONT-01 to -04, NUT-PEF-05, -06, NUT-SIGHT-11.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, cast

from wargame.board import Feature, within
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, GroupChanged, Said, StandRemoved
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    chain,
    charts,
    cover,
    geometry,
    hidden,
    np_ground,
    np_orders,
    outlines,
    path_views,
    raising,
    reinforcements,
    status,
    throws,
    trigger_points,
)
from wargame.rulesets.clash_of_titans.causes import Newcomers
from wargame.rulesets.clash_of_titans.np_ground import Enemy
from wargame.rulesets.clash_of_titans.polyline import Way
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState, Point
from wargame.rulesets.clash_of_titans.trigger_points import AREA, Trigger

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

UNEASY = "contact.uneasy"
"""Note: the next Contact test has one die more (NUT-CONT-01)."""
SCOUT = "scout"
STEP_IN = 0.25
SCOUTED = frozenset({"woods_light", "woods_heavy", "forest", "town", "building", "bunker", "hill", "rubble"})
"""Features that scouts have to look into (NUT-CONT-02)."""


# ---------------------------------------------------------------- the test


def test(battle: Battle, cause: Event | None = None) -> throws.Test:
    """The Contact test: 2d6 against the Enemy Activity Level, one die more after an uneasy one. Rule: NUT-CONT-01."""
    state = cast(ClashState, battle.state)
    rules = (cite("NUT-CONT-01"),)
    uneasy = bool(state.notes.pop(UNEASY, False))
    mods = (Modifier("uneasy", 0, 1, cite("NUT-CONT-01")),) if uneasy else ()
    level = state.mission.eal
    found = throws.passes(
        battle, 2, level, "contact", side=state.mission.enemy, modifiers=mods, rules=rules, cause=cause
    )
    if found.row == 1:
        state.notes[UNEASY] = True
    return found


def groups_in_contact(state: ClashState) -> int:
    """Enemy groups on the table that were found by contact. Rule: NUT-CONT-04."""
    cite("NUT-CONT-04")
    found = [name.removeprefix("contact.group.") for name in state.notes if name.startswith("contact.group.")]
    return sum(any(s.group == group and status.in_fight(s) for s in state.stands.values()) for group in found)


def force_at(battle: Battle, at: Point, player_moved: bool, cause: Event | None = None) -> list[ClashStand]:
    """Test for contact at a place, and set up what is there; the stands found, none if nothing is.

    Rules: NUT-CONT-01, -03, -04, NUT-NP-02.
    """
    state = cast(ClashState, battle.state)
    found = test(battle, cause)
    if found.row < throws.TOP_ROW:
        battle.happen(Said(key="contact_uneasy" if found.row else "false_alarm"), cause=found.event)
        return []
    if groups_in_contact(state) >= state.mission.eal:
        battle.happen(Said(key="false_alarm", rules=(cite("NUT-CONT-04"),)), cause=found.event)
        return []
    side = state.mission.enemy
    order = np_orders.of_mission(battle, side, np_orders.column_of(state, side), found.event)
    units = reinforcements.rolled(battle, side, state.mission.eal, found.event)
    stands: list[ClashStand] = []
    for unit in units:
        group = raising.raise_group(battle, side, unit, np_group=True, intention=order, cause=found.event)
        state.notes[f"contact.group.{group}"] = True
        stands += set_up(battle, group, at, player_moved, found.event)
    return stands


def set_up(battle: Battle, group: str, at: Point, player_moved: bool, cause: Event | None = None) -> list[ClashStand]:
    """Place a group that was found near a point; its men in cover are Hidden if the player moved into contact.

    Rule: NUT-CONT-03.
    """
    state = cast(ClashState, battle.state)
    side = state.groups[group].side
    enemies = [
        Enemy(s, (s.x, s.y)) for s in geometry.enemies_here(battle, side) if status.in_fight(s) and not s.carrier
    ]
    within_in = charts.number("contact_place_in")
    placed = raising.place_near(battle, group, at, enemies, within_in, "contact", cause=cause)
    if player_moved:
        for stand in placed:
            if stand.is_man and cover.is_in_cover_terrain(battle, stand):
                cite("NUT-SIGHT-11")
                hidden.hide(battle, stand, cause)
    return placed


def sightings(battle: Battle, found: Sequence[ClashStand], mover: ClashStand | None) -> list[tuple[str, str]]:
    """Who newly sees whom: the found men the mover, or, if they came on themselves, the player's men those found.

    Rule: NUT-PEF-05.
    """
    cite("NUT-PEF-05")
    if mover is not None:
        pairs = [(s, mover) for s in found if s.is_man or s.is_vehicle]
    else:
        watchers = [e for e in geometry.enemies_here(battle, found[0].side) if status.ready(e) and e.kind != "pef"]
        pairs = [(w, s) for w in watchers for s in found if s.is_man or s.is_vehicle]
    seen = geometry.pairs_see(battle, pairs)
    return [(a.id, b.id) for (a, b), sees in zip(pairs, seen, strict=True) if sees]


# ---------------------------------------------------------------- markers


def resolve_marker(
    battle: Battle, marker: ClashStand, mover: ClashStand | None, active: frozenset[str], cause: Event | None = None
) -> Generator[AnyRequest, Any, chain.Outcome]:
    """Turn a marker over: a Contact test, or in a set scenario the unit that it stood for; then who sees whom reacts.

    `mover`: the player's figure that moved into contact; None: the marker did. Rules: NUT-PEF-05, -06.
    """
    state = cast(ClashState, battle.state)
    at = (marker.x, marker.y)
    listed = state.notes.get(f"pef.{marker.pef}")
    rules = (cite("NUT-PEF-05"), *((cite("NUT-PEF-06"),) if listed is not None else ()))
    gone = battle.happen(StandRemoved(stand=marker.id, why="resolved", rules=rules), cause=cause)
    if listed is None:
        found = force_at(battle, at, mover is not None, gone)
    elif listed:
        here = GroupChanged(group=str(listed), changes=(("arrived", True),), why="revealed")
        found = set_up(battle, str(listed), at, mover is not None, battle.happen(here, cause=gone))
    else:
        battle.happen(Said(key="false_alarm", rules=rules), cause=gone)
        found = []
    pairs = sightings(battle, found, mover) if found else []
    if not pairs:
        return chain.Outcome()
    return (yield from chain.resolve(battle, [Newcomers(event=gone, pairs=tuple(pairs))], active))


def markers(state: ClashState) -> list[ClashStand]:
    """The PEF markers on the table, in order of their numbers."""
    return sorted((s for s in state.stands.values() if s.kind == "pef" and s.in_play), key=lambda s: s.pef)


def is_met(scene: Scene, marker: ClashStand) -> ClashStand | None:
    """The player's figure that sees a marker or is within 6 in of it, the nearest; None if none. Rule: NUT-PEF-05."""
    cite("NUT-PEF-05")
    near = charts.number("pef_found_in")
    players = [e for e in geometry.enemies_here(scene, marker.side) if status.able(e) and e.kind != "pef"]
    players.sort(key=lambda e: (round(geometry.distance(scene, e, marker), 3), e.id))
    for player in players:
        if within(geometry.distance(scene, player, marker), near) or geometry.sees(scene, player, marker):
            return player
    return None


def sweep(battle: Battle, active: frozenset[str] = frozenset()) -> Generator[AnyRequest, Any, None]:
    """Resolve the markers that the player's figures see as things stand. Rule: NUT-PEF-05."""
    for marker in markers(cast(ClashState, battle.state)):
        player = is_met(battle, marker) if marker.in_play else None
        if player is not None:
            yield from resolve_marker(battle, marker, player, active)


# ---------------------------------------------------------------- on the way


def triggers(scene: Scene, mover: ClashStand, path: Sequence[Point]) -> tuple[Trigger, ...]:
    """Where on its path a player's figure comes to see a marker or within 6 in of it, or looks into a feature that was
    to be scouted. Rules: NUT-PEF-05, NUT-CONT-02, NUT-GEO-13."""
    state = cast(ClashState, scene.state)
    if mover.side != state.mission.player or len(path) < 2:
        return ()
    cite("NUT-PEF-05")
    way = Way.of(path)
    found = [t for marker in markers(state) if (t := _marker_trigger(scene, mover, way, path, marker)) is not None]
    scouted = _scout_trigger(scene, mover, way)
    return tuple(sorted([*found, *([scouted] if scouted else [])], key=lambda t: t.key))


def _marker_trigger(
    scene: Scene, mover: ClashStand, way: Way, path: Sequence[Point], marker: ClashStand
) -> Trigger | None:
    near = trigger_points.comes_within(scene, mover, path, marker, charts.number("pef_found_in"), AREA)
    seen = path_views.stretches(scene, mover, way, marker, None, facing=False)
    inches = [near.inches] if near is not None else []
    inches += [seen[0][0]] if seen else []
    return Trigger(way.at(min(inches)), round(min(inches), 3), AREA, marker.id) if inches else None


def _scout_trigger(scene: Scene, mover: ClashStand, way: Way) -> Trigger | None:
    """The first point from which a feature of a section not yet cleared is seen within 12 in, or is entered."""
    features = unscouted(scene)
    if not features:
        return None
    steps = max(1, math.ceil(way.length / STEP_IN))
    before = 0.0
    for n in range(steps + 1):
        inches = min(way.length, n * STEP_IN)
        section = next((s for f, s in features if _looks_into(scene, way.at(inches), f)), None)
        if section is not None:
            exact = _narrow(scene, way, before, inches, [f for f, s in features if s == section])
            return Trigger(way.at(exact), round(exact, 3), AREA, f"{SCOUT}:{section}")
        before = inches
    return None


def _narrow(scene: Scene, way: Way, low: float, high: float, features: Sequence[Feature]) -> float:
    for _ in range(10):
        middle = (low + high) / 2
        if any(_looks_into(scene, way.at(middle), f) for f in features):
            high = middle
        else:
            low = middle
    return high


def unscouted(scene: Scene) -> list[tuple[Feature, int]]:
    """Features that are still to be looked into on a mission to scout, with their sections. Rule: NUT-CONT-02."""
    state = cast(ClashState, scene.state)
    if "patrol" not in state.mission.mission:
        return []
    cite("NUT-CONT-02")
    grid = reinforcements.grid_of(scene)
    found = []
    for feature in scene.board.features:
        if feature.kind in SCOUTED:
            section = grid.at(*outlines.middle(feature.rings[0]))
            if f"scouted.{section}" not in state.notes:
                found.append((feature, section))
    return found


def _looks_into(scene: Scene, at: Point, feature: Feature) -> bool:
    """Is a place in a feature, or within 12 in of it with a line to its nearest point?"""
    apart = scene.board.distance_to(feature.id, *at)
    if not within(apart, charts.number("scouts_in")):
        return False
    return apart == 0.0 or np_ground.sees_place(scene.board, at, outlines.nearest_on(feature.rings[0], at))


def met(
    battle: Battle, mover: ClashStand, trigger: Trigger, active: frozenset[str], cause: Event | None
) -> Generator[AnyRequest, Any, chain.Outcome]:
    """A player's figure has come to a marker or looks into a feature: what is there? Rules: NUT-PEF-05, NUT-CONT-02."""
    state = cast(ClashState, battle.state)
    marker = state.stands.get(trigger.watcher)
    if marker is not None and marker.kind == "pef":
        return (yield from resolve_marker(battle, marker, mover, active, cause))
    section = trigger.watcher.partition(":")[2]
    state.notes[f"scouted.{section}"] = True
    features = [f for f in battle.board.features if f.kind in SCOUTED]
    at = (mover.x, mover.y)
    near = min(features, key=lambda f: battle.board.distance_to(f.id, *at))
    spot = outlines.nearest_on(near.rings[0], at)
    battle.happen(Said(key="scouting", data=(("section", section),), rules=(cite("NUT-CONT-02"),)), cause=cause)
    found = force_at(battle, spot, True, cause)
    pairs = sightings(battle, found, mover) if found else []
    if not pairs:
        return chain.Outcome()
    return (yield from chain.resolve(battle, [Newcomers(event=cause, pairs=tuple(pairs))], active))
