"""Drives of non-player vehicles: which of the ways that a hull can be steered suits what it is to do.

Rules: NUT-NP-05, -12, -18, NUT-VMOV-01 to -05.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from wargame.board import bearing, snap, snap_facing, turn_between
from wargame.board.movement import along, stretches
from wargame.engine.orders import Move
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    charts,
    cover,
    hull_down,
    movement,
    np_draft,
    np_ground,
    np_targets,
    raising,
    refuge,
    status,
    steering,
    vehicle_ground,
    vehicle_moves,
)
from wargame.rulesets.clash_of_titans.np_ground import Enemy, Ways
from wargame.rulesets.clash_of_titans.state import ClashStand, Point
from wargame.rulesets.clash_of_titans.steering import FORWARD, PIVOT, REVERSE

Way = tuple[Point, ...]
TURNS = (0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0)
SECOND = (0.0, 45.0, -45.0)
SHARES = (1.0, 0.7, 0.4)
CORNER_IN = 2.1
"""A second turn comes at least 2 in after the first."""
GAIN_IN = 0.5
OTHER_PLACE_IN = 3.0
BEYOND_IN = 1.5
"""How far beyond a man a drive over him goes."""


@dataclass(frozen=True, slots=True)
class Drive:
    """A legal drive: its way without the start, where it ends, how the hull looks there."""

    mode: str
    path: Way
    end: Point
    facing_deg: float
    inches: float

    def order(self, vehicle: ClashStand) -> Move:
        """The drive as an order."""
        return Move(stand=vehicle.id, path=self.path, mode=self.mode)


# ---------------------------------------------------------------- ways


def drives(scene: Scene, vehicle: ClashStand, share: float = 1.0, back: bool = False) -> list[Drive]:
    """Legal drives over ground that needs no test, with so much of the move; `back`: also in reverse.

    Rule: NUT-NP-18.
    """
    cite("NUT-NP-18")
    if vehicle_moves.may_move(scene, vehicle) is not None:
        return []
    found: list[Drive] = []
    for mode in (FORWARD, REVERSE) if back else (FORWARD,):
        whole = vehicle_moves.speed(scene, vehicle) * share - vehicle.moved_in
        inches = min(whole, vehicle_moves.allowance(scene, vehicle, mode))
        if inches < GAIN_IN:
            continue
        for way in _ways(vehicle, mode, inches):
            made = legal_part(scene, vehicle, way, mode)
            if made is not None and made.inches >= GAIN_IN:
                found.append(made)
    return found


def _ways(vehicle: ClashStand, mode: str, inches: float) -> Iterator[Way]:
    """Straight on and round one corner or two."""
    here = (vehicle.x, vehicle.y)
    ahead = vehicle.facing_deg + (180.0 if mode == REVERSE else 0.0)
    left = steering.spec_of(vehicle).turns - vehicle.turned
    for first in TURNS:
        if first and left < 1:
            continue
        for share in SHARES:
            yield (_off(here, ahead + first, inches * share),)
        if inches <= 2 * CORNER_IN or left - bool(first) < 1:
            continue
        for second in SECOND:
            if second:
                corner = _off(here, ahead + first, max(CORNER_IN, inches * 0.4))
                yield corner, _off(corner, ahead + first + second, inches * 0.58)


def _off(start: Point, heading_deg: float, inches: float) -> Point:
    angle = math.radians(heading_deg)
    return snap(start[0] + inches * math.cos(angle)), snap(start[1] + inches * math.sin(angle))


def legal_part(scene: Scene, vehicle: ClashStand, way: Sequence[Point], mode: str, risky: bool = False) -> Drive | None:
    """A way as far as it may be driven, and, unless `risky`, as far as the driver is tested for nothing."""
    path = tuple(way)
    for _ in range(4):
        plan = vehicle_moves.plan(scene, vehicle, path, mode)
        if plan.refusal is not None:
            if plan.price.legal_to is None:
                return None
            path = _cut(plan.path, plan.price.legal_to)
        elif not risky and (danger := _danger_at(scene, vehicle, plan.path)) is not None:
            stop = max(0.0, danger - vehicle.base.depth_in / 2 - 0.1)
            path = movement.cut(plan.path, stop)[1:] if stop > GAIN_IN else ()
        else:
            inches = vehicle_ground.length(plan.path)
            return Drive(mode, plan.path[1:], plan.path[-1], plan.facing_deg, inches) if len(plan.path) > 1 else None
        if not path:
            return None
    return None


def _danger_at(scene: Scene, vehicle: ClashStand, full: Sequence[Point]) -> float | None:
    """Inches of a path after which the front of the hull enters woods, rubble or the like, or the driver is tested.

    Rule: NUT-NP-12.
    """
    found = [h.at_in for h in vehicle_ground.hazards(scene.board, vehicle, full)]
    front = _off(full[-1], bearing(*full[-2], *full[-1]), vehicle.base.depth_in / 2) if len(full) > 1 else full[-1]
    full = (*full, front)
    going = vehicle_ground.going_of(steering.spec_of(vehicle))
    for piece in stretches(scene.board, full, going, start_free=True):
        if piece.row in bad_ground() and piece.start_in > 1e-6:
            found.append(piece.start_in)
    return min(found, default=None)


def bad_ground() -> tuple[str, ...]:
    """Rows of ground that a vehicle does not leave road or clear ground for. Rule: NUT-NP-12."""
    cite("NUT-NP-12")
    return tuple(charts.file("solo.toml")["avoid_ground"])


def _cut(full: Sequence[Point], end: Point) -> Way:
    return movement.cut_at(tuple(full), (snap(end[0]), snap(end[1])))[1:]


# ---------------------------------------------------------------- forward


def forward(
    scene: Scene,
    vehicle: ClashStand,
    goal: Point,
    enemies: Sequence[Enemy],
    share: float = 1.0,
    careful: bool = False,
    keep_in: float = 0.0,
) -> Move | None:
    """A drive toward a goal by the least exposed way, no nearer to unsuppressed infantry in cover than 24 in; a turn on
    the spot if nothing leads there. `careful`: it stops where it comes to see more; `keep_in`: inches to keep from all
    enemies. Rules: NUT-NP-05, -12."""
    cite("NUT-NP-12")
    going = vehicle_ground.going_of(steering.spec_of(vehicle)) + vehicle_ground.EASY
    ways = np_ground.ways_to(scene, vehicle, goal, enemies, going, bad_ground())
    limits = [(e, max(keep_in, _keeps_off(scene, vehicle, e))) for e in enemies]
    found = [_stopped(scene, vehicle, drive, limits) for drive in drives(scene, vehicle, share)]
    best = _best(found, lambda drive: _gain(ways, vehicle, drive))
    if best is None:
        return _turn(scene, vehicle, _next_corner(ways, vehicle))
    if careful:
        best = _as_far_as_a_view(scene, vehicle, best)
    return best.order(vehicle)


def _gain(ways: Ways, vehicle: ClashStand, drive: Drive) -> float:
    """Inches of way that a drive saves, less what its facing at the end makes worse."""
    before, after = ways.cost(np.array([(vehicle.x, vehicle.y), drive.end])).tolist()
    if not math.isfinite(before) or not math.isfinite(after):
        return -math.inf
    gain = before - after
    onward = _next_corner(ways, vehicle, drive.end)
    if math.dist(onward, drive.end) < GAIN_IN:
        return gain
    return gain - turn_between(bearing(*drive.end, *onward), drive.facing_deg) / 90.0


def _next_corner(ways: Ways, vehicle: ClashStand, start: Point | None = None) -> Point:
    here = start or (vehicle.x, vehicle.y)
    way = ways.path(here)
    return next((p for p in way if math.dist(p, here) >= CORNER_IN), way[-1])


def _best(found: Sequence[Drive | None], worth: Callable[[Drive], float]) -> Drive | None:
    """The drive that is worth most, the shortest of equals; None if none is worth anything."""
    rated = [(round(worth(drive), 3), -round(drive.inches, 3), n) for n, drive in enumerate(found) if drive is not None]
    rated = [row for row in rated if row[0] > GAIN_IN]
    return found[max(rated, key=lambda row: (row[0], row[1], -row[2]))[2]] if rated else None


def _stopped(scene: Scene, vehicle: ClashStand, drive: Drive, limits: Sequence[tuple[Enemy, float]]) -> Drive | None:
    """The drive up to where it comes nearer to an enemy than it has to stay away from him. Rule: NUT-NP-12."""
    full = ((vehicle.x, vehicle.y), *drive.path)
    near = [(e.at, limit) for e, limit in limits if limit > 0.0]
    inches = 0.0
    while near and inches < drive.inches:
        at = along(full, inches)
        if any(math.dist(at, place) <= limit for place, limit in near):
            return legal_part(scene, vehicle, movement.cut(full, inches)[1:], drive.mode) if inches > GAIN_IN else None
        inches += GAIN_IN
    return drive


def _keeps_off(scene: Scene, vehicle: ClashStand, enemy: Enemy) -> float:
    """Inches that it stays away from an enemy: of infantry in cover that is not suppressed. Rule: NUT-NP-12."""
    man = enemy.stand
    if not man.is_man or man.carrier or not status.ready(man) or not cover.cover(scene, man, vehicle).any:
        return 0.0
    return charts.number("stop_before_infantry_in")


def _as_far_as_a_view(scene: Scene, vehicle: ClashStand, drive: Drive) -> Drive:
    """The drive up to the first crest or corner: where it would see half as much again as it sees now."""
    full = ((vehicle.x, vehicle.y), *drive.path)
    marks = [float(n) for n in range(int(drive.inches) + 1)]
    points = np.array([along(full, inches) for inches in marks])
    seen = raising.views(scene, points)
    for inches, count in zip(marks[1:], seen[1:].tolist(), strict=True):
        if count >= 1.5 * max(1.0, float(seen[0])) and inches > GAIN_IN:
            return legal_part(scene, vehicle, movement.cut(full, inches)[1:], drive.mode) or drive
    return drive


def _turn(scene: Scene, vehicle: ClashStand, toward: Point) -> Move | None:
    """A turn on the spot toward a point, if it can make one and does not look that way yet. Rule: NUT-VMOV-02."""
    if math.dist(toward, (vehicle.x, vehicle.y)) < 1e-6 or not vehicle_moves.can_turn_on_the_spot(vehicle):
        return None
    facing = snap_facing(bearing(vehicle.x, vehicle.y, *toward))
    if turn_between(facing, vehicle.facing_deg) <= TURNS[-2]:
        return None
    plan = vehicle_moves.plan(scene, vehicle, (), PIVOT, facing)
    return Move(stand=vehicle.id, path=(), facing_deg=facing, mode=PIVOT) if plan.refusal is None else None


def turn_front(scene: Scene, vehicle: ClashStand, enemy: Point) -> Move | None:
    """Turn the front to the most dangerous enemy. Rule: NUT-NP-12."""
    cite("NUT-NP-12")
    return _turn(scene, vehicle, enemy)


# ---------------------------------------------------------------- at the enemy


def approach(scene: Scene, vehicle: ClashStand, enemies: Sequence[Enemy]) -> Move | None:
    """A drive that ends 12 to 24 in from the nearest enemy, if it is farther away than that. Rule: NUT-NP-12."""
    here = (vehicle.x, vehicle.y)
    nearest = min(enemies, key=lambda e: (math.dist(e.at, here), e.stand.id), default=None)
    if nearest is None or math.dist(nearest.at, here) <= charts.number("stop_before_infantry_in"):
        return None
    return forward(scene, vehicle, nearest.at, enemies, keep_in=charts.number("fire_from_in"))


def overrun(scene: Scene, vehicle: ClashStand, enemies: Sequence[Enemy]) -> Move | None:
    """A drive over a suppressed man without anti-tank weapons, the nearest in reach. Rules: NUT-NP-18, NUT-VINF-02."""
    cite("NUT-NP-18")
    here = (vehicle.x, vehicle.y)
    prey = [e for e in enemies if _is_prey(e.stand)]
    for enemy in sorted(prey, key=lambda e: (round(math.dist(e.at, here), 3), e.stand.id)):
        apart = math.dist(enemy.at, here)
        if apart < 1e-6 or apart > vehicle_moves.allowance(scene, vehicle, FORWARD):
            continue
        way = (_off(here, bearing(*here, *enemy.at), apart + BEYOND_IN),)
        made = legal_part(scene, vehicle, way, FORWARD)
        if made is not None and made.inches >= apart - vehicle.base.depth_in / 2:
            return made.order(vehicle)
    return None


def _is_prey(man: ClashStand) -> bool:
    return man.is_man and not man.carrier and man.status in np_draft.SUPPRESSED and not np_targets.is_anti_tank(man)


# ---------------------------------------------------------------- away


def hide(scene: Scene, vehicle: ClashStand, threats: Sequence[ClashStand]) -> Move | None:
    """The shortest drive to a place out of their sight or hull down from them; None if there is none, or it is there
    already. Rule: NUT-NP-12."""
    cite("NUT-NP-12")
    if not threats or _is_safe(scene, vehicle, threats):
        return None
    for drive in sorted(drives(scene, vehicle, back=True), key=lambda d: (round(d.inches, 3), d.end)):
        if not refuge.is_seen(scene, vehicle, drive.end, threats) or _is_safe(scene, _moved(vehicle, drive), threats):
            return drive.order(vehicle)
    return None


def _is_safe(scene: Scene, vehicle: ClashStand, threats: Sequence[ClashStand]) -> bool:
    return all(hull_down.is_hull_down(scene, vehicle, threat) for threat in threats)


def _moved(vehicle: ClashStand, drive: Drive) -> ClashStand:
    return msgspec.structs.replace(vehicle, x=drive.end[0], y=drive.end[1], facing_deg=drive.facing_deg)


def change_position(scene: Scene, vehicle: ClashStand, enemies: Sequence[ClashStand]) -> Move | None:
    """A drive to another place in cover that sees the same enemies. Rule: NUT-NP-18."""
    cite("NUT-NP-18")
    if not enemies:
        return None
    for drive in sorted(drives(scene, vehicle, back=True), key=lambda d: (round(d.inches, 3), d.end)):
        if drive.inches < OTHER_PLACE_IN or not _sees_all(scene, vehicle, drive.end, enemies):
            continue
        there = _moved(vehicle, drive)
        if all(_is_sheltered(scene, there, enemy) for enemy in enemies):
            return drive.order(vehicle)
    return None


def _is_sheltered(scene: Scene, vehicle: ClashStand, enemy: ClashStand) -> bool:
    return hull_down.is_hull_down(scene, vehicle, enemy) or hull_down.vehicle_cover(scene, vehicle, enemy).any


def _sees_all(scene: Scene, vehicle: ClashStand, at: Point, enemies: Sequence[ClashStand]) -> bool:
    return all(refuge.is_seen(scene, vehicle, at, [enemy]) for enemy in enemies)
