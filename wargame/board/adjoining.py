"""Ground as places: features that count and the open fields between them, with two graphs over the same places.

*Contiguous* places are one step apart for ranges; *adjoining* ones can be reached in one move. Water and other barriers
do not hinder the first, and cut a field into banks for the second.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from wargame.board.board import Board
from wargame.board.contiguous import are_contiguous
from wargame.board.features import Feature

Ints = NDArray[np.int64]
FIELD = "field"
FAR = -1
"""The number of steps between places that are not connected."""
_THIN = 1e-3
_SPECK = 0.05
"""Banks under this area (square inches) are left out."""
_SLACK = 1e-9


@dataclass(frozen=True)
class PlacesSpec:
    """What counts, as data of a ruleset.

    classes: (map kind, class of counted feature); class_if overrides by a property, as (kind, property, value, class).
    precedence: classes, the one that wins where two overlap first. absorbed: (kind, other kind): features of the first
    kind mostly within ground of the other are part of it. barriers: kinds that cannot be passed; barrier_if: the same
    by a property. crossings: kinds that lead across, unless their `state` is "blown".
    Lengths in inches: features longer than longest are cut; places up to touch apart are contiguous, features up to
    gap; a field is at most field_across wide or cut into cells of at most field_cell; fields share at least border;
    sliver (square inches) and smaller pieces of fields join a neighbour; way: open ground on the way over a crossing.
    """

    classes: tuple[tuple[str, str], ...]
    precedence: tuple[str, ...]
    class_if: tuple[tuple[str, str, Any, str], ...] = ()
    absorbed: tuple[tuple[str, str], ...] = ()
    barriers: frozenset[str] = frozenset()
    barrier_if: tuple[tuple[str, str, Any], ...] = ()
    crossings: frozenset[str] = frozenset({"bridge", "ford"})
    longest_in: float = 24.0
    touch_in: float = 0.5
    gap_in: float = 24.0
    field_across_in: float = 24.0
    field_cell_in: float = 17.0
    border_in: float = 1.0
    sliver_sq_in: float = 4.0
    way_in: float = 24.0

    def class_of(self, feature: Feature) -> str | None:
        """Gives the class under which a feature counts, or None."""
        for kind, prop, value, name in self.class_if:
            if feature.kind == kind and feature.props.get(prop) == value:
                return name
        return dict(self.classes).get(feature.kind)

    def is_barrier(self, feature: Feature) -> bool:
        """Says whether a feature cannot be passed."""
        by_property = ((k, p, v) for k, p, v in self.barrier_if if k == feature.kind)
        return feature.kind in self.barriers or any(feature.props.get(p) == v for _, p, v in by_property)


@dataclass(frozen=True)
class Place:
    """A counted feature (or a strip of a long one) or a field. features: ids of the drawn features; banks: the parts
    into which barriers cut a field (a counted feature has one)."""

    number: int
    kind: str
    features: tuple[str, ...]
    shape: shapely.Geometry
    banks: tuple[shapely.Geometry, ...]

    @property
    def is_field(self) -> bool:
        """Says whether this is open ground."""
        return self.kind == FIELD


@dataclass(frozen=True)
class Step:
    """A move that adjoining allows: to a bank of a place, over a crossing (its id) or directly (None)."""

    place: int
    bank: int
    crossing: str | None


@dataclass(frozen=True)
class Places:
    """The places of a board with both graphs. contiguous: pairs of numbers, the smaller first; joins: pairs of
    (place, bank) with the crossing that joins them, or None."""

    places: tuple[Place, ...]
    contiguous: frozenset[tuple[int, int]]
    joins: tuple[tuple[tuple[int, int], tuple[int, int], str | None], ...]

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Gives the place and bank of a point, a counted feature before a field; the nearest if it lies on a seam."""
        point = shapely.Point(x, y)
        away = [(shapely.distance(place.shape, point), place.is_field, place.number) for place in self.places]
        place = self.places[min(away)[2]]
        banks = [shapely.distance(bank, point) for bank in place.banks]
        return place.number, banks.index(min(banks))

    def are_contiguous(self, a: int, b: int) -> bool:
        """Says whether two places are contiguous (a place is not contiguous to itself)."""
        return (min(a, b), max(a, b)) in self.contiguous

    def steps(self, a: int, b: int) -> int:
        """Gives the range from one place to another in steps of the graph of contiguity; 0 in the same place, FAR if
        they are not connected."""
        return int(self.all_steps[a, b])

    @cached_property
    def all_steps(self) -> Ints:
        """Gives the steps between all places."""
        n = len(self.places)
        out = np.full((n, n), FAR, np.int64)
        near: list[list[int]] = [[] for _ in range(n)]
        for a, b in self.contiguous:
            near[a].append(b)
            near[b].append(a)
        for start in range(n):
            ring, count = [start], 0
            while ring:
                for place in ring:
                    out[start, place] = count
                ring = sorted({b for a in ring for b in near[a] if out[start, b] == FAR})
                count += 1
        return out

    def moves(self, place: int, bank: int = 0) -> tuple[Step, ...]:
        """Gives where one move may lead from a bank of a place, in order of the places."""
        return self._moves.get((place, bank), ())

    @cached_property
    def _moves(self) -> dict[tuple[int, int], tuple[Step, ...]]:
        found: dict[tuple[int, int], set[Step]] = {}
        for one, other, crossing in self.joins:
            found.setdefault(one, set()).add(Step(*other, crossing))
            found.setdefault(other, set()).add(Step(*one, crossing))
        key = {node: sorted(steps, key=lambda s: (s.place, s.bank, s.crossing or "")) for node, steps in found.items()}
        return {node: tuple(steps) for node, steps in key.items()}


