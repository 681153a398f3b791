"""The event log: what it shows, what it asks of the table, and that it stays quick."""

from __future__ import annotations

import time
from typing import Any

import pygame
import pytest

from tests.tabletop.driver import Driver
from tests.tabletop.table import Table
from wargame.engine.dice import ScriptedDice
from wargame.tabletop.app import App
from wargame.tabletop.kit import Die
from wargame.tabletop.panels.log import draw_log, story
from wargame.tabletop.panels.log_model import LogEntry, LogModel, LogRow, ShowMoment, ShowRule
from wargame.tabletop.screen import Screen
from wargame.tabletop.theme import PAIRS, ColourPair


class LogBench(Screen):
    name = "log"

    def __init__(self, model: LogModel) -> None:
        self.model, self.unit = model, "t1"
        self.intents: list[Any] = []

    def draw(self, surface: pygame.Surface, ui: Any) -> None:
        surface.fill((40, 48, 34))
        height = ui.px(260)
        rect = pygame.Rect(ui.px(216), surface.get_height() - height, surface.get_width() - ui.px(216), height)
        self.intents += draw_log(ui, rect, self.model, self.app.pair, self.unit)


def shot(n: int, pair: ColourPair = PAIRS[0]) -> LogEntry:
    rows = (
        LogRow("To hit", "4+", (Die(5, 6, "success"), Die(2, 6, "failure")), "1 hit", "gun pit −1", rules=("4.2",)),
        LogRow("Penetration", "13", (Die(7, 10),), "destroyed", "armour 9", "7 + 4 = 11", ("6.3",)),
    )
    head = story(f"Tiger I #{n}", "shoots T-34/76", "15.2″ · 2 shots", 1, pair)
    units = frozenset({f"t{n % 3}"})
    return LogEntry(head, "09:30", 1, rows=rows, tags=frozenset({"combat"}), units=units, moment=100 + n)


def morale(n: int, pair: ColourPair = PAIRS[0]) -> LogEntry:
    rows = (LogRow("Morale", "3+", (Die(2, 6, "replaced"), Die(6, 6, "success")), "holds", rules=("7.5",)),)
    return LogEntry(
        story("SMG company", "tests morale", "", 0, pair), "09:31", 0, rows=rows, tags=frozenset({"morale"})
    )


def battle_log(count: int, pair: ColourPair = PAIRS[0]) -> LogModel:
    return LogModel(make(n, pair) for n in range(count) for make in (shot, morale))


@pytest.fixture
def played() -> tuple[Driver, LogBench]:
    app, bench = App((1280, 800)), LogBench(battle_log(2))
    app.push(bench)
    return Driver(app).tick(), bench


def test_rows_show_purpose_need_result_and_rule(played: tuple[Driver, LogBench]):
    d, _ = played
    for text in ("To hit 4+", "1 hit", "gun pit −1", "7 + 4 = 11 destroyed", "§ 6.3", "Tiger I #1", "09:30"):
        d.expect(text=text)


def test_click_on_a_row_asks_for_its_moment(played: tuple[Driver, LogBench]):
    d, bench = played
    d.click("log/2/0").click("log/2")
    assert bench.intents == [ShowMoment(101, 2, 0), ShowMoment(101, 2, -1)]


def test_click_on_the_rule_asks_for_the_rule_only(played: tuple[Driver, LogBench]):
    d, bench = played
    d.click("log/2/1/6.3")
    assert bench.intents == [ShowRule("6.3")]


def test_filters(played: tuple[Driver, LogBench]):
    d, _ = played
    d.click("log/filter/morale").tick().expect(text="SMG company", no_text="Tiger I")
    d.click("log/filter/combat").tick().expect(text="Tiger I #0", no_text="SMG company")
    d.click("log/filter/unit").tick().expect(text="Tiger I #1", no_text="Tiger I #0")
    d.click("log/filter/all").tick().expect(text="SMG company")


def test_this_unit_without_a_unit_says_what_to_do(played: tuple[Driver, LogBench]):
    d, bench = played
    bench.unit = ""
    d.click("log/filter/unit").tick().expect(text="Select a unit to see its own story.")


