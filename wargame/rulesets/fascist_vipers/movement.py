"""What a unit may move, and what it costs. Rules: CFV-MOVE-01 to -04, -08 to -10, -14, -15, CFV-ASLT-22."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from wargame.board import (
    Footprint,
    Footprints,
    Price,
    along,
    bearing,
    gap,
    path_length,
    point_at_cost,
    price,
    road_inches,
    snap,
    snap_facing,
    turn_between,
    within,
)
from wargame.board.routes import Reach, reach
from wargame.engine import paths
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Mode, MovePrice, Scene
from wargame.rulesets.fascist_vipers import reaction, standing_ground, units
from wargame.rulesets.fascist_vipers.data import tables
from wargame.rulesets.fascist_vipers.observation import is_observed, known_enemies, state_of
from wargame.rulesets.fascist_vipers.state import Point, VipersStand

ROAD = "road"
BREAKTHROUGH = "breakthrough"
STOP_SLACK_IN = 0.002
"""A stopped base stands this much inside the inch, so that rounding never leaves it outside."""
OVERSHOOT_IN = 0.1
"""A path may be drawn so far past the place where the unit has to halt; the move ends there."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A path as it would be walked: from where the stand is, cut where it must halt."""

    path: tuple[Point, ...]
    facing_deg: float
    price: MovePrice
    halted_by: str | None = None


def allowance(stand: VipersStand, mode: str = "") -> float:
    """Points that a unit may spend in a go. Rules: CFV-MOVE-01, -03, CFV-ASLT-22."""
    row = tables()["movement"].get(stand.tow) if stand.limbered and stand.tow else None
    if mode == ROAD:
        cite("CFV-MOVE-03")
        return float(row["road"]) if row else stand.ratings.road
    cite("CFV-MOVE-01")
    return float(row["allowance"]) if row else stand.ratings.move


def left(stand: VipersStand, mode: str = "") -> float:
    """Points still to be spent; a breakthrough begins with none spent."""
    if mode == BREAKTHROUGH:
        cite("CFV-ASLT-22")
    return max(0.0, allowance(stand, mode) - stand.spent)


def may_move(scene: Scene, stand: VipersStand) -> Refusal | None:
    """Why a unit may not move at all in this go, or None. Rules: CFV-TURN-04, CFV-MOVE-11."""
    if stand.carrier:
        return _no(f"{stand.name} is being carried; dismount it first.", stand, cite("CFV-MOVE-11"))
    if stand.attacked or stand.busy or (stand.moved and stand.activated):
        return _no(f"{stand.name} has been used in this go.", stand, cite("CFV-TURN-04"))
    if state_of(scene).root(stand.group).held or state_of(scene).groups[stand.group].held:
        return _no(f"The orders of {stand.name} keep it where it is.", stand, cite("CFV-SOFT-02"))
    return None


def plan(
    scene: Scene, stand: VipersStand, path: Sequence[Point], mode: str = "", facing_deg: float | None = None
) -> Plan:
    """Prices a path exactly and says whether, and how far, it may be walked.

    `path` does not repeat the start; an empty one is a turn in place. Rules: CFV-MOVE-01 to -04, -08 to -10.
    """
    start = (stand.x, stand.y)
    full = _without_repeats((start, *((snap(x), snap(y)) for x, y in path)))
    if len(full) < 2:
        return _turn(scene, stand, mode, facing_deg)
    stop, halted_by = _halt(scene, stand, full)
    refusal, legal_to = None, None
    if stop is not None:
        if path_length(full) > stop + OVERSHOOT_IN:
            name = scene.state.stands[halted_by].name if halted_by else ""
            text = f"The move must end within 1 in of {name}; nobody crosses an enemy base."
            legal_to = along(full, stop)
            refusal = _no(text, stand, cite("CFV-MOVE-08"), at=legal_to)
        full = paths.cut(full, min(stop, path_length(full)))
        cite("CFV-MOVE-08")
    facing = snap_facing(last_facing(stand, full) if facing_deg is None else facing_deg)
    cite("CFV-MOVE-10")
    priced = price(scene.board, full, units.movement_class(stand), start_free=True)
    refusal, legal_to = _first_of(refusal, legal_to, scene, stand, full, priced, facing, mode)
    rules = (cite("CFV-MOVE-02"),)
    cost = MovePrice(
        cost=round(priced.cost, 3),
        allowance=left(stand, mode),
        inches=round(priced.inches, 3),
        facing_deg=facing,
        refusal=refusal,
        legal_to=legal_to,
        notes=_notes(priced),
        rules=rules,
    )
    return Plan(full, facing, cost, halted_by)


