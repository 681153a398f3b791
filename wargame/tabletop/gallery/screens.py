"""The room of screens: every screen, dialog, panel and overlay, at a small and at a usual size of the window."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame

from wargame.ai.players import LEVELS
from wargame.engine.requests import Command
from wargame.rulesets import names, ruleset
from wargame.scenario import Scenario, browse, load_scenario, seated
from wargame.tabletop.app import FRAMES_PER_S, App
from wargame.tabletop.gallery.battles import deployed, frames, resize
from wargame.tabletop.gallery.sheets import Wall
from wargame.tabletop.panels.action_bar import entries_for
from wargame.tabletop.screen import Screen
from wargame.tabletop.screens.battle import BattleScreen, Painting
from wargame.tabletop.screens.choose_scenario import ChooseScenario
from wargame.tabletop.screens.curtain import Curtain
from wargame.tabletop.screens.dialogs import ChooseScreen, ConfirmScreen, Option, Question
from wargame.tabletop.screens.keysheet import KeySheet
from wargame.tabletop.screens.pick import PickScreen
from wargame.tabletop.screens.result import ResultCalls, ResultScreen
from wargame.tabletop.screens.rules import RulesScreen
from wargame.tabletop.screens.saves import SavesScreen
from wargame.tabletop.screens.settings import SettingsScreen
from wargame.tabletop.screens.title import TitleModel, TitleScreen
from wargame.tabletop.session import PERSON, Session
from wargame.tabletop.settings import Settings

SIZES = ((1280, 720), (1920, 1080))
OVERLAYS = ("sight", "threat", "links", "bases", "names_all", "names_off", "no_panels")
MOST_STEPS = 400


def hang_screens(wall: Wall) -> None:
    """All screens at each size."""
    app = App(SIZES[0], settings=Settings(volume=0.0, own_speed=0.0, computer_speed=0.0))
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            resize(app, size)
            for name, screen in _plain_screens():
                _hang(wall, app, f"{name}-{size[0]}", (screen,))
            _hang_battle(wall, app, size, Path(folder))


def _hang(wall: Wall, app: App, name: str, stack: tuple[Screen, ...]) -> None:
    """Show a stack of screens alone and hang what is seen."""
    app.replace(stack[0])
    for screen in stack[1:]:
        app.push(screen)
    frames(app)
    wall.hang("screens", name, app.surface)


def _nothing(*_: object) -> None:
    """What a button does in a gallery."""


def _plain_screens() -> Iterator[tuple[str, Screen]]:
    """Screens that need no battle."""
    titles = {name: ruleset(name).title for name in names()}
    model = TitleModel("First Shots on the Steppe · turn 4", {}, "0.0")
    yield "title", TitleScreen(_nothing, model)
    yield "scenarios", ChooseScenario(browse(), LEVELS, titles, _nothing, _nothing)
    yield "saves", SavesScreen([], {}, _nothing, _nothing, _nothing)
    yield "settings", SettingsScreen()
    yield "keys", KeySheet()
    book = ruleset(names()[0])
    yield "rules", RulesScreen(book.title, book.rules)


def _questions() -> Iterator[tuple[str, Screen]]:
    """The three kinds of question."""
    options = tuple(
        Option(f"{n}", text, why, odds)
        for n, (text, why, odds) in enumerate(
            (
                ("Fire at the nearest", "He will answer", "4+ · 50 %"),
                ("Hold", "Wait for a better shot", ""),
                ("Fall back", "Out of sight behind the farm", "2 in short"),
            )
        )
    )
    asked = Question("ALLIED PLAYER", "An enemy comes into sight. What do your men do?", options, "He is 12.4 in away.")
    yield "choose", ChooseScreen(asked, _nothing)
    yield "pick", PickScreen(dataclasses.replace(asked, at_least=1, at_most=2), _nothing)
    sure = Question("ALLIED PLAYER", "End the phase?", (), "Four stands have not acted yet.", yes="End it", no="Go on")
    yield "confirm", ConfirmScreen(sure, _nothing)


def _battle(scenario: Scenario, cache: Path) -> BattleScreen:
    """The teaching battle with a person to act first."""
    battle = deployed(scenario)
    seats = {side.id: PERSON if n == 0 else "random" for n, side in enumerate(scenario.setup.sides)}
    session = Session(battle, seats)
    painting = Painting(cache, background=False, patient=True)
    return BattleScreen(session, on_leave=_nothing, on_result=_nothing, painting=painting)


def _hang_battle(wall: Wall, app: App, size: tuple[int, int], cache: Path) -> None:
    """The battle screen with each overlay, each plan, and each dialog over it."""
    screen = _battle(seated(load_scenario("first-shots"), {}), cache)
    app.replace(screen)
    _answer_until_command(app, screen)

    def hang(name: str) -> None:
        frames(app)
        wall.hang("screens", f"battle-{name}-{size[0]}", app.surface)

    hang("begins")
    for stand in screen.desk.actors[:3]:
        screen.hands.choose(stand)
    hang("selected")
    for name in OVERLAYS:
        screen.desk.on ^= {name}
        hang(name)
        screen.desk.on ^= {name}
    screen.hands.act("counters")
    hang("counters")
    screen.hands.act("counters")
    _hang_plans(app, screen, hang)
    screen.menu.open()
    hang("menu")
    _back_to(app, screen)
    for name, dialog in _questions():
        app.push(dialog)
        hang(name)
        _back_to(app, screen)
    side = screen.desk.state.sides[screen.session.battle.setup.sides[1].id]
    app.push(Curtain(side.name, app.pair.side(1), 3, "movement", lambda: None))
    frames(app, 20)
    hang("curtain")
    _back_to(app, screen)
    app.push(ResultScreen(screen.session, ResultCalls(on_title=lambda: None, on_replay=None)))
    hang("result")
    _back_to(app, screen)


def _back_to(app: App, screen: Screen) -> None:
    while app.top is not screen:
        app.pop()


def _answer_until_command(app: App, screen: BattleScreen) -> None:
    """Take what is suggested until the person may give orders."""
    for _ in range(MOST_STEPS):
        frames(app, 1)
        _back_to(app, screen)
        request = screen.session.asked
        if isinstance(request, Command) and not request.interrupt:
            break
        if request is not None:
            wish = request.suggestion or next(iter(screen.desk.samples("chosen")), None)
            if wish is None or screen.session.answer(wish) is not None:
                break
    frames(app)


def _hang_plans(app: App, screen: BattleScreen, hang: Callable[[str], None]) -> None:
    """A move and a shot being planned, with the pointer on the table."""
    for kind in ("move", "fire"):
        for stand in screen.desk.actors:
            screen.hands.choose(stand)
            entry = next((e for e in entries_for(screen.desk) if e.what == kind and not e.reason), None)
            if entry is not None:
                screen.hands.order_entry(entry)
                _point(app, screen, stand, kind)
                hang(f"plans-{kind}")
                screen.stage.relax()
                break


def _point(app: App, screen: BattleScreen, stand: str, kind: str) -> None:
    """Hold the pointer a few inches ahead of a stand, or on its nearest target."""
    pose = screen.stands.pose(stand)
    if pose is None:
        return
    place = (pose.x + 2.0, pose.y + 2.5)
    targets = [t for t in screen.desk.targets(stand, screen.desk.weapon) if t.refusal is None] if kind == "fire" else []
    if targets and (there := screen.stands.pose(targets[0].stand)) is not None:
        place = (there.x, there.y)
    x, y = screen.desk.camera.to_screen(place)
    motion = pygame.event.Event(pygame.MOUSEMOTION, pos=(round(x), round(y)), rel=(1, 1), buttons=(0, 0, 0))
    app.step(1 / FRAMES_PER_S, [motion])
