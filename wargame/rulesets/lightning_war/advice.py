"""What answers are worth that are no orders to stands: which platoon acts, whether to fire when somebody moves."""

from __future__ import annotations

from wargame.engine.orders import Chosen, Done, Order
from wargame.engine.requests import AnyRequest, Choose, Command
from wargame.engine.view import View
from wargame.rulesets.lightning_war import (
    appraise,
    command,
    location,
    morale,
    prospects,
    reactions,
    samples,
    situation,
    units,
    worth,
)
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import WarStand
from wargame.rulesets.lightning_war.weapons import AP, HEAT, RIFLE, weapons

IDLE = 9.0
"""Taken off a platoon that has nothing to do in this game turn: rather pass than select it."""
NOTHING = 0.15
LEAST = 0.25
"""A shot that interrupts has to be worth so much, for it may be wanted later in the hour."""
AMBUSH = 0.3
"""What it is worth to stay unseen: a hidden stand fires at what is worth more than that, too."""
BAIT = 0.6
"""What the first shot of a hidden gun for armour is kept back for, while enemy armour is about and men come first."""


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
                value = appraise.appraise(view, order).worth - _given_away(view, stand, request)
                found.append((order, value, "fires"))
    return found


def _given_away(view: View, stand: WarStand, request: Command) -> float:
    """What a hidden stand loses by firing now: its hiding place, and the surprise meant for armour."""
    if not location.is_hidden(view, stand):
        return 0.0
    target = state_of(view).stands.get(request.about[0]) if request.about else None
    armed_for_tanks = any(arm.kind in (AP, HEAT, RIFLE) for arm in weapons(stand))
    if not armed_for_tanks or not isinstance(target, WarStand) or units.is_afv(target):
        return AMBUSH
    armour = any(units.is_armour(e) for e in location.known_enemies(view, stand.side))
    return AMBUSH + (BAIT if armour else 0.0)


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
