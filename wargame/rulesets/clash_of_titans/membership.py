"""When membership is read: strays leave and come back; groups split and join. Rules: NUT-GRP-01, -02, -05, -06."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import group_events, groups, leaders
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def read_all(battle: Battle) -> None:
    """Settle the membership of all groups, as is done after the Activation dice. Rule: NUT-GRP-06."""
    cite("NUT-GRP-06")
    state = cast(ClashState, battle.state)
    for group in list(state.groups):
        read(battle, group)


def read(battle: Battle, group: str) -> None:
    """Settle the membership of one group: strays of the same origin that are in chain again come back to it, men out
    of its chain become groups of their own. Rules: NUT-GRP-01, -06."""
    state = cast(ClashState, battle.state)
    cite("NUT-GRP-06")
    if not _here(state, group):
        return
    _take_back(battle, group)
    men = _here(state, group)
    found = groups.chains(state, men)
    if len(found) < 2:
        return
    cite("NUT-GRP-01")
    main = _main_chain(state, group, found)
    for chain in found:
        if chain is not main:
            split_off(battle, group, chain, stray=True)


def _here(state: ClashState, group: str) -> list[ClashStand]:
    return [s for s in groups.members(state, group) if groups.is_here(state, s)]


def _main_chain(state: ClashState, group: str, chains: list[list[ClashStand]]) -> list[ClashStand]:
    """The chain of the leader, else the longest."""
    leader = state.groups[group].leader
    for chain in chains:
        if any(s.id == leader for s in chain):
            return chain
    return max(chains, key=len)


def _take_back(battle: Battle, group: str) -> None:
    state = cast(ClashState, battle.state)
    origin = root_of(state, group)
    if state.groups[group].stray:
        return
    for other in list(state.groups.values()):
        if other.stray and root_of(state, other.id) == origin and other.id != group:
            theirs = _here(state, other.id)
            if theirs and len(groups.chains(state, [*_here(state, group), *theirs])) == 1:
                join(battle, group, other.id)


def root_of(state: ClashState, group: str) -> str:
    """The group of the scenario that a group has come from."""
    return state.groups[group].origin or group


def split_off(
    battle: Battle, group: str, men: Sequence[ClashStand], stray: bool = False, cause: Event | None = None
) -> str:
    """Make some men a group of their own with its own number; the id of the new group. Rules: NUT-GRP-02, -05."""
    state = cast(ClashState, battle.state)
    state.next_id += 1
    new = f"{root_of(state, group)}/{state.next_id}"
    old = state.groups[group]
    leader = leaders.best(men)
    named = f"{old.name.split(' / ')[0]} / {leader.name}" if leader else old.name
    rules = (cite("NUT-GRP-01") if stray else cite("NUT-GRP-02"), cite("NUT-GRP-05"))
    changes = (
        ("name", named),
        ("origin", root_of(state, group)),
        ("stray", stray),
        ("strength", len(men)),
        ("leader", leader.id if leader else None),
        ("start_leader", ""),
        ("temporary", ""),
        ("commanded_by", ""),
        ("activated_turn", old.activated_turn),
        ("lost_leader", False),
    )
    why = "stray" if stray else "split"
    who = tuple(s.id for s in men)
    made = group_events.happen(battle, new, changes, why, rules, cause, split_from=group, of=who)
    _enter(battle, men, new, why, made)
    left = max(0, state.groups[group].strength - len(men))
    _recount(battle, group, left, made)
    return new


def join(battle: Battle, group: str, other: str, cause: Event | None = None) -> None:
    """Bring the men of another group into this one; its number grows by theirs. Rules: NUT-GRP-02, -05."""
    state = cast(ClashState, battle.state)
    men = [s for s in state.stands.values() if s.group == other and not s.gone]
    strength = state.groups[group].strength + state.groups[other].strength
    _enter(battle, men, group, "join", cause)
    _recount(battle, group, strength, cause)
    _recount(battle, other, 0, cause)


def _enter(battle: Battle, men: Sequence[ClashStand], group: str, why: str, cause: Event | None) -> None:
    for stand in men:
        seen = knowledge.seen_by_for(battle.state, stand.id)
        event = StandChanged(stand=stand.id, changes=(("group", group),), why=why, seen_by=seen)
        battle.happen(event, cause=cause)


def _recount(battle: Battle, group: str, strength: int, cause: Event | None) -> None:
    """The number of a group, and its leader where he has left it."""
    state = cast(ClashState, battle.state)
    found = state.groups[group]
    men = groups.members(state, group)
    changes: list[tuple[str, object]] = [("strength", strength)]
    if men and not any(s.id == found.leader for s in men):
        leader = leaders.best(men)
        changes.append(("leader", leader.id if leader else None))
    group_events.happen(battle, group, tuple(changes), "recount", cause=cause)
