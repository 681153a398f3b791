"""What nerves make men do with their legs: Duck Back, Hunker Down, Retire, Run Away.

Every function moves at once and gives what moved; enemies who newly see it are `new_eyes`. Rules: NUT-STAT-05, -07,
-08, -09, -14, NUT-MOVE-09, -10, -12, NUT-DOWN-09, NUT-ACT-05.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from wargame.board import bearing, snap, snap_facing
from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    cover,
    edges,
    geometry,
    groups,
    hidden,
    movement,
    refuge,
    standing,
    status,
    steps,
    surrender,
    walk,
)
from wargame.rulesets.clash_of_titans.causes import Cause, Newcomers
from wargame.rulesets.clash_of_titans.data import row
from wargame.rulesets.clash_of_titans.refuge import Floats
from wargame.rulesets.clash_of_titans.state import DUCKED, HUNKERED, RUNNING, ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Point = tuple[float, float]
DUCK, RETIRE, RUN = "duck_back", "retire", "run_away"
"""Modes of the moves, as in StandMoved."""
COARSE_IN = 1.0
NEARLY = 0.6
"""A hidden place is chosen if it brings a man home by this share of the most that he could get."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A stand that moved against its will; `before`: enemies who saw it before it did."""

    stand: str
    before: frozenset[str]
    event: Event | None


def new_eyes(battle: Battle, moved: Moved) -> tuple[tuple[str, str], ...]:
    """Pairs of (who sees, whom) that the move has made; none for a man who is hidden. Rules: NUT-SIGHT-09, -11."""
    state = cast(ClashState, battle.state)
    stand = state.stands[moved.stand]
    if moved.event is None or not stand.in_play or hidden.is_hidden(battle, stand):
        return ()
    cite("NUT-SIGHT-09")
    return tuple(pair for pair in walk.newly_seen(battle, stand) if pair[0] not in moved.before)


def _eyes(battle: Battle, stand: ClashStand) -> frozenset[str]:
    """Who sees it; nobody does while it is hidden. Rule: NUT-SIGHT-11."""
    if not stand.in_play or hidden.is_hidden(battle, stand):
        return frozenset()
    return frozenset(s.id for s in geometry.seen_by(battle, stand))


# ---------------------------------------------------------------- Duck Back and Hunker Down


def duck_back(
    battle: Battle,
    stand: ClashStand,
    enemies: Sequence[ClashStand],
    cause: Event | None = None,
    *,
    may_move: bool = True,
    rules: tuple[str, ...] = (),
) -> list[Moved]:
    """Get out of the sight of these enemies: down behind cover, else to the nearest safe place, else prone.

    `may_move` False: it has made its one Duck Back move of the chain and stays (NUT-CHAIN-16). Without enemies: to
    cover within its normal move, else prone (NUT-DOWN-09). Rules: NUT-STAT-05, -14, NUT-MOVE-09, -12.
    """
    cite("NUT-STAT-05")
    _jump_off(battle, stand, enemies, cause)
    moved = _take_cover(battle, stand, enemies, cause, may_move, rules)
    if stand.in_play and status.in_fight(stand) and not stand.is_vehicle and stand.status != DUCKED:
        lies = _lies(battle, stand, enemies)
        status.set_status(battle, stand, DUCKED, cause, (*rules, cite("NUT-STAT-05")), prone=lies)
    elif stand.is_vehicle and stand.in_play:
        _stop_vehicle(battle, stand, cause)
    return moved


def _jump_off(battle: Battle, stand: ClashStand, enemies: Sequence[ClashStand], cause: Event | None) -> None:
    """Riders on deck and passengers get out before they duck, retire or run. Rules: NUT-TRAN-02, -04."""
    if stand.carrier and stand.station in ("rider", "passenger"):
        # What carries men knows how they get out, and its crews' reactions know these moves.
        from wargame.rulesets.clash_of_titans import transport

        transport.jump_off(battle, stand, enemies, cause)


def _lies(battle: Battle, stand: ClashStand, enemies: Sequence[ClashStand]) -> bool | None:
    """Prone if he found no cover; else he crouches behind it. Rules: NUT-STAT-05, NUT-ACT-05."""
    if _is_safe_here(battle, stand, enemies):
        return None
    cite("NUT-ACT-05")
    return True


