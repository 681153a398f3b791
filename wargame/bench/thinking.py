"""Battles between computer players that think: how long one takes, beside the same sides played at random."""

from __future__ import annotations

from collections.abc import Iterator

from wargame.bench.goals import GOALS
from wargame.bench.rows import Row, Size, once
from wargame.lab.game import Game, Report
from wargame.scenario import load_scenario

TOPIC = "thinking"
SCENARIO, SMALL = "berlin-1941", "first-patrol"
"""About 30 figures a side, and a few for a trial run."""
MOST_S = 10.0
SEED = 1


def run(size: Size) -> Iterator[Row]:
    """The row of goal 13. A short battle of the same rules goes before it: kernels are compiled, charts are read."""
    name = SCENARIO if size.big else SMALL
    _play(SMALL, "veteran", 1)
    random_s, _ = once(lambda: _play(name, "random", size.turns))
    took_s, report = once(lambda: _play(name, "veteran", size.turns))
    whole = size.big and not size.turns and report.ended_by != "fault"
    yield Row(
        topic=TOPIC,
        goal=13,
        name=f"{name}, veteran against veteran",
        wanted=GOALS[13],
        now=took_s,
        unit="s",
        baseline=random_s,
        beside="random players",
        ratio=random_s / took_s,
        met=took_s <= MOST_S if whole else None,
        note=f"{report.answers} answers",
    )


def _play(name: str, level: str, turns: int) -> Report:
    """A battle to its end, or for so many turns."""
    scenario = load_scenario(name)
    game = Game(scenario, dict.fromkeys((side.id for side in scenario.setup.sides), level), SEED)
    return game.play(until=(lambda battle: battle.state.turn > turns) if turns else None)
