"""TO&E files: typical formations of a ruleset's nations, so that a group may name one instead of listing its stands."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Annotated, Literal

from pydantic import Field

from wargame.engine.ruleset import UnitLine
from wargame.scenario.checked import checked
from wargame.scenario.faults import Findings, ScenarioFault, quoted
from wargame.scenario.forms import Form, Id, Name, Text
from wargame.scenario.models import StandForm
from wargame.scenario.texts import SCENARIO_BYTES, decode, fail, parse_toml

FORMATIONS_FILE = "formations.toml"
Year = Annotated[int, Field(ge=1900, le=2030)]


class FormationForm(Form):
    """`[[formation]]`."""

    id: Id
    name: Name
    nation: Id
    years: Annotated[list[Year], Field(min_length=2, max_length=2)]
    stands: Annotated[list[StandForm], Field(min_length=1, max_length=60)]
    note: Text = ""


class FormationsForm(Form):
    """The whole file."""

    format: Literal["formations/1"]
    formation: Annotated[list[FormationForm], Field(max_length=400)]


@dataclass(frozen=True, slots=True)
class Formation:
    """A typical formation: `years` first and last, `stands` as rows of a group."""

    id: str
    name: str
    nation: str
    years: tuple[int, int]
    stands: tuple[StandForm, ...]
    note: str = ""


@functools.cache
def formations_of(ruleset: str) -> Mapping[str, Formation]:
    """The formations that come with a ruleset, by id; none if it has no such file. Raises ScenarioFault."""
    try:
        folder = resources.files(f"wargame.rulesets.{ruleset}")
        source = folder / FORMATIONS_FILE
        if not source.is_file():
            return {}
        raw = source.read_bytes()
    except (ModuleNotFoundError, FileNotFoundError, TypeError):
        return {}
    name = f"{ruleset}/{FORMATIONS_FILE}"
    return read_formations(decode(raw[: SCENARIO_BYTES + 1], name), name)


def read_formations(text: str, name: str, lines: Sequence[UnitLine] | None = None) -> dict[str, Formation]:
    """The formations of a TO&E file by id; with `lines` every unit line is looked up. Raises ScenarioFault."""
    if len(text) > SCENARIO_BYTES:
        raise fail(name, "", f"the file is longer than {SCENARIO_BYTES // 1024} KiB", "nothing so long is read")
    findings = Findings(name)
    form = checked(FormationsForm, parse_toml(text, name), findings)
    if form is None:
        raise ScenarioFault(findings.faults)
    _check_ids(form.formation, findings)
    if lines is not None:
        _check_lines(form.formation, lines, findings)
    findings.raise_if_any()
    return {f.id: _formation(f) for f in form.formation}


def _formation(form: FormationForm) -> Formation:
    return Formation(form.id, form.name, form.nation, (form.years[0], form.years[1]), tuple(form.stands), form.note)


def _check_ids(forms: Iterable[FormationForm], findings: Findings) -> None:
    seen: set[str] = set()
    for n, form in enumerate(forms):
        if form.id in seen:
            findings.add(f"formation[{n}].id", f"{quoted(form.id)} stands twice", "an id names one formation")
        seen.add(form.id)
        ids = [row.id for row in form.stands if row.id is not None]
        for i, row in enumerate(form.stands):
            if row.aboard is not None and row.aboard not in ids:
                findings.unknown(f"formation[{n}].stands[{i}].aboard", "row of this formation", row.aboard, ids)
        if form.years[0] > form.years[1]:
            findings.add(f"formation[{n}].years", f"{form.years[0]} to {form.years[1]}", "expected first and last year")


def _check_lines(forms: Iterable[FormationForm], lines: Sequence[UnitLine], findings: Findings) -> None:
    by_id = {line.id: line for line in lines}
    for n, form in enumerate(forms):
        for i, row in enumerate(form.stands):
            place = f"formation[{n}].stands[{i}].line"
            line = by_id.get(row.line)
            if line is None:
                findings.unknown(place, "unit line", row.line, [k for k, v in by_id.items() if v.nation == form.nation])
            elif line.nation and line.nation != form.nation:
                findings.add(place, f"{quoted(row.line)} is a line of {line.nation}", f"expected {form.nation}")
            elif line.years[0] > form.years[0] or line.years[1] < form.years[1]:
                years = f"{line.years[0]} to {line.years[1]}"
                findings.add(
                    place,
                    f"{quoted(row.line)} is of {years}",
                    f"the formation lasts {form.years[0]} to {form.years[1]}",
                )
