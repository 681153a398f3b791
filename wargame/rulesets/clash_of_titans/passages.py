"""Ways through walls: what a path on foot passes, what it costs, why it cannot, and on which storey it ends.

Rules: NUT-BLDG-04, -05, NUT-COLL-04, NUT-MOVE-11.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from wargame.board import Base, Board, Footprint, crossed, shapes
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import plans, rooms
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.plans import Opening
from wargame.rulesets.clash_of_titans.rooms import Building, Room
from wargame.rulesets.clash_of_titans.state import ClashStand

Point = tuple[float, float]

DOORWAY_IN = 1.0
"""A doorway costs this much (NUT-BLDG-05)."""
BREACH_IN = 1.0
"""An inch of rubble costs one more (NUT-BLDG-04)."""
_ON_IT = 0.05
_WALL_IN = 0.3
_NEAR_IN = 0.001


@dataclass(frozen=True, slots=True)
class Passage:
    """An opening that a path goes through: inches along the path, what it costs, in words."""

    at_in: float
    cost_in: float
    feature: str
    note: str


@dataclass(frozen=True, slots=True)
class Indoors:
    """What a path does with buildings: the openings it passes, inches inside, storey and area where it ends, and the
    first thing that forbids it, with the inches where it does."""

    passages: tuple[Passage, ...] = ()
    inside_in: float = 0.0
    floor: int = 0
    room: str = ""
    refusal: Refusal | None = None
    refused_at_in: float = 0.0


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of a path on one side of all walls."""

    start_in: float
    end_in: float
    middle: Point
    end: Point


def along(scene: Scene, stand: ClashStand, full: Sequence[Point], full_move_in: float) -> Indoors:
    """What a path (beginning where the man stands) does with the buildings in its way.

    full_move_in: his normal move, half of which a window costs. Rules: NUT-BLDG-04, -05.
    """
    board = scene.board
    if not rooms.is_built(board) or (stand.floor == 0 and not _meets(board, full)):
        return Indoors(floor=stand.floor)
    walk = _Walk(scene, stand, full_move_in)
    for piece in _pieces(board, full):
        walk.take(piece)
        if walk.refusal is not None:
            break
    return walk.result()


def _meets(board: Board, full: Sequence[Point]) -> bool:
    legs = np.array([(*a, *b) for a, b in pairwise(full)], np.float64).reshape(-1, 4)
    inside = rooms.building_at(board, *full[0]) is not None or rooms.building_at(board, *full[-1]) is not None
    return inside or len(crossed(board, rooms.KINDS, legs).line) > 0


def _pieces(board: Board, full: Sequence[Point]) -> Iterator[_Piece]:
    done = 0.0
    for a, b in pairwise(full):
        length = math.dist(a, b)
        cuts = sorted({0.0, 1.0, *_walls_crossed(board, a, b)})
        for t0, t1 in pairwise(cuts):
            if (t1 - t0) * length > 1e-6:
                yield _Piece(done + t0 * length, done + t1 * length, _at(a, b, (t0 + t1) / 2), _at(a, b, t1))
        done += length


def _at(a: Point, b: Point, t: float) -> Point:
    return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])


def _walls_crossed(board: Board, a: Point, b: Point) -> list[float]:
    """Shares of a leg at which it crosses the border of any area."""
    x0, x1, y0, y1 = min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])
    found: list[float] = []
    for left, bottom, right, top, area in rooms.area_boxes(board):
        if left <= x1 + _NEAR_IN and right >= x0 - _NEAR_IN and bottom <= y1 + _NEAR_IN and top >= y0 - _NEAR_IN:
            found += [round(t, 9) for t in shapes.crossings(a, b, area.shape)]
    return [t for t in found if 0.0 < t < 1.0]


