"""How an event is told: looked up in words.toml and filled in. Chains are grouped by their cause."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from wargame.engine.events import (
    AnyEvent,
    AreaChanged,
    BattleEnded,
    Fired,
    GroundChanged,
    GroupChanged,
    MarkerPlaced,
    MarkerRemoved,
    ObjectiveTaken,
    PhaseBegan,
    Rolled,
    Said,
    Scored,
    Sighted,
    StandChanged,
    StandMoved,
    StandPlaced,
    StandRemoved,
    StandTurned,
    TemplateLanded,
    TurnBegan,
)
from wargame.engine.ruleset import Scene, Telling
from wargame.rulesets.clash_of_titans.data import blast_weapons, words_file

Row = tuple[tuple[str, ...], dict[str, Any]]
"""Keys of words.toml, the first that exists tells, and what fills it in."""
_TURNED = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
GOOD = {"pass_2": True, "pass_1": None, "pass_0": False, "hit": True, "miss": False}


def words(scene: Scene, event: AnyEvent) -> Telling | None:
    """How an event is told; None: not told."""
    reader = _READERS.get(type(event))
    if reader is None:
        return None
    keys, fields = reader(scene, event)
    row = next((words_file()[key] for key in keys if key in words_file()), None)
    if row is None or not row["text"]:
        return None
    outcome = getattr(event, "outcome", "")
    return Telling(
        text=_agreeing(str(row["text"]), fields).format_map(_Filled(fields)),
        head=bool(row.get("head", False)),
        topic=row.get("topic", "all"),
        about=tuple(dict.fromkeys(name for name in _about(event) if name)),
        need=getattr(event, "needed", ""),
        result=_result(outcome),
        good=GOOD.get(outcome),
    )


def _result(outcome: str) -> str:
    row = words_file().get(f"result_{outcome}")
    if row is not None:
        return str(row["text"])
    parts = outcome.split("_")
    if parts[0] == "pass":
        numbers = [p for p in parts[1:] if p.isdigit()]
        steadied = " +1 by the leader" if "led" in parts else ""
        return f"pass {' or '.join(numbers)}{steadied}"
    return outcome.replace("_", " ")


def _agreeing(text: str, fields: dict[str, Any]) -> str:
    """The text with the verb that agrees with the side that acts: of `[acts|act]` the second where its name is many."""
    name = str(fields.get("side", ""))
    return _TURNED.sub(r"\2" if name.rstrip().endswith("s") else r"\1", text)


class _Filled(dict[str, Any]):
    """Fields of a text; what is missing stays empty."""

    def __missing__(self, key: str) -> str:
        return ""


def _about(event: AnyEvent) -> tuple[str, ...]:
    found = [
        getattr(event, name) for name in ("stand", "who", "by", "group") if isinstance(getattr(event, name, None), str)
    ]
    return (*found, *getattr(event, "targets", ()), *getattr(event, "about", ()))


def name_of(scene: Scene, name: str) -> str:
    """The name of a stand (with its group's where others bear it too), group, side or objective."""
    state = scene.state
    stand = state.stands.get(name)
    if stand is not None:
        same = any(s.name == stand.name and s.id != stand.id for s in state.stands.values())
        group = state.groups.get(stand.group)
        return f"{stand.name} ({group.name})" if same and group is not None else stand.name
    found = state.groups.get(name) or state.sides.get(name) or state.objectives.get(name)
    if found is not None:
        return found.name
    for row in scene.setup.groups:
        placed = next((s for s in row.stands if s.id == name), None)
        if placed is not None:
            return placed.name
    return name


def _names(scene: Scene, names: tuple[str, ...]) -> str:
    return ", ".join(name_of(scene, name) for name in names)


def _moved(scene: Scene, event: StandMoved) -> Row:
    fields = {"stand": name_of(scene, event.stand), "inches": f"{event.inches:.1f}"}
    return (f"move_{event.mode}", "move"), fields


def _rolled(scene: Scene, event: Rolled) -> Row:
    parts = event.purpose.split("+")
    said = [str(words_file().get(f"test_{p}", {}).get("text", p.replace("_", " "))) for p in parts]
    fields = {"who": name_of(scene, event.who), "purpose": " and ".join(said)}
    return (f"rolled_{event.purpose}", "rolled"), fields


def _fired(scene: Scene, event: Fired) -> Row:
    data = dict(event.data)
    fields = {
        "stand": name_of(scene, event.stand),
        "target": _names(scene, event.targets) or "a place",
        "range": f"{event.range_in:.1f}",
        "weapon": event.weapon.replace("_", " "),
    }
    delivery = f"fired_{_delivery(event.weapon)}"
    return (delivery, f"fired_{data.get('why', '')}", f"fired_{event.manner}", "fired_fire"), fields


def _delivery(weapon: str) -> str:
    """How a grenade or charge gets there, by its chart: throw, placed …; "" for what has no such row."""
    row = blast_weapons().get(weapon)
    return row.delivery.split(",")[0] if row is not None else ""


def _changed(scene: Scene, event: StandChanged) -> Row:
    fields: dict[str, Any] = {"stand": name_of(scene, event.stand), **dict(event.changes)}
    if event.why == "ready" and "status" not in dict(event.changes):
        return ("changed_gets_ready",), fields
    return (f"changed_{event.why}",), fields


def _group(scene: Scene, event: GroupChanged) -> Row:
    changes = dict(event.changes)
    leader = changes.get("leader")
    fields = {"group": name_of(scene, event.group), "leader": name_of(scene, str(leader)) if leader else "nobody"}
    fields |= {name: str(changes[name]) for name in ("procedure", "intention") if changes.get(name)}
    return (f"group_{event.why}",), fields


def _said(scene: Scene, event: Said) -> Row:
    fields = {"side": name_of(scene, event.side), "text": event.text, "who": _names(scene, event.about)}
    fields |= {key: name_of(scene, value) if isinstance(value, str) else value for key, value in event.data}
    return (f"said_{event.key}", *(("said",) if event.text else ())), fields


_READERS: dict[type, Callable[[Scene, Any], Row]] = {
    TurnBegan: lambda scene, e: (("turn",), {"turn": e.turn}),
    PhaseBegan: lambda scene, e: (
        (f"phase_{e.step}", "phase"),
        {"phase": e.phase, "side": name_of(scene, e.side) if e.side else ""},
    ),
    StandPlaced: lambda scene, e: ((f"placed_{e.why}", "placed"), {"stand": name_of(scene, e.stand)}),
    StandMoved: _moved,
    StandTurned: lambda scene, e: (("turned",), {"stand": name_of(scene, e.stand), "facing": f"{e.facing_deg:.0f}"}),
    StandChanged: _changed,
    StandRemoved: lambda scene, e: (
        (f"removed_{e.why}", f"removed_{e.why.split(' ')[0]}", "removed"),
        {"stand": name_of(scene, e.stand), "why": e.why.replace("_", " ")},
    ),
    GroupChanged: _group,
    Rolled: _rolled,
    Fired: _fired,
    TemplateLanded: lambda scene, e: (("template",), {"width": f"{e.width_in:g}", "hits": _names(scene, e.hits)}),
    MarkerPlaced: lambda scene, e: ((f"marker_{e.marker.kind}",), {"text": e.marker.text}),
    MarkerRemoved: lambda scene, e: ((f"unmarked_{e.why}",), {}),
    AreaChanged: lambda scene, e: ((f"area_{e.area.kind}",), {"name": e.area.name}),
    GroundChanged: lambda scene, e: (
        (f"ground_{e.why}", f"ground_{e.why.split(' ')[0]}"),
        {"what": " ".join(e.why.split(" ")[2:]).replace("_", " "), "section": "".join(e.why.split(" ")[1:2])},
    ),
    Sighted: lambda scene, e: (("sighted",), {"stand": name_of(scene, e.stand), "side": name_of(scene, e.side)}),
    ObjectiveTaken: lambda scene, e: (
        ("objective_contested" if e.contested else "objective_taken",),
        {"objective": name_of(scene, e.objective), "side": name_of(scene, e.side) if e.side else "nobody"},
    ),
    Scored: lambda scene, e: (
        ("scored",),
        {"side": name_of(scene, e.side), "points": f"{e.points:g}", "why": e.why},
    ),
    Said: _said,
    BattleEnded: lambda scene, e: (("ended",), {"reason": e.result.reason}),
}
