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
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import data, groups, np_situation, np_targets, np_weapons
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
STRAY_COST = 3.0
SPARE_IN = 0.5
SUPPRESSED = (DUCKED, HUNKERED, STUNNED, RUNNING)


@dataclass(slots=True)
class Draft:
    """A plan in the making. `ends`: where men will be who have a place; `pending`: those who are yet to get one."""

    scene: Scene
    group: ClashGroup
    men: list[ClashStand]
    guns: list[ClashStand]
    enemies: list[Enemy]
    situation: Situation
    goal: Point
    tasks: list[NpTask] = field(default_factory=list)
    ends: dict[str, Point] = field(default_factory=dict)
    pending: set[str] = field(default_factory=set)

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
    able = [s for s in groups.members(state, group, able_only=True) if takes_orders(state, s)]
    men = [s for s in able if s.is_man and not s.carrier]
    guns = [s for s in able if s.is_gun]
    enemies = np_situation.remembered(state, state.groups[group].side)
    return Draft(scene, state.groups[group], men, guns, enemies, situation, goal)


# ---------------------------------------------------------------- shooting


def can_fire(draft: Draft, man: ClashStand) -> bool:
    """Has he, or the gun that he serves, anything to shoot at?"""
    if man.mans:
        return any(gun.id == man.mans and np_weapons.can_fire(draft.scene, gun) for gun in draft.guns)
    return np_targets.fire_order(draft.scene, man) is not None or np_weapons.special_shot(draft.scene, man) is not None


def has_anti_tank_shot(draft: Draft, man: ClashStand) -> bool:
    return np_targets.anti_tank_order(draft.scene, man) is not None


def volley(draft: Draft, men: Sequence[ClashStand]) -> None:
    """These men shoot, those at a gun with the gun. Rule: NUT-NP-10."""
    served = {man.mans for man in men if man.mans}
    for gun in draft.guns:
        if gun.id in served:
            draft.add("gun", gun)
    shooters = [man for man in men if not man.mans]
    if shooters:
        draft.add("volley", *shooters)


# ---------------------------------------------------------------- places


def go(draft: Draft, man: ClashStand, end: Point) -> None:
    stays(draft, man, end)
    draft.add("move", man, path=(end,))


def stays(draft: Draft, man: ClashStand, at: Point) -> None:
    """He will be there."""
    draft.ends[man.id] = at
    draft.pending.discard(man.id)


def point(found: Places, n: int) -> Point:
    return snap(float(found.points[n, 0])), snap(float(found.points[n, 1]))


def here(man: ClashStand) -> Floats:
    return np.array([[man.x, man.y]], np.float64)


def free(draft: Draft, found: Places) -> NDArray[np.bool_]:
    """Places that no comrade is to take."""
    free = np.ones(len(found), np.bool_)
    for x, y in draft.ends.values():
        free &= np.hypot(found.points[:, 0] - x, found.points[:, 1] - y) >= APART_IN
    return free


def apart(man: ClashStand, enemy: Enemy) -> float:
    return round(math.dist((man.x, man.y), enemy.at), 3)


def nearest(enemies: Sequence[Enemy], man: ClashStand) -> Enemy | None:
    return min(enemies, key=lambda e: (apart(man, e), e.stand.id), default=None)


def middle(points: Sequence[Point]) -> Point:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def stray(draft: Draft, man: ClashStand, points: Floats) -> Floats:
    """What it costs to leave the chain of comrades, who are where they stay or will be: inches beyond the distance of a
    group. The first to move pays nothing, the others follow him. Rule: NUT-GRP-01."""
    cite("NUT-GRP-01")
    still = [(m.x, m.y) for m in draft.men if m.id not in draft.pending and m.id not in draft.ends and m.id != man.id]
    others = [*(end for name, end in draft.ends.items() if name != man.id), *still]
    if not others:
        return np.zeros(len(points))
    away = np.min([np.hypot(points[:, 0] - x, points[:, 1] - y) for x, y in others], axis=0)
    return np.asarray(STRAY_COST * np.maximum(0.0, away - (float(data.meta()["group_distance"]) - SPARE_IN)))


def together(draft: Draft, allowed: NDArray[np.bool_], cost: Floats) -> NDArray[np.bool_]:
    """The allowed places within the chain of comrades; all of them if none is, or if nobody has a place yet."""
    near = allowed & (cost <= 0.0)
    bound = bool(draft.ends) or any(m.id not in draft.pending for m in draft.men)
    return near if bound and near.any() else allowed
