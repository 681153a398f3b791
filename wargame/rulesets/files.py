"""The data files of a rulebook's package, each read once when it is first asked for. Never change what they give."""

from __future__ import annotations

import csv
import functools
import hashlib
import io
import tomllib
from collections.abc import Sequence
from importlib import resources
from typing import Any

import msgspec

from wargame.engine.rules import Catalogue, Rule


def text(package: str, name: str) -> str:
    """A data file of a package as text. Raises FileNotFoundError."""
    return (resources.files(package) / name).read_text(encoding="utf-8")


@functools.cache
def toml(package: str, name: str) -> dict[str, Any]:
    """A TOML file of a package."""
    return tomllib.loads(text(package, name))


@functools.cache
def csv_rows(package: str, name: str) -> tuple[dict[str, str], ...]:
    """The rows of a CSV file with a heading, each by its columns' names."""
    return tuple(csv.DictReader(io.StringIO(text(package, name))))


@functools.cache
def catalogue(package: str) -> Catalogue:
    """The rules of a package, in our own words."""
    return Catalogue(tuple(msgspec.convert(row, Rule) for row in toml(package, "rules.toml")["rule"]))


@functools.cache
def digest(package: str, names: Sequence[str]) -> str:
    """A hash of these files; it changes when any of them does."""
    found = hashlib.blake2b(digest_size=12)
    for name in names:
        found.update(text(package, name).encode())
    return found.hexdigest()
