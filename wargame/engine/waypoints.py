"""Waypoints: copies of the state at the moments where only the state exists, and what undo may go back to."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from wargame.engine.events import AnyEvent
from wargame.engine.orders import AnyOrder
from wargame.engine.state import State


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer as it is recorded. `by`: person, standing order, suggestion, computer or replay."""

    order: AnyOrder
    by: str
    side: str
    request: int
    purpose: str = ""


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """What happened before the waypoint that a battle is restored from."""

    answers: tuple[Answer, ...] = ()
    events: tuple[AnyEvent, ...] = ()
    digests: tuple[tuple[int, str, str], ...] = ()


@dataclass(slots=True)
class Waypoint:
    """The moment before a round: the state, and how many answers and events there had been."""

    state: State
    answers: int
    events: int
    first_of_phase: bool


@dataclass(frozen=True, slots=True)
class UndoOffer:
    """Whether one's own last order can be taken back, or why not (a reason that tells no secret)."""

    possible: bool
    reason: str = ""
    answer: int = -1
    """Index of the answer that would be taken back."""


def thin(waypoints: list[Waypoint], turn: int) -> None:
    """Keep all waypoints of this turn and the last, and the first of each phase of earlier turns."""
    keep = [w for w in waypoints[:-1] if w.state.turn >= turn or w.first_of_phase]
    waypoints[:] = keep + waypoints[-1:]
