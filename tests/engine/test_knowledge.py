"""Views: what a side may know, and that nothing else shows."""

from __future__ import annotations

import pytest

from tests.engine.test_battle import give
from tests.engine.toy import toy_battle
from wargame.engine import knowledge
from wargame.engine.battle import Battle
from wargame.engine.dice import Chance
from wargame.engine.events import Lost, MarkerPlaced, Rolled, Sighted, StandMoved
from wargame.engine.orders import Confirmed, Done, Move
from wargame.engine.setup import Arrival
from wargame.engine.standing import StandingOrder, answer_for
from wargame.engine.state import Area, Marker


def hidden_blue() -> Battle:
    """A battle in which red does not know of blue-2."""
    battle = toy_battle()
    knowledge.hide(battle, "blue-2", "red")
    return battle


def test_hidden_stand_is_in_its_own_view_only() -> None:
    battle = hidden_blue()
    assert "blue-2" not in battle.view("red").state.stands
    assert "blue-2" in battle.view("blue").state.stands


def test_events_about_a_hidden_stand_leave_no_gap_in_the_numbers() -> None:
    battle = hidden_blue()
    give(battle, Done(), Move(stand="blue-2", path=((16.0, 10.0),)), Move(stand="blue-1", path=((16.0, 5.0),)))
    shown = battle.view("red").events
    assert [e.n for e in shown] == list(range(1, len(shown) + 1))
    assert [e.stand for e in shown if isinstance(e, StandMoved)] == ["blue-1"]


def test_moving_or_removing_what_is_hidden_changes_nothing_in_the_view() -> None:
    battle = hidden_blue()
    before = battle.view("red").state.digest()
    battle.state.stands["blue-2"].x = 3.0
    battle._view_cache.clear()
    assert battle.view("red").state.digest() == before
    del battle.state.stands["blue-2"]
    battle._view_cache.clear()
    assert battle.view("red").state.digest() == before


def test_revealed_stand_is_known_and_undo_is_closed() -> None:
    battle = hidden_blue()
    give(battle, Move(stand="red-1", path=((10.0, 5.0),)), Move(stand="red-2", path=((11.0, 10.0),)))
    give(battle, *[Done()] * 4, Move(stand="red-2", path=((15.0, 10.0),)), Confirmed(yes=False))
    assert any(isinstance(e, Sighted) and e.stand == "blue-2" for e in battle.events)
    refusal = battle.undo("red")
    assert refusal is not None and refusal.text == "Since then you have seen something new."


def test_side_knows_which_of_its_own_stands_are_hidden() -> None:
    battle = hidden_blue()
    assert knowledge.is_hidden(battle.view("blue").state, "blue-2", "red")
    assert battle.view("red").state.knowledge == {"red": {}}


def test_view_carries_no_event_that_its_side_did_not_see() -> None:
    battle = hidden_blue()
    give(battle, Done(), Move(stand="blue-2", path=((16.0, 10.0),)))
    assert "blue-2" not in repr(vars(battle.view("red"))["_source"])


def test_contact_has_an_alias_and_no_name() -> None:
    battle = toy_battle()
    battle.happen(Lost(side="red", stand="blue-2", level="contact", alias="contact-1"))
    seen = battle.view("red").state.stands["contact-1"]
    assert (seen.name, seen.line, seen.group) == ("Contact", "", "")
    assert "blue-2" not in battle.view("red").state.stands


def test_secret_area_and_marker_are_shown_to_those_who_know() -> None:
    battle = toy_battle()
    battle.state.areas["m"] = Area(id="m", kind="mines", polygon=((0, 0), (1, 0), (1, 1)), known_to=("blue",))
    battle.happen(MarkerPlaced(marker=Marker(id="us-1", kind="HE", side="blue", known_to=("blue",))))
    assert "m" not in battle.view("red").state.areas and "m" in battle.view("blue").state.areas
    assert "us-1" not in battle.view("red").state.markers


def test_enemy_reserves_are_not_in_the_view_until_they_come() -> None:
    late = Arrival(id="late", side="blue", groups=("blue-g",), zones=(), earliest=3, latest=3)
    battle = toy_battle(arrivals=(late,))
    assert not [s for s in battle.view("red").state.stands.values() if s.side == "blue"]
    assert "blue-g" not in battle.view("red").state.groups


def test_view_holds_no_count_of_dice() -> None:
    battle = toy_battle()
    battle.throw(3)
    assert battle.view("red").state.dice_count == 0


def test_event_seen_by_some_shows_others_what_they_see_instead() -> None:
    battle = toy_battle()
    plain = MarkerPlaced(marker=Marker(id="us-3", kind="marker"))
    battle.happen(MarkerPlaced(marker=Marker(id="us-3", kind="HE"), seen_by=("blue",), instead=plain))
    red = [e for e in battle.view("red").events if isinstance(e, MarkerPlaced)]
    blue = [e for e in battle.view("blue").events if isinstance(e, MarkerPlaced)]
    assert (red[0].marker.kind, blue[0].marker.kind) == ("marker", "HE")


def test_imagined_battle_is_playable_and_leaves_the_real_one_alone() -> None:
    battle = hidden_blue()
    give(battle, Move(stand="red-2", path=((6.0, 10.0),)))
    before = battle.state.digest()
    imagined = battle.view("red").imagine(Chance(5))
    give(imagined, Move(stand="red-1", path=((6.0, 5.0),)), Done())
    assert battle.state.digest() == before
    assert "blue-2" not in imagined.state.stands


def test_no_look_ahead_in_the_middle_of_a_round() -> None:
    battle = toy_battle()
    give(battle, Move(stand="red-1", path=((11.0, 5.0),)), Done(), Move(stand="blue-1", path=((13.0, 5.0),)))
    with pytest.raises(ValueError, match="first request of a round"):
        battle.view("red").imagine(Chance(1))


def test_no_look_ahead_once_something_has_happened_in_the_round() -> None:
    battle = hidden_blue()
    assert not battle.at_round_start
    with pytest.raises(ValueError, match="first request of a round"):
        battle.view("red").imagine(Chance(1))


def challenged() -> Battle:
    """A battle in which red is asked whether to challenge blue-1."""
    battle = toy_battle()
    give(battle, Move(stand="red-1", path=((11.0, 5.0),)), Done(), Move(stand="blue-1", path=((13.0, 5.0),)))
    return battle


@pytest.mark.parametrize(
    ("orders", "answered"),
    [
        ((StandingOrder(do="hold"),), True),
        ((StandingOrder(do="ask"), StandingOrder(do="hold")), False),
        ((StandingOrder(do="hold", interrupt=("other",)),), False),
        ((StandingOrder(do="hold", against=("tank",)),), True),
        ((StandingOrder(do="hold", against=("truck",)),), False),
    ],
)
def test_first_fitting_standing_order_answers(orders: tuple[StandingOrder, ...], answered: bool) -> None:
    battle = challenged()
    assert battle.request is not None
    order = answer_for(battle.view("red"), battle.request, orders)
    assert (order is not None) == answered


def test_standing_orders_do_not_answer_ones_own_requests() -> None:
    battle = toy_battle()
    assert battle.request is not None
    assert answer_for(battle.view("red"), battle.request, (StandingOrder(do="hold"),)) is None


def test_rolled_event_is_public() -> None:
    battle = toy_battle()
    battle.happen(Rolled(purpose="roll", side="red"))
    assert isinstance(battle.view("blue").events[-1], Rolled)
