"""How a side stands in the battle, how much it may risk, and what a move under fire puts at stake."""

from __future__ import annotations

from wargame.engine.view import View
from wargame.rulesets.lightning_war import firing, outlook, points, sightlines, units, worth
from wargame.rulesets.lightning_war.features import ground, state_of
from wargame.rulesets.lightning_war.state import WarStand

COMFORT = 3.0
"""So many points ahead, and nothing has to be risked any more."""


def lead(view: View, side: str) -> float:
    """Points that a side would be ahead if nothing changed any more: what is held from the start counts then."""
    state = state_of(view)
    found = 0.0
    for name in state.sides:
        sign = 1.0 if name == side else -1.0
        found += sign * state.scores.get(name, 0.0)
    for objective in state.objectives.values():
        if objective.holder and not state.counted.get(objective.id):
            found += points.worth(objective) * (1.0 if objective.holder == side else -1.0)
    return found


def time_left(view: View) -> float:
    """Share of the battle that is still to come, by the hour or by game turns, whichever runs out first."""
    state, setup = state_of(view), view.setup
    left = [1.0 - (state.turn - 1) / setup.turn_limit] if setup.turn_limit else []
    if setup.clock:
        left.append(1.0 - state.elapsed_min / max(1, setup.clock.minutes))
    return max(0.0, min([1.0, *left]))


def boldness(view: View, side: str) -> float:
    """How much of a risk is worth taking: 1 for the one who is behind with little time, less for who may wait."""
    ahead = lead(view, side)
    if ahead >= COMFORT:
        return 0.2
    attacks = view.state.sides[side].role == "attacker"
    calm = time_left(view)
    return min(1.0, (0.6 if attacks else 0.4) + 0.6 * (1.0 - calm) * (ahead < COMFORT))


def risk_of_move(view: View, stand: WarStand, x: float, y: float) -> float:
    """What counter fire at a stand on its way to a place may cost, beyond the stand itself: its platoon's nerve and the
    initiative. Never above 0."""
    if units.is_staff(stand):
        return 0.0
    steps = ground(view.board).graph.all_steps[ground(view.board).spot(x, y).place]
    spared = 1.0
    for foe in outlook.outlook(view, stand).foes:
        away = int(steps[foe.place])
        share = max((share for reach, share, _ in foe.his if 0 <= away <= reach), default=0.0)
        if share <= 0.0 or not _has_a_shot(view, foe.stand):
            continue
        if sightlines.line(view.board, (x, y), (foe.x, foe.y)).is_open:
            spared *= 1.0 - min(0.7, share * (1.2 if not units.is_vehicle(stand) else 0.5))
    if spared >= 1.0:
        return 0.0
    return -(1.0 - spared) * worth.shaken(view, stand) * (1.0 - boldness(view, stand.side))


def _has_a_shot(view: View, foe: WarStand) -> bool:
    return firing.shots_fired(view, foe) == 0
