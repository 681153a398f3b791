"""Smaller facts of bursts, aircraft, nerve and mines that nothing else pins."""

from __future__ import annotations

import dataclasses

import pytest

from tests.rulesets.fascist_vipers import sketch
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
from tests.rulesets.fascist_vipers.test_air_attacks import AA, bombs, guns, raid
from tests.rulesets.fascist_vipers.test_air_roles import FW190, HEINKEL, STUKA, YAK, sky
from wargame.engine import knowledge
from wargame.engine.dice import Chance
from wargame.engine.orders import Act, Done, Fire, Picked, Placed
from wargame.engine.requests import Place
from wargame.rulesets.fascist_vipers import (
    air,
    air_defence,
    air_odds,
    air_roles,
    air_targets,
    bursts,
    clearing,
    crisis,
    losses,
    mines,
    plots,
    reaction,
    shooting,
    sorties,
    spotting,
    worth,
)

MORTAR = "GE_8_cm_mortar_section_39"
KATYUSHA = "SU_bm_13_katyusha_battery_41"


def at(name, x, y):
    return Fire(stand=name, weapon="burst", at=(x, y))


# ---------------------------------------------------------------- bursts


@pytest.mark.rule("CFV-GEN-03", "CFV-MOVE-10")
def test_a_gun_on_the_table_turns_no_more_than_it_may_and_then_bears():
    battle = sketch.battle_of(red("m", MORTAR, 20, 24, facing=0.0), red("eyes", RIFLES, 20, 28))
    assert bursts.check_burst(battle, at("m", 20.0, 40.0)) is None
    assert "CFV-GEN-03" in bursts.check_burst(battle, at("m", 17.0, 40.0)).rules
    sketch.with_dice(battle, 1, 1, 1, 1)
    order(battle, at("m", 20.0, 40.0))
    assert stand(battle, "m").facing_deg == 45.0


@pytest.mark.rule("CFV-FIRE-25")
def test_a_burst_has_a_range_from_the_base_or_from_the_owners_edge():
    battle = sketch.battle_of(
        red("m", MORTAR, 10, 24, indirect_range=20),
        red("eyes", RIFLES, 20, 28),
        behind("g", BATTERY, "red", indirect_range=30),
    )
    reach = 10 + stand(battle, "m").base.depth_in / 2 + 20
    assert bursts.check_burst(battle, at("m", reach, 24.0)) is None
    assert "CFV-FIRE-25" in bursts.check_burst(battle, at("m", reach + 0.1, 24.0)).rules
    assert bursts.check_burst(battle, at("g", 30.0, 24.0)) is None
    assert "CFV-FIRE-25" in bursts.check_burst(battle, at("g", 30.1, 24.0)).rules


def test_no_burst_off_the_table_or_from_a_limbered_gun():
    battle = sketch.battle_of(red("m", MORTAR, 10, 24), red("eyes", RIFLES, 20, 28))
    assert "off the table" in bursts.check_burst(battle, at("m", 10.0, 48.5)).text
    stand(battle, "m").limbered = True
    assert bursts.check_burst(battle, at("m", 20.0, 24.0)) is not None
    assert bursts.check_burst(battle, at("eyes", 20.0, 24.0)) is not None


@pytest.mark.rule("CFV-OBS-02")
def test_a_hidden_mortar_that_fires_is_revealed():
    battle = sketch.battle_of(red("m", MORTAR, 20, 24), red("eyes", RIFLES, 20, 28))
    knowledge.hide(battle, "m", "blue")
    sketch.with_dice(battle, 1, 1, 1, 1)
    order(battle, at("m", 30.0, 24.0))
    assert battle.state.known("blue", "m") == "identified"


