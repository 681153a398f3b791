"""How good it is for a figure or vehicle to be somewhere: the computer's field, many points at once.

The worth of a place is the way to the aim, what can be shot from there, what the enemy can do to it, shelter, and the
company of the group. It compares with the worth of the orders that might be given instead of moving.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wargame.board import field
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import (
    aims,
    data,
    edges,
    exposure,
    foes,
    ground,
    groups,
    gun_places,
    status,
    ways_out,
    worth,
)
from wargame.rulesets.clash_of_titans.aims import Aim
from wargame.rulesets.clash_of_titans.exposure import Exposure
from wargame.rulesets.clash_of_titans.foes import COVERED, Floats, Foes, state_of
from wargame.rulesets.clash_of_titans.state import ClashGroup, ClashStand

Bools = NDArray[np.bool_]
HERE_IN = 0.05
PER_TURN = 4.5
"""What a turn of the way to a place that has to be taken is worth to a rifleman; and to ground that is held."""
PER_TURN_HOLDING = 1.2
AFV_HURRY = 2.2
"""A vehicle's turn of the way is worth so much more."""
NO_WAY = 200.0
ON_IT = 5.0
"""Worth of standing on an objective that has to be held or taken."""
SHARE = (1.0, 0.6, 0.3, 0.15)
HOLDS_WITHIN_IN = 5.0
"""Who holds an objective may stand so far outside of it."""
OUT = 25.0
"""Worth of leaving the table where that wins the battle."""
CAUTION = 0.85
SHELTERED = (0.0, 0.25, 0.9)
"""Worth of a place that is open, concealed or covered, whoever may come."""
CROWDED = 0.25
CROWDED_IN = 1.3
"""A burst takes all who stand so close."""
APART = 0.8
"""Loss for each inch beyond the chain of the group."""
MOVED_SHOT, NEXT_SHOT = 0.75, 0.3
"""Weight of the shot after a move, and of one in the next activation."""
SHARED = 0.45
"""How much the fire of an enemy is shared among those he sees."""
SEEN_MOVING = 0.9
"""Weight of the fire of ready enemies on whoever moves in their sight."""
TOGETHER, MOST_TOGETHER = 0.4, 4
"""How much each of so many who come into view with a man takes of the fire from him."""
FLANK_DEG = 45.0
FAR_IN = 48.0
"""As far as most weapons shoot."""
LEAVE_IN = 0.58
"""A man so near to the edge can step over it (NUT-MOVE-10)."""


def worth_of_places(view: View, stand_id: str, points: Floats, beside: int | None = None) -> Floats:
    """Worth of places (n, 2).

    `beside`: how many come into view together with him and share the fire; None: as many as are likely to.
    """
    stand = state_of(view).stands[stand_id]
    if not len(points):
        return np.zeros(0)
    aim = aims.aim_of(view, stand.group)
    late = state_of(view).turn / max(1, view.setup.turn_limit)
    gun = gun_places.own_gun(view, stand)
    if gun is not None:
        return np.asarray(gun_places.at_the_gun(gun, points) + _fight(view, stand, aim, points, late, beside))
    found = _way(view, stand, aim, points, late) + _fight(view, stand, aim, points, late, beside)
    found += _company(view, stand, aim, points)
    return np.asarray(found)


def facing_at(view: View, stand_id: str, x: float, y: float) -> float | None:
    """The facing that looks at the worst danger known at a place, else the way to the aim; None: it does not matter.

    A vehicle faces along its last leg.
    """
    stand = state_of(view).stands[stand_id]
    if stand.is_vehicle:
        return None
    enemy = foes.foes_of(view, stand)
    at = np.array([(x, y)])
    if len(enemy):
        look = exposure.exposure(view, stand, at, enemy, eye_of(stand))
        fear = enemy.harm[:, 0] * (0.2 + look.clear[0]) / (6.0 + look.away[0])
        n = int(np.argmax(fear + 1e-6 / (1.0 + look.away[0])))
        return float(np.degrees(np.arctan2(enemy.y[n] - y, enemy.x[n] - x)) % 360.0)
    aim = aims.aim_of(view, stand.group)
    if aim is None or (abs(aim.x - x) + abs(aim.y - y)) < 1.0:
        return None
    return float(np.degrees(np.arctan2(aim.y - y, aim.x - x)) % 360.0)