def places(board: Board, spec: PlacesSpec) -> Places:
    """Gives the places of a board under a ruleset's spec, worked out once."""
    return board.part(("places", spec), lambda made: _places(made, spec))


def _places(board: Board, spec: PlacesSpec) -> Places:
    counted = _counted(board, spec)
    table = shapely.box(0.0, 0.0, board.table.width_in, board.table.height_in)
    open_ground = shapely.difference(table, shapely.union_all([shape for _, _, shape in counted]))
    fields, counted = _without_slivers(_fields(board, spec, open_ground), counted, spec)
    crossings = [f for f in board.features if f.kind in spec.crossings and f.props.get("state") != "blown"]
    wall = _wall(board, spec)
    made = [Place(n, kind, names, shape, (shape,)) for n, (kind, names, shape) in enumerate(counted)]
    made += [Place(len(counted) + n, FIELD, (), shape, _banks(shape, wall)) for n, shape in enumerate(fields)]
    near = _contiguous(made, spec)
    joins = [*_direct(made, near, wall, spec), *_crossed(made, near, crossings, spec)]
    return Places(tuple(made), frozenset(near), tuple(joins))


Counted = tuple[str, tuple[str, ...], shapely.Geometry]


# ---------------------------------------------------------------- counted features


def _counted(board: Board, spec: PlacesSpec) -> list[Counted]:
    """Gives class, ids and ground of the counted features, cut where they are too long; those that win overlaps keep
    all of their ground."""
    taken: shapely.Geometry = shapely.Polygon()
    table = shapely.box(0.0, 0.0, board.table.width_in, board.table.height_in)
    found: list[Counted] = []
    for name in spec.precedence:
        for ids, drawn in _drawn(board, spec, name):
            shape = _solid(shapely.difference(shapely.intersection(drawn, table), taken))
            taken = shapely.union(taken, drawn)
            found += [(name, ids, strip) for strip in _strips(shape, spec.longest_in)]
    return found


def _drawn(board: Board, spec: PlacesSpec, name: str) -> list[tuple[tuple[str, ...], shapely.Geometry]]:
    """Gives the features of a class as drawn; contours within another one are part of it."""
    features = [f for f in board.features if spec.class_of(f) == name and not _absorbed(board, spec, f)]
    outer: list[tuple[list[str], shapely.Geometry]] = []
    for feature in sorted(features, key=lambda f: f.height if f.kind == "hill" else 0.0):
        shape = board.area(feature.id)
        around = [row for row in outer if feature.kind == "hill" and shapely.covers(row[1].buffer(_THIN), shape)]
        if around:
            around[0][0].append(feature.id)
        else:
            outer.append(([feature.id], shape))
    return [(tuple(ids), shape) for ids, shape in outer]


