"""Beginnings of goes, places after assaults, refusals in words: facts that stand alone."""

from __future__ import annotations

import dataclasses

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import (
    HALF_TRACK,
    MMG,
    PAK_40,
    PANZER_IV,
    assault,
)
from tests.rulesets.fascist_vipers.sketch import (
    BATTERY,
    RIFLES,
    RUSSIANS,
    T34,
    behind,
    blue,
    group,
    order,
    red,
    rolls,
    stand,
)
from tests.rulesets.fascist_vipers.test_air_roles import FW190, I16, YAK, sky
from tests.rulesets.fascist_vipers.test_judgement_places import goal
from tests.rulesets.fascist_vipers.test_works import with_barricade
from wargame.engine.events import Said, StandChanged, StandMoved
from wargame.engine.orders import Act, Assault, Chosen, Confirmed, Fire, Move, Shot
from wargame.engine.requests import Confirm
from wargame.engine.setup import Override
from wargame.rulesets import ruleset
from wargame.rulesets.fascist_vipers import (
    acts,
    black_marks,
    dogfight,
    fire,
    go,
    initiative,
    losses,
    objectives,
    overrides,
    reaction_table,
    shooting,
    spotting,
    targets,
    units,
    way,
)

BOOK = ruleset("fascist_vipers")


# ---------------------------------------------------------------- goes


SQUARE = ((28.0, 20.0), (40.0, 20.0), (40.0, 28.0), (28.0, 28.0), (28.0, 20.0))


@pytest.mark.rule("CFV-TURN-02")
def test_at_the_beginning_of_a_go_its_own_units_are_fresh_and_nobody_else():
    battle = sketch.battle_of(
        red("a", RIFLES, 20, 24), red("x", RIFLES, 20, 30), red("c", RIFLES, 5, 5), blue("b", RUSSIANS, 60, 24)
    )
    for name in ("a", "b", "x", "c"):
        found = stand(battle, name)
        found.activated = found.moved = found.attacked = True
        found.spent, found.busy = 3.0, "mounting"
    stand(battle, "x").gone, stand(battle, "x").on_table = "destroyed", False
    stand(battle, "c").carrier, stand(battle, "c").on_table = "a", False
    battle.state.step, battle.state.phasing, battle.state.ready = "begin_a", "red", "a"
    with pytest.raises(StopIteration):
        next(go.begin(battle))
    a, b = stand(battle, "a"), stand(battle, "b")
    assert (a.activated, a.moved, a.attacked, a.spent, a.busy) == (False, False, False, 0.0, "")
    assert (b.activated, b.spent) == (True, 3.0) and stand(battle, "x").activated
    assert battle.state.go == "a" and battle.state.ready == ""
    told = {e.stand: e.seen_by for e in battle.events if isinstance(e, StandChanged) and e.why == "fresh"}
    assert told == {"a": None, "c": ("red",)}
    battle.state.step, battle.state.phasing = "begin_b", "blue"
    with pytest.raises(StopIteration):
        next(go.begin(battle))
    assert battle.state.go == "b" and not stand(battle, "b").activated


# ---------------------------------------------------------------- after assaults


@pytest.mark.rule("CFV-ASLT-19")
@pytest.mark.parametrize(("x", "y"), [(21.3, 25.1), (18.8, 25.2), (18.7, 22.9)])
def test_an_attacker_that_has_not_moved_is_set_back_straight_away_from_the_enemy(x, y):
    battle = sketch.battle_of(red("ours", RIFLES, 20, 24), blue("e", RUSSIANS, x, y))
    assault(battle, "ours", "e", 3, 3)
    ours = stand(battle, "ours")
    dx, dy = ours.x - 20.0, ours.y - 24.0
    assert dx * (20.0 - x) + dy * (24.0 - y) > 0.0 and abs(dx * (24.0 - y) - dy * (20.0 - x)) < 0.01
    assert 1.0 < units.apart(ours, stand(battle, "e")) < 1.1


@pytest.mark.rule("CFV-MOVE-08")
def test_a_winner_stays_where_it_is_if_somebody_stands_in_the_way():
    parts = (red("ours", RIFLES, 20, 24), red("mate", RIFLES, 21.5, 24.62), blue("e", RUSSIANS, 21.5, 23.6))
    battle = sketch.battle_of(*parts)
    assault(battle, "ours", "e", 1, 6)
    assert (stand(battle, "ours").x, stand(battle, "ours").y) == (20, 24)
    free = sketch.battle_of(red("ours", RIFLES, 20, 24), blue("e", RUSSIANS, 21.5, 24.3))
    events = assault(free, "ours", "e", 1, 6)
    assert (stand(free, "ours").x, stand(free, "ours").y) == (21.5, 24.3)
    assert [e.mode for e in events if isinstance(e, StandMoved)] == ["advance"]


