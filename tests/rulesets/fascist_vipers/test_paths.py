"""Bases along paths: where they come near, and that it does not matter how a path is cut."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import PANZER_IV, TRUCK, strip
from tests.rulesets.fascist_vipers.sketch import RIFLES, red, stand
from wargame.board import Base, Footprint
from wargame.engine import paths
from wargame.rulesets.fascist_vipers import marches

TANK = Base.rectangle(0.75, 1.0)
STILL = Footprint(Base.rectangle(0.75, 1.0), 10.0, 0.0, 0.0)
WHOLE = ((0.0, 0.0), (20.0, 0.0))
CUT = ((0.0, 0.0), (3.0, 0.0), (8.9, 0.0), (20.0, 0.0))


@pytest.mark.parametrize("path", [WHOLE, CUT])
def test_a_base_comes_within_an_inch_where_the_gap_is_an_inch(path):
    assert paths.comes_within(TANK, path, STILL, 1.0) == pytest.approx(8.0, abs=2e-4)
    assert paths.touches(TANK, path, STILL) == pytest.approx(9.0, abs=1e-3)


def test_passing_at_a_distance_is_not_coming_near():
    path = ((0.0, 3.0), (20.0, 3.0))
    assert paths.comes_within(TANK, path, STILL, 1.0) is None and paths.touches(TANK, path, STILL) is None
    assert paths.comes_within(TANK, path, STILL, 2.3) == pytest.approx(9.0 - (2.3**2 - 2.25**2) ** 0.5, abs=2e-3)


def test_a_base_that_starts_near_may_leave_but_not_close_in():
    assert paths.comes_within(TANK, ((8.5, 0.0), (2.0, 0.0)), STILL, 1.0) is None
    assert paths.comes_within(TANK, ((8.5, 0.0), (9.5, 0.0)), STILL, 1.0) == 0.0
    back_again = ((8.5, 0.0), (4.0, 0.0), (9.5, 0.0))
    assert paths.comes_within(TANK, back_again, STILL, 1.0) == pytest.approx(4.5 + 4.0, abs=2e-4)


def test_a_path_is_cut_and_its_rest_goes_on_from_there():
    path = ((0.0, 0.0), (3.0, 0.0), (3.0, 4.0))
    assert paths.cut(path, 5.0) == ((0.0, 0.0), (3.0, 0.0), (3.0, 2.0))
    assert paths.rest(path, 5.0) == ((3.0, 2.0), (3.0, 4.0))
    assert paths.cut(path, 3.0) == ((0.0, 0.0), (3.0, 0.0))
    assert paths.rest(path, 7.0) == ((3.0, 4.0),)


def test_stations_are_every_tenth_of_an_inch_and_the_end():
    assert paths.stations(((0.0, 0.0), (0.25, 0.0))) == pytest.approx([0.0, 0.1, 0.2, 0.25])


def test_the_moving_base_faces_along_each_leg():
    path = ((0.0, 0.0), (3.0, 0.0), (3.0, 4.0))
    here = paths.place_at(TANK, path, 5.0)
    assert (here.x, here.y, here.facing_deg) == pytest.approx((3.0, 2.0, 90.0))
    assert paths.place_at(TANK, path, 1.0).facing_deg == 0.0


def test_the_first_time_of_a_test_is_closed_in_on():
    assert paths.first_time(TANK, WHOLE, lambda fp: fp.x >= 6.123) == pytest.approx(6.123, abs=2e-4)
    assert paths.first_time(TANK, WHOLE, lambda fp: fp.x >= 0.0) == 0.0
    assert paths.first_time(TANK, WHOLE, lambda fp: fp.x >= 21.0) is None


def test_marches_follow_the_road_both_ways():
    road = [strip("road", "road", (10, 24), (30, 24), (30, 40), width=0.4)]
    battle = sketch.battle_of(red("truck", TRUCK, 26, 24), red("men", RIFLES, 5, 5), features=road)
    ends = [path[-1] for path in marches.road_paths(battle, stand(battle, "truck"))]
    assert ends[0] == pytest.approx((30.0, 24.0 + 11.99), abs=0.01) and ends[1] == pytest.approx(
        (10.01, 24.0), abs=0.02
    )
    assert marches.road_paths(battle, stand(battle, "men")) == []


def test_marches_start_on_a_road_only():
    battle = sketch.battle_of(red("tank", PANZER_IV, 26, 24))
    assert marches.road_paths(battle, stand(battle, "tank")) == []
