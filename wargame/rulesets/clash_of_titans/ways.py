"""Ways that a computer player thinks of: to cover near by, over an edge, and round corners for vehicles."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from wargame.board import Board, snap
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import aims, edges, rooms, solids, survey, ways_out
from wargame.rulesets.clash_of_titans.foes import Floats, state_of
from wargame.rulesets.clash_of_titans.plans import Opening
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.terrain import cover_file

Point = tuple[float, float]
Way = tuple[Point, ...]
BEHIND_IN = 0.8
"""How far from a wall a man's centre is who takes cover behind it."""
WINDOW_IN = 0.75
EVERY_IN = 1.6
INSIDE_IN = 0.7
"""How far inside the edge of a wood he stands and still sees out."""
MOST = 28
"""Places of shelter that are thought of, those nearest to the aim first."""
INSIDE_EDGE_IN = 0.05
"""So far from touching the edge does a man stop who steps over it next."""
TURN_DEG = 45.0
_TURNS = (0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0)
_SECOND = (0.0, 45.0, -45.0)
_SHARES = (1.0, 0.6, 0.3)
_BACK = 0.5


def ways(view: View, stand_id: str, mode: str, allowance: float) -> list[Way]:
    """Paths (without the start) that are worth a thought, for this way of moving with so many inches."""
    stand = state_of(view).stands[stand_id]
    if stand.is_vehicle:
        return [*_drives(stand, allowance), *_over_the_edge(view, stand, allowance)]
    found: list[Way] = [(point,) for point in _shelters_in_reach(view, stand, mode, allowance)]
    aim = aims.aim_of(view, stand.group)
    found += ways_out.ways(view.board, stand, aim.at, allowance) if aim is not None else ()
    return [*found, *_over_the_edge(view, stand, allowance)]


def _shelters_in_reach(view: View, stand: ClashStand, mode: str, allowance: float) -> Iterator[Point]:
    places = shelters(view.board)
    if not len(places):
        return
    gaps = np.hypot(places[:, 0] - stand.x, places[:, 1] - stand.y)
    near = places[(gaps <= allowance) & (gaps > 0.3)]
    aim = aims.aim_of(view, stand.group)
    if aim is not None:
        near = near[np.argsort(np.hypot(near[:, 0] - aim.x, near[:, 1] - aim.y), kind="stable")]
    shares = survey.shares(view, stand.id, mode, allowance, near[: 2 * MOST])
    if shares is not None:
        near = near[: 2 * MOST][shares >= 1.0]
    for x, y in near[:MOST].tolist():
        yield snap(x), snap(y)


def shelters(board: Board) -> Floats:
    """Places (n, 2) behind solid things and inside ground that covers, all over the table; kept with the board."""
    return board.part("shelters", _shelters)


def _shelters(board: Board) -> Floats:
    found: list[Point] = []
    area = frozenset(cover_file()["area"])
    for feature in board.features:
        ring = list(feature.rings[0])
        if feature.geometry == "point":
            found.append(ring[0])
        elif feature.kind in solids.solid_kinds() and feature.kind != "building":
            found += _beside(ring, BEHIND_IN + feature.width_in / 2)
        elif feature.kind == "building":
            found += [p for p in _beside(ring, BEHIND_IN) if rooms.building_at(board, *p) is None]
        elif feature.kind in area:
            found += _beside(ring, INSIDE_IN) if feature.geometry == "polygon" else _along(ring)
    found += [_at_window(o) for house in rooms.buildings(board) for o in house.openings if _is_low_window(house, o)]
    table = board.table
    inside = [p for p in found if 0.6 < p[0] < table.width_in - 0.6 and 0.6 < p[1] < table.height_in - 0.6]
    return np.array(inside, np.float64).reshape(-1, 2)


def _is_low_window(house: rooms.Building, opening: Opening) -> bool:
    return opening.floor == 0 and opening.kind != "doorway" and house.is_outer(opening)


def _at_window(opening: Opening) -> Point:
    """A place inside from which a man looks out of an opening."""
    angle = math.radians(opening.normal_deg)
    return opening.x - WINDOW_IN * math.cos(angle), opening.y - WINDOW_IN * math.sin(angle)


def _along(line: list[Point]) -> list[Point]:
    return [(x, y) for x, y, _, _ in _steps(line)]


def _beside(line: list[Point], off: float) -> list[Point]:
    return [(x - dy * off * s, y + dx * off * s) for x, y, dx, dy in _steps(line) for s in (1.0, -1.0)]


def _steps(line: list[Point]) -> Iterator[tuple[float, float, float, float]]:
    """Points along a line with its direction there."""
    left = EVERY_IN / 2
    for (ax, ay), (bx, by) in pairwise(line):
        length = math.dist((ax, ay), (bx, by))
        while length > 0.0 and left <= length:
            share = left / length
            yield ax + (bx - ax) * share, ay + (by - ay) * share, (bx - ax) / length, (by - ay) / length
            left += EVERY_IN
        left -= length


def _over_the_edge(view: View, stand: ClashStand, allowance: float) -> Iterator[Way]:
    """Straight over the edge by which the group's aim wants it to leave; a man walks up to it and steps over."""
    aim = aims.aim_of(view, stand.group)
    if aim is None or not aim.leave:
        return
    table = view.board.table
    reach = stand.base.radius if stand.is_man else stand.base.depth_in / 2
    across = {"left": reach, "right": table.width_in - reach, "bottom": reach, "top": table.height_in - reach}
    line = across[aim.leave]
    outward = -INSIDE_EDGE_IN * (-1.0 if aim.leave in ("left", "bottom") else 1.0)
    for off in (0.0, 1.5, -1.5):
        if aim.leave in ("left", "right"):
            end = (line + outward, _within(stand.y + off, aim.y, aim.radius_in))
        else:
            end = (_within(stand.x + off, aim.x, aim.radius_in), line + outward)
        if stand.is_vehicle:
            end = edges.last_place(table, aim.leave, stand, end)
        if math.dist(end, (stand.x, stand.y)) <= allowance:
            yield ((snap(end[0]), snap(end[1])),)


def _within(value: float, middle: float, radius: float) -> float:
    return min(max(value, middle - radius + 0.5), middle + radius - 0.5)


# ---------------------------------------------------------------- vehicles


def _drives(stand: ClashStand, allowance: float) -> Iterator[Way]:
    """Ahead with one turn or two, and back."""
    turns = stand.spec.turns if stand.spec is not None else 1
    for first in _TURNS:
        if turns < 1 and first:
            continue
        heading = stand.facing_deg + first
        for share in _SHARES:
            one = _ahead((stand.x, stand.y), heading, allowance * share)
            yield (one,)
        for second in _SECOND if turns - bool(first) >= 1 else ():
            if second:
                corner = _ahead((stand.x, stand.y), heading, max(2.1, allowance * 0.35))
                yield corner, _ahead(corner, heading + second, allowance * 0.6)
    yield (_ahead((stand.x, stand.y), stand.facing_deg + 180.0, allowance * _BACK * 0.95),)


def _ahead(start: Point, heading_deg: float, inches: float) -> Point:
    angle = math.radians(heading_deg)
    return snap(start[0] + inches * math.cos(angle)), snap(start[1] + inches * math.sin(angle))
