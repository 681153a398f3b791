"""Fire at a spot where an enemy is known to be but is not seen. Rule: NUT-FIRE-14."""

from __future__ import annotations

import math

from wargame.board import within
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import data, geometry, lines, status, targets
from wargame.rulesets.clash_of_titans.lines import Point, state_of
from wargame.rulesets.clash_of_titans.state import DUCKED, HUNKERED, ClashStand

SPOT_IN = 1.0
"""A man this near to a spot may be hit by fire at it."""
PEF_IN = 24.0
"""A suspected marker may be fired at so far away."""


def men_at(scene: Scene, side: str, at: Point) -> list[ClashStand]:
    """Enemies of a side on foot within 1 inch of a spot, the nearest to it first. Rule: NUT-FIRE-14."""
    cite("NUT-FIRE-14")
    state = state_of(scene)
    found = [
        (math.dist(at, (s.x, s.y)), s.id)
        for s in state.stands.values()
        if s.side != side and s.is_man and s.in_play and status.in_fight(s)
    ]
    return [state.stands[name] for away, name in sorted(found) if within(away, SPOT_IN)]


def known_at(scene: Scene, side: str) -> list[ClashStand]:
    """Enemies that may be fired at by their spot: men known to keep their heads down, and suspected markers."""
    found = []
    for stand in state_of(scene).stands.values():
        if stand.side == side or not stand.in_play or scene.state.known(side, stand.id) == "unknown":
            continue
        if stand.kind == "pef" or (stand.is_man and stand.status in (DUCKED, HUNKERED)):
            found.append(stand)
    return found


def refusal(scene: Scene, stand: ClashStand, weapon: data.Weapon, at: Point) -> Refusal | None:
    """Why a man may not fire at a spot, or None. Rules: NUT-FIRE-01, -14."""
    rules = (cite("NUT-FIRE-14"),)
    away, reach = geometry.distance_to(scene, stand, at), targets.reach_of(scene, stand, weapon)
    if not within(away, reach):
        text = f"Out of range: {away:.1f} in, the {weapon.name} reaches {reach:g} in."
        return Refusal(text=text, rules=(*rules, cite("NUT-FIRE-01")), at=at)
    near = [s for s in known_at(scene, stand.side) if within(math.dist(at, lines.pose_of(scene, s).at), SPOT_IN)]
    if not near:
        return Refusal(text="No enemy is known to be at that spot.", rules=rules, at=at)
    if all(s.kind == "pef" for s in near) and not within(away, PEF_IN):
        return Refusal(text=f"A suspected enemy may be fired at within {PEF_IN:g} in.", rules=rules, at=at)
    if all(geometry.sees(scene, stand, s) for s in near if s.is_man) and any(s.is_man for s in near):
        return Refusal(text="The enemy there is in sight; aim at him.", rules=rules, at=at, about=near[0].id)
    return None
