"""A battle before its first round, as plain data: what a scenario hands to a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wargame.board import Feature, Table
from wargame.engine.conditions import Condition
from wargame.engine.state import Plain

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SideSetup:
    """An army. `nation` is the ruleset's nation code (GE, SU …) as its unit lines use it."""

    id: str
    name: str
    nation: str
    role: str
    aim: str = ""
    fields: Fields = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandSetup:
    """One stand. `line` is an id of the ruleset's unit tables; `fields` replace ratings of that line.

    `place` fixes it (x, y, facing); otherwise it is deployed in its group's zones. `aboard` names its carrier.
    """

    id: str
    name: str
    line: str
    place: tuple[float, float, float] | None = None
    aboard: str | None = None
    off_board: bool = False
    """Artillery behind the table, aircraft: never placed."""
    fields: Fields = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupSetup:
    """Stands under one leader; `parent` makes it part of another group for the rulebook's purposes."""

    id: str
    side: str
    name: str
    stands: tuple[StandSetup, ...]
    zones: tuple[str, ...] = ()
    parent: str | None = None
    leader_name: str = ""
    fields: Fields = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """A named region: kind is deploy, entry or place (for conditions)."""

    id: str
    name: str
    polygon: Polygon
    side: str = ""
    kind: str = "deploy"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A named line of a side: start_line, defence_line …; `order` counts from the front."""

    id: str
    side: str
    kind: str
    order: int
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """Groups that come later: from turn `earliest` on `roll` or more on a die of `sides`, on `latest` for certain."""

    id: str
    side: str
    groups: tuple[str, ...]
    zones: tuple[str, ...]
    earliest: int
    latest: int
    roll: int = 1
    sides: int = 6
    condition: Condition | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveSetup:
    """A place worth holding."""

    id: str
    name: str
    x: float
    y: float
    radius_in: float
    points: float
    primary: bool
    holder: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRow:
    """Points for a condition. `when`: once, turn (each turn), end, or stand (at the end, for each stand counted)."""

    side: str
    points: float
    when: str
    condition: Condition
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelRow:
    """A row of the ladder, read from the top; no condition: otherwise."""

    level: str
    side: str
    """Winner, or "draw"."""
    condition: Condition | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Victory:
    """How the battle is judged. `ends_when` ends it before the last turn."""

    ladder: tuple[LevelRow, ...]
    scores: tuple[ScoreRow, ...] = ()
    ends_when: Condition | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """A rule or a field changed on purpose: `field` (of stands or groups), or an option, with its reason."""

    id: str
    text: str
    reason: str
    field: str = ""
    value: Plain = None
    stands: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    turns: tuple[int, int] | None = None
    """First and last turn; None: always."""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a trigger does. `kind`: arrive, visibility, weather, hold, release, ground, area, score, say."""

    kind: str
    data: Fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """When the condition first holds (`repeat`: each turn), the effects happen."""

    id: str
    condition: Condition
    effects: tuple[Effect, ...]
    text: str = ""
    repeat: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """An action that the ruleset offers, tied to a place: `act` near (x, y) within `radius_in`, by `classes`."""

    id: str
    act: str
    text: str
    x: float
    y: float
    radius_in: float
    classes: tuple[str, ...] = ()
    data: Fields = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """A teaching text: shown when the condition holds and a request of this purpose is open."""

    id: str
    text: str
    purpose: str = ""
    side: str = ""
    condition: Condition | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenRule:
    """Who of a side may start hidden: stands of these classes (empty: all), in cover only or anywhere."""

    side: str
    classes: tuple[str, ...] = ()
    stands: tuple[str, ...] = ()
    anywhere: bool = False
    all_start_hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaSetup:
    """A minefield or the like: owner, shape, the ruleset's data, who knows of it."""

    id: str
    kind: str
    owner: str
    polygon: Polygon
    name: str = ""
    known_to: tuple[str, ...] | None = None
    data: Fields = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSetup:
    """A clock that goes on with each phase of command instead of each turn: minutes for each after the first ones that
    are free, and how many minutes after its start the battle ends."""

    minutes_per_phase: int
    free_phases: int = 0
    minutes: int = 1440


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """All of it. Sides in file order: the first is side `a`, the second side `b` on the command line."""

    name: str
    title: str
    ruleset: str
    year: int
    table: Table
    features: tuple[Feature, ...]
    sides: tuple[SideSetup, ...]
    groups: tuple[GroupSetup, ...]
    victory: Victory
    turn_limit: int
    zones: tuple[Zone, ...] = ()
    lines: tuple[Line, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    objectives: tuple[ObjectiveSetup, ...] = ()
    areas: tuple[AreaSetup, ...] = ()
    hidden: tuple[HiddenRule, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    overrides: tuple[Override, ...] = ()
    actions: tuple[Action, ...] = ()
    hints: tuple[Hint, ...] = ()
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    options: Fields = field(default_factory=dict)
    palette: str = "steppe"
    date: str = ""
    place: str = ""
    visibility_in: float | None = None
    weather: str = ""
    clock_start_min: int | None = None
    minutes_per_turn: int = 0
    clock: ClockSetup | None = None
    first_player: str = ""
    """Side that is sure to begin turn 1, if the scenario says so."""
    ruled: tuple[str, ...] = ()
    """Sides that nobody plays: the rulebook's own solo rules run them, as steps of the battle with its dice."""

    def zone(self, zone_id: str) -> Zone:
        """The zone of this id. Raises KeyError."""
        return next_or_raise(self.zones, zone_id)

    def group(self, group_id: str) -> GroupSetup:
        """The group of this id. Raises KeyError."""
        return next_or_raise(self.groups, group_id)

    def arrival_of(self, group_id: str) -> Arrival | None:
        """The arrival that brings a group, or None if it is there from the start."""
        return next((a for a in self.arrivals if group_id in a.groups), None)


def next_or_raise(rows: tuple[Any, ...], wanted: str) -> Any:
    """The row of this id. Raises KeyError with the id."""
    for row in rows:
        if row.id == wanted:
            return row
    raise KeyError(wanted)
