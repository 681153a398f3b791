"""The battle screen without a display: frames with pan, sight overlay, stands and a long log; a line of the log."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

from wargame.bench.goals import GOALS
from wargame.bench.rows import Row, Size, alone, clock, percentile
from wargame.engine.battle import Battle
from wargame.rulesets import ruleset
from wargame.scenario import Scenario, load_scenario
from wargame.tabletop.app import App
from wargame.tabletop.panels.log_model import LogModel
from wargame.tabletop.screens.battle import BattleScreen, Painting
from wargame.tabletop.session import Session
from wargame.tabletop.settings import Settings
from wargame.tabletop.start import play_on

TOPIC = "frame"
SCENARIO, QUICK_SCENARIO = "prokhorovka-1943", "first-shots"
SCREEN = (1920, 1080)
LINES = 500
FRAME_S = 1 / 60
MOST_WAIT = 600
"""Frames that the first pictures may take before anything is measured."""


def run(size: Size) -> Iterator[Row]:
    """The rows of goal 11."""
    scenario = load_scenario(SCENARIO if size.big else QUICK_SCENARIO)
    screen = _screen(scenario, 2)
    _settle(screen.app)
    _fill_log(screen.chronicle.model)
    stands = len(screen.desk.state.in_play())
    lines = len(screen.chronicle.model.lines)
    plain = _frames(screen, size.frames, lambda n: None)
    screen.desk.on |= {"sight"}
    full = _frames(screen, size.frames, lambda n: _change(screen, n))
    now = percentile(full, 0.99) * 1e3
    yield Row(
        topic=TOPIC,
        goal=11,
        name=f"frame of {SCREEN[0]} x {SCREEN[1]}, {stands} stands, log of {lines} lines, pan, sight; 99 in 100",
        wanted=GOALS[11],
        now=now,
        unit="ms",
        baseline=percentile(plain, 0.99) * 1e3,
        beside="the same at rest, without overlay",
        ratio=percentile(plain, 0.99) / percentile(full, 0.99),
        met=now <= 8.0,
        note=f"median {percentile(full, 0.5) * 1e3:.2f} ms, at rest {percentile(plain, 0.5) * 1e3:.2f} ms",
    )
    yield _log_line(screen.chronicle.model, size)
    screen.left()


def _screen(scenario: Scenario, turn: int) -> BattleScreen:
    battle = Battle(ruleset(scenario.setup.ruleset), scenario.setup, 1)
    sides = [side.id for side in scenario.setup.sides]
    play_on(battle, dict.fromkeys(sides, "random"), 1, turn)
    session = Session(battle, dict.fromkeys(sides, "person"))
    app = App(SCREEN, settings=Settings(volume=0.0))
    screen = BattleScreen(session, on_leave=lambda: None, on_result=lambda _: None, painting=Painting(None, 0, False))
    app.push(screen)
    return screen


def _settle(app: App) -> None:
    """Step until nothing moves and all pictures are made; curtains are pulled away."""
    for _ in range(MOST_WAIT):
        app.step(FRAME_S, ())
        if isinstance(app.top, BattleScreen) and not app.top.busy and not app.top.shelf.hungry:
            return
        if not isinstance(app.top, BattleScreen):
            app.pop()
            session: Any = app.top.session if isinstance(app.top, BattleScreen) else None
            if session is not None and session.curtain:
                session.take_seat()


def _fill_log(model: LogModel) -> None:
    """Repeat what the log tells until it is long."""
    told = list(model.entries)
    while told and len(model.lines) < LINES:
        for entry in told:
            model.append(entry)


def _change(screen: BattleScreen, number: int) -> None:
    """One frame's pan; every tenth frame another stand looks."""
    screen.desk.camera.pan(*((3, 1) if number // 60 % 2 == 0 else (-3, -1)))
    if number % 10 == 0:
        stands = screen.desk.state.in_play()
        if stands:
            screen.desk.select(stands[number // 10 % len(stands)].id)


def _frames(screen: BattleScreen, count: int, change: Callable[[int], None]) -> list[float]:
    times = []
    for number in range(count):
        change(number)
        began = clock()
        screen.app.step(FRAME_S, ())
        times.append(clock() - began)
    return times


def _log_line(model: LogModel, size: Size) -> Row:
    """A line more in a long log: what it costs to append it, beside writing all lines anew."""
    entry = dataclasses.replace(model.entries[-1])
    seconds = alone(lambda: model.append(entry), size.repeats)
    rebuilt = alone(lambda: LogModel(model.entries[:LINES]), size.slow_repeats)
    return Row(
        topic=TOPIC,
        goal=11,
        name="a line more in the log",
        wanted=GOALS[11],
        now=seconds * 1e3,
        unit="ms",
        baseline=rebuilt * 1e3,
        beside=f"a log of {LINES} entries anew",
        ratio=rebuilt / seconds,
        met=seconds * 1e3 <= 1.0,
        note="drawn with the frame, which only shows the rows in view",
    )
