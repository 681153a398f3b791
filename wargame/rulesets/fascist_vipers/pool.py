"""Dice that are thrown together, and why so many. Rules: CFV-ASLT-28, CFV-FIRE-06."""

from __future__ import annotations

from dataclasses import dataclass

from wargame.engine.dice import Modifier


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice that one side of a duel throws, and why: `armour` is the class that sets the basic dice."""

    dice: int
    modifiers: tuple[Modifier, ...] = ()
    armour: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Duel:
    """Both pools of an assault: the defender's is thrown first. Rule: CFV-ASLT-28."""

    defence: Pool
    attack: Pool
