"""Replacements: a platoon that rests out of sight beside a higher headquarters gets over a loss. Rule: LW2-MOR-18."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.board import gap
from wargame.engine.events import GroupChanged
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import location, morale, units
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import WarGroup

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

OPTION = "replacements"


def refit(battle: Battle) -> None:
    """At a Command Phase: who was ready for replacements at the last one too has them. Rule: LW2-MOR-18."""
    state = state_of(battle)
    if not state.options.get(OPTION):
        return
    for group in list(state.groups.values()):
        if not left(battle, group.side) or not is_ready(battle, group):
            group.resting_cycle = 0
            continue
        rested, group.resting_cycle = group.resting_cycle, state.cycle
        if rested and rested < state.cycle:
            rules = (cite("LW2-MOR-18"),)
            changes = (("reinforced", group.reinforced + 1),)
            battle.happen(GroupChanged(group=group.id, changes=changes, why="reinforced", rules=rules))


def left(scene: Scene, side: str) -> int:
    """Replacements that a side still has: the scenario says how many."""
    used = sum(group.reinforced for group in state_of(scene).groups.values() if group.side == side)
    return int(str(scene.state.options.get(OPTION) or 0)) - used


def is_ready(scene: Scene, group: WarGroup) -> bool:
    """Has a platoon losses to get over, and is it unseen, unharmed and in contact with a higher headquarters?"""
    state = state_of(scene)
    squads = [s for s in morale.squads(scene, group.id) if s.in_play]
    if group.higher or not squads or morale.rating(group) <= morale.basic(group.quality):
        return False
    if any(s.shot_at_cycle and s.shot_at_cycle >= state.cycle - 1 for s in squads):
        return False
    enemies = [e for side in state.enemies_of(group.side) for e in location.on_table(scene, side)]
    if any(location.sees(scene, enemy, squad) for squad in squads for enemy in enemies):
        return False
    limit = float(tables()["adjacency"]["touch_tolerance_inches"]) + 0.0005
    above = [s for s in location.on_table(scene, group.side) if state.groups[s.group].higher]
    return any(gap(units.footprint(s), units.footprint(hq)) <= limit for s in squads for hq in above)
