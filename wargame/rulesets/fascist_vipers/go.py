"""How a go begins and ends: fresh units, arrivals, objectives. Rules: CFV-TURN-02, CFV-MOVE-13."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine import arrivals, knowledge
from wargame.engine.events import StandChanged, StandPlaced
from wargame.engine.orders import Placed
from wargame.engine.requests import AnyRequest, Place, Thing
from wargame.engine.rules import cite
from wargame.engine.sequence import NEXT, Directive
from wargame.engine.state import Stand
from wargame.rulesets.fascist_vipers import deployment, mines, objectives, reaction
from wargame.rulesets.fascist_vipers.observation import reveal_those_found, state_of
from wargame.rulesets.fascist_vipers.state import VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

_FRESH: tuple[tuple[str, Any], ...] = (
    ("activated", False),
    ("moved", False),
    ("road_move", False),
    ("attacked", False),
    ("broke_through", False),
    ("busy", ""),
    ("walked", ()),
    ("spent", 0.0),
)


def begin(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: the side's units are fresh; groups that are due enter. Rules: CFV-TURN-02, CFV-MOVE-13."""
    state = state_of(battle)
    state.go = "a" if state.step.endswith("_a") else "b"
    state.ready = state.ready_for = ""
    state.illegal_orders = {}
    side = state.phasing
    for stand in state.stands.values():
        if stand.side == side and not stand.gone:
            _refresh(battle, stand)
    arrivals.due(battle, side)
    waiting = waiting_to_enter(battle, side)
    if waiting:
        order = yield entry_request(battle, side, waiting)
        enter(battle, order)
    return NEXT


def _refresh(battle: Battle, stand: VipersStand) -> None:
    changes = tuple((name, value) for name, value in _FRESH if getattr(stand, name) != value)
    if changes:
        seen = knowledge.seen_by_for(battle.state, stand.id) if stand.on_table else (stand.side,)
        rules = (cite("CFV-TURN-02"),)
        battle.happen(StandChanged(stand=stand.id, changes=changes, why="fresh", seen_by=seen, rules=rules))


def waiting_to_enter(battle: Battle, side: str) -> list[VipersStand]:
    """Units of arrived groups that are neither on the table nor carried nor gone."""
    state = state_of(battle)
    return [
        s
        for s in state.stands.values()
        if s.side == side
        and state.groups[s.group].arrived
        and not (s.on_table or s.gone or s.carrier or s.off_board or s.ratings.move_type in ("air", "off_table"))
    ]


def entry_request(battle: Battle, side: str, waiting: list[VipersStand]) -> Place:
    """Asks where they enter: in the entry zone, having paid for the way from the edge. Rule: CFV-MOVE-13."""
    things = tuple(
        Thing(id=s.id, text=s.name, must=False, regions=deployment.regions_of(battle.setup, s)) for s in waiting
    )
    return Place(
        side=side,
        purpose="enter",
        prompt="Reinforcements: where do they enter? What you leave out waits for your next go.",
        things=things,
        suggestion=deployment.suggest(battle, waiting, entering=True),
        rules=(cite("CFV-MOVE-13"),),
    )


def enter(battle: Battle, order: Placed) -> None:
    """Puts the reinforcements on the table. Rule: CFV-MOVE-13."""
    state = state_of(battle)
    for p in order.placements:
        stand = state.stands[p.thing]
        facing = deployment.facing_of(battle, stand, p)
        placed = battle.happen(
            StandPlaced(stand=stand.id, x=p.x, y=p.y, facing_deg=facing, why="enters", rules=(cite("CFV-MOVE-13"),))
        )
        stand.spent = deployment.way_in(battle, stand, p.x, p.y)
        for passenger in _carried(battle, stand):
            knowledge.reveal_to_all(battle, passenger.id)
        knowledge.reveal_to_all(battle, stand.id, cause=placed)
        reveal_those_found(battle, [stand], placed)


def _carried(battle: Battle, stand: VipersStand) -> list[Stand]:
    return [s for s in battle.state.stands.values() if s.carrier == stand.id and not s.gone]


def end(battle: Battle) -> Directive:
    """One round: mines under those who stood still, objectives, what the go did to groups. Rules: CFV-OBJ-02."""
    state = state_of(battle)
    state.ready = state.ready_for = ""
    reaction.after_go(battle)
    mines.end_of_go(battle)
    objectives.capture(battle)
    objectives.look_for_the_end(battle)
    return NEXT
