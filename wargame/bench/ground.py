"""The tables that are measured on: made from numbered dice, the same on every machine."""

from __future__ import annotations

import functools
import math

import numpy as np
from numpy.typing import NDArray

from wargame.board import Base, Board, Feature, Footprint, Footprints, Profile, SightRow, Table, eyes
from wargame.engine.dice import Chance

Floats = NDArray[np.float64]
Point = tuple[float, float]
TABLE = Table(72.0, 48.0)
BIG_TABLE = Table(144.0, 72.0)
PROFILE = Profile(
    eye_in=0.75,
    sight={
        "woods_heavy": SightRow(2.0, 2.0, "infinite"),
        "building": SightRow(0.0, 1.0, "feature"),
        "wall": SightRow(0.0, 0.0, "feature"),
        "smoke": SightRow(0.0, 0.0, "infinite"),
    },
    terrain={"hill": "slope", "woods_heavy": "woods", "building": "house", "wall": "wall"},
    costs={"slope": {"foot": 1.5}, "woods": {"foot": 2.0}, "house": {"foot": -1.0}, "wall": {"foot": 1.5}},
)
FOOT = "foot"


class Draw:
    """Numbers for tables, from dice of their own."""

    def __init__(self, seed: int) -> None:
        self.chance = Chance(seed)

    def between(self, low: float, high: float) -> float:
        """A number of this range, on the grid of thousandths."""
        return round(low + (high - low) * (self.chance.die(2**30) - 1) / 2**30, 3)

    def spot(self, table: Table, edge: float) -> Point:
        """A point at least so far from the edges of the table."""
        return self.between(edge, table.width_in - edge), self.between(edge, table.height_in - edge)


@functools.cache
def reference(kernels: str = "compiled", seed: int = 1) -> Board:
    """72 x 48 in with 63 features: 12 woods, 16 buildings, 6 hills of up to three contours, 14 walls, 4 smokes."""
    return _board(TABLE, seed, (12, 16, 6, 14, 4), kernels)


@functools.cache
def big() -> Board:
    """144 x 72 in with about 190 features."""
    return _board(BIG_TABLE, 2, (36, 48, 18, 42, 12), "compiled")


def houses(count: int, seed: int = 5) -> Board:
    """72 x 48 in with houses only: ground where the shortest way is known exactly."""
    return _board(TABLE, seed, (0, count, 0, 0, 0), "compiled")


def stands(board: Board, count: int, seed: int) -> list[Footprint]:
    """Stands in the open, half round (1 in), half rectangular (1.6 x 0.8 in), clear of houses and walls."""
    draw = Draw(seed)
    placed: list[Footprint] = []
    while len(placed) < count:
        x, y = draw.spot(board.table, 1.5)
        facing = round(draw.between(0.0, 359.0), 1)
        if board.kinds_within(x, y, ("building", "wall"), 1.0) is None:
            base = Base.circle(1.0) if len(placed) % 2 else Base.rectangle(1.6, 0.8)
            placed.append(Footprint(base, x, y, facing))
    return placed


def stand_eyes(board: Board, placed: list[Footprint]) -> Floats:
    """Eyes (n, 3) of stands."""
    return eyes(board, np.array([(f.x, f.y) for f in placed]))


def bases(count: int, seed: int = 9) -> Footprints:
    """Bases scattered over a foot square, as arrays: dense enough for templates to hit many."""
    draw = Draw(seed)
    kinds = Base.circle(1.0), Base.rectangle(1.6, 0.8)
    return Footprints.of(
        Footprint(kinds[i % 2], draw.between(0, 12), draw.between(0, 12), round(draw.between(0, 359), 1))
        for i in range(count)
    )


def _board(table: Table, seed: int, counts: tuple[int, int, int, int, int], kernels: str) -> Board:
    draw = Draw(seed)
    woods, buildings, hills, walls, smokes = counts
    found: list[Feature] = []
    for i in range(hills):
        found += _hill(draw, table, i)
    found += [_wood(draw, table, i) for i in range(woods)]
    found += [_house(draw, table, i) for i in range(buildings)]
    found += [_wall(draw, table, i) for i in range(walls)]
    found += [_smoke(draw, table, i) for i in range(smokes)]
    return Board.build(table, found, PROFILE, "plain" if kernels == "plain" else "compiled")


def _ring(middle: Point, radii: list[float], turn: float = 0.0) -> tuple[Point, ...]:
    angles = [turn + 2.0 * math.pi * i / len(radii) for i in range(len(radii))]
    points = [(middle[0] + r * math.cos(a), middle[1] + r * math.sin(a)) for r, a in zip(radii, angles, strict=True)]
    points = [(round(x, 3), round(y, 3)) for x, y in points]
    return (*points, points[0])


def _hill(draw: Draw, table: Table, number: int) -> list[Feature]:
    middle, radius = draw.spot(table, 8.0), draw.between(4.0, 7.0)
    shares = [draw.between(0.85, 1.15) for _ in range(24)]
    found = []
    for level in range(1, 4 if number % 6 else 3):
        ring = _ring(middle, [share * (radius - 1.4 * (level - 1)) for share in shares])
        found.append(Feature(f"hill-{number}-{level}", "hill", (ring,), height=float(level)))
    return found


def _wood(draw: Draw, table: Table, number: int) -> Feature:
    size = draw.between(1.8, 4.5)
    radii = [size * draw.between(0.65, 1.35) for _ in range(14 + number % 12)]
    return Feature(f"wood-{number}", "woods_heavy", (_ring(draw.spot(table, 3.5), radii),), height=2.0)


def _house(draw: Draw, table: Table, number: int) -> Feature:
    x, y = draw.spot(table, 3.5)
    w, h, turn = draw.between(1.0, 2.5), draw.between(0.8, 2.0), draw.between(0.0, 6.28)
    block = [(-w, -h), (w, -h), (w, h), (-w, h)]
    if number % 3 == 0:
        block = [(-w, -h), (w, -h), (w, 0.0), (0.0, 0.0), (0.0, h), (-w, h)]
    c, s = math.cos(turn), math.sin(turn)
    points = [(round(x + u * c - v * s, 3), round(y + u * s + v * c, 3)) for u, v in block]
    return Feature(f"house-{number}", "building", ((*points, points[0]),), height=(1.5, 2.5, 4.0)[number % 3])


def _wall(draw: Draw, table: Table, number: int) -> Feature:
    points, turn = [draw.spot(table, 9.0)], draw.between(0.0, 6.28)
    for _ in range(1 + number % 4):
        turn, step = turn + draw.between(-0.9, 0.9), draw.between(1.0, 2.0)
        points.append(
            (round(points[-1][0] + step * math.cos(turn), 3), round(points[-1][1] + step * math.sin(turn), 3))
        )
    return Feature(f"wall-{number}", "wall", (tuple(points),), "line", width_in=0.2, height=0.6)


def _smoke(draw: Draw, table: Table, number: int) -> Feature:
    return Feature(f"smoke-{number}", "smoke", (_ring(draw.spot(table, 3.0), [2.5] * 32),), height=1.0)
