"""What is asked of many places at once answers as when it is asked one by one."""

from __future__ import annotations

import numpy as np
import pytest

from wargame.board import Board, Profile, Table
from wargame.rulesets.clash_of_titans import lines, terrain
from wargame.rulesets.clash_of_titans.plans import Opening


def test_an_opening_is_as_far_from_many_points_as_from_each() -> None:
    window = Opening(floor=0, area=0, kind="window", x=10.0, y=6.0, normal_deg=30.0)
    points = np.random.default_rng(1).uniform(0.0, 20.0, (40, 2))
    each = [window.distance_to(x, y) for x, y in points.tolist()]
    assert window.distances_to(points) == pytest.approx(each, abs=1e-12)


def test_distances_are_alike_where_the_same_ground_is_seen_through() -> None:
    apart = np.linspace(0.0, 15.0, 61)
    for dark in (False, True):
        alike = terrain.depths_met(apart, np.full(len(apart), dark)).tolist()
        kinds = [terrain.ignored_kinds(inches, dark) for inches in apart.tolist()]
        assert len(set(kinds)) > 1
        assert len(set(zip(alike, kinds, strict=True))) == len(set(alike)) == len(set(kinds))


@pytest.mark.rule("NUT-GEO-04")
def test_a_wreck_hides_what_runs_over_it_and_no_more() -> None:
    wreck = lines.Block("wreck", 10.0, 10.0, 0.0, 0.75, 1.5, 1.0)
    low = lines.Pose(0.0, 10.0, 0.0, 0.0, 0.0, True, 0.0, 0.5)
    poses = [(low, low._replace(x=20.0)), (low, low._replace(x=20.0, y=16.0)), (low, low._replace(x=8.0))]
    for kernels in ("compiled", "plain"):
        board = Board.build(Table(30, 20), [], Profile(), kernels)
        drawn = lines.bundle(board, lines.columns([a for a, _ in poses]), lines.columns([b for _, b in poses]))
        assert lines.clear_of_blocks(board, drawn, [wreck])[:, 0].tolist() == [False, True, True]
        assert lines.clear_of_blocks(board, drawn, []).all()
