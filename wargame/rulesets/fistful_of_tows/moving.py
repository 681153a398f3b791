"""The Movement Phase and Complete Movement: stand by stand. Rules: FFT-SEQ-05, -10, FFT-MOVE-01, FFT-OW-10."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from wargame.engine.orders import Act, AnyOrder, Fire, Move, Refusal, Wait
from wargame.engine.requests import AnyRequest, Command
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive, GoTo
from wargame.rulesets.fistful_of_tows import acts, lines, movement, overwatch, pivots, spotting, targets, units, walk
from wargame.rulesets.fistful_of_tows.ground import kinds_that
from wargame.rulesets.fistful_of_tows.losses import change
from wargame.rulesets.fistful_of_tows.state import FistStand, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

MOVE, COMPLETE = "move", "complete"
LEAST = 0.05
_FRESH: Mapping[str, Any] = MappingProxyType(
    {
        "spent": 0.0,
        "moved_spent": 0.0,
        "moved": False,
        "move_mode": "",
        "move_done": False,
        "strategic": False,
        "in_swamp": False,
        "walked": (),
        "halted": False,
        "mode_changed": False,
        "popped": False,
        "closing_ow": False,
    }
)


def begin(battle: Battle) -> Directive:
    """The Movement Phase opens: who could see is tested, fronts are noted. Rules: FFT-SPOT-03, FFT-PIV-01."""
    state = state_of(battle)
    state.engaged = state.asked = state.offered = state.closed = ()
    state.fought = state.ended_combats = ()
    for stand in state.stands.values():
        if stand.side == state.phasing and not stand.gone:
            _refresh(battle, stand)
    spotting.begin_phase(battle)
    pivots.note_fronts(battle)
    for stand in state.stands.values():
        if stand.side == state.phasing and stand.in_play and units.is_light_infantry(stand):
            stand.touched_cliff = stand.waits_at_cliff and at_cliff(battle, stand)
    return NEXT


def at_cliff(scene: Scene, stand: FistStand) -> bool:
    """Does it touch a cliff? Rules: FFT-TERR-23, -34."""
    cite("FFT-TERR-34")
    return bool(lines.touched_lines(scene.board, units.footprint(stand), kinds_that("cliffs")))


def _refresh(battle: Battle, stand: FistStand) -> None:
    changed = {name: value for name, value in _FRESH.items() if getattr(stand, name) != value}
    if changed:
        change(battle, stand, "new_move", **changed)


def move_one(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: an order to one stand. Rules: FFT-SEQ-05, FFT-MOVE-01, FFT-OW-10."""
    state = state_of(battle)
    view = battle
    able = tuple(s.id for s in units.on_table(view, state.phasing) if can_act(view, s))
    if not able:
        return _end(battle)
    order = yield Command(
        side=state.phasing,
        purpose=MOVE,
        prompt="Move a stand, or end the Movement Phase.",
        subjects=able,
        orders=("move", "act", "fire", "wait"),
        rules=(cite("FFT-SEQ-05"), cite("FFT-MOVE-01")),
    )
    if order.is_done:
        return _end(battle)
    yield from carry_out(battle, order)
    return AGAIN


def _end(battle: Battle) -> Directive:
    """Overwatch markers of the phasing side end with its Movement Phase. Rule: FFT-OW-08."""
    state = state_of(battle)
    state.active = ""
    state.offered = ()
    for stand in list(state.stands.values()):
        if stand.side == state.phasing and units.is_light_infantry(stand):
            stand.waits_at_cliff = stand.in_play and at_cliff(battle, stand)
        if stand.side == state.phasing and stand.marker == "overwatch" and not stand.gone:
            overwatch.lose_marker(battle, stand)
    return NEXT


