"""The charts of this rulebook, read once when first asked for."""

from __future__ import annotations

import csv
import functools
import hashlib
import io
import tomllib
from importlib import resources
from typing import Any

import msgspec

from wargame.engine.rules import Catalogue, Rule
from wargame.rulesets.fascist_vipers.state import Ratings

FILES = ("rules.toml", "tables.toml", "units.csv", "words.toml", "looks.toml", "ground.toml")
_FLAGS = ("obsolete", "fearsome", "self_propelled")


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
    """Map kinds, sight and heights."""
    return tomllib.loads(text_of("ground.toml"))


@functools.cache
def catalogue() -> Catalogue:
    """The rules in our own words."""
    rows = tomllib.loads(text_of("rules.toml"))["rule"]
    return Catalogue(tuple(msgspec.convert(row, Rule) for row in rows))


@functools.cache
def units() -> dict[str, Ratings]:
    """The unit list by id, in file order."""
    rows = csv.DictReader(io.StringIO(text_of("units.csv")))
    return {row["unit_id"]: _ratings(row) for row in rows}


@functools.cache
def data_hash() -> str:
    """Hash of all data files."""
    digest = hashlib.blake2b(digest_size=12)
    for name in FILES:
        digest.update(text_of(name).encode())
    return digest.hexdigest()


@functools.cache
def die_row(table: str, row_id: str) -> tuple[int, str]:
    """Dice and rule id of a row of one list: "defence_modifier" or "assault_die"."""
    row = next(row for row in tables()[table] if row["id"] == row_id)
    return int(row["dice"]), str(row["rule"])


def _ratings(row: dict[str, str]) -> Ratings:
    plain: dict[str, Any] = dict(row)
    for flag in _FLAGS:
        plain[flag] = row[flag] == "1"
    plain["tentacle"] = "controls one fighter-bomber" in row["notes"]
    return msgspec.convert(plain, Ratings, strict=False)
