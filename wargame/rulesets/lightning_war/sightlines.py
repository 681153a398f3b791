"""Lines of sight between two points: what lies in between, and what follows from it.

Rules: LW2-LOS-02 to -05, -08 to -12, LW2-TERR-06, -08, -09, -11, -13, -19.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from wargame.board import Board, Crossing, Eye, Sight, eye, sight
from wargame.engine.rules import cite
from wargame.rulesets.lightning_war import hills
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import ground
from wargame.rulesets.lightning_war.geometry import Point
from wargame.rulesets.lightning_war.ground import CLOSE, DENSE, HILL, OPEN_WOODS, TOWN

_KEPT_LINES = 60_000
EYE_IN = 0.75
"""Heights do not matter for what a line crosses: every counted kind of ground is taken as endlessly high."""


@dataclass(frozen=True)
class Line:
    """The line from A to B. between: drawn features that lie in between (number, class); wood: exactly one open wood
    does. crest_a, crest_b: that end stands just behind a crest which the line crosses. dead: B lies in the dead ground
    of A. same: the drawn features of close ground that hold both ends. why, at, blocker: if it is not open."""

    is_open: bool
    between: tuple[tuple[int, str], ...] = ()
    wood: bool = False
    crest_a: bool = False
    crest_b: bool = False
    dead: bool = False
    same: bool = False
    why: str = ""
    rules: tuple[str, ...] = ()
    at: Point | None = None
    blocker: str | None = None

    def reversed(self) -> tuple[bool, bool]:
        """Crests as seen from B."""
        return self.crest_b, self.crest_a


@dataclass(frozen=True)
class FeatureSight(Sight):
    """The record that the tabletop shows, with this rulebook's verdict."""

    line: Line = Line(False)

    @cached_property
    def blocker(self) -> str | None:
        """Feature that blocks."""
        return self.line.blocker

    @cached_property
    def reason(self) -> Literal["", "through", "depth", "height", "ground"]:  # type: ignore[override]
        """Why it is blocked, in the board's words."""
        if self.line.is_open:
            return ""
        rules = self.line.rules
        return "ground" if "LW2-LOS-10" in rules else "depth" if "LW2-LOS-08" in rules else "through"

    @cached_property
    def blocked_at(self) -> Point | None:
        """Where it is blocked, coming from A."""
        return self.line.at


def record(board: Board, a: Point, b: Point) -> FeatureSight:
    """The sight record of a line between two places, as the tabletop's tool and every rule see it."""
    base = sight(board, eye(board, *a), eye(board, *b))
    found = line(board, a, b)
    return FeatureSight(base.a, base.b, found.is_open, base.code, base.board, base.arrays, found)


def _no_lines(_: Board) -> dict[tuple[Point, Point], Line]:
    return {}


def known_lines(board: Board) -> dict[tuple[Point, Point], Line]:
    """Lines of a board that have been asked for before."""
    return board.part("lines between features", _no_lines)


def line(board: Board, a: Point, b: Point) -> Line:
    """The line from A to B; kept with the board."""
    kept = known_lines(board)
    found = kept.get((a, b))
    if found is None:
        if len(kept) >= _KEPT_LINES:
            kept.clear()
        found = kept[a, b] = _line(board, a, b)
    for rule in ("LW2-LOS-05", "LW2-LOS-11", "LW2-LOS-12", "LW2-TERR-19", *found.rules):
        cite(rule)
    return found


# ---------------------------------------------------------------- one line


@dataclass(frozen=True)
class _Run:
    """Stretches of the line inside one drawn feature, in inches from A."""

    number: int
    kind: str
    stretches: tuple[tuple[float, float], ...]
    name: str
    holds_a: bool
    holds_b: bool
    label: str
    a: Point
    unit: Point


