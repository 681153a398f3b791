"""How far and where a vehicle may drive: speeds, turns, reversing, turning on a dime, what is in the way.

Rules: NUT-VMOV-01 to -05, -07, -11, -13, NUT-TRAN-05, NUT-GEO-01. Paths are of the centre; costs are inches of move.
Carrying a plan out stands in `driving`, how a hull is steered in `steering`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from wargame.board import snap, snap_facing, turn_between
from wargame.board.movement import along, price
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Mode, MovePrice, Scene
from wargame.rulesets.clash_of_titans import chapters, crew, movement, standing, status, steering, vehicle_ground
from wargame.rulesets.clash_of_titans.planned import Plan
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState
from wargame.rulesets.clash_of_titans.steering import FAST, FORWARD, PIVOT, REVERSE, spec_of
from wargame.rulesets.clash_of_titans.vehicle_data import class_row, number, numbers, whole

Point = tuple[float, float]
AHEAD, BACK = "forward", "reverse"
SLACK = 0.005


# ---------------------------------------------------------------- speeds


def towed_by(state: ClashState, vehicle: str) -> list[ClashStand]:
    """Guns that hang behind it. Rule: NUT-TRAN-05."""
    return [s for s in state.stands.values() if s.towed_by == vehicle and not s.gone]


def speed(scene: Scene, stand: ClashStand, path: Sequence[Point] = ()) -> float:
    """Its normal speed for a move: road speed if the whole of it runs on road, else off-road, less with a gun in tow.

    Rules: NUT-VMOV-01, NUT-TRAN-05.
    """
    cite("NUT-VMOV-01")
    spec = spec_of(stand)
    whole_path = (*stand.walked, *path[1:]) if stand.walked else tuple(path)
    if len(whole_path) > 1 and vehicle_ground.is_all_road(scene.board, whole_path):
        return spec.road_in
    if towed_by(cast(ClashState, scene.state), stand.id):
        cite("NUT-TRAN-05")
        return spec.off_in - number("move", "tow_slows_in")
    return spec.off_in


def fast_factor(passed: int) -> float:
    """Times the normal speed that so many dice passed on Fast Move allow. Rule: NUT-VMOV-04."""
    cite("NUT-VMOV-04")
    return float(dict(numbers()["move"]["fast"])[min(passed, 2)])


def allowance(scene: Scene, stand: ClashStand, mode: str = FORWARD, path: Sequence[Point] = ()) -> float:
    """Inches of move that it may still spend in this way of moving. Rules: NUT-VMOV-01, -03, -04."""
    normal = speed(scene, stand, path)
    if mode == REVERSE:
        cite("NUT-VMOV-03")
        return max(0.0, normal / whole("move", "reverse_share") - stand.moved_in)
    if stand.fast_passed is not None:
        return max(0.0, normal * fast_factor(stand.fast_passed) - stand.moved_in)
    return max(0.0, normal * (fast_factor(2) if mode == FAST else 1.0) - stand.moved_in)


def pivot_cost(stand: ClashStand) -> float:
    """Inches that turning on the spot takes: half the move of a tracked vehicle, nothing of a bicycle.

    Rule: NUT-VMOV-02.
    """
    cite("NUT-VMOV-02")
    spec = spec_of(stand)
    return 0.0 if spec.drive == "pedalled" else spec.off_in / whole("move", "pivot_share")


def can_turn_on_the_spot(stand: ClashStand) -> bool:
    """Tracked vehicles and bicycles; motorcycles do not. Rules: NUT-VMOV-02, -13."""
    cite("NUT-VMOV-13")
    return spec_of(stand).drive in ("tracked", "pedalled")


# ---------------------------------------------------------------- may it move


def may_move(scene: Scene, stand: ClashStand) -> Refusal | None:
    """Why a vehicle may not move at all now, or None. Rules: NUT-CREW-05, NUT-VMOV-07, -11, NUT-CLNK-05."""
    state = cast(ClashState, scene.state)
    if stand.finished or not status.able(stand) or stand.abandoned:
        return _no(f"{stand.name} can do nothing more in this activation.", stand, "NUT-ACT-01")
    if stand.immobilised or stand.bogged:
        word = "immobilised" if stand.immobilised else "bogged"
        return _no(f"{stand.name} is {word}.", stand, "NUT-VMOV-11")
    if stand.stalled_turn and stand.active_turn > stand.stalled_turn:
        return _no(f"{stand.name} has stalled and does not move in this activation.", stand, "NUT-VMOV-07")
    if crew.holder(state, stand.id, crew.DRIVER) is None:
        return _no(f"Nobody drives {stand.name}.", stand, "NUT-CREW-05")
    if stand.boarded_turn == state.turn:
        return _no(f"Men have got into {stand.name} in this turn.", stand, "NUT-TRAN-01")
    if stand.control_lost:
        return _no(f"{stand.name} has come to a stop.", stand, "NUT-VMOV-06")
    return None


def modes(scene: Scene, stand: ClashStand) -> tuple[Mode, ...]:
    """Ways of moving of a vehicle. Rules: NUT-VMOV-01 to -04."""
    reason = may_move(scene, stand)
    found = [Mode(id=FORWARD, name="Drive", allowance=allowance(scene, stand), refusal=_ahead(stand) or reason)]
    if stand.fast_passed is None and stand.moved_in == 0 and may_go_fast(scene, stand) is None:
        found.append(Mode(id=FAST, name="Fast move", allowance=allowance(scene, stand, FAST), refusal=reason))
    back = _backwards(stand) or reason
    found.append(Mode(id=REVERSE, name="Reverse", allowance=allowance(scene, stand, REVERSE), refusal=back))
    if can_turn_on_the_spot(stand):
        spare = allowance(scene, stand)
        found.append(Mode(id=PIVOT, name="Turn on the spot", allowance=spare, refusal=reason or _pivot_refusal(stand)))
    return tuple(found)


def may_go_fast(scene: Scene, stand: ClashStand) -> Refusal | None:
    """Why it may not try a Fast Move, or None. Rules: NUT-VMOV-04, NUT-TRAN-01, -05."""
    cite("NUT-VMOV-04")
    if towed_by(cast(ClashState, scene.state), stand.id):
        return _no("No Fast Move with a gun in tow.", stand, "NUT-TRAN-05")
    if stand.unloaded_turn == scene.state.turn:
        return _no("No Fast Move in a turn in which men get out.", stand, "NUT-TRAN-01")
    return None


def _ahead(stand: ClashStand) -> Refusal | None:
    return _no("It has reversed in this activation.", stand, "NUT-VMOV-03") if stand.went == BACK else None


def _backwards(stand: ClashStand) -> Refusal | None:
    return _no("It has gone forward in this activation.", stand, "NUT-VMOV-03") if stand.went == AHEAD else None


def _pivot_refusal(stand: ClashStand) -> Refusal | None:
    return _no("It has turned already in this activation.", stand, "NUT-VMOV-02") if stand.turned else None


def _no(text: str, stand: ClashStand, rule: str, at: Point | None = None) -> Refusal:
    return Refusal(text=text, rules=(cite(rule),), about=stand.id, at=at)


# ---------------------------------------------------------------- plans


def plan(
    scene: Scene, stand: ClashStand, path: Sequence[Point], mode: str = FORWARD, facing_deg: float | None = None
) -> Plan:
    """Price a drive and say whether, and how far, it may be made. An empty path is a turn on the spot.

    Rules: NUT-VMOV-01 to -05, NUT-GEO-01.
    """
    full = movement.without_repeats(((stand.x, stand.y), *((snap(x), snap(y)) for x, y in path)))
    if len(full) < 2:
        return _turn_plan(scene, stand, facing_deg)
    facing = snap_facing(steering.hull_facing(full[-2:], mode) if facing_deg is None else facing_deg)
    more = chapters.modifiers(scene, "move", stand.id, path=full)
    cost = vehicle_ground.cost_of(scene.board, spec_of(stand), full) + sum(m.add for m in more)
    spare = allowance(scene, stand, mode, full)
    refusal, where = _first_refusal(scene, stand, full, mode, facing, cost, spare)
    made = MovePrice(
        cost=round(cost, 3),
        allowance=round(spare, 3),
        inches=round(vehicle_ground.length(full), 3),
        facing_deg=facing,
        refusal=refusal,
        legal_to=where,
        notes=(*_notes(scene, stand, full), *(m.reason for m in more)),
        rules=(cite("NUT-VMOV-01"), *(m.rule for m in more if m.rule)),
    )
    return Plan(stand.id, full, facing, mode, made)


def _turn_plan(scene: Scene, stand: ClashStand, facing_deg: float | None) -> Plan:
    """A turn on the spot. Rule: NUT-VMOV-02."""
    facing = stand.facing_deg if facing_deg is None else snap_facing(facing_deg)
    turned = turn_between(facing, stand.facing_deg) > steering.STRAIGHT_DEG
    cost = pivot_cost(stand) if turned else 0.0
    spare = allowance(scene, stand)
    refusal = may_move(scene, stand) or (_pivot_refusal(stand) if turned else None)
    if refusal is None and turned and not can_turn_on_the_spot(stand):
        refusal = _no("Only tracked vehicles and bicycles turn on the spot.", stand, "NUT-VMOV-02")
    if refusal is None and cost > spare + SLACK:
        refusal = _no(f"Turning takes {cost:g} in of move, {spare:.1f} are left.", stand, "NUT-VMOV-02")
    refusal = refusal or standing.may_stand(scene, stand, stand.x, stand.y, facing)
    made = MovePrice(
        cost=cost, allowance=round(spare, 3), inches=0.0, facing_deg=facing, refusal=refusal, rules=("NUT-VMOV-02",)
    )
    return Plan(stand.id, ((stand.x, stand.y),), facing, PIVOT, made)


def _first_refusal(
    scene: Scene, stand: ClashStand, full: tuple[Point, ...], mode: str, facing: float, cost: float, spare: float
) -> tuple[Refusal | None, Point | None]:
    reason = may_move(scene, stand) or (_backwards(stand) if mode == REVERSE else _ahead(stand))
    if reason is None and mode == FAST and stand.fast_passed is None:
        reason = may_go_fast(scene, stand)
    if reason is not None:
        return reason, None
    wrong = steering.refusal(stand, full, mode, facing)
    if wrong is not None:
        return wrong[0], _short_of(full, wrong[1])
    priced = price(scene.board, full, vehicle_ground.going_of(spec_of(stand)), start_free=True)
    if not priced.passable:
        text = f"{stand.name} cannot go there."
        return _no(text, stand, "NUT-VMOV-05", priced.blocked_at), _short_of(full, priced.inches)
    wall = too_strong(scene, stand, full)
    if wall is not None:
        text = f"{stand.name} cannot drive through anything of DV {wall.dv}."
        return _no(text, stand, "NUT-VMOV-09"), _short_of(full, wall.at_in)
    met = first_met(scene, stand, full, mode)
    if met is not None:
        where = _short_of(full, met[0])
        text = f"{met[1].name} is in the way."
        return Refusal(text=text, rules=(cite("NUT-GEO-01"),), about=met[1].id, at=where), where
    if cost > spare + SLACK:
        text = f"The way takes {cost:.1f} in of move, {spare:.1f} may be spent."
        where = point_at(scene, stand, full, spare)
        return _no(text, stand, "NUT-VMOV-01", where), where
    return may_end(scene, stand, full[-1], facing), None


def too_strong(scene: Scene, stand: ClashStand, full: Sequence[Point]) -> vehicle_ground.Hazard | None:
    """The first obstacle on a path that its class never overruns. Rule: NUT-VMOV-09."""
    cite("NUT-VMOV-09")
    limit = int(class_value(stand, "max_dv"))
    found = vehicle_ground.hazards(scene.board, stand, full)
    return next((h for h in found if h.kind == vehicle_ground.OVER_RUN and h.dv > limit), None)


def class_value(stand: ClashStand, column: str) -> int:
    """A value of its class in table over_run_class."""
    return int(class_row(spec_of(stand).class_)[column])


def may_end(scene: Scene, stand: ClashStand, at: Point, facing: float) -> Refusal | None:
    """Why it may not stop there, or None; men in its way do not count, they are driven at.

    Rules: NUT-GEO-01, NUT-VINF-02.
    """
    refusal = standing.may_stand(scene, stand, *at, facing)
    if refusal is None or refusal.about is None:
        return refusal
    other = cast(ClashState, scene.state).stands.get(refusal.about)
    if other is None or not other.is_man or other.side == stand.side:
        return refusal
    return None


def _short_of(full: Sequence[Point], inches: float) -> Point | None:
    at = max(0.0, inches - 0.01)
    return along(full, at) if at > 0.05 else None


def point_at(scene: Scene, stand: ClashStand, full: Sequence[Point], points: float) -> Point | None:
    """Where along a path so many inches of move are spent."""
    inches = inches_for(scene, stand, full, points)
    return _short_of(full, inches)


def inches_for(scene: Scene, stand: ClashStand, full: Sequence[Point], points: float) -> float:
    """Inches of a path that so many inches of move suffice for."""
    return vehicle_ground.inches_for(scene.board, spec_of(stand), full, points + SLACK)


def _notes(scene: Scene, stand: ClashStand, full: Sequence[Point]) -> tuple[str, ...]:
    """What the driver will be tested for, in words."""
    words = {
        vehicle_ground.STUCK: "may get stuck",
        vehicle_ground.EDGE: "over the edge",
        vehicle_ground.BLIND: "drives blind",
    }
    found = []
    for hazard in vehicle_ground.hazards(scene.board, stand, full):
        over = f"drives through DV {hazard.dv}"
        found.append(over if hazard.kind == vehicle_ground.OVER_RUN else words[hazard.kind])
    return tuple(dict.fromkeys(found))


# ---------------------------------------------------------------- what is in the way


def first_met(scene: Scene, stand: ClashStand, full: Sequence[Point], mode: str) -> tuple[float, ClashStand] | None:
    """The first vehicle, gun or wreck that its hull would run into, and where. Rule: NUT-GEO-01."""
    best: tuple[float, ClashStand] | None = None
    for other in standing.blocking(scene, stand):
        at = steering.contact_at(stand, full, mode, other)
        if at is not None and (best is None or at < best[0]):
            best = at, other
    return best


def with_path(made: Plan, path: tuple[Point, ...], facing_deg: float) -> Plan:
    """A plan for a piece of its path."""
    return replace(made, path=path, facing_deg=facing_deg)
