"""Men who were not led out of a burning place: they duck out of it by themselves. Rules: NUT-COLL-04, NUT-SIGHT-09."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, cast

from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import burning, chain, fires, involuntary, refuge, status
from wargame.rulesets.clash_of_titans.causes import Newcomers
from wargame.rulesets.clash_of_titans.state import DUCKED, ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def drive_out(battle: Battle) -> Generator[AnyRequest, Any, None]:
    """At the end of an activation: men who are still in a burning place, and have not moved, duck out of it; who newly
    sees them reacts. Rules: NUT-COLL-04, NUT-SIGHT-09."""
    state = cast(ClashState, battle.state)
    active = frozenset(s.id for s in state.stands.values() if s.group == state.active_group)
    for man in [state.stands[name] for name in sorted(active)] if state.fires else []:
        if not _is_driven(battle, man):
            continue
        to = burning.way_out(battle, man, involuntary.full_move(battle, man))
        if to is None:
            continue
        rules = (cite("NUT-COLL-04"), cite("NUT-STAT-05"))
        moved = involuntary.go(battle, man, refuge.way(battle, man, to), involuntary.DUCK, None, rules)
        if moved and status.ready(man):
            status.set_status(battle, man, DUCKED, moved[0].event, rules)
        pairs = tuple(pair for m in moved for pair in involuntary.new_eyes(battle, m))
        if pairs:
            yield from chain.resolve(battle, [Newcomers(event=moved[0].event, pairs=pairs)], active)


def _is_driven(battle: Battle, man: ClashStand) -> bool:
    ready = man.is_man and man.in_play and not man.carrier and status.ready(man) and not man.melee_with
    return ready and man.moved_in == 0.0 and fires.must_leave(battle, man)