def _absorbed(board: Board, spec: PlacesSpec, feature: Feature) -> bool:
    shape = board.area(feature.id)
    for kind, other in spec.absorbed:
        if feature.kind == kind:
            around = [board.area(f.id) for f in board.features if f.kind == other]
            if around and shapely.intersection(shape, shapely.union_all(around)).area > 0.5 * shape.area:
                return True
    return False


def _solid(shape: shapely.Geometry) -> shapely.Geometry:
    """Drops what rounding leaves of a difference: lines, points and specks."""
    parts = [part for part in shapely.get_parts(shape).tolist() if part.geom_type == "Polygon" and part.area > _THIN]
    return parts[0] if len(parts) == 1 else shapely.MultiPolygon(parts)


def _strips(shape: shapely.Geometry, longest: float) -> list[shapely.Geometry]:
    """Cuts a shape into equal strips across the long side of its smallest rectangle, none longer than allowed."""
    if shape.is_empty:
        return []
    corners = shapely.get_coordinates(shapely.minimum_rotated_rectangle(shape))[:4]
    sides = corners[1] - corners[0], corners[3] - corners[0]
    along, across = sides if np.hypot(*sides[0]) >= np.hypot(*sides[1]) else sides[::-1]
    count = math.ceil(float(np.hypot(*along)) / longest - _SLACK)
    if count <= 1:
        return [shape]
    found = []
    for i in range(count):
        a, b = corners[0] + along * (i / count), corners[0] + along * ((i + 1) / count)
        wide = across * (1.0 + _THIN)
        strip = shapely.Polygon([a - across * _THIN, b - across * _THIN, b + wide, a + wide])
        found.append(_solid(shapely.intersection(shape, strip)))
    return [strip for strip in found if not strip.is_empty]


# ---------------------------------------------------------------- fields


def _fields(board: Board, spec: PlacesSpec, ground: shapely.Geometry) -> list[shapely.Geometry]:
    """Gives the pieces of open ground; those too far across are cut by a grid of equal cells over the table."""
    found: list[shapely.Geometry] = []
    columns, rows = (
        math.ceil(side / spec.field_cell_in - _SLACK) for side in (board.table.width_in, board.table.height_in)
    )
    w, h = board.table.width_in / columns, board.table.height_in / rows
    cells = [shapely.box(i * w, j * h, (i + 1) * w, (j + 1) * h) for j in range(rows) for i in range(columns)]
    for piece in shapely.get_parts(_solid(ground)).tolist():
        if _across(piece) <= spec.field_across_in:
            found.append(piece)
        else:
            for cell in cells:
                found += shapely.get_parts(_solid(shapely.intersection(piece, cell))).tolist()
    return found


def _across(piece: shapely.Geometry) -> float:
    """Gives the largest distance between two points of a shape."""
    points = shapely.get_coordinates(shapely.convex_hull(piece))
    return float(np.hypot(*(points[:, None] - points[None, :]).transpose(2, 0, 1)).max())


def _without_slivers(
    fields: list[shapely.Geometry], counted: list[Counted], spec: PlacesSpec
) -> tuple[list[shapely.Geometry], list[Counted]]:
    """Joins pieces of fields that are too small to the field with the longest common border, else to a feature."""
    kept = [piece for piece in fields if piece.area >= spec.sliver_sq_in]
    features = list(counted)
    for piece in sorted((p for p in fields if p.area < spec.sliver_sq_in), key=lambda p: -p.area):
        borders = [_border(piece, field) for field in kept]
        if borders and max(borders) > _THIN:
            i = borders.index(max(borders))
            kept[i] = shapely.union(kept[i], piece)
            continue
        borders = [_border(piece, shape) for _, _, shape in features]
        if borders and max(borders) > _THIN:
            i = borders.index(max(borders))
            features[i] = (*features[i][:2], shapely.union(features[i][2], piece))
        else:
            kept.append(piece)
    return kept, features


