"""Chances of an attack: the dice of the resolution with their distribution in place of their faces."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from wargame.engine.rules import cite
from wargame.rulesets.fistful_of_tows.attack import Attack
from wargame.rulesets.fistful_of_tows.data import tables


def hits(face: int, need: int, add: int) -> bool:
    """Does a die hit? A 1 never does; a need that cannot be reached is never met. Rules: FFT-GEN-07, -08."""
    cite("FFT-GEN-08")
    return need > 0 and face > 1 and face + add >= need


def saved(face: int, need: int) -> bool:
    """Does a saving die cancel a hit? Rule: FFT-SAVE-05."""
    return need > 0 and face > 1 and face >= need


def reads(faces: tuple[int, ...], modifier: int) -> str:
    """What penetration dice do: destroyed, check or none. Rules: FFT-PEN-03, -04."""
    cite("FFT-PEN-03")
    chart = tables()["penetration"]
    values = [face + modifier for face in faces]
    if any(value >= chart["destroy_on"] for value in values):
        return "destroyed"
    return "check" if any(value in chart["check_on"] for value in values) else "none"


@functools.lru_cache(maxsize=4096)
def chance_to_hit(need: int, add: int) -> float:
    """Chance that one die hits."""
    return sum(need > 0 and face > 1 and face + add >= need for face in range(1, 7)) / 6


@functools.lru_cache(maxsize=4096)
def penetrates(dice: int, modifier: int) -> tuple[float, float, float]:
    """Chances that a hit destroys, causes a check, does nothing."""
    kill = sum(face + modifier >= 6 for face in range(1, 7)) / 6
    harm = sum(face + modifier >= 4 for face in range(1, 7)) / 6
    return 1 - (1 - kill) ** dice, (1 - kill) ** dice - (1 - harm) ** dice, (1 - harm) ** dice


@functools.lru_cache(maxsize=4096)
def passes(number: int, modifier: int) -> float:
    """Chance that a check is passed. Rule: FFT-QC-01."""
    return sum(face > 1 and face + modifier >= number for face in range(1, 7)) / 6


@dataclass(frozen=True, slots=True)
class Harm:
    """Chances of what an attack with some dice does to its target: destroyed, owes a check, nothing.

    `by_hits`: chances of each number of hits, for small arms.
    """

    destroyed: float
    check: float
    none: float
    by_hits: tuple[float, ...] = ()


def harm(attack: Attack, shots: int) -> Harm:
    """Chances of so many dice of an attack."""
    hit = chance_to_hit(attack.need, attack.add)
    if attack.kind == "men":
        table = binomial(shots, hit)
        return Harm(0.0, 1.0 - table[0], table[0], table)
    stays = 1.0 - (max(0, 7 - max(2, attack.save)) / 6 if attack.save else 0.0)
    kill, check, _ = penetrates(attack.pen_dice, attack.pen_modifier)
    through = hit * stays
    destroyed = 1.0 - (1.0 - through * kill) ** shots
    none = (1.0 - through * (kill + check)) ** shots
    return Harm(destroyed, 1.0 - destroyed - none, none)


@functools.lru_cache(maxsize=4096)
def binomial(count: int, chance: float) -> tuple[float, ...]:
    """Chances of 0 to `count` successes."""
    row = [1.0]
    for _ in range(count):
        grown = [0.0] * (len(row) + 1)
        for n, value in enumerate(row):
            grown[n] += value * (1 - chance)
            grown[n + 1] += value * chance
        row = grown
    return tuple(row)
