"""The charts of this rulebook, read once when first asked for. Rules: LW2-DATA-03, -04."""

from __future__ import annotations

import csv
import functools
import hashlib
import io
import re
import tomllib
from importlib import resources
from typing import Any

import msgspec

from wargame.engine.rules import Catalogue, Rule, cite
from wargame.rulesets.lightning_war.state import Ratings

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


def text_of(name: str) -> str:
    """A data file of this package as text."""
    return (resources.files(__package__) / name).read_text(encoding="utf-8")


@functools.cache
def tables() -> dict[str, Any]:
    """The charts of tables.toml; never change what it gives."""
    return tomllib.loads(text_of("tables.toml"))


@functools.cache
def words_file() -> dict[str, Any]:
    """How events are told."""
    return tomllib.loads(text_of("words.toml"))


@functools.cache
def looks_file() -> dict[str, Any]:
    """Bases and silhouettes."""
    return tomllib.loads(text_of("looks.toml"))


@functools.cache
def ground_file() -> dict[str, Any]:
    """Sight, movement costs and what counts as a feature."""
    return tomllib.loads(text_of("ground.toml"))


@functools.cache
def organisations() -> dict[str, dict[str, Any]]:
    """Tables of organisation by id."""
    return {row["id"]: row for row in tomllib.loads(text_of("organisations.toml"))["organisation"]}


@functools.cache
def catalogue() -> Catalogue:
    """The rules in our own words."""
    rows = tomllib.loads(text_of("rules.toml"))["rule"]
    return Catalogue(tuple(msgspec.convert(row, Rule) for row in rows))


@functools.cache
def data_hash() -> str:
    """Hash of all data files."""
    digest = hashlib.blake2b(digest_size=12)
    for name in FILES:
        digest.update(text_of(name).encode())
    return digest.hexdigest()


@functools.cache
def units() -> dict[str, Ratings]:
    """All unit lines by id: vehicles, guns, squads. Rules: LW2-DATA-03, -04."""
    found = [*map(_vehicle, _rows("vehicles.csv")), *map(_gun, _rows("guns.csv")), *map(_squad, _rows("squads.csv"))]
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


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text_of(name))))


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