@pytest.mark.rule("CFV-BRST-10")
def test_a_miss_or_another_point_ends_the_range():
    battle = sketch.battle_of(red("eyes", RIFLES, 20, 24), behind("g", BATTERY, "red"))
    gun = stand(battle, "g")
    sketch.with_dice(battle, 6, 2, 1, 1, 1, 1)
    shooting.shoot(battle, gun, (30.0, 24.0), True)
    assert gun.ranged_at is None and gun.fired_at == (30.0, 24.0)
    sketch.with_dice(battle, 3, 3, 1, 1, 1, 1)
    shooting.shoot(battle, gun, (30.0, 24.0), True)
    assert spotting.is_ranged_in(battle, gun, (30.0, 24.0))
    assert not spotting.is_ranged_in(battle, gun, (30.0, 24.001))
    battle.state.turn = 4
    assert spotting.is_ranged_in(battle, gun, (30.0, 24.0))
    battle.state.turn = 5
    assert not spotting.is_ranged_in(battle, gun, (30.0, 24.0))


@pytest.mark.rule("CFV-BRST-17")
def test_who_observes_for_whom():
    parts = (
        red("a", RIFLES, 20, 24, group="red-a"),
        red("b", RIFLES, 20, 28, group="red-b"),
        red("fo", RIFLES, 20, 32, group="red-b", observer=True),
        blue("enemy", RUSSIANS, 60, 24),
        behind("for-a", BATTERY, "red", group="red-a"),
        behind("for-b", BATTERY, "red", serves=("red-b",)),
    )
    battle = sketch.battle_of(*parts)
    names = {n: {s.id for s in spotting.observers(battle, stand(battle, n))} for n in ("for-a", "for-b")}
    assert names == {"for-a": {"a", "fo"}, "for-b": {"b", "fo"}}


def test_odds_of_a_ranged_in_burst_and_of_mixed_targets():
    battle = sketch.battle_of(
        red("eyes", RIFLES, 20, 24),
        red("own", RIFLES, 30, 25),
        blue("t", RUSSIANS, 30, 24),
        blue("tank", T34, 30, 23),
        behind("g", BATTERY, "red"),
    )
    gun = stand(battle, "g")
    gun.ranged_at, gun.ranged_turn, gun.fired_turn = (30.0, 24.0), 2, 2
    found = bursts.appraise_burst(battle, at("g", 30.0, 24.0))
    chances = {o.id: o.chance for o in found.outcomes}
    assert set(chances) == {"enemy-0-own-0", "enemy-0-own-1", "enemy-1-own-0", "enemy-1-own-1"}
    assert sum(chances.values()) == pytest.approx(1.0)
    removed = sum(a > b for a in _sums(4) for b in _sums(2)) / (6**6)
    assert chances["enemy-1-own-0"] + chances["enemy-1-own-1"] == pytest.approx(removed)
    both = sum((sum(b < a for b in _sums(2)) / 36) ** 2 for a in _sums(4)) / 6**4
    assert chances["enemy-1-own-1"] == pytest.approx(both)
    good = {o.id: o.good for o in found.outcomes}
    assert (good["enemy-1-own-0"], good["enemy-0-own-1"], good["enemy-1-own-1"]) == (True, False, None)
    total = sum(o.chance * o.worth for o in found.outcomes)
    assert total - worth.value(gun) < found.worth < total


def _sums(count):
    totals = [0]
    for _ in range(count):
        totals = [t + face for t in totals for face in range(1, 7)]
    return totals


def test_armour_and_soft_targets_share_one_attack_roll_in_the_odds():
    light = next(u.unit_id for u in sketch.data.units().values() if u.nation == "SU" and u.armour_class == "light")
    battle = sketch.battle_of(red("eyes", RIFLES, 20, 24), blue("car", light, 30, 24), behind("g", BATTERY, "red"))
    gun = stand(battle, "g")
    gun.ranged_at, gun.ranged_turn, gun.fired_turn = (30.0, 24.0), 2, 2
    removed = sum(a > b for a in _sums(2) for b in _sums(3)) / 6**5
    found = {o.id: o.chance for o in bursts.appraise_burst(battle, at("g", 30.0, 24.0)).outcomes}
    assert found["enemy-1-own-0"] == pytest.approx(removed)


# ---------------------------------------------------------------- plots


