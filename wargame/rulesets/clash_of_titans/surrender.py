"""Men whose way home is closed give themselves up. Rules: NUT-STAT-09, -16."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from wargame.board import bearing
from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import edges, status
from wargame.rulesets.clash_of_titans.state import CAPTURED, ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

SURROUNDED_IN = 8.0
"""Enemies this near on the only way out make a runner surrender (NUT-STAT-09)."""


def surrounded_by(battle: Battle, stand: ClashStand, gets_home: Callable[[], bool]) -> ClashStand | None:
    """The enemy that a runner surrenders to: within 8 in on the only way out. Rule: NUT-STAT-09."""
    state = cast(ClashState, battle.state)
    edge = state.edges[stand.side]
    here = (stand.x, stand.y)
    near = [
        s
        for s in state.stands.values()
        if s.side != stand.side and s.in_play and s.is_man and status.able(s) and _on_the_way(s, stand, edge)
    ]
    if not near:
        return None
    if not _closed(near, stand, edge) and gets_home():
        return None
    cite("NUT-STAT-09")
    return min(near, key=lambda s: (round(math.dist(here, (s.x, s.y)), 3), s.id))


def _on_the_way(enemy: ClashStand, stand: ClashStand, edge: str) -> bool:
    """Is an enemy within 8 in and no farther from a straight line home than 45 degrees?"""
    away = math.dist((enemy.x, enemy.y), (stand.x, stand.y))
    if away > SURROUNDED_IN:
        return False
    turn = abs((bearing(stand.x, stand.y, enemy.x, enemy.y) - edges.outward_deg(edge) + 180.0) % 360.0 - 180.0)
    return turn <= 45.0


def _closed(near: Sequence[ClashStand], stand: ClashStand, edge: str) -> bool:
    """Do enemies close the way on both sides of the straight line home?"""
    out = edges.outward_deg(edge)
    turns = [(bearing(stand.x, stand.y, s.x, s.y) - out + 180.0) % 360.0 - 180.0 for s in near]
    return min(turns) <= 0.0 <= max(turns) and len(near) > 1


def surrender(battle: Battle, stand: ClashStand, captor: ClashStand, cause: Event | None) -> Event:
    """A man gives himself up. Rules: NUT-STAT-09, -16."""
    event = status.lose(battle, stand, CAPTURED, cause, (cite("NUT-STAT-16"),))
    seen = knowledge.seen_by_for(battle.state, stand.id)
    changes = (("captor", captor.id),)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why="captor", seen_by=seen), cause=event)
    return event
