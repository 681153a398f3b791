"""Sight: speed of lines, any part to any part, trigger points, the big table; truth against shapely and rationals."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from wargame.bench import ground
from wargame.bench.goals import GOALS
from wargame.bench.rows import Row, Size, alone, beside
from wargame.board import (
    Board,
    Eye,
    Feature,
    Footprint,
    Profile,
    SightRow,
    clear_pairs,
    rim,
    sight_any_matrix,
    sight_changes,
    sight_matrix,
    sight_pairs,
)
from wargame.board import eyes as eyes_at
from wargame.board.oracle import SightOracle
from wargame.engine.dice import Chance

Floats = NDArray[np.float64]
Whole = tuple[int, int]
TOPIC = "los"
RIM = 16
STEP_IN = 0.01
"""Step at which the baseline of the trigger points looks."""


def run(size: Size) -> Iterator[Row]:
    """The rows of goals 1 to 4."""
    board = ground.reference()
    placed = ground.stands(board, 80, 3)
    yield from _lines(board, placed, size)
    yield _mismatches(size)
    yield _degenerate(size)
    yield from _any_part(board, placed, size)
    yield _triggers(board, placed, size)
    if size.big:
        yield from _big(size)


def _lines(board: Board, placed: list[Footprint], size: Size) -> Iterator[Row]:
    eyes = ground.stand_eyes(board, placed)
    a, b = eyes[: size.stands], eyes[40 : 40 + size.stands]
    oracle = SightOracle(board)
    slow = [(x, y) for x in a for y in b]
    found = beside(lambda: sight_matrix(board, a, b), lambda: [oracle.clear(x, y) for x, y in slow], size.slow_repeats)
    now = found.now * 1e3
    yield Row(
        topic=TOPIC,
        goal=1,
        name=f"{len(a)} x {len(b)} lines",
        wanted=GOALS[1],
        now=now,
        unit="ms",
        baseline=found.baseline * 1e3,
        beside="shapely, line by line",
        ratio=found.ratio,
        met=now <= 1.0 and found.ratio >= 200,
    )
    plain = ground.reference("plain")
    row = beside(lambda: sight_matrix(board, a[:1], b), lambda: sight_matrix(plain, a[:1], b), size.repeats)
    yield Row(
        topic=TOPIC,
        goal=1,
        name="one stand moved",
        wanted=GOALS[1],
        now=row.now * 1e3,
        unit="ms",
        baseline=row.baseline * 1e3,
        beside="plain kernels (numpy)",
        ratio=row.ratio,
        met=row.now * 1e3 <= 0.05,
    )


def _mismatches(size: Size) -> Row:
    """Lines over several random tables, ours against shapely's."""
    tables = max(1, size.samples // 2500)
    each = math.ceil(size.samples / tables)
    wrong = 0
    for seed in range(11, 11 + tables):
        board = ground.reference(seed=seed)
        draw = ground.Draw(seed + 100)
        spots = np.array([draw.spot(board.table, 1.0) for _ in range(2 * each)])
        eyes = eyes_at(board, spots)
        ours = clear_pairs(board, eyes[:each], eyes[each:])
        oracle = SightOracle(board)
        theirs = [oracle.clear(a, b) for a, b in zip(eyes[:each], eyes[each:], strict=True)]
        wrong += int((ours != np.array(theirs)).sum())
    return Row(
        topic=TOPIC,
        goal=2,
        name=f"mismatches with shapely in {tables * each} lines on {tables} tables",
        wanted=GOALS[2],
        now=wrong,
        unit="lines",
        baseline=0.0,
        beside="shapely, line by line",
        met=wrong == 0,
    )


# ---------------------------------------------------------------- degenerate cases


def _degenerate(size: Size) -> Row:
    wrong = skew = 0
    turns = (0.0, 0.3, 1.1)
    count = 2 * size.samples
    for turn in turns:
        more = wrong_answers(count, 2, turn)
        wrong, skew = wrong + more[0], skew + more[1]
    return Row(
        topic=TOPIC,
        goal=2,
        name=f"wrong or asymmetric in {len(turns)} x {count} lines that touch and graze",
        wanted=GOALS[2],
        now=wrong + skew,
        unit="lines",
        baseline=0.0,
        beside="rational arithmetic",
        met=wrong + skew == 0,
        note=f"{wrong} wrong, {skew} asymmetric",
    )


def wrong_answers(cases: int, seed: int, turn: float) -> tuple[int, int]:
    """Wrong and asymmetric answers for lines and convex blocks of whole coordinates, all turned by some radians."""
    chance = Chance(seed)
    wrong = skew = done = 0
    c, s = math.cos(turn), math.sin(turn)
    while done < cases:
        ring = [(chance.die(7) - 1, chance.die(7) - 1) for _ in range(2 + chance.die(2))]
        if not _is_convex(ring):
            continue
        lines = [tuple((chance.die(9) - 2, chance.die(9) - 2) for _ in range(2)) for _ in range(100)]
        lines = [line for line in lines if line[0] != line[1]]
        points = [(30 + c * x - s * y, 20 + s * x + c * y) for x, y in (*ring, ring[0])]
        block = Feature("block", "smoke", (tuple(points),), height=1.0)
        board = Board.build(ground.TABLE, (block,), Profile(sight={"smoke": SightRow(0.0, 0.0, "infinite")}))
        ends = np.array([[(30 + c * x - s * y, 20 + s * x + c * y, 0.1) for x, y in line] for line in lines])
        there, back = sight_pairs(board, ends[:, 0], ends[:, 1]), sight_pairs(board, ends[:, 1], ends[:, 0])
        truth = np.array([_meets_inside(a, b, ring) for a, b in lines])
        wrong += int(((there >= 0) != truth).sum())
        skew += int((there != back).sum())
        done += len(lines)
    return wrong, skew


def _is_convex(ring: list[Whole]) -> bool:
    """Whether a triangle or quadrangle turns the same way at every corner."""
    turns = [_turn(ring[i - 2], ring[i - 1], ring[i]) for i in range(len(ring))]
    return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


def _turn(a: Whole, b: Whole, c: Whole) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _meets_inside(a: Whole, b: Whole, ring: list[Whole]) -> bool:
    """Whether a segment meets the open inside of a convex polygon: clipped by each side, something is left."""
    sign = 1 if _turn(*ring[:3]) > 0 else -1
    low, high = Fraction(0), Fraction(1)
    for p, q in pairwise([*ring, ring[0]]):
        at_a, at_b = sign * _turn(p, q, a), sign * _turn(p, q, b)
        if at_a <= 0 and at_b <= 0:
            return False
        if at_a < 0 or at_b < 0:
            t = Fraction(at_a, at_a - at_b)
            low, high = (max(low, t), high) if at_a < 0 else (low, min(high, t))
    return low < high


# ---------------------------------------------------------------- bases


def _any_part(board: Board, placed: list[Footprint], size: Size) -> Iterator[Row]:
    heights = ground.stand_eyes(board, placed)[:, 2].tolist()
    first, second = slice(0, size.stands), slice(40, 40 + size.stands)
    sides = placed[first], placed[second], heights[first], heights[second]
    same = bool((sight_any_matrix(board, *sides) == _every_line(board, *sides)).all())
    found = beside(lambda: sight_any_matrix(board, *sides), lambda: _every_line(board, *sides), size.slow_repeats)
    now = found.now * 1e3
    yield Row(
        topic=TOPIC,
        goal=3,
        name=f"any part, {size.stands} x {size.stands}, {RIM} points",
        wanted=GOALS[3],
        now=now,
        unit="ms",
        baseline=found.baseline * 1e3,
        beside="all lines between the points",
        ratio=found.ratio,
        met=same and now <= 15.0,
        note="same answers" if same else "DIFFERENT ANSWERS",
    )
    others = placed[-45:], heights[-45:]
    movers = range(0, 24, max(1, 24 // size.repeats))
    times = []
    for k in movers:
        one = placed[k : k + 1], others[0], heights[k : k + 1], others[1]
        times.append(beside(lambda one=one: sight_any_matrix(board, *one), lambda one=one: _every_line(board, *one), 1))  # type: ignore[misc]
    now = float(np.median([t.now for t in times])) * 1e3
    yield Row(
        topic=TOPIC,
        goal=3,
        name="any part, one stand against 45",
        wanted=GOALS[3],
        now=now,
        unit="ms",
        baseline=float(np.median([t.baseline for t in times])) * 1e3,
        beside="all lines between the points",
        ratio=float(np.median([t.ratio for t in times])),
        met=now <= 0.3,
        note=f"slowest of {len(times)}: {max(t.now for t in times) * 1e3:.2f} ms",
    )


def _every_line(
    board: Board, a: list[Footprint], b: list[Footprint], za: list[float], zb: list[float], points: int = RIM
) -> NDArray[np.bool_]:
    """Any part to any part the long way: the centres and all lines between points round both bases."""
    found = np.zeros((len(a), len(b)), np.bool_)
    rims = [_spots(base, z, points) for base, z in zip(b, zb, strict=True)]
    for i, (base, z) in enumerate(zip(a, za, strict=True)):
        mine = _spots(base, z, points)
        for j, theirs in enumerate(rims):
            starts, ends = np.repeat(mine[1:], points, axis=0), np.tile(theirs[1:], (points, 1))
            found[i, j] = clear_pairs(board, np.vstack([mine[:1], starts]), np.vstack([theirs[:1], ends])).any()
    return found


def _spots(base: Footprint, z: float, points: int) -> Floats:
    ring = np.vstack([[(base.x, base.y)], rim(base, points)])
    return np.column_stack([ring, np.full(len(ring), z)])


def _triggers(board: Board, placed: list[Footprint], size: Size) -> Row:
    watchers = [Eye(*row) for row in ground.stand_eyes(board, placed)[-45:].tolist()]
    times, found = [], 0
    for x, y in ((10.0, 10.0), (20.0, 20.0), (30.0, 30.0), (40.0, 20.0), (50.0, 40.0))[: max(1, size.repeats // 3)]:
        path = [(x, y), (x + 12.0, y)]
        times.append(
            beside(
                lambda path=path: sight_changes(board, path, watchers),  # type: ignore[misc]
                lambda path=path: _stepped(board, path, watchers),  # type: ignore[misc]
                size.slow_repeats,
            )
        )
        found += len(sight_changes(board, path, watchers))
    now = float(np.median([t.now for t in times])) * 1e3
    return Row(
        topic=TOPIC,
        goal=3,
        name="trigger points of a 12 in move against 45 stands",
        wanted=GOALS[3],
        now=now,
        unit="ms",
        baseline=float(np.median([t.baseline for t in times])) * 1e3,
        beside=f"a look every {STEP_IN} in",
        ratio=float(np.median([t.ratio for t in times])),
        met=now <= 5.0,
        note=f"{found / len(times):.0f} trigger points a move, exact to a thousandth",
    )


def _stepped(board: Board, path: list[tuple[float, float]], watchers: list[Eye]) -> int:
    (ax, ay), (bx, by) = path
    count = round(math.dist(*path) / STEP_IN) + 1
    share = np.linspace(0.0, 1.0, count)
    spots = eyes_at(board, np.column_stack([ax + share * (bx - ax), ay + share * (by - ay)]))
    states = sight_matrix(board, np.array(watchers), spots) < 0
    return int((states[:, 1:] != states[:, :-1]).sum())


def _big(size: Size) -> Iterator[Row]:
    board = ground.big()
    placed = ground.stands(board, 300, 4)
    eyes = ground.stand_eyes(board, placed)
    now = alone(lambda: sight_matrix(board, eyes[:150], eyes[150:]), size.slow_repeats) * 1e3
    fields = {"topic": TOPIC, "goal": 4, "wanted": GOALS[4], "unit": "ms"}
    note = f"{len(board.features)} features"
    yield Row(name="150 x 150 centres", now=now, met=now <= 25.0, note=note, **fields)  # type: ignore[arg-type]
    heights = eyes[:, 2].tolist()
    sides = placed[:150], placed[150:], heights[:150], heights[150:]
    now = alone(lambda: sight_any_matrix(board, *sides, 8), size.slow_repeats) * 1e3
    yield Row(name="150 x 150 any part, 8 points", now=now, met=now <= 500.0, **fields)  # type: ignore[arg-type]
