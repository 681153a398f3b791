"""What ground costs vehicles, and what they have to test for on it. Rules: NUT-VMOV-05, -08, NUT-TERR-09, -10.

A vehicle has a class of going (tracked, heavy, half_tracked, wheeled, soft). In `profile` each stands twice: as it is,
with walls and buildings open because an Over Run may lead through them, and with " easy", for ways without any test.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from wargame.board import Board, Feature
from wargame.board.crossed import crossed
from wargame.board.movement import along, path_length, price, stretches
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import data, rooms, solids
from wargame.rulesets.clash_of_titans.state import ClashStand, VehicleSpec
from wargame.rulesets.clash_of_titans.vehicle_data import number, numbers, own_rows

Point = tuple[float, float]
CLASSES = ("tracked", "heavy", "half_tracked", "wheeled", "soft")
EASY = " easy"
STUCK, OVER_RUN, EDGE, BLIND = "stuck", "over_run", "edge", "blind"


@dataclass(frozen=True, slots=True)
class Hazard:
    """Something on a path that calls for a test: where (inches along it), what, of which feature, its DV."""

    at_in: float
    kind: str
    feature: str
    dv: int = 0


def going_of(spec: VehicleSpec) -> str:
    """Class of going of a vehicle. Rule: NUT-VMOV-05."""
    cite("NUT-VMOV-05")
    if spec.drive == "tracked":
        return "heavy" if spec.class_ == "heavy" else "tracked"
    if spec.drive == "half-tracked":
        return "half_tracked"
    return "soft" if spec.soft else "wheeled"


@functools.cache
def rates(row: str) -> Mapping[str, float]:
    """Inches of move for an inch of a terrain row, by class of going, with and without obstacles that need a test."""
    found: dict[str, float] = {}
    listed = next((r for r in own_rows("going") if r["row"] == row), None)
    closed = row in numbers()["ground"]["over_run"]
    for name in CLASSES:
        rate = float(listed[name]) if listed is not None else 1.0
        found[name] = rate
        found[name + EASY] = -1.0 if closed else rate
    return found


# ---------------------------------------------------------------- costs


def cost_of(board: Board, spec: VehicleSpec, path: Sequence[Point]) -> float:
    """Inches of move that a path takes, half speed on bad ground and uphill counted. Rule: NUT-VMOV-05."""
    cite("NUT-VMOV-05")
    if len(path) < 2:
        return 0.0
    return price(board, path, going_of(spec), start_free=True).cost + climbs(board, path)


def climbs(board: Board, path: Sequence[Point]) -> float:
    """What going uphill costs besides the inches: each level that the path goes up over. Rule: NUT-TERR-06."""
    return float(data.meta()["level_height"]) * len(_climbs(board, path))


def _climbs(board: Board, path: Sequence[Point]) -> list[float]:
    """Where on a path (inches along it) it goes up a level. Rule: NUT-TERR-06."""
    if not any(feature.kind == "hill" for feature in board.features):
        return []
    cite("NUT-TERR-06")
    legs = np.array([(*a, *b) for a, b in pairwise(path)], np.float64)
    lengths = np.hypot(legs[:, 2] - legs[:, 0], legs[:, 3] - legs[:, 1])
    starts = np.concatenate([[0.0], np.cumsum(lengths)[:-1]])
    runs = crossed(board, frozenset({"hill"}), legs)
    rows = zip(runs.line.tolist(), runs.enter.tolist(), strict=True)
    return sorted(float(starts[n] + share * lengths[n]) for n, share in rows if share > 1e-6)


def inches_for(board: Board, spec: VehicleSpec, path: Sequence[Point], points: float) -> float:
    """Inches of a path that so many inches of move suffice for."""
    ups = _climbs(board, path)
    lump, left, done = float(data.meta()["level_height"]), points, 0.0
    for s in stretches(board, path, going_of(spec), start_free=True):
        if s.rate < 0.0:
            return done
        while ups and ups[0] < s.end_in:
            run = (ups[0] - done) * s.rate
            if run + lump > left:
                return done + min(left / s.rate, ups[0] - done)
            left, done = left - run - lump, ups.pop(0)
        run = (s.end_in - done) * s.rate
        if run > left:
            return done + left / s.rate
        left, done = left - run, s.end_in
    return done


def is_all_road(board: Board, path: Sequence[Point]) -> bool:
    """Does a path run wholly on roads, bridges and fords? Rules: NUT-VMOV-01, NUT-TERR-10."""
    cite("NUT-TERR-10")
    if len(path) < 2:
        return False
    found = stretches(board, path, CLASSES[0], start_free=True)
    off = sum(s.end_in - s.start_in for s in found if s.row != "road")
    return off <= 0.01


# ---------------------------------------------------------------- what calls for a test


def hazards(board: Board, stand: ClashStand, path: Sequence[Point], inside_in: float = 0.0) -> list[Hazard]:
    """Everything on a path that the driver has to test for, in order. `inside_in`: inches already driven inside the bad
    ground that it begins in. Rules: NUT-VMOV-05, -06, -08, NUT-TERR-07."""
    if stand.spec is None or len(path) < 2:
        return []
    found: list[Hazard] = []
    inside, since = "", 0.0
    for s in stretches(board, path, going_of(stand.spec), start_free=True):
        name = s.feature_id or ""
        entered = s.start_in > 1e-6 and name != inside
        if s.row in numbers()["ground"]["stuck"]:
            since = since if name == inside else (inside_in if s.start_in <= 1e-6 else 0.0)
            found += _stuck(s.start_in, s.end_in, since, name)
            since += s.end_in - s.start_in
        if s.row in numbers()["ground"]["over_run"] and name and entered:
            found.append(Hazard(s.start_in, OVER_RUN, name, dv_of(board, name)))
        if s.row == numbers()["ground"]["edge"] and entered and not _by_open_end(board, name, along(path, s.start_in)):
            found.append(Hazard(s.start_in, EDGE, name))
        if s.row == numbers()["ground"]["blind"] and name != inside:
            found.append(Hazard(s.start_in, BLIND, name))
        inside = name
    return sorted(found, key=lambda h: (h.at_in, h.kind, h.feature))


def _stuck(start: float, end: float, since: float, name: str) -> list[Hazard]:
    """One test once 2in have been driven in the ground. Rule: NUT-VMOV-05."""
    at = start + number("ground", "stuck_after_in") - since
    return [Hazard(at, STUCK, name)] if start - 1e-6 <= at <= end - 1e-6 else []


def feature_of(board: Board, name: str) -> Feature | None:
    """A feature of the board by id."""
    return next((f for f in board.features if f.id == name), None)


def dv_of(board: Board, name: str) -> int:
    """Defence Value of what is to be overrun; wire has one of its own. Rule: NUT-VMOV-08."""
    cite("NUT-VMOV-08")
    feature = feature_of(board, name)
    if feature is None:
        return 0
    if feature.kind == "wire":
        return int(numbers()["ground"]["wire_dv"])
    if feature.kind in rooms.KINDS:
        return rooms.dv_of(feature)
    return solids.feature_dv(feature) if feature.kind in solids.solid_kinds() else 0


def _by_open_end(board: Board, name: str, at: Point) -> bool:
    """Is a gully drawn as a line entered by one of its ends, not over its edge? Rule: NUT-TERR-07."""
    feature = feature_of(board, name)
    if feature is None or feature.geometry != "line":
        return False
    cite("NUT-TERR-07")
    ring = feature.rings[0]
    return any(math.dist(at, end) <= feature.width_in / 2 + 0.05 for end in (ring[0], ring[-1]))


def length(path: Sequence[Point]) -> float:
    """Inches of a path."""
    return path_length(path)
