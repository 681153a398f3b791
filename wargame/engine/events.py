"""What happened: the closed list of events, and how each changes the state.

Places, facings, statuses, knowledge, markers, areas, ground, holders, points and clock change in no other way, so
a battle can be told, drawn and scrubbed from its events alone. A ruleset adds words and data, never a kind.
"""

from __future__ import annotations

from typing import Any

import msgspec

from wargame.board import Change
from wargame.engine.dice import Modifier
from wargame.engine.state import Area, KnowledgeLevel, Known, Marker, Result, State, kinds_of

Point = tuple[float, float]
Changes = tuple[tuple[str, Any], ...]


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What every event carries.

    `cause` is the number of the event that set it off, `answer` the number of the answer it belongs to. Sides not in
    `seen_by` (None: everybody) see `instead`, or nothing.
    """

    n: int = 0
    cause: int = 0
    answer: int = 0
    rules: tuple[str, ...] = ()
    seen_by: tuple[str, ...] | None = None
    instead: AnyEvent | None = None

    def __post_init__(self) -> None:
        """Values that JSON keeps as lists are tuples again, as a stand's fields are."""
        for name in ("changes", "data"):
            rows = getattr(self, name, ())
            if any(type(value) is list for _, value in rows):
                msgspec.structs.force_setattr(self, name, tuple((key, _tuples(value)) for key, value in rows))

    def apply(self, state: State) -> None:
        """Change the state; most kinds only tell."""


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


