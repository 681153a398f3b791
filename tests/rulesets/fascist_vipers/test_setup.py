"""The first state, who puts what down where, and who begins hidden."""

from __future__ import annotations

import dataclasses

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import HALF_TRACK, HQ, area
from tests.rulesets.fascist_vipers.sketch import BATTERY, RIFLES, RUSSIANS, T34, behind, blue, order, red, stand
from tests.rulesets.fascist_vipers.test_air_roles import FW190, HEINKEL, STUKA
from tests.rulesets.fascist_vipers.test_deployment_zones import EAST, WEST, scene_of, zone
from wargame.engine import knowledge
from wargame.engine.battle import Battle
from wargame.engine.dice import ScriptedDice
from wargame.engine.events import StandChanged, StandPlaced
from wargame.engine.orders import Picked, Placed, Placement
from wargame.engine.setup import Arrival, HiddenRule
from wargame.rulesets import files, ruleset
from wargame.rulesets.fascist_vipers import data, go, units
from wargame.rulesets.fascist_vipers import setup as set_up

BOOK = ruleset("fascist_vipers")


# ---------------------------------------------------------------- the first state


def test_attacker_and_defender_are_known_unless_both_sides_attack():
    setup = sketch.setup_of(red("a", RIFLES, 10, 10), blue("b", RUSSIANS, 40, 10))
    state = BOOK.set_up(setup)
    assert (state.attacker, state.defender) == ("red", "blue")
    assert (state.groups["red-1"].attacker, state.groups["blue-1"].attacker) == (True, False)
    encounter = dataclasses.replace(setup, sides=tuple(dataclasses.replace(s, role="attacker") for s in setup.sides))
    state = BOOK.set_up(encounter)
    assert (state.attacker, state.defender) == ("", "") and state.groups["blue-1"].attacker


def test_the_scenario_gives_groups_their_quality_fanaticism_and_goal():
    fields = {"red-1": {"quality": "elite", "fanaticism": 2, "objective": "hill", "held": True, "attacker": False}}
    setup = sketch.setup_of(red("hq", HQ, 10, 12), red("a", RIFLES, 10, 10), blue("b", RUSSIANS, 40, 10), groups=fields)
    state = BOOK.set_up(setup)
    ours, theirs = state.groups["red-1"], state.groups["blue-1"]
    assert (ours.quality, ours.fanaticism, ours.objective, ours.held, ours.attacker) == (
        "elite",
        2,
        "hill",
        True,
        False,
    )
    assert (theirs.quality, theirs.fanaticism, theirs.held, theirs.leader) == ("veteran", 0, False, None)
    assert state.stands["a"].ratings.quality == "elite" and ours.leader == "hq"
    assert ours.original_teeth == 1 and theirs.original_teeth == 1


def test_fanaticism_is_a_number_or_a_row_of_its_table():
    rows = {k: v for k, v in data.tables()["fanaticism"].items() if isinstance(v, int)}
    assert rows
    for name, value in rows.items():
        setup = sketch.setup_of(
            red("a", RIFLES, 10, 10), blue("b", RUSSIANS, 40, 10), groups={"red-1": {"fanaticism": name}}
        )
        assert BOOK.set_up(setup).groups["red-1"].fanaticism == value
    setup = sketch.setup_of(
        red("a", RIFLES, 10, 10), blue("b", RUSSIANS, 40, 10), groups={"red-1": {"fanaticism": "x"}}
    )
    with pytest.raises(ValueError, match="'x'"):
        BOOK.set_up(setup)


def test_a_line_that_does_not_exist_is_named():
    setup = sketch.setup_of(red("a", "GE_nothing", 10, 10), blue("b", RUSSIANS, 40, 10))
    with pytest.raises(ValueError, match="'GE_nothing'"):
        BOOK.set_up(setup)


def test_aircraft_come_with_their_attacks_and_never_stand_on_the_table():
    battle = scene_of(
        behind("f", FW190, "red"), behind("s", STUKA, "red"), behind("h", HEINKEL, "red"), behind("g", BATTERY, "red"),
        behind("few", STUKA, "red", attacks_left=1),
    )  # fmt: skip
    usual = data.tables()["air"]["default_fighter_bomber_attacks"]
    assert usual > 1
    assert [stand(battle, n).attacks_left for n in ("f", "s", "h", "few", "g")] == [1, usual, 1, 1, 0]
    assert all(stand(battle, n).off_board and not stand(battle, n).on_table for n in ("f", "s", "h", "g"))
    assert all(units.is_off_table(stand(battle, n)) for n in ("f", "g")) and not units.is_off_table(
        stand(battle, "idle")
    )


