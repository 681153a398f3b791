"""Lint of victory: does every ending have exactly one row, and does every row have an ending?"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from wargame.board import Base
from wargame.engine.conditions import Condition, Groups, Holds, Lead, Score
from wargame.engine.ruleset import UnitLine
from wargame.engine.setup import LevelRow, Setup
from wargame.engine.state import Group, Objective, Side, Stand, State
from wargame.scenario.faults import Findings, quoted
from wargame.scenario.models import ScenarioForm

MOST_ENDINGS = 20_000


@dataclass
class Ending:
    """A made-up end of a battle that conditions can look at: a scene with a judge of its own."""

    setup: Setup
    state: State
    classes: Mapping[str, tuple[str, ...]]
    fates: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """States of groups, in the ruleset's words."""

    @property
    def judge(self) -> Ending:
        """Itself."""
        return self

    def classes_of(self, stand: Stand) -> tuple[str, ...]:
        """Classes of the stand's unit line."""
        return self.classes.get(stand.line, ())

    def group_states(self, state: State, group: str) -> tuple[str, ...]:
        """The fate of the group in this ending."""
        return self.fates.get(group, ())

    def is_lost(self, stand: Stand) -> bool:
        """Whatever has left the battle for good counts as lost."""
        return bool(stand.gone)

    def verdict(self) -> LevelRow | None:
        """First row of the ladder that holds."""
        for row in self.setup.victory.ladder:
            if row.condition is None or row.condition.holds(self):
                return row
        return None


def check_ladder(form: ScenarioForm, findings: Findings) -> None:
    """Note rows out of order: `otherwise` stands last and only there."""
    last = len(form.victory.level) - 1
    for n, row in enumerate(form.victory.level):
        place = f"victory.level[{n}]"
        if n == last and not row.otherwise:
            findings.add(place, "the last row has no otherwise = true", "some endings would have no row")
        if n < last and row.otherwise:
            findings.add(place, "otherwise = true above the last row", "the rows below it are never read")
        if row.otherwise == (row.condition is not None):
            words = "condition and otherwise" if row.otherwise else "no condition"
            findings.add(place, words, "expected one of condition and otherwise = true")


def verdicts(setup: Setup, lines: Sequence[UnitLine]) -> dict[str, LevelRow]:
    """The rows for three endings: all dead on turn 1, nobody moves, each side alone at the turn limit."""
    found: dict[str, LevelRow] = {}
    dead = ending(setup, lines, turn=1)
    for stand in dead.state.stands.values():
        stand.gone, stand.on_table = "destroyed", False
    dead.fates = {group.id: ("destroyed", "broken", "off_table") for group in setup.groups}
    still = ending(setup, lines, turn=setup.turn_limit)
    _score(still)
    _score(dead)
    for name, one in (("all dead on turn 1", dead), ("nobody moves", still)):
        row = one.verdict()
        if row is not None:
            found[name] = row
    for side in setup.sides:
        alone = ending(setup, lines, turn=setup.turn_limit)
        for objective in alone.state.objectives.values():
            objective.holder = side.id
        for stand in alone.state.stands.values():
            if stand.side != side.id:
                stand.gone, stand.on_table = "destroyed", False
        alone.fates = {g.id: ("destroyed", "broken", "off_table") for g in setup.groups if g.side != side.id}
        _score(alone)
        row = alone.verdict()
        if row is not None:
            found[f"{side.name} alone on the table"] = row
    return found


def check_endings(setup: Setup, lines: Sequence[UnitLine], findings: Findings) -> None:
    """Warn about rows of the ladder that no ending of the grid reaches, if the grid knows all that they and the rows
    above them ask for: a row above that asks for the hour may take less than it seems."""
    reached: set[int] = set()
    for one in itertools.islice(endings(setup, lines), MOST_ENDINGS):
        row = one.verdict()
        if row is None:
            findings.add("victory.level", "an ending without a row", "expected otherwise = true in the last row")
            return
        reached.add(next(n for n, r in enumerate(setup.victory.ladder) if r is row))
        if len(reached) == len(setup.victory.ladder):
            return
    known = True
    for n, row in enumerate(setup.victory.ladder):
        known = known and (row.condition is None or all(isinstance(c, _GRID) for c in leaves(row.condition)))
        if n not in reached and known:
            found = f"no ending reaches the row {quoted(row.level)} for {row.side}"
            findings.warn(f"victory.level[{n}]", found, "rows above it take them all")


