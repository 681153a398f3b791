"""Compulsory movement: what a group's state forbids and demands of its units.

Rules: CFV-REAC-10 to -12, -14 to -17, -23 to -28, -34, -38.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from wargame.board import HALF, bearing, path_length, snap
from wargame.engine import paths
from wargame.engine.orders import Move, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.setup import Line
from wargame.rulesets.fascist_vipers import cover, lines, movement, refuge, standing_ground, way
from wargame.rulesets.fascist_vipers.data import tables
from wargame.rulesets.fascist_vipers.edges import home_edge, nearest_edge_point
from wargame.rulesets.fascist_vipers.enemies import distance_to_nearest, known_enemies, nearest
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import Point, VipersGroup, VipersStand

AT_EDGE_IN = 0.75
"""A base this near to its owner's edge may leave by it."""
LEAST_SHARE = 0.5
"""Share of what the shortest route would gain that a withdrawing unit's move must gain."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a group's state forbids and demands of one unit in its own go.

    goal: where it has to go, None where it need not. pinned: it may not move at all. away: it has to get farther from
    the enemy. no_nearer: it may not come nearer to the nearest known enemy. in_cover: its move has to end in cover.
    """

    why: str = ""
    goal: Point | None = None
    pinned: bool = False
    no_nearer: bool = False
    in_cover: bool = False
    away: bool = False
    withdraws: bool = False
    line: str = ""
    rules: tuple[str, ...] = ()

    @property
    def must_move(self) -> bool:
        """Compulsory movement is outstanding for this unit."""
        return self.goal is not None or self.away

    def check(self, scene: Scene, stand: VipersStand, full: tuple[Point, ...]) -> Refusal | None:
        """Why this path (start included) may not be walked, or None. Turns in place are free for all."""
        if not self.why:
            return None
        text = self._against(scene, stand, full)
        return Refusal(text=text, rules=self.rules, about=stand.id, at=self.goal) if text else None

    def _against(self, scene: Scene, stand: VipersStand, full: tuple[Point, ...]) -> str:
        name, end = stand.name, full[-1]
        if self.pinned:
            return f"{name} {self.why}: it does not move."
        enemies = known_enemies(scene, stand.side)
        if self.no_nearer and refuge.approaches(full, enemies):
            return f"{name} {self.why}: it may not come nearer to a known enemy."
        if self.goal is not None and not self._gains(scene, stand, full, enemies):
            return f"{name} {self.why}: it has to move {self._whither()}."
        if self.away and distance_to_nearest(end, enemies) <= distance_to_nearest(full[0], enemies) + HALF:
            return f"{name} {self.why}: it has to move away from the enemy."
        if self.in_cover and not cover.ground_gives_cover(scene.board, stand, *end):
            return f"{name} {self.why}: it stays in cover."
        if self.line and not self.withdraws and self._leaves_line(scene, stand, end):
            return f"{name} {self.why}: it does not go beyond that line."
        return ""

    def _whither(self) -> str:
        if self.withdraws:
            return "back by the shortest way at its best rate" if self.line else "off the table by the shortest way"
        return "to the nearest cover, or towards it"

    def _gains(self, scene: Scene, stand: VipersStand, full: tuple[Point, ...], enemies: list[VipersStand]) -> bool:
        assert self.goal is not None
        start, end = full[0], full[-1]
        gained = math.dist(start, self.goal) - math.dist(end, self.goal)
        if not self.withdraws:
            return gained > HALF or cover.ground_gives_cover(scene.board, stand, *end)
        best = way.shortest_end(scene, stand, self.goal)
        possible = math.dist(start, self.goal) - math.dist(best, self.goal)
        return gained > HALF and gained >= LEAST_SHARE * possible - HALF

    def _leaves_line(self, scene: Scene, stand: VipersStand, end: Point) -> bool:
        line = lines.line_of(scene.setup, self.line)
        if line is None or math.dist(lines.nearest_point(line, end), end) <= lines.ON_LINE_IN:
            return False
        return not lines.is_behind(scene.setup, line, end)


