"""Procedures that go forward: ADVANCE, BOUNDS, FLANK. Rules: NUT-NP-05, -06."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import acts, charts, mission_aims, movement, np_draft, np_ground, np_targets
from wargame.rulesets.clash_of_titans.np_draft import Draft
from wargame.rulesets.clash_of_titans.np_ground import Ways
from wargame.rulesets.clash_of_titans.state import ClashStand, Point


def advance(draft: Draft) -> bool:
    """A normal move toward the objective by the least exposed way, into cover if any is in reach. Rule: NUT-NP-05."""
    cite("NUT-NP-05")
    return go_on(draft, draft.men)


def go_on(draft: Draft, men: Sequence[ClashStand]) -> bool:
    """These men advance; False if none of them can."""
    movers = [man for man in men if not (man.set_up or man.mans) and movement.may_move(draft.scene, man) is None]
    if not movers:
        return False
    lead = min(movers, key=lambda man: math.dist((man.x, man.y), draft.goal))
    ways = np_ground.ways_to(draft.scene, lead, draft.goal, draft.enemies)
    moved = False
    out = mission_aims.way_out(draft.scene, draft.group)
    draft.pending |= {man.id for man in movers}
    for man in sorted(movers, key=lambda m: (float(ways.cost(np_draft.here(m))[0]), m.id)):
        moved |= _one_forward(draft, man, ways)
        if out:
            draft.add("leave", man)
            moved |= acts.edge_at(draft.scene, man) == out
    return moved


def _one_forward(draft: Draft, man: ClashStand, ways: Ways) -> bool:
    """The next place of one man: forward by the way, in cover if there is any in reach, near his comrades."""
    found = np_ground.places(draft.scene, man, draft.enemies)
    gain = float(ways.cost(np_draft.here(man))[0]) - ways.cost(found.points)
    gain = np.where(np.isfinite(gain), gain, -np.inf)
    cost = np_draft.stray(draft, man, found.points)
    ahead = np_draft.together(draft, (gain > 0.5) & np_draft.free(draft, found), cost)
    if not ahead.any():
        np_draft.stays(draft, man, (man.x, man.y))
        return False
    worth = np.where(np.isfinite(gain), gain, 0.0) - cost
    best = worth[ahead].max()
    sheltered = ahead & found.covered & (gain >= 0.5 * gain[ahead].max()) & (worth >= best - 6.0)
    n = found.best(worth, sheltered if sheltered.any() else ahead)
    if n is None:
        return False
    np_draft.go(draft, man, np_draft.point(found, n))
    return True


def bounds(draft: Draft) -> bool:
    """The half nearest the enemy stays and may shoot, the other half advances; they take turns. Rule: NUT-NP-05."""
    cite("NUT-NP-05")
    if len(draft.men) < 2:
        return False
    look = draft.enemies[0].at if draft.enemies else draft.goal
    row = sorted(draft.men, key=lambda m: (round(math.dist((m.x, m.y), look), 3), m.id))
    half = len(row) // 2
    stays, goes = (row[:half], row[half:]) if draft.group.bound % 2 == 0 else (row[half:], row[:half])
    if any(np_draft.can_fire(draft, man) for man in stays):
        np_draft.volley(draft, stays)
    else:
        for man in stays:
            draft.add("face", man, path=(look,))
    return go_on(draft, goes)


def flank(draft: Draft) -> bool:
    """A base of fire holds and fires, the rest moves fast to a point a quarter round the enemy. Rule: NUT-NP-06."""
    cite("NUT-NP-06")
    base, rest = split_for_flank(draft)
    if not draft.enemies or not rest or len(base) < int(charts.number("base_of_fire_least")):
        return False
    at = flank_point(draft, base)
    if at is None:
        return False
    if any(np_draft.can_fire(draft, man) for man in base):
        np_draft.volley(draft, base)
    ways = np_ground.ways_to(draft.scene, rest[0], at, draft.enemies)
    ends: list[tuple[ClashStand, Point]] = []
    draft.pending |= {man.id for man in draft.men}
    for man in sorted(rest, key=lambda m: (float(ways.cost(np_draft.here(m))[0]), m.id)):
        mode = movement.FAST if movement.may_go_fast(draft.state, man) else movement.WALK
        found = np_ground.places(draft.scene, man, draft.enemies, mode)
        gain = float(ways.cost(np_draft.here(man))[0]) - ways.cost(found.points)
        ahead = (gain > 0.5) & np.isfinite(gain) & np_draft.free(draft, found)
        if not ahead.any():
            continue
        worth = np.where(np.isfinite(gain), gain, 0.0) - np_draft.stray(draft, man, found.points)
        unseen = ahead & (found.seen == 0) & (gain >= 0.4 * gain[ahead].max())
        n = found.best(worth, unseen if unseen.any() else ahead)
        if n is not None:
            ends.append((man, np_draft.point(found, n)))
            np_draft.stays(draft, man, np_draft.point(found, n))
    fast = [man for man, _ in ends if movement.may_go_fast(draft.state, man)]
    if fast:
        draft.add("fast", *fast)
    for man, end in ends:
        draft.add("move", man, path=(end,))
    return bool(ends)


def split_for_flank(draft: Draft) -> tuple[list[ClashStand], list[ClashStand]]:
    """The base of fire (machine guns and half of the others, rounded down, two at least) and those who go round.

    Rule: NUT-NP-06.
    """
    cite("NUT-NP-06")
    guns = [m for m in draft.men if np_targets.is_machine_gun(m) or m.set_up or m.mans]
    others = [m for m in draft.men if m not in guns]
    look = draft.enemies[0].at if draft.enemies else draft.goal
    others.sort(key=lambda m: (m.id == draft.group.leader, round(math.dist((m.x, m.y), look), 3), m.id))
    least = int(charts.number("base_of_fire_least"))
    count = max(len(others) // 2 - (1 if guns else 0), least - len(guns))
    return guns + others[: max(0, count)], others[max(0, count) :]


def flank_point(draft: Draft, base: Sequence[ClashStand]) -> Point | None:
    """The nearer point 12 in from the enemy and 90 degrees round from the line base to enemy, on the table."""
    bx, by = np_draft.middle([(m.x, m.y) for m in base])
    target = min(draft.enemies, key=lambda e: (round(math.dist(e.at, (bx, by)), 3), e.stand.id))
    ex, ey = target.at
    length = math.dist((bx, by), (ex, ey))
    if length < 1.0:
        return None
    ux, uy = (bx - ex) / length, (by - ey) / length
    off = charts.number("flank_in")
    table = draft.scene.board.table
    rest = [m for m in draft.men if m not in base]
    mx, my = np_draft.middle([(m.x, m.y) for m in rest]) if rest else (bx, by)
    spots = [(ex - uy * off * s, ey + ux * off * s) for s in (1.0, -1.0)]
    inside = [p for p in spots if 1.0 <= p[0] <= table.width_in - 1.0 and 1.0 <= p[1] <= table.height_in - 1.0]
    return min(inside, key=lambda p: (round(math.dist(p, (mx, my)), 3), p), default=None)
