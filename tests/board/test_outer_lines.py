"""Lines between outlines: the compiled kernels and the plain ones give the same answers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from wargame.board.outer_lines import hidden_by, hidden_by_compiled, lines_between, over_corners

KERNELS = ("compiled", "plain")


def _pieces(count: int, seed: int) -> np.ndarray:
    dice = np.random.default_rng(seed)
    rows = dice.uniform(0.1, 30.0, (count, 7))
    rows[:, 2] = dice.choice([0.0, 90.0, 33.0, 211.5], count)
    rows[:, 3:5] = dice.choice([0.0, 0.5, 1.2], (count, 2))
    rows[:, 5] = dice.integers(0, 2, count)
    return rows


def test_a_man_is_as_wide_as_his_base_seen_from_anywhere() -> None:
    man, tank = np.array([[0.0, 0.0, 0.0, 0.5, 0.5, 1.0, 1.0]]), np.array([[10.0, 0.0, 0.0, 1.0, 2.0, 0.0, 1.0]])
    a, b = lines_between("plain", man, tank)
    assert a[0, :, :2].tolist() == [[0.0, 0.0], [0.0, -0.5], [0.0, 0.5]]
    assert b[0, :, :2].tolist() == [[10.0, 0.0], [8.0, -1.0], [8.0, 1.0]]


@pytest.mark.parametrize("seed", range(4))
def test_both_kernels_draw_the_same_lines(seed: int) -> None:
    a, b = _pieces(60, seed), _pieces(60, seed + 100)
    b[:5, :2] = a[:5, :2]
    fast, plain = (lines_between(kernels, a, b) for kernels in KERNELS)
    assert np.array_equal(fast[0], plain[0])
    assert np.array_equal(fast[1], plain[1])


@pytest.mark.parametrize("seed", range(6))
def test_both_kernels_find_the_same_corners_in_line(seed: int) -> None:
    eye, mover = _pieces(2, seed)
    corners = _pieces(40, seed + 7)[:, :2]
    leg, even = np.array([2.0, 3.0, 20.0, 17.0]), np.linspace(0.0, 1.0, 30)
    fast, plain = (over_corners(kernels, eye, mover, leg, even, corners) for kernels in KERNELS)
    assert np.array_equal(np.sort(fast), np.sort(plain))


def test_a_corner_comes_in_line_where_the_line_passes_over_it() -> None:
    eye, mover = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]), np.array([0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0])
    leg = np.array([10.0, -10.0, 10.0, 10.0])
    found = over_corners("plain", eye, mover, leg, np.linspace(0.0, 1.0, 11), np.array([[5.0, 1.0]]))
    assert found == pytest.approx([0.6] * 3)


def test_a_box_hides_lines_that_run_over_it_below_its_top() -> None:
    a = np.array([(0.0, 0.0, 1.0), (0.0, 0.0, 3.0), (0.0, 5.0, 1.0)])
    b = a + np.array([10.0, 0.0, 0.0])
    box = np.array([(5.0, 0.0, 1.0, 0.0, 1.0, 0.5, 2.0), (5.0, 4.0, math.cos(0.3), math.sin(0.3), 1.0, 2.0, 2.0)])
    runs = [hidden_by] if hidden_by_compiled is None else [hidden_by, hidden_by_compiled.fast]
    for run in runs:
        assert run is not None
        out = np.zeros((3, 2), np.bool_)
        run(a, b, box, out)
        assert out.tolist() == [[True, False], [False, False], [False, True]]
