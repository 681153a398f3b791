"""Many lines of sight asked at once have the answers that each has by itself."""

from __future__ import annotations

from tests.battles.games import begin
from wargame.board import Base, Footprint
from wargame.engine.dice import Chance
from wargame.rulesets.fistful_of_tows import lines, many_lines

BASE = Base.rectangle(0.75, 1.0)


def test_lines_worked_out_together_are_those_worked_out_one_by_one() -> None:
    board = begin("first-contact").board
    chance = Chance(5)
    places = [
        Footprint(BASE, chance.die(460) / 10 + 0.7, chance.die(340) / 10 + 0.7, chance.die(3600) / 10)
        for _ in range(24)
    ]
    kept = lines.answers(board)
    kept.clear()
    alone = {lines.key_of(a, b): lines.visible(board, a, b) for a in places for b in places if a is not b}
    kept.clear()
    many_lines.everybody(board, places, places)
    assert 0 < sum(alone.values()) < len(alone)
    assert len(kept) > len(alone) - 30
    assert {key: alone[key] for key in kept} == kept  # type: ignore[index]
