"""What players ask of undo, saves, replays, the screen and speed (USER-ASKS.md, groups 4, 5, 7 and 9), played at the
table. Each name begins with the id of its entry."""

from __future__ import annotations

import builtins
import itertools
import time
from pathlib import Path
from typing import Any

import pygame
import pytest

from tests.tabletop.table import SOLO, Table
from tests.tabletop.toy_field import battle
from wargame.ai.players import player
from wargame.engine.battle import Battle
from wargame.engine.dice import ScriptedDice
from wargame.engine.film import Film
from wargame.engine.orders import Fire, Move, Shot
from wargame.engine.standing import StandingOrder
from wargame.rulesets import ruleset
from wargame.scenario import browse, take_up
from wargame.tabletop.film import FilmSession
from wargame.tabletop.keeping import SaveKeeper
from wargame.tabletop.session import Session
from wargame.tabletop.theme import PAIRS, contrast


def move(table: Table, stand: str = "rifles-1", at: tuple[float, float] = (10, 8)) -> None:
    table.d.click(stand=stand).click(at=at).key("enter").settle()


# -- undo


def test_u1_u7_undo_takes_the_order_back_with_all_it_did_by_key_and_by_menu() -> None:
    for way in ("key", "menu"):
        table = Table()
        before = table.session.battle.state.digest()
        move(table)
        if way == "key":
            table.d.key("u").tick(3)
        else:
            table.d.click("menu").tick(2).click("choose/undo").click("choose/ok").tick(3)
        assert table.session.battle.state.digest() == before and not table.session.battle.answers
        assert table.place("rifles-1") == (6, 8)


def test_u2_undo_stops_at_dice_and_says_so() -> None:
    table = Table(dice=ScriptedDice([1, 1]))
    table.put("grey-1", 14, 8)
    table.d.click(stand="rifles-1").key("f", "tab", "enter").settle().key("u").tick(2)
    table.d.expect(state="confirm", text="Dice were thrown since then.").click("confirm/no")
    assert len(table.session.battle.answers) == 1


def test_u3_do_and_undo_ten_times_changes_nothing() -> None:
    session = Session(battle(), SOLO)
    before = session.battle.state.digest()
    for _ in range(10):
        assert session.answer(Move(stand="rifles-1", path=((10, 8),))) is None
        after = session.battle.state.digest()
        assert session.undo() is None and session.battle.state.digest() == before
    session.answer(Move(stand="rifles-1", path=((10, 8),)))
    assert session.battle.state.digest() == after


def test_u4_a_declined_reaction_is_undone_with_the_move() -> None:
    table = Table()
    table.session.seats["grey"] = "person"
    table.session.standing["grey"] = (StandingOrder(do="hold"),)
    table.session.battle.state.stands["grey-1"].watch = True
    table.session.battle.state.stands["grey-1"].x = 17
    before = table.session.battle.state.stands["rifles-1"].x
    table.session.answer(Move(stand="rifles-1", path=((10, 8),)))
    while table.session.battle.request is not None and table.session.battle.request.interrupt:
        assert table.session.advance()
    assert table.session.undo() is None
    assert table.session.battle.state.stands["rifles-1"].x == before


def test_u5_a_move_stopped_by_fire_cannot_be_taken_back_and_the_reason_is_told() -> None:
    table = Table(dice=ScriptedDice([1, 1]))
    table.session.seats["grey"] = "person"
    table.session.standing["grey"] = (StandingOrder(do="act"),)
    table.put("grey-1", 17, 8.5, watch=True)
    move(table)
    offer = table.session.undo_offer()
    assert not offer.possible and "Dice" in offer.reason


def test_u6_after_undo_nothing_of_the_undone_plan_is_shown() -> None:
    table = Table()
    move(table)
    table.d.key("u").tick(3).click(stand="rifles-1").key("l").tick(3)
    pose = table.screen.stands.pose("rifles-1")
    assert pose is not None and (pose.x, pose.y) == (6, 8)
    observer = table.screen.picture._observer()
    assert observer is not None and observer[0] == (6, 8)


