"""What a move costs on its way: enemies who see the mover somewhere on his path though not where he ends.

The quick look of a computer player at a few points of the path; what the end of it is worth says `places_worth`.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from wargame.engine.appraisal import Appraisal, Outcome
from wargame.engine.orders import Move
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import (
    aims,
    exposure,
    fast_moves,
    foes,
    movement,
    overrun_odds,
    places_worth,
    worth,
)
from wargame.rulesets.clash_of_titans.foes import Floats, state_of
from wargame.rulesets.clash_of_titans.state import ClashStand

NOTHING = Appraisal(outcomes=(), worth=0.0)
ALONE = 8.0
"""What it costs to run where the group could run together: it comes apart."""
WITH_HIM = 2
EVERY_IN = 2.0
MOST = 9
FAST_RISK = 0.6
"""What it costs that a Fast Move may fail, and leave a man in the open."""
FAST_AIM = 0.45
"""Share of the worth of his shot that a man loses who has run."""


def appraise(view: View, order: Move) -> Appraisal:
    """Worth of the fire that the way to the end of a move draws beyond that which its end draws; 0 or less."""
    stand = state_of(view).stands.get(order.stand)
    if stand is None or not order.path or not stand.in_play:
        return NOTHING
    if order.mode == movement.FAST and runs_alone(view, stand):
        text = f"{stand.name} would run alone"
        row = Outcome(id="alone", text=text, chance=1.0, worth=-ALONE, good=False)
        return Appraisal(outcomes=(row,), worth=-ALONE, headline=text)
    over = overrun_odds.appraise(view, stand, order) if stand.is_vehicle else None
    if over is not None:
        return over
    enemy = foes.foes_of(view, stand)
    if not len(enemy):
        return NOTHING
    points = along(((stand.x, stand.y), *order.path))
    look = exposure.exposure(view, stand, points, enemy, places_worth.eye_of(stand))
    harm = places_worth.harm_at(stand, points, enemy, look)
    seen = look.clear & (look.away <= enemy.reach[None, :])
    struck = np.where(seen, harm * places_worth.bearing_on(points, enemy), 0.0)
    worst = struck.max(axis=0)
    extra = np.maximum(0.0, worst - struck[-1]) * enemy.ready * places_worth.SEEN_MOVING
    tested = {pair.watcher for pair in state_of(view).pairs if pair.mover == stand.id}
    extra *= np.array([s.id not in tested for s in enemy.stands])
    lost = 1.0 - float(np.prod(1.0 - np.minimum(0.95, extra)))
    value = -places_worth.CAUTION * worth.loss(view, stand) * lost
    text = f"{stand.name} is seen on the way"
    if order.mode == movement.FAST and stand.is_man:
        value -= FAST_RISK + FAST_AIM * float(places_worth.shots_from(view, stand, enemy, look)[-1])
        text = f"{stand.name} runs: he may not come off, and will not hit much"
    if value > -0.01:
        return NOTHING
    return Appraisal(
        outcomes=(Outcome(id="seen", text=text, chance=1.0, worth=value, good=False),), worth=value, headline=text
    )


def runs_alone(view: View, stand: ClashStand) -> bool:
    """Could others of his group go fast with him on one test, which keeps them together (NUT-MOVE-02)?"""
    aim = aims.aim_of(view, stand.group)
    if aim is None or not aim.take or not stand.is_man or stand.fast_passed is not None:
        return False
    return len(fast_moves.candidates(view, stand.group)) > WITH_HIM


def along(path: tuple[tuple[float, float], ...]) -> Floats:
    """Points (n, 2) of a path every two inches, its end last."""
    found: list[tuple[float, float]] = []
    for (ax, ay), (bx, by) in pairwise(path):
        length = math.dist((ax, ay), (bx, by))
        count = max(1, min(MOST, math.ceil(length / EVERY_IN)))
        found += [(ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(1, count + 1)]
    return np.array(found, np.float64)
