"""A move as it is carried out: the enemy may fire on the way, and the truth may stop it.

Points at which overwatch is offered: the start, where a watcher newly has sight, every further inch in sight, the end.
Rules: FFT-OW-09, FFT-SPOT-01, FFT-CC-02, FFT-STRAT-08, FFT-SNS-03, -04.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.board import bearing, path_length, snap, snap_facing, turn_between
from wargame.engine.events import StandMoved, StandTurned
from wargame.engine.orders import Move
from wargame.engine.paths import cut, place_at, rest
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.rulesets.fistful_of_tows import (
    attack,
    gas,
    losses,
    many_lines,
    mines,
    movement,
    overwatch,
    spotting,
    units,
)
from wargame.rulesets.fistful_of_tows.course import Course
from wargame.rulesets.fistful_of_tows.losses import change
from wargame.rulesets.fistful_of_tows.state import FistStand, Point, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Asking = Generator[AnyRequest, Any, None]
LOOK_IN, FINE_IN = 0.5, 0.02
SPARE_IN = 2.0
"""Bases reach so much nearer than their centres."""


def move(battle: Battle, order: Move) -> Asking:
    """Carries out a legal move order of the Movement Phase. Rules: FFT-MOVE-01, -02, FFT-OW-08, FFT-SEQ-19."""
    state = state_of(battle)
    stand = state.stands[order.stand]
    mode = order.mode
    plan = movement.plan(battle, stand, order.path, mode, order.facing_deg)
    if len(plan.path) < 2:
        _turn(battle, stand, plan.facing_deg)
        change(battle, stand, "turned", (cite("FFT-MOVE-02"),), move_done=True)
        return
    cite("FFT-SEQ-19")
    state.offered = ()
    full, halted = _true_path(battle, stand, plan, mode)
    overwatch.lose_marker(battle, stand)
    change(
        battle,
        stand,
        "moves",
        (cite("FFT-MOVE-01"),),
        moved=True,
        move_mode=mode or "normal",
        strategic=mode == movement.STRATEGIC,
    )
    for rider in units.riders(battle, stand):
        cite("FFT-CARRY-11")
        change(battle, rider, "carried", (cite("FFT-STRAT-09"),), moved=True, strategic=stand.strategic)
    watchers = battle.state.enemies_of(stand.side)
    for side in watchers:
        yield from overwatch.offer(battle, side, (stand.id,), at_once=True)
    if not stand.in_play:
        return
    made = movement.course_of(battle, stand, full, mode)
    yield from _walk(battle, stand, made, plan.facing_deg if not halted else None, mode)
    if not stand.in_play:
        return
    _end_move(battle, stand, made, mode, halted)


def _true_path(battle: Battle, stand: FistStand, plan: movement.Plan, mode: str) -> tuple[tuple[Point, ...], str]:
    """The path, cut at an enemy that the mover's side does not know. Rules: FFT-CC-02, FFT-STRAT-08."""
    if units.is_heli(stand):
        return plan.path, ""
    foes = units.true_enemies(battle, stand.side)
    stop, by = movement.first_halt(battle, stand, plan.path, mode, foes)
    if stop is None or (by == plan.halted_by and mode != movement.STRATEGIC):
        return plan.path, plan.halted_by
    if stop >= path_length(plan.path) - 1e-6:
        return plan.path, by
    shorter = cut(plan.path, stop)
    return (shorter if len(shorter) > 1 else (plan.path[0], plan.path[0])), by


def _end_move(battle: Battle, stand: FistStand, made: Course, mode: str, halted: str) -> None:
    if mode == movement.STRATEGIC:
        change(battle, stand, "strategic_move", (cite("FFT-STRAT-02"),), move_done=True)
    elif halted and mode != movement.SCOOT:
        change(battle, stand, "contact", (cite("FFT-CC-02"),), halted=True, move_done=True)
    mines.drive_through(battle, stand, made.path)
    gas.walk_through(battle, stand, made.path)
    swamp = made.in_ground("swamp") > 0.001
    if swamp and not units.is_infantry(stand) and not units.is_heli(stand):
        cite("FFT-TERR-28")
        change(battle, stand, "in_swamp", in_swamp=True)


