"""Groups: their members, chains of men, splits and joins, strength. Rules: NUT-GRP-01 to -06."""

from __future__ import annotations

import math
from collections.abc import Sequence

from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import status
from wargame.rulesets.clash_of_titans.data import meta
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

Point = tuple[float, float]


def place(state: ClashState, stand: ClashStand) -> Point:
    """Where a stand is in inches; one that is carried is where its carrier is."""
    carrier = state.stands.get(stand.carrier) if stand.carrier else None
    body = carrier or stand
    return body.x, body.y


def is_here(state: ClashState, stand: ClashStand) -> bool:
    """True if it is on the table, on its own feet or aboard something that is."""
    if stand.gone:
        return False
    carrier = state.stands.get(stand.carrier) if stand.carrier else None
    return carrier.in_play if carrier else stand.on_table


def members(state: ClashState, group: str, able_only: bool = False) -> list[ClashStand]:
    """Men (and what else) of a group that still take part, in file order; `able_only`: those able to act.

    Rule: NUT-GRP-01.
    """
    cite("NUT-GRP-01")
    fits = status.able if able_only else status.in_fight
    return [s for s in state.stands.values() if s.group == group and fits(s)]


def leader(state: ClashState, group: str) -> ClashStand | None:
    """The recorded leader of a group, if he still takes part. Rule: NUT-LDR-01."""
    name = state.groups[group].leader
    found = state.stands.get(name) if name else None
    return found if found is not None and status.in_fight(found) else None


def at_half_strength(state: ClashState, group: str, fewer: int = 0) -> bool:
    """Are the members that still take part half its starting number or fewer? Rule: NUT-GRP-05.

    fewer: members who would be lost besides.
    """
    cite("NUT-GRP-05")
    left = len([s for s in members(state, group) if s.is_man]) - fewer
    return 2 * left <= state.groups[group].strength


def friends(state: ClashState, stand: ClashStand, within_in: float) -> list[ClashStand]:
    """Others of its side on the table within a distance, centre to centre, in file order."""
    here = place(state, stand)
    return [
        s
        for s in state.stands.values()
        if s.side == stand.side
        and s.id != stand.id
        and is_here(state, s)
        and math.dist(here, place(state, s)) <= within_in
    ]


def chains(state: ClashState, men: Sequence[ClashStand]) -> list[list[ClashStand]]:
    """Men sorted into chains: each within 4 in of another of its chain, in file order. Rule: NUT-GRP-01."""
    cite("NUT-GRP-01")
    reach = meta()["group_distance"]
    places = {s.id: place(state, s) for s in men}
    left = list(men)
    found = []
    while left:
        chain = [left.pop(0)]
        for link in chain:
            near = [s for s in left if math.dist(places[link.id], places[s.id]) <= reach]
            chain += near
            left = [s for s in left if s not in near]
        names = {s.id for s in chain}
        found.append([s for s in men if s.id in names])
    return found