def test_plots_keep_to_the_turns_of_battery_and_bomber():
    setup = sketch.setup_of(
        red("a", RIFLES, 10, 10),
        blue("b", RUSSIANS, 40, 10),
        behind("k", KATYUSHA, "blue", programmed=True, rounds=2, plot_turns=(2, 4)),
        behind("h", HEINKEL, "red", arrives_turn=3, leaves_turn=5),
    )
    state = sketch.state_of(setup, turn=0, step="plan", phasing="")
    state.planned = ()
    battle = sketch.battle_in(state, setup, [12, 5])
    assert isinstance(battle.request, Place) and battle.request.side == "red"
    assert battle.request.things[0].choices == (("turn", ("3", "4", "5"), "3"),)
    suggested = battle.request.suggestion
    assert isinstance(suggested, Placed) and suggested.placements[0].facing_deg is not None
    order(battle, suggested)
    things = battle.request.things
    assert [t.choices[0][2] for t in things] == ["2", "3"] and things[0].radius_in == 3.0
    for sample in bursts.sample_plots(battle.view("blue"), battle.request, Chance(1)):
        assert bursts.check_plots(battle.view("blue"), battle.request, sample) is None
        assert [p.choice("turn") for p in sample.placements] == ["2", "3"]
    order(battle, battle.request.suggestion)
    assert [(p.stand, p.turn, p.side) for p in battle.state.plots] == [
        ("h", 3, "red"),
        ("k", 2, "blue"),
        ("k", 3, "blue"),
    ]


def test_only_due_plots_of_the_phasing_side_are_fired():
    setup = sketch.setup_of(
        red("a", RIFLES, 10, 10), blue("b", RUSSIANS, 40, 30), behind("g", BATTERY, "red", programmed=True)
    )
    state = sketch.state_of(setup, step="programmed_a")
    state.plots = tuple(
        plots.Plot(stand="g", side=side, turn=turn, x=40.0, y=24.0, done=done)
        for side, turn, done in (("red", 4, False), ("red", 3, True))
    )
    battle = sketch.battle_in(state, setup)
    assert battle.state.step == "go_a" and not rolls(battle, "attack")


# ---------------------------------------------------------------- aircraft


def test_sensible_roles_escort_first_then_cover_and_dogfight_by_turns():
    battle = sky(*(behind(f"f{n}", FW190, "red") for n in range(3)), behind("s", STUKA, "red"))
    assert battle.request.suggestion == Picked(items=(("f0>escort:s", 1), ("f1>dogfight", 1), ("f2>cover", 1)))
    for sample in air.samples(battle, battle.request, Chance(3)):
        assert len({item.split(">")[0] for item, _ in sample.items}) == len(sample.items)


def test_each_side_is_asked_only_for_fighters_that_are_there():
    battle = sky(behind("y", YAK, "blue"), behind("z", YAK, "blue", arrives_turn=9), behind("s", STUKA, "red"))
    assert battle.request.side == "blue"
    assert {i.kind for i in battle.request.items} == {"y"}
    assert "y" in air_roles.role_request(battle, "blue", [stand(battle, "y")]).items[0].text


@pytest.mark.rule("CFV-AIR-16", "CFV-AIR-12")
def test_nine_is_the_most_with_cover_too():
    eight = [blue(f"a{n}", AA, 20 + 2 * n, 32) for n in range(8)]
    battle = raid(
        behind("s", STUKA, "red"), blue("t", T34, 30, 28), *eight, behind("y", YAK, "blue"), behind("z", YAK, "blue")
    )
    for name in ("y", "z"):
        sorties.set_role(battle, stand(battle, name), "cover")
    found, parts = air_defence.score(battle, "blue", [stand(battle, a.id) for a in eight])
    assert found == 9 and sum(p.add for p in parts) == 9


def test_with_nothing_over_the_target_no_die_is_thrown():
    battle = raid(
        behind("s", STUKA, "red", attacks_left=2), blue("t", RUSSIANS, 30, 24), dice=[3, 3, 6, 6, 6, 6, 6, 1, 1]
    )
    order(battle, bombs("s", 30.0, 24.0))
    assert not rolls(battle, "penetration")
    assert stand(battle, "s").attacks_left == 1 and not stand(battle, "s").gone
    assert battle.state.step != "air_a", "it has had its attack of this turn"


