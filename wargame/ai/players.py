"""Computer players: a player is a function of a request and a view."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Protocol

from wargame.engine.dice import Chance
from wargame.engine.orders import Order
from wargame.engine.requests import AnyRequest
from wargame.engine.view import View

LEVELS = ("random", "recruit", "veteran")
"""Grades of computer players, weakest first."""
RULEBOOK = "rulebook"
"""The seat of a side that its rulebook's solo rules run."""


class Player(Protocol):
    """Decides for one side; what it knows is the view it is given."""

    def decide(self, request: AnyRequest, view: View) -> Order:
        """The answer to a request."""
        ...


Maker = Callable[[Chance], Player]


def player(level: str, seed: int, side: str) -> Player:
    """A computer player of a grade, with dice of its own. Raises ValueError for an unknown grade."""
    if level not in (*LEVELS, RULEBOOK):
        raise ValueError(f"unknown grade {level!r}; there are {', '.join(LEVELS)}")
    chance = Chance(seed * 1_000_003 + sum(ord(letter) * 31**i for i, letter in enumerate(side)) % 999_983)
    maker: Maker = importlib.import_module(f"wargame.ai.{level}").make
    return maker(chance)
