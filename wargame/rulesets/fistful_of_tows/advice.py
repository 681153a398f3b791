"""What a sensible player of this rulebook answers where no order to a stand is asked."""

from __future__ import annotations

from wargame.engine.orders import Done, Move, Order
from wargame.engine.requests import AnyRequest, Command
from wargame.engine.view import View
from wargame.rulesets.fistful_of_tows import overwatch, pivots, waiting, worth
from wargame.rulesets.fistful_of_tows.state import FistStand, state_of

Advice = list[tuple[Order, float, str]]


def worth_of_answers(view: View, request: AnyRequest) -> Advice:
    """Answers with their worth and the reason; empty where there is no opinion."""
    if isinstance(request, Command) and request.purpose == overwatch.PURPOSE:
        return waiting.overwatch(view, request)
    if isinstance(request, Command) and request.purpose == overwatch.SCOOT:
        return waiting.scoot(view, request)
    if isinstance(request, Command) and request.purpose == pivots.PURPOSE:
        return _pivot(view, request)
    return []


def _pivot(view: View, request: Command) -> Advice:
    """Turns to the flanker that is worth most."""
    found: Advice = []
    for name in request.subjects:
        stand = state_of(view).stands.get(name)
        if not isinstance(stand, FistStand):
            continue
        for enemy in pivots.flankers(view, stand):
            order = pivots.facing(stand, enemy)
            if isinstance(order, Move) and pivots.check(view, order) is None:
                found.append((order, 1.0 + worth.value(view, enemy), "faces the flanker"))
    return [*found, (Done(), 0.0, "stays")]
