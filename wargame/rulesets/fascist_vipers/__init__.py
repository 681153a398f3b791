"""Crush the Fascist Vipers!"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wargame.rulesets.fascist_vipers.book import RULESET

__all__ = ["RULESET"]


def __getattr__(name: str) -> Any:
    """`RULESET`, made when it is first asked for."""
    if name == "RULESET":
        from wargame.rulesets.fascist_vipers import book

        return book.RULESET
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