def can_act(scene: Scene, stand: FistStand) -> bool:
    """Can it still be given an order in the Movement Phase? Who has waited is asked again after the next move."""
    waits = stand.id in state_of(scene).asked
    if stand.marker == "overwatch" and not waits and overwatch.legal_orders(scene, stand, scoots=False):
        return True
    if stand.move_done or stand.halted:
        return False
    if movement.may_move(scene, stand) is None and movement.left(stand) > LEAST:
        return True
    return any(row.refusal is None for row in acts.rows(scene, stand))


def carry_out(battle: Battle, order: AnyOrder) -> Generator[AnyRequest, Any, None]:
    """Carries out an order of the Movement Phase; who moved before has finished."""
    state = state_of(battle)
    stand = state.stands[order.stand]  # type: ignore[union-attr]
    state.asked = (*state.asked, stand.id) if isinstance(order, Wait) else ()
    if not isinstance(order, Fire):
        _finish_the_last(battle, stand)
    if isinstance(order, Move):
        yield from walk.move(battle, order)
    elif isinstance(order, Act):
        yield from acts.carry_out(battle, order)
    elif isinstance(order, Fire):
        state.offered = ()
        yield from overwatch.carry_out(battle, order, at_once=True)
    elif isinstance(order, Wait):
        change(battle, stand, "waits", move_done=True)


def _finish_the_last(battle: Battle, stand: FistStand) -> None:
    state = state_of(battle)
    last = state.stands.get(state.active)
    if last is not None and last.id != stand.id and last.in_play and last.spent > 0.0 and not last.move_done:
        change(battle, last, "finished", (cite("FFT-SEQ-05"),), move_done=True)
    state.active = stand.id


def check_fire(scene: Scene, order: Fire) -> Refusal | None:
    """Why a stand may not fire overwatch in its own Movement Phase, or None. Rules: FFT-OW-10, -04."""
    cite("FFT-OW-10")
    if order.mode:
        return Refusal(text="No shoot and scoot in one's own turn.", rules=(cite("FFT-SNS-01"),), about=order.stand)
    return overwatch.check(scene, order)


# ---------------------------------------------------------------- complete movement


def begin_complete(battle: Battle) -> Directive:
    """Stands that close combat stopped, and that stand free now, may use what is left. Rules: FFT-SEQ-10, FFT-CC-16."""
    state = state_of(battle)
    state.offered = state.asked = ()
    for stand in state.stands.values():
        if stand.halted and stand.in_play and stand.side == state.phasing:
            cite("FFT-CC-16")
            change(battle, stand, "moves_on", (cite("FFT-SEQ-10"),), halted=False, move_done=False)
    spotting.begin_phase(battle)
    return NEXT


def complete_one(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round of Complete Movement; a new contact is fought at once. Rules: FFT-SEQ-10, -18."""
    from wargame.rulesets.fistful_of_tows import close_combat

    state = state_of(battle)
    if any(s.halted and s.in_play for s in state.stands.values()) and close_combat.groups(battle):
        return GoTo(state.step.replace("complete", "close"))
    view = battle
    able = tuple(s.id for s in units.on_table(view, state.phasing) if _may_complete(view, s))
    if not able:
        return NEXT
    order = yield Command(
        side=state.phasing,
        purpose=COMPLETE,
        prompt="Complete the moves of stands that close combat stopped.",
        subjects=able,
        orders=("move", "wait"),
        rules=(cite("FFT-SEQ-10"), cite("FFT-SEQ-18")),
    )
    if order.is_done:
        return NEXT
    yield from carry_out(battle, order)
    return AGAIN


def _may_complete(scene: Scene, stand: FistStand) -> bool:
    if not stand.moved or stand.move_done or stand.halted or stand.id not in scene.state.ended_combats:  # type: ignore[attr-defined]
        return False
    return movement.may_move(scene, stand) is None and movement.left(stand) > LEAST


def may_fire_own(scene: Scene, stand: FistStand) -> bool:
    """Has it legal overwatch fire in its own Movement Phase?"""
    return any(targets.may_use(scene, stand, w, now="own") is None for w in targets.weapons_of(stand))
