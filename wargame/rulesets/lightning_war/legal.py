"""Whether an order may be given: the one door through which every answer of a player goes."""

from __future__ import annotations

from wargame.engine.orders import Act, Assault, Fire, Move, Order, Placed, Refusal
from wargame.engine.requests import AnyRequest, Command, Place
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import (
    acts,
    assault,
    deployment,
    firing,
    indirect,
    movement,
    objectives,
    reactions,
    setup,
    targets,
)
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import WarStand


def check(scene: Scene, request: AnyRequest, order: Order) -> Refusal | None:
    """Why an order may not be given, or None. Asked of a view: what the side cannot know is not in it."""
    if isinstance(request, Command):
        return _check_command(scene, request, order)
    if isinstance(request, Place) and isinstance(order, Placed) and request.purpose in (setup.DEPLOY, setup.ENTER):
        stands = [state_of(scene).stands[t.id] for t in request.things]
        return deployment.check(scene, stands, order)
    if isinstance(request, Place) and isinstance(order, Placed):
        return objectives.check(scene, request, order)
    return None


def _check_command(scene: Scene, request: Command, order: Order) -> Refusal | None:
    if isinstance(order, Move):
        return check_move(scene, order)
    if isinstance(order, Assault):
        return assault.check(scene, order)
    if isinstance(order, Act):
        return acts.check(scene, order)
    if isinstance(order, Fire) and state_of(scene).stands[order.stand].off_board:
        return indirect.check(scene, order)
    if isinstance(order, Fire):
        return _check_fire(scene, request, order)
    return None


def check_move(scene: Scene, order: Move) -> Refusal | None:
    """Why a move may not be made, or None."""
    stand = state_of(scene).stands[order.stand]
    if order.mode:
        return Refusal(text=f"There is no way of moving called {order.mode!r}.", kind="malformed")
    if order.assault is not None:
        return Refusal(text="Assaults are ordered as assaults.", kind="malformed")
    refusal = movement.may_move(scene, stand)
    return refusal or movement.plan(scene, stand, order.path, order.facing_deg).price.refusal


def _check_fire(scene: Scene, request: Command, order: Fire) -> Refusal | None:
    """A shot; a reaction is fired at who gave cause for it. Rules: LW2-TURN-15, LW2-MOR-15."""
    if request.purpose not in reactions.PURPOSES:
        supported = state_of(scene).groups[state_of(scene).stands[order.stand].group].supports
        if supported and state_of(scene).selected not in (supported, state_of(scene).stands[order.stand].group):
            return Refusal(text="These guns support another platoon.", rules=(cite("LW2-HMG-02"),))
        return targets.check(scene, order)
    stand = state_of(scene).stands[order.stand]
    if order.mode == firing.MOVING:
        return Refusal(text="Who is not moving does not fire on the move.", rules=(cite("LW2-TURN-15"),))
    if len(order.targets) == 1 and order.targets[0].target not in request.about:
        text = "This moment is for fire at the unit that moves or has just fired."
        return Refusal(text=text, rules=(cite("LW2-TURN-15"),))
    refusal = targets.check(scene, order)
    target = state_of(scene).stands.get(order.targets[0].target) if order.targets else None
    if refusal is None and isinstance(target, WarStand) and not reactions.may_react(scene, stand, target):
        text = f"The platoon of {stand.name} is in flight and fires only at a contiguous enemy."
        return Refusal(text=text, rules=(cite("LW2-MOR-15"),), about=stand.id)
    return refusal
