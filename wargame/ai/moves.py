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
WORTH_GOING_IN = 0.3
"""A path cut shorter than this is none."""
REFUSED = 12
"""So many straight paths that cannot be gone to their end, and no more are tried; and the same of known ways."""
SEEN_TRIES, SEEN_REFUSED = 2, 4
"""As `Skill.tries` and REFUSED where the ruleset has seen at a glance how far each straight way leads."""
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


class Surveyor(Protocol):
    """A ruleset that sees at a glance how far many straight ways can about be gone."""

    def shares(self, view: View, stand: str, mode: str, allowance: float, ends: Floats) -> Floats | None:
        """The part (0 to 1) of the way to each place (n, 2) that can about be gone; None if that is not known."""
        ...


def moves(view: View, request: Command, stand: Stand, skill: Skill) -> list[Thought]:
    """The best legal moves of a stand with their worth compared with staying, best first."""
    if not stand.in_play:
        return []
    offered = view.ruleset.choices(view, msgspec.structs.replace(request, orders=("move",)), stand.id)
    modes = [mode for mode in offered.modes if mode.refusal is None and mode.allowance > EDGE_IN]
    ways = [(mode.id, *_paths(view, stand, mode.id, mode.allowance, skill)) for mode in modes]
    points = [path[-1] for _, straight, known in ways for path in (*straight, *known)]
    if not points:
        return []
    worths = view.ruleset.worth_of_places(view, stand.id, np.array([(stand.x, stand.y), *points]))
    base, rest = float(worths[0]), worths[1:]
    found: list[Thought] = []
    for mode_id, straight, known in ways:
        count = len(straight) + len(known)
        found += _by_mode(view, stand, mode_id, straight, known, base, rest[:count], skill)
        rest = rest[count:]
    return sorted(found, key=lambda t: -t.worth)


def _by_mode(
    view: View,
    stand: Stand,
    mode: str,
    straight: Sequence[Path],
    known: Sequence[Path],
    base: float,
    rest: Floats,
    skill: Skill,
) -> Iterator[Thought]:
    """The best legal moves of one way of moving. rest: the worth of the ends of its paths, base: that of staying."""
    paths = [*straight, *known]
    found: dict[Path, float | None] = {}
    whole = 0
    refused = {True: 0, False: 0 if known else -len(paths)}
    surveyed = hasattr(view.ruleset, "shares")
    tries, most = (SEEN_TRIES, SEEN_REFUSED) if surveyed else (skill.tries, REFUSED)
    for n in np.argsort(-rest, kind="stable").tolist():
        is_known = n >= len(straight)
        if whole >= tries or rest[n] <= base + skill.worth_moving:
            break
        if refused[is_known] > most:
            continue
        path = _reachable(view, stand, paths[n], mode)
        refused[is_known] += path != paths[n]
        if path is not None and path not in found:
            found[path] = float(rest[n]) if path == paths[n] else None
            whole += path == paths[n]
    for path, worth in _worths(view, stand, found)[:KEPT]:
        if worth > base + skill.worth_moving:
            yield _move(view, stand, path, mode, worth - base)


def _paths(view: View, stand: Stand, mode: str, allowance: float, skill: Skill) -> tuple[list[Path], Sequence[Path]]:
    """Straight to places all round, and the ways that the ruleset knows."""
    ruleset = view.ruleset
    known: Sequence[Path] = ()
    if isinstance(ruleset, Pathfinder):
        known = ruleset.ways(view, stand.id, mode, allowance)
        if not ruleset.roams(view, stand.id):
            return [], known
    ends = _gone(view, stand, mode, allowance, places(view, stand, allowance, skill))
    return [((x, y),) for x, y in ends.tolist()], known


def _gone(view: View, stand: Stand, mode: str, allowance: float, ends: Floats) -> Floats:
    """Places cut short to what can be gone of the way there, where the ruleset can tell, without those too near."""
    look = getattr(view.ruleset, "shares", None)
    shares = look(view, stand.id, mode, allowance, ends) if look is not None else None
    if shares is None:
        return ends
    here = np.array([stand.x, stand.y])
    short = here + np.round((ends - here) * shares[:, None], 3)
    kept = np.hypot(short[:, 0] - stand.x, short[:, 1] - stand.y) >= WORTH_GOING_IN
    return np.where(shares[:, None] < 1.0, short, ends)[kept]


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
    """The path, or as much of it as can be gone; None if there is none worth the name."""
    price = view.ruleset.price(view, stand.id, path, mode)
    if price.refusal is None:
        return path
    return None if price.legal_to is None else _shortened(view, stand, path, price.legal_to, mode)


def _shortened(view: View, stand: Stand, path: Path, legal_to: Point, mode: str) -> Path | None:
    """The path up to a little before the place where it stops being legal."""
    corners = ((stand.x, stand.y), *path)
    leg = min(range(len(path)), key=lambda n: _detour(corners[n], legal_to, corners[n + 1]))
    (x0, y0), (x, y) = corners[leg], legal_to
    length = math.dist((x0, y0), (x, y))
    share = max(0.0, length - 0.02) / length if length > 0.0 else 0.0
    kept = (*path[:leg], (snap(x0 + (x - x0) * share), snap(y0 + (y - y0) * share)))
    if math.dist(kept[-1], (stand.x, stand.y)) < WORTH_GOING_IN:
        return None
    return kept if view.ruleset.price(view, stand.id, kept, mode).refusal is None else None


def _detour(a: Point, by: Point, b: Point) -> float:
    """How much longer the way from a to b gets by a third place."""
    return math.dist(a, by) + math.dist(by, b) - math.dist(a, b)


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
