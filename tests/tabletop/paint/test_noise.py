"""Noise out of a hash: in range, repeatable, without seams, and equal at every scale."""

import numpy as np

from wargame.tabletop.paint.noise import NoiseBank, lattice, scattered, seed_of, stretched


def test_numbers_are_spread_evenly_over_nought_to_one() -> None:
    values = lattice(100, 100, 3)
    assert values.min() >= 0
    assert values.max() < 1
    counts, _ = np.histogram(values, 10, (0, 1))
    assert counts.min() > 850


def test_neighbours_and_seeds_do_not_follow_each_other() -> None:
    values = lattice(200, 200, 5)
    assert abs(np.corrcoef(values[:, 1:].ravel(), values[:, :-1].ravel())[0, 1]) < 0.03
    assert abs(np.corrcoef(values.ravel(), lattice(200, 200, 6).ravel())[0, 1]) < 0.03


def test_known_numbers_never_change() -> None:
    assert [round(float(v), 4) for v in scattered(3, 1)] == [0.8782, 0.0473, 0.3351]
    assert seed_of("hill-1") == 0xD39C7C1C


def test_noise_wraps_round() -> None:
    big = stretched(lattice(6, 6, 2), 60, 60)
    step_across_edge = np.abs(big[:, 0] - big[:, -1]).max()
    assert step_across_edge <= np.abs(np.diff(big, axis=1)).max() * 1.05


def test_a_window_is_cut_from_the_whole() -> None:
    bank = NoiseBank(10, 8, (64, 80), 4)
    window = (slice(5, 20), slice(30, 70))
    assert np.array_equal(bank.fbm(1.5, 9)[window], bank.fbm(1.5, 9, window=window))


def test_a_finer_picture_keeps_the_pattern() -> None:
    coarse = NoiseBank(8, 8, (64, 64), 4).value(2.0, 3)
    fine = NoiseBank(8, 8, (128, 128), 4).value(2.0, 3)
    assert np.abs(fine.reshape(64, 2, 64, 2).mean(axis=(1, 3)) - coarse).mean() < 0.02
