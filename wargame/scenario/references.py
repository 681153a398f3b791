"""Names inside a scenario: every id once, every id that is named exists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, get_args

from wargame.engine.events import AnyEvent
from wargame.engine.setup import GroupSetup
from wargame.scenario import condition_forms
from wargame.scenario.condition_forms import ConditionForm, EventForm
from wargame.scenario.faults import Findings, quoted
from wargame.scenario.models import ScenarioForm

EVENT_KINDS = frozenset(kind.__name__ for kind in get_args(AnyEvent))
"""Kinds of event that conditions can count."""


class References:
    """Checks the names of one scenario; `groups` are its groups with all their stands."""

    def __init__(self, form: ScenarioForm, groups: Sequence[GroupSetup], findings: Findings) -> None:
        self.form, self.findings = form, findings
        self.sides = {side.id for side in form.side}
        self.groups = {group.id: group for group in groups}
        self.stands = {stand.id for group in groups for stand in group.stands}
        self.zones = {zone.id: zone for zone in form.zone}
        self.objectives = {objective.id for objective in form.objective}

    def check(self) -> None:
        """Note everything that does not fit together."""
        self._double_ids()
        self._sides_of_rows()
        self._groups()
        self._arrivals()
        self._rules_rows()
        self._conditions()

    def _double_ids(self) -> None:
        form = self.form
        for name in ("side", "zone", "line", "arrival", "objective", "area", "trigger", "override", "action", "hint"):
            rows: Sequence[Any] = getattr(form, name)
            self._twice(name, [row.id for row in rows])
        seen: dict[str, str] = {}
        for group in self.groups.values():
            for stand in group.stands:
                if stand.id in seen or stand.id in self.groups:
                    other = seen.get(stand.id, "a group")
                    self.findings.add(
                        f"side.group ({group.id})", f"a second stand {quoted(stand.id)}", f"also in {other}"
                    )
                seen[stand.id] = f"group {group.id!r}"
        ids = [group.id for side in form.side for group in side.group]
        ids += [support.id for side in form.side for support in side.support if support.group is None]
        for double in sorted({i for i in ids if ids.count(i) > 1}):
            self.findings.add("side.group", f"the group id {quoted(double)} stands twice", "an id names one group")
        for side in form.side:
            if side.id in ("a", "b", "draw", "none"):
                self.findings.add("side", f"a side is called {quoted(side.id)}", "that word has a meaning of its own")

    def _twice(self, name: str, ids: list[str]) -> None:
        for n, one in enumerate(ids):
            if one in ids[:n]:
                self.findings.add(f"{name}[{n}].id", f"{quoted(one)} stands twice", f"an id names one {name}")

    def _known(self, place: str, what: str, name: str | None, names: Iterable[str]) -> None:
        if name is not None and name not in names:
            self.findings.unknown(place, what, name, names)

    def _sides_of_rows(self) -> None:
        form = self.form
        self._known("suggested_side", "side", form.suggested_side, self.sides)
        self._known("turns.first_player", "side", form.turns.first_player, self.sides)
        self._known("solo.side", "side", form.solo.side if form.solo else None, self.sides)
        for name in ("zone", "line", "arrival", "score", "hint", "hidden"):
            for n, row in enumerate(getattr(form, name)):
                self._known(f"{name}[{n}].side", "side", row.side, self.sides)
        for n, objective in enumerate(form.objective):
            self._known(f"objective[{n}].holder", "side", objective.holder, self.sides)
        for n, area in enumerate(form.area):
            self._known(f"area[{n}].owner", "side", area.owner, self.sides)
        for n, level in enumerate(form.victory.level):
            self._known(f"victory.level[{n}].side", "side", level.side, self.sides | {"draw"})
        for side in form.balance.helps:
            self._known(f"balance.helps.{side}", "side", side, self.sides)

    def _groups(self) -> None:
        arriving = {g for arrival in self.form.arrival for g in arrival.groups}
        for s, side in enumerate(self.form.side):
            own = {g.id for g in side.group}
            for g, group in enumerate(side.group):
                place = f"side[{s}].group[{g}]"
                self._known(f"{place}.parent", "group of this side", group.parent, own)
                self._zones_of(f"{place}.zones", group.zones, side.id)
                on_table = any(not stand.off_board and stand.place is None for stand in self._stands_of(group.id))
                if not group.zones and group.id not in arriving and on_table:
                    self.findings.add(f"{place}.zones", "the group has no zone and no arrival", "expected a zone")
                for n, row in enumerate(group.stands):
                    carrier = f"{row.aboard}-1" if row.aboard and row.count > 1 else row.aboard
                    self._known(f"{place}.stands[{n}].aboard", "stand", carrier, self.stands)
            for n, support in enumerate(side.support):
                self._known(f"side[{s}].support[{n}].group", "group of this side", support.group, own)
        self._circles()
        self._carriers()

    def _circles(self) -> None:
        for group in self.groups.values():
            chain, here = [group.id], group.parent
            while here in self.groups and here not in chain:
                chain.append(here)
                here = self.groups[here].parent
            if here in chain:
                self.findings.add(
                    "side.group", f"the parents of {quoted(group.id)} lead in a circle", "a chain that ends"
                )
                return

    def _carriers(self) -> None:
        sides = {stand.id: group.side for group in self.groups.values() for stand in group.stands}
        carriers = {s.id: s.aboard for group in self.groups.values() for s in group.stands if s.aboard in sides}
        for stand, carrier in carriers.items():
            if sides[stand] != sides[carrier]:
                self.findings.add(
                    "side.group", f"{quoted(stand)} is aboard {quoted(carrier)} of the enemy", "a stand of its own side"
                )
            chain, here = [stand], carrier
            while here in carriers and here not in chain:
                chain.append(here)
                here = carriers[here]
            if here in chain:
                self.findings.add(
                    "side.group", f"the carriers of {quoted(stand)} lead in a circle", "a chain that ends"
                )
                return

    def _stands_of(self, group: str) -> tuple[Any, ...]:
        found = self.groups.get(group)
        return found.stands if found else ()

    def _zones_of(self, place: str, zones: Iterable[str], side: str) -> None:
        for name in zones:
            self._known(place, "zone", name, self.zones)
            zone = self.zones.get(name)
            if zone is not None and zone.side not in (None, side):
                self.findings.add(place, f"zone {quoted(name)} is of {zone.side}", f"the row is of {side}")

    def _arrivals(self) -> None:
        brought: set[str] = set()
        for n, arrival in enumerate(self.form.arrival):
            place = f"arrival[{n}]"
            for group in arrival.groups:
                self._known(f"{place}.groups", "group", group, self.groups)
                found = self.groups.get(group)
                if found is not None and found.side != arrival.side:
                    self.findings.add(
                        f"{place}.groups", f"{quoted(group)} is of {found.side}", f"the arrival is of {arrival.side}"
                    )
                if group in brought:
                    self.findings.add(f"{place}.groups", f"{quoted(group)} arrives twice", "one arrival for each group")
                brought.add(group)
            self._zones_of(f"{place}.zones", arrival.zones, arrival.side)
            if arrival.latest is not None and arrival.latest < arrival.earliest:
                self.findings.add(f"{place}.latest", f"turn {arrival.latest}", f"not before turn {arrival.earliest}")
            if arrival.roll > arrival.sides:
                self.findings.add(
                    f"{place}.roll", f"{arrival.roll} or more on a d{arrival.sides}", "expected a roll that can succeed"
                )
            if arrival.earliest > self.form.turns.limit:
                self.findings.add(
                    f"{place}.earliest",
                    f"turn {arrival.earliest}",
                    f"the battle ends after turn {self.form.turns.limit}",
                )

    def _rules_rows(self) -> None:
        form = self.form
        for name in ("override", "hidden"):
            for n, row in enumerate(getattr(form, name)):
                for stand in row.stands:
                    if not self.rows_named(stand):
                        self.findings.unknown(f"{name}[{n}].stands", "stand", stand, self.stands)
        for n, override in enumerate(form.override):
            for group in override.groups:
                self._known(f"override[{n}].groups", "group", group, self.groups)
            if override.turns and override.turns[0] > override.turns[1]:
                self.findings.add(
                    f"override[{n}].turns",
                    f"{override.turns[0]} to {override.turns[1]}",
                    "expected first and last turn",
                )
            if not override.field and not override.rule:
                self.findings.add(f"override[{n}]", "neither field nor rule", "expected what is changed")
        for n, trigger in enumerate(form.trigger):
            for e, effect in enumerate(trigger.then):
                self._effect(f"trigger[{n}].then[{e}]", effect)

    def rows_named(self, name: str) -> tuple[str, ...]:
        """Stands that a name means: the stand of this id, or all of the row of this id."""
        if name in self.stands:
            return (name,)
        return tuple(s for s in sorted(self.stands) if s.rpartition("-")[0] == name and s.rpartition("-")[2].isdigit())

    def _effect(self, place: str, effect: Any) -> None:
        for group in getattr(effect, "groups", ()):
            self._known(f"{place}.groups", "group", group, self.groups)
            if effect.do == "arrive" and group not in {g for a in self.form.arrival for g in a.groups}:
                self.findings.add(
                    f"{place}.groups", f"{quoted(group)} has no arrival", "expected a group of an [[arrival]]"
                )
        for name in ("side", "owner"):
            self._known(f"{place}.{name}", "side", getattr(effect, name, None), self.sides)

    def _conditions(self) -> None:
        form = self.form
        rows: list[tuple[str, ConditionForm | None]] = [("victory.ends_when", form.victory.ends_when)]
        rows += [(f"victory.level[{n}].condition", row.condition) for n, row in enumerate(form.victory.level)]
        for name in ("score", "arrival", "trigger", "hint"):
            rows += [(f"{name}[{n}].condition", row.condition) for n, row in enumerate(getattr(form, name))]
        for place, condition in rows:
            if condition is not None:
                self._condition(place, condition)

    def _condition(self, place: str, form: ConditionForm) -> None:
        inner = getattr(form, form.kind)
        inside = condition_forms.parts(form)
        for step, part in inside:
            self._condition(f"{place}.{step}", part)
        if not inside:
            self._leaf(f"{place}.{form.kind}", inner)

    def _leaf(self, where: str, inner: Any) -> None:
        self._known(f"{where}.side", "side", getattr(inner, "side", None), self.sides)
        self._known(f"{where}.objective", "objective", getattr(inner, "objective", None), self.objectives)
        self._known(f"{where}.zone", "zone", getattr(inner, "zone", None), self.zones)
        for objective in getattr(inner, "objectives", None) or ():
            self._known(f"{where}.objectives", "objective", objective, self.objectives)
        for group in getattr(inner, "groups", ()):
            self._known(f"{where}.groups", "group", group, self.groups)
        if isinstance(inner, EventForm):
            self._known(f"{where}.kind", "kind of event", inner.kind, EVENT_KINDS)
            names = self.sides | set(self.groups) | self.stands | self.objectives
            self._known(f"{where}.who", "stand, group, side or objective", inner.who or None, names)
