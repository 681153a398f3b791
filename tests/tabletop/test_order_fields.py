"""Every field that an order may have can be given at the table: facing and way of firing, several targets, places,
a move that ends in an assault, lines of two points."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.tabletop.table import Table
from tests.tabletop.toy import Skirmish
from wargame.engine.dice import ScriptedDice
from wargame.engine.orders import Fire, Shot
from wargame.engine.requests import Place, Thing
from wargame.tabletop.modes.deploy import PlaceThings


def last(table: Table) -> Any:
    return table.session.battle.answers[-1].order


def near_enemies() -> Table:
    table = Table(dice=ScriptedDice([1, 1]))
    table.put("grey-1", 13, 8)
    table.put("grey-2", 13, 11)
    return table


@pytest.fixture
def aimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy's rifles may also fire aimed, and give one target up to three shots."""
    rows, samples = Skirmish._weapons, Skirmish.samples

    def weapons(self: Any, stand: Any) -> Any:
        return tuple(msgspec.structs.replace(row, ways=(("aimed", "Aimed"),)) for row in rows(self, stand))

    def more(self: Any, view: Any, request: Any, kind: str, chance: Any = None) -> Any:
        found = samples(self, view, request, kind, chance)
        if kind != "fire":
            return found
        return [*found, *(msgspec.structs.replace(o, targets=(Shot(o.targets[0].target, 3),)) for o in found)]

    monkeypatch.setattr(Skirmish, "_weapons", weapons)
    monkeypatch.setattr(Skirmish, "samples", more)


def test_fire_with_a_facing_to_turn_to_first() -> None:
    table = near_enemies()
    d = table.d.click(stand="rifles-1").key("f").click(stand="grey-1").key("q", "q", "shift+e")
    d.tick(2).expect(text="turns to 25° first").key("enter").settle()
    assert last(table) == Fire(stand="rifles-1", weapon="main", targets=(Shot("grey-1"),), facing_deg=25.0)


@pytest.mark.usefixtures("aimed")
def test_a_way_of_firing_by_button_and_by_key() -> None:
    for way in ("button", "key"):
        table = near_enemies()
        d = table.d.click(stand="rifles-1").key("f").click(stand="grey-1").tick(2).expect(text="Aimed")
        d.click("fire/way/aimed") if way == "button" else d.key("z")
        d.tick(2).key("enter").settle()
        assert last(table).mode == "aimed"


@pytest.mark.usefixtures("aimed")
def test_all_shots_at_one_target_and_fewer() -> None:
    table = near_enemies()
    d = table.d.click(stand="rifles-1").key("f").click(stand="grey-1").tick(2).click("fire/all").tick(2)
    d.expect(text="×3").click("fire/less").tick(2).key("enter").settle()
    assert last(table).targets == (Shot("grey-1", 2),)


def test_fire_at_several_targets() -> None:
    table = near_enemies()
    d = table.d.click(stand="rifles-1").key("f").click(stand="grey-1").hold("shift").click(stand="grey-2")
    d.click(stand="grey-2").let_go("shift").tick(2).expect(text="Grey 2 ×2").key("enter").settle()
    assert last(table).targets == (Shot("grey-1"), Shot("grey-2", 2))


def test_fire_at_a_place_by_mouse_and_by_arrows() -> None:
    table = near_enemies()
    d = table.d.click(stand="rifles-1").key("f").click(at=(11, 14)).expect(mode="fire", ready=True).key("enter")
    d.settle()
    assert not last(table).targets and abs(last(table).at[0] - 11) < 0.1 and abs(last(table).at[1] - 14) < 0.1
    table = near_enemies()
    table.d.click(stand="rifles-1").key("f", "tab", "up", "right").expect(mode="fire", ready=True).key("enter").settle()
    assert last(table).at == (14.0, 9.0)


def test_a_place_that_the_rulebook_refuses_says_why() -> None:
    table = near_enemies()
    table.d.click(stand="rifles-1").key("f").hover(at=(35.6, 23)).click(at=(35.9, 23.8)).tick(2)
    assert table.d.map["ready"] is False and not table.session.battle.answers


def test_a_move_that_ends_in_an_assault() -> None:
    table = Table()
    table.put("grey-1", 10, 8)
    d = table.d.click(stand="rifles-1").key("m").click(stand="grey-1").expect(mode="move", ready=True)
    d.tick(2).expect(text="assaults Grey 1").click(stand="grey-1").settle()
    assert last(table).assault == "grey-1"


def test_an_assault_move_is_taken_back_and_planned_as_a_plain_one() -> None:
    table = Table()
    table.put("grey-1", 10, 8)
    d = table.d.click(stand="rifles-1").key("m").click(stand="grey-1").key("esc").click(at=(8, 10)).key("enter")
    d.settle()
    assert last(table).assault is None


def test_a_line_is_placed_by_its_two_ends() -> None:
    table = Table()
    thing = Thing(id="wire", text="Wire", form="line")
    mode = PlaceThings(table.screen.stage, Place(side="blue", purpose="wire", prompt="Wire", things=(thing,)))
    table.screen.stage.go(mode)
    table.d.click(at=(4, 20)).click(at=(9, 18)).tick(2)
    placed = mode.order.placements[0]
    assert (round(placed.x), round(placed.y)) == (4, 20)
    assert placed.x2 is not None and (round(placed.x2), round(placed.y2 or 0)) == (9, 18)
