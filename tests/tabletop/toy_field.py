"""The toy's ground and battles: a small table with a wood, a pond, a hill and a road, two sides of a few stands."""

from __future__ import annotations

from typing import Any

from wargame.board import Feature, Profile, SightRow, Table
from wargame.engine.battle import Battle
from wargame.engine.setup import (
    GroupSetup,
    HiddenRule,
    LevelRow,
    ObjectiveSetup,
    Setup,
    SideSetup,
    StandSetup,
    Victory,
    Zone,
)
from wargame.engine.state import Known

SECRET = Known(level="unknown")


def profile() -> Profile:
    return Profile(
        sight={"woods_light": SightRow(through_in=2.0, inside_in=2.0, top="infinite")},
        terrain={"woods_light": "woods", "river": "water", "hill": None},
        costs={"woods": {"foot": 2.0}, "water": {"foot": -1.0}, "road": {"foot": 0.5}},
    )


class Judge:
    def classes_of(self, stand: Any) -> tuple[str, ...]:
        return (stand.line,)

    def group_states(self, state: Any, group: str) -> tuple[str, ...]:
        return ()

    def is_lost(self, stand: Any) -> bool:
        return bool(stand.gone)


def _box(x0: float, y0: float, x1: float, y1: float) -> tuple[tuple[float, float], ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))


def features() -> tuple[Feature, ...]:
    wood = ((14, 12), (19, 11), (22, 14), (20, 18), (15, 18), (12, 15), (14, 12))
    hill = ((24, 3), (31, 3), (33, 7), (29, 10), (24, 9), (24, 3))
    return (
        Feature("hill", "hill", (hill,), height=1.0, order=0),
        Feature("road", "road", (((0, 9), (12, 10), (24, 12), (36, 11)),), "line", width_in=1.0, order=1),
        Feature("wood", "woods_light", (wood,), name="Little Wood", height=2.0, order=2),
        Feature("pond", "river", (_box(15, 3, 20, 6),), name="Mill pond", order=3),
    )


def _stand(name: str, line: str, x: float, y: float, facing: float, placed: bool) -> StandSetup:
    return StandSetup(id=name.lower().replace(" ", "-"), name=name, line=line, place=(x, y, facing) if placed else None)


def setup(ask: str = "", hidden: tuple[str, ...] = (), placed: bool = True, turns: int = 4) -> Setup:
    blue = tuple(
        _stand(*row, 0.0, placed)
        for row in (("Rifles 1", "rifles", 6, 8), ("Rifles 2", "rifles", 6, 13), ("Mortar", "mortar", 3, 11))
    )
    red = tuple(
        _stand(*row, 180.0, placed)
        for row in (("Grey 1", "rifles", 24, 10), ("Grey 2", "rifles", 29, 15), ("Gun", "gun", 31, 10))
    )
    ladder = (LevelRow(level="draw", side="draw", condition=None, text="Nobody won."),)
    return Setup(
        name="toy",
        title="The Mill Pond",
        ruleset="skirmish",
        year=1944,
        date="1 June 1944",
        table=Table(36.0, 24.0),
        features=features(),
        sides=(
            SideSetup(id="blue", name="Blue", nation="GE", role="attacker"),
            SideSetup(id="grey", name="Grey", nation="SU", role="defender"),
        ),
        groups=(
            GroupSetup(id="blue-1", side="blue", name="Blue platoon", stands=blue, zones=("west",)),
            GroupSetup(id="grey-1", side="grey", name="Grey platoon", stands=red, zones=("east",)),
        ),
        victory=Victory(ladder=ladder, text="Destroy the enemy."),
        turn_limit=turns,
        zones=(
            Zone(id="west", name="West", polygon=_box(0, 0, 10, 24), side="blue"),
            Zone(id="east", name="East", polygon=_box(26, 0, 36, 24), side="grey"),
        ),
        objectives=(
            ObjectiveSetup(id="mill", name="The mill", x=22.0, y=8.0, radius_in=3.0, points=2.0, primary=True),
        ),
        hidden=tuple(
            HiddenRule(side="blue" if name in {s.id for s in blue} else "grey", stands=(name,)) for name in hidden
        ),
        options={"ask": ask},
        palette="grass",
    )


def battle(dice: Any = None, seed: int = 1, **wishes: Any) -> Battle:
    from tests.tabletop.toy import Skirmish

    return Battle(Skirmish(), setup(**wishes), seed, dice=dice)
