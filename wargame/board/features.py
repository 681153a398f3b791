"""Features of a map: what they are, how they are read from GeoJSON, and the changes that ground suffers in play."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

import msgspec
import shapely

from wargame.board.snap import snap, snap_point

Point = tuple[float, float]
Ring = tuple[Point, ...]
Plain = str | float | bool | None

# fmt: off
MAP_KINDS = frozenset((
    "hill", "ridge", "field", "crops", "wheat", "sunflower", "orchard", "brush",
    "woods_light", "woods_heavy", "forest", "swamp", "town", "building", "bunker", "rubble", "stream", "river", "gully",
    "cliff", "road", "path", "railway", "bridge", "ford", "trench", "wall", "hedge", "wire", "minefield", "objective",
))
"""Kinds a map file may contain."""
# fmt: on
CHANGE_KINDS = frozenset(("smoke", "fire", "crater", "wreck", "lane", "barricade"))
"""Kinds that only come up in play."""
KINDS = MAP_KINDS | CHANGE_KINDS

MAX_FEATURES = 4_000
MAX_VERTICES = 200_000
MAX_SIDE_IN = 1_000.0
MARGIN_IN = 1.0
"""How far a feature may reach over the edge of the table."""
DEFAULT_RADIUS_IN = 0.25
"""Radius of a feature given as a point when it names none."""
_OWN = frozenset({"id", "kind", "name", "height", "width"})
_GEOMETRIES: Mapping[str, Literal["polygon", "line", "point"]] = MappingProxyType(
    {"Polygon": "polygon", "LineString": "line", "Point": "point"}
)


class MapFault(ValueError):
    """A map that cannot be used. place: where in the file; found: what stands there; expected: what should."""

    def __init__(self, place: str, found: str, expected: str) -> None:
        super().__init__(f"{place}: found {found}, expected {expected}")
        self.place, self.found, self.expected = place, found, expected


@dataclass(frozen=True, slots=True)
class Table:
    """The playing surface: inches, metres of ground per inch, bearing of +y in degrees from north."""

    width_in: float
    height_in: float
    scale_m_per_in: float = 100.0
    up_bearing_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Feature:
    """One piece of ground.

    rings: for a polygon its rings, outer first, each closed (first point repeated at the end); for a line or a point
    one ring, the points of the line or the point. width_in counts for lines only. height is in levels: for a hill the
    level of this contour, for cover its own height above the ground. order: place in the drawing order, later ones lie
    on top.
    """

    id: str
    kind: str
    rings: tuple[Ring, ...]
    geometry: Literal["polygon", "line", "point"] = "polygon"
    name: str = ""
    width_in: float = 0.0
    height: float = 0.0
    props: Mapping[str, Any] = field(default_factory=dict, hash=False)
    order: int = 0


class AddFeature(msgspec.Struct, frozen=True, tag="add_feature", tag_field="change"):
    """A feature that came up in play: smoke, fire, crater, wreck, lane, barricade, rubble. Drawn above all others."""

    id: str
    kind: str
    rings: tuple[tuple[tuple[float, float], ...], ...]
    geometry: Literal["polygon", "line", "point"] = "polygon"
    name: str = ""
    width_in: float = 0.0
    height: float = 0.0
    props: tuple[tuple[str, Plain], ...] = ()


class RemoveFeature(msgspec.Struct, frozen=True, tag="remove_feature", tag_field="change"):
    """A feature that is gone."""

    id: str


class AlterFeature(msgspec.Struct, frozen=True, tag="alter_feature", tag_field="change"):
    """Properties of a feature that are different now; "height", "kind" and "width_in" name its fields."""

    id: str
    props: tuple[tuple[str, Plain], ...]


Change = AddFeature | RemoveFeature | AlterFeature
"""An entry of the state's `ground`."""


def shape_of(feature: Feature) -> shapely.Geometry:
    """Gives the geometry as drawn: polygon, line or point."""
    if feature.geometry == "polygon":
        return shapely.Polygon(feature.rings[0], feature.rings[1:])
    if feature.geometry == "line":
        return shapely.LineString(feature.rings[0])
    return shapely.Point(feature.rings[0][0])


