"""Sight against truth: rational arithmetic on degenerate cases, shapely on random tables and on maps, properties."""

from __future__ import annotations

import json
import math
import random
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.board.specimens import OPAQUE, area, board, random_features, random_points
from wargame.board import (
    Base,
    Board,
    Eye,
    Footprint,
    Profile,
    SightRow,
    can_see,
    eyes,
    features_from_geojson,
    sight,
    sight_any,
    sight_any_matrix,
    sight_matrix,
    sight_pairs,
)

MAPS = sorted((Path(__file__).parents[2] / "scenarios").glob("*.geojson"))
Whole = tuple[int, int]


def meets_interior(a: Whole, b: Whole, ring: list[Whole]) -> bool:
    """Whether a segment meets the open inside of a polygon, in rational arithmetic."""
    cuts = {Fraction(0), Fraction(1)}
    dx, dy = b[0] - a[0], b[1] - a[1]
    for (px, py), (qx, qy) in zip(ring, ring[1:] + ring[:1], strict=True):
        ex, ey = qx - px, qy - py
        den = dx * ey - dy * ex
        if den:
            cuts.add(Fraction((px - a[0]) * ey - (py - a[1]) * ex, den))
        for x, y in ((px, py), (qx, qy)):
            if dx * (y - a[1]) == dy * (x - a[0]):
                cuts.add(Fraction((x - a[0]) * dx + (y - a[1]) * dy, dx * dx + dy * dy))
    inner = sorted(t for t in cuts if 0 <= t <= 1)
    return any(inside((a[0] + m * dx, a[1] + m * dy), ring) for m in ((s + t) / 2 for s, t in pairwise(inner)))


def inside(point: tuple[Fraction, Fraction], ring: list[Whole]) -> bool:
    """Whether a point lies strictly inside a polygon, in rational arithmetic."""
    x, y = point
    odd = False
    for (px, py), (qx, qy) in zip(ring, ring[1:] + ring[:1], strict=True):
        cross = (qx - px) * (y - py) - (qy - py) * (x - px)
        if cross == 0 and min(px, qx) <= x <= max(px, qx) and min(py, qy) <= y <= max(py, qy):
            return False
        if (py > y) != (qy > y) and x < px + Fraction((y - py) * (qx - px), qy - py):
            odd = not odd
    return odd


def wrong_answers(cases: int, seed: int, turn: float) -> tuple[int, int]:
    """Wrong and asymmetric answers for random segments and polygons on a coarse grid, turned by some radians."""
    rng = random.Random(seed)
    wrong = skew = done = 0
    c, s = math.cos(turn), math.sin(turn)
    while done < cases:
        ring = [(rng.randint(0, 6), rng.randint(0, 6)) for _ in range(rng.randint(3, 6))]
        shape = shapely.Polygon(ring)
        if not shape.is_valid or shape.area == 0:
            continue
        turned = [(30 + c * x - s * y, 20 + s * x + c * y) for x, y in ring]
        made = board(area("block", "smoke", *turned), rows={"smoke": OPAQUE})
        lines = [[(rng.randint(-1, 7), rng.randint(-1, 7)) for _ in range(2)] for _ in range(25)]
        lines = [(a, b) for a, b in lines if a != b]
        ends = np.array([[(30 + c * x - s * y, 20 + s * x + c * y, 0.1) for x, y in line] for line in lines])
        there, back = sight_pairs(made, ends[:, 0], ends[:, 1]), sight_pairs(made, ends[:, 1], ends[:, 0])
        truth = np.array([meets_interior(a, b, ring) for a, b in lines])
        wrong += int(((there >= 0) != truth).sum())
        skew += int((there != back).sum())
        done += len(lines)
    return wrong, skew


@pytest.mark.parametrize("turn", [0.0, 0.3, 1.1])
def test_touching_and_grazing_lines_agree_with_rational_arithmetic(turn):
    assert wrong_answers(700, 1, turn) == (0, 0)


