"""Good places to begin a battle from: fields of fire on the enemy's ways, dead ground, cover, near one's goals."""

from __future__ import annotations

import functools
import math

import numpy as np

from wargame.engine import opening
from wargame.engine.opening import Floats
from wargame.engine.ruleset import Scene
from wargame.rulesets.fistful_of_tows import attack, threat, units
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.ground import profile, row
from wargame.rulesets.fistful_of_tows.state import FistStand, Point

SEEN = 0.5
"""What each known enemy who sees a place takes off it."""
FIELD, FIELD_MOST = 0.12, 2.4
"""What each seen place on an enemy's way is worth, and all together at most."""
OVERLOOKED = 0.12
"""What each place where the enemy begins takes off one in the open that is seen from there."""
COVERED = 1.0
FIRST = 700
"""So many places are looked at closely."""
ON_A_WAY = 6


def scores(scene: Scene, stand: FistStand, points: Floats, enemy: Point, *, entering: bool) -> Floats:
    """Worth of beginning at each place (n), -inf where its class may not stand."""
    if not len(points):
        return np.zeros(0)
    codes, names = opening.ground_at(scene, points, "clear")
    kind = units.move_class(stand)
    free = np.array([profile().cost_of(name, kind) >= 0.0 for name in names])[codes]
    covered = np.array([float(row(name).get("save", 0) > 0) for name in names])[codes]
    goal = opening.inches_to_goals(scene, points, enemy)
    to_enemy = np.hypot(points[:, 0] - enemy[0], points[:, 1] - enemy[1])
    if entering or scene.state.sides[stand.side].role != "defender":
        score = -0.05 * to_enemy - 0.04 * goal - SEEN * _seers(scene, stand, points)
    else:
        score = COVERED * covered - 0.09 * goal - 0.01 * to_enemy
        score = score + _outlook(scene, stand, points, covered, np.where(free, score, -np.inf))
    return np.asarray(np.where(free, score, -np.inf))


def _seers(scene: Scene, stand: FistStand, points: Floats) -> Floats:
    """How many known armed enemies see each place within their reach."""
    foes = [e for e in units.enemies(scene, stand.side) if e.ratings.weapons and not units.is_heli(e)]
    if not foes:
        return np.zeros(len(points))
    there = np.array([(e.x, e.y) for e in foes])
    away = np.hypot(points[:, None, 0] - there[None, :, 0], points[:, None, 1] - there[None, :, 1])
    reach = np.array([max(attack.long_range(w.rng) for w in e.ratings.weapons) for e in foes])
    seen = threat.sees(scene.board, points, there) & (away <= reach[None, :] + 1.0)
    return np.asarray(np.minimum(4.0, seen.sum(axis=1)))


def _outlook(scene: Scene, stand: FistStand, points: Floats, covered: Floats, first: Floats) -> Floats:
    """Fields of fire on the ways by which the enemy may come, less what he sees from where he begins."""
    found = np.full(len(points), -FIELD_MOST)
    chosen = np.argsort(-first, kind="stable")[:FIRST]
    ways, starts = _ways(scene, stand.side)
    reach = max((w.rng for w in stand.ratings.weapons if w.id not in ("rockets", "mortar")), default=0)
    if not len(ways) or not reach:
        found[chosen] = 0.0
        return found
    here = points[chosen]
    away = np.hypot(here[:, None, 0] - ways[None, :, 0], here[:, None, 1] - ways[None, :, 1])
    limit = min(float(reach), scene.state.visibility_in or math.inf)
    covers = threat.sees(scene.board, here, ways) & (away <= limit) & (away >= 2.0)
    found[chosen] = np.minimum(FIELD_MOST, FIELD * covers.sum(axis=1))
    seen = threat.sees(scene.board, here, starts)
    spotted = float(tables()["spotting"]["optical"]["vehicle"]["open"])
    far = np.hypot(here[:, None, 0] - starts[None, :, 0], here[:, None, 1] - starts[None, :, 1]) > spotted
    found[chosen] -= OVERLOOKED * (seen & ~far).sum(axis=1) * (1.0 - covered[chosen])
    return found


def _ways(scene: Scene, side: str) -> tuple[Floats, Floats]:
    """Places on the straight ways from where the enemy begins to each objective, and where he begins."""
    table = scene.board.table
    zones = [z.polygon for z in scene.setup.zones if z.side and z.side != side]
    starts = [(float(np.mean([x for x, _ in z])), float(np.mean([y for _, y in z]))) for z in zones]
    goals = [(o.x, o.y) for o in scene.state.objectives.values()]
    return _between(tuple(starts), tuple(goals), (table.width_in, table.height_in))


@functools.lru_cache(maxsize=64)
def _between(starts: tuple[Point, ...], goals: tuple[Point, ...], table: tuple[float, float]) -> tuple[Floats, Floats]:
    rows = [
        (x + (gx - x) * n / ON_A_WAY, y + (gy - y) * n / ON_A_WAY)
        for x, y in starts
        for gx, gy in goals
        for n in range(2, ON_A_WAY + 1)
    ]
    inside = [(min(max(x, 0.5), table[0] - 0.5), min(max(y, 0.5), table[1] - 0.5)) for x, y in rows]
    found, first = np.array(inside).reshape(-1, 2), np.array(starts).reshape(-1, 2)
    found.setflags(write=False)
    first.setflags(write=False)
    return found, first
