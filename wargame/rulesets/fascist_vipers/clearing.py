"""Paths through minefields. Rules: CFV-MINE-08, -09, -11."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from wargame.board import bearing, snap, snap_point, turn_between
from wargame.engine import knowledge
from wargame.engine.events import AreaChanged, StandChanged
from wargame.engine.orders import Act, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.state import Area
from wargame.rulesets.fascist_vipers import mines, movement, observation, standing_ground, units
from wargame.rulesets.fascist_vipers.data import tables
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import Point, VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

CLEAR = "clear_mines"


def clearing_rate(stand: VipersStand) -> tuple[float, str]:
    """Inches of path that a unit opens in a turn, 0 if it cannot, and the rule. Rules: CFV-MINE-08, -09."""
    chart = tables()["mines"]
    if "mine clearer" in stand.ratings.notes:
        return float(chart["clear_inches_vehicle"]), cite("CFV-MINE-09")
    if stand.ratings.troop_type == "engineer" and units.is_on_foot(stand):
        return float(chart["clear_inches_infantry_engineers"]), cite("CFV-MINE-08")
    return 0.0, ""


def can_clear(stand: VipersStand) -> bool:
    """Has the unit the means of clearing mines? Rules: CFV-MINE-08, -09."""
    return clearing_rate(stand)[0] > 0.0


def check(scene: Scene, order: Act) -> Refusal | None:
    """Why mines may not be cleared in this direction, or None; without a point the nearest known field is meant.

    Rules: CFV-MINE-08, -09, -11.
    """
    stand = state_of(scene).stands[order.stand]
    rate, rule = clearing_rate(stand)
    if rate <= 0.0:
        text = f"{stand.name} has no means of clearing mines."
        return Refusal(text=text, rules=(cite("CFV-MINE-08"),), about=stand.id)
    refusal = movement.may_move(scene, stand)
    if refusal is not None:
        return refusal
    point = order.at or _ahead(scene, stand)
    if point is None or not _touches_field(scene, stand, _end(stand, point, rate)):
        return Refusal(text="No known minefield lies that way.", rules=(rule,), about=stand.id, at=order.at)
    return movement.plan(scene, stand, (_end(stand, point, rate),)).price.refusal


def clear(battle: Battle, order: Act) -> None:
    """Opens a piece of path and moves the unit to its end. Rules: CFV-MINE-08, -09, -11."""
    state = state_of(battle)
    stand = state.stands[order.stand]
    rate, rule = clearing_rate(stand)
    point = order.at or _ahead(battle, stand)
    assert point is not None
    start, end = (stand.x, stand.y), _end(stand, point, rate)
    rules = (rule, cite("CFV-MINE-11"))
    changes = (("activated", True), ("moved", True), ("busy", "clearing mines"))
    seen = knowledge.seen_by_for(state, stand.id)
    started = battle.happen(StandChanged(stand=stand.id, changes=changes, why=CLEAR, rules=rules, seen_by=seen))
    state.lanes += 1
    polygon = strip(start, end, _width(battle, start, end))
    lane = Area(id=f"lane-{state.lanes}", kind=mines.LANE, polygon=polygon, name="Cleared path")
    battle.happen(AreaChanged(area=lane, why="cleared", rules=rules), started)
    facing = bearing(*start, *end)
    standing_ground.place(battle, stand, (start, end), facing, CLEAR, rules, started, cost=rate)
    observation.reveal_if_seen(battle, stand, started)


def _ahead(scene: Scene, stand: VipersStand) -> Point | None:
    """The direction nearest to its facing in which it would open a known field."""
    points = sample_points(scene, stand)
    return min(points, key=lambda p: turn_between(bearing(stand.x, stand.y, *p), stand.facing_deg), default=None)


def sample_points(scene: Scene, stand: VipersStand) -> list[Point]:
    """Directions in which clearing would open a known field, as points."""
    rate, _ = clearing_rate(stand)
    angles = [math.radians(30 * n) for n in range(12)]
    ring = [(stand.x + math.cos(a) * rate, stand.y + math.sin(a) * rate) for a in angles]
    return [snap_point(*p) for p in ring if _touches_field(scene, stand, _end(stand, p, rate))]


def strip(start: Point, end: Point, width_in: float) -> tuple[Point, ...]:
    """The rectangle of this width from one point to another."""
    length = math.dist(start, end) or 1.0
    dx, dy = (end[0] - start[0]) / length * width_in / 2, (end[1] - start[1]) / length * width_in / 2
    (ax, ay), (bx, by) = start, end
    corners = ((ax - dy, ay + dx), (ax + dy, ay - dx), (bx + dy, by - dx), (bx - dy, by + dx))
    return tuple(snap_point(*corner) for corner in corners)


def _width(scene: Scene, start: Point, end: Point) -> float:
    """Width of the path: the field's own where the scenario gives one. Rule: CFV-MINE-11."""
    for area in scene.state.areas.values():
        if area.kind == mines.FIELD and mines.first_inside(scene, area, (start, end)) is not None:
            return float(area.get("lane_in", tables()["mines"]["path_width"]))
    return float(tables()["mines"]["path_width"])


def _end(stand: VipersStand, at: Point, rate: float) -> Point:
    distance = math.dist((stand.x, stand.y), at) or 1.0
    return snap(stand.x + (at[0] - stand.x) / distance * rate), snap(stand.y + (at[1] - stand.y) / distance * rate)


def _touches_field(scene: Scene, stand: VipersStand, end: Point) -> bool:
    path = ((stand.x, stand.y), end)
    known = mines.fields_against(scene, stand.side)
    known = [a for a in known if a.known_to is None or stand.side in a.known_to]
    return any(mines.first_inside(scene, a, path) is not None for a in known)
