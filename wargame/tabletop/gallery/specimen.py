"""A small table with one of everything that can lie on it, for a look at each kind on each palette."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Point = tuple[float, float]
SIZE_IN = (48.0, 32.0)


@dataclass(frozen=True, slots=True)
class Piece:
    """A feature as the painter reads it. Inches, y up."""

    id: str
    kind: str
    geometry: str
    rings: tuple[Any, ...]
    width_in: float = 0.0
    height: float = 0.0
    props: dict[str, Any] = field(default_factory=dict)
    order: int = 0


def blob(x: float, y: float, rx: float, ry: float, wobble: float = 0.12, phase: float = 0.0) -> tuple[Point, ...]:
    """A rounded outline with a few bays."""
    turns = [math.tau * i / 36 for i in range(36)]
    return tuple(
        (
            x + rx * math.cos(t) * (1 + wobble * math.sin(3 * t + phase)),
            y + ry * math.sin(t) * (1 + wobble * math.cos(2 * t + phase)),
        )
        for t in turns
    )


def box(x: float, y: float, w: float, h: float, turn_deg: float = 0.0) -> tuple[Point, ...]:
    """A rectangle about its middle."""
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    corners = ((-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2))
    return tuple((x + u * c - v * s, y + u * s + v * c) for u, v in corners)


def specimen(changes: bool = True) -> tuple[Piece, ...]:
    """Every kind of feature on a table of `SIZE_IN`; with `changes` also what only comes up in play."""
    rows = [*_land(), *_ways(), *_buildings(), *_works(), *(_changes() if changes else ())]
    return tuple(
        Piece(f"{kind}-{n}", kind, geometry, (ring,), width, height, props, n)
        for n, (kind, geometry, ring, width, height, props) in enumerate(rows)
    )


_Row = tuple[str, str, Any, float, float, dict[str, Any]]


def _area(kind: str, ring: Any, height: float = 0.0, **props: Any) -> _Row:
    return kind, "polygon", ring, 0.0, height, props


def _line(kind: str, width: float, *points: Point, **props: Any) -> _Row:
    return kind, "line", points, width, 0.0, props


def _land() -> Iterator[_Row]:
    yield _area("hill", blob(9, 24, 7, 5.5), 1)
    yield _area("hill", blob(9.6, 24.4, 4.2, 3.2, 0.1, 1.0), 2)
    yield _area("hill", blob(39, 8, 8, 4.6, 0.1, 2.0), 1)
    yield _area("field", box(5, 14, 6, 4.4, 8))
    yield _area("crops", box(11.6, 14.4, 5.4, 4.2, -4))
    yield _area("wheat", box(4.4, 8.6, 6, 4.6, 3))
    yield _area("sunflower", box(11.2, 8.8, 5.6, 4.6, -9))
    yield _area("woods_light", blob(20, 27, 3.8, 2.8, 0.14, 0.4))
    yield _area("woods_heavy", blob(30, 27, 4.2, 3.0, 0.12, 1.7))
    yield _area("forest", blob(41, 26.5, 4.6, 3.6, 0.1, 0.9))
    yield _area("orchard", box(44.5, 19.4, 5, 4, 4))
    yield _area("brush", blob(19.4, 21.6, 2.6, 1.4, 0.2, 2.2))
    yield _area("swamp", blob(26.5, 5.2, 3.2, 2.2, 0.16, 0.3))
    yield _area("town", box(33.5, 17.5, 11, 6.6, 2))
    yield _area("rubble", blob(30.2, 19.6, 1.0, 0.8, 0.2))


def _ways() -> Iterator[_Row]:
    yield _line("river", 2.2, (-1, 3.2), (8, 4.0), (16, 2.4), (22, 1.8), (30, 2.6), (38, 1.6), (49, 2.4))
    yield _line("stream", 0.5, (14.6, 33), (15, 26), (16.2, 20), (15.6, 12), (17.4, 6), (16, 2.6))
    yield _line("gully", 0.9, (22.5, 24), (24.5, 20), (23.8, 16), (25, 12))
    yield _line("gully", 0.6, (3.2, 18.8), (7, 17.4), (11, 18.2), subtype="at_ditch")
    yield _line("ridge", 0.6, (20.5, 9.8), (22, 13), (21.4, 16.4))
    yield _line("cliff", 0.5, (14.2, 27.6), (13.4, 25), (14.0, 22.4))
    yield _line("road", 0.9, (-1, 19.6), (10, 20.2), (18, 18.4), (28, 17.4), (36, 17.2), (49, 15.2))
    yield _line("road", 0.8, (33.2, 33), (33.4, 24), (33.4, 17.4), (31.6, 10), (31.0, 2.4), (30.6, -1), surface="paved")
    yield _line("path", 0.35, (19, 18.2), (18.4, 12), (20, 7), (24, 9))
    yield _line("railway", 0.8, (-1, 11.4), (12, 11.6), (24, 9.6), (38, 12.6), (49, 12.2))
    yield _line("bridge", 1.0, (31.2, 4.2), (30.9, 0.8), carries="road")
    yield _line("bridge", 1.0, (15.2, 18.9), (16.8, 18.6), carries="road")
    yield _line("bridge", 0.9, (14.6, 11.4), (16.6, 11.0), carries="railway")
    yield _line("bridge", 0.9, (22.0, 3.4), (21.8, 0.4), carries="road", state="blown")
    yield _line("ford", 1.0, (38.6, 3.2), (38.2, 0.2))


def _buildings() -> Iterator[_Row]:
    spots = (
        (29.6, 15.4, 2.0, 1.2, 4), (31.9, 15.3, 1.3, 1.0, 0), (35.2, 15.4, 2.2, 1.3, -6), (37.9, 15.2, 1.2, 1.2, 8),
        (29.4, 21.0, 1.6, 1.1, 88), (31.7, 19.0, 1.1, 1.5, 2), (35.4, 19.4, 1.9, 1.2, 4), (37.6, 19.4, 1.4, 1.8, 0),
    )  # fmt: skip
    for n, (x, y, w, h, turn) in enumerate(spots):
        yield _area("building", box(x, y, w, h, turn), 1.0 if n % 3 else 2.0)
    yield _area("building", box(36.2, 22.4, 3.2, 1.6, 2), 1.0, state="ruined")
    yield _area("building", box(40.0, 18.0, 1.8, 1.4, -10), 1.0, state="burnt")
    yield _area("bunker", box(6.4, 26.6, 1.3, 1.0, 30), 0.5)


def _works() -> Iterator[_Row]:
    yield _line("trench", 0.35, (5.0, 21.6), (7.6, 22.6), (8.8, 21.4), (11.2, 22.2), (12.6, 21.2))
    yield _line("wire", 0.4, (24.6, 22.6), (28.4, 22.2), (28.8, 24.0))
    yield _area("minefield", box(44, 7.2, 4.6, 2.4, 6))
    yield _line("wall", 0.2, (28.2, 14.2), (33.0, 14.2))
    yield _line("wall", 0.2, (34.4, 21.0), (39.0, 21.2), material="wood")
    yield _line("hedge", 0.4, (1.6, 16.8), (8.4, 17.0), (14.2, 16.8))
    yield _line("hedge", 0.4, (8.2, 6.2), (8.1, 11.0))
    yield _line("barricade", 0.5, (33.0, 22.6), (33.9, 22.7))
    yield _line("lane", 0.6, (43.6, 5.6), (44.4, 8.8))


def _changes() -> Iterator[_Row]:
    for n, (x, y) in enumerate(((19.8, 14.6), (21.6, 6.4), (26.2, 14.6), (27.4, 11.4), (6.2, 20.8))):
        yield "crater", "point", ((x, y),), 0.0, 0.0, {"radius": 0.35 + 0.12 * (n % 3)}
    yield _area("wreck", box(25.2, 18.0, 1.5, 0.8, 20))
    yield "smoke", "polygon", blob(38.4, 11.0, 2.4, 1.1, 0.08), 0.0, 0.0, {}
    yield "fire", "polygon", blob(28.4, 19.0, 0.7, 0.7, 0.05), 0.0, 0.0, {}