def endings(setup: Setup, lines: Sequence[UnitLine]) -> Iterator[Ending]:
    """The grid: every holder of every objective, groups broken or not, scores apart by so much, turns."""
    sides = [side.id for side in setup.sides]
    words = sorted({s for c in _conditions(setup) if isinstance(c, Groups) for s in c.states})
    fates = [{}, *({g.id: tuple(words) for g in setup.groups if g.side == side} for side in sides)] if words else [{}]
    limits = sorted({n for c in _conditions(setup) if isinstance(c, Lead | Score) for n in (c.at_least, -c.at_least)})
    leads = [0.0, *limits] if limits else [0.0]
    turns = (setup.turn_limit, 1, max(1, setup.turn_limit // 2))
    holders = [("", *sides, "contested")] * min(len(setup.objectives), 5)
    base = ending(setup, lines, turn=setup.turn_limit)
    for turn, fate, lead in itertools.product(turns, fates, leads):
        for held in itertools.product(*holders):
            base.state.turn, base.fates = turn, fate
            base.state.scores = {sides[0]: max(0.0, lead), sides[1]: max(0.0, -lead)}
            for objective, holder in zip(base.state.objectives.values(), held):
                objective.contested = holder == "contested"
                objective.holder = "" if objective.contested else holder
            yield base


def ending(setup: Setup, lines: Sequence[UnitLine], turn: int) -> Ending:
    """The battle as set up, at the end of this turn: everybody in the middle of his zone, nothing taken."""
    state = State(ruleset=setup.ruleset, turn=turn)
    state.sides = {s.id: Side(id=s.id, name=s.name, nation=s.nation, role=s.role) for s in setup.sides}
    state.scores = {s.id: 0.0 for s in setup.sides}
    state.objectives = {
        o.id: Objective(id=o.id, name=o.name, x=o.x, y=o.y, radius_in=o.radius_in, points=o.points, holder=o.holder)
        for o in setup.objectives
    }
    for group in setup.groups:
        state.groups[group.id] = Group(id=group.id, name=group.name, side=group.side, parent=group.parent)
        x, y = _middle(setup, group.zones)
        for row in group.stands:
            state.stands[row.id] = Stand(
                id=row.id,
                name=row.name,
                side=group.side,
                group=group.id,
                line=row.line,
                base=Base.circle(1.0),
                x=x,
                y=y,
                on_table=not row.off_board,
            )
    return Ending(setup, state, {line.id: line.classes for line in lines})


def leaves(condition: Condition) -> Iterator[Condition]:
    """The conditions inside this one that hold no others."""
    inner = getattr(condition, "of", None)
    if inner is None:
        yield condition
        return
    for part in inner if isinstance(inner, tuple) else (inner,):
        yield from leaves(part)


def _conditions(setup: Setup) -> Iterator[Condition]:
    for row in setup.victory.ladder:
        if row.condition is not None:
            yield from leaves(row.condition)


def _score(one: Ending) -> None:
    """Give the points of the rows that count at the end."""
    for row in one.setup.victory.scores:
        times = row.condition.count(one) if row.when == "stand" else int(row.condition.holds(one))
        if times and row.when != "turn":
            one.state.scores[row.side] = one.state.scores.get(row.side, 0.0) + row.points * times


def _middle(setup: Setup, zones: Iterable[str]) -> tuple[float, float]:
    points = [p for zone in setup.zones if zone.id in set(zones) for p in zone.polygon]
    if not points:
        return (-1.0, -1.0)
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


_GRID = (Holds, Lead, Score, Groups)
