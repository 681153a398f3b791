"""Where a stand might go: places round it, towards enemies and objectives, valued by the ruleset, priced by it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Protocol, runtime_checkable

import msgspec
import numpy as np
from numpy.typing import NDArray

from wargame.ai.thoughts import Skill, Thought
from wargame.board import snap, snap_facing
from wargame.engine.orders import Move
from wargame.engine.requests import Command
from wargame.engine.ruleset import MovePrice
from wargame.engine.state import Stand
from wargame.engine.view import View

Floats = NDArray[np.float64]
Point = tuple[float, float]
NEAREST = 4
"""Enemies and objectives that a stand looks at as aims of a move."""
STRETCH_IN = 0.5
"""How near bases come on purpose when a stand goes up to an enemy."""
EDGE_IN = 0.05
KEPT = 2
"""Moves that are remembered, the second in case the first is no longer possible."""


@runtime_checkable
class Adviser(Protocol):
    """What a ruleset may offer to its computer players beside the protocol."""

    def facing_at(self, view: View, stand: str, x: float, y: float) -> float | None:
        """The best facing for a stand at a place, degrees; None if it does not matter."""
        ...


def moves(view: View, request: Command, stand: Stand, skill: Skill) -> list[Thought]:
    """The best legal moves of a stand with their worth compared with staying, best first."""
    if not stand.in_play:
        return []
    offered = view.ruleset.choices(view, msgspec.structs.replace(request, orders=("move",)), stand.id)
    found: list[Thought] = []
    for mode in offered.modes:
        if mode.refusal is None and mode.allowance > EDGE_IN:
            found += _by_mode(view, request, stand, mode.id, mode.allowance, skill)
    return sorted(found, key=lambda t: -t.worth)


def _by_mode(
    view: View, request: Command, stand: Stand, mode: str, allowance: float, skill: Skill
) -> Iterator[Thought]:
    points = places(view, stand, allowance, skill)
    here = np.array([(stand.x, stand.y)])
    worths = view.ruleset.worth_of_places(view, stand.id, np.vstack([here, points]))
    base, rest = float(worths[0]), worths[1:]
    found: dict[Point, float | None] = {}
    for n in np.argsort(-rest, kind="stable").tolist():
        if len(found) >= skill.tries or rest[n] <= base + skill.worth_moving:
            break
        wanted = (float(points[n, 0]), float(points[n, 1]))
        end = _reachable(view, stand, wanted, mode)
        if end is not None and end not in found:
            found[end] = float(rest[n]) if end == wanted else None
    for end, worth in _worths(view, stand, found)[:KEPT]:
        if worth > base + skill.worth_moving:
            yield _move(view, stand, end, mode, worth - base)


def _worths(view: View, stand: Stand, ends: dict[Point, float | None]) -> list[tuple[Point, float]]:
    """The worth of each end, best first; those cut short are valued anew."""
    new = [end for end, worth in ends.items() if worth is None]
    values = view.ruleset.worth_of_places(view, stand.id, np.array(new)).tolist() if new else []
    known = {**ends, **dict(zip(new, values, strict=True))}
    return sorted(((end, float(worth or 0.0)) for end, worth in known.items()), key=lambda row: -row[1])


def _move(view: View, stand: Stand, end: Point, mode: str, gain: float) -> Thought:
    facing = None
    if isinstance(view.ruleset, Adviser):
        facing = view.ruleset.facing_at(view, stand.id, *end)
    order = Move(stand=stand.id, path=(end,), facing_deg=None if facing is None else snap_facing(facing), mode=mode)
    danger = view.ruleset.appraise(view, order).worth
    return Thought(order, gain + danger, "goes to a better place")


def _reachable(view: View, stand: Stand, end: Point, mode: str) -> Point | None:
    """The place, or the last legal one on the way to it; None if there is none worth the name."""
    price = view.ruleset.price(view, stand.id, (end,), mode)
    if price.refusal is None:
        return end
    return _shortened(view, stand, price, mode)


def _shortened(view: View, stand: Stand, price: MovePrice, mode: str) -> Point | None:
    if price.legal_to is None:
        return None
    x, y = price.legal_to
    length = math.dist((x, y), (stand.x, stand.y))
    if length < 0.3:
        return None
    share = max(0.0, length - 0.02) / length
    end = (snap(stand.x + (x - stand.x) * share), snap(stand.y + (y - stand.y) * share))
    return end if view.ruleset.price(view, stand.id, (end,), mode).refusal is None else None


def places(view: View, stand: Stand, allowance: float, skill: Skill) -> Floats:
    """Places (n, 2) that a stand may think of going to with so many inches."""
    turn = 2.0 * math.pi / skill.directions
    rows = [
        (stand.x + math.cos(turn * n) * allowance * step, stand.y + math.sin(turn * n) * allowance * step)
        for step in skill.steps
        for n in range(skill.directions)
    ]
    rows += _towards(view, stand, allowance)
    found = np.round(np.array(rows), 3)
    table, edge = view.board.table, stand.base.radius + EDGE_IN
    inside = (found[:, 0] > edge) & (found[:, 0] < table.width_in - edge)
    inside &= (found[:, 1] > edge) & (found[:, 1] < table.height_in - edge)
    return found[inside]


def _towards(view: View, stand: Stand, allowance: float) -> Iterator[Point]:
    """Up to enemies, and straight at objectives as far as they are or as the allowance leads."""
    enemies = [s for s in view.state.stands.values() if s.side != stand.side and s.in_play]
    aims = [(e.x, e.y, stand.base.depth_in / 2 + e.base.depth_in / 2 + STRETCH_IN) for e in enemies]
    aims += [(o.x, o.y, 0.0) for o in view.state.objectives.values()]
    aims.sort(key=lambda aim: math.dist(aim[:2], (stand.x, stand.y)))
    for x, y, short in aims[: 2 * NEAREST]:
        away = math.dist((x, y), (stand.x, stand.y))
        go = min(allowance, away - short)
        if go > 0.2:
            yield stand.x + (x - stand.x) * go / away, stand.y + (y - stand.y) * go / away
