"""The ground of a table as one picture: features in, pixels out, the same for the same input everywhere."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargame.tabletop.paint import houses, open_ground, relief, roads, smoke, trees, water, works
from wargame.tabletop.paint.canvas import Canvas
from wargame.tabletop.paint.palettes import ALIASES, PALETTES, palette_named
from wargame.tabletop.paint.shapes import Ground, Shape, shapes_of

PAINTER_VERSION = 2
Progress = Callable[[float, str], None]
Pixels = NDArray[np.uint8]


@dataclass(frozen=True, eq=False, slots=True)
class GroundPicture:
    """A painted table, rows from the top.

    `ground` is RGB without roofs and crowns (floors and wood floor show); `roofs` and `crowns` are RGBA with
    premultiplied alpha, the same size, to be laid over it at any strength. Smoke lies in `crowns`.
    """

    width_in: float
    height_in: float
    px_per_in: int
    ground: Pixels
    roofs: Pixels
    crowns: Pixels

    @property
    def rgb(self) -> Pixels:
        """The finished picture with every roof and crown in place."""
        return self.patch((0, 0, self.ground.shape[1], self.ground.shape[0]))

    def patch(self, box: tuple[int, int, int, int], roofs: float = 1.0, crowns: float = 1.0) -> Pixels:
        """Part of the picture (left, top, right, bottom in pixels) with roofs and crowns at the given strength."""
        rows, cols = slice(box[1], box[3]), slice(box[0], box[2])
        out: NDArray[Any] = self.ground[rows, cols].astype(np.float32)
        for layer, strength in ((self.roofs, roofs), (self.crowns, crowns)):
            part = layer[rows, cols].astype(np.float32) * np.float32(strength)
            out = part[..., :3] + out * (1 - part[..., 3:] / 255)
        return np.clip(out + 0.5, 0, 255).astype(np.uint8)


def paint_ground(
    features: Iterable[Ground],
    table_w_in: float,
    table_h_in: float,
    palette: str,
    px_per_in: int,
    seed: int,
    progress: Progress | None = None,
) -> GroundPicture:
    """Paint a table. `palette` may be a scenario's word; `progress` hears a share of 1 and what is being done.

    Deterministic: the same features, size, palette and seed give the same pixels. Unknown kinds are left out.
    """
    name = name_of(palette)
    c = Canvas(table_w_in, table_h_in, px_per_in, palette_named(name), name, seed)
    by_kind: dict[str, list[Shape]] = {}
    for shape in shapes_of(features, table_w_in, table_h_in):
        by_kind.setdefault(shape.kind, []).append(shape)
    steps = _steps(c, lambda *kinds: [s for kind in kinds for s in by_kind.get(kind, ())])
    for i, (what, step) in enumerate(steps):
        if progress:
            progress(i / len(steps), what)
        step()
    if progress:
        progress(1.0, "done")
    return GroundPicture(table_w_in, table_h_in, px_per_in, _bytes(c.img), _bytes(c.roofs), _bytes(c.crowns))


def name_of(palette: str) -> str:
    """The plain name of the palette that a scenario's word means."""
    plain = palette.strip().lower()
    plain = ALIASES.get(plain, plain)
    return plain if plain in PALETTES else "grass"


def _bytes(a: NDArray[np.float32]) -> Pixels:
    return (np.clip(a, 0, 1) * 255 + 0.5).astype(np.uint8)


def _each(c: Canvas, brush: Callable[[Canvas, Shape], None], shapes: Sequence[Shape]) -> None:
    for shape in shapes:
        brush(c, shape)


def _steps(c: Canvas, of: Callable[..., list[Shape]]) -> list[tuple[str, Callable[[], None]]]:
    """The order of work; everything before the light has height, everything after stands on the lit ground."""
    fields = of("field", "crops", "wheat", "sunflower")
    wet = [s for s in of("river", "stream", "gully") if water.is_water(s)]
    dry = [s for s in of("gully") if not water.is_water(s)]
    woods = of(*trees.WOODS)
    return [
        ("ground", lambda: open_ground.lay_ground(c)),
        ("fields", lambda: open_ground.lay_fields(c, fields)),
        ("hills", lambda: _relief(c, of("hill"), dry, of("ridge"))),
        ("swamps", lambda: _each(c, open_ground.lay_swamp, of("swamp"))),
        ("towns", lambda: _each(c, open_ground.lay_town, of("town"))),
        ("water", lambda: water.run_water(c, wet)),
        ("roads", lambda: roads.lay_ways(c, of("railway"), of("path", "road"))),
        ("fords", lambda: water.ford(c, of("ford"))),
        ("rubble", lambda: _each(c, open_ground.lay_rubble, of("rubble"))),
        ("works", lambda: _dig(c, of("crater"), of("cliff"), of("trench"))),
        ("wood floor", lambda: _each(c, trees.lay_wood_floor, woods)),
        ("light", lambda: relief.shade(c)),
        ("contours", lambda: relief.draw_contours(c, of("hill"))),
        ("bridges", lambda: roads.build_bridges(c, of("bridge"))),
        ("obstacles", lambda: _obstacles(c, of)),
        ("houses", lambda: houses.raise_houses(c, of("building"))),
        ("trees", lambda: _plant(c, woods, of("hedge"))),
        ("fire", lambda: _each(c, smoke.fire, of("fire"))),
        ("smoke", lambda: _each(c, smoke.smoke, of("smoke"))),
    ]


def _relief(c: Canvas, hills: Sequence[Shape], gullies: Sequence[Shape], ridges: Sequence[Shape]) -> None:
    relief.raise_hills(c, hills)
    relief.dig_gullies(c, gullies)
    relief.raise_ridges(c, ridges)


def _dig(c: Canvas, craters: Sequence[Shape], cliffs: Sequence[Shape], trenches: Sequence[Shape]) -> None:
    relief.raise_cliffs(c, cliffs)
    relief.dig_craters(c, craters)
    works.dig_trenches(c, trenches)


def _obstacles(c: Canvas, of: Callable[..., list[Shape]]) -> None:
    works.post_mines(c, of("minefield"))
    works.clear_lanes(c, of("lane"))
    works.string_wire(c, of("wire"))
    fences = [s for s in of("wall") if s.says("material") == "wood"]
    works.build_fences(c, fences)
    walls = [s for s in of("wall") if s not in fences]
    works.build_walls(c, [s for s in walls if not _piled(s)])
    works.build_barricades(c, [s for s in walls if _piled(s)] + of("barricade"))
    works.build_bunkers(c, of("bunker"))
    _each(c, works.hull_wreck, of("wreck"))


def _piled(shape: Shape) -> bool:
    """Walls that are barricades by their `subtype`, or so wide and short that they can be nothing else."""
    length = float(np.hypot(*np.diff(shape.line, axis=0).T).sum())
    return shape.says("subtype") == "barricade" or (shape.width_in >= 0.35 and length < 4)


def _plant(c: Canvas, woods: Sequence[Shape], hedges: Sequence[Shape]) -> None:
    found = [tree for shape in woods for tree in trees.trees_of(c, shape)]
    found += [tree for shape in hedges for tree in trees.hedge_trees(c, shape)]
    trees.plant(c, found)
