"""Clouds of smoke: how they come up and when they are gone. Rule: NUT-COVR-08."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.board import AddFeature, RemoveFeature, snap
from wargame.engine.events import Event, GroundChanged
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans.lines import Point, state_of
from wargame.rulesets.clash_of_titans.state import Cloud

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

TURNS_AFTER = 2
"""A cloud lasts to the end of the second following turn (NUT-COVR-08)."""


def put(battle: Battle, at: Point, diameter_in: float, cause: Event | None = None, lasting: bool = False) -> str:
    """A cloud comes up at a place; `lasting` to the end of the game. Gives its id on the ground. Rule: NUT-COVR-08."""
    state = state_of(battle)
    state.next_id += 1
    name = f"smoke-{state.next_id}"
    ring = ((snap(at[0]), snap(at[1])),)
    cloud = AddFeature(
        id=name, kind="smoke", rings=(ring,), geometry="point", props=(("radius", round(diameter_in / 2, 3)),)
    )
    battle.happen(GroundChanged(added=(cloud,), why="smoke", rules=(cite("NUT-COVR-08"),)), cause=cause)
    if not lasting:
        state.clouds = (*state.clouds, Cloud(id=name, until_turn=state.turn + TURNS_AFTER))
    return name


def age(battle: Battle, cause: Event | None = None) -> list[str]:
    """The end of a turn: clouds whose last turn this was are gone; their ids. Rule: NUT-COVR-08."""
    state = state_of(battle)
    gone = [cloud.id for cloud in state.clouds if cloud.until_turn <= state.turn]
    if not gone:
        return []
    state.clouds = tuple(cloud for cloud in state.clouds if cloud.id not in gone)
    there = [name for name in gone if battle.board.has_feature(name)]
    changes = tuple(RemoveFeature(id=name) for name in there)
    rules = (cite("NUT-COVR-08"),)
    battle.happen(GroundChanged(added=changes, why="smoke_gone", rules=rules), cause=cause)
    return gone
