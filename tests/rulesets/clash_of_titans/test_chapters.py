"""The core without its chapters is the same."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import blue, red, setup_of, state_of
from wargame.engine.battle import Battle
from wargame.engine.chapters import Chapters
from wargame.engine.orders import Done, Fire, Move, Shot
from wargame.rulesets import ruleset
from wargame.rulesets.clash_of_titans import extensions


def digest() -> str:
    """A short battle of four men after a few orders and a turn."""
    setup = setup_of(red("r1", 10, 20), red("r2", 10, 22), blue("b1", 30, 20), blue("b2", 30, 22))
    battle = Battle(ruleset("clash_of_titans"), setup, 7, state=state_of(setup), kernels="plain")
    for given in (
        Fire(stand="r1", targets=(Shot("b1"),)),
        Move(stand="r2", path=((12.0, 24.0),)),
        Done(),
        Done(),
        Done(),
    ):
        if battle.request is not None:
            battle.answer(given if battle.request.purpose == "activate" or given.is_done else Done())
    return battle.state.digest()


def test_core_battle_is_the_same_without_the_packages_of_chapters(monkeypatch: pytest.MonkeyPatch) -> None:
    with_them = digest()
    monkeypatch.setattr(extensions, "chapters_of", lambda package: Chapters(()))
    assert extensions.CHAPTERS().all == ()
    assert digest() == with_them
