"""The room of miniatures: every drawing in every nation's paint, turning, burning, far away; markers and counters."""

from __future__ import annotations

import pygame

from wargame.tabletop.counters import Counters, counter_px
from wargame.tabletop.gallery.sheets import Tile, Wall, tiled
from wargame.tabletop.minis import MARKERS, Miniatures, badge, contact, flag, looks_available, marker
from wargame.tabletop.minis.nations import LIVERIES
from wargame.tabletop.minis.silhouettes import silhouette
from wargame.tabletop.paint import ground_surface, paint_ground

Size = tuple[float, float]
VEHICLE_IN, FOOT_IN, GUN_IN, AIR_IN = (0.6, 0.95), (0.9, 0.75), (0.9, 0.9), (1.6, 1.5)
ZOOMS = (8, 12, 18, 30)


def size_of(look: str) -> Size:
    """Frontage and depth in inches of a usual base for a look."""
    drawing = silhouette(look)
    if drawing.form in ("aeroplane", "helicopter"):
        return AIR_IN
    if not drawing.on_base:
        return VEHICLE_IN
    return GUN_IN if "gun" in look or look == "aa_quad" else FOOT_IN


def turf(palette: str, size: tuple[int, int], px_per_in: int = 16) -> pygame.Surface:
    """A bare piece of ground."""
    w, h = size[0] / px_per_in + 0.1, size[1] / px_per_in + 0.1
    return ground_surface(paint_ground((), w, h, palette, px_per_in, 3)).subsurface((0, 0, *size)).copy()


def put(
    sheet: pygame.Surface,
    box: Miniatures,
    at: tuple[int, int],
    look: str,
    nation: str,
    season: str,
    side: int | None,
    facing_deg: float,
    px_per_in: float,
    size_in: Size,
) -> None:
    """Draw shadow, rim and miniature with the middle at a pixel; without a side it is a wreck."""
    call = (look, nation, season, facing_deg, px_per_in, size_in)
    wreck = side is None
    shown = [box.shadow(*call, wreck=wreck), box.sprite(*call, wreck=wreck)]
    if side is not None:
        shown.insert(1, box.rim(side, *call))
    for image in shown:
        sheet.blit(image, image.get_rect(center=at), special_flags=pygame.BLEND_PREMULTIPLIED)


def hang_figures(wall: Wall) -> None:
    """All sheets of this room."""
    for nation in LIVERIES:
        _hang_nation(wall, nation)
    _hang_turning(wall)
    _hang_zooms(wall)
    _hang_wrecks(wall)
    _hang_marks(wall)
    _hang_counters(wall)


def _hang_nation(wall: Wall, nation: str) -> None:
    for season, palette in (("summer", "desert" if nation == "desert" else "steppe"), ("winter", "snow")):
        box, cell = Miniatures(palette), (104, 84)
        ground = turf(palette, cell)
        tiles: list[Tile] = []
        for n, look in enumerate(looks_available()):
            tile = ground.copy()
            size = size_of(look)
            px = 44 if max(size) < 1.2 else 32
            put(tile, box, (cell[0] // 2, cell[1] // 2), look, nation, season, n % 2, 20, px, size)
            tiles.append((look.replace("_", " "), tile))
        wall.hang("miniatures", f"{nation}-{season}", tiled(wall.fonts, f"{nation} · {season}", tiles, 12))


def _hang_turning(wall: Wall) -> None:
    """The light comes from the upper left whatever the facing."""
    box, cell = Miniatures("grass"), (84, 84)
    ground = turf("grass", cell)
    tiles: list[Tile] = []
    for look in ("tank_medium", "half_track", "at_gun", "infantry", "figure", "aircraft_fighter"):
        for facing in range(0, 360, 45):
            tile = ground.copy()
            put(tile, box, (42, 42), look, "german", "summer", 1, facing, 40, size_of(look))
            tiles.append((f"{look} {facing}°", tile))
    wall.hang("miniatures", "turning", tiled(wall.fonts, "Light from the upper left", tiles, 8))


def _hang_zooms(wall: Wall) -> None:
    """Every drawing at four zooms, in colour and in grey."""
    box = Miniatures("steppe")
    for grey in (False, True):
        cell = (170, 44)
        tiles: list[Tile] = []
        for n, look in enumerate(looks_available()):
            tile, x = turf("steppe", cell), 4
            for px in ZOOMS:
                size = size_of(look)
                x += round(max(size) * px * 0.7) + 4
                put(tile, box, (x, 22), look, ("soviet", "german")[n % 2], "summer", n % 2, 15, px, size)
                x += round(max(size) * px * 0.7) + 4
            tiles.append((look.replace("_", " "), pygame.transform.grayscale(tile) if grey else tile))
        name = "zooms-grey" if grey else "zooms"
        wall.hang("miniatures", name, tiled(wall.fonts, "8, 12, 18 and 30 px per inch", tiles, 6))


def _hang_wrecks(wall: Wall) -> None:
    box, cell = Miniatures("steppe"), (92, 76)
    ground = turf("steppe", cell)
    tiles: list[Tile] = []
    for look in looks_available():
        if silhouette(look).on_base:
            continue
        tile = ground.copy()
        put(tile, box, (46, 38), look, "german", "summer", None, 20, 36, size_of(look))
        tiles.append((look.replace("_", " "), tile))
    wall.hang("miniatures", "wrecks", tiled(wall.fonts, "Wrecks", tiles, 10))


def _hang_marks(wall: Wall) -> None:
    tiles: list[Tile] = []
    for kind in MARKERS:
        tile = turf("grass", (92, 36))
        x = 4
        for px in (11, 15, 22, 30):
            image = marker(kind, px)
            tile.blit(image, (x, 18 - px // 2), special_flags=pygame.BLEND_PREMULTIPLIED)
            x += px + 4
        tiles.append((kind, tile))
    others = [("badge 0", badge(0)), ("badge 1", badge(1)), ("badge 2", badge(2)), ("contact", contact(0))]
    others += [("contact", contact(1)), ("flag nobody", flag(-1)), ("flag 0", flag(0, 3)), ("flag 1", flag(1, 12))]
    for words, image in others:
        tile = turf("grass", (92, 36))
        tile.blit(image, image.get_rect(center=(46, 18)), special_flags=pygame.BLEND_PREMULTIPLIED)
        tiles.append((words, tile))
    wall.hang("miniatures", "markers", tiled(wall.fonts, "Markers at 11, 15, 22 and 30 px", tiles, 10))


def _hang_counters(wall: Wall) -> None:
    counters = Counters(lambda px: wall.fonts.font("bold", px))
    tiles: list[Tile] = []
    for n, look in enumerate(looks_available()):
        tile = turf("grass", (132, 58))
        x = 8
        for px_per_in in (8, 16, 26):
            px = counter_px(px_per_in)
            image = counters.picture(look, ("soviet", "german", "nato")[n % 3], n % 2, px, "9·6")
            tile.blit(image, (x, 29 - image.get_height() // 2), special_flags=pygame.BLEND_PREMULTIPLIED)
            x += image.get_width() + 6
        tiles.append((look.replace("_", " "), tile))
    wall.hang("miniatures", "counters", tiled(wall.fonts, "Counters", tiles, 8))
