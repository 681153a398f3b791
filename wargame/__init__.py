"""A table in inches, four rulebooks, one set of miniatures.

`load_scenario` and `Game` are looked up on demand; importing the package imports nothing by itself.
"""

from __future__ import annotations

from typing import Any

__version__ = "0.1.0"
__all__ = ["Game", "load_scenario"]


def __getattr__(name: str) -> Any:
    """`load_scenario` and `Game`, imported when first asked for."""
    if name == "load_scenario":
        from wargame.scenario import load_scenario

        return load_scenario
    if name == "Game":
        from wargame.lab.game import Game

        return Game
    raise AttributeError(f"module 'wargame' has no attribute {name!r}")
