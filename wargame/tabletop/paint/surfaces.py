"""Painted grounds as pygame surfaces, and a part of one enlarged without going soft."""

import pygame

from wargame.tabletop.paint.noise import lattice
from wargame.tabletop.paint.painter import GroundPicture, Pixels

GRAIN_PX = 256


def ground_surface(picture: GroundPicture, roofs: float = 1.0, crowns: float = 1.0) -> pygame.Surface:
    """The whole picture, opaque, with roofs and crowns at the given strength."""
    rows, cols = picture.ground.shape[:2]
    pixels = picture.patch((0, 0, cols, rows), roofs, crowns)
    return pygame.image.frombuffer(pixels.tobytes(), (cols, rows), "RGB")


def layer_surface(layer: Pixels) -> pygame.Surface:
    """A layer of a picture (`roofs`, `crowns`): premultiplied, blit with `BLEND_PREMULTIPLIED`."""
    rows, cols = layer.shape[:2]
    return pygame.image.frombuffer(layer.tobytes(), (cols, rows), "RGBA")


def grain(seed: int = 1) -> pygame.Surface:
    """A tile of fine light and dark to lay over enlarged ground with `BLEND_RGB_MULT`."""
    tile = (lattice(GRAIN_PX, GRAIN_PX, seed) * 30 + 226).astype("uint8")
    surface = pygame.Surface((GRAIN_PX, GRAIN_PX), 0, 24)
    pygame.surfarray.blit_array(surface, tile.repeat(3).reshape(GRAIN_PX, GRAIN_PX, 3))
    return surface


def enlarged(
    ground: pygame.Surface, part: pygame.Rect, size: tuple[int, int], tile: pygame.Surface | None = None
) -> pygame.Surface:
    """A part of the ground brought to `size` pixels; above 1.4 times its size the grain tile is laid over it."""
    out = pygame.transform.smoothscale(ground.subsurface(part.clip(ground.get_rect())), size)
    if tile is not None and size[0] > part.w * 1.4:
        for x in range(0, size[0], tile.get_width()):
            for y in range(0, size[1], tile.get_height()):
                out.blit(tile, (x, y), special_flags=pygame.BLEND_RGB_MULT)
    return out