@pytest.mark.fuzz
@pytest.mark.parametrize("turn", [0.0, 0.3, 1.1])
def test_twenty_thousand_degenerate_lines_agree_with_rational_arithmetic(turn):
    assert wrong_answers(20_000, 2, turn) == (0, 0)


def oracle(made: Board, a: np.ndarray, b: np.ndarray) -> bool:
    """Whether a line is clear by shapely alone, for ground with level tops (merging per kind and height)."""
    line = shapely.LineString([a[:2], b[:2]])
    for kind in {f.kind for f in made.features if f.kind in made.profile.sight or f.kind == "hill"}:
        row = made.profile.sight.get(kind, SightRow(0.0, 0.0, "feature"))
        for height in {f.height for f in made.features if f.kind == kind}:
            shapes = [made.area(f.id) for f in made.features if f.kind == kind and f.height == height]
            top = math.inf if row.top == "infinite" else height * made.profile.inches_per_level
            for part in shapely.get_parts(shapely.union_all(shapes)):
                if blocks(part, row, top, line, a, b):
                    return False
    return True


def blocks(part: shapely.Polygon, row: SightRow, top: float, line: shapely.LineString, a, b) -> bool:
    run = 0.0
    for piece in shapely.get_parts(shapely.intersection(line, part)):
        if piece.geom_type != "LineString" or piece.is_empty:
            continue
        t0, t1 = sorted(line.project(shapely.Point(c), normalized=True) for c in (piece.coords[0], piece.coords[-1]))
        z0, z1 = a[2] + t0 * (b[2] - a[2]) - top, a[2] + t1 * (b[2] - a[2]) - top
        share = 1.0 if z0 < 0 and z1 < 0 else 0.0 if z0 >= 0 and z1 >= 0 else min(z0, z1) / -abs(z0 - z1)
        run += (t1 - t0) * share * line.length
    ends = shapely.contains_xy(part, [a[0], b[0]], [a[1], b[1]])
    limit = row.inside_in if ends.any() else row.through_in
    return limit is not None and run > (limit + 0.0005 if limit else 1e-5)


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_random_tables_agree_with_shapely(seed):
    features = [f for f in random_features(seed) if f.kind != "hill"]
    made = board(*features, eye_in=0.75)
    points = eyes(made, random_points(made, seed, 24))
    table = sight_matrix(made, points[:12], points[12:])
    truth = [[oracle(made, a, b) for b in points[12:]] for a in points[:12]]
    assert ((table < 0) == np.array(truth)).all()


def test_hills_alone_agree_with_shapely():
    features = [f for f in random_features(11) if f.kind == "hill"]
    made = board(*features, eye_in=0.75)
    points = eyes(made, random_points(made, 2, 30))
    table = sight_matrix(made, points[:15], points[15:])
    truth = [[oracle(made, a, b) for b in points[15:]] for a in points[:15]]
    assert ((table < 0) == np.array(truth)).all()


MAP_ROWS = {
    **dict.fromkeys(("woods_light", "woods_heavy", "forest", "orchard"), SightRow(2.0, 2.0, "infinite")),
    **dict.fromkeys(("town", "rubble"), SightRow(1.0, 1.0, "infinite")),
    **dict.fromkeys(("building", "wall", "hedge"), SightRow(0.0, None, "infinite")),
}


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_shipped_maps_agree_with_shapely(path):
    table, features = features_from_geojson(json.loads(path.read_text()))
    flat = [f for f in features if f.kind != "hill"]
    made = Board.build(table, flat, Profile(sight=MAP_ROWS, inches_per_level=1.0, eye_in=0.1))
    rng = np.random.default_rng(1)
    points = eyes(made, rng.uniform(0.5, [table.width_in - 0.5, table.height_in - 0.5], (60, 2)).round(3))
    answers = sight_pairs(made, points[:30], points[30:])
    assert [bool(answer < 0) for answer in answers] == [oracle(made, a, b) for a, b in zip(points[:30], points[30:])]


