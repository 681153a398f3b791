"""Whether an order may be given: the one door through which every answer of a player goes. Rules: NUT-ACT-01, -02."""

from __future__ import annotations

from wargame.engine.orders import Act, Assault, Fire, Move, Order, Picked, Placed, Refusal
from wargame.engine.requests import AnyRequest, Command, Pick, Place
from wargame.engine.ruleset import Mode, Scene
from wargame.rulesets.clash_of_titans import (
    act_table,
    allotment,
    charge_targets,
    deployment,
    gun_moves,
    movement,
    shots,
)
from wargame.rulesets.clash_of_titans.standing import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand

ALLOT = (allotment.PURPOSE, allotment.ANSWER)


def check(scene: Scene, request: AnyRequest, order: Order) -> Refusal | None:
    """Why an order may not be given, or None. Asked of a view: what the side cannot know is not in it."""
    if isinstance(request, Command):
        return _command(scene, request, order)
    if isinstance(request, Place) and isinstance(order, Placed):
        return _placed(scene, request, order)
    if isinstance(request, Pick) and isinstance(order, Picked):
        return _picked(scene, request, order)
    return None


def _picked(scene: Scene, request: Pick, order: Picked) -> Refusal | None:
    if request.purpose in ALLOT:
        return allotment.check(scene, request, order)
    return charge_targets.check_names(scene, order) if request.purpose == charge_targets.PURPOSE else None


def _placed(scene: Scene, request: Place, order: Placed) -> Refusal | None:
    if request.purpose not in (deployment.DEPLOY, deployment.ENTER):
        return None
    stands = deployment.state_stands(scene, (t.id for t in request.things))
    return deployment.check(scene, stands, order, entering=request.purpose == deployment.ENTER)


def _command(scene: Scene, request: Command, order: Order) -> Refusal | None:
    if isinstance(order, Move):
        return check_move(scene, request, order)
    if isinstance(order, Fire):
        return check_fire(scene, order)
    if isinstance(order, Assault):
        from wargame.rulesets.clash_of_titans import charge, ramming

        rams = state_of(scene).stands[order.stand].is_vehicle
        return (ramming if rams else charge).check(scene, order)
    if isinstance(order, Act):
        return act_table.check(scene, order)
    return None


def check_move(scene: Scene, request: Command, order: Move) -> Refusal | None:
    """Why a move may not be made, or None."""
    stand = state_of(scene).stands[order.stand]
    if order.assault is not None:
        return Refusal(text="A charge is an order of its own.", kind="malformed", about=stand.id)
    known = {mode.id for mode in modes(scene, stand)} | ({movement.WIRE} if stand.is_man else set())
    if order.mode not in known:
        return Refusal(text=f"There is no way of moving called {order.mode!r} now.", kind="malformed", about=stand.id)
    refusal = may_move(scene, stand)
    if refusal is not None and (order.path or not stand.is_man or stand.melee_with or stand.finished):
        return refusal
    return movement.plan(scene, stand, order.path, order.mode, order.facing_deg).refusal


def may_move(scene: Scene, stand: ClashStand) -> Refusal | None:
    """Why a stand may not move at all, or None."""
    if stand.is_vehicle:
        from wargame.rulesets.clash_of_titans import vehicle_moves

        return vehicle_moves.may_move(scene, stand)
    if stand.is_gun:
        return gun_moves.push_refusal(scene, stand, (), None)
    return movement.may_move(scene, stand)


def modes(scene: Scene, stand: ClashStand) -> tuple[Mode, ...]:
    """Ways of moving of a stand."""
    if stand.is_vehicle:
        from wargame.rulesets.clash_of_titans import vehicle_moves

        return vehicle_moves.modes(scene, stand)
    return gun_moves.modes(scene, stand) if stand.is_gun else movement.modes(scene, stand)


# ---------------------------------------------------------------- shooting


def check_fire(scene: Scene, order: Fire) -> Refusal | None:
    """Why a shot may not be fired, or None."""
    return shots.check(scene, order)
