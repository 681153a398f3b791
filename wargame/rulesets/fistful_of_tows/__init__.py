"""A Fistful of TOWs: 2000.

Where each chapter stands: sequence of play `turn`; force builder `muster`; set-up `setup`, `deployment`, `entering`;
lists and charts `data`, `state`, `units`; ground `ground`, `course` (prices), `lines` (sight), `cover`; movement
`movement`, `moving` (the phase), `walk` (a move as it is carried out), `acts` (carrying, helicopters' modes),
`wrecks`, `bogging`; cohesion `cohesion`; spotting `spotting`, smoke `smoke`; fire `attack` (numbers), `odds`,
`targets` (who and when), `fire` (dice), `firing` (the phase); overwatch and shoot and scoot `overwatch`, pivots
`pivots`; close combat `close_combat`; checks `checks`, losses and points `losses`; artillery `barrage` (markers),
`landing` (shells), counterbattery there too; mortars, rockets, lasers `direct_acts`, on overwatch `watch_acts`; gas
`gas`, mines `mines`; victory `objectives`; many lines of sight at once `many_lines`. The computer's eye: `worth`,
`threat` (what volleys cost), `appraise`, `places`, `marching`, `ways`, `waiting` (overwatch), `shelling` (barrages),
`sites` (where to begin), `advice`, `guess`; screens `cards`, `words`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wargame.rulesets.fistful_of_tows.book import RULESET

__all__ = ["RULESET"]


def __getattr__(name: str) -> Any:
    """`RULESET`, made when it is first asked for."""
    if name == "RULESET":
        from wargame.rulesets.fistful_of_tows import book

        return book.RULESET
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