@pytest.mark.rule("CFV-ASLT-19")
def test_an_attacker_that_has_moved_is_set_back_along_its_path():
    battle = sketch.battle_of(red("ours", RIFLES, 17, 26.4), blue("e", RUSSIANS, 20, 28.4))
    order(battle, Move(stand="ours", path=((20.0, 26.4),)))
    assault(battle, "ours", "e", 3, 3)
    ours = stand(battle, "ours")
    assert ours.y == 26.4 and 17.0 < ours.x < 20.0 and 1.0 < units.apart(ours, stand(battle, "e")) < 1.1


@pytest.mark.rule("CFV-ASLT-21")
def test_the_second_assault_is_asked_for_and_checked():
    battle = sketch.battle_of(red("ours", RIFLES, 20, 24), blue("e", RUSSIANS, 21.5, 24), blue("f", RUSSIANS, 25.5, 24))
    assault(battle, "ours", "e", 1, 6)
    order(battle, Move(stand="ours", path=((23.8, 24.0),)))
    assert battle.request.purpose == "breakthrough_assault"
    assert BOOK.check(battle.view("red"), battle.request, Assault(stand="ours", target="f")) is None
    assert BOOK.check(battle.view("red"), battle.request, Assault(stand="ours", target="x")) is not None


@pytest.mark.rule("CFV-REAC-02", "CFV-MOVE-11")
def test_passengers_that_are_lost_with_their_carrier_are_losses_of_their_group():
    battle = sketch.battle_of(
        red("track", HALF_TRACK, 20, 24, group="cars"),
        red("men", RIFLES, 20, 30),
        red("rest", RIFLES, 20, 34),
        blue("e", T34, 60, 24),
    )
    stand(battle, "men").carrier, stand(battle, "men").on_table = "track", False
    losses.remove(battle, stand(battle, "track"), "destroyed")
    assert group(battle, "red-1").owes_test and group(battle, "red-1").losses_this_go == 1


def test_further_losses_of_a_go_are_counted_in_words():
    words = []
    for lost in (1, 2, 3):
        battle = sketch.battle_of(red("e", RIFLES, 10, 10), *(blue(f"b{n}", RUSSIANS, 40, 4 + 3 * n) for n in range(8)))
        for n in range(lost):
            losses.remove(battle, stand(battle, f"b{n}"), "destroyed")
        words.append(
            [m.reason for m in reaction_table.modifiers(battle, group(battle, "blue-1")) if "further" in m.reason]
        )
    assert words == [[], ["1 further unit lost"], ["2 further units lost"]]


# ---------------------------------------------------------------- fire


@pytest.mark.rule("CFV-GEN-09", "CFV-GEN-10")
def test_the_enemies_that_must_be_fired_at():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("men", RUSSIANS, 26, 24), blue("t34", T34, 32, 24))
    tank = stand(battle, "tank")
    assert [s.id for s in targets.priority(battle, tank, [stand(battle, "men"), stand(battle, "t34")])] == ["t34"]


@pytest.mark.rule("CFV-GEN-07", "CFV-GEN-08")
def test_support_helps_where_its_group_is_near_or_sees():
    wood = sketch.wood("wood", 24, 0, 34, 48)
    battle = sketch.battle_of(
        red("mg", MMG, 20, 24), red("men", RIFLES, 20, 30), blue("e", RUSSIANS, 36, 24), features=[wood]
    )
    mg, enemy = stand(battle, "mg"), stand(battle, "e")
    assert not targets.helps_group(battle, mg, enemy)
    stand(battle, "men").x, stand(battle, "men").y = 36.0, 36.0
    assert targets.helps_group(battle, mg, enemy)
    stand(battle, "men").on_table = False
    assert targets.helps_group(battle, mg, enemy), "alone it helps itself"


