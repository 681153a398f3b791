import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.board.sketches import MAPS, board_of, box, shipped, strip
from wargame.board import Base, Board, Feature, Footprint, Footprints, Route, field, gap_to_point, price, reach, route

RIVER = strip("river", "river", (24, 0), (24, 36), width=1.0)
BRIDGE = strip("bridge", "bridge", (23, 30), (25, 30), width=0.7)
HOUSE = box("house", "building", 8, 8, 12, 12)
WOOD = box("wood", "woods_light", 30, 8, 40, 20)
BOARD = board_of(RIVER, BRIDGE, HOUSE, WOOD)
OPEN = board_of()

xs = st.integers(500, 47_500).map(lambda n: n / 1000)
ys = st.integers(500, 35_500).map(lambda n: n / 1000)


def test_reach_on_an_open_table_is_a_disc() -> None:
    found = reach(OPEN, 20.1, 15.3, 12.0, "foot")
    rows, columns = np.nonzero(np.isfinite(found.costs))
    x, y = found.x0 + (columns + 0.5) * found.cell, found.y0 + (rows + 0.5) * found.cell
    distance = np.hypot(x - 20.1, y - 15.3)
    start = distance < 0.25
    assert np.allclose(found.costs[rows, columns][~start], distance[~start], atol=1e-3)
    assert len(rows) * found.cell**2 == pytest.approx(math.pi * 144, rel=0.01)


def test_reach_says_what_it_costs_to_be_there() -> None:
    found = reach(BOARD, 26, 14, 10.0, "foot")
    assert found.contains(32.6, 14.1)
    assert found.cost(32.6, 14.1) == pytest.approx(9.2, abs=0.4)
    assert not found.contains(35, 14)
    assert not found.contains(22, 14)
    assert not found.contains(-5, 99)


def test_the_outline_of_an_open_reach_is_a_circle() -> None:
    (ring,) = reach(OPEN, 20, 15, 6.0, "foot").outline()
    assert ring[0] == ring[-1]
    assert all(abs(math.dist(p, (20, 15)) - 6.0) < 0.05 for p in ring)


def test_a_house_in_the_reach_is_a_hole_in_the_outline() -> None:
    assert len(reach(BOARD, 10, 15, 12.0, "foot").outline()) == 2


def test_a_route_goes_round_a_house() -> None:
    found = route(BOARD, (6, 10), (14, 10), "foot")
    assert found is not None
    assert found.cost == pytest.approx(2 * math.hypot(2, 2) + 4, rel=0.001)
    assert found.points[0] == (6.0, 10.0)
    assert found.points[-1] == (14.0, 10.0)


def test_a_route_takes_the_bridge() -> None:
    found = route(BOARD, (20, 10), (28, 10), "tank")
    assert found is not None
    assert price(BOARD, found.points, "tank").passable
    assert found.cost == pytest.approx(2 * math.hypot(3.4, 19.65) + 1.2, rel=0.01)


def test_there_is_no_route_without_the_bridge() -> None:
    assert route(board_of(RIVER), (20, 10), (28, 10), "tank") is None
    assert route(BOARD, (20, 10), (10, 10), "foot") is None
    assert route(BOARD, (20, 10), (60, 10), "foot") is None


def test_there_is_no_route_into_a_house_but_one_to_its_wall() -> None:
    assert route(BOARD, (6, 10), (10, 10), "foot") is None
    assert route(BOARD, (6, 10), (8, 10), "foot") == Route(((6.0, 10.0), (8.0, 10.0)), 2.0)


def test_a_stand_under_a_ruin_finds_its_way_out() -> None:
    assert route(BOARD, (10, 10), (20, 10), "foot") is None
    found = route(BOARD, (10, 10), (20, 10), "foot", start_free=True)
    assert found is not None
    assert price(BOARD, found.points, "foot", start_free=True).cost == pytest.approx(10)


def test_clearance_widens_the_way_round() -> None:
    wide = route(BOARD, (6, 10), (14, 10), "foot", clearance_in=0.5)
    assert wide is not None
    assert price(BOARD, wide.points, "foot", clearance_in=0.5).passable
    assert wide.cost > 2 * math.hypot(2, 2) + 4.2


def test_bases_in_the_way_are_gone_round() -> None:
    others = [Footprint(Base.circle(2.0), 10, 28), Footprint(Base.rectangle(1.0, 3.0), 13, 28.5, 90.0)]
    found = route(BOARD, (6, 28), (18, 28), "foot", clearance_in=0.5, obstacles=Footprints.of(others))
    assert found is not None
    assert found.cost > 12.1
    for other in others:
        for a, b in pairwise(found.points):
            for t in np.linspace(0, 1, 50).tolist():
                assert gap_to_point(other, a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) > 0.49


def test_a_stand_in_contact_can_part() -> None:
    other = Footprints.of([Footprint(Base.circle(1.0), 10, 28)])
    found = route(BOARD, (11.0, 28), (16, 28), "foot", clearance_in=0.5, obstacles=other)
    assert found is not None
    assert found.cost == pytest.approx(5.0, abs=0.01)


