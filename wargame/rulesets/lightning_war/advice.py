"""What answers are worth that are no orders to stands: which platoon acts, whether to fire when somebody moves."""

from __future__ import annotations

import math

from wargame.engine.orders import Chosen, Done, Order
from wargame.engine.requests import AnyRequest, Choose, Command
from wargame.engine.view import View
from wargame.rulesets.lightning_war import appraise, command, location, morale, reactions, samples
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import WarStand

IDLE = 5.0
"""Taken off a platoon that had nothing to do in this game turn: rather pass than select it again."""
LEAST = 0.25
"""A shot that interrupts has to be worth so much, for it may be wanted later in the hour."""


def worth_of_answers(view: View, request: AnyRequest) -> list[tuple[Order, float, str]]:
    """Answers with their worth and a reason; empty: no opinion."""
    if isinstance(request, Choose) and request.purpose == command.SELECT:
        return _select(view, request)
    if isinstance(request, Command) and request.purpose in reactions.PURPOSES:
        return _react(view, request)
    return []


def _react(view: View, request: Command) -> list[tuple[Order, float, str]]:
    found: list[tuple[Order, float, str]] = [(Done(), LEAST, "holds its fire")]
    for name in request.subjects:
        stand = state_of(view).stands.get(name)
        if isinstance(stand, WarStand):
            for order in samples.fires(view, stand, request.about):
                found.append((order, appraise.appraise(view, order).worth, "fires"))
    return found


def _select(view: View, request: Choose) -> list[tuple[Order, float, str]]:
    """Platoons near what is to be taken or hit come first; those whose test would fail come last."""
    state = state_of(view)
    found: list[tuple[Order, float, str]] = []
    for option in request.options:
        if option.id == command.PASS:
            found.append((Chosen(option=option.id), 0.0, "waits"))
            continue
        group = state.groups[option.id]
        squads = [s for s in morale.squads(view, group.id) if s.in_play]
        busy = sum(s.moved_cycle == state.cycle - 1 and s.moved_cycle > 0 for s in squads)
        worth = 0.4 * len(squads) * morale.chance(morale.need(view, group)) + 0.5 * _pull(view, squads) - 0.15 * busy
        idle = IDLE if group.idle_turn == state.turn else 0.0
        found.append((Chosen(option=option.id), worth - 0.5 - idle, "acts"))
    return found


def _pull(view: View, squads: list[WarStand]) -> float:
    """How much there is to do for a platoon: objectives to take and enemies to hit nearby."""
    if not squads:
        return 0.0
    x, y = sum(s.x for s in squads) / len(squads), sum(s.y for s in squads) / len(squads)
    side = squads[0].side
    aims = [(o.x, o.y) for o in view.state.objectives.values() if o.holder != side]
    aims += [(e.x, e.y) for e in location.known_enemies(view, side)]
    if not aims:
        return 0.0
    return 10.0 / (5.0 + min(math.dist((x, y), aim) for aim in aims))
