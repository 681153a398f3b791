"""Placing barrage markers in the Command Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.engine.dice import Chance
from wargame.engine.orders import Order, Placed, Refusal
from wargame.engine.requests import Place
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import NEXT, Directive

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE = "barrage"


def place_markers(battle: Battle) -> Directive:
    """One round."""
    return NEXT


def check(scene: Scene, request: Place, order: Placed) -> Refusal | None:
    """Why these markers may not be placed, or None."""
    return None


def samples(scene: Scene, request: Place, chance: Chance | None) -> list[Order]:
    """Legal answers."""
    return []
