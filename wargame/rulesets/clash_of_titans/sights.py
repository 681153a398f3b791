"""Sight records for overlays and tools, and who may react to a move. Rules: NUT-GEO-03, NUT-SIGHT-01, -10."""

from __future__ import annotations

from wargame.board import Eye, sight
from wargame.board.sight_record import Sight
from wargame.engine.appraisal import Reaction
from wargame.engine.orders import Move, Order
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import geometry, lines, movement, standing, trigger_points
from wargame.rulesets.clash_of_titans.standing import state_of

Point = tuple[float, float]


def record(scene: Scene, a: str | Point, b: str | Point) -> Sight:
    """The record of the middle one of the three lines between stands or places. Rule: NUT-GEO-03."""
    cite("NUT-GEO-03")
    return sight(scene.board, _eye(scene, a), _eye(scene, b))


def _eye(scene: Scene, where: str | Point) -> Eye:
    if isinstance(where, str):
        pose = lines.pose_of(scene, state_of(scene).stands[where])
    else:
        pose = lines.pose_at(scene, where, 1.0)
    return Eye(pose.x, pose.y, pose.top_in)


def reactions(scene: Scene, order: Order) -> tuple[Reaction, ...]:
    """Enemies that a move would bring into play, and where on its path. Rules: NUT-SIGHT-01, -10."""
    if not isinstance(order, Move) or not order.path:
        return ()
    state = state_of(scene)
    stand = state.stands[order.stand]
    plan = movement.plan(scene, stand, order.path, order.mode, order.facing_deg)
    tested = {p.watcher for p in state.pairs if p.mover == stand.id}
    watchers = [
        s
        for s in geometry.enemies_here(scene, stand.side)
        if s.id not in tested and s in standing.on_table(scene) and trigger_points.watches(state, s)
    ]
    found = trigger_points.along(scene, stand, plan.path, watchers)
    return tuple(
        Reaction(
            stand=t.watcher,
            text="may test In Sight" if t.kind == trigger_points.LOS else "may test: two inches in his view",
            at=t.point,
            rules=(cite("NUT-SIGHT-01" if t.kind == trigger_points.LOS else "NUT-SIGHT-10"),),
        )
        for t in found
    )
