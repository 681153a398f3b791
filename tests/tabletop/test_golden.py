"""Golden pictures of a few small tiles: what was judged to look right stays so, whatever is changed elsewhere.

After a change that is meant to be seen: `python -m tests.tabletop.test_golden` paints them anew; look at them first.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from wargame.tabletop.counters import Counters
from wargame.tabletop.gallery.figures import put, size_of, turf
from wargame.tabletop.gallery.specimen import SIZE_IN, specimen
from wargame.tabletop.layers.plume import plume
from wargame.tabletop.minis import MARKERS, Miniatures, marker
from wargame.tabletop.paint import ground_surface, paint_ground

FOLDER = Path(__file__).parent / "golden"
MOST_DIFFERENT, MEAN = 0.006, 0.8
"""Share of pixels that may differ by more than 8, and the mean difference: other processors round otherwise."""
LOOKS = ("panzer4", "t34", "abrams", "half_track", "truck", "at_gun", "infantry", "figure_rifle", "aircraft_stuka")


def ground(palette: str) -> Callable[[], pygame.Surface]:
    def paint() -> pygame.Surface:
        picture = paint_ground(specimen(), *SIZE_IN, palette, 8, 7)
        return ground_surface(picture).subsurface((150, 60, 220, 150)).copy()

    return paint


def miniatures() -> pygame.Surface:
    sheet, box = turf("grass", (9 * 52, 108)), Miniatures("grass")
    for n, look in enumerate(LOOKS):
        for row, (px, facing) in enumerate(((30, 25), (14, 200))):
            at = (26 + 52 * n, 36 + 48 * row)
            put(sheet, box, at, look, ("german", "soviet")[n % 2], "summer", n % 2, facing, px, size_of(look))
    return sheet


def marks() -> pygame.Surface:
    sheet = turf("steppe", (len(MARKERS) * 20 + 130, 40))
    for n, kind in enumerate(MARKERS):
        sheet.blit(marker(kind, 15), (3 + 20 * n, 12), special_flags=pygame.BLEND_PREMULTIPLIED)
    counters = Counters()
    for n, look in enumerate(("panzer4", "infantry", "at_gun")):
        image = counters.picture(look, "german", n % 2, 26)
        sheet.blit(image, (len(MARKERS) * 20 + 8 + 38 * n, 4), special_flags=pygame.BLEND_PREMULTIPLIED)
    return sheet


def burning() -> pygame.Surface:
    sheet = turf("steppe", (120, 120))
    put(sheet, Miniatures("steppe"), (60, 60), "t34", "soviet", "summer", None, 15, 24, (0.6, 0.95))
    image = plume(20, 1)
    sheet.blit(image, image.get_rect(center=(60, 60)), special_flags=pygame.BLEND_PREMULTIPLIED)
    return sheet


PICTURES: dict[str, Callable[[], pygame.Surface]] = {
    "steppe": ground("steppe"), "snow": ground("snow"), "rubble": ground("rubble"), "miniatures": miniatures,
    "marks": marks, "burning": burning,
}  # fmt: skip


def pixels(surface: pygame.Surface) -> np.ndarray[Any, Any]:
    return pygame.surfarray.array3d(surface).astype(int)


@pytest.mark.parametrize("name", PICTURES)
def test_a_tile_looks_as_it_did(name: str, tmp_path: Path) -> None:
    pygame.display.init()
    now = PICTURES[name]()
    golden = pygame.image.load(str(FOLDER / f"{name}.png"))
    assert now.get_size() == golden.get_size()
    change = np.abs(pixels(now) - pixels(golden)).max(axis=2)
    if (change > 8).mean() > MOST_DIFFERENT or change.mean() > MEAN:
        pygame.image.save(now, str(tmp_path / f"{name}-now.png"))
        pytest.fail(f"{(change > 8).mean():.1%} of {name} is another than before; now: {tmp_path / name}-now.png")


def refresh() -> None:
    """Paint the golden pictures anew."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    FOLDER.mkdir(exist_ok=True)
    for name, paint in PICTURES.items():
        pygame.image.save(paint(), str(FOLDER / f"{name}.png"))


if __name__ == "__main__":
    refresh()
