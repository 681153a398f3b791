import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.board.sketches import MAPS, board_of, box, shipped, strip
from wargame.board import AddFeature, Board, along, leg_costs, path_length, point_at_cost, price, road_inches, stretches
from wargame.board.movement import walk_for

WOOD = box("wood", "woods_light", 10, 10, 20, 20)
CROPS = box("crops", "crops", 20, 10, 30, 20)
HOUSE = box("house", "building", 12, 22, 14, 24)
HILLS = [box("low", "hill", 30, 22, 46, 34, height=1), box("high", "hill", 34, 26, 42, 30, height=2)]
RIVER = strip("river", "river", (0, 5), (48, 5), width=1.0)
ROAD = strip("road", "road", (24, 0), (24, 36), width=0.6)
BRIDGE = strip("bridge", "bridge", (24, 4.2), (24, 5.8), width=0.8)
BOARD = board_of(*HILLS, WOOD, CROPS, RIVER, ROAD, BRIDGE, HOUSE)
PLAIN = board_of(*HILLS, WOOD, CROPS, RIVER, ROAD, BRIDGE, HOUSE, kernels="plain")

xs = st.integers(0, 48_000).map(lambda n: n / 1000)
ys = st.integers(0, 36_000).map(lambda n: n / 1000)
paths = st.lists(st.tuples(xs, ys), min_size=2, max_size=5)


def oracle(board: Board, path: list[tuple[float, float]], movement_class: str) -> float:
    """The cost of a path by cutting it at every border with shapely and asking for the terrain in each middle."""
    borders = shapely.union_all([board.area(f.id).boundary for f in board.features if f.kind != "objective"])
    total = 0.0
    for a, b in pairwise(path):
        leg = shapely.LineString([a, b])
        cuts = shapely.get_coordinates(leg.intersection(borders))
        at = sorted({0.0, leg.length, *(math.dist(a, c) for c in cuts.tolist())})
        for t, u in pairwise(at):
            middle = leg.interpolate((t + u) / 2)
            rate = board.profile.cost_of(board.terrain_at(middle.x, middle.y)[0], movement_class)
            if rate < 0 and u - t > 1e-5:
                return math.inf
            total += (u - t) * rate
    return total


def test_each_inch_pays_for_the_ground_it_lies_on() -> None:
    paid = price(BOARD, [(8, 15), (32, 15)], "foot")
    assert [(p.row, p.kind) for p in paid.parts] == [
        ("open", ""),
        ("woods", "woods_light"),
        ("crops", "crops"),
        ("road", "road"),
        ("crops", "crops"),
        ("open", ""),
    ]
    assert [p.inches for p in paid.parts] == pytest.approx([2, 10, 3.7, 0.6, 5.7, 2])
    assert paid.cost == pytest.approx(2 + 20 + 9.4 * 1.25 + 0.6 + 2)
    assert paid.inches == pytest.approx(24)
    assert paid.passable


def test_impassable_ground_stops_at_its_border() -> None:
    stopped = price(BOARD, [(5, 15), (25, 15)], "tank")
    assert stopped.blocked_by == "wood"
    assert stopped.blocked_at == pytest.approx((10, 15))
    assert stopped.cost == pytest.approx(5)
    assert not stopped.passable


def test_a_bridge_carries_the_road_over_the_river() -> None:
    assert price(BOARD, [(24, 1), (24, 9)], "tank").cost == pytest.approx(8)
    assert price(BOARD, [(20, 1), (20, 9)], "tank").blocked_by == "river"


def test_a_footbridge_carries_feet_only() -> None:
    plank = strip("plank", "bridge", (10, 4), (10, 6), width=0.4, props={"carries": "foot"})
    board = board_of(RIVER, plank)
    assert price(board, [(10, 2), (10, 8)], "foot").passable
    assert price(board, [(10, 2), (10, 8)], "tank").blocked_by == "river"


def test_a_slope_costs_and_the_top_does_not() -> None:
    assert price(BOARD, [(28, 28), (46, 28)], "foot").cost == pytest.approx(2 + 4 * 1.5 + 8 + 4 * 1.5)