def _is_safe_here(battle: Battle, stand: ClashStand, enemies: Sequence[ClashStand]) -> bool:
    if not enemies:
        return cover.gives_cover(battle.board, (stand.x, stand.y), stand.floor)
    return refuge.is_safe(battle, stand, (stand.x, stand.y), enemies)


def _take_cover(
    battle: Battle,
    stand: ClashStand,
    enemies: Sequence[ClashStand],
    cause: Event | None,
    may_move: bool,
    rules: tuple[str, ...] = (),
) -> list[Moved]:
    """The move of Duck Back: none if he is safe here, carried, or may not move. `rules`: what made him duck."""
    if stand.carrier or not stand.in_play or stand.immobilised or not may_move or stand.is_gun:
        return []
    if _is_safe_here(battle, stand, enemies):
        return []
    to = _refuge(battle, stand, enemies)
    if to is None:
        return []
    return go(battle, stand, refuge.way(battle, stand, to), DUCK, cause, (*rules, *_duck_rules(stand)))


def _duck_rules(stand: ClashStand) -> tuple[str, ...]:
    if stand.is_vehicle:
        return cite("NUT-STAT-14"), cite("NUT-MOVE-09")
    return cite("NUT-STAT-05"), cite("NUT-MOVE-09")


def _refuge(battle: Battle, stand: ClashStand, enemies: Sequence[ClashStand]) -> Point | None:
    inches = full_move(battle, stand)
    if enemies:
        return refuge.nearest_safe(battle, stand, inches, enemies)
    cite("NUT-DOWN-09")
    points, _ = refuge.places(battle, stand, refuge.reach_of(battle, stand, inches))
    found = np.nonzero(refuge.sheltered_many(battle, points, ()))[0]
    return (snap(float(points[found[0], 0])), snap(float(points[found[0], 1]))) if len(found) else None


def full_move(battle: Battle, stand: ClashStand) -> float:
    """Its normal move: of a vehicle its speed off the road."""
    if stand.spec is not None:
        return stand.spec.off_in
    return movement.full_move(cast(ClashState, battle.state), stand)


def _stop_vehicle(battle: Battle, stand: ClashStand, cause: Event | None) -> None:
    """A vehicle that ducked does nothing more until it is active. Rule: NUT-STAT-14."""
    if stand.status != DUCKED:
        cite("NUT-STAT-14")
        status.set_status(battle, stand, DUCKED, cause, (cite("NUT-STAT-14"),))


def hunker_down(
    battle: Battle,
    stand: ClashStand,
    enemies: Sequence[ClashStand],
    cause: Event | None = None,
    *,
    in_cover: bool,
    may_move: bool = True,
    rules: tuple[str, ...] = (),
) -> list[Moved]:
    """Go prone and do nothing until rallied; from the open he first moves as in Duck Back. Rule: NUT-STAT-07."""
    cite("NUT-STAT-07")
    _jump_off(battle, stand, enemies, cause)
    moved = [] if in_cover else _take_cover(battle, stand, enemies, cause, may_move)
    if status.in_fight(stand):
        status.set_status(battle, stand, HUNKERED, cause, rules)
    return moved


# ---------------------------------------------------------------- Retire and Run Away


def retire(battle: Battle, stand: ClashStand, cause: Event | None = None, rules: tuple[str, ...] = ()) -> list[Moved]:
    """Move up to 16 in towards the own edge, out of every enemy's sight if possible, and duck. Rule: NUT-STAT-08."""
    cite("NUT-STAT-08")
    _jump_off(battle, stand, (), cause)
    inches = full_move(battle, stand) if stand.is_vehicle else fast(battle, stand)
    moved = _homewards(battle, stand, inches, RETIRE, cause, (*rules, cite("NUT-STAT-08")))
    if stand.in_play and status.in_fight(stand) and stand.status != DUCKED:
        status.set_status(battle, stand, DUCKED, cause, (*rules, cite("NUT-STAT-08")))
    return moved


