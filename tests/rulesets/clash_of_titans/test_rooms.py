"""Areas, openings, seeing in and out. Rules: NUT-BLDG-01, -02, -03, -06, -07, -12, NUT-GEO-12."""

from __future__ import annotations

import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import affinity

from tests.rulesets.clash_of_titans.build import area, blue, red, strip
from tests.rulesets.clash_of_titans.field import Field, field
from wargame.rulesets.clash_of_titans import geometry, plans, rooms
from wargame.rulesets.clash_of_titans.data import rows
from wargame.rulesets.clash_of_titans.state import DUCKED

HOUSE = area("house", "building", 20, 10, 30, 16, height=2.0, front=270.0)
"""Ten by six: two areas, the border at x = 25; the front is the lower side."""


def house(**props: object) -> rooms.Building:
    made = field(features=[area("house", "building", 20, 10, 30, 16, height=2.0, front=270.0, **props)])
    return rooms.building(made.board, "house")


def sees(scene: Field, a: str, b: str) -> bool:
    return geometry.sees(scene, scene.stand(a), scene.stand(b))


# ---------------------------------------------------------------- layout


@pytest.mark.rule("NUT-BLDG-01")
@pytest.mark.parametrize("row", rows("building_types"), ids=lambda r: f"{r['region']}-{r['die']}")
def test_types_of_the_table_have_their_values_and_areas(row: dict[str, object]) -> None:
    width, depth = (float(v) for v in str(row["footprint"]).split("x"))
    named = [r for r in rows("building_types") if r["type"] == row["type"]]
    made = field(features=[area("h", "building", 5, 5, 5 + width, 5 + depth, height=0, type=row["type"])])
    found = rooms.building(made.board, "h")
    assert len(found.areas) == row["areas_per_storey"]
    assert found.dv in {r["dv"] for r in named} and found.storeys in {r["storeys"] for r in named}


@pytest.mark.rule("NUT-BLDG-01")
def test_a_scenario_may_set_one_value_for_a_structure() -> None:
    assert house().dv == 2
    assert house(dv=3).dv == 3
    assert house(type="church").dv == 4


@pytest.mark.rule("NUT-BLDG-02")
@settings(max_examples=25, deadline=None)
@given(st.floats(3, 20), st.floats(3, 14), st.floats(0, 180))
def test_no_area_is_larger_than_six_by_six_and_none_is_lost(width: float, depth: float, turn: float) -> None:
    shape = affinity.rotate(shapely.box(20, 20, 20 + width, 20 + depth), turn)
    found = plans.areas(shape)
    assert sum(a.shape.area for a in found) == pytest.approx(shape.area, rel=0.01)
    for one in found:
        box = shapely.get_coordinates(shapely.oriented_envelope(one.shape))
        assert max(math.dist(box[0], box[1]), math.dist(box[1], box[2])) <= plans.LARGEST_IN + 0.01


@pytest.mark.rule("NUT-BLDG-03")
def test_openings_of_a_house_of_two_areas() -> None:
    found = house()
    ground = [o for o in found.openings if o.floor == 0]
    assert [(o.kind, o.area) for o in ground if o.kind == "door"] == [("door", 0), ("door", 1)]
    assert sum(o.kind == "doorway" for o in ground) == 1
    assert sum(o.kind == "window" and o.floor == 1 and o.area == 0 for o in found.openings) == 1 + 2 + 1
    assert not any(o.kind == "door" and o.floor == 1 for o in found.openings)


@pytest.mark.rule("NUT-BLDG-12")
def test_doors_stand_in_the_middle_and_windows_evenly() -> None:
    found = house()
    doors = [(o.x, o.y) for o in found.openings if o.kind == "door"]
    assert doors == [(22.5, 10.0), (27.5, 10.0)]
    assert [(o.x, o.y) for o in found.openings if o.kind == "doorway" and o.floor == 0] == [(25.0, 13.0)]
    west = sorted(o.y for o in found.openings if o.kind == "window" and o.floor == 0 and o.x == 20.0)
    assert west == [11.5, 14.5]
    assert all(o.width_in == 1.0 for o in found.openings)
    assert found.stair == found.areas[0].centre


@pytest.mark.rule("NUT-BLDG-12")
def test_the_front_is_where_the_map_says_or_the_road_lies() -> None:
    plain = area("house", "building", 20, 10, 30, 16)
    by_road = field(features=[plain, strip("road", "road", (0, 20), (60, 20), width=2)])
    door = next(o for o in rooms.building(by_road.board, "house").openings if o.kind == "door")
    assert door.y == 16.0
    other = field(features=[plain, strip("road", "road", (0, 5), (60, 5), width=2)])
    assert next(o for o in rooms.building(other.board, "house").openings if o.kind == "door").y == 10.0


# ---------------------------------------------------------------- sight inside


