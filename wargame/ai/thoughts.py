"""What a player has thought: orders with their worth, kept so that they can be shown and tested."""

from __future__ import annotations

from dataclasses import dataclass, field

from wargame.engine.orders import Order


@dataclass(frozen=True, slots=True)
class Thought:
    """One order that was looked at. `safe`: it costs nothing if it fails; `why` in a few words."""

    order: Order
    worth: float
    why: str = ""
    safe: bool = False


@dataclass(slots=True)
class Plan:
    """Thoughts about each subject of a go, best first. `stale` names those made before something changed."""

    key: tuple[object, ...] = ()
    thoughts: dict[str, tuple[Thought, ...]] = field(default_factory=dict)
    stale: set[str] = field(default_factory=set)
    enemies: dict[str, tuple[float, float, object]] = field(default_factory=dict)
    """Known enemies, where they were and how they looked."""
    given: dict[str, tuple[Order, float, float]] = field(default_factory=dict)
    """The last order of each subject in this go, and where it was: what has led nowhere is not given again."""
    looks: int = 0
    """How often in this go those who have nothing to do were thought of again."""
    refused: dict[str, int] = field(default_factory=dict)
    """How often a stored order of each subject had become impossible."""

    def best(self, subject: str) -> Thought | None:
        """The best thought about a subject, or None."""
        found = self.thoughts.get(subject, ())
        return found[0] if found else None


@dataclass(frozen=True, slots=True)
class Skill:
    """How well a player judges.

    `directions` and `steps`: places looked at for a move; `tries`: so many of the best are priced; `noise`: share of an
    order's worth by which it errs; `least`: worth below which nothing is done, `worth_moving` that of a move.
    """

    directions: int = 16
    steps: tuple[float, ...] = (1.0, 0.6, 0.3)
    tries: int = 3
    noise: float = 0.0
    least: float = 0.15
    worth_moving: float = 0.5
    looks_again: bool = True
    """Weighs its stored orders anew before giving them."""
    looks_at_idle: int = 1
    """How often in a go it thinks again of those that had nothing to do."""
    rethinks: int = 2
    """How often in a go it thinks anew of a stand whose order has become impossible."""
