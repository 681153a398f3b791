"""Optional rules that a scenario may switch."""

from __future__ import annotations

import msgspec

from wargame.engine.state import Plain


class RuleOption(msgspec.Struct, frozen=True, kw_only=True):
    """One switch: its id, what it means, its default, the rules it turns on."""

    id: str
    title: str
    default: Plain = False
    rules: tuple[str, ...] = ()
