"""Scores, the ladder, and how a battle ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.engine.events import BattleEnded, Scored
from wargame.engine.setup import LevelRow
from wargame.engine.state import Result

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def score_rows(battle: Battle, when: str) -> None:
    """Give the points of all rows of this kind: once, turn, end or stand."""
    for number, row in enumerate(battle.setup.victory.scores):
        if row.when != when:
            continue
        times = row.condition.count(battle) if when == "stand" else int(row.condition.holds(battle))
        if when == "once":
            key = f"score-{number}"
            if not times or key in battle.state.triggered:
                continue
            battle.state.triggered += (key,)
        if times:
            battle.happen(Scored(side=row.side, points=row.points * times, why=row.text))


def level_reached(battle: Battle) -> LevelRow:
    """First row of the ladder that holds; the last one always does."""
    for row in battle.setup.victory.ladder:
        if row.condition is None or row.condition.holds(battle):
            return row
    return LevelRow(level="draw", side="draw", condition=None, text="no row of the ladder holds")


def finish(battle: Battle, ended_by: str, reason: str) -> None:
    """Count the last points, judge the ladder and end the battle."""
    score_rows(battle, "once")
    score_rows(battle, "end")
    score_rows(battle, "stand")
    row = level_reached(battle)
    why = f"{reason} {row.text}".strip() if reason else row.text
    _end(battle, row.level, row.side, why, ended_by)


def concede(battle: Battle, side: str) -> None:
    """The side gives up: the best level of the ladder goes to its (first) enemy."""
    winner = battle.state.enemies_of(side)[0]
    level = next((r.level for r in battle.setup.victory.ladder if r.side == winner), "decisive")
    name = battle.state.sides[side].name
    _end(battle, level, winner, f"{name} conceded.", "concession")


def _end(battle: Battle, level: str, winner: str, reason: str, ended_by: str) -> None:
    state = battle.state
    result = Result(
        level=level,
        winner=winner,
        reason=reason,
        ended_by=ended_by,
        scores=tuple((side, state.scores.get(side, 0.0)) for side in state.sides),
        tally=battle.ruleset.tally(state),
    )
    battle.happen(BattleEnded(result=result))