@settings(deadline=None, max_examples=60)
@given(xs, ys, xs, ys, st.sampled_from(["foot", "tank"]))
def test_routes_are_passable_and_cost_what_they_say(
    ax: float, ay: float, bx: float, by: float, movement_class: str
) -> None:
    found = route(BOARD, (ax, ay), (bx, by), movement_class)
    direct = price(BOARD, [(ax, ay), (bx, by)], movement_class)
    if found is not None:
        paid = price(BOARD, found.points, movement_class)
        assert paid.passable
        assert paid.cost == pytest.approx(found.cost, abs=1e-5)
        assert found.cost >= math.dist((ax, ay), (bx, by)) - 1e-6
        if direct.passable:
            assert found.cost <= direct.cost + 1e-6
    elif direct.passable:
        assert math.dist((ax, ay), (bx, by)) == 0.0


def test_a_field_knows_the_way_to_the_nearest_goal() -> None:
    costs = field(BOARD, [(4, 4), (44, 32)], "tank")
    assert costs is field(BOARD, [(4, 4), (44, 32)], "tank")
    assert costs.cost(4, 10) == pytest.approx(6.0, abs=0.3)
    assert costs.cost(44, 26) == pytest.approx(6.0, abs=0.3)
    assert costs.cost(10, 10) == math.inf
    many = costs.cost_many(np.array([(4, 10), (10, 10)]))
    assert many.tolist() == [costs.cost(4, 10), math.inf]


def test_a_field_leads_over_a_bridge_narrower_than_a_cell() -> None:
    costs = field(BOARD, [(44, 30)], "foot", cell_in=2.0)
    assert costs.cost(10, 30) == pytest.approx(34, rel=0.05)


def test_a_field_shows_the_way_round_a_river_over_the_bridge() -> None:
    way = field(BOARD, [(44, 6)], "tank", cell_in=0.5).way(10, 6)
    assert way[-1] == (44.0, 6.0)
    assert any(math.dist(corner, (24, 30)) < 2.0 for corner in way)


def test_a_field_shows_no_way_where_there_is_none() -> None:
    wall = board_of(strip("river", "river", (24, 0), (24, 36), width=1.0))
    assert field(wall, [(44, 6)], "tank").way(10, 6) == ()


@pytest.mark.parametrize("path", MAPS, ids=lambda p: p.stem)
def test_routes_on_shipped_maps_are_passable(path: Path) -> None:
    board = shipped(path)
    size = (board.table.width_in, board.table.height_in)
    shares = np.modf(np.arange(1, 16)[:, None] * (0.7548776662, 0.5698402910))[0]
    points = [(round(u * size[0], 3), round(v * size[1], 3)) for u, v in shares.tolist()]
    for a, b in pairwise(points):
        for movement_class in ("foot", "tank"):
            found = route(board, a, b, movement_class)
            if found is not None:
                paid = price(board, found.points, movement_class)
                assert paid.passable
                assert paid.cost == pytest.approx(found.cost, abs=1e-5)


def test_both_kernels_find_the_same_reach_and_route() -> None:
    plain = board_of(RIVER, BRIDGE, HOUSE, WOOD, kernels="plain")
    ours, theirs = (reach(b, 26, 14, 5.0, "foot", cell_in=0.5) for b in (BOARD, plain))
    assert np.array_equal(ours.costs, theirs.costs)
    assert route(BOARD, (6, 10), (14, 10), "foot", cell_in=1.0) == route(plain, (6, 10), (14, 10), "foot", cell_in=1.0)


def rows_of_houses() -> Board:
    """Twelve houses, each a little askew."""
    houses = []
    for i in range(12):
        x, y = 8 + 10 * (i % 4) + 0.7 * (i // 4), 6 + 10 * (i // 4)
        turn, w, h = math.radians(17 * i), 2.0 + 0.3 * (i % 5), 1.5 + 0.4 * (i % 3)
        corners = [
            (
                round(x + u * math.cos(turn) - v * math.sin(turn), 3),
                round(y + u * math.sin(turn) + v * math.cos(turn), 3),
            )
            for u, v in ((-w, -h), (w, -h), (w, h), (-w, h), (-w, -h))
        ]
        houses.append(Feature(f"house-{i}", "building", (tuple(corners),)))
    return board_of(*houses)


def shortest(board: Board, start: tuple[float, float], goal: tuple[float, float]) -> float:
    """The exact shortest way round the houses, over the graph of corners that see each other."""
    houses = shapely.union_all([board.area(f.id) for f in board.features]).buffer(-1e-6)
    corners = [p for f in board.features for p in f.rings[0][:-1]]
    points = np.array([start, goal, *corners])
    first, second = np.triu_indices(len(points), 1)
    lines = shapely.linestrings(np.stack([points[first], points[second]], axis=1))
    shapely.prepare(houses)
    lengths = np.full((len(points), len(points)), np.inf)
    free = ~shapely.intersects(houses, lines)
    lengths[first[free], second[free]] = shapely.length(lines)[free]
    lengths = np.minimum(lengths, lengths.T)
    best = lengths[0].copy()
    for _ in range(len(points)):
        best = np.minimum(best, (best[:, None] + lengths).min(axis=0))
    return float(best[1])


def test_routes_are_within_one_per_cent_of_the_shortest() -> None:
    board = rows_of_houses()
    shares = np.modf(np.arange(1, 61)[:, None] * (0.7548776662, 0.5698402910))[0]
    points = [(round(1 + u * 46, 3), round(1 + v * 34, 3)) for u, v in shares.tolist()]
    checked = 0
    for start, goal in pairwise(points):
        found = route(board, start, goal, "foot")
        if found is not None and math.dist(start, goal) > 5:
            exact = shortest(board, start, goal)
            assert exact - 1e-4 <= found.cost <= exact * 1.01
            checked += 1
    assert checked > 30
