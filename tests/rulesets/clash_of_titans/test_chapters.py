"""The core without its chapters is the same."""

from __future__ import annotations

import pytest

from wargame import load_scenario
from wargame.ai.players import player
from wargame.engine.battle import Battle
from wargame.engine.chapters import Chapters
from wargame.engine.orders import Refusal
from wargame.rulesets import ruleset
from wargame.rulesets.clash_of_titans import extensions

ANSWERS = 25


def digest_after(answers: int) -> str:
    """A battle of First Patrol by random players, after so many answers."""
    setup = load_scenario("first-patrol").setup
    battle = Battle(ruleset("clash_of_titans"), setup, 7, kernels="plain", digests=False)
    players = {side: player("random", 7, side) for side in battle.state.sides}
    for _ in range(answers):
        assert battle.request is not None
        side = battle.request.side
        order = players[side].decide(battle.request, battle.view(side))
        assert not isinstance(battle.answer(order), Refusal)  # type: ignore[arg-type]
    return battle.state.digest()


def test_core_battle_is_the_same_without_the_packages_of_chapters(monkeypatch: pytest.MonkeyPatch) -> None:
    with_them = digest_after(ANSWERS)
    monkeypatch.setattr(extensions, "chapters_of", lambda package: Chapters(()))
    assert extensions.CHAPTERS().all == ()
    assert digest_after(ANSWERS) == with_them
