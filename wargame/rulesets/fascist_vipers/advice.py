"""What a sensible player of this rulebook answers: who goes first, whether prisoners are taken.

Rules that it weighs: CFV-INIT-01, CFV-REAC-30 to -32, -41.
"""

from __future__ import annotations

from wargame.engine.orders import Chosen, Confirmed, Order
from wargame.engine.requests import AnyRequest, Choose, Confirm
from wargame.engine.view import View
from wargame.rulesets.fascist_vipers import initiative, places_fight, units, worth
from wargame.rulesets.fascist_vipers.observation import on_table, state_of

Advice = list[tuple[Order, float, str]]
CHEAP = 12.0
"""An escort that is worth no more than this may leave."""
READY = 2.0
"""Shots worth so much in sum are worth having first."""


def worth_of_answers(view: View, request: AnyRequest) -> Advice:
    """Answers with their worth and the reason; empty where there is no opinion."""
    if isinstance(request, Choose) and request.purpose == "initiative":
        return _first_or_second(view, request)
    if isinstance(request, Choose) and request.purpose == "surrender_to":
        return _to_whom(view, request)
    if isinstance(request, Confirm) and request.purpose == "surrender":
        return _prisoners(view, request)
    if isinstance(request, Choose):
        return [(Chosen(option=o.id), -float(n), "in order") for n, o in enumerate(request.options)]
    return []


def _first_or_second(view: View, request: Choose) -> Advice:
    """The last word in the last turn; else first with something to shoot at or to finish, second to be found ready."""
    state = state_of(view)
    if state.turn >= view.setup.turn_limit:
        first, why = -1.0, "the last word counts"
    else:
        ready = sum(places_fight.strike(view, stand) for stand in on_table(view, request.side))
        falter, crisis = initiative.shaken_enemies(state, request.side)
        first = ready + 2.0 * (falter + crisis) - READY
        why = f"shots worth {ready:.1f}, {falter + crisis} shaken groups"
    return [(Chosen(option="first"), first, why), (Chosen(option="second"), -first, why)]


def _to_whom(view: View, request: Choose) -> Advice:
    """To the unit that the enemy will miss most: its escort leaves the table."""
    stands = state_of(view).stands
    return [
        (Chosen(option=o.id), worth.prize(view, stands[o.id]), "he leaves as escort")
        for o in request.options
        if o.id in stands
    ]


def _prisoners(view: View, request: Confirm) -> Advice:
    """Accepted where the escort is cheap, or many enemies are left who would else fight to the end."""
    state = state_of(view)
    taker, group = state.stands[request.about[0]], request.about[1]
    left = {state.root(s.group).id for s in state.stands.values() if s.side != request.side and s.in_play}
    others = len(left - {state.root(group).id})
    teeth = sum(units.is_teeth(s) for s in on_table(view, request.side))
    cost = worth.value(taker) if teeth > 1 or not units.is_teeth(taker) else 100.0
    gain = CHEAP * min(others, 3) - cost
    return [(Confirmed(yes=True), gain, f"{others} other groups"), (Confirmed(yes=False), 0.0, "costs no escort")]
