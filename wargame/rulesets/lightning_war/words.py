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
    TurnBegan,
)
from wargame.engine.ruleset import Scene, Telling
from wargame.engine.telling import Reader, Row, name_of, names_of, row_result, told
from wargame.rulesets.lightning_war.data import words_file
from wargame.rulesets.lightning_war.features import ground, name_of_place

GOOD: dict[str, bool | None] = {
    "passed": True,
    "failed": False,
    "hit": True,
    "disabled": True,
    "suppressed": True,
    "missed": False,
    "not_through": False,
    "granted": True,
    "refused": False,
}


def words(scene: Scene, event: AnyEvent) -> Telling | None:
    """How an event is told; None: not told."""
    return told(scene, event, _READERS, words_file(), result=_result, good=GOOD)


def _result(outcome: str) -> str:
    return row_result(words_file(), outcome)


def _moved(scene: Scene, event: StandMoved) -> Row:
    fields = {"stand": name_of(scene, event.stand), "inches": f"{event.inches:.1f}"}
    return (f"move_{event.mode}", "move"), fields


def _rolled(scene: Scene, event: Rolled) -> Row:
    fields = {"who": name_of(scene, event.who), "purpose": event.purpose.replace("_", " "), "outcome": event.outcome}
    return (f"rolled_{event.purpose}", "rolled"), fields


def _fired(scene: Scene, event: Fired) -> Row:
    data = dict(event.data)
    fields = {
        "stand": name_of(scene, event.stand),
        "target": names_of(scene, event.targets),
        "weapon": event.weapon,
        "how": " on the move" if data.get("mode") else "",
        "place": _place(scene, event.at),
    }
    return (f"fired_{event.manner}", "fired_fire"), fields


def _place(scene: Scene, at: tuple[float, float] | None) -> str:
    """What players call the place of a point."""
    return name_of_place(scene, ground(scene.board).spot(*at).place) if at is not None else "a place"


def _phase(scene: Scene, event: PhaseBegan) -> Row:
    whose = f", {name_of(scene, event.side)}" if event.side else ""
    shown = event.phase and event.step in ("deploy", "initiative", "command")
    return ("phase",) if shown else (), {"phase": event.phase, "whose": whose}


def _objective(scene: Scene, event: ObjectiveTaken) -> Row:
    key = "objective_contested" if event.contested else "objective_taken" if event.side else "objective_free"
    return (key,), {"objective": name_of(scene, event.objective), "side": name_of(scene, event.side)}


def _said(scene: Scene, event: Said) -> Row:
    about = name_of(scene, event.about[0]) if event.about else ""
    fields: dict[str, Any] = {"text": event.text, "side": name_of(scene, event.side), "about": about}
    fields.update(dict(event.data))
    return ((f"said_{event.key}", "said") if event.text else (f"said_{event.key}",)), fields


def _scored(scene: Scene, event: Scored) -> Row:
    key = "scored_lost" if event.points < 0 else "scored"
    fields = {"side": name_of(scene, event.side), "points": f"{abs(event.points):g}", "why": event.why}
    return (key,), fields


_READERS: dict[type[Any], Reader] = {
    StandMoved: _moved,
    StandTurned: lambda s, e: (("turned",), {"stand": name_of(s, e.stand), "facing": f"{e.facing_deg:.0f}"}),
    StandPlaced: lambda s, e: ((f"placed_{e.why}",), {"stand": name_of(s, e.stand)}),
    StandChanged: lambda s, e: ((f"changed_{e.why}",), {"stand": name_of(s, e.stand)}),
    StandRemoved: lambda s, e: ((f"removed_{e.why}", "removed"), {"stand": name_of(s, e.stand), "why": e.why}),
    GroupChanged: lambda s, e: ((f"group_{e.why}",) if e.why else (), {"group": name_of(s, e.group)}),
    Rolled: _rolled,
    Fired: _fired,
    Sighted: lambda s, e: (("sighted",), {"stand": name_of(s, e.stand)}),
    ObjectiveTaken: _objective,
    Scored: _scored,
    AreaChanged: lambda s, e: (("area",) if e.why else (), {"name": e.area.name or e.area.kind, "why": e.why}),
    GroundChanged: lambda s, e: (("ground",), {"why": e.why}),
    MarkerPlaced: lambda s, e: ((f"marker_{e.marker.kind}",), {"name": e.marker.text or e.marker.kind}),
    TurnBegan: lambda s, e: (("turn",), {"turn": e.turn}),
    PhaseBegan: _phase,
    BattleEnded: lambda s, e: (("ended",), {"reason": e.result.reason}),
    Said: _said,
}
