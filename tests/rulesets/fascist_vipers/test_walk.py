"""A move as it is carried out: what is found, seen and met on the way, in its order; and who sees what."""

from __future__ import annotations

import math

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import HALF_TRACK, PANZER_IV, area, blues_go, move, strip
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, minefield, order, red, rolls, stand
from tests.rulesets.fascist_vipers.test_observation import WOOD, hidden_in_a_wood, hide
from wargame.engine import knowledge
from wargame.engine.events import Fired, Sighted, StandMoved, StandTurned
from wargame.engine.orders import Done, Move
from wargame.rulesets import ruleset
from wargame.rulesets.fascist_vipers import observation

BOOK = ruleset("fascist_vipers")


def kinds(events):
    return [type(e).__name__ for e in events if isinstance(e, StandMoved | StandTurned | Sighted | Fired)]


@pytest.mark.rule("CFV-OBS-04", "CFV-OBS-06")
def test_what_is_found_at_once_is_found_before_the_first_step():
    battle = sketch.battle_of(red("ours", PANZER_IV, 20, 24), blue("theirs", RUSSIANS, 27, 24))
    hide(battle, "theirs")
    events = move(battle, "ours", (22.0, 24.0))
    assert kinds(events)[0] == "Sighted" and battle.request.purpose == "go_on" and stand(battle, "ours").x == 20.0
    assert "theirs is found" in battle.request.prompt
    order(battle, battle.request.suggestion)
    assert stand(battle, "ours").x == 22.0 and stand(battle, "ours").spent == 2.0


@pytest.mark.rule("CFV-OBS-04")
def test_whoever_is_halted_by_a_find_may_turn_where_he_stands_or_take_another_way():
    battle = hidden_in_a_wood(at=(22.0, 24.0))
    move(battle, "ours", (27.5, 24))
    halted = stand(battle, "ours").x
    order(battle, Move(stand="ours", path=(), facing_deg=90.0))
    assert (stand(battle, "ours").x, stand(battle, "ours").facing_deg) == (halted, 90.0)
    assert battle.request.purpose in ("attack", "activate")
    battle = hidden_in_a_wood(at=(22.0, 24.0))
    move(battle, "ours", (27.5, 24))
    order(battle, Move(stand="ours", path=((halted, 27.0),)))
    assert (stand(battle, "ours").x, stand(battle, "ours").y) == pytest.approx((halted, 27.0))
    assert stand(battle, "ours").spent == pytest.approx(halted - 22.0 + 3.0, abs=0.01)


@pytest.mark.rule("CFV-OBS-04")
def test_what_is_found_where_the_move_ends_asks_nothing():
    battle = hidden_in_a_wood(at=(22.0, 24.0))
    point = 30 - 0.375 - 4 - 0.5
    move(battle, "ours", (point + 0.0005, 24))
    assert battle.state.known("red", "theirs") == "identified" and battle.request.purpose in ("attack", "activate")
    turned = hidden_in_a_wood(at=(22.0, 24.0))
    move(turned, "ours", (point + 0.0005, 24), facing=90.0)
    assert stand(turned, "ours").facing_deg == 90.0


def test_what_no_line_leads_to_is_not_found():
    town = area("town", "town", 24, 18, 26, 30)
    battle = sketch.battle_of(red("ours", PANZER_IV, 20, 24), blue("theirs", RUSSIANS, 28, 24), features=[town])
    hide(battle, "theirs")
    move(battle, "ours", (22.0, 24.0))
    assert battle.state.known("red", "theirs") == "unknown" and stand(battle, "ours").x == 22.0


@pytest.mark.rule("CFV-OBS-06")
def test_within_an_inch_no_line_is_needed():
    wall = area("town", "town", 27.0, 18, 29.2, 30)
    battle = sketch.battle_of(red("ours", RIFLES, 26.6, 24), blue("theirs", RUSSIANS, 29.3, 24), features=[wall])
    hide(battle, "theirs")
    assert not BOOK.sight(battle, (27.4, 24.0), (29.3, 24.0)).clear
    move(battle, "ours", (27.6, 24.0))
    assert battle.state.known("red", "theirs") == "identified"


@pytest.mark.rule("CFV-OBS-03")
def test_a_hidden_unit_is_seen_at_the_first_place_in_view_however_it_comes():
    for way in (((36.0, 20.2),), ((36.0, 29.1), (36.0, 26.2), (36.0, 20.2))):
        town = area("town", "town", 30, 26, 33, 50)
        battle = blues_go(red("ours", PANZER_IV, 20, 36), blue("theirs", T34, 36, 30), features=[town])
        stand(battle, "idle-red").on_table = False
        hide(battle, "theirs")
        events = move(battle, "theirs", *way)
        seen = next(e for e in events if isinstance(e, Sighted))
        first, second = (e for e in events if isinstance(e, StandMoved))
        x, y = first.path[-1]
        assert seen.stand == "theirs" and first.seen_by == ("blue",) and second.seen_by is None
        assert BOOK.sight(battle, (20.0, 36.0), (x, y)).clear
        assert not BOOK.sight(battle, (20.0, 36.0), (x, y + 0.01)).clear
        assert second.path[-1] == (36.0, 20.2)


