"""Where a stand might go: places round it, towards enemies and objectives, valued by the ruleset, priced by it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
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
Path = tuple[Point, ...]
NEAREST = 4
"""Enemies and objectives that a stand looks at as aims of a move."""
STRETCH_IN = 0.5
"""How near bases come on purpose when a stand goes up to an enemy."""
EDGE_IN = 0.05
REFUSED = 12
"""So many paths that cannot be gone, and no more are tried."""
KEPT = 2
"""Moves that are remembered, the second in case the first is no longer possible."""


@runtime_checkable
class Adviser(Protocol):
    """What a ruleset may offer to its computer players beside the protocol."""

    def facing_at(self, view: View, stand: str, x: float, y: float) -> float | None:
        """The best facing for a stand at a place, degrees; None if it does not matter."""
        ...


@runtime_checkable
class Pathfinder(Protocol):
    """A ruleset that knows ways worth a thought: to shelter, round corners, over the edge of the table."""

    def ways(self, view: View, stand: str, mode: str, allowance: float) -> Sequence[tuple[Point, ...]]:
        """Paths without the start, for this way of moving with so many inches; they need not all be legal."""
        ...

    def roams(self, view: View, stand: str) -> bool:
        """False for a stand that cannot go straight to anywhere (a vehicle that turns little): only its ways count."""
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
    paths = _paths(view, stand, mode, allowance, skill)
    if not paths:
        return
    points = np.array([path[-1] for path in paths])
    here = np.array([(stand.x, stand.y)])
    worths = view.ruleset.worth_of_places(view, stand.id, np.vstack([here, points]))
    base, rest = float(worths[0]), worths[1:]
    found: dict[Path, float | None] = {}
    refused = 0 if isinstance(view.ruleset, Pathfinder) else -len(paths)
    for n in np.argsort(-rest, kind="stable").tolist():
        if len(found) >= skill.tries or refused > REFUSED or rest[n] <= base + skill.worth_moving:
            break
        path = _reachable(view, stand, paths[n], mode)
        refused += path is None
        if path is not None and path not in found:
            found[path] = float(rest[n]) if path == paths[n] else None
    for path, worth in _worths(view, stand, found)[:KEPT]:
        if worth > base + skill.worth_moving:
            yield _move(view, stand, path, mode, worth - base)


def _paths(view: View, stand: Stand, mode: str, allowance: float, skill: Skill) -> list[Path]:
    """Straight to places all round, and the ways that the ruleset knows."""
    ruleset = view.ruleset
    if not isinstance(ruleset, Pathfinder):
        return [((x, y),) for x, y in places(view, stand, allowance, skill).tolist()]
    found: list[Path] = []
    if ruleset.roams(view, stand.id):
        found = [((x, y),) for x, y in places(view, stand, allowance, skill).tolist()]
    return [*found, *ruleset.ways(view, stand.id, mode, allowance)]


def _worths(view: View, stand: Stand, paths: dict[Path, float | None]) -> list[tuple[Path, float]]:
    """The worth of the end of each path, best first; those cut short are valued anew."""
    new = [path for path, worth in paths.items() if worth is None]
    ends = np.array([path[-1] for path in new])
    values = view.ruleset.worth_of_places(view, stand.id, ends).tolist() if new else []
    known = {**paths, **dict(zip(new, values, strict=True))}
    return sorted(((path, float(worth or 0.0)) for path, worth in known.items()), key=lambda row: -row[1])


def _move(view: View, stand: Stand, path: Path, mode: str, gain: float) -> Thought:
    facing = None
    if isinstance(view.ruleset, Adviser):
        facing = view.ruleset.facing_at(view, stand.id, *path[-1])
    order = Move(stand=stand.id, path=path, facing_deg=None if facing is None else snap_facing(facing), mode=mode)
    danger = view.ruleset.appraise(view, order).worth
    return Thought(order, gain + danger, "goes to a better place")


def _reachable(view: View, stand: Stand, path: Path, mode: str) -> Path | None:
    """The path, or a straight one as far as it can be gone; None if there is none worth the name."""
    price = view.ruleset.price(view, stand.id, path, mode)
    if price.refusal is None:
        return path
    return _shortened(view, stand, price, mode) if len(path) == 1 else None


def _shortened(view: View, stand: Stand, price: MovePrice, mode: str) -> Path | None:
    if price.legal_to is None:
        return None
    x, y = price.legal_to
    length = math.dist((x, y), (stand.x, stand.y))
    if length < 0.3:
        return None
    share = max(0.0, length - 0.02) / length
    end = (snap(stand.x + (x - stand.x) * share), snap(stand.y + (y - stand.y) * share))
    return (end,) if view.ruleset.price(view, stand.id, (end,), mode).refusal is None else None


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
