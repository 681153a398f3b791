import math
import pickle
from pathlib import Path

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.board.sketches import COSTS, MAPS, TABLE, board_of, box, profile, shipped, strip
from wargame.board import (
    AddFeature,
    AlterFeature,
    Base,
    Board,
    Footprint,
    RemoveFeature,
    contains_many,
    is_inside,
    region_contains,
)

HILL = [box("low", "hill", 10, 10, 30, 30, height=1), box("high", "hill", 14, 14, 26, 26, height=2)]
WOOD = box("wood", "woods_light", 2, 2, 6, 6, height=1)
RIVER = strip("river", "river", (40, 0), (40, 36), width=2.0)
ROAD = strip("road", "road", (0, 4), (48, 4), width=0.5)
SMOKE = AddFeature("smoke-1", "smoke", (((20, 20), (22, 20), (22, 22), (20, 22)),))


def row(board: Board, x: float, y: float) -> str:
    return board.terrain_at(x, y)[0]


def test_the_later_drawn_counts() -> None:
    crops = box("crops", "crops", 4, 2, 8, 6)
    assert row(board_of(WOOD, crops), 5, 5) == "crops"
    assert row(board_of(crops, WOOD), 5, 5) == "woods"
    assert row(board_of(WOOD, crops), 3, 3) == "woods"
    assert row(board_of(WOOD), 20, 20) == "open"


def test_a_road_leads_through_a_wood_and_a_bridge_over_a_river() -> None:
    bridge = strip("bridge", "bridge", (38.5, 4), (41.5, 4), width=0.7)
    board = board_of(ROAD, WOOD, bridge, RIVER)
    assert row(board, 4, 4) == "road"
    assert row(board, 40, 4) == "road"
    assert row(board, 40, 10) == "river"


def test_a_road_does_not_cross_a_river_without_a_bridge() -> None:
    assert row(board_of(RIVER, ROAD), 40, 4) == "river"
    blown = strip("bridge", "bridge", (38.5, 4), (41.5, 4), width=0.7, props={"state": "blown"})
    assert row(board_of(RIVER, ROAD, blown), 40, 4) == "river"
    stream = strip("stream", "stream", (40, 0), (40, 36), width=0.5)
    assert row(board_of(stream, ROAD), 40, 4) == "road"
    assert row(board_of(stream, ROAD, blown), 40, 4) == "stream"


def test_a_barricade_closes_a_road_until_a_lane_is_cleared() -> None:
    wall = strip("wall", "wall", (10, 2), (10, 6), width=0.4)
    lane = AddFeature("lane-1", "lane", (((9, 4), (11, 4)),), "line", width_in=1.0)
    board = board_of(wall, ROAD)
    assert row(board, 10, 4) == "wall"
    assert row(board.with_changes((lane,)), 10, 4) == "road"


def test_a_wood_on_a_slope_is_wood_and_a_field_lets_the_slope_show() -> None:
    wood, field = box("wood", "woods_light", 10, 10, 13, 13), box("field", "field", 10, 20, 30, 22)
    board = board_of(wood, field, *HILL)
    assert row(board, 12, 12) == "woods"
    assert row(board, 12, 21) == "slope"
    assert row(board, 20, 21) == "open"
    assert row(board, 20, 16) == "open"
    assert row(board, 12, 25) == "slope"


def test_the_top_of_a_hill_is_open_where_the_profile_says_so() -> None:
    assert row(board_of(*HILL), 20, 20) == "open"
    assert row(board_of(*HILL, hill_top_open=False), 20, 20) == "slope"


def test_a_property_may_choose_another_row() -> None:
    deep = strip("stream", "stream", (40, 0), (40, 36), width=0.5, props={"crossing": "impassable"})
    assert row(board_of(deep), 40, 5) == "river"


