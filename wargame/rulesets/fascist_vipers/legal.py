"""Whether an order may be given: the one door through which every answer of a player goes. Rules: CFV-TURN-04, -05."""

from __future__ import annotations

from wargame.engine.orders import Act, Assault, Fire, Move, Order, Placed, Refusal
from wargame.engine.requests import AnyRequest, Command, Place
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import (
    activation,
    acts,
    air,
    assault,
    black_marks,
    bursts,
    deployment,
    movement,
    reaction,
    targets,
    units,
    walk,
)
from wargame.rulesets.fascist_vipers.observation import state_of

GUN, BURST = "gun", "burst"
"""Names of the weapons of a unit on the ground, as its card has them."""
_BREAKING = (activation.BREAKTHROUGH, activation.BREAKTHROUGH_ASSAULT)


def check(scene: Scene, request: AnyRequest, order: Order) -> Refusal | None:
    """Why an order may not be given, or None. Asked of a view: what the side cannot know is not in it."""
    if isinstance(request, Command):
        return _check_command(scene, request, order)
    if isinstance(request, Place) and isinstance(order, Placed):
        if request.purpose in ("deploy", "enter"):
            stands = deployment.state_stands(scene, (t.id for t in request.things))
            return deployment.check(scene, stands, order, entering=request.purpose == "enter")
        if request.purpose == "plan":
            return bursts.check_plots(scene, request, order)
    return None


def _check_command(scene: Scene, request: Command, order: Order) -> Refusal | None:
    if request.purpose == air.PURPOSE:
        return air.check(scene, request, order)
    if isinstance(order, Move):
        return check_move(scene, request, order)
    if isinstance(order, Fire):
        return check_fire(scene, order)
    if isinstance(order, Assault):
        return _check_assault(scene, request, order)
    if isinstance(order, Act):
        return black_marks.check(order) if order.act == black_marks.ACT else acts.check(scene, order)
    return None


def check_move(scene: Scene, request: Command, order: Move) -> Refusal | None:
    """Why a move may not be made, or None."""
    stand = state_of(scene).stands[order.stand]
    mode = mode_of(scene, request, order)
    if order.mode and order.mode != mode:
        return Refusal(text=f"There is no way of moving called {order.mode!r}.", kind="malformed")
    if request.purpose not in (walk.GO_ON, *_BREAKING):
        refusal = movement.may_move(scene, stand)
        if refusal is not None:
            return refusal
    return movement.plan(scene, stand, order.path, mode, order.facing_deg).price.refusal


def mode_of(scene: Scene, request: Command, order: Move) -> str:
    """The way of moving that a move order means here: an interrupted move goes on as it began."""
    stand = state_of(scene).stands[order.stand]
    if request.purpose == activation.BREAKTHROUGH:
        return movement.BREAKTHROUGH
    if request.purpose != walk.GO_ON:
        return order.mode if order.mode == movement.ROAD else ""
    if stand.broke_through:
        return movement.BREAKTHROUGH
    return movement.ROAD if stand.road_move else ""


def check_fire(scene: Scene, order: Fire) -> Refusal | None:
    """Why a shot or a burst may not be fired, or None."""
    stand = state_of(scene).stands[order.stand]
    if units.is_aircraft(stand):
        return air.check_air(scene, order)
    refusal = reaction.may_attack(scene, stand)
    if refusal is not None:
        return refusal
    if order.weapon not in ("", BURST if order.at is not None else GUN):
        return Refusal(text=f"{stand.name} has no weapon {order.weapon!r} to fire so.", kind="malformed")
    if order.at is not None:
        return bursts.check_burst(scene, order)
    return targets.check_exchange(scene, order)


def _check_assault(scene: Scene, request: Command, order: Assault) -> Refusal | None:
    stand = state_of(scene).stands[order.stand]
    breaking = request.purpose in _BREAKING
    refusal = None if breaking else reaction.may_attack(scene, stand)
    return refusal or assault.check(scene, order, breakthrough=breaking)