def _first_of(
    refusal: Refusal | None,
    legal_to: Point | None,
    scene: Scene,
    stand: VipersStand,
    full: tuple[Point, ...],
    priced: Price,
    facing: float,
    mode: str,
) -> tuple[Refusal | None, Point | None]:
    """The first reason against a path, and its last legal point."""
    if refusal is not None:
        return refusal, legal_to
    if not priced.passable:
        text = f"{stand.name} may not enter {_ground_name(scene, priced)}."
        return _no(text, stand, cite("CFV-MOVE-02"), at=priced.blocked_at), priced.blocked_at
    spare = left(stand, mode)
    if not within(priced.cost, spare):
        rule = cite("CFV-ASLT-22") if mode == BREAKTHROUGH else cite("CFV-MOVE-01")
        where = point_at_cost(scene.board, full, units.movement_class(stand), spare)
        text = f"The path costs {priced.cost:.1f}, {spare:.1f} may be spent."
        return _no(text, stand, rule, at=where), where
    if mode == ROAD and (reason := _against_road(scene, stand, full)) is not None:
        return reason, None
    reason = standing_ground.may_stand(scene, stand, full[-1][0], full[-1][1], facing)
    if reason is not None:
        return reason, None
    return _forbidden(scene, stand, full), None


def _forbidden(scene: Scene, stand: VipersStand, full: tuple[Point, ...]) -> Refusal | None:
    """What compulsory movement forbids. Rules: CFV-REAC-14, -16, -28."""
    return reaction.movement_limits(scene, stand).check(scene, stand, full)


def _turn(scene: Scene, stand: VipersStand, mode: str, facing_deg: float | None) -> Plan:
    facing = stand.facing_deg if facing_deg is None else snap_facing(facing_deg)
    refusal = standing_ground.may_stand(scene, stand, stand.x, stand.y, facing) if facing != stand.facing_deg else None
    cost = MovePrice(
        cost=0.0,
        allowance=left(stand, mode),
        inches=0.0,
        facing_deg=facing,
        refusal=refusal,
        rules=(cite("CFV-MOVE-10"),),
    )
    return Plan(((stand.x, stand.y),), facing, cost)


def is_free_pivot(stand: VipersStand, facing_deg: float) -> bool:
    """Is a turn in place so small that it is no move? Rule: CFV-MOVE-10."""
    cite("CFV-MOVE-10")
    limit = float(tables()["movement_limits"]["stationary_pivot_degrees"])
    return turn_between(stand.facing_deg, facing_deg) <= limit + 0.05


def passes(mover: VipersStand, enemy: VipersStand) -> bool:
    """May it drive through this enemy: an armoured fighting vehicle, and a Soft unit? Rules: CFV-MOVE-04, -07."""
    if enemy.ratings.armour_class != "soft" or units.is_bunker(enemy) or not units.is_afv(mover):
        return False
    cite("CFV-MOVE-04")
    cite("CFV-MOVE-07")
    return True


