"""What is kept between frames looks and answers as if it were drawn anew; slow work is spread over frames."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator
from functools import partial

import pygame
import pytest

from tests.tabletop.table import Table
from wargame.tabletop.kit import Canvas, Ui, button, still
from wargame.tabletop.layers.oven import A_FRAME, PIXELS_A_COST, Oven
from wargame.tabletop.layers.threat import outer_arcs
from wargame.tabletop.settings import Settings


@pytest.fixture
def ui() -> Ui:
    pygame.display.init()
    return Ui(Canvas(pygame.display.set_mode((400, 300))))


def frame(ui: Ui, draw: Callable[[], object], *events: pygame.event.Event) -> object:
    ui.canvas.start(ui.canvas.surface, 1.0)
    ui.begin(events, 1 / 60)
    answer = draw()
    ui.end()
    return answer


def mouse(kind: int, place: tuple[int, int]) -> pygame.event.Event:
    more = {"rel": (0, 0), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
    return pygame.event.Event(kind, pos=place, **more)


def test_a_kept_panel_is_not_drawn_but_can_be_clicked(ui: Ui) -> None:
    drawn: list[int] = []
    rect = pygame.Rect(10, 10, 200, 100)

    def panel() -> bool:
        drawn.append(len(drawn))
        ui.canvas.surface.fill((20, 30, 40), rect)
        return button(ui, "panel/go", rect.inflate(-40, -40), "Go")

    def draw() -> object:
        return still(ui, "panel", rect, "the same", panel)

    frame(ui, draw)
    shown = pygame.image.tobytes(ui.canvas.surface, "RGB")
    ui.canvas.surface.fill((0, 0, 0), rect)
    assert frame(ui, draw) is None
    assert len(drawn) == 1
    assert pygame.image.tobytes(ui.canvas.surface, "RGB") == shown
    assert ui.spots["panel/go"].text == "Go"
    assert [mark.text for mark in ui.canvas.marks] == ["Go"]
    at = rect.center
    frame(ui, draw, mouse(pygame.MOUSEMOTION, at), mouse(pygame.MOUSEBUTTONDOWN, at))
    assert frame(ui, draw, mouse(pygame.MOUSEBUTTONUP, at)) is True


def test_a_panel_is_drawn_again_when_its_key_or_the_pointer_changes(ui: Ui) -> None:
    drawn: list[str] = []
    rect = pygame.Rect(0, 0, 100, 100)

    def draw(key: str) -> object:
        def panel() -> None:
            drawn.append(key)
            ui.canvas.surface.fill((20, 30, 40), rect)
            ui.spot("spot", rect)

        return still(ui, "panel", rect, key, panel)

    for key in ("a", "a", "b", "b"):
        frame(ui, partial(draw, key))
    assert drawn == ["a", "b"]
    frame(ui, lambda: draw("b"), mouse(pygame.MOUSEMOTION, (50, 50)))
    assert drawn == ["a", "b", "b"]


def test_the_battle_looks_the_same_kept_and_drawn_anew() -> None:
    table = Table(settings=Settings(volume=0.0, reduce_motion=True))
    d, app = table.d, table.app
    for act in _plays(table):
        act()
        d.settle().tick(3)
        while table.screen.shelf.hungry:
            d.tick()
        kept, kept_map = pygame.image.tobytes(app.surface, "RGB"), d.map
        app.ui.stills.clear()
        app.step(0.0, ())
        assert pygame.image.tobytes(app.surface, "RGB") == kept
        assert {**d.map, "frame": 0} == {**kept_map, "frame": 0}


def _plays(table: Table) -> Iterator[Callable[[], object]]:
    d = table.d
    yield lambda: None
    yield lambda: d.click(stand="rifles-1")
    yield lambda: d.hover(at=(9, 8))
    yield lambda: d.click(at=(9, 8))
    yield lambda: d.key("enter")
    yield lambda: d.hover(stand="rifles-1")
    yield lambda: d.key("l")


def test_the_oven_spreads_its_work_and_drops_what_nobody_asks_for() -> None:
    oven, done = Oven(), []

    def baking(name: str) -> Generator[int, None, None]:
        for _ in range(4):
            yield round(A_FRAME * PIXELS_A_COST / 2)
        done.append(name)

    oven.ask("lasting", lambda: baking("lasting"), lasting=True)
    oven.ask("dropped", lambda: baking("dropped"))
    frames = 0
    while oven.busy and frames < 50:
        oven.work()
        frames += 1
    assert done == ["lasting"]
    assert frames >= 2


def test_in_a_hurry_the_oven_does_more() -> None:
    def frames(hurry: bool) -> int:
        oven, n = Oven(), 0
        oven.ask("one", lambda: iter_of(40), lasting=True)
        while oven.busy:
            oven.work(hurry)
            n += 1
        return n

    def iter_of(steps: int) -> Generator[int, None, None]:
        for _ in range(steps):
            yield PIXELS_A_COST

    assert frames(True) < frames(False)


def test_the_edge_of_a_union_of_discs() -> None:
    assert outer_arcs([(0, 0, 2), (0, 0, 1)]) == outer_arcs([(0, 0, 2)])
    assert len(outer_arcs([(0, 0, 1), (0, 0, 1)])) == 1
    arcs = outer_arcs([(0, 0, 1), (1, 0, 1)])
    ends = [point for arc in arcs for point in (arc[0], arc[-1])]
    assert all(math.dist(p, (0.5, math.copysign(math.sqrt(0.75), p[1]))) < 1e-9 or abs(p[1]) < 1e-9 for p in ends)
    for x, y in (point for arc in arcs for point in arc):
        assert min(math.hypot(x, y), math.hypot(x - 1, y)) >= 1 - 1e-9
