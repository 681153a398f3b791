"""Everything written on the screen can be read: glyphs, size, contrast, and room, at every interface scale."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

import wargame.tabletop
from tests.tabletop.driver import Driver
from tests.tabletop.test_log_panel import LogBench, battle_log
from tests.tabletop.test_screens import SUPPORT, WAYS, plain_backdrop
from wargame import places
from wargame.tabletop.app import App
from wargame.tabletop.fonts import FACES, FILES, characters
from wargame.tabletop.kit import TextMark
from wargame.tabletop.screens.dialogs import ChooseScreen, ConfirmScreen, Option, Question
from wargame.tabletop.screens.keysheet import KeySheet
from wargame.tabletop.screens.pick import PickScreen
from wargame.tabletop.screens.settings import SettingsScreen
from wargame.tabletop.screens.title import TitleModel, TitleScreen
from wargame.tabletop.settings import Settings
from wargame.tabletop.theme import Ink, contrast, offered_scales

SIZES = (((1280, 720), 1.0), ((1280, 720), 1.25), ((1920, 1080), 1.5), ((2560, 1440), 2.0))
LONG = "The platoon has lost half of its stands and must now choose a way that leads out of sight of every enemy."


def title(app: App) -> None:
    app.push(TitleScreen(print, TitleModel("Ponyri Station · turn 4 of 12", version="version 0.1.0"), plain_backdrop))


def settings(app: App) -> None:
    title(app)
    app.push(SettingsScreen())


def keys(app: App) -> None:
    title(app)
    app.push(KeySheet())


def choose(app: App) -> None:
    app.push(ChooseScreen(Question("WITHDRAWAL", LONG, WAYS, LONG, ("4.2",), may_cancel=True), print))


def pick(app: App) -> None:
    app.push(PickScreen(Question("SUPPORT", LONG, SUPPORT, LONG, at_most=3, cost_at_most=60), print))


def allot(app: App) -> None:
    options = (Option("t", "Tank", "Heavy", "50", 50, most=3, kind="tanks"), Option("g", "Gun", "", "20", 20))
    app.push(PickScreen(Question("FORCE", LONG, options, kind_limits=(("tanks", 2),)), print))


def confirm(app: App) -> None:
    app.push(ConfirmScreen(Question("OVERWATCH", LONG, detail=LONG, yes="Move on", no="Stay"), print))


def log(app: App) -> None:
    app.push(LogBench(battle_log(12, app.pair)))


SCREENS = (title, settings, keys, choose, pick, allot, confirm, log)


@pytest.fixture(
    params=[(s, size, k) for s in SCREENS for size, k in SIZES], ids=lambda p: f"{p[0].__name__}-{p[1][0]}-{p[2]}"
)
def played(request: pytest.FixtureRequest) -> Driver:
    show, size, k = request.param
    app = App(size, settings=Settings(scale=k))
    show(app)
    d = Driver(app).tick()
    app.ui.canvas.audit = True
    d.tick()
    assert d.map["k"] == k
    return d


@lru_cache
def glyphs(face: str) -> frozenset[int]:
    return frozenset(TTFont(places.assets() / "fonts" / FILES[face]).getBestCmap())


def marks(d: Driver) -> Iterator[TextMark]:
    found = d.app.ui.canvas.marks
    assert len(found) > 3
    yield from found


def on_top(d: Driver) -> Iterator[TextMark]:
    """The texts of the topmost layer, without those that are only the shadow of another."""
    top = max(mark.layer for mark in marks(d))
    return (mark for mark in marks(d) if mark.layer == top and mark.ink != Ink.WELL)


def test_text_is_readable_and_in_its_place(played: Driver):
    window = played.app.surface.get_rect()
    top = played.app.top
    for mark in marks(played):
        assert all(ord(c) in glyphs(mark.face) for c in mark.whole), f"{mark.whole!r} lacks a glyph in {mark.face}"
        assert mark.size_px >= 12, mark
        assert mark.box.inflate(2, 2).contains(mark.rect) or mark.rect.h > mark.box.h >= mark.size_px, mark
        assert window.contains(mark.rect.clip(mark.box)), mark
    assert not [m for m in marks(played) if m.text.endswith("…") and not m.whole.endswith("…")], top.name


def test_text_stands_out_from_what_is_behind_it(played: Driver):
    for mark in on_top(played):
        assert mark.behind is not None
        wanted = 2.6 if mark.ink == Ink.OFF else 4.5
        assert contrast(mark.ink, mark.behind) >= wanted, (mark, contrast(mark.ink, mark.behind))


def test_buttons_lie_inside_the_window_and_are_reached_by_tab(played: Driver):
    app = played.app
    window, top = app.surface.get_rect(), max(s.layer for s in app.ui.spots.values())
    wanted = {s.id for s in app.ui.spots.values() if s.focusable and s.enabled and s.layer == top and s.rect.w}
    assert all(window.contains(app.ui.spots[spot_id].rect) for spot_id in wanted)
    reached = {played.key("tab").map["focus"] for _ in range(len(wanted) + 2)}
    assert wanted <= reached


def test_no_label_lies_on_another(played: Driver):
    found = list(on_top(played))
    for n, mark in enumerate(found):
        shown = mark.rect.clip(mark.box).inflate(-4, -8)
        for other in found[n + 1 :]:
            assert not shown.colliderect(other.rect.clip(other.box).inflate(-4, -8)), (mark, other)


def test_character_maps_read_from_the_files_are_the_fonts_own():
    for face in FACES:
        assert characters(face) == glyphs(face)


def test_letters_no_font_has_become_question_marks(played_canvas: Callable[[str], str]):
    assert played_canvas("漢 T-34") == "? T-34"


@pytest.fixture
def played_canvas() -> Callable[[str], str]:
    app = App((1000, 600))

    def shown(text: str) -> str:
        app.ui.canvas.start(app.surface, 1.0)
        app.ui.canvas.text((10, 10), text)
        return app.ui.canvas.marks[-1].text

    return shown


def test_every_string_of_the_tabletop_has_its_glyphs():
    known = glyphs("semi") & glyphs("regular") & glyphs("bold")
    for path in Path(wargame.tabletop.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                missing = {c for c in node.value if ord(c) not in known and c != "\n"}
                assert not missing, f"{path.name}:{node.lineno}: {missing}"


def test_scales_are_offered_only_where_they_leave_room():
    assert offered_scales((1280, 720)) == (1.0, 1.25)
    assert offered_scales((1920, 1080)) == (1.0, 1.25, 1.5)
    assert offered_scales((2560, 1440)) == (1.0, 1.25, 1.5, 2.0)
    assert offered_scales((900, 500)) == (1.0,)