FREE = Limits()


def limits(scene: Scene, stand: VipersStand) -> Limits:
    """What the state of its group forbids and demands of a unit now."""
    group = state_of(scene).root(stand.group)
    rules: dict[str, object] = {
        "go_to_ground": _gone_to_ground,
        "falter": _faltering,
        "run_away": _withdrawing,
        "fanatic": _fanatic,
        "reordering": _reordering,
    }
    found = rules.get(group.state)
    if found is not None:
        return found(scene, group, stand)  # type: ignore[operator,no-any-return]
    if group.on_line and group.line:
        rule = cite("CFV-REAC-23")
        return Limits(why="defends its start line", line=group.line, rules=(rule,))
    return FREE


def has_complied(scene: Scene, stand: VipersStand) -> bool:
    """Nothing is outstanding for this unit, or it can do nothing about it. Rules: CFV-REAC-38, -39."""
    if movement.allowance(stand) <= 0.0 or not stand.in_play:
        return True
    return not limits(scene, stand).must_move


def _gone_to_ground(scene: Scene, group: VipersGroup, stand: VipersStand) -> Limits:
    rules = (cite("CFV-REAC-14"), cite("CFV-REAC-12"))
    why = "has gone to ground"
    if cover.in_cover(scene, stand):
        return Limits(why, no_nearer=True, in_cover=True, rules=rules)
    goal = refuge.nearest_cover(scene, stand, known_enemies(scene, stand.side))
    return Limits(why, goal=goal, no_nearer=True, rules=rules)


def _faltering(scene: Scene, group: VipersGroup, stand: VipersStand) -> Limits:
    rules = (cite("CFV-REAC-16"), cite("CFV-REAC-17"), cite("CFV-REAC-38"))
    why = "falters"
    if cover.in_cover(scene, stand):
        return Limits(why, no_nearer=True, in_cover=True, rules=rules)
    enemies = known_enemies(scene, stand.side)
    goal = refuge.nearest_cover(scene, stand, enemies, _far_enough(stand))
    if goal is not None:
        return Limits(why, goal=goal, no_nearer=True, rules=rules)
    exposed = bool(refuge.threats(scene, stand, enemies))
    return Limits(why, away=exposed, no_nearer=True, rules=rules)


def _far_enough(stand: VipersStand) -> float:
    """Inches within which a faltering unit looks for cover. Rule: CFV-REAC-38."""
    return movement.allowance(stand) * float(tables()["falter"]["cover_within_moves"])


def _withdrawing(scene: Scene, group: VipersGroup, stand: VipersStand) -> Limits:
    rules = (cite("CFV-REAC-28"), cite("CFV-REAC-12"))
    line = lines.line_of(scene.setup, group.line)
    if line is None:
        goal = nearest_edge_point(scene.setup, stand.side, (stand.x, stand.y))
        return Limits("runs away", goal=goal, withdraws=True, rules=rules)
    if lines.has_reached(scene.setup, line, stand):
        return Limits("defends the line it fell back to", line=line.id, rules=rules)
    goal = _place_on(scene, line, stand)
    return Limits("runs away", goal=goal, withdraws=True, line=line.id, rules=rules)


def _place_on(scene: Scene, line: Line, stand: VipersStand) -> Point:
    """The point of a line nearest to a unit; within reach the nearest at which no other base stands in its way."""
    at = (stand.x, stand.y)
    nearest_one = lines.nearest_point(line, at)
    if math.dist(at, nearest_one) > movement.allowance(stand):
        return nearest_one
    free = (
        p for p in lines.points_of(line, at) if standing_ground.may_stand(scene, stand, *p, stand.facing_deg) is None
    )
    return next(free, nearest_one)


def _fanatic(scene: Scene, group: VipersGroup, stand: VipersStand) -> Limits:
    rules = (cite("CFV-REAC-34"),)
    why = "fights to the end"
    if group.compulsory and not cover.in_cover(scene, stand):
        reach = movement.allowance(stand)
        goal = refuge.nearest_cover(scene, stand, [], reach)
        if goal is not None:
            return Limits(why, goal=goal, rules=rules)
    return Limits(why, pinned=True, rules=rules)


