"""Who observes for a battery, and what observed fire needs. Rules: CFV-BRST-10, -17, CFV-GEN-13."""

from __future__ import annotations

from collections.abc import Iterator

from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import observation, units
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import Point, VipersStand


def observers(scene: Scene, battery: VipersStand) -> Iterator[VipersStand]:
    """Units that may observe for a battery, whether or not they see anything.

    Those of its own command group, forward observers attached to it, and the groups it serves as long as their HQ is
    there to call it (a battery that the scenario gives to the whole side serves them all).

    Rules: CFV-BRST-17, CFV-GEN-13.
    """
    state = state_of(scene)
    cite("CFV-BRST-17")
    calling = _calling_groups(scene, battery)
    for stand in state.stands.values():
        if stand.side == battery.side and stand.in_play and (stand.group in calling or stand.observer):
            yield stand


def _calling_groups(scene: Scene, battery: VipersStand) -> set[str]:
    """Groups, attached ones included, whose units may observe for a battery."""
    state = state_of(scene)
    own = state.root(battery.group).id
    pure_support = battery.off_board and not any(units.is_teeth(s) for s in state.command(own))
    roots = {group.id: state.root(group.id).id for group in state.groups.values() if group.side == battery.side}
    served = set(battery.serves) if battery.serves else set(roots.values()) if pure_support else set()
    callers = {root for root in set(roots.values()) & served if root == own or can_call(scene, root)}
    return {group for group, root in roots.items() if root == own or root in callers}


def can_call(scene: Scene, group: str) -> bool:
    """The group still has its HQ to call for fire that is not its own, or never had one. Rule: CFV-GEN-13."""
    leaders = [s for s in state_of(scene).command(group) if units.is_hq(s)]
    cite("CFV-GEN-13")
    return not leaders or any(s.in_play for s in leaders)


def observed(scene: Scene, battery: VipersStand, at: Point) -> VipersStand | None:
    """The first observer that sees the aim point, or None. Rule: CFV-BRST-17."""
    return next((o for o in observers(scene, battery) if observation.sees_point(scene, o, at)), None)


def is_ranged_in(scene: Scene, battery: VipersStand, at: Point) -> bool:
    """The battery fired at this very point last turn (or this one), on target. Rules: CFV-BRST-09, -10."""
    if battery.ranged_at is None or tuple(battery.ranged_at) != tuple(at):
        return False
    cite("CFV-BRST-09")
    cite("CFV-BRST-10")
    return battery.fired_turn == battery.ranged_turn >= scene.state.turn - 1
