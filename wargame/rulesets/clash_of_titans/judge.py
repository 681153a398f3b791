"""Words of this rulebook for conditions: classes of stands, states of groups, what is lost."""

from __future__ import annotations

from typing import cast

from wargame.board import HALF
from wargame.engine.state import Stand, State
from wargame.rulesets.clash_of_titans import groups, status
from wargame.rulesets.clash_of_titans.state import CAPTURED, DUCKED, HUNKERED, OUT, RUNNING, ClashStand, ClashState

LOST = frozenset({"dead", "destroyed", "knocked_out", "ran_off", "surrendered"})
"""Reasons of leaving that count as losses."""
EXITED = "exited"
LEFT_BY = "left "
"""What `gone` begins with of who has left the table, before the edge."""
NEAR_EDGE_IN = 3.5
"""A way out is an objective no farther from who leaves there."""
_MG = ("LMG", "MG34", "MG42", "MMG", "HMG")


class Judge:
    """What conditions ask this rulebook."""

    def classes_of(self, stand: Stand) -> tuple[str, ...]:
        """man, vehicle, gun or pef; afv, tank, soft; leader, officer, star, mg, crew; class of troops; able, out,
        captured …"""
        return classes_of(cast(ClashStand, stand))

    def group_states(self, state: State, group: str) -> tuple[str, ...]:
        """destroyed, half, routed, running, suppressed, off_table, exited; "broken" is any bad one."""
        return group_states(cast(ClashState, state), group)

    def is_lost(self, stand: Stand) -> bool:
        """Dead, destroyed, out of the fight, captured, run off the table."""
        return is_lost(cast(ClashStand, stand))


def is_lost(stand: ClashStand) -> bool:
    """Does it count as lost? Rules: NUT-STAT-11, -12, -16, NUT-MOVE-10."""
    return stand.gone in LOST or stand.status in (OUT, CAPTURED) or stand.knocked_out


def has_exited(state: ClashState, stands: list[ClashStand]) -> bool:
    """Has a unit left at a way out: a vehicle over the edge there, or at least half of the men it began with?"""
    vehicles = [s for s in stands if s.is_vehicle]
    counted = vehicles or [s for s in stands if s.is_man]
    out = sum(_left_at_a_way_out(state, s) for s in counted)
    return bool(counted) and 2 * out >= len(counted)


def _left_at_a_way_out(state: ClashState, stand: ClashStand) -> bool:
    """Did it cross the edge where an objective stands on it (anywhere, if none does)?"""
    if not stand.gone.startswith(LEFT_BY):
        return False
    upright = stand.gone in (f"{LEFT_BY}left", f"{LEFT_BY}right")
    for o in state.objectives.values():
        along, across = abs(o.y - stand.y), abs(o.x - stand.x)
        if not upright:
            along, across = across, along
        if across <= NEAR_EDGE_IN and along <= o.radius_in + HALF:
            return True
    return False


def classes_of(stand: ClashStand) -> tuple[str, ...]:
    """Words that conditions, hidden set-up and actions know a stand by."""
    if not isinstance(stand, ClashStand):
        return ()
    found = [stand.kind]
    rows = (
        ("foot", stand.is_man and not stand.carrier),
        (stand.class_, stand.is_man),
        ("crew", bool(stand.mans) or (bool(stand.carrier) and stand.station not in ("rider", "passenger", ""))),
        ("leader", stand.officer or stand.nco),
        ("officer", stand.officer),
        ("star", stand.star),
        ("medic", stand.medic),
        ("mg", stand.is_man and any(word in w for w in stand.weapons for word in _MG)),
        ("afv", stand.is_afv),
        ("soft", stand.is_vehicle and not stand.is_afv),
        (stand.spec.kind.replace(" ", "_") if stand.spec else "", stand.spec is not None),
        ("tank", stand.spec is not None and "tank" in stand.spec.kind.split()),
        ("able", status.able(stand)),
        (stand.status, stand.is_man),
    )
    found += [word for word, fits in rows if fits and word]
    return tuple(dict.fromkeys(found))


def group_states(state: ClashState, group: str) -> tuple[str, ...]:
    """States of a group and the parts that split from it."""
    ids = {g.id for g in state.groups.values() if g.id == group or g.origin == group}
    all_ = [s for s in state.stands.values() if s.group in ids and s.kind != "pef"]
    left = [s for s in all_ if status.in_fight(s)]
    found = []
    if all_ and not left:
        found.append("destroyed")
    if left and not any(groups.is_here(state, s) for s in left):
        found.append("off_table")
    if all_ and left and 2 * len(left) <= len(all_):
        found.append("half")
    here = [s for s in left if groups.is_here(state, s)]
    if here and all(s.status == RUNNING for s in here):
        found.append("running")
    if here and all(s.status in (DUCKED, HUNKERED, RUNNING) for s in here):
        found.append("suppressed")
    if has_exited(state, all_):
        found.append(EXITED)
    if state.groups[group].routed:
        found.append("routed")
    if {"destroyed", "running", "routed"} & set(found):
        found.append("broken")
    return tuple(found)
