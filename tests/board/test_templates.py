import math

import numpy as np
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import affinity

from tests.board.test_bases import core, footprints
from wargame.board import Base, Footprint, Footprints, Table, Template, clipped, deviate, off_table, template_hits

facings = st.integers(0, 3599).map(lambda n: n / 10)
spans = st.integers(500, 6000).map(lambda n: n / 1000)


@settings(deadline=None)
@given(footprints, spans)
def test_round_template_against_exact_shapes(fp: Footprint, diameter: float) -> None:
    shape, rounding = core(fp)
    centre, radius = shapely.Point(4, 4), diameter / 2
    near = centre.distance(shape) - rounding
    far = max(math.dist((4, 4), p) for p in shapely.get_coordinates(shape)) + rounding
    assume(abs(near - radius) > 0.001 and abs(far - radius) > 0.001)
    assume(abs(math.dist((4, 4), (fp.x, fp.y)) - radius) > 0.001)
    hits = template_hits(Template.circle(diameter), 4, 4, Footprints.of([fp]))
    assert bool(hits.touched[0]) == (near < radius)
    assert bool(hits.wholly_in[0]) == (far < radius)
    assert bool(hits.centre_in[0]) == (math.dist((4, 4), (fp.x, fp.y)) < radius)


@settings(deadline=None)
@given(footprints, spans, spans, facings)
def test_rectangular_template_against_exact_shapes(fp: Footprint, width: float, depth: float, facing: float) -> None:
    shape, rounding = core(fp)
    plan = affinity.rotate(shapely.box(4 - depth / 2, 4 - width / 2, 4 + depth / 2, 4 + width / 2), facing)
    for grown in (plan.buffer(0.002, join_style="mitre"), plan.buffer(-0.002, join_style="mitre")):
        assume((grown.distance(shape) <= rounding) == (plan.distance(shape) <= rounding))
        assume(grown.covers(shapely.Point(fp.x, fp.y)) == plan.covers(shapely.Point(fp.x, fp.y)))
        assume(grown.buffer(-rounding - 1e-9, join_style="mitre").covers(shape) == plan.buffer(-rounding).covers(shape))
    hits = template_hits(Template.rectangle(width, depth, facing), 4, 4, Footprints.of([fp]))
    assert bool(hits.touched[0]) == (plan.distance(shape) <= rounding)
    assert bool(hits.centre_in[0]) == plan.covers(shapely.Point(fp.x, fp.y))
    assert bool(hits.wholly_in[0]) == plan.buffer(-rounding).covers(shape)


def test_a_base_that_touches_the_edge_is_touched() -> None:
    fps = Footprints.of([Footprint(Base.circle(1.0), 2.5, 0), Footprint(Base.circle(1.0), 2.502, 0)])
    assert template_hits(Template.circle(4.0), 0, 0, fps).touched.tolist() == [True, False]
    assert np.count_nonzero(template_hits(Template.circle(4.0), 0, 0, fps).wholly_in) == 0


def test_deviation_is_seen_from_the_firer() -> None:
    assert deviate((10, 10), (10, 0), 2, 0) == (10.0, 12.0)
    assert deviate((10, 10), (10, 0), 0, 3) == (13.0, 10.0)
    assert deviate((10, 10), (20, 10), 0, 3) == (10.0, 13.0)
    assert deviate((10, 10), (10, 10), 1, 0) == (10.0, 11.0)


@given(spans, spans, st.integers(-5, 5), st.integers(-5, 5))
def test_deviation_goes_as_far_as_it_says(x: float, y: float, along: int, right: int) -> None:
    landed = deviate((x, y), (0, 0), along, right)
    assert math.isclose(math.dist(landed, (x, y)), math.hypot(along, right), abs_tol=0.002)


def test_a_round_off_the_table_is_known() -> None:
    table = Table(48, 36)
    assert off_table(table, (48.001, 3))
    assert not off_table(table, (48, 36))
    assert clipped(table, (40, 10), (56, 10)) == (48.0, 10.0)
    assert clipped(table, (40, 10), (45, 10)) == (45, 10)


@settings(deadline=None)
@given(st.lists(footprints, min_size=1, max_size=6), spans, spans, facings)
def test_both_kernels_give_the_same_hits(placed: list[Footprint], width: float, depth: float, facing: float) -> None:
    bases = Footprints.of(placed)
    for template in (Template.circle(width), Template.rectangle(width, depth, facing)):
        one, other = (template_hits(template, 4, 4, bases, kernels) for kernels in ("compiled", "plain"))
        assert (one.touched == other.touched).all()
        assert (one.centre_in == other.centre_in).all()
        assert (one.wholly_in == other.wholly_in).all()
