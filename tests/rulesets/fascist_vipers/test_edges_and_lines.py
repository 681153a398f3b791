"""Owners' edges, lines of defence, shortest ways: the ground that runaways and guns are measured by."""

from __future__ import annotations

import dataclasses

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, behind, blue, red, stand
from wargame.engine.setup import Zone
from wargame.rulesets.fascist_vipers import edges, enemies, lines, refuge, shooting, way


def setup_with(edge_red="", zones=()):
    setup = sketch.setup_of(red("a", RIFLES, 10, 10), blue("b", RUSSIANS, 40, 40))
    sides = tuple(
        dataclasses.replace(s, fields={"edge": edge_red} if s.id == "red" and edge_red else {}) for s in setup.sides
    )
    return dataclasses.replace(setup, sides=sides, zones=tuple(zones))


def zone(side, x0, y0, x1, y1):
    return Zone(id=side, name=side, side=side, polygon=((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


@pytest.mark.parametrize(
    ("edge", "middle"), [("left", (0, 24)), ("right", (72, 24)), ("bottom", (36, 0)), ("top", (36, 48))]
)
def test_the_scenario_may_name_an_edge(edge, middle):
    setup = setup_with(edge)
    assert edges.home_edge(setup, "red") == edge
    assert edges.edge_middle(setup, "red") == middle


@pytest.mark.parametrize(
    ("own", "enemy", "edge"),
    [
        ((0, 10, 10, 30), (60, 10, 70, 30), "left"),
        ((60, 10, 70, 30), (0, 10, 10, 30), "right"),
        ((0, 10, 10, 30), (12, 12, 22, 30), "left"),
        ((20, 40, 40, 48), (20, 0, 40, 8), "top"),
        ((20, 0, 40, 8), (20, 40, 40, 48), "bottom"),
        ((0, 0, 10, 6), (12, 30, 22, 48), "bottom"),
    ],
)
def test_else_it_is_the_edge_behind_the_sides_ground(own, enemy, edge):
    setup = setup_with(zones=(zone("red", *own), zone("blue", *enemy)))
    assert edges.home_edge(setup, "red") == edge


def test_without_zones_the_stands_ground_counts():
    setup = setup_with()
    assert (edges.home_edge(setup, "red"), edges.home_edge(setup, "blue")) == ("bottom", "top")


def test_nearest_point_of_the_own_edge():
    places = {edge: edges.nearest_edge_point(setup_with(edge), "red", (20.0, 30.0)) for edge in edges.OUTWARD}
    assert places == {"left": (0.0, 30.0), "right": (72.0, 30.0), "bottom": (20.0, 0.0), "top": (20.0, 48.0)}


def test_guns_behind_the_table_fire_from_the_middle_of_their_edge():
    battle = sketch.battle_of(
        red("a", RIFLES, 5, 5), behind("g", sketch.BATTERY, "red"), behind("h", sketch.BATTERY, "blue")
    )
    assert shooting.line_of_fire(battle, stand(battle, "g")) == (0.0, 24.0)
    assert shooting.line_of_fire(battle, stand(battle, "h")) == (72.0, 24.0)
    assert shooting.line_of_fire(battle, stand(battle, "a")) == (5, 5)


def bent():
    """A line of blue's with a corner: from (30, 0) to (40, 20) to (30, 48)."""
    found = sketch.line("blue", "defence_line", 0.0)
    bent_line = dataclasses.replace(found, points=((30.0, 0.0), (40.0, 20.0), (30.0, 48.0)))
    return sketch.setup_of(red("a", RIFLES, 10, 10), blue("b", RUSSIANS, 45, 20), lines=[bent_line]), bent_line


@pytest.mark.parametrize(
    ("at", "behind_it"),
    [((36.0, 20.0), False), ((44.0, 20.0), True), ((32.0, 2.0), True), ((30.5, 2.0), False), ((34.0, 46.0), True)],
)
def test_which_side_of_a_bent_line(at, behind_it):
    setup, line = bent()
    assert lines.is_behind(setup, line, at) == behind_it


def test_nearest_point_of_a_line():
    _, line = bent()
    assert lines.nearest_point(line, (60.0, 20.0)) == (40.0, 20.0)
    assert lines.nearest_point(line, (30.0, -5.0)) == (30.0, 0.0)
    straight = sketch.line("blue", "defence_line", 35.0)
    assert lines.nearest_point(straight, (20.0, 17.5)) == (35.0, 17.5)


def test_a_line_is_reached_within_an_inch_before_it():
    line = sketch.line("blue", "defence_line", 35.0)
    setup = sketch.setup_of(red("a", RIFLES, 10, 10), blue("b", RUSSIANS, 34, 10), lines=[line])
    unit = sketch.state_of(setup).stands["b"]
    assert lines.has_reached(setup, line, unit)
    unit.x = 33.9
    assert not lines.has_reached(setup, line, unit)


@pytest.mark.rule("CFV-REAC-40")
def test_only_teeth_arm_enemies_on_the_table_overrun_a_line():
    line = sketch.line("blue", "defence_line", 35.0)
    guns = red("guns", "GE_mmg_platoon_mg_34_or_mg_42_on_tripod_39", 36, 10)
    battle = sketch.battle_of(guns, red("rifles", RIFLES, 36, 14), blue("b", RUSSIANS, 30, 10), lines=[line])
    ours = [stand(battle, "b")]
    assert lines.is_overrun(battle, line, ours)
    stand(battle, "rifles").on_table = False
    assert not lines.is_overrun(battle, line, ours)
    stand(battle, "rifles").on_table = True
    stand(battle, "rifles").y = 21.9
    assert lines.is_overrun(battle, line, ours)
    stand(battle, "rifles").y = 22.5
    assert not lines.is_overrun(battle, line, ours)
    assert not lines.is_overrun(battle, line, [])


@pytest.mark.rule("CFV-REAC-26", "CFV-REAC-24")
def test_lines_that_most_of_the_group_has_passed_are_no_refuge():
    three = [sketch.line("blue", "defence_line", x, n) for n, x in enumerate((30.0, 45.0, 60.0), 1)]
    places = (
        red("a", RIFLES, 5, 5),
        blue("b0", RUSSIANS, 40, 10),
        blue("b1", RUSSIANS, 41, 14),
        blue("b2", RUSSIANS, 46, 18),
    )
    battle = sketch.battle_of(*places, lines=reversed(three))
    own = sketch.group(battle, "blue-1")
    assert lines.line_to_hold(battle, own)[0] == "blue-defence_line-2"
    stand(battle, "b1").x = 50.0
    assert lines.line_to_hold(battle, own)[0] == "blue-defence_line-3"
    own.attacker = True
    assert lines.line_to_hold(battle, own)[0] == lines.OFF


def test_the_nearest_start_line_is_the_groups():
    both = [sketch.line("red", "start_line", 8.0, 1, low=30.0), sketch.line("red", "start_line", 12.0, 2, high=20.0)]
    battle = sketch.battle_of(red("a", RIFLES, 30, 10), blue("b", RUSSIANS, 60, 10), lines=both)
    assert lines.line_to_hold(battle, sketch.group(battle, "red-1"))[0] == "red-start_line-2"


# ---------------------------------------------------------------- ways and refuges


def test_the_shortest_way_leads_round_what_may_not_be_entered():
    forest = sketch.wood("forest", 20, 12, 24, 40)
    truck = red("t", "GE_truck_39", 18, 15) if "GE_truck_39" in sketch.data.units() else red("t", _truck(), 18, 15)
    battle = sketch.battle_of(truck, red("foot", RIFLES, 18, 15), blue("b", RUSSIANS, 60, 10), features=[forest])
    straight = way.shortest_path(battle, stand(battle, "foot"), (30.0, 15.0))
    assert straight == ((18, 15), (22.0, 15.0))
    round_it = way.shortest_path(battle, stand(battle, "t"), (30.0, 15.0))
    assert len(round_it) > 2 and all(y <= 15.001 for _, y in round_it)


def _truck():
    return next(u.unit_id for u in sketch.data.units().values() if u.nation == "GE" and u.troop_type == "truck")


def test_slow_ground_shortens_a_move():
    marsh = sketch.wood("marsh", 20, 0, 40, 48, kind="swamp")
    battle = sketch.battle_of(red("foot", RIFLES, 18, 15), blue("b", RUSSIANS, 60, 10), features=[marsh])
    assert way.shortest_end(battle, stand(battle, "foot"), (30.0, 15.0)) == (21.0, 15.0)


def test_distance_to_cover_depends_on_who_asks():
    crops = sketch.wood("crops", 40, 0, 44, 48, kind="wheat")
    forest = sketch.wood("forest", 50, 0, 54, 48)
    battle = sketch.battle_of(red("foot", RIFLES, 36, 10), blue("tank", T34, 36, 20), features=[crops, forest])
    assert refuge.cover_distance(battle, stand(battle, "foot")) == pytest.approx(4.0)
    assert refuge.cover_distance(battle, stand(battle, "tank")) == pytest.approx(14.0)
    stand(battle, "foot").x = 41.0
    assert refuge.cover_distance(battle, stand(battle, "foot")) == 0.0


def test_nearest_cover_within_a_limit_and_free_of_other_bases():
    copse = sketch.wood("copse", 40, 9.4, 41, 10.6)
    battle = sketch.battle_of(red("foot", RIFLES, 36, 10), blue("b", RUSSIANS, 60, 10), features=[copse])
    place = refuge.nearest_cover(battle, stand(battle, "foot"), [])
    assert place == pytest.approx((40.0, 10.0), abs=0.01)
    assert refuge.nearest_cover(battle, stand(battle, "foot"), [], 3.0) is None
    stand(battle, "b").x, stand(battle, "b").y = 40.5, 10.0
    assert refuge.nearest_cover(battle, stand(battle, "foot"), []) is None


def test_a_trench_narrower_than_the_grid_is_cover():
    trench = sketch.Feature(
        id="t",
        kind="trench",
        name="t",
        geometry="line",
        rings=(((40.2, 5.0), (40.2, 15.0)),),
        width_in=0.3,
        height=0.0,
        props={},
        order=0,
    )
    battle = sketch.battle_of(red("foot", RIFLES, 36, 10), blue("b", RUSSIANS, 60, 10), features=[trench])
    assert refuge.nearest_cover(battle, stand(battle, "foot"), []) == pytest.approx((40.2, 10.0), abs=0.3)


@pytest.mark.rule("CFV-REAC-41")
def test_coming_nearer_anywhere_on_the_path_counts():
    battle = sketch.battle_of(red("e", RIFLES, 20, 10), red("f", RIFLES, 20, 30), blue("b", RUSSIANS, 30, 10))
    foes = enemies.known_enemies(battle, "blue")
    assert refuge.approaches(((30, 10), (29, 10), (31, 10)), foes)
    assert not refuge.approaches(((30, 10), (33, 12)), foes)
    assert enemies.nearest((30, 28), foes).id == "f"
    assert enemies.distance_to_nearest((30, 10), foes) == 10.0
    assert enemies.distance_to_nearest((30, 10), []) == float("inf")
    gap, ours, theirs = enemies.nearest_pair([stand(battle, "b")], foes)
    assert (ours.id, theirs.id) == ("b", "e") and 8.0 < gap < 10.0


@pytest.mark.rule("CFV-REAC-38")
def test_threats_are_enemies_that_have_range_and_penetration():
    battle = sketch.battle_of(
        red("near", RIFLES, 30, 10), red("far", RIFLES, 20, 10), blue("b", RUSSIANS, 36, 10), blue("t", T34, 36, 14)
    )
    foes = enemies.known_enemies(battle, "blue")
    assert [e.id for e in refuge.threats(battle, stand(battle, "b"), foes)] == ["near"]
    assert refuge.threats(battle, stand(battle, "t"), foes) == []
