"""How an event is told: looked up in words.toml and filled in. Chains are grouped by their cause."""

from __future__ import annotations

from collections.abc import Sequence
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
from wargame.engine.telling import Reader, Row, name_of, names_of, told
from wargame.rulesets.clash_of_titans.blast import HAND_GRENADE
from wargame.rulesets.clash_of_titans.data import blast_weapons, words_file
from wargame.rulesets.clash_of_titans.data import row as table_row

LEAST_IN = 0.05
"""A shorter step is only where a move was interrupted, and is not told."""
LOOK_BACK = 6
"""So many events before the end of a move its start is looked for."""
DUCKED, DUCKED_MOVE = "ducked_back", "duck_back"
GOOD = {"pass_2": True, "pass_1": None, "pass_0": False, "hit": True, "miss": False}


def words(scene: Scene, event: AnyEvent) -> Telling | None:
    """How an event is told; None: not told."""
    return told(scene, event, _READERS, words_file(), result=lambda outcome: _result(scene, outcome), good=GOOD)


def _result(scene: Scene, outcome: str) -> str:
    row = words_file().get(f"result_{outcome}")
    if row is not None:
        return str(row["text"])
    parts = outcome.split("_")
    if parts[0] == "first":
        return f"{name_of(scene, outcome.partition('_')[2])} first"
    if parts[0] == "pass":
        numbers = [p for p in parts[1:] if p.isdigit()]
        steadied = " +1 by the leader" if "led" in parts else ""
        return f"pass {' or '.join(numbers)}{steadied}"
    return outcome.replace("_", " ")


def _moved(scene: Scene, event: StandMoved) -> Row:
    fields = {"stand": name_of(scene, event.stand), "inches": f"{event.inches:.1f}", "reason": _reason(event.rules)}
    if event.inches < LEAST_IN:
        return (), fields
    events: Sequence[AnyEvent] = getattr(scene, "events", ())
    before = events[event.cause - 1] if 0 < event.cause <= len(events) else None
    on = isinstance(before, StandMoved) and (before.stand, before.mode) == (event.stand, event.mode)
    stand = scene.state.stands.get(event.stand)
    wheels = (f"move_{event.mode}_vehicle",) if getattr(stand, "kind", "") == "vehicle" else ()
    ran = ("move_fast",) if event.mode == "" and _runs(scene, event) else ()
    return (*(("move_on",) if on else ()), *wheels, *ran, f"move_{event.mode}", "move"), fields


def _runs(scene: Scene, event: StandMoved) -> bool:
    """Is it a man who goes farther than his normal move, by a test that he took before?"""
    stand = scene.state.stands.get(event.stand)
    normal = float(table_row("movement", "foot")["normal"])
    return getattr(stand, "kind", "") == "man" and event.inches > normal + LEAST_IN


def _rolled(scene: Scene, event: Rolled) -> Row:
    fields = {
        "who": name_of(scene, event.who or event.side),
        "purpose": _tests(event.purpose),
        "side": name_of(scene, event.side),
        "sides": ", ".join(side.name for side in scene.state.sides.values()),
    }
    return (f"rolled_{event.purpose}", "rolled" if fields["who"] else "rolled_by_nobody"), fields


def _tests(names: str) -> str:
    """Tests in words: `received_fire+man_down`."""
    found = [str(words_file().get(f"test_{n}", {}).get("text", n.replace("_", " "))) for n in names.split("+")]
    return " and ".join(found)


def _fired(scene: Scene, event: Fired) -> Row:
    data = dict(event.data)
    fields = {
        "stand": name_of(scene, event.stand),
        "target": names_of(scene, event.targets) or "a place",
        "range": f"{event.range_in:.1f}",
        "weapon": _weapon(event.weapon),
    }
    shooter = scene.state.stands.get(event.stand)
    mounted = getattr(shooter, "is_vehicle", False) or getattr(shooter, "is_gun", False)
    fields["with"] = f" with the {fields['weapon']}" if mounted else ""
    delivery = f"fired_{_delivery(event.weapon)}"
    return (delivery, f"fired_{data.get('why', '')}", f"fired_{event.manner}", "fired_fire"), fields


def _weapon(name: str) -> str:
    """What a weapon is called; mounts of vehicles have names of their own."""
    row = words_file().get(f"weapon_{name}")
    return str(row["text"]) if row is not None else name.replace("_", " ")


def _delivery(weapon: str) -> str:
    """How a grenade or charge gets there, by its chart: throw, placed …; "" for what has no such row."""
    row = blast_weapons().get(weapon)
    return row.delivery.split(",")[0] if row is not None else ""


