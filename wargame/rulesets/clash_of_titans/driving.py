"""Driving a plan: the exact places where the driver is tested, men are driven at, the enemy sees it, in their order.

Rules: NUT-VMOV-02 to -09, -11, NUT-VINF-02, NUT-GEO-13, NUT-CHAIN-01, NUT-CREW-02, NUT-TRAN-04.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from wargame.board import bearing, snap_facing
from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged, StandTurned
from wargame.engine.orders import Move
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    chain,
    close_assault,
    control,
    crew,
    movement,
    obstacle_tests,
    overrun,
    status,
    steering,
    transport,
    vehicle_ground,
    vehicle_moves,
    vehicles,
    walk,
)
from wargame.rulesets.clash_of_titans.activation import Activation
from wargame.rulesets.clash_of_titans.planned import Plan
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState
from wargame.rulesets.clash_of_titans.steering import FAST, REVERSE, spec_of
from wargame.rulesets.clash_of_titans.vehicle_ground import BLIND, EDGE, OVER_RUN, STUCK
from wargame.rulesets.clash_of_titans.vehicle_moves import AHEAD, BACK

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Point = tuple[float, float]
Steps = Generator[AnyRequest, Any, None]
MEN, SWERVE = "men", "swerve"
_ORDER = (STUCK, SWERVE, EDGE, BLIND, OVER_RUN, MEN)


@dataclass(frozen=True, slots=True)
class Happening:
    """What waits on the path: where (inches along it), what, of whom or which feature."""

    at_in: float
    kind: str
    about: str
    dv: int = 0

    @property
    def key(self) -> tuple[str, str]:
        """It happens once in a drive."""
        return self.kind, self.about


@dataclass(slots=True)
class Drive:
    """A drive as it goes on: the way that is left, how, what has happened on it."""

    ahead: tuple[Point, ...]
    mode: str
    facing_deg: float
    fast: bool
    done: set[tuple[str, str]]
    may_turn: bool = True


def drive(battle: Battle, active: Activation, order: Move) -> Steps:
    """Carry out a vehicle's move order with all that it meets. Rules: NUT-VMOV-01 to -06, NUT-CREW-02."""
    stand = cast(ClashState, battle.state).stands[order.stand]
    _driver_works(battle, stand)
    if order.mode == FAST and stand.fast_passed is None:
        control.fast_move(battle, stand)
    if stand.stuck and order.path and not control.tries_to_get_free(battle, stand):
        return
    path = _as_far_as(battle, stand, order)
    facing = order.facing_deg if path == order.path else None
    plan = vehicle_moves.plan(battle, stand, path, order.mode, facing)
    if len(plan.path) < 2:
        if order.path:
            return
        _turn_on_the_spot(battle, stand, plan)
        return
    fast = _exceeds(battle, stand, plan.path) and not vehicle_ground.is_all_road(battle.board, plan.path)
    going = Drive(plan.path, order.mode, plan.facing_deg, fast, set())
    yield from _go(battle, active, stand, going, plan)
    if stand.in_play:
        overrun.step_out_from_under(battle, stand)


def _driver_works(battle: Battle, stand: ClashStand) -> None:
    man = crew.holder(cast(ClashState, battle.state), stand.id, crew.DRIVER)
    if man is not None:
        cite("NUT-CREW-02")
        crew.note_job(battle, man, crew.DRIVER)


def _as_far_as(battle: Battle, stand: ClashStand, order: Move) -> tuple[Point, ...]:
    """The path that the dice of a Fast Move, or a passed test for getting free, leave of what was ordered."""
    full = movement.without_repeats(((stand.x, stand.y), *order.path))
    if len(full) < 2:
        return ()
    spare = vehicle_moves.allowance(battle, stand, order.mode, full)
    inches = vehicle_moves.inches_for(battle, stand, full, spare)
    if inches >= vehicle_ground.length(full) - 1e-6:
        return order.path
    return movement.cut(full, inches)[1:] if inches > 0.01 else ()


def _exceeds(battle: Battle, stand: ClashStand, path: Sequence[Point]) -> bool:
    """Will it go farther than its normal move with this path? Rules: NUT-VMOV-04, NUT-MOVE-03."""
    cite("NUT-VMOV-04")
    driven = vehicle_ground.length(stand.walked) if len(stand.walked) > 1 else 0.0
    return driven + vehicle_ground.length(path) > vehicle_moves.speed(battle, stand, path) + vehicle_moves.SLACK


