"""Tape, sight, rings, and who would see the ghost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tabletop.table import Table
from wargame.tabletop.measures import in_all, metres


@pytest.fixture
def table() -> Table:
    return Table()


def test_the_tape_tells_inches_centimetres_and_metres(table: Table) -> None:
    d = table.d.key("t").click(at=(2, 20)).hover(at=(12, 20)).expect(mode="tape")
    assert d.map["readout"].startswith("10.0″ · 25.") and "cm · 1.0" in d.map["readout"]
    assert in_all(7.0, 50.0) == "7.0″ · 17.8 cm · 350 m" and metres(2345) == "2.35 km" and metres(7.25) == "7.2 m"


def test_g21_the_tape_bends_and_its_legs_are_told(table: Table) -> None:
    d = table.d.key("t").click(at=(2, 20)).click(at=(8, 20)).hover(at=(8, 16)).tick(2)
    d.expect(text="6.0″").expect(text="4.0″").expect(text="10.0″ ·")
    assert "2 legs" in d.map["readout"]
    before = d.map["readout"]
    d.wheel(2).hover(at=(8, 16))
    assert abs(float(before.split("″")[0]) - float(d.map["readout"].split("″")[0])) < 0.15, "zoom changes no length"
    d.key("esc").key("t").expect(mode="select")


def test_g14_the_tape_runs_from_edge_to_edge(table: Table) -> None:
    table.put("grey-1", 12, 8)
    d = table.d.click(stand="rifles-1").key("t").hover(stand="grey-1").tick()
    assert d.map["readout"].startswith("5.0″"), "six inches between the middles, half an inch of base at either end"


def test_s16_v14_measuring_is_no_order_and_moves_nothing(table: Table) -> None:
    before = table.session.battle.state.digest()
    table.d.key("t").click(stand="rifles-1").click(at=(12, 14)).click(stand="grey-1").key("l", "v", "k", "b").tick(3)
    assert table.session.battle.state.digest() == before and not table.session.battle.answers


def test_the_sight_line_names_what_blocks_where_and_why(table: Table) -> None:
    table.put("rifles-2", 10, 15)
    table.put("grey-2", 26, 15)
    d = table.d.click(stand="rifles-2").key("l").hover(stand="grey-2").tick(3)
    d.expect(text="blocked by Little Wood: too much of it lies between").expect(text="high")


def test_g4_the_sight_line_tells_the_heights_that_it_assumes(table: Table) -> None:
    d = table.d.click(stand="rifles-1").key("l").hover(at=(10, 4)).tick(3)
    d.expect(text="clear").expect(text="eyes").expect(text="target")


def test_g3_tool_and_fire_rule_use_one_line_of_sight(table: Table) -> None:
    table.put("rifles-2", 10, 15)
    table.put("grey-2", 20.6, 15)
    desk = table.screen.desk
    record: Any = desk.sight("rifles-2", "grey-2")
    target = next(t for t in desk.targets("rifles-2", "main") if t.stand == "grey-2")
    assert record.clear == (target.refusal is None)


def test_v5_a_planned_move_tells_who_would_see_it(table: Table) -> None:
    table.put("grey-1", 17, 8, watch=True)
    d = table.d.click(stand="rifles-1").click(at=(10, 8)).tick(6)
    assert "in view of" in d.map["readout"]
    seers = table.screen.stage.seen_from.at((10, 8), now=True)
    assert "grey-1" in seers.stands and not seers.open
    d.expect(text="enemies").expect(no_text="Grey 1 may fire")
    assert table.screen.desk.reactions(table.screen.stage.mode.order) == (), "who watches in secret is not told"


def test_rings_and_arcs_of_the_selected_stand_are_switched_with_the_bases(table: Table) -> None:
    d = table.d.click(stand="rifles-1").tick(2).expect(no_text="far 12″")
    d.key("b").tick(2).expect(text="far 12″")