def test_limbered_guns_and_guns_of_the_own_side_take_no_part():
    battle = raid(
        behind("s", STUKA, "red"), blue("t", T34, 30, 28), blue("a", AA, 30, 31), red("mine", "GE_2_cm_flak_39", 30, 24)
    )
    stand(battle, "a").limbered = True
    assert air_defence.guns_over(battle, "blue", stand(battle, "t")) == []
    stand(battle, "a").limbered = False
    assert [g.id for g in air_defence.guns_over(battle, "blue", (30.0, 28.0))] == ["a"]


def test_what_the_weapons_of_an_aircraft_are():
    battle = raid(behind("s", STUKA, "red"), behind("f", FW190, "red"), blue("t", RUSSIANS, 30, 28))
    assert [(r.id, r.template_in) for r in air.weapons(battle, stand(battle, "s"))] == [("guns", 0.0), ("bombs", 2.0)]
    assert [r.id for r in air.weapons(battle, stand(battle, "f"))] == ["guns"]
    assert air_targets.check_air(battle, bombs("f", 30.0, 28.0)) is not None
    assert air_targets.weapon_of(stand(battle, "s"), Fire(stand="s", at=(30.0, 28.0))) == "bombs"
    assert air_targets.weapon_of(stand(battle, "f"), Fire(stand="f")) == "guns"
    offered = {(o.weapon, o.at is not None) for o in air_odds.legal_attacks(battle, stand(battle, "s"))}
    assert offered == {("guns", False), ("bombs", True)}


def test_odds_of_bombs():
    battle = raid(
        behind("s", STUKA, "red"), blue("t", RUSSIANS, 30, 24), blue("a", AA, 40, 24, aa_points=2, aa_range=20)
    )
    found = air.appraise_air(battle, bombs("s", 30.0, 24.0))
    chances = {o.id: o.chance for o in found.outcomes}
    assert chances["abort"] == pytest.approx(0.2) and sum(chances.values()) == pytest.approx(1.0)
    removed = sum(a > b for a in _sums(5) for b in _sums(2)) / 6**7
    on_target = 12 / 36
    assert chances["enemy-1-own-0"] == pytest.approx(0.8 * on_target * removed)
    assert found.worth == pytest.approx(sum(o.chance * o.worth for o in found.outcomes))


def test_a_shot_down_chance_costs_the_aircrafts_worth():
    battle = raid(
        behind("s", STUKA, "red"), blue("t", RUSSIANS, 30, 24), *(blue(f"a{n}", AA, 28 + 2 * n, 30) for n in range(4))
    )
    down = next(o for o in air.appraise_air(battle, guns("s", "t")).outcomes if o.id == "shot_down")
    assert down.chance == pytest.approx(0.2) and down.worth == -worth.value(stand(battle, "s")) and down.good is False


# ---------------------------------------------------------------- nerve


def test_a_test_is_owed_until_it_is_taken_and_losses_start_anew():
    battle = sketch.battle_of(red("e", RIFLES, 10, 10), *(blue(f"b{n}", RUSSIANS, 40, 4 + 3 * n) for n in range(8)))
    for name in ("b0", "b1"):
        losses.remove(battle, stand(battle, name), "destroyed")
    assert group(battle, "blue-1").losses_this_go == 2
    sketch.with_dice(battle, 18)
    order(battle, Done())
    owed = group(battle, "blue-1")
    assert (owed.owes_test, owed.losses_this_go, owed.tested_step, owed.last_result) == (
        False,
        0,
        "3:tests_a",
        "press_on",
    )


@pytest.mark.rule("CFV-REAC-33")
def test_twelve_inches_is_near_enough_to_surrender():
    battle = sketch.battle_of(red("e", RIFLES, 20, 10), blue("b", RUSSIANS, 40, 10))
    base = stand(battle, "e").base.depth_in / 2 + stand(battle, "b").base.depth_in / 2
    stand(battle, "e").x = 40 - base - 12.0
    assert [s.id for s in crisis.takers(battle, group(battle, "blue-1"))] == ["e"]
    stand(battle, "e").x -= 0.01
    assert crisis.takers(battle, group(battle, "blue-1")) == []


def test_a_refused_group_leaves_no_escort_and_marks_only_its_own_army():
    battle = sketch.battle_of(red("e", RIFLES, 34, 10), blue("b", RUSSIANS, 40, 10))
    asked = crisis.offer_surrender(battle, group(battle, "blue-1"), battle.events[0] if battle.events else None)
    request = next(asked)
    assert request.about == ("e", "blue-1") and request.interrupt == "surrender"


