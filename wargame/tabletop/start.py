"""How the tabletop is started: on the title, in a battle, on a replay; and runs without a person for pictures."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

import platformdirs
import pygame

from wargame.ai.players import player
from wargame.engine.battle import Battle
from wargame.engine.orders import Refusal
from wargame.engine.record import Record
from wargame.rulesets import ruleset
from wargame.scenario import Scenario, seated
from wargame.tabletop.app import FRAMES_PER_S, App, Crash, run
from wargame.tabletop.evening import Evening
from wargame.tabletop.session import PERSON
from wargame.tabletop.settings import load_settings
from wargame.tabletop.warming import Warming

Size = tuple[int, int]
UNSEEN = ("offscreen", "dummy")
"""Drivers that show nothing to anybody: they count only where they were asked for."""


class NoDisplay(Exception):
    """No window can be opened here."""


class NoPicture(Exception):
    """The screenshot could not be saved."""


def report_of(crash: Crash) -> str:
    """Write a fault of the program down; the sentence that says where."""
    folder = platformdirs.user_data_path("wargame", appauthor=False) / "faults"
    trace = str(crash).encode()
    path = folder / f"window-{hashlib.blake2b(trace, digest_size=4).hexdigest()}.txt"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(trace)
    except OSError as error:
        reason = error.strerror or str(error)
        return f"The program hit a fault ({crash.__cause__!r}) and had to stop; no report could be written: {reason}"
    return f"The program hit a fault and had to stop; a battle under way is saved; report in {path}"


def open_title() -> None:
    """The title screen. Raises NoDisplay."""
    app, warming = window(), Warming()
    warming.begin()
    Evening(app, warming=warming).show_title()
    _run(app, warming)


def open_battle(
    scenario: Scenario,
    players: Mapping[str, str],
    *,
    seed: int,
    until_turn: int = 0,
    frames: int = 0,
    screenshot: Path | None = None,
    size: Size = (1440, 900),
) -> None:
    """One battle. With `frames` it runs so many frames of 1/60 s and ends, saving the last one as `screenshot`.

    Raises NoDisplay and NoPicture.
    """
    scenario = seated(scenario, players)
    app = window(size)
    warming = None if frames > 0 or screenshot is not None else Warming()
    evening = Evening(app, patient=frames > 0, warming=warming)

    def begin() -> None:
        battle = Battle(ruleset(scenario.setup.ruleset), scenario.setup, seed)
        if until_turn:
            play_on(battle, players, seed, until_turn)
        evening.begin(scenario, battle, players)

    if warming is not None:
        warming.begin()
        evening.when_ready(begin)
        _run(app, warming)
        return
    begin()
    for _ in range(max(1, frames)):
        app.step(1 / FRAMES_PER_S, [])
    if screenshot is not None:
        _save_picture(app.surface, screenshot)
    app.running = False


def _save_picture(surface: pygame.Surface, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(surface, str(path))
    except (OSError, pygame.error) as error:
        raise NoPicture(f"The screenshot could not be saved as {path.name}: {error}") from None


def open_replay(record: Record) -> None:
    """Watch a saved battle. Raises NoDisplay."""
    app, warming = window(), Warming()
    warming.begin()
    evening = Evening(app, warming=warming)
    evening.when_ready(lambda: evening.replay(record))
    _run(app, warming)


def _run(app: App, warming: Warming) -> None:
    try:
        run(app)
    finally:
        warming.close()


def window(size: Size | None = None) -> App:
    """The window, with the player's settings. Raises NoDisplay."""
    settings_path = platformdirs.user_config_path("wargame") / "settings.json"
    pictures = platformdirs.user_pictures_path() / "wargame"
    try:
        settings = load_settings(settings_path)
        app = App(size or (1440, 900), settings=settings, settings_path=settings_path, pictures=pictures)
    except pygame.error as error:
        raise NoDisplay(str(error)) from None
    if pygame.display.get_driver() in UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
        raise NoDisplay("no display was found")
    return app


def play_on(battle: Battle, players: Mapping[str, str], seed: int, turn: int) -> None:
    """Play without pictures to the start of a turn, or the end. For persons the strongest computer player stands in."""
    minds = {side: player("veteran" if who == PERSON else who, seed, side) for side, who in players.items()}
    while (request := battle.request) is not None and battle.state.turn < turn:
        order = minds[request.side].decide(request, battle.view(request.side))
        if isinstance(battle.answer(order, by="computer"), Refusal) and request.suggestion is not None:  # type: ignore[arg-type]
            battle.answer(request.suggestion, by="computer")
