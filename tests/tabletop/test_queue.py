"""Several stands ordered together, by mouse and by keys: ghosts, one after the other, stopped with a reason."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.tabletop.table import HOTSEAT, Table
from tests.tabletop.toy import Skirmish
from wargame.engine.dice import ScriptedDice
from wargame.engine.orders import Move
from wargame.tabletop.modes.formation import Formation


@pytest.fixture
def table() -> Table:
    return Table()


def moved(table: Table) -> list[str]:
    return [a.order.stand for a in table.session.battle.answers if isinstance(a.order, Move)]


def box_two(table: Table) -> None:
    table.d.drag({"at": (4.6, 14.6)}, {"at": (7.5, 6.5)})
    assert set(table.screen.desk.party) == {"rifles-1", "rifles-2"}


def test_a_box_selects_all_who_stand_in_it_and_can_act(table: Table) -> None:
    box_two(table)
    table.d.expect(mode="select", text="2 stands: click the ground")


def test_shift_click_takes_one_more_and_one_out(table: Table) -> None:
    d = table.d.click(stand="rifles-1").hold("shift").click(stand="rifles-2").click(stand="mortar").let_go("shift")
    assert table.screen.desk.party == ("rifles-1", "rifles-2", "mortar")
    d.hold("shift").click(stand="rifles-2").let_go("shift")
    assert table.screen.desk.party == ("rifles-1", "mortar")


def test_the_heading_of_a_group_selects_its_stands(table: Table) -> None:
    x, y, w, h = table.d.map["widgets"]["oob/group:blue-1"]
    table.d.click(px=(x + w // 2, y + h // 2)).tick()
    assert set(table.screen.desk.party) == {"rifles-1", "rifles-2", "mortar"}


def test_every_stand_has_its_ghost_in_its_place(table: Table) -> None:
    box_two(table)
    d = table.d.click(at=(10, 10.5)).expect(mode="formation", ready=True)
    mode: Any = table.screen.stage.mode
    assert isinstance(mode, Formation)
    assert [p.goal for p in mode.parts(True)] == [(10.0, 8.0), (10.0, 13.0)] or d.map["readout"].startswith("2 stands")
    first, second = (p.goal for p in mode.parts(True))
    assert (round(second[0] - first[0], 2), round(second[1] - first[1], 2)) == (0.0, 5.0)
    assert not table.session.battle.answers, "nothing is ordered before it is confirmed"


def test_the_orders_are_carried_out_one_after_the_other(table: Table) -> None:
    box_two(table)
    d = table.d.click(at=(10, 10.5)).key("enter")
    assert len(moved(table)) < 2, "they do not all go at once"
    d.settle()
    assert sorted(moved(table)) == ["rifles-1", "rifles-2"]
    d.expect(mode="select", no_text="Orders carried out")


def test_who_cannot_go_so_far_goes_as_far_as_may_be(table: Table) -> None:
    table.d.click(stand="rifles-1").hold("shift").click(stand="mortar").let_go("shift")
    table.d.click(at=(9.6, 10)).tick(4)
    assert "1 cannot go so far" in table.d.map["readout"]
    table.d.key("enter").settle()
    assert sorted(moved(table)) == ["mortar", "rifles-1"]


def test_an_interrupt_stops_the_rest_and_says_why() -> None:
    table = Table(dice=ScriptedDice([1, 1]))
    table.session.seats["grey"] = "person"
    table.put("grey-1", 17, 8.5, watch=True)
    box_two(table)
    table.d.click(at=(10, 10.5)).key("enter").settle()
    table.d.expect(state="handover", no_text="Stopped").key("enter").settle().tick(3)
    table.d.expect(mode="interrupt", viewer="grey", no_text="Stopped")
    queue = table.screen.stage.queue
    assert not queue.running and queue.stopped and len(queue.waiting) == 1
    table.d.click("interrupt/hold").settle().tick(3)
    if table.d.map["state"] == "handover":
        table.d.key("enter").settle().tick(3)
    table.d.expect(viewer="blue", text="Stopped after 1 of 2")


def test_fire_at_the_mover_stops_the_rest() -> None:
    table = Table(dice=ScriptedDice([1, 1]))
    from wargame.engine.standing import StandingOrder

    table.session.seats["grey"] = "person"
    table.session.standing["grey"] = (StandingOrder(do="act"),)
    table.put("grey-1", 17, 8.5, watch=True)
    box_two(table)
    table.d.click(at=(10, 10.5)).key("enter").settle()
    assert table.screen.stage.queue.stopped == "Grey 1 fires."
    table.d.expect(text="Grey 1 fires.").click("queue/go_on").settle()
    assert len(moved(table)) == 2 and not table.screen.stage.queue.shown


def test_what_is_refused_waits_and_stops_in_the_end_with_the_reason(table: Table) -> None:
    table.screen.stage.start([Move(stand="rifles-1", path=((30.0, 8.0),)), Move(stand="rifles-2", path=((8.0, 13.0),))])
    table.d.settle()
    assert moved(table) == ["rifles-2"]
    table.d.expect(text="Stopped after 1 of 2", selected="rifles-1")
    assert "farther than 6″" in table.screen.stage.queue.stopped


def test_the_rest_can_be_cancelled_by_key_and_by_button(table: Table) -> None:
    for way in ("key", "button"):
        fresh = Table()
        box_two(fresh)
        fresh.d.click(at=(10, 10.5)).key("enter")
        assert fresh.screen.stage.queue.running
        fresh.d.key("esc") if way == "key" else fresh.d.click("queue/cancel")
        fresh.d.settle()
        assert len(moved(fresh)) == 1 and not fresh.screen.stage.queue.shown


def test_a_party_is_gathered_moved_and_turned_by_keys_alone(table: Table) -> None:
    d = table.d.key("n", "ctrl+n").expect(selected="rifles-1")
    assert table.screen.desk.party == ("rifles-1", "rifles-2")
    d.key("right", "right", "q").expect(mode="formation", ready=True)
    d.key("e").key("enter").settle()
    assert sorted(moved(table)) == ["rifles-1", "rifles-2"]
    assert table.place("rifles-1") == (8.0, 8.0)
    assert Table().d.key("ctrl+a").map["mode"] == "select"


def test_dragging_one_of_the_party_drags_all(table: Table) -> None:
    box_two(table)
    table.d.drag({"stand": "rifles-1"}, {"at": (10, 10)}).expect(mode="formation", ready=True)


def test_a_hidden_enemy_who_holds_his_fire_does_not_stop_it() -> None:
    table = Table(HOTSEAT, hidden=("grey-1",))
    table.put("grey-1", 17, 8.5, watch=True)
    box_two(table)
    table.d.click(at=(10, 10.5)).key("enter").settle()
    assert sorted(moved(table)) == ["rifles-1", "rifles-2"] and not table.screen.stage.queue.stopped


def test_who_cannot_move_at_all_is_counted_and_stays(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    choices = Skirmish.choices

    def without(self: Any, scene: Any, request: Any, subject: str) -> Any:
        found = choices(self, scene, request, subject)
        return msgspec.structs.replace(found, modes=()) if subject == "rifles-2" else found

    monkeypatch.setattr(Skirmish, "choices", without)
    box_two(table)
    table.d.click(at=(9, 10.5)).tick(4)
    assert "1 cannot go there" in table.d.map["readout"] and "…" not in table.d.map["readout"]
    table.d.key("enter").settle()
    assert moved(table) == ["rifles-1"]
