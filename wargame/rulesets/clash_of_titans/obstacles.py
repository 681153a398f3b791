"""Getting over walls, ditches and wire, and uphill: what a path pays besides its inches.

Rules: NUT-MOVE-06, -07, NUT-TERR-06.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from wargame.board import Board
from wargame.board.crossed import crossed as crossed_by
from wargame.board.movement import Stretch, stretches
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import passages
from wargame.rulesets.clash_of_titans.data import meta
from wargame.rulesets.clash_of_titans.ground import INDOORS, lump
from wargame.rulesets.clash_of_titans.state import ClashStand

Point = tuple[float, float]
START_IN = 1e-6
HOUSE, WALL = "house", "wall without an opening"
"""Rows of crossings that are no rows of the chart: an opening of a house, and where there is none."""
DITCHES = ("gully, ditch",)
"""Rows that are paid for on entering and on leaving (NUT-MOVE-06)."""
WIRE_IN = 2.0
"""A move through wire is as long as this, and nothing more (NUT-MOVE-07)."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """Something that a path gets over: where (inches along it), the row of the chart, what it costs."""

    at_in: float
    row: str
    cost_in: float
    feature: str
    note: str = ""


def crossed(
    scene: Scene,
    stand: ClashStand,
    path: Sequence[Point],
    ground: Sequence[Stretch] | None = None,
    inside: passages.Indoors | None = None,
) -> tuple[Crossing, ...]:
    """All that a path gets over, in order; what it begins in was paid for before.

    `ground`, `inside`: its stretches and what it does with buildings, where they are known already.
    Rules: NUT-MOVE-06, NUT-TERR-06.
    """
    found: list[Crossing] = []
    last = ("", "")
    for stretch in ground if ground is not None else stretches(scene.board, path, INDOORS):
        here = (stretch.feature_id or "", stretch.row) if lump(stretch.row) else ("", "")
        if here != last and stretch.start_in > START_IN:
            if last[1] in DITCHES:
                found.append(_crossing(scene, stand, stretch.start_in, last[1], last[0], "out of"))
            if here[1]:
                found.append(_crossing(scene, stand, stretch.start_in, here[1], here[0], "over"))
        last = here
    found += _climbs(scene.board, path)
    inside = inside or indoors(scene, stand, path)
    found += [Crossing(p.at_in, HOUSE, p.cost_in, p.feature, p.note) for p in inside.passages]
    if inside.refusal is not None:
        found.append(Crossing(inside.refused_at_in, WALL, 0.0, "", ""))
    return tuple(sorted(found, key=lambda c: c.at_in))


def _is_hurried(scene: Scene, stand: ClashStand, path: Sequence[Point]) -> bool:
    """Would he have gone farther than his normal move at the end of a path? Rule: NUT-BLDG-05."""
    from wargame.rulesets.clash_of_titans import movement, standing

    full = movement.full_move(standing.state_of(scene), stand)
    return stand.fast_passed is not None and stand.moved_in + movement.length(path) > full + movement.SLACK


def indoors(scene: Scene, stand: ClashStand, path: Sequence[Point]) -> passages.Indoors:
    """What a path does with the buildings in its way. Rules: NUT-BLDG-04, -05."""
    from wargame.rulesets.clash_of_titans import movement, standing

    return passages.along(scene, stand, path, movement.full_move(standing.state_of(scene), stand))


def _crossing(scene: Scene, stand: ClashStand, at_in: float, row: str, feature: str, way: str) -> Crossing:
    from wargame.rulesets.clash_of_titans import movement, standing

    cite("NUT-MOVE-06")
    word = lump(row)
    cost = movement.full_move(standing.state_of(scene), stand) if word == "whole" else 0.0
    if word.isdigit():
        cost = float(word)
    return Crossing(at_in, row, cost, feature, f"{way} {row.split(',')[0]}")


def _climbs(board: Board, path: Sequence[Point]) -> list[Crossing]:
    """Contours that the path goes up over: the height of each level is paid once more. Rule: NUT-TERR-06."""
    if not any(feature.kind == "hill" for feature in board.features):
        return []
    cite("NUT-TERR-06")
    legs = np.array([(*a, *b) for a, b in pairwise(path)], np.float64)
    starts = np.concatenate([[0.0], np.cumsum([math.dist(a, b) for a, b in pairwise(path)])])
    runs = crossed_by(board, frozenset({"hill"}), legs)
    found = []
    for leg, feature, enter in zip(runs.line.tolist(), runs.feature.tolist(), runs.enter.tolist(), strict=True):
        if enter > 1e-6:
            at = float(starts[leg] + enter * (starts[leg + 1] - starts[leg]))
            found.append(
                Crossing(at, "hill slope", float(meta()["level_height"]), board.features[feature].id, "uphill")
            )
    return found


def refusal(
    scene: Scene, stand: ClashStand, path: Sequence[Point], crossings: Sequence[Crossing], mode: str
) -> tuple[Refusal, float] | None:
    """Why these may not be crossed in this way of moving, and where (inches). Rule: NUT-MOVE-07."""
    wall = next((c for c in crossings if c.row == WALL), None)
    if wall is not None:
        inside = indoors(scene, stand, path)
        assert inside.refusal is not None
        return inside.refusal, wall.at_in
    house = next((c for c in crossings if c.row == HOUSE), None)
    if house is not None and (mode == "fast" or _is_hurried(scene, stand, path)):
        text = "Nobody moves fast inside a building."
        return Refusal(text=text, rules=(cite("NUT-BLDG-05"),), about=stand.id), house.at_in
    wire = next((c for c in crossings if c.row == "barbed wire"), None)
    if wire is not None and mode != "wire":
        cite("NUT-MOVE-07")
        text = "Barbed wire is crossed only by a move through wire, which is tested for."
        return Refusal(text=text, rules=("NUT-MOVE-07",), about=stand.id), wire.at_in
    if mode == "wire" and wire is None:
        return Refusal(text="There is no wire on this path.", rules=(cite("NUT-MOVE-07"),), about=stand.id), 0.0
    return None


def into_wire(scene: Scene, stand: ClashStand, path: Sequence[Point], inches: float) -> tuple[Point, ...]:
    """The part of a path through wire that a man gets: all, or only so many inches into it. Rule: NUT-MOVE-07."""
    from wargame.rulesets.clash_of_titans import movement

    if inches >= WIRE_IN:
        return tuple(path)
    if inches <= 0.0:
        return ()
    full = ((stand.x, stand.y), *path)
    wire = next((c for c in crossed(scene, stand, full) if c.row == "barbed wire"), None)
    start = wire.at_in if wire is not None else 0.0
    return movement.cut(full, min(start + inches, movement.length(full)))[1:]
