"""The three sight lines between two pieces, many pairs at once.

A piece is reduced to a `Pose`: where it stands, how tall, how wide. Lines run centre to centre and edge to edge on each
side; the same from both ends. Rules: NUT-GEO-03, -04, -05.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from wargame.board import TOUCH, Board, clear_pairs
from wargame.board.kernels import chosen
from wargame.board.outer_lines import LINES as LINES
from wargame.board.outer_lines import hidden_by_compiled, lines_between
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import status
from wargame.rulesets.clash_of_titans.data import height, meta
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Point = tuple[float, float]
_HILLS = frozenset({"hill"})
_KEPT = 50000


class Pose(NamedTuple):
    """A piece for sight: centre, facing, half frontage and half depth (both the radius of a disc), level it stands on
    and its own height, in inches and degrees; who it is."""

    x: float
    y: float
    facing_deg: float
    half_w: float
    half_d: float
    is_disc: bool
    foot_in: float
    tall_in: float
    who: str = ""

    @property
    def top_in(self) -> float:
        """Height of eye and target above the table."""
        return self.foot_in + self.tall_in

    @property
    def at(self) -> Point:
        """Its centre."""
        return self.x, self.y


class Block(NamedTuple):
    """A vehicle or wreck in the way: its outline and the height of its top above the table."""

    who: str
    x: float
    y: float
    facing_deg: float
    half_w: float
    half_d: float
    top_in: float


def state_of(scene: Scene) -> ClashState:
    """The scene's state as this rulebook's."""
    return cast(ClashState, scene.state)


def body_of(state: ClashState, stand: ClashStand) -> ClashStand:
    """The piece whose outline a stand shares: its carrier if it is carried, else itself."""
    carrier = state.stands.get(stand.carrier) if stand.carrier else None
    return carrier if carrier is not None else stand


def ground_in(board: Board, x: float, y: float) -> float:
    """Inches of the ground above the table, kept with the board."""
    if not any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in board.part("hill boxes", _hill_boxes, _HILLS)):
        return 0.0
    kept: dict[Point, float] = board.part("ground heights", lambda _: {}, _HILLS)
    found = kept.get((x, y))
    if found is None:
        if len(kept) >= _KEPT:
            kept.clear()
        found = kept[x, y] = board.ground_in(x, y)
    return found


def _hill_boxes(board: Board) -> tuple[tuple[float, float, float, float], ...]:
    """The boxes of the lowest contours, and of all else that is a hill: outside them the ground is level."""
    found = []
    for feature in board.features:
        if feature.kind in _HILLS:
            xs, ys = [p[0] for p in feature.rings[0]], [p[1] for p in feature.rings[0]]
            found.append((min(xs), min(ys), max(xs), max(ys)))
    return tuple(found)


def level_in() -> float:
    """Inches of one level. Rule: NUT-GEO-05."""
    return float(meta()["level_height"])


def own_height(stand: ClashStand) -> float:
    """Inches of a piece above its own level (table `heights`). Rule: NUT-GEO-05."""
    cite("NUT-GEO-05")
    if stand.is_vehicle:
        return height("vehicle with turret" if stand.spec and stand.spec.turreted else "vehicle without turret")
    if status.is_low(stand):
        return height("prone or crouching man")
    if stand.mounted:
        return height("mounted man")
    return height("standing man, gun")


def pose_of(scene: Scene, stand: ClashStand, at: Point | None = None, facing_deg: float | None = None) -> Pose:
    """A stand (its carrier, if it is carried) as sight sees it, where it is or as if it stood elsewhere."""
    body = body_of(state_of(scene), stand)
    x, y = (body.x, body.y) if at is None else at
    base = body.base
    return Pose(
        x,
        y,
        body.facing_deg if facing_deg is None else facing_deg,
        base.width_in / 2,
        base.depth_in / 2,
        base.shape == "circle",
        ground_in(scene.board, x, y) + body.floor * level_in(),
        own_height(body),
        body.id,
    )


def pose_at(scene: Scene, at: Point, tall_in: float = 0.0, floor: int = 0) -> Pose:
    """A mere place as an end of sight lines."""
    foot = ground_in(scene.board, *at) + floor * level_in()
    return Pose(at[0], at[1], 0.0, 0.0, 0.0, True, foot, tall_in)


def blocks_of(scene: Scene) -> tuple[Block, ...]:
    """Vehicles and wrecks that stand on the table, as obstacles; kept with a view. Rules: NUT-GEO-04, NUT-VEH-10."""
    if isinstance(scene, View) and "blocks" in scene.kept:
        return cast(tuple[Block, ...], scene.kept["blocks"])
    vehicles = [s for s in state_of(scene).stands.values() if s.kind == "vehicle"]
    found = tuple(block for s in vehicles if (block := _block(scene.board, s)) is not None)
    if isinstance(scene, View):
        scene.kept["blocks"] = found
    return found


def _block(board: Board, stand: ClashStand) -> Block | None:
    if stand.carrier or not (stand.in_play or stand.knocked_out):
        return None
    top = ground_in(board, stand.x, stand.y) + height("vehicle or wreck as an obstacle")
    half_w, half_d = stand.base.width_in / 2, stand.base.depth_in / 2
    return Block(stand.id, stand.x, stand.y, stand.facing_deg, half_w, half_d, top)


# ---------------------------------------------------------------- the lines


class Bundle(NamedTuple):
    """Ends of the lines of n pairs, (n, 3, 3) each: pair, line (centre, one side, other side), x y z."""

    a: Floats
    b: Floats

    @property
    def flat(self) -> Floats:
        """The lines on the table (3n, 4), pair by pair."""
        return np.hstack([self.a.reshape(-1, 3)[:, :2], self.b.reshape(-1, 3)[:, :2]])


def columns(poses: Sequence[Pose]) -> Floats:
    """Poses as an array (n, 7): x, y, facing, half frontage, half depth, is a disc, top."""
    rows = [(p.x, p.y, p.facing_deg, p.half_w, p.half_d, float(p.is_disc), p.foot_in + p.tall_in) for p in poses]
    return np.array(rows, np.float64).reshape(-1, 7)


def bundle(board: Board, a: Floats, b: Floats) -> Bundle:
    """The three lines of each pair of poses (`columns`), edge joined to edge on the same side. Rule: NUT-GEO-03."""
    cite("NUT-GEO-03")
    return Bundle(*lines_between(board.kernels, a, b))


def corners_of(piece: Floats) -> Floats:
    """The corners (n, 4, 2) of rectangles given as `columns`."""
    angle = np.radians(piece[:, 2])
    c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
    d = piece[:, 4:5] * np.array([1.0, 1.0, -1.0, -1.0])
    w = piece[:, 3:4] * np.array([-1.0, 1.0, 1.0, -1.0])
    return np.stack([piece[:, :1] + d * c - w * s, piece[:, 1:2] + d * s + w * c], axis=2)


def clear_of_ground(board: Board, lines: Bundle) -> Bools:
    """Says for each line (n, 3) whether no ground blocks it. Rules: NUT-GEO-04, -05."""
    cite("NUT-GEO-04")
    return clear_pairs(board, lines.a.reshape(-1, 3), lines.b.reshape(-1, 3)).reshape(-1, LINES)


class Runs(NamedTuple):
    """Stretches of lines (n, 3) over one block: which run over it, and from where to where (shares)."""

    over: Bools
    enter: Floats
    leave: Floats


def over_block(lines: Bundle, block: Block) -> Runs:
    """Where lines run over the outline of a vehicle; one that only touches it does not."""
    found = _over_box(lines.a.reshape(-1, 3), lines.b.reshape(-1, 3), _boxes([block])[0])
    return Runs(found.over.reshape(-1, LINES), found.enter.reshape(-1, LINES), found.leave.reshape(-1, LINES))


def _over_box(a: Floats, b: Floats, box: Floats) -> Runs:
    c, s = float(box[2]), float(box[3])
    ax, ay, dx, dy = a[:, 0] - box[0], a[:, 1] - box[1], b[:, 0] - a[:, 0], b[:, 1] - a[:, 1]
    enter, leave = np.zeros(len(a)), np.ones(len(a))
    for ux, uy, half in ((c, s, box[4]), (-s, c, box[5])):
        start, speed = ax * ux + ay * uy, dx * ux + dy * uy
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            t0, t1 = (-half - start) / speed, (half - start) / speed
        still = np.abs(speed) < 1e-12
        inside = np.abs(start) <= half
        t0, t1 = np.where(still, np.where(inside, 0.0, 2.0), t0), np.where(still, np.where(inside, 1.0, 2.0), t1)
        enter, leave = np.maximum(enter, np.minimum(t0, t1)), np.minimum(leave, np.maximum(t0, t1))
    return Runs(leave > enter, enter, leave)


def behind_blocks(board: Board, lines: Bundle, blocks: Sequence[Block]) -> Bools:
    """Says for each line and vehicle or wreck (n, 3, m) whether that stands higher than the line where it runs over it.

    Rule: NUT-GEO-04.
    """
    out = np.zeros((len(lines.a) * LINES, len(blocks)), np.bool_)
    if blocks and len(out):
        cite("NUT-GEO-04")
        run = chosen(board.kernels, _behind, hidden_by_compiled)
        run(lines.a.reshape(-1, 3), lines.b.reshape(-1, 3), _boxes(blocks), out)
    return out.reshape(len(lines.a), LINES, len(blocks))


def _boxes(blocks: Sequence[Block]) -> Floats:
    turns = [math.radians(block.facing_deg) for block in blocks]
    rows = [
        (b.x, b.y, math.cos(t), math.sin(t), b.half_d - TOUCH, b.half_w - TOUCH, b.top_in - TOUCH)
        for b, t in zip(blocks, turns, strict=True)
    ]
    return np.array(rows, np.float64)


def _behind(a: Floats, b: Floats, boxes: Floats, out: Bools) -> None:
    """As the compiled kernel, box by box."""
    for n, box in enumerate(boxes):
        runs = _over_box(a, b, box)
        z, dz = a[:, 2], b[:, 2] - a[:, 2]
        out[:, n] = runs.over & (np.minimum(z + runs.enter * dz, z + runs.leave * dz) < box[6])


def clear_of_blocks(board: Board, lines: Bundle, blocks: Sequence[Block]) -> Bools:
    """Says for each line (n, 3) whether no vehicle or wreck stands higher than it. Rule: NUT-GEO-04."""
    return np.asarray(~behind_blocks(board, lines, blocks).any(axis=2))
