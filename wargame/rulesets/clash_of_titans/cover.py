"""Cover and concealment of one piece against another or against a place. Rules: NUT-COVR-01 to -10, NUT-TERR-06, -12,
NUT-BLDG-06, -11, NUT-GUNS-02, NUT-NITE-01.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wargame.board import Board, crossed, in_arc, shapes, within
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import chapters, geometry, looking, night, rooms, status, terrain
from wargame.rulesets.clash_of_titans.lines import (
    LINES,
    Point,
    Pose,
    blocks_of,
    body_of,
    bundle,
    columns,
    pose_at,
    pose_of,
    state_of,
)
from wargame.rulesets.clash_of_titans.solids import any_two, best_dv, material_dv, outline_gap, solids_near
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.terrain import cover_file

NO_DV = -1
"""Defence Value of what stops nothing."""
SHIELD_ARC_DEG = 90.0
SHIELD_MEN = 4
"""Men behind the shield of a gun (NUT-GUNS-02)."""


@dataclass(frozen=True, slots=True)
class Cover:
    """What protects a target from one origin.

    dv: the highest Defence Value that counts, -1 without cover. below: from lying prone, a trench, a foxhole or a place
    below ground, which counts against a blast of any APR. why: in words, the thing that counts.
    """

    dv: int = NO_DV
    in_cover: bool = False
    concealed: bool = False
    below: bool = False
    why: str = ""
    rules: tuple[str, ...] = ()

    def stops(self, apr: int) -> bool:
        """Does it count as cover against this APR? Rules: NUT-COVR-02, -03."""
        cite("NUT-COVR-03" if apr == 0 else "NUT-COVR-02")
        return self.in_cover and apr <= self.dv

    def stops_blast(self, apr: int) -> bool:
        """Does it count as cover against a blast of this APR? Rules: NUT-COVR-02, -10."""
        if self.below:
            cite("NUT-COVR-10")
            return True
        return self.stops(apr)

    @property
    def any(self) -> bool:
        """Cover or concealment: "in cover" for a reaction test (NUT-RFIRE-07)."""
        return self.in_cover or self.concealed


def cover(scene: Scene, target: ClashStand, origin: ClashStand | Point) -> Cover:
    """Cover of a target against fire from a stand or a place, where both are now; kept with a view.

    Rules: NUT-COVR-01, -04, -06, -09.
    """
    stands = state_of(scene).stands
    source = origin.id if isinstance(origin, ClashStand) else origin
    changed = isinstance(source, str) and stands.get(source) is not origin
    if not isinstance(scene, View) or changed or stands.get(target.id) is not target:
        return _cover(scene, target, origin)
    key = ("cover", target.id, source)
    if key not in scene.kept:
        scene.kept[key] = _cover(scene, target, origin)
    found: Cover = scene.kept[key]
    return found


def _cover(scene: Scene, target: ClashStand, origin: ClashStand | Point) -> Cover:
    body = body_of(state_of(scene), target)
    found = _found(scene, target, body, origin)
    dim = isinstance(origin, ClashStand) and night.is_dim(scene, target, geometry.distance(scene, target, origin))
    concealed = dim or _is_concealed(scene.board, body)
    if not found and not concealed:
        return Cover()
    more = tuple(m.rule for m in chapters.modifiers(scene, "cover", target.id) if m.rule)
    rules = tuple(
        dict.fromkeys((*(rule for c in found for rule in c[3]), *((cite("NUT-COVR-04"),) if concealed else ()), *more))
    )
    if not found:
        return Cover(concealed=True, why="concealed", rules=rules)
    if len(found) > 1:
        cite("NUT-COVR-09")
    best = max(found, key=lambda c: c[0])
    return Cover(best[0], True, concealed, any(c[1] for c in found), best[2], rules)


def blast_cover(scene: Scene, target: ClashStand, centre: Point, exterior: bool = True) -> Cover:
    """Cover of a figure against a blast: what lies between it and the centre of the circle, what it lies in, and being
    prone. exterior: False inside a building area, where no cover outside counts.

    Rules: NUT-COVR-05, -10, NUT-GREN-05.
    """
    rules: tuple[str, ...] = (cite("NUT-COVR-05"),)
    if not exterior:
        rules = (*rules, cite("NUT-GREN-05"))
    found = cover(scene, target, centre) if exterior else Cover()
    low = status.is_low(target) and not target.carrier
    if not low:
        return Cover(found.dv, found.in_cover, found.concealed, found.below, found.why, (*found.rules, *rules))
    below = (*found.rules, *rules, cite("NUT-COVR-10"))
    return Cover(found.dv, True, found.concealed, True, found.why or "prone", below)


def is_in_cover_terrain(scene: Scene, stand: ClashStand) -> bool:
    """Does a piece stand in cover or concealment whoever looks (where men may hide)? Rules: NUT-COVR-01, -04."""
    board, body = scene.board, body_of(state_of(scene), stand)
    return gives_cover(board, (body.x, body.y), body.floor) or _is_concealed(board, body)


def gives_cover(board: Board, at: Point, floor: int = 0) -> bool:
    """Is a place in cover all round: in woods, rubble, a trench, a crater, a building? Rule: NUT-COVR-01."""
    kinds = cover_file()["area"]
    if any(f.kind in kinds for f in board.features_at(*at)):
        return True
    return rooms.is_built(board) and rooms.room_at(board, at[0], at[1], floor) is not None


# ---------------------------------------------------------------- what gives cover

Found = tuple[int, bool, str, tuple[str, ...]]
"""Defence Value, below ground, what it is, rules."""


def _found(scene: Scene, target: ClashStand, body: ClashStand, origin: ClashStand | Point) -> list[Found]:
    if target.carrier:
        return _aboard(target, body)
    board, at = scene.board, (body.x, body.y)
    source = _origin(scene, origin)
    found = [*_indoors(scene, body, origin), *_area(board, body)]
    pose = pose_of(scene, target)
    blocks = blocks_of(scene)
    room = rooms.room_at(board, *at, body.floor) if rooms.is_built(board) else None
    own = frozenset((room.building.feature,)) if room is not None else frozenset()
    for end, start in _pairs(scene, target, pose, origin, source):
        lines = bundle(scene.board, columns([start]), columns([end]))
        solids = solids_near(scene, board, lines, end, start, blocks, own)
        if any_two(solids):
            dv = best_dv(solids)
            what = next(s.what for line in solids for s in line if s.dv >= dv)
            found.append((dv, False, what, (cite("NUT-COVR-01"), cite("NUT-COVR-06"))))
        if _behind_crest(board, lines.flat, end, start):
            dv = material_dv(cover_file()["works"]["foxhole"])
            found.append((dv, False, "crest", (cite("NUT-TERR-06"),)))
    shield = _shield(scene, target, source.at)
    if shield is not None:
        found.append(shield)
    if target.dug_in:
        gun = target.is_gun
        dv = material_dv(cover_file()["works"]["dug_in_gun" if gun else "foxhole"])
        found.append((dv, not gun, "dug in", (cite("NUT-TERR-12"),)))
    return found if at != source.at else [c for c in found if c[1]]


def _origin(scene: Scene, origin: ClashStand | Point) -> Pose:
    return pose_of(scene, origin) if isinstance(origin, ClashStand) else pose_at(scene, origin)


def _pairs(
    scene: Scene, target: ClashStand, pose: Pose, origin: ClashStand | Point, source: Pose
) -> list[tuple[Pose, Pose]]:
    """Between which poses the lines run: who looks out of a window looks from it."""
    if not isinstance(origin, ClashStand):
        return [(pose, source)]
    if rooms.is_built(scene.board):
        start = looking.end_of(scene, origin, source)
        outside = looking.poses_of(scene, start)
        source = min(outside, key=lambda p: (p.x - pose.x) ** 2 + (p.y - pose.y) ** 2, default=source)
    return [(pose, source)]


def _aboard(target: ClashStand, vehicle: ClashStand) -> list[Found]:
    """Crew of an open-topped AFV are in cover; who rides on a tank or in a softskin is not. Rule: NUT-COVR-07."""
    rules = (cite("NUT-COVR-07"),)
    spec = vehicle.spec
    if spec is None or spec.soft or target.station == "rider":
        return []
    return [(spec.ar_side, False, vehicle.id, rules)]


def _indoors(scene: Scene, body: ClashStand, origin: ClashStand | Point) -> list[Found]:
    """A building covers who is in it against all who are not in the same area; a flat roof has a parapet.

    Rules: NUT-BLDG-06, -11, NUT-COVR-01.
    """
    board = scene.board
    if not rooms.is_built(board):
        return []
    room = rooms.room_at(board, body.x, body.y, body.floor)
    if room is None:
        roof = rooms.on_roof(board, body.x, body.y, body.floor)
        if roof is None:
            return []
        dv = material_dv(cover_file()["works"]["parapet"])
        return [(dv, False, roof.feature, (cite("NUT-BLDG-11"),))]
    if isinstance(origin, ClashStand):
        at, floor = (origin.x, origin.y), origin.floor
    else:
        at, floor = origin, body.floor
    other = rooms.room_at(board, *at, floor)
    if other is not None and (other.name, other.floor) == (room.name, room.floor):
        return []
    return [(room.building.dv, False, room.building.feature, (cite("NUT-BLDG-06"), cite("NUT-COVR-01")))]


def _area(board: Board, body: ClashStand) -> list[Found]:
    """Cover by the ground under the centre of a piece on the ground. Rules: NUT-COVR-01, -06, NUT-TERR-12."""
    kinds = cover_file()["area"]
    found = []
    for feature in board.features_at(body.x, body.y) if body.floor == 0 else ():
        row = kinds.get(feature.kind)
        if row is None:
            continue
        own = feature.props.get("dv")
        dv = int(own) if own is not None else material_dv(row["material"])
        rules = (cite("NUT-COVR-01"), cite("NUT-COVR-06"), *((cite("NUT-TERR-12"),) if row.get("below") else ()))
        found.append((dv, bool(row.get("below", False)), feature.id, rules))
    return found


def _behind_crest(board: Board, flat: NDArray[np.float64], end: Pose, start: Pose) -> bool:
    """Do two of three lines come up over a crest within 1in before the target? Rule: NUT-TERR-06."""
    if "hill" not in terrain.kinds_on(board):
        return False
    cite("NUT-TERR-06")
    across = crossed(board, frozenset({"hill"}), flat)
    near = float(cover_file()["near"]["crest_in"])
    lines = set()
    for line, index, enter, leave in zip(*(column.tolist() for column in across), strict=True):
        if leave < 1.0 - 1e-9 or enter <= 1e-9:
            continue
        row = flat[line]
        x, y = row[0] + enter * (row[2] - row[0]), row[1] + enter * (row[3] - row[1])
        top = board.features[index].height * board.profile.inches_per_level
        below = start.top_in + enter * (end.foot_in - start.top_in) <= top + 1e-9
        if below and within(outline_gap(end, x, y), near):
            lines.add(line)
    return len(lines) >= LINES - 1


def _shield(scene: Scene, target: ClashStand, origin: Point) -> Found | None:
    """The shield of a gun covers up to four of its crew against its front quarter. Rule: NUT-GUNS-02."""
    gun = state_of(scene).stands.get(target.mans) if target.mans else None
    if gun is None or gun.gone or not in_arc((gun.x, gun.y, gun.facing_deg), origin, SHIELD_ARC_DEG):
        return None
    crew = [s for s in state_of(scene).stands.values() if s.mans == gun.id and status.in_fight(s)]
    if target not in crew[:SHIELD_MEN]:
        return None
    return material_dv(cover_file()["works"]["shield"]), False, gun.id, (cite("NUT-GUNS-02"),)


# ---------------------------------------------------------------- concealment


def _is_concealed(board: Board, body: ClashStand) -> bool:
    """Rules: NUT-COVR-04, -08, NUT-TERR-07, -08."""
    kinds = frozenset(cover_file()["concealing"]["kinds"])
    on_ground = body.floor == 0 and kinds & terrain.kinds_on(board)
    if on_ground and any(f.kind in kinds for f in board.features_at(body.x, body.y)):
        cite("NUT-TERR-08")
        return True
    return at_smoke(board, body)


def at_smoke(board: Board, body: ClashStand) -> bool:
    """Does a piece stand at the edge of smoke (or in it)? Rule: NUT-COVR-08."""
    if "smoke" not in terrain.kinds_on(board):
        return False
    cite("NUT-COVR-08")
    near = float(cover_file()["near"]["smoke_in"])
    point = shapes.spot(body.x, body.y)
    return any(f.kind == "smoke" and shapes.near(board.area(f.id), point, near) for f in board.features)


def both_covered(covers: Sequence[Cover]) -> bool:
    """Is a figure that tests because of several enemies in cover from all of them? Rule: NUT-RFIRE-08."""
    cite("NUT-RFIRE-08")
    return bool(covers) and all(one.any for one in covers)
