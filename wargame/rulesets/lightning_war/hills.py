"""Hills: contours in the way, the crest, hull down and dead ground. Rules: LW2-LOS-09, -10, LW2-TERR-09 to -11.

Heights are levels: on a hill drawn as one outline the crest made of it is one level higher than the hill.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

from wargame.board import Board
from wargame.engine.rules import cite
from wargame.rulesets.lightning_war import geometry
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import ground
from wargame.rulesets.lightning_war.geometry import Point, Ring
from wargame.rulesets.lightning_war.ground import HILL


@dataclass(frozen=True)
class Contour:
    """One contour of a hill: its ring, level, whether it is the crest, the feature that it comes from."""

    ring: Ring
    level: float
    is_crest: bool
    feature: str


@dataclass(frozen=True)
class View:
    """What the hills do to a line. crest_a, crest_b: that end stands just behind a crest that the line crosses; dead: B
    is in the dead ground of A."""

    blocked_at: Point | None = None
    blocker: str | None = None
    crest_a: bool = False
    crest_b: bool = False
    dead: bool = False


def contours(board: Board) -> tuple[tuple[Contour, ...], ...]:
    """The hills of a board, each as its contours from the lowest up. Rule: LW2-LOS-09."""
    cite("LW2-LOS-09")
    return board.part("contours of hills", _contours)


def _contours(board: Board) -> tuple[tuple[Contour, ...], ...]:
    made = ground(board)
    found = []
    for names in made.members.values():
        if made.drawn[names[0]][1] != HILL:
            continue
        features = sorted((board.feature(name) for name in names), key=lambda f: f.height)
        top = features[-1].height
        single = len(features) == 1
        rows = [Contour(f.rings[0], f.height, not single and f.height >= top, f.id) for f in features]
        if single:
            scale = float(tables()["sight"]["single_contour_crest_scale"])
            rows.append(Contour(geometry.shrunk(features[0].rings[0], scale), top + 1.0, True, features[0].id))
        found.append(tuple(rows))
    return tuple(found)


def level_on(hill: tuple[Contour, ...], x: float, y: float) -> float:
    """Level of a point on a hill, 0 off it."""
    return max((c.level for c in hill if geometry.is_in(c.ring, x, y)), default=0.0)


@functools.cache
def _reach() -> float:
    return float(tables()["sight"]["crest_position_inches"])


def behind_crest(hill: tuple[Contour, ...], x: float, y: float) -> bool:
    """Does a point of the hill lie outside the crest, no more than an inch from it? Rule: LW2-LOS-10."""
    if level_on(hill, x, y) <= 0.0:
        return False
    return any(
        c.is_crest and not geometry.is_in(c.ring, x, y) and geometry.to_ring(c.ring, x, y) <= _reach() + 0.0005
        for c in hill
    )


def over(board: Board, a: Point, b: Point) -> View:
    """What the hills on which an end stands do to the line from A to B. Rules: LW2-LOS-10, LW2-TERR-11."""
    crest_a = crest_b = dead = False
    for hill in contours(board):
        level_a, level_b = level_on(hill, *a), level_on(hill, *b)
        if max(level_a, level_b) <= 0.0:
            continue
        near_a, near_b = behind_crest(hill, *a), behind_crest(hill, *b)
        for contour in hill:
            if contour.level <= max(level_a, level_b):
                continue
            runs = geometry.runs(contour.ring, a, b)
            if sum(end - start for start, end in runs) <= float(tables()["sight"]["graze_inches"]):
                continue
            if not (contour.is_crest and (near_a or near_b)):
                return View(_along(a, b, runs[0][0]), contour.feature)
            crest_a, crest_b = crest_a or near_a, crest_b or near_b
            dead = dead or (near_a and level_b > 0.0)
    return View(crest_a=crest_a, crest_b=crest_b, dead=dead)


def _along(a: Point, b: Point, inches: float) -> Point:
    share = inches / max(math.dist(a, b), 1e-9)
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