class _Walk:
    """A man who walks a path piece by piece."""

    def __init__(self, scene: Scene, stand: ClashStand, full_move_in: float) -> None:
        self.scene, self.board, self.stand, self.full_move_in = scene, scene.board, stand, full_move_in
        self.floor = stand.floor
        self.room = rooms.room_at(self.board, stand.x, stand.y, stand.floor)
        self.place: Point = (stand.x, stand.y)
        self.passages: list[Passage] = []
        self.inside_in = 0.0
        self.refusal: Refusal | None = None
        self.refused_at_in = 0.0

    def take(self, piece: _Piece) -> None:
        """Go on to the next piece, through the opening between, if there is one."""
        if self.floor > 0 and self.room is None:
            self._on_roof(piece)
            return
        there = rooms.room_at(self.board, *piece.middle, self.floor)
        if not _same(self.room, there):
            self._pass(piece, there)
        if self.room is not None:
            self.inside_in += piece.end_in - piece.start_in
        self.place = piece.end

    def _on_roof(self, piece: _Piece) -> None:
        if rooms.on_roof(self.board, *piece.middle, self.floor) is None:
            self._refuse("There the roof ends.", "NUT-BLDG-11", piece)

    def _pass(self, piece: _Piece, there: Room | None) -> None:
        opening = self._opening(there)
        if opening is None:
            self._refuse("There is a wall, and no opening in it.", "NUT-BLDG-04", piece)
            return
        if there is not None and burns(self.scene, there):
            self._refuse("That room burns.", "NUT-COLL-04", piece)
            return
        if self.stand.mounted and not _large(self.board, opening, self.room or there):
            self._refuse("Mounts are ridden only through large doors.", "NUT-BLDG-04", piece)
            return
        if there is None and self.floor > 0:
            self._jump(piece, opening)
            return
        self.passages.append(self._passage(piece, opening, self.room or there))
        self.room = there

    def _opening(self, there: Room | None) -> Opening | None:
        """The opening at the place where the path meets a wall. Rules: NUT-BLDG-04, -05."""
        rooms_here = [r for r in (self.room, there) if r is not None]
        if len(rooms_here) == 2 and rooms_here[0].building.feature != rooms_here[1].building.feature:
            return None
        building, floor = rooms_here[0].building, rooms_here[0].floor
        outer = len(rooms_here) == 1
        for opening in building.openings_of(floor, rooms_here[0].area, outer=outer):
            fits = outer or {opening.area, opening.beyond} == {r.area for r in rooms_here}
            if fits and opening.distance_to(*self.place) <= _ON_IT:
                return opening
        return None

    def _passage(self, piece: _Piece, opening: Opening, room: Room | None) -> Passage:
        """What an opening costs: a door nothing, a window half a move, a breach as rubble, a doorway an inch."""
        cite("NUT-BLDG-05" if opening.kind == "doorway" else "NUT-BLDG-04")
        costs = {"door": 0.0, "window": self.full_move_in / 2, "breach": BREACH_IN, "doorway": DOORWAY_IN}
        feature = room.building.feature if room is not None else ""
        return Passage(piece.start_in, costs[opening.kind], feature, f"through a {opening.kind}")

    def _jump(self, piece: _Piece, opening: Opening) -> None:
        """Out of a window of the first floor, one level down. Rule: NUT-MOVE-11."""
        cite("NUT-MOVE-11")
        if self.floor > 1:
            self._refuse("Too high to jump.", "NUT-MOVE-11", piece)
            return
        assert self.room is not None
        self.passages.append(self._passage(piece, opening, self.room))
        self.floor, self.room = 0, None

    def _refuse(self, text: str, rule: str, piece: _Piece) -> None:
        self.refusal = Refusal(text=text, rules=(cite(rule),), about=self.stand.id, at=self.place)
        self.refused_at_in = piece.start_in

    def result(self) -> Indoors:
        """All of it."""
        name = self.room.name if self.room is not None else ""
        return Indoors(tuple(self.passages), self.inside_in, self.floor, name, self.refusal, self.refused_at_in)


def enters_at(scene: Scene, stand: ClashStand, full: Sequence[Point], room: Room) -> float | None:
    """Inches of a path at which it comes into an area of a building, None if it never does or begins there.

    Rule: NUT-BLDG-08.
    """
    board, floor = scene.board, stand.floor
    before = rooms.room_at(board, *full[0], floor)
    if _same(before, room):
        return None
    for piece in _pieces(board, full):
        if _same(rooms.room_at(board, *piece.middle, floor), room):
            cite("NUT-BLDG-08")
            return piece.start_in
    return None


