"""What can be shot, stormed and suffered at a place: the fighting part of the worth of places."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wargame.board.sight import clear_pairs, eyes
from wargame.engine.view import View
from wargame.rulesets.fascist_vipers import movement, places_storm, units, worth
from wargame.rulesets.fascist_vipers.exchange_odds import Foes, cover_at, foes_of
from wargame.rulesets.fascist_vipers.observation import known_enemies
from wargame.rulesets.fascist_vipers.state import VipersStand

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
CAUTION = 0.55
"""Weight of what the enemy may do in his next go."""
NEXT_GO = 0.35
"""Weight of the shot that a place offers in one's own next go."""
HERE_IN = 0.05
TURN_DEG = 45.0
"""How far a gun may be expected to turn before it fires."""
IF_IT_COMES = 0.3
"""Weight of an enemy that would have to move first to shoot at a place."""
HQ_CAUTION = 1.7
"""A leader is missed by all: he takes so much more care."""


def fight(view: View, stand: VipersStand, points: Floats, covered: Ints, caution: float) -> Floats:
    """Worth (n) of the attack from each place, less the danger there."""
    foes = foes_near(view, stand)
    if not len(foes):
        return np.zeros(len(points))
    away = np.hypot(points[:, None, 0] - foes.x[None, :], points[:, None, 1] - foes.y[None, :]) - foes.room[None, :]
    clear = _clear(view, points, foes, away)
    flank = _flank(points, foes)
    ours = worth.loss(view, stand)
    shown = _shown(points, foes, _facing(points, foes))
    gain = _shots(foes, away, clear, flank, covered, ours, _bears(points, foes, 0.0))
    staying = np.hypot(points[:, 0] - stand.x, points[:, 1] - stand.y) < HERE_IN
    weight = np.where(staying, NEXT_GO, NEXT_GO * 0.8) + (0.9 if _shoots_on_the_move(stand) else 0.0) * ~staying
    storm = places_storm.gains(view, stand, points, foes, away)
    aimed = clear & _bears(points, foes, TURN_DEG)
    lost = 1.0 - _danger(foes, away, aimed, flank, covered, shown, ours) / ours
    lost = 1.0 - lost * (1.0 - places_storm.danger(view, stand, points, foes, away, covered))
    caution *= HQ_CAUTION if units.is_hq(stand) else 1.0
    return np.asarray(np.maximum(weight * gain, storm) - caution * ours * lost)


def facing_at(view: View, stand: VipersStand, x: float, y: float) -> float | None:
    """The facing, in degrees, that shows the front to the worst danger at a place; None without a known enemy."""
    foes = foes_near(view, stand)
    if not len(foes):
        return None
    return float(_facing(np.array([(x, y)]), foes)[0])


def strike(view: View, stand: VipersStand) -> float:
    """Worth of the shot that a unit has from where it is; 0 without one."""
    foes = foes_near(view, stand)
    if not len(foes) or not stand.in_play:
        return 0.0
    points = np.array([(stand.x, stand.y)])
    away = np.hypot(points[:, None, 0] - foes.x[None, :], points[:, None, 1] - foes.y[None, :]) - foes.room[None, :]
    clear = _clear(view, points, foes, away)
    covered, bears = cover_at(view, stand, points), _bears(points, foes, 0.0)
    shots = _shots(foes, away, clear, _flank(points, foes), covered, worth.loss(view, stand), bears)
    return float(shots[0])


def foes_near(view: View, stand: VipersStand) -> Foes:
    """Enemies that matter to a unit, with the odds between them; kept with the view."""
    key = ("foes", stand.id)
    if key not in view.kept:
        view.kept[key] = foes_of(view, stand, _near(view, stand))
    found: Foes = view.kept[key]
    return found


def _near(view: View, stand: VipersStand) -> list[VipersStand]:
    own = movement.allowance(stand) + max(stand.ratings.range_soft, stand.ratings.range_armour)
    found = []
    for enemy in known_enemies(view, stand.side):
        theirs = enemy.ratings.move + max(enemy.ratings.range_soft, enemy.ratings.range_armour) + stand.ratings.move
        limit = max(own, theirs) + 2.0
        if (enemy.x - stand.x) ** 2 + (enemy.y - stand.y) ** 2 <= limit * limit:
            found.append(enemy)
    return sorted(found, key=lambda e: ((e.x - stand.x) ** 2 + (e.y - stand.y) ** 2, e.id))


def _shoots_on_the_move(stand: VipersStand) -> bool:
    return stand.ratings.self_propelled and units.is_armed(stand) and not stand.attacked


