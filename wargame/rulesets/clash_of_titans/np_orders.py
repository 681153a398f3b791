"""Orders of non-player forces: PATROL, HOLD, ATTACK or WITHDRAW; how they are drawn, and when they change.

(The rulebook's word is order; an order of a player is another thing.) Rules: NUT-NP-01, -02, -15, -16, NUT-SOLO-01,
-03.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from wargame.engine.events import Event, GroupChanged
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import charts, data, groups, status, throws
from wargame.rulesets.clash_of_titans.state import ClashGroup, ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PATROL, HOLD, ATTACK, WITHDRAW = "PATROL", "HOLD", "ATTACK", "WITHDRAW"
ORDERS = (PATROL, HOLD, ATTACK, WITHDRAW)
_AFTER_ONE = {ATTACK: HOLD, PATROL: HOLD, HOLD: WITHDRAW, WITHDRAW: WITHDRAW}
_HEAVY = ("MMG", "HMG 12.7mm", "medium mortar 81/82mm", "light mortar 50mm")


# ---------------------------------------------------------------- drawing


def runs(state: ClashState, group: str) -> bool:
    """Is the group run by the rulebook's procedures? Rules: NUT-NP-01, NUT-SOLO-01."""
    cite("NUT-NP-01")
    cite("NUT-SOLO-01")
    return state.groups[group].np


def of_mission(battle: Battle, side: str, column: str, cause: Event | None = None) -> str:
    """The order of a newly found force, on 1d6 of table `np_orders`: column patrol_missions, enemy_attacks or
    enemy_defends. Rule: NUT-NP-02."""
    rules = (cite("NUT-NP-02"),)
    if len({row[column] for row in data.rows("np_orders")}) == 1:
        return str(data.rows("np_orders")[0][column])
    die = throws.read_die(battle, "np_orders", side=side, rules=rules, cause=cause)
    return str(charts.die_row("np_orders", die.passed)[column])


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a group of a computer side is told: its order, whether by a flank, in ambush, behind the objective."""

    order: str
    flank: bool = False
    ambush: bool = False
    reserve: bool = False
    forward: bool = False


def of_scenario(battle: Battle, group: str, attacker: bool, cause: Event | None = None) -> Drawn:
    """The order of a group of a computer side, on 1d6; machine gun, mortar and gun teams of attackers always HOLD.

    Rule: NUT-SOLO-03.
    """
    rules = (cite("NUT-SOLO-03"),)
    state = cast(ClashState, battle.state)
    if attacker and is_base_of_fire(state, group):
        return Drawn(HOLD)
    side = state.groups[group].side
    die = throws.read_die(battle, "np_scenario_orders", side=side, rules=rules, cause=cause)
    text = str(charts.die_row("np_scenario_orders", die.passed)["attacker" if attacker else "defender"])
    return read_drawn(text)


def read_drawn(text: str) -> Drawn:
    """A cell of table `np_scenario_orders` as fields."""
    order = text.partition(" ")[0]
    return Drawn(order, "flank" in text, "AMBUSH" in text, "reserve" in text, "forward" in text)


def is_base_of_fire(state: ClashState, group: str) -> bool:
    """Is it a team of a machine gun to be set up, a mortar or a gun? Rule: NUT-SOLO-03."""
    men = groups.members(state, group)
    if state.groups[group].kind == "squad" or any(s.is_vehicle for s in men):
        return False
    return any(s.is_gun or s.mans or set(_HEAVY) & {data.short_name(w) for w in s.weapons} for s in men)


def give(
    battle: Battle,
    group: str,
    drawn: Drawn,
    why: str,
    rules: tuple[str, ...] = (),
    cause: Event | None = None,
) -> None:
    """Tell a group its order. Only its own side is told."""
    found = cast(ClashGroup, battle.state.groups[group])
    changes = (("intention", drawn.order), ("ambush", drawn.ambush))
    event = GroupChanged(group=group, changes=changes, why=why, rules=rules, seen_by=(found.side,))
    battle.happen(event, cause=cause)


# ---------------------------------------------------------------- friendly groups


def may_order(state: ClashState, group: str) -> ClashStand | None:
    """The senior player leader who may give a friendly NPC group an order now: within 4 in of one of its men, or both
    with a radio. None if nobody may. Rule: NUT-NP-16."""
    cite("NUT-NP-16")
    found = state.groups[group]
    if not found.np:
        return None
    leaders_ = [s for s in state.stands.values() if s.side == found.side and s.star and status.able(s)]
    men = groups.members(state, group, able_only=True)
    reach = data.meta()["group_distance"]
    for leader in sorted(leaders_, key=lambda s: -s.rep):
        near = {s.id for s in groups.friends(state, leader, reach)}
        if any(s.id in near or (s.radio and leader.radio) for s in men):
            return leader
    return None


# ---------------------------------------------------------------- morale of the force


def change_after_losses(order: str, passed: int) -> str:
    """The order of a force after its morale roll. Rule: NUT-NP-15."""
    cite("NUT-NP-15")
    if passed >= throws.TOP_ROW:
        return order
    return _AFTER_ONE[order] if passed == 1 else WITHDRAW


def lost_a_third(start: int, left_before: int, left_now: int) -> bool:
    """Has a force lost a third of its starting figures in one turn? Rule: NUT-NP-15."""
    cite("NUT-NP-15")
    return start > 0 and 3 * (left_before - left_now) >= start


def best_leader(state: ClashState, names: Sequence[str]) -> ClashStand | None:
    """The leader with the highest Rep of these groups who is still in the fight, be he stunned or down, or None.

    Rule: NUT-NP-15.
    """
    found = [leader for name in names if (leader := groups.leader(state, name)) is not None]
    return max(found, key=lambda s: s.rep) if found else None


def after_arrival(battle: Battle, side: str, cause: Event | None = None) -> None:
    """A reinforcement has come: groups of its side that WITHDRAW roll for a new order. Rule: NUT-NP-15."""
    state = cast(ClashState, battle.state)
    column = column_of(state, side)
    rules = (cite("NUT-NP-15"),)
    fit = {s.group for s in state.stands.values() if s.kind != "pef" and status.in_fight(s)}
    for group in list(state.groups.values()):
        if group.side == side and group.np and group.id in fit and group.intention in (WITHDRAW, ""):
            order = of_mission(battle, side, column, cause)
            give(battle, group.id, Drawn(order), "mission", rules, cause)


def column_of(state: ClashState, side: str) -> str:
    """The column of `np_orders` for a side: on patrols its own, else whether it attacks or defends. Rule: NUT-NP-02."""
    cite("NUT-NP-02")
    if "patrol" in state.mission.mission:
        return "patrol_missions"
    return "enemy_attacks" if state.sides[side].role == "attacker" else "enemy_defends"