@pytest.mark.parametrize("relief", ["terraced", "sloped"])
def test_plain_kernels_give_the_same_answers_bit_for_bit(relief):
    features = random_features(7)
    fast, plain = (board(*features, kernels=k, relief=relief, eye_in=0.75) for k in ("compiled", "plain"))
    points = eyes(fast, random_points(fast, 7, 80))
    there = sight_matrix(fast, points[:40], points[40:])
    assert (there == sight_matrix(plain, points[:40], points[40:])).all()
    assert (there == sight_matrix(fast, points[40:], points[:40]).T).all()
    for a, b in zip(points[:8], points[40:48], strict=True):
        one, two = sight(fast, Eye(*a), Eye(*b)), sight(plain, Eye(*a), Eye(*b))
        assert (one.clear, one.blocker, one.reason, one.blocked_at) == (
            two.clear,
            two.blocker,
            two.reason,
            two.blocked_at,
        )
        assert one.crossings == two.crossings


@pytest.mark.parametrize("relief", ["terraced", "sloped"])
def test_proof_that_a_corridor_is_blocked_changes_no_answer(relief):
    features = random_features(9)
    made = board(*features, relief=relief, eye_in=0.75)
    plain = board(*features, relief=relief, eye_in=0.75, kernels="plain")
    points = eyes(made, random_points(made, 9, 16))
    bases = [
        Footprint(Base.circle(1.0) if i % 2 else Base.rectangle(1.6, 0.8), x, y, 37.0 * i % 360)
        for i, (x, y, _) in enumerate(points.tolist())
    ]
    heights = points[:, 2].tolist()
    a, b = (bases[:8], bases[8:]), (heights[:8], heights[8:])
    fast = sight_any_matrix(made, *a, *b)
    assert (fast == sight_any_matrix(plain, *a, *b)).all()
    for i, j in ((0, 0), (3, 5), (7, 7)):
        assert sight_any(made, a[0][i], a[1][j], b[0][i], b[1][j]).clear == fast[i, j]


CROWDED = random_features(21)
TABLE = board(*CROWDED, eye_in=0.75)
coordinate = st.integers(1_000, 47_000).map(lambda n: n / 1000)
height = st.integers(100, 4_000).map(lambda n: n / 1000)
places = st.builds(Eye, coordinate, coordinate, height)


@settings(max_examples=150, deadline=None)
@given(places, places)
def test_sight_is_symmetric_bit_for_bit(a, b):
    there, back = sight(TABLE, a, b), sight(TABLE, b, a)
    assert (there.clear, there.code, there.reason, there.blocker) == (back.clear, back.code, back.reason, back.blocker)
    mirrored = sorted((c.feature_id, there.distance_in - c.leave_in, c.top_in) for c in back.crossings)
    straight = sorted((c.feature_id, c.enter_in, c.top_in) for c in there.crossings)
    assert [c[0] for c in straight] == [c[0] for c in mirrored]
    assert [c[1] for c in straight] == pytest.approx([c[1] for c in mirrored], abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(places, places, st.integers(0, len(CROWDED) - 1))
def test_taking_a_feature_away_never_blocks_a_clear_line(a, b, gone):
    if can_see(TABLE, a, b):
        assert can_see(TABLE, a, b, frozenset({CROWDED[gone].id}))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 35), st.integers(-40, 40), st.integers(-40, 40))
def test_a_line_that_only_touches_a_corner_is_clear(turn, dx, dy):
    made = board(area("block", "smoke", (20, 20), (30, 20), (30, 30), (20, 30)), rows={"smoke": OPAQUE})
    if dx * dy < 0 and abs(dx) > 1:  # passes by the corner at (20, 20) from outside to outside
        k = (10 + turn) / 100
        assert can_see(made, Eye(20 + k * dx, 20 + k * dy, 0.1), Eye(20 - k * dx, 20 - k * dy, 0.1))
