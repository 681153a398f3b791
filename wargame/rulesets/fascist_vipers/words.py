"""How an event is told: looked up in words.toml and filled in."""

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
from wargame.engine.state import Stand
from wargame.rulesets.fascist_vipers.data import words_file

_SINGULAR = frozenset({"corps", "ss"})
"""Last words of names that end in s and still name one thing."""
_TURNED = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
Row = tuple[tuple[str, ...], dict[str, Any]]
"""Keys of words.toml, the first that exists tells, and what fills it in."""


def words(scene: Scene, event: AnyEvent) -> Telling | None:
    """How an event is told; None: not told."""
    reader = _READERS.get(type(event))
    if reader is None:
        return None
    keys, fields = reader(scene, event)
    row = next((words_file()[key] for key in keys if key in words_file()), None)
    if row is None or not row["text"]:
        return None
    about = tuple(dict.fromkeys(name for name in _about(event) if name))
    return Telling(
        text=_agreeing(row["text"], _subject(fields)).format_map(_Filled(fields)),
        head=bool(row.get("head", False)),
        topic=row.get("topic", "all"),
        about=about,
        need=getattr(event, "needed", ""),
        result=_result(getattr(event, "outcome", "")),
    )


def _subject(fields: dict[str, Any]) -> str:
    return str(next((fields[key] for key in ("stand", "group", "first", "side") if fields.get(key)), ""))


def _agreeing(text: str, subject: str) -> str:
    """The text with the verb that agrees with who does it: of `[fires|fire]` the first for one, the second for many."""
    return _TURNED.sub(r"\2" if is_plural(subject) else r"\1", text)


def is_plural(name: str) -> bool:
    """Does a name speak of many, as `82 mm mortars` or `M-31 rockets on rails` do?"""
    bare = re.split(r" in | on | of | over | with |,| \(", name)[0].rstrip(" 0123456789")
    last = bare.split()[-1] if bare.split() else ""
    return last.endswith("s") and last.lower() not in _SINGULAR


def _result(outcome: str) -> str:
    row = words_file().get(f"result_{outcome}")
    return str(row["text"]) if row else outcome.replace("_", " ")


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
    stand = state.stands.get(name)
    if stand is not None:
        return _told_apart(scene, stand)
    found = state.groups.get(name) or state.sides.get(name) or state.objectives.get(name)
    if found is not None:
        return found.name
    for group in scene.setup.groups:
        row = next((s for s in group.stands if s.id == name), None)
        if row is not None:
            return row.name
    return name


def _told_apart(scene: Scene, stand: Stand) -> str:
    """The name of a stand, with that of its group where another bears it too."""
    state = scene.state
    if not any(s.name == stand.name and s.id != stand.id for s in state.stands.values()):
        return stand.name
    group = state.groups.get(stand.group)
    return stand.name if group is None else f"{stand.name} ({group.name.split(' (')[0]})"


def _moved(scene: Scene, event: StandMoved) -> Row:
    fields = {"stand": _name(scene, event.stand), "inches": f"{event.inches:.1f}"}
    demanded = ("move_demanded",) if "CFV-REAC-12" in event.rules and not event.mode else ()
    return (*demanded, f"move_{event.mode}", "move"), fields


def _rolled(scene: Scene, event: Rolled) -> Row:
    who, purpose = _name(scene, event.who), event.purpose.replace("_", " ")
    return (f"rolled_{event.purpose}", "rolled"), {"who": who, "purpose": purpose}


def _fired(scene: Scene, event: Fired) -> Row:
    target = _name(scene, event.targets[0]) if event.targets else ""
    data = dict(event.data)
    how = " on the range found before" if data.get("ranged_in") else "" if data.get("observed", True) else " as planned"
    if supports := ", ".join(_name(scene, s) for s in data.get("supports", ())):
        how = f", supported by {supports}"
    fields = {"stand": _name(scene, event.stand), "target": target, "range": f"{event.range_in:.1f}", "how": how}
    return (f"fired_{event.manner}", "fired_fire"), fields


def _template(scene: Scene, event: TemplateLanded) -> Row:
    off = ((event.x - event.aim_x) ** 2 + (event.y - event.aim_y) ** 2) ** 0.5
    where = "on its aim" if off < 0.05 else f"{off:.1f} in from its aim"
    return ("template",), {"where": where, "inside": ", ".join(_name(scene, s) for s in event.hits) or "nobody"}


def _sighted(scene: Scene, event: Sighted) -> Row:
    keys = tuple(f"sighted_{rule}" for rule in event.rules)
    return (*keys, "sighted"), {"stand": _name(scene, event.stand)}


def _phase(scene: Scene, event: PhaseBegan) -> Row:
    whose = f", {_name(scene, event.side)}" if event.side and not event.step.startswith("tests") else ""
    return ("phase",) if event.phase else (), {"phase": event.phase, "whose": whose}


def _objective(scene: Scene, event: ObjectiveTaken) -> Row:
    key = "objective_contested" if event.contested else "objective_taken" if event.side else "objective_free"
    return (key,), {"objective": _name(scene, event.objective), "side": _name(scene, event.side)}


def _said(scene: Scene, event: Said) -> Row:
    about = _name(scene, event.about[0]) if event.about else ""
    fields: dict[str, Any] = {"text": event.text, "side": _name(scene, event.side), "stand": about}
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
    Sighted: _sighted,
    ObjectiveTaken: _objective,
    Scored: lambda s, e: (("scored",), {"side": _name(s, e.side), "points": f"{e.points:g}", "why": e.why}),
    AreaChanged: lambda s, e: (("area",) if e.why else (), {"name": e.area.name or e.area.kind, "why": e.why}),
    GroundChanged: lambda s, e: (("ground",), {"why": e.why}),
    MarkerPlaced: lambda s, e: (
        (f"marker_{e.marker.kind}", "marker"),
        {"name": e.marker.text or e.marker.kind},
    ),
    TurnBegan: lambda s, e: (("turn",), {"turn": e.turn}),
    PhaseBegan: _phase,
    BattleEnded: lambda s, e: (("ended",), {"reason": e.result.reason}),
    Said: _said,
}
