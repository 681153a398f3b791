"""What a player reads before the battle: history, aims, forces, special rules. Plain data for screens and reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wargame.engine.options import RuleOption
from wargame.engine.ruleset import UnitLine
from wargame.engine.setup import GroupSetup, StandSetup
from wargame.scenario.models import ScenarioForm


@dataclass(frozen=True, slots=True)
class Meta:
    """The head of a scenario, for lists."""

    name: str
    title: str
    ruleset: str
    kind: str
    date: str
    place: str
    difficulty: str
    playing_time_min: int
    suggested_side: str
    related: tuple[str, ...]
    table_in: tuple[float, float]
    turns: int
    sides: tuple[str, ...]
    stands: Mapping[str, int | None]
    """Stands of each side that come on the table; None where they are mustered."""
    palette: str


@dataclass(frozen=True, slots=True)
class ForceRow:
    """`count` stands of one kind in a group."""

    count: int
    name: str
    line: str
    off_board: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class ForceGroup:
    """A group in the order of battle; `comes` says when and how, if it is not there from the start."""

    id: str
    side: str
    name: str
    leader: str
    rows: tuple[ForceRow, ...]
    comes: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """One special rule. `kind`: note, option, override, trigger, action, area, hidden, left_out."""

    kind: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Briefing:
    """All of it, in reading order. Side texts are by side id."""

    history: str
    outcome: str
    doubt: str
    conditions: tuple[tuple[str, str], ...]
    """Caption and words: light, weather, visibility, ground, air."""
    table_note: str
    stand_scale: str
    sides: tuple[tuple[str, str, str], ...]
    """Id, name and role."""
    aims: Mapping[str, str]
    colours: Mapping[str, str]
    forces: tuple[ForceGroup, ...]
    victory: str
    ladder: tuple[tuple[str, str, str], ...]
    """Level, winner and words, from the top."""
    objectives: tuple[tuple[str, str, float, bool], ...]
    """Id, name, points, primary."""
    special_rules: tuple[SpecialRule, ...]
    balance: str
    helps: Mapping[str, str]
    solo_side: str
    solo: str


def meta_of(form: ScenarioForm, groups: Sequence[GroupSetup], table_in: tuple[float, float]) -> Meta:
    """The head of a scenario."""
    counts: dict[str, int | None] = {}
    for side in form.side:
        own = [stand for group in groups if group.side == side.id for stand in group.stands]
        mustered = any(group.muster for group in side.group)
        counts[side.id] = None if mustered else sum(not stand.off_board for stand in own)
    return Meta(
        name=form.name,
        title=form.title,
        ruleset=form.ruleset,
        kind=form.kind,
        date=form.date,
        place=form.place,
        difficulty=form.difficulty,
        playing_time_min=form.playing_time_min,
        suggested_side=form.suggested_side or "",
        related=tuple(form.related),
        table_in=table_in,
        turns=form.turns.limit,
        sides=tuple(side.id for side in form.side),
        stands=counts,
        palette=form.table.palette,
    )


def briefing_of(
    form: ScenarioForm, groups: Sequence[GroupSetup], lines: Sequence[UnitLine], options: Sequence[RuleOption]
) -> Briefing:
    """The briefing of a scenario."""
    return Briefing(
        history=one_line(form.history.background),
        outcome=one_line(form.history.outcome),
        doubt=one_line(form.history.doubt),
        conditions=_conditions(form),
        table_note=one_line(form.table.note),
        stand_scale=form.table.stand_scale,
        sides=tuple((side.id, side.name, side.role) for side in form.side),
        aims={side.id: one_line(side.aim) for side in form.side},
        colours={side.id: side.colour for side in form.side if side.colour},
        forces=tuple(_force(form, group, lines) for group in groups),
        victory=one_line(form.victory.text),
        ladder=tuple((row.level, row.side, row.text) for row in form.victory.level),
        objectives=tuple((o.id, o.name, o.points, o.primary) for o in form.objective),
        special_rules=tuple(_rules(form, options)),
        balance=one_line(form.balance.note),
        helps=dict(form.balance.helps),
        solo_side=form.solo.side if form.solo else "",
        solo=one_line(form.solo.opponent) if form.solo else "",
    )


def one_line(text: str) -> str:
    """Wrapped text of a file as one flowing text; blank lines stay as breaks."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))


def _conditions(form: ScenarioForm) -> tuple[tuple[str, str], ...]:
    c = form.conditions
    rows = [("Season", c.season), ("Begins", c.start_time or ""), ("Light", c.light), ("Weather", c.weather)]
    rows.append(("Visibility", f"{c.visibility_in:g} in" if c.visibility_in is not None else ""))
    rows += [("Ground", c.ground), ("Air", c.air), ("Note", one_line(c.note))]
    rows += [(f"From turn {change.turn}", change.text) for change in c.change]
    return tuple((caption, words) for caption, words in rows if words)


def _force(form: ScenarioForm, group: GroupSetup, lines: Sequence[UnitLine]) -> ForceGroup:
    names = {line.id: line.name for line in lines}
    rows: dict[tuple[str, str, bool], int] = {}
    for stand in group.stands:
        key = (common_name(stand, group) or names.get(stand.line, stand.line), stand.line, stand.off_board)
        rows[key] = rows.get(key, 0) + 1
    notes = {g.id: one_line(g.note) for side in form.side for g in side.group}
    notes |= {s.id: one_line(s.note) for side in form.side for s in side.support}
    return ForceGroup(
        id=group.id,
        side=group.side,
        name=group.name,
        leader=group.leader_name,
        rows=tuple(ForceRow(count, key[0], key[1], key[2]) for key, count in rows.items()),
        comes=_comes(form, group.id),
        note=notes.get(group.id, ""),
    )


def common_name(stand: StandSetup, group: GroupSetup) -> str:
    """The name without the number that tells like stands apart; `PaK 38` and `T-34/76` keep theirs."""
    stem, _, number = stand.name.rpartition(" ")
    likes = sum(1 for s in group.stands if s.line == stand.line and s.name.rpartition(" ")[0] == stem)
    return stem if number.isdigit() and stem and likes > 1 else stand.name


def _comes(form: ScenarioForm, group: str) -> str:
    for arrival in form.arrival:
        if group in arrival.groups:
            when = f"from turn {arrival.earliest}" if arrival.roll > 1 else f"on turn {arrival.earliest}"
            roll = f" on {arrival.roll}+ of a d{arrival.sides}" if arrival.roll > 1 else ""
            last = f", turn {arrival.latest} at the latest" if arrival.latest and arrival.roll > 1 else ""
            return when + roll + last + (f" ({arrival.note})" if arrival.note else "")
    return ""


def _rules(form: ScenarioForm, options: Sequence[RuleOption]) -> list[SpecialRule]:
    titles = {option.id: option.title for option in options}
    rules = [SpecialRule("note", note.title, one_line(note.text)) for note in form.note]
    rules += [SpecialRule("option", titles.get(k, k), _switched(v)) for k, v in form.options.items()]
    rules += [SpecialRule("override", row.text, row.reason) for row in form.override]
    rules += [SpecialRule("trigger", row.id, row.text) for row in form.trigger if row.text]
    rules += [SpecialRule("action", row.act, row.text) for row in form.action]
    rules += [SpecialRule("area", area.kind, area.name) for area in form.area if not area.hidden]
    rules += [SpecialRule("hidden", "Hidden set-up", one_line(row.text)) for row in form.hidden if row.text]
    rules += [SpecialRule("left_out", row.title, one_line(row.reason)) for row in form.left_out]
    return rules


def _switched(value: object) -> str:
    return {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)
