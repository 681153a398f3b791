"""Every die that the viewer saw: how often each face fell, how often it should have, and how far apart that is."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from wargame.engine.events import AnyEvent, Rolled
from wargame.engine.state import State

_AT_LEAST = re.compile(r"^(\d+)\+$")


@dataclass(slots=True)
class Tally:
    """The dice of one side with so many sides. `wanted` counts dice of which each had to reach a number by itself."""

    sides: int
    faces: Counter[int] = field(default_factory=Counter)
    wanted: int = 0
    reached: int = 0
    expected: float = 0.0

    @property
    def count(self) -> int:
        """How many dice."""
        return self.faces.total()

    @property
    def mean(self) -> float:
        """Their average."""
        return sum(face * n for face, n in self.faces.items()) / self.count if self.count else 0.0

    @property
    def expected_mean(self) -> float:
        """What fair dice have on average."""
        return (self.sides + 1) / 2

    @property
    def chance_of_such(self) -> float:
        """How likely an average at least this far from the expected one is with fair dice."""
        if not self.count:
            return 1.0
        spread = math.sqrt((self.sides**2 - 1) / 12 / self.count)
        return math.erfc(abs(self.mean - self.expected_mean) / spread / math.sqrt(2))


def tallies(events: Iterable[AnyEvent], state: State) -> dict[str, dict[int, Tally]]:
    """By side ("" for rolls that are nobody's) and kind of die, in the order in which they were first thrown."""
    found: dict[str, dict[int, Tally]] = {}
    for event in events:
        if isinstance(event, Rolled) and event.dice:
            kinds = found.setdefault(_side_of(event, state), {})
            _count(kinds.setdefault(event.sides, Tally(event.sides)), event)
    return found


def _side_of(event: Rolled, state: State) -> str:
    if event.side in state.sides:
        return event.side
    owner = state.stands.get(event.who) or state.groups.get(event.who)
    return owner.side if owner is not None else event.who if event.who in state.sides else ""


def _count(tally: Tally, event: Rolled) -> None:
    tally.faces.update(event.dice)
    need = _AT_LEAST.match(event.needed)
    if need is None or event.total is not None:
        return
    least = int(need[1])
    tally.wanted += len(event.dice)
    tally.reached += sum(face >= least for face in event.dice)
    tally.expected += len(event.dice) * max(0.0, min(1.0, (event.sides + 1 - least) / event.sides))
