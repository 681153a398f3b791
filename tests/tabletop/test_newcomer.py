"""What somebody who sits down for the first time stumbles over."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import msgspec
import pytest

from tests.tabletop.driver import Driver
from tests.tabletop.table import HOTSEAT, SOLO, Table
from tests.tabletop.toy_field import battle
from wargame.board import Footprint, overlaps
from wargame.engine.orders import Concede, Done
from wargame.engine.record import save
from wargame.engine.setup import GroupSetup, StandSetup
from wargame.scenario import SaveEntry, browse
from wargame.scenario.briefing import common_name
from wargame.tabletop import evening
from wargame.tabletop.app import App
from wargame.tabletop.armies import army_name
from wargame.tabletop.modes.deploy import PlaceThings
from wargame.tabletop.modes.move import added_up
from wargame.tabletop.panels.topbar import phases_of
from wargame.tabletop.screen import Screen
from wargame.tabletop.screens.battle import BattleScreen, Painting
from wargame.tabletop.screens.choose_scenario import Choice, ChooseScenario
from wargame.tabletop.screens.result import ResultCalls, ResultScreen
from wargame.tabletop.session import Session
from wargame.tabletop.settings import Settings


def seated(session: Session) -> Driver:
    app = App((1280, 800), settings=Settings(volume=0.0))
    app.push(BattleScreen(session, on_leave=int, on_result=print, painting=Painting(None, 0, False)))
    return Driver(app).settle()


def test_a_battle_under_way_tells_its_whole_story() -> None:
    table = Table()
    table.d.click(stand="rifles-1").click(at=(10, 8)).key("enter").settle()
    assert table.session.battle.events
    d = seated(Session(table.session.battle, SOLO))
    log = " ".join(d.map["log"])
    assert "Rifles 1 moves" in log and d.map["mode"] == "select" and not d.map["busy"]


def test_lines_of_the_story_bear_the_time_of_their_own_turn() -> None:
    table = Table()
    for _ in range(2):
        table.d.key("ctrl+enter").tick(2)
        if table.d.map["state"] == "confirm":
            table.d.key("enter")
        table.d.settle()
    assert table.session.battle.state.turn > 1
    table.screen.retell()
    times = {entry.time for entry in table.screen.chronicle.model.entries}
    assert "T1" in times and len(times) > 1


def test_the_rest_is_placed_clear_of_what_stands_already() -> None:
    table = Table(placed=False)
    d = table.d.click(at=(6, 8)).click("place/rest").tick()
    wishes = table.screen.stage.mode.placed  # type: ignore[attr-defined]
    state = table.session.battle.state
    feet = [Footprint(state.stands[n].base, p.x, p.y, p.facing_deg or 0.0) for n, p in wishes.items()]
    assert not any(overlaps(a, b) for a, b in combinations(feet, 2))
    d.expect(ready=True).key("enter").settle()
    assert all(s.on_table for s in state.stands.values() if s.side == "blue")


def test_the_list_of_things_to_place_hides_nothing_of_the_table() -> None:
    d = Table(placed=False).d
    x, _, w, _ = d.map["widgets"]["place/panel"]
    assert x + w <= d.map["views"]["table"]["x"]


def test_a_refused_place_is_told_once() -> None:
    d = Table(placed=False).d.click(at=(20, 5)).tick(2)
    assert sum("lit area" in text for text in d.map["texts"]) == 1


def test_a_refused_shot_shows_no_chances() -> None:
    d = Table().d.click(stand="rifles-1").key("f").hover(stand="grey-2").tick(2)
    assert d.map["readout"] and not d.map["ready"]
    d.expect(no_text="%")


def test_another_stand_is_selected_from_the_middle_of_a_plan() -> None:
    table = Table()
    table.d.click(stand="rifles-1").key("m").click(stand="rifles-2").expect(selected="rifles-2", mode="select")


def test_phases_of_one_go_are_one_phase() -> None:
    table = Table()
    captions = [caption for caption, _ in phases_of(table.screen.desk)]
    assert captions == ["Initiative", "First go", "Second go", "End"]
    assert all(":" not in caption for caption in captions)


@pytest.mark.parametrize("side, name", [("germany", "Germany"), ("ussr", "USSR"), ("red_army", "Red Army")])
def test_armies_have_short_names(side: str, name: str) -> None:
    assert army_name(side) == name


def test_the_empty_card_tells_objectives_and_whose_they_are() -> None:
    Table().d.expect(text="The mill").expect(text="nobody's").expect(text="0 points")


@pytest.mark.parametrize(
    "names, shown",
    [(("T-34/76",), "T-34/76"), (("PaK 38",), "PaK 38"), (("T-34/76 1", "T-34/76 2"), "T-34/76"), (("HQ",), "HQ")],
)
def test_a_briefing_keeps_the_numbers_that_belong_to_a_name(names: tuple[str, ...], shown: str) -> None:
    stands = tuple(StandSetup(id=f"s{n}", name=name, line="x") for n, name in enumerate(names))
    group = GroupSetup(id="g", side="a", name="G", stands=stands)
    assert common_name(stands[0], group) == shown


def test_a_fresh_battle_still_shows_what_the_computer_does() -> None:
    session = Session(battle(placed=False), {"blue": "random", "grey": "person"})
    while session.asked is None and session.advance():
        pass
    assert session.fresh_events()


def test_the_result_comes_once_however_often_it_is_asked_for() -> None:
    table = Table()
    table.session.answer(Concede())
    shown = Screen()
    table.screen.on_result = lambda session: table.app.push(shown)
    table.screen.show_result()
    table.screen.show_result()
    table.d.tick(5)
    assert table.app.screens.count(shown) == 1


def test_the_end_shows_level_reason_and_ways_on() -> None:
    table = Table()
    went: list[str] = []
    calls = ResultCalls(on_title=lambda: went.append("title"), on_replay=lambda: went.append("replay"))
    table.screen.on_result = lambda session: table.app.push(ResultScreen(session, calls))
    table.session.answer(Concede())
    d = table.d.settle().tick(3).expect(state="result", text=table.session.battle.setup.title)
    d.key("esc").tick().expect(state="battle").key("ctrl+enter").tick().expect(state="result")
    d.click("result/replay").click("result/leave")
    assert went == ["replay", "title"]


@pytest.mark.parametrize(("seats", "word"), [(SOLO, "DEFEAT"), (HOTSEAT, "VICTORY")], ids=["one person", "two"])
def test_the_loser_reads_of_a_defeat(seats: dict[str, str], word: str) -> None:
    table = Table(seats)
    table.screen.on_result = lambda session: table.app.push(ResultScreen(session, ResultCalls(on_title=int)))
    table.session.answer(Concede())
    table.d.settle().tick(3).expect(state="result", text=word)


def test_a_quick_save_of_a_finished_battle_is_nothing_to_continue(monkeypatch: pytest.MonkeyPatch) -> None:
    done = SaveEntry(Path("toy-1.save"), "toy", over=True, changed=20.0)
    quick = SaveEntry(Path("toy-1-quick.save"), "toy", turn=2, changed=10.0)
    for saves, may in (([done, quick], False), ([quick], True)):
        monkeypatch.setattr(evening, "list_saves", lambda saves=saves: saves)
        app = App((1280, 800), settings=Settings(volume=0.0))
        evening.Evening(app).show_title()
        assert ("title/continue" not in Driver(app).map["disabled"]) is may


def test_the_keyboard_reaches_every_choice_of_a_new_battle() -> None:
    app = App((1280, 720), settings=Settings(volume=0.0))
    begun: list[Choice] = []
    app.push(ChooseScenario(browse()[:2], ("random", "veteran"), {}, begun.append, lambda: None))
    d = Driver(app)
    other = list(d.map["seats"])[-1]
    reached = {d.key("tab").map["focus"] for _ in range(18)}  # the search field and four filters lie on the way
    assert {"scenarios/list", f"seat/{other}", "level", "seed", "begin", "back"} <= reached
    while d.map["focus"] != f"seat/{other}":
        d.key("tab")
    d.key("space").tick()
    assert d.map["seats"][other] == "person"
    while d.map["focus"] != "begin":
        d.key("tab")
    d.key("enter")
    assert begun and begun[0].seats[other] == "person"


def test_the_rulebook_is_an_opponent_where_it_has_solo_rules() -> None:
    app = App((1280, 720), settings=Settings(volume=0.0))
    entries = [e for e in browse() if e.scenario is not None]
    with_rules = next(n for n, e in enumerate(entries) if e.scenario and e.scenario.setup.ruleset == "clash_of_titans")
    without = next(n for n, e in enumerate(entries) if e.scenario and e.scenario.setup.ruleset == "fascist_vipers")
    solo = ["clash_of_titans"]
    screen = ChooseScenario(entries, ("random", "veteran"), {}, lambda _: None, lambda: None, solo=solo)
    app.push(screen)
    screen.chosen = with_rules
    assert "rulebook" in screen.opponents()
    screen.level = "rulebook"
    assert "rulebook" in screen.seats().values()
    screen.chosen = without
    assert "rulebook" not in screen.opponents()
    assert "rulebook" not in screen.seats().values()


def test_a_save_of_a_finished_battle_says_so() -> None:
    session = Table().session
    assert not save(session.battle, {}, "", "").over
    session.answer(Concede())
    assert save(session.battle, {}, "", "").over


def test_stretches_of_one_kind_are_told_as_one() -> None:
    notes = ["2.6 in of hill slope", "6.1 in of orchard", "0.2 in of hill slope", "road"]
    assert added_up(notes) == ["2.8 in of hill slope", "6.1 in of orchard", "road"]


def test_enter_puts_down_what_is_in_hand_before_it_ends_the_placing() -> None:
    table = Table(placed=False)
    mode = table.screen.stage.mode
    assert isinstance(mode, PlaceThings)
    mode.request = msgspec.structs.replace(mode.request, at_least=0)
    mode.request = msgspec.structs.replace(
        mode.request, things=tuple(msgspec.structs.replace(t, must=False) for t in mode.request.things)
    )
    table.d.key("left", "enter").tick(2).expect(mode="place")
    assert len(mode.placed) == 1


def test_what_was_never_on_the_table_leaves_no_wreck_in_its_corner() -> None:
    table = Table()
    table.put("grey-1", 0.0, 0.0, gone="destroyed", on_table=False)
    table.put("grey-2", 20.0, 12.0, gone="destroyed", on_table=False)
    drawn: list[str] = []
    take = table.screen.shelf.take
    table.screen.shelf.take = lambda stand, pose, wreck=False: drawn.append(stand.id) or take(stand, pose, wreck)  # type: ignore[method-assign, func-returns-value]
    table.d.tick(2)
    assert "grey-2" in drawn and "grey-1" not in drawn


def test_a_battle_of_two_persons_is_continued_behind_the_curtain() -> None:
    first = Session(battle(hidden=("gun",)), HOTSEAT)
    assert not first.curtain
    first.answer(Done())
    again = Session(first.battle, HOTSEAT)
    assert again.curtain == first.battle.request.side  # type: ignore[union-attr]
    seated(again).expect(state="handover")
