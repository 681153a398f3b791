"""The rulebooks, found by name."""

from __future__ import annotations

import difflib
import functools
import importlib
import pkgutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargame.engine.ruleset import Ruleset

__all__ = ["names", "ruleset"]


@functools.cache
def names() -> tuple[str, ...]:
    """Names of all rulebooks that come with the program, in order of the alphabet."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg))


def ruleset(name: str) -> Ruleset:
    """The rulebook of this name; nothing of the others is loaded. Raises KeyError with the nearest name."""
    if name not in names():
        near = difflib.get_close_matches(name, names(), 1, 0.0)
        raise KeyError(f"unknown ruleset {name!r}; nearest: {near[0]!r}" if near else f"unknown ruleset {name!r}")
    found: Ruleset = importlib.import_module(f"{__name__}.{name}").RULESET
    return found
