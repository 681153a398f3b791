"""What a sensible player of this rulebook answers where no order to a stand is asked."""

from __future__ import annotations

from wargame.engine.orders import Done, Fire, Move, Order
from wargame.engine.requests import AnyRequest, Command
from wargame.engine.view import View
from wargame.rulesets.fistful_of_tows import appraise, legal, overwatch, pivots, units, worth
from wargame.rulesets.fistful_of_tows.state import FistStand, state_of

Advice = list[tuple[Order, float, str]]
NOW = 0.35
"""Overwatch fires when the shot is worth so much; a stand that waits may see a better one."""


def worth_of_answers(view: View, request: AnyRequest) -> Advice:
    """Answers with their worth and the reason; empty where there is no opinion."""
    if isinstance(request, Command) and request.purpose == overwatch.PURPOSE:
        return _overwatch(view, request)
    if isinstance(request, Command) and request.purpose == pivots.PURPOSE:
        return _pivot(view, request)
    return []


def _overwatch(view: View, request: Command) -> Advice:
    found: Advice = [(Done(), NOW, "waits for a better shot")]
    for name in request.subjects:
        for order in legal.fires_of(view, request, name):
            if not order.mode:
                made = appraise.appraise(view, order)
                found.append((order, made.worth, made.headline))
            elif _should_scoot(view, order):
                made = appraise.appraise(view, order)
                found.append((order, made.worth * 1.1, "and away"))
    return found


def _should_scoot(view: View, order: Fire) -> bool:
    """A stand that many enemies see, and that is worth much, fires and leaves."""
    stand = state_of(view).stands[order.stand]
    foes = [e for e in units.enemies(view, stand.side) if e.ratings.kind == "mbt"]
    return len(foes) >= 5 and worth.value(view, stand) > 3.0


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