def test_a_leg_along_a_border_pays_for_the_later_drawn() -> None:
    assert price(BOARD, [(20, 10), (20, 20)], "foot").cost == pytest.approx(12.5)
    assert price(BOARD, [(20, 20), (20, 10)], "foot").cost == pytest.approx(12.5)
    assert price(BOARD, [(10, 10), (10, 20)], "foot").cost == pytest.approx(20)


def test_a_leg_along_a_wall_of_a_house_is_free_to_go() -> None:
    for path in ([(12, 20), (12, 26)], [(14, 26), (14, 20)], [(10, 22), (16, 22)], [(11, 23), (13, 25)]):
        assert price(BOARD, path, "foot").passable
    assert price(BOARD, [(12.01, 20), (12.01, 26)], "foot").blocked_by == "house"


def test_a_leg_between_two_houses_that_touch_is_not() -> None:
    board = board_of(box("a", "building", 10, 10, 12, 12), box("b", "building", 12, 10, 14, 12))
    assert price(board, [(12, 8), (12, 14)], "foot").blocked_at == pytest.approx((12, 10))


def test_paths_without_length_cost_nothing() -> None:
    assert price(BOARD, [], "foot").cost == 0.0
    assert price(BOARD, [(3, 3)], "foot").passable
    still = price(BOARD, [(15, 15), (15, 15), (15, 15)], "foot")
    assert (still.cost, still.inches, still.legs) == (0.0, 0.0, (0.0, 0.0))
    assert price(BOARD, [(8, 15), (8, 15), (9, 15), (9, 15)], "foot").cost == pytest.approx(1)


def test_a_stand_in_impassable_ground_may_be_let_out() -> None:
    assert price(BOARD, [(13, 23), (13, 27)], "foot").blocked_at == (13, 23)
    let_out = price(BOARD, [(13, 23), (13, 27)], "foot", start_free=True)
    assert let_out.cost == pytest.approx(4)
    back_in = price(BOARD, [(13, 23), (13, 27), (13, 23)], "foot", start_free=True)
    assert back_in.blocked_at == pytest.approx((13, 24))


def test_clearance_keeps_the_centre_from_a_house_but_not_from_a_bridge() -> None:
    assert price(BOARD, [(11.4, 20), (11.4, 26)], "foot", clearance_in=0.5).passable
    assert price(BOARD, [(11.6, 20), (11.6, 26)], "foot", clearance_in=0.5).blocked_by == "house"
    assert price(BOARD, [(24, 1), (24, 9)], "foot", clearance_in=0.5).passable


def test_a_path_ends_at_the_edge_of_the_table() -> None:
    off = price(BOARD, [(40, 2), (50, 2)], "foot")
    assert off.blocked_by == "edge of the table"
    assert off.blocked_at == pytest.approx((48, 2))
    assert off.cost == pytest.approx(8)
    assert price(BOARD, [(40, 0), (48, 0)], "foot").passable


def test_points_along_a_path() -> None:
    path = [(8.0, 15.0), (18.0, 15.0), (18.0, 25.0)]
    assert path_length(path) == 20
    assert along(path, 12) == (18, 17)
    assert along(path, 99) == (18, 25)
    assert point_at_cost(BOARD, path, "foot", 6) == pytest.approx((12, 15))
    assert point_at_cost(BOARD, path, "foot", 99) == (18, 25)
    assert point_at_cost(BOARD, path, "tank", 99) == pytest.approx((10, 15))


def test_inches_on_the_road() -> None:
    assert road_inches(BOARD, [(24, 1), (24, 9), (30, 9)]) == pytest.approx(8.3)


def test_many_legs_at_once_cost_what_each_costs() -> None:
    starts, ends = np.array([(8, 15), (5, 15), (40, 2)]), np.array([(32, 15), (5, 25), (50, 2)])
    one_by_one = [price(BOARD, [a, b], "foot").cost for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]
    assert leg_costs(BOARD, starts, ends, "foot").tolist() == pytest.approx([*one_by_one[:2], math.inf])
    assert leg_costs(BOARD, starts, ends, "tank").tolist() == pytest.approx([math.inf, 10, math.inf])
    assert leg_costs(PLAIN, starts, ends, "foot").tolist() == leg_costs(BOARD, starts, ends, "foot").tolist()


