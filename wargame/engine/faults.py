"""What is kept of a fault of the program, so that it can be repeated."""

from __future__ import annotations

import msgspec

from wargame.engine.waypoints import Answer


class FaultReport(msgspec.Struct, frozen=True, kw_only=True):
    """Seed, answers and traceback of an order that hit a fault."""

    scenario: str
    ruleset: str
    seed: int
    answers: tuple[Answer, ...]
    traceback: str


class Stall(RuntimeError):
    """The sequence of play goes round without ever asking anybody."""


class LeftOver(RuntimeError):
    """A record and the program that reads it disagree about what was asked."""
