"""Distances, facings, three lines, heights. Rules: NUT-GEO."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.clash_of_titans.build import area, blue, red, strip
from tests.rulesets.clash_of_titans.field import Field, case, field
from wargame.board import Base, Board, Table
from wargame.rulesets.clash_of_titans import cover, geometry, lines, vehicles
from wargame.rulesets.clash_of_titans.ground import profile
from wargame.rulesets.clash_of_titans.state import DUCKED, ClashStand

HILL = area("hill", "hill", 20, 0, 30, 20, height=1.0)


def sees(scene: Field, a: str, b: str) -> bool:
    return geometry.sees(scene, scene.stand(a), scene.stand(b))


@pytest.mark.rule("NUT-GEO-02")
def test_figures_are_measured_from_their_centres_vehicles_from_their_outline() -> None:
    made = field(red("a", 10, 10), blue("b", 16, 10), blue("tank", 30, 10, "t_34_76", facing=180))
    tank = made.stand("tank")
    assert geometry.distance(made, made.stand("a"), made.stand("b")) == 6.0
    assert geometry.distance(made, made.stand("a"), tank) == pytest.approx(20.0 - tank.base.depth_in / 2)
    assert geometry.distance(made, tank, made.stand("a")) == geometry.distance(made, made.stand("a"), tank)
    house = field(red("a", 10, 10), features=[area("house", "building", 14, 5, 20, 15)])
    assert geometry.distance_to_building(house, house.stand("a"), "house") == pytest.approx(4.0)


@pytest.mark.rule("NUT-GEO-02")
def test_vehicles_are_measured_from_outline_to_outline() -> None:
    made = field(red("a", 10, 10, "panzer_iv_g"), blue("b", 30, 10, "t_34_76"))
    one, other = made.stand("a"), made.stand("b")
    assert geometry.distance(made, one, other) == pytest.approx(20.0 - one.base.depth_in / 2 - other.base.depth_in / 2)


@pytest.mark.rule("NUT-GEO-12")
@pytest.mark.parametrize(("x", "touch"), [(11.0, True), (11.1, True), (11.11, False)])
def test_contact_is_a_tenth_of_an_inch_between_outlines(x: float, touch: bool) -> None:
    made = field(red("a", 10, 10), blue("b", x, 10))
    assert geometry.in_contact(made, made.stand("a"), made.stand("b")) is touch


@pytest.mark.rule("NUT-GEO-06")
@pytest.mark.parametrize(("bearing", "front"), [(0, True), (90, True), (-90, True), (91, False), (180, False)])
def test_a_man_has_half_a_circle_in_front_of_him(bearing: float, front: bool) -> None:
    angle = math.radians(bearing)
    made = field(red("a", 30, 20), blue("b", 30 + 8 * math.cos(angle), 20 + 8 * math.sin(angle)))
    assert geometry.in_front(made.stand("a"), made.stand("b")) is front
    assert geometry.is_flanked(made.stand("a"), (made.stand("b").x, made.stand("b").y)) is not front


def test_case_07_sides_of_a_hull(request: pytest.FixtureRequest) -> None:
    case(request, "CASE-07")
    tank = field(red("tank", 30, 20, "panzer_iv_g", facing=90)).stand("tank")
    found = []
    for off in (30, 45, 60, 134, 136):
        angle = math.radians(90 - off)
        found.append(vehicles.face_towards(tank, (30 + 20 * math.cos(angle), 20 + 20 * math.sin(angle))))
    assert found == ["front", "front", "side", "side", "rear"]


# ---------------------------------------------------------------- the three lines


@pytest.mark.rule("NUT-GEO-03")
def test_one_open_line_of_three_is_enough() -> None:
    high = area("house", "building", 15, 10.1, 16, 14, height=1.0)
    made = field(red("a", 10, 10), blue("b", 20, 10), blue("c", 20, 11), features=[high])
    assert sees(made, "a", "b")  # the lower edges see each other
    full = field(red("a", 10, 10), blue("b", 20, 10), features=[area("house", "building", 15, 9.4, 16, 14)])
    assert not sees(full, "a", "b")


@pytest.mark.rule("NUT-GEO-03")
def test_the_edges_of_a_vehicle_are_its_outermost_corners() -> None:
    made = field(red("a", 10, 20), blue("tank", 30, 20, "t_34_76", facing=90))
    tank = lines.columns([lines.pose_of(made, made.stand("tank"))])
    man = lines.columns([lines.pose_of(made, made.stand("a"))])
    found = lines.bundle(made.board, man, tank)
    half_long, half_wide = made.stand("tank").base.depth_in / 2, made.stand("tank").base.width_in / 2
    corners = {(round(x, 6), round(y, 6)) for x, y in found.b[0, 1:, :2].tolist()}
    assert corners == {(30 - half_wide, 20 + half_long), (30 - half_wide, 20 - half_long)}
    ends = sorted(zip(found.a[0, 1:, 1].tolist(), found.b[0, 1:, 1].tolist(), strict=True))
    assert ends[0][1] < ends[1][1]  # upper edge to upper edge, lower to lower


places = st.tuples(st.floats(1, 40), st.floats(1, 30))


@settings(max_examples=60, deadline=None)
@given(a=places, b=places, turn=st.floats(0, 359))
def test_sight_is_mutual(a: tuple[float, float], b: tuple[float, float], turn: float) -> None:
    features = [
        area("house", "building", 12, 8, 18, 14, height=1.0),
        area("wood", "woods_light", 22, 3, 30, 20, height=0),
        strip("wall", "wall", (5, 20), (35, 20)),
        area("hill", "hill", 0, 22, 20, 30, height=1.0),
    ]
    made = field(
        red("a", *a), blue("tank", *b, "t_34_76", facing=turn), blue("x", 15, 25, "t_34_76"), features=features
    )
    assert sees(made, "a", "tank") == sees(made, "tank", "a")


@pytest.mark.rule("NUT-GEO-04")
def test_vehicles_and_wrecks_block_but_never_the_two_ends() -> None:
    made = field(red("a", 10, 10), blue("tank", 16, 10, "t_34_76", facing=90), blue("b", 22, 10))
    assert not sees(made, "a", "b")
    assert sees(made, "a", "tank")
    made.stand("tank").gone = "destroyed"
    made.stand("tank").on_table = False
    assert sees(made, "a", "b")
    made.stand("tank").knocked_out = True
    assert not sees(made, "a", "b")


@pytest.mark.rule("NUT-GEO-04")
def test_men_do_not_block_and_smoke_does() -> None:
    made = field(red("a", 10, 10), red("x", 15, 10), blue("b", 20, 10))
    assert sees(made, "a", "b")
    made.add("smoke", "smoke", 14, 9, 16, 11)
    assert not sees(made, "a", "b")


# ---------------------------------------------------------------- heights


@pytest.mark.rule("NUT-GEO-05")
def test_standing_men_see_over_a_low_wall_and_lying_ones_do_not() -> None:
    made = field(red("a", 10, 10), blue("b", 20, 10), features=[strip("wall", "wall", (15, 5), (15, 15))])
    assert sees(made, "a", "b")
    made.stand("b").prone = True
    assert not sees(made, "a", "b")
    tank = field(red("tank", 10, 10, "panzer_iv_g"), blue("b", 20, 10, prone=True), features=[])
    assert sees(tank, "tank", "b")


@pytest.mark.rule("NUT-GEO-05")
@pytest.mark.parametrize(
    ("fields", "line", "inches"),
    [({}, "SU_rifleman", 1.0), ({"prone": True}, "SU_rifleman", 0.5), ({}, "t_34_76", 2.0), ({}, "su_76", 1.5)],
)
def test_heights_of_pieces(fields: dict[str, bool], line: str, inches: float) -> None:
    made = field(blue("b", 20, 10, line))
    for name, value in fields.items():
        setattr(made.stand("b"), name, value)
    assert lines.own_height(made.stand("b")) == inches
    assert lines.pose_of(made, made.stand("b")).top_in == inches


@pytest.mark.rule("NUT-GEO-05")
def test_a_crest_blocks_what_is_below_it_and_a_level_is_two_inches() -> None:
    made = field(red("low", 10, 10), red("top", 22, 10), blue("far", 50, 10), blue("near", 31, 10), features=[HILL])
    assert not sees(made, "low", "far")
    assert sees(made, "top", "far")
    assert not sees(made, "top", "near")  # dead ground close behind the edge
    on_edge = field(red("top", 29.5, 10), blue("near", 31, 10), features=[HILL])
    assert sees(on_edge, "top", "near")
    assert lines.pose_of(on_edge, on_edge.stand("top")).foot_in == 2.0


def test_case_114_heights_cover_and_ducking(request: pytest.FixtureRequest) -> None:
    case(request, "CASE-114")
    wall = strip("wall", "wall", (15, 5), (15, 15), width=0.1)
    made = field(red("a", 10, 10), blue("b", 20, 10), features=[wall])
    assert sees(made, "a", "b")
    assert not cover.cover(made, made.stand("b"), made.stand("a")).in_cover
    made.stand("b").prone = True
    assert not sees(made, "a", "b")
    near = field(
        red("a", 10, 10), blue("b", 20, 10), features=[strip("wall", "wall", (18.5, 5), (18.5, 15), width=0.1)]
    )
    assert cover.cover(near, near.stand("b"), near.stand("a")).in_cover
    near.stand("b").status = DUCKED
    assert not sees(near, "a", "b")


@pytest.mark.rule("NUT-STAT-15")
def test_a_ducked_man_is_hidden_across_his_cover_even_from_above() -> None:
    hill = area("hill", "hill", 0, 0, 12, 20, height=3.0)
    wall = strip("wall", "wall", (17.6, 5), (17.6, 15), width=0.1)
    made = field(red("a", 11.9, 10), blue("b", 18.4, 10), blue("friend", 5, 12), features=[hill, wall])
    made.stand("b").status = DUCKED
    standing = field(red("a", 11.9, 10), blue("b", 18.4, 10), features=[hill, wall])
    assert sees(standing, "a", "b")
    assert not sees(made, "a", "b")
    flank = field(red("a", 30, 10), blue("b", 18.4, 10), features=[wall])
    flank.stand("b").status = DUCKED
    assert sees(flank, "a", "b")  # his cover is not crossed


@pytest.mark.rule("NUT-STAT-15")
@pytest.mark.parametrize(("x", "seen"), [(17.9, False), (18.5, True)])
def test_a_ducked_man_in_woods_is_seen_only_from_two_inches(x: float, seen: bool) -> None:
    made = field(red("a", x, 10), blue("b", 20.4, 10), features=[area("wood", "woods_light", 10, 5, 30, 15, height=0)])
    made.stand("b").status = DUCKED
    assert sees(made, "a", "b") is seen


@pytest.mark.rule("NUT-GEO-03")
def test_many_looks_at_once_agree_with_single_ones() -> None:
    features = [area("house", "building", 20, 10, 26, 18), area("wood", "woods_light", 30, 2, 38, 20, height=0)]
    units = [red("a", 10, 15)] + [blue(f"b{n}", 15 + 3.1 * n, 4 + 2.3 * n) for n in range(12)]
    made = field(*units, features=features)
    many = geometry.seen_among(made, made.stand("a"), [made.stand(f"b{n}") for n in range(12)])
    fresh = field(*units, features=features)
    assert many == tuple(sees(fresh, "a", f"b{n}") for n in range(12))
    assert {s.id for s in geometry.sees_of(made, made.stand("a"))} == {f"b{n}" for n in range(12) if many[n]}
    watchers = geometry.seen_by(made, made.stand("b0"))
    assert [w.id for w in watchers] == (["a"] if many[0] else [])


def test_an_outline_gap_is_zero_inside() -> None:
    base = Base.rectangle(2.0, 4.0)
    stand = ClashStand(id="x", name="x", side="red", group="", line="", base=base, kind="vehicle", x=10.0, y=10.0)
    board = Board.build(Table(40, 40), (), profile())
    assert board.ground_in(10, 10) == 0.0
    assert geometry.between(stand, (10.0, 10.0), stand, (10.5, 10.0)) == 0.0
