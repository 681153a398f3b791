"""Where bases may stand, and the steps after an assault. Rules: CFV-MOVE-08, -09, CFV-ASLT-19."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from wargame.board import (
    Footprint,
    along,
    bearing,
    gap,
    inside_table,
    overlaps,
    path_length,
    price,
    snap,
    snap_facing,
    within,
)
from wargame.engine import knowledge
from wargame.engine.events import Event, StandMoved
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import units
from wargame.rulesets.fascist_vipers.data import tables
from wargame.rulesets.fascist_vipers.observation import kept_by, state_of
from wargame.rulesets.fascist_vipers.state import Point, VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

STEP_IN = 0.05
LONGEST_SET_BACK_IN = 6.0


def standing(scene: Scene, *without: str) -> list[VipersStand]:
    """All stands on the table that the scene knows, without these."""
    kept = kept_by(scene)
    if "standing" not in kept:
        kept["standing"] = [s for s in state_of(scene).stands.values() if s.in_play]
    return [s for s in kept["standing"] if s.id not in without]


def may_stand(scene: Scene, stand: VipersStand, x: float, y: float, facing_deg: float) -> Refusal | None:
    """Why a base may not end here, or None: on the table, on nobody, on ground it may enter.

    Rules: CFV-MOVE-02, -09.
    """
    placed = Footprint(stand.base, x, y, facing_deg)
    if not inside_table(placed, scene.board.table.width_in, scene.board.table.height_in):
        return Refusal(text="The base would stand over the edge of the table.", rules=(cite("CFV-MOVE-09"),), at=(x, y))
    own = stand.base.radius
    for other in standing(scene, stand.id):
        near = own + (other.base.width_in + other.base.depth_in) / 2
        if abs(other.x - x) <= near and abs(other.y - y) <= near and overlaps(placed, units.footprint(other)):
            text = f"The base would stand on {other.name}; no two bases may overlap when a move ends."
            return Refusal(text=text, rules=(cite("CFV-MOVE-09"),), at=(x, y), about=other.id)
    row = scene.board.terrain_at(x, y)[0]
    if scene.board.profile.cost_of(row, units.movement_class(stand)) < 0.0:
        text = f"{stand.name} may not enter {row.replace('_', ' ')}."
        return Refusal(text=text, rules=(cite("CFV-MOVE-02"),), at=(x, y))
    return None


def move_in(battle: Battle, stand: VipersStand, x: float, y: float, cause: Event) -> None:
    """The winner takes the ground of its opponent, where its base may stand there. Rule: CFV-MOVE-08."""
    facing = snap_facing(bearing(stand.x, stand.y, x, y))
    if math.dist((stand.x, stand.y), (x, y)) < 0.01 or may_stand(battle, stand, x, y, facing) is not None:
        return
    if not price(battle.board, ((stand.x, stand.y), (x, y)), units.movement_class(stand)).passable:
        return
    place(battle, stand, ((stand.x, stand.y), (x, y)), facing, "advance", (cite("CFV-MOVE-08"),), cause)


def set_back(battle: Battle, stand: VipersStand, foe: VipersStand, cause: Event) -> None:
    """A drawn assault: back along its path, or straight away, to where the gap exceeds 1 inch. Rule: CFV-ASLT-19."""
    path = tuple(reversed(stand.walked)) if len(stand.walked) > 1 else ()
    if path and math.dist(path[0], (stand.x, stand.y)) > 0.01:
        path = ()
    for way in (path, _straight_away(stand, foe)):
        point = _first_clear(battle, stand, foe, way) if len(way) > 1 else None
        if point is not None:
            legs = ((stand.x, stand.y), point)
            place(battle, stand, legs, stand.facing_deg, "set back", (cite("CFV-ASLT-19"),), cause)
            return
    cite("CFV-ASLT-19")


def _straight_away(stand: VipersStand, foe: VipersStand) -> tuple[Point, ...]:
    length = math.dist((stand.x, stand.y), (foe.x, foe.y)) or 1.0
    dx, dy = (stand.x - foe.x) / length, (stand.y - foe.y) / length
    end = (stand.x + dx * LONGEST_SET_BACK_IN, stand.y + dy * LONGEST_SET_BACK_IN)
    return (stand.x, stand.y), end


def _first_clear(battle: Battle, stand: VipersStand, foe: VipersStand, way: tuple[Point, ...]) -> Point | None:
    limit = float(tables()["assault"]["distance"])
    theirs = units.footprint(foe)
    steps = math.floor(path_length(way) / STEP_IN)
    for n in range(1, steps + 1):
        x, y = along(way, n * STEP_IN)
        x, y = snap(x), snap(y)
        here = Footprint(stand.base, x, y, stand.facing_deg)
        if not within(gap(here, theirs), limit) and may_stand(battle, stand, x, y, stand.facing_deg) is None:
            return x, y
    return None


def place(
    battle: Battle,
    stand: VipersStand,
    path: tuple[Point, ...],
    facing_deg: float,
    mode: str,
    rules: tuple[str, ...],
    cause: Event | None = None,
    cost: float = 0.0,
) -> Event:
    """Moves a stand along a path that has been found legal, and whoever knows of it sees it."""
    legs = tuple((snap(x), snap(y)) for x, y in path)
    moved: Event = battle.happen(
        StandMoved(
            stand=stand.id,
            path=legs,
            facing_deg=snap_facing(facing_deg),
            mode=mode,
            cost=round(cost, 3),
            inches=round(path_length(legs), 3),
            rules=rules,
            seen_by=knowledge.seen_by_for(battle.state, stand.id),
        ),
        cause,
    )
    return moved