def _walk(
    battle: Battle, stand: FistStand, made: Course, facing: float | None, mode: str, safe_in: float = 0.0
) -> Asking:
    """Piece by piece; enemies on overwatch are asked at each station beyond `safe_in` inches."""
    spent_before, moved_before = stand.spent, stand.moved_spent
    whole, done = made.inches, 0.0
    for upto in stations(battle, stand, made.path, mode):
        piece = cut(rest(made.path, done), upto - done)
        step_cost = made.cost_at(upto) - made.cost_at(done) if done else made.cost_at(upto)
        done = upto
        if len(piece) < 2:
            continue
        last = upto >= whole - 1e-6
        heading = _heading(stand, piece, mode) if facing is None or not last else facing
        moved = _step(battle, stand, piece, heading, mode, step_cost)
        cost = made.cost if last else made.cost_at(upto)
        stand.spent = round(spent_before + cost, 3)
        stand.moved_spent = round(moved_before + cost, 3)
        stand.walked = (*stand.walked, *piece[1:]) if stand.walked else piece
        spotting.look_round(battle, stand, moved)
        if upto <= safe_in + 1e-6:
            cite("FFT-SNS-03")
            continue
        for side in battle.state.enemies_of(stand.side):
            yield from overwatch.offer(battle, side, (stand.id,), at_once=True)
        if not stand.in_play or battle.over:
            return


def _heading(stand: FistStand, piece: tuple[Point, ...], mode: str) -> float:
    if mode == movement.REVERSE:
        return stand.facing_deg
    return bearing(*piece[-2], *piece[-1])


def _step(battle: Battle, stand: FistStand, piece: tuple[Point, ...], heading: float, mode: str, cost: float) -> Any:
    legs = tuple((snap(x), snap(y)) for x, y in piece)
    return battle.happen(
        StandMoved(
            stand=stand.id,
            path=legs,
            facing_deg=snap_facing(heading),
            mode=mode,
            cost=round(cost, 3),
            inches=round(path_length(legs), 3),
            rules=(cite("FFT-STRAT-01") if mode == movement.STRATEGIC else cite("FFT-MOVE-01"),),
            seen_by=overwatch.seen_by(battle, stand),
        )
    )


def _turn(battle: Battle, stand: FistStand, facing_deg: float) -> None:
    if facing_deg != stand.facing_deg:
        event = StandTurned(
            stand=stand.id,
            facing_deg=facing_deg,
            rules=(cite("FFT-MOVE-02"),),
            seen_by=overwatch.seen_by(battle, stand),
        )
        battle.happen(event)


# ---------------------------------------------------------------- stations


def stations(battle: Battle, stand: FistStand, path: tuple[Point, ...], mode: str) -> list[float]:
    """Inches along the path at which something may happen: new sight, each further inch in sight, the end.

    Rule: FFT-OW-09.
    """
    cite("FFT-OW-09")
    whole = path_length(path)
    look = _Look(battle, stand, path, stand.facing_deg if mode == movement.REVERSE else None)
    found = {round(whole, 4)}
    marks = [n * LOOK_IN for n in range(1, math.ceil(whole / LOOK_IN - 1e-9))] + [whole]
    look.prepare([0.0, *marks])
    before, last, since = look.watched(0.0), 0.0, 0.0
    for here in marks:
        now = look.watched(here)
        if any(w not in before for w in now):
            low, high = last, here
            while high - low > FINE_IN:
                middle = (low + high) / 2
                low, high = (low, middle) if any(w not in before for w in look.watched(middle)) else (middle, high)
            found.add(round(high, 4))
            since = high
        elif (now and here - since >= 1.0 - 1e-6) or look.news(here):
            found.add(round(here, 4))
            since = here
        before, last = now, here
    return sorted(found)


def _may_reach(watcher: FistStand, mover: FistStand, far: float) -> bool:
    """Could any weapon of the watcher reach the mover somewhere on so long a way?"""
    reach = max((attack.long_range(w.rng) for w in watcher.ratings.weapons), default=0)
    return math.dist((watcher.x, watcher.y), (mover.x, mover.y)) <= reach + far


