"""Many battles, on one process or several; the same results either way."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from wargame.board import warm_up
from wargame.lab.game import Game, Report
from wargame.lab.workers import follow_parent
from wargame.scenario import SaveFault, load_scenario, write_record

CHUNK = 10
"""Battles that a worker takes at a time."""


def fight(
    name: str, players: Mapping[str, str], seed: int, save_to: Path | None = None, kernels: str = "compiled"
) -> Report:
    """One battle of a scenario (name or file). A battle that cannot be saved is reported all the same."""
    game = Game(load_scenario(name), players, seed, kernels)
    report = game.play()
    if save_to is not None:
        try:
            write_record(save_to / f"{game.setup.name}-{seed}.save", game.battle, game.scenario, dict(players))
        except SaveFault as fault:
            report.unsaved = str(fault)
    return report


def simulate(
    name: str,
    players: Mapping[str, str],
    seeds: range,
    jobs: int = 1,
    save_to: Path | None = None,
    kernels: str = "compiled",
) -> Iterator[Report]:
    """The battles of these seeds, in the order of the seeds."""
    if jobs <= 1 or len(seeds) <= 1:
        for seed in seeds:
            yield fight(name, players, seed, save_to, kernels)
        return
    if kernels == "compiled":
        for _ in warm_up():  # once here, so that no worker compiles what another one does
            pass
    size = max(1, min(CHUNK, -(-len(seeds) // (2 * jobs))))
    chunks = [seeds[i : i + size] for i in range(0, len(seeds), size)]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=one_thread) as pool:
        tasks = [pool.submit(_chunk, name, dict(players), chunk, save_to, kernels) for chunk in chunks]
        for task in tasks:
            yield from task.result()


def one_thread() -> None:
    """Keep compiled kernels from starting threads of their own in a worker, which ends with its parent."""
    follow_parent()
    os.environ["NUMBA_NUM_THREADS"] = "1"


def _chunk(name: str, players: dict[str, str], seeds: range, save_to: Path | None, kernels: str) -> list[Report]:
    return [fight(name, players, seed, save_to, kernels) for seed in seeds]
