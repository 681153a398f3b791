"""Drivers' tests: Fast Move, Lose Control, getting stuck and free. Rules: NUT-VMOV-04 to -07, -11, NUT-CREW-02."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from wargame.board import bearing, inside_table, snap, snap_facing, turn_between
from wargame.engine import knowledge
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, StandChanged
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import MovePrice
from wargame.rulesets.clash_of_titans import (
    chain,
    crew,
    ladder,
    movement,
    penetration,
    ramming,
    steering,
    throws,
    vehicle_moves,
    vehicles,
    walk,
)
from wargame.rulesets.clash_of_titans.activation import Activation
from wargame.rulesets.clash_of_titans.causes import Aftermath, Toll
from wargame.rulesets.clash_of_titans.planned import Plan
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState
from wargame.rulesets.clash_of_titans.steering import STRAIGHT_DEG
from wargame.rulesets.clash_of_titans.vehicle_causes import BailOut
from wargame.rulesets.clash_of_titans.vehicle_data import number, reaction_dice

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Point = tuple[float, float]
Steps = Generator[AnyRequest, Any, None]
TEST = "lose_control"
GOES_ON, HALVED, VEERS = "goes_on", "halved", "veers"
WRECKED, STALLED, NOTHING = "wrecked", "stalled", "nothing"
LEFT_UP_TO, WRECKED_ON, STALLED_UP_TO = 3, 1, 3
"""Faces of the veer and mishap dice (table lose_control)."""


def driver_of(battle: Battle, stand: ClashStand) -> ClashStand | None:
    """The man at the wheel: all movement tests are his. Rule: NUT-CREW-02."""
    cite("NUT-CREW-02")
    return crew.holder(cast(ClashState, battle.state), stand.id, crew.DRIVER)


def driver_test(
    battle: Battle,
    stand: ClashStand,
    dice: int,
    purpose: str,
    rules: tuple[str, ...],
    modifiers: Sequence[Modifier] = (),
) -> throws.Test:
    """Roll dice against the driver's Rep, with what a station taken over costs him. Rules: NUT-CREW-02, -05."""
    man = driver_of(battle, stand)
    rep = man.rep if man is not None else 0
    changes = crew.changes_of(man, crew.DRIVER) if man is not None else ()
    return throws.passes(battle, dice, rep, purpose, stand=stand, modifiers=(*modifiers, *changes), rules=rules)


def fast_move(battle: Battle, stand: ClashStand) -> None:
    """The driver tries a Fast Move. Rule: NUT-VMOV-04."""
    rolled = driver_test(battle, stand, 2, "fast_move", (cite("NUT-VMOV-04"),))
    _change(battle, stand, "fast_move", (("fast_passed", rolled.row),), rolled.event, ("NUT-VMOV-04",))


# ---------------------------------------------------------------- stuck


def gets_stuck(battle: Battle, stand: ClashStand) -> bool:
    """1d6 against the driver's Rep in bad ground: it goes on, or sticks until it gets free. Rules: NUT-VMOV-05, -11."""
    rules = (cite("NUT-VMOV-05"),)
    rolled = driver_test(battle, stand, 1, "getting_stuck", rules)
    if rolled.passed:
        return False
    _change(battle, stand, "stuck", (("stuck", True),), rolled.event, ("NUT-VMOV-11",))
    return True


def tries_to_get_free(battle: Battle, stand: ClashStand) -> bool:
    """A stuck vehicle tries again by the same test; it goes on at half speed, or stays. Rule: NUT-VMOV-11."""
    rules = (cite("NUT-VMOV-11"),)
    rolled = driver_test(battle, stand, 1, "getting_stuck", rules)
    if not rolled.passed:
        _change(battle, stand, "stuck", (("control_lost", True),), rolled.event, ("NUT-VMOV-11",))
        return False
    half = vehicle_moves.speed(battle, stand) / 2
    _change(battle, stand, "free", (("stuck", False), ("moved_in", round(half, 3))), rolled.event, ("NUT-VMOV-11",))
    return True


# ---------------------------------------------------------------- Lose Control


def test(battle: Battle, stand: ClashStand) -> str:
    """Lose Control: goes on, halved or veers. Rule: NUT-VMOV-06."""
    rolled = driver_test(battle, stand, reaction_dice(TEST), TEST, (cite("NUT-VMOV-06"),))
    return ladder.read(TEST, rolled.row).result


