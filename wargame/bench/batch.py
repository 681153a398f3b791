"""Batches: the same battles on one process and on two workers. Times here are on the wall."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from wargame.bench.goals import GOALS
from wargame.bench.rows import Row, Size
from wargame.lab.batch import one_thread, simulate
from wargame.scenario import load_scenario

TOPIC = "batch"
SCENARIO = "first-shots"
WORKERS = 2


def run(size: Size) -> Iterator[Row]:
    """The rows of goal 12."""
    players = {side.id: "random" for side in load_scenario(SCENARIO).setup.sides}
    seeds = range(1, size.battles + 1)
    list(simulate(SCENARIO, players, range(1, 2)))  # compiled before anything is timed
    alone_s, alone = _timed(players, seeds, 1)
    both_s, both = _timed(players, seeds, WORKERS)
    same = alone == both
    yield Row(
        topic=TOPIC,
        goal=12,
        name=f"{len(seeds)} battles on {WORKERS} workers",
        wanted=GOALS[12],
        now=both_s,
        unit="s",
        baseline=alone_s,
        beside="one process",
        ratio=alone_s / both_s,
        met=same and alone_s / both_s >= 1.8,
        note="the same results" if same else "DIFFERENT RESULTS",
    )
    began = time.perf_counter()
    with ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn"), initializer=one_thread) as pool:
        assert pool.submit(pow, 2, 3).result() == 8
        start = time.perf_counter() - began
    yield Row(
        topic=TOPIC,
        goal=12,
        name="start of the workers",
        wanted=GOALS[12],
        now=start,
        unit="s",
        met=start <= 0.5,
    )


def _timed(players: dict[str, str], seeds: range, jobs: int) -> tuple[float, list[tuple[int, str, str]]]:
    began = time.perf_counter()
    reports = [(r.seed, r.winner, r.digest) for r in simulate(SCENARIO, players, seeds, jobs)]
    return time.perf_counter() - began, reports
