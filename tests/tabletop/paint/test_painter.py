"""The ground painter: what is where, the same every time, and roofs and crowns that can fade."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from wargame.tabletop.paint import PALETTES, GroundPicture, paint_ground
from wargame.tabletop.paint.canvas import Canvas
from wargame.tabletop.paint.palettes import palette_named
from wargame.tabletop.paint.shapes import shapes_of


@dataclass(frozen=True)
class Piece:
    """A feature as the painter reads it."""

    kind: str
    rings: tuple[Any, ...]
    geometry: str = "polygon"
    width_in: float = 0.0
    height: float = 1.0
    props: dict[str, Any] = field(default_factory=dict)
    order: int = 0
    id: str = "it-1"


def area(kind: str, x0: float, y0: float, x1: float, y1: float, **more: Any) -> Piece:
    return Piece(kind, (((x0, y0), (x1, y0), (x1, y1), (x0, y1)),), **more)


def line(kind: str, *points: tuple[float, float], width: float = 0.6, **more: Any) -> Piece:
    return Piece(kind, (points,), "line", width, **more)


def painted(
    *pieces: Piece, palette: str = "steppe", ppi: int = 8, size: tuple[float, float] = (12, 8)
) -> GroundPicture:
    return paint_ground(pieces, size[0], size[1], palette, ppi, 7)


def colour_at(picture: GroundPicture, x: float, y: float, reach: float = 0.3) -> np.ndarray[Any, Any]:
    """Mean colour round a place in table inches (y up)."""
    k = picture.px_per_in
    row, col, r = int((picture.height_in - y) * k), int(x * k), max(1, int(reach * k))
    return picture.rgb[row - r : row + r + 1, col - r : col + r + 1].reshape(-1, 3).mean(axis=0)


def test_the_picture_has_the_table_s_size() -> None:
    picture = painted(ppi=8)
    assert picture.ground.shape == (64, 96, 3)
    assert picture.roofs.shape == picture.crowns.shape == (64, 96, 4)
    assert picture.rgb.dtype == np.uint8


def test_the_same_table_gives_the_same_pixels() -> None:
    pieces = (area("woods_light", 1, 1, 5, 5), area("building", 8, 3, 9.5, 4), line("road", (0, 6), (12, 6)))
    assert np.array_equal(painted(*pieces).rgb, painted(*pieces).rgb)


def test_another_seed_gives_another_ground() -> None:
    one, two = (paint_ground((), 6, 4, "grass", 8, seed) for seed in (1, 2))
    assert not np.array_equal(one.rgb, two.rgb)


def test_y_points_up() -> None:
    picture = painted(area("swamp", 0, 0, 12, 2.5), palette="desert")
    bare = painted(palette="desert")
    changed = np.abs(picture.rgb.astype(int) - bare.rgb).sum(axis=2) > 12
    assert changed[-12:].mean() > 0.3
    assert changed[:30].mean() < 0.02


@pytest.mark.parametrize("palette", sorted(PALETTES))
def test_every_palette_paints(palette: str) -> None:
    picture = painted(area("field", 1, 1, 4, 4), area("woods_heavy", 6, 2, 11, 6), palette=palette)
    assert picture.rgb.std() > 3


@pytest.mark.parametrize(
    "word, name", [("city", "rubble"), ("temperate", "grass"), ("Steppe", "steppe"), ("?", "grass")]
)
def test_palettes_are_found_by_scenario_words(word: str, name: str) -> None:
    assert palette_named(word) is PALETTES[name]


AREAS = (
    "hill", "field", "crops", "wheat", "sunflower", "orchard", "brush", "woods_light", "woods_heavy", "forest", "swamp",
    "town", "building", "bunker", "rubble", "minefield", "smoke", "fire", "crater", "wreck",
)  # fmt: skip
LINES = (
    "ridge", "stream", "river", "gully", "cliff", "road", "path", "railway", "bridge", "ford", "trench", "wall",
    "hedge", "wire", "lane", "barricade",
)  # fmt: skip


@pytest.mark.parametrize("kind", AREAS)
def test_every_kind_of_area_shows(kind: str) -> None:
    assert not np.array_equal(painted(area(kind, 3, 2, 9, 6)).rgb, painted().rgb)


@pytest.mark.parametrize("kind", LINES)
def test_every_kind_of_line_shows(kind: str) -> None:
    assert not np.array_equal(painted(line(kind, (1, 1), (6, 4), (11, 5))).rgb, painted().rgb)


@pytest.mark.parametrize("kind", ["crater", "smoke", "fire", "wreck"])
def test_changes_may_be_points(kind: str) -> None:
    spot = Piece(kind, ((6.0, 4.0),), "point", props={"radius": 1.0})
    assert not np.array_equal(painted(spot).rgb, painted().rgb)


@pytest.mark.parametrize("kind", [*AREAS, *LINES])
def test_things_across_the_table_s_edge_do_no_harm(kind: str) -> None:
    points = ((-1.0, -1.0), (0.5, -1.0), (0.5, 0.5), (-1.0, 0.5))
    rings = (points,)
    painted(Piece(kind, rings, "polygon" if kind in AREAS else "line", 0.5), size=(4, 3))


def test_an_objective_and_an_unknown_kind_leave_the_ground_alone() -> None:
    spot = Piece("objective", ((6.0, 4.0),), "point")
    assert np.array_equal(painted(spot, area("chessboard", 1, 1, 3, 3)).rgb, painted().rgb)


def test_water_is_blue_and_a_bridge_hides_it() -> None:
    river = line("river", (6, 0), (6, 8), width=2.0)
    water = colour_at(painted(river, palette="grass"), 6, 4)
    assert water[2] > water[0]
    crossed = colour_at(painted(river, line("bridge", (4, 4), (8, 4), width=1.2), palette="grass"), 6, 4)
    assert crossed[0] > crossed[2]


def test_a_blown_bridge_lets_the_water_show() -> None:
    river = line("river", (6, 0), (6, 8), width=2.0)
    blown = line("bridge", (4, 4), (8, 4), width=1.2, props={"state": "blown"})
    middle = colour_at(painted(river, blown, palette="grass"), 6, 4, 0.2)
    assert middle[2] > middle[0] - 12


def test_roofs_lie_exactly_on_their_plan() -> None:
    roofs = painted(area("building", 4, 3, 7, 5), ppi=16).roofs
    rows, cols = np.nonzero(roofs[..., 3] > 127)
    assert (cols.min(), cols.max()) == (4 * 16, 7 * 16 - 1)
    assert (rows.min(), rows.max()) == (3 * 16, 5 * 16 - 1)


def test_a_wooden_fence_is_no_stone_wall() -> None:
    points = ((1.0, 1.0), (6.0, 4.0), (11.0, 5.0))
    stone, wood = Piece("wall", points, "line", 0.3), Piece("wall", points, "line", 0.3, props={"material": "wood"})
    assert painted(wood).rgb.mean() < painted(stone).rgb.mean() < painted().rgb.mean() + 1.0


def test_a_faded_roof_shows_the_floor() -> None:
    picture = painted(area("building", 4, 3, 7, 5))
    box = (32, 24, 56, 40)
    whole, gone = picture.patch(box), picture.patch(box, roofs=0.0)
    assert np.array_equal(gone, picture.ground[24:40, 32:56])
    half = picture.patch(box, roofs=0.5).astype(int)
    assert np.abs(half - (whole.astype(int) + gone) / 2).max() <= 2


def test_trees_stand_inside_their_wood() -> None:
    crowns = painted(area("woods_heavy", 3, 2, 9, 6), ppi=8).crowns[..., 3]
    assert crowns[24:40, 32:64].mean() > 150
    assert crowns[:8].max() == 0


def test_light_comes_from_the_upper_left() -> None:
    picture = painted(area("hill", 4, 3, 14, 11, height=1), size=(18, 14))
    assert colour_at(picture, 4.2, 10.4, 0.8).sum() > colour_at(picture, 13.8, 3.6, 0.8).sum() + 30


def test_holes_stay_open() -> None:
    outer = ((2.0, 1.0), (10.0, 1.0), (10.0, 7.0), (2.0, 7.0))
    inner = ((5.0, 3.0), (7.0, 3.0), (7.0, 5.0), (5.0, 5.0))
    roofs = painted(Piece("building", (outer, inner))).roofs[..., 3]
    assert roofs[32, 48] == 0
    assert roofs[32, 24] == 255


def test_depth_is_the_exact_distance_to_the_edge() -> None:
    canvas = Canvas(12, 8, 16, PALETTES["steppe"], "steppe", 1)
    (square,) = shapes_of([area("field", 4, 2, 8, 6)], 12, 8)
    window, depth = canvas.depth(square, 1.0)
    x, y = canvas.grid(window)
    outside = np.hypot(np.maximum(np.abs(x - 6) - 2, 0), np.maximum(np.abs(y - 4) - 2, 0))
    near = (outside > 0) & (outside < 0.95)
    assert np.allclose(-depth[near], outside[near], atol=1e-4)


def test_progress_rises_to_one() -> None:
    heard: list[float] = []
    paint_ground((), 4, 3, "snow", 8, 1, lambda share, _what: heard.append(share))
    assert heard == sorted(heard)
    assert heard[0] == 0
    assert heard[-1] == 1
