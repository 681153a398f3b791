"""A small whole scenario, and how tests write and break it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.scenario.plain_rules import plain_rulesets
from wargame.scenario import Scenario, ScenarioFault, load_scenario

TOML = """\
format = "scenario/1"
name = "skirmish"
title = "A skirmish"
ruleset = "plain"
kind = "invented"
date = "1943-07-05"
place = "Somewhere"
map = "skirmish.geojson"
difficulty = "easy"
playing_time_min = 30
suggested_side = "red"

[history]
background = "Two patrols met."

[table]
palette = "steppe"

[conditions]
start_time = "08:30"
weather = "fair"
visibility_in = 30

[[conditions.change]]
turn = 3
visibility_in = 12
weather = "rain"
text = "It rains."

[turns]
limit = 8
minutes_per_turn = 15
first_player = "red"

[options]
fog = true

[[side]]
id = "red"
name = "Reds"
nation = "RED"
role = "attacker"
aim = "Take the farm."

[[side.group]]
id = "red-1"
name = "First company"
leader = "Captain Red"
zones = ["west"]
every = { quality = "green" }
stands = [
  { line = "RED_rifles_40", count = 3, name = "Rifles" },
  { line = "RED_tank_42", id = "red-tank", name = "Tank", fields = { quality = "elite" } },
]

[[side.group]]
id = "red-2"
name = "Late company"
stands = [{ line = "RED_rifles_40", count = 2 }]

[[side.support]]
id = "red-guns"
name = "Battery"
line = "RED_battery_40"
count = 2

[[side]]
id = "blue"
name = "Blues"
nation = "BLUE"
role = "defender"

[[side.group]]
id = "blue-1"
name = "Garrison"
zones = ["east"]
stands = [
  { line = "BLUE_rifles_40", count = 2, id = "blue-rifles", aboard = "blue-truck" },
  { line = "BLUE_truck_40", count = 2, id = "blue-truck" },
  { line = "BLUE_gun_40", place = [30, 10, 180] },
]

[[zone]]
id = "west"
name = "West"
side = "red"
kind = "deploy"
polygon = [[1, 1], [9, 1], [9, 23], [1, 23]]

[[zone]]
id = "east"
name = "East"
side = "blue"
kind = "deploy"
polygon = [[24, 1], [35, 1], [35, 23], [24, 23]]

[[zone]]
id = "edge"
name = "Western edge"
side = "red"
kind = "entry"
polygon = [[0, 4], [1, 4], [1, 20], [0, 20]]

[[line]]
id = "start"
side = "red"
kind = "start_line"
points = [[9, 0], [9, 24]]

[[arrival]]
id = "late"
side = "red"
groups = ["red-2"]
zones = ["edge"]
earliest = 2
latest = 4
roll = 4

[[objective]]
id = "farm"
name = "The farm"
x = 28
y = 12
radius_in = 3
points = 5
primary = true
holder = "blue"

[[objective]]
id = "ford"
name = "The ford"
x = 18
y = 12
radius_in = 2
points = 2
primary = false

[[area]]
id = "mines"
feature = "mines-1"
owner = "blue"
hidden = true
data = { density = "thin" }

[[score]]
side = "red"
points = 5
when = "end"
condition = { holds = { objective = "farm", side = "red" } }
text = "the farm"

[[trigger]]
id = "alarm"
condition = { any = [{ turn = { at_least = 2 } }, { stands = { side = "red", zone = "east" } }] }
then = [{ do = "say", text = "Alarm!" }, { do = "alter", feature = "bridge", fields = { state = "blown" } }]
text = "The bridge goes up."

[[override]]
id = "slow"
field = "move"
value = 3
stands = ["blue-truck"]
text = "Trucks are slow."
reason = "Mud."

[[action]]
id = "mend"
act = "build"
text = "mend the bridge"
x = 18
y = 12
radius_in = 2
then = [{ do = "alter", feature = "bridge", fields = { state = "intact" } }]

[[hint]]
id = "first"
purpose = "activate"
text = "Choose a stand."

[[note]]
title = "Crops"
text = "They are high."

[[left_out]]
title = "Horses"
reason = "Nobody rides."

[[hidden]]
side = "blue"
stands = ["blue-rifles"]
text = "The rifles may hide."

[balance]
note = "Even."
helps = { red = "One more tank." }

[solo]
side = "red"
opponent = "The garrison stays."

[victory]
text = "The farm decides."

[[victory.level]]
level = "decisive"
side = "red"
condition = { all = [
  { holds = { objectives = ["farm", "ford"], side = "red" } },
  { not = { lead = { side = "blue", at_least = 1 } } },
] }
text = "Farm and ford are red."

[[victory.level]]
level = "marginal"
side = "red"
condition = { holds = { objective = "farm", side = "red" } }
text = "The farm is red."

[[victory.level]]
level = "draw"
side = "draw"
otherwise = true
text = "Nothing is decided."
"""


def square(x: float, y: float, size: float) -> list[list[list[float]]]:
    """Coordinates of a square polygon."""
    return [[[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]]


def feature(name: str, kind: str, shape: str, coordinates: Any, **more: Any) -> dict[str, Any]:
    """One feature of a map."""
    properties = {"id": name, "kind": kind, "name": "", "height": 0, **more}
    return {"type": "Feature", "properties": properties, "geometry": {"type": shape, "coordinates": coordinates}}


def a_map() -> dict[str, Any]:
    """The map of the skirmish."""
    return {
        "type": "FeatureCollection",
        "name": "skirmish",
        "table": {"width_in": 36, "height_in": 24, "ground_scale_m_per_in": 50},
        "features": [
            feature("hill", "hill", "Polygon", square(20, 14, 6), height=1),
            feature("wood", "woods_light", "Polygon", square(10, 3, 5), height=1),
            feature("river", "river", "LineString", [[18, 0], [18, 24]], width=0.6),
            feature("bridge", "bridge", "LineString", [[17, 12], [19, 12]], width=0.8),
            feature("mines-1", "minefield", "Polygon", square(20, 4, 3)),
            feature("farm", "objective", "Point", [28, 12]),
        ],
    }


class Specimen:
    """The skirmish in a folder, to be changed and loaded."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.toml, self.map = TOML, a_map()

    def change(self, old: str, new: str, count: int = 1) -> Specimen:
        """Replace a text of the scenario file, which has to be there."""
        assert old in self.toml, old
        self.toml = self.toml.replace(old, new, count)
        return self

    def write(self) -> Path:
        """Write both files; the path of the scenario."""
        path = self.folder / "skirmish.toml"
        path.write_text(self.toml, encoding="utf-8")
        (self.folder / "skirmish.geojson").write_text(json.dumps(self.map), encoding="utf-8")
        return path

    def load(self, thorough: bool = False) -> Scenario:
        """Write and load."""
        return load_scenario(self.write(), plain_rulesets, thorough)

    def faults(self, thorough: bool = False) -> list[str]:
        """Write, load, and give the sentences of what is wrong, without the file's name."""
        with pytest.raises(ScenarioFault) as caught:
            self.load(thorough)
        return [str(fault).partition(": ")[2] for fault in caught.value.faults]
