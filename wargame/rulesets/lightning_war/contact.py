"""What a base is in, and what it touches: features, works, walls and hedges. Rules: LW2-GEN-11, LW2-COV-04."""

from __future__ import annotations

from typing import NamedTuple

from wargame.board import Board, Footprint, corners
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.ground import terrain_rows
from wargame.rulesets.lightning_war.state import WarStand
from wargame.rulesets.lightning_war.units import footprint

_KEPT = 60_000


class Touch(NamedTuple):
    """A feature that a base is in or touches: id, terrain line, whether its centre is inside."""

    feature: str
    row: str
    inside: bool


def touches(scene: Scene, stand: WarStand) -> tuple[Touch, ...]:
    """All features whose ground a base is in, or within half an inch of. Rule: LW2-GEN-11."""
    cite("LW2-GEN-11")
    return touched(scene.board, footprint(stand))


def touched(board: Board, base: Footprint) -> tuple[Touch, ...]:
    """The same for a base anywhere; kept with the board."""
    kept: dict[Footprint, tuple[Touch, ...]] = board.part("touched features", lambda _: {})
    found = kept.get(base)
    if found is None:
        if len(kept) >= _KEPT:
            kept.clear()
        found = kept[base] = tuple(_touched(board, base))
    return found


def _touched(board: Board, base: Footprint) -> list[Touch]:
    limit = float(tables()["adjacency"]["touch_tolerance_inches"]) + 0.0005
    reach = limit + base.base.radius
    found = []
    for feature in board.features:
        row = board.row_of(feature)
        if row is None or row not in terrain_rows() or not _may_touch(feature.rings[0], base, reach, feature.width_in):
            continue
        away = board.distance_to(feature.id, base.x, base.y)
        if away <= reach and (away <= limit or _rim_gap(board, feature.id, base) <= limit):
            found.append(Touch(feature.id, row, away <= 1e-9))
    return found


def _may_touch(ring: tuple[tuple[float, float], ...], base: Footprint, reach: float, width: float) -> bool:
    """A quick look at the bounds."""
    spare = reach + width
    return (
        min(p[0] for p in ring) - spare <= base.x <= max(p[0] for p in ring) + spare
        and min(p[1] for p in ring) - spare <= base.y <= max(p[1] for p in ring) + spare
    )


def _rim_gap(board: Board, feature: str, base: Footprint) -> float:
    """Inches from the rim of a base to a feature, at its corners and between them."""
    rim = corners(base).tolist()
    middles = [((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in zip(rim, [*rim[1:], rim[0]])]
    return min(board.distance_to(feature, x, y) for x, y in (*rim, *middles))
