"""Title, settings, sheet of keys, questions, and the window around them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from tests.tabletop.driver import Driver
from wargame.tabletop.app import App, Crash, run
from wargame.tabletop.keys import KeyMap
from wargame.tabletop.screen import Screen
from wargame.tabletop.screens.dialogs import ChooseScreen, ConfirmScreen, Option, Question
from wargame.tabletop.screens.pick import PickScreen
from wargame.tabletop.screens.title import TitleModel, TitleScreen
from wargame.tabletop.settings import Settings, load_settings
from wargame.tabletop.start import report_of


def plain_backdrop(size: tuple[int, int], pair: Any) -> pygame.Surface:
    return pygame.Surface(size)


def title(model: TitleModel | None = None, **more: Any) -> tuple[Driver, list[str]]:
    asked: list[str] = []
    app = App((1280, 800), **more)
    app.push(TitleScreen(asked.append, model, plain_backdrop))
    return Driver(app).tick(), asked


def test_title_tells_what_was_chosen():
    d, asked = title(TitleModel("Ponyri Station · turn 4"))
    d.expect(state="title", text="Ponyri Station · turn 4")
    d.click("title/continue").click("title/new").click("title/saved").click("title/watch")
    assert asked == ["continue", "new", "saved", "watch"]


def test_title_without_a_battle_says_why_it_cannot_continue():
    d, _ = title()
    assert d.map["disabled"] == {"title/continue": "No battle has been begun yet."}


def test_title_by_keys_alone():
    d, asked = title()
    d.key("down").expect(focus="title/new").key("up").expect(focus="title/quit").key("down", "enter")
    assert asked == ["new"]


def test_quit_ends_the_program():
    d, _ = title()
    d.click("title/quit")
    assert not d.app.running


def test_a_fault_of_the_program_saves_the_battle_and_is_told_in_one_sentence():
    closed: list[str] = []

    class Broken(Screen):
        def update(self, dt: float) -> None:
            raise KeyError("broken on purpose")

        def closing(self) -> bool:
            closed.append("saved")
            return True

    app = App((1280, 800))
    app.push(Broken())
    with pytest.raises(Crash, match="broken on purpose") as caught:
        run(app)
    sentence = report_of(caught.value)
    assert closed == ["saved"] and "\n" not in sentence
    assert "broken on purpose" in Path(sentence.rpartition(" in ")[2]).read_text()


def test_a_screen_may_refuse_to_close():
    class Careful(Screen):
        def closing(self) -> bool:
            return False

    app = App((1280, 800))
    app.push(Careful())
    Driver(app).tick(1, (pygame.event.Event(pygame.QUIT),))
    assert app.running


def test_settings_count_at_once_and_are_kept(tmp_path: Path):
    path = tmp_path / "größe" / "settings.json"
    d, _ = title(settings_path=path)
    d.click("title/settings").expect(state="settings")
    d.click("settings/scale/1.25").tick().expect(k=1.25)
    d.click("settings/pair/violet-yellow").click("settings/reduce_motion").click("settings/own_speed")
    d.click("settings/own_speed/0.0").tick()
    d.drag({"widget": "settings/volume"}, {"px": (0, 0)})
    d.click("settings/done").expect(state="title")
    kept = load_settings(path)
    assert (kept.scale, kept.pair, kept.reduce_motion, kept.own_speed, kept.volume) == (
        1.25,
        "violet-yellow",
        True,
        0,
        0,
    )
    assert d.app.settings == kept


def test_broken_settings_file_gives_the_defaults(tmp_path: Path):
    path = tmp_path / "settings.json"
    path.write_text('{"scale": "large"')
    assert load_settings(path) == Settings()


def test_f1_and_f3_show_the_keys_and_esc_closes():
    d, _ = title()
    for key in ("f1", "f3"):
        d.key(key).expect(state="keys", text="Overwatch").key("esc").expect(state="title")


def test_a_key_can_be_given_another_meaning():
    d, _ = title()
    d.key("f3").click("keys/move").expect(waiting="move").key("w").expect(waiting="")
    assert d.app.keymap.caption("move") == "W"
    assert d.app.settings.keys == {"move": "w"}
    d.click("keys/reset")
    assert d.app.keymap.caption("move") == "M"


def test_a_key_that_is_taken_is_refused_with_its_owner():
    d, _ = title()
    d.key("f3").click("keys/move").key("f").expect(text="already means")
    assert d.app.keymap.caption("move") == "M"
    d.click("keys/move").key("esc").expect(waiting="", state="keys")


WAYS = (
    Option("farm", "To the farm", "Cover, but in sight", "62 %"),
    Option("road", "To the road", "Out of sight", "91 %"),
    Option("off", "Off the table", reason="Farther than one move."),
)


def ask(screen: type[Any], question: Question) -> tuple[Driver, list[Any]]:
    answers: list[Any] = []
    d, _ = title()
    d.app.push(screen(question, answers.append))
    return d.tick(2), answers


def test_choose_by_mouse():
    d, answers = ask(ChooseScreen, Question("W", "Which way?", WAYS))
    d.expect(state="choose", marked=["farm"]).click("choose/road").expect(marked=["road"]).click("choose/ok")
    assert answers == ["road"]
    d.expect(state="title")


def test_choose_by_number_by_arrows_and_by_double_click():
    for keys in (("2", "enter"), ("down", "enter")):
        d, answers = ask(ChooseScreen, Question("W", "Which way?", WAYS))
        d.key(*keys)
        assert answers == ["road"]
    d, answers = ask(ChooseScreen, Question("W", "Which way?", WAYS))
    d.double_click("choose/road")
    assert answers == ["road"]


def test_option_that_cannot_be_chosen_says_why_and_stays_unmarked():
    d, answers = ask(ChooseScreen, Question("W", "Which way?", WAYS))
    d.expect(text="Farther than one move.").key("3", "down", "down").expect(marked=["road"])
    assert answers == []


def test_escape_answers_none_only_where_that_is_allowed():
    d, answers = ask(ChooseScreen, Question("W", "Which way?", WAYS))
    d.key("esc").expect(state="choose")
    d, answers = ask(ChooseScreen, Question("W", "Which way?", WAYS, may_cancel=True))
    d.key("esc").expect(state="title")
    assert answers == [None]


SUPPORT = tuple(Option(f"o{n}", f"Support {n}", figure=str(10 * n), cost=10 * n) for n in range(1, 6))


def test_pick_keeps_its_limits_and_tells_the_tally():
    d, answers = ask(PickScreen, Question("S", "Buy.", SUPPORT, at_least=1, at_most=2, cost_at_most=60))
    assert d.map["disabled"]["pick/ok"] == "Mark 1 more."
    d.key("1").click("pick/o3").expect(text="2 of 2 · 40 of 60 points").key("2")
    assert d.map["disabled"]["pick/ok"] == "1 too many are marked."
    d.key("1", "3", "5")
    assert d.map["disabled"]["pick/ok"] == "10 points too many."
    d.key("5", "1").click("pick/ok")
    assert answers == [(("o1", 1), ("o2", 1))]


def test_pick_by_keys_alone():
    d, answers = ask(PickScreen, Question("S", "Buy.", SUPPORT, at_most=3))
    d.key("down", "space", "down", "space", "up", "up", "space", "space", "enter")
    assert answers == [(("o2", 1), ("o3", 1))]


def test_pick_of_several_of_one_thing_and_limits_by_kind():
    options = (Option("t", "Tank", cost=5, most=3, kind="tanks"), Option("g", "Gun", cost=2, kind="guns"))
    question = Question("S", "Buy.", options, kind_limits=(("tanks", 2), ("guns", 1)), suggestion=("t",))
    d, answers = ask(PickScreen, question)
    d.expect(text="tanks 1 of 2").click("pick/t/more").click("pick/t/more").tick()
    assert d.map["disabled"]["pick/ok"] == "Too many of tanks."
    assert d.map["disabled"]["pick/t/more"] == "At most 3 of these."
    d.click("pick/t/less").key("down", "right").expect(text="guns 1 of 1").key("enter")
    assert answers == [(("t", 2), ("g", 1))]


def test_long_pick_has_a_search():
    many = tuple(Option(f"o{n}", f"Support {n}") for n in range(30))
    d, answers = ask(PickScreen, Question("S", "Buy.", many, at_most=3))
    d.click("pick/search").type("29").tick().click("pick/o29").key("enter")
    assert answers == [(("o29", 1),)]


def test_confirm_yes_is_enter_and_no_is_escape():
    for key, answer in (("enter", True), ("esc", False)):
        d, answers = ask(ConfirmScreen, Question("O", "Move on?", detail="It hits on 4+ (50 %)."))
        d.expect(text="It hits on 4+ (50 %).").key(key)
        assert answers == [answer]


def test_question_lets_the_view_below_be_moved():
    class Below(Screen):
        def __init__(self) -> None:
            self.seen: list[int] = []

        def handle(self, event: pygame.event.Event) -> bool:
            self.seen.append(event.type)
            return True

    app, below = App((1280, 800)), Below()
    app.push(below)
    app.push(ConfirmScreen(Question("O", "Move on?"), lambda answer: None))
    d = Driver(app).tick(2)
    d.wheel(1, px=(30, 700)).click(px=(30, 700)).key("m")
    assert pygame.MOUSEWHEEL in below.seen
    assert pygame.KEYDOWN not in below.seen
    assert pygame.MOUSEBUTTONDOWN not in below.seen


def test_rule_of_a_question_can_be_read():
    rules: list[str] = []
    app = App((1280, 800))
    app.push(ConfirmScreen(Question("O", "Move on?", rules=("8.2",)), lambda answer: None, rules.append))
    Driver(app).tick(2).click("confirm/rule/8.2")
    assert rules == ["8.2"]


def test_screenshots_are_numbered(tmp_path: Path):
    d, _ = title(pictures=tmp_path / "new")
    d.key("f12", "f12")
    assert sorted(p.name for p in (tmp_path / "new").iterdir()) == ["picture-0001.png", "picture-0002.png"]


def test_clicks_land_after_a_resize():
    d, asked = title()
    for size in ((1024, 600), (1920, 1080), (1100, 1000)):
        d.resize(*size).expect(size=size).click("title/new")
    assert asked == ["new"] * 3


def test_same_events_give_the_same_picture():
    def picture() -> bytes:
        d, _ = title()
        d.hover("title/new").wait(0.5).click("title/settings").wait(0.3)
        return pygame.image.tobytes(d.app.surface, "RGB")

    assert picture() == picture()


def test_no_device_no_sound_no_fault(monkeypatch: pytest.MonkeyPatch):
    def refuse(*args: Any, **more: Any) -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", refuse)
    d, _ = title()
    d.app.sounds.play("dice")
    assert d.app.sounds.notice == "No sound: no such device."


def test_every_default_key_has_one_meaning_where_it_works():
    keys = KeyMap()
    assert {b.id: keys.clash(b.id, b.key) for b in keys.bindings.values() if keys.clash(b.id, b.key)} == {}