class _Look:
    """What can be seen from, and of, a mover at places of its path."""

    def __init__(self, battle: Battle, stand: FistStand, path: tuple[Point, ...], heading: float | None) -> None:
        self.battle, self.path, self.heading = battle, path, heading
        self.ghost = copy.copy(stand)
        self.ghost.moved = True
        foes = units.true_enemies(battle, stand.side)
        far = path_length(path) + SPARE_IN
        self.watchers = [s for s in foes if overwatch.may_fire(battle, s) and _may_reach(s, stand, far)]
        self.foes = foes if not stand.spotted else []
        self.unseen = [s for s in foes if not s.spotted]
        self.at = -1.0

    def prepare(self, marks: list[float]) -> None:
        """Has the lines of sight from all these places worked out together."""
        lookers = foes if (foes := self.foes) else {s.id: s for s in (*self.watchers, *self.unseen)}.values()
        there = [units.footprint(s) for s in lookers]
        here = []
        for inches in marks:
            self._go(inches)
            here.append(units.footprint(self.ghost))
        many_lines.everybody(self.battle.board, here, there, spotting.farthest(self.battle))

    def _go(self, inches: float) -> None:
        if self.at != inches:
            place = place_at(self.ghost.base, self.path, inches, self.heading)
            self.ghost.x, self.ghost.y = snap(place.x), snap(place.y)
            self.ghost.facing_deg, self.at = snap_facing(place.facing_deg), inches

    def watched(self, inches: float) -> tuple[str, ...]:
        """Stands on overwatch that spot the mover there."""
        self._go(inches)
        return tuple(w.id for w in self.watchers if spotting.spots(self.battle, w, self.ghost))

    def news(self, inches: float) -> bool:
        """Is somebody spotted there for the first time?"""
        self._go(inches)
        found = [s for s in self.unseen if spotting.spots(self.battle, self.ghost, s)]
        self.unseen = [s for s in self.unseen if s not in found]
        if any(spotting.spots(self.battle, f, self.ghost) for f in self.foes):
            self.foes = []
            return True
        return bool(found)


# ---------------------------------------------------------------- scoot


def scoot(battle: Battle, order: Move) -> Asking:
    """The move after shoot and scoot: first straight back, unseen; then in the enemy's sight.

    Rules: FFT-SNS-02 to -04.
    """
    stand = state_of(battle).stands[order.stand]
    path = scoot_path(stand, order)
    if len(path) < 2:
        return
    state_of(battle).offered = ()
    safe = safe_inches(stand, path)
    made = movement.course_of(battle, stand, path, movement.SCOOT)
    stand.spent = stand.moved_spent = 0.0
    heading = stand.facing_deg if safe >= path_length(path) - 1e-6 else None
    end = snap_facing(order.facing_deg) if order.facing_deg is not None else heading
    cite("FFT-SNS-04")
    change(battle, stand, "moves", (cite("FFT-SNS-02"),), moved=True)
    yield from _walk(battle, stand, made, end, movement.SCOOT, safe)
    if stand.in_play:
        _end_move(battle, stand, made, movement.SCOOT, "")


def scoot_path(stand: FistStand, order: Move) -> tuple[Point, ...]:
    """The whole path of a scoot, its start included."""
    points = [(stand.x, stand.y)]
    for x, y in order.path:
        if math.dist(points[-1], (x, y)) > 1e-6:
            points.append((snap(x), snap(y)))
    return tuple(points)


def safe_inches(stand: FistStand, path: tuple[Point, ...]) -> float:
    """Inches of the first leg that are made straight back, up to a quarter of the allowance. Rules: FFT-SNS-03, -04."""
    if len(path) < 2 or units.is_infantry(stand):
        return 0.0
    back = (stand.facing_deg + 180.0) % 360.0
    if turn_between(bearing(*path[0], *path[1]), back) > movement.STRAIGHT_BACK_DEG:
        return 0.0
    return min(math.dist(path[0], path[1]), float(units.quartered(units.allowance(stand))))


def leave_table(battle: Battle, stand: FistStand, edge: str) -> None:
    """A stand goes over the edge. Rule: FFT-MOVE-09."""
    losses.leave(battle, stand, edge)
