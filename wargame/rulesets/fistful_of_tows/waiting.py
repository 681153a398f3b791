"""Overwatch as a good player uses it: fire now or wait, fire and leave, where to. It does not know a mover's path."""

from __future__ import annotations

import math

import numpy as np

from wargame.board import snap
from wargame.engine.orders import Done, Move, Order
from wargame.engine.requests import Command
from wargame.engine.view import View
from wargame.rulesets.fistful_of_tows import appraise, legal, movement, places, threat, units, watch_acts, worth
from wargame.rulesets.fistful_of_tows.state import FistStand, state_of

Advice = list[tuple[Order, float, str]]
NOW = 0.25
"""Fire on overwatch is worth at least so much."""
BETTER = 0.5
"""A better target that may still come is worth so much of what it would be worth in sight."""
RETURN = 0.45
"""Share of itself that return fire may cost before a stand fires and leaves."""
BEHIND = (180.0, 135.0, 225.0, 90.0, 270.0)
"""Directions of a scoot, from the heading."""


def overwatch(view: View, request: Command) -> Advice:
    """Shots with their worth, and that of waiting."""
    found: Advice = [(Done(), 0.0, "waits")]
    for name in request.subjects:
        stand = state_of(view).stands[name]
        patience = max(NOW, _may_still_come(view, stand))
        leaves = _return_fire(view, stand) > RETURN and _refuge(view, stand) is not None
        for order in legal.fires_of(view, request, name):
            made = appraise.appraise(view, order)
            if made.worth <= patience or (order.mode and not leaves):
                continue
            gain = made.worth - patience + 0.01
            if order.mode:
                gain += _return_fire(view, stand) * worth.value(view, stand) * 0.5
            found.append((order, gain, f"{made.headline}, and away" if order.mode else made.headline))
        for act in watch_acts.orders(view, stand):
            made = appraise.appraise(view, act)
            if made.worth > NOW:
                found.append((act, made.worth - NOW, made.headline))
    return found


def _may_still_come(view: View, stand: FistStand) -> float:
    """Worth of the best target that may still move into sight in this phase: bait is not shot at before it."""
    best = 0.0
    for enemy in places.foes_of(view, stand):
        if not threat.still_to_move(view, enemy) or enemy.id == state_of(view).active:
            continue
        away = math.dist((enemy.x, enemy.y), (stand.x, stand.y))
        reach = max(4.0, away - units.allowance(enemy))
        costs = threat.curve(stand, enemy)
        value = float(costs[min(threat.FARTHEST, int(reach))]) * worth.value(view, enemy)
        best = max(best, value if away < reach + 14.0 else 0.0)
    return BETTER * best


def _return_fire(view: View, stand: FistStand) -> float:
    """Share of itself that it would lose to all who see it after it has fired."""
    foes = places.foes_of(view, stand)
    if not foes:
        return 0.0
    here, there = np.array([(stand.x, stand.y)]), np.array([(e.x, e.y) for e in foes])
    away = np.hypot(there[:, 0] - stand.x, there[:, 1] - stand.y)[None, :]
    clear = threat.sees(view.board, here, there)
    save = int(places.saves_at(view, here)[0])
    reach = np.array([[threat.spotting_inches(view, e, stand, covered=save > 0, fired=True) for e in foes]])
    exposed = clear & (away <= reach).any()
    costs = threat.curves(foes, stand, away, save=save)
    weight = np.array([0.6 if e.strategic else 1.0 for e in foes])
    return float(1.0 - np.prod(1.0 - np.where(exposed, 0.6 * costs * weight, 0.0)))


def _refuge(view: View, stand: FistStand) -> tuple[float, float] | None:
    """A place within the scoot that fewer enemies see than this one, or None."""
    foes = places.foes_of(view, stand)
    spots = _spots(stand)
    if not foes or not spots:
        return None
    there = np.array([(e.x, e.y) for e in foes])
    seen = threat.sees(view.board, np.array([(stand.x, stand.y), *spots]), there).sum(axis=1)
    order = np.argsort(seen[1:], kind="stable").tolist()
    for n in order:
        if seen[1 + n] < seen[0] and movement.plan(view, stand, (spots[n],), movement.SCOOT).price.refusal is None:
            return spots[n]
    return None


def _spots(stand: FistStand) -> list[tuple[float, float]]:
    quarter, half = float(units.quartered(units.allowance(stand))), float(units.halved(units.allowance(stand)))
    found = []
    for turn in BEHIND:
        angle = math.radians(stand.facing_deg + turn)
        for inches in (quarter, half) if turn == BEHIND[0] else (half,):
            found.append((snap(stand.x + math.cos(angle) * inches), snap(stand.y + math.sin(angle) * inches)))
    return found


def scoot(view: View, request: Command) -> Advice:
    """Where a stand goes that has fired: out of most enemies' sight."""
    found: Advice = [(Done(), 0.0, "stays")]
    for name in request.subjects:
        stand = state_of(view).stands[name]
        rows = [s for s in _spots(stand) if movement.plan(view, stand, (s,), movement.SCOOT).price.refusal is None]
        if not rows:
            continue
        values = places.worth_of_places(view, name, np.array([(stand.x, stand.y), *rows]))
        for spot, value in zip(rows, values[1:].tolist(), strict=True):
            order = Move(stand=name, path=(spot,))
            if legal.check_move(view, request, order) is None:
                found.append((order, value - float(values[0]) + 0.5, "goes behind cover"))
    return found
