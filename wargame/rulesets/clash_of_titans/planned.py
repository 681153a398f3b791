"""A path as it would be walked or driven, with its price and why it may not be."""

from __future__ import annotations

from dataclasses import dataclass

from wargame.engine.orders import Refusal
from wargame.engine.ruleset import MovePrice

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Plan:
    """A path beginning where the stand is, with its price and why it may not be walked."""

    stand: str
    path: tuple[Point, ...]
    facing_deg: float
    mode: str
    price: MovePrice
    floor: int | None = None
    """Storey where it ends, None: the one it is on."""
    room: str | None = None
    """Building area where it ends, None: that of before."""

    @property
    def cost(self) -> float:
        """Inches of move that it takes."""
        return self.price.cost

    @property
    def allowance(self) -> float:
        """Inches of move that may still be spent."""
        return self.price.allowance

    @property
    def refusal(self) -> Refusal | None:
        """Why it may not be walked."""
        return self.price.refusal
