"""What a point can see: the polygon against shapely, the cells against single lines."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from tests.board.specimens import board, box, random_features, random_points
from wargame.board import Eye, can_see, eye, eyes, viewshed, visible_polygon
from wargame.board.sight_arrays import sight_arrays


def test_open_table_is_seen_whole():
    ring = visible_polygon(board(), Eye(20, 20, 0.1))
    assert shapely.Polygon(ring).area == pytest.approx(72 * 48, rel=1e-4)


def test_house_throws_a_shadow():
    made = board(box("house", "building", 30, 15, 34, 25, height=3))
    seen = shapely.Polygon(visible_polygon(made, Eye(20, 20, 0.1)))
    assert not shapely.contains_xy(seen, 50, 20) and not shapely.contains_xy(seen, 32, 20)
    assert shapely.contains_xy(seen, 29.9, 20) and shapely.contains_xy(seen, 50, 45)


def test_what_is_lower_than_the_eye_hides_nothing():
    made = board(box("house", "building", 30, 15, 34, 25, height=3))
    assert shapely.contains_xy(shapely.Polygon(visible_polygon(made, Eye(20, 20, 3.5))), 50, 20)


def test_radius_bounds_the_view():
    seen = shapely.Polygon(visible_polygon(board(), Eye(20, 20, 0.1), radius_in=6.0))
    assert seen.area == pytest.approx(np.pi * 36, rel=0.01) and not shapely.contains_xy(seen, 27, 20)


def test_ignored_smoke_hides_nothing():
    made = board(box("smoke", "smoke", 30, 15, 34, 25))
    for gone, clear in ((frozenset(), False), (frozenset({"smoke"}), True)):
        seen = shapely.Polygon(visible_polygon(made, Eye(20, 20, 0.1), ignore=gone))
        assert bool(shapely.contains_xy(seen, 50, 20)) is clear


@pytest.mark.parametrize("kernels", ["compiled", "plain"])
def test_no_sample_is_on_the_wrong_side(kernels):
    made = board(*random_features(5), eye_in=0.75, kernels=kernels)
    rng = np.random.default_rng(0)
    for x, y, z in eyes(made, random_points(made, 5, 4)).tolist():
        seen = shapely.Polygon(visible_polygon(made, Eye(x, y, z))).buffer(0)
        walls = [
            piece.shape
            for piece in sight_arrays(made).pieces
            if piece.low > z and not shapely.contains_xy(piece.shape, x, y)
        ]
        solid = shapely.union_all(walls)
        shapely.prepare(solid)
        points = rng.uniform(0, [72, 48], (2500, 2))
        lines = shapely.linestrings(np.stack([np.broadcast_to((x, y), points.shape), points], axis=1))
        clear = ~shapely.intersects(solid, lines)
        edge = shapely.distance(shapely.boundary(seen), shapely.points(points)) < 1e-5
        assert ((clear == shapely.contains_xy(seen, points)) | edge).all()


@pytest.mark.parametrize("relief", ["terraced", "sloped"])
def test_every_cell_agrees_with_the_line_to_its_centre(relief):
    made = board(*random_features(6), relief=relief, eye_in=0.75)
    (x, y), *_ = random_points(made, 6, 1).tolist()
    here = eye(made, x, y)
    cells = viewshed(made, here, cell_in=2.0)
    assert cells.shape == (24, 36)
    for row in range(0, 24, 3):
        for column in range(0, 36, 3):
            there = eye(made, 2.0 * column + 1, 2.0 * row + 1)
            assert cells[row, column] == can_see(made, here, there)
