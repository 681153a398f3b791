"""Rulebook browser, dice statistics, threat: what a player can look up in the middle of a battle."""

from __future__ import annotations

import pytest

from tests.tabletop.table import Table
from wargame.engine.dice import ScriptedDice
from wargame.engine.events import Rolled
from wargame.rulesets import names, ruleset
from wargame.tabletop.dice_tally import Tally, tallies
from wargame.tabletop.screens.rules import RulesScreen, chapters_of


def test_the_rulebook_opens_at_a_rule_of_the_log_inside_its_chapter() -> None:
    table = Table(dice=ScriptedDice([2, 6]))
    table.put("grey-1", 14, 8)
    d = table.d.click(stand="rifles-1").key("f", "tab", "enter").settle()
    chip = next(w for w in d.map["widgets"] if w.startswith("log/") and w.endswith("/TOY-2"))
    table.screen.chronicle.close_card()
    d.tick(2).click(chip).tick(2).expect(state="rules", rule="TOY-2", text="Two dice; each that is high enough hits")
    d.key("esc").expect(state="battle")


def test_chapters_fold_and_search_finds_words_of_the_text() -> None:
    table = Table()
    d = table.d.key("f2").tick().expect(state="rules")
    assert "rules/tree/TOY-5" in d.map["widgets"]
    x, y, w, h = d.map["widgets"]["rules/tree/chapter:TOY"]
    d.click(px=(x + w // 2, y + h // 2)).tick()
    assert "rules/tree/TOY-5" not in d.map["widgets"]
    d.click("rules/search").type("drifts").tick(2)
    rows = [w for w in d.map["widgets"] if w.startswith("rules/tree/TOY")]
    assert rows == ["rules/tree/TOY-3"]
    d.click("rules/tree/TOY-3").tick().expect(rule="TOY-3")


@pytest.mark.parametrize("name", names())
def test_every_rule_of_every_rulebook_is_in_one_chapter(name: str) -> None:
    catalogue = ruleset(name).rules
    screen = RulesScreen("", catalogue)
    nodes = screen.nodes()
    assert {n.id for n in nodes if not n.branch} == {r.id for r in catalogue.rules}
    assert len(chapters_of(catalogue)) > 4


def test_v7_dice_are_counted_by_side_and_held_against_what_is_expected() -> None:
    table = Table(dice=ScriptedDice([2, 6]))
    table.put("grey-1", 14, 8)
    d = table.d.click(stand="rifles-1").key("f", "tab", "enter").settle().key("i").tick()
    d.expect(state="dice", dice={"blue": {6: 2}}, text="Average 4.00, expected 3.50")
    d.expect(text="Reached what was needed: 1 of 2, expected 1.0")
    seed = str(table.session.battle.seed)
    d.expect(text="Hash of the seed").click("dice/done").expect(state="battle")
    assert f"Seed of the dice: {seed}" not in d.map["texts"]


def test_the_tally_knows_how_unlikely_an_average_is() -> None:
    fair, odd = Tally(6), Tally(6)
    fair.faces.update([1, 2, 3, 4, 5, 6] * 10)
    odd.faces.update([6] * 60)
    assert fair.chance_of_such == 1.0 and odd.chance_of_such < 1e-6


def test_rolls_that_add_up_count_faces_but_no_needs() -> None:
    table = Table()
    rolls = [Rolled(purpose="x", side="grey", dice=(3, 4), total=7, needed="8+")]
    found = tallies(rolls, table.session.battle.state)
    assert found["grey"][6].count == 2 and found["grey"][6].wanted == 0


def test_threat_tells_who_reaches_the_place_under_the_pointer() -> None:
    table = Table()
    d = table.d.key("v").hover(at=(27, 12)).tick(2)
    d.expect(text="can reach this place")
    d.key("v").hover(at=(27, 12)).tick(2).expect(no_text="can reach this place")
