"""A table without a game: dice that are written down, events and a state, for rules that need no more of a battle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from wargame.board import Board, Table
from wargame.engine.dice import Dice, ScriptedDice, Stream
from wargame.engine.events import Rolled
from wargame.engine.state import Side
from wargame.rulesets.clash_of_titans.ground import profile
from wargame.rulesets.clash_of_titans.state import ClashState


class Referee:
    """Throws and happens as a battle does. Without faces it throws those of a seed."""

    def __init__(self, *faces: int, seed: int = 1, sides: Iterable[str] = ("red", "blue")) -> None:
        self.state = ClashState(ruleset="clash_of_titans")
        nations = {"red": "GE", "blue": "SU"}
        self.state.sides = {s: Side(id=s, name=s.title(), nation=nations.get(s, "GE")) for s in sides}
        self.dice: Stream = ScriptedDice(faces) if faces else Dice(seed)
        self.events: list[Any] = []
        self.ground = Board.build(Table(72.0, 48.0), (), profile(), "plain")

    @property
    def board(self) -> Board:
        """The ground as it is now."""
        return self.ground.with_changes(self.state.ground)

    def throw(self, count: int, sides: int = 6) -> tuple[int, ...]:
        """As a battle."""
        first = self.state.dice_count
        self.state.dice_count += count
        return tuple(self.dice.face(first + i, sides) for i in range(count))

    def happen(self, event: Any, cause: Any = None) -> Any:
        """As a battle."""
        self.state.event_count += 1
        numbered = msgspec.structs.replace(event, n=self.state.event_count)
        numbered.apply(self.state)
        self.events.append(numbered)
        return numbered

    def rolls(self, purpose: str) -> list[Rolled]:
        """All rolls of a purpose so far."""
        return [e for e in self.events if isinstance(e, Rolled) and e.purpose == purpose]


def faces(*written: int) -> Callable[[str, int], tuple[int, ...]]:
    """A `Roll` of the lists: gives these faces in turn."""
    left = list(written)

    def roll(purpose: str, count: int) -> tuple[int, ...]:
        assert len(left) >= count, f"no die written down for {purpose}"
        return tuple(left.pop(0) for _ in range(count))

    return roll


def lines(men: Sequence[Any]) -> list[str]:
    """The unit lines of figures, without their nation."""
    return [man.line.partition("_")[2] for man in men]
