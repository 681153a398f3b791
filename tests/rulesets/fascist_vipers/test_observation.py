"""CFV-OBS: hiding, finding and lines of sight."""

from __future__ import annotations

import dataclasses

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import (
    ARMOURED_CAR,
    PAK_40,
    PANZER_IV,
    RUSSIAN_GUN,
    area,
    assault,
    blues_go,
    fire,
    move,
    shot,
)
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, order, red, refusal, stand
from wargame.engine.events import Sighted, StandMoved
from wargame.engine.orders import Done, Fire, Move, Picked, Refusal
from wargame.engine.setup import HiddenRule
from wargame.engine.state import Known
from wargame.rulesets import ruleset
from wargame.rulesets.fascist_vipers import observation
from wargame.rulesets.fascist_vipers import setup as set_up

WOOD = area("wood", "woods_light", 29, 20, 36, 28)


def hide(battle, name):
    """Puts a stand on its owner's map."""
    side = battle.state.other(stand(battle, name).side)
    battle.state.knowledge.setdefault(side, {})[name] = Known(level="unknown")
    battle._view_cache.clear()


def hidden_in_a_wood(mover=PANZER_IV, at=(20.0, 24.0), **more):
    battle = sketch.battle_of(red("ours", mover, *at), blue("theirs", RUSSIANS, 30, 24), features=[WOOD], **more)
    hide(battle, "theirs")
    return battle


@pytest.mark.rule("CFV-OBS-01")
def test_a_hidden_unit_is_on_its_owners_map_only():
    setup = sketch.setup_of(red("ours", RIFLES, 10, 24), blue("theirs", RUSSIANS, 30, 24), features=[WOOD])
    setup = dataclasses.replace(setup, hidden=(HiddenRule(side="blue"),))
    state = ruleset("fascist_vipers").set_up(setup)
    assert state.known("red", "theirs") == "unknown" and state.known("blue", "ours") == "identified"
    assert "theirs" not in hidden_in_a_wood().view("red").state.stands


@pytest.mark.rule("CFV-OBS-09")
def test_a_hidden_unit_cannot_be_named_as_a_target():
    battle = hidden_in_a_wood()
    outcome = battle.answer(shot("ours", "theirs"))
    assert isinstance(outcome, Refusal) and "CFV-OBS-09" in outcome.rules


@pytest.mark.rule("CFV-OBS-09")
def test_a_burst_on_its_true_place_attacks_and_reveals_it():
    battle = sketch.battle_of(
        red("eyes", RIFLES, 20, 24),
        blue("theirs", RUSSIANS, 30, 24),
        sketch.behind("guns", sketch.BATTERY, "red"),
        features=[WOOD],
    )
    hide(battle, "theirs")
    sketch.with_dice(battle, 1, 1, 1, 1, 1, 1, 6, 6, 6, 6)
    order(battle, Fire(stand="guns", weapon="burst", at=(30.0, 24.0)))
    assert battle.state.known("red", "theirs") == "identified"


@pytest.mark.rule("CFV-OBS-02")
def test_a_hidden_unit_that_fires_is_placed_on_the_table():
    battle = blues_go(red("ours", PANZER_IV, 20, 24), blue("gun", RUSSIAN_GUN, 30, 24), features=[WOOD])
    hide(battle, "gun")
    fire(battle, "gun", "ours", *[6] * 4, *[1] * 3)
    assert battle.state.known("red", "gun") == "identified"


@pytest.mark.rule("CFV-OBS-03")
def test_a_hidden_unit_that_moves_in_sight_is_revealed_where_it_comes_into_sight():
    battle = blues_go(red("ours", PANZER_IV, 15, 24), blue("theirs", RUSSIANS, 33, 24), features=[WOOD])
    hide(battle, "theirs")
    events = move(battle, "theirs", (29.5, 24))
    assert any(isinstance(e, Sighted) and e.stand == "theirs" for e in events)
    first = next(e for e in events if isinstance(e, StandMoved))
    assert first.seen_by == ("blue",) and first.path[-1][0] == pytest.approx(31.0, abs=0.01)
    later = [e for e in events if isinstance(e, StandMoved)][1]
    assert later.seen_by is None


