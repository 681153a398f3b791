"""Triggers of a scenario: when a condition first holds, things happen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from wargame.board import Change
from wargame.engine.events import AreaChanged, GroundChanged, GroupChanged, Said, Scored
from wargame.engine.setup import Effect, Trigger
from wargame.engine.state import Area

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def pull(battle: Battle) -> None:
    """Carry out every trigger that is due."""
    for trigger in battle.setup.triggers:
        if _is_due(battle, trigger):
            mark = f"{trigger.id}@{battle.state.turn}" if trigger.repeat else trigger.id
            battle.state.triggered += (mark,)
            for effect in trigger.effects:
                _carry_out(battle, trigger, effect)


def _is_due(battle: Battle, trigger: Trigger) -> bool:
    done = battle.state.triggered
    if trigger.id in done or f"{trigger.id}@{battle.state.turn}" in done:
        return False
    return trigger.condition.holds(battle)


def _carry_out(battle: Battle, trigger: Trigger, effect: Effect) -> None:
    data = effect.data
    text = str(data.get("text", trigger.text))
    if effect.kind == "say":
        battle.happen(Said(key="trigger", text=text))
    elif effect.kind == "visibility":
        battle.happen(Said(key="visibility", text=text, visibility_in=float(data["inches"])))
    elif effect.kind == "weather":
        battle.happen(Said(key="weather", text=text, weather=str(data["weather"])))
    elif effect.kind == "score":
        battle.happen(Scored(side=data["side"], points=float(data["points"]), why=text))
    elif effect.kind in ("hold", "release"):
        for group in data["groups"]:
            held = (("held", effect.kind == "hold"),)
            battle.happen(GroupChanged(group=group, changes=held, why=text))
    elif effect.kind == "arrive":
        for group in data["groups"]:
            battle.state.triggered += (f"arrive:{group}",)
    elif effect.kind == "ground":
        battle.happen(GroundChanged(added=msgspec.convert(data["changes"], tuple[Change, ...]), why=text))
    elif effect.kind == "area":
        battle.happen(AreaChanged(area=_area(data), why=text))
    else:
        raise ValueError(f"trigger {trigger.id!r}: unknown effect {effect.kind!r}")


def _area(data: Any) -> Area:
    known = data.get("known_to")
    return Area(
        id=data["id"],
        kind=data["kind"],
        polygon=tuple(tuple(p) for p in data["polygon"]),
        owner=data.get("owner", ""),
        known_to=None if known is None else tuple(known),
        name=data.get("name", ""),
        data=tuple(sorted(data.get("data", {}).items())),
    )
