"""Ways that lead a unit to the goal of its group, as far as one go goes: for the computer's moves."""

from __future__ import annotations

from wargame.board import path_length, point_at_cost, price, snap_point
from wargame.engine import paths
from wargame.engine.view import View
from wargame.rulesets.fascist_vipers import compulsory, goals, marches, movement, places_worth, units
from wargame.rulesets.fascist_vipers.goals import Goal
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import Point, VipersStand
from wargame.rulesets.fascist_vipers.way import shortest_way

SHARES = (1.0, 0.85, 0.7, 0.55, 0.4)
"""Parts of the way of a go that are walked, should farther places be taken."""
SHORTEST_IN = 0.3


def ways(view: View, stand: VipersStand, mode: str, points: float) -> list[tuple[Point, ...]]:
    """Paths, without their start, along the cheapest way to the goal, far and less far; marches along roads."""
    if mode == movement.ROAD:
        return marches.road_paths(view, stand)
    goal = goals.goals(view, stand.side).get(state_of(view).root(stand.group).id)
    if mode or goal is None or compulsory.limits(view, stand).goal is not None:
        return []
    longest = _longest(view, stand, goal, points - 0.01)
    inches = path_length(longest)
    if inches < SHORTEST_IN:
        return []
    return [tuple(snap_point(*p) for p in paths.cut(longest, inches * share)[1:]) for share in SHARES]


def _longest(view: View, stand: VipersStand, goal: Goal, points: float) -> tuple[Point, ...]:
    """As much of the way as so many points pay for: by the field's corners, or searched for where those do not hold."""
    here = (stand.x, stand.y)
    corners = places_worth.way_field(view, stand, goal).way(stand.x, stand.y)
    if not corners:
        return ()
    for full in ((here, *corners[1:]), (here, *corners)):
        found = _as_far_as(view, stand, full, points)
        if found is not None:
            return found
    searched = shortest_way(view.board, here, (goal.x, goal.y), units.movement_class(stand))
    return _as_far_as(view, stand, searched, points) or ()


def _as_far_as(view: View, stand: VipersStand, legs: tuple[Point, ...], points: float) -> tuple[Point, ...] | None:
    """The part of a way that so many points pay for; None where the ground forbids it."""
    kind, spare = units.movement_class(stand), points
    done: list[Point] = list(legs[:1])
    for corner in legs[1:]:
        end = snap_point(*corner)
        cost = price(view.board, (done[-1], end), kind, start_free=True)
        if cost.cost > spare:
            end = snap_point(*point_at_cost(view.board, (done[-1], end), kind, max(0.0, spare)))
            return (*done, end)
        if not cost.passable:
            return None
        spare -= cost.cost
        done.append(end)
    return tuple(done)
