"""Where a computer player leads a side that plays a mission: the next place, and how much it has to hurry.

The computer's judgement: a patrol goes round the far sections and home, a raid to its objective, an attack at whoever
is left in the far sections, an assault over the edge. Read from what the side itself knows.

Rules: NUT-MISN-01 to -05, -09.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import cast

from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import (
    aims,
    contact,
    data,
    edges,
    foes,
    groups,
    mission_end,
    missions,
    np_orders,
    outlines,
    reinforcements,
    status,
)
from wargame.rulesets.clash_of_titans.aims import Aim
from wargame.rulesets.clash_of_titans.sections import FAR, NEAR, Grid
from wargame.rulesets.clash_of_titans.state import ClashGroup, ClashState, Point

INSIDE_IN = 4.0
"""So far inside the strip along the far edge a patrol looks into a section, and so far inside the section."""
LOOK_IN, MARKER_IN, FIGHT_IN, POST_IN = 2.0, 7.0, 12.0, 3.0
"""How near is near enough: to look into a section, to turn a marker over, to fight an enemy, to hold a post."""
POST_APART_IN = 10.0
PARTY = 3
"""So many men may look into another section than the others; fewer go with them."""
STAY, FIGHT = 1.0, 3.0
"""Activations that it takes to look into a section, or to deal with an enemy."""
PATROL_LEFT, ATTACK_LEFT = 0.5, 0.25
"""With a smaller share of its men a mission is given up."""
HASTE = 1.6
CALM, HEADLONG = 0.8, 2.5
"""The least and the greatest haste."""


def plays(state: ClashState, side: str) -> bool:
    """Does a side play a mission?"""
    return bool(state.mission.mission) and state.mission.player == side


def offers(view: View, side: str) -> list[Aim]:
    """Places that the mission leads a side to, as they are before it has come on: where it deploys depends on them."""
    state = _state(view)
    grid = reinforcements.grid_of(view)
    mission = state.mission.mission
    if mission == missions.DEFENCE:
        return _posts(grid)
    if mission == missions.ASSAULT:
        at = [grid.centre(section) for section in NEAR]
        return [_over(view, mission_end.exit_edge(grid), p) for p in at]
    if mission == missions.RECON:
        return [_aim(_look(grid, section, grid.centre(FAR[1])), LOOK_IN) for section in (FAR[0], FAR[-1])]
    if mission == missions.RAID:
        return [_aim(mission_end.raid_place(view), mission_end.number("hold_in"))]
    return [_aim(p, r) for p, r in _quarry(view, side)] or [_aim(grid.centre(FAR[1]), FIGHT_IN)]


def share_out(view: View, side: str) -> dict[str, Aim]:
    """The aim of each group. The parts into which a squad has come apart go where most of it goes, so that they meet
    again; only over an edge each goes straight ahead."""
    state = _state(view)
    places = {
        g.id: at for g in state.groups.values() if g.side == side and (at := aims.middle_of(state, g)) is not None
    }
    families: dict[str, list[str]] = {}
    for name in places:
        families.setdefault(name.partition("/")[0], []).append(name)
    found: dict[str, Aim] = {}
    given: list[Aim] = []
    for parts in families.values():
        able = {name: len(groups.members(state, name, able_only=True)) for name in parts}
        main = max(parts, key=lambda name: able[name])
        others = given if sum(able.values()) >= PARTY else []
        aim = _aim_of(view, state.groups[main], places[main], others)
        given.append(aim)
        for name in parts:
            alone = aim.leave and name != main
            found[name] = _aim_of(view, state.groups[name], places[name], others) if alone else aim
    return found


def order_of(view: View, group: str) -> str:
    """The order that a friendly unit run by the rules should have: to hold, to attack, or to go home (NUT-NP-16)."""
    state = _state(view)
    aim = aims.aim_of(view, group)
    if state.mission.mission == missions.ASSAULT:
        return np_orders.ATTACK
    if aim is not None and aim.leave:
        return np_orders.WITHDRAW
    holds = state.mission.mission == missions.DEFENCE or np_orders.is_base_of_fire(state, group)
    return np_orders.HOLD if holds else np_orders.ATTACK


def _aim_of(view: View, group: ClashGroup, here: Point, given: Sequence[Aim]) -> Aim:
    """The aim of a group; `given`: what those before it have got."""
    state = _state(view)
    grid = reinforcements.grid_of(view)
    mission, side = state.mission.mission, group.side
    if mission == missions.ASSAULT:
        return _hurried(view, group, _over(view, mission_end.exit_edge(grid), here), here, 0.0)
    if mission == missions.DEFENCE:
        return _shared(_posts(grid), here, given)
    if mission_end.work_is_done(view) or is_hopeless(state):
        return _hurried(view, group, _over(view, state.edges[side], here), here, 0.0)
    if mission == missions.RECON:
        return _round(view, group, here, given)
    if mission == missions.RAID:
        aim = _aim(mission_end.raid_place(view), mission_end.number("hold_in"))
        return _hurried(view, group, aim, here, FIGHT)
    found = [_aim(p, r) for p, r in _quarry(view, side)] or [_aim(p, FIGHT_IN) for p in _unseen(view, side, grid)]
    aim = _shared(found, here, given)
    home = edges.distance(view.board.table, state.edges[side], aim.at) if mission == missions.COMBAT else 0.0
    return _hurried(view, group, aim, here, FIGHT, home)


def is_hopeless(state: ClashState) -> bool:
    """Has a patrol lost so many that half of it cannot come back, or an attack all but a quarter? Then they save who is
    left (NUT-MISN-09)."""
    men = mission_end.force(state)
    gone = f"left {state.edges[state.mission.player]}"
    left = sum(s.gone == gone or (s.in_play and status.in_fight(s)) for s in men)
    patrols = state.mission.mission in (missions.RECON, missions.COMBAT)
    return left < (PATROL_LEFT if patrols else ATTACK_LEFT) * len(men)


# ---------------------------------------------------------------- a patrol


def _round(view: View, group: ClashGroup, here: Point, given: Sequence[Aim]) -> Aim:
    """The first section of the shortest round of those not yet looked into, back to the edge; others take others."""
    state = _state(view)
    grid = reinforcements.grid_of(view)
    left = [s for s in FAR if f"visited.{s}" not in state.notes]
    taken = {grid.at(*aim.at) for aim in given if not aim.leave}
    wanted = [s for s in left if s not in taken] or left
    best: tuple[float, Point] | None = None
    for tour in itertools.permutations(wanted):
        at, long, first = here, 0.0, here
        for n, section in enumerate(tour):
            place = _look(grid, section, at)
            long += math.dist(at, place)
            at, first = place, place if n == 0 else first
        if best is None or long < best[0] - 1e-6:
            best = long, first
    assert best is not None
    aim = _aim(best[1], LOOK_IN)
    rest = best[0] - math.dist(here, aim.at)
    home = edges.distance(view.board.table, state.edges[group.side], aim.at)
    return _hurried(view, group, aim, here, STAY * len(wanted), rest + home)


def _look(grid: Grid, section: int, coming_from: Point) -> Point:
    """Where to look into a far section on the way from a place: the nearest point well inside the strip."""
    u0, _, u1, v1 = grid.own_box(section)
    u, v = grid.seen(*coming_from)
    near = v1 - mission_end.number("far_edge_in") + INSIDE_IN
    return grid.place(min(max(u, u0 + INSIDE_IN), u1 - INSIDE_IN), min(max(v, near), v1 - INSIDE_IN))


# ---------------------------------------------------------------- who is looked for


def _quarry(view: View, side: str) -> list[tuple[Point, float]]:
    """Markers and enemies that are to be dealt with, and how near one has to come to them."""
    state = _state(view)
    grid = reinforcements.grid_of(view)
    found = [((m.x, m.y), MARKER_IN) for m in contact.markers(state)]
    if state.mission.mission == missions.ATTACK or not mission_end.has_hurt_them(state):
        found += [((e.x, e.y), FIGHT_IN) for e in foes.enemies(view, side) if e.kind != "pef" and status.able(e)]
    if state.mission.mission == missions.ATTACK:
        return [row for row in found if grid.at(*row[0]) in FAR]
    return found


def _unseen(view: View, side: str, grid: Grid) -> Iterator[Point]:
    """Where somebody may still be whom nobody knows of: ground to be scouted, else the far sections without own men."""
    scouted = [outlines.middle(feature.rings[0]) for feature, _ in contact.unscouted(view)]
    men = [s for s in _state(view).stands.values() if s.side == side and s.in_play and status.able(s)]
    taken = {grid.at(s.x, s.y) for s in men}
    yield from scouted or [grid.centre(s) for s in FAR if s not in taken] or [grid.centre(FAR[1])]


# ---------------------------------------------------------------- aims


def _aim(at: Point, radius_in: float) -> Aim:
    return Aim(*at, radius_in, True)


def _posts(grid: Grid) -> list[Aim]:
    """Where a perimeter is held: in the near sections, for only who is there counts (NUT-MISN-04)."""
    u, v = grid.seen(*grid.centre(NEAR[1]))
    return [Aim(*grid.place(u + off, v), POST_IN, False) for off in (0.0, POST_APART_IN, -POST_APART_IN)]


def _over(view: View, edge: str, here: Point) -> Aim:
    """Straight ahead over an edge."""
    return Aim(*edges.nearest_point(view.board.table, edge, here), aims.AT_THE_EDGE_IN, True, edge)


def _shared(found: Sequence[Aim], here: Point, given: Sequence[Aim]) -> Aim:
    """The nearest, those that others have got counting as farther off."""
    taken = [aim.at for aim in given]
    return min(found, key=lambda aim: math.dist(here, aim.at) + aims.EACH_MORE * taken.count(aim.at))


def _hurried(view: View, group: ClashGroup, aim: Aim, here: Point, acts: float, further_in: float = 0.0) -> Aim:
    """The aim with the haste that the clock asks for: activations that are needed against those that may still come."""
    state = _state(view)
    limit = min(view.setup.turn_limit, int(data.meta()["max_turns"]))
    leader = groups.leader(state, group.id)
    chance = min(leader.rep, 6) / 6.0 if leader is not None else 0.5
    left = max(0.5, (limit - state.turn + 1) * chance)
    needed = acts + (math.dist(here, aim.at) + further_in) / float(data.row("movement", "foot")["normal"])
    return aims.with_haste(aim, min(HEADLONG, max(CALM, HASTE * needed / left)))


def _state(view: View) -> ClashState:
    return cast(ClashState, view.state)
