"""Conditions: small tables that mean the same wherever one is needed (victory, scores, arrivals, triggers, hints)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

from wargame.board import region_contains
from wargame.engine.state import Stand, State

if TYPE_CHECKING:
    from wargame.engine.setup import Setup


class Judge(Protocol):
    """What a ruleset tells conditions: its own words for classes of stands and states of groups."""

    def classes_of(self, stand: Stand) -> tuple[str, ...]:
        """Classes a stand belongs to ("tank", "infantry", "teeth" …)."""
        ...

    def group_states(self, state: State, group: str) -> tuple[str, ...]:
        """States a group is in ("destroyed", "faltering", "crisis" …)."""
        ...

    def is_lost(self, stand: Stand) -> bool:
        """Does the stand count as a loss?"""
        ...


class Scene(Protocol):
    """What a condition looks at: a battle or a view."""

    @property
    def state(self) -> State: ...
    @property
    def setup(self) -> Setup: ...
    @property
    def judge(self) -> Judge: ...


class Condition(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Base of all conditions."""

    def holds(self, scene: Scene) -> bool:
        """Is it so now?"""
        raise NotImplementedError

    def count(self, scene: Scene) -> int:
        """How many there are, for points by the stand; 1 or 0 where nothing can be counted."""
        return int(self.holds(scene))


class Holds(Condition, frozen=True, kw_only=True):
    """The side holds the objective(s), all of them, uncontested."""

    objectives: tuple[str, ...]
    side: str

    def holds(self, scene: Scene) -> bool:
        """Holder and no contest."""
        found = [scene.state.objectives[o] for o in self.objectives]
        return all(o.holder == self.side and not o.contested for o in found)


class Contested(Condition, frozen=True, kw_only=True):
    """The objective is contested, or (side given) is not held by that side alone."""

    objective: str

    def holds(self, scene: Scene) -> bool:
        """Is it contested?"""
        return scene.state.objectives[self.objective].contested


class Lead(Condition, frozen=True, kw_only=True):
    """The side's score is ahead of the best other side by at least so much."""

    side: str
    at_least: float

    def holds(self, scene: Scene) -> bool:
        """Compared in quarter points."""
        scores = scene.state.scores
        others = [scores.get(s, 0.0) for s in scene.state.sides if s != self.side]
        return quarters(scores.get(self.side, 0.0) - max(others, default=0.0)) >= quarters(self.at_least)


class Score(Condition, frozen=True, kw_only=True):
    """The side has at least so many points."""

    side: str
    at_least: float

    def holds(self, scene: Scene) -> bool:
        """Compared in quarter points."""
        return quarters(scene.state.scores.get(self.side, 0.0)) >= quarters(self.at_least)


class Stands(Condition, frozen=True, kw_only=True):
    """At least so many stands of the side are in a zone (empty: on the table), or have left by an edge (`left_by`)."""

    side: str
    at_least: int = 1
    zone: str = ""
    left_by: str = ""
    classes: tuple[str, ...] = ()

    def holds(self, scene: Scene) -> bool:
        """Enough of them?"""
        return self.count(scene) >= self.at_least

    def count(self, scene: Scene) -> int:
        """How many of them."""
        mine = [s for s in scene.state.stands.values() if s.side == self.side and self._fits(scene, s)]
        if self.left_by:
            return sum(s.gone == f"left {self.left_by}" for s in mine)
        mine = [s for s in mine if s.in_play]
        if not self.zone:
            return len(mine)
        polygon = scene.setup.zone(self.zone).polygon
        return sum(region_contains(polygon, s.x, s.y) for s in mine)

    def _fits(self, scene: Scene, stand: Stand) -> bool:
        return not self.classes or bool(set(self.classes) & set(scene.judge.classes_of(stand)))


class Casualties(Condition, frozen=True, kw_only=True, tag="lost"):
    """The side has lost at least this share (0 to 1) of its stands of these classes."""

    side: str
    share: float
    classes: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()

    def holds(self, scene: Scene) -> bool:
        """Losses against all there ever were."""
        mine = [s for s in scene.state.stands.values() if s.side == self.side and self._fits(scene, s)]
        return bool(mine) and sum(scene.judge.is_lost(s) for s in mine) >= self.share * len(mine) - 1e-9

    def _fits(self, scene: Scene, stand: Stand) -> bool:
        if self.groups and stand.group not in self.groups:
            return False
        return not self.classes or bool(set(self.classes) & set(scene.judge.classes_of(stand)))


class Groups(Condition, frozen=True, kw_only=True):
    """At least so many groups of the side are in one of the states that the ruleset names."""

    side: str
    states: tuple[str, ...]
    at_least: int = 1
    groups: tuple[str, ...] = ()

    def holds(self, scene: Scene) -> bool:
        """Enough of them?"""
        return self.count(scene) >= self.at_least

    def count(self, scene: Scene) -> int:
        """How many of them."""
        mine = [g.id for g in scene.state.groups.values() if g.side == self.side]
        wanted = [g for g in mine if not self.groups or g in self.groups]
        return sum(bool(set(self.states) & set(scene.judge.group_states(scene.state, g))) for g in wanted)


class Turn(Condition, frozen=True, kw_only=True):
    """The turn is at least, and at most, so much."""

    at_least: int = 0
    at_most: int | None = None

    def holds(self, scene: Scene) -> bool:
        """Between the two."""
        turn = scene.state.turn
        return turn >= self.at_least and (self.at_most is None or turn <= self.at_most)


class Clock(Condition, frozen=True, kw_only=True):
    """The clock shows this time (minutes since midnight) or a later one."""

    at_least_min: int

    def holds(self, scene: Scene) -> bool:
        """Never in a battle without a clock."""
        clock = scene.state.clock_min
        return clock is not None and clock >= self.at_least_min


class Happened(Condition, frozen=True, kw_only=True, tag="event"):
    """An event of this kind has happened (`who`: a stand, group or side; empty: anybody), at least so often."""

    kind: str
    who: str = ""
    at_least: int = 1

    def holds(self, scene: Scene) -> bool:
        """From the battle's counts."""
        return scene.state.counts.get(f"{self.kind}:{self.who}", 0) >= self.at_least


class All(Condition, frozen=True, kw_only=True):
    """All of these."""

    of: tuple[AnyCondition, ...]

    def holds(self, scene: Scene) -> bool:
        """Every one holds."""
        return all(condition.holds(scene) for condition in self.of)


class Any(Condition, frozen=True, kw_only=True):
    """At least one of these."""

    of: tuple[AnyCondition, ...]
    at_least: int = 1

    def holds(self, scene: Scene) -> bool:
        """So many hold."""
        return sum(condition.holds(scene) for condition in self.of) >= self.at_least


class Not(Condition, frozen=True, kw_only=True):
    """The opposite."""

    of: AnyCondition

    def holds(self, scene: Scene) -> bool:
        """It does not hold."""
        return not self.of.holds(scene)


AnyCondition = (
    Holds | Contested | Lead | Score | Stands | Casualties | Groups | Turn | Clock | Happened | All | Any | Not
)

LOSSES = frozenset({"destroyed", "surrendered", "dispersed"})
"""Reasons of leaving that count as losses."""


def quarters(points: float) -> int:
    """Points as whole quarters, so that sums of fractions compare exactly."""
    return round(points * 4)
