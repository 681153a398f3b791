"""Who observes for a battery, and what observed fire needs. Rules: CFV-BRST-10, -17, CFV-GEN-13."""

from __future__ import annotations

from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import observation, units
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import Point, VipersStand


def observers(scene: Scene, battery: VipersStand) -> list[VipersStand]:
    """Units that may observe for a battery, whether or not they see anything.

    Those of its own command group, forward observers attached to it, and the groups it serves as long as their HQ is
    there to call it (a battery that the scenario gives to the whole side serves them all).

    Rules: CFV-BRST-17, CFV-GEN-13.
    """
    state = state_of(scene)
    cite("CFV-BRST-17")
    own = state.root(battery.group).id
    found = []
    for stand in state.stands.values():
        if stand.side != battery.side or not stand.in_play or (stand.id == battery.id and battery.off_board):
            continue
        root = state.root(stand.group).id
        if root == own or stand.observer or (_serves(scene, battery, root) and can_call(scene, root)):
            found.append(stand)
    return found


def can_call(scene: Scene, group: str) -> bool:
    """The group still has its HQ to call for fire that is not its own, or never had one. Rule: CFV-GEN-13."""
    leaders = [s for s in state_of(scene).command(group) if units.is_hq(s)]
    cite("CFV-GEN-13")
    return not leaders or any(s.in_play for s in leaders)


def observed(scene: Scene, battery: VipersStand, at: Point) -> VipersStand | None:
    """The first observer that sees the aim point, or None. Rule: CFV-BRST-17."""
    return next((o for o in observers(scene, battery) if observation.sees_point(scene, o, at)), None)


def _serves(scene: Scene, battery: VipersStand, group: str) -> bool:
    if battery.serves:
        return group in battery.serves
    own = state_of(scene).command(battery.group)
    return battery.off_board and not any(units.is_teeth(s) for s in own)


def is_ranged_in(scene: Scene, battery: VipersStand, at: Point) -> bool:
    """The battery fired at this very point last turn (or this one), on target. Rules: CFV-BRST-09, -10."""
    if battery.ranged_at is None or tuple(battery.ranged_at) != tuple(at):
        return False
    cite("CFV-BRST-09")
    cite("CFV-BRST-10")
    return battery.fired_turn == battery.ranged_turn >= scene.state.turn - 1