@pytest.mark.rule("CFV-MOVE-10", "CFV-GEN-03")
def test_a_gun_says_how_far_it_turns_before_it_fires():
    battle = sketch.battle_of(red("gun", PAK_40, 20, 24, 30.0), blue("t34", T34, 30, 24))

    def why(facing, moved=False):
        stand(battle, "gun").moved = moved
        found = targets._check_pivot(
            stand(battle, "gun"), Fire(stand="gun", targets=(Shot("t34"),), facing_deg=facing), stand(battle, "t34")
        )
        return found.text if found else None

    assert why(None) is None and why(0.0) is None and why(345.0) is None
    assert why(344.8) == "It may turn 45 degrees before firing, not 45."
    assert why(50.0) == "The target is outside the arc after that turn."
    assert why(29.0, moved=True) == "It may turn 0 degrees before firing, not 1."
    turret = sketch.battle_of(red("gun", PANZER_IV, 20, 24, 30.0), blue("t34", T34, 30, 24))
    far = Fire(stand="gun", targets=(Shot("t34"),), facing_deg=180.0)
    assert targets._check_pivot(stand(turret, "gun"), far, stand(turret, "t34")) is None


@pytest.mark.rule("CFV-FIRE-27")
def test_a_weapon_without_an_attack_says_against_what():
    battle = sketch.battle_of(
        red("men", RIFLES, 20, 24),
        red("at", PANZER_IV, 20, 30, dice_soft=0),
        blue("t34", T34, 22, 24),
        blue("e", RUSSIANS, 40, 30),
    )
    assert fire.has_effect(stand(battle, "men"), stand(battle, "t34")).text == "men has no attack against armour."
    assert fire.has_effect(stand(battle, "at"), stand(battle, "e")).text == "at has no attack against soft targets."
    assert fire.has_effect(stand(battle, "men"), stand(battle, "e")).rules == ("CFV-FIRE-01", "CFV-FIRE-25")


@pytest.mark.rule("CFV-FIRE-22", "CFV-FIRE-03")
def test_heavy_armour_is_met_as_tank_in_the_flank():
    battle = sketch.battle_of(red("a", "GE_5_cm_pak_38_41", 20, 24), blue("kv", "SU_kv_1_42", 28, 24, 90.0))
    assert fire.has_effect(stand(battle, "a"), stand(battle, "kv")) is None
    stand(battle, "kv").facing_deg = 180.0
    assert "Cannot penetrate heavy" in fire.has_effect(stand(battle, "a"), stand(battle, "kv")).text


@pytest.mark.rule("CFV-REAC-22")
def test_fanaticism_raises_the_top_of_a_last_stand():
    plain = [reaction_table.read_crisis("green", n, 0, False).result for n in range(1, 21)]
    grim = [reaction_table.read_crisis("green", n, 3, False).result for n in range(1, 21)]
    assert grim.count("fanatic") == plain.count("fanatic") + 3


@pytest.mark.rule("CFV-BRST-09", "CFV-BRST-10")
def test_a_battery_is_ranged_in_by_what_it_fired_last_turn():
    battle = sketch.battle_of(red("eyes", RIFLES, 20, 24), behind("g", BATTERY, "red"))
    gun = stand(battle, "g")
    assert not spotting.is_ranged_in(battle, gun, (30.0, 24.0))
    gun.ranged_at, gun.ranged_turn, gun.fired_turn = (30.0, 24.0), 2, 2
    assert spotting.is_ranged_in(battle, gun, (30.0, 24.0))
    gun.fired_turn = 3
    assert not spotting.is_ranged_in(battle, gun, (30.0, 24.0)), "its last shoot was another"


@pytest.mark.rule("CFV-BRST-01")
def test_the_dice_of_a_deviation_are_added_and_its_rules_told():
    battle = sketch.battle_of(
        red("eyes", RIFLES, 20, 24), behind("g", BATTERY, "red"), red("m", "GE_8_cm_mortar_section_39", 20, 30)
    )
    sketch.with_dice(battle, 6, 2, *[1] * 9)
    shooting.shoot(battle, stand(battle, "g"), (30.0, 24.0), observed=False)
    assert rolls(battle, "deviation")[0].total == 8
    fired = next(e for e in battle.events if getattr(e, "manner", "") == "burst")
    assert fired.rules == ("CFV-BRST-11", "CFV-BRST-18")
    stand(battle, "m").on_table = False
    assert shooting.line_of_fire(battle, stand(battle, "m")) == (0.0, 24.0)


# ---------------------------------------------------------------- initiative, dogfights, objectives


