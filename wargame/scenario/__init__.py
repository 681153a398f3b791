"""Files to battles and back."""

from wargame.scenario.briefing import Briefing, ForceGroup, ForceRow, Meta, SpecialRule
from wargame.scenario.browse import Entry, browse
from wargame.scenario.faults import Fault, ScenarioFault
from wargame.scenario.load import Scenario, load_scenario, scenario_from_texts

__all__ = [
    "Briefing",
    "Entry",
    "Fault",
    "ForceGroup",
    "ForceRow",
    "Meta",
    "Scenario",
    "ScenarioFault",
    "SpecialRule",
    "browse",
    "load_scenario",
    "scenario_from_texts",
]
