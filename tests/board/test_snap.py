from hypothesis import given
from hypothesis import strategies as st

from wargame.board import snap, snap_facing, snap_point, within

numbers = st.floats(-500, 500)


@given(numbers)
def test_snapping_twice_changes_nothing(value: float) -> None:
    once = snap(value)
    assert snap(once) == once
    assert abs(once - value) <= 0.0005 + 1e-9


@given(st.integers(-500_000, 500_000))
def test_whole_thousandths_stay(n: int) -> None:
    assert snap(n / 1000) == n / 1000


@given(numbers)
def test_facings_lie_in_one_turn(value: float) -> None:
    facing = snap_facing(value)
    assert 0.0 <= facing < 360.0
    assert snap_facing(facing) == facing


def test_no_negative_zero() -> None:
    assert str(snap(-0.0001)) == "0.0"
    assert [str(v) for v in snap_point(-0.0, -0.0004)] == ["0.0", "0.0"]
    assert str(snap_facing(-0.01)) == "0.0"


def test_within_six_inches_is_at_most_six_and_half_a_thousandth() -> None:
    assert within(6.0005, 6)
    assert not within(6.0006, 6)
