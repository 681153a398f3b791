"""The screens and cards of a battle at every size: no text leaves its box, is cut or lies on another, no button is
outside the window (USER-ASKS V2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tabletop.driver import Driver
from tests.tabletop.table import HOTSEAT, Table
from wargame.engine.dice import ScriptedDice
from wargame.engine.orders import Move
from wargame.engine.standing import StandingOrder
from wargame.tabletop.app import App
from wargame.tabletop.evening import Evening
from wargame.tabletop.settings import Settings
from wargame.tabletop.theme import Ink

SIZES = (
    ((1280, 720), 1.0),
    ((1280, 720), 1.25),
    pytest.param((1920, 1080), 1.5, marks=pytest.mark.batch),
    pytest.param((3840, 2160), 2.0, marks=pytest.mark.batch),
)
"""Where there is least room for text by default; the large windows with the many battles."""
Show = Callable[[tuple[int, int], Settings], Driver]


def standing(size: tuple[int, int], settings: Settings) -> Driver:
    table = Table(size=size, settings=settings)
    line = StandingOrder(do="act", who=("blue-1",), against=("gun",), range_at_most_in=12.0)
    table.session.standing["blue"] = (line, StandingOrder(do="hold"))
    table.screen.menu.standing()
    return table.d.tick(2)


def dice(size: tuple[int, int], settings: Settings) -> Driver:
    table = Table(size=size, settings=settings, dice=ScriptedDice([2, 6]))
    table.put("grey-1", 14, 8)
    return table.d.click(stand="rifles-1").key("f", "tab", "enter").settle().key("i").tick(2)


def rules(size: tuple[int, int], settings: Settings) -> Driver:
    table = Table(size=size, settings=settings)
    return table.d.key("f2").tick(2)


def chain(size: tuple[int, int], settings: Settings) -> Driver:
    settings.reactions = "step"
    table = Table(size=size, settings=settings, dice=ScriptedDice([6, 6]))
    table.session.seats["grey"] = "person"
    table.session.standing["grey"] = (StandingOrder(do="act"),)
    table.put("grey-1", 17, 8.5, watch=True)
    return table.d.click(stand="rifles-1").click(at=(10, 8)).key("enter").wait(3)


def queue(size: tuple[int, int], settings: Settings) -> Driver:
    table = Table(size=size, settings=settings)
    orders: list[Any] = [Move(stand="rifles-1", path=((30.0, 8.0),)), Move(stand="rifles-2", path=((8.0, 13.0),))]
    table.screen.stage.start(orders)
    return table.d.settle().tick(2)


def recap(size: tuple[int, int], settings: Settings) -> Driver:
    table = Table(HOTSEAT, size=size, settings=settings, hidden=("gun",))
    table.session.answer(Move(stand="rifles-2", path=((8, 13),)))
    table.d.tick(3).settle().key("ctrl+enter").tick(2).key("enter").tick(4)
    table.d.settle().tick(2).key("enter").tick(2)
    return table.d.expect(state="recap")


def welcome(size: tuple[int, int], settings: Settings) -> Driver:
    settings.launched = False
    app = App(size, settings=settings)
    Evening(app).show_title()
    return Driver(app).tick().expect(state="welcome")


def scenarios(size: tuple[int, int], settings: Settings) -> Driver:
    app = App(size, settings=settings)
    Evening(app).choose()
    return Driver(app).tick(2)


def fire(size: tuple[int, int], settings: Settings) -> Driver:
    table = Table(size=size, settings=settings)
    table.put("grey-1", 13, 8)
    return table.d.click(stand="rifles-1").key("f").click(stand="grey-1").key("q").tick(3)


MAY_BE_SHORT = {"scenarios": ("scenario/", "seat/"), "fire": (), "queue": ()}
"""Lists of scenario titles, and sides on tabs, are shortened where the window is small; their briefing tells all."""


@pytest.mark.parametrize("size, k", SIZES, ids=str)
@pytest.mark.parametrize("show", [standing, dice, rules, chain, queue, recap, welcome, scenarios, fire])
def test_v2_texts_and_buttons_fit(show: Show, size: tuple[int, int], k: float) -> None:
    d = show(size, Settings(volume=0.0, scale=k))
    d.app.ui.canvas.audit = True
    d.tick()
    window = d.app.surface.get_rect()
    top = max(mark.layer for mark in d.app.ui.canvas.marks)
    marks = [m for m in d.app.ui.canvas.marks if m.layer == top and m.ink != Ink.WELL]
    for mark in marks:
        assert mark.size_px >= 12, mark
        assert mark.box.inflate(4, 4).contains(mark.rect) or mark.rect.h > mark.box.h >= mark.size_px, mark
        assert window.contains(mark.rect.clip(mark.box)), mark
    for spot in d.app.ui.spots.values():
        if spot.focusable and spot.enabled and spot.layer == max(s.layer for s in d.app.ui.spots.values()):
            assert window.contains(spot.rect), spot.id
    cut = [m.whole for m in marks if m.text.endswith("…") and not m.whole.endswith("…")]
    if show in (standing, dice, rules, recap, welcome):
        assert not cut, cut
    bar = [s.text for s in d.app.ui.spots.values() if s.id.startswith(("act/", "fire/", "queue/", "chain/"))]
    assert not set(cut) & set(bar), cut