def _reordering(scene: Scene, group: VipersGroup, stand: VipersStand) -> Limits:
    return Limits("waits for new orders", pinned=True, rules=(cite("CFV-REAC-25"),))


# ---------------------------------------------------------------- moves that comply


def complying_moves(scene: Scene, stand: VipersStand, most: int = 3) -> list[Move]:
    """Legal moves that do what is demanded, the best first; none where nothing is demanded or possible."""
    found = limits(scene, stand)
    if not found.must_move or movement.may_move(scene, stand) is not None:
        return []
    ends = sorted(_all_round(scene, stand), key=lambda p: _badness(scene, stand, found, p))
    moves: list[Move] = []
    for path in [*_on_the_way(scene, stand, found), *(_path_to(scene, stand, end) for end in ends)]:
        if path and movement.plan(scene, stand, path).price.refusal is None:
            facing = facing_enemy(scene, stand, path[-1]) if found.withdraws else None
            if facing is not None and movement.plan(scene, stand, path, facing_deg=facing).price.refusal is not None:
                facing = None
            moves.append(Move(stand=stand.id, path=path, facing_deg=facing))
            if len(moves) >= most:
                break
    return moves


def _on_the_way(scene: Scene, stand: VipersStand, found: Limits) -> list[tuple[Point, ...]]:
    """The cheapest way to the goal as far as the allowance leads, and shorter pieces of it."""
    if found.goal is None:
        return []
    full = way.shortest_path(scene, stand, found.goal)
    length = path_length(full)
    pieces = [paths.cut(full, length * share) for share in (1.0, 0.95, 0.9, 0.8, 0.65, 0.5)] if length > 0.1 else []
    return [tuple(_on_table(scene, stand, p) for p in piece[1:]) for piece in pieces]


def _all_round(scene: Scene, stand: VipersStand) -> list[Point]:
    reach = movement.left(stand)
    return [
        (stand.x + math.cos(a) * reach * share, stand.y + math.sin(a) * reach * share)
        for a in (math.radians(15 * n) for n in range(24))
        for share in (0.98, 0.6, 0.3)
    ]


def _badness(scene: Scene, stand: VipersStand, found: Limits, end: Point) -> float:
    if found.goal is not None:
        return math.dist(end, found.goal)
    return -distance_to_nearest(end, known_enemies(scene, stand.side))


def _path_to(scene: Scene, stand: VipersStand, end: Point) -> tuple[Point, ...]:
    point = _on_table(scene, stand, end)
    return (point,) if math.dist(point, (stand.x, stand.y)) > 0.05 else ()


def _on_table(scene: Scene, stand: VipersStand, point: Point) -> Point:
    """The nearest point at which the whole base is on the table."""
    radius, table = stand.base.radius, scene.board.table
    return (
        snap(min(max(point[0], radius), table.width_in - radius)),
        snap(min(max(point[1], radius), table.height_in - radius)),
    )


def at_own_edge(scene: Scene, stand: VipersStand) -> bool:
    """Does a base stand close enough to its owner's edge to leave by it?"""
    edge = nearest_edge_point(scene.setup, stand.side, (stand.x, stand.y))
    return math.dist(edge, (stand.x, stand.y)) <= stand.base.radius + AT_EDGE_IN


def own_edge(scene: Scene, stand: VipersStand) -> str:
    """Name of the edge by which a unit leaves."""
    return home_edge(scene.setup, stand.side)


def facing_enemy(scene: Scene, stand: VipersStand, end: Point) -> float | None:
    """The facing from a place to the nearest known enemy: a withdrawal keeps its front. Rule: CFV-REAC-28."""
    enemy = nearest(end, known_enemies(scene, stand.side))
    return None if enemy is None else round(bearing(*end, enemy.x, enemy.y), 1) % 360.0
