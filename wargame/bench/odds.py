"""Odds: own sums of dice, cold and warm, beside icepool where it is installed; and the whole hover."""

from __future__ import annotations

import importlib
import importlib.util
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from wargame.bench import ground
from wargame.bench.goals import GOALS
from wargame.bench.ground import FOOT
from wargame.bench.rows import Row, Size, beside, clock, percentile
from wargame.board import Eye, Footprints, Template, route, sight, template_hits
from wargame.engine.appraisal import duel, sum_of

TOPIC = "odds"
COLD = 12, 10
"""Dice of attack and defence of the cold duel."""


def run(size: Size) -> Iterator[Row]:
    """The rows of goal 7."""
    yield from _odds(size)
    yield _hover(size)


def forget() -> None:
    """Make the next odds cold."""
    sum_of.cache_clear()
    duel.cache_clear()


def _cold() -> tuple[float, float, float]:
    forget()
    return duel(*COLD)


def _odds(size: Size) -> Iterator[Row]:
    icepool: Any = importlib.import_module("icepool") if importlib.util.find_spec("icepool") else None
    if icepool is None:
        yield from _without_icepool(size)
        return

    def theirs() -> Any:
        return _icepool_duel(icepool, *COLD)

    cold = beside(_cold, theirs, size.repeats)
    yield _row("opposed sums of 12 and 10 dice, cold", cold.now, cold.baseline, "icepool", cold.ratio)
    duel(*COLD)
    warm = beside(lambda: duel(*COLD), theirs, size.repeats)
    yield _row("the same, warm", warm.now, warm.baseline, "icepool", warm.ratio)
    pairs = [(a, d) for a in range(1, 15) for d in range(1, 15)][:: max(1, 196 // min(size.samples, 196))]
    worst = max(
        abs(ours - float(exact))
        for a, d in pairs
        for ours, exact in zip(duel(a, d), _icepool_duel(icepool, a, d), strict=True)
    )
    yield Row(
        topic=TOPIC,
        goal=7,
        name=f"greatest difference of {len(pairs)} duels from exact fractions",
        wanted="equal to 1e-12",
        now=worst,
        unit="",
        baseline=0.0,
        beside="icepool",
        met=worst <= 1e-12,
    )


def _icepool_duel(icepool: Any, attack: int, defence: int) -> tuple[Fraction, Fraction, Fraction]:
    difference = attack @ icepool.d6 - defence @ icepool.d6
    return difference.probability(">", 0), difference.probability("==", 0), difference.probability("<", 0)


def _without_icepool(size: Size) -> Iterator[Row]:
    """Cold beside warm."""
    found = beside(_cold, lambda: _cold() and _plain_duel(), size.repeats)
    note = "icepool is not installed: compared with counting all totals once more"
    yield _row("opposed sums of 12 and 10 dice, cold", found.now, found.baseline, "plain counting", found.ratio, note)


def _plain_duel() -> float:
    return math.fsum(a * d for a in sum_of(COLD[0]) for d in sum_of(COLD[1]))


def _row(name: str, now: float, baseline: float, what: str, ratio: float, note: str = "") -> Row:
    return Row(
        topic=TOPIC,
        goal=7,
        name=name,
        wanted=GOALS[7],
        now=now * 1e3,
        unit="ms",
        baseline=baseline * 1e3,
        beside=what,
        ratio=ratio,
        met=now * 1e3 <= 2.0,
        note=note,
    )


def _hover(size: Size) -> Row:
    """Everything that the mouse asks for at a place: sight with its reasons, route of a move, template, odds."""
    board = ground.reference()
    placed = ground.stands(board, 80, 3)
    bases, eyes = Footprints.of(placed), ground.stand_eyes(board, placed).tolist()
    draw, template = ground.Draw(51), Template.circle(4.0)
    times: list[float] = []
    for k in range(size.hovers + 2):
        mover, target = k % 40, 40 + k % 40
        x, y = draw.between(-8.0, 8.0), draw.between(-8.0, 8.0)
        goal = min(max(placed[mover].x + x, 0.5), 71.5), min(max(placed[mover].y + y, 0.5), 47.5)
        forget()
        began = clock()
        line = sight(board, Eye(*eyes[mover]), Eye(*eyes[target]))
        assert line.clear or line.reason
        len(line.crossings)
        route(board, (placed[mover].x, placed[mover].y), goal, FOOT, clearance_in=0.5)
        template_hits(template, *goal, bases)
        duel(3 + k % 4, 2 + k % 5)
        times.append(clock() - began)
    kept = times[2:]
    now = percentile(kept, 0.99) * 1e3
    return Row(
        topic=TOPIC,
        goal=7,
        name=f"hover, 99 in 100 of {len(kept)}",
        wanted=GOALS[7],
        now=now,
        unit="ms",
        met=now <= 10.0,
        note=f"median {percentile(kept, 0.5) * 1e3:.2f} ms",
    )