def _turn_on_the_spot(battle: Battle, stand: ClashStand, plan: Plan) -> None:
    """Pivot on the centre; it takes half the move and all turns. Rule: NUT-VMOV-02."""
    if plan.facing_deg == stand.facing_deg:
        return
    rules = (cite("NUT-VMOV-02"),)
    seen = knowledge.seen_by_for(battle.state, stand.id)
    event = battle.happen(StandTurned(stand=stand.id, facing_deg=plan.facing_deg, rules=rules, seen_by=seen))
    changes = (("moved_in", round(stand.moved_in + plan.cost, 3)), ("turned", spec_of(stand).turns))
    battle.happen(StandChanged(stand=stand.id, changes=changes, why="pivot", rules=rules, seen_by=seen), event)


# ---------------------------------------------------------------- on the way


def _go(battle: Battle, active: Activation, stand: ClashStand, going: Drive, plan: Plan) -> Steps:
    while vehicle_ground.length(going.ahead) > 1e-6:
        waits = next_happening(battle, stand, going)
        inches = vehicle_ground.length(going.ahead) if waits is None else waits.at_in
        ended = yield from _piece(battle, active, stand, going, plan, inches)
        if ended or waits is None or not can_go_on(stand):
            return
        going.done.add(waits.key)
        yield from _meet(battle, active, stand, going, waits)
        if not can_go_on(stand):
            return


def can_go_on(stand: ClashStand) -> bool:
    """Is it still able to drive on in this activation?"""
    return (
        stand.in_play
        and vehicles.fights(stand)
        and status.ready(stand)
        and not (stand.finished or stand.immobilised or stand.stuck or stand.bogged or stand.control_lost)
    )


def _piece(
    battle: Battle, active: Activation, stand: ClashStand, going: Drive, plan: Plan, inches: float
) -> Generator[AnyRequest, Any, bool]:
    """Drive up to so many inches of the way that is left; True if a reaction ended the move on it."""
    if inches <= 1e-6:
        return False
    piece, rest = movement.cut(going.ahead, inches), movement.rest(going.ahead, inches)
    last = vehicle_ground.length(rest) <= 1e-6
    along = steering.hull_facing(piece[-2:], going.mode)
    facing = going.facing_deg if last and going.may_turn else snap_facing(along)
    turns = steering.turns_of(stand, piece, going.mode, facing if last else None)
    outcome = yield from walk.walk(battle, active, vehicle_moves.with_path(plan, piece, facing))
    made = sum(1 for turn in turns if turn.at_in < outcome.inches or (outcome.arrived and turn.at_in <= inches + 1e-6))
    _note(battle, stand, going, made, outcome.event)
    close_assault.left_behind(battle, stand, outcome.event)
    going.ahead = rest
    yield from _fast_now(battle, active, stand, outcome.event)
    return not outcome.arrived


def _note(battle: Battle, stand: ClashStand, going: Drive, turns: int, cause: Event | None) -> None:
    """What a piece of a drive leaves on the vehicle: direction and turns made. Rules: NUT-VMOV-01, -03."""
    went = BACK if going.mode == REVERSE else AHEAD
    changes: list[tuple[str, Any]] = []
    if stand.went != went:
        changes.append(("went", went))
    if turns:
        changes.append(("turned", stand.turned + turns))
    if changes and not stand.gone:
        seen = knowledge.seen_by_for(battle.state, stand.id)
        battle.happen(StandChanged(stand=stand.id, changes=tuple(changes), why="drove", seen_by=seen), cause)


def _fast_now(battle: Battle, active: Activation, stand: ClashStand, cause: Event | None) -> Steps:
    """It has gone farther than its normal move: it is fast moving, and riders fall off a tank. Rules: NUT-MOVE-03,
    NUT-TRAN-04."""
    if stand.fast_moving or stand.gone or len(stand.walked) < 2:
        return
    if vehicle_ground.length(stand.walked) <= vehicle_moves.speed(battle, stand) + vehicle_moves.SLACK:
        return
    rules = (cite("NUT-MOVE-03"),)
    seen = knowledge.seen_by_for(battle.state, stand.id)
    changes = (("fast_moving", True),)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why="fast", rules=rules, seen_by=seen), cause)
    fallen = transport.thrown_off(battle, stand, cause)
    if fallen is not None:
        yield from chain.resolve(battle, [fallen], active.active)


