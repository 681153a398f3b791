"""A unit's go: move, then one attack; breakthrough after a won assault.

Rules: CFV-TURN-02, -04, -05, CFV-ASLT-20 to -22.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine import knowledge
from wargame.engine.events import StandChanged
from wargame.engine.orders import Act, AnyOrder, Assault, Fire, Move, Wait
from wargame.engine.requests import AnyRequest, Command
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.rulesets.fascist_vipers import (
    acts,
    assault,
    black_marks,
    bursts,
    fire,
    movement,
    objectives,
    targets,
    units,
    walk,
)
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Asking = Generator[AnyRequest, Any, None]
ACTIVATE = "activate"
ATTACK = "attack"
BREAKTHROUGH = "breakthrough"
BREAKTHROUGH_ASSAULT = "breakthrough_assault"


def activate_one_unit(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: an order to a unit that has not been used in this go, or what follows one. Rules: CFV-TURN-02, -05."""
    state = state_of(battle)
    objectives.look_for_the_end(battle)
    if battle.over:
        return NEXT
    if state.ready:
        yield from _follow_up(battle)
        return AGAIN
    subjects = tuple(s.id for s in usable(battle, state.phasing))
    if not subjects:
        return NEXT
    order = yield Command(
        side=state.phasing,
        purpose=ACTIVATE,
        prompt="Choose a unit and give it an order.",
        subjects=subjects,
        rules=(cite("CFV-TURN-02"), cite("CFV-TURN-05")),
    )
    if order.is_done:
        return NEXT
    yield from carry_out(battle, order)
    return AGAIN


def usable(scene: Scene, side: str) -> list[VipersStand]:
    """Units of a side that have not been used in this go and could do something. Rules: CFV-TURN-04, -05."""
    return [s for s in state_of(scene).stands.values() if s.side == side and not s.activated and _can_act(scene, s)]


def _can_act(scene: Scene, stand: VipersStand) -> bool:
    if stand.gone or units.is_aircraft(stand):
        return False
    if stand.off_board:
        return bursts.has_bursts(stand) and not stand.programmed and state_of(scene).groups[stand.group].arrived
    carrier = scene.state.stands.get(stand.carrier) if stand.carrier else None
    if carrier is not None:
        return carrier.in_play
    return stand.in_play and (stand.ratings.move > 0 or units.is_armed(stand) or bursts.has_bursts(stand))


def carry_out(battle: Battle, order: AnyOrder) -> Asking:
    """Carries out a legal order of the activation."""
    stand = state_of(battle).stands[order.stand]  # type: ignore[union-attr]
    if isinstance(order, Move):
        yield from walk.move(battle, order)
        offer_attack(battle, stand)
    elif isinstance(order, Fire):
        yield from shoot(battle, order)
    elif isinstance(order, Assault):
        fight(battle, order)
    elif isinstance(order, Act) and order.act == black_marks.ACT:
        black_marks.confess(battle, stand.side, order)
    elif isinstance(order, Act):
        acts.carry_out(battle, order)
        offer_attack(battle, stand)
    elif isinstance(order, Wait):
        seen = knowledge.seen_by_for(battle.state, stand.id) if stand.on_table else (stand.side,)
        battle.happen(StandChanged(stand=stand.id, changes=(("activated", True),), why="waits", seen_by=seen))


def shoot(battle: Battle, order: Fire) -> Asking:
    """A fire exchange, or a burst where the order names a place."""
    if order.at is not None:
        yield from bursts.fire_burst(battle, order)
    else:
        fire.exchange(battle, order)


def fight(battle: Battle, order: Assault) -> None:
    """An assault; a winner may break through, once per go. Rules: CFV-ASLT-20, -22."""
    state = state_of(battle)
    stand = state.stands[order.stand]
    won = assault.fight(battle, order)
    state.ready = state.ready_for = ""
    if won and not stand.gone and not stand.broke_through:
        cite("CFV-ASLT-20")
        state.ready, state.ready_for = stand.id, BREAKTHROUGH
        stand.spent = 0.0
    elif won:
        cite("CFV-ASLT-22")


def offer_attack(battle: Battle, stand: VipersStand) -> None:
    """Remembers that a unit which has moved may still attack. Rule: CFV-TURN-04."""
    state = state_of(battle)
    if stand.in_play and may_still_attack(battle, stand):
        state.ready, state.ready_for = stand.id, ATTACK


def may_still_attack(scene: Scene, stand: VipersStand) -> bool:
    """Has the unit a legal attack from where it stands now?"""
    if assault.may_assault(scene, stand) is None and assault.targets(scene, stand):
        return True
    if targets.may_fire(scene, stand) is not None:
        return False
    if any(row.refusal is None for row in targets.targets(scene, stand)):
        return True
    return bursts.has_bursts(stand) and stand.ratings.self_propelled


def _follow_up(battle: Battle) -> Asking:
    state = state_of(battle)
    stand, kind = state.stands[state.ready], state.ready_for
    if not stand.in_play:
        state.ready = state.ready_for = ""
        return
    order = yield _follow_up_request(battle, stand, kind)
    state.ready = state.ready_for = ""
    if order.is_done or isinstance(order, Wait):
        if kind == BREAKTHROUGH:
            _note_breakthrough(battle, stand)
    elif isinstance(order, Fire):
        yield from shoot(battle, order)
    elif isinstance(order, Assault):
        if kind == BREAKTHROUGH:
            _note_breakthrough(battle, stand)
        fight(battle, order)
    else:
        _note_breakthrough(battle, stand)
        yield from walk.move(battle, order, movement.BREAKTHROUGH)
        if stand.in_play and assault.targets(battle, stand):
            state.ready, state.ready_for = stand.id, BREAKTHROUGH_ASSAULT


def _follow_up_request(battle: Battle, stand: VipersStand, kind: str) -> Command:
    prompt, orders, rules = {
        ATTACK: (f"{stand.name} has moved. Attack?", ("fire", "assault", "wait"), (cite("CFV-TURN-04"),)),
        BREAKTHROUGH: (
            f"{stand.name} has won and may break through.",
            ("move", "assault", "wait"),
            (cite("CFV-ASLT-20"), cite("CFV-ASLT-22")),
        ),
        BREAKTHROUGH_ASSAULT: (
            f"{stand.name} has broken through. Assault again?",
            ("assault", "wait"),
            (cite("CFV-ASLT-21"),),
        ),
    }[kind]
    return Command(
        side=stand.side,
        purpose=kind,
        prompt=prompt,
        subjects=(stand.id,),
        orders=orders,
        about=(stand.id,),
        rules=rules,
    )


def _note_breakthrough(battle: Battle, stand: VipersStand) -> None:
    rules = (cite("CFV-ASLT-22"),)
    changes = (("broke_through", True),)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why="breakthrough", rules=rules))
