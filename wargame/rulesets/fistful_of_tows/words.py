"""How an event is told: looked up in words.toml and filled in."""

from __future__ import annotations

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
from wargame.engine.telling import Reader, Row, name_of, names_of, row_result, told
from wargame.rulesets.fistful_of_tows.data import lines, words_file

_GOOD = {"destroyed": True, "check": True, "none": False, "passed": True, "failed": False, "saved": True}


def words(scene: Scene, event: AnyEvent) -> Telling | None:
    """How an event is told; None: not told."""
    return told(scene, event, _READERS, words_file(), result=lambda o: row_result(words_file(), o), good=_GOOD)


def _moved(scene: Scene, event: StandMoved) -> Row:
    return (f"move_{event.mode}", "move"), {"stand": name_of(scene, event.stand), "inches": f"{event.inches:.1f}"}


def _rolled(scene: Scene, event: Rolled) -> Row:
    fields = {"who": name_of(scene, event.who or event.side), "purpose": event.purpose.replace("_", " ")}
    return (f"rolled_{event.purpose}", "rolled"), fields


def _fired(scene: Scene, event: Fired) -> Row:
    data = dict(event.data)
    stand = scene.state.stands.get(event.stand)
    line = lines().get(stand.line) if stand is not None else None
    weapon = line.weapon(event.weapon) if line is not None else None
    fields = {
        "stand": name_of(scene, event.stand),
        "target": names_of(scene, event.targets) if event.targets else "",
        "weapon": weapon.name if weapon is not None else event.weapon,
        "range": f"{event.range_in:.1f}",
        "shots": _dice(data.get("shots", 0)),
        "band": data.get("band", ""),
        "face": f", {data['face']}" if data.get("face") and data.get("kind") == "armour" else "",
    }
    keys = (f"fired_{data.get('band')}", f"fired_{event.manner}", "fired_fire")
    return (keys if data.get("band") == "out" else keys[1:]), fields


def _dice(count: object) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _points(points: float) -> str:
    return f"{points:g} point{'' if points == 1 else 's'}"


def shell(name: str) -> str:
    """What a kind of ammunition is called."""
    row = words_file().get(f"shell_{name}")
    return str(row["text"]) if row else name.replace("_", " ")


def _template(scene: Scene, event: TemplateLanded) -> Row:
    off = ((event.x - event.aim_x) ** 2 + (event.y - event.aim_y) ** 2) ** 0.5
    where = "on its marker" if off < 0.05 else f"{off:.1f} in from its marker"
    return ("template",), {"where": where, "inside": names_of(scene, event.hits) or "nobody"}


def _phase(scene: Scene, event: PhaseBegan) -> Row:
    whose = f", {name_of(scene, event.side)}" if event.side else ""
    return ("phase",) if event.phase else (), {"phase": event.phase, "whose": whose}


def _objective(scene: Scene, event: ObjectiveTaken) -> Row:
    key = "objective_contested" if event.contested else "objective_taken" if event.side else "objective_free"
    return (key,), {"objective": name_of(scene, event.objective), "side": name_of(scene, event.side)}


def _said(scene: Scene, event: Said) -> Row:
    about = name_of(scene, event.about[0]) if event.about else ""
    fields: dict[str, Any] = {"text": event.text, "side": name_of(scene, event.side), "stand": about}
    fields.update(dict(event.data))
    return (f"said_{event.key}", "said") if event.text else (f"said_{event.key}",), fields


_READERS: dict[type[Any], Reader] = {
    StandMoved: _moved,
    StandTurned: lambda s, e: (("turned",), {"stand": name_of(s, e.stand)}),
    StandPlaced: lambda s, e: ((f"placed_{e.why}",), {"stand": name_of(s, e.stand)}),
    StandChanged: lambda s, e: ((f"changed_{e.why}",), {"stand": name_of(s, e.stand)}),
    StandRemoved: lambda s, e: ((f"removed_{e.why}", "removed"), {"stand": name_of(s, e.stand), "why": e.why}),
    GroupChanged: lambda s, e: ((f"group_{e.why}",) if e.why else (), {"group": name_of(s, e.group)}),
    Rolled: _rolled,
    Fired: _fired,
    TemplateLanded: _template,
    Sighted: lambda s, e: (("sighted",), {"stand": name_of(s, e.stand)}),
    ObjectiveTaken: _objective,
    Scored: lambda s, e: (("scored",), {"side": name_of(s, e.side), "points": _points(e.points), "why": e.why}),
    AreaChanged: lambda s, e: (("area",) if e.why else (), {"name": e.area.name or e.area.kind, "why": e.why}),
    GroundChanged: lambda s, e: ((f"ground_{e.why}", "ground"), {"why": e.why}),
    MarkerPlaced: lambda s, e: ((f"marker_{e.marker.kind}", "marker"), {"name": e.marker.text or e.marker.kind}),
    MarkerRemoved: lambda s, e: ((f"marker_gone_{e.why}",) if e.why else (), {"name": e.marker}),
    TurnBegan: lambda s, e: (("turn",), {"turn": e.turn}),
    PhaseBegan: _phase,
    BattleEnded: lambda s, e: (("ended",), {"reason": e.result.reason}),
    Said: _said,
}
