"""What a sensible player of this rulebook answers: which group acts first, where everybody starts, a Star's will.

The computer's judgement, not a rule.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from wargame.engine.orders import Chosen, Done, Move, Order
from wargame.engine.requests import AnyRequest, Choose, Command, Place
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import (
    activation,
    deployment,
    groups,
    mission_goals,
    movement,
    places_worth,
    player_orders,
    setting_up,
    stars,
    status,
    walk,
    ways,
    worth,
)
from wargame.rulesets.clash_of_titans.places_worth import strike
from wargame.rulesets.clash_of_titans.state import ClashState

Advice = list[tuple[Order, float, str]]
LEAST = 1.5
"""A man comes on with others for a gain of this."""
TRIES = 2


def worth_of_answers(view: View, request: AnyRequest) -> Advice:
    """Answers with their worth and the reason; empty where there is no opinion (the suggestion is as good)."""
    if isinstance(request, Choose) and request.purpose == activation.NEXT_GROUP:
        return _next_group(view, request)
    if isinstance(request, Choose) and request.purpose == player_orders.PURPOSE:
        return _friends_order(view, request)
    if isinstance(request, Choose) and request.purpose == stars.FREE_WILL:
        return _free_will(request)
    if isinstance(request, Place) and request.purpose == deployment.DEPLOY:
        found = setting_up.deploy(view, request)
        return [(found, 1.0, "ground to hold or to cross")] if found is not None else []
    if isinstance(request, Command) and request.purpose == walk.COME_ON:
        return _come_on(view, request)
    return []


def _come_on(view: View, request: Command) -> Advice:
    """Who would go into sight anyway does it now: one test, and the fire is shared out. Rule: NUT-SIGHT-04."""
    found: Advice = [(Done(), LEAST, "nobody else has a reason to")]
    state = cast(ClashState, view.state)
    for name in request.subjects:
        stand = state.stands[name]
        paths = ways.ways(view, name, "", movement.allowance(view, stand))
        if not paths:
            continue
        points = np.array([(stand.x, stand.y), *(path[-1] for path in paths)])
        worths = places_worth.worth_of_places(view, name, points, beside=max(2, len(request.subjects)))
        gains = worths[1:] - worths[0]
        for n in np.argsort(-gains, kind="stable")[:TRIES].tolist():
            if gains[n] <= LEAST:
                break
            facing = places_worth.facing_at(view, name, *paths[n][-1])
            found.append(
                (Move(stand=name, path=paths[n], facing_deg=facing), float(gains[n]), "comes on with the others")
            )
    return found


def _next_group(view: View, request: Choose) -> Advice:
    """Who can shoot comes before who has to walk into sight: fire first, then movement."""
    state = cast(ClashState, view.state)
    found: Advice = []
    for n, option in enumerate(request.options):
        men = [s for s in groups.members(state, option.id) if s.in_play and status.able(s)]
        fire = sum(strike(view, stand) for stand in men)
        found.append((Chosen(option=option.id), fire - 0.001 * n, f"shots worth {fire:.1f}"))
    return found


def _friends_order(view: View, request: Choose) -> Advice:
    """A friendly unit does what the mission asks of the side. Rule: NUT-NP-16."""
    state = cast(ClashState, view.state)
    group = state.stands[request.about[-1]].group
    wanted = mission_goals.order_of(view, group) if mission_goals.plays(state, request.side) else ""
    return [(Chosen(option=o.id), 1.0, "what the mission asks") for o in request.options if o.id == wanted]


def _free_will(request: Choose) -> Advice:
    """As many dice as he may pass: the best row of every test is the highest, but for one that charges alone."""
    found: Advice = []
    for option in request.options:
        if option.id == "roll":
            continue
        cost = worth.cost_of(option.consequence.replace(" ", "_"))
        found.append((Chosen(option=option.id), 1.0 - cost + 0.01 * int(option.id[-1]), option.consequence))
    return found
