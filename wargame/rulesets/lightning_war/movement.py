"""Legal moves: from feature to adjoining feature, or into the field between.

Rules: LW2-GEN-06, LW2-MOVE-01, -05, -08 to -13, -16 to -19, LW2-NIGHT-01, -02, LW2-STAT-04, -06, LW2-TURN-14.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from wargame.board import Footprint, Passage, along, bearing, gap, path_length, price, snap, snap_facing, within
from wargame.board.routes import Reach, reach
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Mode, MovePrice, Scene
from wargame.rulesets.lightning_war import clock, geometry, morale, units
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import Spot, ground, name_of_place, spot_of, state_of, steps, ways_from
from wargame.rulesets.lightning_war.ground import DENSE, OPEN_WOODS
from wargame.rulesets.lightning_war.location import kept_by, known_enemies
from wargame.rulesets.lightning_war.standing_ground import ENEMY_GAP_IN, NOBODY, may_stand
from wargame.rulesets.lightning_war.state import Point, WarStand
from wargame.rulesets.lightning_war.units import footprint

TURN_ONLY_DEG = 0.05
FARTHEST_IN = 96.0
_STRIDE_IN = 0.25
_KEPT_PATHS = 20_000


@dataclass(frozen=True, slots=True)
class Plan:
    """A move as it would be made: the path with its start, the stretches of it inside places, its price."""

    path: tuple[Point, ...]
    facing_deg: float
    passages: tuple[Passage, ...]
    price: MovePrice


def may_move(scene: Scene, stand: WarStand) -> Refusal | None:
    """Why a stand may not move at all now, or None."""
    state = state_of(scene)
    group = state.groups[stand.group]
    if stand.carrier:
        return _no(f"{stand.name} is being carried; dismount it first.", stand, cite("LW2-MOVE-12"))
    if group.held:
        return _no(f"The orders of {group.name} keep it where it is.", stand, cite("LW2-TURN-02"))
    if stand.suppressed_turn:
        return _no(f"{stand.name} is suppressed and may not move.", stand, cite("LW2-STAT-04"))
    if stand.pinned:
        return _no(f"{stand.name} is pinned for the rest of this game turn.", stand, cite("LW2-STAT-06"))
    if stand.moved_cycle and stand.moved_cycle == state.cycle:
        return _no(f"{stand.name} has made its move of this cycle.", stand, cite("LW2-GEN-06"))
    if stand.stays_cycle and stand.stays_cycle == state.cycle:
        text = f"{stand.name} has fired without moving and stays where it is."
        return _no(text, stand, cite("LW2-TURN-14"))
    if stand.busy_cycle and stand.busy_cycle == state.cycle:
        return _no(f"{stand.name} is busy with something else in this cycle.", stand, cite("LW2-TURN-02"))
    if clock.is_night(scene) and group.night_turn and group.night_turn == state.turn:
        text = f"{group.name} has made its one move of this game turn by night."
        cite("LW2-NIGHT-02")
        return _no(text, stand, cite("LW2-NIGHT-01"))
    if needs_tow(stand):
        return _no(f"{stand.name} moves only with a tow.", stand, cite("LW2-MOVE-13"))
    return None


def needs_tow(stand: WarStand) -> bool:
    """A gun or mortar: it moves only when it is towed. Rule: LW2-MOVE-13."""
    return units.is_gun(stand)


def plan(
    scene: Scene,
    stand: WarStand,
    path: Sequence[Point],
    facing_deg: float | None = None,
    contact: frozenset[str] = NOBODY,
) -> Plan:
    """A path as it would be walked, and why it may not be; kept with a view. `path` does not repeat the start.

    Rules: LW2-MOVE-01, -05, -16 to -19.
    """
    kept, key = kept_by(scene), ("plan", stand.id, tuple(path), facing_deg, contact)
    if key not in kept:
        kept[key] = _plan(scene, stand, path, facing_deg, contact)
    found: Plan = kept[key]
    return found


def _plan(
    scene: Scene, stand: WarStand, path: Sequence[Point], facing_deg: float | None, contact: frozenset[str]
) -> Plan:
    full = _clean(((stand.x, stand.y), *((snap(x), snap(y)) for x, y in path)))
    facing = stand.facing_deg if len(full) < 2 else bearing(*full[-2], *full[-1])
    facing = snap_facing(facing if facing_deg is None else facing_deg)
    passages = passages_of(scene, full)
    cost = price(scene.board, full, units.movement_class(stand), start_free=True)
    refusal, legal_to = None, None
    if not cost.passable:
        legal_to = cost.blocked_at
        refusal = _blocked(scene, stand, cost.blocked_by, legal_to)
    refusal = refusal or _against_way(scene, stand, full, passages)
    refusal = refusal or _against_enemies(scene, stand, full, contact)
    refusal = refusal or against_cohesion(scene, stand, passages[-1].place)
    refusal = refusal or may_stand(scene, stand, *full[-1], facing, contact=contact)
    inches = round(path_length(full), 3)
    notes = (name_of_place(scene, passages[-1].place),)
    found = MovePrice(
        cost=inches,
        allowance=FARTHEST_IN,
        inches=inches,
        facing_deg=facing,
        refusal=refusal,
        legal_to=legal_to,
        notes=notes,
        rules=(cite("LW2-MOVE-01"),),
    )
    return Plan(full, facing, passages, found)


def passages_of(scene: Scene, full: tuple[Point, ...]) -> tuple[Passage, ...]:
    """The places that a path runs through; kept with the board."""
    kept: dict[tuple[Point, ...], tuple[Passage, ...]] = scene.board.part("passages", lambda _: {})
    if full not in kept:
        if len(kept) >= _KEPT_PATHS:
            kept.clear()
        made = ground(scene.board)
        first, last = made.spot(*full[0]), made.spot(*full[-1])
        rows = list(made.index.passages(full)) if len(full) > 1 else [Passage(*first, 0.0, 0.0)]
        if rows[0][:2] != first:
            rows.insert(0, Passage(*first, 0.0, 0.0))
        if rows[-1][:2] != last:
            rows.append(Passage(*last, rows[-1].end_in, rows[-1].end_in))
        kept[full] = tuple(rows)
    return kept[full]


def _blocked(scene: Scene, stand: WarStand, feature: str | None, at: Point | None) -> Refusal:
    row = "the edge of the table"
    if feature and scene.board.has_feature(feature):
        row = (scene.board.row_of(scene.board.feature(feature)) or feature).replace("_", " ")
    rule = cite("LW2-MOVE-10" if row == "river" else "LW2-MOVE-09")
    if row == DENSE.replace("_", " "):
        cite("LW2-MOVE-09")
    return _no(f"{stand.name} may not enter {row}.", stand, rule, at)


def _against_way(
    scene: Scene, stand: WarStand, full: tuple[Point, ...], passages: tuple[Passage, ...]
) -> Refusal | None:
    """Is the end the same place or an adjoining one, and the path through nothing else but open ground?

    Rules: LW2-MOVE-01, -04, -05, -16 to -19.
    """
    start, end = Spot(*passages[0][:2]), Spot(*passages[-1][:2])
    places = ground(scene.board).graph.places
    if places[end.place].is_field:
        cite("LW2-MOVE-05")
    if start == end:
        cite("LW2-MOVE-18")
    elif not _is_adjoining(scene, start, end, passages):
        name = name_of_place(scene, end.place)
        text = f"{name} does not adjoin the place where {stand.name} stands; a move leads to an adjoining one."
        return _no(text, stand, cite("LW2-MOVE-01"), full[-1])
    for passage in passages:
        if passage.place not in (start.place, end.place) and not places[passage.place].is_field:
            name = name_of_place(scene, passage.place)
            text = f"The path runs through {name}; it may run through open ground only."
            return _no(text, stand, cite("LW2-MOVE-19"), full[-1])
    cite("LW2-MOVE-04")
    if any(places[p.place].kind == OPEN_WOODS for p in passages):
        cite("LW2-TERR-05")
    inches = sum(p.end_in - p.start_in for p in passages if places[p.place].is_field)
    most = float(tables()["adjacency"]["max_open_ground_per_move_inches"])
    if within(inches, most):
        return None
    return _no(f"The path leads {inches:.1f} in over open ground, {most:g} at the most.", stand, cite("LW2-MOVE-19"))


def _against_enemies(scene: Scene, stand: WarStand, full: tuple[Point, ...], contact: frozenset[str]) -> Refusal | None:
    """Nobody passes within an inch of a known enemy that he does not assault. Rule: LW2-MOVE-11."""
    length = path_length(full)
    reach = ENEMY_GAP_IN + stand.base.radius
    near = [
        e
        for e in known_enemies(scene, stand.side)
        if e.id not in contact and _comes_within(full, (e.x, e.y), reach + e.base.radius)
    ]
    if not near or len(full) < 2:
        return None
    first = math.dist(full[0], full[1])
    facing = bearing(*full[0], *full[1]) if first > 0 else stand.facing_deg
    for n in range(1, math.ceil(length / _STRIDE_IN)):
        x, y = along(full, n * _STRIDE_IN)
        placed = Footprint(stand.base, x, y, facing)
        for enemy in near:
            if math.dist((enemy.x, enemy.y), (x, y)) > reach + enemy.base.radius:
                continue
            away = gap(placed, footprint(enemy))
            if away < ENEMY_GAP_IN - 0.0005 and away < gap(footprint(stand), footprint(enemy)):
                text = f"{stand.name} would pass within an inch of {enemy.name}."
                return _no(text, enemy, cite("LW2-MOVE-11"), (x, y))
    return None


def _comes_within(full: tuple[Point, ...], at: Point, inches: float) -> bool:
    """Does a path come so near to a point?"""
    return any(geometry.to_leg(a, b, *at) <= inches for a, b in pairwise(full))


def _is_adjoining(scene: Scene, start: Spot, end: Spot, passages: tuple[Passage, ...]) -> bool:
    """A place that adjoins; or a field that is contiguous to the place left or that the unit is crossing."""
    if any(way.spot == end for way in ways_from(scene, start)):
        return True
    made = ground(scene.board)
    if not made.graph.places[end.place].is_field:
        return False
    cite("LW2-MOVE-05")
    return start.place == end.place or made.graph.are_contiguous(start.place, end.place)


def against_cohesion(scene: Scene, stand: WarStand, place: int) -> Refusal | None:
    """All squads of a platoon end in the place of the headquarters or in one contiguous to it, unless they were farther
    off before and come no farther. Rule: LW2-MOVE-08."""
    state = state_of(scene)
    group = state.groups[stand.group]
    leader = state.stands.get(group.leader or "")
    if leader is None or not leader.in_play:
        return None
    if leader.id == stand.id:
        return _left_behind(scene, stand, place)
    cite("LW2-MOVE-08")
    away, before = steps(scene, spot_of(scene, leader).place, place), _steps_to(scene, stand, leader)
    if away <= max(1, before):
        return None
    text = f"{stand.name} would be {away} features from its headquarters; one at the most."
    return _no(text, stand, "LW2-MOVE-08")


def _steps_to(scene: Scene, stand: WarStand, leader: WarStand) -> int:
    return steps(scene, spot_of(scene, leader).place, spot_of(scene, stand).place)


def _left_behind(scene: Scene, leader: WarStand, place: int) -> Refusal | None:
    """A headquarters that moves leaves nobody out of reach who cannot follow in this cycle. Rule: LW2-MOVE-08."""
    cite("LW2-MOVE-08")
    for squad in morale.squads(scene, leader.group):
        if squad.id == leader.id or not squad.in_play:
            continue
        here = spot_of(scene, squad).place
        away, before = steps(scene, here, place), _steps_to(scene, squad, leader)
        follows = 1 if may_move(scene, squad) is None else 0
        if away > max(1 + follows, before):
            text = f"{squad.name} would be left {away} features behind its headquarters."
            return _no(text, squad, "LW2-MOVE-08")
    return None


def _clean(points: Sequence[Point]) -> tuple[Point, ...]:
    kept = [points[0]]
    for point in points[1:]:
        if abs(point[0] - kept[-1][0]) + abs(point[1] - kept[-1][1]) > 1e-9:
            kept.append(point)
    return tuple(kept)


# ---------------------------------------------------------------- overlays


def modes(scene: Scene, stand: WarStand) -> tuple[Mode, ...]:
    """There is one way of moving; its reach is counted in features. Rule: LW2-GEN-06."""
    cite("LW2-GEN-06")
    return (Mode(id="", name="Move", allowance=FARTHEST_IN, refusal=may_move(scene, stand)),)


def goals(scene: Scene, stand: WarStand) -> tuple[int, ...]:
    """Places that one move may end in, its own first."""
    spot = spot_of(scene, stand)
    found = [spot.place, *(way.spot.place for way in ways_from(scene, spot))]
    return tuple(dict.fromkeys(found))


def reach_of(scene: Scene, stand: WarStand, cell_in: float = 0.25) -> Reach:
    """Where one move may end: the ground of its place and of the adjoining ones that it can walk to."""
    wide = reach(
        scene.board, stand.x, stand.y, FARTHEST_IN, units.movement_class(stand), max(cell_in, 0.5), start_free=True
    )
    rows, columns = wide.costs.shape
    xs = wide.x0 + (np.arange(columns) + 0.5) * wide.cell
    ys = wide.y0 + (np.arange(rows) + 0.5) * wide.cell
    grid = np.column_stack([np.tile(xs, rows), np.repeat(ys, columns)])
    allowed = np.isin(ground(scene.board).index.at_many(grid), goals(scene, stand)).reshape(rows, columns)
    costs = np.where(allowed, wide.costs, np.inf).astype(np.float32)
    margin = np.where(allowed, wide.margin, -1.0).astype(np.float32)
    return Reach(costs, wide.cell, wide.x0, wide.y0, margin)


def _no(text: str, stand: WarStand, rule: str, at: Point | None = None) -> Refusal:
    return Refusal(text=text, rules=(rule,), about=stand.id, at=at)
