"""The shortest way to a place, as far as one go leads. Rule: CFV-REAC-28."""

from __future__ import annotations

from wargame.board import Board, point_at_cost, price, snap_point
from wargame.board.routes import route
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import movement, units
from wargame.rulesets.fascist_vipers.state import Point, VipersStand

_KEPT = 512


def shortest_end(scene: Scene, stand: VipersStand, goal: Point) -> Point:
    """Where a unit stands after one go on the cheapest way to a place; other bases are not looked at."""
    return shortest_path(scene, stand, goal)[-1]


def shortest_path(scene: Scene, stand: VipersStand, goal: Point) -> tuple[Point, ...]:
    """That way itself, from where the unit stands."""
    board, start = scene.board, (stand.x, stand.y)
    key = (start, goal, units.movement_class(stand), movement.allowance(stand))
    kept: dict[object, tuple[Point, ...]] = board.part("shortest ways", lambda _: {})
    if key not in kept:
        if len(kept) >= _KEPT:
            kept.clear()
        kept[key] = _as_far_as(board, stand, shortest_way(board, start, goal, units.movement_class(stand)))
    return kept[key]


def _as_far_as(board: Board, stand: VipersStand, full: tuple[Point, ...]) -> tuple[Point, ...]:
    """The part of a way that one go's allowance pays for."""
    spare, kind = movement.allowance(stand), units.movement_class(stand)
    done: list[Point] = [(stand.x, stand.y)]
    for point in full[1:]:
        cost = price(board, (done[-1], point), kind, start_free=True)
        if not cost.passable or cost.cost > spare:
            done.append(snap_point(*point_at_cost(board, (done[-1], point), kind, spare)))
            break
        spare -= cost.cost
        done.append(snap_point(*point))
    return tuple(done)


def shortest_way(board: Board, start: Point, goal: Point, movement_class: str) -> tuple[Point, ...]:
    """The cheapest way, straight where the ground lets it; empty where there is none."""
    straight = price(board, (start, goal), movement_class, start_free=True)
    if straight.passable and straight.cost <= straight.inches * 1.001:
        return (start, goal)
    found = route(board, start, goal, movement_class, start_free=True)
    if found is not None:
        return found.points
    return (start, goal) if straight.inches > 0.1 else ()