def _clear(view: View, points: Floats, foes: Foes, away: Floats) -> Bools:
    """Sight between places and enemies that are in range of each other; False for the others."""
    seen = view.state.visibility_in
    near = away <= np.maximum(foes.reach, foes.their_reach)[None, :] + 0.5
    if seen is not None:
        near &= away + foes.room[None, :] <= seen
    rows, columns = np.nonzero(near)
    clear = np.zeros(away.shape, np.bool_)
    if len(rows):
        a, b = eyes(view.board, points), eyes(view.board, np.column_stack([foes.x, foes.y]))
        clear[rows, columns] = clear_pairs(view.board, a[rows], b[columns])
    return clear


def _bearings(points: Floats, foes: Foes) -> Floats:
    """Bearing from each enemy to each place, degrees."""
    return np.degrees(np.arctan2(points[:, None, 1] - foes.y[None, :], points[:, None, 0] - foes.x[None, :]))


def _apart(a: Floats, b: Floats) -> Floats:
    return np.asarray(np.abs((a - b + 180.0) % 360.0 - 180.0))


def _flank(points: Floats, foes: Foes) -> Bools:
    """Is the place outside the front sector of the enemy?"""
    return np.asarray((_apart(_bearings(points, foes), foes.facing[None, :]) > 45.0) & foes.has_flank[None, :])


def _bears(points: Floats, foes: Foes, pivot_deg: float) -> Bools:
    """Is the place in the enemy's arc of fire, after a turn of so many degrees?"""
    off = _apart(_bearings(points, foes), foes.facing[None, :])
    return np.asarray(off <= (foes.half_arc + pivot_deg)[None, :])


def _facing(points: Floats, foes: Foes) -> Floats:
    """The best facing at each place: to the enemy that is most to be feared from there, else to the nearest."""
    away = np.hypot(points[:, None, 0] - foes.x[None, :], points[:, None, 1] - foes.y[None, :])
    fear = foes.hurt[:, 1, 0][None, :] / (4.0 + np.maximum(0.0, away - foes.their_reach[None, :]) + 0.2 * away)
    best = np.argmax(fear + 1e-3 / (1.0 + away), axis=1)
    return np.degrees(np.arctan2(foes.y[best] - points[:, 1], foes.x[best] - points[:, 0])) % 360.0


def _shots(foes: Foes, away: Floats, clear: Bools, flank: Bools, covered: Ints, ours: float, bears: Bools) -> Floats:
    """Worth of the shot that has to be taken from each place: at the nearest threat, else at the nearest."""
    side = flank.astype(np.int64)
    index = np.arange(len(foes))[None, :]
    win, lose = foes.win[index, side], foes.lose[index, side]
    can = clear & (away <= foes.reach[None, :]) & (win > 0.0)
    answers = bears & (away <= foes.their_reach[None, :]) & (foes.hurt[index, 0, np.minimum(covered, 2)[:, None]] > 0.0)
    gain = win * foes.prize[None, :] - np.where(answers, lose * ours, 0.0)
    order = np.where(can, away + np.where(answers, 0.0, 1000.0), 1e9)
    first = np.argmin(order, axis=1)
    rows = np.arange(len(away))
    return np.where(can[rows, first], np.maximum(0.0, gain[rows, first]), 0.0)


def _danger(foes: Foes, away: Floats, clear: Bools, flank: Bools, covered: Ints, shown: Bools, ours: float) -> Floats:
    """What the enemies may be expected to take in their next go: those in sight, and those that may come."""
    index = np.arange(len(foes))[None, :]
    level = np.minimum(covered, 2)[:, None]
    hit = foes.hurt[index, shown.astype(np.int64), level]
    counter = np.where(away <= foes.reach[None, :], foes.win[index, flank.astype(np.int64)], 0.0) * foes.prize[None, :]
    now = clear & (away <= foes.their_reach[None, :])
    later = (foes.pace > 0.0)[None, :] & (away <= (foes.their_reach + foes.pace)[None, :]) & ~now
    willing = hit * ours > 0.6 * counter * (1.0 - hit)
    chance = np.where(willing, hit, 0.25 * hit) * (now + IF_IT_COMES * later)
    return np.asarray(ours * (1.0 - np.prod(1.0 - np.minimum(0.95, chance), axis=1)))


def _shown(points: Floats, foes: Foes, facing: Floats) -> Bools:
    """Does a unit that takes this facing at each place show the enemy its flank?"""
    return np.asarray(_apart(_bearings(points, foes) + 180.0, facing[:, None]) > 45.0)
