"""Close assaults in the worth of places: those that a place lets a unit make, and those that it invites.

An assault that can be made at once is weighed with the very dice of the resolution, as if the unit stood there.
"""

from __future__ import annotations

import copy
import functools
import math

import numpy as np
from numpy.typing import NDArray

from wargame.engine.appraisal import duel
from wargame.engine.view import View
from wargame.rulesets.fascist_vipers import assault, assault_dice, movement, units, worth
from wargame.rulesets.fascist_vipers.exchange_odds import Foes
from wargame.rulesets.fascist_vipers.ground import rows_that
from wargame.rulesets.fascist_vipers.pool import Duel
from wargame.rulesets.fascist_vipers.state import VipersStand

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
TOUCH_IN = 0.95
"""Gap within which an assault can be made, a little less than the rule's inch."""
WEIGHT = 0.9
RIPOSTE = 0.55
"""Weight of assaults that the enemy could make in his next go."""


def gains(view: View, stand: VipersStand, points: Floats, foes: Foes, away: Floats) -> Floats:
    """Worth (n) of the best assault that could be made at once from each place."""
    found = np.zeros(len(points))
    if stand.attacked or stand.busy or not assault.is_assault_unit(view, stand):
        return found
    reach = movement.left(stand) + TOUCH_IN + 0.3
    ours = worth.loss(view, stand)
    for m, enemy in enumerate(foes.stands):
        near = away[:, m] <= TOUCH_IN
        distance = math.dist((enemy.x, enemy.y), (stand.x, stand.y)) - foes.room[m]
        if distance > reach or not near.any():
            continue
        n = int(np.argmax(near))
        dice = _dice(view, stand, (float(points[n, 0]), float(points[n, 1])), enemy)
        won, _, lost = duel(dice.attack.dice, dice.defence.dice)
        gain = WEIGHT * (won * float(foes.prize[m]) - lost * ours)
        found = np.where(near, np.maximum(found, gain), found)
    return found


def _dice(view: View, stand: VipersStand, at: tuple[float, float], enemy: VipersStand) -> Duel:
    there = copy.copy(stand)
    there.x, there.y, there.moved = at[0], at[1], True
    own, foe = assault_dice.fighter(view, there), assault_dice.fighter(view, enemy)
    helpers = [s for s in assault.possible_supports(view, stand, enemy) if assault_dice.is_combined(own, (s,))]
    return Duel(
        assault_dice.dice_of(view, foe, own, assaulting=False),
        assault_dice.dice_of(view, own, foe, assaulting=True, supports=tuple(helpers[:1])),
    )


def danger(view: View, stand: VipersStand, points: Floats, foes: Foes, away: Floats, covered: Ints) -> Floats:
    """Chance (n) of being lost to an assault in the enemy's next go."""
    if not any(units.is_armed(e) for e in foes.stands):
        return np.zeros(len(points))
    alone = _alone(view, stand, points)
    lost = np.zeros(away.shape)
    for m, enemy in enumerate(foes.stands):
        comes = away[:, m] <= enemy.ratings.move * 0.8 + 1.0
        if not comes.any() or not _assaults(enemy):
            continue
        table = np.array([[_loss(stand, enemy, level, lone) for lone in (False, True)] for level in range(3)])
        lost[:, m] = np.where(comes, table[np.minimum(covered, 2), alone.astype(np.int64)], 0.0)
    worst = np.sort(lost, axis=1)[:, -2:]
    return np.asarray(RIPOSTE * (1.0 - np.prod(1.0 - worst, axis=1)))


def _alone(view: View, stand: VipersStand, points: Floats) -> Bools:
    """Would it be an armoured vehicle in close country without infantry beside it?"""
    if not units.is_afv(stand):
        return np.zeros(len(points), np.bool_)
    codes, names = view.board.terrain_many(points)
    close = np.array([*(row in rows_that("close_rows") for row in names), False])[
        np.where(codes < 0, len(names), codes)
    ]
    escorts = [s for s in view.state.stands.values() if s.side == stand.side and s.in_play]
    places = np.array([(s.x, s.y) for s in escorts if units.is_infantry(s)]).reshape(-1, 2)  # type: ignore[arg-type]
    if not len(places):
        return np.asarray(close)
    gaps = np.hypot(points[:, None, 0] - places[None, :, 0], points[:, None, 1] - places[None, :, 1])
    return np.asarray(close & (gaps.min(axis=1) > 1.8))


def _assaults(enemy: VipersStand) -> bool:
    ratings = enemy.ratings
    if ratings.category in ("hq", "transport", "aa", "aircraft") or units.is_gun(enemy) or ratings.move <= 0:
        return False
    return ratings.category in ("teeth_arm", "reconnaissance") or ratings.self_propelled


def _loss(stand: VipersStand, enemy: VipersStand, covered: int, alone: bool) -> float:
    """Chance that this enemy would win an assault on the unit, by the reasons that a place decides."""
    ours = 1 + covered + (units.grade(stand.ratings.quality) > units.grade(enemy.ratings.quality))
    theirs = 1 + (units.grade(enemy.ratings.quality) > units.grade(stand.ratings.quality))
    ours += stand.ratings.fearsome
    theirs += enemy.ratings.fearsome
    if units.is_infantry(enemy):
        theirs += alone + (units.is_gun(stand) and not stand.limbered)
    if units.is_vehicle(stand) and units.is_vehicle(enemy):
        mine, other = units.rank(stand.ratings.armour_class), units.rank(enemy.ratings.armour_class)
        ours, theirs = ours + (mine > other), theirs + (other > mine)
    return _won(theirs, ours)


@functools.lru_cache(maxsize=256)
def _won(attack: int, defence: int) -> float:
    return duel(attack, defence)[0]
