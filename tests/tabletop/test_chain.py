"""The card of a chain of reactions: what set off what, and its three ways of being shown."""

from __future__ import annotations

from tests.tabletop.table import Table
from wargame.engine.dice import ScriptedDice
from wargame.engine.standing import StandingOrder
from wargame.tabletop.settings import Settings

SLOW = Settings(volume=0.0, reactions="step")


def shot_at(settings: Settings | None = None) -> Table:
    """Rifles 1 walk and are shot at on the way: a chain of two actions."""
    table = Table(settings=settings, dice=ScriptedDice([6, 6]))
    table.session.seats["grey"] = "person"
    table.session.standing["grey"] = (StandingOrder(do="act"),)
    table.put("grey-1", 17, 8.5, watch=True)
    table.d.click(stand="rifles-1").click(at=(10, 8)).key("enter")
    return table


def test_a_chain_shows_what_set_off_what() -> None:
    table = shot_at()
    table.d.settle()
    depths = [(link.entry.text().split("  ")[-1], link.depth) for link in table.screen.chronicle.links]
    assert [depth for _, depth in depths] == [0, 1], depths
    table.d.tick().expect(text="CHAIN").expect(text="2 steps")


def test_step_pauses_before_each_shot_and_die_until_it_is_pressed() -> None:
    table = shot_at(SLOW)
    d = table.d.wait(3)
    assert table.screen.motion.held and table.screen.motion.busy
    before = len(table.screen.motion.queue)
    d.key(".").wait(3)
    assert 0 < len(table.screen.motion.queue) < before and table.screen.motion.held
    d.expect(text="paused").click("chain/step").wait(3)
    d.key(",").settle()
    assert not table.screen.motion.busy


def test_all_ends_the_chain_at_once() -> None:
    table = shot_at(SLOW)
    d = table.d.wait(3)
    assert table.screen.motion.held
    d.click("chain/all").tick(2)
    assert not table.screen.motion.busy
    assert any("Grey 1 fires" in line for line in d.map["log"])


def test_reactions_all_at_once_is_a_setting() -> None:
    table = shot_at(Settings(volume=0.0, reactions="all"))
    table.d.tick(45)
    assert not table.screen.motion.busy


def test_escape_puts_the_card_away() -> None:
    table = shot_at()
    table.d.settle().tick(2).expect(text="CHAIN")
    table.d.key("esc").tick(2).expect(no_text="CHAIN", state="battle")
