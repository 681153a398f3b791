"""Stories of the battle screen, played with real mouse and key events on the toy rulebook."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from tests.tabletop.table import HOTSEAT, Table
from wargame.engine.dice import ScriptedDice
from wargame.tabletop.settings import Settings


@pytest.fixture
def table() -> Table:
    return Table()


def near(a: tuple[float, float], b: tuple[float, float], within: float = 0.1) -> bool:
    return abs(a[0] - b[0]) <= within and abs(a[1] - b[1]) <= within


# -- moving


def test_click_selects_and_shows_the_card(table: Table) -> None:
    table.d.click(stand="rifles-1").expect(selected="rifles-1", mode="select", text="RIFLES 1")


def test_first_click_plans_a_move_and_the_second_makes_it(table: Table) -> None:
    d = table.d.click(stand="rifles-1").click(at=(10, 8)).expect(mode="move", ready=True)
    assert d.map["readout"].startswith("4.0″ of 6″")
    assert table.place("rifles-1") == (6, 8)
    d.click(at=(10, 8)).settle()
    assert near(table.place("rifles-1"), (10, 8))
    d.expect(mode="select")
    assert any("Rifles 1 moves" in line for line in d.map["log"])


def test_enter_commits_a_planned_move(table: Table) -> None:
    table.d.click(stand="rifles-1").click(at=(9, 7)).key("enter").settle()
    assert near(table.place("rifles-1"), (9, 7))


def test_a_move_too_far_says_why_and_is_not_made(table: Table) -> None:
    d = table.d.click(stand="rifles-1").click(at=(20, 20)).expect(ready=False)
    assert "farther than 6″" in d.map["readout"]
    assert any("TOY-5" in text for text in d.map["texts"])
    d.key("enter").tick()
    assert table.place("rifles-1") == (6, 8)


def test_shift_click_sets_a_corner(table: Table) -> None:
    d = table.d.click(stand="rifles-1").key("m")
    shift = {"key": pygame.K_LSHIFT, "mod": pygame.KMOD_LSHIFT, "unicode": ""}
    d.tick(1, (pygame.event.Event(pygame.KEYDOWN, **shift),)).click(at=(8, 8))
    d.tick(1, (pygame.event.Event(pygame.KEYUP, key=pygame.K_LSHIFT, mod=0),))
    d.click(at=(8, 10)).expect(ready=True).key("enter").settle()
    moved = next(e for e in table.session.battle.events if type(e).__name__ == "StandMoved")
    assert len(moved.path) == 3


def test_the_whole_move_by_keys(table: Table) -> None:
    d = table.d.key("n").expect(selected="rifles-1").key("right", "right", "up").expect(mode="move", ready=True)
    d.key("shift+right").expect(ready=True).key("enter").settle()
    assert near(table.place("rifles-1"), (8.1, 9), 0.01)


def test_q_and_e_turn_the_ghost(table: Table) -> None:
    d = table.d.click(stand="rifles-1").key("right", "right", "q").tick()
    assert table.screen.stage.mode.order.facing_deg == 15
    d.key("shift+e").tick()
    assert table.screen.stage.mode.order.facing_deg == 10


def test_dragging_a_stand_plans_its_move(table: Table) -> None:
    d = table.d.drag({"stand": "rifles-1"}, {"at": (10, 10)}).expect(mode="move", ready=True)
    assert table.place("rifles-1") == (6, 8)
    d.key("enter").settle()
    assert near(table.place("rifles-1"), (10, 10))


def test_a_way_round_water_is_found(table: Table) -> None:
    table.put("rifles-1", 14, 4.5)
    d = table.d.click(stand="rifles-1").key("d").click(at=(18, 7))
    d.expect(ready=True)
    assert len(table.screen.stage.mode.order.path) > 1


def test_escape_goes_back_step_by_step_and_never_orders(table: Table) -> None:
    d = table.d.click(stand="rifles-1").click(at=(10, 8)).expect(ready=True)
    d.key("esc").expect(ready=False, mode="move").key("esc").expect(mode="select", selected="rifles-1")
    d.key("esc").expect(selected=None).key("esc").tick().expect(state="choose")
    assert len(table.session.battle.answers) == 0


def test_right_click_is_one_step_back_and_right_drag_pans(table: Table) -> None:
    d = table.d.click(stand="rifles-1").click(at=(10, 8)).right_click(at=(12, 8)).expect(ready=False)
    d.wheel(2, at=(10, 10))
    before = d.map["views"]["table"]["left_in"]
    d.drag({"at": (12, 12)}, {"at": (10, 12)}, button=3)
    assert d.map["views"]["table"]["left_in"] > before


def test_one_click_commits_when_set_so() -> None:
    table = Table(settings=Settings(volume=0.0, single_click_commits=True))
    table.d.click(stand="rifles-1").click(at=(10, 8)).settle()
    assert near(table.place("rifles-1"), (10, 8))


# -- fire


def test_fire_shows_the_odds_before_and_the_dice_after() -> None:
    table = Table(dice=ScriptedDice([2, 6]))
    table.put("grey-1", 14, 8)
    d = table.d.click(stand="rifles-1").tick(3).expect(text="4+ · 25%")
    d.click(stand="grey-1").expect(mode="fire", ready=True)
    assert "7.0″" in d.map["readout"] and "25%" in d.map["readout"]
    d.click(stand="grey-1").settle()
    assert table.session.battle.state.stands["grey-1"].hits == 1
    assert any("d6: 2 (failure), d6: 6 (success)" in line for line in d.map["log"])


def test_the_numbers_of_the_pill_are_those_of_the_rulebook() -> None:
    table = Table()
    table.put("grey-1", 14, 8)
    table.d.key("n", "f", "tab").tick(2)
    order = table.screen.stage.mode.order
    odds = table.session.battle.ruleset.appraise(table.session.scene, order)
    assert odds.headline in table.d.map["readout"]


def test_fire_by_keys_alone() -> None:
    table = Table(dice=ScriptedDice([6, 6]))
    table.put("grey-1", 14, 8)
    table.d.key("n", "f", "tab").expect(mode="fire", ready=True).key("enter").settle()
    assert table.session.battle.state.stands["grey-1"].gone == "destroyed"


def test_a_target_out_of_range_is_refused_in_words(table: Table) -> None:
    d = table.d.click(stand="rifles-1").click(stand="gun").expect(mode="fire", ready=False)
    assert "12″ is the limit" in d.map["readout"]


def test_burst_by_mouse_and_arrows() -> None:
    table = Table(dice=ScriptedDice([3, 3]))
    d = table.d.click(stand="mortar").key("f").expect(mode="burst").click(at=(24, 11)).expect(ready=True)
    d.key("down").expect(ready=True).key("enter").settle()
    assert table.session.battle.state.stands["grey-1"].hits == 1


def test_assault_with_a_support() -> None:
    table = Table(dice=ScriptedDice([3, 3]))
    table.put("grey-1", 8, 8)
    table.put("rifles-2", 8, 9.5)
    d = table.d.click(stand="rifles-1").key("a").click(stand="grey-1").expect(mode="assault", ready=True)
    d.click(stand="rifles-2").tick().expect(ready=True).key("enter").settle()
    assert table.session.battle.state.stands["grey-1"].gone == "destroyed"


def test_an_act_by_its_letter(table: Table) -> None:
    table.d.click(stand="rifles-1").key("o").expect(mode="act", ready=True).key("enter").settle()
    assert table.session.battle.state.stands["rifles-1"].watch


def test_all_orders_as_a_list(table: Table) -> None:
    d = table.d.click(stand="rifles-1").key("x").expect(state="choose")
    assert "Mark target" in d.map["captions"].values()
    d.key("6", "enter").tick().expect(state="battle", mode="act")
    d.click(at=(12, 12)).key("enter").settle()
    assert table.session.battle.state.markers["note-rifles-1"].text == "TRP"


# -- questions


def test_choose_and_pick_by_keys() -> None:
    table = Table(ask="muster initiative")
    d = table.d.expect(state="pick").key("1", "3", "enter").settle()
    assert table.session.battle.state.stands["mortar"].watch
    d.expect(state="choose").key("2", "enter").settle()
    assert table.session.battle.state.first == "grey"


def test_confirm_by_enter_and_escape() -> None:
    table = Table(ask="surrender", dice=ScriptedDice([6] * 12))
    for stand in ("rifles-2", "mortar"):
        table.put(stand, 2, 2, gone="destroyed", on_table=False)
    table.d.key("ctrl+enter").tick(2).key("enter").settle().tick(3)
    table.d.expect(state="confirm", text="Surrender?").key("esc").settle()
    assert not table.session.over
    assert table.session.battle.answers[-1].order.yes is False or table.session.battle.state.turn == 2


def test_deployment_by_mouse_and_keys() -> None:
    table = Table(placed=False)
    d = table.d.expect(mode="place").click(at=(5, 5)).hover(at=(20, 5)).tick()
    assert "lit area" in d.map["readout"]
    d.click(at=(5, 9)).key("q").click(at=(3, 14)).expect(ready=True).key("enter").settle()
    stands = table.session.battle.state.stands
    assert near((stands["rifles-1"].x, stands["rifles-1"].y), (5, 5)) and stands["mortar"].on_table


def test_deployment_suggests_the_rest() -> None:
    table = Table(placed=False)
    table.d.click("place/rest").tick().key("enter").settle()
    assert all(s.on_table for s in table.session.battle.state.stands.values() if s.side == "blue")


def test_an_interrupt_pauses_the_table_and_offers_its_odds() -> None:
    table = Table(seats={"blue": "random", "grey": "person"}, dice=ScriptedDice([6, 6]))
    table.d.settle()
    assert table.session.viewer == "grey"
    interrupt = Table(seats=HOTSEAT, dice=ScriptedDice([6, 6]))
    interrupt.put("grey-1", 20, 8, watch=True)
    interrupt.d.click(stand="rifles-1").click(at=(10, 8)).key("enter").settle().tick(3)
    if interrupt.d.map["state"] == "handover":
        interrupt.d.key("enter").settle().tick(3)
    d = interrupt.d.expect(mode="interrupt", text="moves in sight")
    assert any("%" in text for text in d.map["texts"])
    d.key("1").expect(ready=True).key("enter").settle()
    assert interrupt.session.battle.state.stands["rifles-1"].gone == "destroyed"


def test_escape_holds_an_interrupt() -> None:
    table = Table(seats=HOTSEAT)
    table.put("grey-1", 20, 8, watch=True)
    table.d.click(stand="rifles-1").click(at=(10, 8)).key("enter").settle().tick(3)
    if table.d.map["state"] == "handover":
        table.d.key("enter").settle().tick(3)
    table.d.expect(mode="interrupt").key("esc").settle()
    assert table.session.battle.answers[-1].order.is_done


# -- taking back, ending, keeping


def test_undo_by_key_and_its_refusal_after_dice() -> None:
    table = Table(dice=ScriptedDice([1, 1]))
    table.put("grey-1", 18, 8)
    d = table.d.click(stand="rifles-1").click(at=(10, 8)).key("enter").settle().key("u").settle()
    assert table.place("rifles-1") == (6, 8)
    assert not any("moves" in line for line in d.map["log"])
    table.put("grey-1", 14, 8)
    d.click(stand="rifles-1").key("f", "tab", "enter").settle().key("u").tick(2)
    d.expect(state="confirm", text="Dice were thrown since then. Practise from before that order?")
    d.key("enter").settle()
    assert table.session.practice and not table.session.battle.answers


def test_done_lists_once_who_has_not_acted(table: Table) -> None:
    d = table.d.key("ctrl+enter").tick(2).expect(state="confirm", text="3 can still act: Rifles 1, Rifles 2, Mortar.")
    d.key("esc").tick(2).expect(state="battle")
    before = table.session.battle.state.step
    d.key("ctrl+enter").settle()
    assert table.session.battle.state.step != before or table.session.battle.state.turn > 1


def test_concede_is_asked_for_and_ends_with_a_result(table: Table) -> None:
    d = table.d.click("menu").tick(2).expect(state="choose").click("choose/concede").tick().key("enter").tick(2)
    d.expect(state="confirm").key("enter").settle().tick(3)
    assert table.session.over and table.results == [table.session]


def test_closing_the_window_saves() -> None:
    saved: list[str] = []

    class Keeper:
        def refused(self, session: Any) -> None: ...
        def journal(self, session: Any, entry: Any) -> None: ...
        def keep(self, session: Any, name: str) -> str:
            saved.append(name)
            return "Saved."

        def fault(self, session: Any, report: Any) -> str:
            return ""

    table = Table(keeping=Keeper())
    table.d.key("f5").tick().expect(text="Saved.")
    table.app.ask_to_close()
    assert not table.app.running and saved == ["quick", ""]


def test_space_skips_what_is_shown(table: Table) -> None:
    d = table.d.click(stand="rifles-1").click(at=(10, 8)).key("enter").tick(2)
    assert d.map["busy"]
    d.key("space").tick().expect(busy=False, mode="select")


def test_the_computer_moves_and_gives_back(table: Table) -> None:
    d = table.d
    for _ in range(6):
        if table.session.over:
            break
        d.key("ctrl+enter").tick(2)
        if d.map["state"] == "confirm":
            d.key("enter").tick()
        d.settle(60).tick(3)
    assert table.session.battle.state.turn > 1


# -- looking


@pytest.mark.parametrize("size", [(1000, 600), (1280, 800), (1920, 1080), (2560, 1440)])
def test_every_size_and_zoom_picks_what_is_drawn(size: tuple[int, int]) -> None:
    table = Table(size=size)
    for _ in range(5):
        for stand in ("rifles-1", "grey-2"):
            table.screen.hands.choose(stand)
            table.d.tick()
            table.d.click(stand=stand).expect(selected=stand)
        table.d.wheel(1, at=(18, 12))


def test_resizing_keeps_table_and_click_together(table: Table) -> None:
    table.d.resize(1440, 900).click(stand="rifles-1").expect(selected="rifles-1")
    table.d.resize(1000, 640).click(stand="rifles-2").expect(selected="rifles-2")


def test_switches_show_a_chip_and_go_off_again(table: Table) -> None:
    d = table.d.click(stand="rifles-1")
    for key, word in (("l", "sight · L"), ("v", "enemy threat · V"), ("b", "bases · B"), ("c", "counters · C")):
        d.key(key).tick().expect(text=word).key(key).tick().expect(no_text=word)
    d.key("f4").tick(2).expect(no_text="ORDER OF BATTLE").key("f4").tick(2).expect(text="ORDER OF BATTLE")


def test_the_tape_measures_base_edge_to_base_edge(table: Table) -> None:
    d = table.d.click(stand="rifles-1").key("t").hover(stand="rifles-2").tick()
    assert d.expect(mode="tape").map["readout"].startswith("4.0″ · 10.2 cm")
    d.key("t").expect(mode="select")


def test_no_widget_text_leaves_its_box(table: Table) -> None:
    table.d.click(stand="rifles-1").click(at=(10, 8)).tick(2)
    for mark in table.app.ui.canvas.marks:
        assert mark.rect.w <= mark.box.w + 2, mark


# -- hot seat


def secret_words(table: Table) -> list[str]:
    return [text for text in table.d.map["texts"] if "Gun" in text]


def test_the_curtain_shows_nothing_of_either_side() -> None:
    table = Table(seats=HOTSEAT, hidden=("gun",))
    table.d.click(stand="rifles-1").key("ctrl+enter").tick(2).key("enter").settle().tick(3)
    found = table.d.expect(state="handover", selected=None).map
    assert found["stands"] == {} and found["log"] == []
    names = {s.name for s in table.session.battle.state.stands.values()}
    assert not [t for t in found["texts"] if any(name in t for name in names)]
    assert set(found["widgets"]) == {"ready"}


def test_the_enemys_hidden_stand_is_nowhere_on_the_screen() -> None:
    table = Table(seats=HOTSEAT, hidden=("gun",))
    d = table.d.tick(3)
    assert "gun" not in d.map["stands"] and not secret_words(table)
    assert not [w for w in d.map["widgets"] if "gun" in w]
    d.key("v", "y", "b").tick(2)
    assert not secret_words(table)
    d.key("v", "y", "b", "ctrl+enter").tick(2).key("enter").settle().tick(3)
    d.key("enter").settle().tick(3)
    assert "gun" in d.map["stands"] and d.map["viewer"] == "grey"


def test_a_hidden_move_leaves_no_line_and_no_gap() -> None:
    table = Table(seats=HOTSEAT, hidden=("gun",))
    d = table.d.key("ctrl+enter").tick(2).key("enter").settle().tick(3).key("enter").settle().tick(3)
    d.click(stand="gun").click(at=(30, 12)).key("enter").settle()
    assert any("Gun moves" in line for line in d.map["log"])
    d.key("ctrl+enter").tick(2).key("enter").settle().tick(3)
    d.expect(state="handover").key("enter").settle().tick(3)
    d.expect(viewer="blue")
    assert not any("Gun" in line for line in d.map["log"]) and not secret_words(table)
    numbers = [e.n for e in table.session.story.events]
    assert numbers == list(range(1, len(numbers) + 1))


def test_an_open_battle_changes_seats_without_a_curtain() -> None:
    table = Table(seats=HOTSEAT)
    for stand in table.session.battle.state.stands.values():
        stand.watch = False
    table.d.key("ctrl+enter").tick(2).key("enter").settle().tick(3).expect(state="battle", viewer="grey")


# -- the order of battle


def test_what_a_stand_carries_is_folded_under_it(table: Table) -> None:
    carrier, *others = list(table.session.battle.state.stands.values())[:4]
    aboard = {"carrier": carrier.id, "side": carrier.side, "group": carrier.group, "on_table": False}
    for stand in others:
        for name, value in aboard.items():
            setattr(stand, name, value)
    table.put(carrier.id, carrier.x, carrier.y)
    rows = {w for w in table.d.map["widgets"] if w.startswith("oob/")}
    assert f"oob/{carrier.id}" in rows
    assert not rows & {f"oob/{s.id}" for s in others}
    mark = table.d.map["widgets"][f"oob/{carrier.id}"]
    table.d.click(px=(mark[0] + 24, mark[1] + mark[3] // 2))
    assert f"oob/{others[0].id}" in table.d.map["widgets"]
