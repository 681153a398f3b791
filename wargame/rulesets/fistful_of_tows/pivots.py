"""Turning to face an enemy that has come round the flank. Rules: FFT-PIV-01 to -03, FFT-SEQ-06."""

from __future__ import annotations

import copy
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.board import bearing, snap_facing
from wargame.engine.events import StandTurned
from wargame.engine.orders import Move, Refusal
from wargame.engine.requests import AnyRequest, Command
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.rulesets.fistful_of_tows import attack, movement, overwatch, units
from wargame.rulesets.fistful_of_tows.state import FistStand, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE = "pivot"


def note_fronts(battle: Battle) -> None:
    """Remembers which enemies stand in the front arc of each defender at the start of a Movement Phase."""
    state = state_of(battle)
    pairs = []
    for stand in state.stands.values():
        if stand.in_play and stand.side != state.phasing and has_front(stand):
            for enemy in units.true_enemies(battle, stand.side):
                if attack.strikes_front(stand, units.footprint(enemy)):
                    pairs.append((stand.id, enemy.id))
    state.front_at_start = tuple(pairs)


def has_front(stand: FistStand) -> bool:
    """Does its heading matter?"""
    return units.is_afv(stand)


def flankers(scene: Scene, stand: FistStand) -> list[FistStand]:
    """Enemies that were in its front arc and have moved into its flank. Rule: FFT-PIV-01."""
    state = state_of(scene)
    if not has_front(stand) or not stand.in_play:
        return []
    cite("FFT-PIV-01")
    found = []
    for enemy in units.enemies(scene, stand.side):
        was_in_front = (stand.id, enemy.id) in state.front_at_start and enemy.moved
        if was_in_front and not attack.strikes_front(stand, units.footprint(enemy)):
            found.append(enemy)
    return found


def pivot_one(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: a defender turns to a flanker, or nobody more. Rules: FFT-PIV-01, -02, FFT-HOLD-01."""
    state = state_of(battle)
    side = next(iter(battle.state.enemies_of(state.phasing)), "")
    view = battle
    able = tuple(s.id for s in units.on_table(view, side) if s.id not in state.asked and flankers(view, s))
    if not able:
        state.asked = ()
        return NEXT
    order = yield Command(
        side=side,
        purpose=PURPOSE,
        prompt="An enemy has come round a flank. Turn to face him?",
        subjects=able,
        orders=("move", "wait"),
        interrupt="pivot",
        suggestion=_suggestion(view, able[0]),
        rules=(cite("FFT-PIV-01"), cite("FFT-PIV-02")),
    )
    if order.is_done:
        state.asked = ()
        return NEXT
    state.asked += (order.stand,)
    if isinstance(order, Move):
        turn(battle, state.stands[order.stand], order.facing_deg)
    return AGAIN


def _suggestion(scene: Scene, name: str) -> Move:
    stand = state_of(scene).stands[name]
    return facing(stand, flankers(scene, stand)[0])


def facing(stand: FistStand, enemy: FistStand) -> Move:
    """The turn that looks straight at an enemy."""
    return Move(stand=stand.id, path=(), facing_deg=snap_facing(bearing(stand.x, stand.y, enemy.x, enemy.y)))


def turn(battle: Battle, stand: FistStand, facing_deg: float | None) -> None:
    """A turn in place; overwatch and hold fire stay. Rule: FFT-PIV-03."""
    if facing_deg is not None and snap_facing(facing_deg) != stand.facing_deg:
        seen = overwatch.seen_by(battle, stand)
        rules = (cite("FFT-PIV-03"),)
        battle.happen(StandTurned(stand=stand.id, facing_deg=snap_facing(facing_deg), rules=rules, seen_by=seen))


def check(scene: Scene, order: Move) -> Refusal | None:
    """Why this is no pivot, or None: it has to bring a flanker back into the front arc. Rules: FFT-PIV-01, -03."""
    stand = state_of(scene).stands[order.stand]
    if order.path or order.facing_deg is None:
        return Refusal(text="A pivot is a turn in place.", rules=(cite("FFT-PIV-03"),), about=stand.id)
    turned = copy.copy(stand)
    turned.facing_deg = snap_facing(order.facing_deg)
    faced = any(attack.strikes_front(turned, units.footprint(e)) for e in flankers(scene, stand))
    if not faced:
        text = f"The turn has to bring an enemy on the flank of {stand.name} into its front arc."
        return Refusal(text=text, rules=(cite("FFT-PIV-01"),), about=stand.id)
    return movement.may_stand(scene, stand, stand.x, stand.y, order.facing_deg)
