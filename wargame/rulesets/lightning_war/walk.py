"""Carrying out a move: step by step, with the other side's fire in between.

Rules: LW2-TURN-03, -04, -06, -12, LW2-MOVE-11.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from wargame.board import Footprint, along, bearing, gap, path_length, snap, snap_facing
from wargame.engine import knowledge
from wargame.engine.events import Event, StandMoved, StandTurned
from wargame.engine.orders import Move
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.rulesets.lightning_war import location, mines, movement, points, reactions, units
from wargame.rulesets.lightning_war.features import ground, state_of
from wargame.rulesets.lightning_war.movement import Plan
from wargame.rulesets.lightning_war.standing_ground import ENEMY_GAP_IN, NOBODY
from wargame.rulesets.lightning_war.state import Point, WarStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

EVERY_IN = 3.0
"""Inside a field a move can be interrupted every so many inches (LW2-TURN-12)."""
_STEP_IN = 0.1


def carry_out(battle: Battle, order: Move) -> Generator[AnyRequest, Any, bool]:
    """A move from order to end; False if it was stopped on the way. Rules: LW2-TURN-03, -12."""
    state = state_of(battle)
    stand = state.stands[order.stand]
    made = movement.plan(battle.view(stand.side), stand, order.path, order.facing_deg)
    cite("LW2-TURN-03")
    stand.moved_cycle = max(1, state.cycle)
    for rider in [s for s in state.stands.values() if s.carrier == stand.id and not s.gone]:
        rider.moved_cycle = stand.moved_cycle
    if len(made.path) < 2:
        return turn_in_place(battle, stand, made.facing_deg)
    return (yield from walk(battle, stand, made))


def turn_in_place(battle: Battle, stand: WarStand, facing_deg: float) -> bool:
    """Turning on the spot is a move too."""
    seen = knowledge.seen_by_for(battle.state, stand.id)
    battle.happen(StandTurned(stand=stand.id, facing_deg=facing_deg, seen_by=seen))
    return True


def walk(
    battle: Battle, stand: WarStand, made: Plan, contact: frozenset[str] = NOBODY
) -> Generator[AnyRequest, Any, bool]:
    """The path in legs between the points where the other side may fire. Rules: LW2-TURN-12, LW2-MOVE-11."""
    cite("LW2-TURN-12")
    state = state_of(battle)
    offered: set[str] = set()
    cause: Event | None = None
    length = path_length(made.path)
    done = 0.0
    fields = {round(at, 3): area for at, area in mines.entries(battle, stand.side, made.path)}
    for stop in sorted({*stops(battle, made), *(at for at in fields if 0.0 < at < length)}):
        found = _meets(battle, stand, made.path, done, stop, contact)
        end = stop if found is None else found[0]
        cause = _leg(battle, stand, made, done, end, length, cause)
        done = end
        if found is not None:
            location.reveal(battle, found[1], "LW2-MOVE-11", stand.id, cause)
            return False
        location.note_activity(battle, stand, "LW2-LOS-06", cause)
        fields = _spring_mines(battle, stand, fields, stop, cause)
        yield from reactions.counter_fire(battle, stand, offered)
        points.look_for_the_end(battle)
        if battle.over or stand.gone or stand.suppressed_turn or stand.pinned or state.lost:
            return False
        if state.groups[stand.group].in_flight:
            return False
    return True


def _spring_mines(
    battle: Battle, stand: WarStand, fields: dict[float, str], stop: float, cause: Event
) -> dict[float, str]:
    """One die for each field that the move has come into by now; what is left of the list. Rules: LW2-MINE-10."""
    for at, area in fields.items():
        if at <= stop and not stand.gone:
            mines.spring(battle, stand, area, cause)
    return {at: area for at, area in fields.items() if at > stop}


def stops(battle: Battle, made: Plan) -> list[float]:
    """Inches along the path at which a move may be interrupted: at each entry into a feature, on crossing the edge of a
    field, every 3 inches inside a field, and at its end. Rule: LW2-TURN-12."""
    places = ground(battle.board).graph.places
    found: list[float] = []
    for n, passage in enumerate(made.passages):
        if n:
            found.append(passage.start_in)
        if places[passage.place].is_field:
            count = int((passage.end_in - passage.start_in) / EVERY_IN)
            found += [passage.start_in + EVERY_IN * i for i in range(1, count + 1)]
    length = path_length(made.path)
    kept = sorted({round(s, 3) for s in found if 0.05 < s < length - 0.05})
    return [*kept, length]


def _leg(
    battle: Battle, stand: WarStand, made: Plan, start: float, end: float, length: float, cause: Event | None
) -> Event:
    legs = _part(made.path, start, end, (stand.x, stand.y))
    last = end >= length - 1e-6
    facing = made.facing_deg if last or len(legs) < 2 else snap_facing(bearing(*legs[-2], *legs[-1]))
    seen = knowledge.seen_by_for(battle.state, stand.id)
    event: Event = battle.happen(
        StandMoved(
            stand=stand.id,
            path=legs,
            facing_deg=facing,
            mode="" if cause is None else "on",
            inches=round(path_length(legs), 3),
            rules=(cite("LW2-MOVE-01"),),
            seen_by=seen,
        ),
        cause,
    )
    return event


def _part(path: tuple[Point, ...], start: float, end: float, here: Point) -> tuple[Point, ...]:
    """The corners of a path between two distances along it, from where the stand is."""
    found, walked = [here], 0.0
    for a, b in pairwise(path):
        walked += math.dist(a, b)
        if start + 1e-6 < walked < end - 1e-6:
            found.append(b)
    x, y = along(path, end)
    found.append((snap(x), snap(y)))
    return tuple(p for n, p in enumerate(found) if n == 0 or p != found[n - 1] or n == len(found) - 1)


def _meets(
    battle: Battle, stand: WarStand, path: tuple[Point, ...], start: float, end: float, contact: frozenset[str]
) -> tuple[float, WarStand] | None:
    """A hidden enemy that the move comes upon: it stops just outside the inch, and the enemy is found.

    Rule: LW2-MOVE-11.
    """
    unseen = [
        e
        for side in battle.state.enemies_of(stand.side)
        for e in location.on_table(battle, side)
        if knowledge.is_hidden(battle.state, e.id, stand.side) and e.id not in contact
    ]
    if not unseen:
        return None
    count = max(1, math.ceil((end - start) / _STEP_IN))
    for n in range(1, count + 1):
        at = start + (end - start) * n / count
        here = Footprint(stand.base, *along(path, at), stand.facing_deg)
        for enemy in unseen:
            reach = ENEMY_GAP_IN + stand.base.radius + enemy.base.radius
            if math.dist((enemy.x, enemy.y), here[1:3]) > reach:
                continue
            if gap(here, units.footprint(enemy)) < ENEMY_GAP_IN:
                return start + (end - start) * (n - 1) / count, enemy
    return None
