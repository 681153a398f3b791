"""What an order is worth before it is given: exact chances, and sums of dice."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping

import msgspec

from wargame.engine.dice import Modifier

Point = tuple[float, float]
Chances = Mapping[float, float]
"""Value -> probability; the probabilities add up to 1."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """One way an order can end."""

    id: str
    text: str
    chance: float
    worth: float = 0.0
    good: bool | None = None
    """For the one who orders: True good, False bad, None neither."""


class Appraisal(msgspec.Struct, frozen=True, kw_only=True):
    """All ways an order can end, with their exact chances.

    `worth` is the sum of chance times worth; `headline` the few words of the pill ("62 % / 23 %").
    `estimate` is true where the rulebook forbids exact measuring before the order.
    """

    outcomes: tuple[Outcome, ...]
    worth: float
    headline: str = ""
    lines: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    rules: tuple[str, ...] = ()
    estimate: bool = False


class Reaction(msgspec.Struct, frozen=True, kw_only=True):
    """Who may react to an order, where on its path, and with which chance of harm."""

    stand: str
    text: str
    at: Point | None = None
    chance: float = 0.0
    rules: tuple[str, ...] = ()


@functools.lru_cache(maxsize=512)
def sum_of(count: int, sides: int = 6) -> tuple[float, ...]:
    """Chances of each total of `count` dice: entry t is the chance of a sum of t (entries 0 to count * sides)."""
    chances = [1.0]
    for _ in range(count):
        grown = [0.0] * (len(chances) + sides)
        for total, chance in enumerate(chances):
            for face in range(1, sides + 1):
                grown[total + face] += chance / sides
        chances = grown
    return tuple(chances)


@functools.lru_cache(maxsize=4096)
def duel(attack: int, defence: int, sides: int = 6) -> tuple[float, float, float]:
    """Chances that the sum of `attack` dice is higher than, equal to, lower than the sum of `defence` dice."""
    ours, theirs = sum_of(attack, sides), sum_of(defence, sides)
    higher = equal = lower = 0.0
    for a, chance_a in enumerate(ours):
        for d, chance_d in enumerate(theirs):
            chance = chance_a * chance_d
            if a > d:
                higher += chance
            elif a == d:
                equal += chance
            else:
                lower += chance
    return higher, equal, lower


def expect(outcomes: Iterable[Outcome]) -> float:
    """Sum of chance times worth."""
    return sum(outcome.chance * outcome.worth for outcome in outcomes)
