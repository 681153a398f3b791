"""The way in: first launch, teaching battles, finding a battle, and settings that are remembered."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tabletop.driver import Driver
from tests.tabletop.table import Table
from wargame.scenario import browse
from wargame.tabletop import evening
from wargame.tabletop.app import App
from wargame.tabletop.evening import Evening
from wargame.tabletop.screens.battle import BattleScreen, Painting
from wargame.tabletop.screens.briefing_text import length_of, period_of, size_of
from wargame.tabletop.settings import Settings, load_settings, save_settings
from wargame.tabletop.thinking import InlineThinker


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening, "WorkerThinker", InlineThinker)
    monkeypatch.setattr(evening, "Painting", lambda **_: Painting(None, 0, False))


def start(path: Path, size: tuple[int, int] = (1280, 720)) -> Driver:
    settings = load_settings(path)
    settings.volume = 0.0
    app = App(size, settings=settings, settings_path=path)
    Evening(app).show_title()
    return Driver(app).tick()


def test_v12_a_first_launch_leads_to_a_teaching_battle(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    d = start(path).expect(state="welcome", text="Which rulebook do you want to learn first?")
    d.key("down").key("enter").tick(2)
    assert isinstance(d.app.top, BattleScreen) or d.map["state"] in ("pick", "choose", "battle")
    battle = next(s for s in d.app.screens if isinstance(s, BattleScreen))
    assert battle.session.battle.setup.hints, "a teaching battle has hints"
    assert list(battle.session.seats.values()).count("person") == 1


def test_the_welcome_comes_once_and_stays_in_the_menu(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    start(path).expect(state="welcome").key("esc").expect(state="title")
    d = start(path).expect(state="title").click("title/learn").tick().expect(state="welcome", text="LEARN TO PLAY")
    d.click("welcome/leave").expect(state="title")


def test_battles_are_filtered_by_rulebook_period_size_and_length() -> None:
    app = App((1280, 720), settings=Settings(volume=0.0))
    Evening(app).choose()
    d = Driver(app).tick()
    screen = app.top
    whole = len(screen.shown())
    known = {e.name: e.scenario for e in browse() if e.scenario is not None}
    for name, choice, fits in (
        ("ruleset", known["hill-252"].setup.ruleset, lambda s: s.setup.ruleset == known["hill-252"].setup.ruleset),
        ("period", "modern", lambda s: period_of(s) == "modern"),
        ("size", "large", lambda s: size_of(s) == "large"),
        ("length", "short", lambda s: length_of(s) == "short"),
    ):
        d.click(f"scenarios/{name}").tick().click(f"scenarios/{name}/{choice}").tick(2)
        shown = [screen.entries[n].scenario for n in screen.shown()]
        assert shown and len(shown) < whole and all(fits(s) for s in shown)
        assert screen.scenario in shown, "what is marked is among those shown"
        d.click(f"scenarios/{name}").tick().click(f"scenarios/{name}/all").tick(2)
    assert len(screen.shown()) == whole
    d.click("scenarios/search").type("easting").tick(2).expect(scenario="73-easting-1991")
    d.expect(text="stands")


def test_counters_are_switched_by_key_and_remembered(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    table = Table()
    table.app.settings_path = path
    table.d.key("c").tick(2)
    assert "counters" in table.screen.desk.on and load_settings(path).counters
    assert "counters" in Table(settings=load_settings(path)).screen.desk.on


def test_every_setting_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    changed = Settings(
        scale=1.5,
        own_speed=2.0,
        computer_speed=4.0,
        volume=0.2,
        pair="violet-yellow",
        tail_badges="always",
        reduce_motion=True,
        high_contrast=True,
        single_click_commits=True,
        measure_freely=True,
        edge_scrolling=True,
        counters=True,
        reactions="step",
        keys={"move": "w"},
    )
    save_settings(changed, path)
    assert load_settings(path) == changed
    assert all(getattr(changed, name) != getattr(Settings(), name) for name in ("scale", "counters", "reactions"))


def test_the_view_scrolls_at_the_edge_where_that_is_wished() -> None:
    for wish in (False, True):
        table = Table(settings=Settings(volume=0.0, edge_scrolling=wish))
        table.d.wheel(3, at=(18, 12))
        before = table.d.map["views"]["table"]["left_in"]
        table.d.hover(px=(1279, 300)).tick(8)
        assert (table.d.map["views"]["table"]["left_in"] > before) == wish
