"""Many lines of sight at once: whoever is going to ask about many pairs of bases has them worked out together first.

The answers are those of `lines.visible`, kept where it looks; this only asks the kernels once. Rules: FFT-LOS-02, -15.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from wargame.board import Board, Footprint, clear_pairs
from wargame.engine.rules import cite
from wargame.rulesets.fistful_of_tows import lines
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.lines import Floats

AT_ONCE = 128
"""Pairs whose lines are held in memory together."""
Pair = tuple[Footprint, Footprint]
Bools = NDArray[np.bool_]


def prepare(board: Board, pairs: Iterable[Pair]) -> None:
    """Works out which of these pairs see each other on level eyes, and keeps the answers for `lines.visible`.

    Pairs that might see each other through cover at 2 inches are left to be asked one by one.
    """
    kept = lines.answers(board)
    near = float(tables()["los"]["sight_inside_cover"]) + 0.1
    new: dict[object, Pair] = {}
    for a, b in pairs:
        key = lines.key_of(a, b)
        if key not in kept and math.dist((a.x, a.y), (b.x, b.y)) > near + a.base.radius + b.base.radius:
            new[key] = a, b
    if len(kept) + len(new) > lines.KEPT:
        kept.clear()
    rows = list(new.items())
    for first in range(0, len(rows), AT_ONCE):
        part = rows[first : first + AT_ONCE]
        for (key, _), answer in zip(part, _seen(board, [pair for _, pair in part]), strict=True):
            kept[key] = answer


def _seen(board: Board, pairs: Sequence[Pair]) -> list[bool]:
    """Which of these pairs are joined by a free line: of the centres, else of any two of the nine points."""
    for rule in ("FFT-LOS-02", "FFT-LOS-15"):
        cite(rule)
    _raise_points(board, pairs)
    seen = _any_free(board, pairs, slice(0, 1))
    rest = [n for n, answer in enumerate(seen) if not answer]
    if rest:
        for n, answer in zip(rest, _any_free(board, [pairs[n] for n in rest], slice(0, 9)), strict=True):
            seen[n] = answer
    return seen


def _raise_points(board: Board, pairs: Sequence[Pair]) -> None:
    """The heights of all points of all bases that are new to the board, asked for together."""
    kept: dict[Footprint, Floats] = board.part("eyes of bases", lambda _: {})
    new = [place for place in dict.fromkeys(f for pair in pairs for f in pair) if place not in kept]
    if not new:
        return
    points = [lines.nine_points(place) for place in new]
    heights = board.ground_many(np.concatenate(points)) + board.profile.eye_in
    done = 0
    for place, flat in zip(new, points, strict=True):
        kept[place] = np.column_stack([flat, heights[done : done + len(flat)]])
        done += len(flat)


def _any_free(board: Board, pairs: Sequence[Pair], which: slice) -> list[bool]:
    first, last = _trimmed(board, pairs, which)
    apart = np.hypot(*np.moveaxis(last[..., :2] - first[..., :2], -1, 0)) > 1e-6
    free = apart & _past_ridges(board, pairs, first, last)
    free[free] = clear_pairs(board, first[free], last[free])
    return [bool(answer) for answer in (free | ~apart).any(axis=1)]


def _trimmed(board: Board, pairs: Sequence[Pair], which: slice) -> tuple[Floats, Floats]:
    """Ends (pairs, lines, 3) of all lines between the points of each pair, cut off where they leave A and enter B."""
    p = np.stack([lines.points_of(board, a)[which] for a, _ in pairs])
    q = np.stack([lines.points_of(board, b)[which] for _, b in pairs])
    start, end = np.repeat(p, q.shape[1], axis=1), np.tile(q, (1, p.shape[1], 1))
    leaves = _exit([a for a, _ in pairs], start, end)
    enters = np.maximum(1.0 - _exit([b for _, b in pairs], end, start), leaves)
    way = end - start
    return start + way * leaves[..., None], start + way * enters[..., None]


def _exit(places: Sequence[Footprint], start: Floats, end: Floats) -> Floats:
    """Share of each line at which it leaves its base, as `lines` reckons it."""
    touch = lines.touch_in()
    rows = np.array(
        [(f.x, f.y, *_turning(f.facing_deg), f.base.depth_in / 2 + touch, f.base.width_in / 2 + touch) for f in places]
    )
    box = tuple(rows[:, n, None] for n in range(2, 6))
    return lines.leaving(start[..., :2] - rows[:, None, :2], end[..., :2] - start[..., :2], box)


@functools.lru_cache(maxsize=4096)
def _turning(facing_deg: float) -> tuple[float, float]:
    return lines.turning(Footprint(lines.POINT, 0.0, 0.0, facing_deg))


def _past_ridges(board: Board, pairs: Sequence[Pair], first: Floats, last: Floats) -> Bools:
    """Which lines no ridge stops: ridge by ridge, for the pairs that it may lie between and that do not touch it."""
    free = np.ones(first.shape[:2], np.bool_)
    rows = lines.ridges(board)
    if not rows:
        return free
    round_ = np.array([lines.box_round(a, b) for a, b in pairs])
    ends = np.concatenate([first[..., :2], last[..., :2]], axis=-1)
    for n, (box, segments) in enumerate(rows):
        near = (round_[:, 0] <= box[2]) & (round_[:, 2] >= box[0]) & (round_[:, 1] <= box[3]) & (round_[:, 3] >= box[1])
        chosen = [k for k in np.flatnonzero(near).tolist() if not _touch(board, n, segments, pairs[k])]
        if chosen:
            count = ends.shape[1]
            hit = lines.crosses(segments, ends[chosen].reshape(-1, 4)).reshape(len(chosen), count)
            if hit.any():
                cite("FFT-LOS-11")
                cite("FFT-LOS-16")
            free[chosen] &= ~hit
    return free


def _touch(board: Board, number: int, segments: Floats, pair: Pair) -> bool:
    """Does either base touch this ridge?"""
    kept: dict[tuple[int, Footprint], bool] = board.part("bases at ridges", lambda _: {})
    for place in pair:
        if (number, place) not in kept:
            if len(kept) > lines.KEPT:
                kept.clear()
            kept[(number, place)] = lines.touches(place, segments)
        if kept[(number, place)]:
            cite("FFT-LOS-05")
            return True
    return False


def everybody(board: Board, here: Iterable[Footprint], there: Iterable[Footprint], within_in: float = math.inf) -> None:
    """Prepares every pair of these two crowds whose centres are no farther apart."""
    others = list(there)
    near = ((a, b) for a in here for b in others if math.dist((a.x, a.y), (b.x, b.y)) <= within_in)
    prepare(board, near)