def test_smoke_changes_no_price_and_shares_the_ground() -> None:
    smoke = AddFeature("smoke-1", "smoke", (((12, 12), (18, 12), (18, 18), (12, 18)),))
    after = BOARD.with_changes((smoke,))
    assert price(after, [(8, 15), (32, 15)], "foot") == price(BOARD, [(8, 15), (32, 15)], "foot")
    assert walk_for(after, "foot") is walk_for(BOARD, "foot")


def test_a_change_of_the_ground_changes_the_price() -> None:
    wall = AddFeature("wall-1", "barricade", (((24, 20), (24, 22)),), "line", width_in=3.0)
    assert price(BOARD, [(24, 15), (24, 25)], "tank").passable
    assert price(BOARD.with_changes((wall,)), [(24, 15), (24, 25)], "tank").blocked_by == "wall-1"


@settings(deadline=None)
@given(paths, st.sampled_from(["foot", "tank"]))
def test_price_is_what_shapely_adds_up(path: list[tuple[float, float]], movement_class: str) -> None:
    assume(all(a[0] != b[0] and a[1] != b[1] for a, b in pairwise(path)))
    expected = oracle(BOARD, path, movement_class)
    paid = price(BOARD, path, movement_class)
    assert paid.passable == (expected < math.inf)
    if paid.passable:
        assert paid.cost == pytest.approx(expected, abs=1e-6)


@settings(deadline=None)
@given(paths, st.sampled_from(["foot", "tank"]))
def test_both_kernels_give_the_same_stretches(path: list[tuple[float, float]], movement_class: str) -> None:
    assert stretches(BOARD, path, movement_class) == stretches(PLAIN, path, movement_class)


@settings(deadline=None)
@given(paths)
def test_the_way_back_costs_the_same(path: list[tuple[float, float]]) -> None:
    there, back = price(BOARD, path, "foot"), price(BOARD, path[::-1], "foot")
    assert there.passable == back.passable
    if there.passable:
        assert there.cost == pytest.approx(back.cost, abs=1e-9)


@settings(deadline=None)
@given(paths, st.floats(0, 1))
def test_cutting_a_leg_changes_no_price(path: list[tuple[float, float]], share: float) -> None:
    (ax, ay), (bx, by) = path[0], path[1]
    cut = (ax + (bx - ax) * share, ay + (by - ay) * share)
    whole, parts = price(BOARD, path, "foot"), price(BOARD, [path[0], cut, *path[1:]], "foot")
    assume(ax != bx and ay != by)
    assert whole.passable == parts.passable
    assert whole.cost == pytest.approx(parts.cost, abs=1e-6)


@settings(deadline=None)
@given(paths)
def test_stretches_cover_the_path_without_gaps(path: list[tuple[float, float]]) -> None:
    found = stretches(BOARD, path, "foot")
    at = 0.0
    for stretch in found:
        assert stretch.start_in == pytest.approx(at, abs=2e-6)
        at = stretch.end_in
    assert at == pytest.approx(path_length(path), abs=2e-6)


@pytest.mark.parametrize("path", MAPS, ids=lambda p: p.stem)
def test_prices_on_shipped_maps_against_shapely(path: Path) -> None:
    board, plain = shipped(path), shipped(path, "plain")
    shares = np.modf(np.arange(1, 25)[:, None] * (0.7548776662, 0.5698402910))[0]
    size = (board.table.width_in, board.table.height_in)
    points = [(round(u * size[0], 3), round(v * size[1], 3)) for u, v in shares.tolist()]
    for k, (a, b) in enumerate(pairwise(points)):
        leg = [a, (round(a[0] * 0.7 + b[0] * 0.3, 3), round(a[1] * 0.7 + b[1] * 0.3, 3))]
        paid = price(board, leg, "foot")
        if k % 8 == 0:
            assert paid == price(plain, leg, "foot")
        if k % 3 == 0 and not any(f.kind in ("bridge", "ford") for f in board.features):
            expected = oracle(board, leg, "foot")
            assert paid.cost == pytest.approx(expected, abs=1e-5) if paid.passable else expected == math.inf
