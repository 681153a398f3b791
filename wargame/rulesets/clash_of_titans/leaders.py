"""Who leads a group, who takes over, and whom the Leader Die steadies. Rules: NUT-LDR-01 to -07."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from wargame.engine.events import Event, GroupChanged
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import groups, status
from wargame.rulesets.clash_of_titans.data import meta
from wargame.rulesets.clash_of_titans.state import DUCKED, HUNKERED, RUNNING, STUNNED, ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

SUPPRESSED = (STUNNED, DUCKED, HUNKERED, RUNNING)


def rank(stand: ClashStand) -> tuple[bool, bool, bool, int]:
    """Sort key of a leader: officer, NCO, second in command, then Rep. Rule: NUT-LDR-01."""
    return stand.officer, stand.nco, stand.junior_nco, stand.rep


def best(candidates: Iterable[ClashStand]) -> ClashStand | None:
    """Who of these leads: the officer or NCO, otherwise the highest Rep, the first of equals. Rule: NUT-LDR-01."""
    found = list(candidates)
    cite("NUT-LDR-01")
    return max(found, key=rank) if found else None


def acting(state: ClashState, group: str) -> ClashStand | None:
    """Who leads it at this moment: its leader, or while he is unable to the best man who is able.

    Rules: NUT-LDR-01, -06.
    """
    leader = groups.leader(state, group)
    if leader is not None and status.able(leader):
        return leader
    cite("NUT-LDR-06")
    return best(groups.members(state, group, able_only=True))


def steadies(state: ClashState, group: str, tester: ClashStand) -> bool:
    """Does the leader of the group give this man a Leader Die now? Rules: NUT-LDR-02, -03, -05, -07."""
    leader = groups.leader(state, group)
    if leader is None or len(groups.members(state, group)) < 2:
        return False
    cite("NUT-LDR-03")
    if leader.status in SUPPRESSED or leader.melee_with or not status.able(leader):
        return False
    if not in_command(state, group, leader):
        return False
    here, there = groups.place(state, leader), groups.place(state, tester)
    return math.dist(here, there) <= meta()["group_distance"]


def in_command(state: ClashState, group: str, leader: ClashStand) -> bool:
    """May he give a Leader Die: he led from the start, has begun an activation in command, or is fit to at once?

    Rules: NUT-LDR-05, -07.
    """
    found = state.groups[group]
    cite("NUT-LDR-05")
    if leader.id in (found.start_leader, found.commanded_by):
        cite("NUT-LDR-07")
        return True
    return leader.officer or leader.nco or leader.junior_nco or "Born Leader" in leader.attributes


def succeed(battle: Battle, group: str, cause: Event | None = None) -> ClashStand | None:
    """Give the command of a group whose leader is lost to the best man left; None if nobody is. Rule: NUT-LDR-05."""
    state: ClashState = battle.state  # type: ignore[assignment]
    heir = best(groups.members(state, group, able_only=True)) or best(groups.members(state, group))
    new = heir.id if heir else None
    if state.groups[group].leader != new:
        changes = (("leader", new), ("lost_leader", True))
        rules = (cite("NUT-LDR-05"),)
        battle.happen(GroupChanged(group=group, changes=changes, why="succession", rules=rules), cause=cause)
    return heir