@pytest.mark.rule("CFV-INIT-09")
def test_in_an_encounter_without_zones_the_ground_is_where_the_stands_are():
    setup = sketch.setup_of(
        red("a", RIFLES, 30, 6), red("b", RIFLES, 34, 10), blue("c", RUSSIANS, 30, 44), blue("d", RUSSIANS, 34, 40),
        objectives=(goal("south", x=36.0, y=20.0), goal("north", x=28.0, y=28.0)),
    )  # fmt: skip
    setup = dataclasses.replace(setup, sides=tuple(dataclasses.replace(s, role="meeting") for s in setup.sides))
    battle = sketch.battle_in(sketch.state_of(setup), setup)
    found = {
        (side, name): initiative.defends(battle, side, name) for side in ("red", "blue") for name in ("south", "north")
    }
    assert found == {("red", "south"): True, ("red", "north"): False, ("blue", "south"): False, ("blue", "north"): True}
    assert initiative.order_of_throwing(battle.state) == ("red", "blue")


@pytest.mark.rule("CFV-INIT-08")
def test_attached_groups_and_ones_own_do_not_count_as_shaken_enemies():
    battle = sketch.battle_of(
        red("a", RIFLES, 20, 24), blue("b", RUSSIANS, 50, 24), blue("c", RUSSIANS, 50, 28, group="blue-2")
    )
    for name in ("red-1", "blue-1", "blue-2"):
        group(battle, name).state = "falter"
    group(battle, "blue-2").parent = "blue-1"
    assert initiative.shaken_enemies(battle.state, "red") == (1, 0) == initiative.shaken_enemies(battle.state, "blue")


@pytest.mark.parametrize(
    ("answer", "first", "why"), [("first", "red", "it has the initiative"), ("second", "blue", "wants to go second")]
)
def test_the_order_of_play_is_told_with_its_reason(answer, first, why):
    setup = sketch.setup_of(red("a", RIFLES, 10, 24), blue("b", RUSSIANS, 60, 24))
    battle = sketch.battle_in(sketch.state_of(setup, step="initiative", phasing=""), setup, (15, 4))
    events = order(battle, Chosen(option=answer))
    said = next(e for e in events if isinstance(e, Said) and e.key == "order_of_play")
    assert said.side == first and dict(said.data)["why"].endswith(why)


@pytest.mark.rule("CFV-AIR-22")
def test_past_its_years_an_aircraft_is_inferior_to_one_that_is_not():
    battle = sky(behind("f", FW190, "red"), behind("i", I16, "blue"), behind("y", YAK, "blue"), year=1945)
    f, i, y = (stand(battle, n) for n in ("f", "i", "y"))
    battle.state.year = 1950
    assert dogfight.outclassed(battle, f, y) == "" == dogfight.outclassed(battle, y, f), "both are past"
    assert dogfight.outclassed(battle, f, i) == ""
    assert dogfight.outclassed(battle, i, f) == ("obsolete" if i.ratings.obsolete else "")
    battle.state.year = f.ratings.year_to + 1 if f.ratings.year_to < y.ratings.year_to else f.ratings.year_to
    expected = "inferior to its opponent" if f.ratings.year_to < battle.state.year <= y.ratings.year_to else ""
    assert dogfight.outclassed(battle, f, y) == expected


def test_an_objective_without_a_radius_of_its_own_has_three_inches():
    for radius, distance, near in ((0.0, 3.3, True), (0.0, 3.5, False), (1.0, 1.3, True), (1.0, 3.3, False)):
        battle = sketch.battle_of(red("a", RIFLES, 30 + distance, 24), objectives=[goal(x=30.0, radius=radius)])
        assert objectives.sides_near(battle, battle.state.objectives["o"]) == (["red"] if near else [])


# ---------------------------------------------------------------- the scenario's changes, works, manners


@pytest.mark.rule("CFV-SOFT-01", "CFV-SOFT-02")
@pytest.mark.parametrize(("yes", "word"), [(True, "overrides_accepted"), (False, "overrides_protested")])
def test_both_sides_read_what_the_scenario_changes(yes, word):
    change = Override(id="o", text="Tigers are late", reason="rail", field="move", value=4.0, stands=("a",))
    setup = sketch.setup_of(red("a", PANZER_IV, 10, 24), blue("b", RUSSIANS, 60, 24))
    setup = dataclasses.replace(setup, overrides=(change,))
    battle = sketch.battle_in(sketch.state_of(setup), setup)
    battle.state.consented = ()
    asking = overrides.consent(battle)
    request = next(asking)
    assert isinstance(request, Confirm) and request.side == "red" and "Tigers are late (rail)" in request.prompt
    with pytest.raises(StopIteration):
        asking.send(Confirmed(yes=yes))
    assert battle.state.consented == ("red",)
    assert [e.side for e in battle.events if isinstance(e, Said) and e.key == word] == ["red"]


