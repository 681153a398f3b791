"""Whether an order may be given: the one door through which every answer of a player goes."""

from __future__ import annotations

from wargame.engine.orders import Act, Fire, Move, Order, Placed, Refusal
from wargame.engine.requests import AnyRequest, Command, Pick, Place
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fistful_of_tows import (
    acts,
    barrage,
    close_combat,
    deployment,
    direct_acts,
    firing,
    landing,
    movement,
    moving,
    overwatch,
    pivots,
    walk,
    watch_acts,
)
from wargame.rulesets.fistful_of_tows.state import state_of


def check(scene: Scene, request: AnyRequest, order: Order) -> Refusal | None:
    """Why an order may not be given, or None. Asked of a view: what the side cannot know is not in it."""
    if isinstance(request, Command):
        return _command(scene, request, order)
    if isinstance(request, Place) and isinstance(order, Placed):
        if request.purpose in ("deploy", "enter"):
            stands = deployment.state_stands(scene, (t.id for t in request.things))
            return deployment.check(scene, stands, order, entering=request.purpose == "enter")
        if request.purpose == barrage.PURPOSE:
            return barrage.check(scene, request, order)
        if request.purpose in landing.PURPOSES:
            return landing.check(scene, request, order)
    if isinstance(request, Pick):
        return None
    return None


def _command(scene: Scene, request: Command, order: Order) -> Refusal | None:
    if isinstance(order, Move):
        return check_move(scene, request, order)
    if isinstance(order, Fire):
        return check_fire(scene, request, order)
    if isinstance(order, Act):
        if request.purpose in (firing.FIRE, firing.HOLD):
            return direct_acts.check(scene, order)
        if request.purpose == overwatch.PURPOSE:
            return watch_acts.check(scene, order)
        return acts.check(scene, order)
    return None


def check_move(scene: Scene, request: Command, order: Move) -> Refusal | None:
    """Why a move may not be made, or None."""
    stand = state_of(scene).stands[order.stand]
    if request.purpose == pivots.PURPOSE:
        return pivots.check(scene, order)
    if request.purpose == close_combat.TURN:
        if order.path or order.facing_deg is None:
            return Refusal(text="Only turns in place.", rules=(cite("FFT-CC-09"),), about=stand.id)
        return movement.may_stand(scene, stand, stand.x, stand.y, order.facing_deg)
    if request.purpose == overwatch.SCOOT:
        return _check_scoot(scene, order)
    if order.mode not in {m.id for m in movement.modes(scene, stand)}:
        return Refusal(text=f"There is no way of moving called {order.mode!r}.", kind="malformed")
    if request.purpose == moving.COMPLETE and order.mode == movement.STRATEGIC:
        return Refusal(text="No strategic move after close combat.", rules=(cite("FFT-STRAT-02"),), about=stand.id)
    refusal = movement.may_move(scene, stand, order.mode)
    if refusal is not None:
        return refusal
    return movement.plan(scene, stand, order.path, order.mode, order.facing_deg).price.refusal


def _check_scoot(scene: Scene, order: Move) -> Refusal | None:
    """Rules: FFT-SNS-02 to -04, -06."""
    stand = state_of(scene).stands[order.stand]
    if order.mode not in ("", movement.SCOOT):
        return Refusal(text="A scoot is one move.", kind="malformed")
    path = walk.scoot_path(stand, order)
    plan = movement.plan(scene, stand, path[1:], movement.SCOOT, order.facing_deg)
    if plan.halted_by and plan.price.refusal is None:
        text = "A scoot may not enter close combat range."
        return Refusal(text=text, rules=(cite("FFT-SNS-06"),), about=stand.id)
    return plan.price.refusal


def check_fire(scene: Scene, request: Command, order: Fire) -> Refusal | None:
    """Why a shot may not be fired, or None."""
    if order.at is not None:
        return Refusal(text="Fire at a stand, not at a place.", kind="malformed")
    stand = state_of(scene).stands[order.stand]
    if order.weapon and stand.ratings.weapon(order.weapon) is None:
        return Refusal(text=f"{stand.name} has no weapon {order.weapon!r}.", kind="malformed")
    if request.purpose == moving.MOVE:
        return moving.check_fire(scene, order)
    if request.purpose == overwatch.PURPOSE:
        return overwatch.check(scene, order)
    if request.purpose == close_combat.PURPOSE:
        return close_combat.check(scene, order)
    return firing.check(scene, order, firing.now_of(request))


def fires_of(scene: Scene, request: Command, name: str) -> list[Fire]:
    """Legal fire of a stand for a request."""
    stand = state_of(scene).stands.get(name)
    if stand is None:
        return []
    if request.purpose in (moving.MOVE, overwatch.PURPOSE):
        rows = overwatch.legal_orders(scene, stand) if stand.in_play else []
        return [o for o in rows if not o.mode or request.purpose == overwatch.PURPOSE]
    if request.purpose == close_combat.PURPOSE:
        return close_combat.legal_orders(scene, stand)
    if request.purpose in (firing.FIRE, firing.HOLD):
        return list(firing.legal_orders(scene, stand, firing.now_of(request)))
    return []
