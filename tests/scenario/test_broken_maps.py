# ruff: noqa: E501 - tables of cases
"""Kinds of broken map: each has its own sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.scenario.plain_rules import plain_rulesets
from tests.scenario.specimens import Specimen, feature, square
from wargame.scenario import ScenarioFault, load_scenario

Map = dict[str, Any]


def properties(**changes: Any) -> Callable[[Map], None]:
    """Changes of the properties of the wood."""
    return lambda data: data["features"][1]["properties"].update(changes)


def geometry(**changes: Any) -> Callable[[Map], None]:
    """Changes of the geometry of the wood."""
    return lambda data: data["features"][1]["geometry"].update(changes)


def table(**changes: Any) -> Callable[[Map], None]:
    """Changes of the table."""
    return lambda data: data["table"].update(changes)


def added(*more: Map) -> Callable[[Map], None]:
    """Further features."""
    return lambda data: data["features"].extend(more)


CASES: dict[str, tuple[Callable[[Map], Any], str]] = {
    "no table": (lambda data: data.pop("table"), "table: found NoneType; expected a table with width_in"),
    "width missing": (lambda data: data["table"].pop("width_in"), "table.width_in: found None"),
    "width of text": (table(width_in="36"), "table.width_in: found '36'; expected a number"),
    "table too large": (table(height_in=5000), "table.height_in: found 5000; expected a number from 1 to 1000"),
    "no features": (lambda data: data.update(features={}), "features: found dict; expected a list"),
    "feature that is a number": (added(7), "features[6]: found int; expected a GeoJSON Feature"),  # type: ignore[arg-type]
    "no properties": (lambda data: data["features"][1].pop("properties"), "features[1].properties: found NoneType"),
    "no id": (properties(id=""), "features[1].properties.id: found ''; expected a text"),
    "id of another": (properties(id="hill"), "features[1].properties.id: found 'hill'; expected an id that occurs once"),
    "unknown kind": (properties(kind="woods_lite"), "properties.kind: found 'woods_lite'; expected a kind of ground; nearest: 'woods_light'"),
    "kind that only play makes": (properties(kind=3), "properties.kind: found 3; expected a kind of ground"),
    "height of text": (properties(height="high"), "features[1] (wood).properties.height: found 'high'"),
    "no geometry": (lambda data: data["features"][1].pop("geometry"), "features[1] (wood).geometry: found 'NoneType'"),
    "unknown geometry": (geometry(type="MultiPolygon"), "geometry: found 'MultiPolygon'; expected Polygon, LineString or Point"),
    "no coordinates": (geometry(coordinates=None), "features[1] (wood).geometry.coordinates: found None"),
    "open ring": (geometry(coordinates=[[[1, 1], [5, 1], [5, 5], [1, 5]]]), "found an open ring; expected the first point again"),
    "ring of two points": (geometry(coordinates=[[[1, 1], [5, 1], [1, 1]]]), "coordinates[0]: found 3 different points; expected at least 4"),
    "ring that crosses itself": (geometry(coordinates=[[[1, 1], [5, 5], [5, 1], [1, 5], [1, 1]]]), "geometry: found Self-intersection"),
    "point off the table": (geometry(coordinates=square(34, 3, 5)), "found 39; expected a number from -1 to 37"),
    "point of one number": (geometry(coordinates=[[[1], [5, 1], [5, 5], [1, 1]]]), "coordinates[0][0]: found [1]; expected two numbers"),
    "point of text": (geometry(coordinates=[[["1", 1], [5, 1], [5, 5], [1, 1]]]), "coordinates[0][0][0]: found '1'; expected a number"),
    "line without width": (added(feature("brook", "stream", "LineString", [[1, 1], [9, 9]])), "features[6] (brook).properties.width: found 0.0"),
    "line of one point": (added(feature("brook", "stream", "LineString", [[1, 1]], width=1)), "features[6] (brook).geometry.coordinates: found 1 different"),
    "hill without a level": (lambda data: data["features"][0]["properties"].update(height=0), "features[0] (hill): found a hill of height 0"),
    "too many features": (lambda data: data.update(features=[{}] * 4001), "features: found 4001 features; expected at most 4000"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_broken_map_is_told_in_its_own_sentence(case: str, tmp_path: Path) -> None:
    change, sentence = CASES[case]
    specimen = Specimen(tmp_path)
    change(specimen.map)
    faults = specimen.faults()
    assert any(sentence in fault for fault in faults), faults


def test_there_are_enough_kinds() -> None:
    assert len(CASES) >= 20


def test_every_faulty_feature_is_named(tmp_path: Path) -> None:
    specimen = Specimen(tmp_path)
    for n in (0, 1, 2):
        specimen.map["features"][n]["properties"]["kind"] = "nonsense"
    assert [f.partition(":")[0] for f in specimen.faults()] == [
        "features[0] (hill).properties.kind",
        "features[1] (wood).properties.kind",
        "features[2] (river).properties.kind",
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"type": ', "line 1: not JSON: Expecting value"),
        ('{"a": NaN}', "nan is no ordinary number"),
        ('{"a": 1, "a": 2}', "the key 'a' stands twice"),
        ("[" * 50 + "]" * 50, "nested too deep"),
        ("[]", "found list; expected a GeoJSON FeatureCollection"),
        ("[" * 100_000, "nested too deep"),
    ],
)
def test_text_that_is_no_map(text: str, sentence: str, tmp_path: Path) -> None:
    path = Specimen(tmp_path).write()
    (tmp_path / "skirmish.geojson").write_text(text)
    with pytest.raises(ScenarioFault, match=sentence):
        load_scenario(path, plain_rulesets)


def test_minefield_of_the_map_needs_an_area(tmp_path: Path) -> None:
    specimen = Specimen(tmp_path)
    specimen.map["features"].append(feature("mines-2", "minefield", "Polygon", square(20, 9, 2)))
    assert specimen.faults() == ["area: no [[area]] for the minefield 'mines-2' of the map; expected one"]


def test_map_of_more_than_four_megabytes_is_not_read(tmp_path: Path) -> None:
    specimen = Specimen(tmp_path)
    path = specimen.write()
    (tmp_path / "skirmish.geojson").write_text(json.dumps({**specimen.map, "x": "y" * 4_200_000}))
    with pytest.raises(ScenarioFault, match="longer than 4096 KiB"):
        load_scenario(path, plain_rulesets)
