"""Who rides on a vehicle: may he shoot, how well, and is he fast? Rules: NUT-TRAN-03, NUT-VMOV-13."""

from __future__ import annotations

from typing import cast

from wargame.engine.dice import Modifier
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import vehicles
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState
from wargame.rulesets.clash_of_titans.vehicle_data import whole

PASSENGER, RIDER = "passenger", "rider"


def moved_this_turn(state: ClashState, vehicle: ClashStand) -> bool:
    """Has the vehicle moved in its activation of this turn?"""
    return vehicle.active_turn == state.turn and vehicle.moved_in > 0.0


def cannot_shoot(scene: Scene, man: ClashStand) -> Refusal | None:
    """Why a man aboard may not shoot, or None: riders of trucks and open-topped vehicles may. Rule: NUT-TRAN-03."""
    if not man.carrier:
        return None
    cite("NUT-TRAN-03")
    vehicle = cast(ClashState, scene.state).stands.get(man.carrier)
    if vehicle is None or (vehicles.is_open(vehicle) and man.station in (PASSENGER, RIDER)):
        return None
    text = f"{man.name} cannot shoot from where he is."
    return Refusal(text=text, rules=(cite("NUT-TRAN-03"),), about=man.id)


def shooting_modifiers(scene: Scene, man: ClashStand) -> tuple[Modifier, ...]:
    """-1 Rep for shooting from a vehicle that moved. Rule: NUT-TRAN-03."""
    vehicle = cast(ClashState, scene.state).stands.get(man.carrier) if man.carrier else None
    if vehicle is None or not moved_this_turn(cast(ClashState, scene.state), vehicle):
        return ()
    return (Modifier("the vehicle moved", whole("riders", "moved_rep"), rule=cite("NUT-TRAN-03")),)


def counts_as_fast(state: ClashState, target: ClashStand) -> bool:
    """Is a target fast moving: itself, with its carrier, or on a motorcycle or bicycle in motion? Rule: NUT-VMOV-13."""
    body = state.stands.get(target.carrier) if target.carrier else None
    vehicle = body if body is not None else target
    if vehicle.spec is not None and vehicle.spec.class_ in ("motorcycle", "bicycle"):
        cite("NUT-VMOV-13")
        return vehicle.fast_moving or moved_this_turn(state, vehicle)
    return target.fast_moving or vehicle.fast_moving
