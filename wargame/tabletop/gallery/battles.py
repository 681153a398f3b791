"""The room of battles: each shipped scenario, deployed, at three sizes of the window."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame

from wargame.ai.players import player
from wargame.engine.battle import Battle
from wargame.engine.orders import Refusal
from wargame.rulesets import ruleset
from wargame.scenario import Scenario, browse, seated
from wargame.tabletop.app import FRAMES_PER_S, App
from wargame.tabletop.gallery.sheets import Wall
from wargame.tabletop.screens.battle import BattleScreen, Painting
from wargame.tabletop.session import Session
from wargame.tabletop.settings import Settings

SIZES = ((1280, 720), (1920, 1080), (2560, 1440))
CLOSE = SIZES[1]
"""The size at which a battle is shown as it begins, near its troops; at the others the whole table is shown."""
SEED = 11
MOST_ANSWERS = 600


def deployed(scenario: Scenario, turn: int = 1) -> Battle:
    """A battle played to the start of a turn: what each rulebook suggests, else what the weakest player would do."""
    battle = Battle(ruleset(scenario.setup.ruleset), scenario.setup, SEED)
    minds = {side.id: player("random", SEED, side.id) for side in scenario.setup.sides}
    for _ in range(MOST_ANSWERS):
        request = battle.request
        if request is None or battle.state.turn >= turn:
            break
        wish = request.suggestion
        if wish is None or isinstance(battle.answer(wish, by="suggestion"), Refusal):
            order = minds[request.side].decide(request, battle.view(request.side))
            if isinstance(battle.answer(order, by="computer"), Refusal):  # type: ignore[arg-type]
                break
    return battle


@contextmanager
def shown(app: App, scenario: Scenario, battle: Battle, cache: Path) -> Iterator[BattleScreen]:
    """The battle on the screen, looked at by nobody's side, standing still; nothing is saved."""
    seats = {side.id: "random" for side in scenario.setup.sides}
    painting = Painting(cache, background=False, patient=True)
    screen = BattleScreen(Session(battle, seats), on_leave=lambda: None, on_result=lambda _: None, painting=painting)
    screen.paused = True
    app.replace(screen)
    try:
        yield screen
    finally:
        screen.left()
        app.screens = []


def resize(app: App, size: tuple[int, int]) -> None:
    """Give the window another size."""
    app.step(1 / FRAMES_PER_S, [pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])])


def frames(app: App, count: int = 3) -> None:
    """Let some frames pass."""
    for _ in range(count):
        app.step(1 / FRAMES_PER_S, [])


def hang_battles(wall: Wall) -> None:
    """Every scenario that can be read."""
    app = App(SIZES[0], settings=Settings(volume=0.0, own_speed=0.0, computer_speed=0.0))
    with tempfile.TemporaryDirectory() as folder:
        for entry in browse():
            if entry.scenario is None:
                continue
            scenario = seated(entry.scenario, {})
            with shown(app, scenario, deployed(scenario), Path(folder)) as screen:
                for size in SIZES:
                    resize(app, size)
                    if size != CLOSE:
                        screen.desk.camera.fit()
                    frames(app)
                    words = f"{scenario.setup.title}, {size[0]} x {size[1]}"
                    wall.hang("battles", f"{entry.name}-{size[0]}", app.surface, words)
