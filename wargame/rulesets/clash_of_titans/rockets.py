"""Rocket launchers: empty after each shot, loaded again by hand, and not to be fired in a small room.

Rule: NUT-ATW-03.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import data, machine_guns, rooms
from wargame.rulesets.clash_of_titans.causes import Toll
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState
from wargame.rulesets.clash_of_titans.vehicle_data import number, numbers

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def is_launcher(weapon: str) -> bool:
    """A bazooka or Panzerschreck."""
    return data.short_name(weapon) in numbers()["rocket"]["launchers"]


def in_a_small_room(scene: Scene, stand: ClashStand) -> bool:
    """Is he in a room smaller than 6in square? Rule: NUT-ATW-03."""
    found = rooms.room_at(scene.board, stand.x, stand.y, stand.floor)
    if found is None:
        return False
    cite("NUT-ATW-03")
    area = next(a for a in found.building.areas if a.number == found.area)
    return bool(area.shape.area < number("rocket", "small_room_in") ** 2 - 0.01)


def fired(battle: Battle, toll: Toll, stand: ClashStand, weapon: str, cause: Event | None = None) -> None:
    """The launcher is empty; the blast behind it in a small room throws the firer down. Rule: NUT-ATW-03."""
    name = weapon or stand.in_hand
    if not stand.is_man or not is_launcher(name):
        return
    if name not in stand.dry:
        _change(battle, stand, (*stand.dry, name), "rocket_fired", cause)
    if in_a_small_room(battle, stand):
        toll.knock_down(stand.id)


def ready_again(battle: Battle) -> None:
    """The end of a turn: launchers with a second crewman in contact are loaded. Rule: NUT-ATW-03."""
    for stand in cast(ClashState, battle.state).stands.values():
        empty = [name for name in stand.dry if is_launcher(name)] if stand.is_man and stand.in_play else []
        if empty and machine_guns.helper(battle, stand) is not None:
            _change(battle, stand, tuple(name for name in stand.dry if name not in empty), "rocket_loaded", None)


def _change(battle: Battle, stand: ClashStand, dry: tuple[str, ...], why: str, cause: Event | None) -> None:
    rules = (cite("NUT-ATW-03"),)
    seen = knowledge.seen_by_for(battle.state, stand.id)
    battle.happen(StandChanged(stand=stand.id, changes=(("dry", dry),), why=why, rules=rules, seen_by=seen), cause)