def test_features_at_a_point_from_the_top() -> None:
    board = board_of(*HILL, WOOD, ROAD)
    assert [f.id for f in board.features_at(20, 20)] == ["high", "low"]
    assert [f.id for f in board.features_at(4, 4)] == ["road", "wood"]
    assert [f.id for f in board.features_at(2, 6)] == ["wood"]
    assert board.features_at(40, 30) == ()


def test_unknown_ids_are_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="unknown feature 'x'"):
        board_of(WOOD).feature("x")
    with pytest.raises(ValueError, match="differ from each other"):
        Board.build(TABLE, [WOOD, WOOD], profile())


def test_terraced_ground_steps_at_the_contour() -> None:
    board = board_of(*HILL, inches_per_level=0.5)
    assert [board.level(x, 20) for x in (9.9, 10, 13.9, 14, 20)] == [0, 1, 1, 2, 2]
    assert board.ground_in(20, 20) == 1.0
    assert board.ground_many(np.array([(0, 0), (12, 12)])).tolist() == [0.0, 0.5]


def test_sloped_ground_rises_from_contour_to_contour() -> None:
    board = board_of(*HILL, relief="sloped")
    assert board.level(5, 20) == 0.0
    assert board.level(10, 20) == pytest.approx(0.0, abs=1e-9)
    assert board.level(12, 20) == pytest.approx(0.5, abs=1e-6)
    assert board.level(14, 20) == pytest.approx(1.0, abs=1e-6)
    assert board.level(17, 20) == pytest.approx(1.5, abs=0.01)
    assert board.level(20, 20) == pytest.approx(2.0, abs=1e-6)


def test_sloped_ground_rises_to_the_ridge_line() -> None:
    ridge = strip("ridge", "ridge", (16, 18), (24, 18), width=0.3)
    board = board_of(*HILL, ridge, relief="sloped")
    assert board.level(18, 18) == pytest.approx(2.0, abs=0.01)
    assert board.level(22, 18) == pytest.approx(2.0, abs=0.01)
    assert 1.0 < board.level(20, 22) < 1.9


@pytest.mark.parametrize("path", MAPS, ids=lambda p: p.stem)
def test_slopes_of_shipped_maps_stay_within_their_contours(path: Path) -> None:
    terraced, sloped = shipped(path), shipped(path, relief="sloped")
    table = terraced.table
    x, y = np.meshgrid(np.arange(0.7, table.width_in, 1.9), np.arange(0.7, table.height_in, 1.9))
    points = np.stack([x.ravel(), y.ravel()], axis=1)
    steps, slope = terraced.ground_many(points), sloped.ground_many(points)
    assert (slope <= steps + 1e-6).all()
    assert (slope >= steps - 1.0 - 1e-6).all()


@pytest.mark.parametrize("path", MAPS, ids=lambda p: p.stem)
def test_terrain_of_many_points_is_terrain_of_each(path: Path) -> None:
    board, plain = shipped(path), shipped(path, "plain")
    rng = np.linspace(0.05, 0.95, 12)
    points = np.array([(u * board.table.width_in, v * board.table.height_in) for u in rng for v in rng])
    codes, names = board.terrain_many(points)
    assert [names[c] for c in codes] == [board.terrain_at(x, y)[0] for x, y in points.tolist()]
    assert codes.tolist() == plain.terrain_many(points)[0].tolist()


def test_changes_give_the_board_a_fresh_build_would_give() -> None:
    board = board_of(*HILL, WOOD, RIVER)
    changes = (SMOKE, RemoveFeature("wood"), AlterFeature("low", (("height", 1.5), ("burnt", True))))
    after = board.with_changes(changes)
    fresh = Board.build(TABLE, after.features, profile())
    assert [f.id for f in after.features] == ["low", "high", "river", "smoke-1"]
    assert after.feature("low").height == 1.5
    assert after.feature("low").props["burnt"] is True
    for x, y in ((4, 4), (12, 12), (20, 20), (21, 21), (40, 3)):
        assert after.features_at(x, y) == fresh.features_at(x, y)
        assert after.terrain_at(x, y) == fresh.terrain_at(x, y)
        assert after.level(x, y) == fresh.level(x, y)


