"""Who leads a group, who takes over, and whom the Leader Die steadies. Rules: NUT-LDR-01 to -07."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from wargame.engine.events import Event
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import group_events, groups, status
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


def visitor(state: ClashState, group: str) -> ClashStand | None:
    """An officer of another group within 4 in of a man of this one and nearer to no other. Rule: NUT-LDR-04."""
    side = state.groups[group].side
    for officer in state.stands.values():
        if not officer.officer or officer.side != side or officer.group == group:
            continue
        if status.able(officer) and officer.in_play and _nearest_group(state, officer) == group:
            cite("NUT-LDR-04")
            return officer
    return None


def _nearest_group(state: ClashState, officer: ClashStand) -> str:
    """The group that an officer has joined by standing near it; "" for none."""
    near = groups.friends(state, officer, float(meta()["group_distance"]))
    here = groups.place(state, officer)
    found = [
        (round(math.dist(here, groups.place(state, s)), 3), s.id, s.group)
        for s in near
        if s.group != officer.group and s.is_man and not s.officer and status.in_fight(s)
    ]
    return min(found)[2] if found else ""


def current(state: ClashState, group: str) -> ClashStand | None:
    """Whose Leader Die the group has now: a visiting officer's, else its leader's. Rules: NUT-LDR-02, -04."""
    return visitor(state, group) or groups.leader(state, group)


def acting(state: ClashState, group: str) -> ClashStand | None:
    """Who leads it at this moment: a visiting officer, its leader, or while he is unable to the best man who is able.

    Rules: NUT-LDR-01, -04, -06.
    """
    leader = current(state, group)
    if leader is not None and status.able(leader):
        return leader
    cite("NUT-LDR-06")
    return best(groups.members(state, group, able_only=True))


def steadies(state: ClashState, group: str, tester: ClashStand) -> bool:
    """Does the leader of the group give this man a Leader Die now? Rules: NUT-LDR-02, -03, -05, -07."""
    cite("NUT-LDR-02")
    leader = current(state, group)
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
        group_events.happen(battle, group, changes, "succession", rules, cause)
    return heir
