"""What bursts and burns do, roughly: each man for himself, so that a computer player can weigh many shots.

Where things come down, whom they strike and what wounds do is counted as `burst_odds` counts it; nerve is read from a
man's Rep alone, and nobody minds the loss of others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from wargame.engine.orders import Fire
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import burst_odds, ladder, wound_odds
from wargame.rulesets.clash_of_titans.burst_odds import Count, Rows
from wargame.rulesets.clash_of_titans.causes import Incoming
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.wound_odds import MISSED, RECOVERED, Die

STEP_DEG = 45
"""Directions of a throw gone astray are taken so far apart."""
ANSWERS = 0.5
"""How many of those who keep their nerve are able to shoot back."""


def odds(scene: Scene, order: Fire) -> Rows:
    """As `burst_odds.odds`, roughly."""
    return burst_odds.odds(scene, order, STEP_DEG, _Guess)


class _Guess(Count):
    """Adds up what becomes of everybody, each for himself."""

    def settled(self, dice: Sequence[tuple[str, Die, Incoming | None]]) -> Rows:
        """What becomes of men at whom these dice fall at once."""
        stands = state_of(self.scene).stands
        found: Rows = {}
        for name, die, missed in dice:
            row: dict[str, float] = defaultdict(float)
            for fate, chance in wound_odds.wounds(self.scene, stands[name], [die]).items():
                if fate != MISSED or missed is None:
                    row["carry_on" if fate in (MISSED, RECOVERED) else fate] += chance
                    continue
                for word, share in _nerve(stands[name].rep).items():
                    row[word] += chance * share
            found[name] = dict(row)
        return found


def _nerve(rep: int) -> dict[str, float]:
    """What a man does whom a burst has missed, by the dice that he passes."""
    none, one, two = (wound_odds.passes(2, rep).get(row, 0.0) for row in range(3))
    return {
        "return_fire": two * ANSWERS,
        "carry_on": two * (1.0 - ANSWERS),
        "duck_back": one,
        ladder.HUNKER_DOWN: none,
    }
