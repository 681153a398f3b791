"""At the end of a go: compulsory moves are made, and states that have been complied with end.

Rules: CFV-REAC-10 to -12, -20, -24, -25, -28, -34, -39.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.engine.events import GroupChanged, StandChanged
from wargame.engine.orders import Done, Move, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import compulsory, lines, losses, movement, units, walk
from wargame.rulesets.fascist_vipers.data import tables
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import VipersGroup, VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

AMERICAN = "US"


def after_go(battle: Battle) -> None:
    """Lets idle units of the phasing side's groups that have to move do so now; then ends states complied with.

    Rules: CFV-REAC-11, -12.
    """
    state = state_of(battle)
    for group in list(state.groups.values()):
        if group.side == state.phasing and not group.parent and (group.compulsory or group.state == "reordering"):
            _move_the_rest(battle, group)
            _leave_table(battle, group)
            _settle(battle, group)


def may_attack(scene: Scene, stand: VipersStand) -> Refusal | None:
    """Why a unit that has to move may not attack yet. Rules: CFV-REAC-12, -28.

    Self-propelled units move first and attack afterwards; others may stay and attack, but not two goes in a row.
    """
    group = state_of(scene).root(stand.group)
    if not group.compulsory or stand.moved:
        return None
    stayed = 0 < stand.compelled_stay == scene.state.turn - 1
    if not (stayed or stand.ratings.self_propelled) or not compulsory.complying_moves(scene, stand, 1):
        return None
    if stand.ratings.self_propelled:
        text, rule = f"{stand.name} has to move before it attacks.", cite("CFV-REAC-12")
    else:
        text, rule = f"{stand.name} stayed and attacked in its last go; now it has to move.", cite("CFV-REAC-28")
    return Refusal(text=text, rules=(rule, cite("CFV-REAC-28")), about=stand.id)


def _move_the_rest(battle: Battle, group: VipersGroup) -> None:
    for stand in state_of(battle).command(group.id):
        if not stand.in_play or stand.moved or compulsory.has_complied(battle, stand):
            continue
        moves = [] if stand.attacked else compulsory.complying_moves(battle, stand, 1)
        if moves:
            _walk(battle, moves[0])
        elif stand.attacked:
            changes = (("compelled_stay", battle.state.turn),)
            rules = (cite("CFV-REAC-28"), cite("CFV-REAC-35"))
            battle.happen(
                StandChanged(stand=stand.id, changes=changes, why="stays", rules=rules, seen_by=(stand.side,))
            )


def _walk(battle: Battle, order: Move) -> None:
    """Carries out a move without asking: whoever is found on the way halts it."""
    cite("CFV-REAC-12")
    moving = walk.move(battle, order)
    try:
        moving.send(None)
        while True:
            moving.send(Done())
    except StopIteration:
        return


def _leave_table(battle: Battle, group: VipersGroup) -> None:
    """Units of a group that runs off the table leave where they have reached their edge. Rules: CFV-REAC-24, -27."""
    if group.state != "run_away" or group.line != lines.OFF:
        return
    rules = (cite("CFV-REAC-24") if group.attacker else cite("CFV-REAC-27"),)
    for stand in state_of(battle).command(group.id):
        if stand.in_play and compulsory.at_own_edge(battle, stand):
            losses.remove(battle, stand, "withdrawn", rules=rules)
    left = [s for s in state_of(battle).command(group.id) if not s.gone]
    if not any(s.on_table and s.ratings.move > 0 and not units.is_moved_by_hand(s) for s in left):
        for stand in left:
            if not stand.gone:
                losses.remove(battle, stand, "withdrawn", rules=rules)


# ---------------------------------------------------------------- ends of states


def _settle(battle: Battle, group: VipersGroup) -> None:
    settle = {
        "go_to_ground": _end_go_to_ground,
        "falter": _end_falter,
        "run_away": _end_run_away,
        "fanatic": _end_fanatic,
        "reordering": _end_reordering,
    }.get(group.state)
    if settle is not None:
        settle(battle, group)


def _members(scene: Scene, group: VipersGroup) -> list[VipersStand]:
    """Units of a group that stand on the table and can move; guns moved by hand hold nobody up. Rule: CFV-REAC-12."""
    able = [s for s in state_of(scene).command(group.id) if s.in_play and movement.allowance(s) > 0]
    return [s for s in able if not units.is_moved_by_hand(s)] or able


def _can_do_no_more(battle: Battle, stand: VipersStand) -> bool:
    """Has complied, or had no legal way of doing so."""
    if compulsory.has_complied(battle, stand):
        return True
    return not stand.moved and not stand.attacked


def _end_go_to_ground(battle: Battle, group: VipersGroup) -> None:
    if all(s.moved or _can_do_no_more(battle, s) for s in _members(battle, group)):
        _free(battle, group, "complied", (cite("CFV-REAC-39"), cite("CFV-REAC-11")))


def _end_falter(battle: Battle, group: VipersGroup) -> None:
    if all(_can_do_no_more(battle, s) for s in _members(battle, group)):
        _free(battle, group, "complied", (cite("CFV-REAC-20"), cite("CFV-REAC-11")))


def _end_fanatic(battle: Battle, group: VipersGroup) -> None:
    if all(_can_do_no_more(battle, s) for s in _members(battle, group)):
        _change(battle, group, "halts", (cite("CFV-REAC-34"),), compulsory=False)


def _end_reordering(battle: Battle, group: VipersGroup) -> None:
    if battle.state.turn >= group.free_turn - 1:
        _change(battle, group, "new orders", (cite("CFV-REAC-25"),), state="", line="", on_line=False)


def _end_run_away(battle: Battle, group: VipersGroup) -> None:
    line = lines.line_of(battle.setup, group.line)
    if line is None:
        return
    members = _members(battle, group)
    if lines.is_overrun(battle, line, members):
        found, rules = lines.line_to_hold(battle, group)
        if found != group.line:
            _change(battle, group, "line lost", rules, line=found)
        return
    if not all(lines.has_reached(battle.setup, line, s) for s in members):
        return
    if not group.attacker:
        _free(battle, group, "on the line", (cite("CFV-REAC-26"), cite("CFV-REAC-11")), line="")
    elif group.nation == AMERICAN:
        free = battle.state.turn + 1 + int(tables()["run_away"]["american_reorder_delay_turns"])
        rules = (cite("CFV-REAC-25"),)
        _free(battle, group, "on the line", rules, state="reordering", free_turn=free, on_line=True)
    else:
        _free(battle, group, "on the line", (cite("CFV-REAC-23"),), on_line=True)


def _free(battle: Battle, group: VipersGroup, why: str, rules: tuple[str, ...], **fields: Any) -> None:
    """The group has complied; a test postponed meanwhile is owed now. Rule: CFV-REAC-10."""
    ended: dict[str, Any] = {"state": "", "compulsory": False, **fields}
    if group.postponed_losses:
        rules = (*rules, cite("CFV-REAC-10"))
        ended |= {"owes_test": True, "losses_this_go": group.postponed_losses, "postponed_losses": 0}
    _change(battle, group, why, rules, **ended)


def _change(battle: Battle, group: VipersGroup, why: str, rules: tuple[str, ...], **fields: Any) -> None:
    battle.happen(GroupChanged(group=group.id, changes=tuple(fields.items()), why=why, rules=rules))
