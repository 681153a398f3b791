"""Sight between points and between bases: yes or no for many lines at once, a record with its reasons for one.

Sight is symmetric. A line that only touches is clear. Only features block, so a base and its carrier never do.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargame.board import sight_corridor, sight_kernel, sight_plain
from wargame.board.bases import Base, Footprint, axes
from wargame.board.board import Board
from wargame.board.kernels import chosen
from wargame.board.sight_arrays import SightArrays, arrays_without, sight_arrays
from wargame.board.sight_ground import patches
from wargame.board.sight_kernel import CLEAR, CLEAR_ONLY, FIRST_CLEAR, GROUND, NAMED
from wargame.board.sight_record import Eye, Sight

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
NONE: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Kernels:
    pairs: Callable[..., Any]
    any_part: Callable[..., Any]
    arrays: SightArrays


def _kernels(board: Board) -> _Kernels:
    arrays = sight_arrays(board)
    pairs = chosen(board.kernels, sight_plain.pairs, sight_kernel.fast_pairs)
    return _Kernels(pairs, chosen(board.kernels, sight_plain.any_part, sight_corridor.fast_any_part), arrays)


def _ready(board: Board) -> _Kernels:
    return board.part("sight kernels", _kernels)


def _chosen(board: Board, ignore: frozenset[str]) -> tuple[_Kernels, SightArrays, NDArray[np.uint8]]:
    ready = _ready(board)
    if not ignore:
        return ready, ready.arrays, ready.arrays.obstacles.nothing
    return ready, *arrays_without(board, frozenset(ignore))


def eye(board: Board, x: float, y: float, up_in: float = 0.0) -> Eye:
    """Gives the eye (and target) of a stand at a place: ground, plus the profile's eye height, plus `up_in`."""
    return Eye(x, y, board.ground_in(x, y) + board.profile.eye_in + up_in)


def eyes(board: Board, points: Floats, up_in: float = 0.0) -> Floats:
    """Gives the eyes (n, 3) of stands at points (n, 2), for the calls that take many."""
    xy = np.asarray(points, np.float64).reshape(-1, 2)
    return np.column_stack([xy, board.ground_many(xy) + board.profile.eye_in + up_in])


def sight(board: Board, a: Eye, b: Eye, ignore: frozenset[str] = NONE) -> Sight:
    """Gives the record of the line from A to B: whether it is clear at once, all the rest when it is asked for.

    ignore: ids of features that shall not block (a ridge that an end touches, smoke for a thermal sight).
    """
    ready, arrays, skip = _chosen(board, ignore)
    code = int(ready.pairs(arrays.obstacles, _points(a), _points(b), skip, NAMED)[0])
    return Sight(a, b, code == CLEAR, code, board, arrays)


def can_see(board: Board, a: Eye, b: Eye, ignore: frozenset[str] = NONE) -> bool:
    """Says whether the line from A to B is clear."""
    ready, arrays, skip = _chosen(board, ignore)
    code = int(ready.pairs(arrays.obstacles, _points(a), _points(b), skip, NAMED)[0])
    return code == CLEAR


def sight_matrix(board: Board, a: Floats, b: Floats, ignore: frozenset[str] = NONE) -> Ints:
    """Gives for all eyes A (n, 3) and B (m, 3) an array (n, m): -1 = clear, else the index of a feature that blocks
    (of ground merged from several features the one drawn first)."""
    ready, arrays, skip = _chosen(board, ignore)
    first, second = _points(a), _points(b)
    every = np.repeat(first, len(second), axis=0), np.tile(second, (len(first), 1))
    codes = ready.pairs(arrays.obstacles, *every, skip, NAMED)
    return _features(board, arrays, codes.reshape(len(first), len(second)))


def sight_pairs(board: Board, a: Floats, b: Floats, ignore: frozenset[str] = NONE) -> Ints:
    """Gives for the lines from A[i] to B[i], both (n, 3): -1 = clear, else the index of a feature that blocks."""
    ready, arrays, skip = _chosen(board, ignore)
    return _features(board, arrays, ready.pairs(arrays.obstacles, _points(a), _points(b), skip, NAMED))


def clear_pairs(board: Board, a: Floats, b: Floats, ignore: frozenset[str] = NONE) -> NDArray[np.bool_]:
    """Says for the lines from A[i] to B[i], both (n, 3), whether they are clear."""
    ready, arrays, skip = _chosen(board, ignore)
    return np.asarray(ready.pairs(arrays.obstacles, _points(a), _points(b), skip, CLEAR_ONLY) == CLEAR)


def sight_lines(board: Board, lines: Iterable[tuple[Eye, Eye]], ignore: frozenset[str] = NONE) -> tuple[Sight, ...]:
    """Gives the records of several chosen lines, in order."""
    return tuple(sight(board, a, b, ignore) for a, b in lines)


