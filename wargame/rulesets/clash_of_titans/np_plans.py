"""The procedures of non-player groups as things to do: who moves where, who shoots, who ducks.

A plan is made when the tactics test is rolled, from what the group knows then; each thing on it is an order such as a
player gives, refused or cut short like his. Rules: NUT-NP-05 to -09, -17.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from wargame.rulesets.clash_of_titans import np_assault, np_back, np_forward, np_static, np_tactics
from wargame.rulesets.clash_of_titans.np_draft import Draft
from wargame.rulesets.clash_of_titans.state import NpTask

_MAKERS: Mapping[str, Callable[[Draft], bool]] = MappingProxyType(
    {
        np_tactics.ADVANCE: np_forward.advance,
        np_tactics.BOUNDS: np_forward.bounds,
        np_tactics.FLANK: np_forward.flank,
        np_tactics.ASSAULT: np_assault.assault,
        np_tactics.HOLD: np_static.hold,
        np_tactics.FIRE: np_static.fire,
        np_tactics.AMBUSH: np_static.ambush,
        np_tactics.FALL_BACK: np_back.fall_back,
        np_tactics.WITHDRAW: np_back.withdraw,
        np_tactics.RETREAT: np_back.retreat,
    }
)


def make(draft: Draft, result: str) -> tuple[str, tuple[NpTask, ...]]:
    """Carry a result of the tactics test over into things to do; one that cannot be done becomes another.

    The procedure that it came to, and its tasks. Rule: NUT-NP-17.
    """
    order = draft.group.intention
    for _ in range(len(np_tactics.PROCEDURES)):
        draft.tasks.clear()
        draft.ends.clear()
        draft.pending.clear()
        if _MAKERS[result](draft):
            break
        if result == np_tactics.HOLD:
            break
        result = np_tactics.instead(result, order)
    return result, tuple(draft.tasks)