def test_the_unit_list_can_be_asked_for_a_nation_and_a_year():
    everything = BOOK.unit_lines()
    germans = BOOK.unit_lines("GE")
    of_1941 = BOOK.unit_lines("GE", 1941)
    assert len(everything) > len(germans) > len(of_1941) > 0
    assert {line.nation for line in germans} == {"GE"} and len({line.nation for line in everything}) > 3
    assert all(line.years[0] <= 1941 <= line.years[1] for line in of_1941)
    assert {line.id for line in of_1941} == {line.id for line in germans if line.years[0] <= 1941 <= line.years[1]}


@pytest.mark.parametrize("changed", data.FILES)
def test_the_hash_of_the_data_depends_on_every_file(monkeypatch, changed):
    whole = data.data_hash()
    assert len(whole) > 8 and whole == data.data_hash()
    read = files.text
    monkeypatch.setattr(files, "text", lambda package, name: read(package, name) + " " * (name == changed))
    assert files.digest.__wrapped__(data.PACKAGE, data.FILES) != whole


# ---------------------------------------------------------------- deploying


def undeployed(*units_, zones=(WEST, EAST), **more):
    setup = sketch.setup_of(*units_, **more)
    groups = tuple(
        dataclasses.replace(g, stands=tuple(dataclasses.replace(s, place=None) for s in g.stands)) for g in setup.groups
    )
    setup = dataclasses.replace(setup, groups=groups, zones=zones)
    return Battle(BOOK, setup, dice=ScriptedDice((15, 4)), kernels="plain", digests=False)


def test_units_stand_where_their_owner_puts_them_and_his_enemy_sees_only_what_does_not_hide():
    battle = undeployed(
        red("r", RIFLES, 0, 0), blue("b", RUSSIANS, 0, 0), blue("c", T34, 0, 0), behind("g", BATTERY, "blue")
    )
    assert battle.request.side == "blue" and {t.id for t in battle.request.things} == {"b", "c"}
    assert all(t.must for t in battle.request.things)
    events = order(
        battle,
        Placed(placements=(Placement(thing="b", x=50, y=20, facing_deg=170.0), Placement(thing="c", x=50, y=24))),
    )
    b = stand(battle, "b")
    assert (b.x, b.y, b.facing_deg, b.on_table) == (50.0, 20.0, 170.0, True)
    assert stand(battle, "c").facing_deg == pytest.approx(180.0, abs=3.0)
    placed = {e.stand: e.seen_by for e in events if isinstance(e, StandPlaced)}
    assert placed == {"b": ("blue",), "c": ("blue",)}, "hiding comes later"
    assert set_up.to_deploy(battle, "blue") == []
    assert [s.id for s in set_up.to_deploy(battle, "red")] == ["r"]


@pytest.mark.rule("CFV-OBS-08", "CFV-OBS-01")
def test_what_hides_is_known_to_its_owner_only_and_the_rest_comes_into_view():
    wood = area("wood", "woods_light", 48, 18, 60, 32)
    battle = undeployed(
        red("r", RIFLES, 0, 0), blue("b", RUSSIANS, 0, 0), blue("c", RUSSIANS, 0, 0), blue("d", RUSSIANS, 0, 0),
        features=[wood],
    )  # fmt: skip
    spots = {"b": (55.0, 20.0), "c": (55.0, 25.0), "d": (45.0, 12.0)}
    order(battle, Placed(placements=tuple(Placement(thing=n, x=x, y=y) for n, (x, y) in spots.items())))
    order(battle, Placed(placements=(Placement(thing="r", x=5, y=12),)))
    assert battle.request.purpose == "hide" and {i.id for i in battle.request.items} == {"b", "c"}
    assert {name for name, _ in battle.request.suggestion.items} == {"b", "c"}
    events = order(battle, Picked(items=(("b", 1),)))
    assert [battle.state.known("red", n) for n in ("b", "c", "d")] == ["unknown", "identified", "identified"]
    assert [stand(battle, n).hidden_start for n in ("b", "c", "d")] == [True, False, False]
    told = [e for e in events if isinstance(e, StandChanged) and e.why == "hidden"]
    assert [(e.stand, e.seen_by) for e in told] == [("b", ("blue",))]


@pytest.mark.rule("CFV-OBS-04", "CFV-OBS-08")
def test_a_unit_that_hides_under_the_enemys_nose_is_found_before_play():
    wood = area("wood", "woods_light", 10, 18, 20, 32)
    near = zone("east", "blue", 10, 10, 70, 38)
    battle = undeployed(
        red("r", RIFLES, 0, 0),
        blue("b", RUSSIANS, 0, 0),
        blue("c", RUSSIANS, 0, 0),
        features=[wood],
        zones=(WEST, near),
    )
    order(battle, Placed(placements=(Placement(thing="b", x=11.0, y=25.0), Placement(thing="c", x=18.5, y=25.0))))
    order(battle, Placed(placements=(Placement(thing="r", x=7.5, y=25.0),)))
    order(battle, Picked(items=(("b", 1), ("c", 1))))
    assert battle.state.known("red", "b") == "identified" and battle.state.known("red", "c") == "unknown"


