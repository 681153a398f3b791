"""What answers are worth that are no orders to stands: which platoon acts, whether to fire when somebody moves."""

from __future__ import annotations

from wargame.engine.orders import Chosen, Done, Order
from wargame.engine.requests import AnyRequest, Choose, Command
from wargame.engine.view import View
from wargame.rulesets.lightning_war import appraise, command, morale, prospects, reactions, samples, situation, worth
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import WarStand

IDLE = 9.0
"""Taken off a platoon that has nothing to do in this game turn: rather pass than select it."""
NOTHING = 0.15
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
    """The platoon that gains most for the risk that it runs; to pass, where no gain is worth the initiative."""
    state = state_of(view)
    found: list[tuple[Order, float, str]] = [(Chosen(option=command.PASS), _worth_of_passing(view), "rests")]
    for option in request.options:
        if option.id == command.PASS:
            continue
        group = state.groups[option.id]
        gain = prospects.of_platoon(view, group)
        wanted = morale.need(view, group)
        fails = 1.0 - morale.chance(morale.Need(wanted.dice, wanted.total + 1))
        stakes = (worth.INITIATIVE + worth.FLIGHT) * (1.0 - situation.boldness(view, group.side))
        idle = IDLE if group.idle_turn == state.turn or gain <= NOTHING else 0.0
        value = gain - prospects.exposure(view, group) * fails * stakes - idle
        found.append((Chosen(option=option.id), value, "acts"))
    return found


def _worth_of_passing(view: View) -> float:
    """To give up the initiative costs what it is worth, unless one is ahead and time works for one."""
    ahead = situation.lead(view, view.side) >= situation.COMFORT
    return 0.35 if ahead else 0.0
