"""What a side wants with its groups: ways off the table, objectives to take, ground to hold. The computer's judgement.

Read from the scenario's victory and objectives, so that a new scenario needs no word here; the side that plays a
mission goes where that leads it (`mission_goals`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

import msgspec

from wargame.engine.conditions import Condition, Groups, Not, Stands
from wargame.engine.setup import Setup
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import edges, groups, judge, status
from wargame.rulesets.clash_of_titans.state import ClashGroup, ClashStand, ClashState

Point = tuple[float, float]
AT_THE_EDGE_IN = 3.0
"""An objective so near to an edge is a way out of it."""
EACH_MORE = 9.0
"""Inches by which an aim that other groups have already seems farther off."""
BAR_BEFORE_IN = 16.0
"""So far before a way out its defenders stand."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Where a group is to go. `take`: it has to be there; else it holds the ground near it. `leave`: by this edge.

    `haste`: how much more than usual an inch of the way counts, because the clock runs out.
    """

    x: float
    y: float
    radius_in: float
    take: bool
    leave: str = ""
    haste: float = 1.0

    @property
    def at(self) -> Point:
        """Its place."""
        return self.x, self.y


def aim_of(view: View, group: str) -> Aim | None:
    """The aim of a group; None where a side has nothing to do but to fight. Kept with the view."""
    if "aims" not in view.kept:
        view.kept["aims"] = _share_out(view)
    found: dict[str, Aim] = view.kept["aims"]
    return found.get(group)


def ways_out(setup: Setup, side: str) -> tuple[Aim, ...]:
    """The places at which stands or groups of a side have to leave the table to win: exit points, or whole edges."""
    found: list[Aim] = []
    for edge, anywhere in _edges_to_leave_by(setup, side):
        points = [o for o in setup.objectives if _near_edge(setup, edge, (o.x, o.y))] if not anywhere else []
        found += [Aim(o.x, o.y, o.radius_in, True, edge) for o in points]
        if not points:
            found += [Aim(*p, setup.table.height_in, True, edge) for p in _along(setup, edge)]
    return tuple(found)


def _edges_to_leave_by(setup: Setup, side: str) -> list[tuple[str, bool]]:
    """Edges by which the ladder wants a side to leave, and whether anywhere on them."""
    found: dict[str, bool] = {}
    for row in setup.victory.ladder:
        for condition in _conditions(row.condition):
            if isinstance(condition, Stands) and condition.side == side and condition.left_by:
                found[condition.left_by] = True
            if isinstance(condition, Groups) and condition.side == side and judge.EXITED in condition.states:
                for edge in edges.OPPOSITE:
                    if any(_near_edge(setup, edge, (o.x, o.y)) for o in setup.objectives):
                        found.setdefault(edge, False)
    return list(found.items())


def _conditions(condition: Any) -> Iterator[Condition]:
    """A condition and all those inside it that are not turned round."""
    if not isinstance(condition, Condition) or isinstance(condition, Not):
        return
    yield condition
    for name in condition.__struct_fields__:
        inner = getattr(condition, name)
        for one in inner if isinstance(inner, tuple) else (inner,):
            if isinstance(one, msgspec.Struct):
                yield from _conditions(one)


def _near_edge(setup: Setup, edge: str, at: Point) -> bool:
    return edges.distance(setup.table, edge, at) <= AT_THE_EDGE_IN


def _along(setup: Setup, edge: str) -> list[Point]:
    """Points of an edge, a foot and a half apart."""
    width, height = setup.table.width_in, setup.table.height_in
    length = height if edge in ("left", "right") else width
    steps = [9.0 + 18.0 * n for n in range(max(1, int((length - 9.0) // 18.0) + 1))]
    inner = [s for s in steps if s <= length - 4.0] or [length / 2]
    if edge in ("left", "right"):
        return [(0.0 if edge == "left" else width, s) for s in inner]
    return [(s, 0.0 if edge == "bottom" else height) for s in inner]


# ---------------------------------------------------------------- sharing out


def _share_out(view: View) -> dict[str, Aim]:
    """Each group of the side that looks gets an aim, nearest first; many groups do not run for one place."""
    from wargame.rulesets.clash_of_titans import mission_goals

    state, side = cast(ClashState, view.state), view.side or ""
    if mission_goals.plays(state, side):
        return mission_goals.share_out(view, side)
    found: dict[str, Aim] = {}
    offered = choices(view, side)
    taken = [0] * len(offered)
    for group in state.groups.values():
        here = middle_of(state, group) if group.side == side and offered else None
        if here is None:
            continue
        costs = [math.dist(here, aim.at) + EACH_MORE * taken[n] for n, aim in enumerate(offered)]
        best = min(range(len(offered)), key=lambda n: costs[n])
        taken[best] += 1
        found[group.id] = _for_group(view, group, here, offered[best])
    return found


def _for_group(view: View, group: ClashGroup, here: Point, aim: Aim) -> Aim:
    """An aim as this group pursues it: anywhere on an edge means straight ahead."""
    if aim.leave and aim.radius_in >= view.setup.table.height_in:
        ahead = edges.nearest_point(view.setup.table, aim.leave, here)
        return Aim(*_between(ahead, aim.at, 0.5), AT_THE_EDGE_IN, True, aim.leave)
    return aim


def choices(view: View, side: str) -> list[Aim]:
    """All aims of a side: its ways out, what it has to take or hold, or the ground before the enemy's ways out."""
    from wargame.rulesets.clash_of_titans import mission_goals

    if mission_goals.plays(cast(ClashState, view.state), side):
        return mission_goals.offers(view, side)
    out = ways_out(view.setup, side)
    if out:
        return list(out)
    state = view.state
    places = list(state.objectives.values())
    role = state.sides[side].role
    if role != "defender":
        wanted = [o for o in places if o.holder != side or o.contested] or places
        return [Aim(o.x, o.y, o.radius_in, True) for o in wanted]
    theirs = [aim for enemy in state.enemies_of(side) for aim in ways_out(view.setup, enemy)]
    if theirs:
        return [_bar(view, aim) for aim in theirs]
    return [Aim(o.x, o.y, o.radius_in, False) for o in places if o.primary] or [
        Aim(o.x, o.y, o.radius_in, False) for o in places
    ]


def _bar(view: View, aim: Aim) -> Aim:
    """The ground before a way out of the enemy."""
    inward = edges.outward_deg(aim.leave) + 180.0
    x = aim.x + BAR_BEFORE_IN * math.cos(math.radians(inward))
    y = aim.y + BAR_BEFORE_IN * math.sin(math.radians(inward))
    return Aim(x, y, BAR_BEFORE_IN, False)


def with_haste(aim: Aim, haste: float) -> Aim:
    """The same aim with another haste."""
    return replace(aim, haste=round(haste, 3))


def middle_of(state: ClashState, group: ClashGroup) -> Point | None:
    """The middle of those of a group who are on the table, None if nobody is."""
    places = [groups.place(state, s) for s in _members(state, group) if groups.is_here(state, s)]
    if not places:
        return None
    return sum(p[0] for p in places) / len(places), sum(p[1] for p in places) / len(places)


def _members(state: ClashState, group: ClashGroup) -> list[ClashStand]:
    return [s for s in state.stands.values() if s.group == group.id and status.in_fight(s)]


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
