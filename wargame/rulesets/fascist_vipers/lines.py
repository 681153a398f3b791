"""Start lines and lines of defence: where they run, who is behind them, whether they are lost.

Rules: CFV-REAC-23 to -27, -40.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

from wargame.board import within
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.setup import Line, Setup
from wargame.rulesets.fascist_vipers import units
from wargame.rulesets.fascist_vipers.edges import nearest_edge_point
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import Point, VipersGroup, VipersStand

OFF = "off"
"""Instead of a line: off the table by the owner's edge."""
OVERRUN_IN = 12.0
"""How far along a line an enemy counts for a group (CFV-REAC-40)."""
ON_LINE_IN = 1.0
"""A unit whose centre is this near to a line, or behind it, has reached it."""
STEP_IN = 0.5
_FAR_IN = 500.0


def line_of(setup: Setup, line_id: str) -> Line | None:
    """The line of this id, None for "off" and unknown ones."""
    return next((line for line in setup.lines if line.id == line_id), None)


def nearest_point(line: Line, at: Point) -> Point:
    """The point of a line nearest to a place."""
    legs = list(zip(line.points, line.points[1:], strict=False)) or [(line.points[0], line.points[0])]
    return min((_on_leg(a, b, at) for a, b in legs), key=lambda p: math.dist(p, at))


def points_of(line: Line, at: Point) -> list[Point]:
    """Points along a line every half inch, the nearest to a place first."""
    found = [nearest_point(line, at)]
    for a, b in itertools.pairwise(line.points):
        steps = max(1, math.ceil(math.dist(a, b) / STEP_IN))
        found += [(a[0] + (b[0] - a[0]) * n / steps, a[1] + (b[1] - a[1]) * n / steps) for n in range(steps + 1)]
    return sorted(found, key=lambda p: math.dist(p, at))


def is_behind(setup: Setup, line: Line, at: Point) -> bool:
    """Is a place on its owner's side of a line (drawn out straight beyond its ends)?"""
    home = nearest_edge_point(setup, line.side, at)
    home = (home[0] + (home[0] - at[0]) * 0.01, home[1] + (home[1] - at[1]) * 0.01)
    points = _drawn_out(line.points)
    crossed = sum(_cross(at, home, a, b) for a, b in itertools.pairwise(points))
    return crossed % 2 == 0


def has_reached(setup: Setup, line: Line, stand: VipersStand) -> bool:
    """Does a unit stand on a line or behind it?"""
    at = (stand.x, stand.y)
    return within(math.dist(nearest_point(line, at), at), ON_LINE_IN) or is_behind(setup, line, at)


def is_overrun(scene: Scene, line: Line, group: Iterable[VipersStand]) -> bool:
    """Is a line lost for a group: an enemy teeth-arm unit on it, or on its owner's side, near the group's part of it?

    Rule: CFV-REAC-40.
    """
    cite("CFV-REAC-40")
    places = [(s.x, s.y) for s in group if s.in_play]
    if not places:
        return False
    point = min((nearest_point(line, at) for at in places), key=lambda p: min(math.dist(p, at) for at in places))
    for enemy in state_of(scene).stands.values():
        if enemy.side == line.side or not enemy.in_play or not units.is_teeth(enemy):
            continue
        at = (enemy.x, enemy.y)
        if not within(math.dist(at, point), OVERRUN_IN):
            continue
        if within(math.dist(nearest_point(line, at), at), enemy.base.radius) or is_behind(scene.setup, line, at):
            return True
    return False


def line_to_hold(scene: Scene, group: VipersGroup) -> tuple[str, tuple[str, ...]]:
    """The line that a group runs back to, or "off", with the rules that say so. Rules: CFV-REAC-23, -24, -26, -27."""
    members = [s for s in state_of(scene).command(group.id) if s.in_play]
    if group.attacker:
        start = _nearest([x for x in scene.setup.lines if x.side == group.side and x.kind == "start_line"], members)
        if start is not None and not is_overrun(scene, start, members):
            return start.id, (cite("CFV-REAC-23"),)
        return OFF, (cite("CFV-REAC-24"),)
    own = [line for line in scene.setup.lines if line.side == group.side and line.kind == "defence_line"]
    for line in sorted(own, key=lambda one: one.order):
        ahead = sum(not has_reached(scene.setup, line, s) for s in members)
        if 2 * ahead > len(members) and not is_overrun(scene, line, members):
            return line.id, (cite("CFV-REAC-26"),)
    return OFF, (cite("CFV-REAC-27"),)


def _nearest(found: list[Line], members: list[VipersStand]) -> Line | None:
    def far(line: Line) -> float:
        return min((math.dist(nearest_point(line, (s.x, s.y)), (s.x, s.y)) for s in members), default=0.0)

    return min(found, key=lambda line: (far(line), line.id), default=None)


def _on_leg(a: Point, b: Point, at: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0.0 else max(0.0, min(1.0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / square))
    return a[0] + t * dx, a[1] + t * dy


def _drawn_out(points: tuple[Point, ...]) -> list[Point]:
    if len(points) < 2:
        return list(points)
    return [_beyond(points[1], points[0]), *points, _beyond(points[-2], points[-1])]


def _beyond(a: Point, b: Point) -> Point:
    length = math.dist(a, b) or 1.0
    return b[0] + (b[0] - a[0]) / length * _FAR_IN, b[1] + (b[1] - a[1]) / length * _FAR_IN


def _cross(p: Point, q: Point, a: Point, b: Point) -> bool:
    """Do two segments cross? A segment's end counts with its first point only, so that corners count once."""
    one, two = _turn(p, q, a), _turn(p, q, b)
    three, four = _turn(a, b, p), _turn(a, b, q)
    return (one >= 0.0) != (two >= 0.0) and (three >= 0.0) != (four >= 0.0)


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
