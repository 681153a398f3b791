"""Two of the places where the core turns to the chapters that are switched on: modifiers, and what follows an event.

The others: the sequence (`book`), actions (`act_table`), tables (`tables` here). Reactions are asked for after each
round of a step, that is after an order with the whole chain that it set off. No chapter and no option is named.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from wargame.engine.chapters import Occasion
from wargame.engine.dice import Modifier
from wargame.engine.events import AnyEvent
from wargame.engine.requests import AnyRequest
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import Directive, Round, Step
from wargame.engine.state import State
from wargame.rulesets.clash_of_titans import data
from wargame.rulesets.clash_of_titans.extensions import CHAPTERS
from wargame.rulesets.clash_of_titans.state import ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

SEEN = "chapters.seen"
"""Note of the state: number of the last event to which the chapters have reacted."""


def modifiers(scene: Scene, name: str, stand: str, **facts: Any) -> tuple[Modifier, ...]:
    """What the active chapters add to a named test or cost: `move`, `in_sight`, `received_fire` …"""
    return CHAPTERS().modifiers(scene, Occasion(name, stand, facts))


def tables(state: State) -> Mapping[str, Any]:
    """The charts with the rows of the active chapters."""
    return CHAPTERS().tables(data.tables(), state)


def settled(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps, after each round of which the active chapters react to what has happened in it."""
    return tuple(replace(step, run=functools.partial(_run, step.run)) for step in steps)


def _run(run: Callable[[Battle], Round | Directive], battle: Battle) -> Round | Directive:
    started = run(battle)
    return _round(battle, started) if isinstance(started, Generator) or _has_reactions(battle) else started


def _round(battle: Battle, started: Round | Directive) -> Round:
    directive: Directive = (yield from started) if isinstance(started, Generator) else started
    yield from settle(battle)
    return directive


def _has_reactions(battle: Battle) -> bool:
    return any(chapter.reactions for chapter in CHAPTERS().active(battle.state))


def settle(battle: Battle) -> Generator[AnyRequest, Any, None]:
    """Let the active chapters react to all that has happened since they were last asked, until nothing is new."""
    if not _has_reactions(battle):
        return
    chapters = CHAPTERS()
    notes = cast(ClashState, battle.state).notes
    while True:
        since = int(notes.get(SEEN) or 0)
        if since >= battle.state.event_count:
            return
        notes[SEEN] = battle.state.event_count
        for due in chapters.reactions(battle, _after(battle, since)):
            yield from due.run


def _after(battle: Battle, number: int) -> list[AnyEvent]:
    """The events after one of this number, in order."""
    return list(itertools.takewhile(lambda event: event.n > number, reversed(battle.events)))[::-1]
