"""Solid things that a sight line crosses near a target, and what they are worth. Rules: NUT-COVR-01, -02, -07, -09."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from wargame.board import HALF, Board, Feature, crossed
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import rooms
from wargame.rulesets.clash_of_titans.data import row
from wargame.rulesets.clash_of_titans.lines import LINES, Block, Bundle, Pose, ground_in, over_block, state_of
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.terrain import cover_file, kinds_on, sight_rows


class Solid(NamedTuple):
    """One solid thing near the target: its id (feature or stand), kind and Defence Value."""

    what: str
    kind: str
    dv: int


@functools.cache
def solid_kinds() -> frozenset[str]:
    """Kinds of features that give cover to who is behind them."""
    return frozenset(cover_file()["solid"])


def near_in() -> float:
    """Inches from the target's outline within which solid things count. Rule: NUT-COVR-01."""
    return float(cover_file()["near"]["solid_in"])


def material_dv(material: str) -> int:
    """Defence Value of a material of table `dv`. Rule: NUT-COVR-02."""
    cite("NUT-COVR-02")
    return int(row("dv", material)["dv"])


def feature_dv(feature: Feature) -> int:
    """Defence Value of a solid feature: its own, or that of its kind. Rule: NUT-COVR-02."""
    if feature.kind in rooms.KINDS:
        return rooms.dv_of(feature)
    own = feature.props.get("dv")
    return int(own) if own is not None else material_dv(cover_file()["solid"][feature.kind])


def vehicle_dv(stand: ClashStand) -> int:
    """Defence Value of a vehicle in the way: side armour, softskins and wrecks by the table. Rules: NUT-COVR-07,
    NUT-VEH-10."""
    if stand.knocked_out:
        cite("NUT-VEH-10")
        return material_dv(cover_file()["works"]["wreck"])
    cite("NUT-COVR-07")
    if stand.spec is None or stand.spec.soft:
        return material_dv(cover_file()["works"]["softskin"])
    return stand.spec.ar_side


def solids_near(
    scene: Scene,
    board: Board,
    lines: Bundle,
    target: Pose,
    origin: Pose,
    blocks: Sequence[Block],
    but: frozenset[str] = frozenset(),
) -> tuple[tuple[Solid, ...], ...]:
    """The solid things that each of the three lines of one pair (from origin to target) crosses at a point no farther
    than 2in from the target's outline, and that shelter at least its feet. but: features that do not count.

    Rule: NUT-COVR-01.
    """
    cite("NUT-COVR-01")
    found: list[list[Solid]] = [[] for _ in range(LINES)]
    near = _Near(target, origin, lines)
    if solid_kinds() & kinds_on(board):
        _ground(board, near, found, but)
    state = state_of(scene)
    for block in blocks:
        if block.who in (target.who, origin.who) or not near.may_shelter(block):
            continue
        runs = over_block(lines, block)
        for n in range(LINES):
            if runs.over[0, n] and near.shelters(n, float(runs.leave[0, n]), block.top_in):
                stand = state.stands[block.who]
                found[n].append(Solid(block.who, "vehicle", vehicle_dv(stand)))
    return tuple(tuple(dict.fromkeys(line)) for line in found)


def _ground(board: Board, near: _Near, found: list[list[Solid]], but: frozenset[str]) -> None:
    across = crossed(board, solid_kinds(), near.lines.flat)
    for line, index, leave in zip(across.line.tolist(), across.feature.tolist(), across.leave.tolist(), strict=True):
        feature = board.features[index]
        if feature.id in but or feature.props.get("part_of") in but:
            continue
        rise = sight_rows()[feature.kind].rise(feature, board.profile.inches_per_level)
        if near.is_close(line, leave) and near.shelters(line, leave, ground_in(board, *near.point(line, leave)) + rise):
            found[line].append(Solid(feature.id, feature.kind, feature_dv(feature)))


class _Near(NamedTuple):
    """What is near enough to a target, on lines from an origin to it."""

    target: Pose
    origin: Pose
    lines: Bundle

    def point(self, line: int, share: float) -> tuple[float, float]:
        a, b = self.lines.a[0, line], self.lines.b[0, line]
        return float(a[0] + share * (b[0] - a[0])), float(a[1] + share * (b[1] - a[1]))

    def is_close(self, line: int, share: float) -> bool:
        """Is this place of a line no farther from the target's outline than solid things count?"""
        return outline_gap(self.target, *self.point(line, share)) <= near_in() + HALF

    def may_shelter(self, block: Block) -> bool:
        """Could any part of a vehicle be close enough to the target? A bound from the two centres."""
        reach = math.hypot(block.half_w, block.half_d) + math.hypot(self.target.half_w, self.target.half_d)
        return math.dist((block.x, block.y), self.target.at) <= reach + near_in() + 2 * HALF

    def shelters(self, line: int, leave: float, top_in: float) -> bool:
        """Does something of this height, left at this share of a line, stand close before the target and at least as
        high as the line from the origin's eye to the target's feet? A mere look over it is no cover."""
        if not self.is_close(line, leave):
            return False
        foot, eye = self.target.foot_in, self.origin.top_in
        return top_in > foot + HALF and eye + leave * (foot - eye) <= top_in + HALF


def outline_gap(pose: Pose, x: float, y: float) -> float:
    """Inches from a point to the outline of a piece, 0 inside."""
    dx, dy = x - pose.x, y - pose.y
    if pose.is_disc:
        return max(0.0, math.hypot(dx, dy) - pose.half_w)
    angle = math.radians(pose.facing_deg)
    c, s = math.cos(angle), math.sin(angle)
    along, across = abs(dx * c + dy * s) - pose.half_d, abs(dy * c - dx * s) - pose.half_w
    return math.hypot(max(along, 0.0), max(across, 0.0))


def any_two(lines: Sequence[Sequence[Solid]]) -> bool:
    """Do at least two of the three lines cross something solid? Rule: NUT-COVR-01."""
    return int(np.count_nonzero([len(line) > 0 for line in lines])) >= 2


def best_dv(lines: Sequence[Sequence[Solid]]) -> int:
    """The highest Defence Value that at least two lines cross; of several on one line the highest counts.

    Rule: NUT-COVR-09.
    """
    cite("NUT-COVR-09")
    return sorted((max((solid.dv for solid in line), default=-1) for line in lines), reverse=True)[1]
