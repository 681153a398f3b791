"""Vehicles and guns of non-player forces: how they stand, what their table means, where they drive."""

from __future__ import annotations

import math

import pytest

from tests.rulesets.clash_of_titans import build, solo_play
from tests.rulesets.clash_of_titans.build import area, blue, red, run
from tests.rulesets.clash_of_titans.solo_play import blues
from wargame.rulesets.clash_of_titans import (
    crew,
    data,
    geometry,
    np_crews,
    np_drives,
    np_situation,
    np_vehicles,
    np_weapons,
    vehicle_moves,
)
from wargame.rulesets.clash_of_titans.activation import Activation
from wargame.rulesets.clash_of_titans.np_ground import Enemy

T34, PZ4 = "t_34_76", "panzer_iv_g"


def field(*units, order: str = "ATTACK", dice: tuple[int, ...] = (), **more):
    return solo_play.battle_of(red("pz", 10, 20, line=PZ4, group="pz"), *units, order=order, dice=dice, **more)


def tank(battle):
    return build.stand(battle, "pz")


def known(battle) -> list[Enemy]:
    return np_situation.remembered(build.state(battle), "red")


# ---------------------------------------------------------------- table


@pytest.mark.rule("NUT-NP-18")
def test_every_cell_of_the_table_means_something_that_can_be_done():
    cells = {row[f"pass{n}"] for row in data.rows("np_vehicle_tactics") for n in (0, 1, 2)}
    assert cells == set(np_vehicles.steps())
    for words in cells:
        np_vehicles.steps_of(words)


@pytest.mark.rule("NUT-NP-12")
def test_without_an_enemy_in_sight_it_is_v1():
    battle = field(*blues(60, 20), features=[area("house", "building", 30, 2, 34, 46, 3.0)])
    assert np_vehicles.letter(battle, tank(battle), []) == "V1"


@pytest.mark.rule("NUT-NP-12")
@pytest.mark.parametrize(("line", "letter"), [(T34, "V2"), ("SU_rifleman", "V3")])
def test_what_can_pierce_it_makes_v2_other_enemies_v3(line, letter):
    battle = field(blue("foe", 40, 20, line=line, group="foe"))
    assert np_vehicles.letter(battle, tank(battle), [build.stand(battle, "foe")]) == letter


@pytest.mark.rule("NUT-NP-12")
@pytest.mark.parametrize("how", ["immobilised", "bogged", "driver"])
def test_a_crippled_one_is_v4(how):
    battle = field(blue("foe", 40, 20, line=T34, group="foe"))
    if how == "driver":
        for man in crew.crew(build.state(battle), "pz"):
            if man.station != "commander":
                man.status = "out_of_the_fight"
    else:
        setattr(tank(battle), how, True)
    assert np_vehicles.letter(battle, tank(battle), [build.stand(battle, "foe")]) == "V4"


@pytest.mark.rule("NUT-NP-12", "NUT-NP-18")
def test_the_commander_tests_and_the_plan_follows_the_cell():
    battle = field(blue("foe", 40, 20, line="SU_rifleman", group="foe"), dice=(1, 1))
    found = np_vehicles.draw(battle, tank(battle), "HOLD", np_situation.read(battle, "pz"))
    assert found is not None
    drawn, tasks = found
    assert drawn.result == "fire, stay"
    assert [task.word for task in tasks if task.word in ("fire", "front")] == ["fire", "front"]


@pytest.mark.rule("NUT-NP-14", "NUT-VEH-05")
@pytest.mark.parametrize(("x", "shut"), [(30, True), (50, False)])
def test_hatches_are_closed_when_an_enemy_is_within_24_in(x, shut):
    battle = field(blue("foe", x, 20, group="foe"))
    tank(battle).buttoned = not shut
    words = np_vehicles._hatch(battle, tank(battle), np_situation.read(battle, "pz"))
    assert words == (["button"] if shut else ["unbutton"])


# ---------------------------------------------------------------- drives


@pytest.mark.rule("NUT-NP-12")
def test_it_drives_toward_its_goal():
    battle = field(*blues(66, 40), features=[area("house", "building", 40, 2, 44, 46, 3.0)])
    order = np_drives.forward(battle, tank(battle), (36.0, 20.0), [])
    assert order is not None
    assert math.dist(order.path[-1], (36, 20)) < math.dist((10, 20), (36, 20)) - 4


@pytest.mark.rule("NUT-NP-12", "NUT-NP-18")
def test_it_keeps_out_of_woods():
    wood = area("wood", "woods_light", 14, 12, 30, 28, 2.0)
    battle = field(*blues(66, 40), features=[wood])
    for drive in np_drives.drives(battle, tank(battle)):
        assert not any(f.kind == "woods_light" for f in battle.board.features_at(*drive.end))


