import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import affinity

from wargame.board import (
    Base,
    Footprint,
    Footprints,
    bearing,
    closest_points,
    corners,
    gap,
    gap_to_point,
    gaps,
    in_arc,
    inside_table,
    overlaps,
    sector,
    sweep_gap,
    turn_between,
)

sizes = st.integers(200, 3000).map(lambda n: n / 1000)
places = st.integers(0, 8000).map(lambda n: n / 1000)
facings = st.integers(0, 3599).map(lambda n: n / 10)
bases = st.one_of(st.builds(Base.circle, sizes), st.builds(Base.rectangle, sizes, sizes))
footprints = st.builds(Footprint, bases, places, places, facings)
rectangles = st.builds(Footprint, st.builds(Base.rectangle, sizes, sizes), places, places, facings)


def core(fp: Footprint) -> tuple[shapely.Geometry, float]:
    """A base as a polygon and a rounding: a circle is a point that is rounded by its radius."""
    if fp.base.shape == "circle":
        return shapely.Point(fp.x, fp.y), fp.base.width_in / 2
    d, w = fp.base.depth_in / 2, fp.base.width_in / 2
    turned = affinity.rotate(shapely.box(-d, -w, d, w), fp.facing_deg, origin=(0, 0))
    return affinity.translate(turned, fp.x, fp.y), 0.0


def measured(a: Footprint, b: Footprint) -> float:
    (one, r), (other, s) = core(a), core(b)
    return max(0.0, one.distance(other) - r - s)


@given(footprints, footprints)
def test_gap_is_what_shapely_measures(a: Footprint, b: Footprint) -> None:
    assert gap(a, b) == pytest.approx(measured(a, b), abs=1e-9)


@given(footprints, footprints)
def test_gap_is_the_same_both_ways(a: Footprint, b: Footprint) -> None:
    assert gap(a, b) == gap(b, a)


@given(footprints, footprints)
def test_bases_that_overlap_have_no_gap(a: Footprint, b: Footprint) -> None:
    if overlaps(a, b):
        assert gap(a, b) == 0.0
    assert overlaps(a, b) == overlaps(b, a)
    if gap(a, b) > 1e-5:
        assert not overlaps(a, b)


def test_round_bases_in_contact_touch_but_do_not_overlap() -> None:
    a, b = Footprint(Base.circle(1.0), 5, 5), Footprint(Base.circle(1.5), 6.25, 5)
    assert gap(a, b) == 0.0
    assert not overlaps(a, b)
    assert overlaps(a, b._replace(x=6.24))


def test_four_inches_are_four_inches() -> None:
    assert gap(Footprint(Base.circle(1.0), 5, 5), Footprint(Base.circle(1.0), 10, 5)) == 4.0
    square = Base.rectangle(1.0, 2.0)
    assert gap(Footprint(square, 5, 5, 0), Footprint(square, 11, 5, 180)) == 4.0
    assert gap(Footprint(square, 5, 5, 90), Footprint(square, 10, 5, 270)) == 4.0


@given(footprints, footprints)
def test_the_tape_runs_between_the_bases(a: Footprint, b: Footprint) -> None:
    pa, pb = closest_points(a, b)
    assert math.dist(pa, pb) == pytest.approx(gap(a, b), abs=1e-6)
    assert gap_to_point(a, *pa) == pytest.approx(0.0, abs=1e-6)
    assert gap_to_point(b, *pb) == pytest.approx(0.0, abs=1e-6)


@settings(deadline=None)
@given(st.lists(footprints, min_size=1, max_size=6), st.lists(footprints, min_size=1, max_size=6))
def test_all_gaps_at_once_are_the_gaps_one_by_one(ours: list[Footprint], theirs: list[Footprint]) -> None:
    table = gaps(Footprints.of(ours), Footprints.of(theirs))
    expected = [[gap(a, b) for b in theirs] for a in ours]
    assert np.allclose(table, expected, atol=1e-9)


@given(footprints, footprints, facings, places, places)
def test_turning_and_moving_the_table_changes_no_gap(
    a: Footprint, b: Footprint, turn: float, dx: float, dy: float
) -> None:
    angle = math.radians(turn)

    def moved(fp: Footprint) -> Footprint:
        x = fp.x * math.cos(angle) - fp.y * math.sin(angle) + dx
        y = fp.x * math.sin(angle) + fp.y * math.cos(angle) + dy
        return Footprint(fp.base, x, y, fp.facing_deg + turn)

    assert gap(moved(a), moved(b)) == pytest.approx(gap(a, b), abs=1e-9)


@given(footprints, footprints, places, places)
def test_sweep_gap_is_the_least_gap_on_the_way(a: Footprint, b: Footprint, x: float, y: float) -> None:
    (one, r), (other, s) = core(a), core(b)
    ends = shapely.union_all([one, affinity.translate(one, x - a.x, y - a.y)])
    expected = max(0.0, ends.convex_hull.distance(other) - r - s)
    assert sweep_gap(a, (a.x, a.y), (x, y), b) == pytest.approx(expected, abs=1e-9)


def test_frontage_lies_across_the_facing() -> None:
    fp = Footprint(Base.rectangle(2.0, 1.0), 0.0, 0.0, 0.0)
    assert corners(fp).max(axis=0).tolist() == [0.5, 1.0]
    assert corners(fp._replace(facing_deg=90.0)).max(axis=0).tolist() == [1.0, 0.5]


def test_a_base_on_the_edge_is_on_the_table() -> None:
    fp = Footprint(Base.rectangle(2.0, 1.0), 0.5, 1.0, 0.0)
    assert inside_table(fp, 10, 10)
    assert not inside_table(fp._replace(x=0.49), 10, 10)
    assert inside_table(Footprint(Base.circle(1.0), 9.5, 9.5), 10, 10)
    assert not inside_table(Footprint(Base.circle(1.0), 9.6, 9.5), 10, 10)


def test_bearings_and_turns() -> None:
    assert bearing(0, 0, 0, 5) == 90.0
    assert bearing(0, 0, -1, 0) == 180.0
    assert turn_between(350, 10) == 20.0
    assert turn_between(0, 180) == 180.0


def test_the_border_of_an_arc_belongs_to_it() -> None:
    assert in_arc((0, 0, 0), (1, 1), 90)
    assert not in_arc((0, 0, 0), (1, 1), 90, inclusive=False)
    assert not in_arc((0, 0, 0), (1, 1.001), 90)
    assert in_arc((0, 0, 350), (5, 0), 30)


@given(rectangles, places, places)
def test_every_point_lies_in_exactly_one_sector(target: Footprint, x: float, y: float) -> None:
    back = target._replace(facing_deg=target.facing_deg + 180.0)
    swap = {"front": "rear", "rear": "front", "flank": "flank"}
    side = sector(target, (x, y), 80.0)
    if (x, y) != (target.x, target.y):
        assert sector(back, (x, y), 80.0) == swap[side]


def test_front_wins_on_the_border() -> None:
    target = Footprint(Base.rectangle(1, 1), 0, 0, 0)
    assert sector(target, (3, 3)) == "front"
    assert sector(target, (0, 3)) == "flank"
    assert sector(target, (-3, -3)) == "rear"
    assert sector(target, (0, 3), 180.0) == "front"
