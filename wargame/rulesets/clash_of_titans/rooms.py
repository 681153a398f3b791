"""Buildings as storeys, areas and openings, laid out from their outline alone. Inches; floor 0 is the ground floor.

The layout depends on nothing but the feature (its first outline, its properties) and the roads beside it, so all
players see the same house. Rules: NUT-BLDG-01, -02, -03, -12.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wargame.board import HALF, Board, Feature, shapes, turn_between
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import plans
from wargame.rulesets.clash_of_titans.data import row
from wargame.rulesets.clash_of_titans.plans import Area, Opening, Point
from wargame.rulesets.clash_of_titans.terrain import cover_file, kinds_on

KINDS = frozenset({"building", "bunker"})
_WAYS = frozenset({"road", "path"})
_NEEDS = KINDS | _WAYS
LARGE_DOORS = frozenset({"barn", "stable"})
"""Types of buildings through whose doors mounts are ridden (NUT-BLDG-04)."""
USES_OPENING_IN = 1.0
"""How near to an opening a figure sees out of it and is seen in it (NUT-BLDG-06, -07)."""
_KEPT = 20000
SEES_IN_IN = 3.0
"""How near to an opening a figure outside sees all of the area behind it (NUT-BLDG-07)."""


@dataclass(frozen=True, slots=True)
class Building:
    """A building as the rules see it. `fallen`: (floor, area) that have collapsed; `stair`: foot of the staircase."""

    feature: str
    storeys: int
    dv: int
    areas: tuple[Area, ...]
    openings: tuple[Opening, ...]
    stair: Point
    flat_roof: bool
    fallen: frozenset[tuple[int, int]]
    kind: str = "building"
    front_deg: float = 0.0

    def area_at(self, x: float, y: float) -> Area | None:
        """The area (of any storey) that holds a point; the first where two meet."""
        return next((a for a in self.areas if a.holds(x, y)), None)

    def stands(self, floor: int, area: int) -> bool:
        """Is this area of this storey there and not collapsed?"""
        return 0 <= floor < self.storeys and (floor, area) not in self.fallen

    def openings_of(self, floor: int, area: int, outer: bool = True) -> tuple[Opening, ...]:
        """Windows, doors and breaches (`outer`), or doorways, of an area."""
        found = (o for o in self.openings if o.floor == floor and (o.area == area or o.beyond == area))
        return tuple(o for o in found if self.is_outer(o) == outer)

    def is_outer(self, opening: Opening) -> bool:
        """Does an opening lead into the open: also a doorway whose other room has fallen?"""
        if opening.beyond is None:
            return True
        return not (self.stands(opening.floor, opening.area) and self.stands(opening.floor, opening.beyond))

    def neighbours(self, floor: int, area: int) -> tuple[int, ...]:
        """Standing areas of the same storey that share a doorway with one."""
        found = (o for o in self.openings if o.floor == floor and o.beyond is not None and area in (o.area, o.beyond))
        others = (o.beyond if o.area == area else o.area for o in found)
        return tuple(n for n in others if n is not None and self.stands(floor, n))

    def height_of(self, area: int) -> int:
        """Storeys of an area that still stand, counted from the ground."""
        return next((f for f in range(self.storeys) if (f, area) in self.fallen), self.storeys)


@dataclass(frozen=True, slots=True)
class Room:
    """Where a figure is indoors: the building, the storey and the number of the area."""

    building: Building
    floor: int
    area: int

    @property
    def name(self) -> str:
        """The room as a stand's field names it."""
        return f"{self.building.feature}:{self.area}"


def building(board: Board, feature_id: str) -> Building:
    """The layout of a building, kept with the board. Raises ValueError for an unknown id."""
    name = board.feature(feature_id).props.get("part_of") or feature_id
    return board.part(("building", name), lambda made: _lay_out(made, made.feature(str(name))), _NEEDS)


