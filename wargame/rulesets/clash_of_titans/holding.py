"""What owners decide in an In Sight test: hidden men hold their fire, men who cannot hurt anybody duck.

Rules: NUT-SIGHT-08, -12, NUT-NP-14.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wargame.board import within
from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged
from wargame.engine.orders import Picked
from wargame.engine.requests import AnyRequest, Item, Pick
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import answers, cover, geometry
from wargame.rulesets.clash_of_titans.chain import Chain
from wargame.rulesets.clash_of_titans.state import ClashStand

if TYPE_CHECKING:
    from wargame.rulesets.clash_of_titans.in_sight import Watcher

OPEN_FIRE = "open_fire"
DUCK = "duck_or_stay"
PRONE = "go_prone"
AMBUSH_IN = 12.0
"""Non-player groups in ambush wait until an enemy is so near (NUT-NP-08)."""
SURE_IN = 16.0
"""A hidden man's owner is advised to let enemies come so near."""


def is_hidden(chain: Chain, stand: ClashStand, from_: Sequence[ClashStand]) -> bool:
    """Is he hidden from the side of these newcomers?"""
    return any(knowledge.is_hidden(chain.state, stand.id, mover.side) for mover in from_)


def who_holds(chain: Chain, men: Sequence[Watcher], passed: Mapping[str, int]) -> Generator[AnyRequest, Any, set[str]]:
    """Hidden men who do not shoot: all that pass no die, and those whose owner lets them wait. Rule: NUT-SIGHT-12."""
    hidden = [t for t in men if is_hidden(chain, t.stand, t.seen)]
    if not hidden:
        return set()
    cite("NUT-SIGHT-12")
    may = [
        t
        for t in hidden
        if passed[t.stand.id] > 0 and any(answers.can_answer(chain.battle, t.stand, m) for m in t.seen)
    ]
    silent = {t.stand.id for t in hidden} - {t.stand.id for t in may}
    if not may:
        return silent
    stands = [t.stand for t in may]
    near = [t.stand for t in may if _is_near(chain, t)]
    if chain.state.groups[stands[0].group].np:
        cite("NUT-NP-14")
        ambush = chain.state.groups[stands[0].group].ambush
        return silent | ({s.id for s in stands} - {s.id for s in near} if ambush else set())
    order = yield Pick(
        side=stands[0].side,
        purpose=OPEN_FIRE,
        prompt="Hidden men see the enemy. Who opens fire? The others stay hidden.",
        items=tuple(Item(id=s.id, text=s.name) for s in stands),
        about=tuple(dict.fromkeys(m.id for t in may for m in t.seen)),
        rules=("NUT-SIGHT-12",),
        interrupt=OPEN_FIRE,
        suggestion=Picked(items=tuple((s.id, 1) for s in near)),
    )
    return silent | ({s.id for s in stands} - {name for name, _ in order.items})


def _is_near(chain: Chain, tester: Watcher) -> bool:
    group = chain.state.groups[tester.stand.group]
    limit = AMBUSH_IN if group.np else SURE_IN
    return any(within(geometry.distance(chain.battle, tester.stand, mover), limit) for mover in tester.seen)


def lie_down(chain: Chain, halted: Sequence[Watcher], cause: Event | None) -> Generator[AnyRequest, Any, None]:
    """Men who halt in the open may go prone, as their owner likes; non-player men do.

    Rules: NUT-ACT-05, NUT-STAT-04.
    """
    open_ = [t.stand for t in halted if not t.stand.prone and not _is_covered(chain, t)]
    if not open_:
        return
    cite("NUT-ACT-05")
    names = {s.id for s in open_}
    if not chain.state.groups[open_[0].group].np:
        order = yield Pick(
            side=open_[0].side,
            purpose=PRONE,
            prompt="These men halt in the open. Who goes prone?",
            items=tuple(Item(id=s.id, text=s.name) for s in open_),
            about=tuple(dict.fromkeys(m.id for t in halted for m in t.seen)),
            rules=("NUT-ACT-05",),
            interrupt=PRONE,
            suggestion=Picked(items=tuple((s.id, 1) for s in open_)),
        )
        names = {name for name, _ in order.items}
    for stand in open_:
        if stand.id in names:
            seen = knowledge.seen_by_for(chain.state, stand.id)
            rules = (cite("NUT-ACT-05"),)
            change = StandChanged(stand=stand.id, changes=(("prone", True),), why="prone", rules=rules, seen_by=seen)
            chain.battle.happen(change, cause)


def _is_covered(chain: Chain, tester: Watcher) -> bool:
    return all(cover.cover(chain.battle, tester.stand, mover).any for mover in tester.seen)


def who_ducks(chain: Chain, idle: Sequence[Watcher]) -> Generator[AnyRequest, Any, set[str]]:
    """Men who cannot hurt any newcomer carry on, or duck if their owner likes. Rule: NUT-SIGHT-08."""
    stands = [t.stand for t in idle]
    if not stands:
        return set()
    cite("NUT-SIGHT-08")
    if chain.state.groups[stands[0].group].np:
        return set()
    order = yield Pick(
        side=stands[0].side,
        purpose=DUCK,
        prompt="These men cannot hurt the enemy who has come into view. Who ducks back?",
        items=tuple(Item(id=s.id, text=s.name) for s in stands),
        about=tuple(dict.fromkeys(m.id for t in idle for m in t.seen)),
        rules=("NUT-SIGHT-08",),
        interrupt=DUCK,
        suggestion=Picked(items=()),
    )
    return {name for name, _ in order.items}
