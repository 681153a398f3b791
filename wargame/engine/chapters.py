"""Chapters: packages beside the core of a rulebook that a scenario may switch on, and that are more than a number.

The core turns to the active chapters in five places and nowhere else, always in the order of the list: building the
sequence (`sequence`), summing the modifiers of a named test or cost (`modifiers`), listing actions (`offers`), after
each event (`reactions`), loading tables (`tables`). It imports no chapter and names no option: `chapters_of` finds
what packages there are, so a core battle is the same with all of them deleted.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
import tomllib
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from wargame.engine.dice import Modifier
from wargame.engine.events import AnyEvent, Event
from wargame.engine.options import RuleOption
from wargame.engine.rules import Rule
from wargame.engine.sequence import Step

if TYPE_CHECKING:
    from wargame.engine.appraisal import Appraisal
    from wargame.engine.battle import Battle
    from wargame.engine.orders import Act
    from wargame.engine.requests import AnyRequest
    from wargame.engine.ruleset import ActRow, Scene
    from wargame.engine.state import State


@dataclass(frozen=True, slots=True)
class Insertion:
    """A step of a chapter and its place: before or after a step of the core."""

    place: Literal["before", "after"]
    of: str
    step: Step


def before(name: str, step: Step) -> Insertion:
    """The step comes before the core's step of this name."""
    return Insertion("before", name, step)


def after(name: str, step: Step) -> Insertion:
    """The step comes after the core's step of this name."""
    return Insertion("after", name, step)


@dataclass(frozen=True, slots=True)
class Occasion:
    """A test or cost that chapters may modify: its name ("in_sight", "move"), who takes it, and the core's facts."""

    name: str
    stand: str
    facts: Mapping[str, Any] = field(default_factory=dict)


ModifiersOf = Callable[["Scene", Occasion], Sequence[Modifier]]
"""The modifiers that a chapter adds; asked about battles and views alike, so it rolls and changes nothing."""
Reacting = Callable[["Battle", Any], "Generator[AnyRequest, Any, Any] | None"]
"""What a chapter does after an event: a generator that the core queues like any other cause, or None."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a chapter lets a stand do (`id` as in `Act.act`)."""

    id: str
    offer: Callable[[Scene, str], ActRow | None]
    """The row of the action bar for this stand; a refused one with its reason; None: not offered at all."""
    carry_out: Callable[[Battle, Act], Generator[AnyRequest, Any, Any]]
    appraise: Callable[[Scene, Act], Appraisal] | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter. `option` is the scenario's switch, `ids` the prefixes of its rules; a package's `CHAPTER` is one."""

    option: str
    title: str
    ids: tuple[str, ...]
    steps: tuple[Insertion, ...] = ()
    modifiers: Mapping[str, ModifiersOf] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()
    reactions: Mapping[type[Event], Reacting] = field(default_factory=dict)
    data: str = ""
    """File of the package with its tables: rows are added, one of the same id replaces that of the core."""
    rules: str = ""
    """File of the package with its rules."""
    default: bool = False
    package: str = ""
    """Where its files are; set when the chapter is found."""


@dataclass(frozen=True, slots=True)
class Due:
    """A reaction of a chapter to an event, to be queued."""

    chapter: Chapter
    event: AnyEvent
    run: Generator[AnyRequest, Any, Any]


class Chapters:
    """The chapters of one rulebook, in the order of the list."""

    def __init__(self, all_: Iterable[Chapter]) -> None:
        self.all = tuple(all_)

    @property
    def options(self) -> tuple[RuleOption, ...]:
        """A switch for each chapter."""
        return tuple(RuleOption(id=c.option, title=c.title, default=c.default, rules=c.ids) for c in self.all)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of all chapters, active or not, as the catalogue shows them."""
        return tuple(rule for chapter in self.all for rule in _rules(chapter))

    def active(self, state: State) -> tuple[Chapter, ...]:
        """The chapters that this battle has switched on."""
        return tuple(c for c in self.all if bool(state.options.get(c.option, c.default)))

    # -- the five places

    def sequence(self, core: Sequence[Step], state: State) -> tuple[Step, ...]:
        """The steps with those of the active chapters in their places. Raises ValueError for a place there is not."""
        steps = list(core)
        for chapter in self.active(state):
            for row in chapter.steps:
                steps.insert(_place(steps, row, core, chapter), row.step)
        return tuple(steps)

    def modifiers(self, scene: Scene, occasion: Occasion) -> tuple[Modifier, ...]:
        """What the active chapters add to a test or cost."""
        found: list[Modifier] = []
        for chapter in self.active(scene.state):
            modify = chapter.modifiers.get(occasion.name)
            if modify is not None:
                found += modify(scene, occasion)
        return tuple(found)

    def offers(self, scene: Scene, stand: str) -> tuple[tuple[Action, ActRow], ...]:
        """The actions of the active chapters that this stand is offered, with their rows."""
        found = []
        for chapter in self.active(scene.state):
            for action in chapter.actions:
                row = action.offer(scene, stand)
                if row is not None:
                    found.append((action, row))
        return tuple(found)

    def action(self, state: State, act: str) -> Action | None:
        """The action of an active chapter with this id, or None."""
        return next((a for c in self.active(state) for a in c.actions if a.id == act), None)

    def reactions(self, battle: Battle, events: Iterable[AnyEvent]) -> tuple[Due, ...]:
        """What the active chapters do after these events, event by event."""
        active = [c for c in self.active(battle.state) if c.reactions]
        found = []
        for event in events if active else ():
            for chapter in active:
                react = chapter.reactions.get(type(event))
                run = react(battle, event) if react is not None else None
                if run is not None:
                    found.append(Due(chapter, event, run))
        return tuple(found)

    def tables(self, core: Mapping[str, Any], state: State) -> Mapping[str, Any]:
        """The charts of the core with the rows of the active chapters; never change what it gives."""
        merged: Mapping[str, Any] = core
        for chapter in self.active(state):
            merged = merge(merged, _tables(chapter))
        return merged


