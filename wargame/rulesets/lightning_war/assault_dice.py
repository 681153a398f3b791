"""The dice of a close assault: pairs and groups, one round, and the chances of the whole.

Rules: LW2-ASLT-03, -05 to -08, -10 to -13, -20, -21, -23.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from wargame.engine.rules import cite
from wargame.rulesets.lightning_war.data import tables

KILLS = 6
Groups = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
"""Pairs: what each attacker of a group adds to its die, what each defender does."""


class Side(NamedTuple):
    """Casualties inflicted and pairs won by one side in a round."""

    kills: int
    won: int


class Round(NamedTuple):
    """A round: hits on each defender and attacker by their place in the list, and both sides' tallies."""

    attackers: Side
    defenders: Side
    lost_attackers: tuple[int, ...]
    lost_defenders: tuple[int, ...]

    @property
    def winner(self) -> str:
        """attacker, defender, or empty: another round. Rules: LW2-ASLT-10, -11, -13."""
        a, d = self.attackers, self.defenders
        if a.kills != d.kills:
            cite("LW2-ASLT-10")
            return "attacker" if a.kills > d.kills else "defender"
        cite("LW2-ASLT-13" if a.kills else "LW2-ASLT-11")
        if a.won != d.won:
            return "attacker" if a.won > d.won else "defender"
        cite("LW2-ASLT-12")
        return ""


def groups(attackers: int, defenders: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Who meets whom, by place in the lists: all are paired, the surplus doubles up. Rules: LW2-ASLT-03, -23."""
    cite("LW2-ASLT-03")
    cite("LW2-ASLT-23")
    pairs = min(attackers, defenders)
    rows: list[tuple[list[int], list[int]]] = [([n], [n]) for n in range(pairs)]
    for n in range(pairs, attackers):
        rows[(n - pairs) % pairs][0].append(n)
    for n in range(pairs, defenders):
        rows[(n - pairs) % pairs][1].append(n)
    return tuple((tuple(a), tuple(d)) for a, d in rows)


def play(plus_a: Sequence[int], plus_d: Sequence[int], faces_a: Sequence[int], faces_d: Sequence[int]) -> Round:
    """One round with these dice. Rules: LW2-ASLT-05, -07, -08, -23."""
    cite("LW2-ASLT-05")
    lost_a: list[int] = []
    lost_d: list[int] = []
    won_a = won_d = 0
    for mine, theirs in groups(len(plus_a), len(plus_d)):
        best_a = max(faces_a[n] + plus_a[n] for n in mine)
        best_d = max(faces_d[n] + plus_d[n] for n in theirs)
        won_a, won_d = won_a + (best_a > best_d), won_d + (best_d > best_a)
        lost_d += theirs[: _sixes(faces_a, mine)]
        lost_a += mine[: _sixes(faces_d, theirs)]
    return Round(Side(len(lost_d), won_a), Side(len(lost_a), won_d), tuple(lost_a), tuple(lost_d))


def _sixes(faces: Sequence[int], who: Sequence[int]) -> int:
    """Natural sixes kill. Rules: LW2-ASLT-07, -08."""
    cite("LW2-ASLT-07")
    cite("LW2-ASLT-08")
    return sum(faces[n] == KILLS for n in who)


def defender_bonus() -> int:
    """What defenders add. Rule: LW2-ASLT-06."""
    cite("LW2-ASLT-06")
    return int(tables()["assault"]["defender_bonus"])


def against_armour_in_open() -> int:
    """What infantry adds against unsupported armour in the open. Rule: LW2-ASLT-20."""
    cite("LW2-ASLT-20")
    return int(tables()["assault"]["infantry_against_unsupported_armour_in_open"])


class Odds(NamedTuple):
    """Chance that the attacker wins, and the casualties to be expected on both sides."""

    win: float
    lost_attackers: float
    lost_defenders: float


@functools.lru_cache(maxsize=512)
def odds(attackers: int, defenders: int, plus_a: int, plus_d: int) -> Odds:
    """Chances of a whole assault between so many squads, all with the same modifiers; exact."""
    if not attackers or not defenders:
        return Odds(1.0 if attackers else 0.0, 0.0, 0.0)
    again = win = lost_a = lost_d = 0.0
    for (a, d, net), chance in _round_chances(attackers, defenders, plus_a, plus_d).items():
        lost_a, lost_d = lost_a + chance * a, lost_d + chance * d
        verdict = _sign(d - a) or net
        if verdict > 0 or (attackers > a and defenders == d):
            win += chance
        elif verdict == 0 and a == 0:
            again += chance
        elif verdict == 0 and attackers > a:
            rest = odds(attackers - a, defenders - d, plus_a, plus_d)
            win += chance * rest.win
            lost_a, lost_d = lost_a + chance * rest.lost_attackers, lost_d + chance * rest.lost_defenders
    share = 1.0 / (1.0 - again) if again < 1.0 else 0.0
    return Odds(win * share, lost_a * share, lost_d * share)


def _round_chances(attackers: int, defenders: int, plus_a: int, plus_d: int) -> dict[tuple[int, int, int], float]:
    """Casualties of both sides and who won more pairs (-1, 0, 1), with their chances."""
    total: dict[tuple[int, int, int], float] = {(0, 0, 0): 1.0}
    for mine, theirs in groups(attackers, defenders):
        grown: dict[tuple[int, int, int], float] = {}
        for (a, d, net), chance in total.items():
            for (x, y, z), more in _group_chances(len(mine), len(theirs), plus_a, plus_d).items():
                key = (a + x, d + y, net + z)
                grown[key] = grown.get(key, 0.0) + chance * more
        total = grown
    found: dict[tuple[int, int, int], float] = {}
    for (a, d, net), chance in total.items():
        found[a, d, _sign(net)] = found.get((a, d, _sign(net)), 0.0) + chance
    return found


@functools.lru_cache(maxsize=256)
def _group_chances(mine: int, theirs: int, plus_a: int, plus_d: int) -> dict[tuple[int, int, int], float]:
    ours, others = _best_and_sixes(mine), _best_and_sixes(theirs)
    found: dict[tuple[int, int, int], float] = {}
    for ((best_a, six_a), p), ((best_d, six_d), q) in product(ours.items(), others.items()):
        key = (min(mine, six_d), min(theirs, six_a), _sign(best_a + plus_a - best_d - plus_d))
        found[key] = found.get(key, 0.0) + p * q
    return found


@functools.lru_cache(maxsize=64)
def _best_and_sixes(dice: int) -> dict[tuple[int, int], float]:
    found: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for _ in range(dice):
        grown: dict[tuple[int, int], float] = {}
        for (best, sixes), chance in found.items():
            for face in range(1, 7):
                key = (max(best, face), sixes + (face == KILLS))
                grown[key] = grown.get(key, 0.0) + chance / 6
        found = grown
    return found


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
