import copy
import json
from pathlib import Path
from typing import Any

import pytest
import shapely

from tests.board.sketches import MAPS, box, strip
from wargame.board import KINDS, AddFeature, Board, MapFault, Profile, Table, area_of, features_from_geojson

WOOD = {
    "type": "Feature",
    "properties": {"kind": "woods_light", "id": "wood", "name": "", "height": 1},
    "geometry": {"type": "Polygon", "coordinates": [[[1, 1], [4, 1], [4, 4], [1, 4], [1, 1]]]},
}


def map_with(*features: Any) -> dict[str, Any]:
    return {"type": "FeatureCollection", "table": {"width_in": 48, "height_in": 36}, "features": list(features)}


def changed(path: str, value: Any) -> dict[str, Any]:
    feature = copy.deepcopy(WOOD)
    at: Any = feature
    *steps, last = path.split(".")
    for step in steps:
        at = at[step]
    at[last] = value
    return feature


def fault_of(data: Any) -> MapFault:
    with pytest.raises(MapFault) as caught:
        features_from_geojson(data)
    return caught.value


@pytest.mark.parametrize("path", MAPS, ids=lambda p: p.stem)
def test_shipped_maps_are_read(path: Path) -> None:
    data = json.loads(path.read_text())
    table, features = features_from_geojson(data)
    assert table.width_in == data["table"]["width_in"]
    assert len(features) == len(data["features"])
    assert [f.order for f in features] == list(range(len(features)))
    assert all(f.kind in KINDS and area_of(f).is_valid for f in features)


def test_there_are_maps() -> None:
    assert len(MAPS) >= 14


def test_points_are_snapped() -> None:
    raw = changed("geometry.coordinates", [[[1.00049, 1], [4, 1], [4, 4], [1.00049, 1]]])
    assert features_from_geojson(map_with(raw))[1][0].rings[0][0] == (1.0, 1.0)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("properties.kind", "wood_light", "nearest: 'woods_light'"),
        ("properties.kind", 7, "a kind of ground"),
        ("properties.id", "", "a text"),
        ("properties.id", "two\nlines", "a text of one line"),
        ("properties.height", "high", "a number"),
        ("properties.height", float("nan"), "a number"),
        ("geometry.type", "MultiPolygon", "Polygon, LineString or Point"),
        ("geometry.coordinates", [[[1, 1], [4, 4], [4, 1], [1, 4], [1, 1]]], "does not cross itself"),
        ("geometry.coordinates", [[[1, 1], [4, 1], [4, 4], [1, 4], [1, 2]]], "the first point again"),
        ("geometry.coordinates", [[[1, 1], [60, 1], [4, 4], [1, 1]]], "from -1 to 49"),
        ("geometry.coordinates", [[[1, 1], ["x", 1], [4, 4], [1, 1]]], "a number"),
        ("geometry.coordinates", [[[1, 1], [1, 1], [1, 1], [1, 1]]], "at least 4"),
        ("geometry", None, "Polygon, LineString or Point"),
    ],
)
def test_a_fault_names_place_and_expectation(path: str, value: Any, words: str) -> None:
    fault = fault_of(map_with(changed(path, value)))
    assert fault.place.startswith("features[0]")
    assert words in fault.expected


def test_faults_of_the_whole_map() -> None:
    assert fault_of([]).place == "map"
    assert fault_of({"features": []}).place == "table"
    assert fault_of({**map_with(), "features": 3}).place == "features"
    assert fault_of(map_with(WOOD, WOOD)).expected == "an id that occurs once"
    assert "at most 4000" in str(fault_of(map_with(*[WOOD] * 4001)))


def test_a_line_needs_a_width_and_a_hill_a_level() -> None:
    line = changed("geometry", {"type": "LineString", "coordinates": [[1, 1], [5, 5]]})
    assert "width" in fault_of(map_with(line)).place
    hill = changed("properties.kind", "hill")
    hill["properties"]["height"] = 0
    assert "a level above 0" in fault_of(map_with(hill)).expected


def test_ground_of_a_line_is_a_strip() -> None:
    road = strip("road", "road", (1.0, 1.0), (11.0, 1.0), width=0.5)
    assert area_of(road).equals(shapely.box(1.0, 0.75, 11.0, 1.25))
    assert area_of(box("wood", "woods_light", 1, 1, 3, 3)).area == 4.0


def test_ground_that_is_part_of_the_map_does_not_lie_above_roads() -> None:
    table = Table(20.0, 20.0)
    road = AddFeature("road", "road", (((0.0, 10.0), (20.0, 10.0)),), "line", width_in=2.0, props=(("native", True),))
    ring = ((5.0, 5.0), (15.0, 5.0), (15.0, 15.0), (5.0, 15.0))
    wood = AddFeature("wood", "woods_light", (ring,), props=(("native", True),))
    smoke = AddFeature("smoke", "smoke", (ring,))
    board = Board.build(table, (), Profile(terrain={"woods_light": "woods", "road": "road"}))
    grown = board.with_changes((wood, road))
    assert grown.terrain_at(10.0, 10.0)[0] == "road"
    assert grown.terrain_at(10.0, 12.0)[0] == "woods"
    assert board.with_changes((wood, road, smoke)).came_from is grown