def straight(path: Sequence[Point], inches: float) -> tuple[Point, ...]:
    """So many inches of a path, but only up to its first change of course. Rule: NUT-VMOV-06."""
    kept = [path[0]]
    course: float | None = None
    for a, b in pairwise(path):
        here = bearing(*a, *b)
        if course is not None and turn_between(here, course) > STRAIGHT_DEG:
            break
        course = here
        kept.append(b)
    return movement.cut(kept, inches) if len(kept) > 1 else tuple(kept)


def mishap_of(face: int) -> str:
    """What the mishap die does: wrecked, stalled or nothing. Rule: NUT-VMOV-07."""
    cite("NUT-VMOV-07")
    if face <= WRECKED_ON:
        return WRECKED
    return STALLED if face <= STALLED_UP_TO else NOTHING


def veer(battle: Battle, active: Activation, stand: ClashStand, inches: float) -> Steps:
    """It veers by 45 degrees, drives so many inches, stops, and may be wrecked or stall. Rules: NUT-VMOV-06, -07."""
    rules = (cite("NUT-VMOV-06"),)
    side = throws.read_die(battle, "veer", stand=stand, rules=rules)
    die = throws.read_die(battle, "mishap", stand=stand, rules=(cite("NUT-VMOV-07"),), cause=side.event)
    sign = 1.0 if side.passed <= LEFT_UP_TO else -1.0
    facing = snap_facing(stand.facing_deg + sign * number("move", "veer_deg"))
    path, met = _veered_path(battle, stand, facing, inches)
    if len(path) > 1:
        price = MovePrice(cost=inches, allowance=inches, inches=inches, facing_deg=facing, rules=rules)
        yield from walk.walk(battle, active, Plan(stand.id, path, facing, "veer", price))
    if not stand.in_play or stand.knocked_out:
        return
    _change(battle, stand, "veered", (("control_lost", True),), side.event, ("NUT-VMOV-06",))
    yield from _mishap(battle, active, stand, mishap_of(die.passed), die.event)
    if met is not None and stand.in_play and vehicles.fights(stand):
        cite("NUT-VMOV-07")
        yield from ramming.collide(battle, active, stand, met, die.event)


def _veered_path(
    battle: Battle, stand: ClashStand, facing: float, inches: float
) -> tuple[tuple[Point, ...], ClashStand | None]:
    """Straight on from the new facing as far as nothing stops it, and the piece that it runs into."""
    angle = math.radians(facing)
    end = snap(stand.x + inches * math.cos(angle)), snap(stand.y + inches * math.sin(angle))
    full: tuple[Point, ...] = ((stand.x, stand.y), end)
    met = vehicle_moves.first_met(battle, stand, full, steering.FORWARD)
    limit = met[0] if met is not None else inches
    table = battle.board.table
    while limit > 0.05:
        path = movement.cut(full, limit)
        base = vehicles.footprint(stand)._replace(x=path[-1][0], y=path[-1][1], facing_deg=facing)
        wall = vehicle_moves.too_strong(battle, stand, path)
        if inside_table(base, table.width_in, table.height_in) and wall is None:
            return path, met[1] if met is not None else None
        met, limit = None, min(limit - 0.25, wall.at_in - stand.base.depth_in / 2 if wall is not None else limit)
    return ((stand.x, stand.y),), met[1] if met is not None else None


def _mishap(battle: Battle, active: Activation, stand: ClashStand, what: str, cause: Event) -> Steps:
    if what == STALLED:
        turn = battle.state.turn
        _change(battle, stand, "stalled", (("stalled_turn", turn),), cause, ("NUT-VMOV-07",))
    elif what == WRECKED:
        toll = Toll()
        vehicles.knock_out(battle, stand, False, cause, (cite("NUT-VMOV-07"),))
        penetration.shake_all(battle, toll, stand)
        toll.vehicles.append(BailOut(event=cause, vehicle=stand.id))
        yield from chain.resolve(battle, [Aftermath(event=cause, toll=toll)], active.active)


def _change(
    battle: Battle,
    stand: ClashStand,
    why: str,
    changes: tuple[tuple[str, Any], ...],
    cause: Event | None,
    rules: tuple[str, ...],
) -> None:
    cited = tuple(cite(rule) for rule in rules)
    seen = knowledge.seen_by_for(battle.state, stand.id)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why=why, rules=cited, seen_by=seen), cause)