@pytest.mark.rule("CFV-OBS-03")
def test_a_hidden_unit_that_passes_close_to_an_enemy_is_seen_without_a_line():
    town = area("town", "town", 24, 20, 27.2, 28)
    battle = blues_go(red("ours", RIFLES, 25.6, 24), blue("theirs", RUSSIANS, 29.5, 24), features=[town])
    stand(battle, "idle-red").on_table = False
    hide(battle, "theirs")
    assert not observation.line_is_clear(battle, (29.5, 24.0), (25.6, 24.0))
    move(battle, "theirs", (27.3, 24.0))
    assert battle.state.known("red", "theirs") == "identified"


@pytest.mark.rule("CFV-OBS-10")
def test_a_hidden_unit_that_nobody_sees_stays_on_the_map_even_if_no_enemy_is_there():
    battle = blues_go(red("ours", RIFLES, 1, 1), blue("theirs", T34, 60, 40))
    for name in ("ours", "idle-red"):
        stand(battle, name).on_table = False
    hide(battle, "theirs")
    events = move(battle, "theirs", (55.0, 40.0))
    assert battle.state.known("red", "theirs") == "unknown"
    assert all(e.seen_by == ("blue",) for e in events if isinstance(e, StandMoved))
    turned = move(blues_go(red("ours", RIFLES, 1, 1), blue("t", T34, 60, 40)), "t", facing=90.0)
    assert [e.seen_by for e in turned if isinstance(e, StandTurned)] == [None]


@pytest.mark.rule("CFV-MOVE-04", "CFV-MINE-02")
def test_everything_on_the_way_is_met_in_the_order_of_the_way():
    field = minefield("mixed", "thin", 23, 20, 24, 28)
    battle = sketch.battle_of(
        red("tank", PANZER_IV, 20, 24), blue("one", RUSSIANS, 21.9, 24), blue("two", RUSSIANS, 25.8, 24), areas=[field]
    )
    sketch.with_dice(battle, 6, 1, 1, 1, 6, 6, 6, 6, 6, 1)
    events = move(battle, "tank", (27.9, 24.0))
    told = [("overrun", e.stand) if isinstance(e, Fired) else ("mine", e.who) for e in events
            if isinstance(e, Fired) or getattr(e, "purpose", "") == "mine_attack"]  # fmt: skip
    assert told == [("overrun", "one"), ("mine", "mixed-field"), ("overrun", "two")]


@pytest.mark.rule("CFV-MOVE-05", "CFV-OBS-02")
def test_a_hidden_unit_that_is_driven_over_shows_itself_and_strikes():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("theirs", RUSSIANS, 27, 24))
    hide(battle, "theirs")
    move(battle, "tank", (27.9, 24.0))
    assert battle.request.purpose == "go_on"
    sketch.with_dice(battle, 6, 1)
    order(battle, battle.request.suggestion)
    assert battle.state.known("red", "theirs") == "identified" and rolls(battle, "assault")


@pytest.mark.rule("CFV-MOVE-03")
def test_an_interrupted_march_goes_on_as_a_march():
    road = strip("road", "road", (10, 24), (60, 24), width=0.4)
    wood = area("w", "woods_light", 29, 29, 33, 32)
    battle = sketch.battle_of(red("ours", PANZER_IV, 20, 24), blue("theirs", RUSSIANS, 30, 29.4), features=[road, wood])
    hide(battle, "theirs")
    move(battle, "ours", (31, 24), mode="road")
    if battle.request.purpose == "go_on":
        order(battle, battle.request.suggestion or Done())
    assert stand(battle, "ours").road_move and 26.0 < stand(battle, "ours").x <= 31.0


@pytest.mark.rule("CFV-REAC-12", "CFV-MOVE-02")
def test_a_demanded_move_says_so_and_a_free_one_does_not():
    battle = sketch.battle_of(red("ours", PANZER_IV, 20, 24))
    free = next(e for e in move(battle, "ours", (24.0, 24.0)) if isinstance(e, StandMoved))
    assert free.rules == ("CFV-MOVE-01", "CFV-MOVE-02") and (free.cost, free.inches) == (4.0, 4.0)
    battle = sketch.battle_of(red("ours", PANZER_IV, 20, 24), blue("e", T34, 40, 24))
    battle.state.groups["red-1"].state, battle.state.groups["red-1"].compulsory = "run_away", True
    battle.state.groups["red-1"].line = "off"
    forced = next(e for e in move(battle, "ours", (12.0, 24.0)) if isinstance(e, StandMoved))
    assert forced.rules == ("CFV-MOVE-01", "CFV-MOVE-02", "CFV-REAC-12")


# ---------------------------------------------------------------- who sees what


