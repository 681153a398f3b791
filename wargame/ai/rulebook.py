"""The seat of a side that the rulebook runs itself: it is asked nothing; if it is asked all the same, it takes what is
suggested."""

from __future__ import annotations

from wargame.ai.answers import first_legal, weigh
from wargame.engine.dice import Chance
from wargame.engine.orders import Order
from wargame.engine.requests import AnyRequest
from wargame.engine.view import View


class RulebookPlayer:
    """Holds the seat."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def decide(self, request: AnyRequest, view: View) -> Order:
        """The suggestion, else anything legal."""
        return first_legal(view, request, weigh(view, request, self.chance), self.chance)


def make(chance: Chance) -> RulebookPlayer:
    """A player that holds the seat of a ruled side."""
    return RulebookPlayer(chance)
