"""Where the groups of a side should go: a plan of objectives, made anew from what the side sees."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from wargame.board import field
from wargame.engine.state import Objective
from wargame.engine.view import View
from wargame.rulesets.fascist_vipers import units
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import VipersGroup, VipersState

CROWD = 0.25
"""Each group that is already sent to an objective makes it look so much farther for the next."""
PRIMARY_NEARER = 0.4
WAY_CELL_IN = 0.5
"""How finely ways are looked for: a bridge is an inch wide."""
NO_WAY_FACTOR = 3.0
"""So many times farther looks what cannot be reached."""
COUNTERATTACK_IN = 16.0
"""A defender sends groups that are this near to what has been lost."""


@dataclass(frozen=True, slots=True)
class Goal:
    """An objective that a group is sent to; `take`: it is not ours yet."""

    id: str
    x: float
    y: float
    radius_in: float
    primary: bool
    take: bool


def goals(view: View, side: str) -> dict[str, Goal]:
    """The goal of each command group of a side that has units on the table, by its id; kept with the view."""
    key = ("goals", side)
    if key not in view.kept:
        view.kept[key] = _plan(view, side)
    found: dict[str, Goal] = view.kept[key]
    return found


def _plan(view: View, side: str) -> dict[str, Goal]:
    state = state_of(view)
    rows = list(state.objectives.values())
    if not rows:
        return {}
    taken: dict[str, int] = {}
    found: dict[str, Goal] = {}
    for group, centre in sorted(_centres(state, side), key=lambda row: row[0].id):
        far = _distances(view, group, centre, rows)
        one = state.objectives.get(group.objective) or _choose(state, side, rows, far, taken)
        taken[one.id] = taken.get(one.id, 0) + 1
        take = one.holder != side or one.contested
        found[group.id] = Goal(one.id, one.x, one.y, one.radius_in, one.primary, take)
    return found


def _centres(state: VipersState, side: str) -> list[tuple[VipersGroup, tuple[float, float]]]:
    sums: dict[str, list[float]] = {}
    for stand in state.stands.values():
        if stand.side == side and stand.in_play:
            total = sums.setdefault(state.root(stand.group).id, [0.0, 0.0, 0.0])
            weight = 3.0 if units.is_teeth(stand) else 1.0
            total[0] += stand.x * weight
            total[1] += stand.y * weight
            total[2] += weight
    return [(state.groups[name], (t[0] / t[2], t[1] / t[2])) for name, t in sums.items()]


def _distances(view: View, group: VipersGroup, centre: tuple[float, float], rows: list[Objective]) -> dict[str, float]:
    """How far each objective is: by the way that the group's fighting units would take, else as the crow flies."""
    teeth = [s for s in state_of(view).command(group.id) if s.in_play and units.is_teeth(s)]
    if not teeth:
        return {o.id: math.dist((o.x, o.y), centre) for o in rows}
    kinds = sorted(units.movement_class(s) for s in teeth)
    kind, places = kinds[len(kinds) // 2], np.array([(s.x, s.y) for s in teeth])
    found = {}
    for one in rows:
        costs = field(view.board, ((one.x, one.y),), kind, WAY_CELL_IN).cost_many(places)
        cost = float(np.median(costs))
        found[one.id] = cost if math.isfinite(cost) else NO_WAY_FACTOR * math.dist((one.x, one.y), centre)
    return found


def _choose(
    state: VipersState, side: str, rows: list[Objective], away: dict[str, float], taken: dict[str, int]
) -> Objective:
    def far(one: Objective) -> float:
        distance = (away[one.id] + 4.0) * (PRIMARY_NEARER if one.primary else 1.0)
        return distance * (1.0 + CROWD * taken.get(one.id, 0))

    ours = [o for o in rows if o.holder == side and not o.contested]
    theirs = [o for o in rows if o.holder != side or o.contested]
    if state.sides[side].role == "defender":
        lost = [o for o in theirs if o.primary and away[o.id] <= COUNTERATTACK_IN]
        return min(lost or ours or theirs, key=lambda o: (far(o), o.id))
    return min(theirs or ours, key=lambda o: (far(o), o.id))
