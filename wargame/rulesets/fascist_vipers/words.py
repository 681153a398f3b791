"""How an event is told: looked up in words.toml and filled in."""

from __future__ import annotations

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
from wargame.rulesets.fascist_vipers.data import words_file

Row = tuple[tuple[str, ...], dict[str, Any]]
"""Keys of words.toml, the first that exists tells, and what fills it in."""


def words(scene: Scene, event: AnyEvent) -> Telling | None:
    """How an event is told; None: not told."""
    reader = _READERS.get(type(event))
    if reader is None:
        return None
    keys, fields = reader(scene, event)
    row = next((words_file()[key] for key in keys if key in words_file()), None)
    if row is None:
        return None
    about = tuple(dict.fromkeys(name for name in _about(event) if name))
    return Telling(
        text=row["text"].format_map(_Filled(fields)),
        head=bool(row.get("head", False)),
        topic=row.get("topic", "all"),
        about=about,
        need=getattr(event, "needed", ""),
        result=getattr(event, "outcome", ""),
    )


class _Filled(dict[str, Any]):
    """Fields of a text; what is missing stays empty."""

    def __missing__(self, key: str) -> str:
        return ""


def _about(event: AnyEvent) -> tuple[str, ...]:
    found = [
        getattr(event, name) for name in ("stand", "who", "by", "group") if isinstance(getattr(event, name, None), str)
    ]
    return (*found, *getattr(event, "targets", ()), *getattr(event, "about", ()))


def _name(scene: Scene, name: str) -> str:
    state = scene.state
    found = state.stands.get(name) or state.groups.get(name) or state.sides.get(name) or state.objectives.get(name)
    if found is not None:
        return found.name
    for group in scene.setup.groups:
        row = next((s for s in group.stands if s.id == name), None)
        if row is not None:
            return row.name
    return name


def _moved(scene: Scene, event: StandMoved) -> Row:
    fields = {"stand": _name(scene, event.stand), "inches": f"{event.inches:.1f}"}
    return (f"move_{event.mode}", "move"), fields


def _rolled(scene: Scene, event: Rolled) -> Row:
    reasons = "".join(f", {m.reason} {m.dice or m.add:+g}" for m in event.modifiers)
    fields = {
        "who": _name(scene, event.who),
        "purpose": event.purpose.replace("_", " "),
        "dice": " ".join(str(face) for face in event.dice),
        "modifiers": f" ({reasons[2:]})" if reasons else "",
        "total": f"{event.total:g}",
    }
    return (f"rolled_{event.purpose}", "rolled"), fields


def _fired(scene: Scene, event: Fired) -> Row:
    target = _name(scene, event.targets[0]) if event.targets else ""
    fields = {"stand": _name(scene, event.stand), "target": target, "range": f"{event.range_in:.1f}"}
    return (f"fired_{event.manner}", "fired_fire"), fields


def _template(scene: Scene, event: TemplateLanded) -> Row:
    off = ((event.x - event.aim_x) ** 2 + (event.y - event.aim_y) ** 2) ** 0.5
    return ("template",), {"off": f"{off:.1f}", "hits": str(len(event.hits))}


def _objective(scene: Scene, event: ObjectiveTaken) -> Row:
    key = "objective_contested" if event.contested else "objective_taken" if event.side else "objective_free"
    return (key,), {"objective": _name(scene, event.objective), "side": _name(scene, event.side)}


def _said(scene: Scene, event: Said) -> Row:
    fields: dict[str, Any] = {"text": event.text, "side": _name(scene, event.side)}
    fields.update(dict(event.data))
    return (f"said_{event.key}", "said") if event.text or dict(event.data).get("text") else (
        f"said_{event.key}",
    ), fields


_READERS: dict[type[Any], Callable[[Scene, Any], Row]] = {
    StandMoved: _moved,
    StandTurned: lambda s, e: (("turned",), {"stand": _name(s, e.stand), "facing": f"{e.facing_deg:.0f}"}),
    StandPlaced: lambda s, e: ((f"placed_{e.why}",), {"stand": _name(s, e.stand)}),
    StandChanged: lambda s, e: ((f"changed_{e.why}",), {"stand": _name(s, e.stand)}),
    StandRemoved: lambda s, e: ((f"removed_{e.why}", "removed"), {"stand": _name(s, e.stand), "why": e.why}),
    GroupChanged: lambda s, e: (
        (f"group_{e.why}", "group") if e.why else (),
        {"group": _name(s, e.group), "why": e.why.replace("_", " ")},
    ),
    Rolled: _rolled,
    Fired: _fired,
    TemplateLanded: _template,
    Sighted: lambda s, e: (("sighted",), {"stand": _name(s, e.stand)}),
    ObjectiveTaken: _objective,
    Scored: lambda s, e: (("scored",), {"side": _name(s, e.side), "points": f"{e.points:g}", "why": e.why}),
    AreaChanged: lambda s, e: (("area",) if e.why else (), {"name": e.area.name or e.area.kind, "why": e.why}),
    GroundChanged: lambda s, e: (("ground",), {"why": e.why}),
    MarkerPlaced: lambda s, e: (("marker",), {"name": e.marker.text or e.marker.kind}),
    TurnBegan: lambda s, e: (("turn",), {"turn": e.turn}),
    PhaseBegan: lambda s, e: (("phase",) if e.phase else (), {"phase": e.phase}),
    BattleEnded: lambda s, e: (("ended",), {"reason": e.result.reason}),
    Said: _said,
}
