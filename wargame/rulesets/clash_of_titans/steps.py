"""The events of moving: a step along a path, a turn in place, what it takes from the allowance.

Rules: NUT-MOVE-01, -03, NUT-ACT-05, NUT-GEO-06.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from wargame.board import bearing, snap, snap_facing
from wargame.board.movement import path_length, price
from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged, StandMoved, StandTurned
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import movement, obstacles, rooms, vehicle_ground
from wargame.rulesets.clash_of_titans.ground import INDOORS
from wargame.rulesets.clash_of_titans.planned import Plan
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Point = tuple[float, float]
DIG = "dig"
"""Work of a man who digs a foxhole where he stands."""


def turn(battle: Battle, stand: ClashStand, facing_deg: float, cause: Event | None = None) -> Event | None:
    """Face another way where it stands; None if it does already. Rule: NUT-GEO-06."""
    facing = snap_facing(facing_deg)
    if facing == stand.facing_deg:
        return None
    seen = knowledge.seen_by_for(battle.state, stand.id)
    rules = (cite("NUT-GEO-06"),)
    event = StandTurned(stand=stand.id, facing_deg=facing, seen_by=seen, rules=rules)
    return cast(Event, battle.happen(event, cause=cause))


def go(battle: Battle, stand: ClashStand, path: Sequence[Point], plan: Plan, cause: Event | None = None) -> Event:
    """Walk a piece of a plan: the place, the inches of move it takes, the flags that come of it.

    Rules: NUT-MOVE-01, -03, NUT-ACT-05.
    """
    ends_plan = path[-1] == plan.path[-1] or len(path) < 2
    facing = plan.facing_deg if ends_plan else _along(plan, path)
    cost = cost_of(battle, stand, path)
    moved = moved_event(battle, stand, path, facing, plan.mode, cost, (cite("NUT-MOVE-01"),), cause)
    _note(battle, stand, path, cost, plan, moved)
    return moved


def _along(plan: Plan, path: Sequence[Point]) -> float:
    """Facing in the middle of a plan: along the way, or against it in reverse. Rule: NUT-VMOV-03."""
    ahead = bearing(*path[-2], *path[-1])
    return snap_facing(ahead + 180.0 if plan.mode == "reverse" else ahead)


def moved_event(
    battle: Battle,
    stand: ClashStand,
    path: Sequence[Point],
    facing_deg: float,
    mode: str,
    cost: float,
    rules: tuple[str, ...],
    cause: Event | None,
) -> Event:
    """The bare event of a step, snapped to the grid of places."""
    inside = obstacles.indoors(battle, stand, path) if stand.is_man and len(path) > 1 else None
    event = StandMoved(
        stand=stand.id,
        floor=inside.floor if inside is not None and inside.floor != stand.floor else None,
        path=tuple((snap(x), snap(y)) for x, y in path),
        facing_deg=facing_deg,
        mode=mode,
        cost=round(cost, 3),
        inches=round(path_length(path), 3),
        rules=rules,
        seen_by=knowledge.seen_by_for(battle.state, stand.id),
    )
    moved = cast(Event, battle.happen(event, cause=cause))
    leave_hole(battle, stand, moved)
    return moved


def leave_hole(battle: Battle, stand: ClashStand, moved: Event) -> None:
    """Who moved from his place, of his own will or not, is out of the hole that is dug there, or was begun.

    Rule: NUT-TERR-12.
    """
    digs = stand.work == DIG
    if not (stand.dug_in or digs) or not isinstance(moved, StandMoved) or moved.inches <= 0.0:
        return
    changes: tuple[tuple[str, Any], ...] = (("dug_in", False),)
    changes += (("work", ""), ("work_done", 0)) if digs else ()
    rules = (cite("NUT-TERR-12"),)
    seen = knowledge.seen_by_for(battle.state, stand.id)
    event = StandChanged(stand=stand.id, changes=changes, why="leaves_hole", rules=rules, seen_by=seen)
    battle.happen(event, cause=moved)


def cost_of(battle: Battle, stand: ClashStand, path: Sequence[Point]) -> float:
    """Inches of move that a piece of path takes."""
    if stand.spec is not None:
        return vehicle_ground.cost_of(battle.board, stand.spec, path)
    if not stand.is_man:
        return path_length(path)
    paid = price(battle.board, path, INDOORS, start_free=True).cost
    return paid + sum(c.cost_in for c in obstacles.crossed(battle, stand, path))


def _room(battle: Battle, stand: ClashStand) -> list[tuple[str, Any]]:
    """The building area that he has come into, or left. Rule: NUT-BLDG-02."""
    here = rooms.room_at(battle.board, stand.x, stand.y, stand.floor) if rooms.is_built(battle.board) else None
    name = here.name if here is not None else ""
    return [("room", name)] if name != stand.room else []


def _note(battle: Battle, stand: ClashStand, path: Sequence[Point], cost: float, plan: Plan, cause: Event) -> None:
    """What a step leaves on the figure: inches spent, path, standing up, going fast.

    Rules: NUT-MOVE-03, NUT-ACT-05.
    """
    state = cast(ClashState, battle.state)
    full = movement.full_move(state, stand)
    spent = stand.moved_in + cost
    walked = stand.walked + tuple(path[1:]) if stand.walked else tuple(path)
    changes: list[tuple[str, Any]] = [("walked", walked)]
    if plan.room is not None and stand.is_man:
        changes += _room(battle, stand)
    rules: list[str] = []
    if stand.is_man and stand.prone and plan.mode != movement.CRAWL:
        rules.append(cite("NUT-ACT-05"))
        changes += [("prone", False), ("stood_up", True)]
        spent += full / 2
    if stand.is_man and not stand.fast_moving and path_length(walked) > full + movement.SLACK:
        rules.append(cite("NUT-MOVE-03"))
        changes.append(("fast_moving", True))
    changes.append(("moved_in", round(spent, 3)))
    seen = (stand.side,) if knowledge.seen_by_for(state, stand.id) is not None else None
    event = StandChanged(stand=stand.id, changes=tuple(changes), why="moved", rules=tuple(rules), seen_by=seen)
    battle.happen(event, cause=cause)