def test_gone_groups_are_destroyed_but_spent_guns_are_not():
    battle = sketch.battle_of(red("e", RIFLES, 10, 10), blue("b", RUSSIANS, 40, 10), behind("g", BATTERY, "blue"))
    losses.remove(battle, stand(battle, "g"), "spent")
    losses.remove(battle, stand(battle, "b"), "destroyed")
    assert group(battle, "blue-support").state == "" and group(battle, "blue-1").state == "destroyed"


def test_occupying_an_objective_means_within_its_radius_of_the_right_one():
    spots = [
        sketch.ObjectiveSetup(id=n, name=n, x=x, y=10, radius_in=3, points=1, primary=True)
        for n, x in (("o", 30), ("p", 50))
    ]
    battle = sketch.battle_of(red("e", RIFLES, 10, 10), blue("b", RUSSIANS, 33, 10), objectives=spots)
    own = group(battle, "blue-1")
    assert reaction.occupies_objective(battle, own, stand(battle, "b"))
    own.objective = "p"
    assert not reaction.occupies_objective(battle, own, stand(battle, "b"))
    stand(battle, "b").x = 46.99
    assert not reaction.occupies_objective(battle, own, stand(battle, "b"))
    stand(battle, "b").y, stand(battle, "b").x = 13.0, 50.0
    assert reaction.occupies_objective(battle, own, stand(battle, "b"))


# ---------------------------------------------------------------- mines


def test_where_a_slanting_path_meets_a_field_and_a_lane():
    area = sketch.minefield("mixed", "thin", 20, 10, 26, 30)
    battle = sketch.battle_of(red("p", "GE_pioneer_platoon_39", 20, 20), areas=[area])
    field = battle.state.areas["mixed-field"]
    assert mines.first_inside(battle, field, ((17.0, 16.0), (23.0, 24.0))) == pytest.approx(5.0)
    assert mines.first_inside(battle, field, ((17.0, 16.0), (17.0, 24.0))) is None
    assert mines.first_inside(battle, field, ((17.0, 16.0), (19.0, 16.0), (19.0, 24.0), (22.0, 24.0))) == pytest.approx(
        11.0
    )
    assert mines.first_inside(battle, field, ((23.0, 20.0),)) == 0.0
    order(battle, Act(stand="p", act="clear_mines", at=(30.0, 20.0)))
    assert mines.first_inside(battle, field, ((20.5, 20.0), (20.5, 26.0))) == pytest.approx(1.0)
    assert not mines.lies_in(battle, field, (20.5, 20.5)) and mines.lies_in(battle, field, (20.5, 22.0))


def test_directions_that_open_a_field():
    area = sketch.minefield("mixed", "thin", 20, 10, 26, 30)
    battle = sketch.battle_of(
        red("p", "GE_pioneer_platoon_39", 19.5, 20), red("far", "GE_pioneer_platoon_39", 10, 20), areas=[area]
    )
    points = clearing.sample_points(battle, stand(battle, "p"))
    assert points and all(x > 20.0 for x, _ in points)
    assert clearing.sample_points(battle, stand(battle, "far")) == []
    assert clearing.check(battle, Act(stand="p", act="clear_mines")) is None
    assert clearing.check(battle, Act(stand="far", act="clear_mines")) is not None
    order(battle, Act(stand="p", act="clear_mines"))
    assert (stand(battle, "p").x, stand(battle, "p").busy) == (20.5, "clearing mines")


@pytest.mark.rule("CFV-MINE-11")
def test_a_scenario_may_set_the_width_of_a_path():
    area = sketch.minefield("mixed", "thin", 20, 10, 26, 30)
    narrow = dataclasses.replace(area, data={**area.data, "lane_in": 1.0})
    battle = sketch.battle_of(red("p", "GE_pioneer_platoon_39", 20, 20), areas=[narrow])
    order(battle, Act(stand="p", act="clear_mines", at=(30.0, 20.0)))
    assert {y for _, y in battle.state.areas["lane-1"].polygon} == {19.5, 20.5}
