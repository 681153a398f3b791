"""Setting up and coming on: zones, a sensible suggestion, hiding before play.

Rules: NUT-GEO-01, NUT-SIGHT-11, NUT-GRP-01.
"""

from __future__ import annotations

import copy
from collections.abc import Generator, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from wargame.board import Footprint, bearing, overlaps, region_contains, snap, snap_facing
from wargame.engine import knowledge, opening
from wargame.engine.events import StandPlaced
from wargame.engine.opening import Floats, Point, Polygon
from wargame.engine.orders import Picked, Placed, Placement, Refusal
from wargame.engine.requests import AnyRequest, Item, Pick, Place, Thing
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.engine.setup import Setup
from wargame.rulesets.clash_of_titans import edges, movement, setup, standing
from wargame.rulesets.clash_of_titans.ground import terrain_rows
from wargame.rulesets.clash_of_titans.standing import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

APART_IN = 1.6
"""Distance at which a suggested deployment sets men of a group side by side."""
DEPLOY, ENTER, HIDE = "deploy", "enter", "hide"


def regions_of(scene_setup: Setup, state: ClashState, stand: ClashStand) -> tuple[Polygon, ...]:
    """The zones that a stand may be put in: those of its arrival, else of its group, else all of its side."""
    return opening.zones_of(scene_setup, state.groups[stand.group].origin or stand.group, stand.side)


def facing_of(scene: Scene, stand: ClashStand, placement: Placement) -> float:
    """The facing of a placement; without one, towards the enemy."""
    if placement.facing_deg is not None:
        return snap_facing(placement.facing_deg)
    return snap_facing(bearing(placement.x, placement.y, *enemy_ground(scene, stand.side)))


def enemy_ground(scene: Scene, side: str) -> Point:
    """Where the enemy is to be looked for: the middle of his zones, else of his stands, else the far edge."""
    table = scene.board.table
    edge = edges.OPPOSITE[state_of(scene).edges.get(side, "left")]
    beyond = edges.nearest_point(table, edge, (table.width_in / 2, table.height_in / 2))
    return opening.enemy_ground(scene, side) or beyond


# ---------------------------------------------------------------- deployment


def to_place(state: ClashState, side: str) -> list[ClashStand]:
    """Stands of groups that are there and still need a place; a gun's crew comes with the gun."""
    return [
        s
        for s in state.stands.values()
        if s.side == side
        and state.groups[s.group].arrived
        and s.kind != "pef"
        and not (s.on_table or s.carrier or s.gone or (s.mans and not state.stands[s.mans].on_table))
    ]