def strike(view: View, stand: ClashStand) -> float:
    """Worth of the best shot that a stand has from where it is; 0 without one."""
    enemy = foes.foes_of(view, stand)
    if not len(enemy) or not stand.in_play or not _may_still_shoot(stand):
        return 0.0
    look = exposure.exposure(view, stand, np.array([(stand.x, stand.y)]), enemy, eye_of(stand))
    return float(shots_from(view, stand, enemy, look)[0])


# ---------------------------------------------------------------- the way


def _way(view: View, stand: ClashStand, aim: Aim | None, points: Floats, late: float) -> Floats:
    if aim is None:
        return np.zeros(len(points))
    away = way_costs(view, stand, aim, points)
    found = np.zeros(len(points))
    hurry = AFV_HURRY if stand.is_vehicle else 1.0
    per_turn = (PER_TURN if aim.take else PER_TURN_HOLDING) * hurry * (0.7 + late) * aim.haste
    room = 0.0 if aim.leave else aim.radius_in * 0.7 if aim.take else aim.radius_in + HOLDS_WITHIN_IN
    found -= per_turn * np.maximum(0.0, away - room) / _pace(stand)
    if aim.leave:
        found += OUT * hurry * leaves(view, stand, aim, points)
    else:
        near = np.hypot(points[:, 0] - aim.x, points[:, 1] - aim.y) <= aim.radius_in
        found += ON_IT * (0.5 + late) * near * _share(view, stand, aim)
    return found


def _share(view: View, stand: ClashStand, aim: Aim) -> float:
    """Much for the first man on an objective, little for the fourth."""
    there = sum(
        s.side == stand.side
        and s.id != stand.id
        and s.in_play
        and status.able(s)
        and (s.x - aim.x) ** 2 + (s.y - aim.y) ** 2 <= aim.radius_in**2
        for s in state_of(view).stands.values()
    )
    return SHARE[there] if there < len(SHARE) else 0.0


def leaves(view: View, stand: ClashStand, aim: Aim, points: Floats) -> Bools:
    """Is a place over the edge by which the aim wants the stand to leave, and where it counts?"""
    table = view.board.table
    x, y = points[:, 0], points[:, 1]
    reach = LEAVE_IN if stand.is_man else _touching(stand, aim.leave, x, y)
    gap = {"left": x, "right": table.width_in - x, "bottom": y, "top": table.height_in - y}[aim.leave]
    along = np.abs((y - aim.y) if aim.leave in ("left", "right") else (x - aim.x))
    return np.asarray((gap < reach) & ((along <= aim.radius_in) | (aim.radius_in == aims.AT_THE_EDGE_IN)))


def _touching(stand: ClashStand, edge: str, x: Floats, y: Floats) -> Floats:
    """How near to the edge the middle of a vehicle has to be that has driven straight to these places."""
    dx, dy = x - stand.x, y - stand.y
    heading = np.where(np.hypot(dx, dy) > 0.05, np.arctan2(dy, dx), np.radians(stand.facing_deg))
    along, across = np.abs(np.cos(heading)), np.abs(np.sin(heading))
    if edge in ("top", "bottom"):
        along, across = across, along
    half = (stand.base.depth_in * along + stand.base.width_in * across) / 2
    return np.asarray(half + edges.TOUCH_IN)


def way_costs(view: View, stand: ClashStand, aim: Aim, points: Floats) -> Floats:
    """Inches of movement from places to an aim; very many where there is no way."""
    table = view.board.table
    goal = (min(max(aim.x, 0.6), table.width_in - 0.6), min(max(aim.y, 0.6), table.height_in - 0.6))
    kind = ground.VEHICLE if stand.is_vehicle else ground.FOOT
    to = field(view.board, (goal,), kind)
    costs = to.cost_many(points)
    house = ways_out.house_of(view.board, stand, goal)
    if house is not None:
        costs = ways_out.costs(view.board, house, points, costs, to.cost_many, _pace(stand))
    away = np.hypot(points[:, 0] - goal[0], points[:, 1] - goal[1])
    return np.asarray(np.where(np.isfinite(costs), costs, NO_WAY + away))


def _pace(stand: ClashStand) -> float:
    if stand.spec is not None:
        return max(2.0, stand.spec.off_in)
    return float(data.row("movement", "foot")["normal"])


# ---------------------------------------------------------------- the fight


