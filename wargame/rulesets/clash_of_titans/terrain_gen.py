"""Ground made by the terrain charts, section by section: what lies there, how many houses, where the roads run.

Rules: NUT-TERR-01, -02, -03, -10, -11.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from wargame.board import AddFeature, snap
from wargame.engine.dice import noise
from wargame.engine.events import Event, GroundChanged
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import charts, data, outlines, throws
from wargame.rulesets.clash_of_titans.outlines import Box, Ring
from wargame.rulesets.clash_of_titans.sections import ALL, FAR, MIDDLE, Grid
from wargame.rulesets.clash_of_titans.state import ClashState, Point

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Props = tuple[tuple[str, Any], ...]
KEYS = 1000
_NATIVE: Props = (("native", True),)
"""What the terrain charts give is part of the map, not something that came up in the fight."""
_HEADINGS = {"N-S": 90.0, "E-W": 0.0, "NE-SW": 45.0, "NW-SE": 135.0}


@dataclass(frozen=True, slots=True)
class Laid:
    """One section as it was rolled: the word of the chart, its houses, its ground."""

    section: int
    word: str
    features: tuple[AddFeature, ...]
    buildings: int = 0


def file() -> data.Row:
    """What the words of the charts are made of (regions.toml)."""
    return charts.file("regions.toml")


# ---------------------------------------------------------------- rolling


def lay_out(battle: Battle, grid: Grid, region: str, wanted: Iterable[int] = ALL) -> tuple[Laid, ...]:
    """Roll these sections, those that are there already left out, and put their ground on the table.

    Rules: NUT-TERR-01, NUT-TERR-10.
    """
    state = cast(ClashState, battle.state)
    laid = []
    for section in wanted:
        if f"terrain.{section}" in state.notes:
            continue
        found = roll_section(battle, grid, region, section)
        state.notes[f"terrain.{section}"] = found.word
        ways = tuple(_roads(state, grid, section))
        rules = (cite("NUT-TERR-01"), *((cite("NUT-TERR-10"),) if ways else ()))
        battle.happen(GroundChanged(added=(*found.features, *ways), why=f"terrain {section} {found.word}", rules=rules))
        laid.append(found)
    return tuple(laid)


def roll_section(battle: Battle, grid: Grid, region: str, section: int) -> Laid:
    """Roll one section on the chart of the region. Rules: NUT-TERR-01, -02, -03."""
    chart = file()["charts"][region]
    roll = throws.total(battle, 2, "terrain", rules=(cite("NUT-TERR-01"),))
    word = str(data.row(chart, roll.passed)["terrain"])
    if region == "steppe" and word.startswith("clear"):
        word = _again(battle, word, roll.event)
    word = _either(battle, word, roll.event)
    base, count = _split(word)
    houses = _house_count(battle, count, roll.event) if count else 0
    key = battle.throw(1, KEYS)[0]
    ground = _ground(battle, grid, section, base, key, roll.event)
    made = _houses(battle, grid, section, base, houses, key, roll.event)
    return Laid(section, base, (*ground, *made), len(made))


def _again(battle: Battle, word: str, cause: Event) -> str:
    """A clear section of the steppe is rolled again: 7 or more is a ravine. Rule: NUT-TERR-03."""
    roll = throws.total(battle, 2, "ravine", rules=(cite("NUT-TERR-03"),), cause=cause)
    return "ravine" if roll.passed >= int(file()["ravine"]["again_from"]) else word


def _either(battle: Battle, word: str, cause: Event) -> str:
    """A result that leaves a choice between two kinds of ground."""
    rows = file()["either"].get(word)
    if rows is None:
        return word
    die = throws.read_die(battle, "terrain_choice", rules=(cite("NUT-TERR-01"),), cause=cause)
    return str(next(name for most, name in rows if die.passed <= most))


def _split(word: str) -> tuple[str, str]:
    """A word of a chart without its houses, and their mark: "village (3) with road" is ("village", "3")."""
    base, _, rest = word.partition(" (")
    mark = rest.partition(")")[0]
    return (base, mark) if mark.isdigit() else (word, "")


def _house_count(battle: Battle, mark: str, cause: Event) -> int:
    """How many buildings a mark means. Rule: NUT-TERR-02."""
    die = throws.read_die(battle, "building_counts", rules=(cite("NUT-TERR-02"),), cause=cause)
    return int(charts.die_row("building_counts", die.passed, "die", mark=mark)["buildings"])


# ---------------------------------------------------------------- ground


def _ground(battle: Battle, grid: Grid, section: int, word: str, key: int, cause: Event) -> list[AddFeature]:
    """The pieces of a section, roads left out."""
    found: list[AddFeature] = []
    for n, piece in enumerate(file()["words"][word]):
        kind = piece["kind"]
        name = f"s{section}-{kind}"
        if kind == "road":
            continue
        if kind == "stream":
            found.append(_stream(grid, section, name, key))
        elif kind == "gully":
            found.append(_ravine(battle, grid, section, name, cause))
        else:
            ring = _blob(grid, section, float(piece["share"]), key + n * KEYS)
            found.append(_area(name, kind, ring, float(piece.get("height", 0.0))))
    return found


def _inner(grid: Grid, section: int) -> Box:
    """The room of a section that pieces may fill, as the player sees it."""
    u0, v0, u1, v1 = grid.own_box(section)
    margin, side = float(file()["margin_in"]), float(file()["side_margin_in"])
    return u0 + side, v0 + margin, u1 - side, v1 - margin


def _blob(grid: Grid, section: int, share: float, key: int) -> Ring:
    box = _inner(grid, section)
    return _laid(grid, outlines.blob(box, share, key, int(file()["corners"]), float(file()["rough"])))


def _laid(grid: Grid, ring: Iterable[Point]) -> Ring:
    """A ring of the player's coordinates on the table."""
    return tuple(grid.place(u, v) for u, v in ring)


