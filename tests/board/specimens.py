"""Specimens of ground that the tests of sight share: short ways to write features and boards."""

from __future__ import annotations

import math

import numpy as np
import shapely
from shapely import affinity

from wargame.board import Board, Feature, Profile, SightRow, Table

Point = tuple[float, float]
WOOD = SightRow(2.0, 2.0, "infinite")
HOUSE = SightRow(0.0, 1.0, "feature")
OPAQUE = SightRow(0.0, 0.0, "infinite")
ROWS = {"woods_heavy": WOOD, "building": HOUSE, "wall": SightRow(0.0, 0.0, "feature"), "smoke": OPAQUE}


def area(name: str, kind: str, *points: Point, height: float = 1.0, **props: object) -> Feature:
    """A polygon from its corners."""
    return Feature(name, kind, ((*points, points[0]),), "polygon", height=height, props=props)


def box(name: str, kind: str, x0: float, y0: float, x1: float, y1: float, height: float = 1.0) -> Feature:
    """A rectangle along the axes."""
    return area(name, kind, (x0, y0), (x1, y0), (x1, y1), (x0, y1), height=height)


def strip(name: str, kind: str, *points: Point, width: float = 0.2, height: float = 1.0, **props: object) -> Feature:
    """A line of some width."""
    return Feature(name, kind, (points,), "line", width_in=width, height=height, props=props)


def shaped(name: str, kind: str, shape: shapely.Polygon, height: float = 1.0) -> Feature:
    """A polygon from a geometry, on the grid of thousandths."""
    shape = max(shapely.get_parts(shapely.set_precision(shape, 0.001)).tolist(), key=lambda part: part.area)
    rings = [shapely.get_coordinates(ring).round(3).tolist() for ring in (shape.exterior, *shape.interiors)]
    return Feature(name, kind, tuple(tuple(map(tuple, ring)) for ring in rings), "polygon", height=height)


def board(*features: Feature, kernels: str = "compiled", rows: dict | None = None, **profile: object) -> Board:
    """A table of 72 by 48 inches under a profile with the rows of this module."""
    values = {"sight": ROWS if rows is None else rows, "inches_per_level": 1.0, "eye_in": 0.1, **profile}
    return Board.build(Table(72.0, 48.0), features, Profile(**values), kernels)  # type: ignore[arg-type]


def random_features(seed: int, woods: int = 12, houses: int = 16, hills: int = 6, walls: int = 14) -> list[Feature]:
    """A table full of ground: nested hills, irregular woods, L-shaped and square houses, bent walls, smoke."""
    rng = np.random.default_rng(seed)
    found: list[Feature] = []
    taken: list[shapely.Geometry] = []
    table = shapely.box(0, 0, 72, 48)
    for _ in range(hills):
        ring, level = _blob(rng, 8, rng.uniform(4, 7), 24, 0.18), 1
        if not table.contains(ring) or any(ring.distance(other) < 1 for other in taken):
            continue
        taken.append(ring)
        while ring.geom_type == "Polygon" and ring.area > 4 and level <= 3:
            found.append(shaped(f"hill-{len(found)}", "hill", ring, float(level)))
            ring, level = ring.buffer(-1.4).simplify(0.05), level + 1
    taken.clear()
    for kind, count, make in (("woods_heavy", woods, _wood), ("building", houses, _house), ("wall", walls, _wall)):
        for _ in range(count):
            shape, height = make(rng)
            if table.contains(shape) and all(shape.distance(other) > 0.3 for other in taken):
                taken.append(shape)
                found.append(shaped(f"{kind}-{len(found)}", kind, shape, height))
    for _ in range(4):
        middle = shapely.Point(rng.uniform(3, 69), rng.uniform(3, 45))
        found.append(shaped(f"smoke-{len(found)}", "smoke", middle.buffer(2.5, quad_segs=8)))
    return found


def random_points(made: Board, seed: int, count: int, left: float = 1.0, right: float = 71.0) -> np.ndarray:
    """Places in the open and in woods, on the grid, away from houses and walls."""
    rng = np.random.default_rng(seed)
    hard = [made.area(f.id) for f in made.features if f.kind in ("building", "wall")]
    found: list[Point] = []
    while len(found) < count:
        x, y = round(rng.uniform(left, right), 3), round(rng.uniform(1, 47), 3)
        if all(shape.distance(shapely.Point(x, y)) > 0.2 for shape in hard):
            found.append((x, y))
    return np.array(found)


def _blob(rng: np.random.Generator, edge: float, radius: float, points: int, rough: float) -> shapely.Polygon:
    angles = np.sort(rng.uniform(0, 2 * math.pi, points))
    radii = radius * (1 + rng.uniform(-rough, rough, points))
    x, y = rng.uniform(edge, 72 - edge), rng.uniform(edge, 48 - edge)
    shape = shapely.Polygon(np.column_stack([x + radii * np.cos(angles), y + radii * np.sin(angles)])).buffer(0)
    return max(shapely.get_parts(shape).tolist(), key=lambda part: part.area)


def _wood(rng: np.random.Generator) -> tuple[shapely.Polygon, float]:
    return _blob(rng, 3, rng.uniform(1.8, 4.5), int(rng.integers(14, 26)), 0.35), 2.0


def _house(rng: np.random.Generator) -> tuple[shapely.Polygon, float]:
    w, h = rng.uniform(2, 5), rng.uniform(1.5, 4)
    shape = shapely.box(-w / 2, -h / 2, w / 2, h / 2)
    if rng.random() < 0.4:
        shape = shape.difference(shapely.box(0, 0, w / 2, h / 2))
    shape = affinity.rotate(shape, rng.uniform(0, 360), origin=(0, 0))
    return affinity.translate(shape, rng.uniform(3, 69), rng.uniform(3, 45)), float(rng.choice([1.5, 2.5, 4.0]))


def _wall(rng: np.random.Generator) -> tuple[shapely.Polygon, float]:
    points = [(rng.uniform(4, 68), rng.uniform(4, 44))]
    angle = rng.uniform(0, 2 * math.pi)
    for _ in range(int(rng.integers(1, 5))):
        angle, step = angle + rng.uniform(-0.9, 0.9), rng.uniform(1.5, 4)
        points.append((points[-1][0] + step * math.cos(angle), points[-1][1] + step * math.sin(angle)))
    return shapely.LineString(points).buffer(0.1, cap_style="flat", join_style="mitre"), 0.6
