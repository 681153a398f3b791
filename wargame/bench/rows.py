"""One measured goal, and how it is timed: fast path and baseline by turns in one process, medians of repeats.

What counts is the processor time of the thread where the machine tells it finely enough, so that other programs on the
machine change little.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

LEAST_S = 0.002
"""A shorter run is repeated inside one measurement until it takes about this long."""
MOST_LOOPS = 1000


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A goal and what is reached now. `now` and `baseline` are in `unit`; ratio: how many times better than the
    baseline; met: None where this machine cannot tell, or the row is no goal of its own."""

    topic: str
    goal: int
    name: str
    wanted: str
    now: float
    unit: str
    baseline: float | None = None
    beside: str = ""
    """What the baseline is."""
    ratio: float | None = None
    met: bool | None = None
    note: str = ""


class Size(msgspec.Struct, frozen=True, kw_only=True):
    """How much is measured: repeats of a measurement, lines or trips or throws for exactness, battles."""

    repeats: int = 15
    slow_repeats: int = 3
    """Repeats where the baseline takes long."""
    samples: int = 10_000
    trips: int = 60
    hovers: int = 300
    battles: int = 12
    turns: int = 0
    """Battles of the topic engine are cut short after so many turns; 0 = played to the end."""
    frames: int = 300
    stands: int = 40
    big: bool = True
    """With the table of 150 against 150 stands."""


FULL = Size()
TINY = Size(
    repeats=1,
    slow_repeats=1,
    samples=100,
    trips=3,
    hovers=5,
    battles=2,
    turns=1,
    frames=5,
    stands=4,
    big=False,
)


@dataclass
class Beside:
    """Medians of a fast path and its baseline, in seconds, and the median of their ratios."""

    now: float
    baseline: float
    ratio: float
    times: list[float] = field(default_factory=list)


def beside(fast: Callable[[], Any], slow: Callable[[], Any], repeats: int) -> Beside:
    """Runs both by turns."""
    loops, slow_loops = _loops(fast), _loops(slow)
    pairs = [(_timed(fast, loops), _timed(slow, slow_loops)) for _ in range(repeats)]
    ours, theirs = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    ratio = statistics.median(their / our for our, their in pairs)
    return Beside(statistics.median(ours), statistics.median(theirs), ratio, ours)


def alone(run: Callable[[], Any], repeats: int) -> float:
    """Median seconds of one run."""
    loops = _loops(run)
    return statistics.median(_timed(run, loops) for _ in range(repeats))


def once(run: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of a single run, and what it gives."""
    began = clock()
    made = run()
    return clock() - began, made


def clock() -> float:
    """Processor seconds of this thread; seconds on the wall where those are too coarse."""
    fine = time.get_clock_info("thread_time").resolution <= 1e-6
    return time.thread_time() if fine else time.perf_counter()


def percentile(times: list[float], share: float) -> float:
    """The time that so large a share of the runs did not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _loops(run: Callable[[], Any]) -> int:
    """How often a run goes into one measurement; the first run, which may compile or build, does not count."""
    run()
    took = max(_timed(run, 1), 1e-7)
    return max(1, min(MOST_LOOPS, int(LEAST_S / took)))


def _timed(run: Callable[[], Any], loops: int) -> float:
    began = clock()
    for _ in range(loops):
        run()
    return (clock() - began) / loops