def _area(name: str, kind: str, ring: Ring, height: float = 0.0, props: Props = ()) -> AddFeature:
    return AddFeature(id=name, kind=kind, rings=((*ring, ring[0]),), height=height, props=(*_NATIVE, *props))


def _line(name: str, kind: str, points: Sequence[Point], width: float) -> AddFeature:
    return AddFeature(id=name, kind=kind, rings=(tuple(points),), geometry="line", width_in=width, props=_NATIVE)


def _stream(grid: Grid, section: int, name: str, key: int) -> AddFeature:
    """A winding stream through a section, across the front or toward the enemy as the number falls."""
    u0, v0, u1, v1 = grid.own_box(section)
    across = noise(key, 5) < 0.5
    points = []
    for i in range(7):
        t = i / 6
        swing = 0.0 if i in (0, 6) else (noise(key, 6, i) - 0.5) * 0.35
        a, b = (t, 0.5 + swing) if across else (0.5 + swing, t)
        points.append(grid.place(u0 + a * (u1 - u0), v0 + b * (v1 - v0)))
    return _line(name, "stream", points, float(file()["stream_width_in"]))


def _ravine(battle: Battle, grid: Grid, section: int, name: str, cause: Event) -> AddFeature:
    """A ravine by the supplement's dice: width, length, direction and open end. Rule: NUT-TERR-03."""
    said, rules = file()["ravine"], (cite("NUT-TERR-03"),)
    width = throws.total(battle, int(said["width_dice"]), "ravine_width", rules=rules, cause=cause).passed
    length = throws.total(battle, int(said["length_dice"]), "ravine_length", rules=rules, cause=cause).passed
    roll = throws.total(battle, 2, "ravine_direction", rules=rules, cause=cause)
    _, direction, open_end = next(row for row in said["rows"] if row[0] == roll.passed)
    u0, v0, u1, v1 = box = grid.own_box(section)
    middle = ((u0 + u1) / 2, (v0 + v1) / 2)
    ring = outlines.strip(middle, _HEADINGS[direction], max(length, width), min(length, width), box)
    props = (("open_end", open_end), ("ravine", True))
    return _area(name, "gully", _laid(grid, ring), float(said["depth_levels"]), props)


# ---------------------------------------------------------------- roads


def _roads(state: ClashState, grid: Grid, section: int) -> Iterable[AddFeature]:
    """The road of a built-up section, and what joins it to those of its neighbours. Rule: NUT-TERR-10."""
    if not _has_road(state, section):
        return
    _, v0, _, v1 = grid.own_box(section)
    u = _road_u(state, grid, section)
    yield _road(grid, f"s{section}-road", (u, v0), (u, v1))
    for other in grid.neighbours(section):
        if not _has_road(state, other):
            continue
        there = _road_u(state, grid, other)
        low, high = sorted((section, other))
        v = _joint(grid, low, high)
        if abs(there - u) > 1e-6:
            yield _road(grid, f"road-{low}-{high}", (min(u, there), v), (max(u, there), v))


def _joint(grid: Grid, low: int, high: int) -> float:
    """How far from the near edge the roads of two neighbours join: on their common border, or on a border beside."""
    _, v0, _, v1 = grid.own_box(low)
    if high - low == 1 and low in FAR + MIDDLE:
        return v0
    return v1 if high - low == 1 else v0


