"""The state of a battle: flat structs that copy in microseconds and write as plain JSON.

A stand's fields are numbers, strings, None, tuples and frozen structs; other stands are named by id. A ruleset
subclasses `Stand`, `Group` and `State` with its own fields. Places are inches in whole thousandths, facings
degrees in whole tenths (0 looks along +x, counter-clockwise).
"""

from __future__ import annotations

import copy
import functools
import hashlib
from typing import Any, Literal, TypeVar, get_args, get_type_hints

import msgspec

from wargame.board import Base, Change

Plain = str | int | float | bool | None
S = TypeVar("S", bound="State")
KnowledgeLevel = Literal["unknown", "contact", "spotted", "identified"]


class Side(msgspec.Struct, kw_only=True):
    """One of the two (or more) armies."""

    id: str
    name: str
    nation: str = ""
    role: str = ""
    """attacker, defender or meeting."""


class Group(msgspec.Struct, kw_only=True):
    """Stands under one leader: a command, a platoon, a unit."""

    id: str
    name: str
    side: str
    parent: str | None = None
    leader: str | None = None
    """Id of the stand that leads it."""
    arrived: bool = True
    """False while the whole group waits off the table for its arrival."""


class Stand(msgspec.Struct, kw_only=True):
    """What moves as one."""

    id: str
    name: str
    side: str
    group: str
    line: str
    """Id of its unit line in the ruleset's tables."""
    base: Base
    x: float = 0.0
    y: float = 0.0
    facing_deg: float = 0.0
    floor: int = 0
    on_table: bool = False
    carrier: str | None = None
    """Id of the stand that carries it; a carried stand is on no place of its own."""
    gone: str = ""
    """Why it has left the battle for good ("destroyed", "withdrawn", "surrendered", "spent" …); empty while in it."""

    @property
    def in_play(self) -> bool:
        """True if it stands on the table (a carried stand does not)."""
        return self.on_table and not self.gone and self.carrier is None


class Known(msgspec.Struct, frozen=True):
    """What one side knows of one enemy stand. Without an entry a stand is identified."""

    level: KnowledgeLevel
    alias: str = ""
    x: float | None = None
    y: float | None = None
    turn: int = 0


class Area(msgspec.Struct, frozen=True, kw_only=True):
    """Ground that not everybody knows, or that rules watch: a minefield, a gas cloud, a prepared charge."""

    id: str
    kind: str
    polygon: tuple[tuple[float, float], ...]
    owner: str = ""
    known_to: tuple[str, ...] | None = None
    """Sides that know of it; None: everybody."""
    name: str = ""
    data: tuple[tuple[str, Plain], ...] = ()

    def get(self, key: str, default: Any = None) -> Any:
        """One of the ruleset's own facts about the area."""
        return next((value for name, value in self.data if name == key), default)


class Marker(msgspec.Struct, frozen=True, kw_only=True):
    """A counter on the table: an aim point, a barrage, a marker beside a stand."""

    id: str
    kind: str
    side: str = ""
    x: float = 0.0
    y: float = 0.0
    stand: str | None = None
    text: str = ""
    known_to: tuple[str, ...] | None = None
    data: tuple[tuple[str, Plain], ...] = ()


class Objective(msgspec.Struct, kw_only=True):
    """A place worth holding."""

    id: str
    name: str
    x: float
    y: float
    radius_in: float
    points: float = 0.0
    primary: bool = True
    holder: str = ""
    contested: bool = False


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a battle ended."""

    level: str
    """Row of the ladder: decisive, marginal, draw …"""
    winner: str
    """Side id, or "draw"."""
    reason: str
    """Why, in a sentence."""
    ended_by: str
    """victory, limit, annihilation, concession, stall or fault."""
    scores: tuple[tuple[str, float], ...] = ()
    tally: tuple[tuple[str, str], ...] = ()
    """Caption and figure, for the result screen."""


class State(msgspec.Struct, kw_only=True):
    """Everything that a battle remembers between two rounds."""

    ruleset: str
    turn: int = 0
    step: str = ""
    phase: str = ""
    phasing: str = ""
    """Side whose phase it is, or empty."""
    sides: dict[str, Side] = {}
    groups: dict[str, Group] = {}
    stands: dict[str, Stand] = {}
    areas: dict[str, Area] = {}
    markers: dict[str, Marker] = {}
    objectives: dict[str, Objective] = {}
    ground: tuple[Change, ...] = ()
    scores: dict[str, float] = {}
    clock_min: int | None = None
    """Minutes since midnight, where the scenario has a clock."""
    visibility_in: float | None = None
    weather: str = ""
    knowledge: dict[str, dict[str, Known]] = {}
    options: dict[str, Plain] = {}
    arrived: tuple[str, ...] = ()
    triggered: tuple[str, ...] = ()
    counts: dict[str, int] = {}
    """How often things happened that conditions ask for ("kind:who")."""
    dice_count: int = 0
    event_count: int = 0
    result: Result | None = None

    def copy(self: S) -> S:
        """An independent copy; no field can be forgotten. What cannot change is shared."""
        twin = copy.copy(self)
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if type(value) is dict:
                setattr(twin, name, _copy_dict(value))
            elif type(value) is list:
                setattr(twin, name, [copy.copy(item) for item in value])
        return twin

    def digest(self) -> str:
        """Hash of the canonical JSON: equal states have equal digests on every machine."""
        return hashlib.blake2b(msgspec.json.encode(self, order="deterministic"), digest_size=12).hexdigest()

    def enemies_of(self, side: str) -> list[str]:
        """The other sides, in file order."""
        return [other for other in self.sides if other != side]

    def known(self, side: str, stand: str) -> KnowledgeLevel:
        """How well a side knows a stand; its own it knows."""
        if self.stands[stand].side == side:
            return "identified"
        entry = self.knowledge.get(side, {}).get(stand)
        return entry.level if entry else "identified"

    def stands_of(self, group: str) -> list[Stand]:
        """All stands of a group, gone ones included, in file order."""
        return [stand for stand in self.stands.values() if stand.group == group]

    def in_play(self, side: str | None = None) -> list[Stand]:
        """Stands on the table, of one side or of all."""
        return [s for s in self.stands.values() if s.in_play and (side is None or s.side == side)]


@functools.cache
def kinds_of(state: type[State]) -> tuple[type[Group], type[Stand]]:
    """The types of the groups and stands of a ruleset's state."""
    hints = get_type_hints(state)
    return get_args(hints["groups"])[1], get_args(hints["stands"])[1]


def _copy_dict(source: dict[str, Any]) -> dict[str, Any]:
    """A dict of ids to things of one kind: dicts and changeable structs are copied, all else cannot change."""
    first = next(iter(source.values()), None)
    if isinstance(first, msgspec.Struct) and not first.__struct_config__.frozen:
        return {key: value.__copy__() for key, value in source.items()}
    if type(first) is dict:
        return {key: _copy_dict(value) for key, value in source.items()}
    return dict(source)
