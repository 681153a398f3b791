"""Going up and down in buildings: one storey at a time, by the staircase. Rules: NUT-BLDG-03, -05, -11."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged, StandMoved
from wargame.engine.orders import Act, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import ActRow, Scene
from wargame.rulesets.clash_of_titans import acts, chain, movement, passages, rooms, standing, walk
from wargame.rulesets.clash_of_titans.activation import Activation
from wargame.rulesets.clash_of_titans.causes import Newcomers
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Steps = Generator[AnyRequest, Any, None]
UP, DOWN = "stairs.up", "stairs.down"
MODE = "stairs"


def rows(scene: Scene, stand: ClashStand) -> list[ActRow]:
    """The flights that a man at the stairs may take. Rule: NUT-BLDG-05."""
    if not stand.is_man or stand.carrier or not stand.in_play:
        return []
    found = []
    for floor in passages.storeys_from(scene, stand):
        act = UP if floor > stand.floor else DOWN
        name = "Go upstairs" if floor > stand.floor else "Go downstairs"
        found.append(acts.made(act, refusal(scene, stand, floor), name=name))
    return found


def refusal(scene: Scene, stand: ClashStand, floor: int) -> Refusal | None:
    """Why a man cannot go to the next storey now, or None. Rules: NUT-BLDG-05, NUT-GEO-01, NUT-COLL-04."""
    rules = (cite("NUT-BLDG-05"),)
    reason = movement.may_move(scene, stand)
    if reason is not None:
        return reason
    left = movement.full_move(state_of(scene), stand) - stand.moved_in
    if left < passages.STAIRS_IN - movement.SLACK:
        text = f"A flight of stairs takes {passages.STAIRS_IN:g} in of his normal move; {max(left, 0.0):.1f} are left."
        return Refusal(text=text, rules=rules, about=stand.id)
    room = rooms.room_at(scene.board, stand.x, stand.y, floor)
    if room is not None and passages.burns(scene, room):
        return Refusal(text="It burns there.", rules=(cite("NUT-COLL-04"),), about=stand.id)
    return standing.may_stand(scene, stand, stand.x, stand.y, stand.facing_deg, floor)


def carry_out(battle: Battle, active: Activation, order: Act) -> Steps:
    """Take a flight; whoever sees him newly reacts. Rules: NUT-BLDG-05, NUT-SIGHT-01."""
    stand = state_of(battle).stands[order.stand]
    before = set(walk.newly_seen(battle, stand))
    event = climb(battle, stand, stand.floor + (1 if order.act == UP else -1))
    pairs = tuple(pair for pair in walk.newly_seen(battle, stand) if pair not in before)
    if pairs:
        yield from chain.resolve(battle, [Newcomers(event=event, pairs=pairs)], active.active)


def climb(battle: Battle, stand: ClashStand, floor: int) -> Event:
    """A man is on another storey, and the flight is taken off his move. Rule: NUT-BLDG-05."""
    rules = (cite("NUT-BLDG-05"),)
    seen = knowledge.seen_by_for(battle.state, stand.id)
    here = (stand.x, stand.y)
    moved: Event = battle.happen(
        StandMoved(
            stand=stand.id,
            path=(here, here),
            facing_deg=stand.facing_deg,
            mode=MODE,
            cost=passages.STAIRS_IN,
            floor=floor,
            rules=rules,
            seen_by=seen,
        )
    )
    room = rooms.room_at(battle.board, stand.x, stand.y, floor)
    spent = round(stand.moved_in + passages.STAIRS_IN, 3)
    changes = (("moved_in", spent), ("room", room.name if room is not None else ""))
    own = (stand.side,) if seen is not None else None
    battle.happen(StandChanged(stand=stand.id, changes=changes, why="moved", rules=rules, seen_by=own), cause=moved)
    return moved
