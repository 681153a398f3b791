"""Sight lines: worked specimens of what blocks, why and where."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.board.specimens import HOUSE, OPAQUE, WOOD, area, board, box, strip
from wargame.board import (
    Base,
    Board,
    Eye,
    Footprint,
    SightRow,
    can_see,
    eye,
    sight,
    sight_any,
    sight_any_matrix,
    sight_lines,
    sight_matrix,
    sight_pairs,
)

LOW = SightRow(0.0, 0.0, "feature")


def look(made: Board, ax: float, ay: float, bx: float, by: float):
    """The record between two stands on the ground, checked for symmetry."""
    a, b = eye(made, ax, ay), eye(made, bx, by)
    there, back = sight(made, a, b), sight(made, b, a)
    assert (there.clear, there.blocker, there.reason) == (back.clear, back.blocker, back.reason)
    return there


def test_open_ground_is_clear():
    record = look(board(), 5, 5, 60, 40)
    assert record.clear and record.blocker is None and record.reason == "" and record.blocked_at is None
    assert record.crossings == () and record.distance_in == pytest.approx(math.hypot(55, 35))


@pytest.mark.parametrize(("width", "clear"), [(1.9, True), (2.0, True), (2.1, False)])
def test_more_than_two_inches_of_wood_block_and_exactly_two_do_not(width, clear):
    record = look(board(box("wood", "woods_heavy", 20, 10, 20 + width, 30)), 10, 20, 40, 20)
    assert record.clear is clear
    assert record.inches_in("wood") == pytest.approx(width, abs=1e-4)


def test_stand_less_than_two_inches_inside_sees_out_and_is_seen():
    made = board(box("wood", "woods_heavy", 20, 10, 40, 30))
    assert look(made, 21.9, 20, 5, 20).clear
    assert look(made, 22.0, 20, 5, 20).clear
    deep = look(made, 22.1, 20, 5, 20)
    assert not deep.clear and deep.reason == "depth" and deep.blocker == "wood"


def test_blocked_through_a_wood_names_where_the_depth_is_used_up():
    record = look(board(box("wood", "woods_heavy", 20, 10, 30, 30)), 10, 20, 50, 20)
    assert record.reason == "through" and record.blocked_at == pytest.approx((22.0, 20.0), abs=2e-3)


def test_two_woods_apart_count_one_by_one():
    made = board(box("one", "woods_heavy", 20, 10, 21.5, 30), box("two", "woods_heavy", 23, 10, 24.5, 30))
    assert look(made, 10, 20, 40, 20).clear


def test_seam_between_two_woods_is_merged():
    made = board(box("one", "woods_heavy", 20, 10, 30, 20), box("two", "woods_heavy", 20, 20, 30, 30))
    assert not look(made, 10, 20, 40, 20).clear
    halves = board(box("one", "woods_heavy", 20, 10, 21.5, 30), box("two", "woods_heavy", 21.5, 10, 23, 30))
    assert not look(halves, 10, 20, 40, 20).clear


def test_merged_ground_names_the_feature_with_most_of_the_line():
    made = board(box("one", "woods_heavy", 20, 10, 21, 30), box("two", "woods_heavy", 21, 10, 26, 30))
    assert look(made, 10, 20, 40, 20).blocker == "two"


def test_seam_rounded_to_the_grid_leaves_no_slit():
    low = area("low", "building", (20, 10), (30, 10), (30, 20.001), (20, 20), height=3)
    high = area("high", "building", (20, 20), (25, 20.001), (30, 20.001), (30, 30), (20, 30), height=3)
    made = board(low, high)
    assert not look(made, 10, 19.9995, 40, 20.0015).clear


def test_border_of_wood_and_building_blocks_with_the_lower_top():
    made = board(
        box("wood", "woods_heavy", 20, 10, 30, 20, height=1),
        box("house", "building", 20, 20, 30, 30, height=4),
        rows={"woods_heavy": LOW, "building": LOW},
    )
    assert not look(made, 10, 20, 40, 20).clear
    over = sight(made, Eye(10, 20, 2.0), Eye(40, 20, 2.0))
    assert over.clear
    assert not sight(made, Eye(10, 20.5, 2.0), Eye(40, 20.5, 2.0)).clear


def test_line_along_an_outer_wall_only_touches():
    made = board(box("house", "building", 20, 20, 30, 30, height=4))
    assert look(made, 10, 20, 40, 20).clear
    assert look(made, 20, 10, 20, 40).clear
    assert not look(made, 10, 20.01, 40, 20.01).clear


def test_line_along_a_wall_that_two_houses_share_is_blocked():
    same = board(box("a", "building", 20, 10, 30, 20, height=3), box("b", "building", 20, 20, 30, 30, height=3))
    assert not look(same, 10, 20, 40, 20).clear
    other = board(box("a", "building", 20, 10, 30, 20, height=3), box("b", "building", 20, 20, 30, 30, height=2))
    assert not look(other, 10, 20, 40, 20).clear
    assert can_see(other, Eye(10, 20, 2.5), Eye(40, 20, 2.5))


def test_line_through_a_corner_that_two_houses_share_is_clear():
    made = board(box("a", "building", 20, 10, 30, 20, height=3), box("b", "building", 30, 20, 40, 30, height=3))
    assert look(made, 25, 25, 35, 15).clear
    assert not look(made, 25, 15, 35, 25).clear


def test_low_wall_is_looked_over():
    made = board(strip("wall", "wall", (20, 10), (20, 30), height=0.5), rows={"wall": LOW})
    low = look(made, 10, 20, 30, 20)
    assert not low.clear and low.reason == "height" and low.blocked_at == pytest.approx((19.9, 20.0), abs=2e-3)
    assert can_see(made, Eye(10, 20, 0.5), Eye(30, 20, 0.5))
    assert can_see(made, Eye(10, 20, 1.0), Eye(30, 20, 0.1))
    assert not can_see(made, Eye(10, 20, 0.8), Eye(30, 20, 0.1))


def hill(levels: int) -> Board:
    rings = [box(f"hill-{k}", "hill", 20 + k, 10 + k, 40 - k, 30 - k, height=k) for k in range(1, levels + 1)]
    return board(*rings, box("far", "hill", 55, 10, 65, 30, height=1), hill_rule="both_ends")


def test_ground_higher_than_both_ends_blocks():
    record = look(hill(1), 10, 20, 50, 20)
    assert not record.clear and record.reason == "ground" and record.blocker == "hill-1"


def test_ground_higher_than_one_end_only_does_not_block_under_the_rule_of_both_ends():
    assert look(hill(1), 10, 20, 30, 20).clear
    assert look(hill(1), 10, 20, 60, 20).clear
    assert look(hill(2), 10, 20, 60, 20).blocker == "hill-2"
    one = board(box("a", "hill", 20, 10, 40, 30), box("b", "hill", 50, 10, 60, 30), hill_rule="both_ends")
    assert look(one, 30, 20, 55, 20).clear


def test_crest_hides_dead_ground_under_the_rule_of_the_line():
    made = board(box("hill", "hill", 20, 10, 40, 30, height=2), hill_rule="line")
    assert not look(made, 30, 20, 45, 20).clear, "from the middle of the top nothing at its foot is seen"
    assert look(made, 39.9, 20, 60, 20).clear, "from the crest the plain is"
    assert not look(made, 38.0, 20, 60, 20).clear
    record = look(made, 30, 20, 45, 20)
    assert record.reason == "ground" and 30 < record.blocked_at[0] < 40


def test_ground_that_only_reaches_the_line_does_not_block():
    made = board(box("hill", "hill", 20, 10, 40, 30, height=1), hill_rule="line")
    assert can_see(made, Eye(10, 20, 1.0), Eye(50, 20, 1.0))
    assert not can_see(made, Eye(10, 20, 0.999), Eye(50, 20, 0.999))


def test_wood_on_a_terrace_stands_on_its_ground():
    made = board(
        box("hill", "hill", 20, 0, 72, 48, height=2),
        box("wood", "woods_heavy", 15, 10, 30, 30, height=1),
        rows={"woods_heavy": LOW},
    )
    assert can_see(made, Eye(10, 20, 5.0), Eye(60, 20, 2.9)) is True
    assert not can_see(made, Eye(10, 20, 2.2), Eye(60, 20, 2.9))
    assert can_see(made, Eye(18.5, 1, 1.5), Eye(18.5, 47, 1.5)), "at the foot the wood is one inch high"
    assert not can_see(made, Eye(21, 1, 2.5), Eye(21, 47, 2.5)), "on the terrace it reaches to three"


def test_upper_floor_sees_over_a_lower_house():
    made = board(
        box("tower", "building", 10, 15, 14, 25, height=3),
        box("hut", "building", 20, 15, 24, 25, height=1),
        rows={"building": SightRow(0.0, 4.0, "feature")},
    )
    ground, top = eye(made, 13, 20), eye(made, 13, 20, up_in=2.0)
    assert not can_see(made, ground, eye(made, 60, 20))
    assert can_see(made, top, eye(made, 60, 20))
    assert not can_see(made, top, eye(made, 24.5, 20))


def test_both_inside_one_building_see_each_other_within_its_depth():
    made = board(box("hall", "building", 20, 10, 40, 30, height=3), rows={"building": SightRow(0.0, 6.0, "feature")})
    assert look(made, 25, 20, 31, 20).clear
    far = look(made, 25, 20, 32, 20)
    assert not far.clear and far.reason == "depth" and far.blocker == "hall"


def test_smoke_blocks_whatever_the_height_unless_ignored():
    made = board(box("smoke", "smoke", 20, 10, 30, 30))
    a, b = Eye(10, 20, 30.0), Eye(40, 20, 30.0)
    assert sight(made, a, b).reason == "through"
    assert sight(made, a, b, frozenset({"smoke"})).clear


def test_ignoring_one_of_two_merged_features_leaves_the_other():
    made = board(box("a", "smoke", 20, 10, 30, 20), box("b", "smoke", 20, 20, 30, 30))
    gone = frozenset({"a"})
    assert can_see(made, Eye(10, 15, 1), Eye(40, 15, 1), gone)
    assert not can_see(made, Eye(10, 25, 1), Eye(40, 25, 1), gone)


def test_sloped_hill_hides_what_lies_behind_its_ridge():
    ridge = strip("ridge", "ridge", (30, 15), (30, 25), width=0.1)
    made = board(box("hill", "hill", 20, 10, 40, 30, height=1), ridge, relief="sloped")
    record = look(made, 10, 20, 50, 20)
    assert not record.clear and record.reason == "ground" and record.blocker == "hill"
    assert 20 < record.blocked_at[0] < 30
    assert look(made, 10, 20, 25, 20).clear, "the slope towards the viewer is seen"
    assert look(made, 10, 20, 30, 20).clear, "so is the ridge"
    assert not look(made, 10, 20, 36, 20).clear, "the far slope is not"


def test_wood_on_a_slope_rises_with_it():
    ridge = strip("ridge", "ridge", (30, 12), (30, 28), width=0.1)
    hill_ = box("hill", "hill", 20, 10, 40, 30, height=2)
    made = board(hill_, ridge, box("wood", "woods_heavy", 24, 18, 26, 22), relief="sloped", rows={"woods_heavy": LOW})
    assert can_see(made, Eye(10, 20, 2.2), Eye(25, 5, 2.2)), "beside the wood"
    assert can_see(made, Eye(25, 5, 2.3), Eye(25, 35, 2.3))
    assert not can_see(made, Eye(25, 5, 1.9), Eye(25, 35, 1.9))


def test_crossings_tell_from_where_to_where_in_order():
    made = board(
        box("crop", "crops", 12, 10, 16, 30, height=0),
        strip("wall", "wall", (20, 10), (20, 30), height=0.05),
        box("smoke", "smoke", 30, 10, 35, 30),
        terrain={"crops": "standing crops"},
        covers=frozenset({"standing crops"}),
    )
    there = look(made, 10, 20, 40, 20)
    assert [c.feature_id for c in there.crossings] == ["crop", "wall", "smoke"]
    crop, _, smoke = there.crossings
    assert (crop.enter_in, crop.leave_in) == pytest.approx((2.0, 6.0), abs=1e-5)
    assert (smoke.enter_in, smoke.leave_in, smoke.top_in) == pytest.approx((20.0, 25.0, math.inf), abs=1e-5)
    back = sight(made, there.b, there.a)
    assert [c.enter_in for c in back.crossings] == pytest.approx([30 - c.leave_in for c in there.crossings[::-1]])


def test_several_lines_come_back_in_order():
    made = board(box("house", "building", 20, 20, 30, 30, height=4))
    lines = [(Eye(10, y, 0.1), Eye(40, y, 0.1)) for y in (19.5, 25.0, 30.5)]
    assert [record.clear for record in sight_lines(made, lines)] == [True, False, True]


def test_matrix_and_pairs_agree_with_single_lines_and_name_a_feature():
    made = board(box("house", "building", 20, 20, 30, 30, height=4), box("wood", "woods_heavy", 40, 0, 50, 19))
    a = np.array([(10.0, y, 0.1) for y in (5.0, 15.0, 25.0)])
    b = np.array([(60.0, y, 0.1) for y in (10.0, 21.0, 35.0)])
    names = [feature.id for feature in made.features]
    table = sight_matrix(made, a, b)
    for i in range(3):
        for j in range(3):
            single = sight(made, Eye(*a[i]), Eye(*b[j]))
            assert single.clear == (table[i, j] < 0)
            assert single.clear or single.blocker == names[table[i, j]] or single.blocker in names
    assert (sight_pairs(made, a, b) == np.diag(table)).all()


def test_any_part_of_a_base_may_see_past_a_corner():
    made = board(box("house", "building", 20, 10, 30, 20.2, height=4))
    a, b = Footprint(Base.circle(1.0), 10, 20), Footprint(Base.rectangle(1.6, 0.8), 40, 20)
    assert not can_see(made, eye(made, 10, 20), eye(made, 40, 20))
    best = sight_any(made, a, b, 0.1, 0.1)
    assert best.clear and max(best.a.y, best.b.y) > 20.2
    assert sight_any(made, b, a, 0.1, 0.1).clear


def test_any_part_blocked_gives_the_line_between_the_centres():
    made = board(box("house", "building", 20, 10, 30, 30, height=4))
    a, b = Footprint(Base.circle(1.0), 10, 20), Footprint(Base.circle(1.0), 40, 20)
    best = sight_any(made, a, b, 0.1, 0.1)
    assert not best.clear and best.blocker == "house" and (best.a.x, best.b.x) == (10, 40)


def test_points_round_a_base_must_be_a_multiple_of_four():
    made = board(box("house", "building", 20, 10, 30, 30, height=4))
    a = Footprint(Base.circle(1.0), 10, 20)
    with pytest.raises(ValueError, match="multiple of 4"):
        sight_any(made, a, a, 0.1, 0.1, points=7)


def test_same_place_always_sees_itself():
    made = board(box("smoke", "smoke", 20, 10, 30, 30), rows={"smoke": OPAQUE, "woods_heavy": WOOD, "building": HOUSE})
    assert can_see(made, Eye(25, 20, 0.1), Eye(25, 20, 0.1))


def test_matrix_of_bases_is_the_same_from_both_sides():
    made = board(box("house", "building", 20, 10, 30, 20.2, height=4), box("wood", "woods_heavy", 33, 5, 36, 30))
    first = [Footprint(Base.circle(1.0), 10, y) for y in (8, 14, 20, 26)]
    second = [Footprint(Base.rectangle(1.0, 0.75), 50, y, 30.0 * y) for y in (8, 14, 20, 26)]
    heights = [0.1] * 4
    there = sight_any_matrix(made, first, second, heights, heights)
    assert (there == sight_any_matrix(made, second, first, heights, heights).T).all()
