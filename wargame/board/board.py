"""The board: an immutable table with features, read through a ruleset's profile."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeVar

import numpy as np
import shapely
from numpy.typing import NDArray

from wargame.board import layers, relief
from wargame.board.bases import Footprint, corners
from wargame.board.features import (
    KINDS,
    AddFeature,
    AlterFeature,
    Change,
    Feature,
    RemoveFeature,
    Table,
    area_of,
    feature_from_change,
)
from wargame.board.profile import Profile

Kernels = Literal["compiled", "plain"]
Floats = NDArray[np.float64]
Built = TypeVar("Built")
_KEPT_BOARDS = 64
PLACES_KEPT = 50_000
"""Places whose ground a board remembers."""


class Board:
    """Table, features and profile. Nothing in it changes after it was built; `with_changes` gives another board.

    kernels: "compiled" or "plain"; both give the same answers. `part` keeps what is expensive to build (edge arrays,
    indices, cost fields) with the board; it is neither copied to other processes nor part of the board's value.
    """

    def __init__(
        self, table: Table, features: tuple[Feature, ...], profile: Profile, kernels: Kernels = "compiled"
    ) -> None:
        self.table, self.features, self.profile, self.kernels = table, features, profile, kernels
        self._index = {feature.id: i for i, feature in enumerate(features)}
        self._parts: dict[object, Any] = {}
        self._areas: dict[str, tuple[Feature, shapely.Geometry]] = {}
        self._base: Board | None = None
        self._changed: frozenset[str] = frozenset()

    @staticmethod
    def build(table: Table, features: Iterable[Feature], profile: Profile, kernels: Kernels = "compiled") -> Board:
        """Makes a board. Raises ValueError if an id occurs twice."""
        kept = tuple(features)
        if len({feature.id for feature in kept}) != len(kept):
            raise ValueError("feature ids must differ from each other")
        return Board(table, kept, profile, kernels)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Board, (self.table, self.features, self.profile, self.kernels))

    def part(self, key: object, builder: Callable[[Board], Built], kinds: frozenset[str] | None = None) -> Built:
        """Gives what `builder` makes of this board, built once and kept under `key`.

        kinds: the kinds of features it depends on; a board got by changes to other kinds then takes it from the board
        it came from, so it must name features by id, not by index. Two threads may both build; one result is kept.
        """
        if key not in self._parts:
            shared = kinds is not None and self._base is not None and not (kinds & self._changed)
            made = self._base.part(key, builder, kinds) if shared and self._base else builder(self)
            return self._parts.setdefault(key, made)
        return self._parts[key]

    @property
    def came_from(self) -> Board | None:
        """Gives the board that this one was made from by `with_changes`, None for one that was built."""
        return self._base

    def index_of(self, feature_id: str) -> int:
        """Gives the place of a feature in `features`. Raises ValueError for an unknown id."""
        if feature_id not in self._index:
            raise ValueError(f"unknown feature {feature_id!r}, expected one of {len(self.features)} on the board")
        return self._index[feature_id]

    def feature(self, feature_id: str) -> Feature:
        """Gives a feature by id. Raises ValueError for an unknown id."""
        return self.features[self.index_of(feature_id)]

    def has_feature(self, feature_id: str) -> bool:
        """Says whether a feature of this id lies on the board."""
        return feature_id in self._index

    def area(self, feature_id: str) -> shapely.Geometry:
        """Gives the ground a feature covers (a strip for a line, a disc for a point)."""
        feature = self.feature(feature_id)
        kept = self._areas.get(feature_id)
        if kept is None or kept[0] is not feature:
            kept = self._areas[feature_id] = (feature, area_of(feature))
        return kept[1]

    def row_of(self, feature: Feature) -> str | None:
        """Gives the terrain row of a feature under this board's profile."""
        return self.profile.row_of(feature)

    def features_at(self, x: float, y: float) -> tuple[Feature, ...]:
        """Gives the features that cover a point, the topmost first; a border belongs to the feature."""
        return tuple(self.features[i] for i in layers.covering(layers.all_layers(self), x, y))

    def terrain_at(self, x: float, y: float) -> tuple[str, Feature | None]:
        """Gives the terrain row at a point and the feature it comes from (none on open ground).

        Bridges and fords lie over water, water over roads, roads over other ground; else what was drawn later. The
        slope of a hill counts where nothing else lies. A border belongs to the feature.
        """
        kept: dict[tuple[float, float], tuple[str, Feature | None]] = self.part("ground of places", lambda _: {})
        found = kept.get((x, y))
        if found is None:
            if len(kept) >= PLACES_KEPT:
                kept.clear()
            entry = layers.top_entry(layers.ground_layers(self), x, y)
            row, feature = self.profile.open_row, None
            if entry is not None:
                row, feature = entry.row, self.features[entry.feature]
            found = kept[x, y] = row, feature
        return found

    def terrain_many(self, points: Floats) -> tuple[NDArray[np.int32], tuple[str, ...]]:
        """Gives for points (n, 2) the codes of their terrain rows and the names the codes stand for."""
        ground = layers.ground_layers(self)
        return layers.row_codes(ground, np.asarray(points, np.float64).reshape(-1, 2)), ground.rows

    def ground_in(self, x: float, y: float) -> float:
        """Gives the height of the ground in inches above the table."""
        return self.level(x, y) * self.profile.inches_per_level

    def level(self, x: float, y: float) -> float:
        """Gives the height of the ground in levels: that of the highest contour round the point on terraced ground,
        a fraction between contours on sloped ground."""
        return float(relief.levels(self, np.array([(x, y)], np.float64))[0])

    def ground_many(self, points: Floats) -> Floats:
        """Gives the height of the ground in inches for points (n, 2)."""
        return relief.levels(self, np.asarray(points, np.float64).reshape(-1, 2)) * self.profile.inches_per_level

    def distance_to(self, feature_id: str, x: float, y: float) -> float:
        """Gives the inches from a point to the ground a feature covers, 0 on it."""
        return float(shapely.distance(self.area(feature_id), shapely.Point(x, y)))

    def kinds_within(self, x: float, y: float, kinds: Iterable[str], radius_in: float) -> tuple[Feature, float] | None:
        """Gives the nearest feature of these kinds within a radius and its distance in inches, or None. The one drawn
        first wins a tie."""
        reach = radius_in + 0.0005
        boxes = self.part(("boxes of kinds", frozenset(kinds)), lambda board: board._boxes(frozenset(kinds)))
        near = [
            (self.distance_to(self.features[i].id, x, y), i)
            for i, x0, y0, x1, y1 in boxes
            if max(x0 - x, x - x1, y0 - y, y - y1) <= reach
        ]
        if not near or min(near)[0] > reach:
            return None
        distance, index = min(near)
        return self.features[index], distance

    def _boxes(self, kinds: frozenset[str]) -> list[tuple[int, float, float, float, float]]:
        """Index and bounds (left, bottom, right, top) of every feature of these kinds."""
        wanted = [(i, self.area(f.id).bounds) for i, f in enumerate(self.features) if f.kind in kinds]
        return [(i, *bounds) for i, bounds in wanted]

    def with_changes(self, changes: Sequence[Change]) -> Board:
        """Gives the board after these changes, in order; this board keeps the last few results.

        Raises ValueError for an unknown kind or id, or an added id that exists already.
        """
        key = tuple(changes)
        if not key:
            return self
        kept: dict[tuple[Change, ...], Board] = self.part("boards with changes", lambda board: {})
        if key not in kept:
            if len(kept) >= _KEPT_BOARDS:
                kept.pop(next(iter(kept)), None)
            made = next((i for i, change in enumerate(key) if not _is_native(change)), len(key))
            source = self._with_map(key[:made])
            kept[key] = source._changed_by(key[made:]) if made < len(key) else source
        return kept[key]

    def _with_map(self, changes: tuple[Change, ...]) -> Board:
        """The board with ground that is part of the map and was made when the battle began; the last is kept."""
        if not changes:
            return self
        kept: dict[tuple[Change, ...], Board] = self.part("board with its map", lambda board: {})
        if changes not in kept:
            kept.clear()
            kept[changes] = self._changed_by(changes)
        return kept[changes]

    def _changed_by(self, changes: tuple[Change, ...]) -> Board:
        features = list(self.features)
        touched: set[str] = set()
        for change in changes:
            touched |= _apply(features, change)
        board = Board(self.table, tuple(features), self.profile, self.kernels)
        board._areas = dict(self._areas)
        board._base, board._changed = self, frozenset(touched)
        return board


