"""Who sees a stand that has just come into view. Rules: NUT-SIGHT-01, -02."""

from __future__ import annotations

from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import geometry, trigger_points
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand


def is_before(stand: ClashStand, mover: ClashStand) -> bool:
    """Is the newcomer in its front? What a vehicle's crew sees is another matter. Rule: NUT-SIGHT-02."""
    return not stand.is_man or bool(stand.carrier) or geometry.in_front(stand, mover)


def newly_seen(scene: Scene, mover: ClashStand) -> tuple[tuple[str, str], ...]:
    """Pairs for a stand that has just been revealed: every enemy who sees it and may watch. Rule: NUT-SIGHT-01."""
    cite("NUT-SIGHT-01")
    state = state_of(scene)
    return tuple(
        (s.id, mover.id)
        for s in geometry.seen_by(scene, mover)
        if trigger_points.watches(state, s) and is_before(s, mover)
    )
