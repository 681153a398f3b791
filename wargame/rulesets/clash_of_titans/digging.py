"""Foxholes that the defenders of a perimeter have dug before the enemy comes. Rules: NUT-MISN-04, NUT-TERR-12."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from wargame.engine import knowledge
from wargame.engine.events import StandChanged
from wargame.engine.orders import Picked
from wargame.engine.requests import AnyRequest, Item, Pick
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import NEXT, Directive
from wargame.rulesets.clash_of_titans import missions, np_ground, rooms
from wargame.rulesets.clash_of_titans.standing import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

FOXHOLES = "foxholes"


def foxholes(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: who defends a perimeter says which men, half of them at most, stand in foxholes. Rule: NUT-MISN-04."""
    state = state_of(battle)
    if state.mission.mission != missions.DEFENCE:
        return NEXT
    side = state.mission.player
    men = [s for s in state.stands.values() if s.side == side and s.is_man and s.in_play and not s.carrier]
    able = [s for s in men if not s.dug_in and rooms.building_at(battle.board, s.x, s.y) is None]
    most = min(len(men) // 2, len(able))
    if not most:
        return NEXT
    order = yield Pick(
        side=side,
        purpose=FOXHOLES,
        prompt=f"Who of these has a foxhole? Up to {most} men.",
        items=tuple(Item(id=s.id, text=s.name) for s in able),
        at_most=most,
        suggestion=Picked(items=tuple((s.id, 1) for s in suggested(battle, able, most))),
        rules=(cite("NUT-MISN-04"),),
    )
    for name, _ in order.items:
        _dig(battle, state.stands[name])
    return NEXT


def suggested(scene: Scene, able: Sequence[ClashStand], most: int) -> list[ClashStand]:
    """Those without cover first, in file order."""
    covered = np_ground.shelters(scene, np.array([(s.x, s.y) for s in able], np.float64))
    ranked = sorted(range(len(able)), key=lambda n: (bool(covered[n]), n))
    return [able[n] for n in ranked[:most]]


def _dig(battle: Battle, stand: ClashStand) -> None:
    rules = (cite("NUT-MISN-04"), cite("NUT-TERR-12"))
    seen = knowledge.seen_by_for(battle.state, stand.id)
    event = StandChanged(stand=stand.id, changes=(("dug_in", True),), why="foxhole", rules=rules, seen_by=seen)
    battle.happen(event)