def test_boards_with_changes_are_kept_and_leave_the_first_alone() -> None:
    board = board_of(WOOD)
    assert board.with_changes(()) is board
    assert board.with_changes((SMOKE,)) is board.with_changes((SMOKE,))
    assert not board.has_feature("smoke-1")
    assert board.with_changes((SMOKE,)).feature("smoke-1").rings[0][0] == (20, 20)


def test_what_does_not_depend_on_a_change_is_shared() -> None:
    board = board_of(*HILL, relief="sloped")
    built = []

    def builder(one: Board) -> int:
        built.append(one)
        return len(built)

    hills, all_kinds = frozenset({"hill"}), frozenset({"hill", "smoke"})
    board.part("a", builder, hills), board.part("b", builder, all_kinds)
    after = board.with_changes((SMOKE,))
    assert after.part("a", builder, hills) == 1
    assert after.part("b", builder, all_kinds) == 3


def test_changes_that_make_no_sense_are_refused() -> None:
    board = board_of(WOOD)
    for change in (RemoveFeature("no"), AddFeature("wood", "smoke", SMOKE.rings), AddFeature("x", "lava", SMOKE.rings)):
        with pytest.raises(ValueError, match="expected"):
            board.with_changes((change,))


def test_a_board_travels_to_another_process() -> None:
    board = board_of(*HILL, WOOD)
    board.terrain_at(3, 3)
    twin = pickle.loads(pickle.dumps(board))
    assert twin.features == board.features
    assert twin.terrain_at(3, 3) == board.terrain_at(3, 3)


def test_distances_to_features() -> None:
    board = board_of(WOOD, RIVER, box("far", "woods_light", 20, 2, 22, 4))
    assert board.distance_to("wood", 9, 4) == 3.0
    assert board.distance_to("wood", 3, 3) == 0.0
    assert board.distance_to("river", 36, 20) == 3.0
    near = board.kinds_within(9, 4, {"woods_light", "river"}, 3.0)
    assert near is not None
    assert (near[0].id, near[1]) == ("wood", 3.0)
    assert board.kinds_within(9, 4, {"woods_light"}, 2.9) is None
    assert board.kinds_within(9, 4, {"town"}, 99) is None


def test_regions_hold_their_border() -> None:
    zone = [(0, 0), (10, 0), (10, 10), (0, 10)]
    assert region_contains(zone, 10, 5)
    assert not region_contains(zone, 10.01, 5)
    assert contains_many(zone, np.array([(1, 1), (11, 1)])).tolist() == [True, False]
    assert is_inside(Footprint(Base.circle(2), 1, 1), zone)
    assert not is_inside(Footprint(Base.circle(2), 0.9, 1), zone)
    assert is_inside(Footprint(Base.rectangle(2, 1), 0.5, 1, 0), zone)
    assert not is_inside(Footprint(Base.rectangle(2, 1), 0.5, 1, 90), zone)


@settings(deadline=None)
@given(st.integers(0, 47_999), st.integers(0, 35_999))
def test_terrain_at_a_point_against_shapely(x: int, y: int) -> None:
    crops = box("crops", "crops", 4, 2, 8, 6)
    board = board_of(*HILL, WOOD, crops, ROAD)
    point = shapely.Point(x / 1000, y / 1000)
    top = next((f for f in (ROAD, crops, WOOD) if board.area(f.id).covers(point)), None)
    assert board.terrain_at(x / 1000, y / 1000)[1] in ((top,) if top else (None, HILL[0], HILL[1]))


def test_costs_that_are_not_listed_are_one() -> None:
    assert profile().cost_of("open", "foot") == 1.0
    assert profile().cost_of("crops", "tank") == 1.0
    assert profile().cost_of("woods", "tank") == COSTS["woods"]["tank"]
    assert math.isclose(profile().cost_of("slope", "foot"), 1.5)
