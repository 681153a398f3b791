"""Fires: what catches, how they spread, what they do, when they burn out.

Building areas burn storey by storey, crops and woods in patches of a grid of 4in. Rules: NUT-COLL-04, -05, NUT-GREN-07,
NUT-FLAM-04, NUT-NITE-03.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wargame.board import AddFeature, Board, Change, Footprint, RemoveFeature, gap_to_point, shapes, snap
from wargame.engine.events import Event, GroundChanged, StandChanged
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import collapse, damage, rooms, smoke, status, throws
from wargame.rulesets.clash_of_titans.causes import Aftermath, Cause, Toll
from wargame.rulesets.clash_of_titans.lines import Point, state_of
from wargame.rulesets.clash_of_titans.rooms import Room
from wargame.rulesets.clash_of_titans.state import ClashStand, Fire
from wargame.rulesets.clash_of_titans.terrain import crop_kinds

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PATCH_IN = 4.0
"""Side of a patch of crops or woods (NUT-COLL-04)."""
IMPACT = 3
"""Of a turn in a burning place (NUT-COLL-04)."""
SPREADS_ON = 6
CATCHES_ON = 4
"""Least face on which a flame or bottle sets something alight (NUT-GREN-07, NUT-FLAM-04)."""
BUILDING_TURNS, CROP_TURNS = 6, 2
"""How long they burn (NUT-COLL-05)."""
WOODS = frozenset({"woods_light", "woods_heavy", "forest", "orchard"})
WRECK_SMOKE_IN = 2.0
_TOUCH_IN = 0.1
_LEAST = 0.05
"""Square inches below which a scrap of crops is nothing."""


@dataclass(frozen=True, slots=True)
class Place:
    """Something that can burn: an area of a storey, or a patch of crops or woods (`room` None)."""

    shape: shapes.Shape
    at: Point
    room: Room | None = None
    crops: bool = False

    @property
    def feature(self) -> str:
        """The area as a fire names it."""
        return self.room.name if self.room is not None else ""

    @property
    def floor(self) -> int:
        """Its storey."""
        return self.room.floor if self.room is not None else 0


# ---------------------------------------------------------------- questions


def is_burning_at(scene: Scene, at: Point, floor: int = 0) -> Fire | None:
    """The fire in which a point lies, or None. Rule: NUT-COLL-04."""
    board = scene.board
    if not state_of(scene).fires:
        return None
    room = rooms.room_at(board, at[0], at[1], floor) if rooms.is_built(board) else None
    point = shapes.spot(*at)
    for fire in state_of(scene).fires:
        if room is not None:
            if (fire.feature, fire.floor) == (room.name, room.floor):
                return fire
        elif not fire.feature and floor == 0 and board.has_feature(fire.id) and board.area(fire.id).covers(point):
            return fire
    return None


def must_leave(scene: Scene, stand: ClashStand) -> bool:
    """Is a man in a burning place, which he has to leave in his next activation? Rule: NUT-COLL-04."""
    cite("NUT-COLL-04")
    return stand.in_play and is_burning_at(scene, (stand.x, stand.y), stand.floor) is not None


def place_at(board: Board, at: Point, floor: int = 0) -> Place | None:
    """What can burn at a point: the building area there, or the patch of crops or woods; None if nothing can."""
    room = rooms.room_at(board, at[0], at[1], floor) if rooms.is_built(board) else None
    if room is not None:
        feature = board.feature(room.building.feature)
        if feature.props.get("fireproof"):
            return None
        return Place(room.building.areas[room.area].shape, room.building.areas[room.area].centre, room)
    return _patch(board, math.floor(at[0] / PATCH_IN), math.floor(at[1] / PATCH_IN), at)


def _patch(board: Board, i: int, j: int, at: Point | None = None) -> Place | None:
    """A cell of the grid as far as crops or woods grow in it (at a point, if one is given)."""
    cell = shapes.box(i * PATCH_IN, j * PATCH_IN, (i + 1) * PATCH_IN, (j + 1) * PATCH_IN)
    for feature in board.features:
        if feature.kind not in crop_kinds() | WOODS:
            continue
        area = board.area(feature.id)
        if at is not None and not area.covers(shapes.spot(*at)):
            continue
        parts = shapes.pieces(area.intersection(cell), _LEAST)
        if parts:
            middle = ((i + 0.5) * PATCH_IN, (j + 0.5) * PATCH_IN)
            return Place(shapes.grouped(parts), middle, None, feature.kind in crop_kinds())
    return None


def neighbours(board: Board, fire: Fire) -> list[Place]:
    """What a fire may spread to: areas that adjoin a burning area (beside, above, below) and patches that adjoin the
    fire. Rule: NUT-COLL-04."""
    found: list[Place] = []
    if fire.feature:
        name, _, number = fire.feature.rpartition(":")
        if not board.has_feature(name):
            return []
        building = rooms.building(board, name)
        area = int(number)
        beside = [(fire.floor, n) for n in building.neighbours(fire.floor, area)]
        for floor, other in [*beside, (fire.floor + 1, area), (fire.floor - 1, area)]:
            if building.stands(floor, other) and not board.feature(name).props.get("fireproof"):
                shape = building.areas[other].shape
                found.append(Place(shape, building.areas[other].centre, Room(building, floor, other)))
        burning: shapes.Shape = building.areas[area].shape
    else:
        burning = board.area(fire.id) if board.has_feature(fire.id) else shapes.spot(fire.x, fire.y)
        found += _houses_beside(board, burning)
    return found + (_patches_beside(board, burning) if fire.floor == 0 else [])


def _houses_beside(board: Board, burning: shapes.Shape) -> list[Place]:
    found = []
    for building in rooms.buildings(board):
        if board.feature(building.feature).props.get("fireproof"):
            continue
        for area in building.areas:
            if building.stands(0, area.number) and shapes.near(area.shape, burning, _TOUCH_IN):
                found.append(Place(area.shape, area.centre, Room(building, 0, area.number)))
    return found


def _patches_beside(board: Board, burning: shapes.Shape) -> list[Place]:
    x0, y0, x1, y1 = (v / PATCH_IN for v in burning.bounds)
    found = []
    for j in range(math.floor(y0 - 0.1), math.floor(y1 + 0.1) + 1):
        for i in range(math.floor(x0 - 0.1), math.floor(x1 + 0.1) + 1):
            place = _patch(board, i, j)
            if place is not None and shapes.near(place.shape, burning, _TOUCH_IN):
                found.append(place)
    return found


# ---------------------------------------------------------------- catching fire


def ignite(battle: Battle, place: Place, cause: Event | None = None, rules: tuple[str, ...] = ()) -> Fire | None:
    """A place catches fire; None if it burns already. Rules: NUT-COLL-04, -05."""
    state = state_of(battle)
    if any(_same(fire, place) for fire in state.fires):
        return None
    state.next_id += 1
    name = f"fire-{state.next_id}"
    turns = BUILDING_TURNS if place.room is not None else CROP_TURNS
    cite("NUT-COLL-05")
    largest = max(shapes.pieces(place.shape), key=lambda p: p.area)
    made = AddFeature(id=name, kind="fire", rings=shapes.rings(largest)[:1], name=place.feature)
    rules = (*rules, cite("NUT-COLL-04"))
    battle.happen(GroundChanged(added=(made,), why="fire", rules=rules), cause=cause)
    fire = Fire(
        id=name,
        x=snap(place.at[0]),
        y=snap(place.at[1]),
        since_turn=state.turn,
        feature=place.feature,
        floor=place.floor,
        until_turn=state.turn + turns,
    )
    state.fires = (*state.fires, fire)
    return fire


def _same(fire: Fire, place: Place) -> bool:
    if place.room is not None:
        return (fire.feature, fire.floor) == (place.feature, place.floor)
    return not fire.feature and math.dist((fire.x, fire.y), place.at) < 0.01


def try_ignite(
    battle: Battle, at: Point, floor: int = 0, cause: Event | None = None, rule: str = "", crops_always: bool = False
) -> Fire | None:
    """A flame or bottle strikes a place: what can burn there catches on 4-6, a wreck too.

    crops_always: a flamethrower needs no die for crops. Rules: NUT-GREN-07, NUT-FLAM-04.
    """
    rules = (cite(rule),) if rule else ()
    wreck = _wreck_at(battle, at)
    place = place_at(battle.board, at, floor)
    if place is None and wreck is None:
        return None
    if not (crops_always and place is not None and place.crops):
        die = throws.read_die(battle, "catches_fire", needed=f"{CATCHES_ON}+", rules=rules, cause=cause)
        if die.passed < CATCHES_ON:
            return None
        cause = die.event
    if wreck is not None:
        _burn_wreck(battle, wreck, cause)
    return ignite(battle, place, cause, rules) if place is not None else None


def _wreck_at(scene: Scene, at: Point) -> ClashStand | None:
    for stand in state_of(scene).stands.values():
        if not stand.knocked_out or stand.burning or not stand.is_vehicle:
            continue
        if gap_to_point(Footprint(stand.base, stand.x, stand.y, stand.facing_deg), *at) <= _TOUCH_IN:
            return stand
    return None


def _burn_wreck(battle: Battle, wreck: ClashStand, cause: Event | None) -> None:
    """A wreck that burns smokes to the end of the game. Rule: NUT-COVR-08."""
    battle.happen(StandChanged(stand=wreck.id, changes=(("burning", True),), why="burning"), cause=cause)
    smoke.put(battle, (wreck.x, wreck.y), WRECK_SMOKE_IN, cause, lasting=True)


# ---------------------------------------------------------------- the end of a turn


def end_of_turn(battle: Battle) -> list[Cause]:
    """Men who stayed in burning places are burnt, fires spread, those that have burnt out are gone; what it causes.

    Rules: NUT-COLL-04, -05.
    """
    if not state_of(battle).fires:
        return []
    toll = Toll()
    _burn_men(battle, toll)
    spread(battle)
    burn_out(battle, toll)
    return [] if toll.empty else [Aftermath(event=toll.event, toll=toll)]


def _burn_men(battle: Battle, toll: Toll) -> None:
    for stand in list(state_of(battle).stands.values()):
        if stand.is_man and stand.in_play and status.in_fight(stand) and must_leave(battle, stand):
            damage.hit(battle, toll, stand, IMPACT)


def spread(battle: Battle) -> list[Fire]:
    """Each place that adjoins a fire catches on a 6; a die for each place, however many fires are beside it.

    Rule: NUT-COLL-04.
    """
    rules = (cite("NUT-COLL-04"),)
    places: list[Place] = []
    for fire in state_of(battle).fires:
        for place in neighbours(battle.board, fire):
            known = any(p.feature == place.feature and p.floor == place.floor and p.at == place.at for p in places)
            if not known and not any(_same(other, place) for other in state_of(battle).fires):
                places.append(place)
    caught = []
    for place in places:
        die = throws.read_die(battle, "fire_spreads", needed=f"{SPREADS_ON}", rules=rules)
        if die.passed >= SPREADS_ON:
            fire_ = ignite(battle, place, die.event)
            caught += [fire_] if fire_ is not None else []
    return caught


def burn_out(battle: Battle, toll: Toll) -> list[str]:
    """Fires that have burnt their time: a building area collapses, crops are clear ground; ids of those fires.

    Rule: NUT-COLL-05.
    """
    state = state_of(battle)
    done = [fire for fire in state.fires if fire.until_turn <= state.turn]
    for fire in done:
        cite("NUT-COLL-05")
        state.fires = tuple(f for f in state.fires if f.id != fire.id)
        patch = battle.board.area(fire.id) if battle.board.has_feature(fire.id) else None
        changes: list[Change] = [RemoveFeature(id=fire.id)] if patch is not None else []
        if not fire.feature and patch is not None:
            changes += cleared(battle.board, patch, fire.id)
        rules = ("NUT-COLL-05",)
        event = battle.happen(GroundChanged(added=tuple(changes), why="burnt_out", rules=rules))
        if fire.feature:
            _falls(battle, toll, fire, event)
    return [fire.id for fire in done]


def _falls(battle: Battle, toll: Toll, fire: Fire, cause: Event) -> None:
    name, _, number = fire.feature.rpartition(":")
    if not battle.board.has_feature(name):
        return
    building = rooms.building(battle.board, name)
    if building.stands(fire.floor, int(number)):
        collapse.area(battle, toll, Room(building, fire.floor, int(number)), cause)
        toll.event = toll.event or cause


def cleared(board: Board, patch: shapes.Shape, name: str) -> list[Change]:
    """The changes that take a burnt patch out of the crops it grew in."""
    changes: list[Change] = []
    for feature in board.features:
        if feature.kind not in crop_kinds() or not board.area(feature.id).intersects(patch):
            continue
        rest = board.area(feature.id).difference(patch.buffer(1e-6))
        changes.append(RemoveFeature(id=feature.id))
        for n, piece in enumerate(shapes.pieces(rest, _LEAST)):
            rings = shapes.rings(piece)
            new = feature.id if n == 0 else f"{feature.id}~{name}-{n}"
            changes.append(AddFeature(id=new, kind=feature.kind, rings=rings, name=feature.name, height=feature.height))
    return changes
