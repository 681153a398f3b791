"""Obstacles of a board as flat arrays: touching ground of one kind merged, borders between kinds closed, all shrunk.

Everything is made per kind and kept with the board, so smoke or a wreck costs only its own kind and the joining.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import shapely
from numpy.typing import NDArray

from wargame.board.board import Board
from wargame.board.features import Feature
from wargame.board.profile import SightRow
from wargame.board.sight_ground import HILL, SLIVER, Patches, ground_under, patches
from wargame.board.sight_kernel import BOTH_ENDS, STANDING, Obstacles
from wargame.board.snap import HALF, TOUCH

Floats = NDArray[np.float64]

_MITRE = 8.0


@dataclass(frozen=True)
class Piece:
    """Ground of one kind and height that hangs together. group: the number of its area within the kind, names start
    with the kind. low, high: bounds of its top, inches above the table; rise: inches above the ground it stands on."""

    group: tuple[str, ...]
    members: tuple[str, ...]
    shape: shapely.Geometry
    edges: Floats
    low: float
    high: float
    rise: float
    through: float
    inside: float
    rule: int


@dataclass(frozen=True)
class SightArrays:
    """The flat arrays of a board, and the pieces in their order."""

    obstacles: Obstacles
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class FeatureEdges:
    """The features that a record reports, one by one as drawn, as flat arrays."""

    features: tuple[Feature, ...]
    edges: Floats
    starts: NDArray[np.int64]
    boxes: Floats
    capacity: int


def sight_arrays(board: Board) -> SightArrays:
    """Gives the obstacles of a board, made once."""
    return board.part("sight arrays", _join)


def arrays_without(board: Board, ignored: frozenset[str]) -> tuple[SightArrays, NDArray[np.uint8]]:
    """Gives the arrays and the mask of pieces to pass over so that the ignored features do not block.

    Where an ignored feature is merged with others that stay, the arrays are those of a board without it.
    """
    arrays = sight_arrays(board)
    if not ignored:
        return arrays, arrays.obstacles.nothing
    skip = np.zeros(len(arrays.pieces), np.uint8)
    for i, piece in enumerate(arrays.pieces):
        gone = ignored.intersection(piece.members)
        if gone and len(gone) < len(piece.members) and not _is_seam(piece):
            arrays = sight_arrays(board.part(("without", ignored), lambda b: _without(b, ignored)))
            return arrays, arrays.obstacles.nothing
        skip[i] = bool(gone)
    return arrays, skip


def _without(board: Board, ignored: frozenset[str]) -> Board:
    rest = tuple(feature for feature in board.features if feature.id not in ignored)
    return Board(board.table, rest, board.profile, board.kernels)


def feature_edges(board: Board) -> FeatureEdges:
    """Gives the features whose crossing a sight record reports (their kind has a sight row, or their terrain row is in
    `covers`), each as drawn and shrunk by TOUCH."""
    return board.part("sight features", _feature_edges)


def shrunk(shape: shapely.Geometry) -> Floats:
    """Gives the edges (n, 4) of a polygon shrunk by TOUCH, in the order of its rings."""
    inner = shapely.buffer(shape, -TOUCH, join_style="mitre", mitre_limit=_MITRE)
    return ring_edges(inner)


def ring_edges(shape: shapely.Geometry) -> Floats:
    """Gives the edges (n, 4) of all rings of a polygon or several."""
    found = [np.empty((0, 4))]
    for polygon in _polygons(shape):
        for ring in (polygon.exterior, *polygon.interiors):
            points = shapely.get_coordinates(ring)
            found.append(np.hstack([points[:-1], points[1:]]))
    return np.ascontiguousarray(np.vstack(found))


def _polygons(shape: shapely.Geometry) -> list[shapely.Polygon]:
    return [part for part in shapely.get_parts(shape).tolist() if part.geom_type == "Polygon" and not part.is_empty]


def _is_seam(piece: Piece) -> bool:
    return piece.group[0] == "border"


def _row(board: Board, kind: str) -> SightRow | None:
    row = board.profile.sight.get(kind)
    if row is None and kind == HILL:
        return SightRow(0.0, 0.0, "feature")
    if row is None or (row.through_in is None and row.inside_in is None):
        return None
    return row


def _limit(value: float | None) -> float:
    return math.inf if value is None else value


# ---------------------------------------------------------------- pieces of one kind


def _kinds(board: Board) -> list[str]:
    """Gives the kinds that block, in the order in which they were first drawn."""
    found: dict[str, None] = {}
    for feature in board.features:
        if _row(board, feature.kind) is not None:
            found.setdefault(feature.kind)
    return list(found)


def _pieces_of(board: Board, kind: str) -> tuple[Piece, ...]:
    return board.part(("sight pieces", kind), lambda b: _make_pieces(b, kind), frozenset({kind, HILL}))


def _make_pieces(board: Board, kind: str) -> tuple[Piece, ...]:
    row = _row(board, kind)
    if row is None or (kind == HILL and board.profile.relief == "sloped"):
        return ()
    if kind == HILL:
        return _contours(board, row)
    levels: dict[float, list[Feature]] = {}
    for feature in board.features:
        if feature.kind == kind:
            rise = row.rise(feature, board.profile.inches_per_level)
            if rise > 0.0:
                levels.setdefault(rise, []).append(feature)
    found: list[Piece] = []
    above = shapely.Polygon()
    for rise in sorted(levels, reverse=True):
        shapes = [board.area(feature.id) for feature in levels[rise]]
        merged = shapely.difference(_merged(shapes), above)
        above = shapely.union(above, merged)
        found += [_standing(board, row, kind, rise, part, levels[rise]) for part in _polygons(merged)]
    return tuple(piece for piece in _grouped(found, kind) if len(piece.edges))


def _contours(board: Board, row: SightRow) -> tuple[Piece, ...]:
    """Gives each level of the hills as blocks with a flat top; hills of one level that touch are one block."""
    rule = BOTH_ENDS if board.profile.hill_rule == "both_ends" else STANDING
    levels: dict[float, list[Feature]] = {}
    for feature in board.features:
        if feature.kind == HILL:
            levels.setdefault(feature.height, []).append(feature)
    found = []
    for height, hills in sorted(levels.items()):
        top = height * board.profile.inches_per_level
        for part in _polygons(_merged([board.area(hill.id) for hill in hills])):
            members = _members(board, part, hills)
            group = (HILL, f"{height:g}", members[0])
            limits = _limit(row.through_in), _limit(row.inside_in)
            found.append(Piece(group, members, part, shrunk(part), top, top, top, *limits, rule))
    return tuple(found)


def _standing(
    board: Board, row: SightRow, kind: str, rise: float, part: shapely.Polygon, features: Sequence[Feature]
) -> Piece:
    members = _members(board, part, features)
    low, high = (0.0, 0.0) if math.isinf(rise) else ground_under(board, part)
    limits = _limit(row.through_in), _limit(row.inside_in)
    return Piece((kind, members[0]), members, part, shrunk(part), low + rise, high + rise, rise, *limits, STANDING)


def _members(board: Board, part: shapely.Geometry, features: Sequence[Feature]) -> tuple[str, ...]:
    inner = shapely.buffer(part, -10 * TOUCH)
    found = tuple(f.id for f in features if shapely.intersects(board.area(f.id), inner))
    return found or (min(features, key=lambda f: shapely.distance(board.area(f.id), part)).id,)


def _merged(shapes: Sequence[shapely.Geometry]) -> shapely.Geometry:
    """Joins shapes that touch, also where rounding to the grid left a gap of up to a thousandth."""
    joined = shapely.union_all(list(shapes))
    parts = _polygons(joined)
    if len(parts) < 2:
        return joined
    near = shapely.STRtree(parts).query(parts, predicate="dwithin", distance=2 * HALF)
    if any(i != j and _shares_border(parts[i], parts[j]) for i, j in near.T.tolist()):
        return _closed(joined)
    return joined


def _closed(shape: shapely.Geometry) -> shapely.Geometry:
    wide = shapely.buffer(shape, HALF, join_style="mitre", mitre_limit=_MITRE)
    return shapely.buffer(wide, -HALF, join_style="mitre", mitre_limit=_MITRE)


def _shares_border(a: shapely.Geometry, b: shapely.Geometry) -> bool:
    """Says whether two shapes run side by side for more than a hundredth of an inch, and not only meet in a point."""
    near = shapely.intersection(
        shapely.buffer(a, HALF, join_style="mitre"), shapely.buffer(b, HALF, join_style="mitre")
    )
    return bool(near.area > 0.01 * HALF and shapely.length(near) > 0.02)


def _grouped(pieces: Sequence[Piece], kind: str) -> list[Piece]:
    """Gives pieces of different height that stand side by side one area, and closes the borders between them."""
    groups = {piece.group: piece.group for piece in pieces}
    seams: list[Piece] = []
    for a, b in _side_by_side(pieces, pieces):
        old, new = groups[b.group], groups[a.group]
        groups = {key: (new if value == old else value) for key, value in groups.items()}
        seams += [replace(seam, group=a.group) for seam in _seam(a, b)]
    return [replace(piece, group=groups[piece.group]) for piece in (*pieces, *seams)]


# ---------------------------------------------------------------- borders between pieces


def _side_by_side(first: Sequence[Piece], second: Sequence[Piece]) -> list[tuple[Piece, Piece]]:
    """Gives the pairs of pieces of two lists (or of one, each pair once) that share a border from either side of it."""
    if not first or not second:
        return []
    tree = shapely.STRtree([piece.shape for piece in second])
    hits = tree.query([piece.shape for piece in first], predicate="dwithin", distance=2 * HALF)
    found = []
    for i, j in sorted(hits.T.tolist()):
        a, b = first[i], second[j]
        if (first is not second or i < j) and _shares_border(a.shape, b.shape):
            found.append((a, b))
    return found


def _seam(a: Piece, b: Piece) -> list[Piece]:
    """Gives the strip, 2 TOUCH wide, that closes the border between two pieces with the lower of their tops."""
    inner = [shapely.buffer(p.shape, -TOUCH, join_style="mitre", mitre_limit=_MITRE) for p in (a, b)]
    both = shapely.union(a.shape, b.shape)
    whole = shapely.buffer(_closed(both), -TOUCH, join_style="mitre", mitre_limit=_MITRE)
    strip = shapely.difference(shapely.difference(whole, inner[0]), inner[1])
    parts = [part for part in _polygons(strip) if part.area > SLIVER]
    if not parts:
        return []
    low = min(a.low, b.low)
    edges = ring_edges(shapely.multipolygons(parts))
    group = ("border", *sorted((*a.group, *b.group)))
    limits = max(a.through, b.through), max(a.inside, b.inside)
    members = tuple(sorted({*a.members, *b.members}))
    rule = BOTH_ENDS if BOTH_ENDS in (a.rule, b.rule) else STANDING
    return [Piece(group, members, shapely.multipolygons(parts), edges, low, low, low, *limits, rule)]


def _seams_between(board: Board, one: str, other: str) -> tuple[Piece, ...]:
    def make(made: Board) -> tuple[Piece, ...]:
        pairs = _side_by_side(_pieces_of(made, one), _pieces_of(made, other))
        return tuple(seam for a, b in pairs for seam in _seam(a, b))

    return board.part(("sight borders", one, other), make, frozenset({one, other, HILL}))


# ---------------------------------------------------------------- joining


def _join(board: Board) -> SightArrays:
    kinds = _kinds(board)
    found = [piece for kind in kinds for piece in _pieces_of(board, kind)]
    for one, other in combinations(kinds, 2):
        found += _seams_between(board, one, other)
    numbers = {group: n for n, group in enumerate(dict.fromkeys(piece.group for piece in found))}
    pieces = tuple(sorted(found, key=lambda piece: numbers[piece.group]))
    ground = patches(board)
    blocks = _row(board, HILL) is not None
    obstacles = _flat(board, pieces, numbers, ground, board.profile.relief == "sloped" and blocks)
    return SightArrays(obstacles, pieces)


def _flat(
    board: Board, pieces: Sequence[Piece], numbers: dict[tuple[str, ...], int], ground: Patches, sloped: bool
) -> Obstacles:
    def column(values: Iterable[float]) -> Floats:
        return np.array(list(values), np.float64)

    edges, starts, boxes = pack([piece.edges for piece in pieces])
    patch_edges, patch_starts, patch_boxes = pack([ring_edges(shape) for shape in ground.shapes])
    most = max((int(np.diff(s).max()) for s in (starts, patch_starts) if len(s) > 1), default=0)
    return Obstacles(
        edges,
        starts,
        boxes,
        np.array([numbers[piece.group] for piece in pieces], np.int64),
        column(piece.low for piece in pieces),
        column(piece.high for piece in pieces),
        column(piece.rise for piece in pieces),
        column(piece.through for piece in pieces),
        column(piece.inside for piece in pieces),
        np.array([piece.rule for piece in pieces], np.int64),
        np.arange(len(pieces), dtype=np.int64),
        np.zeros(len(pieces), np.uint8),
        patch_edges,
        patch_starts,
        patch_boxes,
        np.ascontiguousarray(ground.planes),
        np.arange(len(ground.shapes), dtype=np.int64),
        int(sloped),
        int(board.profile.hill_rule == "both_ends"),
        most + 4,
    )


def pack(rings: Sequence[Floats]) -> tuple[Floats, NDArray[np.int64], Floats]:
    """Joins edge lists into one array with the first edge of each and its box."""
    edges = np.ascontiguousarray(np.vstack([np.empty((0, 4)), *rings]))
    starts = np.cumsum([0, *(len(ring) for ring in rings)]).astype(np.int64)
    boxes = np.empty((len(rings), 4))
    for i, ring in enumerate(rings):
        points = ring.reshape(-1, 2)
        boxes[i] = (*points.min(0), *points.max(0)) if len(points) else (1.0, 1.0, -1.0, -1.0)
    return edges, starts, boxes


def _feature_edges(board: Board) -> FeatureEdges:
    profile = board.profile
    wanted = [f for f in board.features if f.kind in profile.sight or board.row_of(f) in profile.covers]
    rings = [shrunk_feature(board, f) for f in wanted]
    edges, starts, boxes = pack(rings)
    most = int(np.diff(starts).max()) if len(starts) > 1 else 0
    return FeatureEdges(tuple(wanted), edges, starts, boxes, most + 4)


def shrunk_feature(board: Board, feature: Feature) -> Floats:
    """Gives the edges of a feature as drawn, shrunk by TOUCH; made once."""

    def make(made: Board) -> Floats:
        return shrunk(made.area(feature.id))

    return board.part(("shrunk", feature.id), make, frozenset({feature.kind}))
