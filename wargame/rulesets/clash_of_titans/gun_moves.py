"""Pushing guns on wheels, and turning them where they stand. Rules: NUT-GUNS-03, NUT-ACT-06, NUT-GEO-01."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from wargame.board import snap_facing, within
from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged, StandMoved, StandTurned
from wargame.engine.orders import Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import Mode, MovePrice, Scene
from wargame.rulesets.clash_of_titans import chain, data, movement, standing, steps, walk
from wargame.rulesets.clash_of_titans.activation import Activation
from wargame.rulesets.clash_of_titans.causes import Newcomers
from wargame.rulesets.clash_of_titans.guns import serving
from wargame.rulesets.clash_of_titans.planned import Plan
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState
from wargame.rulesets.clash_of_titans.vehicle_data import whole

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Point = tuple[float, float]
PUSH = "push"
LITTLE = 0.01


def push_refusal(scene: Scene, gun: ClashStand, path: tuple[Point, ...], facing_deg: float | None) -> Refusal | None:
    """Why the crew cannot push it there, or None. Rules: NUT-GUNS-03, NUT-ACT-06."""
    state = cast(ClashState, scene.state)
    men = [m for m in serving(state, gun) if not (m.finished or m.acted or m.shot or m.moved_in)]
    rules = (cite("NUT-GUNS-03"),)
    limit = push_in(gun)
    if gun.shot or gun.towed_by or gun.moved_in:
        return Refusal(text=f"{gun.name} has fired, been moved or is hitched up.", rules=rules, about=gun.id)
    if not path:
        return None if men else Refusal(text="Nobody is free to turn it.", rules=rules, about=gun.id)
    if len(men) < whole("gun", "pushers"):
        text = f"{whole('gun', 'pushers')} men have to push it; {len(men)} are free."
        return Refusal(text=text, rules=rules, about=gun.id)
    inches = _length(((gun.x, gun.y), *path))
    if limit <= 0.0:
        return Refusal(text=f"{gun.name} can only be turned, not pushed.", rules=rules, about=gun.id)
    if not within(inches, limit):
        return Refusal(text=f"{inches:.1f} in; it is pushed {limit:g} in at most.", rules=rules, about=gun.id)
    return None


def push_in(gun: ClashStand) -> float:
    """Inches that its crew pushes it in an activation. Rule: NUT-GUNS-03."""
    cite("NUT-GUNS-03")
    line = data.towed_guns().get(gun.line)
    return line.push_in if line is not None else 0.0


def push(
    battle: Battle, gun: ClashStand, path: tuple[Point, ...], facing_deg: float, cause: Event | None = None
) -> Event:
    """Move a gun and the men who serve it along a path, out of its pit too, or only turn it. Rules: NUT-GUNS-03,
    NUT-TERR-12."""
    state = cast(ClashState, battle.state)
    men = serving(state, gun)
    seen = knowledge.seen_by_for(state, gun.id)
    rules = (cite("NUT-GUNS-03"),)
    facing = snap_facing(facing_deg)
    if not path:
        return battle.happen(StandTurned(stand=gun.id, facing_deg=facing, rules=rules, seen_by=seen), cause)
    start = (gun.x, gun.y)
    inches = round(_length((start, *path)), 3)
    moved = StandMoved(
        stand=gun.id, path=(start, *path), facing_deg=facing, mode="push", inches=inches, rules=rules, seen_by=seen
    )
    first = battle.happen(moved, cause)
    steps.leave_hole(battle, gun, first)
    dx, dy = path[-1][0] - start[0], path[-1][1] - start[1]
    for man in men:
        end = (round(man.x + dx, 3), round(man.y + dy, 3))
        step = StandMoved(
            stand=man.id,
            path=((man.x, man.y), end),
            facing_deg=man.facing_deg,
            mode="push",
            inches=inches,
            rules=rules,
            seen_by=knowledge.seen_by_for(state, man.id),
        )
        steps.leave_hole(battle, man, battle.happen(step, cause))
    return first


def modes(scene: Scene, gun: ClashStand) -> tuple[Mode, ...]:
    """A gun is pushed, or turned, by its crew. Rule: NUT-GUNS-03."""
    return (Mode(id=PUSH, name="Push", allowance=push_in(gun), refusal=push_refusal(scene, gun, (), None)),)


def plan(scene: Scene, gun: ClashStand, path: Sequence[Point], mode: str = "", facing_deg: float | None = None) -> Plan:
    """Price a push, or a turn where it stands. Rules: NUT-GUNS-03, NUT-GEO-01."""
    full = movement.without_repeats(((gun.x, gun.y), *path))
    facing = snap_facing(gun.facing_deg if facing_deg is None else facing_deg)
    inches = _length(full)
    refusal = push_refusal(scene, gun, full[1:], facing)
    met = movement.first_met(scene, gun, full) if len(full) > 1 else None
    if refusal is None and met is not None:
        refusal = Refusal(text=f"{met[1].name} is in the way.", rules=(cite("NUT-GEO-01"),), about=met[1].id)
    if refusal is None:
        refusal = _room(scene, gun, full[-1], facing)
    made = MovePrice(
        cost=round(inches, 3),
        allowance=push_in(gun),
        inches=round(inches, 3),
        facing_deg=facing,
        refusal=refusal,
        rules=("NUT-GUNS-03",),
    )
    return Plan(gun.id, full, facing, PUSH, made)


def _room(scene: Scene, gun: ClashStand, at: Point, facing: float) -> Refusal | None:
    """Is there room for it there, its own men aside? Rule: NUT-GEO-01."""
    refusal = standing.may_stand(scene, gun, *at, facing)
    if refusal is None or refusal.about is None:
        return refusal
    other = cast(ClashState, scene.state).stands.get(refusal.about)
    return None if other is not None and other.mans == gun.id else refusal


def pushed(battle: Battle, active: Activation, gun: ClashStand, made: Plan) -> Generator[AnyRequest, Any, None]:
    """Its crew pushes a gun, or turns it; that is their activation. Enemies who see it test.

    Rules: NUT-GUNS-03, NUT-ACT-06.
    """
    state = cast(ClashState, battle.state)
    men = serving(state, gun)
    event = push(battle, gun, made.path[1:], made.facing_deg)
    for man in men:
        done = (("acted", PUSH), ("finished", True))
        seen = knowledge.seen_by_for(state, man.id)
        rules = (cite("NUT-ACT-06"),)
        battle.happen(StandChanged(stand=man.id, changes=done, why=PUSH, rules=rules, seen_by=seen), event)
    seen = knowledge.seen_by_for(state, gun.id)
    changes = (("moved_in", made.cost or LITTLE), ("finished", True))
    battle.happen(StandChanged(stand=gun.id, changes=changes, why=PUSH, seen_by=seen), event)
    pairs = [pair for man in men for pair in walk.newly_seen(battle, man)]
    if pairs and len(made.path) > 1:
        yield from chain.resolve(battle, [Newcomers(event=event, pairs=tuple(pairs))], active.active)


def _length(path: tuple[Point, ...]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(path))