def buildings(board: Board) -> tuple[Building, ...]:
    """All buildings on a board, in drawing order; parts that a collapse left belong to the whole."""
    if not KINDS & kinds_on(board):
        return ()
    return tuple(building(board, f.id) for f in board.features if f.kind in KINDS and not f.props.get("part_of"))


def area_boxes(board: Board) -> tuple[tuple[float, float, float, float, Area], ...]:
    """The box round each area of all buildings, with the area; kept with the board."""
    return board.part("area boxes", _area_boxes, _NEEDS)


def _area_boxes(board: Board) -> tuple[tuple[float, float, float, float, Area], ...]:
    return tuple((*area.shape.bounds, area) for house in buildings(board) for area in house.areas)


def building_at(board: Board, x: float, y: float) -> Building | None:
    """The building whose outline covers a point, or None."""
    if not KINDS & kinds_on(board):
        return None
    for x0, y0, x1, y1, name in board.part("building boxes", _boxes, KINDS):
        if x0 <= x <= x1 and y0 <= y <= y1 and _covers(board, name, x, y):
            return building(board, name)
    return None


def _boxes(board: Board) -> tuple[tuple[float, float, float, float, str], ...]:
    """The box round each building, in drawing order."""
    return tuple((*board.area(f.id).bounds, f.id) for f in board.features if f.kind in KINDS)


def _covers(board: Board, name: str, x: float, y: float) -> bool:
    kept: dict[tuple[str, float, float], bool] = board.part("building covers", lambda _: {}, KINDS)
    key = (name, x, y)
    found = kept.get(key)
    if found is None:
        if len(kept) >= _KEPT:
            kept.clear()
        found = kept[key] = bool(board.area(name).covers(shapes.spot(x, y)))
    return found


def room_at(board: Board, x: float, y: float, floor: int) -> Room | None:
    """The room in which a point of a storey lies; None in the open and on a roof. Rule: NUT-BLDG-02."""
    kept: dict[tuple[float, float, int], Room | None] = board.part("rooms at", lambda _: {}, _NEEDS)
    key = (x, y, floor)
    if key not in kept:
        if len(kept) >= _KEPT:
            kept.clear()
        kept[key] = _room_at(board, x, y, floor)
    if kept[key] is not None:
        cite("NUT-BLDG-02")
    return kept[key]


def _room_at(board: Board, x: float, y: float, floor: int) -> Room | None:
    found = building_at(board, x, y)
    area = found.area_at(x, y) if found is not None else None
    if found is None or area is None or not found.stands(floor, area.number):
        return None
    return Room(found, floor, area.number)


def is_built(board: Board) -> bool:
    """Does any building stand on a board?"""
    return bool(KINDS & kinds_on(board))


def on_roof(board: Board, x: float, y: float, floor: int) -> Building | None:
    """The building on whose roof a point of this level lies, or None. Rule: NUT-BLDG-11."""
    found = building_at(board, x, y)
    area = found.area_at(x, y) if found is not None else None
    if found is None or area is None or floor == 0 or found.height_of(area.number) != floor:
        return None
    cite("NUT-BLDG-11")
    return found


def opening_between(one: Room | None, other: Room | None, a: Point, b: Point) -> Opening | None:
    """The door, window, breach or doorway through which the straight way from a room (None: the open) to another
    leads; None if a wall or a ceiling stands between them."""
    inner = one or other
    if inner is None:
        return None
    if one is not None and other is not None:
        if one.building.feature != other.building.feature or one.floor != other.floor:
            return None
        areas = {one.area, other.area}
        ways = inner.building.openings_of(inner.floor, inner.area, outer=False)
        fitting = [o for o in ways if {o.area, o.beyond} == areas]
    else:
        fitting = list(inner.building.openings_of(inner.floor, inner.area)) if inner.floor == 0 else []
    return next((o for o in fitting if plans.cross(a, b, *o.ends)), None)


# ---------------------------------------------------------------- layout


