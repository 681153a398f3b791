"""Exact odds of a burst: every landing point, every attack roll, every defence. Rules: CFV-BRST-01 to -16."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from wargame.board import deviate, within
from wargame.engine.appraisal import Appraisal, Outcome, sum_of
from wargame.engine.dice import Modifier
from wargame.engine.orders import Fire
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import ammunition, burst_attack, fire, observation, shooting, spotting, worth
from wargame.rulesets.fascist_vipers.burst_attack import Shell
from wargame.rulesets.fascist_vipers.deviation import results
from wargame.rulesets.fascist_vipers.state import Point

SILENCE = 0.2
"""Share of a battery's value that running dry costs: the shells are there to be fired."""
Tally = dict[tuple[int, int], tuple[float, float]]
"""(enemy units removed, own units removed) -> (chance, chance times worth)."""


class Row(NamedTuple):
    """A unit that can be hurt: where it is, dice that count, chances that its defence falls short of a total, whose it
    is, its worth."""

    at: Point
    counted: int
    beaten: tuple[float, ...]
    ours: bool
    value: float


def appraise_burst(scene: Scene, order: Fire) -> Appraisal:
    """What a burst at this point may do, from what the scene knows; programmed fire too."""
    stand, at = observation.state_of(scene).stands[order.stand], order.at
    assert at is not None
    landings: Iterable[tuple[float, Point]]
    if spotting.is_ranged_in(scene, stand, at):
        landings = ((1.0, at),)
    else:
        landings = landing_points(at, shooting.line_of_fire(scene, stand), observed=not stand.programmed)
    found = tally(scene, stand.side, burst_attack.shell_of(stand), landings)
    supply = ammunition.supply(stand)
    lines = [f"lands on the aim point {sum(c for c, p in landings if p == tuple(at)):.0%}"]
    if supply.number:
        lines.append(f"out of ammunition {supply.chance:.0%}")
    return summary(found, lines, SILENCE * supply.chance * worth.value(stand))


def landing_points(aim: Point, origin: Point, observed: bool) -> tuple[tuple[float, Point], ...]:
    """Where a burst may land, with the chances."""
    found = []
    for chance, along, right in results(observed):
        found.append((chance, aim if along == right == 0 else deviate(aim, origin, along, right)))
    return tuple(found)


def tally(scene: Scene, side: str, shell: Shell, landings: Iterable[tuple[float, Point]]) -> Tally:
    """Chances of how many units of the enemy, and of one's own, are removed."""
    found: Tally = {}
    places = list(landings)
    rows = list(_rows(scene, side, shell, [point for _, point in places]))
    kept: dict[tuple[int, ...], Tally] = {}
    for chance, point in places:
        for key, (part, value) in _at_point(rows, shell, point, kept).items():
            had = found.get(key, (0.0, 0.0))
            found[key] = (had[0] + chance * part, had[1] + chance * value)
    return found


def summary(found: Tally, lines: list[str], price: float = 0.0, modifiers: tuple[Modifier, ...] = ()) -> Appraisal:
    """A tally as an appraisal; `price` is what firing costs in worth."""
    outcomes = tuple(
        Outcome(
            id=f"enemy-{enemy}-own-{own}",
            text=_told(enemy, own),
            chance=chance,
            worth=value / chance if chance > 0 else 0.0,
            good=True if enemy > own else False if own > enemy else None,
        )
        for (enemy, own), (chance, value) in sorted(found.items())
    )
    hits = sum(o.chance for o in outcomes if not o.id.startswith("enemy-0-"))
    own_hits = sum(o.chance for o in outcomes if not o.id.endswith("own-0"))
    headline = f"{hits:.0%}" + (f" / {own_hits:.0%}" if own_hits > 0 else "")
    total = sum(value for _, value in found.values()) - price
    rules = (cite("CFV-BRST-12"), cite("CFV-BRST-13"))
    return Appraisal(
        outcomes=outcomes, worth=total, headline=headline, lines=tuple(lines), modifiers=modifiers, rules=rules
    )


def _told(enemy: int, own: int) -> str:
    parts = [
        f"{count} {whose} unit{'s' if count > 1 else ''}" for count, whose in ((enemy, "enemy"), (own, "own")) if count
    ]
    return " and ".join(parts) + " removed" if parts else "nobody is removed"


def _at_point(rows: list[Row], shell: Shell, point: Point, kept: dict[tuple[int, ...], Tally]) -> Tally:
    """The tally of a burst that lands here: units defend independently once the attack dice lie. Rule: CFV-BRST-14."""
    half = shell.diameter_in / 2
    inside = tuple(n for n, row in enumerate(rows) if within(math.dist(row.at, point), half))
    if inside not in kept:
        kept[inside] = _tally_of([rows[n] for n in inside], shell)
    return kept[inside]


def _tally_of(rows: list[Row], shell: Shell) -> Tally:
    if not rows:
        return {(0, 0): (1.0, 0.0)}
    found: Tally = {}
    cuts = sorted({shell.dice_soft, shell.dice_armour})
    for chance, totals in attack_rolls(cuts):
        for key, (part, value) in _defended(rows, totals).items():
            had = found.get(key, (0.0, 0.0))
            found[key] = (had[0] + chance * part, had[1] + chance * value)
    return found


def attack_rolls(cuts: list[int]) -> Iterator[tuple[float, dict[int, int]]]:
    """Every pair of totals of the first so many dice, with its chance: {number of dice: total}."""
    low, high = cuts[0], cuts[-1]
    for first, chance in enumerate(sum_of(low)):
        if chance <= 0.0:
            continue
        for rest, other in enumerate(sum_of(high - low)):
            if other > 0.0:
                yield chance * other, {low: first, high: first + rest}


def _rows(scene: Scene, side: str, shell: Shell, places: list[Point]) -> Iterator[Row]:
    """The units that could be hurt by a burst at one of these places."""
    reach = shell.diameter_in / 2 + max((math.dist(places[0], p) for p in places), default=0.0)
    for stand in burst_attack.inside(scene, places[0], 2 * reach) if places else ():
        counted = shell.dice_against(stand)
        if counted:
            pool = fire.defence(scene, stand, shell.quality, None)
            yield Row((stand.x, stand.y), counted, _beaten(pool.dice), stand.side == side, worth.loss(scene, stand))


@functools.cache
def _beaten(dice: int) -> tuple[float, ...]:
    """Chance that so many defence dice fall short of a total, by the total."""
    return (0.0, *itertools.accumulate(sum_of(dice)))


def _defended(rows: list[Row], totals: dict[int, int]) -> Tally:
    found: Tally = {(0, 0): (1.0, 0.0)}
    for _, counted, beaten, ours, value in rows:
        gone = beaten[min(totals[counted], len(beaten) - 1)]
        stays, signed = 1.0 - gone, -value if ours else value
        grown: Tally = {}
        for (enemy, own), (chance, sum_worth) in found.items():
            if stays > 0.0:
                had = grown.get((enemy, own), (0.0, 0.0))
                grown[enemy, own] = (had[0] + chance * stays, had[1] + stays * sum_worth)
            if gone > 0.0:
                lost = (enemy, own + 1) if ours else (enemy + 1, own)
                had = grown.get(lost, (0.0, 0.0))
                grown[lost] = (had[0] + chance * gone, had[1] + gone * (sum_worth + chance * signed))
        found = grown
    return found