class TurnBegan(Event, frozen=True, kw_only=True):
    """A new turn; the clock stands at `clock_min` minutes since midnight, if the battle has one."""

    turn: int
    clock_min: int | None = None

    def apply(self, state: State) -> None:
        """Set turn and clock."""
        state.turn = self.turn
        state.clock_min = self.clock_min


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A step of the sequence of play began."""

    step: str
    phase: str
    side: str = ""

    def apply(self, state: State) -> None:
        """Set step, phase and the side whose phase it is."""
        state.step, state.phase, state.phasing = self.step, self.phase, self.side


class StandPlaced(Event, frozen=True, kw_only=True):
    """A stand was put on the table: deployed, arrived, revealed, dismounted."""

    stand: str
    x: float
    y: float
    facing_deg: float
    floor: int = 0
    why: str = ""

    def apply(self, state: State) -> None:
        """Put it there, carried by nobody."""
        stand = state.stands[self.stand]
        stand.x, stand.y, stand.facing_deg, stand.floor = self.x, self.y, self.facing_deg, self.floor
        stand.on_table, stand.carrier = True, None


class StandMoved(Event, frozen=True, kw_only=True):
    """A stand walked these legs; `path` begins where it stood."""

    stand: str
    path: tuple[Point, ...]
    facing_deg: float
    mode: str = ""
    cost: float = 0.0
    inches: float = 0.0
    floor: int | None = None

    def apply(self, state: State) -> None:
        """Move it to the last point."""
        stand = state.stands[self.stand]
        stand.x, stand.y = self.path[-1]
        stand.facing_deg = self.facing_deg
        if self.floor is not None:
            stand.floor = self.floor


class StandTurned(Event, frozen=True, kw_only=True):
    """A stand turned in place."""

    stand: str
    facing_deg: float

    def apply(self, state: State) -> None:
        """Set the facing."""
        state.stands[self.stand].facing_deg = self.facing_deg


class StandChanged(Event, frozen=True, kw_only=True):
    """Something that a card or a marker shows of a stand changed."""

    stand: str
    changes: Changes
    why: str = ""

    def apply(self, state: State) -> None:
        """Set the named fields."""
        for field, value in self.changes:
            setattr(state.stands[self.stand], field, value)


class StandRemoved(Event, frozen=True, kw_only=True):
    """A stand left the battle for good."""

    stand: str
    why: str
    """destroyed, withdrawn, surrendered, escort, spent, dispersed …"""
    by: str | None = None

    def apply(self, state: State) -> None:
        """Take it off the table and keep the reason."""
        stand = state.stands[self.stand]
        stand.gone, stand.on_table = self.why, False


class GroupChanged(Event, frozen=True, kw_only=True):
    """Something that is shown of a group changed; or a new group was split off as a copy of another (`split_from`) or
    raised (`formed`: its stands, as the plain data of the ruleset's stands; they are placed by events of their own)."""

    group: str
    changes: Changes
    why: str = ""
    split_from: str = ""
    formed: tuple[Any, ...] = ()

    def apply(self, state: State) -> None:
        """Make it if it is new, set the named fields, add the stands that are formed."""
        if self.group not in state.groups:
            if self.split_from:
                made = msgspec.structs.replace(state.groups[self.split_from], id=self.group)
            else:
                made = msgspec.convert({"id": self.group, **dict(self.changes)}, kinds_of(type(state))[0])
            state.groups[self.group] = made
        for field, value in self.changes:
            setattr(state.groups[self.group], field, value)
        for row in self.formed:
            stand = msgspec.convert(row, kinds_of(type(state))[1])
            state.stands[stand.id] = stand


class Rolled(Event, frozen=True, kw_only=True):
    """Dice were thrown; always the natural faces first, then the modifiers, then the total, if the rule adds up."""

    purpose: str
    """The ruleset's word for the roll: "defence", "attack", "deviation", "reaction" …"""
    who: str = ""
    """Stand, group or side that rolled."""
    side: str = ""
    dice: tuple[int, ...] = ()
    sides: int = 6
    modifiers: tuple[Modifier, ...] = ()
    total: float | None = None
    """The number that the rule adds up from the faces and the modifiers; None: each die is read by itself."""
    needed: str = ""
    outcome: str = ""
    """Result in one word of the ruleset, told by its words.toml."""


class Fired(Event, frozen=True, kw_only=True):
    """A stand attacked: fire, burst, strafe, bomb, assault, mines …"""

    stand: str
    targets: tuple[str, ...] = ()
    weapon: str = ""
    manner: str = "fire"
    """fire, burst, assault, strafe, bomb, mines … "assault" counts as an assault, all else as shots."""
    at: Point | None = None
    origin: Point | None = None
    """Where it comes from, if not from the stand's place."""
    range_in: float = 0.0
    data: Changes = ()


class TemplateLanded(Event, frozen=True, kw_only=True):
    """A blast shape came down; `aim` is where it was meant to."""

    shape: str
    """circle or rectangle."""
    width_in: float
    depth_in: float
    x: float
    y: float
    aim_x: float
    aim_y: float
    facing_deg: float = 0.0
    hits: tuple[str, ...] = ()


class MarkerPlaced(Event, frozen=True, kw_only=True):
    """A marker was put down, or replaced by one of the same id."""

    marker: Marker

    def apply(self, state: State) -> None:
        """Enter it."""
        state.markers[self.marker.id] = self.marker


class MarkerRemoved(Event, frozen=True, kw_only=True):
    """A marker was taken away."""

    marker: str
    why: str = ""

    def apply(self, state: State) -> None:
        """Forget it."""
        state.markers.pop(self.marker, None)


class AreaChanged(Event, frozen=True, kw_only=True):
    """An area appeared, changed (same id), became known, or ended (`gone`)."""

    area: Area
    gone: bool = False
    why: str = ""

    def apply(self, state: State) -> None:
        """Enter or forget it."""
        if self.gone:
            state.areas.pop(self.area.id, None)
        else:
            state.areas[self.area.id] = self.area


class GroundChanged(Event, frozen=True, kw_only=True):
    """The ground changed: smoke, a crater, a collapse, a bridge; `keep` earlier entries stay (None: all)."""

    added: tuple[Change, ...] = ()
    keep: tuple[Change, ...] | None = None
    why: str = ""

    def apply(self, state: State) -> None:
        """Replace the list of changes."""
        state.ground = (state.ground if self.keep is None else self.keep) + self.added


class Sighted(Event, frozen=True, kw_only=True):
    """A side learned of an enemy stand, or learned more."""

    side: str
    stand: str
    level: KnowledgeLevel = "identified"
    alias: str = ""
    by: str | None = None

    def apply(self, state: State) -> None:
        """Enter what is known; full knowledge needs no entry."""
        known = state.knowledge.setdefault(self.side, {})
        if self.level == "identified":
            known.pop(self.stand, None)
            return
        stand = state.stands[self.stand]
        known[self.stand] = Known(level=self.level, alias=self.alias, x=stand.x, y=stand.y, turn=state.turn)


class Lost(Event, frozen=True, kw_only=True):
    """A side lost an enemy stand from sight, and remembers where it was."""

    side: str
    stand: str
    level: KnowledgeLevel = "unknown"
    alias: str = ""

    def apply(self, state: State) -> None:
        """Keep the last place and turn."""
        stand = state.stands[self.stand]
        entry = Known(level=self.level, alias=self.alias, x=stand.x, y=stand.y, turn=state.turn)
        state.knowledge.setdefault(self.side, {})[self.stand] = entry


class ObjectiveTaken(Event, frozen=True, kw_only=True):
    """An objective changed hands ("" for nobody) or became contested."""

    objective: str
    side: str
    contested: bool = False

    def apply(self, state: State) -> None:
        """Set holder and contest."""
        objective = state.objectives[self.objective]
        objective.holder, objective.contested = self.side, self.contested


class Scored(Event, frozen=True, kw_only=True):
    """A side got (or lost) points."""

    side: str
    points: float
    why: str

    def apply(self, state: State) -> None:
        """Add them."""
        state.scores[self.side] = state.scores.get(self.side, 0) + self.points


class Disclosed(Event, frozen=True, kw_only=True):
    """Earlier events that were secret are now known to `to` (empty: everybody)."""

    numbers: tuple[int, ...]
    to: tuple[str, ...] = ()


class Said(Event, frozen=True, kw_only=True):
    """Words for the log: a text of the scenario, or a key and data that the ruleset's words tell."""

    key: str
    text: str = ""
    side: str = ""
    about: tuple[str, ...] = ()
    data: Changes = ()
    weather: str | None = None
    visibility_in: float | None = None
    clock_min: int | None = None

    def apply(self, state: State) -> None:
        """Change weather, visibility and clock where the words announce it."""
        if self.clock_min is not None:
            state.clock_min = self.clock_min
        if self.weather is not None:
            state.weather = self.weather
        if self.visibility_in is not None:
            state.visibility_in = self.visibility_in


class BattleEnded(Event, frozen=True, kw_only=True):
    """The battle is over."""

    result: Result

    def apply(self, state: State) -> None:
        """Freeze the result."""
        state.result = self.result


AnyEvent = (
    TurnBegan
    | PhaseBegan
    | StandPlaced
    | StandMoved
    | StandTurned
    | StandChanged
    | StandRemoved
    | GroupChanged
    | Rolled
    | Fired
    | TemplateLanded
    | MarkerPlaced
    | MarkerRemoved
    | AreaChanged
    | GroundChanged
    | Sighted
    | Lost
    | ObjectiveTaken
    | Scored
    | Disclosed
    | Said
    | BattleEnded
)


def seen(event: AnyEvent, side: str | None) -> AnyEvent | None:
    """The event as `side` sees it: itself, what it sees instead, or None. None as side: the umpire sees all."""
    if side is None or event.seen_by is None or side in event.seen_by:
        return event
    return event.instead
