"""Fuzz in the default run: a whole small battle and the beginnings of large ones; hundreds behind the marker."""

from __future__ import annotations

import pytest

from tests.battles.fuzz import Fuzz, dice_not_told
from tests.battles.games import ALL, EACH_LARGE, SMALLEST, answers, begin, decide, play, players
from tests.battles.order_of_things import Watched, wrong_with
from wargame.engine.orders import Concede, Refusal
from wargame.engine.record import go_on, save


@pytest.mark.parametrize("seed", [1, 2])
def test_small_battle_with_mischief_keeps_all_in_order(seed: int) -> None:
    fuzz = Fuzz(SMALLEST, seed, mischief=6)
    assert fuzz.run() == []
    assert fuzz.refused > 300


@pytest.mark.parametrize("name", EACH_LARGE)
def test_beginning_of_a_large_battle_with_mischief_keeps_all_in_order(name: str) -> None:
    fuzz = Fuzz(name, 3, mischief=3)
    assert fuzz.run(most_answers=45) == []
    assert len(fuzz.battle.answers) >= 45


def test_conceding_gives_the_battle_to_the_other_side_at_any_question() -> None:
    battle = begin(SMALLEST, 4)
    by = players(battle, 4)
    while not battle.over:
        request = battle.request
        assert request is not None
        if len(battle.answers) % 12 == 0:
            twin = go_on(save(battle, dict.fromkeys(by, "random"), "", ""), battle.ruleset, battle.setup)
            assert not isinstance(twin.answer(Concede()), Refusal)
            assert twin.over and twin.state.result is not None and twin.request is None
            assert twin.state.result.winner == battle.state.enemies_of(request.side)[0]
        battle.answer(decide(battle, by))


def test_invariants_would_notice_a_stand_off_the_table_or_on_another() -> None:
    battle = play(begin(SMALLEST, 1), players(begin(SMALLEST, 1)), answers(12))
    assert wrong_with(battle) == []
    first, second = battle.state.in_play()[:2]
    first.x, first.y = second.x, second.y
    assert any("overlap" in w for w in wrong_with(battle))
    first.x = -3.0
    assert any("over the edge" in w for w in wrong_with(battle))
    first.x = 1.00004
    assert any("off the grid" in w for w in wrong_with(battle))
    battle.state.dice_count += 1
    assert dice_not_told(battle)


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(300))
def test_battle_with_mischief_keeps_all_in_order(seed: int) -> None:
    name = ALL[seed % len(ALL)] if seed % 3 == 0 else SMALLEST
    fuzz = Fuzz(name, 1000 + seed, mischief=5)
    assert fuzz.run(most_answers=250) == []
    assert isinstance(fuzz.battle, Watched)