@pytest.mark.rule("CFV-OBS-10")
def test_a_hidden_unit_out_of_sight_moves_on_the_map():
    battle = blues_go(red("ours", PANZER_IV, 15, 24), blue("theirs", RUSSIANS, 34, 24), features=[WOOD])
    hide(battle, "theirs")
    move(battle, "theirs", (34, 26))
    assert battle.state.known("red", "theirs") == "unknown"
    assert not observation.reveal_if_seen(battle, stand(battle, "theirs"))


@pytest.mark.rule("CFV-OBS-04", "CFV-OBS-06")
def test_a_mover_that_comes_close_finds_it_at_that_point_and_may_stop_or_go_on():
    battle = hidden_in_a_wood(at=(22.0, 24.0))
    move(battle, "ours", (27.5, 24))
    assert battle.request.purpose == "go_on" and battle.request.about == ("theirs",)
    assert stand(battle, "ours").x == pytest.approx(30 - 0.375 - 4 - 0.5, abs=0.01)
    order(battle, battle.request.suggestion)
    assert stand(battle, "ours").x == pytest.approx(27.5)


@pytest.mark.rule("CFV-OBS-04")
def test_the_point_of_finding_does_not_depend_on_how_the_path_is_cut():
    places = []
    for path in (((27.5, 24.0),), ((22.7, 24.0), (24.9, 24.0), (27.5, 24.0))):
        battle = hidden_in_a_wood(at=(22.0, 24.0))
        move(battle, "ours", *path)
        places.append(stand(battle, "ours").x)
        order(battle, Done())
        assert battle.request.purpose in ("attack", "activate")
    assert places[0] == places[1]


@pytest.mark.rule("CFV-OBS-06")
@pytest.mark.parametrize(("line", "limit"), [(PANZER_IV, 4.0), (ARMOURED_CAR, 6.0)])
def test_close_range_of_a_unit_in_a_wood(line, limit):
    battle = hidden_in_a_wood(mover=line)
    assert observation.close_range(battle.board, stand(battle, "theirs"), stand(battle, "ours")) == limit


@pytest.mark.rule("CFV-OBS-06")
def test_close_range_in_the_open_is_twice_as_far_and_needs_a_line_beyond_an_inch():
    battle = sketch.battle_of(red("ours", PANZER_IV, 20, 24), blue("theirs", RUSSIANS, 30, 40))
    assert observation.close_range(battle.board, stand(battle, "theirs"), stand(battle, "ours")) == 8.0
    deep = sketch.battle_of(red("ours", PANZER_IV, 28.0, 24), blue("theirs", RUSSIANS, 31.5, 24), features=[WOOD])
    assert not observation.finds(deep, stand(deep, "ours"), stand(deep, "theirs"))


@pytest.mark.rule("CFV-OBS-05")
def test_a_unit_that_is_not_hidden_is_observed_by_whoever_sees_it():
    battle = sketch.battle_of(red("ours", RIFLES, 20, 24), blue("theirs", RUSSIANS, 30, 24), features=[WOOD])
    assert observation.is_observed(battle, stand(battle, "theirs"), "red")
    stand(battle, "theirs").x = 34.0
    assert not observation.is_observed(battle, stand(battle, "theirs"), "red")


@pytest.mark.rule("CFV-OBS-07")
@pytest.mark.parametrize(("kind", "depth"), [("woods_light", 2.0), ("town", 1.0), ("rubble", 1.0)])
def test_a_line_may_run_through_the_edge_of_an_area_and_no_farther(kind, depth):
    battle = sketch.battle_of(
        red("ours", PANZER_IV, 20, 24), blue("t34", T34, 40, 24), features=[area("a", kind, 30, 20, 45, 28)]
    )
    edge = ruleset("fascist_vipers")
    assert edge.sight(battle, (20.0, 24.0), (30.0 + depth, 24.0)).clear
    assert not edge.sight(battle, (20.0, 24.0), (30.1 + depth, 24.0)).clear
    assert "CFV-OBS-07" in refusal(battle, shot("ours", "t34")).rules


@pytest.mark.rule("CFV-OBS-07")
def test_a_hill_blocks_if_it_is_higher_than_both_ends():
    hill = [area("hill", "hill", 26, 20, 28, 28, height=1.0)]
    battle = sketch.battle_of(red("ours", PANZER_IV, 20, 24), blue("t34", T34, 35, 24), features=hill)
    assert "CFV-OBS-07" in refusal(battle, shot("ours", "t34")).rules
    above = sketch.battle_of(red("ours", PANZER_IV, 27, 24), blue("t34", T34, 40, 24), features=hill)
    fire(above, "ours", "t34", *[1] * 4, *[6] * 5)


