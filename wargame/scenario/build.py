"""From a checked scenario file to the setup of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from wargame.board import snap, snap_facing, snap_point
from wargame.engine.conditions import AnyCondition, Turn
from wargame.engine.setup import (
    Action,
    AreaSetup,
    Arrival,
    ClockSetup,
    Effect,
    GroupSetup,
    HiddenRule,
    Hint,
    LevelRow,
    Line,
    ObjectiveSetup,
    Override,
    Polygon,
    ScoreRow,
    Setup,
    SideSetup,
    Trigger,
    Victory,
    Zone,
)
from wargame.scenario import condition_forms, effect_forms
from wargame.scenario.briefing import one_line
from wargame.scenario.condition_forms import ConditionForm
from wargame.scenario.faults import Findings, quoted
from wargame.scenario.forces import plain
from wargame.scenario.maps import MapData
from wargame.scenario.models import AreaForm, ChangeForm, ScenarioForm
from wargame.scenario.references import References


def build_setup(
    form: ScenarioForm,
    ground: MapData,
    sides: tuple[SideSetup, ...],
    groups: tuple[GroupSetup, ...],
    names: References,
    findings: Findings,
) -> Setup:
    """The setup; notes areas that do not fit the map. Everything else was checked before."""
    return Setup(
        name=form.name,
        title=form.title,
        ruleset=form.ruleset,
        year=int(form.date[:4]),
        table=ground.table,
        features=ground.features,
        sides=sides,
        groups=tuple(_snapped_places(groups)),
        victory=_victory(form),
        turn_limit=form.turns.limit,
        areas=tuple(_areas(form, ground, findings)),
        palette=form.table.palette,
        date=form.date,
        place=form.place,
        options=plain(form.options),
        visibility_in=form.conditions.visibility_in,
        weather=form.conditions.weather,
        clock_start_min=_clock(form.clock.start if form.clock else form.conditions.start_time),
        clock=_running_clock(form),
        minutes_per_turn=form.turns.minutes_per_turn,
        first_player=form.turns.first_player or "",
        notes=tuple(f"{note.title}: {note.text}" for note in form.note),
        left_out=tuple(f"{row.title}: {row.reason}" for row in form.left_out),
        **_places(form),
        **_special_rules(form, names),
    )


def _places(form: ScenarioForm) -> dict[str, Any]:
    return {
        "zones": tuple(
            Zone(id=z.id, name=z.name, polygon=polygon(z.polygon), side=z.side or "", kind=z.kind) for z in form.zone
        ),
        "lines": tuple(
            Line(id=l.id, side=l.side, kind=l.kind, order=l.order, points=polygon(l.points)) for l in form.line
        ),
        "objectives": tuple(
            ObjectiveSetup(
                id=o.id,
                name=o.name,
                x=snap(o.x),
                y=snap(o.y),
                radius_in=o.radius_in,
                points=o.points,
                primary=o.primary,
                holder=o.holder or "",
            )
            for o in form.objective
        ),
        "arrivals": tuple(
            Arrival(
                id=a.id,
                side=a.side,
                groups=tuple(a.groups),
                zones=tuple(a.zones),
                earliest=a.earliest,
                latest=a.latest if a.latest is not None else (a.earliest if a.roll <= 1 else form.turns.limit + 1),
                roll=a.roll,
                sides=a.sides,
                condition=_condition(a.condition),
                note=a.note,
            )
            for a in form.arrival
        ),
    }


def _special_rules(form: ScenarioForm, names: References) -> dict[str, Any]:
    weather = [_change(change) for change in form.conditions.change]
    own = [
        Trigger(
            id=t.id,
            condition=condition_forms.build(t.condition),
            effects=tuple(effect_forms.build(effect) for effect in t.then),
            text=t.text,
            repeat=t.repeat,
        )
        for t in form.trigger
    ]
    return {
        "triggers": tuple(weather + own),
        "overrides": tuple(_overrides(form, names)),
        "actions": tuple(
            Action(
                id=a.id,
                act=a.act,
                text=a.text,
                x=snap(a.x),
                y=snap(a.y),
                radius_in=a.radius_in,
                classes=tuple(a.classes),
                data=plain(a.data) | ({"changes": [effect_forms.change_of(row) for row in a.then]} if a.then else {}),
            )
            for a in form.action
        ),
        "hints": tuple(
            Hint(id=h.id, text=h.text, purpose=h.purpose, side=h.side or "", condition=_condition(h.condition))
            for h in form.hint
        ),
        "hidden": tuple(
            HiddenRule(
                side=h.side,
                classes=tuple(h.classes),
                stands=tuple(stand for name in h.stands for stand in names.rows_named(name)),
                anywhere=h.anywhere,
                all_start_hidden=h.all_start_hidden,
            )
            for h in form.hidden
        ),
    }


def _overrides(form: ScenarioForm, names: References) -> Iterable[Override]:
    for row in form.override:
        yield Override(
            id=row.id,
            text=row.text,
            reason=row.reason,
            field=row.field,
            value=row.value,
            stands=tuple(stand for name in row.stands for stand in names.rows_named(name)),
            groups=tuple(row.groups),
            turns=(row.turns[0], row.turns[1]) if row.turns else None,
            rule=row.rule,
        )


def _victory(form: ScenarioForm) -> Victory:
    return Victory(
        ladder=tuple(
            LevelRow(level=r.level, side=r.side, condition=_condition(r.condition), text=r.text)
            for r in form.victory.level
        ),
        scores=tuple(
            ScoreRow(
                side=s.side, points=s.points, when=s.when, condition=condition_forms.build(s.condition), text=s.text
            )
            for s in form.score
        ),
        ends_when=_condition(form.victory.ends_when),
        text=one_line(form.victory.text),
    )


def _change(change: ChangeForm) -> Trigger:
    effects = []
    if change.visibility_in is not None:
        effects.append(Effect(kind="visibility", data={"inches": change.visibility_in, "text": change.text}))
    if change.weather is not None:
        told = "" if effects else change.text
        effects.append(Effect(kind="weather", data={"weather": change.weather, "text": told}))
    if not effects:
        effects.append(Effect(kind="say", data={"text": change.text}))
    condition = Turn(at_least=change.turn)
    return Trigger(id=f"turn-{change.turn}-conditions", condition=condition, effects=tuple(effects), text=change.text)


def _areas(form: ScenarioForm, ground: MapData, findings: Findings) -> Iterable[AreaSetup]:
    taken: set[str] = set()
    for n, area in enumerate(form.area):
        shape = _area_shape(area, ground, f"area[{n}]", findings)
        if area.feature is not None:
            taken.add(area.feature)
        if shape is not None:
            yield AreaSetup(
                id=area.id,
                kind=area.kind,
                owner=area.owner or "",
                polygon=shape,
                name=area.name,
                known_to=(area.owner,) if area.hidden and area.owner else None,
                data=plain(area.data),
            )
    for feature in ground.secret.values():
        if feature.id not in taken:
            findings.add("area", f"no [[area]] for the {feature.kind} {quoted(feature.id)} of the map", "expected one")


def _area_shape(area: AreaForm, ground: MapData, place: str, findings: Findings) -> Polygon | None:
    if (area.feature is None) == (area.polygon is None):
        findings.add(
            place, "feature and polygon" if area.feature else "neither feature nor polygon", "expected one of them"
        )
        return None
    if area.hidden and area.owner is None:
        findings.add(f"{place}.owner", "missing", "a hidden area has an owner")
    if area.polygon is not None:
        return polygon(area.polygon)
    feature = ground.secret.get(area.feature or "")
    if feature is None:
        findings.unknown(f"{place}.feature", "minefield of the map", area.feature or "", ground.secret)
        return None
    if feature.geometry != "polygon":
        findings.add(f"{place}.feature", f"{quoted(feature.id)} is a {feature.geometry}", "expected a polygon")
        return None
    return feature.rings[0][:-1]


def _snapped_places(groups: Sequence[GroupSetup]) -> Iterable[GroupSetup]:
    for group in groups:
        stands = tuple(
            stand
            if stand.place is None
            else replace(stand, place=(snap(stand.place[0]), snap(stand.place[1]), snap_facing(stand.place[2])))
            for stand in group.stands
        )
        yield replace(group, stands=stands)


def polygon(points: Sequence[Sequence[float]]) -> Polygon:
    """Points of a file as snapped pairs; a repeated first point at the end is left out."""
    found = tuple(snap_point(point[0], point[1]) for point in points)
    return found[:-1] if len(found) > 3 and found[0] == found[-1] else found


def _condition(form: ConditionForm | None) -> AnyCondition | None:
    return None if form is None else condition_forms.build(form)


def _running_clock(form: ScenarioForm) -> ClockSetup | None:
    if form.clock is None:
        return None
    start, end = _clock(form.clock.start) or 0, _clock(form.clock.end) or 0
    return ClockSetup(
        minutes_per_phase=form.clock.minutes_per_command_phase,
        free_phases=form.clock.free_command_phases,
        minutes=(end - start) % 1440 or 1440,
    )


def _clock(text: str | None) -> int | None:
    if text is None:
        return None
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)