def run_away(battle: Battle, stand: ClashStand, cause: Event | None = None, rules: tuple[str, ...] = ()) -> list[Moved]:
    """Begin to run: 16 in at once towards the own edge. The surrounded surrender. Rules: NUT-STAT-09, -14."""
    cite("NUT-STAT-09")
    _jump_off(battle, stand, (), cause)
    state = cast(ClashState, battle.state)
    if stand.is_vehicle:
        seen = knowledge.seen_by_for(state, stand.id)
        changes = (("leaving", True),)
        told = (*rules, cite("NUT-STAT-14"))
        event = StandChanged(stand=stand.id, changes=changes, why=RUN, rules=told, seen_by=seen)
        battle.happen(event, cause=cause)
    else:
        captor = _captor(battle, stand)
        if captor is not None:
            surrender.surrender(battle, stand, captor, cause)
            return []
        status.set_status(battle, stand, RUNNING, cause, rules)
    return _run(battle, stand, cause)


def run_on(battle: Battle, stand: ClashStand) -> list[Cause]:
    """A runner's move at the end of its side's part of the turn, and what it sets off. Rule: NUT-STAT-09."""
    captor = None if stand.is_vehicle else _captor(battle, stand)
    if stand.is_afv:
        cite("NUT-CLNK-10")
    stand.ran_turn = battle.state.turn
    if captor is not None:
        surrender.surrender(battle, stand, captor, None)
        return []
    moved = _run(battle, stand, None)
    pairs = tuple(pair for m in moved for pair in new_eyes(battle, m))
    return [Newcomers(event=moved[0].event, pairs=pairs)] if pairs else []


def _run(battle: Battle, stand: ClashStand, cause: Event | None) -> list[Moved]:
    inches = full_move(battle, stand) if stand.is_vehicle else fast(battle, stand)
    stand.ran_turn = battle.state.turn
    return _homewards(battle, stand, inches, RUN, cause, (cite("NUT-STAT-09"), cite("NUT-MOVE-09")))


def fast(battle: Battle, stand: ClashStand) -> float:
    """Inches of a Retire or Run Away move: those of a passed Fast Move. Rules: NUT-STAT-08, -09."""
    return movement.by_attribute(stand, float(row("movement", "foot")["fast_2"]))


def _homewards(
    battle: Battle, stand: ClashStand, inches: float, mode: str, cause: Event | None, rules: tuple[str, ...]
) -> list[Moved]:
    """Move towards the nearest point of the own edge, by hidden places if possible; whoever reaches it is gone."""
    if stand.carrier or not stand.in_play or stand.immobilised or stand.bogged or stand.is_gun:
        return []
    state = cast(ClashState, battle.state)
    edge = state.edges[stand.side]
    here = (stand.x, stand.y)
    home = edges.distance(battle.board.table, edge, here)
    if home <= inches and _is_open(battle, stand, edge):
        return _leave(battle, stand, edge, mode, cause, rules)
    to = _nearer_home(battle, stand, inches, edge)
    if to is None:
        return []
    return go(battle, stand, refuge.way(battle, stand, to), mode, cause, rules)


def _is_open(battle: Battle, stand: ClashStand, edge: str) -> bool:
    """Is the straight way to the edge free of enemies and impassable ground?"""
    end = edges.nearest_point(battle.board.table, edge, (stand.x, stand.y))
    path = ((stand.x, stand.y), end)
    return movement.first_met(battle, stand, path) is None and movement.is_passable(battle, stand, path)


def _leave(
    battle: Battle, stand: ClashStand, edge: str, mode: str, cause: Event | None, rules: tuple[str, ...]
) -> list[Moved]:
    """Cross the edge of the table. Rule: NUT-MOVE-10."""
    before = _eyes(battle, stand)
    facing = edges.outward_deg(edge)
    path = ((stand.x, stand.y), edges.inside(battle.board.table, edge, (stand.x, stand.y), stand.base.radius))
    event = steps.moved_event(battle, stand, path, facing, mode, movement.length(path), rules, cause)
    from wargame.rulesets.clash_of_titans import transport

    transport.bring_off(battle, stand, "ran_off" if mode == RUN else f"left {edge}", event)
    return [Moved(stand.id, before, event)]