def _border(a: shapely.Geometry, b: shapely.Geometry) -> float:
    """Gives the length in inches of the border that two shapes share."""
    if shapely.distance(a, b) > _THIN:
        return 0.0
    return float(shapely.intersection(shapely.boundary(a), shapely.buffer(b, _THIN)).length)


def _wall(board: Board, spec: PlacesSpec) -> shapely.Geometry:
    """Gives the ground of all barriers. Crossings lead over it by joins of their own."""
    return shapely.union_all([board.area(f.id) for f in board.features if spec.is_barrier(f)])


def _banks(shape: shapely.Geometry, wall: shapely.Geometry) -> tuple[shapely.Geometry, ...]:
    """Gives the banks of a field."""
    cut = shapely.difference(shape, wall)
    banks = [part for part in shapely.get_parts(cut).tolist() if part.geom_type == "Polygon" and part.area > _SPECK]
    return tuple(banks) or (shape,)


# ---------------------------------------------------------------- the two graphs


def _contiguous(made: Sequence[Place], spec: PlacesSpec) -> list[tuple[int, int]]:
    counted = [place.shape for place in made if not place.is_field]
    found = []
    for a, b in combinations(made, 2):
        if a.is_field and b.is_field:
            near = _border(a.shape, b.shape) >= spec.border_in - _THIN
        elif a.is_field or b.is_field:
            near = shapely.distance(a.shape, b.shape) <= spec.touch_in + _SLACK
        else:
            near = are_contiguous(
                a.shape,
                b.shape,
                [s for n, s in enumerate(counted) if n not in (a.number, b.number)],
                spec.touch_in,
                spec.gap_in,
            )
        if near:
            found.append((a.number, b.number))
    return found


Join = tuple[tuple[int, int], tuple[int, int], str | None]


def _direct(
    made: Sequence[Place], near: Sequence[tuple[int, int]], wall: shapely.Geometry, spec: PlacesSpec
) -> list[Join]:
    """Gives the joins between contiguous places that no barrier divides."""
    found: list[Join] = []
    for i, j in near:
        a, b = made[i], made[j]
        for m, one in enumerate(a.banks):
            for n, other in enumerate(b.banks):
                if a.is_field and b.is_field:
                    open_way = _border(one, other) >= min(spec.border_in, _border(a.shape, b.shape)) - _THIN
                elif a.is_field or b.is_field:
                    line = shapely.shortest_line(one, other)
                    open_way = line.length <= spec.touch_in + _SLACK and not shapely.crosses(line, wall)
                else:
                    open_way = not shapely.intersects(shapely.shortest_line(one, other), wall)
                if open_way:
                    found.append(((i, m), (j, n), None))
    return found


def _crossed(
    made: Sequence[Place], near: Sequence[tuple[int, int]], crossings: Sequence[Feature], spec: PlacesSpec
) -> list[Join]:
    """Gives the joins over crossings: the places at its ends, and contiguous features that are near enough."""
    found: list[Join] = []
    lookup = Places(tuple(made), frozenset(), ())
    for crossing in crossings:
        if crossing.geometry != "line":
            continue
        start, end = crossing.rings[0][0], crossing.rings[0][-1]
        one, other = lookup.at(*start), lookup.at(*end)
        if one != other:
            found.append((one, other, crossing.id))
        ends = shapely.Point(start), shapely.Point(end)
        length = shapely.LineString(crossing.rings[0]).length
        for i, j in near:
            a, b = made[i], made[j]
            if a.is_field or b.is_field:
                continue
            ways = [shapely.distance(a.shape, p) + length + shapely.distance(q, b.shape) for p, q in (ends, ends[::-1])]
            if min(ways) <= spec.way_in + _SLACK and _divided(a, b, crossing):
                found.append(((i, 0), (j, 0), crossing.id))
    return found


def _divided(a: Place, b: Place, crossing: Feature) -> bool:
    """Says whether the two features lie nearer to different ends of the crossing."""
    start, end = shapely.Point(crossing.rings[0][0]), shapely.Point(crossing.rings[0][-1])
    lean_a = shapely.distance(a.shape, start) - shapely.distance(a.shape, end)
    lean_b = shapely.distance(b.shape, start) - shapely.distance(b.shape, end)
    return bool(lean_a * lean_b <= 0.0)
