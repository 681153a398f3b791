"""Small pieces of ground, and the shipped maps, for tests of the board."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from wargame.board import Board, Feature, Profile, SightRow, Table, features_from_geojson

MAPS = sorted((Path(__file__).parents[2] / "scenarios").glob("*.geojson"))
TABLE = Table(48.0, 36.0)
COSTS = {
    "slope": {"foot": 1.5, "tank": 1.25},
    "woods": {"foot": 2.0, "tank": -1.0},
    "built": {"foot": 1.5, "tank": 2.0},
    "house": {"foot": -1.0, "tank": -1.0},
    "river": {"foot": -1.0, "tank": -1.0},
    "stream": {"foot": 2.0, "tank": 3.0},
    "swamp": {"foot": 2.0, "tank": -1.0},
    "crops": {"foot": 1.25},
    "wall": {"foot": 1.5, "tank": -1.0},
}
KINDS_TO_ROWS = {
    "hill": "slope",
    "woods_light": "woods",
    "woods_heavy": "woods",
    "forest": "woods",
    "town": "built",
    "building": "house",
    "bunker": "house",
    "river": "river",
    "stream": "stream",
    "swamp": "swamp",
    "field": "open",
    "wheat": "crops",
    "crops": "crops",
    "wall": "wall",
    "barricade": "wall",
    "smoke": None,
}


def profile(**changes: Any) -> Profile:
    """A plain reading of the map for tests: foot and tanks."""
    values: dict[str, Any] = {
        "terrain": KINDS_TO_ROWS,
        "costs": COSTS,
        "terrain_if": (("stream", "crossing", "impassable", "river"),),
        "foot_classes": frozenset({"foot"}),
        "sight": {"woods_light": SightRow(2.0, 2.0, "infinite")},
    }
    return Profile(**{**values, **changes})


def box(name: str, kind: str, x1: float, y1: float, x2: float, y2: float, **fields: Any) -> Feature:
    """A rectangular feature."""
    ring = ((x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1))
    return Feature(name, kind, (ring,), **fields)


def strip(name: str, kind: str, *points: tuple[float, float], width: float = 0.5, **fields: Any) -> Feature:
    """A feature along a line."""
    return Feature(name, kind, (points,), "line", width_in=width, **fields)


def board_of(*features: Feature, kernels: Any = "compiled", **changes: Any) -> Board:
    """A board of 48 x 36 inches with these features, drawn in this order."""
    return Board.build(TABLE, features, profile(**changes), kernels)


@functools.cache
def shipped(path: Path, kernels: Any = "compiled", relief: Any = "terraced") -> Board:
    """A shipped map as a board."""
    table, features = features_from_geojson(json.loads(path.read_text()))
    return Board.build(table, features, profile(relief=relief), kernels)
