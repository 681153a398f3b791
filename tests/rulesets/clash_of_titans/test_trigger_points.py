"""Exact places of events on a path. Rules: NUT-GEO-13, NUT-SIGHT-01, -10, -11, -14."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.rulesets.clash_of_titans.build import area, blue, red, strip
from tests.rulesets.clash_of_titans.field import Field, case, field
from wargame.board import Feature
from wargame.rulesets.clash_of_titans import geometry, hidden, path_views, trigger_points
from wargame.rulesets.clash_of_titans.polyline import Way
from wargame.rulesets.clash_of_titans.state import DUCKED, Pair
from wargame.rulesets.clash_of_titans.trigger_points import Trigger

Point = tuple[float, float]
HOUSE = area("house", "building", 14, 14, 20, 18)
GROUND = [
    HOUSE,
    area("wood", "woods_light", 26, 8, 34, 16, height=0),
    strip("wall", "wall", (22, 20), (22, 30)),
    area("hill", "hill", 36, 18, 44, 28, height=1.0),
    area("corn", "crops", 4, 16, 10, 24),
]


def along(scene: Field, path: list[Point], *watchers: str, mover: str = "a") -> tuple[Trigger, ...]:
    return trigger_points.along(scene, scene.stand(mover), path, [scene.stand(w) for w in watchers])


def cut(path: list[Point], *shares: float) -> list[Point]:
    """The same path with more points on it."""
    made = []
    for a, b in pairwise(path):
        made.append(a)
        made += [(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for t in sorted(shares)]
    return [*made, path[-1]]


# ---------------------------------------------------------------- sight


@pytest.mark.rule("NUT-SIGHT-01")
def test_the_trigger_is_the_first_place_where_he_is_seen() -> None:
    made = field(red("a", 15, 10), blue("b", 17, 26, facing=270), features=[HOUSE])
    (found,) = along(made, [(15, 10), (29, 10)], "b")
    made.stand("a").x, made.stand("a").y = found.point
    assert found.kind == "los" and geometry.sees(made, made.stand("b"), made.stand("a"))
    made.stand("a").x = found.point[0] - 0.02
    assert not geometry.sees(made, made.stand("b"), made.stand("a"))


@pytest.mark.rule("NUT-GEO-06")
def test_who_looks_away_sees_nothing_until_the_mover_is_in_his_front() -> None:
    made = field(red("a", 30, 10), blue("b", 20, 20, facing=180))
    (found,) = along(made, [(30, 10), (10, 10)], "b")
    assert found.kind == "los" and found.point == (20.0, 10.0)
    assert along(made, [(30, 10), (21, 10)], "b") == ()


@pytest.mark.rule("NUT-SIGHT-10")
def test_one_in_view_triggers_after_two_inches_and_only_if_he_would_move_on() -> None:
    made = field(red("a", 10, 10), blue("b", 30, 10))
    assert along(made, [(10, 10), (18, 10)], "b") == (Trigger((12.0, 10.0), 2.0, "two_inches", "b"),)
    assert along(made, [(10, 10), (12, 10)], "b") == ()
    made.state.seen_in["b>a"] = 1.5
    assert along(made, [(10, 10), (12, 10)], "b")[0].inches == 0.5


@pytest.mark.rule("NUT-SIGHT-10")
def test_inches_in_view_are_added_up_over_several_moves() -> None:
    made = field(red("a", 10, 10), blue("b", 30, 10))
    views = trigger_points.views(made, made.stand("a"), [(10, 10), (11.25, 10)], [made.stand("b")])
    views.remember(made.state, 1.25)
    assert made.state.seen_in == {"b>a": 1.25}
    assert along(made, [(11.25, 10), (18, 10)], "b")[0].inches == 0.75


@pytest.mark.rule("NUT-SIGHT-01")
def test_who_saw_him_in_this_activation_does_not_see_him_anew() -> None:
    made = field(red("a", 15, 10), blue("b", 17, 26, facing=270), features=[HOUSE])
    assert along(made, [(15, 10), (29, 10)], "b")[0].kind == "los"
    made.state.seen_in["b>a"] = 0.5
    later = along(made, [(15, 10), (29, 10)], "b")
    assert later and later[0].kind == "two_inches"


def test_case_121_walks_past_two_trees(request: pytest.FixtureRequest) -> None:
    case(request, "CASE-121")
    trees = [area(f"tree-{n}", "building", x, 15, x + 0.5, 16.5) for n, x in enumerate((20.0, 22.0))]
    made = field(red("a", 16, 10), blue("b", 20, 30, facing=270), features=trees)
    path: list[Point] = [(16, 10), (24, 10)]
    one = along(made, path, "b")
    four = along(made, cut(path, 0.25, 0.5, 0.75), "b")
    assert one == four and len(one) == 1
    assert one[0].kind == "two_inches" and one[0].inches >= 2.0
    made.state.pairs = (Pair("b", "a"),)
    assert along(made, [one[0].point, (24, 10)], "b") == ()


@pytest.mark.rule("NUT-SIGHT-11")
def test_a_hidden_mover_is_seen_when_he_leaves_cover_or_comes_near() -> None:
    wood = area("wood", "woods_light", 5, 5, 20, 15, height=0)
    made = field(red("a", 12, 10), blue("b", 22, 10), features=[wood])
    hidden.hide(made, made.stand("a"))  # type: ignore[arg-type]
    (near,) = along(made, [(12, 10), (19, 10)], "b")
    assert near.point == (16.0, 10.0)
    far = field(red("a", 12, 10), blue("b", 32, 10), features=[wood])
    hidden.hide(far, far.stand("a"))  # type: ignore[arg-type]
    (leaves,) = along(far, [(12, 10), (26, 10)], "b")
    assert leaves.point[0] == pytest.approx(20.0, abs=0.01)
    assert along(far, [(12, 10), (19, 10)], "b") == ()


@pytest.mark.rule("NUT-SIGHT-11")
def test_a_mover_finds_hidden_enemies_within_six_inches() -> None:
    wood = area("wood", "woods_light", 28, 5, 40, 15, height=0)
    made = field(red("a", 10, 10), blue("b", 30, 10), blue("c", 29, 40), features=[wood])
    hidden.hide(made, made.stand("b"))  # type: ignore[arg-type]
    found = trigger_points.finds(made, made.stand("a"), [(10, 10), (27, 10)])
    assert [(t.kind, t.watcher, t.point) for t in found] == [("found", "b", (24.0, 10.0))]
    made.state.night = True
    assert trigger_points.finds(made, made.stand("a"), [(10, 10), (27, 10)])[0].point == (27.0, 10.0)


@pytest.mark.rule("NUT-SIGHT-02")
@pytest.mark.parametrize(("field_", "value"), [("status", DUCKED), ("gone", "dead"), ("melee_with", ("a",))])
def test_who_keeps_his_head_down_or_fights_does_not_watch(field_: str, value: object) -> None:
    made = field(red("a", 10, 10), blue("b", 20, 10))
    assert trigger_points.watches(made.state, made.stand("b"))
    setattr(made.stand("b"), field_, value)
    assert not trigger_points.watches(made.state, made.stand("b"))


# ---------------------------------------------------------------- distances


@pytest.mark.rule("NUT-GEO-13")
def test_six_inches_from_the_target_of_a_charge() -> None:
    made = field(red("a", 10, 10), blue("b", 20, 13), blue("tank", 40, 10, "t_34_76", facing=180))
    found = trigger_points.comes_within(made, made.stand("a"), [(10, 10), (19, 13)], made.stand("b"), 6.0)
    assert found is not None and math.dist(found.point, (20, 13)) == pytest.approx(6.0, abs=0.002)
    at_tank = trigger_points.comes_within(made, made.stand("a"), [(10, 10), (36, 10)], made.stand("tank"), 6.0)
    assert at_tank is not None
    assert at_tank.point[0] == pytest.approx(34.0 - made.stand("tank").base.depth_in / 2, abs=0.002)
    assert trigger_points.comes_within(made, made.stand("a"), [(10, 10), (12, 10)], made.stand("b"), 6.0) is None


@pytest.mark.rule("NUT-GEO-13")
def test_traps_come_before_sight_at_one_point() -> None:
    found = trigger_points.comes_to([(0, 0), (10, 0)], lambda p: math.dist(p, (5, 0)), 1.0, "mine")
    assert found is not None and found.point == (4.0, 0.0)
    assert found.key < Trigger((4.0, 0.0), 4.0, "los", "a").key < Trigger((4.0, 0.0), 4.0, "charge_six", "a").key


# ---------------------------------------------------------------- however it is cut


shares = st.lists(st.floats(0.02, 0.98), max_size=4)
spots = st.tuples(st.integers(2, 46), st.integers(2, 30))


@settings(max_examples=12, deadline=None)
@given(start=spots, middle=spots, end=spots, watcher=spots, turn=st.integers(0, 359), shares=shares)
@pytest.mark.rule("NUT-GEO-13")
def test_triggers_do_not_depend_on_how_the_path_is_cut(
    start: Point, middle: Point, end: Point, watcher: Point, turn: int, shares: list[float]
) -> None:
    path = [start, middle, end]
    made = field(
        red("a", *start), blue("b", *watcher, facing=turn), blue("tank", 24, 6, "t_34_76", facing=40), features=GROUND
    )
    whole, parts = along(made, path, "b"), along(made, cut(path, *shares), "b")
    assert [(t.kind, t.watcher) for t in whole] == [(t.kind, t.watcher) for t in parts]
    for one, other in zip(whole, parts, strict=True):
        assert one.inches == pytest.approx(other.inches, abs=0.002)
        assert math.dist(one.point, other.point) < 0.003


@settings(max_examples=12, deadline=None)
@example(start=(2, 18), end=(21, 18), watcher=(2, 2))
@given(start=spots, end=spots, watcher=spots)
def test_stretches_agree_with_looking_at_single_places(start: Point, end: Point, watcher: Point) -> None:
    if start == end:
        return
    made = field(red("a", *start), blue("b", *watcher), features=GROUND)
    way = Way.of([start, end])
    found = path_views.stretches(made, made.stand("a"), way, made.stand("b"), None, facing=False)
    for n in range(1, 30):
        inches = way.length * n / 30
        if any(abs(inches - border) < 0.02 for stretch in found for border in stretch):
            continue
        if is_on_the_wall_of_the_house(*way.at(inches)):
            continue
        made.stand("a").x, made.stand("a").y = way.at(inches)
        seen = geometry.sees(made, made.stand("b"), made.stand("a"))
        assert seen == any(a <= inches <= b for a, b in found)


def is_on_the_wall_of_the_house(x: float, y: float) -> bool:
    """Nobody can stand there (NUT-BLDG-04): a place is neither inside nor outside."""
    return 14 <= x <= 20 and 14 <= y <= 18 and (x in (14, 20) or y in (14, 18))


def test_no_gap_between_houses_is_missed() -> None:
    posts: list[Feature] = [area(f"p{n}", "building", 10 + 1.2 * n, 15, 11.1 + 1.2 * n, 16) for n in range(20)]
    made = field(red("a", 12, 10), blue("b", 20, 40, facing=270), features=posts)
    way = Way.of([(12, 10), (28, 10)])
    found = path_views.stretches(made, made.stand("a"), way, made.stand("b"), None)
    fine = 0
    for n in range(800):
        made.stand("a").x, made.stand("a").y = 12 + 16 * n / 800, 10.0
        seen = geometry.sees(made, made.stand("b"), made.stand("a"))
        fine += seen
        inches = 16 * n / 800
        assert seen == any(a - 0.01 <= inches <= b + 0.01 for a, b in found) or any(
            abs(inches - edge) < 0.012 for pair in found for edge in pair
        )
    assert fine / 800 * 16 == pytest.approx(sum(b - a for a, b in found), abs=0.1)


@pytest.mark.rule("NUT-BLDG-06")
@pytest.mark.parametrize(
    ("watcher", "start", "end"),
    [
        ((14.6, 15.0), (4, 6), (12, 26)),
        ((14.6, 16.9), (12, 10), (8, 22)),
        ((17.0, 16.0), (10, 8), (13, 20)),
        ((18.5, 14.6), (10, 11), (30, 9)),
    ],
)
def test_a_watcher_in_a_house_sees_along_a_path_what_he_sees_at_each_place(
    watcher: Point, start: Point, end: Point
) -> None:
    made = field(red("a", *start), blue("b", *watcher), features=[HOUSE, strip("wall", "wall", (11, 5), (11, 30))])
    way = Way.of([start, end])
    found = path_views.stretches(made, made.stand("a"), way, made.stand("b"), None, facing=False)
    for n in range(120):
        inches = way.length * n / 120
        if any(abs(inches - border) < 0.02 for stretch in found for border in stretch):
            continue
        made.stand("a").x, made.stand("a").y = way.at(inches)
        seen = geometry.sees(made, made.stand("b"), made.stand("a"))
        assert seen == any(a <= inches <= b for a, b in found)
