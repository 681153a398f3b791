"""Whatever a clumsy hand does, nothing raises, the battle stays, and the open question can be answered."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tests.tabletop.monkey import Monkey
from tests.tabletop.table import HOTSEAT, SOLO, Table
from wargame.ai.players import player
from wargame.engine.battle import Battle
from wargame.rulesets import ruleset
from wargame.scenario import load_scenario, recover
from wargame.tabletop import evening
from wargame.tabletop.app import App
from wargame.tabletop.evening import Evening
from wargame.tabletop.screens.battle import BattleScreen
from wargame.tabletop.session import Session
from wargame.tabletop.settings import Settings
from wargame.tabletop.thinking import InlineThinker

WATCH = {"blue": "random", "grey": "random"}
NAME = "first-shots"


def can_go_on(session: Session, seed: int) -> None:
    """Answer what is asked, as a player would; fails if nobody could."""
    assert not session.stuck and not session.battle.faults
    for _ in range(200):
        session.take_seat()
        if session.asked is not None or session.over:
            break
        session.advance()
    request = session.asked
    if session.over or not session.persons:
        return
    assert request is not None
    order = player("random", seed, request.side).decide(request, session.battle.view(request.side))
    assert session.answer(order) is None  # type: ignore[arg-type]


def play_toy(seats: dict[str, str], seed: int, acts: int) -> None:
    table = Table(seats)
    monkey = Monkey(table.app, seed)
    for _ in range(max(1, acts // 100)):
        monkey.play(min(acts, 100))
        table.app.running = True
        can_go_on(table.session, seed)
    if not table.app.screens:
        return
    while table.app.top is not table.screen and table.screen in table.app.screens:
        table.app.pop()
    table.d.tick(3)


@pytest.mark.parametrize("seats", [SOLO, HOTSEAT, WATCH], ids=["solo", "hotseat", "watch"])
def test_clumsy_hand_breaks_nothing(seats: dict[str, str]) -> None:
    play_toy(seats, 1, 200)


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seats", [SOLO, HOTSEAT, WATCH], ids=["solo", "hotseat", "watch"])
def test_clumsy_hand_breaks_nothing_for_long(seats: dict[str, str], seed: int) -> None:
    play_toy(seats, seed, 2000)


def an_evening(seed: int, acts: int, folder: Path) -> None:
    """From the title on, closing the window now and then and coming back to the saved battle."""
    settings = Settings(volume=0.0)
    app = App((1280, 800), settings=settings, settings_path=folder / "settings.json", pictures=folder / "pictures")
    scenario = load_scenario(NAME)
    seats = {scenario.setup.sides[0].id: "person", scenario.setup.sides[1].id: "random"}
    Evening(app).begin(scenario, Battle(ruleset(scenario.setup.ruleset), scenario.setup, seed), seats)
    monkey = Monkey(app, seed, quits=True)
    for _ in range(acts):
        before = monkey.battle
        monkey.act()
        if before is not None and monkey.battle is not before:
            is_kept(before)
        if not app.running:
            come_back(app, before)
    if (battle := monkey.battle) is not None:
        can_go_on(battle.session, seed)


def is_kept(battle: BattleScreen) -> None:
    """All answers of the battle that was left are on disk."""
    keeper = battle.session.keeping
    if battle.session.battle.answers and not battle.session.over and hasattr(keeper, "path"):
        assert recover(keeper.path).answers == battle.session.battle.answers


def come_back(app: App, battle: BattleScreen | None) -> None:
    """Start the program again and continue."""
    if battle is not None:
        is_kept(battle)
    app.running = True
    app.change(Settings(volume=0.0))
    Evening(app).show_title()
    app.step(1 / 60, [pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)])


def test_leaving_a_battle_leads_to_the_title_and_not_out_of_the_program(tmp_path: Path) -> None:
    app = App((1280, 800), settings=Settings(volume=0.0))
    scenario = load_scenario(NAME)
    seats = {side.id: "person" for side in scenario.setup.sides}
    Evening(app).begin(scenario, Battle(ruleset(scenario.setup.ruleset), scenario.setup, 1), seats)
    app.screens[-1].leave()  # type: ignore[attr-defined]
    app.step(1 / 60, [])
    assert app.running and [screen.name for screen in app.screens] == ["title"]


def test_clumsy_evening_loses_no_battle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening, "WorkerThinker", InlineThinker)
    an_evening(4, 25, tmp_path)


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(4))
def test_clumsy_evening_loses_no_battle_for_long(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening, "WorkerThinker", InlineThinker)
    an_evening(seed, 600, tmp_path)
