"""Reinforcements. Rules: FFT-SET-02, FFT-SEQ-04."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine import arrivals, knowledge
from wargame.engine.events import StandPlaced
from wargame.engine.orders import Placed
from wargame.engine.requests import AnyRequest, Place, Thing
from wargame.engine.rules import cite
from wargame.engine.sequence import NEXT, Directive
from wargame.rulesets.fistful_of_tows import deployment, spotting
from wargame.rulesets.fistful_of_tows.losses import change
from wargame.rulesets.fistful_of_tows.state import FistStand, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE = "enter"


def waiting(battle: Battle, side: str) -> list[FistStand]:
    """Stands that have arrived and stand on no place yet."""
    state = state_of(battle)
    return [
        s
        for s in state.stands.values()
        if s.side == side
        and state.groups[s.group].arrived
        and not (s.on_table or s.carrier or s.off_board or s.gone or s.dead_carrier)
    ]


def bring_on(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """Groups that are due are put at their edge, and may move this turn. Rules: FFT-SET-02, FFT-SEQ-04."""
    state = state_of(battle)
    arrivals.due(battle, state.phasing)
    coming = waiting(battle, state.phasing)
    if not coming:
        return NEXT
    suggestion = deployment.suggest(battle, coming, entering=True)
    room = {p.thing for p in suggestion.placements}
    if not room:
        return NEXT
    order = yield Place(
        side=state.phasing,
        purpose=PURPOSE,
        prompt="Reinforcements: place them at their edge.",
        things=tuple(
            Thing(id=s.id, text=s.name, must=False, regions=deployment.regions_of(battle.setup, s))
            for s in coming
            if s.id in room
        ),
        suggestion=suggestion,
        rules=(cite("FFT-SET-02"), cite("FFT-SEQ-04")),
    )
    put_down(battle, order, "arrives")
    return NEXT


def put_down(battle: Battle, order: Placed, why: str) -> None:
    """Places stands, and looks who sees them."""
    state = state_of(battle)
    for p in order.placements:
        stand = state.stands[p.thing]
        facing = deployment.facing_of(battle, stand, p)
        seen = knowledge.seen_by_for(state, stand.id)
        battle.happen(StandPlaced(stand=stand.id, x=p.x, y=p.y, facing_deg=facing, why=why, seen_by=seen))
        if stand.spotted:
            change(battle, stand, "unspotted", spotted=False)
    spotting.look_round(battle)
