"""Looters cannot pass by loot, bottles, valuables or suspicious objects. Rule: NUT-ATTR-04.

Such things are markers that others put down; what comes of handling one is told by an event that their rules wait for.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.board import within
from wargame.engine import knowledge
from wargame.engine.events import StandChanged
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.state import Marker
from wargame.rulesets.clash_of_titans import activation, attributes, geometry, movement, status, throws, walk
from wargame.rulesets.clash_of_titans.activation import Activation
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

LOOT = ("loot", "bottle", "valuables", "suspicious_object")
"""Kinds of markers that tempt a Looter."""
NEAR_IN = 6.0
HANDLE_IN = 1.0
"""Near enough to pick it up."""
HANDLES = "handles"


def temptation(scene: Scene, stand: ClashStand) -> Marker | None:
    """The nearest thing within 6 inches and sight that a Looter has not resisted yet, or None. Rule: NUT-ATTR-04."""
    if not attributes.has(stand, "Looter") or not status.ready(stand) or not stand.in_play or stand.finished:
        return None
    cite("NUT-ATTR-04")
    found = [
        (math.dist((m.x, m.y), (stand.x, stand.y)), m.id)
        for m in state_of(scene).markers.values()
        if m.kind in LOOT and _word(m) not in stand.spent and (m.known_to is None or stand.side in m.known_to)
    ]
    for away, name in sorted(found):
        marker = state_of(scene).markers[name]
        if within(away, NEAR_IN) and geometry.sees_place(scene, stand, (marker.x, marker.y)):
            return marker
    return None


def tempt(battle: Battle, active: Activation) -> Generator[AnyRequest, Any, None]:
    """Every Looter of the active group who sees loot rolls; who fails goes and handles it. Rule: NUT-ATTR-04."""
    for name in sorted(active.active):
        stand = state_of(battle).stands[name]
        marker = temptation(battle, stand)
        while marker is not None:
            yield from _test(battle, active, stand, marker)
            marker = temptation(battle, stand)


def _test(battle: Battle, active: Activation, stand: ClashStand, marker: Marker) -> Generator[AnyRequest, Any, None]:
    rules = (cite("NUT-ATTR-04"),)
    test = throws.passes(battle, 1, stand.rep, "looter", stand=stand, rules=rules)
    seen = knowledge.seen_by_for(battle.state, stand.id)
    changes: tuple[tuple[str, object], ...] = (("spent", (*stand.spent, _word(marker))),)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why="tempted", rules=rules, seen_by=seen), test.event)
    if test.passed:
        return
    path = movement.as_far_as(battle, stand, ((marker.x, marker.y),))
    if path:
        yield from walk.walk(battle, active, movement.plan(battle, stand, path))
    if status.ready(stand) and within(math.dist((marker.x, marker.y), (stand.x, stand.y)), HANDLE_IN):
        changes = (("work", f"{HANDLES} {marker.id}"),)
        battle.happen(StandChanged(stand=stand.id, changes=changes, why=HANDLES, rules=rules, seen_by=seen), test.event)
    activation.finish(battle, stand, test.event)


def _word(marker: Marker) -> str:
    return f"loot {marker.id}"
