"""Where on a path sight, range and arc change, however the path is cut."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.board.specimens import board, box, random_features, random_points
from wargame.board import Base, Eye, Footprint, arc_changes, eye, eyes, range_changes, sight_changes

PATH = [(5.0, 40.0), (30.0, 20.0), (66.0, 8.0)]


def cut(path, pieces):
    """The same path in more legs."""
    found = [path[0]]
    for (ax, ay), (bx, by) in pairwise(path):
        found += [(ax + (bx - ax) * i / pieces, ay + (by - ay) * i / pieces) for i in range(1, pieces + 1)]
    return found


def test_mover_is_lost_behind_one_corner_of_a_house_and_seen_behind_the_other():
    made = board(box("house", "building", 20, 10, 30, 20, height=3))
    watcher = eye(made, 10, 15)
    lost, seen = sight_changes(made, [(40, 40), (40, -10)], [watcher])
    assert (lost.becomes, lost.y) == (False, pytest.approx(30.0, abs=0.002))
    assert (seen.becomes, seen.y) == (True, pytest.approx(0.0, abs=0.002))


def test_first_sight_lies_on_the_line_by_the_corner():
    made = board(box("house", "building", 20, 10, 30, 20, height=3))
    changes = sight_changes(made, [(40, 15), (40, 40)], [eye(made, 10, 15)])
    assert [change.becomes for change in changes] == [True]
    assert (changes[0].x, changes[0].y) == pytest.approx((40.0, 30.0), abs=0.002)
    assert changes[0].inches_along == pytest.approx(15.0, abs=0.002)


def test_depth_in_a_wood_counts_to_the_thousandth():
    made = board(box("wood", "woods_heavy", 20, 10, 40, 30))
    changes = sight_changes(made, [(18, 20), (30, 20)], [eye(made, 5, 20)])
    assert [(change.becomes, round(change.x, 2)) for change in changes] == [(False, 22.0)]


def test_terrace_takes_the_mover_out_of_sight_of_the_plain():
    made = board(box("hill", "hill", 20, 10, 40, 30, height=2), hill_rule="line")
    changes = sight_changes(made, [(10, 20), (30, 20)], [eye(made, 5, 20)])
    assert [change.becomes for change in changes] == [False]
    assert changes[0].x > 20


@pytest.mark.parametrize("pieces", [2, 3, 7])
@pytest.mark.parametrize("relief", ["terraced", "sloped"])
def test_places_do_not_depend_on_how_the_path_is_cut(pieces, relief):
    made = board(*random_features(8), relief=relief, eye_in=0.75)
    watchers = [Eye(*place) for place in eyes(made, random_points(made, 8, 6)).tolist()]
    whole, parts = sight_changes(made, PATH, watchers), sight_changes(made, cut(PATH, pieces), watchers)
    assert len(whole) > 4
    assert [(m.watcher, m.becomes) for m in whole] == [(m.watcher, m.becomes) for m in parts]
    assert [m.inches_along for m in whole] == pytest.approx([m.inches_along for m in parts], abs=0.0015)


def test_range_is_crossed_where_the_edges_are_that_far_apart():
    other = Footprint(Base.circle(1.0), 30, 20)
    come, go = range_changes([(10, 20), (50, 20)], Base.circle(1.0), other, [6.0])
    assert (come.x, come.becomes) == (pytest.approx(23.0, abs=0.001), True)
    assert (go.x, go.becomes) == (pytest.approx(37.0, abs=0.001), False)


def test_ranges_do_not_depend_on_how_the_path_is_cut():
    other = Footprint(Base.rectangle(1.6, 0.8), 30, 22, 30.0)
    whole = range_changes(PATH, Base.rectangle(1.0, 2.0), other, [2.0, 6.0, 12.0])
    parts = range_changes(cut(PATH, 5), Base.rectangle(1.0, 2.0), other, [2.0, 6.0, 12.0])
    assert len(whole) == 6
    assert [(m.watcher, m.becomes) for m in whole] == [(m.watcher, m.becomes) for m in parts]
    assert [m.inches_along for m in whole] == pytest.approx([m.inches_along for m in parts], abs=0.0015)


def test_a_turn_at_a_corner_may_bring_a_long_base_into_range():
    other = Footprint(Base.circle(1.0), 20, 26)
    base = Base.rectangle(1.0, 6.0)
    changes = range_changes([(10, 20), (20, 20), (20, 10)], base, other, [3.0])
    assert [(m.becomes, m.x, m.y) for m in changes][:1] == [(True, 20.0, 20.0)]
    assert [m.becomes for m in changes] == [True, False]


def test_path_out_of_range_has_no_changes():
    assert range_changes([(1, 1), (2, 1)], Base.circle(1.0), Footprint(Base.circle(1.0), 60, 40), [6.0]) == ()


def test_arc_is_entered_and_left_at_its_borders():
    watcher = Footprint(Base.circle(1.0), 30, 30, 270.0)
    enter, leave = arc_changes([(10, 20), (60, 20)], watcher, 90.0)
    assert (enter.x, enter.becomes) == (pytest.approx(20.0, abs=0.001), True)
    assert (leave.x, leave.becomes) == (pytest.approx(40.0, abs=0.001), False)


def test_full_circle_is_never_left():
    assert arc_changes(PATH, Footprint(Base.circle(1.0), 30, 30, 0.0), 360.0) == ()


@pytest.mark.parametrize("relief", ["terraced", "sloped"])
@pytest.mark.parametrize("hill_rule", ["line", "both_ends"])
def test_what_is_proved_of_a_whole_leg_changes_no_answer(relief, hill_rule):
    fast, plain = (
        board(*random_features(12), relief=relief, hill_rule=hill_rule, eye_in=0.75, kernels=kernels)
        for kernels in ("compiled", "plain")
    )
    watchers = [Eye(*place) for place in eyes(fast, random_points(fast, 12, 12)).tolist()]
    found = sight_changes(fast, PATH, watchers)
    assert found
    assert found == sight_changes(plain, PATH, watchers)
