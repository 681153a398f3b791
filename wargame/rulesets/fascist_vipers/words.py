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
from wargame.rulesets.fascist_vipers.data import words_file


def words(scene: Scene, event: AnyEvent) -> Telling | None:
    """How an event is told; None: not told."""
    return told(scene, event, _READERS, words_file(), result=lambda outcome: row_result(words_file(), outcome))


def _moved(scene: Scene, event: StandMoved) -> Row:
    fields = {"stand": name_of(scene, event.stand), "inches": f"{event.inches:.1f}"}
    demanded = ("move_demanded",) if "CFV-REAC-12" in event.rules and not event.mode else ()
    return (*demanded, f"move_{event.mode}", "move"), fields


def _rolled(scene: Scene, event: Rolled) -> Row:
    who, purpose = name_of(scene, event.who), event.purpose.replace("_", " ")
    return (f"rolled_{event.purpose}", "rolled"), {"who": who, "purpose": purpose}


def _fired(scene: Scene, event: Fired) -> Row:
    target = name_of(scene, event.targets[0]) if event.targets else ""
    data = dict(event.data)
    how = " on the range found before" if data.get("ranged_in") else "" if data.get("observed", True) else " as planned"
    if supports := names_of(scene, data.get("supports", ())):
        how = f", supported by {supports}"
    fields = {"stand": name_of(scene, event.stand), "target": target, "range": f"{event.range_in:.1f}", "how": how}
    return (f"fired_{event.manner}", "fired_fire"), fields


def _template(scene: Scene, event: TemplateLanded) -> Row:
    off = ((event.x - event.aim_x) ** 2 + (event.y - event.aim_y) ** 2) ** 0.5
    where = "on its aim" if off < 0.05 else f"{off:.1f} in from its aim"
    return ("template",), {"where": where, "inside": names_of(scene, event.hits) or "nobody"}


def _sighted(scene: Scene, event: Sighted) -> Row:
    keys = tuple(f"sighted_{rule}" for rule in event.rules)
    return (*keys, "sighted"), {"stand": name_of(scene, event.stand)}


def _phase(scene: Scene, event: PhaseBegan) -> Row:
    whose = f", {name_of(scene, event.side)}" if event.side and not event.step.startswith("tests") else ""
    return ("phase",) if event.phase else (), {"phase": event.phase, "whose": whose}


def _objective(scene: Scene, event: ObjectiveTaken) -> Row:
    key = "objective_contested" if event.contested else "objective_taken" if event.side else "objective_free"
    return (key,), {"objective": name_of(scene, event.objective), "side": name_of(scene, event.side)}


def _said(scene: Scene, event: Said) -> Row:
    about = name_of(scene, event.about[0]) if event.about else ""
    fields: dict[str, Any] = {"text": event.text, "side": name_of(scene, event.side), "stand": about}
    fields.update(dict(event.data))
    return (f"said_{event.key}", "said") if event.text or dict(event.data).get("text") else (
        f"said_{event.key}",
    ), fields


_READERS: dict[type[Any], Reader] = {
    StandMoved: _moved,
    StandTurned: lambda s, e: (("turned",), {"stand": name_of(s, e.stand), "facing": f"{e.facing_deg:.0f}"}),
    StandPlaced: lambda s, e: ((f"placed_{e.why}",), {"stand": name_of(s, e.stand)}),
    StandChanged: lambda s, e: ((f"changed_{e.why}",), {"stand": name_of(s, e.stand)}),
    StandRemoved: lambda s, e: ((f"removed_{e.why}", "removed"), {"stand": name_of(s, e.stand), "why": e.why}),
    GroupChanged: lambda s, e: (
        (f"group_{e.why}", "group") if e.why else (),
        {"group": name_of(s, e.group), "why": e.why.replace("_", " ")},
    ),
    Rolled: _rolled,
    Fired: _fired,
    TemplateLanded: _template,
    Sighted: _sighted,
    ObjectiveTaken: _objective,
    Scored: lambda s, e: (("scored",), {"side": name_of(s, e.side), "points": f"{e.points:g}", "why": e.why}),
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