def test_u8_s17_the_same_dice_fall_again_after_going_back() -> None:
    session = Session(battle(seed=5), SOLO)
    session.battle.state.stands["grey-1"].x = 14
    order = Fire(stand="rifles-1", weapon="main", targets=(Shot("grey-1"),))
    session.answer(Move(stand="mortar", path=((4, 11),)))
    start = len(session.battle.answers)
    assert session.answer(order) is None
    first = [e.dice for e in session.battle.events if type(e).__name__ == "Rolled"]
    assert session.fork_back() and len(session.battle.answers) == start
    session.battle.state.stands["grey-1"].x = 14
    session.answer(order)
    assert [e.dice for e in session.battle.events if type(e).__name__ == "Rolled"] == first and session.practice


# -- saves and replays


def test_s1_s2_a_battle_of_a_scenario_is_taken_up_at_each_open_question(tmp_path: Path) -> None:
    scenario = next(e.scenario for e in browse() if e.name == "first-shots")
    assert scenario is not None
    seats = {"germany": "person", "ussr": "random"}
    session = Session(Battle(ruleset(scenario.setup.ruleset), scenario.setup, 7), seats)
    keeper, mind = SaveKeeper(scenario, 7, "test", tmp_path), player("random", 7, "germany")
    met = set()
    for _ in range(6):
        while session.asked is None:
            session.advance()
        asked = session.asked
        met.add(type(asked).__name__)
        keeper.keep(session, "")
        _, again, _ = take_up(keeper.path)
        assert again.request == session.battle.request
        assert again.state.digest() == session.battle.state.digest()
        assert session.answer(mind.decide(asked, session.battle.view("germany"))) is None
    keeper.let_go()
    assert len(met) > 1, met


def test_s4_a_save_that_fails_is_told_and_the_battle_goes_on() -> None:
    class Full:
        def journal(self, session: Any, entry: Any) -> None: ...
        def refused(self, session: Any) -> None: ...
        def fault(self, session: Any, report: Any) -> str:
            return ""

        def keep(self, session: Any, name: str) -> str:
            raise OSError(28, "No space left on device")

    table = Table(keeping=Full())
    table.d.key("f5").tick(2).expect(text="No space left")
    move(table)
    assert table.session.battle.answers


def film() -> FilmSession:
    field = battle()
    session = Session(field, {"blue": "random", "grey": "random"})
    for _ in range(40):
        if not session.advance():
            break
    return FilmSession(Film(field))


def test_s12_a_film_shown_twice_is_the_same() -> None:
    session = film()
    digests = []
    for _ in range(2):
        session.seek(0)
        while not session.at_end and session.step():
            pass
        digests.append(session.film.state.digest())
    assert digests[0] == digests[1]