def _fight(view: View, stand: ClashStand, aim: Aim | None, points: Floats, late: float, beside: int | None) -> Floats:
    shelter = exposure.area_shelter(view, points)
    found = np.array(SHELTERED)[shelter] if stand.is_man else np.zeros(len(points))
    enemy = foes.foes_of(view, stand)
    if not len(enemy):
        return np.asarray(found)
    look = exposure.exposure(view, stand, points, enemy, eye_of(stand))
    staying = np.hypot(points[:, 0] - stand.x, points[:, 1] - stand.y) < HERE_IN
    gain = shots_from(view, stand, enemy, look)
    mine = gain[staying].max(initial=0.0)
    if _may_still_shoot(stand):
        found = found + np.where(staying, NEXT_SHOT * gain, MOVED_SHOT * np.maximum(0.0, gain - mine) + 0.2 * gain)
    else:
        found = found + NEXT_SHOT * gain
    beside = _comrades(view, stand) if beside is None else beside
    danger = _danger(view, stand, points, enemy, look, staying, beside)
    ours = worth.loss(view, stand)
    return np.asarray(found - _caution(view, stand, aim, late) * ours * danger)


def _caution(view: View, stand: ClashStand, aim: Aim | None, late: float) -> float:
    """A side that has to take something gets bolder with the turns and with haste; a leader is more careful."""
    found = CAUTION * (1.15 - 0.6 * late if aim is not None and aim.take else 1.1)
    found /= max(1.0, aim.haste) ** 0.5 if aim is not None else 1.0
    group = state_of(view).groups.get(stand.group)
    return found * (1.25 if group is not None and group.leader == stand.id else 1.0)


def _may_still_shoot(stand: ClashStand) -> bool:
    return not stand.shot and not stand.acted and not stand.finished


def shots_from(view: View, stand: ClashStand, enemy: Foes, look: Exposure) -> Floats:
    """Worth of the best single shooting from each place."""
    shots = foes.shots_of(view, stand)
    if not shots:
        return np.zeros(len(look.away))
    best = np.zeros(look.away.shape)
    each = np.arange(len(enemy))
    prizes = np.array([worth.prize(view, target) for target in enemy.stands])
    for shot in shots:
        rows = prizes[:, None] * np.array([effects(shot, target) for target in enemy.stands])
        in_range = look.clear & (look.away <= shot.range_in)
        best = np.maximum(best, np.where(in_range, rows[each, look.theirs], 0.0))
    top = np.sort(best, axis=1)[:, ::-1]
    more = 0.15 * top[:, 1:3].sum(axis=1) if top.shape[1] > 1 else 0.0
    return np.asarray(top[:, 0] + more)


def effects(shot: foes.Shot, target: ClashStand) -> tuple[float, float, float]:
    """Share of its worth that one shooting costs an enemy, by its shelter."""
    if target.is_vehicle:
        front, side = (foes.kill_of((shot,), target.spec, face) for face in foes.FACES)
        return (0.6 * front + 0.4 * side,) * 3
    if target.is_gun:
        return 0.1, 0.1, 0.1
    return foes.harms_of(shot, target.rep, 3)


def _comrades(view: View, stand: ClashStand) -> int:
    """How many of his group are likely to come on with a man: those near him who have not moved (NUT-SIGHT-04)."""
    if not stand.is_man:
        return 0
    state = state_of(view)
    near = float(data.meta()["group_distance"]) * 1.5
    return sum(
        s.id != stand.id and s.in_play and s.moved_in == 0.0 and not s.finished and _apart(s, stand) <= near
        for s in groups.members(state, stand.group, able_only=True)
    )


def _apart(a: ClashStand, b: ClashStand) -> float:
    return float(np.hypot(a.x - b.x, a.y - b.y))


def _danger(
    view: View, stand: ClashStand, points: Floats, enemy: Foes, look: Exposure, staying: Bools, beside: int
) -> Floats:
    """Share of its worth that the stand may be expected to lose at each place: to those who see it come, and to those
    who shoot in their next activation."""
    harm = harm_at(stand, points, enemy, look)
    reach = look.clear & (look.away <= enemy.reach[None, :])
    seen = exposure.seen_men(view, stand.side, enemy, eye_of(stand))
    share = 1.0 / (1.0 + SHARED * np.maximum(0.0, seen - 1.0))
    bears = bearing_on(points, enemy)
    moving = np.where(staying[:, None], 0.0, SEEN_MOVING) * enemy.ready[None, :] * bears
    moving = moving / (1.0 + TOGETHER * min(beside, MOST_TOGETHER))
    chance = np.minimum(
        0.95, harm * reach * (moving * np.maximum(share, 0.4)[None, :] + (enemy.later * share)[None, :])
    )
    near = _rushed(stand, enemy, look)
    return np.asarray(1.0 - np.prod(1.0 - chance, axis=1) * (1.0 - near))


