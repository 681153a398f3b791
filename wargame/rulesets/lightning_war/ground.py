"""How this rulebook reads the ground. Rules: LW2-TERR-29, LW2-MOVE-06 to -21."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from wargame.board import PlacesSpec, Profile, SightRow
from wargame.rulesets.lightning_war.data import ground_file, tables

FOOT, VEHICLE = "foot", "vehicle"
OPEN = "open_ground"
DENSE, BUILT, INDUSTRIAL, OPEN_WOODS, HILL = "dense_woods", "built_up", "industrial", "open_woods", "hill"
CLOSE = frozenset({DENSE, BUILT, INDUSTRIAL})
"""Classes of ground that nobody looks through from deep inside (LW2-LOS-08)."""
TOWN = frozenset({BUILT, INDUSTRIAL})
WOODS = frozenset({DENSE, OPEN_WOODS})


@functools.cache
def terrain_rows() -> Mapping[str, Mapping[str, Any]]:
    """Lines of the terrain table by id."""
    return {row["id"]: row for row in tables()["terrain"]}


@functools.cache
def kinds() -> Mapping[str, str | None]:
    """The terrain line of each map kind. Rule: LW2-TERR-29."""
    named: dict[str, str | None] = {k: row for k, row in tables()["map_kinds"].items() if k != "status"}
    named.update(dict.fromkeys(ground_file()["nothing"]["kinds"]))
    named.update(ground_file()["also"])
    return named


@functools.cache
def profile() -> Profile:
    """What geometry needs to know about the kinds of ground."""
    data = ground_file()
    relief = data["relief"]
    return Profile(
        relief=relief["kind"],
        inches_per_level=relief["inches_per_level"],
        eye_in=relief["eye_in"],
        hill_rule=relief["hill_rule"],
        sight={kind: SightRow(0.0, 0.0, "infinite") for kind in data["sight"]["counted_kinds"]},
        terrain=kinds(),
        costs={row: {name: float(cost) for name, cost in costs.items()} for row, costs in data["costs"].items()},
        terrain_if=tuple((r["kind"], r["field"], r["value"], r["row"]) for r in data["row_if"]),
        covers=frozenset(data["lines"]["covers"]),
        foot_classes=frozenset({FOOT}),
        open_row=OPEN,
    )


@functools.cache
def spec() -> PlacesSpec:
    """What counts as a feature, and the measures of features and fields. Rules: LW2-MOVE-06, -07, -14, -20, -21."""
    measures, counted = tables()["adjacency"], ground_file()["counted"]
    order = tuple(measures["overlap_precedence"])
    classes = tuple((kind, row) for kind, row in kinds().items() if row in order)
    return PlacesSpec(
        classes=tuple((kind, row) for kind, row in classes if row is not None),
        precedence=order,
        class_if=tuple((r["kind"], r["field"], r["value"], r["row"]) for r in ground_file()["row_if"]),
        absorbed=tuple((kind, other) for kind, other in counted["absorbed"]),
        barriers=frozenset(counted["barriers"]),
        barrier_if=tuple((kind, field, value) for kind, field, value in counted["barrier_if"]),
        crossings=frozenset(counted["crossings"]),
        longest_in=measures["counted_feature_max_length_inches"],
        touch_in=measures["touch_tolerance_inches"],
        gap_in=measures["max_gap_inches"],
        field_across_in=measures["field_max_across_inches"],
        field_cell_in=measures["field_cell_max_side_inches"],
        border_in=measures["field_min_shared_border_inches"],
        sliver_sq_in=measures["sliver_area_merged_below_sq_inches"],
        way_in=measures["max_open_ground_per_move_inches"],
    )