def test_s14_a_film_goes_back_and_jumps_within_a_second() -> None:
    session = film()
    begun = time.perf_counter()
    session.seek(session.film.length)
    session.seek(session.film.length // 2)
    middle = session.film.state.digest()
    session.seek(0)
    session.seek(session.film.length // 2)
    assert time.perf_counter() - begun < 1.0 and session.film.state.digest() == middle


def test_s15_the_log_of_a_battle_taken_up_is_one_log() -> None:
    table = Table()
    move(table)
    lines = [line for line in table.d.map["log"] if "moves" in line]
    table.screen.retell()
    assert [line for line in table.d.tick().map["log"] if "moves" in line] == lines


# -- the screen


@pytest.mark.parametrize("size", [(1000, 700), (1280, 720), (1920, 1080)])
def test_v1_a_stand_is_hit_where_it_is_drawn_at_every_zoom_and_after_a_resize(size: tuple[int, int]) -> None:
    table = Table()
    table.d.resize(*size).tick(2)
    for zoom in (0, 2, 3):
        table.d.wheel(zoom, at=(6, 10)) if zoom else table.d
        for name in ("rifles-1", "rifles-2", "mortar"):
            px = table.d.map["stands"][name]["px"]
            spot = (round(px[0]), round(px[1]))
            if table.screen.desk.camera.view.inflate(-40, -200).collidepoint(spot):
                table.d.click(px=spot).expect(selected=name)
        table.d.key("esc", "home").tick()
        while table.d.map["state"] != "battle":
            table.d.key("esc")


def test_v3_lists_grow_with_the_window() -> None:
    heights = []
    for size in ((1280, 720), (1280, 1200)):
        widgets = Table(size=size).d.map["widgets"]
        heights.append(widgets["oob"][3])
    assert heights[1] > heights[0] + 300


def test_v6_the_odds_shown_are_those_of_the_resolution() -> None:
    table = Table()
    table.put("grey-1", 14, 8)
    order = Fire(stand="rifles-1", weapon="main", targets=(Shot("grey-1"),))
    odds = table.screen.desk.appraise(order)
    assert odds is not None
    destroyed = 0
    for dice in itertools.product(range(1, 7), repeat=2):
        field = battle(dice=ScriptedDice(dice))
        field.state.stands["grey-1"].x, field.state.stands["grey-1"].y = 14, 8
        field.answer(order)
        destroyed += field.state.stands["grey-1"].gone == "destroyed"
    chance = next(o.chance for o in odds.outcomes if o.id == "kill")
    assert abs(destroyed / 36 - chance) < 1e-9


def test_v9_escape_leads_back_to_neutral_from_every_mode() -> None:
    for keys in (("m",), ("f", "tab"), ("a",), ("o",), ("t",), ("ctrl+a", "right"), ("f", "right")):
        table = Table()
        table.put("grey-1", 8, 8)
        table.d.click(stand="rifles-1").key(*keys).tick(2)
        for _ in range(6):
            if table.d.map["mode"] == "select" and table.d.map["selected"] is None:
                break
            table.d.key("esc").tick()
        table.d.expect(mode="select", selected=None)
        assert not table.session.battle.answers and table.screen.desk.party == ()


def test_v10_sides_differ_by_pattern_and_badge_not_by_hue_alone() -> None:
    for pair in PAIRS:
        first, second = pair.side(0), pair.side(1)
        assert first.pattern != second.pattern and first.badge != second.badge
        assert contrast(first.colour, first.dark) > 3 and contrast(second.colour, second.dark) > 3


def test_v11_everything_selected_or_planned_has_a_text_line() -> None:
    table = Table()
    d = table.d.key("n", "right", "right").tick(8)
    assert d.map["selected"] == "rifles-1" and d.map["readout"].startswith("2.0″ of 6″")


def test_v13_clicks_on_stands_that_lie_on_each_other_take_one_after_the_other() -> None:
    table = Table()
    table.put("rifles-2", 6.0, 8.0)
    first = table.d.click(stand="rifles-1").map["selected"]
    table.d.wait(1)
    second = table.d.click(stand="rifles-1").map["selected"]
    assert {first, second} == {"rifles-1", "rifles-2"}


# -- speed


def test_p1_a_late_turn_is_no_slower_than_an_early_one() -> None:
    table = Table(turns=30)
    times = []
    for turn in range(8):
        begun = time.perf_counter()
        for _ in range(20):
            table.d.tick()
        times.append(time.perf_counter() - begun)
        for stand in ("rifles-1", "rifles-2"):
            place = table.session.battle.state.stands[stand]
            step = 0.5 if turn % 2 == 0 else -0.5
            table.session.answer(Move(stand=stand, path=((place.x + step, place.y),)))
        table.d.settle()
    assert min(times[-3:]) < 2.5 * min(times[:3]) + 0.05


def test_p3_a_zoomed_view_scales_only_what_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    table.d.wheel(6, at=(10, 10)).tick(4)
    largest = [0]
    for name in ("scale", "smoothscale"):
        true = getattr(pygame.transform, name)

        def watched(image: Any, size: Any, *more: Any, true: Any = true) -> Any:
            largest[0] = max(largest[0], size[0] * size[1])
            return true(image, size, *more)

        monkeypatch.setattr(pygame.transform, name, watched)
    table.d.drag({"at": (10, 10)}, {"at": (12, 10)}, button=3).tick(4)
    window = table.app.surface.get_size()
    assert largest[0] <= 3 * window[0] * window[1]


def test_p4_no_file_is_opened_in_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    table.d.click(stand="rifles-1").key("v", "l", "b").hover(at=(12, 12)).tick(20)
    opened: list[str] = []
    true = builtins.open

    def watched(file: Any, *args: Any, **facts: Any) -> Any:
        opened.append(str(file))
        return true(file, *args, **facts)

    monkeypatch.setattr(builtins, "open", watched)
    monkeypatch.setattr(Path, "open", lambda self, *a, **k: watched(self, *a, **k))
    table.d.hover(at=(14, 9)).tick(10).hover(stand="grey-1").tick(10)
    assert not opened
