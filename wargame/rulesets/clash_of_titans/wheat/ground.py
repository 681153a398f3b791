"""Wheat as ground: what it does to movement and sight, as the supplement states it.

The core knows crops; wheat is the crop of these battles, and what it does there is told with the rules of this chapter:
nothing is added to what the core counts already. Rules: COT-SCN-05 to -09.
"""

from __future__ import annotations

from itertools import pairwise
from typing import cast

import numpy as np

from wargame.board import crossed
from wargame.engine.chapters import Occasion
from wargame.engine.dice import Modifier
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans.state import ClashState
from wargame.rulesets.clash_of_titans.wheat.charts import field

Point = tuple[float, float]


def kinds() -> frozenset[str]:
    """Kinds of the map that are wheat."""
    return frozenset(field()["kinds"])


def inches_in_wheat(scene: Scene, path: tuple[Point, ...]) -> float:
    """How much of a path lies in standing wheat."""
    legs = np.array([(*a, *b) for a, b in pairwise(path)], np.float64).reshape(-1, 4)
    across = crossed(scene.board, kinds(), legs)
    lengths = np.hypot(legs[:, 2] - legs[:, 0], legs[:, 3] - legs[:, 1])
    return float(((across.leave - across.enter) * lengths[across.line]).sum())


def slower(scene: Scene, occasion: Occasion) -> list[Modifier]:
    """Wheat takes a quarter of the speed of men and crewed guns, and nothing of a vehicle's. Rules: COT-SCN-05, -06."""
    stand = cast(ClashState, scene.state).stands[occasion.stand]
    inches = inches_in_wheat(scene, tuple(occasion.facts["path"]))
    if inches <= 0.01:
        return []
    if stand.is_vehicle:
        return [Modifier("wheat does not slow it", rule=cite("COT-SCN-05"))]
    return [Modifier(f"{inches:.1f} in of wheat at {field()['foot_share']:.0%}", rule=cite("COT-SCN-06"))]


def hides(scene: Scene, occasion: Occasion) -> list[Modifier]:
    """Who stands in wheat is concealed: a vehicle wherever it is, men at its edge and inside.

    Rules: COT-SCN-05, -07, -08, -09.
    """
    state = cast(ClashState, scene.state)
    stand = state.stands[occasion.stand]
    body = state.stands[stand.carrier] if stand.carrier else stand
    here = [f.id for f in scene.board.features_at(body.x, body.y) if f.kind in kinds()]
    if not here:
        return []
    if body.is_vehicle:
        return [Modifier("in wheat", rule=cite("COT-SCN-05"))]
    deep = depth_in(scene, (body.x, body.y))
    if deep < float(field()["from_men_in"]):
        return [Modifier("at the edge of wheat", rule=cite("COT-SCN-08"))]
    return [Modifier("in wheat", rule=cite("COT-SCN-07")), Modifier("deep in wheat", rule=cite("COT-SCN-09"))]


def depth_in(scene: Scene, at: Point) -> float:
    """Inches from a place in wheat to its nearest edge, 0 outside."""
    deep = 0.0
    for feature in scene.board.features_at(*at):
        if feature.kind in kinds():
            ring = np.array(feature.rings[0], np.float64)
            deep = max(deep, float(_to_ring(ring, at)))
    return deep


def _to_ring(ring: np.ndarray[tuple[int, int], np.dtype[np.float64]], at: Point) -> float:
    a, b = ring[:-1], ring[1:]
    d = b - a
    length = np.maximum((d * d).sum(axis=1), 1e-12)
    t = np.clip(((np.array(at) - a) * d).sum(axis=1) / length, 0.0, 1.0)
    return float(np.hypot(*(a + d * t[:, None] - np.array(at)).T).min())


def is_in_wheat(scene: Scene, at: Point) -> bool:
    """Does a place lie in standing wheat?"""
    return any(f.kind in kinds() for f in scene.board.features_at(*at))
