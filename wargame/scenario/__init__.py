"""Files to battles and back."""

from wargame.scenario.briefing import Briefing, ForceGroup, ForceRow, Meta, SpecialRule
from wargame.scenario.browse import Entry, browse
from wargame.scenario.faults import Fault, ScenarioFault
from wargame.scenario.journal import Journal, is_interrupted, recover
from wargame.scenario.load import Scenario, load_scenario, scenario_from_texts, seated
from wargame.scenario.resume import changed_since, resume, take_up
from wargame.scenario.save import (
    SaveEntry,
    SaveFault,
    list_saves,
    read_save,
    saves_folder,
    scenario_of,
    write_record,
    write_save,
)
from wargame.scenario.validate import faults_in

__all__ = [
    "Briefing",
    "Entry",
    "Fault",
    "ForceGroup",
    "ForceRow",
    "Journal",
    "Meta",
    "SaveEntry",
    "SaveFault",
    "Scenario",
    "ScenarioFault",
    "SpecialRule",
    "browse",
    "changed_since",
    "faults_in",
    "is_interrupted",
    "list_saves",
    "load_scenario",
    "read_save",
    "recover",
    "resume",
    "saves_folder",
    "scenario_from_texts",
    "scenario_of",
    "seated",
    "take_up",
    "write_record",
    "write_save",
]
