"""Tank against tank by the rules alone, Rep 4, both in view: who wins how often. Many duels, so behind the marker fuzz.

The shares are those of the trial fights from which the ratings were tuned.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rulesets.clash_of_titans import build
from wargame.engine.battle import Battle
from wargame.rulesets import ruleset

DUELS = 100
WITHIN = 0.15
"""How far so many duels may be from the share, three times what chance allows."""
APART_IN = 24.0


def duel(first: str, second: str, facing: float, seed: int) -> tuple[bool, bool]:
    """One duel: is the first, is the second put out?"""
    units = (
        build.Unit("a", first, "red", (20.0, 24.0), 0.0, "a", None, {"crew_rep": 4}),
        build.Unit("b", second, "blue", (20.0 + APART_IN, 24.0), facing, "b", None, {"crew_rep": 4}),
    )
    setup = replace(build.setup_of(*units, turn_limit=15), ruled=("red", "blue"))
    battle = Battle(ruleset("clash_of_titans"), setup, seed, kernels="compiled")
    assert not battle.faults
    a, b = (build.stand(battle, name) for name in "ab")
    return a.knocked_out or bool(a.gone), b.knocked_out or bool(b.gone)


@pytest.mark.fuzz
@pytest.mark.parametrize(
    ("first", "second", "facing", "wins"),
    [
        ("t_34_76", "panzer_iv_g", 180.0, 0.47),
        ("t_34_76", "stug_iii_g", 180.0, 0.36),
        ("t_34_85", "tiger_i", 180.0, 0.33),
        ("t_34_85", "panther", 180.0, 0.23),
        ("t_34_85", "panther", 90.0, 0.50),
        ("t_34_76", "tiger_i", 180.0, 0.0),
    ],
)
def test_who_wins_a_duel(first: str, second: str, facing: float, wins: float) -> None:
    rows = [duel(first, second, facing, seed) for seed in range(1, DUELS + 1)]
    decided = [b for a, b in rows if a != b]
    assert len(decided) > 0.8 * DUELS
    assert sum(decided) / len(decided) == pytest.approx(wins, abs=WITHIN)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_t_34_does_not_get_through_the_front_of_a_tiger(seed: int) -> None:
    assert duel("t_34_76", "tiger_i", 180.0, seed) == (True, False)