@pytest.mark.rule("NUT-NP-12")
def test_it_stops_24_in_from_infantry_in_cover():
    battle = field(blue("foe", 40, 20, group="foe"), features=[solo_play.in_cover(39, 18, 41, 22)])
    order = np_drives.forward(battle, tank(battle), (40.0, 20.0), known(battle))
    assert order is None or math.dist(order.path[-1], (40, 20)) >= 23.0


@pytest.mark.rule("NUT-NP-12")
def test_it_comes_on_to_between_12_and_24_in():
    battle = field(blue("foe", 42, 20, group="foe"))
    order = np_drives.approach(battle, tank(battle), known(battle))
    assert order is not None
    assert 12 <= math.dist(order.path[-1], (42, 20)) < 32
    near = field(blue("foe", 30, 20, group="foe"))
    assert np_drives.approach(near, tank(near), known(near)) is None


@pytest.mark.rule("NUT-NP-18")
@pytest.mark.parametrize(
    ("status", "line", "over"),
    [("ducked_back", "SU_rifleman", True), ("ready", "SU_rifleman", False), ("ducked_back", "SU_atr_heavy", False)],
)
def test_it_drives_over_suppressed_men_without_anti_tank_weapons(status, line, over):
    battle = field(blue("foe", 16, 20, line=line, group="foe"))
    build.stand(battle, "foe").status = status
    assert (np_drives.overrun(battle, tank(battle), known(battle)) is not None) is over


@pytest.mark.rule("NUT-NP-12")
def test_it_hides_out_of_sight_of_what_can_pierce_it():
    house = area("house", "building", 14, 24, 18, 40, 3.0)
    battle = field(blue("foe", 40, 24, line=T34, group="foe"), features=[house])
    order = np_drives.hide(battle, tank(battle), [build.stand(battle, "foe")])
    if order is not None:
        plan = vehicle_moves.plan(battle, tank(battle), order.path, order.mode)
        assert plan.refusal is None
    assert np_drives.hide(battle, tank(battle), []) is None


@pytest.mark.rule("NUT-NP-12")
def test_the_front_is_turned_to_the_most_dangerous_enemy():
    battle = field(blue("gun", 10, 44, line=T34, group="gun"), blue("man", 40, 20, group="man"))
    enemies = [build.stand(battle, "gun"), build.stand(battle, "man")]
    worst = np_vehicles.front_in_danger(battle, tank(battle), enemies)
    assert worst is enemies[0]
    order = np_drives.turn_front(battle, tank(battle), (10.0, 44.0))
    assert order is not None and order.facing_deg == pytest.approx(90.0)


# ---------------------------------------------------------------- carried out


def perform(battle, word: str, *dice: int):
    build.with_dice(battle, *dice)
    state = build.state(battle)
    active = Activation("pz", "red", frozenset({s.id for s in state.stands.values() if s.group == "pz"}))
    run(np_crews.perform(battle, active, tank(battle), word, (60.0, 20.0)))


@pytest.mark.rule("NUT-NP-11")
def test_it_fires_all_that_bears():
    battle = field(*blues(24, 20, 1), order="HOLD")
    tank(battle).loaded = "HE"
    assert np_weapons.can_fire(battle, tank(battle))
    weapons = {w for w in ("main gun", "coax", "hull") if np_weapons.shot(battle, tank(battle), w) is not None}
    assert "main gun" in weapons


@pytest.mark.rule("NUT-NP-18")
def test_the_crew_gets_out_only_if_it_is_in_danger():
    battle = field(blue("foe", 40, 20, line=T34, group="foe"))
    assert geometry.sees(battle, tank(battle), build.stand(battle, "foe"))
    perform(battle, "abandon_or_fire")
    assert tank(battle).abandoned or len(crew.crew(build.state(battle), "pz")) < 5


@pytest.mark.rule("NUT-NP-18", "NUT-STAT-08")
def test_it_retires_out_of_sight():
    battle = field(blue("foe", 70, 46, group="foe"), features=[area("house", "building", 20, 2, 24, 40, 3.0)])
    perform(battle, "retire", *[6] * 10)
    assert tank(battle).gone or tank(battle).status == "ducked_back" or tank(battle).x < 10


@pytest.mark.rule("NUT-NP-12")
@pytest.mark.filterwarnings("error")
def test_a_vehicle_that_no_way_leads_on_stays_where_it_is():
    """A river from edge to edge lies between it and its goal."""
    battle = field(*blues(60, 20), features=[area("river", "river", 30, 0, 36, 48)])
    order = np_drives.forward(battle, tank(battle), (60.0, 20.0), [])
    assert order is None or order.path == ()
