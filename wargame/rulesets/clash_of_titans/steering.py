"""How a hull is steered along a path: turns, reversing, and where it touches something.

Rules: NUT-VMOV-01, -03, NUT-GEO-13.

Paths are of the centre, beginning where the vehicle stands; facings in degrees.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from wargame.board import HALF, Footprint, bearing, gap, turn_between
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import vehicles
from wargame.rulesets.clash_of_titans.state import ClashStand, VehicleSpec
from wargame.rulesets.clash_of_titans.vehicle_data import number

Point = tuple[float, float]
FORWARD, FAST, REVERSE, PIVOT = "", "fast", "reverse", "pivot"
"""Ways of moving of a vehicle."""
STRAIGHT_DEG = 0.15
"""A change of course up to this is none: facings are kept to a tenth of a degree."""
TOUCH_IN = 1e-4


@dataclass(frozen=True, slots=True)
class Turn:
    """A change of course on a path: where (inches along it) and by how many degrees."""

    at_in: float
    by_deg: float


def spec_of(stand: ClashStand) -> VehicleSpec:
    """The vehicle's line. Raises ValueError for anything else."""
    if stand.spec is None:
        raise ValueError(f"{stand.id!r} is no vehicle")
    return stand.spec


def hull_facing(leg: Sequence[Point], mode: str) -> float:
    """Where the hull looks on a leg: along it, or the other way when reversing. Rule: NUT-VMOV-03."""
    ahead = bearing(*leg[0], *leg[1])
    return (ahead + 180.0) % 360.0 if mode == REVERSE else ahead


def turns_of(stand: ClashStand, full: Sequence[Point], mode: str, facing_deg: float | None = None) -> list[Turn]:
    """The changes of course of a path, the one it begins with and the one it ends with included. Rule: NUT-VMOV-01."""
    cite("NUT-VMOV-01")
    found: list[Turn] = []
    looks, done = stand.facing_deg, 0.0
    for leg in pairwise(full):
        wanted = hull_facing(leg, mode)
        by = turn_between(wanted, looks)
        if by > STRAIGHT_DEG:
            found.append(Turn(done, by))
        looks, done = wanted, done + math.dist(*leg)
    if facing_deg is not None and turn_between(facing_deg, looks) > STRAIGHT_DEG:
        found.append(Turn(done, turn_between(facing_deg, looks)))
    return found


def since_turn(stand: ClashStand) -> float:
    """Inches driven straight since its last turn in this activation; without one, as many as one likes."""
    if not stand.turned:
        return math.inf
    straight = 0.0
    course: float | None = None
    for b, a in pairwise(reversed(stand.walked)):
        here = bearing(*a, *b)
        if course is not None and turn_between(here, course) > STRAIGHT_DEG:
            break
        course, straight = here, straight + math.dist(a, b)
    return straight


def refusal(stand: ClashStand, full: Sequence[Point], mode: str, facing_deg: float) -> tuple[Refusal, float] | None:
    """Why a path cannot be steered, and where (inches along it), or None: turns of at most 45 degrees, at least 2 in
    apart, no more than the vehicle makes. Rules: NUT-VMOV-01, -03."""
    left = spec_of(stand).turns - stand.turned
    before = -since_turn(stand)
    apart = number("move", "between_turns_in")
    for n, turn in enumerate(turns_of(stand, full, mode, facing_deg)):
        if turn.by_deg > number("move", "turn_deg") + 0.06:
            text = f"It turns by {turn.by_deg:.0f} degrees; 45 at a time are allowed."
            return _no(text, stand), turn.at_in
        if n >= left:
            text = f"It makes {spec_of(stand).turns} turns in an activation."
            return _no(text, stand), turn.at_in
        if turn.at_in - before < apart - HALF:
            text = f"Turns are at least {apart:g} in apart, these {turn.at_in - before:.1f}."
            return _no(text, stand), turn.at_in
        before = turn.at_in
    return None


def contact_at(stand: ClashStand, full: Sequence[Point], mode: str, other: ClashStand) -> float | None:
    """Inches along a path at which its hull first touches another piece; None: never, or it only drives away from it.

    The hull looks along each leg. Rule: NUT-GEO-13.
    """
    cite("NUT-GEO-13")
    box, done = vehicles.footprint(other), 0.0
    for a, b in pairwise(full):
        length, facing = math.dist(a, b), hull_facing((a, b), mode)
        at = _on_leg(stand, a, b, length, facing, box)
        if at is not None:
            return done + at
        done += length
    return None


def _on_leg(stand: ClashStand, a: Point, b: Point, length: float, facing: float, box: Footprint) -> float | None:
    inches = 0.0
    while inches <= length:
        share = inches / length if length else 0.0
        x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        free = gap(Footprint(stand.base, x, y, facing), box)
        if free <= TOUCH_IN:
            leaves = inches == 0.0 and math.dist(b, box[1:3]) > math.dist(a, box[1:3])
            return None if leaves else inches
        inches += max(free, 0.005)
    return None


def _no(text: str, stand: ClashStand) -> Refusal:
    return Refusal(text=text, rules=(cite("NUT-VMOV-01"),), about=stand.id)
