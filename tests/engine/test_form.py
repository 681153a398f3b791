"""What is no answer at all: shots, assaults and places that cannot be."""

from __future__ import annotations

import msgspec
import pytest

from tests.engine.toy import toy_battle
from wargame.engine import form
from wargame.engine.orders import Act, AnyOrder, Assault, Fire, Picked, Refusal, Shot
from wargame.engine.requests import Command, Item, Pick
from wargame.engine.state import Known

EVERYTHING = Command(side="red", purpose="go", prompt="Go", subjects=("red-1",))


@pytest.mark.parametrize(
    "order",
    [
        Fire(stand="red-1", targets=(Shot("blue-1", 0),)),
        Fire(stand="red-1", targets=(Shot("blue-1", -2),)),
        Fire(stand="red-1", targets=(Shot("blue-1"), Shot("blue-1"))),
        Fire(stand="red-1", at=(float("nan"), 1.0)),
        Act(stand="red-1", act="dig", at=(float("inf"), 1.0)),
        Assault(stand="red-1", target="blue-1", supports=("red-1",)),
        Assault(stand="red-1", target="blue-1", supports=("red-2", "red-2")),
    ],
)
def test_order_that_no_rulebook_could_carry_out_is_malformed(order: AnyOrder) -> None:
    refusal = form.check(toy_battle().state, EVERYTHING, order)
    assert isinstance(refusal, Refusal) and refusal.kind == "malformed"


@pytest.mark.parametrize(
    "order",
    [
        Fire(stand="red-1", targets=(Shot("blue-1", 2), Shot("blue-2"))),
        Act(stand="red-1", act="dig", at=(1.0, 1.0)),
        Assault(stand="red-1", target="blue-1", supports=("red-2",)),
    ],
)
def test_order_in_good_form_is_left_to_the_rulebook(order: AnyOrder) -> None:
    assert form.check(toy_battle().state, EVERYTHING, order) is None


@pytest.mark.parametrize(("picks", "is_fine"), [(1, True), (2, True), (3, False)])
def test_pick_keeps_the_limit_of_a_kind(picks: int, is_fine: bool) -> None:
    items = tuple(Item(id=f"i{n}", text=f"I{n}", kind="gun") for n in range(3))
    request = Pick(side="red", purpose="p", prompt="P", items=items, kind_limits=(("gun", 2),))
    order = Picked(items=tuple((f"i{n}", 1) for n in range(picks)))
    assert (form.check(toy_battle().state, request, order) is None) == is_fine


def test_view_does_not_name_a_leader_that_it_does_not_hold() -> None:
    battle = toy_battle()
    battle.state.groups["red-g"].leader = "red-1"
    battle.state.knowledge = {"blue": {"red-1": Known(level="unknown")}}
    assert battle.view("blue").state.groups["red-g"].leader is None
    assert battle.view("red").state.groups["red-g"].leader == "red-1"
    assert b"red-1" not in msgspec.json.encode(battle.view("blue").state)
