"""The charts of this rulebook, read once when first asked for."""

from __future__ import annotations

import functools
from typing import Any

import msgspec

from wargame.rulesets import files
from wargame.rulesets.fascist_vipers.state import Ratings

PACKAGE = __name__.rpartition(".")[0]
FILES = ("rules.toml", "tables.toml", "units.csv", "words.toml", "looks.toml", "ground.toml")
_FLAGS = ("obsolete", "fearsome", "self_propelled")


text_of = functools.partial(files.text, PACKAGE)
"""A data file of this package as text."""
tables = functools.partial(files.toml, PACKAGE, "tables.toml")
"""The charts of tables.toml; never change what it gives."""
words_file = functools.partial(files.toml, PACKAGE, "words.toml")
"""How events are told."""
looks_file = functools.partial(files.toml, PACKAGE, "looks.toml")
"""Bases and silhouettes."""
ground_file = functools.partial(files.toml, PACKAGE, "ground.toml")
"""Map kinds, sight and heights."""
catalogue = functools.partial(files.catalogue, PACKAGE)
"""The rules in our own words."""
data_hash = functools.partial(files.digest, PACKAGE, FILES)
"""Hash of all data files."""


@functools.cache
def units() -> dict[str, Ratings]:
    """The unit list by id, in file order."""
    rows = files.csv_rows(PACKAGE, "units.csv")
    return {row["unit_id"]: _ratings(row) for row in rows}


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
