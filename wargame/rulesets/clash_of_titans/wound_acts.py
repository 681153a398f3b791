"""Acts of melees, wounded and prisoners, weapons of the fallen, and looking for hidden enemies.

Rules: NUT-MELE-07, NUT-FIRE-16, NUT-WND-01, -02, -05, NUT-DMG-05, NUT-AMMO-03, NUT-ACT-03, NUT-SIGHT-11.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.board import within
from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged
from wargame.engine.orders import Act, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import ActRow, Scene
from wargame.rulesets.clash_of_titans import (
    activation,
    acts,
    ammunition,
    data,
    geometry,
    groups,
    hidden,
    melee,
    throws,
    wounds,
)
from wargame.rulesets.clash_of_titans.activation import Activation
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.state import OUT, ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Steps = Generator[AnyRequest, Any, None]
BREAK_OFF, FINISH, LIFT, PUT_DOWN, TREAT = "break_off", "finish_off", "lift", "put_down", "treat"
PICK_UP, SCROUNGE, SPOT = "pick_up", "scrounge", "spot"
NEAR_IN = 1.5
SPOT_IN = 12.0
"""How far a man looks for hidden enemies (table `other_actions`)."""


def rows(scene: Scene, stand: ClashStand) -> list[ActRow]:
    """The acts of this chapter that a man on foot is offered, refused ones with the reason."""
    if not stand.is_man or stand.carrier or not stand.in_play:
        return []
    if stand.melee_with:
        return [acts.made(BREAK_OFF, _may_break_off(stand))]
    found = []
    for act in (FINISH, LIFT, TREAT, PICK_UP, SCROUNGE):
        if targets(scene, stand, act):
            found.append(acts.made(act, acts.blocked(scene, stand, act)))
    if stand.carrying in state_of(scene).stands:
        found.append(acts.made(PUT_DOWN))
    found.append(acts.made(SPOT, acts.blocked(scene, stand, SPOT)))
    return found


def _may_break_off(stand: ClashStand) -> Refusal | None:
    cite("NUT-MELE-07")
    if stand.acted or stand.moved_in or stand.shot:
        return Refusal(text="He has acted already.", rules=("NUT-MELE-07",), about=stand.id)
    return None


def targets(scene: Scene, stand: ClashStand, act: str) -> list[str]:
    """Those an act can be done to: helpless enemies, wounded, bodies and friends in contact."""
    check = {FINISH: _may_finish, LIFT: _may_lift, TREAT: _may_treat, PICK_UP: _may_take, SCROUNGE: _may_scrounge}
    if act not in check:
        return []
    return [s.id for s in _beside(scene, stand) if check[act](scene, stand, s)]


def _beside(scene: Scene, stand: ClashStand) -> list[ClashStand]:
    """Men and bodies so near that they may be in contact, carried ones too."""
    state = state_of(scene)
    return [
        s
        for s in state.stands.values()
        if s.id != stand.id
        and s.is_man
        and math.dist(groups.place(state, s), (stand.x, stand.y)) <= NEAR_IN
        and (groups.is_here(state, s) or s.gone == "dead")
        and scene.state.known(stand.side, s.id) != "unknown"
    ]


def _touches(scene: Scene, stand: ClashStand, other: ClashStand) -> bool:
    return not other.carrier and geometry.in_contact(scene, stand, other)


def _may_finish(scene: Scene, stand: ClashStand, other: ClashStand) -> bool:
    return other.side != stand.side and wounds.is_helpless(other) and _touches(scene, stand, other)


def _may_lift(scene: Scene, stand: ClashStand, other: ClashStand) -> bool:
    return other.side == stand.side and other.status == OUT and wounds.lift_refusal(scene, stand, other) is None


def _may_treat(scene: Scene, stand: ClashStand, other: ClashStand) -> bool:
    return stand.medic and other.side == stand.side and wounds.treat_refusal(scene, stand, other) is None


def _is_fallen(other: ClashStand) -> bool:
    return other.status == OUT or other.gone == "dead"


def _may_take(scene: Scene, stand: ClashStand, other: ClashStand) -> bool:
    """Has a fallen man a weapon that may be picked up? Rule: NUT-DMG-05."""
    if not _is_fallen(other) or stand.set_up:
        return False
    weapon = weapon_of_fallen(other)
    return weapon != "" and weapon not in stand.weapons and _touches(scene, stand, other)


def _may_scrounge(scene: Scene, stand: ClashStand, other: ClashStand) -> bool:
    """Under Low Ammo: a friend, or any body, in contact. Rule: NUT-AMMO-03."""
    if not stand.dry or not ammunition.is_low(scene, stand.side) or stand.work == ammunition.GOT_SOME:
        return False
    lends = other.side == stand.side and not other.gone
    return (lends or _is_fallen(other)) and _touches(scene, stand, other)


def weapon_of_fallen(stand: ClashStand) -> str:
    """The weapon that lies beside a fallen man, "" for none. Rule: NUT-DMG-05."""
    cite("NUT-DMG-05")
    found = stand.in_hand if stand.in_hand in stand.weapons else next(iter(stand.weapons), "")
    row = data.weapons().get(data.short_name(found))
    return found if row is not None and row.targets > 0 else ""


# ---------------------------------------------------------------- carried out


def carry_out(battle: Battle, active: Activation, order: Act) -> Steps:
    """Do one of the acts of this chapter."""
    state = state_of(battle)
    stand = state.stands[order.stand]
    other = state.stands[order.target] if order.target else stand
    if order.act == BREAK_OFF:
        _break_off(battle, stand)
        return
    if order.act == PUT_DOWN:
        wounds.put_down(battle, stand)
        return
    event = acts.note(battle, stand, order.act)
    if order.act == FINISH:
        yield from wounds.finish_off(battle, stand, other, event)
        activation.finish(battle, stand, event)
    elif order.act == LIFT:
        wounds.lift(battle, stand, other, event)
    elif order.act == TREAT:
        wounds.treat(battle, stand, other, event)
    elif order.act == PICK_UP:
        pick_up(battle, stand, other, event)
    elif order.act == SCROUNGE:
        ammunition.get_some(battle, stand, other, event)
    elif order.act == SPOT:
        spot(battle, stand, event)


def _break_off(battle: Battle, stand: ClashStand) -> None:
    """Leave the melee, then move away with a normal move; or stay. Rule: NUT-MELE-07."""
    if melee.break_off(battle, stand):
        _change(battle, stand, (("shot", True),), BREAK_OFF, "NUT-MELE-07")
    else:
        activation.finish(battle, stand)


def pick_up(battle: Battle, stand: ClashStand, other: ClashStand, cause: Event | None = None) -> None:
    """Take the weapon of a fallen man in hand. Rule: NUT-DMG-05."""
    weapon = weapon_of_fallen(other)
    left = tuple(w for w in other.weapons if w != weapon)
    dry = (*stand.dry, weapon) if weapon in other.dry else stand.dry
    taken = (("weapons", (*stand.weapons, weapon)), ("in_hand", weapon), ("dry", dry))
    _change(battle, stand, taken, PICK_UP, "NUT-DMG-05", cause)
    _change(battle, other, (("weapons", left), ("in_hand", "")), "looted", "NUT-DMG-05", cause)


def spot(battle: Battle, stand: ClashStand, cause: Event | None = None) -> list[str]:
    """Look for hidden enemies within 12 inches: 2d6 against Rep, both passed find all in sight; their ids.

    Rules: NUT-SIGHT-11, NUT-ACT-03.
    """
    rules = (cite("NUT-ACT-03"), cite("NUT-SIGHT-11"))
    test = throws.passes(battle, 2, stand.rep, SPOT, stand=stand, rules=rules, cause=cause)
    if test.row < throws.TOP_ROW:
        return []
    found = []
    for enemy in geometry.enemies_here(battle, stand.side):
        near = hidden.is_hidden(battle, enemy, stand.side) and within(geometry.distance(battle, stand, enemy), SPOT_IN)
        if near and geometry.sees(battle, stand, enemy) and hidden.reveal(battle, enemy, stand.id, test.event):
            found.append(enemy.id)
    return found


def _change(
    battle: Battle,
    stand: ClashStand,
    changes: tuple[tuple[str, object], ...],
    why: str,
    rule: str,
    cause: Event | None = None,
) -> None:
    seen = knowledge.seen_by_for(battle.state, stand.id)
    rules = (cite(rule),)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why=why, rules=rules, seen_by=seen), cause)
