"""Where on a path an enemy comes to see the mover, and where it has moved 2in in his view. Inches along the path.

The points follow from the geometry, not from the legs in which the path is given: places where an answer can change are
worked out, looked between, and narrowed down. Rules: NUT-GEO-13, NUT-SIGHT-01, -02, -10, -11, -14.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wargame.board import HALF, snap
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import blind, geometry, hidden, path_views, polyline, status
from wargame.rulesets.clash_of_titans.lines import Point, body_of, state_of
from wargame.rulesets.clash_of_titans.polyline import Way
from wargame.rulesets.clash_of_titans.state import READY, ClashStand, ClashState

LOS, TWO_INCHES, CHARGE_SIX, AREA, FOUND = "los", "two_inches", "charge_six", "area", "found"
"""Kinds of trigger."""
IN_VIEW_IN = 2.0
"""How far one may move in view of an enemy before he tests (NUT-SIGHT-10)."""
_ORDER = (AREA, LOS, TWO_INCHES, FOUND, CHARGE_SIX)
"""Order of the events of one point (NUT-GEO-13)."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """A point of a path where something happens: `inches` from its start, in thousandths; `watcher` is the stand (or
    the area) concerned."""

    point: Point
    inches: float
    kind: str
    watcher: str

    @property
    def key(self) -> tuple[float, int, str]:
        """Place in the order of events. Rule: NUT-GEO-13."""
        return self.inches, _ORDER.index(self.kind), self.watcher


@dataclass(frozen=True, slots=True)
class Views:
    """What watchers see of a path: for each the stretches (from, to) in inches on which it sees the mover."""

    mover: str
    way: Way
    seen: dict[str, tuple[tuple[float, float], ...]]

    def remember(self, state: ClashState, inches: float) -> None:
        """Add what was walked in view to the state's account of this activation. Rule: NUT-SIGHT-10."""
        for watcher, stretches in self.seen.items():
            parts = [(a, min(b, inches)) for a, b in stretches if a <= inches + 1e-9]
            if parts:
                key = f"{watcher}>{self.mover}"
                state.seen_in[key] = round(state.seen_in.get(key, 0.0) + sum(b - a for a, b in parts), 3)


def watches(state: ClashState, stand: ClashStand) -> bool:
    """May a stand see an enemy and test: in the fight, ready, not in melee, on the table or exposed aboard?

    Rule: NUT-SIGHT-02.
    """
    cite("NUT-SIGHT-02")
    return status.in_fight(stand) and stand.status == READY and not stand.melee_with and body_of(state, stand).in_play


def along(
    scene: Scene, mover: ClashStand, path: Sequence[Point], watchers: Sequence[ClashStand]
) -> tuple[Trigger, ...]:
    """Where on a path each watcher newly sees the mover ("los"), or has seen it move 2in in his view ("two_inches"), in
    order. The inches moved in view earlier in this activation are those of the state.

    Rules: NUT-GEO-13, NUT-SIGHT-01, -10.
    """
    return triggers(scene, views(scene, mover, path, watchers))


def views(scene: Scene, mover: ClashStand, path: Sequence[Point], watchers: Sequence[ClashStand]) -> Views:
    """What each watcher that has not tested for the mover sees of a path, with its front, hiding and light counted.

    Rules: NUT-GEO-06, NUT-SIGHT-11, -14.
    """
    cite("NUT-SIGHT-14")
    way = Way.of(path)
    secret = hidden.as_seen_on(scene, mover, way)
    tested = {pair.watcher for pair in state_of(scene).pairs if pair.mover == mover.id}
    asked = [w for w in watchers if w.id not in tested]
    seen = {}
    for watcher, legs in zip(asked, blind.blind_legs(scene, mover, way, asked, secret), strict=True):
        seen[watcher.id] = path_views.stretches(scene, mover, way, watcher, secret, blind=legs)
    return Views(mover.id, way, {name: found for name, found in seen.items() if found})


def triggers(scene: Scene, found: Views) -> tuple[Trigger, ...]:
    """The triggers of a path in order. Rules: NUT-GEO-13, NUT-SIGHT-01, -10."""
    cite("NUT-GEO-13")
    state, total = state_of(scene), found.way.length
    made = []
    for watcher, stretches in found.seen.items():
        before = state.seen_in.get(f"{watcher}>{found.mover}")
        if before is None and stretches[0][0] > 0.0:
            cite("NUT-SIGHT-01")
            made.append(_trigger(found.way, stretches[0][0], LOS, watcher))
            continue
        at = _two_inches(stretches, before or 0.0)
        if at is not None and at < total - HALF:
            cite("NUT-SIGHT-10")
            made.append(_trigger(found.way, at, TWO_INCHES, watcher))
    return tuple(sorted(made, key=lambda trigger: trigger.key))


def _two_inches(stretches: Sequence[tuple[float, float]], before: float) -> float | None:
    """Where the inches moved in view reach 2. Rule: NUT-SIGHT-10."""
    left = IN_VIEW_IN - before
    for a, b in stretches:
        if b - a >= left - 1e-9:
            return max(a, a + left)
        left -= b - a
    return None


def _trigger(way: Way, inches: float, kind: str, watcher: str) -> Trigger:
    x, y = way.at(inches)
    return Trigger((snap(x), snap(y)), snap(inches), kind, watcher)


def finds(scene: Scene, mover: ClashStand, path: Sequence[Point]) -> tuple[Trigger, ...]:
    """Where on a path the mover comes so near to hidden enemies that it sees them. Rule: NUT-SIGHT-11."""
    way, state = Way.of(path), state_of(scene)
    made = []
    for enemy in state.stands.values():
        if enemy.side == mover.side or not enemy.in_play or not hidden.is_hidden(scene, enemy, mover.side):
            continue
        at = _finds_at(scene, mover, way, enemy)
        if at is not None:
            made.append(_trigger(way, at, FOUND, enemy.id))
    return tuple(sorted(made, key=lambda trigger: trigger.key))


def _finds_at(scene: Scene, mover: ClashStand, way: Way, enemy: ClashStand) -> float | None:
    limit = hidden.found_within(scene, enemy)

    def apart(at: Point) -> float:
        return hidden.distance_at(scene, mover, at, enemy)

    if _first(way, apart, limit) is None:
        return None
    for a, b in path_views.stretches(scene, mover, way, enemy, None, facing=False):
        at = polyline.first_in(way, a, b, apart, limit)
        if at is not None:
            return at
    return None


def comes_within(
    scene: Scene, mover: ClashStand, path: Sequence[Point], target: ClashStand, inches: float, kind: str = CHARGE_SIX
) -> Trigger | None:
    """The first point of a path that is no farther than so many inches from a target, or None.

    Rules: NUT-GEO-02, -13.
    """
    cite("NUT-GEO-13")
    way, body = Way.of(path), body_of(state_of(scene), target)

    def apart(at: Point) -> float:
        return geometry.between(mover, at, body, (body.x, body.y))

    at = _first(way, apart, inches)
    return None if at is None else _trigger(way, at, kind, target.id)


def comes_to(path: Sequence[Point], apart: Callable[[Point], float], inches: float, what: str) -> Trigger | None:
    """The first point of a path where something (a trap, a mine, wire) is no farther off than so many inches, or None.

    apart: inches from a point to it. Rule: NUT-GEO-13.
    """
    cite("NUT-GEO-13")
    way = Way.of(path)
    at = _first(way, apart, inches)
    return None if at is None else _trigger(way, at, AREA, what)


def _first(way: Way, apart: Callable[[Point], float], limit: float) -> float | None:
    return polyline.first_in(way, 0.0, way.length, apart, limit)
