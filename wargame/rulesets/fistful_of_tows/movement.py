"""What a stand may move. Rules: FFT-MOVE-01 to -10, FFT-STRAT-01 to -09, FFT-CC-02, FFT-COH-05, -08."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from wargame.board import (
    Footprint,
    Footprints,
    along,
    bearing,
    gap,
    inside_table,
    overlaps,
    path_length,
    snap,
    snap_facing,
    sweep_gap,
    turn_between,
    within,
)
from wargame.board.routes import Reach, reach
from wargame.engine.orders import Refusal
from wargame.engine.paths import comes_within, cut
from wargame.engine.rules import cite
from wargame.engine.ruleset import Mode, MovePrice, Scene
from wargame.rulesets.fistful_of_tows import cohesion, spotting, units, wrecks
from wargame.rulesets.fistful_of_tows.course import Course, Lump, Piece, course, is_shut, shut_by
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.state import FistStand, Point, state_of

REVERSE, STRATEGIC, SCOOT = "reverse", "strategic", "scoot"
STRAIGHT_BACK_DEG = 5.0
SLACK_IN = 0.002
OVERSHOOT_IN = 0.15


@dataclass(frozen=True, slots=True)
class Plan:
    """A path as it would be walked: cut where the mover has to halt."""

    path: tuple[Point, ...]
    facing_deg: float
    price: MovePrice
    course: Course | None = None
    halted_by: str = ""


def left(stand: FistStand, mode: str = "") -> float:
    """Allowance still to be spent. Rules: FFT-MOVE-01, FFT-SNS-02, -04."""
    if mode == SCOOT:
        cite("FFT-SNS-02")
        return max(0.0, float(units.halved(units.allowance(stand))) - stand.spent)
    return max(0.0, units.allowance(stand, mode if mode == STRATEGIC else "") - stand.spent)


def may_move(scene: Scene, stand: FistStand, mode: str = "") -> Refusal | None:
    """Why a stand may not move at all, or None. Rules: FFT-SA-06, FFT-TERR-07, FFT-STRAT-02, -04, -09, FFT-HELO-04."""
    if stand.carrier:
        return _no(f"{stand.name} is being carried.", stand, "FFT-CARRY-10")
    if not stand.in_play or stand.move_done:
        return _no(f"{stand.name} has finished its move.", stand, "FFT-MOVE-01")
    if stand.pinned:
        return _no(f"{stand.name} is pinned.", stand, "FFT-SA-06")
    if stand.stuck:
        return _no(f"{stand.name} is stuck.", stand, "FFT-TERR-07")
    if state_of(scene).groups[stand.group].held:
        return _no(f"The orders of {stand.name} keep it where it is.", stand, "FFT-MOVE-01")
    if units.allowance(stand) <= 0.0:
        return _no(f"{stand.name} cannot move.", stand, "FFT-VEH-02")
    if mode == STRATEGIC:
        return _may_go_fast(scene, stand)
    if stand.move_mode == STRATEGIC:
        return _no(f"{stand.name} has moved strategically; that was its whole move.", stand, "FFT-STRAT-02")
    return None


def _may_go_fast(scene: Scene, stand: FistStand) -> Refusal | None:
    if units.is_heli(stand):
        return _no("Helicopters cannot move strategically.", stand, "FFT-HELO-04")
    if stand.ratings.kind == "towed":
        return _no("A gun is pushed by its crew; it cannot move strategically.", stand, "FFT-STRAT-01")
    if stand.spent > 0.0 and stand.move_mode != STRATEGIC:
        return _no(
            f"A strategic move takes the whole phase; {stand.name} has begun a normal one.", stand, "FFT-STRAT-02"
        )
    if stand.move_mode == STRATEGIC:
        return _no(f"{stand.name} has made its strategic move.", stand, "FFT-STRAT-02")
    limit = float(tables()["strategic"]["enemy_distance"])
    cite("FFT-GEN-11")
    for enemy in units.enemies(scene, stand.side):
        if within(gap(units.footprint(stand), units.footprint(enemy)), limit):
            return _no(f"An enemy is within {limit:g} in; no strategic move can begin here.", stand, "FFT-STRAT-04")
    return None


def modes(scene: Scene, stand: FistStand) -> tuple[Mode, ...]:
    """Ways of moving. Rules: FFT-MOVE-01, -03, FFT-STRAT-01."""
    reason = may_move(scene, stand)
    rows = [Mode(id="", name="Move", allowance=left(stand), refusal=reason)]
    if units.is_vehicle(stand) and not units.is_heli(stand):
        rows.append(Mode(id=REVERSE, name="Back", allowance=left(stand), refusal=reason))
    fast = may_move(scene, stand, STRATEGIC)
    if not units.is_heli(stand) and stand.ratings.kind != "towed":
        rows.append(Mode(id=STRATEGIC, name="Strategic", allowance=left(stand, STRATEGIC), refusal=reason or fast))
    return tuple(rows)


def plan(
    scene: Scene, stand: FistStand, path: Sequence[Point], mode: str = "", facing_deg: float | None = None
) -> Plan:
    """Prices a path exactly and says whether, and how far, it may be walked. An empty path is a turn in place."""
    full = _clean(((stand.x, stand.y), *((snap(x), snap(y)) for x, y in path)))
    if len(full) < 2:
        return _turn(scene, stand, mode, facing_deg)
    if mode == REVERSE and (reason := _not_back(stand, full)) is not None:
        return _refused(stand, full, mode, reason)
    stop, halted_by = _halt(scene, stand, full, mode)
    refusal: Refusal | None = None
    legal_to: Point | None = None
    if stop is not None:
        if path_length(full) > stop + OVERSHOOT_IN:
            legal_to = along(full, stop)
            refusal = _halt_text(scene, stand, halted_by, mode, legal_to)
        full = cut(full, min(stop, path_length(full)))
        if len(full) < 2:
            full = (full[0], full[0])
    facing = snap_facing(_facing(stand, full, mode) if facing_deg is None else facing_deg)
    made = course_of(scene, stand, full, mode)
    if refusal is None:
        refusal, legal_to = _refusal(scene, stand, full, made, facing, mode)
    cost = MovePrice(
        cost=round(made.cost, 3),
        allowance=left(stand, mode),
        inches=round(made.inches, 3),
        facing_deg=facing,
        refusal=refusal,
        legal_to=legal_to,
        notes=_notes(made),
        rules=(cite("FFT-MOVE-01"), cite("FFT-MOVE-07")),
    )
    return Plan(full, facing, cost, made, halted_by)


def course_of(scene: Scene, stand: FistStand, full: Sequence[Point], mode: str) -> Course:
    """The path with what it costs this stand."""
    half = float(units.halved(units.allowance(stand, STRATEGIC if mode == STRATEGIC else "")))
    kind = units.move_class(stand)
    if kind == "leg" and scene.state.options.get("rafts"):
        cite("FFT-TERR-16")
        kind = f"raft_{min(4, max(2, stand.ratings.move))}"
    made = course(scene.board, full, kind, reverse=mode == REVERSE, half_cost=half)
    if units.is_heli(stand):
        return made
    if scene.state.options.get("swamp_impassable") and not units.is_infantry(stand):
        cite("FFT-TERR-11")
        shut = tuple(p._replace(rate=-1.0) if p.ground == "swamp" else p for p in made.pieces)
        made = Course(made.path, shut, made.lumps)
    return _past_wrecks(scene, stand, made)


def _past_wrecks(scene: Scene, stand: FistStand, made: Course) -> Course:
    """A wreck on the road costs 2 inches to pass, on a bridge it shuts the way. Rules: FFT-TERR-18, -20, -32."""
    lumps, pieces = list(made.lumps), list(made.pieces)
    for marker in wrecks.on_roads(scene):
        at = comes_within(stand.base, made.path, wrecks.place(marker), 0.0)
        on = next((p for p in pieces if at is not None and p.start - 1e-6 <= at <= p.end + 1e-6), None)
        if at is None or on is None or on.ground not in ("road", "bridge"):
            continue
        if wrecks.is_on_bridge(scene, marker):
            pieces = [p for p in pieces if p.end <= at] + [Piece(at, made.inches, -1.0, "wreck on a bridge", "")]
        else:
            lumps.append(Lump(at, wrecks.bypass_cost(), "wreck"))
    return Course(made.path, tuple(pieces), tuple(sorted(lumps)))


def _refusal(
    scene: Scene, stand: FistStand, full: tuple[Point, ...], made: Course, facing: float, mode: str
) -> tuple[Refusal | None, Point | None]:
    shut = made.shut
    if shut is not None:
        at = made.point(shut.start)
        return _no(f"{stand.name} may not enter {shut_by(shut, scene.board)}.", stand, "FFT-MOVE-04", at=at), at
    spare = left(stand, mode)
    if not within(made.cost, spare):
        at = made.point(made.inches_for(spare))
        text = f"The path costs {made.cost:.1f}, {spare:.1f} may be spent."
        return _no(text, stand, "FFT-MOVE-01", at=at), at
    hit = _runs_into(scene, stand, full)
    if hit is not None:
        return hit, None
    reason = may_stand(scene, stand, *full[-1], facing)
    return (reason or cohesion.check_move(scene, stand, full[-1]), None)


def _refused(stand: FistStand, full: tuple[Point, ...], mode: str, reason: Refusal) -> Plan:
    """A path that is none, not priced."""
    inches = round(path_length(full), 3)
    cost = MovePrice(
        cost=inches, allowance=left(stand, mode), inches=inches, facing_deg=stand.facing_deg, refusal=reason
    )
    return Plan(full, stand.facing_deg, cost)


def _not_back(stand: FistStand, full: tuple[Point, ...]) -> Refusal | None:
    back = (stand.facing_deg + 180.0) % 360.0
    for a, b in pairwise(full):
        if turn_between(bearing(*a, *b), back) > STRAIGHT_BACK_DEG:
            return _no("Backwards means straight back, keeping the heading.", stand, "FFT-MOVE-03")
    return None


def _runs_into(scene: Scene, stand: FistStand, full: tuple[Point, ...]) -> Refusal | None:
    """An enemy base in the way. Rule: FFT-MOVE-08."""
    if units.is_heli(stand):
        return None
    for enemy in units.enemies(scene, stand.side):
        if units.is_heli(enemy):
            continue
        theirs = units.footprint(enemy)
        for a, b in pairwise(full):
            reach = math.dist(a, b) + stand.base.radius + enemy.base.radius
            if math.dist(a, (enemy.x, enemy.y)) <= reach:
                moving = Footprint(stand.base, *a, bearing(*a, *b))
                if sweep_gap(moving, a, b, theirs) <= 0.0:
                    return _no(f"{enemy.name} stands in the way.", stand, "FFT-MOVE-08")
    return None


def may_stand(scene: Scene, stand: FistStand, x: float, y: float, facing_deg: float) -> Refusal | None:
    """Why a base may not end here, or None. Rules: FFT-MOVE-08, FFT-HELO-08."""
    placed = Footprint(stand.base, x, y, facing_deg)
    if not inside_table(placed, scene.board.table.width_in, scene.board.table.height_in):
        return _no("The base would stand over the edge of the table.", stand, "FFT-MOVE-08", at=(x, y))
    for other in state_of(scene).stands.values():
        if not other.in_play or other.id == stand.id or units.is_heli(other) != units.is_heli(stand):
            continue
        near = stand.base.radius + other.base.radius
        if abs(other.x - x) <= near and abs(other.y - y) <= near and overlaps(placed, units.footprint(other)):
            return _no(f"The base would stand on {other.name}.", stand, "FFT-MOVE-08", at=(x, y))
    if units.is_heli(stand):
        return _heli_may_end(scene, stand, placed)
    return None


def _heli_may_end(scene: Scene, stand: FistStand, placed: Footprint) -> Refusal | None:
    if stand.high:
        return None
    limit = float(tables()["helicopter"]["noe_min_end_distance"])
    for enemy in units.enemies(scene, stand.side):
        if not units.is_heli(enemy) and enemy.spotted and within(gap(placed, units.footprint(enemy)), limit):
            return _no(f"{enemy.name} is within {limit:g} in; a low helicopter may not end here.", stand, "FFT-HELO-08")
    return None


def _turn(scene: Scene, stand: FistStand, mode: str, facing_deg: float | None) -> Plan:
    """Turning costs nothing and is no move. Rule: FFT-MOVE-02."""
    facing = stand.facing_deg if facing_deg is None else snap_facing(facing_deg)
    refusal = may_stand(scene, stand, stand.x, stand.y, facing) if facing != stand.facing_deg else None
    cost = MovePrice(
        cost=0.0,
        allowance=left(stand, mode),
        inches=0.0,
        facing_deg=facing,
        refusal=refusal,
        rules=(cite("FFT-MOVE-02"),),
    )
    return Plan(((stand.x, stand.y),), facing, cost)


def _facing(stand: FistStand, full: tuple[Point, ...], mode: str) -> float:
    """Along the last leg; men and helicopters move without turning as well. Rules: FFT-MOVE-03, -10."""
    if mode == REVERSE:
        return stand.facing_deg
    if units.is_infantry(stand) or units.is_heli(stand):
        cite("FFT-MOVE-10")
    if math.dist(full[-2], full[-1]) < 1e-9:
        return stand.facing_deg
    return bearing(*full[-2], *full[-1])


# ---------------------------------------------------------------- halts


def halt_distance(stand: FistStand, mode: str) -> float:
    """Inches from an enemy at which a move has to halt. Rules: FFT-CC-02, FFT-STRAT-04, FFT-SNS-06."""
    if mode == STRATEGIC:
        return float(tables()["strategic"]["enemy_distance"]) + 0.001
    return float(tables()["close_combat"]["range"])


def _halt(scene: Scene, stand: FistStand, full: tuple[Point, ...], mode: str) -> tuple[float | None, str]:
    """Where along the path it has to halt for a known enemy."""
    if units.is_heli(stand):
        return None, ""
    return first_halt(scene, stand, full, mode, units.enemies(scene, stand.side))


def first_halt(
    scene: Scene, stand: FistStand, full: tuple[Point, ...], mode: str, foes: Sequence[FistStand]
) -> tuple[float | None, str]:
    """Inches along the path at which it first comes too near to one of these enemies, and which. Rule: FFT-CC-02."""
    limit = halt_distance(stand, mode)
    best: tuple[float | None, str] = (None, "")
    for enemy in foes:
        if units.is_heli(enemy):
            continue
        at = comes_within(
            stand.base, full, units.footprint(enemy), limit, stand.facing_deg if mode == REVERSE else None
        )
        if at is None or (best[0] is not None and at >= best[0]):
            continue
        if mode != STRATEGIC and not _in_contact(scene, stand, full, at, enemy):
            continue
        best = (max(0.0, at - (SLACK_IN * 2 if mode in (STRATEGIC, SCOOT) else -SLACK_IN)), enemy.id)
    if best[0] is not None:
        cite("FFT-STRAT-08" if mode == STRATEGIC else "FFT-CC-02")
    return best


def _in_contact(scene: Scene, stand: FistStand, full: tuple[Point, ...], at: float, enemy: FistStand) -> bool:
    """Close combat range needs sight. Rule: FFT-CC-01."""
    from wargame.rulesets.fistful_of_tows import lines

    cite("FFT-CC-01")
    if (enemy.id, stand.id) in state_of(scene).fought or (stand.id, enemy.id) in state_of(scene).fought:
        return False
    x, y = along(full, at)
    here = Footprint(stand.base, x, y, _facing(stand, full, ""))
    if lines.visible(scene.board, here, units.footprint(enemy)):
        return True
    return units.has_thermal(scene, stand) and spotting.through_smoke(scene, here, units.footprint(enemy))


def _halt_text(scene: Scene, stand: FistStand, enemy: str, mode: str, at: Point) -> Refusal:
    name = scene.state.stands[enemy].name
    if mode == STRATEGIC:
        return _no(f"A strategic move stays more than 10 in away from {name}.", stand, "FFT-STRAT-04", at=at)
    return _no(f"The move stops within 2 in of {name}: close combat.", stand, "FFT-CC-02", at=at)


def _clean(points: Sequence[Point]) -> tuple[Point, ...]:
    kept = [points[0]]
    for point in points[1:]:
        if math.dist(kept[-1], point) > 1e-9:
            kept.append(point)
    return tuple(kept)


def _notes(made: Course) -> tuple[str, ...]:
    inches: dict[str, float] = {}
    for piece in made.pieces:
        inches[piece.ground] = inches.get(piece.ground, 0.0) + piece.end - piece.start
    rows = [f"{value:.1f} in of {name.replace('_', ' ')}" for name, value in inches.items() if name != "clear"]
    return (*rows, *(f"{lump.what}: {lump.cost:g}" for lump in made.lumps))


def _no(text: str, stand: FistStand, rule: str, at: Point | None = None) -> Refusal:
    return Refusal(text=text, rules=(cite(rule),), about=stand.id, at=at)


def reach_of(scene: Scene, stand: FistStand, mode: str = "", cell_in: float = 0.25) -> Reach:
    """Where the allowance suffices to go, about: the grid proposes, `plan` decides."""
    blocking = [units.footprint(e) for e in units.enemies(scene, stand.side) if not units.is_heli(e)]
    slow = 1.0 / float(tables()["movement"]["reverse_rate"]) if mode == REVERSE else 1.0
    return reach(
        scene.board,
        stand.x,
        stand.y,
        left(stand, mode) / slow,
        units.move_class(stand),
        cell_in,
        obstacles=Footprints.of(blocking) if blocking and not units.is_heli(stand) else None,
        start_free=True,
    )


def ground_ok(scene: Scene, stand: FistStand, x: float, y: float) -> bool:
    """May it stand on this ground, off roads?"""
    return not is_shut(scene.board, x, y, units.move_class(stand))