def area_of(feature: Feature) -> shapely.Geometry:
    """Gives the ground that a feature covers, on the grid of thousandths: a polygon as drawn, a line as a strip of its
    width with flat ends, a point as a disc of its property `radius` (a 64-gon). Never an invalid geometry."""
    shape = shape_of(feature)
    if feature.geometry == "polygon":
        return shape
    if feature.geometry == "line":
        strip = shape.buffer(max(feature.width_in, 0.02) / 2, cap_style="flat", join_style="mitre", mitre_limit=2.0)
    else:
        radius = feature.props.get("radius") or DEFAULT_RADIUS_IN
        strip = shape.buffer(float(radius), quad_segs=16)
    return shapely.set_precision(shapely.set_precision(strip, 0.001), 0.0)  # 0: what is made of it keeps its digits


def features_from_geojson(data: Mapping[str, Any]) -> tuple[Table, tuple[Feature, ...]]:
    """Reads a map: the table and its features in drawing order, snapped to thousandths of an inch.

    Raises MapFault for the first thing that is malformed: wrong types, unknown kinds, duplicate ids, numbers that are
    not finite, points more than an inch off the table, polygons that cross themselves, too many features or vertices.
    """
    if not isinstance(data, Mapping):
        raise MapFault("map", type(data).__name__, "a GeoJSON FeatureCollection")
    table = _table(data.get("table"))
    raw = data.get("features")
    if not isinstance(raw, list):
        raise MapFault("features", type(raw).__name__, "a list")
    if len(raw) > MAX_FEATURES:
        raise MapFault("features", f"{len(raw)} features", f"at most {MAX_FEATURES}")
    features = tuple(_feature(entry, order, table) for order, entry in enumerate(raw))
    _no_twins(features)
    vertices = sum(len(ring) for feature in features for ring in feature.rings)
    if vertices > MAX_VERTICES:
        raise MapFault("features", f"{vertices} vertices", f"at most {MAX_VERTICES}")
    return table, features


def feature_from_change(change: AddFeature, order: int) -> Feature:
    """Gives the feature that an AddFeature describes, snapped; it carries the property `added`, unless it says by
    `native` that it is part of the map (ground that is made when the battle begins)."""
    rings = tuple(tuple(snap_point(x, y) for x, y in ring) for ring in change.rings)
    if change.geometry == "polygon":
        rings = tuple(ring if ring[0] == ring[-1] else (*ring, ring[0]) for ring in rings)
    props: dict[str, Any] = dict(change.props)
    if not props.get("native"):
        props["added"] = True
    return Feature(
        change.id, change.kind, rings, change.geometry, change.name, change.width_in, change.height, props, order
    )


def _table(raw: object) -> Table:
    if not isinstance(raw, Mapping):
        raise MapFault("table", type(raw).__name__, "a table with width_in and height_in")
    width = _number(raw.get("width_in"), "table.width_in", 1.0, MAX_SIDE_IN)
    height = _number(raw.get("height_in"), "table.height_in", 1.0, MAX_SIDE_IN)
    scale = _number(raw.get("ground_scale_m_per_in", 100.0), "table.ground_scale_m_per_in", 0.01, 1e5)
    bearing = _number(raw.get("bearing_of_up_deg", 0.0), "table.bearing_of_up_deg", -360.0, 360.0)
    return Table(width, height, scale, bearing)


def _feature(raw: object, order: int, table: Table) -> Feature:
    place = f"features[{order}]"
    if not isinstance(raw, Mapping):
        raise MapFault(place, type(raw).__name__, "a GeoJSON Feature")
    props = raw.get("properties")
    if not isinstance(props, Mapping):
        raise MapFault(f"{place}.properties", type(props).__name__, "a table")
    identifier = _text(props.get("id"), f"{place}.properties.id")
    place = f"{place} ({identifier})"
    kind = _kind(props.get("kind"), f"{place}.properties.kind")
    geometry, rings = _geometry(raw.get("geometry"), f"{place}.geometry", table)
    width = _number(props.get("width", 0.0), f"{place}.properties.width", 0.0, MAX_SIDE_IN)
    height = _number(props.get("height", 0.0), f"{place}.properties.height", 0.0, 100.0)
    if geometry == "line" and width <= 0.0:
        raise MapFault(f"{place}.properties.width", repr(width), "the width of the line in inches")
    if kind == "hill" and (geometry != "polygon" or height <= 0.0):
        raise MapFault(f"{place}", f"a hill of height {height:g} as a {geometry}", "a polygon with a level above 0")
    rest = {str(key): value for key, value in props.items() if key not in _OWN and _is_plain(value)}
    return Feature(identifier, kind, rings, geometry, str(props.get("name") or ""), width, height, rest, order)


