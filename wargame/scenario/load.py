"""Loading scenarios: by name or path, checked as a whole, never half."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from wargame import places
from wargame.engine.setup import LevelRow, Setup
from wargame.engine.state import State
from wargame.scenario.briefing import Briefing, Meta, briefing_of, meta_of
from wargame.scenario.build import build_setup
from wargame.scenario.checked import checked
from wargame.scenario.faults import Fault, Findings, ScenarioFault, nearest, quoted
from wargame.scenario.forces import Muster
from wargame.scenario.formations import Formation, formations_of
from wargame.scenario.ground import check_ground, check_places, check_zones
from wargame.scenario.ladder import check_endings, check_ladder, verdicts
from wargame.scenario.maps import read_map
from wargame.scenario.models import ScenarioForm
from wargame.scenario.references import References
from wargame.scenario.texts import MAP_BYTES, SCENARIO_BYTES, beside, fail, parse_toml, read_text

if TYPE_CHECKING:
    from wargame.engine.ruleset import Ruleset

Rulesets = Callable[[str], "Ruleset"]
"""Gives the ruleset of a name. Raises KeyError or LookupError for a name that none has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A loaded scenario: the setup for a battle, what players read, and both texts for saves."""

    name: str
    setup: Setup
    meta: Meta
    briefing: Briefing
    scenario_text: str
    map_text: str
    path: Path | None = None
    verdicts: dict[str, LevelRow] = field(default_factory=dict)
    warnings: tuple[Fault, ...] = ()


def load_scenario(name_or_path: str | Path, rulesets: Rulesets | None = None, thorough: bool = False) -> Scenario:
    """The scenario of this name (the user's own or shipped) or in this file. Raises ScenarioFault with all faults.

    `thorough` also builds the ground and checks zones against it and the ladder against a grid of endings.
    """
    path = find(name_or_path)
    shown = shown_name(path)
    text = read_text(path, SCENARIO_BYTES, shown)
    data = parse_toml(text, shown)
    findings = Findings(shown)
    form = checked(ScenarioForm, data, findings)
    if form is not None and form.name != path.stem:
        findings.add("name", f"found {quoted(form.name)}", f"expected {quoted(path.stem)}, the name of the file")
    map_name = data.get("map")
    if not isinstance(map_name, str):
        raise ScenarioFault(findings.faults)
    map_path = beside(path, map_name)
    if map_path is None:
        findings.add("map", f"found {quoted(map_name)}", "expected the name of a file in the same folder")
        raise ScenarioFault(findings.faults)
    try:
        map_text = read_text(map_path, MAP_BYTES, shown_name(map_path))
    except ScenarioFault as fault:
        raise ScenarioFault((*findings.faults, *fault.faults)) from None
    return _assemble(_Read(form, text, map_text, shown_name(map_path), findings, path), rulesets, thorough)


RULEBOOK = "rulebook"
"""Who plays a side that the rulebook's own solo rules run."""


def seated(scenario: Scenario, players: Mapping[str, str]) -> Scenario:
    """The scenario with the sides of these players that the rulebook runs itself told to its setup.

    Raises ValueError, as one sentence, if its rulebook has no solo rules.
    """
    from wargame import rulesets as all_of_them

    ruled = tuple(side.id for side in scenario.setup.sides if players.get(side.id) == RULEBOOK)
    if ruled and not all_of_them.ruleset(scenario.setup.ruleset).has_solo_rules:
        title = all_of_them.ruleset(scenario.setup.ruleset).title
        raise ValueError(f"{title} has no solo rules that could play {', '.join(ruled)}")
    return replace(scenario, setup=replace(scenario.setup, ruled=ruled))


def scenario_from_texts(
    scenario_text: str, map_text: str, shown: str, rulesets: Rulesets | None = None, thorough: bool = False
) -> Scenario:
    """The scenario that these two texts describe, as a save keeps them. Raises ScenarioFault."""
    findings = Findings(shown)
    form = checked(ScenarioForm, parse_toml(scenario_text, shown), findings)
    return _assemble(_Read(form, scenario_text, map_text, f"{shown} (map)", findings), rulesets, thorough)


def find(name_or_path: str | Path) -> Path:
    """The file of a scenario. Raises ScenarioFault, with the nearest name there is."""
    text = str(name_or_path)
    path = Path(text)
    if path.suffix == ".toml" or (path.suffix == "" and ("/" in text or "\\" in text)):
        return path
    for folder in folders():
        candidate = beside(folder / "x", f"{text}.toml")
        if candidate is not None and candidate.is_file():
            return candidate
    names = [file.stem for folder in folders() for file in sorted(folder.glob("*.toml"))]
    raise fail(text[:80] or "''", "", "there is no such scenario", nearest(text, names))


def folders() -> list[Path]:
    """Folders with scenarios: the user's own first, then the shipped ones."""
    found = []
    for give in (user_folder, places.scenarios):
        try:
            folder = give()
        except (OSError, RuntimeError):
            continue
        if folder.is_dir():
            found.append(folder)
    return found


def user_folder() -> Path:
    """The user's own scenario folder (it need not exist)."""
    import platformdirs

    return Path(platformdirs.user_data_dir("wargame", appauthor=False)) / "scenarios"


def shown_name(path: Path) -> str:
    """A file as messages name it: with its folder, without the way there."""
    return f"{path.parent.name}/{path.name}" if path.parent.name else path.name


@dataclass(frozen=True, slots=True)
class _Read:
    """A scenario as read: both texts, and what was found so far."""

    form: ScenarioForm | None
    text: str
    map_text: str
    map_name: str
    findings: Findings
    path: Path | None = None


def _assemble(read: _Read, rulesets: Rulesets | None, thorough: bool) -> Scenario:
    form, findings = read.form, read.findings
    map_findings = Findings(read.map_name)
    ground = read_map(read.map_text, map_findings)
    ruleset = _ruleset(form, findings, rulesets) if form is not None else None
    if form is None or ruleset is None:
        raise ScenarioFault((*findings.faults, *map_findings.faults))
    lines = tuple(ruleset.unit_lines())
    muster = Muster(form, lines, _formations(form, findings), findings)
    groups = muster.groups()
    names = References(form, groups, findings)
    names.check()
    _check_options(form, ruleset, findings)
    check_ladder(form, findings)
    if ground is None:
        raise ScenarioFault((*findings.faults, *map_findings.faults))
    check_places(form, ground.table, findings)
    setup = build_setup(form, ground, muster.sides(), groups, names, findings)
    _check_features_named(form, setup, findings)
    findings.raise_if_any()
    _check_setup(setup, ruleset, findings, thorough)
    return Scenario(
        name=form.name,
        setup=setup,
        meta=meta_of(form, groups, (ground.table.width_in, ground.table.height_in)),
        briefing=briefing_of(form, groups, lines, ruleset.options),
        scenario_text=read.text,
        map_text=read.map_text,
        path=read.path,
        verdicts=verdicts(setup, lines),
        warnings=tuple(findings.warnings),
    )


def _check_setup(setup: Setup, ruleset: Ruleset, findings: Findings, thorough: bool) -> None:
    check_zones(setup, findings)
    findings.raise_if_any()
    state = _first_state(setup, ruleset, findings)
    if thorough:
        check_ground(setup, state, ruleset.profile, findings)
        check_endings(setup, tuple(ruleset.unit_lines()), findings)
        findings.raise_if_any()


def _first_state(setup: Setup, ruleset: Ruleset, findings: Findings) -> State:
    """What the ruleset makes of the setup; its own fields of sides, groups and stands are checked there."""
    try:
        return ruleset.set_up(setup)
    except (ValueError, LookupError, TypeError) as error:
        findings.add("side", str(error)[:300], "expected fields that the ruleset knows")
        raise ScenarioFault(findings.faults) from None


def _ruleset(form: ScenarioForm, findings: Findings, rulesets: Rulesets | None) -> Ruleset | None:
    from wargame import rulesets as all_of_them

    give: Rulesets = rulesets or all_of_them.ruleset
    try:
        return give(form.ruleset)
    except LookupError:
        findings.unknown("ruleset", "ruleset", form.ruleset, all_of_them.names())
    except (ImportError, AttributeError) as error:
        findings.add("ruleset", f"the ruleset {quoted(form.ruleset)} cannot be loaded", str(error)[:120])
    return None


def _formations(form: ScenarioForm, findings: Findings) -> dict[str, Formation]:
    if not any(group.formation for side in form.side for group in side.group):
        return {}
    try:
        return dict(formations_of(form.ruleset))
    except ScenarioFault as fault:
        findings.faults += fault.faults
        return {}


def _check_options(form: ScenarioForm, ruleset: Ruleset, findings: Findings) -> None:
    known = {option.id: option for option in ruleset.options}
    for name, value in form.options.items():
        if name not in known:
            findings.unknown(f"options.{name}", "option", name, known)
        elif type(known[name].default) is not type(value) and not isinstance(value, int | float):
            findings.add(
                f"options.{name}", f"found {quoted(value)}", f"expected something like {quoted(known[name].default)}"
            )
    for n, row in enumerate(form.override):
        if row.rule and row.rule not in ruleset.rules:
            findings.unknown(f"override[{n}].rule", "rule", row.rule, [rule.id for rule in ruleset.rules.rules])


def _check_features_named(form: ScenarioForm, setup: Setup, findings: Findings) -> None:
    features = {feature.id for feature in setup.features}
    for name in ("trigger", "action"):
        for n, row in enumerate(getattr(form, name)):
            for e, effect in enumerate(row.then):
                feature = getattr(effect, "feature", None)
                if feature is not None and feature not in features:
                    findings.unknown(f"{name}[{n}].then[{e}].feature", "feature of the map", feature, features)
