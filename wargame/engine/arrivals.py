"""The schedule: groups that come later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.engine.events import GroupChanged, Rolled
from wargame.engine.setup import Arrival

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def due(battle: Battle, side: str) -> list[Arrival]:
    """Arrivals of a side that come now. Uncertain ones are rolled for once a turn; their groups are marked arrived."""
    coming = []
    for arrival in battle.setup.arrivals:
        if arrival.side == side and arrival.id not in battle.state.arrived and _comes(battle, arrival):
            battle.state.arrived += (arrival.id,)
            for group in arrival.groups:
                battle.happen(GroupChanged(group=group, changes=(("arrived", True),), why="arrival", seen_by=(side,)))
            coming.append(arrival)
    return coming


def expected(battle: Battle, side: str) -> list[Arrival]:
    """Arrivals of a side that are still to come."""
    return [a for a in battle.setup.arrivals if a.side == side and a.id not in battle.state.arrived]


def _comes(battle: Battle, arrival: Arrival) -> bool:
    state = battle.state
    if any(f"arrive:{group}" in state.triggered for group in arrival.groups):
        return True
    if arrival.condition is not None and arrival.condition.holds(battle):
        return True
    if state.turn < arrival.earliest:
        return False
    if arrival.roll <= 1 or state.turn >= arrival.latest:
        return True
    return _roll(battle, arrival)


def _roll(battle: Battle, arrival: Arrival) -> bool:
    mark = f"roll:{arrival.id}@{battle.state.turn}"
    if mark in battle.state.triggered:
        return False
    battle.state.triggered += (mark,)
    dice = battle.throw(1, arrival.sides)
    came = dice[0] >= arrival.roll
    battle.happen(
        Rolled(
            purpose="arrival",
            who=arrival.groups[0],
            side=arrival.side,
            dice=dice,
            sides=arrival.sides,
            total=dice[0],
            needed=f"{arrival.roll}+",
            outcome="arrives" if came else "delayed",
            seen_by=(arrival.side,),
        )
    )
    return came
