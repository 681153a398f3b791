"""Minefields: areas that attack whoever enters, moves or stands in them. Rules: CFV-MINE-01 to -07, -10, -12, -13."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from wargame.board import contains_many, region_contains
from wargame.board.movement import along, path_length
from wargame.engine.appraisal import duel
from wargame.engine.events import AreaChanged, Event, Rolled
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.state import Area
from wargame.rulesets.fascist_vipers import losses, units
from wargame.rulesets.fascist_vipers.data import tables
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import MineScore, Point, VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

FIELD = "minefield"
LANE = "lane"


def fields_against(scene: Scene, side: str) -> list[Area]:
    """Minefields of the enemy that the scene knows. Rules: CFV-MINE-01, -12."""
    fields = [a for a in scene.state.areas.values() if a.kind == FIELD]
    if fields:
        cite("CFV-MINE-12")
    return [a for a in fields if a.owner != side]


def lanes(scene: Scene) -> list[Area]:
    """Cleared paths: safe for everybody. Rule: CFV-MINE-11."""
    return [a for a in scene.state.areas.values() if a.kind == LANE]


def attack_dice(area: Area) -> tuple[int, str]:
    """Dice of a field, with the rule that gives them. Rules: CFV-MINE-05 to -07."""
    kind, density = str(area.get("kind", "mixed")), str(area.get("density", "thin"))
    rules = {"anti_tank": "CFV-MINE-05", "anti_infantry": "CFV-MINE-06", "mixed": "CFV-MINE-07"}
    cite("CFV-MINE-01")
    return int(tables()["mines"][kind][density]), cite(rules[kind])


def is_victim(area: Area, stand: VipersStand) -> bool:
    """Does a field of this kind attack this unit? Rule: CFV-MINE-10."""
    cite("CFV-MINE-10")
    on_foot = units.is_on_foot(stand) or units.is_gun(stand) or stand.ratings.troop_type == "cavalry"
    return {"anti_tank": not on_foot, "anti_infantry": on_foot}.get(str(area.get("kind", "mixed")), True)


def lies_in(scene: Scene, area: Area, at: Point) -> bool:
    """Is a place in a field and not on a cleared path?"""
    return region_contains(area.polygon, *at) and not any(region_contains(lane.polygon, *at) for lane in lanes(scene))


def along_path(scene: Scene, stand: VipersStand, ahead: tuple[Point, ...]) -> list[tuple[float, str]]:
    """Where a walk meets a field that will attack it, or that it shows: (inches along the path, id of the field).

    A unit meets each field once: where it enters it, or at once if it starts in it. Rules: CFV-MINE-02, -12, -13.
    """
    found = []
    for area in fields_against(scene, stand.side):
        if has_defended(scene, stand, area) or not (is_victim(area, stand) or _is_unknown(area, stand.side)):
            continue
        inches = first_inside(scene, area, ahead)
        if inches is not None:
            found.append((inches, area.id))
    return found


def first_inside(scene: Scene, area: Area, path: tuple[Point, ...]) -> float | None:
    """Inches along a path at which it first is in a field and on no cleared path; None: never."""
    if _is_far(area, path):
        return None
    if len(path) < 2:
        return 0.0 if lies_in(scene, area, path[0]) else None
    cleared = lanes(scene)
    total = path_length(path)
    cuts = sorted({0.0, total, *(c for a in (area, *cleared) for c in _crossings(path, a.polygon))})
    middles = np.array([along(path, (a + b) / 2) for a, b in itertools.pairwise(cuts)])
    unsafe = contains_many(area.polygon, middles)
    for lane in cleared:
        unsafe &= ~contains_many(lane.polygon, middles)
    hits = np.flatnonzero(unsafe)
    return float(cuts[hits[0]]) if len(hits) else None


def attack(battle: Battle, stand: VipersStand, area_id: str, cause: Event | None = None) -> None:
    """The field attacks a unit that enters, moves or stands in it, and may destroy it.

    Rules: CFV-MINE-02 to -04, -12, -13.
    """
    area = state_of(battle).areas[area_id]
    _show(battle, area, stand)
    if not is_victim(area, stand) or has_defended(battle, stand, area):
        return
    score, rolled = _score(battle, area, cause)
    pool = int(tables()["armour"]["defence_dice"][stand.ratings.armour_class])
    dice = battle.throw(pool)
    destroyed = sum(dice) <= score
    _note(battle, area, stand)
    defended = battle.happen(
        Rolled(
            purpose="mine_defence",
            who=stand.id,
            side=stand.side,
            dice=dice,
            total=sum(dice),
            needed=f"more than {score}",
            outcome="destroyed" if destroyed else "through",
            rules=(cite("CFV-MINE-03"), cite("CFV-MINE-04")),
        ),
        rolled,
    )
    if destroyed:
        losses.remove(battle, stand, "destroyed", cause=defended, rules=(cite("CFV-MINE-04"),))


def end_of_go(battle: Battle) -> None:
    """Fields attack units of the phasing side that only stood in them. Rules: CFV-MINE-02, -13."""
    state = state_of(battle)
    for area in fields_against(battle, state.phasing):
        for stand in list(state.stands.values()):
            if stand.side != state.phasing or not stand.in_play or has_defended(battle, stand, area):
                continue
            if is_victim(area, stand) and lies_in(battle, area, (stand.x, stand.y)):
                cite("CFV-MINE-13")
                attack(battle, stand, area.id)


def has_defended(scene: Scene, stand: VipersStand, area: Area) -> bool:
    """Has the unit met this field this turn? Rule: CFV-MINE-13."""
    row = score_of(scene, area.id)
    if row is None or stand.id not in row.defended:
        return False
    cite("CFV-MINE-13")
    return True


def score_of(scene: Scene, area_id: str) -> MineScore | None:
    """The field's score of this turn, if it has been thrown. Rule: CFV-MINE-13."""
    state = state_of(scene)
    return next((r for r in state.mine_scores if r.area == area_id and r.turn == state.turn), None)


