"""Other actions of figures: what is offered, why not, and how it is done.

Each act is offered as a row, refused with a reason or open; `act_table` gathers those of all chapters.
Rules: NUT-ACT-01, -03, -05, NUT-TURN-09, NUT-MOVE-02, -10, NUT-FIRE-15, NUT-GRP-02, NUT-CHAIN-13, NUT-AMMO-03.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, cast

from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged
from wargame.engine.orders import Act, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import ActRow, Scene
from wargame.rulesets.clash_of_titans import (
    activation,
    ammunition,
    edges,
    fast_moves,
    hidden,
    machine_guns,
    movement,
    parts,
    rally,
    status,
    wounds,
)
from wargame.rulesets.clash_of_titans.activation import Activation
from wargame.rulesets.clash_of_titans.data import row, text_of, weapons
from wargame.rulesets.clash_of_titans.standing import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Steps = Generator[AnyRequest, Any, None]
TAKE = "take_weapon."
DIG_ACTIVATIONS = 3
LEAVE_IN = 0.6
"""How near to an edge a man on foot has to be to step over it."""


@functools.cache
def acts_file() -> dict[str, dict[str, Any]]:
    """Names, keys and chart rows of acts."""
    return tomllib.loads(text_of("acts.toml"))


def word(act: str) -> str:
    """Row of acts.toml for an act: its id up to the point ("take_weapon.pistol" is a take_weapon)."""
    return act.split(".")[0]


def move_left(act: str) -> str:
    """What a figure may still move in the activation of an act: full, half or none. Rule: NUT-ACT-03."""
    found = acts_file().get(word(act), {}).get("row")
    if not found:
        return "full"
    said = str(row("other_actions", found)["move"])
    return "half" if said.startswith("half") else said


def may_shoot_after(act: str) -> bool:
    """May a figure also shoot in the activation of an act? Rule: NUT-ACT-03."""
    found = acts_file().get(word(act), {}).get("row")
    return not found or bool(row("other_actions", found)["shoot"])


def made(act: str, refusal: Refusal | None = None, name: str = "", needs: str = "") -> ActRow:
    """The row of an act as the action bar shows it."""
    said = acts_file().get(word(act), {})
    return ActRow(
        id=act,
        name=name or said.get("name", act.replace("_", " ").capitalize()),
        key=said.get("key", ""),
        needs=needs or said.get("needs", "nothing"),
        hint=said.get("hint", ""),
        refusal=refusal,
    )


def free_hands(stand: ClashStand, act: str) -> Refusal | None:
    """Why a figure may not begin an other action now, or None: it has shot or done one. Rule: NUT-ACT-03."""
    cite("NUT-ACT-03")
    if stand.acted or stand.charges:
        return Refusal(text=f"{stand.name} has done his action.", rules=("NUT-ACT-03",), about=stand.id)
    if stand.shot and not may_shoot_after(act):
        return Refusal(text=f"{stand.name} has shot in this activation.", rules=("NUT-ACT-03",), about=stand.id)
    if stand.melee_with:
        return Refusal(text=f"{stand.name} fights hand to hand.", rules=(cite("NUT-MELE-05"),), about=stand.id)
    return None


def moved_too_far(scene: Scene, stand: ClashStand, act: str) -> Refusal | None:
    """Why his move leaves no time for the act, or None. Rule: NUT-ACT-03."""
    full = movement.full_move(state_of(scene), stand)
    share = {"full": full, "half": full / 2, "none": 0.0}[move_left(act)]
    is_free = not acts_file().get(word(act), {}).get("row")
    if not is_free and (stand.moved_in > share + movement.SLACK or stand.fast_moving):
        return Refusal(text=f"{stand.name} has moved too far for that.", rules=(cite("NUT-ACT-03"),), about=stand.id)
    return None


def blocked(scene: Scene, stand: ClashStand, act: str) -> Refusal | None:
    """Why an other action cannot be begun, or None. Rules: NUT-ACT-03, NUT-TURN-09."""
    return free_hands(stand, act) or moved_too_far(scene, stand, act)


def note(battle: Battle, stand: ClashStand, act: str, cause: Event | None = None, *more: tuple[str, Any]) -> Event:
    """Enter that a figure did an other action; what is left of its move follows. Rules: NUT-ACT-03, NUT-TURN-09."""
    cite("NUT-TURN-09")
    seen = knowledge.seen_by_for(battle.state, stand.id)
    changes = (("acted", act), *more)
    event = StandChanged(stand=stand.id, changes=changes, why=word(act), rules=(cite("NUT-ACT-03"),), seen_by=seen)
    return cast(Event, battle.happen(event, cause=cause))


# ---------------------------------------------------------------- offered here


def rows(scene: Scene, stand: ClashStand) -> list[ActRow]:
    """The acts of this chapter that a man on foot is offered, refused ones with the reason."""
    if not stand.is_man or stand.carrier or not stand.in_play:
        return []
    found = [*fast_moves.rows(scene, stand), *parts.rows(scene, stand), *rally.rows(scene, stand)]
    if not stand.prone:
        found.append(made("prone", _may_lie_down(stand)))
    else:
        found.append(made("stand_up", _may_stand_up(scene, stand)))
    dry = [w for w in stand.dry if w in stand.weapons]
    may = blocked(scene, stand, "reload") or ammunition.may_reload(scene, stand)
    found += [made("reload", may)] if dry else []
    found += _weapon_rows(scene, stand)
    if not stand.dug_in:
        found.append(made("dig", blocked(scene, stand, "dig")))
    if not hidden.is_hidden(scene, stand):
        found.append(made(hidden.HIDE, free_hands(stand, hidden.HIDE) or hidden.hide_refusal(scene, stand)))
    if edge_at(scene, stand):
        found.append(made("leave"))
    return found


def _weapon_rows(scene: Scene, stand: ClashStand) -> list[ActRow]:
    found = []
    if machine_guns.needs_setting_up(stand.in_hand):
        act = machine_guns.PACK if stand.set_up else machine_guns.SET_UP
        refusal = free_hands(stand, act) or machine_guns.set_up_refusal(scene, stand, act)
        found.append(made(act, refusal))
    if not stand.set_up:
        cite("NUT-FIRE-15")
        for weapon in dict.fromkeys(stand.weapons):
            if weapon != stand.in_hand and weapon in weapons():
                found.append(made(TAKE + weapon, _may_change(stand), name=f"Take the {weapon} in hand"))
    return found


def _may_change(stand: ClashStand) -> Refusal | None:
    if "weapon changed" in stand.spent:
        text = f"{stand.name} has changed his weapon in this activation."
        return Refusal(text=text, rules=(cite("NUT-FIRE-15"),), about=stand.id)
    return None


def _may_lie_down(stand: ClashStand) -> Refusal | None:
    cite("NUT-ACT-05")
    if stand.melee_with:
        return Refusal(text="Not in a melee.", rules=("NUT-ACT-05",), about=stand.id)
    return None


def _may_stand_up(scene: Scene, stand: ClashStand) -> Refusal | None:
    cite("NUT-ACT-05")
    half = movement.full_move(state_of(scene), stand) / 2
    if stand.moved_in > half + movement.SLACK or (stand.acted and move_left(stand.acted) == "none"):
        return Refusal(text="Standing up takes half of his move.", rules=("NUT-ACT-05",), about=stand.id)
    return None


def edge_at(scene: Scene, stand: ClashStand) -> str:
    """The edge of the table that a man can step over from where he stands, or a vehicle touches; "" for none.

    Rule: NUT-MOVE-10.
    """
    cite("NUT-MOVE-10")
    here, table = (stand.x, stand.y), scene.board.table
    reach = {e: edges.half_across(stand, e) + edges.TOUCH_IN if stand.is_vehicle else LEAVE_IN for e in edges.OPPOSITE}
    return next((e for e in edges.OPPOSITE if edges.distance(table, e, here) <= reach[e]), "")


# ---------------------------------------------------------------- carried out


def carry_out(battle: Battle, active: Activation, order: Act) -> Steps:
    """Do one of the acts of this chapter."""
    stand = state_of(battle).stands[order.stand]
    act = word(order.act)
    if act == "fast_move":
        yield from fast_moves.together(battle, active, stand)
    elif act in ("split", "volley"):
        yield from parts.carry_out(battle, active, order)
    elif act == "join":
        parts.join(battle, stand, state_of(battle).stands[cast(str, order.target)])
    elif act == "rally":
        yield from rally.carry_out(battle, stand)
    else:
        _plain(battle, stand, order.act)


def _plain(battle: Battle, stand: ClashStand, act: str) -> None:
    done = {
        "prone": _lie_down,
        "stand_up": _stand_up,
        "reload": _reload,
        "set_up": _set_up,
        "pack": _set_up,
        "dig": _dig,
        hidden.HIDE: _hide,
        "take_weapon": _take,
        "leave": _leave,
    }
    done[word(act)](battle, stand, act)


def _change(battle: Battle, stand: ClashStand, why: str, rule: str, *changes: tuple[str, Any]) -> Event:
    seen = knowledge.seen_by_for(battle.state, stand.id)
    event = StandChanged(stand=stand.id, changes=changes, why=why, rules=(rule,), seen_by=seen)
    return cast(Event, battle.happen(event))


def _lie_down(battle: Battle, stand: ClashStand, act: str) -> None:
    """Free, at the end of his move. Rule: NUT-ACT-05."""
    full = movement.full_move(state_of(battle), stand)
    _change(battle, stand, act, cite("NUT-ACT-05"), ("prone", True), ("moved_in", max(stand.moved_in, full * 2)))


def _stand_up(battle: Battle, stand: ClashStand, act: str) -> None:
    """Takes half of his move. Rule: NUT-ACT-05."""
    spent = round(stand.moved_in + movement.full_move(state_of(battle), stand) / 2, 3)
    _change(battle, stand, act, cite("NUT-ACT-05"), ("prone", False), ("stood_up", True), ("moved_in", spent))


def _reload(battle: Battle, stand: ClashStand, act: str) -> None:
    dry = stand.in_hand if stand.in_hand in stand.dry else stand.dry[0]
    ammunition.reload(battle, stand, dry, note(battle, stand, act))


def _set_up(battle: Battle, stand: ClashStand, act: str) -> None:
    event = note(battle, stand, act)
    second = machine_guns.work(battle, stand, act, event)
    if second is not None:
        note(battle, second, act, event)


def _dig(battle: Battle, stand: ClashStand, act: str) -> None:
    """A foxhole takes three activations. Rules: NUT-ACT-03, NUT-TERR-12."""
    done = stand.work_done + 1 if stand.work == "dig" else 1
    if done < DIG_ACTIVATIONS:
        note(battle, stand, act, None, ("work", "dig"), ("work_done", done))
    else:
        cite("NUT-TERR-12")
        note(battle, stand, act, None, ("work", ""), ("work_done", 0), ("dug_in", True))


def _hide(battle: Battle, stand: ClashStand, act: str) -> None:
    """He keeps out of sight for the rest of the activation; at its end he is Hidden. Rule: NUT-SIGHT-11."""
    cite("NUT-SIGHT-11")
    note(battle, stand, act, None, ("finished", True))


def _take(battle: Battle, stand: ClashStand, act: str) -> None:
    """Changing the weapon in hand is free once per activation. Rule: NUT-FIRE-15."""
    weapon = act[len(TAKE) :]
    spent = (*stand.spent, "weapon changed")
    _change(battle, stand, "take_weapon", cite("NUT-FIRE-15"), ("in_hand", weapon), ("spent", spent))


def _leave(battle: Battle, stand: ClashStand, act: str) -> None:
    """Step over the edge of the table, with whom he carries. Rules: NUT-MOVE-10, NUT-WND-04."""
    wounds.bring_off(battle, stand, edge_at(battle, stand))
    status.lose(battle, stand, f"left {edge_at(battle, stand)}")


def finish_if_done(battle: Battle, stand: ClashStand) -> None:
    """A figure that can neither move nor shoot nor act any more is done with its activation."""
    if not stand.in_play or stand.finished or not stand.is_man or stand.carrier:
        return
    can_move = movement.may_move(battle, stand) is None and movement.allowance(battle, stand) > 0.05
    can_shoot = not stand.shot and may_shoot_after(stand.acted) and not stand.melee_with
    if not can_move and not can_shoot and (stand.acted or stand.shot):
        activation.finish(battle, stand)
