"""Distances, sight, facings and arcs between pieces. Inches and degrees.

Answers follow from the places alone and are kept with the board; nothing here rolls or changes anything.

Rules: NUT-GEO-01, -02, -03, -06, -07, -08, -12.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

import numpy as np

from wargame.board import Footprint, Footprints, bearing, gap, gap_to_point, gaps, in_arc, within
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import looking, night, rooms
from wargame.rulesets.clash_of_titans.data import height, meta
from wargame.rulesets.clash_of_titans.lines import Floats, Point, body_of, pose_at, pose_of, state_of
from wargame.rulesets.clash_of_titans.looking import Look
from wargame.rulesets.clash_of_titans.state import ClashStand

MEN_ARC_DEG = 180.0
"""What a man on foot has in front of him (NUT-GEO-06)."""


def footprint(scene: Scene, stand: ClashStand, at: Point | None = None) -> Footprint:
    """The base of a stand (of its carrier, if it is carried), where it is or as if it stood elsewhere."""
    body = body_of(state_of(scene), stand)
    x, y = (body.x, body.y) if at is None else at
    return Footprint(body.base, x, y, body.facing_deg)


def has_outline(stand: ClashStand) -> bool:
    """Is it measured from its outline (vehicles and guns), not from its centre? Rule: NUT-GEO-02."""
    return stand.kind in ("vehicle", "gun")


def distance(scene: Scene, a: ClashStand, b: ClashStand) -> float:
    """Inches between two pieces: figures centre to centre, vehicles and guns from the nearest point of their outline;
    who is carried is measured from the carrier. Rule: NUT-GEO-02."""
    cite("NUT-GEO-02")
    state = state_of(scene)
    one, other = body_of(state, a), body_of(state, b)
    return between(one, (one.x, one.y), other, (other.x, other.y))


def between(a: ClashStand, at_a: Point, b: ClashStand, at_b: Point) -> float:
    """Inches between two pieces as if they stood at these places, with the facings they have. Rule: NUT-GEO-02."""
    if has_outline(a) and has_outline(b):
        return gap(Footprint(a.base, *at_a, a.facing_deg), Footprint(b.base, *at_b, b.facing_deg))
    if has_outline(a):
        return gap_to_point(Footprint(a.base, *at_a, a.facing_deg), *at_b)
    if has_outline(b):
        return gap_to_point(Footprint(b.base, *at_b, b.facing_deg), *at_a)
    return math.dist(at_a, at_b)


def between_many(a: ClashStand, points: Floats, b: ClashStand, at_b: Point) -> Floats:
    """Inches between two pieces as if the first stood at each of some places (n, 2). Rule: NUT-GEO-02."""
    x, y = np.asarray(points[:, 0]), np.asarray(points[:, 1])
    if has_outline(a) and has_outline(b):
        n = len(points)
        many = Footprints.of([Footprint(a.base, 0.0, 0.0, a.facing_deg)] * n)
        one = Footprints.of([Footprint(b.base, *at_b, b.facing_deg)])
        return np.asarray(gaps(replace(many, x=np.ascontiguousarray(x), y=np.ascontiguousarray(y)), one)).reshape(n)
    if not has_outline(a) and not has_outline(b):
        return np.hypot(x - at_b[0], y - at_b[1])
    body = a if has_outline(a) else b
    dx, dy = at_b[0] - x, at_b[1] - y
    if body.base.shape == "circle":
        return np.maximum(0.0, np.hypot(dx, dy) - body.base.width_in / 2)
    angle = math.radians(body.facing_deg)
    c, s = math.cos(angle), math.sin(angle)
    along = np.maximum(np.abs(dx * c + dy * s) - body.base.depth_in / 2, 0.0)
    across = np.maximum(np.abs(dy * c - dx * s) - body.base.width_in / 2, 0.0)
    return np.hypot(along, across)


def distance_to(scene: Scene, stand: ClashStand, at: Point) -> float:
    """Inches from a piece to a place. Rule: NUT-GEO-02."""
    cite("NUT-GEO-02")
    body = body_of(state_of(scene), stand)
    if has_outline(body):
        return gap_to_point(Footprint(body.base, body.x, body.y, body.facing_deg), *at)
    return math.dist((body.x, body.y), at)


def distance_to_building(scene: Scene, stand: ClashStand, feature: str) -> float:
    """Inches from a piece to the outline of a building, 0 inside it. Rule: NUT-GEO-02."""
    cite("NUT-GEO-02")
    body = body_of(state_of(scene), stand)
    return scene.board.distance_to(feature, body.x, body.y)


def in_contact(scene: Scene, a: ClashStand, b: ClashStand) -> bool:
    """Are two pieces in contact: outlines no more than 0.1in apart, on one floor, and no wall between them?

    Rule: NUT-GEO-12.
    """
    cite("NUT-GEO-12")
    one, other = footprint(scene, a), footprint(scene, b)
    if not within(gap(one, other), float(meta()["contact_tolerance"])):
        return False
    return can_touch(scene, a, b)


def can_touch(scene: Scene, a: ClashStand, b: ClashStand) -> bool:
    """Is there no wall and no ceiling between two pieces that stand side by side? Rules: NUT-GEO-12, NUT-BLDG-02."""
    state, board = state_of(scene), scene.board
    one, other = body_of(state, a), body_of(state, b)
    if not rooms.is_built(board):
        return True
    room_a = rooms.room_at(board, one.x, one.y, one.floor)
    room_b = rooms.room_at(board, other.x, other.y, other.floor)
    if room_a is None and room_b is None:
        return one.floor == other.floor or not (one.floor or other.floor)
    if room_a is not None and room_b is not None and room_a.name == room_b.name and room_a.floor == room_b.floor:
        return True
    return rooms.opening_between(room_a, room_b, (one.x, one.y), (other.x, other.y)) is not None


# ---------------------------------------------------------------- sight


def sees(scene: Scene, viewer: ClashStand, target: ClashStand) -> bool:
    """Has the viewer a line of sight to the target? States, rooms, vehicles in between, smoke, weather and night are
    counted; facing and hiding are not. The same both ways except for lights at night. Kept with a view.

    Rules: NUT-GEO-03, -04, NUT-STAT-15, NUT-BLDG-02, -06, -07, NUT-NITE-01.
    """
    return seen_among(scene, viewer, (target,))[0]


def _is_in_view(scene: Scene, stand: ClashStand) -> bool:
    """Is the scene a view, and the stand as it is there?"""
    return isinstance(scene, View) and state_of(scene).stands.get(stand.id) is stand


def seen_among(scene: Scene, viewer: ClashStand, targets: Sequence[ClashStand]) -> tuple[bool, ...]:
    """Says for each of several targets whether the viewer sees it; much faster than one by one."""
    return pairs_see(scene, [(viewer, target) for target in targets])


def seen_by(scene: Scene, stand: ClashStand) -> list[ClashStand]:
    """The enemies on the table (or aboard something on it) that have a line of sight to a stand, in file order."""
    watchers = enemies_here(scene, stand.side)
    found = pairs_see(scene, [(watcher, stand) for watcher in watchers])
    return [watcher for watcher, seen in zip(watchers, found, strict=True) if seen]


def sees_of(scene: Scene, viewer: ClashStand) -> list[ClashStand]:
    """The enemies that a stand has a line of sight to, in file order."""
    targets = enemies_here(scene, viewer.side)
    found = seen_among(scene, viewer, targets)
    return [target for target, seen in zip(targets, found, strict=True) if seen]


def enemies_here(scene: Scene, side: str) -> list[ClashStand]:
    """Pieces of other sides that are on the table, on their own feet or aboard something."""
    state = state_of(scene)
    return [s for s in state.stands.values() if s.side != side and not s.gone and body_of(state, s).in_play]


def pairs_see(scene: Scene, pairs: Sequence[tuple[ClashStand, ClashStand]]) -> tuple[bool, ...]:
    """Says for each pair (viewer, target) whether the viewer sees the target. Kept with a view."""
    if not isinstance(scene, View) or not all(_is_in_view(scene, s) for pair in pairs for s in pair):
        return _pairs_see(scene, pairs)
    kept: dict[tuple[str, str], bool] = scene.kept.setdefault("sees", {})
    keys = [(viewer.id, target.id) for viewer, target in pairs]
    new = [n for n, key in enumerate(keys) if key not in kept]
    if new:
        kept.update(zip([keys[n] for n in new], _pairs_see(scene, [pairs[n] for n in new]), strict=True))
    return tuple(kept[key] for key in keys)


def _pairs_see(scene: Scene, pairs: Sequence[tuple[ClashStand, ClashStand]]) -> tuple[bool, ...]:
    answers = [False] * len(pairs)
    asked: list[tuple[int, Look]] = []
    ends: dict[int, looking.End] = {}
    for n, (viewer, target) in enumerate(pairs):
        if body_of(state_of(scene), viewer) is body_of(state_of(scene), target):
            answers[n] = True
            continue
        look = look_at(scene, viewer, target, ends=ends)
        if look is not None:
            asked.append((n, look))
    if asked:
        for (n, _), seen in zip(asked, looking.are_open(scene, [look for _, look in asked]).tolist(), strict=True):
            answers[n] = seen
    return tuple(answers)


def look_at(
    scene: Scene,
    viewer: ClashStand,
    target: ClashStand,
    at: Point | None = None,
    facing_deg: float | None = None,
    ends: dict[int, looking.End] | None = None,
) -> Look | None:
    """A look at a target, where it is or as if it stood elsewhere; None if it is too far off to be seen at all.

    ends: those of looks at the same moment, to be used again: by `id` of the stand where it stands now.
    """
    state = state_of(scene)
    one, other = body_of(state, viewer), body_of(state, target)
    apart = between(one, (one.x, one.y), other, (other.x, other.y) if at is None else at)
    if night.too_far(scene, target, apart):
        return None
    kept = {} if ends is None else ends
    a = _end_here(scene, viewer, kept)
    if at is None and facing_deg is None:
        b = _end_here(scene, target, kept)
    else:
        b = looking.end_of(scene, target, pose_of(scene, target, at, facing_deg))
    return Look(a, b, apart, night.is_dark_for(scene, target))


def _end_here(scene: Scene, stand: ClashStand, kept: dict[int, looking.End]) -> looking.End:
    if _is_in_view(scene, stand):
        kept = cast(View, scene).kept.setdefault("ends", {})
    found = kept.get(id(stand))
    if found is None:
        found = kept[id(stand)] = looking.end_of(scene, stand, pose_of(scene, stand))
    return found


def sees_place(scene: Scene, viewer: ClashStand, at: Point, floor: int = 0) -> bool:
    """Would the viewer see a man who stood at a place? Rules: NUT-GEO-03, NUT-NITE-01."""
    state = state_of(scene)
    apart = distance_to(scene, viewer, at)
    lit = state.night and night.is_lit_at(state, at)
    if not within(apart, night.limit_of(state, dark=state.night and not lit)):
        return False
    a = looking.end_of(scene, viewer, pose_of(scene, viewer))
    pose = pose_at(scene, at, height("standing man, gun"), floor)
    room = rooms.room_at(scene.board, *at, floor) if rooms.is_built(scene.board) else None
    b = looking.End(pose, True, False, viewer.side, room)
    return bool(looking.are_open(scene, [Look(a, b, apart, state.night and not lit)])[0])


# ---------------------------------------------------------------- facing


def in_front(a: ClashStand, b: ClashStand, arc_deg: float = MEN_ARC_DEG) -> bool:
    """Has a figure another in its front: its centre in the 180 degrees before the shoulders? Rule: NUT-GEO-06."""
    return faces_point(a, (b.x, b.y), arc_deg)


def faces_point(a: ClashStand, at: Point, arc_deg: float = MEN_ARC_DEG) -> bool:
    """Does a place lie in the arc of this full width about the facing? The border belongs to it. Rule: NUT-GEO-06."""
    cite("NUT-GEO-06")
    return in_arc((a.x, a.y, a.facing_deg), at, arc_deg)


def is_flanked(target: ClashStand, origin: Point) -> bool:
    """Does an attack come from the flank or rear of a figure, from outside its front? Rule: NUT-GEO-06."""
    return not faces_point(target, origin)


def bearing_to(a: ClashStand, at: Point) -> float:
    """Direction from a piece to a place in degrees, 0 = +x, counter-clockwise."""
    return bearing(a.x, a.y, *at)


def nearest(scene: Scene, stand: ClashStand, others: Iterable[ClashStand]) -> ClashStand | None:
    """The nearest of some pieces (ties in order of id), or None."""
    return min(others, key=lambda other: (round(distance(scene, stand, other), 3), other.id), default=None)
