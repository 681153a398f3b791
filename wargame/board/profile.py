"""What geometry needs to know about the kinds of ground, supplied by a ruleset as plain data."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from wargame.board.features import Feature

CostRow = Mapping[str, float]
"""Movement class to points per inch; -1 = may not enter. A class that is not listed pays 1."""
IMPASSABLE = -1.0


@dataclass(frozen=True, slots=True)
class SightRow:
    """How one kind of ground stops a line of sight.

    through_in: inches of the line that may run through one area when neither end is in it; inside_in: the same when an
    end is in it. 0 = opaque, None = never blocks. top: "infinite", or "feature" (its own height in levels above the
    ground it stands on). also_hindrance: crossing it is reported even where it does not block. plain_in: inches that a
    feature rises whose map names no height (0); 0 = such a feature does not block.
    """

    through_in: float | None = 0.0
    inside_in: float | None = None
    top: Literal["infinite", "feature"] = "feature"
    also_hindrance: bool = False
    plain_in: float = 0.0

    def rise(self, feature: Feature, inches_per_level: float) -> float:
        """Gives how far a feature of this kind rises above the ground it stands on, in inches."""
        if self.top == "infinite":
            return math.inf
        return feature.height * inches_per_level if feature.height > 0.0 else self.plain_in


@dataclass(frozen=True, slots=True)
class Profile:
    """A ruleset's reading of the map, as data (it can be copied to another process).

    relief: a step at each contour ("terraced") or a slope between contours ("sloped"). eye_in: height of eye and
    target above the ground, inches. hill_rule: ground blocks only if higher than both ends, or if higher than the
    straight line between the eyes. terrain: map kind to terrain row, None where the kind means nothing to movement;
    terrain_if overrides it by a property of the feature, as (kind, property, value, row), the first that fits counts.
    costs: terrain row to a cost row. covers: rows whose crossing a sight record must report. foot_classes: movement
    classes that may use a bridge or ford that carries feet only. open_row: the row of ground without any feature; a
    feature of this row lets the slope of a hill show through. hill_top_open: a contour that contains no higher contour
    is the top of its hill and costs as open_row. visible_edges: kinds an observer sees into from their edge.
    """

    relief: Literal["terraced", "sloped"] = "terraced"
    inches_per_level: float = 1.0
    eye_in: float = 0.1
    hill_rule: Literal["both_ends", "line"] = "line"
    sight: Mapping[str, SightRow] = field(default_factory=dict)
    terrain: Mapping[str, str | None] = field(default_factory=dict)
    costs: Mapping[str, CostRow] = field(default_factory=dict)
    terrain_if: tuple[tuple[str, str, Any, str | None], ...] = ()
    covers: frozenset[str] = frozenset()
    foot_classes: frozenset[str] = frozenset()
    visible_edges: frozenset[str] = frozenset()
    open_row: str = "open"
    road_row: str = "road"
    hill_top_open: bool = True

    def row_of(self, feature: Feature) -> str | None:
        """Gives the terrain row of a feature, None where it has none. Roads, paths, bridges, fords and cleared lanes
        are `road_row` unless the tables name another row; a blown bridge has none."""
        if feature.kind == "bridge" and feature.props.get("state") == "blown":
            return None
        for kind, prop, value, row in self.terrain_if:
            if feature.kind == kind and feature.props.get(prop) == value:
                return row
        if feature.kind in self.terrain:
            return self.terrain[feature.kind]
        return self.road_row if feature.kind in _WAYS else None

    def cost_of(self, row: str | None, movement_class: str) -> float:
        """Gives the points per inch of a terrain row for a movement class; -1 = may not enter. Rows and classes that
        the tables do not list cost 1."""
        if row is None or row not in self.costs:
            return 1.0
        return float(self.costs[row].get(movement_class, 1.0))


_WAYS = frozenset({"road", "path", "bridge", "ford", "lane"})
