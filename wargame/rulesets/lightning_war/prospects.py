"""What a platoon could do with an hour: is it worth pressing the initiative with it?"""

from __future__ import annotations

import numpy as np

from wargame.engine.view import View
from wargame.rulesets.lightning_war import (
    appraise,
    location,
    morale,
    movement,
    requests,
    samples,
    situation,
    units,
    ways,
)
from wargame.rulesets.lightning_war.features import ground, spot_of
from wargame.rulesets.lightning_war.places_worth import worth_of_places
from wargame.rulesets.lightning_war.state import WarGroup, WarStand

POINTS_LOOKED_AT = 5
"""Points of each place that are enough to see whether a move would gain anything."""
WORTH_MOVING = 0.5
MOST_STANDS = 4
"""The best of a platoon count; what the fifth could do adds little."""


def of_platoon(view: View, group: WarGroup) -> float:
    """What the best orders to a platoon are worth together: shots, moves, fire asked for."""
    rows = sorted((_of_stand(view, s) for s in morale.squads(view, group.id) if s.in_play), reverse=True)
    return sum(rows[:MOST_STANDS]) + _of_batteries(view, group)


def _of_stand(view: View, stand: WarStand) -> float:
    fire = max((appraise.appraise(view, order).worth for order in samples.fires(view, stand)), default=0.0)
    return max(0.0, fire, _of_move(view, stand))


def _of_move(view: View, stand: WarStand) -> float:
    if movement.may_move(view, stand) is not None:
        return 0.0
    ends = ways.ends(view, stand, POINTS_LOOKED_AT)
    if not ends:
        return 0.0
    worths = worth_of_places(view, stand.id, np.array([(stand.x, stand.y), *ends]))
    best = int(np.argmax(worths[1:]))
    gain = float(worths[best + 1] - worths[0])
    if gain <= WORTH_MOVING:
        return 0.0
    return max(0.0, gain + situation.risk_of_move(view, stand, *ends[best]))


def _of_batteries(view: View, group: WarGroup) -> float:
    """A battery that can still be asked for, and a located enemy to name."""
    free = [b for b in requests.batteries(view, group.side, group.id) if not units.is_aircraft(b)]
    if not free:
        return 0.0
    for enemy in location.known_enemies(view, group.side):
        if requests.against_target(view, free[0], enemy, group.id) is None:
            return 0.6 * len(free)
    return 0.0


def exposure(view: View, group: WarGroup) -> float:
    """Chance that a platoon that does something has to test: by how many enemies could fire at it where it is."""
    squads = [s for s in morale.squads(view, group.id) if s.in_play]
    count = 0
    for enemy in location.known_enemies(view, group.side):
        there = spot_of(view, enemy).place
        near = any(0 <= ground(view.board).graph.steps(spot_of(view, s).place, there) <= 1 for s in squads)
        count += near and not units.is_staff(enemy)
    return min(0.6, 0.08 + 0.1 * count)