def burns(scene: Scene, room: Room) -> bool:
    """Does an area of a storey burn, so that nobody may enter it? Rule: NUT-COLL-04."""
    return any((f.feature, f.floor) == (room.name, room.floor) for f in state_of(scene).fires)


def _same(one: Room | None, other: Room | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.name, one.floor) == (other.name, other.floor)


def _large(board: Board, opening: Opening, room: Room | None) -> bool:
    """Is it a large door, such as those of barns and stables? Rule: NUT-BLDG-04."""
    if room is None or opening.kind != "door":
        return False
    return str(board.feature(room.building.feature).props.get("type", "")) in rooms.LARGE_DOORS


# ---------------------------------------------------------------- walls as obstacles


def walls(scene: Scene, at: Point, inches: float, floor: int = 0, thick_in: float = _WALL_IN) -> list[Footprint]:
    """The walls near a place as thin bases in the way of a man on a storey, with gaps where doors, breaches and
    doorways are; windows count as wall. For reach and routes; the price of a path looks at every opening.

    Rule: NUT-BLDG-04.
    """
    board = scene.board
    if not rooms.is_built(board):
        return []
    cite("NUT-BLDG-04")
    point = shapes.spot(*at)
    found: list[Footprint] = []
    for building in rooms.buildings(board):
        whole = board.part(("whole", building.feature), functools.partial(_whole, building), rooms.KINDS)
        if whole.distance(point) <= inches + 1.0:
            make = functools.partial(_walls_of, building, floor, thick_in)
            found += board.part(("walls", building.feature, floor, thick_in), make, rooms.KINDS)
    return found


def _whole(building: Building, _: Board) -> shapes.Shape:
    return plans.whole(building.areas)


def _walls_of(building: Building, floor: int, thick_in: float, board: Board) -> list[Footprint]:
    found: list[Footprint] = []
    for area in building.areas:
        if not building.stands(floor, area.number):
            continue
        gaps = [o for o in building.openings if o.floor == floor and o.kind != "window"]
        for wall in plans.walls_of(area.shape):
            found += _with_gaps(wall, [o for o in gaps if _lies_in(o, wall)], thick_in)
    return found


def _lies_in(opening: Opening, wall: plans.Wall) -> bool:
    return shapes.near(shapes.line([wall.a, wall.b]), shapes.spot(opening.x, opening.y), _ON_IT)


def _with_gaps(wall: plans.Wall, gaps: Sequence[Opening], thick_in: float) -> Iterator[Footprint]:
    length = wall.length
    if length <= 1e-6:
        return
    ux, uy = (wall.b[0] - wall.a[0]) / length, (wall.b[1] - wall.a[1]) / length
    holes = []
    for opening in gaps:
        middle = (opening.x - wall.a[0]) * ux + (opening.y - wall.a[1]) * uy
        holes.append((middle - opening.width_in / 2, middle + opening.width_in / 2))
    start = 0.0
    for low, high in [*sorted(holes), (length, length)]:
        if low - start > 0.02:
            x, y = wall.at((start + low) / 2 / length)
            yield Footprint(Base.rectangle(low - start, thick_in), x, y, wall.normal_deg)
        start = max(start, high)


# ---------------------------------------------------------------- stairs

STAIRS_IN = 4.0
"""A staircase or ladder costs this for each storey (NUT-BLDG-05)."""
AT_STAIRS_IN = 1.0


def storeys_from(scene: Scene, stand: ClashStand) -> tuple[int, ...]:
    """The storeys (and the flat roof) that a man at the stairs can go to by one flight.

    Rules: NUT-BLDG-03, -05, -11.
    """
    board = scene.board
    found = rooms.building_at(board, stand.x, stand.y) if rooms.is_built(board) else None
    if found is None or math.dist((stand.x, stand.y), found.stair) > AT_STAIRS_IN:
        return ()
    area = found.area_at(*found.stair)
    if area is None:
        return ()
    cite("NUT-BLDG-05")
    top = found.height_of(area.number)
    return tuple(f for f in (stand.floor + 1, stand.floor - 1) if 0 <= f < top or (f == top and found.flat_roof))
