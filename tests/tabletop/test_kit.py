"""How widgets answer the pointer and the keys, played with real events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from tests.tabletop.driver import Driver
from wargame.tabletop.app import App
from wargame.tabletop.keys import ANYWHERE, BATTLE
from wargame.tabletop.kit import (
    Node,
    Run,
    TreeState,
    Ui,
    button,
    dialog,
    drop_down,
    rich_line,
    slider,
    tabs,
    text_field,
    toggle,
    tree,
    virtual_list,
)
from wargame.tabletop.screen import Screen


class Bench(Screen):
    """A screen that draws what a test gives it."""

    name = "bench"
    contexts = (BATTLE, ANYWHERE)

    def __init__(self, paint: Callable[[Ui], None]) -> None:
        self.paint = paint
        self.events: list[pygame.event.Event] = []

    def handle(self, event: pygame.event.Event) -> bool:
        self.events.append(event)
        return True

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        surface.fill((30, 30, 30))
        self.paint(ui)


def play(paint: Callable[[Ui], None]) -> Driver:
    app = App((1000, 600))
    app.push(Bench(paint))
    return Driver(app).tick()


def box(n: int = 0, w: int = 160) -> pygame.Rect:
    return pygame.Rect(20, 20 + 50 * n, w, 34)


@pytest.fixture
def pressed() -> list[str]:
    return []


@pytest.fixture
def three_buttons(pressed: list[str]) -> Driver:
    def paint(ui: Ui) -> None:
        for n, (name, key, reason) in enumerate(
            (("one", "move", ""), ("two", "fire", "No target in sight."), ("three", "rally", ""))
        ):
            if button(ui, name, box(n), name.title(), key=key, reason=reason):
                pressed.append(name)

    return play(paint)


def test_click_acts_on_release_inside_the_widget_where_it_was_pressed(three_buttons: Driver, pressed: list[str]):
    three_buttons.press("one")
    assert pressed == []
    three_buttons.release()
    assert pressed == ["one"]


def test_release_elsewhere_does_nothing(three_buttons: Driver, pressed: list[str]):
    three_buttons.press("one").hover("three").release()
    three_buttons.press("one").hover(px=(700, 500)).release()
    three_buttons.press(px=(700, 500)).hover("one").release()
    assert pressed == []


def test_disabled_button_ignores_clicks_and_tells_why(three_buttons: Driver, pressed: list[str]):
    three_buttons.press("two").release().wait(0.5).expect(text="No target in sight.")
    assert pressed == []
    with pytest.raises(AssertionError, match=r"cannot be pressed: No target in sight\."):
        three_buttons.click("two")


def test_shown_hot_key_is_the_working_one(three_buttons: Driver, pressed: list[str]):
    three_buttons.expect(text="M").key("m", "r")
    assert pressed == ["one", "three"]


def test_hot_key_of_a_disabled_button_shows_its_reason(three_buttons: Driver, pressed: list[str]):
    three_buttons.key("f").expect(text="No target in sight.")
    assert pressed == []


def test_tab_walks_enabled_widgets_both_ways(three_buttons: Driver):
    order = [three_buttons.key("tab").map["focus"] for _ in range(3)]
    assert order == ["one", "three", "one"]
    three_buttons.key("shift+tab").expect(focus="three")


def test_enter_and_space_press_the_focused_button(three_buttons: Driver, pressed: list[str]):
    three_buttons.key("tab", "enter", "tab", "space")
    assert pressed == ["one", "three"]


def test_what_no_widget_wants_goes_to_the_screen(three_buttons: Driver):
    bench: Any = three_buttons.app.top
    three_buttons.click("one").key("m")
    assert not [e for e in bench.events if e.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN)]
    three_buttons.click(px=(700, 500)).key("n").wheel(1, px=(700, 500))
    kinds = [e.type for e in bench.events]
    assert {pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.KEYDOWN, pygame.MOUSEWHEEL} <= set(kinds)


def test_pan_begun_on_the_table_ends_there_even_over_a_panel(three_buttons: Driver):
    bench: Any = three_buttons.app.top
    three_buttons.drag({"px": (700, 500)}, {"widget": "one"}, button=2)
    assert [e.type for e in bench.events][-1] == pygame.MOUSEBUTTONUP


def test_unknown_widget_names_what_exists(three_buttons: Driver):
    with pytest.raises(AssertionError, match="no widget 'fire' in state 'bench'; there are one, three, two"):
        three_buttons.click("fire")


def test_one_id_twice_is_refused():
    def paint(ui: Ui) -> None:
        button(ui, "same", box(0), "A")
        button(ui, "same", box(1), "B")

    with pytest.raises(ValueError, match="'same' is drawn twice"):
        play(paint)


def test_f6_walks_regions_and_ends_on_the_table():
    def paint(ui: Ui) -> None:
        with ui.region("left"):
            button(ui, "a", box(0), "A")
            button(ui, "b", box(1), "B")
        with ui.region("right"):
            button(ui, "c", box(2), "C")

    d = play(paint)
    d.app.top.tab_enters = False
    d.key("tab").expect(focus=None)
    d.key("f6").expect(focus="a").key("tab").expect(focus="b").key("tab").expect(focus="a")
    d.key("f6").expect(focus="c").key("f6").expect(focus=None)


def test_dialog_alone_answers_and_gives_the_focus_back(pressed: list[str]):
    state = {"open": True}

    def paint(ui: Ui) -> None:
        if button(ui, "below", box(0), "Below", key="move"):
            pressed.append("below")
        if state["open"]:
            room = dialog(ui, "ask", (300, 200), "Ask")
            if button(ui, "ask/ok", pygame.Rect(room.x, room.y, 100, 30), "OK", key="commit", first=True):
                state["open"] = False

    d = play(paint)
    d.press("below").release().key("m")
    assert pressed == []
    d.expect(focus="ask/ok").key("enter").expect(focus=None)
    d.click("below")
    assert pressed == ["below"]


def test_dialog_moves_by_its_title():
    def paint(ui: Ui) -> None:
        dialog(ui, "ask", (300, 200), "Ask")

    d = play(paint)
    before = d.map["widgets"]["ask"]
    x, y = d.where("ask/title")
    d.drag({"widget": "ask/title"}, {"px": (x + 120, y + 60)})
    after = d.map["widgets"]["ask"]
    assert (after[0] - before[0], after[1] - before[1]) == (120, 60)


def test_list_draws_only_visible_rows_and_scrolls_by_keys_wheel_and_bar():
    drawn: list[int] = []

    def paint(ui: Ui) -> None:
        drawn.clear()
        virtual_list(ui, "list", pygame.Rect(20, 20, 300, 200), 5000, 20, lambda n, r: drawn.append(n))

    d = play(paint)
    assert drawn == list(range(10))
    d.key("tab", "down").expect(focus="list")
    assert drawn[0] == 1
    d.key("pagedown")
    assert drawn[0] == 11
    d.key("end")
    assert drawn[-1] == 4999
    d.key("home")
    assert drawn[0] == 0
    d.wheel(-1, "list")
    assert drawn[0] == 3
    d.click(px=(20 + 300 - 5, 20 + 198))
    assert drawn[-1] == 4999


def test_following_list_stays_at_the_end_only_while_it_is_there():
    rows, drawn = [100], [0]

    def paint(ui: Ui) -> None:
        drawn.clear()
        virtual_list(ui, "list", pygame.Rect(20, 20, 300, 200), rows[0], 20, lambda n, r: drawn.append(n), follow=True)

    d = play(paint)
    assert drawn[-1] == 99
    rows[0] = 105
    d.tick()
    assert drawn[-1] == 104
    d.wheel(1, "list")
    first = drawn[0]
    rows[0] = 120
    d.tick()
    assert drawn[0] == first


def test_tree_folds_walks_and_opens():
    nodes = (
        Node("hq", "HQ", 0, True),
        Node("a", "A", 1),
        Node("b", "B", 1),
        Node("x", "X", 0, True),
        Node("c", "C", 1),
    )
    state = [TreeState()]
    opened: list[str] = []

    def paint(ui: Ui) -> None:
        state[0] = tree(ui, "oob", pygame.Rect(20, 20, 240, 300), nodes, state[0])
        if state[0].opened:
            opened.append(state[0].opened)

    d = play(paint)
    d.click("oob/b")
    assert state[0].chosen == "b"
    d.key("tab", "up", "up")
    assert state[0].chosen == "hq"
    d.key("left").tick()
    assert "oob/a" not in d.map["widgets"]
    d.key("right").tick()
    assert "oob/a" in d.map["widgets"]
    d.double_click("oob/c")
    assert opened == ["c"]


def test_tabs_by_click_and_arrows():
    chosen = ["all"]

    def paint(ui: Ui) -> None:
        chosen[0] = tabs(ui, "t", box(0, 400), (("all", "All"), ("combat", "Combat"), ("morale", "Morale")), chosen[0])

    d = play(paint)
    d.click("t/combat")
    assert chosen == ["combat"]
    d.key("right")
    assert chosen == ["morale"]
    d.key("home")
    assert chosen == ["all"]


def test_toggle_turns_over():
    on = [False]

    def paint(ui: Ui) -> None:
        on[0] = toggle(ui, "t", box(), "Names", on[0])

    play(paint).click("t")
    assert on == [True]


def test_slider_by_drag_keys_and_wheel():
    value = [0.5]
    steps = tuple(n / 10 for n in range(11))

    def paint(ui: Ui) -> None:
        value[0] = slider(ui, "s", box(0, 216), value[0], steps)

    d = play(paint)
    d.drag({"widget": "s"}, {"px": (600, 40)})
    assert value == [1.0]
    d.key("tab", "left", "left")
    assert value == [0.8]
    d.key("home")
    assert value == [0.0]
    d.wheel(1, "s")
    assert value == [0.1]


def test_drop_down_by_mouse_and_by_keys():
    chosen = ["a"]

    def paint(ui: Ui) -> None:
        chosen[0] = drop_down(ui, "d", box(), (("a", "First"), ("b", "Second"), ("c", "Third")), chosen[0])

    d = play(paint)
    d.click("d").click("d/b").tick()
    assert chosen == ["b"]
    d.key("tab", "enter", "down", "enter").tick(2)
    assert chosen == ["c"]
    d.click("d").click(px=(800, 500)).tick(2)
    assert chosen == ["c"]
    assert "d/a" not in d.map["widgets"]
    d.click("d").key("esc").tick(2)
    assert "d/a" not in d.map["widgets"]


@pytest.fixture
def field() -> tuple[Driver, list[str], list[bool]]:
    text, entered = [""], [False]

    def paint(ui: Ui) -> None:
        text[0], done = text_field(ui, "f", box(0, 200), text[0], hint="Name")
        entered[0] = entered[0] or done
        if button(ui, "move", box(1), "Move", key="move"):
            text[0] = "pressed"

    return play(paint).click("f"), text, entered


def test_text_field_types_and_submits_without_firing_hot_keys(field: tuple[Driver, list[str], list[bool]]):
    d, text, entered = field
    d.key("m", "shift+n").type("ü″").key("backspace", "home").type("x").key("enter")
    assert (text, entered) == (["xmNü"], [True])


def test_text_field_selects_copies_cuts_and_pastes(field: tuple[Driver, list[str], list[bool]]):
    d, text, _ = field
    d.type("one two").key("ctrl+a", "ctrl+c", "end", "ctrl+v")
    assert text == ["one twoone two"]
    d.key("ctrl+left", "shift+home", "ctrl+x")
    assert text == ["two"]
    d.key("shift+right", "delete")
    assert text == ["wo"]


def test_input_method_shows_before_it_commits(field: tuple[Driver, list[str], list[bool]]):
    d, text, entered = field
    d.tick(1, (pygame.event.Event(pygame.TEXTEDITING, text="ни", start=0, length=2),)).tick()
    d.expect(text="ни").key("enter")
    assert (text, entered) == ([""], [False])
    d.tick(1, (pygame.event.Event(pygame.TEXTINPUT, text="ни"),)).tick()
    assert text == ["ни"]


def test_link_in_a_rich_line_is_returned():
    got: list[str] = []

    def paint(ui: Ui) -> None:
        link = rich_line(ui, "line", box(0, 400), (Run("Rolled"), Run("rule", link="4.2")))
        got.extend([link] if link else [])

    play(paint).click("line/1:4.2")
    assert got == ["4.2"]


def test_tooltip_waits_and_follows_the_focus():
    def paint(ui: Ui) -> None:
        button(ui, "b", box(), "Fire", tip="Shoots at once.")

    d = play(paint).hover("b").expect(no_text="Shoots at once.").wait(0.4).expect(text="Shoots at once.")
    d.hover(px=(700, 500)).tick().expect(no_text="Shoots at once.")
    d.key("tab").wait(0.4).expect(text="Shoots at once.")


def test_losing_the_keyboard_lets_go_of_held_keys_and_buttons(three_buttons: Driver, pressed: list[str]):
    three_buttons.hold("h").press("one")
    assert three_buttons.app.ui.held_keys.is_down("hide_units")
    three_buttons.tick(1, (pygame.event.Event(pygame.WINDOWFOCUSLOST),)).release()
    assert not three_buttons.app.ui.held_keys.is_down("hide_units")
    assert pressed == []
