"""The charts of this rulebook, read once when first asked for. Rules: LW2-DATA-03, -04."""

from __future__ import annotations

import functools
import re
from typing import Any

from wargame.engine.rules import cite
from wargame.rulesets import files
from wargame.rulesets.lightning_war.state import Ratings

PACKAGE = __name__.rpartition(".")[0]
FILES = (
    "rules.toml",
    "tables.toml",
    "vehicles.csv",
    "guns.csv",
    "squads.csv",
    "organisations.toml",
    "words.toml",
    "looks.toml",
    "ground.toml",
)
NATIONS = {
    "Germany": "GE",
    "USSR": "SU",
    "France": "FR",
    "Britain": "GB",
    "United States": "US",
    "Italy": "IT",
    "Japan": "JP",
    "Austria": "AU",
    "Czechoslovakia": "CZ",
    "Hungary": "HU",
    "Switzerland": "CH",
}
_ANYBODYS = frozenset({"CH"})
"""Nations whose weapons others bought; their lines are open to all."""


text_of = functools.partial(files.text, PACKAGE)
"""A data file of this package as text."""
tables = functools.partial(files.toml, PACKAGE, "tables.toml")
"""The charts of tables.toml; never change what it gives."""
words_file = functools.partial(files.toml, PACKAGE, "words.toml")
"""How events are told."""
looks_file = functools.partial(files.toml, PACKAGE, "looks.toml")
"""Bases and silhouettes."""
ground_file = functools.partial(files.toml, PACKAGE, "ground.toml")
"""Sight, movement costs and what counts as a feature."""
catalogue = functools.partial(files.catalogue, PACKAGE)
"""The rules in our own words."""
data_hash = functools.partial(files.digest, PACKAGE, FILES)
"""Hash of all data files."""


@functools.cache
def organisations() -> dict[str, dict[str, Any]]:
    """Tables of organisation by id."""
    return {row["id"]: row for row in files.toml(PACKAGE, "organisations.toml")["organisation"]}


@functools.cache
def units() -> dict[str, Ratings]:
    """All unit lines by id: vehicles, guns, squads. Rules: LW2-DATA-03, -04."""
    found = [
        *map(_vehicle, files.csv_rows(PACKAGE, "vehicles.csv")),
        *map(_gun, files.csv_rows(PACKAGE, "guns.csv")),
        *map(_squad, files.csv_rows(PACKAGE, "squads.csv")),
    ]
    return {row.unit_id: row for row in found}


def line(unit_id: str) -> Ratings:
    """The unit line of this id. Raises KeyError. Rules: LW2-DATA-03, -04."""
    found = units()[unit_id]
    cite("LW2-DATA-03" if found.def_front is not None else "LW2-DATA-04")
    return found


@functools.cache
def line_named(name: str, nation: str = "") -> Ratings:
    """The line that a table of organisation calls by its name; that of the nation before others. Raises KeyError."""
    rows = [row for row in units().values() if row.name.lower() == name.lower()]
    if not rows:
        raise KeyError(name)
    return next((row for row in rows if row.nation == nation), rows[0])


def slug(nation: str, name: str) -> str:
    """The id of a unit line."""
    words = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    return f"{nation}_{words}" if nation else words


def _number(text: str) -> int | None:
    return int(text) if text.strip().lstrip("-").isdigit() else None


def _nation(row: dict[str, str]) -> str:
    code = NATIONS[row["nation"]]
    return "" if code in _ANYBODYS else code


def _vehicle(row: dict[str, str]) -> Ratings:
    nation = _nation(row)
    return Ratings(
        unit_id=slug(nation, row["vehicle"]),
        nation=nation,
        name=row["vehicle"],
        troop=row["type"].lower().replace(" ", "_"),
        weapon=row["weapon"],
        second_weapon=row["secondary_weapon"],
        ap=_number(row["ap"]),
        ap_far=_number(row["ap_far"]),
        he_only=row["ap"] == "HE",
        second_ap=_number(row["ap_secondary"]),
        second_he_only=row["ap_secondary"] == "HE",
        def_front=_number(row["def_front"]),
        def_side=_number(row["def_side_rear"]),
        he_dice=_number(row["he_dice"]) or 0,
        arc_deg=180 if row["turreted"] == "1" else int(tables()["arcs"]["gun_each_side"]),
        open_topped=row["open_topped"] == "1",
        heat="HEAT" in row["weapon"],
        year_from=int(row["year_from"]),
        year_to=int(row["year_to"]),
        notes=row["notes"],
    )


def _gun(row: dict[str, str]) -> Ratings:
    nation = _nation(row)
    troop = row["kind"].lower().replace(" ", "_").replace("-", "_")
    return Ratings(
        unit_id=slug(nation, row["gun"]),
        nation=nation,
        name=row["gun"],
        troop=_GUN_TROOPS.get(troop, troop),
        weapon=row["gun"],
        ap=_number(row["ap"]),
        ap_far=_number(row["ap_far"]),
        he_only=row["ap"] == "HE",
        he_dice=_number(row["he_dice"]) or 0,
        arc_deg=int(row["arc_degrees_each_side"]),
        heat=troop == "heat",
        indirect="indirect" in row["range"],
        only_indirect=row["range"] == "indirect",
        year_from=int(row["year_from"]),
        year_to=int(row["year_to"]),
        notes=row["notes"],
    )


_GUN_TROOPS = {"anti_tank_gun": "at_gun", "aa": "aa_gun", "anti_tank_rifle": "at_rifle", "rocket_artillery": "rockets"}


def _squad(row: dict[str, str]) -> Ratings:
    soft = row["troop"] == "soft_vehicle"
    return Ratings(
        unit_id=row["id"],
        nation="",
        name=row["name"],
        troop=row["troop"],
        weapon=row["fire"],
        def_front=0 if soft else None,
        def_side=0 if soft else None,
        year_from=int(row["year_from"]),
        year_to=int(row["year_to"]),
        notes=row["notes"],
    )
