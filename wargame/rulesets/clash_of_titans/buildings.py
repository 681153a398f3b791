"""Fire at a building: the area struck, what it does to walls and occupants, breaches.

    struck -> collapses | everyone in it recovers | everyone in it takes Received Fire

Rules: NUT-BLDG-09, -10, -11, NUT-VGUN-09.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from wargame.board import AlterFeature
from wargame.engine.events import Event, GroundChanged
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import blast, penetration, plans, rooms, throws
from wargame.rulesets.clash_of_titans.causes import Incoming, Toll
from wargame.rulesets.clash_of_titans.lines import Point, state_of
from wargame.rulesets.clash_of_titans.plans import Opening
from wargame.rulesets.clash_of_titans.rooms import Building, Room
from wargame.rulesets.clash_of_titans.state import ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

COLLAPSES, SHAKES, RATTLES = "collapses", "shakes", "rattles"
_RESULTS = {2: COLLAPSES, 1: SHAKES, 0: RATTLES}
DICE = 2
BREACH_IN = 2.0
"""Width of a breach (NUT-BLDG-10)."""
ROOF_DV = 1
"""What a shell that lands on a roof has to get through (NUT-BLDG-11)."""


# ---------------------------------------------------------------- numbers


def shell_apr(he_apr: int, ap_apr: int) -> int:
    """What a gun's HE shell counts against a wall: its HE APR or half its AP APR. Rule: NUT-BLDG-09."""
    cite("NUT-BLDG-09")
    return max(he_apr, throws.halved(ap_apr))


def charge_apr(apr: int, rocket: bool) -> int:
    """What a charge (its APR) or a rocket (half of it) counts against a wall. Rule: NUT-BLDG-10."""
    cite("NUT-BLDG-10")
    return throws.halved(apr) if rocket else apr


def result(passed: int) -> str:
    """What so many passed dice do to an area. Rule: NUT-BLDG-09."""
    return _RESULTS[min(passed, DICE)]


def chances(apr: int, dv: int) -> dict[str, float]:
    """Exact chances of the three results against a wall of this DV. Rule: NUT-BLDG-09."""
    cite("NUT-BLDG-09")
    ahead = min(max(penetration.difference(apr, dv), 0), 6)
    p = ahead / 6
    return {COLLAPSES: p * p, SHAKES: 2 * p * (1 - p), RATTLES: (1 - p) ** 2}


# ---------------------------------------------------------------- resolution


def occupants(scene: Scene, room: Room) -> list[ClashStand]:
    """The men in an area of a storey, in file order."""
    return [s for s in state_of(scene).stands.values() if s.is_man and blast.is_in(scene, s, room)]


def struck(
    battle: Battle,
    toll: Toll,
    room: Room,
    apr: int,
    incoming: Incoming,
    cause: Event | None = None,
    dv: int | None = None,
) -> str:
    """An area of a building is struck by something of this APR. dv: of what it strikes, if not of the walls.

    Gives the result. Rules: NUT-BLDG-09, NUT-PEN-01, -02.
    """
    rules = (cite("NUT-BLDG-09"),)
    ahead = penetration.difference(apr, room.building.dv if dv is None else dv)
    passed, event = 0, cause
    if ahead > 0:
        test = throws.passes(battle, DICE, ahead, "penetration", side=_side(battle, incoming), rules=rules, cause=cause)
        passed, event = test.row, test.event
    found = result(passed)
    if found == COLLAPSES:
        # A collapse may strike the rest of the building, which collapse works out with this module's questions.
        from wargame.rulesets.clash_of_titans import collapse

        collapse.area(battle, toll, room, event)
        return found
    for man in occupants(battle, room):
        if found == SHAKES:
            toll.knock_down(man.id)
        else:
            toll.note(man.id, incoming)
    return found


def _side(battle: Battle, incoming: Incoming) -> str:
    shooter = battle.state.stands.get(incoming.shooter)
    return shooter.side if shooter is not None else ""


def roof_over(scene: Scene, at: Point) -> Room | None:
    """The area of the top storey under a point of a roof. Rule: NUT-BLDG-11."""
    found = rooms.building_at(scene.board, *at)
    area = found.area_at(*at) if found is not None else None
    if found is None or area is None or found.height_of(area.number) == 0:
        return None
    cite("NUT-BLDG-11")
    return Room(found, found.height_of(area.number) - 1, area.number)


# ---------------------------------------------------------------- breaches


def breach_at(building: Building, floor: int, area: int, origin: Point) -> Opening | None:
    """The breach that a charge or rocket from a place makes: in the outer wall of the area nearest to it.

    Rule: NUT-BLDG-10.
    """
    shape = building.areas[area].shape
    walls = plans.outer_walls(shape, plans.whole(building.areas))
    if not walls:
        return None
    wall = min(walls, key=lambda w: (round(_away(w, origin), 3), w.normal_deg))
    length = max(wall.length, 1e-6)
    along = (
        (origin[0] - wall.a[0]) * (wall.b[0] - wall.a[0]) + (origin[1] - wall.a[1]) * (wall.b[1] - wall.a[1])
    ) / length
    half = min(BREACH_IN, length) / 2
    share = min(max(along, half), length - half) / length
    x, y = wall.at(share)
    return Opening(floor, area, "breach", round(x, 3), round(y, 3), round(wall.normal_deg, 1), min(BREACH_IN, length))


def _away(wall: plans.Wall, origin: Point) -> float:
    (ax, ay), (bx, by) = wall.a, wall.b
    square = max((bx - ax) ** 2 + (by - ay) ** 2, 1e-12)
    t = min(1.0, max(0.0, ((origin[0] - ax) * (bx - ax) + (origin[1] - ay) * (by - ay)) / square))
    return math.dist(origin, (ax + t * (bx - ax), ay + t * (by - ay)))


def make_breach(battle: Battle, room: Room, origin: Point, cause: Event | None = None) -> Opening | None:
    """A hole 2in wide is torn into the wall of an area. Rule: NUT-BLDG-10."""
    opening = breach_at(room.building, room.floor, room.area, origin)
    if opening is None or not battle.board.has_feature(room.building.feature):
        return None
    feature = battle.board.feature(room.building.feature)
    before = str(feature.props.get("breaches") or "")
    text = ";".join(part for part in (before, rooms.breach_text(opening)) if part)
    change = AlterFeature(id=feature.id, props=(("breaches", text),))
    rules = (cite("NUT-BLDG-10"),)
    battle.happen(GroundChanged(added=(change,), why="breach", rules=rules), cause=cause)
    return opening


def charge(
    battle: Battle, toll: Toll, room: Room, apr: int, origin: Point, incoming: Incoming, cause: Event | None = None
) -> str:
    """A charge or rocket of this APR against the wall of an area: as direct fire, and a breach if a die is passed.

    Rule: NUT-BLDG-10.
    """
    cite("NUT-BLDG-10")
    found = struck(battle, toll, room, apr, incoming, cause)
    if found == SHAKES:
        make_breach(battle, room, origin, cause)
    return found