def _has_road(state: ClashState, section: int) -> bool:
    return built_up(str(state.notes.get(f"terrain.{section}", "")))


def built_up(word: str) -> bool:
    """Is a word of the charts a village, a town or a factory, with a road through it?"""
    return word in file()["road_at"]


def _road_u(state: ClashState, grid: Grid, section: int) -> float:
    """How far from the player's left the road of a section runs."""
    return _road_at(grid, section, str(state.notes[f"terrain.{section}"]))


def _road_at(grid: Grid, section: int, word: str) -> float:
    u0, _, u1, _ = grid.own_box(section)
    return snap(u0 + float(file()["road_at"][word]) * (u1 - u0))


def _road(grid: Grid, name: str, a: Point, b: Point) -> AddFeature:
    return _line(name, "road", (grid.place(*a), grid.place(*b)), float(file()["road_width_in"]))


# ---------------------------------------------------------------- houses


def _houses(
    battle: Battle, grid: Grid, section: int, word: str, count: int, key: int, cause: Event
) -> list[AddFeature]:
    """The buildings of a section, each of a type rolled for its region. Rules: NUT-BLDG-01, NUT-TERR-02."""
    region = file()["building_regions"].get(word, "farm")
    rolled = []
    for _ in range(count):
        die = throws.read_die(battle, "building_types", rules=(cite("NUT-BLDG-01"),), cause=cause)
        rolled.append(charts.die_row("building_types", die.passed, region=region))
    made: list[AddFeature] = []
    taken = [_street(grid, section, word)] if built_up(word) else []
    for n, row in enumerate(sorted(rolled, key=lambda r: -_sizes(r)[0][0] * _sizes(r)[0][1])):
        spot = _free_spot(_inner(grid, section), _sizes(row), taken, key + n)
        if spot is not None:
            taken.append(spot)
            ring = outlines.rectangle(spot[0], spot[1], spot[2] - spot[0], spot[3] - spot[1])
            made.append(_house(f"s{section}-house-{n + 1}", row, _laid(grid, ring)))
    return made


def _street(grid: Grid, section: int, word: str) -> Box:
    """The road of a section, from border to border."""
    _, v0, _, v1 = grid.own_box(section)
    u, half = _road_at(grid, section, word), float(file()["road_width_in"]) / 2
    return u - half, v0, u + half, v1


def _sizes(row: data.Row) -> tuple[tuple[float, float], ...]:
    """A footprint both ways round: width and depth."""
    width, depth = (float(part) for part in str(row["footprint"]).split("x"))
    return ((width, depth),) if width == depth else ((width, depth), (depth, width))


def _free_spot(box: Box, sizes: Sequence[tuple[float, float]], taken: Sequence[Box], key: int) -> Box | None:
    """A place near a corner where a house fits, apart from the others and the road; None: there is no room."""
    gap = float(file()["house_gap_in"])
    u0, v0, u1, v1 = box
    spots: list[Box] = []
    for width, depth in sizes:
        columns, rows = int(2 * (u1 - u0 - width)) + 1, int(2 * (v1 - v0 - depth)) + 1
        for i, j in itertools.product(range(max(0, columns)), range(max(0, rows))):
            u, v = u0 + i / 2, v0 + j / 2
            spot = (snap(u), snap(v), snap(u + width), snap(v + depth))
            if not any(outlines.overlap(spot, other, gap) for other in taken):
                spots.append(spot)
    spots.sort(key=lambda spot: min(spot[0] - u0, u1 - spot[2]) + min(spot[1] - v0, v1 - spot[3]))
    return spots[int(noise(key, 7) * min(4, len(spots)))] if spots else None


def _house(name: str, row: data.Row, ring: Ring) -> AddFeature:
    props: Props = (
        ("type", row["type"]),
        ("dv", row["dv"]),
        ("storeys", row["storeys"]),
        ("areas", row["areas_per_storey"]),
        ("region", row["region"]),
    )
    return _area(name, "building", ring, float(row["storeys"]), props)


# ---------------------------------------------------------------- scouting


def revealed_by(passed: int) -> tuple[int, ...]:
    """Sections that terrain scouting reveals for so many passed dice. Rule: NUT-TERR-11."""
    cite("NUT-TERR-11")
    low, _, high = str(data.row("terrain_scouting", min(passed, throws.TOP_ROW))["revealed_sections"]).partition("-")
    return tuple(range(int(low), int(high) + 1))
