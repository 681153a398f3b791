"""How this rulebook reads the ground: what it costs to cross, and what stops sight. Rules: NUT-MOVE-05, NUT-GEO-05."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from wargame.board import Profile
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans.data import ground_file, meta, rows
from wargame.rulesets.clash_of_titans.terrain import sight_rows

FOOT = "foot"
INDOORS = "indoors"
"""Men on foot where walls are looked at one by one (`passages`): houses are floor to them."""
HOUSE_ROW = "building"
VEHICLE = "vehicle"
OPEN_ROW = "clear"
ROAD_ROW = "road"


@functools.cache
def terrain_rows() -> Mapping[str, Mapping[str, Any]]:
    """Rows of table `terrain_effects` by name."""
    return {row["terrain"]: row for row in rows("terrain_effects")}


@functools.cache
def kinds() -> Mapping[str, str | None]:
    """Terrain row of each kind of ground, None where it means nothing to movement."""
    named: dict[str, str | None] = dict(ground_file()["kinds"])
    named.update(dict.fromkeys(ground_file()["nothing"]["kinds"]))
    return named


def row_of_kind(kind: str) -> str:
    """Terrain row of a kind of ground, "clear" where it means nothing."""
    return kinds().get(kind) or OPEN_ROW


@functools.cache
def foot_rate(row: str) -> float:
    """Inches of move that one inch of this row costs a man on foot; -1: he cannot go there. Rule: NUT-MOVE-05."""
    cite("NUT-MOVE-05")
    said: Mapping[str, float] = ground_file()["rates"][FOOT]
    if row in said:
        return float(said[row])
    words = str(terrain_rows()[row]["foot_cost"])
    return float(words.split()[0])


def indoors_rate(row: str) -> float:
    """The same where houses are floor. Rule: NUT-BLDG-05."""
    return 1.0 if row == HOUSE_ROW else foot_rate(row)


@functools.cache
def vehicle_rate(row: str) -> float:
    """1, or -1 where no vehicle ever goes; what else going costs them stands in the chapter on vehicles."""
    said: Mapping[str, float] = ground_file()["rates"][VEHICLE]
    return float(said.get(row, 1.0))


@functools.cache
def lump(row: str) -> str:
    """What getting over ground of this row costs besides its inches: "" or a word of ground.toml. Rule: NUT-MOVE-06."""
    return str(ground_file()["lumps"].get(row, ""))


@functools.cache
def profile() -> Profile:
    """What geometry needs to know about the kinds of ground. Rules: NUT-GEO-04, -05, NUT-MOVE-05."""
    # What vehicles pay stands in their chapter, which asks the board about ground.
    from wargame.rulesets.clash_of_titans import vehicle_ground

    data = ground_file()
    relief = data["relief"]
    cite("NUT-GEO-05")
    return Profile(
        relief=relief["kind"],
        inches_per_level=float(meta()["level_height"]),
        eye_in=relief["eye_in"],
        hill_rule=relief["hill_rule"],
        sight=sight_rows(),
        terrain=kinds(),
        costs={
            row: {
                FOOT: foot_rate(row),
                INDOORS: indoors_rate(row),
                VEHICLE: vehicle_rate(row),
                **vehicle_ground.rates(row),
            }
            for row in terrain_rows()
        },
        terrain_if=tuple((r["kind"], r["field"], r["value"], r["row"]) for r in data["row_if"]),
        foot_classes=frozenset({FOOT, INDOORS}),
        open_row=OPEN_ROW,
        road_row=ROAD_ROW,
    )
