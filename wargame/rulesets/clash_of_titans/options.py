"""Switches of the core that a scenario may set."""

from __future__ import annotations

from wargame.engine.options import RuleOption
from wargame.rulesets.clash_of_titans.activation_dice import AIRCRAFT, CHAOS, TRAPS

NIGHT = "night"
LOW_AMMO = "low_ammo"
SNOW_GROUND = "snow_ground"
MISSION, REGION, SITUATION, CONTROL, PEFS = "mission", "region", "situation", "control", "pefs"
OPTIONS = (
    RuleOption(id=NIGHT, title="Night", rules=("NUT-NITE-01", "NUT-NITE-02")),
    RuleOption(id=AIRCRAFT, title="Air support may come on a 1", rules=("NUT-TURN-07", "NUT-TURN-10")),
    RuleOption(id=CHAOS, title="Urban chaos: random events on doubles", rules=("NUT-TURN-05",)),
    RuleOption(id=TRAPS, title="Unknown booby traps: a third Activation die", rules=("NUT-TURN-06",)),
    RuleOption(
        id=MISSION,
        title="Mission of a campaign: ground, forces and enemy are rolled for",
        default="",
        rules=("NUT-MISN-01", "NUT-MISN-02", "NUT-MISN-03", "NUT-MISN-04", "NUT-MISN-05", "NUT-MISN-08"),
    ),
    RuleOption(id=REGION, title="Region whose terrain chart is used", default="rural", rules=("NUT-TERR-01",)),
    RuleOption(
        id=SITUATION,
        title="Situation of the sector: levels that the scenario does not give are rolled by it",
        default="contested sector",
        rules=("NUT-CAMP-03", "NUT-CAMP-04"),
    ),
    RuleOption(
        id=CONTROL,
        title="Who controls the sector: player, enemy, or by the levels",
        default="",
        rules=("NUT-MISN-06",),
    ),
    RuleOption(id=PEFS, title="Enemy units are markers until they are seen", rules=("NUT-PEF-06",)),
    RuleOption(id=SNOW_GROUND, title="Snow on the ground: impeding or deep", default="", rules=("NUT-MOVE-04",)),
    RuleOption(id=LOW_AMMO, title="Low ammunition", rules=("NUT-AMMO-03",)),
)
