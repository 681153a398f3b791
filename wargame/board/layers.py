"""Which ground lies on top: the features of a board as flat edge arrays, from the lowest to the topmost.

Order of precedence, lowest first: slopes of hills, ordinary ground as drawn, roads and paths, water, fords, bridges,
barriers (walls, wire, barricades, craters, wrecks and whatever came up in play), cleared lanes. Within one class the
later drawn lies on top. A wood on a slope is wood; ground of the open row lets the slope show through. Coordinates in
the arrays are thousandths of an inch, whole numbers, so that questions of side are answered without rounding.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from wargame.board.features import Feature
from wargame.board.ground_kernel import cover_flags, cover_flags_compiled, top_many, top_many_compiled
from wargame.board.kernels import chosen

if TYPE_CHECKING:
    from wargame.board.board import Board

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

UNIT = 1000.0
"""Array units per inch."""
SPILL_IN = 0.1
"""Bridges and fords reach this much farther over both banks than drawn."""
_HILL, _GROUND, _WAY, _WATER, _FORD, _BRIDGE, _BARRIER, _LANE = -1, 0, 2, 3, 4, 5, 6, 7
RING_RANK = 1
"""Rank of the margin that a clearance adds round impassable ground: below roads and whatever crosses water."""
_RANKS = {
    "hill": _HILL,
    "road": _WAY,
    "path": _WAY,
    "river": _WATER,
    "ford": _FORD,
    "bridge": _BRIDGE,
    "wall": _BARRIER,
    "wire": _BARRIER,
    "barricade": _BARRIER,
    "crater": _BARRIER,
    "wreck": _BARRIER,
    "lane": _LANE,
}


@dataclass(frozen=True, slots=True)
class Layers:
    """Areas from the lowest to the topmost. Entry i has edges offsets[i]:offsets[i+1] (x1, y1, x2, y2), bounds, the
    index of its feature, the code of its terrain row in `rows` (code 0 = open row) and whether it is a contour."""

    edges: Floats
    offsets: Ints
    bounds: Floats
    feature: Ints
    code: Ints
    hill: NDArray[np.bool_]
    rows: tuple[str, ...]
    kernels: str


class Entry(NamedTuple):
    """The topmost ground at a point: index of the feature, terrain row."""

    feature: int
    row: str


class Piece(NamedTuple):
    """One area on its way into Layers."""

    sort: tuple[float, float, int]
    feature: int
    row: str
    hill: bool
    area: shapely.Geometry


def to_units(points: Floats | list[tuple[float, float]]) -> Floats:
    """Gives coordinates in thousandths; what is on the grid becomes a whole number exactly."""
    scaled = np.asarray(points, np.float64) * UNIT
    whole = np.rint(scaled)
    return np.where(np.abs(scaled - whole) < 1e-6, whole, scaled)


def to_unit(value: float) -> float:
    """Gives one coordinate in thousandths, as `to_units` does."""
    scaled = float(value) * UNIT
    whole = round(scaled)
    return float(whole) if abs(scaled - whole) < 1e-6 else scaled


def rank_of(feature: Feature) -> int:
    """Gives the class of precedence of a feature."""
    if feature.kind == "stream" and feature.props.get("crossing") == "impassable":
        return _WATER
    if feature.kind == "gully" and feature.props.get("subtype") == "flooded_ditch":
        return _WATER
    if feature.kind in _RANKS:
        return _RANKS[feature.kind]
    return _BARRIER if feature.props.get("added") else _GROUND


def all_layers(board: Board) -> Layers:
    """Gives every feature of the board, also those without a terrain row."""
    return board.part("layers of everything", _build_all)


def ground_layers(board: Board) -> Layers:
    """Gives the features that have a terrain row."""
    source = ground_source(board)
    return source.part("layers of the ground", lambda one: gather(one, ground_pieces(one)))


def ground_source(board: Board) -> Board:
    """Gives the board that this one came from if the changes left alone all ground that movement knows (smoke does),
    else the board itself: what is built of that ground can be taken from there."""
    return board.part("source of the ground", _ground_source)


def _ground_source(board: Board) -> Board:
    came_from = board.came_from
    if came_from is None or _known_ground(came_from) != _known_ground(board):
        return board
    return ground_source(came_from)


def _known_ground(board: Board) -> list[tuple[int, int]]:
    """Index and identity of every feature that has a terrain row or may break a road."""
    known = [f.kind == "bridge" or board.row_of(f) is not None for f in board.features]
    return [(i, id(f)) for i, f in enumerate(board.features) if known[i]]


def hill_layers(board: Board) -> Layers:
    """Gives the contours, the lowest level first."""
    return board.part("layers of the hills", _build_hills)


def ground_pieces(board: Board) -> list[Piece]:
    """Gives the areas that have a terrain row; the top contour of a hill has the open row where the profile says so."""
    tops = _top_contours(board) if board.profile.hill_top_open else set()
    pieces = []
    for index, feature in enumerate(board.features):
        row = board.row_of(feature)
        if row is None or feature.kind == "objective":
            continue
        if feature.id in tops:
            row = board.profile.open_row
        pieces.append(_piece(board, index, feature, row, _walkable(board, feature)))
    return pieces


def gather(board: Board, pieces: list[Piece]) -> Layers:
    """Makes the arrays of areas."""
    pieces = sorted((piece for piece in pieces if not piece.area.is_empty), key=lambda piece: piece.sort)
    names = [board.profile.open_row]
    names += sorted({piece.row for piece in pieces} - set(names))
    blocks = [ring_edges(piece.area) for piece in pieces]
    offsets = np.concatenate([[0], np.cumsum([len(block) for block in blocks])]).astype(np.int64)
    edges = np.concatenate(blocks) if blocks else np.zeros((0, 4))
    bounds = np.array([box_of(block) for block in blocks], np.float64).reshape(-1, 4)
    return Layers(
        np.ascontiguousarray(edges),
        offsets,
        bounds,
        np.array([piece.feature for piece in pieces], np.int64),
        np.array([names.index(piece.row) for piece in pieces], np.int64),
        np.array([piece.hill for piece in pieces], np.bool_),
        tuple(names),
        board.kernels,
    )


def covering(layers: Layers, x: float, y: float) -> list[int]:
    """Gives the feature indices of all areas that cover a point, topmost first; borders belong to the area."""
    px, py = to_unit(x), to_unit(y)
    return [int(layers.feature[i]) for i in covering_entries(layers, px, py)]


def covering_entries(layers: Layers, px: float, py: float) -> list[int]:
    """Gives the entries that cover a point given in thousandths, topmost first."""
    flags = np.zeros(len(layers.code), np.bool_)
    kernel = chosen(layers.kernels, cover_flags, cover_flags_compiled)
    kernel(px, py, layers.edges, layers.offsets, layers.bounds, flags)
    return [int(i) for i in np.flatnonzero(flags)[::-1]]


def top_entries(layers: Layers, points: Floats) -> Ints:
    """Gives for points (n, 2) in inches the entry that counts there, -1 on open ground."""
    kernel = chosen(layers.kernels, top_many, top_many_compiled)
    skip = np.zeros(len(layers.code), np.bool_)
    units = to_units(points)
    out = np.full(len(units), -1, np.int64)
    kernel(units, layers.edges, layers.offsets, layers.bounds, layers.code, layers.hill, skip, out)
    return out


def top_entry(layers: Layers, x: float, y: float) -> Entry | None:
    """Gives the topmost ground at a point, None on open ground."""
    index = int(top_entries(layers, np.array([(x, y)], np.float64))[0])
    if index < 0:
        return None
    return Entry(int(layers.feature[index]), layers.rows[layers.code[index]])


def row_codes(layers: Layers, points: Floats) -> NDArray[np.int32]:
    """Gives the codes of the terrain rows at points (n, 2)."""
    entries = top_entries(layers, points)
    codes = np.append(layers.code, 0)
    return codes[entries].astype(np.int32)


def _build_all(board: Board) -> Layers:
    pieces = [
        _piece(board, i, feature, board.profile.open_row, board.area(feature.id))
        for i, feature in enumerate(board.features)
    ]
    return gather(board, pieces)


def _build_hills(board: Board) -> Layers:
    pieces = [
        _piece(board, i, feature, "hill", board.area(feature.id))
        for i, feature in enumerate(board.features)
        if feature.kind == "hill"
    ]
    return gather(board, pieces)


def _piece(board: Board, index: int, feature: Feature, row: str, area: shapely.Geometry) -> Piece:
    hill = feature.kind == "hill"
    sort = (float(rank_of(feature)), feature.height if hill else 0.0, index)
    return Piece(sort, index, row, hill, area)


def _walkable(board: Board, feature: Feature) -> shapely.Geometry:
    """The area as movement sees it: bridges and fords a little longer, roads without what a blown bridge carried."""
    if feature.kind in ("bridge", "ford") and feature.geometry == "line":
        line = lengthened(feature.rings[0], SPILL_IN)
        strip = line.buffer(feature.width_in / 2, cap_style="flat", join_style="mitre", mitre_limit=2.0)
        return shapely.set_precision(strip, 0.001)
    area = board.area(feature.id)
    if feature.kind not in ("road", "path", "railway"):
        return area
    blown = [f for f in board.features if f.kind == "bridge" and f.props.get("state") == "blown"]
    for bridge in blown:
        if board.area(bridge.id).intersects(area):
            gap = shapely.LineString(bridge.rings[0]).buffer(max(bridge.width_in, feature.width_in), cap_style="flat")
            area = shapely.set_precision(area.difference(gap), 0.001)
    return area


def lengthened(points: tuple[tuple[float, float], ...], by_in: float) -> shapely.LineString:
    """Gives a line made longer at both ends."""
    line = np.array(points, np.float64)
    for end, inner in ((0, 1), (-1, -2)):
        step = line[end] - line[inner]
        line[end] = line[end] + step * (by_in / np.sqrt((step**2).sum()))
    return shapely.LineString(line)


def _top_contours(board: Board) -> set[str]:
    hills = [feature for feature in board.features if feature.kind == "hill"]
    points = {feature.id: board.area(feature.id).representative_point() for feature in hills}
    return {
        low.id
        for low in hills
        if not any(high.height > low.height and board.area(low.id).covers(points[high.id]) for high in hills)
    }


def ring_edges(area: shapely.Geometry) -> Floats:
    """Gives the edges of all rings of a polygon or of several, in whole thousandths."""
    blocks = []
    for polygon in shapely.get_parts(area):
        if polygon.geom_type != "Polygon":
            continue
        for ring in (polygon.exterior, *polygon.interiors):
            points = np.rint(shapely.get_coordinates(ring) * UNIT)
            block = np.concatenate([points[:-1], points[1:]], axis=1)
            blocks.append(block[(block[:, :2] != block[:, 2:]).any(axis=1)])
    return np.concatenate(blocks) if blocks else np.zeros((0, 4))


def box_of(block: Floats) -> tuple[float, float, float, float]:
    """Gives the bounds of a block of edges."""
    if not len(block):
        return (np.inf, np.inf, -np.inf, -np.inf)
    return (*block[:, :2].min(axis=0).tolist(), *block[:, :2].max(axis=0).tolist())