def _is_native(change: Change) -> bool:
    return isinstance(change, AddFeature) and ("native", True) in change.props


def _apply(features: list[Feature], change: Change) -> set[str]:
    """Makes one change in place and gives the kinds it touched."""
    places = {feature.id: i for i, feature in enumerate(features)}
    if isinstance(change, AddFeature):
        if change.kind not in KINDS or change.id in places:
            raise ValueError(f"cannot add {change.kind!r} {change.id!r}, expected a known kind and a new id")
        order = 1 + max((feature.order for feature in features), default=-1)
        features.append(feature_from_change(change, order))
        return {change.kind}
    if change.id not in places:
        raise ValueError(f"unknown feature {change.id!r} in a change of the ground, expected one on the board")
    old = features[places[change.id]]
    if isinstance(change, RemoveFeature):
        features.remove(old)
        return {old.kind}
    new = _altered(old, change)
    features[places[change.id]] = new
    return {old.kind, new.kind}


def _altered(feature: Feature, change: AlterFeature) -> Feature:
    values: dict[str, Any] = dict(change.props)
    fields = {name: values.pop(name) for name in ("height", "kind", "width_in") if name in values}
    if fields.get("kind", feature.kind) not in KINDS:
        raise ValueError(f"unknown kind {fields['kind']!r} in a change of feature {feature.id!r}, expected a known one")
    return dataclasses.replace(feature, props={**feature.props, **values}, **fields)


def is_inside(footprint: Footprint, polygon: Sequence[tuple[float, float]]) -> bool:
    """Says whether a base stands in a region with all of itself; its border belongs to the region."""
    region = shapely.Polygon(polygon)
    if footprint.base.shape == "rectangle":
        return bool(region.buffer(1e-6).covers(shapely.Polygon(corners(footprint))))
    centre = shapely.Point(footprint.x, footprint.y)
    return bool(region.covers(centre) and region.exterior.distance(centre) >= footprint.base.width_in / 2 - 0.0005)


def region_contains(polygon: Sequence[tuple[float, float]], x: float, y: float) -> bool:
    """Says whether a point lies in a region; its border belongs to the region."""
    return bool(contains_many(polygon, np.array([(x, y)]))[0])


def contains_many(polygon: Sequence[tuple[float, float]], points: Floats) -> NDArray[np.bool_]:
    """Says for points (n, 2) whether they lie in a region; its border belongs to the region."""
    region = shapely.Polygon(polygon)
    shapely.prepare(region)
    return np.asarray(shapely.intersects_xy(region, points[:, 0], points[:, 1]))
