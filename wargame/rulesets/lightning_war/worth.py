"""What stands, platoons and the initiative are worth to the computer, in victory points."""

from __future__ import annotations

from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import morale, units
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import WarStand

INITIATIVE = 1.2
"""What it is worth to keep the initiative for another hour, or to take it from the enemy."""
FLIGHT = 1.5
"""What a platoon in flight is worth to the enemy."""
SUPPRESSED = 0.35


def prize(scene: Scene, stand: WarStand) -> float:
    """What it is worth to disable a stand: its point, and what it can do."""
    if units.is_staff(stand):
        return 0.2
    return 1.0 + (0.5 if units.is_armour(stand) else 0.25 if units.is_gun(stand) else 0.0)


def shaken(scene: Scene, stand: WarStand, losses: int = 1) -> float:
    """What it is worth that the platoon of a stand has to test after so many more losses."""
    state = state_of(scene)
    group = state.groups.get(stand.group)
    if group is None or group.in_flight or not morale.squads(scene, stand.group):
        return 0.0
    wanted = morale.need(scene, group)
    more = 0 if stand.id in group.raised_by else losses
    fails = 1.0 - morale.chance(morale.Need(wanted.dice, wanted.total + more))
    return fails * (FLIGHT + (INITIATIVE if group.side == state.initiative else 0.0))