@pytest.mark.rule("NUT-BLDG-02")
def test_men_of_one_area_see_each_other() -> None:
    made = field(red("a", 21, 11), blue("b", 24, 15), blue("c", 26, 13), features=[HOUSE])
    assert sees(made, "a", "b")
    assert not sees(made, "a", "c")
    made.stand("b").status = DUCKED
    assert sees(made, "a", "b")
    made.stand("b").floor = 1
    assert not sees(made, "a", "b")


@pytest.mark.rule("NUT-BLDG-02")
@pytest.mark.parametrize(("x", "seen"), [(26.0, True), (26.2, False)])
def test_through_a_doorway_only_when_both_are_at_it(x: float, seen: bool) -> None:
    made = field(red("a", 24.2, 13), blue("b", x, 13), features=[HOUSE])
    assert sees(made, "a", "b") is seen


# ---------------------------------------------------------------- out of the window


@pytest.mark.rule("NUT-BLDG-06")
@pytest.mark.parametrize(
    ("place", "seen"),
    [((10, 11.5), True), ((10, 20.9), True), ((10, 22.5), False), ((40, 11.5), False)],
)
def test_a_man_at_a_window_sees_within_45_degrees_of_the_wall(place: tuple[float, float], seen: bool) -> None:
    made = field(red("a", *place), blue("b", 20.6, 11.5), features=[HOUSE])
    assert sees(made, "b", "a") is seen and sees(made, "a", "b") is seen


@pytest.mark.rule("NUT-BLDG-06")
def test_only_two_use_one_window() -> None:
    men = [blue(f"b{n}", 20.5, 11.1 + 0.4 * n) for n in range(3)]
    made = field(red("a", 5, 11.5), *men, features=[HOUSE])
    assert [sees(made, f"b{n}", "a") for n in range(3)].count(True) == 2


@pytest.mark.rule("NUT-BLDG-07")
def test_men_deeper_in_the_room_are_not_seen_from_outside() -> None:
    made = field(red("a", 10, 11.5), blue("b", 21.1, 11.5), features=[HOUSE])
    assert not sees(made, "a", "b")


@pytest.mark.rule("NUT-BLDG-07")
@pytest.mark.parametrize(("x", "seen"), [(17.1, True), (16.9, False)])
def test_from_three_inches_of_the_opening_all_of_the_room_is_seen(x: float, seen: bool) -> None:
    made = field(red("a", x, 11.5), blue("b", 24, 11.6), features=[HOUSE])
    assert sees(made, "a", "b") is seen
    upstairs = field(red("a", x, 11.5), blue("b", 24, 11.6), features=[HOUSE])
    upstairs.stand("b").floor = 1
    assert not sees(upstairs, "a", "b")


@pytest.mark.rule("NUT-BLDG-06")
def test_windows_upstairs_look_over_a_wall() -> None:
    ground = [HOUSE, area("shed", "building", 14, 8, 16, 16, height=1.0)]
    made = field(red("a", 5, 11.5), blue("b", 20.5, 11.5), features=ground)
    assert not sees(made, "b", "a")
    made.stand("b").floor = 1
    assert sees(made, "b", "a")


@pytest.mark.rule("NUT-BLDG-06")
def test_two_men_at_windows_of_two_houses() -> None:
    other = area("other", "building", 5, 9, 11, 15, height=1.0, front=270.0)
    made = field(red("a", 10.5, 10.5), blue("b", 20.5, 11.5), features=[HOUSE, other])
    assert sees(made, "a", "b") and sees(made, "b", "a")


@pytest.mark.rule("NUT-STAT-15")
def test_a_man_on_the_floor_of_a_room_is_not_seen_through_the_window() -> None:
    made = field(red("a", 10, 11.5), blue("b", 20.6, 11.5), features=[HOUSE])
    made.stand("b").status = DUCKED
    assert not sees(made, "a", "b")
    made.stand("a").x = 18.7
    assert sees(made, "a", "b")


# ---------------------------------------------------------------- roofs and walls


@pytest.mark.rule("NUT-BLDG-11")
def test_a_roof_is_one_level_above_the_top_storey() -> None:
    made = field(red("a", 5, 13), blue("b", 20.6, 13), features=[HOUSE])
    made.stand("b").floor = 2
    assert rooms.on_roof(made.board, 20.6, 13, 2) is not None
    assert rooms.on_roof(made.board, 20.6, 13, 1) is None
    assert rooms.room_at(made.board, 20.6, 13, 2) is None
    assert sees(made, "a", "b")


@pytest.mark.rule("NUT-GEO-12")
def test_no_contact_through_a_wall_but_through_a_door() -> None:
    wall = field(red("a", 19.45, 13), blue("b", 20.55, 13), features=[HOUSE])
    assert not geometry.in_contact(wall, wall.stand("a"), wall.stand("b"))
    door = field(red("a", 22.5, 9.45), blue("b", 22.5, 10.55), features=[HOUSE])
    assert geometry.in_contact(door, door.stand("a"), door.stand("b"))
    inner = field(red("a", 24.45, 13), blue("b", 25.55, 13), features=[HOUSE])
    assert geometry.in_contact(inner, inner.stand("a"), inner.stand("b"))