def deploy_one_side(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: a side puts all stands of its starting groups on the table, the defender first."""
    state = state_of(battle)
    order_of_sides = sorted(state.sides, key=lambda side: state.sides[side].role != "defender")
    side = next((s for s in order_of_sides if s not in state.deployed), None)
    if side is None:
        return NEXT
    state.deployed += (side,)
    waiting = to_place(state, side)
    if waiting:
        order = yield _request(battle, side, waiting, DEPLOY, "Deploy your men in their zones.")
        put_down(battle, order, "deployed")
    return AGAIN


def waiting_to_enter(battle: Battle, side: str) -> list[ClashStand]:
    """Stands of arrived groups that are not on the table yet."""
    return to_place(state_of(battle), side)


def entry_request(battle: Battle, side: str, waiting: list[ClashStand]) -> Place:
    """Asks where they come on."""
    prompt = "Reinforcements: where do they come on? What you leave out waits for the next turn."
    return _request(battle, side, waiting, ENTER, prompt)


def _request(scene: Scene, side: str, waiting: list[ClashStand], purpose: str, prompt: str) -> Place:
    suggestion = suggest(scene, waiting, entering=purpose == ENTER)
    has_room = {p.thing for p in suggestion.placements}
    state = state_of(scene)
    things = tuple(
        Thing(
            id=s.id,
            text=s.name,
            must=purpose == DEPLOY and s.id in has_room,
            regions=regions_of(scene.setup, state, s),
        )
        for s in waiting
    )
    return Place(
        side=side, purpose=purpose, prompt=prompt, things=things, suggestion=suggestion, rules=(cite("NUT-GEO-01"),)
    )


def put_down(battle: Battle, order: Placed, why: str) -> None:
    """Puts the stands where the order says, a gun's crew round it."""
    state = state_of(battle)
    for p in order.placements:
        stand = state.stands[p.thing]
        facing = facing_of(battle, stand, p)
        put(battle, stand, p.x, p.y, facing, why)
        if stand.is_gun:
            crew = [s for s in state.stands.values() if s.mans == stand.id and not s.gone and not s.on_table]
            for man, (x, y) in zip(crew, setup.crew_places(stand, len(crew)), strict=False):
                put(battle, man, x, y, facing, why)


def put(battle: Battle, stand: ClashStand, x: float, y: float, facing_deg: float, why: str) -> None:
    """Puts one stand on the table."""
    seen = knowledge.seen_by_for(battle.state, stand.id)
    event = StandPlaced(stand=stand.id, x=snap(x), y=snap(y), facing_deg=facing_deg, why=why, seen_by=seen)
    battle.happen(event)


# ---------------------------------------------------------------- legality


def check(scene: Scene, stands: Iterable[ClashStand], order: Placed, *, entering: bool) -> Refusal | None:
    """Why these placements are not legal, or None. Rules: NUT-GEO-01, NUT-MOVE-01."""
    by_id = {s.id: s for s in stands}
    placed: list[tuple[str, Footprint]] = []
    for p in order.placements:
        stand = by_id[p.thing]
        facing = facing_of(scene, stand, p)
        refusal = check_one(scene, stand, p.x, p.y, facing, entering=entering)
        if refusal is not None:
            return refusal
        for base in bases_of(scene, stand, p.x, p.y, facing):
            other = next((name for name, there in placed if overlaps(base, there)), None)
            if other is not None:
                text = f"{stand.name} would stand on {by_id[other].name}."
                return Refusal(text=text, rules=(cite("NUT-GEO-01"),), at=(p.x, p.y), about=stand.id)
        placed += [(stand.id, base) for base in bases_of(scene, stand, p.x, p.y, facing)]
    return None


def bases_of(scene: Scene, stand: ClashStand, x: float, y: float, facing: float) -> list[Footprint]:
    """The base of a stand, and those of the crew that comes with a gun."""
    found = [Footprint(stand.base, x, y, facing)]
    if stand.is_gun:
        crew = [s for s in state_of(scene).stands.values() if s.mans == stand.id and not s.gone and not s.on_table]
        body = copy.copy(stand)
        body.x, body.y, body.facing_deg = x, y, facing
        places = setup.crew_places(body, len(crew))
        found += [Footprint(m.base, *at, facing) for m, at in zip(crew, places, strict=True)]
    return found


def check_one(scene: Scene, stand: ClashStand, x: float, y: float, facing: float, *, entering: bool) -> Refusal | None:
    """Why a stand may not be put here, or None."""
    regions = regions_of(scene.setup, state_of(scene), stand)
    if regions and not any(region_contains(region, x, y) for region in regions):
        return Refusal(text=f"{stand.name} has to stand in its zone.", at=(x, y), about=stand.id)
    refusal = standing.may_stand(scene, stand, x, y, facing)
    if refusal is not None:
        return refusal
    row = scene.board.terrain_at(x, y)[0]
    if not may_be_in(scene, stand, row):
        text = f"{stand.name} cannot stand in {row}."
        return Refusal(text=text, rules=(cite("NUT-MOVE-05"),), at=(x, y), about=stand.id)
    if entering and way_in(scene, stand, x, y) > _entry_move(scene, stand) + 0.005:
        text = f"{stand.name} cannot come so far from the edge in one move."
        return Refusal(text=text, rules=(cite("NUT-MOVE-01"),), at=(x, y), about=stand.id)
    return None


def may_be_in(scene: Scene, stand: ClashStand, row: str) -> bool:
    """May this stand be set up on ground of this row: men also in buildings, nobody in a river?"""
    if row == "building":
        return stand.is_man
    return scene.board.profile.cost_of(row, standing.movement_class(stand)) >= 0.0


def _entry_move(scene: Scene, stand: ClashStand) -> float:
    if stand.spec is not None:
        return stand.spec.off_in
    return movement.full_move(state_of(scene), stand) if stand.is_man else 8.0


def way_in(scene: Scene, stand: ClashStand, x: float, y: float) -> float:
    """Inches of move from the edge of the table, where its entry zone lies at one; infinite without a way."""
    zones = regions_of(scene.setup, state_of(scene), stand)
    return opening.way_in(scene.board, zones, x, y, standing.movement_class(stand))


# ---------------------------------------------------------------- suggestion


def suggest(scene: Scene, stands: Sequence[ClashStand], *, entering: bool = False) -> Placed:
    """A legal, sensible deployment: each group together, in cover where there is some, facing the enemy; stands without
    room are left out. Rule: NUT-GRP-01."""
    taken = [standing.footprint(s) for s in standing.on_table(scene)]
    placements: list[Placement] = []
    side = stands[0].side if stands else ""
    enemy = enemy_ground(scene, side) if stands else (0.0, 0.0)
    grids: dict[tuple[Polygon, ...], tuple[Floats, Floats]] = {}
    anchors: dict[str, Point] = {}
    for stand in sorted(stands, key=lambda s: (s.is_man, s.group, s.id)):
        regions = regions_of(scene.setup, state_of(scene), stand) or (opening.whole_table(scene),)
        if regions not in grids:
            grids[regions] = _grid_of(scene, stand, regions, enemy)
        spot = _best(scene, stand, *grids[regions], taken, anchors.get(stand.group), entering, enemy)
        if spot is not None:
            anchors.setdefault(stand.group, (spot.x, spot.y))
            taken += bases_of(scene, stand, spot.x, spot.y, spot.facing_deg)
            placements.append(Placement(thing=stand.id, x=spot.x, y=spot.y, facing_deg=spot.facing_deg))
    return Placed(placements=tuple(placements))


def _grid_of(scene: Scene, stand: ClashStand, regions: tuple[Polygon, ...], enemy: Point) -> tuple[Floats, Floats]:
    """Points of the zones and how good they are for anybody: cover, nearness to what matters."""
    points = opening.places_in(regions)
    known, rows = opening.ground_at(scene, points, "clear")
    covered = np.array([_shelters(r) for r in rows], np.float64)[known]
    away = opening.inches_to_goals(scene, points, enemy)
    defends = scene.state.sides[stand.side].role == "defender"
    score = (2.0 if defends else 1.0) * covered - (0.05 if defends else 0.02) * away
    return points, score


def _shelters(row: str) -> float:
    found = terrain_rows().get(row, {})
    return 1.0 if found.get("cover") == "yes" else 0.5 if found.get("concealment") == "yes" else 0.0


def _best(
    scene: Scene,
    stand: ClashStand,
    points: Floats,
    worth: Floats,
    taken: list[Footprint],
    anchor: Point | None,
    entering: bool,
    enemy: Point,
) -> Footprint | None:
    score = worth.copy()
    if anchor is not None:
        away = np.hypot(points[:, 0] - anchor[0], points[:, 1] - anchor[1])
        score = score - 0.6 * away
    else:
        for there in taken:
            score = score - np.exp(-np.hypot(points[:, 0] - there.x, points[:, 1] - there.y) / 3.0)
    for there in taken:
        close = APART_IN if stand.is_man and there.base.shape == "circle" else stand.base.radius + there.base.radius
        score[np.hypot(points[:, 0] - there.x, points[:, 1] - there.y) < close - 1e-9] = -np.inf
    tried = 0
    for n in np.argsort(-score, kind="stable").tolist():
        tried += 1
        if score[n] == -np.inf or tried > 400:
            break
        x, y = snap(float(points[n, 0])), snap(float(points[n, 1]))
        facing = snap_facing(bearing(x, y, *enemy))
        if check_one(scene, stand, x, y, facing, entering=entering) is not None:
            continue
        if any(overlaps(base, there) for base in bases_of(scene, stand, x, y, facing) for there in taken):
            continue
        return Footprint(stand.base, x, y, facing)
    return None


def state_stands(scene: Scene, ids: Iterable[str]) -> list[ClashStand]:
    """These stands, in order."""
    return [state_of(scene).stands[name] for name in ids]


# ---------------------------------------------------------------- hiding before play


def hide_one_side(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: a side says which of the men who may begin hidden do. Rule: NUT-SIGHT-11."""
    from wargame.rulesets.clash_of_titans import hidden

    state = state_of(battle)
    side = next((s for s in state.sides if s not in state.hid), None)
    if side is None:
        return NEXT
    state.hid += (side,)
    able = [s for s in state.stands.values() if s.side == side and hidden.may_begin_hidden(battle, s)]
    if able:
        order = yield _hide_request(side, able)
        picked = {name for name, _ in order.items}
        for stand in able:
            if stand.id in picked:
                hidden.hide(battle, stand)
    return AGAIN


def _hide_request(side: str, able: list[ClashStand]) -> Pick:
    return Pick(
        side=side,
        purpose=HIDE,
        prompt="Who of these begins hidden?",
        items=tuple(Item(id=s.id, text=s.name) for s in able),
        suggestion=Picked(items=tuple((s.id, 1) for s in able)),
        rules=(cite("NUT-SIGHT-11"),),
    )
