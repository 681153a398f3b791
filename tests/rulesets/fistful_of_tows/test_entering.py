"""Reinforcements: at their edge, in the Command Phase, later if their owner waits."""

from __future__ import annotations

import pytest

from tests.battles.games import begin, decide, give, players
from wargame.engine.orders import Placed
from wargame.engine.requests import Place


@pytest.mark.rule("FFT-SET-02")
def test_reinforcements_that_wait_are_offered_again_in_the_next_turn():
    battle = begin("first-contact", 3)
    by = players(battle, 3)
    asked: list[int] = []
    while len(asked) < 2 and not battle.over:
        request = battle.request
        if isinstance(request, Place) and request.purpose == "enter" and request.side == "ussr":
            asked.append(battle.state.turn)
            assert {t.id for t in request.things} >= {"su-tk-a-1", "su-mr-a-1"}
            give(battle, Placed())
        else:
            give(battle, decide(battle, by))
    assert asked == [1, 2]
    assert not any(s.in_play for s in battle.state.stands.values() if s.side == "ussr")
