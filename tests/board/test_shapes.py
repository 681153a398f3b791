"""Outlines as values: what rules that lay out rooms, rubble and burning patches ask of them."""

from __future__ import annotations

import itertools
import math

import pytest

from wargame.board import GRID, shapes

SQUARE = shapes.box(0, 0, 4, 4)


def test_pieces_are_the_outlines_that_count() -> None:
    """Lines, points and scraps that cover no more than the least are left out."""
    two = shapes.joined([SQUARE, shapes.box(10, 0, 10.1, 0.1), shapes.line([(20, 0), (25, 0)])])
    assert sorted(round(p.area, 3) for p in shapes.pieces(two)) == [0.01, 16.0]
    assert [p.area for p in shapes.pieces(two, 0.05)] == [16.0]
    assert len(shapes.pieces(shapes.grouped(shapes.pieces(two)))) == 2


def test_rings_are_closed_and_lie_on_the_grid() -> None:
    """A feature keeps the border and its holes."""
    holed = SQUARE.difference(shapes.circle(2, 2, 1))
    outer, hole = shapes.rings(holed)
    assert outer[0] == outer[-1]
    assert len(outer) == 5
    assert all(abs(v / GRID - round(v / GRID)) < 1e-6 for point in hole for v in point)
    assert shapes.outline(hole).area == pytest.approx(math.pi, rel=0.01)


def test_round_left_depends_on_the_form_alone() -> None:
    """Where a ring begins and which way it runs changes nothing; the ground lies on the left."""
    one = [(0, 0), (6, 0), (6, 3), (0, 3)]
    turned = [*one[2:], *one[:2]][::-1]
    walk = shapes.round_left(shapes.outline(one))
    assert walk == shapes.round_left(shapes.outline(turned))
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in itertools.pairwise(walk)) / 2
    assert area == 18


@pytest.mark.parametrize("angle", [0.0, 30.0, 90.0, 135.0])
def test_the_long_axis_turns_with_the_shape(angle: float) -> None:
    """The direction of the longer side."""
    assert shapes.long_axis(shapes.turned(shapes.box(0, 0, 8, 3), angle)) == pytest.approx(angle % 180.0, abs=0.01)


def test_a_way_leaves_a_shape_where_it_first_runs_outside() -> None:
    """Inches along the way, though it comes back in; a way inside never leaves, one outside leaves at once."""
    assert shapes.first_outside([(1, 1), (5, 1), (5, 2), (1, 2)], SQUARE) == pytest.approx(3.0)
    assert shapes.first_outside([(1, 1), (3, 3)], SQUARE) == math.inf
    assert shapes.first_outside([(5, 5), (9, 9)], SQUARE) == 0.0
    assert shapes.first_outside([(1, 1), (4.0005, 1)], SQUARE) == math.inf


def test_crossings_of_a_border() -> None:
    """Shares of the segment, in order; both ends of what runs along the border; nothing for a point."""
    assert shapes.crossings((-4, 2), (6, 2), SQUARE) == pytest.approx([0.4, 0.8])
    assert shapes.crossings((-4, 4), (6, 4), SQUARE) == pytest.approx([0.4, 0.8])
    assert shapes.crossings((1, 1), (1, 1), SQUARE) == []
    assert shapes.crossings((1, 1), (2, 2), SQUARE) == []


def test_near_counts_the_limit_in() -> None:
    """A gap of exactly the distance is near; a strip is cut off square."""
    assert shapes.near(SQUARE, shapes.spot(6, 2), 2.0)
    assert not shapes.near(SQUARE, shapes.spot(6.01, 2), 2.0)
    strip = shapes.strip((0, 0), (4, 0), 0.5)
    assert strip.bounds == (0, -0.5, 4, 0.5)
    assert not shapes.border(SQUARE).covers(shapes.spot(2, 2))
    assert shapes.tidied(shapes.outline([(0.0004, 0), (1, 0), (1, 1)]), 0.001).bounds[0] == 0.0
