"""The morale of a non-player force at the end of a turn: heavy losses change its order. Rule: NUT-NP-15."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from wargame.engine.events import Event
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import np_orders, status, throws
from wargame.rulesets.clash_of_titans.np_orders import WITHDRAW, Drawn
from wargame.rulesets.clash_of_titans.state import CAPTURED, OUT, ClashGroup, ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def check(battle: Battle) -> None:
    """Each non-player force that lost a third of its figures or a vehicle in this turn rolls 2d6 against its best
    leader's Rep: pass 2d6 keeps the order, 1d6 makes it more cautious, 0d6 withdraws. Rule: NUT-NP-15."""
    state = cast(ClashState, battle.state)
    for side in state.sides:
        force = [g for g in state.groups.values() if g.side == side and g.np and g.kind != "pef" and _had(state, g.id)]
        if force:
            _check_force(battle, side, force)


def _had(state: ClashState, group: str) -> bool:
    return any(s.group == group for s in state.stands.values())


def _check_force(battle: Battle, side: str, force: list[ClashGroup]) -> None:
    state = cast(ClashState, battle.state)
    names = {g.id for g in force}
    figures = [s for s in state.stands.values() if s.group in names and is_figure(s)]
    lost = sum(is_lost(s) for s in figures)
    vehicles = sum(s.is_vehicle and is_lost(s) for s in figures)
    before, before_vehicles = (int(state.notes.get(f"np.{what}.{side}") or 0) for what in ("lost", "tanks"))
    state.notes[f"np.lost.{side}"], state.notes[f"np.tanks.{side}"] = lost, vehicles
    heavy = np_orders.lost_a_third(len(figures), len(figures) - before, len(figures) - lost)
    if not heavy and vehicles <= before_vehicles:
        return
    leader = np_orders.best_leader(state, [g.id for g in force])
    if leader is None:
        _change(battle, force, 0, None)
        return
    rules = (cite("NUT-NP-15"),)
    roll = throws.passes(battle, 2, leader.rep, "np_morale", stand=leader, rules=rules)
    _change(battle, force, roll.row, roll.event)


def _change(battle: Battle, force: list[ClashGroup], passed: int, cause: Event | None) -> None:
    state = cast(ClashState, battle.state)
    for group in force:
        if not any(s.group == group.id and status.in_fight(s) for s in state.stands.values()):
            continue
        old = group.intention or np_orders.HOLD
        new = np_orders.change_after_losses(old, passed)
        if new != old:
            np_orders.give(battle, group.id, Drawn(new), "morale", (cite("NUT-NP-15"),), cause)
            group.routed = new == WITHDRAW


def is_lost(stand: ClashStand) -> bool:
    """Does it count as a loss of its force: out of the fight, taken, wrecked or run away; who has left the table of his
    own will (NUT-MOVE-10, WITHDRAW) is away but not lost."""
    away = stand.gone.startswith("left ") and stand.status not in (OUT, CAPTURED)
    return not status.in_fight(stand) and not away


def is_figure(stand: ClashStand) -> bool:
    """Does it count as a figure of a force: a man not aboard as crew, or a vehicle; it has been on the table."""
    if stand.kind not in ("man", "vehicle"):
        return False
    return not (stand.is_man and stand.carrier) and (stand.on_table or bool(stand.gone))
