"""Mounting and dismounting. Rules: LW2-MOVE-12, -13, LW2-RIDE-05, -06."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.board import gap, snap, snap_facing
from wargame.engine.events import StandChanged, StandPlaced
from wargame.engine.knowledge import seen_by_for
from wargame.engine.orders import Act, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import standing_ground, units
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import WarStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

MOUNT, DISMOUNT = "mount", "dismount"
NEAR_IN = 1.0


def can_carry(carrier: WarStand, stand: WarStand) -> bool:
    """A truck or armoured carrier takes one squad or tows one gun, a tank one squad of riders.

    Rules: LW2-MOVE-12, LW2-RIDE-05.
    """
    cite("LW2-MOVE-12")
    if not units.is_vehicle(carrier):
        return False
    if units.is_gun(stand):
        cite("LW2-MOVE-13")
        return carrier.ratings.troop in ("soft_vehicle", "armoured_carrier")
    cite("LW2-RIDE-05")
    return units.is_on_foot(stand)


def load(scene: Scene, carrier: WarStand) -> list[WarStand]:
    """Who is aboard."""
    return [s for s in state_of(scene).stands.values() if s.carrier == carrier.id and not s.gone]


def carriers(scene: Scene, stand: WarStand) -> list[WarStand]:
    """Empty carriers of its side within an inch. Rule: LW2-MOVE-12."""
    return [
        c
        for c in state_of(scene).stands.values()
        if c.side == stand.side
        and c.id != stand.id
        and isinstance(c, WarStand)
        and c.in_play
        and can_carry(c, stand)
        and not load(scene, c)
        and gap(units.footprint(c), units.footprint(stand)) <= NEAR_IN
    ]


def may_mount(scene: Scene, stand: WarStand) -> Refusal | None:
    """Why a stand may not mount now, or None. Rule: LW2-MOVE-12."""
    state = state_of(scene)
    rule = cite("LW2-MOVE-12")
    if not stand.in_play or units.is_vehicle(stand):
        return Refusal(text=f"{stand.name} cannot mount.", rules=(rule,))
    if stand.suppressed_turn or stand.pinned or state.cycle in (stand.moved_cycle, stand.stays_cycle, stand.busy_cycle):
        return Refusal(text=f"{stand.name} may not move any more in this hour.", rules=(rule,))
    if not carriers(scene, stand):
        return Refusal(text=f"No empty carrier stands within an inch of {stand.name}.", rules=(rule,))
    return None


def may_dismount(scene: Scene, stand: WarStand) -> Refusal | None:
    """Why a stand may not get off now, or None. Rule: LW2-MOVE-12."""
    carrier = state_of(scene).stands.get(stand.carrier or "")
    if carrier is None:
        return Refusal(text=f"{stand.name} is not being carried.", rules=(cite("LW2-MOVE-12"),))
    if standing_ground.beside(scene, carrier, stand) is None:
        return Refusal(text=f"There is no room beside {carrier.name}.", rules=(cite("LW2-MOVE-12"),))
    return None


def mount(battle: Battle, order: Act) -> None:
    """The stand goes aboard and counts as having moved. Rule: LW2-MOVE-12."""
    state = state_of(battle)
    stand = state.stands[order.stand]
    rows = carriers(battle, stand)
    carrier = next((c for c in rows if c.id == order.target), rows[0])
    seen = seen_by_for(battle.state, stand.id)
    change = (("carrier", carrier.id),)
    rules = (cite("LW2-MOVE-12"),)
    battle.happen(StandChanged(stand=stand.id, changes=change, why="mount", rules=rules, seen_by=seen))
    stand.moved_cycle = max(1, state.cycle)


def dismount(battle: Battle, order: Act) -> None:
    """The stand gets off beside its carrier and counts as having moved. Rule: LW2-MOVE-12."""
    state = state_of(battle)
    stand = state.stands[order.stand]
    carrier = state.stands[stand.carrier or ""]
    place = standing_ground.beside(battle, carrier, stand)
    if place is None:
        return
    seen = seen_by_for(battle.state, stand.id)
    x, y = snap(place[0]), snap(place[1])
    facing = snap_facing(carrier.facing_deg)
    rules = (cite("LW2-MOVE-12"),)
    battle.happen(StandPlaced(stand=stand.id, x=x, y=y, facing_deg=facing, why="dismount", rules=rules, seen_by=seen))
    stand.moved_cycle = max(1, state.cycle)