def _geometry(raw: object, place: str, table: Table) -> tuple[Literal["polygon", "line", "point"], tuple[Ring, ...]]:
    if not isinstance(raw, Mapping) or not isinstance(raw.get("type"), str) or raw["type"] not in _GEOMETRIES:
        found = raw.get("type") if isinstance(raw, Mapping) else type(raw).__name__
        raise MapFault(place, repr(found)[:40], "Polygon, LineString or Point")
    coordinates = raw.get("coordinates")
    geometry = _GEOMETRIES[raw["type"]]
    if geometry == "point":
        return geometry, ((_point(coordinates, f"{place}.coordinates", table),),)
    if not isinstance(coordinates, list | tuple) or not coordinates:
        raise MapFault(f"{place}.coordinates", repr(coordinates)[:40], "a list of points")
    if geometry == "line":
        return geometry, (_line(coordinates, f"{place}.coordinates", table, 2),)
    rings = tuple(_line(ring, f"{place}.coordinates[{i}]", table, 4) for i, ring in enumerate(coordinates))
    _check_polygon(rings, place)
    return geometry, rings


def _check_polygon(rings: tuple[Ring, ...], place: str) -> None:
    for i, ring in enumerate(rings):
        if ring[0] != ring[-1]:
            raise MapFault(f"{place}.coordinates[{i}]", "an open ring", "the first point again at the end")
    polygon = shapely.Polygon(rings[0], rings[1:])
    if not polygon.is_valid:
        raise MapFault(place, shapely.is_valid_reason(polygon), "a polygon whose border does not cross itself")
    if polygon.area <= 0.0:
        raise MapFault(place, "a polygon without area", "a polygon with area")


def _line(raw: object, place: str, table: Table, least: int) -> Ring:
    if not isinstance(raw, list | tuple):
        raise MapFault(place, type(raw).__name__, "a list of points")
    points = [_point(point, f"{place}[{i}]", table) for i, point in enumerate(raw)]
    kept = tuple(point for i, point in enumerate(points) if i == 0 or point != points[i - 1])
    if len(kept) < least:
        raise MapFault(place, f"{len(kept)} different points", f"at least {least}")
    return kept


def _point(raw: object, place: str, table: Table) -> Point:
    if not isinstance(raw, list | tuple) or len(raw) < 2:
        raise MapFault(place, repr(raw)[:40], "two numbers")
    x = _number(raw[0], f"{place}[0]", -MARGIN_IN, table.width_in + MARGIN_IN)
    y = _number(raw[1], f"{place}[1]", -MARGIN_IN, table.height_in + MARGIN_IN)
    return snap(x), snap(y)


def _number(raw: object, place: str, low: float, high: float) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not math.isfinite(raw):
        raise MapFault(place, repr(raw)[:40], "a number")
    if not low <= raw <= high:
        raise MapFault(place, f"{raw:g}", f"a number from {low:g} to {high:g}")
    return float(raw)


def _text(raw: object, place: str) -> str:
    if not isinstance(raw, str) or not raw or len(raw) > 200 or not raw.isprintable():
        raise MapFault(place, repr(raw)[:40], "a text of one line")
    return raw


def _kind(raw: object, place: str) -> str:
    if isinstance(raw, str) and raw in KINDS:
        return raw
    near = difflib.get_close_matches(str(raw), sorted(KINDS), 1, 0.0)
    raise MapFault(place, repr(raw)[:40], f"a kind of ground; nearest: '{near[0]}'" if near else "a kind of ground")


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | bool | int | float)


def _no_twins(features: tuple[Feature, ...]) -> None:
    seen: set[str] = set()
    for feature in features:
        if feature.id in seen:
            raise MapFault(f"features[{feature.order}].properties.id", repr(feature.id), "an id that occurs once")
        seen.add(feature.id)
