"""How good it is for a stand to be at a place, in victory points: objectives, cover, danger, and what it could hit."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from wargame.board import bearing, snap_facing
from wargame.engine.view import View
from wargame.rulesets.lightning_war import morale, sightlines, units
from wargame.rulesets.lightning_war.cover import shelters_at
from wargame.rulesets.lightning_war.deployment import enemy_ground
from wargame.rulesets.lightning_war.features import ground, state_of
from wargame.rulesets.lightning_war.location import known_enemies
from wargame.rulesets.lightning_war.outlook import Foe, Outlook, outlook, turns_side
from wargame.rulesets.lightning_war.state import WarStand

Floats = npt.NDArray[np.float64]
SHELTER = 0.5
GOAL, STEP, ON_IT = 4.0, 0.65, 5.2
"""What it is worth to be in the place of an objective that is not ours, what each feature away costs, to be on it."""
KEPT, KEPT_STEP, ON_IT_MINE = 2.0, 0.5, 3.4
"""The same of one that is ours: it stays ours until an enemy comes, so it is worth less while none is near."""
DANGER = 0.9
"""What it costs to stand in the open in front of an enemy whose every shot tells."""
SHARED = 0.45
"""What is left of the worth of an objective that a friend sits on."""
STAFF_SHARE = 0.3
PREY = 0.75
MOST_BOXES = 400


def worth_of_places(view: View, stand_id: str, places: Floats) -> Floats:
    """How good it is for a stand to be at each of these places (n, 2); kept with the view."""
    stand = state_of(view).stands[stand_id]
    if not isinstance(stand, WarStand):
        return np.zeros(len(places))
    about = outlook(view, stand)
    kept = _kept(view, stand, about)
    found = np.zeros(len(places))
    for n, (x, y) in enumerate(places.tolist()):
        if (x, y) not in kept:
            kept[x, y] = _worth(view, stand, about, x, y)
        found[n] = kept[x, y]
    return found


def _kept(view: View, stand: WarStand, about: Outlook) -> dict[tuple[float, float], float]:
    """Worths of this stand under the same circumstances, kept with the board."""
    boxes: dict[object, dict[tuple[float, float], float]] = view.board.part("worth of places", lambda _: {})
    key: tuple[object, ...] = (stand.id, about.circumstances)
    if units.is_staff(stand):
        key += tuple((s.x, s.y) for s in morale.squads(view, stand.group) if s.in_play)
    if key not in boxes and len(boxes) >= MOST_BOXES:
        boxes.clear()
    return boxes.setdefault(key, {})


def _worth(view: View, stand: WarStand, about: Outlook, x: float, y: float) -> float:
    place = ground(view.board).spot(x, y).place
    shelter = shelters_at(view, x, y)
    return _goals(view, stand, about, x, y, place) + SHELTER * shelter + _foes(view, stand, about, x, y, place, shelter)


def _goals(view: View, stand: WarStand, about: Outlook, x: float, y: float, place: int) -> float:
    steps = ground(view.board).graph.all_steps[place]
    staff = units.is_staff(stand)
    total = 0.0
    for goal in about.goals:
        inches = math.dist((x, y), (goal.x, goal.y))
        away = int(steps[goal.place])
        value = goal.keep * (KEPT - KEPT_STEP * away) if goal.is_mine else GOAL - STEP * (99 if away < 0 else away)
        if inches <= goal.radius_in and not staff:
            value = ON_IT_MINE * goal.keep if goal.is_mine else ON_IT
        total = max(total, goal.worth * (SHARED if goal.guarded else 1.0) * value - 0.01 * inches)
    return STAFF_SHARE * total + _with_the_platoon(view, stand, x, y) if staff else total


def _with_the_platoon(view: View, stand: WarStand, x: float, y: float) -> float:
    """A headquarters belongs behind the middle of its squads."""
    squads = [s for s in morale.squads(view, stand.group) if s.in_play]
    if not squads:
        return 0.0
    middle = sum(s.x for s in squads) / len(squads), sum(s.y for s in squads) / len(squads)
    return -0.12 * math.dist((x, y), middle)


def _foes(view: View, stand: WarStand, about: Outlook, x: float, y: float, place: int, shelter: float) -> float:
    """Enemies that could fire at the place, less those that could be fired at from it."""
    if units.is_staff(stand):
        return 0.0
    steps = ground(view.board).graph.all_steps[place]
    known, here = sightlines.known_lines(view.board), (x, y)
    danger = prey = 0.0
    for foe in about.foes:
        away = int(steps[foe.place])
        if away < 0 or away > foe.reach:
            continue
        there = foe.x, foe.y
        if not (known.get((here, there)) or sightlines.line(view.board, here, there)).is_open:
            continue
        danger += max((share for reach, share, _ in foe.his if away <= reach), default=0.0)
        prey = max(prey, _prey(foe, away, x, y))
    return PREY * prey - DANGER * min(danger, 2.0) * (1.0 - 0.6 * shelter)


def _prey(foe: Foe, away: int, x: float, y: float) -> float:
    return max((share + turns_side(arm, foe.stand, x, y) for reach, share, arm in foe.mine if away <= reach), default=0)


def facing_at(view: View, stand: WarStand, x: float, y: float) -> float | None:
    """Towards the enemy who could hurt it most from where he is, else to where he is looked for."""
    enemies = known_enemies(view, stand.side)
    if not enemies:
        return snap_facing(bearing(x, y, *enemy_ground(view, stand.side)))
    worst = [foe for foe in outlook(view, stand).foes if foe.his] if units.is_afv(stand) else []
    aims = [(foe.x, foe.y) for foe in worst] or [(e.x, e.y) for e in enemies]
    nearest = min(aims, key=lambda at: math.dist(at, (x, y)))
    return snap_facing(bearing(x, y, *nearest))