@functools.cache
def type_row(name: str) -> Mapping[str, Any]:
    """The row of table `building_types` for a type; empty for an unknown one. Rule: NUT-BLDG-01."""
    from wargame.rulesets.clash_of_titans.data import rows

    return next((r for r in rows("building_types") if r["type"] == name), {})


def dv_of(feature: Feature) -> int:
    """Defence Value of a building: its own, that of its type, or a plain house's. Rules: NUT-BLDG-01, NUT-COVR-02."""
    cite("NUT-BLDG-01")
    if feature.props.get("dv") is not None:
        return int(feature.props["dv"])
    named = type_row(str(feature.props.get("type", "")))
    return int(named["dv"]) if named else int(row("dv", cover_file()["solid"][feature.kind])["dv"])


def storeys_of(feature: Feature) -> int:
    """Storeys that a building had at first. Rule: NUT-BLDG-01."""
    named = type_row(str(feature.props.get("type", "")))
    given = feature.props.get("storeys") or feature.height or (named["storeys"] if named else 1)
    return max(1, round(float(given)))


def _lay_out(board: Board, feature: Feature) -> Building:
    """Rules: NUT-BLDG-02, -03, -12."""
    cite("NUT-BLDG-03")
    plan = feature.props.get("plan")
    shape = shapes.outline(json.loads(str(plan))) if plan else board.area(feature.id)
    storeys, fallen = storeys_of(feature), _fallen(feature)
    front = _front(board, feature, shape)
    laid = plans.plan(shape, front_deg=front, storeys=storeys)
    openings = (*laid.openings, *_breaches(feature))
    flat = str(feature.props.get("roof", "pitched")) == "flat"
    return Building(
        feature.id, storeys, dv_of(feature), laid.areas, openings, laid.stair, flat, fallen, feature.kind, front
    )


def _fallen(feature: Feature) -> frozenset[tuple[int, int]]:
    text = str(feature.props.get("fallen") or "")
    pairs = (part.split(":") for part in text.split(";") if part)
    return frozenset((int(floor), int(area)) for floor, area in pairs)


def fallen_text(fallen: frozenset[tuple[int, int]]) -> str:
    """Collapsed areas as the property `fallen` of a feature keeps them."""
    return ";".join(f"{floor}:{area}" for floor, area in sorted(fallen))


def _breaches(feature: Feature) -> tuple[Opening, ...]:
    text = str(feature.props.get("breaches") or "")
    rows = ([float(v) for v in part.split(",")] for part in text.split(";") if part)
    return tuple(Opening(int(f), int(a), "breach", x, y, deg, width) for f, a, x, y, deg, width in rows)


def breach_text(opening: Opening) -> str:
    """A breach as the property `breaches` of a feature keeps it."""
    o = opening
    return f"{o.floor},{o.area},{o.x:.3f},{o.y:.3f},{o.normal_deg:.1f},{o.width_in:g}"


def _front(board: Board, feature: Feature, shape: shapes.Shape) -> float:
    """Outward direction of the front: as the map says, else the wall nearest to a road, else the longest."""
    given = feature.props.get("front")
    if given is not None:
        return float(given)
    sides = plans.sides(shape)
    ways = [board.area(f.id) for f in board.features if f.kind in _WAYS] if _WAYS & kinds_on(board) else []
    longest = max(side.length for side in sides)
    long_ones = [side for side in sides if side.length >= longest / 2 - HALF]

    def key(side: plans.Wall) -> tuple[float, float, float]:
        point = shapes.spot(*side.middle)
        far = min((float(way.distance(point)) for way in ways), default=0.0)
        return round(far, 3), -round(side.length, 3), round(side.normal_deg, 3)

    return min(long_ones, key=key).normal_deg


def faces(opening: Opening, at: Point, arc_deg: float) -> bool:
    """Does a place lie in the arc about an opening's outward direction?"""
    bearing = math.degrees(math.atan2(at[1] - opening.y, at[0] - opening.x))
    return turn_between(bearing, opening.normal_deg) <= arc_deg / 2 + 1e-6