def test_a_line_is_the_same_from_both_ends_and_ends_with_the_visibility():
    battle = sketch.battle_of(red("ours", PANZER_IV, 20, 24), blue("t", T34, 40, 24), features=[WOOD])
    for a, b in (((20.0, 24.0), (30.0, 24.0)), ((20.0, 24.0), (34.0, 24.0)), ((20.0, 20.0), (20.0, 30.0))):
        assert observation.is_clear(battle.board, *a, *b) == observation.is_clear(battle.board, *b, *a)
        assert observation.is_clear(battle.board, *a, *b) == BOOK.sight(battle, a, b).clear
    battle.state.visibility_in = 10.0
    assert observation.line_is_clear(battle, (20.0, 24.0), (20.0, 34.0))
    assert not observation.line_is_clear(battle, (20.0, 24.0), (20.0, 34.1))
    assert observation.sees_point(battle, stand(battle, "ours"), (20.0, 34.0))


def test_a_passenger_sees_and_is_seen_where_its_carrier_is():
    battle = sketch.battle_of(red("men", RIFLES, 5, 5), red("track", HALF_TRACK, 20, 24), blue("t", T34, 40, 24))
    assert observation.place_of(battle, stand(battle, "men")).id == "men"
    stand(battle, "men").carrier = "track"
    assert observation.place_of(battle, stand(battle, "men")).id == "track"
    assert BOOK.sight(battle, "men", "t").clear
    stand(battle, "men").carrier = "ghost"
    assert observation.place_of(battle, stand(battle, "men")).id == "men"


@pytest.mark.rule("CFV-OBS-01", "CFV-OBS-05")
def test_hidden_units_are_neither_known_nor_observed():
    battle = sketch.battle_of(red("ours", PANZER_IV, 20, 24), blue("a", T34, 30, 24), blue("b", T34, 30, 28))
    hide(battle, "a")
    assert {s.id for s in observation.known_enemies(battle, "red")} == {"b", "idle-blue"}
    assert not observation.is_observed(battle, stand(battle, "a"), "red")
    assert observation.is_observed(battle, stand(battle, "b"), "red")
    assert observation.is_hidden(battle, stand(battle, "a")) and not observation.is_hidden(battle, stand(battle, "b"))
    assert {s.id for s in observation.on_table(battle, "blue")} == {"a", "b", "idle-blue"}


@pytest.mark.rule("CFV-OBS-10", "CFV-OBS-03")
def test_a_carrier_is_revealed_with_whoever_it_carries_and_nobody_else():
    battle = sketch.battle_of(
        red("ours", PANZER_IV, 20, 24), blue("truck", "SU_truck_41", 30, 24), blue("men", RUSSIANS, 31, 40),
        blue("others", RUSSIANS, 31, 44),
    )  # fmt: skip
    stand(battle, "men").carrier, stand(battle, "men").on_table = "truck", False
    for name in ("truck", "men", "others"):
        hide(battle, name)
    assert observation.reveal(battle, stand(battle, "truck"), ("CFV-OBS-02",))
    assert [battle.state.known("red", n) for n in ("truck", "men", "others")] == ["identified", "identified", "unknown"]
    assert not observation.reveal(battle, stand(battle, "truck"), ("CFV-OBS-02",))
    assert not observation.reveal_if_seen(battle, stand(battle, "truck")), "it is known already"
    assert observation.reveal_if_seen(battle, stand(battle, "others")), "in the open, in view"
    away = sketch.battle_of(red("ours", PANZER_IV, 20, 24), blue("a", RUSSIANS, 34, 24), features=[WOOD])
    stand(away, "idle-red").on_table = False
    hide(away, "a")
    assert not observation.reveal_if_seen(away, stand(away, "a"))


@pytest.mark.rule("CFV-OBS-04")
def test_finders_find_the_hidden_enemies_near_them_and_say_which():
    battle = sketch.battle_of(
        red("ours", PANZER_IV, 20, 24), red("far", RIFLES, 20, 44), blue("near", RUSSIANS, 27, 24),
        blue("off", RUSSIANS, 40, 24), blue("gone", RUSSIANS, 26, 26), red("mate", RIFLES, 22, 26),
    )  # fmt: skip
    for name in ("near", "off", "gone"):
        hide(battle, name)
    knowledge.hide(battle, "mate", "blue")
    stand(battle, "gone").on_table = False
    assert observation.reveal_those_found(battle, [stand(battle, "far")]) == []
    assert observation.reveal_those_found(battle, [stand(battle, "far"), stand(battle, "ours")]) == ["near"]
    assert battle.state.known("blue", "mate") == "unknown", "nobody finds his own"
    stand(battle, "ours").on_table = False
    hide(battle, "near")
    assert observation.reveal_those_found(battle, [stand(battle, "ours")]) == []
    assert math.isclose(observation.close_range(battle.board, stand(battle, "near"), stand(battle, "ours")), 8.0)
