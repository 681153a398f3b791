"""The room of grounds: one of everything on every palette, coarse and fine, and by other light."""

from __future__ import annotations

import pygame

from wargame.tabletop.gallery.sheets import Tile, Wall, tiled
from wargame.tabletop.gallery.specimen import SIZE_IN, specimen
from wargame.tabletop.layers.daylight import TINTS
from wargame.tabletop.paint import PALETTES, ground_surface, paint_ground

SEED = 7
FINE_PX, COARSE_PX = 24, 8


def hang_grounds(wall: Wall) -> None:
    """Each palette at 24 px per inch, and all of them beside each other at 8."""
    small: list[Tile] = []
    for name in PALETTES:
        fine = paint_ground(specimen(), *SIZE_IN, name, FINE_PX, SEED)
        wall.hang("grounds", name, ground_surface(fine), f"{name}, {FINE_PX} px per inch")
        coarse = paint_ground(specimen(), *SIZE_IN, name, COARSE_PX, SEED)
        small.append((name, ground_surface(coarse)))
    wall.hang("grounds", "coarse", tiled(wall.fonts, f"{COARSE_PX} px per inch", small, 3))
    _hang_faded(wall)
    _hang_lights(wall)


def _hang_lights(wall: Wall) -> None:
    """The same ground by day, at dawn, at dusk and by night."""
    picture = ground_surface(paint_ground(specimen(), *SIZE_IN, "grass", 12, SEED))
    tiles: list[Tile] = []
    for light, (tint, _) in TINTS.items():
        tile = picture.copy()
        tile.fill(tint, special_flags=pygame.BLEND_RGB_MULT)
        tiles.append((light, tile))
    wall.hang("grounds", "lights", tiled(wall.fonts, "Day, dawn, dusk and night", tiles, 2))


def _hang_faded(wall: Wall) -> None:
    """Roofs and crowns at full strength and as they are over somebody inside."""
    picture = paint_ground(specimen(changes=False), *SIZE_IN, "grass", 16, SEED)
    part = pygame.Rect(26 * 16, 9 * 16, 16 * 16, 10 * 16)
    tiles = [
        (words, ground_surface(picture, *shares).subsurface(part))
        for words, shares in (("as it is", (1.0, 1.0)), ("with somebody inside", (0.35, 0.30)), ("lifted", (0.0, 0.0)))
    ]
    wall.hang("grounds", "faded", tiled(wall.fonts, "Roofs and crowns fade over occupants", tiles, 3))