# ---------------------------------------------------------------- what waits on it


def next_happening(battle: Battle, stand: ClashStand, going: Drive) -> Happening | None:
    """The first thing on the way that is left for which something is rolled. Rules: NUT-GEO-13, NUT-VMOV-04 to -08."""
    cite("NUT-GEO-13")
    found = [*_hazards(battle, stand, going), *_swerve(stand, going), *_men(battle, stand, going)]
    new = [h for h in found if h.key not in going.done]
    return min(new, key=lambda h: (round(h.at_in, 3), _ORDER.index(h.kind), h.about), default=None)


def _hazards(battle: Battle, stand: ClashStand, going: Drive) -> list[Happening]:
    """Bad ground, edges and obstacles; an obstacle is met by the front of the hull."""
    inside = obstacle_tests.inside_so_far(battle.board, stand)
    found = []
    for hazard in vehicle_ground.hazards(battle.board, stand, going.ahead, inside):
        at = hazard.at_in
        if hazard.kind == OVER_RUN:
            at = max(0.0, at - stand.base.depth_in / 2)
        found.append(Happening(at, hazard.kind, hazard.feature, hazard.dv))
        if hazard.kind == OVER_RUN and going.fast:
            found.append(Happening(at, SWERVE, "fast"))
    return found


def _swerve(stand: ClashStand, going: Drive) -> list[Happening]:
    """The first change of course of a fast move off the road. Rule: NUT-VMOV-04."""
    if not going.fast:
        return []
    cite("NUT-VMOV-04")
    turns = steering.turns_of(stand, going.ahead, going.mode, going.facing_deg)
    return [Happening(turn.at_in, SWERVE, "fast") for turn in turns[:1]]


def _men(battle: Battle, stand: ClashStand, going: Drive) -> list[Happening]:
    """Enemies on foot whom the hull would reach. Rule: NUT-VINF-02."""
    state = cast(ClashState, battle.state)
    found = []
    for man in state.stands.values():
        if man.side == stand.side or not man.is_man or not man.in_play or not overrun.is_in_danger(man, stand):
            continue
        at = steering.contact_at(stand, going.ahead, going.mode, man)
        if at is not None:
            cite("NUT-VINF-02")
            found.append(Happening(at, MEN, man.id))
    return found


def _meet(battle: Battle, active: Activation, stand: ClashStand, going: Drive, waits: Happening) -> Steps:
    """Carry out what waits at this place. Rules: NUT-VMOV-05, -06, -08, NUT-VINF-02."""
    if waits.kind == MEN:
        cause = overrun.DrivenAt(vehicle=stand.id, man=waits.about, heading_deg=_heading(stand, going))
        outcome = yield from chain.resolve(battle, [cause], active.active)
        if not outcome.may_go_on(stand.id):
            going.ahead = going.ahead[:1]
    elif waits.kind == OVER_RUN:
        going.ahead = yield from obstacle_tests.over_run(battle, active, stand, going.ahead, waits.about, waits.dv)
    elif waits.kind == STUCK:
        control.gets_stuck(battle, stand)
    else:
        yield from _lose_control(battle, active, stand, going)


def _heading(stand: ClashStand, going: Drive) -> float:
    return bearing(*going.ahead[0], *going.ahead[1]) if len(going.ahead) > 1 else stand.facing_deg


def _lose_control(battle: Battle, active: Activation, stand: ClashStand, going: Drive) -> Steps:
    """The driver tests; the rest of the way may be shortened, straightened or lost. Rules: NUT-VMOV-06, -07."""
    result = control.test(battle, stand)
    if result == control.GOES_ON:
        return
    rest = vehicle_ground.length(going.ahead) / 2
    if result == control.HALVED:
        going.may_turn = False
        going.ahead = control.straight(going.ahead, rest)
        return
    going.ahead = going.ahead[:1]
    yield from control.veer(battle, active, stand, rest)
