"""The sequence of play as data: steps, each played in rounds."""

from __future__ import annotations

import enum
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wargame.engine.requests import AnyRequest
from wargame.engine.state import State

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


class Flow(enum.Enum):
    """Where the loop goes after a round."""

    AGAIN = "again"
    NEXT = "next"


AGAIN = Flow.AGAIN
NEXT = Flow.NEXT


@dataclass(frozen=True, slots=True)
class GoTo:
    """Go on with the step of this name."""

    step: str


Directive = Flow | GoTo
Round = Generator[AnyRequest, Any, Directive]
"""A round asks by yielding a request, gets the order that answers it, and returns where to go on."""


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the sequence of play.

    `run(battle)` plays one round: a generator that yields requests, or a plain function that asks nothing. After the
    last step the loop begins a new turn at the first step that is not `before_play`.
    """

    name: str
    run: Callable[[Battle], Round | Directive]
    phase: str = ""
    """What a player sees; empty: not shown, the phase before goes on."""
    side: Callable[[State], str] | None = None
    """Whose phase it is; None: nobody's."""
    before_play: bool = False
    """True for mustering and deployment, played once before turn 1."""