def danger(scene: Scene, stand: VipersStand, path: tuple[Point, ...]) -> float:
    """Chance that a unit is destroyed by the fields that its side knows on this path."""
    alive = 1.0
    for _, area_id in along_path(scene, stand, path):
        area = scene.state.areas[area_id]
        if not is_victim(area, stand):
            continue
        defence = int(tables()["armour"]["defence_dice"][stand.ratings.armour_class])
        higher, equal, _ = duel(attack_dice(area)[0], defence)
        alive *= 1.0 - higher - equal
    return 1.0 - alive


def _is_far(area: Area, path: tuple[Point, ...]) -> bool:
    """Do the boxes round a path and a field lie apart?"""
    xs, ys = [p[0] for p in path], [p[1] for p in path]
    left, right = min(x for x, _ in area.polygon), max(x for x, _ in area.polygon)
    low, high = min(y for _, y in area.polygon), max(y for _, y in area.polygon)
    return max(xs) < left or min(xs) > right or max(ys) < low or min(ys) > high


def _is_unknown(area: Area, side: str) -> bool:
    return area.known_to is not None and side not in area.known_to


def _show(battle: Battle, area: Area, stand: VipersStand) -> None:
    if _is_unknown(area, stand.side):
        shown = msgspec.structs.replace(area, known_to=None)
        battle.happen(AreaChanged(area=shown, why="found", rules=(cite("CFV-MINE-12"),)))


def _score(battle: Battle, area: Area, cause: Event | None) -> tuple[int, Event | None]:
    row = score_of(battle, area.id)
    if row is not None:
        cite("CFV-MINE-13")
        return row.score, cause
    count, rule = attack_dice(area)
    dice = battle.throw(count)
    state = state_of(battle)
    kept = tuple(r for r in state.mine_scores if r.turn == state.turn)
    state.mine_scores = (*kept, MineScore(area=area.id, turn=state.turn, score=sum(dice)))
    rules = (cite("CFV-MINE-02"), rule)
    rolled: Event = battle.happen(
        Rolled(purpose="mine_attack", who=area.id, side=area.owner, dice=dice, total=sum(dice), rules=rules), cause
    )
    return sum(dice), rolled


def _note(battle: Battle, area: Area, stand: VipersStand) -> None:
    state = state_of(battle)
    rows = []
    for row in state.mine_scores:
        ours = row.area == area.id and row.turn == state.turn
        rows.append(msgspec.structs.replace(row, defended=(*row.defended, stand.id)) if ours else row)
    state.mine_scores = tuple(rows)


def _crossings(path: tuple[Point, ...], polygon: tuple[Point, ...]) -> list[float]:
    """Inches along a path at which it crosses the border of a polygon."""
    found, done = [], 0.0
    for p, q in itertools.pairwise(path):
        length = math.dist(p, q)
        for a, b in itertools.pairwise((*polygon, polygon[0])):
            share = _meets(p, q, a, b)
            if share is not None:
                found.append(done + share * length)
        done += length
    return found


def _meets(p: Point, q: Point, a: Point, b: Point) -> float | None:
    rx, ry, sx, sy = q[0] - p[0], q[1] - p[1], b[0] - a[0], b[1] - a[1]
    cross = rx * sy - ry * sx
    if abs(cross) < 1e-12:
        return None
    t = ((a[0] - p[0]) * sy - (a[1] - p[1]) * sx) / cross
    u = ((a[0] - p[0]) * ry - (a[1] - p[1]) * rx) / cross
    return t if 0.0 <= t <= 1.0 and 0.0 <= u <= 1.0 else None
