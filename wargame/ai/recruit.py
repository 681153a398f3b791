"""A player that sees fewer places, misjudges odds and does not look again before it gives an order."""

from __future__ import annotations

from wargame.ai.thoughts import Skill
from wargame.ai.veteran import Veteran
from wargame.engine.dice import Chance

SKILL = Skill(directions=8, steps=(1.0, 0.5), tries=2, noise=0.45, least=0.4, looks_again=False)


def make(chance: Chance) -> Veteran:
    """A recruit: the veteran's plan with a recruit's eye."""
    return Veteran(chance, SKILL)
