"""Clash of Titans: one figure is one man; nerves decide when he acts and what he does when shot at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wargame.rulesets.clash_of_titans.book import RULESET

__all__ = ["RULESET"]


def __getattr__(name: str) -> Any:
    """`RULESET`, made when it is first asked for."""
    if name == "RULESET":
        from wargame.rulesets.clash_of_titans import book

        return book.RULESET
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
