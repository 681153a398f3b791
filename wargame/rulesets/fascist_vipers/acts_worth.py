"""What loading, unlimbering and works are worth to the computer: a view's rough judgement, no dice."""

from __future__ import annotations

import math

import numpy as np

from wargame.engine.appraisal import Appraisal, Outcome
from wargame.engine.orders import Act
from wargame.engine.ruleset import Scene
from wargame.engine.view import View
from wargame.rulesets.fascist_vipers import acts, goals, movement, places_worth, units
from wargame.rulesets.fascist_vipers.observation import known_enemies, place_of, state_of
from wargame.rulesets.fascist_vipers.state import VipersStand

NEAR_IN = 9.0
"""Passengers get off when an enemy is as near as this."""
FAR_IN = 16.0
"""Nobody gets on unless the enemy is farther than this."""
MANHANDLED_TURNS = 3.0
"""A gun that would need more turns than this to its goal is limbered."""
GOOD, FAIR, BAD = 5.0, 2.5, -1.0
WORK = 8.0


def appraise_act(scene: Scene, order: Act) -> Appraisal:
    """The worth of an act as one sure outcome."""
    worth = worth_of(scene, order) if isinstance(scene, View) else 0.0
    outcome = Outcome(id="done", text="it is done", chance=1.0, worth=worth)
    return Appraisal(outcomes=(outcome,), worth=worth)


def worth_of(view: View, order: Act) -> float:
    """Worth of an act to the unit that is ordered it; below nothing where it had better not."""
    stand = state_of(view).stands[order.stand]
    body = place_of(view, stand)
    enemy = min((math.dist((e.x, e.y), (body.x, body.y)) for e in known_enemies(view, stand.side)), default=99.0)
    way, there = _way(view, stand, body)
    if order.act == "unlimber":
        reach = max(stand.ratings.range_soft, stand.ratings.range_armour, 0.7 * stand.ratings.indirect_range)
        return GOOD if enemy <= reach + 3.0 or way <= there + 1.0 else BAD
    if order.act == "dismount":
        return GOOD if enemy <= NEAR_IN or way <= there + 3.0 else BAD
    if order.act == "limber":
        slow = way - there > MANHANDLED_TURNS * max(1.0, movement.allowance(stand))
        return FAIR if slow and enemy > FAR_IN + stand.ratings.range_armour else BAD
    if order.act == "mount":
        return FAIR if enemy > FAR_IN and way - there > 3.0 * movement.allowance(stand) else BAD
    return WORK if order.act != acts.CLEAR else FAIR


def _way(view: View, stand: VipersStand, body: VipersStand) -> tuple[float, float]:
    """Points of movement to the goal, and how near to it the unit wants to be."""
    goal = goals.goals(view, stand.side).get(state_of(view).root(stand.group).id)
    if goal is None:
        return 0.0, 0.0
    costs = places_worth.way_costs(view, body, goal, np.array([(body.x, body.y)]))
    near = goal.radius_in if units.is_teeth(stand) else max(goal.radius_in, 0.6 * stand.ratings.range_armour)
    return float(costs[0]), near