def test_head_folds_at_its_mark(played: tuple[Driver, LogBench]):
    d, bench = played
    x, y, _, h = d.map["widgets"]["log/2"]
    d.click(px=(x + 18, y + h // 2)).tick()
    assert bench.model.is_folded(2)
    assert "log/2/0" not in d.map["widgets"]
    assert bench.intents == []


def test_fold_all_and_unfold_all(played: tuple[Driver, LogBench]):
    d, _ = played
    d.click("log/fold").tick().expect(no_text="To hit").click("log/fold").tick().expect(text="To hit")


def test_search(played: tuple[Driver, LogBench]):
    d, _ = played
    d.click("log/search").type("SMG").tick().expect(text="SMG company", no_text="Tiger I")


def test_copy_takes_what_the_filter_leaves(played: tuple[Driver, LogBench]):
    d, _ = played
    d.click("log/filter/morale").click("log/copy")
    first, second, *_ = d.app.ui.clipboard.paste().splitlines()
    assert first == "09:31  SMG company tests morale"
    assert second == "    Morale 3+ · d6: 2 (replaced), d6: 6 (success) · holds (7.5)"


def test_copy_with_shift_gives_a_table(played: tuple[Driver, LogBench]):
    d, _ = played
    down = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LSHIFT, mod=pygame.KMOD_LSHIFT, unicode="")
    d.tick(1, (down,)).click("log/copy")
    lines = d.app.ui.clipboard.paste().splitlines()
    assert lines[0] == "time,action,purpose,need,dice,modifiers,total,result,rules"
    assert lines[1] == "09:30,Tiger I #0 shoots T-34/76 15.2″ · 2 shots,To hit,4+,5 2,gun pit −1,,1 hit,4.2"


def test_many_dice_are_cut_with_a_count():
    dice = tuple(Die(1 + n % 6) for n in range(40))
    model = LogModel([LogEntry(story("Battery", "fires"), rows=(LogRow("Barrage", "", dice, "3 hits", "heavy"),))])
    app = App((1000, 600))
    app.push(LogBench(model))
    Driver(app).tick().expect(text="3 hits").expect(text="+")


def test_new_row_is_cheap_in_a_long_log():
    model = battle_log(1250)
    assert len(model.lines) == 1250 * 5
    entries = [shot(n) for n in range(200)]
    start = time.perf_counter()
    for entry in entries:
        model.append(entry)
    assert (time.perf_counter() - start) / len(entries) < 0.001


def test_long_log_draws_only_what_is_seen():
    app, bench = App((1280, 800)), LogBench(battle_log(1250))
    app.push(bench)
    d = Driver(app).tick()
    assert sum(widget.startswith("log/") for widget in d.map["widgets"]) < 60


def test_v4_a_row_unfolds_into_dice_modifiers_and_the_rule():
    table = Table(dice=ScriptedDice([2, 6]))
    table.put("grey-1", 13.4, 14.5)
    d = table.d.click(stand="rifles-2").key("f", "tab", "enter").settle()
    row = next(w for w in d.map["widgets"] if w.startswith("log/") and w.endswith("/0/unfold"))
    d.expect(no_text="Natural dice").click(row).tick().expect(text="Natural dice (2d6): 2 + 6")
    d.expect(text="in woods -1 (§ TOY-2)")
    table.screen.chronicle.close_card()
    d.wheel(-8, "log").tick().expect(text="Two dice; each that is high enough hits")
    d.wheel(8, "log").click(row).tick().expect(no_text="Natural dice")


def test_v8_show_me_draws_what_happened_where():
    table = Table(dice=ScriptedDice([2, 6]))
    table.put("grey-1", 14, 8)
    d = table.d.click(stand="rifles-1").key("f", "tab", "enter").settle()
    show = [w for w in d.map["widgets"] if w.startswith("log/") and w.endswith("/show")][-1]
    d.click(show).tick()
    assert table.screen.moment is not None
    d.key("esc", "esc", "esc").tick()
    assert table.screen.moment is None
