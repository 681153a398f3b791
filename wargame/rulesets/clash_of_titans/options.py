"""Switches of the core that a scenario may set."""

from __future__ import annotations

from wargame.engine.options import RuleOption
from wargame.rulesets.clash_of_titans.activation_dice import AIRCRAFT, CHAOS, TRAPS

NIGHT = "night"
LOW_AMMO = "low_ammo"
OPTIONS = (
    RuleOption(id=NIGHT, title="Night", rules=("NUT-NITE-01", "NUT-NITE-02")),
    RuleOption(id=AIRCRAFT, title="Air support may come on a 1", rules=("NUT-TURN-07", "NUT-TURN-10")),
    RuleOption(id=CHAOS, title="Urban chaos: random events on doubles", rules=("NUT-TURN-05",)),
    RuleOption(id=TRAPS, title="Unknown booby traps: a third Activation die", rules=("NUT-TURN-06",)),
    RuleOption(id=LOW_AMMO, title="Low ammunition", rules=("NUT-AMMO-03",)),
)
