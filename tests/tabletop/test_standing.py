"""Standing orders: the editor, what it answers, what is kept in the save and for later battles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.tabletop.table import Table
from tests.tabletop.toy_field import battle
from wargame.engine.dice import ScriptedDice
from wargame.engine.orders import Fire, Move
from wargame.engine.standing import StandingOrder
from wargame.scenario import browse
from wargame.tabletop import orders_kept
from wargame.tabletop.keeping import SaveKeeper
from wargame.tabletop.session import Session
from wargame.tabletop.settings import Settings, load_settings, save_settings

GREY = {"blue": "random", "grey": "person"}


def opened(table: Table) -> Table:
    """The menu by Esc, then the editor."""
    table.d.key("esc").expect(state="choose").click("choose/standing").click("choose/ok").tick()
    table.d.expect(state="standing")
    return table


def pick(table: Table, field: str, value: str) -> None:
    table.d.click(f"standing/{field}").tick().click(f"standing/{field}/{value}").tick(2)


def test_a_line_is_written_by_mouse_and_reads_as_a_sentence() -> None:
    table = opened(Table())
    table.d.expect(lines=[], text="Otherwise: ask me").click("standing/add").expect(lines=["All my stands: hold"])
    pick(table, "who", "blue-1")
    pick(table, "against", "gun")
    pick(table, "range", "12")
    pick(table, "odds", "0.5")
    pick(table, "do", "act")
    table.d.expect(lines=["Blue platoon · against gun · within 12″ · chance 50% or more: do what is suggested"]).key(
        "esc"
    ).expect(state="battle")
    line = StandingOrder(do="act", who=("blue-1",), against=("gun",), range_at_most_in=12.0, odds_at_least=0.5)
    assert table.session.standing["blue"] == (line,)


def test_lines_are_put_in_order_and_removed() -> None:
    table = opened(Table())
    table.d.click("standing/add").click("standing/add")
    pick(table, "do", "ask")
    table.d.expect(lines=["All my stands: hold", "All my stands: ask me"], chosen=1)
    table.d.click("standing/up").expect(lines=["All my stands: ask me", "All my stands: hold"], chosen=0)
    table.d.click("standing/down").click("standing/line/0").click("standing/remove")
    table.d.expect(lines=["All my stands: ask me"])


def watched(table: Table) -> Table:
    """Grey 1, a person's, watches while Rifles 1 of the computer come near."""
    table.put("grey-1", 17, 8.5, watch=True)
    table.session.battle.answer(Move(stand="rifles-1", path=((10, 8),)), "computer")
    table.session._settle()
    table.d.wait(1).settle()
    return table


def test_the_card_of_an_interrupt_leads_to_a_line_that_answers_it() -> None:
    table = watched(Table({"blue": "person", "grey": "person"}, dice=ScriptedDice([1, 1])))
    if table.d.map["state"] == "handover":
        table.d.key("enter").tick(3).settle().tick(3)
    table.d.expect(mode="interrupt").click("interrupt/always").tick(2)
    table.d.expect(state="standing", lines=["All my stands · watch: hold"])
    pick(table, "do", "act")
    table.d.click("standing/done").settle()
    last = table.session.battle.answers[-1]
    assert last.by == "standing order" and isinstance(last.order, Fire)


def test_r16_the_table_tells_that_a_standing_order_answered() -> None:
    field = battle()
    session = Session(field, GREY, standing={"grey": (StandingOrder(do="hold"),)})
    field.state.stands["grey-1"].watch = True
    field.state.stands["grey-1"].x = 17
    field.answer(Move(stand="rifles-1", path=((10, 8),)), "computer")
    session.seat_again()
    assert session.advance() and field.answers[-1].by == "standing order"
    assert session.met == {"grey": {"watch"}}
    assert "By standing order (watch): hold." in session.fetch_notices()


def test_they_are_kept_in_the_save(tmp_path: Path) -> None:
    table = opened(Table())
    table.d.click("standing/add").click("standing/done")
    scenario = next(e.scenario for e in browse() if e.name == "first-shots")
    assert scenario is not None
    record: Any = SaveKeeper(scenario, 1, "test", tmp_path).record(table.session)
    assert record.standing == {"blue": (StandingOrder(do="hold"),)}


def test_they_are_remembered_for_later_battles_without_names_of_this_one(tmp_path: Path) -> None:
    table = opened(Table())
    table.d.click("standing/add").click("standing/add")
    pick(table, "who", "blue-1")
    table.d.click("standing/remember").click("standing/done")
    settings = table.app.settings
    assert orders_kept.remembered(settings, "skirmish") == (StandingOrder(do="hold"),)
    path = tmp_path / "settings.json"
    save_settings(settings, path)
    assert load_settings(path) == settings
    assert orders_kept.with_remembered(settings, "skirmish", None) == Settings(volume=0.0)