def harm_at(stand: ClashStand, points: Floats, enemy: Foes, look: Exposure) -> Floats:
    """Share of its worth (n, m) that the fire of each enemy costs a stand at each place."""
    if stand.is_man or stand.is_gun:
        index = np.arange(len(enemy))[None, :]
        return np.asarray(enemy.harm[index, look.shelter])
    bearing = np.degrees(np.arctan2(points[:, None, 1] - enemy.y, points[:, None, 0] - enemy.x)) + 180.0
    heading = _heading(stand, points)
    off = np.abs((bearing - heading[:, None] + 180.0) % 360.0 - 180.0)
    kills = np.where(off > FLANK_DEG, enemy.kills[None, :, 1], enemy.kills[None, :, 0])
    return np.asarray(kills * np.where(look.shelter == COVERED, 0.7, 1.0))


def _heading(stand: ClashStand, points: Floats) -> Floats:
    """Where a vehicle looks after driving to each place: along the way there."""
    dx, dy = points[:, 0] - stand.x, points[:, 1] - stand.y
    gone = np.hypot(dx, dy) > HERE_IN
    return np.where(gone, np.degrees(np.arctan2(dy, dx)), stand.facing_deg)


def bearing_on(points: Floats, enemy: Foes) -> Floats:
    """1 where an enemy that has not to turn could shoot at a place, 0.5 where it has its back to it."""
    dx, dy = points[:, None, 0] - enemy.x, points[:, None, 1] - enemy.y
    angle, half = np.radians(enemy.facing), np.radians(np.minimum(90.0, enemy.half_arc))
    ahead = dx * np.cos(angle) + dy * np.sin(angle)
    return np.where(ahead >= np.hypot(dx, dy) * np.cos(half) - 1e-9, 1.0, 0.5)


def _rushed(stand: ClashStand, enemy: Foes, look: Exposure) -> Floats:
    """Chance of being charged and beaten by men who could reach a place in their next activation."""
    if not stand.is_man:
        return np.zeros(len(look.away))
    men = np.array([s.is_man and s.status not in ("stunned", "running", "hunkered_down") for s in enemy.stands])
    near = (look.away <= 8.0) & men[None, :]
    return np.asarray(np.minimum(0.3, 0.06 * near.sum(axis=1)))


def eye_of(stand: ClashStand) -> float:
    """Inches of its eye above the ground it stands on."""
    if stand.is_vehicle:
        return data.height("vehicle with turret")
    return data.height("standing man, gun")


# ---------------------------------------------------------------- company


def _company(view: View, stand: ClashStand, aim: Aim | None, points: Floats) -> Floats:
    """Loss where a man leaves the chain of his group, those who have yet to move following at a walk, or stands on his
    neighbour's heels. Haste is no reason to run ahead of the others."""
    if not stand.is_man:
        return np.zeros(len(points))
    state = state_of(view)
    men = [s for s in groups.members(state, stand.group) if s.in_play and s.id != stand.id and status.able(s)]
    found = np.zeros(len(points))
    if not men:
        return found
    places = np.array([(s.x, s.y) for s in men])
    gaps = np.hypot(points[:, None, 0] - places[None, :, 0], points[:, None, 1] - places[None, :, 1])
    reach = float(data.meta()["group_distance"])
    apart = APART * (max(1.0, aim.haste) if aim is not None else 1.0)
    follows = np.array([_will_follow(view, s) for s in men]) * float(data.row("movement", "foot")["normal"])
    found -= apart * np.maximum(0.0, (gaps - follows[None, :]).min(axis=1) - reach + 0.3)
    found -= CROWDED * (gaps < CROWDED_IN).sum(axis=1)
    leader = _leader(state.groups.get(stand.group), men)
    if leader is not None:
        found -= 0.15 * np.maximum(0.0, np.hypot(points[:, 0] - leader.x, points[:, 1] - leader.y) - 2 * reach)
    return found


def _will_follow(view: View, stand: ClashStand) -> bool:
    """Has a man of the acting group still his whole move before him?"""
    acting = state_of(view).active_group == stand.group
    return acting and stand.moved_in == 0.0 and not (stand.finished or stand.acted or stand.shot)


def _leader(group: ClashGroup | None, men: list[ClashStand]) -> ClashStand | None:
    return next((s for s in men if group is not None and s.id == group.leader), None)
