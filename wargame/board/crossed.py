"""Which features of chosen kinds lines on the table run through, and from where to where; heights do not count."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargame.board import sight_kernel
from wargame.board.board import Board
from wargame.board.kernels import chosen
from wargame.board.sight_arrays import pack, shrunk_feature

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Crossed(NamedTuple):
    """One row for each stretch of a line inside a feature: number of the line, index of the feature in
    `board.features`, and from where to where (0 at the start of the line, 1 at its end). A line that only touches a
    feature does not run through it."""

    line: Ints
    feature: Ints
    enter: Floats
    leave: Floats


class _Rings(NamedTuple):
    features: Ints
    edges: Floats
    starts: Ints
    boxes: Floats
    capacity: int


def crossed(board: Board, kinds: frozenset[str], lines: Floats) -> Crossed:
    """Gives the stretches of lines (n, 4: from x, y to x, y) inside features of these kinds, lines in order, for each
    line the features in drawing order.

    >>> from wargame.board import Feature, Profile, Table
    >>> house = Feature("house", "building", (((2, 0), (3, 0), (3, 4), (2, 4), (2, 0)),))
    >>> board = Board.build(Table(10, 10), [house], Profile())
    >>> found = crossed(board, frozenset({"building"}), np.array([(0.0, 1.0, 10.0, 1.0)]))
    >>> found.feature.tolist(), found.enter.round(3).tolist(), found.leave.round(3).tolist()
    ([0], [0.2], [0.3])
    """
    rings = board.part(("rings", kinds), lambda made: _rings(made, kinds))
    if not len(rings.features) or not len(lines):
        none = np.empty(0, np.int64)
        return Crossed(none, none, np.empty(0), np.empty(0))
    run = chosen(board.kernels, sight_kernel.stretches, sight_kernel.fast_stretches)
    flat = np.ascontiguousarray(lines, np.float64)
    found = np.asarray(run(rings.edges, rings.starts, rings.boxes, flat, rings.capacity))
    which = found[:, 1].astype(np.int64)
    return Crossed(found[:, 0].astype(np.int64), rings.features[which], found[:, 2], found[:, 3])


def _rings(board: Board, kinds: frozenset[str]) -> _Rings:
    indices = [i for i, feature in enumerate(board.features) if feature.kind in kinds]
    edges, starts, boxes = pack([shrunk_feature(board, board.features[i]) for i in indices])
    most = int(np.diff(starts).max()) if indices else 0
    return _Rings(np.array(indices, np.int64), edges, starts, boxes, most + 4)
