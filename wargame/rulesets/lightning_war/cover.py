"""What shelters a target. Rules: LW2-COV-01 to -04, LW2-TERR-02 to -04, -10, -14, -22 to -30, LW2-GUN-09, -12."""

from __future__ import annotations

from typing import NamedTuple

from wargame.board import eye, sight
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import hills, units
from wargame.rulesets.lightning_war.contact import Touch, touches
from wargame.rulesets.lightning_war.features import kind_at
from wargame.rulesets.lightning_war.ground import DENSE, OPEN_WOODS, TOWN, kinds
from wargame.rulesets.lightning_war.location import is_halted, line_between
from wargame.rulesets.lightning_war.state import WarStand

NONE, PARTIAL, HARD = "none", "partial", "hard"
TRACK_DOWN, HULL_DOWN = "track_down", "hull_down"
_GRADES = (NONE, TRACK_DOWN, PARTIAL, HARD, HULL_DOWN)
_KEPT_POINTS = 60_000
_LINES = frozenset({"wall", "hedge", "railway", "field_works"})


class Cover(NamedTuple):
    """The best cover of a target, why in words, and the rules. Men: none, partial, hard; vehicles: none, track_down,
    partial, hull_down."""

    grade: str
    why: str
    rule: str

    @property
    def is_hard(self) -> bool:
        """Hard cover, or hull down."""
        return self.grade in (HARD, HULL_DOWN)

    @property
    def is_partial(self) -> bool:
        """Partial cover against every kind of fire."""
        return self.grade == PARTIAL


def cover(scene: Scene, target: WarStand, firer: WarStand | None) -> Cover:
    """The cover of a target against direct fire of a firer, or (None) against shells from any side.

    Rules: LW2-COV-03, -04.
    """
    rows = [_of_lie(scene, target)]
    rows += [row for touch in touches(scene, target) if (row := _of_touch(scene, target, touch, firer)) is not None]
    if firer is not None:
        rows += _of_line(scene, target, firer)
    best = max(rows, key=lambda row: _GRADES.index(row.grade))
    cite("LW2-COV-03")
    if best.grade != NONE:
        cite("LW2-COV-01" if best.is_hard else "LW2-COV-02")
        cite(best.rule)
    return best


def _of_lie(scene: Scene, target: WarStand) -> Cover:
    """Lying down, or track-down, in the open. Rules: LW2-TERR-01 to -03, -26."""
    in_open = kind_at(scene, target.x, target.y) == "field"
    if not in_open or not is_halted(scene, target):
        return Cover(NONE, "", "LW2-TERR-01")
    cite("LW2-TERR-01")
    if units.is_vehicle(target):
        return Cover(TRACK_DOWN, "track-down", "LW2-TERR-02")
    return Cover(PARTIAL, "lying down", "LW2-TERR-03")


def _of_touch(scene: Scene, target: WarStand, touch: Touch, firer: WarStand | None) -> Cover | None:
    if touch.row in TOWN:
        cite("LW2-TERR-12")
        return Cover(_solid(target), "buildings", "LW2-TERR-14")
    if touch.row == DENSE:
        return Cover(PARTIAL, "the wood's edge", "LW2-TERR-07")
    if touch.row == OPEN_WOODS and is_halted(scene, target):
        return Cover(PARTIAL, "trees", "LW2-TERR-04")
    if touch.row == "gully" and touch.inside:
        return Cover(PARTIAL, "the gully", "LW2-TERR-30")
    if touch.row == "rubble" and touch.inside:
        return Cover(_solid(target), "rubble", "LW2-TERR-29")
    if touch.row in _LINES and (firer is None or touch.inside or _is_crossed(scene, target, touch, firer)):
        return _of_linear(target, touch)
    return None


def _of_linear(target: WarStand, touch: Touch) -> Cover:
    cite("LW2-COV-04")
    vehicle = units.is_vehicle(target)
    if touch.row == "wall":
        return Cover(_solid(target), "the wall", "LW2-TERR-22")
    if touch.row == "hedge":
        return Cover(PARTIAL, "the hedge", "LW2-TERR-23")
    if touch.row == "railway":
        return Cover(HULL_DOWN if vehicle else PARTIAL, "the railway", "LW2-TERR-24")
    return Cover(_solid(target), "the works", "LW2-TERR-28")


def _solid(target: WarStand) -> str:
    """Hard cover; for a vehicle it counts as hull down. Rules: LW2-COV-03, LW2-GUN-09, -12."""
    if units.is_vehicle(target):
        cite("LW2-GUN-12")
        return HULL_DOWN
    return HARD


def _is_crossed(scene: Scene, target: WarStand, touch: Touch, firer: WarStand) -> bool:
    """Does the line of fire cross the wall, hedge, railway or trench that the target touches? Rule: LW2-COV-04."""
    cite("LW2-COV-04")
    board = scene.board
    found = sight(board, eye(board, firer.x, firer.y), eye(board, target.x, target.y))
    return any(c.feature_id == touch.feature for c in found.crossings)


def _of_line(scene: Scene, target: WarStand, firer: WarStand) -> list[Cover]:
    """An open wood in between, a crest just in front."""
    found = line_between(scene, firer, target)
    rows = []
    if found.wood and is_halted(scene, target):
        rows.append(Cover(PARTIAL, "trees in between", "LW2-TERR-04"))
    if found.crest_b:
        grade = HULL_DOWN if units.is_vehicle(target) else PARTIAL
        rows.append(Cover(grade, "the crest", "LW2-TERR-10"))
    return rows


def in_works_or_town(scene: Scene, stand: WarStand) -> bool:
    """Is it in, or in contact with, works or a built-up area? Rules: LW2-MOR-22, LW2-TERR-28."""
    cite("LW2-MOR-22")
    return any(touch.row in TOWN or touch.row == "field_works" for touch in touches(scene, stand))


def shelters_at(scene: Scene, x: float, y: float) -> float:
    """How good the ground at a point is for waiting there: 1 hard, 0.5 partial, 0 open; kept with the board."""
    kept: dict[tuple[float, float], float] = scene.board.part("shelter", lambda _: {})
    found = kept.get((x, y))
    if found is None:
        if len(kept) >= _KEPT_POINTS:
            kept.clear()
        found = kept[x, y] = _shelters_at(scene, x, y)
    return found


def _shelters_at(scene: Scene, x: float, y: float) -> float:
    row = scene.board.terrain_at(x, y)[0]
    if row in TOWN or row in ("field_works", "wall"):
        return 1.0
    if row in (DENSE, OPEN_WOODS, "hedge", "railway", "gully"):
        return 0.5
    on_crest = any(hills.behind_crest(hill, x, y) for hill in hills.contours(scene.board))
    return 0.5 if on_crest else 0.0


__all__ = ["Cover", "cover", "in_works_or_town", "kinds", "shelters_at"]
