"""What a man on foot may move, and what it costs. Rules: NUT-MOVE-01 to -08, -10, -11, NUT-ACT-01, -05, NUT-TERR-06.

Allowances and costs are inches of move: an inch of difficult ground costs two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from wargame.board import Base, Footprint, Footprints, bearing, snap, snap_facing, within
from wargame.board.movement import Price, Stretch, along, point_at_cost, price, price_of, stretches
from wargame.board.routes import Reach, reach
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Mode, MovePrice, Scene
from wargame.rulesets.clash_of_titans import chapters, groups, obstacles, passages, standing, status
from wargame.rulesets.clash_of_titans.data import row, rows
from wargame.rulesets.clash_of_titans.ground import INDOORS
from wargame.rulesets.clash_of_titans.meeting import first_met as first_met
from wargame.rulesets.clash_of_titans.meeting import meets_at as meets_at
from wargame.rulesets.clash_of_titans.paths import cut as cut
from wargame.rulesets.clash_of_titans.paths import cut_at as cut_at
from wargame.rulesets.clash_of_titans.paths import length as length
from wargame.rulesets.clash_of_titans.paths import rest as rest
from wargame.rulesets.clash_of_titans.paths import without_repeats as without_repeats
from wargame.rulesets.clash_of_titans.planned import Plan
from wargame.rulesets.clash_of_titans.standing import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

Point = tuple[float, float]
WALK, FAST, CRAWL, WIRE = "", "fast", "crawl", "wire"
HEAVY = ("MMG", "HMG 12.7mm", "medium mortar 81/82mm", "light mortar 50mm")
"""Weapons that are a load for one man or two (NUT-MOVE-08)."""
SNOW = {"impeding": "foot, impeded by snow", "deep": "foot, deep snow"}
"""Rows of table `movement` for the snow of a scenario (option snow_ground)."""
STAY_IN = 9.0
"""Two bearers belong together so long as one is no further ahead than a move."""
WATERS = frozenset({"stream up to 2in", "river"})
SLACK = 0.005


# ---------------------------------------------------------------- allowances


def table_row(state: ClashState, stand: ClashStand) -> str:
    """Row of table `movement` for what he is and carries. Rules: NUT-MOVE-01, -08."""
    if stand.in_hand in HEAVY or any(w in HEAVY for w in stand.weapons):
        cite("NUT-MOVE-08")
        return "two men with MMG, HMG or mortar" if helpers(state, stand) else "one man with MMG, HMG or mortar"
    if stand.carrying and stand.carrying in state.stands and not _second_bearer(state, stand):
        cite("NUT-MOVE-08")
        return "bearer with casualty"
    cite("NUT-MOVE-01")
    return "foot"


def helpers(state: ClashState, stand: ClashStand) -> list[ClashStand]:
    """Comrades of his group beside him who help with a heavy weapon. Rule: NUT-MOVE-08."""
    near = [s for s in groups.friends(state, stand, 2.0) if s.group == stand.group and s.is_man]
    return [s for s in near if status.able(s) and s.in_hand not in HEAVY]


def _second_bearer(state: ClashState, stand: ClashStand) -> bool:
    """Does another man carry with him? They move one after the other, so he may be a move ahead or behind."""
    both = [s for s in state.stands.values() if s.carrying == stand.carrying and s.id != stand.id]
    return any(within(math.dist((s.x, s.y), (stand.x, stand.y)), STAY_IN) for s in both)


def may_go_fast(state: ClashState, stand: ClashStand) -> bool:
    """Nobody with a heavy load, casualty or crawling moves fast. Rule: NUT-MOVE-08."""
    return table_row(state, stand) == "foot" and not stand.carrying


def full_move(state: ClashState, stand: ClashStand) -> float:
    """His normal move in inches: 8, more or less by attribute or load. Rules: NUT-MOVE-01, -08."""
    own = by_attribute(stand, float(row("movement", table_row(state, stand))["normal"]))
    return min(own, _in_snow(state, "normal"))


def fast_move(state: ClashState, stand: ClashStand, passed: int) -> float:
    """How far he may go after passing so many dice on Fast Move. Rule: NUT-MOVE-02."""
    cite("NUT-MOVE-02")
    column = f"fast_{min(passed, 2)}"
    own = by_attribute(stand, float(row("movement", table_row(state, stand))[column]))
    return min(own, _in_snow(state, column))


def _in_snow(state: ClashState, column: str) -> float:
    """What snow on the ground leaves of a move; infinite without it. Rule: NUT-MOVE-04."""
    found = SNOW.get(str(state.options.get("snow_ground", "")))
    if found is None:
        return math.inf
    cite("NUT-MOVE-04")
    return float(row("movement", found)[column])


def by_attribute(stand: ClashStand, inches: float) -> float:
    """Fast men make 10 of 8 inches, slow ones 6 (table `attributes`)."""
    normal = float(rows("movement")[0]["normal"])
    if "Fast" in stand.attributes:
        return inches * (normal + 2) / normal
    return inches * (normal - 2) / normal if "Slow" in stand.attributes else inches


def allowance(scene: Scene, stand: ClashStand, mode: str = WALK) -> float:
    """Inches of move that he may still spend in this activation. Rules: NUT-MOVE-01, -02, -07, NUT-ACT-03, -05."""
    state = state_of(scene)
    normal = full_move(state, stand)
    if mode == CRAWL:
        cite("NUT-ACT-05")
        return max(0.0, float(row("movement", "prone (crawl)")["normal"]) - stand.moved_in)
    if mode == WIRE:
        return max(0.0, obstacles.WIRE_IN - stand.moved_in)
    if mode == FAST:
        passed = 2 if stand.fast_passed is None else stand.fast_passed
        total = fast_move(state, stand, passed)
    else:
        total = normal if stand.fast_passed is None else fast_move(state, stand, stand.fast_passed)
    if stand.prone and not stand.stood_up:
        cite("NUT-ACT-05")
        total -= normal / 2
    total = min(total, _share_left(stand, normal))
    return max(0.0, total - stand.moved_in)


def _share_left(stand: ClashStand, normal: float) -> float:
    """What an other action leaves of his move: all, half or none. Rule: NUT-ACT-03."""
    if not stand.acted:
        return math.inf
    from wargame.rulesets.clash_of_titans import acts

    cite("NUT-ACT-03")
    return {"full": math.inf, "half": normal / 2, "none": 0.0}[acts.move_left(stand.acted)]


def may_move(scene: Scene, stand: ClashStand) -> Refusal | None:
    """Why he may not move at all now, or None. Rules: NUT-ACT-01, NUT-MELE-05."""
    if stand.carrier:
        return _no(f"{stand.name} is aboard; he has to dismount first.", stand, cite("NUT-TRAN-01"))
    if stand.melee_with:
        return _no(f"{stand.name} fights hand to hand; he can only break off.", stand, cite("NUT-MELE-05"))
    if stand.finished or not status.able(stand):
        return _no(f"{stand.name} can do nothing more in this activation.", stand, cite("NUT-ACT-01"))
    if stand.set_up:
        return _no(f"The weapon of {stand.name} is set up; pack it first.", stand, cite("NUT-ACT-03"))
    return None


# ---------------------------------------------------------------- plans


def plan(
    scene: Scene, stand: ClashStand, path: Sequence[Point], mode: str = WALK, facing_deg: float | None = None
) -> Plan:
    """Price a path exactly and say whether, and how far, it may be walked; vehicles and guns have their own rules.

    `path` does not repeat the start; an empty one is a turn in place. Rules: NUT-MOVE-01 to -08, NUT-GEO-01, -06.
    """
    if stand.is_vehicle:
        from wargame.rulesets.clash_of_titans import vehicle_moves

        return vehicle_moves.plan(scene, stand, path, mode, facing_deg)
    if stand.is_gun:
        from wargame.rulesets.clash_of_titans import gun_moves

        return gun_moves.plan(scene, stand, path, mode, facing_deg)
    return foot_plan(scene, stand, path, mode, facing_deg)


def foot_plan(
    scene: Scene, stand: ClashStand, path: Sequence[Point], mode: str = WALK, facing_deg: float | None = None
) -> Plan:
    """The plan of a man on foot. Rules: NUT-MOVE-01 to -08, -11, NUT-GEO-01, -06."""
    full = without_repeats(((stand.x, stand.y), *((snap(x), snap(y)) for x, y in path)))
    if len(full) < 2:
        return turn_in_place(scene, stand, facing_deg)
    facing = snap_facing(bearing(*full[-2], *full[-1]) if facing_deg is None else facing_deg)
    ground = stretches(scene.board, full, INDOORS, start_free=True)
    inside = passages.along(scene, stand, full, full_move(state_of(scene), stand))
    priced = price_of(full, ground)
    crossed = obstacles.crossed(scene, stand, full, ground, inside)
    more = chapters.modifiers(scene, "move", stand.id, path=full)
    cost = priced.cost + sum(c.cost_in for c in crossed) + sum(m.add for m in more)
    spare = allowance(scene, stand, mode)
    refusal, legal_to = _first_refusal(scene, stand, full, facing, mode, priced, crossed, cost, spare)
    cite("NUT-GEO-06")
    cite("NUT-MOVE-05")
    made = MovePrice(
        cost=round(cost, 3),
        allowance=round(spare, 3),
        inches=round(priced.inches, 3),
        facing_deg=facing,
        refusal=refusal,
        legal_to=legal_to,
        notes=(*_notes(priced, crossed), *(m.reason for m in more)),
        rules=(cite("NUT-MOVE-01"), *_ground_rules(ground), *(m.rule for m in more if m.rule)),
    )
    return Plan(stand.id, full, facing, mode, made, floor=inside.floor, room=inside.room)


def _ground_rules(ground: Sequence[Stretch]) -> tuple[str, ...]:
    """Rules of the woods and waters that a path meets. Rules: NUT-TERR-04, -09."""
    rows_met = {stretch.row for stretch in ground}
    found = [cite("NUT-TERR-04")] if "woods" in rows_met else []
    return (*found, *((cite("NUT-TERR-09"),) if rows_met & WATERS else ()))


def _first_refusal(
    scene: Scene,
    stand: ClashStand,
    full: tuple[Point, ...],
    facing: float,
    mode: str,
    priced: Price,
    crossed: tuple[obstacles.Crossing, ...],
    cost: float,
    spare: float,
) -> tuple[Refusal | None, Point | None]:
    """The first reason against a path, and its last legal point where one is known."""
    if not priced.passable:
        text = f"{stand.name} cannot go there on foot."
        at = priced.blocked_at
        return _no(text, stand, cite("NUT-MOVE-05"), at=at), _short_of(full, priced.inches)
    wrong = obstacles.refusal(scene, stand, full, crossed, mode)
    if wrong is not None:
        return wrong[0], _short_of(full, wrong[1])
    met = first_met(scene, stand, full)
    if met is not None:
        inches, other = met
        text = f"{other.name} is in the way; nobody passes through an enemy."
        where = _short_of(full, inches)
        return _no(text, stand, cite("NUT-GEO-01"), at=where), where
    if cost > spare + SLACK:
        where = _point_at(scene, full, crossed, spare)
        text = f"The path costs {cost:.1f} in of move, {spare:.1f} may be spent."
        return _no(text, stand, cite("NUT-MOVE-01"), at=where), where
    return standing.may_stand(scene, stand, *full[-1], facing), None


def _short_of(full: tuple[Point, ...], inches: float) -> Point | None:
    at = max(0.0, inches - 0.01)
    return along(full, at) if at > 0.05 else None


def _point_at(
    scene: Scene, full: tuple[Point, ...], crossed: tuple[obstacles.Crossing, ...], points: float
) -> Point | None:
    """Where along the path so much is spent, lumps included."""
    left = points
    for crossing in crossed:
        before = price(scene.board, cut(full, crossing.at_in), INDOORS, start_free=True).cost
        if before > left:
            break
        if before + crossing.cost_in > left:
            return _short_of(full, crossing.at_in)
        left -= crossing.cost_in
    where = point_at_cost(scene.board, full, INDOORS, max(0.0, left - 0.01))
    return where if math.dist(where, full[0]) > 0.05 else None


def turn_in_place(scene: Scene, stand: ClashStand, facing_deg: float | None) -> Plan:
    """A turn where he stands: free for men. Rule: NUT-GEO-06."""
    facing = stand.facing_deg if facing_deg is None else snap_facing(facing_deg)
    rules = (cite("NUT-GEO-06"),)
    made = MovePrice(cost=0.0, allowance=allowance(scene, stand), inches=0.0, facing_deg=facing, rules=rules)
    return Plan(stand.id, ((stand.x, stand.y),), facing, WALK, made)


def _notes(priced: Price, crossed: Sequence[obstacles.Crossing]) -> tuple[str, ...]:
    ground = [f"{p.inches:.1f} in of {p.row}" for p in priced.parts if p.row not in ("clear", "road")]
    return (*ground, *(c.note for c in crossed if c.note))


def _no(text: str, stand: ClashStand, rule: str, at: Point | None = None) -> Refusal:
    return Refusal(text=text, rules=(rule,), about=stand.id, at=at)


# ---------------------------------------------------------------- for players


def modes(scene: Scene, stand: ClashStand) -> tuple[Mode, ...]:
    """Ways of moving of a man on foot. Rules: NUT-MOVE-01, -02, NUT-ACT-05."""
    state = state_of(scene)
    reason = may_move(scene, stand)
    found = [Mode(id=WALK, name="Move", allowance=allowance(scene, stand), refusal=reason)]
    if stand.fast_passed is None and may_go_fast(state, stand) and stand.moved_in == 0 and not stand.acted:
        found.append(Mode(id=FAST, name="Fast move", allowance=allowance(scene, stand, FAST), refusal=reason))
    if stand.prone and stand.moved_in == 0:
        found.append(Mode(id=CRAWL, name="Crawl", allowance=allowance(scene, stand, CRAWL), refusal=reason))
    return tuple(found)


def reach_of(scene: Scene, stand: ClashStand, mode: str = "", cell_in: float = 0.25) -> Reach:
    """Where the allowance suffices to go; enemies are obstacles."""
    enemies = standing.blocking(scene, stand)
    spare = 0.0 if may_move(scene, stand) is not None else allowance(scene, stand, mode)
    wide = [grown(s, stand.base.radius) for s in enemies]
    wide += passages.walls(scene, (stand.x, stand.y), spare, stand.floor) if stand.is_man else []
    return reach(
        scene.board,
        stand.x,
        stand.y,
        spare,
        standing.movement_class(stand),
        cell_in,
        obstacles=Footprints.of(wide) if wide else None,
        start_free=True,
    )


def grown(other: ClashStand, radius: float) -> Footprint:
    """The base of a piece made wider, so that the centre of a round base of this radius keeps off it."""
    if other.base.shape == "circle":
        base = Base.circle(2 * (other.base.radius + radius) - 2 * standing.SLACK_IN)
    else:
        base = Base.rectangle(other.base.width_in + 2 * radius, other.base.depth_in + 2 * radius)
    return Footprint(base, other.x, other.y, other.facing_deg)


def as_far_as(scene: Scene, stand: ClashStand, path: Sequence[Point]) -> tuple[Point, ...]:
    """A path cut where what he may spend now ends; empty if he cannot go at all."""
    full = without_repeats(((stand.x, stand.y), *path))
    spare = allowance(scene, stand)
    if spare <= SLACK or len(full) < 2:
        return ()
    found = foot_plan(scene, stand, full[1:])
    if found.refusal is None:
        return full[1:]
    if found.price.legal_to is None:
        return ()
    reached = cut_at(full, found.price.legal_to)
    return reached[1:] if foot_plan(scene, stand, reached[1:]).refusal is None else ()


def is_passable(scene: Scene, stand: ClashStand, path: Sequence[Point]) -> bool:
    """Is there no ground on the path that it may not enter?"""
    return price(scene.board, path, standing.movement_class(stand), start_free=True).passable
