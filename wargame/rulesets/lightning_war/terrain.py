"""A table of chance: so many features as the ground has room for, spread over it. Rule: LW2-GEN-08."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from wargame.board import AddFeature, snap
from wargame.engine.dice import noise
from wargame.engine.events import GroundChanged, Rolled
from wargame.engine.rules import cite
from wargame.engine.sequence import NEXT, Directive
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import Point

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

OPTION = "random_table"
_SIDES = 6
Cell = tuple[float, float, float, float]


def lay_out(battle: Battle) -> Directive:
    """Rolls the density of the ground and the kind of each feature, and puts them down. Rule: LW2-GEN-08."""
    state = state_of(battle)
    if not state.options.get(OPTION) or any(change.id.startswith("chance-") for change in state.ground):
        return NEXT
    rows = tables()["random_table"]
    dice = battle.throw(1)
    table = battle.setup.table
    area = table.width_in * table.height_in
    count = max(2, round(area / float(rows["square_inches_per_feature"][dice[0] - 1])))
    rules = (cite("LW2-GEN-08"),)
    battle.happen(Rolled(purpose="density", dice=dice, total=count, outcome=str(count), rules=rules))
    kinds = battle.throw(count)
    sizes = battle.throw(count)
    battle.happen(Rolled(purpose="kinds_of_ground", dice=kinds, rules=rules))
    battle.happen(Rolled(purpose="sizes_of_ground", dice=sizes, rules=rules))
    key = sum(face * (_SIDES + 1) ** (n % 9) for n, face in enumerate((*kinds, *sizes)))
    made = tuple(
        _feature(n, str(rows["kinds"][kind - 1]), size, cell, key)
        for n, (kind, size, cell) in enumerate(zip(kinds, sizes, cells(table.width_in, table.height_in, count, key)))
    )
    battle.happen(GroundChanged(added=made, why="The ground is laid out", rules=rules))
    return NEXT


def cells(width: float, height: float, count: int, key: int) -> list[Cell]:
    """So many cells of an even grid over the table; those too many are left bare, by chance."""
    columns = max(1, math.ceil(math.sqrt(count * width / height) - 1e-9))
    rows = math.ceil(count / columns)
    w, h = width / columns, height / rows
    whole = [(i * w, j * h, (i + 1) * w, (j + 1) * h) for j in range(rows) for i in range(columns)]
    bare = sorted(range(len(whole)), key=lambda n: noise(key, 11, n))[: len(whole) - count]
    return [cell for n, cell in enumerate(whole) if n not in bare]


def _feature(n: int, kind: str, size: int, cell: Cell, key: int) -> AddFeature:
    """A rounded piece of ground somewhere in its cell."""
    rows = tables()["random_table"]
    x0, y0, x1, y1 = cell
    room = min(x1 - x0, y1 - y0) / 2 - float(rows["margin_inches"])
    reach = min(room, float(rows["radius_inches"][size - 1]))
    spare_x, spare_y = (x1 - x0) / 2 - reach - 0.3, (y1 - y0) / 2 - reach - 0.3
    x = (x0 + x1) / 2 + (2 * noise(key, n, 1) - 1) * max(0.0, spare_x)
    y = (y0 + y1) / 2 + (2 * noise(key, n, 2) - 1) * max(0.0, spare_y)
    ring = tuple(_rim(x, y, reach, key, n))
    name = str(rows["names"][kind])
    return AddFeature(
        id=f"chance-{n + 1}",
        kind=kind,
        rings=((*ring, ring[0]),),
        name=f"{name} {n + 1}",
        height=1.0,
        props=(("native", True),),
    )


def _rim(x: float, y: float, reach: float, key: int, n: int) -> list[Point]:
    corners = int(tables()["random_table"]["corners"])
    found = []
    for i in range(corners):
        turn = 2.0 * math.pi * i / corners
        wide = reach * (0.78 + 0.22 * noise(key, n, 3, i))
        found.append((snap(x + math.cos(turn) * wide), snap(y + math.sin(turn) * wide)))
    return found
