"""Areas that fall down: who is under them, what is left of the building, blown up structures.

Rules: NUT-COLL-01, -02, -03.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wargame.board import AddFeature, AlterFeature, Board, Change, Feature, RemoveFeature, shapes, snap_point
from wargame.engine.events import Event, GroundChanged, StandPlaced
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import blast, damage, data, plans, rooms, status, throws
from wargame.rulesets.clash_of_titans.causes import Aftermath, Cause, Toll
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.rooms import Building, Room
from wargame.rulesets.clash_of_titans.state import ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

REST_FALLS_ON = 2
"""The rest of a building falls on this face or less (NUT-COLL-02)."""
DEMOLITION = "demolition charge"
RUBBLE_LEVELS = 1.0


def impact(storeys: int) -> int:
    """Impact on everyone in a collapsing area (table `collapse`). Rule: NUT-COLL-01."""
    cite("NUT-COLL-01")
    known = data.rows("collapse")
    row = next((r for r in known if r["storeys"] == storeys), known[-1])
    return int(row["impact"]) + max(0, storeys - int(row["storeys"]))


def under(scene: Scene, building: Building, fallen: Iterable[tuple[int, int]]) -> list[ClashStand]:
    """Who is in these areas or on the roof over one of them, in file order. Rule: NUT-COLL-01."""
    areas = set(fallen)
    found = []
    for stand in state_of(scene).stands.values():
        if not stand.is_man or not stand.in_play or not status.in_fight(stand):
            continue
        there = building.area_at(stand.x, stand.y)
        if there is None or not scene.board.has_feature(building.feature):
            continue
        here = (stand.floor, there.number)
        on_top = stand.floor > 0 and stand.floor == building.height_of(there.number)
        if here in areas or (on_top and any(area == there.number for _, area in areas)):
            found.append(stand)
    return found


def above(building: Building, floor: int, area: int) -> tuple[tuple[int, int], ...]:
    """An area and all that stand over it: they fall together. Rule: NUT-COLL-01."""
    cite("NUT-COLL-01")
    return tuple((f, area) for f in range(floor, building.storeys) if building.stands(f, area))


def area(battle: Battle, toll: Toll, room: Room, cause: Event | None = None) -> None:
    """An area collapses, with all above it; half a storey gone tests the rest. Rules: NUT-COLL-01, -02."""
    building = room.building
    event = fall(battle, toll, building, above(building, room.floor, room.area), cause)
    _test_the_rest(battle, toll, building.feature, event)


def fall(
    battle: Battle, toll: Toll, building: Building, fallen: Sequence[tuple[int, int]], cause: Event | None = None
) -> Event:
    """These areas come down: everyone in them takes damage, rubble lies where they stood. Rules: NUT-COLL-01, -02."""
    victims = under(battle, building, fallen)
    strength = impact(building.storeys)
    rules = (cite("NUT-COLL-01"), cite("NUT-COLL-02"))
    changes = changes_of(battle.board, building, fallen)
    event: Event = battle.happen(GroundChanged(added=changes, why="collapse", rules=rules), cause=cause)
    for man in victims:
        if man.floor:
            down = StandPlaced(stand=man.id, x=man.x, y=man.y, facing_deg=man.facing_deg, floor=0, why="falls")
            battle.happen(down, cause=event)
        damage.hit(battle, toll, man, strength, "", event)
    return event


def _test_the_rest(battle: Battle, toll: Toll, feature: str, cause: Event | None) -> None:
    """Half the areas of a storey gone: on 1-2 the rest of the building falls too. Rule: NUT-COLL-02."""
    if not battle.board.has_feature(feature):
        return
    building = rooms.building(battle.board, feature)
    if not half_is_gone(building):
        return
    rules = (cite("NUT-COLL-02"),)
    die = throws.read_die(battle, "rest_falls", needed=data.up_to(REST_FALLS_ON), rules=rules, cause=cause)
    if die.passed <= REST_FALLS_ON:
        fall(battle, toll, building, left(building), die.event)


def half_is_gone(building: Building) -> bool:
    """Have half the areas of any storey collapsed? Rule: NUT-COLL-02."""
    for floor in range(building.storeys):
        gone = sum(f == floor for f, _ in building.fallen)
        if gone and 2 * gone >= len(building.areas):
            return True
    return False


def left(building: Building) -> tuple[tuple[int, int], ...]:
    """All areas that still stand."""
    return tuple((f, a.number) for f in range(building.storeys) for a in building.areas if building.stands(f, a.number))


def whole(battle: Battle, toll: Toll, feature: str, cause: Event | None = None) -> Event:
    """All of a building comes down at once (a random event, a demolition). Rule: NUT-COLL-01."""
    building = rooms.building(battle.board, feature)
    return fall(battle, toll, building, left(building), cause)


def blow_up(battle: Battle, feature: str, cause: Event | None = None) -> list[Cause]:
    """A demolition goes off: the structure is destroyed outright and an 8in circle strikes what is near its middle.

    Rule: NUT-COLL-03.
    """
    cite("NUT-COLL-03")
    toll = Toll()
    building = rooms.building(battle.board, feature)
    middle = plans.whole(building.areas).centroid
    event = whole(battle, toll, feature, cause)
    blast.resolve(battle, toll, blast.of_weapon(DEMOLITION), snap_point(middle.x, middle.y), event)
    return [Aftermath(event=event, toll=toll)]


# ---------------------------------------------------------------- the ground afterwards


def changes_of(board: Board, building: Building, fallen: Iterable[tuple[int, int]]) -> tuple[Change, ...]:
    """How the ground changes when areas of a building fall: rubble where nothing is left, the rest lower or smaller.

    Rule: NUT-COLL-02.
    """
    feature = board.feature(building.feature)
    gone = frozenset(building.fallen) | frozenset(fallen)
    after = replace(building, fallen=gone)
    parts = [f for f in board.features if f.props.get("part_of") == building.feature]
    changes: list[Change] = [RemoveFeature(id=f.id) for f in (*parts, feature)]
    heights = {a.number: after.height_of(a.number) for a in building.areas}
    highest = max(heights.values())
    if highest > 0:
        changes += _standing(feature, building, after, heights, highest)
    flat_before = {a for f, a in building.fallen if f == 0}
    for one in building.areas:
        if heights[one.number] == 0 and one.number not in flat_before:
            changes.append(_rubble(f"{building.feature}-rubble-{one.number}", one.shape))
    return tuple(changes)


def _standing(
    feature: Feature, building: Building, after: Building, heights: dict[int, int], highest: int
) -> list[Change]:
    plan = feature.props.get("plan") or json.dumps([list(p) for p in feature.rings[0][:-1]])
    own: dict[str, Any] = {k: v for k, v in feature.props.items() if k not in ("added", "part_of")}
    own |= {"plan": plan, "storeys": building.storeys, "fallen": rooms.fallen_text(after.fallen)}
    own |= {"front": building.front_deg}
    made: list[Change] = []
    for level in sorted(set(heights.values()) - {0}, reverse=True):
        shape = plans.whole(a for a in building.areas if heights[a.number] == level)
        for n, piece in enumerate(shapes.pieces(shape)):
            main = level == highest and n == 0
            name = feature.id if main else f"{feature.id}~{level}{n}"
            props = own if main else {"part_of": feature.id, "dv": building.dv}
            made.append(_polygon(name, feature.kind, piece, float(level), props, feature.name))
    return made


def _rubble(name: str, shape: shapes.Outline) -> Change:
    return _polygon(name, "rubble", shape, RUBBLE_LEVELS, {}, "")


def _polygon(name: str, kind: str, shape: shapes.Outline, height: float, props: dict[str, Any], title: str) -> Change:
    plain = tuple((k, v) for k, v in sorted(props.items()) if isinstance(v, str | bool | int | float))
    return AddFeature(id=name, kind=kind, rings=shapes.rings(shape), name=title, height=height, props=plain)


def lower_dv(battle: Battle, feature: str, dv: int, cause: Event | None = None) -> None:
    """A building counts less from now on (damage before the game)."""
    change = AlterFeature(id=feature, props=(("dv", dv),))
    battle.happen(GroundChanged(added=(change,), why="damaged"), cause=cause)