def test_a_change_concerns_the_stands_and_groups_it_names_or_everybody():
    battle = sketch.battle_of(
        red("a", PANZER_IV, 10, 24), red("b", RIFLES, 10, 30, group="red-2"), blue("c", RUSSIANS, 60, 24)
    )

    def concerned(**named):
        change = Override(id="o", text="t", reason="r", field="move", value=4.0, **named)
        return {s.id for s in overrides.concerned(battle.state, change)} - {"idle-red", "idle-blue"}

    assert concerned() == {"a", "b", "c"} and concerned(stands=("a",)) == {"a"}
    assert concerned(groups=("red-2",)) == {"b"} and concerned(stands=("c",), groups=("red-1",)) == {"a", "c"}


@pytest.mark.rule("CFV-SOFT-02")
def test_a_work_is_told_and_nobody_works_who_has_been_used_or_stands_too_far():
    battle = with_barricade(red("p", "GE_pioneer_platoon_39", 29, 24))
    task = Act(stand="p", act="clear-bridge")
    for used in ("activated", "moved", "attacked"):
        setattr(stand(battle, "p"), used, True)
        assert acts.check(battle, task).text == "p has been used in this go."
        setattr(stand(battle, "p"), used, False)
    reach = 2.0 + stand(battle, "p").base.radius
    for away, able in ((reach - 0.01, True), (reach + 0.01, False)):
        stand(battle, "p").x = 30.0 - away
        assert (acts.check(battle, task) is None) == able
    stand(battle, "p").x = 29.0
    acts.carry_out(battle, task)
    said = next(e for e in battle.events if isinstance(e, Said) and e.key == "work")
    assert dict(said.data) == {"text": "Clear the barricade", "done": 1, "of": 1} and stand(battle, "p").busy
    assert acts.check(battle, task) is not None


@pytest.mark.rule("CFV-SOFT-04", "CFV-SOFT-05")
def test_manners_are_noted_for_what_they_were():
    battle = sketch.battle_of(red("a", RIFLES, 10, 10), blue("b", RUSSIANS, 20, 10))
    assert all(name != "Put to shame" for name, _ in black_marks.reprimand(battle.state))
    black_marks.confess(battle, "red", Act(stand="a", act="black_mark", target="protest:CFV-FIRE-11"))
    assert battle.state.black_marks.get("red", 0) == 0
    black_marks.confess(battle, "red", Act(stand="a", act="black_mark", target=black_marks.UNDO))
    assert battle.state.black_marks == {"red": 1}
    said = next(e for e in battle.events if isinstance(e, Said) and e.key == "black_mark")
    assert dict(said.data) == {"why": black_marks.REASONS[black_marks.UNDO], "marks": 1}
    black_marks.note(battle, "blue", black_marks.UNDO)
    assert all(name != "Put to shame" for name, _ in black_marks.reprimand(battle.state)), "a tie shames nobody"
    refused = sketch.Refusal(text="no", kind="illegal")
    black_marks.refused(battle, "red", Fire(stand="a", targets=(Shot("b"),)), refused)
    black_marks.refused(battle, "red", Fire(stand="a", targets=(Shot("a"),)), refused)
    assert battle.state.black_marks["red"] == 1 and battle.state.illegal_orders == {"red": 2}


def test_a_way_to_where_one_stands_is_empty_or_stays():
    lake = sketch.Feature(
        id="l", kind="river", name="l", geometry="polygon", rings=(SQUARE,),
        width_in=0.0, height=0.0, props={}, order=0,
    )  # fmt: skip
    battle = sketch.battle_of(red("a", RIFLES, 20, 24), features=[lake])
    assert way.shortest_way(battle.board, (20.0, 24.0), (24.0, 24.0), "foot") == ((20.0, 24.0), (24.0, 24.0))
    assert way.shortest_path(battle, stand(battle, "a"), (34.0, 24.0))[-1][0] <= 24.01
