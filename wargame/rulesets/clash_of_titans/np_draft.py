"""A plan of a non-player group in the making: its men, what it knows, what they are to do, the places spoken for.

Rules: NUT-NP-01, NUT-GRP-01.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

import numpy as np
from numpy.typing import NDArray

from wargame.board import snap
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import data, groups, np_situation, np_targets
from wargame.rulesets.clash_of_titans.activation import takes_orders
from wargame.rulesets.clash_of_titans.np_ground import Enemy, Places
from wargame.rulesets.clash_of_titans.np_situation import Situation
from wargame.rulesets.clash_of_titans.state import (
    DUCKED,
    HUNKERED,
    RUNNING,
    STUNNED,
    ClashGroup,
    ClashStand,
    ClashState,
    NpTask,
    Point,
)

Floats = NDArray[np.float64]
APART_IN = 1.15
"""Planned places of two men lie so far apart."""
SUPPRESSED = (DUCKED, HUNKERED, STUNNED, RUNNING)


@dataclass(slots=True)
class Draft:
    """A plan in the making. `taken`: places that are spoken for."""

    scene: Scene
    group: ClashGroup
    men: list[ClashStand]
    enemies: list[Enemy]
    situation: Situation
    goal: Point
    tasks: list[NpTask] = field(default_factory=list)
    taken: list[Point] = field(default_factory=list)

    @property
    def state(self) -> ClashState:
        """The state."""
        return cast(ClashState, self.scene.state)

    def add(self, do: str, *stands: ClashStand, path: Sequence[Point] = (), word: str = "") -> None:
        """One more thing to do."""
        self.tasks.append(NpTask(do=do, stands=tuple(s.id for s in stands), path=tuple(path), word=word))


def draft_of(scene: Scene, group: str, situation: Situation, goal: Point) -> Draft:
    """An empty plan for a group."""
    state = cast(ClashState, scene.state)
    men = [s for s in groups.members(state, group, able_only=True) if s.is_man and takes_orders(state, s)]
    enemies = np_situation.remembered(state, state.groups[group].side)
    return Draft(scene, state.groups[group], men, enemies, situation, goal)


# ---------------------------------------------------------------- shooting


def can_fire(draft: Draft, man: ClashStand) -> bool:
    return not man.mans and np_targets.fire_order(draft.scene, man) is not None


def has_anti_tank_shot(draft: Draft, man: ClashStand) -> bool:
    return np_targets.anti_tank_order(draft.scene, man) is not None


def volley(draft: Draft, men: Sequence[ClashStand]) -> None:
    shooters = [man for man in men if not man.mans]
    if shooters:
        draft.add("volley", *shooters)


# ---------------------------------------------------------------- places


def go(draft: Draft, man: ClashStand, end: Point) -> None:
    draft.taken.append(end)
    draft.add("move", man, path=(end,))


def point(found: Places, n: int) -> Point:
    return snap(float(found.points[n, 0])), snap(float(found.points[n, 1]))


def here(man: ClashStand) -> Floats:
    return np.array([[man.x, man.y]], np.float64)


def free(draft: Draft, found: Places) -> NDArray[np.bool_]:
    """Places that no comrade is to take."""
    free = np.ones(len(found), np.bool_)
    for x, y in draft.taken:
        free &= np.hypot(found.points[:, 0] - x, found.points[:, 1] - y) >= APART_IN
    return free


def apart(man: ClashStand, enemy: Enemy) -> float:
    return round(math.dist((man.x, man.y), enemy.at), 3)


def nearest(enemies: Sequence[Enemy], man: ClashStand) -> Enemy | None:
    return min(enemies, key=lambda e: (apart(man, e), e.stand.id), default=None)


def middle(points: Sequence[Point]) -> Point:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def stray(draft: Draft, man: ClashStand, points: Floats) -> Floats:
    """What it costs to leave the chain of comrades: inches beyond the distance of a group."""
    others = [*draft.taken, *((m.x, m.y) for m in draft.men if m.id != man.id and not draft.taken)]
    if not others:
        return np.zeros(len(points))
    away = np.min([np.hypot(points[:, 0] - x, points[:, 1] - y) for x, y in others], axis=0)
    return np.asarray(3.0 * np.maximum(0.0, away - (float(data.meta()["group_distance"]) - 0.5)))
