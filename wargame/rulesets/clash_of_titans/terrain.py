"""What the ground does to sight: kinds that block, limits of area terrain, crops, folds.

Rules: NUT-GEO-04, -05, NUT-TERR-05, -07, -08, NUT-NITE-02.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargame.board import HALF, Board, SightRow, shapes, within
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans.data import height, row, text_of

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Point = tuple[float, float]


class Depth(NamedTuple):
    """Area terrain through whose depth one sees within a limit: kinds, inches by day and by night."""

    kinds: frozenset[str]
    day_in: float
    night_in: float


@functools.cache
def cover_file() -> Mapping[str, Any]:
    """How ground stops sight and gives cover (cover.toml)."""
    return tomllib.loads(text_of("cover.toml"))


@functools.cache
def sight_rows() -> Mapping[str, SightRow]:
    """The rows of the profile for sight. Rules: NUT-GEO-04, -05, NUT-TERR-05."""
    found = {}
    for kind, r in cover_file()["sight"].items():
        plain = height(r["plain"]) if "plain" in r else 0.0
        found[kind] = SightRow(r["through"], r["inside"], r["top"], plain_in=plain)
    return found


@functools.cache
def depths() -> tuple[Depth, ...]:
    """The kinds of area terrain with a limit, each group with its own. Rules: NUT-TERR-05, -08, NUT-NITE-02."""
    found = []
    for name, kinds in cover_file()["depth"].items():
        r = row("terrain_effects", name)
        found.append(Depth(frozenset(kinds), float(r["visibility_day"]), float(r["visibility_night"])))
    return tuple(found)


@functools.cache
def area_kinds() -> frozenset[str]:
    """All kinds of area terrain with a limit."""
    return frozenset(kind for depth in depths() for kind in depth.kinds)


@functools.cache
def mattering_kinds() -> frozenset[str]:
    """Kinds whose edge may change what is seen of a piece that crosses it: those of sight, crops and folds."""
    return frozenset(sight_rows()) | crop_kinds() | frozenset(cover_file()["folds"]["kinds"])


@functools.cache
def crop_kinds() -> frozenset[str]:
    """Kinds that hide stooping men but not what stands behind them."""
    return frozenset(cover_file()["crops"]["kinds"])


@functools.cache
def crop_limit(night: bool) -> float:
    """Inches at which two men in crops still see each other. Rule: NUT-TERR-08."""
    r = row("terrain_effects", cover_file()["crops"]["row"])
    return float(r["visibility_night" if night else "visibility_day"])


def crop_depth(from_vehicle: bool) -> float:
    """Inches inside crops from which on a man is unseen from outside, by men or by vehicles. Rule: NUT-TERR-08."""
    return float(cover_file()["crops"]["from_vehicles_in" if from_vehicle else "from_men_in"])


def ignored_kinds(distance_in: float, night: bool) -> frozenset[str]:
    """Kinds of area terrain that do not block at this distance. Rules: NUT-TERR-05, NUT-NITE-02."""
    found: frozenset[str] = frozenset()
    for depth in depths():
        if within(distance_in, depth.night_in if night else depth.day_in):
            found |= depth.kinds
    return found


def depths_met(distance_in: Floats, dark: Bools) -> NDArray[np.int64]:
    """A number for each of n distances, the same for those at which the same area terrain does not block.

    Rules: NUT-TERR-05, NUT-NITE-02.
    """
    found = np.zeros(len(distance_in), np.int64)
    for k, depth in enumerate(depths()):
        found += (distance_in <= np.where(dark, depth.night_in, depth.day_in) + HALF) * (1 << k)
    return found


def kinds_on(board: Board) -> frozenset[str]:
    """All kinds of features that lie on a board."""
    return board.part("kinds", lambda made: frozenset(f.kind for f in made.features))


def near_board(scene: Scene, board: Board, distance_in: float, night: bool) -> Board:
    """The board for a line of this length: without the area terrain through which one sees at the distance.

    Rules: NUT-TERR-05, -08, NUT-NITE-02.
    """
    kinds = ignored_kinds(distance_in, night) & kinds_on(board)
    if not kinds:
        return board
    return without_kinds(scene, board, kinds)


def without_kinds(scene: Scene, board: Board, kinds: frozenset[str]) -> Board:
    """The board without the features of some kinds, kept with it."""
    return board.part(("without", kinds), lambda made: _without(scene, made, kinds))


def _without(scene: Scene, board: Board, kinds: frozenset[str]) -> Board:
    root = board
    while root.came_from is not None:
        root = root.came_from
    bare = root.part(("bare of", kinds), lambda made: _bare(made, kinds))
    kept, known = [], {feature.id for feature in bare.features}
    for change in scene.state.ground if root is not board else ():
        kind = getattr(change, "kind", None)
        if kind is not None and kind not in kinds:
            known.add(change.id)
        if change.id in known:
            kept.append(change)
    made = bare.with_changes(kept)
    left = tuple(feature for feature in made.features if feature.kind not in kinds)
    return made if len(left) == len(made.features) else Board(made.table, left, made.profile, made.kernels)


def _bare(board: Board, kinds: frozenset[str]) -> Board:
    rest = tuple(feature for feature in board.features if feature.kind not in kinds)
    return Board(board.table, rest, board.profile, board.kernels)


# ---------------------------------------------------------------- folds


def fold_at(board: Board, x: float, y: float) -> str:
    """The gully, ditch or ravine one level or more deep in which a point lies, or "". Rule: NUT-TERR-07."""
    near = [f for f in board.part("folds", _folds) if f.low[0] <= x <= f.high[0] and f.low[1] <= y <= f.high[1]]
    if not near:
        return ""
    point = shapes.spot(x, y)
    return next((fold.name for fold in near if fold.shape.covers(point)), "")


def has_folds(board: Board) -> bool:
    """Does a board have gullies one level or more deep?"""
    return bool(board.part("folds", _folds))


class _Fold(NamedTuple):
    """A deep fold: its name, the box round it, its ground."""

    name: str
    low: Point
    high: Point
    shape: shapes.Shape


def _folds(board: Board) -> tuple[_Fold, ...]:
    kinds = cover_file()["folds"]["kinds"]
    found = [f for f in board.features if f.kind in kinds and float(f.props.get("depth") or f.height) >= 1.0]
    return tuple(_fold(f.id, board.area(f.id)) for f in found)


def _fold(name: str, shape: shapes.Shape) -> _Fold:
    x0, y0, x1, y1 = shape.bounds
    return _Fold(name, (x0, y0), (x1, y1), shape)


def hidden_in_folds(board: Board, a: Floats, b: Floats) -> Bools:
    """Says for pairs of points, both (n, 2), whether a deep fold hides one from the other. Rule: NUT-TERR-07."""
    near = [_near_folds(board, points) for points in (a, b)]
    found = np.zeros(len(a), np.bool_)
    for n in np.nonzero(near[0] | near[1])[0].tolist():
        found[n] = hidden_in_fold(board, (float(a[n, 0]), float(a[n, 1])), (float(b[n, 0]), float(b[n, 1])))
    return found


def _near_folds(board: Board, points: Floats) -> Bools:
    """Says which points lie in the box round a fold."""
    found = np.zeros(len(points), np.bool_)
    for fold in board.part("folds", _folds):
        found |= ((points >= fold.low) & (points <= fold.high)).all(axis=1)
    return found


def hidden_in_fold(board: Board, a: Point, b: Point) -> bool:
    """Does a deep fold hide one of two points from the other: one in it, the other outside and not at its edge?

    Rule: NUT-TERR-07.
    """
    limit = float(cover_file()["folds"]["seen_from_in"])
    for one, other in ((a, b), (b, a)):
        fold = fold_at(board, *one)
        if fold and fold_at(board, *other) != fold and not within(board.distance_to(fold, *other), limit):
            return True
    return False
