"""Checking any file of the game: scenarios, maps, saves and TO&E files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wargame.scenario.faults import Fault, Findings, ScenarioFault, quoted
from wargame.scenario.formations import read_formations
from wargame.scenario.load import Rulesets, load_scenario, shown_name
from wargame.scenario.maps import read_map
from wargame.scenario.resume import state_of
from wargame.scenario.save import read_save, scenario_of
from wargame.scenario.texts import MAP_BYTES, SCENARIO_BYTES, fail, read_text

MAPS = (".geojson",)
SAVES = (".save", ".1", ".2", ".json")


def faults_in(path: Path, rulesets: Rulesets | None = None) -> Sequence[Fault]:
    """All that is wrong with a file, told by its ending: .toml, .geojson, .save. Empty if nothing is."""
    try:
        _check(path, rulesets)
    except ScenarioFault as fault:
        return fault.faults
    return ()


def _check(path: Path, rulesets: Rulesets | None) -> None:
    shown = shown_name(path)
    if path.suffix == ".toml":
        _check_toml(path, shown, rulesets)
    elif path.suffix in MAPS:
        findings = Findings(shown)
        read_map(read_text(path, MAP_BYTES, shown), findings)
        findings.raise_if_any()
    elif path.suffix in SAVES:
        from wargame import rulesets as all_of_them

        record = read_save(path)
        scenario_of(record, rulesets)
        try:
            ruleset = (rulesets or all_of_them.ruleset)(record.ruleset)
        except LookupError:
            raise fail(shown, "ruleset", f"unknown ruleset {quoted(record.ruleset)}", "it is not installed") from None
        state_of(path, record, ruleset)
    else:
        if not path.is_file():
            read_text(path, SCENARIO_BYTES, shown)
        raise fail(
            shown, "", f"files ending in {path.suffix or 'nothing'} are not known", "expected .toml, .geojson or .save"
        )


def _check_toml(path: Path, shown: str, rulesets: Rulesets | None) -> None:
    text = read_text(path, SCENARIO_BYTES, shown)
    if 'format = "formations/1"' in text[:400]:
        read_formations(text, shown)
        return
    load_scenario(path, rulesets, thorough=True)
