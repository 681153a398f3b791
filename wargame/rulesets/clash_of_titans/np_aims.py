"""Where the orders of non-player groups lead: the objective, its flank, ground behind or before it.

Rules: NUT-SOLO-03, NUT-NP-05.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import charts, edges, groups
from wargame.rulesets.clash_of_titans.np_orders import ATTACK, Drawn
from wargame.rulesets.clash_of_titans.state import ClashGroup, ClashState, Point

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def set_aim(battle: Battle, group: ClashGroup, drawn: Drawn) -> None:
    """Give a group the place that its order means; the flank that is nearer. Rule: NUT-SOLO-03."""
    cite("NUT-SOLO-03")
    state = cast(ClashState, battle.state)
    goal = objective_for(battle, group)
    if goal is None:
        return
    if drawn.reserve:
        group.objective = _toward(battle, group.side, goal, charts.number("reserve_behind_in"))
    elif drawn.order == ATTACK:
        group.objective = goal
        group.by_flank = nearer_flank(battle, state, group, goal) if drawn.flank else 0


def objective_for(battle: Battle, group: ClashGroup) -> Point | None:
    """The primary objective nearest to a group: one to take for attackers, one of its own for defenders."""
    state = cast(ClashState, battle.state)
    here = middle(state, group.id)
    attacks = state.sides[group.side].role != "defender"
    found = [o for o in state.objectives.values() if o.primary]
    wanted = [o for o in found if (o.holder != group.side) == attacks] or found
    if not wanted or here is None:
        return None
    nearest = min(wanted, key=lambda o: (round(math.dist((o.x, o.y), here), 3), o.id))
    return nearest.x, nearest.y


def middle(state: ClashState, group: str) -> Point | None:
    """The middle of a group's men on the table."""
    men = [groups.place(state, s) for s in groups.members(state, group) if groups.is_here(state, s)]
    return (sum(p[0] for p in men) / len(men), sum(p[1] for p in men) / len(men)) if men else None


def nearer_flank(battle: Battle, state: ClashState, group: ClashGroup, goal: Point) -> int:
    """-1 or 1: the side of the line to the objective on which the group has less way to the edge of the table."""
    here = middle(state, group.id) or goal
    length = max(1e-6, math.dist(here, goal))
    ux, uy = (goal[0] - here[0]) / length, (goal[1] - here[1]) / length
    table = battle.board.table
    middle_x, middle_y = table.width_in / 2 - here[0], table.height_in / 2 - here[1]
    return 1 if -uy * middle_x + ux * middle_y <= 0.0 else -1


def _toward(battle: Battle, side: str, goal: Point, inches: float) -> Point:
    """A place so far from the objective toward the side's own edge."""
    own = cast(ClashState, battle.state).edges[side]
    home = edges.nearest_point(battle.board.table, own, goal)
    length = math.dist(goal, home)
    if length < 1e-6:
        return goal
    t = min(1.0, inches / length) * 0.95
    return goal[0] + (home[0] - goal[0]) * t, goal[1] + (home[1] - goal[1]) * t
