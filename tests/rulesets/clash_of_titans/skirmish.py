"""A small battle of two squads a side over woods, a wall and a house, for tests of whole battles."""

from __future__ import annotations

from tests.battles.fuzz import Fuzz
from tests.battles.games import players
from tests.battles.order_of_things import Watched
from tests.rulesets.clash_of_titans.build import Unit, area, setup_of, strip
from wargame.engine.battle import Battle
from wargame.engine.dice import Chance
from wargame.engine.setup import HiddenRule, Setup, Zone
from wargame.rulesets import ruleset

LEFT = ((0.0, 0.0), (8.0, 0.0), (8.0, 36.0), (0.0, 36.0))
RIGHT = ((28.0, 0.0), (36.0, 0.0), (36.0, 36.0), (28.0, 36.0))


def squads(side: str, count: int, men: int) -> list[Unit]:
    """Squads of an NCO, a machine gunner and riflemen, to be deployed."""
    nation, gunner = ("GE", "GE_mg34") if side == "red" else ("SU", "SU_lmg_pan")
    lines = [f"{nation}_nco_smg", gunner, *[f"{nation}_rifleman"] * (men - 2)]
    return [
        Unit(f"{side}{k}-{n}", lines[n], side, None, 0.0, f"{side}-{k}", None, {"rep": 4})
        for k in range(1, count + 1)
        for n in range(men)
    ]


def setup(
    count: int = 2, men: int = 5, turn_limit: int = 8, hidden: bool = False, more: tuple[Unit, ...] = ()
) -> Setup:
    """The setup: a table of 36 by 36 inches."""
    ground = (
        area("w1", "woods_light", 12, 4, 20, 14, 2),
        area("w2", "woods_light", 22, 20, 30, 30, 2),
        strip("wall", "wall", (18, 16), (18, 24)),
        strip("hedge", "hedge", (24, 4), (24, 16)),
        area("house", "building", 10, 22, 15, 27, 1),
    )
    zones = (
        Zone(id="left", name="left", polygon=LEFT, side="red"),
        Zone(id="right", name="right", polygon=RIGHT, side="blue"),
    )
    return setup_of(
        *squads("red", count, men),
        *squads("blue", count, men),
        *more,
        features=ground,
        zones=zones,
        table=(36.0, 36.0),
        turn_limit=turn_limit,
        hidden=(HiddenRule(side="blue"),) if hidden else (),
    )


def begin(seed: int = 1, kernels: str = "compiled", **more: object) -> Battle:
    """The battle at its first request."""
    return Battle(ruleset("clash_of_titans"), setup(**more), seed, kernels=kernels)  # type: ignore[arg-type]


class SkirmishFuzz(Fuzz):
    """The battle with mischief at every question."""

    def __init__(self, seed: int, mischief: int = 6, **more: object) -> None:
        self.battle = Watched(ruleset("clash_of_titans"), setup(**more), seed)  # type: ignore[arg-type]
        self.by = players(self.battle, seed)
        self.chance = Chance(seed * 7919 + 1)
        self.mischief = mischief
        self.asked = set()
        self.refused = 0
