"""What a turn does besides activations: its beginning, arrivals, melees, running men, its end.

Rules: NUT-TURN-01, NUT-STAT-09.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, cast

from wargame.engine import arrivals
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.rulesets.clash_of_titans import chain, deployment, groups, involuntary
from wargame.rulesets.clash_of_titans.state import RUNNING, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def begin_turn(battle: Battle) -> Directive:
    """One round: what belongs to the last turn is forgotten. Rule: NUT-TURN-01."""
    state = cast(ClashState, battle.state)
    cite("NUT-TURN-01")
    state.activation_dice = {}
    state.first_side = ""
    state.done_groups = state.ran = state.fought = ()
    state.doubles = 0
    state.air_checked = state.no_activation = False
    return NEXT


def arrive_one_side(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: a side's groups that are due come on, from the edge of their zone."""
    state = cast(ClashState, battle.state)
    for side in state.sides:
        arrivals.due(battle, side)
        coming = deployment.waiting_to_enter(battle, side)
        if coming:
            order = yield deployment.entry_request(battle, side, coming)
            deployment.put_down(battle, order, "enters")
    return NEXT


def fight_one_melee(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: a melee that is not decided fights on. Rules: NUT-TURN-01, NUT-MELE-05."""
    state = cast(ClashState, battle.state)
    left = [m.id for m in state.melees if m.id not in state.fought and m.since_turn < state.turn]
    if not left:
        return NEXT
    from wargame.rulesets.clash_of_titans import melee

    state.fought += (left[0],)
    yield from melee.later_round(battle, left[0])
    return AGAIN


def run_one_side(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: the running men of the side make their move, one by one. Rules: NUT-TURN-01, NUT-STAT-09."""
    cite("NUT-STAT-09")
    state = cast(ClashState, battle.state)
    if state.no_activation:
        return NEXT
    side = state.phasing
    runner = next(
        (
            s
            for s in state.stands.values()
            if s.side == side
            and (s.status == RUNNING or s.leaving)
            and not s.gone
            and groups.is_here(state, s)
            and s.ran_turn < state.turn
        ),
        None,
    )
    if runner is None:
        return NEXT
    causes = involuntary.run_on(battle, runner)
    if causes:
        yield from chain.resolve(battle, causes)
    return AGAIN


def end_turn(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: main guns are reloaded, fires spread, smoke ages, NP orders are checked. Rule: NUT-TURN-01."""
    from wargame.rulesets.clash_of_titans import ending

    yield from ending.end_of_turn(battle)
    return NEXT