def _changed(scene: Scene, event: StandChanged) -> Row:
    changes = {k: ", ".join(map(str, v)) if isinstance(v, tuple) else v for k, v in event.changes}
    fields: dict[str, Any] = {"stand": name_of(scene, event.stand), **changes}
    fields["reason"] = _reason(event.rules)
    if changes.get("charges"):
        fields["target"] = name_of(scene, str(changes["charges"]))
    if event.why == DUCKED and _has_moved_for_it(scene, event):
        return (("changed_ducked_in_the_open",) if changes.get("prone") else ()), fields
    if event.why == "ready" and "status" not in changes:
        return (), fields  # what he has readied is told by itself
    if event.why == "grenade_checked":
        has = any(name == HAND_GRENADE for name, _ in dict(event.changes).get("rounds", ()))
        return ("changed_has_grenade" if has else "changed_no_grenade",), fields
    if event.why == "dig" and changes.get("dug_in"):
        return ("changed_dug_in",), fields
    return (f"changed_{event.why}",), fields


def _has_moved_for_it(scene: Scene, event: StandChanged) -> bool:
    """Has the move that took him into cover just been told, with its reason?"""
    events: Sequence[AnyEvent] = getattr(scene, "events", ())
    before = events[max(0, event.n - 1 - LOOK_BACK) : event.n - 1]
    moves = [e for e in before if isinstance(e, StandMoved) and e.stand == event.stand]
    return bool(moves) and (moves[-1].mode, moves[-1].cause) == (DUCKED_MOVE, event.cause)


def _reason(rules: tuple[str, ...]) -> str:
    """Why a table gave the result that it gave, where one of its rules has words for that."""
    found = [str(words_file()[f"why_{rule}"]["text"]) for rule in rules if f"why_{rule}" in words_file()]
    return f": {', '.join(found)}" if found else ""


def _group(scene: Scene, event: GroupChanged) -> Row:
    changes = dict(event.changes)
    leader = changes.get("leader")
    if event.why == "succession" and not leader:
        return (), {}
    fields = {"group": name_of(scene, event.group), "leader": name_of(scene, str(leader)) if leader else "nobody"}
    fields |= {name: str(changes[name]) for name in ("procedure", "intention") if changes.get(name)}
    return (f"group_{event.why}",), fields


def _ground(scene: Scene, event: GroundChanged) -> Row:
    """What has become of the ground; of a section of the table its terrain and how many buildings stand on it."""
    why, section, what = (*event.why.split(" ", 2), "", "")[:3]
    houses = sum(getattr(change, "kind", "") == "building" for change in event.added)
    built = f", {houses} building{'s' * (houses > 1)}" if houses else ""
    return (f"ground_{event.why}", f"ground_{why}"), {"what": what.replace("_", " ") + built, "section": section}


def _said(scene: Scene, event: Said) -> Row:
    fields = {"side": name_of(scene, event.side), "text": event.text, "who": names_of(scene, event.about)}
    fields["reason"] = _reason(event.rules)
    fields |= {key: name_of(scene, value) if isinstance(value, str) else value for key, value in event.data}
    if "tests" in fields:
        fields |= {"tests": _tests(str(fields["tests"])), "result": _result(scene, str(fields["result"]))}
    many = (f"said_{event.key}_many",) if len(event.about) > 1 else ()
    return (*many, f"said_{event.key}", *(("said",) if event.text else ())), fields


_READERS: dict[type, Reader] = {
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
    TemplateLanded: lambda scene, e: (("template",), {"width": f"{e.width_in:g}", "hits": names_of(scene, e.hits)}),
    MarkerPlaced: lambda scene, e: ((f"marker_{e.marker.kind}",), {"text": e.marker.text}),
    MarkerRemoved: lambda scene, e: ((f"unmarked_{e.why}",), {}),
    AreaChanged: lambda scene, e: ((f"area_{e.area.kind}",), {"name": e.area.name}),
    GroundChanged: _ground,
    Sighted: lambda scene, e: (("sighted",), {"stand": name_of(scene, e.stand), "side": name_of(scene, e.side)}),
    ObjectiveTaken: lambda scene, e: (
        ("objective_contested" if e.contested else "objective_taken",),
        {"objective": name_of(scene, e.objective), "side": name_of(scene, e.side) if e.side else "nobody"},
    ),
    Scored: lambda scene, e: (
        ("scored",),
        {"side": name_of(scene, e.side), "points": f"{e.points:g} point{'s' * (e.points != 1)}", "why": e.why},
    ),
    Said: _said,
    BattleEnded: lambda scene, e: (("ended",), {"reason": e.result.reason}),
}
