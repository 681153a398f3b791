"""What lines run through: against shapely on random tables, the same with both kernels and from both ends."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from tests.board.specimens import area, board, box, random_features, random_points
from wargame.board import SightRow, can_see, crossed, eye, sight

KINDS = frozenset({"building", "woods_heavy", "wall"})


@pytest.mark.parametrize("seed", [3, 11])
def test_stretches_are_those_of_the_drawn_shapes(seed: int) -> None:
    made = board(*random_features(seed))
    places = random_points(made, seed, 24)
    lines = np.hstack([places[:12], places[12:]])
    found = crossed(made, KINDS, lines)
    inches = np.zeros((len(lines), len(made.features)))
    lengths = np.hypot(*(lines[:, 2:] - lines[:, :2]).T)
    np.add.at(inches, (found.line, found.feature), (found.leave - found.enter) * lengths[found.line])
    for i, (ax, ay, bx, by) in enumerate(lines.tolist()):
        line = shapely.LineString([(ax, ay), (bx, by)])
        for j, feature in enumerate(made.features):
            truth = line.intersection(made.area(feature.id)).length if feature.kind in KINDS else 0.0
            assert inches[i, j] == pytest.approx(truth, abs=1e-4)


def test_both_kernels_and_both_directions_agree() -> None:
    features = random_features(5)
    fast, plain = board(*features), board(*features, kernels="plain")
    places = random_points(fast, 5, 20)
    lines = np.hstack([places[:10], places[10:]])
    one, other = crossed(fast, KINDS, lines), crossed(plain, KINDS, lines)
    back = crossed(fast, KINDS, lines[:, [2, 3, 0, 1]])
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    order = np.lexsort((1.0 - back.leave, back.feature, back.line))
    assert np.array_equal(back.feature[order], one.feature[np.lexsort((one.enter, one.feature, one.line))])
    assert np.allclose((1.0 - back.leave)[order], one.enter[np.lexsort((one.enter, one.feature, one.line))])


def test_a_touch_and_other_kinds_are_not_crossed() -> None:
    made = board(box("house", "building", 2, 0, 3, 4), box("field", "crops", 5, 0, 6, 4))
    assert len(crossed(made, frozenset({"building"}), np.array([(0.0, 4.0, 10.0, 4.0)])).line) == 0
    assert len(crossed(made, frozenset({"building"}), np.array([(4.0, 1.0, 10.0, 1.0)])).line) == 0
    assert len(crossed(made, frozenset(), np.array([(0.0, 1.0, 10.0, 1.0)])).line) == 0


def test_a_feature_without_height_rises_as_its_kind_does() -> None:
    wall = area("wall", "wall", (5, 0), (5.2, 0), (5.2, 4), (5, 4), height=0.0)
    none = board(wall, rows={"wall": SightRow(0.0, 0.0)})
    some = board(wall, rows={"wall": SightRow(0.0, 0.0, plain_in=1.0)})
    assert can_see(none, eye(none, 1, 2), eye(none, 9, 2))
    assert not can_see(some, eye(some, 1, 2), eye(some, 9, 2))
    assert can_see(some, eye(some, 1, 2, 0.9), eye(some, 9, 2, 0.9))
    assert sight(some, eye(some, 1, 2), eye(some, 9, 2)).crossings[0].top_in == 1.0
