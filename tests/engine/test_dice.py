"""Dice: a numbered stream, exact sums, worked modifiers."""

from __future__ import annotations

from collections import Counter

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.engine.appraisal import duel, sum_of
from wargame.engine.dice import Chance, Dice, ScriptedDice, noise


@given(st.integers(0, 2**40), st.integers(0, 10**6), st.sampled_from([4, 6, 8, 10, 20]))
def test_a_die_is_a_function_of_seed_and_number(seed: int, n: int, sides: int) -> None:
    face = Dice(seed).face(n, sides)
    assert 1 <= face <= sides
    assert Dice(seed).face(n, sides) == face


def test_faces_are_spread_evenly() -> None:
    counts = Counter(Dice(1).face(n, 6) for n in range(12_000))
    assert all(1_800 < counts[face] < 2_200 for face in range(1, 7))


def test_first_faces_of_seed_one_never_change() -> None:
    assert [Dice(1).face(n, 6) for n in range(12)] == [2, 6, 5, 4, 4, 6, 6, 6, 4, 4, 6, 4]


def test_scripted_dice_refuse_what_was_not_written() -> None:
    dice = ScriptedDice([6])
    assert dice.face(0, 6) == 6
    with pytest.raises(ValueError, match="die 2 was thrown"):
        dice.face(1, 6)
    with pytest.raises(ValueError, match="no d4"):
        dice.face(0, 4)


def test_noise_depends_on_its_arguments_only() -> None:
    assert noise(1, 2, 3) == noise(1, 2, 3) != noise(1, 3, 2)


def test_chance_draws_on() -> None:
    chance = Chance(5)
    assert [chance.die(6) for _ in range(3)] == [Dice(5).face(n, 6) for n in range(3)]


@pytest.mark.parametrize("count", [1, 2, 5, 9])
def test_sums_equal_exact_enumeration(count: int) -> None:
    exact = count @ icepool.d6
    for total, chance in enumerate(sum_of(count)):
        assert chance == pytest.approx(float(exact.probability(total)), abs=1e-12)


@pytest.mark.parametrize(("attack", "defence"), [(1, 1), (4, 4), (5, 3), (2, 7)])
def test_duels_equal_exact_enumeration(attack: int, defence: int) -> None:
    difference = (attack @ icepool.d6) - (defence @ icepool.d6)
    exact = (difference > 0, difference == 0, difference < 0)
    for chance, event in zip(duel(attack, defence), exact, strict=True):
        assert chance == pytest.approx(float(event.probability(True)), abs=1e-12)
