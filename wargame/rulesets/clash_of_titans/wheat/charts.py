"""The numbers of this chapter (tables.toml)."""

from __future__ import annotations

import functools
import tomllib
from importlib import resources
from typing import Any


@functools.cache
def _file() -> dict[str, Any]:
    return tomllib.loads((resources.files(__package__) / "tables.toml").read_text(encoding="utf-8"))


def works() -> dict[str, Any]:
    """Light positions."""
    found: dict[str, Any] = _file()["wheat_works"]
    return found


def burning() -> dict[str, Any]:
    """Fires in wheat."""
    found: dict[str, Any] = _file()["wheat_fires"]
    return found


def field() -> dict[str, Any]:
    """Wheat as ground."""
    found: dict[str, Any] = _file()["wheat_ground"]
    return found