def _nearer_home(battle: Battle, stand: ClashStand, inches: float, edge: str) -> Point | None:
    """The place in reach that brings it nearest to the edge, a hidden one if it brings it nearly as near."""
    points, costs = refuge.places(battle, stand, refuge.reach_of(battle, stand, inches, COARSE_IN))
    if not len(points):
        return None
    home = np.array([edges.distance(battle.board.table, edge, (x, y)) for x, y in points.tolist()])
    now = edges.distance(battle.board.table, edge, (stand.x, stand.y))
    gain = now - home
    if gain.max() <= 0.1:
        return None
    enemies = _watchers(battle, stand)
    unseen = refuge.unseen_many(battle, stand, points, enemies)
    good = np.nonzero(unseen & (gain >= NEARLY * gain.max()))[0].tolist()
    for n in _nearest_home_first(good, gain, costs)[: refuge.MOST_EXACT]:
        at = snap(float(points[n, 0])), snap(float(points[n, 1]))
        if not refuge.is_seen(battle, stand, at, enemies):
            return at
    best = _nearest_home_first(range(len(points)), gain, costs)[0]
    return snap(float(points[best, 0])), snap(float(points[best, 1]))


def _nearest_home_first(numbers: Iterable[int], gain: Floats, costs: Floats) -> list[int]:
    return sorted(numbers, key=lambda n: (-round(float(gain[n]), 3), round(float(costs[n]), 3), n))


def _captor(battle: Battle, stand: ClashStand) -> ClashStand | None:
    """Whom a runner surrenders to instead of running. Rule: NUT-STAT-09."""
    edge = cast(ClashState, battle.state).edges[stand.side]
    inches = fast(battle, stand)
    return surrender.surrounded_by(battle, stand, lambda: _nearer_home(battle, stand, inches, edge) is not None)


def _watchers(battle: Battle, stand: ClashStand) -> list[ClashStand]:
    state = cast(ClashState, battle.state)
    return [s for s in state.stands.values() if s.side != stand.side and walk.could_test(state, s)]


# ---------------------------------------------------------------- the move itself


def go(
    battle: Battle,
    stand: ClashStand,
    path: Sequence[Point],
    mode: str,
    cause: Event | None,
    rules: tuple[str, ...],
) -> list[Moved]:
    """Walk a way at once, short of what may not be entered; what moved, if anything. Rules: NUT-MOVE-09, -12."""
    before = _eyes(battle, stand)
    clean = movement.without_repeats(path)
    met = movement.first_met(battle, stand, clean)
    if met is not None:
        cite("NUT-MOVE-12")
        clean = movement.cut(clean, max(0.0, met[0] - 0.15))
    if len(clean) < 2 or standing.may_stand(battle, stand, *clean[-1], stand.facing_deg) is not None:
        return []
    facing = _facing(stand, clean, mode)
    event = steps.moved_event(battle, stand, clean, facing, mode, movement.length(clean), rules, cause)
    hidden.after_move(battle, stand, tuple(clean), event)
    _stand_up(battle, stand, event)
    _drop_station(battle, stand, event)
    return [Moved(stand.id, before, event)]


def _facing(stand: ClashStand, path: Sequence[Point], mode: str) -> float:
    """Men who duck and vehicles that reverse keep their front; runners turn their backs."""
    if mode == DUCK and not stand.is_vehicle:
        return stand.facing_deg
    if stand.is_vehicle:
        return refuge.facing_at(stand, path[-1]) or 0.0
    return snap_facing(bearing(*path[-2], *path[-1]))


def _stand_up(battle: Battle, stand: ClashStand, cause: Event) -> None:
    if stand.prone or stand.set_up:
        seen = knowledge.seen_by_for(battle.state, stand.id)
        changes = (("prone", False), ("set_up", False))
        battle.happen(StandChanged(stand=stand.id, changes=changes, why="moved", seen_by=seen), cause=cause)


def _drop_station(battle: Battle, stand: ClashStand, cause: Event) -> None:
    """Whoever leaves his gun does not man it any more until he takes it up again."""
    state = cast(ClashState, battle.state)
    if not stand.mans:
        return
    gun = state.stands[stand.mans]
    if math.dist(groups.place(state, gun), (stand.x, stand.y)) > gun.base.radius + 4.0:
        seen = knowledge.seen_by_for(state, stand.id)
        changes = (("mans", ""), ("station", ""))
        battle.happen(StandChanged(stand=stand.id, changes=changes, why="left_gun", seen_by=seen), cause=cause)