@functools.cache
def chapters_of(package: str) -> Chapters:
    """The chapters among the packages inside `package`, in order of the alphabet."""
    home = importlib.import_module(package)
    found = []
    for entry in sorted(pkgutil.iter_modules(home.__path__), key=lambda e: e.name):
        if entry.ispkg:
            name = f"{package}.{entry.name}"
            chapter = getattr(importlib.import_module(name), "CHAPTER", None)
            if isinstance(chapter, Chapter):
                found.append(replace(chapter, package=name))
    return Chapters(found)


def merge(core: Mapping[str, Any], added: Mapping[str, Any]) -> dict[str, Any]:
    """Tables with others laid over them.

    A table is a list of rows or holds one under `rows`. A row with the id of a core row (its field `id`, else its first
    cell where that names one row only) takes its place, all others come last. Anything but tables is replaced.
    """
    merged = dict(core)
    for name, table in added.items():
        old = merged.get(name)
        if isinstance(old, list) and isinstance(table, list):
            merged[name] = _rows(old, table)
        elif isinstance(old, Mapping) and isinstance(table, Mapping):
            merged[name] = merge(old, table)
        else:
            merged[name] = table
    return merged


def _rows(old: list[Any], new: list[Any]) -> list[Any]:
    merged = list(old)
    ids = [_row_id(row) for row in old]
    for row in new:
        name = _row_id(row)
        if name is not None and ids.count(name) == 1:
            merged[ids.index(name)] = row
        else:
            merged.append(row)
    return merged


def _row_id(row: Any) -> Any:
    if isinstance(row, Mapping):
        return row.get("id")
    return row[0] if isinstance(row, list) and row else None


def _place(steps: Sequence[Step], row: Insertion, core: Sequence[Step], chapter: Chapter) -> int:
    """Where a step goes, so that those of one place stand in the order of the list."""
    if not any(step.name == row.of for step in core):
        raise ValueError(f"chapter {chapter.option!r}: there is no step {row.of!r} in the sequence of play")
    at = next(n for n, step in enumerate(steps) if step.name == row.of)
    if row.place == "before":
        return at
    known = {step.name for step in core}
    at += 1
    while at < len(steps) and steps[at].name not in known:
        at += 1
    return at


@functools.cache
def _files(package: str, name: str) -> dict[str, Any]:
    return tomllib.loads((resources.files(package) / name).read_text(encoding="utf-8"))


def _tables(chapter: Chapter) -> Mapping[str, Any]:
    return _files(chapter.package, chapter.data) if chapter.data else {}


def _rules(chapter: Chapter) -> tuple[Rule, ...]:
    if not chapter.rules:
        return ()
    return tuple(msgspec.convert(row, Rule) for row in _files(chapter.package, chapter.rules)["rule"])
