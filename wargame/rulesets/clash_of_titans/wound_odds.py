"""Exact chances of what dice do to one man: To Hit, damage, recovery, Star Power. No chart of its own: it counts faces
with the functions of `to_hit`, `damage`, `recover` and `stars`.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb

from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import attributes, damage, ladder, recover, stars
from wargame.rulesets.clash_of_titans.damage import DEAD, KNOCKED_DOWN, SEVERITY, UNHURT
from wargame.rulesets.clash_of_titans.data import reaction_test
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.state import OUT, STUNNED, ClashStand
from wargame.rulesets.clash_of_titans.throws import TOP_ROW, target_number

FACES = range(1, 7)
SIDES = 6
MISSED = "missed"
RECOVERED = "recovered"
"""He was hit and is up again at once."""
FATES = (MISSED, RECOVERED, STUNNED, OUT, DEAD)
Fates = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Die:
    """One To Hit die at a man: its chance to hit, the Impact, the Rep of who fires (0: nobody)."""

    chance: float
    impact: int
    rep: int = 0


def wounds(scene: Scene, target: ClashStand, dice: Sequence[Die]) -> dict[str, float]:
    """Chances that these dice miss a man, knock him down for a moment, stun him, put him out or kill him.

    A man who is Stunned already is put out where another would be stunned.
    """
    plan: dict[tuple[str, bool], float] = {(MISSED, is_lucky(target)): 1.0}
    for die in dice:
        plan = _one_more(target, plan, die)
    found: dict[str, float] = defaultdict(float)
    for (worst, lucky), chance in plan.items():
        for fate, share in _fate(target, worst, lucky).items():
            found[fate] += chance * share
    return dict(found)


def is_lucky(target: ClashStand) -> bool:
    """Has he a new roll left?"""
    return attributes.takes_again(target, True)


def rep_of(scene: Scene, shooter: str) -> int:
    """Rep of who fires, for Larger Than Life."""
    found = state_of(scene).stands.get(shooter) if shooter else None
    return stars.rep_of(state_of(scene), found) if found is not None else 0


def _one_more(target: ClashStand, plan: Mapping[tuple[str, bool], float], die: Die) -> dict[tuple[str, bool], float]:
    """The worst result so far and whether his luck is left, after one more die."""
    found: dict[tuple[str, bool], float] = defaultdict(float)
    for (worst, lucky), chance in plan.items():
        found[worst, lucky] += chance * (1.0 - die.chance)
        for (result, left), share in _damage_die(target, die, lucky).items():
            found[_worse(worst, result), left] += chance * die.chance * share
    return dict(found)


def _worse(one: str, other: str) -> str:
    rank = {MISSED: -1, **SEVERITY}
    return other if rank[other] > rank[one] else one


def _damage_die(target: ClashStand, die: Die, lucky: bool) -> dict[tuple[str, bool], float]:
    """Result of one damage die and whether his luck is left. Rules: NUT-DMG-01, NUT-CHAR-03, NUT-ATTR-02."""
    impact = die.impact + round(sum(m.add for m in attributes.impact_modifiers(target)))
    found: dict[tuple[str, bool], float] = defaultdict(float)
    for face in FACES:
        result = damage.result(face, impact)
        if lucky and SEVERITY[result] >= SEVERITY[OUT]:
            for again in FACES:
                found[_lived(target, damage.result(again, impact), die.rep), False] += 1.0 / SIDES**2
        else:
            found[_lived(target, result, die.rep), lucky] += 1.0 / SIDES
    return dict(found)


def _lived(target: ClashStand, result: str, rep: int) -> str:
    return OUT if stars.is_too_lowly(target, result, rep) else result


def _fate(target: ClashStand, worst: str, lucky: bool) -> dict[str, float]:
    """What becomes of a man whose worst damage result is this."""
    if worst == MISSED:
        return {MISSED: 1.0}
    if attributes.would_spare(target, worst):
        worst = KNOCKED_DOWN
    found: dict[str, float] = defaultdict(float)
    for result, chance in _starred(target, worst).items():
        if result == KNOCKED_DOWN:
            for after, share in recovery(target, lucky).items():
                found[after] += chance * share
        else:
            found[_settled(target, result)] += chance
    return dict(found)


def _settled(target: ClashStand, result: str) -> str:
    if result == UNHURT:
        return RECOVERED
    return OUT if result == STUNNED and target.status == STUNNED else result


def recovery(target: ClashStand, lucky: bool | None = None) -> dict[str, float]:
    """Chances after Recover From Knock Down: recovered, stunned, out. Rules: NUT-DOWN-04, NUT-STAT-10, NUT-CHAR-06."""
    lucky = is_lucky(target) if lucky is None else lucky
    dice = int(reaction_test(recover.TEST)["dice"]) + (target.class_ == recover.VERY_LARGE)
    rows = passes(dice, target.rep)
    again = dict(rows)
    if lucky:
        again[0] = 0.0
        for row, chance in rows.items():
            again[row] = again.get(row, 0.0) + rows[0] * chance
    elif attributes.is_spoiled(target, TOP_ROW):
        again[TOP_ROW] = 0.0
        for row, chance in rows.items():
            again[row] = again.get(row, 0.0) + rows[TOP_ROW] * chance
    found: dict[str, float] = defaultdict(float)
    for row, chance in again.items():
        result = ladder.read(recover.TEST, row).result
        if result == STUNNED and target.status == STUNNED:
            result = OUT
        for after, share in _starred(target, result).items():
            found[_settled(target, after)] += chance * share
    return dict(found)


def _starred(target: ClashStand, result: str) -> dict[str, float]:
    """What Star Power makes of a result. Rule: NUT-CHAR-06."""
    if not target.star or target.star_power <= 0 or result not in stars.LEVELS[1:]:
        return {result: 1.0}
    found: dict[str, float] = defaultdict(float)
    helps = sum(face <= stars.HELPS for face in FACES) / SIDES
    for count in range(target.star_power + 1):
        chance = comb(target.star_power, count) * helps**count * (1.0 - helps) ** (target.star_power - count)
        found[stars.lowered(result, count)] += chance
    return dict(found)


@functools.lru_cache(maxsize=512)
def _passes(dice: int, number: int) -> tuple[float, ...]:
    p = sum(face <= number for face in FACES) / SIDES
    rows = [0.0] * (TOP_ROW + 1)
    for count in range(dice + 1):
        rows[min(count, TOP_ROW)] += comb(dice, count) * p**count * (1.0 - p) ** (dice - count)
    return tuple(rows)


def passes(dice: int, rep: int, changes: Iterable[float] = ()) -> dict[int, float]:
    """Chances of each row of a table (0 to 2) for so many dice against a Rep with modifiers."""
    number = target_number(rep) + round(sum(changes))
    return dict(enumerate(_passes(dice, number)))
