"""Which known enemies on overwatch a move would show itself to. Rule: FFT-OW-09."""

from __future__ import annotations

import copy

from wargame.board import snap
from wargame.engine.appraisal import Reaction
from wargame.engine.orders import Move, Order
from wargame.engine.paths import place_at
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fistful_of_tows import movement, spotting, units
from wargame.rulesets.fistful_of_tows.state import state_of


def reactions(scene: Scene, order: Order) -> tuple[Reaction, ...]:
    """Stands with an open overwatch marker that spot the mover somewhere on its way, and where first."""
    if not isinstance(order, Move):
        return ()
    stand = state_of(scene).stands[order.stand]
    watchers = [e for e in units.enemies(scene, stand.side) if e.marker == "overwatch" and e.spotted]
    if not watchers or not stand.in_play:
        return ()
    plan = movement.plan(scene, stand, order.path, order.mode, order.facing_deg)
    if plan.course is None:
        return ()
    ghost, found = copy.copy(stand), []
    whole = plan.course.inches
    for watcher in watchers:
        for n in range(int(whole) + 2):
            place = place_at(stand.base, plan.path, min(float(n), whole))
            ghost.x, ghost.y, ghost.facing_deg = snap(place.x), snap(place.y), place.facing_deg
            if spotting.spots(scene, watcher, ghost):
                text = f"{watcher.name} may fire on overwatch"
                rules = (cite("FFT-OW-09"),)
                found.append(Reaction(stand=watcher.id, text=text, at=(ghost.x, ghost.y), rules=rules))
                break
    return tuple(found)
