"""Ways that lead a stand to the goal of its unit, as far as a phase goes: for the computer's moves."""

from __future__ import annotations

from wargame.board import path_length, snap_point
from wargame.engine.paths import cut
from wargame.engine.view import View
from wargame.rulesets.fistful_of_tows import movement, places, units
from wargame.rulesets.fistful_of_tows.state import FistStand, Point

SHARES = (1.0, 0.8, 0.55)
SHORTEST_IN = 0.4
MOST_CORNERS = 12


def ways(view: View, stand: FistStand, mode: str, points: float) -> list[tuple[Point, ...]]:
    """Paths, without their start, along the cheapest way to the goal, far and less far."""
    goal = places.goal_of(view, stand)
    if goal is None or mode == movement.REVERSE or units.is_heli(stand):
        return []
    corners = places.way_field(view, stand, goal[:2]).way(stand.x, stand.y)
    if not corners:
        return []
    full = ((stand.x, stand.y), *(snap_point(*c) for c in corners[1 : MOST_CORNERS + 1]))
    if len(full) < 2:
        return []
    made = movement.course_of(view, stand, full, mode)
    inches = min(path_length(full), made.inches_for(max(0.0, points - 0.01)))
    if inches < SHORTEST_IN:
        return []
    return [tuple(snap_point(*p) for p in cut(full, inches * share)[1:]) for share in SHARES]
