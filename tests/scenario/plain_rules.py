"""A made-up ruleset, just enough of one to load scenarios with."""

from __future__ import annotations

from typing import Any

from wargame.board import Profile
from wargame.engine.options import RuleOption
from wargame.engine.rules import Catalogue, Rule
from wargame.engine.ruleset import UnitLine
from wargame.engine.sequence import NEXT, Step
from wargame.engine.setup import Setup
from wargame.engine.state import State
from wargame.scenario.ladder import ending

LINES = (
    UnitLine(id="RED_rifles_40", name="Rifle platoon", nation="RED", years=(1940, 1945), classes=("infantry",)),
    UnitLine(id="RED_tank_42", name="Tank platoon", nation="RED", years=(1942, 1945), classes=("tank",)),
    UnitLine(id="RED_battery_40", name="Battery", nation="RED", years=(1940, 1945), classes=("artillery",)),
    UnitLine(id="BLUE_rifles_40", name="Infantry platoon", nation="BLUE", years=(1940, 1945), classes=("infantry",)),
    UnitLine(id="BLUE_gun_40", name="Anti-tank gun", nation="BLUE", years=(1940, 1943), classes=("gun",)),
    UnitLine(id="BLUE_truck_40", name="Truck", nation="BLUE", years=(1940, 1945), classes=("transport",)),
)


class PlainRules:
    """The ruleset."""

    name = "plain"
    title = "Plain"
    RULES_VERSION = 1
    options = (RuleOption(id="fog", title="Fog", default=False), RuleOption(id="snow_in", title="Snow", default=0))
    rules = Catalogue((Rule(id="PLN-MOVE-01", title="Moving", text="Stands move."),))
    profile = Profile(
        terrain={"river": "water", "field": "open"},
        costs={"water": {"foot": -1.0, "track": -1.0}, "open": {"foot": 1.0, "track": 1.0}},
    )
    state_type = State

    def sequence(self, state: State) -> tuple[Step, ...]:
        return (Step("go", lambda battle: NEXT),)

    def data_hash(self) -> str:
        return "data"

    def unit_lines(self, nation: str = "", year: int = 0) -> tuple[UnitLine, ...]:
        return LINES

    def set_up(self, setup: Setup) -> State:
        for group in setup.groups:
            for stand in group.stands:
                if "speed" in stand.fields and not isinstance(stand.fields["speed"], int | float):
                    raise ValueError(f"stand {stand.id!r}: speed: expected a number")
        return ending(setup, LINES, turn=0).state


def plain_rulesets(name: str) -> Any:
    """Finds the made-up ruleset by name."""
    if name != "plain":
        raise KeyError(name)
    return PlainRules()
