"""What a path costs, piece by piece: ground, roads, streams to cross. Rules: FFT-MOVE-03, -07, FFT-TERR-01 to -34."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from wargame.board import Board, along, bearing, path_length, stretches, turn_between
from wargame.board.features import Feature
from wargame.board.profile import IMPASSABLE
from wargame.engine.rules import cite
from wargame.rulesets.fistful_of_tows import lines
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.ground import kinds_that, row

Point = tuple[float, float]
ALONG_DEG = 45.0
"""A road helps whoever moves within this angle of its direction (rulings, FFT-TERR-22)."""
WATER = ("river_fordable", "river_impassable")


class Piece(NamedTuple):
    """A stretch of a path at one rate: from, to (inches along), allowance per inch (-1: shut), name of the ground."""

    start: float
    end: float
    rate: float
    ground: str
    feature: str


class Lump(NamedTuple):
    """A cost paid at once at a place of the path: a stream, a trench."""

    at: float
    cost: float
    what: str


@dataclass(frozen=True)
class Course:
    """A path with all that it costs."""

    path: tuple[Point, ...]
    pieces: tuple[Piece, ...]
    lumps: tuple[Lump, ...]

    @property
    def inches(self) -> float:
        """Length of the path."""
        return path_length(self.path)

    @property
    def shut(self) -> Piece | None:
        """The first piece that may not be entered."""
        return next((p for p in self.pieces if p.rate < 0.0), None)

    def cost_at(self, inches: float) -> float:
        """Allowance spent when so many inches have been gone."""
        done = sum((min(p.end, inches) - p.start) * p.rate for p in self.pieces if p.start < inches and p.rate >= 0.0)
        return done + sum(l.cost for l in self.lumps if l.at < inches - 1e-9)

    @property
    def cost(self) -> float:
        """Allowance for the whole path."""
        return self.cost_at(self.inches + 1.0)

    def inches_for(self, allowance: float) -> float:
        """How far so much allowance leads; a lump that cannot be paid stops at its place. Rule: FFT-TERR-13."""
        spent, left = 0.0, list(self.lumps)
        for piece in self.pieces:
            at = piece.start
            if piece.rate < 0.0:
                return at
            for lump in [l for l in left if l.at < piece.end - 1e-9]:
                cost = (lump.at - at) * piece.rate
                if spent + cost > allowance + 1e-9:
                    break
                if spent + cost + lump.cost > allowance + 0.0005:
                    cite("FFT-TERR-13")
                    return lump.at
                spent, at = spent + cost + lump.cost, lump.at
                left.remove(lump)
            cost = (piece.end - at) * piece.rate
            if spent + cost > allowance + 1e-9:
                return at + (allowance - spent) / piece.rate if piece.rate > 0 else piece.end
            spent += cost
        return self.inches

    def point(self, inches: float) -> Point:
        """The place so many inches along."""
        return along(self.path, inches)

    def in_ground(self, name: str) -> float:
        """Inches of the path on ground of this name."""
        return sum(p.end - p.start for p in self.pieces if p.ground == name)


def course(
    board: Board,
    path: Sequence[Point],
    move_class: str,
    *,
    reverse: bool = False,
    half_cost: float = 0.0,
) -> Course:
    """Prices a path; `half_cost` is half the mover's allowance, rounded up.

    Rules: FFT-MOVE-03, -07, FFT-TERR-12, -17.
    """
    legs = tuple((float(x), float(y)) for x, y in path)
    found = [
        Piece(s.start_in, s.end_in, s.rate, s.row, s.feature_id or "")
        for s in stretches(board, legs, move_class, start_free=True)
    ]
    flies = move_class in ("noe", "high")
    roads = [] if flies else _roads(board, legs, move_class, reverse)
    pieces = found if flies else _with_roads(found, roads)
    if reverse and not flies:
        cite("FFT-MOVE-03")
        slow = 1.0 / float(tables()["movement"]["reverse_rate"])
        pieces = [p._replace(rate=p.rate * slow if p.rate > 0 else p.rate) for p in pieces]
    lumps = [] if flies else _lumps(board, legs, move_class, half_cost, roads)
    cite("FFT-MOVE-07")
    for name in {p.ground: 1 for p in pieces}:
        for rule in row(name).get("rules", ())[:1]:
            cite(str(rule))
        if name == "river_fordable" and move_class.endswith("_amphibious"):
            cite("FFT-TERR-29")
    if any(lines.lines_of(board, kinds_that("ridges"), a, b) for a, b in pairwise(legs)):
        cite("FFT-TERR-24")
    if flies:
        _cite_flight(pieces, move_class)
    return Course(legs, tuple(pieces), tuple(lumps))


def _cite_flight(pieces: list[Piece], move_class: str) -> None:
    """Low flight is shut out of woods and towns; forest is crossed high only. Rules: FFT-TERR-02, -05."""
    if any(p.rate < 0.0 for p in pieces):
        cite("FFT-TERR-02")
    if move_class == "high" and any(p.ground == "forest" for p in pieces):
        cite("FFT-TERR-05")


class Way(NamedTuple):
    """A stretch of a path along a road or path."""

    start: float
    end: float
    rate: float
    row: str
    feature: str


def _roads(board: Board, legs: tuple[Point, ...], move_class: str, reverse: bool) -> list[Way]:
    """Where the path runs along roads, bridges and paths. Rules: FFT-TERR-17, -21, -22."""
    found = []
    reach = float(row("road")["half_width"])
    xs, ys = [p[0] for p in legs], [p[1] for p in legs]
    box = (min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)
    for feature, (left, low, right, high) in board.part("ways", _ways):
        if left > box[2] or right < box[0] or low > box[3] or high < box[1]:
            continue
        is_road = feature.kind in kinds_that("roads") and feature.props.get("carries") != "railway"
        if not is_road and feature.kind not in kinds_that("paths"):
            continue
        if feature.kind == "bridge" and feature.props.get("state") == "blown":
            continue
        name = "road" if is_road else "path"
        rate = board.profile.cost_of(name, move_class)
        if is_road and reverse:
            rate = 1.0
        ring = feature.rings[0]
        for start, end in _near(legs, ring, reach, check_direction=is_road and not reverse):
            cite("FFT-TERR-22")
            cite("FFT-TERR-17" if is_road else "FFT-TERR-21")
            found.append(Way(start, end, rate, "bridge" if feature.kind == "bridge" else name, feature.id))
    return found


def _ways(board: Board) -> list[tuple[Feature, tuple[float, float, float, float]]]:
    """Roads, bridges and paths, each with the box round it."""
    kinds = kinds_that("roads") | kinds_that("paths")
    found = []
    for feature in board.features:
        if feature.geometry == "line" and feature.kind in kinds:
            xs, ys = [p[0] for p in feature.rings[0]], [p[1] for p in feature.rings[0]]
            found.append((feature, (min(xs), min(ys), max(xs), max(ys))))
    return found


def _near(
    legs: tuple[Point, ...], ring: Sequence[Point], reach: float, *, check_direction: bool
) -> list[tuple[float, float]]:
    """Stretches of a path within a distance of a line, and along it where the direction counts."""
    found, done = [], 0.0
    for a, b in pairwise(legs):
        length = math.dist(a, b)
        if length > 1e-9:
            way = bearing(*a, *b)
            for c, d in pairwise(ring):
                if check_direction and not _goes_along(way, bearing(*c, *d)):
                    continue
                span = _capsule(a, b, c, d, reach)
                if span is not None and (span[1] - span[0]) * length > 1e-6:
                    found.append((done + span[0] * length, done + span[1] * length))
        done += length
    return found


def _goes_along(way: float, road: float) -> bool:
    apart = turn_between(way, road)
    return min(apart, 180.0 - apart) <= ALONG_DEG + 1e-6


def _capsule(a: Point, b: Point, c: Point, d: Point, reach: float) -> tuple[float, float] | None:
    """Shares of A-B within a distance of the segment C-D."""
    if (
        min(a[0], b[0]) > max(c[0], d[0]) + reach
        or max(a[0], b[0]) < min(c[0], d[0]) - reach
        or min(a[1], b[1]) > max(c[1], d[1]) + reach
        or max(a[1], b[1]) < min(c[1], d[1]) - reach
    ):
        return None
    spans = [s for s in (_disc(a, b, c, reach), _disc(a, b, d, reach), _strip(a, b, c, d, reach)) if s is not None]
    if not spans:
        return None
    low, high = max(0.0, min(s[0] for s in spans)), min(1.0, max(s[1] for s in spans))
    return (low, high) if high > low else None


def _disc(a: Point, b: Point, c: Point, reach: float) -> tuple[float, float] | None:
    dx, dy, fx, fy = b[0] - a[0], b[1] - a[1], a[0] - c[0], a[1] - c[1]
    qa, qb, qc = dx * dx + dy * dy, 2 * (fx * dx + fy * dy), fx * fx + fy * fy - reach * reach
    inner = qb * qb - 4 * qa * qc
    if inner <= 0.0 or qa == 0.0:
        return None
    root = math.sqrt(inner)
    low, high = (-qb - root) / (2 * qa), (-qb + root) / (2 * qa)
    return (low, high) if high > 0.0 and low < 1.0 else None


def _strip(a: Point, b: Point, c: Point, d: Point, reach: float) -> tuple[float, float] | None:
    length = math.dist(c, d)
    if length < 1e-9:
        return None
    ux, uy = (d[0] - c[0]) / length, (d[1] - c[1]) / length
    low, high = 0.0, 1.0
    for p, q, least, most in (
        (_dot(a, c, ux, uy), _dot(b, c, ux, uy), 0.0, length),
        (_dot(a, c, -uy, ux), _dot(b, c, -uy, ux), -reach, reach),
    ):
        if abs(q - p) < 1e-12:
            if p < least or p > most:
                return None
            continue
        t0, t1 = sorted(((least - p) / (q - p), (most - p) / (q - p)))
        low, high = max(low, t0), min(high, t1)
    return (low, high) if high > low else None


def _dot(p: Point, origin: Point, ux: float, uy: float) -> float:
    return (p[0] - origin[0]) * ux + (p[1] - origin[1]) * uy


def _with_roads(found: list[Piece], roads: list[Way]) -> list[Piece]:
    """The road or path rate replaces that of the ground round it, not that of water. Rule: FFT-MOVE-07.

    Who crosses a road instead of following it drives over clear ground.
    """
    found = [p._replace(rate=1.0, ground="clear") if p.ground == "road" else p for p in found]
    if not roads:
        return found
    made: list[Piece] = []
    for piece in found:
        cuts = sorted({piece.start, piece.end, *(c for w in roads for c in w[:2] if piece.start < c < piece.end)})
        for low, high in pairwise(cuts):
            middle = (low + high) / 2
            on = [w for w in roads if w.start <= middle <= w.end]
            fits = [w for w in on if piece.ground not in WATER or w.row == "bridge"]
            if fits and "edge" not in piece.ground:
                best = min(fits, key=lambda w: (w.rate, w.feature))
                made.append(Piece(low, high, best.rate, best.row, best.feature))
            else:
                made.append(piece._replace(start=low, end=high))
    return made


def _lumps(board: Board, legs: tuple[Point, ...], move_class: str, half_cost: float, roads: list[Way]) -> list[Lump]:
    """Streams, and trenches under tracks, cost half the allowance, off roads and fords.

    Rules: FFT-TERR-12, -26, -29.
    """
    if move_class in ("leg", "climber") or half_cost <= 0.0:
        return []
    kinds = [("stream", frozenset({"stream"}), "FFT-TERR-12")]
    if move_class.startswith("tracked"):
        kinds.append(("trench", kinds_that("trenches"), "FFT-TERR-26"))
    found, done = [], 0.0
    for a, b in pairwise(legs):
        length = math.dist(a, b)
        for name, which, rule in kinds:
            for segments in lines.lines_of(board, which, a, b):
                for share in lines.crossings_of(segments, a, b):
                    at = done + share * length
                    if _is_wet(board, along(legs, at), name) and not any(w.start <= at <= w.end for w in roads):
                        cite(rule)
                        found.append(Lump(at, half_cost, name))
        done += length
    return sorted(found)


def _is_wet(board: Board, at: Point, name: str) -> bool:
    top, feature = board.terrain_at(*at)
    crossing = feature is not None and feature.kind in kinds_that("crossings")
    return not crossing and top not in WATER and (top == name or not crossing)


def shut_by(piece: Piece, board: Board) -> str:
    """The name of ground that may not be entered."""
    if piece.feature and board.has_feature(piece.feature):
        feature = board.feature(piece.feature)
        return feature.name or (board.row_of(feature) or feature.kind).replace("_", " ")
    return piece.ground.replace("_", " ")


def is_shut(board: Board, x: float, y: float, move_class: str) -> bool:
    """May the class not stand here (off roads)?"""
    name = board.terrain_at(x, y)[0]
    return board.profile.cost_of(name, move_class) == IMPASSABLE
