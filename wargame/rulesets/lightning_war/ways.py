"""Ways worth a thought: into the places that one move can reach. Rules: LW2-MOVE-01, -18, -19."""

from __future__ import annotations

import math

import numpy as np

from wargame.board import route, snap
from wargame.engine.dice import Chance
from wargame.engine.ruleset import Scene
from wargame.engine.view import View
from wargame.rulesets.lightning_war import movement, units
from wargame.rulesets.lightning_war.features import ground
from wargame.rulesets.lightning_war.location import standing_goals
from wargame.rulesets.lightning_war.places_worth import worth_of_places
from wargame.rulesets.lightning_war.state import Point, WarStand

Path = tuple[Point, ...]
POINTS = 14
TRIES = 3
NEAR_IN = 0.3
BEST, TRIED = 4, 24
"""So many of the best ways are enough for the computer, found with so many tries at the most."""


def ends(scene: Scene, stand: WarStand, most: int = POINTS) -> list[Point]:
    """Points of the places within one move that are worth a thought, objectives and enemies' surroundings first."""
    made = ground(scene.board)
    allowed = movement.goals(scene, stand)
    rows = [p for p in standing_goals(scene, stand.side) if made.spot(*p).place in allowed]
    for place in allowed:
        rows += made.index.near(place, stand.x, stand.y, most)
    snapped = [(snap(x), snap(y)) for x, y in rows]
    return [p for p in dict.fromkeys(snapped) if math.dist(p, (stand.x, stand.y)) > NEAR_IN]


def way_to(scene: Scene, stand: WarStand, end: Point) -> Path | None:
    """A way to a point: straight, else round what is in the way; None if none is legal."""
    straight = movement.plan(scene, stand, (end,)).price
    if straight.refusal is None:
        return (end,)
    if not any(rule in ("LW2-MOVE-09", "LW2-MOVE-10", "LW2-MOVE-19") for rule in straight.refusal.rules):
        return None
    found = route(scene.board, (stand.x, stand.y), end, units.movement_class(stand))
    if found is None or len(found.points) < 3:
        return None
    path = tuple((snap(x), snap(y)) for x, y in found.points[1:])
    return path if movement.plan(scene, stand, path).price.refusal is None else None


def legal_ways(scene: Scene, stand: WarStand, most: int, chance: Chance | None = None) -> list[Path]:
    """Some legal ways, no more than so many: spread over the places, or drawn; found with few tries."""
    points = ends(scene, stand)
    found: list[Path] = []
    for n in range(min(len(points), TRIES * most)):
        at = chance.index(len(points)) if chance is not None else n * len(points) // (TRIES * most) % len(points)
        path = way_to(scene, stand, points.pop(at) if chance is not None else points[at])
        if path is not None and path not in found:
            found.append(path)
        if len(found) >= most:
            break
    return found


def ways(view: View, stand: WarStand, mode: str, allowance: float) -> list[Path]:
    """Paths that the computer thinks about: into the best places, as long as few tries find them."""
    if mode or movement.may_move(view, stand) is not None:
        return []
    points = ends(view, stand)
    if not points:
        return []
    worths = worth_of_places(view, stand.id, np.array([(stand.x, stand.y), *points]))
    found: list[Path] = []
    for n in np.argsort(-worths[1:], kind="stable")[:TRIED].tolist():
        if worths[n + 1] <= worths[0] or len(found) >= BEST:
            break
        path = way_to(view, stand, points[n])
        if path is not None:
            found.append(path)
    return found