@pytest.mark.rule("CFV-OBS-08")
def test_units_in_cover_may_begin_hidden_and_those_in_plain_view_may_not():
    setup = sketch.setup_of(
        red("ours", RIFLES, 10, 24), blue("woods", RUSSIANS, 30, 24), blue("plain", RUSSIANS, 25, 40), features=[WOOD]
    )
    setup = dataclasses.replace(setup, hidden=(HiddenRule(side="blue"),))
    state = ruleset("fascist_vipers").set_up(setup)
    state.step, state.deployed, state.consented = "hide", ("red", "blue"), ("red", "blue")
    battle = sketch.battle_in(state, setup, (15, 4))
    assert battle.request.purpose == "hide" and [i.id for i in battle.request.items] == ["woods"]
    order(battle, Picked(items=(("woods", 1),)))
    assert battle.state.known("red", "woods") == "unknown" and battle.state.known("red", "plain") == "identified"


@pytest.mark.rule("CFV-OBS-08")
def test_the_scenario_may_widen_and_narrow_who_hides():
    setup = sketch.setup_of(
        red("ours", RIFLES, 10, 24), blue("gun", RUSSIAN_GUN, 25, 24), blue("men", RUSSIANS, 25, 30)
    )
    setup = dataclasses.replace(setup, hidden=(HiddenRule(side="blue", classes=("at_gun",), anywhere=True),))
    state = ruleset("fascist_vipers").set_up(setup)
    state.step, state.deployed = "hide", ("red", "blue")
    battle = sketch.battle_in(state, setup)
    assert [i.id for i in battle.request.items] == ["gun"]
    assert set_up.rule_for(setup, stand(battle, "men")) is None


@pytest.mark.rule("CFV-OBS-11")
def test_no_line_is_longer_than_the_visibility():
    setup = dataclasses.replace(
        sketch.setup_of(red("ours", PAK_40, 20, 24), blue("t34", T34, 36, 24), blue("x", RUSSIANS, 70, 2)),
        visibility_in=15.0,
    )
    battle = sketch.battle_in(sketch.state_of(setup), setup)
    assert "CFV-FIRE-24" in refusal(battle, shot("ours", "t34")).rules


def test_refusals_prices_and_targets_do_not_depend_on_what_a_side_has_not_seen():
    def questions(where):
        battle = hidden_in_a_wood()
        stand(battle, "theirs").x, stand(battle, "theirs").y = where
        view = battle.view("red")
        book = ruleset("fascist_vipers")
        price = book.price(view, "ours", ((27.0, 24.0),))
        kinds = book.sample_kinds(view, battle.request)
        samples = [repr(o) for kind in kinds for o in book.samples(view, battle.request, kind)]
        refused = book.check(view, battle.request, Move(stand="ours", path=((29.0, 24.0),)))
        return repr((price, kinds, samples, refused, book.targets(view, "ours"), battle.request))

    assert questions((30.0, 24.0)) == questions((34.0, 26.0))


@pytest.mark.rule("CFV-OBS-04", "CFV-ASLT-22")
def test_a_breakthrough_that_finds_a_hidden_enemy_goes_on_with_what_is_left_of_it():
    battle = sketch.battle_of(
        red("ours", PANZER_IV, 20, 24),
        blue("one", RUSSIANS, 21.6, 24),
        blue("two", RUSSIANS, 34, 24),
        features=[area("copse", "woods_light", 33, 23, 36, 25)],
    )
    hide(battle, "two")
    assault(battle, "ours", "one", 1, 6)
    move(battle, "ours", (29.5, 24))
    assert battle.request.purpose == "go_on"
    gone = stand(battle, "ours").x - 21.6
    too_far = Move(stand="ours", path=((21.6 + 8.1, 24.0),))
    assert "CFV-ASLT-22" in refusal(battle, too_far).rules and 0 < gone < 8
    order(battle, battle.request.suggestion)
    assert stand(battle, "ours").x == pytest.approx(29.5)