def hiding(*rules, places=(30.0, 24.0), features=(), watcher=(10.0, 24.0), line=RUSSIANS):
    """May blue's unit begin hidden here, under these rules of the scenario?"""
    setup = sketch.setup_of(red("ours", RIFLES, *watcher), blue("b", line, *places), features=features)
    setup = dataclasses.replace(setup, hidden=rules)
    state = BOOK.set_up(setup)
    battle = sketch.battle_in(sketch.state_of(setup), setup)
    battle.state.knowledge = state.knowledge
    return set_up.may_hide(battle, stand(battle, "b"))


@pytest.mark.rule("CFV-OBS-08")
def test_who_may_begin_hidden_where():
    wood, rubble = area("w", "woods_light", 25, 20, 35, 28), area("r", "rubble", 20, 20, 22, 28)
    assert not hiding(), "in the open, in view"
    assert hiding(features=[wood]) and hiding(features=[area("t", "town", 25, 20, 35, 28)])
    assert hiding(features=[rubble]), "nobody sees it behind the rubble"
    assert hiding(HiddenRule(side="blue", anywhere=True))
    assert hiding(HiddenRule(side="blue", all_start_hidden=True))
    assert not hiding(HiddenRule(side="red"), features=[wood]), "the scenario names the other side only"
    assert hiding(HiddenRule(side="blue", stands=("b",)), features=[wood])
    assert not hiding(HiddenRule(side="blue", stands=("x",)), features=[wood])
    assert hiding(HiddenRule(side="blue", classes=("infantry",)), features=[wood])
    assert not hiding(HiddenRule(side="blue", classes=("gun", "afv")), features=[wood])
    assert hiding(HiddenRule(side="blue", classes=("afv",)), features=[wood], line=T34)


@pytest.mark.rule("CFV-OBS-01")
def test_passengers_are_hidden_with_their_carrier_and_reserves_are_not_hidden_at_all():
    arrival = Arrival(id="r", side="blue", groups=("late",), zones=("east",), earliest=3, latest=3)
    late = blue("late", RUSSIANS, 60, 30, group="late")
    setup = sketch.setup_of(
        red("ours", RIFLES, 10, 24), blue("truck", "SU_truck_41", 50, 24), blue("men", RUSSIANS, 50, 26), late,
        behind("g", BATTERY, "blue"), arrivals=(arrival,),
    )  # fmt: skip
    groups = tuple(
        dataclasses.replace(
            g,
            stands=tuple(dataclasses.replace(s, aboard="truck", place=None) if s.id == "men" else s for s in g.stands),
        )
        for g in setup.groups
    )
    setup = dataclasses.replace(
        setup, groups=groups, zones=(WEST, EAST), hidden=(HiddenRule(side="blue", stands=("truck",)),)
    )
    state = BOOK.set_up(setup)
    assert state.stands["men"].carrier == "truck" and not state.stands["men"].limbered
    assert {n: state.known("red", n) for n in ("truck", "men", "late", "g")} == {
        "truck": "unknown", "men": "unknown", "late": "identified", "g": "identified",
    }  # fmt: skip


# ---------------------------------------------------------------- entering


@pytest.mark.rule("CFV-MOVE-13")
def test_who_enters_is_seen_with_his_passengers_finds_who_hides_and_has_paid():
    battle = scene_of(
        red("track", HALF_TRACK, 9, 24), red("men", RIFLES, 9, 26), blue("e", RUSSIANS, 9.5, 20), off=("track", "men")
    )
    stand(battle, "men").carrier = "track"
    assert [s.id for s in go.waiting_to_enter(battle, "red")] == ["track"]
    for name, side in (("track", "blue"), ("men", "blue"), ("e", "red")):
        knowledge.hide(battle, name, side)
    request = go.entry_request(battle, "red", [stand(battle, "track")])
    assert [t.must for t in request.things] == [False]
    go.enter(battle, Placed(placements=(Placement(thing="track", x=3.0, y=20.0),)))
    track = stand(battle, "track")
    assert (track.x, track.y, track.on_table, track.spent) == (3.0, 20.0, True, 3.0)
    assert [battle.state.known("blue", n) for n in ("track", "men")] == ["identified"] * 2
    assert battle.state.known("red", "e") == "identified"


def test_what_a_side_may_not_know_is_taken_out_of_its_copy():
    battle = scene_of(red("a", RIFLES, 9, 24), behind("g", BATTERY, "blue"))
    state = battle.state.copy()
    state.ready = "not there"
    state.ready_for = "attack"
    state.protests = {"blue": ("x",)}
    BOOK.conceal(state, "red")
    assert (state.ready, state.ready_for, state.protests) == ("", "", {})
    assert battle.view("red").state.plots == ()
