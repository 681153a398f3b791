"""Rows of charts that are found by a die: "1-2", "3", and the numbers of the solo rules and the terrain."""

from __future__ import annotations

import functools
import tomllib

from wargame.rulesets.clash_of_titans import data


@functools.cache
def file(name: str) -> data.Row:
    """A data file of this package (toml), read once."""
    return tomllib.loads(data.text_of(name))


def number(name: str) -> float:
    """A number of the solo rules (solo.toml, table `numbers`), inches unless its name says otherwise."""
    return float(file("solo.toml")["numbers"][name])


def die_row(table: str, face: int, column: str = "", **where: object) -> data.Row:
    """The row of a chart whose die column (the first unless named) holds the face.

    `where`: values of other columns that the row must have. Raises KeyError if there is none.
    """
    column = column or data.tables()[table]["columns"][0]
    for row in data.rows(table):
        if in_span(str(row[column]), face) and all(row[name] == value for name, value in where.items()):
            return row
    raise KeyError(f"table {table!r} has no row for {face}")


def in_span(words: str, face: int) -> bool:
    """Is a face in "3" or "1-2"?"""
    low, _, high = words.partition("-")
    return int(low) <= face <= int(high or low)


def mission_row(mission: str) -> data.Row:
    """The row of table `missions` of a mission. Raises KeyError with the names that there are."""
    rows = {mission_name(str(row["mission"])): row for row in data.rows("missions")}
    if mission not in rows:
        raise KeyError(f"unknown mission {mission!r}; there are {', '.join(rows)}")
    return rows[mission]


def mission_name(words: str) -> str:
    """The name of a mission without what stands in brackets."""
    return words.partition(" (")[0]