def _halt(scene: Scene, stand: VipersStand, full: tuple[Point, ...]) -> tuple[float | None, str | None]:
    """Where along the path it comes within an inch of an enemy that it may not pass. Rule: CFV-MOVE-08."""
    limit = float(tables()["movement_limits"]["stop_distance_from_observed_enemy"]) - STOP_SLACK_IN
    first: tuple[float | None, str | None] = (None, None)
    reach = path_length(full) + limit + stand.base.radius
    for enemy in known_enemies(scene, stand.side):
        if math.dist((enemy.x, enemy.y), full[0]) > reach + enemy.base.width_in or passes(stand, enemy):
            continue
        found = paths.comes_within(stand.base, full, units.footprint(enemy), limit)
        if found is not None and (first[0] is None or found < first[0]):
            first = (found, enemy.id)
    return first


def _against_road(scene: Scene, stand: VipersStand, full: tuple[Point, ...]) -> Refusal | None:
    """Why this is no road move. Rule: CFV-MOVE-03."""
    on_road = road_inches(scene.board, full, units.movement_class(stand))
    if on_road < path_length(full) - 0.01:
        return _no("A road move has to be on a road from start to end.", stand, cite("CFV-MOVE-03"))
    least = float(tables()["movement_limits"]["road_min_distance_from_observed_enemy"])
    ends = [Footprint(stand.base, x, y, stand.facing_deg) for x, y in (full[0], full[-1])]
    for enemy in known_enemies(scene, stand.side):
        near = any(within(gap(end, units.footprint(enemy)), least) for end in ends)
        if near and is_observed(scene, enemy, stand.side):
            text = f"A road move may neither start nor end within {least:g} in of {enemy.name}."
            return _no(text, stand, cite("CFV-MOVE-03"))
    return None


def last_facing(stand: VipersStand, full: tuple[Point, ...]) -> float:
    """The direction of the last leg of a path; its own facing without one. Rule: CFV-MOVE-10."""
    return bearing(*full[-2], *full[-1]) if len(full) > 1 else stand.facing_deg


def _without_repeats(points: Sequence[Point]) -> tuple[Point, ...]:
    kept = [points[0]]
    for point in points[1:]:
        if math.dist(kept[-1], point) > 1e-9:
            kept.append(point)
    return tuple(kept)


def _ground_name(scene: Scene, priced: Price) -> str:
    name = priced.blocked_by or "that ground"
    if scene.board.has_feature(name):
        feature = scene.board.feature(name)
        return feature.name or (scene.board.row_of(feature) or feature.kind).replace("_", " ")
    return name


def _notes(priced: Price) -> tuple[str, ...]:
    cite("CFV-MOVE-14")
    cite("CFV-MOVE-15")
    return tuple(
        f"{p.inches:.1f} in of {p.row.replace('_', ' ')}" for p in priced.parts if p.row not in ("open", "road")
    )


def _no(text: str, stand: VipersStand, rule: str, at: Point | None = None) -> Refusal:
    return Refusal(text=text, rules=(rule,), about=stand.id, at=at)


def modes(scene: Scene, stand: VipersStand) -> tuple[Mode, ...]:
    """Ways of moving. Rules: CFV-MOVE-01, -03."""
    reason = may_move(scene, stand)
    rows = [Mode(id="", name="Move", allowance=left(stand), refusal=reason)]
    if stand.ratings.road > stand.ratings.move and scene.board.terrain_at(stand.x, stand.y)[0] == "road":
        rows.append(Mode(id=ROAD, name="March by road", allowance=left(stand, ROAD), refusal=reason))
    return tuple(rows)


def reach_of(scene: Scene, stand: VipersStand, mode: str = "", cell_in: float = 0.25) -> Reach:
    """Where the allowance suffices to go; enemy bases that stop it are obstacles."""
    blocking = [units.footprint(e) for e in known_enemies(scene, stand.side) if not passes(stand, e)]
    return reach(
        scene.board,
        stand.x,
        stand.y,
        left(stand, mode),
        units.movement_class(stand),
        cell_in,
        obstacles=Footprints.of(blocking) if blocking else None,
        start_free=True,
    )