def sight_any(
    board: Board,
    a: Footprint,
    b: Footprint,
    za: float,
    zb: float,
    points: int = 16,
    ignore: frozenset[str] = NONE,
) -> Sight:
    """Gives the record of the best line from any part of base A to any part of base B: the line between the centres if
    it is clear, else the first clear one between points round both bases, else the blocked line between the centres.

    za, zb: heights of the eyes, inches above the table. points: round each base, a multiple of 4; 8 on a rectangle are
    its corners and the middles of its sides.
    """
    found = _any(board, [a], [b], [za], [zb], points, ignore)[0, 0]
    ends = Eye(a.x, a.y, za), Eye(b.x, b.y, zb)
    if found[0] >= 0:
        (ax, ay), (bx, by) = rim(a, points)[found[0]].tolist(), rim(b, points)[found[1]].tolist()
        ends = Eye(ax, ay, za), Eye(bx, by, zb)
    return sight(board, ends[0], ends[1], ignore)


def sight_any_matrix(
    board: Board,
    a: Sequence[Footprint],
    b: Sequence[Footprint],
    za: Sequence[float],
    zb: Sequence[float],
    points: int = 16,
    ignore: frozenset[str] = NONE,
) -> NDArray[np.bool_]:
    """Says for each base of A and of B whether any part of one sees any part of the other, as an array (n, m)."""
    return np.asarray(_any(board, a, b, za, zb, points, ignore)[:, :, 0] != sight_corridor.NOWHERE)


def rim(footprint: Footprint, points: int = 16) -> Floats:
    """Gives points (n, 2) round a base: of a circle at equal angles, of a rectangle its corners and between them.

    Raises ValueError unless `points` is a multiple of 4.
    """
    return _side([footprint], [0.0], points)[1][0, :, :2]


@functools.lru_cache(maxsize=256)
def _outline(base: Base, points: int) -> Floats:
    """The rim of a base at the origin that faces east; nobody changes it."""
    if points < 4 or points % 4:
        raise ValueError(f"points {points}, expected a multiple of 4")
    d, w = base.depth_in / 2, base.width_in / 2
    if base.shape == "circle":
        angles = np.arange(points) * (2.0 * np.pi / points)
        return np.column_stack([np.cos(angles), np.sin(angles)]) * w
    ring = np.array([(d, -w), (d, w), (-d, w), (-d, -w), (d, -w)])
    share = (np.arange(points // 4) / (points // 4))[None, :, None]
    return (ring[:-1, None, :] * (1.0 - share) + ring[1:, None, :] * share).reshape(-1, 2)


def _any(
    board: Board,
    a: Sequence[Footprint],
    b: Sequence[Footprint],
    za: Sequence[float],
    zb: Sequence[float],
    points: int,
    ignore: frozenset[str],
) -> NDArray[np.int64]:
    ready, arrays, skip = _chosen(board, ignore)
    sides = [*_side(a, za, points), *_side(b, zb, points)]
    return np.asarray(ready.any_part(arrays.obstacles, *sides, skip, True, FIRST_CLEAR))


def _side(placed: Sequence[Footprint], heights: Sequence[float], points: int) -> tuple[Floats, Floats, Floats]:
    """Gives centres (n, 3), rims (n, points, 3) and radii (n,) of placed bases."""
    numbers: dict[Base, int] = {}
    rows = [
        (f.x, f.y, z, *axes(f.facing_deg), numbers.setdefault(f.base, len(numbers)))
        for f, z in zip(placed, heights, strict=True)
    ]
    values = np.array(rows, np.float64).reshape(-1, 6)
    which = values[:, 5].astype(np.int64)
    centres = np.ascontiguousarray(values[:, :3])
    local = np.array([_outline(base, points) for base in numbers]).reshape(-1, points, 2)[which]
    c, s = values[:, 3:4], values[:, 4:5]
    rims = np.empty((len(rows), points, 3))
    rims[:, :, 0] = local[:, :, 0] * c - local[:, :, 1] * s + centres[:, :1]
    rims[:, :, 1] = local[:, :, 0] * s + local[:, :, 1] * c + centres[:, 1:2]
    rims[:, :, 2] = centres[:, 2:]
    return centres, rims, np.array([base.radius for base in numbers], np.float64)[which]


def _points(values: Floats | Eye) -> Floats:
    return np.ascontiguousarray(values, np.float64).reshape(-1, 3)


def _features(board: Board, arrays: SightArrays, codes: NDArray[np.int64]) -> Ints:
    """Turns answer codes into indices of features."""
    if arrays is sight_arrays(board):
        owners, slopes = board.part("sight owners", lambda made: _owners(made, arrays))
    else:
        owners, slopes = _owners(board, arrays)
    out = np.full(codes.shape, CLEAR, np.int32)
    for here, table, index in ((codes >= 0, owners, codes), (codes <= GROUND, slopes, GROUND - codes)):
        if here.any():
            out[here] = table[index[here]]
    return out


def _owners(board: Board, arrays: SightArrays) -> tuple[Ints, Ints]:
    """Gives for each piece and each patch of ground the index of the feature it belongs to."""
    pieces = [min(board.index_of(name) for name in piece.members) for piece in arrays.pieces]
    slopes = [board.index_of(name) for name in patches(board).owners(board)]
    return np.array(pieces, np.int32), np.array(slopes, np.int32)
