"""Where bases may stand and whom a path may not pass. Rules: NUT-GEO-01, NUT-GEO-12, NUT-MOVE-12."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargame.board import Footprint, Footprints, inside_table, overlaps
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import status, vehicle_ground
from wargame.rulesets.clash_of_titans.ground import INDOORS, VEHICLE
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

Point = tuple[float, float]
Floats = NDArray[np.float64]
SLACK_IN = 1e-4


def state_of(scene: Scene) -> ClashState:
    """The state of a scene as this rulebook's."""
    state = scene.state
    assert isinstance(state, ClashState)
    return state


def footprint(stand: ClashStand) -> Footprint:
    """Its base where it stands."""
    return Footprint(stand.base, stand.x, stand.y, stand.facing_deg)


def movement_class(stand: ClashStand) -> str:
    """What pays for the ground: foot, or the going of a vehicle by ways without a test; a gun needs room like one."""
    if stand.spec is not None:
        return vehicle_ground.going_of(stand.spec) + vehicle_ground.EASY
    return INDOORS if stand.is_man else VEHICLE


def on_table(scene: Scene, *without: str) -> list[ClashStand]:
    """All pieces on the table that the scene knows, wrecks included, PEF markers and these left out."""
    kept: dict[Any, Any] | None = getattr(scene, "kept", None)
    found: list[ClashStand] | None = kept.get("on table") if kept is not None else None
    if found is None:
        stands = state_of(scene).stands.values()
        found = [s for s in stands if _is_piece(s) and (s.in_play or (s.knocked_out and bool(s.gone)))]
        if kept is not None:
            kept["on table"] = found
    return [s for s in found if s.id not in without]


def _is_piece(stand: ClashStand) -> bool:
    return getattr(stand, "kind", "contact") not in ("pef", "contact")


def blocking(scene: Scene, stand: ClashStand) -> list[ClashStand]:
    """Pieces that this stand may not run over: enemies who can stand in the way, and wrecks. Rule: NUT-GEO-01."""
    cite("NUT-GEO-01")
    kept: dict[Any, Any] = getattr(scene, "kept", {})
    key = ("blocking", stand.id, stand.floor)
    if key not in kept:
        kept[key] = _blocking(scene, stand)
    return list(kept[key])


def _blocking(scene: Scene, stand: ClashStand) -> list[ClashStand]:
    return [
        s
        for s in on_table(scene, stand.id)
        if s.floor == stand.floor and (s.knocked_out or (s.side != stand.side and _stands_in_the_way(s, stand)))
    ]


def _stands_in_the_way(other: ClashStand, mover: ClashStand) -> bool:
    """Men lying out of the fight may be stepped over; men before a vehicle are overrun (NUT-VINF-02)."""
    return status.in_fight(other) and not (mover.is_vehicle and other.is_man)


def may_stand(
    scene: Scene, stand: ClashStand, x: float, y: float, facing_deg: float, floor: int | None = None
) -> Refusal | None:
    """Why a base may not end here, or None: on the table, on nobody else. Rule: NUT-GEO-01."""
    placed = Footprint(stand.base, x, y, facing_deg)
    if not inside_table(placed, scene.board.table.width_in, scene.board.table.height_in):
        rules = (cite("NUT-MOVE-10"),)
        return Refusal(text="The base would stand over the edge of the table.", rules=rules, at=(x, y))
    other = occupant(scene, stand, placed, stand.floor if floor is None else floor)
    if other is not None:
        text = f"The base would stand on {other.name}; bases never overlap."
        return Refusal(text=text, rules=(cite("NUT-GEO-01"),), at=(x, y), about=other.id)
    return None


def occupant(scene: Scene, stand: ClashStand, placed: Footprint, floor: int = 0) -> ClashStand | None:
    """Who stands already where this base would be; a carrier and its load do not count."""
    own = placed.base.radius
    for other in on_table(scene, stand.id):
        near = own + other.base.radius
        close = abs(other.x - placed.x) <= near and abs(other.y - placed.y) <= near and other.floor == floor
        if close and overlaps(placed, footprint(other)):
            return other
    return None


def free_many(scene: Scene, stand: ClashStand, points: Floats, floor: int = 0) -> NDArray[np.bool_]:
    """At which of these points (n, 2) a man's round base would overlap nobody and lie on the table."""
    radius = stand.base.radius
    table = scene.board.table
    x, y = points[:, 0], points[:, 1]
    free = (x >= radius) & (y >= radius) & (x <= table.width_in - radius) & (y <= table.height_in - radius)
    for other in on_table(scene, stand.id):
        if other.floor != floor:
            continue
        reach = radius + (other.base.radius if other.is_man else min(other.base.width_in, other.base.depth_in) / 2)
        away = np.hypot(x - other.x, y - other.y)
        free &= away >= reach - SLACK_IN
        if not other.is_man:
            for n in np.nonzero(free & (away < radius + other.base.radius))[0].tolist():
                free[n] = not overlaps(Footprint(stand.base, float(x[n]), float(y[n]), 0.0), footprint(other))
    return free


def footprints(bases: Sequence[Footprint]) -> Footprints | None:
    """Bases as arrays, None without any."""
    return Footprints.of(bases) if bases else None
