"""Sides, groups and stands: from the file's rows to the stands of a battle, every unit line looked up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wargame.engine.ruleset import UnitLine
from wargame.engine.setup import GroupSetup, SideSetup, StandSetup
from wargame.scenario.faults import Findings, quoted
from wargame.scenario.formations import Formation
from wargame.scenario.models import GroupForm, ScenarioForm, SideForm, StandForm, SupportForm


class Muster:
    """Turns the sides of a scenario into setup rows, noting what does not resolve."""

    def __init__(
        self, form: ScenarioForm, lines: Sequence[UnitLine], formations: Mapping[str, Formation], findings: Findings
    ) -> None:
        self.form = form
        self.lines = {line.id: line for line in lines}
        self.formations = formations
        self.findings = findings
        self.year = int(form.date[:4])

    def sides(self) -> tuple[SideSetup, ...]:
        """The sides in file order."""
        return tuple(
            SideSetup(
                id=side.id, name=side.name, nation=side.nation, role=side.role, aim=side.aim, fields=plain(side.fields)
            )
            for side in self.form.side
        )

    def groups(self) -> tuple[GroupSetup, ...]:
        """All groups, those behind the table last of their side."""
        found: list[GroupSetup] = []
        for s, side in enumerate(self.form.side):
            for g, group in enumerate(side.group):
                found.append(self._group(side, group, f"side[{s}].group[{g}]"))
            for n, support in enumerate(side.support):
                self._check_line(support.line, side, f"side[{s}].support[{n}].line")
                if support.group is None:
                    found.append(self._support_group(side, support))
        return tuple(found)

    def _group(self, side: SideForm, group: GroupForm, place: str) -> GroupSetup:
        rows = [(f"{place}.stands[{n}]", row) for n, row in enumerate(group.stands)]
        if group.formation is not None:
            rows = [(f"{place}.formation", row) for row in self._formation(side, group, place)] + rows
        stands: list[StandSetup] = []
        for where, row in rows:
            self._check_line(row.line, side, f"{where}.line")
            self._check_names(row, where)
            stands += self._stands(group, row, len(stands))
        for support in side.support:
            if support.group == group.id:
                stands += self._off_board(support)
        lost_formation = group.formation is not None and group.formation not in self.formations
        if not stands and not group.muster and not lost_formation:
            self.findings.add(place, f"the group {quoted(group.id)} has no stand", "expected stands or a formation")
        return GroupSetup(
            id=group.id,
            side=side.id,
            name=group.name,
            stands=tuple(stands),
            zones=tuple(group.zones),
            parent=group.parent,
            leader_name=group.leader or "",
            fields=plain(group.fields) | ({"muster": True} if group.muster else {}),
        )

    def _formation(self, side: SideForm, group: GroupForm, place: str) -> tuple[StandForm, ...]:
        formation = self.formations.get(group.formation or "")
        if formation is None:
            self.findings.unknown(f"{place}.formation", "formation", group.formation or "", self.formations)
            return ()
        if formation.nation != side.nation:
            self.findings.add(
                f"{place}.formation", f"{quoted(formation.id)} is of {formation.nation}", f"the side is {side.nation}"
            )
        first, last = formation.years
        if not first <= self.year <= last:
            self.findings.add(
                f"{place}.formation", f"{quoted(formation.id)} is of {first} to {last}", f"the battle is of {self.year}"
            )
        return tuple(_named_in(group.id, row) for row in formation.stands)

    def _stands(self, group: GroupForm, row: StandForm, before: int) -> list[StandSetup]:
        return [
            StandSetup(
                id=_stand_id(group.id, row, n, before),
                name=self._name(row, n),
                line=row.line,
                place=None if row.place is None else (row.place[0], row.place[1], row.place[2]),
                aboard=_carrier_id(row, n),
                off_board=row.off_board,
                fields=plain({**group.every, **row.fields}),
            )
            for n in range(1, row.count + 1)
        ]

    def _name(self, row: StandForm, n: int) -> str:
        if n <= len(row.names):
            return row.names[n - 1]
        line = self.lines.get(row.line)
        base = row.name or (line.name if line else row.line)
        return base if row.count == 1 else f"{base} {n}"

    def _off_board(self, support: SupportForm) -> list[StandSetup]:
        return [
            StandSetup(
                id=f"{support.id}-{n}",
                name=support.name if support.count == 1 else f"{support.name} {n}",
                line=support.line,
                off_board=True,
                fields=plain(support.fields),
            )
            for n in range(1, support.count + 1)
        ]

    def _support_group(self, side: SideForm, support: SupportForm) -> GroupSetup:
        return GroupSetup(id=support.id, side=side.id, name=support.name, stands=tuple(self._off_board(support)))

    def _check_line(self, line_id: str, side: SideForm, place: str) -> None:
        line = self.lines.get(line_id)
        if line is None:
            fitting = [
                i for i, other in self.lines.items() if other.nation == side.nation and _covers(other, self.year)
            ]
            self.findings.unknown(place, "unit line", line_id, fitting or self.lines)
            return
        if line.nation and line.nation not in (side.nation, *side.allies):
            self.findings.add(place, f"{quoted(line_id)} is a line of {line.nation}", f"the side is {side.nation}")
        if not _covers(line, self.year):
            first, last = line.years
            self.findings.add(place, f"{quoted(line_id)} is of {first} to {last}", f"the battle is of {self.year}")

    def _check_names(self, row: StandForm, place: str) -> None:
        if len(row.names) > row.count:
            self.findings.add(f"{place}.names", f"{len(row.names)} names", f"the row has {row.count} stands")
        if row.place is not None and row.count > 1:
            self.findings.add(f"{place}.place", f"one place for {row.count} stands", "give each stand its own row")


def _named_in(group: str, row: StandForm) -> StandForm:
    """A row of a formation with the group's id before its own ids, so that two groups may have one formation."""
    ids = {name: f"{group}-{value}" for name in ("id", "aboard") if (value := getattr(row, name)) is not None}
    return row.model_copy(update=ids)


def plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Fields with tuples for lists, as everything in a setup."""
    return {key: _frozen(value) for key, value in fields.items()}


def _frozen(value: Any) -> Any:
    return tuple(_frozen(inner) for inner in value) if isinstance(value, list) else value


def stand_ids(group: str, rows: Sequence[StandForm]) -> list[list[str]]:
    """Ids of the stands of each row of a group."""
    found: list[list[str]] = []
    before = 0
    for row in rows:
        found.append([_stand_id(group, row, n, before) for n in range(1, row.count + 1)])
        before += row.count
    return found


def _stand_id(group: str, row: StandForm, n: int, before: int) -> str:
    if row.id is None:
        return f"{group}-{before + n}"
    return row.id if row.count == 1 else f"{row.id}-{n}"


def _carrier_id(row: StandForm, n: int) -> str | None:
    if row.aboard is None:
        return None
    return row.aboard if row.count == 1 else f"{row.aboard}-{n}"


def _covers(line: UnitLine, year: int) -> bool:
    return line.years[0] <= year <= line.years[1]
