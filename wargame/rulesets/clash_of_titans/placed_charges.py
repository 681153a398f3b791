"""Satchel charges that are placed: at a wall, a wire, in the open. Rules: NUT-GREN-08, NUT-BLDG-10."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.board import AddFeature, Change, RemoveFeature, shapes, within
from wargame.engine.events import Event, Fired, GroundChanged
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import blast, buildings, data, geometry, grenades, rooms
from wargame.rulesets.clash_of_titans.causes import Aftermath, Cause, Toll
from wargame.rulesets.clash_of_titans.grenades import SATCHEL
from wargame.rulesets.clash_of_titans.lines import Point
from wargame.rulesets.clash_of_titans.rooms import Room
from wargame.rulesets.clash_of_titans.state import ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

GAP_IN = 4.0
"""Gap that a charge opens in wire (NUT-GREN-08)."""


def refusal(scene: Scene, stand: ClashStand, at: Point) -> Refusal | None:
    """Why a man cannot place his charge at a point, or None. Rules: NUT-GREN-08, NUT-ACT-04."""
    rules = (cite("NUT-GREN-08"),)
    if stand.readied != SATCHEL or not grenades.is_ready(scene, stand):
        text = f"{stand.name} has no charge ready; it takes an activation."
        return Refusal(text=text, rules=(cite("NUT-ACT-04"),), about=stand.id)
    limit = data.blast_weapons()[SATCHEL].range_in
    away = geometry.distance_to(scene, stand, at) - stand.base.radius
    if not within(away, limit):
        return Refusal(text=f"Too far: a charge is placed within {limit:g} in.", rules=rules, at=at)
    return None


def wall_at(scene: Scene, stand: ClashStand, at: Point) -> Room | None:
    """The area, on the storey where the man is, whose wall stands nearest to a point and within an inch of it."""
    if not rooms.is_built(scene.board):
        return None
    limit = data.blast_weapons()[SATCHEL].range_in
    point = shapes.spot(*at)
    found = []
    for building in rooms.buildings(scene.board):
        for area in building.areas:
            away = float(area.shape.distance(point))
            if building.stands(stand.floor, area.number) and within(away, limit):
                found.append((round(away, 3), building.feature, area.number, Room(building, stand.floor, area.number)))
    return min(found, key=lambda row: row[:3])[3] if found else None


def place(battle: Battle, stand: ClashStand, at: Point, cause: Event | None = None) -> list[Cause]:
    """A satchel charge goes off: against a wall, or in the open, where it also opens wire; what it causes.

    Rules: NUT-GREN-08, NUT-BLDG-10.
    """
    toll = Toll()
    rules = (cite("NUT-GREN-08"),)
    shown = battle.happen(Fired(stand=stand.id, weapon=SATCHEL, manner="burst", at=at, rules=rules), cause=cause)
    grenades.use_up(battle, stand, SATCHEL, shown)
    burst = blast.of_weapon(SATCHEL, by=stand.id, origin=(stand.x, stand.y))
    room = wall_at(battle, stand, at)
    event = blast.resolve(battle, toll, burst, at, shown)
    if room is not None:
        incoming = blast.incoming(battle, burst, at, hit=False)
        apr = buildings.charge_apr(burst.apr, rocket=False)
        buildings.charge(battle, toll, room, apr, (stand.x, stand.y), incoming, event)
    else:
        open_wire(battle, at, event)
    return [] if toll.empty else [Aftermath(event=event, toll=toll)]


def open_wire(battle: Battle, at: Point, cause: Event | None = None) -> list[str]:
    """Wire within the circle of the gap is gone; ids of what was cut. Rule: NUT-GREN-08."""
    board = battle.board
    hole = shapes.circle(*at, GAP_IN / 2)
    cut: list[str] = []
    changes: list[Change] = []
    for feature in board.features:
        if feature.kind == "wire" and board.area(feature.id).intersects(hole):
            cut.append(feature.id)
            changes += _cut(feature.id, board.area(feature.id).difference(hole), feature.name)
    if cut:
        rules = (cite("NUT-GREN-08"),)
        battle.happen(GroundChanged(added=tuple(changes), why="wire_cut", rules=rules), cause=cause)
    return cut


def _cut(name: str, rest: shapes.Shape, title: str) -> list[Change]:
    changes: list[Change] = [RemoveFeature(id=name)]
    for n, piece in enumerate(shapes.pieces(rest, 0.001)):
        new = name if n == 0 else f"{name}~{n}"
        changes.append(AddFeature(id=new, kind="wire", rings=shapes.rings(piece), name=title))
    return changes
