"""The list of all scenarios that can be played; one bad file never hides the others."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wargame.scenario.faults import Fault, ScenarioFault
from wargame.scenario.load import Rulesets, Scenario, folders, load_scenario

MOST_FILES = 500


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of the list: a scenario, or the faults that keep it from being one."""

    name: str
    path: Path
    scenario: Scenario | None = None
    faults: tuple[Fault, ...] = ()


def browse(rulesets: Rulesets | None = None) -> list[Entry]:
    """All scenarios, shipped and the user's own, by name; of two with one name the user's."""
    entries: dict[str, Entry] = {}
    for folder in folders():
        for path in sorted(folder.glob("*.toml"))[:MOST_FILES]:
            entries.setdefault(path.stem, _entry(path, rulesets))
    return [entries[name] for name in sorted(entries)]


def _entry(path: Path, rulesets: Rulesets | None) -> Entry:
    try:
        return Entry(path.stem, path, load_scenario(path, rulesets))
    except ScenarioFault as fault:
        return Entry(path.stem, path, faults=fault.faults)