def _line(board: Board, a: Point, b: Point) -> Line:
    length = math.dist(a, b)
    if length < 1e-6:
        return Line(True, same=True)
    runs = _runs(board, a, b, length)
    close = _close_ground(runs, length)
    if isinstance(close, Line):
        return close
    view = hills.over(board, a, b)
    if view.blocked_at is not None:
        why = "the hill rises in between"
        rules = ("LW2-LOS-10", "LW2-TERR-09")
        return Line(False, why=why, rules=rules, at=view.blocked_at, blocker=view.blocker)
    between = [r for r in runs if not (r.holds_a or r.holds_b) and _inches(r.stretches) > _graze()]
    if len(between) >= int(tables()["sight"]["features_in_between_that_always_block"]):
        return _blocked(between, f"{between[0].label} and {between[1].label} lie in between", "LW2-LOS-03")
    if between and between[0].kind in tables()["sight"]["blocks_alone"]:
        rule = {DENSE: "LW2-TERR-06", HILL: "LW2-TERR-09"}.get(between[0].kind, "LW2-TERR-13")
        return _blocked(between, f"{between[0].label} lies in between", "LW2-LOS-04", rule)
    rows = tuple((r.number, r.kind) for r in between)
    wood = bool(between) and between[0].kind == OPEN_WOODS
    return Line(
        True,
        between=rows,
        wood=wood,
        crest_a=view.crest_a,
        crest_b=view.crest_b,
        dead=view.dead,
        same=close,
        rules=(*(("LW2-LOS-02", "LW2-LOS-04") if wood else ()), *_edge_rules(runs)),
    )


def _close_ground(runs: list[_Run], length: float) -> Line | bool:
    """What close ground round an end does: a blocked line, or whether both ends are in one such feature.

    Rules: LW2-LOS-08, LW2-TERR-08, -15, -27.
    """
    depth = float(tables()["sight"]["edge_depth_inches"])
    for run in runs:
        if run.kind not in CLOSE or not (run.holds_a or run.holds_b):
            continue
        if run.holds_a and run.holds_b:
            return True
        first = run.stretches[0] if run.holds_a else run.stretches[-1]
        rest = run.stretches[1:] if run.holds_a else run.stretches[:-1]
        deep = first[1] if run.holds_a else length - first[0]
        if deep > depth + 0.0005 or _inches(rest) > _graze():
            along = min(first[0] + depth, first[1]) if run.holds_a else first[0]
            rule = "LW2-TERR-15" if run.kind in TOWN else "LW2-TERR-08"
            return _stopped(run, "too much of {} lies in between", along, "LW2-LOS-08", rule)
    return False


def _edge_rules(runs: list[_Run]) -> tuple[str, ...]:
    """Who looks out of close ground does so from its edge. Rules: LW2-LOS-08, LW2-TERR-08, -15, -27."""
    found: list[str] = []
    for run in runs:
        if run.kind in CLOSE and run.holds_a != run.holds_b:
            found += ["LW2-LOS-08", *(("LW2-TERR-15", "LW2-TERR-27") if run.kind in TOWN else ("LW2-TERR-08",))]
    return tuple(dict.fromkeys(found))


def _stopped(run: _Run, why: str, along_in: float, *rules: str) -> Line:
    at = (run.a[0] + run.unit[0] * along_in, run.a[1] + run.unit[1] * along_in)
    return Line(False, why=why.format(run.label), rules=rules, at=at, blocker=run.name)


def _blocked(between: list[_Run], why: str, *rules: str) -> Line:
    found = _stopped(between[0], "{} lies in between", between[0].stretches[0][0], *rules)
    return replace(found, between=tuple((r.number, r.kind) for r in between), why=why)


def _runs(board: Board, a: Point, b: Point, length: float) -> list[_Run]:
    made = ground(board)
    rows: dict[int, list[Crossing]] = {}
    for crossing in sight(board, Eye(*a, EYE_IN), Eye(*b, EYE_IN)).crossings:
        if crossing.feature_id in made.drawn:
            rows.setdefault(made.drawn[crossing.feature_id][0], []).append(crossing)
    unit = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
    found = []
    for number, crossings in rows.items():
        stretches = _merged(crossings)
        kind = made.drawn[crossings[0].feature_id][1]
        name = crossings[0].feature_id
        holds_a, holds_b = stretches[0][0] <= 1e-6, stretches[-1][1] >= length - 1e-6
        label = board.feature(name).name or kind.replace("_", " ")
        found.append(_Run(number, kind, stretches, name, holds_a, holds_b, label, a, unit))
    return found


def _merged(crossings: list[Crossing]) -> tuple[tuple[float, float], ...]:
    found: list[tuple[float, float]] = []
    for start, end in sorted((c.enter_in, c.leave_in) for c in crossings):
        if found and start <= found[-1][1] + 1e-9:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return tuple(found)


def _inches(stretches: tuple[tuple[float, float], ...]) -> float:
    return sum(end - start for start, end in stretches)


def _graze() -> float:
    return float(tables()["sight"]["graze_inches"])
