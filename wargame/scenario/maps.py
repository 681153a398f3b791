"""The map of a scenario: GeoJSON to a table and features, with every fault of every feature."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from wargame.board import Feature, MapFault, Table, features_from_geojson
from wargame.scenario.faults import Findings, ScenarioFault
from wargame.scenario.texts import parse_json

SECRET_KINDS = frozenset({"minefield"})
"""Kinds that never lie on the board: a scenario makes areas of them."""
MOST_FAULTS = 60


@dataclass(frozen=True, slots=True)
class MapData:
    """A map that was read: `features` in drawing order, and those of secret kinds by id."""

    table: Table
    features: tuple[Feature, ...]
    secret: dict[str, Feature]


def read_map(text: str, findings: Findings) -> MapData | None:
    """The map, or None after noting all that is wrong with it."""
    try:
        data = parse_json(text, findings.file)
    except ScenarioFault as fault:
        findings.faults += fault.faults
        return None
    try:
        table, features = features_from_geojson(data)
    except MapFault as first:
        _note_all(data, first, findings)
        return None
    plain = [f for f in features if f.kind not in SECRET_KINDS and f.kind != "objective"]
    kept = tuple(replace(feature, order=order) for order, feature in enumerate(plain))
    return MapData(table, kept, {f.id: f for f in features if f.kind in SECRET_KINDS})


def polygon_fault(points: list[list[float]], table: Table) -> str:
    """What is wrong with a polygon of a scenario on this table; empty if nothing is."""
    ring = [list(point) for point in points]
    if ring[0] != ring[-1]:
        ring.append(ring[0])
    geometry = {"type": "Polygon", "coordinates": [ring]}
    feature = {"type": "Feature", "properties": {"id": "zone", "kind": "field"}, "geometry": geometry}
    size = {"width_in": table.width_in, "height_in": table.height_in}
    try:
        features_from_geojson({"type": "FeatureCollection", "table": size, "features": [feature]})
    except MapFault as fault:
        return f"{fault.found}, expected {fault.expected}"
    return ""


def _note_all(data: Any, first: MapFault, findings: Findings) -> None:
    """The first fault, and one for each other feature that is faulty by itself."""
    _note(first, first.place, findings)
    if not isinstance(data, dict) or not isinstance(data.get("features"), list) or first.place.startswith("table"):
        return
    for order, entry in enumerate(data["features"][:4000]):
        try:
            features_from_geojson({**data, "features": [entry]})
        except MapFault as fault:
            place = re.sub(r"^features\[0\]", f"features[{order}]", fault.place)
            if place != first.place and len(findings.faults) < MOST_FAULTS:
                _note(fault, place, findings)


def _note(fault: MapFault, place: str, findings: Findings) -> None:
    findings.add(place, f"found {fault.found}", f"expected {fault.expected}")
